"""Chat logs of other programs, an object a line: role and content, and the time under one of its usual names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from graphmem.adapters.content import text_of
from graphmem.doors.importers.lines import object_of
from graphmem.doors.importers.said import Said, Wrong, time_of
from graphmem.errors import InvalidInput
from graphmem.model import Message
from graphmem.names import checked

TIMES = ("created_at", "timestamp", "create_time", "createdAt", "time", "date", "ts")
_SESSIONS = ("session", "session_id", "conversation_id", "thread_id")
_DEFAULT_SESSION = "import"
_ROLES: dict[str, Literal["user", "assistant"]] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "model": "assistant",
}
_OTHERS = ("system", "tool", "function", "developer")


def is_one(lines: Sequence[str]) -> bool:
    """Whether the first line that is not blank is such an object; one with `at` is of this project's own form.

    Lines that nobody says to the other, such as a system prompt without a time, do not tell.
    """
    for line in lines:
        if not line.strip():
            continue
        given = _object(line)
        if not {"role", "content"} <= given.keys() or "at" in given:
            return False
        if any(key in given for key in TIMES):
            return True
        if given["role"] not in _OTHERS:
            return False
    return False


def _object(line: str) -> dict[str, Any]:
    """An object on a line; empty for what is none."""
    try:
        return object_of(line) if line.lstrip().startswith("{") else {}
    except InvalidInput:
        return {}


def messages(lines: Sequence[str]) -> Said:
    """What user and assistant say; system and tool messages are left out, and so are keys that are not known."""
    said = Said()
    for number, line in enumerate(lines, 1):
        try:
            found = _message(line) if line.strip() else None
        except InvalidInput as error:
            said.wrong.append(Wrong(f"line {number}", str(error)))
            continue
        if found:
            said.messages.append(found)
    return said


def _message(line: str) -> tuple[str, Message] | None:
    """(session, message), None for one that nobody said to the other. Raises InvalidInput."""
    given = object_of(line)
    role = given.get("role")
    if role in _OTHERS:
        return None
    if not isinstance(role, str) or role not in _ROLES:
        raise InvalidInput(f"role is {role!r}: give one of {', '.join((*_ROLES, *_OTHERS))}")
    text = text_of(given.get("content"))
    if not text:
        if given.get("tool_calls"):
            return None
        raise InvalidInput(f"content is {given.get('content')!r}: give the text of the message")
    key = next((key for key in ("at", *TIMES) if given.get(key) is not None), None)
    if key is None:
        raise InvalidInput(f"no time: give one of {', '.join(TIMES)}")
    return _session(given), Message(_ROLES[role], text, time_of(given[key], key), _name(given.get("name")))


def _session(given: dict[str, Any]) -> str:
    for key in _SESSIONS:
        value = given.get(key)
        if value is not None and value != "":
            return checked(str(value) if type(value) is int else value, key, 300)
    return _DEFAULT_SESSION


def _name(value: Any) -> str:
    return "" if value is None or value == "" else checked(value, "name", 300)
