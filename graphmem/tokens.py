"""Exact token counts in `o200k_base`, the encoding of current OpenAI models.

Lone surrogates, which UTF-8 cannot carry, count as U+FFFD. The names of special tokens
(`<|endoftext|>`) are ordinary text here, so no text can smuggle one in.
"""

from __future__ import annotations

import re
from typing import Any

from graphmem.errors import InvalidInput, Unsupported

ENCODING = "o200k_base"
_SURROGATE = re.compile("[\ud800-\udfff]")


def encodable(text: str) -> str:
    """The text with each lone surrogate replaced by U+FFFD; its length stays the same."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def count(text: str) -> int:
    """Number of o200k_base tokens in the text. Raises Unsupported if toktok-rs is missing.

    The first call of a process loads the vocabulary: about half a second and 70 MB.
    """
    return _count(encodable(text)) if text else 0


def truncate(text: str, limit: int) -> str:
    """The longest prefix found, on a character boundary, that has at most `limit` tokens.

    Raises InvalidInput if `limit` is negative, Unsupported if toktok-rs is missing.
    """
    if limit < 0:
        raise InvalidInput(f"limit is {limit}: give the number of tokens to keep, 0 or more")
    clean = encodable(text)
    if _surely_fits(clean, limit):
        return text
    kept: str = _toktok().truncate(clean, limit, ENCODING)[0]
    # A cut inside a multi-byte character changes how the text before it is split,
    # so the count of what is kept is checked rather than assumed.
    while _count(kept) > limit:
        kept = kept[:-1]
    return text[: len(kept)]


def _surely_fits(text: str, limit: int) -> bool:
    """True without loading anything where each byte may be a token of its own."""
    return len(text) <= limit and len(text.encode()) <= limit


def _count(text: str) -> int:
    counts: list[int] = _toktok().batch_count([text], ENCODING, threads=1)
    return counts[0]


def _toktok() -> Any:
    try:
        import toktok
    except ImportError as error:
        raise Unsupported("counting tokens needs toktok-rs: pip install 'toktok-rs==0.3.0'") from error
    return toktok
