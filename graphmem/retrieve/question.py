"""A question → a search: its words, the names it may mention, its vector."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.dates import instant
from graphmem.embed.port import Embedder
from graphmem.errors import InvalidInput
from graphmem.model import Stance
from graphmem.names import checked
from graphmem.registry import predicate_name
from graphmem.retrieve.moments import moment
from graphmem.store import EVERYTHING, Filter, Search
from graphmem.text import possible_keys, terms


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many facts and turns, of which stance, what is told only when asked for, and what it keeps to."""

    limit: int
    stance: Stance = "stated"
    sensitive: tuple[str, ...] = ()
    only: Filter = EVERYTHING


def filter_of(**given: Any) -> Filter:
    """What a recall keeps to: topic, kind, predicate (one or several), since, until. Raises InvalidInput, naming it."""
    if unknown := given.keys() - {"topic", "kind", "predicate", "since", "until"}:
        raise InvalidInput(f"{min(unknown)} is no filter: known are topic, kind, predicate, since and until")
    told = {name: value for name, value in given.items() if value is not None}
    names = [told["predicate"]] if isinstance(told.get("predicate"), str) else list(told.get("predicate", ()))
    found = Filter(
        topic=checked(told["topic"], "topic", 300) if "topic" in told else "",
        kind=checked(told["kind"], "kind", 300).lower() if "kind" in told else "",
        predicates=tuple(dict.fromkeys(predicate_name(name) for name in names)),
        since=instant(told["since"], "since") if "since" in told else None,
        until=instant(told["until"], "until") if "until" in told else None,
    )
    if found.span and found.span.start >= found.span.end:
        raise InvalidInput(f"until={told['until']!r} is not after since: what is asked for is [since, until)")
    return found


def query_of(
    text: str, embedder: Embedder, as_of: datetime, known_at: datetime | None, wanted: Wanted
) -> Search:
    """The search for a question. Raises InvalidInput for a blank one."""
    if not isinstance(text, str) or not text.strip():
        raise InvalidInput("query is blank: ask with at least a word")
    asked = terms(text)
    return Search(
        vector=embedder.embed([text], "query")[0] if asked else None,
        terms=asked,
        keys=possible_keys(text),
        as_of=as_of,
        known_at=known_at,
        limit=max(40, wanted.limit),
        few=max(10, wanted.limit),
        stances=(wanted.stance,),
        sensitive=wanted.sensitive,
        moment=moment(text, as_of),
        only=wanted.only,
    )
