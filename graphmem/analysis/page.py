"""A graph as one HTML page without scripts: a picture, what is known of each entity, and a table of all facts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from graphmem.analysis.picture import LEGEND, MOST, STYLE, picture
from graphmem.names import has_cjk

if TYPE_CHECKING:
    from networkx import MultiDiGraph

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<a class="skip" href="#facts">To the table of all facts</a>
<h1>{title}</h1>
<p>{summary}</p>
<nav aria-label="On this page"><a href="#picture">Picture</a> · <a href="#entities">Entities</a> · \
<a href="#facts">All facts</a></nav>
<h2 id="picture">Picture</h2>
<p>{legend} {shown}</p>
<div class="frame" role="region" tabindex="0" aria-label="Picture; scroll with the arrow keys">
{picture}
</div>
<h2 id="entities">Entities</h2>
{entities}
<h2 id="facts">All facts</h2>
{table}
</body>
</html>
"""


def page(graph: MultiDiGraph) -> str:
    """The page's text. It asks no other host for anything and runs no script; names and texts are escaped.

    A node of the picture leads to what is known of it, and back. The picture shows the most connected, up to 150.
    """
    entities = [n for n in graph.nodes if graph.nodes[n]["kind"] != "literal"]
    facts = sorted(graph.edges(data=True), key=lambda e: (e[2]["predicate"], e[2]["text"], e[2]["fact"]))
    drawn, svg = picture(graph)
    left_out = len(graph.nodes) - len(drawn)
    shown = (
        f"It shows the {MOST} most connected of {len(graph.nodes)} nodes; the rest is below."
        if left_out
        else ""
    )
    return _PAGE.format(
        title=escape(f"What is known of {graph.graph['user']}"),
        style=STYLE,
        summary=_summary(graph, len(entities)),
        legend=LEGEND,
        shown=shown,
        picture=svg,
        entities="\n".join(_card(graph, n, n in drawn) for n in sorted(entities, key=_order(graph))),
        table=_table(graph, facts),
    )


def _summary(graph: MultiDiGraph, entities: int) -> str:
    at, known = graph.graph["as_of"], graph.graph["known_at"]
    when = f"as of {at[:10]}" if at else "now"
    when += f", as known on {known[:10]}" if known else ""
    return escape(f"{entities} entities and {len(graph.edges)} facts, {when}.")


def _order(graph: MultiDiGraph) -> Any:
    return lambda n: (-graph.degree(n), graph.nodes[n]["name"], n)


def said(text: str) -> str:
    """A text for HTML, marked where it is Chinese so that it is read aloud as such."""
    return f'<span lang="zh">{escape(text)}</span>' if has_cjk(text) else escape(text)


def _card(graph: MultiDiGraph, node: str, drawn: bool) -> str:
    data = graph.nodes[node]
    touching = [*graph.out_edges(node, data=True), *graph.in_edges(node, data=True)]
    seen = {d["fact"]: d for _, _, d in touching}
    lines = "".join(f"<li>{said(d['text'])}{_span(d)}</li>" for d in seen.values())
    about = [data["kind"], data["aliases"] and f"also {data['aliases']}"]
    about += [f"community {data['community']}"] if "community" in data else []
    told = said(", ".join(part for part in about if part))
    back = f' <a href="#n-{escape(node)}">in the picture</a>' if drawn else ""
    return (
        f'<section id="e-{escape(node)}" class="entity"><h3>{said(data["name"])}</h3>'
        f"<p>{told}{back}</p><ul>{lines}</ul></section>"
    )


def _span(edge: dict[str, Any]) -> str:
    parts = [
        f"since {edge['since']}" if edge["since"] else "",
        f"until {edge['until']}" if edge["until"] else "",
    ]
    parts.append("to be confirmed" if edge["stale"] else "")
    told = ", ".join(part for part in parts if part)
    return f" <small>({escape(told)})</small>" if told else ""


_COLUMNS = ("Subject", "Relation", "Object", "Fact", "Since", "Until", "Note", "Id")


def _table(graph: MultiDiGraph, facts: Iterable[tuple[str, str, dict[str, Any]]]) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in _COLUMNS)
    rows = "\n".join(_row(graph, *fact) for fact in facts)
    return (
        '<div class="frame" role="region" tabindex="0" aria-label="Table of all facts"><table>\n'
        f"<caption>Every fact of the picture, as text</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody></table></div>"
    )


def _row(graph: MultiDiGraph, subject: str, object: str, edge: dict[str, Any]) -> str:
    notes = [
        edge["origin"] if edge["origin"] != "explicit" else "",
        "to be confirmed" if edge["stale"] else "",
    ]
    notes.append("sensitive" if edge["sensitive"] else "")
    cells = [
        edge["predicate"].replace("_", " "),
        graph.nodes[object]["name"],
        edge["text"],
        edge["since"],
        edge["until"],
        ", ".join(note for note in notes if note),
        edge["fact"][:8],
    ]
    name = said(graph.nodes[subject]["name"])
    return f'<tr><th scope="row">{name}</th>' + "".join(f"<td>{said(c)}</td>" for c in cells) + "</tr>"
