"""A model's text → what it says, however it is wrapped, and what in it can't be used.

Survived: reasoning tags, text and code fences around the JSON, a list instead of an object (and the other
way round), lists and numbers for a value, other words for the keys, the schema sent back, an answer cut off.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from graphmem.errors import InvalidInput
from graphmem.extract.prompts import Kind
from graphmem.model import STANCES, Candidate, Mentioned, Rejected
from graphmem.registry import predicate_name

MOST_FACTS = 60
"""More than this from one stretch is a model that has run wild."""
LONGEST_VALUE = 200
_THOUGHT = re.compile(r"<(think|thinking|reasoning|reflection|scratchpad)\b[^>]*>.*?</\1\s*>", re.S | re.I)
_THOUGHT_TAIL = re.compile(r"^.*</(?:think|thinking|reasoning|reflection|scratchpad)\s*>", re.S | re.I)
_THINKING = re.compile(r"<(?:think|thinking|reasoning|reflection|scratchpad)\b[^>]*>.*\Z", re.S | re.I)
_KINDS = frozenset(get_args(Kind)) - {"other"}
_KEYS: dict[str, tuple[str, ...]] = {
    "facts": ("facts", "fact", "triples", "memories", "items", "results"),
    "quote": ("quote", "evidence", "source", "text", "span"),
    "subject": ("subject", "subj", "who", "entity"),
    "predicate": ("predicate", "relation", "rel", "property", "attribute"),
    "object": ("object", "obj", "value", "target"),
}
_UNASSERTED = frozenset(
    {"hypothetical", "fictional", "fiction", "question", "third_party", "joke", "quoted", "asked"}
)
_STANCES = {"current": "stated", "present": "stated", "past": "ended", "former": "ended", "false": "negated"}
_STANCES |= {"future": "planned", "maybe": "tentative", "uncertain": "tentative", "possible": "tentative"}
_PREDICATES = {
    "live_in": "lives_in", "lives": "lives_in", "residence": "lives_in", "location": "lives_in",
    "located_in": "lives_in", "resides_in": "lives_in", "based_in": "lives_in", "work_at": "works_at",
    "works_for": "works_at", "employer": "works_at", "employed_by": "works_at", "job": "job_title",
    "occupation": "job_title", "profession": "job_title", "works_as": "job_title", "has_name": "name",
    "is_called": "name", "is_named": "name", "has_age": "age", "has_pet": "pet", "owns_pet": "pet",
    "has_child": "child", "son": "child", "daughter": "child", "brother": "sibling", "sister": "sibling",
    "has_sibling": "sibling", "mother": "parent", "father": "parent", "wife": "spouse", "husband": "spouse",
    "married_to": "spouse", "girlfriend": "partner", "boyfriend": "partner", "boss": "manager",
    "has_friend": "friend", "like": "likes", "loves": "likes", "enjoys": "likes", "dislike": "dislikes",
    "hates": "dislikes", "allergy": "allergic_to", "has_allergy": "allergic_to",
    "is_allergic_to": "allergic_to", "condition": "has_condition", "use": "uses", "own": "owns",
    "has": "owns", "speak": "speaks", "learns": "learning", "is_learning": "learning", "learn": "learning",
    "studied_at": "studies_at", "study_at": "studies_at", "major": "studies", "from": "hometown",
    "grew_up_in": "hometown", "comes_from": "hometown", "was_born_in": "born_in", "birthplace": "born_in",
    "plan_to": "plans_to", "plans": "plans_to", "has_hobby": "hobby", "has_goal": "goal",
    "favourite": "favorite",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Read:
    """What an answer says, unchecked. `complaints`: why it can't be used as a whole; none if it can."""

    facts: tuple[Candidate, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    mentions: tuple[Mentioned, ...] = ()
    topics: tuple[str, ...] = ()
    summary: str = ""
    importance: float | None = None
    complaints: tuple[str, ...] = ()


def read(text: str, cut: bool = False) -> Read:
    """Reads a completion. `cut`: it stopped at the token limit; whole facts before that are kept."""
    bare = _unwrapped(text)
    if not bare:
        return Read(complaints=("it is empty",))
    whole = _best(bare)
    if whole is None:
        facts = tuple(_salvaged(bare))
        found, rejected = _facts(facts)
        why = "it was cut off: give fewer facts" if cut or facts else "it holds no JSON object with facts"
        return Read(found, tuple(rejected), complaints=(why,))
    return _read(whole)


def _unwrapped(text: str) -> str:
    """Without reasoning: closed tags, a lost opening one (all before the closing), a lost closing one."""
    text = _THOUGHT.sub(" ", text)
    text = _THOUGHT_TAIL.sub(" ", text)
    return _THINKING.sub(" ", text).strip()


# -- finding the JSON ------------------------------------------------------------------------


def _values(text: str) -> Iterator[Any]:
    """Every outermost JSON object or list in a text, in order."""
    decoder = json.JSONDecoder(strict=False)
    place = 0
    while match := re.compile(r"[{\[]").search(text, place):
        try:
            value, place = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            place = match.start() + 1
        else:
            yield value


def _best(text: str) -> dict[str, Any] | None:
    """The last object with facts; else, unless such an object is broken off, all loose facts."""
    values = list(_values(text))
    whole = [a for v in values if isinstance(v, dict | list) and (a := _as_answer(v)) and _has_key(v)]
    if whole:
        return whole[-1]
    if '"facts"' in text:
        return None
    loose = [a for v in values if (a := _as_answer(v))]
    return {"facts": [fact for a in loose for fact in a["facts"]]} if loose else None


def _has_key(value: Any) -> bool:
    inner = value[0] if isinstance(value, list) and value else value
    return isinstance(inner, dict) and (_get(inner, "facts") is not None or "properties" in inner)


def _as_answer(value: Any) -> dict[str, Any] | None:
    if isinstance(value, list):
        inner = [v for v in value if isinstance(v, dict)]
        if len(inner) == 1 and _get(inner[0], "facts") is not None:
            return _as_answer(inner[0])
        if value and len(inner) == len(value) and any(_get(v, "predicate") for v in inner):
            return {"facts": value}
        return None
    if not isinstance(value, dict):
        return None
    if "properties" in value and ("type" in value or "$defs" in value or "title" in value):
        filled = value["properties"]
        return (
            _as_answer(filled) if isinstance(filled, dict) and isinstance(filled.get("facts"), list) else None
        )
    facts = _get(value, "facts")
    if isinstance(facts, dict):
        facts = [facts] if _get(facts, "predicate") else list(facts.values())
    if isinstance(facts, list):
        return {**value, "facts": facts}
    if _get(value, "predicate") and _get(value, "object") is not None:
        return {"facts": [value]}
    return None


def _salvaged(text: str) -> Iterator[dict[str, Any]]:
    """The whole facts of an answer that was cut off."""
    for value in _values(re.sub(r'^.*?"facts"\s*:\s*\[', " ", text, count=1, flags=re.S)):
        if isinstance(value, dict) and _get(value, "predicate"):
            yield value


def _get(value: dict[str, Any], key: str) -> Any:
    return next((value[k] for k in _KEYS[key] if k in value), None)


# -- reading it ------------------------------------------------------------------------------------


def _read(answer: dict[str, Any]) -> Read:
    facts, rejected = _facts(answer["facts"])
    complaints = []
    if answer["facts"] and not facts and not any(r.reason.startswith("the model calls") for r in rejected):
        complaints.append("no fact in it has a subject, a predicate and an object")
    return Read(
        facts=facts,
        rejected=tuple(rejected),
        mentions=tuple(_mentions(answer.get("entities"))),
        topics=tuple(t.strip() for t in _list(answer.get("topics")) if isinstance(t, str) and t.strip()),
        summary=" ".join(answer["summary"].split()) if isinstance(answer.get("summary"), str) else "",
        importance=_importance(answer.get("importance")),
        complaints=tuple(complaints),
    )


def _facts(given: Sequence[Any]) -> tuple[tuple[Candidate, ...], list[Rejected]]:
    found: dict[Candidate, None] = {}
    rejected = []
    for item in given[:MOST_FACTS]:
        if isinstance(item, list) and len(item) in (3, 4):
            item = dict(zip(("subject", "predicate", "object", "quote"), item, strict=False))
        for made in (
            _fact(item)
            if isinstance(item, dict)
            else (Rejected(_short(item), "not a fact but a loose value"),)
        ):
            if isinstance(made, Candidate):
                found[made] = None
            else:
                rejected.append(made)
    return tuple(found), rejected


def _fact(item: dict[str, Any]) -> Iterator[Candidate | Rejected]:
    subject, relation = _text(_get(item, "subject")), _text(_get(item, "predicate"))
    values = _get(item, "object")
    objects = [_text(v) for v in (values if isinstance(values, list) else [values])]
    stance = _text(item.get("stance")).lower().replace(" ", "_") or "stated"
    if stance in _UNASSERTED:
        yield Rejected(_short(item), f"the model calls it {stance}")
        return
    stance = _STANCES.get(stance, stance)
    try:
        predicate = predicate_name(relation)
    except InvalidInput:
        predicate = ""
    for value in objects:
        missing = [n for n, v in (("subject", subject), ("predicate", predicate), ("object", value)) if not v]
        if missing:
            yield Rejected(_short(item), f"a fact without {missing[0]}")
        elif max(len(subject), len(value)) > LONGEST_VALUE:
            yield Rejected(_short(item), "a subject or object as long as a paragraph")
        else:
            yield Candidate(
                subject=subject,
                predicate=_PREDICATES.get(predicate, predicate),
                object=value,
                category=_text(item.get("category")),
                stance=stance if stance in STANCES else "stated",
                valid_at=_text(item.get("valid_at")) or None,
                invalid_at=_text(item.get("invalid_at")) or None,
                quote=_text(_get(item, "quote")),
            )


def _text(value: Any) -> str:
    """A value as text: numbers as written, the name of an object; '' for null, booleans and lists."""
    if isinstance(value, dict):
        value = next((value[k] for k in ("name", "value", "text") if k in value), None)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = " ".join(str(value).split())
    return "" if text.lower() in ("null", "none", "n/a", "unknown", "string") else text


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if isinstance(value, str) else []


def _mentions(given: Any) -> Iterator[Mentioned]:
    for item in _list(given):
        name = _text(item)
        kind = _text(item.get("kind") or item.get("type")).lower() if isinstance(item, dict) else ""
        if name:
            yield Mentioned(name, kind if kind in _KINDS else "")


def _importance(value: Any) -> float | None:
    """0 to 1; marks out of ten or a hundred are scaled, anything else is None."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    if isinstance(value, bool) or not math.isfinite(number) or not 0 <= number <= 100:
        return None
    return number if number <= 1 else number / 10 if number <= 10 else number / 100


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:200]
