"""Connections to one SQLite file: one a thread and process, WAL, and the schema with its version."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib.resources import files
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, TypeVar

from graphmem.errors import InvalidInput, Unavailable, Unsupported
from graphmem.store import SCHEMA_VERSION
from graphmem.store.records import FIRST, columns
from graphmem.timeline import MAX, MIN

T = TypeVar("T")
_LAST_TABLE = "pause"
"""The table that the schema got last: a file without it is from before, and gets what it lacks."""


def time_text(at: datetime) -> str:
    """UTC, always 32 characters, so that texts sort as times do."""
    return _utc_text(at.astimezone(UTC))


@lru_cache(maxsize=4096)
def _utc_text(at: datetime) -> str:
    """The few times of one write stand in many of its rows."""
    return at.isoformat(timespec="microseconds")


time_of = datetime.fromisoformat


_as_json = json.JSONEncoder(ensure_ascii=False).encode
_ENDS = {time_text(MIN), time_text(MAX)}


def _open_time(text: str | None) -> datetime | None:
    return None if text is None or text in _ENDS else datetime.fromisoformat(text)


def _tuple(text: str) -> tuple[Any, ...]:
    return () if text == "[]" else tuple(json.loads(text))


def _decoder(declared: str) -> Callable[[Any], Any] | None:
    if declared.startswith("datetime"):
        return _open_time if "None" in declared else time_of
    if declared.startswith("tuple"):
        return _tuple
    return bool if declared == "bool" else None


def decoded(kind: type[T], found: sqlite3.Cursor) -> tuple[T, ...]:
    """Dataclasses from rows that have a column for each of their fields."""
    of: type = kind
    fields, decoders = _plan(of, tuple(column[0] for column in found.description))
    made = []
    for row in found:
        values = list(fields(row))
        for place, decode in decoders:
            values[place] = decode(values[place])
        made.append(kind(*values))
    return tuple(made)


@cache
def _plan(
    kind: type, given: tuple[str, ...]
) -> tuple[Callable[[Any], tuple[Any, ...]], list[tuple[int, Callable[[Any], Any]]]]:
    """What takes the fields from a row with these columns, by place as names are slow, and which are decoded how."""
    declared = columns(kind)
    decoders = ((place, _decoder(text)) for place, (_, text) in enumerate(declared))
    return itemgetter(*(given.index(name) for name, _ in declared)), [(p, d) for p, d in decoders if d]


@cache
def _insert(table: str, names: tuple[str, ...], verb: str) -> str:
    marks = ", ".join("?" * (len(names) + 1))
    return f"{verb} INTO {table} (namespace, {', '.join(names)}) VALUES ({marks})"


def insert(
    connection: sqlite3.Connection, table: str, namespace: str, items: Sequence[Any], verb: str = "INSERT"
) -> None:
    """Inserts dataclasses into the table with a column for each field."""
    if items:
        kind: type = type(items[0])
        names, values, encoders = _encoders(kind)
        rows = []
        for item in items:
            row = [namespace, *values(item)]
            for place, encode in encoders:
                row[place] = encode(row[place])
            rows.append(row)
        connection.executemany(_insert(table, names, verb), rows)


@cache
def _encoders(
    kind: type,
) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]], list[tuple[int, Callable[[Any], Any]]]]:
    """The fields' names, what takes their values from an item, and which places of a row are encoded how."""
    declared = columns(kind)
    names = tuple(name for name, _ in declared)
    encoders = ((place, _encoder(*column)) for place, column in enumerate(declared, 1))
    return names, attrgetter(*names), [(p, e) for p, e in encoders if e]


def _encoder(name: str, declared: str) -> Callable[[Any], Any] | None:
    if "datetime" in declared:
        end = time_text(MIN if name in FIRST else MAX)
        return lambda at: end if at is None else time_text(at)
    if declared.startswith("tuple"):
        return lambda value: _as_json(value) if value else "[]"
    return int if declared == "bool" else None


def among(values: Sequence[Any]) -> tuple[str, str]:
    """`IN (SELECT …)` text and the one JSON parameter it takes, whatever the number of values."""
    return "IN (SELECT value FROM json_each(?))", _as_json(list(values))


CACHE_KIB = 2_000
WRITE_CACHE_KIB = 131_072
"""While writing: the ids of many facts are spread over all of every index, and what has no room is written twice."""
CHECKPOINT_PAGES = 4_096
"""Of 4 KiB: what many writes change is copied into the file once, not after each."""


