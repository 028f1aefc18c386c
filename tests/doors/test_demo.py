"""The demo: a story that checks itself, and never touches what is not its own."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import graphmem
from graphmem.doors.cli import app
from graphmem.errors import CODES, Conflict, GraphmemError

ROOT = Path(__file__).parents[2]
MAIN = "from graphmem.doors.cli import main; main()"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """An empty folder to work in, words alone as vectors."""
    for name in [n for n in os.environ if n.startswith("GRAPHMEM_") and "NEO4J" not in n]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "hash")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def demo(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["demo", *arguments])
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


def commands(said: str) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in said.splitlines() if line.startswith("  graphmem ")]


def state(db: str = "graphmem-demo.db") -> list[tuple[object, ...]]:
    with graphmem.open(db) as memory:
        return [
            (user, f.id, f.version, f.text, f.valid_at, f.invalid_at, f.recorded_at, f.expired_at, f.reason)
            for user in ("ana", "lin")
            for f in memory.history(user=user)
        ]


@pytest.mark.slow
def test_the_story_comes_out_as_told_with_the_bundled_model(place):
    env = {**os.environ, "GRAPHMEM_EMBEDDER": "bundled"}
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "demo"], env=env, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for told in (
        "I moved from Lyon to Turin",
        "我从上海搬到杭州了",
        "ended",
        "noted",
        "withdrawn",
        "erased",
        "<memory>",
    ):
        assert told in done.stdout
    tries = commands(done.stdout)
    assert len(tries) == 3
    answers = [
        subprocess.run(
            [sys.executable, "-c", MAIN, *line], env=env, capture_output=True, text=True, timeout=60
        )
        for line in tries
    ]
    assert [a.returncode for a in answers] == [0, 0, 0]
    for answer, words in zip(answers, ("user lives in Lyon", "PostgreSQL", "Orbit Labs"), strict=True):
        assert words in answer.stdout


def test_a_second_demo_begins_anew_in_its_own_file():
    demo()
    first = state()
    CliRunner().invoke(app, ["add", "I live in Rome.", "--user", "ana", "--db", "graphmem-demo.db"])
    CliRunner().invoke(app, ["add", "I live in Oslo.", "--user", "bob", "--db", "graphmem-demo.db"])
    assert state() != first
    demo()
    assert state() == first
    with graphmem.open("graphmem-demo.db") as memory:
        assert [f.text for f in memory.facts(user="bob")] == ["user lives in Oslo"]


def test_what_was_erased_is_gone_from_the_file(place):
    demo("--db", "story.db")
    bytes_left = b"".join(p.read_bytes() for p in place.iterdir())
    assert "杭州".encode() in bytes_left and "花生".encode() not in bytes_left


def test_a_memory_that_no_demo_made_is_left_alone(place):
    with graphmem.open("mine.db") as memory:
        memory.add_fact("user", "lives_in", "Oslo", user="ana")
    (place / "notes.txt").write_text("not a database, but dear to me")
    (place / "folder").mkdir()
    for file in ("mine.db", "notes.txt"):
        assert "was not made by the demo" in demo("--db", file, code=CODES[Conflict].exit)
    demo("--db", "folder", code=CODES[Conflict].exit)
    assert (place / "notes.txt").read_text() == "not a database, but dear to me"
    with graphmem.open("mine.db") as memory:
        assert [f.text for f in memory.facts(user="ana")] == ["user lives in Oslo"]


def test_an_empty_file_is_taken():
    Path("empty.db").touch()
    assert "Every step came out as told" in demo("--db", "empty.db")


def test_a_step_that_goes_another_way_is_an_error(monkeypatch):
    Path("odd.toml").write_text(
        '[lives_in]\ncardinality = "many"\nkind = "place"\nwords = { en = "lives in" }\n'
    )
    monkeypatch.setenv("GRAPHMEM_PREDICATES", "odd.toml")
    said = demo(code=CODES[GraphmemError].exit)
    assert "went another way" in said and "Every step" not in said


def test_the_story_as_json():
    said = json.loads(demo("--json"))
    assert len(said["commands"]) == 3 and len(said["steps"]) > 15
    outcomes = [o for step in said["steps"] for o in step.get("outcomes", ())]
    assert {"added", "ended", "noted", "withdrawn"} <= {o["action"] for o in outcomes}


def test_the_story_is_told_on_neo4j_and_leaves_others_alone(neo4j_uri):
    assert "Every step came out as told" in demo("--db", neo4j_uri)
    with graphmem.open(neo4j_uri) as memory:
        for user in ("ana", "lin", "graphmem demo"):
            memory.forget(user=user)
        memory.remember("I live in Oslo.", user="ana")
        assert "was not made by the demo" in demo("--db", neo4j_uri, code=CODES[Conflict].exit)
        assert [f.text for f in memory.facts(user="ana")] == ["user lives in Oslo"]
        memory.forget(user="ana")
