"""What is special about the Neo4j store; what it shares with every store is in the contract (test_store.py)."""

from __future__ import annotations

import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.errors import InvalidInput, Unavailable, Unsupported
from graphmem.memory import Memory
from graphmem.model import Predicate
from graphmem.names import person_id
from graphmem.store import Candidates, Ranked, Search, Selection
from graphmem.store.neo4j import Neo4jStore, policies
from graphmem.store.neo4j.errors import check_server
from graphmem.testing import FrozenClock
from graphmem.text import possible_keys, terms

neo4j = pytest.importorskip("neo4j")

EMBEDDER = HashEmbedder()
DAY = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def user() -> str:
    return f"neo4j-{uuid.uuid4().hex[:10]}"


@pytest.fixture(scope="module")
def run(neo4j_shared: Any) -> Iterator[Any]:
    """Runs Cypher on the shared server, as an analyst would; gives the values of the rows."""
    with neo4j.GraphDatabase.driver(
        neo4j_shared.uri, auth=neo4j_shared.auth, notifications_min_severity="OFF"
    ) as driver:
        yield lambda text, **params: driver.execute_query(text, params).records


@pytest.fixture
def calls() -> list[str]:
    return []


@pytest.fixture
def memory(neo4j_uri: str, calls: list[str]) -> Iterator[Memory]:
    with graphmem.open(neo4j_uri, embedder=EMBEDDER, clock=FrozenClock(DAY), trace=mine(calls)) as found:
        yield found


@pytest.fixture
def store(neo4j_shared: Any, calls: list[str]) -> Iterator[Neo4jStore]:
    found = opened(neo4j_shared, trace=calls.append)
    yield found
    found.close()


def opened(server: Any, **settings: Any) -> Neo4jStore:
    given = {"model_id": EMBEDDER.model_id, "dimensions": EMBEDDER.dimensions, "clock": lambda: DAY}
    return Neo4jStore(server.uri, server.auth, **{**given, **settings})


def every(found: Candidates) -> Ranked:
    """Chooses all there is."""
    return Ranked(tuple((f.id, f.version) for f in found.facts), tuple(t.id for t in found.turns))


def question(text: str, known_at: datetime | None = None) -> Search:
    vector = EMBEDDER.embed([text], "query")[0]
    return Search(vector, terms(text), possible_keys(text), DAY, known_at)


def transactions(calls: list[str]) -> list[list[str]]:
    """Statements, by transaction."""
    found: list[list[str]] = []
    for call in calls:
        if call == "tx":
            found.append([])
        else:
            found[-1].append(call)
    return found


def mine(calls: list[str]) -> Callable[[str], None]:
    """A trace of what this thread runs: vectors are made by another."""
    here = threading.get_ident()
    return lambda name: calls.append(name) if threading.get_ident() == here else None


# -- opening ---------------------------------------------------------------------------------


def test_a_server_that_does_not_answer_says_how_to_start_one():
    with pytest.raises(Unavailable, match=r"bolt://127\.0\.0\.1:9.*make neo4j.*docker compose up"):
        graphmem.open("bolt://127.0.0.1:9", embedder=EMBEDDER)


def test_an_address_that_is_none_is_refused():
    with pytest.raises(InvalidInput, match="address of a Neo4j"):
        graphmem.open("neo4j+s://[", embedder=EMBEDDER)


def test_without_the_driver_the_message_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "neo4j", None)
    with pytest.raises(Unsupported, match=r"pip install 'graphmem\[neo4j\]'"):
        graphmem.open("bolt://127.0.0.1:9", embedder=EMBEDDER)


@pytest.mark.parametrize("agent", ["Neo4j/5.26.30", "Neo4j/2025.12.1", "Neo4j/2026.01.0"])
def test_a_server_without_filtered_search_is_refused(agent):
    with pytest.raises(Unsupported, match=r"2026\.02 or newer.*upgrade"):
        check_server(agent, "bolt://db")


