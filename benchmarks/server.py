"""A Neo4j for one measurement."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from timing import descendant

from tests import neo4j_server


@contextmanager
def started() -> Iterator[tuple[str, int | None]]:
    """A new, empty server: its address, and its process where it is one of this machine's.

    As `neo4j_server.start()`, but preferring one outside a container, without the options that favour short runs.
    """
    try:
        found = neo4j_server._process("", jvm=())
    except neo4j_server.NoServer:
        found = neo4j_server.start()
    try:
        yield found.uri, descendant("java")
    finally:
        found.stop()
