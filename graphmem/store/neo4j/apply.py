"""Applies a ChangeSet inside a write's transaction: two statements for an episode and its facts, more for the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from graphmem.model import ChangeSet, Row
from graphmem.store.neo4j.records import properties, stamp, words
from graphmem.store.neo4j.server import Run
from graphmem.store.neo4j.view import Neo4jView
from graphmem.text import turn_text
from graphmem.timeline import MAX

EdgeType = Callable[[str], str]
"""Predicate → the type of its edges."""


def apply(run: Run, view: Neo4jView, changes: ChangeSet, edge_type: EdgeType) -> None:
    """Everything or, should anything fail, nothing: the transaction is the caller's. `view`: it was decided on."""
    if changes.recorded_at is None:
        return
    namespace = view.namespace
    _remove(run, namespace, changes)
    _keep(run, namespace, changes)
    if changes.merges:
        made = [properties(namespace, m) for m in changes.merges]
        run("write/merge", namespace=namespace, open=MAX, merges=made)
    if changes.rederived or changes.withdrawn:
        _rederive(run, namespace, changes)
    if changes.pins:
        _pin(run, namespace, changes)
    if changes.paused:
        since = changes.paused[-1]
        run("write/pause", namespace=namespace, since=None if since is None else stamp(since))
    _believe(run, view, changes, edge_type)
    if changes.texts:
        texts = [
            {"id": i, "version": v, "text": text, "words": words(namespace, text)}
            for i, v, text in changes.texts
        ]
        run("write/rename", namespace=namespace, texts=texts)
    if view.dependents or any(a.depends_on or a.releases for a in changes.assertions):
        run("write/depend", namespace=namespace, open=MAX, facts=sorted(_touched(changes)))


def _touched(changes: ChangeSet) -> set[str]:
    """Facts whose rows or assertions this write changes."""
    keys = {key[0] for key in (*changes.expired, *changes.removed_rows)}
    moved = (*changes.assertions, *changes.rederived, *changes.withdrawn)
    return keys | {r.id for r in changes.rows} | {a.fact for a in moved}


def _remove(run: Run, namespace: str, changes: ChangeSet) -> None:
    gone: dict[str, list[Any]] = {
        "rows": [list(key) for key in changes.removed_rows],
        "assertions": list(changes.removed_assertions),
        "turns": list(changes.removed_turns),
        "episodes": list(changes.removed_episodes),
        "entities": list(changes.removed_entities),
        "mentions": [list(m) for m in changes.removed_mentions],
        "names": [{"key": n.key, "kind": n.kind, "ordinal": n.ordinal} for n in changes.removed_names],
    }
    if any(gone.values()):
        run("write/remove", namespace=namespace, **gone)


def _keep(run: Run, namespace: str, changes: ChangeSet) -> None:
    def kept(items: Iterable[Any]) -> list[dict[str, Any]]:
        return [properties(namespace, item) for item in items]

    said: dict[str, list[Any]] = {
        "episodes": [
            {**properties(namespace, e), "words": words(namespace, e.summary)} for e in changes.episodes
        ],
        "turns": [
            {**properties(namespace, t), "words": words(namespace, turn_text(t))} for t in changes.turns
        ],
        "entities": kept(changes.entities),
        "names": kept(changes.names),
        "mentions": [list(m) for m in changes.mentions],
        "assertions": kept(changes.assertions),
    }
    if any(said.values()):
        run("write/keep", namespace=namespace, **said)


def _rederive(run: Run, namespace: str, changes: ChangeSet) -> None:
    moved = [
        {
            "id": a.id,
            "slot": a.slot,
            "fact": a.fact,
            "replaced_slot": a.replaced_slot,
            "replaced_fact": a.replaced_fact,
        }
        for a in changes.rederived
    ]
    withdrawn = [
        {"id": a.id, "withdrawn_at": a.withdrawn_at or MAX, "withdrawn_why": a.withdrawn_why}
        for a in changes.withdrawn
    ]
    run("write/rederive", namespace=namespace, moved=moved, withdrawn=withdrawn)


def _pin(run: Run, namespace: str, changes: ChangeSet) -> None:
    last = dict(changes.pins)
    pinned = [fact for fact, wanted in last.items() if wanted]
    unpinned = [fact for fact, wanted in last.items() if not wanted]
    run("write/pin", namespace=namespace, pinned=pinned, unpinned=unpinned)


def _believe(run: Run, view: Neo4jView, changes: ChangeSet, edge_type: EdgeType) -> None:
    moved = (*changes.assertions, *changes.rederived, *changes.withdrawn)
    wanted = set(changes.supersedes)
    touched = {key[0] for key in (*changes.expired, *changes.removed_rows)} | {r.id for r in changes.rows}
    touched |= {p[0] for p in wanted} | {p[2] for p in wanted}
    tangled = touched - view.untangled - {r.id for r in changes.rows if r.version == 1}
    gone = {*changes.expired, *changes.removed_rows}
    held = {p for p in view.successions if not ({p[0], p[2]} & tangled or {p[:2], p[2:]} & gone)}
    stale = {p for p in held if p not in wanted and {p[0], p[2]} & touched}
    run(
        "write/believe",
        namespace=view.namespace,
        now=changes.recorded_at,
        open=MAX,
        sequence=changes.sequence,
        policies=changes.policies,
        expired=[list(key) for key in changes.expired],
        rows=[row_params(view.namespace, r, edge_type) for r in changes.rows],
        said=[{"id": a.id, "fact": a.fact} for a in moved if a.live],
        tangled=sorted(tangled),
        unlinked=[list(p) for p in sorted(stale)],
        linked=[list(p) for p in sorted(wanted - held)],
    )


def row_params(namespace: str, row: Row, edge_type: EdgeType) -> dict[str, Any]:
    """A row as `write/believe` takes it: properties, labels and, believed and between entities, its typed edge."""
    believed = row.expired_at is None
    return {
        "properties": {**properties(namespace, row), "words": words(namespace, row.text)},
        "labels": ["Believed", "Unembedded"] if believed else [],
        "edges": [_edge(row.predicate, edge_type(row.predicate))]
        if believed and row.stance == "stated" and row.object
        else [],
    }


def _edge(predicate: str, kind: str) -> dict[str, Any]:
    return {"type": kind, "predicate": predicate if kind == RELATED else None}


RELATED = "RELATED"
"""The type of edges whose predicate is not registered."""
