"""Text made alike before it is searched, with the way back to where each character stood."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

BLANK = "\0"
"""Stands for what is already masked. No pattern matches it, so none reaches across it."""

_DASHES = "‐‑‒–—―−﹣－"
_SPACES = "\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u3000"
_ALIKE = {
    **{0xFF01 + i: 0x21 + i for i in range(94)},
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _SPACES), " "),
    ord("…"): "。",  # three dots by NFKC; here only its being a break counts
    ord("￥"): "¥",
}
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufe0f\ufeff]")
_FOREIGN_DIGIT = re.compile(r"[^\D0-9]")
_READ_OUT = re.compile("[〇零一二三四五六七八九幺](?:[ -]?[〇零一二三四五六七八九幺]){6,}")
_NUMERALS = str.maketrans("〇零一二三四五六七八九幺", "001234567891")


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` to search; `where[i]` is the place in the original of its i-th character (None: the same place)."""

    text: str
    where: list[int] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """A non-empty span of `text`, in the original."""
        if self.where is None:
            return start, end
        return self.where[start], self.where[end - 1] + 1


def fold(text: str) -> Folded:
    """NFKC, digits of any script as 0-9, one kind of dash and space, nothing unseen.

    Digits read out in Chinese (一三八零零…) become digits too, seven or more at a time: fewer are a year or a count.
    """
    alike = text if text.isascii() else text.translate(_ALIKE)
    if alike.isascii():
        return Folded(alike, None)
    where: list[int] | None = None
    if not unicodedata.is_normalized("NFKC", alike) or _UNSEEN.search(alike):
        pieces: list[str] = []
        where = []
        for i, c in enumerate(alike):
            piece = c if c < "\x80" else "" if _UNSEEN.match(c) else unicodedata.normalize("NFKC", c)
            pieces.append(piece)
            where += [i] * len(piece)
        alike = "".join(pieces)
    alike = _FOREIGN_DIGIT.sub(lambda m: str(unicodedata.decimal(m[0], 0)), alike)
    return Folded(_READ_OUT.sub(lambda m: m[0].translate(_NUMERALS), alike), where)


def blank(text: str, spans: Iterable[tuple[str, int, int]]) -> str:
    """The text, of the same length, with spans masked."""
    characters = list(text)
    for _, start, end in spans:
        characters[start:end] = BLANK * (end - start)
    return "".join(characters)
