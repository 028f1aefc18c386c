"""Speed and scale against graphiti-core: recall, writing, import and memory, on seeded synthetic facts and vectors.

    python benchmarks/scale.py [--facts 200 5000 40000] [--total 100000] [--embedded 10000 100000]

The long run: about half an hour. A small one, too cold to say much: --facts 200 1000 --total 2000 --embedded 1000
--times 30 --warm 10 --draft. Writes benchmarks/results/scale.json, .md and .png; with --draft only prints.

Both engines get the same facts, questions and episodes, vectors that cost nothing, and a model that answers at once.
Both label their nodes :Entity, and Graphiti's indices would then hold our nodes too, so each has a new Neo4j server
of the same version and settings. Each loads alone, and its server is started anew, as one that has just loaded answers
from the buffers of that; each warms up alone, for the same time. Then they take turns of ten rounds, so that both meet
the same machine, however busy, and neither with caches full of the other's: a server whose turn it is not is idle.
Graphiti runs in a virtual environment of its own, made on first use, with the same driver and its Rust extension; how
its graph is loaded is told in graphiti_peer.py. Imports are timed without vectors, which are
put in afterwards and timed apart. What fails is reported with its reason.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, Any

import synthetic
from chart import lines
from engine import Engine
from server import started
from timing import RESULTS, Json, about, attempt, failures, machine, table, write

from tests.neo4j_server import Server

HERE = Path(__file__).parent
RECALL_FLOORS = (2, 8, 30)
"""How many times faster recall is to be, by size in ascending order."""
EMBEDDED_MS = (6, 40)
"""The most CPU that an embedded recall is to take, likewise."""
WARM_EPISODES = 3
AGAIN = 5
"""Times that the embedded store is measured: a machine's speed may move by half from minute to minute."""


def compared(chosen: argparse.Namespace) -> tuple[Json, Json]:
    """Ours and Graphiti's: each loads alone, then they take turns."""
    with started() as ours:
        engine = Engine.open(ours.uri)
        with engine.memory:
            told = loaded(engine, chosen)
            with started() as other, Peer.running(chosen, other) as peer:
                ours.restart()
                other.restart()
                with peer.turn(str(other.process() or "")):
                    pass
                recalls = partial(
                    engine.recalls, chosen.facts, chosen.warm, chosen.times, ours.process(), peer.turn
                )
                told["recall"] = attempt(recalls)
                engine.written(chosen.warm, peer.turn)
                write = partial(
                    engine.episodes,
                    warm=WARM_EPISODES,
                    times=chosen.episodes,
                    server=ours.process(),
                    turn=peer.turn,
                )
                told["write"] = {str(s): attempt(partial(write, s)) for s in chosen.facts[:2]}
                return told, peer.told()


def loaded(engine: Engine, chosen: argparse.Namespace) -> Json:
    """The largest namespace goes into the empty database, the others into what is then a live one."""
    namespaces = [(synthetic.measured(s), s) for s in sorted(chosen.facts, reverse=True)]
    first, rest = namespaces[:1], namespaces[1:] + list(synthetic.others(chosen.facts, chosen.total))
    told: Json = {}
    if chosen.warm_import:
        engine.load([(synthetic.WARM, chosen.warm_import)])
        engine.memory.forget(user=synthetic.WARM)
    for name, part in (("empty", first), ("live", rest)):
        size = sum(count for _, count in part)
        imported, filled = engine.load(part)
        told[f"import_{name}"] = {
            "facts": size,
            "seconds": imported,
            "vectors_seconds": filled,
            "facts_per_s": size / imported if size else None,
        }
        print(f"ours: {size} facts into the {name} database, {imported:.0f} s", file=sys.stderr, flush=True)
    return told


class Peer:
    """Graphiti in a process of its own, a round at a time. One that fails stays away, and its reason is its answer."""

    def __init__(self, process: subprocess.Popen[str], errors: IO[str]) -> None:
        self._process, self._errors, self._last = process, errors, ""

    @classmethod
    @contextmanager
    def running(cls, chosen: argparse.Namespace, server: Server) -> Iterator[Peer]:
        command = [graphiti_python(), str(HERE / "graphiti_peer.py"), server.uri]
        command += ["--facts", *map(str, chosen.facts)]
        for name in ("total", "warm", "times", "episodes"):
            command += [f"--{name}", str(getattr(chosen, name))]
        pipe = subprocess.PIPE
        with (
            tempfile.TemporaryFile("w+") as errors,
            subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, text=True) as process,
        ):
            try:
                peer = cls(process, errors)
                with peer.turn():
                    pass
                print("graphiti: loaded", file=sys.stderr, flush=True)
                yield peer
            finally:
                process.kill()

    @contextmanager
    def turn(self, line: str = "") -> Iterator[None]:
        """Our round, and then its, which begins with this line."""
        yield
        assert self._process.stdin and self._process.stdout
        if not self._last:
            with suppress(BrokenPipeError):
                self._process.stdin.write(f"{line}\n")
                self._process.stdin.flush()
            answer = self._process.stdout.readline()
            self._last = "" if answer == "done\n" else answer or "gone"

    def told(self) -> Json:
        """Its figures, or why there are none."""
        assert self._process.stdout
        found = self._last or self._process.stdout.readline()
        if found.startswith("{"):
            return dict(json.loads(found))
        self._errors.seek(0)
        return {"failed": self._errors.read().strip()[-500:] or "it ended without a word"}


