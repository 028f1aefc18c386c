"""What of a text may be written: the policy on sensitive values, at the door of every write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphmem import sensitive
from graphmem.errors import InvalidInput
from graphmem.model import Candidate, Extraction, Message, Outcome, Rejected


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
        """The arguments of a structured fact, its texts as they may be written."""
        texts = ("subject", "object", "replaces", "category")
        return {k: self.text(v) if k in texts and isinstance(v, str) else v for k, v in given.items()}

    def stretch(self, messages: Sequence[Message]) -> tuple[list[Message], tuple[Outcome, ...]]:
        """Messages as they may be written, and what was kept out of them.

        Under `refuse` a message that holds a value loses all its text, the others stay: one of them must
        not keep a conversation from being committed.
        """
        kept, told = [], []
        for message in messages:
            texts = (message.content, message.name)
            found = () if self.policy == "keep" else tuple(f for t in texts for f in sensitive.find(t))
            if not found:
                kept.append(message)
                continue
            kinds = _kinds(f.kind for f in found)
            if self.policy == "refuse":
                kept.append(replace(message, content="", name=""))
                told.append(Outcome("skipped", f"[{kinds}]", f"the message holds sensitive values ({kinds})"))
            else:
                content, name = (sensitive.mask(t)[0] for t in texts)
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


def _is_placeholder(c: Candidate) -> bool:
    labels = [label for pair in sensitive.LABELS.values() for label in pair if f"[{label}]" in c.quote]
    return any(part.strip("[] ") in labels for part in (c.subject, c.object) if part)


def _kinds(kinds: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(sensitive.LABELS[kind][0] for kind in kinds))
