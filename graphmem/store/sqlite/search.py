"""The channels of one recall over one snapshot of the file: candidates, the ranking's choice, the chosen read whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphmem.model import Row
from graphmem.names import Canon, person_id
from graphmem.store import (
    MOST_RECENT,
    NEWS,
    Candidates,
    FactCandidate,
    Found,
    Rank,
    Reading,
    Search,
    TurnCandidate,
)
from graphmem.store.sqlite import claims, filters
from graphmem.store.sqlite import view as read
from graphmem.store.sqlite.claims import BEFORE_OPEN
from graphmem.store.sqlite.connection import among, time_of, time_text
from graphmem.store.sqlite.filters import Kept
from graphmem.store.sqlite.phrases import Phrases
from graphmem.text import folded
from graphmem.timeline import MAX

if TYPE_CHECKING:
    from graphmem.store.sqlite.vectors import Near, Vectors

_OVERFETCH = 2
_DEEP = 40
_FACT = "id, version, subject, predicate, object, object_name, text, recorded_at, valid_at, invalid_at"

Key = tuple[str, int]


class Channels:
    """What each channel found, by fact row and by turn. `rows`: those of the facts that hold."""

    def __init__(self) -> None:
        self.facts: dict[Key, dict[str, float]] = {}
        self.turns: dict[str, dict[str, float]] = {}
        self.episodes: list[str] = []
        self.rows: dict[Key, sqlite3.Row] = {}

    def fact(self, channel: str, key: Key, score: float) -> None:
        self.facts.setdefault(key, {}).setdefault(channel, score)

    def hold(self, rows: Iterable[sqlite3.Row]) -> None:
        self.rows.update({(r["id"], r["version"]): r for r in rows})


class Reach:
    """One search in one namespace: what its statements share."""

    def __init__(self, connection: sqlite3.Connection, namespace: str, query: Search) -> None:
        self.connection = connection
        self.namespace = namespace
        self.query = query
        self.canon = Canon.of(read.merges(connection, namespace))
        self.known = time_text(query.known_at or MAX)
        stances, values = among(query.stances)
        self.after = self.known if query.known_at else BEFORE_OPEN
        self.as_of = time_text(query.as_of)
        self._point = (namespace, self.known, self.after, values, self.as_of)
        kept = Kept(connection, namespace, query.only) if query.only else None
        self.kept_facts = None if kept is None else dict.fromkeys(kept.facts())
        self.kept_turns = None if kept is None else dict.fromkeys(kept.turns())
        self._holds = (
            f"+recorded_at <= ?2 AND +expired_at > ?3 AND +stance {stances.replace('?', '?4')} "
            f"AND (+stance <> 'stated' OR {' OR '.join(_true_in(query))})"
        )

    def rows(self, where: str, *values: object, end: str = "") -> list[sqlite3.Row]:
        """Light rows that hold at the query's point. `values` are ?6 on."""
        return self.connection.execute(
            f"SELECT {_FACT} FROM fact WHERE namespace = ?1 AND {where} AND {self._holds} {end}",
            (*self._point, *values),
        ).fetchall()

    def keeps(self, fact: str) -> bool:
        return self.kept_facts is None or fact in self.kept_facts

    def of_facts(self, facts: Iterable[str]) -> list[sqlite3.Row]:
        clause, values = among(sorted(set(facts)))
        return self.rows(f"id {clause.replace('?', '?6')}", values)


def _true_in(query: Search) -> list[str]:
    """When a stated fact holds for this search: at its point, or in the time asked for, or spoken of."""
    spans = [query.only.span] if query.only.span else [query.moment]
    during = [
        f"(+valid_at < '{time_text(s.end)}' AND +invalid_at > '{time_text(s.start)}')" for s in spans if s
    ]
    return during if query.only.span else ["(+valid_at <= ?5 AND +invalid_at > ?5)", *during]


def search(
    connection: sqlite3.Connection,
    vectors: Vectors,
    phrases: Phrases,
    namespace: str,
    query: Search,
    rank: Rank,
) -> Found:
    """Vector, text, walk, recent and pinned candidates, and what `rank` chose of them."""
    reach = Reach(connection, namespace, query)
    found = Channels()
    matrix = vectors.matrix(connection, namespace)
    near = None if query.vector is None else matrix.near(query.vector)
    hits = _by_text(reach, phrases.telling(connection, namespace, query.terms, len(matrix.numbers)))
    if query.known_at is None:
        _believed(reach, near, hits, found)
    else:
        _past(reach, found)
    _said(reach, near, hits, found)
    named = _named(reach)
    _walk(reach, named, found)
    candidates = Candidates(_facts(reach, near, found), _turns(reach, near, found), named)
    chosen = rank(candidates)
    turns = read.turns(connection, namespace, chosen.turns)
    episodes = {t.episode for t in turns} | set(found.episodes)
    rows = {
        (r.id, r.version): r for r in read.rows_of_facts(connection, namespace, {i for i, _ in chosen.facts})
    }
    return Found(
        candidates,
        reading(connection, namespace, tuple(rows[key] for key in chosen.facts if key in rows), named),
        turns,
        read.episodes(connection, namespace, episodes),
        claims.changed(reach, chosen.turns),
    )


