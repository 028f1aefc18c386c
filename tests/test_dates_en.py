"""Dates in English, said on Wednesday 2026-03-11 at half past three."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from graphmem.extract.dates_en import find

WEDNESDAY = datetime.fromisoformat("2026-03-11T15:30:00+00:00")


@pytest.mark.parametrize(
    ("words", "date"),
    [
        ("I left yesterday", "2026-03-10"),
        ("I left the day before yesterday", "2026-03-09"),
        ("I came this morning", "2026-03-11"),
        ("I left last night", "2026-03-10"),
        ("I left on Monday", "2026-03-09"),
        ("I left on Friday", "2026-03-06"),
        ("I left last Friday", "2026-03-06"),
        ("I left last Tuesday", "2026-03-03"),
        ("I left on Tuesday last week", "2026-03-03"),
        ("I left 3 days ago", "2026-03-08"),
        ("I left two weeks ago", "2026-02"),
        ("I left last week", "2026-03"),
        ("I left this month", "2026-03"),
        ("I left last month", "2026-02"),
        ("I left the month before last", "2026-01"),
        ("I left three months ago", "2025-12"),
        ("I left half a year ago", "2025-09"),
        ("I left a couple of years ago", "2024"),
        ("I left about ten years ago", "2016"),
        ("I left a decade ago", "2016"),
        ("I left last year", "2025"),
        ("I left in May", "2025-05"),
        ("I left last May", "2025-05"),
        ("I left in March", "2026-03"),
        ("I left in May last year", "2025-05"),
        ("I left in early May", "2025-05"),
        ("I left last summer", "2025"),
        ("I left in early 2020", "2020"),
        ("I left in 2019.", "2019"),
        ("I left back in 2019", "2019"),
        ("I left on May 3, 2024", "2024-05-03"),
        ("I left on the 3rd of May 2024", "2024-05-03"),
        ("I left on 3 May", "2025-05-03"),
        ("I left on the 15th", "2026-02-15"),
        ("I left on 2024-05-03", "2024-05-03"),
        ("I left on 25/12/2023", "2023-12-25"),
        ("I left in October 2023", "2023-10"),
        ("class of 2012", "2012"),
    ],
)
def test_a_past_date_is_the_latest_that_fits(words, date):
    (found,) = find(words, WEDNESDAY)
    assert (found.valid_at, found.invalid_at, found.since) == (date, None, False)


@pytest.mark.parametrize(
    ("words", "date"),
    [
        ("I go tomorrow", "2026-03-12"),
        ("I go on Friday", "2026-03-13"),
        ("I go next Tuesday", "2026-03-17"),
        ("I go in September", "2026-09"),
        ("I go in January", "2027-01"),
        ("I go next month", "2026-04"),
        ("I go next year", "2027"),
        ("I go in two weeks", "2026-03"),
        ("I go in three months", "2026-06"),
        ("I go on May 3", "2026-05-03"),
        ("I go on the 5th", "2026-04-05"),
        ("I go three weeks from now", "2026-04"),
    ],
)
def test_a_date_ahead_is_the_next_that_fits(words, date):
    (found,) = find(words, WEDNESDAY, ahead=True)
    assert found.valid_at == date


@pytest.mark.parametrize(
    ("words", "start", "end", "since"),
    [
        ("since 2019", "2019", None, True),
        ("since last May", "2025-05", None, True),
        ("for three years", "2023", None, True),
        ("for over 5 years now", "2021", None, True),
        ("for the past six months", "2025-09", None, True),
        ("until 2019", None, "2019", False),
        ("until last month", None, "2026-02", False),
        ("from 2015 to 2019", "2015", "2019", False),
        ("between 2015 and 2019", "2015", "2019", False),
        ("2015-2019", "2015", "2019", False),
        ("from 2015 to now", "2015", None, True),
    ],
)
def test_a_stretch_of_time_has_its_ends(words, start, end, since):
    (found,) = find(f"I worked there {words}", WEDNESDAY)
    assert (found.valid_at, found.invalid_at, found.since) == (start, end, since)


def test_since_looks_back_in_a_sentence_that_looks_ahead():
    (found,) = find("I'm learning it since January", WEDNESDAY, ahead=True)
    assert found.valid_at == "2026-01"


@pytest.mark.parametrize(
    "words",
    [
        "May I ask you something",
        "it shows 2024 unread emails",
        "since I was a kid",
        "a few years ago",
        "in my twenties",
        "march up the hill",
        "every Thursday night",
        "it costs $2019",
        "version 20.10.2",
        "the sun sat on the hill",
        "I waited for two hours",
        "on 31 February 2024",
    ],
)
def test_what_is_vague_or_no_date_gives_none(words):
    found = find(words, WEDNESDAY)
    assert found == []


def test_the_day_is_that_of_the_speaker():
    late = datetime(2024, 2, 29, 23, 30, tzinfo=timezone(timedelta(hours=-8)))
    assert find("yesterday", late)[0].valid_at == "2024-02-28"
    assert find("a year ago", late)[0].valid_at == "2023"
    assert find("last month", late)[0].valid_at == "2024-01"


def test_several_dates_keep_their_order_and_place():
    text = "I joined in 2015, left in May 2019 and came back yesterday"
    found = find(text, WEDNESDAY)
    assert [w.valid_at for w in found] == ["2015", "2019-05", "2026-03-10"]
    assert [text[w.start : w.end].split()[-1] for w in found] == ["2015", "2019", "yesterday"]
