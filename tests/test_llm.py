"""The chat adapter against a real HTTP server: what it asks for, what it gives up, what it raises."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator

import pytest
from pydantic import BaseModel, ConfigDict

from graphmem.errors import InvalidInput, Unavailable, Unsupported
from graphmem.llm import Completion, OpenAIChat, Prompt
from tests.http_models import Cut, Fault, ModelServer

SECRET = "Ana hides her diary behind the stove"


class Reply(BaseModel):
    model_config = ConfigDict(extra="forbid")

    words: list[str]
    mood: str | None


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def chat_with(server: ModelServer, **settings: float) -> OpenAIChat:
    return OpenAIChat("tiny", base_url=server.base_url, timeout=settings.pop("timeout", 5), **settings)  # type: ignore[arg-type]


def ask(chat: OpenAIChat, text: str = "hello") -> Completion:
    return chat.complete([Prompt("system", "Be brief."), Prompt("user", text)], Reply)


# -- what is asked ---------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["I live in Rome", "我住在成都", "我们用 PostgreSQL"])
def test_a_completion_comes_back_as_it_was_said(server, text):
    server.says(text)
    assert ask(chat_with(server), text).text == text
    assert server.requests[-1].body["messages"][-1] == {"role": "user", "content": text}


def test_structured_output_is_asked_for_with_a_strict_schema(server):
    ask(chat_with(server, max_tokens=77))
    body = server.requests[-1].body
    form = body["response_format"]
    assert form["type"] == "json_schema" and form["json_schema"]["strict"] is True
    schema = form["json_schema"]["schema"]
    assert schema["required"] == ["words", "mood"] and schema["additionalProperties"] is False
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("tiny", 0, 77)


def test_a_completion_at_the_token_limit_is_cut(server):
    server.says(Cut('{"words": ["a"'), "{}")
    chat = chat_with(server)
    assert [ask(chat).cut, ask(chat).cut] == [True, False]


def test_tokens_are_the_endpoints_or_else_counted(server):
    server.says("one two three")
    chat = chat_with(server)
    given = ask(chat, "four words for you")
    assert (given.prompt_tokens, given.completion_tokens) == (6, 3)
    server.counts_tokens = False
    server.says("one two three")
    counted = ask(chat, "four words for you")
    assert counted.prompt_tokens > 4 and counted.completion_tokens == 3


def test_half_a_surrogate_pair_does_not_stop_a_request(server):
    assert ask(chat_with(server), "broken \ud83d emoji").text == "{}"


# -- servers that refuse ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("refuses", "left"),
    [
        ({"json_schema"}, {"response_format", "temperature", "max_tokens"}),
        ({"json_schema", "json_object"}, {"temperature", "max_tokens"}),
        ({"response_format"}, {"temperature", "max_tokens"}),
        ({"temperature"}, {"response_format", "max_tokens"}),
        ({"max_tokens"}, {"response_format", "temperature"}),
        ({"json_schema", "json_object", "temperature", "max_tokens"}, set()),
    ],
)
def test_what_a_server_refuses_is_left_out_from_then_on(server, refuses, left):
    server.refuses |= refuses
    chat = chat_with(server)
    assert ask(chat).text == "{}"
    tries = len(server.requests)
    assert ask(chat).text == "{}"
    assert len(server.requests) == tries + 1
    asked = {"response_format", "temperature", "max_tokens"} & server.requests[-1].body.keys()
    assert asked == left


def test_json_is_asked_for_where_a_schema_is_refused(server):
    server.refuses.add("json_schema")
    ask(chat_with(server))
    assert server.requests[-1].body["response_format"] == {"type": "json_object"}


def test_a_request_refused_in_every_form_is_unsupported_and_forgotten(server):
    server.refuses.add("messages")
    chat = chat_with(server)
    with pytest.raises(Unsupported, match="HTTP 400"):
        ask(chat)
    server.refuses.clear()
    ask(chat)
    assert server.requests[-1].body["response_format"]["type"] == "json_schema"


# -- servers that fail -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "error", "hint"),
    [
        (401, Unavailable, "api_key"),
        (403, Unavailable, "api_key"),
        (404, Unsupported, "base_url"),
        (413, Unsupported, "model"),
        (408, Unavailable, "try again"),
        (429, Unavailable, "try again"),
        (500, Unavailable, "try again"),
        (503, Unavailable, "try again"),
        ("closed", Unavailable, "did not answer"),
        ("not_json", Unavailable, "base_url"),
    ],
)
def test_a_failure_says_what_to_do(server: ModelServer, fault: Fault, error: type[Exception], hint: str):
    server.misbehave(fault)
    with pytest.raises(error, match=hint):
        ask(chat_with(server, retries=0))


def test_a_server_that_hangs_is_unavailable(server):
    server.misbehave("slow")
    with pytest.raises(Unavailable, match="did not answer"):
        ask(chat_with(server, timeout=0.2, retries=0))


@pytest.mark.parametrize(
    "answer", [{}, {"choices": []}, {"choices": [{"message": "hi"}]}, {"choices": "soon"}]
)
def test_an_answer_without_a_completion_is_unavailable(server, answer):
    server.routes["/v1/chat/completions"] = lambda body: answer
    with pytest.raises(Unavailable, match="no completion"):
        ask(chat_with(server, retries=0))


def test_a_completion_without_content_is_empty(server):
    server.routes["/v1/chat/completions"] = lambda body: {"choices": [{"message": {"content": None}}]}
    assert ask(chat_with(server)).text == ""


def test_too_many_requests_are_tried_again(server):
    server.misbehave(429, 503)
    server.says("well again")
    assert ask(chat_with(server, retries=2)).text == "well again"
    assert len(server.requests) == 3


@pytest.mark.parametrize("fault", [400, 413, 429, 500])
def test_no_error_and_no_log_holds_the_text(server, fault, caplog):
    caplog.set_level(logging.DEBUG, "graphmem")
    server.misbehave(*[fault] * 6)
    with pytest.raises((Unavailable, Unsupported)) as caught:
        ask(chat_with(server, retries=0), SECRET)
    told = "".join(traceback.format_exception(caught.value))
    assert "diary" not in told + caplog.text


# -- settings --------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", [{"timeout": 0}, {"retries": -1}, {"max_tokens": 0}])
def test_a_setting_out_of_range_is_named(setting):
    with pytest.raises(InvalidInput, match=next(iter(setting))):
        OpenAIChat("tiny", base_url="http://127.0.0.1:9/v1", **setting)


def test_the_key_of_the_environment_is_not_sent_to_a_given_endpoint(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-service")
    ask(chat_with(server))
    assert "another" not in server.requests[-1].headers["authorization"]


def test_a_missing_key_or_package_is_said_at_once(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(Unsupported, match="OPENAI_API_KEY"):
        OpenAIChat("tiny")
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(Unsupported, match=r"graphmem\[openai\]"):
        OpenAIChat("tiny", base_url="http://127.0.0.1:9/v1")
