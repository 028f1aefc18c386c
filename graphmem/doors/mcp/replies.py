"""Results of tools: structured, with a text beside; and errors as results that say what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from mcp.types import CallToolResult, TextContent

from graphmem import prompt, tokens
from graphmem.dates import shown
from graphmem.doors.mcp.pages import weight
from graphmem.doors.mcp.shapes import given
from graphmem.errors import GraphmemError, code
from graphmem.model import ChangeSet, Fact, Outcome, Turn
from graphmem.names import has_cjk

TOLD_OF_A_WRITE = 2_000
"""Tokens of the outcomes that a write lists."""
_OF_A_TURN = 300
"""Tokens of a turn's text in an answer."""


def reply(structured: dict[str, Any], text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=structured)


def refused(error: GraphmemError) -> CallToolResult:
    """An error as a result, so that a model reads what to do; its number (see `errors.CODES`) is in `_meta` too."""
    kind, number = type(error).__name__, code(error).mcp
    return CallToolResult(
        content=[TextContent(type="text", text=f"{kind} ({number}): {error}")],
        is_error=True,
        _meta={"graphmem/error": {"kind": kind, "code": number}},
    )


def fact(found: Fact, group: str = "") -> dict[str, Any]:
    """A fact, what is usual left out."""
    told = {"id": found.id, "text": found.text, "subject": str(found.subject)}
    told |= {"predicate": found.predicate, "object": str(found.object)}
    return told | given(
        group=group,
        since=shown(found.valid_at, found.valid_precision, found.valid_offset),
        until=shown(found.invalid_at, found.invalid_precision, found.invalid_offset),
        stance="" if found.stance == "stated" else found.stance,
        source="" if found.source == "explicit" else found.source,
        confidence=None if found.confidence == 1 else found.confidence,
        stale=found.stale or None,
        pinned=found.pinned or None,
        sensitive=found.sensitive or None,
        reason=found.reason,
    )


def version(found: Fact) -> dict[str, Any]:
    """A fact of a history, with when it was believed; version 0 never was."""
    return fact(found) | given(
        version=found.version,
        believedFrom=found.recorded_at.isoformat(),
        believedUntil=found.expired_at.isoformat() if found.expired_at else None,
    )


def turn(found: Turn, changed: bool = False) -> dict[str, Any]:
    told = {"id": found.id, "at": shown(found.at, "day", found.offset)}
    told |= {"speaker": found.speaker or found.role, "text": clipped(found.text)}
    return told | given(episode=found.episode, changed=changed or None)


def clipped(text: str) -> str:
    """A long text's beginning."""
    kept = tokens.truncate(text, _OF_A_TURN)
    return text if kept == text else f"{kept}…"


def lines(facts: Sequence[Fact]) -> str:
    """Facts as a prompt tells them, each with its id."""
    language = "zh" if any(has_cjk(f.text) for f in facts) else "en"
    return "\n".join(prompt.fact_line(f, language) for f in facts)


def history_lines(facts: Sequence[Fact]) -> str:
    """Versions as lines; one that does not hold says why."""
    language = "zh" if any(has_cjk(f.text) for f in facts) else "en"
    return "\n".join(prompt.fact_line(f, language) + (f" – {f.reason}" if f.reason else "") for f in facts)


def changes(done: ChangeSet) -> CallToolResult:
    """What a write did: every outcome with its reason, as far as they fit, and how many of each kind."""
    kept: list[Outcome] = []
    spent = 0
    for outcome in done.outcomes:
        spent += weight(_outcome(outcome))
        if kept and spent > TOLD_OF_A_WRITE:
            break
        kept.append(outcome)
    left = len(done.outcomes) - len(kept)
    structured = {
        "counts": dict(sorted(Counter(o.action for o in done.outcomes).items())),
        "outcomes": [_outcome(o) for o in kept],
        **given(episode=done.episode, left=left or None),
    }
    told = [f"{o.action}: {o.text} ({o.reason}){f' [{o.fact[:8]}]' if o.fact else ''}" for o in kept]
    told += [f"… and {left} more"] if left else []
    return reply(structured, "\n".join(told) or "nothing changed")


def _outcome(outcome: Outcome) -> dict[str, Any]:
    told = {"action": outcome.action, "text": clipped(outcome.text), "reason": outcome.reason}
    return told | given(fact=outcome.fact)
