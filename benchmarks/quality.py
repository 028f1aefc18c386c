"""How much of what answers a question does recall bring? Public sets, no language model.

python benchmarks/quality.py DATA_FOLDER [--sets locomo longmemeval memorybank_zh memorybank_en beam facts]

Each group of a set is imported into a memory of its own, without extraction, and each of its questions is asked as it
is, at the end of its conversation. Printed and written to benchmarks/results/quality.json, .md and .png: ours, BM25,
cosine and their fusion over the same units. R@k is the share of a question's gold units among the first k. Vectors are
made once and kept in the cache folder; the first run takes an hour, later ones minutes.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import consolidation
import sets
from baselines import BM25, fused
from chart import bars
from vectors import Kept

import graphmem
from graphmem.embed import Embedder
from graphmem.extract import Known, nothing_known
from graphmem.memory import Memory
from graphmem.model import Extraction, Message
from graphmem.testing import FrozenClock
from graphmem.text import prose

RESULTS = Path(__file__).parent / "results"
METHODS = ("ours", "bm25", "dense", "fusion")
DEPTH = 20
Ranked = dict[str, list[str]]
"""Units, best first, by method."""


class Nothing:
    """An extractor that finds nothing: the turns alone are searched."""

    def extract(self, messages: Sequence[Message], known: Known = nothing_known) -> Extraction:
        return Extraction()


class Conversation:
    """One group in a memory, and beside it plain search over the same units."""

    def __init__(self, target: str, group: sets.Group, embedder: Embedder) -> None:
        self.group = group
        self.user = f"quality-{group.name}"
        self.embedder = embedder
        end = max(s.at for s in group.said) + timedelta(days=1)
        self.now = end
        self.memory: Memory = graphmem.open(
            target, embedder=embedder, extractor=Nothing(), clock=FrozenClock(end), sensitive="keep"
        )
        self.units = self._import()
        self._texts: dict[str, str] = {}
        for s in group.said:
            day = f"{s.at:%Y-%m-%d %B}"
            self._texts[s.unit] = f"{self._texts.get(s.unit, day)} {s.name}: {s.text}"

    def _import(self) -> dict[str, str]:
        """Turn → unit."""
        for name, said in self.group.sessions.items():
            messages = [Message(s.role, s.text, s.at, s.name) for s in said]
            self.memory._commit(self.user, messages, name, 0, True)  # kept however short it is
        self.memory.flush()
        units = {}
        for episode in self.memory.episodes(user=self.user, limit=1_000_000):
            for turn in episode.turns:
                units[turn.id] = self.group.sessions[episode.session][turn.ordinal].unit
        return units

    def ours(self, question: str) -> list[str]:
        hits = self.memory.recall(question, self.user, limit=30).hits
        return list(dict.fromkeys(self.units[h.turn.id] for h in hits))

    def ranks(self) -> Iterable[tuple[sets.Question, Ranked]]:
        import numpy as np

        ids, texts = list(self._texts), list(self._texts.values())
        bm25 = BM25(texts)
        places = [ids.index(s.unit) for s in self.group.said]
        said = [f"{s.name or s.role} {s.at:%Y-%m-%d}: {prose(s.text)}" for s in self.group.said]
        turns = self.embedder.embed(said, "passage")
        for q in self.group.questions:
            words = bm25.scores(q.text)
            near = np.full(len(ids), -1.0)
            np.maximum.at(near, places, turns @ self.embedder.embed([q.text], "query")[0])
            plain = {"bm25": words, "dense": near, "fusion": fused(words, near)}
            order = {m: [ids[i] for i in np.argsort(-v, kind="stable")] for m, v in plain.items()}
            yield q, {"ours": self.ours(q.text), **order}

    def close(self) -> None:
        self.memory.forget(user=self.user)
        self.memory.close()


def recall_at(units: Sequence[str], gold: frozenset[str], k: int) -> float:
    return len(set(units[:k]) & gold) / len(gold)


def newer_first(units: Sequence[str], question: sets.Question) -> float:
    """1 if the newest statement is ranked above every older one."""

    def best(ids: Iterable[str]) -> int:
        return min((units.index(i) if i in units else len(units) for i in ids), default=len(units))

    return float(best(question.gold - question.older) < best(question.older))


def measured(
    groups: Iterable[sets.Group], target: Callable[[], str], embedder: Embedder, k: int
) -> dict[str, Any]:
    """Figures in percent by method; `misses`: ours where a set is small."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    misses = []
    for group in groups:
        conversation = Conversation(target(), group, embedder)
        try:
            for q, ranked in conversation.ranks():
                for method, units in ranked.items():
                    score = recall_at(units, q.gold, k)
                    found[method][q.category].append(score)
                    if q.category != "adversarial":
                        found[method]["all"].append(score)
                    if q.older:
                        found[method]["newer first"].append(newer_first(units, q))
                if recall_at(ranked["ours"], q.gold, k) < 1 and q.category != "adversarial":
                    misses.append(q.text)
        finally:
            conversation.close()
    return {
        "figure": f"R@{k}",
        "questions": len(found["ours"]["all"]),
        "methods": {
            method: {name: round(100 * sum(v) / len(v), 1) for name, v in sorted(kinds.items())}
            for method, kinds in found.items()
        },
        "misses": misses if len(misses) <= 10 else len(misses),
    }


