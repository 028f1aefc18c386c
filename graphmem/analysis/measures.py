"""Who is central, and what belongs together: told with names. Values that are no entities are left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphmem.analysis.graph import LITERAL, networkx
from graphmem.errors import InvalidInput

if TYPE_CHECKING:
    from networkx import Graph, MultiDiGraph

_EXACT = 500
"""Up to so many entities, betweenness is exact; beyond, it is estimated from so many of them."""
_NAMED = 3
_DAMPING, _ROUNDS, _ENOUGH = 0.85, 100, 1e-10


@dataclass(frozen=True, slots=True)
class Central:
    """An entity's place in the graph.

    `facts`: how many it is in. `between`: the share of shortest paths between two others that lead through it, 0 to 1.
    `rank`: its PageRank along the facts, from subject to object; those of all entities add up to 1.
    """

    id: str
    name: str
    kind: str
    facts: int
    between: float
    rank: float


@dataclass(frozen=True, slots=True)
class Community:
    """Entities with more facts among them than to others.

    `name`: its best connected members. `members`: all their names, best connected first; `ids` likewise.
    """

    number: int
    name: str
    members: tuple[str, ...]
    ids: tuple[str, ...]


def _entities(graph: MultiDiGraph) -> MultiDiGraph:
    return graph.subgraph([n for n, kind in graph.nodes(data="kind") if kind != LITERAL])


def _ties(graph: MultiDiGraph) -> Graph:
    """One undirected edge between two entities, as heavy as there are facts between them; in a fixed order."""
    ties = networkx().Graph()
    ties.add_nodes_from(sorted(graph.nodes))
    for one, other in sorted(tuple(sorted(pair)) for pair in graph.edges()):
        if one != other:
            weight = ties[one][other]["weight"] + 1 if ties.has_edge(one, other) else 1
            ties.add_edge(one, other, weight=weight)
    return ties


def communities(graph: MultiDiGraph) -> list[Community]:
    """By Louvain's method, largest first; the same for the same graph. Each node gets its `community`, from 1."""
    ties = _ties(_entities(graph))
    found = networkx().community.louvain_communities(ties, weight="weight", seed=1) if ties.nodes else []
    names = graph.nodes(data="name")

    def by_facts(node: str) -> tuple[int, str, str]:
        return -graph.degree(node), names[node], node

    groups = sorted((sorted(group, key=by_facts) for group in found), key=lambda g: (-len(g), by_facts(g[0])))
    told = []
    for number, group in enumerate(groups, 1):
        for node in group:
            graph.nodes[node]["community"] = number
        members = tuple(names[node] for node in group)
        told.append(Community(number, ", ".join(members[:_NAMED]), members, tuple(group)))
    return told


def central(graph: MultiDiGraph, limit: int = 10) -> list[Central]:
    """The entities with most facts first, then by PageRank. Raises InvalidInput for a limit below 1."""
    if limit < 1:
        raise InvalidInput(f"limit={limit!r} must be at least 1")
    nx = networkx()
    entities = _entities(graph)
    if not entities.nodes:
        return []
    sample = None if len(entities) <= _EXACT else _EXACT
    between = nx.betweenness_centrality(_ties(entities), k=sample, seed=1)
    rank = _pagerank(entities)
    told = [
        Central(n, data["name"], data["kind"], graph.degree(n), round(between[n], 4), round(rank[n], 4))
        for n, data in entities.nodes(data=True)
    ]
    return sorted(told, key=lambda c: (-c.facts, -c.rank, c.name, c.id))[:limit]


def _pagerank(graph: MultiDiGraph) -> dict[str, float]:
    """By power iteration: networkx's own needs SciPy."""
    import numpy as np

    nodes = sorted(graph.nodes)
    place = {node: i for i, node in enumerate(nodes)}
    edges = np.array([(place[s], place[o]) for s, o in graph.edges()], dtype=np.int64).reshape(-1, 2)
    out = np.bincount(edges[:, 0], minlength=len(nodes))
    share = np.divide(1.0, out, out=np.zeros(len(nodes)), where=out > 0)
    rank = np.full(len(nodes), 1 / len(nodes))
    for _ in range(_ROUNDS):
        along = np.bincount(edges[:, 1], weights=(rank * share)[edges[:, 0]], minlength=len(nodes))
        stuck = rank[out == 0].sum()
        following = _DAMPING * (along + stuck / len(nodes)) + (1 - _DAMPING) / len(nodes)
        moved = float(np.abs(following - rank).sum())
        rank = following
        if moved < _ENOUGH:
            break
    return dict(zip(nodes, rank.tolist(), strict=True))
