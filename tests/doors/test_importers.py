"""Conversations of other programs: known by their shape, taken in with their times, and never twice."""

from __future__ import annotations

import copy
import json
import os
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import graphmem
from graphmem.doors.cli import app

AT = 1_714_725_600  # 2024-05-03T08:40:00Z


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """An empty folder to work in, words alone as vectors."""
    for name in [n for n in os.environ if n.startswith("GRAPHMEM_") and "NEO4J" not in n]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "hash")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def take_in(
    given: Any, *more: str, user: str = "ana", name: str = "conversations.json", code: int = 0
) -> str:
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    Path(name).write_text(text, "utf-8")
    done = CliRunner().invoke(app, ["import", name, "--user", user, *more])
    assert done.exit_code == code, (done.output, done.exception)
    return done.stdout if code == 0 else done.stderr


def known(user: str = "ana") -> set[str]:
    with graphmem.open("memory.db") as memory:
        return {f.text for f in memory.facts(user=user)}


def turns(user: str = "ana") -> list[tuple[str, str, str, datetime]]:
    """(session, role, text, time) of all that is kept, oldest first."""
    with graphmem.open("memory.db") as memory:
        found = [(e.session, t.role, t.text, t.at) for e in memory.episodes(user=user) for t in e.turns]
    return sorted(found, key=lambda t: (t[0], t[3]))


# -- ChatGPT ---------------------------------------------------------------------------------------


def node(role: str, *parts: Any, parent: str | None, at: float | None = AT, **more: Any) -> dict[str, Any]:
    """One node of a tree; `more` is of its message."""
    content = {"content_type": "text", "parts": list(parts)}
    message = {"author": {"role": role}, "create_time": at, "content": content, **more}
    return {"message": message, "parent": parent, "children": []}


def tree(**nodes: Any) -> dict[str, Any]:
    """A conversation that shows its last node."""
    mapping = {"root": {"message": None, "parent": None, "children": []}, **nodes}
    for name, one in mapping.items():
        if one.get("parent") in mapping:
            mapping[one["parent"]]["children"].append(name)
    return {
        "title": "Moving",
        "create_time": AT - 5,
        "mapping": mapping,
        "current_node": list(mapping)[-1],
        "conversation_id": "11111111-2222-3333-4444-555555555555",
    }


CHATGPT = [
    tree(
        rules=node("system", "You are helpful.", parent="root", at=None),
        first=node("user", "I live in Lyon.", parent="rules"),
        other=node("assistant", "In Rome, then?", parent="first", at=AT + 10),
        edited=node("user", "I live in Lyon. My sister is called Mei.", parent="rules", at=AT + 60),
        thinking=node("assistant", parent="edited", at=AT + 61, content={"content_type": "thoughts", "thoughts": []}),
        search=node("assistant", "search('Lyon')", parent="thinking", at=AT + 62, recipient="browser"),
        found=node("tool", "Lyon is a city. I live in Bergen.", parent="search", at=AT + 63),
        hidden=node("user", "I live in Oslo.", parent="found", at=AT + 64, weight=0),
        answer=node("assistant", "How is Lyon?", parent="hidden", at=AT + 65.25),
        picture=node("user", {"content_type": "image_asset_pointer", "asset_pointer": "file-1"},
                     "I moved from Lyon to Turin.", parent="answer", at=None,
                     content={"content_type": "multimodal_text", "parts": [{"asset_pointer": "file-1"},
                                                                          "I moved from Lyon to Turin."]}),
    ),
    {**tree(first=node("user", "我们把数据库从 MySQL 换成了 PostgreSQL。", parent="root", at=AT + 500),
            last=node("assistant", "好的。", parent="first", at=AT + 510)),
     "title": "数据库", "conversation_id": None, "id": "zh-1"},
]  # fmt: skip


def test_of_a_chatgpt_tree_the_branch_shown_is_taken_with_its_times():
    told = json.loads(take_in(CHATGPT, "--json"))
    assert told["messages"] == 5
    kept = turns()
    assert [(role, text) for session, role, text, _ in kept if "1111" in session] == [
        ("user", "I live in Lyon. My sister is called Mei."),
        ("assistant", "How is Lyon?"),
        ("user", "I moved from Lyon to Turin."),
    ]
    assert kept[0][3] == datetime.fromtimestamp(AT + 60, UTC)
    assert kept[2][3] == datetime.fromtimestamp(AT + 65.25, UTC)  # of the one before
    assert {"user lives in Turin", "用户使用PostgreSQL"} <= known()
    assert not any(city in text for text in known() for city in ("Rome", "Oslo", "Bergen", "Lyon"))
    with graphmem.open("memory.db") as memory:
        assert [
            str(f.object) for f in memory.facts("user", "lives_in", user="ana", as_of="2024-05-03T08:42:00Z")
        ]


