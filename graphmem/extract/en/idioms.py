"""Facts said in more than one word's way: each pattern a function with its examples.

To add one, write a function from a clause to candidates and name it in `IDIOMS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graphmem.extract import dates_en
from graphmem.extract.en import phrase, slots, taste, want
from graphmem.extract.en.clause import Clause, object_of
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.people import People
from graphmem.extract.en.timing import Change, Timing, each, say, timed
from graphmem.extract.en.words import CONDITIONS, PARTS, TECH, is_job
from graphmem.model import PERSON, Candidate, Stance

Idiom = Callable[[Clause, People], Iterator[Candidate]]


def cannot_stand(clause: Clause, _: People) -> Iterator[Candidate]:
    """I can't stand cilantro.   I can't bear small talk."""
    if (
        clause.lemma in ("stand", "bear", "abide", "care")
        and clause.stance == "negated"
        and not clause.refused
    ):
        for text in slots.fill(clause, "for" if clause.lemma == "care" else "obj", "liked"):
            for subject in clause.subjects:
                yield Timing("stated").candidate(subject, "dislikes", text)


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
            yield from say(clause, "state", predicate, phrase.text_of(phrase.run(token)))
            return


def new_job(clause: Clause, _: People) -> Iterator[Candidate]:
    """I got a job at Contoso.   I accepted an offer from Litware.   I have a new role as a buyer at Fabrikam."""
    if (
        clause.lemma in ("leave", "quit", "lose")
        and object_of(clause, "job", "position", "role", "post") is not None
    ):
        for text in slots.fill(clause, "at|with", "org"):
            yield from say(clause, "end", "works_at", text)
        return
    if clause.lemma not in ("get", "land", "accept", "start", "take", "have", "begin", "sign"):
        return
    if object_of(clause, "job", "offer", "position", "role", "internship", "gig", "post") is None:
        return
    change: Change = "state" if clause.lemma == "have" else "begin"
    ahead = _starting(clause)
    for text in slots.fill(clause, "at|with|from", "org"):
        if text[:1].isupper() and ahead and clause.stance == "stated":
            yield from each(clause, Timing("planned", ahead), "works_at", text)
        elif text[:1].isupper():
            yield from say(clause, change, "works_at", text)
    for text in slots.fill(clause, "as", "job"):
        yield from say(clause, change, "job_title", text)


def _starting(clause: Clause) -> str:
    """The day ahead on which a job is taken up: "I accepted an offer from Litware, starting in September"."""
    text = clause.head.sent.text
    match = re.search(r"\b(?:starting|beginning) (?=in|on|next)", text)
    found = dates_en.find(text[match.end() :], clause.at, ahead=True) if match and not clause.refused else ()
    start = next((w.valid_at for w in found if w.valid_at), "") or ""
    return start if start > clause.at.date().isoformat()[: len(start)] else ""


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
        for text in slots.fill(clause, "to", "any"):
            yield from say(clause, "state", "allergic_to", text)
        if left:
            yield from say(clause, "state", "allergic_to", phrase.text_of(left))


def free_time(clause: Clause, _: People) -> Iterator[Candidate]:
    """In my free time I paint miniatures.   My hobbies include birdwatching and chess."""
    text = clause.head.sent.text.lower()
    if (
        clause.subject is not None
        and clause.subject.text.lower() in ("hobbies", "hobby")
        and clause.lemma == "include"
    ):
        for liked in slots.fill(clause, "obj", "liked"):
            yield Timing("stated").candidate(PERSON, "hobby", liked)
    if (
        re.search(r"\bin my (?:free|spare) time\b|\bas a hobby\b|\bfor fun\b", text)
        and clause.subjects == (PERSON,)
        and clause.head.dep_ in ("ROOT", "conj")
        and (not clause.past or clause.lemma in ("take up", "pick up", "start"))
    ):
        begun = clause.lemma in ("take up", "pick up", "start")
        for token in slots.slot(clause, "obj"):
            if begun or clause.lemma in ("do", "enjoy", "like", "love", "practice", "play"):
                yield from say(clause, "begin" if begun else "state", "hobby", taste.liked(token))


def bought_it(clause: Clause, found: People) -> Iterator[Candidate]:
    """That boat is mine, I bought it in 2017."""
    if clause.lemma in ("buy", "get", "inherit", "purchase") and object_of(clause, "it") is not None:
        yield from say(clause, "begin", "owns", found.memory.get("thing", ""))


def manages_me(clause: Clause, _: People) -> Iterator[Candidate]:
    """Dana manages me.   Piotr runs our team."""
    if clause.lemma not in ("manage", "supervise", "run", "lead") or clause.subject is None:
        return
    mine = any(
        t.text.lower() == "me"
        or (t.text.lower() == "team" and any(c.text.lower() in ("my", "our") for c in t.children))
        for t in clause.objects()
    )
    if mine and PERSON not in clause.subjects and clause.subject.pos_ == "PROPN":
        timing = timed("state", clause)
        for name in clause.subjects if timing is not None else ():
            assert timing is not None
            yield timing.candidate(PERSON, "manager", name)


def parts_live_on(clause: Clause, _: People) -> Iterator[Candidate]:
    """Our CI lives on Buildkite.   Tickets live in Linear."""
    subject = clause.subject
    if (
        clause.lemma not in ("live", "sit", "run", "host")
        or subject is None
        or subject.text.lower() not in PARTS
    ):
        return
    if clause.lemma in ("live", "sit") or re.search(r"(?i)\b(?:our|we|my|us)\b", clause.head.sent.text):
        timing = timed("state", clause)
        for text in slots.fill(clause, "on|in", "tech"):
            if timing is not None:
                yield timing.candidate(PERSON, "uses", text)


_ADDRESS = re.compile(
    r"\b(?:at|is|to|address:?) (?:flat |apt\.? |apartment |unit )?\d+[a-z]?,? [A-Z][\w'. ]+?(?:,? (?:apt|flat|"
    r"unit|suite|#)\.? ?\w+)?,\s*"
    r"(?P<town>[A-Z][a-zà-ÿ'-]+(?: [A-Z][a-zà-ÿ'-]+)*)"
)


def address(clause: Clause, found: People) -> Iterator[Candidate]:
    """I live at 14 Elm Road, Norwich.   My address is 22 Birch Lane, Springfield, IL 62704."""
    subject = clause.subject
    lives = clause.lemma in ("live", "move", "stay")
    if subject is None or not (lives or subject.text.lower() == "address"):
        return
    match = _ADDRESS.search(clause.head.sent.text)
    owner = (
        next((found.resolve(c) for c in subject.children if c.dep_ == "poss"), ())
        if not lives
        else clause.subjects
    )
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
        yield from say(clause, "begin", "job_title", phrase.text_of(words))
        return


def ours(clause: Clause, _: People) -> Iterator[Candidate]:
    """Our Redis cluster handles 300 requests a second.   My Django app broke."""
    if clause.refused or clause.stance not in ("stated", "negated"):
        return
    for token in clause.tokens:
        mine = any(c.dep_ == "poss" and c.text.lower() in ("my", "our") for c in token.children)
        if not mine or token.text.lower() not in _MADE_WITH:
            continue
        for part in token.lefts:
            if part.text.lower() in TECH and part.text[:1].isupper() and part.dep_ in ("compound", "nmod"):
                yield Timing("stated").candidate(PERSON, "uses", phrase.text_of(phrase.run(part)))


_PASSING_ILLS = frozenset("anxiety allergies pneumonia bronchitis stroke cancer".split())
_KINDS_OF_ILLS = frozenset("disorder disease syndrome deficiency".split())
_OVER_IT = re.compile(
    r"(?i)\b(?:got over|get over|beat|cured?|overc[ao]me|gone|remission|no longer|used to)\b"
)


def my_condition(clause: Clause, _: People) -> Iterator[Candidate]:
    """I carry an inhaler because of my asthma.   My arthritis is acting up."""
    if clause.refused or clause.stance not in ("stated", "negated") or _OVER_IT.search(clause.head.doc.text):
        return
    for token in clause.tokens:
        mine = next((c for c in token.children if c.dep_ == "poss"), None)
        text = want.condition(token) if mine is not None and mine.text.lower() == "my" else ""
        words = text.lower().split()
        if set(words[-1:]) & CONDITIONS - _PASSING_ILLS and words[0] not in _KINDS_OF_ILLS:
            yield Timing("stated").candidate(PERSON, "has_condition", text)


_MADE_WITH = frozenset(
    "cluster server servers instance instances database databases pipeline pipelines app service services backend "
    "frontend codebase cache queue broker deployment setup warehouse repo website dashboard dashboards workers "
    "api".split()
)


def been_to(clause: Clause, _: People) -> Iterator[Candidate]:
    """I've been to Iceland twice.   I've never been to Japan."""
    if clause.lemma == "be" and clause.perfect:
        for text in slots.fill(clause, "to", "place"):
            yield from say(clause, "event", "visited", text)


_CHILDREN = re.compile(
    r"\b(?:mother|father|mum|mom|dad|parent)s? (?:of|to) (?:\w+[,:] )?(?P<names>[A-Z]\w+(?:, "
    r"[A-Z]\w+)*(?:,? and [A-Z]\w+)?)"
)


def parent_of(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm a mother of two, Ada and Leo.   He's father to Mia."""
    match = _CHILDREN.search(clause.head.sent.text) if clause.lemma == "be" else None
    for name in re.split(r",? and |, ", match["names"]) if match else ():
        yield from say(clause, "state", "child", name)


