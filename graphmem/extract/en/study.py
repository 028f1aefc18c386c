"""What somebody studies, learns, speaks and can do, where it takes more than a verb and its object.

Like `idioms.py`: each pattern is a function from a clause to candidates, its examples in its docstring.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graphmem.extract.en import phrase, slots
from graphmem.extract.en.clause import Clause, object_of
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.people import People
from graphmem.extract.en.timing import Timing, say
from graphmem.extract.en.words import LANGUAGES
from graphmem.model import Candidate

Idiom = Callable[[Clause, People], Iterator[Candidate]]


def experience(clause: Clause, _: People) -> Iterator[Candidate]:
    """I have ten years of experience with Kubernetes.   I know Rust well.   I can play the cello."""
    said = clause.head.sent.text
    if clause.lemma == "have" and clause.has("experience"):
        slight = re.search(
            r"(?i)\b(?:some|little|no|limited|any|good|bad|great|first|similar) experience", said
        )
        for text in slots.fill(clause, "with|in", "any") if not slight else ():
            yield from say(clause, "state", "skilled_in", text)
    if clause.lemma == "know":
        for text in slots.fill(
            clause, "obj", "tool" if clause.has("well", "inside", "fluently") else "known_tech"
        ):
            yield from say(clause, "state", "skilled_in", text)
    if clause.lemma == "know" and clause.stance == "stated":
        for token in clause.objects():
            if token.text.lower() in LANGUAGES and token.text[:1].isupper():
                yield from say(clause, "state", "speaks", token.text)


def degree(clause: Clause, _: People) -> Iterator[Candidate]:
    """I have a degree in history from Oslo Metropolitan.   I'm doing a PhD in botany at Wageningen."""
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
    if clause.lemma == "study" and {t.text.lower() for t in clause.tokens} & set(titles):
        for text in slots.fill(clause, "in", "subject"):
            yield from say(clause, "state", "studies", text)
        return
    if clause.lemma == "graduate":
        for text in slots.fill(clause, "in", "subject"):
            for subject in clause.subjects if clause.stance == "stated" and not clause.refused else ():
                yield Timing("stated").candidate(subject, "studies", text)
        return
    token = object_of(clause, *titles)
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
    ) or (clause.lemma == "do" and clause.past)
    fields = list(slots.fill(clause, "in", "subject"))
    for text in fields or ([token.text] if token.text.isupper() and not done else []):
        yield from say(clause, "major" if done else "state", "studies", text)
    for text in slots.fill(clause, "from|at", "org"):
        if done and clause.stance == "stated":
            yield from say(
                clause, "event" if clause.past or clause.perfect else "major", "graduated_from", text
            )
        elif not done:
            yield from say(clause, "state", "studies_at", text)


_LEARNT = frozenset(
    "swim ski sail drive surf knit sew cook bake paint draw weld code program fly juggle dance sing dive climb "
    "skate fence weave crochet garden type skateboard snowboard drum play speak write read forage whittle box".split()
)


def lessons(clause: Clause, _: People) -> Iterator[Candidate]:
    """I'm taking piano lessons.   I'm taking a pottery class.   I'm teaching myself Blender."""
    if clause.lemma in ("take", "have", "attend") and (
        clause.going or clause.future or (clause.perfect and clause.head.tag_ == "VBG")
    ):
        for token in clause.objects():
            if token.lemma_.lower() in ("lesson", "class", "course"):
                named = [c for c in token.lefts if c.dep_ in ("compound", "amod", "nmod")]
                if named:
                    yield from say(clause, "state", "learning", phrase.text_of(named))
                for text in slots.fill(clause, "in|on", "skill"):
                    yield from say(clause, "state", "learning", text)
    if clause.lemma == "learn" and clause.stance == "stated":
        for child in clause.head.children:
            said = phrase.action(child)
            if child.dep_ != "xcomp" or child.tag_ != "VB" or child.lemma_ not in _LEARNT:
                continue
            if not re.search(r"(?i)\b(?:this|that|it|these|those|them)\b", said):
                yield from say(clause, "state", "learning", said)
    if clause.lemma == "teach" and clause.has("myself", "himself", "herself"):
        for child in clause.head.children:
            if child.i > clause.head.i and child.dep_ in ("dobj", "dative", "oprd") and child.pos_ != "PRON":
                yield from say(clause, "state", "learning", phrase.noun(child))


_AT_HOME = re.compile(r"(?i)\bat home\b|\bgrowing up\b|\bas (?:a|kids?|children)\b|\bas a (?:kid|child)\b")


_TONGUE = re.compile(rf"\b(?:{'|'.join(sorted((n.title() for n in LANGUAGES), key=len, reverse=True))})\b")


def in_both(clause: Clause, found: People) -> Iterator[Candidate]:
    """I grew up with Dutch and Frisian and I'm fluent in both.   I speak both fluently."""
    said = _TONGUE.findall(clause.head.doc.text)
    if said:
        found.memory["tongues"] = "\n".join(dict.fromkeys(said))
    known = found.memory.get("tongues", "").split("\n")
    if clause.lemma == "speak":
        meant = any(t.text.lower() in ("both", "them") for t in clause.tokens if t.i > clause.head.i)
    else:
        meant = (
            clause.lemma == "be" and clause.has("fluent") and any(_all_of_them(p) for p in clause.preps("in"))
        )
    for name in known if meant and len(known) > 1 else ():
        yield from say(clause, "state", "speaks", name)


_ALL_OF_THEM = frozenset("both all three four them".split())


def _all_of_them(prep: Token) -> bool:
    governed = phrase.pobj(prep)
    return governed is not None and governed.text.lower() in _ALL_OF_THEM


def tongues(clause: Clause, _: People) -> Iterator[Candidate]:
    """I speak fluent Korean and a bit of Danish.   I speak three languages: Czech, German and Thai."""
    if clause.lemma != "speak":
        return
    if (
        clause.past
        and not clause.refused
        and clause.stance == "stated"
        and _AT_HOME.search(clause.head.sent.text)
    ):
        for text in slots.fill(clause, "obj", "language"):
            for subject in clause.subjects:
                yield Timing("stated").candidate(subject, "speaks", text)
        return
    for token in clause.tokens:
        alone = token.i > clause.head.i and token.dep_ not in ("amod", "compound", "nmod")
        if alone and token.text[:1].isupper() and token.text.lower() in LANGUAGES and not slots.denied(token):
            yield from say(clause, "state", "speaks", token.text)


IDIOMS: tuple[Idiom, ...] = (experience, degree, lessons, in_both, tongues)


def read(clause: Clause, found: People) -> Iterator[Candidate]:
    """Candidates of one clause by every idiom that fits."""
    for idiom in IDIOMS:
        yield from idiom(clause, found)
