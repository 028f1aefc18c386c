"""What a write did with each candidate, and why, in words. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from graphmem.belief import row_key
from graphmem.dates import shown
from graphmem.model import OPEN_STANCES, Action, Assertion, Outcome, Row
from graphmem.registry import Registry
from graphmem.timeline import MAX, MIN, backwards

if TYPE_CHECKING:
    from graphmem.consolidate import Draft
    from graphmem.settle import Settled


def explain(
    made: Sequence[Assertion],
    drafts: Sequence[Draft],
    settled: Settled,
    registry: Registry,
    withdrawn: Sequence[Assertion] = (),
) -> tuple[Outcome, ...]:
    """One outcome a candidate, then one for each older fact that they ended, or that was withdrawn."""
    outcomes: dict[tuple[str, str, int], Outcome] = {}
    for a, draft in zip(made, drafts, strict=True):
        outcome = _one(a, draft, settled, registry)
        key = (a.fact, a.stance, draft.candidate.turn)
        if key not in outcomes or outcomes[key].action == "reinforced":
            outcomes[key] = outcome
    said = {a.fact for a in made}
    withdrawn_facts = {a.fact: a for a in withdrawn}
    told = list(outcomes.values())
    for fact, a in withdrawn_facts.items():
        told.append(Outcome("withdrawn", _text(a, settled), a.withdrawn_why, fact))
    for row in _ended(settled, said | set(withdrawn_facts)):
        told.append(_superseded(row, settled))
    return tuple(told)


def fallen(settled: Settled) -> tuple[Outcome, ...]:
    """An outcome for each fact that a recomputation ended."""
    return tuple(_superseded(row, settled) for row in _ended(settled, ()))


def _one(a: Assertion, draft: Draft, settled: Settled, registry: Registry) -> Outcome:
    action, reason = _verdict(a, settled)
    if not registry[a.predicate].known:
        reason += f"; relation {a.predicate!r} is not registered, so its objects accumulate"
    return Outcome(action, _text(a, settled), reason, a.fact, draft.candidate)


def _verdict(a: Assertion, settled: Settled) -> tuple[Action, str]:
    believed = settled.believed(a.fact)
    before = settled.was_believed(a.fact)
    if backwards(a) and not believed:
        return "history", "its start is not before its end"
    if a.stance in OPEN_STANCES:
        if any(r.stance in OPEN_STANCES for r in believed):
            return "noted", f"kept apart as {a.stance}: it ends nothing"
        return "history", "something firmer was said of it later"
    keys = {row_key(r) for r in before}
    grown = [r for r in believed if r.stance == "stated" and not (keys and row_key(r) in keys)]
    stated_before = [r for r in before if r.stance == "stated"]
    if a.stance in ("ended", "negated"):
        kept = {row_key(r) for r in believed}
        if any(row_key(r) not in kept for r in before):
            return "ended", f"no longer true since {_day(a)}" if a.stance == "ended" else "denied"
        if grown:
            return "added", "true in the past, ended since"
        return "history", "nothing to end: it was not believed"
    if grown:
        return _grown(a, grown, stated_before)
    if any(_covers(r, a) for r in believed if r.stance == "stated"):
        return "reinforced", "said before: one more piece of evidence"
    return "history", _why_not(a, settled)


def _grown(a: Assertion, grown: Sequence[Row], before: Sequence[Row]) -> tuple[Action, str]:
    if any(_overlap(g, b) for g in grown for b in before):
        return "reinforced", "said before: its dates changed"
    return "added", f"holds from {_from(grown[0])}"


def _why_not(a: Assertion, settled: Settled) -> str:
    for r in settled.in_slot(a.slot):
        rival = r.expired_at is None and r.stance == "stated" and r.id != a.fact
        if rival and _covers(r, a):
            inferred = a.source == "inferred"
            what = "an inferred fact never ends an explicit one" if inferred else "holds instead"
            return f"{what}: {r.text}"
    return "it holds at no time: it was ended before or when it began"


def _ended(settled: Settled, said: Collection[str]) -> list[Row]:
    old = {(r.id, r.version) for r in settled.before.rows if r.expired_at is None}
    kept = {(r.id, r.version) for r in settled.rows if r.expired_at is None}
    gone = old - kept
    rows = [r for r in settled.before.rows if (r.id, r.version) in gone and r.id not in said]
    return sorted(rows, key=lambda r: (r.recorded_at, r.id, r.version))


def _superseded(row: Row, settled: Settled) -> Outcome:
    rest = [r for r in settled.believed(row.id) if r.stance == row.stance]
    newer = [
        r
        for r in settled.in_slot(settled.slots.get(row.id, ""))
        if r.recorded_at == settled.writes.recorded_at and r.id != row.id and r.stance == "stated"
    ]
    if not rest:
        reason = f"replaced by: {newer[-1].text}" if newer else "it no longer holds"
        return Outcome("superseded", row.text, reason, row.id)
    until = shown(rest[-1].invalid_at, rest[-1].invalid_precision, rest[-1].invalid_offset)
    reason = f"history until {until}" if until else "its dates changed"
    return Outcome("superseded", row.text, reason + (f"; now: {newer[-1].text}" if newer else ""), row.id)


def _covers(r: Row, a: Assertion) -> bool:
    start = r.valid_at or MIN
    return start <= a.valid_at < (r.invalid_at or MAX)


def _overlap(a: Row, b: Row) -> bool:
    return (a.valid_at or MIN) < (b.invalid_at or MAX) and (b.valid_at or MIN) < (a.invalid_at or MAX)


def _from(row: Row) -> str:
    return shown(row.valid_at, row.valid_precision, row.valid_offset) or "always"


def _day(a: Assertion) -> str:
    if a.invalid_at is None:
        return shown(a.said_at, "day", a.offset)
    return shown(a.invalid_at, a.invalid_precision, a.offset)


def _text(a: Assertion, settled: Settled) -> str:
    for r in settled.every(a.fact):
        if r.text:
            return r.text
    return f"{a.subject_name} {a.predicate.replace('_', ' ')} {a.object_name}"