def _by_text(reach: Reach, match: str) -> list[sqlite3.Row]:
    """(kind, id, version, score) of what the text index finds, best first."""
    if not match:
        return []
    return reach.connection.execute(
        "SELECT item.kind, item.id, item.version, -hit.rank AS score FROM "
        "(SELECT rowid, rank FROM words WHERE words MATCH ? ORDER BY rank, rowid LIMIT ?) AS hit "
        "JOIN item ON item.number = hit.rowid WHERE item.namespace = ? ORDER BY hit.rank, item.number",
        (match, reach.query.limit * (_DEEP if reach.query.only else _OVERFETCH), reach.namespace),
    ).fetchall()


def _believed(reach: Reach, near: Near | None, hits: Sequence[sqlite3.Row], found: Channels) -> None:
    """Facts by vector and by text, pinned ones and those learnt last: of each channel the first that hold."""
    limit = reach.query.few
    text = [(r["id"], r["version"], r["score"]) for r in hits if r["kind"] == "fact"]
    standing = _standing(reach)
    if reach.kept_facts is not None:
        standing["kept"] = _nearest(reach, near, "fact", reach.kept_facts)[: _DEEP * limit]
    elif reach.query.moment is not None:
        begun = filters.begun(reach.connection, reach.namespace, reach.query.moment)
        standing["moment"] = _nearest(reach, near, "fact", begun)[:limit]
    depths = (_OVERFETCH * limit, _DEEP * limit)
    for depth in depths if reach.kept_facts is not None else (limit, *depths):
        # of equally near ones the oldest: those looked at are picked from more
        vector = near.nearest("fact", max(depth, _OVERFETCH * limit))[:depth] if near else []
        told = text[:limit] if depth == limit else text
        listed = {"vector": vector, "text": told, **standing}
        rows = {
            (r["id"], r["version"]): r
            for r in reach.of_facts({i for scored in listed.values() for i, _, _ in scored})
        }
        deepened = (vector, told) if depth == limit else (vector,)
        if all(len(hits) < depth or sum(hit[:2] in rows for hit in hits) >= limit for hits in deepened):
            break  # else most of the nearest do not hold then: look deeper
    for channel, scored in listed.items():
        for i, version, score in [hit for hit in scored if hit[:2] in rows and reach.keeps(hit[0])][:limit]:
            found.fact(channel, (i, version), score)
            found.rows[i, version] = rows[i, version]


def _said(reach: Reach, near: Near | None, hits: Sequence[sqlite3.Row], found: Channels) -> None:
    """Turns by vector and by text and of the time asked for, and the nearest episodes."""
    limit, kept, moment = reach.query.limit, reach.kept_turns, reach.query.moment
    if near is not None and kept is None:
        for i, _, score in near.nearest("turn", limit):
            found.turns.setdefault(i, {})["vector"] = score
        found.episodes += [i for i, _, _ in near.nearest("episode", 3)]
    for r in [r for r in hits if r["kind"] == "turn" and (kept is None or r["id"] in kept)][:limit]:
        found.turns.setdefault(r["id"], {})["text"] = r["score"]
    if kept is not None or moment is not None:
        of = kept or (
            filters.said(reach.connection, reach.namespace, moment) if moment and kept is None else ()
        )
        for i, _, score in _nearest(reach, near, "turn", of)[:limit]:
            found.turns.setdefault(i, {})["moment" if kept is None else "kept"] = score


def _nearest(
    reach: Reach, near: Near | None, kind: str, ids: Collection[str]
) -> list[tuple[str, int, float]]:
    """(id, version, cosine) of these, nearest first, then those without a vector as they come, with 0."""
    numbers = _numbers(reach, kind, ids)
    cosines = near.of(list(numbers.values())) if near else [None] * len(numbers)
    order = {i: n for n, i in enumerate(ids)}
    found = [(i, v, -1.0 if c is None else c) for (i, v), c in zip(numbers, cosines, strict=True)]
    found.sort(key=lambda hit: (-hit[2], order[hit[0]]))
    return [(i, v, max(0.0, c)) for i, v, c in found]


