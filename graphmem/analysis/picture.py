"""The picture of a graph: an SVG laid out by networkx, readable without colour and by keyboard."""

from __future__ import annotations

from heapq import heappop, heappush
from html import escape
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

from graphmem.analysis.graph import LITERAL, networkx
from graphmem.names import has_cjk

if TYPE_CHECKING:
    from networkx import MultiDiGraph

MOST = 150
"""Nodes in the picture at most: more cannot be told apart, and 500 would need SciPy."""

_RADIUS, _MARGIN, _ROOM = 22, 90, 120
_WIDE, _ROUNDS = 1.5, 100
"""Labels are wide: nodes are kept so many times further apart across than down."""
_NAME, _RELATION, _STACK = 22, 40, 3
"""Longest name and relation in the picture, in columns (a Chinese character takes two), and relations on one edge."""

Point = tuple[float, float]

_SIDES = {"person": 0, "place": 4, "organization": 6, "project": 3}
_OTHER = 8
"""Corners of a kind's shape; 0 is a circle."""

LEGEND = (
    "Circle: person. Square: place. Hexagon: organization. Triangle: project. Octagon: anything else. "
    "Dashed box: a value. An arrow goes from subject to object and says the relation and since when; dashed: to be "
    "confirmed. Tab goes from node to node, Enter to what is known of it."
)

STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --line: #595959; --fill: #eaf3fa; --mark: #0a58ca; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee; --paper: #16181c; --line: #b5b5b5; --fill: #22384a; --mark: #8ab8ff; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 1rem auto;
  max-width: 75rem; padding: 0 1rem; }
a { color: var(--mark); }
.skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
.frame { overflow: auto; border: 1px solid var(--line); }
:focus-visible, :target { outline: 3px solid var(--mark); outline-offset: 2px; }
svg { display: block; margin: auto; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); text-anchor: middle; paint-order: stroke;
  stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
