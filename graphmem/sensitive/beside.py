"""What stands beside a value: the edges of a number, and the words that name it."""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[str, int, int]
"""Kind, start and end (half-open) in folded text."""

LEFT = r"(?<![A-Za-z0-9_])(?<![A-Za-z0-9]-)(?<![0-9]\.)(?<![$€£¥])(?<![$€£¥] )"
RIGHT = r"(?![A-Za-z0-9_])(?!-[A-Za-z0-9])(?!\.[0-9])(?!\s?(?:[元块亿万米次]|美元|人次))"
EDGE, NO_MORE = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"

_BREAK = re.compile(r"[\0!?。;]|(?<!:)(?<!: )\n|(?<![Nn]o)(?<![Tt]el)\.\s")
_OTHER_LABEL = re.compile(
    r"(?:订单|运单|快递|物流|流水|发票|序列|批次|工单|案件|编|单|件|货|条码|课程?|学|工)(?:号码?|编号)?\s*(?:是|为|[:#])?\s*\Z"
    r"|(?<![A-Za-z])(?:order|tracking|invoice|ticket|isbn|issn|sku|serial|part|model|case|build|version|commit|batch|"
    r"reference|ref|item|product|job|request|transaction|imei|upc|ean|asin|doi|rfc|issue|pr)"
    r"(?:\s?(?:number|num|no|id|code))?[.#]?\s*(?:is|was|[:#=])?\s*[#(]?\Z",
    re.I,
)


def words(english: str, chinese: str) -> str:
    """A pattern for either language's words, given as alternatives; English ones whole, also beside Chinese."""
    return rf"(?:(?<![A-Za-z])(?:{english})(?![A-Za-z])|{chinese})"


def beside(pattern: re.Pattern[str], text: str, start: int, end: int, reach: int = 28) -> bool:
    """Whether the pattern occurs in the same sentence, at most `reach` characters before or half of that after."""
    first = max(0, start - reach)
    for stop in _BREAK.finditer(text, first, start):
        first = stop.end()
    stop_after = _BREAK.search(text, end, end + reach // 2)
    last = stop_after.start() if stop_after else end + reach // 2
    return bool(pattern.search(text, first, start) or pattern.search(text, end, last))


def labelled_otherwise(text: str, start: int) -> bool:
    """Whether what begins at `start` is called an order number, a serial number or the like."""
    return _OTHER_LABEL.search(text, max(0, start - 24), start) is not None


def groups(value: str) -> tuple[int, ...]:
    """How many digits stand together: "138 0013 8000" gives (3, 4, 4)."""
    return tuple(len(run) for run in re.findall("[0-9]+", value))


def digits_of(value: str) -> str:
    """The digits alone."""
    return re.sub("[^0-9]", "", value)


def values(kind: str, pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    """The group "value" of each match."""
    for m in pattern.finditer(text):
        yield kind, m.start("value"), m.end("value")
