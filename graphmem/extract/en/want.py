"""What may fill a slot: a place, a person, a tool …; each filter takes a token, gives the text or ''."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from graphmem.extract.en import people, phrase
from graphmem.extract.en.kit import known_tech, tech, tool
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.taste import gerund, liked
from graphmem.extract.en.words import (
    BUSINESS,
    CONDITIONS,
    DIETS,
    HERE,
    IDLE_PLACES,
    LANGUAGES,
    LASTING_THINGS,
    NATIONALITIES,
    NOT_EMPLOYERS,
    NOT_LIKED,
    NOT_SUBJECTS,
    PETS,
    PLACES,
    SCHOOL,
    TECH,
    THINGS_OWNED,
    is_job,
)


def _proper(token: Token) -> bool:
    return phrase.is_name(token) or (
        token.ent_type_ in ("GPE", "LOC", "FAC") and token.pos_ in ("PROPN", "NOUN")
    )


def _idle(token: Token) -> bool:
    """ "Home", "the city"; but not the last word of "Cape Town"."""
    return token.text.lower() in IDLE_PLACES and (not phrase.is_name(token) or len(phrase.run(token)) == 1)


def place(token: Token) -> str:
    """Bologna, the Netherlands, New York; not "a village" or "my head"."""
    if named(token) and token.pos_ == "NOUN":
        return named(token)
    if not _proper(token) or _idle(token) or token.ent_type_ in ("DATE", "TIME"):
        return ""
    text = phrase.noun(token)
    if text.lower() in TECH and text.lower() not in PLACES:
        return ""
    return (
        ""
        if re.search(
            r"(?i)\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|boulevard|blvd|court|way|close|crescent|terrace|"
            r"gardens|grove|mews|row|hill|place|walk|alley|quay|parade|strasse|straße)\b\.?$|\d",
            text,
        )
        else text
    )


def town(token: Token) -> str:
    """A place that the parser knows to be one."""
    text = place(token)
    return text if text.lower().removeprefix("the ") in PLACES or token.ent_type_ in ("GPE", "LOC") else ""


def known_place(token: Token) -> str:
    text = place(token)
    return text if text.lower().removeprefix("the ") in PLACES else ""


def home(token: Token) -> str:
    text = place(token)
    return "" if token.text.lower() in NATIONALITIES or SCHOOL.search(text) else text


def org(token: Token) -> str:
    """Northwind Logistics; also an unnamed employer: "a hospital"."""
    if token.pos_ not in ("NOUN", "PROPN") and not _proper(token):
        return ""
    office = token.text.lower() == "office" and any(c.text.lower() in _OFFICES for c in token.children)
    if (_idle(token) and not office) or token.like_num or people.kin(token):
        return ""
    if any(c.dep_ == "poss" for c in token.children) and not _proper(token):
        return ""
    text = phrase.noun(token)
    if text.lower() in _ANY_EMPLOYER or _EVENT.search(token.doc[token.i : token.i + 5].text):
        return ""
    return text if (_proper(token) and token.text[:1].isupper()) or not _DEED.search(text) else ""


_OFFICES = frozenset(
    "post law tax registry patent ticket notary council surveyor lawyer mayor dentist box".split()
)
_EVENT = re.compile(r"\b(?:events?|[Ff]estival|fair|marathon|gala|fundraiser|hackathon|parade)\b")
_ANY_EMPLOYER = frozenset(
    "company firm place business employer organization organisation corporation boss peanuts tips".split()
)
_DEED = re.compile(
    r"(?<!univers)(?<!commun)(?<!char)(?<!facil)(?<!author)(?<!\bc)(?:ity|ness|completion|experience|change|position|"
    r"purpose|goal|dream|deadline|event|life|hours?|pay|money|free|minimum|fun|living|reason)s?$",
    re.I,
)
"""What one works for or at without being employed by it: "quality", "minimum pay", "an event"."""


def company(token: Token) -> str:
    """A named employer, not a school or a tool."""
    text = phrase.noun(token) if _proper(token) else ""
    return (
        ""
        if not text
        or SCHOOL.search(text)
        or _CLUB.search(text)
        or token.ent_type_ in ("DATE", "TIME")
        or text.lower() in TECH
        else text
    )


_CLUB = re.compile(
    r"\b(?:association|club|society|choir|league|community|meetup|church|gym|forum|guild|orchestra|challenge)$",
    re.I,
)
"""What one joins without being employed by it."""


def firm(token: Token) -> str:
    """A company, where a town could stand too: "I left Contoso", not "I left Madrid"."""
    return "" if known_place(token) or token.ent_type_ == "GPE" else company(token)


def employer(token: Token) -> str:
    """What one can retire from: "the post office", "Litware"; not "work" or "my job"."""
    if any(c.dep_ == "poss" for c in token.children) and not _proper(token):
        return ""
    if token.text.lower() == "office" and any(c.dep_ == "compound" for c in token.children):
        return phrase.noun(token)
    return "" if token.lemma_.lower() in NOT_EMPLOYERS else org(token)


def school(token: Token) -> str:
    text = phrase.noun(token) if _proper(token) else ""
    return text if text and SCHOOL.search(text) else ""


def campus(token: Token) -> str:
    """Where one is enrolled: a name, "a polytechnic"; not "the library"."""
    text = org(token)
    return text if text and (_proper(token) or SCHOOL.search(text)) else ""


def named(token: Token) -> str:
    """The name in "a guy named Theo", "a village near Kosice called Medzev", "my old flame, Dana"."""
    if token.pos_ != "NOUN":
        return ""
    for later in token.doc[token.i + 1 : token.i + 6]:
        if (
            later.text in ("called", "named")
            and later.i + 1 < len(token.doc)
            and phrase.is_name(later.nbor())
        ):
            return phrase.text_of(phrase.run(later.nbor()))
        if later.pos_ in ("VERB", "AUX", "CCONJ"):
            break
    beside = next((c for c in token.children if c.dep_ == "appos" and phrase.is_name(c)), None)
    return phrase.text_of(phrase.run(beside)) if beside is not None else ""


def person(token: Token) -> str:
    if named(token):
        return named(token)
    return phrase.noun(token) if phrase.is_name(token) and token.text.lower() not in TECH else ""


def human(token: Token) -> str:
    """A person's name by the parser's own judgement: "I work with Priya", not "with Kafka"."""
    return person(token) if token.ent_type_ == "PERSON" else ""


def job(token: Token) -> str:
    """After "as": whatever it says; "team lead", "head of marketing"."""
    if token.pos_ not in ("NOUN", "PROPN") or token.text.lower() in IDLE_PLACES:
        return ""
    return phrase.noun(token)


def occupation(token: Token) -> str:
    text = job(token)
    head = re.split(r" (?:of|for|in) ", text)[0]
    return text if text and is_job(head) else ""


def project(token: Token) -> str:
    """Project Atlas, the Atlas project, a named product."""
    if token.text.lower() in ("project", "app", "library", "product") and any(
        phrase.is_name(c) for c in token.lefts
    ):
        names = [c for c in token.lefts if phrase.is_name(c)]
        return phrase.text_of(phrase.run(names[-1]))
    name = next(
        (
            g
            for c in token.children
            if c.dep_ == "acl" and c.text in ("called", "named")
            for g in c.children
            if phrase.is_name(g)
        ),
        None,
    )
    if name is not None:
        return phrase.text_of(phrase.run(name))
    text = phrase.noun(token) if phrase.is_name(token) else ""
    return "" if text.lower() in TECH or token.ent_type_ == "DATE" else text


def subject(token: Token) -> str:
    if (
        token.text.lower() in NOT_SUBJECTS
        or token.pos_ not in ("NOUN", "PROPN", "VERB", "ADJ")
        or token.text.lower() in HERE
    ):
        return ""
    if token.text.lower() in ("language", "subject", "topic", "course", "material", "chapter") and not any(
        c.dep_ == "compound" for c in token.children
    ):
        return ""
    if token.tag_ == "NNS" and not _FIELDS.search(token.text):  # "studying the characters and themes"
        return ""
    return phrase.noun(token)


_FIELDS = re.compile(
    r"(?:ics|studies|sciences|arts|systems|relations|languages|communications|humanities|"
    r"resources|affairs|classics|letters|technologies)$",
    re.I,
)


def animal(token: Token) -> str:
    """An unnamed pet by its kind; a named one is introduced by its name."""
    kind = people.kin(token)
    if kind not in PETS or any(c.text.lower() in ("no", "any") for c in token.children):
        return ""
    return phrase.noun(token)


def diet(token: Token) -> str:
    text = phrase.unglue(token.text)
    return text if text.lower() in DIETS else ""


def regimen(token: Token) -> str:
    """the keto of "a keto diet\""""
    if diet(token):
        return diet(token)
    if token.text.lower() != "diet":
        return ""
    named = [c for c in token.lefts if c.dep_ in ("amod", "compound", "nmod")]
    return phrase.text_of(list(token.doc[named[0].left_edge.i : token.i])) if named else ""


