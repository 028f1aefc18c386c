"""The embedded store: one SQLite file, many threads and processes, no server."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from graphmem.errors import Unsupported
from graphmem.model import Assertion, ChangeSet, Entity, Episode, Merge, Name, Predicate, Row, Turn
from graphmem.names import Canon
from graphmem.store import (
    NOTHING_AHEAD,
    SCHEMA_VERSION,
    Ahead,
    Decide,
    Finding,
    Found,
    Rank,
    Reading,
    Search,
    Selection,
    Sizes,
    Standing,
    Unembedded,
    Usage,
    Whole,
)
from graphmem.store.sqlite import care, search
from graphmem.store.sqlite import view as read
from graphmem.store.sqlite.apply import apply
from graphmem.store.sqlite.connection import Connections, among, decoded, time_text
from graphmem.store.sqlite.phrases import Phrases
from graphmem.timeline import MAX

if TYPE_CHECKING:
    import numpy as np

    from graphmem.store.sqlite.vectors import Vectors


class SQLiteStore:
    """`Store` over one file. Raises Unsupported, before touching it, for a file it must not write."""

    def __init__(self, path: str, model_id: str, dimensions: int, clock: Callable[[], datetime]) -> None:
        """`model_id`, `dimensions`: of the embedder; a file of another one is refused."""
        self._connections = Connections(path)
        self._clock = clock
        self.dimensions = dimensions
        self.model_id = model_id
        self._vectors: Vectors | None = None
        self._phrases = Phrases()
        self._unscrubbed = False
        try:
            self._claim_model()
        except BaseException:
            self._connections.close()
            raise

    def _claim_model(self) -> None:
        held = self._meta()
        if "model_id" not in held:
            with self._connections.writing() as connection:
                for key, value in (("model_id", self.model_id), ("dimensions", str(self.dimensions))):
                    connection.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (key, value))
            held = self._meta()
        if (held["model_id"], int(held["dimensions"])) != (self.model_id, self.dimensions):
            raise Unsupported(
                f"{self._connections.path!r} holds vectors of {held['model_id']} ({held['dimensions']} numbers each), "
                f"the embedder is {self.model_id} ({self.dimensions}): open it with the first, or start a new file "
                "and import again; the file was not touched"
            )

    def _meta(self) -> dict[str, str]:
        return {r[0]: r[1] for r in self._connections.all("SELECT key, value FROM meta")}

    # -- writing -------------------------------------------------------------------------

    def write(
        self, namespace: str, decide: Decide, dry_run: bool = False, ahead: Ahead = NOTHING_AHEAD
    ) -> ChangeSet:
        """One `BEGIN IMMEDIATE` transaction: read, decide, apply. Raises Unavailable after 30 s of waiting."""
        with self._connections.writing() as connection:
            changes = decide(read.SQLiteView(connection, namespace, self._clock()))
            if not dry_run:
                apply(connection, namespace, changes)
        erased = changes.removed_assertions or changes.removed_episodes or changes.removed_turns
        if self._unscrubbed or (not dry_run and erased):
            self._scrub()
        return changes

    def _scrub(self) -> None:
        """After an erasure: no deleted text stays in the text index's segments or the write-ahead log.

        While another process reads an older snapshot the log can't be emptied; then the next write tries again.
        """
        self._unscrubbed = not self._connections.scrub()

    def erase_namespace(self, namespace: str) -> Mapping[str, int]:
        with self._connections.writing() as connection:
            counts = care.erase(connection, namespace)
        self._scrub()
        if self._vectors:
            self._vectors.forget(namespace)
        self._phrases.forget(namespace)
        return counts

    def put_vectors(self, items: Sequence[Unembedded], vectors: np.ndarray) -> None:
        """Stores unit vectors, (n, dimensions). Raises InvalidInput for a wrong size, NaN or zeros.

        One whose text has changed meanwhile is left for the next time: it would keep what was erased.
        """
        from graphmem.embed import check_vectors

        found = check_vectors(vectors, self.dimensions)
        with self._connections.writing() as connection:
            for item, vector in zip(items, found, strict=True):
                if care.text_of(connection, item) != item.text:
                    continue
                connection.execute(
                    "UPDATE item SET embedding = ? WHERE namespace = ? AND kind = ? AND id = ? AND version = ?",
                    (vector.astype("<f4").tobytes(), item.namespace, item.kind, item.id, item.version),
                )
            for namespace in {item.namespace for item in items}:
                connection.execute("UPDATE namespace SET changes = changes + 1 WHERE name = ?", (namespace,))

    def put_predicate(self, predicate: Predicate) -> None:
        body = {k: v for k, v in asdict(predicate).items() if k not in ("name", "known")}
        with self._connections.writing() as connection:
            connection.execute(
                "INSERT INTO predicate VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body",
                (predicate.name, json.dumps(body, ensure_ascii=False)),
            )

    def publish(self, predicates: Iterable[Predicate]) -> None:
        """Nothing to do: the file keeps only what was changed; the rest is read from where it comes."""

    def add_usage(self, usage: Usage) -> None:
        with self._connections.writing() as connection:
            connection.execute(
                "INSERT INTO usage VALUES (?, ?, ?, ?) ON CONFLICT (model) DO UPDATE SET "
                "calls = calls + excluded.calls, prompt_tokens = prompt_tokens + excluded.prompt_tokens, "
                "completion_tokens = completion_tokens + excluded.completion_tokens",
                (usage.model, usage.calls, usage.prompt_tokens, usage.completion_tokens),
            )

    # -- reading -------------------------------------------------------------------------

    def predicates(self) -> tuple[Predicate, ...]:
        found = self._connections.all("SELECT name, body FROM predicate ORDER BY name")
        return tuple(Predicate(name=r[0], **json.loads(r[1])) for r in found)

    def outdated(self, policies: str) -> tuple[str, ...]:
        found = self._connections.all("SELECT name FROM namespace WHERE policies <> ?", (policies,))
        return tuple(r[0] for r in found)

    def resolve(self, namespace: str, keys: Sequence[str]) -> tuple[tuple[Name, ...], tuple[Merge, ...]]:
        with self._connections.reading() as connection:
            return read.names(connection, namespace, keys), read.merges(connection, namespace)

    def merges(self, namespace: str) -> tuple[Merge, ...]:
        with self._connections.reading() as connection:
            return read.merges(connection, namespace)

    def fact_ids(self, namespace: str, prefix: str) -> tuple[str, ...]:
        """Ids of facts that begin so, at most two: enough to tell that it is not one."""
        found = self._connections.all(
            "SELECT fact FROM assertion WHERE namespace = ?1 AND fact >= ?2 AND fact < ?3 UNION "
            "SELECT fact FROM assertion WHERE namespace = ?1 AND line >= ?2 AND line < ?3 LIMIT 2",
            (namespace, prefix, prefix + "g"),
        )
        return tuple(r[0] for r in found)

    def facts(self, namespace: str, selection: Selection) -> Reading:
        """Rows that hold at the selection's point, with their evidence."""
        where, values = _where(selection)
        if selection.as_of:
            where += " AND (stance <> 'stated' OR (valid_at <= ? AND invalid_at > ?))"
            values += [time_text(selection.as_of)] * 2
        if selection.known_at:
            where += " AND recorded_at <= ? AND expired_at > ?"
            values += [time_text(selection.known_at)] * 2
        else:
            where += " AND expired_at = ?"
            values.append(time_text(MAX))
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"SELECT * FROM fact WHERE namespace = ? {where} ORDER BY valid_at, id, version",
                (namespace, *values),
            )
            found = search.reading(connection, namespace, decoded(Row, rows))
            said = _rivals(connection, namespace, found) if selection.rivals else ()
            return _with(connection, namespace, found, said)

    def history(self, namespace: str, selection: Selection) -> Reading:
        """Every row, believed or expired, and every assertion, of the lines selected."""
        where, values = _where(selection)
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"SELECT * FROM fact WHERE namespace = ? {where} ORDER BY recorded_at, valid_at, id, version",
                (namespace, *values),
            )
            found = search.reading(connection, namespace, decoded(Row, rows))
            return _with(connection, namespace, found, self._said(connection, namespace, selection))

    @staticmethod
    def _said(connection: sqlite3.Connection, namespace: str, selection: Selection) -> tuple[Assertion, ...]:
        where, values = _where(selection, fact_column="fact")
        canon = Canon.of(read.merges(connection, namespace))
        found = connection.execute(
            f"SELECT * FROM assertion WHERE namespace = ? {where} ORDER BY sequence", (namespace, *values)
        )
        said = decoded(Assertion, found)
        if selection.subjects is None:
            return said
        subjects = selection.subjects
        return tuple(a for a in said if canon(a.subject, a.id) in subjects or a.subject in subjects)

    def search(self, namespace: str, query: Search, rank: Rank) -> Found:
        from graphmem.store.sqlite.vectors import Vectors

        if self._vectors is None:
            self._vectors = Vectors(self.dimensions)
        with self._connections.reading() as connection:
            return search.search(connection, self._vectors, self._phrases, namespace, query, rank)

    def entities(self, namespace: str, ids: Sequence[str] | None = None) -> tuple[Entity, ...]:
        with self._connections.reading() as connection:
            if ids is not None:
                return read.entities(connection, namespace, ids)
            found = connection.execute(
                "SELECT * FROM entity WHERE namespace = ? ORDER BY name, id", (namespace,)
            )
            return decoded(Entity, found)

    def episodes(
        self, namespace: str, ids: Sequence[str] | None = None, limit: int = 100
    ) -> tuple[Episode, ...]:
        """With their turns, newest first."""
        clause, values = among(sorted(ids)) if ids is not None else ("IS NOT NULL OR ? IS NULL", None)
        with self._connections.reading() as connection:
            found = connection.execute(
                f"SELECT * FROM episode WHERE namespace = ? AND (id {clause}) ORDER BY occurred_at DESC, id LIMIT ?",
                (namespace, values, limit),
            )
            episodes = decoded(Episode, found)
            turns = read.turns(connection, namespace, (), [e.id for e in episodes])
        return tuple(_with_turns(e, turns) for e in episodes)

    def standing(self, namespace: str, turns: Sequence[str]) -> Standing:
        with self._connections.reading() as connection:
            return read.standing(connection, namespace, turns)

    def whole(self, namespace: str) -> Whole:
        with self._connections.reading() as connection:
            return read.whole(connection, namespace)

    def namespaces(self) -> tuple[str, ...]:
        return tuple(r[0] for r in self._connections.all("SELECT name FROM namespace ORDER BY name"))

    def state(self, namespace: str) -> str:
        found = self._connections.all("SELECT changes FROM namespace WHERE name = ?", (namespace,))
        return str(found[0][0]) if found else ""

    def speakers(self, namespace: str) -> tuple[str, ...]:
        """Names under which users spoke, in the order of their first words."""
        found = self._connections.all(
            "SELECT speaker FROM turn WHERE namespace = ? AND role = 'user' AND speaker <> '' "
            "GROUP BY speaker ORDER BY min(at), speaker",
            (namespace,),
        )
        return tuple(r[0] for r in found)

    def unembedded(self, limit: int) -> tuple[Unembedded, ...]:
        with self._connections.reading() as connection:
            return care.unembedded(connection, limit)

    def usage(self) -> tuple[Usage, ...]:
        found = self._connections.all("SELECT * FROM usage ORDER BY model")
        return tuple(Usage(*r) for r in found)

    def sizes(self) -> Sizes:
        with self._connections.reading() as connection:
            counts = care.counts(connection)
        version = f"SQLite {sqlite3.sqlite_version}"
        return Sizes("sqlite", version, SCHEMA_VERSION, self.model_id, self.dimensions, counts)

    def check(self) -> tuple[Finding, ...]:
        with self._connections.reading() as connection:
            return care.check(connection, self.dimensions)

    def repair(self) -> tuple[Finding, ...]:
        with self._connections.writing() as connection:
            return care.repair(connection, self.dimensions)

    def close(self) -> None:
        if self._unscrubbed:
            self._scrub()
        self._connections.close()


