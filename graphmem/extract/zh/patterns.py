"""What a pattern is: words after the subject, and the facts they state.

A fact is written `predicate=group`, with `!ended` or `!negated` when the words themselves say so and
`?` before a group that may be missing. The group's name is its reader in `readers.READERS`, perhaps
with a digit. Patterns are tried in order; the words after a match are read again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.nouns import NONE, Object
from graphmem.extract.zh.readers import READERS
from graphmem.extract.zh.text import Text
from graphmem.model import Stance

Check = Callable[[re.Match[str], Text, Frame], bool]
_SPEC = re.compile(r"(?P<predicate>\w+)=(?P<optional>\??)(?P<group>\w+?)(?:!(?P<stance>\w+))?$")


@dataclass(frozen=True, slots=True)
class Draft:
    """A fact before its subject, dates and mood are known. `event`: its date is when it began or ended."""

    predicate: str
    object: str
    category: str = ""
    stance: str = ""
    subject: str = ""
    replaces: str = ""
    dated: bool = True


@dataclass(frozen=True, slots=True)
class Spec:
    predicate: str
    group: str
    stance: str
    optional: bool

    @classmethod
    def parse(cls, text: str) -> Spec:
        match = _SPEC.match(text)
        if not match:
            raise ValueError(f"not a fact of a pattern: {text!r}")
        return cls(match["predicate"], match["group"], match["stance"] or "", bool(match["optional"]))


@dataclass(frozen=True, slots=True)
class Pattern:
    """`example`: a sentence it reads. `check`: a further condition on the match."""

    regex: re.Pattern[str]
    specs: tuple[Spec, ...]
    example: str
    check: Check | None = None


def P(regex: str, facts: str, example: str, check: Check | None = None) -> Pattern:
    return Pattern(re.compile(regex), tuple(Spec.parse(f) for f in facts.split()), example, check)


def apply(pattern: Pattern, text: Text, frame: Frame) -> tuple[list[Draft], int]:
    """The facts of a pattern at the head of the text and where they end; none if it does not fit."""
    match = pattern.regex.match(text.plain)
    if not match or (pattern.check and not pattern.check(match, text, frame)):
        return [], 0
    drafts: list[Draft] = []
    end = match.end()
    for spec in pattern.specs:
        found = _object(spec, match, text)
        if not found.values:
            if spec.optional:
                continue
            return [], 0
        if match.end(spec.group) == match.end():
            end = match.start(spec.group) + found.end
        drafts += [Draft(spec.predicate, value, stance=spec.stance) for value in found.values]
    return drafts, end


def _object(spec: Spec, match: re.Match[str], text: Text) -> Object:
    start, end = match.span(spec.group)
    if start < 0 or start == end:
        return NONE
    reader = READERS[spec.group.rstrip("0123456789")]
    return reader(text[start:end])


def read(patterns: Sequence[Pattern], frame: Frame) -> list[Draft]:
    """All facts of a predicate: the first pattern that fits, then the words left after it."""
    drafts: list[Draft] = []
    text = frame.text
    for _ in range(4):
        text = text.strip()
        for pattern in patterns:
            found, end = apply(pattern, text, frame)
            if found:
                drafts += found
                text = text[end:]
                break
        else:
            break
        link = re.match(r"[了着]?(?:并且?|而且|同时|然后|，|、|也|都)*", text.plain)
        if link:
            text = text[link.end() :]
        if not len(text):
            break
    return drafts


def stance_of(frame: Frame, draft: Draft) -> Stance:
    """The mood of the clause, unless the pattern's own words decide."""
    if draft.stance in ("ended", "negated", "stated", "tentative", "planned"):
        if draft.stance == "ended" and frame.modal:
            return "tentative"
        return draft.stance  # type: ignore[return-value]
    if frame.negated:
        return "ended" if frame.never or frame.done else "negated"
    if frame.modal == "tentative":
        return "tentative"
    if frame.modal == "planned" or frame.future:
        return "planned"
    return "ended" if frame.past or frame.until else "stated"
