"""Dates as given and as read from text, in the zone of who gave them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.dates import api_mark, instant, moment, now, period, shown, text_end, text_start
from graphmem.errors import InvalidInput
from graphmem.testing import FrozenClock
from graphmem.timeline import MAX, MIN
from tests.timelines import modest

SHANGHAI = timezone(timedelta(hours=8))
SAID = datetime(2026, 5, 20, 9, 30, tzinfo=SHANGHAI)
TICK = timedelta(microseconds=1)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


# -- as given -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_", "first"),
    [
        ("2026", "2026-01-01T00:00+00:00"),
        ("2026-05", "2026-05-01T00:00+00:00"),
        ("2026-5-3", "2026-05-03T00:00+00:00"),
        (" 2026-05-03 ", "2026-05-03T00:00+00:00"),
        ("2026-05-03T10:00", "2026-05-03T10:00+00:00"),
        ("2026-05-03T10:00:00+08:00", "2026-05-03T02:00+00:00"),
        ("2026-05-03T10:00:00Z", "2026-05-03T10:00+00:00"),
        (date(2026, 5, 3), "2026-05-03T00:00+00:00"),
        (datetime(2026, 5, 3, 10), "2026-05-03T10:00+00:00"),
        (datetime(2026, 5, 3, 10, tzinfo=SHANGHAI), "2026-05-03T02:00+00:00"),
    ],
)
def test_an_api_date_is_the_first_instant_of_its_period(given_, first):
    assert instant(given_) == at(first)
    assert instant(given_).tzinfo == UTC


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "soon",
        "昨天",
        "2026-13",
        "2026-02-30",
        "26",
        "2026-05-03T25:00",
        "0000",
        "0001",
        "9999",
        "99999",
        5,
        None,
        True,
    ],
)
def test_what_is_no_date_is_refused_by_name(wrong):
    with pytest.raises(InvalidInput, match="valid_at"):
        instant(wrong, "valid_at")


@pytest.mark.parametrize(
    "never", ["9999-12-31", "9999-12-31T00:00:00Z", date(9999, 12, 31), datetime(9999, 12, 31, 5)]
)
def test_the_customary_never_is_no_end(never):
    assert api_mark(never, "invalid_at") is None


def test_a_moment_keeps_the_zone_it_was_given_in():
    assert moment("2026-05-03T10:00:00+08:00", SAID).utcoffset() == timedelta(hours=8)
    assert moment(None, SAID) is SAID and moment("2026-05-03", SAID).tzinfo == UTC


def test_a_mark_keeps_precision_and_zone():
    mark = api_mark("2026-05", "valid_at")
    assert mark is not None and (mark.precision, mark.offset) == ("month", 0)
    day = period("2026-05-20", SHANGHAI)
    assert day.mark(day.first).offset == 480 and day.mark(day.first).at == at("2026-05-19T16:00+00:00")


# -- as read from text ------------------------------------------------------------------------


def test_a_past_start_is_the_last_moment_of_its_period():
    assert text_start("2026-05-19", SAID, "stated").at == at("2026-05-20T00:00+08:00") - TICK
    assert text_start("2025", SAID, "stated").at == at("2026-01-01T00:00+08:00") - TICK


@pytest.mark.parametrize("current", ["2026-05-20", "2026-05", "2026"])
def test_a_start_in_the_current_period_is_cut_at_when_it_was_said(current):
    assert text_start(current, SAID, "stated").at == SAID


@pytest.mark.parametrize(
    ("future", "first"), [("2026-05-21", "2026-05-21"), ("2026-06", "2026-06-01"), ("2027", "2027-01-01")]
)
def test_a_future_start_is_the_first_moment_of_its_period(future, first):
    for stance in ("stated", "planned"):
        assert text_start(future, SAID, stance).at == at(f"{first}T00:00+08:00")


@pytest.mark.parametrize("when", ["2026-05-19", "2026-05-20", "2026-05", "2025", "2026-06", "2027"])
def test_an_end_is_the_last_moment_of_its_period(when):
    after = period(when, SHANGHAI).after
    assert text_end(when, SAID, "stated").at == after - TICK


@pytest.mark.parametrize("stance", ["ended", "negated"])
def test_what_ended_in_the_current_period_ended_when_it_was_said(stance):
    assert [text_end(when, SAID, stance).at for when in ("2026-05-20", "2026-05", "2026")] == [SAID] * 3
    assert text_end("2026-04", SAID, stance).at == at("2026-05-01T00:00+08:00") - TICK
    assert text_end("2026-06", SAID, stance).at == at("2026-07-01T00:00+08:00") - TICK


def test_the_day_is_that_of_the_speaker():
    midnight = datetime(2026, 5, 20, 0, 30, tzinfo=SHANGHAI)
    yesterday = text_start("2026-05-19", midnight, "stated")
    assert yesterday.at == at("2026-05-19T16:00+00:00") - TICK
    assert shown(yesterday.at, yesterday.precision, yesterday.offset) == "2026-05-19"


def test_yesterdays_move_comes_after_this_mornings_word():
    monday, tuesday = datetime(2026, 3, 9, 9, tzinfo=SHANGHAI), datetime(2026, 3, 10, 9, tzinfo=SHANGHAI)
    assert monday < text_start("2026-03-09", tuesday, "stated").at < tuesday


# -- as shown -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["2026", "2026-05", "2026-05-20"])
def test_a_date_is_shown_as_it_was_given(text):
    for zone in (UTC, SHANGHAI, timezone(timedelta(hours=-11))):
        found = period(text, zone)
        for moment_ in (found.first, found.last):
            mark = found.mark(moment_)
            assert shown(mark.at, mark.precision, mark.offset) == text


def test_open_ends_and_always_are_shown_as_nothing():
    assert [shown(a, "day", 0) for a in (None, MIN, MAX)] == ["", "", ""]


@modest
@given(st.dates(date(2, 1, 2), date(9998, 12, 30)), st.integers(-14 * 60, 14 * 60))
def test_any_day_in_any_zone_comes_back(day, minutes):
    found = period(day.isoformat(), timezone(timedelta(minutes=minutes)))
    mark = found.mark(found.last)
    assert shown(mark.at, mark.precision, mark.offset) == day.isoformat()


# -- clocks ---------------------------------------------------------------------------------


def test_a_frozen_clock_stands_still_until_it_is_moved():
    clock = FrozenClock("2026-05-20T09:30:00+08:00")
    assert clock() == clock() == SAID and clock().tzinfo == UTC
    assert clock.tick(timedelta(hours=1)) == clock() == SAID + timedelta(hours=1)
    assert clock.set("2020") == clock() == at("2020-01-01T00:00+00:00")
    with pytest.raises(InvalidInput):
        clock.set("later")


def test_the_system_clock_is_aware():
    assert now().tzinfo == UTC
