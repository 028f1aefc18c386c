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
