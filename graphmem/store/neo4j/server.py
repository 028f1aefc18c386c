"""The driver: one for a store, with its transactions, retries and errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from graphmem.errors import InvalidInput
from graphmem.store.neo4j.cypher import statement
from graphmem.store.neo4j.errors import check_server, mapped, missing_driver

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

T = TypeVar("T")
Trace = Callable[[str], None]

_RETRIES_SECONDS = 30.0


class Vanished(Exception):
    """The node that a transaction waited for, to lock it, was erased meanwhile: it is run again."""


class Run(Protocol):
    """Runs a statement by name inside one transaction; gives its only record, or {} when there is none."""

    def __call__(self, name: str, /, **params: Any) -> Mapping[str, Any]: ...


class Server:
    """Reads take one round trip, writes are managed transactions, retried when the server asks for it."""

    def __init__(
        self, uri: str, auth: tuple[str, str] | None, database: str, trace: Trace | None = None
    ) -> None:
        """Raises Unsupported, Unavailable or InvalidInput, each saying what to do."""
        try:
            import neo4j
        except ImportError as error:
            raise missing_driver(error) from error
        self._neo4j = neo4j
        self.address = uri
        self._database = database
        self._trace = trace or (lambda name: None)
        self._closed = False
        with mapped(uri):
            try:
                self._driver = neo4j.GraphDatabase.driver(
                    uri,
                    auth=auth,
                    connection_timeout=10,
                    max_transaction_retry_time=_RETRIES_SECONDS,
                    notifications_min_severity="OFF",
                    user_agent="graphmem",
                )
            except ValueError as error:
                raise InvalidInput(f"{uri!r} cannot be used as the address of a Neo4j: {error}") from error
        self._bookmarks = neo4j.GraphDatabase.bookmark_manager()
        try:
            with mapped(uri):
                agent = self._driver.get_server_info().agent
            check_server(str(agent), uri)
        except BaseException:
            self.close()
            raise

    def _session(self, **config: Any) -> Any:
        if self._closed:
            raise InvalidInput("this memory is closed: open it again")
        return self._driver.session(database=self._database, bookmark_manager=self._bookmarks, **config)

    def read(self, name: str, /, **params: Any) -> Mapping[str, Any]:
        """Runs one reading statement; its only record. A connection that had gone stale is tried once more."""
        found = statement(name)
        query = self._neo4j.Query(found.text, metadata={"graphmem": name})
        given = found.given(params)
        with mapped(self.address):
            try:
                return self._read(name, query, given)
            except (self._neo4j.exceptions.Neo4jError, self._neo4j.exceptions.DriverError) as error:
                if not error.is_retryable():
                    raise
                return self._read(name, query, given)

    def _read(self, name: str, query: Any, params: dict[str, Any]) -> Mapping[str, Any]:
        with self._session(default_access_mode="READ") as session:
            self._trace("tx")
            self._trace(name)
            record = session.run(query, params).single(strict=False)
            return record if record is not None else {}

    def write(self, name: str, work: Callable[[Run], T]) -> T:
        """Runs `work` in one writing transaction, again from its start if the server or `Vanished` asks for that.

        An exception inside leaves nothing behind. `name` goes to the server's query log.
        """

        def attempt(transaction: ManagedTransaction) -> T:
            self._trace("tx")

            def run(name: str, /, **params: Any) -> Mapping[str, Any]:
                found = statement(name)
                self._trace(name)
                record = transaction.run(found.text, found.given(params)).single(strict=False)
                return record if record is not None else {}

            return work(run)

        unit = self._neo4j.unit_of_work(metadata={"graphmem": name})(attempt)
        with mapped(self.address):
            while True:
                try:
                    with self._session() as session:
                        result: T = session.execute_write(unit)
                        return result
                except Vanished:
                    continue

    def change(self, name: str, /, **params: Any) -> Mapping[str, Any]:
        """Runs one writing statement in a transaction of its own."""
        return self.write(name, lambda run: run(name, **params))

    def prepare(self, names: Iterable[str], params: Mapping[str, Any]) -> None:
        """Runs schema files, all in one transaction. Each takes of `params` what it declares."""

        def attempt(transaction: ManagedTransaction) -> None:
            self._trace("tx")
            for found in map(statement, names):
                self._trace(found.name)
                for part in found.parts:
                    transaction.run(part, {k: v for k, v in params.items() if k in found.params}).consume()

        with mapped(self.address), self._session() as session:
            session.execute_write(attempt)

    def close(self) -> None:
        self._closed = True
        self._driver.close()
