"""A secret over two messages: one asks for it, or breaks off ahead of it, and the next holds nothing else."""

from __future__ import annotations

import re

from graphmem.sensitive.beside import words

_ASKED = (
    (r"pass ?words?|passcode|pass ?phrase|pwd", "密码|口令|暗号", "my password: ", "我的密码:"),
    (
        r"pin(?: code| number)?|(?:door|gate|alarm|garage|access|entry|security|verification|login|"
        r"one-time|auth) code|"
        r"otp|cvv|cvc",
        "验证码|门禁码|安全码|动态码",
        "my pin: ",
        "验证码:",
    ),
    (r"(?:api|access|secret|private|auth)[ -]?(?:key|token)|token", "密钥|令牌", "api key: ", "密钥:"),
    (r"ssn|social security(?: number)?", "社会安全号", "ssn ", "SSN "),
    (r"(?:card|credit card|debit card) number|card", "卡号", "card number ", "卡号"),
    (r"account number|bank account|iban", "账号|账户", "account number ", "银行账号"),
    (r"passport(?: number)?", "护照号?码?", "passport ", "护照"),
    (r"(?:national )?(?:id|identity)(?: card)?(?: number)?", "身份证号?码?", "id card number ", "身份证"),
    (r"(?:phone|mobile|cell|telephone)(?: number)?|number", "电话|手机号?码?|号码", "phone ", "电话"),
    (r"(?:home |street |mailing )?address", "地址|住址", "I live at ", "地址"),
)
"""What is asked for, in English and Chinese, and how an answer reads when it names it itself."""

_NOT_IT = r"(?! ?(?:manager|polic|reset|length|field|hint|generator|requirement|strength|format|type|book)[a-z]{0,3}\b)"
_REQUEST = (
    r"(?<![A-Za-z])(?:what|which|may i have|can i (?:have|get)|give|tell|send|enter|type|share|provide|need|"
    r"confirm|remind|got)(?:['’]?s|['’]?re)?(?![A-Za-z])[^.!?。\n]{0,40}(?<![A-Za-z])"
)
_REQUEST_ZH = r"(?:告诉|发|给|输入|提供|说|填|报)[^。!?\n]{0,16}"
_OPEN = r"[^.!?。\n]{0,32}?(?:\s(?:is|was|are)|:|=|是|为)\s*(?:\.{2,}|。)?\s*\Z"


def _asking(english: str, chinese: str) -> re.Pattern[str]:
    """ "What is your password?", "Tell me the PIN.", "My password is", "密码是多少" at a message's end."""
    word = words(english, chinese) + _NOT_IT
    return re.compile(
        rf"{word}{_OPEN}|{_REQUEST}{word}[^.!?。\n]{{0,28}}[.!?。:]?\s*\Z"
        rf"|{_REQUEST_ZH}(?:{chinese})[^。!?\n]{{0,6}}[.!?。:]?\s*\Z"
        rf"|(?:{chinese})[^。!?\n]{{0,8}}(?:什么|多少|啥|几|呢)[^。!?\n]{{0,3}}[?。]?\s*\Z",
        re.I,
    )


_PATTERNS = tuple((_asking(english, chinese), (first, second)) for english, chinese, first, second in _ASKED)
_ANY = re.compile("|".join(words(english, chinese) for english, chinese, _, _ in _ASKED), re.I)
_LEAD = re.compile(
    r"\s*(?:(?:it['’]?s|it is|it was|that['’]?s|sure(?: thing)?|ok(?:ay)?|yes|yeah|of course|um+|uh+|oh|well|"
    r"the (?:[a-z]{2,10} )?(?:password|pin|code|number) is|这是|就?是|好的?|嗯|哦|"
    r"行)(?![A-Za-z])[\s,.:!，。：-]*){0,3}[\"'“‘`]?",
    re.I,
)
_NO_ANSWER = re.compile(
    r"(?:nope|never(?: mind)?|no(?:t|ne|thing)?|dunno|idk|later|skip|pass|forg[eo]t|cancel|stop|thanks?|"
    r"thank you|hello|"
    r"yes|yeah|sure|maybe|what|why|please|wait|hang on|one (?:sec|second|moment)|hold on|see above|same|"
    r"good (?:question|point)|"
    r"my (?:birthday|name|dog)|"
    r"忘了|不记得|没有|不知道|等一下|稍等|不告诉你|好的?|谢谢|算了|不用了?)[\s.,!?…。，！？]*\Z",
    re.I,
)


def asked_for(text: str) -> tuple[str, str] | None:
    """What a message, folded, asks for at its end, as words to put before the answer: in English and in Chinese."""
    if not _ANY.search(text):
        return None
    return next((named for pattern, named in _PATTERNS if pattern.search(text)), None)


def answer_start(text: str) -> int:
    """Where the value of an answer may begin: after "it's" and the like; its end if it declines."""
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    return len(text) if _NO_ANSWER.match(text, start) else start
