"""Tools and their versions: switching from one to another, upgrading, being on a version.

Examples: "We switched from Jenkins to GitHub Actions" → Jenkins ended, GitHub Actions stated;
"Grafana got upgraded to 11.2" → version_of 11.2 of Grafana.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.extract.en import phrase, slots
from graphmem.extract.en.clause import Clause
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.timing import Timing, timed
from graphmem.extract.en.words import DIETS, TECH
from graphmem.model import PERSON, Candidate

_VERSION = re.compile(r"v?\d+(?:\.(?:\d+|x))*(?:[-.]?(?:rc|beta|alpha|lts|b|a)\d*)?", re.I)
_UNIT = re.compile(r"[kmgt]i?b|hz|ghz|inch(?:es)?|px|%|percent|kg|km|users?|people", re.I)
_UPGRADES = frozenset("upgrade update bump migrate move downgrade switch roll jump go pin port".split())
_USING = frozenset("use run deploy develop work write code ship test".split())
_SWITCH_FROM = frozenset("switch move migrate change convert transition shift port go jump".split())
_SWITCH_FOR = frozenset("drop ditch abandon leave dump swap trade exchange quit".split())
_WORK = frozenset("job jobs company companies employer employers".split())
_MAJOR = frozenset("major majors course degree program".split())


@dataclass(frozen=True, slots=True)
class Versioned:
    name: str
    number: str
    at: int


def versions(clause: Clause) -> list[Versioned]:
    """Every "Python 3.11" of a clause. "iPhone 15" is a name, not a version."""
    found = []
    for token in clause.tokens:
        if not re.fullmatch(_VERSION, token.text) or token.i == 0:
            continue
        before = token.nbor(-1)
        if before.text.lower() in ("version", "v", "release") and before.i > 0:
            before = before.nbor(-1)
        name = _tool_name(before)
        if before.text.lower() in _SEASONS and not before.text[:1].isupper():  # "in spring 2022"
            continue
        if name and (name.lower() in TECH or "." in token.text or name.split()[-1].lower() in TECH):
            found.append(Versioned(name, token.text, token.i))
    return found


_SEASONS = frozenset("spring summer autumn fall winter".split())


def _tool_name(token: Token) -> str:
    if not (phrase.is_name(token) or token.text.lower() in TECH) or token.like_num:
        return ""
    if re.fullmatch(_VERSION, token.text):
        return ""
    names = [t for t in phrase.run(token) if t.i <= token.i] if phrase.is_name(token) else [token]
    return phrase.text_of([t for t in names if not re.fullmatch(_VERSION, t.text)])


def read(clause: Clause, memory: Mapping[str, str]) -> list[Candidate]:
    """Candidates of a clause that speaks of versions or of a switch; empty for any other clause."""
    if clause.refused:
        return []
    return list(_upgraded(clause, memory)) or list(_switched(clause))


def _upgraded(clause: Clause, memory: Mapping[str, str]) -> Iterator[Candidate]:
    """We upgraded Django to 5.1.   We upgraded to Django 5.   Grafana got upgraded to 11.2."""
    if clause.lemma.split()[0] not in _UPGRADES:
        return
    found = versions(clause)
    numbers = {prep: _number(clause, prep) for prep in ("from", "to", "onto")}
    name = found[-1].name if found else ""
    for token in clause.objects():
        name = name or _tool_name(token)
    passive = clause.subject is not None and any(c.dep_ == "nsubjpass" for c in clause.head.children)
    own = _tool_name(clause.subject) if clause.subject is not None and phrase.is_name(clause.subject) else ""
    name = name or own or memory.get("tool", "")
    new = numbers["to"] or numbers["onto"] or (found[-1].number if found else "")
    if not name or not new:
        return
    subjects = (PERSON,) if (passive and own == name) or not clause.subjects else clause.subjects
    timing = timed("begin", clause)
    for subject in subjects:
        if timing is not None and timing.stance != "negated":
            old = numbers["from"] or (found[0].number if len(found) > 1 and found[0].number != new else "")
            if old and timing.stance == "stated":
                yield Timing("ended", None, timing.valid_at).candidate(subject, "version_of", old, name)
            yield timing.candidate(subject, "version_of", new, name)


def _number(clause: Clause, word: str) -> str:
    for prep in clause.preps(word):
        for token in prep.doc[prep.i + 1 : prep.i + 5]:
            if token.text.lower() in ("version", "v", "the", "latest") or phrase.is_name(token):
                continue
            if token.i + 1 < len(token.doc) and _UNIT.fullmatch(token.nbor().text):
                return ""
            return str(token.text) if re.fullmatch(_VERSION, token.text) else ""
    return ""


def listed_apart(clause: Clause) -> Iterator[Candidate]:
    """We use GitLab for CI and ArgoCD for deploys: the second tool hangs on "CI" in the parse."""
    if clause.lemma in ("use", "run") and not clause.refused:
        timing = timed("state", clause)
        for token in clause.tokens:
            if (
                timing is not None
                and token.dep_ == "conj"
                and token.text.lower() in TECH
                and phrase.is_name(token)
            ):
                for subject in clause.subjects if not slots.denied(token) else ():
                    yield timing.candidate(subject, "uses", phrase.text_of(phrase.run(token)))


def versioned(clause: Clause) -> Iterator[Candidate]:
    """We're still on Python 3.11.   I use Node 20 (also a plain `uses`)."""
    if clause.refused or (clause.stance == "negated" and clause.lemma.split()[0] in _UPGRADES):
        return
    if clause.lemma.split()[0] not in _USING | _UPGRADES | {"be", "stay", "stick", "remain", "have"}:
        return
    yield from _our_version(clause)
    for one in versions(clause):
        timing = timed("state", clause)
        if timing is None or not clause.subjects:
            continue
        for subject in clause.subjects:
            if clause.lemma.split()[0] in _USING:
                yield timing.candidate(subject, "uses", one.name)
                for other in clause.head.doc[one.at].children:
                    if other.dep_ == "conj" and not other.like_num and _tool_name(other):
                        yield timing.candidate(subject, "uses", other.text)
            yield timing.candidate(subject, "version_of", one.number, one.name)


