"""A question → a search: its words, the names it may mention, its vector."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from graphmem.embed.port import Embedder
from graphmem.errors import InvalidInput
from graphmem.retrieve.moments import moment
from graphmem.store import Search
from graphmem.text import possible_keys, terms


def query_of(
    text: str,
    embedder: Embedder,
    as_of: datetime,
    known_at: datetime | None,
    limit: int,
    sensitive: Iterable[str] = (),
) -> Search:
    """The search for a question. `limit`: how many facts and turns are wanted. Raises InvalidInput for a blank one."""
    if not isinstance(text, str) or not text.strip():
        raise InvalidInput("query is blank: ask with at least a word")
    wanted = terms(text)
    return Search(
        vector=embedder.embed([text], "query")[0] if wanted else None,
        terms=wanted,
        keys=possible_keys(text),
        as_of=as_of,
        known_at=known_at,
        limit=max(40, limit),
        sensitive=tuple(sensitive),
        moment=moment(text, as_of),
    )
