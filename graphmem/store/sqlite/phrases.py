"""Which words of a query are worth asking the text index for: a common one costs much and tells little."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Sequence

from graphmem.text import namespace_token, phrase

ASKED = 8
"""Phrases in one query, the rarest."""
_ALWAYS = 300
"""Found in so few texts, a phrase is asked for whatever its share."""
_SHARE = 0.05
_KEPT = 20_000


def within(connection: sqlite3.Connection, namespace: str) -> str:
    """What a match begins with, so that it stays in the namespace.

    Nothing where the file holds no other: the index would step through its every text, and once more to rank.
    """
    (others,) = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM namespace WHERE name <> ?)", (namespace,)
    ).fetchone()
    return f"{namespace_token(namespace)} AND " if others else ""


class Phrases:
    """How many texts of a namespace have a phrase, counted once until the namespace has grown by a tenth."""

    def __init__(self) -> None:
        self._counts: OrderedDict[tuple[str, str], tuple[int, int]] = OrderedDict()
        self._lock = threading.Lock()

    def telling(self, connection: sqlite3.Connection, namespace: str, terms: Sequence[str], size: int) -> str:
        """What to match: the phrases of these terms that few enough texts have; of only common ones the rarest.

        `size`: how many texts the namespace has. '' if there is nothing to ask for.
        """
        inside = within(connection, namespace)
        asked = self._rarest(connection, namespace, inside, terms, size)
        return f"{inside}({' OR '.join(asked)})" if asked else ""

    def _rarest(
        self, connection: sqlite3.Connection, namespace: str, inside: str, terms: Sequence[str], size: int
    ) -> list[str]:
        found = list(dict.fromkeys(p for p in map(phrase, terms) if p))
        if size <= _ALWAYS or not found:
            return found[: 2 * ASKED]
        cap = max(_ALWAYS, int(_SHARE * size))
        counted = sorted((self._count(connection, (namespace, p), inside + p, cap, size), p) for p in found)
        rare = [p for n, p in counted if 0 < n <= cap]
        return rare[:ASKED] or [p for n, p in counted if n][:1]

    def _count(
        self, connection: sqlite3.Connection, key: tuple[str, str], match: str, cap: int, size: int
    ) -> int:
        """Up to `cap` + 1."""
        with self._lock:
            count, at = self._counts.get(key, (0, 0))
        if at and at <= size <= 1.1 * at and count:
            return min(count, cap + 1)
        (count,) = connection.execute(
            "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)",
            (match, cap + 1),
        ).fetchone()
        with self._lock:
            self._counts[key] = (count, size)
            while len(self._counts) > _KEPT:
                self._counts.popitem(last=False)
        return int(count)

    def forget(self, namespace: str) -> None:
        """Drops what is known of a namespace: its words with it."""
        with self._lock:
            for key in [k for k in self._counts if k[0] == namespace]:
                del self._counts[key]
