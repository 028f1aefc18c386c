"""The memory in agent frameworks: a session of the OpenAI Agents SDK, a LangGraph store, and tools for any of them."""

from __future__ import annotations

import asyncio
import inspect
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import graphmem
from graphmem import InvalidInput, Memory
from graphmem.adapters.openai_agents import MemorySession
from graphmem.adapters.tools import memory_tools
from graphmem.embed import HashEmbedder
from graphmem.testing import FrozenClock
from tests.model_streams import StreamingServer


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as found:
        yield found


def known(memory: Memory, user: str) -> set[str]:
    return {f.text for f in memory.facts(user=user)}


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [("langgraph", "langgraph.store", "langgraph"), ("openai", "openai", "openai")],
)
def test_a_missing_package_is_told_with_what_to_install(module, package, extra):
    code = f"import sys; sys.modules[{package!r}] = None\n"
    code += f"import graphmem.adapters.{module} as m\n"
    code += "m.remembering('client', None, 'ana')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert f"Unsupported: {'a' if module == 'langgraph' else 'remembering'}" in done.stderr
    assert f"pip install 'graphmem[{extra}]'" in done.stderr


# -- the OpenAI Agents SDK -------------------------------------------------------------------------


def message(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "content": text}


def test_items_come_back_as_they_were():
    async def use(session: MemorySession) -> None:
        items = [message("user", "我会用 Python。"), {"type": "function_call", "call_id": "1", "name": "f"}]
        await session.add_items(items)
        await session.add_items([message("assistant", "好。")])
        assert await session.get_items() == [*items, message("assistant", "好。")]
        assert await session.get_items(limit=2) == [items[1], message("assistant", "好。")]
        assert await session.pop_item() == message("assistant", "好。")
        (await session.get_items())[0]["content"] = "changed by its reader"
        assert await session.get_items() == items
        await session.clear_session()
        assert await session.get_items() == [] and await session.pop_item() is None

    with graphmem.open(":memory:", embedder=HashEmbedder()) as memory:
        asyncio.run(use(MemorySession(memory, "lin", "one")))
        memory.flush()
        assert known(memory, "lin") == {"用户擅长Python"}
        assert [e.session for e in memory.episodes(user="lin")] == ["one"]


@pytest.mark.slow
def test_an_agent_run_by_the_sdk_remembers_and_is_told(memory):
    agents = pytest.importorskip("agents")
    testing = pytest.importorskip("agents.testing")
    agents.set_tracing_disabled(True)

    async def run(user: str, question: str, items: Any = None) -> tuple[str, Any, MemorySession]:
        model = testing.ScriptedModel([[testing.assistant_message("Noted.")]])
        session = MemorySession(memory, user, items=items)
        assert isinstance(session, agents.memory.Session)
        agent = agents.Agent("Assistant", instructions=session.instructions("Be brief."), model=model)
        answer = await agents.Runner.run(agent, question, session=session)
        return answer.final_output, model.calls[0], session

    async def talk() -> None:
        said, _, session = await run("ana", "I live in Turin. 我们用 PostgreSQL。")
        assert said == "Noted." and len(await session.get_items()) == 2
        await asyncio.to_thread(memory.flush)
        kept = agents.SQLiteSession("kitchen")
        _, call, session = await run("ana", "Where do I live?", kept)
        assert call.system_instructions.startswith("Be brief.\n\n<memory>")
        assert "user lives in Turin" in call.system_instructions
        assert session.session_id == "kitchen" and len(await kept.get_items()) == 2
        _, call, _ = await run("bo", "Where do I live? Turin?")
        assert "user lives in" not in (call.system_instructions or "")

    asyncio.run(talk())
    assert known(memory, "ana") == {"user lives in Turin", "用户使用PostgreSQL"}


# -- LangGraph -------------------------------------------------------------------------------------


@pytest.fixture
def store(memory: Memory) -> Any:
    from graphmem.adapters.langgraph import MemoryStore

    return MemoryStore(memory, user="ana")


HOME = ("users", "ana")


