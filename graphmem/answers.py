"""Answers that can say themselves: a recall as a prompt, a profile as text."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self

from graphmem import profile, prompt
from graphmem.model import Known, Recalled


@dataclass(frozen=True, slots=True)
class Recall(Recalled):
    """What a query brought back, best first: facts, turns (`hits`), their episodes, the entities it named."""

    @classmethod
    def of(cls, found: Recalled) -> Self:
        return cls(**{f.name: getattr(found, f.name) for f in fields(found)})

    def prompt(self, max_tokens: int = 1500) -> str:
        """The recall as text for a system message, cited and fenced, in at most `max_tokens` o200k tokens.

        Raises InvalidInput when `max_tokens` is not a positive whole number.
        """
        return prompt.render(self, max_tokens)


@dataclass(frozen=True, slots=True)
class Profile(Known):
    """What is known: grouped, dated, cited. `str(profile)` is readable text.

    `open`: maybes and plans. `to_confirm`: stale facts, and plans whose date has passed.
    """

    @classmethod
    def of(cls, found: Known) -> Self:
        return cls(**{f.name: getattr(found, f.name) for f in fields(found)})

    def __str__(self) -> str:
        return profile.text(self)
