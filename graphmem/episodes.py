"""A stretch of messages → an episode, its turns and the drafts of its facts. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from graphmem import declines
from graphmem.consolidate import from_text, keys_of
from graphmem.model import Candidate, ChangeSet, Episode, Extraction, Message, Outcome, Role, Turn, digest
from graphmem.registry import Registry
from graphmem.store import Ahead, View

KEPT_ROLES: frozenset[Role] = frozenset({"user", "assistant"})
"""Whose words are kept as turns: a system prompt or a tool's output is not a memory."""
WORTH_KEEPING = 4
"""A conversation of so many messages is kept even without a fact, its last few, committed apart, too."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What is committed at once. `first`: the ordinal of its first message. `explicit`: asked to remember.

    `told`: outcomes from before extraction.
    """

    session: str
    messages: tuple[Message, ...]
    first: int = 0
    explicit: bool = False
    told: tuple[Outcome, ...] = ()


def turn_id(namespace: str, session: str, ordinal: int, message: Message) -> str:
    """The same import gives the same turn."""
    at = message.at.isoformat()
    return digest("turn", namespace, session, str(ordinal), message.role, message.name, at, message.content)


def turns_of(namespace: str, stretch: Stretch) -> dict[int, Turn]:
    """The turns to keep, by the index of their message."""
    turns: dict[int, Turn] = {}
    for index, message in enumerate(stretch.messages):
        if message.role in KEPT_ROLES and message.content.strip():
            offset = message.at.utcoffset() or timedelta()
            ordinal = stretch.first + index
            turns[index] = Turn(
                id=turn_id(namespace, stretch.session, ordinal, message),
                episode="",
                ordinal=ordinal,
                role=message.role,
                speaker=message.name,
                text=message.content,
                at=message.at,
                offset=int(offset.total_seconds() // 60),
            )
    return turns


def ahead(namespace: str, turns: Sequence[str], stretch: Stretch, extraction: Extraction) -> Ahead:
    """What `keep` will ask its view for. `turns`: the ids of the stretch's turns."""
    names = {m.name for m in extraction.mentions} | {m.name for m in stretch.messages if m.name}
    return Ahead(tuple(turns), keys_of(namespace, extraction.candidates, names))


def keep(view: View, stretch: Stretch, extraction: Extraction, registry: Registry) -> ChangeSet:
    """Takes a stretch in: its new turns as one episode, and its facts. Turns known already change nothing."""
    turns = turns_of(view.namespace, stretch)
    refused = (*stretch.told, *(Outcome("skipped", r.text, r.reason) for r in extraction.rejected))
    known = {t.id for t in view.turns([t.id for t in turns.values()])}
    fresh = {i: t for i, t in turns.items() if t.id not in known}
    if not fresh:
        reason = (
            "already known: the same messages were kept before" if turns else "nothing that is kept was said"
        )
        return ChangeSet(outcomes=(Outcome("skipped", first_words(stretch), reason),))
    spoken = stretch.first + len(turns)
    worth = spoken >= WORTH_KEEPING or bool(extraction.candidates) or stretch.explicit
    if not worth:
        reason = "too little to keep: no fact, no request to remember, fewer than 4 messages"
        return ChangeSet(outcomes=(*refused, Outcome("skipped", first_words(stretch), reason)))
    identity = digest("episode", view.namespace, stretch.session, *(t.id for t in fresh.values()))
    placed = {i: replace(t, episode=identity) for i, t in fresh.items()}
    episode = Episode(
        id=identity,
        session=stretch.session,
        summary=extraction.summary or first_words(stretch),
        occurred_at=min(t.at for t in placed.values()).astimezone(UTC),
        recorded_at=view.now,
        topics=extraction.topics,
        importance=_importance(stretch, extraction),
    )
    kept = tuple(replace(t, at=t.at.astimezone(UTC)) for t in placed.values())
    base = ChangeSet(outcomes=refused, episode=identity, episodes=(episode,), turns=kept)
    drafts = [
        draft
        for c in extraction.candidates
        if c.turn in placed
        for draft in from_text(_spoken(c, stretch.messages[c.turn]), placed[c.turn])
    ]
    named = [(identity, m.name) for m in extraction.mentions]
    named += [(identity, t.speaker) for t in placed.values() if t.speaker]
    return declines.record(view, drafts, registry, base, named)


def _spoken(c: Candidate, message: Message) -> Candidate:
    """What the speaker says of themselves is about the one whose name the message bears."""
    if not message.name:
        return c
    if c.subject in ("user", "用户"):
        return replace(c, subject=message.name, subject_kind="person")
    for mine, theirs in (("user's ", f"{message.name}'s "), ("用户的", f"{message.name}的")):
        if c.subject.startswith(mine):
            return replace(c, subject=theirs + c.subject[len(mine) :])
    return c


def _importance(stretch: Stretch, extraction: Extraction) -> float:
    """0 to 1; asked to remember weighs most."""
    found = 0.5 if extraction.importance is None else extraction.importance
    return min(1.0, max(0.0, found + (0.3 if stretch.explicit else 0.0)))


def first_words(stretch: Stretch, length: int = 200) -> str:
    """What its first message of the user says, or else its first one."""
    text = next((m.content for m in stretch.messages if m.role == "user"), "") or next(
        (m.content for m in stretch.messages), ""
    )
    return " ".join(text.split())[:length]


def api_episodes(view: View, wanted: Iterable[tuple[str, datetime]]) -> dict[str, Episode]:
    """The episodes that structured facts are said in, by what `api_label` calls them, asked for at once.

    `wanted`: (the caller's name for it, or its id, or '' for one a day; when said). One that is missing is new:
    its `recorded_at` is the view's.
    """
    first: dict[str, datetime] = {}
    for name, at in wanted:
        label = api_label(name, at)
        first[label] = min(at, first.get(label, at))
    ids = {label: digest("episode", view.namespace, "api", label) for label in first}
    known = {e.id: e for e in view.episodes([*ids.values(), *first])}
    return {
        label: known.get(label)
        or known.get(ids[label])
        or Episode(ids[label], label, "", at.astimezone(UTC), view.now, importance=0.5)
        for label, at in first.items()
    }


def api_label(name: str, at: datetime) -> str:
    return name or f"api {at:%Y-%m-%d}"


def api_turn(view: View, at: datetime, text: str, episode: str, number: int) -> Turn:
    """The turn that a structured fact is said in. `episode`: its id. `number`: within this write."""
    offset = int((at.utcoffset() or timedelta()).total_seconds() // 60)
    ordinal = view.sequence + 1 + number
    return Turn(
        id=digest("turn", view.namespace, "api", episode, str(ordinal), at.isoformat(), text),
        episode=episode,
        ordinal=ordinal,
        role="api",
        speaker="",
        text=text,
        at=at.astimezone(UTC),
        offset=offset,
    )


def spoken_fact(c: Candidate) -> str:
    """The text of an API turn."""
    about = f" [{c.category}]" if c.category else ""
    return f"{c.subject} {c.predicate}{about} {c.object}"


def retold(summarise: Callable[[Sequence[Message]], str]) -> Callable[[Sequence[Turn]], str]:
    """A summary of turns by what summarises messages."""
    return lambda turns: summarise([Message(t.role, t.text, t.at, t.speaker) for t in turns])
