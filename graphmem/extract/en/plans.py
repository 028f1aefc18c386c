"""Plans, goals, and the second thoughts on tastes.

A future state takes its own predicate ("I'm moving to Oslo in May" → lives_in, planned), which
the other tables give; any other action ahead becomes `plans_to`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.extract.en.clause import Clause
from graphmem.extract.en.people import People
from graphmem.extract.en.phrase import action
from graphmem.extract.en.timing import Timing
from graphmem.model import PERSON, Candidate

_ACTIONS = frozenset({"visited", "graduated_from", "works_on"})
_TRIVIAL = frozenset(
    "be have do let see know think say tell ask need want try check look talk show explain call text email "
    "send give wait expect sit eat sleep stay come use update keep get_back like love hate mean seem make "
    "guess assume appreciate believe remember forget cherish support share continue follow encourage inspire "
    "celebrate treasure embrace chat catch hang focus help relax wish thank hear meet feel understand".split()
)
_SOON = re.compile(
    r"\b(?:(?:next|this coming|over the) weekend|over (?:easter|christmas|the holidays))\b", re.I
)
_WHOLE = frozenset("retire graduate relocate propose resign emigrate remarry".split())
_VAGUE = re.compile(
    r"\b(?:you|your|yours|it|this|that)\b|\b(?:it|this|that|them|these|those|something|things|stuff|him|her|us|more|again|further|others)$",
    re.I,
)
"""What says too little out of its conversation: "sing to them", "send you the link"."""
_INTENTS = frozenset("idea thought plan hope intention dream notion".split())
_MOMENT = frozenset("grab cook rest relax wait nap shower".split())
_MOMENTARY = frozenset("lunch dinner breakfast coffee nap shower break walk question one bed".split())
_LASTING = re.compile(
    r"\b(?:someday|some day|one day|eventually|this year|next year|by (?:the end of|\d{4}|next|june|july|december|"
    r"age|the time)|before i(?:'m| turn)|"
    r"in \d{4}|long[- ]term|ultimately|in the long run|in my life)\b",
    re.I,
)


def settled(clause: Clause, found: Sequence[Candidate]) -> list[Candidate]:
    """Tastes read rightly: "don't like X" is a dislike, a liked evening is no lasting taste."""
    out = []
    for c in found:
        founded = c.predicate == "owns" and clause.lemma in ("start", "open", "launch", "found", "cofound")
        simple_past = c.stance == "ended" and clause.past and clause.stance == "stated"
        if simple_past and clause.lemma == "volunteer":
            continue
        if simple_past and (c.predicate == "speaks" or (c.predicate == "uses" and not clause.whens)):
            continue
        if c.predicate == "learning" and ("hobby", c.object) in {(o.predicate, o.object) for o in found}:
            continue
        if (c.predicate in _ACTIONS or founded) and c.stance in ("planned", "tentative"):
            continue
        if c.predicate in ("likes", "dislikes"):
            if clause.going and clause.lemma in ("love", "like", "enjoy", "appreciate", "hate"):
                continue
            if c.stance == "negated":
                if c.predicate == "dislikes" or clause.head.lemma_ == "prefer":
                    continue
                c = replace(c, predicate="dislikes", stance="stated")
            elif (c.stance == "ended" and clause.past and clause.stance != "ended") or c.stance in (
                "planned",
                "tentative",
            ):
                continue
        if c.predicate == "learning" and c.stance == "ended" and clause.past and clause.stance != "ended":
            continue
        if c.predicate == "dislikes" and clause.has("stand", "bear"):
            c = replace(c, stance="stated")
        out.append(c)
    return out


def read(clause: Clause, found: Sequence[Candidate], people: People) -> Iterator[Candidate]:
    """I plan to get a sailing licence.   We're flying to Tokyo in June.   I might sell the boat."""
    if clause.used or not clause.subjects or (clause.subject is None and clause.subjects != (PERSON,)):
        return
    if any(c.stance == clause.stance or c.stance in ("planned", "tentative") for c in found):
        return
    wish = clause.refused == "a wish"
    if clause.refused and not wish:
        return
    lemma = clause.head.lemma_.lower()
    if any(c.dep_ == "neg" for c in clause.head.children) or (
        clause.subject is not None and clause.subject.pos_ == "VERB"
    ):
        return
    if lemma in _TRIVIAL or _passing(clause) or any(s == "assistant" for s in clause.subjects):
        return
    governor = clause.head.head.lemma_ if clause.head.dep_ in ("xcomp", "pcomp", "ccomp") else ""
    if governor in ("keep", "continue") or _in_passing(clause):
        return
    if wish or governor in ("aim", "dream"):
        if governor in ("aim", "dream") or (
            governor in ("want", "like", "love", "hope") and _LASTING.search(clause.head.sent.text)
        ):
            yield from _each(clause, Timing("stated"), "goal")
        return
    if clause.stance == "tentative" or (clause.stance == "planned" and _decided(clause, governor)):
        yield from _each(clause, Timing(clause.stance, _start(clause)), "plans_to")
    elif (
        clause.going and clause.stance == "stated" and (_ahead(clause) or _SOON.search(clause.head.doc.text))
    ):
        yield from _each(clause, Timing("planned", _start(clause)), "plans_to")


def _in_passing(clause: Clause) -> bool:
    """A purpose ("… to teach our kids patience") or a proposal ("maybe we can meet up")."""
    aux = {c.text.lower() for c in clause.head.children if c.dep_ == "aux"}
    if clause.head.dep_ == "conj":
        aux |= {c.text.lower() for c in clause.head.head.children if c.dep_ == "aux"}
    verb = clause.head.head if clause.head.dep_ == "conj" else clause.head
    above = verb.head  # "books about sailing the Atlantic"
    told = verb.dep_ == "pcomp" and above.head.pos_ == "NOUN" and above.head.lemma_ not in _INTENTS
    return (clause.head.dep_ == "advcl" and "to" in aux) or "can" in aux or told


def _passing(clause: Clause) -> bool:
    """A doing of the moment: "I'm going to grab lunch"."""
    words = {t.lemma_.lower() for t in clause.objects()}
    return clause.head.lemma_.lower() in _MOMENT or bool(words & _MOMENTARY)


def _each(clause: Clause, timing: Timing, predicate: str) -> Iterator[Candidate]:
    text = action(clause.head)
    if (len(text.split()) < 2 and text not in _WHOLE) or _VAGUE.search(text):
        return
    for subject in clause.subjects:
        yield timing.candidate(subject, predicate, text)


def _start(clause: Clause) -> str | None:
    return clause.when.valid_at if clause.when is not None else None


def _decided(clause: Clause, governor: str) -> bool:
    """ "I'll call you" is no plan worth keeping; "I'll run a marathon in May" and "I plan to …" are."""
    return bool(governor) or clause.when is not None


def _ahead(clause: Clause) -> bool:
    text = clause.head.doc.text.lower()
    when = clause.when
    if when is None or when.since:
        return False
    words = text[max(0, when.start - 12) : when.end]
    return bool(
        re.search(
            r"\b(?:next|tomorrow|coming|in|on|this (?:summer|winter|fall|autumn|spring|weekend|\w+day))\b",
            words,
        )
    ) and not re.search(r"\b(?:today|tonight|this (?:week|morning|month|year)|last|ago)\b", words)