def test_the_same_export_again_changes_nothing_and_a_longer_one_adds_what_is_new():
    take_in(CHATGPT)
    before, facts = turns(), known()
    assert "already known: nothing has changed" in take_in(CHATGPT)
    assert (turns(), known()) == (before, facts)
    longer = copy.deepcopy(CHATGPT)
    longer[0]["mapping"]["next"] = node("user", "I like jazz.", parent="picture", at=AT + 900)
    longer[0]["current_node"] = "next"
    assert json.loads(take_in(longer, "--json"))["turns"] == 1
    assert len(turns()) == len(before) + 1 and "user likes jazz" in known()


def test_one_conversation_alone_and_one_without_a_current_node_are_taken():
    alone = copy.deepcopy(CHATGPT[0])
    del alone["current_node"]
    take_in(json.dumps(alone, indent=2))
    assert "user lives in Turin" in known()


def test_two_peoples_exports_stay_apart():
    take_in(CHATGPT, user="ana")
    take_in(CLAUDE, user="lin")
    assert not known("ana") & known("lin")
    assert {t[0].split()[0] for t in turns("ana")} == {"chatgpt"}
    assert {t[0].split()[0] for t in turns("lin")} == {"claude"}


# -- Claude ----------------------------------------------------------------------------------------


def message(sender: str, text: str, at: str | None, **more: Any) -> dict[str, Any]:
    return {"uuid": "m", "sender": sender, "text": text, "created_at": at, "attachments": [], **more}


CLAUDE = [
    {
        "uuid": "aaaaaaaa-0000-0000-0000-000000000001",
        "name": "Work",
        "created_at": "2024-05-03T10:00:00.123456Z",
        "chat_messages": [
            message("human", "", "2024-05-03T10:00:01Z", content=[{"type": "text", "text": "I work at Orbit Foods."}]),
            message("assistant", "Since when?", "2024-05-03T10:00:05Z", content=[
                {"type": "thinking", "thinking": "They live in Rome."},
                {"type": "tool_use", "name": "search", "input": {"q": "Orbit"}},
                {"type": "text", "text": "Since when?"}]),
            message("human", "我住在杭州，平时用 Python 写 backend。", None),
            message("human", "", "2024-05-03T10:02:00Z"),
        ],
    },
    {"uuid": "aaaaaaaa-0000-0000-0000-000000000002", "name": "", "created_at": "2024-05-04T10:00:00Z",
     "chat_messages": []},
]  # fmt: skip


def test_a_claude_export_is_taken_with_its_times():
    told = json.loads(take_in(CLAUDE, "--json"))
    assert told["messages"] == 3
    assert [(role, text) for _, role, text, _ in turns()] == [
        ("user", "I work at Orbit Foods."),
        ("assistant", "Since when?"),
        ("user", "我住在杭州，平时用 Python 写 backend。"),
    ]
    assert turns()[2][3] == datetime(2024, 5, 3, 10, 0, 5, tzinfo=UTC)
    assert {"user works at Orbit Foods", "用户住在杭州"} <= known()
    assert not any("Rome" in text for text in known())
    assert "already known: nothing has changed" in take_in(CLAUDE)


# -- chat logs, a line a message -------------------------------------------------------------------

LINES = [
    {"role": "system", "content": "Be kind.", "created_at": "2024-05-03T10:00:00Z"},
    {"role": "user", "content": "I live in Lyon.", "created_at": "2024-05-03T10:00:00+02:00", "id": 7},
    {"role": "ai", "content": [{"type": "text", "text": "Nice."}], "timestamp": AT + 100},
    {"role": "tool", "content": "I live in Rome."},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}], "created_at": "2024-05-03T10:01:00Z"},
    {"role": "human", "content": "我搬到杭州了。", "timestamp": (AT + 200) * 1000, "conversation_id": "two"},
    {"role": "user", "content": "我的 stack 是 Python。I use PostgreSQL.", "time": "2024-05-04"},
]


def lines(given: list[Any]) -> str:
    return "\n".join(
        line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in given
    )