def condition(token: Token) -> str:
    text = phrase.noun(token)
    words = text.lower().split()
    if words and f"{words[-1]}'s" in CONDITIONS:
        return f"{text}'s"
    if words[-2:] == ["blood", "pressure"]:
        return text
    return (
        text
        if words
        and (
            words[-1] in CONDITIONS
            or words[0] in CONDITIONS
            or re.search(r"(?:itis|osis|emia|phobia|algia)$", words[-1])
        )
        else ""
    )


def language(token: Token) -> str:
    if token.text.lower() == "bit":
        token = next((t for t in token.subtree if t.text.lower() in LANGUAGES), token)
    return token.text if token.text.lower() in LANGUAGES else ""


_NOT_SKILLS = frozenset(
    "more new much something anything lots lot things thing stuff lesson lessons ropes truth news way ways how name "
    "few ton tons bunch deal names fact facts story stories value importance basics details history skill skills "
    "instrument book books recipe recipes technique techniques trick tricks language languages subject method methods "
    "lyrics song songs concept concepts difference hobby craft tip tips resource resources".split()
)


def skill(token: Token) -> str:
    """Something one learns, not "a lot" or "that…"."""
    if (
        token.lemma_ in ("learn", "study")
        or token.text.lower() in _NOT_SKILLS
        or token.tag_ in ("JJR", "RBR")
    ):
        return ""
    if any(c.text.lower() in ("these", "those", "this", "that", "all", "your") for c in token.children):
        return ""
    if token.tag_ == "VBG":
        return gerund(token)
    if token.pos_ not in ("NOUN", "PROPN", "ADJ", "X") or token.text.lower() in NOT_LIKED or token.like_num:
        return ""
    if token.pos_ == "ADJ" and not token.text[:1].isupper():  # "learning Danish - hard but lovely"
        return ""
    verb = next((t for t in token.ancestors if t.pos_ == "VERB"), token)
    known = token.text.lower() in LANGUAGES | TECH or phrase.is_name(token)
    if known or verb.lemma_ not in ("pick", "practice", "practise"):
        return phrase.noun(token)
    return phrase.noun(token) if _is_art(token) else ""


