"""What the documents say, runs."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
CHINESE = (ROOT / "README.zh.md").read_text("utf-8")
DOCS = sorted(ROOT.glob("docs/*.md"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("cypher/**/*.md"), *DOCS])


def blocks(language: str, text: str = README) -> list[str]:
    """Those to be run; one marked ```python no-run is not among them."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def snippets() -> dict[str, str]:
    """{name: code} of the README and then of every other document, each code once."""
    every: dict[str, str] = {}
    for document in (ROOT / "README.md", ROOT / "README.zh.md", *DOCS):
        for number, snippet in enumerate(blocks("python", document.read_text("utf-8")), 1):
            every.setdefault(snippet, f"{document.name}-{number}")
    return {name: snippet for snippet, name in every.items()}


def environment(**more: str) -> dict[str, str]:
    """Without settings of this machine, and with a small embedder: the words are what is shown."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GRAPHMEM_")}
    return {
        **kept,
        "GRAPHMEM_EMBEDDER": "hash",
        "PATH": f"{Path(sys.executable).parent}:{kept['PATH']}",
        **more,
    }


IN_TURN = """
import json, os, sys, tempfile, traceback

told = {}
for name, snippet in json.load(sys.stdin).items():
    os.chdir(tempfile.mkdtemp(dir=sys.argv[1]))
    try:
        exec(compile(snippet, name, "exec"), {"__name__": "__main__"})
    except BaseException:
        told[name] = traceback.format_exc()
json.dump(told, open(os.path.join(sys.argv[1], "told.json"), "w"))
"""
"""Runs each snippet in a folder and with names of its own; in one process, as what they load takes longest."""


@pytest.fixture(scope="module")
def failures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """{snippet's name: what it raised}."""
    folder = tmp_path_factory.mktemp("snippets")
    done = subprocess.run(
        [sys.executable, "-c", IN_TURN, folder],
        input=json.dumps(snippets()),
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, str] = json.loads((folder / "told.json").read_text("utf-8"))
    return told


@pytest.mark.parametrize("name", snippets())
def test_every_python_snippet_of_the_documents_runs(name: str, failures: dict[str, str]) -> None:
    assert failures.get(name, "") == ""


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


@pytest.mark.parametrize("document", [ROOT / "README.zh.md", *DOCS], ids=lambda p: p.name)
def test_every_graphmem_command_of_the_documents_is_one(
    document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its options and arguments are taken; what it does is tested elsewhere."""
    from typer.main import get_command

    from graphmem.doors.cli import app

    monkeypatch.setenv("GRAPHMEM_USER", "ana")
    text = document.read_text("utf-8")
    shell = "\n".join(re.findall(r"^```sh.*?\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    for line in shell.replace("\\\n", " ").splitlines():
        if not line.startswith("graphmem "):
            continue
        given = shlex.split(re.split(r" [|<>#]", line)[0])[1:]
        command = get_command(app)
        while hasattr(command, "commands") and given and given[0] in command.commands:
            command = command.commands[given.pop(0)]
        assert not hasattr(command, "commands"), line
        command.make_context(command.name, given)  # raises what the command line would tell


def test_the_chinese_readme_says_what_the_english_one_does() -> None:
    def figures(text: str, heading: str) -> list[str]:
        part = text[text.index(heading) :].split("\n## ")[0]
        return re.findall(r"(?<=\| )[\d./ ]+(?= \|)", part)

    assert figures(CHINESE, "## 实测") == figures(README, "## Measured")
    assert len(blocks("python", CHINESE)) == len(blocks("python"))
    extras = re.compile(r"^(?:Extras:|可选项：)([^.。]*)[.。]", re.MULTILINE)
    named = [re.findall(r"`(\w+)`", extras.findall(text)[0]) for text in (README, CHINESE)]
    assert named[0] == named[1]


@pytest.mark.parametrize("name", ["comparison", "production"])
def test_figures_of_speed_are_those_on_record(name: str) -> None:
    """A row of a table of figures is one of the results', as far as it goes."""
    results = sorted((ROOT / "benchmarks" / "results").glob("*.md"))
    record = [line for path in results for line in path.read_text("utf-8").splitlines()]
    text = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
    table = text[text.index("| figure | ours |") :].split("\n\n")[0].splitlines()[2:]
    assert len(table) >= 2
    for row in table:
        assert any(line.startswith(row.rstrip(" |")) for line in record), row


def test_the_readme_leads_to_every_document() -> None:
    assert [d.name for d in DOCS if f"](docs/{d.name})" not in README] == []


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("picture", sorted(ROOT.glob("docs/pictures/*.svg")), ids=lambda p: p.name)
def test_pictures_that_are_drawn_can_be_read_in_light_and_in_dark(picture: Path) -> None:
    text = picture.read_text("utf-8")
    assert ElementTree.fromstring(text).find("{*}title") is not None
    light, dark = text[: text.index("@media")], text[text.index("@media") :]
    for theme in (light, dark):
        fills = dict(re.findall(r"\.([a-z]+)(?:, [^{]+)? \{ fill: (#\w{6})", theme))
        ink = _luminance(fills.pop("text"))
        for name in fills.keys() - {"point"}:
            low, high = sorted((ink, _luminance(fills[name])))
            assert (high + 0.05) / (low + 0.05) >= 7, name


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_within_the_project_lead_somewhere(document: Path) -> None:
    for target, heading in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", document.read_text("utf-8")):
        if "://" in target:
            continue
        found = document.parent / target if target else document
        assert found.exists(), f"{document.name} → {target}"
        if heading:
            assert heading in _anchors(found.read_text("utf-8")), f"{document.name} → {target}#{heading}"


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", h.lower()).strip().replace(" ", "-") for h in headings}


def test_the_architecture_names_modules_that_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rooms = text[text.index("| room |") : text.index("## Time and conflict")]
    for name in re.findall(r"`([a-z_./]+)`", rooms.replace("| what is in it |", "")):
        path = ROOT / "graphmem" / name
        assert path.exists() or path.with_suffix(".py").exists(), name