def _past(reach: Reach, found: Channels) -> None:
    """Facts as they were believed at a past time: the indexes hold what is believed now, so all are read."""
    import numpy as np

    query = reach.query
    rows = reach.rows("true")
    wanted = [term for term in map(folded, query.terms) if term]
    scored: list[tuple[str, Key, float]] = []
    for r in rows:
        text = f" {folded(r['text'])} "
        hits = sum(f" {w}" in text for w in wanted)
        if hits:
            scored.append(("text", (r["id"], r["version"]), float(hits)))
    if query.vector is not None:
        for r in _embedded(reach, [r["id"] for r in rows]):
            if len(r["vector"]) == 4 * len(query.vector):
                cosine = float(np.frombuffer(r["vector"], np.float32) @ query.vector)
                scored.append(("vector", (r["id"], r["version"]), cosine))
    by_key = {(r["id"], r["version"]): r for r in rows if reach.keeps(r["id"])}
    scored += [(c, (i, v), score) for c, hits in _standing(reach).items() for i, v, score in hits]
    scored.sort(key=lambda s: (-s[2], s[1]))
    for channel in ("vector", "text", "pinned", "recent"):
        for _, key, score in [s for s in scored if s[0] == channel and s[1] in by_key][: query.few]:
            found.fact(channel, key, score)
            found.hold([by_key[key]])


def _embedded(reach: Reach, facts: Iterable[str]) -> list[sqlite3.Row]:
    clause, values = among(sorted(set(facts)))
    return reach.connection.execute(
        "SELECT fact.id, fact.version, coalesce(item.embedding, fact.embedding) AS vector FROM fact LEFT JOIN item "
        "ON item.namespace = fact.namespace AND item.kind = 'fact' AND item.id = fact.id "
        "AND item.version = fact.version "
        f"WHERE fact.namespace = ? AND fact.id {clause} AND coalesce(item.embedding, fact.embedding) IS NOT NULL",
        (reach.namespace, values),
    ).fetchall()


def _named(reach: Reach) -> tuple[str, ...]:
    """Entities named in the query, merged ones as what they are now."""
    found = read.names(reach.connection, reach.namespace, reach.query.keys)
    return tuple(dict.fromkeys(reach.canon(n.entity) for n in found))


def _walk(reach: Reach, named: Sequence[str], found: Channels) -> None:
    """Breadth first along edges that hold, from the entities named; the person is a start, never a way through."""
    seen = {*named, person_id(reach.namespace)}
    frontier: Collection[str] = named
    taken = 0
    for hop in range(1, reach.query.hops + 1):
        if not frontier or len(frontier) > reach.query.fanout or taken >= reach.query.walked:
            return
        edges = _edges(reach, {i for e in frontier for i in reach.canon.group(e)}, hop == 1)
        for r in edges[: reach.query.walked - taken]:
            found.fact("walk", (r["id"], r["version"]), 1.0 / hop)
        taken += len(edges)
        found.hold(edges)
        ends = {reach.canon(i) for r in edges for i in (r["subject"], r["object"]) if i}
        frontier = sorted(ends - seen)
        seen |= ends


def _edges(reach: Reach, nodes: Iterable[str], first: bool) -> list[sqlite3.Row]:
    """Those from and to these entities. Past the first step, relations into them are taken only if they are
    few: everyone lives in some country, so a country leads to no one.
    """
    clause, values = among(sorted(nodes))
    ends = clause.replace("?", "?6")
    order = "AND +stance = 'stated' ORDER BY recorded_at DESC, id LIMIT ?7"
    limit = reach.query.fanout
    out = reach.rows(f"subject {ends}", values, limit, end=order)
    room = limit - len(out)
    into = reach.rows(f"object <> '' AND object {ends}", values, limit if first else room + 1, end=order)
    if not first and len(into) > room:
        into = []
    every = {(r["id"], r["version"]): r for r in (*out, *into)}
    ranked = sorted(every.values(), key=lambda r: r["id"])
    return sorted(ranked, key=lambda r: r["recorded_at"], reverse=True)[:limit]


def _standing(reach: Reach) -> dict[str, list[tuple[str, int, float]]]:
    """Pinned facts, and the ones learnt last."""
    pinned = reach.connection.execute(
        "SELECT fact.id, fact.version FROM pin "
        "CROSS JOIN fact ON fact.namespace = pin.namespace AND fact.id = pin.fact "
        "WHERE pin.namespace = ? ORDER BY fact.id LIMIT ?",
        (reach.namespace, reach.query.limit),
    )
    recent = reach.connection.execute(
        "SELECT id, version FROM fact WHERE namespace = ? AND expired_at = ? "
        "ORDER BY recorded_at DESC, rowid DESC LIMIT ?",
        (reach.namespace, time_text(MAX), MOST_RECENT),
    ).fetchall()
    found = {(r["id"], r["version"]) for r in _embedded(reach, (i for i, _ in recent))}
    return {
        "pinned": [(i, v, 1.0) for i, v in pinned],
        "recent": [
            (i, v, 1.0 / rank) for rank, (i, v) in enumerate(recent, 1) if rank <= NEWS or (i, v) not in found
        ],
    }


