"""A namespace's vectors as one NumPy matrix, kept for the namespaces used last.

Every write raises the namespace's counter in the file, so a cache in another process sees that it
is old; what it lacks is then read and appended, rather than all of it again.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from graphmem.store.sqlite.connection import among

Floats = npt.NDArray[np.float32]
_KINDS = {"fact": 0, "turn": 1, "episode": 2}


@dataclass(frozen=True)
class Matrix:
    """`vectors`: (n, d), unit rows, by rising `numbers` of their items. `keys`: (id, version); `kinds`: 0 to 2."""

    changes: int
    numbers: npt.NDArray[np.int64]
    keys: list[tuple[str, int]]
    kinds: npt.NDArray[np.int8]
    vectors: Floats

    @cached_property
    def places(self) -> dict[str, npt.NDArray[np.int64]]:
        """Where the items of each kind are."""
        return {kind: np.flatnonzero(self.kinds == number) for kind, number in _KINDS.items()}

    def near(self, vector: Floats) -> Near:
        """Every cosine with a vector of unit length.

        By `vecdot`, in one thread: a matrix product wakes BLAS's pool, whose spinning costs more than the work.
        """
        return Near(self, np.vecdot(self.vectors, vector))


@dataclass(frozen=True)
class Near:
    """The cosines of a matrix with one vector."""

    matrix: Matrix
    cosines: Floats

    def nearest(self, kind: str, limit: int) -> list[tuple[str, int, float]]:
        """(id, version, cosine) of the nearest of one kind, best first; equal ones by age."""
        picked = self.matrix.places[kind]
        if not picked.size:
            return []
        scores = self.cosines if picked.size == self.cosines.size else self.cosines[picked]
        top = np.argpartition(-scores, min(limit, len(scores) - 1))[:limit]
        top = top[np.lexsort((picked[top], -scores[top]))]
        keys = self.matrix.keys
        return [(*keys[p], s) for p, s in zip(picked[top].tolist(), scores[top].tolist(), strict=True)]

    def of(self, numbers: Sequence[int]) -> list[float | None]:
        """The cosine of each item; None for one without a vector."""
        held = self.matrix.numbers
        wanted = np.array(numbers, np.int64)
        if not held.size:
            return [None] * len(wanted)
        places = np.minimum(np.searchsorted(held, wanted), held.size - 1)
        known = (held[places] == wanted).tolist()
        return [c if k else None for c, k in zip(self.cosines[places].tolist(), known, strict=True)]


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
        if old is not None and np.array_equal(numbers, old.numbers):
            return Matrix(changes, old.numbers, old.keys, old.kinds, old.vectors)
        kept = np.isin(numbers, old.numbers) if old is not None else np.zeros(len(numbers), bool)
        fresh = self._fresh(connection, numbers[~kept].tolist())
        vectors = np.empty((len(numbers), self._dimensions), np.float32)
        kinds = np.empty(len(numbers), np.int8)
        keys: list[tuple[str, int]] = [("", 0)] * len(numbers)
        if old is not None and kept.any():
            places = np.searchsorted(old.numbers, numbers[kept])
            vectors[kept] = old.vectors[places]
            kinds[kept] = old.kinds[places]
            for i, p in zip(np.flatnonzero(kept).tolist(), places.tolist(), strict=True):
                keys[i] = old.keys[p]
        for i, r in zip(np.flatnonzero(~kept).tolist(), fresh, strict=True):
            kinds[i], keys[i] = _KINDS[r["kind"]], (r["id"], r["version"])
            sized = len(r["embedding"]) == 4 * self._dimensions
            vectors[i] = np.frombuffer(r["embedding"], np.float32) if sized else 0.0
        return Matrix(changes, numbers, keys, kinds, vectors)

    @staticmethod
    def _fresh(connection: sqlite3.Connection, numbers: Iterable[int]) -> list[sqlite3.Row]:
        clause, values = among(list(numbers))
        return connection.execute(
            f"SELECT number, kind, id, version, embedding FROM item WHERE number {clause} ORDER BY number",
            (values,),
        ).fetchall()

    def forget(self, namespace: str) -> None:
        with self._lock:
            self._held.pop(namespace, None)
