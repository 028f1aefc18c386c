"""Recall: one search of the store's channels, ranked by margins, not by ranks, inside the store's one snapshot."""

from graphmem.retrieve.choosing import choice
from graphmem.retrieve.followup import completed
from graphmem.retrieve.question import Wanted, filter_of, query_of
from graphmem.retrieve.ranking import Ranking
from graphmem.retrieve.relevance import ABSTAIN_BELOW
from graphmem.retrieve.weights import Blend, FactWeights, TurnWeights, Weights

__all__ = [
    "ABSTAIN_BELOW",
    "Blend",
    "FactWeights",
    "Ranking",
    "TurnWeights",
    "Wanted",
    "Weights",
    "choice",
    "completed",
    "filter_of",
    "query_of",
]
