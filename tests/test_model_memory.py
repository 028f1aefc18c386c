"""A memory whose extractor is a language model, end to end, against a server that speaks its protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

import graphmem
from graphmem.embed import HashEmbedder
from tests.http_models import ModelServer

AT = datetime.fromisoformat("2026-03-11T15:30:00+08:00")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as found:
        yield found


def reply(quote: str, predicate: str, value: str) -> str:
    said = {"quote": quote, "subject": "user", "predicate": predicate, "object": value}
    whole = said | {"category": None, "stance": "stated", "valid_at": None, "invalid_at": None}
    return json.dumps(
        {"facts": [whole], "entities": [], "topics": [], "summary": "", "importance": 0.4}, ensure_ascii=False
    )


def memory_at(server: ModelServer, path: Path, extractor: str = "joined") -> graphmem.Memory:
    return graphmem.open(
        path,
        embedder=HashEmbedder(),
        **{
            "llm_base_url": server.base_url,
            "llm_api_key": "test",
            "llm_model": "small",
            "llm_retries": 0,
            "llm_timeout": 5,
            "extractor": extractor,
        },
    )


def objects(memory: graphmem.Memory, user: str) -> set[str]:
    return {str(f.object) for f in memory.facts(user=user)}


@pytest.mark.parametrize(
    ("text", "quote", "predicate", "value"),
    [
        ("I live in Turin.", "I live in Turin", "lives_in", "Turin"),
        ("我住在杭州。", "我住在杭州", "lives_in", "杭州"),
        ("我们用 PostgreSQL 存数据。", "我们用 PostgreSQL", "uses", "PostgreSQL"),
    ],
    ids=["english", "chinese", "mixed"],
)
def test_a_models_facts_are_kept_behind_the_checks(
    server: ModelServer, tmp_path: Path, text: str, quote: str, predicate: str, value: str
) -> None:
    server.says(reply(quote, predicate, value))
    with memory_at(server, tmp_path / "m.db") as memory:
        memory.remember(text, user="u", at=AT)
        assert value in objects(memory, "u")
        (used,) = memory.usage()
        assert (used.calls, used.model) == (1, "openai/small")
        assert used.prompt_tokens > 0
    with memory_at(server, tmp_path / "m.db") as again:
        assert again.usage() == (used,)


def test_what_is_known_is_told_to_the_model(server: ModelServer, tmp_path: Path) -> None:
    server.says(reply("I live in Turin", "lives_in", "Turin"))
    with memory_at(server, tmp_path / "m.db") as memory:
        memory.add_fact("user", "works_at", "Orbit Foods", user="u")
        memory.remember("I live in Turin.", user="u", at=AT)
    assert "Orbit Foods" in json.dumps(server.requests[0].body, ensure_ascii=False)


def test_an_invention_is_refused_and_a_failing_model_loses_nothing(
    server: ModelServer, tmp_path: Path
) -> None:
    server.says(reply("I live in Paris", "lives_in", "Paris"))
    with memory_at(server, tmp_path / "m.db") as memory:
        memory.remember("I live in Turin.", user="u", at=AT)
        assert objects(memory, "u") == {"Turin"}
    server.misbehave(*(["500"] * 4))
    with memory_at(server, tmp_path / "n.db", "model") as memory:
        memory.remember("I live in Turin.", user="u", at=AT)
        assert objects(memory, "u") == {"Turin"}


def test_a_sensitive_value_never_reaches_the_endpoint(server: ModelServer, tmp_path: Path) -> None:
    server.says(reply("I live in Turin", "lives_in", "Turin"))
    with memory_at(server, tmp_path / "m.db") as memory:
        memory.remember("I live in Turin. My mobile is 13800138000.", user="u", at=AT)
    assert "13800138000" not in json.dumps(server.requests[0].body)


def test_a_re_import_asks_the_model_for_nothing(server: ModelServer, tmp_path: Path) -> None:
    server.says(reply("I live in Turin", "lives_in", "Turin"))
    with memory_at(server, tmp_path / "m.db") as memory:
        memory.remember("I live in Turin.", user="u", at=AT)
        memory.remember("I live in Turin.", user="u", at=AT)
        assert memory.usage()[0].calls == 1
