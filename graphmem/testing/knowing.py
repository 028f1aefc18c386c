"""The contract's accounts: what is known of someone, why a fact is believed, why a recall gives or hides it."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.errors import InvalidInput
from graphmem.memory import Memory
from graphmem.testing.base import HOUR, Contract, fact_id, objects
from graphmem.testing.clock import FrozenClock


class KnowingContract(Contract):
    """What is known is told with what is open to question, and is never older than the store."""

    def test_explaining_tells_what_replaced_what(self, memory: Memory, user: str) -> None:
        old = fact_id(memory.add_fact("user", "lives_in", "Ghent", user=user, at="2024-02-01"))
        new = fact_id(memory.add_fact("user", "lives_in", "Delft", user=user, at="2025-02-01"))
        assert [f.id for f in memory.explain(new, user=user).replaced] == [old]
        assert [f.id for f in memory.explain(old, user=user).replaced_by] == [new]
        assert len(memory.explain(old, user=user).versions) == 2

    def test_the_profile_groups_and_dates_what_is_known(self, memory: Memory, user: str) -> None:
        memory.add_fact("user", "lives_in", "Ghent", user=user, at="2024-02-01")
        memory.add_fact("user", "likes", "乌龙茶", user=user, at="2024-03-01")
        memory.add_fact("Mira", "works_at", "Quarry", user=user, at="2024-03-01")
        profile = memory.profile(user=user)
        assert {s.theme for s in profile.sections} == {"place", "taste"}
        assert "2024-02-01" in str(profile) and "乌龙茶" in str(profile) and "Quarry" not in str(profile)
        assert "Quarry" in str(memory.profile("Mira", user=user))
        assert str(memory.profile("nobody", user=user)) == ""
        assert "Ghent" not in str(memory.profile(user=user, as_of="2023-01-01"))

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            (("lives_in", "Namur", {"valid_at": "2024-10"}), ("lives_in", "Liège", {"valid_at": "2024-10"})),
            (
                ("lives_in", "Namur", {"valid_at": "2025-10", "source": "inferred"}),
                ("lives_in", "Liège", {"valid_at": "2024-10", "at": "2025-01-01"}),
            ),
            (("likes", "苦瓜", {"at": "2025-03-01"}), ("dislikes", "苦瓜", {"at": "2025-03-04"})),
        ],
        ids=["one start", "inferred", "opposites"],
    )
    def test_the_profile_tells_what_was_said_otherwise_until_it_is_settled(
        self,
        memory: Memory,
        clock: FrozenClock,
        user: str,
        first: tuple[str, str, dict[str, Any]],
        second: tuple[str, str, dict[str, Any]],
    ) -> None:
        for who in ("user", "Mira"):
            other = fact_id(memory.add_fact(who, *first[:2], user=user, **first[2]))
            held = fact_id(memory.add_fact(who, *second[:2], user=user, **second[2]))
            profile = memory.profile(who, user=user)
            (contested,) = profile.contested
            assert (contested.fact.id, [f.id for f in contested.otherwise]) == (held, [other])
            assert all(f.reason and f.evidence and f.text for f in contested.otherwise)
            assert f"{other[:8]}]" in str(profile).splitlines()[-1]
            memory.confirm(held, user=user, at=clock.tick())
            assert memory.profile(who, user=user).contested == ()

    def test_a_change_is_not_a_contradiction(self, memory: Memory, user: str) -> None:
        memory.add_fact("user", "lives_in", "Namur", user=user, at="2024-10-01")
        memory.add_fact("user", "lives_in", "Liège", user=user, at="2024-10-03")
        memory.add_fact("user", "likes", "rain", user=user, at="2024-10-01")
        memory.add_fact("user", "dislikes", "rain", user=user, at="2025-10-01")
        memory.add_fact("user", "works_at", "Quarry", user=user, source="inferred", at="2024-10-01")
        memory.add_fact("user", "works_at", "Tessera", user=user, at="2025-10-01")
        wrong = fact_id(memory.add_fact("user", "birthday", "3 May", user=user, at="2025-01-01"))
        memory.correct(wrong, user=user, object="4 May")
        assert memory.profile(user=user).contested == ()
        assert objects(memory.facts("user", user=user)) == ["4 May", "Liège", "Tessera", "rain"]

    def test_a_profile_is_never_older_than_what_was_written(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        assert str(memory.profile(user=user)) == ""
        with self.open_memory(clock) as elsewhere:
            tea = fact_id(elsewhere.add_fact("user", "likes", "tea", user=user))
            assert "tea" in str(memory.profile(user=user))
            elsewhere.remember("I live in Ghent.", user=user, name="Mira")
            assert "Ghent" in str(memory.profile(user=user)) and "Ghent" in str(
                memory.profile("Mira", user=user)
            )
            elsewhere.pin(tea, user=user)
            assert [f.pinned for s in memory.profile("user", user=user).sections for f in s.facts] == [True]
            elsewhere.add_fact("Miriam", "likes", "figs", user=user)
            elsewhere.merge("Mira", "Miriam", user=user)
            assert "Ghent" in str(memory.profile("Miriam", user=user))
            elsewhere.forget(user=user, fact=tea)
            assert "tea" not in str(memory.profile(user=user))
            elsewhere.forget(user=user)
            assert str(memory.profile(user=user)) == ""
            elsewhere.add_fact("user", "likes", "milk", user=user)
            assert "milk" in str(memory.profile(user=user))

    def test_a_profile_changes_when_what_it_tells_ends_or_begins(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        now = clock()
        soon, later = now + HOUR, now + 2 * HOUR
        memory.add_fact("user", "works_at", "Quarry", user=user, at=now, invalid_at=soon)
        memory.add_fact("user", "works_at", "Tessera", user=user, at=now, valid_at=later)
        job = memory.facts("user", "works_at", user=user)[0]
        memory.add_fact("user", "uses", "the Quarry desk", user=user, depends_on=[job.id])
        memory.add_fact("user", "plans_to", "visit Trieste", user=user, stance="planned", valid_at=later)

        def told(**point: Any) -> tuple[list[str], int]:
            profile = memory.profile(user=user, **point)
            sure = [f for s in profile.sections for f in s.facts if not f.stale]
            return objects(sure), len(profile.to_confirm)

        assert told() == told() == (["Quarry", "the Quarry desk"], 0)
        clock.set(soon)
        assert told() == ([], 1)
        assert told(as_of=now) == (["Quarry", "the Quarry desk"], 0)
        clock.set(later)
        assert told() == told() == (["Tessera"], 2)

    def test_explaining_tells_why_a_recall_gives_or_hides_a_fact(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        def kept(predicate: str, thing: str, **details: Any) -> str:
            return fact_id(memory.add_fact("user", predicate, thing, user=user, **details))

        old = kept("lives_in", "Ghent", at="2024-02-01")
        new = kept("lives_in", "Delft", at="2025-02-01")
        ill = kept("allergic_to", "walnuts", at="2025-02-01")
        plan = kept("plans_to", "learn the cello", stance="planned")
        wrong = kept("likes", "marzipan", at="2025-02-01")
        memory.retract(wrong, user=user)
        memory.flush()
        asked = "In which town does the user live?"

        def why(fact: str, query: str = asked, **more: Any) -> str:
            choice = memory.explain(fact, user=user, query=query, **more).choice
            assert choice is not None
            rank = [f.id for f in memory.recall(query, user, **more).facts]
            assert choice.given == (fact in rank) and (
                not choice.given or choice.rank == rank.index(fact) + 1
            )
            assert (choice.scores is not None) == (choice.rank > 0)
            return choice.reason

        assert "rank 1" in why(new) and "text" in why(new)
        assert "superseded 2025-02-01" in why(old) and new[:8] in why(old)
        assert "rank 1" in why(old, as_of="2024-06-01")
        assert "begins 2025-02-01" in why(new, as_of="2024-06-01")
        assert "sensitive" in why(ill) and "given" in why(ill, "Is the user allergic to walnuts?")
        assert "planned" in why(plan) and "given" in why(plan, "the cello", stance="planned")
        assert "withdrawn" in why(wrong) or "no longer believed" in why(wrong)
        assert "keeps to" in why(new, predicate="likes")
        for i in range(12):
            kept("visited", f"town number {i}", at="2025-03-01")
        memory.flush()
        choices = [
            memory.explain(f.id, user=user, query="which town", limit=3).choice
            for f in memory.facts("user", "visited", user=user)
        ]
        assert any(c and "below the limit" in c.reason and c.rank > 3 for c in choices)
        assert memory.explain(new, user=user).choice is None
        with pytest.raises(InvalidInput, match="query"):
            memory.explain(new, user=user, limit=3)

    def test_a_turn_whose_facts_no_longer_hold_says_so(self, memory: Memory, user: str) -> None:
        memory.remember("I live in Ghent.", user=user, at="2024-02-01")
        memory.remember("I live in Delft and I like oolong.", user=user, at="2025-02-01")
        memory.remember("I live in Bruges.", user=user, at="2026-02-01")

        def changed(**point: Any) -> list[str]:
            hits = memory.recall("Where do I live?", user=user, **point).hits
            return sorted(h.turn.text for h in hits if h.changed)

        assert changed() == ["I live in Ghent."]
        assert changed(as_of="2024-06-01") == []
        text = memory.recall("Where do I live?", user=user).prompt(max_tokens=500)
        assert text.count("(since then changed)") == 1
        bruges = next(f for f in memory.facts("user", "lives_in", user=user))
        memory.retract(bruges.id, user=user)
        assert changed() == ["I live in Bruges.", "I live in Ghent."]

    def test_named_speakers_have_a_profile_of_their_own(self, memory: Memory, user: str) -> None:
        memory.remember("I live in Ghent.", user=user, name="Mira")
        assert objects(memory.facts("Mira", user=user)) == ["Ghent"]
        assert memory.facts("user", user=user) == []
        assert "Ghent" in str(memory.profile(user=user))
