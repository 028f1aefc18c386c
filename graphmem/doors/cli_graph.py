"""Commands that show the graph: browser, graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.doors import cli_json, cli_text
from graphmem.doors.cli_common import (
    DEFAULT_DB,
    AsJson,
    AsOf,
    Db,
    KnownAt,
    User,
    command,
    existing,
    person,
)
from graphmem.doors.cli_export import write_file
from graphmem.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from graphmem.analysis import Central, Community


def register(app: typer.Typer) -> None:
    """Adds the commands to the app."""
    command(
        app,
        "browser",
        "graphmem browser --db neo4j://localhost:7687 --user ana",
        "graphmem browser about --set name=Turin --db neo4j://localhost:7687 --user ana",
        "graphmem browser as_of --set as_of=2024-05 --db neo4j://localhost:7687 --user ana",
        "graphmem browser --list",
        "graphmem browser --save . --user ana",
    )(browser)
    command(
        app,
        "graph",
        "graphmem graph --user ana -o graph.html",
        "graphmem graph --user ana -o graph.graphml --as-of 2024-06",
        "graphmem graph --user ana --communities",
        "graphmem graph --user ana --communities -o graph.json",
    )(graph)


def browser(
    name: Annotated[str, typer.Argument(metavar="QUERY", help="A saved query, see --list.")] = "picture",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="What the query takes; may be given again."),
    ] = None,
    pages: Annotated[
        str, typer.Option("--pages", metavar="URL", help="Where Neo4j Browser is, if not beside the server.")
    ] = "",
    listed: Annotated[bool, typer.Option("--list", help="List the saved queries.")] = False,
    save: Annotated[
        str,
        typer.Option("--save", metavar="FOLDER", help="Write the style and the saved queries, to import."),
    ] = "",
    db: Db = DEFAULT_DB,
    user: Annotated[
        str,
        typer.Option(
            "--user",
            envvar="GRAPHMEM_USER",
            help="Whose memory it is: needed, save for --list.",
            show_default=False,
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """A link to Neo4j Browser, with a query about a user typed in.

    It connects to nothing itself. Drag the two files that --save writes onto Neo4j Browser: the one is how nodes
    and edges look, the other are the queries, under Local scripts.
    """
    if listed:
        _list(as_json)
    elif save:
        _save(Path(save), person(user), as_json)
    else:
        _link(name, _given(settings or ()), db, person(user), pages, as_json)


def _given(settings: Sequence[str]) -> dict[str, str]:
    """KEY=VALUE texts as a dict. Raises InvalidInput."""
    pairs = [text.partition("=") for text in settings]
    for key, sign, _ in pairs:
        if not (key and sign):
            raise InvalidInput(f"--set {key!r} must be KEY=VALUE, such as name=Turin")
    return {key: value for key, _, value in pairs}


def _list(as_json: bool) -> None:
    from graphmem.doors import browser as kit

    found = [(name, kit.query(name)) for name in kit.names()]
    if as_json:
        told = [{"name": n, "does": q.doc, "takes": sorted(q.params - {"namespace"})} for n, q in found]
        cli_json.emit({"queries": told})
    else:
        rows = [(n, q.doc, " ".join(sorted(q.params - {"namespace"}))) for n, q in found]
        cli_text.table(("query", "said", "takes"), rows)


def _save(target: Path, user: str, as_json: bool) -> None:
    from graphmem.doors import browser as kit

    if not target.is_dir():
        raise InvalidInput(f"--save {str(target)!r} is no folder")
    files = {kit.STYLE: kit.style(), kit.QUERIES: kit.favourites(user)}
    for name, content in files.items():
        write_file(str(target / name), content)
    paths = [str(target / name) for name in files]
    if as_json:
        cli_json.emit({"files": paths})
    else:
        cli_text.say("\n".join(paths))
        cli_text.note("drag each onto an open Neo4j Browser to import it")


def _link(name: str, given: dict[str, str], db: str, user: str, pages: str, as_json: bool) -> None:
    from graphmem.config import Settings
    from graphmem.doors import browser as kit

    chosen = kit.values(name, user, given)
    text = kit.filled(name, chosen)
    settings = Settings.read()
    address = kit.link(kit.Server(db, settings.neo4j_database, settings.neo4j_user), text, pages)
    if as_json:
        cli_json.emit({"query": name, "with": chosen, "link": address, "cypher": text})
    else:
        cli_text.say(address)


def graph(
    out: Annotated[
        str,
        typer.Option("-o", "--out", metavar="FILE", help="Where to: FILE.html, FILE.graphml or FILE.json."),
    ] = "",
    communities: Annotated[
        bool, typer.Option("--communities", help="Tell what belongs together, and who is central.")
    ] = False,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """What is known of a user as a graph, from any store.

    A page to look at, or a file for Gephi, Cytoscape or networkx. Only what holds, now or at a date, is in it.
    """
    if not (out or communities):
        raise InvalidInput(
            "what of the graph? Give -o FILE (.html, .graphml or .json), --communities, or both"
        )
    from graphmem import analysis

    with existing(db) as memory:
        found = analysis.to_networkx(memory, user, as_of, known_at)
    if not found.edges:
        raise NotFound(f"no facts of {user!r} hold then: there is no graph")
    groups = analysis.communities(found) if communities else []
    if out:
        write_file(out, analysis.written(found, out).encode())
    told = {"file": out or None, "entities": len(found.nodes), "facts": len(found.edges)}
    first = analysis.central(found) if communities else []
    if as_json:
        measures = {"communities": [asdict(g) for g in groups], "central": [asdict(c) for c in first]}
        cli_json.emit({**told, **(measures if communities else {})})
        return
    if out:
        cli_text.say(f"{out}: {told['entities']} nodes, {told['facts']} facts of {user}")
    if communities:
        _measured(groups, first)


def _measured(groups: Sequence[Community], first: Sequence[Central]) -> None:
    rows = [(str(g.number), g.name, str(len(g.members)), ", ".join(g.members)) for g in groups]
    cli_text.table(("community", "called", "entities", "said"), rows)
    cli_text.say()
    places = [(c.name, c.kind, str(c.facts), f"{c.between:.3f}", f"{c.rank:.3f}") for c in first]
    cli_text.table(("entity", "kind", "facts", "between", "rank"), places)
