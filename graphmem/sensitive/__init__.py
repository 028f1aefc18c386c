"""Sensitive values in messages of either language: found, and masked before anything is written.

Known are: identity numbers, cards, accounts, telephones, e-mail, street addresses, passwords, keys, plates, chat ids
and public IP addresses. A name is not one, nor is a town; a value of no form of its own counts only beside its word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphmem.errors import InvalidInput
from graphmem.sensitive.addresses import STREETS, addresses
from graphmem.sensitive.asked import answer_start, asked_for
from graphmem.sensitive.beside import Span
from graphmem.sensitive.folding import BLANK, blank, fold
from graphmem.sensitive.keys import GATES as OF_KEYS
from graphmem.sensitive.keys import secrets
from graphmem.sensitive.mail import emails
from graphmem.sensitive.named import addresses_of_hosts, named
from graphmem.sensitive.numbers import cards, ibans, identity_numbers, plates
from graphmem.sensitive.passwords import GATES as OF_PASSWORDS
from graphmem.sensitive.passwords import passwords
from graphmem.sensitive.phones import phones, spoken

POLICIES = ("mask", "keep", "refuse")

LABELS = {
    "key": ("key", "密钥"),
    "password": ("password", "密码"),
    "email": ("email", "邮箱"),
    "iban": ("IBAN", "国际账号"),
    "id": ("ID number", "身份证号"),
    "ssn": ("SSN", "社会安全号"),
    "card": ("card", "卡号"),
    "nino": ("NI number", "国民保险号"),
    "passport": ("passport", "护照号"),
    "licence": ("driving licence", "驾驶证号"),
    "insurance": ("insurance number", "社保号"),
    "account": ("account", "账号"),
    "chat": ("chat ID", "聊天号"),
    "plate": ("plate", "车牌号"),
    "phone": ("phone", "电话"),
    "ip": ("IP address", "网络地址"),
    "address": ("address", "地址"),
}
"""Every kind with its word in English and Chinese; where two claim the same characters, the one named first wins."""

_RANK = {kind: rank for rank, kind in enumerate(LABELS)}
_PLACEHOLDER = re.compile(r"\[(?:" + "|".join(word for pair in LABELS.values() for word in pair) + r")\]")
_NUMBERED = re.compile("[0-9]")
_LATIN = re.compile("[a-z]")
_SOME_NUMBER = re.compile(r"[0-9](?:[^0-9]{0,3}[0-9]){2}")
_LONG_NUMBER = re.compile(r"[0-9](?:[^0-9]{0,3}[0-9]){4}")
_DIGIT_WORDS = ("zero", "three", "four", "five", "six", "seven", "eight", "nine")
_NUMBERED_ZH = re.compile("[〇零一二三四五六七八九十][号號弄栋幢]")
_AT = re.compile("@|艾特|小老鼠|圈a|(?<![a-z])at(?![a-z])|[(]a[)]", re.I)
_INNER_DOT = re.compile(r"\.[A-Za-z]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-z]+")
_ROUNDS = 8
_ASKED_WITHIN, _ANSWER = 240, 120
"""Characters: of a message, in which it asks at its end; of an answer that gives nothing but the value."""


@dataclass(frozen=True)
class Found:
    """A sensitive value: its kind (a key of `LABELS`) and its half-open span in the text as given."""

    kind: str
    start: int
    end: int


def find(text: str) -> list[Found]:
    """The sensitive values of a text, in order, none overlapping.

    Searched until nothing is left, since one value may hide another's edge: masked text holds none that is known.
    """
    folded = fold(text)
    rest = _PLACEHOLDER.sub(lambda m: BLANK * len(m[0]), folded.text)
    every: list[Span] = []
    for _ in range(_ROUNDS):
        spans = _joined(_spans(rest))
        if not spans:
            break
        spans = _joined([*spans, *_repeated(rest, spans)])
        every += spans
        rest = blank(rest, spans)
    return [Found(kind, *folded.span(start, end)) for kind, start, end in sorted(every, key=lambda s: s[1])]


def mask(text: str) -> tuple[str, tuple[Found, ...]]:
    """The text with a placeholder such as "[phone]" or "[电话]" for each value, and what was found.

    Masked text comes back unchanged from a second call. The spans are those of the text as given.
    """
    found = tuple(find(text))
    return masked(text, found), found


def masked(text: str, found: Sequence[Found]) -> str:
    """The text with placeholders for what was found in it: in order, none overlapping."""
    if not found:
        return text
    ends = [0, *(f.end for f in found)]
    starts = [*(f.start for f in found), len(text)]
    kept = [text[a:b] for a, b in zip(ends, starts, strict=True)]
    language = int(_is_chinese("".join(kept)))
    parts = [f"{before}[{LABELS[f.kind][language]}]" for before, f in zip(kept, found, strict=False)]
    return "".join([*parts, kept[-1]])


def answers(before: str, text: str) -> list[Found]:
    """The sensitive values of a text that answers `before`, a message that asks for one or breaks off ahead of it."""
    name = asked_for(fold(before[-_ASKED_WITHIN:]).text)
    if not name or len(text) > _ANSWER:
        return []
    start = answer_start(text)
    lead = name[int(_HAN.search(text) is not None)]
    moved = start - len(lead)
    found = [Found(f.kind, f.start + moved, f.end + moved) for f in find(lead + text[start:])]
    return [f for f in found if f.start >= start]


def again(text: str, values: Mapping[str, str]) -> list[Found]:
    """Where values (with their kinds) that were found in other texts stand in this one."""
    return [Found(*span) for span in _standing(text, values)]


def together(*found: Found) -> list[Found]:
    """In order, overlapping ones as one, of the kind that ranks first."""
    return [Found(*span) for span in _joined((f.kind, f.start, f.end) for f in found)]


def apply(text: str, policy: str) -> tuple[str, tuple[Found, ...]]:
    """What to write of a text under a policy of `POLICIES`, and what was found in it.

    Raises `InvalidInput` for an unknown policy, and under "refuse" for a text that holds any: it names the kinds only.
    """
    if policy not in POLICIES:
        raise InvalidInput(f"policy is {policy!r}; it must be one of {', '.join(POLICIES)}")
    if policy == "mask":
        return mask(text)
    found = tuple(find(text))
    if found and policy == "refuse":
        kinds = ", ".join(dict.fromkeys(LABELS[f.kind][0] for f in found))
        raise InvalidInput(
            f"the text holds sensitive values ({kinds}); leave them out, or choose the policy mask or keep"
        )
    return text, found


def _spans(text: str) -> Iterator[Span]:
    """All that any rule finds; each rule runs only on a text that holds the little it cannot do without."""
    lower = text.lower()
    latin, han = _LATIN.search(lower) is not None, not lower.isascii()
    if _may_hold(lower, OF_KEYS, latin, han):
        yield from secrets(text)
    if _may_hold(lower, OF_PASSWORDS, latin, han):
        yield from passwords(text)
    if "@" in text or ((_INNER_DOT.search(text) or "dot" in lower or "点" in text) and _AT.search(text)):
        yield from emails(text)
    numbered = _NUMBERED.search(text) is not None  # without a digit there is no longer number either
    if numbered or (han and _NUMBERED_ZH.search(text)) or (latin and _holds_any(lower, STREETS)):
        yield from addresses(text)
    if (
        (numbered and _SOME_NUMBER.search(text))
        or "信" in text
        or "chat" in lower
        or "weixin" in lower
        or "vx" in lower
        or "wx" in lower
    ):
        yield from named(text)
    if latin and _holds_any(lower, _DIGIT_WORDS):
        yield from spoken(text)
    if numbered and _LONG_NUMBER.search(text):
        for rule in (identity_numbers, cards, ibans, plates, phones, addresses_of_hosts):
            yield from rule(text)


def _may_hold(lower: str, gates: tuple[tuple[str, ...], tuple[str, ...]], latin: bool, han: bool) -> bool:
    """Whether a text in lower case holds one of the gates, looked for in the letters that it is written in."""
    return (latin and _holds_any(lower, gates[0])) or (han and _holds_any(lower, gates[1]))


def _holds_any(text: str, words: Iterable[str]) -> bool:
    return any(map(text.__contains__, words))  # a generator would take most of the time


def _repeated(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Where values stand again, now perhaps without the word that gave them away."""
    yield from _standing(text, {text[start:end]: kind for kind, start, end in spans})


def _standing(text: str, values: Mapping[str, str]) -> Iterator[Span]:
    """Where values stand. A plain word is no such value."""
    for value, kind in values.items():
        if len(value) < 5 or not _NUMBERED.search(value):
            continue
        at = text.find(value)
        while at >= 0:
            end = at + len(value)
            if not (_is_word(text[at - 1 : at]) or _is_word(text[end : end + 1])):
                yield kind, at, end
            at = text.find(value, end)


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Overlapping spans as one, of the kind that ranks first."""
    joined: list[Span] = []
    for kind, start, end in sorted(spans, key=lambda s: (s[1], -s[2])):
        if joined and start < joined[-1][2]:
            before, first, last = joined[-1]
            joined[-1] = (min(before, kind, key=_RANK.__getitem__), first, max(last, end))
        else:
            joined.append((kind, start, end))
    return joined


def _is_word(c: str) -> bool:
    return c.isascii() and c.isalnum()


def _is_chinese(text: str) -> bool:
    """Whether a text has more Chinese characters than Latin words."""
    return len(_HAN.findall(text)) > len(_LATIN_WORD.findall(_PLACEHOLDER.sub("", text)))
