"""Counting, checking, repairing and erasing: what `doctor` and `forget` need of the graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graphmem.model import Turn
from graphmem.store import Finding, Unembedded
from graphmem.store.neo4j.apply import EdgeType
from graphmem.store.neo4j.records import decoded
from graphmem.store.neo4j.server import Run, Server
from graphmem.text import turn_text

_BATCH = 5_000


def counts(server: Server) -> tuple[str, Mapping[str, int]]:
    """(the server's version and edition, how much there is of each kind)."""
    found = server.read("care/counts")
    kernel = next((p for p in found["parts"] if "Kernel" in p[0]), ["Neo4j", "?", "?"])
    return f"Neo4j {kernel[1]} {kernel[2]}", found["counts"]


def unembedded(server: Server, limit: int) -> tuple[Unembedded, ...]:
    """Texts that lack a vector."""
    return tuple(map(_unembedded, server.read("read/unembedded", limit=limit)["items"]))


def _unembedded(item: Mapping[str, Any]) -> Unembedded:
    text = turn_text(decoded(Turn, item)) if item["kind"] == "turn" else item["text"]
    return Unembedded(item["namespace"], item["kind"], item["id"], item.get("version") or 0, text)


def by_kind(items: Iterable[tuple[Unembedded, list[float]]]) -> dict[str, list[dict[str, Any]]]:
    """Vectors as `write/vectors` takes them."""
    batch: dict[str, list[dict[str, Any]]] = {"facts": [], "turns": [], "episodes": []}
    for item, vector in items:
        batch[item.kind + "s"].append(
            {
                "namespace": item.namespace,
                "id": item.id,
                "version": item.version,
                "text": item.text,
                "vector": vector,
            }
        )
    return batch


def erase(server: Server, namespace: str) -> Mapping[str, int]:
    """Removes everything of a namespace; counts by kind."""
    gone: dict[str, int] = {}

    def some(run: Run) -> tuple[dict[str, int], bool]:
        if not run("write/hold", namespace=namespace):
            return {}, True
        batch = run("care/erase", namespace=namespace, limit=_BATCH)["gone"]
        tally = {g["kind"]: g["count"] for g in batch}
        last = sum(tally.values()) < _BATCH
        tally["mention"] = sum(g["mentions"] for g in batch)
        tally["supersedes"] = sum(g["supersedes"] for g in batch)
        if last:
            tally["pin"] = run("care/erase_namespace", namespace=namespace)["pins"]
        return tally, last

    done = False
    while not done:
        tally, done = server.write("erase_namespace", some)
        for kind, count in tally.items():
            gone[kind] = gone.get(kind, 0) + count
    return {kind: count for kind, count in gone.items() if count}


def check(server: Server, dimensions: int, edge_type: EdgeType) -> tuple[Finding, ...]:
    return ()


def repair(server: Server, dimensions: int, edge_type: EdgeType) -> tuple[Finding, ...]:
    return ()
