"""Runs a case: steps that write under a frozen clock, and checks of what the memory answers.

A step is one of `add`, `say`, `forget`, `merge`, `undo` and `check`; `tests/cases/README.md` has the form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from graphmem.dates import instant
from graphmem.memory import Memory
from graphmem.model import Fact
from graphmem.names import name_key
from graphmem.testing import FrozenClock

Triple = tuple[str, str, str]
DAY = timedelta(days=1)
ARGUMENTS = {
    "at": "at",
    "from": "valid_at",
    "to": "invalid_at",
    "stance": "stance",
    "source": "source",
    "confidence": "confidence",
    "category": "category",
    "kind": "object_kind",
    "replaces": "replaces",
    "episode": "episode",
}
"""How a step's keys are called by `add_fact`."""


def triple(fact: Fact) -> Triple:
    return str(fact.subject), fact.predicate, str(fact.object)


def triples(items: Iterable[Sequence[Any]]) -> list[Triple]:
    return sorted((str(s), str(p), str(o)) for s, p, o in items)


def when(value: Any) -> datetime:
    """YAML turns dates into `date` and `datetime` by itself."""
    return instant(value)


@dataclass
class Run:
    """One case being run in one namespace."""

    memory: Memory
    clock: FrozenClock
    user: str
    pairs: set[tuple[str, str]] = field(default_factory=set)
    labels: dict[str, str] = field(default_factory=dict)
    last: datetime | None = None

    def step(self, step: Mapping[str, Any]) -> None:
        if "check" in step:
            self.check(step["check"])
            return
        self.last = self.clock.set(when(step["at"]))
        for verb in ("add", "say", "forget", "merge", "undo"):
            if verb in step:
                getattr(self, verb)(step)
                return
        raise AssertionError(f"no verb in {step}")

    # -- writing -------------------------------------------------------------------------

    def add(self, step: Mapping[str, Any]) -> None:
        subject, predicate, thing = step["add"]
        details = {ARGUMENTS[k]: v for k, v in step.items() if k in ARGUMENTS}
        needs = [self.labels[n] for n in step.get("needs", ())]
        changes = self.memory.add_fact(subject, predicate, thing, user=self.user, depends_on=needs, **details)
        self.pairs.add((subject, predicate))
        if "label" in step:
            self.labels[step["label"]] = next(o.fact for o in changes.outcomes if o.candidate)

    def say(self, step: Mapping[str, Any]) -> None:
        changes = self.memory.remember(step["say"], user=self.user, at=step["at"])
        self.pairs |= {(o.candidate.subject, o.candidate.predicate) for o in changes.outcomes if o.candidate}

    def forget(self, step: Mapping[str, Any]) -> None:
        self.memory.forget(user=self.user, **step["forget"])

    def merge(self, step: Mapping[str, Any]) -> None:
        changes = self.memory.merge(*step["merge"], user=self.user)
        self.labels[step["label"]] = changes.outcomes[0].fact

    def undo(self, step: Mapping[str, Any]) -> None:
        self.memory.undo(self.labels[step["undo"]], user=self.user)

    # -- asking --------------------------------------------------------------------------

    def facts(self, **point: Any) -> list[Fact]:
        asked = [self.memory.facts(s, p, user=self.user, **point) for s, p in sorted(self.pairs)]
        return [f for facts in asked for f in facts]

    def check(self, wanted: Mapping[str, Any]) -> None:
        """Asks at `as_of` and `known_at`; by default a day after the last step, as best known."""
        assert self.last is not None
        self.clock.set(self.last + DAY)
        point = {k: wanted[k] for k in ("as_of", "known_at", "stance") if k in wanted}
        if "facts" in wanted:
            found = self.facts(**point)
            assert sorted(triple(f) for f in found if not f.stale) == triples(wanted["facts"]), wanted
            assert sorted(triple(f) for f in found if f.stale) == triples(wanted.get("stale", ())), wanted
        if "of" in wanted:
            found = self.memory.facts(wanted["of"], user=self.user, **point)
            assert sorted(triple(f) for f in found) == triples(wanted["are"]), wanted
        for predicate, count in wanted.get("rows", {}).items():
            believed = [f for f in self.history(predicate) if f.version and f.expired_at is None]
            assert len(believed) == count, wanted
        for predicate, count in wanted.get("evidence", {}).items():
            assertions = {e.assertion for f in self.history(predicate) for e in f.evidence}
            assert len(assertions) == count, wanted
        for key, count in wanted.get("entities", {}).items():
            named = [e for e in self.memory.entities(user=self.user) if name_key(e.name) == name_key(key)]
            assert len(named) == count, wanted

    def history(self, predicate: str) -> list[Fact]:
        return self.memory.history(None, predicate, user=self.user)


def believed(memory: Memory, user: str) -> list[tuple[Any, ...]]:
    """Every believed row, by what it says: independent of ids, versions and when it was recorded."""
    rows = []
    for stance in ("stated", "tentative", "planned"):
        for f in memory.history(user=user, stance=stance):
            if f.version and f.expired_at is None:
                said = (name_key(str(f.subject)), f.predicate, name_key(str(f.object)), f.category)
                rows.append((*said, f.stance, f.valid_at, f.invalid_at, f.source, f.confidence))
    return sorted(rows, key=repr)
