"""Where people said different things of the same time, and a rule alone decided: worth asking about. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from graphmem.model import Assertion, Predicate, Row
from graphmem.timeline import MAX, MIN, Span, fold

SOON = timedelta(days=7)
"""Opposites that begin within this of each other look like a misunderstanding, not a change of mind."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A value that would hold, were it not for another: what was last said of it, and why it does not hold."""

    said: Assertion
    reason: str


def may_be_contested(policy: Predicate) -> bool:
    """Of the rest every value has a slot of its own."""
    return policy.cardinality == "one" or bool(policy.opposes)


def claims(row: Row, slot: str, said: Sequence[Assertion], policy: Predicate, as_of: datetime) -> list[Claim]:
    """The values that claim the time of a stated row that holds at `as_of`, and were not settled since.

    `said`: the live assertions that act in its slot. Saying the held value again, as `confirm` does, settles it.
    """
    stated = [a for a in said if a.slot == slot and a.stance == "stated"]
    mine = [a for a in stated if a.fact == row.id]
    found = []
    for fact in sorted({a.fact for a in stated} - {row.id}):
        theirs = [a for a in stated if a.fact == fact]
        last = max(theirs, key=_order)
        if any(a.replaced_fact == fact and _order(a) > _order(last) for a in mine):
            continue
        span = _alone(fact, slot, said, policy, as_of)
        reason = span and _undecided(row, mine, span, theirs, policy)
        if reason:
            found.append(Claim(last, reason))
    return found


def _alone(
    fact: str, slot: str, said: Iterable[Assertion], policy: Predicate, as_of: datetime
) -> Span | None:
    """How a value would hold at `as_of` if nothing had been said of the others but that they replace it."""
    about = [
        a if a.fact == fact and a.slot == slot else replace(a, slot="")
        for a in said
        if (a.fact == fact and a.slot == slot) or a.replaced_fact == fact
    ]
    for span in fold(slot, about, policy.fixed):
        start, end = span.start.at if span.start else MIN, span.end.at if span.end else MAX
        if span.stance == "stated" and start <= as_of < end:
            return span
    return None


def _undecided(
    row: Row, mine: Sequence[Assertion], span: Span, theirs: Sequence[Assertion], policy: Predicate
) -> str:
    """Why a value does not hold, or '' where that is as people would have it."""
    firm, theirs_firm = (any(a.source == "explicit" for a in said) for said in (mine, theirs))
    last = max(map(_order, theirs))
    since = {a.turn for a in mine if a.source == "explicit" and _order(a) > last}
    start, began = (span.start.at if span.start else MIN), row.valid_at or MIN
    if firm and not theirs_firm:
        return "inferred, and something else was said outright" if start >= began and not since else ""
    if len(since) > 1:
        return ""
    if policy.opposes:
        return "the opposite was said soon after" if abs(start - began) <= SOON else ""
    if policy.fixed:
        at_once = {a.said_at for a in mine} & {a.said_at for a in theirs}
        return "another value was given at the same time" if at_once else ""
    return "another value was given from the same time on" if start == began else ""


def _order(a: Assertion) -> tuple[datetime, int]:
    return a.said_at, a.sequence
