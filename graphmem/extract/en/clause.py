"""Clauses: each verb of a sentence with who, whether, when; the patterns work on these.

Example: "I might move to Oslo next year" → verb `move`, subjects ("user",), stance tentative,
when 2027. A clause that asserts nothing (asked, imagined, claimed by somebody else) carries the
reason in `refused`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.extract import dates_en
from graphmem.extract.dates_en import When
from graphmem.extract.en import phrase
from graphmem.extract.en.nlp import Doc, Token
from graphmem.extract.en.words import PETS, PRONOUN, SAY, TECH
from graphmem.model import Stance

# Verbs that take another verb, and what they make of it.
PLANS = frozenset("plan intend decide arrange book schedule go prepare set sign".split())
MAYBES = frozenset(
    "think consider contemplate ponder debate hope toy mull look explore flirt tempt lean wonder".split()
)
ENDS = frozenset("stop quit cease give drop".split())
STARTS = frozenset(
    "start begin take keep continue get finish end manage happen tend seem resume finally love enjoy like hate".split()
)
DESIRES = frozenset("want need would like try ask have wish aim dream".split())

_MAYBE_WORDS = frozenset("maybe perhaps possibly probably potentially might".split())
_TENTATIVE_AUX = frozenset({"might", "may", "could"})
_LEFT = frozenset("if unless suppose supposing assuming imagine pretend whether".split())


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
            if child.dep_ in ("dobj", "attr", "oprd", "dative") or (
                child.dep_ in ("npadvmod", "advmod", "ccomp", "appos", "dep")
                and child.i == self.head.i + 1
                and phrase.is_name(child)
            ):
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
    if token.dep_ == "xcomp" and token.head.text.lower() == "allergic":
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
_LEMMAS = {"'m": "be", "'s": "be", "'re": "be", "'ve": "have", "hates": "hate", "hated": "hate", "left": "leave", "wed": "marry"}
_SAME_IN_PAST = frozenset("quit put shut let cut read hit split".split())


def lemma(verb: Token) -> str:
    """The verb's lemma with a particle next to it or its own: "grow up", "move off"."""
    base = _LEMMAS.get(verb.text.lower(), verb.lemma_.lower())
    for child in verb.children:
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
    for child in verb.children:
        if child.dep_ in ("nsubj", "nsubjpass", "csubj") and child.pos_ != "VERB":
            return child
    if depth > 6 or verb.head.i == verb.i:
        return None
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


def _is_somebody(token: Token) -> bool:
    """ "a daughter studying law" is the daughter's; "a student at Delft, studying physics" the subject's."""
    word = token.text.lower()
    return word in PRONOUN or word in PETS or phrase.is_name(token) and token.dep_ not in ("pobj", "attr", "acomp")


def _object_relative(verb: Token) -> bool:
    return any(
        c.dep_ in ("nsubj", "nsubjpass") and c.text.lower() not in ("who", "which", "that")
        for c in verb.children
    )


def clauses(doc: Doc, at: datetime, resolve: Resolver) -> list[Clause]:
    """All clauses of a parsed sentence, in order."""
    found: dict[int, Clause] = {}
    for token in doc:
        if is_clause(token):
            found[token.i] = _clause(token, resolve)
    for token in doc:
        up = owner(token)
        if up is not None:
            found[up.i].tokens.append(token)
    for clause in found.values():
        clause.at = at
        _mood(clause, found)
    _date(doc, at, found)
    return list(found.values())


def _clause(verb: Token, resolve: Resolver) -> Clause:
    subject = subject_of(verb)
    if subject is not None and subject.text.lower() in ("who", "which", "that") and verb.dep_ == "relcl":
        subject = verb.head
    names = resolve(subject) if subject is not None else ()
    if not names and (subject is None or _opens(verb)) and _speaks_of_self(verb):
        names, subject = ("user",), None
    return Clause(verb, lemma(verb), names, subject)


def _opens(verb: Token) -> bool:
    """Whether a verb hangs on the gerund that opens the sentence: "Thinking of moving …, nothing decided"."""
    chain = [verb, *verb.ancestors]
    return any(t.tag_ == "VBG" and t.i == t.sent.start for t in chain)


_BARE = frozenset("love hate live enjoy adore loathe".split())


def _speaks_of_self(verb: Token) -> bool:
    """A sentence without a subject is the speaker's when it cannot be an order: "went vegan"."""
    root = verb
    if root.tag_ == "VBG" and root.i == root.sent.start:
        return True
    while root.dep_ in ("conj", "xcomp", "pcomp", "advcl", "prep", "ccomp") and root.head.i != root.i:
        root = root.head
        if root.tag_ == "VBG" and root.i == root.sent.start:
            return True
    if any(c.dep_ in ("nsubj", "nsubjpass", "expl") for c in root.children):
        return False
    if root.tag_ in ("VBD", "VBG", "VBN"):
        return True
    return root.lemma_ in _BARE and root.i <= root.sent.start + 1


