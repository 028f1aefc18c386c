"""Erasure: gone from every table, and what was believed becomes as if it had never been said. Pure.

Rows recorded before the first erased assertion stand; later ones are replayed from what survives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.belief import replay, successions
from graphmem.consolidate import assertions_of, resolver_for, slots_of
from graphmem.errors import NotFound
from graphmem.model import Assertion, ChangeSet, Entity, Episode, Name, Outcome, Row, Turn, digest
from graphmem.names import SELF, Canon, name_key, person_id
from graphmem.registry import Registry
from graphmem.store import Lookup, View
from graphmem.wording import fact_text, render

Summarise = Callable[[Sequence[Turn]], str]


@dataclass(frozen=True, slots=True)
class Erasure:
    """What is to go. `turns`: those removed whole; `redacted`: those that keep the rest of their text."""

    assertions: tuple[Assertion, ...]
    episodes: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    redacted: tuple[Turn, ...] = ()
    summaries: tuple[Episode, ...] = ()


def forget_episode(view: View, registry: Registry, episode: str) -> ChangeSet:
    """Erases an episode, given by id or by the name it was added under. Raises NotFound."""
    wanted = [episode, digest("episode", view.namespace, "api", episode)]
    found = [e.id for e in view.episodes(wanted)]
    if not found:
        raise NotFound(f"no episode {episode!r} in this namespace")
    turns = tuple(t.id for t in view.turns((), found))
    said = view.assertions(Lookup(episodes=tuple(found)))
    return erase(view, registry, Erasure(said, tuple(found), turns))


def forget_fact(view: View, registry: Registry, fact: str, summarise: Summarise) -> ChangeSet:
    """Erases a fact: its assertions, and in the turns the words that said it.

    What else the same words said goes with them. Summaries are made anew. Raises NotFound.
    """
    doomed = {a.id: a for a in assertions_of(view, fact)}
    turns = {t.id: t for t in view.turns({a.turn for a in doomed.values()})}
    for other in view.assertions(Lookup(turns=tuple(turns))):
        text = turns[other.turn].text
        if any(a.turn == other.turn and _overlap(text, a.quote, other.quote) for a in list(doomed.values())):
            doomed[other.id] = other
    redacted, removed = [], []
    for turn in turns.values():
        text = turn.text
        for quote in sorted({a.quote for a in doomed.values() if a.turn == turn.id}, key=len, reverse=True):
            text = text.replace(quote, "…") if quote else text
        if text.strip("… \n.,;!?。，；！？"):
            redacted.append(replace(turn, text=text))
        else:
            removed.append(turn.id)
    episodes, empty = _retell(view, turns.values(), redacted, removed, summarise)
    gone = Erasure(tuple(doomed.values()), empty, tuple(removed), tuple(redacted), episodes)
    return erase(view, registry, gone)


def _overlap(text: str, quote: str, other: str) -> bool:
    start, begin = text.find(quote), text.find(other)
    if start < 0 or begin < 0:
        return True
    return start < begin + len(other) and begin < start + len(quote)


def _retell(
    view: View,
    touched: Iterable[Turn],
    redacted: Sequence[Turn],
    removed: Sequence[str],
    summarise: Summarise,
) -> tuple[tuple[Episode, ...], tuple[str, ...]]:
    """(episodes with a new summary, episodes left without a turn)."""
    ids = {t.episode for t in touched}
    now = {t.id: t for t in redacted}
    left: dict[str, list[Turn]] = {i: [] for i in ids}
    for turn in view.turns((), ids):
        if turn.id not in removed:
            left[turn.episode].append(now.get(turn.id, turn))
    empty = tuple(sorted(i for i, turns in left.items() if not turns))
    told = [e for e in view.episodes(ids) if left.get(e.id)]
    fresh = [replace(e, summary=summarise(left[e.id]) if e.summary else "", topics=()) for e in told]
    return tuple(fresh), empty


def erase(view: View, registry: Registry, gone: Erasure) -> ChangeSet:
    """The ChangeSet of an erasure: removals, and every slot replayed without what goes."""
    doomed = {a.id for a in gone.assertions}
    old, new, slots = _replayed(view, registry, gone.assertions, doomed)
    before = {(r.id, r.version): r for r in old}
    after = {(r.id, r.version): r for r in new}
    removed = [key for key, r in before.items() if after.get(key) != r]
    entities, orphans, names = _entities_left(view, gone, doomed)
    texts = _retold(view, registry, entities, after)
    fresh = [
        replace(r, text=texts.pop((r.id, r.version), r.text)) for k, r in after.items() if before.get(k) != r
    ]
    pairs = successions([r for r in new if r.id in slots], slots)
    told = [Outcome("erased", a.object_name, "erased on request", a.fact) for a in gone.assertions]
    return ChangeSet(
        outcomes=tuple(told),
        episodes=gone.summaries,
        turns=gone.redacted,
        entities=entities,
        rows=tuple(fresh),
        texts=tuple((i, v, text) for (i, v), text in texts.items()),
        removed_rows=tuple(removed),
        removed_assertions=tuple(sorted(doomed)),
        removed_turns=gone.turns,
        removed_episodes=gone.episodes,
        removed_names=names,
        removed_entities=orphans,
        pins=tuple((r, False) for r in sorted({a.fact for a in gone.assertions} - {r.id for r in new})),
        slots=tuple(sorted(set(slots.values()))),
        supersedes=tuple((a.id, a.version, b.id, b.version) for a, b in pairs),
        recorded_at=view.now,
        sequence=view.sequence,
    )


def _replayed(
    view: View, registry: Registry, gone: Sequence[Assertion], doomed: set[str]
) -> tuple[list[Row], list[Row], dict[str, str]]:
    """(rows as stored, rows without what goes, fact → slot) of the slots concerned."""
    if not gone:
        return [], [], {}
    since = min(a.recorded_at for a in gone)
    canon = Canon.of(view.merges)
    wanted = slots_of(gone)
    state = view.slots(wanted)
    slot_of = {a.fact: a.slot for a in state.assertions}
    left = [
        replace(a, subject=canon(a.subject, a.id), object=canon(a.object, a.id))
        for a in state.assertions
        if a.id not in doomed
    ]
    new: list[Row] = []
    for slot in sorted(wanted):
        rows = [r for r in state.rows if slot_of.get(r.id) == slot]
        said = [a for a in left if slot in (a.slot, a.replaced_slot)]
        fixed = any(registry[a.predicate].fixed for a in state.assertions if a.slot == slot)
        new += replay(slot, rows, said, fixed, since)
    rendered = render(view, [r for r in new if not r.text], state.rows, registry, resolver_for(view, ()))
    done = {(r.id, r.version): r for r in rendered}
    new = [done.get((r.id, r.version), r) for r in new]
    elsewhere = [r for r in view.rows((), doomed) if r.id not in slot_of]
    return [*state.rows, *elsewhere], new, {f: s for f, s in slot_of.items() if s in wanted}


def _entities_left(
    view: View, gone: Erasure, doomed: set[str]
) -> tuple[tuple[Entity, ...], tuple[str, ...], tuple[Name, ...]]:
    """(entities whose derived parts change, entities that go, names that go)."""
    me = person_id(view.namespace)
    touched = {
        e for a in gone.assertions for e in (a.subject, a.object, a.replaces) if e and not e.startswith("=")
    }
    touched |= {e for episode in gone.episodes for e in _mentioned_in(view, episode)}
    touched -= {me}
    if not touched:
        return (), (), ()
    spoken: dict[str, list[tuple[str, str]]] = {e: [] for e in touched}
    for a in view.assertions(Lookup(entities=tuple(sorted(touched)))):
        if a.id not in doomed:
            ways = (
                (a.subject, a.subject_name, a.subject_kind),
                (a.object, a.object_name, a.object_kind),
                (a.replaces, a.replaces_name, a.object_kind),
            )
            for entity, name, kind in ways:
                if entity in spoken:
                    spoken[entity].append((name, kind))
    for episode, entity, name in view.mentions(touched):
        if episode not in gone.episodes:
            spoken[entity].append((name, ""))
    merged = {i for m in view.merges for i in (m.source, m.target)}
    orphans = tuple(sorted(e for e in touched if not spoken[e] and e not in merged))
    changed = []
    for e in view.entities(touched - set(orphans)):
        names = list(dict.fromkeys(name for name, _ in spoken[e.id])) or [e.name]
        kind = next((kind for _, kind in spoken[e.id] if kind), "")
        fresh = replace(e, name=names[0], aliases=tuple(names[1:]), kind=kind)
        if fresh != e:
            changed.append(fresh)
    names_gone = [
        n
        for n in view.names_of(touched - set(orphans))
        if n.kind != SELF and spoken[n.entity] and not _still(n, spoken[n.entity])
    ]
    return tuple(changed), orphans, tuple(names_gone)


def _still(name: Name, spoken: Sequence[tuple[str, str]]) -> bool:
    return any(name_key(said) == name.key and name.kind in ("", kind) for said, kind in spoken)


def _mentioned_in(view: View, episode: str) -> set[str]:
    return {entity for e, entity, _ in view.mentions_in([episode]) if e == episode}


def _retold(
    view: View, registry: Registry, entities: Sequence[Entity], after: Mapping[tuple[str, int], Row]
) -> dict[tuple[str, int], str]:
    """New texts of believed rows that name an entity whose name has changed."""
    if not entities:
        return {}
    said = view.assertions(Lookup(entities=tuple(e.id for e in entities)))
    rows = {(r.id, r.version): r for r in view.rows({a.fact for a in said})}
    live = [after.get(k, r) for k, r in rows.items() if (after.get(k, r)).expired_at is None]
    ids = {i for r in live for i in (r.subject, r.object) if i}
    known = {e.id: e for e in view.entities(ids)} | {e.id: e for e in entities}
    texts = {(r.id, r.version): fact_text(r, known, registry) for r in live}
    return {k: text for k, text in texts.items() if text != rows[k].text}
