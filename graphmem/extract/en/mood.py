"""Whether a clause asserts, and how: tense, negation, doubt, plans, and what other verbs make of it.

"I'm thinking of moving" is tentative; "I used to smoke" has ended; "my aunt says I'm ill" asserts nothing.
"""

from __future__ import annotations

import re
from datetime import datetime

from graphmem.extract import dates_en
from graphmem.extract.dates_en import When
from graphmem.extract.en.clause import Clause, Resolver, is_clause, lemma, owner, subject_of
from graphmem.extract.en.nlp import Doc, Token
from graphmem.extract.en.words import SAY

# Verbs that take another verb, and what they make of it.
PLANS = frozenset("plan intend decide arrange book schedule go prepare set sign".split())
MAYBES = frozenset(
    "think consider contemplate ponder debate hope toy mull look explore flirt tempt lean wonder".split()
)
ENDS = frozenset("stop quit cease give drop".split())
STARTS = frozenset(
    "start begin take keep continue get finish end manage happen tend seem resume finally love enjoy like hate".split()
)
DESIRES = frozenset("want need would like try ask have wish aim dream train".split())
_MAYBE_WORDS = frozenset("maybe perhaps possibly probably potentially might".split())
_TENTATIVE_AUX = frozenset({"might", "may", "could"})
_INCLINED = frozenset(
    "interested open curious keen afraid scared worried concerned anxious unsure interest curiosity".split()
)
_EAGER = frozenset("excited nervous thrilled stoked".split())
_IN_GENERAL = frozenset(
    "cost standard quality price way art joy challenge pro con benefit advantage disadvantage importance downside "
    "experience reality risk aspect".split()
)
_BRIEFLY = re.compile(r"\b(?:hours?|minutes?|time)\b", re.I)
_FEIGNED = frozenset("pretend refuse fail forget decline avoid hesitate claim act threaten".split())
_LEFT = frozenset("if unless suppose supposing assuming imagine pretend whether".split())
_SAME_IN_PAST = frozenset("quit put shut let cut read hit split".split())


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
    ) or (clause.subject is not None and any(c.text.lower() == "neither" for c in clause.subject.children))
    if _TENTATIVE_AUX & set(words) and "be able" not in verb.sent.text:
        clause.stance = "tentative" if "could" not in words else clause.stance
        clause.refused = clause.refused or ("a possibility only" if "could" in words else "")
    if {"would", "'d", "should", "must"} & set(words):
        had = any(w == "'d" and a.head.tag_ == "VBN" for w, a in zip(words, aux, strict=True))
        clause.refused = "" if had else "hypothetical"
    if clause.perfect and _TENTATIVE_AUX & set(words):  # "might not have found"
        clause.refused = clause.refused or "a possibility only"
    if verb.dep_ in ("csubj", "csubjpass") or (
        verb.dep_ == "nsubj" and verb.tag_ == "VBG"
    ):  # "running a shop is hard"
        clause.refused = clause.refused or "said of it in general"
    if _MAYBE_WORDS & adverbs or _opens_with_maybe(verb):
        clause.stance = "tentative"
    if adverbs & {"almost", "nearly", "barely"}:
        clause.refused = clause.refused or "did not happen"
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
    return negated and ("any more" in near or ("anymore" in text and clause.head.dep_ == "ROOT"))


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
    if verb.dep_ == "pcomp" and verb.head.head.text.lower() in ("process", "middle"):
        clause.stance, clause.past, clause.future = "planned", False, True
        return
    if verb.dep_ == "pcomp" and verb.head.head.lemma_.lower() in _IN_GENERAL:  # "the cost of living in Bern"
        clause.refused = clause.refused or "said of it in general"
    if verb.dep_ == "pcomp" and verb.head.head.text.lower() in _INCLINED:  # "interested in visiting Crete"
        clause.refused = clause.refused or "a mood"
    if verb.dep_ == "pcomp" and verb.head.head.text.lower() in _EAGER:  # "excited about moving to Oslo"
        clause.stance, clause.past, clause.future = "planned", False, True
    if above.lemma in ("make", "get") and clause.lemma in ("think", "want", "feel", "wonder"):
        clause.refused = clause.refused or "a mood"
    governor = above.lemma.split()[0]
    has_subject = any(c.dep_ in ("nsubj", "nsubjpass") for c in verb.children)
    if above.refused and verb.dep_ in ("xcomp", "ccomp", "pcomp"):
        wish = (
            above.refused == "hypothetical" and governor in ("like", "love") and above.subjects == ("user",)
        )
        clause.refused = clause.refused or ("a wish" if wish else above.refused)
    if verb.dep_ == "conj":
        if (
            not has_subject
            and above.stance in ("tentative", "planned", "ended")
            and verb.tag_ not in ("VBD", "VBP", "VBZ")
        ):
            clause.stance, clause.future = above.stance, above.future
            clause.refused = clause.refused or above.refused
        if not has_subject and verb.tag_ == "VB" and above.head.tag_ == "VB":
            clause.refused = clause.refused or (above.refused if above.refused != "a wish" else "")
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
    if parataxis and any(c.dep_ == "ccomp" and c.i > above.head.i for c in above.head.children):
        return  # "I'm planning to camp, so I think I'll …": another sentence, not what is thought
    if governor in SAY and above.stance in ("tentative", "planned") and governor != "think":
        clause.refused = clause.refused or "hypothetical"
    if above.subjects == ("user",) or above.subject is None:
        if (
            governor in ("think", "guess", "believe", "suspect", "suppose", "assume")
            and clause.stance == "stated"
        ):
            clause.stance = "negated" if above.stance == "negated" else "tentative"
        elif governor in (
            "read",
            "hear",
            "wish",
            "dream",
            "imagine",
            "pretend",
            "joke",
            "doubt",
            "wonder",
            "hope",
        ):
            clause.refused = "hypothetical"
        return
    if governor in SAY and not (parataxis and governor == "be"):
        same = set(clause.subjects) <= set(above.subjects) and bool(clause.subjects)
        if not same or "user" in clause.subjects:
            clause.refused = "said by somebody else"


