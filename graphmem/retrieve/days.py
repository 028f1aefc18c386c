"""Half-open runs of calendar days, and what dates in any language are made of. Weeks start on Monday. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

Days = tuple[date, date]
"""`[first, after)`."""

SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month in which each begins, of three."""


@dataclass(frozen=True, slots=True)
class Dated:
    """Where in a text, and which days. `calendar`: named by its date, not by its distance from today."""

    start: int
    end: int
    days: Days
    calendar: bool


def day(of: date) -> Days:
    return of, of + timedelta(days=1)


def days_of(of: date, before: int, after: int) -> Days:
    """From so many days before it to as many after, both included."""
    return of - timedelta(days=before), of + timedelta(days=after + 1)


def week(of: date, steps: int = 0) -> Days:
    """The calendar week of a day, or the one so many before or after."""
    monday = of - timedelta(days=of.weekday()) + timedelta(weeks=steps)
    return monday, monday + timedelta(days=7)


def weekend(of: date, steps: int = 0) -> Days:
    """Friday evening counts: of what happened then, people say it was at the weekend."""
    monday, after = week(of, steps)
    return monday + timedelta(days=4), after


def month(year_: int, number: int) -> Days:
    return date(year_, number, 1), date(year_ + number // 12, number % 12 + 1, 1)


def moved(of: date, months: int) -> Days:
    """The month so many before (below zero) or after a day's own."""
    index = of.year * 12 + of.month - 1 + months
    return month(index // 12, index % 12 + 1)


def year(number: int) -> Days:
    return date(number, 1, 1), date(number + 1, 1, 1)


def season(number: int, begins: int) -> Days:
    """Three months from `begins` of that year."""
    return date(number, begins, 1), moved(date(number, begins, 1), 3)[0]


def latest_season(today: date, begins: int, which: str) -> Days:
    """`last`: the latest that is over; `next`: the next to begin; `this`: this year's; else the latest begun."""
    if which == "this":
        return season(today.year, begins)
    if which == "next":
        return season(today.year + (date(today.year, begins, 1) <= today), begins)
    for number in (today.year, today.year - 1):
        first, after = season(number, begins)
        if (after if which == "last" else first) <= today:
            return first, after
    return season(today.year - 2, begins)


def third(of: Days, part: int) -> Days:
    """The first (0), middle (1) or last (2) third of a month, a year…"""
    size = (of[1] - of[0]).days / 3
    first, after = (
        of[0] + timedelta(days=round(part * size)),
        of[0] + timedelta(days=round((part + 1) * size)),
    )
    return first, after if part < 2 else of[1]


def half(of: Days, part: int) -> Days:
    middle = of[0] + (of[1] - of[0]) / 2
    return (of[0], middle) if part == 0 else (middle, of[1])


def nearest_year(today: date, number: int, of_day: int = 0) -> int:
    """Of a month, or a day of it, named without a year: the latest that has begun."""
    return today.year - ((number, of_day or 1) > (today.month, today.day if of_day else 31))


def weekday(today: date, number: int, which: str = "") -> date:
    """`last`: the latest one before today; `next`: of next week; `this`: of this week; else the latest, today too."""
    back = (today.weekday() - number) % 7
    if which == "next":
        return week(today, 1)[0] + timedelta(days=number)
    if which == "this":
        return week(today)[0] + timedelta(days=number)
    if which == "last":
        back = back or 7
    return today - timedelta(days=back)


def ago(today: date, count: int, unit: str) -> Days:
    """`count` units before today (after it, if below zero), as vaguely as the unit is."""
    if unit in ("day", "night"):
        return day(today - timedelta(days=count))
    if unit in ("week", "weekend"):
        return days_of(today - timedelta(weeks=count), 3, 3)
    if unit == "month":
        around = today - timedelta(days=round(30.44 * count))
        return days_of(around, 15, 15)
    return year(today.year - count)


def some_ago(today: date, unit: str) -> Days:
    """A few units ago: two to eight of them."""
    sizes = {"day": 1, "night": 1, "week": 7, "weekend": 7, "month": 30, "year": 365}
    size = sizes[unit]
    return today - timedelta(days=8 * size), today - timedelta(days=size)


def past(today: date, count: int, unit: str) -> Days:
    """The last `count` units up to today."""
    sizes = {"day": 1, "night": 1, "week": 7, "weekend": 7, "month": 31, "year": 366}
    return today - timedelta(days=count * sizes[unit]), today + timedelta(days=1)
