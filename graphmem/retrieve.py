"""Recall: one query into the store's channels, then fusion. Pure but for the embedder it is given.

Channels' scores are fused by their margins, not their ranks. Text candidates of every store are
scored again here, over the candidates' own words, so that both stores rank alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.embed.port import Embedder
from graphmem.errors import InvalidInput
from graphmem.model import Entity, Fact, Hit, Recalled, Row, Scores
from graphmem.store import Found, Search
from graphmem.text import folded, possible_keys, terms, turn_text

DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Weights:
    """How channels and the default blend `similarity·(1 - recency) + recency·exp(-rate·days)` are weighed."""

    vector: float = 1.0
    text: float = 0.7
    walk: float = 0.4
    pinned: float = 0.15
    recent: float = 0.02
    recency: float = 0.3
    rate: float = 0.01
    importance: float = 0.05


def query_of(text: str, embedder: Embedder, as_of: datetime, known_at: datetime | None, limit: int) -> Search:
    """The search for a question. Raises InvalidInput for a blank one."""
    if not isinstance(text, str) or not text.strip():
        raise InvalidInput("query is blank: ask with at least a word")
    wanted = terms(text)
    vector = embedder.embed([text], "query")[0] if wanted else None
    return Search(
        vector=vector,
        terms=wanted,
        keys=possible_keys(text),
        as_of=as_of,
        known_at=known_at,
        limit=max(40, 3 * limit),
    )


@dataclass(frozen=True, slots=True)
class _Candidate:
    text: str
    at: datetime
    importance: float
    channels: dict[str, float]


def fuse(
    found: Found,
    query: Search,
    fact_of: Callable[[Row], Fact],
    text: str,
    limit: int,
    weights: Weights | None = None,
) -> Recalled:
    """Ranks what a search found. `limit`: of facts, and of turns."""
    weights = weights or Weights()
    if not query.terms:
        return Recalled(text, as_of=query.as_of, known_at=query.known_at)
    rows = {(r.id, r.version): r for r in found.reading.rows}
    turns = {t.id: t for t in found.turns}
    importance = {e.id: e.importance for e in found.episodes}
    facts: dict[str, _Candidate] = {
        f"{r.id} {r.version}": _Candidate(r.text, r.recorded_at, 0.5, {}) for r in rows.values()
    }
    said: dict[str, _Candidate] = {
        t.id: _Candidate(turn_text(t), t.at, importance.get(t.episode, 0.5), {}) for t in turns.values()
    }
    for s in found.scored:
        pool, key = (facts, f"{s.id} {s.version}") if s.kind == "fact" else (said, s.id)
        if key in pool and s.channel != "text":
            channels = pool[key].channels
            channels[s.channel] = max(s.score, channels.get(s.channel, -1.0))
    ranked_facts = _rank(facts, query, weights)
    ranked_turns = _rank(said, query, weights)
    best = [(fact_of(rows[_row_key(key)]), score) for key, score in ranked_facts]
    hidden = [f for f, _ in best if f.sensitive and not _asked(f, query)]
    told = {e.turn for f in hidden for e in f.evidence}
    best = [(f, s) for f, s in best if f not in hidden]
    ranked_turns = [(key, score) for key, score in ranked_turns if key not in told]
    return Recalled(
        query=text,
        facts=tuple(f for f, _ in best[:limit]),
        hits=tuple(
            Hit(turns[key], score.total, tuple(score.channels)) for key, score in ranked_turns[:limit]
        ),
        episodes=found.episodes,
        entities=_named(found),
        scores={f.id: score for f, score in best[:limit]},
        as_of=query.as_of,
        known_at=query.known_at,
    )


def _row_key(key: str) -> tuple[str, int]:
    identity, version = key.rsplit(" ", 1)
    return identity, int(version)


def _named(found: Found) -> tuple[Entity, ...]:
    return tuple(e for e in found.reading.entities if e.id in found.named)


def _asked(fact: Fact, query: Search) -> bool:
    """A sensitive fact comes only to a question that names its object or is in its words."""
    text = f" {folded(fact.text)} "
    return fact.pinned or any(f" {term} " in text for term in map(folded, query.terms) if term)


def _rank(pool: Mapping[str, _Candidate], query: Search, weights: Weights) -> list[tuple[str, Scores]]:
    """Best first; candidates without any sign of relevance are left out."""
    lexical = _lexical({key: c.text for key, c in pool.items()}, query.terms)
    near = _spread({key: c.channels["vector"] for key, c in pool.items() if "vector" in c.channels})
    scored = []
    for key, c in pool.items():
        channels = {
            "vector": weights.vector * near.get(key, 0.0),
            "text": weights.text * lexical.get(key, 0.0),
            "walk": weights.walk * c.channels.get("walk", 0.0),
            "pinned": weights.pinned * c.channels.get("pinned", 0.0),
            "recent": weights.recent * c.channels.get("recent", 0.0),
        }
        channels = {name: value for name, value in channels.items() if value > 0}
        if not channels.keys() - {"recent"}:
            continue  # being new alone is no reason to come to mind
        similarity = sum(channels.values()) / (weights.vector + weights.text + weights.walk)
        days = max(0.0, (query.as_of - c.at).total_seconds() / DAY)
        total = (1 - weights.recency) * similarity + weights.recency * math.exp(
            -weights.rate * days
        ) * similarity
        total += weights.importance * (c.importance - 0.5) * similarity
        scored.append((key, Scores(total, channels)))
    scored.sort(key=lambda item: (-item[1].total, item[0]))
    return scored


def _spread(scores: Mapping[str, float]) -> dict[str, float]:
    """Cosines of one embedder are squeezed into a narrow band: the band found becomes 0.02 to 1."""
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    if high - low < 1e-9:
        return dict.fromkeys(scores, 0.5)  # one alone says little of how near it is
    return {key: 0.02 + 0.98 * (value - low) / (high - low) for key, value in scores.items()}


def _lexical(texts: Mapping[str, str], wanted: Sequence[str]) -> dict[str, float]:
    """BM25's shape (k1 1.2, b 0.5) over the candidates, its best scaled to 1 by the query's own weight."""
    asked = [term for term in map(folded, wanted) if term]
    if not asked or not texts:
        return {}
    bodies = {key: f" {' '.join(_stems(folded(text)))} " for key, text in texts.items()}
    needles = [f" {' '.join(_stems(a))} " for a in asked]
    mean = sum(map(len, bodies.values())) / len(bodies)
    counts = {key: [body.count(n) for n in needles] for key, body in bodies.items()}
    frequent = [sum(1 for c in counts.values() if c[i]) for i in range(len(needles))]
    idf = [math.log(1 + (len(bodies) - f + 0.5) / (f + 0.5)) for f in frequent]
    full = sum(idf) or 1.0
    scores: dict[str, float] = {}
    for key, row in counts.items():
        length = 0.5 + 0.5 * len(bodies[key]) / mean
        value = sum(w * n * 2.2 / (n + 1.2 * length) for w, n in zip(idf, row, strict=True) if n)
        if value:
            scores[key] = value / full
    return scores


def _stems(text: str) -> Iterable[str]:
    """English words without their commonest endings, so that "lives", "lived" and "live" meet."""
    for word in text.split():
        if word.isascii() and word.isalpha():
            for ending in ("ing", "ed", "s"):
                if word.endswith(ending) and len(word) - len(ending) >= 3:
                    word = word[: -len(ending)]
                    break
            if len(word) > 3 and word[-1] in "ey":
                word = word[:-1] + ("i" if word[-1] == "y" else "")
        yield word
