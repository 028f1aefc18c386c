"""The extractor with a model, against a server that misbehaves: every failure is survived, and nothing is made up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.extract.checks import Checks
from graphmem.extract.llm import JoinedExtractor, ModelExtractor, Usage, join
from graphmem.extract.rules import RuleExtractor
from graphmem.llm import OpenAIChat
from graphmem.model import Candidate, Extraction, Message
from graphmem.registry import Registry, define, shipped
from tests.http_models import Cut, ModelServer

AT = datetime.fromisoformat("2026-03-11T15:30:00+08:00")  # a Wednesday
REGISTRY = Registry(shipped().values())
RULES = RuleExtractor()
Json = dict[str, Any]


def user(*texts: str) -> list[Message]:
    """Messages of the user, those of the assistant beginning with "A: "."""
    return [
        Message("assistant", text[3:], AT) if text.startswith("A: ") else Message("user", text, AT)
        for text in texts
    ]


def fact(quote: str, subject: str, predicate: str, value: Any, **more: Any) -> Json:
    blank = {"category": None, "stance": "stated", "valid_at": None, "invalid_at": None}
    return {"quote": quote, "subject": subject, "predicate": predicate, "object": value} | blank | more


def answer(*facts: Json, **more: Any) -> str:
    whole: Json = {"facts": list(facts), "entities": [], "topics": [], "summary": "", "importance": 0.4}
    return json.dumps(whole | more, ensure_ascii=False)


@dataclass(frozen=True)
class Story:
    """What a user says, what a good model answers, the facts in it, and an answer without any ground."""

    text: str
    good: str
    facts: frozenset[tuple[str, str, str]]
    groundless: str


STORIES = [
    Story(
        "I live in Turin. My sister Ines is a nurse.",
        answer(
            fact("I live in Turin", "user", "lives_in", "Turin"),
            fact("My sister Ines is a nurse", "user", "sibling", "Ines"),
            fact("My sister Ines is a nurse", "Ines", "job_title", "nurse"),
        ),
        frozenset(
            {("user", "lives_in", "Turin"), ("user", "sibling", "Ines"), ("Ines", "job_title", "nurse")}
        ),
        answer(fact("I graduated from university", "user", "graduated_from", "university")),
    ),
    Story(
        "我住在昆明，我姐姐方岚是护士。",
        answer(
            fact("我住在昆明", "user", "lives_in", "昆明"),
            fact("我姐姐方岚是护士", "user", "sibling", "方岚"),
            fact("我姐姐方岚是护士", "方岚", "job_title", "护士"),
        ),
        frozenset({("user", "lives_in", "昆明"), ("user", "sibling", "方岚"), ("方岚", "job_title", "护士")}),
        answer(fact("I live in Kunming", "user", "lives_in", "Kunming")),
    ),
    Story(
        "我们的后端用 FastAPI，我在学 Rust。",
        answer(
            fact("后端用 FastAPI", "user", "uses", "FastAPI"), fact("我在学 Rust", "user", "learning", "Rust")
        ),
        frozenset({("user", "uses", "FastAPI"), ("user", "learning", "Rust")}),
        answer(fact("我们部署在 AWS 上", "user", "uses", "AWS")),
    ),
]
every_story = pytest.mark.parametrize("story", STORIES, ids=["english", "chinese", "mixed"])


@pytest.fixture(scope="module")
def running() -> Iterator[ModelServer]:
    with ModelServer() as one:
        yield one


@pytest.fixture
def server(running: ModelServer) -> ModelServer:
    running.forget()
    return running


@cache
def chat(base_url: str, timeout: float) -> OpenAIChat:
    """Kept, as a client takes longer to make than to use."""
    return OpenAIChat("tiny", base_url, timeout=timeout, retries=0)


def model_at(server: ModelServer, timeout: float = 5) -> ModelExtractor:
    return ModelExtractor(chat(server.base_url, timeout), RULES, REGISTRY)


def triples(extraction: Extraction) -> frozenset[tuple[str, str, str]]:
    return frozenset((c.subject, c.predicate, c.object) for c in extraction.candidates)


# -- a model that answers ------------------------------------------------------------------------


@every_story
def test_one_call_gives_the_facts_each_with_its_evidence(server, story):
    server.says(story.good)
    read = model_at(server).extract(user(story.text))
    assert (triples(read), read.path, len(server.requests)) == (story.facts, "model", 1)
    assert all(c.quote in story.text and c.object in story.text for c in read.candidates)
    assert all(0 < c.confidence <= 0.7 and c.source == "explicit" for c in read.candidates)


def test_the_call_gives_entities_summary_topics_and_importance_too(server):
    text = "I live in Turin and I work at Fiat. Rust is what I learn."
    said = {
        "entities": [{"name": "Fiat", "kind": "organization"}, {"name": "Acme", "kind": "organization"}],
        "topics": ["Rust", "blockchain"],
        "summary": "The user lives in Turin, works at Fiat and learns Rust.",
        "importance": 8,
    }
    server.says(answer(fact("I live in Turin", "user", "lives_in", "Turin"), **said))
    read = model_at(server).extract(user(text))
    assert (read.summary, read.topics, read.importance) == (said["summary"], ("Rust",), 0.8)
    assert {(m.name, m.kind) for m in read.mentions} == {("Turin", "place"), ("Fiat", "organization")}


@pytest.mark.parametrize(
    "summary",
    [
        "用户住在都灵。",
        "The user lives in Turin with a dog named Rex.",
        "The user bought 4 bikes in Turin.",
        "Completely unrelated musings regarding philosophy",
        "{facts: []}",
        "The user would love to live in Oslo.",
        "x" * 301,
        "",
    ],
)
def test_a_summary_of_another_language_or_of_what_was_not_said_is_replaced(server, summary):
    invented = fact("If I won I'd live in Oslo", "user", "lives_in", "Oslo")
    server.says(answer(fact("I live in Turin", "user", "lives_in", "Turin"), invented, summary=summary))
    read = model_at(server).extract(user("I live in Turin. If I won I'd live in Oslo."))
    assert read.path == "model" and read.summary.startswith("I live in Turin.")


@pytest.mark.parametrize("summary", ["用户住在昆明，在学 Rust。", "The user learns Rust, lives in 昆明."])
def test_a_summary_of_mixed_text_may_be_in_either_language(server, summary):
    server.says(answer(summary=summary))
    assert model_at(server).extract(user("我住在昆明。I learn Rust at night.")).summary == summary


def test_the_profile_is_in_the_prompt_and_only_what_is_new_is_asked_for(server):
    model_at(server).extract(
        user("I moved to Turin."), lambda: ["user lives in Lyon\n(since 2019)", "Ines 是护士"]
    )
    system, *_, asked = server.requests[0].body["messages"]
    assert "Known already:\n- user lives in Lyon (since 2019)\n- Ines 是护士\nMessages:" in asked["content"]
    assert "Only what is new or changed" in system["content"]


def test_what_is_known_already_is_no_evidence(server):
    server.says(answer(fact("user lives in Lyon", "user", "lives_in", "Lyon")), answer())
    read = model_at(server).extract(user("Good evening to you all."), lambda: ["user lives in Lyon"])
    assert read.candidates == ()


@pytest.mark.parametrize(
    "messages",
    [
        [],
        user("   ", "…"),
        user("A: I live in the cloud."),
        [Message("system", "The user lives in Oslo.", AT)],
        user("```\nname = 'Derek'\n```"),
        user("> 我住在昆明"),
    ],
)
def test_a_stretch_without_words_of_the_user_costs_no_call(server, messages):
    read = model_at(server).extract(messages)
    assert (server.requests, read.candidates, read.path) == ([], (), "rules")


def test_pasted_text_is_not_sent(server):
    model_at(server).extract(user("Translate this: my name is Derek and I live in Oslo.", "我住在昆明。"))
    sent = server.requests[0].body["messages"][-1]["content"]
    assert "Derek" not in sent and "昆明" in sent


def test_an_operators_relation_may_be_used(server):
    registry = Registry(
        shipped().values(), [define("blood_type", {"cardinality": "one", "object": "literal"})]
    )
    server.says(answer(fact("my blood type is AB", "user", "blood_type", "AB")))
    model = ModelExtractor(OpenAIChat("tiny", server.base_url), RULES, registry)
    assert triples(model.extract(user("By the way, my blood type is AB."))) == {("user", "blood_type", "AB")}
    assert "blood_type" in json.dumps(server.requests[-1].body["response_format"])


# -- a model that misbehaves, and can be read all the same ---------------------------------------

WRAPPED: dict[str, Callable[[str], str]] = {
    "reasoning tags": lambda a: f'<think>Is it {{"facts": []}}? No.</think>\n{a}',
    "a lost opening tag": lambda a: f"First I look at the message.</think>{a}",
    "text around": lambda a: f"Sure! Here it is:\n{a}\nLet me know if {{you}} need more.",
    "a code fence": lambda a: f"```json\n{a}\n```",
    "a draft before": lambda a: f'{{"facts": []}}\nBetter:\n{a}',
    "a list for the object": lambda a: f"[{a}]",
    "a bare list of facts": lambda a: json.dumps(json.loads(a)["facts"], ensure_ascii=False),
    "facts line by line": lambda a: "\n".join(json.dumps(f) for f in json.loads(a)["facts"]),
    "facts by number": lambda a: json.dumps({"facts": dict(enumerate(json.loads(a)["facts"]))}),
    "inside the schema": lambda a: json.dumps({"type": "object", "properties": json.loads(a)}),
    "other words for the keys": lambda a: a.replace('"predicate"', '"relation"').replace(
        '"quote"', '"evidence"'
    ),
    "invented ids": lambda a: a.replace(
        '{"quote"', '{"id": "f17", "turn": 99, "depends_on": ["f3"], "quote"'
    ),
    "a value in a list": lambda a: json.dumps(
        {"facts": [f | {"object": [f["object"]]} for f in json.loads(a)["facts"]]}
    ),
    "wrong width and case": lambda a: a.replace("I live", "i  LIVE").replace("我住在", "我 住在"),
    "stance left out": lambda a: a.replace('"stance": "stated"', '"stance": null'),
    "nonsense beside": lambda a: a.replace('"facts": [', '"facts": [7, "x", {}, {"subject": "user"}, '),
}


@every_story
@pytest.mark.parametrize("wrapped", WRAPPED)
def test_an_answer_is_read_however_it_is_wrapped(server, story, wrapped):
    server.says(WRAPPED[wrapped](story.good))
    read = model_at(server).extract(user(story.text))
    assert (triples(read), read.path) == (story.facts, "model")


# -- a model that misbehaves, and is asked once more ---------------------------------------------

SPOILT: dict[str, Callable[[Story], str | Cut]] = {
    "nothing": lambda s: "",
    "an empty object": lambda s: "{}",
    "thoughts without an end": lambda s: f"<think>{s.good}",
    "the schema": lambda s: (
        '{"type": "object", "properties": {"facts": {"type": "array"}}, "required": ["facts"]}'
    ),
    "prose": lambda s: "The user told me several interesting things.",
    "another object": lambda s: '{"error": "overloaded"}',
    "null": lambda s: '{"facts": null}',
    "no fact at all": lambda s: '{"facts": ["a", "b"]}',
    "cut off at once": lambda s: Cut(s.good[:30]),
    "broken off": lambda s: s.good[:30],
    "no evidence": lambda s: json.dumps({"facts": [f | {"quote": ""} for f in json.loads(s.good)["facts"]]}),
    "made up, or in another language": lambda s: s.groundless,
}


@every_story
@pytest.mark.parametrize("spoilt", SPOILT)
def test_an_answer_that_cannot_be_used_is_asked_for_once_more(server, story, spoilt):
    server.says(SPOILT[spoilt](story), story.good)
    read = model_at(server).extract(user(story.text))
    assert (triples(read), read.path, len(server.requests)) == (story.facts, "model+repair", 2)
    *_, wrong, complaint = server.requests[-1].body["messages"]
    assert wrong["role"] == "assistant" and "can't be used" in complaint["content"]


@every_story
@pytest.mark.parametrize("spoilt", SPOILT)
def test_then_the_rules_read_it(server, story, spoilt):
    server.says(SPOILT[spoilt](story), SPOILT[spoilt](story))
    read, ruled = model_at(server).extract(user(story.text)), RULES.extract(user(story.text))
    assert (read.candidates, read.summary, read.path) == (ruled.candidates, ruled.summary, "rules")
    assert any(r.text == "openai/tiny" and "can't be used" in r.reason for r in read.rejected)
    assert len(server.requests) == 2


@every_story
def test_of_an_answer_cut_twice_the_whole_facts_stay_beside_the_rules(server, story):
    cut = Cut(story.good[: story.good.rindex('{"quote"') + 20])
    server.says(cut, cut)
    read, ruled = model_at(server).extract(user(story.text)), RULES.extract(user(story.text))
    assert read.path == "model+rules"
    assert triples(read) >= triples(ruled) | {min(story.facts & triples(read))}
    assert len({(c.subject, c.predicate, c.object) for c in read.candidates}) == len(read.candidates)


@every_story
@pytest.mark.parametrize("fault", [401, 403, 404, 429, 500, 503, "closed", "not_json", "slow"])
def test_where_no_model_answers_the_rules_read(server, story, fault):
    server.misbehave(fault)
    read = model_at(server, timeout=0.3 if fault == "slow" else 5).extract(user(story.text))
    ruled = RULES.extract(user(story.text))
    assert (read.candidates, read.path) == (ruled.candidates, "rules")
    (told,) = set(read.rejected) - set(ruled.rejected)
    assert told.text == "openai/tiny" and told.reason.endswith("the rules read it")


def test_a_model_that_fails_at_the_second_try_is_no_loss(server):
    story = STORIES[0]
    server.says("{}")
    calls: list[Json] = []
    well = server.routes["/v1/chat/completions"]

    def then_down(body: Json) -> Json:
        calls.append(body)
        if len(calls) == 1:
            server.misbehave(500)
        return well(body)

    server.routes["/v1/chat/completions"] = then_down
    read = model_at(server).extract(user(story.text))
    server.routes["/v1/chat/completions"] = well
    assert (read.candidates, read.path) == (RULES.extract(user(story.text)).candidates, "rules")


def test_a_server_without_structured_output_is_asked_in_words(server):
    server.refuses |= {"json_schema", "json_object"}
    server.says(STORIES[0].good)
    model = ModelExtractor(OpenAIChat("tiny", server.base_url), RULES, REGISTRY)
    assert model.extract(user(STORIES[0].text)).path == "model"


# -- what it costs --------------------------------------------------------------------------------


def test_tokens_are_counted_for_every_call_over_all_threads(server):
    model = model_at(server)
    assert model.usage == Usage()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: model.extract(user(f"I have {n} bikes.")), range(8)))
    assert model.usage.calls == len(server.requests) == 16  # "{}" is asked for once more
    asked = sum(len(m["content"].split()) for r in server.requests for m in r.body["messages"])
    assert (model.usage.prompt_tokens, model.usage.completion_tokens) == (asked, 16)
    assert JoinedExtractor(model).usage == model.usage


# -- the rules of trust -----------------------------------------------------------------------------


def checked(said: str | Sequence[Message], *facts: Json) -> tuple[list[Candidate], list[str]]:
    messages = user(said) if isinstance(said, str) else said
    made = []
    for f in facts:
        known = {
            k: f[k] for k in ("subject", "predicate", "object", "quote", "stance", "valid_at", "invalid_at")
        }
        made.append(Candidate(**known, category=f["category"] or ""))
    kept, rejected = Checks(messages, REGISTRY).check(made)
    return list(kept), [r.reason for r in rejected]


REFUSED: list[tuple[str, tuple[str, str, str], str | tuple[str, ...]]] = [
    # found in no message, or not where it says
    ("I studied hard in May.", ("user", "graduated_from", "university"), "the object is in none"),
    ("I live in Turin. Ines works at Fiat.", ("user", "lives_in", "Oslo"), "the object is in none"),
    ("我在学做饭。", ("user", "learning", "法语"), "the object is in none"),
    ("我住在昆明。", ("user", "lives_in", "Kunming"), "the object is in none"),
    ("I live in Turin.", ("Bob", "lives_in", "Turin"), "the subject is in none"),
    # about somebody else
    ("What should I give my dad? He's 65 and he likes chess.", ("user", "likes", "chess"), "said of user's dad"),
    ("What should I give my dad? He's 65 and he likes chess.", ("user", "age", "65"), "said of user's dad"),
    ("My neighbour Gus owns a boat.", ("user", "owns", "boat"), "said of Gus"),
    ("我妹妹在读医学院。", ("user", "studies_at", "医学院"), "said of 用户的妹妹"),
    ("我同事阿坤用 Emacs。", ("user", "uses", "Emacs"), "said of 阿坤"),
    # asserts nothing
    ("Should I move to Turin?", ("user", "lives_in", "Turin"), "a question"),
    ("If I lived in Turin I'd cycle more.", ("user", "lives_in", "Turin"), "hypothetical"),
    ("I want to live in Turin.", ("user", "lives_in", "Turin"), "a wish"),
    ("I'd love to visit Turin.", ("user", "visited", "Turin"), ("hypothetical", "a wish")),
    ("Fix the grammar: I has lived in Turin.", ("user", "lives_in", "Turin"), "pasted text"),
    ("I had the strangest dream: I lived in Turin.", ("user", "lives_in", "Turin"), "fiction"),
    ("My phone is convinced I live in Turin.", ("user", "lives_in", "Turin"), "said by somebody else"),
    ("My aunt says I'm a doctor.", ("user", "job_title", "doctor"), "said by somebody else"),
    ("Write a story: my hero lives in Turin.", ("user", "lives_in", "Turin"), "fiction"),
    ("Tell me a tale where I live in Turin.", ("user", "lives_in", "Turin"), "fiction"),
    ("I'm a baker. Just kidding!", ("user", "job_title", "baker"), "taken back as a joke"),
    ('He said "I live in Turin".', ("user", "lives_in", "Turin"), "quoted text"),
    ("Recommend a restaurant in Turin.", ("user", "visited", "Turin"), "a request"),
    ("要是我住在昆明就好了。", ("user", "lives_in", "昆明"), "hypothetical"),
    ("你觉得 Rust 好学吗？", ("user", "learning", "Rust"), "a question"),
    ("帮我写个故事，主角住在昆明。", ("user", "lives_in", "昆明"), "fiction"),
    ("翻译一下：我住在昆明", ("user", "lives_in", "昆明"), "pasted text"),
    # the words do not say that relation
    ("I like Turin in spring.", ("user", "lives_in", "Turin"), "no word of the sentence says lives_in"),
    ("I have a parrot.", ("user", "has_condition", "parrot"), "not a condition"),
    ("We switched from Jenkins to Buildkite.", ("user", "hometown", "Jenkins"), "no word of the "
        "sentence says"),
    ("我平时用 Go 写后端。", ("user", "speaks", "Go"), "not a language"),
    ("我叫高原，今年33岁。", ("user", "job_title", "高原"), "not a profession"),
    ("I told her I met Bob.", ("user", "teleports_to", "Bob"), "an unknown relation"),
    # no such value
    ("I study at university.", ("user", "studies_at", "university"), "a common noun"),
    ("I have a sister.", ("user", "sibling", "sister"), "a relation or a common noun"),
    ("Ines is 42 km away.", ("Ines", "age", "42"), "a number that is no age"),
    ("I work at it every day.", ("user", "works_at", "it"), "a pronoun"),
    ("I've worked at Fiat since 2019.", ("user", "works_at", "2019"), "a date or number"),
    ("I use a MacBook Pro.", ("user", "uses", "MacBook"), "only a part of a longer name"),
    ("我在公司上班。", ("user", "works_at", "公司"), "a common noun"),
    ("我妈妈是老师。", ("user", "parent", "妈妈"), "a relation or a common noun"),
    ("She lives in Turin.", ("she", "lives_in", "Turin"), "a pronoun for somebody not named"),
    ("I was born in Hanoi, not Hue.", ("user", "born_in", "Hue"), "put right by the speaker"),
    ("我生日是5月6号，不对，是5月16号。", ("user", "birthday", "5月6号"), "put right by the speaker"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "made", "reason"), REFUSED)
def test_what_was_not_said_is_refused_with_a_reason(said, made, reason):
    kept, reasons = checked(said, fact(said, *made))
    assert kept == []
    assert reasons[0].startswith(reason)


def test_the_quote_must_say_it():
    said = "I live in Turin. Ines works at Fiat."
    kept, reasons = checked(said, fact("I live in Turin", "Ines", "works_at", "Fiat"))
    assert (kept, reasons) == ([], ["the quote does not say it"])


@pytest.mark.parametrize(("reply", "kept"), [("Haha, nice.", 0), ("Yes.", 1), ("是的", 1), ("不知道", 0)])
def test_the_assistants_words_count_only_when_the_user_says_yes(reply, kept):
    question, value = (
        ("A: 你住在昆明吗？", "昆明") if not reply.isascii() else ("A: Do you live in Turin?", "Turin")
    )
    found, reasons = checked(user(question, reply), fact(reply, "user", "lives_in", value))
    assert len(found) == kept
    found, reasons = checked(user(question, reply), fact(question[3:], "user", "lives_in", value))
    assert (found, reasons) == ([], ["the assistant's words"])


def test_a_document_does_not_speak_of_the_user():
    page = [Message("document", "I live in Turin. Ines lives in Oslo.", AT)]
    kept, reasons = checked(
        page,
        fact("I live in Turin", "user", "lives_in", "Turin"),
        fact("Ines lives in Oslo", "Ines", "lives_in", "Oslo"),
    )
    assert [c.subject for c in kept] == ["Ines"] and reasons == ["first person in a document"]


ACCEPTED: list[tuple[str, Json, str]] = [
    # (what is said, what a model makes of it, subject|object|stance|date as kept)
    ("I might move to Turin.", fact("", "user", "lives_in", "Turin"), "user|Turin|tentative|"),
    ("I'm moving to Turin in May.", fact("", "user", "lives_in", "Turin"), "user|Turin|planned|2026-05"),
    ("I used to live in Turin.", fact("", "user", "lives_in", "Turin"), "user|Turin|ended|"),
    ("I'm not allergic to nuts.", fact("", "user", "allergic_to", "nuts"), "user|nuts|negated|"),
    ("I don't like olives.", fact("", "user", "dislikes", "olives"), "user|olives|stated|"),
    ("I like olives.", fact("", "user", "likes", "olives", confidence=1), "user|olives|stated|"),
    ("We switched from Flask to FastAPI.", fact("", "user", "uses", "Flask"), "user|Flask|ended|"),
    ("I moved to Turin last May.", fact("", "user", "lives_in", "the Turin"), "user|Turin|stated|2025-05"),
    ("I moved to Turin last May.", fact("", "user", "lives_in", "Turin", valid_at="2024-07"),
     "user|Turin|stated|2025-05"),
    ("I live in Turin.", fact("", "user", "lives_in", "turin", valid_at="2024"), "user|Turin|stated|"),
    ("I join Fiat on the 20th.", fact("", "user", "works_at", "Fiat"), "user|Fiat|planned|2026-03-20"),
    ("I'm 41 and tired.", fact("", "user", "age", "41 years old"), "user|41|stated|"),
    ("My sister is a nurse.", fact("", "my sister", "job_title", "a nurse"), "user's sister|nurse|stated|"),
    ("I'm Marta and I live in Turin.", fact("", "I", "lives_in", "Turin"), "user|Turin|stated|"),
    ("I want to run a marathon.", fact("", "user", "goal", "run a marathon"), "user|run a marathon|stated|"),
    ("From now on your replies should be short.", fact("", "user", "response_style", "short"),
     "user|short|stated|"),
    ("我去年九月搬到了珠海。", fact("", "user", "lives_in", "珠海"), "user|珠海|stated|2025-09"),
    ("我可能会去学潜水。", fact("", "user", "learning", "潜水"), "user|潜水|tentative|"),
    ("我不喜欢喝咖啡。", fact("", "user", "dislikes", "咖啡"), "user|咖啡|stated|"),
    ("我妹妹住在珠海。", fact("", "妹妹", "lives_in", "珠海"), "用户的妹妹|珠海|stated|"),
    ("我们把 Flask 换成了 FastAPI。", fact("", "user", "uses", "fastapi"), "user|FastAPI|stated|"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "made", "wanted"), ACCEPTED)
def test_spelling_stance_and_dates_are_those_of_the_words(said, made, wanted):
    kept, reasons = checked(said, made | {"quote": said})
    assert reasons == []
    (c,) = kept
    assert f"{c.subject}|{c.object}|{c.stance}|{c.valid_at or ''}" == wanted


def test_a_stance_that_no_word_bears_out_is_refused():
    for stance in ("ended", "negated", "planned", "tentative"):
        kept, reasons = checked(
            "I live in Turin.", fact("I live in Turin", "user", "lives_in", "Turin", stance=stance)
        )
        assert (kept, reasons) == ([], [f"nothing in the sentence says that it is {stance}"])


def test_somebody_introduced_may_be_spoken_of_by_name():
    said = "My manager is Petra Holm; she lives in Zurich. 她说中文。"
    kept, _ = checked(
        said,
        fact("she lives in Zurich", "Petra Holm", "lives_in", "Zurich"),
        fact("My manager is Petra Holm", "user", "manager", "Petra Holm"),
    )
    assert {(c.subject, c.predicate, c.object) for c in kept} == {
        ("user", "manager", "Petra Holm"),
        ("Petra Holm", "lives_in", "Zurich"),
    }


def test_the_rules_own_facts_pass_the_checks():
    for story in STORIES:
        messages = user(story.text)
        ruled = RULES.extract(messages).candidates
        kept, rejected = Checks(messages, REGISTRY).check(ruled)
        assert ({(c.subject, c.predicate, c.object) for c in kept}, rejected) == (story.facts, ())


WORDS = [
    "I",
    "my sister",
    "Turin",
    "Ines",
    "live in",
    "Rust",
    "41",
    "我",
    "住在",
    "昆明",
    "Go",
    "nurse",
    "用户",
    "",
]
text = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
wild = st.fixed_dictionaries(
    {
        "quote": text,
        "subject": text,
        "predicate": st.sampled_from([*shipped(), "rides", "", "##"]),
        "object": st.one_of(text, st.integers(), st.none(), st.lists(text, max_size=3)),
        "stance": st.sampled_from(["stated", "ended", "question", "?", None]),
        "valid_at": st.sampled_from(["2026", "soon", "2026-13-45", None]),
    }
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(wild, max_size=5))
def test_whatever_a_model_says_every_fact_is_in_the_users_words(facts):
    from graphmem.extract import answer as answers

    said = "My sister Ines is a nurse. I live in Turin. 我住在昆明。"
    kept, _ = Checks(user(said), REGISTRY).check(answers.read(json.dumps({"facts": facts})).facts)
    for c in kept:
        assert c.quote and c.quote in said and c.object in said
        assert c.valid_at is None and c.confidence <= 0.7
        assert c.subject in ("user", "Ines", "user's sister")


# -- the rules and a model together ---------------------------------------------------------------------


def test_a_model_adds_to_the_rules_and_says_nothing_twice(server):
    text = "I live in Turin. Everybody knows that the accordion is the instrument I'm really into."
    server.says(
        answer(
            fact("I live in Turin", "user", "lives_in", "Turin"),
            fact("the accordion is the instrument I'm really into", "user", "likes", "accordion"),
        )
    )
    read = JoinedExtractor(model_at(server)).extract(user(text))
    ruled = RULES.extract(user(text))
    assert read.path == "model+rules" and read.candidates[: len(ruled.candidates)] == ruled.candidates
    assert len([c for c in read.candidates if c.object == "Turin"]) == 1


@every_story
def test_joined_with_a_model_that_is_down_the_rules_are_alone(server, story):
    server.misbehave(500)
    read = JoinedExtractor(model_at(server)).extract(user(story.text))
    assert (read.candidates, read.path) == (RULES.extract(user(story.text)).candidates, "rules")


@every_story
def test_joined_with_a_model_that_invents_nothing_is_added(server, story):
    server.says(story.groundless, story.groundless)
    read = JoinedExtractor(model_at(server)).extract(user(story.text))
    assert read.candidates == RULES.extract(user(story.text)).candidates


LYON = Candidate("user", "lives_in", "Lyon", stance="stated", quote="I live in Lyon", confidence=0.9)
RULED: list[tuple[Candidate, Candidate, str]] = [
    (LYON, replace(LYON, confidence=0.5), ""),
    (LYON, replace(LYON, stance="ended"), "the rules read it as stated"),
    (LYON, replace(LYON, object="Turin"), "the rules found Lyon, and there can be but one"),
    (LYON, replace(LYON, predicate="visited"), "the rules read it as lives_in"),
    (replace(LYON, subject="Ines"), LYON, "the rules say it of Ines"),
    (replace(LYON, predicate="likes", object="咖啡"), replace(LYON, predicate="dislikes", object="咖啡"),
     "the rules read it as likes"),
    (replace(LYON, predicate="job_title", object="line cook"), replace(LYON, predicate="job_title", object="cook"),
     "the rules read line cook"),
]  # fmt: skip


@pytest.mark.parametrize(("ruled", "new", "reason"), RULED)
def test_a_model_never_contradicts_the_rules(ruled, new, reason):
    kept, refused = join([ruled], [new], REGISTRY)
    assert kept == (ruled,)
    assert [r.reason for r in refused] == ([reason] if reason else [])


@pytest.mark.parametrize(
    "new",
    [
        replace(LYON, predicate="likes", object="Rust"),
        replace(LYON, object="Turin", turn=1),
        replace(LYON, subject="Ines", object="Turin"),
        replace(LYON, predicate="favorite", object="芒果", category="水果"),
    ],
)
def test_what_stands_beside_the_rules_is_added(new):
    other = replace(LYON, predicate="favorite", object="长笛", category="乐器")
    assert join([LYON, other], [new], REGISTRY) == ((LYON, other, new), ())
