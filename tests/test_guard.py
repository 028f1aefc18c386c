"""Sensitive values never reach a store: not the turn, the summary, a fact, the file or a search."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.errors import InvalidInput

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
SAID = [
    ("My mobile is +1 415 555 2671 and I live in Turin.", ("415 555", "4155552671")),
    ("我的手机号是13800138000，我住在杭州。", ("13800138000",)),
    ("信用卡 4111 1111 1111 1111 用来付 AWS 的账单", ("4111 1111",)),
]


def everything(memory: graphmem.Memory, path: Path) -> str:
    memory.flush()
    texts = [str(memory.profile(user="u"))]
    for episode in memory.episodes(user="u"):
        texts += [episode.summary, *(t.text for t in episode.turns)]
    texts += [f.text + repr(f.evidence) for f in memory.history(user="u")]
    memory.close()
    return "\n".join(texts) + "".join(p.read_bytes().decode("latin-1") for p in path.parent.glob("m.db*"))


@pytest.mark.parametrize(("text", "values"), SAID, ids=["english", "chinese", "mixed"])
def test_a_value_is_masked_before_anything_is_written(
    text: str, values: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "m.db"
    memory = graphmem.open(path, embedder=HashEmbedder())
    changes = memory.remember(text, user="u", at=AT)
    assert any("masked" in o.reason for o in changes.skipped)
    with memory.session("u", "s") as chat:
        chat.add("user", text, at=AT)
        chat.add("assistant", f"Noted: {text}", at=AT)
        chat.add("user", "Thanks", at=AT)
        chat.add("assistant", "Of course", at=AT)
    written = everything(memory, path)
    for value in values:
        assert value not in written


def test_what_stands_beside_a_masked_value_is_still_learnt(tmp_path: Path) -> None:
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
        memory.remember(SAID[0][0], user="u", at=AT)
        assert [f.text for f in memory.facts(user="u")] == ["user lives in Turin"]
        memory.remember(SAID[1][0], user="v", at=AT)
        assert [f.text for f in memory.facts(user="v")] == ["用户住在杭州"]


def test_a_structured_fact_is_masked_too(tmp_path: Path) -> None:
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
        memory.add_fact("user", "contact", "reach me at ana@example.org", user="u")
        assert "ana@example.org" not in repr(memory.facts(user="u"))
        assert "[email]" in memory.facts(user="u")[0].text


def test_keep_keeps_and_refuse_refuses(tmp_path: Path) -> None:
    with graphmem.open(tmp_path / "keep.db", embedder=HashEmbedder(), sensitive="keep") as memory:
        memory.remember(SAID[1][0], user="u", at=AT)
        assert "13800138000" in memory.episodes(user="u")[0].turns[0].text
    with graphmem.open(tmp_path / "refuse.db", embedder=HashEmbedder(), sensitive="refuse") as memory:
        with pytest.raises(InvalidInput, match="phone") as refused:
            memory.remember(SAID[1][0], user="u", at=AT)
        assert "13800138000" not in str(refused.value)
        assert memory.episodes(user="u") == []


def test_under_refuse_a_conversation_is_kept_without_the_message(tmp_path: Path) -> None:
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder(), sensitive="refuse") as memory:
        with memory.session("u", "s") as chat:
            chat.add("user", "I live in Turin.", at=AT)
            chat.add("user", SAID[1][0], at=AT)
        kept = [t.text for e in memory.episodes(user="u") for t in e.turns]
        assert kept == ["I live in Turin."]
        assert [f.text for f in memory.facts(user="u")] == ["user lives in Turin"]


def test_health_facts_stay_out_of_prompts_unless_asked_for(tmp_path: Path) -> None:
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
        memory.add_fact("user", "allergic_to", "peanuts", user="u")
        memory.add_fact("user", "has_condition", "哮喘", user="u")
        memory.add_fact("user", "lives_in", "Turin", user="u")
        memory.flush()
        assert "peanuts" not in memory.recall("where do I live", user="u").prompt(300)
        assert "peanuts" in memory.recall("am I allergic to peanuts?", user="u").prompt(300)
        assert "哮喘" in memory.recall("我有哮喘吗", user="u").prompt(300)
        assert "peanuts" in str(memory.profile(user="u"))


def test_a_value_is_masked_over_two_messages_and_where_it_is_said_again(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    memory = graphmem.open(path, embedder=HashEmbedder())
    with memory.session("u", "s") as chat:
        chat.add("user", "It was mango77x last year, what now?", at=AT)
        chat.add("assistant", "What is your wifi password?", at=AT)
        chat.add("user", "it's mango77x", at=AT)
        chat.add("user", "My passphrase is", at=AT)
        chat.add("user", "green river bell", at=AT)
        chat.add("assistant", "What is your favourite tea?", at=AT)
        chat.add("user", "oolong88", at=AT)
    said = [t.text for e in memory.episodes(user="u") for t in e.turns]
    assert "it's [password]" in said and "oolong88" in said
    written = everything(memory, path)
    assert "mango77x" not in written and "green river" not in written


def test_a_relation_and_a_session_take_no_value(tmp_path: Path) -> None:
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
        with pytest.raises(InvalidInput, match=r"predicate.*card") as refused:
            memory.add_fact("user", "pw 4111111111111111", "tea", user="u")
        assert "4111" not in str(refused.value)
        with pytest.raises(InvalidInput, match=r"id.*phone"):
            memory.session("u", "s-13800138000")
        for fine in ("s-20240115001", "872f4d0f-3a12-4033-963c-079642470735", "chat-1700000000000", "第3次"):
            memory.session("u", fine)
    with graphmem.open(tmp_path / "keep.db", embedder=HashEmbedder(), sensitive="keep") as memory:
        memory.session("u", "s-13800138000")


def test_health_stays_out_of_prompts_whoever_is_ill(tmp_path: Path) -> None:
    told = "My sister Ines has lupus.", "我怀孕了", "Since my surgery I work from home at Acme."
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
        with memory.session("u", "s") as chat:
            for text in (*told, "I live in Turin.", "I work at Acme."):
                chat.add("user", text, at=AT)
        memory.add_fact("user", "goal", "beat my eating disorder", user="u")
        memory.add_fact("user", "goal", "run a marathon", user="u")
        memory.flush()
        for query in (
            "Where do I live and work?",
            "Who is Ines?",
            "what are my goals this weekend",
            "周末做什么",
        ):
            shown = memory.recall(query, user="u", limit=20).prompt(1500)
            assert not [w for w in ("lupus", "怀孕", "surgery", "eating disorder") if w in shown]
        shown = memory.recall("How is my health, and my goals?", user="u", limit=20).prompt(1500)
        assert "lupus" in shown and "surgery" in shown and "eating disorder" in shown
        with memory.session("u", "s2") as chat:
            context = chat.context("plan my weekend")
        assert "eating disorder" not in context and "marathon" in context
