"""The fold and what follows from it, without a store: rules one by one, then against the rules told again."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.belief import Dependencies, advance, holds, replay, row_key, successions
from graphmem.model import Assertion, Row
from graphmem.timeline import MAX, MIN, Mark, fold
from tests.timelines import SLOT, day, histories, modest, said, stated, told_again, waiting


def pieces(*assertions: Assertion, fixed: bool = False) -> list[tuple[str, int | None, int | None]]:
    """What is believed, in days; None where it is open."""

    def number(at: datetime) -> int | None:
        return None if at in (MIN, MAX) else (at - day(0)).days

    return [(value, number(a), number(b)) for value, a, b in stated(fold(SLOT, assertions, fixed))]


# -- one rule each --------------------------------------------------------------------------


def test_nothing_said_is_nothing_believed():
    assert fold(SLOT, []) == []


def test_a_newer_value_ends_the_older():
    assert pieces(said("a", 1), said("b", 5)) == [("a", 1, 5), ("b", 5, None)]


def test_an_older_value_told_later_fills_the_past_only():
    assert pieces(said("b", 1, 5), said("a", 9, 2)) == [("a", 2, 5), ("b", 5, None)]


def test_of_equal_starts_the_last_received_stands():
    assert pieces(said("a", 3, sequence=1), said("b", 3, sequence=2)) == [("b", 3, None)]
    assert pieces(said("a", 3, sequence=2), said("b", 3, sequence=1)) == [("a", 3, None)]


def test_a_bounded_value_interrupts_and_ends_nothing():
    assert pieces(said("a", 1), said("b", 9, 3, 5)) == [("a", 1, 3), ("b", 3, 5), ("a", 5, None)]


def test_the_same_again_joins():
    assert pieces(said("a", 1), said("a", 4), said("a", 6, 0)) == [("a", 0, None)]


def test_neighbours_of_one_value_join():
    assert pieces(said("a", 9, 1, 3), said("a", 10, 3, 6)) == [("a", 1, 6)]


def test_an_end_leaves_the_past():
    assert pieces(said("a", 1), said("a", 6, stance="ended")) == [("a", 1, 6)]


def test_an_end_before_an_undated_start_leaves_nothing():
    assert pieces(said("a", 4), said("a", 6, end=2, stance="ended")) == []


def test_an_end_before_a_dated_start_does_not_touch_it():
    assert pieces(said("a", 3, 4), said("a", 6, end=2, stance="ended")) == [("a", 4, None)]


def test_an_end_with_a_start_holds_in_between():
    assert pieces(said("a", 9, 2, 4, stance="ended")) == [("a", 2, 4)]


def test_a_denial_with_a_start_holds_nowhere():
    assert pieces(said("a", 9, 2, 4, stance="negated")) == []


def test_what_ended_does_not_bring_its_predecessor_back():
    assert pieces(said("a", 1), said("b", 4), said("b", 7, stance="ended")) == [("a", 1, 4), ("b", 4, 7)]


def test_an_end_ends_nothing_of_another_value():
    assert pieces(said("a", 1), said("b", 5, stance="ended"), said("c", 6, stance="negated")) == [
        ("a", 1, None)
    ]


def test_said_again_after_the_end_it_holds_again():
    assert pieces(said("a", 1), said("a", 4, stance="ended"), said("a", 8)) == [("a", 1, 4), ("a", 8, None)]


@pytest.mark.parametrize(("first", "now"), [("ended", [("a", 4, None)]), ("stated", [])])
def test_at_one_moment_the_later_received_has_the_word(first, now):
    second = "stated" if first == "ended" else "ended"
    assert pieces(said("a", 4, stance=first, sequence=1), said("a", 4, stance=second, sequence=2)) == now


def test_inferred_never_ends_explicit_and_fills_only_gaps():
    assert pieces(said("a", 2), said("b", 5, source="inferred")) == [("a", 2, None)]
    assert pieces(said("a", 9, 4, 6), said("b", 9, 2, source="inferred", sequence=2)) == [
        ("b", 2, 4),
        ("a", 4, 6),
        ("b", 6, None),
    ]


def test_explicit_ends_inferred():
    assert pieces(said("b", 2, source="inferred"), said("a", 5)) == [("b", 2, 5), ("a", 5, None)]


def test_an_inferred_end_spares_what_was_said():
    assert pieces(said("a", 2), said("a", 5, stance="ended", source="inferred")) == [("a", 2, None)]


def test_a_replacement_ends_the_named_value_only():
    tool = said("git", 5, replaces="svn", slot="git's slot")
    assert pieces(said("svn", 1), tool) == [("svn", 1, 5)]
    assert pieces(said("cvs", 1), tool) == [("cvs", 1, None)]


def test_a_start_after_the_end_is_history_only():
    assert pieces(said("a", 1), said("b", 5, 9, 7)) == [("a", 1, None)]
    assert pieces(said("a", 1), said("a", 5, 9, 7, stance="ended")) == [("a", 1, None)]


def test_maybe_and_plan_wait_apart():
    spans = fold(SLOT, [said("a", 1), said("b", 2, stance="tentative"), said("c", 3, 9, stance="planned")])
    assert stated(spans) == [("a", day(1), MAX)]
    assert waiting(spans) == {("b", "tentative"), ("c", "planned")}


@pytest.mark.parametrize("firm", ["stated", "ended", "negated"])
def test_a_firm_word_said_later_closes_a_plan(firm):
    plan = said("a", 3, 9, stance="planned")
    assert waiting(fold(SLOT, [plan, said("a", 5, stance=firm)])) == set()
    assert waiting(fold(SLOT, [plan, said("a", 1, stance=firm)])) == {("a", "planned")}
    assert waiting(fold(SLOT, [plan, said("b", 5, stance=firm)])) == {("a", "planned")}


def test_a_plan_made_again_waits_again():
    assert waiting(
        fold(SLOT, [said("a", 1, stance="planned"), said("a", 2), said("a", 3, stance="planned")])
    ) == {("a", "planned")}


def test_fixed_holds_always_and_the_later_word_corrects_it():
    assert pieces(said("a", 1), fixed=True) == [("a", None, None)]
    assert pieces(said("a", 1), said("b", 2, 0, 1), fixed=True) == [("b", None, None)]


def test_fixed_denied_was_never_so():
    assert pieces(said("a", 1), said("a", 2, stance="negated"), fixed=True) == []
    assert pieces(said("a", 1), said("a", 2, stance="ended"), said("a", 3), fixed=True) == [("a", None, None)]
    assert pieces(said("a", 1), said("b", 2), said("b", 3, stance="negated"), fixed=True) == [
        ("a", None, None)
    ]


def test_withdrawn_was_never_said():
    gone = replace(said("b", 5), withdrawn_at=day(9), withdrawn_why="a slip")
    assert pieces(said("a", 1), gone) == [("a", 1, None)]


def test_a_boundary_keeps_precision_and_zone_of_what_was_first_said_of_it():
    month = replace(said("a", 1, 3), valid_precision="month", offset=480)
    exact = said("a", 6, 3)
    for order in ([month, exact], [exact, month]):
        (span,) = fold(SLOT, order)
        assert span.start == Mark(day(3), "month", 480)


# -- against the rules told again -------------------------------------------------------------


@modest
@given(histories(), st.booleans())
def test_the_fold_does_what_the_rules_say(assertions, fixed):
    assert stated(fold(SLOT, assertions, fixed)) == told_again(assertions, fixed)


@modest
@given(histories(), st.booleans(), st.randoms(use_true_random=False))
def test_the_fold_does_not_depend_on_the_order_it_is_given(assertions, fixed, random):
    shuffled = random.sample(assertions, len(assertions))
    assert {s.key for s in fold(SLOT, shuffled, fixed)} == {s.key for s in fold(SLOT, assertions, fixed)}


@modest
@given(histories(distinct=True), st.randoms(use_true_random=False))
def test_without_equal_times_the_order_of_arrival_does_not_matter(assertions, random):
    numbers = random.sample(range(1, len(assertions) + 1), len(assertions))
    late = [replace(a, sequence=n) for a, n in zip(assertions, numbers, strict=True)]
    assert {s.key for s in fold(SLOT, late)} == {s.key for s in fold(SLOT, assertions)}


@modest
@given(histories(), st.booleans())
def test_spans_of_a_slot_never_overlap_and_neighbours_differ(assertions, fixed):
    line = stated(fold(SLOT, assertions, fixed))
    assert all(start < end for _, start, end in line)
    for (one, _, end), (other, start, _) in itertools.pairwise(line):
        assert end < start or (end == start and one != other)


@modest
@given(histories(), st.data())
def test_withdrawing_is_the_same_as_never_saying(assertions, data):
    i = data.draw(st.integers(0, len(assertions) - 1))
    gone = replace(assertions[i], withdrawn_at=day(2000))
    rest = assertions[:i] + assertions[i + 1 :]
    assert {s.key for s in fold(SLOT, [*rest, gone])} == {s.key for s in fold(SLOT, rest)}


@modest
@given(histories())
def test_explicit_is_untouched_by_what_was_inferred(assertions):
    explicit = [a for a in assertions if a.source == "explicit"]
    alone, together = (stated(fold(SLOT, said)) for said in (explicit, assertions))
    for value, start, end in alone:
        covering = [p for p in together if p[0] == value and p[1] <= start and end <= p[2]]
        assert covering, (alone, together)


# -- rows over time ---------------------------------------------------------------------------


def live_through(assertions: Sequence[Assertion]) -> list[Row]:
    """Every version that believing one assertion after another, and the withdrawals among them, leaves."""
    moments = {a.recorded_at for a in assertions} | {a.withdrawn_at for a in assertions if a.withdrawn_at}
    rows: list[Row] = []
    for now in sorted(moments):
        known = [
            replace(a, withdrawn_at=None)
            for a in assertions
            if a.recorded_at <= now and (a.withdrawn_at is None or a.withdrawn_at > now)
        ]
        expired, added = advance(rows, fold(SLOT, known), now)
        gone = {(r.id, r.version) for r in expired}
        rows = [replace(r, expired_at=now) if (r.id, r.version) in gone else r for r in rows] + added
    return rows


@st.composite
def lives(draw: st.DrawFn) -> list[Assertion]:
    """A history of which some was withdrawn along the way."""
    assertions = [a for a in draw(histories()) if a.slot == SLOT]
    return [
        replace(a, withdrawn_at=day(1000 + draw(st.integers(a.sequence + 1, 12))))
        if draw(st.integers(0, 4)) == 0
        else a
        for a in assertions
    ]


def story(rows: Sequence[Row]) -> set[object]:
    return {(row_key(r), r.recorded_at, r.expired_at) for r in rows if r.expired_at != r.recorded_at}


@modest
@given(lives())
def test_each_version_has_a_number_of_its_own_and_expires_once(assertions):
    rows = live_through(assertions)
    keys = [(r.id, r.version) for r in rows]
    assert len(set(keys)) == len(keys)
    for r in rows:
        assert r.expired_at is None or r.expired_at > r.recorded_at
    believed = {row_key(r) for r in rows if r.expired_at is None}
    assert believed == {s.key for s in fold(SLOT, assertions)}


@modest
@given(lives(), st.data())
def test_replaying_without_an_assertion_is_as_if_it_had_never_been_said(assertions, data):
    if not assertions:
        return
    gone = data.draw(st.sampled_from(assertions))
    rest = [a for a in assertions if a is not gone]
    rows = replay(SLOT, live_through(assertions), rest, False, gone.recorded_at)
    assert story(rows) == story(live_through(rest))
    keys = [(r.id, r.version) for r in rows]
    assert len(set(keys)) == len(keys)


@modest
@given(lives())
def test_successions_join_neighbours_of_different_values(assertions):
    rows = live_through(assertions)
    for newer, older in successions(rows, dict.fromkeys((r.id for r in rows), SLOT)):
        assert newer.id != older.id and newer.expired_at is None and older.expired_at is None
        assert (older.invalid_at or MAX) <= (newer.valid_at or MIN)


def test_a_row_holds_in_a_half_open_interval_on_both_lines():
    (row,) = live_through([said("a", 1, 2, 4)])
    row = replace(row, expired_at=day(2000))
    assert [holds(row, day(d), day(1500)) for d in (1, 2, 3, 4)] == [False, True, True, False]
    recorded = row.recorded_at
    assert [holds(row, day(3), at) for at in (day(900), recorded, day(1999), day(2000))] == [
        False,
        True,
        True,
        False,
    ]
    assert not holds(row, day(3), None)


# -- what hangs on what -----------------------------------------------------------------------


def hanging(*pairs: tuple[str, str]) -> tuple[Assertion, ...]:
    """(what depends, on what)."""
    return tuple(
        replace(said(fact, n, sequence=n), depends_on=(line,)) for n, (fact, line) in enumerate(pairs, 1)
    )


def standing(**ends: int | None) -> tuple[Row, ...]:
    return tuple(
        replace(live_through([said(fact, 1, 1, end)])[0], recorded_at=day(1)) for fact, end in ends.items()
    )


def test_staleness_goes_from_one_to_the_next():
    declared = hanging(("b", "a"), ("c", "b"))
    known = Dependencies(declared, (("a", "a"), ("b", "b")), standing(a=5, b=None))
    assert known.stale(day(4), None) == set()
    assert known.stale(day(6), None) == {"b", "c"}


def test_what_hangs_on_something_erased_is_stale():
    assert Dependencies(hanging(("b", "gone"))).stale(day(4), None) == {"b"}


def test_a_confirmed_fact_hangs_no_longer_on_what_it_was_released_from():
    (first,) = hanging(("b", "a"))
    again = replace(said("b", 8, sequence=8), releases=("a",))
    known = Dependencies((first, again), (("a", "a"),), standing(a=5))
    assert known.stale(day(6), None) == set()
    assert known.stale(day(6), first.recorded_at) == {"b"}


def test_a_cycle_is_seen_before_it_is_closed():
    known = Dependencies(hanging(("b", "a"), ("c", "b")), (("a", "a"), ("b", "b")))
    assert known.cyclic("a", ["c"]) and known.cyclic("b", ["b"])
    assert not known.cyclic("c", ["a"])
