"""What the adapters share: one conversation of another program, listened to without ever breaking it."""

from __future__ import annotations

import logging
import os
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache

from graphmem import retrieve
from graphmem.memory import Memory
from graphmem.names import namespace_name
from graphmem.session import Session

log = logging.getLogger("graphmem.adapters")

_QUESTION = 4000
"""Characters of a question that are looked up: of a longer one its two ends, for what is asked stands there."""


class Listener:
    """Gives context and remembers what is said. A memory that fails is logged, without text, and raises nothing.

    What the user says is committed in the background, together with the assistant's words before it: a "yes" needs
    its question. What is left is committed with the next words, and by `flush` and `close` of the memory.
    Raises InvalidInput for a blank `user` or `session`.
    """

    def __init__(self, memory: Memory, user: str, session: str | None = None) -> None:
        self.memory = memory
        self.user = namespace_name(user)
        self.session = session or uuid.uuid4().hex
        memory.session(self.user, self.session)

    def context(self, query: str, max_tokens: int) -> str:
        """Profile and recall as text for a system message: the caller holds the conversation itself. '' on failure."""
        with unbroken("recall"):
            said = self.memory.session(self.user, self.session)
            aside = self.memory.session(self.user)
            try:
                return aside.context(
                    retrieve.completed(_ends(query), said.messages, said.working), max_tokens
                )
            finally:
                aside.close()
        return ""

    def heard(self, *texts: str) -> None:
        """The user said them, one after the other."""
        with unbroken("remember"):
            chat = self.memory.session(self.user, self.session)
            for text in texts:
                chat.add("user", text)
            chat.seal()  # now: the answer, which may come before a worker does, is of the next stretch
            _workers().submit(_commit, chat)

    def answered(self, text: str) -> None:
        """The assistant said it."""
        with unbroken("remember"):
            if text.strip():
                self.memory.session(self.user, self.session).add("assistant", text)


def _commit(chat: Session) -> None:
    with unbroken("remember"):
        chat.retry()
        if chat.failure is not None:
            raise chat.failure


def _ends(question: str) -> str:
    half = _QUESTION // 2
    return question if len(question) <= _QUESTION else f"{question[:half]}\n{question[-half:]}"


@contextmanager
def unbroken(doing: str) -> Iterator[None]:
    """Logs what fails, by its kind: an error's words may hold what was said."""
    try:
        yield
    except Exception as error:
        log.warning("the memory could not %s: %s", doing, type(error).__name__)


@cache
def _workers() -> ThreadPoolExecutor:
    """For commits, which may take as long as reading a text does. Python waits for them before it ends."""
    return ThreadPoolExecutor(2, "graphmem-commit")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_workers.cache_clear)  # its threads stayed with the parent
