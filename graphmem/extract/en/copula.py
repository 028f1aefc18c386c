"""Facts that "be" states: who somebody is, where from, how old, what of mine is what.

Each pattern is a function from a clause to candidates, its examples in its docstring; `PATTERNS`
is the order in which they are tried, and all that fit are taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graphmem.extract.en import phrase, slots, want
from graphmem.extract.en.clause import Clause, complements
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.people import People
from graphmem.extract.en.timing import Timing, each, say, timed
from graphmem.extract.en.words import (
    CONDITIONS,
    DIETS,
    FICTIONAL,
    LANGUAGES,
    NATIONALITIES,
    PARTS,
    PETS,
    RELATIONS,
    STUDENT,
    TECH,
    is_job,
)
from graphmem.model import PERSON, Candidate

Pattern = Callable[[Clause, People], Iterator[Candidate]]


OLDEST = 120


def name(clause: Clause, found: People) -> Iterator[Candidate]:
    """I'm Marta.   My name is Noor Haddad.   Her name is Waffles (of the pet just spoken of)."""
    subject = clause.subject
    is_called = subject is not None and subject.text.lower() in ("name", "nickname")
    if (
        subject is not None
        and subject.text.lower() == "it"
        and re.search(r"(?i)\bmy name\b", clause.head.sent.text)
    ):
        for token in complements(clause):
            if phrase.is_name(token) and clause.stance == "stated" and not slots.denied(token):
                yield Timing("stated").candidate(PERSON, "name", phrase.text_of(phrase.run(token)))
        return
    if not is_called and clause.subjects != (PERSON,):
        return
    for token in complements(clause):
        if (
            not phrase.is_name(token)
            or slots.denied(token)
            or any(c.dep_ in ("det", "poss") for c in token.children)
            or not (is_called or _adjacent(clause.head, token))
        ):
            continue
        words = [t.text.lower() for t in phrase.run(token)]
        if is_job(" ".join(words)) or (
            set(words) & (NATIONALITIES | DIETS | CONDITIONS | LANGUAGES | TECH) and not is_called
        ):
            continue
        if clause.stance == "negated" or clause.past or any(t.like_num for t in phrase.run(token)):
            continue
        owner = (
            found.resolve(poss)[:1]
            if is_called
            and subject is not None
            and (poss := next((c for c in subject.children if c.dep_ == "poss"), None)) is not None
            else ()
        )
        kind = owner[0].rsplit("'s ", 1) if owner and "'s " in owner[0] else []
        if kind and (relation_of := RELATIONS.get(kind[1], "pet" if kind[1] in PETS else "")):
            new = phrase.text_of(phrase.run(token))
            found.remember(kind[1], kind[0], new)
            yield Candidate(kind[0], relation_of, new, confidence=0.9, replaces=kind[1])
            return
        predicate = (
            "nickname" if is_called and subject is not None and subject.text.lower() == "nickname" else "name"
        )
        timing = timed("state", clause)
        for who in owner or clause.subjects:
            if timing is not None:
                yield timing.candidate(who, predicate, phrase.text_of(phrase.run(token)))
        return


def _adjacent(verb: Token, token: Token) -> bool:
    """Whether only adverbs stand between "I'm" and a name: in "I'm here for you, Mel" Mel is spoken to."""
    between = verb.doc[verb.i + 1 : phrase.run(token)[0].i]
    return all(t.text.lower() in _BEFORE_A_NAME for t in between)


_BEFORE_A_NAME = frozenset("just also actually called named , : really simply still new".split())


