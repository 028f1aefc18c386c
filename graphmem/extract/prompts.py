"""What a language model is asked: the schema, the instructions, worked examples, and the stretch itself.

The instructions and examples come first and never change, so that an endpoint can keep them cached.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, create_model

from graphmem.extract.stretch import READ_ROLES, mask
from graphmem.llm import Prompt
from graphmem.model import Message, Predicate, Stance

LONGEST_CONTEXT = 400
"""Characters kept of an assistant's message: it is context, never evidence."""
_HIDDEN = re.compile(r"[ \t\u3000]{12,}|(?:[ \t\u3000]*\n){3,}")
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()

Kind = Literal["person", "place", "organization", "technology", "project", "animal", "other"]


class Named(BaseModel):
    """A name said in the stretch."""

    model_config = ConfigDict(extra="forbid")

    name: str
    kind: Kind


class Found(BaseModel):
    """A fact as a model gives it; the quote comes first, so that it is found before it is used."""

    model_config = ConfigDict(extra="forbid")

    quote: str
    subject: str
    predicate: str
    object: str
    category: str | None
    stance: Stance
    valid_at: str | None
    invalid_at: str | None


class Answer(BaseModel):
    """What one call gives for one stretch."""

    model_config = ConfigDict(extra="forbid")

    facts: list[Found]
    entities: list[Named]
    topics: list[str]
    summary: str
    importance: float


@lru_cache(maxsize=16)
def schema(predicates: tuple[str, ...]) -> type[BaseModel]:
    """`Answer` with the predicates that may be used, every field required: what strict endpoints take."""
    choice: Any = Literal[predicates]
    found: Any = create_model("Fact", __base__=Found, predicate=(choice, ...))
    made: type[BaseModel] = create_model("Answer", __base__=Answer, facts=(list[found], ...))
    return made


# -- the instructions ----------------------------------------------------------------------

_RULES = """\
You keep the long-term memory of a user. Read the numbered messages and list what the user's own words state about \
the user, or about people, pets and projects that the user talks about. Answer with one JSON object: facts, entities, \
topics, summary, importance.

Each fact:
- quote: words copied letter by letter from ONE user message that state it.
- subject: "user" for whoever speaks (I, we, our team, 我, 我们). Somebody else by name as written; without a name \
"user's sister", "用户的姐姐". Check who the words are about: "my dad likes fishing" is about "user's dad", not "user".
- predicate: one of the list below, and only if the words really say that.
- object: the shortest noun phrase, copied from the message in its own language, never translated, no article. Only \
the number for age and version_of.
- category: for favorite (of what: color, food, 城市) and version_of (which software), otherwise null.
- stance: stated (true now) | ended (was true, no longer) | negated (said not to be so) | planned (decided, ahead) | \
tentative (maybe).
- valid_at, invalid_at: when it began or happened, and when it ended: "2024", "2024-05" or "2024-05-03", counted \
from today's date. null unless the message says it.

Give no fact for: questions, requests, ifs and wishes, jokes, stories, quotations, what others claim about the user, \
what the assistant said, general knowledge, guesses. A yes to the assistant's question does make it a fact. An order \
for all future answers is an instruction; one for this time only is nothing. Most messages have no fact or one or \
two: then facts is [] or short. Only what is new or changed beside "Known already".

entities: names in the messages. topics: up to three words from the messages. summary: one sentence in the language \
of the messages. importance: 0 to 1, how much it matters later.

Predicates:
"""

_NOTES = {
    "name": "the person's own name",
    "nickname": "called so by others",
    "age": "a number",
    "nationality": "Chilean, 德国",
    "hometown": "comes from, grew up in; 湖南人 → 湖南",
    "visited": "went there as a visitor",
    "works_at": "employer",
    "job_title": "profession: nurse, 产品经理",
    "works_on": "a named project",
    "studies_at": "school, now",
    "studies": "subject, major",
    "child": "NAME of a son or daughter",
    "parent": "NAME",
    "sibling": "NAME",
    "spouse": "NAME of wife or husband",
    "partner": "NAME of girlfriend or boyfriend",
    "friend": "NAME",
    "colleague": "NAME",
    "manager": "NAME of the boss",
    "pet": "its name, else its kind",
    "favorite": "needs category",
    "diet": "vegan, 吃素",
    "has_condition": "illness, intolerance",
    "version_of": "object 3.12, category Python",
    "plans_to": "other decided actions, as a verb phrase",
    "goal": "as a verb phrase",
    "response_language": "always answer in it",
    "response_style": "short, 通俗",
    "instruction": "lasting order, as a verb phrase",
}


def instructions(predicates: Mapping[str, Predicate]) -> str:
    """The system message: the rules and every predicate with what it means."""
    lines = []
    for p in predicates.values():
        meaning = _NOTES.get(p.name) or p.words.get("en", "")
        lines.append(f"- {p.name}: {meaning}" if meaning else f"- {p.name}")
    return _RULES + "\n".join(lines)


# -- worked examples -------------------------------------------------------------------------


def _fact(quote: str, subject: str, predicate: str, value: str, **more: str) -> dict[str, Any]:
    blank = {"category": None, "stance": "stated", "valid_at": None, "invalid_at": None}
    return {"quote": quote, "subject": subject, "predicate": predicate, "object": value, **blank, **more}


