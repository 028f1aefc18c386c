"""The channels of one recall over one snapshot of the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from graphmem.belief import holds
from graphmem.model import Row
from graphmem.names import Canon, person_id
from graphmem.store import Found, Reading, Scored, Search
from graphmem.store.sqlite import view as read
from graphmem.store.sqlite.connection import among, decoded, time_text
from graphmem.store.sqlite.vectors import Vectors
from graphmem.text import folded, namespace_token, phrase
from graphmem.timeline import MAX

_OVERFETCH = 4


def search(connection: sqlite3.Connection, vectors: Vectors, namespace: str, query: Search) -> Found:
    """Vector, text, walk, recent and pinned candidates, with the rows, turns and episodes they name."""
    scored: list[Scored] = []
    if query.known_at is None:
        scored += _by_vector(connection, vectors, namespace, query)
        scored += _by_text(connection, namespace, query)
    else:
        scored += _exact(connection, namespace, query)
    named = _named(connection, namespace, query)
    scored += _walk(connection, namespace, query, named)
    scored += _standing(connection, namespace, query)
    return gather(connection, namespace, query, scored, named)


def _by_vector(
    connection: sqlite3.Connection, vectors: Vectors, namespace: str, query: Search
) -> list[Scored]:
    if query.vector is None:
        return []
    matrix = vectors.matrix(connection, namespace)
    near = matrix.nearest(query.vector, "fact", query.limit * _OVERFETCH)
    holding = _holding(connection, namespace, query, [identity for identity, _, _ in near])
    facts = [n for n in near if n[:2] in holding][: query.limit]
    scored = [Scored("vector", "fact", *n) for n in facts]
    for kind in ("turn", "episode"):
        scored += [Scored("vector", kind, *n) for n in matrix.nearest(query.vector, kind, query.limit)]
    return scored


def _holding(
    connection: sqlite3.Connection, namespace: str, query: Search, facts: Sequence[str]
) -> set[tuple[str, int]]:
    """The believed rows of these facts that hold at the query's point."""
    clause, values = among(facts)
    stances, wanted = among(query.stances)
    at = time_text(query.as_of)
    return {
        (r[0], r[1])
        for r in connection.execute(
            f"SELECT id, version FROM fact WHERE namespace = ? AND id {clause} AND +expired_at = ? "
            f"AND +stance {stances} AND (stance <> 'stated' OR (valid_at <= ? AND invalid_at > ?))",
            (namespace, values, time_text(MAX), wanted, at, at),
        )
    }


def _by_text(connection: sqlite3.Connection, namespace: str, query: Search) -> list[Scored]:
    phrases = [p for p in map(phrase, query.terms) if p]
    if not phrases:
        return []
    match = f"{namespace_token(namespace)} AND ({' OR '.join(phrases)})"
    found = connection.execute(
        "SELECT item.kind, item.id, item.version, -bm25(words) AS score FROM words "
        "JOIN item ON item.number = words.rowid "
        "WHERE words MATCH ? AND item.namespace = ? ORDER BY score DESC, item.number LIMIT ?",
        (match, namespace, query.limit * _OVERFETCH),
    ).fetchall()
    holding = _holding(connection, namespace, query, [r[1] for r in found if r[0] == "fact"])
    scored: list[Scored] = []
    for kind in ("fact", "turn", "episode"):
        hits = [r for r in found if r[0] == kind and (kind != "fact" or (r[1], r[2]) in holding)]
        scored += [Scored("text", *r) for r in hits[: query.limit]]
    return scored


def _exact(connection: sqlite3.Connection, namespace: str, query: Search) -> list[Scored]:
    """Facts as they were believed at a past time: the index holds none of them, so all are read."""
    import numpy as np

    assert query.known_at is not None
    known = time_text(query.known_at)
    found = connection.execute(
        "SELECT fact.*, coalesce(item.embedding, fact.embedding) AS vector FROM fact LEFT JOIN item ON "
        "item.namespace = fact.namespace AND item.kind = 'fact' AND item.id = fact.id AND item.version = fact.version "
        "WHERE fact.namespace = ? AND fact.recorded_at <= ? AND fact.expired_at > ? "
        "AND (fact.stance <> 'stated' OR (fact.valid_at <= ? AND fact.invalid_at > ?))",
        (namespace, known, known, time_text(query.as_of), time_text(query.as_of)),
    ).fetchall()
    scored = []
    wanted = [term for term in map(folded, query.terms) if term]
    for r in found:
        text = f" {folded(r['text'])} "
        hits = sum(f" {w}" in text for w in wanted)
        if hits:
            scored.append(Scored("text", "fact", r["id"], r["version"], float(hits)))
        if query.vector is not None and r["vector"] and len(r["vector"]) == 4 * len(query.vector):
            near = float(np.frombuffer(r["vector"], np.float32) @ query.vector)
            scored.append(Scored("vector", "fact", r["id"], r["version"], near))
    scored.sort(key=lambda s: (-s.score, s.id))
    return [
        s
        for channel in ("vector", "text")
        for s in [s for s in scored if s.channel == channel][: query.limit]
    ]


