"""How likely it is that anything found answers the question: a recall that helps nothing should fill no prompt.

A cosine says little by itself: one embedder gives .76 to strangers, another .1. Within one query it says more: how
far the best stands above the middle of the candidates, as a share of what is left up to 1. Beside it count how much
of the query's weight the best text covers in words (a word that no candidate has weighs most), and how many telling
words the query has, since one word is easily covered. Facts and turns are judged apart, the better judgement counts.

The weights are those of a logistic regression over public conversations: questions in their own conversation against
those of others, fitted on half of the conversations and tried on the rest by `benchmarks/abstention.py`, which tells
how many answerable questions fall below the threshold (it is set so that 3 in 100 do where it was fitted) and how
many of the others are caught. Questions about what the talk could well have told, but did not, are hardly caught.

Among few texts the middle is no measure: up to `FEW` of them nothing is held back, and the more there are the
more their margin counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from graphmem.retrieve.lexical import stems_of
from graphmem.store import FactCandidate, TurnCandidate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FEW = 6
_MORE = 10
"""So many texts above `FEW`, and their margin counts half."""
_MARGIN_OF_FEW = 0.45
FACTS_STAND_CLOSER = 1.8
"""Facts are short and alike, "user likes this" and "user likes that": so many times their margin counts as a turn's."""
_ASKED_FOR = 0.6
"""What a text counts as covered at least that is of the time, or of the kind, that is asked for."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Log odds: `constant` and, for each of the signs, its weight. `threshold`: below it nothing is relevant."""

    covered: float = 6.59
    margin: float = 18.83
    telling: float = 1.51
    constant: float = -10.18
    threshold: float = 0.158


CALIBRATION = Calibration()
ABSTAIN_BELOW = CALIBRATION.threshold


@dataclass(frozen=True, slots=True)
class Texts:
    """The candidates of one kind. `cosines`: NaN where there is no vector. `asked_for`: see `_ASKED_FOR`.

    `closeness`: by what their margin is multiplied.
    """

    covered: Floats
    cosines: Floats
    asked_for: bool = False
    closeness: float = 1.0


@dataclass(frozen=True, slots=True)
class Signs:
    """What one kind of text shows: the best covered share, the margin of the best cosine, log(1 + telling words)."""

    covered: float
    margin: float
    telling: float


def telling(terms: Sequence[str]) -> int:
    """How many words of a query there are to go by."""
    return len({tuple(stems_of(t)) for t in terms} - {()})


def cosines(candidates: Sequence[FactCandidate] | Sequence[TurnCandidate]) -> Floats:
    import numpy as np

    return np.array([c.channels.get("vector", np.nan) for c in candidates], float)


def signs(kinds: Sequence[Texts], words: int) -> list[Signs]:
    """Of each kind that has any text. `words`: telling ones of the query."""
    import numpy as np

    size = sum(int((~np.isnan(k.cosines)).sum()) for k in kinds)
    weight = max(0, size - FEW) / (max(0, size - FEW) + _MORE)
    return [
        Signs(
            max(float(k.covered.max()), _ASKED_FOR if k.asked_for else 0.0),
            weight * k.closeness * _margin(k.cosines) + (1 - weight) * _MARGIN_OF_FEW,
            math.log1p(words),
        )
        for k in kinds
        if len(k.covered)
    ]


def _margin(found: Floats) -> float:
    known: list[float] = [c for c in found.tolist() if not math.isnan(c)]
    if len(known) < 2:
        return 0.0
    middle = median(known)
    return (max(known) - middle) / max(1e-6, 1 - middle)


def relevance(found: Sequence[Signs], calibration: Calibration = CALIBRATION) -> float:
    """The probability that something found answers, 0 to 1."""
    return max((_probability(s, calibration) for s in found), default=0.0)


def _probability(s: Signs, c: Calibration) -> float:
    odds = c.constant + c.covered * s.covered + c.margin * s.margin + c.telling * s.telling
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))
