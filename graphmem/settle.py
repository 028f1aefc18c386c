"""Settling: slots are recomputed from their assertions, and the difference is what to write. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypedDict

from graphmem.belief import advance, successions
from graphmem.model import Assertion, ChangeSet, Name, Row
from graphmem.names import SELF, Canon, Resolver, literal_key, name_key, person_id
from graphmem.registry import Registry
from graphmem.store import State, View
from graphmem.timeline import fold
from graphmem.wording import render


class Derived(TypedDict):
    """The fields of an assertion that are derived."""

    slot: str
    fact: str
    replaced_slot: str
    replaced_fact: str


def derived(
    identity: str,
    relation: tuple[str, str],
    values: tuple[str, str, str],
    canon: Canon,
    registry: Registry,
) -> Derived:
    """What merges, splits and policies make of an assertion now. `relation`: predicate and category.

    `values`: of its subject, its object and what it replaces; an entity's id, or a literal key with '='.
    """
    predicate, category = relation
    subject, value, replaced = (v if v.startswith("=") else canon(v, identity) for v in values)
    return {
        "slot": registry.slot_id(predicate, subject, value, category),
        "fact": registry.fact_id(predicate, subject, value, category),
        "replaced_slot": registry.slot_id(predicate, subject, replaced, category) if replaced else "",
        "replaced_fact": registry.fact_id(predicate, subject, replaced, category) if replaced else "",
    }


def derive(a: Assertion, canon: Canon, registry: Registry) -> Assertion:
    """Fills slot and fact in from what merges, splits and policies make of it now."""
    values = a.subject, a.object or "=" + literal_key(a.object_name), a.replaces
    return replace(a, **derived(a.id, (a.predicate, a.category), values, canon, registry))


def slots_of(assertions: Iterable[Assertion]) -> set[str]:
    """Every slot an assertion acts in: its own, and that of what it replaces."""
    return {slot for a in assertions for slot in (a.slot, a.replaced_slot) if slot}


@dataclass(frozen=True)
class Settled:
    """A recomputation: what stood, what is believed now, and the writes that lead there."""

    before: State
    rows: tuple[Row, ...]
    slots: Mapping[str, str]
    writes: ChangeSet

    @cached_property
    def _rows(self) -> Mapping[str, list[Row]]:
        return by_fact(self.rows)

    @cached_property
    def _before(self) -> Mapping[str, list[Row]]:
        return by_fact(self.before.rows)

    @cached_property
    def _rivals(self) -> Mapping[str, list[Row]]:
        found: dict[str, list[Row]] = {}
        for r in self.rows:
            found.setdefault(self.slots.get(r.id, ""), []).append(r)
        return found

    def believed(self, fact: str) -> list[Row]:
        return [r for r in self._rows.get(fact, ()) if r.expired_at is None]

    def was_believed(self, fact: str) -> list[Row]:
        return [r for r in self._before.get(fact, ()) if r.expired_at is None]

    def every(self, fact: str) -> list[Row]:
        """As they are, then as they were."""
        return [*self._rows.get(fact, ()), *self._before.get(fact, ())]

    def in_slot(self, slot: str) -> list[Row]:
        return self._rivals.get(slot, [])


def by_fact(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for r in rows:
        found.setdefault(r.id, []).append(r)
    return found


def settle(
    view: View,
    registry: Registry,
    slots: Iterable[str],
    added: Sequence[Assertion] = (),
    changed: Mapping[str, Assertion] | None = None,
    *,
    resolver: Resolver,
    canon: Canon | None = None,
) -> Settled:
    """Recomputes slots after assertions were added or `changed` (by id), and says what to write.

    `slots`: every slot, before and after, of each of them.
    """
    slots, changed = set(slots), changed or {}
    # A fact that a merge, split or policy had renamed has rows from before: its versions go on from theirs.
    before = view.slots(slots, {a.fact for a in (*changed.values(), *added)})
    standing = {a.id for a in before.assertions}
    after = [changed.get(a.id, a) for a in before.assertions]
    after += [a for a in (*changed.values(), *added) if a.id not in standing]
    canon = canon or Canon.of(view.merges)
    within = _by_slot(_as_canon_has_it(a, canon) for a in after)
    spans = [
        span
        for slot in sorted(slots)
        for span in fold(slot, within.get(slot, []), _is_fixed(slot, within.get(slot, []), registry))
    ]
    expired, fresh = advance(before.rows, spans, view.now)
    fresh = render(view, fresh, before.rows, registry, resolver)
    gone = {(r.id, r.version) for r in expired}
    rows = tuple(
        replace(r, expired_at=view.now) if (r.id, r.version) in gone else r for r in before.rows
    ) + tuple(fresh)
    slot_of = {a.fact: a.slot for a in after}
    pairs = successions([r for r in rows if r.id in slot_of], slot_of)
    names = tuple(resolver.names)
    selves, unselves = own_names(view, rows, names)
    writes = ChangeSet(
        entities=tuple(resolver.entities.values()),
        names=names + selves,
        removed_names=unselves,
        assertions=tuple(added),
        rows=tuple(fresh),
        expired=tuple(sorted(gone)),
        supersedes=tuple((new.id, new.version, old.id, old.version) for new, old in pairs),
        recorded_at=view.now,
        sequence=view.sequence,
    )
    return Settled(before, rows, slot_of, writes)


def _as_canon_has_it(a: Assertion, canon: Canon) -> Assertion:
    subject, target = canon(a.subject, a.id), canon(a.object, a.id)
    same = subject == a.subject and target == a.object
    return a if same else replace(a, subject=subject, object=target)


def _by_slot(assertions: Iterable[Assertion]) -> dict[str, list[Assertion]]:
    """By every slot that they act in."""
    found: dict[str, list[Assertion]] = {}
    for a in assertions:
        for slot in {a.slot, a.replaced_slot} - {""}:
            found.setdefault(slot, []).append(a)
    return found


def _is_fixed(slot: str, assertions: Sequence[Assertion], registry: Registry) -> bool:
    return any(registry[a.predicate].fixed for a in assertions if a.slot == slot)


def own_names(
    view: View, rows: Sequence[Row], new: Sequence[Name] = (), gone: Sequence[Row] = ()
) -> tuple[tuple[Name, ...], tuple[Name, ...]]:
    """The person is found by any believed `name`: names to add and to take away.

    `rows`: of the slots that change, as they will be; `gone`: those erased from them.
    """
    me = person_id(view.namespace)
    named = [r for r in rows if r.predicate == "name" and r.subject == me and r.stance == "stated"]
    if not named and not any(r.predicate == "name" and r.subject == me for r in gone):
        return (), ()
    own = name_key(view.namespace)
    wanted = {own} | {name_key(r.object_name) for r in named if r.expired_at is None}
    held = [n for n in (*view.names_of([me]), *new) if n.kind == SELF]
    missing = tuple(Name(key, SELF, 0, me) for key in sorted(wanted - {n.key for n in held}))
    return missing, tuple(n for n in held if n.key not in wanted)
