"""Clauses: each verb of a sentence with who, whether, when; the patterns work on these.

Example: "I might move to Oslo next year" → verb `move`, subjects ("user",), stance tentative,
when 2027. A clause that asserts nothing (asked, imagined, claimed by somebody else) carries the
reason in `refused`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.extract.dates_en import When
from graphmem.extract.en import phrase
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.words import DIETS, PETS, PRONOUN, TECH
from graphmem.model import Stance

_OBJECTS = frozenset({"dobj", "attr", "oprd", "dative", "acomp"})


_MISREAD = frozenset({"npadvmod", "advmod", "ccomp", "appos", "dep", "amod"})


@dataclass(slots=True)
class Clause:
    """One verb with what belongs to it.

    `lemma`: with its particle ("grow up"). `stance`: by negation, modals and governing verbs.
    `past`: simple past; `going`: progressive; `refused`: why it asserts nothing, or ''.
    """

    head: Token
    lemma: str
    subjects: tuple[str, ...]
    subject: Token | None
    stance: Stance = "stated"
    past: bool = False
    perfect: bool = False
    going: bool = False
    future: bool = False
    desired: bool = False
    begun: bool = False
    refused: str = ""
    when: When | None = None
    whens: list[When] = field(default_factory=list)
    at: datetime = datetime.min
    tokens: list[Token] = field(default_factory=list)
    used: bool = False

    def preps(self, *words: str) -> Iterator[Token]:
        """Its prepositions, also those that the parser hung on a noun inside it."""
        for token in self.tokens:
            if (
                token.text.lower() in words
                and token.pos_ in ("ADP", "SCONJ", "PART", "ADV")
                and token.i > self.head.i - 1
            ):
                yield token

    def objects(self) -> Iterator[Token]:
        """Its direct objects, lists spread out."""
        for child in self.head.children:
            beside = child.i == self.head.i + 1 and (
                phrase.is_name(child) or phrase.unglue(child.text).lower() in DIETS
            )
            noun = child.dep_ == "advmod" and child.i == self.head.i + 1 and child.tag_ in ("NN", "NNS", "JJ")
            if child.dep_ in _OBJECTS or noun or (child.dep_ in _MISREAD and beside):
                yield from phrase.listed(child)
        if self.head.i + 1 < len(self.head.doc):
            following = self.head.nbor()
            if following.dep_ in ("punct", "intj", "nsubj") and following.text.lower() in TECH:
                yield following

    def has(self, *words: str) -> bool:
        return any(t.text.lower() in words for t in self.tokens)


def is_clause(token: Token) -> bool:
    """Whether a token is the verb of a clause, not an auxiliary, a modifier or a name like Go."""
    if token.pos_ not in ("VERB", "AUX") or token.dep_ in (
        "aux",
        "auxpass",
        "amod",
        "compound",
        "prep",
        "punct",
    ):
        return False
    if (
        token.dep_ in ("pobj", "dobj", "npadvmod", "nsubj", "conj", "attr")
        and token.text[:1].isupper()
        and token.i > token.sent.start
    ):
        return False
    if token.dep_ == "xcomp" and token.i > 1 and token.nbor(-2).text.lower() == "allergic":
        return False
    return not (token.dep_ in ("pobj", "npadvmod") and token.tag_ != "VBG")


def owner(token: Token) -> Token | None:
    """The verb of the clause that a token belongs to."""
    while not is_clause(token):
        if token.head.i == token.i:
            return None
        token = token.head
    return token


# What the parser's lemmatizer gets wrong, and clitics.
_LEMMAS = {
    "'m": "be",
    "'s": "be",
    "'re": "be",
    "'ve": "have",
    "hates": "hate",
    "hated": "hate",
    "left": "leave",
    "cofounded": "cofound",
    "hoping": "hope",
    "hoped": "hope",
    "hopes": "hope",
    "wed": "marry",
}


def lemma(verb: Token) -> str:
    """The verb's lemma with a particle next to it or its own: "grow up", "move off"."""
    base: str = _LEMMAS.get(verb.text.lower(), verb.lemma_.lower())
    for child in verb.children:
        if base in ("bring", "take") and child.text == "home":
            return f"{base} home"
        if child.dep_ == "prt" or (
            child.dep_ == "advmod"
            and child.i == verb.i + 1
            and child.text in ("up", "off", "away", "over", "back")
        ):
            return f"{base} {child.text.lower()}"
    return base


