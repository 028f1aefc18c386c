"""The kit for Neo4j Browser: its queries on a real Neo4j, its links, and both in a real Neo4j Browser.

With GRAPHMEM_PICTURES=1 the pictures in docs/pictures are taken anew.
"""

from __future__ import annotations

import base64
import io
import json
import os
import re
import time
import uuid
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from typer.testing import CliRunner

import graphmem
from graphmem.doors import browser as kit
from graphmem.doors.cli import app
from graphmem.embed import HashEmbedder
from graphmem.errors import InvalidInput
from graphmem.memory import Memory
from graphmem.testing import FrozenClock
from tests.browser import chromium as browser_window
from tests.golden_graph import ELSEWHERE, TOLD, tell, tell_other

neo4j = pytest.importorskip("neo4j")
ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
NAMES = kit.names()
Run = Callable[..., list[dict[str, Any]]]


# -- the golden graph --------------------------------------------------------------------------


class Golden:
    """The story on a real Neo4j, under the name of ana, and somebody else's."""

    def __init__(self, memory: Memory, clock: FrozenClock) -> None:
        self.memory = memory
        self.user, self.other = "ana", f"other-{uuid.uuid4().hex[:8]}"
        memory.forget(user=self.user)
        self.facts = tell(memory, clock, self.user)
        tell_other(memory, self.other)
        self.text = {
            f.id: f.text for s in ("stated", "planned") for f in memory.history(user=self.user, stance=s)
        }

    def says(self, *names: str) -> list[str]:
        """The texts of facts by their names in the story."""
        return [self.text[self.facts[name]] for name in names]


@pytest.fixture(scope="module")
def golden(neo4j_shared: Any) -> Iterator[Golden]:
    clock = FrozenClock(TOLD)
    with graphmem.open(
        neo4j_shared.uri, auth=neo4j_shared.auth, embedder=HashEmbedder(), clock=clock
    ) as memory:
        found = Golden(memory, clock)
        yield found
        for name in (found.user, found.other):
            memory.forget(user=name)


@pytest.fixture(scope="module")
def driver(neo4j_shared: Any) -> Iterator[Any]:
    with neo4j.GraphDatabase.driver(neo4j_shared.uri, auth=neo4j_shared.auth) as found:
        yield found


@pytest.fixture(scope="module")
def run(driver: Any, golden: Golden) -> Run:
    """The rows of a saved query about ana, run as a link would type it in."""

    def rows(name: str, /, **given: str) -> list[dict[str, Any]]:
        text = kit.filled(name, kit.values(name, golden.user, given))
        return [dict(record) for record in driver.execute_query(text).records]

    return rows


def shown(rows: list[dict[str, Any]], *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[c] for c in columns) for row in rows]


def edges(value: Any) -> Iterator[tuple[str, str, str]]:
    """(start, type, end) of every path in a value of a row, by what the style shows of nodes."""
    if isinstance(value, neo4j.graph.Path):
        for edge in value.relationships:
            yield caption(edge.start_node), edge.type, caption(edge.end_node)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from edges(item)


def caption(node: Any) -> str:
    return next(str(node[key]) for key in ("text", "summary", "quote", "name") if key in node)


def drawn(rows: list[dict[str, Any]]) -> set[tuple[str, str, str]]:
    return {edge for row in rows for value in row.values() for edge in edges(value)}


# -- the queries -------------------------------------------------------------------------------


def test_the_picture_reads_as_a_sentence(run, golden):
    rows = run("picture", as_of="2026-03-02")
    assert ("ana", "LIVES_IN", "Turin") in drawn(rows)
    assert ("小林", "LIVES_IN", "杭州") in drawn(rows) and ("Bob", "WORKS_ON", "Project 海豚") in drawn(rows)
    assert ("ana", "LIVES_IN", "Lyon") not in drawn(rows)
    assert ("ana", "LIVES_IN", "Lyon") in drawn(run("picture", as_of="2019"))
    assert ("ana", "lives_in", "Turin", "2024-05-01") in shown(rows, "subject", "relation", "object", "since")


def test_everything_about_an_entity(run, golden):
    about_lin = run("about", name="小林")
    assert sorted({r["fact"] for r in about_lin}) == sorted(golden.says("lin", "hangzhou", "lin_works"))
    turin = run("about", name="turin")
    assert shown(turin, "fact", "since", "until", "stance") == [
        (*golden.says("turin"), "2024-05-01", None, "stated")
    ]
    mine = {r["fact"]: r["until"] for r in run("about")}
    assert mine[golden.says("lyon")[0]] == "2024-05-01" and golden.says("plan")[0] in mine
    assert len(mine) == 11 and run("about", name="nobody") == []


