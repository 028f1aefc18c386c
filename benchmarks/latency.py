"""How long a recall and a write take, embedding apart, as one namespace grows.

python benchmarks/latency.py [--facts 200 1000 5000] [--neo4j URI]

Seeded synthetic facts, hash vectors of 384 numbers. Prints a table, writes benchmarks/results/latency.json.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.memory import Memory

RELATIONS = ("likes", "uses", "visited", "friend", "lives_in", "works_at", "skilled_in")
RESULTS = Path(__file__).parent / "results"


def facts(count: int, seed: int = 7) -> list[dict[str, str]]:
    """Synthetic facts about a few hundred people and a few thousand things."""
    pick = random.Random(seed)
    return [
        {
            "subject": f"person {pick.randrange(max(2, count // 12))}",
            "predicate": pick.choice(RELATIONS),
            "object": f"thing {pick.randrange(max(2, count // 3))}",
        }
        for _ in range(count)
    ]


def timed(work: Callable[[int], object], times: int) -> dict[str, float]:
    """Median and 95th percentile, wall clock, milliseconds."""
    took = []
    for i in range(times):
        start = time.perf_counter()
        work(i)
        took.append(1000 * (time.perf_counter() - start))
    return {"p50": statistics.median(took), "p95": statistics.quantiles(took, n=20)[-1]}


def measure(memory: Memory, user: str, count: int) -> dict[str, object]:
    start = time.perf_counter()
    for begin in range(0, count, 500):
        memory.add_facts(facts(count)[begin : begin + 500], user=user)
    loaded = time.perf_counter() - start
    memory.flush()
    ask = [f"What does person {i} like and where does person {i} live?" for i in range(60)]
    for question in ask[:10]:
        memory.recall(question, user)
    return {
        "facts": count,
        "load_facts_per_s": count / loaded,
        "recall_ms": timed(lambda i: memory.recall(ask[10 + i], user), 50),
        "write_ms": timed(lambda i: memory.add_fact("user", "likes", f"dish {i}", user=user), 30),
        "facts_ms": timed(lambda i: memory.facts(f"person {i}", user=user), 30),
    }


def run(target: str, sizes: Sequence[int]) -> list[dict[str, object]]:
    rows = []
    with graphmem.open(target, embedder=HashEmbedder(384)) as memory:
        for count in sizes:
            user = f"latency-{uuid.uuid4().hex[:8]}"
            rows.append(measure(memory, user, count))
            memory.forget(user=user)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--facts", type=int, nargs="+", default=[200, 1000, 5000])
    parser.add_argument(
        "--neo4j", default="", help="address of a Neo4j whose hash-384 database may be written to"
    )
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = {"embedded": run(str(Path(folder) / "latency.db"), chosen.facts)}
    if chosen.neo4j:
        results["neo4j"] = run(chosen.neo4j, chosen.facts)
    for store, rows in results.items():
        for row in rows:
            print(store, json.dumps(row, default=lambda value: round(value, 2)))
    RESULTS.mkdir(exist_ok=True)
    report = {"machine": platform.platform(), "python": platform.python_version(), "results": results}
    (RESULTS / "latency.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
