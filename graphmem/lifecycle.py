"""Erasure: gone from every table, and what was believed becomes as if it had never been said. Pure.

Rows recorded before the first erased assertion stand; later ones are replayed from what survives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.belief import replay, successions
from graphmem.consolidate import assertions_of
from graphmem.errors import NotFound
from graphmem.model import Assertion, ChangeSet, Entity, Episode, Name, Outcome, Row, Turn
from graphmem.names import SELF, Canon, name_key, person_id, plain
from graphmem.registry import Registry
from graphmem.settle import derive, own_names, slots_of
from graphmem.store import Lookup, View
from graphmem.text import folded
from graphmem.wording import fact_text

Summarise = Callable[[Sequence[Turn]], str]


@dataclass(frozen=True, slots=True)
class Erasure:
    """What is to go. `turns`: those removed whole; `redacted`: those that keep the rest of their text.

    `facts`: those of which no word is to stay, not even as what another one replaced.
    """

    assertions: tuple[Assertion, ...]
    episodes: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    redacted: tuple[Turn, ...] = ()
    summaries: tuple[Episode, ...] = ()
    facts: tuple[str, ...] = ()

    def cleaned(self, said: Sequence[Assertion]) -> list[Assertion]:
        """What stays of these: not the erased ones, and none that names an erased fact as replaced."""
        doomed = {a.id for a in self.assertions}
        return [
            replace(a, replaces="", replaces_name="", replaced_slot="", replaced_fact="")
            if a.replaced_fact in self.facts
            else a
            for a in said
            if a.id not in doomed
        ]


def forget_episodes(view: View, registry: Registry, episodes: Sequence[str]) -> ChangeSet:
    """Erases episodes, given by id. Raises NotFound when there is none of them any more."""
    found = tuple(e.id for e in view.episodes(episodes))
    if not found:
        raise NotFound(f"no episode {episodes[0]!r} in this namespace")
    turns = tuple(t.id for t in view.turns((), found))
    return erase(view, registry, Erasure(view.assertions(Lookup(episodes=found)), found, turns))


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
    redacted += _echoes(view, turns, {a.object_name for a in doomed.values()})
    episodes, empty = _retell(view, turns.values(), redacted, removed, summarise)
    gone = Erasure(tuple(doomed.values()), empty, tuple(removed), tuple(redacted), episodes, (fact,))
    return erase(view, registry, gone)


def _echoes(view: View, turns: Mapping[str, Turn], names: Collection[str]) -> list[Turn]:
    """The assistant's turns of the same episodes that repeat a name which goes, without it."""
    told = [re.escape(name) for name in names if len(name) > 1]
    if not told:
        return []
    echo = re.compile("|".join(sorted(told, key=len, reverse=True)), re.IGNORECASE)
    near = view.turns((), {t.episode for t in turns.values()})
    heard = [t for t in near if t.role == "assistant" and t.id not in turns and echo.search(t.text)]
    return [replace(t, text=echo.sub("…", t.text)) for t in heard]


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
    old, new, slots, cleaned = _replayed(view, registry, gone)
    before = {(r.id, r.version): r for r in old}
    entities, orphans, names = _entities_left(view, gone)
    selves, unselves = own_names(view, new, gone=old)
    renamed = _renamed(view, registry, entities, before)
    before |= {(r.id, r.version): r for r in renamed}
    after = _told(view, registry, entities, [*new, *renamed])
    changed = {k: r for k, r in after.items() if before.get(k) != r}
    retold = {k for k, r in changed.items() if r.expired_at is None and k in before and _same(before[k], r)}
    pairs = successions([r for r in new if r.id in slots], slots)
    told = [Outcome("erased", a.object_name, "erased on request", a.fact) for a in gone.assertions]
    return ChangeSet(
        outcomes=tuple(told),
        episodes=gone.summaries,
        turns=gone.redacted,
        entities=entities,
        names=selves,
        assertions=tuple(cleaned),
        rows=tuple(r for k, r in changed.items() if k not in retold),
        texts=tuple((*k, after[k].text) for k in sorted(retold)),
        removed_rows=tuple(k for k, r in before.items() if k not in retold and after.get(k) != r),
        removed_assertions=tuple(sorted(doomed | {a.id for a in cleaned})),
        removed_turns=gone.turns,
        removed_episodes=gone.episodes,
        removed_mentions=_unmentioned(view, gone),
        removed_names=names + unselves,
        removed_entities=orphans,
        pins=tuple((r, False) for r in sorted({a.fact for a in gone.assertions} - {r.id for r in new})),
        supersedes=tuple((a.id, a.version, b.id, b.version) for a, b in pairs),
        recorded_at=view.now,
        sequence=view.sequence,
    )


