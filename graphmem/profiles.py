"""Profiles, kept until something is written to their namespace or what they tell changes with time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from graphmem import profile
from graphmem.belief import holds
from graphmem.model import Known, Row, Stance
from graphmem.reading import Reader
from graphmem.registry import Registry
from graphmem.store import Reading, Selection, Store
from graphmem.timeline import MAX, MIN

_STANCES: tuple[Stance, ...] = ("stated", "tentative", "planned")
_FACTS = 20_000
"""Some 30 MB."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was told in `[start, end)`, of a namespace in this state, under these policies."""

    known: Known
    state: str
    registry: Registry
    start: datetime
    end: datetime

    @property
    def size(self) -> int:
        """In facts."""
        known = self.known
        return 1 + sum(len(s.facts) for s in known.sections) + len(known.open) + len(known.to_confirm)


class Profiles:
    """Answers what is known of some entities. `size`: of how many facts it keeps answers; safe in many threads."""

    def __init__(self, store: Store, registry: Callable[[], Registry], size: int = _FACTS) -> None:
        self._store = store
        self._registry = registry
        self._size = size
        self._kept: OrderedDict[tuple[str, str | None], _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def of(
        self, namespace: str, who: str | None, subjects: Callable[[], tuple[str, ...]], as_of: datetime
    ) -> Known:
        """`who`: what the answer is kept under; `subjects`: the ids it means, asked for when it is not kept."""
        state, registry = self._store.state(namespace), self._registry()
        with self._lock:
            kept = self._kept.get((namespace, who))
            if kept and kept.state == state and kept.registry is registry and kept.start <= as_of < kept.end:
                self._kept.move_to_end((namespace, who))
                return kept.known
        made = self._made(namespace, subjects(), registry, state, as_of)
        with self._lock:
            self._kept[namespace, who] = made
            self._kept.move_to_end((namespace, who))
            left = self._size - sum(kept.size for kept in self._kept.values())
            while left < 0:
                left += self._kept.popitem(last=False)[1].size
        return made.known

    def read(self, namespace: str, subjects: tuple[str, ...], as_of: datetime) -> Known:
        """The same, read anew: before a write, what was kept is older than the last one."""
        return self._made(namespace, subjects, self._registry(), "", as_of).known

    def _made(
        self, namespace: str, subjects: tuple[str, ...], registry: Registry, state: str, as_of: datetime
    ) -> _Kept:
        """Read after its state was: should something be written in between, it will be read again."""
        if not subjects:
            return _Kept(Known(namespace), state, registry, MIN, MAX)
        reading = self._store.facts(namespace, Selection(subjects=subjects, stances=_STANCES, rivals=True))
        known = _known(namespace, subjects, reading, registry, as_of)
        moments = set(_moments(reading))
        start = max((t for t in moments if t <= as_of), default=MIN)
        end = min((t for t in moments if t > as_of), default=MAX)
        return _Kept(known, state, registry, start, end)

    def forget(self, namespace: str) -> None:
        """Nothing erased stays in memory."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == namespace]:
                del self._kept[key]


def _known(
    namespace: str, subjects: tuple[str, ...], reading: Reading, registry: Registry, as_of: datetime
) -> Known:
    reader = Reader(namespace, reading, registry, as_of, None)

    def told(row: Row) -> bool:
        return row.stance != "stated" or holds(row, as_of, None)

    facts = [reader.fact(row) for row in reading.rows if told(row)]
    stated = [f for f in facts if f.stance == "stated"]
    waiting = [f for f in facts if f.stance != "stated"]
    return profile.build(namespace, stated, waiting, reader.contested(), registry, subjects, as_of)


def _moments(reading: Reading) -> Iterator[datetime]:
    """When an answer made of it may change: what it tells begins or ends there."""
    for row in (*reading.rows, *reading.dependencies.rows):
        yield from (t for t in (row.valid_at, row.invalid_at) if t)
    for a in reading.assertions:
        yield from (t for t in (a.valid_at, a.invalid_at, a.said_at) if t)
