"""The graph of a namespace: as networkx, as files, as a page, measured; the same from both stores."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import uuid
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

import graphmem
from graphmem import analysis
from graphmem.doors.cli import app
from graphmem.embed import HashEmbedder
from graphmem.errors import InvalidInput
from graphmem.memory import Memory
from graphmem.testing import FrozenClock
from tests import browser
from tests.golden_graph import ELSEWHERE, TOLD, tell, tell_other

nx = pytest.importorskip("networkx")
ROOT = Path(__file__).parents[1]


class Golden:
    """A memory that was told the story, and somebody else's."""

    def __init__(self, memory: Memory, clock: FrozenClock, user: str = "") -> None:
        self.memory, self.clock = memory, clock
        self.user = user or f"golden-{uuid.uuid4().hex[:8]}"
        self.other = f"other-{uuid.uuid4().hex[:8]}"
        self.facts = tell(memory, clock, self.user)
        tell_other(memory, self.other)


@pytest.fixture(scope="module", params=["sqlite", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def golden(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Golden]:
    clock = FrozenClock(TOLD)
    if request.param == "neo4j":
        server = request.getfixturevalue("neo4j_shared")
        target, auth = server.uri, server.auth
    else:
        target, auth = tmp_path_factory.mktemp("golden") / "memory.db", None
    with graphmem.open(target, auth=auth, embedder=HashEmbedder(), clock=clock) as memory:
        found = Golden(memory, clock)
        yield found
        for name in (found.user, found.other):
            memory.forget(user=name)


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Golden]:
    clock = FrozenClock(TOLD)
    file = tmp_path_factory.mktemp("local") / "memory.db"
    with graphmem.open(file, embedder=HashEmbedder(), clock=clock) as memory:
        found = Golden(memory, clock, "ana")
        found.file = str(file)  # type: ignore[attr-defined]
        yield found


def arrows(graph: object) -> set[tuple[str, str, str]]:
    names = graph.nodes(data="name")  # type: ignore[attr-defined]
    edges = graph.edges(data="predicate")  # type: ignore[attr-defined]
    return {(names[s], predicate, names[o]) for s, o, predicate in edges}


# -- the graph ---------------------------------------------------------------------------------


def test_entities_are_nodes_and_facts_are_edges(golden):
    graph = analysis.to_networkx(golden.memory, golden.user)
    me = golden.user
    assert isinstance(graph, nx.MultiDiGraph)
    assert arrows(graph) == {
        (me, "lives_in", "Turin"),
        (me, "works_at", "Quarry"),
        (me, "birthday", "1990-05-01"),
        (me, "friend", "Bob"),
        (me, "friend", "小林"),
        ("小林", "lives_in", "杭州"),
        ("小林", "works_at", "Quarry"),
        (me, "works_on", "Project 海豚"),
        ("Bob", "works_on", "Project 海豚"),
        (me, "commutes_by", "tram 12"),
        ("Bob", "lives_in", "Rome"),
        (me, "dislikes", "咖啡 coffee"),
    }
    kinds = {d["name"]: (d["kind"], d["person"]) for _, d in graph.nodes(data=True)}
    assert kinds[me] == ("person", True) and kinds["小林"] == ("person", False)
    assert kinds["Turin"] == ("place", False) and kinds["1990-05-01"] == ("literal", False)
    ((_, _, key, home),) = [e for e in graph.edges(keys=True, data=True) if e[2] == golden.facts["turin"]]
    assert key == home["fact"] and home["text"].endswith("lives in Turin")
    assert home["valid_at"] == "2024-05-01T00:00:00+00:00" and home["since"] == "2024-05"
    assert home["invalid_at"] == home["until"] == "" and home["stale"] is False
    assert [d["text"] for _, _, d in graph.edges(data=True) if d["stale"]] == [
        next(f.text for f in golden.memory.facts(user=me) if f.id == golden.facts["tram"])
    ]


def test_a_graph_is_of_a_point_in_time(golden):
    then = analysis.to_networkx(golden.memory, golden.user, as_of="2020-06-01")
    homes = {a for a in arrows(then) if a[1] == "lives_in"}
    assert homes == {(golden.user, "lives_in", "Lyon")}
    assert "小林" not in dict(then.nodes(data="name")).values()
    assert then.graph["as_of"] == "2020-06-01T00:00:00+00:00"
    assert not analysis.to_networkx(golden.memory, golden.user, known_at="2026-03-01").nodes
    with pytest.raises(InvalidInput, match="as_of"):
        analysis.to_networkx(golden.memory, golden.user, as_of="soon")
    with pytest.raises(InvalidInput):
        analysis.to_networkx(golden.memory, " ")


def test_no_other_namespace_is_in_any_of_it(golden):
    graph = analysis.to_networkx(golden.memory, golden.user)
    files = [analysis.written(graph, f"graph{ending}") for ending in analysis.FORMATS]
    measures = repr((analysis.communities(graph), analysis.central(graph, 100)))
    for name in (*ELSEWHERE, golden.other):
        assert all(name not in text for text in (*files, measures))
    theirs = analysis.to_networkx(golden.memory, golden.other)
    assert {n for _, n in theirs.nodes(data="name")} == {golden.other, "Turin", "张三丰"}
    assert not graph.nodes.keys() & theirs.nodes.keys()


# -- measures ----------------------------------------------------------------------------------


def test_the_central_are_told_by_name_and_ranked_as_networkx_would(local):
    graph = analysis.to_networkx(local.memory, local.user)
    told = analysis.central(graph, 100)
    assert [(c.name, c.facts) for c in told[:3]] == [(local.user, 8), ("Bob", 3), ("小林", 3)]
    assert told[0].between == max(c.between for c in told) and "1990-05-01" not in [c.name for c in told]
    assert sum(c.rank for c in told) == pytest.approx(1, abs=0.01)
    assert analysis.central(graph, 1) == told[:1]
    with pytest.raises(InvalidInput, match="limit"):
        analysis.central(graph, 0)
    # a chain's PageRank by hand: each passes 0.85 of its own on, the last to all
    chain = nx.MultiDiGraph()
    for name in "abc":
        chain.add_node(name, name=name, kind="")
    chain.add_edges_from([("a", "b"), ("b", "c")])
    by_name = {c.name: c.rank for c in analysis.central(chain)}
    assert by_name == pytest.approx({"a": 0.1844, "b": 0.3412, "c": 0.4744}, abs=1e-4)


def test_what_belongs_together_is_found_and_named():
    graph = nx.MultiDiGraph(user="ana", as_of="", known_at="")
    for team in (["Ana", "Bob", "Cleo", "Dan"], ["小林", "阿宝", "小美", "老王"]):
        for name in team:
            graph.add_node(name, name=name, kind="person", aliases="", person=False)
        for i, one in enumerate(team):
            for other in team[i + 1 :]:
                graph.add_edge(one, other, predicate="friend", fact=one + other)
    graph.add_edge("Ana", "小林", predicate="friend", fact="x")
    found = analysis.communities(graph)
    assert [set(c.members) for c in found] == [
        {"Ana", "Bob", "Cleo", "Dan"},
        {"小林", "阿宝", "小美", "老王"},
    ] and found == analysis.communities(graph)
    assert found[0].name.startswith("Ana, ") and found[1].name.startswith("小林, ")
    assert {graph.nodes[n]["community"] for n in found[1].ids} == {2}
    empty = nx.MultiDiGraph(user="ana", as_of="", known_at="")
    assert analysis.communities(empty) == [] and analysis.central(empty) == []


# -- files -------------------------------------------------------------------------------------


def test_graphml_is_read_back_as_it_was(local, tmp_path):
    graph = analysis.to_networkx(local.memory, local.user)
    analysis.communities(graph)
    (tmp_path / "graph.graphml").write_text(analysis.written(graph, "graph.graphml"), "utf-8")
    again = nx.read_graphml(tmp_path / "graph.graphml", force_multigraph=True)
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))
    assert sorted(again.edges(data="text")) == sorted(graph.edges(data="text"))
    assert sorted(again.edges(keys=True)) == sorted(graph.edges(keys=True))


