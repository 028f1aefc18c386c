"""Plain search to compare with: BM25 over stems, cosine, and the sum of both standardised."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphmem.retrieve.lexical import stems
from graphmem.retrieve.turns import standardised
from graphmem.text import folded, terms, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def tokens(text: str) -> list[str]:
    """Stemmed English words, segmented Chinese ones."""
    return [stem for word in words(text) for stem in stems(folded(word).replace(" ", "") or " ")]


class BM25:
    """Robertson and Zaragoza 2009, k1 1.5 and b 0.75, over the whole collection; question words are not asked for."""

    def __init__(self, texts: Sequence[str], k1: float = 1.5, b: float = 0.75) -> None:
        import numpy as np

        documents = [Counter(tokens(t)) for t in texts]
        lengths = np.array([d.total() for d in documents], float)
        norm = k1 * (1 - b + b * lengths / max(lengths.mean(), 1e-9))
        found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, document in enumerate(documents):
            for token, count in document.items():
                found[token].append((place, count))
        self._size = len(documents)
        self._postings: dict[str, tuple[NDArray[np.int64], Floats]] = {}
        for token, entries in found.items():
            places = np.array([p for p, _ in entries])
            counts = np.array([c for _, c in entries], float)
            rarity = math.log(1 + (len(documents) - len(entries) + 0.5) / (len(entries) + 0.5))
            self._postings[token] = places, rarity * counts * (k1 + 1) / (counts + norm[places])

    def scores(self, query: str) -> Floats:
        import numpy as np

        total = np.zeros(self._size)
        for token in dict.fromkeys(t for term in terms(query) for t in tokens(term)):
            if token in self._postings:
                places, weights = self._postings[token]
                total[places] += weights
        return total


def fused(one: Floats, other: Floats) -> Floats:
    """The sum of both, standardised."""
    return standardised(one) + standardised(other)