Resolver = Callable[[Token], tuple[str, ...]]


def subject_of(verb: Token, depth: int = 0) -> Token | None:
    """The token of the subject, own or shared with the verb it hangs on."""
    around = [c for a in verb.children if a.dep_ in ("aux", "auxpass") for c in a.children]
    for child in (*verb.children, *around):
        if child.dep_ == "csubj" or (child.dep_ in ("nsubj", "nsubjpass") and child.pos_ != "VERB"):
            if child.text.lower() in ("who", "which", "that") and verb.dep_ == "relcl":
                return verb.head
            return child
    if depth > 6 or verb.head.i == verb.i:
        return None
    if (
        verb.dep_ == "acl"
        and verb.tag_ == "VBN"
        and verb.head.dep_ == "appos"
        and phrase.is_name(verb.head.head)
    ):
        return verb.head.head  # "Larch, a planner written in Go": Larch is
    about = verb.head.head if phrase.is_name(verb.head) else verb.head
    if (
        verb.dep_ == "acl"
        and verb.lemma_.lower() == "use"
        and {about.text.lower(), about.head.text.lower()} & _TALKS
    ):
        return verb.head  # a talk on Map Making using Go
    if verb.dep_ == "acl" and verb.tag_ in ("VBG", "VBN") and not _is_somebody(verb.head):
        above = owner(verb.head)
        return subject_of(above, depth + 1) if above is not None else None
    if verb.dep_ in ("relcl", "acl"):
        return verb.head if verb.dep_ == "acl" or not _object_relative(verb) else None
    if verb.dep_ in ("conj", "xcomp", "advcl", "ccomp", "pcomp", "dep", "prep", "acomp", "parataxis"):
        up = owner(verb.head)
        if up is None:
            return None
        if verb.dep_ in ("xcomp", "ccomp") and up.lemma_ in (
            "ask",
            "tell",
            "help",
            "let",
            "make",
            "want",
            "teach",
            "see",
        ):
            other = next((c for c in up.children if c.dep_ in ("dobj", "dative")), None)
            if other is not None:
                return other
        return subject_of(up, depth + 1)
    return None


_TALKS = frozenset(
    "talk webinar workshop lecture course book video article tutorial presentation seminar paper".split()
)


def _is_somebody(token: Token) -> bool:
    """ "a daughter studying law" is the daughter's; "a student at Delft, studying physics" the subject's."""
    word = token.text.lower()
    return (
        word in PRONOUN
        or word in PETS
        or (phrase.is_name(token) and token.dep_ not in ("pobj", "attr", "acomp"))
    )


def _object_relative(verb: Token) -> bool:
    return any(
        c.dep_ in ("nsubj", "nsubjpass") and c.text.lower() not in ("who", "which", "that")
        for c in verb.children
    )


def complements(clause: Clause) -> Iterator[Token]:
    """What the subject is said to be; lists and "Marta, 41, a nurse" spread out."""
    for child in clause.head.children:
        if (
            child.dep_ in ("attr", "acomp", "oprd", "npadvmod", "dobj", "ccomp", "advmod")
            and child.i > clause.head.i
        ):
            if child.dep_ in ("ccomp", "advmod") and not child.text[:1].isupper():
                continue
            yield child
            yield from _beside(child)


def _beside(token: Token) -> Iterator[Token]:
    """What is listed beside a complement or added to it: "Marta, 41, a nurse"."""
    for other in token.children:
        if other.dep_ in ("appos", "conj", "acl") and other.i > token.i:
            if other.pos_ in ("NOUN", "PROPN", "NUM", "ADJ"):
                yield other
            yield from _beside(other)


def object_of(clause: Clause, *words: str) -> Token | None:
    """Its direct object, if it is one of these words."""
    return next((t for t in clause.objects() if t.text.lower() in words), None)