def test_json_is_read_back_as_it_was(local):
    graph = analysis.to_networkx(local.memory, local.user, as_of="2025")
    text = analysis.written(graph, "GRAPH.JSON")
    assert "小林" in text
    again = nx.node_link_graph(json.loads(text), edges="edges")
    assert nx.utils.graphs_equal(again, graph) and again.graph["user"] == local.user


def odd_names(tmp_path: Path) -> object:
    """A graph with names that would break a page or a file that did not escape them."""
    with graphmem.open(tmp_path / "odd.db", embedder=HashEmbedder(), clock=FrozenClock(TOLD)) as memory:
        memory.add_fact("user", "friend", '<script>alert("1")</script>', user="a&b")
        memory.add_fact("user", "likes", "]]> & 'tea' \u202e 🙂", user="a&b")
        memory.add_fact("user", "friend", "user", user="a&b")
        return analysis.to_networkx(memory, "a&b")


class Reader(HTMLParser):
    """What a page is made of: elements with attributes, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


def test_a_page_asks_no_host_runs_nothing_and_says_all(local, tmp_path):
    graph = analysis.to_networkx(local.memory, local.user)
    text = analysis.written(graph, "graph.html")
    assert text == analysis.written(analysis.to_networkx(local.memory, local.user), "graph.html")
    page = read(text)
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "img", "iframe", "object", "embed", "base", "form"}
    links = [v for _, attrs in page.elements for k, v in attrs.items() if k in ("href", "src", "xlink:href")]
    assert links and all(v and v.startswith(("#", "data:,")) for v in links)
    assert "url(http" not in text and "@import" not in text
    policy = next(a["content"] for t, a in page.elements if t == "meta" and "http-equiv" in a)
    assert policy and policy.startswith("default-src 'none'")
    for fact in local.memory.facts(user=local.user):
        assert fact.text in page.text and fact.id[:8] in page.text
    for name in ("小林", "杭州", "Project 海豚", "Turin", "works on 2025", "to be confirmed"):
        assert name in page.text
    ids = [a["id"] for _, a in page.elements if "id" in a]
    assert len(ids) == len(set(ids)) and {v[1:] for v in links if v.startswith("#")} <= set(ids)
    ET.fromstring(re.search(r"<svg.*</svg>", text, re.S)[0])  # type: ignore[index]


def test_odd_names_stay_text(tmp_path):
    graph = odd_names(tmp_path)
    page = read(analysis.written(graph, "x.html"))
    assert not [tag for tag, _ in page.elements if tag == "script"]
    assert '<script>alert("1")</script>' in page.text and "What is known of a&b" in page.text
    root = ET.fromstring(analysis.written(graph, "x.graphml").encode())
    assert any('<script>alert("1")' in (e.text or "") for e in root.iter())
    assert json.loads(analysis.written(graph, "x.json"))["graph"]["user"] == "a&b"


def test_a_large_graph_is_drawn_in_part_and_told_whole():
    graph = nx.MultiDiGraph(user="ana", as_of="", known_at="")
    blank = {"valid_at": "", "invalid_at": "", "since": "", "until": "", "origin": "explicit", "stale": False}
    for i in range(700):
        graph.add_node(f"n{i}", name=f"entity {i}", kind="person", aliases="", person=False)
    for i in range(1, 700):
        edge = {**blank, "fact": f"f{i}", "predicate": "friend", "text": f"fact {i}", "sensitive": False}
        graph.add_edge(f"n{i // 3}", f"n{i}", key=f"f{i}", **edge)
    page = read(analysis.written(graph, "big.html"))
    assert "150 most connected of 700 nodes" in page.text
    assert all(f"fact {i}" in page.text for i in range(1, 700))
    assert len(analysis.central(graph, 700)) == 700


def test_another_ending_is_refused_with_those_there_are(local):
    graph = analysis.to_networkx(local.memory, local.user)
    for name in ("graph.png", "graph", "-"):
        with pytest.raises(InvalidInput, match=r"\.html, \.graphml, \.json"):
            analysis.written(graph, name)


# -- the command -------------------------------------------------------------------------------


def graph_command(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["graph", *arguments], env={"GRAPHMEM_EMBEDDER": "hash"})
    assert done.exit_code == code, (done.output, done.exception)
    return done.stdout if code == 0 else done.stderr


def test_the_command_writes_each_file_and_tells_communities(local, tmp_path):
    given = ("--db", local.file, "--user", local.user)
    for ending in analysis.FORMATS:
        out = tmp_path / f"图 graph{ending}"
        said = graph_command(*given, "-o", str(out), "--as-of", "2026-03-02")
        assert said.startswith(str(out)) and "小林" in out.read_text("utf-8")
    told = json.loads(graph_command(*given, "--communities", "--json"))
    assert told["central"][0]["name"] == local.user and told["facts"] == 12
    assert {n for c in told["communities"] for n in c["members"]} >= {"Bob", "小林", "Project 海豚"}
    table = graph_command(*given, "--communities")
    assert table.startswith("community\tcalled\tentities\tsaid\n1\t") and "entity\tkind\tfacts" in table


def test_the_command_says_what_is_wrong(local, tmp_path):
    given = ("--db", local.file, "--user", local.user)
    assert "-o FILE" in graph_command(*given, code=2)
    assert ".graphml" in graph_command(*given, "-o", "graph.png", code=2)
    assert "--user" in graph_command("--db", local.file, "-o", "graph.html", code=2)
    assert "no facts" in graph_command("--db", local.file, "--user", "nobody", "-o", "g.html", code=3)
    assert "cannot be written" in graph_command(*given, "-o", str(tmp_path / "no" / "g.html"), code=2)


def test_without_networkx_the_extra_is_named(tmp_path):
    code = (
        "import sys; sys.modules['networkx'] = None\n"
        "import graphmem\nfrom graphmem import analysis\nfrom graphmem.errors import Unsupported\n"
        "memory = graphmem.open('a.db', embedder='hash')\n"
        "try: analysis.to_networkx(memory, 'ana')\n"
        "except Unsupported as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert "pip install 'graphmem[analysis]'" in done.stdout, done.stderr


# -- the page, in a browser --------------------------------------------------------------------


@pytest.mark.slow
def test_a_page_is_read_by_keyboard_and_asks_the_network_for_nothing(local, tmp_path):
    from selenium.webdriver.common.keys import Keys

    page = tmp_path / "graph.html"
    page.write_text(analysis.written(analysis.to_networkx(local.memory, local.user), "graph.html"), "utf-8")
    with browser.chromium(tmp_path / "profile", 1250, 1000) as driver:
        driver.get(page.as_uri())
        nodes = driver.find_elements("css selector", "svg a")
        assert {n.text for n in nodes} >= {"小林", "Project 海豚", "Turin"}
        wanted = next(n for n in nodes if n.text == "小林")
        for _ in range(40):
            focused = driver.switch_to.active_element
            if focused.get_attribute("id") == wanted.get_attribute("id"):
                break
            focused.send_keys(Keys.TAB)
        assert wanted.accessible_name.startswith("小林, person")
        wanted.send_keys(Keys.ENTER)
        card = driver.find_element("css selector", ":target")
        assert card.text.startswith("小林") and "住在杭州" in card.text and "since 2021-03" in card.text
        card.find_element("link text", "in the picture").click()
        assert driver.find_element("css selector", ":target").text == "小林"
        assert browser.hosts(driver) == {""} and browser.complaints(driver) == []
        if os.environ.get("GRAPHMEM_PICTURES"):
            driver.get(page.as_uri())
            driver.save_screenshot(str(ROOT / "docs" / "pictures" / "graph-page.png"))
