"""Public conversations as JSON Lines for `graphmem import`.

python benchmarks/export.py locomo DATA.json.gz --conversation 0 -o chat.jsonl [--questions FILE] [--captions]
graphmem import chat.jsonl --user locomo

LoCoMo (snap-research/LoCoMo, CC BY-NC 4.0; not part of this project) is two people's talk over many sessions. Both
become role `user` with a `name`; a session begins at its own date and time, taken as UTC, with a message a minute.
A question's `evidence` names turns as "D<session>:<message, from 1>", with `session` and order as in the messages.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

Json = Mapping[str, Any]


def read(path: Path) -> Any:
    """JSON, gzipped or not."""
    data = path.read_bytes()
    return json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


def session_time(text: str) -> datetime:
    """ "1:56 pm on 8 May, 2023" → an instant, as UTC."""
    return datetime.strptime(text.strip(), "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def sessions(conversation: Json) -> Iterator[tuple[int, datetime, list[Json]]]:
    """(number, beginning, turns) of each session that has turns, in order."""
    numbers = sorted(int(m[1]) for key in conversation if (m := re.fullmatch(r"session_(\d+)", key)))
    for number in numbers:
        turns = conversation[f"session_{number}"]
        if turns:
            yield number, session_time(conversation[f"session_{number}_date_time"]), turns


def messages(conversation: Json, captions: bool = False) -> Iterator[dict[str, str]]:
    """A message for each turn, in order. `captions`: with what its photo shows, in brackets."""
    for number, begin, turns in sessions(conversation):
        for minute, turn in enumerate(turns):
            shown = turn.get("blip_caption") or ""
            text = turn["text"].strip()
            yield {
                "role": "user",
                "name": turn["speaker"],
                "content": f"{text} [{shown}]".strip() if shown and (captions or not text) else text,
                "at": (begin + timedelta(minutes=minute)).isoformat(),
                "session": str(number),
            }


def questions(sample: Json) -> Iterator[dict[str, Any]]:
    """Question, category (1 multi-hop, 2 temporal, 3 open, 4 single-hop, 5 adversarial), known evidence, answer."""
    known = {turn["dia_id"] for _, _, turns in sessions(sample["conversation"]) for turn in turns}
    for asked in sample["qa"]:
        # some labels hold several ids in one text, or a zero too many ("D30:05")
        found = re.findall(r"D:?(\d+):(\d+)", " ".join(map(str, asked.get("evidence") or [])))
        ids = dict.fromkeys(f"D{int(session)}:{int(turn)}" for session, turn in found)
        yield {
            "question": asked["question"],
            "category": asked["category"],
            "evidence": [i for i in ids if i in known],
            "answer": asked.get("answer"),
        }


def write(path: Path, lines: Iterable[Json]) -> int:
    """JSON Lines; how many."""
    texts = [json.dumps(line, ensure_ascii=False) for line in lines]
    path.write_text("".join(f"{text}\n" for text in texts), "utf-8")
    return len(texts)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=["locomo"])
    parser.add_argument("data", type=Path, help="the set's file, JSON or gzipped JSON")
    parser.add_argument("--conversation", type=int, default=0, help="which one, from 0")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where the messages go")
    parser.add_argument("--questions", type=Path, help="where its questions go")
    parser.add_argument("--captions", action="store_true", help="add what a turn's photo shows")
    given = parser.parse_args()
    samples = read(given.data)
    if not 0 <= given.conversation < len(samples):
        parser.error(f"--conversation is {given.conversation}: there are 0 to {len(samples) - 1}")
    sample = samples[given.conversation]
    count = write(given.output, messages(sample["conversation"], given.captions))
    print(f"{given.output}: {count} messages")
    if given.questions:
        print(f"{given.questions}: {write(given.questions, questions(sample))} questions")


if __name__ == "__main__":
    main()
