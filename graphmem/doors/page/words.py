"""What the page says, in the reader's language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "zh")


@cache
def table() -> Mapping[str, tuple[str, ...]]:
    """{key: its texts, in the order of LANGUAGES}."""
    text = files(__package__).joinpath("words.toml").read_text("utf-8")
    return {key: tuple(texts) for key, texts in tomllib.loads(text).items()}


@dataclass(frozen=True, slots=True)
class Words:
    """Called with a key, the text for it, with its places filled."""

    language: str

    def __call__(self, key: str, **values: Any) -> str:
        text = table()[key][LANGUAGES.index(self.language)]
        return text.format(**values) if values else text

    def counted(self, key: str, count: int, otherwise: str = "") -> str:
        """The text for so many; a language with two forms has them as "one|many"."""
        one, _, many = self.either(key, otherwise).partition("|")
        return (many if many and count != 1 else one).format(count=count)

    def either(self, key: str, otherwise: str) -> str:
        """The text for a key, or, where there is none, `otherwise`."""
        return self(key) if key in table() else otherwise


def chosen(query: str, cookie: str, accepted: str) -> str:
    """The language asked for: by the address, else as chosen before, else by the browser's `Accept-Language`."""
    return next((given for given in (query, cookie) if given in LANGUAGES), "") or _preferred(accepted)


def _preferred(accepted: str) -> str:
    """Of ours the one with the highest weight; English if none is named."""
    best, heaviest = LANGUAGES[0], 0.0
    for part in accepted.split(","):
        tag, _, parameter = part.strip().partition(";")
        language = tag.strip().lower().split("-")[0]
        weight = _weight(parameter)
        if language in LANGUAGES and weight > heaviest:
            best, heaviest = language, weight
    return best


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if not name:
        return 1.0
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0


@cache
def _likenesses() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Reasons in which something changes, the longest first: a pattern, and the Chinese with a place for each *."""
    parted = [(k.split("*"), v) for k, v in _reasons().items() if "*" in k]
    parted.sort(key=lambda kv: -len("".join(kv[0])))
    return tuple(
        (re.compile("(.*)".join(map(re.escape, parts)), re.DOTALL), said.replace("*", "{}"))
        for parts, said in parted
    )


@cache
def _reasons() -> Mapping[str, str]:
    """{reason in English: in Chinese}; in both, * stands for what changes."""
    return tomllib.loads(files(__package__).joinpath("reasons.toml").read_text("utf-8"))


def reason(text: str, language: str) -> str:
    """A reason as the engine gives it, in the reader's language where it is known there."""
    if language != "zh" or not text:
        return text
    known = _reasons()
    if text in known:
        return known[text]
    for likeness, said in _likenesses():
        if found := likeness.fullmatch(text):
            first, *rest = found.groups()
            return said.format(reason(first, language) if likeness.pattern.startswith("(") else first, *rest)
    return text
