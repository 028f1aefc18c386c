"""Why a recall gave a fact or hid it, told from its search, its ranking and the fact's story. Pure."""

from __future__ import annotations

from datetime import datetime

from graphmem.dates import shown
from graphmem.model import Choice, Explanation, Fact, Recalled
from graphmem.retrieve.ranking import Ranking
from graphmem.store import Candidates
from graphmem.timeline import MAX, MIN


def choice(story: Explanation, ranking: Ranking, found: Candidates, recalled: Recalled, limit: int) -> Choice:
    """`ranking`: one that kept every fact; `limit`: how many the recall gives."""
    fact = story.fact.id
    ranks = [identity for identity, _ in ranking.facts]
    rank = 1 + ranks.index(fact) if fact in ranks else 0
    given = 0 < rank <= limit
    if given:
        reason = _given(story.fact, rank, recalled)
    elif rank:
        reason = f"below the limit: its rank is {rank}, and {limit} are given"
    else:
        reason = _unranked(story, ranking, found)
    return Choice(
        query=ranking.text,
        given=given,
        reason=reason,
        rank=rank,
        ranked=len(ranks),
        scores=recalled.scores.get(fact),
        relevance=recalled.relevance,
        threshold=recalled.threshold,
    )


def _given(fact: Fact, rank: int, recalled: Recalled) -> str:
    channels = recalled.scores[fact.id].channels
    signs = ", ".join(sorted(channels, key=lambda name: (-channels[name], name)))
    told = f"given at rank {rank}, for {signs or 'what is kept to'}"
    if recalled.nothing and not fact.pinned:
        return f"{told}; as nothing found seems to answer, a prompt leaves it out"
    return told


def _unranked(story: Explanation, ranking: Ranking, found: Candidates) -> str:
    query = ranking.query
    if not query.terms:
        return "there is no word in the query to look for"
    candidates = [c for c in found.facts if c.id == story.fact.id]
    if any(not ranking.may_tell(c) for c in candidates):
        return "sensitive: told only to a query that asks for it, or when it is pinned"
    if candidates:
        return "no sign of relevance: nothing but that it is new"
    if not_held := _not_held(story, query.stances, query.as_of, query.known_at):
        return not_held
    if query.only:
        return "outside what the recall keeps to, or not near the query"
    return "not near the query: others are nearer in meaning and in words, and no entity it names leads here"


def _not_held(
    story: Explanation, stances: tuple[str, ...], as_of: datetime, known_at: datetime | None
) -> str:
    """Why the fact does not hold at the query's point, or '' if it does."""
    known = [f for f in story.versions if f.version and _believed(f, known_at)]
    if not known:
        last = story.versions[-1]
        if known_at is not None and last.recorded_at > known_at:
            return "not known yet at known_at"
        return f"not believed: {last.reason}" if last.reason else "not believed then"
    asked = [f for f in known if f.stance in stances]
    if not asked:
        return f"{known[-1].stance}: told when stance={known[-1].stance!r} is asked for"
    if any(f.stance != "stated" or (f.valid_at or MIN) <= as_of < (f.invalid_at or MAX) for f in asked):
        return ""
    ended = [f for f in asked if (f.invalid_at or MAX) <= as_of]
    if not ended:
        first = min(asked, key=lambda f: f.valid_at or MIN)
        start = shown(first.valid_at, first.valid_precision, first.valid_offset)
        return f"does not hold at as_of: it begins {start}"
    last = max(ended, key=lambda f: f.invalid_at or MAX)
    end = shown(last.invalid_at, last.invalid_precision, last.invalid_offset)
    by = [f for f in story.replaced_by if f.valid_at == last.invalid_at]
    if by:
        return f"superseded {end} by: {by[0].text} [{by[0].id[:8]}]"
    return f"does not hold at as_of: it ended {end}"


def _believed(fact: Fact, known_at: datetime | None) -> bool:
    if known_at is None:
        return fact.expired_at is None
    return fact.recorded_at <= known_at and (fact.expired_at is None or fact.expired_at > known_at)
