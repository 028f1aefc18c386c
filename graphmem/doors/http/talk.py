"""The model that answers a chat: a port, and the one that the settings name, behind the guard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from graphmem.config import Settings
from graphmem.doors.chat_model import Answers, Guarded
from graphmem.guard import Guard
from graphmem.llm import Completion

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


def configured(used: Callable[[str, Completion], None]) -> Talk | None:
    """The model that the settings name; None where they name none: a key for OpenAI alone is no wish to send it chats.

    `used`: (the model's name, what an answer cost). Raises InvalidInput, Unsupported.
    """
    chosen = Settings.read()
    if not chosen.model_fields_set & _NAMED_BY:
        return None
    model = Answers(chosen)
    return Guarded(model, Guard(chosen.sensitive), lambda cost: used(f"openai/{model.name}", cost))
