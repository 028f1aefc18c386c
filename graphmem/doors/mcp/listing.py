"""A graph as the official server answers it, page by page. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.doors.mcp import pages
from graphmem.doors.mcp.graph import Edge, Graph, Node, Note
from graphmem.names import plain
from graphmem.text import terms


@dataclass(frozen=True, slots=True)
class Unit:
    """The least that a page takes: that a node is there, one of its observations, or a relation.

    `outside`: a relation to or from a node that is not asked for.
    """

    key: pages.Key
    node: Node
    note: Note | None = None
    edge: Edge | None = None
    outside: bool = False


def units(graph: Graph, nodes: Sequence[Node], ranked: bool = False) -> list[Unit]:
    """All that is told of these nodes, sorted by key: in their order if `ranked`, else as they came to be known.

    A relation follows the later of its two nodes, so that it never stands before them.
    """
    heads = {node.id: pages.place(i) if ranked else (_time(node.at), node.id) for i, node in enumerate(nodes)}
    found = [Unit((*heads[n.id], "0"), n) for n in nodes]
    for node in nodes:
        head = heads[node.id]
        found += [Unit((*head, "1", _time(note.at), note.fact), node, note=note) for note in node.notes]
    inside, outside = graph.relations(heads)
    for edge in inside:
        owner = max(edge.source, edge.target, key=lambda i: heads[i])
        key = (*heads[owner], "2", _time(edge.at), edge.fact)
        found.append(Unit(key, graph.nodes[owner], edge=edge))
    for edge in outside:
        owner = edge.source if edge.source in heads else edge.target
        key = (*heads[owner], "3", _time(edge.at), edge.fact)
        found.append(Unit(key, graph.nodes[owner], edge=edge, outside=True))
    return sorted(found, key=lambda u: u.key)


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S.%f}"


def cost(graph: Graph, unit: Unit, dates: bool) -> int:
    """Tokens of a unit in the answer, about."""
    if unit.note:
        return pages.weight(unit.note.text) + 1
    if unit.edge:
        return pages.weight(relation(graph, unit.edge, dates)) + 1
    return pages.weight(entity(unit.node, (), dates)) + 1


def answer(graph: Graph, taken: Iterable[Unit], dates: bool) -> dict[str, Any]:
    """`entities` and `relations`, as the official server has them; `outside`, if any, are relations that lead out."""
    notes: dict[str, list[str]] = {}
    nodes: dict[str, Node] = {}
    edges: dict[bool, list[dict[str, Any]]] = {False: [], True: []}
    for unit in taken:
        if unit.edge:
            edges[unit.outside].append(relation(graph, unit.edge, dates))
            continue
        nodes[unit.node.id] = unit.node
        told = notes.setdefault(unit.node.id, [])
        if unit.note:
            told.append(unit.note.text)
    found = {"entities": [entity(n, notes[i], dates) for i, n in nodes.items()], "relations": edges[False]}
    return found | ({"outside": edges[True]} if edges[True] else {})


def entity(node: Node, observations: Sequence[str], dates: bool) -> dict[str, Any]:
    told = {"name": node.shown, "entityType": node.type, "observations": list(observations)}
    times = {"createdAt": node.at.isoformat(), "updatedAt": node.changed.isoformat()}
    return told | (times if dates else {})


def relation(graph: Graph, edge: Edge, dates: bool) -> dict[str, Any]:
    source, target = graph.nodes[edge.source], graph.nodes[edge.target]
    told = {"from": source.shown, "to": target.shown, "relationType": edge.words}
    return told | ({"createdAt": edge.at.isoformat()} if dates else {})


# -- finding -------------------------------------------------------------------------------


def matching(graph: Graph, query: str, recalled: Sequence[str]) -> list[Node]:
    """The nodes that a query means, best first.

    Those that hold it as it stands, as the official server finds them; those that have half of its telling words, or
    words that begin so; and `recalled`, ids of what recall found by meaning.
    """
    whole, wanted = plain(query), [plain(t) for t in terms(query)]
    place = {identity: i for i, identity in enumerate(recalled)}
    scored = []
    for order, node in enumerate(graph.nodes.values()):
        named, told = plain(node.shown), _told(graph, node)
        holds = bool(whole) and whole in told
        covered = _covered(wanted, told) if wanted else 0.0
        if holds or covered >= 0.5 or node.id in place:
            rank = (
                named != whole,
                whole not in named,
                not holds,
                -covered,
                place.get(node.id, len(place)),
                order,
            )
            scored.append((rank, node))
    return [node for _, node in sorted(scored, key=lambda pair: pair[0])[:_MOST]]


_MOST = 200
"""Nodes that a search gives: what comes later is not what was looked for."""


def _told(graph: Graph, node: Node) -> str:
    names = (node.shown, *node.entity.aliases, node.type)
    return plain("\n".join([*names, *(n.text for n in node.notes)]))


def _covered(wanted: Sequence[str], told: str) -> float:
    """The share of the words that are there, or begin one that is."""
    return sum(_there(word, told) for word in wanted) / len(wanted)


def _there(word: str, told: str) -> bool:
    """A Chinese word anywhere; another one at the beginning of a word, and whole if it is short."""
    if word not in told or not word.isascii():
        return word in told
    end = "" if len(word) >= 3 else "(?![a-z0-9])"
    return re.search(f"(?<![a-z0-9]){re.escape(word)}{end}", told) is not None
