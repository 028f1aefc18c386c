"""The rules of trust: what a fact must pass before it is a candidate, whoever read it out of a text. Pure.

It must quote the user's own words; be about whom those are about; use words they hold; say what they
say, as sure as they say it; and be dated by them. Each refusal has a plain reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.extract import clauses, cues, plausible
from graphmem.extract.clauses import Clause
from graphmem.extract.evidence import Said, Span, fold, spelled
from graphmem.extract.stretch import Stretch, cut
from graphmem.model import PERSON, Candidate, Message, Predicate, Rejected, Stance

MOST_SURE = {"stated": 0.7, "ended": 0.7, "negated": 0.65, "planned": 0.6, "tentative": 0.5}
"""The most confidence that a checked fact may have: below that of the rules' own."""

_MINE = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|we've|us|our|ours)\b|[我咱俺]|本人", re.I)
_KIN_SUBJECT = re.compile(r"(?:user|my|our|用户|我们?)(?:'s|的)? ?(?P<kin>.+)\Z", re.I)
_ENDED = re.compile(
    r"\b(?:used to|former(?:ly)?|ex|no longer|any ?more|left|quit|sold|gave up|given up|stopp?ed|died|passed away|lost|broke up|split|divorced|"
    r"switched|migrated|moved (?:from|off|out|away)|replaced|dropped|ditched|retired|resigned|until|previously|once|was|were|had|lived|worked|"
    r"back when|upgraded|from|since moved|over it|in the past|finished|put (?:it|them|the \w+) (?:away|down))\b|"
    r"以前|之前|曾|不再|离职|离开|辞|分手|离婚|去世|走丢|卖了|换|戒|原来|过去|退|搬|从|升|不.{0,12}了|停|放弃|早就|没再|前[任妻夫男女]",
    re.I,
)
_NEGATED = re.compile(r"\b(?:not|never|no|neither|nor|without|cannot|hardly)\b|n't\b|n’t\b|[不没无未别非]", re.I)
_PLANNED = re.compile(
    r"\b(?:will|going to|gonna|plan\w*|next|tomorrow|soon|decid\w+|booked|sign(?:ed|ing) up|start(?:s|ing)|mov(?:e|ing)|intend\w*|about to|in \d+|"
    r"schedul\w+|arrang\w+|'ll|upcoming|this (?:spring|summer|fall|autumn|winter|weekend))\b|打算|计划|准备|决定|将|要|下|明|后天|会|马上|快|定了|即将|报名",
    re.I,
)
_TENTATIVE = re.compile(
    r"\b(?:might|may|maybe|perhaps|possibly|probably|think\w*|consider\w*|not sure|could|hop\w+|toying|leaning|potentially|wonder\w*|"
    r"undecided|unsure|looking (?:at|into))\b|可能|也许|或许|考虑|说不定|没准|大概|想|纠结|犹豫|不一定|估计|好像|似乎",
    re.I,
)
_SIGNS: dict[str, re.Pattern[str]] = {
    "ended": _ENDED,
    "negated": _NEGATED,
    "planned": _PLANNED,
    "tentative": _TENTATIVE,
}
_TIMELESS = frozenset("name nickname birthday age nationality born_in hometown goal response_language response_style instruction".split())
_STEADY = frozenset("likes dislikes favorite hobby diet allergic_to has_condition skilled_in speaks friend colleague sibling parent".split())
_FUTURE = frozenset({"goal", "plans_to"})
_PEOPLE = frozenset("spouse partner child parent sibling friend colleague manager pet".split())


@dataclass(frozen=True, slots=True)
class _Refused(Exception):
    reason: str


