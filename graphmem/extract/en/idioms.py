"""Facts said in more than one word's way: each pattern a function with its examples.

To add one, write a function from a clause to candidates and name it in `IDIOMS`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from collections.abc import Callable, Iterator

from graphmem.extract.en import people, phrase, want
from graphmem.extract.en.clause import Clause
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.people import People
from graphmem.extract.en.timing import Change, Timing, timed
from graphmem.extract.en.words import LANGUAGES, PETS, RELATIONS, is_job
from graphmem.model import PERSON, Candidate, Stance

Idiom = Callable[[Clause, People], Iterator[Candidate]]


def _say(clause: Clause, change: Change, predicate: str, text: str) -> Iterator[Candidate]:
    timing = timed(change, clause)
    if timing is not None and text:
        for subject in clause.subjects:
            yield timing.candidate(subject, predicate, text)


def _object(clause: Clause, *words: str) -> Token | None:
    return next((t for t in clause.objects() if t.text.lower() in words), None)


def cannot_stand(clause: Clause, _: People) -> Iterator[Candidate]:
    """I can't stand cilantro.   I can't bear small talk."""
    if clause.lemma in ("stand", "bear", "abide") and clause.stance == "negated":
        for text in want.fill(clause, "obj", "liked"):
            for subject in clause.subjects:
                yield Timing("stated").candidate(subject, "dislikes", text)


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
    return phrase.is_name(token) or (token.text[:1].isupper() and token.is_alpha and token.i > 0)


_WHICH_ONE = frozenset("older younger elder oldest youngest eldest first second third other big little smaller bigger".split())


def named_pet(clause: Clause, found: People) -> Iterator[Candidate]:
    """My dog is called Rex.   We named her Luna.   Our puppy is named Waffles."""
    if clause.lemma not in ("call", "name") or clause.subject is None:
        return
    if clause.head.dep_ == "acl":
        return
    word = people.kin(clause.subject)
    if clause.subject.text.lower() == "one" and any(c.text.lower() in _WHICH_ONE for c in clause.subject.children):
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


def _of(owner: str, clause: Clause, relation: str, text: str) -> Iterator[Candidate]:
    timing = timed("state", clause)
    if timing is not None:
        stance = "stated" if timing.stance == "ended" and clause.stance == "stated" else timing.stance
        yield Timing(stance).candidate(owner, relation, text)


def ended_by_death(clause: Clause, found: People) -> Iterator[Candidate]:
    """My dog Rufus died in 2023.   Our cat Pixel passed away last week."""
    if clause.lemma not in ("die", "pass", "pass away") or clause.refused or clause.subject is None:
        return
    word = people.kin(clause.subject)
    if word in PETS and (clause.past or clause.perfect):
        owner = found.owner(clause.subject)
        start = clause.when.valid_at if clause.when is not None else None
        for name in clause.subjects if owner else ():
            kind = name if not name.startswith(f"{owner}'s ") else name.removeprefix(f"{owner}'s ")
            yield Timing("ended", None, start).candidate(owner, "pet", kind)


def couple(clause: Clause, _: People) -> Iterator[Candidate]:
    """Alex and I broke up two months ago.   Sam and I got married in 2019.   Kim and I are engaged."""
    if PERSON not in clause.subjects or len(clause.subjects) != 2 or clause.refused:
        return
    other = next(s for s in clause.subjects if s != PERSON)
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
            elif clause.stance in ("planned", "tentative") or (clause.going and change == "begin"):
                stance = clause.stance if clause.stance != "stated" else "planned"
                yield Timing(stance, start).candidate(PERSON, predicate, other)
            else:
                yield Timing("stated", start).candidate(PERSON, predicate, other)
            return


def wedding(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm getting married in June (to nobody named)."""
    if clause.lemma != "marry" or clause.refused or not clause.subjects or list(clause.preps("to")):
        return
    ahead = clause.stance in ("planned", "tentative") or clause.going or any(c.text == "getting" for c in clause.head.children)
    if ahead and not list(clause.objects()) and len(clause.subjects) == 1:
        stance: Stance = clause.stance if clause.stance in ("planned", "tentative") else "planned"
        start = clause.when.valid_at if clause.when is not None else None
        yield Timing(stance, start).candidate(clause.subjects[0], "plans_to", "get married")


