"""The fold: a slot's live assertions → the rows it makes us believe. Pure, no clock of its own.

Within a slot the fact's id is the value: two objects of a `one` relation, or two opposites about
one object, are two facts of one slot. Rules are numbered as in ARCHITECTURE.md, "Time and conflict".
"""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphmem.model import OPEN_STANCES, Assertion, Precision, Stance

MIN = datetime(1, 1, 1, tzinfo=UTC)
MAX = datetime(9999, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Mark:
    """A point in time with the precision and the zone (minutes east of UTC) it was given in."""

    at: datetime
    precision: Precision = "instant"
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Span:
    """One row as the fold wants it. `start` None: always; `end` None: still true."""

    fact: str
    stance: Stance
    start: Mark | None
    end: Mark | None
    sample: Assertion

    @property
    def key(self) -> tuple[str, Stance, Mark | None, Mark | None]:
        return self.fact, self.stance, self.start, self.end


@dataclass(slots=True)
class _Holding:
    """A stated assertion (or the bounded past of an ended one) with the end that the others leave it."""

    fact: str
    start: Mark
    end: Mark | None
    explicit: bool
    sequence: int
    opens: bool
    said: Assertion

    def ended_by(self, mark: Mark) -> None:
        if self.end is None or mark.at < self.end.at:
            self.end = mark

    @property
    def rank(self) -> tuple[bool, datetime, int]:
        return self.explicit, self.start.at, self.sequence

    @property
    def empty(self) -> bool:
        return self.end is not None and self.end.at <= self.start.at


@dataclass(frozen=True, slots=True)
class _Ending:
    fact: str
    end: Mark
    explicit: bool
    said_at: datetime
    sequence: int

    def ends(self, holding: _Holding) -> bool:
        """Rule 1: its own value, begun before its end, or undated and said (then received) before it."""
        if holding.fact != self.fact or holding.explicit > self.explicit:
            return False
        earlier = (holding.said.said_at, holding.sequence) < (self.said_at, self.sequence)
        return holding.start.at < self.end.at or (not holding.said.dated and earlier)


def start_mark(a: Assertion) -> Mark:
    return Mark(a.valid_at, a.valid_precision, a.offset)


def end_mark(a: Assertion) -> Mark | None:
    return None if a.invalid_at is None else Mark(a.invalid_at, a.invalid_precision, a.offset)


def backwards(a: Assertion) -> bool:
    """Its start is given and not before its end: kept as history only."""
    return a.dated and a.invalid_at is not None and a.valid_at >= a.invalid_at


def _read(slot: str, assertions: Iterable[Assertion], fixed: bool) -> tuple[list[_Holding], list[_Ending]]:
    holdings: list[_Holding] = []
    endings: list[_Ending] = []
    for a in assertions:
        explicit = a.source == "explicit"
        if (backwards(a) and not fixed) or a.stance in OPEN_STANCES:
            continue
        end = end_mark(a)
        if a.slot == slot and a.stance == "stated":
            holdings.append(
                _Holding(a.fact, start_mark(a), end, explicit, a.sequence, opens=end is None, said=a)
            )
        elif a.slot == slot:
            until = end or Mark(a.said_at, offset=a.offset)
            endings.append(_Ending(a.fact, until, explicit, a.said_at, a.sequence))
            if a.stance == "ended" and a.dated and a.valid_at < until.at:
                holdings.append(
                    _Holding(a.fact, start_mark(a), until, explicit, a.sequence, opens=False, said=a)
                )
        if a.replaced_slot == slot and a.stance == "stated":
            endings.append(_Ending(a.replaced_fact, start_mark(a), explicit, a.said_at, a.sequence))
    return holdings, endings


def _end_each_other(holdings: list[_Holding]) -> None:
    """Rule 1: an open one ends those of another value that began before it; equal starts: were received before."""
    if len(holdings) < 2:
        return
    for explicit in (True, False):
        enders = sorted((h.start.at, h.sequence, h) for h in holdings if h.opens and h.explicit >= explicit)
        starts = [(at, sequence) for at, sequence, _ in enders]
        other = list(range(1, len(enders) + 1))
        for i in range(len(enders) - 2, -1, -1):
            if enders[i + 1][2].fact == enders[i][2].fact:
                other[i] = other[i + 1]
        for held in holdings:
            if held.explicit != explicit:
                continue
            i = bisect_right(starts, (held.start.at, held.sequence))
            if i < len(enders) and enders[i][2].fact == held.fact:
                i = other[i]
            if i < len(enders):
                held.ended_by(enders[i][2].start)


def _withdraw_fixed(holdings: list[_Holding], endings: list[_Ending]) -> list[_Holding]:
    """A fixed fact holds always; ended or negated withdraws its earlier assertions, as if never said."""

    def withdrawn(h: _Holding) -> bool:
        return any(
            e.fact == h.fact
            and e.explicit >= h.explicit
            and (h.said.said_at, h.sequence) < (e.said_at, e.sequence)
            for e in endings
        )

    always = Mark(MIN)
    kept = [h for h in holdings if h.said.stance == "stated" and not withdrawn(h)]
    return [replace(h, start=always, end=None, opens=True) for h in kept]


def _winners(holdings: Sequence[_Holding]) -> list[tuple[_Holding, Mark, Mark | None]]:
    """Rule 2: at each instant explicit beats inferred, then the latest start, then the last received."""
    live = sorted((h for h in holdings if not h.empty), key=lambda h: h.start.at)
    points = sorted({h.start.at for h in live} | {h.end.at for h in live if h.end})
    heap: list[tuple[int, float, int, int]] = []
    pieces: list[tuple[_Holding, Mark, Mark | None]] = []
    taken = 0
    for index, point in enumerate(points):
        while taken < len(live) and live[taken].start.at == point:
            h = live[taken]
            heapq.heappush(heap, (-h.explicit, -(h.start.at - MIN).total_seconds(), -h.sequence, taken))
            taken += 1
        while heap:
            top = live[heap[0][3]]
            if top.end is None or top.end.at > point:
                break
            heapq.heappop(heap)
        if not heap:
            continue
        holder = live[heap[0][3]]
        last = points[index + 1] if index + 1 < len(points) else None
        pieces.append((holder, Mark(point), None if last is None else Mark(last)))
    return pieces


def _joined(holdings: Sequence[_Holding]) -> list[Span]:
    """Equal neighbours join; each boundary takes precision and zone from what was first said of it."""
    if len(holdings) == 1:
        return [_alone(h) for h in holdings if not h.empty]
    marks: dict[datetime, Mark] = {}
    for h in sorted(holdings, key=lambda h: h.sequence, reverse=True):
        if h.end is not None:
            marks[h.end.at] = h.end
    for h in sorted(holdings, key=lambda h: h.sequence, reverse=True):
        marks[h.start.at] = h.start
    spans: list[Span] = []
    for holder, start, end in _winners(holdings):
        last = spans[-1] if spans else None
        until = None if end is None else marks[end.at]
        if last and last.fact == holder.fact and last.end and last.end.at == start.at:
            spans[-1] = replace(last, end=until)
        else:
            begin = None if start.at == MIN else marks[start.at]
            spans.append(Span(holder.fact, "stated", begin, until, holder.said))
    return spans


def _alone(h: _Holding) -> Span:
    return Span(h.fact, "stated", None if h.start.at == MIN else h.start, h.end, h.said)


def _open_stances(slot: str, assertions: Sequence[Assertion]) -> list[Span]:
    """Rule 4: a maybe or a plan has a row of its own until something firmer is said of the same value."""
    latest: dict[str, Assertion] = {}
    for a in sorted(assertions, key=lambda a: (a.said_at, a.sequence)):
        if a.slot != slot or backwards(a):
            continue
        held = latest.get(a.fact)
        if a.stance in OPEN_STANCES:
            latest[a.fact] = a
        elif held and not (a.source == "inferred" and held.source == "explicit"):
            del latest[a.fact]
    return [Span(a.fact, a.stance, start_mark(a), end_mark(a), a) for a in latest.values()]


def fold(slot: str, assertions: Iterable[Assertion], fixed: bool = False) -> list[Span]:
    """The rows that a slot's live assertions make us believe.

    Depends on the set of assertions, not on their order, save that of equal starts the one
    received last (`sequence`) wins. Stated spans never overlap.
    """
    live = [a for a in assertions if a.live]
    holdings, endings = _read(slot, live, fixed)
    if fixed:
        holdings = _withdraw_fixed(holdings, endings)
    else:
        for ending in endings:
            for held in holdings:
                if held.said.stance == "stated" and ending.ends(held):
                    held.ended_by(ending.end)
    _end_each_other([h for h in holdings if not h.empty])  # what holds at no time ends nothing
    return _joined(holdings) + _open_stances(slot, live)
