"""What tests of several files share: the Neo4j server, and the mark of those that need it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from tests import neo4j_server
from tests.model_streams import client, server

__all__ = ["client", "server"]

SLOW = {
    "doors",
    "test_docs.py",
    "test_sensitive.py",
    "test_embed.py",
    "test_races.py",
    "test_timeline_states.py",
}
"""Files and folders that start processes or take long: left out of `make check`."""
QUICK = {
    "test_http_app.py",
    "test_importers.py",
    "test_page.py",
}
"""Of the doors, those that do not."""
NEO4J_FIXTURES = {"neo4j_shared", "neo4j_uri", "neo4j_locked"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if NEO4J_FIXTURES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.neo4j)
        if SLOW.intersection(item.path.parts) and item.path.name not in QUICK:
            item.add_marker(pytest.mark.slow)


def _or_skip(begin: Callable[[], neo4j_server.Server]) -> neo4j_server.Server:
    """A server; without one the test is skipped, and fails where Neo4j is required."""
    try:
        return begin()
    except neo4j_server.NoServer as reason:
        if os.environ.get("GRAPHMEM_REQUIRE_NEO4J") == "1" or os.environ.get("CI") == "true":
            pytest.fail(str(reason), pytrace=False)
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def neo4j_shared() -> Iterator[neo4j_server.Server]:
    """The one Neo4j of this test run, shared: a test works in namespaces of its own."""
    server = _or_skip(neo4j_server.find)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def neo4j_uri(neo4j_shared: neo4j_server.Server) -> str:
    """Its address. If it asks for a password, that is in GRAPHMEM_NEO4J_USER and …_PASSWORD already."""
    return neo4j_shared.uri


@pytest.fixture(scope="session")
def neo4j_locked() -> Iterator[neo4j_server.Server]:
    """A second Neo4j, which asks for the user and password it carries; it costs some 15 s."""
    server = _or_skip(lambda: neo4j_server.start("correct horse battery"))
    yield server
    server.stop()