class Connections:
    """Opens the file, checks what it is, and gives each thread its own connection."""

    def __init__(self, path: str) -> None:
        """Raises Unsupported for a newer schema or a file that is not graphmem's, Unavailable if it can't be opened."""
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        if path == ":memory:":
            self._scratch = tempfile.TemporaryDirectory(prefix="graphmem-")
            path = str(Path(self._scratch.name) / "memory.db")
        self.path = path
        self._local = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._lock = threading.Condition()
        self._closed = False
        self._busy = 0
        self._prepare()

    def _connect(self) -> sqlite3.Connection:
        try:
            found = sqlite3.connect(
                self.path, timeout=30, isolation_level=None, check_same_thread=False, cached_statements=256
            )
            found.row_factory = sqlite3.Row
            found.execute("PRAGMA busy_timeout = 30000")
            found.execute("PRAGMA synchronous = NORMAL")
            found.execute("PRAGMA secure_delete = ON")
            found.execute("PRAGMA foreign_keys = ON")
            found.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        except sqlite3.OperationalError as error:
            raise Unavailable(f"database {self.path!r} cannot be opened: {error}") from error
        except sqlite3.DatabaseError as error:
            raise self._foreign(error) from error
        with self._lock:
            self._open.append(found)
        return found

    def get(self) -> sqlite3.Connection:
        """This thread's connection. A forked child opens its own: SQLite forbids sharing across a fork."""
        if self._closed:
            raise InvalidInput("this memory is closed: open it again")
        held = getattr(self._local, "held", None)
        if held is None or held[0] != os.getpid():
            held = (os.getpid(), self._connect())
            self._local.held = held
        connection: sqlite3.Connection = held[1]
        return connection

    def _prepare(self) -> None:
        folder = Path(self.path).parent
        if not folder.is_dir():
            raise InvalidInput(f"database {self.path!r}: the folder {str(folder)!r} does not exist")
        connection = self.get()
        try:
            tables = {r[0] for r in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if tables and "namespace" not in tables:
                raise Unsupported(
                    f"{self.path!r} is a SQLite file of something else: give graphmem a file of its own"
                )
            version = self._schema_version(connection) if tables else 0
            if version > SCHEMA_VERSION:
                raise Unsupported(
                    f"{self.path!r} has schema {version}, this graphmem knows up to {SCHEMA_VERSION}: "
                    "upgrade graphmem; the file was not touched"
                )
            connection.execute("PRAGMA journal_mode = WAL")  # a copy made by VACUUM INTO has lost it
            if version < SCHEMA_VERSION or _LAST_TABLE not in tables:
                self._create(connection)
        except sqlite3.DatabaseError as error:
            raise self._foreign(error) from error

    def _foreign(self, error: sqlite3.DatabaseError) -> Unsupported:
        return Unsupported(f"{self.path!r} is not a SQLite database, or is damaged: {error}")

    @staticmethod
    def _schema_version(connection: sqlite3.Connection) -> int:
        found = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
        return int(found[0]) if found else 0

    @staticmethod
    def _create(connection: sqlite3.Connection) -> None:
        script = files("graphmem.store.sqlite").joinpath("schema.sql").read_text("utf-8")
        connection.executescript("BEGIN IMMEDIATE;" + script + "COMMIT;")
        connection.execute(
            "INSERT INTO meta VALUES ('schema', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (str(SCHEMA_VERSION),),
        )

    def all(self, statement: str, values: Sequence[Any] = ()) -> list[sqlite3.Row]:
        """Every row of one reading statement."""
        with self._in_use():
            return self.get().execute(statement, values).fetchall()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One snapshot for several reads."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The write lock from the start: a read that later turns to writing would fail instead of waiting."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            connection.execute(f"PRAGMA cache_size = -{WRITE_CACHE_KIB}")
            try:
                yield connection
            finally:
                connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._in_use():
            connection = self.get()
            try:
                connection.execute(begin)
            except sqlite3.OperationalError as error:
                raise Unavailable(
                    f"database {self.path!r} stayed locked for 30 s: try again ({error})"
                ) from error
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException as error:
                if (
                    connection.in_transaction
                ):  # SQLite may have rolled back by itself, as when the disk is full
                    connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.OperationalError):
                    raise Unavailable(f"database {self.path!r} could not be used: {error}") from error
                raise

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        """Closing waits for this: a connection closed under a running statement ends the process."""
        with self._lock:
            if self._closed:
                raise InvalidInput("this memory is closed: open it again")
            self._busy += 1
        try:
            yield
        finally:
            with self._lock:
                self._busy -= 1
                self._lock.notify_all()

    def scrub(self) -> bool:
        """Rewrites the text index and empties the write-ahead log; False while a reader still needs the log."""
        with self._in_use():
            connection = self.get()
            connection.execute("PRAGMA busy_timeout = 1000")
            try:
                connection.execute("INSERT INTO words (words) VALUES ('optimize')")
                busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            except sqlite3.OperationalError:
                return False
            finally:
                connection.execute("PRAGMA busy_timeout = 30000")
            return not busy

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._lock.wait_for(lambda: not self._busy, timeout=60)
            for connection in self._open:
                connection.close()
            self._open.clear()
        if self._scratch:
            self._scratch.cleanup()
