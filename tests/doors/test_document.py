"""Importing a document from a file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

import graphmem
from graphmem.doors.cli import app

TEXT = """# Lamps

The lamp controller stands in the fourth cabinet of the long hall, and only those with the brass key reach it
when the guard has opened the door for them, which is done once in the morning and once at night.

# 值班

夜班由小林负责，每周一凌晨重启一次控制器，重启之前要先打电话通知港口调度室，得到同意之后才能动手，不能自己决定。
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """An empty folder to work in, words alone as vectors."""
    for name in [n for n in os.environ if n.startswith("GRAPHMEM_") and "NEO4J" not in n]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "hash")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def take_in(file: str, *more: str, code: int = 0, stdin: bytes | None = None) -> str:
    done = CliRunner().invoke(app, ["import", file, "--user", "ana", *more], input=stdin)
    assert done.exit_code == code, (done.output, done.exception)
    return done.stdout if code == 0 else done.stderr


def kept() -> list[tuple[str, int]]:
    with graphmem.open("memory.db") as memory:
        return sorted((e.session, len(e.turns)) for e in memory.episodes(user="ana"))


@pytest.mark.parametrize("file", ["lamps.md", "lamps.MARKDOWN", "lamps.txt"])
def test_a_document_is_known_by_its_suffix(file):
    Path(file).write_text(TEXT, "utf-8")
    assert take_in(file) == f"{file}: passages: 2 added\n"
    assert kept() == [(file, 2)]
    assert take_in(file) == f"{file}: passages: 2 kept\nalready known: nothing has changed\n"
    Path(file).write_text(TEXT.replace("fourth", "fifth"), "utf-8")
    assert take_in(file) == f"{file}: passages: 1 added, 1 removed, 1 kept\n"


def test_a_document_answers_in_json_with_every_outcome_if_asked():
    Path("lamps.md").write_text(TEXT, "utf-8")
    told = json.loads(take_in("lamps.md", "--json", "--at", "2026-01-05"))
    assert (told["document"], told["passages"]) == ("lamps.md", {"added": 2, "removed": 0, "kept": 0})
    assert told["episode"] and told["outcomes"] is None
    told = json.loads(take_in("lamps.md", "--json", "--outcomes"))
    assert [o["action"] for o in told["outcomes"]] == ["skipped", "skipped"]
    with graphmem.open("memory.db") as memory:
        assert memory.episodes(user="ana")[0].occurred_at.isoformat() == "2026-01-05T00:00:00+00:00"


def test_a_document_may_come_from_anywhere_and_be_called_anything():
    Path("notes").mkdir()
    Path("notes/lamps").write_text(TEXT, "utf-8")
    take_in("./notes/lamps", "--as", "document")
    take_in("-", "--as", "document", "--name", "灯", stdin=b"\xef\xbb\xbf" + TEXT.encode())
    assert kept() == [("notes/lamps", 2), ("灯", 2)]
    done = CliRunner().invoke(app, ["forget", "--episode", "notes/lamps", "--user", "ana", "--yes"])
    assert done.exit_code == 0, done.output
    assert kept() == [("灯", 2)]


def test_a_conversation_may_have_the_suffix_of_a_document():
    line = {"role": "user", "content": "I live in Lyon.", "at": "2024-03-04"}
    Path("chat.txt").write_text(json.dumps(line), "utf-8")
    assert take_in("chat.txt", "--as", "messages").startswith("1 messages: 1 turns kept")


def test_a_document_of_a_paused_memory_is_told_as_not_kept():
    Path("lamps.md").write_text(TEXT, "utf-8")
    CliRunner().invoke(app, ["pause", "--user", "ana"])
    assert take_in("lamps.md") == (
        "lamps.md: nothing was kept (paused: nothing is remembered until `resume`)\n"
    )
    told = json.loads(take_in("lamps.md", "--json"))
    assert told["passages"] == {"added": 0, "removed": 0, "kept": 0}
    assert told["skipped"] == {"paused: nothing is remembered until `resume`": 1}
    assert kept() == []


def test_masked_values_are_told():
    Path("guards.md").write_text("# Guards\n\nCall Bo on 13812345678.\n", "utf-8")
    told = take_in("guards.md").splitlines()
    assert told[0] == "guards.md: passages: 1 added" and told[1].startswith("masked before anything")
    assert "already known" in take_in("guards.md")


@pytest.mark.parametrize(
    ("content", "more", "words"),
    [
        (b"", (), "x.md is empty"),
        (b" \n\t\n", (), "x.md is empty"),
        (b"---\n\n---\n", (), "no words to keep"),
        (b"%PDF-1.7\n\x00\x01", (), "x.md is a binary file"),
        ("灯\n亮了".encode("gbk"), (), "x.md:1 is not UTF-8"),
        (b"lamp " * 1_000_000, (), "x.md is too large: a document has at most 1,000,000 characters"),
        (b"lamp " * 300_000, (), "at most 1,000,000 are taken"),
        (b"lamp\x1b[31m", (), "control character"),
        (b"lamp", ("--at", "yesterday"), "at='yesterday' is not a date"),
        (b"lamp", ("--as", "picture"), "as='picture' must be one of messages, document"),
        (b"lamp", ("--name", " "), "name is blank"),
        (b"{}", ("--as", "messages", "--name", "x"), "--name and --at are of a document"),
    ],
    ids=lambda v: str(v)[:20],
)
def test_what_is_no_document_is_refused_and_nothing_is_written(content, more, words, place):
    Path("x.md").write_bytes(content)
    said = take_in("x.md", *more, code=2)
    assert words in said and "Traceback" not in said
    assert not (place / "memory.db").exists() or kept() == []


def test_a_document_that_is_missing_or_nameless_is_refused(place):
    assert "missing.md cannot be read" in take_in("missing.md", code=2)
    assert "Give --name" in take_in("-", "--as", "document", code=2, stdin=b"Words.")
    assert list(place.iterdir()) == []
