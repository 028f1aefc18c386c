"""How long a recall, a write and an import take as one namespace grows, on both stores, embedding apart.

    python benchmarks/latency.py [--facts 200 1000 5000] [--neo4j URI] [--stores embedded neo4j]

Seeded synthetic facts and vectors. Neo4j: the one at URI, whose database must be empty or of an earlier run, or else
one started for the run. Writes benchmarks/results/latency.json, .md and .png; with --draft only prints.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import synthetic
from chart import bars
from engine import Engine
from server import started
from timing import RESULTS, Json, about, attempt, failures, machine, rounds, table, write

STORES = ("embedded", "neo4j")


def measure(engine: Engine, sizes: Sequence[int], chosen: argparse.Namespace, server: int | None) -> Json:
    """Figures by size. What is measured is erased again."""
    memory, times, found = engine.memory, chosen.times, dict[str, Json]()
    for size in sizes:
        user = synthetic.measured(size)
        memory.forget(user=user)
        imported, filled = engine.load([(user, size)])
        found[str(size)] = {"import_s": imported, "vectors_s": filled, "facts_per_s": size / imported}
    for name, recall in engine.recalls(sizes, chosen.warm, times, server).items():
        found[name]["recall"] = recall
    for size in sizes:
        user = synthetic.measured(size)
        people = [f.subject for f in synthetic.facts(user, size)]

        def ask(i: int, user: str = user, people: Sequence[str] = people) -> None:
            memory.facts(people[i % len(people)], user=user)

        def add(i: int, user: str = user) -> None:
            memory.add_fact("user", "likes", f"dish {i}", user=user)

        for name, job in (("facts", ask), ("add_fact", add)):
            found[str(size)][name] = rounds({name: job}, 1, 30, server)[name].told()
        found[str(size)]["episode"] = engine.episodes(size, 2, chosen.episodes, server)
    for size in sizes:
        memory.forget(user=synthetic.measured(size))
    return found


@contextlib.contextmanager
def place(store: str, chosen: argparse.Namespace) -> Iterator[tuple[str, int | None]]:
    """Where that store is for the run, and the server's process where it is one of this machine's."""
    if store == "embedded":
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "latency.db"), None
    elif chosen.neo4j:
        yield chosen.neo4j, None
    else:
        with started() as found:
            yield found.uri, found.process()


def store_figures(store: str, chosen: argparse.Namespace) -> Json:
    with place(store, chosen) as (target, server):
        engine = Engine.open(target)
        with engine.memory:
            return measure(engine, chosen.facts, chosen, server)


COLUMNS: dict[str, Callable[[Json], object]] = {
    "recall p50 ms": lambda r: r["recall"]["p50_ms"],
    "p95 ms": lambda r: r["recall"]["p95_ms"],
    "CPU ms": lambda r: r["recall"]["cpu_ms"],
    "server CPU ms": lambda r: r["recall"]["server_cpu_ms"],
    "queries": lambda r: r["recall"]["queries"] or None,
    "facts p50 ms": lambda r: r["facts"]["p50_ms"],
    "add_fact p50 ms": lambda r: r["add_fact"]["p50_ms"],
    "episode p50 ms": lambda r: r["episode"]["commit"]["p50_ms"],
    "import, facts/s": lambda r: r["facts_per_s"],
    "vectors, facts/s": lambda r: (r["import_s"] * r["facts_per_s"]) / r["vectors_s"],
}


def text(report: Json) -> str:
    rows = [
        [store, f"{int(size):,}", *(read(figures) for read in COLUMNS.values())]
        for store, found in report["results"].items()
        for size, figures in found.items()
        if size != "failed"
    ]
    told = (
        "# Latency\n",
        "`python benchmarks/latency.py`: embedding apart; an episode: 5 entities and 6 facts, until commit returns.\n",
        table(("store", "facts", *COLUMNS), rows),
        *failures(report["results"]),
        about(report["machine"]),
    )
    return "\n".join(told)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--facts", type=int, nargs="+", default=[200, 1000, 5000])
    parser.add_argument("--neo4j", default="", help="address of a Neo4j without a password")
    parser.add_argument("--stores", nargs="+", choices=STORES, default=STORES)
    parser.add_argument("--warm", type=float, default=10, help="seconds of recalls before any is timed")
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--episodes", type=int, default=10)
    parser.add_argument("--draft", action="store_true", help="print, and leave benchmarks/results as it is")
    chosen = parser.parse_args()
    chosen.facts.sort()
    report: Json = {
        "machine": machine(),
        "results": {s: attempt(partial(store_figures, s, chosen)) for s in chosen.stores},
    }
    if chosen.draft:
        print(text(report))
        return
    write("latency", report, text(report))
    groups = {
        f"{int(size):,} facts": {
            store: found[size]["recall"]["p50_ms"] if size in found else None
            for store, found in report["results"].items()
        }
        for size in map(str, chosen.facts)
    }
    bars(RESULTS / "latency.png", "Recall, p50, by facts in the namespace", groups, "ms")


if __name__ == "__main__":
    main()
