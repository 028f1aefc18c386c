"""The time that a question speaks of ("last summer", "in May 2023", 上个月), as one span `[start, end)`.

Patterns over the bare text, so that a recall parses nothing. What has no edges ("recently", "once") gives no
span. A calendar date beats what is told relative to today beside it: "last Friday, on 3 May" is 3 May.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

from graphmem.dates import MONTHS
from graphmem.names import has_cjk
from graphmem.retrieve import days, moments_zh
from graphmem.retrieve.days import Dated, Days
from graphmem.store import Span
from graphmem.timeline import MAX, MIN

_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()
_NUMBERS = {
    **{w: n for n, w in enumerate(_SMALL)},
    "a": 1,
    "an": 1,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
}

_M = "|".join(sorted(MONTHS, key=len, reverse=True))
_W = "|".join(_WEEKDAYS)
_SOME = r"(?:a |the )?(?:few|couple(?: of)?|several)|some"
_N = rf"\d{{1,3}}|{_SOME}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}"
_U = "day|night|weekend|week|month|year"
_Y = r"(?:19|20)\d\d"
_D = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_WHICH = "last|past|previous|this|current|next|coming"
_IN = "(?:in|during|since|until|till|by|from|around|through|throughout|of|before|after|for|between|back in|this time)"
_PART = r"(?P<part>early|mid|late|(?:the )?(?:very )?(?:beginning|start|middle|end) of)"
_S = "|".join(days.SEASONS)
_OF = r"(?:of )?(?P<of>last|this|next) year"
_NOT_COUNTED = r"(?! (?!was|is|his|this|has|does|as)[a-z]+s\b)"  # "of 2024 emails"

Resolve = Callable[[re.Match[str], date], Days]


def moment(text: str, at: datetime) -> Span | None:
    """What the question's dates span, resolved against `at` in its own zone; None if it has none."""
    lower, today = " ".join(text.lower().split()), at.date()
    found = _disjoint([*_english(lower, today), *(moments_zh.dates(lower, today) if has_cjk(lower) else ())])
    kept = [d for d in found if d.calendar] or found
    if not kept:
        return None
    spans = [_related(lower, d, today) for d in kept]
    return Span(_midnight(min(s[0] for s in spans), at, MIN), _midnight(max(s[1] for s in spans), at, MAX))


def _midnight(of: date, at: datetime, edge: datetime) -> datetime:
    if not 2 <= of.year <= 9998:
        return edge
    return datetime(of.year, of.month, of.day, tzinfo=at.tzinfo)


def _disjoint(found: list[Dated]) -> list[Dated]:
    """The longest of those that overlap, in the order of the text."""
    kept: list[Dated] = []
    for d in sorted(found, key=lambda d: (d.start - d.end, d.start)):
        if all(d.end <= other.start or other.end <= d.start for other in kept):
            kept.append(d)
    return sorted(kept, key=lambda d: d.start)


# -- what stands before a date ------------------------------------------------------------

_BESIDE = re.compile(
    rf"(?:the )?(?:(?P<n>{_N}) )?(?P<unit>day|weekend|week|month|year|{_W})s? (?P<way>before|after|of) (?:the )?$"
)
_OPEN = re.compile(r"\b(?P<way>since|until|till|before|after|up to)(?: the)? $")


def _related(lower: str, found: Dated, today: date) -> Days:
    """The days meant by a date with the words before it: "the week before 3 May", "since March"."""
    first, after = found.days
    ahead = lower[: found.start]
    if beside := _BESIDE.search(ahead):
        return _beside(beside, found.days)
    opens = _OPEN.search(ahead) or moments_zh.OPEN.match(lower, found.end)
    way = moments_zh.WAYS.get(opens["way"], opens["way"]) if opens else ""
    if way == "since":
        return first, max(after, today + timedelta(days=1))
    if way == "after":
        return after, max(after, today) + timedelta(days=1)
    if way in ("until", "till", "up to", "before"):
        return date.min, first if way == "before" else after
    return first, after


def _beside(m: re.Match[str], of: Days) -> Days:
    """ "The Sunday before 25 October", "two weeks before", "the week of 3 May": with the day named, as told then."""
    first, after = of
    if m["way"] == "of":
        return days.week(first)
    count = _number(m["n"]) if m["n"] else 1
    reach = timedelta(
        days={"day": 1, "month": 31, "year": 366}.get(m["unit"], 7) * (8 if count is None else count)
    )
    return (first - reach, after) if m["way"] == "before" else (first, after + reach)


