"""Candidates → the best of them, with their scores. Pure but for the model's words it was given."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model import Fact, Hit, Recalled, Row, Scores
from graphmem.retrieve import facts as of_facts
from graphmem.retrieve import turns as of_turns
from graphmem.retrieve.relevance import FACTS_STAND_CLOSER, Signs, Texts, cosines, relevance, signs, telling
from graphmem.retrieve.updates import newest_first
from graphmem.retrieve.weights import Weights
from graphmem.store import Candidates, FactCandidate, Found, Ranked, Search, TurnCandidate
from graphmem.text import folded

DAY = 86_400.0


@dataclass(slots=True)
class Ranking:
    """Ranks one search's candidates, and keeps their scores for `recalled`.

    `text`: the query. `limit`: of facts, and of turns.
    """

    query: Search
    text: str
    limit: int
    weights: Weights = field(default_factory=Weights)
    facts: dict[tuple[str, int], Scores] = field(default_factory=dict)
    turns: dict[str, Scores] = field(default_factory=dict)
    texts: list[Texts] = field(default_factory=list)

    @property
    def signs(self) -> list[Signs]:
        """What the candidates show of whether anything answers."""
        return signs(self.texts, telling(self.query.terms))

    def __call__(self, found: Candidates) -> Ranked:
        if self.query.terms:
            self.facts = dict(self._best_facts(found))
            self.turns = dict(self._best_turns(found)[: self.limit])
        return Ranked(tuple(self.facts), tuple(self.turns))

    def _best_facts(self, found: Candidates) -> list[tuple[tuple[str, int], Scores]]:
        asked = [f for f in found.facts if self.may_tell(f)]
        similarity, parts, covered = of_facts.channels(asked, self.query, found.named, self.weights.facts)
        self.texts.append(Texts(covered, cosines(asked), self._asked_for(asked), FACTS_STAND_CLOSER))
        # being new alone is no reason to come to mind
        tells = sum((v for name, v in parts.items() if name != "recent"), 0.0 * similarity) > 0
        tells |= bool(self.query.only)  # what is filtered for is asked for
        total = [
            (self._blended(near, f.recorded_at, 0.5), (f.id, f.version), i)
            for i, (f, near, told) in enumerate(zip(asked, similarity.tolist(), tells, strict=True))
            if told
        ]
        best = heapq.nsmallest(self.limit, total, key=lambda item: (-item[0], item[1]))
        return [
            (key, Scores(score, {name: float(v[i]) for name, v in parts.items() if v[i] > 0}))
            for score, key, i in best
        ]

    def may_tell(self, fact: FactCandidate) -> bool:
        """A sensitive fact comes only to a question in its words, or when it is pinned."""
        return (
            fact.predicate not in self.query.sensitive
            or "pinned" in fact.channels
            or self._asks_for(fact.text)
        )

    def _asks_for(self, text: str) -> bool:
        words = f" {folded(text)} "
        return any(f" {term} " in words for term in map(folded, self.query.terms) if term)

    def _best_turns(self, found: Candidates) -> list[tuple[str, Scores]]:
        asked = [t for t in found.turns if all(self._asks_for(thing) for _, thing in t.holds)]
        if not asked:
            return []
        similarity, covered = of_turns.similarity(asked, self.query, self.text, self.weights.turns)
        self.texts.append(Texts(covered, cosines(asked), self._asked_for(asked)))
        ranked = []
        for turn, near in zip(asked, similarity.tolist(), strict=True):
            total = self._blended(near, turn.at, turn.importance)
            ranked.append((turn.id, Scores(total, dict(turn.channels))))
        ranked.sort(key=lambda item: (-item[1].total, item[0]))
        return newest_first(ranked, {t.id: t for t in asked}, self.text)

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
