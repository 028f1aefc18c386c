"""The graph's tools: in the place of the official memory server and of mcp-neo4j-memory, without their faults."""

from __future__ import annotations

import asyncio
import json
import uuid
import warnings

import pytest
from mcp import Client

from graphmem.doors.mcp.official import Official
from graphmem.doors.mcp.shapes import AdditionIn, EntityIn, RelationIn
from tests.doors.mcp_client import over_stdio, refused, said, talk, told

PERSON = {"name": "Mara_Quill", "entityType": "person", "observations": ["Repairs old clocks"]}
COMPANY = {"name": "Harborworks", "entityType": "organization", "observations": []}
WORKS = {"from": "Mara_Quill", "to": "Harborworks", "relationType": "works_at"}


@pytest.fixture
def user():
    return f"u-{uuid.uuid4().hex[:8]}"


@pytest.mark.slow
def test_a_script_for_the_official_server_runs_as_it_does_there(tmp_path):
    """A whole use of it, call by call, with the shapes it answers in, for a client of its time."""
    heard: list[str] = []

    async def listen(message: object) -> None:
        heard.append(str(getattr(getattr(message, "params", None), "uri", "")))

    async def work():
        start = over_stdio(
            tmp_path / "memory.db", "--user", "default_user", mode="legacy", message_handler=listen
        )
        async with start as client:
            assert client.server_capabilities.resources.subscribe
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                await client.subscribe_resource("memory://knowledge-graph")
            made = await client.call_tool("create_entities", {"entities": [PERSON, COMPANY]})
            assert made.structured_content == {"entities": [PERSON, COMPANY]}
            assert json.loads(made.content[0].text) == [PERSON, COMPANY]
            related = await client.call_tool("create_relations", {"relations": [WORKS]})
            assert related.structured_content == {"relations": [WORKS]}
            assert json.loads(related.content[0].text) == [WORKS]
            more = {"entityName": "Mara_Quill", "contents": ["Sails since 2014", "Repairs old clocks"]}
            added = await client.call_tool("add_observations", {"observations": [more]})
            results = [{"entityName": "Mara_Quill", "addedObservations": ["Sails since 2014"]}]
            assert added.structured_content == {"results": results}
            assert json.loads(added.content[0].text) == results

            mara = {**PERSON, "observations": ["Repairs old clocks", "Sails since 2014"]}
            whole = {"entities": [mara, COMPANY], "relations": [WORKS]}
            for tool, arguments in (
                ("read_graph", {}),
                ("open_nodes", {"names": ["Mara_Quill", "Harborworks"]}),
                ("find_memories_by_name", {"names": ["Mara_Quill", "Harborworks"]}),
            ):
                read = await client.call_tool(tool, arguments)
                assert read.structured_content == whole == json.loads(read.content[0].text), tool
            resource = await client.read_resource("memory://knowledge-graph")
            assert resource.contents[0].mime_type == "application/json"
            assert json.loads(resource.contents[0].text) == whole
            for query in ("Clocks", "clocks", "Mara", "Sails since"):
                found = await told(client, "search_nodes", query=query)
                assert [e["name"] for e in found["entities"]] == ["Mara_Quill"], query
            assert (await told(client, "search_nodes", query="organization"))["entities"] == [COMPANY]
            assert await told(client, "search_nodes", query="nonexistent") == {
                "entities": [],
                "relations": [],
            }
            assert "Entity with name Nobody not found" in await refused(
                client, "add_observations", observations=[{"entityName": "Nobody", "contents": ["x"]}]
            )

            gone = {"entityName": "Mara_Quill", "observations": ["Sails since 2014"]}
            for tool, arguments, what in (
                ("delete_observations", {"deletions": [gone]}, "Observations"),
                ("delete_relations", {"relations": [WORKS]}, "Relations"),
                ("delete_entities", {"entityNames": ["Harborworks"]}, "Entities"),
            ):
                done = await client.call_tool(tool, arguments)
                message = f"{what} deleted successfully"
                assert done.structured_content == {"success": True, "message": message}
                assert done.content[0].text == message
            assert await told(client, "read_graph") == {"entities": [PERSON], "relations": []}
            for _ in range(100):
                if heard.count("memory://knowledge-graph") == 6:
                    break
                await asyncio.sleep(0.05)
            assert heard.count("memory://knowledge-graph") == 6  # one a write

    talk(work)


