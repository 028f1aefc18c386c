"""What goes in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.base import Role, Source, Stance


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation. `at` keeps the speaker's zone: dates in the text are read in it.

    `name`: who speaks; given, it is the subject of what they say of themselves.
    """

    role: Role
    content: str
    at: datetime
    name: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an extractor found in one message, or an API caller gave: not yet believed.

    `subject`: "user" for the speaker, or a name as written. `valid_at`, `invalid_at`: ISO,
    as precise as known ("2026", "2026-05", "2026-05-03", or an instant), in the message's zone.
    `since`: the start was given as "since …", so it also holds when it is said.
    `turn`: index of the message in the stretch. `quote`: the span of it that says so.
    """

    subject: str
    predicate: str
    object: str
    category: str = ""
    stance: Stance = "stated"
    source: Source = "explicit"
    confidence: float = 1.0
    valid_at: str | None = None
    invalid_at: str | None = None
    since: bool = False
    subject_kind: str = ""
    object_kind: str = ""
    replaces: str | None = None
    depends_on: tuple[str, ...] = ()
    quote: str = ""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate an extractor saw and did not take, and why."""

    text: str
    reason: str
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A name found in a stretch, with its kind where known ('' where not)."""

    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """An extractor's answer for one stretch of messages."""

    candidates: tuple[Candidate, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    mentions: tuple[Mentioned, ...] = ()
    topics: tuple[str, ...] = ()
    summary: str = ""
    importance: float | None = None
    path: str = "rules"
