"""What of mine is what: relations, favourites, hobbies, goals, what I'm into.

Like `copula.py`: each pattern is a function from a clause to candidates, its examples in its docstring.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graphmem.extract.en import people, phrase, slots, taste, want
from graphmem.extract.en.clause import Clause, complements
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.people import People
from graphmem.extract.en.timing import Timing, each, timed
from graphmem.extract.en.words import (
    CONDITIONS,
    DIETS,
    LANGUAGES,
    NATIONALITIES,
    PETS,
    RELATIONS,
)
from graphmem.model import PERSON, Candidate

Pattern = Callable[[Clause, People], Iterator[Candidate]]


def relation(clause: Clause, found: People) -> Iterator[Candidate]:
    """My manager is Helen Brandt.   Tom isn't my brother.   Kim is a friend of mine.   My dog is called Rex."""
    timing = timed("state", clause)
    if timing is None or clause.subject is None:
        return
    word = people.kin(clause.subject)
    if word and clause.head.tag_ != "VBG":
        owner = found.owner(clause.subject)
        for token in complements(clause):
            if phrase.is_name(token) and not slots.denied(token) and owner and not _describes(token):
                for listed in phrase.listed(token):
                    new = phrase.text_of(phrase.run(listed))
                    found.remember(word, owner, new)
                    predicate = RELATIONS.get(word, "pet" if word in PETS else "")
                    if predicate:
                        yield timing.candidate(owner, predicate, new)
                return
    for token in complements(clause):
        word = people.kin(token)
        predicate = RELATIONS.get(word, "pet" if word in PETS else "")
        subject = clause.subject
        opening = subject.i == subject.sent.start and subject.text.istitle() and not list(subject.children)
        if predicate and (
            phrase.is_name(subject) or (opening and subject.pos_ == "NOUN" and not people.kin(subject))
        ):
            owner = found.owner(token)
            if owner and not any(c.text.lower() in ("like", "business") for c in token.children):
                for new in clause.subjects or (subject.text,):
                    yield timing.candidate(owner, predicate, new)
                    if timing.stance == "stated":
                        found.remember(word, owner, new)


def _describes(token: Token) -> bool:
    words = {t.text.lower() for t in phrase.run(token)}
    return bool(words & (NATIONALITIES | DIETS | CONDITIONS)) or any(c.dep_ == "det" for c in token.children)


def favourite(clause: Clause, found: People) -> Iterator[Candidate]:
    """My favorite band is Khruangbin.   Ramen is my favorite dish."""
    sides = [clause.subject] if clause.subject is not None else []
    values = [t for t in complements(clause) if t.dep_ not in ("appos",)]
    for noun, others in ((clause.subject, values), *((v, sides) for v in values)):
        if noun is None or not _favourite(noun) or any(t.text.lower() == "least" for t in noun.subtree):
            continue
        owner = next((found.resolve(c) for c in noun.children if c.dep_ == "poss"), (PERSON,))
        category = re.sub(
            r"(?i)\b(?:all-time |absolute )?favou?rites?\b *(?:kind of |type of )?", "", phrase.noun(noun)
        ).strip()
        category = category or next((phrase.noun(t) for t in noun.subtree if t.dep_ == "pobj"), "")
        timing = timed("state", clause)
        for value in others:
            text = taste.liked(value) if value.tag_ == "VBG" else phrase.noun(value)
            if value.text.lower() in _NO_FAVOURITE:
                continue
            if (
                timing
                and text
                and category.lower() not in ("", "of mine", "of ours", "mine")
                and not _PART_OF.match(category)
                and len(owner) == 1
                and not slots.denied(value)
            ):
                yield timing.candidate(owner[0], "favorite", text, category)
        return


_PART_OF = re.compile(r"(?:thing|part|one|bit|way|moment|memory|aspect|detail|section)s?\b", re.I)
"""What is liked best about something else: "my favorite part of the trip"."""
_NO_FAVOURITE = frozenset(
    "enough good great nice fun amazing awesome here there gone dead closed different hard available bad better best "
    "back out ready late expensive cheap new old broken boring perfect".split()
)