def graphiti_python() -> str:
    """The Python of Graphiti's virtual environment, which is made, or made anew, when its requirements change."""
    cache = Path(os.environ.get("GRAPHMEM_CACHE") or Path.home() / ".cache" / "graphmem")
    folder, wanted = cache / "graphiti-venv", HERE / "requirements-graphiti.txt"
    python, made = folder / "bin" / "python", folder / "made.txt"
    if not made.exists() or made.read_text() != wanted.read_text():
        told([sys.executable, "-m", "venv", "--clear", str(folder)])
        told([str(python), "-m", "pip", "install", "--quiet", "--no-compile", "-r", str(wanted)])
        made.write_text(wanted.read_text())
    return str(python)


def embedded(chosen: argparse.Namespace) -> Json:
    """Each size in files of its own, built by one process and asked by another, a few times: the median of these."""
    builds, asks = {s: list[Json]() for s in chosen.embedded}, {s: list[Json]() for s in chosen.embedded}
    with tempfile.TemporaryDirectory() as folder:
        for again in range(AGAIN):
            for size in chosen.embedded:
                file = f"{folder}/{again}-{size}.db"
                command = [sys.executable, str(HERE / "engine.py"), file, "--facts", str(size)]
                command += ["--times", str(chosen.times)]
                builds[size].append(read([*command, "--build"]))
                asks[size].append(read(command))
                Path(file).unlink()
    return {
        str(size): {
            "build": middle(builds[size], "facts_per_s"),
            "ask": middle(asks[size], "cpu_ms"),
        }
        for size in chosen.embedded
    }


