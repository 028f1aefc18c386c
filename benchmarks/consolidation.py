"""FactConsolidation (MemoryAgentBench): numbered sentences, later ones overruling earlier ones of the same slot.

The sentences are read by their templates into facts, each said a minute after the one before, of relations that hold
one value at a time; each question goes to `recall` as it is. Single hop: is the first fact the right one, or one that
was overruled? Multi hop: does a fact among the first five bring the right object?
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import sets
from baselines import BM25, fused
from export import read

import graphmem
from graphmem.embed import Embedder
from graphmem.testing import FrozenClock

TEMPLATES = {
    "born_in_city": "{s} was born in the city of {o}",
    "died_in": "{s} died in the city of {o}",
    "chairperson": "The chairperson of {s} is {o}",
    "plays_position": "{s} plays the position of {o}",
    "capital": "The capital of {s} is {o}",
    "citizen_of": "{s} is a citizen of {o}",
    "created_in_country": "{s} was created in the country of {o}",
    "founded_by": "{s} was founded by {o}",
    "founded_in": "{s} was founded in the city of {o}",
    "sport": "{s} is associated with the sport of {o}",
    "religion": "{s} is affiliated with the religion of {o}",
    "educated_at": "The univeristy where {s} was educated is {o}",
    "performed_by": "{s} was performed by {o}",
    "author": "The author of {s} is {o}",
    "music_type": "The type of music that {s} plays is {o}",
    "created_by": "{s} was created by {o}",
    "continent": "{s} is located in the continent of {o}",
    "head_of_government": "The name of the current head of the {s} government is {o}",
    "head_of_state": "The name of the current head of state in {s} is {o}",
    "head_coach": "The head coach of {s} is {o}",
    "director": "The director of {s} is {o}",
    "chief_executive_officer": "The chief executive officer of {s} is {o}",
    "headquarters": "The headquarters of {s} is located in the city of {o}",
    "official_language": "The official language of {s} is {o}",
    "language": "{s} speaks the language of {o}",
    "original_language": "The original language of {s} is {o}",
    "married_to": "{s} is married to {o}",
    "child": "{s}'s child is {o}",
    "developed_by": "{s} was developed by {o}",
    "producer": "The company that produced {s} is {o}",
    "original_broadcaster": "The origi(?:nal|anl) broadcaster of {s} is {o}",
    "written_in_language": "{s} was written in the language of {o}",
    "worked_in": "{s} worked in the city of {o}",
    "employer": "{s} is employed by {o}",
    "famous_for": "{s} is famous for {o}",
    "occupation": "{s} works in the field of {o}",
}
"""Relation → sentence, as a regular expression; spelt as the set spells it."""
_OFFICE = re.compile(r"The (?P<office>[\w ]+?) of (?P<s>.+) is (?P<o>.+?)\.?\Z")
_READERS = {
    name: re.compile(text.replace("{s}", "(?P<s>.+)").replace("{o}", "(?P<o>.+?)") + r"\.?\Z")
    for name, text in TEMPLATES.items()
}
METHODS = ("ours", "bm25", "dense", "fusion")


def fact(sentence: str) -> dict[str, str] | None:
    """Subject, predicate and object of a sentence."""
    for name, reader in _READERS.items():
        if m := reader.match(sentence):
            return {"subject": m["s"], "predicate": name, "object": m["o"]}
    if m := _OFFICE.match(sentence):
        return {"subject": m["s"], "predicate": m["office"].casefold(), "object": m["o"]}
    return None


def words(name: str) -> str:
    """How a relation is said between subject and object."""
    text = TEMPLATES.get(name, "")
    if text.startswith("{s}"):
        return re.sub(r"\A's |\.\Z", "", text[3 : text.index("{o}")]).strip()
    return f"has as {name.replace('_', ' ')}"


def normal(text: str) -> str:
    plain = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(w for w in plain.split() if w not in ("a", "an", "the"))


def measured(folder: Path, target: Callable[[], str], embedder: Embedder) -> dict[str, Any]:
    """Figures in percent by method, for each size and number of hops."""
    found: dict[str, Any] = {}
    data = {
        d["source"].removeprefix("factconsolidation_"): d
        for d in read(sets._one(folder, "factconsolidation*"))
    }
    for size in sorted({name.split("_")[1] for name in data}, key=lambda s: int(s.rstrip("k"))):
        sentences = re.findall(r"^\d+\. (.*)$", data[f"sh_{size}"]["context"], re.M)
        facts = [f for f in map(fact, sentences) if f]
        start = datetime(2026, 1, 1, tzinfo=UTC)
        clock = FrozenClock(start + timedelta(minutes=len(sentences)))
        with graphmem.open(target(), embedder=embedder, clock=clock) as memory:
            user = f"facts-{size}"
            for name in dict.fromkeys(f["predicate"] for f in facts):
                memory.define_predicate(name, cardinality="one", words={"en": words(name)})
            memory.add_facts(
                [{**f, "at": start + timedelta(minutes=i)} for i, f in enumerate(facts)], user=user
            )
            memory.flush()

            def ours(question: str, memory: graphmem.Memory = memory, user: str = user) -> list[str]:
                return [f"{f.text} → {f.object}" for f in memory.recall(question, user).facts]

            methods = {"ours": ours, **_plain(sentences, embedder)}
            for hops in ("sh", "mh"):
                asked = data.get(f"{hops}_{size}")
                if asked:
                    found[f"facts_{hops}_{size}"] = _scored(asked, methods, facts, hops)
            found[f"facts_sh_{size}"]["unread"] = len(sentences) - len(facts)
            memory.forget(user=user)
    return found


def _plain(sentences: Sequence[str], embedder: Embedder) -> dict[str, Callable[[str], list[str]]]:
    import numpy as np

    bm25, vectors = BM25(sentences), embedder.embed(sentences, "passage")

    def best(scores: Any) -> list[str]:
        return [sentences[i] for i in np.argsort(-scores, kind="stable")[:10]]

    def near(question: str) -> Any:
        return vectors @ embedder.embed([question], "query")[0]

    return {
        "bm25": lambda q: best(bm25.scores(q)),
        "dense": lambda q: best(near(q)),
        "fusion": lambda q: best(fused(bm25.scores(q), near(q))),
    }


def _scored(
    asked: Any, methods: dict[str, Callable[[str], list[str]]], facts: Sequence[dict[str, str]], hops: str
) -> dict[str, Any]:
    result: dict[str, dict[str, float]] = {}
    misses: list[str] = []
    for name, search in methods.items():
        right, stale, top = [], [], []
        for question, answers in zip(asked["questions"], asked["answers"], strict=True):
            brought = [normal(text) for text in search(question)]
            gold = [normal(a) for a in answers]

            def has(text: str, gold: list[str] = gold) -> bool:
                return any(f" {g} " in f" {text} " for g in gold)

            right.append(bool(brought) and has(brought[0]))
            stale.append(bool(brought) and not right[-1] and _overruled(brought[0], gold, facts))
            top.append(any(has(text) for text in brought[:5]))
            if name == "ours" and not (right if hops == "sh" else top)[-1]:
                misses.append(question)
        share = {"right first": right, "overruled first": stale, "right in 5": top}
        shown = {k: round(100 * sum(v) / len(v), 1) for k, v in share.items()}
        result[name] = {"all": shown["right first" if hops == "sh" else "right in 5"], **shown}
    figure = "right first" if hops == "sh" else "right in 5"
    return {"figure": figure, "questions": len(asked["questions"]), "methods": result, "misses": misses}


def _overruled(text: str, gold: Sequence[str], facts: Sequence[dict[str, str]]) -> bool:
    """Whether a later fact of this one's slot has the right object."""
    latest = {(f["subject"], f["predicate"]): i for i, f in enumerate(facts) if normal(f["object"]) in gold}
    return any(
        i < latest.get((f["subject"], f["predicate"]), -1)
        and f" {normal(f['subject'])} " in f" {text} "
        and f" {normal(f['object'])} " in f" {text} "
        for i, f in enumerate(facts)
        if normal(f["object"]) not in gold
    )
