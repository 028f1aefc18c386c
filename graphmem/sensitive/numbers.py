"""Numbers that prove themselves, by a check digit or a shape of their own: identity numbers, cards, IBANs, plates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graphmem.sensitive.beside import (
    EDGE,
    LEFT,
    NO_MORE,
    RIGHT,
    Span,
    beside,
    digits_of,
    labelled_otherwise,
    words,
)

_ID_WORDS = re.compile(words(r"(?:id|identity)(?: card)?(?: number| no)?", "身份证|证件号"), re.I)
_ID = re.compile(EDGE + r"(?<![0-9][.-])[1-9](?:[ ./|_·-]?[0-9]){16}[ ./|_·-]?[0-9X]" + NO_MORE, re.I)
_OLD_ID = re.compile(LEFT + r"[1-9](?:[ -]?[0-9]){14}" + NO_MORE)
_BORN = re.compile(r"(?:18|19|20)?[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])")

_CARD_OF_ID = re.compile(
    words("(?:id|identity) (?:card|number)|national id|hkid|nric|fin", "身[份分][证證]|证件号|统一证号"), re.I
)
_ID_ABROAD = re.compile(
    EDGE
    + r"(?:[A-Z]{1,2}[0-9]{6} ?\([0-9A]\)|[A-Z]{1,2}[0-9]{6}[0-9A]|[A-Z][1289][0-9]{8}|[STFGM][0-9]{7}[A-Z])"
    + NO_MORE
)
"""Hong Kong, Taiwan, Singapore."""
_MEDICARE = re.compile(
    EDGE + r"[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y][0-9](-?)[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y][0-9]\1"
    r"[AC-HJKMNP-RT-Y]{2}[0-9]{2}" + NO_MORE
)

_INSURED = re.compile(words("medicare", "医保"), re.I)

_SSN_WORDS = re.compile(words("ssn|itin|social(?: security)?|taxpayer", "社会安全号"), re.I)
_SSN = re.compile(LEFT + r"(?!000|666)[0-9]{3}([ ./_|,\n-]?)(?!00)[0-9]{2}\1(?!0000)[0-9]{4}" + RIGHT)
_NINO_WORDS = re.compile(words("nino|ni (?:number|no)|national insurance", "国民保险"), re.I)
_NINO = re.compile(
    EDGE + r"(?!BG|GB|KN|NK|NT|TN|ZZ)(?:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]|QQ)"
    r"(?:[ -]?[0-9]{2}){3}[ -]?[A-D]" + NO_MORE,
    re.I,
)

_CARD_WORDS = re.compile(
    words(
        "(?:credit|debit|bank) ?card|card (?:number|no)|visa|mastercard|amex",
        "卡号|信用卡|银行卡|储蓄卡|借记卡",
    ),
    re.I,
)
_RUN = re.compile(r"(?<![A-Za-z0-9_])(?<![A-Za-z]-)[0-9]+(?:[ .-]{1,2}[0-9]+)*(?![A-Za-z0-9_])(?!-[A-Za-z])")
_GROUP = re.compile("[0-9]+")
_APART = r"[ \t.,/·|*_\n-]{1,3}"
_SPREAD = re.compile(
    rf"(?<![0-9])(?<![0-9][.,/-])(?:[0-9]{{4}}(?:{_APART}[0-9]{{4}}){{3}}"
    rf"|3[47][0-9]{{2}}{_APART}[0-9]{{6}}{_APART}[0-9]{{5}})(?![0-9])(?![.,/-]\s?[0-9])"
)
"""Groups as on a card, however they are set apart: by bars, commas, line breaks, asterisks."""
_WRAPPED = re.compile(r"(?<![A-Za-z0-9])[A-Za-z_]{1,2}(?P<value>[0-9]{15,16})[A-Za-z_]{0,2}(?![A-Za-z0-9])")
_CARD_SHAPES = {(4, 6, 5), (4, 6, 4), (6, 13), (6, 12), (6, 10), (8, 8), (8, 11)}
_ISSUERS = (
    (re.compile("4"), {13, 16, 19}),
    (re.compile("5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|220[0-4]"), {16}),
    (re.compile("3[47]"), {15}),
    (re.compile("30[0-5]|36|3[89]"), {14}),
    (re.compile("35"), {16}),
    (re.compile("62|81|6011|64[4-9]|65"), {16, 17, 18, 19}),
    (re.compile("50|5[678]|6"), {16, 19}),
)
"""First digits of the card schemes, and the lengths they issue."""

_IBAN = re.compile(EDGE + "[A-Z]{2}[0-9]{2}(?=[ -]?[A-Z0-9])", re.I)
_IBAN_LENGTHS = {
    country: length
    for length, countries in {
        15: "NO",
        16: "BE",
        18: "DK FO FI FK GL NL SD",
        19: "MK SI",
        20: "AT BA EE KZ LT LU MN XK",
        21: "CH HR LI LV",
        22: "BG BH CR DE GB GE IE ME RS VA",
        23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "LY PT ST",
        26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM",
        28: "AL AZ BY CY DO GT HU LB NI PL SV",
        29: "BR EG PS QA UA",
        30: "JO KW MU YE",
        31: "MT SC",
        32: "LC",
        33: "RU",
    }.items()
    for country in countries.split()
}

_PLATE = re.compile(
    "[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使]"
    "[A-HJ-NP-Z][ ·.•-]?(?=[A-Z]{0,2}[0-9])(?:[A-HJ-NP-Z0-9]{4}[挂学警港澳]|[A-HJ-NP-Z0-9]{5,6})" + NO_MORE
)


def identity_numbers(text: str) -> Iterator[Span]:
    """Chinese resident identity numbers, US social security numbers, UK national insurance numbers.

    A Chinese number of 18 is known by its check digit, or beside its word even when mistyped; one of 15 only there.
    """
    for m in _ID.finditer(text):
        named = beside(_ID_WORDS, text, *m.span())
        if named or is_resident_id(re.sub("[^0-9Xx]", "", m[0])):
            yield "id", *m.span()
    for m in _OLD_ID.finditer(text):
        if _BORN.match(digits_of(m[0]), 6, 12) and beside(_ID_WORDS, text, *m.span()):
            yield "id", *m.span()
    for m in _SSN.finditer(text):
        if (m[1] == "-" and m[0][0] != "9") or beside(_SSN_WORDS, text, *m.span()):
            yield "ssn", *m.span()
    for m in _ID_ABROAD.finditer(text):
        if beside(_CARD_OF_ID, text, *m.span()) and not labelled_otherwise(text, m.start()):
            yield "id", *m.span()
    for m in _MEDICARE.finditer(text):
        if m[1] or beside(_INSURED, text, *m.span()):
            yield "insurance", *m.span()
    for m in _NINO.finditer(text):
        if m[0].isupper() or beside(_NINO_WORDS, text, *m.span()):
            yield "nino", *m.span()


def is_resident_id(number: str) -> bool:
    """GB 11643: a date of birth at 7-14, and a last character checked by ISO 7064 MOD 11-2."""
    if not _BORN.match(number, 6, 14):
        return False
    total = sum(int(c) * pow(2, 17 - i, 11) for i, c in enumerate(number[:17]))
    return "10X98765432"[total % 11] == number[17].upper()


def cards(text: str) -> Iterator[Span]:
    """Bank and credit cards: 13 to 19 digits that pass Luhn's check, of a known issuer or beside a word for a card.

    One may stand among other numbers ("4111 1111 1111 1111 20 chairs"), unless they are called an order or the like.
    """
    for run in _RUN.finditer(text):
        if run.end() - run.start() < 13:
            continue
        parts = [m.span() for m in _GROUP.finditer(text, *run.span())]
        shaped = _any_shape if beside(_CARD_WORDS, text, *run.span()) else _card_shape
        if labelled_otherwise(text, run.start()):
            parts = parts if sum(end - start for start, end in parts) <= 19 else []
        first = 0
        while first < len(parts):
            last = _card_from(parts, first, text, shaped)
            if last >= 0:
                yield "card", parts[first][0], parts[last][1]
            first = max(first, last) + 1
    for m in (*_SPREAD.finditer(text), *_WRAPPED.finditer(text)):
        number, group = digits_of(m[0]), "value" if "value" in m.groupdict() else 0
        sizes = [len(part) for part in _GROUP.findall(m[0])]
        if _card_shape(number, sizes) and luhn(number) and not labelled_otherwise(text, m.start()):
            yield "card", *m.span(group)


def _card_from(
    parts: list[tuple[int, int]], first: int, text: str, shaped: Callable[[str, list[int]], bool]
) -> int:
    """The index of the last group of the longest card that begins with group `first`, or -1."""
    number, sizes, found = "", [], -1
    for last in range(first, len(parts)):
        start, end = parts[last]
        if len(number) + end - start > 19:
            break
        number += text[start:end]
        sizes.append(end - start)
        if len(number) >= 13 and shaped(number, sizes) and luhn(number):
            found = last
    return found


def _any_shape(number: str, sizes: list[int]) -> bool:
    return True


def _card_shape(number: str, sizes: list[int]) -> bool:
    """Whether a number begins as an issuer's do, is as long, and is grouped as on a card."""
    if number[0] not in "234568":
        return False
    fours = set(sizes[:-1]) == {4} and sizes[-1] <= 4
    grouped = len(sizes) == 1 or fours or set(sizes) == {1} or tuple(sizes) in _CARD_SHAPES
    return grouped and any(start.match(number) and len(number) in lengths for start, lengths in _ISSUERS)