def _with_turns(episode: Episode, turns: Sequence[Turn]) -> Episode:
    return replace(episode, turns=tuple(t for t in turns if t.episode == episode.id))


def _with(
    connection: sqlite3.Connection, namespace: str, found: Reading, said: Sequence[Assertion]
) -> Reading:
    """A reading with more assertions, and the entities that these name."""
    ids = {i for a in said for i in (a.subject, a.object) if i} - {e.id for e in found.entities}
    return replace(
        found,
        assertions=tuple({a.id: a for a in (*found.assertions, *said)}.values()),
        entities=found.entities + read.entities(connection, namespace, ids),
    )


def _rivals(connection: sqlite3.Connection, namespace: str, found: Reading) -> tuple[Assertion, ...]:
    """What else is said in the slots of these rows."""
    facts = {r.id for r in found.rows}
    those, slots = among(sorted({a.slot for a in found.assertions if a.fact in facts}))
    these, values = among(sorted(facts))
    rest = f"AND withdrawn_at = ?4 AND NOT fact {these.replace('?', '?3')}"
    rows = connection.execute(
        f"SELECT * FROM assertion WHERE namespace = ?1 AND slot {those.replace('?', '?2')} {rest} UNION "
        "SELECT * FROM assertion WHERE namespace = ?1 AND replaced_slot <> '' "
        f"AND replaced_slot {those.replace('?', '?2')} {rest}",
        (namespace, slots, values, time_text(MAX)),
    )
    return decoded(Assertion, rows)


def _where(selection: Selection, fact_column: str = "id") -> tuple[str, list[Any]]:
    """The selection as SQL; over assertions (`fact_column` "fact"), subjects and stances are not filtered."""
    parts, values = "", []
    rows = fact_column == "id"
    for column, wanted in (
        ("subject", selection.subjects if rows else None),
        ("object", selection.objects if rows else None),
        ("predicate", selection.predicates),
        (fact_column, selection.facts),
        ("stance", selection.stances if rows and selection.stances else None),
    ):
        if wanted is not None:
            clause, value = among(wanted)
            parts += f" AND {column} {clause}"
            values.append(value)
    return parts, values
