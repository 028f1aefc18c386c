"""The analyst's kit for Neo4j Browser: the saved queries of cypher/browser/, links, files to import."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import NamedTuple
from urllib.parse import SplitResult, quote, urlencode, urlsplit

from graphmem.dates import instant
from graphmem.errors import InvalidInput
from graphmem.store.neo4j.cypher import Statement, folder, statement

DEFAULTS: Mapping[str, str | int] = {
    "name": "user",
    "relation": "",
    "fact": "",
    "as_of": "",
    "known_at": "",
    "limit": 100,
}
"""What the queries take, apart from the namespace, and the value of each that is not given: '' is now, or all."""

FIRST = "picture"
STYLE, QUERIES = "graphmem.grass", "graphmem-queries.zip"
_PORTS = {"http": 7474, "https": 7473}
_DATES = {"as_of", "known_at"}
_HOME = "neo4j"
_USED = re.compile(r"\$(\w+)")


def names() -> list[str]:
    """The saved queries, the one that a link opens if none is named first."""
    files = (file.name for file in folder().joinpath("browser").iterdir())
    found = sorted(name.removesuffix(".cypher") for name in files if name.endswith(".cypher"))
    return sorted(found, key=lambda name: name != FIRST)


def query(name: str) -> Statement:
    """A saved query. Raises InvalidInput that lists them."""
    if name not in names():
        raise InvalidInput(f"no saved query {name!r}: there are {', '.join(names())}")
    return statement(f"browser/{name}")


def values(name: str, namespace: str, given: Mapping[str, str]) -> dict[str, str | int]:
    """What a query is run with: what is given, the rest as it is in `DEFAULTS`.

    Raises InvalidInput for what the query does not take, a wrong date, or a limit that is not a whole number from 1.
    """
    takes = query(name).params - {"namespace"}
    for key, value in given.items():
        if key not in takes:
            raise InvalidInput(f"{name} takes no {key!r}: it takes {', '.join(sorted(takes))}")
        if key == "limit" and not (value.isascii() and value.isdigit() and int(value)):
            raise InvalidInput(f"limit={value!r} must be a whole number from 1")
    chosen = {key: given.get(key, DEFAULTS[key]) for key in sorted(takes)}
    for key in _DATES & given.keys():
        chosen[key] = instant(given[key], key).isoformat() if given[key] else ""
    chosen["limit"] = int(chosen["limit"])
    return {"namespace": namespace, **chosen}


def literal(value: str | int) -> str:
    """A value as it is written in Cypher, whatever is in it."""
    if isinstance(value, int):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return "'" + escaped.replace("\n", "\\n").replace("\r", "\\r") + "'"


def filled(name: str, chosen: Mapping[str, str | int]) -> str:
    """A query with its values in place of the parameters: a link can carry only one text."""
    found = query(name)
    return _USED.sub(lambda match: literal(found.given(dict(chosen))[match[1]]), found.text)


class Server(NamedTuple):
    """What a link says of the database: its address, the database's name, who signs in."""

    address: str
    database: str
    user: str


def _parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  it raises for a port that is none
    except ValueError as error:
        raise InvalidInput(f"--db {address!r} is no address: {error}") from None
    if parts.scheme.split("+")[0] not in ("neo4j", "bolt") or not parts.hostname:
        raise InvalidInput(
            f"--db {address!r} is no Neo4j, which is what Neo4j Browser shows: give neo4j://HOST:PORT; "
            "`graphmem graph -o graph.html` draws a file"
        )
    return parts


def pages(address: str) -> str:
    """Where a Neo4j serves its Browser unless it is set up otherwise."""
    parts = _parts(address)
    scheme = "https" if "+" in parts.scheme else "http"
    return f"{scheme}://{_host(parts)}:{_PORTS[scheme]}/browser/"


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    return f"[{host}]" if ":" in host else host


def link(server: Server, text: str, browser: str = "") -> str:
    """An address that opens Neo4j Browser with a query typed in and the connection filled in, but for the password.

    `browser`: where its pages are, if not where the server has them by default. Raises InvalidInput.
    """
    parts = _parts(server.address)
    where = browser or pages(server.address)
    if urlsplit(where).scheme not in ("http", "https"):
        raise InvalidInput(f"--pages {where!r} is no address of a page: give http://HOST:PORT/browser/")
    user = f"{quote(server.user, safe='')}@" if server.user else ""
    dbms = f"{parts.scheme}://{user}{_host(parts)}:{parts.port or 7687}"
    fields = {"dbms": dbms, "cmd": "edit", "arg": text}
    if server.database != _HOME:
        fields["db"] = server.database
    return f"{where}?{urlencode(fields, quote_via=quote)}"


def title(found: Statement) -> str:
    """The first clause of what a query's file says it does."""
    return re.split(r"[:.,]", found.doc)[0]


def style() -> bytes:
    """The GraSS style sheet."""
    return folder().joinpath("browser", STYLE).read_bytes()


def favourites(namespace: str) -> bytes:
    """A zip of the saved queries as Neo4j Browser imports it, with one that sets their parameters; always the same."""
    chosen = {"namespace": namespace, **DEFAULTS}
    params = ", ".join(f"{key}: {literal(value)}" for key, value in chosen.items())
    files = {"0 parameters": f":params {{{params}}}\n"}
    for name in names():
        found = query(name)
        body = found.text.split("\n", 1)[1]
        files[name] = f"// {title(found)}\n{body}\n"
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(zipfile.ZipInfo(f"graphmem/{name}.cypher"), text)
    return out.getvalue()
