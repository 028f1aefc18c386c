"""Facts that "be" states: who somebody is, where from, how old, what of mine is what.

Each pattern is a function from a clause to candidates, its examples in its docstring; `PATTERNS`
is the order in which they are tried, and all that fit are taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graphmem.extract.en import people, phrase, want
from graphmem.extract.en.clause import Clause
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.people import People
from graphmem.extract.en.timing import Timing, timed
from graphmem.extract.en.words import (
    CONDITIONS,
    DIETS,
    FICTIONAL,
    LANGUAGES,
    NATIONALITIES,
    RELATIONS,
    STUDENT,
    TECH,
    is_job,
)
from graphmem.model import PERSON, Candidate

Pattern = Callable[[Clause, People], Iterator[Candidate]]
OLDEST = 120


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


def _all(
    clause: Clause, timing: Timing | None, predicate: str, text: str, category: str = ""
) -> Iterator[Candidate]:
    if timing is not None and text:
        for subject in clause.subjects:
            yield timing.candidate(subject, predicate, text, category)


def name(clause: Clause, found: People) -> Iterator[Candidate]:
    """I'm Marta.   My name is Noor Haddad.   Her name is Waffles (of the pet just spoken of)."""
    subject = clause.subject
    is_called = subject is not None and subject.text.lower() in ("name", "nickname")
    if not is_called and clause.subjects != (PERSON,):
        return
    for token in complements(clause):
        if (
            not phrase.is_name(token)
            or want.denied(token)
            or any(c.dep_ in ("det", "poss") for c in token.children)
        ):
            continue
        words = [t.text.lower() for t in phrase.run(token)]
        if (
            is_job(" ".join(words))
            or set(words) & (NATIONALITIES | DIETS | CONDITIONS | LANGUAGES | TECH)
            and not is_called
        ):
            continue
        if clause.stance == "negated" or clause.past or any(t.like_num for t in phrase.run(token)):
            continue
        owner = (
            found.resolve(poss)[:1]
            if is_called
            and (poss := next((c for c in subject.children if c.dep_ == "poss"), None)) is not None
            else ()
        )
        kind = owner[0].rsplit("'s ", 1) if owner and "'s " in owner[0] else []
        if kind and (relation_of := RELATIONS.get(kind[1], "pet" if kind[1] in want.PETS else "")):
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


