"""Importing a conversation: checked whole, taken in once, and nothing acknowledged is lost."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

import graphmem
from graphmem.doors.cli import app

ROOT = Path(__file__).parents[2]
MAIN = "from graphmem.doors.cli import main; main()"
BEGIN = datetime(2024, 3, 4, 9, tzinfo=UTC)
TALK = [
    {"role": "user", "content": "I live in Lyon.", "at": "2024-03-04T09:00:00+01:00", "session": "spring"},
    {"role": "assistant", "content": "You live in Paris?", "at": "2024-03-04T09:01:00+01:00", "session": "spring"},
    {"role": "user", "content": "我们的数据库从 MySQL 换成了 PostgreSQL。", "at": "2024-05-02", "session": "summer"},
    {"role": "user", "content": "I moved from Lyon to Turin.", "at": "2024-05-03", "session": "summer"},
    {"role": "user", "content": "I might move to Berlin.", "at": "2024-05-04", "session": "summer"},
    {"role": "user", "name": "Bo", "content": "I like chess.", "at": "2024-05-05", "session": 3},
]  # fmt: skip


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """An empty folder to work in, words alone as vectors."""
    for name in [n for n in os.environ if n.startswith("GRAPHMEM_") and "NEO4J" not in n]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "hash")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(lines: Iterable[object], name: str = "chat.jsonl") -> str:
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    Path(name).write_text("\n".join(texts), "utf-8")
    return name


def take_in(file: str, *more: str, code: int = 0, stdin: bytes | None = None) -> str:
    done = CliRunner().invoke(app, ["import", file, "--user", "ana", *more], input=stdin)
    assert done.exit_code == code, (done.output, done.exception)
    return done.stdout if code == 0 else done.stderr


def known() -> set[str]:
    with graphmem.open("memory.db") as memory:
        return {f.text for f in memory.facts(user="ana")}


def turns() -> int:
    """Turns committed so far, read from outside."""
    try:
        with sqlite3.connect("file:memory.db?mode=ro", uri=True) as file:
            return int(file.execute("SELECT count(*) FROM turn").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def chatter(count: int) -> list[dict[str, str]]:
    """A long talk in one session, a minute between messages."""
    return [
        {
            "role": "user",
            "content": f"I like board game {i}."
            if i % 10 == 0
            else f"Message {i}: it rains, and we talk on.",
            "at": (BEGIN + timedelta(minutes=i)).isoformat(),
            "session": "long",
        }
        for i in range(count)
    ]


def test_a_conversation_becomes_episodes_and_facts():
    told = json.loads(take_in(write(TALK), "--json", "--outcomes"))
    assert (told["messages"], told["turns"]) == (6, 6)
    assert told["counts"]["added"] >= 4 and told["counts"]["noted"] == 1 and told["counts"]["ended"] >= 1
    assert all(outcome["reason"] for outcome in told["outcomes"])
    assert {"user lives in Turin", "用户使用PostgreSQL", "Bo likes chess"} <= known()
    assert not any("Paris" in text or "Lyon" in text for text in known())
    with graphmem.open("memory.db") as memory:
        kept = memory.episodes(user="ana")
        assert {e.session for e in kept} == {"spring", "summer", "3"}
        assert len(kept) == len(told["episodes"])
        first = min((t for e in kept for t in e.turns), key=lambda t: t.at)
        assert (first.at.isoformat(), first.offset) == ("2024-03-04T08:00:00+00:00", 60)


def test_counts_are_told_in_words():
    said = take_in(write(TALK))
    assert said.startswith("6 messages: 6 turns kept in ")
    assert " added" in said and " noted" in said


def test_the_same_again_changes_nothing_and_says_so():
    file = write(TALK)
    take_in(file)
    before, facts = turns(), known()
    said = take_in(file)
    assert "already known: nothing has changed" in said and "0 turns kept" in said
    assert (turns(), known()) == (before, facts)


def test_a_longer_file_adds_only_what_is_new():
    take_in(write(TALK[:4]))
    told = json.loads(take_in(write(TALK), "--json"))
    assert told["turns"] == 2 and turns() == 6
    assert told["outcomes"] is None


def test_a_file_of_hundreds_of_messages_counts_every_commit():
    told = json.loads(take_in(write(chatter(300)), "--json"))
    assert (told["messages"], told["turns"], turns()) == (300, 300, 300)
    assert told["counts"]["added"] == len(known()) > 20
    assert len(set(told["episodes"])) == len(told["episodes"]) > 10


def test_sessions_that_alternate_are_kept_apart():
    lines = [{**m, "session": f"s{i % 2}"} for i, m in enumerate(chatter(60))]
    assert json.loads(take_in(write(lines), "--json"))["turns"] == 60
    assert "already known" in take_in(write(lines))
    with graphmem.open("memory.db") as memory:
        for episode in memory.episodes(user="ana"):
            numbers = [int("".join(c for c in t.text if c.isdigit())) for t in episode.turns]
            assert {n % 2 for n in numbers} == {int(episode.session[1])}


def test_standard_input_a_byte_order_mark_and_blank_lines_are_taken():
    text = "\ufeff" + "\r\n\r\n".join(json.dumps(m, ensure_ascii=False) for m in TALK) + "\r\n"
    assert "6 messages: 6 turns" in take_in("-", stdin=text.encode())


GOOD = {"role": "user", "content": "I live in Turin.", "at": "2024-05-03"}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{oops", "not JSON"),
        ('["user", "hello"]', "not a JSON object"),
        ({**GOOD, "role": "robot"}, "role is 'robot': give one of user, assistant, system, tool"),
        ({"content": "x", "at": "2024"}, "role is None"),
        ({**GOOD, "content": " "}, "content is ' '"),
        ({**GOOD, "content": 7}, "content is 7"),
        ({"role": "user", "content": "你好"}, "at is None"),
        ({**GOOD, "at": "yesterday"}, "at='yesterday' is not a date"),
        ({**GOOD, "at": 1714725600}, "at is 1714725600"),
        ({**GOOD, "name": "x" * 400}, "name has 400 characters"),
        ({**GOOD, "name": ["Bo"]}, "name must be a text"),
        ({**GOOD, "session": {"id": 1}}, "session must be a text"),
        ({**GOOD, "session": True}, "session must be a text"),
        ({**GOOD, "speaker": "Bo"}, "unknown key 'speaker': known are role, content, at, name, session"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_malformed_line_is_named_and_nothing_is_written(line, words, place):
    said = take_in(write([GOOD, line, GOOD]), code=2)
    assert f"chat.jsonl:2: {words}" in said and "Traceback" not in said
    assert [p.name for p in place.iterdir()] == ["chat.jsonl"]


def test_all_malformed_lines_are_named_up_to_ten():
    said = take_in(write([GOOD, *["{"] * 12]), code=2)
    assert "chat.jsonl:2:" in said and "chat.jsonl:11:" in said and "chat.jsonl:12:" not in said
    assert "2 more lines" in said


def test_a_file_that_is_missing_empty_or_of_another_encoding_is_refused(place):
    assert "missing.jsonl cannot be read" in take_in("missing.jsonl", code=2)
    assert "no messages" in take_in(write([" ", ""]), code=2)
    Path("gbk.jsonl").write_bytes(json.dumps(GOOD).encode() + b"\n" + "用户".encode("gbk"))
    assert "gbk.jsonl:2 is not UTF-8" in take_in("gbk.jsonl", code=2)
    assert not (place / "memory.db").exists()


@pytest.mark.slow
def test_an_interrupted_import_keeps_what_was_committed_and_goes_on(place):
    file = write(chatter(900))
    # Started in the background of a shell, a run of these tests has SIGINT ignored, and hands that down.
    listening = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {MAIN}"
    command = [sys.executable, "-c", listening, "import", file, "--user", "ana"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while turns() == 0 and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, (out, err)
    assert "what was committed is kept" in err and "Traceback" not in err
    kept = turns()
    assert 0 < kept < 900
    told = json.loads(take_in(file, "--json"))
    assert told["turns"] == 900 - kept and turns() == 900


# -- LoCoMo's form ------------------------------------------------------------------------------

SAMPLE = {
    "conversation": {
        "speaker_a": "Mei",
        "speaker_b": "Tom",
        "session_2_date_time": "12:05 am on 1 January, 2024",
        "session_2": [{"speaker": "Tom", "dia_id": "D2:1", "text": "I live in Oslo now.", "blip_caption": "a fjord"}],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Mei", "dia_id": "D1:1", "text": "I live in 苏州. I like tea."},
            {"speaker": "Tom", "dia_id": "D1:2", "text": "I live in Bergen."},
        ],
        "session_3_date_time": "3:00 pm on 2 January, 2024",
        "session_3": [],
    },
    "qa": [
        {"question": "Where did Tom live?", "answer": "Bergen", "evidence": ["D1:02; D9:1"], "category": 2},
        {"question": "What is Tom's cat called?", "evidence": [], "category": 5, "adversarial_answer": "Po"},
    ],
}  # fmt: skip


def export(*arguments: str) -> subprocess.CompletedProcess[str]:
    script = [sys.executable, str(ROOT / "benchmarks" / "export.py"), "locomo", "data.json"]
    return subprocess.run([*script, *arguments], capture_output=True, text=True, timeout=60)


def test_a_public_conversation_is_exported_and_imported():
    Path("data.json").write_text(json.dumps([SAMPLE]), "utf-8")
    done = export("-o", "chat.jsonl", "--questions", "questions.jsonl")
    assert done.returncode == 0, done.stderr
    messages = [json.loads(line) for line in Path("chat.jsonl").read_text("utf-8").splitlines()]
    assert [(m["name"], m["session"], m["at"]) for m in messages] == [
        ("Mei", "1", "2023-05-08T13:56:00+00:00"),
        ("Tom", "1", "2023-05-08T13:57:00+00:00"),
        ("Tom", "2", "2024-01-01T00:05:00+00:00"),
    ]
    asked = [json.loads(line) for line in Path("questions.jsonl").read_text("utf-8").splitlines()]
    assert [(q["category"], q["evidence"], q["answer"]) for q in asked] == [
        (2, ["D1:2"], "Bergen"),
        (5, [], None),
    ]
    take_in("chat.jsonl")
    assert {"Tom lives in Oslo", "Mei likes tea"} <= known()


def test_a_conversation_that_is_not_there_is_an_error():
    Path("data.json").write_text(json.dumps([SAMPLE]), "utf-8")
    assert export("-o", "x.jsonl", "--conversation", "1").returncode == 2
    assert export("-o", "x.jsonl", "--captions").returncode == 0
    assert "[a fjord]" in Path("x.jsonl").read_text("utf-8")
