"""What the driver raises, as what graphmem raises: mapped here and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from graphmem.errors import GraphmemError, InvalidInput, Unavailable, Unsupported

if TYPE_CHECKING:
    from neo4j.exceptions import DriverError, Neo4jError

OLDEST = (2026, 2)
"""The first server whose vector search filters inside the index."""


def missing_driver(error: ImportError) -> Unsupported:
    return Unsupported(f"the Neo4j driver is not installed: pip install 'graphmem[neo4j]' ({error})")


def check_server(agent: str, address: str) -> None:
    """Raises Unsupported for a server older than `OLDEST`. `agent`: as it calls itself, "Neo4j/2026.09.0"."""
    found = re.search(r"/(\d+)\.(\d+)", agent)
    if found and (int(found[1]), int(found[2])) < OLDEST:
        raise Unsupported(
            f"{address} is {agent}: graphmem needs Neo4j {OLDEST[0]}.{OLDEST[1]:02} or newer (Community is enough); "
            "upgrade it, or use a SQLite file"
        )


@contextmanager
def mapped(address: str) -> Iterator[None]:
    """Whatever the driver raises inside leaves as an error of graphmem, which says what to do."""
    from neo4j.exceptions import DriverError, Neo4jError

    try:
        yield
    except Neo4jError as error:
        raise _from_server(error, address) from error
    except DriverError as error:
        raise _from_driver(error, address) from error


def _from_server(error: Neo4jError, address: str) -> GraphmemError:
    code = error.code or ""
    if ".Security." in code:
        return Unavailable(
            f"Neo4j at {address} refused the credentials: set GRAPHMEM_NEO4J_USER and GRAPHMEM_NEO4J_PASSWORD "
            f"(or auth=(user, password)) to those of the server ({code})"
        )
    if code.endswith(("Database.DatabaseNotFound", "Database.DatabaseUnavailable")):
        return Unavailable(f"Neo4j at {address} does not serve that database: {error.message}")
    if error.is_retryable() or ".TransientError." in code:
        return Unavailable(f"Neo4j at {address} could not do it now, after several tries: try again ({code})")
    if code.endswith("Statement.UnsupportedOperation"):
        return Unsupported(f"Neo4j at {address} cannot do this: {error.message}")
    return GraphmemError(f"Neo4j at {address} refused a statement: {error.message} ({code})")


def _from_driver(error: DriverError, address: str) -> GraphmemError:
    from neo4j.exceptions import ConfigurationError, ServiceUnavailable, SessionExpired

    if isinstance(error, ServiceUnavailable | SessionExpired):
        return Unavailable(
            f"Neo4j at {address} does not answer: is it running? `make neo4j` or `docker compose up` starts one "
            f"({error})"
        )
    if isinstance(error, ConfigurationError):
        return InvalidInput(f"{address!r} cannot be used as the address of a Neo4j: {error}")
    return Unavailable(f"Neo4j at {address}: {error}")
