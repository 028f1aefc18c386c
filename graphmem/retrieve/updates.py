"""How things stand now: of turns that tell of one matter, the newest comes first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from graphmem.model import Scores
from graphmem.retrieve.lexical import stems_of
from graphmem.store import TurnCandidate
from graphmem.text import prose

HEAD = 5
"""Only the best turns change places, so that no other comes in for being new."""
_NEAR_BEST = 0.6
"""Of the best one's score."""
_ONE_MATTER = 0.37
"""Share of the shorter turn's words that the longer one has: measured on updates in long chats."""
_VALUE = re.compile(
    r"\b(?:how (?:many|much|long|often|old|far|big|high)|what (?:time|date|day)|"
    r"(?:what|when|where|who|which) (?:\w+ )?(?:is|are|am|'s|do|does|should|have|has)|what's)\b|"
    r"多少|多大|多久|多高|几|哪|什么|谁",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:did|was|were|had|ago|last|first|originally|before|previous\w*|used to|initial\w*|over time|evolve\w*)\b|"
    r"过|曾|以前|之前|当时|原来|最初|上次|了",
    re.IGNORECASE,
)


def newest_first(
    ranked: Sequence[tuple[str, Scores]], turns: Mapping[str, TurnCandidate], asked: str
) -> list[tuple[str, Scores]]:
    """The ranks for a question of how things stand: a turn comes before older ones that tell of its matter."""
    order = list(ranked)
    if not (_VALUE.search(asked) and not _PAST.search(asked)):
        return order
    near = [i for i, (_, s) in enumerate(order[:HEAD]) if s.total >= _NEAR_BEST * order[0][1].total]
    head = [order[i] for i in near]
    told = {i: _matter(turns[i].text) for i, _ in head}
    best = {i: s.total for i, s in head}
    by_age = sorted(head, key=lambda item: (turns[item[0]].at, turns[item[0]].ordinal))
    for place, (older, _) in enumerate(by_age):
        for newer, _ in by_age[place + 1 :]:
            if _overlap(told[older], told[newer]) >= _ONE_MATTER:
                best[newer] = max(best[newer], best[older])
    age = {i: n for n, (i, _) in enumerate(by_age)}
    head.sort(key=lambda item: (-best[item[0]], -age[item[0]]))
    return [*head, *order[len(head) :]]


def _matter(text: str) -> frozenset[str]:
    """Stems; of Chinese, whose characters say little alone, pairs of them."""
    words = stems_of(prose(text))
    pairs = {a + b for a, b in pairwise(words) if not (a.isascii() or b.isascii())}
    return frozenset({w for w in words if w.isascii()} | pairs)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))
