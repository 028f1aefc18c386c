"""Merging and splitting entities: recorded, and undone by id. Pure: reads a `View`, returns a `ChangeSet`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from graphmem.consolidate import assertions_of, rederive
from graphmem.errors import Conflict, InvalidInput, NotFound
from graphmem.model import ChangeSet, Entity, Merge, Name, Outcome, digest
from graphmem.names import Canon, is_person_word, name_key, person_id
from graphmem.registry import Registry
from graphmem.store import Lookup, View


def find(view: View, name: str) -> Entity:
    """The one entity a name, or an entity's id, means. Raises NotFound, and Conflict when several bear it."""
    known = view.entities([name])
    if known:
        return known[0]
    if is_person_word(name):
        found = {person_id(view.namespace)}
    else:
        canon = Canon.of(view.merges)
        found = {canon(n.entity) for n in view.names([name_key(name)])}
    entities = view.entities(found)
    if not entities:
        raise NotFound(f"no entity named {name!r} in this namespace")
    if len(entities) > 1:
        choice = ", ".join(f"{e.id} ({e.kind or 'unknown kind'})" for e in entities)
        raise Conflict(f"{name!r} names {len(entities)} entities; give the id of one: {choice}")
    return entities[0]


def merge(view: View, registry: Registry, first: str, second: str) -> ChangeSet:
    """Makes one entity of two: `first` is known as `second` from now on. The person always stays.

    Raises NotFound, or Conflict when they are one already.
    """
    canon = Canon.of(view.merges)
    source, target = find(view, first), find(view, second)
    if canon(source.id) == canon(target.id):
        raise Conflict(f"{first!r} and {second!r} are one entity already")
    if source.person:
        source, target = target, source
    record = Merge(
        id=digest("merge", view.namespace, source.id, target.id, view.now.isoformat()),
        source=canon(source.id),
        target=canon(target.id),
        recorded_at=view.now,
    )
    after = Canon.of((*view.merges, record))
    changes = _recompute(view, registry, after, canon.group(source.id) | canon.group(target.id))
    told = Outcome("added", f"{source.name} is {target.name}", f"merged; undo with {record.id}", record.id)
    gone = replace(source, merged_into=record.target)
    return replace(
        changes,
        outcomes=(told, *changes.outcomes),
        merges=(record,),
        entities=_with(changes.entities, gone),
    )


def split(view: View, registry: Registry, name: str, facts: Sequence[str]) -> ChangeSet:
    """Takes some facts off an entity: they are about another of the same name and kind.

    `facts`: ids. Raises InvalidInput when none is given or one is not about the entity, NotFound.
    """
    entity = find(view, name)
    canon = Canon.of(view.merges)
    group = canon.group(entity.id)
    if not facts:
        raise InvalidInput("split needs the ids of the facts that are about the other one")
    moved = [a for fact in facts for a in assertions_of(view, fact)]
    for a in moved:
        if not {canon(a.subject, a.id), canon(a.object, a.id)} & group:
            raise InvalidInput(f"fact {a.fact!r} is not about {name!r}")
    names = view.names_of(group)
    taken = [n for n in names if n.key == name_key(entity.name)] or list(names)
    key, kind = (taken[0].key, entity.kind) if taken else (name_key(entity.name), entity.kind)
    ordinal = 1 + max((n.ordinal for n in view.names([key]) if n.kind == kind), default=0)
    other = Entity(digest("entity", view.namespace, key, kind, str(ordinal)), entity.name, entity.kind)
    record = Merge(
        id=digest("split", view.namespace, entity.id, other.id, view.now.isoformat()),
        source=canon(entity.id),
        target=other.id,
        recorded_at=view.now,
        assertions=tuple(a.id for a in moved),
    )
    after = Canon.of((*view.merges, record))
    changes = _recompute(view, registry, after, group, (other,))
    told = Outcome("added", f"another {entity.name}", f"split off; undo with {record.id}", record.id)
    return replace(
        changes,
        outcomes=(told, *changes.outcomes),
        merges=(record,),
        entities=_with(changes.entities, other),
        names=(*changes.names, Name(key, kind, ordinal, other.id)),
    )


def undo(view: View, registry: Registry, identity: str) -> ChangeSet:
    """Undoes a merge or a split, given by its id or a beginning that only it has.

    Raises NotFound, or Conflict when it was undone before.
    """
    meant = [m for m in view.merges if m.id.startswith(identity)] if len(identity) >= 4 else []
    record = meant[0] if len(meant) == 1 else None
    if record is None:
        raise NotFound(f"no merge or split {identity!r} in this namespace")
    if record.undone_at is not None:
        raise Conflict(f"{identity!r} was undone before")
    done = replace(record, undone_at=view.now)
    before = Canon.of(view.merges)
    after = Canon.of([done if m.id == record.id else m for m in view.merges])
    group = before.group(record.source) | before.group(record.target)
    changes = _recompute(view, registry, after, group)
    gone, into = (record.target, record.source) if record.assertions else (record.source, None)
    freed = [replace(e, merged_into=into) for e in view.entities([gone])]
    told = Outcome("added", record.id, "undone", record.id)
    return replace(
        changes,
        outcomes=(told, *changes.outcomes),
        merges=(done,),
        entities=_with(changes.entities, *freed),
    )


def _recompute(
    view: View, registry: Registry, after: Canon, group: Iterable[str], fresh: Sequence[Entity] = ()
) -> ChangeSet:
    said = view.assertions(Lookup(entities=tuple(group)))
    return rederive(view, registry, said, after, fresh)


def _with(entities: Sequence[Entity], *changed: Entity) -> tuple[Entity, ...]:
    return tuple({e.id: e for e in (*entities, *changed)}.values())