def _favourite(token: Token) -> bool:
    return any(re.fullmatch(r"(?i)favou?rites?", t.text) for t in (token, *token.lefts))


# what of mine is what: the subject's (or complement's) word → predicate
_MINE: dict[str, str] = {
    **dict.fromkeys("hobby hobbies pastime pastimes".split(), "hobby"),
    **dict.fromkeys("job occupation profession title position role".split(), "job_title"),
    **dict.fromkeys("hometown".split(), "hometown"),
    **dict.fromkeys("nationality citizenship".split(), "nationality"),
    **dict.fromkeys("employer".split(), "works_at"),
    **dict.fromkeys("major degree".split(), "studies"),
    **dict.fromkeys(
        "stack database editor ide browser framework shell distro backend frontend warehouse queue os".split(),
        "uses",
    ),
    **dict.fromkeys("birthday bday".split(), "birthday"),
    **dict.fromkeys("birthplace".split(), "born_in"),
    **dict.fromkeys("allergy allergies".split(), "allergic_to"),
    **dict.fromkeys("car bike motorcycle laptop camera phone tablet console".split(), "owns"),
    **dict.fromkeys("diet".split(), "diet"),
}


def mine(clause: Clause, found: People) -> Iterator[Candidate]:
    """Pottery is my hobby.   My birthday is March 14.   Our database is Postgres.   My first language is Thai."""
    values = list(complements(clause))
    if clause.head.tag_ == "VBG":
        values = [clause.head]
    subject = clause.subject
    if subject is not None and subject.text.lower() == "one":
        subject = next((t for t in subject.subtree if t.dep_ == "pobj"), subject)
    pairs = [(subject, values)] + [(v, [subject]) for v in values]
    for noun, others in pairs:
        predicate = _MINE.get(noun.text.lower(), "") if noun is not None else ""
        if (
            noun is not None
            and noun.text.lower() in ("language", "tongue")
            and any(c.text.lower() in ("native", "first", "mother", "second") for c in noun.children)
        ):
            predicate = "speaks"
        if not predicate or noun is None:
            continue
        owner = next((found.resolve(c) for c in noun.children if c.dep_ == "poss"), ())
        if len(owner) != 1:
            continue
        timing = timed("state", clause)
        for value in others:
            for token in phrase.listed(value) if value is not None else ():
                if predicate in ("owns", "uses", "job_title") and token.pos_ not in ("NOUN", "PROPN"):
                    continue
                text = _birthday(clause) if predicate == "birthday" else _value(token)
                if timing and text and not slots.denied(token):
                    plain = Timing("stated") if predicate == "birthday" else timing
                    yield plain.candidate(owner[0], predicate, text)
                if predicate == "birthday":
                    return
        if predicate == "birthday":
            text = _birthday(clause)
            if text and timing:
                yield Timing("stated").candidate(owner[0], predicate, text)
        return


_MINE_ONLY = frozenset({"mine", "ours"})


def belongs(clause: Clause, found: People) -> Iterator[Candidate]:
    """That narrowboat by the bridge is mine."""
    subject = clause.subject
    if subject is None or subject.pos_ not in ("NOUN", "PROPN") or people.kin(subject):
        return
    if any(t.text.lower() in _MINE_ONLY for t in complements(clause)):
        text = want.thing(subject)
        timing = timed("state", clause)
        if text and timing is not None:
            found.memory["thing"] = text
            yield timing.candidate(PERSON, "owns", text)


def _value(token: Token) -> str:
    return taste.gerund(token) if token.tag_ == "VBG" else want.named(token) or want.anything(token)


def _birthday(clause: Clause) -> str:
    from graphmem.dates import MONTHS

    doc = clause.head.doc
    months = "|".join(sorted(MONTHS, key=len, reverse=True))
    match = re.search(
        rf"(?i)(?:the )?\b(?:(?:{months})\.? \d\d?(?:st|nd|rd|th)?(?:,? \d{{4}})?|\d\d?(?:st|nd|rd|th)?(?: of)? "
        rf"(?:{months})\b(?:,? \d{{4}})?|\d{{4}}-\d\d-\d\d)",
        doc.text,
    )
    return match.group().removeprefix("the ") if match else ""