# -- English ------------------------------------------------------------------------------


def _number(text: str) -> int | None:
    """None for "a few" and the like."""
    if text.isdigit():
        return int(text)
    return _NUMBERS.get(text)


def _which(text: str) -> str:
    return {"past": "last", "previous": "last", "current": "this", "coming": "next"}.get(text, text)


_STEPS = {"last": -1, "this": 0, "next": 1}


def _group(m: re.Match[str], name: str) -> str:
    """'' for one that took no part, or that this pattern does not have."""
    return m.groupdict().get(name) or ""


def _iso(m: re.Match[str], today: date) -> Days:
    return days.day(date(int(m["y"]), int(m["mm"]), int(m["d"])))


def _iso_month(m: re.Match[str], today: date) -> Days:
    return days.month(int(m["y"]), int(m["mm"]))


def _month_day(m: re.Match[str], today: date) -> Days:
    number, of_day = MONTHS[m["m"]], int(re.sub(r"\D", "", m["d"]))
    return days.day(date(int(m["y"] or days.nearest_year(today, number, of_day)), number, of_day))


def _month(m: re.Match[str], today: date) -> Days:
    number, which = MONTHS[m["m"]], _group(m, "which")
    if _group(m, "y"):
        of = int(m["y"])
    elif _group(m, "of"):
        of = today.year + _STEPS[m["of"]]
    elif which == "last":
        of = today.year - (number >= today.month)
    elif which:
        of = today.year + (which == "next" and number <= today.month)
    else:
        of = days.nearest_year(today, number)
    return _parted(_group(m, "part"), days.month(of, number))


def _months(m: re.Match[str], today: date) -> Days:
    last = MONTHS[m["m2"]]
    of = int(m["y"]) if m["y"] else days.nearest_year(today, last)
    first = MONTHS[m["m"]]
    return date(of - (first > last), first, 1), days.month(of, last)[1]


def _parted(part: str, of: Days) -> Days:
    if not part:
        return of
    place = 0 if re.search("early|begin|start", part) else 2 if re.search("late|end", part) else 1
    return days.third(of, place)


def _year(m: re.Match[str], today: date) -> Days:
    return _parted(_group(m, "part"), days.year(int(m["y"])))


def _season(m: re.Match[str], today: date) -> Days:
    begins = days.SEASONS[m["s"]]
    if _group(m, "y"):
        return days.season(int(m["y"]), begins)
    if _group(m, "of"):
        return days.season(today.year + _STEPS[m["of"]], begins)
    return days.latest_season(today, begins, _which(_group(m, "which")))


_WORDS = {
    "the day before yesterday": (2, 2), "yesterday": (1, 1), "last night": (1, 1), "today": (0, 0), "tonight": (0, 0),
    "this morning": (0, 0), "this afternoon": (0, 0), "this evening": (0, 0), "tomorrow": (-1, -1),
    "the day after tomorrow": (-2, -2), "the other day": (8, 1), "the other night": (8, 1),
}  # fmt: skip


def _word(m: re.Match[str], today: date) -> Days:
    first, last = _WORDS[m[0]]
    return today - timedelta(days=first), today - timedelta(days=last - 1)


def _unit(m: re.Match[str], today: date) -> Days:
    unit, step = m["unit"], _STEPS[_which(m["which"])]
    if unit == "month":
        return days.moved(today, step)
    if unit == "year":
        return days.year(today.year + step)
    return days.weekend(today, step) if unit == "weekend" else days.week(today, step)


def _before_last(m: re.Match[str], today: date) -> Days:
    unit = m["unit"]
    if unit == "week":
        return days.week(today, -2)
    return days.moved(today, -2) if unit == "month" else days.year(today.year - 2)


def _weekday(m: re.Match[str], today: date) -> Days:
    number, of = _WEEKDAYS.index(m["w"]), _group(m, "of")
    if of:
        return days.day(days.week(today, _STEPS[of])[0] + timedelta(days=number))
    return days.day(days.weekday(today, number, _which(_group(m, "which"))))


