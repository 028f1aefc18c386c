"""Random lives of a memory, on every store: whatever is said, put right, merged or erased, the promises hold."""

from __future__ import annotations

import contextlib
import itertools
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

import graphmem
from graphmem.belief import row_key
from graphmem.embed import HashEmbedder
from graphmem.errors import Conflict, InvalidInput, NotFound
from graphmem.memory import Memory
from graphmem.model import Assertion, ChangeSet, Fact, Receipt, Row
from graphmem.registry import Registry
from graphmem.store import Reading, Selection
from graphmem.testing import FrozenClock
from graphmem.timeline import MAX, MIN, fold

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
Said = tuple[str, str, str, dict[str, str]]
"""Subject, relation, object, and what else is said."""
FACTS = st.sampled_from(
    [
        *(("user", "lives_in", town, {}) for town in ("Ghent", "成都", "Delft")),
        *((who, "lives_in", town, {}) for who in ("Bo", "Robert") for town in ("Ghent", "成都")),
        *(("user", "friend", who, {}) for who in ("Bo", "Robert", "小王")),
        ("user", "uses", "SVN", {}),
        ("user", "uses", "Git", {"replaces": "SVN"}),
        ("user", "uses", "SVN", {"replaces": "Git"}),
        ("user", "likes", "火锅", {}),
        ("user", "dislikes", "火锅", {}),
        *(("user", "favorite", what, {"category": "colour"}) for what in ("teal", "ochre")),
        *(("user", "born_in", town, {}) for town in ("绍兴", "Namur")),
        *(("user", "mood", what, {}) for what in ("calm", "高兴")),
    ]
)
EPISODES = st.sampled_from(["e1", "e2", "e3", "e4"])
DAYS = st.integers(0, 12).map(lambda number: BEGIN + timedelta(days=number))
HOW = st.fixed_dictionaries(
    {
        "at": DAYS,
        "episode": EPISODES,
        "stance": st.sampled_from(["stated"] * 8 + ["ended", "ended", "negated", "tentative", "planned"]),
        "source": st.sampled_from(["explicit", "explicit", "explicit", "inferred"]),
        "valid_at": st.none() | DAYS,
        "invalid_at": st.none() | st.none() | st.none() | DAYS,
    }
)
"""How a fact is said: what `add_fact` takes beside the fact."""
ACTS = [
    *("hang", "correct", "retract", "decline", "confirm", "pin"),
    *("forget_episode", "forget_fact", "forget_fact"),
    *("merge", "merge", "merge", "split", "undo", "undo", "redefine"),
]
POINTS = [BEGIN + timedelta(days=d) for d in (2, 6, 10)]

Seen = tuple[str, int, str, str, object, object]


def seen(fact: Fact) -> Seen:
    """What an answer says, whatever things are called by now."""
    return fact.id, fact.version, fact.stance, fact.predicate, fact.valid_at, fact.invalid_at


