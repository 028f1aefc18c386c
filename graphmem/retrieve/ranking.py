"""Candidates → the best of them, with their scores. Pure but for the model's words it was given."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from itertools import islice

from graphmem.model import Fact, Hit, Recalled, Row, Scores
from graphmem.names import has_cjk, is_person_word
from graphmem.retrieve import facts as of_facts
from graphmem.retrieve import turns as of_turns
from graphmem.retrieve.lexical import stems_of
from graphmem.retrieve.relations import ASKED
from graphmem.retrieve.relevance import FACTS_STAND_CLOSER, Signs, Texts, cosines, relevance, signs, telling
from graphmem.retrieve.updates import newest_first
from graphmem.retrieve.weights import Weights
from graphmem.sensitive import health
from graphmem.store import Candidates, FactCandidate, Found, Ranked, Search, TurnCandidate
from graphmem.text import folded

DAY = 86_400.0


@lru_cache(20_000)
def _stems_of(text: str) -> tuple[str, ...]:
    """The facts of one person come to mind again and again."""
    return tuple(stems_of(text))


def _unsaid(predicate: str, language: str) -> str:
    return ""


@dataclass(slots=True)
class Ranking:
    """Ranks one search's candidates, and keeps their scores for `recalled`.

    `text`: the query. `limit`: of facts, and of turns. `said`: (relation, language) → its words in it.
    `words`: those that ask for something sensitive which has them, each between spaces.
    """

    query: Search
    text: str
    limit: int
    weights: Weights = field(default_factory=Weights)
    facts: dict[tuple[str, int], Scores] = field(default_factory=dict)
    turns: dict[str, Scores] = field(default_factory=dict)
    texts: list[Texts] = field(default_factory=list)
    on_health: bool = field(init=False)
    in_chinese: bool = field(init=False)
    words: tuple[str, ...] = field(init=False)
    said: Callable[[str, str], str] = _unsaid

    def __post_init__(self) -> None:
        self.on_health = health.asks(self.text)
        self.in_chinese = has_cjk(self.text)
        words = (folded(term) for term in self.query.terms if not is_person_word(term))
        self.words = tuple(f" {word} " for word in words if word)

    @property
    def signs(self) -> list[Signs]:
        """What the candidates show of whether anything answers."""
        return signs(self.texts, telling(self.query.terms))

    def __call__(self, found: Candidates) -> Ranked:
        self.texts = []
        if self.query.terms:
            self.facts = dict(self._best_facts(found))
            self.turns = dict(self._best_turns(found))
        return Ranked(tuple(self.facts), tuple(self.turns))

    def _best_facts(self, found: Candidates) -> list[tuple[tuple[str, int], Scores]]:
        asked = [f for f in found.facts if self._is_asked_for(f)]
        bodies = [self._told(f) for f in asked]
        similarity, parts, covered = of_facts.channels(
            asked, bodies, self.query, found.named, self.weights.facts
        )
        self.texts.append(Texts(covered, cosines(asked), self._asked_for(asked), FACTS_STAND_CLOSER))
        # being new alone is no reason to come to mind
        tells = sum((v for name, v in parts.items() if name != "recent"), 0.0 * similarity) > 0
        tells |= bool(self.query.only)  # what is filtered for is asked for
        total = [
            (self._blended(near, f.recorded_at, 0.5), (f.id, f.version), i)
            for i, (f, near, told) in enumerate(zip(asked, similarity.tolist(), tells, strict=True))
            if told
        ]
        ranks = sorted(total, key=lambda item: (-item[0], item[1]))
        best = islice((item for item in ranks if not self._of_health(asked[item[2]])), self.limit)
        return [
            (key, Scores(score, {name: float(v[i]) for name, v in parts.items() if v[i] > 0}))
            for score, key, i in best
        ]

    def _told(self, fact: FactCandidate) -> tuple[str, ...]:
        """Stems of a fact's text and of the words that ask for its relation, in the query's language if another."""
        language = "zh" if self.in_chinese else "en"
        same = has_cjk(fact.text) == self.in_chinese
        relation = "" if same else self.said(fact.predicate, language)
        asked = ASKED[language].get(fact.predicate, "")
        return _stems_of(fact.text) + _stems_of(f"{relation} {asked}")

    def may_tell(self, fact: FactCandidate) -> bool:
        """A sensitive fact comes only to a question in its words or, of health, about such things; or pinned."""
        return self._is_asked_for(fact) and not self._of_health(fact)

    def _is_asked_for(self, fact: FactCandidate) -> bool:
        if fact.predicate not in self.query.sensitive or "pinned" in fact.channels:
            return True
        if self.on_health and health.speaks(fact.text):
            return True
        relation = " ".join(self.said(fact.predicate, language) for language in ("en", "zh"))
        # not by whom it is about: "Who is Ines?" does not ask what she has
        asked = ASKED["zh"].get(fact.predicate, "")
        return self._asks_for(f"{fact.predicate.replace('_', ' ')} {relation} {asked} {fact.object_name}")

    def _of_health(self, fact: FactCandidate) -> bool:
        """Whether it speaks of health to a question that does not. Looked at only in what would be shown."""
        if self.on_health or "pinned" in fact.channels or fact.predicate in self.query.sensitive:
            return False
        return health.speaks(fact.text)

    def _asks_for(self, text: str) -> bool:
        told = f" {folded(text)} "
        return any(word in told for word in self.words)

    def _may_hear(self, predicate: str, thing: str) -> bool:
        """Whether a turn that says this sensitive thing may be shown."""
        of_health = self.on_health and health.speaks(f"{predicate.replace('_', ' ')} {thing}")
        return of_health or self._asks_for(thing)

    def _best_turns(self, found: Candidates) -> list[tuple[str, Scores]]:
        asked = [t for t in found.turns if all(self._may_hear(*held) for held in t.holds)]
        if not asked:
            return []
        similarity, covered = of_turns.similarity(asked, self.query, self.text, self.weights.turns)
        self.texts.append(Texts(covered, cosines(asked), self._asked_for(asked)))
        ranked = []
        for turn, near in zip(asked, similarity.tolist(), strict=True):
            total = self._blended(near, turn.at, turn.importance)
            ranked.append((turn.id, Scores(total, dict(turn.channels))))
        ranked.sort(key=lambda item: (-item[1].total, item[0]))
        turns = {t.id: t for t in asked}
        ordered = newest_first(ranked, turns, self.text)
        shown = (item for item in ordered if self.on_health or not _tells_of_health(turns[item[0]]))
        return list(islice(shown, self.limit))

    def _asked_for(self, candidates: Sequence[FactCandidate] | Sequence[TurnCandidate]) -> bool:
        """Whether some are of the time that the query speaks of, or of what it keeps to."""
        return any(c.channels.keys() & {"moment", "kept"} for c in candidates)

    def _blended(self, similarity: float, at: datetime, importance: float) -> float:
        blend = self.weights.blend
        days = max(0.0, (self.query.as_of - at).total_seconds() / DAY)
        total = (1 - blend.recency) * similarity + blend.recency * math.exp(-blend.rate * days)
        return total * (1 + blend.importance * (importance - 0.5))

    def recalled(self, found: Found, fact_of: Callable[[Row], Fact], threshold: float = 0.0) -> Recalled:
        """What was found, whole, in the order of its ranks. `threshold`: below that relevance it is nothing."""
        rows = {(r.id, r.version): r for r in found.reading.rows}
        turns = {t.id: t for t in found.turns}
        named = set(found.candidates.named)
        return Recalled(
            query=self.text,
            facts=tuple(fact_of(rows[key]) for key in self.facts if key in rows),
            hits=tuple(
                Hit(turns[key], score.total, tuple(score.channels), key in found.changed)
                for key, score in self.turns.items()
                if key in turns
            ),
            episodes=found.episodes,
            entities=tuple(e for e in found.reading.entities if e.id in named),
            scores={key[0]: score for key, score in self.facts.items()},
            as_of=self.query.as_of,
            known_at=self.query.known_at,
            relevance=relevance(self.signs) if self.facts or self.turns else 0.0,
            threshold=threshold,
        )


def _tells_of_health(turn: TurnCandidate) -> bool:
    """Of someone's: what a document says of it, or an assistant without a word to the person, is of nobody."""
    if turn.role == "document" or turn.holds:  # what it holds was asked for in its words
        return False
    return health.speaks_to_someone(turn.text) if turn.role == "assistant" else health.speaks(turn.text)
