"""The page without a browser's help: what it shows, what its forms do, and whom it lets in."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

import graphmem
from graphmem.doors.page import mount, words
from graphmem.embed import HashEmbedder
from graphmem.testing import FrozenClock
from tests.page_server import PATHS, Document, Reader, page, serving

PAGE = Path(words.__file__).parent


def fact(memory, user, predicate, object=None, **more):
    """The id of a fact."""
    found = memory.facts("user", predicate, user=user, **more)
    return next(f.id for f in found if object in (None, str(f.object)))


# -- what is known -----------------------------------------------------------------------------


def test_a_profile_tells_by_theme_what_holds_since_when_and_who_said_so(page_site):
    reader = Reader(page_site[1])
    said = reader.get().text
    assert "Places lives in Turin since 2025-05-12 · I moved from Lyon to Turin. said 2025-05-12" in said
    assert "is skilled in Python" in said and "likes hiking" in said
    assert "Lyon" not in said.replace("moved from Lyon", "")
    assert re.search(r"To be confirmed .* works on the harvest planner", said)
    assert re.search(r"Inferred .* likes jasmine tea inferred uncertain", said)
    assert re.search(r"Maybes and plans .* lives in Berlin maybe", said)
    assert re.search(r"is allergic to nuts pinned sensitive", said)


def test_a_chinese_memory_is_read_in_chinese_and_a_mixed_one_in_both(page_site):
    said = Reader(page_site[1], "lin", "zh-CN,zh;q=0.9,en;q=0.5").get().text
    assert "地点 住在 杭州 自 2025-05-13" in said
    assert re.search("使用 PostgreSQL", said) and "MySQL" not in said.replace("从 MySQL", "")
    assert re.search("推断得出 .* 喜欢 围棋 推断", said)
    english = Reader(page_site[1], "lin").get().text
    assert "lives in 杭州" in english and "uses PostgreSQL" in english and "我从上海搬到杭州了" in english


def test_the_language_is_the_browsers_until_it_is_chosen_and_then_stays(page_site):
    reader = Reader(page_site[1], language="fr;q=0.9, zh-TW;q=0.8, en;q=0.3")
    first = reader.get("/page/timeline", as_of="2024-06-01")
    assert "时间线" in first.text
    there = next(href for href, text in first.links if text == "English")
    assert "as_of=2024-06-01" in there
    assert "Timeline" in reader.get(there).text
    assert "What is remembered" in reader.get().text
    assert "概况" in Reader(page_site[1]).get("/", lang="zh").text


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("", "en"),
        ("zh", "zh"),
        ("en;q=0.2, zh;q=0.3", "zh"),
        ("de, *;q=0.1", "en"),
        ("zh;q=x, en;q=0.1", "en"),
    ],
)
def test_of_the_languages_a_browser_accepts_the_heaviest_of_ours_is_taken(accepted, expected):
    assert words.chosen("", "", accepted) == expected
    assert words.chosen("", "xx", accepted) == expected
    assert words.chosen("en", "zh", accepted) == "en" and words.chosen("", "zh", accepted) == "zh"


def test_a_day_shows_what_was_true_then(page_site):
    reader = Reader(page_site[1])
    then = reader.get("/", as_of="2024-06-01").text
    assert "lives in Lyon" in then and "works at Orbit Foods" in then and "lives in Turin" not in then
    assert "what was true on 2024-06-01" in then
    assert "lives in Lyon" in reader.get("/page/graph", as_of="2024-06-01").text
    assert "Nothing is known of that day" in reader.get("/", as_of="2001-01-01").text
    assert "as_of" in reader.get("/", 422, as_of="soon").text


def test_a_fact_tells_its_evidence_what_it_replaced_and_every_version(page_site):
    memory, address = page_site
    reader = Reader(address)
    turin = reader.fact(fact(memory, "ana", "lives_in", "Turin"))
    assert "I moved from Lyon to Turin." in turin.marked and "I like hiking" not in turin.marked
    assert "I like hiking" in turin.text
    assert re.search(r"What it replaced lives in Lyon", turin.text)
    lyon = reader.fact(fact(memory, "ana", "lives_in", "Lyon", as_of="2024-06-01"))
    assert re.search(r"What replaced it lives in Turin", lyon.text)
    assert re.search(r"1 Lyon 2024-03-04 2024-03-04 2025-05-12 no longer believed", lyon.text)
    assert re.search(r"2 Lyon 2024-03-04 2025-05-12 2025-05-12", lyon.text)
    assert "One at a time" in turin.text
    whole = next(href for href, text in turin.links if text == "The whole conversation")
    assert "I moved from Lyon to Turin. I like hiking." in reader.get(whole).text


def test_a_timeline_has_a_bar_for_each_time_a_fact_holds(page_site):
    memory, address = page_site
    reader = Reader(address)
    shown = reader.get("/page/timeline")
    bars = [t for t in shown.tags if t[0] == "rect" and "x" in t[1] and t[1]["class"].startswith("bar")]
    current = [f for f in memory.history(user="ana") if f.version and f.expired_at is None]
    assert len(bars) == len(current) + 1 + 3  # and the maybe, and what the legend shows
    assert "lives in Lyon 2024-03-04 – 2025-05-12" in shown.text
    assert "lives in Turin 2025-05-12 – still" in shown.text
    old = reader.get("/page/timeline", old="1").text
    assert "lives in Lyon no longer believed 2024-03-04 – still" in old
    assert "no longer believed" not in shown.text.replace("Show also what is no longer believed", "")


def test_a_graph_names_all_things_and_relations_and_says_them_again_in_a_table(page_site):
    memory, address = page_site
    shown = Reader(address).get("/page/graph")
    drawing = shown.html[shown.html.index("<svg viewBox") : shown.html.index("</svg>")]
    for text in ("ana", "Turin", "lives in →", "Bob", "chess", "likes →", "is a friend of →"):
        assert f">{text}<" in drawing, text
    table = shown.text[shown.text.index("The same as a table") :]
    for f in memory.facts(user="ana"):
        assert str(f.object) in table
    bob = next(href for href, text in shown.links if "Bob" in text and "about=" in href)
    around = Reader(address).get(bob)
    assert "relations around Bob" in around.html and "Around ana again" in around.text


def test_a_search_gives_facts_and_the_words_that_said_them(page_site):
    found = Reader(page_site[1]).get("/page/search", q="Where do I live?").text
    assert "lives in Turin" in found and "I moved from Lyon to Turin. I like hiking." in found
    found = Reader(page_site[1], "lin", "zh").get("/page/search", q="我们用什么数据库？").text
    assert "使用 PostgreSQL" in found and "我们把数据库从 MySQL 换成了 PostgreSQL。" in found
    mixed = Reader(page_site[1], "lin").get("/page/search", q="我们现在用哪个 database?").text
    assert "uses PostgreSQL" in mixed


def test_what_was_said_otherwise_stands_beside_what_policy_chose(page_site):
    memory, address = page_site
    for town in ("Ghent", "Delft"):
        memory.add_fact("user", "born_in", town, user="ana")
    memory.add_fact("user", "speaks", "Dutch", user="ana")
    said = Reader(address).get()
    assert re.search(
        r"Contradicted was born in (Ghent|Delft) .* also said : was born in (Ghent|Delft)", said.text
    )


def test_a_day_ends_at_its_end(page_site):
    reader = Reader(page_site[1])
    assert "lives in Turin" in reader.get("/", as_of="2025-05-12").text
    assert "lives in Lyon" in reader.get("/", as_of="2025-05-11").text
    assert "lives in Lyon" in reader.get("/", as_of="2024").text
    today = reader.get("/", as_of="2026-03-01").text
    assert "Maybes and plans" in today and "as far as is known" not in today


def test_long_lists_come_in_pages_and_a_large_graph_says_what_it_leaves_out(page_site):
    memory, address = page_site
    many = [{"subject": "user", "predicate": "visited", "object": f"Town {n:03}"} for n in range(130)]
    memory.add_facts(many, user="ana")
    for n in range(30):
        memory.import_document(f"Place {n}", user="ana", name=f"note {n}", at=f"2025-09-{n + 1:02}")
    reader = Reader(address)
    first = reader.get("/page/timeline")
    then = reader.get(next(href for href, text in first.links if text == "Next"))
    towns = [set(re.findall(r"Town \d+", shown.text)) for shown in (first, then)]
    assert len(towns[0] | towns[1]) == 130 and not towns[0] & towns[1]
    assert re.search(r"1 to 100 of 1\d\d", first.text)
    assert reader.get("/page/timeline", start="99999").text
    listed = reader.get("/page/episodes")
    later = reader.get(next(href for href, text in listed.links if text == "Next"))
    assert "Place 29" in listed.text and "Place 29" not in later.text and "I live in Lyon" in later.text
    some = reader.get()
    whole = reader.get(next(href for href, text in some.links if text == "Show all 131"))
    assert len(set(re.findall(r"Town \d+", some.text))) == 49
    assert len(set(re.findall(r"Town \d+", whole.text))) == 130
    graph = reader.get("/page/graph")
    assert graph.html.count('class="edge') == 60
    assert re.search(r"\d+ more relations are in the table only", graph.text) and "Town 129" in graph.text


def test_a_graph_draws_circles_and_two_relations_between_the_same_two(page_site):
    memory, address = page_site
    for who, relation, whom in (
        ("Bob", "sibling", "林小雨"),
        ("user", "colleague", "林小雨"),
        ("user", "colleague", "Bob"),
    ):
        memory.add_fact(who, relation, whom, user="ana", object_kind="person")
    memory.add_fact("Bob", "friend", "user", user="ana")
    shown = Reader(address).get("/page/graph")
    drawing = shown.html[shown.html.index("<svg viewBox") : shown.html.index("</svg>")]
    assert drawing.count(">林小雨<") == 2 and "has the sibling" in drawing  # its title and its name
    both = re.search(r"<title>([^<]*is a friend of →[^<]*)</title>", drawing)
    assert both and "works with →" in both[1] and "← is a friend of" in both[1]


# -- putting right -------------------------------------------------------------------------------


def test_a_correction_tells_what_it_changed_and_keeps_the_dates(page_site):
    memory, address = page_site
    reader = Reader(address)
    wrong = fact(memory, "ana", "lives_in", "Turin")
    done = reader.send(reader.fact(wrong).form("/correct"), object="Milan")
    assert "added user lives in Milan" in done.text and "withdrawn user lives in Turin corrected" in done.text
    assert "From 2025-05-12" in done.text
    assert str(memory.facts("user", "lives_in", user="ana")[0].object) == "Milan"
    again = reader.send(reader.fact(wrong).form("/confirm"))
    assert "added user lives in Turin" in again.text
    dated = reader.fact(fact(memory, "ana", "likes", "hiking")).form("/correct")
    reader.send(dated, object="远足", valid_at="2020-05", invalid_at="2021")
    assert memory.facts("user", "likes", user="ana", as_of="2020-06-01")[0].object.name == "远足"


def test_a_correction_in_chinese_is_told_in_chinese(page_site):
    memory, address = page_site
    reader = Reader(address, "lin", "zh")
    done = reader.send(reader.fact(fact(memory, "lin", "lives_in", "杭州")).form("/correct"), object="苏州")
    assert "新增 用户住在苏州 自 2025-05-13 起成立" in done.text
    assert "已撤回 用户住在杭州 已更正" in done.text


def test_what_was_inferred_is_confirmed_or_declined(page_site):
    memory, address = page_site
    reader = Reader(address)
    tea = fact(memory, "ana", "likes", "jasmine tea")
    done = reader.send(reader.get().form(f"{tea}/decline"))
    assert "withdrawn user likes jasmine tea declined" in done.text
    assert "jasmine tea" not in reader.get().text
    again = memory.add_fact("user", "likes", "jasmine tea", user="ana", source="inferred")
    assert again.skipped and not again.added
    go = fact(memory, "lin", "likes", "围棋")
    lin = Reader(address, "lin", "zh")
    lin.send(lin.get().form(f"{go}/confirm"))
    assert re.search("喜好 喜欢 围棋", lin.get().text) and "推断得出" not in lin.get().text
    assert not lin.fact(go).has_form("/decline")


def test_what_hangs_on_something_ended_is_confirmed_and_a_maybe_becomes_a_fact(page_site):
    memory, address = page_site
    reader = Reader(address)
    planner = fact(memory, "ana", "works_on")
    reader.send(reader.get().form(f"{planner}/confirm"))
    assert "To be confirmed" not in reader.get().text
    berlin = fact(memory, "ana", "lives_in", "Berlin", stance="tentative")
    reader.send(reader.get().form(f"{berlin}/confirm"))
    assert "Maybes" not in reader.get().text


def test_a_fact_is_pinned_unpinned_and_retracted(page_site):
    memory, address = page_site
    reader = Reader(address)
    hiking = fact(memory, "ana", "likes", "hiking")
    reader.send(reader.fact(hiking).form("/pin"))
    assert next(f for f in memory.facts(user="ana") if f.id == hiking).pinned
    reader.send(reader.fact(hiking).form("/unpin"))
    assert not next(f for f in memory.facts(user="ana") if f.id == hiking).pinned
    done = reader.send(reader.fact(hiking).form("/retract"), why="it was a joke")
    assert "withdrawn user likes hiking it was a joke" in done.text
    assert "hiking" not in [str(f.object) for f in memory.facts(user="ana")]
    assert not done.has_form("/correct") and done.has_form("/confirm")


def test_a_sentence_is_remembered_from_the_page(page_site):
    memory, address = page_site
    reader = Reader(address)
    done = reader.send(reader.get().form("/add"), text="I speak Italian. 我也会 Rust 了。")
    assert "added user speaks Italian" in done.text and "Rust" in done.text
    assert "Rust" in [str(f.object) for f in memory.facts("user", "skilled_in", user="ana")]


# -- erasing, pausing, taking along ------------------------------------------------------------


def test_an_erased_fact_is_gone_with_its_words_and_only_once_the_box_is_ticked(page_site):
    memory, address = page_site
    reader = Reader(address)
    turin = fact(memory, "ana", "lives_in", "Turin")
    asked = reader.get(f"/page/fact/{turin}/erase")
    assert "I moved from Lyon to Turin. I like hiking." in asked.text
    assert "Nothing was erased" in reader.send(asked.form("/erase"), 422).text
    assert memory.facts("user", "lives_in", user="ana")[0].id == turin
    done = reader.send(asked.form("/erase"), sure="yes")
    assert re.search(r"Erased: .*\d statements?\b", done.text)
    for path in PATHS:
        assert "Turin" not in reader.get(path).html, path
    reader.get(f"/page/fact/{turin}", 404)


def test_an_erased_conversation_is_as_if_it_had_never_been(page_site):
    memory, address = page_site
    reader = Reader(address, "lin", "zh")
    moved = next(e for e in memory.episodes(user="lin") if "杭州" in e.turns[0].text)
    read = reader.get(f"/page/episode/{moved.id}")
    asked = reader.get(next(href for href, text in read.links if text == "彻底删除"))
    assert "我从上海搬到杭州了。" in asked.text
    assert "已删除" in reader.send(asked.form("/erase"), sure="yes").text
    assert "住在 上海" in reader.get().text and "杭州" not in reader.get().html
    reader.get(f"/page/episode/{moved.id}", 404)


def test_everything_is_erased_once_the_name_is_typed(page_site):
    memory, address = page_site
    reader = Reader(address)
    asked = reader.get("/page/data").form("/erase")
    for typed in ("", "Ana", "lin"):
        assert "what you typed is not ana" in reader.send(asked, 422, typed=typed).text.replace("ana.", "ana")
    done = reader.send(asked, typed="ana")
    assert "Erased:" in done.text and "Nothing is known yet" in done.text
    assert not memory.facts(user="ana") and not memory.episodes(user="ana")
    assert memory.facts(user="lin")


def test_while_it_is_paused_nothing_is_remembered_and_every_page_says_so(page_site):
    memory, address = page_site
    reader = Reader(address, language="zh")
    add = reader.get().form("/add")
    reader.send(reader.get("/page/data").form("/pause"))
    for path in PATHS:
        assert "自 2026-03-01 起已暂停" in reader.get(path).text
    assert not reader.get().has_form("/add")
    assert "跳过" in reader.send(add, text="I speak Italian.").text
    assert not memory.facts("user", "speaks", user="ana")
    assert "已恢复" in reader.send(reader.get("/page/data").form("/resume")).text
    assert memory.paused("ana") is None


def test_a_download_restores_the_memory_elsewhere(page_site):
    memory, address = page_site
    answer = Reader(address, "lin").client.get("/page/export", params={"user": "lin"})
    assert answer.headers["content-disposition"].startswith("attachment") and "lin.jsonl" in str(
        answer.headers
    )
    with graphmem.open(":memory:", clock=FrozenClock("2026-03-01"), embedder=HashEmbedder()) as other:
        other.import_export(answer.text.splitlines())
        assert [f.id for f in other.facts(user="lin")] == [f.id for f in memory.facts(user="lin")]


# -- two namespaces ------------------------------------------------------------------------------


def test_nothing_of_one_user_is_on_any_page_of_another(page_site):
    memory, address = page_site
    ana, lin = Reader(address), Reader(address, "lin")
    for path in PATHS:
        assert not re.search("杭州|上海|MySQL|围棋", ana.get(path).html), path
        assert not re.search("Turin|Lyon|Orbit|Bob", lin.get(path).html), path
    assert not re.search(
        "Turin|Lyon", lin.get("/page/search", q="Where do I live? Turin").text.split("Facts")[1]
    )
    turin, episode = fact(memory, "ana", "lives_in", "Turin"), memory.episodes(user="ana")[0].id
    for path in (f"/page/fact/{turin}", f"/page/fact/{turin}/erase", f"/page/episode/{episode}"):
        assert "Turin" not in lin.get(path, 404).text
    own = lin.fact(fact(memory, "lin", "lives_in", "杭州"))
    for deed in ("/correct", "/retract", "/pin"):
        form = own.form(deed)
        form.action = re.sub("fact/[0-9a-f]+", f"fact/{turin}", form.action)
        lin.send(form, 404, object="Rome")
    assert memory.facts("user", "lives_in", user="ana")[0].id == turin
    assert "杭州" not in ana.get("/page/graph", about=memory.facts(user="lin")[0].subject.id).html


def test_what_was_done_is_told_to_the_browser_that_did_it_alone(page_site):
    memory, address = page_site
    ana, other = Reader(address), Reader(address)
    form = ana.fact(fact(memory, "ana", "likes", "hiking")).form("/pin")
    other.get()
    there = ana.client.post(form.action, data=form.fields, follow_redirects=False).headers["location"]
    assert "noted hiking pinned" not in other.get(there).text
    assert "noted hiking pinned" in ana.get(there).text
    assert "noted hiking pinned" not in ana.get(there).text


# -- who is let in -------------------------------------------------------------------------------


def test_a_form_that_the_page_has_not_made_changes_nothing(page_site):
    memory, address = page_site
    ana, foreign = Reader(address), Reader(address)
    turin = fact(memory, "ana", "lives_in", "Turin")
    form = ana.fact(turin).form("/retract")
    cases = [
        (ana, {"token": ""}, {}),
        (ana, {"token": "0" * 64}, {}),
        (foreign, form.fields, {}),
        (ana, form.fields, {"origin": "http://elsewhere.example"}),
        (ana, form.fields, {"origin": "null"}),
        (ana, form.fields, {"sec-fetch-site": "cross-site"}),
    ]
    foreign.get()
    for reader, fields, headers in cases:
        answer = reader.client.post(form.action, data=fields, headers=headers)
        assert answer.status_code == 403 and "no longer valid" in answer.text, (fields, headers)
    cookie = ana.client.get("/", params={"user": "ana"}, headers={"cookie": ""}).headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    assert memory.facts("user", "lives_in", user="ana")[0].id == turin
    assert ana.client.get(form.action).status_code == 404


def test_without_keys_it_answers_only_under_this_machines_own_names(page_site):
    for host, status in (
        ("memory.example", 421),
        ("localhost:1234", 200),
        ("127.0.0.1", 200),
        ("[::1]:9", 200),
    ):
        answer = httpx.get(f"{page_site[1]}/?user=ana", headers={"host": host})
        assert answer.status_code == status, host
        assert ("Turin" in answer.text) == (status == 200)


class Ring:
    """Two keys: ana's own, and one that may only read."""

    def __init__(self):
        self.known = {"all": (("ana",), ("read", "write", "erase")), "some": (("ana",), ("read",))}

    def find(self, token):
        if token not in self.known:
            return None
        users, scopes = self.known[token]
        return type("Key", (), {"scopes": scopes, "opens": lambda self, user: user in users})()


