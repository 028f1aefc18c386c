"""How well does a recall know that nothing it found answers? Fits the weights of `graphmem/retrieve/relevance.py`.

python benchmarks/abstention.py DATA_FOLDER [--output FOLDER]

Answerable are a set's questions asked in their own conversation. Not answerable are the same questions asked in
another one of the set, as they are and, where two people talk, with the names of those who talk there; conversations
that share a speaker are left out, since theirs could answer. BEAM has questions of its own that its chat does not
answer. Weights are fitted on every second conversation of each set but LongMemEval, which has one; figures are of the
others. Few texts: a turn that answers among up to four others, of the same candidates, is the whole memory.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import quality
import sets
from numpy.typing import NDArray
from vectors import Kept

from graphmem import retrieve
from graphmem.retrieve.relevance import CALIBRATION, Calibration, Signs, relevance
from graphmem.store import Candidates, Ranked

Floats = NDArray[np.float64]
OTHERS = {"longmemeval": "beam"}
"""Whose conversations a set's questions are asked in when it has no second one of its own."""
ALLOWED = 0.03
"""Share of the answerable questions that may fall below the threshold, where it is set."""


@dataclass(frozen=True, slots=True)
class Case:
    """One question asked in one conversation."""

    set: str
    kind: str
    answerable: bool
    fitted: bool
    signs: Sequence[Signs]


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation that can be asked. `fitted`: it is one of those that the weights are fitted on."""

    set: str
    fitted: bool
    talk: quality.Conversation

    @property
    def speakers(self) -> set[str]:
        return {s.name for s in self.talk.group.said if s.name}

    def found(self, question: str) -> tuple[retrieve.Ranking, Candidates]:
        memory = self.talk.memory
        wanted = retrieve.Wanted(limit=10)
        search = retrieve.query_of(question, self.talk.embedder, self.talk.now, None, wanted)
        ranking, seen = retrieve.Ranking(search, question, 10), []

        def rank(candidates: Candidates) -> Ranked:
            seen.append(candidates)
            return ranking(candidates)

        memory.store.search(self.talk.user, search, rank)
        return ranking, seen[0]

    def few(self, question: str, gold: frozenset[str], chance: random.Random) -> Sequence[Signs]:
        """The signs when one turn that answers and up to four others are all there is; none if it was not found."""
        ranking, found = self.found(question)
        answers = [t for t in found.turns if self.talk.units[t.id] in gold]
        others = [t for t in found.turns if self.talk.units[t.id] not in gold]
        if not answers:
            return []
        kept = [chance.choice(answers), *chance.sample(others, min(len(others), chance.randint(0, 4)))]
        tiny = retrieve.Ranking(ranking.query, question, 10)
        tiny(Candidates(turns=tuple(sorted(kept, key=lambda t: t.at))))
        return tiny.signs


def cases(places: Sequence[Place], unanswered: dict[str, list[str]]) -> Iterator[Case]:
    """Every question where it belongs, and as many where it does not."""
    chance = random.Random(7)
    asked = {name: [p for p in places if p.set == name] for name in {p.set for p in places}}
    for place in places:
        name = place.set
        own = [q for q in place.talk.group.questions if q.category != "adversarial"]
        for q in own:
            yield Case(name, "own", True, place.fitted, place.found(q.text)[0].signs)
            if few := place.few(q.text, q.gold, chance):
                yield Case(name, "few texts", True, False, few)
        for q in unanswered.get(place.talk.group.name, []):
            yield Case(name, "not told", False, False, place.found(q)[0].signs)
        elsewhere = [
            p for p in asked[OTHERS.get(name, name)] if p is not place and not p.speakers & place.speakers
        ]
        for q in own:
            there = chance.choice(elsewhere)
            fitted = place.fitted and there.fitted
            yield Case(name, "of others", False, fitted, there.found(q.text)[0].signs)
            renamed = with_names(q.text, sorted(place.speakers), sorted(there.speakers))
            if renamed != q.text:
                yield Case(name, "of others, renamed", False, fitted, there.found(renamed)[0].signs)


def with_names(text: str, old: Sequence[str], new: Sequence[str]) -> str:
    for before, after in zip(old, new, strict=False):
        text = re.sub(rf"\b{re.escape(before)}\b", after, text)
    return text


def vector(signs: Sequence[Signs]) -> list[float]:
    best = max(signs, key=lambda s: relevance([s]))
    return [best.covered, best.margin, best.telling]


def fitted(found: Sequence[Case]) -> Calibration:
    """Logistic regression by Newton's method; each set and answer counts by the root of its size."""
    known = [c for c in found if c.fitted and c.signs]
    x = np.array([[*vector(c.signs), 1.0] for c in known])
    y = np.array([c.answerable for c in known], float)
    sizes = defaultdict[tuple[str, bool], int](int)
    for c in known:
        sizes[c.set, c.answerable] += 1
    weight = np.array([sizes[c.set, c.answerable] ** -0.5 for c in known])
    weight *= len(known) / weight.sum()
    b = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ b))
        ridge = 1e-3 * np.eye(len(b))
        b -= np.linalg.solve((x * (weight * p * (1 - p))[:, None]).T @ x + ridge, x.T @ (weight * (p - y)))
    covered, margin, telling, constant = (round(float(v), 2) for v in b)
    fresh = Calibration(covered, margin, telling, constant)
    own = [relevance(c.signs, fresh) for c in known if c.answerable]
    return Calibration(covered, margin, telling, constant, round(float(np.quantile(own, ALLOWED)), 3))


def area(answerable: Sequence[float], other: Sequence[float]) -> float:
    """Under the ROC curve: how often an answerable question scores above another."""
    a, b = np.array(answerable)[:, None], np.array(other)[None, :]
    return float(np.mean((a > b) + 0.5 * (a == b)))


def figures(found: Sequence[Case], calibration: Calibration) -> dict[str, Any]:
    """Of the conversations that nothing was fitted on: shares below the threshold in percent, by set and kind."""
    scored = [(c, relevance(c.signs, calibration)) for c in found if not c.fitted]
    below: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for c, p in scored:
        for name in (c.set, "all"):
            below[name, c.kind].append(p < calibration.threshold)
    own = [p for c, p in scored if c.kind == "own"]
    others = [p for c, p in scored if c.kind == "of others"]
    return {
        "auc": round(area(own, others), 3),
        "below the threshold, %": {
            f"{name}, {kind}": {"share": round(100 * sum(v) / len(v), 1), "questions": len(v)}
            for (name, kind), v in sorted(below.items())
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="the folder of the sets, which are not part of the project")
    parser.add_argument("--output", type=Path, default=quality.RESULTS)
    chosen = parser.parse_args()
    embedder = Kept()
    with tempfile.TemporaryDirectory() as folder:
        places = []
        for name, (load, _) in quality.SETS.items():
            for number, group in enumerate(load(chosen.folder)):
                talk = quality.Conversation(str(Path(folder) / f"{name}-{number}.db"), group, embedder)
                places.append(Place(name, number % 2 == 0 and name not in OTHERS, talk))
        found = list(cases(places, sets.beam_unanswered(chosen.folder)))
        for place in places:
            place.talk.close()
    fresh = fitted(found)
    report = {
        "model": embedder.model_id,
        "fitted": {name: getattr(fresh, name) for name in Calibration.__dataclass_fields__},
        "shipped": {name: getattr(CALIBRATION, name) for name in Calibration.__dataclass_fields__},
        **figures(found, CALIBRATION),
    }
    print(json.dumps(report, indent=1, ensure_ascii=False))
    chosen.output.mkdir(exist_ok=True)
    (chosen.output / "abstention.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
