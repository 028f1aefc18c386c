"""How the page words things: what was entered, what went wrong, why, and how many; in both languages."""

from __future__ import annotations

import re
import tomllib
import uuid
from importlib.resources import files

import pytest
from fastapi import FastAPI

import graphmem
from graphmem.doors.page import mount, words
from graphmem.embed import HashEmbedder
from graphmem.errors import Unavailable
from graphmem.testing import FrozenClock
from tests.page_server import TODAY, Noted, Reader, page, serving


def test_what_was_entered_as_a_fact_reads_as_one_wherever_it_stands(page_site):
    memory, address = page_site
    tea = memory.facts("user", "likes", user="lin")[0]
    memory.confirm(tea.id, user="lin")
    reader = Reader(address, "lin", "zh")
    episode = memory.facts("user", "likes", user="lin")[0].evidence[0].episode
    for path in (f"/page/fact/{tea.id}", "/page/episodes", f"/page/episode/{episode}", "/"):
        shown = reader.get(path).text
        assert "user likes" not in shown and "confirmed:" not in shown, path
    assert "lin 喜欢 围棋" in reader.get(f"/page/episode/{episode}").text
    fixed = memory.correct(tea.id, user="lin", object="象棋").added[0].fact
    assert "correction:" not in reader.fact(fixed).text
    assert reader.fact(fixed).marked == "lin 喜欢 象棋"


def test_a_session_is_named_only_if_a_person_has_named_it(page_site):
    memory, address = page_site
    with memory.session("ana", id="holiday") as chat:
        chat.add("user", "Remember this: the keys are with Bob.")
    shown = Reader(address).get("/page/episodes").text
    assert "1 message · holiday" in shown and "api 20" not in shown
    assert not re.search(r"[0-9a-f]{32}", shown)


def test_a_message_without_a_fact_is_told_as_kept(page_site):
    _, address = page_site
    reader = Reader(address)
    told = reader.send(reader.get().form("/add"), text="hm").text
    assert "No fact was found in it" in told and "Nothing changed" not in told
    assert "hm" in reader.get("/page/episodes").text


def test_a_correction_whose_dates_are_turned_round_takes_nothing_away(page_site):
    memory, address = page_site
    turin = memory.facts("user", "lives_in", user="ana")[0].id
    for dates in ({"valid_at": "2025", "invalid_at": "2020"}, {"invalid_at": "2001"}):
        wrong = Reader(address, "ana", "zh")
        asked = wrong.fact(turin).form("/correct")
        assert "请让开始日期早于结束日期" in wrong.send(asked, 422, object="Milan", **dates).text
        assert str(memory.facts("user", "lives_in", user="ana")[0].object) == "Turin"
    reader = Reader(address)
    form = reader.fact(turin).form("/correct")
    assert "Milan" in reader.send(form, object="Milan", valid_at="2024-06", invalid_at="2027").text


def test_a_search_is_seen_as_of_a_day_and_keeps_its_question(page_site):
    asked = Reader(page_site[1]).get("/page/search", q="Where do I live?")
    day = asked.form("/page/search")
    fields = next(f.fields for f in asked.forms if "as_of" in f.fields)
    assert day.action == "/page/search" and fields["q"] == "Where do I live?"
    then = Reader(page_site[1]).get("/page/search", **{**fields, "as_of": "2024-06-01"})
    assert "lives in Lyon" in then.text and "lives in Turin" not in then.text


def test_the_one_looked_at_stands_at_the_top_of_the_graph(page_site):
    shown = Reader(page_site[1]).get("/page/graph")
    boxes = [float(given["y"]) for tag, given in shown.tags if tag == "rect"]
    (centre,) = re.findall(
        r'class="node person centre"><title>ana</title><rect x="\d+" y="(\d+)"', shown.html
    )
    assert float(centre) == min(boxes)


