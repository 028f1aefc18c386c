"""Full-text scores over the candidates of one query, so that every store ranks alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.text import tokens

K1 = 1.5
B = 0.75


@dataclass(frozen=True, slots=True)
class Lexical:
    """Of each text, in order. `bm25`: its score. `covered`: the share of the query's weight it has, 0 to 1."""

    bm25: tuple[float, ...]
    covered: tuple[float, ...]
    lengths: tuple[int, ...]


def lexical(bodies: Sequence[Sequence[str]], terms: Sequence[str]) -> Lexical:
    """Of texts as `stems_of` gives them: BM25 (Robertson and Zaragoza 2009) with the candidates as the collection.

    They share the query's words more than the whole collection does, which lowers the weight of common
    ones: on real conversations that ranks better than the collection's own frequencies.
    """
    lengths = tuple(len(b) for b in bodies)
    needles = [n for n in dict.fromkeys(tuple(stems_of(t)) for t in terms) if n]
    if not needles or not bodies:
        return Lexical((0.0,) * len(bodies), (0.0,) * len(bodies), lengths)
    mean = sum(lengths) / len(lengths) or 1.0
    spread = [K1 * (1 - B + B * n / mean) for n in lengths]
    score, covered, full = [0.0] * len(bodies), [0.0] * len(bodies), 0.0
    joined = [f" {' '.join(b)} " for b in bodies] if any(len(n) > 1 for n in needles) else []
    for needle in needles:
        if len(needle) == 1:
            counts = [b.count(needle[0]) for b in bodies]
        else:
            phrase = f" {' '.join(needle)} "
            counts = [b.count(phrase) for b in joined]
        having = len(counts) - counts.count(0)
        weight = math.log(1 + (len(bodies) - having + 0.5) / (having + 0.5))
        full += weight
        for i, n in enumerate(counts):
            if n:
                score[i] += weight * n * (K1 + 1) / (n + spread[i])
                covered[i] += weight
    return Lexical(tuple(score), tuple(c / full for c in covered), lengths)


def stems_of(text: str) -> list[str]:
    """Of any text, by word."""
    return [_STEMS[word] for word in tokens(text)]


def stems(text: str) -> list[str]:
    """English words without their commonest endings, so that "lives", "lived" and "live" meet."""
    return [_STEMS[word] for word in text.split()]


class _Stems(dict[str, str]):
    def __missing__(self, word: str) -> str:
        if len(self) > 50_000:
            self.clear()
        stem = self[word] = _stem(word)
        return stem


def _stem(word: str) -> str:
    if not (word.isascii() and word.isalpha()):
        return word
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] in "ey":
        word = word[:-1] + ("i" if word[-1] == "y" else "")
    return word


_STEMS = _Stems()
