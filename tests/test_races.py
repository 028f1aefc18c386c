"""Many writers supersede one fact at once: in threads of one memory, and in processes of their own."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.memory import Memory

THREADS, PROCESSES, TIMES = 16, 4, 5
STORES = ["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)]

WRITER = """
import sys
import graphmem
from graphmem.embed import HashEmbedder

place, user, number, times = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with graphmem.open(place, embedder=HashEmbedder()) as memory:
    print("ready", flush=True)
    sys.stdin.readline()
    for i in range(times):
        memory.add_fact("user", "lives_in", f"Town {number} {i}", user=user)
"""


@pytest.fixture(params=STORES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return (
        str(tmp_path / "memory.db") if request.param == "embedded" else request.getfixturevalue("neo4j_uri")
    )


@pytest.fixture
def statements() -> list[str]:
    """Names of what was run on Neo4j, in order."""
    return []


@pytest.fixture
def memory(place: str, statements: list[str]) -> Iterator[Memory]:
    with graphmem.open(place, embedder=HashEmbedder(), trace=statements.append) as opened:
        yield opened


@pytest.fixture
def user(memory: Memory) -> Iterator[str]:
    name = f"race-{uuid.uuid4().hex[:8]}"
    yield name
    memory.forget(user=name)


def settled(memory: Memory, user: str, writers: int) -> None:
    """Every word was kept, none has the place of another, and one town is the present one."""
    history = memory.history("user", "lives_in", user=user)
    said = {(str(f.object), e.assertion) for f in history for e in f.evidence}
    assert {town for town, _ in said} == {f"Town {w} {i}" for w in range(writers) for i in range(TIMES)}
    assert len({assertion for _, assertion in said}) == writers * TIMES
    believed = sorted(
        (f for f in history if f.version and f.expired_at is None), key=lambda f: f.valid_at or f.recorded_at
    )
    assert all(a.invalid_at == b.valid_at for a, b in itertools.pairwise(believed))
    current = [f for f in believed if f.invalid_at is None]
    assert len(current) == 1
    assert [f.id for f in memory.facts("user", "lives_in", user=user)] == [current[0].id]
    versions = [(f.id, f.version) for f in history if f.version]
    assert len(set(versions)) == len(versions)


def test_threads_lose_nothing_and_leave_one_present_version(
    memory: Memory, user: str, statements: list[str]
) -> None:
    errors: list[BaseException] = []
    memory.add_fact("user", "likes", "tea", user=user)

    def write(number: int) -> None:
        try:
            for i in range(TIMES):
                memory.add_fact("user", "lives_in", f"Town {number} {i}", user=user)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(n,)) for n in range(THREADS)]
    statements.clear()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    tries = statements.count("write/lock")
    assert tries <= 1.1 * THREADS * TIMES, "writers ran into each other instead of taking turns"
    settled(memory, user, THREADS)


def test_processes_lose_nothing_and_leave_one_present_version(memory: Memory, user: str, place: str) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, place, user, str(n), str(TIMES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for n in range(PROCESSES)
    ]
    try:
        for writer in writers:
            assert writer.stdout and writer.stdout.readline() == "ready\n", writer.communicate()[1]
        for writer in writers:  # all at once, once all are there
            assert writer.stdin
            writer.stdin.write("go\n")
            writer.stdin.flush()
        told = [writer.communicate(timeout=60)[1] for writer in writers]
    finally:
        for writer in writers:
            writer.kill()
    assert [(w.returncode, t) for w, t in zip(writers, told, strict=True)] == [(0, "")] * PROCESSES
    settled(memory, user, PROCESSES)
