"""Claude's conversations.json: a list of messages a conversation."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from graphmem.adapters.content import text_of
from graphmem.doors.importers.said import Said, Wrong, time_of
from graphmem.errors import InvalidInput
from graphmem.model import Message, digest

_ROLES: dict[str, Literal["user", "assistant"]] = {
    "human": "user",
    "user": "user",
    "assistant": "assistant",
}
_OTHERS = ("system", "tool")


def is_one(conversation: Any) -> bool:
    """Whether it has the shape of one conversation."""
    return isinstance(conversation, dict) and isinstance(conversation.get("chat_messages"), list)


def messages(conversation: dict[str, Any]) -> Said:
    """What human and assistant say, in the order of the file. Thoughts, tools and attachments are left out.

    A message without a time has that of the one before it, the first one that of the conversation.
    """
    said = Said()
    last: datetime | None = None
    try:
        if conversation.get("created_at") is not None:
            last = time_of(conversation["created_at"], "created_at")
    except InvalidInput as error:
        said.wrong.append(Wrong("", str(error)))
    given = ((f"message {number}", one) for number, one in enumerate(conversation["chat_messages"], 1))
    said.hear(_session(conversation), given, _message, last)
    return said


def _session(conversation: dict[str, Any]) -> str:
    value = conversation.get("uuid")
    if isinstance(value, str) and value.strip():
        return f"claude {value.strip()[:200]}"
    name, begun = (str(conversation.get(key, "")) for key in ("name", "created_at"))
    return f"claude {digest('claude', name, begun)}"


def _message(given: Any, before: datetime | None) -> Message | None:
    """None for one without words. Raises InvalidInput."""
    if not isinstance(given, dict):
        raise InvalidInput(f"{given!r} is not an object")
    sender = given.get("sender")
    if sender in _OTHERS:
        return None
    if sender not in _ROLES:
        raise InvalidInput(f"sender is {sender!r}: human or assistant was expected")
    text = text_of(given.get("content")) or text_of(given.get("text"))
    if not text:
        return None
    at = before if given.get("created_at") is None else time_of(given["created_at"], "created_at")
    if at is None:
        raise InvalidInput("neither the message nor the conversation has created_at")
    return Message(_ROLES[sender], text, at)
