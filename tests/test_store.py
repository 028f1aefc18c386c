"""Every store keeps the contract; and what is special about each."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, ClassVar

import pytest

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.errors import Unsupported
from graphmem.memory import Memory
from graphmem.testing import FrozenClock, StoreContract


class TestEmbedded(StoreContract):
    path: ClassVar[Path]

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def place(cls, tmp_path_factory: pytest.TempPathFactory) -> None:
        cls.path = tmp_path_factory.mktemp("embedded") / "memory.db"

    def open_memory(self, clock: FrozenClock, **settings: Any) -> Memory:
        return graphmem.open(self.path, clock=clock, **{"embedder": HashEmbedder(), **settings})


class TestNeo4j(StoreContract):
    uri: ClassVar[str]

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def place(cls, neo4j_uri: str) -> None:
        cls.uri = neo4j_uri

    def open_memory(self, clock: FrozenClock, **settings: Any) -> Memory:
        return graphmem.open(self.uri, clock=clock, **{"embedder": HashEmbedder(), **settings})


# -- the embedded store's file --------------------------------------------------------------


def test_nothing_erased_is_left_in_the_file(tmp_path):
    secrets = ["Xylburg", "zorblax", "雪球儿", "marzipanish"]
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        memory.add_fact("user", "likes", "tea", user="ana")
        first = memory.remember("I live in Xylburg. 我的猫叫雪球儿。", user="ana", at="2025-02-01")
        name = memory.add_fact("user", "name", "Zorblax", user="ana").outcomes[0].fact
        memory.add_fact("user", "likes", "marzipanish", user="ben")
        memory.flush()
        assert all(s.encode() in bytes_of(tmp_path).lower() for s in [s.lower() for s in secrets])
        memory.forget(user="ana", episode=first.episode)
        memory.forget(user="ana", fact=name)
        memory.forget(user="ben")
        left = bytes_of(tmp_path).lower()
        assert [s for s in secrets if s.lower().encode() in left] == []
        assert b"tea" in left
        assert memory.check() == ()


def bytes_of(folder: Path) -> bytes:
    """Every file beside the database too: the log, and what a scratch file may hold."""
    return b"".join(f.read_bytes() for f in sorted(folder.iterdir()))


def test_a_file_of_a_newer_schema_or_of_something_else_is_refused_untouched(tmp_path):
    newer, foreign, noise = (tmp_path / name for name in ("newer.db", "foreign.db", "noise.db"))
    graphmem.open(newer, embedder=HashEmbedder()).close()
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE meta SET value = '999' WHERE key = 'schema'")
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE recipe (name)")
    noise.write_bytes(b"not a database at all, just words " * 50)
    for file in (newer, foreign, noise):
        before = file.read_bytes()
        with pytest.raises(Unsupported):
            graphmem.open(file, embedder=HashEmbedder())
        assert file.read_bytes() == before


def test_a_compacted_copy_is_a_memory_whose_readers_do_not_wait(tmp_path):
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        memory.add_fact("user", "lives_in", "Turin", user="ana")
    with sqlite3.connect(tmp_path / "memory.db") as connection:
        connection.execute("VACUUM INTO ?", (str(tmp_path / "copy.db"),))
    with graphmem.open(tmp_path / "copy.db", embedder=HashEmbedder()) as memory:
        assert [str(f.object) for f in memory.facts(user="ana")] == ["Turin"]
    with sqlite3.connect(tmp_path / "copy.db") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_stray_entry_and_a_lost_one_are_found_and_mended(tmp_path):
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        memory.add_fact("Mira", "likes", "乌龙茶", user="ana")
        memory.remember("I live in Ghent.", user="ana")
        memory.flush()
        with sqlite3.connect(tmp_path / "memory.db") as connection:
            connection.execute("DELETE FROM item WHERE kind = 'fact'")
            connection.execute("UPDATE item SET embedding = x'00' WHERE kind = 'turn'")
            connection.execute("INSERT INTO mention VALUES ('ana', 'no such episode', 'nobody', 'Nobody')")
        kinds = {f.kind.split(":")[0] for f in memory.check()}
        assert kinds == {"missing", "orphan", "wrong"}
        assert all(f.repaired for f in memory.repair())
        assert memory.check() == ()
        assert str(memory.recall("乌龙茶", user="ana").facts[0].object) == "乌龙茶"
