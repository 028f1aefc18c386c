"""A Neo4j for one measurement."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests import neo4j_server


@contextmanager
def started() -> Iterator[neo4j_server.Server]:
    """A new, empty server.

    As `neo4j_server.start()`, but preferring one outside a container, without the options that favour short runs.
    """
    try:
        found = neo4j_server._process("", jvm=())
    except neo4j_server.NoServer:
        found = neo4j_server.start()
    try:
        yield found
    finally:
        found.stop()