def test_with_keys_a_person_signs_in_for_what_their_key_opens(page_file):
    ring = Ring()
    with page(page_file, keys=ring) as (memory, address):
        reader = Reader(address)
        asked = reader.get("/", 401)
        assert "Turin" not in asked.html and "Whose memory?" in reader.get("/?").text
        assert "does not open" in reader.send(asked.form("/enter"), 401, key="none").text
        before = dict(reader.client.cookies)
        shown = reader.send(asked.form("/enter"), key="all")
        assert "lives in Turin" in shown.text and dict(reader.client.cookies) != before
        assert "all" not in " ".join(reader.client.cookies.values())
        assert "杭州" not in reader.get("/?user=lin", 401).text
        form = reader.fact(fact(memory, "ana", "likes", "hiking")).form("/pin")
        form.action = form.action.replace("user=ana", "user=lin")
        reader.send(form, 401)
        del ring.known["all"]
        reader.get("/", 401)


def test_a_key_that_may_only_read_is_offered_no_deeds_and_may_do_none(page_file):
    with page(page_file, keys=Ring()) as (memory, address):
        owner, reader = Reader(address), Reader(address)
        owner.send(owner.get("/", 401).form("/enter"), key="all")
        reader.send(reader.get("/", 401).form("/enter"), key="some")
        turin = fact(memory, "ana", "lives_in", "Turin")
        token = reader.get().form("/leave").fields
        assert [f.buttons for f in reader.fact(turin).forms if f.method == "post"] == [["Sign out"]]
        for path in (f"/page/fact/{turin}", "/page/data"):
            for form in owner.get(path).forms:
                if form.method == "post" and "leave" not in form.action:
                    form.fields |= token
                    assert (
                        "does not allow" in reader.send(form, 403, typed="ana", sure="yes", object="x").text
                    )
        reader.send(reader.get().form("/leave"))
        reader.get("/", 401)
        assert memory.facts("user", "lives_in", user="ana")[0].id == turin