def _is_art(token: Token) -> bool:
    """What is picked up or practised as a skill: "fencing", "the cello"; not "a book", "some apples", "my serve"."""
    if token.dep_ == "conj" and any(c.dep_ == "poss" for c in token.head.children):
        return False
    counted = token.tag_ in ("NNS", "NNPS") or any(
        c.dep_ in ("poss", "nummod", "prep") or c.text.lower() in ("a", "an", "some", "any", "few", "several")
        for c in token.children
    )
    definite = any(c.text.lower() == "the" for c in token.children)
    return not counted and (not definite or token.text.lower() in LASTING_THINGS)


def thing(token: Token) -> str:
    if (
        token.pos_ not in ("NOUN", "PROPN")
        or token.like_num
        or people.kin(token)
        or token.text.lower() in NOT_LIKED
    ):
        return ""
    model = next((c for c in token.children if c.dep_ == "appos" and phrase.is_name(c)), None)
    if model is not None and model.ent_type_ not in (
        "DATE",
        "PERSON",
        "GPE",
        "TIME",
    ):  # "a van, a Ford Transit"
        return phrase.text_of(phrase.run(model))
    return re.sub(
        r"(?i)^(?:(?:old|used|vintage|ancient|small|big|large|huge|tiny|cheap|fancy) )+(?=\w)",
        "",
        phrase.noun(token),
    )


def possession(token: Token) -> str:
    text = thing(token)
    return (
        text
        if text
        and (
            {text.lower().split()[-1], text.lower().split()[-1].removesuffix("s")} & THINGS_OWNED
            or text.lower().split()[0] in THINGS_OWNED
        )
        else ""
    )


def brand(token: Token) -> str:
    return possession(token) or thing(token) if phrase.is_name(token) else ""


def business(token: Token) -> str:
    if named(token):
        return named(token)
    text = thing(token)
    return text if text and text.lower().split()[-1] in BUSINESS else ""


def anything(token: Token) -> str:
    if token.tag_ == "VBG" and token.dep_ in ("pcomp", "dobj", "xcomp", "pobj", "conj"):
        return gerund(token)
    if token.lemma_.lower() in ("area", "field", "aspect", "topic") and not any(
        c.dep_ == "compound" for c in token.children
    ):
        return ""
    return phrase.noun(token) if token.pos_ in ("NOUN", "PROPN", "ADJ", "X") else ""


WANTS: Mapping[str, Callable[[Token], str]] = {"any": anything} | {
    fill.__name__: fill
    for fill in (
        place, town, home, org, employer, company, firm, human, brand, known_place, known_tech, school, campus, person,
        job, occupation, project, subject, animal, liked, diet, regimen, condition, language, skill, tech,
        tool, thing, possession, business,
    )
}  # fmt: skip
