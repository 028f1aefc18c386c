"""Declining: an inferred fact is withdrawn with a mark, and while that stands it is not inferred again. Pure.

The refusal is the withdrawn assertion itself, so it follows names and merges, and goes where its words go.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from graphmem import consolidate
from graphmem.consolidate import Draft
from graphmem.errors import Conflict
from graphmem.model import OPEN_STANCES, Assertion, ChangeSet, Outcome
from graphmem.registry import Registry
from graphmem.store import Lookup, View

DECLINED = "declined: it is not to be inferred again"
REFUSED = "declined before: not inferred again, unless the person says so"
_SAYING = ("stated", *OPEN_STANCES)


def decline(view: View, registry: Registry, fact: str) -> ChangeSet:
    """Withdraws an inferred fact for good. Raises NotFound, and Conflict for one that was said outright."""
    if any(a.live and a.source == "explicit" for a in consolidate.assertions_of(view, fact)):
        raise Conflict(
            f"fact {fact!r} was not inferred but said outright: `retract` takes it back, `correct` puts another "
            "value in its place"
        )
    return consolidate.withdraw(view, registry, fact, DECLINED)


def declined(said: Iterable[Assertion]) -> frozenset[str]:
    """The facts that are refused, from all that was said of them.

    The person's own word ends a refusal, whatever becomes of that word later; a denial is not one.
    """
    refused: dict[str, Assertion] = {}
    spoken: dict[str, list[Assertion]] = {}
    for a in said:
        if a.source == "explicit" and a.stance in _SAYING:
            spoken.setdefault(a.fact, []).append(a)
        elif a.withdrawn_at and a.withdrawn_why == DECLINED:
            last = refused.get(a.fact)
            if last is None or last.withdrawn_at is None or last.withdrawn_at < a.withdrawn_at:
                refused[a.fact] = a
    return frozenset(f for f, a in refused.items() if not any(_after(s, a) for s in spoken.get(f, ())))


def _after(word: Assertion, refusal: Assertion) -> bool:
    return word.live or (refusal.withdrawn_at is not None and word.recorded_at > refusal.withdrawn_at)


def record(
    view: View,
    drafts: Sequence[Draft],
    registry: Registry,
    base: ChangeSet | None = None,
    named: Sequence[tuple[str, str]] = (),
) -> ChangeSet:
    """`consolidate.record` of what was not declined before; what was is told, and not kept. Raises as that does."""
    base = base or ChangeSet()
    refused = _refused(view, drafts, registry)
    if not refused:
        return consolidate.record(view, drafts, registry, base, named)
    kept = [d for number, d in enumerate(drafts) if number not in refused]
    told = tuple(
        Outcome("skipped", _text(a), REFUSED, a.fact, drafts[n].candidate) for n, a in refused.items()
    )
    base = _heard(replace(base, outcomes=base.outcomes + told), {d.turn.id for d in kept})
    if not (kept or named or base.turns):
        return ChangeSet(outcomes=base.outcomes)
    return consolidate.record(view, kept, registry, base, named)


def _refused(view: View, drafts: Sequence[Draft], registry: Registry) -> dict[int, Assertion]:
    """By the number of its draft, what is declined when its turn comes: words before it in one write count."""
    inferred = {n for n, d in enumerate(drafts) if _infers(d)}
    if not inferred:
        return {}
    made = consolidate.drafted(view, drafts, registry)
    facts = tuple(sorted({made[n].fact for n in inferred}))
    standing = set(declined(view.assertions(Lookup(facts=facts))))
    found = {}
    for number, a in enumerate(made):
        if a.source == "explicit" and a.stance in _SAYING:
            standing.discard(a.fact)
        elif number in inferred and a.fact in standing:
            found[number] = a
    return found


def _infers(draft: Draft) -> bool:
    return draft.candidate.source == "inferred" and draft.candidate.stance in _SAYING


def _heard(base: ChangeSet, spoken: set[str]) -> ChangeSet:
    """Without the turns that only structured facts would have been said in, and the episodes these leave empty."""
    turns = tuple(t for t in base.turns if t.role != "api" or t.id in spoken)
    left = {t.episode for t in turns}
    episodes = tuple(e for e in base.episodes if e.id in left)
    return replace(base, turns=turns, episodes=episodes, episode=base.episode if base.episode in left else "")


def _text(a: Assertion) -> str:
    return f"{a.subject_name} {a.predicate.replace('_', ' ')} {a.object_name}"
