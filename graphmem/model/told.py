"""What a write tells, and what the store applies."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from graphmem.model.given import Candidate
from graphmem.model.kept import Assertion, Entity, Episode, Merge, Name, Row, Turn

Action = Literal[
    "added",
    "reinforced",
    "superseded",
    "ended",
    "noted",
    "history",
    "skipped",
    "withdrawn",
    "erased",
    "unchanged",
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write did with one candidate, and why.

    `noted`: kept as tentative or planned. `history`: kept, but it holds nowhere.
    `superseded`: the older fact, ended by the one that `reason` names. `unchanged`: an export that is there already.
    """

    action: Action
    text: str
    reason: str
    fact: str = ""
    candidate: Candidate | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What one write does: the rows the store applies, and what it tells the caller.

    `paused`: since when the namespace is to be, None to resume it; the last one counts.
    """

    outcomes: tuple[Outcome, ...] = ()
    episode: str = ""
    episodes: tuple[Episode, ...] = ()
    turns: tuple[Turn, ...] = ()
    entities: tuple[Entity, ...] = ()
    names: tuple[Name, ...] = ()
    mentions: tuple[tuple[str, str, str], ...] = ()
    assertions: tuple[Assertion, ...] = ()
    rows: tuple[Row, ...] = ()
    expired: tuple[tuple[str, int], ...] = ()
    rederived: tuple[Assertion, ...] = ()
    withdrawn: tuple[Assertion, ...] = ()
    texts: tuple[tuple[str, int, str], ...] = ()
    merges: tuple[Merge, ...] = ()
    pins: tuple[tuple[str, bool], ...] = ()
    paused: tuple[datetime | None, ...] = ()
    removed_rows: tuple[tuple[str, int], ...] = ()
    removed_assertions: tuple[str, ...] = ()
    removed_turns: tuple[str, ...] = ()
    removed_episodes: tuple[str, ...] = ()
    removed_mentions: tuple[tuple[str, str, str], ...] = ()
    removed_names: tuple[Name, ...] = ()
    removed_entities: tuple[str, ...] = ()
    supersedes: tuple[tuple[str, int, str, int], ...] = ()
    recorded_at: datetime | None = None
    sequence: int = 0
    policies: str = ""

    def __str__(self) -> str:
        return "\n".join(f"{o.action} {o.text} ({o.reason})" for o in self.outcomes) or "nothing changed"

    def _of(self, *actions: Action) -> tuple[Outcome, ...]:
        return tuple(o for o in self.outcomes if o.action in actions)

    @property
    def added(self) -> tuple[Outcome, ...]:
        """New facts, believed from now on."""
        return self._of("added")

    @property
    def reinforced(self) -> tuple[Outcome, ...]:
        """Facts said again: one more assertion."""
        return self._of("reinforced")

    @property
    def superseded(self) -> tuple[Outcome, ...]:
        """Older facts that something newer ended."""
        return self._of("superseded", "ended")

    @property
    def noted(self) -> tuple[Outcome, ...]:
        """Maybes and plans, kept apart from facts."""
        return self._of("noted")

    @property
    def skipped(self) -> tuple[Outcome, ...]:
        """What was not taken as a fact, or holds nowhere, each with its reason."""
        return self._of("skipped", "history")