def test_a_value_comes_back_as_it_was_put_and_a_newer_one_replaces_it(store, memory):
    value = {
        "text": "I like  “tea”,\n而且 I drink 3 cups.",
        "n": 3,
        "deep": [{"ok": None}, True, 1.5],
        "": {},
    }
    store.put(HOME, "likes", value)
    store.put(HOME, "Likes", {"text": "another"})
    item = store.get(HOME, "likes")
    assert (item.value, item.key, item.namespace) == (value, "likes", HOME)
    store.put(HOME, "likes", {"text": "Coffee"})
    store.put(HOME, "likes", {"text": "COFFEE"})
    newer = store.get(HOME, "likes")
    assert newer.value == {"text": "COFFEE"}
    assert newer.created_at == item.created_at and newer.updated_at > item.updated_at
    assert store.get(HOME, "Likes").value == {"text": "another"} and store.get(HOME, "none") is None
    assert len(memory.history("item " + _digest(HOME, "likes"), user="ana")) >= 3


def _digest(namespace: tuple[str, ...], key: str) -> str:
    from graphmem.model import digest

    return digest(*namespace, key)


def test_a_long_value_is_whole_and_a_shorter_one_after_it_too(store):
    long = {"text": '记忆 "quoted" \\ ' * 600, "list": list(range(300))}
    store.put(HOME, "long", long)
    assert store.get(HOME, "long").value == long
    store.put(HOME, "long", {"text": "short"})
    assert store.get(HOME, "long").value == {"text": "short"}
    store.put(HOME, "long", long)
    assert store.get(HOME, "long").value == long


def test_of_a_long_and_a_short_value_put_at_once_one_is_kept_whole(store, memory):
    """The long one was said earlier and is recorded later: its first part has lost, its second stands."""
    store.put(("notes",), "k", {"text": "长" * 1500})
    long = [
        {"subject": f.subject.name, "predicate": f.predicate, "object": f.object, "category": f.category}
        for f in memory.facts(None, "keeps_item", user="ana")
    ]
    store.delete(("notes",), "k")
    store.put(("notes",), "k", {"text": "short"})
    memory.add_facts([{**f, "at": "2024-01-01", "object_kind": "literal"} for f in long], user="ana")
    assert store.get(("notes",), "k").value == {"text": "short"}


def test_delete_erases_every_version(store, memory):
    store.put(HOME, "home", {"text": "Lyon"})
    store.put(HOME, "home", {"text": "Turin"})
    store.delete(HOME, "home")
    store.delete(HOME, "home")
    assert store.get(HOME, "home") is None
    assert "Lyon" not in str(memory.history(user="ana")) and "Turin" not in str(memory.episodes(user="ana"))


def test_search_by_prefix_filter_and_meaning(store):
    store.put(("users", "ana", "food"), "a", {"text": "Ana loves pasta with tomato", "stars": 5})
    store.put(("users", "ana", "food"), "b", {"text": "安娜喜欢火锅", "stars": 4})
    store.put(("users", "ana"), "c", {"text": "Ana rides a bicycle to work", "stars": 2})
    store.put(("team",), "d", {"text": "The team eats pasta on Fridays", "stars": 5})
    assert [i.key for i in store.search(("users",))] == ["c", "b", "a"]
    assert [i.key for i in store.search(("users", "ana", "food"), filter={"stars": 5})] == ["a"]
    assert {i.key for i in store.search((), filter={"stars": {"$gte": 4}})} == {"a", "b", "d"}
    assert [i.key for i in store.search(("users",), limit=1, offset=1)] == ["b"]
    best = store.search(("users",), query="pasta tomato", limit=2)
    assert best[0].key == "a" and best[0].score is not None and "d" not in {i.key for i in best}
    assert store.search((), query="喜欢火锅", limit=1)[0].key == "b"
    with pytest.raises(InvalidInput, match="is not known"):
        store.search((), filter={"stars": {"$near": 3}})


def test_a_filter_compares_objects_by_what_it_names_and_lists_one_by_one(store):
    store.put(HOME, "k", {"about": {"lang": "中文", "n": 1}, "tags": ["a", {"x": 1, "y": 2}], "s": 5})
    for wanted in (
        {"about": {"lang": "中文"}},
        {"about": {"n": {"$gte": 1}}, "s": {"$gt": 4, "$ne": 6}},
        {"tags": ["a", {"x": 1}]},
        {"tags": ("a", {"x": 1, "y": 2})},
    ):
        assert [i.key for i in store.search((), filter=wanted)] == ["k"], wanted
    for wanted in ({"about": {"lang": "en"}}, {"about": {"n": {"$gt": 1}}}, {"tags": ["a"]}, {"s": {"n": 1}}):
        assert store.search((), filter=wanted) == [], wanted


