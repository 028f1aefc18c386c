"""The contract's searches: the time a question speaks of, and what a recall keeps to."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInput
from graphmem.memory import Memory
from graphmem.testing.base import Contract, objects

LIKED = "tea coffee jazz chess rowing olives ramen cats maps pottery figs kites rain trains quilts 陶瓷 围棋".split()


def found(memory: Memory, user: str, query: str, **only: object) -> list[str]:
    return objects(memory.recall(query, user, **only).facts)  # type: ignore[arg-type]


class SearchingContract(Contract):
    """A recall looks where it is told to."""

    @pytest.fixture
    def told(self, memory: Memory, user: str) -> str:
        """A namespace with a life in it, and its vectors."""
        lived = {"Lyon": ("2018-01-01", "2024-05-01"), "Turin": ("2024-05-01", None)}
        for city, (start, end) in lived.items():
            memory.add_fact(
                "user", "lives_in", city, user=user, valid_at=start, invalid_at=end, at="2025-01-01"
            )
        memory.add_fact("user", "likes", "乌龙茶", user=user, valid_at="2025-07-10", at="2025-08-01")
        memory.add_fact("Mira", "works_at", "Globe", user=user, valid_at="2019-05-01", at="2025-01-01")
        memory.remember("Kayaks were all over the lake with Mira.", user=user, at="2025-07-20T10:00Z")
        memory.remember("Trumpets played at the harbour for hours.", user=user, at="2026-02-11T10:00Z")
        memory.remember(
            "Pottery is harder than it looks. I live in Turin.", user=user, at="2026-02-24T10:00Z"
        )
        memory.flush()
        return user

    def test_what_held_at_the_time_that_a_question_speaks_of_comes_first(
        self, memory: Memory, told: str
    ) -> None:
        recall = memory.recall
        assert str(recall("Where did I live in 2019?", told).facts[0].object) == "Lyon"
        assert str(recall("2019年我住在哪里？", told).facts[0].object) == "Lyon"
        assert "Lyon" not in objects(recall("Where do I live?", told).facts)
        assert str(recall("What did the user begin to like last summer?", told).facts[0].object) == "乌龙茶"

    @pytest.mark.parametrize(
        ("question", "word"),
        [
            ("What did I tell you last summer?", "Kayaks"),
            ("去年夏天我说了什么？", "Kayaks"),
            ("What happened in July 2025?", "Kayaks"),
            ("What did I say in the last two weeks?", "Pottery"),
            ("2月11号发生了什么？", "Trumpets"),
        ],
    )
    def test_what_was_said_at_that_time_comes_first_and_the_rest_stays(
        self, memory: Memory, told: str, question: str, word: str
    ) -> None:
        hits = memory.recall(question, told).hits
        assert hits[0].turn.text.startswith(word) and len(hits) == 3

    def test_a_time_keeps_to_what_was_said_and_true_in_it(self, memory: Memory, told: str) -> None:
        hits = [
            h.turn.text[:7]
            for h in memory.recall("the harbour", told, since="2026-02", until="2026-02-20").hits
        ]
        assert hits == ["Trumpet"]
        assert found(memory, told, "Where does the user live?", until="2019") == ["Lyon"]
        assert "Lyon" not in found(memory, told, "Where does the user live?", since="2024-06-01")
        assert found(memory, told, "Where does the user live?", since="2010", until="2011") == []
        assert memory.recall("the harbour", told, until="2001").hits == ()

    def test_a_predicate_and_a_kind_keep_to_such_facts_and_to_what_says_them(
        self, memory: Memory, told: str
    ) -> None:
        lives = memory.recall("the harbour and the tea", told, predicate="lives_in")
        assert objects(lives.facts) == ["Turin"]
        assert [h.turn.text[:7] for h in lives.hits] == ["Pottery"]
        assert found(memory, told, "anything", predicate=["likes", "works_at"]) == ["Globe", "乌龙茶"]
        assert found(memory, told, "anything", kind="organization") == ["Globe"]
        assert found(memory, told, "anything", kind="Place", predicate="lives_in") == ["Turin"]
        assert found(memory, told, "anything", predicate="owns") == []

    def test_a_topic_keeps_to_the_episodes_that_have_it(self, memory: Memory, told: str) -> None:
        topic = next(e for e in memory.episodes(user=told) if "Pottery" in e.turns[0].text).topics[0]
        recall = memory.recall("the harbour", told, topic=topic.upper())
        assert [h.turn.text[:7] for h in recall.hits] == ["Pottery"]
        assert objects(recall.facts) == ["Turin"]
        assert memory.recall("the harbour", told, topic="no such topic").hits == ()

    def test_a_filter_does_not_starve_among_many_nearer_ones(self, memory: Memory, user: str) -> None:
        many = [{"subject": "user", "predicate": "likes", "object": f"harbour view {i}"} for i in range(120)]
        memory.add_facts(many, user=user)
        memory.add_fact("user", "owns", "a barge", user=user)
        with memory.session(user) as session:
            for i in range(120):
                session.add("user", f"The harbour had {i} boats.", at=f"2026-01-01T{i // 60:02}:{i % 60:02}Z")
        memory.flush()
        assert found(memory, user, "the harbour view", predicate="owns") == ["a barge"]
        hits = memory.recall("the harbour boats", user, until="2026-01-01T00:05Z").hits
        assert len(hits) == 5

    @pytest.mark.parametrize(
        ("only", "word"),
        [
            ({"since": "2025", "until": "2024"}, "until"),
            ({"since": "soon"}, "since"),
            ({"topic": " "}, "topic"),
            ({"kind": 3}, "kind"),
            ({"predicate": "!"}, "predicate"),
            ({"colour": "red"}, "colour"),
        ],
    )
    def test_a_filter_that_cannot_be_is_refused(
        self, memory: Memory, user: str, only: dict[str, object], word: str
    ) -> None:
        with pytest.raises(InvalidInput, match=word):
            memory.recall("the harbour", user, **only)  # type: ignore[arg-type]

    def test_a_recall_knows_when_nothing_it_found_answers(self, memory: Memory, user: str) -> None:
        for word in LIKED:
            memory.add_fact("user", "likes", word, user=user)
        memory.add_fact("Mira", "works_at", "Quarry", user=user)
        memory.flush()
        told = memory.recall("Where does Mira work?", user)
        assert told.relevance > 0.5 and not told.nothing and "Quarry" in told.prompt()
        lost = memory.recall("How do I reset a router?", user)
        assert lost.nothing and lost.prompt() == "" and lost.facts and lost.relevance < lost.threshold
        about = memory.recall("How do I reset a router?", user, predicate="works_at")
        assert objects(about.facts) == ["Quarry"] and "Quarry" in about.prompt()

    def test_what_is_pinned_is_told_all_the_same(self, memory: Memory, user: str) -> None:
        for word in LIKED:
            memory.add_fact("user", "likes", word, user=user)
        pinned = memory.recall("tea", user).facts[0]
        memory.pin(pinned.id, user=user)
        memory.flush()
        recall = memory.recall("How do I reset a router?", user)
        assert (
            recall.nothing and recall.prompt().count("likes") == 1 and str(pinned.object) in recall.prompt()
        )

    @pytest.mark.parametrize("question", ["Where does Ana live?", "Ana 住在哪里？", "What is her home town?"])
    def test_few_facts_and_turns_are_never_held_back(
        self, memory: Memory, user: str, other: str, question: str
    ) -> None:
        memory.add_fact("Ana", "lives_in", "Turin", user=user)
        memory.remember("Ana showed me around Turin, where she has a flat.", user=other)
        for flushed in (False, True):
            if flushed:
                memory.flush()
            assert "Turin" in memory.recall(question, user).prompt() or not flushed
        assert "Turin" in memory.recall(question, other).prompt()

    def test_nobody_knows_anything_of_an_empty_memory(self, memory: Memory, user: str) -> None:
        recall = memory.recall("Where does Ana live?", user)
        assert recall.nothing and recall.relevance == 0 and recall.prompt() == ""

    @pytest.mark.parametrize("question", ["我住在哪里？", "米拉在哪里工作？"])
    def test_a_question_in_the_other_language_finds_the_relation(
        self, memory: Memory, user: str, question: str
    ) -> None:
        for word in LIKED:
            memory.add_fact("user", "likes", word, user=user)
        memory.add_fact("user", "lives_in", "Turin", user=user)
        memory.add_fact("米拉", "works_at", "Quarry", user=user)
        memory.flush()
        recall = memory.recall(question, user)
        assert str(recall.facts[0].object) == ("Quarry" if "米拉" in question else "Turin")
        assert not recall.nothing

    @pytest.mark.parametrize(
        ("name", "before", "question"),
        [
            ("Bo Quill", "It was a long day with a great many things. ", "What did Bo Quill like again?"),
            ("柳小棠", "今天发生了很多事情说来话长了。", "柳小棠喜欢什么来着？"),
            ("林书豪", "我们 team 的 sprint 很长 again and again。", "对了，林书豪喜欢什么？"),
        ],
    )
    def test_a_name_at_the_end_of_a_long_question_is_heard(
        self, memory: Memory, user: str, name: str, before: str, question: str
    ) -> None:
        memory.add_fact(name, "likes", "chess", user=user)
        named = memory.recall(40 * before + question, user).entities
        assert name in {e.name for e in named}
