"""Relations' policies as `:Predicate` nodes, which an operator may read and edit.

A published node carries `synced`, the hash of the settings it was published with. Without it, or when
the settings no longer match it, the node is the operator's: it is obeyed, and never overwritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from graphmem.model import Predicate, digest
from graphmem.registry import define
from graphmem.store.neo4j.apply import RELATED

_SETTINGS = ("cardinality", "opposes", "per_category", "fixed", "object", "kind", "theme", "sensitive")
_WORDS = "words_"
_TAKEN = {
    RELATED,
    "MENTIONS",
    "NAMES",
    "HAS_TURN",
    "EVIDENCE_FOR",
    "SUPPORTS",
    "SUBJECT_OF",
    "OBJECT",
    "SUPERSEDES",
    "DEPENDS_ON",
    "MERGED_INTO",
}


def edge_type(predicate: str, registered: Iterable[str]) -> str:
    """`lives_in` → LIVES_IN; RELATED for one that is not registered, or whose name the store's own edges have."""
    name = predicate.upper()
    return name if predicate in registered and name not in _TAKEN else RELATED


def node(predicate: Predicate) -> dict[str, Any]:
    """A policy as a node's properties: a text a language for its words (`words_en`)."""
    settings = {k: v for k, v in asdict(predicate).items() if k in _SETTINGS}
    spoken = {_WORDS + language: text for language, text in sorted(predicate.words.items())}
    return {"name": predicate.name, **settings, **spoken}


def published(predicate: Predicate) -> dict[str, Any]:
    made = node(predicate)
    return {**made, "synced": fingerprint(made)}


def fingerprint(properties: Mapping[str, Any]) -> str:
    """Changes with any setting of a node; properties that are no settings do not count."""
    kept = {k: v for k, v in properties.items() if k == "name" or k in _SETTINGS or k.startswith(_WORDS)}
    return digest("predicate", *(f"{k}={v!r}" for k, v in sorted(kept.items())))


def is_operators(properties: Mapping[str, Any]) -> bool:
    return bool(properties.get("synced") != fingerprint(properties))


def read(properties: Mapping[str, Any]) -> Predicate:
    """The policy of a node; what it lacks keeps its default. Raises InvalidInput for a setting that cannot be."""
    settings = {k: properties[k] for k in _SETTINGS if properties.get(k) is not None}
    words = {k.removeprefix(_WORDS): v for k, v in properties.items() if k.startswith(_WORDS)}
    return define(properties["name"], {**settings, "words": words})


def difference(
    held: Sequence[Mapping[str, Any]], wanted: Iterable[Predicate]
) -> tuple[list[dict[str, Any]], list[str]]:
    """(nodes to write, names to drop) so that what is published is what is wanted; the operator's own stay."""
    theirs = {n["name"] for n in held if is_operators(n)}
    stands = {n["name"]: dict(n) for n in held}
    made = {p.name: published(p) for p in wanted if p.name not in theirs}
    changed = [n for name, n in made.items() if stands.get(name) != n]
    return changed, sorted(stands.keys() - made.keys() - theirs)
