"""Questions that lean on what was said before, and those that do not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.model import Message, Role
from graphmem.retrieve.followup import completed, is_vague
from graphmem.window import WorkingContext

AT = datetime(2026, 3, 2, tzinfo=UTC)


def talk(*said: tuple[Role, str]) -> Sequence[Message]:
    return [Message(role, text, AT) for role, text in said]


@pytest.mark.parametrize(
    "query",
    [
        "why?",
        "Why not?",
        "How come?",
        "the cheaper one",
        "and the other one?",
        "What about her?",
        "how about Porto?",
        "And in May?",
        "does she like it?",
        "do it again",
        "go on",
        "tell me more",
        "Where does he live?",
        "What did they say?",
        "再压缩一下",
        "继续",
        "为什么呢？",
        "那上海呢？",
        "换一个",
        "还有别的吗",
        "那个贵吗？",
        "她喜欢什么？",
        "再短一点",
        "再 compress 一下",
        "那 Redis 呢？",
        "这个 PR 怎么样？",
    ],
)
def test_vague(query):
    assert is_vague(query)


@pytest.mark.parametrize(
    "query",
    [
        "Where does Ana live?",
        "Who am I?",
        "What do you know about me?",
        "Which port does the staging server use?",
        "What did I say last week about the boat?",
        "Do you remember that I am allergic to nuts?",
        "Who is my manager this week?",
        "When is Mira's birthday?",
        "Is the kayak that I bought in May still in the garage with its paddle?",
        "我住在哪里？",
        "我是谁",
        "我们用什么数据库？",
        "米拉的生日是哪天？",
        "我上个月说想去哪里旅行？",
        "staging 的 Redis 密码在哪里",
    ],
)
def test_clear(query):
    assert not is_vague(query)
    assert completed(query, talk(("user", "I bought a tent."))) == query


def test_a_vague_question_takes_over_what_the_talk_is_about():
    recent = talk(
        ("user", "Yesterday I repaired the gutter."),
        ("assistant", "Well done."),
        ("user", "Which tent should I take to Iceland?"),
        ("assistant", "The Nallo is light, the Keron is roomy."),
    )
    asked = completed("the cheaper one?", recent)
    assert asked == (
        "Which tent should I take to Iceland? The Nallo is light, the Keron is roomy. the cheaper one?"
    )


def test_vague_messages_on_the_way_and_the_question_itself_are_passed_over():
    recent = talk(
        ("user", "Where does Mira work?"), ("user", "why?"), ("tool", "exit 0"), ("user", "And Jonas?")
    )
    assert completed("And Jonas?", recent) == "Where does Mira work? And Jonas?"
    assert completed("why?", talk(("system", "Be brief."))) == "why?"


def test_what_the_agent_is_doing_completes_a_bare_again():
    working = WorkingContext(intent="把海报图片压小", tool="image_compress")
    assert completed("再压缩一下", [], working) == "把海报图片压小 image compress 再压缩一下"
    assert completed("海报图片在哪个文件夹里？", [], working) == "海报图片在哪个文件夹里？"


def test_a_long_message_is_taken_over_from_its_end():
    recent = talk(("user", "word " * 200 + "about the walnut table"))
    asked = completed("how much was it?", recent)
    assert asked.endswith("about the walnut table how much was it?") and len(asked) < 200


def test_a_session_asks_for_what_a_vague_question_means():
    with graphmem.open(":memory:", embedder=HashEmbedder()) as memory:
        memory.add_fact("Mira", "works_at", "Quarry Glassworks", user="ana")
        memory.add_facts(
            [{"subject": f"Person {i}", "predicate": "likes", "object": f"thing {i}"} for i in range(60)],
            user="ana",
        )
        memory.flush()
        chat = memory.session("ana")
        chat.add("user", "I had lunch with Mira today.")
        assert "Quarry Glassworks" in chat.context("where does she work?", max_tokens=250)
