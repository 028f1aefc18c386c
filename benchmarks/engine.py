"""This engine under measurement: an instant embedder and extractor, and the jobs that are timed.

Run as a program it measures the embedded store in a process of its own, so that its memory is its own:

    python benchmarks/engine.py FILE --facts 10000 [--build]      figures as JSON on stdout
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
import synthetic
from numpy.typing import NDArray
from timing import WARMING, Json, Times, Turn, resident, rounds, seconds, timed

import graphmem
from graphmem.embed.port import Kind
from graphmem.extract import Known, nothing_known
from graphmem.memory import Memory
from graphmem.model import Candidate, Extraction, Message
from graphmem.session import Session

IDLE_SECONDS = 0.4
"""Until the thread that fills in vectors has seen that none is lacking, and no longer takes CPU."""


class Instant:
    """Synthetic vectors at once. While `closed`, only the thread that made it is served: no vector is filled in."""

    model_id = "synthetic-words"
    dimensions = synthetic.DIMENSIONS

    def __init__(self) -> None:
        self._own = threading.get_ident()
        self._open = threading.Event()
        self._open.set()

    def close(self) -> None:
        self._open.clear()

    def open(self) -> None:
        self._open.set()

    def embed(self, texts: Sequence[str], kind: Kind) -> NDArray[np.float32]:
        if threading.get_ident() != self._own:
            self._open.wait()
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        return np.stack([synthetic.vector(text) for text in texts])


@dataclass
class Scripted:
    """A model that knows each episode's facts beforehand; it reads what is known, as a language model's prompt does."""

    episodes: dict[str, synthetic.Episode] = field(default_factory=dict)
    calls: int = 0

    def extract(self, messages: Sequence[Message], known: Known = nothing_known) -> Extraction:
        self.calls += 1
        known()
        found = [
            Candidate(f.subject, f.predicate, f.object, quote=f.text, turn=turn)
            for turn, message in enumerate(messages)
            for f in self.episodes[message.content].facts
        ]
        return Extraction(tuple(found))


class Statements:
    """Counts what the store runs for the thread that made this."""

    def __init__(self) -> None:
        self._own = threading.get_ident()
        self.counted: Counter[str] = Counter()

    def __call__(self, name: str) -> None:
        if threading.get_ident() == self._own:
            self.counted[name] += 1

    def take(self) -> tuple[int, int]:
        """Transactions and queries since the last time."""
        transactions, every = self.counted["tx"], self.counted.total()
        self.counted.clear()
        return transactions, every - transactions


@dataclass
class Engine:
    """A memory with its stand-ins."""

    memory: Memory
    embedder: Instant
    extractor: Scripted
    statements: Statements

    @classmethod
    def open(cls, target: str) -> Engine:
        embedder, extractor, statements = Instant(), Scripted(), Statements()
        opened = graphmem.open(target, embedder=embedder, extractor=extractor, trace=statements)
        return cls(opened, embedder, extractor, statements)

    def load(self, namespaces: Sequence[tuple[str, int]]) -> tuple[float, float]:
        """Imports these (name, size); seconds to import, then seconds to put all their vectors in."""
        given = {
            name: [
                {"subject": f.subject, "predicate": f.predicate, "object": f.object, "at": f.at}
                for f in synthetic.facts(name, size)
            ]
            for name, size in namespaces
        }
        self.embedder.close()
        imported = sum(seconds(partial(self.memory.add_facts, facts, user=n)) for n, facts in given.items())
        self.embedder.open()
        return imported, seconds(self.memory.flush)

    def recalls(
        self,
        sizes: Sequence[int],
        warm: float,
        times: int,
        server: int | None = None,
        turn: Turn = nullcontext,
    ) -> dict[str, Json]:
        """Times by size, the most queries that a recall took, and the most facts and turns that it returned.

        `warm`: seconds of recalls before any is timed.
        """
        asked = {s: synthetic.questions(synthetic.measured(s), s, times + WARMING) for s in sizes}
        for question in chain.from_iterable(asked.values()):
            synthetic.vector(question)
        most, returned = Counter[int](), Counter[int]()
        time.sleep(IDLE_SECONDS)

        def recall(size: int, i: int) -> None:
            self.statements.take()
            found = self.memory.recall(asked[size][i], synthetic.measured(size))
            most[size] = max(most[size], self.statements.take()[1])
            returned[size] = max(returned[size], len(found.facts) + len(found.hits))

        jobs = {str(s): partial(recall, s) for s in sizes}
        found = rounds(jobs, warm, times, server, turn)
        return {str(s): {**found[str(s)].told(), "queries": most[s], "returned": returned[s]} for s in sizes}

    def written(self, seconds: float, turn: Turn = nullcontext) -> None:
        """Warms up: commits episodes for so many seconds, in a namespace of their own."""
        with turn():
            until = time.perf_counter() + seconds
            for i, episode in enumerate(synthetic.warming()):
                session = self._session(synthetic.WARM, i, episode)
                session.commit()
                self.memory.flush()
                if time.perf_counter() > until:
                    break

    def _session(self, user: str, number: int, episode: synthetic.Episode) -> Session:
        self.extractor.episodes[episode.text] = episode
        session = self.memory.session(user, f"episode-{number}")
        session.add("user", episode.text, at=episode.facts[0].at)
        return session

    def episodes(
        self, size: int, warm: int, times: int, server: int | None = None, turn: Turn = nullcontext
    ) -> Json:
        """Times of committing one, and of committing one and waiting for its vectors."""
        user, commits, whole = synthetic.measured(size), Times(), Times()
        transactions, queries, calls = list[int](), list[int](), list[int]()
        ran = dict[str, int]()
        for i, episode in enumerate(synthetic.episodes(user, size, warm + times)):
            session = self._session(user, i, episode)
            before = self.extractor.calls
            time.sleep(IDLE_SECONDS)
            self.statements.take()
            with turn(), timed(whole, server):
                with timed(commits, server):
                    session.commit()
                ran = dict(self.statements.counted)
                count = self.statements.take()
                self.memory.flush()
            transactions.append(count[0])
            queries.append(count[1])
            calls.append(self.extractor.calls - before)
        for times_ in (commits, whole):
            del times_.wall[:warm], times_.cpu[:warm], times_.server[:warm]
        return {
            "commit": commits.told(),
            "with_vectors": whole.told(),
            "transactions": max(transactions[warm:]),
            "queries": max(queries[warm:]),
            "model_calls": max(calls[warm:]),
            "statements": ran,
        }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file")
    parser.add_argument("--facts", type=int, required=True)
    parser.add_argument("--build", action="store_true", help="import them; else measure recall and memory")
    parser.add_argument("--warm", type=float, default=3, help="seconds of recalls before any is timed")
    parser.add_argument("--times", type=int, default=100)
    chosen = parser.parse_args()
    before = resident()
    engine = Engine.open(chosen.file)
    told: dict[str, Any] = {"facts": chosen.facts, "before_mb": before}
    with engine.memory:
        if chosen.build:
            imported, filled = engine.load([(synthetic.measured(chosen.facts), chosen.facts)])
            told |= {"import_s": imported, "vectors_s": filled, "facts_per_s": chosen.facts / imported}
        else:
            told |= engine.recalls([chosen.facts], chosen.warm, chosen.times)[str(chosen.facts)]
        told |= {"resident_mb": resident(), "peak_mb": resident("VmHWM")}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
