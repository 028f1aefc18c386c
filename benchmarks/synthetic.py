"""Seeded synthetic facts, questions, episodes and vectors for the measurements of speed.

The same seed gives the same data in every process, so two engines in two virtual environments measure on one set.
No fact supersedes another: a person has one home and one employer, the rest are relations that accumulate.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 384
LIKENESS = 0.8
"""Weight of a text's words against what is its own: two texts that share half their words have a cosine near .3."""
BEGIN = datetime.fromisoformat("2024-01-01T09:00:00+00:00")
DAYS = 700
PER_PERSON = 12
WARM = "warm"
"""The namespace that warming up writes to."""
RELATIONS = {
    "lives_in": "lives in",
    "works_at": "works at",
    "likes": "likes",
    "uses": "uses",
    "visited": "visited",
    "skilled_in": "is skilled in",
    "owns": "owns",
}
SINGLE, MANY = ("lives_in", "works_at"), ("likes", "uses", "visited", "skilled_in", "owns")
QUESTIONS = (
    "What does {person} like?",
    "Where does {person} live, and what does {person} own?",
    "Who uses {thing}?",
    "Is {person} skilled in {thing}?",
    "What do we know about {thing}?",
    "Which places has {person} visited since {thing}?",
)
SYLLABLES = ["".join(pair) for pair in product("bdfgklmnprstvz", "aeiou")]


@dataclass(frozen=True)
class Fact:
    """`at`: when it was said and became true."""

    subject: str
    predicate: str
    object: str
    at: datetime

    @property
    def text(self) -> str:
        return f"{self.subject} {RELATIONS[self.predicate]} {self.object}"


@dataclass(frozen=True)
class Episode:
    """One message that names 5 entities and says 6 facts."""

    text: str
    entities: tuple[str, ...]
    facts: tuple[Fact, ...]


def words(seed: str, count: int, syllables: int) -> list[str]:
    """Different made-up words, capitalised."""
    pick, made = random.Random(seed), dict[str, None]()
    while len(made) < count:
        made["".join(pick.choices(SYLLABLES, k=syllables)).capitalize()] = None
    return list(made)


GIVEN, FAMILY = words("given", 300, 2), words("family", 600, 3)
FIRST, SECOND = words("first", 400, 3), words("second", 1200, 4)


def names(pick: random.Random, count: int, first: Sequence[str], second: Sequence[str]) -> list[str]:
    return [
        f"{first[i // len(second)]} {second[i % len(second)]}"
        for i in pick.sample(range(len(first) * len(second)), count)
    ]


def facts(namespace: str, count: int) -> list[Fact]:
    """`count` different facts of a namespace, in the order in which they were said."""
    pick = random.Random(f"facts {namespace} {count}")
    people = names(pick, max(2, count // PER_PERSON), GIVEN, FAMILY)
    things = names(pick, max(20, count // 3), FIRST, SECOND)
    triples = dict[tuple[str, str, str], None]()
    for person in people:
        for predicate in SINGLE:
            triples[person, predicate, pick.choice(things)] = None
    while len(triples) < count:
        triples[pick.choice(people), pick.choice(MANY), pick.choice(things)] = None
    chosen = list(triples)[:count]
    pick.shuffle(chosen)
    step = timedelta(days=DAYS) / max(1, count)
    return [Fact(*triple, BEGIN + i * step) for i, triple in enumerate(chosen)]


def questions(namespace: str, size: int, count: int) -> list[str]:
    """Different questions about what the facts of that namespace name, so that no cache answers one."""
    pick, known = random.Random(f"questions {namespace}"), facts(namespace, size)
    asked = dict[str, None]()
    while len(asked) < count:
        template = QUESTIONS[len(asked) % len(QUESTIONS)]
        person, thing = pick.choice(known).subject, pick.choice(known).object
        question = template.format(person=person, thing=thing)
        if question in asked:
            question = f"{question[:-1]}, or was that {pick.choice(known).object}?"
        asked[question] = None
    return list(asked)


def episodes(namespace: str, size: int, count: int) -> list[Episode]:
    """Each about two people who are known there and three things that are not."""
    pick, known = random.Random(f"episodes {namespace}"), facts(namespace, size)
    people = sorted({f.subject for f in known})
    made = []
    for i, triple in enumerate(zip(*[iter(names(pick, 3 * count, GIVEN, SECOND))] * 3, strict=True)):
        one, other = pick.sample(people, 2)
        first, second, third = triple
        said = (
            (one, "likes", first),
            (one, "uses", second),
            (one, "visited", third),
            (other, "likes", second),
            (other, "owns", first),
            (other, "visited", third),
        )
        at = BEGIN + timedelta(days=DAYS, minutes=i)
        told = tuple(Fact(*fact, at) for fact in said)
        made.append(Episode(". ".join(f.text for f in told) + ".", (one, other, first, second, third), told))
    return made


def others(sizes: Sequence[int], total: int, each: int = 1000) -> Iterator[tuple[str, int]]:
    """Namespaces beside those measured, until there are `total` facts in all."""
    left = total - sum(sizes)
    for i, begin in enumerate(range(0, max(0, left), each)):
        yield f"other-{i}", min(each, left - begin)


def warming() -> list[Episode]:
    """More than are written while an engine warms up, of the namespace `WARM`."""
    return episodes(WARM, 200, 5_000)


def measured(size: int) -> str:
    """The namespace of that size."""
    return f"measured-{size}"


@lru_cache(maxsize=50_000)
def _own(text: str) -> NDArray[np.float32]:
    seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
    return np.random.default_rng(seed).standard_normal(DIMENSIONS, np.float32)


@lru_cache(maxsize=5_000)
def vector(text: str) -> NDArray[np.float32]:
    """A unit vector of 384 numbers: of the text's words, and of the text itself. Asked for before, it costs nothing."""
    parts = text.casefold().replace("?", "").replace(",", "").split() or [text]
    shared = np.sum([_own(part) for part in parts], axis=0) / len(parts) ** 0.5
    mixed = LIKENESS * shared + (1 - LIKENESS**2) ** 0.5 * _own(f"text {text}")
    unit: NDArray[np.float32] = (mixed / np.linalg.norm(mixed)).astype(np.float32)
    return unit
