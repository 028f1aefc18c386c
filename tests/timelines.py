"""Assertions of one slot, made by hand or by Hypothesis, and the rules of the fold told a second time, slowly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from graphmem.model import Assertion
from graphmem.timeline import MAX, MIN, Span

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
SLOT = "slot"
ELSEWHERE = "another slot"


modest = settings(
    max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
"""The same few examples each time: a test that finds something new belongs to a longer search."""


def day(number: int) -> datetime:
    return EPOCH + timedelta(days=number)


def said(
    value: str,
    at: int,
    start: int | None = None,
    end: int | None = None,
    *,
    stance: str = "stated",
    source: str = "explicit",
    replaces: str = "",
    sequence: int = 0,
    slot: str = SLOT,
    **details: Any,
) -> Assertion:
    """An assertion of `value`, times in days. `replaces`: a value of SLOT. Without `sequence`: as said."""
    number = sequence or at + 1
    base = Assertion(
        id=f"a{number}",
        sequence=number,
        recorded_at=day(1000 + number),
        said_at=day(at),
        subject="someone",
        subject_name="someone",
        predicate="relation",
        object="",
        object_name=value,
        category="",
        stance=stance,  # type: ignore[arg-type]
        source=source,  # type: ignore[arg-type]
        confidence=1.0,
        valid_at=day(at if start is None else start),
        invalid_at=None if end is None else day(end),
        dated=start is not None,
        valid_precision="instant",
        invalid_precision="instant",
        offset=0,
        quote="",
        turn="turn",
        episode="episode",
        line=value,
        slot=slot,
        fact=value,
        replaced_slot=SLOT if replaces else "",
        replaced_fact=replaces,
    )
    return replace(base, **details)


DAYS = st.integers(0, 14)
VALUES = st.sampled_from("abc")


@st.composite
def histories(draw: st.DrawFn, most: int = 7, distinct: bool = False) -> list[Assertion]:
    """Assertions in the order received. `distinct`: no two starts or moments of speaking are equal."""
    count = draw(st.integers(1, most))
    moments = draw(st.permutations(range(0, 4 * most, 2)))
    starts = draw(st.permutations(range(1, 4 * most, 2)))
    made = []
    for i in range(count):
        dated = draw(st.booleans())
        replaces = draw(st.sampled_from(["", "", "", "a", "b"]))
        away = bool(replaces) and draw(st.booleans())
        made.append(
            said(
                draw(VALUES),
                moments[i] if distinct else draw(DAYS),
                (starts[i] if distinct else draw(DAYS)) if dated else None,
                draw(st.none() | DAYS),
                stance=draw(
                    st.sampled_from(
                        ["stated", "stated", "stated", "ended", "negated", "tentative", "planned"]
                    )
                ),
                source=draw(st.sampled_from(["explicit", "explicit", "inferred"])),
                replaces=replaces,
                sequence=i + 1,
                slot=ELSEWHERE if away else SLOT,
            )
        )
    return made


Piece = tuple[str, datetime, datetime]


def stated(spans: Iterable[Span]) -> list[Piece]:
    """Stated spans as (value, from, to), in time."""
    pieces = [
        (s.fact, s.start.at if s.start else MIN, s.end.at if s.end else MAX)
        for s in spans
        if s.stance == "stated"
    ]
    return sorted(pieces, key=lambda p: p[1])


def waiting(spans: Iterable[Span]) -> set[tuple[str, str]]:
    """Open spans as (value, stance)."""
    return {(s.fact, s.stance) for s in spans if s.stance != "stated"}


def told_again(assertions: Sequence[Assertion], fixed: bool = False) -> list[Piece]:
    """The stated pieces of SLOT by the rules of ARCHITECTURE.md, instant by instant."""
    firm = [
        a
        for a in assertions
        if a.live
        and a.stance in ("stated", "ended", "negated")
        and (fixed or not (a.dated and a.invalid_at is not None and a.valid_at >= a.invalid_at))
    ]
    mine = [a for a in firm if a.slot == SLOT]
    claims = [
        (a, a.valid_at, a.invalid_at or (a.said_at if a.stance == "ended" else MAX))
        for a in mine
        if a.stance == "stated" or (a.stance == "ended" and a.dated)
    ]
    ends = [(a, a.fact, a.invalid_at or a.said_at) for a in mine if a.stance != "stated"]
    ends += [
        (a, a.replaced_fact, a.valid_at) for a in firm if a.replaced_slot == SLOT and a.stance == "stated"
    ]
    if fixed:
        claims = [
            (a, MIN, MAX)
            for a, _, _ in claims
            if a.stance == "stated" and not any(_silences(e, v, a) and _before(a, e) for e, v, _ in ends)
        ]
    cut = [(a, start, _end(a, start, end, claims, [] if fixed else ends)) for a, start, end in claims]
    moments = sorted({start for _, start, _ in cut} | {end for _, _, end in cut})
    pieces: list[Piece] = []
    for moment, after in zip(moments, [*moments, MAX][1:], strict=True):
        holding = [c for c in cut if c[1] <= moment < c[2]]
        if not holding:
            continue
        value = max(holding, key=lambda c: (c[0].source == "explicit", c[1], c[0].sequence))[0].fact
        if pieces and pieces[-1][0] == value and pieces[-1][2] == moment:
            pieces[-1] = (value, pieces[-1][1], after)
        else:
            pieces.append((value, moment, after))
    return pieces


def _silences(ender: Assertion, value: str, other: Assertion) -> bool:
    return value == other.fact and not (ender.source == "inferred" and other.source == "explicit")


def _before(a: Assertion, b: Assertion) -> bool:
    return (a.said_at, a.sequence) < (b.said_at, b.sequence)


def _end(
    a: Assertion,
    start: datetime,
    end: datetime,
    claims: Sequence[tuple[Assertion, datetime, datetime]],
    ends: Sequence[tuple[Assertion, str, datetime]],
) -> datetime:
    """Where the others leave the end of one claim."""
    for b, begun, _ in claims:
        opens = b.stance == "stated" and (b.invalid_at is None or begun == MIN)
        outranked = b.source == "inferred" and a.source == "explicit"
        if opens and not outranked and b.fact != a.fact and (begun, b.sequence) > (start, a.sequence):
            end = min(end, begun)
    if a.stance == "stated":
        for b, value, until in ends:
            if _silences(b, value, a) and (start < until or (not a.dated and _before(a, b))):
                end = min(end, until)
    return end