@pytest.mark.parametrize("agent", ["Neo4j/2026.02.0", "Neo4j/2026.10.1", "Neo4j/2027.01.0", "Neo4j/dev"])
def test_a_newer_server_is_welcome(agent):
    check_server(agent, "bolt://db")


def test_wrong_credentials_name_the_settings(neo4j_locked):
    with pytest.raises(Unavailable, match=r"GRAPHMEM_NEO4J_USER and GRAPHMEM_NEO4J_PASSWORD"):
        graphmem.open(neo4j_locked.uri, auth=("neo4j", "not this one"), embedder=EMBEDDER)


def test_an_empty_database_is_prepared_in_few_transactions_and_a_prepared_one_read_once(neo4j_locked):
    calls: list[str] = []
    first = opened(neo4j_locked, trace=calls.append)
    first.publish(policies_shipped())
    assert "schema/002_indexes" in calls
    assert calls.count("tx") <= 10
    calls.clear()
    second = opened(neo4j_locked, trace=calls.append)
    second.publish(policies_shipped())
    assert calls == ["tx", "read/meta"]
    for one in (first, second):
        one.close()


def test_a_whole_memory_opens_recalls_and_commits_in_few_round_trips(neo4j_uri, user):
    import graphmem

    calls: list[str] = []
    settings = {"embedder": HashEmbedder(), "trace": calls.append}
    graphmem.open(neo4j_uri, **settings).close()
    calls.clear()
    memory = graphmem.open(neo4j_uri, **settings)
    assert calls.count("tx") <= 2
    try:
        with memory.session(user, "s") as chat:
            chat.add("user", "I live in Turin. I work at Orbit Foods. 我会用 Python。")
            calls.clear()
            chat.commit()
            later = calls.count("read/unembedded") + calls.count(
                "write/vectors"
            )  # vectors follow by themselves
            assert calls.count("tx") - later <= 3
        memory.flush()
        calls.clear()
        assert memory.recall("Where do I live?", user).facts
        asked = [c for c in calls if c not in ("tx", "read/unembedded", "write/vectors")]
        assert asked == ["search/recall"]
    finally:
        memory.forget(user=user)
        memory.close()


def test_the_schema_applied_twice_changes_nothing(neo4j_locked):
    opened(neo4j_locked).close()
    before = schema(neo4j_locked)
    assert len(before) > 30
    run_on(neo4j_locked, "MATCH (m:Graphmem) DELETE m")
    opened(neo4j_locked).close()
    assert schema(neo4j_locked) == before


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("m.schema = 99", "schema 99.*upgrade graphmem; the database was not touched"),
        ("m.model_id = 'other/1'", "holds vectors of other/1.*start a new database.*not touched"),
        ("m.dimensions = 7", r"\(7 numbers each\).*the embedder is hash.*not touched"),
    ],
)
def test_a_database_of_another_schema_or_model_is_refused_untouched(neo4j_locked, change, complaint):
    opened(neo4j_locked).close()
    run_on(neo4j_locked, f"MATCH (m:Graphmem) SET m.kept = properties(m).model_id, {change}")
    before = run_on(neo4j_locked, "MATCH (n) RETURN labels(n), properties(n) ORDER BY elementId(n)")
    with pytest.raises(Unsupported, match=complaint):
        opened(neo4j_locked)
    assert run_on(neo4j_locked, "MATCH (n) RETURN labels(n), properties(n) ORDER BY elementId(n)") == before
    run_on(neo4j_locked, "MATCH (m:Graphmem) DELETE m")


def policies_shipped() -> list[Predicate]:
    from graphmem.registry import shipped

    return list(shipped().values())


def run_on(server: Any, text: str, **params: Any) -> list[list[Any]]:
    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth, notifications_min_severity="OFF") as driver:
        return [list(r.values()) for r in driver.execute_query(text, params).records]


def schema(server: Any) -> list[list[Any]]:
    indexes = run_on(server, "SHOW INDEXES YIELD name, type, labelsOrTypes, properties, state")
    return sorted(
        indexes + run_on(server, "SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties"), key=repr
    )


