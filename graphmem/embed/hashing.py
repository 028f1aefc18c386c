"""Vectors from the words alone, without a model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import shake_128
from itertools import pairwise
from typing import TYPE_CHECKING
from unicodedata import normalize

from graphmem.embed.port import Kind, unit_rows, written_texts
from graphmem.errors import InvalidInput

if TYPE_CHECKING:
    from graphmem.embed.port import Vectors

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_RUNS = re.compile(f"[{_CJK}]+|[^\\W_{_CJK}]+")
_IS_CJK = re.compile(f"[{_CJK}]")


class HashEmbedder:
    """Vectors from the words alone: texts that share words are near. No model.

    A term is a word, or a single CJK character or a pair of them. Each has a fixed direction of
    random signs, drawn from SHAKE-128 of the seed and the term; a text is the sum of its terms'
    (a random projection: Achlioptas 2003), so a cosine is that of the bags within about
    `dimensions ** -0.5`. The same in every process. A text without terms gets the vector
    of a blank one. It knows no meaning: "car" and "automobile" are unrelated.
    """

    def __init__(self, dimensions: int = 64, seed: int = 0) -> None:
        if dimensions <= 0:
            raise InvalidInput(f"dimensions is {dimensions}: it must be above 0")
        self.dimensions = dimensions
        self.model_id = f"hash-seed-{seed}/graphmem-1"
        self._seed = seed

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        written = written_texts(texts, kind)
        parts = [self._sum(text) for _, text in written]
        return unit_rows(parts, written, len(texts), self.dimensions)

    def _sum(self, text: str) -> Vectors:
        """Shape (1, dimensions). Whole numbers, so their order can't change the sum."""
        import numpy as np

        total = np.zeros((1, self.dimensions), dtype=np.float32)
        for term, times in Counter(_terms(text)).items():
            total += times * self._signs(term)
        return total if total.any() else np.ones_like(total)

    def _signs(self, term: str) -> Vectors:
        import numpy as np

        drawn = shake_128(f"{self._seed}\0{term}".encode()).digest(-(-self.dimensions // 8))
        bits = np.unpackbits(np.frombuffer(drawn, dtype=np.uint8), count=self.dimensions)
        return bits.astype(np.float32) * 2 - 1


def _terms(text: str) -> list[str]:
    terms: list[str] = []
    for run in _RUNS.findall(normalize("NFKC", text).casefold()):
        if _IS_CJK.match(run):
            terms += run
            terms += (a + b for a, b in pairwise(run))
        else:
            terms.append(run)
    return terms
