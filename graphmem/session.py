"""The short-term tier: sessions in memory, each a window of what was said lately and an outbox.

The window forgets: its oldest part becomes a running summary. The outbox forgets nothing until a commit has
acknowledged it. Stores and models are reached only through the callables that a session is given.
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from types import TracebackType
from typing import Self
from weakref import WeakValueDictionary

from graphmem.dates import When, moment
from graphmem.errors import Conflict, InvalidInput
from graphmem.model import ChangeSet, Message, Role
from graphmem.outbox import Commit, Imports, Outbox, joined
from graphmem.summarise import asks_to_remember, summarise
from graphmem.window import Digest, SessionSettings, Window, WorkingContext, text, whole_number

__all__ = ["Session", "SessionSettings", "Sessions", "WorkingContext", "asks_to_remember", "summarise"]

Context = Callable[["Session", str, int], str]
"""(session, query, most tokens) → the prompt of all three tiers."""
NamespaceCommit = Callable[[str, Sequence[Message], str, int, bool], ChangeSet]
"""`Commit` with the namespace in front."""

SPEAKING: tuple[Role, ...] = ("user", "assistant", "system", "tool")
"""The roles a message of a conversation may have."""


class Session:
    """One conversation of one namespace, in memory. Threads may share it.

    `add` does not acknowledge: a message is durable once a commit has returned, and waits in the outbox until
    then. Commits happen on `commit`, on `close`, at the end of `with`, and by themselves: at the next call
    after a pause of `idle`, when an uncommitted message leaves the window, and when the user asks to
    remember something. An automatic commit that fails is told by `failure` and tried again at the next call.

    Ports: `commit` (see `outbox.Commit`), `context`, `clock` (→ aware datetime), `count` (text → tokens),
    `digest` (messages → summary). `used` is called after each use, outside every lock.
    """

    def __init__(
        self,
        namespace: str,
        id: str,
        *,
        commit: Commit,
        context: Context,
        clock: Callable[[], datetime],
        count: Callable[[str], int],
        digest: Digest = summarise,
        settings: SessionSettings | None = None,
        used: Callable[[Session], None] = lambda session: None,
    ) -> None:
        self.namespace = _name(namespace, "namespace")
        self.id = _name(id, "id")
        self.settings = settings or SessionSettings()
        self.working = WorkingContext()
        self._context, self._clock, self._used = context, clock, used
        self._new_window = partial(Window, self.settings, count, digest)
        self._window = self._new_window()
        self._outbox = Outbox(commit, self.id)
        self._imports = Imports()
        self._heard_at: datetime | None = None
        self._said_at: datetime | None = None
        self._closed = False
        self._lock = threading.RLock()  # never held while commit or context works

    # -- what a caller does ------------------------------------------------------------

    def add(self, role: Role, content: str, at: When | None = None, name: str = "") -> Message:
        """Adds a message and returns it; it is not yet durable (see the class).

        `at`: when it was said, default now; without a zone it is UTC; it may lie before the last one's. Once
        the session was opened again, a message of the same role, name, given time and text is the
        same import: it is not added again. A lone surrogate becomes U+FFFD.
        Raises InvalidInput for a role that does not converse, a blank text or an unreadable time, Conflict
        if the session is closed. A failing store does not raise here.
        """
        now = self._clock()
        message = _message(role, content, moment(at, now, "at"), name)
        self._begin(now, None if at is None else message.at)
        with self._lock:
            self._check_open()
            due = (at is None or not self._imports.repeats(message)) and self._append(message, now)
        if due:
            self._outbox.retry()
        self._used(self)
        return message

    def context(self, query: str, max_tokens: int = 1500) -> str:
        """The prompt for the next turn, of all three tiers, in at most `max_tokens` tokens.

        Raises InvalidInput if the limit is not a whole number above zero, Conflict if the session is closed,
        and what the memory behind it raises.
        """
        text(query, "query")
        whole_number(max_tokens, "max_tokens")
        self._begin(self._clock(), None)
        self._used(self)
        return self._context(self, query, max_tokens)

    def commit(self) -> ChangeSet:
        """Makes everything added so far durable and says what changed; empty if nothing was waiting.

        Raises what the store or model raised; the messages are kept and the next commit tries again.
        """
        self._outbox.seal()
        return joined(self._outbox.drain())

    def seal(self) -> None:
        """Ends the stretch here: what was added so far is committed together, by the next commit or `retry`."""
        self._outbox.seal()

    def retry(self) -> None:
        """Commits what is sealed or failed before, and no newer message; what fails is told by `failure`."""
        self._outbox.retry()

    def close(self) -> ChangeSet:
        """Commits, then ends the session: it takes no more messages, and its id opens a new one.

        Raises what the commit raised; the session is then still open. Closing twice does nothing.
        """
        parts = [self.commit()]
        while not self._end():
            parts.append(self.commit())
        self._used(self)
        return joined(parts)

    def reopen(self) -> Self:
        """Begins a new pass, in which a dated message met before is the same import (see `add`)."""
        with self._lock:
            self._check_open()
            self._imports.begin()
        return self

    __enter__ = reopen

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Commits, even after an error, which a failing commit does not hide."""
        try:
            self.settle()
        except Exception:
            if error is None:
                raise

    def settle(self) -> None:
        """Commits like `commit`, and keeps what changed in `committed`. Raises what failed."""
        self._outbox.settle()

    def discard(self) -> None:
        """Forgets all it holds, durable or not, and writes nothing: for an erasure."""
        self._outbox.clear()
        with self._lock:
            self._window = self._new_window()
            self._imports = Imports()
            self._heard_at = self._said_at = None
            self.working.clear()

    # -- what a caller sees ------------------------------------------------------------

    @property
    def messages(self) -> list[Message]:
        """The window, oldest first; a long text is clipped here and whole when committed."""
        with self._lock:
            return self._window.messages

    @property
    def summary(self) -> str:
        """The running summary of what has left the window; '' while nothing has."""
        return self._window.summary

    @property
    def committed(self) -> list[ChangeSet]:
        """What the last 100 automatic commits did (the end of `with` and eviction included), oldest first.

        Each has its outcomes, episode, moment and sequence; the written rows are left out.
        """
        return self._outbox.committed

    @property
    def pending(self) -> int:
        """Number of messages added and not yet durable."""
        return self._outbox.pending

    @property
    def failure(self) -> Exception | None:
        """Why the last commit failed; None once one has succeeded."""
        return self._outbox.failure

    @property
    def closed(self) -> bool:
        """Whether `close` has ended it."""
        return self._closed

    def recent(self, max_tokens: int) -> list[Message]:
        """The latest messages of the window, oldest first, that have at most `max_tokens` tokens together.

        A message counts as its line in a prompt, "speaker: text".
        """
        with self._lock:
            return self._window.recent(whole_number(max_tokens, "max_tokens"))

    def result(self, reference: str) -> str:
        """The whole text of a clipped message, by the reference shown in it, such as "result-12".

        The last 32, and a million characters, are kept. Raises NotFound for any other.
        """
        with self._lock:
            return self._window.result(reference)

    # -- how it works ------------------------------------------------------------------

    def _begin(self, now: datetime, said_at: datetime | None) -> None:
        """After a pause, ends the stretch and starts a fresh window; also tries again what failed.

        A pause is measured by the clock, and by the times of the messages where they are given.
        """
        with self._lock:
            self._check_open()
            paused = self._heard_at is not None and now - self._heard_at > self.settings.idle
            if said_at is not None and self._said_at is not None:
                paused = paused or said_at - self._said_at > self.settings.idle
            if paused:
                self._outbox.seal()
                self._window.renew()
                self._heard_at = self._said_at = None
                self.working.clear()
        if paused or self._outbox.failure is not None:
            self._outbox.retry()

    def _append(self, message: Message, now: datetime) -> bool:
        """Puts a message into outbox and window; whether a commit is due at once."""
        self._heard_at, self._said_at = now, max(self._said_at or message.at, message.at)
        shown = self._window.add(message, self._outbox.append(message))
        if message.role == "tool":
            self.working.set_tool(message.name or self.working.tool)
            self.working.set_last_result(shown.content)
        explicit = message.role == "user" and asks_to_remember(message.content)
        due = explicit or not self._window.shows_from(self._outbox.unsealed_from)
        if due:
            self._outbox.seal(explicit)
        return due

    def _check_open(self) -> None:
        if self._closed:
            raise Conflict(f"session {self.id!r} is closed: open it again with memory.session(…)")

    def _end(self) -> bool:
        with self._lock:
            self._closed = self._closed or not self._outbox.pending
            return self._closed