def test_the_timeline_of_a_relation(run, golden):
    rows = run("timeline", relation="lives_in")
    assert shown(rows, "fact", "since", "until", "believed_until") == [
        (*golden.says("lyon"), "2018-01-01", None, "2026-03-02"),
        (*golden.says("lyon"), "2018-01-01", "2024-05-01", None),
        (*golden.says("turin"), "2024-05-01", None, None),
    ]
    assert {r["fact"] for r in run("timeline", name="小林", relation="lives_in")} == set(
        golden.says("hangzhou")
    )


def test_what_superseded_what(run, golden):
    rows = run("superseded", relation="lives_in")
    lyon, turin = golden.says("lyon", "turin")
    assert (turin, "2024-05-01", lyon, "2018-01-01", "2024-05-01") in shown(
        rows, "fact", "since", "superseded", "held_since", "held_until"
    )
    assert (turin, "SUPERSEDES", lyon) in drawn(rows)
    assert {r["fact"] for r in run("superseded")} >= set(golden.says("turin", "dislikes"))


def test_the_evidence_of_a_fact(run, golden):
    (row,) = run("evidence", fact=golden.facts["hangzhou"][:8])
    (told,) = [f for f in golden.memory.facts("小林", "lives_in", user=golden.user)]
    assert row["id"] == told.id and row["fact"] == told.text and row["quote"] == told.evidence[0].quote
    kinds = {edge[1] for edge in drawn([row])}
    assert kinds == {"HAS_TURN", "EVIDENCE_FOR", "SUPPORTS", "SUBJECT_OF"}
    assert len(run("evidence", limit="5")) == 5


def test_stale_facts_are_those_that_the_engine_marks(run, golden):
    for day in ("2026-03-02", "2020"):
        stale = [f.text for f in golden.memory.facts(user=golden.user, as_of=day) if f.stale]
        assert [r["fact"] for r in run("stale", as_of=day)] == stale
    (row,) = run("stale", as_of="2026-03-02")
    assert row["fact"] == golden.says("tram")[0] and row["depends_on"] == golden.says("lyon")
    assert (*golden.says("tram"), "DEPENDS_ON", *golden.says("lyon")) in drawn([row])


def test_entities_that_episodes_share(run, golden):
    rows = run("shared")
    named = {r["entity"]: r["episodes"] for r in rows}
    assert {"Project 海豚", "小林"} <= named.keys() and all(n > 1 for n in named.values())
    assert {edge[1] for edge in drawn(rows)} == {"MENTIONS"}


@pytest.mark.parametrize(
    "point", [{"as_of": "2020-06"}, {"as_of": "2026-03-02"}, {"as_of": "2019", "known_at": "2026-03-01"}]
)
def test_as_of_gives_what_the_engine_gives(run, golden, point):
    told = [f.text for f in golden.memory.facts(user=golden.user, **point)]
    assert sorted(r["fact"] for r in run("as_of", **point)) == sorted(told)


def test_the_most_connected(run, golden):
    rows = run("connected", as_of="2026-03-03", limit="3")
    assert shown(rows, "entity", "facts") == [("ana", 8), ("Bob", 3), ("小林", 3)]
    assert "friend" in rows[1]["relations"]


def test_contradictions_are_those_of_the_profile(run, golden):
    rows = run("contradictions", as_of="2026-03-02")
    contested = [
        (c.fact.text, str(o.object))
        for who in ("user", "Bob", "小林")
        for c in golden.memory.profile(who, user=golden.user, as_of="2026-03-02").contested
        for o in c.otherwise
    ]
    assert len(contested) == 3
    assert sorted(shown(rows, "fact", "otherwise_value")) == sorted(contested)


@pytest.mark.parametrize("name", NAMES)
def test_a_query_tells_nothing_of_another_namespace(run, golden, name):
    rows = run(name)
    assert rows, "the golden graph has something for each query"
    said = repr(rows)
    assert not [word for word in (*ELSEWHERE, golden.other) if word in said]
    for row in rows:
        assert {n["namespace"] for v in row.values() for n in nodes(v)} <= {golden.user}