def middle(found: Sequence[Json], figure: str) -> Json:
    """The one whose figure is the median."""
    return sorted(found, key=lambda one: one[figure])[len(found) // 2]


def told(command: Sequence[str]) -> str:
    """What a command prints; its errors in the exception."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{Path(command[1]).name}: {done.stderr.strip()[-500:]}")
    return done.stdout


def read(command: Sequence[str]) -> Json:
    found: Json = json.loads(told(command).splitlines()[-1])
    return found


# -- the table ----------------------------------------------------------------------------


def at(found: Any, *path: str) -> Any:
    """A figure of the report, or None where it was not measured."""
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def least(value: float | None, floor: float, unit: str = "") -> tuple[Any, Any]:
    return f"≥ {floor:,}{unit}", None if value is None else value >= floor


def most(value: float | None, floor: float, unit: str = "") -> tuple[Any, Any]:
    return f"≤ {floor:,}{unit}", None if value is None else value <= floor


def ratio(one: float | None, other: float | None) -> float | None:
    return one / other if one and other else None


def rows(report: Json) -> Iterator[tuple[Any, ...]]:
    """Figure, ours, Graphiti's, how many times faster, floor, met."""
    mine, peer, local = report["ours"], report["graphiti"], report["embedded"]
    sizes = report["settings"]["facts"]
    for size, floor in zip(map(str, sizes), RECALL_FLOORS, strict=False):
        a, b = at(mine, "recall", size, "p50_ms"), at(peer, "recall", size, "p50_ms")
        yield (
            f"recall, Neo4j, {int(size):,} facts, p50 ms",
            a,
            b,
            ratio(b, a),
            *least(ratio(b, a), floor, "×"),
        )
        for name in ("p95_ms", "server_cpu_ms", "cpu_ms"):
            a, b = at(mine, "recall", size, name), at(peer, "recall", size, name)
            label = {"p95_ms": "p95 ms", "server_cpu_ms": "server CPU ms", "cpu_ms": "client CPU ms"}[name]
            yield f"… {label}", a, b, ratio(b, a), "", None
    ends = [[at(side, "recall", str(s), "p50_ms") for s in (sizes[0], sizes[-1])] for side in (mine, peer)]
    growth = [ratio(large, small) for small, large in ends]
    yield f"growth of p50, {sizes[0]:,} to {sizes[-1]:,} facts", *growth, None, *most(growth[0], 1.6, "×")
    queries = [at(side, "recall", str(sizes[-1]), "queries") for side in (mine, peer)]
    yield "queries per recall", *queries, None, *most(queries[0], 1)
    for size in map(str, sizes[:2]):
        a, b = (
            at(mine, "write", size, "with_vectors", "p50_ms"),
            at(peer, "write", size, "add_episode", "p50_ms"),
        )
        label = f"an episode of 5 entities and 6 facts among {int(size):,} facts, with vectors, p50 ms"
        yield label, a, b, ratio(b, a), *least(ratio(b, a), 5, "×")
        a = at(mine, "write", size, "commit", "p50_ms")
        yield "… until commit returns, p50 ms", a, b, ratio(b, a), "", None
        for name, floor in (("transactions", 3), ("queries", 6), ("model_calls", 1)):
            a, b = at(mine, "write", size, name), at(peer, "write", size, name)
            yield f"… {name.replace('_', ' ')}", a, b, None, *most(a, floor)
    for name, floor in (("empty", 500), ("live", 150)):
        found = at(mine, f"import_{name}", "facts_per_s")
        label = f"import into {'an empty' if name == 'empty' else 'a live'} Neo4j, facts/s"
        yield label, found, None, None, *least(found, floor)
        filled = ratio(at(mine, f"import_{name}", "facts"), at(mine, f"import_{name}", "vectors_seconds"))
        yield "… their vectors afterwards, facts/s", filled, None, None, "", None
    for size, limit in zip(report["settings"]["embedded"], EMBEDDED_MS, strict=False):
        found = at(local, str(size), "ask", "cpu_ms")
        yield f"recall, embedded, {size:,} facts, median CPU ms", found, None, None, *most(found, limit)
        for name, label in (("p50_ms", "p50 ms"), ("p95_ms", "p95 ms")):
            yield f"… {label}", at(local, str(size), "ask", name), None, None, "", None
    for size in report["settings"]["embedded"]:
        found = at(local, str(size), "build", "facts_per_s")
        yield f"import, embedded, {size:,} facts, facts/s", found, None, None, *least(found, 3000)
        found = at(local, str(size), "ask", "resident_mb")
        met = most(found, 700) if size == report["settings"]["embedded"][-1] else ("", None)
        yield f"memory, embedded, {size:,} facts, MB resident", found, None, None, *met
        yield "… before opening, MB", at(local, str(size), "ask", "before_mb"), None, None, "", None


def text(report: Json) -> str:
    settings = report["settings"]
    parts = [
        "# Speed and scale\n",
        f"`python benchmarks/scale.py`: {settings['total']:,} facts in all, {settings['times']} recalls a size and "
        f"{settings['episodes']} episodes a size, after {settings['warm']:.0f} s of either by each engine alone; "
        "384 numbers a vector, embedding apart; "
        f"graphiti-core {at(report, 'graphiti', 'version') or '–'}. A recall's p50 and p95 are on the clock.\n",
        table(("figure", "ours", "Graphiti", "× faster", "floor", "met"), list(rows(report))),
    ]
    parts += failures(report)
    used = [at(report, "embedded", str(s), "ask", "resident_mb") for s in settings["embedded"]]
    if len(used) > 1 and all(used):
        each = 1000 * (used[-1] - used[0]) / (settings["embedded"][-1] - settings["embedded"][0])
        parts.append(f"Embedded memory grows by {each:.2f} MB for each 1,000 facts.\n")
    return "\n".join([*parts, about(report["machine"])])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--facts", type=int, nargs="+", default=[200, 5000, 40000], help="of each namespace measured"
    )
    parser.add_argument("--total", type=int, default=100_000, help="facts on Neo4j in all")
    parser.add_argument("--embedded", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument(
        "--warm", type=float, default=100, help="seconds of recalls, and of episodes, before any is timed"
    )
    parser.add_argument(
        "--warm-import", type=int, default=1000, help="facts imported, and erased, before any is timed"
    )
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--episodes", type=int, default=20)
    parser.add_argument(
        "--embedded-only", action="store_true", help="measure the embedded store, and keep the rest on record"
    )
    parser.add_argument("--draft", action="store_true", help="print, and leave benchmarks/results as it is")
    chosen = parser.parse_args()
    chosen.facts.sort()
    chosen.embedded.sort()
    options = ("draft", "embedded_only")
    report: Json = {
        "machine": machine(),
        "settings": {k: v for k, v in vars(chosen).items() if k not in options},
    }
    if chosen.embedded_only:
        report = json.loads((RESULTS / "scale.json").read_text("utf-8"))
    else:
        try:
            report["ours"], report["graphiti"] = compared(chosen)
        except Exception as error:
            report["ours"] = report["graphiti"] = {"failed": f"{type(error).__name__}: {error}"}
    report["embedded"] = attempt(partial(embedded, chosen))
    if chosen.draft:
        print(text(report))
        return
    write("scale", report, text(report))
    sides = {"this engine": report["ours"], "graphiti-core": report["graphiti"]}
    points = {
        name: [(float(s), float(p50)) for s in chosen.facts if (p50 := at(found, "recall", str(s), "p50_ms"))]
        for name, found in sides.items()
    }
    series = {name: found for name, found in points.items() if found}
    title = f"Recall on Neo4j, p50, among {chosen.total:,} facts in all"
    lines(RESULTS / "scale.png", title, series, "ms", "facts in the namespace asked")


if __name__ == "__main__":
    main()
