"""What counts as a tool: a known one, or a name that stands where tools do; not a version, not "the API"."""

from __future__ import annotations

import re

from graphmem.extract.en import phrase
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.words import PARTS, TECH


def tech(token: Token) -> str:
    text = phrase.noun(token)
    known = text.lower() in TECH or token.text.lower() in TECH
    if not known and any(c.text.lower() in ("a", "an") for c in token.children):  # "with a Due Date of May 3"
        return ""
    if _no_tool(text):
        return ""
    return (
        text
        if known
        or (
            phrase.is_name(token)
            and token.ent_type_ not in ("DATE", "GPE", "LOC", "TIME", "NORP", "LANGUAGE", "PERSON")
        )
        else ""
    )


def known_tech(token: Token) -> str:
    text = phrase.noun(token)
    return text if text.lower() in TECH or token.text.lower() in TECH else ""


_VERSION_ONLY = re.compile(r"v?\d[\d.x]*", re.I)


_SITE = re.compile(
    r"\b(?:Park|Library|School|Hospital|Beach|Street|Road|Avenue|Hotel|Museum|Station|University|Church)$"
)


def _no_tool(text: str) -> bool:
    """A version, "the API", "Mondays": no tools."""
    return bool(
        _VERSION_ONLY.fullmatch(text)
        or text.lower() in PARTS
        or _SITE.search(text)
        or (re.fullmatch(r"[A-Z]{2,3}", text) and text.lower() not in TECH)
        or re.fullmatch(r"(?i)(?:mon|tues|wednes|thurs|fri|satur|sun)days?", text)
    )


_RACES = frozenset("marathon race 5k 10k triathlon errand errands relay ultra half".split())


def tool(token: Token) -> str:
    """A named or known tool; "it", "my head" and "this" are none."""
    text = phrase.noun(token)
    if token.text.lower() in _RACES or _no_tool(text):
        return ""
    return (
        text
        if text.lower() in TECH or (phrase.is_name(token) and token.ent_type_ not in ("DATE", "TIME"))
        else ""
    )
