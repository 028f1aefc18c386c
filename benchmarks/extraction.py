"""Scores the offline extractor on labelled cases: python benchmarks/extraction.py CASES.jsonl

With `--base-url URL --model NAME`, a language model behind an OpenAI-compatible endpoint is scored first: alone,
behind the checks, and joined with the rules, on all cases or on the `--first` so many.

A case has `messages`, `now`, the `facts` that must come out and, under `not`, tempting wrong ones. A
fact counts as found when subject, predicate, object and stance agree, after NFKC, case folding and
dropping articles and punctuation. Writes results/extraction_<name>.json and .svg; prints the scores, and as
its last two lines the precision and the recall.
"""

from __future__ import annotations

import argparse
import json
import re
import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from picture import bars

from graphmem.extract.rules import RuleExtractor
from graphmem.model import Candidate, Message

Case = Mapping[str, Any]
Key = tuple[str, ...]

RESULTS = Path(__file__).parent / "results"
SELF = {"user", "i", "me", "我", "用户"}
ARTICLES = {"a", "an", "the"}
MEANINGFUL = set("+#.-/&@%_")


def plain(text: str) -> str:
    """Text without what does not tell two facts apart: case, width, articles, punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(c for c in folded if c in MEANINGFUL or unicodedata.category(c)[0] != "P")
    words = [word.strip(".") for word in kept.split()]
    content = [word for word in words if word not in ARTICLES]
    joined = " ".join(content or words)
    return re.sub(r"(?<=[\u3400-\u9fff]) | (?=[\u3400-\u9fff])", "", joined)


def triple(fact: Mapping[str, Any]) -> Key:
    subject = plain(fact["subject"])
    return ("user" if subject in SELF else subject, plain(fact["predicate"]), plain(fact["object"]))


def keyed(facts: Iterable[Mapping[str, Any]]) -> dict[Key, Mapping[str, Any]]:
    return {(*triple(fact), fact.get("stance", "stated")): fact for fact in facts}


@dataclass
class Tally:
    """Counts of predicted and wanted facts, and of those in both."""

    hit: int = 0
    predicted: int = 0
    wanted: int = 0

    def add(self, predicted: set[Key], wanted: set[Key]) -> None:
        self.hit += len(predicted & wanted)
        self.predicted += len(predicted)
        self.wanted += len(wanted)

    @property
    def precision(self) -> float:
        return self.hit / max(self.predicted, 1)

    @property
    def recall(self) -> float:
        return self.hit / max(self.wanted, 1)

    @property
    def f1(self) -> float:
        return 2 * self.hit / max(self.predicted + self.wanted, 1)

    def __str__(self) -> str:
        scores = f"P {self.precision:.4f}  R {self.recall:.4f}  F1 {self.f1:.4f}"
        return f"{scores}  ({self.hit} hit, {self.predicted} predicted, {self.wanted} wanted)"


@dataclass
class Score:
    """Everything that is measured over a set of cases."""

    with_stance: Tally = field(default_factory=Tally)
    without_stance: Tally = field(default_factory=Tally)
    right: dict[str, list[int]] = field(
        default_factory=lambda: {name: [0, 0] for name in ("valid_at", "invalid_at", "category")}
    )
    violations: int = 0
    empty_cases: int = 0
    false_facts: int = 0
    false_cases: int = 0

    def add(self, case: Case, predicted: Sequence[Mapping[str, Any]]) -> None:
        have, want = keyed(predicted), keyed(case["facts"])
        self.with_stance.add(set(have), set(want))
        self.without_stance.add({key[:3] for key in have}, {key[:3] for key in want})
        for key in set(have) & set(want):
            self._attributes(have[key], want[key])
        asserted = {key[:3] for key in have if key[3] != "negated"}
        self.violations += len(asserted & {triple(wrong) for wrong in case["not"]})
        if not want:
            self.empty_cases += 1
            self.false_facts += len(have)
            self.false_cases += bool(have)

    def _attributes(self, have: Mapping[str, Any], want: Mapping[str, Any]) -> None:
        """A date may be finer than the wanted one, not coarser."""
        for name, tally in self.right.items():
            wanted, found = want.get(name), have.get(name) or ""
            if wanted:
                agrees = plain(found) == plain(wanted) if name == "category" else found.startswith(wanted)
                tally[0] += agrees
                tally[1] += 1

    def lines(self, cases: int) -> list[str]:
        out = [
            f"cases                {cases} (0 without a prediction)",
            f"with stance          {self.with_stance}",
            f"ignoring stance      {self.without_stance}",
        ]
        for name, (good, total) in self.right.items():
            share = f"{good / total:.4f}" if total else "n/a"
            out.append(f"{name + ' accuracy':<20} {share} ({good}/{total})")
        out.append(f"not violations       {self.violations}")
        false = f"{self.false_facts} false facts, in {self.false_cases} cases"
        out.append(f"no-fact cases        {self.empty_cases}: {false}")
        return out


def messages(case: Case) -> list[Message]:
    at = datetime.fromisoformat(case["now"])
    return [Message(m["role"], m["content"], at) for m in case["messages"]]


def as_fact(candidate: Candidate) -> dict[str, Any]:
    names = ("subject", "predicate", "object", "stance")
    fact: dict[str, Any] = {name: getattr(candidate, name) for name in names}
    return fact | {name: getattr(candidate, name) or None for name in ("category", "valid_at", "invalid_at")}


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("cases", type=Path, help="labelled cases, one JSON object a line")
    parser.add_argument(
        "--predictions", type=Path, help="also write the predicted facts here, one case a line"
    )
    parser.add_argument("--base-url", help="also score a model at this OpenAI-compatible address")
    parser.add_argument("--model", default="local", help="the model's name there")
    parser.add_argument("--first", type=int, help="ask the model for so many cases only")
    arguments = parser.parse_args(argv)
    with arguments.cases.open(encoding="utf-8") as lines:
        cases: list[Case] = [json.loads(line) for line in lines if line.strip()]
    stretches = [messages(case) for case in cases]
    if arguments.base_url:
        compare(arguments, cases[: arguments.first])
    extractor = RuleExtractor()
    extractor.extract_all(stretches[:2])  # the models are loaded before the clock starts
    began = time.perf_counter()
    found = [[as_fact(c) for c in answer.candidates] for answer in extractor.extract_all(stretches)]
    seconds = time.perf_counter() - began
    score = Score()
    for case, facts in zip(cases, found, strict=True):
        score.add(case, facts)
    report(arguments.cases, score, sum(map(len, stretches)) / max(seconds, 1e-9), len(cases))
    if arguments.predictions:
        rows = ({"id": case["id"], "facts": facts} for case, facts in zip(cases, found, strict=True))
        arguments.predictions.write_text(
            "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8"
        )


def compare(arguments: argparse.Namespace, cases: Sequence[Case]) -> None:
    """A model's scores in each way of using it, printed and kept in results/."""
    import extraction_model

    readings = extraction_model.read([messages(c) for c in cases], arguments.base_url, arguments.model)
    kept: dict[str, Any] = {"model": arguments.model, "cases": len(cases), **readings.summary()}
    for way, found in readings.found.items():
        score = Score()
        for case, candidates in zip(cases, found, strict=True):
            score.add(case, [as_fact(c) for c in candidates])
        kept[way] = asdict(score)
        false = f"{score.false_facts} false facts, {score.violations} not violations"
        print(f"{way:<20} {score.with_stance}; {false}")
    print(", ".join(f"{name} {value}" for name, value in readings.summary().items()))
    RESULTS.mkdir(exist_ok=True)
    name = arguments.cases.stem.removeprefix("extraction_")
    text = json.dumps(kept, indent=2, ensure_ascii=False) + "\n"
    (RESULTS / f"extraction_{name}_model.json").write_text(text, encoding="utf-8")


def report(cases: Path, score: Score, speed: float, count: int) -> None:
    """Print the scores and keep them in results/."""
    print("\n".join(score.lines(count)))
    print(f"speed                {speed:.0f} messages/s")
    kept = asdict(score) | {
        "cases": count,
        "precision": round(score.with_stance.precision, 4),
        "recall": round(score.with_stance.recall, 4),
        "messages_per_second": round(speed),
    }
    RESULTS.mkdir(exist_ok=True)
    name = cases.stem.removeprefix("extraction_")
    (RESULTS / f"extraction_{name}.json").write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    shares = [("precision", kept["precision"]), ("recall", kept["recall"])]
    shares += [(f"{part} right", good / total) for part, (good, total) in score.right.items() if total]
    bars(RESULTS / f"extraction_{name}.svg", f"Rules on {cases.name} ({count} cases)", shares)
    print(f"precision {score.with_stance.precision:.4f}")
    print(f"recall {score.with_stance.recall:.4f}")


if __name__ == "__main__":
    main()
