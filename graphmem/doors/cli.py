"""The command line: `graphmem COMMAND …`, thin over the verbs of `Memory`. Heavy imports wait for a command."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from graphmem import __version__
from graphmem.doors import (
    cli_ask,
    cli_chat,
    cli_export,
    cli_graph,
    cli_house,
    cli_import,
    cli_mcp,
    cli_open,
    cli_pause,
    cli_serve,
    cli_tell,
)
from graphmem.doors.cli_common import AsJson, Door, command, debugging, hush
from graphmem.doors.cli_text import note
from graphmem.errors import GraphmemError, code

app = typer.Typer(
    cls=Door,
    name="graphmem",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A graph-based knowledge memory: what was said, what is true, since when, and why.

    \b
    Try:
      graphmem demo
      graphmem add "I moved from Lyon to Turin in May" --user ana
      graphmem recall "Where does Ana live?" --user ana

    Every command takes --db (or GRAPHMEM_DB; default ./memory.db) and --json. What concerns one person
    needs --user (or GRAPHMEM_USER). Exit codes: 0 done, 1 a fault or a finding, 2 wrong input, 3 not found,
    4 conflict, 5 a store or model did not answer, 6 unsupported. GRAPHMEM_DEBUG=1 shows tracebacks.
    """


def demo(
    db: Annotated[str, typer.Option("--db", help="Where the story is kept.")] = "./graphmem-demo.db",
    as_json: AsJson = False,
) -> None:
    """A short story in English and Chinese that checks itself.

    Each step shows what it changed and why. It leaves a file to try the other commands on. A file that no
    demo has made is never touched.
    """
    from graphmem.doors.demo import run

    run(db, as_json)


command(app, "demo", "graphmem demo", "graphmem demo --db story.db")(demo)
cli_import.register(app)
cli_tell.register(app)
cli_ask.register(app)
cli_tell.register_repairs(app)
cli_pause.register(app)
cli_export.register(app)
cli_graph.register(app)
cli_chat.register(app)
cli_mcp.register(app)
cli_serve.register(app)
cli_open.register(app)
cli_house.register(app)


def _run() -> None:
    try:
        app(prog_name="graphmem")
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            hush()


def _open_what_is_closed() -> None:
    """A stream that was closed before the start, as daemons do, is empty, and takes what nobody reads."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def main() -> None:
    """The entry point: an error is a message and an exit code, never a traceback (see GRAPHMEM_DEBUG)."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        _run()
    except Exception as error:
        if debugging():
            raise
        advice = "" if isinstance(error, GraphmemError) else " (GRAPHMEM_DEBUG=1 shows where)"
        note(f"error: {type(error).__name__}: {error}{advice}")
        raise SystemExit(code(error).exit) from None