# -- policies an operator edits --------------------------------------------------------------


def test_an_operators_predicate_is_obeyed_and_never_overwritten(neo4j_locked):
    store = opened(neo4j_locked)
    store.publish(policies_shipped())
    assert store.predicates() == ()
    run_on(neo4j_locked, "MATCH (p:Predicate {name: 'visited'}) SET p.cardinality = 'one'")
    run_on(neo4j_locked, "CREATE (:Predicate {name: 'mentors', opposes: 'avoids', words_zh: '指导'})")
    mine = {p.name: p for p in store.predicates()}
    assert set(mine) == {"visited", "mentors"}
    assert mine["visited"].cardinality == "one"
    assert mine["mentors"] == Predicate("mentors", opposes="avoids", words={"zh": "指导"})
    store.publish([*policies_shipped(), *mine.values()])
    assert {p.name for p in store.predicates()} == {"visited", "mentors"}
    with graphmem.open(neo4j_locked.uri, auth=neo4j_locked.auth, embedder=EMBEDDER) as memory:
        for place in ("Oslo", "Bergen"):
            memory.add_fact("Ana", "visited", place, user="operator")
        assert [str(f.object) for f in memory.facts("Ana", "visited", user="operator")] == ["Bergen"]
    run_on(neo4j_locked, "MATCH (p:Predicate {name: 'mentors'}) SET p.cardinality = 'few'")
    with pytest.raises(InvalidInput, match=r"mentors.*cardinality='few' must be one of one, many"):
        store.predicates()
    run_on(neo4j_locked, "MATCH (p:Predicate) DELETE p")
    store.close()


def test_publishing_writes_only_what_differs(neo4j_locked):
    calls: list[str] = []
    store = opened(neo4j_locked, trace=calls.append)
    shipped = policies_shipped()
    store.publish(shipped)
    calls.clear()
    store.publish(shipped)
    assert calls == []
    store.publish([*shipped[1:], Predicate("mentors")])
    assert calls == ["tx", "write/predicates"]
    held = {r[0] for r in run_on(neo4j_locked, "MATCH (p:Predicate) RETURN p.name")}
    assert held == {p.name for p in shipped[1:]} | {"mentors"}
    assert store.predicates() == ()
    store.put_predicate(Predicate("mentors", cardinality="one"))
    assert store.predicates() == (Predicate("mentors", cardinality="one"),)
    run_on(neo4j_locked, "MATCH (p:Predicate) DELETE p")
    store.close()


def test_a_relation_named_like_an_edge_of_the_store_gets_no_type_of_its_own():
    assert policies.edge_type("lives_in", {"lives_in"}) == "LIVES_IN"
    assert policies.edge_type("导师", {"导师"}) == "导师"
    assert policies.edge_type("mentors", {"lives_in"}) == "RELATED"
    assert policies.edge_type("names", {"names"}) == "RELATED"


# -- the graph an analyst sees ---------------------------------------------------------------


