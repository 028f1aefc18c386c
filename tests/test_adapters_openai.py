"""An OpenAI client that remembers, where requests, answers and endpoints are not the usual ones."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openai
import pytest

import graphmem
from graphmem import Memory
from graphmem.adapters.listening import Listener
from graphmem.adapters.openai import remembering
from graphmem.embed import HashEmbedder
from tests import model_streams


@pytest.fixture
def memory() -> Iterator[Memory]:
    with graphmem.open(":memory:", embedder=HashEmbedder()) as found:
        yield found


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def said(memory: Memory, who: str) -> set[tuple[str, str]]:
    memory.flush()
    return {(t.role, t.text) for e in memory.episodes(user=who) for t in e.turns}


def known(memory: Memory, who: str) -> set[str]:
    return {f.text for f in memory.facts(user=who)}


def test_a_request_that_the_client_refuses_is_refused_as_without_a_memory(memory, server, client):
    for asked in ({}, {"messages": "hello"}, {"messages": None}):
        told = []
        for one in (client, remembering(client, memory, "ana")):
            try:
                one.chat.completions.create(model="small", **asked)
                told.append(str(server.requests[-1].body))
            except TypeError as error:
                told.append(str(error))
        assert told[0] == told[1]


def test_an_error_in_the_callers_messages_reaches_the_caller(memory, server, client):
    def messages() -> Iterator[Any]:
        yield user("I live in Turin.")
        raise RuntimeError("no more of them")

    with pytest.raises(RuntimeError, match="no more"):
        remembering(client, memory, "ana").chat.completions.create(model="small", messages=messages())
    assert not server.requests


@pytest.mark.parametrize("role", ["system", "developer"])
def test_a_first_message_of_parts_gets_one_more_part(memory, server, client, role):
    memory.remember("我住在杭州。", user="ana")
    first: Any = {"role": role, "content": [{"type": "text", "text": "Be brief."}]}
    ana = remembering(client, memory, "ana")
    ana.chat.completions.create(model="small", messages=[first, user("我住在哪里？")])  # type: ignore[list-item]
    sent = server.requests[-1].body["messages"]
    assert [m["role"] for m in sent] == [role, "user"] and len(first["content"]) == 1
    assert sent[0]["content"][0] == first["content"][0] and "用户住在杭州" in sent[0]["content"][1]["text"]


def events(*given: str | dict[str, Any]) -> Iterator[str]:
    shared = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "small"}
    for one in given:
        yield f"data: {one}\n\n" if isinstance(one, str) else model_streams._event({**shared, **one})


def piece(index: int, text: str) -> dict[str, Any]:
    return {"choices": [{"index": index, "delta": {"content": text}, "finish_reason": None}]}


def test_of_several_streamed_answers_the_first_is_remembered(memory, server, client, monkeypatch):
    usage = {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
    given = [
        {"choices": []},
        piece(0, "In "),
        piece(1, "Maybe "),
        piece(0, "Turin."),
        piece(1, "Lyon."),
        usage,
    ]
    monkeypatch.setattr(model_streams, "_chunks", lambda answer: events(*given, "[DONE]"))
    ana = remembering(client, memory, "ana")
    asked: list[Any] = [user("I like jazz.")]
    assert len(list(ana.chat.completions.create(model="small", messages=asked, stream=True, n=2))) == 6
    asked = [user("我会用 Python。")]
    list(ana.chat.completions.create(model="small", messages=asked, stream=True))
    assert ("assistant", "In Turin.") in said(memory, "ana") and "Maybe" not in str(said(memory, "ana"))


def test_what_was_streamed_before_an_endpoint_broke_off_is_remembered(memory, server, client, monkeypatch):
    broken = '{"error": {"message": "broken"}}'
    monkeypatch.setattr(model_streams, "_chunks", lambda answer: events(piece(0, "In Tu"), broken))
    asked: list[Any] = [user("I like jazz.")]

    async def talk() -> None:
        async with openai.AsyncOpenAI(base_url=server.base_url, api_key="test", max_retries=0) as other:
            bo = remembering(other, memory, "bo", session="s")
            with pytest.raises(openai.APIError, match="broken"):
                async for _ in await bo.chat.completions.create(model="small", messages=asked, stream=True):
                    pass

    with pytest.raises(openai.APIError, match="broken"):
        ana = remembering(client, memory, "ana", session="s")
        list(ana.chat.completions.create(model="small", messages=asked, stream=True))
    asyncio.run(talk())
    for who in ("ana", "bo"):
        assert ("assistant", "In Tu") in [(m.role, m.content) for m in memory.session(who, "s").messages]


@pytest.mark.parametrize("told", ["Yes.", "是的。"])
def test_a_yes_to_each_of_two_questions_is_heard_twice(memory, server, client, told):
    questions = {
        "Yes.": ("Do you live in Turin?", "Do you like jazz?"),
        "是的。": ("你住在杭州吗？", "你喜欢爵士乐吗？"),
    }[told]
    believed = {}
    for form in ("chat", "responses", "previous"):
        ana = remembering(client, memory, form)
        server.says(*questions, "Good.")
        for number, words in enumerate(("Hello.", told, told)):
            if form == "chat":
                ana.chat.completions.create(model="small", messages=[user(words)])  # type: ignore[list-item]
            elif form == "responses":
                ana.responses.create(model="small", input=words)
            else:
                ana.responses.create(model="small", input=words, previous_response_id=f"r{number}")
        memory.flush()
        believed[form] = known(memory, form)
    assert all(len(found) == 2 for found in believed.values()), believed


def test_an_answer_made_anew_says_nothing_new(memory, server, client):
    ana = remembering(client, memory, "ana")
    history = [
        user("Hello."),
        {"role": "assistant", "content": "Where do you live?"},
        user("In Turin I like jazz."),
    ]
    for _ in range(2):
        ana.chat.completions.create(model="small", messages=history)  # type: ignore[arg-type]
        ana.responses.create(model="small", input="I live in Turin.", previous_response_id="r1")
        ana.responses.create(model="small", input="I live in Turin.", previous_response_id="r1")
    memory.flush()
    turns = [t.text for e in memory.episodes(user="ana") for t in e.turns if t.role == "user"]
    assert turns.count("I live in Turin.") == 2


def test_a_long_text_holds_up_no_call_and_the_question_at_its_end_is_looked_up(memory, server, client):
    memory.remember("I live in Turin. 我会用 Python。", user="ana")
    text = "The lorry went by and nobody looked up. " * 20_000
    begun = time.monotonic()
    ana = remembering(client, memory, "ana")
    ana.responses.create(model="small", input=f"{text}\nWhere do I live?")
    assert time.monotonic() - begun < 5
    assert "user lives in Turin" in server.requests[-1].body["instructions"]


def test_a_memory_closed_right_after_a_call_has_it_all_and_warns_of_nothing(server, client, tmp_path, caplog):
    with caplog.at_level(logging.WARNING, "graphmem.adapters"):
        for i in range(5):
            with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
                ana = remembering(client, memory, "ana")
                ana.responses.create(model="small", input=f"I like game {i}.")
        time.sleep(0.2)
    assert not caplog.text
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        assert known(memory, "ana") == {f"user likes game {i}" for i in range(5)}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_remembers_in_the_background_too(memory, tmp_path: Path):
    Listener(memory, "ana").heard("I like jazz.")
    memory.flush()
    child = os.fork()
    if child == 0:  # pragma: no cover
        found = 1
        try:
            own = graphmem.open(tmp_path / "child.db", embedder=HashEmbedder())
            Listener(own, "ana").heard("I like jazz.")
            until = time.monotonic() + 20
            while time.monotonic() < until and not own.facts(user="ana"):
                time.sleep(0.02)
            found = 0 if own.facts(user="ana") else 1
        finally:
            os._exit(found)
    assert os.waitpid(child, 0)[1] == 0
