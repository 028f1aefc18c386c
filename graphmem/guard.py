"""What of a text may be written: the policy on sensitive values, at the door of every write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from graphmem import sensitive
from graphmem.errors import InvalidInput
from graphmem.model import Candidate, Extraction, Message, Outcome, Rejected

_PIECES = re.compile(r"[^\W_]+(?:[.@][^\W_]+)*")
_UUID = re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{8}(-?)(?:[0-9a-f]{4}\1){3}[0-9a-f]{12}(?![0-9A-Za-z])", re.I)
_TALKING = ("user", "assistant")


@dataclass(frozen=True, slots=True)
class Guard:
    """`policy`: mask (a placeholder instead of the value), keep, or refuse (nothing of that text is written)."""

    policy: str = "mask"

    def __post_init__(self) -> None:
        if self.policy not in sensitive.POLICIES:
            raise InvalidInput(f"sensitive={self.policy!r} must be one of {', '.join(sensitive.POLICIES)}")

    def text(self, text: str) -> str:
        """A single text as it may be written. Raises InvalidInput, naming kinds only, under `refuse`."""
        return sensitive.apply(text, self.policy)[0]

    def fact(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a structured fact, its texts as they may be written. A relation is no place for a value."""
        self.identifier(given.get("predicate"), "predicate")
        texts = ("subject", "object", "replaces", "category", "episode")
        return {k: self.text(v) if k in texts and isinstance(v, str) else v for k, v in given.items()}

    def identifier(self, value: object, argument: str) -> None:
        """A name that is kept as it is, so cannot be masked. Raises InvalidInput for one that holds a value."""
        if self.policy != "keep" and isinstance(value, str):
            _check_identifier(value, argument)

    def stretch(self, messages: Sequence[Message]) -> tuple[list[Message], tuple[Outcome, ...]]:
        """Messages as they may be written, and what was kept out of them.

        Under `refuse` a message that holds a value loses all its text, the others stay: one of them must
        not keep a conversation from being committed.
        """
        if self.policy == "keep":
            return list(messages), ()
        kept, told = [], []
        for message, said, named in zip(messages, *_found(messages), strict=True):
            if not said and not named:
                kept.append(message)
                continue
            kinds = _kinds(f.kind for f in (*said, *named))
            if self.policy == "refuse":
                kept.append(replace(message, content="", name=""))
                told.append(Outcome("skipped", f"[{kinds}]", f"the message holds sensitive values ({kinds})"))
            else:
                content, name = (
                    sensitive.masked(message.content, said),
                    sensitive.masked(message.name, named),
                )
                kept.append(replace(message, content=content, name=name))
                told.append(Outcome("skipped", f"[{kinds}]", f"masked before anything was written: {kinds}"))
        return kept, tuple(told)

    @staticmethod
    def facts(extraction: Extraction) -> Extraction:
        """Without the candidates that are made of a placeholder: a masked value is nobody's fact."""
        masked = [c for c in extraction.candidates if _is_placeholder(c)]
        rejected = tuple(Rejected(c.quote, "a masked value", c.turn) for c in masked)
        kept = tuple(c for c in extraction.candidates if c not in masked)
        return replace(extraction, candidates=kept, rejected=extraction.rejected + rejected)


@lru_cache(maxsize=1024)
def _check_identifier(value: str, argument: str) -> None:
    """Raises InvalidInput for one that holds a value. Only those that pass are remembered: a raised error never is."""
    named = _UUID.sub(" ", value)  # its digits are nobody's
    found = [f for piece in (named, *_PIECES.findall(named)) for f in sensitive.find(piece)]
    if found:
        raise InvalidInput(
            f"{argument} holds sensitive values ({_kinds(f.kind for f in found)}): leave them out"
        )


def _found(messages: Sequence[Message]) -> tuple[list[list[sensitive.Found]], list[list[sensitive.Found]]]:
    """What each message and each speaker's name holds: also an answer to the message before, and what another gave."""
    said, values = [], {}
    before = ""
    for message in messages:
        found = sensitive.find(message.content)
        if before and message.role in _TALKING:
            found = sensitive.together(*found, *sensitive.answers(before, message.content))
        said.append(found)
        values.update({message.content[f.start : f.end]: f.kind for f in found})
        before = message.content if message.role in _TALKING else before
    if values:
        repeats = [sensitive.again(m.content, values) for m in messages]
        said = [sensitive.together(*found, *more) for found, more in zip(said, repeats, strict=True)]
    return said, [sensitive.find(m.name) if m.name else [] for m in messages]


def _is_placeholder(c: Candidate) -> bool:
    labels = [label for pair in sensitive.LABELS.values() for label in pair if f"[{label}]" in c.quote]
    return any(part.strip("[] ") in labels for part in (c.subject, c.object) if part)


def _kinds(kinds: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(sensitive.LABELS[kind][0] for kind in kinds))