def test_it_stands_in_the_http_door_with_the_keys_of_that(page_file, tmp_path):
    from graphmem.doors.http import KeyFile, create_app

    ring = KeyFile(tmp_path / "keys.json")
    made, key = ring.create("laptop", ["ana"], ["read", "write"])
    with (
        graphmem.open(page_file, embedder=HashEmbedder()) as memory,
        serving(create_app(memory, ring)) as address,
    ):
        reader = Reader(address)
        shown = reader.send(reader.get("/", 401).form("/enter"), key=key)
        assert "lives in Turin" in shown.text
        assert "noted" in reader.send(reader.fact(fact(memory, "ana", "likes", "hiking")).form("/pin")).text
        assert not reader.get("/page/data").has_form("/erase")
        assert "杭州" not in reader.get("/", 401, user="lin").text
        api = httpx.get(f"{address}/v1/users/ana/facts")
        assert api.status_code == 401 and api.headers["content-type"].startswith("application/problem+json")
        ring.revoke(made.id)
        reader.get("/", 401)
        Path(ring.path).write_text("{", "utf-8")
        assert "did not answer" in reader.get("/", 503).text


# -- safe to read ----------------------------------------------------------------------------------

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>{{ 7919 * 7919 }}'


def test_remembered_text_never_becomes_markup(page_site):
    memory, address = page_site
    made = memory.add_fact("user", "likes", HOSTILE, user="ana", category=HOSTILE).added[0].fact
    memory.add_fact(HOSTILE, "likes", "x", user="ana", source="inferred")
    with memory.session("ana") as chat:
        chat.add("user", f"I like {HOSTILE}", name=HOSTILE[:90])
    reader = Reader(address)
    episode = memory.episodes(user="ana")[0].id
    paths = [*PATHS, f"/page/fact/{made}", f"/page/fact/{made}/erase", f"/page/episode/{episode}"]
    for path in paths:
        shown = reader.get(path, q=HOSTILE)
        assert not [tag for tag, given in shown.tags if tag == "img" or "onerror" in given], path
        assert [given["src"] for tag, given in shown.tags if tag == "script"] == [
            next(given["src"] for tag, given in shown.tags if tag == "script")
        ]
        assert "62710561" not in shown.html, path
    assert "alert(1)" in reader.fact(made).text
    other = Reader(address, HOSTILE)
    for path in PATHS:
        assert not [tag for tag, given in other.get(path).tags if tag == "img"], path