def test_a_believed_row_between_entities_has_its_typed_edge_until_it_expires(memory, run, user):
    def edges() -> list[tuple[Any, ...]]:
        found = run(
            "MATCH (s:Entity {namespace: $user})-[e]->(o:Entity) WHERE e.fact IS NOT NULL "
            "RETURN type(e), s.name, o.name, e.valid_at.year, e.invalid_at.year, e.predicate ORDER BY o.name",
            user=user,
        )
        return [tuple(r.values()) for r in found]

    memory.add_fact("Ana", "lives_in", "Turin", user=user, valid_at="2020")
    memory.add_fact("Ana", "age", "30", user=user)
    memory.add_fact("Ana", "landlord", "Zed", user=user, valid_at="2021", object_kind="person")
    memory.add_fact("Ana", "visited", "Oslo", user=user, stance="planned")
    assert edges() == [
        ("LIVES_IN", "Ana", "Turin", 2020, 9999, None),
        ("RELATED", "Ana", "Zed", 2021, 9999, "landlord"),
    ]
    memory.add_fact("小红", "lives_in", "北京", user=user, valid_at="2022")
    memory.add_fact("Ana", "lives_in", "Oslo", user=user, valid_at="2024")
    assert edges() == [
        ("LIVES_IN", "Ana", "Oslo", 2024, 9999, None),
        ("LIVES_IN", "Ana", "Turin", 2020, 2024, None),
        ("RELATED", "Ana", "Zed", 2021, 9999, "landlord"),
        ("LIVES_IN", "小红", "北京", 2022, 9999, None),
    ]
    for fact in memory.facts("Ana", "landlord", user=user):
        memory.retract(fact.id, user=user)
    assert "RELATED" not in {e[0] for e in edges()}
    believed = run(
        "MATCH (f:Fact {namespace: $user}) RETURN f:Believed AS mark, f.expired_at.year = 9999 AS open",
        user=user,
    )
    assert all(r["mark"] == r["open"] for r in believed)
    assert {r["mark"] for r in believed} == {True, False}


def test_a_fact_is_reached_from_the_words_that_say_it(memory, run, user):
    memory.add_fact("Ana", "lives_in", "Turin", user=user, at="2026-01-01")
    memory.add_fact("Ana", "lives_in", "Oslo", user=user, at="2026-02-01")
    path = run(
        "MATCH (e:Episode {namespace: $user})-[:HAS_TURN]->(t:Turn)-[said:EVIDENCE_FOR]->(a:Assertion)"
        "-[:SUPPORTS]->(f:Believed)-[:OBJECT]->(o:Entity {name: 'Oslo'}) "
        "MATCH (e)-[m:MENTIONS]->(o)<-[:NAMES]-(n:Name) MATCH (f)-[:SUPERSEDES]->(old:Believed) "
        "RETURN said.quote = t.text AS quoted, m.name AS name, n.key AS key, old.text AS old",
        user=user,
    )
    assert [tuple(r.values()) for r in path] == [(True, "Oslo", "oslo", "Ana lives in Turin")]


def test_dependencies_are_drawn_between_believed_rows(memory, run, user):
    home = memory.add_fact("Ana", "lives_in", "Turin", user=user).added[0].fact
    memory.add_fact("Ana", "works_at", "Acme", user=user, depends_on=home)

    def drawn() -> list[tuple[str, str]]:
        found = run(
            "MATCH (f:Fact {namespace: $user})-[:DEPENDS_ON]->(g) RETURN f.text AS f, g.text AS g", user=user
        )
        return [(r["f"], r["g"]) for r in found]

    assert drawn() == [("Ana works at Acme", "Ana lives in Turin")]
    memory.add_fact("Ana", "lives_in", "Turin", user=user, valid_at="2019")
    assert drawn() == [("Ana works at Acme", "Ana lives in Turin")]
    memory.retract(home, user=user)
    assert drawn() == []


def test_merged_entities_are_walked_as_one(memory, store, run, user):
    memory.add_fact("Kate Winters", "works_at", "Acme", user=user)
    memory.add_fact("Acme", "located_in", "Turin", user=user)
    memory.add_fact("Katherine Winters", "likes", "chess", user=user)
    merged = memory.merge("Katherine Winters", "Kate Winters", user=user)
    assert merged.merges
    found = store.search(user, question("What does Katherine Winters do?"), every)
    texts = {(f.channels["walk"], f.text) for f in found.candidates.facts if "walk" in f.channels}
    assert {text for score, text in texts if score == 1.0} >= {
        "Kate Winters works at Acme",
        "Kate Winters likes chess",
    }
    assert (0.5, "Acme located in Turin") in texts
    memory.undo(merged.merges[0].id, user=user)
    assert run("MATCH (:Entity {namespace: $user})-[m:MERGED_INTO]->() RETURN m", user=user) == []


# -- few round trips -------------------------------------------------------------------------


