"""Restoring: an export as the one write that makes its namespace again. Pure."""

from __future__ import annotations

from datetime import datetime

from graphmem import pauses
from graphmem.belief import successions
from graphmem.errors import Conflict
from graphmem.model import ChangeSet, Outcome
from graphmem.portable import Export, things
from graphmem.store import View, Whole

_LEFT = ("entity", "name")
"""What is left when all that was said is erased: the person."""


def restore(view: View, export: Export) -> ChangeSet:
    """All of an export, into a namespace that holds nothing. Raises Conflict where it holds something else."""
    found = view.whole()
    held, given = things(found), things(export.whole)
    if any(some for kind, some in held.items() if kind not in _LEFT):
        if held == given:
            same = Outcome("unchanged", export.namespace, "the namespace holds just what the export does")
            return ChangeSet(outcomes=(same,))
        raise Conflict(
            f"namespace {export.namespace!r} is not empty: an export is restored into an empty one only. "
            "Forget everything of that user first, or use another store; nothing was changed"
        )
    if view.paused:
        return pauses.skipped([export.namespace])
    whole = export.whole
    slots = {a.fact: a.slot for a in whole.assertions}
    pairs = successions([r for r in whole.rows if r.id in slots], slots)
    told = [Outcome("added", f"{kind}: {len(some)}", "restored") for kind, some in given.items() if some]
    return ChangeSet(
        outcomes=tuple(told),
        removed_entities=tuple(e.id for e in found.entities if e not in export.whole.entities),
        episodes=whole.episodes,
        turns=whole.turns,
        entities=whole.entities,
        names=whole.names,
        mentions=whole.mentions,
        assertions=whole.assertions,
        rows=whole.rows,
        merges=tuple(given["merge"]),
        pins=tuple((fact, True) for fact in whole.pins),
        paused=() if whole.paused is None else (whole.paused,),
        supersedes=tuple((new.id, new.version, old.id, old.version) for new, old in pairs),
        recorded_at=_clock(view, whole),
        sequence=max(view.sequence, whole.sequence),
        policies=whole.policies,
    )


def _clock(view: View, whole: Whole) -> datetime:
    """The export's, unless something was kept, and erased, here before: no recorded time may come twice."""
    return whole.recorded_at if not view.policies else max(view.now, whole.recorded_at)