def _mood(clause: Clause, found: dict[int, Clause]) -> None:
    """Tense and stance from auxiliaries, adverbs and the verbs above."""
    verb = clause.head
    aux = [c for c in verb.children if c.dep_ in ("aux", "auxpass")]
    words = [c.text.lower() for c in aux]
    _tense(clause, aux, words)
    adverbs = {c.text.lower() for c in verb.children if c.dep_ in ("advmod", "neg", "intj", "npadvmod")}
    negated = any(
        c.dep_ == "neg" or c.text.lower() in ("not", "n't", "never", "neither", "hardly")
        for c in verb.children
    )
    if _TENTATIVE_AUX & set(words) and "be able" not in verb.sent.text:
        clause.stance = "tentative" if "could" not in words else clause.stance
        clause.refused = clause.refused or ("a possibility only" if "could" in words else "")
    if {"would", "'d", "should", "must"} & set(words):
        had = any(w == "'d" and a.head.tag_ == "VBN" for w, a in zip(words, aux, strict=True))
        clause.refused = "" if had else "hypothetical"
    if _MAYBE_WORDS & adverbs or _opens_with_maybe(verb):
        clause.stance = "tentative"
    if negated:
        clause.stance = "negated" if clause.stance == "stated" else clause.stance
    if _no_longer(clause, negated):
        clause.stance = "ended"
    _from_above(clause, found)
    _conditions(clause)


def _tense(clause: Clause, aux: list[Token], words: list[str]) -> None:
    verb = clause.head
    if {"will", "'ll", "shall", "wo", "gonna"} & set(words):
        clause.future = True
        clause.stance = "planned"
    have = {"have", "has", "'ve", "had"} & set(words) or any(a.lemma_ == "have" for a in aux)
    clause.perfect = bool(have)
    did = any(a.text.lower() == "did" for a in aux)
    passive_past = any(a.text.lower() in ("was", "were", "got") for a in aux)
    bare = verb.tag_ == "VBN" and not aux and verb.dep_ not in ("acl", "advcl")
    clause.past = not have and (verb.tag_ == "VBD" or did or passive_past or bare)
    if verb.text.lower() in _SAME_IN_PAST and not aux and verb.tag_ in ("VBP", "VB", "VBN"):
        clause.past = True
    clause.going = (
        verb.tag_ == "VBG"
        and any(a.lemma_ == "be" or a.text in ("'m", "'re", "'s") for a in aux)
        and not have
    )
    if not aux and verb.tag_ == "VBG" and verb.dep_ == "ROOT":
        clause.going = True
    if verb.dep_ == "conj" and not aux and is_clause(verb.head) and verb.tag_ in ("VBN", "VBG", "VB"):
        heads = {c.text.lower() for c in verb.head.children if c.dep_ == "aux"}
        if {"will", "'ll"} & heads:
            clause.future, clause.stance = True, "planned"
        clause.perfect = clause.perfect or bool({"have", "has", "'ve"} & heads and verb.tag_ == "VBN")
        clause.going = clause.going or (verb.tag_ == "VBG" and verb.head.tag_ == "VBG")


def _opens_with_maybe(verb: Token) -> bool:
    first = verb.sent[0].text.lower()
    return (
        first in _MAYBE_WORDS
        and verb.dep_ in ("ROOT", "ccomp")
        and verb.sent[0].head.i in (verb.i, verb.head.i)
    )


def _no_longer(clause: Clause, negated: bool) -> bool:
    text = clause.head.sent.text.lower()
    near = " ".join(t.text.lower() for t in clause.tokens)
    if "no longer" in near or (negated and any(w in near.split() for w in ("anymore", "longer"))):
        return True
    return negated and ("any more" in near or "anymore" in text and clause.head.dep_ == "ROOT")


def _above(clause: Clause, found: dict[int, Clause]) -> Clause | None:
    verb = clause.head
    if (
        verb.dep_ not in ("xcomp", "ccomp", "pcomp", "advcl", "acl", "conj", "dobj", "prep", "attr", "acomp")
        or verb.head.i == verb.i
    ):
        return None
    up = owner(verb.head)
    return found.get(up.i) if up is not None else None


def _from_above(clause: Clause, found: dict[int, Clause]) -> None:
    """What a governing verb makes of this one: "thinking of moving", "plan to get", "used to live"."""
    verb, above = clause.head, _above(clause, found)
    if above is None:
        return
    governor = above.lemma.split()[0]
    has_subject = any(c.dep_ in ("nsubj", "nsubjpass") for c in verb.children)
    if above.refused and verb.dep_ in ("xcomp", "ccomp", "pcomp"):
        clause.refused = clause.refused or above.refused
    if verb.dep_ == "conj":
        if (
            not has_subject
            and above.stance in ("tentative", "planned", "ended")
            and verb.tag_ not in ("VBD", "VBP", "VBZ")
        ):
            clause.stance, clause.future = above.stance, above.future
            clause.refused = clause.refused or above.refused
        return
    if verb.dep_ == "ccomp" and has_subject:
        _reported(clause, above, governor)
        return
    if verb.dep_ in ("xcomp", "pcomp", "ccomp", "dobj") or (verb.dep_ == "advcl" and governor == "go"):
        _controlled(clause, above, governor)