class Checks:
    """The checks over one stretch, whose clauses are read once."""

    def __init__(self, messages: Sequence[Message], predicates: Mapping[str, Predicate]) -> None:
        self.said = Said(messages)
        self._predicates = predicates
        self.sentences, self.taken = cut(messages)
        self._clauses = clauses.read(self.sentences, Stretch(tuple(messages)))
        self._casual = [not re.search(r"[A-Z]", m.content) for m in messages]
        self._self = {m.name.casefold() for m in messages if m.name}

    def check(self, found: Iterable[Candidate]) -> tuple[tuple[Candidate, ...], tuple[Rejected, ...]]:
        """What passes, put right in spelling, stance, dates and confidence; and what does not, with why."""
        facts = list(found)
        called = {c.object.casefold() for c in facts if c.predicate == "name" and _is_user(c.subject)}
        names = self._self | {n for n in called if self._introduces(n)}
        kept: dict[tuple[str, ...], Candidate] = {}
        rejected: list[Rejected] = []
        for fact in facts:
            try:
                new = self._checked(fact, names)
            except _Refused as refused:
                rejected.append(Rejected(_shown(fact), refused.reason, fact.turn))
                continue
            key = (new.subject, new.predicate, fold(new.object).text, new.category.casefold())
            if key in kept:
                if kept[key].stance != new.stance:
                    rejected.append(Rejected(_shown(new), "the same said twice, with another stance", new.turn))
                continue
            kept[key] = new
        return tuple(kept.values()), tuple(rejected)

    def _introduces(self, name: str) -> bool:
        return any(
            re.search(rf"(?:i'?m|i am|name'?s?(?: is)?|call me|我叫|我是|名字(?:是|叫)?){{1}}:?\s*{re.escape(name)}", fold(s.text).text)
            for s in self.sentences
        )

    # -- one fact ------------------------------------------------------------------------------

    def _checked(self, fact: Candidate, names: set[str]) -> Candidate:
        span = self.said.quoted(fact.quote, fact.turn)
        if span is None:
            raise _Refused(self.said.why_not(fact.quote))
        around = self._around(span)
        if not around:
            raise _Refused("the quote has no words of the user")
        value = self._value(fact, around)
        subject = self._subject(fact, around, names)
        if fold(value).text == fold(subject).text:
            raise _Refused("subject and object are the same")
        predicate = self._predicates[fact.predicate]
        casual = self._casual[span.turn]
        if reason := plausible.why_not(value, predicate, casual):
            raise _Refused(reason)
        clause = self._clause(value, subject, fact.predicate, around)
        self._relation(fact, predicate, value, clause)
        if self.said.messages[span.turn].role == "document" and subject.startswith((PERSON, "用户")):
            raise _Refused("first person in a document")
        stance = _stance(fact, clause)
        start, end, since = _dates(fact, stance, clause)
        return replace(
            fact,
            subject=subject,
            object=value,
            category=self._category(fact, clause),
            stance=stance,
            valid_at=start,
            invalid_at=end,
            since=since,
            confidence=min(fact.confidence, MOST_SURE[stance]),
            quote=self._exact(span),
            turn=span.turn,
        )

    def _exact(self, span: Span) -> str:
        return self.said.exact(span).strip()

    def _around(self, span: Span) -> list[Clause]:
        """The clauses of the sentences that a quote touches."""
        return [
            c
            for c in self._clauses
            if c.sentence.turn == span.turn
            and c.sentence.start < span.end
            and c.sentence.start + len(self._length(c)) > span.start
        ]

    def _length(self, clause: Clause) -> str:
        whole = next(s for s in self.sentences if (s.turn, s.start) == (clause.sentence.turn, clause.sentence.start))
        return whole.text

    def _value(self, fact: Candidate, around: Sequence[Clause]) -> str:
        value = fact.object
        if fact.predicate == "age" and (number := re.search(r"\d+", value)):
            value = number.group()
        for text in dict.fromkeys([*(c.sentence.text for c in around), *(c.text for c in around)]):
            if found := spelled(value, text):
                return found
        if self.said.has(value):
            raise _Refused("the quote does not say it")
        raise _Refused("the object is in none of the user's messages")

    # -- about whom ------------------------------------------------------------------------------

    def _subject(self, fact: Candidate, around: Sequence[Clause], names: set[str]) -> str:
        given = fact.subject.strip()
        if _is_user(given) or given.casefold() in names:
            return PERSON
        known = {n for c in self._clauses for n in c.about}
        kin = _KIN_SUBJECT.match(given)
        word = kin["kin"] if kin else given
        for name in known:
            if fold(name).text == fold(given).text or (kin and _kin(name) == fold(word).text):
                return name
        if not kin and (match := [n for n in known if _kin(n) == fold(given).text]):
            return match[0]
        if reason := plausible.why_no_subject(given):
            raise _Refused(reason)
        for clause in around:
            if found := spelled(given if not kin else word, clause.sentence.text):
                return found if not kin else given
        if self.said.has(given):
            raise _Refused("the quote is about somebody else")
        raise _Refused("the subject is in none of the user's messages")

    def _clause(self, value: str, subject: str, predicate: str, around: Sequence[Clause]) -> Clause:
        """The clause that says it: it holds the object, asserts something, and is about the subject."""
        holding = [c for c in around if spelled(value, c.text)] or list(around)
        asserting = [c for c in holding if not c.refused]
        if not asserting:
            raise _Refused(holding[0].refused)
        fitting = [c for c in asserting if _about(c, subject, value, predicate)]
        if not fitting:
            raise _Refused(f"said of {', '.join(asserting[0].about) or 'nobody known'}, not of {subject}")
        stated = [c for c in fitting if cues.states(predicate, c.text, c.sentence.text)]
        if not stated:
            raise _Refused(f"no word of the sentence says {predicate}")
        return min(stated, key=lambda c: len(c.text))

    # -- what is said of them --------------------------------------------------------------------

    def _relation(self, fact: Candidate, predicate: Predicate, value: str, clause: Clause) -> None:
        if not predicate.known and not cues.named(fact.predicate, clause.sentence.text):
            raise _Refused("an unknown relation, which the words do not name")
        text = fold(clause.sentence.text).text
        if fact.predicate == "age" and not _is_age(value, text):
            raise _Refused("a number that is no age")
        if fact.predicate == "name" and _CJK_NAME.search(value) and not re.search(rf"(?:叫|名字?(?:是|叫)?|姓名[::]?|我是){re.escape(value)}", text):
            raise _Refused("no word of the sentence says name")

    def _category(self, fact: Candidate, clause: Clause) -> str:
        if not self._predicates[fact.predicate].per_category:
            return ""
        found = spelled(fact.category, clause.sentence.text) or spelled(fact.category, clause.text)
        if not found or fold(found).text == fold(fact.object).text:
            raise _Refused("its category is not in the quote")
        return found


