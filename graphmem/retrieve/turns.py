"""Which turns help: their own scores, those of the turns around them, who speaks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from graphmem.names import plain
from graphmem.retrieve.lexical import lexical, stems_of
from graphmem.retrieve.weights import TurnWeights
from graphmem.store import Search, Span, TurnCandidate
from graphmem.text import dated_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def similarity(
    turns: Sequence[TurnCandidate], query: Search, asked: str, weights: TurnWeights
) -> tuple[Floats, Floats]:
    """(of each turn, 0 to 1 over these candidates, the best one 1; the share of the query's weight its words cover).

    `asked`: the query's text.
    """
    import numpy as np

    words = lexical([stems_of(dated_text(t)) for t in turns], query.terms)
    covered = np.array(words.covered)
    own = weights.text * standardised(np.array(words.bm25)) + weights.vector * standardised(_cosines(turns))
    lengths = np.array(words.lengths, float)
    asks = np.array([t.text.rstrip().endswith(("?", "？")) for t in turns], float)
    around = _Around(turns)
    low = float(np.quantile(own, 0.25)) if len(turns) > 1 else 0.0
    context = weights.asks * asks + weights.answers * around.shifted(asks, 1, 0.0)
    for distance, (before, after) in enumerate(zip(weights.before, weights.after, strict=True), 1):
        context += before * around.shifted(own, distance, low) + after * around.shifted(own, -distance, low)
    leaning = np.minimum(1.0, weights.short / np.maximum(lengths, 1.0)) ** 2
    total = (
        own
        + weights.covered * covered
        + leaning * context
        + weights.session * _best_of_session(turns, own)
        + weights.speaker * _spoken_by_named(turns, asked)
        + weights.length * np.log1p(np.minimum(lengths, weights.long))
    )
    if query.moment is not None:
        total += weights.moment * np.array([near_to(query.moment, t.at) for t in turns], float)
    spread = float(total.max() - total.min()) if len(turns) else 0.0
    return np.asarray((total - total.min()) / spread) if spread > 1e-9 else np.ones(len(turns)), covered


_TOLD_WITHIN = timedelta(days=14)
"""What happened is told of soon after, or not as news."""


def near_to(moment: Span, at: datetime) -> float:
    """1 in the span; after it falling to 0 over half its length, of two days to two weeks."""
    if at < moment.start:
        return 0.0
    if at < moment.end:
        return 1.0
    tail = min(_TOLD_WITHIN, max(timedelta(days=2), (moment.end - moment.start) / 2))
    return max(0.0, 0.5 * (1 - (at - moment.end) / tail))


def standardised(values: Floats) -> Floats:
    """Zero mean and unit deviation; all zero where there is no difference."""
    deviation = float(values.std()) if len(values) else 0.0
    found: Floats = (values - values.mean()) / deviation if deviation > 1e-9 else 0.0 * values
    return found


def _cosines(turns: Sequence[TurnCandidate]) -> Floats:
    """A turn without a vector yet counts as the median one."""
    import numpy as np

    found = np.array([t.channels.get("vector", np.nan) for t in turns], float)
    known = found[~np.isnan(found)]
    median = float(np.median(known)) if known.size else 0.0
    return np.where(np.isnan(found), median, found)


class _Around:
    """The turns before and after each, in its own episode."""

    def __init__(self, turns: Sequence[TurnCandidate]) -> None:
        self._places = [(t.episode, t.ordinal) for t in turns]
        self._index = {place: i for i, place in enumerate(self._places)}

    def shifted(self, values: Floats, distance: int, absent: float) -> Floats:
        """Of each turn, the value of the one `distance` places before it."""
        import numpy as np

        found = [self._index.get((episode, ordinal - distance)) for episode, ordinal in self._places]
        return np.array([absent if i is None else values[i] for i in found], float)


def _best_of_session(turns: Sequence[TurnCandidate], own: Floats) -> Floats:
    import numpy as np

    best: dict[str, float] = {}
    for turn, score in zip(turns, own.tolist(), strict=True):
        best[turn.session] = max(score, best.get(turn.session, score))
    return np.array([best[t.session] for t in turns], float)


def _spoken_by_named(turns: Sequence[TurnCandidate], asked: str) -> Floats:
    """1 for the turns of the only speaker whom the query names."""
    import numpy as np

    text = plain(asked)
    named = {s for s in {t.speaker for t in turns} if s and plain(s) in text}
    return np.array([len(named) == 1 and t.speaker in named for t in turns], float)
