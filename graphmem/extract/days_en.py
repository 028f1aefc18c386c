"""English names of months, weekdays and numbers, and reckoning with days, months and years."""

from __future__ import annotations

from datetime import date, timedelta

WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("monday", "tuesday tues", "wednesday", "thursday thurs", "friday", "saturday", "sunday")
    )
    for name in names.split()
}  # fmt: skip
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()
NUMBERS: dict[str, float] = {
    **{word: float(n) for n, word in enumerate(_SMALL)},
    **{f"{stem}teen": float(n) for n, stem in enumerate("thir four fif six seven eigh nine".split(), 13)},
    **{
        "twenty": 20,
        "thirty": 30,
        "forty": 40,
        "fifty": 50,
        "a": 1,
        "an": 1,
        "a couple of": 2,
        "a couple": 2,
    },
    **{"couple of": 2, "couple": 2, "half a": 0.5, "a half": 0.5, "a dozen": 12, "one and a half": 1.5},
}


def months_back(day: date, months: int) -> date:
    index = day.year * 12 + day.month - 1 - months
    return date(index // 12, index % 12 + 1, 1)


def iso_year(value: int) -> str:
    return f"{value:04d}"


def iso_month(value: date) -> str:
    return f"{value.year:04d}-{value.month:02d}"


def shifted(today: date, count: float, unit: str, sign: int) -> str | None:
    """`count` units before (`sign` -1) or after today, in the unit's own precision."""
    if unit.startswith("day"):
        return (today + timedelta(days=sign * round(count))).isoformat()
    if unit.startswith("week"):
        return iso_month(today + timedelta(days=sign * round(count * 7)))
    if unit.startswith("month"):
        return iso_month(months_back(today, -sign * round(count)))
    if unit.startswith("decade"):
        return iso_year(today.year + sign * round(count * 10))
    if count != int(count):
        return iso_month(months_back(today, -sign * round(count * 12)))
    year = today.year + sign * int(count)
    return iso_year(year) if 1000 <= year <= 9999 else None


def iso_day(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def near_year(today: date, month: int, day: int, ahead: bool) -> int:
    """The year of a month (and day) given without one: the latest past, or the next to come."""
    if ahead:
        return today.year + ((month, day or 31) < (today.month, today.day))
    return today.year - ((month, day or 1) > (today.month, today.day if day else 31))


def weekday(today: date, name: str, which: str, ahead: bool) -> str:
    """`last`: the latest before today, yesterday left out; `next`: the one of next week."""
    number = WEEKDAYS[name]
    back = (today.weekday() - number) % 7
    if which == "next":
        return (today + timedelta(days=7 - today.weekday() + number)).isoformat()
    if which in ("last", "past"):
        back = back if back > 1 else back + 7
        return (today - timedelta(days=back)).isoformat()
    if which == "this":
        return (today + timedelta(days=number - today.weekday())).isoformat()
    if ahead:
        return (today + timedelta(days=-back % 7)).isoformat()
    return (today - timedelta(days=back)).isoformat()
