"""Facts → a drawing of names and relations: networkx finds what hangs on what, rows keep names apart. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.doors.page.shape import Shaper
from graphmem.model import Entity, Fact

MOST = 60
"""How many relations are drawn; a table has them all."""
_ROW, _PAD, _GAP = 46.0, 12.0, 44.0
_LETTER, _SMALL = 8.2, 6.9
"""Width of a Latin letter in a name and in a relation, in units; a Chinese one is twice as wide."""
_LONGEST = 30
_BEND = 10.0
_LANE = 12.0
"""Between the lines that run beside each other."""


@dataclass(frozen=True, slots=True)
class Node:
    """A name in a box. `id` is an entity's, '' for a literal; `x`, `y`: its left end and middle."""

    id: str
    label: str
    full: str
    x: float
    y: float
    width: float
    person: bool
    centre: bool


@dataclass(frozen=True, slots=True)
class Edge:
    """A line with the relations it stands for; an arrow in the label tells the direction."""

    path: str
    label: str
    full: str
    x: float
    y: float
    unsure: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing `width` × `height`; `left_out`: how many relations are not in it."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: float
    height: float
    centre: str
    drawn: int
    left_out: int


def picture(facts: Sequence[Fact], centre: str, shaper: Shaper, most: int = MOST) -> Picture:
    """Draws the relations nearest to the entity with the id `centre`, or else to what has the most of them."""
    import networkx

    whole: Any = networkx.MultiGraph()
    for fact in facts:
        whole.add_edge(fact.subject.id, _target(fact), fact=fact)
    start = centre if centre in whole else _busiest(whole)
    near = networkx.single_source_shortest_path_length(whole, start) if start else {}
    order = sorted(
        (f for f in facts if f.subject.id in near),
        key=lambda f: (min(near[f.subject.id], near[_target(f)]), f.predicate, shaper.name(f.object), f.id),
    )
    return _drawn(order[:most], start, shaper, len(facts))


def _target(fact: Fact) -> str:
    """A node of its own for each literal: two people of the age 30 are not linked by it."""
    return fact.object.id if isinstance(fact.object, Entity) else f"literal {fact.id}"


def _busiest(graph: Any) -> str:
    return max(graph, key=lambda n: (graph.degree(n), n), default="")