def test_the_other_spelling_means_the_same(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            person = {"name": "Ana", "type": "person", "observations": ["Likes tea"]}
            made = await told(
                client, "create_entities", entities=[person, {"name": "Acme", "type": "org"}], user=user
            )
            assert [e["entityType"] for e in made["entities"]] == ["person", "org"]
            relation = {"source": "Ana", "target": "Acme", "relationType": "KNOWS"}
            await told(client, "create_relations", relations=[relation], user=user)
            more = [{"entityName": "Ana", "observations": ["喜欢火锅"]}]
            await told(client, "add_observations", observations=more, user=user)
            found = await told(client, "search_memories", query="Ana", user=user)
            assert found["entities"][0]["observations"] == ["Likes tea", "喜欢火锅"]
            assert found["outside"] == [{"from": "Ana", "to": "Acme", "relationType": "KNOWS"}]
            await told(client, "delete_relations", relations=[relation], user=user)
            assert (await told(client, "read_graph", user=user))["relations"] == []

    talk(work)


def test_what_is_there_is_neither_dropped_nor_replaced(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            await told(client, "create_entities", entities=[PERSON], user=user)
            again = {"name": "mara_quill", "entityType": "employee", "observations": ["Plays chess"]}
            made = await told(client, "create_entities", entities=[again], user=user)
            assert made["entities"] == []
            assert made["existing"] == [{"entityName": "Mara_Quill", "addedObservations": ["Plays chess"]}]
            [mara] = (await told(client, "open_nodes", names=["MARA_QUILL"], user=user))["entities"]
            assert mara == {**PERSON, "observations": ["Repairs old clocks", "Plays chess"]}
            again = await told(client, "create_relations", relations=[WORKS], user=user)
            assert again["createdEntities"] == ["Harborworks"]
            assert await told(client, "create_relations", relations=[WORKS], user=user) == {"relations": []}

    talk(work)


def test_no_relation_leads_out_of_what_is_told(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            people = [{"name": n, "entityType": "person"} for n in ("Ana", "Bo", "Cy")]
            await told(client, "create_entities", entities=people, user=user)
            pairs = [("Ana", "Bo"), ("Bo", "Cy"), ("Ana", "Dora")]
            relations = [{"from": a, "to": b, "relationType": "friend"} for a, b in pairs]
            made = await told(client, "create_relations", relations=relations, user=user)
            assert made["createdEntities"] == ["Dora"]
            found = await told(client, "open_nodes", names=["Ana", "Bo", "Eve"], user=user)
            assert found["relations"] == relations[:1] and found["outside"] == [relations[2], relations[1]]
            assert found["notFound"] == ["Eve"]
            whole = await told(client, "read_graph", user=user)
            assert [e["name"] for e in whole["entities"]] == ["Ana", "Bo", "Cy", "Dora"]
            assert whole["relations"] == relations

    talk(work)


@pytest.mark.parametrize(
    ("name", "kind", "observation", "relation", "words"),
    [
        ("Café Élan", "place", "Opens at 8 a.m.; closed on Mondays.", "is owned by (since 2020)", "closed Mondays"),
        ("杭州研发中心", "部门", "后端用 PostgreSQL，缓存用 Redis。", "隶属于", "缓存"),
        ("小林", "person", "用 Python 写 backend", "MANAGES/leads", "python backend"),
        ("src/app.py", "file", "  keeps   odd spacing & <tags> [in] \"quotes\" ", "3rd party of", "odd spacing"),
    ],
)  # fmt: skip
def test_any_wording_is_read_back_as_it_was_written(
    mcp_anybody, user, name, kind, observation, relation, words
):
    async def work():
        async with Client(mcp_anybody) as client:
            entity = {"name": name, "entityType": kind, "observations": [observation]}
            await told(client, "create_entities", entities=[entity, {"name": "Other"}], user=user)
            related = {"from": name, "to": "Other", "relationType": relation}
            await told(client, "create_relations", relations=[related], user=user)
            whole = await told(client, "read_graph", user=user)
            assert whole["entities"][0] == {**entity, "observations": [observation.strip()]}
            assert whole["relations"] == [related]
            found = await told(client, "search_nodes", query=words, user=user)
            assert found["entities"][0]["name"] == name
            await told(client, "delete_observations", deletions=[
                {"entityName": name, "observations": [observation]}], user=user)  # fmt: skip
            await told(client, "delete_relations", relations=[related], user=user)
            left = await told(client, "read_graph", user=user)
            assert left["relations"] == [] and left["entities"][0]["observations"] == []

    talk(work)


def test_a_search_finds_by_words_beginnings_and_several_places(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            lamps = {
                "name": "Quay lamps",
                "entityType": "project",
                "observations": ["Lit at dusk", "Budget approved"],
            }
            hotpot = {"name": "火锅店", "entityType": "餐厅", "observations": ["周末要排队"]}
            await told(client, "create_entities", entities=[lamps, hotpot], user=user)
            for query, expected in (
                ("lamp", "Quay lamps"), ("dusk budget", "Quay lamps"), ("approved lamps", "Quay lamps"),
                ("排队", "火锅店"), ("周末", "火锅店"), ("火锅", "火锅店"),
            ):  # fmt: skip
                found = await told(client, "search_nodes", query=query, user=user)
                assert [e["name"] for e in found["entities"]][:1] == [expected], query

    talk(work)


def test_a_large_graph_comes_in_pages(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            entities = [
                {
                    "name": f"Node {i}",
                    "entityType": "thing",
                    "observations": [f"observation {i}.{k}" for k in range(4)],
                }
                for i in range(60)
            ]
            await told(client, "create_entities", entities=entities, user=user)
            links = [{"from": f"Node {i}", "to": f"Node {i + 1}", "relationType": "next"} for i in range(59)]
            await told(client, "create_relations", relations=links, user=user)
            found: dict[str, list[str]] = {}
            relations, cursor, pages = [], None, 0
            while True:
                more = {"cursor": cursor} if cursor else {}
                page = await told(client, "read_graph", max_tokens=1000, user=user, **more)
                for e in page["entities"]:
                    found.setdefault(e["name"], []).extend(e["observations"])
                assert all({r["from"], r["to"]} <= found.keys() for r in page["relations"])
                relations, pages, cursor = relations + page["relations"], pages + 1, page.get("nextCursor")
                if cursor is None:
                    break
            assert pages > 3
            assert found == {e["name"]: e["observations"] for e in entities}
            assert sorted(map(str, relations)) == sorted(map(str, links))
            text = await said(client, "read_graph", user=user)
            assert len(text) < 40_000

    talk(work)


def test_times_can_be_asked_for_and_a_long_observation_is_refused(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            await told(client, "create_entities", entities=[PERSON], user=user)
            [mara] = (await told(client, "read_graph", dates=True, user=user))["entities"]
            assert mara["createdAt"][:2] == "20" and mara["updatedAt"] >= mara["createdAt"]
            long = [{"entityName": "Mara_Quill", "contents": ["x" * 2001]}]
            told_off = await refused(client, "add_observations", observations=long, user=user)
            assert "observation has 2001 characters: at most 2,000" in told_off

    talk(work)


def test_a_deleted_entity_leaves_nothing_behind(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            await told(client, "create_entities", entities=[PERSON, COMPANY], user=user)
            await told(client, "create_relations", relations=[WORKS], user=user)
            done = await told(client, "delete_entities", entityNames=["Mara_Quill", "Nobody"], user=user)
            assert done["success"] and done["notFound"] == ["Nobody"]
            whole = await told(client, "read_graph", user=user)
            assert [e["name"] for e in whole["entities"]] == ["Harborworks"] and whole["relations"] == []

    talk(work)


@pytest.mark.slow
def test_what_is_said_in_conversation_is_in_the_graph_and_the_other_way_round(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            await told(client, "remember", text="I live in Turin. My friend Bo likes chess.", user=user)
            whole = await told(client, "read_graph", user=user)
            lives = {"from": "user", "to": "Turin", "relationType": "lives_in"}
            assert lives in whole["relations"]
            more = [{"entityName": "default_user", "contents": ["Prefers short answers"]}]
            await told(client, "add_observations", observations=more, user=user)
            assert "Prefers short answers" in await said(client, "profile", user=user)
            assert "Prefers short answers" in await said(client, "recall", query="short answers", user=user)
            moved = [{"from": "default_user", "to": "Ghent", "relationType": "lives_in"}]
            made = await told(client, "create_relations", relations=moved, user=user)
            assert any("superseded: user lives in Turin" in note for note in made["notes"])
            now = await told(client, "read_graph", user=user)
            assert [r["to"] for r in now["relations"] if r["relationType"] == "lives_in"] == ["Ghent"]
            versions = (await told(client, "history", predicate="lives_in", user=user))["facts"]
            assert {f["object"] for f in versions} == {"Turin", "Ghent"}

    talk(work)


@pytest.mark.slow
def test_two_servers_on_one_file_lose_nothing(tmp_path):
    rounds = 8

    async def write(client: Client, who: str) -> None:
        for i in range(rounds):
            content = [{"entityName": "Shared", "contents": [f"{who} {i} 第{i}次"]}]
            done = await told(client, "add_observations", observations=content)
            assert done["results"][0]["addedObservations"]
            await told(client, "create_entities", entities=[{"name": f"{who} {i}", "entityType": "thing"}])

    async def work():
        db = tmp_path / "memory.db"
        async with over_stdio(db, "--user", "ana") as one, over_stdio(db, "--user", "ana") as two:
            await told(one, "create_entities", entities=[{"name": "Shared", "entityType": "thing"}])
            await asyncio.gather(write(one, "one"), write(two, "two"))
            for client in (one, two):
                opened = await told(client, "open_nodes", names=["Shared"])
                notes = opened["entities"][0]["observations"]
                assert sorted(notes) == sorted(
                    f"{w} {i} 第{i}次" for w in ("one", "two") for i in range(rounds)
                )
                whole = json.dumps(await told(client, "read_graph"))
                assert all(f'"{w} {i}"' in whole for w in ("one", "two") for i in range(rounds))

    talk(work)


def test_the_graph_is_the_same_on_either_store(memory, user):
    tools = Official(memory)

    def entity(name: str, *observations: str) -> EntityIn:
        return EntityIn(name=name, type="person", observations=list(observations))  # type: ignore[call-arg]

    def relation(source: str, words: str, target: str) -> RelationIn:
        return RelationIn.model_validate({"from": source, "to": target, "relationType": words})

    made = tools.create_entities([entity("Bo", "a", "b"), entity("BO", "b", "c")], user=user)
    assert made.structured_content == {
        "entities": [{"name": "Bo", "entityType": "person", "observations": ["a", "b", "c"]}]
    }
    twice = [
        relation("Bo", "works at", "One"),
        relation("Bo", "works_at", "One"),
        relation("Bo", "KNOWS", "小林"),
    ]
    related = tools.create_relations(twice, user=user).structured_content
    assert [r["to"] for r in related["relations"]] == ["One", "小林"]
    assert related["createdEntities"] == ["One", "小林"]

    moved = tools.create_relations([relation("Bo", "works at", "Two")], user=user).structured_content
    assert moved["notes"][0].startswith("superseded: Bo works at One")
    both = [relation("Cy", "works_at", "One"), relation("Cy", "works_at", "Two")]
    kept = tools.create_relations(both, user=user).structured_content
    assert [r["to"] for r in kept["relations"]] == ["Two"] and kept["notes"][0].startswith("history: ")

    phone = [AdditionIn(entityName="Bo", contents=["Call 13800138000"])]  # type: ignore[call-arg]
    [added] = tools.add_observations(phone, user=user).structured_content["results"]
    assert added["addedObservations"] == ["Call [phone]"]

    memory.remember("I work at Two. 我的朋友小林喜欢火锅。", user=user)
    whole = tools.read_graph(user=user).structured_content
    names = [e["name"] for e in whole["entities"]]
    assert len(names) == len(set(names)) and {"Bo", "小林", "Two", "Cy", "user"} <= set(names)
    memory.merge("Cy", "Bo", user=user)
    opened = tools.open_nodes(["Cy"], user=user).structured_content
    assert [e["name"] for e in opened["entities"]] == ["Bo"]
    assert tools.create_entities([entity("Cy")], user=user).structured_content["entities"] == []
    tools.delete_entities(["Cy"], user=user)
    left = tools.read_graph(user=user).structured_content
    assert not {"Bo", "Cy"} & {e["name"] for e in left["entities"]}
    assert "Call" not in json.dumps(list(memory.export(user)))
