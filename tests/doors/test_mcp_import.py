"""Importing the file of the official MCP memory server, and what docs/mcp.md shows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import graphmem
from graphmem.doors.cli import app
from graphmem.doors.mcp.graph import Graph
from graphmem.errors import CODES, GraphmemError
from tests.doors.mcp_server import environment

ROOT = Path(__file__).parents[2]
FILE = [
    {"type": "entity", "name": "default_user", "entityType": "person", "observations": ["Prefers short answers"]},
    {"type": "entity", "name": "杭州研发中心", "entityType": "部门", "observations": ["后端用 PostgreSQL", "周三开会"]},
    {"type": "entity", "name": "Acme Inc.", "entityType": "company", "observations": []},
    {"type": "relation", "from": "default_user", "to": "Acme Inc.", "relationType": "works_at"},
    {"type": "relation", "from": "杭州研发中心", "to": "Acme Inc.", "relationType": "隶属于"},
    {"type": "relation", "from": "Acme Inc.", "to": "Lamp 3", "relationType": "MAKES (since 2020)"},
]  # fmt: skip


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """An empty folder to work in, words alone as vectors."""
    for name in [n for n in os.environ if n.startswith("GRAPHMEM_") and "NEO4J" not in n]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "hash")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(lines: Iterable[object]) -> str:
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    Path("memory.jsonl").write_text("\n".join(texts), "utf-8")
    return "memory.jsonl"


def take_in(file: str, *more: str, code: int = 0, user: str = "ana") -> str:
    done = CliRunner().invoke(app, ["import", file, "--user", user, *more])
    assert done.exit_code == code, (done.output, done.exception)
    return done.stdout if code == 0 else done.stderr


def kept(user: str = "ana") -> tuple[dict[str, tuple[str, list[str]]], list[tuple[str, str, str]]]:
    """Entities by name, and relations, as the file has them."""
    with graphmem.open("memory.db") as memory:
        graph = Graph.of(memory.facts(user=user))
    nodes = graph.nodes
    edges = [(nodes[e.source].shown, e.words, nodes[e.target].shown) for e in graph.edges]
    return {n.shown: (n.type, [note.text for note in n.notes]) for n in nodes.values()}, sorted(edges)


def test_the_file_is_known_by_its_shape_and_taken_in_whole():
    said = take_in(write(FILE))
    assert said.startswith("memory.jsonl: 3 entities and 3 relations") and "added" in said
    entities, relations = kept()
    for line in FILE[:3]:
        assert entities[line["name"]] == (line["entityType"], line["observations"])
    assert relations == sorted((r["from"], r["relationType"], r["to"]) for r in FILE[3:])
    done = CliRunner().invoke(app, ["recall", "Where do I work?", "--user", "ana"])
    assert "user works at Acme Inc." in done.stdout
    assert kept("ben") == ({}, [])


def test_the_same_file_again_changes_nothing_and_a_longer_one_adds():
    take_in(write(FILE))
    before = CliRunner().invoke(app, ["export", "--user", "ana"]).stdout
    assert "already known: nothing has changed" in take_in("memory.jsonl")
    assert CliRunner().invoke(app, ["export", "--user", "ana"]).stdout == before
    more = {"type": "entity", "name": "Acme Inc.", "entityType": "company", "observations": ["Makes lamps"]}
    done = json.loads(take_in(write([*FILE, more]), "--json"))
    assert (done["entities"], done["relations"], done["counts"]) == (4, 3, {"added": 1})


def test_a_relation_with_one_value_is_told_when_another_holds_instead():
    moved = {"type": "relation", "from": "default_user", "to": "Brick Ltd", "relationType": "lives_in"}
    first = {**moved, "to": "Turin"}
    said = take_in(write([first, moved]))
    assert "Turin" in said
    assert "already known" in take_in("memory.jsonl")


def test_a_file_with_a_wrong_line_is_refused_whole():
    bad = [
        *FILE[:2],
        "{",
        {"type": "thing", "name": "x"},
        {"type": "entity", "name": "long", "entityType": "x", "observations": ["y" * 2001]},
        {"type": "relation", "from": "a", "to": " ", "relationType": "knows"},
        {"type": "relation", "from": "a", "to": "b"},
    ]
    said = take_in(write(bad), code=2)
    assert "nothing was imported" in said
    for place in ("memory.jsonl:3: not JSON", "memory.jsonl:4: not an entity or a relation"):
        assert place in said
    assert "memory.jsonl:5: observation has 2001 characters" in said
    assert "memory.jsonl:6: to is blank" in said and "memory.jsonl:7: relationType must be a text" in said
    assert not Path("memory.db").exists() or kept() == ({}, [])


def test_a_memory_needs_a_user():
    write(FILE)
    done = CliRunner().invoke(app, ["import", "memory.jsonl"])
    assert done.exit_code == 2 and "whose memory?" in done.stderr


# -- the page of the documents --------------------------------------------------------------


PAGE = (ROOT / "docs" / "mcp.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def shell(*words: str, cwd: Path | None = None) -> str:
    env = environment() | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_the_page_shows_runs(tmp_path_factory):
    write(FILE)
    ran = [shell(*line.split()) for block in blocks("sh") for line in block.splitlines()]
    assert "Acme Inc." in ran[-1]
    told, shown = (
        json.loads(ran[0])["mcpServers"]["memory"],
        json.loads(blocks("json")[0])["mcpServers"]["memory"],
    )
    assert Path(told["command"]).name == shown["command"]
    assert [a for a in told["args"] if "memory.db" not in a] == [
        a for a in shown["args"] if "memory.db" not in a
    ]
    [snippet] = blocks("python")
    # the SDK hands its server no setting of this one, so that embeds by the bundled model: not into our file
    said = shell(sys.executable, "-c", snippet, cwd=tmp_path_factory.mktemp("page"))
    assert said.splitlines()[-1] == "Turin" and "added: user lives in Turin" in said


def test_the_page_names_every_tool_and_error_there_is():
    from graphmem.doors.mcp.server import GRAPH, VERBS

    assert {n for n in (*VERBS, *GRAPH) if f"`{n}`" not in PAGE} == set()
    assert {
        n for n, c in CODES.items() if n is not GraphmemError and f"`{n.__name__}` | {c.mcp}" not in PAGE
    } == set()