svg .relation { font-size: 11px; fill: var(--ink); }
svg .shape { fill: var(--fill); stroke: var(--ink); stroke-width: 2; }
svg .value { stroke-dasharray: 4 3; fill: var(--paper); }
svg .edge { stroke: var(--line); stroke-width: 1.5; fill: none; marker-end: url(#arrow); }
svg .stale { stroke-dasharray: 6 4; }
svg marker path { fill: var(--line); }
svg a:focus .shape, svg a:hover .shape, svg a:target .shape { stroke: var(--mark); stroke-width: 5; }
.entity { border-top: 1px solid var(--line); } .entity h3 { margin: .5rem 0 0; } .entity p { margin: 0; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem; border-bottom: 1px solid var(--line); }
"""


def picture(graph: MultiDiGraph) -> tuple[set[str], str]:
    """(the nodes that are in it, the SVG): the same for the same graph."""
    order = _chosen(graph)
    drawn = graph.subgraph(order)
    places, width, height = _places(drawn, sorted(order))
    pairs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for subject, object, data in sorted(drawn.edges(data=True), key=lambda e: (e[0], e[1], e[2]["fact"])):
        pairs.setdefault((subject, object), []).append(data)
    edges = "\n".join(_edge(places[s], places[o], (o, s) in pairs, facts) for (s, o), facts in pairs.items())
    nodes = "\n".join(_node(drawn, n, places[n]) for n in order)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="group" aria-label="Entities and the facts between them">\n'
        '<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
        f'orient="auto"><path d="M0 0L10 5L0 10z"/></marker></defs>\n<g aria-hidden="true">\n{edges}\n</g>\n'
        f"{nodes}\n</svg>"
    )
    return set(order), svg


def _chosen(graph: MultiDiGraph) -> list[str]:
    """Up to `MOST` nodes: from the most connected on, always the most connected of those next to one that is in."""
    starts = sorted((-graph.degree(n), n) for n in graph.nodes)
    chosen: dict[str, None] = {}
    for start in starts:
        border = [start]
        while border and len(chosen) < MOST:
            _, node = heappop(border)
            if node not in chosen:
                chosen[node] = None
                near = {*graph.successors(node), *graph.predecessors(node)} - chosen.keys()
                for other in near:
                    heappush(border, (-graph.degree(other), other))
    return list(chosen)


def _places(graph: MultiDiGraph, order: list[str]) -> tuple[dict[str, Point], float, float]:
    """Where each node is, and the picture's size, in pixels."""
    import numpy as np

    nx = networkx()
    ties = nx.Graph()
    ties.add_nodes_from(order)
    ties.add_edges_from(sorted(tuple(sorted(pair)) for pair in graph.edges()))
    found = nx.spring_layout(ties, k=3 / sqrt(len(order) or 1), seed=3, iterations=200, method="force")
    at = np.array([found[n] for n in order]).reshape(-1, 2) * (
        _ROOM * sqrt(len(order)),
        _ROOM * sqrt(len(order)) / _WIDE,
    )
    for _ in range(_ROUNDS):  # move those apart that are too near for their labels
        between = (at[:, None] - at[None, :]) / (_WIDE, 1)
        far = np.maximum(np.hypot(between[..., 0], between[..., 1]), 1e-6)
        push = np.clip(_ROOM - far, 0, None) / far
        np.fill_diagonal(push, 0)
        at += 0.3 * (push[..., None] * between).sum(axis=1) * (_WIDE, 1)
    at += _MARGIN - (at.min(axis=0) if order else 0)
    width, height = (at.max(axis=0) + _MARGIN).tolist() if order else (2 * _MARGIN, 2 * _MARGIN)
    return {n: (float(x), float(y)) for n, (x, y) in zip(order, at, strict=True)}, width, height


def clipped(text: str, columns: int) -> str:
    """At most so many columns, with … where something is left out."""
    used = 0
    for i, character in enumerate(text):
        used += 2 if has_cjk(character) else 1
        if used > columns:
            return text[:i].rstrip() + "…"
    return text


def _node(graph: MultiDiGraph, node: str, at: Point) -> str:
    data = graph.nodes[node]
    x, y = at
    label = escape(clipped(data["name"], _NAME))
    if data["kind"] == LITERAL:
        wide = 12 + 7 * sum(2 if has_cjk(c) else 1 for c in clipped(data["name"], _NAME))
        box = f'x="{x - wide / 2:.1f}" y="{y - 13:.1f}" width="{wide}" height="26"'
        text = f'<text x="{x:.1f}" y="{y + 4.5:.1f}">{label}</text>'
        return f'<g id="n-{escape(node)}"><rect class="shape value" rx="6" {box}/>{text}</g>'
    told = f"{data['name']}{', ' + data['kind'] if data['kind'] else ''}, facts: {graph.degree(node)}"
    return (
        f'<a id="n-{escape(node)}" href="#e-{escape(node)}" aria-label="{escape(told)}"><title>{escape(told)}</title>'
        f'{_shape(data["kind"], at)}<text x="{x:.1f}" y="{y + _RADIUS + 15:.1f}">{label}</text></a>'
    )


def _shape(kind: str, at: Point) -> str:
    x, y = at
    corners = _SIDES.get(kind, _OTHER)
    if not corners:
        return f'<circle class="shape" cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS}"/>'
    start = -pi / 2 + (pi / 4 if corners == 4 else pi / 8 if corners == _OTHER else 0)
    turns = [start + 2 * pi * i / corners for i in range(corners)]
    points = " ".join(f"{x + _RADIUS * cos(t):.1f},{y + _RADIUS * sin(t):.1f}" for t in turns)
    return f'<polygon class="shape" points="{points}"/>'


def _edge(start: Point, end: Point, both_ways: bool, facts: list[dict[str, Any]]) -> str:
    """One arrow for all facts from one node to another, with up to three relations on it."""
    stale = " stale" if all(f["stale"] for f in facts) else ""
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y)
    if length < 1:
        top = y - _RADIUS
        path = f"M{x - 8:.1f} {top:.1f}C{x - 45:.1f} {top - 60:.1f} {x + 45:.1f} {top - 60:.1f} {x + 8:.1f} {top:.1f}"
        return f'<path class="edge{stale}" d="{path}"/>{_relations(x, top - 48, facts)}'
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    bend = 30 if both_ways else 0
    middle = (x + to_x) / 2 - along_y * bend, (y + to_y) / 2 + along_x * bend
    gap = min(_RADIUS + 4, length / 3)
    path = (
        f"M{x + along_x * gap:.1f} {y + along_y * gap:.1f}Q{middle[0]:.1f} {middle[1]:.1f} "
        f"{to_x - along_x * gap:.1f} {to_y - along_y * gap:.1f}"
    )
    lower = bend / 2
    return f'<path class="edge{stale}" d="{path}"/>' + _relations(
        middle[0] + along_y * lower, middle[1] - along_x * lower, facts
    )


def _relations(x: float, y: float, facts: list[dict[str, Any]]) -> str:
    lines = [f"{f['predicate'].replace('_', ' ')} {f['since']}".strip() for f in facts]
    if len(lines) > _STACK:
        lines = [*lines[: _STACK - 1], f"and {len(lines) - _STACK + 1} more"]
    first = y - 6.5 * (len(lines) - 1)
    texts = (
        f'<text class="relation" x="{x:.1f}" y="{first + 13 * i:.1f}">{escape(clipped(line, _RELATION))}</text>'
        for i, line in enumerate(lines)
    )
    return "".join(texts)
