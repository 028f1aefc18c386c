"""The short-term tier: what may be added, pauses, repeated imports, closing and eviction."""

from __future__ import annotations

import gc
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from graphmem.errors import Conflict, InvalidInput, NotFound, Unavailable
from graphmem.model import ChangeSet, Message, Role
from graphmem.session import SessionSettings
from tests.session_desk import START, Desk, shown

# -- adding ------------------------------------------------


def test_a_message_has_its_role_name_and_the_time_of_the_clock() -> None:
    chat = Desk().chat()
    assert chat.add("user", "我住在都灵", name="小林") == Message("user", "我住在都灵", START, "小林")
    assert chat.messages == [Message("user", "我住在都灵", START, "小林")]


@pytest.mark.parametrize(
    ("at", "read"),
    [
        ("2026-05-01T10:00:00+08:00", datetime(2026, 5, 1, 10, tzinfo=timezone(timedelta(hours=8)))),
        ("2026-05-01", datetime(2026, 5, 1, tzinfo=UTC)),
        (datetime(2026, 5, 1, 10), datetime(2026, 5, 1, 10, tzinfo=UTC)),
    ],
)
def test_a_given_time_keeps_its_zone_and_is_utc_without_one(at: Any, read: datetime) -> None:
    message = Desk().chat().add("user", "hi", at=at)
    assert message.at == read and message.at.utcoffset() == read.utcoffset()


def test_times_may_go_backwards() -> None:
    desk = Desk()
    chat = desk.chat()
    for at in ("2026-05-03", "2026-05-01", "2026-05-03T00:01"):
        chat.add("user", f"said {at}", at=at)
    assert len(chat.messages) == 3 and desk.ledger.tries == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("robot", "hi"), "role"),
        (("document", "hi"), "role"),
        (("user", " \n\u3000"), "content"),
        (("user", None), "content"),
        (("user", "hi", "next week"), "at"),
        (("user", "hi", None, 7), "name"),
    ],
)
def test_a_wrong_message_is_refused_by_the_name_of_the_argument(
    arguments: tuple[Any, ...], named: str
) -> None:
    chat = Desk().chat()
    with pytest.raises(InvalidInput, match=rf"^{named}\b"):
        chat.add(*arguments)
    assert chat.messages == [] and chat.pending == 0


def test_a_lone_surrogate_is_replaced_and_a_pair_joined() -> None:
    assert Desk().chat().add("user", "猫\ud83d\ude00 \ud800!").content == "猫😀 \ufffd!"


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        ("window", 0),
        ("idle", timedelta(0)),
        ("idle", 7200),
        ("max_tokens", 0),
        ("compress_at", 0),
        ("compress_at", 1.5),
        ("tool_result_tokens", -1),
        ("max_sessions", True),
    ],
)
def test_a_wrong_setting_is_refused_by_name(limit: str, value: Any) -> None:
    with pytest.raises(InvalidInput, match=limit):
        SessionSettings(**{limit: value})


@pytest.mark.parametrize(
    ("namespace", "id", "named"), [("", "s", "namespace"), (" ", "s", "namespace"), ("a", "", "id")]
)
def test_a_blank_namespace_or_id_is_refused(namespace: str, id: str, named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        Desk().sessions.get(namespace, id)


# -- idle ------------------------------------------------


def test_a_pause_commits_the_stretch_before_and_starts_a_fresh_window_keeping_the_summary() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "I live in Turin.")
    chat.add("tool", "42 rows", name="sql")
    chat.working.set_intent("find a flat")
    desk.clock.pass_by(hours=2, seconds=1)
    chat.add("user", "早上好")
    assert desk.ledger.texts == [["I live in Turin.", "42 rows"]]
    assert shown(chat) == ["早上好"]
    assert chat.summary == "user: I live in Turin."
    assert (chat.working.intent, chat.working.tool, chat.working.last_result) == ("", "", "")


def test_two_hours_exactly_are_no_pause() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "one")
    desk.clock.pass_by(hours=2)
    chat.add("user", "two")
    assert desk.ledger.tries == 0 and shown(chat) == ["one", "two"]


def test_asking_for_context_after_a_pause_commits_too() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "one")
    desk.clock.pass_by(hours=3)
    assert chat.context("where?", max_tokens=200) == ""
    assert desk.asked == [("where?", 200)]
    assert desk.ledger.texts == [["one"]] and len(chat.committed) == 1


