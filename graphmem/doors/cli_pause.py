"""Commands pause and resume: whether anything is remembered of a user."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.doors import cli_json, cli_text
from graphmem.doors.cli_common import DEFAULT_DB, AsJson, Db, User, command, existing, opened
from graphmem.doors.cli_tell import show


def register(app: typer.Typer) -> None:
    """Adds the commands to the app."""
    command(app, "pause", "graphmem pause --user ana", "graphmem pause --status --user ana")(pause)
    command(app, "resume", "graphmem resume --user ana")(resume)


def pause(
    status: Annotated[bool, typer.Option("--status", help="Only tell whether it is paused.")] = False,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """Nothing more is remembered, until `resume`.

    Add and import are then skipped. Asking, forgetting and putting right work as before.
    """
    with opened(db) as memory:
        if not status:
            show(memory.pause(user), as_json)
            return
        since = memory.paused(user)
        if as_json:
            cli_json.emit({"paused": since is not None, "since": since})
        else:
            cli_text.say(f"paused since {since.isoformat()}" if since else "not paused")


def resume(db: Db = DEFAULT_DB, user: User = "", as_json: AsJson = False) -> None:
    """Ends a pause: what is said is remembered again."""
    with existing(db) as memory:
        show(memory.resume(user), as_json)
