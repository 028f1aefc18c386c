"""Standard input, line by line, as the SDK can read it."""

from __future__ import annotations

import json

import anyio

from graphmem.tokens import encodable


class Whole(anyio.AsyncFile[str]):
    """Lines without halves of characters: the SDK would pass over such a line, and its client wait for ever."""

    async def readline(self) -> str:
        return whole(await super().readline())


def whole(line: str) -> str:
    """The message with U+FFFD for half a surrogate pair, as a client has it that cuts a text within an emoji."""
    if "\\ud" not in line.casefold():
        return line
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        return line
    return encodable(json.dumps(given, ensure_ascii=False)) + "\n"