def test_what_always_holds_is_not_told_as_still_so(page_site):
    memory, address = page_site
    memory.add_fact("user", "born_in", "Lyon", user="ana")
    assert "at all times – still" not in Reader(address).get("/page/timeline").text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("holds from 2024", "自 2024 起成立"),
        ("history until 2024; now: Ana lives in Turin", "历史，截至 2024；目前：Ana lives in Turin"),
        (
            "denied; relation 'x' is not registered, so its objects accumulate",
            "已否认；关系 'x' 未登记，因此可以有多个对象",
        ),
        ("object is blank: give a text", "内容 为空：请填写"),
        ("replaced by: a wish", "被取代为：a wish"),
        ("said of {0} and {x}", "said of {0} and {x}"),
    ],
)
def test_a_reason_is_told_in_chinese_and_names_in_it_stay(text, expected):
    assert words.reason(text, "zh") == expected
    assert words.reason(text, "en") == text


def test_places_of_a_reason_are_as_many_in_both_languages():
    kept = files("graphmem.doors.page").joinpath("reasons.toml").read_text("utf-8")
    for text, said in tomllib.loads(kept).items():
        assert said.count("*") <= text.count("*"), text


def test_what_is_counted_agrees_with_its_number():
    say = words.Words("en")
    assert [say.counted("kind_fact", n) for n in (0, 1, 2)] == ["facts", "fact", "facts"]
    assert words.Words("zh").counted("messages", 1) == "1 条消息"
    assert say.counted("kind_unheard_of", 2, "things") == "things"


def test_on_neo4j_a_person_reads_puts_right_pauses_and_erases(neo4j_uri):
    user, clock = f"ana {uuid.uuid4().hex[:8]}", FrozenClock("2024-03-04")
    with graphmem.open(neo4j_uri, clock=clock, embedder=HashEmbedder(), extractor=Noted()) as memory:
        memory.remember("I live in Lyon. I'm good at Python.", user)
        clock.set("2025-05-12")
        memory.remember("I moved from Lyon to Turin. I like hiking.", user)
        memory.add_fact("user", "likes", "jasmine tea", user=user, source="inferred", confidence=0.7)
        clock.set(TODAY)
        app = FastAPI(openapi_url=None)
        mount(app, memory, clock=clock)
        with serving(app) as address:
            reader = Reader(address, user)
            assert "lives in Turin" in reader.get().text
            assert "lives in Lyon" in reader.get("/", as_of="2024-06-01").text
            for path in ("/page/timeline", "/page/graph", "/page/episodes"):
                assert "Turin" in reader.get(path).text, path
            assert "Turin" in reader.get("/page/search", q="Where do I live?").text
            assert "declined" in reader.send(reader.get().form("/decline")).text
            turin = memory.facts("user", "lives_in", user=user)[0].id
            stale = reader.fact(turin)
            assert "I moved from Lyon to Turin." in stale.text and "lives in Lyon" in stale.text
            assert "lives in Milan" in reader.send(stale.form("/correct"), object="Milan").text
            assert "already withdrawn" in reader.send(stale.form("/correct"), 409, object="Oslo").text
            milan = memory.facts("user", "lives_in", user=user)[0].id
            assert (
                "no longer pinned"
                in reader.send(reader.send(reader.fact(milan).form("/pin")).form("/unpin")).text
            )
            assert "Paused since" in reader.send(reader.get("/page/data").form("/pause")).text
            reader.send(reader.get("/page/data").form("/resume"))
            assert "Milan" in reader.client.get("/page/export", params={"user": user}).text
            assert (
                "Erased"
                in reader.send(reader.get(f"/page/fact/{milan}/erase").form("/erase"), sure="yes").text
            )
            reader.get(f"/page/fact/{milan}", 404)
            assert "Erased" in reader.send(reader.get("/page/data").form("/erase"), typed=user).text
            assert "Nothing is known yet" in reader.get().text


def test_where_a_store_stands_is_told_to_who_runs_it_alone(page_file, monkeypatch):
    def away(*_, **__):
        raise Unavailable("Neo4j at bolt://inside:7687 does not answer")

    class All:
        scopes = frozenset({"read"})

        def opens(self, user):
            return True

        def find(self, token):
            return self

    with page(page_file) as (memory, address), page(page_file, keys=All()) as (other, kept):
        monkeypatch.setattr(memory, "profile", away)
        monkeypatch.setattr(other, "profile", away)
        assert "bolt://inside" in Reader(address).get(status=503).text
        reader = Reader(kept)
        shown = reader.send(reader.get(status=401).form("/enter"), 503, key="k").text
        assert "did not answer" in shown and "inside" not in shown
