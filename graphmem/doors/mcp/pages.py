"""Answers within a token budget, in pages. A cursor is opaque, of one question, and says after which item to go on."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from graphmem import tokens
from graphmem.errors import InvalidInput
from graphmem.model import digest

T = TypeVar("T")
Key = tuple[str, ...]
"""An item's place among all: items come sorted by it, so a page stays right when others are added."""

LEAST, MOST = 100, 100_000
"""Tokens of a page."""


def budget(max_tokens: int) -> int:
    """Raises InvalidInput for one that is out of range."""
    if isinstance(max_tokens, bool) or not LEAST <= max_tokens <= MOST:
        raise InvalidInput(f"max_tokens={max_tokens} must be a whole number from {LEAST} to {MOST:,}")
    return max_tokens


def question(tool: str, user: str, *arguments: object) -> str:
    """What a cursor belongs to."""
    return digest(tool, user, *(repr(a) for a in arguments))[:8]


def page(
    items: Sequence[T],
    key: Callable[[T], Key],
    cost: Callable[[T], int],
    max_tokens: int,
    asked: str,
    cursor: str | None,
) -> tuple[list[T], str | None]:
    """The items after `cursor` that fit, at least one, and the next cursor, None at the end. Raises InvalidInput.

    `items`: sorted by `key`. `asked`: as of `question`.
    """
    left = budget(max_tokens)
    after = _read(cursor, asked) if cursor else None
    rest = [item for item in items if after is None or key(item) > after]
    taken: list[T] = []
    for item in rest:
        left -= cost(item)
        if taken and left < 0:
            break
        taken.append(item)
    more = len(taken) < len(rest)
    return taken, _written(asked, key(taken[-1])) if more else None


def weight(value: Any) -> int:
    """Tokens of a value as JSON."""
    return tokens.count(text(value))


def text(value: Any) -> str:
    """JSON as a model reads it."""
    return json.dumps(value, ensure_ascii=False)


def place(number: int) -> Key:
    """The key of the item at a position."""
    return (f"{number:09d}",)


def _written(asked: str, key: Key) -> str:
    return base64.urlsafe_b64encode(json.dumps([asked, *key]).encode()).decode().rstrip("=")


def _read(cursor: str, asked: str) -> Key:
    try:
        found = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except ValueError:
        found = None
    if not (isinstance(found, list) and found and all(isinstance(part, str) for part in found)):
        raise InvalidInput("cursor is not one that was given here: leave it out to begin again")
    if found[0] != asked:
        raise InvalidInput("cursor is of another question: ask with the same arguments, or leave it out")
    return tuple(found[1:])
