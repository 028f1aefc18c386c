"""Command mcp: the memory as a server for MCP clients."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from importlib.util import find_spec
from typing import Annotated, Any

import typer

from graphmem.doors import cli_text
from graphmem.doors.cli_common import DEFAULT_DB, Db, command, is_file, opened
from graphmem.errors import InvalidInput, Unsupported
from graphmem.names import one_of

TOOLS = ("all", "verbs", "graph")


def register(app: typer.Typer) -> None:
    """Adds the command to the app."""
    command(app, "mcp", "graphmem mcp --show-config --user ana")(mcp)


def mcp(
    http: Annotated[
        bool,
        typer.Option("--http", help="Streamable HTTP on 127.0.0.1, instead of standard input and output."),
    ] = False,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="With --http; 0 takes a free one.")
    ] = 8378,
    tools: Annotated[
        str,
        typer.Option(
            "--tools", help="verbs (remember, recall …), graph (those of the official server), or all."
        ),
    ] = "all",
    show_config: Annotated[
        bool, typer.Option("--show-config", help="Print what to put into a client's configuration, and end.")
    ] = False,
    db: Db = DEFAULT_DB,
    user: Annotated[
        str,
        typer.Option(
            "--user",
            envvar="GRAPHMEM_USER",
            help="Whose memory it is; left out, every call of a tool says so.",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Serves the memory to MCP clients, such as Claude Desktop or an IDE.

    On standard input and output, as clients start it (graphmem mcp --user ana), or with --http. It has all tools of
    the official memory server and of mcp-neo4j-memory, and takes their place; `graphmem import memory.jsonl` brings
    their file.
    """
    one_of(tools, "tools", TOOLS)
    if user and not user.strip():
        raise InvalidInput("--user is blank: give a name, or leave it out")
    if show_config:
        cli_text.say(config(db, user, tools))
        return
    if find_spec("mcp") is None:
        raise Unsupported("the MCP server needs: pip install 'graphmem[mcp]'")
    with opened(db) as memory:
        from graphmem.doors.mcp import server

        if http:
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that the memory is closed
            server.run_http(memory, user, _toolset(tools), port, lambda url: cli_text.note(f"serving {url}"))
        else:
            server.run_stdio(memory, user, _toolset(tools))


def config(db: str, user: str, tools: str) -> str:
    """The entry of a client's configuration that starts this server, as JSON."""
    place = os.path.abspath(db) if is_file(db) else db
    arguments = ["mcp", "--db", place, *(["--user", user] if user else [])]
    arguments += [] if tools == "all" else ["--tools", tools]
    started: dict[str, Any] = {"command": shutil.which("graphmem") or "graphmem", "args": arguments}
    if env := _settings():
        started["env"] = env
    unicode = (sys.stdout.encoding or "utf-8").lower().replace("-", "").startswith("utf")
    return json.dumps({"mcpServers": {"memory": started}}, ensure_ascii=not unicode, indent=2)


def _settings() -> dict[str, str]:
    """What is set in the environment, as clients hand none of it on; keys and passwords are for oneself to add."""
    names = [n for n in os.environ if n.startswith("GRAPHMEM_") and n not in ("GRAPHMEM_DB", "GRAPHMEM_USER")]
    secret = [n for n in names if n.endswith(("_KEY", "_PASSWORD"))]
    if secret:
        cli_text.note(f"add to `env` yourself: {', '.join(secret)}")
    return {n: os.environ[n] for n in sorted(names) if n not in secret}


def _toolset(tools: str) -> Any:
    """As checked by `one_of`; the type is the server's, which is not imported before it is needed."""
    return tools