def together(clause: Clause, found: People) -> Iterator[Candidate]:
    """I live with my girlfriend Chloe in Brighton: Chloe lives there too."""
    if clause.lemma != "live" or clause.refused:
        return
    places = list(want.fill(clause, "in|at", "place"))
    for prep in clause.preps("with"):
        governed = phrase.pobj(prep)
        timing = timed("state", clause)
        for name in found.resolve(governed) if governed is not None else ():
            for place in places:
                if timing is not None and name not in clause.subjects:
                    yield timing.candidate(name, "lives_in", place)


def where_i_live(clause: Clause, _: People) -> Iterator[Candidate]:
    """up here in Tromsø, where I live.   the town I live in is Bath."""
    if clause.lemma not in ("live", "work", "grow up") or clause.head.dep_ not in ("relcl", "advcl", "ccomp"):
        return
    if not any(c.text.lower() == "where" for c in clause.head.children):
        return
    predicate = {"live": "lives_in", "work": "works_at", "grow up": "hometown"}[clause.lemma]
    first = next(t for t in clause.head.subtree if t.text.lower() == "where").i
    for token in reversed(clause.head.doc[:first]):
        if phrase.is_name(token) and token.ent_type_ not in ("DATE", "TIME"):
            yield from _say(clause, "state", predicate, phrase.text_of(phrase.run(token)))
            return


def new_job(clause: Clause, _: People) -> Iterator[Candidate]:
    """I got a job at Contoso.   I accepted an offer from Litware.   I have a new role as a buyer at Fabrikam."""
    if clause.lemma not in ("get", "land", "accept", "start", "take", "have", "begin", "sign"):
        return
    if _object(clause, "job", "offer", "position", "role", "internship", "gig", "post") is None:
        return
    change: Change = "state" if clause.lemma == "have" else "begin"
    for text in want.fill(clause, "at|with|from", "org"):
        if text[:1].isupper():
            yield from _say(clause, change, "works_at", text)
    for text in want.fill(clause, "as", "job"):
        yield from _say(clause, change, "job_title", text)


def have_allergy(clause: Clause, _: People) -> Iterator[Candidate]:
    """I have a peanut allergy.   I have an allergy to shellfish."""
    if clause.lemma not in ("have", "develop", "get"):
        return
    for token in clause.objects():
        if token.lemma_.lower() != "allergy" and token.text.lower() != "allergies":
            continue
        left = [
            c
            for c in token.lefts
            if c.dep_ in ("compound", "amod", "nmod")
            and c.text.lower() not in ("severe", "bad", "serious", "mild", "bad")
        ]
        for text in want.fill(clause, "to", "any"):
            yield from _say(clause, "state", "allergic_to", text)
        if left:
            yield from _say(clause, "state", "allergic_to", phrase.text_of(left))


def experience(clause: Clause, _: People) -> Iterator[Candidate]:
    """I have ten years of experience with Kubernetes.   I know Rust well.   I can play the cello."""
    if clause.lemma == "have" and clause.has("experience"):
        for text in want.fill(clause, "with|in", "any"):
            yield from _say(clause, "state", "skilled_in", text)
    if clause.lemma == "know" and clause.has("well", "inside", "fluently"):
        for text in want.fill(clause, "obj", "tool"):
            yield from _say(clause, "state", "skilled_in", text)
    if clause.lemma == "know" and clause.stance == "stated":
        for token in clause.objects():
            if token.text.lower() in LANGUAGES and token.text[:1].isupper():
                yield from _say(clause, "state", "speaks", token.text)


def degree(clause: Clause, _: People) -> Iterator[Candidate]:
    """I have a degree in history from Oslo Metropolitan.   I'm doing a PhD in botany at Wageningen."""
    if clause.lemma == "graduate":
        for text in want.fill(clause, "in", "subject"):
            yield from _say(clause, "major", "studies", text)
        return
    titles = (
        "degree",
        "phd",
        "ph.d.",
        "master",
        "masters",
        "master's",
        "bachelor",
        "bachelors",
        "bachelor's",
        "msc",
        "bsc",
        "ba",
        "ma",
        "mba",
        "diploma",
        "doctorate",
    )
    token = _object(clause, *titles)
    if token is None or clause.lemma.split()[0] not in (
        "have",
        "do",
        "get",
        "earn",
        "hold",
        "finish",
        "complete",
        "pursue",
        "start",
        "receive",
        "work",
    ):
        return
    done = (
        clause.lemma.split()[0] in ("have", "earn", "hold", "finish", "complete", "get", "receive")
        and not clause.going
    )
    fields = list(want.fill(clause, "in", "subject"))
    for text in fields or ([token.text] if token.text.isupper() and not done else []):
        yield from _say(clause, "major" if done else "state", "studies", text)
    for text in want.fill(clause, "from|at", "org"):
        if done and clause.stance == "stated":
            yield from _say(
                clause, "event" if clause.past or clause.perfect else "major", "graduated_from", text
            )
        elif not done:
            yield from _say(clause, "state", "studies_at", text)


