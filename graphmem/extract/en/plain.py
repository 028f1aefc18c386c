"""Facts said without a verb: labels, lists and fragments.

Examples: "Favorite band: Khruangbin."; "Allergic to nuts."; "Vegan for five years."; "From Leeds."
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from graphmem.dates import MONTHS
from graphmem.extract.dates_en import find
from graphmem.extract.en import people, phrase
from graphmem.extract.en.clause import Clause
from graphmem.extract.en.nlp import Doc
from graphmem.extract.en.people import People
from graphmem.extract.en.timing import Timing
from graphmem.extract.en.words import DIETS, HERE, NOT_NAMES, PETS, RELATIONS, is_job
from graphmem.model import PERSON, Candidate

_MONTHS = "|".join(sorted(MONTHS, key=len, reverse=True))
_LABEL = re.compile(
    r"^\W*(?:my )?(?P<label>[A-Za-z][\w' /\u2011-]{1,40}?)\s*[:=]\s*(?P<value>[^:]{1,120}?)[.!;]*$", re.I
)
_LABELS: dict[str, str] = {
    **dict.fromkeys(("name", "full name", "my name"), "name"),
    **dict.fromkeys(("nickname", "nick"), "nickname"),
    "age": "age",
    **dict.fromkeys(("birthday", "date of birth", "dob", "born"), "birthday"),
    **dict.fromkeys(("job", "job title", "occupation", "profession", "role", "title"), "job_title"),
    **dict.fromkeys(("employer", "company", "workplace"), "works_at"),
    **dict.fromkeys(
        ("city", "location", "home", "based in", "live in", "lives in", "living in", "residence"), "lives_in"
    ),
    "hometown": "hometown",
    "nationality": "nationality",
    **dict.fromkeys(("hobby", "hobbies", "interests"), "hobby"),
    **dict.fromkeys(("allergy", "allergies", "allergic to"), "allergic_to"),
    "diet": "diet",
    **dict.fromkeys(("language", "languages", "speaks"), "speaks"),
    **dict.fromkeys(("stack", "tech stack", "our stack", "tools", "editor", "database", "ide"), "uses"),
    **dict.fromkeys(("major", "studying", "field of study"), "studies"),
    **dict.fromkeys(("university", "school", "college"), "studies_at"),
    **dict.fromkeys(("likes", "loves"), "likes"),
    **dict.fromkeys(("dislikes", "hates"), "dislikes"),
    **dict.fromkeys(("pet", "pets"), "pet"),
    **dict.fromkeys(("goal", "goals"), "goal"),
}


_GOAL_LABEL = re.compile(
    r"^(?:(?:long[- ]term|big|biggest|main|life|lifetime|next|ultimate|personal|career) )*"
    r"(?:goals?|dreams?|ambitions?|aims?)"
    r"(?: (?:for|in|of) (?:(?:this|next|the) year|\d{4}|life))?$"
)


def labelled(text: str) -> Iterator[Candidate]:
    """Favorite band: Khruangbin.   Job: nurse.   Languages: Dutch, Farsi."""
    for part in re.split(r"[.;]\s+|\n", text):
        match = _LABEL.match(part.strip())
        if not match:
            continue
        label, value = match["label"].lower().strip().replace("\u2011", "-"), match["value"].strip(" .")
        label = _GOAL_LABEL.sub("goal", label)
        favourite = re.fullmatch(r"favou?rite (?P<what>.+)", label)
        predicate = "favorite" if favourite else _LABELS.get(label, "")
        if not predicate:
            continue
        for item in (
            re.split(r",\s*(?:and )?|\s+and\s+|\s+&\s+", value)
            if predicate not in ("name", "goal", "birthday")
            else [value]
        ):
            item = re.sub(r"^(?:an?|the) ", "", item.strip())
            if item and len(item.split()) <= 6:
                yield Timing("stated").candidate(
                    PERSON, predicate, item, favourite["what"] if favourite else ""
                )


def fragments(doc: Doc, at: datetime, found: People) -> Iterator[Candidate]:
    """Vegan for five years.   Allergic to nuts.   Nurse from Leeds.   Two cats and a hamster."""
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is None or root.pos_ in ("VERB", "AUX") or len(doc) > 14:
        return
    when = next(iter(find(doc.text, at)), None)
    timing = Timing(
        "stated", when.valid_at if when is not None and when.since else None, None, bool(when and when.since)
    )
    if any(t.dep_ == "neg" or t.text.lower() in ("not", "no") for t in doc):
        return
    first = doc[0]
    if first.text.lower() in DIETS:
        yield timing.candidate(PERSON, "diet", first.text)
    if first.text.lower() == "allergic" and len(doc) > 2 and doc[1].text == "to":
        governed = phrase.pobj(doc[1])
        for thing in phrase.listed(governed) if governed is not None else ():
            yield timing.candidate(PERSON, "allergic_to", phrase.noun(thing))
    if (
        first.text.lower() == "from"
        and len(doc) < 6
        and len(doc) > 1
        and phrase.is_name(doc[1])
        and doc[1].ent_type_ in ("GPE", "LOC")
    ):
        yield timing.candidate(PERSON, "hometown", phrase.text_of(phrase.run(doc[1])))
    text = phrase.noun(root) if root.pos_ == "NOUN" else ""
    bare = first.i == root.left_edge.i and not any(c.dep_ in ("det", "poss") for c in root.children)
    if (
        text
        and is_job(text)
        and bare
        and any(c.text.lower() in ("from", "at", "by", "in") for c in root.children)
    ):
        yield timing.candidate(PERSON, "job_title", text)
    if root.pos_ == "NOUN":
        for token in phrase.listed(root):
            if (
                people.kin(token) in PETS
                and token.i not in found.named
                and any(
                    c.dep_ in ("det", "nummod") and c.text.lower() in ("a", "an", "one", "two", "three")
                    for c in token.children
                )
            ):
                yield timing.candidate(PERSON, "pet", phrase.noun(token))


_SIGNED = re.compile(
    r"^(?P<a>[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)?) here\b(?!'| (?:is|are|was|were)\b)|^(?P<c>[a-zà-ÿ]{3,}) "
    r"here(?=[,.!(]|$)|"
    r"^[Tt]his is (?P<b>[A-Z][a-zà-ÿ]+)(?: from\b| speaking|[.!,]|$)"
)
_NOT_SIGNED = frozenset(
    "looky lookie look see come stay sit yes hey ok right over up down out in not only same and but so now new "
    "just still here's welcome somebody someone anyone "
    "everyone nobody nothing everything something back over near live living work working posted based born me him "
    "her them you what where who how why when this that it's i'm we're they're noob newbie newcomer lurker user "
    "again alone also always already amazing awesome crazy cool fine good great happy hot cold mom mum dad mother "
    "father teacher nurse student american".split()
)


def signed(text: str) -> Iterator[Candidate]:
    """Greta here, I have a question.   This is Omar from accounting.   odalys here"""
    match = _SIGNED.match(text)
    name = next((g for g in match.groups() if g), "") if match else ""
    lower = name.lower()
    if (
        name
        and lower not in _NOT_SIGNED
        and not is_job(lower)
        and lower not in NOT_NAMES | HERE | RELATIONS.keys()
    ):
        yield Timing("stated").candidate(PERSON, "name", name)


_SMALL_INTRODUCTION = re.compile(
    r"^I'm (?P<name>[a-zà-ÿ]{3,}), (?P<age>[1-9]\d)(?=[,. ]|$)(?! (?:years|minutes|days|times|of))"
)


def introduced(text: str) -> Iterator[Candidate]:
    """im priya, 29, from pune"""
    match = _SMALL_INTRODUCTION.match(text)
    if match and match["name"] not in _NOT_SIGNED and not is_job(match["name"]):
        yield Timing("stated").candidate(PERSON, "name", match["name"])
        yield Timing("stated").candidate(PERSON, "age", match["age"])


_BIRTHDAY = re.compile(
    rf"(?i)\bmy (?:birthday|bday)\b,?(?: (?:which|that))?(?: is|'s| was)(?: always)? (?:on )?(?:the "
    rf")?(?P<day>(?:{_MONTHS})\.? "
    rf"\d\d?(?:st|nd|rd|th)?(?:,? \d{{4}})?|\d\d?(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS})\b(?:,? \d{{4}})?)"
)


_THAT_DAY = re.compile(
    rf"(?i)\b(?P<day>(?:{_MONTHS})\.? \d\d?(?:st|nd|rd|th)?|\d\d?(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS})\b)"
    rf"(?:(?!{_MONTHS}|\b(?:his|her|their|your)\b)[^.?!])*?(?:[,;—–-]|\bas|\bbecause|\bsince) ?(?:that's|that is|it's|"
    r"it is|that day is|that being|which is) my (?:birthday|bday)\b"
)


def birthday(text: str) -> Iterator[Candidate]:
    """It must be done before my birthday, which is on the 4th of June.   Keep May 9 free, that's my birthday."""
    match = _BIRTHDAY.search(text) or _THAT_DAY.search(text)
    if match:
        yield Timing("stated").candidate(PERSON, "birthday", match["day"])


def ages(doc: Doc, found: People) -> Iterator[Candidate]:
    """my 5-year-old son Max;  my sister (30)"""
    for token in doc:
        word = people.kin(token)
        if not word or not found.owner(token):
            continue
        match = re.search(
            r"\b(\d{1,3})[- ]year[- ]old\W+(?:\w+ )?$", doc[max(0, token.i - 8) : token.i].text + " "
        )
        after = re.match(r"\W*\((\d{1,2})\)", doc.text[token.idx + len(token.text) :])
        after = after or (
            re.match(r"\W*\w+ \((\d{1,2})\)", doc.text[token.idx + len(token.text) :])
            if token.i in found.named
            else None
        )
        number = match or after
        if number:
            for name in found.resolve(token):
                yield Timing("stated").candidate(name, "age", number.group(1))


def read(doc: Doc, at: datetime, clauses: Sequence[Clause], found: People) -> Iterator[Candidate]:
    """Candidates of a piece that the clauses of it do not state."""
    yield from labelled(doc.text)
    yield from ages(doc, found)
    yield from signed(doc.text)
    yield from birthday(doc.text)
    yield from introduced(doc.text)
    if not any(c.subject is not None for c in clauses):
        yield from fragments(doc, at, found)
