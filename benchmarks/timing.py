"""Time taken, CPU and memory, and the tables they are told in. Needs nothing but Python."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
Json = dict[str, Any]


@dataclass
class Times:
    """Milliseconds of each call: on the clock, of this process's CPU, of the server's where it is known."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)

    def told(self) -> Json:
        """p50 and p95 on the clock, medians of CPU."""
        return {
            "calls": len(self.wall),
            "p50_ms": round(statistics.median(self.wall), 3),
            "p95_ms": round(percentile(self.wall, 95), 3),
            "cpu_ms": round(statistics.median(self.cpu), 3),
            "server_cpu_ms": round(statistics.median(self.server), 3) if self.server else None,
        }


def percentile(values: Sequence[float], part: int) -> float:
    """The smallest value that `part` % of them do not exceed."""
    return sorted(values)[max(0, -(-len(values) * part // 100) - 1)]


@contextlib.contextmanager
def timed(into: Times, server: int | None = None) -> Iterator[None]:
    busy = server_seconds(server)
    cpu, wall = time.process_time(), time.perf_counter()
    yield
    into.wall.append(1000 * (time.perf_counter() - wall))
    into.cpu.append(1000 * (time.process_time() - cpu))
    after = server_seconds(server)
    if busy is not None and after is not None:
        into.server.append(1000 * (after - busy))


Turn = Callable[[], AbstractContextManager[object]]
"""Entered for some rounds: what is measured beside this has its own rounds between them."""


AT_ONCE = 10
"""Rounds of one turn: after a turn of the other's the processor's caches hold what that needs."""
WARMING = 400
"""Different calls of a job that warming up goes through, over and over."""


def rounds(
    jobs: Mapping[str, Callable[[int], object]],
    warm: float,
    times: int,
    server: int | None = None,
    turn: Turn = nullcontext,
) -> dict[str, Times]:
    """Calls each job with 0 to `times` - 1, in turn with the others, so that all meet the same machine.

    Before that, in the first turn, it calls them for `warm` seconds with `times` to `times` + `WARMING` - 1, which is
    not counted: it loads what is lazy, and a Java server compiles what it runs.
    """
    found = {name: Times() for name in jobs}
    with turn():
        until = time.perf_counter() + warm
        for i in itertools.cycle(range(times, times + WARMING)):
            for job in jobs.values():
                job(i)
            if time.perf_counter() > until:
                break
    for begin in range(0, times, AT_ONCE):
        with turn():
            for i in range(begin, min(begin + AT_ONCE, times)):
                for name, job in jobs.items():
                    with timed(found[name], server):
                        job(i)
    return found


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def attempt(work: Callable[[], Json]) -> Json:
    """What `work` finds, or why it failed."""
    try:
        return work()
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}"}


def failures(report: Json, path: str = "") -> Iterator[str]:
    """A line for each part of a report that failed."""
    for name, part in report.items():
        if name == "failed":
            yield f"{path}: failed: {part}\n"
        elif isinstance(part, dict):
            yield from failures(part, f"{path}, {name}" if path else name)


# -- the machine --------------------------------------------------------------------------


def server_seconds(process: int | None) -> float | None:
    """CPU time of all threads of a process, to a nanosecond, where Linux tells it."""
    if process is None:
        return None
    total, tasks = 0, Path(f"/proc/{process}/task")
    try:
        for task in tasks.iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread may end meanwhile
                total += int((task / "schedstat").read_text().split()[0])
    except OSError:
        return None
    return total / 1e9


def resident(kind: str = "VmRSS") -> float | None:
    """Megabytes of this process: now (VmRSS) or at most (VmHWM), where Linux tells them."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith(f"{kind}:"):
                return round(int(line.split()[1]) / 1024, 1)
    return None


def machine() -> Json:
    model, memory = platform.processor(), ""
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), model)
        memory = Path("/proc/meminfo").read_text().split()[1]
    return {
        "system": platform.platform(),
        "python": platform.python_version(),
        "processor": model,
        "cores": os.cpu_count(),
        "memory_gb": round(int(memory) / 2**20, 1) if memory else None,
        "load": [round(load, 2) for load in os.getloadavg()],
    }


# -- what is told -------------------------------------------------------------------------


def short(value: Any) -> str:
    """A number as a table shows it."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return str(value)


def table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Markdown."""
    lines = [head, ["---"] * len(head), *([short(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def write(name: str, report: Json, text: str) -> None:
    """`report` as benchmarks/results/NAME.json, `text` as NAME.md and on the screen."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (RESULTS / f"{name}.md").write_text(text, "utf-8")
    print(text)


def about(seen: Mapping[str, Any]) -> str:
    """The machine in one line."""
    return (
        f"Machine: {seen['processor']}, {seen['cores']} cores, {seen['memory_gb']} GB, {seen['system']}, "
        f"Python {seen['python']}, load before the run {seen['load'][0]}.\n"
    )
