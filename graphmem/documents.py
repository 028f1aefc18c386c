"""A document → its passages as turns of one episode, and what that changes in what is kept. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from graphmem.errors import InvalidInput
from graphmem.layout import unified
from graphmem.lifecycle import Erasure, erase
from graphmem.model import ChangeSet, Episode, Message, Outcome, Turn, digest
from graphmem.names import checked
from graphmem.passages import Passage, cut
from graphmem.registry import Registry
from graphmem.store import Lookup, View

LARGEST = 1_000_000
"""Characters of a document at most."""
BATCH = 500
"""Passages written in one transaction: others wait that long for the store."""
_SHOWN = 80


def decoded(content: bytes, label: str) -> str:
    """A file's bytes as text. Raises InvalidInput, naming `label`, for what is no UTF-8 text."""
    if b"\0" in content:
        raise InvalidInput(f"{label} is a binary file: give Markdown or plain text")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidInput(f"{label}:{line} is not UTF-8: convert the file first") from None


def message(text: str, name: str, at: datetime) -> Message:
    """A document as given. Raises InvalidInput: blank, too large, binary, without a name."""
    named = checked(name, "name", 300)
    plain = unified(text) if isinstance(text, str) else text
    return Message("document", checked(plain, "text", LARGEST), at, named)


@dataclass(frozen=True, slots=True)
class Document:
    """What is to be kept of a document: each passage once, in its order. `told`: outcomes from before."""

    name: str
    episode: str
    summary: str
    turns: tuple[Turn, ...]
    told: tuple[Outcome, ...] = ()

    @classmethod
    def of(cls, namespace: str, given: Message, told: tuple[Outcome, ...] = ()) -> Document:
        """From a message that may be written. Raises InvalidInput when nothing is left to keep."""
        if not given.content:
            raise InvalidInput("; ".join(o.reason for o in told).replace("message", "document"))
        episode = digest("episode", namespace, "document", given.name)
        found = cut(given.content)
        if not any(c.isalnum() for passage in found for c in passage.text):
            raise InvalidInput(f"document {given.name!r} has no words to keep")
        offset = int((given.at.utcoffset() or timedelta()).total_seconds() // 60)
        at = given.at.astimezone(UTC)
        turns: dict[str, Turn] = {}
        for passage in found:
            identity = digest("turn", namespace, "document", given.name, passage.text)
            turn = Turn(identity, episode, len(turns), "document", given.name, passage.text, at, offset)
            turns.setdefault(identity, turn)
        return cls(given.name, episode, _summary(found), tuple(turns.values()), told)

    def steps(self, dry_run: bool) -> list[int]:
        """How many passages are to be kept after each write; a dry run is one."""
        return [len(self.turns)] if dry_run else [*range(BATCH, len(self.turns), BATCH), len(self.turns)]

    def answer(self, changes: ChangeSet) -> ChangeSet:
        """What was done over all steps, an outcome a passage: added, skipped as kept before, erased."""
        done = Counter(o.action for o in changes.outcomes)
        added = {o.fact for o in changes.outcomes if o.action == "added"}
        reason = (
            "already known: the passage has not changed" if done else "already known: nothing has changed"
        )
        kept = [Outcome("skipped", _shown(t), reason) for t in self.turns if t.id not in added]
        outcomes = (*self.told, *(replace(o, fact="") for o in changes.outcomes), *kept)
        return replace(changes, outcomes=outcomes, episode=self.episode)


def keep(view: View, registry: Registry, document: Document, upto: int) -> ChangeSet:
    """The first `upto` passages kept; with the last, what the document no longer holds is erased.

    A passage known already stays as it is, with its time; its place may change.
    """
    stored = {t.id: t for t in view.turns((), [document.episode])}
    placed = _placed(document.turns, stored)
    part = placed[:upto]
    fresh = [t for t in part if t.id not in stored]
    moved = [replace(stored[t.id], ordinal=t.ordinal) for t in part if _moves(t, stored)]
    wanted = {t.id for t in placed}
    gone = [t for t in stored.values() if t.id not in wanted] if upto >= len(placed) else []
    if not (fresh or moved or gone):
        return ChangeSet()
    base = ChangeSet(recorded_at=view.now, sequence=view.sequence)
    if gone:
        ids = tuple(t.id for t in gone)
        base = erase(view, registry, Erasure(view.assertions(Lookup(turns=ids)), turns=ids))
    times = [t.at for t in (*stored.values(), *fresh) if t not in gone]
    return replace(
        base,
        outcomes=(
            *(Outcome("added", _shown(t), f"a passage of {document.name}", t.id) for t in fresh),
            *(Outcome("erased", _shown(t), f"no longer in {document.name}") for t in gone),
        ),
        episode=document.episode,
        episodes=_episode(view, document, min(times)),
        turns=(*base.turns, *fresh, *moved),
    )


def _placed(turns: Sequence[Turn], stored: dict[str, Turn]) -> list[Turn]:
    """With ordinals that follow each other, counted so that as few as possible of those stored move."""
    shifts = Counter(stored[t.id].ordinal - t.ordinal for t in turns if t.id in stored)
    shift = shifts.most_common(1)[0][0] if shifts else 0
    return [replace(t, ordinal=t.ordinal + shift) for t in turns]


def _moves(turn: Turn, stored: dict[str, Turn]) -> bool:
    return turn.id in stored and stored[turn.id].ordinal != turn.ordinal


def _episode(view: View, document: Document, since: datetime) -> tuple[Episode, ...]:
    """The document's episode, unless it is kept just so."""
    known = {e.id: e for e in view.episodes([document.episode])}.get(document.episode)
    recorded = known.recorded_at if known else view.now
    episode = Episode(document.episode, document.name, document.summary, since, recorded)
    return () if known == episode else (episode,)


def _summary(passages: Sequence[Passage], length: int = 200) -> str:
    """Its headings, or else its first words."""
    headings = list(dict.fromkeys(p.heading.split(" › ")[-1] for p in passages if p.heading))
    text = "; ".join(headings) or passages[0].body
    return " ".join(text.split())[:length]


def _shown(turn: Turn) -> str:
    text = " ".join(turn.text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
