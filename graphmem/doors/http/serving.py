"""`graphmem serve`: the application on a socket, until it is told to stop."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import TYPE_CHECKING

from graphmem.doors.http import LOOPBACK, create_app
from graphmem.doors.http.keyring import KeyFile
from graphmem.errors import InvalidInput

if TYPE_CHECKING:
    from graphmem.doors.http.talk import Talk
    from graphmem.memory import Memory

GRACE = 10
"""Seconds that requests at work have to end."""
_STOPS = (signal.SIGINT, signal.SIGTERM)


def check_bind(host: str, keys: KeyFile | None) -> None:
    """Raises InvalidInput for an address that others reach, unless there are keys."""
    if keys is None and not _is_own(host):
        raise InvalidInput(
            f"host={host!r} is reached by others, and there are no keys: make one with `graphmem keys create`"
        )


def bound(host: str, port: int) -> socket.socket:
    """A listening socket. Raises InvalidInput for an address that is taken or not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Said to be TCP, so that asyncio sends at once: else the body of an answer waits 40 ms for the header's receipt.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(1024)
    except (OSError, OverflowError) as error:
        made.close()
        reason = getattr(error, "strerror", None) or error
        raise InvalidInput(f"cannot listen on {host} port {port}: {reason}; choose another --port") from None
    return made


def address(made: socket.socket) -> str:
    """Where a browser finds it."""
    host, port = made.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(memory: Memory, keys: KeyFile | None, model: Talk | None, made: socket.socket) -> None:
    """Answers until SIGINT or SIGTERM, then lets requests end. Closes the socket, not the memory."""
    import uvicorn

    app = create_app(memory, keys, model, {*LOOPBACK, made.getsockname()[0]})
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE,
    )
    with _signals_spent(), made:
        uvicorn.Server(config).run(sockets=[made])


@contextmanager
def _signals_spent() -> Iterator[None]:
    """The server raises a signal again once it has stopped; by then the memory is still to close."""
    before = {number: signal.signal(number, lambda *_: None) for number in _STOPS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_own(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
