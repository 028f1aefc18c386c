"""A real `graphmem mcp` process, for tests. Needs no SDK."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import graphmem
from graphmem.embed import HashEmbedder

ROOT = Path(__file__).parents[2]
MAIN = "from graphmem.doors.cli import main; main()"


def environment(**more: str) -> dict[str, str]:
    """Without settings of this machine, and with words alone as vectors."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GRAPHMEM_")}
    return {**kept, "GRAPHMEM_EMBEDDER": "hash", "PYTHONPATH": str(ROOT), **more}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", MAIN, *arguments]


def ended(*arguments: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """What `graphmem mcp` says that does not go on serving. `before`: code to run first."""
    program, flag, code, *rest = command("mcp", *arguments)
    return subprocess.run(
        [program, flag, f"{before}{code}", *rest],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )


@contextlib.contextmanager
def over_http(db: Path, *arguments: str) -> Iterator[str]:
    """The address of a server of its own process, on a free port."""
    process = subprocess.Popen(
        command("mcp", "--http", "--port", "0", "--db", str(db), *arguments),
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        told = process.stderr.readline()
        assert told.startswith("serving http://127.0.0.1:"), told + process.stderr.read()
        url = told.removeprefix("serving ").strip()
        _wait(int(url.rsplit(":", 1)[1].split("/")[0]))
        yield url
    finally:
        process.terminate()
        told = process.communicate(timeout=20)[1]
        assert process.returncode == 0, told


def _wait(port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="session")
def mcp_anybody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for any user: a test takes a user of its own."""
    with over_http(tmp_path_factory.mktemp("mcp") / "memory.db") as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def memory(request: pytest.FixtureRequest) -> Iterator[graphmem.Memory]:
    """A memory on either store, in this process."""
    place = ":memory:" if request.param == "sqlite" else request.getfixturevalue("neo4j_uri")
    with graphmem.open(place, embedder=HashEmbedder(), sensitive="mask") as opened:
        yield opened
