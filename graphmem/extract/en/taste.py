"""What somebody may like or do for pleasure: "jazz", "sitting in traffic"; not "the colors", "your help"."""

from __future__ import annotations

import re

from graphmem.extract.en import people, phrase
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.words import IDLE_LIKED, LASTING_THINGS, NOT_ACTIVITIES, NOT_LIKED, PETS, RELATIONS

_SAYS_LITTLE = frozenset("go be have do make get use spend see know play watch work try".split())
_SPOKEN_TO = frozenset("you your yours his their it this that them these those him her us".split())
_CUTS = frozenset(
    "for with at over due rather instead after before every when because during since while so "
    "but if by as until from who which that".split()
)


def liked(token: Token) -> str:
    if (
        token.text.lower() in NOT_LIKED
        or token.dep_ == "ccomp"
        or (people.kin(token) and people.kin(token) in RELATIONS)
    ):
        return ""
    if token.tag_ == "VBG" and token.dep_ in ("xcomp", "dobj", "conj", "acl", "ccomp", "pcomp", "advcl"):
        return gerund(token)
    if token.tag_ == "VB" and token.dep_ == "xcomp" and token.lemma_ not in NOT_ACTIVITIES:
        return gerund(token)
    noun = (
        token.tag_ == "VB" and token.dep_ in ("dobj", "conj") and not list(token.lefts)
    )  # "I hate coriander"
    if token.pos_ in ("VERB", "AUX", "PRON", "ADV") and token.tag_ != "VBG" and not noun:
        return ""
    if people.kin(token) in PETS and any(c.dep_ == "poss" for c in token.children):
        return ""
    if any(c.dep_ == "poss" and c.text.lower() in ("your", "his", "her", "their") for c in token.children):
        return ""
    if any(c.text.lower() in ("this", "that", "these", "those") for c in token.children):
        return ""
    if _momentary(token):
        return ""
    text = _with_what(token, phrase.noun(token))
    return "" if _POINTS.search(text) or re.match(r"(?:sound|look|idea|thought) of [A-Z]", text) else text


def _with_what(token: Token, text: str) -> str:
    """ "Inns with a garden", "tea with milk", whole; not "lunch with my sister"."""
    following = token.nbor() if token.i + 1 < len(token.doc) else token
    thing = phrase.pobj(following) if following.text == "with" else None
    if thing is None or thing.pos_ != "NOUN" or people.kin(thing) or phrase.is_name(token):
        return text
    if any(c.dep_ == "poss" for c in thing.children):
        return text
    return phrase.text_of(list(token.doc[token.i - len(text.split()) + 1 : thing.i + 1]))


_POINTS = re.compile(r"\b(?:this|that|these|those|your|here|there)\b", re.I)
"""What means something only where it is said: "the food of this city"."""


def _momentary(token: Token) -> bool:
    """What is liked here and now: "the colors", "all the details", "our talk", "my love of reading"."""
    if phrase.is_name(token):  # "I love the thought, Nate", "I like the larger Acme X2"
        first = token.head if token.dep_ == "conj" else token
        compared = any(c.tag_ in ("JJR", "JJS", "CD") and c.text[:1].islower() for c in first.lefts)
        return compared or any(c.text.lower() in IDLE_LIKED for c in token.lefts)
    if any(
        c.dep_ == "poss" for c in (*token.children, *(token.head.children if token.dep_ == "conj" else ()))
    ):
        return True
    if token.text.lower() in IDLE_LIKED and not any(c.dep_ in ("amod", "compound") for c in token.children):
        return True
    definite = any(c.text.lower() == "the" for c in token.children) or (
        token.dep_ == "conj" and any(c.text.lower() == "the" for c in token.head.children)
    )
    return definite and token.text.lower() not in LASTING_THINGS


_TRAILING = frozenset("recently lately now often sometimes again first next regularly daily".split())
_HELD = frozenset("with at for from to".split())


def _governed_at_once(verb: Token) -> Token | None:
    """ "tinkering with clocks": the noun without which the verb says too little."""
    if (
        verb.lemma_ == "be"
        or verb.i + 1 >= len(verb.doc)
        or verb.nbor().text.lower() not in _HELD
        or verb.nbor().head.i != verb.i
    ):
        return None
    return next(
        (
            c
            for c in verb.nbor().children
            if c.dep_ == "pobj" and c.ent_type_ not in ("DATE", "TIME") and c.text != "fun"
        ),
        None,
    )


_BRINGS_TOGETHER = frozenset("combine mix pair blend compare match".split())


def gerund(token: Token) -> str:
    """An activity: "sitting in traffic" of "sitting in traffic for two hours"."""
    last = token
    governed = _governed_at_once(token)
    for t in token.doc[token.i + 1 : token.right_edge.i + 1]:
        if governed is not None and t.i <= governed.i:
            last = t
            continue
        if t.text.lower() == "with" and token.lemma_ in _BRINGS_TOGETHER:
            last = t
            continue
        if (
            t.text.lower() in _CUTS
            or (t.is_punct and not (t.text == "-" and not t.nbor(-1).whitespace_))
            or t.ent_type_ in ("DATE", "TIME")
            or t.dep_ in ("cc", "mark", "neg")
            or t.text in ("on", "too", "lately")
        ):
            break
        last = t
    described = last.i + 1 < len(token.doc) and last.nbor().text.lower() in ("that", "which", "who")
    if described and any(
        c.text.lower() in ("a", "an") for c in last.children
    ):  # "using a style that suits me"
        return ""
    while last.pos_ in ("ADP", "DET") and last.i > token.i:
        last = token.doc[last.i - 1]
    if last.pos_ == "ADJ" and last.head.i > last.i:  # "painting a quiet, empty street": cut in the middle
        return ""
    if token.lemma_ in ("have", "spend") and last.lemma_ in ("time", "fun", "blast"):
        return ""
    if token.lemma_ in ("aim", "plan", "hope"):
        return ""
    if token.lemma_ == "make" and token.i + 1 < len(token.doc) and token.nbor().text.lower() == "sure":
        return ""
    if last.i == token.i and token.lemma_ in _SAYS_LITTLE:
        return ""
    if any(t.text.lower() in _SPOKEN_TO or t.tag_ in ("WP", "WRB") for t in token.doc[token.i : last.i + 1]):
        return ""
    if last.tag_ == "VB" and last.i > token.i + 2 and last.nbor(-1).tag_ == "TO":  # "… to understand"
        last = last.nbor(-2)
    while last.i > token.i and last.text.lower() in _TRAILING:
        last = last.nbor(-1)
    return phrase.text_of(list(token.doc[token.i : last.i + 1]))