def test_a_recall_is_one_query_and_scores_are_cosines(memory, calls, user):
    memory.add_fact("Ana", "lives_in", "Turin", user=user)
    memory.add_fact("Ana", "likes", "green tea", user=user)
    memory.flush()
    calls.clear()
    assert memory.recall("Where does Ana live?", user=user).facts
    assert transactions(calls) == [["search/recall"]]
    calls.clear()
    memory.recall("Where does Ana live?", user=user, as_of="2026-02-01", known_at="2026-03-02")
    assert transactions(calls) == [["search/recall"]]


def test_scores_are_those_of_the_embedded_store(memory, store, user):
    memory.add_fact("Ana", "lives_in", "Turin", user=user)
    memory.add_fact("Ana", "喜欢", "绿茶", user=user)
    memory.flush()
    vector = EMBEDDER.embed(["Where does Ana live?"], "query")[0]
    texts = {r.id: r.text for r in store.facts(user, Selection()).rows}
    for known_at in (None, datetime(2026, 3, 2, tzinfo=UTC)):
        found = store.search(user, question("Where does Ana live?", known_at), every)
        scores = {f.id: f.channels["vector"] for f in found.candidates.facts}
        cosines = {i: float(EMBEDDER.embed([text], "passage")[0] @ vector) for i, text in texts.items()}
        assert scores == pytest.approx(cosines, abs=1e-5)


def test_an_episode_with_its_facts_is_one_transaction_of_few_statements(memory, calls, user):
    facts = [
        {"subject": "Ana", "predicate": "lives_in", "object": "Turin", "episode": "told"},
        {"subject": "Ana", "predicate": "likes", "object": "绿茶", "episode": "told"},
        {"subject": "Ben", "predicate": "works_at", "object": "Acme", "episode": "told"},
    ]
    memory.add_facts(facts, user=user)
    calls.clear()
    memory.add_facts([{**f, "object": f["object"] + " Two"} for f in facts], user=user)
    (written,) = transactions(calls)
    assert written[0] == "write/lock"
    assert written[-2:] == ["write/keep", "write/believe"]
    assert len(written) <= 8


def test_a_view_asks_nothing_for_nothing_and_nothing_twice(store, calls, user):
    from graphmem.model import ChangeSet
    from graphmem.store import Lookup

    def decide(view: Any) -> ChangeSet:
        calls.clear()
        assert view.names([]) == view.entities([]) == view.turns([]) == view.episodes([]) == ()
        assert view.assertions(Lookup()) == view.rows([]) == view.mentions([]) == view.names_of([]) == ()
        assert view.slots([]).rows == view.mentions_in([]) == ()
        assert view.dependencies().declared == ()
        assert calls == []
        for _ in range(2):
            view.names(["acme", "turin"])
            view.entities([person_id(user), "nobody"])
            view.episodes(["told"])
        assert calls == ["read/names", "read/entities", "read/episodes"]
        return ChangeSet()

    store.write(user, decide)
    assert user not in store.namespaces()


def test_a_dry_run_leaves_nothing_behind(memory, run, user):
    told = memory.add_facts(
        [{"subject": "Ana", "predicate": "likes", "object": "tea"}], user=user, dry_run=True
    )
    assert [o.action for o in told.outcomes] == ["added"]
    assert run("MATCH (n) WHERE n.namespace = $user OR n.name = $user RETURN n", user=user) == []


# -- many at once ----------------------------------------------------------------------------


def test_sixteen_threads_superseding_one_fact_lose_nothing(neo4j_uri, user):
    calls: list[str] = []
    errors: list[BaseException] = []
    with graphmem.open(neo4j_uri, embedder=EMBEDDER, trace=calls.append) as memory:
        memory.add_fact("Ana", "lives_in", "Start", user=user)
        calls.clear()

        def move(thread: int) -> None:
            for turn in range(5):
                try:
                    memory.add_fact("Ana", "lives_in", f"City {thread}-{turn}", user=user)
                except BaseException as error:
                    errors.append(error)

        threads = [threading.Thread(target=move, args=(n,)) for n in range(16)]
        began = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = time.monotonic() - began
        history = memory.history("Ana", "lives_in", user=user)
        assert errors == []
        assert len({str(f.object) for f in history}) == 81
        assert len(memory.facts("Ana", "lives_in", user=user)) == 1
        assert calls.count("write/lock") == 80, "no try is wasted: writers wait for the namespace first"
        assert took < 60


