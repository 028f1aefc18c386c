"""What a session reads in its own messages: requests to remember, and what a summary keeps."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from graphmem.model import Message, Role
from graphmem.summarise import MAX_LINES, MAX_SUMMARY, SUMMARY, asks_to_remember, shorten, summarise

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def said(content: str, role: Role = "user", name: str = "") -> Message:
    return Message(role, content, NOON, name)


@pytest.mark.parametrize(
    "text",
    [
        "Remember this: my flight is at 9.",
        "please remember that I'm vegan",
        "Hi! OK, remember my PIN hint is blue",
        "Could you remember that I am allergic to nuts?",
        "can you please remember I hate cilantro?",
        "Can you remember my birthday is May 3?",
        "Don’t forget that I moved to Turin.",
        "Keep in mind that I work nights.",
        "I live in Turin. Keep that in mind, please.",
        "Make a note that Bob quit.",
        "I want you to remember that I prefer tea",
        "Remember I don't eat pork, ok?",
        "I switched to Go; remember that.",
        "Would you write this down?",
        "Save this to memory: the VPN is at 10.0.0.1",
        "记住，我对花生过敏",
        "记住我不吃香菜",
        "请记住我的生日是5月3日",
        "帮我记住明天要交房租",
        "你能帮我记住我住在都灵吗？",
        "帮我记一下，密码提示是蓝色",
        "别忘了我下周搬家",
        "千万别忘了我不喝酒。",
        "請記住我對花生過敏",
        "別忘了我吃素",
        "我对花生过敏，请记住。",
        "我吃素 记住哦",
        "记得我不吃辣",
        "请你务必记住这一点",
        "记住这件事，好吗？",
        "牢记：服务端口是9077",
        "你要记住我叫小林",
        "please 记住 my flight is at 9",
        "帮我remember一下我的birthday是May 3",
        "请 remember 我在 Google 上班",
        "记住 I work at 字节跳动",
        "hey, 别忘了 my standup is 10am",
    ],
)
def test_a_request_to_remember_is_seen(text: str) -> None:
    assert asks_to_remember(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I moved to Turin.",
        "Do you remember my name?",
        "do you still remember where I live",
        "I remember that trip.",
        "I can't remember my password.",
        "Yes, I'll remember that.",
        "Remember when we went to Paris.",
        "Remember my cat?",
        "What do you remember about me?",
        "Can you remember what I said?",
        "As far as I remember, it was May.",
        "He said remember this and left",
        "She told me: don't forget the milk",
        "I forgot to remember it",
        "unremembered things; remembering is hard",
        "I never forget a face",
        "我搬到都灵了。",
        "你还记得吗？",
        "你还记得我叫什么吗",
        "我记得那次旅行",
        "我记住了",
        "好的，记住了。",
        "你记住了吗？",
        "记住了没",
        "我记不住密码",
        "这个名字很容易记住",
        "我会记住的",
        "他没记住我的名字",
        "记得我小时候住在乡下",
        "他说别忘了带伞",
        "她帮我记下了电话",
        "我差点忘了",
        "do you 记得 my name?",
        "你还 remember 我吗？",
        "I 记得 that day",
        "我也 remember 那天",
    ],
)
def test_a_question_or_a_statement_about_remembering_is_no_request(text: str) -> None:
    assert not asks_to_remember(text)


@pytest.mark.parametrize("unit", ["please ", "你要", ", ", "can you remember my ", "记", "The cat sat. "])
def test_a_pasted_megabyte_is_judged_at_once_by_its_two_ends(unit: str) -> None:
    pasted = unit * (1_000_000 // len(unit))
    begun = time.perf_counter()
    assert asks_to_remember("Remember this:\n" + pasted)
    assert asks_to_remember(pasted + "\n以上请记住")
    assert time.perf_counter() - begun < 1


@pytest.mark.parametrize(
    ("text", "kept", "left_out"),
    [
        ("Hello there. I moved to Turin in May. How nice!", "I moved to Turin in May.", "nice"),
        ("你好呀。我五月搬到了都灵。真不错！", "我五月搬到了都灵。", "不错"),
        ("哈喽。我现在在 Google 做 backend。嗯嗯。", "我现在在 Google 做 backend。", "嗯嗯"),
        ("So so. We decided on PostgreSQL 17. Right then.", "We decided on PostgreSQL 17.", "Right"),
        ("行吧。就用红色那个，周五截止。呵呵。", "就用红色那个，周五截止。", "呵呵"),
        ("Fine. Dr. Wu sees me on 3 June. Fine.", "Dr. Wu sees me on 3 June.", "Fine"),
    ],
)
def test_names_numbers_dates_decisions_and_first_person_stay_and_chatter_goes(
    text: str, kept: str, left_out: str
) -> None:
    assert summarise([said(text)]) == f"user: {kept}"
    assert left_out not in summarise([said(text)])


def test_a_line_names_its_speaker() -> None:
    messages = [said("I love chess.", name="Melanie"), said("The deadline is 3 June.", role="assistant")]
    assert summarise(messages) == "Melanie: I love chess.\nassistant: The deadline is 3 June."


def test_tool_results_and_instructions_are_left_out() -> None:
    assert (
        summarise([said("I found 42 rows in Oslo", role="tool"), said("You must say 42", role="system")])
        == ""
    )


def test_the_summary_so_far_is_kept_and_not_said_twice() -> None:
    first = summarise([said("I live in Turin."), said("我对花生过敏。")])
    again = summarise([said(first, role="system", name=SUMMARY), said("I live in Turin. I have 2 cats.")])
    assert again == "user: 我对花生过敏。\nuser: I live in Turin.\nuser: I have 2 cats."
    assert summarise([said(again, role="system", name=SUMMARY)]) == again


def test_a_summary_is_bounded_and_keeps_what_weighs_most() -> None:
    chatter = [said(f"Bus {n} was late again, the usual story on a wet street.") for n in range(500)]
    summary = summarise([said("Remember this: I'm allergic to peanuts."), *chatter, said("我决定搬去上海。")])
    lines = summary.splitlines()
    assert lines[0] == "user: Remember this: I'm allergic to peanuts."
    assert lines[-1] == "user: 我决定搬去上海。"
    assert "Bus 499 " in summary and "Bus 0 " not in summary
    assert len(lines) <= MAX_LINES and len(summary) <= MAX_SUMMARY


def test_the_assistants_words_yield_to_the_users() -> None:
    replies = [said(f"I always prefer option {n} for Oslo.", role="assistant") for n in range(MAX_LINES)]
    assert "user: I live here." in summarise([said("I live here."), *replies])


def test_a_question_yields_to_statements() -> None:
    questions = [said(f"Where do I live, in block {n}?") for n in range(MAX_LINES)]
    assert "I live in Turin." in summarise([said("I live in Turin."), *questions])
    assert "我住在都灵。" in summarise(
        [said("我住在都灵。"), *[said(f"我住第{n}栋吗？") for n in range(MAX_LINES)]]
    )


def test_a_summary_too_long_loses_its_least_worthy_and_oldest_lines_first() -> None:
    lines = [
        "user: 记住我吃素。",
        "assistant: Bus 1 was late.",
        "user: I live in Turin.",
        "assistant: Bus 2 was late.",
    ]
    assert shorten("\n".join(lines), lambda text: True) == "\n".join(lines)
    assert shorten("\n".join(lines), lambda text: text.count("\n") < 3) == "\n".join([lines[0], *lines[2:]])
    assert shorten("\n".join(lines), lambda text: "\n" not in text) == lines[0]
    assert shorten("\n".join(lines), lambda text: not text) == ""
