"""The HTTP door: `create_app(memory)` gives an ASGI application; `graphmem serve` runs one. Needs the extra `server`.

    app = create_app(graphmem.open("memory.db"), keys=KeyFile("keys.json"))

Who mounts it closes the memory. The routes are listed by docs/http.md and by the application's /openapi.json.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from graphmem.doors.http.keyring import Key, KeyFile, Keys
from graphmem.errors import Unsupported

if TYPE_CHECKING:
    from fastapi import FastAPI

    from graphmem.doors.http.talk import Talk
    from graphmem.memory import Memory

__all__ = ["LOOPBACK", "Key", "KeyFile", "Keys", "create_app"]

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""The names by which a browser reaches its own machine."""


def create_app(
    memory: Memory,
    keys: Keys | None = None,
    model: Talk | None = None,
    hosts: Iterable[str] = LOOPBACK,
) -> FastAPI:
    """The application over one memory, which it does not close.

    `keys`: who may do what; without them everybody may do everything, so then only requests to one of `hosts` are
    answered, and no page of another site's. `model` answers POST /api/chat. Raises Unsupported without the extra.
    """
    needed()
    from graphmem.doors.http.application import application

    return application(memory, keys, model, frozenset(hosts))


def needed() -> None:
    """Raises Unsupported without the packages."""
    if any(find_spec(name) is None for name in ("fastapi", "uvicorn")):
        raise Unsupported("the HTTP server needs: pip install 'graphmem[server]'")
