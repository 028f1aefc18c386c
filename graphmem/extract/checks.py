"""The rules of trust: what a fact must pass before it is a candidate, whoever read it out of a text. Pure.

It must quote the user's own words; be about whom those are about; use words they hold; say what they
say, as sure as they say it; and be dated by them. Each refusal has a plain reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from graphmem.extract import clauses, cues, errands, plausible, stances
from graphmem.extract.clauses import Clause
from graphmem.extract.evidence import Said, Span, fold, spelled
from graphmem.extract.stretch import Stretch, cut
from graphmem.model import PERSON, Candidate, Message, Predicate, Rejected

MOST_SURE = {"stated": 0.7, "ended": 0.7, "negated": 0.65, "planned": 0.6, "tentative": 0.5}
"""The most confidence that a checked fact may have: below that of the rules' own."""

_MINE = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|we've|us|our|ours)\b|[我咱俺]|本人", re.I)
_OF_OTHERS = re.compile(
    r"(?:\W|and |but |so )*(?:my|our|the) (?:\w+ )?(?:nephews?|nieces?|cousins?|aunt|uncle|grand\w+|"
    r"roommate|flatmate|neighbou?rs?|landlord|landlady|teacher|"
    r"classmates?|in-?laws?|friends?|boss|colleagues?|sisters?|brothers?|wife|husband|sons?|daughters?|"
    r"kids?|mother|mom|mum|father|dad|dogs?|cats?)\b",
    re.I,
)
_KIN_SUBJECT = re.compile(r"(?:user|my|our|用户|我们?)(?:'s|的)? ?(?P<kin>.+)\Z", re.I)
_SLIP = re.compile(
    r"\b(?:sorry|oops|typo|correction|i meant?|scratch that)\b|说错|打错|写错|记错|不对|更正|口误"
)
_PEOPLE = frozenset("spouse partner child parent sibling friend colleague manager pet".split())


class _Refused(Exception):
    """A fact that does not pass; its text is the reason."""


