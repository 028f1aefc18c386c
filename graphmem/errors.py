"""What can go wrong, by what the caller can do about it.

GraphmemError
├── InvalidInput     the call is wrong: change it            (also a ValueError)
├── NotFound         no such fact, entity, episode, merge    (also a LookupError)
├── Conflict         the state forbids it: look, then decide
├── Unavailable      a store or model did not answer: try again
└── Unsupported      this version, server or file can't do it: upgrade or configure
"""

from __future__ import annotations

from dataclasses import dataclass


class GraphmemError(Exception):
    """The root: every error graphmem raises on purpose."""


class InvalidInput(GraphmemError, ValueError):
    """An argument is wrong; the message names it and says what is accepted."""


class NotFound(GraphmemError, LookupError):
    """What an id or a name points at is not in this namespace."""


class Conflict(GraphmemError):
    """The request contradicts what is stored, such as a dependency cycle."""


class Unavailable(GraphmemError):
    """A store or a model endpoint did not answer, or refused the credentials."""


class Unsupported(GraphmemError):
    """A file, server or setting that this version cannot work with."""


@dataclass(frozen=True, slots=True)
class Code:
    """How one class of error leaves through each door."""

    http: int
    exit: int
    mcp: int


CODES: dict[type[GraphmemError], Code] = {
    InvalidInput: Code(http=422, exit=2, mcp=-32602),
    NotFound: Code(http=404, exit=3, mcp=-32004),
    Conflict: Code(http=409, exit=4, mcp=-32009),
    Unavailable: Code(http=503, exit=5, mcp=-32003),
    Unsupported: Code(http=501, exit=6, mcp=-32001),
    GraphmemError: Code(http=500, exit=1, mcp=-32603),
}


def code(error: BaseException) -> Code:
    """The row of `CODES` for an error; one that graphmem did not raise is a 500."""
    for kind in type(error).__mro__:
        if kind in CODES:
            return CODES[kind]
    return CODES[GraphmemError]
