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


class Phrases:
    """How many texts of a namespace have a phrase, counted once until the namespace has grown by a tenth."""

    def __init__(self) -> None:
        self._counts: OrderedDict[tuple[str, str], tuple[int, int]] = OrderedDict()
        self._lock = threading.Lock()

    def telling(
        self, connection: sqlite3.Connection, namespace: str, terms: Sequence[str], size: int
    ) -> list[str]:
        """The phrases of these terms that few enough texts have, rarest first; of only common ones the rarest.

        `size`: how many texts the namespace has.
        """
        found = list(dict.fromkeys(p for p in map(phrase, terms) if p))
        if size <= _ALWAYS or not found:
            return found[: 2 * ASKED]
        cap = max(_ALWAYS, int(_SHARE * size))
        counted = sorted((self._count(connection, namespace, p, cap, size), p) for p in found)
        rare = [p for n, p in counted if 0 < n <= cap]
        return rare[:ASKED] or [p for n, p in counted if n][:1]

    def _count(self, connection: sqlite3.Connection, namespace: str, words: str, cap: int, size: int) -> int:
        """Up to `cap` + 1."""
        with self._lock:
            count, at = self._counts.get((namespace, words), (0, 0))
        if at and at <= size <= 1.1 * at and count:
            return min(count, cap + 1)
        (count,) = connection.execute(
            "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)",
            (f"{namespace_token(namespace)} AND {words}", cap + 1),
        ).fetchone()
        with self._lock:
            self._counts[namespace, words] = (count, size)
            while len(self._counts) > _KEPT:
                self._counts.popitem(last=False)
        return int(count)

    def forget(self, namespace: str) -> None:
        """Drops what is known of a namespace: its words with it."""
        with self._lock:
            for key in [k for k in self._counts if k[0] == namespace]:
                del self._counts[key]