_CJK_NAME = re.compile(r"[\u3400-\u9fff]")


def _is_user(name: str) -> bool:
    return fold(name).text in ("user", "i", "me", "we", "us", "my", "the user", "myself", "我", "我们", "用户", "本人", "咱", "咱们", "speaker")


def _kin(name: str) -> str:
    """sister, of "user's sister"; 姐姐 of 用户的姐姐; '' for a name."""
    match = re.match(r"(?:user's |用户的)(.+)", name)
    return fold(match[1]).text if match else ""


def _about(clause: Clause, subject: str, value: str, predicate: str) -> bool:
    """Whether a clause is about a subject: its own; its owner's, for a relative in it; or the speaker's by default."""
    if subject in clause.about:
        return True
    if predicate in _PEOPLE and any(fold(n).text == fold(value).text for n in clause.about):
        return subject != PERSON or bool(_MINE.search(clause.sentence.text))
    if clause.about:
        return False
    if subject == PERSON:
        return True
    return bool(spelled(subject, clause.sentence.text))


def _is_age(value: str, text: str) -> bool:
    n = re.escape(value)
    after = r"(?![\d.:/]|\s*(?:%|km|kg|k\b|cm|m\b|hours?|minutes?|months?|weeks?|days?|years? (?:ago|in|of|at|now|later|working|experience)|people|times|of\b|cats?|dogs?|kids?|[年月天个次点号度块元只条人公万]))"
    before = r"(?:'m|\bam|\bis|'s|\bare|\bturn(?:s|ed|ing)?|\baged?|\bat|[,(]|今年|满|才|都|已经|快)"
    return bool(
        re.search(rf"{before}\s*(?:now |only |already |almost |about )?{n}{after}", text)
        or re.search(rf"(?<!\d){n}[- ]?(?:years?[- ]old|yo\b|y/o|周?岁)", text)
    )


def _stance(fact: Candidate, clause: Clause) -> Stance:
    """The clause's mood; a model's own is taken where the clause has none and its words bear it out."""
    if clause.stance != "stated":
        if fact.predicate in _FUTURE and clause.stance in ("planned", "tentative"):
            return "stated" if fact.predicate == "goal" else clause.stance
        if clause.stance == "negated" and fact.predicate in ("dislikes", "diet", "instruction", "allergic_to", "has_condition", "goal"):
            return "stated" if fact.stance == "stated" else fact.stance
        if clause.stance == "ended" and fact.stance == "stated" and not clause.past:
            return "ended"
        return clause.stance
    if fact.stance == "stated":
        return "planned" if fact.predicate == "plans_to" else "stated"
    if fact.predicate in ("goal", "instruction", "response_language", "response_style"):
        return "stated"
    if not _SIGNS[fact.stance].search(clause.sentence.text):
        raise _Refused(f"nothing in the sentence says that it is {fact.stance}")
    return fact.stance


def _dates(fact: Candidate, stance: Stance, clause: Clause) -> tuple[str | None, str | None, bool]:
    """From, to, since: read again from the text; a model's own date only where the text gives the same."""
    if fact.predicate in _TIMELESS or stance == "negated":
        return None, None, False
    start, end = _same(fact.valid_at, clause.dates), _same(fact.invalid_at, clause.dates)
    if fact.predicate in _STEADY and not clause.since and not (start or end):
        return None, None, False
    start, end = clause.start or start, clause.end or end
    if stance == "ended" and not clause.end:
        return None, start if not clause.since else end, False
    return start, end, clause.since and stance == "stated"


def _same(given: str | None, dates: frozenset[str]) -> str | None:
    """The text's own date that a given one agrees with, as far as both go; None if there is none."""
    if not given:
        return None
    return next((d for d in sorted(dates, key=len, reverse=True) if d.startswith(given) or given.startswith(d)), None)


def _shown(fact: Candidate) -> str:
    return f"{fact.subject} {fact.predicate} {fact.object}"
