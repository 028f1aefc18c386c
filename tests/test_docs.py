"""What the documents say, runs."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("cypher/*.md"), *ROOT.glob("docs/*.md")])


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def environment(**more: str) -> dict[str, str]:
    """Without settings of this machine, and with a small embedder: the words are what is shown."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GRAPHMEM_")}
    return {
        **kept,
        "GRAPHMEM_EMBEDDER": "hash",
        "PATH": f"{Path(sys.executable).parent}:{kept['PATH']}",
        **more,
    }


@pytest.mark.parametrize("snippet", blocks("python"), ids=lambda s: s.splitlines()[2][:40])
def test_every_python_snippet_of_the_readme_runs(snippet: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", snippet],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr


def test_the_first_screen_says_what_it_shows(tmp_path: Path) -> None:
    shown = blocks("python")[0] + "\nprint('LIVES', memory.store is not None)"
    done = subprocess.run(
        [sys.executable, "-c", shown],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert "lives in Turin" in done.stdout
    assert "allergic to nuts" in done.stdout


def commands() -> list[str]:
    lines = [line.split(" #")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("graphmem ")]


def test_every_graphmem_command_of_the_readme_runs_in_order(tmp_path: Path) -> None:
    ran = 0
    for command in commands():
        if "neo4j://" in command:
            continue  # the same verb against a server; the contract suite runs it there
        done = subprocess.run(
            shlex.split(command), cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=100
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
        ran += 1
    assert ran >= 7


def test_every_make_target_of_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)\b", README)) - {"sure", "it"}
    assert {"demo", "test"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_settings_named_are_the_settings_there_are() -> None:
    from graphmem.config import Settings

    listed = README[README.index("## Settings") :]
    for name in Settings.model_fields:
        assert f"`{name}`" in listed, name


def test_the_extras_named_are_the_extras_there_are() -> None:
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    line = README[README.index("Extras:") :].split("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", line.split(".")[0])) == set(extras)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.name)
def test_links_within_the_project_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", document.read_text("utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), f"{document.name} → {target}"


def test_the_architecture_names_modules_that_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rooms = text[text.index("| room |") : text.index("## Time and conflict")]
    for name in re.findall(r"`([a-z_./]+)`", rooms.replace("| what is in it |", "")):
        path = ROOT / "graphmem" / name
        assert path.exists() or path.with_suffix(".py").exists(), name
