"""The memory inside other programs: asyncio, and an OpenAI client."""

from __future__ import annotations

import asyncio
import inspect
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
from pydantic import BaseModel

import graphmem
from graphmem import AsyncMemory, Conflict, InvalidInput, Memory, NotFound, Session
from graphmem.adapters.async_session import AsyncSession
from graphmem.adapters.openai import remembering
from graphmem.embed import HashEmbedder
from graphmem.extract import RuleExtractor


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as found:
        yield found


def known(memory: Memory, user: str) -> set[str]:
    return {f.text for f in memory.facts(user=user)}


# -- asyncio ---------------------------------------------------------------------------------------


def public(kind: type) -> dict[str, Any]:
    return {name: value for name, value in vars(kind).items() if not name.startswith("_")}


def taken(function: Callable[..., Any]) -> list[tuple[str, Any, Any]]:
    """A signature's parameters after the first."""
    given = list(inspect.signature(function).parameters.values())[1:]
    return [(p.name, p.kind, p.default) for p in given]


@pytest.mark.parametrize(("plain", "awaited"), [(Memory, AsyncMemory), (Session, AsyncSession)])
def test_every_verb_is_there_with_the_same_arguments(plain, awaited):
    for name, verb in public(plain).items():
        twin = inspect.getattr_static(awaited, name, None)
        assert twin is not None, name
        if inspect.isfunction(verb):
            assert taken(verb) == taken(twin), name
            assert inspect.iscoroutinefunction(twin) or name in ("session", "export"), name


