"""The outbox of a session: what was received and is not yet durable, and what commits did.

It is a queue of sealed stretches and one open stretch. A stretch leaves it when the store has acknowledged
it; one that failed is tried again as it was, with the same ordinals, so that a retry can be recognised.
"""

from __future__ import annotations

import contextlib
import threading
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple

from graphmem.model import ChangeSet, Message, digest

Commit = Callable[[Sequence[Message], str, int, bool], ChangeSet]
"""(messages, session id, ordinal of the first, whether the user asked to remember) → what was written."""

KEPT_COMMITS = 100
KEPT_FINGERPRINTS = 5_000


class Stretch(NamedTuple):
    """Messages that are committed together. `first`: the ordinal of the first of them in the session."""

    messages: tuple[Message, ...]
    first: int
    explicit: bool


class Outbox:
    """Takes messages in order and gives each to `write` until it succeeds, then never again. Thread-safe."""

    def __init__(self, write: Commit, session: str) -> None:
        self._write, self._session = write, session
        self._committing = threading.RLock()  # held while a store works; taken before _lock, never after
        self._lock = threading.RLock()
        self._next = 0
        self._open: list[Message] = []
        self._sealed: deque[Stretch] = deque()
        self._failure: Exception | None = None
        self._committed: deque[ChangeSet] = deque(maxlen=KEPT_COMMITS)

    def append(self, message: Message) -> int:
        """Puts a message into the open stretch; its ordinal in the session, from 0."""
        with self._lock:
            self._open.append(message)
            self._next += 1
            return self._next - 1

    def seal(self, explicit: bool = False) -> None:
        """Ends the open stretch, if it has any message, so that it is committed, and retried, as one."""
        with self._lock:
            if self._open:
                self._sealed.append(Stretch(tuple(self._open), self.unsealed_from, explicit))
                self._open = []

    def drain(self) -> list[ChangeSet]:
        """Commits the sealed stretches in order. One that fails stays, with those after it, and raises."""
        done: list[ChangeSet] = []
        with self._committing:
            try:
                while stretch := self._oldest():
                    done.append(self._write(stretch.messages, self._session, stretch.first, stretch.explicit))
                    with self._lock:
                        if self._oldest() is stretch:  # else cleared by the port itself
                            self._sealed.popleft()
                self._failure = None
            except Exception as error:
                self._failure = error
                self._record(done)
                raise
        return done

    def settle(self) -> None:
        """Commits everything, for a caller who is not there to see the changes. Raises what failed."""
        self.seal()
        self._record(self.drain())

    def retry(self) -> None:
        """Commits what is sealed; what fails is kept, and told by `failure`."""
        with contextlib.suppress(Exception):
            self._record(self.drain())

    def clear(self) -> None:
        """Drops everything, written or not. Waits for a running commit."""
        with self._committing, self._lock:
            self._open = []
            self._sealed.clear()
            self._committed.clear()
            self._failure = None

    @property
    def unsealed_from(self) -> int:
        """The ordinal at which the open stretch begins."""
        with self._lock:
            return self._next - len(self._open)

    @property
    def pending(self) -> int:
        """Number of messages not yet acknowledged."""
        with self._lock:
            return len(self._open) + sum(len(stretch.messages) for stretch in self._sealed)

    @property
    def failure(self) -> Exception | None:
        """Why the last commit failed; None once one has succeeded."""
        return self._failure

    @property
    def committed(self) -> list[ChangeSet]:
        """What commits did that no caller was given the result of, the last 100, oldest first."""
        with self._lock:
            return list(self._committed)

    def _oldest(self) -> Stretch | None:
        with self._lock:
            return self._sealed[0] if self._sealed else None

    def _record(self, done: Sequence[ChangeSet]) -> None:
        """Keeps what is told to people, without the written rows: there may be thousands of sessions."""
        with self._lock:
            self._committed.extend(
                ChangeSet(c.outcomes, c.episode, recorded_at=c.recorded_at, sequence=c.sequence) for c in done
            )


class Imports:
    """Recognises dated messages met in an earlier pass, however often each was repeated within it."""

    def __init__(self) -> None:
        self._met: dict[str, int] = {}
        self._now: Counter[str] = Counter()

    def begin(self) -> None:
        """Begins a pass."""
        self._now.clear()

    def repeats(self, message: Message) -> bool:
        """Whether an earlier pass had it; if not, it is met now."""
        key = digest(message.role, message.name, message.at.isoformat(), message.content)
        self._now[key] += 1
        if self._now[key] <= self._met.get(key, 0):
            return True
        self._met[key] = self._now[key]
        if len(self._met) > KEPT_FINGERPRINTS:
            oldest = next(iter(self._met))
            del self._met[oldest], self._now[oldest]
        return False


def joined(parts: Sequence[ChangeSet]) -> ChangeSet:
    """One answer for several commits; of the single values (episode, moment, sequence), the last."""
    answer = ChangeSet()
    for part in parts:
        if part != ChangeSet():
            rows: dict[str, Any] = {f.name: getattr(part, f.name) for f in fields(part)}
            rows |= {name: getattr(answer, name) + v for name, v in rows.items() if isinstance(v, tuple)}
            answer = replace(part, **rows)
    return answer