def test_every_page_is_sealed_and_needs_nothing_from_elsewhere(page_site):
    reader = Reader(page_site[1])
    for path in [*PATHS, "/page/nowhere"]:
        answer = reader.client.get(path, params={"user": "ana"})
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        for tag, given in Document(answer.text).tags:
            assert "style" not in given and not [name for name in given if name.startswith("on")], (path, tag)
            for name in ("src", "href", "action"):
                assert not re.match(r"(https?:)?//", given.get(name, "")), (path, tag, given)
    for name in ("page.css", "page.js", "icon.svg"):
        answer = reader.client.get(f"/page/static/{name}")
        assert answer.status_code == 200
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(", answer.text)
    assert reader.client.get("/page/static/words.toml").status_code == 404
    assert reader.client.get("/page/static/..%2fwords.toml").status_code == 404


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/page/fact/zzzz", 422, "4 to 16 hex digits"),
        ("/page/fact/ffffffffffffffff", 404, "no fact"),
        ("/page/episode/ffffffffffffffff", 404, "no episode"),
        ("/page/timeline?user=ana&as_of=32", 422, "as_of"),
        ("/?user=" + "x" * 600, 422, "user"),
        ("/page/nothing/here", 404, "no such thing"),
        ("/page/enter?key=x&user=ana", 401, "does not open"),
    ],
)
def test_what_goes_wrong_is_told_as_a_page_with_its_status(page_site, path, status, said):
    assert said in Reader(page_site[1]).get(path, status).text


