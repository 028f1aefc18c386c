"""What comes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model.base import Precision, Source, Stance
from graphmem.model.kept import Entity, Episode, Turn


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a fact comes from: the quoted span, its turn and its episode."""

    assertion: str
    quote: str
    turn: str
    episode: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as read: one version of it, with its evidence.

    `valid_at`, `invalid_at`: when true. `recorded_at`, `expired_at`: when believed.
    `reason`: in a history, why it does not hold. `version` 0: it never became a believed row.
    """

    id: str
    version: int
    subject: Entity
    predicate: str
    object: Entity | str
    text: str
    stance: Stance
    source: Source
    confidence: float
    valid_at: datetime | None
    invalid_at: datetime | None
    recorded_at: datetime
    expired_at: datetime | None
    category: str = ""
    valid_precision: Precision = "instant"
    invalid_precision: Precision = "instant"
    valid_offset: int = 0
    invalid_offset: int = 0
    stale: bool = False
    pinned: bool = False
    sensitive: bool = False
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()

    @property
    def episodes(self) -> tuple[str, ...]:
        """Ids of the episodes it was said in, first said first."""
        return tuple(dict.fromkeys(e.episode for e in self.evidence))


@dataclass(frozen=True, slots=True)
class Hit:
    """A recalled episode turn, with the score it was ranked by.

    `changed`: it was evidence for facts, and none of what it claims for the recall's point holds then.
    """

    turn: Turn
    score: float
    channels: tuple[str, ...] = ()
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Scores:
    """How one fact was ranked: its fused score and each channel's share."""

    total: float
    channels: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a query brought back, best first.

    `relevance`: how likely it is that something of it answers, 0 to 1; below `threshold` there is `nothing` that a
    prompt would be better for.
    """

    query: str
    facts: tuple[Fact, ...] = ()
    hits: tuple[Hit, ...] = ()
    episodes: tuple[Episode, ...] = ()
    entities: tuple[Entity, ...] = ()
    scores: Mapping[str, Scores] = field(default_factory=dict)
    as_of: datetime | None = None
    known_at: datetime | None = None
    relevance: float = 1.0
    threshold: float = 0.0

    @property
    def nothing(self) -> bool:
        """Whether nothing relevant was found. Facts and hits are there all the same."""
        return self.relevance < self.threshold or not (self.facts or self.hits)


@dataclass(frozen=True, slots=True)
class ProfileSection:
    """What is known of one entity under one theme: facts that hold, in the order of the registry's relations."""

    entity: Entity
    theme: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Contested:
    """A fact that policy alone decided, and what was `otherwise` said of the same time.

    Each of these has version 0 and the reason that it does not hold.
    """

    fact: Fact
    otherwise: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known: grouped by entity and theme, then what is open to question.

    `open`: maybes and plans. `to_confirm`: stale facts, and plans whose date has passed.
    """

    namespace: str
    sections: tuple[ProfileSection, ...] = ()
    open: tuple[Fact, ...] = ()
    to_confirm: tuple[Fact, ...] = ()
    contested: tuple[Contested, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Why a recall gave a fact or hid it.

    `rank`: its place, from 1, among the `ranked` facts that showed a sign of relevance; 0 when it did not. `relevance`:
    of the whole recall, which below `threshold` fills no prompt.
    """

    query: str
    given: bool
    reason: str
    rank: int = 0
    ranked: int = 0
    scores: Scores | None = None
    relevance: float = 0.0
    threshold: float = 0.0


@dataclass(frozen=True, slots=True)
class Explanation:
    """One fact's story: its versions, its evidence with the turns it quotes, what it replaced and why it stands.

    `choice`: for a query, why a recall gave or hid it.
    """

    fact: Fact
    versions: tuple[Fact, ...]
    turns: tuple[Turn, ...]
    replaced: tuple[Fact, ...]
    replaced_by: tuple[Fact, ...]
    rule: str
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an erasure removed, by kind, and the rows it repaired."""

    namespace: str
    target: str
    erased: Mapping[str, int]
    recorded_at: datetime
    repaired: tuple[str, ...] = ()
