"""Telephone numbers: shapes that are one wherever they stand, and plainer digits beside a word for a telephone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.sensitive.beside import LEFT, RIGHT, Span, beside, digits_of, groups, labelled_otherwise, words

_WORDS = re.compile(
    words(
        r"phones?|mobile|cell(?:phone)?|tel(?:ephone)?|call(?: me)?|dial|ring|text me|can text|sms|whats ?app|fax|"
        r"landline|reach (?:me|us|him|her|them)|(?:my|her|his|our|their|contact) number",
        "电话|手机|座机|固话|传真|热线|拨打|打给|致电|联系方式|联系我|我的?号码|小灵通",
    ),
    re.I,
)
_ALONE = LEFT + r"(?<![0-9] )"
_END = RIGHT + r"(?! [0-9])"
_EXT = r"(?:(?:-| ?转 ?| ?ext\.? ?| ?x ?)[0-9]{1,5})?"

_CN_MOBILE = re.compile(LEFT + r"(?:\(?(?:\+|00)?86\)?[ -]?)?(1[3-9][0-9](?:[ .-]{0,2}[0-9]){8})" + RIGHT)
_CN_SHAPES = {(11,), (3, 4, 4), (3, 3, 5), (3, 5, 3), (4, 3, 4), (4, 4, 3), (3, 8), (7, 4), (1,) * 11}
_CN_LANDLINE = re.compile(
    LEFT
    + r"(?:(?:\+|00)?86[ -]?)?\(?0(?:(?:10|2[0-9])\)?[ -]?[2-9][0-9]{3}|[3-9][0-9]{2}\)?[ -]?[2-9][0-9]{2,3})"
    r"[ -]?[0-9]{4}" + _EXT + RIGHT
)
_NORTH_AMERICA = re.compile(
    LEFT + r"(?:\+?1[ .-]?)?(?:(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}-)[0-9]{3}[ .-]?[0-9]{4}"
    r"|[2-9][0-9]{2}([ .])[2-9][0-9]{2}\1[0-9]{4})" + _EXT + RIGHT
)
_EUROPE = re.compile(
    "|".join(
        _ALONE + shape + _END
        for shape in (
            r"07[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}",  # UK mobile
            r"\(?0(?:1[0-9]1|11[0-9]|2[0-9])\)?[ -][0-9]{3,4}[ -]?[0-9]{4}",  # UK cities
            r"\(?01[0-9]{3}\)?[ -][0-9]{3}[ -]?[0-9]{3}",  # UK towns
            r"0[1-9]([ .-])[0-9]{2}(?:[ .-][0-9]{2}){3}",  # France
            r"01[5-7][0-9][ /-]?[0-9]{7,8}",  # German mobile
            r"0[2-9][0-9]{1,3}[ /-][0-9]{6,8}",  # German towns
            r"06[ -][0-9]{8}",  # Dutch mobile
        )
    )
)
_ABROAD = re.compile(LEFT + r"(?:\+|00)[1-9](?:[ ./()-]{0,3}[0-9]){6,15}")
_RUN = re.compile(LEFT + r"(?<![A-Za-z]\()\(?[0-9](?:[ ().-]{0,2}[0-9]){6,14}" + RIGHT)
_SPREAD = re.compile(
    LEFT
    + r"(?:1[3-9][0-9]([.,*/_|~·\n]|, )[0-9]{4}\1|\(?[2-9][0-9]{2}\)?([.,*/_|~·\n]|, )[2-9][0-9]{2}\2)[0-9]{4}"
    + RIGHT
)
"""Grouped as a telephone number is, set apart as it is not: 415/555/2671."""
_DIGIT = "zero|oh|one|two|three|four|five|six|seven|eight|nine"
_SPOKEN = re.compile(
    rf"(?<![A-Za-z-])(?:(?:double |triple )?(?:{_DIGIT})(?:[ ,.-]{{1,2}}(?:double |triple )?(?:{_DIGIT})){{6,18}})"
    r"(?![A-Za-z-])",
    re.I,
)
_COUNTED = " ".join(_DIGIT.replace("oh|", "").split("|"))
_NOT_A_PHONE = re.compile(
    r"(?:19|20)[0-9]{2}(?P<sep>[-. ]?)(?:0?[1-9]|1[0-2])(?P=sep)(?:0?[1-9]|[12][0-9]|3[01])(?![0-9])"
    r"|[0-9]+\.[0-9]+\Z|[0-9]{1,3}(?:\.[0-9]{1,3}){3}\Z"
)


def phones(text: str) -> Iterator[Span]:
    """Telephone numbers of China, North America, Europe, and any with the country's code."""
    sure = [span for span in _shaped(text) if not labelled_otherwise(text, span[0])]
    sure += [(m.start(), end) for m in _ABROAD.finditer(text) if (end := _dialled(m))]
    known = bytearray(len(text))
    for start, end in sure:
        known[start:end] = b"1" * (end - start)
        yield "phone", start, end
    for m in _SPREAD.finditer(text):
        if beside(_WORDS, text, *m.span()) and not labelled_otherwise(text, m.start()):
            known[m.start() : m.end()] = b"1" * (m.end() - m.start())
            yield "phone", *m.span()
    for m in _RUN.finditer(text):
        if any(known[m.start() : m.end()]) or _NOT_A_PHONE.match(m[0]) or labelled_otherwise(text, m.start()):
            continue
        if beside(_WORDS, text, *m.span()) or _second_opinion(m):
            yield "phone", *m.span()


def spoken(text: str) -> Iterator[Span]:
    """Digits read out in English, seven or more: beside a word for a telephone, or as many as one has."""
    for m in _SPOKEN.finditer(text):
        told = " ".join(re.findall(_DIGIT, m[0].lower()))
        counted = told in _COUNTED or " ".join(reversed(told.split())) in _COUNTED
        if not counted and (beside(_WORDS, text, *m.span()) or 9 <= told.count(" ") <= 12):
            yield "phone", *m.span()


def _shaped(text: str) -> Iterator[tuple[int, int]]:
    for m in _CN_MOBILE.finditer(text):
        if groups(m[1]) in _CN_SHAPES:
            yield m.span()
    for pattern in (_CN_LANDLINE, _NORTH_AMERICA, _EUROPE):
        for m in pattern.finditer(text):
            yield m.span()


def _dialled(m: re.Match[str]) -> int:
    """Where a number with a country's code ends: what follows it may look like more of it. 0: it is none."""
    import phonenumbers

    possible = 0
    ends = [part.end() for part in re.finditer("[0-9]+", m[0])]
    for end in reversed(ends):
        number = "+" + digits_of(m[0][:end]).removeprefix("00")
        try:
            parsed = phonenumbers.parse(number)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(parsed):
            return m.start() + end
        if m[0][0] == "+" and phonenumbers.is_possible_number(parsed):
            possible = possible or m.start() + end
    return possible


def _second_opinion(m: re.Match[str]) -> bool:
    """Whether `phonenumbers` knows it, grouped as it is and not one of a row, for China or North America."""
    value, (start, end) = m[0], m.span()
    if not 10 <= len(digits_of(value)) <= 13 or len(groups(value)) not in (2, 3, 4):
        return False
    if m.string[max(0, start - 2) : start].strip().isdecimal() or m.string[end : end + 2].strip().isdecimal():
        return False
    import phonenumbers

    strict = phonenumbers.Leniency.STRICT_GROUPING
    return any(
        match.raw_string == value
        for region in ("CN", "US")
        for match in phonenumbers.PhoneNumberMatcher(value, region, leniency=strict, max_tries=3)
    )