def test_an_item_that_is_not_indexed_is_not_found_by_a_query(store):
    store.put(HOME, "hidden", {"text": "pasta 火锅"}, index=False)
    store.put(HOME, "shown", {"text": "pasta 火锅"}, index=["text"])
    assert [i.key for i in store.search((), query="pasta 火锅")] == ["shown"]
    assert {i.key for i in store.search(())} == {i.key for i in store.search((), query="  ")}
    assert len(store.search(())) == 2 and store.get(HOME, "hidden").value == {"text": "pasta 火锅"}
    store.put(HOME, "hidden", {"text": "pasta 火锅"})
    assert {i.key for i in store.search((), query="pasta 火锅")} == {"hidden", "shown"}


def test_a_batch_with_something_that_cannot_be_kept_puts_nothing(store):
    from langgraph.store.base import PutOp

    good = PutOp(HOME, "good", {"v": 1})
    with pytest.raises(InvalidInput, match="'bad' is a list: give a dict"):
        store.batch([good, PutOp(HOME, "bad", [1, 2])])
    with pytest.raises(graphmem.Unsupported, match="ttl is 5"):
        store.batch([good, PutOp(HOME, "brief", {"v": 1}, ttl=5)])
    assert store.search(()) == []


def test_half_a_surrogate_pair_comes_back_as_it_was(store):
    value = {"text": "cut emoji \ud83d, \\ud83d, 好"}
    store.put(HOME, "cut", value)
    assert store.get(HOME, "cut").value == value


def test_while_paused_a_put_is_skipped_and_logged_and_a_delete_erases(store, memory, caplog):
    store.put(HOME, "old", {"text": "pasta"})
    memory.pause("ana")
    store.put(HOME, "new", {"text": "火锅"})
    assert "an item was not kept" in caplog.text and "火锅" not in caplog.text
    store.delete(HOME, "old")
    memory.resume("ana")
    assert store.search(()) == []


def test_namespaces_are_listed(store):
    for namespace in (("a", "b", "c"), ("a", "b", "d", "e"), ("a", "x"), ("z", "c")):
        store.put(namespace, "k", {"v": 1})
    assert store.list_namespaces(prefix=("a", "b"), max_depth=3) == [("a", "b", "c"), ("a", "b", "d")]
    assert store.list_namespaces(suffix=("c",)) == [("a", "b", "c"), ("z", "c")]
    assert store.list_namespaces(prefix=("a", "*"), limit=1, offset=1) == [("a", "b", "d", "e")]


def test_two_users_share_no_item_and_the_user_may_be_that_of_the_moment(memory):
    from graphmem.adapters.langgraph import MemoryStore

    now = "ana"
    store = MemoryStore(memory, user=lambda: now)
    store.put(HOME, "k", {"text": "pasta"})
    now = "bo"
    assert store.get(HOME, "k") is None and store.search(()) == [] and store.list_namespaces() == []
    assert store.search((), query="pasta") == []
    store.delete(HOME, "k")
    now = "ana"
    assert store.get(HOME, "k").value == {"text": "pasta"}


def test_the_async_operations_and_a_batch_reads_before_it_puts(store):
    from langgraph.store.base import GetOp, PutOp

    async def use() -> None:
        await store.aput(HOME, "k", {"text": "one"})
        ops = [PutOp(HOME, "k", {"text": "two"}), GetOp(HOME, "k"), PutOp(HOME, "k", {"text": "three"})]
        assert [r.value if r else None for r in await store.abatch(ops)] == [None, {"text": "one"}, None]
        assert (await store.aget(HOME, "k")).value == {"text": "three"}
        assert [i.key for i in await store.asearch(("users",), query="three")] == ["k"]
        await store.adelete(HOME, "k")
        assert await store.alist_namespaces() == []

    asyncio.run(use())


