"""Chat over HTTP: a model that answers from what is remembered, whole or in a stream, and the verbs around it."""

from __future__ import annotations

import json

import pytest

from graphmem.doors.http import answered, answered_talk
from tests.doors.http_server import Serving, problem
from tests.model_streams import StreamingServer


@pytest.fixture(scope="module")
def model():
    with StreamingServer() as server:
        yield server


@pytest.fixture(scope="module")
def serving(tmp_path_factory, model):
    place = tmp_path_factory.mktemp("chat")
    settings = {
        "GRAPHMEM_LLM_MODEL": "tiny",
        "GRAPHMEM_LLM_BASE_URL": model.base_url,
        "GRAPHMEM_LLM_RETRIES": "0",
    }
    with Serving(place, "--db", "memory.db", **settings) as started:
        yield started


@pytest.fixture
def web(serving, model):
    model.forget()
    with serving.client() as client:
        yield client


def events(text: str) -> list[tuple[str, dict]]:
    parts = [part.splitlines() for part in text.strip().split("\n\n")]
    assert all(len(part) == 2 for part in parts)
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in parts]


def test_an_answer_comes_from_what_is_remembered_and_is_remembered(web, model):
    model.says("Nice to meet you.", "You live in Turin.")
    first = web.post(
        "/api/chat", json={"user": "ana", "message": "I moved to Turin in May.", "session": "monday"}
    )
    answered_talk.Talked.model_validate(first.json())
    assert any("Turin" in o["text"] for o in first.json()["changes"]["outcomes"])
    second = web.post("/api/chat", json={"user": "ana", "message": "Where do I live?", "session": "tuesday"})
    assert second.json()["answer"] == "You live in Turin."
    asked = model.requests[-1].body["messages"]
    assert [m["role"] for m in asked] == ["system", "user"]
    assert "Turin" in asked[0]["content"] and asked[1]["content"] == "Where do I live?"
    usage = web.get("/v1/stats").json()["usage"]
    assert usage[0]["model"] == "openai/tiny" and usage[0]["calls"] == 2


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("I like tea.", "Good to know."),
        ("我喜欢火锅。", "好的，我记住了 🍲"),
        ("我最近在用 PostgreSQL。", "PostgreSQL 很好。"),
    ],
)
def test_an_answer_is_streamed_as_it_comes(web, model, message, answer):
    model.says(answer)
    body = {"user": "stream", "message": message, "stream": True}
    with web.stream("POST", "/api/chat", json=body) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
        text = stream.read().decode()
    told = events(text)
    assert [name for name, _ in told[:2]] == ["session", "delta"]
    assert "".join(data["text"] for name, data in told if name == "delta") == answer
    name, done = told[-1]
    assert name == "done" and done["answer"] == answer and done["session"] == told[0][1]["session"]
    answered_talk.Talked.model_validate(done)
    history = web.get("/api/history", params={"user": "stream", "session": done["session"]}).json()
    assert [m["content"] for m in history["messages"]] == [message, answer]


def test_what_is_sensitive_does_not_leave_for_the_model(web, model):
    model.says("Noted.")
    web.post(
        "/api/chat", json={"user": "shy", "message": "My card is 4111 1111 1111 1111, mail ana@example.com."}
    )
    sent = json.dumps(model.requests[-1].body, ensure_ascii=False)
    assert "4111" not in sent and "ana@example" not in sent


def test_a_model_that_fails_leaves_nothing_behind(web, model):
    body = {"user": "unlucky", "message": "I live in Oslo.", "session": "s"}
    model.misbehave(500)
    problem(web.post("/api/chat", json=body), 503, "unavailable")
    model.misbehave(400)
    problem(web.post("/api/chat", json={**body, "stream": True}), 501, "unsupported")
    model.misbehave("closed")
    problem(web.post("/api/chat", json={**body, "stream": True}), 503, "unavailable")
    model.says(" ")
    problem(web.post("/api/chat", json=body), 503, "unavailable")
    assert web.get("/v1/users/unlucky/facts").json()["items"] == []
    problem(web.get("/api/history", params={"user": "unlucky", "session": "s"}), 404, "not-found")


def test_a_chat_that_is_sent_again_answers_once(web, model):
    model.says("First.", "Second.")
    body, key = {"user": "twice", "message": "I like tea."}, {"idempotency-key": "chat 1"}
    answers = [web.post("/api/chat", json=body, headers=key) for _ in range(2)]
    assert answers[0].content == answers[1].content and len(model.requests) == 1
    problem(
        web.post("/api/chat", json={**body, "stream": True}, headers={"idempotency-key": "2"}),
        422,
        "invalid-input",
    )
    problem(web.post("/api/chat", json={**body, "message": " "}), 422, "invalid-input")
    problem(web.post("/api/chat", json={"message": "hello"}), 422, "invalid-input")


def test_conversations_are_listed_read_and_cleared(web, model):
    for session, message in (("one", "I live in Turin."), ("two", "我喜欢爵士乐。")):
        model.says("Noted.")
        web.post("/api/chat", json={"user": "carla", "message": message, "session": session})
    listed = web.get("/api/sessions", params={"user": "carla"}).json()
    answered_talk.ConversationsOf.model_validate(listed)
    assert {c["id"]: c["live"] for c in listed["items"]} == {"one": True, "two": True}
    assert web.get("/api/sessions", params={"user": "dora"}).json() == {"items": []}
    problem(web.get("/api/history", params={"user": "dora", "session": "one"}), 404, "not-found")
    ended = web.post("/api/clear", json={"user": "carla", "session": "one"}).json()
    assert answered_talk.Ended.model_validate(ended).sessions == ["one"]
    problem(web.post("/api/clear", json={"user": "carla", "session": "one"}), 404, "not-found")
    assert web.post("/api/clear", json={"user": "carla"}).json()["sessions"] == ["two"]
    listed = web.get("/api/sessions", params={"user": "carla"}).json()["items"]
    assert {c["id"]: c["live"] for c in listed} == {"one": False, "two": False}
    history = web.get("/api/history", params={"user": "carla", "session": "two", "limit": 1}).json()
    assert [m.content for m in answered_talk.History.model_validate(history).messages] == ["Noted."]
    found = web.get("/api/search", params={"user": "carla", "q": "Where do I live?"}).json()
    assert "Turin" in [f.object for f in answered.Recall.model_validate(found).facts]


def test_nothing_of_one_user_is_told_to_the_model_of_another(web, model):
    model.says("Noted.", "I do not know.")
    web.post("/api/chat", json={"user": "eva", "message": "I live in Zagreb.", "session": "s"})
    web.post("/api/chat", json={"user": "finn", "message": "Where do I live?", "session": "s"})
    assert "Zagreb" not in json.dumps(model.requests[-1].body)
