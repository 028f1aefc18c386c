"""Belief: how a slot's rows go from what is stored to what the fold wants, and what they answer. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from graphmem.model import Assertion, Row, Stance
from graphmem.names import has_cjk
from graphmem.timeline import MAX, MIN, Mark, Span, fold


def row_key(row: Row) -> tuple[str, Stance, Mark | None, Mark | None]:
    start = None if row.valid_at is None else Mark(row.valid_at, row.valid_precision, row.valid_offset)
    end = None if row.invalid_at is None else Mark(row.invalid_at, row.invalid_precision, row.invalid_offset)
    return row.id, row.stance, start, end


def _row(span: Span, version: int, now: datetime) -> Row:
    a, start, end = span.sample, span.start or Mark(MIN), span.end or Mark(MAX)
    return Row(
        id=span.fact,
        version=version,
        said=a.id,
        subject=a.subject,
        predicate=a.predicate,
        object=a.object,
        object_name=a.object_name,
        category=a.category,
        stance=span.stance,
        valid_at=None if span.start is None else start.at,
        invalid_at=None if span.end is None else end.at,
        valid_precision=start.precision,
        invalid_precision=end.precision,
        valid_offset=start.offset,
        invalid_offset=end.offset,
        recorded_at=now,
        language="zh" if has_cjk(a.quote) else "en",
    )


def advance(rows: Sequence[Row], spans: Iterable[Span], now: datetime) -> tuple[list[Row], list[Row]]:
    """Rule 3: (rows to expire, rows to append) that take what is believed to what the fold wants.

    `rows`: every version of the slots concerned, believed or expired.
    """
    wanted = {span.key: span for span in spans}
    expired = [r for r in rows if r.expired_at is None and row_key(r) not in wanted]
    believed = {row_key(r) for r in rows if r.expired_at is None}
    versions: dict[str, int] = {}
    for r in rows:
        versions[r.id] = max(versions.get(r.id, 0), r.version)
    added = []
    for key, span in wanted.items():
        if key not in believed:
            versions[span.fact] = versions.get(span.fact, 0) + 1
            added.append(_row(span, versions[span.fact], now))
    return expired, added


def replay(
    slot: str, rows: Sequence[Row], assertions: Sequence[Assertion], fixed: bool, since: datetime
) -> list[Row]:
    """The slot's rows as they would stand had what was erased never been said.

    `since`: when the first erased assertion was recorded. What was recorded before it stands;
    what came after is believed again from the surviving assertions, each at the time it (or its
    withdrawal) was recorded. Rows that come out as they were keep their version.
    """
    kept = [
        replace(r, expired_at=None) if r.expired_at is not None and r.expired_at >= since else r
        for r in rows
        if r.recorded_at < since
    ]
    before = {(*row_key(r), r.recorded_at): r for r in rows}
    moments = {a.recorded_at for a in assertions} | {a.withdrawn_at for a in assertions if a.withdrawn_at}
    for moment in sorted(t for t in moments | {since} if t >= since):
        known = [
            replace(a, withdrawn_at=None)
            for a in assertions
            if a.recorded_at <= moment and (a.withdrawn_at is None or a.withdrawn_at > moment)
        ]
        expired, added = advance(kept, fold(slot, known, fixed), moment)
        gone = {(r.id, r.version) for r in expired}
        kept = [replace(r, expired_at=moment) if (r.id, r.version) in gone else r for r in kept]
        for row in added:
            same = before.get((*row_key(row), moment))
            taken = {r.version for r in kept if r.id == row.id}
            if same and same.version not in taken:
                row = replace(row, version=same.version)
            kept.append(row)
    return [r for r in kept if r.expired_at is None or r.expired_at > r.recorded_at]


def successions(rows: Iterable[Row], slots: Mapping[str, str]) -> list[tuple[Row, Row]]:
    """(newer, older) pairs of believed stated rows: each with the one of another value directly before it.

    `slots`: fact → slot.
    """
    lines: dict[str, list[Row]] = {}
    for r in rows:
        if r.expired_at is None and r.stance == "stated":
            lines.setdefault(slots[r.id], []).append(r)
    pairs = []
    for line in lines.values():
        line.sort(key=lambda r: r.valid_at or MIN)
        pairs += [(new, old) for old, new in pairwise(line) if new.id != old.id]
    return pairs


def holds(row: Row, as_of: datetime, known_at: datetime | None) -> bool:
    """Whether a row was believed at `known_at` (None: now) to be true at `as_of`."""
    if known_at is None:
        believed = row.expired_at is None
    else:
        believed = row.recorded_at <= known_at and (row.expired_at is None or row.expired_at > known_at)
    started = row.valid_at is None or row.valid_at <= as_of
    return believed and started and (row.invalid_at is None or row.invalid_at > as_of)


@dataclass(frozen=True, slots=True)
class Dependencies:
    """All that staleness in one namespace rests on.

    `declared`: assertions that depend on a line or release one. `lines`: line → facts it is now.
    `rows`: all versions of those facts, and of those that the lines were at first.
    """

    declared: tuple[Assertion, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    rows: tuple[Row, ...] = ()

    def needs(self, known_at: datetime | None) -> dict[str, set[str]]:
        """Fact → the lines it depends on, as known at `known_at`: then it may have gone by its first id."""
        known = [
            a
            for a in self.declared
            if (known_at is None and a.live)
            or (
                known_at is not None
                and a.recorded_at <= known_at
                and (a.withdrawn_at is None or a.withdrawn_at > known_at)
            )
        ]
        needs: dict[str, set[str]] = {}
        for a in sorted(known, key=lambda a: a.sequence):
            for fact in {a.fact} if known_at is None else {a.fact, a.line}:
                lines = needs.setdefault(fact, set())
                lines.difference_update(a.releases)
                lines.update(a.depends_on)
        return needs

    def sound(self, as_of: datetime, known_at: datetime | None) -> set[str]:
        """Lines that hold at the query's point and hang, transitively, on nothing that does not."""
        sound = self._holding(as_of, known_at) - self.stale(as_of, known_at)
        return {line for line, facts in self._facts().items() if facts & sound}

    def _facts(self) -> dict[str, set[str]]:
        """Line → the facts it is or was."""
        facts: dict[str, set[str]] = {}
        for line, fact in self.lines:
            facts.setdefault(line, {line}).add(fact)
        return facts

    def _holding(self, as_of: datetime, known_at: datetime | None) -> set[str]:
        return {r.id for r in self.rows if r.stance == "stated" and holds(r, as_of, known_at)}

    def stale(self, as_of: datetime, known_at: datetime | None) -> set[str]:
        """Facts that hang, transitively, on a line that does not hold at the query's point."""
        needs, facts = self.needs(known_at), self._facts()
        holding = self._holding(as_of, known_at)
        stale: set[str] = set()
        while True:
            sound = holding - stale
            more = {f for f, lines in needs.items() if any(not facts.get(n, set()) & sound for n in lines)}
            if more <= stale:
                return stale
            stale |= more

    def cyclic(self, fact: str, depends_on: Iterable[str]) -> bool:
        """Whether `fact` depending on these lines would close a cycle."""
        needs, facts = self.needs(None), self._facts()
        queue, seen = list(depends_on), set[str]()
        while queue:
            line = queue.pop()
            targets = facts.get(line, {line})
            if fact in targets:
                return True
            queue.extend(n for target in targets - seen for n in needs.get(target, ()))
            seen |= targets
        return False
