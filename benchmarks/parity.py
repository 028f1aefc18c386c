"""Do both stores recall alike? Imports one conversation into each, asks the same questions, compares the top 5.

python benchmarks/parity.py chat.jsonl questions.jsonl --neo4j URI [--questions 40]

The two files are written by benchmarks/export.py. The top 5 are facts and turns by their order in the recall; the
Neo4j database must be empty or made with the bundled model. Prints the share of questions whose top 5 share
at least 4, for facts, turns and both, and whether facts, history and profile are identical.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import graphmem
from graphmem.embed import BundledEmbedder
from graphmem.embed.port import Kind
from graphmem.memory import Memory

if TYPE_CHECKING:
    import numpy as np


class Remembering:
    """The bundled embedder, each text embedded once for both stores."""

    def __init__(self) -> None:
        self._inner = BundledEmbedder()
        self.model_id, self.dimensions = self._inner.model_id, self._inner.dimensions
        self._known: dict[tuple[str, str], np.ndarray] = {}

    def embed(self, texts: Sequence[str], kind: Kind) -> np.ndarray:
        import numpy as np

        missing = [t for t in dict.fromkeys(texts) if (kind, t) not in self._known]
        for text, vector in zip(missing, self._inner.embed(missing, kind), strict=True):
            self._known[kind, text] = vector
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        return np.stack([self._known[kind, t] for t in texts])


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def take_in(memory: Memory, user: str, chat: Sequence[dict[str, Any]]) -> None:
    sessions: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for message in chat:
        sessions[str(message.get("session", ""))].append(message)
    for name, messages in sessions.items():
        with memory.session(user, name or None) as session:
            for m in messages:
                session.add(m["role"], m["content"], at=m["at"], name=m.get("name", ""))
    memory.flush()


def asked(memory: Memory, user: str, questions: Sequence[str]) -> list[tuple[list[str], list[str]]]:
    found = [memory.recall(q, user) for q in questions]
    return [([f.id for f in r.facts[:5]], [h.turn.id for h in r.hits[:5]]) for r in found]


def state(memory: Memory, user: str) -> dict[str, Any]:
    def row(f: graphmem.Fact) -> tuple[Any, ...]:
        return f.id, f.text, f.stance, f.valid_at, f.invalid_at, f.reason, f.version == 0

    return {
        "facts": sorted(map(row, memory.facts(user=user)), key=str),
        "history": sorted(map(row, memory.history(user=user)), key=str),
        "profile": str(memory.profile(user=user)),
    }


def alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """At least 4 of 5 in common; of shorter lists, all but one."""
    return len(set(one) & set(other)) >= max(len(one), len(other)) - 1


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("chat", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--neo4j", required=True)
    parser.add_argument("--count", type=int, default=40)
    chosen = parser.parse_args()
    chat, user = lines(chosen.chat), f"parity-{uuid.uuid4().hex[:8]}"
    every = [q["question"] for q in lines(chosen.questions)]
    questions = every[:: max(1, len(every) // chosen.count)][: chosen.count]
    embedder = Remembering()
    answers, states = [], []
    with tempfile.TemporaryDirectory() as folder:
        for target in (str(Path(folder) / "parity.db"), chosen.neo4j):
            with graphmem.open(target, embedder=embedder) as memory:
                take_in(memory, user, chat)
                answers.append(asked(memory, user, questions))
                states.append(state(memory, user))
                memory.forget(user=user)
    pairs = list(zip(*answers, strict=True))
    for name, index in (("facts", 0), ("turns", 1)):
        share = sum(alike(a[index], b[index]) for a, b in pairs) / len(pairs)
        print(f"top 5 {name} alike {share:.3f} of {len(pairs)} questions")
    for name in states[0]:
        print(f"{name} identical {states[0][name] == states[1][name]}")


if __name__ == "__main__":
    main()