def _drawn(facts: Sequence[Fact], start: str, shaper: Shaper, count: int) -> Picture:
    import networkx

    graph: Any = networkx.Graph()
    between: dict[frozenset[str], list[Fact]] = {}
    things: dict[str, Entity | str] = {}
    for fact in facts:
        a, b = fact.subject.id, _target(fact)
        things |= {a: fact.subject, b: fact.object}
        if a != b:
            graph.add_edge(a, b)
            between.setdefault(frozenset((a, b)), []).append(fact)
    if start not in graph:
        return Picture((), (), 0, 0, "", 0, count)
    tree = networkx.bfs_tree(graph, start)
    depth = networkx.single_source_shortest_path_length(graph, start)
    rows = _rows(tree, start)
    pairs = []
    for pair, told in between.items():
        a, b = sorted(pair, key=lambda n: (depth[n], rows[n]))
        pairs.append(_Pair(a, b, tuple(told)))
    hanging = {p: tree.has_edge(p.a, p.b) for p in pairs}
    names = {n: shaper.name(things[n]) for n in graph}
    columns = _columns(names, depth, hanging, shaper)
    nodes = {
        n: Node(
            id="" if isinstance(things[n], str) else n,
            label=_short(names[n]),
            full=names[n],
            x=columns[depth[n]].left,
            y=_ROW * (rows[n] + 0.5) + 8,
            width=_box(names[n]),
            person=getattr(things[n], "person", False) is True,
            centre=n == start,
        )
        for n in graph
    }
    edges = [_hanging(nodes[p.a], nodes[p.b], p, shaper) for p, hangs in hanging.items() if hangs]
    taken: set[tuple[int, int]] = set()
    lanes = dict.fromkeys(range(len(columns)), 0)
    for crossing in (p for p, hangs in hanging.items() if not hangs):
        at = depth[crossing.a]
        lane = columns[at].right + 20 + _LANE * lanes[at]
        lanes[at] += 1
        boundary = _free(taken, at, round((rows[crossing.a] + rows[crossing.b] + 1) / 2))
        edges.append(
            _across(nodes[crossing.a], nodes[crossing.b], lane, _ROW * boundary + 12, crossing, shaper)
        )
    return Picture(
        nodes=tuple(nodes.values()),
        edges=tuple(edges),
        width=columns[-1].next_left,
        height=max(max(n.y for n in nodes.values()) + _ROW / 2, max(e.y for e in edges)) + 8,
        centre=names[start],
        drawn=len(facts),
        left_out=count - len(facts),
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two names that facts link, the one nearer to the start first."""

    a: str
    b: str
    told: tuple[Fact, ...]

    @property
    def unsure(self) -> bool:
        return all(f.stale or f.source == "inferred" for f in self.told)

    def label(self, shaper: Shaper) -> str:
        """ "lives in →", with the arrow to the left where a fact runs from the second name to the first."""
        words = [
            f"{shaper.relation(f)} →" if f.subject.id == self.a else f"← {shaper.relation(f)}"
            for f in self.told
        ]
        return ", ".join(dict.fromkeys(words))


@dataclass(frozen=True, slots=True)
class _Column:
    """Names under each other; `right`: where the widest ends, `next_left`: where the next column begins."""

    left: float
    right: float
    next_left: float


def _free(taken: set[tuple[int, int]], column: int, boundary: int) -> int:
    """The boundary between two rows that is nearest below and has no label yet; it is taken then."""
    while (column, boundary) in taken:
        boundary += 1
    taken.add((column, boundary))
    return boundary


def _rows(tree: Any, start: str) -> dict[str, float]:
    """Each leaf has a row; what branches stands in the middle of its branches, the start beside the first of them."""
    import networkx

    rows: dict[str, float] = {}
    leaf = 0
    for node in networkx.dfs_postorder_nodes(tree, start):
        branches = list(tree.successors(node))
        if branches:
            rows[node] = (rows[branches[0]] + rows[branches[-1]]) / 2
        else:
            rows[node], leaf = float(leaf), leaf + 1
    rows[start] = min(rows.values())
    return rows


def _columns(
    names: dict[str, str], depth: dict[str, int], hanging: dict[_Pair, bool], shaper: Shaper
) -> list[_Column]:
    """Columns with room between them: for the lanes of lines across, their labels, and those of the tree."""
    found: list[_Column] = []
    left = 8.0
    for at in range(max(depth.values()) + 1):
        right = left + max(_box(names[n]) for n in names if depth[n] == at)
        here = {p: _width(_short(p.label(shaper)), _SMALL) for p in hanging if depth[p.a] == at}
        across = [width for p, width in here.items() if not hanging[p]]
        down = [width for p, width in here.items() if hanging[p]]
        lanes = 20 + _LANE * len(across) + max(across) if across else 0.0
        room = lanes + (_GAP + max(down) + 16 if down else 16.0)
        found.append(_Column(left, right, right + room))
        left = right + room
    return found


def _hanging(a: Node, b: Node, pair: _Pair, shaper: Shaper) -> Edge:
    """Along the tree: from the name on the left to the row of the other, with the label above it.

    From the centre all go down one trunk, so that none runs through the label of another; from others in a curve.
    """
    label = pair.label(shaper)
    x, y, end = a.x + a.width, a.y, b.x
    straight = end - _width(_short(label), _SMALL) - 14
    if a.centre:
        path = _down(x, y, b.y) + f"H{end:.0f}"
    else:
        path = f"M{x:.0f} {y:.0f}C{x + 26:.0f} {y:.0f} {straight - 26:.0f} {b.y:.0f} {straight:.0f} {b.y:.0f}H{end:.0f}"
    return Edge(path, _short(label), label, straight + 4, b.y - 5, pair.unsure)


def _down(x: float, y: float, to: float) -> str:
    """Out to the trunk and down it to a row that is not above."""
    if to - y < 2 * _BEND:
        return f"M{x:.0f} {to:.0f}"
    trunk = x + 2 * _BEND
    return (
        f"M{x:.0f} {y:.0f}H{trunk - _BEND:.0f}Q{trunk:.0f} {y:.0f} {trunk:.0f} {y + _BEND:.0f}"
        f"V{to - _BEND:.0f}Q{trunk:.0f} {to:.0f} {trunk + _BEND:.0f} {to:.0f}"
    )


def _across(a: Node, b: Node, lane: float, label_y: float, pair: _Pair, shaper: Shaper) -> Edge:
    """Beside the tree: out to a lane of its own that no name reaches, along it, and in to the other."""
    label = pair.label(shaper)
    down = 1 if b.y > a.y else -1
    near = b.x + b.width if a.x == b.x else b.x
    turn = lane - 10 if near < lane else lane + 10
    path = (
        f"M{a.x + a.width:.0f} {a.y:.0f}H{lane - 10:.0f}Q{lane:.0f} {a.y:.0f} {lane:.0f} {a.y + 10 * down:.0f}"
        f"V{b.y - 10 * down:.0f}Q{lane:.0f} {b.y:.0f} {turn:.0f} {b.y:.0f}H{near:.0f}"
    )
    return Edge(path, _short(label), label, lane + 5, label_y, pair.unsure)


def _box(name: str) -> float:
    return _width(_short(name), _LETTER) + 2 * _PAD


def _short(text: str) -> str:
    """At most as wide as 30 Latin letters."""
    flat = " ".join(text.split())
    if _units(flat) <= _LONGEST:
        return flat
    kept = ""
    for letter in flat:
        if _units(kept + letter) > _LONGEST - 1:
            break
        kept += letter
    return kept.rstrip() + "…"


def _units(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _width(text: str, letter: float) -> float:
    return _units(text) * letter
