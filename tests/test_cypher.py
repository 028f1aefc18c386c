"""The Cypher files: their headers, their use, and what a real server says of each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem.embed import HashEmbedder
from graphmem.errors import InvalidInput
from graphmem.store.neo4j import Neo4jStore
from graphmem.store.neo4j.cypher import Statement, parsed, statement
from graphmem.testing import FrozenClock

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "graphmem"
FOLDERS = ("schema", "read", "write", "search", "care")
NAMES = sorted(f"{f.parent.name}/{f.stem}" for d in FOLDERS for f in (ROOT / "cypher" / d).glob("*.cypher"))
NAME = re.compile(rf"(?:{'|'.join(FOLDERS)})/\w+\Z")
CYPHER = re.compile(r"\b(?:MATCH|MERGE|UNWIND|DETACH DELETE|CALL)\b\s*[({$\w]|\bRETURN [\w$(\[{]|-\[:")
WHOLE_STORE = {"read/meta", "read/namespaces", "read/outdated", "read/unembedded", "read/usage"}
"""Statements that are about all namespaces: a scan of a label is what they are."""


def texts(module: Path) -> Iterator[str]:
    """Every string constant of a module, docstrings apart."""
    tree = ast.parse(module.read_text("utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = {id(n.body[0].value) for n in ast.walk(tree) if isinstance(n, documented) and ast.get_docstring(n)}
    bare = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs | bare:
            yield node.value


ADAPTER = {m: list(texts(m)) for m in sorted((PACKAGE / "store" / "neo4j").glob("*.py"))}


# -- the files, without a server -------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_file_says_what_it_does_and_holds_one_statement(name):
    found = statement(name)
    assert len(found.doc) > 10, "the header says what it does"
    assert all(part.split("\n")[1].startswith("CYPHER 25") for part in found.parts)
    assert all(part.startswith(f"// graphmem {name}\n") for part in found.parts)
    assert len(found.parts) == 1 or name.startswith("schema/")


def test_every_file_is_used_and_every_name_used_is_a_file():
    used = {text for module in ADAPTER.values() for text in module if NAME.match(text)}
    assert used == set(NAMES)


def test_no_cypher_in_python():
    assert CYPHER.search("CYPHER 25 MATCH (n)-[:NAMES]->(m) RETURN m")
    for module in sorted(PACKAGE.rglob("*.py")):
        if "sqlite" not in module.parts:
            assert [t for t in texts(module) if CYPHER.search(t)] == [], module


HEADER = "/* Finds. */\n// params: {}\nCYPHER 25\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (HEADER.format("id") + "MATCH (n {id: $id, kind: $kind}) RETURN n", "differ: kind"),
        (HEADER.format("id, kind") + "MATCH (n {id: $id}) RETURN n", "differ: kind"),
        (HEADER.format("id") + "MATCH (n) WHERE n.text = '$id' // $id\nRETURN n", "differ: id"),
        ("// params: id\nCYPHER 25\nMATCH (n {id: $id}) RETURN n", "begins with"),
        ("/* Finds. */\nCYPHER 25\nMATCH (n {id: $id}) RETURN n", "begins with"),
    ],
)
def test_a_header_that_does_not_fit_is_refused_when_loaded(text, complaint):
    with pytest.raises(InvalidInput, match=complaint):
        parsed("read/thing", text)


def test_parameters_that_do_not_fit_are_refused_when_called():
    found = parsed("read/thing", HEADER.format("id, kind") + "MATCH (n:$($kind) {id: $id}) RETURN n")
    assert found.params == {"id", "kind"}
    assert found.given({"id": 1, "kind": "Fact"}) == {"id": 1, "kind": "Fact"}
    for wrong, name in (({"id": 1}, "kind"), ({"id": 1, "kind": "Fact", "limit": 2}, "limit")):
        with pytest.raises(InvalidInput, match=f"read/thing.*{name}"):
            found.given(wrong)


# -- what the server says ----------------------------------------------------------------------

SAMPLES: dict[str, Any] = {
    "dimensions": 64,
    "few": 10,
    "limit": 10,
    "wide": 40,
    "hops": 2,
    "near": 2,
    "recent": 5,
    "news": 3,
    "fanout": 50,
    "walked": 32,
    "past": False,
    "most": 10,
    "filtered": False,
    "seconds": 10,
    "types": {},
}


@pytest.fixture(scope="module")
def session(neo4j_shared: Any) -> Iterator[Any]:
    """A session on a server with the schema; its driver tells all that the server remarks."""
    neo4j = pytest.importorskip("neo4j")
    embedder = HashEmbedder()
    Neo4jStore(
        neo4j_shared.uri, neo4j_shared.auth, embedder.model_id, embedder.dimensions, FrozenClock()
    ).close()
    quiet = {"warn_notification_severity": "OFF"}
    with (
        neo4j.GraphDatabase.driver(neo4j_shared.uri, auth=neo4j_shared.auth, **quiet) as driver,
        driver.session() as found,
    ):
        yield found


def explained(session: Any, found: Statement) -> Any:
    """The summary of an EXPLAIN: the plan, and what the server remarks on it."""
    text = re.sub(r"(CYPHER 25[^\n]*)", r"\1 EXPLAIN", found.text, count=1)
    return session.run(text, {p: SAMPLES.get(p, []) for p in found.params}).consume()


def operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"].split("@")[0]
    for child in plan.get("children", ()):
        yield from operators(child)


@pytest.mark.parametrize("name", [n for n in NAMES if not n.startswith("schema/")])
def test_the_server_plans_it_without_a_remark(session, name):
    summary = explained(session, statement(name))
    remarks = [
        status.status_description
        for status in summary.gql_status_objects
        if status.is_notification and status.raw_classification != "UNRECOGNIZED"
    ]
    assert remarks == []


@pytest.mark.parametrize(
    "name", [n for n in NAMES if n.split("/")[0] in ("read", "write", "search") and n not in WHOLE_STORE]
)
def test_what_is_about_one_namespace_begins_at_an_index(session, name):
    """Also on an empty database: with `replan=skip` the first plan is kept."""
    scans = [o for o in operators(explained(session, statement(name)).plan) if o.endswith("Scan")]
    assert [s for s in scans if "Index" not in s] == []
