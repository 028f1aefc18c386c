"""A real MCP client of a real `graphmem mcp` process, for tests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from tests.doors.mcp_server import command, environment


@contextlib.asynccontextmanager
async def over_stdio(db: Path, *arguments: str, mode: str = "auto", **more: Any) -> AsyncIterator[Client]:
    """A client that starts its server, as a client's configuration says."""
    program, *rest = command("mcp", "--db", str(db), *arguments)
    server = StdioServerParameters(command=program, args=rest, env=environment())
    async with Client(server, mode=mode, read_timeout_seconds=60, **more) as client:
        yield client


def talk(work: Callable[[], Awaitable[Any]]) -> Any:
    """Runs a conversation to its end; what failed in it is raised as it was, not as a group of one."""
    try:
        return asyncio.run(asyncio.wait_for(work(), 100))  # type: ignore[arg-type]
    except BaseExceptionGroup as group:
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
            error = error.exceptions[0]
        raise error from None


async def told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """A tool's structured answer."""
    done = await client.call_tool(tool, arguments)
    assert not done.is_error, done.content[0].text
    return dict(done.structured_content)


async def said(client: Client, tool: str, **arguments: Any) -> str:
    """A tool's answer as text."""
    done = await client.call_tool(tool, arguments)
    assert not done.is_error, done.content[0].text
    return str(done.content[0].text)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The text of an error."""
    done = await client.call_tool(tool, arguments)
    assert done.is_error, done.structured_content
    return str(done.content[0].text)
