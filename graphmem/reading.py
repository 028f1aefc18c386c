"""Rows as stored → facts as read: evidence, confidence, staleness, reasons. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from graphmem.belief import holds
from graphmem.contested import claims, may_be_contested
from graphmem.dates import shown
from graphmem.model import OPEN_STANCES, Assertion, Contested, Entity, Evidence, Fact, Row
from graphmem.names import has_cjk, person
from graphmem.registry import Registry
from graphmem.store import Reading
from graphmem.timeline import backwards
from graphmem.wording import fact_text


class Reader:
    """Turns one `Reading` into facts, as seen from one point on either line of time."""

    def __init__(
        self, namespace: str, reading: Reading, registry: Registry, as_of: datetime, known_at: datetime | None
    ) -> None:
        self._reading = reading
        self._registry = registry
        self._as_of = as_of
        self._known_at = known_at
        self._me = person(namespace)
        self._entities: Mapping[str, Entity] = {e.id: e for e in reading.entities}
        self._stale = reading.dependencies.stale(as_of, known_at)
        self._said: dict[str, list[Assertion]] = {}
        for a in sorted(reading.assertions, key=lambda a: a.sequence):
            self._said.setdefault(a.fact, []).append(a)

    def facts(self) -> list[Fact]:
        """The rows as facts, in their order."""
        return [self.fact(row) for row in self._reading.rows]

    def fact(self, row: Row, reason: str = "") -> Fact:
        said = self._evidence(row)
        return Fact(
            id=row.id,
            version=row.version,
            subject=self._entity(row.subject),
            predicate=row.predicate,
            object=self._entity(row.object) if row.object else row.object_name,
            text=row.text,
            stance=row.stance,
            source="explicit" if not said or any(a.source == "explicit" for a in said) else "inferred",
            confidence=max((a.confidence for a in said), default=1.0),
            valid_at=row.valid_at,
            invalid_at=row.invalid_at,
            recorded_at=row.recorded_at,
            expired_at=row.expired_at,
            category=row.category,
            valid_precision=row.valid_precision,
            invalid_precision=row.invalid_precision,
            valid_offset=row.valid_offset,
            invalid_offset=row.invalid_offset,
            stale=row.id in self._stale,
            pinned=row.id in self._reading.pins,
            sensitive=self._registry[row.predicate].sensitive,
            reason=reason,
            evidence=tuple(Evidence(a.id, a.quote, a.turn, a.episode, a.said_at) for a in said),
        )

    def _entity(self, identity: str) -> Entity:
        found = self._entities.get(identity)
        return found or (self._me if identity == self._me.id else Entity(identity, "?"))

    def _evidence(self, row: Row) -> list[Assertion]:
        """What supports a row: assertions of its value and stance, live as known then.

        A row from before a merge has none of its fact any more: then those that were first said of it.
        """
        said = self._said.get(row.id)
        if said is None:
            said = [a for a in self._reading.assertions if row.id == a.line or row.said == a.id]
        open_row = row.stance in OPEN_STANCES
        known = [a for a in said if self._known(a) and (a.stance in OPEN_STANCES) == open_row]
        return [a for a in known if a.stance != "negated"] or known

    def _known(self, a: Assertion) -> bool:
        if self._known_at is None:
            return a.live
        return a.recorded_at <= self._known_at and (a.withdrawn_at is None or a.withdrawn_at > self._known_at)

    def history(self) -> list[Fact]:
        """Every row, then each assertion that holds nowhere, with the reason."""
        told = [self.fact(row, _why_expired(row)) for row in self._reading.rows]
        believed: dict[str, list[Row]] = {}
        for row in self._reading.rows:
            if row.expired_at is None:
                believed.setdefault(row.id, []).append(row)
        for a in sorted(self._reading.assertions, key=lambda a: a.sequence):
            reason = self._why_nowhere(a, believed.get(a.fact, ()))
            if reason:
                told.append(self._unheld(a, reason))
        return told

    def _unheld(self, a: Assertion, reason: str) -> Fact:
        entities = {i: self._entity(i) for i in (a.subject, a.object) if i}
        language = "zh" if has_cjk(a.quote) else "en"
        return Fact(
            id=a.fact,
            version=0,
            subject=self._entity(a.subject),
            predicate=a.predicate,
            object=self._entity(a.object) if a.object else a.object_name,
            text=fact_text(a, entities, self._registry, language),
            stance=a.stance,
            source=a.source,
            confidence=a.confidence,
            valid_at=a.valid_at,
            invalid_at=a.invalid_at,
            recorded_at=a.recorded_at,
            expired_at=a.withdrawn_at,
            category=a.category,
            valid_precision=a.valid_precision,
            invalid_precision=a.invalid_precision,
            valid_offset=a.offset,
            invalid_offset=a.offset,
            sensitive=self._registry[a.predicate].sensitive,
            reason=reason,
            evidence=(Evidence(a.id, a.quote, a.turn, a.episode, a.said_at),),
        )

    def contested(self) -> list[Contested]:
        """Facts that hold at the point, with what was said otherwise; the reading has to have its `rivals`."""
        within: dict[str, list[Assertion]] = {}
        slots: dict[str, str] = {}
        for a in self._reading.assertions:
            if a.live:
                slots.setdefault(a.fact, a.slot)
                for slot in {a.slot, a.replaced_slot} - {""}:
                    within.setdefault(slot, []).append(a)
        found = []
        for row in self._reading.rows:
            policy = self._registry[row.predicate]
            if row.stance != "stated" or not may_be_contested(policy) or not holds(row, self._as_of, None):
                continue
            slot = slots.get(row.id, "")
            said = claims(row, slot, within.get(slot, ()), policy, self._as_of)
            if said:
                others = tuple(self._unheld(c.said, c.reason) for c in said)
                found.append(Contested(self.fact(row), others))
        return found

    def _why_nowhere(self, a: Assertion, mine: Collection[Row]) -> str:
        """`mine`: the rows of its fact that are believed."""
        if not a.live:
            return f"withdrawn: {a.withdrawn_why}"
        if backwards(a):
            return "its start is not before its end"
        if a.stance in OPEN_STANCES:
            return "" if any(r.stance in OPEN_STANCES for r in mine) else "something firmer was said later"
        if a.stance in ("ended", "negated"):
            until = a.invalid_at or a.said_at
            others = [x for x in self._said.get(a.fact, ()) if x.live and x.stance == "stated"]
            ends = any(x.valid_at < until or (not x.dated and x.said_at <= a.said_at) for x in others)
            past = a.stance == "ended" and a.dated
            return "" if ends or past else "nothing to end: it was not believed"
        if any(r.stance == "stated" and holds(r, a.valid_at, None) for r in mine):
            return ""
        return "it holds at no time: something else was said of that time, or it was ended"


def _why_expired(row: Row) -> str:
    if row.expired_at is None:
        return ""
    return f"no longer believed since {shown(row.expired_at, 'day', row.valid_offset)}"
