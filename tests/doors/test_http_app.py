"""The application as others mount it, with a model of their own; what it keeps of answers; hostile input."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from fastapi import FastAPI
from fastapi.datastructures import State
from fastapi.responses import Response

import graphmem
from graphmem.doors.http import KeyFile, create_app
from graphmem.doors.http.replay import Replays
from graphmem.errors import Conflict, Unavailable
from graphmem.testing import FrozenClock
from tests.doors.http_server import Serving, problem


class Model:
    """Says its pieces; one that is an error is raised."""

    name = "tiny"

    def __init__(self, *pieces: str | Exception) -> None:
        self.pieces = pieces

    def __call__(self, messages: list[dict[str, str]]) -> Iterator[str]:
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece


@pytest.fixture
def memory():
    with graphmem.open(":memory:", embedder="hash", clock=FrozenClock("2026-06-01")) as opened:
        yield opened


def ask(app: FastAPI, method: str, path: str, host: str = "http://localhost", **sent: Any) -> httpx.Response:
    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=host) as client:
            return await client.request(method, path, **sent)

    return asyncio.run(asked())


def test_it_is_mounted_in_an_application_of_ones_own(memory, tmp_path):
    outer = FastAPI()
    outer.mount("/memory", create_app(memory, hosts=["memory.example"]))
    fact = {"subject": "user", "predicate": "likes", "object": "火锅"}
    done = ask(outer, "POST", "/memory/v1/users/ana/facts", "http://memory.example", json=fact)
    assert done.status_code == 201
    problem(ask(outer, "GET", "/memory/v1/users/ana/facts"), 421, "misdirected-request")
    assert [str(f.object) for f in memory.facts(user="ana")] == ["火锅"]
    locked = create_app(memory, keys=KeyFile(tmp_path / "keys.json"))
    problem(ask(locked, "GET", "/v1/users/ana/facts", "http://any.example"), 401, "unauthorized")


def test_the_example_of_an_import_is_one(memory):
    app = create_app(memory)
    paths = ask(app, "GET", "/openapi.json").json()["paths"]
    content = paths["/v1/users/{user}/import"]["post"]["requestBody"]["content"]
    example = content["application/jsonl"]["example"]
    assert ask(app, "POST", "/v1/users/ana/import", content=example).status_code == 200


def test_a_fault_is_told_without_its_words(memory):
    app = create_app(memory, model=Model(RuntimeError("ana lives in Turin")))
    for headers in ({}, {"idempotency-key": "k"}):
        sent = {"json": {"user": "ana", "message": "hi"}, "headers": headers}
        told = problem(ask(app, "POST", "/api/chat", **sent), 500, "fault")
        assert "Turin" not in json.dumps(told)


def test_a_fault_in_a_stream_is_told_in_it(memory):
    app = create_app(memory, model=Model("You ", RuntimeError("ana lives in Turin")))
    answer = ask(app, "POST", "/api/chat", json={"user": "ana", "message": "hi", "stream": True})
    *_, name, content = answer.text.strip().splitlines()
    assert name == "event: error" and "Turin" not in content
    assert json.loads(content.removeprefix("data: "))["status"] == 500


def test_who_has_no_key_is_not_told_where_the_store_is(memory, tmp_path, monkeypatch):
    def away(*_: object) -> None:
        raise Unavailable("bolt://10.0.0.5 does not answer")

    monkeypatch.setattr(memory.store, "state", away)
    open_to_all = ask(create_app(memory, keys=KeyFile(tmp_path / "keys.json")), "GET", "/v1/ready")
    assert "10.0.0.5" not in problem(open_to_all, 503, "unavailable")["detail"]
    own = ask(create_app(memory), "GET", "/v1/ready")
    assert "10.0.0.5" in problem(own, 503, "unavailable")["detail"]


def test_a_stream_that_breaks_off_says_so_and_leaves_nothing_behind(memory):
    app = create_app(memory, model=Model("You ", Unavailable("tiny hung up")))
    body = {"user": "ana", "message": "I live in Turin.", "session": "s", "stream": True}
    answer = ask(app, "POST", "/api/chat", json=body)
    names = [line for line in answer.text.splitlines() if line.startswith("event")]
    assert names == ["event: session", "event: delta", "event: error"]
    told = json.loads(answer.text.strip().splitlines()[-1].removeprefix("data: "))
    assert (told["status"], told["detail"]) == (503, "tiny hung up")
    assert memory.facts(user="ana") == [] and not memory.session("ana", "s").messages
    problem(ask(app, "GET", "/api/history?user=ana"), 404, "not-found")


def test_the_latest_conversation_is_the_one_meant(memory):
    app = create_app(memory, model=Model("好的。"))
    for session in ("one", "two"):
        memory._clock.set(f"2026-06-0{len(session) - 1}")
        ask(app, "POST", "/api/chat", json={"user": "ana", "message": f"我在 {session}", "session": session})
    assert ask(app, "GET", "/api/history?user=ana").json()["session"] == "two"


def test_kept_answers_are_bounded_and_end_after_a_day():
    now = [0.0]
    calls: list[str] = []

    async def once(replays: Replays, key: str, body: bytes = b"12345", user: str = "ana") -> Response:
        async def answer() -> Response:
            calls.append(key)
            return Response(body)

        return await replays.once(("", key), key, answer, State({"user": user}))

    async def all_of_it() -> None:
        replays = Replays(lambda: now[0], most=3, most_bytes=12)
        for key in ("a", "b", "c", "a"):
            await once(replays, key)
        assert calls == ["a", "b", "c", "a"]  # 15 bytes do not fit: the oldest went
        await once(replays, "c")
        assert calls[-1] == "a"
        now[0] = 24 * 3600 + 1
        await once(replays, "c")
        assert calls[-1] == "c"
        with pytest.raises(Conflict):
            await replays.once(("", "c"), "another", lambda: once(replays, "x"), State({}))
        await once(replays, "lin", b"1", "lin")
        replays.forget("ana")
        await once(replays, "lin", b"1", "lin")
        await once(replays, "c")
        assert calls[-2:] == ["lin", "c"]

        async def erased_meanwhile() -> Response:
            replays.forget("ana")
            return Response(b"1")

        for key, state in (("told", {"user": "ana"}), ("receipt", {"user": "ana", "erases": True})):
            await replays.once(("", key), key, erased_meanwhile, State(state))
            await once(replays, key, b"1")
        assert calls[-1] == "told"
        await once(replays, "large", b"x" * 100)
        await once(replays, "large", b"x" * 100)
        assert calls[-2:] == ["large", "large"]

    asyncio.run(all_of_it())


HOSTILE = ["\ud800 x", "a\x00b💥", ""]


def leaves(value: Any, path: tuple = ()) -> Iterator[tuple]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    elif isinstance(value, str):
        yield path


def put(value: Any, path: tuple, text: str) -> Any:
    changed = deepcopy(value)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = text
    return changed


def hostile(document: dict) -> Iterator[tuple[str, str, dict[str, str], Any]]:
    """Every text of every operation's own example, and every part of path and query, replaced: requests."""
    schemas = document["components"]["schemas"]
    for path, item in document["paths"].items():
        for method, operation in item.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            parts = [body.get("schema", {}), *body.get("schema", {}).get("anyOf", [])]
            named = [part["$ref"].split("/")[-1] for part in parts if "$ref" in part]
            example = schemas[named[0]]["example"] if named else None
            given = operation.get("parameters", [])
            inside = {p["name"]: p["schema"]["examples"][0] for p in given if p["in"] == "path"}
            for text in HOSTILE:
                for name in inside:
                    changed = {**inside, name: text}
                    encoded = {
                        k: quote(v.encode("utf-8", "surrogatepass"), safe="") for k, v in changed.items()
                    }
                    yield method, path.format(**encoded), {}, example
                url = path.format(**inside)
                for name in [p["name"] for p in given if p["in"] == "query"]:
                    yield method, url, {name: text.encode("utf-8", "replace").decode()}, example
                for leaf in leaves(example):
                    yield method, url, {}, put(example, leaf, text)


@pytest.mark.slow
def test_no_input_makes_a_fault(tmp_path):
    with Serving(tmp_path, "--db", "memory.db") as started, started.client() as client:
        statuses = []
        for method, url, query, body in hostile(client.get("/openapi.json").json()):
            json_ = {"content": json.dumps(body), "headers": {"content-type": "application/json"}}
            sent = {} if body is None else json_
            try:
                answer = client.request(method, url, params=query, **sent)
            except httpx.TransportError as error:
                raise AssertionError((method, url, query, body)) from error
            statuses.append(answer.status_code)
            assert answer.status_code != 500, (method, url, query, body)
        assert len(statuses) > 300 and {200, 201, 404, 422} <= set(statuses)
