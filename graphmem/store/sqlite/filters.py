"""What a search keeps to, and what belongs to the time it speaks of, as ids: newest first."""

from __future__ import annotations

import sqlite3

from graphmem.names import plain
from graphmem.store import MOST_APART, Filter, Span
from graphmem.store.sqlite.connection import among, time_text
from graphmem.timeline import MAX


def begun(connection: sqlite3.Connection, namespace: str, span: Span) -> list[str]:
    """Facts believed now that began in it."""
    found = connection.execute(
        "SELECT id FROM fact WHERE namespace = ? AND valid_at >= ? AND valid_at < ? AND +expired_at = ? "
        "ORDER BY valid_at DESC LIMIT ?",
        (namespace, time_text(span.start), time_text(span.end), time_text(MAX), MOST_APART),
    )
    return [i for (i,) in found]


def said(connection: sqlite3.Connection, namespace: str, span: Span) -> list[str]:
    """Turns said in it."""
    found = connection.execute(
        "SELECT id FROM turn WHERE namespace = ? AND at >= ? AND at < ? AND role <> 'api' ORDER BY at DESC LIMIT ?",
        (namespace, time_text(span.start), time_text(span.end), MOST_APART),
    )
    return [i for (i,) in found]


class Kept:
    """A filter in one namespace."""

    def __init__(self, connection: sqlite3.Connection, namespace: str, only: Filter) -> None:
        self._connection = connection
        self._namespace = namespace
        self._only = only
        self._episodes = None if not only.topic else self._with_topic(plain(only.topic))

    def _with_topic(self, topic: str) -> list[str]:
        found = self._connection.execute(
            "SELECT episode.id, topic.value FROM episode, json_each(episode.topics) AS topic "
            "WHERE episode.namespace = ?",
            (self._namespace,),
        )
        return [i for i, told in found if plain(told) == topic]

    def _of_facts(self) -> tuple[list[str], list[str]]:
        """Conditions on predicate, subject and object, and their values."""
        where, values = list[str](), list[str]()
        if self._only.predicates:
            clause, listed = among(self._only.predicates)
            where, values = [f"predicate {clause}"], [listed]
        if self._only.kind:
            those = "IN (SELECT id FROM entity WHERE namespace = ? AND kind = ?)"
            where.append(f"(subject {those} OR object {those})")
            values += 2 * [self._namespace, self._only.kind]
        return where, values

    def facts(self) -> list[str]:
        where, values = self._of_facts()
        if self._episodes is not None:
            clause, listed = among(self._episodes)
            where.append(
                f"id IN (SELECT fact FROM assertion WHERE namespace = ? AND episode {clause} AND withdrawn_at = ?)"
            )
            values += [self._namespace, listed, time_text(MAX)]
        if span := self._only.span:
            where.append("valid_at < ? AND invalid_at > ?")
            values += [time_text(span.end), time_text(span.start)]
        found = self._connection.execute(
            f"SELECT DISTINCT id FROM fact WHERE {' AND '.join(['namespace = ?', *where])} ORDER BY recorded_at DESC",
            (self._namespace, *values),
        )
        return [i for (i,) in found]

    def turns(self) -> list[str]:
        where, values = list[str](), list[str]()
        if self._episodes is not None:
            clause, listed = among(self._episodes)
            where.append(f"episode {clause}")
            values.append(listed)
        if span := self._only.span:
            where.append("at >= ? AND at < ?")
            values += [time_text(span.start), time_text(span.end)]
        if self._only.by_fact:
            told, given = self._of_facts()
            told.append("withdrawn_at = ?")
            where.append(f"id IN (SELECT turn FROM assertion WHERE {' AND '.join(['namespace = ?', *told])})")
            values += [self._namespace, *given, time_text(MAX)]
        found = self._connection.execute(
            f"SELECT id FROM turn WHERE {' AND '.join(['namespace = ?', *where])} ORDER BY at DESC",
            (self._namespace, *values),
        )
        return [i for (i,) in found]