def bred(clause: Clause, _: People) -> Iterator[Candidate]:
    """born and raised in Odense: also the birthplace"""
    if clause.lemma in ("raise", "breed") and re.search(
        r"(?i)\bborn and (?:raised|bred)\b", clause.head.sent.text
    ):
        for text in slots.fill(clause, "in", "place"):
            yield from say(clause, "event", "born_in", text)


def a_trip(clause: Clause, _: People) -> Iterator[Candidate]:
    """I took a trip to Iceland.   I'm just back from a holiday in Bali."""
    trips = {"trip", "vacation", "holiday", "honeymoon", "tour", "cruise"}
    verbs = (
        "take",
        "have",
        "make",
        "do",
        "go",
        "get",
        "come",
        "return",
        "be",
        "get back",
        "come back",
        "be back",
    )
    done = clause.past or clause.perfect or clause.has("back")
    if clause.lemma in verbs and trips & {t.text.lower() for t in clause.tokens} and done:
        for text in slots.fill(clause, "to|in|around|through", "place"):
            timing = timed("event" if clause.lemma != "be" else "major", clause)
            for subject in clause.subjects if timing is not None else ():
                assert timing is not None
                yield timing.candidate(subject, "visited", text)


def a_move(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm considering a move to Utrecht.   We're planning a move to Bergen."""
    if clause.lemma not in ("consider", "plan", "contemplate", "ponder"):
        return
    if object_of(clause, "move", "relocation") is None or clause.refused or clause.stance == "negated":
        return
    start = clause.when.valid_at if clause.when is not None else None
    for text in slots.fill(clause, "to", "place"):
        for subject in clause.subjects:
            stance: Stance = "planned" if clause.lemma == "plan" else "tentative"
            yield Timing(stance, start).candidate(subject, "lives_in", text)


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
    late = re.search(r"\bat (?:age |the age of )?([1-9]\d)(?=[,.!]|$)", sent.text)
    if late and clause.going and clause.lemma in ("learn", "start", "study", "go back", "take up", "begin"):
        yield Timing("stated").candidate(PERSON, "age", late.group(1))
    match = re.match(r"(?:At|Aged?) (?:age |the age of )?(\d{1,3}),? (?:and |I\b|I'm)", sent.text)
    if match and not clause.past and int(match.group(1)) < 120:
        yield Timing("stated").candidate(PERSON, "age", match.group(1))


def born_on(clause: Clause, _: People) -> Iterator[Candidate]:
    """I was born on 3 May 1990."""
    if clause.lemma == "bear" and clause.whens and not clause.refused:
        when = clause.whens[0]
        text = re.sub(r"^(?:on|in) (?:the )?", "", clause.head.doc.text[when.start : when.end])
        if not re.search(r"\d", text):  # "on Monday"
            return
        for subject in clause.subjects:
            yield Timing("stated").candidate(subject, "birthday", text)


def moved_here(clause: Clause, found: People) -> Iterator[Candidate]:
    """I live in Cape Town, moved here in 2018."""
    if clause.lemma == "move" and clause.has("here") and not list(clause.preps("to", "from")):
        place = found.memory.get("here", "")
        yield from say(clause, "begin", "lives_in", place)


IDIOMS: tuple[Idiom, ...] = (
    cannot_stand, where_i_live, new_job, have_allergy, address, promoted, a_move, a_trip, ours, my_condition, been_to,
    parent_of,
    bred,
    free_time, bought_it, manages_me, parts_live_on, as_a, born_on, moved_here,
)  # fmt: skip


def read(clause: Clause, found: People) -> Iterator[Candidate]:
    """Candidates of one clause by every idiom that fits."""
    for idiom in IDIOMS:
        yield from idiom(clause, found)
