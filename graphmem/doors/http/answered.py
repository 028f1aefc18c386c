"""The shapes of answers, for the OpenAPI document. What is sent is made by `cli_json.data`, as on the command line."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from graphmem.doors.http.examples import (
    CHANGES,
    ENTITY,
    EPISODE,
    FACT,
    PREDICATE,
    SCORE,
    TURN,
)
from graphmem.model import Action, Precision, Role, Source, Stance


class Shape(BaseModel):
    """An answer; nothing else is in it."""

    model_config = ConfigDict(extra="forbid")


def example(shown: dict[str, Any]) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"example": shown})


def paged(item: dict[str, Any]) -> ConfigDict:
    return example({"items": [item], "next_cursor": None})


class Page(Shape):
    next_cursor: str | None = Field(description="For the next page; null on the last one.")


class Evidence(Shape):
    assertion: str
    quote: str
    turn: str
    episode: str
    said_at: datetime


class Fact(Shape):
    """`valid_at`, `invalid_at`: when true. `recorded_at`, `expired_at`: when believed. `version` 0: never believed."""

    model_config = example(FACT)
    id: str
    version: int
    subject: str
    subject_id: str
    predicate: str
    object: str
    object_id: str | None = Field(description="Null for a literal.")
    text: str
    stance: Stance
    source: Source
    confidence: float
    valid_at: datetime | None
    invalid_at: datetime | None
    recorded_at: datetime
    expired_at: datetime | None
    category: str
    valid_precision: Precision
    invalid_precision: Precision
    valid_offset: int
    invalid_offset: int
    stale: bool
    pinned: bool
    sensitive: bool
    reason: str
    evidence: list[Evidence]


class Scores(Shape):
    total: float
    channels: dict[str, float]


class RankedFact(Fact):
    model_config = example({**FACT, "score": SCORE})
    score: Scores | None


class Turn(Shape):
    id: str
    episode: str
    ordinal: int
    role: Role
    speaker: str
    text: str
    at: datetime
    offset: int


class Hit(Shape):
    turn: Turn
    score: float
    channels: list[str]
    changed: bool


class Entity(Shape):
    model_config = example(ENTITY)
    id: str
    name: str
    kind: str
    aliases: list[str]
    person: bool
    merged_into: str | None


class EntityOf(Entity):
    """`facts`: those with it as their subject, now."""

    model_config = example({**ENTITY, "facts": []})
    facts: list[Fact]


class Episode(Shape):
    model_config = example(EPISODE)
    id: str
    session: str
    summary: str
    occurred_at: datetime
    recorded_at: datetime
    topics: list[str]
    importance: float
    turns: list[Turn]


class Outcome(Shape):
    action: Action
    text: str
    reason: str
    fact: str


class Changes(Shape):
    """What a write did with each thing, and why."""

    model_config = example(CHANGES)
    episode: str | None
    counts: dict[str, int]
    outcomes: list[Outcome]


class FactPage(Page):
    model_config = paged(FACT)
    items: list[Fact]


class EpisodePage(Page):
    model_config = paged(EPISODE)
    items: list[Episode]


class EntityPage(Page):
    model_config = paged(ENTITY)
    items: list[Entity]


class Similar(Shape):
    """Entities whose names look like one: proposals for a merge."""

    model_config = example({"items": [{"entity": ENTITY, "likeness": 0.93}]})
    items: list[Likeness]


class Likeness(Shape):
    entity: Entity
    likeness: float


class Recall(Shape):
    """`nothing`: nothing of it seems to answer. `prompt`: there when `max_tokens` was given."""

    model_config = example(
        {
            "query": "Where does Ana live?",
            "facts": [{**FACT, "score": SCORE}],
            "hits": [{"turn": TURN, "score": 0.8, "channels": ["vector"], "changed": False}],
            "episodes": [EPISODE],
            "entities": [ENTITY],
            "scores": {FACT["id"]: SCORE},
            "as_of": "2026-06-01T09:00:00+00:00",
            "known_at": None,
            "relevance": 0.97,
            "threshold": 0.05,
            "nothing": False,
            "prompt": "<memory>\n## Facts\n- user lives in Turin (since 2026-05) [a6b0a25a]\n</memory>",
        }
    )
    query: str
    facts: list[RankedFact]
    hits: list[Hit]
    episodes: list[Episode]
    entities: list[Entity]
    scores: dict[str, Scores]
    as_of: datetime | None
    known_at: datetime | None
    relevance: float
    threshold: float
    nothing: bool
    prompt: str | None = None


class Prompt(Shape):
    """Text for the system message; '' when there is nothing to say."""

    model_config = example({"prompt": "<memory>\n## Facts\n- user lives in Turin [a6b0a25a]\n</memory>"})
    prompt: str


class Section(Shape):
    entity: str
    entity_id: str
    theme: str
    facts: list[Fact]


class Contested(Shape):
    fact: Fact
    otherwise: list[Fact]


class Profile(Shape):
    """What is known, by theme. `open`: maybes and plans. `text`: all of it to read."""

    model_config = example(
        {
            "namespace": "ana",
            "sections": [{"entity": "user", "entity_id": "5d0a", "theme": "home", "facts": [FACT]}],
            "open": [],
            "to_confirm": [],
            "contested": [],
            "text": "user\n  home\n    lives in Turin (since 2026-05) [a6b0a25a]",
        }
    )
    namespace: str
    sections: list[Section]
    open: list[Fact]
    to_confirm: list[Fact]
    contested: list[Contested]
    text: str


class Choice(Shape):
    query: str
    given: bool
    reason: str
    rank: int
    ranked: int
    scores: Scores | None
    relevance: float
    threshold: float


class Explanation(Shape):
    """A fact's story. `choice`: for a query, why a recall gives or hides it."""

    model_config = example(
        {
            "fact": FACT,
            "versions": [FACT],
            "turns": [TURN],
            "replaced": [],
            "replaced_by": [],
            "rule": "one: a newer value supersedes",
            "choice": None,
        }
    )
    fact: Fact
    versions: list[Fact]
    turns: list[Turn]
    replaced: list[Fact]
    replaced_by: list[Fact]
    rule: str
    choice: Choice | None


class Receipt(Shape):
    """What an erasure removed, by kind."""

    model_config = example(
        {
            "namespace": "ana",
            "target": "handbook.md",
            "erased": {"episode": 1, "turn": 3},
            "recorded_at": "2026-06-01T09:00:00+00:00",
            "repaired": [],
        }
    )
    namespace: str
    target: str
    erased: dict[str, int]
    recorded_at: datetime
    repaired: list[str]


class Paused(Shape):
    model_config = example({"paused": True, "since": "2026-06-01T09:00:00+00:00"})
    paused: bool
    since: datetime | None


class Predicate(Shape):
    model_config = example(PREDICATE)
    name: str
    cardinality: str
    opposes: str
    per_category: bool
    fixed: bool
    object: str
    kind: str
    theme: str
    sensitive: bool
    words: dict[str, str]
    known: bool


class Predicates(Shape):
    model_config = example({"items": [PREDICATE]})
    items: list[Predicate]


class Alive(Shape):
    model_config = example({"status": "ok", "version": "0.1.0"})
    status: str
    version: str


class Stats(Shape):
    model_config = example(
        {
            "sizes": {
                "backend": "sqlite",
                "version": "3.45.1",
                "schema": 1,
                "model_id": "hash",
                "dimensions": 256,
                "counts": {"fact": 12},
            },
            "usage": [],
        }
    )
    sizes: dict[str, Any]
    usage: list[dict[str, Any]]


Similar.model_rebuild()