def _ago(m: re.Match[str], today: date) -> Days:
    count = _number(m["n"])
    return days.some_ago(today, m["unit"]) if count is None else days.ago(today, count, m["unit"])


def _past(m: re.Match[str], today: date) -> Days:
    count = _number(m["n"] or "a")
    return days.past(today, 8 if count is None else count, m["unit"])


# Each: an example, whether it is a calendar date, the words, what they mean.
_DATES: tuple[tuple[str, bool, str, Resolve], ...] = (
    ("2024-05-03", True, rf"(?P<y>{_Y})[-/.](?P<mm>\d\d?)[-/.](?P<d>\d\d?)(?!\d)", _iso),
    ("2024-05", True, rf"(?P<y>{_Y})-(?P<mm>0[1-9]|1[0-2])(?![\d-])", _iso_month),
    ("May 3rd, 2024", True, rf"(?P<m>{_M})\.? (?:the )?(?P<d>{_D})(?![\d:])(?:,? (?P<y>{_Y}))?", _month_day),
    ("the 3rd of May 2024", True, rf"(?P<d>{_D}) (?:of )?(?P<m>{_M})\b\.?(?:,? (?P<y>{_Y}))?", _month_day),
    ("late May 2024", True, rf"(?:{_PART}[ -])?(?P<m>{_M})\.?(?: of|,)? (?P<y>{_Y})", _month),
    ("May last year", True, rf"(?:{_PART}[ -])?(?P<m>{_M}) {_OF}", _month),
    ("the end of May", True, rf"{_PART}[ -](?P<m>{_M})", _month),
    ("in May", True, rf"(?P<lead>{_IN} )(?:the month of )?(?P<m>{_M})", _month),
    ("last May", True, rf"(?P<which>last|this|next) (?P<m>{_M})", _month),
    ("between May and July", True,
     rf"(?:between|from) (?P<m>{_M}) (?:and|to|until|through) (?P<m2>{_M})(?: (?P<y>{_Y}))?", _months),
    ("in 2019", True, rf"(?:{_PART} |(?P<lead>{_IN} ))(?:the year )?(?P<y>{_Y}){_NOT_COUNTED}", _year),
    ("summer 2021", True, rf"(?P<s>{_S}) (?:of )?(?P<y>{_Y})", _season),
    ("summer of last year", False, rf"(?P<s>{_S}) {_OF}", _season),
    ("last summer", False,
     rf"(?:(?P<which>{_WHICH}) |(?P<lead>(?:in|during|over|since)(?: the)? ))(?P<s>{_S})", _season),
    ("yesterday", False, "|".join(sorted(_WORDS, key=len, reverse=True)), _word),
    ("last week", False, rf"(?P<which>{_WHICH}) (?P<unit>weekend|week|month|year)", _unit),
    ("the week before last", False, r"(?P<unit>week|month|year) before last", _before_last),
    ("Tuesday last week", False, rf"(?P<w>{_W}) (?:of )?(?P<of>last|next|this) week", _weekday),
    ("last Friday", False, rf"(?:(?P<which>{_WHICH}) |on )(?P<w>{_W})", _weekday),
    ("three weeks ago", False, rf"(?P<n>{_N}) (?P<unit>{_U})s? (?:ago|back|earlier)", _ago),
    ("in the past few weeks", False,
     rf"(?:in|over|during|for|within|from) the (?:last|past) (?:(?P<n>{_N}) )?(?P<unit>{_U})s?", _past),
)  # fmt: skip
_COMPILED = tuple(
    (calendar, re.compile(rf"(?<![\w.$€£-])(?:{p})(?!\w)"), read) for _, calendar, p, read in _DATES
)
_MAY_BE_DATED = re.compile(
    rf"\d|\b(?:{_M}|{_S}|to(?:day|night|morrow)|yesterday|(?:{_U}|{_W}|morning|afternoon|evening)s?)\b"
)


def _english(lower: str, today: date) -> Iterator[Dated]:
    if not _MAY_BE_DATED.search(lower):
        return
    for calendar, pattern, read in _COMPILED:
        for m in pattern.finditer(lower):
            try:
                start = m.start() + len(_group(m, "lead"))
                yield Dated(start, m.end(), read(m, today), calendar)
            except (ValueError, OverflowError):  # 31 June, the year 0
                continue
