"""Exports: any life, exported, restored elsewhere and exported again, is the same, whatever the stores."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.errors import Conflict, GraphmemError, InvalidInput, NotFound
from graphmem.memory import Memory
from graphmem.testing import FrozenClock
from tests.test_timeline_states import BEGIN, Life

QUICK = settings(
    deadline=None,
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


class Carried(Life):
    """At its end a life is carried to `other` and back, and goes on there as it does here."""

    other: ClassVar[Memory]

    def __init__(self) -> None:
        self.other.forget(user=self.user)
        self.other.define_predicate(self.mood, object="literal")
        super().__init__()
        self.memory.pause(self.user)
        self.memory.resume(self.user)

    def redefine(self, fact: str, at: datetime, which: int) -> None:
        super().redefine(fact, at, which)
        cardinality, fixed = ["one", "many"][which % 2], which > 3
        self.other.define_predicate(self.mood, cardinality=cardinality, fixed=fixed, object="literal")

    def promises(self) -> None:
        """Kept by `Life` itself."""

    def teardown(self) -> None:
        lines = list(self.memory.export(self.user))
        self.other.import_export(lines)
        assert list(self.other.export(self.user)) == lines
        assert [f for f in self.other.check() if "vector" not in f.kind] == []
        for memory in (self.memory, self.other):
            self.clock.tick(timedelta(hours=1))
            self.clock.set(BEGIN + timedelta(days=60))
            for act in (
                lambda m=memory: m.forget(user=self.user, episode="e1"),
                lambda m=memory: m.undo(self.shapes[0] if self.shapes else "none", user=self.user),
                lambda m=memory: m.add_fact("user", "lives_in", "Delft", user=self.user, at=BEGIN),
                lambda m=memory: m.merge("Bo", "小王", user=self.user),
                lambda m=memory: m.forget(user=self.user, fact=self.facts[0]),
            ):
                with contextlib.suppress(NotFound, Conflict, InvalidInput):
                    act()
        after = list(self.other.export(self.user))
        assert after == list(self.memory.export(self.user))
        self.memory.forget(user=self.user)
        self.memory.import_export(after)
        assert list(self.memory.export(self.user)) == after


def without_others_policies(server: Any) -> None:
    """The server is shared, and under policies of another test what is restored is derived again."""
    import neo4j

    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth) as driver:
        driver.execute_query("MATCH (p:Predicate) DETACH DELETE p")


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def pair(request: pytest.FixtureRequest) -> Iterator[tuple[Memory, Memory, FrozenClock]]:
    """An embedded memory, and one on the store that an export is carried to."""
    clock = FrozenClock(BEGIN)
    place = ":memory:"
    if request.param == "neo4j":
        server = request.getfixturevalue("neo4j_shared")
        place = server.uri
        without_others_policies(server)
    with (
        graphmem.open(":memory:", embedder=HashEmbedder(), clock=clock) as one,
        graphmem.open(place, embedder=HashEmbedder(), clock=clock) as other,
    ):
        yield one, other, clock
        other.forget(user=Life.user)


@pytest.mark.slow
def test_any_life_is_carried_between_stores(pair):
    one, other, clock = pair
    machine = type("CarriedHere", (Carried,), {"memory": one, "other": other, "clock": clock})
    examples = 40 if other.sizes().backend == "sqlite" else 6
    run_state_machine_as_test(
        machine, settings=settings(QUICK, max_examples=examples, stateful_step_count=15)
    )


def test_a_conversation_is_carried_between_stores(pair):
    one, other, clock = pair
    user = Life.user
    for text in ("I moved from Lyon to Turin in May.", "我喜欢火锅。", "我用 Python 写 backend。"):
        one.remember(text, user)
        clock.tick(timedelta(hours=1))
    one.import_document(
        "# Lamps\n\nThe lamps are lit at dusk.\n\n# 值班\n\n夜班由小林负责。", user=user, name="h.md"
    )
    one.pause(user)
    lines = list(one.export(user))
    other.import_export(lines)
    assert list(other.export(user))[1:] == lines[1:]
    other.flush()
    other.resume(user)
    assert [str(f.object) for f in other.recall("Where do I live?", user).facts][:1] == ["Turin"]
    assert "小林" in other.recall("夜班由谁负责？", user).hits[0].turn.text
    assert [f for f in other.check() if f.kind != "missing: vector"] == []


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30).filter(str.strip)


@pytest.mark.slow
@settings(QUICK, max_examples=60)
@given(st.lists(st.tuples(TEXT, st.sampled_from(["user", "assistant"]), TEXT), min_size=1, max_size=4))
@example([("\u2028 a\u0085\u2029", "user", '"\\ 火锅 \ufeff')])
def test_any_words_are_carried(said: list[tuple[str, str, str]]) -> None:
    with graphmem.open(":memory:", embedder=HashEmbedder(), sensitive="keep") as memory:
        with memory.session("ana", "s") as chat:
            for text, role, name in said:
                chat.add(role, text, name=name)  # type: ignore[arg-type]
            chat.commit()
        memory.add_fact(said[0][2], "likes", said[0][0], user="ana", stance="planned")
        lines = list(memory.export("ana"))
        memory.forget(user="ana")
        memory.import_export("\n".join(lines).splitlines())
        assert list(memory.export("ana")) == lines


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@pytest.fixture(scope="module")
def life() -> list[str]:
    with graphmem.open(":memory:", embedder=HashEmbedder()) as memory:
        memory.remember("I moved from Lyon to Turin in May. 我喜欢火锅。", "ana")
        memory.add_fact("Bob", "likes", "chess", user="ana")
        memory.merge("Bob", "user", user="ana")
        memory.pin(memory.facts(user="ana")[0].id, user="ana")
        return list(memory.export("ana"))


@pytest.mark.slow
@settings(QUICK, max_examples=200)
@given(place=st.integers(0, 200), field=st.integers(0, 40), value=VALUES)
def test_a_damaged_line_is_an_error_of_ours_or_changes_what_it_says(
    life: list[str], place: int, field: int, value: Any
) -> None:
    place %= len(life)
    line = json.loads(life[place])
    name = list(line)[field % len(line)]
    damaged = [*life[:place], json.dumps({**line, name: value}), *life[place + 1 :]]
    with graphmem.open(":memory:", embedder=HashEmbedder()) as memory:
        try:
            memory.import_export(damaged)
        except GraphmemError as error:
            assert place == 0 or "line" in str(error)
            assert memory.store.namespaces() == ()
        else:
            assert list(memory.export("ana" if place or name != "namespace" else str(value)))


@pytest.mark.parametrize("share", ["1e999", "-1e999", "1.01", "-0.5"])
@pytest.mark.parametrize("name", ["confidence", "importance"])
def test_a_share_that_is_none_is_refused_with_its_line(life: list[str], name: str, share: str) -> None:
    """1e999 is read as infinite: kept, it would be written as what no import takes."""
    number = next(n for n, line in enumerate(life) if f'"{name}": ' in line)
    wrong = re.sub(rf'"{name}": [\d.]+', f'"{name}": {share}', life[number])
    with (
        graphmem.open(":memory:", embedder=HashEmbedder()) as memory,
        pytest.raises(InvalidInput, match=f"line {number + 1}: .*{name}=.* a number from 0 to 1"),
    ):
        memory.import_export([*life[:number], wrong, *life[number + 1 :]])


def test_an_export_under_other_policies_is_derived_again():
    clock = FrozenClock(BEGIN)
    with (
        graphmem.open(":memory:", embedder=HashEmbedder(), clock=clock) as one,
        graphmem.open(":memory:", embedder=HashEmbedder(), clock=clock) as other,
    ):
        for thing in ("calm", "高兴"):
            clock.tick(timedelta(days=1))
            one.add_fact("user", "mood", thing, user="ana")
        other.define_predicate("mood", cardinality="one", object="literal")
        lines = list(one.export("ana"))
        other.import_export(lines)
        assert [str(f.object) for f in one.facts(user="ana")] == ["calm", "高兴"]
        assert [str(f.object) for f in other.facts(user="ana")] == ["高兴"]
        assert other.apply_predicates() == 0


def test_a_file_from_before_pauses_gets_what_it_lacks(tmp_path):
    import sqlite3

    place = tmp_path / "memory.db"
    graphmem.open(place, embedder=HashEmbedder()).close()
    with sqlite3.connect(place) as connection:
        connection.execute("DROP TABLE pause")
    with graphmem.open(place, embedder=HashEmbedder()) as memory:
        memory.pause("ana")
        assert memory.paused("ana")
