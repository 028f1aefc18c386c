"""What the parts of the contract share: the hook an adapter gives, and the memory they all use."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from graphmem.memory import Memory
from graphmem.model import ChangeSet, Fact
from graphmem.testing.clock import FrozenClock

BEGIN = "2026-03-02T09:00:00Z"
HOUR = timedelta(hours=1)


class Contract:
    """One hook, `open_memory`. One memory serves all tests of a class; each works in namespaces of its own."""

    def open_memory(self, clock: FrozenClock, **settings: Any) -> Memory:
        """A memory on the store under test: called again, another one on the same store.

        Its embedder is `graphmem.embed.HashEmbedder()` unless `settings`, those of `graphmem.open`, name one.
        """
        raise NotImplementedError

    @pytest.fixture(scope="class")
    @classmethod
    def clock(cls) -> FrozenClock:
        return FrozenClock(BEGIN)

    @pytest.fixture(scope="class")
    @classmethod
    def memory(cls, clock: FrozenClock) -> Iterator[Memory]:
        with cls().open_memory(clock) as memory:
            yield memory

    @pytest.fixture
    def user(self, memory: Memory) -> Iterator[str]:
        """A namespace that is new, and erased after the test."""
        name = f"contract-{uuid.uuid4().hex[:12]}"
        yield name
        memory.forget(user=name)

    @pytest.fixture
    def other(self, memory: Memory) -> Iterator[str]:
        """Another one."""
        name = f"contract-{uuid.uuid4().hex[:12]}"
        yield name
        memory.forget(user=name)


def objects(facts: Iterable[Fact]) -> list[str]:
    return sorted(str(f.object) for f in facts)


def fact_id(changes: ChangeSet) -> str:
    """The id of the fact that a write of one was about."""
    return next(o.fact for o in changes.outcomes if o.candidate)


def actions(changes: ChangeSet) -> list[str]:
    return [o.action for o in changes.outcomes]


def everything(memory: Memory, user: str) -> str:
    """All that any answer gives of a namespace, as one text."""
    told: list[object] = [memory.profile(user=user), memory.entities(user=user), memory.episodes(user=user)]
    for stance in ("stated", "tentative", "planned"):
        told.append(memory.history(user=user, stance=stance))
    told.append(memory.recall("what do we know 我们知道什么", user=user))
    return "\n".join(map(repr, told))
