"""The verbs of `Memory` for asyncio: the same names and arguments, on worker threads."""

from __future__ import annotations

import asyncio
import contextvars
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from graphmem.adapters.async_session import AsyncSession
from graphmem.errors import Conflict
from graphmem.memory import Memory
from graphmem.window import whole_number

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 8


def _verb(
    verb: Callable[Concatenate[Memory, P], R],
) -> Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, R]]:
    """A verb of Memory as one of AsyncMemory: its name, arguments and words."""

    @functools.wraps(verb)
    async def call(self: AsyncMemory, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await self._run(functools.partial(verb, self.memory, *args, **kwargs))

    return call


class AsyncMemory:
    """A memory whose verbs are awaited: `async with await AsyncMemory.open("memory.db") as memory: …`.

    Verbs run on `threads` worker threads, so they never hold up the event loop. A cancelled call that had
    begun is finished by its thread, one that had not never begins; later calls work either way. `async with`
    and `close` wait for what has begun, then close the memory. Used after that, raises Conflict.
    """

    def __init__(self, memory: Memory, threads: int = THREADS) -> None:
        self.memory = memory
        self._workers = ThreadPoolExecutor(whole_number(threads, "threads"), "graphmem")
        self._closed = False

    @classmethod
    async def open(cls, target: Any = None, *, threads: int = THREADS, **settings: Any) -> Self:
        """As `graphmem.open`, on a worker thread."""
        from graphmem.config import open

        whole_number(threads, "threads")  # before there is a memory to close
        opening = asyncio.create_task(asyncio.to_thread(open, target, **settings))
        try:
            return cls(await asyncio.shield(opening), threads)
        except asyncio.CancelledError:
            opening.add_done_callback(_shut)  # nobody will close what nobody was given
            raise

    def session(self, user: str, id: str | None = None) -> AsyncSession:
        """A conversation's short-term state: `async with memory.session("ana") as chat`, or `await` it.

        Leaving the block commits. Raises, when it is opened, what `Memory.session` raises.
        """
        return AsyncSession(lambda: self.memory.session(user, id), self._run)

    async def export(self, user: str) -> AsyncIterator[str]:
        """As `Memory.export`: `async for line in memory.export("ana")`. Raises NotFound."""
        for line in await self._run(lambda: list(self.memory.export(user))):
            yield line

    # Ignored below: mypy fears that `**` could hold a `self`.
    remember = _verb(Memory.remember)
    add_fact = _verb(Memory.add_fact)  # type: ignore[arg-type]
    add_facts = _verb(Memory.add_facts)
    import_document = _verb(Memory.import_document)
    import_export = _verb(Memory.import_export)
    pause = _verb(Memory.pause)
    resume = _verb(Memory.resume)
    paused = _verb(Memory.paused)
    recall = _verb(Memory.recall)  # type: ignore[arg-type]
    facts = _verb(Memory.facts)
    history = _verb(Memory.history)
    profile = _verb(Memory.profile)
    explain = _verb(Memory.explain)  # type: ignore[arg-type]
    episodes = _verb(Memory.episodes)
    entities = _verb(Memory.entities)
    candidates = _verb(Memory.candidates)
    retract = _verb(Memory.retract)
    decline = _verb(Memory.decline)
    correct = _verb(Memory.correct)
    confirm = _verb(Memory.confirm)
    pin = _verb(Memory.pin)
    merge = _verb(Memory.merge)
    split = _verb(Memory.split)
    undo = _verb(Memory.undo)
    forget = _verb(Memory.forget)  # type: ignore[arg-type]
    predicates = _verb(Memory.predicates)
    define_predicate = _verb(Memory.define_predicate)  # type: ignore[arg-type]
    apply_predicates = _verb(Memory.apply_predicates)
    flush = _verb(Memory.flush)
    usage = _verb(Memory.usage)
    sizes = _verb(Memory.sizes)
    check = _verb(Memory.check)
    repair = _verb(Memory.repair)

    async def close(self) -> None:
        """Waits for what has begun, then closes the memory: a second time does nothing. Raises as `Memory.close`.

        Cancelled, it goes on in its thread.
        """
        if self._closed:
            return
        self._closed = True
        await asyncio.shield(asyncio.create_task(asyncio.to_thread(self._shut)))

    def _shut(self) -> None:
        self._workers.shutdown(wait=True)
        self.memory.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _run(self, work: Callable[[], R]) -> R:
        """On a worker thread, with this task's context variables."""
        if self._closed:
            raise Conflict("the memory is closed: open it again")
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._workers, context.run, work)


def _shut(opening: asyncio.Task[Memory]) -> None:
    """Closes a memory that was opened for a caller who is gone."""
    if not opening.cancelled() and opening.exception() is None:
        asyncio.get_running_loop().run_in_executor(None, opening.result().close)
