"""Lists in pages. A cursor names the last item shown, not a number, so what is added meanwhile shifts nothing. Pure."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, TypeVar

from fastapi import Query

from graphmem.doors.cli_json import data
from graphmem.errors import InvalidInput
from graphmem.model import digest
from graphmem.timeline import MIN

T = TypeVar("T")
Place = tuple[str | int, ...]
"""Where an item stands in its list: what it is sorted by, without equals."""

Limit = Annotated[int, Query(ge=1, le=1000, description="At most so many.", examples=[50])]
Cursor = Annotated[str | None, Query(description="`next_cursor` of the page before; left out for the first.")]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which page of which list. `of`: what the list is of; a cursor of another one is refused."""

    of: str
    limit: int
    after: Place | None

    @classmethod
    def read(cls, limit: int, cursor: str | None, *of: str | None) -> Wanted:
        """Raises InvalidInput for a cursor that no page of this list gave."""
        which = digest(*of)
        return cls(which, limit, None if cursor is None else _place(cursor, which))

    def cursor(self, place: Place) -> str:
        """The text that stands for a place in this list."""
        return urlsafe_b64encode(json.dumps([self.of, *place]).encode()).decode().rstrip("=")


def page(
    found: Iterable[T], place: Callable[[T], Place], wanted: Wanted, shape: Callable[[T], Any] = data
) -> dict[str, Any]:
    """`items` in the order of their places, and `next_cursor`, null on the last page. Raises InvalidInput."""
    left = rest(found, place, wanted)
    shown = left[: wanted.limit]
    more = wanted.cursor(shown[-1][0]) if len(left) > len(shown) else None
    return {"items": [shape(item) for _, item in shown], "next_cursor": more}


def rest(found: Iterable[T], place: Callable[[T], Place], wanted: Wanted) -> list[tuple[Place, T]]:
    """What comes after the cursor, with its places. Raises InvalidInput for a cursor that is not of them."""
    placed = sorted(((place(item), item) for item in found), key=lambda pair: pair[0])
    if wanted.after is None:
        return placed
    try:
        return [pair for pair in placed if pair[0] > wanted.after]
    except TypeError:
        raise _no_cursor() from None


def forwards(at: datetime | None) -> int:
    """A time as a place: microseconds. None is before all."""
    return -1 if at is None else (at - MIN) // timedelta(microseconds=1)


def backwards(at: datetime) -> int:
    """Newest first."""
    return -forwards(at)


def filters(**given: Any) -> str:
    """What a list was narrowed to, for `Wanted.of`."""
    kept: Mapping[str, Any] = {k: str(v) for k, v in given.items() if v is not None}
    return json.dumps(kept, sort_keys=True)


def _place(cursor: str, of: str) -> Place:
    try:
        content = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if content[0] != of or not all(isinstance(part, str | int) for part in content):
            raise _no_cursor()
        return tuple(content[1:])
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise _no_cursor() from None


def _no_cursor() -> InvalidInput:
    return InvalidInput("cursor is none that this list gave: leave it out to begin, with the same filters")
