"""The HTTP door over Neo4j: the same verbs, on a server."""

from __future__ import annotations

import os
import uuid

import pytest

from graphmem.doors.http import answered
from tests.doors.http_server import Serving, problem


@pytest.fixture(scope="module")
def web(neo4j_uri, tmp_path_factory):
    access = {k: v for k, v in os.environ.items() if k.startswith("GRAPHMEM_NEO4J_")}
    with (
        Serving(tmp_path_factory.mktemp("graph"), "--db", neo4j_uri, **access) as started,
        started.client() as client,
    ):
        yield client


def test_the_verbs_are_the_same_on_neo4j(web):
    home, other = (f"/v1/users/{uuid.uuid4().hex}" for _ in range(2))
    said = web.post(f"{home}/remember", json={"text": "我住在杭州。"}).json()
    assert answered.Changes.model_validate(said).counts["added"] >= 1
    for i in range(3):
        fact = {"subject": "user", "predicate": "likes", "object": f"火锅 {i}", "valid_at": "2024"}
        assert web.post(f"{home}/facts", json=fact).status_code == 201
    recall = web.post(f"{home}/recall", json={"query": "我住在哪里？", "max_tokens": 300}).json()
    assert "杭州" in answered.Recall.model_validate(recall).prompt
    found, cursor = [], None
    while not found or cursor:
        page = web.get(f"{home}/facts", params={"limit": 2, **({"cursor": cursor} if cursor else {})}).json()
        found, cursor = found + page["items"], page["next_cursor"]
    assert len({f["id"] for f in found}) == len(found) == 4
    episode = web.get(f"{home}/episodes").json()["items"][0]
    assert web.get(f"{home}/episodes/{episode['id']}").json() == episode
    problem(web.get(f"{other}/episodes/{episode['id']}"), 404, "not-found")
    assert web.get(f"{other}/facts").json()["items"] == []
    lines = web.get(f"{home}/export").content
    assert web.post(f"{home}/forget", json={"everything": True}).json()["erased"]
    assert web.get(f"{home}/facts").json()["items"] == []
    assert web.post(f"{home}/import", content=lines).status_code == 200
    assert web.get(f"{home}/facts").json()["items"] == found
