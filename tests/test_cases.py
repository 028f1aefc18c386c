"""What the memory must answer, case by case, on every store, with a neighbour's writes in between."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.memory import Memory
from graphmem.registry import Registry, shipped
from graphmem.testing import FrozenClock
from tests.case_steps import Run, believed, triple, when

FOLDER = Path(__file__).parent / "cases"
CASES: list[dict[str, Any]] = [
    case for file in sorted(FOLDER.glob("*.yaml")) for case in yaml.safe_load(file.read_text("utf-8"))
]
POLICIES = Registry(shipped().values())


@pytest.fixture(scope="module", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def opened(request: pytest.FixtureRequest) -> Iterator[tuple[Memory, FrozenClock]]:
    clock = FrozenClock()
    place = ":memory:" if request.param == "embedded" else request.getfixturevalue("neo4j_uri")
    with graphmem.open(place, embedder=HashEmbedder(), clock=clock) as memory:
        yield memory, clock


def someone(memory: Memory, clock: FrozenClock) -> Run:
    return Run(memory, clock, f"case-{uuid.uuid4().hex[:10]}")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(opened, case):
    mine, other = someone(*opened), someone(*opened)
    for number, step in enumerate(case["steps"]):
        mine.step(step)
        if "add" in step:
            subject, predicate, _ = step["add"]
            other.step({"add": [subject, predicate, f"elsewhere {number}"], "at": step["at"]})
    told, foreign = ({triple(f) for f in r.memory.history(user=r.user)} for r in (mine, other))
    assert not told & foreign


# -- the order of arrival -------------------------------------------------------------------


def only_adds(case: Mapping[str, Any]) -> bool:
    """Whether the order may not matter: distinct starts, and nothing erased, merged, fixed or hung on another."""
    steps = [step for step in case["steps"] if "check" not in step]
    if len(steps) < 2 or not all("add" in step and "needs" not in step for step in steps):
        return False
    starts = {when(step.get("from", step["at"])) for step in steps}
    return len(starts) == len(steps) and not any(POLICIES[step["add"][1]].fixed for step in steps)


def adds(case: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The steps that write, each in an episode of its own."""
    return [{**s, "episode": f"e{i}"} for i, s in enumerate(s for s in case["steps"] if "check" not in s)]


@pytest.fixture(scope="module")
def embedded() -> Iterator[tuple[Memory, FrozenClock]]:
    clock = FrozenClock()
    with graphmem.open(":memory:", embedder=HashEmbedder(), clock=clock) as memory:
        yield memory, clock


ORDERLESS = [case for case in CASES if only_adds(case)]


def test_most_cases_are_without_order():
    assert len(ORDERLESS) >= 15


@pytest.mark.parametrize("case", ORDERLESS, ids=lambda case: case["name"])
def test_order_of_arrival_does_not_matter(embedded, case):
    ends = []
    for order in itertools.permutations(adds(case)):
        run = someone(*embedded)
        for step in order:
            run.step(step)
        ends.append(believed(run.memory, run.user))
    assert len(ends) > 1 and all(end == ends[0] for end in ends)


@pytest.mark.parametrize("case", ORDERLESS, ids=lambda case: case["name"])
def test_an_erased_step_was_never_said(embedded, case):
    steps = adds(case)
    for gone in range(len(steps)):
        erased, unsaid = someone(*embedded), someone(*embedded)
        for i, step in enumerate(steps):
            erased.step(step)
            if i != gone:
                unsaid.step(step)
        erased.step({"forget": {"episode": f"e{gone}"}, "at": when(steps[-1]["at"]) + timedelta(days=1)})
        assert believed(erased.memory, erased.user) == believed(unsaid.memory, unsaid.user)
