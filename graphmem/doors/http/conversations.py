"""The sessions that were opened through this door, as long as the memory holds them."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from graphmem.errors import NotFound
from graphmem.model import Message
from graphmem.timeline import MIN

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.model import Episode
    from graphmem.session import Session

RECENT = 1_000
"""Episodes looked through for the conversations they are of, newest first."""
_NOT_SAID = ("api", "document")


@dataclass(frozen=True, slots=True)
class Conversation:
    """A session that is live, or was. `pending`: messages not yet durable. `at`: of the last thing said or kept."""

    id: str
    live: bool
    pending: int
    at: datetime | None
    summary: str


class Conversations:
    """Finds again, among the memory's sessions, those with an id that was given out. Safe in many threads."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._living: WeakValueDictionary[tuple[str, str], Session] = WeakValueDictionary()
        self._lock = threading.Lock()

    def open(self, user: str, id: str | None = None) -> Session:
        """The session of that id, new if need be. Raises InvalidInput."""
        session = self._memory.session(user, id)
        with self._lock:
            self._living[user, session.id] = session
        return session

    def find(self, user: str, id: str) -> Session:
        """A live session. Raises NotFound for one that was closed, left memory, or never was."""
        with self._lock:
            session = self._living.get((user, id))
        if session is None or session.closed:
            raise NotFound(f"no live session {id!r}: a message to it, or POST …/sessions, opens one")
        return self._memory.session(user, id)

    def live(self, user: str) -> list[Session]:
        """A user's sessions in which something was said."""
        with self._lock:
            living = list(self._living.items())
        mine = [session for (owner, _), session in living if owner == user and not session.closed]
        return [s for s in mine if s.messages or s.summary or s.pending]

    def all(self, user: str) -> list[Conversation]:
        """Those and the kept ones of the latest episodes, newest first."""
        found: dict[str, Conversation] = {}
        for episode in self._memory.episodes(user=user, limit=RECENT):
            if _was_said(episode):
                kept = Conversation(episode.session, False, 0, episode.occurred_at, episode.summary)
                found.setdefault(episode.session, kept)
        for session in self.live(user):
            found[session.id] = _of(session, found.get(session.id))
        return sorted(found.values(), key=lambda c: (c.at or MIN, c.id), reverse=True)

    def latest(self, user: str) -> str:
        """The id of the newest. Raises NotFound where there is none."""
        found = self.all(user)
        if not found:
            raise NotFound("no conversation yet")
        return found[0].id

    def said(self, user: str, id: str) -> list[Message]:
        """A conversation, oldest first: kept turns, then the window. Raises NotFound when nothing is left."""
        with self._lock:
            session = self._living.get((user, id))
        window = session.messages if session is not None and not session.closed else []
        episodes = self._memory.episodes(user=user, limit=RECENT)
        turns = [t for e in episodes if e.session == id and _was_said(e) for t in e.turns]
        if not window and not turns:
            raise NotFound(f"no conversation {id!r}")
        kept = [
            Message(t.role, t.text, t.at, t.speaker) for t in sorted(turns, key=lambda t: (t.at, t.ordinal))
        ]
        return [m for m in kept if not window or m.at < window[0].at] + window


def _of(session: Session, kept: Conversation | None) -> Conversation:
    said = [m.at for m in session.messages]
    at = max(said, default=kept.at if kept else None)
    summary = session.summary or (kept.summary if kept else "")
    return Conversation(session.id, True, session.pending, at, summary)


def _was_said(episode: Episode) -> bool:
    return bool(episode.turns) and episode.turns[0].role not in _NOT_SAID
