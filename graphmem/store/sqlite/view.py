"""What a decision reads inside a write's transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import datetime, timedelta

from graphmem.belief import Dependencies
from graphmem.model import Assertion, Entity, Episode, Merge, Name, Row, Turn
from graphmem.store import Lookup, Standing, State, Whole
from graphmem.store.sqlite.connection import among, decoded, time_of
from graphmem.timeline import MIN


def merges(connection: sqlite3.Connection, namespace: str) -> tuple[Merge, ...]:
    found = connection.execute(
        "SELECT * FROM merge WHERE namespace = ? ORDER BY recorded_at, id", (namespace,)
    )
    return decoded(Merge, found)


def names(connection: sqlite3.Connection, namespace: str, keys: Iterable[str]) -> tuple[Name, ...]:
    clause, values = among(sorted(keys))
    found = connection.execute(
        f"SELECT * FROM name WHERE namespace = ? AND key {clause}", (namespace, values)
    )
    return decoded(Name, found)


def entities(connection: sqlite3.Connection, namespace: str, ids: Iterable[str]) -> tuple[Entity, ...]:
    clause, values = among(sorted(ids))
    found = connection.execute(
        f"SELECT * FROM entity WHERE namespace = ? AND id {clause}", (namespace, values)
    )
    return decoded(Entity, found)


def turns(
    connection: sqlite3.Connection, namespace: str, ids: Iterable[str], episodes: Iterable[str] = ()
) -> tuple[Turn, ...]:
    found: dict[str, Turn] = {}
    for column, wanted in (("id", sorted(ids)), ("episode", sorted(episodes))):
        if wanted:
            clause, values = among(wanted)
            rows = connection.execute(
                f"SELECT * FROM turn WHERE namespace = ? AND {column} {clause}", (namespace, values)
            )
            found |= {t.id: t for t in decoded(Turn, rows)}
    return tuple(sorted(found.values(), key=lambda t: (t.at, t.ordinal)))


def episodes(connection: sqlite3.Connection, namespace: str, ids: Iterable[str]) -> tuple[Episode, ...]:
    wanted = sorted(ids)
    if not wanted:
        return ()
    clause, values = among(wanted)
    found = connection.execute(
        f"SELECT * FROM episode WHERE namespace = ? AND id {clause}", (namespace, values)
    )
    return decoded(Episode, found)


def assertions_of_facts(
    connection: sqlite3.Connection, namespace: str, facts: Iterable[str]
) -> tuple[Assertion, ...]:
    """Those of these facts; of a row from before a merge, those that were said of it then."""
    clause, values = among(sorted(facts))
    these = clause.replace("?", "?2")
    found = connection.execute(
        "SELECT * FROM assertion WHERE rowid IN ("
        f"SELECT rowid FROM assertion WHERE namespace = ?1 AND fact {these} UNION "
        f"SELECT rowid FROM assertion WHERE namespace = ?1 AND line {these}) ORDER BY sequence",
        (namespace, values),
    )
    return decoded(Assertion, found)


def rows_of_facts(connection: sqlite3.Connection, namespace: str, facts: Iterable[str]) -> tuple[Row, ...]:
    clause, values = among(sorted(facts))
    found = connection.execute(f"SELECT * FROM fact WHERE namespace = ? AND id {clause}", (namespace, values))
    return decoded(Row, found)


def dependencies(connection: sqlite3.Connection, namespace: str) -> Dependencies:
    found = connection.execute(
        "SELECT * FROM assertion WHERE namespace = ? AND (depends_on <> '[]' OR releases <> '[]')",
        (namespace,),
    )
    declared = decoded(Assertion, found)
    if not declared:
        return Dependencies()
    clause, values = among(sorted({line for a in declared for line in a.depends_on}))
    lines = connection.execute(
        f"SELECT DISTINCT line, fact FROM assertion WHERE namespace = ? AND line {clause}",
        (namespace, values),
    ).fetchall()
    rows = rows_of_facts(connection, namespace, {i for pair in lines for i in pair})
    return Dependencies(declared, tuple((line, fact) for line, fact in lines), rows)


def paused(connection: sqlite3.Connection, namespace: str) -> datetime | None:
    """Since when it is."""
    found = connection.execute("SELECT paused_at FROM pause WHERE namespace = ?", (namespace,)).fetchone()
    return time_of(found[0]) if found else None


def standing(connection: sqlite3.Connection, namespace: str, turns: Iterable[str]) -> Standing:
    clause, values = among(sorted(turns))
    found = connection.execute(
        f"SELECT id FROM turn WHERE namespace = ? AND id {clause}", (namespace, values)
    )
    return Standing(frozenset(r[0] for r in found), paused(connection, namespace))


def whole(connection: sqlite3.Connection, namespace: str) -> Whole:
    """All that is kept of it."""
    held = connection.execute(
        "SELECT recorded_at, sequence, policies FROM namespace WHERE name = ?", (namespace,)
    ).fetchone()
    if held is None:
        return Whole()

    def every(table: str, columns: str = "*") -> sqlite3.Cursor:
        return connection.execute(f"SELECT {columns} FROM {table} WHERE namespace = ?", (namespace,))

    return Whole(
        recorded_at=time_of(held[0]),
        sequence=held[1],
        policies=held[2],
        paused=paused(connection, namespace),
        episodes=decoded(Episode, every("episode")),
        turns=decoded(Turn, every("turn")),
        entities=decoded(Entity, every("entity")),
        names=decoded(Name, every("name")),
        mentions=tuple((r[0], r[1], r[2]) for r in every("mention", "episode, entity, name")),
        merges=merges(connection, namespace),
        assertions=decoded(Assertion, every("assertion")),
        rows=decoded(Row, every("fact")),
        pins=tuple(r[0] for r in every("pin", "fact")),
    )


class SQLiteView:
    """The `View` of one write. Making it takes the namespace's clock."""

    def __init__(self, connection: sqlite3.Connection, namespace: str, clock_now: datetime) -> None:
        self._connection = connection
        self.namespace = namespace
        held = connection.execute(
            "SELECT recorded_at, sequence, policies FROM namespace WHERE name = ?", (namespace,)
        ).fetchone()
        last = time_of(held[0]) if held else MIN
        self.sequence: int = held[1] if held else 0
        self.now = max(clock_now, last + timedelta(microseconds=1))
        self.merges = merges(connection, namespace)
        self.policies: str = held[2] if held else ""
        self.paused = paused(connection, namespace)

    def names(self, keys: Iterable[str]) -> tuple[Name, ...]:
        return names(self._connection, self.namespace, keys)

    def names_of(self, entities: Iterable[str]) -> tuple[Name, ...]:
        clause, values = among(sorted(entities))
        found = self._connection.execute(
            f"SELECT * FROM name WHERE namespace = ? AND entity {clause}", (self.namespace, values)
        )
        return decoded(Name, found)

    def entities(self, ids: Iterable[str]) -> tuple[Entity, ...]:
        return entities(self._connection, self.namespace, ids)

    def slots(self, slots: Iterable[str], facts: Iterable[str] = ()) -> State:
        clause, values = among(sorted(slots))
        found = self._connection.execute(
            f"SELECT * FROM assertion WHERE namespace = ?1 AND slot {clause.replace('?', '?2')} UNION "
            f"SELECT * FROM assertion WHERE namespace = ?1 AND replaced_slot <> '' "
            f"AND replaced_slot {clause.replace('?', '?2')} ORDER BY sequence",
            (self.namespace, values),
        )
        assertions = decoded(Assertion, found)
        wanted = set(slots)
        return State(assertions, self.rows({a.fact for a in assertions if a.slot in wanted} | set(facts)))

    def assertions(self, lookup: Lookup) -> tuple[Assertion, ...]:
        ways = {
            "fact": lookup.facts,
            "line": lookup.lines,
            "episode": lookup.episodes,
            "turn": lookup.turns,
            "subject": lookup.entities,
            "object": lookup.entities,
            "replaces": lookup.entities,
        }
        found: dict[str, Assertion] = {}
        for column, values in ways.items():
            if values:
                clause, given = among(values)
                rows = self._connection.execute(
                    f"SELECT * FROM assertion WHERE namespace = ? AND {column} {clause}",
                    (self.namespace, given),
                )
                for a in decoded(Assertion, rows):
                    found.setdefault(a.id, a)
        return tuple(sorted(found.values(), key=lambda a: a.sequence))

    def every_assertion(self) -> tuple[Assertion, ...]:
        found = self._connection.execute(
            "SELECT * FROM assertion WHERE namespace = ? ORDER BY sequence", (self.namespace,)
        )
        return decoded(Assertion, found)

    def rows(self, facts: Iterable[str], said: Iterable[str] = ()) -> tuple[Row, ...]:
        found = {(r.id, r.version): r for r in rows_of_facts(self._connection, self.namespace, facts)}
        clause, values = among(sorted(said))
        more = self._connection.execute(
            f"SELECT * FROM fact WHERE namespace = ? AND said {clause}", (self.namespace, values)
        )
        for r in decoded(Row, more):
            found.setdefault((r.id, r.version), r)
        return tuple(found.values())

    def dependencies(self) -> Dependencies:
        return dependencies(self._connection, self.namespace)

    def turns(self, ids: Iterable[str], episodes: Iterable[str] = ()) -> tuple[Turn, ...]:
        return turns(self._connection, self.namespace, ids, episodes)

    def episodes(self, ids: Iterable[str]) -> tuple[Episode, ...]:
        return episodes(self._connection, self.namespace, ids)

    def mentions(self, entities: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
        return self._mentions("entity", entities)

    def mentions_in(self, episodes: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
        return self._mentions("episode", episodes)

    def _mentions(self, column: str, values: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
        clause, given = among(sorted(values))
        found = self._connection.execute(
            f"SELECT episode, entity, name FROM mention WHERE namespace = ? AND {column} {clause}",
            (self.namespace, given),
        )
        return tuple((r[0], r[1], r[2]) for r in found)

    def whole(self) -> Whole:
        return whole(self._connection, self.namespace)
