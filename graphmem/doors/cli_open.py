"""Command open: the page in which a person looks after what is remembered of them."""

from __future__ import annotations

import contextlib
import secrets
import signal
import socket
import sys
import threading
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

import typer

from graphmem.doors import cli_json, cli_text
from graphmem.doors.cli_common import DEFAULT_DB, AsJson, Db, User, command, existing
from graphmem.errors import Unsupported

if TYPE_CHECKING:
    from graphmem.memory import Memory


def register(app: typer.Typer) -> None:
    """Adds the command to the app."""
    command(app, "open", "graphmem open --user ana", "graphmem open --user ana --port 8378 --no-browser")(
        open_
    )


def open_(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any that is free.")] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open it in the browser.")
    ] = True,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """A page to see and put right what is remembered.

    It answers only on this machine, and only to the address printed, which holds a key made for this run.
    Ctrl-C ends it. With --json prints the address as JSON, and serves.
    """
    with existing(db) as memory:
        _serve(memory, user, port, browser, as_json)


def _serve(memory: Memory, user: str, port: int, browser: bool, as_json: bool) -> None:
    """Serves until it is interrupted. Raises InvalidInput for a port that is taken, Unsupported without the extra."""
    try:
        import uvicorn
        from fastapi import FastAPI
    except ModuleNotFoundError as error:
        raise Unsupported(f"the page needs {error.name}: pip install 'graphmem[server]'") from None
    from graphmem.doors.http.serving import bound
    from graphmem.doors.page import mount
    from graphmem.doors.page.access import OneKey

    token = secrets.token_urlsafe(24)
    key = OneKey(token)
    app = FastAPI(title="graphmem", openapi_url=None)
    mount(app, memory, key)
    with bound("127.0.0.1", port) as place:
        base = f"http://127.0.0.1:{place.getsockname()[1]}/page/enter"

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                _tell(f"{base}?{urlencode({'key': token, 'user': user})}", user, as_json)
                if browser:
                    _show(f"{base}?{urlencode({'key': key.ticket(), 'user': user})}")

        # the server raises a signal again once it has stopped: by then the memory is still to close
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            Server(uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)).run(
                sockets=[place]
            )


def _tell(address: str, user: str, as_json: bool) -> None:
    if as_json:
        cli_json.emit({"address": address, "user": user})
    else:
        cli_text.say(f"{address}\nCtrl-C ends it.")
    sys.stdout.flush()


def _show(address: str) -> None:
    """Opens the browser, which may take its time. The address is seen in its arguments: its ticket works once."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