def test_chat_lines_are_known_by_their_time():
    told = json.loads(take_in(lines(LINES), "--json", name="log.jsonl"))
    assert told["messages"] == 4
    kept = turns()
    assert {session for session, *_ in kept} == {"import", "two"}
    assert kept[0][3] == datetime(2024, 5, 3, 8, tzinfo=UTC)
    assert [t[3] for t in kept if t[0] == "two"] == [datetime.fromtimestamp(AT + 200, UTC)]
    assert {"用户住在杭州", "user uses PostgreSQL"} <= known() and not any("Rome" in t for t in known())
    assert "already known" in take_in(lines(LINES), name="log.jsonl")


# -- what is broken --------------------------------------------------------------------------------


def test_chat_lines_may_begin_with_a_system_prompt_without_a_time():
    said = {"role": "user", "content": "I live in Turin. 我喜欢火锅。", "created_at": "2024-05-03T10:00:00Z"}
    prompt = {"role": "system", "content": "You are kind."}
    assert take_in(lines([prompt, {**prompt, "role": "developer"}, said]), name="chat.jsonl")
    assert known() == {"user lives in Turin", "用户喜欢火锅"}
    assert "at is None" in take_in(lines([prompt]), name="chat.jsonl", code=2)


def broken(change: Any) -> list[Any]:
    given = copy.deepcopy(CHATGPT)
    change(given)
    return given


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (json.dumps(CHATGPT)[:-40], "conversations.json:1:"),
        ("[]", "has no conversations"),
        (json.dumps(CHATGPT, indent=1).replace('"title": "Moving",', '"title": "Moving"'), ":4:3: not JSON"),
        (broken(lambda g: g.append({"hello": 1})), "conversation 3: an object with hello is no conversation"),
        (broken(lambda g: g.insert(0, "x")), 'conversation 1: "x" is no conversation'),
        (broken(lambda g: g[0].update(current_node="gone")), "conversation 1 ('Moving'): current_node is 'gone'"),
        (
            broken(lambda g: g[1]["mapping"]["last"].update(parent="gone")),
            "conversation 2 ('数据库'): node 'last' has the parent 'gone', which mapping does not hold",
        ),
        (
            broken(lambda g: g[0]["mapping"]["rules"].update(parent="picture")),
            "conversation 1 ('Moving'): node 'picture' is its own ancestor",
        ),
        (
            broken(lambda g: g[0]["mapping"]["answer"]["message"].update(create_time="soon")),
            "conversation 1 ('Moving'), node 'answer': create_time='soon' is not a date",
        ),
        (
            broken(lambda g: g[0]["mapping"]["edited"]["message"].pop("author")),
            "conversation 1 ('Moving'), node 'edited': message has no author.role",
        ),
        (
            [{**CLAUDE[0], "chat_messages": [message("robot", "x", "2024")]}],
            "conversation 1 ('Work'), message 1: sender is 'robot'",
        ),
        ([{**CLAUDE[0], "chat_messages": [7]}], "message 1: 7 is not an object"),
        ([{**CLAUDE[0], "created_at": None, "chat_messages": [message("human", "x", None)]}], "created_at"),
        ([CLAUDE[1]], "no messages of a user or an assistant"),
        (lines([*LINES, {"role": "user", "content": "x"}]), "line 8: no time: give one of created_at"),
        (lines([*LINES, {**LINES[1], "role": "robot"}]), "line 8: role is 'robot'"),
        (lines([*LINES, {**LINES[1], "created_at": True}]), "line 8: created_at is True"),
        (lines([*LINES, {**LINES[1], "created_at": 1e30}]), "line 8: created_at is 1e+30"),
        (lines([*LINES, "{oops"]), "line 8: not JSON"),
        (lines([*LINES, "[" * 100_000]), "line 8: not JSON"),
        ("[" * 100_000, "not JSON"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_naming_the_place_and_nothing_is_written(given, words, place):
    said = take_in(given, code=2)
    assert words in said and "Traceback" not in said
    assert [p.name for p in place.iterdir()] == ["conversations.json"]


def test_of_many_wrong_places_ten_are_named():
    said = take_in(lines([LINES[1], *["{"] * 12]), code=2)
    assert "line 11:" in said and "line 12:" not in said and "2 more places" in said


def test_a_packed_export_says_what_to_do(place):
    with zipfile.ZipFile("export.zip", "w") as packed:
        packed.writestr("conversations.json", json.dumps(CHATGPT))
    done = CliRunner().invoke(app, ["import", "export.zip", "--user", "ana"])
    assert done.exit_code == 2 and "export.zip is a ZIP file: unpack it" in done.stderr