def _reported(clause: Clause, above: Clause, governor: str) -> None:
    """ "I think I'm allergic" is tentative; "my aunt says I'm ill" is a claim by somebody else."""
    if governor not in SAY and governor not in ("know", "see", "notice", "mean", "be"):
        return
    parataxis = clause.head.i < above.head.i and not any(c.dep_ == "mark" for c in clause.head.children)
    if above.subjects == ("user",) or not above.subjects:
        if (
            governor in ("think", "guess", "believe", "suspect", "suppose", "assume")
            and clause.stance == "stated"
        ):
            clause.stance = "negated" if above.stance == "negated" else "tentative"
        elif governor in ("wish", "dream", "imagine", "pretend", "joke", "doubt", "wonder", "hope"):
            clause.refused = "hypothetical"
        return
    if governor in SAY and not (parataxis and governor == "be"):
        same = set(clause.subjects) <= set(above.subjects) and bool(clause.subjects)
        if not same or "user" in clause.subjects:
            clause.refused = "said by somebody else"


def _controlled(clause: Clause, above: Clause, governor: str) -> None:
    above.used = True
    clause.past = clause.past or above.past
    clause.perfect = clause.perfect or above.perfect
    clause.desired = above.desired or governor in DESIRES
    clause.begun = governor in ("start", "begin")
    was = {c.text.lower() for c in above.head.children if c.dep_ == "aux"}
    if governor == "go" and was & {"was", "were"}:
        clause.refused = "a plan given up"
    elif governor == "have":
        clause.refused = clause.refused or ("" if above.past else "an obligation")
    elif above.stance == "negated":
        clause.refused = "not meant to happen"
    elif governor == "use" and above.head.text.lower() == "used":
        clause.stance, clause.past = ("ended", False)
    elif above.stance in ("tentative", "ended"):
        clause.stance = above.stance
    elif governor in MAYBES and not (governor == "look" and clause.head.dep_ != "pcomp"):
        clause.stance = "tentative"
    elif governor in PLANS and not (governor == "go" and not above.going):
        clause.stance = "planned"
    elif governor in ENDS:
        clause.stance = "ended"
    elif governor in STARTS:
        clause.stance = above.stance
        clause.going = clause.going or above.going
    elif governor in DESIRES:
        clause.refused = clause.refused or "a wish"
    if clause.stance in ("planned", "tentative"):
        clause.past, clause.future = False, True


def _conditions(clause: Clause) -> None:
    """Nothing under "if", and no conclusion drawn from it, is a fact."""
    verb = clause.head
    chain = [verb, *verb.ancestors]
    for token in chain:
        marks = [c.text.lower() for c in token.children if c.dep_ in ("mark", "advmod")]
        if _LEFT & set(marks) and token.dep_ != "ROOT" or "if" in marks:
            clause.refused = clause.refused or "hypothetical"
        if (
            token.lemma_ in ("imagine", "suppose", "pretend")
            and token.tag_ in ("VB", "VBP")
            and token.i != verb.i
        ):
            clause.refused = clause.refused or "hypothetical"
        if token.dep_ in ("relcl", "acl"):
            break
    if clause.future and any(
        c.dep_ == "advcl" and any(g.text.lower() in _LEFT for g in c.children)
        for t in chain[:2]
        for c in t.children
    ):
        clause.refused = clause.refused or "hypothetical"


def _date(doc: Doc, at: datetime, found: dict[int, Clause]) -> None:
    starts = {token.idx: token for token in doc}
    for clause in found.values():
        ahead = (
            any(c.text.lower() == "getting" for c in clause.head.children) or clause.stance in ("planned", "tentative") or clause.going or clause.head.tag_ in ("VBP", "VBZ")
        )
        for when in dates_en.find(doc.text, at, ahead=ahead and not clause.perfect):
            token = _token_at(doc, starts, when)
            up = owner(token) if token is not None else None
            if up is not None and up.i == clause.head.i:
                clause.whens.append(when)
    for clause in found.values():
        above = _above(clause, found) if clause.head.dep_ in ("xcomp", "pcomp", "ccomp") else None
        below = [c for c in found.values() if c.head.dep_ == "xcomp" and c.head.head.i == clause.head.i]
        nearby = clause.whens or (above.whens if above else []) or [w for c in below for w in c.whens]
        clause.whens = nearby
        clause.when = nearby[0] if nearby else None


def _token_at(doc: Doc, starts: dict[int, Token], when: When) -> Token | None:
    inside = [t for t in doc if when.start <= t.idx < when.end]
    for token in inside:
        if token.head not in inside:
            return token
    return inside[0] if inside else None
