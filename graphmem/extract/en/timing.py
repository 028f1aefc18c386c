"""What a clause's tense and dates say about a state: does it hold, has it ended, is it ahead?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from graphmem.extract.en.clause import Clause
from graphmem.extract.en.nlp import Token
from graphmem.model import Candidate, Stance

Change = Literal["state", "begin", "end", "event", "major"]
"""`state`: "live"; `begin`: "move to"; `end`: "leave"; `event`: "visit"; `major`: true in any tense."""

CONFIDENCE: dict[str, float] = {
    "stated": 0.9,
    "ended": 0.9,
    "negated": 0.85,
    "planned": 0.8,
    "tentative": 0.6,
}


@dataclass(frozen=True, slots=True)
class Timing:
    stance: Stance
    valid_at: str | None = None
    invalid_at: str | None = None
    since: bool = False

    def candidate(self, subject: str, predicate: str, text: str, category: str = "") -> Candidate:
        return Candidate(
            subject=subject,
            predicate=predicate,
            object=text,
            category=category,
            stance=self.stance,
            confidence=CONFIDENCE[self.stance],
            valid_at=self.valid_at,
            invalid_at=self.invalid_at,
            since=self.since,
        )


def timed(change: Change, clause: Clause) -> Timing | None:
    """The stance and dates of a fact that a clause states; None when it states nothing.

    "I lived in Rome" ended; "I've lived in Rome since 2019" holds; "I'm moving to Rome in May" is
    planned; "I'm leaving Acme in May" has not happened, so says nothing of the state.
    """
    if clause.refused:
        return None
    start, end, since = _dates(clause)
    if clause.stance == "stated" and change in ("state", "begin") and getting(clause.head):
        return Timing("planned", start)
    if change == "state" and (_got(clause) or (clause.lemma == "get" and clause.going)):
        change = "begin"
    stance = clause.stance
    if change == "end":
        return Timing("ended", None, end or start) if stance == "stated" and _happened(clause) else None
    if stance == "ended":
        return Timing("ended", start if end else None, end or (None if since else start))
    if (
        stance == "negated" and change == "state" and clause.perfect and since
    ):  # "haven't lived there since 2012"
        return Timing("ended", None, start)
    if stance == "negated":
        if change == "state" and clause.past and not clause.perfect:
            return None if change == "state" and not end else Timing("negated")
        return Timing("negated", start if since else None)
    if stance in ("tentative", "planned"):
        return Timing(stance, start)
    if change in ("event", "major"):
        if clause.going or (
            change == "event"
            and clause.head.tag_ in ("VBP", "VBZ", "VB")
            and not clause.perfect
            and not _past_aux(clause)
        ):
            return Timing("stated", None) if change == "major" else None
        return Timing("stated", start)
    if change == "begin":
        return _beginning(clause, start, since)
    if clause.going and start and not since and _to_come(clause, start):
        return Timing("planned", start)
    if clause.begun and change == "state":
        return Timing("stated", start)
    if clause.past and not clause.perfect:
        if clause.lemma in ("get", "hear"):
            return None
        return Timing("ended", start if end else None, end or (None if since else start))
    if end and not start:
        return Timing("stated", None, end)
    return Timing("stated", start if since or clause.perfect else None, None, since)


_THIS_SEASON = re.compile(r"\bthis (?:coming )?(?:spring|summer|fall|autumn|winter)\b", re.I)


def _to_come(clause: Clause, start: str) -> bool:
    later: bool = start > clause.at.date().isoformat()[: len(start)]
    return later or bool(_THIS_SEASON.search(clause.head.doc.text))


def getting(verb: Token) -> bool:
    """ "She's getting married in May": ahead."""
    if verb.dep_ == "acomp" and verb.head.text.lower() == "getting":
        return any(c.dep_ == "aux" and c.lemma_ == "be" for c in verb.head.children)
    return any(c.dep_ in ("auxpass", "aux") and c.text.lower() == "getting" for c in verb.children)


def _got(clause: Clause) -> bool:
    """ "I got engaged", "I got hired": the state began."""
    verb = clause.head
    above = verb.dep_ == "acomp" and verb.head.text.lower() in ("got", "getting")
    return above or any(c.dep_ == "auxpass" and c.text.lower() == "got" for c in verb.children)


def _beginning(clause: Clause, start: str | None, since: bool) -> Timing | None:
    if start and clause.head.tag_ == "VBG" and clause.head.dep_ == "advcl" and _to_come(clause, start):
        return Timing("planned", start)  # "I quit Contoso, starting at Fabrikam in May"
    if clause.going or (clause.head.tag_ in ("VBP", "VBZ", "VB") and not clause.perfect and not clause.past):
        return Timing("planned", start)
    if (
        start and not since and start > clause.at.date().isoformat()[: len(start)]
    ):  # "I moved to Bonn in 2099"
        return Timing("planned", start)
    return Timing("stated", start, None, since)


def _past_aux(clause: Clause) -> bool:
    return clause.past


def _happened(clause: Clause) -> bool:
    return clause.past or clause.perfect


def _dates(clause: Clause) -> tuple[str | None, str | None, bool]:
    """From, to, and whether it goes on. "for three years" dates a past state not at all."""
    start = end = None
    since = False
    for when in clause.whens:
        if when.until or when.invalid_at:
            end = end or when.invalid_at
            start = start or when.valid_at
        elif start is None:
            if (
                when.since
                and clause.past
                and not clause.perfect
                and "since" not in _word(clause, when.start, when.end)
            ):
                continue
            start, since = when.valid_at, when.since
    return start, end, since


def _word(clause: Clause, start: int, end: int) -> str:
    text: str = clause.head.doc.text
    return text[max(0, start - 6) : end].lower()


def each(
    clause: Clause, timing: Timing | None, predicate: str, text: str, category: str = ""
) -> Iterator[Candidate]:
    """One candidate for each subject of the clause; none without a timing or a text."""
    if timing is not None and text:
        for subject in clause.subjects:
            yield timing.candidate(subject, predicate, text, category)


def say(clause: Clause, change: Change, predicate: str, text: str) -> Iterator[Candidate]:
    """`each`, with the timing that the clause gives to such a change."""
    yield from each(clause, timed(change, clause), predicate, text)
