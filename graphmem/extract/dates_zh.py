"""Dates said in Chinese, found in a text and resolved against the day it was said.

Days and weekdays give a day, weeks and months a month, years a year: an answer is never finer than
what was said. Weeks start on Monday: 上周三 is the Wednesday of the calendar week before.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

Kind = Literal["point", "since", "until", "range", "length", "vague"]


@dataclass(frozen=True, slots=True)
class Found:
    """A span `[start, end)` of the text and what it means.

    `value`: ISO text, as precise as said; '' if vague. `until`: the end of a range.
    `length`: 八年 or 三个月, `value` being the day, month or year that long ago.
    """

    start: int
    end: int
    value: str
    kind: Kind = "point"
    until: str = ""


_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_N = r"(?:\d+|[一二两三四五六七八九十百]+)"
_SHORT = r"(?<![\d了有过满近快])[01289]\d(?=\s*年(?!了|多|代|.{0,3}经验))"
_YEAR = (
    rf"(?:(?P<y>(?:19|20)\d\d|[一二][〇零一二三四五六七八九]{{3}}|{_SHORT})\s*年\s*"
    r"|(?P<ry>今年|去年|前年|大前年|明年|后年))"
)
_MONTH = (
    r"(?:(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\s*月份?(?![天经季嫂])"
    r"|(?P<rm>上上个?月|上个?月|这个月|本月|下下个?月|下个?月))"
)
_DAY = (
    r"(?P<d>[12]\d|3[01]|0?[1-9]|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
    r"\s*[日号](?![线楼门院机店])"
)
_FEASTS = {
    "国庆": (10, 0),
    "五一": (5, 0),
    "劳动节": (5, 0),
    "元旦": (1, 1),
    "圣诞": (12, 25),
    "六一": (6, 1),
}
_FEASTS |= {"儿童节": (6, 1), "情人节": (2, 14), "双十一": (11, 11), "双11": (11, 11)}
_FEAST = rf"(?P<f>{'|'.join(_FEASTS)})节?(?:假期|长假|期间|那天|当天)?"
_PART = (
    r"(?P<part>(?:年)?[初底末](?!步)|上半年|下半年|春天|夏天|秋天|冬天|暑假|寒假|春节|过年|中秋节?|端午节?)"
)
_WEEK = r"(?:周|星期|礼拜)"
# 晚上11点半, 下午3:20; 3点建议 is no hour
_HOUR = (
    r"(?:早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|深夜|凌晨)?"
    r"(?:(?:[01]?\d|2[0-4]|十[一二]?|[一二两三四五六七八九])(?:[:：][0-5]\d|(?:点钟?|时)(?![建意心想要]|间)"
    r"(?:半|一刻|三刻|多|左右|(?:[0-5]?\d|[一二三四五]?十?[一二三四五六七八九]?)分)?))?"
)
_UNIT = r"(?P<u>年|个半?月|周|个?星期|个?礼拜|天)"
_SPELLED_DAY = {
    "大前天": -3,
    "前天": -2,
    "昨天": -1,
    "昨儿个": -1,
    "昨儿": -1,
    "今儿": 0,
    "明儿": 1,
    "昨日": -1,
    "昨晚": -1,
    "昨夜": -1,
    "今天": 0,
    "今日": 0,
    "今早": 0,
    "今晚": 0,
}
_SPELLED_DAY |= {"今晨": 0, "明天": 1, "明日": 1, "明早": 1, "明晚": 1, "后天": 2, "大后天": 3}
_SPELLED_YEAR = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}


def number(text: str) -> int:
    """12, 十二, 两, 二十三, 一百 → an integer."""
    if text.isdigit():
        return int(text)
    total = unit = 0
    for char in text:
        if char in "十百":
            total += (unit or 1) * (10 if char == "十" else 100)
            unit = 0
        else:
            unit = _DIGITS[char]
    return total + unit


def _month(base: date, months: int) -> tuple[int, int]:
    index = base.year * 12 + base.month - 1 + months
    return index // 12, index % 12 + 1


def _iso(year: int, month: int = 0, day: int = 0) -> str:
    if not 1 <= year <= 9998 or (day and day > monthrange(year, month)[1]):
        return ""
    return f"{year:04d}" + (f"-{month:02d}" if month else "") + (f"-{day:02d}" if day else "")


def _ago(amount: int, unit: str, base: date, half: bool, sign: int) -> str:
    """`amount` units before (sign -1) or after (+1) the base; weeks give a month."""
    if amount > 300:
        return ""
    if "年" in unit:
        return _iso(*_month(base, sign * (amount * 12 + 6))) if half else _iso(base.year + sign * amount)
    if "月" in unit:
        return _iso(*_month(base, sign * amount))
    days = amount * (1 if unit == "天" else 7)
    return (base + timedelta(days=sign * days)).isoformat()[: 10 if unit == "天" else 7]


_Read = Callable[[re.Match[str], date, bool], str]


def _calendar(match: re.Match[str], base: date, ahead: bool) -> str:
    """2024年5月3日, 去年五月, 今年国庆, 下个月3号, 5月, 5月3号, 去年年底."""
    part = match.groupdict()
    if part.get("rm"):
        words = part["rm"]
        step = {"上": -1, "下": 1}.get(words[0], 0) * (2 if words[:2] in ("上上", "下下") else 1)
        (year, month), day = _month(base, step), 0
    else:
        month, day = (number(part["m"]), 0) if part.get("m") else _FEASTS.get(part.get("f") or "", (0, 0))
        year = _year(part, base)
    edge = part.get("part") or ""
    if not month and edge.lstrip("年")[:1] in ("初", "底", "末"):
        month, year = (1 if "初" in edge else 12), year or base.year
    day = number(part["d"]) if part.get("d") else day
    if not year:
        year = _nearest_year(month, day, base, ahead)
    return _iso(year, month, day)


def _year(part: dict[str, str | None], base: date) -> int:
    if spelled := part.get("ry"):
        return base.year + _SPELLED_YEAR[spelled]
    text = part.get("y")
    if not text:
        return 0
    if not text.isdigit():
        return int("".join(str(_DIGITS[c]) for c in text))
    year = int(text)
    return year if year > 99 else year + (2000 if year <= base.year % 100 + 10 else 1900)


def _nearest_year(month: int, day: int, base: date, ahead: bool) -> int:
    """The year of a bare month: the latest one that began, or with `ahead` the next not over."""
    here = (base.month, base.day if day else 0)
    there = (month, day)
    if ahead:
        return base.year + (there < here)
    return base.year - (there > here)


def _weekday(match: re.Match[str], base: date, ahead: bool) -> str:
    """上周三, 上上周五, 下周一, 这周日, 周三."""
    week, name = match["w"] or "", match["n"]
    monday = base - timedelta(days=base.weekday())
    steps = week.count("下") - week.count("上")
    if name in ("末", ""):
        saturday = monday + timedelta(weeks=steps, days=5 if name else 0)
        return saturday.isoformat()[:7]
    day = monday + timedelta(weeks=steps, days="一二三四五六日天".index(name) - (name == "天"))
    if not week and ahead and day < base:
        day += timedelta(weeks=1)
    if not week and not ahead and day > base:
        day -= timedelta(weeks=1)
    return day.isoformat()


def _relative(match: re.Match[str], base: date, ahead: bool) -> str:
    """三个月前, 半年前, 一年半以前, 两周后, 十天之后."""
    sign = -1 if match["way"].endswith("前") else 1
    if match["half"]:
        return _ago(6, "月", base, False, sign)
    return _ago(number(match["n"]), match["u"], base, "半" in (match["b"] or ""), sign)


def _length(match: re.Match[str], base: date, ahead: bool) -> str:
    """八年了, 三年多, 半年, 两个月: as a start that long ago."""
    if match["half"]:
        return _ago(6, "月", base, False, -1)
    return _ago(number(match["n"]), match["u"], base, "半" in (match["b"] or ""), -1)


def _half(match: re.Match[str], base: date, ahead: bool) -> str:
    return _iso(base.year)


# The years whose spring festival falls in January; in the others it is in February
_EARLY_SPRING = frozenset(
    {
        1990,
        1993,
        1995,
        1998,
        2001,
        2004,
        2006,
        2009,
        2012,
        2014,
        2017,
        2020,
        2023,
        2025,
        2028,
        2031,
        2033,
        2036,
    }
    | {2039, 2042, 2044, 2047, 2050}
)
# Moving feasts: the month that each has begun by; only the spring festival's is exact
_MOVING = {"春": 2, "除": 2, "元": 3, "清": 4, "端": 6, "中": 10, "重": 10}


def _moving(match: re.Match[str], base: date, ahead: bool) -> str:
    """春节, 去年春节 → its month; 中秋 → its year."""
    name = match["feast"][0]
    spring = name in "春除"

    def month(year: int) -> int:
        return 1 if spring and year in _EARLY_SPRING else _MOVING[name]

    year = _year(match.groupdict(), base)
    if not year:
        here = month(base.year)
        year = base.year + (here < base.month) if ahead else base.year - (here > base.month)
    return _iso(year, month(year) if spring else 0)


def _spelled(match: re.Match[str], base: date, ahead: bool) -> str:
    return (base + timedelta(days=_SPELLED_DAY[match["day"]])).isoformat()


def _digits(match: re.Match[str], base: date, ahead: bool) -> str:
    """2024-05-03, 2024/5/3, 2024.05.03"""
    month, day = int(match["m"]), int(match["d"])
    return _iso(int(match["y"]), month, day) if 1 <= month <= 12 and 1 <= day <= 31 else ""


_RULES: tuple[tuple[str, _Read, Kind], ...] = (
    (
        r"(?<![\d.])(?P<y>(?:19|20)\d\d)([-/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})(?![\d.])[日号]?",
        _digits,
        "point",
    ),
    (
        rf"(?<![每\d])(?:{_YEAR}的?)?{_MONTH}的?(?:{_DAY}|[初底中末](?![国午学间])|[上中下]旬)?{_HOUR}",
        _calendar,
        "point",
    ),
    (
        rf"(?<![每过])(?:{_YEAR}的?)?(?P<feast>春节|除夕|元宵节?|清明节?|端午节?|中秋节?|重阳节?)"
        r"(?:期间|假期|长假|那天|当天|(?<!夕)前后)?(?![档晚联快礼习节饭夜前后]|年夜)",
        _moving,
        "point",
    ),
    (rf"(?<![\d每万千]){_YEAR}的?(?:{_FEAST}|{_PART})?(?![级限])", _calendar, "point"),
    (rf"(?<![每过]){_FEAST}(?![广路街]|快乐)", _calendar, "point"),
    (r"(?<![年每])(?P<part>[上下]半年)", _half, "point"),
    (r"(?<![一每整])(?P<part>年[初底末])(?!奖)", _calendar, "point"),
    (
        rf"(?:(?P<half>半年多?)|(?P<n>{_N})\s*[多来]?{_UNIT}(?P<b>多|半|左右)?)(?P<way>以前|之前|前|以后|之后|后)"
        r"(?![端台面任夫妻男女天年])",
        _relative,
        "point",
    ),
    (
        rf"(?<![每a-zA-Z前过隔头第到至上下这个本]){_WEEK}(?P<n>[一二三四五六日天])(?P<w>)(?!\s*(?:到|至|和|、|,)\s*{_WEEK}?[一二三四五六日天])"
        rf"{_HOUR}",
        _weekday,
        "point",
    ),
    (
        rf"(?P<w>上上个?|上个?|这个?|本|下下个?|下个?){_WEEK}(?P<n>[一二三四五六日天末]|){_HOUR}",
        _weekday,
        "point",
    ),
    (
        rf"(?P<day>{'|'.join(sorted(_SPELLED_DAY, key=len, reverse=True))})(?:的)?{_HOUR}",
        _spelled,
        "point",
    ),
    (
        rf"(?:(?P<half>半年)|(?P<n>{_N})\s*多?{_UNIT}(?P<b>多|半)?)(?:时间)?(?![前后级薪终以之初底末内里间])(?<!\d\d\d\d年)",
        _length,
        "length",
    ),
    (
        r"最近|近来|近期|前几天|前两天|前阵子|这阵子|这段时间|这几天|这两天|前段时间|前些天|前些年|前几年|前两年|不久前|前不久|刚刚|刚才|几年前|几个月前|"
        r"几天前|好几年前|好多年前|很多年前|多年前|小时候|当时|那时候?|那会儿|那年|过几天|过两天|过段时间|过阵子|几年后|几个月后|将来|(?:这个)?(?:暑假|寒假|春节|过年|夏天|冬天|秋天|春天)(?=我|去|要|打算|准备|想|可能|会|计划|回)|(?:上|下|这)个?(?:季度|学期|赛季)",
        lambda match, base, ahead: "",
        "vague",
    ),
)

_BARE_RANGE = re.compile(
    r"(?<![\d.])((?:19|20)\d\d)\s*年?\s*(?:到|至|[-–—~～])\s*((?:19|20)\d\d|今|现在)(?![\d.])\s*年?"
)
_BARE_SINCE = re.compile(r"(?:从|自从?|打|since\s*)((?:19|20)\d\d)(?=\s*(?:年|开始|起|至今|以来|$))年?")
_OPENS = re.compile(r"(?:自从|打从|从|自|打|since)\s*$")
_SINCE = re.compile(r"\s*(?:就?开始|以来|至今|到现在|起(?!床|飞|来)|之后一直|以后一直|就一直)(?:就|一直)?")
_BEFORE = re.compile(r"(?:之前|以前|前)(?![端台面任夫妻女男年天])")
_JOIN = re.compile(r"\s*(?:一直)?(?:到|至|[-–—~～])\s*")
_NOW = re.compile(r"\s*(?:一直)?(?:到|至)\s*(?:现在|今(?![年早晚])天?|目前)")


def find(text: str, said_at: datetime, ahead: bool = False) -> list[Found]:
    """The dates of a text in order, none overlapping, resolved against `said_at` in its own zone.

    `ahead`: a bare weekday or month is the next one, not the latest. Ports, versions, quantities
    and habits (每周三, 周一到周五) are not dates.
    """
    base = said_at.date()
    spans = [
        Found(match.start(), match.end(), value, kind)
        for pattern, read, kind in _RULES
        for match in re.finditer(pattern, text)
        if (value := _read(read, match, base, ahead)) or kind == "vague"
    ]
    for match in _BARE_RANGE.finditer(text):
        end = match[2] if match[2].isdigit() else ""
        spans.append(Found(match.start(), match.end(), match[1], "range" if end else "since", end))
    spans += [Found(m.start(1), m.end(), m[1]) for m in _BARE_SINCE.finditer(text)]
    return _joined(_disjoint(spans), text)


def _read(read: _Read, match: re.Match[str], base: date, ahead: bool) -> str:
    try:
        return read(match, base, ahead)
    except (ValueError, OverflowError):
        return ""


def _disjoint(spans: list[Found]) -> list[Found]:
    """The longest of those that overlap, in the order of the text."""
    kept: list[Found] = []
    for span in sorted(spans, key=lambda f: (f.start - f.end, f.start)):
        if all(span.end <= other.start or other.end <= span.start for other in kept):
            kept.append(span)
    return sorted(kept, key=lambda f: f.start)


def _joined(spans: list[Found], text: str) -> list[Found]:
    """从A到B as one range, 从A起 as a start; the words around a date belong to its span."""
    out: list[Found] = []
    for span in spans:
        if out and span.kind == "point" and out[-1].kind in ("point", "since"):
            between = text[out[-1].end : span.start]
            if _JOIN.fullmatch(between):
                before = out.pop()
                out.append(Found(before.start, span.end, before.value, "range", span.value))
                continue
        out.append(_widened(span, text))
    return out


def _widened(span: Found, text: str) -> Found:
    if span.kind not in ("point", "since"):
        return span
    opens = _OPENS.search(text, 0, span.start)
    start = opens.start() if opens else span.start
    after = _NOW.match(text, span.end) or _SINCE.match(text, span.end)
    if after:
        return Found(start, after.end(), span.value, "since")
    before = _BEFORE.match(text, span.end)
    return Found(start, before.end() if before else span.end, span.value, span.kind)