def _same(before: Row, after: Row) -> bool:
    """Whether they differ in their text alone."""
    return replace(before, text=after.text) == after


def _replayed(
    view: View, registry: Registry, gone: Erasure
) -> tuple[list[Row], list[Row], dict[str, str], list[Assertion]]:
    """(rows as stored, rows without what goes, fact → slot, assertions to be changed) of the slots concerned.

    New rows lack a text.
    """
    if not gone.assertions:
        return [], [], {}, []
    since = min(a.recorded_at for a in gone.assertions)
    canon = Canon.of(view.merges)
    wanted = slots_of(gone.assertions)
    state = view.slots(wanted)
    slot_of = {a.fact: a.slot for a in state.assertions}
    stay = gone.cleaned(state.assertions)
    left = [replace(a, subject=canon(a.subject, a.id), object=canon(a.object, a.id)) for a in stay]
    new: list[Row] = []
    for slot in sorted(wanted):
        rows = [r for r in state.rows if slot_of.get(r.id) == slot]
        said = [a for a in left if slot in (a.slot, a.replaced_slot)]
        fixed = any(registry[a.predicate].fixed for a in state.assertions if a.slot == slot)
        new += replay(slot, rows, said, fixed, since)
    former = [r for r in _former(view, registry, gone.assertions) if r.id not in slot_of]
    new += [replace(r, expired_at=min(r.expired_at or since, since)) for r in former if r.recorded_at < since]
    slots = {f: s for f, s in slot_of.items() if s in wanted}
    return [*state.rows, *former], new, slots, [a for a in stay if a not in state.assertions]


def _former(view: View, registry: Registry, gone: Sequence[Assertion]) -> list[Row]:
    """Rows that may rest on what goes, under ids that a merge, a split or their undoing has changed since."""
    found = {(r.id, r.version): r for r in view.rows((), [a.id for a in gone])}
    if view.merges:
        near = {e for a in gone for e in (a.subject, a.object, a.replaces) if e}
        for m in (*view.merges, *reversed(view.merges)):
            near |= {m.source, m.target} if near & {m.source, m.target} else set()
        canons = Canon.ever(view.merges)
        slots = {s for c in canons for s in slots_of(derive(a, c, registry) for a in gone)}
        others = view.assertions(Lookup(entities=tuple(sorted(near))))
        once = [derive(a, c, registry) for a in others for c in canons]
        facts = {a.fact for a in once if slots_of([a]) & slots} - {a.fact for a in others}
        found |= {(r.id, r.version): r for r in view.rows(facts)}
    return list(found.values())


def _entities_left(view: View, gone: Erasure) -> tuple[tuple[Entity, ...], tuple[str, ...], tuple[Name, ...]]:
    """(entities whose derived parts change, entities that go, names that go)."""
    canon = Canon.of(view.merges)
    ways = {(e, a.id) for a in gone.assertions for e in (a.subject, a.object, a.replaces)}
    ways |= {(e, "") for _, e, _ in view.mentions_in(gone.episodes)}
    touched = {i for e, a in ways if e and not e.startswith("=") for i in (e, canon(e, a))}
    touched -= {person_id(view.namespace)}
    if not touched:
        return (), (), ()
    spoken = _spoken(view, gone, canon, touched)
    orphans = tuple(sorted(e for e in touched if not spoken[e]))
    changed = []
    for e in view.entities(touched - set(orphans)):
        names = list(dict.fromkeys(name for name, _ in spoken[e.id]))
        kind = next((kind for _, kind in spoken[e.id] if kind), "")
        fresh = replace(e, name=names[0], aliases=tuple(names[1:]), kind=kind)
        if fresh != e:
            changed.append(fresh)
    kept = view.names_of(touched - set(orphans))
    return (
        tuple(changed),
        orphans,
        tuple(n for n in kept if n.kind != SELF and not _still(n, spoken[n.entity])),
    )


