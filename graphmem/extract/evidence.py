"""Finding a quote, a name or a value in what was said, to the letter, however it was respelled.

Width, case, spacing, quotation marks and emphasis apart; what is found is given back as it stands in the message.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from graphmem.extract.stretch import READ_ROLES, mask
from graphmem.model import Message

_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0002ffff]")
_DROPPED = frozenset('"“”„«»「」『』*`_\u200b\u200c\u200d\u2060\ufeff\u00ad')
_SAME = {"’": "'", "‘": "'", "–": "-", "—": "-", "−": "-", "。": ".", "、": ","}
_LABEL = re.compile(r"^\s*(?:\[\d+\]\s*)?(?:user|用户|me)\s*(?:\([^)]*\))?\s*[:：]\s*", re.I)
_ELLIPSIS = re.compile(r"\s*(?:\.{3,}|…+|\[…\]|\[\.\.\.\])\s*")


@dataclass(frozen=True, slots=True)
class Folded:
    """A text made comparable; `at[i]` is where character i of it comes from."""

    text: str
    at: tuple[int, ...]

    def find(self, wanted: str, start: int = 0) -> int:
        """Where a folded text begins, on word boundaries if it is Latin; -1 if nowhere."""
        place = self.text.find(wanted, start) if wanted else -1
        while place >= 0 and not self._whole(place, place + len(wanted)):
            place = self.text.find(wanted, place + 1)
        return place

    def _whole(self, start: int, end: int) -> bool:
        def joins(a: str, b: str) -> bool:
            return a.isalnum() and b.isalnum() and not _CJK.match(a) and not _CJK.match(b)

        text = self.text
        return not (start and joins(text[start - 1], text[start])) and not (
            end < len(text) and joins(text[end - 1], text[end])
        )

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that folded characters come from."""
        return self.at[start], self.at[end - 1] + 1


@lru_cache(maxsize=512)
def fold(text: str) -> Folded:
    """NFKC, lower case, plain quotes and dashes, single spaces, none beside Chinese characters."""
    letters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        if char in _DROPPED:
            continue
        for c in unicodedata.normalize("NFKC", _SAME.get(char, char)).casefold():
            c = _SAME.get(c, c)
            if c.isspace():
                if not letters or letters[-1] == " " or _CJK.match(letters[-1]):
                    continue
                c = " "
            elif letters and letters[-1] == " " and _CJK.match(c):
                letters[-1], places[-1] = c, place
                continue
            letters.append(c)
            places.append(place)
    while letters and letters[-1] == " ":
        letters.pop()
        places.pop()
    return Folded("".join(letters), tuple(places))


@dataclass(frozen=True, slots=True)
class Span:
    """`content[start:end]` of message `turn`."""

    turn: int
    start: int
    end: int


class Said:
    """What may be quoted: the user's own words, with what is pasted or quoted in them blanked out."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self.messages = tuple(messages)
        self._own: dict[int, Folded] = {}
        self._taken: dict[int, tuple[tuple[str, str], ...]] = {}
        for turn, message in enumerate(messages):
            if message.role in READ_ROLES:
                text, self._taken[turn] = mask(message.content)
                self._own[turn] = fold(text)

    def quoted(self, quote: str, turn: int | None = None) -> Span | None:
        """Where a quote stands, in message `turn` first, else in the last that has it."""
        for wanted in _forms(quote):
            order = sorted(self._own, key=lambda t: (t == turn, t), reverse=True)
            for place in order:
                folded = self._own[place]
                start = folded.text.find(wanted)
                if start >= 0:
                    return Span(place, *folded.origin(start, start + len(wanted)))
        return None

    def exact(self, span: Span) -> str:
        return self.messages[span.turn].content[span.start : span.end]

    def has(self, words: str) -> bool:
        """Whether words occur in the user's own text."""
        wanted = fold(words).text
        return any(folded.find(wanted) >= 0 for folded in self._own.values())

    def why_not(self, quote: str) -> str:
        """Why a quote that `quoted` did not find is no evidence."""
        wanted = fold(_LABEL.sub("", quote)).text.strip(" .,!?;:")
        if not wanted:
            return "it quotes nothing"
        for taken in self._taken.values():
            for part, reason in taken:
                hidden = fold(part).text.strip(" .,!?;:")
                if wanted in hidden or (hidden and hidden in wanted):
                    return reason
        for message in self.messages:
            if message.role not in READ_ROLES and wanted in fold(message.content).text:
                return f"the {message.role}'s words"
        return "the quote is in no message"


def _forms(quote: str) -> list[str]:
    """A quote as it might stand: whole, without end marks, without a label; the longest part of a shortened one."""
    bare = _LABEL.sub("", quote)
    forms = [fold(f).text for f in (quote, bare)]
    forms += [f.strip(" .,!?;:'") for f in forms]
    parts = [fold(p).text.strip(" .,!?;:'") for p in _ELLIPSIS.split(bare)]
    longest = max(parts, key=len)
    if len(parts) > 1 and (len(longest.split()) > 2 or len(_CJK.findall(longest)) > 3):
        forms.append(longest)
    return [f for f in dict.fromkeys(forms) if len(f) > 1 or (f and _CJK.match(f))]


_ARTICLE = re.compile(r"^(?:(?:a|an|the|my|our|his|her|their|its|some|this|that)\s+)+(?=\S)", re.I)
_EDGES = " \t\"'“”‘’「」『』《》,.;:!?，。；：！？、()（）"


def spelled(value: str, text: str) -> str:
    """A value as the text spells it, without article; '' if the text does not have it.

    Words may be parted by an article: "play in orchestra" is found in "play in an orchestra".
    """
    folded = fold(text)
    for form in (value.strip(_EDGES), _ARTICLE.sub("", value.strip(_EDGES))):
        wanted = fold(form).text
        start = folded.find(wanted)
        if start >= 0:
            first, last = folded.origin(start, start + len(wanted))
            return _ARTICLE.sub("", text[first:last].strip(_EDGES + "\n")) or text[first:last]
    words = [re.escape(w) for w in fold(_ARTICLE.sub("", value.strip(_EDGES))).text.split()]
    if len(words) > 1:
        loose = re.search(r"(?<!\w)" + r" (?:(?:a|an|the|my|our) )?".join(words) + r"(?!\w)", folded.text)
        if loose:
            first, last = folded.origin(*loose.span())
            return text[first:last]
    return ""