def _named(connection: sqlite3.Connection, namespace: str, query: Search) -> tuple[str, ...]:
    """Entities named in the query, merged ones as what they are now."""
    canon = Canon.of(read.merges(connection, namespace))
    found = read.names(connection, namespace, query.keys)
    return tuple(dict.fromkeys(canon(n.entity) for n in found))


def _walk(
    connection: sqlite3.Connection, namespace: str, query: Search, named: Sequence[str]
) -> list[Scored]:
    """Breadth first along edges that hold, from the entities named; the person is a start, never a way through."""
    me = person_id(namespace)
    canon = Canon.of(read.merges(connection, namespace))
    frontier = list(named)
    seen = set(named) | {me}
    scored: list[Scored] = []
    for hop in range(1, query.hops + 1):
        if not frontier or len(frontier) > query.fanout:
            break
        edges = _edges(connection, namespace, query, {i for e in frontier for i in canon.group(e)})
        scored += [Scored("walk", "fact", r.id, r.version, 1.0 / hop) for r in edges]
        ends = {canon(i) for r in edges for i in (r.subject, r.object) if i}
        frontier = sorted(ends - seen)
        seen |= ends
    return scored


def _edges(connection: sqlite3.Connection, namespace: str, query: Search, nodes: Iterable[str]) -> list[Row]:
    clause, values = among(sorted(nodes))
    known = time_text(query.known_at) if query.known_at else time_text(MAX)
    believed = "recorded_at <= ?3 AND expired_at > ?3" if query.known_at else "expired_at = ?3"
    point = f"+{believed} AND +valid_at <= ?4 AND +invalid_at > ?4 AND +stance = 'stated'"
    ends = clause.replace("?", "?2")
    found = connection.execute(
        f"SELECT * FROM fact WHERE namespace = ?1 AND subject {ends} AND {point} UNION "
        f"SELECT * FROM fact WHERE namespace = ?1 AND object <> '' AND object {ends} AND {point} "
        "ORDER BY recorded_at DESC, id LIMIT ?5",
        (namespace, values, known, time_text(query.as_of), query.fanout),
    )
    return [decoded(Row, r) for r in found]


def _standing(connection: sqlite3.Connection, namespace: str, query: Search) -> list[Scored]:
    """Pinned facts, and the ones learnt last."""
    pinned = connection.execute(
        "SELECT fact.id, fact.version FROM pin JOIN fact ON fact.namespace = pin.namespace AND fact.id = pin.fact "
        "WHERE pin.namespace = ? ORDER BY fact.id LIMIT ?",
        (namespace, query.limit),
    ).fetchall()
    recent = connection.execute(
        "SELECT id, version FROM fact WHERE namespace = ? AND expired_at = ? ORDER BY recorded_at DESC, id LIMIT 10",
        (namespace, time_text(MAX)),
    ).fetchall()
    return [Scored("pinned", "fact", i, v, 1.0) for i, v in pinned] + [
        Scored("recent", "fact", i, v, 1.0 / (rank + 1)) for rank, (i, v) in enumerate(recent)
    ]


def gather(
    connection: sqlite3.Connection,
    namespace: str,
    query: Search,
    scored: Sequence[Scored],
    named: tuple[str, ...],
) -> Found:
    """Reads what the candidates point at, and keeps those that hold at the query's point."""
    rows = {
        (r.id, r.version): r
        for r in read.rows_of_facts(connection, namespace, {s.id for s in scored if s.kind == "fact"})
        if r.stance in query.stances
        and (holds(r, query.as_of, query.known_at) or (r.stance != "stated" and _known(r, query)))
    }
    kept = [s for s in scored if s.kind != "fact" or (s.id, s.version) in rows]
    turns = read.turns(connection, namespace, {s.id for s in kept if s.kind == "turn"})
    episodes = {s.id for s in kept if s.kind == "episode"} | {t.episode for t in turns}
    return Found(
        scored=tuple(kept),
        reading=reading(connection, namespace, tuple(rows.values())),
        turns=turns,
        episodes=read.episodes(connection, namespace, episodes),
        named=named,
    )


def _known(row: Row, query: Search) -> bool:
    return holds(row, row.valid_at or query.as_of, query.known_at)


def reading(connection: sqlite3.Connection, namespace: str, rows: tuple[Row, ...]) -> Reading:
    """Rows with their evidence, entities, pins and dependencies."""
    facts = {r.id for r in rows}
    clause, values = among(sorted(facts))
    pins = connection.execute(
        f"SELECT fact FROM pin WHERE namespace = ? AND fact {clause}", (namespace, values)
    )
    entities = read.entities(connection, namespace, {i for r in rows for i in (r.subject, r.object) if i})
    return Reading(
        rows=rows,
        assertions=read.assertions_of_facts(connection, namespace, facts),
        entities=entities,
        pins=frozenset(r[0] for r in pins),
        dependencies=read.dependencies(connection, namespace),
    )
