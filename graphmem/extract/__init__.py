"""Extraction: a stretch of messages in, candidates for facts out. Nothing is believed here yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from graphmem.model import Extraction, Message

if TYPE_CHECKING:
    from graphmem.extract.rules import RuleExtractor

__all__ = ["Extractor", "Known", "RuleExtractor", "nothing_known"]

Known = Callable[[], Sequence[str]]
"""Fetches lines of what is known of those concerned; called only by an extractor that reads them."""


def nothing_known() -> Sequence[str]:
    return ()


class Extractor(Protocol):
    """The port: whatever reads a stretch of messages."""

    def extract(self, messages: Sequence[Message], known: Known = nothing_known) -> Extraction:
        """Read the messages together, oldest first; only the user's own words become candidates."""
        ...


def __getattr__(name: str) -> Any:
    if name == "RuleExtractor":
        from graphmem.extract.rules import RuleExtractor

        return RuleExtractor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
