"""Dates as given and as read from text → instants with a precision and a zone. Pure, and the clock.

An API date is the first instant of its day, month or year, UTC unless it says otherwise. A date
read from text is resolved in the message's zone by `text_start` and `text_end`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo

from graphmem.errors import InvalidInput
from graphmem.model import Precision, Stance
from graphmem.timeline import MAX, MIN, Mark

When = str | date | datetime
_TICK = timedelta(microseconds=1)
_PARTIAL = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?\Z")

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
            "august aug", "september sep sept", "october oct", "november nov", "december dec",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
"""English names of months, and their numbers."""


def now() -> datetime:
    """The system clock, in UTC: the default of every `clock` argument."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Period:
    """A day, month or year, or an instant: `[first, after)`; an instant's two ends are equal."""

    first: datetime
    after: datetime
    precision: Precision

    @property
    def last(self) -> datetime:
        return self.first if self.precision == "instant" else self.after - _TICK

    def mark(self, at: datetime) -> Mark:
        offset = self.first.utcoffset() or timedelta()
        return Mark(at.astimezone(UTC), self.precision, int(offset.total_seconds() // 60))


def _bounds(text: str, zone: tzinfo) -> Period | None:
    match = _PARTIAL.match(text)
    if not match:
        return None
    year, month, day = (int(part) if part else None for part in match.groups())
    assert year is not None
    first = datetime(year, month or 1, day or 1, tzinfo=zone)
    if day:
        return Period(first, first + timedelta(days=1), "day")
    if month:
        after = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=zone)
        return Period(first, after, "month")
    return Period(first, datetime(year + 1, 1, 1, tzinfo=zone), "year")


def period(value: When, zone: tzinfo = UTC, name: str = "date") -> Period:
    """Reads "2026", "2026-05", "2026-05-03", an ISO instant, a `date` or a `datetime`.

    `zone`: of what names none. Raises InvalidInput, naming `name`, for anything else and for
    years outside 2–9998.
    """
    try:
        if isinstance(value, datetime):
            at = value if value.tzinfo else value.replace(tzinfo=zone)
            found = Period(at, at, "instant")
        elif isinstance(value, date):
            found = _bounds(value.isoformat(), zone) or Period(MIN, MIN, "instant")
        elif isinstance(value, str):
            text = value.strip()
            partial = _bounds(text, zone)
            if partial is None:
                at = datetime.fromisoformat(text)
                at = at if at.tzinfo else at.replace(tzinfo=zone)
                partial = Period(at, at, "instant")
            found = partial
        else:
            raise TypeError
        found.first.astimezone(UTC), found.after.astimezone(UTC)
    except (ValueError, OverflowError, TypeError):
        raise InvalidInput(
            f"{name}={value!r} is not a date: give an ISO text such as '2026', '2026-05', '2026-05-03' or "
            "'2026-05-03T10:00:00+02:00', a date or a datetime"
        ) from None
    if not 2 <= found.first.year <= 9998:
        raise InvalidInput(f"{name}={value!r} is out of range: years 2 to 9998 can be stored")
    return found


def instant(value: When, name: str = "date") -> datetime:
    """An API date as a UTC instant: the first of its period. Raises InvalidInput."""
    return period(value, UTC, name).first.astimezone(UTC)


def moment(value: When | None, clock_now: datetime, name: str = "at") -> datetime:
    """`value` with its own zone kept (a message's zone resolves its dates), or now."""
    return clock_now if value is None else period(value, UTC, name).first


def api_mark(value: When, name: str) -> Mark | None:
    """An API start or end; 9999-12-31, a customary "never", is None."""
    if isinstance(value, str) and value.strip().startswith("9999-12-31"):
        return None
    if isinstance(value, date) and (value.year, value.month, value.day) == (9999, 12, 31):
        return None
    found = period(value, UTC, name)
    return found.mark(found.first)


def text_start(value: str, said_at: datetime, stance: Stance) -> Mark:
    """A start read from text: past → the last moment of its period, cut at when it was said; future → the first."""
    found = period(value, said_at.tzinfo or UTC)
    if found.first > said_at or (stance == "planned" and found.last > said_at):
        return found.mark(max(found.first, said_at) if stance != "planned" else found.first)
    return found.mark(min(found.last, said_at))


def text_end(value: str, said_at: datetime, stance: Stance) -> Mark:
    """An end read from text: the last moment of its period; of an ended or negated one, never after it was said."""
    found = period(value, said_at.tzinfo or UTC)
    if stance in ("ended", "negated") and found.first <= said_at:
        return found.mark(min(found.last, said_at))
    return found.mark(found.last)


def shown(at: datetime | None, precision: Precision, offset: int) -> str:
    """A stored instant as it was given: "2026", "2026-05", "2026-05-03", in its own zone; '' for None.

    An instant is shown as its day.
    """
    if at is None or at in (MIN, MAX):
        return ""
    local = at.astimezone(timezone(timedelta(minutes=offset)))
    width = {"year": 4, "month": 7}.get(precision, 10)
    return local.date().isoformat()[:width]
