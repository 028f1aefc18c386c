"""Idioms about people and animals: names, couples, deaths, who lives with whom.

Like `idioms.py`: each pattern is a function from a clause to candidates, its examples in its docstring.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from graphmem.extract.en import people, phrase, slots
from graphmem.extract.en.clause import Clause, object_of
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.people import People
from graphmem.extract.en.timing import Change, Timing, say, timed
from graphmem.extract.en.words import NATIONALITIES, PETS, RELATIONS, WHICH_ONE, is_job
from graphmem.model import PERSON, Candidate, Stance


def called(clause: Clause, found: People) -> Iterator[Candidate]:
    """Everyone calls me Beto.   I go by Sam.   My friends call me Ali.   I'm known as Zed."""
    lemma = clause.lemma.split()[0]
    names: list[Token] = []
    whom: tuple[str, ...] = ()
    if lemma in ("call", "nickname", "dub"):
        given = [
            c
            for c in clause.head.children
            if c.i > clause.head.i and c.dep_ in ("dobj", "oprd", "dative", "ccomp", "nsubj", "xcomp", "attr")
        ]
        inner = [t for t in clause.head.subtree if t.i > clause.head.i]
        target = next((t for t in inner if t.text.lower() in ("me", "him", "her", "us")), None)
        if (
            clause.subject is not None
            and people.kin(clause.subject)
            and any(c.dep_ == "nsubjpass" for c in clause.head.children)
        ):
            return
        passive = any(c.dep_ == "nsubjpass" for c in clause.head.children)
        if (
            target is not None
            and not clause.refused
            and clause.subject is not None
            and clause.subject.text.lower() != "you"
        ):
            whom, names = found.resolve(target), [t for t in inner if t.i > target.i and _nameish(t)]
        elif passive and given:
            whom, names = clause.subjects, [t for t in given if _nameish(t)]
    elif lemma in ("go", "know"):
        for prep in clause.preps("by", "as"):
            governed = phrase.pobj(prep)
            if governed is not None and _nameish(governed):
                whom, names = clause.subjects, [governed]
    for who in whom:
        if names and clause.stance in ("stated", "ended") and who != "assistant":
            timing = Timing(clause.stance)
            yield timing.candidate(who, "nickname", phrase.text_of(phrase.run(names[0])))


def _nameish(token: Token) -> bool:
    small = not re.search(r"\b(?!I\b)[A-Z]", token.doc.text)  # all in small letters
    if small and token.is_alpha and token.dep_ == "oprd" and token.pos_ in ("NOUN", "PROPN", "ADJ", "X"):
        return not is_job(token.text) and not people.kin(token)
    return phrase.is_name(token) or (token.text[:1].isupper() and token.is_alpha and token.i > 0)


Idiom = Callable[[Clause, People], Iterator[Candidate]]


def named_pet(clause: Clause, found: People) -> Iterator[Candidate]:
    """My dog is called Rex.   We named her Luna.   Our puppy is named Waffles."""
    if clause.lemma not in ("call", "name") or clause.subject is None or clause.refused:
        return
    passive = any(c.dep_ == "nsubjpass" for c in clause.head.children)
    if clause.head.dep_ == "acl" or not (passive or clause.subjects == (PERSON,)):
        return
    if clause.subject.text.lower() in ("project", "app", "product", "startup", "tool", "library", "service"):
        yield from _named_thing(clause, found)
        return
    word = people.kin(clause.subject)
    if clause.subject.text.lower() == "one" and any(
        c.text.lower() in WHICH_ONE for c in clause.subject.children
    ):
        word = found.memory.get("group", "")
        owner = PERSON
    names = [
        c
        for c in clause.head.children
        if c.dep_ in ("oprd", "dobj", "attr", "npadvmod", "advmod") and c.i > clause.head.i and _nameish(c)
    ]
    if clause.subject.text.lower() != "one":
        owner = found.owner(clause.subject) if word else ""
    relation = "pet" if word in PETS else RELATIONS.get(word, "")
    if names and owner and relation:
        text = phrase.text_of(phrase.run(names[-1]))
        found.remember(word, owner, text)
        for one in phrase.listed(names[-1]):
            yield from _of(owner, clause, relation, phrase.text_of(phrase.run(one)))
    elif (
        names
        and clause.subjects == (PERSON,)
        and any(c.text.lower() in ("her", "him", "it") for c in clause.head.subtree)
    ):
        kind = found.memory.get("it", "")
        if kind.startswith(f"{PERSON}'s "):
            new = Timing("stated").candidate(PERSON, "pet", phrase.text_of(phrase.run(names[-1])))
            yield replace(new, replaces=kind.removeprefix(f"{PERSON}'s "))


def _named_thing(clause: Clause, found: People) -> Iterator[Candidate]:
    """My side project is called Halcyon.   Our app is called Lantern: then "it" is Lantern."""
    assert clause.subject is not None
    names = [c for c in clause.head.children if c.dep_ == "oprd" and _nameish(c)]
    mine = any(c.text.lower() in ("my", "our", "the") for c in clause.subject.children)
    if names and mine:
        text = phrase.text_of(phrase.run(names[0]))
        found.memory["it"] = text
        if clause.subject.text.lower() == "project":
            yield Timing("stated").candidate(PERSON, "works_on", text)


