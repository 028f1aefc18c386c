"""Noun phrases as the case-free shortest text: "a very old cat" → "cat", "TU Delft" → "TU Delft"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from graphmem.extract import dates_en
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.words import HERE, IDLE_ADJECTIVES, NOT_NAMES, TECH

_INSIDE = frozenset(
    {"compound", "amod", "nmod", "nummod", "poss", "quantmod", "punct", "case", "npadvmod", "advmod", "neg"}
)
_JOINING = frozenset(
    {"of", "de", "da", "del", "la", "&", "the", "du", "van", "von", "and", "for", "'s", "al", "bin", "y"}
)


def is_name(token: Token) -> bool:
    """Whether a token is (part of) a proper name: tagged so, or capitalised inside the sentence."""
    text = token.text
    if text.lower() in NOT_NAMES or not text[:1].isalpha():
        return False
    if text[:1].isupper() and text.lower() in TECH and token.pos_ in ("NOUN", "X"):
        return True
    if token.pos_ == "PROPN":
        return bool(text[:1].isupper()) or token.ent_type_ in ("PERSON", "GPE", "LOC", "ORG", "NORP")
    if token.pos_ in ("PRON", "DET", "AUX", "ADP", "CCONJ", "SCONJ"):
        return False
    return bool(text[:1].isupper() and token.i > token.sent.start)


def run(token: Token) -> list[Token]:
    """The proper name that a token stands in: neighbours that are capitalised, joined by "of" and the like."""
    doc, first, last = token.doc, token.i, token.i
    while first > 0 and _joins(doc, first - 1, -1):
        first -= 1
    while last + 1 < len(doc) and _joins(doc, last + 1, 1):
        last += 1
    while first < token.i and (doc[first].text.lower() in _JOINING or doc[first].is_punct):
        first += 1
    while last > token.i and (doc[last].text in _JOINING or doc[last].is_punct):
        last -= 1
    return list(doc[first : last + 1])


def _joins(doc: object, index: int, step: int) -> bool:
    token: Token = doc[index]  # type: ignore[index]
    if is_name(token) or (token.like_num and step > 0 and token.text.isdigit() and len(token.text) < 4):
        return bool(token.text.lower() not in NOT_NAMES)
    beyond = index + step
    if token.text in ("of", "&", "de", "da", "del", "du", "van", "von", "-") and 0 <= beyond < len(doc):  # type: ignore[arg-type]
        further = beyond + step  # Dance of the Sugarplums
        if step > 0 and token.text == "of" and doc[beyond].text == "the" and further < len(doc):  # type: ignore[arg-type,index]
            return is_name(doc[further])  # type: ignore[index]
        return is_name(doc[beyond])  # type: ignore[index]
    if token.text == "'s" and 0 < index < len(doc) - 1 and doc[index + 1].text in _HOUSES:  # type: ignore[arg-type,index]
        return is_name(doc[index - 1]) and is_name(doc[index + 1])  # type: ignore[index]
    if token.text == "the" and 0 < index < len(doc) - 1 and doc[index - 1].text == "of":  # type: ignore[arg-type,index]
        return is_name(doc[index + 1]) and (step > 0 or is_name(doc[max(0, index - 2)]))  # type: ignore[index]
    return False


_HOUSES = frozenset(
    "Hospital College School Church Cathedral University Academy Infirmary Market Square Park Bridge Hospice "
    "Clinic".split()
)
"""What is named after somebody: St Anne's Hospital; "Anna's Honda" is two names."""


def text_of(tokens: list[Token]) -> str:
    """The words between two tokens as written (underscores of glued words undone)."""
    if not tokens:
        return ""
    doc = tokens[0].doc
    written: str = doc[tokens[0].i : tokens[-1].i + 1].text
    return unglue(written.strip(" ,.;:!?\"'()"))


def unglue(text: str) -> str:
    for glued, plain in (
        ("_in_law", "-in-law"),
        ("ex_", "ex-"),
        ("type_", "type "),
        ("_free", "-free"),
        ("\u2011", "-"),
        ("_based", "-based"),
        ("_carb", "-carb"),
        ("guinea_pig", "guinea pig"),
        ("bearded_dragon", "bearded dragon"),
    ):
        text = text.replace(glued, plain)
    return text.replace("_intolerant", " intolerant")


