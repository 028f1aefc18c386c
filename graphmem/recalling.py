"""Recall, and why it gave a fact or hid it: one search of the store each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from graphmem import retrieve
from graphmem.embed.port import Embedder
from graphmem.model import STANCES, Choice, Explanation, Recalled, Stance
from graphmem.names import one_of
from graphmem.query import Point
from graphmem.reading import Reader
from graphmem.registry import Registry
from graphmem.store import Filter, Found, Store
from graphmem.window import whole_number

_EVERY = 1_000_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What a recall is asked."""

    query: str
    point: Point
    limit: int
    stance: Stance
    only: Filter

    @classmethod
    def of(cls, query: str, point: Point, limit: int = 10, stance: Stance = "stated", **only: Any) -> Asked:
        """`only`: as of `retrieve.filter_of`. Raises InvalidInput, naming what is wrong."""
        whole_number(limit, "limit")
        one_of(stance, "stance", STANCES)
        return cls(query, point, limit, stance, retrieve.filter_of(**only))


class Recalls:
    """Searches with the embedder's vectors, and ranks. `threshold`: of relevance, below which it is nothing."""

    def __init__(
        self, store: Store, embedder: Embedder, registry: Callable[[], Registry], threshold: float
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._registry = registry
        self._threshold = threshold

    def recall(self, namespace: str, asked: Asked) -> Recalled:
        return self._searched(namespace, asked, asked.limit)[2]

    def choice(self, namespace: str, asked: Asked, story: Explanation) -> Choice:
        """Why that recall would give the fact of this story, or hide it."""
        ranking, found, recalled = self._searched(namespace, asked, _EVERY)
        return retrieve.choice(story, ranking, found.candidates, recalled, asked.limit)

    def _searched(self, namespace: str, asked: Asked, limit: int) -> tuple[retrieve.Ranking, Found, Recalled]:
        """`limit`: how many of what is found are ranked."""
        registry, point = self._registry(), asked.point
        wanted = retrieve.Wanted(asked.limit, asked.stance, tuple(registry.sensitive), asked.only)
        search = retrieve.query_of(asked.query, self._embedder, point.as_of, point.known_at, wanted)
        ranking = retrieve.Ranking(search, asked.query, limit, said=registry.said)
        found = self._store.search(namespace, search, ranking)
        reader = Reader(namespace, found.reading, registry, point.as_of, point.known_at)
        return ranking, found, ranking.recalled(found, reader.fact, self._threshold)
