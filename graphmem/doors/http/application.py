"""The application: routes, guards and problems put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
from fastapi import FastAPI

from graphmem import __version__
from graphmem.doors.http import (
    problems,
    routes_asking,
    routes_chat,
    routes_owning,
    routes_talking,
    routes_telling,
)
from graphmem.doors.http.access import Door
from graphmem.doors.http.conversations import Conversations
from graphmem.doors.http.guards import Guards
from graphmem.doors.http.keyring import Keys
from graphmem.doors.http.replay import Replays
from graphmem.errors import Unsupported

if TYPE_CHECKING:
    from graphmem.doors.http.talk import Talk
    from graphmem.memory import Memory

WORKERS = 16
"""Requests at work at once; others wait their turn. More threads only take the processor from each other."""
TALKERS = 64
"""Chats at once; they wait for a model, and must not keep the others waiting."""
PAGE = "graphmem.doors.page"
_ABOUT = (
    "What was said, what is true, since when, and why. Writes tell their outcome; with the header Idempotency-Key they "
    "happen once. Every error is a problem of RFC 9457."
)


def application(memory: Memory, keys: Keys | None, model: Talk | None, hosts: frozenset[str]) -> FastAPI:
    """See `graphmem.doors.http.create_app`."""
    app = FastAPI(
        title="graphmem",
        version=__version__,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        lifespan=_workers,
    )
    app.state.door = Door(
        memory, keys, model, Conversations(memory), Replays(), anyio.CapacityLimiter(TALKERS)
    )
    problems.handle(app)
    for router in (
        routes_talking.asking,
        routes_talking.telling,
        routes_telling.telling,
        routes_asking.asking,
        routes_owning.asking,
        routes_owning.telling,
        routes_owning.restoring,
        routes_owning.house,
        routes_owning.policies,
        routes_owning.open_to_all,
        routes_chat.asking,
        routes_chat.telling,
    ):
        app.include_router(router)
    app.add_middleware(Guards, hosts=hosts if keys is None else None)
    if find_spec(PAGE) is not None:
        with suppress(Unsupported):  # a package of the page is missing: its verbs are served all the same
            import_module(PAGE).mount(app, memory, keys, erased=app.state.door.replays.forget)
    return app


@asynccontextmanager
async def _workers(app: FastAPI) -> AsyncIterator[None]:
    anyio.to_thread.current_default_thread_limiter().total_tokens = WORKERS
    yield
