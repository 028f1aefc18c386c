"""What has been read of a stretch so far: candidates with subject, mood, dates and quote, and refusals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from graphmem.extract.stretch import Sentence, Stretch
from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.patterns import Draft, stance_of
from graphmem.extract.zh.text import Text
from graphmem.model import PERSON, Candidate, Rejected, Stance

_TIMELESS = frozenset({"name", "birthday", "born_in", "hometown", "nationality", "age"})
_POINTED_AT = frozenset({"likes", "dislikes", "uses", "owns"})
_STAYS = frozenset({"lives_in", "works_at"})
_PET_NAMED_WITHIN = 2  # messages


@dataclass
class Ledger:
    """`tool`: the tool last spoken of, whose version may follow."""

    stretch: Stretch
    kept: list[Candidate] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    tool: str = ""

    def quote(self, sentence: Sentence, text: Text) -> str:
        """The part of the message that a text was cut from, exactly as it stands there."""
        if not text.at:
            return self.stretch.quote(sentence)
        content = self.stretch.messages[sentence.turn].content
        return content[sentence.start + min(text.at) : sentence.start + max(text.at) + 1]

    def refuse(self, sentence: Sentence, text: Text, reason: str) -> None:
        self.rejected.append(Rejected(self.quote(sentence, text), reason, sentence.turn))

    def of_turn(self, turn: int) -> list[Candidate]:
        """What has been kept of one turn, the one being read."""
        begin = len(self.kept)
        while begin and self.kept[begin - 1].turn == turn:
            begin -= 1
        return self.kept[begin:]

    def drop(self, wrong: Iterable[Candidate]) -> None:
        """Take back what its speaker has put right."""
        for candidate in list(wrong):
            self.kept.remove(candidate)
            self.rejected.append(Rejected(candidate.quote, "put right by the speaker", candidate.turn))

    def orders(self, sentence: Sentence, text: Text, drafts: Sequence[Draft]) -> None:
        """Keep instructions: undated, of the speaker unless they name a subject."""
        quote = self.quote(sentence, text)
        self.kept += [
            Candidate(d.subject or PERSON, d.predicate, d.object, quote=quote, turn=sentence.turn)
            for d in drafts
        ]

    def facts(self, sentence: Sentence, text: Text, frame: Frame, drafts: Sequence[Draft]) -> list[Candidate]:
        """Candidates of a clause, not yet kept: first the ties its subject brings, then its facts."""
        quote = self.quote(sentence, text)
        tied = {(d.predicate, d.object) for d in drafts}
        made = []
        for tie in frame.who.relations:
            married = tie.predicate == "partner" and ("spouse", tie.name) in tied
            if (tie.predicate, tie.name) not in tied and not married:
                stance: Stance = "ended" if tie.ended else "stated"
                made.append(
                    Candidate(
                        tie.owner, tie.predicate, tie.name, stance=stance, quote=quote, turn=sentence.turn
                    )
                )
        for draft in drafts:
            subjects = (draft.subject,) if draft.subject else frame.who.names or (PERSON,)
            made += [_candidate(sentence, quote, frame, draft, subject) for subject in subjects]
        return [c for c in made if _sane(c)]

    def keep(self, made: Iterable[Candidate]) -> None:
        """Add candidates, and remember what 它 and a bare version may now mean."""
        for candidate in made:
            if candidate.predicate == "uses":
                self.tool = candidate.object
            elif candidate.predicate == "version_of":
                self.tool = candidate.category
            elif candidate.predicate == "works_on":
                self.stretch.people["它"] = self.stretch.people[candidate.object] = candidate.object
            if candidate.predicate in _POINTED_AT and candidate.subject == PERSON:
                self.stretch.people["它"] = candidate.object
            self.kept.append(self._named(candidate) if candidate.predicate == "pet" else candidate)

    def _named(self, new: Candidate) -> Candidate:
        """养了一只小猫，叫豆花: the name takes the place, and the date, of the kind."""
        kind = self.stretch.people.get("?", "").split("\n")[-1]
        for old in self.kept:
            near = new.turn - old.turn <= _PET_NAMED_WITHIN
            if old.predicate == "pet" and old.object == kind != new.object and near:
                self.kept.remove(old)
                return replace(old, object=new.object, quote=new.quote, turn=new.turn)
        return new

    def close_stays(self, begin: int) -> None:
        """我在上海住了三年，后来搬到苏州: a stay without a last 了 is over where the next one is told of."""
        for place in range(begin, len(self.kept)):
            old = self.kept[place]
            if not old.since or old.predicate not in _STAYS or not re.search(r"了[^了]{2,5}$", old.quote):
                continue
            tie = (old.subject, old.predicate)
            if any(
                (c.subject, c.predicate) == tie and c.object != old.object for c in self.kept[place + 1 :]
            ):
                self.kept[place] = replace(old, stance="ended", valid_at=None, since=False)

    def late_date(self, sentence: Sentence, frame: Frame) -> None:
        """…，2014年开始做的: the date of what was said just before."""
        if not self.kept or self.kept[-1].turn != sentence.turn:
            return
        last = self.kept[-1]
        if frame.future and last.stance == "stated":
            return
        if last.stance == "ended":
            self.kept[-1] = replace(last, invalid_at=last.invalid_at or frame.point or None)
        elif last.predicate not in _TIMELESS and not last.valid_at:
            since = frame.since or not frame.point
            self.kept[-1] = replace(last, valid_at=frame.point or frame.length, since=since)


def _sane(candidate: Candidate) -> bool:
    """An object that is a phrase about somebody else, or endless, was misread."""
    words = candidate.object
    if not words.strip() or words == candidate.subject or len(words) > 60:
        return False
    return candidate.predicate in ("goal", "plans_to") or not re.search(r"[我你您]", words)


def _candidate(sentence: Sentence, quote: str, frame: Frame, draft: Draft, subject: str) -> Candidate:
    stance = stance_of(frame, draft)
    valid = invalid = None
    since = False
    if draft.dated:
        valid, invalid, since = _times(frame, draft, stance)
    if draft.predicate in _TIMELESS and not (draft.predicate == "age" and len(valid or "") == 10):
        valid, invalid, since = None, None, False
    return Candidate(
        subject,
        draft.predicate,
        draft.object,
        draft.category,
        stance=stance,
        valid_at=valid,
        invalid_at=invalid,
        since=since,
        replaces=draft.replaces or None,
        quote=quote,
        turn=sentence.turn,
    )


def _times(frame: Frame, draft: Draft, stance: Stance) -> tuple[str | None, str | None, bool]:
    """(valid_at, invalid_at, since): an end is dated by its event, a past state by its time."""
    point = frame.point or None
    if frame.until:
        return point, frame.until, False
    if draft.stance == "planned" and not frame.future:  # 昨天收到 offer: not yet begun
        return None, None, False
    if stance == "ended":
        event = frame.negated or (draft.stance == "ended" and not re.search(r"过(?!敏|来|去)", frame.said))
        return (None, point, False) if event else (point, None, False)
    if stance == "negated":
        return None, None, False
    if point:
        return point, None, frame.since and stance == "stated"
    if frame.length and stance == "stated":
        return frame.length, None, True
    return None, None, False
