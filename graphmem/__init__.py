"""graphmem: a graph-based knowledge memory for LLM agents."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem.adapters.async_memory import AsyncMemory
    from graphmem.answers import Profile, Recall
    from graphmem.config import Settings, open
    from graphmem.errors import (
        Conflict,
        GraphmemError,
        InvalidInput,
        NotFound,
        Unavailable,
        Unsupported,
    )
    from graphmem.memory import Memory
    from graphmem.model import ChangeSet, Episode, Fact, Message, Predicate, Receipt
    from graphmem.session import Session

__version__ = "0.1.0"

_HOMES = {
    "open": "config",
    "Settings": "config",
    "Memory": "memory",
    "AsyncMemory": "adapters.async_memory",
    "Session": "session",
    "Recall": "answers",
    "Profile": "answers",
    **dict.fromkeys(
        ("GraphmemError", "InvalidInput", "NotFound", "Conflict", "Unavailable", "Unsupported"), "errors"
    ),
    **dict.fromkeys(("Message", "Episode", "Fact", "ChangeSet", "Predicate", "Receipt"), "model"),
}
__all__ = [
    "AsyncMemory",
    "ChangeSet",
    "Conflict",
    "Episode",
    "Fact",
    "GraphmemError",
    "InvalidInput",
    "Memory",
    "Message",
    "NotFound",
    "Predicate",
    "Profile",
    "Recall",
    "Receipt",
    "Session",
    "Settings",
    "Unavailable",
    "Unsupported",
    "open",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"graphmem.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'graphmem' has no attribute {name!r}")
