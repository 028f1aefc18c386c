"""Counting, checking, repairing and erasing: what `doctor` and `forget` need of the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from graphmem.model import Episode, Turn
from graphmem.store import Finding, Unembedded
from graphmem.store.sqlite.apply import add_items
from graphmem.store.sqlite.connection import decoded, time_text
from graphmem.text import turn_text
from graphmem.timeline import MAX

_COUNTED = (
    "namespace",
    "episode",
    "turn",
    "entity",
    "name",
    "mention",
    "assertion",
    "fact",
    "item",
    "merge",
    "pin",
)
_OWNED = (
    "episode",
    "turn",
    "entity",
    "name",
    "mention",
    "assertion",
    "fact",
    "supersedes",
    "merge",
    "pin",
    "pause",
)

_ORPHANS = {
    "mention without its episode": "mention WHERE NOT EXISTS (SELECT 1 FROM episode e "
    "WHERE e.namespace = mention.namespace AND e.id = mention.episode)",
    "turn without its episode": "turn WHERE NOT EXISTS (SELECT 1 FROM episode e "
    "WHERE e.namespace = turn.namespace AND e.id = turn.episode)",
    "name without its entity": "name WHERE NOT EXISTS (SELECT 1 FROM entity e "
    "WHERE e.namespace = name.namespace AND e.id = name.entity)",
    "succession without its facts": "supersedes WHERE NOT EXISTS (SELECT 1 FROM fact f WHERE "
    "f.namespace = supersedes.namespace AND f.id = supersedes.newer AND f.version = supersedes.newer_version)",
    "entity that nothing names": "entity WHERE person = 0 AND (namespace, id) NOT IN ("
    "SELECT namespace, subject FROM assertion UNION SELECT namespace, object FROM assertion "
    "UNION SELECT namespace, replaces FROM assertion UNION SELECT namespace, entity FROM mention "
    "UNION SELECT namespace, subject FROM fact UNION SELECT namespace, object FROM fact "
    "UNION SELECT namespace, source FROM merge UNION SELECT namespace, target FROM merge)",
}
_STRAY_ITEMS = (
    "item WHERE (kind = 'fact' AND NOT EXISTS (SELECT 1 FROM fact f WHERE f.namespace = item.namespace "
    "AND f.id = item.id AND f.version = item.version AND f.expired_at = ?)) "
    "OR (kind = 'turn' AND NOT EXISTS (SELECT 1 FROM turn t WHERE t.namespace = item.namespace AND t.id = item.id)) "
    "OR (kind = 'episode' AND NOT EXISTS (SELECT 1 FROM episode e WHERE e.namespace = item.namespace "
    "AND e.id = item.id))"
)
_MISSING = {
    "fact": "SELECT * FROM fact WHERE expired_at = ? AND NOT EXISTS (SELECT 1 FROM item i WHERE "
    "i.namespace = fact.namespace AND i.kind = 'fact' AND i.id = fact.id AND i.version = fact.version)",
    "turn": "SELECT * FROM turn WHERE ? <> '' AND role <> 'api' AND NOT EXISTS (SELECT 1 FROM item i WHERE "
    "i.namespace = turn.namespace AND i.kind = 'turn' AND i.id = turn.id)",
    "episode": "SELECT * FROM episode WHERE ? <> '' AND summary <> '' AND NOT EXISTS (SELECT 1 FROM item i WHERE "
    "i.namespace = episode.namespace AND i.kind = 'episode' AND i.id = episode.id)",
}
_UNWORDED = "item WHERE number NOT IN (SELECT rowid FROM words)"


def counts(connection: sqlite3.Connection) -> Mapping[str, int]:
    found = {t: connection.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in _COUNTED}
    believed = connection.execute(
        "SELECT count(*) FROM fact WHERE expired_at = ?", (time_text(MAX),)
    ).fetchone()[0]
    vectors = connection.execute("SELECT count(*) FROM item WHERE embedding IS NOT NULL").fetchone()[0]
    return {**found, "believed": believed, "vectors": vectors}


def _text(connection: sqlite3.Connection, namespace: str, kind: str, identity: str, version: int) -> str:
    if kind == "fact":
        row = connection.execute(
            "SELECT text FROM fact WHERE namespace = ? AND id = ? AND version = ?",
            (namespace, identity, version),
        ).fetchone()
        return str(row[0]) if row else ""
    found = connection.execute(f"SELECT * FROM {kind} WHERE namespace = ? AND id = ?", (namespace, identity))
    if kind == "turn":
        return "".join(turn_text(turn) for turn in decoded(Turn, found))
    return "".join(episode.summary for episode in decoded(Episode, found))


def text_of(connection: sqlite3.Connection, item: Unembedded) -> str:
    """What the item's text is now."""
    return _text(connection, item.namespace, item.kind, item.id, item.version)


