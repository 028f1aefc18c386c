"""Facts → bars along one line of time. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from graphmem.doors.page.shape import Line, Shaper
from graphmem.model import OPEN_STANCES, Fact

WIDTH = 1000.0
"""How wide the line of time is, in units of the drawing."""
_LEAST = 6.0
"""How wide a bar is at least, so that one day of ten years is still seen."""
_TICKS = 6

Kind = Literal["holds", "ended", "maybe", "old"]
Place = Callable[[datetime], float]


@dataclass(frozen=True, slots=True)
class Bar:
    """One version of a fact as a bar: `x` and `width` in units. `open_start`, `open_end`: it reaches beyond."""

    line: Line
    kind: Kind
    x: float
    width: float
    open_start: bool
    open_end: bool

    @property
    def end(self) -> float:
        return self.x + self.width


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars with the years or months under them. `point`: where the day looked at is."""

    bars: tuple[Bar, ...]
    ticks: tuple[tuple[float, str], ...]
    point: float
    width: float = WIDTH


def believed(history: Sequence[Fact], open_facts: Sequence[Fact], old: bool) -> list[Fact]:
    """The versions to draw: what is believed, maybes and plans, and with `old` what no longer is. By subject,
    relation and start."""
    rows = [f for f in history if f.version and (old or f.expired_at is None)]
    return sorted([*rows, *open_facts], key=_place)


def _place(fact: Fact) -> tuple[bool, str, str, bool, datetime, str]:
    start = fact.valid_at or datetime.min.replace(tzinfo=UTC)
    return (
        not fact.subject.person,
        fact.subject.name,
        fact.predicate,
        fact.stance in OPEN_STANCES,
        start,
        fact.text,
    )


def chart(
    facts: Sequence[Fact], every: Sequence[Fact], point: datetime, today: datetime, shaper: Shaper
) -> Chart:
    """Bars of `facts` on a line that has room for `every`, so that all pages of a list share it."""
    first, last = _span(every, point, today)
    scale = WIDTH / (last - first).total_seconds()

    def place(at: datetime) -> float:
        return round((at - first).total_seconds() * scale, 1)

    def bar(fact: Fact) -> Bar:
        x = place(fact.valid_at) if fact.valid_at else 0.0
        end = place(fact.invalid_at) if fact.invalid_at else WIDTH
        width = max(end - x, _LEAST)
        left = max(min(x, WIDTH - width), 0.0)
        line = shaper.line(fact)
        return Bar(line, _kind(fact, today), left, width, fact.valid_at is None, fact.invalid_at is None)

    return Chart(tuple(bar(f) for f in facts), tuple(_ticks(first, last, place)), place(point))


def _kind(fact: Fact, today: datetime) -> Kind:
    if fact.expired_at is not None:
        return "old"
    if fact.stance in OPEN_STANCES:
        return "maybe"
    return "ended" if fact.invalid_at is not None and fact.invalid_at <= today else "holds"


def _span(facts: Sequence[Fact], point: datetime, today: datetime) -> tuple[datetime, datetime]:
    """From the first start to past the last moment named, with a margin; never empty."""
    times = [t for f in facts for t in (f.valid_at, f.invalid_at) if t is not None]
    times += [point, today]
    first, last = min(times), max(times)
    margin = max((last - first) * 0.04, timedelta(days=2))
    return _moved(first, -margin), _moved(last, margin)


def _moved(at: datetime, by: timedelta) -> datetime:
    try:
        return at + by
    except OverflowError:
        return at


def _ticks(first: datetime, last: datetime, place: Place) -> list[tuple[float, str]]:
    """Beginnings of years, or of months in a short time: at most some six."""
    months = (last.year - first.year) * 12 + last.month - first.month
    by_year = months > 30
    least = -(-months // (12 * _TICKS)) * 12 if by_year else -(-months // _TICKS)
    step = max(1, least) if by_year else next(n for n in (1, 2, 3, 6) if n >= min(least, 6))
    found = []
    month = first.year * 12 + first.month - 1
    month -= month % step
    while (year := month // 12) <= min(last.year, 9999):
        at = datetime(max(year, 1), month % 12 + 1, 1, tzinfo=UTC)
        if first <= at <= last:
            found.append((place(at), str(at.year) if by_year else f"{at.year}-{at.month:02}"))
        month += step
    return found
