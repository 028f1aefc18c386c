"""What the graph's tools answer, in the official server's shapes: pure, of what a write did or a graph holds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any

from mcp.types import CallToolResult

from graphmem import sensitive
from graphmem.doors.mcp import listing, pages, replies, shapes
from graphmem.doors.mcp.graph import OBSERVATIONS, Graph, Node
from graphmem.model import ChangeSet
from graphmem.names import name_key


def placed(fact: dict[str, Any], node: Node | None) -> dict[str, Any]:
    """Said of just this entity, should another kind of thing have the same name."""
    return fact | ({"subject_kind": node.end.kind} if node and node.end.kind else {})


def added_to(done: ChangeSet) -> dict[str, list[str]]:
    """By name key of the subject: the observations that were not known before, as they were kept."""
    found: dict[str, list[str]] = {}
    for outcome in done.added:
        c = outcome.candidate
        if c and c.predicate in OBSERVATIONS:
            found.setdefault(name_key(c.subject), []).append(c.object)
    return found


def taken(added: dict[str, list[str]], node: Node, wanted: Sequence[str]) -> list[str]:
    """Takes an entity's added observations, once, however often the entity is named."""
    return added.pop(name_key(node.end.subject), []) if wanted else []


def notes(done: ChangeSet) -> list[str]:
    """What a client should hear beside the result: what was not taken, and what a new relation ended."""
    other = [o for o in done.outcomes if o.action not in ("added", "reinforced")]
    told = list(dict.fromkeys(f"{o.action}: {o.text} ({o.reason})" for o in other))
    spent = accumulate(pages.weight(note) for note in told)
    kept = max(1, sum(cost <= replies.TOLD_OF_A_WRITE for cost in spent))
    return told[:kept] + ([f"… and {len(told) - kept} more"] if len(told) > kept else [])


def written(done: ChangeSet) -> frozenset[str]:
    """The keys of all names in what was to be written, as they are kept."""
    found = (o.candidate for o in done.outcomes if o.candidate)
    return frozenset(name_key(name) for c in found for name in (c.subject, c.object))


def as_kept(name: str, keys: Collection[str]) -> str:
    """A name as it is kept, `keys` being of `written`: one that holds a sensitive value may be masked."""
    given = name.strip()
    if name_key(given) in keys:
        return given
    masked, _ = sensitive.mask(given)
    return masked if name_key(masked) in keys else given


def listed(structured: dict[str, Any], name: str) -> CallToolResult:
    """As the official server: the text is the list alone, unless there is more to tell."""
    alone = len(structured) == 1
    return replies.reply(structured, pages.text(structured[name] if alone else structured))


def deleted(what: str, missing: Sequence[str]) -> CallToolResult:
    """Success, as what is not there is as good as deleted; but it is told."""
    message = f"{what} deleted successfully"
    message += f"; not found, so nothing to delete: {'; '.join(missing)}" if missing else ""
    return replies.reply(
        {"success": True, "message": message} | shapes.given(notFound=list(missing)), message
    )


def paged(
    graph: Graph,
    found: Sequence[listing.Unit],
    beside: dict[str, Any],
    max_tokens: int,
    asked: str,
    cursor: str | None,
    dates: bool,
) -> CallToolResult:
    """The page after `cursor`; `beside` goes with each."""
    kept, more = pages.page(
        found, lambda u: u.key, lambda u: listing.cost(graph, u, dates), max_tokens, asked, cursor
    )
    structured = listing.answer(graph, kept, dates) | beside | shapes.given(nextCursor=more)
    return replies.reply(structured, pages.text(structured))


def resource(graph: Graph, max_tokens: int, user: str) -> dict[str, Any]:
    """The graph as a resource: its first page, with a cursor for `read_graph` if there is more."""
    found = listing.units(graph, list(graph.nodes.values()))
    asked = pages.question("read_graph", user)
    kept, more = pages.page(
        found, lambda u: u.key, lambda u: listing.cost(graph, u, False), max_tokens, asked, None
    )
    return listing.answer(graph, kept, False) | shapes.given(nextCursor=more)