def test_items_are_kept_on_neo4j_too(neo4j_uri):
    from graphmem.adapters.langgraph import MemoryStore

    user = f"items-{uuid.uuid4().hex[:12]}"
    with graphmem.open(neo4j_uri, embedder=HashEmbedder()) as memory:
        store = MemoryStore(memory, user)
        store.put(HOME, "k", {"text": "Ana likes pasta"})
        store.put(HOME, "k", {"text": "安娜喜欢火锅", "more": "x" * 2000})
        assert store.get(HOME, "k").value == {"text": "安娜喜欢火锅", "more": "x" * 2000}
        assert [i.key for i in store.search(("users",), query="喜欢火锅")] == ["k"]
        assert store.list_namespaces() == [HOME]
        store.delete(HOME, "k")
        assert store.get(HOME, "k") is None and "pasta" not in str(memory.history(user=user))
        memory.forget(user=user)


def test_what_a_store_cannot_keep_is_refused(store):
    with pytest.raises(InvalidInput, match="is no JSON"):
        store.put(HOME, "k", {"at": {1, 2}})
    with pytest.raises(InvalidInput, match="too long"):
        store.put(HOME, "k" * 500, {"v": 1})


def test_a_masked_number_is_still_an_item(store):
    store.put(HOME, "phone", {"phone": 13800138000, "name": "Mei"})
    assert "13800138000" not in str(store.get(HOME, "phone").value)
    assert "Mei" in str(store.get(HOME, "phone").value)


# -- tools -----------------------------------------------------------------------------------------


def test_tools_are_texts_in_and_out_and_describe_themselves():
    clock = FrozenClock("2026-03-02T09:00:00Z")
    with graphmem.open(":memory:", embedder=HashEmbedder(), clock=clock) as memory:
        tools = {t.__name__: t for t in memory_tools(memory, "ana")}
        assert list(tools) == ["remember", "recall", "profile", "correct", "forget"]
        for tool in tools.values():
            assert tool.__doc__ and inspect.signature(tool).return_annotation == "str"
        assert "added user lives in Lyon" in tools["remember"]("I live in Lyon.")
        assert "新增" not in tools["remember"]("我会用 Python。")
        assert "already known" in tools["remember"]("I live in Lyon.")
        [home] = memory.facts("user", "lives_in", user="ana")
        assert f"[{home.id[:8]}]" in tools["recall"]("Where do I live?")
        assert "added user lives in Turin" in tools["correct"](home.id[:8], value="Turin")
        assert "lives in Turin" in tools["profile"]() and "用户擅长Python" in tools["profile"]()
        [turin] = memory.facts("user", "lives_in", user="ana")
        assert tools["forget"](fact_id=turin.id).startswith("erased: ")
        assert tools["forget"]("0123456789abcdef").startswith("error: ")
        bo = {t.__name__: t for t in memory_tools(memory, "bo")}
        assert (
            bo["recall"]("Python?") == "nothing is known about that"
            and bo["profile"]() == "nothing is known yet"
        )


def test_a_tools_call_is_kept_by_a_checkpoint(memory):
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    remember = memory_tools(memory, "ana")[0]
    call = {"tool": remember.__name__, "args": {"text": "我住在杭州。I like jazz."}}
    call["answer"] = remember(**call["args"])  # type: ignore[arg-type]
    keeper = JsonPlusSerializer()
    assert keeper.loads_typed(keeper.dumps_typed(call)) == call


# -- what their page shows -------------------------------------------------------------------------

ROOT = Path(__file__).parents[1]
# Those that need a model; the others are run with all documents.
EXAMPLES = re.findall(
    r"```python no-run\n(.*?)```", (ROOT / "docs" / "adapters.md").read_text("utf-8"), re.DOTALL
)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_that_need_a_model_run_with_one_of_this_machine(number, tmp_path, monkeypatch, capsys):
    with StreamingServer() as server:
        server.says("Along the Po.", "好。")
        for name, value in {
            "GRAPHMEM_EMBEDDER": "hash",
            "OPENAI_BASE_URL": server.base_url,
            "OPENAI_API_KEY": "test",
            "OPENAI_AGENTS_DISABLE_TRACING": "1",
        }.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(tmp_path)
        exec(compile(EXAMPLES[number], f"docs/adapters.md example {number}", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out
    assert (tmp_path / "memory.db").exists()
