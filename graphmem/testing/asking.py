"""The contract's answers: at a point on either line of time, as history, as profile, as recall."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInput
from graphmem.memory import Memory
from graphmem.testing.base import Contract, objects
from graphmem.testing.clock import FrozenClock

ODD = ['"', "*", "~", "?!", "🙂", "()", "&&", "^", "{}", "-", "/", "\\"]
"""Questions in which there is nothing to look for."""


class AskingContract(Contract):
    """Facts come out, as they were true and as they were known."""

    def test_facts_at_a_point_on_either_line(self, memory: Memory, clock: FrozenClock, user: str) -> None:
        clock.tick()
        memory.add_fact("user", "lives_in", "Namur", user=user, valid_at="2024-10-01")
        first = clock()
        clock.tick()
        memory.add_fact("user", "lives_in", "Liège", user=user, valid_at="2024-10-01")
        assert objects(memory.facts("user", user=user)) == ["Liège"]
        assert objects(memory.facts("user", user=user, as_of="2024-11")) == ["Liège"]
        assert objects(memory.facts("user", user=user, as_of="2024-11", known_at=first)) == ["Namur"]
        assert memory.facts("user", user=user, as_of="2024-09-30") == []
        assert memory.facts("user", user=user, as_of="2024-11", known_at="2020-01-01") == []
        assert memory.facts("nobody", user=user) == []

    def test_an_interval_holds_from_its_start_and_not_at_its_end(self, memory: Memory, user: str) -> None:
        memory.add_fact("user", "lives_in", "昆明", user=user, valid_at="2021-02-01", invalid_at="2021-11-01")
        days = ("2021-01-31", "2021-02-01", "2021-10-31", "2021-11-01")
        held = [objects(memory.facts("user", user=user, as_of=day)) for day in days]
        assert held == [[], ["昆明"], ["昆明"], []]

    def test_plans_and_maybes_come_only_when_asked_for(self, memory: Memory, user: str) -> None:
        memory.add_fact("user", "lives_in", "Trieste", user=user, stance="planned", valid_at="2027-03-01")
        memory.add_fact("user", "likes", "苦瓜", user=user, stance="tentative")
        assert memory.facts("user", user=user, as_of="2028-01-01") == []
        assert objects(memory.facts("user", user=user, stance="planned", as_of="2020-01-01")) == ["Trieste"]
        assert objects(memory.facts("user", user=user, stance="tentative")) == ["苦瓜"]
        assert objects(memory.recall("Trieste", user=user, stance="planned").facts) == ["Trieste"]
        assert memory.recall("Trieste", user=user).facts == ()
        assert "Trieste" in str(memory.profile(user=user))
        with pytest.raises(InvalidInput, match="stance"):
            memory.facts("user", user=user, stance="perhaps")  # type: ignore[arg-type]

    def test_history_has_every_version_and_a_reason_for_what_does_not_hold(
        self, memory: Memory, user: str
    ) -> None:
        memory.add_fact("user", "works_at", "Quarry", user=user, at="2025-01-01")
        memory.add_fact("user", "works_at", "Tessera", user=user, at="2025-06-01")
        memory.add_fact("user", "works_at", "Globe", user=user, at="2025-07-01", stance="negated")
        told = memory.history("user", "works_at", user=user)
        believed = [f for f in told if f.version and f.expired_at is None]
        assert sorted((str(f.object), str(f.invalid_at)[:10]) for f in believed) == [
            ("Quarry", "2025-06-01"),
            ("Tessera", "None"),
        ]
        expired = [f for f in told if f.version and f.expired_at is not None]
        nowhere = [f for f in told if not f.version]
        assert [str(f.object) for f in expired] == ["Quarry"] and [str(f.object) for f in nowhere] == [
            "Globe"
        ]
        assert all(f.reason for f in expired + nowhere) and not any(f.reason for f in believed)

    def test_a_fact_cites_its_evidence(self, memory: Memory, user: str) -> None:
        said = memory.remember("I live in Ghent. 我喜欢喝乌龙茶。", user=user, at="2026-02-09T08:30:00+01:00")
        facts = memory.facts("user", user=user)
        assert objects(facts) == ["Ghent", "乌龙茶"]
        for fact in facts:
            (evidence,) = fact.evidence
            story = memory.explain(fact.id, user=user)
            assert evidence.episode == said.episode and fact.episodes == (said.episode,)
            assert evidence.quote in story.turns[0].text and story.rule

    @pytest.mark.parametrize(
        ("question", "answer"),
        [
            ("the town where the user lives", "Ghent"),
            ("用户喜欢喝什么茶?", "乌龙茶"),
            ("我们用 Redis 做什么", "Redis"),
            ("the Kubernetes 集群", "Kubernetes"),
        ],
    )
    def test_recall_in_both_languages_at_once_and_with_vectors(
        self, memory: Memory, user: str, question: str, answer: str
    ) -> None:
        for predicate, thing in (
            ("lives_in", "Ghent"),
            ("likes", "乌龙茶"),
            ("uses", "Redis"),
            ("uses", "Kubernetes"),
            ("job_title", "gardener"),
        ):
            memory.add_fact("user", predicate, thing, user=user)
        assert answer in objects(memory.recall(question, user=user).facts)
        memory.flush()
        recall = memory.recall(question, user=user)
        assert str(recall.facts[0].object) == answer
        assert answer in recall.prompt(max_tokens=300) and recall.facts[0].id[:8] in recall.prompt(
            max_tokens=300
        )

    def test_recall_finds_what_was_said_and_walks_along_edges(self, memory: Memory, user: str) -> None:
        memory.remember("Mira showed me around the old harbour of Trieste.", user=user)
        memory.add_fact("user", "friend", "Mira", user=user)
        memory.add_fact("Mira", "works_at", "Quarry", user=user)
        memory.add_fact("Quarry", "located_at", "Delft", user=user)
        assert any("harbour" in h.turn.text for h in memory.recall("the harbour", user=user).hits)
        found = {str(f.object): f.id for f in memory.recall("What about Mira?", user=user).facts}
        assert {"Quarry", "Delft"} <= set(found)

    def test_recall_at_a_point_on_either_line(self, memory: Memory, clock: FrozenClock, user: str) -> None:
        memory.add_fact("user", "lives_in", "Ghent", user=user, at="2024-02-01")
        first = clock.tick()
        clock.tick()
        memory.add_fact("user", "lives_in", "Delft", user=user, at="2025-02-01")
        memory.flush()

        def lives(**point: object) -> list[str]:
            facts = memory.recall("Where does the user live?", user=user, **point).facts  # type: ignore[arg-type]
            return objects(facts)

        assert lives() == ["Delft"]
        assert lives(as_of="2024-06-01") == ["Ghent"]
        assert lives(known_at=first) == ["Ghent"]
        assert lives(as_of="2020-01-01") == []

    @pytest.mark.parametrize("question", ["", "   ", "\n\t"])
    def test_a_blank_question_is_refused(self, memory: Memory, user: str, question: str) -> None:
        memory.add_fact("user", "likes", "tea", user=user)
        with pytest.raises(InvalidInput, match="blank"):
            memory.recall(question, user=user)

    def test_where_there_is_nothing_to_look_for_nothing_is_found(self, memory: Memory, user: str) -> None:
        memory.add_fact("user", "likes", "tea", user=user)
        memory.remember("I live in Ghent and like the rain.", user=user)
        memory.flush()
        for question in ODD:
            recall = memory.recall(question, user=user)
            assert (recall.facts, recall.hits) == ((), ()), question

    @pytest.mark.parametrize(
        ("question", "answer"),
        [
            ("AC/DC", "AC/DC"),
            ("(band", "a brass band"),
            ("C++", "C++"),
            ("tb-", "TB-303"),
            ("烤", "北京烤鸭"),
            ("title:tea OR a^2 AND NOT tea~", "tea"),
            ("don't'; DROP TABLE fact; -- tea", "tea"),
            ("a b c " * 43 + "AC/DC", "AC/DC"),
        ],
    )
    def test_odd_questions_find_what_contains_them(
        self, memory: Memory, user: str, question: str, answer: str
    ) -> None:
        for thing in ("AC/DC", "a brass band", "C++", "C#", "TB-303", "北京烤鸭", "tea", "foo"):
            memory.add_fact("user", "likes", thing, user=user)
        memory.flush()
        assert str(memory.recall(question, user=user).facts[0].object) == answer

    def test_names_in_any_script_and_long_texts_come_back_as_they_went_in(
        self, memory: Memory, user: str
    ) -> None:
        names = [
            "Zoë Ångström",
            "Дарья",
            "محمد",
            "🐙 octopus",
            "𠮷野家",
            "naïve café",
            'O\'Brien \\ "x"',
            "a\nb",
        ]
        for name in names:
            memory.add_fact("user", "likes", name, user=user)
        assert objects(memory.facts("user", user=user)) == sorted(names)
        long_text = "长文本 long text. " * 400
        memory.remember(long_text, user=user)
        assert any(long_text.strip() == t.text.strip() for e in memory.episodes(user=user) for t in e.turns)
        with pytest.raises(InvalidInput, match="characters"):
            memory.remember("x" * 100_001, user=user)

    def test_names_that_only_look_alike_stay_apart_and_equal_ones_meet(
        self, memory: Memory, user: str
    ) -> None:
        apart = [
            "C++ Guild",
            "C# Guild",
            "v1.0",
            "v10",
            "INV-2031",
            "INV-2032",
            "Quarry",
            "Quarry Bank",
            "王伟",
            "王伟强",
        ]
        for name in apart:
            memory.add_fact(name, "likes", "tea", user=user)
        named = [e.name for e in memory.entities(user=user) if e.name in apart]
        assert sorted(named) == sorted(apart)
        for name in ("QUARRY", "ｑｕａｒｒｙ", "Quárry", " quarry "):
            assert "tea" in objects(memory.facts(name, user=user))
            memory.add_fact(name, "likes", "milk", user=user)
        assert objects(memory.facts("Quarry", user=user)) == ["milk", "tea"]

    def test_candidates_for_a_merge_are_proposed_and_never_joined(self, memory: Memory, user: str) -> None:
        for name in ("Katherine Johnson", "张伟", "Quarry"):
            memory.add_fact(name, "likes", "tea", user=user)
        assert memory.candidates("Catherine Johnson", user=user)[0][0].name == "Katherine Johnson"
        assert memory.candidates("章伟", user=user)[0][0].name == "张伟"
        assert memory.facts("Catherine Johnson", user=user) == []