def _facts(reach: Reach, near: Near | None, found: Channels) -> tuple[FactCandidate, ...]:
    kept = {k: channels for k, channels in found.facts.items() if k in found.rows and reach.keeps(k[0])}
    lacking = {key for key, channels in kept.items() if "vector" not in channels}
    if near is not None and reach.query.known_at is None:
        numbers = _numbers(reach, "fact", {i for i, _ in lacking})
        wanted = [key for key in lacking if key in numbers]
        for key, cosine in zip(wanted, near.of([numbers[k] for k in wanted]), strict=True):
            if cosine is not None:
                kept[key]["vector"] = cosine
    return tuple(_fact(found.rows[key], channels) for key, channels in sorted(kept.items()))


def _fact(row: sqlite3.Row, channels: Mapping[str, float]) -> FactCandidate:
    identity, version, subject, predicate, thing, name, text, recorded, valid, invalid = row
    times = time_of(recorded), time_of(valid), time_of(invalid)
    return FactCandidate(identity, version, subject, predicate, thing, name, text, *times, channels)


def _turns(reach: Reach, near: Near | None, found: Channels) -> tuple[TurnCandidate, ...]:
    """The turns found and those near them in their episodes, all with their cosines."""
    if not found.turns:
        return ()
    hits, ids = among(sorted(found.turns))
    rows = reach.connection.execute(
        "SELECT DISTINCT near.id, near.episode, episode.session, near.ordinal, near.role, near.speaker, near.text, "
        "near.at, near.offset, episode.importance FROM turn hit "
        "JOIN turn near ON near.namespace = hit.namespace AND near.episode = hit.episode "
        "AND near.ordinal BETWEEN hit.ordinal - ?2 AND hit.ordinal + ?2 "
        "JOIN episode ON episode.namespace = hit.namespace AND episode.id = hit.episode "
        f"WHERE hit.namespace = ?1 AND hit.id {hits.replace('?', '?3')} AND near.role <> 'api' "
        "AND episode.recorded_at <= ?4 ORDER BY near.at, near.ordinal, near.id",
        (reach.namespace, reach.query.near, ids, reach.known),
    ).fetchall()
    rows = [r for r in rows if reach.kept_turns is None or r["id"] in reach.kept_turns]
    channels = {r["id"]: found.turns.get(r["id"], {}) for r in rows}
    if near is not None:
        numbers = _numbers(reach, "turn", [i for i, c in channels.items() if "vector" not in c])
        for (i, _), cosine in zip(numbers, near.of(list(numbers.values())), strict=True):
            if cosine is not None:
                channels[i]["vector"] = cosine
    holds = claims.held(reach, list(channels))
    found_turns = []
    for identity, episode, session, ordinal, role, speaker, text, at, offset, importance in rows:
        held = tuple(holds.get(identity, ()))
        place = (identity, episode, session, ordinal, role, speaker, text, time_of(at), offset, importance)
        found_turns.append(TurnCandidate(*place, held, channels[identity]))
    return tuple(found_turns)


def _numbers(reach: Reach, kind: str, ids: Collection[str]) -> dict[Key, int]:
    if not ids:
        return {}
    clause, values = among(sorted(ids))
    found = reach.connection.execute(
        f"SELECT id, version, number FROM item WHERE namespace = ? AND kind = ? AND id {clause}",
        (reach.namespace, kind, values),
    )
    return {(i, v): n for i, v, n in found}


def reading(
    connection: sqlite3.Connection, namespace: str, rows: tuple[Row, ...], named: Iterable[str] = ()
) -> Reading:
    """Rows with their evidence, entities (`named` ones too), pins and dependencies."""
    facts = {r.id for r in rows}
    clause, values = among(sorted(facts))
    pins = connection.execute(
        f"SELECT fact FROM pin WHERE namespace = ? AND fact {clause}", (namespace, values)
    )
    ids = {i for r in rows for i in (r.subject, r.object) if i}
    return Reading(
        rows=rows,
        assertions=read.assertions_of_facts(connection, namespace, facts),
        entities=read.entities(connection, namespace, ids | set(named)),
        pins=frozenset(r[0] for r in pins),
        dependencies=read.dependencies(connection, namespace),
    )
