"""A graph as a file: GraphML, JSON or one HTML page, by the name's ending."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from graphmem.analysis.graph import networkx
from graphmem.analysis.page import page
from graphmem.errors import InvalidInput

if TYPE_CHECKING:
    from networkx import MultiDiGraph

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def graphml(graph: MultiDiGraph) -> str:
    """As Gephi, yEd and Cytoscape read it. What XML cannot hold, such as a control character, becomes �."""
    nx = networkx()
    plain = nx.MultiDiGraph(**_xml(graph.graph))
    plain.add_nodes_from((n, _xml(data)) for n, data in graph.nodes(data=True))
    plain.add_edges_from((s, o, key, _xml(data)) for s, o, key, data in graph.edges(keys=True, data=True))
    out = BytesIO()
    nx.write_graphml_xml(plain, out)
    return out.getvalue().decode() + "\n"


def _xml(values: Mapping[str, Any]) -> dict[str, Any]:
    return {k: _NOT_XML.sub("�", v) if isinstance(v, str) else v for k, v in values.items()}


def node_link(graph: MultiDiGraph) -> str:
    """networkx's node-link JSON: `networkx.node_link_graph(json.load(file), edges="edges")` reads it back."""
    data = networkx().node_link_data(graph, edges="edges")
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "replace").decode() + "\n"


FORMATS: Mapping[str, Callable[[MultiDiGraph], str]] = {
    ".html": page,
    ".graphml": graphml,
    ".json": node_link,
}
"""A file name's ending → the text of such a file."""


def written(graph: MultiDiGraph, name: str) -> str:
    """The graph as the text of a file of that name. Raises InvalidInput for an ending that is not one of `FORMATS`."""
    ending = PurePath(name).suffix.lower()
    if ending not in FORMATS:
        raise InvalidInput(f"{name!r} must end in one of {', '.join(FORMATS)}: that says what is written")
    return FORMATS[ending](graph)
