"""The Neo4j store: the same memory as a graph on a server. cypher/README.md draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from graphmem.errors import Unsupported
from graphmem.model import ChangeSet, Entity, Episode, Merge, Name, Predicate
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
from graphmem.store.neo4j import care, policies, records, search, whole
from graphmem.store.neo4j.apply import RELATED, apply
from graphmem.store.neo4j.server import Run, Server, Trace
from graphmem.store.neo4j.view import Neo4jView

if TYPE_CHECKING:
    import numpy as np

_SCHEMA = ("schema/001_constraints", "schema/002_indexes", "schema/003_search")
_AWAIT_SECONDS = 300
_VECTORS = 200


class _Undone(Exception):
    """Leaves a transaction without committing it."""

    def __init__(self, changes: ChangeSet) -> None:
        self.changes = changes


class Neo4jStore:
    """`Store` over one database. Raises Unsupported, before touching it, for one it must not write."""

    def __init__(
        self,
        uri: str,
        auth: tuple[str, str] | None,
        model_id: str,
        dimensions: int,
        clock: Callable[[], datetime],
        database: str = "neo4j",
        trace: Trace | None = None,
    ) -> None:
        """`model_id`, `dimensions`: of the embedder; a database of another one is refused.

        `trace` is called with the name of every statement, and with "tx" where a transaction begins.
        """
        self._server = Server(uri, auth, database, trace)
        self._clock = clock
        self.model_id = model_id
        self.dimensions = dimensions
        try:
            self._open()
        except BaseException:
            self._server.close()
            raise

    def _open(self) -> None:
        found = self._server.read("read/meta")
        self._policies: list[Mapping[str, Any]] = found["predicates"]
        self._unread = False  # what connecting has read serves the first question for it
        self._registered = frozenset(p["name"] for p in self._policies)
        meta = found["meta"]
        if meta is None:
            self._server.prepare(_SCHEMA, {"dimensions": self.dimensions})
            self._server.read("schema/await", seconds=_AWAIT_SECONDS)
            claim = {"schema": SCHEMA_VERSION, "model_id": self.model_id, "dimensions": self.dimensions}
            meta = self._server.change("write/meta", **claim)["meta"]
        self._check(meta)

    def _check(self, meta: Mapping[str, Any]) -> None:
        where = self._server.address
        if meta["schema"] > SCHEMA_VERSION:
            raise Unsupported(
                f"{where!r} has schema {meta['schema']}, this graphmem knows up to {SCHEMA_VERSION}: "
                "upgrade graphmem; the database was not touched"
            )
        if (meta["model_id"], meta["dimensions"]) != (self.model_id, self.dimensions):
            raise Unsupported(
                f"{where!r} holds vectors of {meta['model_id']} ({meta['dimensions']} numbers each), the embedder is "
                f"{self.model_id} ({self.dimensions}): open it with the first, or start a new database and import "
                "again; the database was not touched"
            )

    # -- writing -------------------------------------------------------------------------

    def write(
        self, namespace: str, decide: Decide, dry_run: bool = False, ahead: Ahead = NOTHING_AHEAD
    ) -> ChangeSet:
        """One transaction: lock, read, decide, apply. Raises Unavailable when the server stays busy for 30 s.

        `decide` runs again when the server asks for the transaction to be tried again.
        """

        def work(run: Run) -> ChangeSet:
            view = Neo4jView(run, namespace, self._clock(), ahead)
            changes = decide(view)
            if dry_run or changes.recorded_at is None:
                raise _Undone(changes)
            apply(run, view, changes, self._edge_type)
            return changes

        try:
            return self._server.write("write", work)
        except _Undone as undone:
            return undone.changes

    def _edge_type(self, predicate: str) -> str:
        return policies.edge_type(predicate, self._registered)

    def _edge_types(self) -> dict[str, str]:
        types = {name: self._edge_type(name) for name in self._registered}
        return {name: kind for name, kind in types.items() if kind != RELATED}

    def erase_namespace(self, namespace: str) -> Mapping[str, int]:
        """Counts by kind. Large ones go in several transactions, each under the namespace's lock."""
        return care.erase(self._server, namespace)

    def put_vectors(self, items: Sequence[Unembedded], vectors: np.ndarray) -> None:
        """Stores unit vectors, (n, dimensions). Raises InvalidInput for a wrong size, NaN or zeros.

        One whose text has changed meanwhile is left for the next time.
        """
        from graphmem.embed import check_vectors

        found = map(records.vector, check_vectors(vectors, self.dimensions))
        every = list(zip(items, found, strict=True))
        for start in range(0, len(every), _VECTORS):
            self._server.change("write/vectors", **care.by_kind(every[start : start + _VECTORS]))

    def put_predicate(self, predicate: Predicate) -> None:
        policy = policies.node(predicate)
        self._server.change("write/predicates", policies=[policy], dropped=[])
        self._policies = [*(p for p in self._policies if p["name"] != predicate.name), policy]

    def publish(self, predicates: Iterable[Predicate]) -> None:
        """Makes every policy readable as a node, and gives registered relations a type of edge of their own.

        Writes only what differs from what is there; an operator's node stays as it is.
        """
        wanted = list(predicates)
        changed, dropped = policies.difference(self._policies, wanted)
        if changed or dropped:
            self._server.change("write/predicates", policies=changed, dropped=dropped)
            fresh = {n["name"]: n for n in changed}
            self._policies = [p for p in self._policies if p["name"] not in {*fresh, *dropped}]
            self._policies += fresh.values()
        self._registered = frozenset(p.name for p in wanted)

    def add_usage(self, usage: Usage) -> None:
        self._server.write("add_usage", lambda run: run("write/usage", **asdict(usage)))

    # -- reading -------------------------------------------------------------------------

    def predicates(self) -> tuple[Predicate, ...]:
        """The operator's: written by `put_predicate`, or added or edited in the database."""
        if self._unread:
            self._policies = self._server.read("read/meta")["predicates"]
        self._unread = True
        return tuple(policies.read(p) for p in self._policies if policies.is_operators(p))

    def outdated(self, policies: str) -> tuple[str, ...]:
        return tuple(sorted(self._server.read("read/outdated", policies=policies)["names"]))

    def resolve(self, namespace: str, keys: Sequence[str]) -> tuple[tuple[Name, ...], tuple[Merge, ...]]:
        found = self._server.read("read/names", namespace=namespace, keys=records.ids(keys))
        return records.all_of(Name, found["names"]), records.merges(found["merges"])

    def standing(self, namespace: str, turns: Sequence[str]) -> Standing:
        return whole.standing(
            self._server.read("read/standing", namespace=namespace, turns=records.ids(turns))
        )

    def whole(self, namespace: str) -> Whole:
        return whole.whole(self._server.read("read/whole", namespace=namespace))

    def merges(self, namespace: str) -> tuple[Merge, ...]:
        return records.merges(self._server.read("read/merges", namespace=namespace)["merges"])

    def fact_ids(self, namespace: str, prefix: str) -> tuple[str, ...]:
        """Ids of facts that begin so, at most two: enough to tell that it is not one."""
        found = self._server.read("read/fact_ids", namespace=namespace, prefix=prefix, end=prefix + "g")
        return tuple(sorted(found["facts"]))

    def facts(self, namespace: str, selection: Selection) -> Reading:
        """Rows that hold at the selection's point, with their evidence."""
        params = search.facts_params(namespace, selection)
        return search.facts(self._server.read("read/facts", **params))

    def history(self, namespace: str, selection: Selection) -> Reading:
        """Every row, believed or expired, and every assertion, of the lines selected."""
        params = search.history_params(namespace, selection)
        return search.history(self._server.read("read/facts", **params), selection)

    def search(self, namespace: str, query: Search, rank: Rank) -> Found:
        """One query, whatever the channels."""
        params = search.recall_params(namespace, query)
        return search.found(self._server.read("search/recall", **params), rank, bool(query.only))

    def entities(self, namespace: str, ids: Sequence[str] | None = None) -> tuple[Entity, ...]:
        if ids is not None:
            found = self._server.read("read/entities", namespace=namespace, ids=records.ids(ids))
            return records.entities(found["entities"])
        every = records.entities(self._server.read("read/all_entities", namespace=namespace)["entities"])
        return tuple(sorted(every, key=lambda e: (e.name, e.id)))

    def episodes(
        self, namespace: str, ids: Sequence[str] | None = None, limit: int = 100
    ) -> tuple[Episode, ...]:
        """With their turns, newest first."""
        if ids is None:
            found = self._server.read("read/latest_episodes", namespace=namespace, limit=limit)
        else:
            found = self._server.read("read/episodes", namespace=namespace, ids=records.ids(ids))
        return records.episodes(found["episodes"])[:limit]

    def namespaces(self) -> tuple[str, ...]:
        return tuple(self._server.read("read/namespaces")["names"])

    def state(self, namespace: str) -> str:
        return str(self._server.read("read/state", namespace=namespace)["state"])

    def speakers(self, namespace: str) -> tuple[str, ...]:
        """Names under which users spoke, in the order of their first words."""
        return tuple(self._server.read("read/speakers", namespace=namespace)["speakers"])

    def usage(self) -> tuple[Usage, ...]:
        return tuple(Usage(**u) for u in self._server.read("read/usage")["usage"])

    # -- care ----------------------------------------------------------------------------

    def unembedded(self, limit: int) -> tuple[Unembedded, ...]:
        return care.unembedded(self._server, limit)

    def sizes(self) -> Sizes:
        version, counts = care.counts(self._server)
        return Sizes("neo4j", version, SCHEMA_VERSION, self.model_id, self.dimensions, counts)

    def check(self) -> tuple[Finding, ...]:
        """What is missing, stray or out of step. Reads only."""
        return care.check(self._server, self.dimensions, self._edge_types())

    def repair(self) -> tuple[Finding, ...]:
        """Removes what is stray and draws what is missing again; vectors are then made by the caller's `flush`."""
        return care.repair(self._server, self.dimensions, self._edge_types())

    def close(self) -> None:
        self._server.close()
