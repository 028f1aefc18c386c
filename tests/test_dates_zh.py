"""Dates said in Chinese, against a Wednesday afternoon in Shanghai."""

from __future__ import annotations

from datetime import datetime

import pytest

from graphmem.extract.dates_zh import find

WEDNESDAY = datetime.fromisoformat("2026-03-11T15:30:00+08:00")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("昨天", "2026-03-10"),
        ("前天下午", "2026-03-09"),
        ("大前天", "2026-03-08"),
        ("大后天", "2026-03-14"),
        ("明天早上", "2026-03-12"),
        ("昨晚", "2026-03-10"),
        ("上周三", "2026-03-04"),
        ("上上周五", "2026-02-27"),
        ("上个星期天", "2026-03-08"),
        ("上礼拜一", "2026-03-02"),
        ("这周五", "2026-03-13"),
        ("下周一", "2026-03-16"),
        ("下下周二", "2026-03-24"),
        ("周一", "2026-03-09"),
        ("星期五", "2026-03-06"),
        ("上周", "2026-03"),
        ("上周末", "2026-03"),
        ("上个月", "2026-02"),
        ("下个月", "2026-04"),
        ("上上个月", "2026-01"),
        ("下个月3号", "2026-04-03"),
        ("今年三月", "2026-03"),
        ("去年五月", "2025-05"),
        ("去年十二月份", "2025-12"),
        ("前年", "2024"),
        ("明年", "2027"),
        ("2024年5月3日", "2024-05-03"),
        ("2024 年 5 月", "2024-05"),
        ("二〇一九年", "2019"),
        ("19年", "2019"),
        ("98年", "1998"),
        ("五月", "2025-05"),
        ("3月8号", "2026-03-08"),
        ("3月20号", "2025-03-20"),
        ("三个月前", "2025-12"),
        ("半年前", "2025-09"),
        ("一年半以前", "2024-09"),
        ("两周前", "2026-02"),
        ("十天前", "2026-03-01"),
        ("三年之前", "2023"),
        ("两个月后", "2026-05"),
        ("去年国庆", "2025-10"),
        ("元旦", "2026-01-01"),
        ("去年年底", "2025-12"),
        ("年底", "2026-12"),
        ("今年年初", "2026-01"),
        ("去年夏天", "2025"),
        ("2023-07-09", "2023-07-09"),
        ("2023/7/9", "2023-07-09"),
    ],
)
def test_a_date_is_resolved_as_precisely_as_said(text: str, value: str) -> None:
    (found,) = find(f"我{text}去了一趟", WEDNESDAY)
    assert (found.value, found.kind) == (value, "point")
    assert f"我{text}去了一趟"[found.start : found.end] == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("九月", "2026-09"),
        ("三月", "2026-03"),
        ("一月", "2027-01"),
        ("周五", "2026-03-13"),
        ("周一", "2026-03-16"),
    ],
)
def test_a_bare_month_or_weekday_ahead_is_the_next_one(text: str, value: str) -> None:
    assert [f.value for f in find(f"{text}要去北京", WEDNESDAY, ahead=True)] == [value]


@pytest.mark.parametrize(
    ("text", "kind", "value", "until"),
    [
        ("从2012年到2014年", "range", "2012", "2014"),
        ("2012年至2014年", "range", "2012", "2014"),
        ("2012到2014年", "range", "2012", "2014"),
        ("2012-2014", "range", "2012", "2014"),
        ("从去年三月到今年一月", "range", "2025-03", "2026-01"),
        ("从2011年起", "since", "2011", ""),
        ("2019年开始", "since", "2019", ""),
        ("自2020年5月以来", "since", "2020-05", ""),
        ("从2018年到现在", "since", "2018", ""),
        ("2015年至今", "since", "2015", ""),
        ("八年了", "length", "2018", ""),
        ("三年多", "length", "2023", ""),
        ("半年", "length", "2025-09", ""),
        ("两个月", "length", "2026-01", ""),
        ("前几天", "vague", "", ""),
        ("小时候", "vague", "", ""),
    ],
)
def test_ranges_starts_and_lengths(text: str, kind: str, value: str, until: str) -> None:
    (found,) = find(text, WEDNESDAY)
    assert (found.kind, found.value, found.until) == (kind, value, until)


@pytest.mark.parametrize(
    "text",
    [
        "监听 8080 端口",
        "Nginx 1.26 和 Perl 5.38",
        "十万年以后的事",
        "压到 2048 QPS 就报错",
        "这条河长6397.5公里",
        "每周三开会",
        "周一到周五上班",
        "我喜欢五月天",
        "住在3号楼",
        "坐10号线",
        "读三年级",
        "2月30日",
        "每年体检",
        "五一广场",
    ],
)
def test_ports_versions_quantities_and_habits_are_no_dates(text: str) -> None:
    assert [f for f in find(text, WEDNESDAY) if f.value] == []


def test_the_local_day_of_the_speaker_counts() -> None:
    at = datetime.fromisoformat("2026-03-01T00:05:00+08:00")
    assert find("昨天", at)[0].value == "2026-02-28"
    leap = datetime.fromisoformat("2024-03-01T06:10:00+08:00")
    assert find("昨天刚下单", leap)[0].value == "2024-02-29"
