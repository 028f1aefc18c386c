"""Random lives of a memory, on every store: whatever is said, put right, merged or erased, the promises hold."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

import graphmem
from graphmem.belief import row_key
from graphmem.embed import HashEmbedder
from graphmem.errors import Conflict, InvalidInput, NotFound
from graphmem.memory import Memory
from graphmem.model import Assertion, ChangeSet, Fact, Row
from graphmem.registry import Registry
from graphmem.store import Reading, Selection
from graphmem.testing import FrozenClock
from graphmem.timeline import MAX, MIN, fold

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE = st.sampled_from(["user", "Bo", "Robert", "小王"])
OBJECTS = {
    "lives_in": ["Ghent", "成都", "Delft"],
    "likes": ["tea", "火锅"],
    "dislikes": ["tea", "火锅"],
    "uses": ["SVN", "Git"],
    "favorite": ["teal", "ochre"],
    "born_in": ["绍兴", "Namur"],
    "friend": ["Bo", "Robert", "小王"],
    "mood": ["calm", "高兴"],
}
EPISODES = st.sampled_from(["e1", "e2", "e3"])
POINTS = [BEGIN + timedelta(days=d) for d in (2, 6, 10)]

Seen = tuple[str, int, str, str, object, object]


def seen(fact: Fact) -> Seen:
    """What an answer says, whatever things are called by now."""
    return fact.id, fact.version, fact.stance, fact.predicate, fact.valid_at, fact.invalid_at


def day(number: int) -> datetime:
    return BEGIN + timedelta(days=number)


class Life(RuleBasedStateMachine):
    """One namespace's life. `memory`, `clock`, `user`: set by the test that runs it."""

    user: ClassVar[str] = f"life-{uuid.uuid4().hex[:8]}"
    mood: ClassVar[str] = f"mood_{uuid.uuid4().hex[:8]}"
    memory: ClassVar[Memory]
    clock: ClassVar[FrozenClock]

    facts: Bundle[str] = Bundle("facts")
    merges: Bundle[str] = Bundle("merges")

    def __init__(self) -> None:
        super().__init__()
        self.clock.set(BEGIN + timedelta(days=20))
        self.memory.forget(user=self.user)
        self.memory.define_predicate(self.mood, object="literal")
        self.rows: dict[tuple[str, int], Row] = {}
        self.said: dict[str, Assertion] = {}
        self.answers: dict[tuple[datetime, datetime], list[Seen]] = {}
        self.erasing = False

    # -- what may happen -----------------------------------------------------------------

    @rule(
        target=facts,
        subject=PEOPLE,
        predicate=st.sampled_from(sorted(OBJECTS)),
        pick=st.integers(0, 2),
        at=st.integers(0, 12),
        start=st.none() | st.integers(0, 12),
        end=st.none() | st.none() | st.integers(0, 14),
        stance=st.sampled_from(["stated"] * 5 + ["ended", "ended", "negated", "tentative", "planned"]),
        source=st.sampled_from(["explicit", "explicit", "inferred"]),
        replaces=st.booleans(),
        category=st.sampled_from(["", "colour"]),
        episode=EPISODES,
    )
    def say(
        self,
        subject: str,
        predicate: str,
        pick: int,
        at: int,
        start: int | None,
        end: int | None,
        replaces: bool,
        category: str,
        **details: Any,
    ) -> Any:
        objects = OBJECTS[predicate]
        thing = objects[pick % len(objects)]
        if predicate == "uses" and replaces:
            details["replaces"] = objects[(pick + 1) % len(objects)]
        if predicate == "favorite" and category:
            details["category"] = category
        if start is not None:
            details["valid_at"] = day(start)
        if end is not None:
            details["invalid_at"] = day(end)
        relation = self.mood if predicate == "mood" else predicate
        return self.may(
            lambda: self.memory.add_fact(subject, relation, thing, user=self.user, at=day(at), **details)
        )

    @rule(target=facts, fact=facts, number=st.integers(0, 5), at=st.integers(0, 12))
    def hang(self, fact: str, number: int, at: int) -> Any:
        """An instruction that depends on a fact."""
        what = f"do {number}"
        return self.may(
            lambda: self.memory.add_fact(
                "user", "instruction", what, user=self.user, at=day(at), depends_on=[fact]
            )
        )

    @rule(fact=facts)
    def retract(self, fact: str) -> None:
        self.may(lambda: self.memory.retract(fact, user=self.user))

    @rule(target=facts, fact=facts, thing=st.sampled_from(["Delft", "tea", "成都"]), at=st.integers(0, 12))
    def correct(self, fact: str, thing: str, at: int) -> Any:
        return self.may(lambda: self.memory.correct(fact, user=self.user, object=thing, at=day(at)))

    @rule(fact=facts, at=st.integers(0, 12))
    def confirm(self, fact: str, at: int) -> None:
        self.may(lambda: self.memory.confirm(fact, user=self.user, at=day(at)))

    @rule(fact=facts)
    def pin(self, fact: str) -> None:
        self.may(lambda: self.memory.pin(fact, user=self.user))

    @rule(episode=EPISODES)
    def forget_episode(self, episode: str) -> None:
        self.may(lambda: self.memory.forget(user=self.user, episode=episode), erasing=True)

    @rule(fact=consumes(facts))
    def forget_fact(self, fact: str) -> None:
        self.may(lambda: self.memory.forget(user=self.user, fact=fact), erasing=True)

    @rule(target=merges, one=PEOPLE, other=PEOPLE)
    def merge(self, one: str, other: str) -> Any:
        assume(one != other)
        return self.may(lambda: self.memory.merge(one, other, user=self.user))

    @rule(target=merges, name=PEOPLE, fact=facts)
    def split(self, name: str, fact: str) -> Any:
        return self.may(lambda: self.memory.split(name, [fact], user=self.user))

    @rule(merge=consumes(merges))
    def undo(self, merge: str) -> None:
        self.may(lambda: self.memory.undo(merge, user=self.user))

    @rule(cardinality=st.sampled_from(["one", "many"]), fixed=st.booleans())
    def redefine(self, cardinality: str, fixed: bool) -> None:
        self.clock.tick(timedelta(hours=1))
        self.memory.define_predicate(self.mood, cardinality=cardinality, fixed=fixed, object="literal")

    def may(self, act: Any, erasing: bool = False) -> Any:
        """Does what may be refused, as for a fact that was erased meanwhile."""
        self.erasing = erasing
        self.clock.tick(timedelta(hours=1))
        try:
            done = act()
        except (NotFound, Conflict, InvalidInput):
            return multiple()
        told = done.outcomes if isinstance(done, ChangeSet) else ()
        return multiple(*[o.fact for o in told if o.fact and o.action != "withdrawn"][:1])

    # -- what must hold ------------------------------------------------------------------

    @invariant()
    def promises(self) -> None:
        now = self.memory.store.history(self.user, Selection(stances=()))
        erased = {i: a for i, a in self.said.items() if i not in {b.id for b in now.assertions}}
        assert self.erasing or not erased
        since = min((a.recorded_at for a in erased.values()), default=MAX)
        self.assertions_stay(now)
        self.rows_stay(now, since)
        self.rows_are_the_fold(now)
        self.answers = {k: v for k, v in self.answers.items() if k[1] < since}
        self.ask_again()
        self.erasing = False

    def assertions_stay(self, now: Reading) -> None:
        """They never move; only where they compete, and whether they were withdrawn, follows from others."""
        derived = {"slot": "", "fact": "", "replaced_slot": "", "replaced_fact": ""}
        for a in now.assertions:
            old = self.said.get(a.id)
            if old is None:
                continue
            if old.withdrawn_at is None:
                old = replace(old, withdrawn_at=a.withdrawn_at, withdrawn_why=a.withdrawn_why)
            assert replace(a, **derived) == replace(old, **derived)
        self.said = {a.id: a for a in now.assertions}

    def rows_stay(self, now: Reading, since: datetime) -> None:
        """A row's `expired_at` is written once, and nothing else ever; what was erased is made anew."""
        rows = {(r.id, r.version): r for r in now.rows}
        assert len(rows) == len(now.rows)
        for key, old in self.rows.items():
            if old.recorded_at >= since or (old.expired_at or MAX) >= since:
                continue
            new = rows.get(key)
            if since == MAX:
                assert new is not None
            if new is not None and old.expired_at is None:
                old = replace(old, expired_at=new.expired_at)
            if new is not None:
                assert replace(new, text="") == replace(old, text="")
        self.rows = rows

    def rows_are_the_fold(self, now: Reading) -> None:
        registry = Registry(self.memory.predicates())
        slots = {s for a in now.assertions for s in (a.slot, a.replaced_slot) if s}
        wanted = set()
        for slot in slots:
            own = [a for a in now.assertions if slot in (a.slot, a.replaced_slot)]
            fixed = any(registry[a.predicate].fixed for a in own if a.slot == slot)
            spans = fold(slot, own, fixed)
            wanted |= {s.key for s in spans}
            line = sorted(
                (s.start.at if s.start else MIN, s.end.at if s.end else MAX)
                for s in spans
                if s.stance == "stated"
            )
            assert all(end <= start for (_, end), (start, _) in itertools.pairwise(line))
        believed = [row_key(r) for r in now.rows if r.expired_at is None]
        assert len(believed) == len(set(believed))
        assert set(believed) == wanted

    def answer(self, as_of: datetime, known_at: datetime) -> list[Seen]:
        facts = self.memory.facts(user=self.user, as_of=as_of, known_at=known_at)
        open_ones = [
            f
            for stance in ("tentative", "planned")
            for f in self.memory.facts(user=self.user, stance=stance, known_at=known_at)
        ]
        return sorted(map(seen, [*facts, *open_ones]), key=repr)

    def ask_again(self) -> None:
        """An answer once given for a past `known_at` is given for ever."""
        known_at = self.clock()
        for as_of in POINTS:
            self.answers[as_of, known_at] = self.answer(as_of, known_at)
        for (as_of, known), old in list(self.answers.items())[-12:-3:3]:
            assert self.answer(as_of, known) == old

    def teardown(self) -> None:
        for (as_of, known), old in self.answers.items():
            assert self.answer(as_of, known) == old


@pytest.fixture(scope="module", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def opened(request: pytest.FixtureRequest) -> Iterator[tuple[Memory, FrozenClock, int]]:
    clock = FrozenClock(BEGIN)
    embedded = request.param == "embedded"
    place = ":memory:" if embedded else request.getfixturevalue("neo4j_uri")
    with graphmem.open(place, embedder=HashEmbedder(), clock=clock) as memory:
        yield memory, clock, 25 if embedded else 3
        memory.forget(user=Life.user)


def test_promises_hold_in_any_life(opened):
    memory, clock, examples = opened
    machine = type("LifeHere", (Life,), {"memory": memory, "clock": clock})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=20 if examples > 5 else 12,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        ),
    )
