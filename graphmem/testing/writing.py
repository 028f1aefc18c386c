"""The contract's writes: what they tell, what they refuse, and how they are put right."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest

from graphmem.errors import Conflict, InvalidInput, NotFound
from graphmem.memory import Memory
from graphmem.testing.base import Contract, actions, fact_id, objects
from graphmem.testing.clock import FrozenClock


class WritingContract(Contract):
    """Facts go in, compete, and are taken back."""

    def test_a_write_tells_what_it_did_and_why(self, memory: Memory, user: str) -> None:
        first = memory.add_fact("user", "lives_in", "Ghent", user=user, at="2024-02-01")
        again = memory.add_fact("user", "lives_in", "ghent", user=user, at="2024-03-01")
        moved = memory.add_fact("user", "lives_in", "成都", user=user, at="2025-02-01")
        maybe = memory.add_fact("user", "lives_in", "Oslo", user=user, at="2025-03-01", stance="tentative")
        never = memory.add_fact("user", "owns", "a boat", user=user, stance="negated")
        assert [actions(c) for c in (first, again, maybe, never)] == [
            ["added"],
            ["reinforced"],
            ["noted"],
            ["history"],
        ]
        assert actions(moved) == ["added", "superseded"] and "Ghent" in moved.superseded[0].text
        assert all(o.reason for c in (first, again, moved, maybe, never) for o in c.outcomes)
        assert objects(memory.facts("user", "lives_in", user=user)) == ["成都"]

    def test_a_relation_of_many_accumulates_and_one_unknown_says_so(self, memory: Memory, user: str) -> None:
        changes = memory.add_facts(
            [
                {"subject": "user", "predicate": "skilled_in", "object": "Rust"},
                {"subject": "user", "predicate": "skilled_in", "object": "书法"},
                {"subject": "user", "predicate": "collects", "object": "stamps"},
            ],
            user=user,
        )
        assert objects(memory.facts("user", user=user)) == ["Rust", "stamps", "书法"]
        assert "not registered" in changes.outcomes[2].reason

    def test_a_dry_run_tells_the_same_and_changes_nothing(self, memory: Memory, user: str) -> None:
        memory.add_fact("user", "lives_in", "Ghent", user=user, at="2024-02-01")
        before = memory.history(user=user)
        told = memory.add_fact("user", "lives_in", "Delft", user=user, at="2025-02-01", dry_run=True)
        heard = memory.remember("I work at Quarry.", user=user, dry_run=True)
        assert actions(told) == ["added", "superseded"] and heard.outcomes
        assert memory.history(user=user) == before and objects(memory.facts(user=user)) == ["Ghent"]
        assert len(memory.episodes(user=user)) == 1
        kept = memory.add_fact("user", "lives_in", "Delft", user=user, at="2025-02-01")
        assert [(o.action, o.text) for o in kept.outcomes] == [(o.action, o.text) for o in told.outcomes]

    @pytest.mark.parametrize(
        ("wrong", "named"),
        [
            ({"object": "  "}, "object"),
            ({"predicate": "1st!"}, "predicate"),
            ({"stance": "perhaps"}, "stance"),
            ({"source": "rumour"}, "source"),
            ({"confidence": 1.5}, "confidence"),
            ({"valid_at": "soon"}, "valid_at"),
            ({"at": "2026-13-01"}, "at"),
            ({"object": "x\x00y"}, "object"),
            ({"colour": "red"}, "colour"),
        ],
    )
    def test_a_wrong_argument_is_named_and_nothing_is_written(
        self, memory: Memory, user: str, wrong: dict[str, Any], named: str
    ) -> None:
        fact = {"subject": "user", "predicate": "likes", "object": "tea", **wrong}
        with pytest.raises(InvalidInput, match=named):
            memory.add_facts([{"subject": "user", "predicate": "likes", "object": "rice"}, fact], user=user)
        assert memory.facts(user=user) == [] and memory.episodes(user=user) == []

    def test_a_retracted_fact_was_never_true_and_stays_in_history(self, memory: Memory, user: str) -> None:
        memory.add_fact("user", "lives_in", "Ghent", user=user, at="2024-02-01")
        wrong = fact_id(memory.add_fact("user", "lives_in", "Delft", user=user, at="2025-02-01"))
        assert "withdrawn" in actions(memory.retract(wrong, user=user, why="a slip"))
        (now,) = memory.facts("user", "lives_in", user=user)
        assert str(now.object) == "Ghent" and now.invalid_at is None
        told = [f.reason for f in memory.history("user", "lives_in", user=user) if f.id == wrong]
        assert any("a slip" in reason for reason in told)
        with pytest.raises(Conflict):
            memory.retract(wrong, user=user)
        with pytest.raises(NotFound):
            memory.retract("0" * 16, user=user)

    def test_a_correction_keeps_the_dates(self, memory: Memory, user: str) -> None:
        wrong = fact_id(memory.add_fact("user", "works_at", "Qarry", user=user, at="2025-01-10"))
        memory.add_fact("user", "works_at", "Qarry", user=user, at="2025-06-10", stance="ended")
        memory.correct(wrong, user=user, object="Quarry", at="2025-08-01")
        assert objects(memory.facts("user", user=user)) == []
        (then,) = memory.facts("user", user=user, as_of="2025-03-01")
        assert str(then.object) == "Quarry"
        assert [str(d)[:10] for d in (then.valid_at, then.invalid_at)] == ["2025-01-10", "2025-06-10"]

    def test_a_correction_may_give_other_dates(self, memory: Memory, user: str) -> None:
        wrong = fact_id(memory.add_fact("user", "lives_in", "Gent", user=user, at="2025-01-10"))
        memory.correct(wrong, user=user, object="Ghent", valid_at="2024-05-01")
        (now,) = memory.facts("user", user=user)
        assert (str(now.object), str(now.valid_at)[:10]) == ("Ghent", "2024-05-01")

    def test_a_correction_to_an_end_before_the_start_is_refused_and_loses_nothing(
        self, memory: Memory, user: str
    ) -> None:
        wrong: tuple[dict[str, Any], ...] = (
            {"valid_at": "2025", "invalid_at": "2020"},
            {"invalid_at": "2001"},
        )
        for given in wrong:
            memory.add_fact("Ana", "lives_in", "Turin", user=user, valid_at="2019")
            (fact,) = memory.facts("Ana", "lives_in", user=user)
            with pytest.raises(InvalidInput, match="valid_at before its invalid_at"):
                memory.correct(fact.id, user=user, object="Milan", **given)
            assert objects(memory.facts("Ana", "lives_in", user=user)) == ["Turin"]

    def test_a_corrected_replacement_still_replaces(self, memory: Memory, user: str) -> None:
        memory.add_fact("user", "uses", "SVN", user=user, at="2024-02-01")
        wrong = fact_id(memory.add_fact("user", "uses", "Gitt", user=user, at="2025-02-01", replaces="SVN"))
        memory.correct(wrong, user=user, object="Git")
        assert objects(memory.facts("user", "uses", user=user)) == ["Git"]

    def test_confirming_adds_explicit_evidence(self, memory: Memory, user: str) -> None:
        guess = fact_id(
            memory.add_fact(
                "user", "likes", "火锅", user=user, at="2025-02-01", source="inferred", confidence=0.4
            )
        )
        memory.confirm(guess, user=user, at="2025-03-01")
        (now,) = memory.facts("user", user=user)
        assert (now.id, now.source, len(now.evidence), now.confidence) == (guess, "explicit", 2, 1.0)

    def test_a_short_id_is_enough_and_a_wrong_one_is_told(self, memory: Memory, user: str) -> None:
        fact = fact_id(memory.add_fact("user", "likes", "tea", user=user))
        assert memory.explain(fact[:8], user=user).fact.id == fact
        for wrong in ("tea", "12", ""):
            with pytest.raises(InvalidInput):
                memory.explain(wrong, user=user)
        with pytest.raises(NotFound):
            memory.explain("00000000", user=user)

    def test_what_depends_on_a_fact_goes_stale_with_it(self, memory: Memory, user: str) -> None:
        job = fact_id(memory.add_fact("user", "works_at", "Quarry", user=user, at="2025-01-01"))
        train = fact_id(
            memory.add_fact(
                "user", "instruction", "mention the 8:10", user=user, at="2025-01-02", depends_on=[job]
            )
        )
        assert [f.stale for f in memory.facts("user", "instruction", user=user)] == [False]
        memory.add_fact("user", "works_at", "Tessera", user=user, at="2025-07-01")
        assert [f.stale for f in memory.facts("user", "instruction", user=user)] == [True]
        assert [f.stale for f in memory.facts("user", "instruction", user=user, as_of="2025-03-01")] == [
            False
        ]
        assert "to be confirmed" in memory.recall("the 8:10", user=user).prompt(max_tokens=400).casefold()
        memory.confirm(train, user=user, at="2025-07-02")
        assert [f.stale for f in memory.facts("user", "instruction", user=user)] == [False]

    def test_what_depends_on_something_erased_is_stale(self, memory: Memory, user: str) -> None:
        job = fact_id(memory.add_fact("user", "works_at", "Quarry", user=user))
        memory.add_fact("user", "instruction", "mention the 8:10", user=user, depends_on=[job])
        memory.forget(user=user, fact=job)
        assert [f.stale for f in memory.facts("user", "instruction", user=user)] == [True]

    def test_a_cycle_of_dependencies_is_refused(self, memory: Memory, user: str) -> None:
        def lean(what: str, *on: str) -> str:
            return fact_id(memory.add_fact("user", "goal", what, user=user, depends_on=list(on)))

        first = lean("run")
        second = lean("eat well", first)
        third = lean("sleep", second)
        with pytest.raises(Conflict):
            lean("run", third)
        with pytest.raises(NotFound):
            lean("swim", "f" * 16)
        assert objects(memory.facts("user", "goal", user=user)) == ["eat well", "run", "sleep"]

    def test_a_pinned_fact_always_comes_to_mind(self, memory: Memory, user: str) -> None:
        fact = fact_id(memory.add_fact("user", "instruction", "answer briefly", user=user))
        for i in range(15):
            memory.add_fact("user", "likes", f"thing number {i}", user=user)
        memory.pin(fact, user=user)
        assert fact in [f.id for f in memory.recall("thing number 3", user=user, limit=20).facts if f.pinned]
        memory.pin(fact, user=user, pinned=False)
        assert not any(f.pinned for f in memory.facts(user=user))
        with pytest.raises(NotFound):
            memory.pin("0" * 16, user=user)

    def test_another_policy_recomputes_what_is_believed(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        mood = f"mood_{uuid.uuid4().hex[:6]}"
        memory.add_fact("user", mood, "calm", user=user, at="2025-01-01")
        memory.add_fact("user", mood, "高兴", user=user, at="2025-02-01")
        before = clock.tick()
        clock.tick()
        assert objects(memory.facts("user", mood, user=user)) == ["calm", "高兴"]
        memory.define_predicate(mood, cardinality="one")
        assert objects(memory.facts("user", mood, user=user)) == ["高兴"]
        assert objects(memory.facts("user", mood, user=user, known_at=before)) == ["calm", "高兴"]
        memory.define_predicate(mood, cardinality="many")
        assert objects(memory.facts("user", mood, user=user)) == ["calm", "高兴"]

    def test_a_merge_joins_two_names_and_is_undone_by_its_id(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        memory.add_fact("user", "friend", "小王", user=user, at="2025-01-01")
        memory.add_fact("王建国", "lives_in", "青岛", user=user, at="2025-01-02")
        before = clock.tick()
        clock.tick()
        done = memory.merge("小王", "王建国", user=user).outcomes[0].fact
        for name in ("小王", "王建国"):
            assert objects(memory.facts(name, user=user)) == ["青岛"]
        assert memory.facts("小王", user=user, known_at=before) == []
        with pytest.raises(Conflict):
            memory.merge("小王", "王建国", user=user)
        memory.undo(done, user=user)
        assert memory.facts("小王", user=user) == []
        assert objects(memory.facts("user", "friend", user=user)) == ["小王"]
        assert objects(memory.facts("王建国", user=user)) == ["青岛"]
        with pytest.raises(Conflict):
            memory.undo(done, user=user)
        with pytest.raises(NotFound):
            memory.undo("0" * 16, user=user)
        record = [m for m in memory.store.merges(user) if m.id == done]
        assert len(record) == 1 and record[0].undone_at is not None

    def test_a_split_takes_facts_off_and_confirming_them_does_not_bring_them_back(
        self, memory: Memory, user: str
    ) -> None:
        memory.add_fact("Sam", "lives_in", "Ghent", user=user)
        tea = fact_id(memory.add_fact("Sam", "likes", "tea", user=user))
        done = memory.split("Sam", [tea], user=user).outcomes[0].fact
        (likes,), (lives,) = (memory.facts(None, p, user=user) for p in ("likes", "lives_in"))
        assert likes.subject.id != lives.subject.id
        memory.confirm(likes.id, user=user)
        (again,) = memory.facts(None, "likes", user=user)
        assert (again.id, len(again.evidence)) == (likes.id, 2)
        memory.undo(done, user=user)
        assert {f.subject.id for f in memory.facts(user=user)} == {lives.subject.id}
        assert [len(f.evidence) for f in memory.facts("Sam", "likes", user=user)] == [2]

    def test_a_fact_may_be_split_off_after_a_merge(self, memory: Memory, user: str) -> None:
        memory.add_fact("Bo", "lives_in", "Ghent", user=user)
        memory.add_fact("Robert", "likes", "tea", user=user)
        memory.merge("Bo", "Robert", user=user)
        (lives,) = memory.facts("Robert", "lives_in", user=user)
        memory.split("Robert", [lives.id], user=user)
        (lives,), (likes,) = (memory.facts(None, p, user=user) for p in ("lives_in", "likes"))
        assert lives.subject.id != likes.subject.id

    def test_recorded_times_go_forward_even_when_the_clock_does_not(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        now: datetime = clock()
        memory.add_fact("user", "age", "41", user=user, at="2025-01-01")
        clock.tick(timedelta(days=-1))
        memory.add_fact("user", "age", "42", user=user, at="2025-02-01")
        clock.set(now)
        times = sorted({f.recorded_at for f in memory.history("user", "age", user=user)})
        assert len(times) == 2 and times[0] < times[1] and times[0] >= now