def _controlled(clause: Clause, above: Clause, governor: str) -> None:
    above.used = clause.head.dep_ != "pcomp" or clause.head.head.text.lower() not in (
        "after",
        "before",
        "without",
    )
    clause.past = clause.past or above.past
    clause.perfect = clause.perfect or above.perfect
    clause.desired = above.desired or governor in DESIRES
    clause.begun = governor in ("start", "begin")
    was = {c.text.lower() for c in above.head.children if c.dep_ == "aux"}
    if governor == "go" and was & {"was", "were"}:
        clause.refused = "a plan given up"
    elif governor in _FEIGNED:
        clause.refused = "did not happen"
    elif governor == "spend" and _BRIEFLY.search(above.head.sent.text):  # "I spent two hours studying it"
        clause.refused = clause.refused or "a doing of the day"
    elif governor == "help":
        clause.refused = clause.refused or "not yet so"
    elif governor == "need" and above.stance == "tentative":  # "I think I need to work on it"
        clause.refused = clause.refused or "an obligation"
    elif governor == "have":
        clause.refused = clause.refused or ("" if above.past else "an obligation")
    elif above.stance == "negated":
        clause.refused = "not meant to happen"
    elif (
        governor == "use"
        and above.head.text.lower() == "used"
        and not any(c.dep_ == "dobj" for c in above.head.children)  # "I used it to buy a bike"
    ):
        clause.stance, clause.past = ("ended", False)
    elif above.stance in ("tentative", "ended"):
        clause.stance = above.stance
    elif governor == "work" and clause.head.dep_ == "pcomp":  # "still working on opening a shop"
        clause.refused = clause.refused or "not yet so"
    elif governor == "look" and any(t.text.lower() == "forward" for t in above.tokens):
        clause.refused = clause.refused or "a mood"
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
        if (_LEFT & set(marks) and token.dep_ != "ROOT") or "if" in marks:
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
    if any(c.dep_ == "csubj" for c in verb.children):
        return False
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


def _date(doc: Doc, at: datetime, found: dict[int, Clause]) -> None:
    verbs: dict[int, Token | None] = {}
    for clause in found.values():
        ahead = (
            any(c.text.lower() == "getting" for c in clause.head.children)
            or clause.stance in ("planned", "tentative")
            or clause.going
            or clause.head.tag_ in ("VBP", "VBZ")
            or (clause.head.dep_ == "acomp" and clause.head.head.text.lower() == "getting")
            or (clause.head.tag_ == "VB" and clause.stance == "stated" and not clause.past)
            or (
                clause.head.tag_ == "VBG"
                and clause.head.dep_ == "advcl"
                and clause.lemma in ("start", "begin")
            )
        )
        for when in dates_en.find(
            doc.text, at, ahead=ahead and (not clause.perfect or clause.stance in ("planned", "tentative"))
        ):
            if when.start not in verbs:
                token = _token_at(doc, when)
                verbs[when.start] = owner(token) if token is not None else None
            up = verbs[when.start]
            if up is not None and up.i == clause.head.i:
                clause.whens.append(when)
    for clause in found.values():
        if clause.head.dep_ == "acl" and clause.lemma in ("call", "name"):  # "a firm called Kestrel in 2021"
            up = owner(clause.head.head)
            if up is not None:
                found[up.i].whens.extend(clause.whens)
    for clause in found.values():  # "repaint the boat shed on Sunday": the date hangs on "shed" in the parse
        if clause.head.dep_ == "acl" and clause.head.tag_ == "VBN":
            up = owner(clause.head.head)
            if up is not None and not found[up.i].whens and found[up.i].stance in ("planned", "tentative"):
                ahead_of = {w.start: w for w in dates_en.find(doc.text, at, ahead=True)}
                found[up.i].whens.extend(ahead_of.get(w.start, w) for w in clause.whens)
    for clause in found.values():
        above = _above(clause, found) if clause.head.dep_ in ("xcomp", "pcomp", "ccomp") else None
        below = [c for c in found.values() if c.head.dep_ == "xcomp" and c.head.head.i == clause.head.i]
        nearby = clause.whens or (above.whens if above else []) or [w for c in below for w in c.whens]
        clause.whens = nearby
        clause.when = nearby[0] if nearby else None


def _token_at(doc: Doc, when: When) -> Token | None:
    inside = [t for t in doc if when.start <= t.idx < when.end]
    for token in inside:
        if token.head not in inside:
            return token
    return inside[0] if inside else None