def nodes(value: Any) -> Iterator[Any]:
    if isinstance(value, neo4j.graph.Path):
        yield from value.nodes
    elif isinstance(value, neo4j.graph.Node):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from nodes(item)


@pytest.mark.parametrize("name", NAMES)
def test_a_query_begins_at_an_index_and_is_planned_without_a_remark(driver, golden, name):
    text = kit.query(name).text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
    summary = driver.execute_query(text, kit.values(name, golden.user, {})).summary
    remarks = [
        s.status_description
        for s in summary.gql_status_objects
        if s.is_notification and s.raw_classification not in ("UNRECOGNIZED",)
    ]
    assert remarks == []
    operators = re.findall(r"'operatorType': '(\w+)@", repr(summary.plan))
    assert operators and [o for o in operators if o.endswith("Scan") and "Index" not in o] == []


@pytest.mark.parametrize(
    "odd", ["O'Neil", "back\\slash", "a\\'b", 'quo"te', "\\u0027", "新\n行", "$name {x}", "// x"]
)
def test_any_name_can_be_typed_in(driver, odd):
    text = kit.filled("about", kit.values("about", odd, {"name": odd}))
    assert driver.execute_query(text).records == []
    (row,) = driver.execute_query(f"RETURN {kit.literal(odd)} AS text").records
    assert row["text"] == odd


# -- the files ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_query_file_says_what_it_does_and_only_reads(name):
    found = kit.query(name)
    assert found.parts[0].split("\n")[1] == "CYPHER 25" and "namespace" in found.params
    assert found.params <= {"namespace", *kit.DEFAULTS}
    assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|REMOVE)\b", re.sub(r"'[^']*'", "", found.text))
    assert name in (ROOT / "cypher" / "browser" / "README.md").read_text("utf-8")


def test_the_style_has_captions_and_colours_that_can_be_told_apart():
    text = kit.style().decode()
    rules = dict(re.findall(r"^([\w.]+) \{\n(.*?)^\}", text, re.S | re.M))
    kinds = {"Entity", "Fact", "Believed", "Turn", "Episode", "Assertion", "Predicate", "Name", "Namespace"}
    assert kinds <= {name.removeprefix("node.") for name in rules}
    captions = {name: re.search(r"caption: '(.+)';", rule) for name, rule in rules.items() if "." in name}
    assert all(captions.values())
    assert captions["node.Entity"][1] == "{name}" and captions["node.Believed"][1] == "{text}"  # type: ignore[index]
    for name, rule in rules.items():
        if "text-color-internal" in rule and name.startswith("node"):
            fill, ink = (
                re.search(rf"^  {key}: (#\w+);", rule, re.M)[1] for key in ("color", "text-color-internal")
            )  # type: ignore[index]
            assert contrast(fill, ink) >= 4.5, name
    assert "/*" not in text, "Neo4j Browser takes a comment for a part of the next selector"


