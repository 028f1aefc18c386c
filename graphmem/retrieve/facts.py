"""Which facts help: by meaning, by words, and by how they hang on the entities that the query names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphmem.retrieve.lexical import lexical
from graphmem.retrieve.weights import FactWeights
from graphmem.store import FactCandidate, Search, Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DAMPING = 0.85
STEPS = 12
_BACKWARDS = 0.1
"""How much of its weight a relation has from its object to its subject."""
_ONLY_HELD = 0.5


def channels(
    facts: Sequence[FactCandidate],
    bodies: Sequence[Sequence[str]],
    query: Search,
    named: Sequence[str],
    weights: FactWeights,
) -> tuple[Floats, dict[str, Floats], Floats]:
    """(similarity of each, from 0 to 1; its parts by channel; the share of the query's weight its words cover).

    `bodies`: of each, the stems of what is to be found in it.
    """
    import numpy as np

    words = np.array(lexical(bodies, query.terms).covered)
    near = _near(facts)
    walked = weights.walk * _walked(facts, named, 0.5 * words + 0.5 * near)
    parts = {
        "vector": weights.vector * near,
        "text": weights.text * words,
        "walk": walked,
        "pinned": weights.pinned * _of(facts, "pinned"),
        "recent": weights.recent * _of(facts, "recent"),
    }
    if query.moment is not None:
        parts["moment"] = weights.moment * _during(facts, query.moment)
    total = sum(parts.values(), np.zeros(len(facts))) / (weights.vector + weights.text + weights.walk)
    return total, parts, words


def _of(facts: Sequence[FactCandidate], channel: str) -> Floats:
    import numpy as np

    return np.array([f.channels.get(channel, 0.0) for f in facts], float)


def _during(facts: Sequence[FactCandidate], moment: Span) -> Floats:
    """1 for what began in the time that the query speaks of, less for what only held then."""
    import numpy as np

    began = np.array([moment.start <= f.valid_at < moment.end for f in facts], bool)
    held = np.array([f.valid_at < moment.end and f.invalid_at > moment.start for f in facts], bool)
    return np.where(began, 1.0, np.where(held, _ONLY_HELD, 0.0))


def _near(facts: Sequence[FactCandidate]) -> Floats:
    """Cosines of one embedder are squeezed into a narrow band: the band found becomes 0.02 to 1."""
    import numpy as np

    found = np.array([f.channels.get("vector", np.nan) for f in facts], float)
    known = ~np.isnan(found)
    if not known.any():
        return np.zeros(len(facts))
    low, high = float(found[known].min()), float(found[known].max())
    if high - low < 1e-9:
        return np.where(known, 0.5, 0.0)  # one alone says little of how near it is
    return np.where(known, 0.02 + 0.98 * (np.nan_to_num(found) - low) / (high - low), 0.0)


def _walked(facts: Sequence[FactCandidate], named: Sequence[str], relevance: Floats) -> Floats:
    """Personalised PageRank (Haveliwala 2002) from the entities named, over the candidates as edges.

    A step prefers the relations that the query is about. What a fact gets is what flows over it; the best is 1.
    """
    import numpy as np

    walked = np.array(["walk" in f.channels for f in facts])
    if not named or not walked.any():
        return np.zeros(len(facts))
    places: dict[str, int] = {}
    for i in named:
        places.setdefault(i, len(places))
    starts = np.arange(len(places))
    ends = np.array(
        [
            (
                places.setdefault(f.subject, len(places)),
                places.setdefault(f.object or f"={f.id}", len(places)),
            )
            for f in facts
        ]
    )
    weight = np.where(walked, 0.05 + relevance**2, 0.0)
    source = np.concatenate([ends[:, 0], ends[:, 1]])
    target = np.concatenate([ends[:, 1], ends[:, 0]])
    edge = np.concatenate([weight, _BACKWARDS * weight])
    out = np.bincount(source, edge, len(places))
    share = np.divide(edge, out[source], out=np.zeros_like(edge), where=out[source] > 0)
    restart = np.zeros(len(places))
    restart[starts] = 1 / len(starts)
    rank = restart.copy()
    for _ in range(STEPS):
        flow = np.bincount(target, rank[source] * share, len(places))
        rank = (1 - DAMPING) * restart + DAMPING * flow
    over = rank[source] * share
    found: Floats = np.maximum(over[: len(facts)], over[len(facts) :])
    best = float(found.max())
    return found / best if best > 0 else found