def test_an_import_pauses_by_the_times_of_its_messages() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "one", at="2023-05-01T10:00")
    chat.add("user", "two", at="2023-05-01T10:05")
    chat.add("user", "three", at="2023-05-02")
    assert desk.ledger.texts == [["one", "two"]]


def test_a_pause_of_the_clock_counts_whatever_times_are_given() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "one", at="2023-05-01T10:00")
    desk.clock.pass_by(hours=3)
    chat.add("user", "two", at="2023-05-01T10:05")
    assert desk.ledger.texts == [["one"]]


def test_an_old_message_is_not_a_pause_for_what_is_asked_now() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "I live in Turin.", at="2023-05-01")
    chat.add("user", "hello")
    assert chat.context("Where do I live?") == "I live in Turin.\nhello"
    assert desk.ledger.tries == 0


def test_a_pause_whose_commit_fails_loses_nothing_and_the_next_call_tries_again() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "one")
    desk.clock.pass_by(hours=3)
    desk.ledger.down = True
    chat.add("user", "two")
    assert chat.pending == 2 and desk.ledger.tries == 1
    desk.ledger.down = False
    chat.context("anything")
    assert desk.ledger.texts == [["one"]] and chat.pending == 1


# -- importing again ------------------------------------------------


def test_the_same_import_again_adds_nothing_but_its_own_repetitions_count() -> None:
    desk = Desk()
    lines: list[tuple[Role, str]] = [
        ("user", "哈哈"),
        ("user", "哈哈"),
        ("assistant", "ok"),
        ("user", "I live in Turin."),
    ]
    for _ in range(3):
        with desk.chat() as chat:
            for role, text in lines:
                chat.add(role, text, at="2026-05-01")
    assert desk.ledger.of("s1") == [(n, text) for n, (_, text) in enumerate(lines)]
    with desk.chat() as chat:
        chat.add("user", "哈哈", at="2026-05-02")
    assert desk.ledger.of("s1")[-1] == (4, "哈哈")


def test_a_message_without_a_given_time_is_always_new() -> None:
    desk = Desk()
    for _ in range(2):
        with desk.chat() as chat:
            chat.add("user", "yes")
    assert desk.ledger.of("s1") == [(0, "yes"), (1, "yes")]


def test_an_import_repeated_after_a_failure_completes_it() -> None:
    desk = Desk()
    desk.ledger.down = True
    with pytest.raises(Unavailable), desk.chat() as chat:
        chat.add("user", "one", at="2026-05-01")
        chat.add("user", "two", at="2026-05-01")
    desk.ledger.down = False
    with desk.chat() as chat:
        for text in ("one", "two", "three"):
            chat.add("user", text, at="2026-05-01")
    assert desk.ledger.of("s1") == [(0, "one"), (1, "two"), (2, "three")]


# -- closing, evicting, forgetting ------------------------------------------------


def test_closing_commits_and_its_id_opens_a_new_session() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "one")
    assert [o.text for o in chat.close().added] == ["one"]
    assert chat.closed and chat.close() == ChangeSet()
    for use in (lambda: chat.add("user", "two"), lambda: chat.context("two"), chat.__enter__):
        with pytest.raises(Conflict, match="closed"):
            use()
    assert len(desk.sessions) == 0
    assert desk.chat() is not chat and desk.chat().messages == []


def test_closing_with_the_store_down_raises_and_leaves_it_open() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "one")
    desk.ledger.down = True
    with pytest.raises(Unavailable):
        chat.close()
    desk.ledger.down = False
    chat.add("user", "two")
    chat.close()
    assert desk.ledger.of("s1") == [(0, "one"), (1, "two")]


def test_sessions_of_two_users_with_one_name_are_two() -> None:
    desk = Desk()
    desk.chat("s1", "alice").add("user", "My cat is called Miso.")
    bob = desk.chat("s1", "bob")
    assert bob.messages == [] and desk.chat("s1", "alice") is not bob
    desk.sessions.flush()
    assert [(s[0], s[4]) for s in desk.ledger.stretches] == [("alice", ["My cat is called Miso."])]


def test_a_session_without_an_id_gets_one_of_its_own() -> None:
    sessions = Desk().sessions
    assert len({sessions.get("ana").id for _ in range(50)}) == 50


