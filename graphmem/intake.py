"""Taking in: what the remembering verbs share. Guarded, then read, then written, unless the namespace is paused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from graphmem import documents, episodes, pauses
from graphmem.extract import Extractor
from graphmem.guard import Guard
from graphmem.model import ChangeSet, Extraction, Message
from graphmem.outbox import joined
from graphmem.store import Store
from graphmem.writing import Writer, candidate_of

BATCH = 2_500
"""Facts written in one transaction: others wait that long for the store."""

Known = Callable[[str, Sequence[Message]], list[str]]
"""(namespace, messages) → what is known of those who speak, in lines."""


class Intake:
    """Conversations, facts and documents on their way into the store."""

    def __init__(
        self, store: Store, writer: Writer, guard: Guard, extractor: Extractor, known: Known
    ) -> None:
        self._store = store
        self._writer = writer
        self._guard = guard
        self._extractor = extractor
        self._known = known

    def commit(
        self, namespace: str, messages: Sequence[Message], session: str, first: int, explicit: bool
    ) -> ChangeSet:
        return self.stretch(namespace, episodes.Stretch(session, tuple(messages), first, explicit))

    def stretch(self, namespace: str, given: episodes.Stretch, dry_run: bool = False) -> ChangeSet:
        """A stretch of messages as given. One that is kept already, or not to be, is not read."""
        kept, told = self._guard.stretch(given.messages)
        stretch = replace(given, messages=tuple(kept), told=told)
        words = episodes.first_words(stretch)
        ids = [t.id for t in episodes.turns_of(namespace, stretch).values()]
        standing = self._store.standing(namespace, ids)
        if standing.paused:
            return pauses.skipped([words])
        known = ids and len(standing.turns) == len(ids)
        extraction = Extraction() if known else self._read(namespace, stretch.messages)
        ahead = episodes.ahead(namespace, ids, stretch, extraction)
        plan = pauses.unless_paused(
            lambda view, registry: episodes.keep(view, stretch, extraction, registry), [words]
        )
        return self._writer.write(namespace, plan, dry_run, ahead)

    def _read(self, namespace: str, messages: Sequence[Message]) -> Extraction:
        found = self._extractor.extract(messages, lambda: self._known(namespace, messages))
        return self._guard.facts(found)

    def facts(
        self, user: str, facts: Iterable[Mapping[str, Any]], clock: Callable[[], datetime], dry_run: bool
    ) -> ChangeSet:
        """Structured facts, all checked before the first is written."""
        candidates = [candidate_of(self._guard.fact(fact), clock()) for fact in facts]
        parts = [candidates[i : i + BATCH] for i in range(0, len(candidates), BATCH)]
        return joined([self._writer.record(user, part, dry_run) for part in parts])

    def document(self, namespace: str, given: Message, dry_run: bool) -> ChangeSet:
        """A document in passages, batch after batch."""
        kept, told = self._guard.stretch([given])
        document = documents.Document.of(namespace, kept[0], told)

        def step(upto: int) -> ChangeSet:
            plan = pauses.unless_paused(
                lambda view, registry: documents.keep(view, registry, document, upto), [document.name]
            )
            return self._writer.write(namespace, plan, dry_run)

        done: list[ChangeSet] = []
        for upto in document.steps(dry_run):
            done.append(step(upto))
            if pauses.stopped(done[-1]):
                return joined(done)
        return document.answer(joined([changes for changes in done if changes.recorded_at]))