class Life(RuleBasedStateMachine):
    """One namespace's life. `memory`, `clock`, `user`: set by the test that runs it."""

    user: ClassVar[str] = f"life-{uuid.uuid4().hex[:8]}"
    mood: ClassVar[str] = f"mood_{uuid.uuid4().hex[:8]}"
    memory: ClassVar[Memory]
    clock: ClassVar[FrozenClock]

    def __init__(self) -> None:
        super().__init__()
        self.clock.set(BEGIN + timedelta(days=20))
        self.memory.forget(user=self.user)
        self.memory.define_predicate(self.mood, object="literal")
        self.rows: dict[tuple[str, int], Row] = {}
        self.said: dict[str, Assertion] = {}
        self.answers: dict[tuple[datetime, datetime], list[Seen]] = {}
        self.erasing = False
        self.facts: list[str] = []
        self.shapes: list[str] = []

    # -- what may happen -----------------------------------------------------------------

    @initialize(said=st.lists(st.tuples(FACTS, HOW), min_size=3, max_size=8))
    def begin(self, said: list[tuple[Said, dict[str, Any]]]) -> None:
        self.say(said)

    @rule(said=st.lists(st.tuples(FACTS, HOW), min_size=1, max_size=3))
    def say(self, said: list[tuple[Said, dict[str, Any]]]) -> None:
        """One fact after another, each in a write of its own."""
        for fact, how in said:
            self.add(fact, how)

    @rule(act=st.sampled_from(ACTS), number=st.integers(0, 30), at=DAYS, which=st.integers(0, 5))
    def change(self, act: str, number: int, at: datetime, which: int) -> None:
        """Something is put right, merged or erased: `number` picks the fact, `which` the rest."""
        if self.facts:
            getattr(self, act)(self.facts[number % len(self.facts)], at, which)

    def hang(self, fact: str, at: datetime, which: int) -> None:
        """An instruction that depends on a fact."""
        self.add(("user", "instruction", f"带伞 {which % 3}", {}), {"at": at, "depends_on": [fact]})

    def correct(self, fact: str, at: datetime, which: int) -> None:
        thing = ["Delft", "成都", "Git"][which % 3]
        self.may(lambda: self.memory.correct(fact, user=self.user, object=thing, at=at))

    def retract(self, fact: str, at: datetime, which: int) -> None:
        self.may(lambda: self.memory.retract(fact, user=self.user))

    def decline(self, fact: str, at: datetime, which: int) -> None:
        self.may(lambda: self.memory.decline(fact, self.user))

    def confirm(self, fact: str, at: datetime, which: int) -> None:
        self.may(lambda: self.memory.confirm(fact, user=self.user, at=at))

    def pin(self, fact: str, at: datetime, which: int) -> None:
        self.may(lambda: self.memory.pin(fact, user=self.user))

    def forget_episode(self, fact: str, at: datetime, which: int) -> None:
        self.may(lambda: self.memory.forget(user=self.user, episode=f"e{which}"), erasing=True)

    def forget_fact(self, fact: str, at: datetime, which: int) -> None:
        self.may(lambda: self.memory.forget(user=self.user, fact=fact), erasing=True)

    def merge(self, fact: str, at: datetime, which: int) -> None:
        one, other = list(itertools.permutations(["Bo", "Robert", "小王"], 2))[which]
        self.reshape(lambda: self.memory.merge(one, other, user=self.user))

    def split(self, fact: str, at: datetime, which: int) -> None:
        """Off its subject, or, of the person's own facts, off its object."""
        about = [f for f in self.memory.facts(user=self.user) if f.id == fact]
        names = [str(f.object if f.subject.person else f.subject) for f in about] or ["nobody"]
        self.reshape(lambda: self.memory.split(names[0], [fact], user=self.user))

    def undo(self, fact: str, at: datetime, which: int) -> None:
        if self.shapes:
            shape = self.shapes.pop(which % len(self.shapes))
            self.may(lambda: self.memory.undo(shape, user=self.user))

    def redefine(self, fact: str, at: datetime, which: int) -> None:
        self.clock.tick(timedelta(hours=1))
        cardinality, fixed = ["one", "many"][which % 2], which > 3
        self.memory.define_predicate(self.mood, cardinality=cardinality, fixed=fixed, object="literal")

    def add(self, fact: Said, how: dict[str, Any]) -> None:
        subject, predicate, thing, more = fact
        relation = self.mood if predicate == "mood" else predicate
        self.may(lambda: self.memory.add_fact(subject, relation, thing, user=self.user, **more, **how))

    def reshape(self, act: Callable[[], ChangeSet]) -> None:
        known = list(self.facts)
        self.may(act)
        self.shapes += [made for made in self.facts if made not in known]
        self.facts = known

    def may(self, act: Callable[[], ChangeSet | Receipt], erasing: bool = False) -> None:
        """Does what may be refused, as for a fact that was erased meanwhile; notes the facts it made."""
        self.erasing = erasing
        self.clock.tick(timedelta(hours=1))
        with contextlib.suppress(NotFound, Conflict, InvalidInput):
            done = act()
            told = done.outcomes if isinstance(done, ChangeSet) else ()
            made = [o.fact for o in told if o.fact and o.action != "withdrawn"][:1]
            self.facts += [fact for fact in made if fact not in self.facts]

    # -- what must hold ------------------------------------------------------------------

    @invariant()
    def promises(self) -> None:
        now = self.memory.store.history(self.user, Selection(stances=()))
        erased = {i: a for i, a in self.said.items() if i not in {b.id for b in now.assertions}}
        assert self.erasing or not erased
        assert {r.said for r in now.rows} <= {a.id for a in now.assertions}
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
            if self.erasing and not a.replaces:
                old = replace(old, replaces="", replaces_name="")  # what it replaced was erased
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
        if self.memory.sizes().backend == "sqlite":
            assert [f for f in self.memory.check() if f.kind != "missing: vector"] == []


@pytest.fixture(scope="module", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def opened(request: pytest.FixtureRequest) -> Iterator[tuple[Memory, FrozenClock, int]]:
    clock = FrozenClock(BEGIN)
    embedded = request.param == "embedded"
    place = ":memory:" if embedded else request.getfixturevalue("neo4j_uri")
    with graphmem.open(place, embedder=HashEmbedder(), clock=clock) as memory:
        yield memory, clock, 20 if embedded else 3
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
