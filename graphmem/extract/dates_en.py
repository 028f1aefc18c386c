"""Dates in English text, resolved against the day on which it was said.

Days and weekdays give a day; weeks and months a month; years a year. What is vague ("a few years
ago", "in my twenties", "since I was a kid") gives nothing. Weeks start on Monday.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from graphmem.dates import MONTHS
from graphmem.extract.days_en import (
    NUMBERS,
    WEEKDAYS,
    iso_day,
    iso_month,
    iso_year,
    months_back,
    near_year,
    shifted,
    weekday,
)


@dataclass(frozen=True, slots=True)
class When:
    """A date expression: `text[start:end]`. Dates are ISO, as precise as the words.

    `valid_at` and `invalid_at`: the ends of the time meant; a point has only `valid_at`.
    `since`: the start of something that goes on ("since 2019", "for three years").
    `until`: `valid_at` is None and `invalid_at` is when it stopped ("until 2019").
    """

    start: int
    end: int
    valid_at: str | None
    invalid_at: str | None = None
    since: bool = False

    @property
    def until(self) -> bool:
        return self.valid_at is None and self.invalid_at is not None


_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
# Short forms of weekdays are left out: "sat", "sun", "wed" and "mon" are mostly other words.
_DAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|tues|thurs"
_NUMBER = "|".join(re.escape(w) for w in sorted(NUMBERS, key=len, reverse=True)) + r"|\d+(?:\.\d+)?"
_UNIT = "day|week|month|year|decade|yr"
_YEAR = r"(?:19|20)\d\d"
_ORDINAL = r"(?P<d>[0-3]?\d)(?:st|nd|rd|th)?"
_VAGUE = (
    r"(?:about|around|almost|nearly|over|more than|just over|just under|roughly|approximately|like|the (?:last|"
    r"past)|some)"
)


@dataclass(frozen=True, slots=True)
class _Context:
    today: date
    ahead: bool


Resolve = Callable[[re.Match[str], _Context], str | None]


def _number(text: str) -> float:
    text = " ".join(text.lower().split())
    return NUMBERS[text] if text in NUMBERS else float(text)


def _relative_word(match: re.Match[str], context: _Context) -> str | None:
    word = match.group().lower().replace("the ", "")
    days = {
        "day before yesterday": -2,
        "yesterday": -1,
        "last night": -1,
        "tomorrow": 1,
        "day after tomorrow": 2,
    }
    return (context.today + timedelta(days=days.get(word, 0))).isoformat()


def _relative_unit(match: re.Match[str], context: _Context) -> str | None:
    """last month, next year, this week, the month before last"""
    which, unit = match.group("which").lower(), match.group("unit").lower()
    count = {"this": 0, "last": 1, "past": 1, "next": 1, "coming": 1}.get(which, 0)
    if match.group("again"):
        count += 1
    return shifted(context.today, count, unit, 1 if which in ("next", "coming") else -1)


def _weekend(_: re.Match[str], context: _Context) -> str | None:
    """over the weekend, last weekend: the month of its Sunday; one to come is too near to be kept"""
    return None if context.ahead else iso_month(context.today - timedelta(days=context.today.weekday() + 1))


def _last_month_name(match: re.Match[str], context: _Context) -> str | None:
    """last May, next September, this March"""
    month, which, today = MONTHS[match.group("m").lower()], match.group("which").lower(), context.today
    if which == "this":
        return f"{today.year}-{month:02d}"
    if which == "last":
        return f"{today.year - (month >= today.month)}-{month:02d}"
    return f"{today.year + (month <= today.month)}-{month:02d}"


def _month_day(match: re.Match[str], context: _Context) -> str | None:
    month, day = MONTHS[match.group("m").lower()], int(match.group("d"))
    year = match.group("y")
    return iso_day(int(year) if year else near_year(context.today, month, day, context.ahead), month, day)


def _bare_month(match: re.Match[str], context: _Context) -> str | None:
    month = MONTHS[match.group("m").lower()]
    return f"{near_year(context.today, month, 0, context.ahead)}-{month:02d}"


def _bare_day(match: re.Match[str], context: _Context) -> str | None:
    """on the 15th"""
    day, today = int(match.group("d")), context.today
    month = today.replace(day=1)
    if context.ahead and day < today.day:
        month = months_back(month, -1)
    elif not context.ahead and day > today.day:
        month = months_back(month, 1)
    return iso_day(month.year, month.month, day)


def _year_of(match: re.Match[str], context: _Context) -> str | None:
    year = int(match.group("y"))
    return iso_year(year) if year <= context.today.year + 50 else None


def _numeric(match: re.Match[str], _: _Context) -> str | None:
    """Also 2024-02-30, of which only the month can be."""
    year, month = int(match["y"]), int(match["mm"])
    return iso_day(year, month, int(match["d"])) or (f"{year}-{month:02d}" if 0 < month < 13 else None)


def _either_way(match: re.Match[str], _: _Context) -> str | None:
    """4/5/2024 is in April or in May, so only the year is sure; 5/5/2024 is one day."""
    day, month, year = int(match["d"]), int(match["mm"]), int(match["y"])
    return iso_day(year, month, day) if day == month else iso_year(year)


def _short_year(match: re.Match[str], context: _Context) -> str:
    """in '98, since '07"""
    short, century = int(match["yy"]), context.today.year // 100 * 100
    return iso_year(century + short if century + short <= context.today.year else century - 100 + short)


def _decade(match: re.Match[str], context: _Context) -> str:
    """The last year of "the 90s": by then it was so."""
    last = int(match["yy"]) + 9 + context.today.year // 100 * 100
    return iso_year(last if last <= context.today.year else last - 100)


_FEASTS = {"christmas": 12, "xmas": 12, "halloween": 10, "thanksgiving": 11, "valentine's": 2, "new": 12}


def _feast(match: re.Match[str], context: _Context) -> str:
    """The month of last Christmas; the year of a feast that moves."""
    month, which, today = (
        _FEASTS.get(match["feast"].lower().split()[0]),
        match["which"].lower(),
        context.today,
    )
    if month is None:
        return iso_year(
            today.year + {"last": -(today.month < 5), "this": 0, "next": int(today.month > 3)}[which]
        )
    year = today.year + {"last": -(today.month <= month), "this": 0, "next": int(today.month > month)}[which]
    return f"{year}-{month:02d}"


def _month_year(match: re.Match[str], _: _Context) -> str:
    return f"{match['y']}-{MONTHS[match['m'].lower()]:02d}"


def _month_of_year(match: re.Match[str], context: _Context) -> str:
    """May last year"""
    years = {"last": -1, "this": 0, "next": 1}[match["which"].lower()]
    return f"{context.today.year + years}-{MONTHS[match['m'].lower()]:02d}"


def _season(match: re.Match[str], context: _Context) -> str:
    """The year of "last summer": a season has no month of its own."""
    years = {"last": -(context.today.month < 9), "this": 0, "next": 1}[match["which"].lower()]
    return iso_year(context.today.year + years)


def _bare_weekday(match: re.Match[str], context: _Context) -> str:
    return weekday(context.today, match["w"].lower(), "", context.ahead)


def _which_weekday(match: re.Match[str], context: _Context) -> str:
    which = match["which"].lower()
    return weekday(context.today, match["w"].lower(), which, context.ahead or "coming" in which)


def _of_week(match: re.Match[str], context: _Context) -> str:
    """Tuesday last week"""
    weeks = {"last": -1, "this": 0, "next": 1}[match["which"].lower()]
    days = WEEKDAYS[match["w"].lower()] - context.today.weekday() + 7 * weeks
    return (context.today + timedelta(days=days)).isoformat()


def _back(match: re.Match[str], context: _Context) -> str | None:
    return shifted(context.today, _number(match["n"]), match["unit"].lower(), -1)


def _on(match: re.Match[str], context: _Context) -> str | None:
    return shifted(context.today, _number(match["n"]), match["unit"].lower(), 1)


def _before_last(match: re.Match[str], context: _Context) -> str | None:
    return shifted(context.today, 2, match["unit"].lower(), -1)


# Each: an example, the words, what they mean. The first that matches at a place wins.
_POINTS: tuple[tuple[str, str, Resolve], ...] = (
    ("2024-05-03", rf"(?P<y>{_YEAR})[-/.](?P<mm>\d\d?)[-/.](?P<d>\d\d?)", _numeric),
    ("25/12/2023", rf"(?P<d>1[3-9]|2\d|3[01])[/.](?P<mm>\d\d?)[/.](?P<y>{_YEAR})", _numeric),
    ("12/25/2023", rf"(?P<mm>\d\d?)/(?P<d>1[3-9]|2\d|3[01])/(?P<y>{_YEAR})", _numeric),
    ("4/5/2024", rf"(?P<d>0?[1-9]|1[0-2])[/.](?P<mm>0?[1-9]|1[0-2])[/.](?P<y>{_YEAR})", _either_way),
    ("05/2024", rf"(?P<mm>0?[1-9]|1[0-2])/(?P<y>{_YEAR})", lambda m, c: f"{m['y']}-{int(m['mm']):02d}"),
    ("Q3 2024", rf"(?:in )?Q[1-4](?: of|,)? (?P<y>{_YEAR})", _year_of),
    ("in '98", r"(?:in|since|until|till|by|from|around|during|back in|of) ['’](?P<yy>\d\d)", _short_year),
    ("in the 90s", r"(?:in|during|since|from) the (?:early |late |mid-?)?(?:19|20)?['’]?(?P<yy>[2-9]0)['’]?s", _decade),
    ("last Christmas", r"(?:(?:over|at|around|since|before|after) )?(?P<which>last|this|next) (?P<feast>Christmas|"
     r"Xmas|Halloween|Thanksgiving|Valentine's(?: Day)?|Easter|New Year's(?: Eve)?)", _feast),
    ("2024-05", rf"(?P<y>{_YEAR})-(?P<mm>0[1-9]|1[0-2])(?![\d-])", lambda m, c: f"{m['y']}-{m['mm']}"),
    ("May 3rd, 2024", rf"(?P<m>{_MONTH})\.? (?:the )?{_ORDINAL}(?!\d)(?:,? (?P<y>{_YEAR}))?", _month_day),
    ("the 3rd of May 2024", rf"(?:the )?{_ORDINAL} (?:of )?(?P<m>{_MONTH})\b\.?(?:,? (?P<y>{_YEAR}))?", _month_day),
    ("May 2024", rf"(?P<m>{_MONTH})\.?(?: of|,)? (?P<y>{_YEAR})", _month_year),
    ("May last year", rf"(?P<m>{_MONTH}) (?:of )?(?P<which>last|this|next) year",
     _month_of_year),
    ("last May", rf"(?P<which>last|this|next) (?P<m>{_MONTH})", _last_month_name),
    ("the day before yesterday", r"(?:the )?day (?:before yesterday|after tomorrow)", _relative_word),
    ("yesterday", r"yesterday|tomorrow|tonight|today|last night|this (?:morning|afternoon|evening)", _relative_word),
    ("Tuesday last week", rf"(?:on )?(?P<w>{_DAY}) (?:of )?(?P<which>last|next|this) week", _of_week),
    ("last Tuesday", rf"(?P<which>last|past|next|this(?: coming| past)?|coming) (?P<w>{_DAY})",
     _which_weekday),
    ("the month before last", rf"(?:the )?(?P<unit>{_UNIT}) before (?P<which>last)(?P<again>)", _before_last),
    ("last month", rf"(?:the )?(?P<which>last|past|this|next|coming)(?P<again>) (?P<unit>{_UNIT})(?!s)",
     _relative_unit),
    ("the end of the month", r"(?:the )?(?:end|beginning|start|middle) of (?P<which>the|this|next|last) "
     r"(?P<unit>month|year)(?P<again>)", _relative_unit),
    ("over the weekend", r"(?:(?:over|at|on|during) the|(?:the|this) past|last|this) weekend", _weekend),
    ("last summer", r"(?P<which>last|this|next) (?:spring|summer|autumn|fall|winter)",
     _season),
    ("three months ago", rf"(?:{_VAGUE} )*(?P<n>{_NUMBER}) (?P<unit>{_UNIT})s? (?:ago|back|earlier)", _back),
    ("in two weeks", rf"(?:in|within) (?:{_VAGUE} )*(?P<n>{_NUMBER}) (?P<unit>{_UNIT})s?(?:'s?)?(?: time)?", _on),
    ("three weeks from now", rf"(?P<n>{_NUMBER}) (?P<unit>{_UNIT})s? from (?:now|today)", _on),
    ("in early May", rf"(?:early|late|mid|the (?:start|beginning|end|middle) of)[ -](?P<m>{_MONTH})(?! \d)",
     _bare_month),
    ("on Tuesday", rf"(?:(?:on|by|until|since|from|this) )?(?P<w>{_DAY})(?!s)", _bare_weekday),
    ("in May", rf"(?:(?:in|since|until|till|by|from|around|through|of|to|and|last|back in) )(?P<m>{_MONTH})(?! \d)",
     _bare_month),
    ("on the 15th", r"on the (?P<d>[0-3]?\d)(?:st|nd|rd|th)", _bare_day),
    ("in 2019", rf"(?:(?:in|since|until|till|by|from|around|during|through|to|and|of|back in|early|late|mid|for|"
                rf"class of|summer|winter|spring|autumn|fall)[ -])(?:the year )?(?P<y>{_YEAR})", _year_of),
    ("(2019)", rf"(?<=[(,–—-])\s?(?P<y>{_YEAR})(?=[),.–—-]|$)", _year_of),
)  # fmt: skip


_COMPILED = tuple(
    (re.compile(rf"(?<![\w$€£.-])(?:{p})(?![\w%])", re.I), resolve) for _, p, resolve in _POINTS
)
# fmt: off
_FOR = re.compile(
    rf"\b(?:for|over|during|in|these|this)(?: the)? (?:(?:{_VAGUE}|last|past|at least) )*(?P<n>{_NUMBER}) "
    rf"(?P<unit>month|year|week|day|decade|yr)s?\b"
    rf"(?! old)|\b(?:going on|coming up on) (?P<n2>{_NUMBER}) (?P<unit2>year|month|week)s?\b", re.I)
_RANGE = re.compile(
    rf"\b(?:from |between )?(?P<a>{_YEAR})\s*(?:to|until|till|through|and|-|–)\s*(?P<b>{_YEAR}|now|present)\b", re.I)
# fmt: on
_LEAD = re.compile(r"(\w+)(?: (?:the|early|late|mid|about|around|end of|start of|beginning of))*[ -]*$")
_COUNTED = re.compile(
    r"\s+(?!and\b|or\b|but\b|to\b|the\b|i\b|we\b|when\b|as\b|at\b|with\b|on\b|in\b|for\b)[a-z]+s\b"
)


def _spans(text: str, context: _Context) -> Iterator[When]:
    for match in _RANGE.finditer(text):
        end = match.group("b")
        if end.isdigit():
            yield When(match.start(), match.end(), match.group("a"), end)
        else:
            yield When(match.start(), match.end(), match.group("a"), None, True)
    for match in _FOR.finditer(text):
        count, unit = match.group("n") or match.group("n2"), match.group("unit") or match.group("unit2")
        first = match.group().lower().split()[0]
        if first in ("in", "this") and not re.search(r"\b(?:last|past)\b", match.group(), re.I):
            continue
        yield When(
            match.start(), match.end(), shifted(context.today, _number(count), unit.lower(), -1), None, True
        )
    for pattern, resolve in _COMPILED:
        for match in pattern.finditer(text):
            value = resolve(match, context)
            if re.search(r"\b(?:every|each|most) $", text[: match.start()], re.I):
                value = None
            yield _placed(text, match, value) if value else When(match.start(), match.end(), None)


def _placed(text: str, match: re.Match[str], value: str) -> When:
    """A point with the word before it: since, until, or neither."""
    words = re.match(r"\w+", match.group())
    lead = _LEAD.search(text[: match.start()])
    word = words.group().lower() if words else ""
    if word not in ("since", "until", "till", "from") and lead:
        word = lead.group(1).lower()
    start = match.start()
    if word in ("until", "till"):
        return When(start, match.end(), None, value)
    return When(start, match.end(), value, None, word == "since")


def find(text: str, at: datetime, ahead: bool = False) -> list[When]:
    """The date expressions of a text, in order, without overlaps.

    `at`: when it was said, in the speaker's zone. `ahead`: whether a bare month or weekday is the
    next one rather than the latest. A year followed by a plural noun is a count ("2024 emails").
    """
    return list(_find(text, at.date(), ahead))


@lru_cache(maxsize=16384)
def _find(text: str, today: date, ahead: bool) -> tuple[When, ...]:
    context = _Context(today, ahead)
    spans = list(_spans(text, context))
    if ahead:  # "since January" looks back, whatever the sentence looks at
        past = {w.start: w for w in _spans(text, _Context(today, False)) if w.since}
        spans = [past.get(w.start, w) for w in spans]
    found: list[When] = []
    for when in spans:
        if any(when.start < other.end and other.start < when.end for other in found):
            continue
        if re.fullmatch(r".*\d{4}", text[when.start : when.end]) and _COUNTED.match(text[when.end :]):
            continue
        found.append(when)
    return tuple(sorted((w for w in found if w.valid_at or w.invalid_at), key=lambda when: when.start))