def age(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm 34.   He's 65 years old.   I'm Marta, 41, a nurse.   (My kids are 4 and 7: whose is which?)"""
    for token in complements(clause):
        left = token.doc[token.left_edge.i : token.i].text if token.pos_ == "NOUN" else ""
        spelled = re.search(r"\b(\d{1,3})[- ]years?[- ]old\b", left)
        if spelled:
            yield from _all(clause, timed("state", clause), "age", spelled.group(1))
            return
        number = _years(token, clause)
        if number is None or want.denied(number) or any(c.dep_ == "conj" and c.like_num for c in number.children):
            continue
        if re.fullmatch(r"\d{1,3}", number.text) and 0 < int(number.text) <= OLDEST:
            if number.dep_ in ("attr", "acomp", "nummod", "appos", "npadvmod", "conj"):
                yield from _all(clause, timed("state", clause), "age", number.text)
                return


def _years(token: Token, clause: Clause) -> Token | None:
    """The number in "65 years old", or a bare one with nothing counted after it."""
    if token.text.lower() in ("old", "years", "year", "yo", "y/o"):
        if "old" not in {t.text.lower() for t in clause.tokens} and "of age" not in clause.head.sent.text:
            return None
        return next((c for t in token.subtree for c in t.children if c.dep_ == "nummod"), None)
    if token.dep_ == "conj" and token.head.like_num:
        return None
    if token.i + 1 < len(token.doc) and token.nbor().pos_ in ("NOUN", "SYM", "PROPN"):
        return None
    return token


def nationality(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm Brazilian.   She's a Dutch nurse.   I'm half Irish, half Polish."""
    for token in complements(clause):
        for word in (token, *[c for c in token.lefts if c.dep_ in ("amod", "compound")]):
            if (
                word.text.lower() in NATIONALITIES
                and word.text[:1].isupper()
                and not want.denied(word)
                and _of_person(word, token)
            ):
                yield from _all(clause, timed("state", clause), "nationality", word.text)


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
        if text and not want.denied(token):
            yield from _all(clause, timed("state", clause), "diet", text)
    for text in want.fill(clause, "on", "regimen"):
        yield from _all(clause, timed("state", clause), "diet", text)


def allergy(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm allergic to peanuts and cats."""
    for token in clause.tokens:
        if token.text.lower() == "allergic":
            for prep in (t for t in clause.tokens if t.text == "to" and t.i > token.i):
                governed = phrase.pobj(prep)
                if governed is None and prep.tag_ == "TO":
                    governed = prep.head
                for thing in phrase.listed(governed) if governed is not None else ():
                    yield from _all(clause, timed("state", clause), "allergic_to", phrase.noun(thing))
                return


def condition(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm dyslexic.   My son is autistic."""
    for token in complements(clause):
        if token.text.lower() in CONDITIONS and not want.denied(token) and token.dep_ != "appos":
            yield from _all(clause, timed("state", clause), "has_condition", phrase.unglue(token.text))


def job(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm a dental hygienist at Contoso, from Leeds.   I've been a nurse since 2021."""
    for token in complements(clause):
        if want.denied(token):
            continue
        where = [t for t in token.subtree if t.dep_ == "prep" and owner_noun(t) == token.i] + list(
            clause.preps("at", "for", "from")
        )
        text = phrase.noun(token) if token.pos_ in ("NOUN", "PROPN") else ""
        head = re.split(r" (?:of|for|in) ", text)[0]
        student = token.text.lower() in STUDENT
        if not text or not (is_job(head) or student) or any(c.dep_ == "poss" for c in token.children):
            continue
        if is_job(head) and not student and _indefinite(token, clause):
            change = timed("state", clause)
            yield from _all(clause, change, "job_title", _without_nationality(token, text))
            yield from _places(clause, where, "works_at")
        elif student:
            yield from _places(clause, where, "studies_at")
            field = re.sub(
                r"(?i)^(?:\w+[- ])?(?:year|time|uni|school|college|university|exchange|phd|graduate|grad|master's|masters) ?|\b\w+-year ?",
                "",
                text.rsplit(" ", 1)[0],
            )
            if " " in text and field and field.lower() not in STUDENT:
                yield from _all(clause, timed("state", clause), "studies", field)


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
        if text and governed.ent_type_ not in ("DATE", "TIME"):
            yield from _all(clause, timed("state", clause), predicate, text)
            return


def origin(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm from Winnipeg.   im a line cook from Winnipeg.   My parents are from Peru."""
    if clause.subject is None and not clause.subjects:
        return
    for prep in clause.preps("from"):
        governed = phrase.pobj(prep)
        if governed is None or not clause.subjects:
            continue
        text = want.home(governed)
        if (
            text
            and not any(ch.isdigit() for ch in text)
            and (not want.denied(prep) or clause.stance == "negated")
        ):
            yield from _all(clause, timed("state", clause), "hometown", text)


def relation(clause: Clause, found: People) -> Iterator[Candidate]:
    """My manager is Helen Brandt.   Tom isn't my brother.   Kim is a friend of mine.   My dog is called Rex."""
    timing = timed("state", clause)
    if timing is None or clause.subject is None:
        return
    word = people.kin(clause.subject)
    if word and clause.head.tag_ != "VBG":
        owner = found.owner(clause.subject)
        for token in complements(clause):
            if phrase.is_name(token) and not want.denied(token) and owner and not _describes(token):
                for listed in phrase.listed(token):
                    new = phrase.text_of(phrase.run(listed))
                    found.remember(word, owner, new)
                    predicate = RELATIONS.get(word, "pet" if word in want.PETS else "")
                    if predicate:
                        yield timing.candidate(owner, predicate, new)
                return
    for token in complements(clause):
        word = people.kin(token)
        predicate = RELATIONS.get(word, "")
        if predicate and phrase.is_name(clause.subject):
            owner = found.owner(token)
            if owner and not any(c.text.lower() in ("like", "business") for c in token.children):
                for new in clause.subjects:
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
        if noun is None or not _favourite(noun):
            continue
        owner = next((found.resolve(c) for c in noun.children if c.dep_ == "poss"), (PERSON,))
        category = re.sub(
            r"(?i)\b(?:all-time |absolute )?favou?rites?\b *(?:kind of |type of )?", "", phrase.noun(noun)
        ).strip()
        category = category or next((phrase.noun(t) for t in noun.subtree if t.dep_ == "pobj"), "")
        timing = timed("state", clause)
        for value in others:
            text = want.liked(value) if value.tag_ == "VBG" else phrase.noun(value)
            if timing and text and category and len(owner) == 1 and not want.denied(value):
                yield timing.candidate(owner[0], "favorite", text, category)
        return


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
                text = _birthday(clause) if predicate == "birthday" else _value(token)
                if timing and text and not want.denied(token):
                    plain = Timing("stated") if predicate == "birthday" else timing
                    yield plain.candidate(owner[0], predicate, text)
                if predicate == "birthday":
                    return
        if predicate == "birthday":
            text = _birthday(clause)
            if text and timing:
                yield Timing("stated").candidate(owner[0], predicate, text)
        return


def _value(token: Token) -> str:
    return want.gerund(token) if token.tag_ == "VBG" else want.anything(token)


def _birthday(clause: Clause) -> str:
    from graphmem.extract.dates_en import MONTHS

    doc = clause.head.doc
    months = "|".join(sorted(MONTHS, key=len, reverse=True))
    match = re.search(
        rf"(?i)(?:the )?\b(?:(?:{months})\.? \d\d?(?:st|nd|rd|th)?(?:,? \d{{4}})?|\d\d?(?:st|nd|rd|th)?(?: of)? (?:{months})\b(?:,? \d{{4}})?|\d{{4}}-\d\d-\d\d)",
        doc.text,
    )
    return match.group().removeprefix("the ") if match else ""


def goal(clause: Clause, found: People) -> Iterator[Candidate]:
    """My goal is to play in an orchestra.   My dream is running a bakery."""
    subject = clause.subject
    if subject is None or subject.text.lower() not in (
        "goal",
        "aim",
        "dream",
        "ambition",
        "resolution",
        "objective",
        "target",
        "mission",
        "goals",
    ):
        return
    owner = next((found.resolve(c) for c in subject.children if c.dep_ == "poss"), ())
    for child in clause.head.children:
        if (
            child.dep_ in ("xcomp", "ccomp", "attr", "acl", "advcl")
            and child.pos_ in ("VERB", "AUX")
            and len(owner) == 1
            and not clause.refused
        ):
            child_text = action(child)
            if child_text:
                yield Timing("stated").candidate(owner[0], "goal", child_text)
            return


def action(verb: Token) -> str:
    """A bare verb phrase, dates and asides cut off: "get a sailing licence"."""
    from graphmem.extract import dates_en
    from datetime import datetime

    last = verb
    for token in verb.doc[verb.i + 1 : verb.right_edge.i + 1]:
        if (
            token.text in (",", ";", ".", "!", "?", "—", "–", "(", ":")
            or token.dep_ == "mark"
            or token.text.lower() in ("because", "so", "but", "when", "if")
        ):
            break
        if token.dep_ == "cc" and token.head.i == verb.i:
            break
        last = token
    text: str = verb.doc.text[verb.idx : last.idx + len(last.text)]
    if verb.tag_ == "VBG":
        text = verb.lemma_ + text[len(verb.text) :]
    for when in reversed(dates_en.find(text, datetime(2000, 1, 1))):
        if when.end >= len(text) - 1:
            text = re.sub(
                r"\s+(?:in|on|by|at|for|during|this|next|early|late|the end of|before|around)*\s*$",
                "",
                text[: when.start].rstrip(),
            )
            text = re.sub(r"\s+(?:by the end of|by|in|on|early|late)$", "", text)
    return phrase.unglue(
        re.sub(r"\s+(?:soon|someday|eventually|too|again|anyway|though|then|now)$", "", text).strip(" ,.;:!?")
    )


def keen(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm into climbing.   I'm a huge fan of techno.   I'm good at chess.   I'm fluent in Dutch."""
    words = {t.text.lower() for t in clause.tokens}
    for trigger, prep, predicate in _KEEN:
        if trigger and trigger not in words:
            continue
        for token in clause.preps(prep):
            if not trigger and token.head.i != clause.head.i or trigger and token.i < clause.head.i:
                continue
            governed = phrase.pobj(token)
            for thing in phrase.listed(governed) if governed is not None else ():
                text = want.liked(thing) if predicate == "likes" else want.anything(thing)
                actual = (
                    "speaks" if thing.text.lower() in LANGUAGES and predicate == "skilled_in" else predicate
                )
                timing = timed("state", clause)
                if timing and text:
                    if actual == "likes" and timing.stance == "negated":
                        actual, timing = "dislikes", Timing("stated")
                    yield from _all(clause, timing, actual, text)
        if trigger:
            return


_KEEN: tuple[tuple[str, str, str], ...] = (
    ("fan", "of", "likes"),
    ("fond", "of", "likes"),
    ("crazy", "about", "likes"),
    ("keen", "on", "likes"),
    ("obsessed", "with", "likes"),
    ("passionate", "about", "likes"),
    ("good", "at", "skilled_in"),
    ("great", "at", "skilled_in"),
    ("fluent", "in", "skilled_in"),
    ("proficient", "in", "skilled_in"),
    ("experienced", "in", "skilled_in"),
    ("experienced", "with", "skilled_in"),
    ("skilled", "in", "skilled_in"),
    ("skilled", "at", "skilled_in"),
    ("expert", "in", "skilled_in"),
    ("expert", "at", "skilled_in"),
    ("married", "to", "spouse"),
    ("engaged", "to", "partner"),
    ("", "into", "likes"),
)

PATTERNS: tuple[Pattern, ...] = (
    name, age, nationality, diet, allergy, condition, job, origin, relation, favourite, mine, goal, keen,
)  # fmt: skip


def read(clause: Clause, found: People) -> Iterator[Candidate]:
    """Candidates of a clause whose verb is "be" (or "turn" with an age)."""
    if clause.refused:
        return
    if clause.going and clause.subject is not None and clause.subject.text.lower() in _MINE:
        yield from mine(clause, found)
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
    """My dad turned 70 on Sunday.   I'm turning 30 in May."""
    for token in clause.head.children:
        if re.fullmatch(r"\d{1,3}", token.text) and int(token.text) <= OLDEST and token.i > clause.head.i:
            yield from _all(clause, timed("begin", clause), "age", token.text)