def contrast(one: str, other: str) -> float:
    """WCAG's ratio of two colours, 1 to 21."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# -- the command -------------------------------------------------------------------------------


def browser(*arguments: str, code: int = 0, **env: str) -> str:
    done = CliRunner().invoke(
        app, ["browser", *arguments], env={"GRAPHMEM_USER": None, "GRAPHMEM_DB": None, **env}
    )
    assert done.exit_code == code, (done.output, done.exception)
    return done.stdout if code == 0 else done.stderr


def fields(address: str) -> dict[str, str]:
    return {key: value[0] for key, value in parse_qs(urlsplit(address).query).items()}


def test_a_link_carries_the_connection_and_the_query():
    said = browser("--db", "neo4j://graph.local:7690", "--user", "安娜 ana", GRAPHMEM_NEO4J_USER="reader")
    assert said.startswith("http://graph.local:7474/browser/?") and said.count("\n") == 1 and said.isascii()
    given = fields(said.strip())
    assert given["dbms"] == "neo4j://reader@graph.local:7690" and given["cmd"] == "edit" and "db" not in given
    assert "namespace = '安娜 ana'" in given["arg"] and "$" not in given["arg"]


def test_a_link_to_a_query_takes_what_it_is_given():
    said = json.loads(
        browser("about", "--set", "name=小林", "--db", "bolt://[::1]:7687", "--user", "ana", "--json")
    )
    assert said["with"] == {"namespace": "ana", "name": "小林", "limit": 100}
    assert "toLower('小林')" in said["cypher"] == fields(said["link"])["arg"]
    assert said["link"].startswith(
        "http://[::1]:7474/browser/?dbms=bolt%3A%2F%2Fneo4j%40%5B%3A%3A1%5D%3A7687"
    )
    secure = browser("--db", "neo4j+s://graph.local", "--user", "ana")
    assert secure.startswith("https://graph.local:7473/browser/")
    elsewhere = browser("--db", "bolt://a", "--user", "ana", "--pages", "http://b:80/x/")
    assert elsewhere.startswith("http://b:80/x/?")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--db", "memory.db", "--user", "ana"], "graphmem graph"),
        (["--db", "neo4j://a:port", "--user", "ana"], "no address"),
        (["--db", "neo4j://a"], "--user"),
        (["nothing", "--db", "neo4j://a", "--user", "ana"], "there are picture, about"),
        (["about", "--set", "colour=red", "--db", "neo4j://a", "--user", "ana"], "it takes limit, name"),
        (["about", "--set", "name", "--db", "neo4j://a", "--user", "ana"], "KEY=VALUE"),
        (["as_of", "--set", "as_of=soon", "--db", "neo4j://a", "--user", "ana"], "as_of='soon'"),
        (["about", "--set", "limit=0", "--db", "neo4j://a", "--user", "ana"], "whole number"),
        (["--pages", "javascript:alert(1)", "--db", "neo4j://a", "--user", "ana"], "--pages"),
        (["--save", "/no/such/folder", "--user", "ana"], "no folder"),
    ],
)
def test_wrong_input_is_told(arguments, complaint):
    assert complaint in browser(*arguments, code=2)


def test_the_queries_are_listed():
    lines = browser("--list").splitlines()
    assert [line.split("\t")[0] for line in lines[1:]] == NAMES and NAMES[0] == "picture"
    assert {q["name"] for q in json.loads(browser("--list", "--json"))["queries"]} == set(NAMES)


def test_what_is_saved_is_the_style_and_the_queries(tmp_path):
    said = browser("--save", str(tmp_path), "--user", "ana").split()
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([kit.STYLE, kit.QUERIES])
    assert sorted(said) == sorted(str(p) for p in tmp_path.iterdir())
    assert kit.favourites("ana") == (tmp_path / kit.QUERIES).read_bytes() == kit.favourites("ana")
    with zipfile.ZipFile(io.BytesIO(kit.favourites("o'neil"))) as packed:
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    assert len(files) == len(NAMES) + 1 and all(name.startswith("graphmem/") for name in files)
    params = files["graphmem/0 parameters.cypher"]
    assert params.startswith(":params {namespace: 'o\\'neil', name: 'user'")
    titles = [text.split("\n")[0] for text in files.values()]
    assert len(set(titles)) == len(titles) and "// Everything about an entity" in titles


def test_a_link_of_an_unknown_query_in_python_names_them():
    with pytest.raises(InvalidInput, match="contradictions"):
        kit.query("../read/names")


# -- in a real Neo4j Browser -------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser_window(tmp_path_factory.mktemp("chromium"), 1400, 1000) as found:
        yield found


DROP = """
const [name, data] = arguments
const bytes = Uint8Array.from(atob(data), c => c.charCodeAt(0))
const files = new DataTransfer()
files.items.add(new File([bytes], name))
for (const kind of ['dragenter', 'dragover', 'drop'])
  document.querySelector('.filedrop').dispatchEvent(
    new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: files}))