@pytest.mark.slow
def test_a_verb_is_a_typed_coroutine(tmp_path):
    program = """
import asyncio
import graphmem

async def main(memory: graphmem.AsyncMemory) -> graphmem.Recall:
    asking = asyncio.create_task(memory.recall("Where?", user="ana", limit=3))
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(memory.remember("I live in Turin.", user="ana"))
    return await asking
"""
    file = tmp_path / "program.py"
    file.write_text(program, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(file)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout


def test_a_conversation_is_awaited(tmp_path):
    async def talk() -> None:
        async with await AsyncMemory.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
            async with memory.session(user="ana") as chat:
                await chat.add("user", "I live in Lyon.")
                await chat.add("user", "我会用 Python。")
                await chat.add("user", "我的 stack 换成了 PostgreSQL。I moved from Lyon to Turin.")
                assert "Where" not in await chat.context("Where do I live?", max_tokens=500)
                assert len(chat.messages) == 3 and chat.pending == 3 and chat.namespace == "ana"
                changes = await chat.commit()
            assert {"user lives in Turin", "用户擅长Python"} <= {o.text for o in changes.added}
            await memory.add_fact("user", "likes", "jazz", user="bo")
            [home] = await memory.facts("user", "lives_in", user="ana")
            assert str(home.object) == "Turin"
            assert (await memory.explain(home.id, user="ana")).rule
            assert [str(f.object) for f in await memory.facts(user="bo")] == ["jazz"]
            assert "Turin" not in (await memory.recall("Where does Ana live? Turin", "bo")).prompt()
            assert len([line async for line in memory.export("ana")]) > 3
            with pytest.raises(NotFound):
                await memory.explain("0123456789abcdef", user="ana")
            with pytest.raises(InvalidInput):
                await memory.remember(" ", user="ana")
        with pytest.raises(Conflict):
            await memory.facts(user="ana")
        await memory.close()

    asyncio.run(talk())
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        assert known(memory, "bo") == {"user likes jazz"}


class Slow:
    """Rules that wait until they are let go, and tell that they have begun."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()
        self.rules = RuleExtractor()

    def extract(self, messages, known):
        self.begun.set()
        assert self.go.wait(30)
        return self.rules.extract(messages, known)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[tuple[Memory, Slow]]:
    rules = Slow()
    with graphmem.open(tmp_path / "slow.db", embedder=HashEmbedder(), extractor=rules) as memory:
        yield memory, rules
        rules.go.set()


def test_a_cancelled_call_that_has_begun_is_finished_and_one_that_has_not_never_begins(slow):
    plain, rules = slow

    async def cancel() -> None:
        memory = AsyncMemory(plain, threads=1)
        begun = asyncio.create_task(memory.remember("I live in Turin.", user="ana"))
        waiting = asyncio.create_task(memory.remember("I like jazz.", user="ana"))
        await asyncio.to_thread(rules.begun.wait, 30)
        for task in (begun, waiting):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        rules.go.set()
        changes = await memory.remember("我会用 Python。", user="ana")
        assert [o.text for o in changes.added] == ["用户擅长Python"]

    asyncio.run(cancel())
    assert known(plain, "ana") == {"user lives in Turin", "用户擅长Python"}


def test_the_event_loop_goes_on_while_a_verb_works(slow):
    plain, rules = slow

    async def count() -> int:
        memory = AsyncMemory(plain)
        telling = asyncio.create_task(memory.remember("I live in Turin.", user="ana"))
        await asyncio.to_thread(rules.begun.wait, 30)
        ticks = 0
        for _ in range(20):
            await asyncio.sleep(0.001)
            ticks += 1
        assert not telling.done() and await memory.facts(user="ana") == []
        rules.go.set()
        await telling
        return ticks

    assert asyncio.run(count()) == 20


def test_a_session_left_by_a_cancelled_task_is_committed(slow):
    plain, rules = slow
    rules.go.set()

    async def leave() -> None:
        memory = AsyncMemory(plain)
        heard = asyncio.Event()

        async def converse() -> None:
            async with memory.session("ana") as chat:
                await chat.add("user", "I live in Turin.")
                heard.set()
                await asyncio.sleep(60)

        task = asyncio.create_task(converse())
        await heard.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert [f.text for f in await memory.facts(user="ana")] == ["user lives in Turin"]

    asyncio.run(leave())


def test_calls_of_one_session_keep_their_order_even_after_a_cancelled_one(slow):
    plain, rules = slow

    async def converse() -> list[str]:
        memory = AsyncMemory(plain, threads=4)
        chat = await memory.session("ana")
        await chat.add("user", "I live in Lyon.")
        committing = asyncio.create_task(chat.commit())
        await asyncio.to_thread(rules.begun.wait, 30)
        committing.cancel()
        adding = [asyncio.create_task(chat.add("user", f"I like game {i}.")) for i in range(10)]
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in adding)
        rules.go.set()
        await asyncio.gather(*adding)
        return [m.content for m in chat.messages[1:]]

    assert asyncio.run(converse()) == [f"I like game {i}." for i in range(10)]


def test_a_number_of_threads_that_is_none_is_refused_before_a_memory_is_opened(tmp_path):
    for threads in (0, -1, "many"):
        with pytest.raises(InvalidInput, match="threads is"):
            asyncio.run(AsyncMemory.open(tmp_path / "memory.db", threads=threads))
    assert not (tmp_path / "memory.db").exists()


def test_many_tasks_lose_no_update(memory):
    async def many() -> None:
        shared = AsyncMemory(memory)
        await asyncio.gather(*(shared.add_fact("user", "likes", f"game {i}", user="ana") for i in range(40)))

    asyncio.run(many())
    assert len(known(memory, "ana")) == 40


def test_a_session_that_is_not_open_says_how_to_open_it(memory):
    with pytest.raises(Conflict, match="not open yet"):
        _ = AsyncMemory(memory).session("ana").messages
    with pytest.raises(InvalidInput):
        asyncio.run(AsyncMemory(memory).session(" ").commit())


# -- an OpenAI client ------------------------------------------------------------------------------


def said(memory: Memory, user: str) -> list[tuple[str, str]]:
    memory.flush()
    turns = [t for e in memory.episodes(user=user) for t in e.turns]
    return [(t.role, t.text) for t in sorted(turns, key=lambda t: (t.at, t.ordinal))]


def ask(client: openai.OpenAI, *texts: str, **more: Any) -> Any:
    messages: list[Any] = [{"role": "user", "content": text} for text in texts]
    return client.chat.completions.create(model="small", messages=messages, **more)


@pytest.mark.parametrize(
    ("told", "question", "belief"),
    [
        ("I live in Turin.", "Where do I live?", "user lives in Turin"),
        ("我住在杭州。", "我住在哪里？", "用户住在杭州"),
        ("我们用 PostgreSQL 存数据。", "我们用什么 database？", "用户使用PostgreSQL"),
    ],
    ids=["english", "chinese", "mixed"],
)
def test_two_lines_make_a_client_remember(memory, server, client, told, question, belief):
    server.says("I see.", "There.")
    ana = remembering(client, memory, "ana")
    assert ask(ana, told).choices[0].message.content == "I see."
    memory.flush()
    assert belief in known(memory, "ana")
    other = remembering(client, memory, user="ana")
    ask(other, question)
    system, user = server.requests[-1].body["messages"]
    assert (system["role"], user["content"]) == ("system", question)
    assert belief in system["content"] and "<memory>" in system["content"]
    ask(remembering(client, memory, "bo"), question)
    assert belief not in str(server.requests[-1].body)
    assert not known(memory, "bo")


def test_the_first_client_and_all_else_of_the_new_one_are_as_they_were(memory, server, client):
    memory.remember("I live in Turin.", user="ana")
    ana = remembering(client, memory, "ana")
    ask(client, "Where do I live?")
    assert [m["role"] for m in server.requests[-1].body["messages"]] == ["user"]
    assert isinstance(ana, openai.OpenAI) and ana.base_url == client.base_url
    assert len(ana.embeddings.create(model="small", input=["x"]).data[0].embedding) == 8
    ask(ana.with_options(timeout=5), "Where do I live?")
    assert "user lives in Turin" in server.requests[-1].body["messages"][0]["content"]


def test_the_callers_messages_stay_theirs_and_a_system_message_stays_first(memory, server, client):
    memory.remember("I live in Turin.", user="ana")
    messages: list[Any] = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Where do I live?"}]},
    ]
    before = str(messages)
    remembering(client, memory, "ana").chat.completions.create(model="small", messages=iter(messages))
    assert str(messages) == before
    sent = server.requests[-1].body["messages"]
    assert [m["role"] for m in sent] == ["system", "user"]
    assert sent[0]["content"].startswith("Be brief.\n\n<memory>")


def test_only_new_words_are_remembered_and_a_retry_says_nothing_new(memory, server, client):
    ana = remembering(client, memory, "ana", session="kitchen")
    history: list[Any] = [{"role": "user", "content": "I live in Turin."}]
    server.says("Nice.", "Nice.", "Great.")
    server.misbehave(500)
    with pytest.raises(openai.InternalServerError):
        ana.chat.completions.create(model="small", messages=history)
    reply = ana.chat.completions.create(model="small", messages=history).choices[0].message
    history += [reply, {"role": "user", "content": "I like jazz."}]
    ana.chat.completions.create(model="small", messages=history)
    history += [
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "content": "I like opera.", "tool_call_id": "1"},
    ]
    ana.chat.completions.create(model="small", messages=history)
    assert [text for role, text in said(memory, "ana") if role == "user"] == [
        "I live in Turin.",
        "I like jazz.",
    ]
    assert [text for role, text in said(memory, "ana") if role == "assistant"] == ["Nice.", "Nice.", "Great."]
    assert {e.session for e in memory.episodes(user="ana")} == {"kitchen"}


def test_a_yes_has_the_models_question_as_its_context(memory, server, client):
    ana = remembering(client, memory, "ana")
    server.says("Do you live in Turin?")
    ask(ana, "I like jazz.")
    ask(ana, "Yes.")
    memory.flush()
    assert known(memory, "ana") == {"user likes jazz", "user lives in Turin"}


def test_a_stream_is_the_same_stream_and_its_words_are_remembered(memory, server, client):
    memory.remember("I live in Turin.", user="ana")
    ana = remembering(client, memory, "ana")
    server.says("You live in Turin.", "And you like jazz.")
    stream = ask(ana, "Where do I live?", stream=True)
    assert isinstance(stream, openai.Stream)
    assert "".join(c.choices[0].delta.content or "" for c in stream) == "You live in Turin."
    with ana.chat.completions.stream(
        model="small", messages=[{"role": "user", "content": "I like jazz."}]
    ) as events:
        assert [e.content for e in events if e.type == "content.done"] == ["And you like jazz."]
    assert ("assistant", "You live in Turin.") in said(memory, "ana")
    assert ("assistant", "And you like jazz.") in said(memory, "ana")


def test_a_raw_response_is_raw_and_its_words_are_remembered(memory, server, client):
    ana = remembering(client, memory, "ana")
    server.says("Noted.")
    raw = ana.chat.completions.with_raw_response.create(
        model="small", messages=[{"role": "user", "content": "I live in Turin."}]
    )
    assert raw.headers["content-type"] == "application/json"
    assert raw.parse().choices[0].message.content == "Noted."
    ask(ana, "I like jazz.")
    assert said(memory, "ana")[:2] == [("user", "I live in Turin."), ("assistant", "Noted.")]


class Town(BaseModel):
    """A structured answer."""

    name: str


def test_a_structured_answer_is_parsed_and_remembered(memory, server, client):
    memory.remember("I live in Turin.", user="ana")
    ana = remembering(client, memory, "ana")
    server.says('{"name": "Turin"}', '{"name": "Turin"}')
    asked: list[Any] = [{"role": "user", "content": "I like jazz. Where do I live?"}]
    answer = ana.chat.completions.parse(model="small", messages=asked, response_format=Town)
    assert answer.choices[0].message.parsed == Town(name="Turin")
    asked = [{"role": "user", "content": "I like opera. Where do I live?"}]
    assert ana.responses.parse(model="small", input=asked, text_format=Town).output_parsed == Town(
        name="Turin"
    )
    assert "user lives in Turin" in server.requests[-1].body["instructions"]
    assert "user lives in Turin" in server.requests[-2].body["messages"][0]["content"]
    assert ("assistant", '{"name": "Turin"}') in said(memory, "ana")


def test_responses_remember_too(memory, server, client):
    memory.remember("I live in Turin.", user="ana")
    ana = remembering(client, memory, "ana")
    server.says("In Turin.", "我知道。", "Yes, jazz.")
    assert ana.responses.create(model="small", input="Where do I live?").output_text == "In Turin."
    sent = server.requests[-1].body
    assert sent["input"] == "Where do I live?" and "user lives in Turin" in sent["instructions"]
    asked: list[Any] = [{"role": "user", "content": [{"type": "input_text", "text": "我会用 Python。"}]}]
    ana.responses.create(model="small", input=asked, instructions="Be brief.")
    assert server.requests[-1].body["instructions"].startswith("Be brief.\n\n<memory>")
    events = list(ana.responses.create(model="small", input="I like jazz.", stream=True))
    assert events[-1].type == "response.completed"
    assert said(memory, "ana")[-1] == ("assistant", "Yes, jazz.")
    assert known(memory, "ana") == {"user lives in Turin", "用户擅长Python", "user likes jazz"}


def test_an_async_client_remembers_whole_and_streamed(memory, server):
    async def talk() -> str:
        async with openai.AsyncOpenAI(base_url=server.base_url, api_key="test", max_retries=0) as client:
            ana = remembering(client, memory, "ana")
            server.says("Nice.", "Yes.", "You like jazz.")
            told: list[Any] = [{"role": "user", "content": "I live in Turin."}]
            await ana.chat.completions.create(model="small", messages=told)
            told = [{"role": "user", "content": "我会用 Python。"}]
            async with ana.chat.completions.stream(model="small", messages=told) as events:
                assert [e.content async for e in events if e.type == "content.done"] == ["Yes."]
            told = [{"role": "user", "content": "I like jazz."}]
            stream = await ana.chat.completions.create(model="small", messages=told, stream=True)
            return "".join([c.choices[0].delta.content or "" async for c in stream])

    assert asyncio.run(talk()) == "You like jazz."
    assert said(memory, "ana")[-1] == ("assistant", "You like jazz.")
    assert known(memory, "ana") == {"user lives in Turin", "用户擅长Python", "user likes jazz"}


def test_a_memory_that_fails_breaks_no_call_and_is_logged_without_words(tmp_path, server, client, caplog):
    memory = graphmem.open(tmp_path / "closed.db", embedder=HashEmbedder())
    ana = remembering(client, memory, "ana")
    memory.close()
    server.says("Fine.", "Well.")
    with caplog.at_level(logging.WARNING, "graphmem.adapters"):
        assert ask(ana, "I live in Turin.").choices[0].message.content == "Fine."
        stream = ask(ana, "I live in Turin.", stream=True)
        assert "".join(c.choices[0].delta.content or "" for c in stream) == "Well."
    assert "the memory could not recall: Conflict" in caplog.text and "remember" in caplog.text
    assert "Turin" not in caplog.text
    assert [m["role"] for m in server.requests[-1].body["messages"]] == ["user"]


def test_an_answer_does_not_wait_for_what_is_remembered(slow, server, client):
    memory, rules = slow
    ana = remembering(client, memory, "ana")
    begun = time.monotonic()
    ask(ana, "I live in Turin.")
    assert time.monotonic() - begun < 20 and known(memory, "ana") == set()
    rules.go.set()
    memory.flush()
    assert known(memory, "ana") == {"user lives in Turin"}


def test_what_cannot_remember_is_refused(memory, client):
    with pytest.raises(InvalidInput, match="client is a str"):
        remembering("client", memory, "ana")  # type: ignore[type-var]
    with pytest.raises(InvalidInput):
        remembering(client, memory, " ")
    with pytest.raises(InvalidInput, match="max_tokens"):
        remembering(client, memory, "ana", max_tokens=0)