SETS: dict[str, tuple[Callable[[Path], Iterable[sets.Group]], int]] = {
    "locomo": (sets.locomo, 10),
    "longmemeval": (sets.longmemeval, 5),
    "memorybank_zh": (lambda folder: sets.memorybank(folder, "zh"), 5),
    "memorybank_en": (lambda folder: sets.memorybank(folder, "en"), 5),
    "beam": (sets.beam, 10),
}


def table(results: dict[str, Any]) -> str:
    lines = ["| set | figure | n | " + " | ".join(METHODS) + " |", "|---|---|---:|" + "---:|" * len(METHODS)]
    for name, r in results.items():
        kinds = sorted({k for m in r["methods"].values() for k in m}, key=lambda k: (k != "all", k))
        for kind in kinds:
            cells = [f"{r['methods'].get(m, {}).get(kind, '–')}" for m in METHODS]
            label, count = (name, r["questions"]) if kind == "all" else (f"{name}, {kind}", "")
            lines.append(f"| {label} | {r['figure']} | {count} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "folder", type=Path, nargs="?", help="where the sets are; they are not part of the project"
    )
    parser.add_argument("--sets", nargs="+", choices=[*SETS, "facts"], default=[*SETS, "facts"])
    parser.add_argument("--neo4j", default="", help="an empty Neo4j to search instead of the embedded store")
    parser.add_argument("--output", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    if chosen.folder is None:
        print("quality is not measured: give the folder of the public sets that benchmarks/sets.py reads")
        return
    embedder, results = Kept(), {}
    with tempfile.TemporaryDirectory() as folder:
        count = iter(range(1_000_000))

        def target() -> str:
            return chosen.neo4j or str(Path(folder) / f"{next(count)}.db")

        for name in chosen.sets:
            start = time.perf_counter()
            if name == "facts":
                results |= consolidation.measured(chosen.folder, target, embedder)
            else:
                load, k = SETS[name]
                results[name] = measured(load(chosen.folder), target, embedder, k)
            print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    print(table(results))
    chosen.output.mkdir(exist_ok=True)
    report = {"machine": platform.platform(), "python": platform.python_version(), "model": embedder.model_id}
    (chosen.output / "quality.json").write_text(
        json.dumps({**report, "results": results}, indent=1, ensure_ascii=False) + "\n"
    )
    (chosen.output / "quality.md").write_text(table(results) + "\n")
    shown = {n: {m: r["methods"][m]["all"] for m in METHODS if m in r["methods"]} for n, r in results.items()}
    bars(chosen.output / "quality.png", "Recall of what answers the question", shown, "%")


if __name__ == "__main__":
    main()