def unembedded(connection: sqlite3.Connection, limit: int) -> tuple[Unembedded, ...]:
    """Items that lack a vector, oldest first."""
    found = connection.execute(
        "SELECT namespace, kind, id, version FROM item WHERE embedding IS NULL ORDER BY number LIMIT ?",
        (limit,),
    ).fetchall()
    return tuple(Unembedded(ns, kind, i, v, _text(connection, ns, kind, i, v)) for ns, kind, i, v in found)


def check(connection: sqlite3.Connection, dimensions: int) -> tuple[Finding, ...]:
    """What is missing, stray or of a wrong size. Reads only."""
    found = []
    for kind, what in _ORPHANS.items():
        found.append(_finding(connection, f"orphan: {what.split(' ')[0]} ({kind})", what))
    found.append(_finding(connection, "orphan: text index entry", _STRAY_ITEMS, time_text(MAX)))
    found.append(_finding(connection, "missing: words of an entry", _UNWORDED))
    for kind, statement in _MISSING.items():
        count = connection.execute(f"SELECT count(*) FROM ({statement})", (time_text(MAX),)).fetchone()[0]
        found.append(Finding(f"missing: text index entry of a {kind}", count))
    found.append(_finding(connection, "missing: vector", "item WHERE embedding IS NULL"))
    wrong = "item WHERE embedding IS NOT NULL AND length(embedding) <> ?"
    found.append(_finding(connection, "wrong: vector of another size", wrong, 4 * dimensions))
    integrity = [r[0] for r in connection.execute("PRAGMA quick_check(1)")]
    if integrity != ["ok"]:
        found.append(Finding("damaged: the file itself", 1, integrity[0]))
    return tuple(f for f in found if f.count)


def _finding(connection: sqlite3.Connection, kind: str, clause: str, *values: object) -> Finding:
    count = connection.execute(f"SELECT count(*) FROM {clause}", values).fetchone()[0]
    return Finding(kind, count)


def repair(connection: sqlite3.Connection, dimensions: int) -> tuple[Finding, ...]:
    """Removes what is stray and makes what is missing again; vectors are then made by the caller's `flush`."""
    found = check(connection, dimensions)
    for number, *_ in connection.execute(f"SELECT number FROM {_STRAY_ITEMS}", (time_text(MAX),)).fetchall():
        connection.execute("DELETE FROM item WHERE number = ?", (number,))
    connection.execute("DELETE FROM words WHERE rowid NOT IN (SELECT number FROM item)")
    lost = connection.execute(f"SELECT namespace, kind, id, version, number FROM {_UNWORDED}").fetchall()
    connection.executemany("DELETE FROM item WHERE number = ?", [(r["number"],) for r in lost])
    for clause in _ORPHANS.values():
        connection.execute(f"DELETE FROM {clause}")
    for kind, missing in _MISSING.items():
        for r in connection.execute(missing, (time_text(MAX),)).fetchall():
            version = r["version"] if kind == "fact" else 0
            text = _text(connection, r["namespace"], kind, r["id"], version)
            add_items(connection, r["namespace"], kind, [(r["id"], version, text)])
    connection.execute(
        "UPDATE item SET embedding = NULL WHERE embedding IS NOT NULL AND length(embedding) <> ?",
        (4 * dimensions,),
    )
    connection.execute("UPDATE namespace SET changes = changes + 1")
    return tuple(
        Finding(f.kind, f.count, f.example, 0 if f.kind.startswith("damaged") else f.count) for f in found
    )


def erase(connection: sqlite3.Connection, namespace: str) -> Mapping[str, int]:
    """Removes everything of a namespace; counts by table."""
    gone: dict[str, int] = {}
    numbers = connection.execute("SELECT number FROM item WHERE namespace = ?", (namespace,)).fetchall()
    connection.executemany("DELETE FROM words WHERE rowid = ?", [(r[0],) for r in numbers])
    gone["index entry"] = connection.execute("DELETE FROM item WHERE namespace = ?", (namespace,)).rowcount
    for table in _OWNED:
        gone[table] = connection.execute(f"DELETE FROM {table} WHERE namespace = ?", (namespace,)).rowcount
    connection.execute("DELETE FROM namespace WHERE name = ?", (namespace,))
    return {k: v for k, v in gone.items() if v}