def test_a_writer_that_waited_for_an_erased_namespace_makes_it_again(neo4j_uri, user):
    errors: list[BaseException] = []
    written: list[int] = []
    over = threading.Event()
    with graphmem.open(neo4j_uri, embedder=EMBEDDER) as memory:

        def write(thread: int) -> None:
            try:
                while not over.is_set():
                    memory.add_fact("Ana", "likes", f"thing {thread} {len(written)}", user=user)
                    written.append(1)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=write, args=(n,)) for n in range(3)]
        for thread in threads:
            thread.start()
        for _ in range(8):
            time.sleep(0.1)
            memory.forget(user=user)
        over.set()
        for thread in threads:
            thread.join()
        assert errors == []
        assert written
        memory.forget(user=user)
        assert memory.entities(user=user) == []


# -- care ------------------------------------------------------------------------------------


def test_what_is_derived_is_checked_and_drawn_again(neo4j_locked, user):
    with graphmem.open(neo4j_locked.uri, auth=neo4j_locked.auth, embedder=EMBEDDER) as memory:
        home = memory.add_fact("Ana", "lives_in", "Turin", user=user, valid_at="2020").added[0].fact
        memory.add_fact("Ana", "lives_in", "Oslo", user=user, valid_at="2024")
        memory.add_fact("Ana", "works_at", "Acme", user=user, depends_on=home)
        memory.flush()
        assert memory.check() == ()
        picture = (
            "MATCH (a)-[e]->(b) RETURN type(e), coalesce(a.id, a.key), coalesce(b.id, b.key), properties(e)"
        )
        before = sorted(run_on(neo4j_locked, picture), key=repr)
        for damage in (
            "MATCH ()-[e:LIVES_IN]->() WITH e LIMIT 1 DELETE e",
            "MATCH (a:Entity)-[:WORKS_AT]->(b) CREATE (a)-[:WORKS_AT {namespace: 'x', fact: 'gone', version: 1}]->(b)",
            "MATCH (:Fact)-[e:SUPERSEDES|DEPENDS_ON]->() DELETE e",
            "MATCH ()-[e:SUPPORTS]->(:Believed {predicate: 'lives_in'}) WITH e LIMIT 1 DELETE e",
            "MATCH (f:Believed) WHERE f.predicate = 'works_at' REMOVE f:Believed",
            "MATCH (t:Turn) WITH t LIMIT 1 SET t.embedding = [1.0, 2.0]",
            "MATCH (f:Believed) WITH f LIMIT 1 REMOVE f.words",
            "CREATE (:Entity {namespace: 'x', id: 'nobody', name: 'Nobody', kind: '', person: false, aliases: []})",
        ):
            run_on(neo4j_locked, damage)
        kinds = {
            "missing: typed edge",
            "stray: typed edge",
            "missing: succession",
            "missing: support of a fact",
            "wrong: mark of what is believed",
            "wrong: vector of another size",
            "missing: words",
            "orphan: entity (that nothing names)",
        }
        assert {f.kind for f in memory.check()} == kinds
        assert {f.kind for f in memory.repair() if f.repaired == f.count} == kinds
        memory.flush()
        assert memory.check() == ()
        assert sorted(run_on(neo4j_locked, picture), key=repr) == before
        memory.forget(user=user)


def test_sizes_name_the_server_and_its_edition(store):
    sizes = store.sizes()
    assert sizes.backend == "neo4j"
    assert sizes.version.startswith("Neo4j 20")
    assert sizes.version.endswith(("community", "enterprise"))
    assert sizes.counts["believed"] <= sizes.counts["fact"]
