"""A language model on labelled cases: alone, behind the checks, and joined with the rules.

Run by `python benchmarks/extraction.py CASES.jsonl --base-url URL`. A model asked once a case; what it
says is then read in three ways, so that the checks, not chance, make the difference.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from graphmem.errors import Unavailable, Unsupported
from graphmem.extract.checks import Checks
from graphmem.extract.llm import Asked, ModelExtractor, join
from graphmem.extract.rules import RuleExtractor
from graphmem.llm import OpenAIChat
from graphmem.model import Candidate, Message
from graphmem.registry import Registry, shipped

WAYS = ("model alone", "model, checked", "rules", "joined")


@dataclass
class Readings:
    """What each way found in each stretch, and what that cost. `failed`: stretches without a usable answer."""

    found: dict[str, list[list[Candidate]]] = field(default_factory=lambda: {way: [] for way in WAYS})
    failed: int = 0
    seconds: float = 0.0
    usage: dict[str, int] = field(default_factory=dict)

    def summary(self) -> dict[str, Any]:
        return {"failed": self.failed, "seconds": round(self.seconds, 1), **self.usage}


def read(stretches: Sequence[Sequence[Message]], base_url: str, model: str) -> Readings:
    """Asks for every stretch once, or twice where the answer can't be used."""
    registry = Registry(shipped().values())
    rules = RuleExtractor()
    chat = OpenAIChat(model, base_url, timeout=3600, retries=0)
    extractor = ModelExtractor(chat, rules, registry)
    readings = Readings()
    began = time.perf_counter()
    for number, stretch in enumerate(stretches, 1):
        ruled = rules.extract(stretch)
        checks = Checks(stretch, registry, ruled.rejected)
        try:
            asked = extractor.ask(stretch, (), checks) if checks.sentences else Asked(usable=True)
        except (Unavailable, Unsupported) as error:
            print(f"{number}: {error}", flush=True)
            asked = Asked()
        readings.failed += not asked.usable
        joined, _ = join(ruled.candidates, asked.kept, registry)
        each = (asked.read.facts, asked.kept, ruled.candidates, joined)
        for way, facts in zip(WAYS, each, strict=True):
            readings.found[way].append(list(facts))
    readings.seconds = time.perf_counter() - began
    readings.usage = asdict(extractor.usage)
    return readings
