"""Applies a ChangeSet inside a write's transaction, and keeps what is derived in step: text index, items."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from graphmem.model import ChangeSet
from graphmem.store.sqlite.connection import among, insert, time_text
from graphmem.text import indexed, namespace_token, turn_text
from graphmem.timeline import MAX


def apply(connection: sqlite3.Connection, namespace: str, changes: ChangeSet) -> None:
    """Everything or, should anything fail, nothing: the transaction is the caller's."""
    if changes.recorded_at is None:
        return
    now = time_text(changes.recorded_at)
    _remove(connection, namespace, changes)
    insert(connection, "episode", namespace, changes.episodes, "INSERT OR REPLACE")
    insert(connection, "turn", namespace, changes.turns, "INSERT OR REPLACE")
    insert(connection, "entity", namespace, changes.entities, "INSERT OR REPLACE")
    insert(connection, "name", namespace, changes.names, "INSERT OR REPLACE")
    insert(connection, "assertion", namespace, changes.assertions, "INSERT OR IGNORE")
    insert(connection, "merge", namespace, changes.merges, "INSERT OR REPLACE")
    connection.executemany(
        "INSERT OR IGNORE INTO mention VALUES (?, ?, ?, ?)", [(namespace, *m) for m in changes.mentions]
    )
    _rederive(connection, namespace, changes)
    _pin(connection, namespace, changes.pins)
    _pause(connection, namespace, changes.paused)
    for key in changes.expired:
        connection.execute(
            "UPDATE fact SET expired_at = ?, embedding = (SELECT embedding FROM item WHERE namespace = ?2 "
            "AND kind = 'fact' AND id = ?3 AND version = ?4) WHERE namespace = ?2 AND id = ?3 AND version = ?4",
            (now, namespace, *key),
        )
    insert(connection, "fact", namespace, changes.rows)
    for identity, version, text in changes.texts:
        connection.execute(
            "UPDATE fact SET text = ? WHERE namespace = ? AND id = ? AND version = ?",
            (text, namespace, identity, version),
        )
    drop_items(connection, namespace, "fact", (*changes.expired, *((i, v) for i, v, _ in changes.texts)))
    believed = ((row.id, row.version, row.text) for row in changes.rows if row.expired_at is None)
    add_items(connection, namespace, "fact", [*believed, *changes.texts])
    _say(connection, namespace, "turn", {t.id: turn_text(t) for t in changes.turns})
    _say(connection, namespace, "episode", {e.id: e.summary for e in changes.episodes})
    _link(connection, namespace, changes)
    connection.execute(
        "INSERT INTO namespace (name, recorded_at, sequence, policies, changes) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (name) DO UPDATE SET recorded_at = excluded.recorded_at, sequence = excluded.sequence, "
        "policies = excluded.policies, changes = changes + 1",
        (namespace, now, changes.sequence, changes.policies, time.time_ns() // 1000),
    )


def add_items(
    connection: sqlite3.Connection, namespace: str, kind: str, texts: Iterable[tuple[str, int, str]]
) -> None:
    """Makes texts, by id and version, findable: at once by words, by vector once `put_vectors` brings it. '' is not."""
    token = namespace_token(namespace)
    for identity, version, text in texts:
        if not text:
            continue
        added = connection.execute(
            "INSERT OR IGNORE INTO item (namespace, kind, id, version) VALUES (?, ?, ?, ?)",
            (namespace, kind, identity, version),
        )
        if added.rowcount:
            connection.execute(
                "INSERT INTO words (rowid, text) VALUES (?, ?)", (added.lastrowid, _body(token, text))
            )


def _body(token: str, text: str) -> str:
    return f"{token} {indexed(text)}"


def _say(connection: sqlite3.Connection, namespace: str, kind: str, texts: Mapping[str, str]) -> None:
    """Makes texts findable in the place of what was said before; one that says the same keeps its vector."""
    if not texts:
        return
    clause, values = among(sorted(texts))
    held = connection.execute(
        "SELECT item.id, words.text FROM item JOIN words ON words.rowid = item.number "
        f"WHERE item.namespace = ? AND item.kind = ? AND item.version = 0 AND item.id {clause}",
        (namespace, kind, values),
    ).fetchall()
    token = namespace_token(namespace)
    same = {i for i, body in held if body == _body(token, texts[i])}
    drop_items(connection, namespace, kind, [(i, 0) for i, _ in held if i not in same])
    add_items(connection, namespace, kind, [(i, 0, text) for i, text in texts.items() if i not in same])


def drop_items(
    connection: sqlite3.Connection, namespace: str, kind: str, keys: Iterable[tuple[str, int]]
) -> None:
    wanted = set(keys)
    if not wanted:
        return
    clause, values = among(sorted({i for i, _ in wanted}))
    found = connection.execute(
        f"SELECT id, version, number FROM item WHERE namespace = ? AND kind = ? AND id {clause}",
        (namespace, kind, values),
    ).fetchall()
    numbers = [(n,) for i, v, n in found if (i, v) in wanted]
    connection.executemany("DELETE FROM item WHERE number = ?", numbers)
    connection.executemany("DELETE FROM words WHERE rowid = ?", numbers)


def _rederive(connection: sqlite3.Connection, namespace: str, changes: ChangeSet) -> None:
    connection.executemany(
        "UPDATE assertion SET slot = ?, fact = ?, replaced_slot = ?, replaced_fact = ? WHERE namespace = ? AND id = ?",
        [(a.slot, a.fact, a.replaced_slot, a.replaced_fact, namespace, a.id) for a in changes.rederived],
    )
    connection.executemany(
        "UPDATE assertion SET withdrawn_at = ?, withdrawn_why = ? WHERE namespace = ? AND id = ?",
        [(time_text(a.withdrawn_at or MAX), a.withdrawn_why, namespace, a.id) for a in changes.withdrawn],
    )


def _pin(connection: sqlite3.Connection, namespace: str, pins: Sequence[tuple[str, bool]]) -> None:
    for fact, pinned in pins:
        verb = (
            "INSERT OR IGNORE INTO pin VALUES (?, ?)"
            if pinned
            else "DELETE FROM pin WHERE namespace = ? AND fact = ?"
        )
        connection.execute(verb, (namespace, fact))


def _pause(connection: sqlite3.Connection, namespace: str, paused: Sequence[datetime | None]) -> None:
    for since in paused:
        connection.execute("DELETE FROM pause WHERE namespace = ?", (namespace,))
        if since is not None:
            connection.execute("INSERT INTO pause VALUES (?, ?)", (namespace, time_text(since)))


def _link(connection: sqlite3.Connection, namespace: str, changes: ChangeSet) -> None:
    """SUPERSEDES of the slots that changed: between believed rows only."""
    gone = {key[0] for key in (*changes.expired, *changes.removed_rows)}
    touched = gone | {r.id for r in changes.rows}
    touched |= {p[0] for p in changes.supersedes} | {p[2] for p in changes.supersedes}
    linked = touched - ({r.id for r in changes.rows if r.version == 1} - gone)  # what is new has no link yet
    if linked:
        clause, values = among(sorted(linked))
        connection.execute(
            f"DELETE FROM supersedes WHERE namespace = ?1 AND (newer {clause.replace('?', '?2')} "
            f"OR older {clause.replace('?', '?2')})",
            (namespace, values),
        )
    connection.executemany(
        "INSERT OR IGNORE INTO supersedes VALUES (?, ?, ?, ?, ?)",
        [(namespace, *p) for p in changes.supersedes],
    )


def _remove(connection: sqlite3.Connection, namespace: str, changes: ChangeSet) -> None:
    drop_items(connection, namespace, "fact", changes.removed_rows)
    drop_items(connection, namespace, "turn", [(t, 0) for t in changes.removed_turns])
    drop_items(connection, namespace, "episode", [(e, 0) for e in changes.removed_episodes])
    connection.executemany(
        "DELETE FROM fact WHERE namespace = ? AND id = ? AND version = ?",
        [(namespace, *key) for key in changes.removed_rows],
    )
    for table, column, ids in (
        ("assertion", "id", changes.removed_assertions),
        ("turn", "id", changes.removed_turns),
        ("episode", "id", changes.removed_episodes),
        ("mention", "episode", changes.removed_episodes),
        ("entity", "id", changes.removed_entities),
        ("name", "entity", changes.removed_entities),
        ("mention", "entity", changes.removed_entities),
    ):
        if ids:
            clause, values = among(ids)
            connection.execute(
                f"DELETE FROM {table} WHERE namespace = ? AND {column} {clause}", (namespace, values)
            )
    connection.executemany(
        "DELETE FROM mention WHERE namespace = ? AND episode = ? AND entity = ? AND name = ?",
        [(namespace, *m) for m in changes.removed_mentions],
    )
    connection.executemany(
        "DELETE FROM name WHERE namespace = ? AND key = ? AND kind = ? AND ordinal = ?",
        [(namespace, n.key, n.kind, n.ordinal) for n in changes.removed_names],
    )
