"""Items of a key-value store as facts of a memory: JSON objects under a path and a key, each version kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graphmem.adapters.listening import log
from graphmem.errors import InvalidInput, NotFound
from graphmem.memory import Memory
from graphmem.model import Fact, digest
from graphmem.pauses import stopped

RELATION = "keeps_item"
_PART = 700
"""Characters of a value's JSON that go into one fact; its quotes are written twice there."""
_ADDRESS = 450
"""Characters of path and key together, as JSON."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Kept:
    """An item as it is now. `score`: in a ranked answer."""

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    searched: bool = True
    score: float | None = None


class Items:
    """Each item is one subject; its value is a literal of a relation of cardinality one, a part a category."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._defined = False

    def keep(
        self, user: str, namespace: tuple[str, ...], key: str, value: Mapping[str, Any], searched: bool
    ) -> None:
        """Puts a value, in one transaction; while the user's memory is paused, logs that it was not kept.

        `searched`: whether `ranked` may find it. Raises InvalidInput for a value that is no JSON object, or too long
        an address.
        """
        self._define()
        before = self.one(user, namespace, key)
        begun = None if before is None else before.created_at.isoformat()
        texts = _written(namespace, key, value, searched, begun)
        subject = _subject(namespace, key)
        facts = [
            {
                "subject": subject,
                "predicate": RELATION,
                "object": text,
                "category": f"part {i}",
                "object_kind": "literal",
                "episode": subject,
            }
            for i, text in enumerate(texts)
        ]
        if stopped(self._memory.add_facts(facts, user=user)):
            log.warning("an item was not kept: the memory of its user is paused")

    def erase(self, user: str, namespace: tuple[str, ...], key: str) -> None:
        """Every version of it, for good; nothing if there is none."""
        with suppress(NotFound):
            self._memory.forget(user=user, episode=_subject(namespace, key))

    def one(self, user: str, namespace: tuple[str, ...], key: str) -> Kept | None:
        return next(iter(_read(self._memory.facts(_subject(namespace, key), RELATION, user=user))), None)

    def all(self, user: str) -> list[Kept]:
        return _read(self._memory.facts(None, RELATION, user=user))

    def ranked(self, user: str, query: str, passes: Callable[[Kept], bool], wanted: int) -> list[Kept]:
        """The best `wanted` of those that pass, as a recall ranks them."""
        limit = 2 * wanted + 10
        while True:
            recall = self._memory.recall(query, user, limit=limit, predicate=RELATION)
            facts = [f for f in recall.facts if f.predicate == RELATION]
            there = {_subject(one.namespace, one.key): one for one in self.all(user)}
            best: dict[str, Kept] = {}
            for fact in facts:
                subject, score = fact.subject.name, recall.scores.get(fact.id)
                if subject in best or subject not in there:
                    continue
                if there[subject].searched and passes(there[subject]):
                    best[subject] = replace(there[subject], score=None if score is None else score.total)
            if len(best) >= wanted or len(facts) < limit:
                return list(best.values())[:wanted]
            limit *= 4

    def _define(self) -> None:
        """The relation's policy, once a store: it says that a newer value replaces the older."""
        if not self._defined and all(p.name != RELATION for p in self._memory.predicates()):
            self._memory.define_predicate(
                RELATION,
                cardinality="one",
                per_category=True,
                object="literal",
                words={"en": "keeps", "zh": "存有"},
            )
        self._defined = True


def _subject(namespace: tuple[str, ...], key: str) -> str:
    """A name that is the address' own: names of entities meet across case and accents, addresses must not."""
    return f"item {digest(*namespace, key)}"


def checked(namespace: tuple[str, ...], key: str, value: Any) -> str:
    """The value's JSON. Raises InvalidInput as `keep` does."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"the value of {key!r} is a {type(value).__name__}: give a dict")
    try:
        whole = json.dumps(dict(value), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            f"the value of {key!r} is no JSON ({error}): give texts, numbers, lists …"
        ) from None
    address = {"namespace": list(namespace), "key": key}
    if len(json.dumps(address, ensure_ascii=False)) > _ADDRESS:
        raise InvalidInput(f"namespace and key of {key[:40]!r}… are too long: at most {_ADDRESS} characters")
    return _LONE_SURROGATE.sub(lambda lone: f"\\u{ord(lone[0]):04x}", whole)


def _written(
    namespace: tuple[str, ...], key: str, value: Mapping[str, Any], searched: bool, begun: str | None
) -> list[str]:
    """The literals of an item. `version`: literals that differ by case alone are one to the memory."""
    whole = checked(namespace, key, value)
    parts = [whole[i : i + _PART] for i in range(0, len(whole), _PART)]
    shared: dict[str, Any] = {
        "namespace": list(namespace),
        "key": key,
        "created": begun,
        "version": digest(whole, begun, *(() if searched else ("unsearched",))),
        "parts": len(parts),
        **({} if searched else {"searched": False}),
    }
    return [
        json.dumps({"value": part, "part": i, **shared}, ensure_ascii=False) for i, part in enumerate(parts)
    ]


def _read(facts: Iterable[Fact]) -> list[Kept]:
    """The items that literals hold. One that cannot be read any more, as part of it is masked, holds its text."""
    subjects: dict[str, list[tuple[Fact, dict[str, Any]]]] = {}
    for fact in facts:
        with suppress(ValueError):
            subjects.setdefault(fact.subject.name, []).append((fact, json.loads(str(fact.object))))
    found = [_joined(parts) for parts in subjects.values()]
    return [one for one in found if one is not None]


def _joined(given: list[tuple[Fact, dict[str, Any]]]) -> Kept | None:
    """An item of the version whose first part holds: of a longer one that it replaced, later parts may still stand."""
    first = [p for p in given if p[1]["part"] == 0]
    if not first:
        return None
    newest, head = max(first, key=lambda p: p[0].recorded_at)
    parts = sorted(
        (p["part"], p["value"])
        for _, p in given
        if p["version"] == head["version"] and p["part"] < head["parts"]
    )
    if len(parts) != head["parts"]:
        return None
    text = "".join(part for _, part in parts)
    try:
        value = json.loads(text)
    except ValueError:
        value = {"text": text}
    created = datetime.fromisoformat(head["created"]) if head["created"] else newest.recorded_at
    return Kept(
        tuple(head["namespace"]),
        head["key"],
        value,
        created,
        newest.recorded_at,
        searched=head.get("searched", True),
    )
