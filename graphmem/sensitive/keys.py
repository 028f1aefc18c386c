"""Keys and tokens: those of a known form anywhere, others beside the word that gives them away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import log2

from graphmem.sensitive.beside import EDGE, Span, values, words

GATES = (
    tuple(
        "key token secret bearer authorization credential _ sk- glpat- xox akia asia aiza ya29. sg. ltai akid eyj "
        "-----begin".split()
    ),
    ("密", "秘钥", "令牌", "凭证", "私钥"),
)
"""One of these, Latin or Chinese, is in every text, in lower case, that holds a secret of this module."""

_TOKEN = re.compile(
    r"(?<![A-Za-z0-9_-])(?P<value>"
    r"sk-[A-Za-z0-9_-]{16,}|[spr]k_(?:live|test)_[A-Za-z0-9]{10,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}"
    r"|glpat-[A-Za-z0-9_-]{16,}|xox[a-z]-[A-Za-z0-9-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}"
    r"|ya29\.[A-Za-z0-9_-]{20,}|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"
    r"|LTAI[A-Za-z0-9]{12,}|AKID[A-Za-z0-9]{13,}|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?"
    r")(?![A-Za-z0-9_])",
    re.ASCII,
)
_BROKEN_TOKEN = re.compile(
    r"(?<![A-Za-z0-9_-])(?P<value>(?:sk-\s{1,2}(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{16,}"
    r"|(?:sk-|gh[pousr]_|github_pat_|glpat-|hf_|npm_)[A-Za-z0-9_-]{4,}"
    r"(?:\s?\n\s?(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{6,}){1,3}))(?![A-Za-z0-9_])"
)
"""A space after its dash, or broken by a new line: "sk- 4f…", "sk-4f…⏎9a…"."""
_BEGIN = re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_KEY_BODY = re.compile(r"(?:[A-Za-z0-9+/=-]{16,}|\s|\\n)*")
_IS = r"\s{0,2}(?:(?:is|was)(?![A-Za-z])|:=|=>|->|==?|:|(?:是|为)\s?:?|设成|设为|改成|改为|换成|叫)\s{0,2}"
_SECRET = words(
    r"(?:(?:api|access|secret|private|auth|account|encryption|signing|license|app)[ _-]?(?:key|secret|token)|"
    r"token|secret|client[ _-]?secret|credentials?|[A-Za-z0-9]{1,20}_(?:secret|token|api_key))",
    "密钥|秘钥|令牌|凭证|私钥",
)
_GIVEN_SECRET = re.compile(
    rf"{_SECRET}[\"']?{_IS}[\"'`“]?(?P<value>[A-Za-z0-9_.+/=~-]{{8,}}(?<![.]))(?![(\[])", re.I
)
_NEAR_SECRET = re.compile(
    rf"{_SECRET}(?P<gap>[^\0\n!?。]{{0,32}}?)(?P<value>{EDGE}[A-Za-z0-9_+/=-]{{20,}})", re.I
)
_AUTHORIZATION = re.compile(
    r"(?:authorization\s?[:=]\s?(?:[a-z]{3,10} )?|(?<![a-z])bearer )(?P<value>[A-Za-z0-9._~+/=-]{12,})", re.I
)
_NOT_SECRET = re.compile(r"commit|hash|sha|digest|uuid|checksum|md5|version|http|版本|哈希|提交", re.I)
_VERSION = re.compile(
    r"v?[0-9]+(?:\.[0-9]+)+(?:[-.][a-z0-9.]+)?\Z|[A-Za-z]{3,}[-.]?[0-9]{1,2}(?:\.[0-9]+)*\Z", re.I
)


def secrets(text: str) -> Iterator[Span]:
    """Everything of this module."""
    yield from _private_keys(text)
    yield from values("key", _TOKEN, text)
    yield from values("key", _BROKEN_TOKEN, text)
    yield from _keys(text)


def _private_keys(text: str) -> Iterator[Span]:
    """PEM blocks; one cut short ends with what looks like a key."""
    begin, ends = _BEGIN.search(text), True
    while begin:
        end = _END.search(text, begin.end()) if ends else None
        ends = end is not None
        body = end or _KEY_BODY.match(text, begin.end())
        stop = body.end() if body else begin.end()
        yield "key", begin.start(), begin.start() + len(text[begin.start() : stop].rstrip())
        begin = _BEGIN.search(text, stop)


def _keys(text: str) -> Iterator[Span]:
    for m in _GIVEN_SECRET.finditer(text):
        value = m["value"]
        if (has_letter_and_digit(value) or re.fullmatch("[0-9]{16,}", value)) and not _VERSION.match(value):
            yield "key", m.start("value"), m.end("value")
    for m in _NEAR_SECRET.finditer(text):
        if _is_random(m["value"]) and not _NOT_SECRET.search(m["gap"]):
            yield "key", m.start("value"), m.end("value")
    for m in _AUTHORIZATION.finditer(text):
        if has_letter_and_digit(m["value"]) or len(m["value"]) >= 24:
            yield "key", m.start("value"), m.end("value")


def has_letter_and_digit(value: str) -> bool:
    return re.search("[0-9]", value) is not None and re.search("[A-Za-z]", value) is not None


def _is_random(value: str) -> bool:
    """Letters and digits without the repetition of words: more than 3.2 bits a character."""
    if not has_letter_and_digit(value) or ("/" in value and (value.islower() or value.isupper())):
        return False
    sample = value[:256]
    return -sum(n / len(sample) * log2(n / len(sample)) for n in Counter(sample).values()) > 3.2