def age(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm 34.   He's 65 years old.   I'm Marta, 41, a nurse.   (My kids are 4 and 7: whose is which?)"""
    if clause.past and not any(w.valid_at for w in clause.whens):  # "when I was 16"
        return
    if clause.subject is not None and any(ch.isdigit() for ch in clause.subject.text):
        return
    if any(
        re.search(r"(?:^| )[A-Z]{1,4}$", who) for who in clause.subjects
    ):  # "angle B is 40", "the area of ABC is 12"
        return
    for token in complements(clause):
        left = token.doc[token.left_edge.i : token.i].text if token.pos_ == "NOUN" else ""
        spelled = re.search(r"\b(\d{1,3})[- ]years?[- ]old\b", left)
        if spelled:
            yield from say(clause, "state", "age", spelled.group(1))
            return
        number = _years(token, clause)
        following = token.doc[clause.head.i + 1]
        if (
            following.like_num
            and following.i + 1 < len(token.doc)
            and following.nbor().text in ("and", "but", ",")
        ):
            number = following
        if (
            number is None
            or slots.denied(number)
            or any(c.dep_ == "conj" and c.like_num for c in number.children)
        ):
            continue
        plausible = re.fullmatch(r"\d{1,3}", number.text) and 0 < int(number.text) <= OLDEST
        if plausible and number.dep_ in ("attr", "acomp", "nummod", "appos", "npadvmod", "conj", "dep"):
            yield from say(clause, "state", "age", number.text)
            return


_OPERATORS = frozenset("× * + − / ÷ = ^ % < >".split())


def _years(token: Token, clause: Clause) -> Token | None:
    """The number in "65 years old", or a bare one with nothing counted after it."""
    if token.text.lower() in ("old", "years", "year", "yo", "y/o"):
        if "old" not in {t.text.lower() for t in clause.tokens} and "of age" not in clause.head.sent.text:
            return None
        return next((c for t in token.subtree for c in t.children if c.dep_ == "nummod"), None)
    if token.dep_ == "conj" and token.head.like_num:
        return None
    following = token.nbor() if token.i + 1 < len(token.doc) else token
    if following.pos_ in ("NOUN", "SYM", "PROPN") and following.i > token.i:
        return None
    if following.text in _OPERATORS:  # "5P3 is 5 × 4 × 3"
        return None
    return token


def nationality(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm Brazilian.   She's a Dutch nurse.   I'm half Irish, half Polish."""
    for token in complements(clause):
        for word in (token, *[c for c in token.lefts if c.dep_ in ("amod", "compound")]):
            if (
                word.text.lower() in NATIONALITIES
                and word.text[:1].isupper()
                and not slots.denied(word)
                and _of_person(word, token)
                and (word.text.lower() not in _PEOPLES or any(c.dep_ == "det" for c in word.children))
            ):
                yield from say(clause, "state", "nationality", word.text)


_PEOPLES = frozenset(
    "finn pole scot dane swede turk brit spaniard kiwi basque".split()
)  # also names, or else


def _of_person(word: Token, head: Token) -> bool:
    return (
        word.i == head.i
        or is_job(head.text)
        or head.text.lower() in ("citizen", "national", "guy", "girl", "woman", "man", "expat", "immigrant")
    )


def diet(clause: Clause, _: People) -> Iterator[Candidate]:
    """I've been vegetarian for six years.   My wife is a vegan."""
    for token in complements(clause):
        text = want.diet(token)
        if text and not slots.denied(token):
            yield from say(clause, "state", "diet", text)
    for text in slots.fill(clause, "on", "regimen"):
        yield from say(clause, "state", "diet", text)


def allergy(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm allergic to peanuts and cats."""
    for token in clause.tokens:
        if token.text.lower() == "allergic":
            for prep in (t for t in clause.tokens if t.text == "to" and t.i > token.i):
                governed = phrase.pobj(prep)
                if governed is None and prep.tag_ == "TO":
                    governed = prep.head
                for thing in phrase.listed(governed) if governed is not None else ():
                    yield from say(clause, "state", "allergic_to", _allergen(thing))
                return


def _allergen(token: Token) -> str:
    """Also "animals with fur", which "animals" would not say; "reptiles" of "most reptiles"."""
    text = re.sub(
        r"(?i)^(?:most|many|some|certain|all|any) (?:kinds? of |types? of )?", "", phrase.noun(token)
    )
    following = token.nbor() if token.i + 1 < len(token.doc) else token
    governed = phrase.pobj(following) if following.text == "with" else None
    return f"{text} with {phrase.noun(governed)}" if governed is not None else text


def condition(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm dyslexic.   My son is autistic."""
    for token in complements(clause):
        zodiac = token.text == "Cancer" and any(c.dep_ == "det" for c in token.children)
        if token.text.lower() in CONDITIONS and not (slots.denied(token) or token.dep_ == "appos" or zodiac):
            yield from say(clause, "state", "has_condition", phrase.unglue(token.text))


def job(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm a dental hygienist at Contoso, from Leeds.   I've been a nurse since 2021."""
    for token in complements(clause):
        if slots.denied(token):
            continue
        where = [t for t in token.subtree if t.dep_ == "prep" and owner_noun(t) == token.i] + list(
            clause.preps("at", "for", "from")
        )
        text = phrase.noun(token) if token.pos_ in ("NOUN", "PROPN") else ""
        head = re.split(r" (?:of|for|in) ", text)[0]
        student = token.text.lower() in STUDENT
        if any(c.text.lower() in _JUDGED for c in token.children):  # "such a gifted poet"
            continue
        if not text or not (is_job(head) or student) or any(c.dep_ == "poss" for c in token.children):
            continue
        if is_job(head) and not student and _indefinite(token, clause):
            change = timed("state", clause)
            title, firm = (*text.split(" of ", 1), "")[:2]
            if firm[:1].isupper() and is_job(title):  # CTO of Pinewood Labs
                yield from each(clause, change, "works_at", firm)
                text = title
            yield from each(clause, change, "job_title", _without_nationality(token, text))
            yield from _places(clause, where, "works_at")
        elif student:
            yield from _places(clause, where, "studies_at")
            field = re.sub(
                r"(?i)^(?:\w+[- ])?(?:year|time|uni|school|college|university|exchange|phd|graduate|grad|master's|"
                r"masters) ?|\b\w+-year ?",
                "",
                text.rsplit(" ", 1)[0],
            )
            if " " in text and field and field.lower() not in STUDENT:
                yield from say(clause, "state", "studies", field)


_JUDGED = frozenset(
    "great good bad terrible awful nice lousy wonderful amazing horrible decent better best worst fine tough "
    "strict natural born excellent superb terrific talented skilled such what "
    "quite inspiring gifted talented brilliant incredible fantastic true".split()
)


def owner_noun(prep: Token) -> int:
    head = prep.head
    return int(head.i)


def _without_nationality(token: Token, text: str) -> str:
    words = text.split()
    while len(words) > 1 and (
        words[0].lower() in NATIONALITIES
        or words[0].lower() in ("retired", "former", "freelance-ish", "year-old")
        or words[0][0].isdigit()
    ):
        words = words[1:]
    return " ".join(words)


def _indefinite(token: Token, clause: Clause) -> bool:
    """ "a nurse", "head of marketing"; not "the nurse" whom everybody sees."""
    dets = [c.text.lower() for c in token.lefts if c.dep_ == "det"]
    if clause.subject is not None and clause.subject.text.lower() in ("it", "this", "that", "here", "there"):
        return False
    return not dets or dets[0] in ("a", "an") or bool(list(clause.preps("at", "for", "of")))


def _places(clause: Clause, preps: list[Token], predicate: str) -> Iterator[Candidate]:
    for prep in preps:
        governed = phrase.pobj(prep)
        if governed is None or prep.text not in ("at", "for", "with"):
            continue
        text = want.org(governed)
        if prep.text == "with" and not phrase.is_name(governed):  # "a cook with a sharp tongue"
            continue
        if text and governed.ent_type_ not in ("DATE", "TIME"):
            yield from say(clause, "state", predicate, text)
            return


def origin(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm from Winnipeg.   im a line cook from Winnipeg.   My parents are from Peru."""
    if clause.subject is None and not clause.subjects:
        return
    for prep in clause.preps("from"):
        governed = phrase.pobj(prep)
        if (
            governed is None
            or not clause.subjects
            or slots.within(clause, prep, "in", "of", "on", "with", "about")
        ):
            continue
        text = want.home(governed)
        if (
            text
            and not any(ch.isdigit() for ch in text)
            and (not slots.denied(prep) or clause.stance == "negated")
        ):
            yield from say(clause, "state", "hometown", text)


_FANS = frozenset("fan lover enthusiast addict nerd buff junkie geek fanatic aficionado".split())


def speaker_or_user(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm a native Catalan speaker.   I'm an advanced Photoshop user.   I'm self-employed as a potter."""
    for token in complements(clause):
        predicate = {"speaker": "speaks", "user": "uses"}.get(token.text.lower(), "")
        for left in token.lefts if predicate else ():
            if left.text.lower() in (LANGUAGES if predicate == "speaks" else TECH):
                yield from say(clause, "state", predicate, left.text)
        if token.text.lower() in _FANS and not slots.denied(token):
            of = [c for c in token.lefts if c.dep_ in ("compound", "nmod") or phrase.is_name(c)]
            if of and of[0].text.lower() not in PARTS:
                yield from say(
                    clause, "state", "likes", phrase.text_of(list(token.doc[of[0].i : of[-1].i + 1]))
                )
    for text in slots.fill(clause, "as", "occupation"):
        yield from say(clause, "state", "job_title", text)
    if clause.subject is not None and clause.subject.text.lower() in PARTS:  # our backend is in Rust
        for text in slots.fill(clause, "in|on", "known_tech"):
            yield from say(clause, "state", "uses", text)


def stayed(clause: Clause, found: People) -> Iterator[Candidate]:
    """We've been in Tartu since 2017.   I've been at Contoso for five years.   (I lived in Bern.) Now I'm in Graz."""
    if clause.perfect and any(w.since for w in clause.whens):
        for text in slots.fill(clause, "at|with", "org"):
            if text[:1].isupper():
                yield from say(clause, "state", "works_at", text)
    left = found.memory.get("left", "") if clause.has("now", "currently") and not clause.past else ""
    if left or (clause.perfect and any(w.since for w in clause.whens)):
        for text in slots.fill(clause, "in", "town" if left else "place"):
            yield from say(clause, "state", "lives_in", text)


PATTERNS: tuple[Pattern, ...] = (
    name, age, nationality, diet, allergy, condition, job, origin,     stayed,
    speaker_or_user,
)  # fmt: skip


def read(clause: Clause, found: People) -> Iterator[Candidate]:
    """Candidates of a clause whose verb is "be" (or "turn" with an age)."""
    if clause.refused or any(c.dep_ == "expl" for c in clause.head.children):  # "there is a singer who …"
        return
    if clause.subject is not None and clause.subject.text.lower() in FICTIONAL:
        return
    if clause.lemma == "turn":
        yield from _turned(clause)
        return
    if clause.lemma.split()[0] != "be":
        return
    for pattern in PATTERNS:
        yield from pattern(clause, found)


def _turned(clause: Clause) -> Iterator[Candidate]:
    """My dad turned 70 on Sunday.   I'm turning 30 in May.   (A year after turning 40 is no age.)"""
    if clause.head.dep_ == "pcomp":
        return
    for token in clause.head.children:
        if re.fullmatch(r"\d{1,3}", token.text) and int(token.text) <= OLDEST and token.i > clause.head.i:
            yield from say(clause, "begin", "age", token.text)
