"""The verbs of `Session` for asyncio."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from graphmem.dates import When
from graphmem.errors import Conflict
from graphmem.model import ChangeSet, Message, Role
from graphmem.session import Session, WorkingContext

T = TypeVar("T")


class Run(Protocol):
    """Runs work on a worker thread."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]: ...


class AsyncSession:
    """A session whose verbs are awaited. It opens at the first of them, at `await` and at `async with`.

    Its calls take turns in the order they were made, and one that was cancelled while it worked ends first. Leaving
    the block commits, even when the task is being cancelled. Properties are those of `Session`, and raise
    Conflict before it is open. For one event loop.
    """

    def __init__(self, open: Callable[[], Session], run: Run) -> None:
        self._open, self._run = open, run
        self._opened: Session | None = None
        self._turn = asyncio.Lock()  # who is next
        self._working = threading.Lock()  # a cancelled call gives up its turn while its thread still works

    async def add(self, role: Role, content: str, at: When | None = None, name: str = "") -> Message:
        """As `Session.add`."""
        return await self._do(lambda chat: chat.add(role, content, at, name))

    async def context(self, query: str, max_tokens: int = 1500) -> str:
        """As `Session.context`."""
        return await self._do(lambda chat: chat.context(query, max_tokens))

    async def commit(self) -> ChangeSet:
        """As `Session.commit`."""
        return await self._do(lambda chat: chat.commit())

    async def settle(self) -> None:
        """As `Session.settle`."""
        await self._do(lambda chat: chat.settle())

    async def seal(self) -> None:
        """As `Session.seal`."""
        await self._do(lambda chat: chat.seal())

    async def retry(self) -> None:
        """As `Session.retry`."""
        await self._do(lambda chat: chat.retry())

    async def close(self) -> ChangeSet:
        """As `Session.close`."""
        return await self._do(lambda chat: chat.close())

    async def reopen(self) -> Self:
        """As `Session.reopen`."""
        await self._do(lambda chat: chat.reopen())
        return self

    async def discard(self) -> None:
        """As `Session.discard`."""
        await self._do(lambda chat: chat.discard())

    async def result(self, reference: str) -> str:
        """As `Session.result`."""
        return await self._do(lambda chat: chat.result(reference))

    async def recent(self, max_tokens: int) -> list[Message]:
        """As `Session.recent`."""
        return await self._do(lambda chat: chat.recent(max_tokens))

    def __await__(self) -> Generator[Any, None, Self]:
        return self._ready().__await__()

    async def __aenter__(self) -> Self:
        return await self.reopen()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await asyncio.shield(asyncio.ensure_future(self.settle()))
        except Exception:
            if error is None:
                raise

    async def _ready(self) -> Self:
        await self._do(lambda chat: None)
        return self

    async def _do(self, work: Callable[[Session], T]) -> T:
        async with self._turn:
            return await self._run(partial(self._worked, work))

    def _worked(self, work: Callable[[Session], T]) -> T:
        with self._working:
            if self._opened is None:
                self._opened = self._open()
            return work(self._opened)

    @property
    def session(self) -> Session:
        """The session behind it. Raises Conflict before it is open."""
        if self._opened is None:
            raise Conflict("the session is not open yet: `async with memory.session(…)`, or await it first")
        return self._opened

    @property
    def id(self) -> str:
        return self.session.id

    @property
    def namespace(self) -> str:
        return self.session.namespace

    @property
    def working(self) -> WorkingContext:
        return self.session.working

    @property
    def messages(self) -> list[Message]:
        return self.session.messages

    @property
    def summary(self) -> str:
        return self.session.summary

    @property
    def committed(self) -> list[ChangeSet]:
        return self.session.committed

    @property
    def pending(self) -> int:
        return self.session.pending

    @property
    def failure(self) -> Exception | None:
        return self.session.failure

    @property
    def closed(self) -> bool:
        return self.session.closed