def test_the_least_recently_used_session_is_evicted_and_committed() -> None:
    desk = Desk(max_sessions=2)
    for id in ("a", "b"):
        desk.chat(id).add("user", f"in {id}")
    desk.chat("a")
    desk.chat("c")
    assert desk.ledger.texts == [["in b"]] and len(desk.sessions) == 2
    assert shown(desk.chat("a")) == ["in a"]
    gc.collect()
    assert shown(desk.chat("b")) == []


def test_an_eviction_whose_commit_fails_keeps_the_session() -> None:
    desk = Desk(max_sessions=1)
    desk.chat("a").add("user", "in a")
    desk.ledger.down = True
    desk.chat("b").add("user", "in b")
    assert len(desk.sessions) == 2
    assert shown(desk.chat("a")) == ["in a"]
    desk.ledger.down = False
    desk.chat("c")
    assert len(desk.sessions) == 1
    assert sorted(desk.ledger.texts) == [["in a"], ["in b"]]


def test_a_session_evicted_while_in_use_comes_back_with_its_next_message() -> None:
    desk = Desk(max_sessions=1)
    held = desk.chat("a")
    held.add("user", "one")
    desk.chat("b")
    assert len(desk.sessions) == 1
    held.add("user", "two")
    desk.sessions.flush()
    assert desk.ledger.of("a") == [(0, "one"), (1, "two")]
    desk.chat("b")
    assert desk.chat("a") is held


def test_a_message_added_while_its_session_is_evicted_is_not_lost() -> None:
    desk = Desk(max_sessions=1)
    chat = desk.chat("a")
    chat.add("user", "one")

    def late() -> None:
        desk.ledger.meanwhile = lambda: None
        chat.add("user", "two")

    desk.ledger.meanwhile = late
    desk.chat("b")
    desk.sessions.flush()
    assert desk.ledger.of("a") == [(0, "one"), (1, "two")]


def test_flush_commits_every_session_and_tells_the_first_failure_after_trying_all() -> None:
    desk = Desk()
    for id in ("a", "b", "c"):
        desk.chat(id).add("user", f"in {id}")
    desk.ledger.down = True
    with pytest.raises(Unavailable) as raised:
        desk.sessions.flush()
    assert desk.ledger.tries == 3 and "3 session(s)" in raised.value.__notes__[0]
    desk.ledger.down = False
    desk.sessions.flush()
    assert desk.ledger.texts == [["in a"], ["in b"], ["in c"]]


def test_closing_all_commits_and_refuses_what_comes_later() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "one")
    desk.sessions.close()
    assert desk.ledger.texts == [["one"]] and chat.closed
    with pytest.raises(Conflict):
        desk.chat("other")


def test_what_is_discarded_is_gone_from_window_summary_results_and_outbox() -> None:
    desk = Desk(window=1)
    for user in ("ana", "bob"):
        chat = desk.chat("s1", user)
        chat.add("user", "Remember this: my PIN hint is blue")
        chat.add("tool", "blue " * 900, name="vault")
    desk.sessions.discard("ana")
    ana, bob = desk.chat("s1", "ana"), desk.chat("s1", "bob")
    assert (ana.messages, ana.summary, ana.committed, ana.pending) == ([], "", [], 0)
    assert ana.working.tool == ana.working.last_result == ""
    with pytest.raises(NotFound):
        ana.result("result-1")
    assert bob.pending == 1 and "blue" in bob.summary and bob.result("result-1")
    ana.add("user", "later")
    assert [first for user, _, first, *_ in desk.ledger.stretches if user == "ana"] == [0]
    ana.commit()
    assert desk.ledger.stretches[-1] == ("ana", "s1", 2, False, ["later"])


def test_a_sealed_stretch_is_committed_by_itself_whatever_is_added_before_its_turn() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "我喜欢爵士乐")
    chat.seal()
    chat.add("assistant", "Do you play?")
    chat.retry()
    assert desk.ledger.texts == [["我喜欢爵士乐"]] and chat.pending == 1
    chat.add("user", "Yes")
    chat.seal()
    desk.ledger.down = True
    chat.retry()
    assert isinstance(chat.failure, Unavailable) and chat.pending == 2
    desk.ledger.down = False
    chat.retry()
    assert desk.ledger.texts[1:] == [["Do you play?", "Yes"]] and chat.failure is None
