"""Public sets as groups of conversations and questions; none of them is part of the project.

A group is searched by itself. A question's gold ids name units: a turn, an exchange or a session, as its set counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from export import questions, read, sessions

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """One message. `unit`: the id by which the set's gold answers name it."""

    unit: str
    role: Literal["user", "assistant"]
    name: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    gold: frozenset[str]
    category: str
    older: frozenset[str] = frozenset()


@dataclass(slots=True)
class Group:
    """`user`: whose memory; '' if the group is not one person's. `language`: en or zh."""

    name: str
    language: str
    sessions: dict[str, list[Said]] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)

    @property
    def said(self) -> list[Said]:
        return [s for session in self.sessions.values() for s in session]


CATEGORY = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


def locomo(folder: Path) -> Iterator[Group]:
    """Two people's talk; a unit is a turn, with what its photo shows. Corrected evidence where it is known."""
    fixed = {
        e["question_id"]: e["correct_evidence"]
        for e in read(_one(folder, "locomo_audit_errors*"))
        if e.get("correct_evidence")
    }
    for number, sample in enumerate(read(_one(folder, "locomo_dev*", "locomo10*", "locomo_[!a]*"))):
        group = Group(f"locomo-{number}", "en")
        conversation = sample["conversation"]
        for index, begin, turns in sessions(conversation):
            group.sessions[str(index)] = [
                Said(
                    t["dia_id"],
                    "user",
                    t["speaker"],
                    f"{t['text'].strip()} [{t['blip_caption']}]".strip()
                    if t.get("blip_caption")
                    else t["text"].strip() or "…",
                    begin + timedelta(minutes=minute),
                )
                for minute, t in enumerate(turns)
            ]
        for place, q in enumerate(sample["qa"]):
            better = fixed.get(f"locomo_{number}_qa{place}")
            corrected = {**q, "evidence": better} if better else q
            asked = next(questions({**sample, "qa": [corrected]}))
            if asked["evidence"]:
                gold = frozenset(asked["evidence"])
                group.questions.append(Question(asked["question"], gold, CATEGORY[asked["category"]]))
        yield group


def longmemeval(folder: Path) -> Iterator[Group]:
    """One pool of sessions with an assistant; a unit is a session."""
    data = read(_one(folder, "longmemeval*"))
    group = Group("longmemeval", "en")
    for s in data["sessions"]:
        begin = datetime.strptime(re.sub(r" \(\w+\)", "", s["date"]), "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
        group.sessions[s["session_id"]] = [
            Said(s["session_id"], t["role"], "", t["content"], begin + timedelta(minutes=i))
            for i, t in enumerate(s["turns"])
            if t["role"] == "user" and t["content"].strip()
        ]
    group.questions = [
        Question(q["question"], frozenset(q["answer_session_ids"]), q["question_type"])
        for q in data["questions"]
    ]
    yield group


def memorybank(folder: Path, language: str) -> Iterator[Group]:
    """Ten days of a person's chat with a companion; a unit is an exchange, with both its messages."""
    for user in read(_one(folder, "memorybank*"))["cn" if language == "zh" else "en"]:
        group = Group(user["user"], language)
        for place, t in enumerate(user["turns"]):
            begin = datetime.fromisoformat(t["date"]).replace(tzinfo=UTC) + timedelta(hours=9, minutes=place)
            day = group.sessions.setdefault(t["id"].split(".")[0], [])
            day.append(Said(t["id"], "user", "", t["query"], begin))
            day.append(Said(t["id"], "assistant", "", t["response"], begin + timedelta(seconds=20)))
        group.questions = [
            Question(q["question"], frozenset(q["evidence"]), language) for q in user["questions"]
        ]
        yield group


def beam(folder: Path) -> Iterator[Group]:
    """Long chats with an assistant about a project; a unit is a user's message."""
    for chat in read(_one(folder, "beam*")):
        group = Group(f"beam-{chat['chat']}", "en")
        anchor = datetime(2024, 1, 1, tzinfo=UTC)
        for m in chat["messages"]:
            if m.get("time_anchor"):
                anchor = datetime.strptime(m["time_anchor"], "%B-%d-%Y").replace(tzinfo=UTC)
            if m["role"] == "user" and m["content"].strip():
                at = anchor + timedelta(hours=9, seconds=int(m["id"]))
                group.sessions.setdefault(str(m["batch"]), []).append(
                    Said(str(m["id"]), "user", "", m["content"][:2000], at)
                )
        known = {s.unit for s in group.said}
        for q in chat["questions"]:
            source = q["source_chat_ids"]
            gold = frozenset(map(str, _flat(source))) & known
            older: frozenset[str] = frozenset()
            if q["category"] == "knowledge_update":
                older = frozenset(map(str, _flat(source["original_info"]))) & known
                newer = frozenset(map(str, _flat(source["updated_info"]))) & known
                older = older if newer and not older & newer else frozenset()
            if gold:
                group.questions.append(Question(q["question"], gold, q["category"], older))
        yield group


def beam_unanswered(folder: Path) -> dict[str, list[str]]:
    """By group, its questions that its chat does not answer."""
    return {
        f"beam-{chat['chat']}": [q["question"] for q in chat["questions"] if q["category"] == "abstention"]
        for chat in read(_one(folder, "beam*"))
    }


def _flat(ids: Any) -> list[int]:
    """Source ids, however they are nested."""
    if isinstance(ids, Mapping):
        ids = list(ids.values())
    if isinstance(ids, list):
        return [i for inner in ids for i in _flat(inner)]
    return [] if ids is None else [int(ids)]


def _one(folder: Path, *patterns: str) -> Path:
    for pattern in patterns:
        found = sorted(folder.glob(f"{pattern}.json*"))
        if found:
            return found[0]
    raise SystemExit(f"{folder}: no file like {patterns[0]}.json or .json.gz")
