"""Sessions over a frozen clock and a store that can be taken out of service."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem import tokens
from graphmem.errors import Unavailable
from graphmem.model import ChangeSet, Message, Outcome
from graphmem.session import Session, Sessions, SessionSettings

START = datetime(2026, 5, 4, 9, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> None:
        self.now += timedelta(**time)


class Ledger:
    """A store that writes down each acknowledged stretch, and can be taken out of service.

    `fails_from`: the number of the first try that fails. `meanwhile`: happens while it writes."""

    def __init__(self) -> None:
        self.down = False
        self.tries = 0
        self.fails_from = 0
        self.meanwhile: Callable[[], object] = lambda: None
        self.stretches: list[tuple[str, str, int, bool, list[str]]] = []

    def __call__(
        self, namespace: str, messages: Sequence[Message], session: str, first: int, explicit: bool
    ) -> ChangeSet:
        self.tries += 1
        self.meanwhile()
        if self.down or 0 < self.fails_from <= self.tries:
            raise Unavailable("the store is down: try again")
        self.stretches.append((namespace, session, first, explicit, [m.content for m in messages]))
        added = tuple(Outcome("added", m.content, "new") for m in messages)
        return ChangeSet(added, episode=f"e{len(self.stretches)}", sequence=len(self.stretches))

    def of(self, session: str) -> list[tuple[int, str]]:
        """Every acknowledged message of a session with its ordinal, in the order acknowledged."""
        return [
            (first + n, text)
            for _, name, first, _, texts in self.stretches
            if name == session
            for n, text in enumerate(texts)
        ]

    @property
    def texts(self) -> list[list[str]]:
        return [texts for *_, texts in self.stretches]


class Desk:
    """Sessions over a ledger and a frozen clock."""

    def __init__(self, digest: Any = None, **limits: Any) -> None:
        self.clock, self.ledger = Clock(), Ledger()
        self.asked: list[tuple[str, int]] = []
        more = {} if digest is None else {"digest": digest}
        self.sessions = Sessions(
            commit=self.ledger,
            context=self._context,
            clock=self.clock,
            count=tokens.count,
            settings=SessionSettings(**limits),
            **more,
        )

    def _context(self, session: Session, query: str, max_tokens: int) -> str:
        self.asked.append((query, max_tokens))
        return "\n".join(m.content for m in session.recent(max_tokens))

    def chat(self, id: str = "s1", user: str = "ana") -> Session:
        return self.sessions.get(user, id)


def size(session: Session) -> int:
    """Tokens of what a session shows: each message as its line, and the summary."""
    lines = sum(tokens.count(f"{m.name or m.role}: {m.content}\n") for m in session.messages)
    return lines + tokens.count(session.summary)


def shown(session: Session) -> list[str]:
    return [m.content for m in session.messages]
