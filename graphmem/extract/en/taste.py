"""What somebody may like or do for pleasure: "jazz", "sitting in traffic"; not "the colors", "your help"."""

from __future__ import annotations

from graphmem.extract.en import people, phrase
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.words import IDLE_LIKED, LASTING_THINGS, NOT_ACTIVITIES, NOT_LIKED, PETS, RELATIONS

_SAYS_LITTLE = frozenset("go be have do make get use spend see know play watch work try".split())
_SPOKEN_TO = frozenset("you your yours it this that them these those him her us".split())
_CUTS = frozenset(
    "for with at after before every when because during since while so but if by as until from who which that".split()
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
    if token.pos_ in ("VERB", "AUX", "PRON", "ADV") and token.tag_ != "VBG":
        return ""
    if people.kin(token) in PETS and any(c.dep_ == "poss" for c in token.children):
        return ""
    if any(c.dep_ == "poss" and c.text.lower() in ("your", "his", "her", "their") for c in token.children):
        return ""
    if any(c.text.lower() in ("this", "that", "these", "those") for c in token.children):
        return ""
    if _momentary(token):
        return ""
    return phrase.noun(token)


def _momentary(token: Token) -> bool:
    """What is liked here and now: "the colors", "all the details", "our talk", "my love of reading"."""
    if phrase.is_name(token):  # "I love the thought, Nate"
        return any(c.text.lower() in IDLE_LIKED for c in token.lefts)
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


def gerund(token: Token) -> str:
    """An activity: "sitting in traffic" of "sitting in traffic for two hours"."""
    last = token
    for t in token.doc[token.i + 1 : token.right_edge.i + 1]:
        if (
            t.text.lower() in _CUTS
            or t.is_punct
            or t.ent_type_ in ("DATE", "TIME")
            or t.dep_ in ("cc", "mark", "neg")
            or t.text in ("on", "too", "lately")
        ):
            break
        last = t
    while last.pos_ in ("ADP", "DET") and last.i > token.i:
        last = token.doc[last.i - 1]
    if last.pos_ == "ADJ" and last.head.i > last.i:  # "painting a quiet, empty street": cut in the middle
        return ""
    if token.lemma_ in ("have", "spend") and last.lemma_ in ("time", "fun", "blast"):
        return ""
    if last.i == token.i and token.lemma_ in _SAYS_LITTLE:
        return ""
    if any(t.text.lower() in _SPOKEN_TO for t in token.doc[token.i : last.i + 1]):
        return ""
    return phrase.text_of(list(token.doc[token.i : last.i + 1]))
