"""Idempotency: the answer to a write, given again for the same Idempotency-Key. In memory, bounded."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256

from fastapi import Request
from fastapi.responses import Response
from starlette.datastructures import State
from starlette.responses import StreamingResponse

from graphmem.doors.http.problems import Refusal
from graphmem.errors import Conflict

MOST = 10_000
MOST_BYTES = 32 * 2**20
SECONDS = 24 * 3600.0
_LONGEST_KEY = 255
_KEPT = (409, 422)
"""Refusals that are an answer; others, such as a key without the scope or a store that is away, may pass later."""


@dataclass(slots=True)
class _Kept:
    """`answer`: None while the first request is at work; `done` is set at its end. `user`: whom it is about."""

    asked: str
    until: float
    answer: tuple[int, list[tuple[bytes, bytes]], bytes] | None = None
    user: str = ""
    done: asyncio.Event = field(default_factory=asyncio.Event)


class Replays:
    """By (caller, key), a day; at most `MOST` answers and `MOST_BYTES`. Of one event loop; `forget` of any thread."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, most: int = MOST, most_bytes: int = MOST_BYTES
    ) -> None:
        self._clock, self._most, self._most_bytes = clock, most, most_bytes
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._bytes = 0
        self._working = 0
        self._erased: set[str] = set()
        self._lock = threading.Lock()

    async def once(
        self, key: tuple[str, str], asked: str, answer: Callable[[], Awaitable[Response]], state: State
    ) -> Response:
        """The answer, or what was answered before; a second request waits for the first. `state`: the request's.

        Raises Conflict when the key was used for something else, Refusal for a key that is none.
        """
        _check(key[1])
        while known := self._known(key):
            if known.asked != asked:
                raise Conflict(
                    "this Idempotency-Key was used for another request: take a new one for each request"
                )
            if known.answer is not None:
                return _again(known.answer)
            await known.done.wait()
        entry = self._kept[key] = _Kept(asked, self._clock() + SECONDS)
        with self._lock:
            self._working += 1
        try:
            response = await answer()
            self._keep(entry, response, state)
            return response
        finally:
            with self._lock:
                self._working -= 1
                if not self._working:
                    self._erased.clear()
            entry.done.set()
            if entry.answer is None and self._kept.get(key) is entry:
                del self._kept[key]
            self._trim()

    def _keep(self, entry: _Kept, response: Response, state: State) -> None:
        """Unless something of the user was erased meanwhile: the answer may tell it, but for a receipt of that."""
        if not _final(response):
            return
        user = getattr(state, "user", "")
        with self._lock:
            if user not in self._erased or getattr(state, "erases", False):
                entry.user = user
                entry.answer = response.status_code, list(response.raw_headers), bytes(response.body)
                self._bytes += len(entry.answer[2])

    def forget(self, user: str) -> None:
        """Drops what was answered about a user: an erasure leaves nothing of them."""
        with self._lock:
            if self._working:
                self._erased.add(user)
            told = [k for k, kept in self._kept.items() if kept.answer is not None and kept.user == user]
        for key in told:
            self._drop(key)

    def _known(self, key: tuple[str, str]) -> _Kept | None:
        found = self._kept.get(key)
        if found is not None and found.answer is not None and found.until < self._clock():
            self._drop(key)
            return None
        return found

    def _trim(self) -> None:
        """The oldest go first; one that is still at work stays."""
        while len(self._kept) > self._most or self._bytes > self._most_bytes:
            oldest = next((key for key, kept in self._kept.items() if kept.answer is not None), None)
            if oldest is None:
                return
            self._drop(oldest)

    def _drop(self, key: tuple[str, str]) -> None:
        with self._lock:
            gone = self._kept.pop(key, None)
            self._bytes -= len(gone.answer[2]) if gone and gone.answer else 0


async def fingerprint(request: Request) -> str:
    """Of all that a request asks: method, path, query and body."""
    state = sha256()
    for part in (request.method, request.url.path, request.url.query):
        state.update(part.encode() + b"\x00")
    state.update(await request.body())
    return state.hexdigest()


def _check(key: str) -> None:
    if not key.strip() or len(key) > _LONGEST_KEY:
        raise Refusal(422, "invalid-input", f"Idempotency-Key must have 1 to {_LONGEST_KEY} characters")


def _final(response: Response) -> bool:
    return not isinstance(response, StreamingResponse) and (
        response.status_code < 300 or response.status_code in _KEPT
    )


def _again(answer: tuple[int, list[tuple[bytes, bytes]], bytes]) -> Response:
    status, headers, body = answer
    response = Response(body, status)
    response.raw_headers = [*headers, (b"idempotent-replayed", b"true")]
    return response