"""


class Desk:
    """Neo4j Browser as an analyst has it open."""

    def __init__(self, chromium: Any) -> None:
        from selenium.webdriver.support.ui import WebDriverWait

        self.chromium = chromium
        self._wait = WebDriverWait(chromium, 30, poll_frequency=0.1)

    def all(self, selector: str) -> list[Any]:
        found: list[Any] = self.chromium.find_elements("css selector", selector)
        return found

    def until(self, condition: Callable[[], Any]) -> Any:
        from selenium.common.exceptions import StaleElementReferenceException

        def met(_: Any) -> Any:
            try:
                return condition()
            except (IndexError, StaleElementReferenceException):
                return False

        return self._wait.until(met)

    def one(self, testid: str) -> Any:
        return self.until(lambda: self.all(f'[data-testid="{testid}"]'))[0]

    def connect(self, link: str) -> None:
        """Opens a link and connects, until the command is run that Neo4j Browser runs when it is connected."""
        from selenium.webdriver.support.ui import Select

        self.chromium.get(link)
        Select(self.one("authenticationMethod")).select_by_value("NO_AUTH")
        self.one("connect").click()
        self.until(lambda: ":play start" in [e.text for e in self.all('[data-testid="frameCommand"]')])

    def drop(self, name: str, content: bytes) -> None:
        """Drags a file onto the page."""
        self.chromium.execute_script(DROP, name, base64.b64encode(content).decode())

    def play(self, title: str) -> None:
        """Runs a saved script from the drawer."""
        (script,) = [s for s in self.all('[data-testid="savedScriptListItem"]') if s.text.startswith(title)]
        script.find_element("css selector", '[data-testid="savedScriptsButton-Run"]').click()

    def answer(self, begins: str) -> Any:
        """The frame of a command that begins so, once it has drawn a graph."""

        def drawn() -> Any:
            for frame in self.all('[data-testid="frame"]'):
                said = frame.find_elements("css selector", '[data-testid="frameCommand"]')
                if said and begins in said[0].text:
                    return (
                        frame if frame.find_elements("css selector", '[aria-label^="graph-node"]') else None
                    )
            return None

        return self.until(drawn)

    def keep(self, name: str, frame: Any) -> None:
        """A picture of a frame, at rest, where pictures are wanted."""
        if os.environ.get("GRAPHMEM_PICTURES"):
            time.sleep(4)
            PICTURES.mkdir(exist_ok=True)
            (PICTURES / f"browser-{name}.png").write_bytes(frame.screenshot_as_png)


@pytest.fixture(scope="module")
def desk(chromium: Any, neo4j_shared: Any, golden: Golden) -> Desk:
    """Opened by a link, with the style and the queries dragged onto it."""
    if neo4j_shared.password:
        pytest.skip("this server asks for a password")
    found = Desk(chromium)
    text = kit.filled("picture", kit.values("picture", golden.user, {}))
    found.connect(kit.link(kit.Server(neo4j_shared.uri, "neo4j", "neo4j"), text, neo4j_shared.browser))
    found.drop(kit.STYLE, kit.style())
    found.drop(kit.QUERIES, kit.favourites(golden.user))
    return found


def captions(frame: Any) -> str:
    """What is written in the graph of a frame."""
    texts = frame.find_elements("css selector", "svg text")
    return " ".join(" ".join(t.get_attribute("textContent") for t in texts).split())


@pytest.mark.slow
def test_a_link_opens_neo4j_browser_with_the_picture_typed_in(desk):
    desk.until(lambda: "graphmem browser/picture" in " ".join(desk.one("activeEditor").text.split()))
    desk.one("editor-Run").click()
    frame = desk.answer("graphmem browser/picture")
    desk.keep("picture", frame)
    said = captions(frame)
    for word in ("ana", "Turin", "LIVES_IN", "小林", "Project 海豚", "WORKS_ON", "commutes_by"):
        assert word in said
    fills = {circle.get_attribute("fill") for circle in frame.find_elements("css selector", "svg circle")}
    assert "#0072B2" in fills, "entities have the colour of the style"


SHOWN = {
    "about": ("Everything about an entity", "lives in Turin"),
    "as_of": ("What was true at a date", "Project"),
    "connected": ("The most connected", "Bob"),
    "contradictions": ("Contradictions", "Rome"),
    "evidence": ("The evidence of a fact", "EVIDENCE_FOR"),
    "picture": ("The picture", "WORKS_AT"),
    "shared": ("Entities that more than one", "MENTIONS"),
    "stale": ("Stale facts", "DEPENDS_ON"),
    "superseded": ("What superseded what", "SUPERSEDES"),
    "timeline": ("The timeline", "SUBJECT_OF"),
}
"""A query → the beginning of its name among the saved scripts, and something its picture says."""


@pytest.fixture(scope="module")
def drawer(desk: Desk) -> Desk:
    """The folder of saved queries, opened, and their parameters set."""
    desk.one("navigationFavorites").click()
    desk.one("expandFolder-graphmem").click()
    desk.until(lambda: len(desk.all('[data-testid="savedScriptListItem"]')) == len(NAMES) + 1)
    desk.play(":params")
    desk.until(lambda: "namespace" in desk.all('[data-testid="frameContents"]')[0].text)
    return desk


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_saved_query_draws_in_neo4j_browser(drawer, name):
    title, word = SHOWN[name]
    drawer.play(title)
    frame = drawer.answer(f"// {title}")
    if name != kit.FIRST:
        drawer.keep(name, frame)
    assert word in captions(frame)
