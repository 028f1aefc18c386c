"""What turns are evidence for, as a search needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphmem.store.sqlite.connection import among, time_text
from graphmem.timeline import MAX

if TYPE_CHECKING:
    from graphmem.store.sqlite.search import Reach

BEFORE_OPEN = time_text(MAX.replace(year=9998))
"""What is believed now expires at MAX, the only time stored that is after this one."""


def held(reach: Reach, turns: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """By turn, the sensitive things it is evidence for."""
    found: dict[str, list[tuple[str, str]]] = {}
    if reach.query.sensitive and turns:
        these, ids = among(turns)
        those, predicates = among(reach.query.sensitive)
        for turn, predicate, thing in reach.connection.execute(
            f"SELECT turn, predicate, object_name FROM assertion WHERE namespace = ? AND turn {these} "
            f"AND predicate {those} AND withdrawn_at = ?",
            (reach.namespace, ids, predicates, time_text(MAX)),
        ):
            found.setdefault(turn, []).append((predicate, thing))
    return found


def changed(reach: Reach, turns: Sequence[str]) -> frozenset[str]:
    """Those that gave facts, of which none that they claim for the query's point holds then."""
    if not turns:
        return frozenset()
    clause, ids = among(turns)
    found = reach.connection.execute(
        "SELECT a.turn FROM assertion a WHERE a.namespace = ?1 "
        f"AND a.turn {clause.replace('?', '?2')} AND a.stance NOT IN ('ended', 'negated') AND a.recorded_at <= ?3 "
        "GROUP BY a.turn HAVING min(a.withdrawn_at <= ?4 OR ("
        "(a.stance <> 'stated' OR (a.valid_at <= ?5 AND a.invalid_at > ?5)) "
        "AND NOT EXISTS (SELECT 1 FROM fact f WHERE f.namespace = a.namespace AND f.id = a.fact "
        "AND f.recorded_at <= ?3 AND f.expired_at > ?4 "
        "AND (f.stance <> 'stated' OR (f.valid_at <= ?5 AND f.invalid_at > ?5)))))",
        (reach.namespace, ids, reach.known, reach.after, reach.as_of),
    )
    return frozenset(turn for (turn,) in found)
