"""A cache of queries' vectors: the same question is often asked twice in one turn."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphmem.embed.port import Embedder, Kind
from graphmem.errors import InvalidInput
from graphmem.model import digest

if TYPE_CHECKING:
    from graphmem.embed.port import Vectors


class CachedEmbedder:
    """An embedder that remembers the vectors of its latest `size` queries, least recently used first out.

    Passages pass through: they are stored once, and would push the queries out. Keys are digests
    of (kind, text), so no text outlives its call. `inner`'s errors pass unchanged and are not kept.
    """

    def __init__(self, inner: Embedder, size: int = 1024) -> None:
        if size <= 0:
            raise InvalidInput(f"size is {size}: it must be above 0")
        self._inner = inner
        self._size = size
        self._kept: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def model_id(self) -> str:
        return self._inner.model_id

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        import numpy as np

        if kind != "query" or isinstance(texts, str) or not texts:
            return self._inner.embed(texts, kind)
        keys = [digest(kind, text) for text in texts]
        found = self._recall(keys)
        absent = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if absent:
            fresh = dict(zip(absent, self._inner.embed(list(absent.values()), kind), strict=True))
            self._keep(fresh)
            found |= fresh
        return np.stack([found[key] for key in keys])

    def clear(self) -> None:
        """Forget every vector."""
        with self._lock:
            self._kept.clear()

    def _recall(self, keys: list[str]) -> dict[str, Vectors]:
        with self._lock:
            found = {key: self._kept[key] for key in keys if key in self._kept}
            for key in found:
                self._kept.move_to_end(key)
        return found

    def _keep(self, fresh: dict[str, Vectors]) -> None:
        with self._lock:
            self._kept.update(fresh)
            for key in fresh:
                self._kept.move_to_end(key)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
