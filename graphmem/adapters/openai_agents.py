"""A session for the OpenAI Agents SDK that remembers what is said in it. By the shape of the SDK, without importing it.

session = MemorySession(memory, user="ana")
agent = Agent("Assistant", instructions=session.instructions("You are helpful."))
await Runner.run(agent, "Where do I live?", session=session)
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol

from graphmem.adapters import content
from graphmem.adapters.listening import Listener
from graphmem.window import whole_number

if TYPE_CHECKING:
    from graphmem.memory import Memory

Item = Any
"""An input item of the SDK: a message, a tool's call, its output …"""


class Items(Protocol):
    """Where a conversation's items are kept: any session of the SDK, such as its SQLiteSession."""

    session_id: str

    async def get_items(self, limit: int | None = None) -> list[Item]: ...
    async def add_items(self, items: list[Item]) -> None: ...
    async def pop_item(self) -> Item | None: ...
    async def clear_session(self) -> None: ...


class MemorySession:
    """A session whose user's and assistant's words are remembered, for `Runner.run(…, session=…)`.

    Items are kept as they are by `items`, else in this object. Taking them out (`pop_item`, `clear_session`) ends
    their part in the conversation; what was remembered of them stays, until it is forgotten
    (`memory.forget(user=…, episode=session_id)`). A memory that fails is logged and breaks nothing.
    Raises InvalidInput for a blank user or id.
    """

    session_settings: Any = None

    def __init__(
        self, memory: Memory, user: str, session_id: str | None = None, items: Items | None = None
    ) -> None:
        named = session_id or (items.session_id if items is not None else None)
        self._listener = Listener(memory, user, named)
        self.session_id = self._listener.session
        self._items: Items = items if items is not None else _Kept(self.session_id)
        self.session_settings = getattr(items, "session_settings", None)

    async def get_items(self, limit: int | None = None) -> list[Item]:
        """The latest `limit` items, oldest first; all of them without a limit."""
        return await self._items.get_items(limit)

    async def add_items(self, items: list[Item]) -> None:
        """Keeps the items, and remembers what in them user and assistant say."""
        await self._items.add_items(items)
        said = [
            (content.field(i, "role"), content.text_of(content.field(i, "content")))
            for i in items
            if content.field(i, "type") in (None, "message")
        ]
        await asyncio.to_thread(self._hear, [(str(role), text) for role, text in said if text])

    async def pop_item(self) -> Item | None:
        """Takes the latest item out of the conversation; None if there is none."""
        return await self._items.pop_item()

    async def clear_session(self) -> None:
        """Takes every item out of the conversation."""
        await self._items.clear_session()

    def instructions(self, text: str, max_tokens: int = 1500) -> Callable[[Any, Any], Awaitable[str]]:
        """Instructions for an Agent: `text`, and what is known that helps with what was asked last."""
        whole_number(max_tokens, "max_tokens")

        async def informed(context: Any, agent: Any) -> str:
            items = content.field(context, "turn_input") or await self.get_items()
            asked = [content.text_of(content.field(i, "content")) for i in items if _by_user(i)]
            question = next((words for words in reversed(asked) if words), "")
            if not question:
                return text
            known = await asyncio.to_thread(self._listener.context, question, max_tokens)
            return f"{text}\n\n{known}" if known else text

        return informed

    def _hear(self, said: list[tuple[str, str]]) -> None:
        for role, text in said:
            if role == "user":
                self._listener.heard(text)
            elif role == "assistant":
                self._listener.answered(text)


def _by_user(item: Item) -> bool:
    return bool(content.field(item, "role") == "user")


class _Kept:
    """Items in memory. Not for several event loops at once."""

    def __init__(self, session_id: str) -> None:
        self.session_id = session_id
        self._items: list[Item] = []

    async def get_items(self, limit: int | None = None) -> list[Item]:
        if limit is None:
            return copy.deepcopy(self._items)
        return copy.deepcopy(self._items[-limit:]) if limit > 0 else []

    async def add_items(self, items: list[Item]) -> None:
        self._items.extend(copy.deepcopy(list(items)))

    async def pop_item(self) -> Item | None:
        return self._items.pop() if self._items else None

    async def clear_session(self) -> None:
        self._items.clear()
