"""The time that a question speaks of."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graphmem.retrieve.moments import moment

AT = datetime(2026, 7, 15, 10, tzinfo=UTC)
"""A Wednesday."""


def span(text: str) -> tuple[str, str] | None:
    found = moment(text, AT)
    return found and (found.start.date().isoformat(), found.end.date().isoformat())


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("What did Ana say last week?", "2026-07-06", "2026-07-13"),
        ("what happened in May 2023?", "2023-05-01", "2023-06-01"),
        ("yesterday's dinner", "2026-07-14", "2026-07-15"),
        ("Where was I last summer?", "2025-06-01", "2025-09-01"),
        ("in the summer of last year", "2025-06-01", "2025-09-01"),
        ("in summer 2021", "2021-06-01", "2021-09-01"),
        ("last winter", "2025-12-01", "2026-03-01"),
        ("who came on May 3rd, 2024?", "2024-05-03", "2024-05-04"),
        ("who came on 3 May?", "2026-05-03", "2026-05-04"),
        ("the week before 3 May 2026", "2026-04-26", "2026-05-04"),
        ("two weeks before August 11, 2023", "2023-07-28", "2023-08-12"),
        ("last Friday, on 3 May 2024", "2024-05-03", "2024-05-04"),
        ("last Friday", "2026-07-10", "2026-07-11"),
        ("Tuesday last week", "2026-07-07", "2026-07-08"),
        ("last weekend", "2026-07-10", "2026-07-13"),
        ("three weeks ago", "2026-06-21", "2026-06-28"),
        ("a few days ago", "2026-07-07", "2026-07-14"),
        ("the other day", "2026-07-07", "2026-07-15"),
        ("in the past two weeks", "2026-07-01", "2026-07-16"),
        ("since March", "2026-03-01", "2026-07-16"),
        ("between May and July", "2026-05-01", "2026-08-01"),
        ("at the end of May", "2026-05-22", "2026-06-01"),
        ("the month before last", "2026-05-01", "2026-06-01"),
        ("next month", "2026-08-01", "2026-09-01"),
        ("anything from 2024-05?", "2024-05-01", "2024-06-01"),
        ("去年夏天我去了哪里？", "2025-06-01", "2025-09-01"),
        ("我上个月说了什么？", "2026-06-01", "2026-07-01"),
        ("上个月底", "2026-06-21", "2026-07-01"),
        ("今年春天", "2026-03-01", "2026-06-01"),
        ("5月3号说了什么", "2026-05-03", "2026-05-04"),
        ("2023年5月住在哪", "2023-05-01", "2023-06-01"),
        ("去年五月二十号", "2025-05-20", "2025-05-21"),
        ("上周末", "2026-07-10", "2026-07-13"),
        ("上周三的会", "2026-07-08", "2026-07-09"),
        ("三天前", "2026-07-12", "2026-07-13"),
        ("最近三个月", "2026-04-13", "2026-07-16"),
        ("前几天", "2026-07-07", "2026-07-15"),
        ("去年以来", "2025-01-01", "2026-07-16"),
        ("我们昨天的 standup 说了什么", "2026-07-14", "2026-07-15"),
    ],
)
def test_a_time(text, start, end):
    assert span(text) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "Where does Ana live?",
        "Who may help?",
        "What did June say to April?",
        "2024 emails",
        "at 10:30",
        "port 8080, version 3.11",
        "on 31 June",
        "每周三做什么",
        "3个月的时间",
        "我喜欢喝什么茶？",
        "2月30日",
    ],
)
def test_no_time(text):
    assert moment(text, AT) is None


def test_one_end_is_open():
    assert moment("until 2020", AT).start.year == 1
    assert span("until 2020")[1] == "2021-01-01"
    assert span("2020年之前")[1] == "2020-01-01"


def test_days_begin_in_the_zone_of_the_question():
    zone = timezone(timedelta(hours=9))
    found = moment("yesterday", datetime(2026, 7, 15, 1, tzinfo=zone))
    assert found.start == datetime(2026, 7, 14, tzinfo=zone)
