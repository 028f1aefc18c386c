"""Importing a document: Markdown or plain text, whole, under a name."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from graphmem import dates, documents
from graphmem.doors import cli_json, cli_text
from graphmem.errors import InvalidInput
from graphmem.model import Action, ChangeSet
from graphmem.names import one_of
from graphmem.pauses import PAUSED, stopped

if TYPE_CHECKING:
    from graphmem.memory import Memory

KINDS = ("messages", "document", "export")
SUFFIXES = (".md", ".markdown", ".txt")
_TOLD: dict[Action, str] = {"added": "added", "erased": "removed", "skipped": "kept"}


@dataclass(frozen=True, slots=True)
class Given:
    """A document as read from its file."""

    name: str
    text: str
    at: str | None


def kind_of(file: str, kind: str) -> str:
    """What a file holds: as told, else by its name. Raises InvalidInput."""
    if kind:
        one_of(kind, "as", KINDS)
        return kind
    return "document" if PurePath(file).suffix.lower() in SUFFIXES else "messages"


def read(file: str, name: str, at: str | None) -> Given:
    """The document in a file, named by its path as given, unless `name` is. Raises InvalidInput."""
    if file == "-" and not name.strip():
        raise InvalidInput("what is the document called? Give --name NAME when it comes from standard input")
    label = label_of(file)
    text = documents.decoded(content(file, 4 * documents.LARGEST), label)
    if not text.strip():
        raise InvalidInput(f"{label} is empty: there is nothing to keep")
    given = documents.message(text, name or PurePath(file).as_posix(), dates.moment(at, dates.now()))
    return Given(given.name, text, at)


def take_in(memory: Memory, user: str, given: Given) -> ChangeSet:
    return memory.import_document(given.text, user=user, name=given.name, at=given.at)


def report(given: Given, changes: ChangeSet, every_outcome: bool, as_json: bool) -> None:
    """How many passages were added, removed and kept, and what else there is to say."""
    counts = _counts(changes)
    paused = stopped(changes)
    if as_json:
        cli_json.emit(
            {
                "document": given.name,
                "episode": changes.episode,
                "passages": counts,
                "skipped": {PAUSED: 1} if paused else {},
                "outcomes": changes.outcomes if every_outcome else None,
            }
        )
        return
    if every_outcome:
        cli_text.outcomes(changes, "no outcomes")
    if paused:
        cli_text.say(f"{given.name}: nothing was kept ({PAUSED})")
        return
    done = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    cli_text.say(f"{given.name}: passages: {done}")
    if not counts["added"] and not counts["removed"]:
        cli_text.say("already known: nothing has changed")
    for outcome in changes.outcomes:
        if outcome.reason.startswith("masked"):
            cli_text.say(outcome.reason)


def _counts(changes: ChangeSet) -> dict[str, int]:
    done = Counter(
        o.action for o in changes.outcomes if o.reason != PAUSED and not o.reason.startswith("masked")
    )
    return {what: done[action] for action, what in _TOLD.items()}


def label_of(file: str) -> str:
    return "standard input" if file == "-" else file


def content(file: str, most: int | None = None) -> bytes:
    """The bytes of a file or of standard input. Raises InvalidInput: not to be read, or over `most`."""
    limit = -1 if most is None else most + 1
    try:
        if file == "-":
            found = sys.stdin.buffer.read(limit)
        else:
            with Path(file).open("rb") as stream:
                found = stream.read(limit)
    except OSError as error:
        raise InvalidInput(f"{label_of(file)} cannot be read: {error.strerror or error}") from None
    if most is not None and len(found) > most:
        raise InvalidInput(
            f"{label_of(file)} is too large: a document has at most {documents.LARGEST:,} characters"
        )
    return found
