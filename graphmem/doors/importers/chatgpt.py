"""ChatGPT's conversations.json: a tree of messages a conversation, of which the branch shown last is taken."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from graphmem.adapters.content import text_of
from graphmem.doors.importers.said import Said, Wrong, time_of
from graphmem.errors import InvalidInput
from graphmem.model import Message, digest

_TALKING = ("user", "assistant")
_TEXTS = ("text", "multimodal_text")
"""Kinds of content that are said; others are code that was run, thoughts, quotes of pages or settings."""


def is_one(conversation: Any) -> bool:
    """Whether it has the shape of one conversation."""
    return isinstance(conversation, dict) and isinstance(conversation.get("mapping"), dict)


def messages(conversation: dict[str, Any]) -> Said:
    """What user and assistant say on the current branch. Hidden, system and tool messages are left out.

    A message without a time has that of the one before it, the first one that of the conversation.
    """
    said = Said()
    try:
        branch = _branch(conversation)
        last = _begun(conversation)
    except InvalidInput as error:
        return Said(wrong=[Wrong("", str(error))])
    given = ((f"node {name!r}", node.get("message")) for name, node in branch)
    said.hear(_session(conversation), given, _message, last)
    return said


def _branch(conversation: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """(id, node) from the root to the message shown last. Raises InvalidInput for a tree that is broken."""
    mapping: dict[str, Any] = conversation["mapping"]
    name = conversation.get("current_node") or _leaf(mapping)
    path: list[tuple[str, dict[str, Any]]] = []
    met: set[str] = set()
    child = ""
    while name:
        if not isinstance(name, str):
            raise InvalidInput(f"node {child!r}: parent is {name!r}: a node's id is a text")
        if name in met:
            raise InvalidInput(f"node {name!r} is its own ancestor: the tree is broken")
        node = mapping.get(name)
        if not isinstance(node, dict):
            told = f"node {child!r} has the parent {name!r}" if child else f"current_node is {name!r}"
            raise InvalidInput(f"{told}, which mapping does not hold")
        met.add(name)
        path.append((name, node))
        child, name = name, node.get("parent")
    return path[::-1]


def _leaf(mapping: dict[str, Any]) -> str:
    """Where no node is current: from the root the newest child each time, which is the last listed."""
    roots = [name for name, node in mapping.items() if isinstance(node, dict) and not node.get("parent")]
    name, met = (roots[0] if roots else ""), set()
    while name and name not in met:
        met.add(name)
        node = mapping.get(name)
        children = node.get("children") if isinstance(node, dict) else None
        following = [c for c in children if isinstance(c, str)] if isinstance(children, list) else []
        if not following:
            break
        name = following[-1]
    return name


def _begun(conversation: dict[str, Any]) -> datetime | None:
    value = conversation.get("create_time")
    return None if value is None else time_of(value, "create_time")


def _session(conversation: dict[str, Any]) -> str:
    """The conversation's id; without one, what its title and beginning are, so that it is the same again."""
    for key in ("conversation_id", "id"):
        value = conversation.get(key)
        if isinstance(value, str) and value.strip():
            return f"chatgpt {value.strip()[:200]}"
    title, begun = (str(conversation.get(key, "")) for key in ("title", "create_time"))
    return f"chatgpt {digest('chatgpt', title, begun)}"


def _message(given: Any, before: datetime | None) -> Message | None:
    """None for what nobody said to the other. Raises InvalidInput."""
    if given is None:
        return None
    if not isinstance(given, dict):
        raise InvalidInput(f"message is {given!r}: an object was expected")
    author = given.get("author")
    role = author.get("role") if isinstance(author, dict) else None
    if role is None:
        raise InvalidInput("message has no author.role")
    content = given.get("content")
    if role not in _TALKING or not isinstance(content, dict) or _is_hidden(given):
        return None
    if content.get("content_type", "text") not in _TEXTS:
        return None
    text = text_of(content.get("parts"))
    if not text:
        return None
    at = before if given.get("create_time") is None else time_of(given["create_time"], "create_time")
    if at is None:
        raise InvalidInput("neither the message nor the conversation has a create_time")
    return Message("user" if role == "user" else "assistant", text, at)


def _is_hidden(given: dict[str, Any]) -> bool:
    """Whether the reader never saw it: of weight 0, marked hidden, or an assistant's call of a tool."""
    metadata = given.get("metadata")
    marked = isinstance(metadata, dict) and bool(metadata.get("is_visually_hidden_from_conversation"))
    return given.get("weight") == 0 or marked or given.get("recipient", "all") not in ("all", None)