def test_what_a_form_lacks_is_told_by_name(page_site):
    memory, address = page_site
    reader = Reader(address)
    turin = reader.fact(fact(memory, "ana", "lives_in", "Turin"))
    assert "object" in reader.send(turin.form("/correct"), 422, object=" ").text
    told = reader.send(turin.form("/correct"), 422, object="")
    assert "概况" in reader.get(next(href for href, text in told.links if text == "中文")).text
    reader.get("/", lang="en")
    assert "nothing to correct" in reader.send(turin.form("/correct"), 409, object="Turin").text
    assert "valid_at" in reader.send(turin.form("/correct"), 422, object="Rome", valid_at="soon").text
    assert "too long" in reader.send(turin.form("/correct"), 413, object="x" * 300_000).text
    assert "text" in reader.send(reader.get().form("/add"), 422, text="").text


# -- made of --------------------------------------------------------------------------------------


def test_every_word_is_there_in_both_languages_and_every_word_used_is_there():
    table = tomllib.loads((PAGE / "words.toml").read_text("utf-8"))
    for key, texts in table.items():
        assert len(texts) == 2 and all(texts), key
        assert set(re.findall(r"\{\w+\}", texts[0])) == set(re.findall(r"\{\w+\}", texts[1])), key
    used = set()
    for path in (PAGE / "templates").glob("*.html"):
        used |= set(re.findall(r"\bt\('(\w+)'[,)]", path.read_text("utf-8")))
    assert used <= table.keys()
    themes = {p["theme"] for p in tomllib.loads((PAGE.parents[1] / "predicates.toml").read_text()).values()}
    assert {f"theme_{theme}" for theme in themes} <= table.keys()


