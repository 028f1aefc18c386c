"""Dates in Chinese questions, as runs of days: 去年夏天, 上个月, 5月3号, 三天前, 上周末. Patterns, no parse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from graphmem.retrieve import days
from graphmem.retrieve.days import Dated, Days

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_N = r"(?:(?<!\d)\d{1,3}|[一二两三四五六七八九十]{1,3})"
_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "上年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2}
_YEAR = rf"(?:(?P<y>(?:19|20)\d\d|[一二][〇零一二三四五六七八九]{{3}})年|(?P<ry>{'|'.join(_YEARS)}))"
_MONTHS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_RELATIVE = "上上|下下|上|这|本|下"
_M = r"(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?(?!前|后|内|间)"
_D = r"(?P<d>[12]\d|3[01]|0?[1-9]|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号](?![线楼门院])"
_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12, "暑假": 7, "寒假": 1}
_S = r"(?P<s>[春夏秋冬](?:天|季|日)|暑假|寒假)"
_WORDS = {
    "大前天": (3, 3), "前天": (2, 2), "昨天": (1, 1), "昨日": (1, 1), "昨晚": (1, 1), "昨夜": (1, 1), "今天": (0, 0),
    "今日": (0, 0), "今早": (0, 0), "今晚": (0, 0), "明天": (-1, -1), "后天": (-2, -2), "前几天": (8, 1),
    "前两天": (4, 1), "前些天": (14, 1), "前阵子": (60, 3), "前段时间": (60, 3), "这几天": (5, 0), "这两天": (2, 0),
    "前几周": (56, 7), "前几个月": (240, 30), "前几年": (8 * 365, 365), "前些年": (8 * 365, 365),
}  # fmt: skip
_UNIT = r"(?P<u>年|个半?月|周|个?星期|个?礼拜|天)"
_UNITS = {"年": "year", "月": "month", "周": "week", "星期": "week", "礼拜": "week", "天": "day"}

OPEN = re.compile(r"(?P<way>以来|至今|之后|以后|后|之前|以前|前)")
"""What stands behind a date and makes it one end of a time without another."""
WAYS = {"以来": "since", "至今": "since", "之后": "after", "以后": "after", "后": "after"}
WAYS |= {"之前": "before", "以前": "before", "前": "before"}

Resolve = Callable[[re.Match[str], date], Days]


def number(text: str) -> int:
    """12, 十二, 两, 二十三."""
    if text.isdigit():
        return int(text)
    total = unit = 0
    for char in text:
        if char == "十":
            total, unit = total + (unit or 1) * 10, 0
        else:
            unit = _DIGITS[char]
    return total + unit


def _of_year(m: re.Match[str], today: date) -> int:
    """The year named; 0 if none is."""
    if m["ry"]:
        return today.year + _YEARS[m["ry"]]
    if not m["y"]:
        return 0
    return int(m["y"]) if m["y"].isdigit() else int("".join(str(_DIGITS[c]) for c in m["y"]))


def _calendar(m: re.Match[str], today: date) -> Days:
    """2024年5月3日, 去年五月, 5月3号, 5月底."""
    of, named = number(m["m"]), _of_year(m, today)
    if m["d"]:
        of_day = number(m["d"])
        return days.day(date(named or days.nearest_year(today, of, of_day), of, of_day))
    return _parted(m["part"], days.month(named or days.nearest_year(today, of), of))


def _parted(part: str | None, of: Days) -> Days:
    """初, 中, 底 and 上旬… are thirds; 上半年 and 下半年 halves."""
    if not part:
        return of
    if part in ("上半年", "下半年"):
        return days.half(of, int(part == "下半年"))
    return days.third(of, 0 if part[0] in "初上" else 1 if part[0] == "中" else 2)


def _year(m: re.Match[str], today: date) -> Days:
    return _parted((m["part"] or "").removeprefix("年") or None, days.year(_of_year(m, today)))


def _half(m: re.Match[str], today: date) -> Days:
    return days.half(days.year(today.year), int(m["part"] == "下半年"))


def _season(m: re.Match[str], today: date) -> Days:
    begins, named = _SEASONS[m["s"] if "假" in m["s"] else m["s"][0]], _of_year(m, today)
    if named:
        found = days.season(named, begins)
    else:
        which = {"上": "last", "这": "this", "本": "this", "下": "next"}.get(m["w"] or "", "")
        found = days.latest_season(today, begins, which)
    return (found[0], days.moved(found[0], 2)[0]) if "假" in m["s"] else found


def _month(m: re.Match[str], today: date) -> Days:
    found = days.moved(today, _MONTHS[m["w"]])
    if m["d"]:
        return days.day(found[0].replace(day=number(m["d"])))
    return _parted(m["part"], found)


def _week(m: re.Match[str], today: date) -> Days:
    """上周, 上周末, 上周三, 周三."""
    which, name = m["w"] or "", m["n"] or ""
    if name == "末":
        return days.weekend(today, _MONTHS.get(which, -1 if today.weekday() < 5 else 0))
    if not name:
        return days.week(today, _MONTHS[which])
    of = "一二三四五六日天".index(name) - (name == "天")
    if not which:
        return days.day(days.weekday(today, of))
    return days.day(days.week(today, _MONTHS[which])[0] + timedelta(days=of))


def _word(m: re.Match[str], today: date) -> Days:
    first, last = _WORDS[m[0]]
    return today - timedelta(days=first), today - timedelta(days=last - 1)


def _ago(m: re.Match[str], today: date) -> Days:
    """三天前, 两个月以前, 半年前, 几年前."""
    if m["half"]:
        return days.ago(today, 6, "month")
    unit = _unit(m["u"])
    return days.some_ago(today, unit) if m["n"] == "几" else days.ago(today, number(m["n"]), unit)


def _past(m: re.Match[str], today: date) -> Days:
    """最近三个月, 过去一年, 近几周."""
    if m["half"]:
        return days.past(today, 6, "month")
    return days.past(today, 8 if m["n"] == "几" else number(m["n"]), _unit(m["u"]))


def _unit(text: str) -> str:
    return _UNITS[text.replace("个", "").replace("半", "")]


_PART = r"(?P<part>[初中底末](?![国午学间文心])|[上中下]旬)"
# Each: an example, whether it is a calendar date, the words, what they mean.
_DATES: tuple[tuple[str, bool, str, Resolve], ...] = (
    ("2024年5月3日", True, rf"(?<!\d)(?:{_YEAR}的?)?{_M}的?(?:{_D}|{_PART})?", _calendar),
    ("去年夏天", False, rf"(?:{_YEAR}的?|(?P<w>上|这|本|下)个?|(?<![年个])){_S}", _season),
    (
        "2023年底",
        True,
        rf"(?<!\d){_YEAR}的?(?P<part>年?[初中底末](?![国午学间文心])|上半年|下半年)?(?!级|代)",
        _year,
    ),
    ("上半年", False, r"(?P<part>[上下]半年)", _half),
    ("上个月底", False, rf"(?P<w>{_RELATIVE})个?月(?:{_D}|{_PART})?", _month),
    ("上周三", False, rf"(?P<w>{_RELATIVE})个?(?:周|星期|礼拜)(?P<n>[一二三四五六日天末]?)", _week),
    ("周三", False, r"(?P<w>)(?<![每a-z])(?:周|星期|礼拜)(?P<n>[一二三四五六日天末])", _week),
    ("昨天", False, "|".join(sorted(_WORDS, key=len, reverse=True)), _word),
    ("三天前", False, rf"(?:(?P<half>半年)|(?P<n>{_N}|几){_UNIT})(?:以前|之前|前)", _ago),
    ("最近三个月", False, rf"(?:最近|过去|近)的?(?:(?P<half>半年)|(?P<n>{_N}|几){_UNIT})", _past),
)
_COMPILED = tuple((calendar, re.compile(p), read) for _, calendar, p, read in _DATES)
_MAY_BE_DATED = re.compile(r"[年月日号周天晚夜早期拜春夏秋冬假前近]")


def dates(text: str, today: date) -> Iterator[Dated]:
    """Every date found, overlapping ones too."""
    if not _MAY_BE_DATED.search(text):
        return
    for calendar, pattern, read in _COMPILED:
        for m in pattern.finditer(text):
            try:
                yield Dated(m.start(), m.end(), read(m, today), calendar)
            except (ValueError, OverflowError):  # 2月30日
                continue
