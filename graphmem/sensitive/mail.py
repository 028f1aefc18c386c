"""E-mail addresses, written and spoken out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.sensitive.beside import Span, beside, words

_LOCAL = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-'")
_LONGEST_LOCAL = 64
_DOMAIN = re.compile(
    r" ?(?![1-4]x\.)(?:[A-Za-z0-9-]{1,63}(?:\.|点| dot )){1,8}(?:[A-Za-z]{2,24}(?![A-Za-z0-9]))"
)
_DOMAIN_ABROAD = re.compile(r"(?![1-4]x\.)(?:[^\W_]{1,63}\.){1,8}[^\W0-9_]{2,24}")

_AT = r"\s?(?:[(\[{<#*_] ?(?:at|@|a|艾特) ?[)\]}>#*_]|艾特|小老鼠|圈a)\s?"
_DOT = r"(?:\.|\s?点\s?|\s?[(\[{] ?(?:dot|\.|点) ?[)\]}]\s?| dot )"
_NAME = rf"(?<![A-Za-z0-9._%+-])[A-Za-z0-9_%+-]{{1,64}}(?:{_DOT}[A-Za-z0-9_%+-]{{1,64}}){{0,3}}"
_SITE = rf"[A-Za-z0-9-]{{1,63}}(?:{_DOT}[A-Za-z0-9-]{{1,63}}){{0,4}}?{_DOT}[A-Za-z]{{2,24}}(?![A-Za-z0-9])"
_SPOKEN = re.compile(_NAME + _AT + _SITE, re.I)
_SAID = re.compile(_NAME + " at " + _SITE, re.I)
_SPACED = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9_%+.-]{1,64}\s{0,2}@\s{0,2}[A-Za-z0-9-]{1,63}(?:\s{1,2}\.\s{0,2}|\.)"
    r"(?:[A-Za-z0-9-]{1,63}(?:\s{1,2}\.\s{0,2}|\.)){0,2}"
    r"(?:com|org|net|edu|gov|io|cn|co|uk|de|fr|me|info|ai|dev|app|ru|jp|eu|ca|au|us)(?![A-Za-z0-9.])"
)
"""bob @ example . com"""
_SHOUTED = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z0-9._%+-]{1,64} AT [A-Za-z0-9-]{1,63}(?: DOT [A-Za-z0-9-]{1,63}){1,4}(?![A-Za-z0-9])"
)
"""bob AT example DOT com"""
_WORDS = re.compile(
    words(r"e-?mail(?: me)?|mail(?: me)?|write (?:to )?me|gmail", "邮箱|邮件|电邮|伊妹儿"), re.I
)


def emails(text: str) -> Iterator[Span]:
    """`a@b.com`, also `a (at) b dot com` and `a 艾特 b 点 com`; a bare "at" only beside a word for mail."""
    at = text.find("@")
    while at >= 0:
        yield from _around(text, at)
        at = text.find("@", at + 1)
    for pattern in (_SPACED, _SHOUTED):
        for m in pattern.finditer(text):
            if " " in m[0]:
                yield "email", *m.span()
    lower = text.lower()
    if "at" in lower or "艾特" in text or "小老鼠" in text or "圈a" in lower or "(a)" in lower:
        for m in _SPOKEN.finditer(text):
            yield "email", *m.span()
        for m in _SAID.finditer(text):
            if beside(_WORDS, text, *m.span()):
                yield "email", *m.span()


def _around(text: str, at: int) -> Iterator[Span]:
    """The address about an "@", if it is one: the characters before it that an address may hold, a domain after."""
    before = at - 1 if text[at - 1 : at] == " " else at
    start = before
    while start and before - start < _LONGEST_LOCAL and _may_be_local(text[start - 1]):
        start -= 1
    while start < before and text[start] in ".'-":
        start += 1
    if text[start - 1 : start] == ":" and "//" in text[max(0, start - 70) : start]:
        return  # the password in a web address
    domain = _DOMAIN.match(text, at + 1) or (before == at and _DOMAIN_ABROAD.match(text, at + 1))
    if (
        start == before
        or not domain
        or (text[start:at] == "git" and text[domain.end() : domain.end() + 1] == ":")
    ):
        return
    if (before < at or text[at + 1] == " ") and not beside(_WORDS, text, start, domain.end()):
        return
    yield "email", start, domain.end()


def _may_be_local(c: str) -> bool:
    return c in _LOCAL or "\u00c0" <= c <= "\u024f"
