"""What the engine answers → JSON: ISO dates, ids, texts; the same keys always. For `--json`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

from graphmem.model import ChangeSet, Entity, Fact, Outcome, ProfileSection, Recalled


def emit(value: Any) -> None:
    """Prints one JSON document; in an encoding without Chinese as ASCII with escapes."""
    unicode = (sys.stdout.encoding or "utf-8").lower().replace("-", "").startswith("utf")
    print(json.dumps(data(value), ensure_ascii=not unicode, indent=2))


def data(value: Any) -> Any:
    """Dataclasses as objects by field, save for those that have a shape of their own."""
    for kind, shape in _SHAPES.items():
        if isinstance(value, kind):
            return shape(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(k): data(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [data(v) for v in value]
    if is_dataclass(value):
        return _fields(value)
    return value


def _fields(value: Any) -> dict[str, Any]:
    return {f.name: data(getattr(value, f.name)) for f in fields(value)}


def _fact(fact: Fact) -> dict[str, Any]:
    """`subject` and `object` as text, with `subject_id` and `object_id`: null for a literal."""
    target = fact.object
    return {
        **{f.name: data(getattr(fact, f.name)) for f in fields(fact) if f.name not in ("subject", "object")},
        "subject": str(fact.subject),
        "subject_id": fact.subject.id,
        "object": str(target),
        "object_id": target.id if isinstance(target, Entity) else None,
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {name: getattr(outcome, name) for name in ("action", "text", "reason", "fact")}


def _changes(changes: ChangeSet) -> dict[str, Any]:
    return {
        "episode": changes.episode or None,
        "counts": dict(sorted(Counter(o.action for o in changes.outcomes).items())),
        "outcomes": data(changes.outcomes),
    }


def _recall(recall: Recalled) -> dict[str, Any]:
    ranked = [{**_fact(f), "score": data(recall.scores.get(f.id))} for f in recall.facts]
    return {**_fields(recall), "facts": ranked, "scores": data(recall.scores), "nothing": recall.nothing}


def _section(section: ProfileSection) -> dict[str, Any]:
    return {**_fields(section), "entity": str(section.entity), "entity_id": section.entity.id}


_SHAPES: dict[type, Any] = {
    Fact: _fact,
    Outcome: _outcome,
    ChangeSet: _changes,
    Recalled: _recall,
    ProfileSection: _section,
}
