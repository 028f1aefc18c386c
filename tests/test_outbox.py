"""The outbox: what commits, when, in what order, and what a failing store loses: nothing."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem import tokens
from graphmem.errors import Unavailable
from graphmem.model import ChangeSet
from graphmem.session import Session
from tests.session_desk import Clock, Desk, shown, size

# -- committing ------------------------------------------------


def test_a_commit_takes_what_was_added_since_the_last_with_running_ordinals() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "I moved to Turin.")
    chat.add("assistant", "Noted.")
    changes = chat.commit()
    chat.add("user", "我对花生过敏。")
    chat.commit()
    assert [o.text for o in changes.added] == ["I moved to Turin.", "Noted."]
    assert desk.ledger.stretches == [
        ("ana", "s1", 0, False, ["I moved to Turin.", "Noted."]),
        ("ana", "s1", 2, False, ["我对花生过敏。"]),
    ]


def test_a_commit_of_nothing_asks_no_store() -> None:
    desk = Desk()
    desk.ledger.down = True
    assert desk.chat().commit() == ChangeSet()
    assert desk.ledger.tries == 0


def test_leaving_with_commits_and_keeps_the_session() -> None:
    desk = Desk()
    with desk.chat() as chat:
        chat.add("user", "hello")
    assert desk.ledger.texts == [["hello"]]
    assert [c.outcomes[0].text for c in chat.committed] == ["hello"]
    with desk.chat() as again:
        assert shown(again) == ["hello"]


def test_leaving_with_commits_even_when_the_body_raised() -> None:
    desk = Desk()
    with pytest.raises(KeyError), desk.chat() as chat:
        chat.add("user", "我的猫叫咪咪")
        raise KeyError("body")
    assert desk.ledger.texts == [["我的猫叫咪咪"]]


def test_a_commit_that_fails_on_leaving_does_not_hide_the_error_of_the_body() -> None:
    desk = Desk()
    desk.ledger.down = True
    with pytest.raises(KeyError), desk.chat() as chat:
        chat.add("user", "hello")
        raise KeyError("body")
    assert chat.pending == 1 and isinstance(chat.failure, Unavailable)
    with pytest.raises(Unavailable), desk.chat():
        pass


def test_a_failed_commit_raises_keeps_the_messages_and_is_tried_again_as_it_was() -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "one")
    desk.ledger.down = True
    with pytest.raises(Unavailable):
        chat.commit()
    assert chat.pending == 1
    desk.ledger.down = False
    chat.add("user", "two")
    changes = chat.commit()
    assert desk.ledger.of("s1") == [(0, "one"), (1, "two")]
    assert desk.ledger.texts == [["one"], ["two"]]
    assert chat.pending == 0 and chat.failure is None
    assert [o.text for o in (*chat.committed[0].added, *changes.added)] == ["one", "two"]


def test_one_answer_tells_all_that_several_stretches_changed() -> None:
    desk = Desk()
    chat = desk.chat()
    desk.ledger.down = True
    chat.add("user", "Remember this: one")
    chat.add("user", "two")
    desk.ledger.down = False
    changes = chat.commit()
    assert [o.text for o in changes.added] == ["Remember this: one", "two"]
    assert (changes.episode, changes.sequence) == ("e2", 2)
    assert [(first, explicit) for _, _, first, explicit, _ in desk.ledger.stretches] == [
        (0, True),
        (1, False),
    ]


def test_what_succeeded_before_a_commit_failed_is_told_and_not_done_again() -> None:
    desk = Desk()
    chat = desk.chat()
    desk.ledger.down = True
    chat.add("user", "Remember this: one")
    chat.add("user", "two")
    desk.ledger.down, desk.ledger.fails_from = False, 4
    with pytest.raises(Unavailable):
        chat.commit()
    assert [o.text for c in chat.committed for o in c.added] == ["Remember this: one"]
    desk.ledger.fails_from = 0
    assert [o.text for o in chat.commit().added] == ["two"]


def test_an_interrupted_commit_leaves_the_messages_waiting() -> None:
    def interrupted(*_: Any) -> ChangeSet:
        raise KeyboardInterrupt

    chat = Session("ana", "s", commit=interrupted, context=lambda *_: "", clock=Clock(), count=tokens.count)
    chat.add("user", "one")
    with pytest.raises(KeyboardInterrupt):
        chat.commit()
    assert chat.pending == 1


@pytest.mark.parametrize("text", ["Please remember that I'm vegan.", "记住我吃素。", "please 记住 I'm vegan"])
def test_a_request_to_remember_commits_at_once_and_says_so(text: str) -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "hello")
    chat.add("user", text)
    chat.add("user", "do you remember me? 你还记得我吗？")
    assert desk.ledger.stretches == [("ana", "s1", 0, True, ["hello", text])]
    assert [o.text for o in chat.committed[0].added] == ["hello", text]


def test_only_the_user_can_ask_to_remember() -> None:
    desk = Desk()
    desk.chat().add("assistant", "Remember this: 记住 42")
    desk.chat().add("tool", "Remember this: 记住 42")
    assert desk.ledger.tries == 0


def test_a_failed_request_to_remember_is_still_one_when_it_succeeds() -> None:
    desk = Desk()
    chat = desk.chat()
    desk.ledger.down = True
    chat.add("user", "帮我记住明天交房租")
    desk.ledger.down = False
    chat.add("user", "thanks")
    assert desk.ledger.stretches == [("ana", "s1", 0, True, ["帮我记住明天交房租"])]
    assert chat.pending == 1 and chat.failure is None


def test_automatic_commits_are_told_up_to_the_last_hundred() -> None:
    chat = Desk().chat()
    for n in range(105):
        chat.add("user", f"Remember this: {n}")
    assert [c.sequence for c in chat.committed] == list(range(6, 106))


# -- threads ------------------------------------------------


def test_eight_threads_adding_to_one_session_lose_nothing() -> None:
    desk = Desk(max_tokens=600)
    chat = desk.chat()

    def speak(thread: int) -> None:
        for n in range(40):
            chat.add("user", f"Remember this: {thread}-{n}" if n % 10 == 9 else f"{thread}-{n}")
            if n % 7 == 0:
                chat.commit()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(speak, range(8)))
    chat.commit()
    told = desk.ledger.of("s1")
    assert [ordinal for ordinal, _ in told] == list(range(320))
    texts = [text.removeprefix("Remember this: ") for _, text in told]
    assert sorted(texts) == sorted(f"{t}-{n}" for t in range(8) for n in range(40))
    for thread in range(8):
        own = [text for text in texts if text.startswith(f"{thread}-")]
        assert own == [f"{thread}-{n}" for n in range(40)]
    assert size(chat) <= 360


def test_threads_on_few_places_for_many_sessions_lose_nothing() -> None:
    desk = Desk(max_sessions=2)

    def speak(thread: int) -> None:
        for n in range(30):
            desk.chat(f"s{n % 5}").add("user", f"{thread}-{n}")

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(speak, range(6)))
    desk.sessions.flush()
    told = sorted(text for texts in desk.ledger.texts for text in texts)
    assert told == sorted(f"{t}-{n}" for t in range(6) for n in range(30))
    assert len(desk.sessions) <= 2


def test_adding_does_not_wait_for_a_slow_commit() -> None:
    working, go = threading.Event(), threading.Event()

    def slow(*_: Any) -> ChangeSet:
        working.set()
        assert go.wait(10)
        return ChangeSet(episode="e")

    chat = Session("ana", "s", commit=slow, context=lambda *_: "", clock=Clock(), count=tokens.count)
    chat.add("user", "one")
    with ThreadPoolExecutor(1) as pool:
        commit = pool.submit(chat.commit)
        assert working.wait(10)
        chat.add("user", "two")
        assert not commit.done() and chat.pending == 2
        go.set()
        assert commit.result(10).episode == "e"
    assert chat.pending == 1


# -- for any sequence of events ------------------------------------------------


WORDS = st.sampled_from(
    [
        "ok",
        "I live in Turin. ",
        "记住我吃素。",
        "Remember this: 42",
        "我今天在 Google 做 backend，",
        "🙂",
        "x" * 300,
    ]
)
EVENTS = st.one_of(
    st.tuples(
        st.just("add"),
        st.sampled_from(["user", "assistant", "tool", "system"]),
        WORDS,
        st.sampled_from([1, 7, 60]),
    ),
    st.tuples(st.sampled_from(["commit", "up", "down", "context", "pause", "leave"])),
)


@settings(max_examples=150, deadline=None)
@given(
    events=st.lists(EVENTS, max_size=40),
    max_tokens=st.sampled_from([1, 30, 120, 700]),
    compress_at=st.sampled_from([0.6, 1]),
    window=st.sampled_from([1, 4, 20]),
)
def test_every_message_is_committed_once_and_in_order_and_the_window_fits(
    events: list[tuple[Any, ...]], max_tokens: int, compress_at: float, window: int
) -> None:
    desk = Desk(max_tokens=max_tokens, compress_at=compress_at, window=window)
    chat = desk.chat()
    added: list[str] = []
    for event, *arguments in events:
        if event == "add":
            role, word, times = arguments
            added.append(chat.add(role, f"{len(added)} {word * times}").content)
        elif event in ("up", "down"):
            desk.ledger.down = event == "down"
        elif event == "context":
            chat.context("where?")
        elif event == "pause":
            desk.clock.pass_by(hours=3)
        else:
            try:
                chat.commit() if event == "commit" else chat.__exit__(None, None, None)
            except Unavailable:
                assert desk.ledger.down
        assert size(chat) <= max_tokens and len(chat.messages) <= window
        assert chat.pending + len(desk.ledger.of("s1")) == len(added)
    desk.ledger.down = False
    desk.sessions.flush()
    assert desk.ledger.of("s1") == list(enumerate(added))
    desk.sessions.flush()
    assert len(desk.ledger.of("s1")) == len(added)
