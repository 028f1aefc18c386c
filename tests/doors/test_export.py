"""Exporting and importing again, pausing and declining on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.doors.test_cli import answer, place, run, told

__all__ = ["place"]
pytestmark = pytest.mark.usefixtures("place")
TEXTS = ("I moved from Lyon to Turin in May.", "我喜欢火锅。", "我用 Python 写 backend。")


def remembered() -> str:
    """What is exported of ana, who said a little."""
    for text in TEXTS:
        run("add", text, "--user", "ana")
    return run("export", "--user", "ana")


def test_an_export_is_a_file_that_import_restores():
    lines = remembered()
    said = run("export", "--user", "ana", "-o", "ana.jsonl")
    assert said.startswith(f"ana.jsonl: {len(lines.splitlines())} lines")
    assert Path("ana.jsonl").read_text("utf-8") == lines and "火锅" in lines
    assert list(Path().glob(".*part")) == []
    restored = run("import", "ana.jsonl", "--db", "other.db")
    assert "turn: 3" in restored and "restored" in restored
    assert run("export", "--user", "ana", "--db", "other.db") == lines
    assert "unchanged" in run("import", "ana.jsonl", "--db", "other.db")
    assert "Turin" in run("recall", "Where do I live?", "--user", "ana", "--db", "other.db")


def test_an_export_is_recognised_on_standard_input_and_by_no_suffix():
    lines = remembered()
    done = json.loads(run("import", "-", "--json", "--db", "other.db", stdin=lines))
    assert set(done["counts"]) == {"added"}
    Path("ana.md").write_text(lines, "utf-8")
    assert "restored" in run("import", "ana.md", "--as", "export", "--user", "ana", "--db", "third.db")


def test_what_is_no_export_or_another_ones_is_refused():
    remembered()
    run("export", "--user", "ana", "-o", "ana.jsonl")
    assert "is of 'ana'" in told("import", "ana.jsonl", "--user", "ben", "--db", "other.db", code=2)
    run("add", "I like tea.", "--user", "ana")
    assert "'ana' is not empty" in told("import", "ana.jsonl", code=4)
    lines = Path("ana.jsonl").read_text("utf-8").splitlines()
    Path("bad.jsonl").write_text("\n".join([*lines[:4], "{", *lines[5:]]), "utf-8")
    said = told("import", "bad.jsonl", "--db", "third.db", code=2)
    assert "nothing was imported: bad.jsonl: line 5: not JSON" in said
    assert "nothing is kept of 'ben'" in told("export", "--user", "ben", code=3)
    assert "cannot be written" in told("export", "--user", "ana", "-o", "no/such/place", code=2)


def test_messages_and_documents_still_need_a_user():
    Path("chat.jsonl").write_text('{"role": "user", "content": "Hi", "at": "2024-06-01"}', "utf-8")
    Path("notes.md").write_text("# Lamps", "utf-8")
    for file in ("chat.jsonl", "notes.md"):
        assert "whose memory?" in told("import", file, code=2)


def test_a_pause_is_seen_by_the_next_command():
    assert "not paused" in run("pause", "--status", "--user", "ana")
    assert "nothing is remembered" in run("pause", "--user", "ana")
    assert answer("pause", "--status", "--user", "ana")["paused"] is True
    for text in TEXTS:
        assert "skipped" in run("add", text, "--user", "ana")
    assert "resumed" in run("resume", "--user", "ana")
    assert "added" in run("add", TEXTS[0], "--user", "ana")


def test_an_inferred_fact_is_declined():
    guess = ("add", "--fact", "user", "likes", "火锅", "--source", "inferred", "--user", "ana")
    fact = answer(*guess)["outcomes"][0]["fact"]
    assert "withdrawn" in run("decline", fact[:8], "--user", "ana")
    assert "declined before" in run(*guess)
    said = answer("add", "--fact", "user", "likes", "火锅", "--user", "ana")["outcomes"][0]["fact"]
    assert said == fact and "said outright" in told("decline", fact, "--user", "ana", code=4)


@pytest.mark.parametrize("name", [".", "there"])
def test_a_folder_is_no_file_to_write_to(name):
    Path("there").mkdir()
    remembered()
    assert f"{name!r} is a folder" in told("export", "--user", "ana", "-o", name, code=2)
    assert list(Path().glob(".*part")) == []
