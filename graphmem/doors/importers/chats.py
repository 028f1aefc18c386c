"""Which chat form a file has, by its shape, and its messages. What none of these is, is left to the caller."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from graphmem.doors.importers import chat_lines, chatgpt, claude
from graphmem.doors.importers.said import Said, Wrong
from graphmem.errors import InvalidInput
from graphmem.model import Message

_FORMS: tuple[tuple[Callable[[Any], bool], Callable[[Any], Said]], ...] = (
    (chatgpt.is_one, chatgpt.messages),
    (claude.is_one, claude.messages),
)


def read(lines: Sequence[str], label: str) -> list[tuple[str, Message]] | None:
    """(session, message) in the order of the file; None for a file of no form known here.

    `label`: what errors call the file. Raises InvalidInput that names the wrong places.
    """
    if chat_lines.is_one(lines):
        return chat_lines.messages(lines).found(label)
    conversations = _conversations(lines, label)
    if conversations is None:
        return None
    said = Said()
    for number, one in enumerate(conversations, 1):
        messages = next((messages for known, messages in _FORMS if known(one)), None)
        if messages is not None:
            said.take(messages(one), f"conversation {number}{_title(one)}")
        else:
            said.wrong.append(Wrong(f"conversation {number}", f"{_kind(one)} is no conversation: {_KNOWN}"))
    return said.found(label)


_KNOWN = "give ChatGPT's conversations.json (mapping) or Claude's (chat_messages)"


def _conversations(lines: Sequence[str], label: str) -> list[Any] | None:
    """The conversations of a file that is one JSON document; None where a line is one."""
    text = "\n".join(lines).strip()
    if not text.startswith(("[", "{")):
        return None
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        if text.startswith("["):
            raise InvalidInput(f"nothing was imported: {_place(lines, label, error)}") from None
        return None
    if isinstance(given, list):
        if not given:
            raise InvalidInput(f"{label} has no conversations: {_KNOWN}")
        return given
    return [given] if any(known(given) for known, _ in _FORMS) else None


def _place(lines: Sequence[str], label: str, error: Exception) -> str:
    """ "conversations.json:3:17: not JSON: …", counted in the whole file."""
    if not isinstance(error, json.JSONDecodeError):
        return f"{label}: not JSON: {error or type(error).__name__}"
    skipped = next((i for i, line in enumerate(lines) if line.strip()), 0)
    return f"{label}:{error.lineno + skipped}:{error.colno}: not JSON: {error.msg} (is the file whole?)"


def _title(one: Any) -> str:
    title = one.get("title") or one.get("name")
    return f" ({' '.join(title.split())[:60]!r})" if isinstance(title, str) and title.strip() else ""


def _kind(one: Any) -> str:
    if isinstance(one, dict):
        return f"an object with {', '.join(list(one)[:4]) or 'nothing in it'}"
    return f"{json.dumps(one, ensure_ascii=False)[:40]}"
