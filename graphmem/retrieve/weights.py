"""How channels are weighed; measured with `benchmarks/quality.py`: from some conversations, tried on the others."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Blend:
    """`(1 - recency)·similarity + recency·exp(-rate·days)`, and `importance` (0.5 is neutral) a little more or less.

    `rate`: per day; 0.001 halves in two years, so that what is old and to the point still wins.
    """

    recency: float = 0.3
    rate: float = 0.001
    importance: float = 0.05


@dataclass(frozen=True, slots=True)
class FactWeights:
    """Of a fact's channels, each from 0 to 1. `moment`: it began, or held, in the time the query speaks of."""

    vector: float = 1.0
    text: float = 0.7
    walk: float = 1.5
    pinned: float = 0.15
    recent: float = 0.02
    moment: float = 1.0


@dataclass(frozen=True, slots=True)
class TurnWeights:
    """Of a turn's features; scores are standardised over the candidates of one query.

    `covered`: share of the query's weight that its words carry. `before`, `after`: what the turns one and
    two places away add. `session`: what the best turn of its session adds. `speaker`: it is spoken by the
    one person the query names. `asks`: it ends in a question, and so tells little. `answers`: the turn
    before it asks. `length`: of the logarithm of its words, up to `long`. A turn of up to `short` words leans on
    those around it; a longer one by the square of how much longer it is less. `moment`: it was said in the time
    that the query speaks of, or soon after.
    """

    text: float = 0.5
    vector: float = 1.0
    covered: float = 2.0
    before: tuple[float, float] = (0.4, 0.25)
    after: tuple[float, float] = (0.3, 0.2)
    session: float = 0.3
    speaker: float = 2.0
    asks: float = -1.5
    answers: float = 0.5
    length: float = 0.8
    moment: float = 3.0
    short: int = 30
    long: int = 60


@dataclass(frozen=True, slots=True)
class Weights:
    """All that ranking is set by."""

    facts: FactWeights = FactWeights()
    turns: TurnWeights = TurnWeights()
    blend: Blend = Blend()