def _our_version(clause: Clause) -> Iterator[Candidate]:
    """Our React version is 18."""
    subject = clause.subject
    if subject is None or subject.text.lower() != "version" or clause.lemma != "be":
        return
    tool = next((c.text for c in subject.lefts if c.text.lower() in TECH), "")
    mine = any(c.text.lower() in ("my", "our") for c in subject.children)
    number = next((c.text for c in clause.head.rights if _VERSION.fullmatch(c.text)), "")
    timing = timed("state", clause)
    if tool and mine and number and timing is not None:
        yield timing.candidate(PERSON, "version_of", number, tool)


def _switched(clause: Clause) -> Iterator[Candidate]:
    verb = clause.lemma.split()[0]
    old, new = _pair(clause, verb)
    if old is None or new is None:
        return
    predicate = _kind(clause, verb, old, new)
    before, after = _name(old), _name(new)
    vague = predicate == "uses" and any(c.tag_ in ("JJR", "JJS") for c in new.children)  # "a newer model"
    if not predicate or not before or not after or before == after or vague:
        return
    timing = timed("begin", clause)
    if timing is None:
        return
    for subject in clause.subjects:
        if timing.stance == "stated":
            yield Timing("ended", None, timing.valid_at).candidate(subject, predicate, before)
            yield replace(timing.candidate(subject, predicate, after), replaces=before)
        else:
            yield timing.candidate(subject, predicate, after)


def _pair(clause: Clause, verb: str) -> tuple[Token | None, Token | None]:
    """from A to B;  off A to B;  drop A for B;  replace A with B."""
    first = next(iter(clause.objects()), None)
    to = _governed(clause, "to", "onto", "over")
    if verb in _SWITCH_FROM:
        left = _governed(clause, "from", "off", "of", "away")
        if left is None and (" off" in clause.lemma or clause.has("off")):
            left = first
        return left, to
    if verb in _SWITCH_FOR:
        return first, _governed(clause, "for")
    if verb in ("replace", "substitute"):
        return first, _governed(clause, "with", "by")
    return None, None


def _governed(clause: Clause, *words: str) -> Token | None:
    for prep in clause.preps(*words):
        governed = phrase.pobj(prep)
        if governed is None and prep.i + 1 < len(prep.doc) and prep.nbor().text[:1].isupper():
            governed = prep.nbor()
        if governed is not None:
            return governed
    return None


def _name(token: Token) -> str:
    if phrase.is_name(token) or token.text.lower() in TECH:
        words = [t for t in phrase.run(token)] if phrase.is_name(token) else [token]
        return phrase.text_of(words)
    return phrase.noun(token) or (token.text if token.text[:1].isupper() else "")


def _kind(clause: Clause, verb: str, old: Token, new: Token) -> str:
    words = {t.text.lower() for t in clause.tokens}
    known = {_name(t).lower() for t in (old, new)}
    if known & DIETS:
        return "diet"
    if words & _MAJOR:
        return "studies"
    if words & _WORK and verb in ("switch", "change", "move"):
        return "works_at"
    if words & {"role", "roles", "position", "careers", "career"}:
        return "job_title"
    if known & TECH:
        return "uses"
    names = phrase.is_name(old) and (phrase.is_name(new) or new.text[:1].isupper())
    places = {t.ent_type_ for t in (old, new)} <= {"GPE", "LOC"}
    if places and verb in ("trade", "swap", "exchange", "leave"):  # "we traded Berlin for Leipzig"
        return "lives_in"
    if places or verb in ("leave", "quit"):
        return "works_at" if names and not places else ""
    if verb in ("move", "go", "shift", "jump", "transition"):
        moved = (
            any(t.dep_ == "dobj" for t in clause.head.children)
            or " off" in clause.lemma
            or clause.has("off", "over")
        )
        return "uses" if names and moved else ""
    return "uses" if names or any(phrase.is_name(t) for t in (old, new)) else ""


def tidy_up(found: Sequence[Candidate]) -> list[Candidate]:
    """Leaves out what another candidate of the sentence says better: "uses Python 3.11" beside the version."""
    versioned = {f"{c.category} {c.object}".lower() for c in found if c.predicate == "version_of"}
    out = []
    for c in found:
        if c.predicate == "uses" and c.object.lower() in versioned:
            continue
        out.append(c)
    return out