def luhn(number: str) -> bool:
    """ISO/IEC 7812-1, annex B: every second digit from the right doubled, the sum a multiple of ten."""
    doubled = sum(sum(divmod(2 * int(c), 10)) for c in number[-2::-2])
    return (doubled + sum(map(int, number[::-2]))) % 10 == 0 and len(set(number)) > 1


def ibans(text: str) -> Iterator[Span]:
    """International bank account numbers: the country's length, and ISO 7064 MOD 97-10."""
    for m in _IBAN.finditer(text):
        end, left = m.start(), _IBAN_LENGTHS.get(m[0][:2].upper(), 0)
        number = ""
        while left and end < len(text):
            c = text[end]
            if c.isascii() and c.isalnum():
                number, left = number + c, left - 1
            elif c not in " -" or text[end - 1] in " -":
                break
            end += 1
        over = text[end : end + 1]
        if number and not left and not (over.isascii() and over.isalnum()):
            turned = "".join(str(int(c, 36)) for c in number[4:] + number[:4])
            if int(turned) % 97 == 1:
                yield "iban", m.start(), end


def plates(text: str) -> Iterator[Span]:
    """Chinese licence plates: a province, a letter, five or six more of which one is a digit."""
    for m in _PLATE.finditer(text):
        yield "plate", *m.span()