class Sessions:
    """The live sessions of all namespaces; above `max_sessions` the least recently used leave, committed.

    There is one object for a (namespace, id) as long as anybody holds it, so nobody adds to a copy.
    `commit` has the namespace in front; the other ports are those of `Session`.
    """

    def __init__(
        self,
        *,
        commit: NamespaceCommit,
        context: Context,
        clock: Callable[[], datetime],
        count: Callable[[str], int],
        digest: Digest = summarise,
        settings: SessionSettings | None = None,
    ) -> None:
        self.settings = settings or SessionSettings()
        self._commit = commit
        self._open = partial(
            Session, context=context, clock=clock, count=count, digest=digest, settings=self.settings
        )
        self._lock = threading.RLock()  # never held while a session works
        self._recent: OrderedDict[tuple[str, str], Session] = OrderedDict()
        self._living: WeakValueDictionary[tuple[str, str], Session] = WeakValueDictionary()
        self._closed = False

    def __len__(self) -> int:
        return len(self._recent)

    def get(self, namespace: str, id: str | None = None) -> Session:
        """The session of that id in the namespace, opened if need be; without an id a new one.

        Raises InvalidInput for a blank namespace or id, Conflict after `close`.
        """
        key = _name(namespace, "namespace"), uuid.uuid4().hex if id is None else _name(id, "id")
        with self._lock:
            if self._closed:
                raise Conflict("the sessions are closed: open the memory again")
            session = self._living.get(key)
            if session is None or session.closed:
                session = self._open(*key, commit=partial(self._commit, namespace), used=self._use)
                self._living[key] = session
        session.reopen()
        self._use(session)
        return session

    def flush(self, namespace: str | None = None) -> None:
        """Commits every session, or a namespace's. One that fails keeps its messages; the first error is raised."""
        errors: list[Exception] = []
        for session in self._held():
            if namespace not in (None, session.namespace):
                continue
            try:
                session.settle()
            except Exception as error:
                errors.append(error)
        if errors:
            errors[0].add_note(f"{len(errors)} session(s) could not be committed; their messages are kept")
            raise errors[0]

    def close(self) -> None:
        """Flushes and ends every session. Raises what `flush` raises; all are then still open."""
        self.flush()
        with self._lock:
            self._closed = True
            living = list(self._living.values())
        for session in living:
            session.close()

    def discard(self, namespace: str, id: str | None = None) -> None:
        """Forgets what a namespace's sessions, or one of them, hold, and writes nothing: for an erasure."""
        with self._lock:
            living = list(self._living.items())
        for (owner, name), session in living:
            if owner == namespace and id in (None, name):
                session.discard()

    def _held(self) -> list[Session]:
        with self._lock:
            return list(self._recent.values())

    def _use(self, session: Session) -> None:
        """Marks a session as just used; one evicted while somebody still held it comes back."""
        key = session.namespace, session.id
        with self._lock:
            if not session.closed:
                self._recent[key] = session
                self._recent.move_to_end(key)
            elif self._recent.get(key) is session:
                del self._recent[key]
        self._evict()

    def _evict(self) -> None:
        """Commits and drops the oldest; one that fails stays, as if just used, and ends the round."""
        while True:
            with self._lock:
                if len(self._recent) <= self.settings.max_sessions:
                    return
                key, oldest = next(iter(self._recent.items()))
            try:
                oldest.settle()
            except Exception:
                with self._lock:
                    if key in self._recent:
                        self._recent.move_to_end(key)
                return
            with self._lock:
                if not oldest.pending:
                    self._recent.pop(key, None)


def _message(role: Role, content: str, at: datetime, name: str) -> Message:
    if role not in SPEAKING:
        raise InvalidInput(f"role is {role!r}: give one of {', '.join(SPEAKING)}")
    if not text(content, "content").strip():
        raise InvalidInput("content is blank: give the text of the message")
    return Message(role, _encodable(content), at, _encodable(text(name, "name")).strip())


def _encodable(value: str) -> str:
    """Joins surrogate pairs; a lone surrogate, which no store could keep, becomes U+FFFD."""
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _name(value: str, name: str) -> str:
    if not text(value, name).strip():
        raise InvalidInput(f"{name} is blank: give the name of a user or session")
    return value