def lessons(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm taking piano lessons.   I'm taking a pottery class.   I'm teaching myself Blender."""
    if clause.lemma in ("take", "have", "attend") and (clause.going or clause.future):
        for token in clause.objects():
            if token.lemma_.lower() in ("lesson", "class", "course"):
                named = [c for c in token.lefts if c.dep_ in ("compound", "amod", "nmod")]
                if named:
                    yield from _say(clause, "state", "learning", phrase.text_of(named))
                for text in want.fill(clause, "in|on", "skill"):
                    yield from _say(clause, "state", "learning", text)
    if clause.lemma == "teach" and clause.has("myself", "himself", "herself"):
        for child in clause.head.children:
            if child.i > clause.head.i and child.dep_ in ("dobj", "dative", "oprd") and child.pos_ != "PRON":
                yield from _say(clause, "state", "learning", phrase.noun(child))


def free_time(clause: Clause, _: People) -> Iterator[Candidate]:
    """In my free time I paint miniatures.   My hobbies include birdwatching and chess."""
    text = clause.head.sent.text.lower()
    if (
        clause.subject is not None
        and clause.subject.text.lower() in ("hobbies", "hobby")
        and clause.lemma == "include"
    ):
        for liked in want.fill(clause, "obj", "liked"):
            yield Timing("stated").candidate(PERSON, "hobby", liked)
    if (
        re.search(r"\bin my (?:free|spare) time\b|\bas a hobby\b|\bfor fun\b", text)
        and clause.subjects == (PERSON,)
        and clause.head.dep_ in ("ROOT", "conj")
    ):
        for token in clause.objects():
            if clause.lemma in ("do", "enjoy", "like", "love", "practice", "play"):
                yield from _say(clause, "state", "hobby", want.liked(token))


_ADDRESS = re.compile(
    r"\b(?:at|is|to|address:?) (?:flat |apt\.? |apartment |unit )?\d+[a-z]?,? [A-Z][\w'. ]+?(?:,? (?:apt|flat|unit|suite|#)\.? ?\w+)?,\s*"
    r"(?P<town>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)"
)


def address(clause: Clause, found: People) -> Iterator[Candidate]:
    """I live at 14 Elm Road, Norwich.   My address is 22 Birch Lane, Springfield, IL 62704."""
    subject = clause.subject
    lives = clause.lemma in ("live", "move", "stay")
    if subject is None or not (lives or subject.text.lower() == "address"):
        return
    match = _ADDRESS.search(clause.head.sent.text)
    owner = next((found.resolve(c) for c in subject.children if c.dep_ == "poss"), ()) if not lives else clause.subjects
    timing = timed("begin" if clause.lemma == "move" else "state", clause)
    for who in owner if match and timing is not None else ():
        assert match is not None and timing is not None
        yield timing.candidate(who, "lives_in", match["town"])


def promoted(clause: Clause, _: People) -> Iterator[Candidate]:
    """I got promoted to team lead yesterday."""
    if clause.lemma != "promote":
        return
    dates = clause.whens
    for token in clause.head.subtree:
        if token.text.lower() != "to" or token.i < clause.head.i:
            continue
        words: list[Token] = []
        for t in token.doc[token.i + 1 :]:
            dated = any(w.start <= t.idx < w.end for w in dates)
            if dated or t.is_punct or t.text.lower() in ("at", "in", "on", "by", "and", "last", "after"):
                break
            if t.pos_ != "DET":
                words.append(t)
        yield from _say(clause, "begin", "job_title", phrase.text_of(words))
        return


def bred(clause: Clause, _: People) -> Iterator[Candidate]:
    """born and raised in Odense: also the birthplace"""
    if clause.lemma in ("raise", "breed") and re.search(r"(?i)\bborn and (?:raised|bred)\b", clause.head.sent.text):
        for text in want.fill(clause, "in", "place"):
            yield from _say(clause, "event", "born_in", text)


def a_trip(clause: Clause, _: People) -> Iterator[Candidate]:
    """I took a trip to Iceland.   I'm just back from a holiday in Bali."""
    trips = {"trip", "vacation", "holiday", "honeymoon", "tour", "cruise"}
    verbs = ("take", "have", "make", "do", "go", "get", "come", "return", "be", "get back", "come back", "be back")
    done = clause.past or clause.perfect or clause.has("back")
    if clause.lemma in verbs and trips & {t.text.lower() for t in clause.tokens} and done:
        for text in want.fill(clause, "to|in|around|through", "place"):
            timing = timed("event" if clause.lemma != "be" else "major", clause)
            for subject in clause.subjects if timing is not None else ():
                assert timing is not None
                yield timing.candidate(subject, "visited", text)


def a_move(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm considering a move to Utrecht.   We're planning a move to Bergen."""
    if clause.lemma not in ("consider", "plan", "contemplate", "ponder"):
        return
    if _object(clause, "move", "relocation") is None or clause.refused or clause.stance == "negated":
        return
    start = clause.when.valid_at if clause.when is not None else None
    for text in want.fill(clause, "to", "place"):
        for subject in clause.subjects:
            stance: Stance = "planned" if clause.lemma == "plan" else "tentative"
            yield Timing(stance, start).candidate(subject, "lives_in", text)


def same_taste(clause: Clause, found: People) -> Iterator[Candidate]:
    """My brother hates olives, but I love them."""
    if clause.lemma not in ("like", "love", "hate", "dislike", "enjoy") or not found.memory.get("liked"):
        return
    if any(t.text.lower() in ("them", "it") for t in clause.objects()):
        predicate = "dislikes" if clause.lemma in ("hate", "dislike") else "likes"
        for text in found.memory["liked"].split("\n"):
            yield from _say(clause, "state", predicate, text)


def as_a(clause: Clause, _: People) -> Iterator[Candidate]:
    """As a nurse, I work nights: a job said in passing.   At 51 I'm learning the cello."""
    if PERSON not in clause.subjects or clause.head.dep_ not in ("ROOT", "ccomp"):
        return
    sent = clause.head.sent
    if sent[0].text == "As" and len(sent) > 2 and sent[1].text.lower() in ("a", "an"):
        governed = phrase.pobj(sent[0])
        text = phrase.noun(governed) if governed is not None else ""
        if text and is_job(text) and clause.refused in ("", "a wish"):
            yield Timing("stated").candidate(PERSON, "job_title", text)
    match = re.match(r"(?:At|Aged?) (?:age |the age of )?(\d{1,3}),? (?:and |I\b|I'm)", sent.text)
    if match and not clause.past and int(match.group(1)) < 120:
        yield Timing("stated").candidate(PERSON, "age", match.group(1))


def born_on(clause: Clause, _: People) -> Iterator[Candidate]:
    """I was born on 3 May 1990."""
    if clause.lemma == "bear" and clause.whens and not clause.refused:
        when = clause.whens[0]
        text = re.sub(r"^(?:on|in) (?:the )?", "", clause.head.doc.text[when.start : when.end])
        for subject in clause.subjects:
            yield Timing("stated").candidate(subject, "birthday", text)


def gave_birth(clause: Clause, found: People) -> Iterator[Candidate]:
    """Our daughter Iris was born last week.   (a child is introduced; its birth is no birthplace)"""
    if clause.lemma == "move" and clause.has("here") and not list(clause.preps("to", "from")):
        place = found.memory.get("here", "")
        yield from _say(clause, "begin", "lives_in", place)


IDIOMS: tuple[Idiom, ...] = (
    cannot_stand, called, named_pet, ended_by_death, couple, wedding, together, where_i_live, new_job, have_allergy,
    experience,
    address,
    promoted,
    a_move,
    a_trip,
    bred,
    same_taste,
    degree, lessons, free_time, as_a, born_on, gave_birth,
)  # fmt: skip


def read(clause: Clause, found: People) -> Iterator[Candidate]:
    """Candidates of one clause by every idiom that fits."""
    for idiom in IDIOMS:
        yield from idiom(clause, found)
