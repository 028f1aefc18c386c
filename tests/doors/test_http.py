"""The HTTP door, through a real server: verbs, namespaces, pages, repeated writes, problems, its own description."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

import graphmem
from graphmem.doors.http import answered, answered_talk, asked
from tests.doors.http_server import ROOT, Serving, environment, problem

GUIDE = (ROOT / "docs" / "http.md").read_text("utf-8")


@pytest.fixture(scope="module")
def serving(tmp_path_factory):
    with Serving(tmp_path_factory.mktemp("http"), "--db", "memory.db") as started:
        yield started


@pytest.fixture(scope="module")
def web(serving):
    with serving.client() as client:
        yield client


@pytest.fixture
def home(request):
    """A namespace of one's own."""
    return f"/v1/users/{re.sub(r'[^a-z]+', '-', request.node.name)}"


def sent(answer: httpx.Response, shape: type | None = None, status: int = 200) -> dict:
    """Its JSON, which must be of the shape that the OpenAPI document promises."""
    assert answer.status_code == status, answer.text
    if shape is not None:
        shape.model_validate(answer.json())
    return answer.json()


def told(web, path: str, body: dict, status: int = 201) -> dict:
    return sent(web.post(path, json=body), answered.Changes, status)


def fact_of(web, home: str, subject: str, predicate: str, object: str, **more: object) -> str:
    body = {"subject": subject, "predicate": predicate, "object": object, **more}
    return told(web, f"{home}/facts", body)["outcomes"][0]["fact"]


def texts(page: dict) -> list[str]:
    return [item["text"] for item in page["items"]]


# -- the guide, and the description ----------------------------------------------------------


def shell(block: str, folder: Path, url: str) -> str:
    script = block.replace("http://127.0.0.1:8377", url).replace("curl -s", "curl -sS --fail-with-body")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=environment(PATH=f"{Path(sys.executable).parent}:{environment()['PATH']}"),
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(shutil.which("curl") is None, reason="the guide's commands need curl")
def test_the_first_five_minutes_are_as_the_guide_says(serving, tmp_path):
    serve, minutes, keys = re.findall(r"```sh\n(.*?)```", GUIDE, re.S)
    assert serve.split() == ["graphmem", "serve", *serving.options]
    said = shell(minutes, tmp_path, serving.url)
    decoder, answers, rest = json.JSONDecoder(), [], said
    while rest.strip():
        answer, end = decoder.raw_decode(rest.strip())
        answers.append(answer)
        rest = rest.strip()[end:]
    remembered, recalled, facts, history, profile, heard, context, committed, receipt = answers
    assert {o["action"] for o in remembered["outcomes"]} >= {"added"}
    assert "Turin" in recalled["prompt"]
    assert [f["object"] for f in facts["items"]] == ["Turin"]
    assert "Turin" in [f["object"] for f in history["items"]]
    assert "火锅" in profile["text"]
    assert heard["session"]["pending"] == 1
    assert "Oslo" in context["prompt"]
    assert any("Bob" in o["text"] for o in committed["outcomes"])
    assert receipt["erased"]["episode"] == 1
    assert shell(keys, tmp_path, "").startswith("gm_")


