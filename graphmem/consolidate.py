"""Candidates → assertions → what is believed: the decisions of a write. Pure: reads a `View`, returns a `ChangeSet`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC

from graphmem.belief import Dependencies
from graphmem.dates import text_end, text_start
from graphmem.errors import Conflict, InvalidInput, NotFound
from graphmem.model import Assertion, Candidate, ChangeSet, Entity, Name, Predicate, Turn, digest
from graphmem.names import SELF, Canon, Resolver, literal_key, name_key, person_id, shortened
from graphmem.outcomes import explain, fallen
from graphmem.registry import Registry
from graphmem.settle import derive, derived, settle, slots_of
from graphmem.store import Lookup, View
from graphmem.timeline import Mark


@dataclass(frozen=True, slots=True)
class Draft:
    """A candidate with its dates resolved and the turn that says it. `releases`: lines it frees the fact from.

    `subject`, `object`: entity ids, where they are known better than by name. `dated`: whether `start`
    was given, rather than being when it was first said.
    """

    candidate: Candidate
    turn: Turn
    start: Mark | None = None
    end: Mark | None = None
    releases: tuple[str, ...] = ()
    subject: str = ""
    object: str = ""
    dated: bool = True


def from_text(candidate: Candidate, turn: Turn) -> list[Draft]:
    """Drafts of a candidate read from text; "since 2019" also says that it holds now.

    A date that does not parse is left out: the fact is then valid from when it was said.
    """
    start = _dated(lambda value: text_start(value, turn.at, candidate.stance), candidate.valid_at)
    end = _dated(lambda value: text_end(value, turn.at, candidate.stance), candidate.invalid_at)
    drafts = [Draft(candidate, turn, start, end)]
    if candidate.since and start and end is None and candidate.stance == "stated":
        drafts.append(Draft(candidate, turn))
    return drafts


def _dated(read: Callable[[str], Mark], value: str | None) -> Mark | None:
    try:
        return read(value) if value else None
    except InvalidInput:
        return None


def is_entity(policy: Predicate, candidate: Candidate) -> bool:
    """Whether the object is a thing or a literal; of an unknown relation, a long text is a literal."""
    if candidate.object_kind:
        return candidate.object_kind != "literal"
    if policy.known:
        return policy.object == "entity"
    return len(candidate.object) <= 60


def record(
    view: View,
    drafts: Sequence[Draft],
    registry: Registry,
    base: ChangeSet | None = None,
    named: Sequence[tuple[str, str]] = (),
) -> ChangeSet:
    """Takes drafts in: new entities, assertions, and the believed rows of every slot they touch.

    `base` carries the episode and turns that say them. `named`: (episode, name) of what else was
    mentioned; every entity of a fact is, too. Raises NotFound for an unknown `depends_on`, Conflict
    when it would close a cycle.
    """
    base = base or ChangeSet()
    resolver = _resolver(view, drafts, registry, named)
    made = drafted(view, drafts, registry, resolver)
    fresh = list({a.id: a for a in made}.values())
    _refuse_cycles(view, fresh)
    heard = {(episode, resolver.resolve(name).id, name) for episode, name in named}
    changes = settle(view, registry, slots_of(fresh), added=fresh, resolver=resolver)
    mentions = heard | {(a.episode, e, n) for a in fresh for e, n in _mentioned(a)}
    outcomes = explain(made, drafts, changes, registry)
    return replace(
        changes.writes,
        outcomes=base.outcomes + outcomes,
        episode=base.episode,
        episodes=base.episodes,
        turns=base.turns,
        mentions=tuple(dict.fromkeys((*base.mentions, *sorted(mentions)))),
        sequence=view.sequence + len(made),
    )


def drafted(
    view: View, drafts: Sequence[Draft], registry: Registry, resolver: Resolver | None = None
) -> list[Assertion]:
    """The assertion that each draft would be. Raises NotFound for an unknown `depends_on`."""
    resolver = resolver or _resolver(view, drafts, registry)
    canon = Canon.of(view.merges)
    lines = _dependency_lines(view, drafts)
    return [
        _assertion(view, draft, number, resolver, canon, registry, lines)
        for number, draft in enumerate(drafts, view.sequence + 1)
    ]


def _resolver(
    view: View, drafts: Sequence[Draft], registry: Registry, named: Sequence[tuple[str, str]] = ()
) -> Resolver:
    return resolver_for(view, [*(n for d in drafts for n in _names(d, registry)), *(n for _, n in named)])


def resolver_for(view: View, surfaces: Iterable[str]) -> Resolver:
    """A resolver that knows the rows of these names, and the person."""
    keys = {name_key(view.namespace), *(name_key(s) for s in surfaces)}
    names = view.names(keys)
    canon = Canon.of(view.merges)
    ids = {person_id(view.namespace)} | {n.entity for n in names}
    resolver = Resolver(view.namespace, names, view.entities(ids | {canon(i) for i in ids}), canon)
    if not any(n.kind == SELF for n in names if n.key == name_key(view.namespace)):
        resolver.names.append(Name(name_key(view.namespace), SELF, 0, person_id(view.namespace)))
        resolver.entities.setdefault(resolver.person.id, resolver.person)
    return resolver


def keys_of(namespace: str, candidates: Iterable[Candidate], names: Iterable[str] = ()) -> tuple[str, ...]:
    """The name keys that taking these in will ask for."""
    said = {n for c in candidates for n in (c.subject, c.object, c.replaces) if n} | {*names, namespace}
    return tuple(sorted({name_key(n) for n in said}))


def _names(draft: Draft, registry: Registry) -> list[str]:
    c = draft.candidate
    things = [c.object, *([c.replaces] if c.replaces else [])] if is_entity(registry[c.predicate], c) else []
    return [c.subject, *things]


def _mentioned(a: Assertion) -> list[tuple[str, str]]:
    return [(e, n) for e, n in ((a.subject, a.subject_name), (a.object, a.object_name)) if e]


def _dependency_lines(view: View, drafts: Sequence[Draft]) -> Mapping[str, str]:
    wanted = tuple({f for d in drafts for f in d.candidate.depends_on})
    if not wanted:
        return {}
    found = {a.fact: a.line for a in reversed(view.assertions(Lookup(facts=wanted)))}
    found |= {a.line: a.line for a in view.assertions(Lookup(lines=wanted))}
    for fact in wanted:
        if fact not in found:
            raise NotFound(f"depends_on={fact!r}: no such fact; give the id of one, as in Fact.id")
    return found


def _refuse_cycles(view: View, fresh: Sequence[Assertion]) -> None:
    if any(a.depends_on for a in fresh):
        held = view.dependencies()
        lines = (*held.lines, *((a.line, a.fact) for a in fresh))
        together = Dependencies((*held.declared, *fresh), lines, held.rows)
        for a in fresh:
            if a.depends_on and together.cyclic(a.fact, a.depends_on):
                raise Conflict(
                    f"depends_on of {shortened(a.object_name)} would make the fact depend on itself"
                )


def _assertion(
    view: View,
    draft: Draft,
    sequence: int,
    resolver: Resolver,
    canon: Canon,
    registry: Registry,
    lines: Mapping[str, str],
) -> Assertion:
    c, turn = draft.candidate, draft.turn
    policy = registry[c.predicate]
    entity = is_entity(policy, c)
    kind = "" if c.object_kind == "literal" else c.object_kind or policy.kind
    subject = draft.subject or resolver.resolve(c.subject, c.subject_kind).id
    target = (draft.object or resolver.resolve(c.object, kind).id) if entity else ""
    replaced = (
        (resolver.resolve(c.replaces, kind).id if entity else "=" + literal_key(c.replaces))
        if c.replaces
        else ""
    )
    said_at = turn.at.astimezone(UTC)
    start, end = draft.start or Mark(said_at, offset=turn.offset), draft.end
    category = literal_key(c.category) if c.category else ""
    value = target or "=" + literal_key(c.object)
    line = registry.fact_id(c.predicate, subject, value, category)
    stamp = [mark.at.isoformat() if mark else None for mark in (draft.start, end)]
    identity = digest("assertion", turn.id, line, category, c.stance, *stamp, replaced, *draft.releases)
    return Assertion(
        id=identity,
        sequence=sequence,
        recorded_at=view.now,
        said_at=said_at,
        subject=subject,
        subject_name=c.subject,
        predicate=c.predicate,
        object=target,
        object_name=c.object,
        category=category,
        stance=c.stance,
        source=c.source,
        confidence=c.confidence,
        valid_at=start.at,
        invalid_at=end.at if end else None,
        dated=draft.dated and draft.start is not None,
        valid_precision=start.precision,
        invalid_precision=end.precision if end else "instant",
        offset=start.offset,
        quote=c.quote,
        turn=turn.id,
        episode=turn.episode,
        line=line,
        replaces=replaced,
        replaces_name=c.replaces or "",
        depends_on=tuple(lines[f] for f in c.depends_on),
        releases=draft.releases,
        subject_kind=c.subject_kind,
        object_kind=kind if entity else "",
        **derived(identity, (c.predicate, category), (subject, value, replaced), canon, registry),
    )


# -- the verbs on one fact -----------------------------------------------------------------


def assertions_of(view: View, fact: str) -> list[Assertion]:
    """All assertions of a fact given by id (or by its line before a merge). Raises NotFound."""
    found = view.assertions(Lookup(facts=(fact,))) or view.assertions(Lookup(lines=(fact,)))
    if not found:
        raise NotFound(
            f"no fact {fact!r} in this namespace: ids are those of Fact.id, as `facts` and `recall` give"
        )
    return sorted(found, key=lambda a: a.sequence)


def withdraw(
    view: View,
    registry: Registry,
    fact: str,
    why: str,
    replacements: Sequence[Draft] = (),
    base: ChangeSet | None = None,
) -> ChangeSet:
    """Withdraws all live assertions of a fact (it was never true), and puts drafts in their place.

    Raises Conflict when there is nothing left to withdraw.
    """
    live = [a for a in assertions_of(view, fact) if a.live]
    if not live:
        raise Conflict(f"fact {fact!r} was already withdrawn")
    gone = {a.id: replace(a, withdrawn_at=view.now, withdrawn_why=why) for a in live}
    resolver = resolver_for(view, [n for d in replacements for n in _names(d, registry)])
    canon = Canon.of(view.merges)
    lines = {a_line: a_line for a in live for a_line in a.depends_on}
    made = [
        _assertion(view, d, n, resolver, canon, registry, lines)
        for n, d in enumerate(replacements, view.sequence + 1)
    ]
    _refuse_cycles(view, made)
    settled = settle(view, registry, slots_of([*live, *made]), added=made, changed=gone, resolver=resolver)
    return replace(
        settled.writes,
        withdrawn=tuple(gone.values()),
        episodes=base.episodes if base else (),
        turns=base.turns if base else (),
        outcomes=explain(made, replacements, settled, registry, tuple(gone.values())),
        mentions=tuple(sorted({(a.episode, e, n) for a in made for e, n in _mentioned(a)})),
        sequence=view.sequence + len(made),
    )


def rederive(
    view: View,
    registry: Registry,
    assertions: Iterable[Assertion],
    canon: Canon | None = None,
    fresh: Iterable[Entity] = (),
) -> ChangeSet:
    """Recomputes the slots of assertions whose slot or fact a merge, split or policy has changed.

    `fresh`: entities that are not stored yet.
    """
    canon = canon or Canon.of(view.merges)
    old = list(assertions)
    new = [derive(a, canon, registry) for a in old]
    moved = {n.id: n for a, n in zip(old, new, strict=True) if n != a}
    slots = slots_of(old) | slots_of(new)
    resolver = resolver_for(view, ())
    resolver.entities.update({e.id: e for e in fresh})
    settled = settle(view, registry, slots, changed=moved, resolver=resolver, canon=canon) if slots else None
    writes = settled.writes if settled else ChangeSet(recorded_at=view.now, sequence=view.sequence)
    return replace(writes, outcomes=fallen(settled) if settled else (), rederived=tuple(moved.values()))
