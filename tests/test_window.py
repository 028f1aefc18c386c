"""What a session shows: window, running summary, clipped results, working context."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graphmem import tokens
from graphmem.errors import InvalidInput, NotFound, Unavailable
from graphmem.model import Message
from graphmem.summarise import SUMMARY
from tests.session_desk import Desk, shown, size

# -- the window ------------------------------------------------


def test_the_window_holds_the_last_twenty_and_overflow_commits_before_anything_is_dropped() -> None:
    desk = Desk()
    chat = desk.chat()
    for n in range(20):
        chat.add("user", f"I own {n} cats.")
    assert desk.ledger.tries == 0 and chat.summary == ""
    for n in range(20, 45):
        chat.add("user", f"I own {n} cats.")
    assert shown(chat) == [f"I own {n} cats." for n in range(25, 45)]
    assert "I own 24 cats." in chat.summary and "I own 25 cats." not in chat.summary
    assert [len(texts) for texts in desk.ledger.texts] == [21, 21]
    assert chat.pending == 3


@pytest.mark.parametrize(
    "text",
    [
        "I rode through valley number {} today. ",
        "我今天骑车穿过第{}座山谷，",
        "今天 deploy 了第{}版 backend。",
    ],
)
def test_above_sixty_percent_of_the_budget_the_oldest_part_becomes_summary(text: str) -> None:
    desk = Desk(max_tokens=1000, window=500)
    chat = desk.chat()
    sizes = []
    for n in range(60):
        chat.add("user", text.format(n) * 3)
        sizes.append(size(chat))
    assert max(sizes) <= 600
    assert max(sizes) > 540
    assert chat.summary and text.format(59).strip() in shown(chat)[-1]
    chat.commit()
    assert desk.ledger.of("s1") == [(n, text.format(n) * 3) for n in range(60)]


def test_a_key_fact_outlives_many_compressions() -> None:
    chat = Desk(max_tokens=1500).chat()
    chat.add("user", "Remember this: I am allergic to peanuts.")
    chat.add("user", "记住我的生日是5月3日。")
    for n in range(120):
        chat.add("assistant", f"The weather report number {n} says it rains in Oslo, and more of the same.")
    assert "allergic to peanuts" in chat.summary and "5月3日" in chat.summary
    assert tokens.count(chat.summary) <= 1500 * 0.6 / 4


def test_a_digest_may_be_given_and_gets_the_summary_so_far() -> None:
    given: list[list[Message]] = []

    def digest(messages: Sequence[Message]) -> str:
        given.append(list(messages))
        return f"summary {len(given)}"

    chat = Desk(digest=digest, window=1).chat()
    for text in ("one", "two", "three"):
        chat.add("user", text)
    assert chat.summary == "summary 2"
    assert [(m.role, m.name, m.content) for m in given[1]] == [
        ("system", SUMMARY, "summary 1"),
        ("user", "", "two"),
    ]


def test_a_digest_that_fails_or_rambles_breaks_neither_summary_nor_budget() -> None:
    def failing(messages: Sequence[Message]) -> str:
        raise Unavailable("the model is down")

    chat = Desk(digest=failing, window=1).chat()
    chat.add("user", "I live in Turin.")
    chat.add("user", "ok")
    assert chat.summary == "user: I live in Turin."
    rambling = Desk(digest=lambda messages: "很长的一句话 " * 5000, window=1, max_tokens=400).chat()
    rambling.add("user", "one")
    rambling.add("user", "two")
    assert 50 < tokens.count(rambling.summary) <= 60


def test_the_window_is_cut_to_a_budget_from_the_latest_back() -> None:
    chat = Desk().chat()
    for text in ("one " * 50, "two", "三"):
        chat.add("user", text)
    assert [m.content for m in chat.recent(20)] == ["two", "三"]
    assert len(chat.recent(1000)) == 3 and chat.recent(1) == []
    with pytest.raises(InvalidInput, match="max_tokens"):
        chat.recent(0)
    with pytest.raises(InvalidInput, match="max_tokens"):
        chat.context("x", max_tokens=-1)


# -- tools and the working context ------------------------------------------------


@pytest.mark.parametrize(
    "row", ['{"city": "Turin", "n": 17}\n', "都灵的天气是晴天，十七度。", "城市 city=都灵; temp=17\n"]
)
def test_a_big_tool_result_is_clipped_to_a_reference_and_committed_whole(row: str) -> None:
    desk = Desk()
    chat = desk.chat()
    chat.add("user", "weather?")
    chat.add("tool", row * 300, name="weather")
    clipped = chat.messages[-1].content
    assert 350 < tokens.count(f"weather: {clipped}\n") <= 400
    assert clipped.startswith(row) and "result-1" in clipped
    assert f"{tokens.count(f'weather: {row * 300}' + chr(10))} tokens" in clipped
    assert chat.result("result-1") == row * 300
    assert (chat.working.tool, chat.working.last_result) == ("weather", clipped)
    chat.commit()
    assert desk.ledger.texts == [["weather?", row * 300]]


def test_a_small_tool_result_is_shown_as_it_is() -> None:
    chat = Desk().chat()
    chat.working.set_tool("search")
    chat.add("tool", "17 度")
    assert shown(chat) == ["17 度"]
    assert (chat.working.tool, chat.working.last_result) == ("search", "17 度")
    with pytest.raises(NotFound, match="result-0"):
        chat.result("result-0")


def test_whole_results_are_kept_for_the_last_few_only() -> None:
    chat = Desk().chat()
    for n in range(40):
        chat.add("tool", f"row {n}\n" * 400)
    assert chat.result("result-39") == "row 39\n" * 400 and chat.result("result-8")
    with pytest.raises(NotFound):
        chat.result("result-7")
    for _ in range(3):
        chat.add("tool", "x y " * 150_000)
    assert len(chat.result("result-42")) == 600_000
    with pytest.raises(NotFound):
        chat.result("result-41")


def test_a_user_message_larger_than_the_window_is_clipped_in_it_and_committed_whole() -> None:
    desk = Desk(max_tokens=500)
    chat = desk.chat()
    pasted = "我在都灵骑自行车。" * 500
    assert chat.add("user", pasted).content == pasted
    assert size(chat) <= 300 and shown(chat)[0].startswith("我在都灵")
    chat.commit()
    assert desk.ledger.texts == [[pasted]]


def test_the_working_context_is_set_by_the_caller() -> None:
    working = Desk().chat().working
    working.set_intent("找房子 in Turin")
    working.set_tool("search")
    working.set_last_result("3 flats")
    assert (working.intent, working.tool, working.last_result) == ("找房子 in Turin", "search", "3 flats")
    for name in ("intent", "tool", "last_result"):
        with pytest.raises(InvalidInput, match=name):
            getattr(working, f"set_{name}")(None)
