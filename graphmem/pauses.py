"""Pausing: while a namespace is paused, nothing is taken in. Pure, and decided under the namespace's lock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from graphmem.model import ChangeSet, Outcome

if TYPE_CHECKING:
    from graphmem.registry import Registry
    from graphmem.store import View
    from graphmem.writing import Plan

PAUSED = "paused: nothing is remembered until `resume`"


def skipped(texts: Iterable[str]) -> ChangeSet:
    """The answer to a write that would remember these. Nothing is stored."""
    return ChangeSet(outcomes=tuple(Outcome("skipped", text, PAUSED) for text in texts))


def stopped(changes: ChangeSet) -> bool:
    """Whether a pause kept something of it from being remembered."""
    return any(o.reason == PAUSED for o in changes.outcomes)


def unless_paused(plan: Plan, texts: Iterable[str]) -> Plan:
    """A plan that remembers `texts`, save while its namespace is paused."""
    told = tuple(texts)
    return lambda view, registry: skipped(told) if view.paused else plan(view, registry)


def pause(view: View, registry: Registry) -> ChangeSet:
    if view.paused:
        return ChangeSet(outcomes=(Outcome("skipped", view.namespace, "it was paused already"),))
    return ChangeSet(
        outcomes=(Outcome("noted", view.namespace, PAUSED),),
        paused=(view.now,),
        recorded_at=view.now,
        sequence=view.sequence,
    )


def resume(view: View, registry: Registry) -> ChangeSet:
    if not view.paused:
        return ChangeSet(outcomes=(Outcome("skipped", view.namespace, "it was not paused"),))
    return ChangeSet(
        outcomes=(Outcome("noted", view.namespace, "resumed: what is said is remembered again"),),
        paused=(None,),
        recorded_at=view.now,
        sequence=view.sequence,
    )