def _spoken(view: View, gone: Erasure, canon: Canon, touched: set[str]) -> dict[str, list[tuple[str, str]]]:
    """Entity → (name, kind) as what stays says them, of it first, then of those that are one with it."""
    spoken: dict[str, list[tuple[str, str]]] = {e: [] for e in touched}
    others: dict[str, list[tuple[str, str]]] = {e: [] for e in touched}

    def heard(entity: str, merged: str, name: str, kind: str) -> None:
        if entity in spoken:
            spoken[entity].append((name, kind))
        if merged in spoken and merged != entity:
            others[merged].append((name, kind))

    near = _near(view, canon, touched)
    for a in gone.cleaned(view.assertions(Lookup(entities=tuple(sorted(near))))):
        ways = (
            (a.subject, a.subject_name, a.subject_kind),
            (a.object, a.object_name, a.object_kind),
            (a.replaces, a.replaces_name, a.object_kind),
        )
        for entity, name, kind in ways:
            heard(entity, canon(entity, a.id), name, kind)
    mentions = [m for m in view.mentions(near) if m[0] not in gone.episodes]
    left = _texts_left(view, gone, {episode for episode, _, _ in mentions})
    for episode, entity, name in mentions:
        if _says(left.get(episode, ""), name):
            heard(entity, canon(entity), name, "")
    return {e: spoken[e] + others[e] for e in touched}


def _near(view: View, canon: Canon, entities: Iterable[str]) -> set[str]:
    """Ids under which assertions may name these entities: those merged into them, or that they were split off."""
    near = {i for e in entities for i in canon.group(e)}
    return near | {m.source for m in view.merges if m.assertions and m.target in near}


def _texts_left(view: View, gone: Erasure, episodes: Collection[str]) -> dict[str, str]:
    """Episode → what its turns say, and who: of words that were erased before, a mention may be left."""
    now = dict.fromkeys(gone.turns, "") | {t.id: t.text for t in gone.redacted}
    texts = dict.fromkeys(episodes, "")
    for t in view.turns((), episodes) if episodes else ():
        texts[t.episode] += f"{t.speaker}\n{now.get(t.id, t.text)}\n"
    return {episode: f"{plain(text)}\n {folded(text)} " for episode, text in texts.items()}


def _says(left: str, name: str) -> bool:
    """Whether it is said there as a word: not Bo in "both", nor room 3 in room 30. One of signs alone as it is."""
    words = folded(name)
    return (f" {words} " if words else plain(name)) in left


def _unmentioned(view: View, gone: Erasure) -> tuple[tuple[str, str, str], ...]:
    """Mentions in episodes that lose some of their words, and with them the name."""
    cut = {t.episode for t in view.turns({*gone.turns, *(t.id for t in gone.redacted)})} - set(gone.episodes)
    left = _texts_left(view, gone, cut)
    return tuple(m for m in view.mentions_in(cut) if not _says(left[m[0]], m[2])) if cut else ()


def _still(name: Name, spoken: Sequence[tuple[str, str]]) -> bool:
    return any(name_key(said) == name.key and name.kind in ("", kind) for said, kind in spoken)


def _renamed(
    view: View, registry: Registry, entities: Sequence[Entity], replayed: Collection[tuple[str, int]]
) -> list[Row]:
    """Rows, expired ones too, that name an entity whose derived parts change and are not replayed."""
    if not entities:
        return []
    near = _near(view, Canon.of(view.merges), [e.id for e in entities])
    said = view.assertions(Lookup(entities=tuple(sorted(near))))
    once = {derive(a, c, registry).fact for a in said for c in Canon.ever(view.merges)}
    return [r for r in view.rows(once | {a.fact for a in said}) if (r.id, r.version) not in replayed]


def _told(
    view: View, registry: Registry, changed: Sequence[Entity], rows: Sequence[Row]
) -> dict[tuple[str, int], Row]:
    """The rows with their text, made anew where they lack it or name an entity that changes."""
    renamed = {e.id: e for e in changed}
    stale = [r for r in rows if not r.text or {r.subject, r.object} & renamed.keys()]
    ids = {i for r in stale for i in (r.subject, r.object) if i}
    known = {e.id: e for e in view.entities(ids)} | renamed if ids else {}
    texts = {(r.id, r.version): fact_text(r, known, registry, r.language) for r in stale}
    return {(r.id, r.version): replace(r, text=texts.get((r.id, r.version), r.text)) for r in rows}
