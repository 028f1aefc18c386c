"""Files of an object a line: read whole, and every wrong line named, before anything is written. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from graphmem.errors import InvalidInput

T = TypeVar("T")
_SHOWN_ERRORS = 10


def each(lines: Sequence[str], label: str, read: Callable[[str], T]) -> list[T]:
    """What `read` makes of every line that is not blank. Raises InvalidInput that names the lines it refuses."""
    found: list[T] = []
    wrong: list[str] = []
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                found.append(read(line))
        except InvalidInput as error:
            wrong.append(f"{label}:{number}: {error}")
    if wrong:
        raise refusal(wrong, "lines")
    return found


def refusal(wrong: Sequence[str], what: str) -> InvalidInput:
    """An error that lists the first of what is wrong, and says how many more `what` there are."""
    left = len(wrong) - _SHOWN_ERRORS
    more = [f"… and {left} more {what}"] if left > 0 else []
    return InvalidInput("\n".join(["nothing was imported:", *wrong[:_SHOWN_ERRORS], *more]))


def json_of(line: str) -> Any:
    """Raises InvalidInput for a line that is not JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"not JSON: {error}") from None


def object_of(line: str) -> dict[str, Any]:
    """Raises InvalidInput for a line that is not a JSON object."""
    given = json_of(line)
    if not isinstance(given, dict):
        raise InvalidInput("not a JSON object")
    return given