def noun(token: Token) -> str:
    """The shortest noun phrase headed by a token; '' for a pronoun or an empty word."""
    if token.pos_ == "PRON" or (token.text.lower() in HERE and not is_name(token)):
        return ""
    if is_name(token):
        words = run(token)
        if token.i + 1 < len(token.doc) and token.nbor().text == "'s" and token.dep_ in ("pobj", "dobj"):
            words = [*words, token.nbor()]  # at Munson's
        return text_of(words)
    first = token.i
    for child in sorted((c for c in token.lefts), key=lambda c: -c.i):
        if child.dep_ not in _INSIDE or child.i < first - 1 - _gap(child, first):
            shared = _shared(child, first)
            first = shared.i if shared is not None else first
            break
        if child.dep_ in ("punct", "case") and child.text not in ("-", "–", "/"):
            break
        if child.dep_ == "poss" or (child.pos_ in ("NUM", "DET", "PRON", "ADV") and not _modifies(child)):
            break
        if child.text.lower() in IDLE_ADJECTIVES:
            break
        hyphened = child.i > 0 and child.nbor(-1).text in ("-", "\u2011")  # brightly-painted boats
        whole = hyphened or (child.dep_ in ("compound", "amod", "nmod") and _tight(child))
        first = min(child.left_edge.i if whole else child.i, first)
    tokens = list(token.doc[first : token.i + 1])
    last = token.i
    for child in token.rights:
        if child.dep_ == "prep" and child.text == "of" and any(c.dep_ == "pobj" for c in child.children):
            of = next(c for c in child.children if c.dep_ == "pobj")
            if of.pos_ != "PRON":
                last = of.i
        elif child.dep_ in ("nummod", "appos") and child.i == token.i + 1 and child.like_num:
            last = child.i
    return text_of([*tokens, *token.doc[token.i + 1 : last + 1]])


def _shared(child: Token, first: int) -> Token | None:
    """Where a noun with two modifiers begins: "Tuscan and Umbrian cuisine"; "chess and detective novels" are two."""
    other = next((c for c in child.children if c.dep_ == "conj" and c.i == first - 1), None)
    if other is None or child.dep_ not in ("amod", "compound", "nmod") or other.i != child.i + 2:
        return None
    alike = child.text[:1].isupper() == other.text[:1].isupper()
    return child if alike and (other.text[:1].isupper() or child.pos_ == other.pos_ == "ADJ") else other


def _tight(child: Token) -> bool:
    return not any(c.pos_ in ("DET", "ADV", "PRON") or c.text.lower() in IDLE_ADJECTIVES for c in child.lefts)


def _gap(child: Token, first: int) -> int:
    return first - 1 - child.right_edge.i if child.right_edge.i < first else 0


def _modifies(child: Token) -> bool:
    return child.pos_ == "NUM" and not child.text.isalpha() and "-" in child.text


def listed(token: Token) -> Iterator[Token]:
    """A token and what is listed beside it: "jazz, old maps and puzzles"."""
    yield token
    for child in token.children:
        if child.dep_ in ("conj", "appos") and child.i > token.i and child.pos_ not in ("VERB", "AUX"):
            if child.dep_ == "appos" and not _list_like(token, child):
                continue
            yield from listed(child)


def _list_like(token: Token, child: Token) -> bool:
    """A list misread as an apposition: "I speak Dutch, German and French"."""
    between = token.doc[token.i + 1 : child.i].text
    return (
        "," in between
        and is_name(token) == is_name(child)
        and any(c.dep_ in ("cc", "conj") for c in child.children)
    )


def pobj(prep: Token) -> Token | None:
    """What a preposition governs; through "from … to" chains only its own object."""
    for child in prep.children:
        if child.dep_ in ("pobj", "pcomp") or (
            child.dep_ in ("npadvmod", "dobj", "amod", "appos") and child.i > prep.i
        ):
            return child
    following = prep.i + 1
    if following < len(prep.doc) and is_name(prep.doc[following]):
        return prep.doc[following]
    return None


def action(verb: Token) -> str:
    """A bare verb phrase, dates and asides cut off: "get a sailing licence"."""

    last = verb
    for token in verb.doc[verb.i + 1 : verb.right_edge.i + 1]:
        if (
            token.text in (",", ";", ".", "!", "?", "—", "–", "(", ":")
            or token.dep_ == "mark"
            or token.text.lower() in ("because", "so", "but", "when", "if")
        ):
            break
        if token.dep_ == "cc" and token.head.i == verb.i:
            break
        last = token
    if last.dep_ in ("amod", "compound", "nmod") and last.head.i > last.i:  # cut between adjectives
        last = last.head
    text: str = verb.doc.text[verb.idx : last.idx + len(last.text)]
    if verb.tag_ == "VBG":
        text = verb.lemma_ + text[len(verb.text) :]
    for when in reversed(dates_en.find(text, datetime(2000, 1, 1))):
        if re.match(r" (?:to|so that|in order) ", text[when.end :]):
            text = text[: when.end]
        if when.end >= len(text) - 1:
            text = re.sub(
                r"\s+(?:in|on|by|at|for|during|this|next|early|late|the end of|before|around)*\s*$",
                "",
                text[: when.start].rstrip(),
            )
            text = re.sub(r"\s+(?:by the end of|by|in|on|early|late)$", "", text)
    text = re.sub(
        r"\s+(?:in|by|this|next|over|before) (?:the |this |next )?(?:fall|spring|summer|autumn|winter|"
        r"future|weekend)$",
        "",
        text,
    )
    return unglue(
        re.sub(
            r"\s+(?:soon|someday|some day|one day|eventually|too|again|anyway|though|then|now|-|–|as well|next|"
            r"recently|lately|maybe|instead|at some point|to (?:see|check|know|find out|learn|understand))$",
            "",
            text,
        ).strip(" ,.;:!?")
    )