class Checks:
    """The checks over one stretch, whose clauses are read once."""

    def __init__(
        self,
        messages: Sequence[Message],
        predicates: Mapping[str, Predicate],
        refused: Iterable[Rejected] = (),
    ) -> None:
        """`refused`: what the rules refused to read in these messages; it counts here too."""
        self.said = Said(messages)
        self._predicates = predicates
        self.sentences, self.taken = cut(messages)
        stretch = Stretch(tuple(messages))
        found = clauses.read(self.sentences, stretch)
        self._people = stretch.people
        reasons = {(r.turn, fold(r.text).text): r.reason for r in refused if r.reason in _UNTRUE}
        self._clauses = [_refuse(c, reasons) for c in found]
        self._casual = [not re.search(r"[A-Z]", m.content) for m in messages]
        self._slips = [t for s in self.sentences if _SLIP.search(t := fold(s.text).text)]
        self._names: dict[str, str] = {}
        self._self = {m.name.casefold() for m in messages if m.name}

    def check(self, found: Iterable[Candidate]) -> tuple[tuple[Candidate, ...], tuple[Rejected, ...]]:
        """What passes, put right in spelling, stance, dates and confidence; and what does not, with why."""
        facts = list(found)
        called = {c.object.casefold() for c in facts if c.predicate == "name" and _is_user(c.subject)}
        names = self._self | {n for n in called if self._introduces(n)}
        kept: dict[tuple[str, ...], Candidate] = {}
        rejected: list[Rejected] = []
        for fact in sorted(facts, key=lambda f: f.predicate not in _PEOPLE):
            try:
                new = self._checked(fact, names)
            except _Refused as refused:
                rejected.append(Rejected(_shown(fact), str(refused), fact.turn))
                continue
            key = (new.subject, new.predicate, fold(new.object).text, new.category.casefold())
            if key in kept:
                if kept[key].stance != new.stance:
                    rejected.append(
                        Rejected(_shown(new), "the same said twice, with another stance", new.turn)
                    )
                continue
            kept[key] = new
        return tuple(kept.values()), tuple(rejected)

    def _introduces(self, name: str) -> bool:
        return any(
            re.search(
                rf"(?:i'?m|i am|name'?s?(?: is)?|call me|我叫|我是|名字(?:是|"
                rf"叫)?){{1}}:?\s*{re.escape(name)}",
                fold(s.text).text,
            )
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
        category = self._category(fact, around)
        fact = replace(fact, subject=subject, object=value, category=category)
        clause = self._clause(fact, around)
        self._relation(fact, clause)
        self._learn(fact, clause)
        if self.said.messages[span.turn].role == "document" and subject.startswith((PERSON, "用户")):
            raise _Refused("first person in a document")
        stance = stances.stance(fact, clause)
        if stance is None:
            raise _Refused(f"nothing in the sentence says that it is {fact.stance}")
        if stance == "stated" and stances.gone(
            fact.predicate, fold(value).text, fold(clause.sentence.text).text
        ):
            stance = "ended"
        if predicate.opposes and predicate.name == "likes" and stance == "negated":
            fact, stance = replace(fact, predicate=predicate.opposes), "stated"
        start, end, since = stances.dates(fact, stance, clause)
        if errands.is_errand(replace(fact, stance=stance, valid_at=start)):
            raise _Refused(errands.REASON)
        return replace(
            fact,
            stance=stance,
            valid_at=start,
            invalid_at=end,
            since=since,
            confidence=min(fact.confidence, MOST_SURE[stance]),
            quote=self.said.exact(span).strip(),
            turn=span.turn,
        )

    def _around(self, span: Span) -> list[Clause]:
        """The clauses of the sentences that a quote touches."""
        touched = {
            (s.turn, s.start)
            for s in self.sentences
            if s.turn == span.turn and s.start < span.end and s.start + len(s.text) > span.start
        }
        return [c for c in self._clauses if (c.sentence.turn, c.sentence.start) in touched]

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
        known = sorted({n for c in self._clauses for n in c.about})
        kin = _KIN_SUBJECT.match(given)
        word = kin["kin"] if kin else given
        called = self._people.get(f"my {word.casefold()}") or self._people.get(f"用户的{word}") or ""
        if called and "\n" not in called and not _kin(called):
            return called
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

    def _clause(self, fact: Candidate, around: Sequence[Clause]) -> Clause:
        """The clause that says it: it holds the object, asserts something, and is about the subject."""
        value, subject, predicate = fact.object, fact.subject, fact.predicate
        holding = [c for c in around if spelled(value, c.text)] or list(around)
        asserting = [c for c in holding if not c.refused or c.refused in _ALLOWED.get(predicate, ())]
        if not asserting:
            raise _Refused(holding[0].refused)
        fitting = [c for c in asserting if self._about(c, fact)]
        if not fitting:
            raise _Refused(f"said of {', '.join(asserting[0].about) or 'nobody known'}, not of {subject}")
        folded = fold(value).text
        tied = [c for c in fitting if (subject, predicate, value) in c.ties]
        stated = tied or [
            c
            for c in fitting
            if cues.states(predicate, folded, fold(c.text).text, fold(c.sentence.text).text)
        ]
        if not stated:
            raise _Refused(f"no word of the sentence says {predicate}")
        return min(stated, key=lambda c: len(c.text))

    def _about(self, clause: Clause, fact: Candidate) -> bool:
        """Whether it is about a subject: its own, its owner's for a relative in it, or by default the speaker."""
        value, subject, predicate = fact.object, fact.subject, fact.predicate
        about = {self._names.get(name, name) for name in clause.about}
        if predicate in _PEOPLE:
            owners = {owner for owner, relation, name in clause.ties if fold(name).text == fold(value).text}
            if owners:
                return subject in owners
            kin = {n for n in clause.about if _kin(n) or fold(n).text == fold(value).text}
            if kin and subject == PERSON:
                return bool(_MINE.search(clause.sentence.text)) or any(_kin(n) for n in kin)
        if subject in about:
            return not (clause.order and predicate not in _ORDERS)
        if predicate == "version_of" and subject == PERSON and fact.category in about:
            return True
        if clause.order:
            return subject == PERSON and predicate in _ORDERS
        if about or (subject == PERSON and _OF_OTHERS.match(clause.text)):
            return False
        return subject == PERSON or bool(spelled(subject, clause.sentence.text))

    # -- what is said of them --------------------------------------------------------------------

    def _relation(self, fact: Candidate, clause: Clause) -> None:
        predicate, value = self._predicates[fact.predicate], fact.object
        if not predicate.known and not cues.named(fact.predicate, clause.sentence.text):
            raise _Refused("an unknown relation, which the words do not name")
        text = fold(clause.sentence.text).text
        if fact.predicate == "age" and not plausible.is_age(value, text):
            raise _Refused("a number that is no age")
        wrong = re.escape(fold(value).text)
        if re.search(rf"[,;-] ?(?:and )?not (?:in |at |the |an? )?{wrong}(?!\w)", text) or any(
            re.search(rf"(?:\bnot |不是){wrong}(?!\w)", slip) for slip in self._slips
        ):
            raise _Refused("put right by the speaker")
        if (
            fact.predicate == "name"
            and re.search(rf"我是{re.escape(fold(value).text)}", text)
            and not plausible.is_person(value)
        ):
            raise _Refused("no name but what somebody is")
        if fact.predicate == "version_of" and not plausible.is_version(
            fold(fact.category).text, fold(value).text, text
        ):
            raise _Refused("a number that is no version")
        if predicate.object == "entity" and plausible.is_cut_short(value, clause.sentence.text):
            raise _Refused("only a part of a longer name")

    def _learn(self, fact: Candidate, clause: Clause) -> None:
        """ "My manager is Helen" gives her a name, under which later clauses may speak of her."""
        if fact.predicate in _PEOPLE:
            self._names.update({name: fact.object for name in clause.about if _kin(name)})

    def _category(self, fact: Candidate, around: Sequence[Clause]) -> str:
        if not self._predicates[fact.predicate].per_category:
            return ""
        found = next((f for c in around if (f := spelled(fact.category, c.sentence.text))), "")
        if not found or fold(found).text == fold(fact.object).text:
            raise _Refused("its category is not in the quote")
        if fact.predicate == "version_of" and plausible.no_product(found):
            raise _Refused("its category is no product")
        return found


_ORDERS = frozenset({"response_language", "response_style", "instruction"})
_ALLOWED: dict[str, frozenset[str]] = {
    **dict.fromkeys(_ORDERS, frozenset({"hypothetical", "a request", "a request for now"})),
    "goal": frozenset({"a wish"}),
    "plans_to": frozenset({"a wish"}),
}
"""What the parse makes of orders ("your replies should be short") and of goals ("I want to …"), which are meant."""


_UNTRUE = frozenset(
    {"fiction", "fiction or hypothetical", "hypothetical", "a joke or sarcasm", "taken back as a joke", "said in play",
     "pasted text", "said by others, not by the user", "said by somebody else", "believed or "
         "pretended, not true"}
)  # fmt: skip
"""Why the rules refuse words altogether; a question or a request may hold a fact beside what it asks."""


def _refuse(clause: Clause, reasons: Mapping[tuple[int, str], str]) -> Clause:
    """A clause as the rules see it: refused where they refuse it, or the sentence it is in."""
    for text in (clause.text, clause.sentence.text):
        reason = reasons.get((clause.sentence.turn, fold(text).text.strip(" .,!?")))
        reason = reason or reasons.get((clause.sentence.turn, fold(text).text))
        if reason:
            return replace(clause, refused=clause.refused or reason)
    return clause


def _is_user(name: str) -> bool:
    return fold(name).text in (
        "user",
        "i",
        "me",
        "we",
        "us",
        "my",
        "the user",
        "myself",
        "我",
        "我们",
        "用户",
        "本人",
        "咱",
        "咱们",
        "speaker",
    )


def _kin(name: str) -> str:
    """sister, of "user's sister"; 姐姐 of 用户的姐姐; '' for a name."""
    match = re.match(r"(?:user's |用户的)(.+)", name)
    return fold(match[1]).text if match else ""


def _shown(fact: Candidate) -> str:
    return f"{fact.subject} {fact.predicate} {fact.object}"
