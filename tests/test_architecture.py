"""Imports point inward: doors → config → memory → stages and ports → model, timeline, errors."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "graphmem"

CORE = {"model", "timeline", "errors"}
"""These import nothing but each other."""

STAGES = {"session", "extract", "consolidate", "retrieve", "prompt"}
"""The steps of the flow: modules or packages, joined by memory alone."""

ADAPTERS = {
    "store.sqlite",
    "store.neo4j",
    "embed.bundled",
    "embed.endpoint",
    "embed.hashing",
}
"""Picked by config, known to nobody further in."""

OUTER = {"memory": 2, "adapters": 3, "config": 3, "testing": 3, "doors": 4}
"""Layers outside the stages and ports (1) by a module's first name; what is not listed is in 1."""

PURE = {"timeline", "consolidate", "settle", "prompt"}
WORLD = {
    "sqlite3",
    "neo4j",
    "openai",
    "httpx",
    "socket",
    "subprocess",
    "urllib",
    "os",
    "pathlib",
    "time",
    "random",
}


def layer(module: str) -> int:
    first = module.split(".")[0]
    return 0 if first in CORE else OUTER.get(first, 1)


def adapter(module: str) -> str:
    """The adapter a module is part of, or ''."""
    return next((a for a in ADAPTERS if f"{module}.".startswith(f"{a}.")), "")


def complaints(imports: Mapping[str, set[str]]) -> list[str]:
    """What breaks the rules in {module: modules of the package it imports}, without the package's name."""
    found = []
    for module, targets in sorted(imports.items()):
        stage = module.split(".")[0]
        for target in sorted(targets):
            goal, arrow = target.split(".")[0], f"{module} imports {target}"
            if layer(target) > layer(module):
                found.append(f"{arrow}: outward")
            if stage in STAGES and goal in STAGES - {stage}:
                found.append(f"{arrow}: a stage imports another")
            if adapter(module) and goal in STAGES:
                found.append(f"{arrow}: an adapter imports a stage")
            same_package = adapter(target).rsplit(".", 1)[0] == stage
            if adapter(target) and layer(module) < OUTER["config"] and not same_package:
                found.append(f"{arrow}: only config picks adapters")
    return found


def name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name(path): ast.parse(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}


def imported(tree: ast.Module, package: str) -> set[str]:
    """Every dotted name that a module imports, at its top or inside functions. `package`: where it is."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: -node.level + 1 or None] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return names


def inside(module: str) -> set[str]:
    """The modules of the package that one imports; '' is the package itself, for a public name."""
    path = PACKAGE.joinpath(*module.split("."))
    package = ".".join(["graphmem", *(module.split(".") if path.is_dir() else module.split(".")[:-1])])
    names = {n for n in imported(MODULES[module], package) if n.split(".")[0] == "graphmem"}
    found = {n.removeprefix("graphmem").lstrip(".") for n in names} & set(MODULES)
    public = {n for n in names if n.count(".") == 1 and n.removeprefix("graphmem.") not in MODULES}
    return found if public else found - {""}


INSIDE = {module: inside(module) for module in MODULES if module}


def test_imports_point_inward():
    assert complaints(INSIDE) == []


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("timeline", "retrieve"),
        ("store.sqlite.search", "memory"),
        ("memory", "config"),
        ("config", "doors.cli"),
        ("extract.rules", "session"),
        ("prompt", "store.neo4j"),
        ("memory", "store.sqlite"),
        ("store.neo4j.write", "consolidate"),
    ],
)
def test_an_import_outward_or_across_is_noticed(module, target):
    assert complaints({module: {target}})


def test_layers_name_modules_that_exist():
    firsts = {module.split(".")[0] for module in MODULES}
    assert firsts >= CORE | STAGES | {"memory", "config", "doors"}


def test_only_doors_use_the_public_names():
    assert [module for module, targets in INSIDE.items() if "" in targets and layer(module) < 3] == []


@pytest.mark.parametrize("module", sorted(PURE))
def test_pure_modules_do_not_touch_the_world(module):
    trees = [t for n, t in MODULES.items() if n == module or n.startswith(f"{module}.")]
    used = {n.split(".")[0] for tree in trees for n in imported(tree, "")}
    assert used & WORLD == set()


def test_import_is_light():
    code = "import sys; old = set(sys.modules); import graphmem; print(*sorted(set(sys.modules) - old))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True, check=True
    )
    loaded = {module.split(".")[0] for module in done.stdout.split()}
    assert loaded - sys.stdlib_module_names == {"graphmem"}
