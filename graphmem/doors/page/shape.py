"""Facts as the page shows them: named in the reader's language, dated, marked. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.dates import shown
from graphmem.model import Entity, Fact, Known, Predicate, Turn

ENTERED = "api"
"""Role of a message that is no speech but a fact as it was entered."""
_CONFIRMED, _CORRECTED = "confirmed: ", "correction: "
_UNSURE = 0.8
"""Confidence below which a fact is marked uncertain."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A span of a message: `before`, `said` and `after` make up the text; without its turn only `said` is known."""

    said: str
    at: str
    episode: str
    before: str = ""
    after: str = ""
    speaker: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One kept message to show, with the day it was said; what was entered as a fact reads as a fact does."""

    role: str
    speaker: str
    text: str
    day: str


@dataclass(frozen=True, slots=True)
class Line:
    """One fact to show. Dates are texts, '' where there is none; `marks` are keys of words, without `mark_`."""

    id: str
    version: int
    who: str
    who_id: str
    relation: str
    object: str
    object_id: str
    since: str
    until: str
    known_since: str
    known_until: str
    marks: tuple[str, ...]
    confidence: float
    reason: str
    pinned: bool
    inferred: bool
    settled: bool
    quotes: tuple[Quote, ...]

    @property
    def text(self) -> str:
        """The fact as a sentence."""
        return f"{self.who} {self.relation} {self.object}"


@dataclass(frozen=True, slots=True)
class Shaper:
    """Shapes facts for a reader: `relations` gives each relation's words in the reader's language."""

    user: str
    relations: Mapping[str, str]
    categories: frozenset[str]

    @classmethod
    def of(cls, user: str, language: str, predicates: Iterable[Predicate]) -> Shaper:
        known = tuple(predicates)
        said = {p.name: p.words[language] for p in known if p.words.get(language)}
        return cls(user, said, frozenset(p.name for p in known if p.per_category))

    def name(self, thing: Entity | str) -> str:
        """The namespace's own person goes by the user's name."""
        return (self.user if thing.person else thing.name) if isinstance(thing, Entity) else thing

    def relation(self, fact: Fact) -> str:
        words = self.relations.get(fact.predicate) or fact.predicate.replace("_", " ")
        return f"{words} ({fact.category})" if fact.category and fact.predicate in self.categories else words

    def line(self, fact: Fact) -> Line:
        target = fact.object
        return Line(
            id=fact.id,
            version=fact.version,
            who=self.name(fact.subject),
            who_id=fact.subject.id,
            relation=self.relation(fact),
            object=self.name(target),
            object_id=target.id if isinstance(target, Entity) else "",
            since=shown(fact.valid_at, fact.valid_precision, fact.valid_offset),
            until=shown(fact.invalid_at, fact.invalid_precision, fact.invalid_offset),
            known_since=shown(fact.recorded_at, "day", 0),
            known_until=shown(fact.expired_at, "day", 0),
            marks=marks(fact),
            confidence=fact.confidence,
            reason=fact.reason,
            pinned=fact.pinned,
            inferred=fact.source == "inferred",
            settled=fact.stance == "stated" and fact.source == "explicit" and not fact.stale,
            quotes=tuple(
                Quote(_spoken(fact, e.quote), shown(e.said_at, "day", 0), e.episode) for e in fact.evidence
            ),
        )

    def spoken(self, turn: Turn) -> Spoken:
        text = self._entered(turn.text) if turn.role == ENTERED else turn.text
        return Spoken(turn.role, turn.speaker, text, shown(turn.at, "day", turn.offset))

    def _entered(self, text: str) -> str:
        said = text.removeprefix(_CONFIRMED)
        if said.startswith(_CORRECTED):
            return said.removeprefix(_CORRECTED)
        who, relation, what = _parts(said, self.relations)
        if not relation:
            return said
        return f"{self.user if who == 'user' else who} {self.relations[relation]} {what}"

    def lines(self, facts: Iterable[Fact]) -> list[Line]:
        return [self.line(f) for f in facts]


def _spoken(fact: Fact, quote: str) -> str:
    """The words that said it; none where it was entered as a fact, as they would say the same."""
    entered = f"{fact.subject} {fact.predicate} {fact.object}"
    same = (entered, f"{_CONFIRMED}{entered}", f"{_CORRECTED}{fact.object}")
    return "" if quote in same else quote


def _parts(text: str, relations: Collection[str]) -> tuple[str, str, str]:
    """Subject, relation and object of what was entered as a fact; the relation is '' where none of these is in it."""
    words = text.split(" ")
    at = next((n for n, word in enumerate(words) if n and word in relations), 0)
    return (" ".join(words[:at]), words[at], " ".join(words[at + 1 :])) if at else ("", "", text)


def marks(fact: Fact) -> tuple[str, ...]:
    """What keeps a fact from being plainly true and current, and what else is to be told at a glance."""
    holds = {
        fact.stance: fact.stance != "stated",
        "stale": fact.stale,
        "inferred": fact.source == "inferred",
        "uncertain": fact.confidence < _UNSURE,
        "pinned": fact.pinned,
        "sensitive": fact.sensitive,
        "old": fact.expired_at is not None,
        "nowhere": fact.version == 0,
    }
    return tuple(mark for mark, so in holds.items() if so)


@dataclass(frozen=True, slots=True)
class Theme:
    """What is known of one thing under one theme."""

    who: str
    theme: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """A profile to show. `contested`: each fact with what was said otherwise."""

    themes: tuple[Theme, ...]
    inferred: tuple[Line, ...]
    to_confirm: tuple[Line, ...]
    open: tuple[Line, ...]
    contested: tuple[tuple[Line, tuple[Line, ...]], ...]

    @property
    def empty(self) -> bool:
        """Whether no fact holds."""
        return not (self.themes or self.inferred or self.to_confirm)


def overview(known: Known, shaper: Shaper) -> Overview:
    """What is sure by theme; what is inferred, waits to be confirmed or is open stands apart, each fact once."""
    themes, inferred = [], []
    for section in known.sections:
        current = [f for f in section.facts if not f.stale]
        inferred += [f for f in current if f.source == "inferred"]
        sure = tuple(shaper.line(f) for f in current if f.source != "inferred")
        if sure:
            themes.append(Theme(shaper.name(section.entity), section.theme, sure))
    return Overview(
        themes=tuple(themes),
        inferred=tuple(shaper.lines(inferred)),
        to_confirm=tuple(shaper.lines(known.to_confirm)),
        open=tuple(shaper.lines(known.open)),
        contested=tuple((shaper.line(c.fact), tuple(shaper.lines(c.otherwise))) for c in known.contested),
    )


def quotes(fact: Fact, turns: Sequence[Turn]) -> list[Quote]:
    """The evidence of a fact, each quote once, inside the message it is a span of."""
    said = {t.id: t for t in turns}
    found = []
    for e in fact.evidence:
        turn = said.get(e.turn)
        text = turn.text if turn else e.quote
        before, quote, after = text.partition(e.quote) if e.quote and e.quote in text else ("", text, "")
        if turn and turn.role == ENTERED:
            before, quote, after = "", _spoken(fact, e.quote), ""
        offset = turn.offset if turn else 0
        who, role = (turn.speaker, turn.role) if turn else ("", "")
        found.append(Quote(quote, shown(e.said_at, "day", offset), e.episode, before, after, who, role))
    return list(dict.fromkeys(found))


def earliest(facts: Iterable[Fact]) -> datetime | None:
    """When the first of these began to hold."""
    return min((f.valid_at for f in facts if f.valid_at is not None), default=None)