def _answer(
    facts: list[dict[str, Any]], names: dict[str, str], topics: list[str], summary: str, weight: float
) -> str:
    entities = [{"name": name, "kind": kind} for name, kind in names.items()]
    whole = {"facts": facts, "entities": entities, "topics": topics, "summary": summary, "importance": weight}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


_EXAMPLES: tuple[tuple[str, str], ...] = (
    (
        "Today: 2025-06-12 (Thursday)\nMessages:\n"
        "[1] user: I left Northgate Bank in April and joined Pellworm as a data engineer. My sister "
        "Ines is a nurse, "
        "she might move to Porto. What should I give my mom? She likes tea.",
        _answer(
            [
                _fact("I left Northgate Bank in April", "user", "works_at", "Northgate Bank",
                      stance="ended", invalid_at="2025-04"),
                _fact("joined Pellworm as a data engineer", "user", "works_at", "Pellworm"),
                _fact("joined Pellworm as a data engineer", "user", "job_title", "data engineer"),
                _fact("My sister Ines is a nurse", "user", "sibling", "Ines"),
                _fact("My sister Ines is a nurse", "Ines", "job_title", "nurse"),
                _fact("she might move to Porto", "Ines", "lives_in", "Porto", stance="tentative"),
                _fact("She likes tea", "user's mom", "likes", "tea"),
            ],
            {"Northgate Bank": "organization", "Pellworm": "organization", "Ines": "person"},
            ["work", "sister"],
            "The user left Northgate Bank for Pellworm; the sister Ines is a nurse and might move to Porto.",
            0.7,
        ),
    ),
    (
        "Today: 2025-06-12 (Thursday)\nMessages:\n"
        "[1] user: Should I learn Italian or Greek? If I lived in Rome I'd pick Italian.",
        _answer([], {}, ["Italian", "Greek"], "The user asks which language to learn.", 0.1),
    ),
    (
        "Today: 2025-06-12 (Thursday)\nMessages:\n"
        "[1] user: 我弟弟住在昆明，他不吃辣。我最喜欢的水果是芒果，打算明年学潜水，后端已经从 Flask "
        "换成了 FastAPI。",
        _answer(
            [
                _fact("我弟弟住在昆明", "用户的弟弟", "lives_in", "昆明"),
                _fact("他不吃辣", "用户的弟弟", "dislikes", "辣"),
                _fact("我最喜欢的水果是芒果", "user", "favorite", "芒果", category="水果"),
                _fact("打算明年学潜水", "user", "plans_to", "学潜水", stance="planned", valid_at="2026"),
                _fact("后端已经从 Flask 换成了 FastAPI", "user", "uses", "Flask", stance="ended"),
                _fact("后端已经从 Flask 换成了 FastAPI", "user", "uses", "FastAPI"),
            ],
            {"昆明": "place", "Flask": "technology", "FastAPI": "technology"},
            ["弟弟", "潜水", "后端"],
            "用户的弟弟在昆明；用户打算明年学潜水，后端换成了 FastAPI。",
            0.6,
        ),
    ),
    (
        "Today: 2025-06-12 (Thursday)\nMessages:\n[1] user: 帮我写个故事，主角叫阿宽，住在敦煌。",
        _answer([], {}, ["故事"], "用户请求写一个故事。", 0.1),
    ),
)  # fmt: skip


# -- the stretch ---------------------------------------------------------------------------------


def readable(message: Message) -> str:
    """What of a message is the speaker's own: quoted, pasted and recalled parts become […]."""
    text, taken = mask(message.content)
    if taken:
        text = _HIDDEN.sub(" […] ", text)
    return "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip())


def transcript(messages: Sequence[Message], profile: Sequence[str]) -> str:
    """The stretch as the model sees it: numbered, with the day it was said and what is known already."""
    last: datetime = messages[-1].at
    lines = [f"Today: {last.date().isoformat()} ({_WEEKDAYS[last.weekday()]})"]
    if profile:
        lines += ["Known already:", *(f"- {' '.join(line.split())}" for line in profile)]
    lines.append("Messages:")
    for number, message in enumerate(messages, 1):
        if message.role in READ_ROLES:
            speaker = f"user ({message.name})" if message.name else message.role
            lines.append(f"[{number}] {speaker}: {readable(message)}")
        elif message.role == "assistant":
            lines.append(f"[{number}] assistant: {' '.join(message.content.split())[:LONGEST_CONTEXT]}")
    return "\n".join(lines)


def ask(
    messages: Sequence[Message], profile: Sequence[str], predicates: Mapping[str, Predicate]
) -> list[Prompt]:
    """The chat that asks for the facts of a stretch."""
    chat = [Prompt("system", instructions(predicates))]
    for said, answer in _EXAMPLES:
        chat += [Prompt("user", said), Prompt("assistant", answer)]
    return [*chat, Prompt("user", transcript(messages, profile))]


def ask_again(chat: Sequence[Prompt], answer: str, complaints: Sequence[str]) -> list[Prompt]:
    """The same chat with the answer that can't be used, and why."""
    wrong = "\n".join(f"- {c}" for c in complaints[:8])
    order = (
        f"That answer can't be used:\n{wrong}\nAnswer again: one JSON object with facts, entities, "
        f"topics, summary and "
        "importance, nothing around it. Copy quote, subject and object letter by letter from the "
        "user's messages, in "
        "their own language. Keep it short; leave out what you are not sure of."
    )
    return [*chat, Prompt("assistant", answer[:1500] or "(nothing)"), Prompt("user", order)]
