"""Facts → a networkx graph: entities as nodes, facts as edges."""

from __future__ import annotations

from datetime import datetime
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from graphmem.dates import When, instant, shown
from graphmem.errors import Unsupported
from graphmem.model import Entity, Fact

if TYPE_CHECKING:
    from networkx import MultiDiGraph

LITERAL = "literal"
"""The kind of a node that is no entity but a value, such as a birthday."""


class Facts(Protocol):
    """What is needed of a memory."""

    def facts(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        *,
        user: str,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Fact]: ...


def networkx() -> ModuleType:
    """The package. Raises Unsupported, naming the extra."""
    try:
        import networkx as found
    except ImportError as error:
        raise Unsupported(
            f"graphs need a package that is not installed ({error.name}): pip install 'graphmem[analysis]'"
        ) from error
    package: ModuleType = found
    return package


def to_networkx(
    memory: Facts, user: str, as_of: When | None = None, known_at: When | None = None
) -> MultiDiGraph:
    """What holds at `as_of` (now if left out), as best known or as known at `known_at`.

    A node is an entity, by id: `name`, `kind`, `aliases` (joined by "; "), `person` (it is the user). A value that is
    no entity is a node of its own for each fact, of kind "literal". An edge is a fact, its key the fact's id:
    `fact`, `predicate`, `text`, `valid_at`, `invalid_at`, `recorded_at` (ISO texts in UTC, '' where open), `since`,
    `until` (as they were given, such as 2024-05), `origin` (explicit or inferred), `confidence`, `stale`, `sensitive`.
    All values are texts, numbers or booleans, so that networkx can write them to any format. The graph itself has
    `user`, `as_of` and `known_at`. Raises InvalidInput for a blank user or a wrong date, Unsupported without networkx.
    """
    nx = networkx()
    found = memory.facts(user=user, as_of=as_of, known_at=known_at)
    graph = nx.MultiDiGraph(user=user, as_of=_point(as_of, "as_of"), known_at=_point(known_at, "known_at"))
    ends = {e.id: e for f in found for e in (f.subject, f.object) if isinstance(e, Entity)}
    for entity in sorted(ends.values(), key=lambda e: (e.name, e.id)):
        graph.add_node(entity.id, **_node(entity))
    for fact in sorted(found, key=lambda f: (f.predicate, f.text, f.id)):
        graph.add_edge(fact.subject.id, _object(graph, fact), key=fact.id, **_edge(fact))
    return graph


def _point(at: When | None, name: str) -> str:
    return "" if at is None else iso(instant(at, name))


def iso(at: datetime | None) -> str:
    """An instant as text; '' for none."""
    return "" if at is None else at.isoformat()


def _node(entity: Entity) -> dict[str, Any]:
    aliases = "; ".join(a for a in entity.aliases if a != entity.name)
    return {"name": entity.name, "kind": entity.kind, "aliases": aliases, "person": entity.person}


def _object(graph: MultiDiGraph, fact: Fact) -> str:
    """The id of the fact's object; a literal becomes a node."""
    if isinstance(fact.object, Entity):
        return fact.object.id
    identity = f"{LITERAL}-{fact.id}"
    graph.add_node(identity, name=fact.object, kind=LITERAL, aliases="", person=False)
    return identity


def _edge(fact: Fact) -> dict[str, Any]:
    return {
        "fact": fact.id,
        "predicate": fact.predicate,
        "text": fact.text,
        "valid_at": iso(fact.valid_at),
        "invalid_at": iso(fact.invalid_at),
        "recorded_at": iso(fact.recorded_at),
        "since": shown(fact.valid_at, fact.valid_precision, fact.valid_offset),
        "until": shown(fact.invalid_at, fact.invalid_precision, fact.invalid_offset),
        "origin": fact.source,
        "confidence": float(fact.confidence),
        "stale": fact.stale,
        "sensitive": fact.sensitive,
    }
