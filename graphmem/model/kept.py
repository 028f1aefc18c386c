"""What is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from graphmem.model.base import PERSON, Precision, Role, Source, Stance


@dataclass(frozen=True, slots=True)
class Predicate:
    """A relation's policy. `opposes`: the one that asserting this about the same object ends."""

    name: str
    cardinality: Literal["one", "many"] = "many"
    opposes: str = ""
    per_category: bool = False
    fixed: bool = False
    object: Literal["entity", "literal"] = "entity"
    kind: str = ""
    theme: str = ""
    sensitive: bool = False
    words: Mapping[str, str] = field(default_factory=dict)
    known: bool = True


@dataclass(frozen=True, slots=True)
class Entity:
    """A resolved thing. `str(entity)` is its name, or `user` for the namespace's own person."""

    id: str
    name: str
    kind: str = ""
    aliases: tuple[str, ...] = ()
    person: bool = False
    merged_into: str | None = None

    def __str__(self) -> str:
        return PERSON if self.person else self.name


@dataclass(frozen=True, slots=True)
class Name:
    """`(namespace, key, kind, ordinal)` names one entity; `kind` '' is unknown."""

    key: str
    kind: str
    ordinal: int
    entity: str


@dataclass(frozen=True, slots=True)
class Merge:
    """A recorded merge of `source` into `target`, or, with `assertions`, a split of those off `source`."""

    id: str
    source: str
    target: str
    recorded_at: datetime
    undone_at: datetime | None = None
    assertions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """One kept message: the smallest thing recalled, and what evidence points at."""

    id: str
    episode: str
    ordinal: int
    role: Role
    speaker: str
    text: str
    at: datetime
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Episode:
    """An immutable record of one stretch of conversation, or of a document."""

    id: str
    session: str
    summary: str
    occurred_at: datetime
    recorded_at: datetime
    topics: tuple[str, ...] = ()
    importance: float = 0.5
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Assertion:
    """What was said, once. It never moves; `slot`, `fact`, `replaced_slot` and `replaced_fact` are derived.

    `valid_at`: the given start, or when it was said (`dated` is False then). `line`: the fact id
    before any merge, so that a dependency survives a merge and its undoing. `object`: an entity's
    id, or '' when `object_name` is a literal. `depends_on`, `releases`: lines. `offset`: minutes east of UTC.
    """

    id: str
    sequence: int
    recorded_at: datetime
    said_at: datetime
    subject: str
    subject_name: str
    predicate: str
    object: str
    object_name: str
    category: str
    stance: Stance
    source: Source
    confidence: float
    valid_at: datetime
    invalid_at: datetime | None
    dated: bool
    valid_precision: Precision
    invalid_precision: Precision
    offset: int
    quote: str
    turn: str
    episode: str
    line: str
    slot: str
    fact: str
    replaces: str = ""
    replaces_name: str = ""
    replaced_slot: str = ""
    replaced_fact: str = ""
    depends_on: tuple[str, ...] = ()
    releases: tuple[str, ...] = ()
    subject_kind: str = ""
    object_kind: str = ""
    withdrawn_at: datetime | None = None
    withdrawn_why: str = ""

    @property
    def live(self) -> bool:
        return self.withdrawn_at is None


@dataclass(frozen=True, slots=True)
class Row:
    """One immutable version of a fact, as the stores keep it: only `expired_at` is ever written.

    `said`: the id of an assertion it was derived from. `object`: an entity's id, or '' when
    `object_name` is a literal. `text` is derived from the entities' names and follows them;
    `language`: of the words that said it.
    """

    id: str
    version: int
    said: str
    subject: str
    predicate: str
    object: str
    object_name: str
    category: str
    stance: Stance
    valid_at: datetime | None
    invalid_at: datetime | None
    valid_precision: Precision
    invalid_precision: Precision
    valid_offset: int
    invalid_offset: int
    recorded_at: datetime
    expired_at: datetime | None = None
    language: str = "en"
    text: str = ""