def operations(document: dict) -> list[tuple[str, str, dict]]:
    return [
        (method, path, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
    ]


def test_every_operation_is_described_with_an_example(web):
    document = sent(web.get("/openapi.json"))
    schemas = document["components"]["schemas"]

    def exemplary(content: dict) -> bool:
        schema = content["schema"]
        parts = [schema, *schema.get("anyOf", [])]
        named = [schemas[part["$ref"].split("/")[-1]] for part in parts if "$ref" in part]
        return any("example" in found for found in (content, *parts, *named))

    lacking = []
    for method, path, operation in operations(document):
        good = [a for status, a in operation["responses"].items() if status.startswith("2")]
        contents = [c for a in good for c in a["content"].values()]
        contents += operation.get("requestBody", {}).get("content", {}).values()
        contents += operation["responses"]["default"]["content"].values()
        parameters = [p for p in operation.get("parameters", []) if p["name"] not in ("cursor",)]
        if not operation.get("summary") or not operation.get("description") or not contents:
            lacking.append(f"{method} {path}")
        lacking += [f"{method} {path}" for c in contents if not exemplary(c)]
        lacking += [f"{method} {path} {p['name']}" for p in parameters if "examples" not in json.dumps(p)]
    assert lacking == []


@pytest.mark.parametrize("module", [asked, answered, answered_talk], ids=lambda m: m.__name__.split(".")[-1])
def test_the_examples_are_what_they_are_examples_of(module):
    shapes = [s for s in vars(module).values() if isinstance(s, type) and s.__module__ == module.__name__]
    tried = 0
    for shape in shapes:
        example = (shape.model_config.get("json_schema_extra") or {}).get("example")
        if example is not None:
            shape.model_validate_json(json.dumps(example), strict=module is asked)
            tried += 1
    assert tried >= 5


def test_the_guide_names_every_operation(web):
    for _, path, _ in operations(sent(web.get("/openapi.json"))):
        last = path.split("/")[-1]
        name = re.sub(
            r"\{.*\}", "", path.removeprefix("/v1/users/{user}/").split("/")[0] if "{" in last else last
        )
        assert name in GUIDE, path


# -- the verbs -------------------------------------------------------------------------------


def test_what_is_remembered_is_recalled(web, home):
    changes = told(
        web, f"{home}/remember", {"text": "I moved from Lyon to Turin in May.", "at": "2026-06-01"}
    )
    assert changes["counts"]["added"] >= 1
    asked_ = {"query": "Where do I live?", "max_tokens": 300}
    recall = sent(web.post(f"{home}/recall", json=asked_), answered.Recall)
    assert recall["facts"][0]["object"] == "Turin"
    assert "Turin" in recall["prompt"]
    profile = sent(web.get(f"{home}/profile"), answered.Profile)
    assert "Turin" in profile["text"]


@pytest.mark.parametrize(
    ("text", "question", "object"),
    [
        ("I work at Quarry.", "Where do I work?", "Quarry"),
        ("我住在杭州。", "我住在哪里？", "杭州"),
        ("我最近在学 Rust，住在 Berlin。", "我住在哪里？", "Berlin"),
    ],
)
def test_every_language_goes_through_unharmed(web, text, question, object):
    home = f"/v1/users/用户 {object}"
    told(web, f"{home}/remember", {"text": text})
    recall = sent(web.post(f"{home}/recall", json={"query": question}))
    assert object in [f["object"] for f in recall["facts"]]
    found = sent(web.get("/api/search", params={"q": question, "user": f"用户 {object}"}), answered.Recall)
    assert object in [f["object"] for f in found["facts"]]


def test_a_dry_run_changes_nothing(web, home):
    told(web, f"{home}/remember", {"text": "I live in Turin.", "dry_run": True})
    fact = {"subject": "user", "predicate": "likes", "object": "tea", "dry_run": True}
    told(web, f"{home}/facts", fact)
    assert sent(web.get(f"{home}/facts"), answered.FactPage)["items"] == []


def test_facts_are_asked_for_at_both_times(web, home):
    fact_of(web, home, "user", "lives_in", "Lyon", valid_at="2020")
    fact_of(web, home, "user", "lives_in", "Turin", valid_at="2024-05")
    fact_of(web, home, "user", "likes", "jazz", stance="tentative")
    where = {"subject": "user", "predicate": "lives_in"}
    assert texts(sent(web.get(f"{home}/facts", params=where))) == ["user lives in Turin"]
    past = sent(web.get(f"{home}/facts", params={**where, "as_of": "2023-06"}))
    assert texts(past) == ["user lives in Lyon"]
    assert texts(sent(web.get(f"{home}/facts", params={"known_at": "2020-01-01"}))) == []
    assert "jazz" in texts(sent(web.get(f"{home}/facts", params={"stance": "tentative"})))[0]
    history = sent(web.get(f"{home}/history", params=where), answered.FactPage)
    assert len(history["items"]) >= 3  # the first row is believed no more, as it got an end


def test_a_fact_is_explained_and_put_right(web, home):
    fact = fact_of(web, home, "Ana", "lives_in", "Turin")
    story = sent(
        web.get(f"{home}/facts/{fact[:8]}", params={"query": "Where does Ana live?"}), answered.Explanation
    )
    assert story["fact"]["id"] == fact and story["choice"]["given"]
    corrected = told(web, f"{home}/facts/{fact}/correct", {"object": "Milan"}, 200)
    milan = next(o["fact"] for o in corrected["outcomes"] if "Milan" in o["text"])
    sent(web.put(f"{home}/facts/{milan}/pin"), answered.Changes)
    assert sent(web.get(f"{home}/facts"))["items"][0]["pinned"]
    sent(web.delete(f"{home}/facts/{milan}/pin"), answered.Changes)
    assert not sent(web.get(f"{home}/facts"))["items"][0]["pinned"]
    sent(web.post(f"{home}/facts/{milan}/confirm"), answered.Changes)
    told(web, f"{home}/facts/{milan}/retract", {"why": "a joke"}, 200)
    assert sent(web.get(f"{home}/facts"))["items"] == []
    guess = fact_of(web, home, "user", "likes", "tea", source="inferred")
    assert sent(web.post(f"{home}/facts/{guess}/decline"))["outcomes"][0]["action"] == "withdrawn"


def test_many_facts_are_all_checked_before_one_is_written(web, home):
    good = {"subject": "user", "predicate": "likes", "object": "tea"}
    bad = {**good, "valid_at": "yesterday-ish"}
    answer = web.post(f"{home}/facts/batch", json={"facts": [good, bad]})
    assert "valid_at" in problem(answer, 422, "invalid-input")["detail"]
    assert sent(web.get(f"{home}/facts"))["items"] == []
    many = {"facts": [{**good, "object": f"tea {i}"} for i in range(3)]}
    assert told(web, f"{home}/facts/batch", many)["counts"] == {"added": 3}


def test_entities_are_merged_split_and_undone(web, home):
    fact_of(web, home, "Bob", "likes", "chess")
    tea = fact_of(web, home, "Bob Smith", "likes", "tea")
    assert sent(web.get(f"{home}/entities/Bob/similar"), answered.Similar)["items"]
    merged = told(web, f"{home}/entities/Bob Smith/merge", {"into": "Bob"}, 200)
    assert len(sent(web.get(f"{home}/entities/Bob"), answered.EntityOf)["facts"]) == 2
    told(web, f"{home}/merges/{merged['outcomes'][0]['fact']}/undo", {}, 200)
    assert len(sent(web.get(f"{home}/entities/Bob"))["facts"]) == 1
    told(web, f"{home}/entities/Bob Smith/split", {"facts": [tea]}, 200)
    problem(web.get(f"{home}/entities/Nobody"), 404, "not-found")


def test_a_document_is_kept_replaced_and_forgotten(web, home):
    text = "# Lamps\n\nThe lamps of the quay are lit at dusk.\n\n# 值班\n\n夜班由小林负责。\n"
    told(web, f"{home}/documents", {"name": "handbook.md", "text": text})
    found = sent(web.post(f"{home}/recall", json={"query": "夜班由谁负责？", "max_tokens": 300}))
    assert "小林" in found["prompt"]
    again = {"name": "handbook.md", "text": text.replace("小林", "阿宝")}
    assert told(web, f"{home}/documents", again)["counts"] == {"added": 1, "erased": 1, "skipped": 1}
    episode = sent(web.get(f"{home}/episodes"), answered.EpisodePage)["items"][0]["id"]
    sent(web.get(f"{home}/episodes/{episode}"), answered.Episode)
    receipt = sent(web.delete(f"{home}/episodes/{episode}"), answered.Receipt)
    assert receipt["erased"]["turn"] >= 2
    problem(web.get(f"{home}/episodes/{episode}"), 404, "not-found")


def test_a_session_is_listed_read_committed_and_closed(web, home):
    sent(web.post(f"{home}/sessions", json={"id": "monday"}), answered_talk.Session, 201)
    assert sent(web.get(f"{home}/sessions"))["items"] == []
    said = {"role": "user", "content": "My brother Bob lives in Oslo.", "at": "2026-06-01T09:00+02:00"}
    path = f"{home}/sessions/monday"
    heard = sent(web.post(f"{path}/messages", json=said), answered_talk.Window, 201)
    assert heard["session"]["pending"] == 1
    more = {"messages": [{"role": "assistant", "content": "Noted."}, {"role": "user", "content": "谢谢"}]}
    sent(web.post(f"{path}/messages/batch", json=more), answered_talk.Window, 201)
    window = sent(web.get(f"{path}/messages"), answered_talk.Window)
    assert [m["content"] for m in window["messages"]] == [said["content"], "Noted.", "谢谢"]
    sent(web.put(f"{path}/working", json={"intent": "visit Bob"}), answered_talk.Session)
    prompt = sent(web.post(f"{path}/context", json={"query": "Where is Bob?"}), answered.Prompt)["prompt"]
    assert "Oslo" in prompt and "visit Bob" in prompt
    assert sent(web.get(f"{home}/sessions"), answered_talk.SessionPage)["items"][0]["id"] == "monday"
    changes = sent(web.post(f"{path}/commit"), answered.Changes)
    assert any("Oslo" in o["text"] for o in changes["outcomes"])
    assert sent(web.get(path))["pending"] == 0
    sent(web.post(f"{path}/close"), answered.Changes)
    problem(web.get(path), 404, "not-found")


def test_all_of_a_user_is_forgotten_also_from_sessions_and_replays(web, home):
    kept = {"idempotency-key": f"{home} once"}
    body = {"text": "I live in Turin."}
    sent(web.post(f"{home}/remember", json=body, headers=kept), answered.Changes, 201)
    web.post(f"{home}/sessions/monday/messages", json={"role": "user", "content": "I like tea."})
    problem(web.post(f"{home}/forget", json={}), 422, "invalid-input")
    problem(web.post(f"{home}/forget", json={"fact": None}), 422, "invalid-input")
    problem(web.post(f"{home}/forget", json={"fact": "abcd", "everything": True}), 422, "invalid-input")
    receipt = sent(web.post(f"{home}/forget", json={"everything": True}), answered.Receipt)
    assert receipt["target"] == "everything"
    assert sent(web.get(f"{home}/facts"))["items"] == []
    assert sent(web.get(f"{home}/sessions"))["items"] == []
    again = web.post(f"{home}/remember", json=body, headers=kept)
    assert "idempotent-replayed" not in again.headers


def test_an_export_comes_back_as_it_was(web, home):
    told(web, f"{home}/remember", {"text": "I live in Turin. 我喜欢火锅。"})
    before = texts(sent(web.get(f"{home}/facts")))
    exported = web.get(f"{home}/export")
    assert exported.headers["content-type"].startswith("application/jsonl")
    lines = exported.content
    assert json.loads(lines.splitlines()[0])["type"] == "header"
    web.post(f"{home}/forget", json={"everything": True})
    restored = sent(web.post(f"{home}/import", content=lines), answered.Changes)
    assert restored["outcomes"]
    assert texts(sent(web.get(f"{home}/facts"))) == before
    other = web.post(f"{home}-other/import", content=lines)
    problem(other, 422, "invalid-input")
    problem(web.post(f"{home}/import", content=b"\xff\xfe\n"), 422, "invalid-input")
    problem(web.get(f"{home}-nobody/export"), 404, "not-found")


def test_while_paused_nothing_is_remembered(web, home):
    assert sent(web.get(f"{home}/pause"), answered.Paused) == {"paused": False, "since": None}
    sent(web.post(f"{home}/pause"), answered.Changes)
    assert sent(web.get(f"{home}/pause"), answered.Paused)["paused"]
    assert told(web, f"{home}/remember", {"text": "I live in Turin."})["counts"] == {"skipped": 1}
    sent(web.post(f"{home}/resume"), answered.Changes)
    assert told(web, f"{home}/remember", {"text": "I live in Turin."})["counts"].get("added")


def test_relations_are_listed_and_changed(web, home):
    listed = sent(web.get("/v1/predicates"), answered.Predicates)["items"]
    assert "lives_in" in [p["name"] for p in listed]
    change = {"cardinality": "one", "theme": "owning", "words": {"en": "drives", "zh": "开"}}
    sent(web.put("/v1/predicates/drives", json=change), answered.Predicate)
    made = sent(web.put("/v1/predicates/drives", json={"words": {"en": "is driving"}}), answered.Predicate)
    assert (made["cardinality"], made["words"]) == ("one", {"en": "is driving", "zh": "开"})
    fact_of(web, home, "user", "drives", "a van")
    fact_of(web, home, "user", "drives", "a lorry")
    assert len(sent(web.get(f"{home}/facts"))["items"]) == 1
    sent(web.get("/v1/stats"), answered.Stats)
    assert sent(web.get("/v1/health"), answered.Alive)["version"] == graphmem.__version__
    assert web.get("/").headers["content-type"].startswith("text/html")


# -- whose memory it is ----------------------------------------------------------------------


def test_nothing_of_one_namespace_is_seen_in_another(web):
    mine, other = "/v1/users/mira", "/v1/users/otto"
    told(web, f"{mine}/remember", {"text": "I live in Turin. My sister Zoe likes 火锅."})
    web.post(f"{mine}/sessions/monday/messages", json={"role": "user", "content": "Zoe rows."})
    fact = sent(web.get(f"{mine}/facts"))["items"][0]["id"]
    episode = sent(web.get(f"{mine}/episodes"))["items"][0]["id"]
    told(web, f"{other}/remember", {"text": "I keep bees."})
    for path in ("facts", "history", "entities", "episodes", "profile", "sessions", "export", "pause"):
        answer = web.get(f"{other}/{path}")
        assert answer.status_code == 200
        assert not re.search(r"Turin|Zoe|火锅|mira", answer.text), path
    recall = web.post(f"{other}/recall", json={"query": "Where does Zoe live? Turin 火锅", "max_tokens": 500})
    assert not re.search(r"user lives in Turin|likes 火锅|mira", recall.text)
    for path in (f"facts/{fact}", f"facts/{fact[:8]}", f"episodes/{episode}", "entities/Zoe"):
        problem(web.get(f"{other}/{path}"), 404, "not-found")
    for path in ("correct", "retract", "decline", "confirm"):
        body = {"object": "Rome"} if path == "correct" else {}
        problem(web.post(f"{other}/facts/{fact}/{path}", json=body), 404, "not-found")
    problem(web.delete(f"{other}/facts/{fact}"), 404, "not-found")
    problem(web.delete(f"{other}/episodes/{episode}"), 404, "not-found")
    problem(web.get(f"{other}/sessions/monday"), 404, "not-found")
    problem(web.post(f"{other}/sessions/monday/commit"), 404, "not-found")
    assert sent(web.get(f"{mine}/facts/{fact}"))["fact"]["id"] == fact


def test_names_are_kept_to_the_letter(web):
    told(web, "/v1/users/Ana%20B./remember", {"text": "I live in Turin."})
    assert sent(web.get("/v1/users/ana b./facts"))["items"] == []
    assert len(sent(web.get("/v1/users/Ana B./facts"))["items"]) == 1
    problem(web.get("/v1/users/%FF/facts"), 422, "invalid-input")
    problem(web.get("/v1/users/%20/facts"), 422, "invalid-input")
    problem(web.get("/v1/users/ana/facts?subject=%FF"), 422, "invalid-input")


@pytest.mark.parametrize("name", ["TCP/IP", "输入/输出", "100%", "a%2Fb", "/", "%25/%2f"])
def test_a_name_may_have_what_is_special_in_a_path(web, name):
    encoded = quote(name, safe="")
    fact_of(web, f"/v1/users/{encoded}", "user", "likes", name)
    assert sent(web.get(f"/v1/users/{encoded}/entities/{encoded}"))["name"] == name
    said = {"role": "user", "content": "喜欢 tea"}
    window = web.post(f"/v1/users/{encoded}/sessions/{encoded}/messages", json=said)
    assert sent(window, answered_talk.Window, 201)["session"]["id"] == name
    assert json.loads(web.get(f"/v1/users/{encoded}/export").text.splitlines()[0])["namespace"] == name


def test_a_head_is_its_get_without_the_body(web, home):
    for path in ("/v1/health", "/v1/ready", f"{home}/facts"):
        answer = web.head(path)
        assert (answer.status_code, answer.text) == (200, "")
        assert answer.headers["content-length"] == str(len(web.get(path).content))
    assert web.head("/v1/nothing").status_code == 404
    problem(web.delete(f"{home}/episodes"), 405, "method-not-allowed")


def test_a_parameter_that_is_not_known_is_refused(web, home):
    fact = fact_of(web, home, "user", "likes", "tea")
    for method, path, name in (
        ("GET", "facts", "subjct"),
        ("DELETE", f"facts/{fact}", "dry_run"),
        ("PUT", f"facts/{fact}/pin", "dry_run"),
    ):
        refused = problem(web.request(method, f"{home}/{path}?{name}=true"), 422, "invalid-input")
        assert refused["errors"][0]["input"] == f"query.{name}"
    assert texts(sent(web.get(f"{home}/facts"))) == ["user likes tea"]


# -- pages -----------------------------------------------------------------------------------


def walk(web, path: str, limit: int, between=lambda: None, **filters: str) -> list[dict]:
    found, cursor = [], None
    while True:
        page = sent(
            web.get(path, params={"limit": limit, **filters, **({"cursor": cursor} if cursor else {})})
        )
        assert len(page["items"]) <= limit
        found += page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            return found
        between()


@pytest.mark.parametrize("list_", ["facts", "history", "entities", "episodes"])
def test_pages_show_everything_once_whatever_is_added_meanwhile(web, home, list_):
    home = f"{home}-{list_}"
    for i in range(7):
        fact_of(
            web,
            home,
            f"Person {i}",
            "likes",
            "tea",
            valid_at=f"20{10 + i}",
            at=f"20{10 + i}",
            episode=f"e{i}",
        )
    whole = walk(web, f"{home}/{list_}", 1000)
    added = iter(range(5))

    def add() -> None:
        for number in itertools.islice(added, 1):
            for year in ("1999", "2013-06", "2025"):
                name = f"Person {year}.{number}"
                fact_of(web, home, name, "likes", "go", valid_at=year, at=year, episode=f"{year} {number}")

    paged = walk(web, f"{home}/{list_}", 2, add)
    ids = [json.dumps([item["id"], item.get("version")]) for item in paged]
    assert len(ids) == len(set(ids))
    before = {json.dumps([item["id"], item.get("version")]) for item in whole}
    assert before <= set(ids)
    assert [i for i in ids if i in before] == [json.dumps([i["id"], i.get("version")]) for i in whole]


def test_sessions_come_in_pages(web, home):
    for i in range(3):
        web.post(f"{home}/sessions/s{i}/messages", json={"role": "user", "content": "hello"})
    assert [s["id"] for s in walk(web, f"{home}/sessions", 1)] == ["s0", "s1", "s2"]


def test_a_cursor_that_is_none_of_the_list_is_refused(web, home):
    for i in range(3):
        fact_of(web, home, "user", "likes", f"tea {i}")
    cursor = sent(web.get(f"{home}/facts", params={"limit": 1}))["next_cursor"]
    wrong = ["x", "", "[]", "💥", cursor[:-3], "W10", "bnVsbA", "MQ", "e30", "W1tb" * 10_000]
    for text in wrong:
        problem(web.get(f"{home}/facts", params={"cursor": text}), 422, "invalid-input")
    for path, filters in (("history", {}), ("facts", {"predicate": "likes"}), ("episodes", {})):
        answer = web.get(f"{home}/{path}", params={"cursor": cursor, **filters})
        assert "cursor" in problem(answer, 422, "invalid-input")["detail"]
    for limit in ("0", "1001", "many"):
        problem(web.get(f"{home}/facts", params={"limit": limit}), 422, "invalid-input")


# -- writes that are sent again --------------------------------------------------------------


def test_a_write_with_a_key_happens_once(web, home):
    body, key = {"subject": "user", "predicate": "likes", "object": "tea"}, {"idempotency-key": f"{home} 1"}
    first = web.post(f"{home}/facts", json=body, headers=key)
    again = web.post(f"{home}/facts", json=body, headers=key)
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert again.headers["cache-control"] == "no-store" and len(again.headers.get_list("cache-control")) == 1
    assert len(sent(web.get(f"{home}/facts"))["items"][0]["evidence"]) == 1
    other = web.post(f"{home}/facts", json={**body, "object": "jazz"}, headers=key)
    problem(other, 409, "conflict")
    elsewhere = web.post(f"{home}-other/facts", json=body, headers=key)
    problem(elsewhere, 409, "conflict")
    third = web.post(f"{home}/facts", json=body, headers={"idempotency-key": f"{home} 2"})
    assert third.json()["counts"] == {"reinforced": 1}


def test_a_refusal_is_replayed_and_a_blank_key_refused(web, home):
    key = {"idempotency-key": f"{home} 1"}
    answers = [web.post(f"{home}/remember", json={"text": " "}, headers=key) for _ in range(2)]
    for answer in answers:
        problem(answer, 422, "invalid-input")
    assert "idempotent-replayed" in answers[1].headers
    for wrong in ("", "k" * 256):
        problem(web.post(f"{home}/pause", headers={"idempotency-key": wrong}), 422, "invalid-input")


def test_the_same_write_sent_at_once_by_many_happens_once(serving, home):
    body, key = {"text": "I live in Turin."}, {"idempotency-key": f"{home} 1"}
    start = threading.Barrier(8)

    def send() -> bytes:
        with serving.client() as client:
            start.wait()
            return client.post(f"{home}/remember", json=body, headers=key).content

    with ThreadPoolExecutor(8) as pool:
        answers = [f.result() for f in [pool.submit(send) for _ in range(8)]]
    assert len(set(answers)) == 1
    with serving.client() as client:
        assert len(client.get(f"{home}/episodes").json()["items"]) == 1


# -- problems --------------------------------------------------------------------------------


def test_every_error_is_a_problem(web, home):
    assert "/openapi.json" in problem(web.get("/v1/nothing"), 404, "not-found")["detail"]
    problem(web.get("/v2"), 404, "not-found")
    wrong_method = web.patch(f"{home}/facts")
    problem(wrong_method, 405, "method-not-allowed")
    assert wrong_method.headers["allow"] == "HEAD, GET, POST"
    problem(
        web.post(f"{home}/remember", content=b"{", headers={"content-type": "application/json"}),
        422,
        "invalid-input",
    )
    plain = web.post(
        f"{home}/remember", content=b'{"text": "secret"}', headers={"content-type": "text/plain"}
    )
    assert "content-type" in problem(plain, 422, "invalid-input")["detail"]
    json_of = {"content-type": "application/json"}
    deep = b"[" * 900 + b"]" * 900
    for body in (b"\xff", b'{"text": %s}' % deep, deep * 200, b'{"text": %s}' % (b"9" * 5_000)):
        told_of = problem(web.post(f"{home}/remember", content=body, headers=json_of), 422, "invalid-input")
        assert told_of["errors"][0]["input"].startswith("body")
    missing = problem(web.post(f"{home}/remember", json={}), 422, "invalid-input")
    assert missing["errors"] == [{"input": "body.text", "message": "is missing: give it"}]
    slip = problem(web.post(f"{home}/remember", json={"text": "x", "atx": "hush hush"}), 422, "invalid-input")
    assert "body.atx" in slip["detail"] and "hush" not in json.dumps(slip)
    typed = problem(web.post(f"{home}/recall", json={"query": 5, "limit": 0}), 422, "invalid-input")
    assert {e["input"] for e in typed["errors"]} == {"body.query", "body.limit"}
    problem(web.post(f"{home}/recall", json={"query": " "}), 422, "invalid-input")
    problem(web.get(f"{home}/facts", params={"as_of": "soon"}), 422, "invalid-input")
    problem(web.get(f"{home}/facts/a6b0a25a"), 404, "not-found")
    problem(web.get(f"{home}/facts/not-hex"), 422, "invalid-input")
    fact = fact_of(web, home, "user", "likes", "tea")
    problem(web.post(f"{home}/facts/{fact}/decline"), 409, "conflict")
    told(web, f"{home}/entities/user/merge", {"into": "tea"}, 200)
    problem(web.post(f"{home}/entities/user/merge", json={"into": "tea"}), 409, "conflict")
    newer = b'{"type": "header", "format": "graphmem export", "version": 99}\n'
    problem(web.post(f"{home}/import", content=newer), 501, "unsupported")
    problem(web.post("/api/chat", json={"user": "ana", "message": "hello"}), 501, "unsupported")


def test_a_request_that_is_too_large_is_refused(web, home):
    def parts():
        for _ in range(18):
            yield b" " * 2**20

    try:
        answer = web.post(f"{home}/remember", content=parts(), headers={"content-type": "application/json"})
    except httpx.TransportError:
        return  # it hung up before all was sent
    assert "16,777,216" in problem(answer, 413, "too-large")["detail"]


# -- who may ask, without keys ---------------------------------------------------------------


def test_without_keys_only_this_machine_and_none_of_another_sites_pages(web):
    problem(web.get("/v1/predicates", headers={"host": "evil.example"}), 421, "misdirected-request")
    problem(web.get("/v1/health", headers={"host": "evil.example:8377"}), 421, "misdirected-request")
    for host in ("localhost", "127.0.0.1", "[::1]:80"):
        assert web.get("/v1/predicates", headers={"host": host}).status_code == 200
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
    ):
        answer = web.post("/v1/users/ana/pause", headers=headers)
        problem(answer, 403, "foreign-origin")
    own = {"origin": str(web.base_url).rstrip("/")}
    answer = web.get("/v1/users/ana/facts", headers=own)
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_an_answer_does_not_wait_for_its_own_header(web):
    def seconds() -> float:
        began = time.perf_counter()
        web.get("/v1/health")
        return time.perf_counter() - began

    assert min(seconds() for _ in range(20)) < 0.03  # 0.04 where the second packet waits for the first


# -- stopping --------------------------------------------------------------------------------


def test_a_server_that_is_interrupted_loses_nothing_it_was_told(tmp_path):
    with Serving(tmp_path, "--db", "memory.db") as started:
        with started.client() as client:
            said = {"role": "user", "content": "我住在杭州。"}
            client.post("/v1/users/ana/sessions/monday/messages", json=said)
        assert started.stop(signal.SIGINT) == 0
        assert started.said == ""
    with graphmem.open(tmp_path / "memory.db", embedder="hash") as memory:
        assert [str(f.object) for f in memory.facts(user="ana")] == ["杭州"]