_GOALS = frozenset("goal goals aim dream ambition resolution objective target mission".split())


def goal(clause: Clause, found: People) -> Iterator[Candidate]:
    """My goal is to play in an orchestra.   One of my dreams is running a bakery."""
    subject = clause.subject
    if subject is not None and subject.text.lower() == "one":
        subject = next((t for t in subject.subtree if t.dep_ == "pobj"), subject)
    if subject is None or subject.text.lower() not in _GOALS | {"dreams", "aims", "ambitions", "resolutions"}:
        return
    owner = next((found.resolve(c) for c in subject.children if c.dep_ == "poss"), ())
    if clause.past and not clause.perfect:  # "my aim was to make people laugh"
        return
    verbs = [clause.head] if clause.head.tag_ == "VBG" else list(clause.head.children)
    for child in verbs:
        if (
            (child is clause.head or child.dep_ in ("xcomp", "ccomp", "attr", "acl", "advcl"))
            and child.pos_ in ("VERB", "AUX")
            and child.i >= clause.head.i
            and len(owner) == 1
            and not clause.refused
        ):
            child_text = phrase.action(child)
            if child_text:
                yield Timing("stated").candidate(owner[0], "goal", child_text)
            return


def keen(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm into climbing.   I'm a huge fan of techno.   I'm good at chess.   I'm fluent in Dutch."""
    for trigger, prep, predicate in _KEEN:
        for token in clause.preps(prep):
            before = [t.text.lower() for t in token.doc[max(0, token.i - 3) : token.i]]
            if trigger not in before if trigger else token.head.i != clause.head.i:
                continue
            governed = phrase.pobj(token)
            for thing in phrase.listed(governed) if governed is not None else ():
                if thing.i == token.i + 1 or thing.pos_ != "ADJ":
                    yield from _keen_on(clause, predicate, thing)


def _keen_on(clause: Clause, predicate: str, thing: Token) -> Iterator[Candidate]:
    fill = {"likes": taste.liked, "friend": want.person, "spouse": want.person, "partner": want.person}
    text = fill.get(predicate, want.anything)(thing)
    if predicate == "skilled_in" and thing.text.lower() in LANGUAGES:
        predicate = "speaks"
    timing = timed("begin" if clause.lemma == "get" else "state", clause)
    if timing is not None and timing.stance == "negated" and predicate == "likes":
        predicate, timing = "dislikes", Timing("stated")
    yield from each(clause, timing, predicate, text)


_KEEN: tuple[tuple[str, str, str], ...] = (
    ("fan", "of", "likes"),
    ("fond", "of", "likes"),
    ("crazy", "about", "likes"),
    ("keen", "on", "likes"),
    ("obsessed", "with", "likes"),
    ("passionate", "about", "likes"),
    ("good", "at", "skilled_in"),
    ("great", "at", "skilled_in"),
    ("decent", "at", "skilled_in"),
    ("fluent", "in", "skilled_in"),
    ("proficient", "in", "skilled_in"),
    ("experienced", "in", "skilled_in"),
    ("experienced", "with", "skilled_in"),
    ("good", "with", "skilled_in"),
    ("friends", "with", "friend"),
    ("skilled", "in", "skilled_in"),
    ("skilled", "at", "skilled_in"),
    ("expert", "in", "skilled_in"),
    ("expert", "at", "skilled_in"),
    ("married", "to", "spouse"),
    ("engaged", "to", "partner"),
    ("", "into", "likes"),
)


PATTERNS: tuple[Pattern, ...] = (relation, favourite, mine, goal, keen, belongs)


def read(clause: Clause, found: People) -> Iterator[Candidate]:
    """Candidates of a clause whose verb is "be", or whose activity the parser took for the verb."""
    if clause.refused:
        return
    if clause.going:  # "my hobby is restoring radios", "my goal is learning to swim"
        yield from mine(clause, found)
        yield from goal(clause, found)
    elif clause.lemma == "get" and clause.has("married", "engaged", "obsessed"):
        yield from keen(clause, found)
    elif clause.lemma.split()[0] == "be":
        for pattern in PATTERNS:
            yield from pattern(clause, found)
