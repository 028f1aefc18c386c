"""The shapes of answers about conversations: see `answered`."""

from __future__ import annotations

from datetime import datetime

from graphmem.doors.http.answered import Changes, Page, Shape, example, paged
from graphmem.doors.http.examples import CHANGES, CONVERSATION, MESSAGE, SESSION
from graphmem.model import Role


class Working(Shape):
    intent: str
    tool: str
    last_result: str


class Session(Shape):
    """`pending`: messages not yet durable. `committed`: what its automatic commits did. `failure`: of the last one."""

    model_config = example(SESSION)
    id: str
    pending: int
    messages: int
    summary: str
    working: Working
    failure: str | None
    committed: list[Changes]


class SessionPage(Page):
    model_config = paged(SESSION)
    items: list[Session]


class Message(Shape):
    role: Role
    content: str
    at: datetime
    name: str


class Window(Shape):
    """A session's messages, oldest first: those before are in its summary."""

    model_config = example({"messages": [MESSAGE], "session": SESSION})
    messages: list[Message]
    session: Session


class Talked(Shape):
    """The model's answer, and what was remembered of the exchange."""

    model_config = example({"session": "monday", "answer": "In Turin.", "model": "tiny", "changes": CHANGES})
    session: str
    answer: str
    model: str
    changes: Changes


class Ended(Shape):
    """The sessions that were ended, and what committing them changed."""

    model_config = example({"sessions": ["monday"], "changes": [CHANGES]})
    sessions: list[str]
    changes: list[Changes]


class History(Shape):
    model_config = example({"session": "monday", "messages": [MESSAGE]})
    session: str
    messages: list[Message]


class Conversation(Shape):
    id: str
    live: bool
    pending: int
    at: datetime | None
    summary: str


class ConversationsOf(Shape):
    model_config = example({"items": [CONVERSATION]})
    items: list[Conversation]
