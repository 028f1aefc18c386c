"""The slots of a clause (its objects, what its prepositions govern) and how they are filled."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.extract.en import phrase, want
from graphmem.extract.en.clause import Clause
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.want import WANTS


def slot(clause: Clause, name: str) -> Iterator[Token]:
    """The tokens in a slot, lists spread out; what follows "not" and dates are left out."""
    names = name.split("|")
    if "obj" in names:
        for token in (*clause.objects(), *_activities(clause)):
            if not denied(token):
                yield token
    for prep in clause.preps(*[n for n in names if n != "obj"]):
        governed = phrase.pobj(prep)
        if clause.lemma == "base" and prep.head.i != clause.head.i:  # "based on my years in Spain"
            continue
        if prep.text != "of" and within(clause, prep, "with", "about"):  # "a plan with a deadline for …"
            continue
        if governed is None or (
            prep.text in ("near", "around") and prep.head.pos_ == "NOUN" and want.named(prep.head)
        ):
            continue
        for token in phrase.listed(governed):
            if not denied(token):
                yield token


def within(clause: Clause, prep: Token, *words: str) -> bool:
    """Whether a preposition stands inside the phrase of another one of its clause."""
    token = prep.head
    while token.i != clause.head.i and token.head.i != token.i:
        nested = token.dep_ == "prep" and token.head.i != clause.head.i
        if nested and token.text.lower() in words:
            return True
        token = token.head
    return False


def _activities(clause: Clause) -> Iterator[Token]:
    for child in clause.head.children:
        listed = (
            child.dep_ == "advcl"
            and child.i > clause.head.i + 1
            and child.nbor(-1).text in (",", "and", "or")
        )
        if (child.dep_ not in ("xcomp", "acl", "ccomp") and not listed) or any(
            c.dep_ == "nsubj" for c in child.children
        ):
            continue
        to = child.tag_ == "VB" and child.dep_ == "xcomp" and clause.lemma in ("like", "love", "hate")
        if to or child.tag_ == "VBG" or (child.tag_ in ("NN", "NNS") and child.dep_ == "xcomp"):
            yield child
            yield from (c for c in child.children if c.dep_ == "conj" and c.tag_ in ("VBG", "NN", "NNS"))


def denied(token: Token) -> bool:
    """ "Berlin, not Bern": Bern is denied."""
    first = token.left_edge
    if first.text.lower() in ("not", "than") and first.i > 0:
        return first.nbor(-1).pos_ not in ("AUX", "VERB")
    if first.i > 1 and first.nbor(-1).text == "of" and first.nbor(-2).text.lower() == "instead":
        return True
    if first.i == 0 or first.nbor(-1).text.lower() not in ("not", "than", "instead"):
        return False
    return first.i < 2 or first.nbor(-2).pos_ not in ("AUX", "VERB") or first.nbor(-1).text.lower() != "not"


def fill(clause: Clause, name: str, kind: str) -> Iterator[str]:
    """The texts that fill a slot of a clause and pass the filter of that kind."""
    known = False
    for token in slot(clause, name):
        if any(w.start <= token.idx < w.end for w in clause.whens) and kind != "any":
            continue
        text = WANTS[kind](token) or (_listed_tool(token, known) if kind in ("tool", "tech") else "")
        known = known or bool(text)
        if text:
            yield text


def _listed_tool(token: Token, known: bool) -> str:
    """An unknown tool beside a known one: "Python and pydantic"."""
    return (
        token.text
        if known
        and token.text[:1].isalpha()
        and token.pos_ in ("NOUN", "PROPN", "X")
        and not list(token.children)
        else ""
    )