def _of(owner: str, clause: Clause, relation: str, text: str) -> Iterator[Candidate]:
    timing = timed("state", clause)
    if timing is not None:
        stance = "stated" if timing.stance == "ended" and clause.stance == "stated" else timing.stance
        yield Timing(stance).candidate(owner, relation, text)


def ended_by_death(clause: Clause, found: People) -> Iterator[Candidate]:
    """My dog Rufus died in 2023.   Our cat Pixel passed away last week."""
    if clause.lemma not in ("die", "pass", "pass away") or clause.refused or clause.subject is None:
        return
    animal = clause.subject
    if not people.kin(animal) and animal.i:  # our cat Tofu
        animal = animal.nbor(-1)
    word = people.kin(animal)
    if word in PETS and (clause.past or clause.perfect):
        owner = found.owner(animal) or found.owner(clause.subject)
        start = clause.when.valid_at if clause.when is not None else None
        for name in clause.subjects if owner else ():
            kind = name if not name.startswith(f"{owner}'s ") else name.removeprefix(f"{owner}'s ")
            yield Timing("ended", None, start).candidate(owner, "pet", kind)


def couple(clause: Clause, _: People) -> Iterator[Candidate]:
    """Alex and I broke up two months ago.   Sam and I got married in 2019.   Kim and I are engaged."""
    if PERSON not in clause.subjects or len(clause.subjects) != 2 or clause.refused:
        return
    other = next(s for s in clause.subjects if s != PERSON)
    if other.startswith(f"{PERSON}'s "):
        return
    words = {t.text.lower() for t in clause.tokens}
    kinds: tuple[tuple[str, set[str], Change], ...] = (
        (
            "partner",
            {"broke", "split"} if clause.lemma in ("break up", "split up", "split", "break") else set(),
            "end",
        ),
        ("spouse", {"divorced", "separated"}, "end"),
        ("spouse", {"married"}, "begin"),
        ("partner", {"engaged", "dating"}, "state"),
    )
    for predicate, triggers, change in kinds:
        if triggers & words:
            when = clause.when
            start = when.valid_at if when is not None else None
            if change == "end":
                yield Timing("ended", None, start).candidate(PERSON, predicate, other)
            elif clause.stance in ("planned", "tentative") or (change == "begin" and _ahead(clause)):
                stance = clause.stance if clause.stance != "stated" else "planned"
                yield Timing(stance, start).candidate(PERSON, predicate, other)
            else:
                yield Timing("stated", start).candidate(PERSON, predicate, other)
            return


def _ahead(clause: Clause) -> bool:
    return clause.going or any(c.text.lower() == "getting" for c in clause.head.children)


def passport(clause: Clause, _: People) -> Iterator[Candidate]:
    """I hold a Swiss passport.   I have Irish citizenship."""
    held = object_of(
        clause, "passport", "passports", "citizenship", "citizenships", "nationality", "nationalities"
    )
    if held is not None and clause.lemma in ("have", "hold", "get", "carry"):
        for token in clause.tokens:
            if token.text.lower() in NATIONALITIES and token.text[:1].isupper():
                change: Change = "begin" if clause.lemma == "get" and not clause.perfect else "state"
                yield from say(clause, change, "nationality", token.text)


def wedding(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm getting married in June (to nobody named)."""
    if clause.lemma != "marry" or clause.refused or not clause.subjects or list(clause.preps("to")):
        return
    ahead = clause.stance in ("planned", "tentative") or _ahead(clause)
    if ahead and not list(clause.objects()) and len(clause.subjects) == 1:
        stance: Stance = clause.stance if clause.stance in ("planned", "tentative") else "planned"
        start = clause.when.valid_at if clause.when is not None else None
        yield Timing(stance, start).candidate(clause.subjects[0], "plans_to", "get married")


def together(clause: Clause, found: People) -> Iterator[Candidate]:
    """I live with my girlfriend Chloe in Brighton: Chloe lives there too."""
    if clause.lemma != "live" or clause.refused:
        return
    places = list(slots.fill(clause, "in|at", "place"))
    for prep in clause.preps("with"):
        governed = phrase.pobj(prep)
        timing = timed("state", clause)
        if governed is None or people.kin(governed) in PETS:
            continue
        for name in found.resolve(governed):
            for place in places:
                if timing is not None and name not in clause.subjects:
                    yield timing.candidate(name, "lives_in", place)


_TASTES = frozenset("like love hate dislike enjoy adore loathe despise detest".split())
_DISTASTES = frozenset("hate dislike loathe despise detest".split())


def same_taste(clause: Clause, found: People) -> Iterator[Candidate]:
    """My brother hates olives, but I love them."""
    if clause.lemma not in _TASTES or not found.memory.get("liked"):
        return
    if any(t.text.lower() in ("them", "it") for t in clause.objects()):
        predicate = "dislikes" if clause.lemma in _DISTASTES else "likes"
        for text in found.memory["liked"].split("\n"):
            yield from say(clause, "state", predicate, text)


IDIOMS: tuple[Idiom, ...] = (
    called, named_pet, ended_by_death, couple, passport, wedding, together, same_taste,
)  # fmt: skip


def read(clause: Clause, found: People) -> Iterator[Candidate]:
    """Candidates of one clause by every idiom that fits."""
    for idiom in IDIOMS:
        yield from idiom(clause, found)
