"""The MCP door: its verbs, through the SDK's own client and a real process."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

import graphmem
from graphmem.doors.mcp.server import Door
from graphmem.embed import HashEmbedder
from graphmem.errors import CODES, InvalidInput, NotFound
from tests.doors.mcp_client import over_stdio, refused, said, talk, told
from tests.doors.mcp_server import command, ended, environment

VERBS = {
    "remember", "add_fact", "recall", "context", "profile", "facts", "history", "explain", "episodes", "correct",
    "retract", "decline", "confirm", "pin", "forget", "pause", "resume",
}  # fmt: skip
GRAPH = {
    "create_entities", "create_relations", "add_observations", "delete_entities", "delete_observations",
    "delete_relations", "read_graph", "search_nodes", "open_nodes", "search_memories", "find_memories_by_name",
}  # fmt: skip
SAYINGS = {
    "en": ("I live in Turin.", "Where do I live?", "Turin"),
    "zh": ("我住在杭州。", "我住在哪里？", "杭州"),
    "mixed": ("我用 Python 写 backend。", "我用什么语言？Python", "Python"),
}


@pytest.fixture
def user():
    return f"u-{uuid.uuid4().hex[:8]}"


# -- a new user ----------------------------------------------------------------------------


def test_a_new_users_first_five_minutes(tmp_path):
    async def work():
        async with over_stdio(tmp_path / "memory.db", "--user", "ana") as client:
            assert client.server_info.name == "graphmem" and "recall" in client.instructions
            tools = {t.name: t for t in (await client.list_tools()).tools}
            assert set(tools) == VERBS | GRAPH
            assert all("user" not in t.input_schema["properties"] for t in tools.values())
            assert all(t.output_schema and t.description for t in tools.values())

            made = await told(client, "remember", text="I moved from Lyon to Turin in May. I still cycle.")
            assert made["counts"]["added"] >= 1 and made["episode"]
            assert "Turin" in json.dumps(made["outcomes"])
            assert all(o["reason"] for o in made["outcomes"])
            found = await told(client, "recall", query="Where do I live?")
            assert "Turin" in found["facts"][0]["text"] and found["nothing"] is False
            fact = found["facts"][0]["id"]
            assert f"[{fact[:8]}]" in await said(client, "recall", query="Where do I live?")
            context = (await told(client, "context", query="Where do I live?"))["text"]
            assert context.startswith("<memory>") and "Turin" in context
            assert "user lives in Turin" in await said(client, "profile")

            why = await told(client, "explain", id=fact, query="Where do I live?")
            assert "I moved from Lyon to Turin" in why["said"][0]["text"] and why["rule"].startswith("one")
            assert why["recall"].startswith("given")
            corrected = await told(client, "correct", id=fact[:8], object="Milan")
            assert corrected["counts"] == {"added": 1, "withdrawn": 1}
            milan = (await told(client, "facts", subject="user", predicate="lives_in"))["facts"]
            assert [f["object"] for f in milan] == ["Milan"]
            versions = (await told(client, "history", predicate="lives_in"))["facts"]
            assert any(f["object"] == "Turin" and "corrected" in f.get("reason", "") for f in versions)

            text = (await client.read_resource("memory://profile")).contents[0].text
            assert "Milan" in text
            prompt = await client.get_prompt("recall_about", {"topic": "Where do I live?"})
            assert "Milan" in prompt.messages[0].content.text
            assert {p.name for p in (await client.list_prompts()).prompts} == {"use_memory", "recall_about"}

            receipt = await told(client, "forget", everything=True)
            assert receipt["erased"] and "nothing is known" in await said(client, "profile")

    talk(work)


def test_tools_say_what_they_do_to_the_memory(mcp_anybody):
    async def work():
        async with Client(mcp_anybody) as client:
            tools = {t.name: t.annotations for t in (await client.list_tools()).tools}
        erasing = {n for n, a in tools.items() if a.destructive_hint}
        reading = {n for n, a in tools.items() if a.read_only_hint}
        assert erasing == {"forget", "delete_entities", "delete_observations", "delete_relations"}
        assert {"recall", "context", "profile", "facts", "history", "read_graph", "search_nodes"} <= reading
        assert not reading & {"remember", "create_entities", "forget", "pause", "pin"}
        assert all(a.open_world_hint is False for a in tools.values())

    talk(work)


@pytest.mark.parametrize("language", SAYINGS)
def test_what_is_said_is_found_in_its_language(mcp_anybody, user, language):
    text, question, expected = SAYINGS[language]

    async def work():
        async with Client(mcp_anybody) as client:
            made = await told(client, "remember", text=text, user=user)
            assert any(expected in o["text"] for o in made["outcomes"])
            found = await told(client, "recall", query=question, user=user)
            assert expected in found["facts"][0]["text"]
            assert text in [t["text"] for t in found["said"]]
            assert expected in (await told(client, "context", query=question, user=user))["text"]

    talk(work)


def test_time_is_asked_for_on_both_lines(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            fact = {"subject": "user", "predicate": "lives_in", "user": user}
            await told(client, "add_fact", object="Lyon", valid_at="2018", **fact)
            done = await told(client, "add_fact", object="Turin", valid_at="2024-05", **fact)
            assert done["counts"] == {"added": 1, "superseded": 1}
            then = await told(client, "facts", predicate="lives_in", as_of="2020", user=user)
            [lyon] = then["facts"]
            assert (lyon["object"], lyon["since"], lyon["until"]) == ("Lyon", "2018", "2024-05")
            assert (await told(client, "facts", known_at="2001", user=user))["facts"] == []
            old = await told(client, "recall", query="Where did I live in 2019?", user=user)
            assert "Lyon" in [f["object"] for f in old["facts"]]

    talk(work)


def test_a_pause_a_refusal_a_confirmation_and_a_pin(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            await told(client, "pause", user=user)
            done = await told(client, "remember", text="I live in Turin.", user=user)
            assert done["counts"] == {"skipped": 1} and "paused" in done["outcomes"][0]["reason"]
            made = await told(client, "create_entities", entities=[{"name": "Bo"}], user=user)
            assert made["entities"] == [] and "paused" in made["notes"][0]
            await told(client, "resume", user=user)
            guess = {
                "subject": "user",
                "predicate": "likes",
                "object": "火锅",
                "source": "inferred",
                "user": user,
            }
            fact = (await told(client, "add_fact", **guess))["outcomes"][0]["fact"]
            assert (await told(client, "facts", user=user))["facts"][0]["source"] == "inferred"
            await told(client, "decline", id=fact, user=user)
            assert "declined before" in await said(client, "add_fact", **guess)
            await told(client, "remember", text="I might move to Berlin.", user=user)
            [maybe] = (await told(client, "facts", stance="tentative", user=user))["facts"]
            await told(client, "confirm", id=maybe["id"], user=user)
            await told(client, "pin", id=maybe["id"], user=user)
            [held] = (await told(client, "facts", predicate="lives_in", user=user))["facts"]
            assert held["object"] == "Berlin" and held["pinned"] is True
            await told(client, "retract", id=held["id"], why="a joke", user=user)
            assert "a joke" in await said(client, "history", predicate="lives_in", user=user)

    talk(work)


# -- whose memory --------------------------------------------------------------------------


def test_nothing_of_one_user_is_ever_seen_by_another(mcp_anybody):
    ana, ben = f"ana-{uuid.uuid4().hex[:6]}", f"ben/{uuid.uuid4().hex[:6]}"

    async def work():
        async with Client(mcp_anybody) as client:
            await told(client, "remember", text="I live in Turin. 我喜欢火锅。", user=ana)
            await told(
                client,
                "create_entities",
                entities=[{"name": "Acme", "observations": ["Makes lamps"]}],
                user=ana,
            )
            await told(client, "remember", text="I live in Ghent.", user=ben)
            turin = (await told(client, "facts", predicate="lives_in", user=ana))["facts"][0]["id"]
            for tool in ("profile", "facts", "history", "episodes", "read_graph"):
                seen = await said(client, tool, user=ben)
                assert not re.search("Turin|火锅|Acme", seen), tool
            for tool in ("recall", "search_nodes", "context"):
                seen = await said(client, tool, query="Turin Acme 火锅", user=ben)
                assert not re.search("Turin.*lives|lives.*Turin|火锅。|Makes lamps", seen), tool
            assert "NotFound" in await refused(client, "explain", id=turin, user=ben)
            assert "NotFound" in await refused(client, "forget", fact=turin, user=ben)
            await told(client, "delete_entities", entityNames=["Acme"], user=ben)
            opened = await told(client, "open_nodes", names=["Acme"], user=ben)
            assert opened["entities"] == [] and opened["notFound"] == ["Acme"]
            for who, mine, other in ((ana, "Turin", "Ghent"), (ben, "Ghent", "Turin")):
                uri = f"memory://{who.replace('/', '%2F')}/knowledge-graph"
                graph = (await client.read_resource(uri)).contents[0].text
                assert mine in graph and other not in graph
            await told(client, "forget", everything=True, user=ben)
            assert "Makes lamps" in await said(client, "read_graph", user=ana)

    talk(work)


# -- errors --------------------------------------------------------------------------------


def test_errors_say_what_to_do_and_carry_their_number(mcp_anybody, user):
    invalid, missing = CODES[InvalidInput].mcp, CODES[NotFound].mcp
    wrong = [
        ("recall", {"query": "  ", "user": user}, invalid, "query is blank"),
        ("recall", {"query": "tea", "user": " "}, invalid, "user is blank"),
        ("recall", {"query": "tea"}, invalid, "user: Field required"),
        ("recall", {"query": "tea", "limit": 0, "user": user}, invalid, "limit"),
        ("recall", {"query": "tea", "max_tokens": 5, "user": user}, invalid, "max_tokens=5 must be"),
        ("recall", {"query": "tea", "as_of": "soon", "user": user}, invalid, "as_of='soon' is not a date"),
        ("recall", {"query": "tea", "ask_of": "2024", "user": user}, invalid, "no argument 'ask_of'"),
        ("facts", {"stance": "sure", "user": user}, invalid, "stance"),
        ("facts", {"cursor": "%%%", "user": user}, invalid, "cursor is not one"),
        ("explain", {"id": "zzz", "user": user}, invalid, "is not a fact's id"),
        ("explain", {"id": "0123456789abcdef", "user": user}, missing, "no fact"),
        ("forget", {"user": user}, invalid, "give one of: fact"),
        ("forget", {"fact": "0123", "everything": True, "user": user}, invalid, "give one of: fact"),
        ("create_relations", {"relations": [{"from": "A"}], "user": user}, invalid, "relations.0.to: Field required"),
        ("create_entities", {"entities": [{"name": " "}], "user": user}, invalid, "name is blank"),
        ("no_such", {}, invalid, "there is no tool 'no_such'"),
    ]  # fmt: skip

    async def work():
        async with Client(mcp_anybody) as client:
            for tool, arguments, number, words in wrong:
                done = await client.call_tool(tool, arguments)
                assert done.is_error, (tool, arguments)
                text = done.content[0].text
                assert words in text and f"({number})" in text, (tool, arguments, text)
                assert "Traceback" not in text and "pydantic.dev" not in text
                assert done.meta["graphmem/error"]["code"] == number
            with pytest.raises(MCPError) as caught:
                await client.read_resource("memory://%20/profile")
            assert caught.value.code == invalid and "user is blank" in caught.value.message
            for prompt, given, words in (
                ("no_such", {}, "there are use_memory, recall_about"),
                ("recall_about", {"user": user}, "prompt recall_about needs topic"),
            ):
                with pytest.raises(MCPError) as caught:
                    await client.get_prompt(prompt, given)
                assert caught.value.code == invalid and words in caught.value.message

    talk(work)


def test_half_a_character_leaves_no_call_without_an_answer(tmp_path):
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        "this is no message",
        r'{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "add_fact", "arguments": '
        r'{"subject": "Bo", "predicate": "likes", "object": "茶 \ud83c\udf75 and C:\\ud800 \ud83c"}}}',
    ]
    with subprocess.Popen(
        command("mcp", "--db", str(tmp_path / "m.db"), "--user", "ana"),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as server:
        server.stdin.write("\n".join(lines) + "\n")
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(2)]
        server.stdin.close()
        assert server.wait(20) == 0
    assert [a["id"] for a in answers] == [1, 2]
    assert "茶 🍵 and C:\\ud800 \ufffd" in answers[1]["result"]["structuredContent"]["outcomes"][0]["text"]


def test_what_cannot_be_served_is_said_at_once(mcp_anybody, tmp_path):
    db = ("--db", str(tmp_path / "m.db"))
    missing = ended(*db, before="import sys; sys.modules['mcp'] = None; ")
    assert missing.returncode == 6 and "pip install 'graphmem[mcp]'" in missing.stderr
    wrong = ended(*db, "--tools", "some")
    assert wrong.returncode == 2 and "all, verbs, graph" in wrong.stderr
    port = mcp_anybody.rsplit(":", 1)[1].split("/")[0]
    taken = ended(*db, "--http", "--port", port)
    assert taken.returncode == 2 and f"port {port} cannot be used" in taken.stderr


def test_the_configuration_starts_a_server(tmp_path):
    done = subprocess.run(
        command("mcp", "--show-config", "--db", "memory.db", "--user", "安娜"),
        cwd=tmp_path,
        env=environment(GRAPHMEM_LLM_API_KEY="sk-1"),
        capture_output=True,
        text=True,
        check=True,
    )
    entry = json.loads(done.stdout)["mcpServers"]["memory"]
    assert Path(entry["command"]).name == "graphmem" and entry["env"] == {"GRAPHMEM_EMBEDDER": "hash"}
    assert "add to `env` yourself: GRAPHMEM_LLM_API_KEY" in done.stderr and "sk-1" not in done.stdout
    assert entry["args"] == ["mcp", "--db", str(tmp_path / "memory.db"), "--user", "安娜"]


# -- pages ---------------------------------------------------------------------------------


async def every_page(client: Client, tool: str, key: str, **arguments: object) -> list[dict]:
    items, cursor, pages = [], None, 0
    while True:
        page = await told(client, tool, **arguments, **({"cursor": cursor} if cursor else {}))
        assert page[key]
        items, pages, cursor = items + page[key], pages + 1, page.get("nextCursor")
        if cursor is None:
            assert pages > 2
            return items


def test_long_answers_come_in_pages_that_miss_nothing(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            things = [f"thing {i} 东西" for i in range(40)]
            for thing in things:
                await told(client, "add_fact", subject="user", predicate="owns", object=thing, user=user)
            facts = await every_page(client, "facts", "facts", max_tokens=400, user=user)
            assert sorted(f["object"] for f in facts) == sorted(things)
            first = await told(client, "facts", max_tokens=400, user=user)
            await told(client, "add_fact", subject="user", predicate="owns", object="a late thing", user=user)
            rest = await told(client, "facts", max_tokens=5000, cursor=first["nextCursor"], user=user)
            objects = [f["object"] for f in first["facts"] + rest["facts"]]
            assert sorted(objects) == sorted([*things, "a late thing"])
            assert "another question" in await refused(
                client, "facts", predicate="owns", cursor=first["nextCursor"], user=user
            )
            for tool, arguments in (("recall", {"query": "thing 东西", "limit": 30}), ("profile", {})):
                found = await every_page(client, tool, "facts", max_tokens=300, user=user, **arguments)
                assert len({f["id"] for f in found}) == len(found) > 10

    talk(work)


# -- listening -----------------------------------------------------------------------------


def test_a_client_hears_that_its_graph_has_changed(mcp_anybody, user):
    uri = f"memory://{user}/knowledge-graph"

    async def work():
        async with Client(mcp_anybody) as client, client.listen(resource_subscriptions=[uri]) as stream:
            await told(client, "create_entities", entities=[{"name": "Bo"}], user=f"{user}-other")
            await told(client, "create_entities", entities=[{"name": "Acme"}], user=user)
            event = await asyncio.wait_for(anext(aiter(stream)), 10)
            assert event.uri == uri
            text = (await client.read_resource(uri)).contents[0].text
            assert "Acme" in text and "Bo" not in text

    talk(work)


def test_a_server_may_have_the_verbs_or_the_graph_alone():
    async def work():
        with graphmem.open(":memory:", embedder=HashEmbedder()) as memory:
            for tools, names in (("verbs", VERBS), ("graph", GRAPH), ("all", VERBS | GRAPH)):
                async with Client(Door(memory, "ana", tools)) as client:
                    assert {t.name for t in (await client.list_tools()).tools} == names
                    assert "leave out `user`" in await refused(client, next(iter(names)), user="ben")

    talk(work)


def test_the_door_is_not_loaded_for_other_commands():
    code = "import sys, graphmem.doors.cli; print('mcp' in sys.modules, 'pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    assert done.stdout.split() == ["False", "False"]