def test_it_is_mounted_under_a_prefix_too(page_file):
    clock = FrozenClock("2026-03-01")
    with graphmem.open(page_file, clock=clock, embedder=HashEmbedder()) as memory:
        inner, outer = FastAPI(), FastAPI()
        mount(inner, memory, clock=clock)
        outer.mount("/memory", inner)
        with serving(outer) as address:
            reader = Reader(address)
            shown = reader.get("/memory/")
            own_links = [href for href, _ in shown.links if not href.startswith("#")]
            assert own_links and all(href.startswith("/memory/") for href in own_links)
            form = reader.get(next(h for h in own_links if "/fact/" in h)).form("/pin")
            assert "noted" in reader.send(form).text


def test_the_page_keeps_out_of_the_way_of_what_else_an_application_answers(page_file):
    with graphmem.open(page_file, embedder=HashEmbedder()) as memory:
        app = FastAPI()
        mount(app, memory)
        app.get("/v1/health")(lambda: {"alive": True})
        with serving(app) as address:
            assert httpx.get(f"{address}/v1/health").json() == {"alive": True}
            assert "/page" not in json.dumps(httpx.get(f"{address}/openapi.json").json())


def test_what_the_document_shows_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "hash")
    told = (Path(__file__).parents[2] / "docs" / "page.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", told, re.S)
    shown: dict = {}
    exec(code, shown)
    with shown["memory"], serving(shown["app"]) as address:
        assert "Nothing is known yet" in Reader(address).get().text
