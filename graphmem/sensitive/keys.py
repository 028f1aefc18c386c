"""Passwords, keys and tokens: those of a known form anywhere, others beside the word that gives them away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import log2

from graphmem.sensitive.beside import EDGE, Span, values, words

GATES = tuple(
    "pass pwd pw pin code key token secret bearer authorization credential phrase mnemonic otp "
    "cvv cvc 密 口令 令牌 凭证 私钥 验证码 校验码 动态码 安全码 提取码 解压码 助记词 sk- sk_ pk_ "
    "rk_ gh glpat- xox akia asia aiza ya29. hf_ npm_ sg. ltai akid eyj ://".split()
)
"""One of these is in every text, in lower case, that holds a secret of this module."""

_TOKEN = re.compile(
    r"(?<![A-Za-z0-9_-])(?P<value>"
    r"sk-[A-Za-z0-9_-]{16,}|[spr]k_(?:live|test)_[A-Za-z0-9]{10,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}"
    r"|glpat-[A-Za-z0-9_-]{16,}|xox[a-z]-[A-Za-z0-9-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}"
    r"|ya29\.[A-Za-z0-9_-]{20,}|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"
    r"|LTAI[A-Za-z0-9]{12,}|AKID[A-Za-z0-9]{13,}|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?"
    r")(?![A-Za-z0-9_])",
    re.ASCII,
)
_BEGIN = re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_KEY_BODY = re.compile(r"(?:[A-Za-z0-9+/=-]{16,}|\s|\\n)*")
_IN_ADDRESS = re.compile(r"://[^\s/:@\0]{1,64}:(?P<value>[^\s/@\0]{1,128})@")

_IS = r"\s{0,2}(?:(?:is|was)(?![A-Za-z])|:=|=>|->|==?|:|(?:是|为)\s?:?|设成|设为|改成|改为|换成|叫)\s{0,2}"
_WHOSE = r"(?:['’]s|\s(?:for|of|on)\s[A-Za-z0-9' .-]{1,30}?)?"
_PASSWORD = words(
    r"pass ?word|pass(?=\s?[:=])|passwd|passcode|pass ?phrase|pwd|pw",
    "密码|口令|解压码|提取码",
)
_VALUE = r"[\"'`“]?(?P<value>(?![\"'`])[!-~]{3,64}(?<![.,;:)\]}\"'`]))"
_QUOTED_PASSWORD = re.compile(
    rf"{_PASSWORD}{_WHOSE}(?:{_IS}|\s)[\"'`“‘「『](?P<value>[^\"'`”’」』\n\0]{{1,80}})[\"'`”’」』]", re.I
)
_GIVEN_PASSWORD = re.compile(rf"{_PASSWORD}{_WHOSE}{_IS}{_VALUE}", re.I)
_NEW_PASSWORD = re.compile(
    rf"(?:chang|set|reset|updat)[a-z]{{0,4}} [^\0\n.]{{0,24}}?{_PASSWORD}{_WHOSE} to {_VALUE}", re.I
)
_BARE_PASSWORD = re.compile(
    rf"{_PASSWORD}\s{{0,2}}(?![:=(\[<{{-]){_VALUE}(?!\s?[年月日位个次天号点种])", re.I
)
_PHRASE = re.compile(
    words("(?:seed|recovery|backup|secret) (?:phrase|words)|mnemonic|pass ?phrase", "助记词")
    + rf"{_IS}(?P<value>[a-z]{{2,12}}(?: [a-z]{{2,12}}){{3,23}})(?![A-Za-z])",
    re.I,
)
_CODE = re.compile(
    words(
        "PIN(?: code| number)?|(?i:my pin|pin (?:code|number|is)|(?:verification|security|one-time|login|auth) code|"
        "passcode|otp|cvv2?|cvc)",
        "验证码|校验码|动态码|取款密码|支付密码|安全码",
    )
    + rf"(?:{_IS}|\s{{0,2}})(?P<value>[0-9]{{3,8}})(?![0-9A-Za-z年月日位个])"
)
_ADJECTIVES = frozenset(
    "required wrong incorrect invalid expired too not the a an being always very weak strong hashed encrypted "
    "stored reset changed missing empty optional visible hidden correct right good bad safe unsafe secure "
    "insecure important needed necessary protected unknown lost forgotten compromised leaked shared same "
    "different default short long simple complex unique valid accepted rejected blank null none true false string "
    "str text set unset saved old new now mine yours what why how still also never only just so fine okay ok "
    "working sent shown case-sensitive your my undefined that this there in on at to kept managed generated "
    "random secret confidential private something anything it".split()
)
_CODE_LIKE = re.compile(r"[<{$%\[(*•]|[A-Za-z_][\w.]*[(\[]|(?:os|process|env|self|config|settings|args)\.")
_CLAUSE_END = re.compile(
    r"\s*(?:[.,;:!?)\]}\"'`。、]|\Z|\n|[\u3400-\u9fff])|\s+(?:and|but|so|for|on|now|please|thanks)\b"
)

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
    yield from values("password", _IN_ADDRESS, text)
    yield from values("password", _QUOTED_PASSWORD, text)
    yield from values("password", _PHRASE, text)
    yield from values("password", _CODE, text)
    yield from _passwords(text)
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


def _passwords(text: str) -> Iterator[Span]:
    for pattern in (_GIVEN_PASSWORD, _NEW_PASSWORD):
        for m in pattern.finditer(text):
            if _is_password(m["value"], text[m.end() : m.end() + 12]):
                yield "password", m.start("value"), m.end("value")
    for m in _BARE_PASSWORD.finditer(text):
        value = m["value"]
        if (_has_letter_and_digit(value) and not _is_code(value)) or re.fullmatch("[0-9]{6,}", value):
            yield "password", m.start("value"), m.end("value")


def _is_password(value: str, after: str) -> bool:
    """What follows "password is": anything odd is one; a plain word only where the clause ends with it."""
    if _is_code(value) or value.lower() in _ADJECTIVES:
        return False
    if re.search("[0-9]|[^A-Za-z'./-]|[a-z][A-Z]", value):
        return not re.match("[年月日位个次天种]", after)
    return _CLAUSE_END.match(after) is not None


def _is_code(value: str) -> bool:
    return _CODE_LIKE.match(value) is not None


def _keys(text: str) -> Iterator[Span]:
    for m in _GIVEN_SECRET.finditer(text):
        value = m["value"]
        if (_has_letter_and_digit(value) or re.fullmatch("[0-9]{16,}", value)) and not _VERSION.match(value):
            yield "key", m.start("value"), m.end("value")
    for m in _NEAR_SECRET.finditer(text):
        if _is_random(m["value"]) and not _NOT_SECRET.search(m["gap"]):
            yield "key", m.start("value"), m.end("value")
    for m in _AUTHORIZATION.finditer(text):
        if _has_letter_and_digit(m["value"]) or len(m["value"]) >= 24:
            yield "key", m.start("value"), m.end("value")


def _has_letter_and_digit(value: str) -> bool:
    return re.search("[0-9]", value) is not None and re.search("[A-Za-z]", value) is not None


def _is_random(value: str) -> bool:
    """Letters and digits without the repetition of words: more than 3.2 bits a character."""
    if not _has_letter_and_digit(value) or ("/" in value and (value.islower() or value.isupper())):
        return False
    sample = value[:256]
    return -sum(n / len(sample) * log2(n / len(sample)) for n in Counter(sample).values()) > 3.2
