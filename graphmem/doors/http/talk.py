"""The model that answers a chat: a port, and the one that the settings name, behind the guard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from graphmem.config import Settings
from graphmem.doors.chat_model import Answers, guarded

if TYPE_CHECKING:
    from graphmem.memory import Memory

_NAMED_BY = {"llm_model", "llm_base_url", "llm_api_key"}
HOW = (
    "no model answers chats here: install 'graphmem[openai]', set GRAPHMEM_LLM_MODEL, and GRAPHMEM_LLM_BASE_URL (any "
    "OpenAI-compatible endpoint) or GRAPHMEM_LLM_API_KEY, and start `graphmem serve` again"
)
"""What to do where there is no model."""


class Talk(Protocol):
    """Answers a chat in plain words."""

    name: str

    def __call__(self, messages: list[dict[str, str]]) -> Iterator[str]:
        """Messages, each with role and content → the answer, piece by piece. Raises Unavailable, Unsupported."""
        ...


def configured(memory: Memory) -> Talk | None:
    """The model that the settings name; None where they name none: a key for OpenAI alone is no wish to send it chats.

    What it costs is counted with the memory. Raises InvalidInput, Unsupported.
    """
    chosen = Settings.read()
    if not chosen.model_fields_set & _NAMED_BY:
        return None
    return guarded(Answers(chosen), memory, chosen.sensitive)
