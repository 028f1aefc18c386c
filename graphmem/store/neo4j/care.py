"""Counting, checking, repairing and erasing: what `doctor` and `forget` need of the graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from graphmem.model import Turn
from graphmem.store import Finding, Unembedded
from graphmem.store.neo4j.records import decoded, words
from graphmem.store.neo4j.server import Run, Server, Vanished
from graphmem.text import turn_text
from graphmem.timeline import MAX

_BATCH = 5_000


def counts(server: Server) -> tuple[str, Mapping[str, int]]:
    """(the server's version and edition, how much there is of each kind)."""
    found = server.read("care/counts")
    kernel = next((p for p in found["parts"] if "Kernel" in p[0]), ["Neo4j", "?", "?"])
    return f"Neo4j {kernel[1]} {kernel[2]}", found["counts"]


def unembedded(server: Server, limit: int) -> tuple[Unembedded, ...]:
    """Texts that lack a vector. A node erased while it is read has lost its properties: it is passed over."""
    while items := server.read("read/unembedded", limit=limit)["items"]:
        if found := tuple(_unembedded(item) for item in items if None not in item.values()):
            return found
    return ()


def _unembedded(item: Mapping[str, Any]) -> Unembedded:
    text = turn_text(decoded(Turn, item)) if item["kind"] == "turn" else item["text"]
    return Unembedded(item["namespace"], item["kind"], item["id"], item.get("version") or 0, text)


def by_kind(items: Sequence[tuple[Unembedded, Any]]) -> dict[str, list[Any]]:
    """Vectors as `write/vectors` takes them."""
    batch: dict[str, list[Any]] = {"facts": [], "turns": [], "episodes": []}
    batch["namespaces"] = sorted({item.namespace for item, _ in items})
    for item, vector in items:
        batch[item.kind + "s"].append(
            {
                "namespace": item.namespace,
                "id": item.id,
                "version": item.version,
                "text": item.text,
                "words": words(item.namespace, item.text),
                "vector": vector,
            }
        )
    return batch


def erase(server: Server, namespace: str) -> Mapping[str, int]:
    """Removes everything of a namespace; counts by kind."""
    gone: dict[str, int] = {}

    def some(run: Run) -> tuple[dict[str, int], bool]:
        held = run("write/hold", namespace=namespace)
        if not held:
            return {}, True
        if held["name"] is None:
            raise Vanished
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


def check(server: Server, dimensions: int, types: Mapping[str, str]) -> tuple[Finding, ...]:
    """What is missing, stray or out of step. Reads only. `types`: predicate → type of its edges."""
    return _findings(server.read("care/check", **_checked(dimensions, types)))


def _checked(dimensions: int, types: Mapping[str, str]) -> dict[str, Any]:
    return {"open": MAX, "dimensions": dimensions, "types": dict(types)}


def _findings(record: Mapping[str, Any]) -> tuple[Finding, ...]:
    found = (Finding(f["kind"], f["count"], f["example"] or "") for f in record["findings"])
    return tuple(sorted(found, key=lambda f: f.kind))


def repair(server: Server, dimensions: int, types: Mapping[str, str]) -> tuple[Finding, ...]:
    """Mends it in one transaction that holds every namespace; vectors are then made by the caller."""

    def mend(run: Run) -> tuple[Finding, ...]:
        run("care/hold_all")
        found = _findings(run("care/check", **_checked(dimensions, types)))
        run("care/mend_words", **_worded(run("care/unworded")["items"]))
        run("care/mend_marks", open=MAX, dimensions=dimensions)
        run("care/mend_edges", open=MAX, types=dict(types))
        for d in run("care/dependents")["dependents"]:
            run("write/depend", namespace=d["namespace"], open=MAX, facts=d["facts"])
        run("care/drop_orphans")
        return found

    return tuple(replace(f, repaired=f.count) for f in server.write("repair", mend))


def _worded(items: Iterable[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    batch: dict[str, list[dict[str, Any]]] = {"facts": [], "turns": [], "episodes": []}
    for item in map(_unembedded, items):
        found = words(item.namespace, item.text)
        batch[item.kind + "s"].append(
            {"namespace": item.namespace, "id": item.id, "version": item.version, "words": found}
        )
    return batch
