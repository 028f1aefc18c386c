"""The MCP door's graph: what is told of masked values and of pauses, and the erasure of what many calls said."""

from __future__ import annotations

import json
import uuid

import pytest
from mcp import Client

from graphmem.doors.mcp.official import Official
from graphmem.doors.mcp.shapes import EntityIn
from tests.doors.mcp_client import talk, told


@pytest.fixture
def user():
    return f"u-{uuid.uuid4().hex[:8]}"


def test_a_masked_value_is_told_as_it_is_kept(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            bo = {"name": "Bo", "entityType": "person", "observations": ["邮箱 bo.lin@example.org"]}
            mail = {
                "name": "bo.lin@example.org",
                "entityType": "address",
                "observations": ["Answers at night"],
            }
            made = await told(client, "create_entities", entities=[bo, mail], user=user)
            assert [(e["name"], e["observations"]) for e in made["entities"]] == [
                ("Bo", ["邮箱 [邮箱]"]),
                ("[email]", ["Answers at night"]),
            ]
            relation = {"from": "Bo", "to": "bo.lin@example.org", "relationType": "reads"}
            related = await told(client, "create_relations", relations=[relation], user=user)
            assert related["relations"] == [{**relation, "to": "[email]"}]
            deletions = [{"entityName": "Bo", "observations": bo["observations"]}]
            gone = await told(client, "delete_observations", deletions=deletions, user=user)
            assert "notFound" not in gone
            [left] = (await told(client, "open_nodes", names=["Bo"], user=user))["entities"]
            assert left["observations"] == []

    talk(work)


def test_a_pause_is_told_within_bounds(mcp_anybody, user):
    async def work():
        async with Client(mcp_anybody) as client:
            await told(client, "pause", user=user)
            many = [
                {"name": f"Tool {i}", "entityType": "tool", "observations": ["用 Rust 写"]}
                for i in range(200)
            ]
            made = await told(client, "create_entities", entities=many, user=user)
            assert made["entities"] == [] and len(json.dumps(made)) < 20_000
            assert made["notes"][-1] == f"… and {401 - len(made['notes'])} more"

    talk(work)


def test_what_many_calls_told_at_once_is_erased_with_all_that_was_said_of_it(memory, user):
    tools = Official(memory)
    entities = [EntityIn(name=f"实体 {i} 号", type="thing", observations=["一", "two"]) for i in range(150)]  # type: ignore[call-arg]
    tools.create_entities(entities, user=user)
    assert max(len(e.turns) for e in memory.episodes(user=user)) <= 200
    memory.add_fact("实体 3 号", "lives_in", "Lyon", user=user)
    memory.add_fact("实体 3 号", "lives_in", "Oslo", user=user)
    memory.add_fact("Cy", "friend", "实体 3 号", user=user, stance="tentative")
    tools.delete_entities(["实体 3 号"], user=user)
    left = [json.loads(line) for line in memory.export(user)]
    assert '实体 3"' not in json.dumps(left, ensure_ascii=False) and "Oslo" not in str(left)
    assert len(tools.read_graph(100_000, user=user).structured_content["entities"]) == 149
