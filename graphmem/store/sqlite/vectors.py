"""A namespace's vectors as one NumPy matrix, kept for the namespaces used last.

Every write raises the namespace's counter in the file, so a cache in another process sees that it
is old; what it lacks is then read and appended, rather than all of it again.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from graphmem.store.sqlite.connection import among

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Matrix:
    """`vectors`: (n, d), unit rows. `keys`: (kind, id, version) of each. `kinds`: of each, as an array."""

    changes: int
    numbers: npt.NDArray[np.int64]
    keys: list[tuple[str, str, int]]
    kinds: npt.NDArray[np.str_]
    vectors: Floats

    def nearest(self, vector: Floats, kind: str, limit: int) -> list[tuple[str, int, float]]:
        """(id, version, cosine) of the nearest of one kind, best first."""
        picked = np.flatnonzero(self.kinds == kind)
        if not picked.size:
            return []
        scores = self.vectors[picked] @ vector
        top = np.argpartition(-scores, min(limit, len(scores) - 1))[:limit]
        top = top[np.lexsort((picked[top], -scores[top]))]
        return [(self.keys[picked[i]][1], self.keys[picked[i]][2], float(scores[i])) for i in top]


class Vectors:
    """The matrices of up to `limit` namespaces; safe in many threads."""

    def __init__(self, dimensions: int, limit: int = 64) -> None:
        self._dimensions = dimensions
        self._limit = limit
        self._held: OrderedDict[str, Matrix] = OrderedDict()
        self._lock = threading.Lock()

    def matrix(self, connection: sqlite3.Connection, namespace: str) -> Matrix:
        """The namespace's matrix as of this connection's snapshot."""
        found = connection.execute("SELECT changes FROM namespace WHERE name = ?", (namespace,)).fetchone()
        changes = found[0] if found else 0
        with self._lock:
            held = self._held.get(namespace)
        if held is None or held.changes != changes:
            held = self._read(connection, namespace, changes, held)
            with self._lock:
                self._held[namespace] = held
                while len(self._held) > self._limit:
                    self._held.popitem(last=False)
        with self._lock:
            if namespace in self._held:
                self._held.move_to_end(namespace)
        return held

    def _read(
        self, connection: sqlite3.Connection, namespace: str, changes: int, old: Matrix | None
    ) -> Matrix:
        rows = connection.execute(
            "SELECT number FROM item WHERE namespace = ? AND embedding IS NOT NULL ORDER BY number",
            (namespace,),
        ).fetchall()
        numbers = np.fromiter((r[0] for r in rows), dtype=np.int64, count=len(rows))
        kept = np.isin(old.numbers, numbers) if old is not None else np.zeros(0, dtype=bool)
        had = old.numbers[kept] if old is not None else np.zeros(0, dtype=np.int64)
        missing = np.setdiff1d(numbers, had, assume_unique=True)
        keys = [k for k, keep in zip(old.keys, kept, strict=True) if keep] if old is not None else []
        vectors: list[Floats] = [old.vectors[kept]] if old is not None else []
        clause, values = among(missing.tolist())
        fresh = connection.execute(
            f"SELECT number, kind, id, version, embedding FROM item WHERE number {clause} ORDER BY number",
            (values,),
        ).fetchall()
        fresh = [r for r in fresh if len(r["embedding"]) == 4 * self._dimensions]
        if fresh:
            vectors.append(
                np.frombuffer(b"".join(r["embedding"] for r in fresh), np.float32).reshape(len(fresh), -1)
            )
        keys += [(r["kind"], r["id"], r["version"]) for r in fresh]
        every = np.concatenate(vectors) if vectors else np.zeros((0, self._dimensions), np.float32)
        order = np.concatenate([had, np.array([r["number"] for r in fresh], dtype=np.int64)])
        return Matrix(changes, order, keys, np.array([k[0] for k in keys], dtype="U8"), every)

    def forget(self, namespace: str) -> None:
        with self._lock:
            self._held.pop(namespace, None)
