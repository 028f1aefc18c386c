"""Text for full-text search, the same for both stores: folding, words of both languages, what is worth asking.

Chinese is indexed by single characters, so that any word is found as a phrase of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from graphmem.dates import shown
from graphmem.model import Turn, digest
from graphmem.names import _CJK, has_cjk, name_key, plain

_EACH_CJK = re.compile(f"([{_CJK}])")
_ASKED, _KEYS = 800, 600
"""Characters of a query in which names are looked for; keys of words, and of Chinese characters, at most."""
_SIGNS = re.compile(f"[{_CJK}]+")
_PIECES = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:['’.+#\-/&@_][^\W_{_CJK}]+)*[+#]*")
_NO_WORD = re.compile(r"[\W_]+")
_BETWEEN = "".join(c if c.isalnum() else " " for c in map(chr, range(128)))
"""What `_NO_WORD` leaves of ASCII, by `str.translate`: much faster, and most texts are that."""
_STOP_EN = frozenset(
    """
    a an the of to in on at for with and or but if is are was were be been being am do does did done
    have has had i me my mine we us our you your he him his she her it its they them their this that
    these those there here what which who whom whose when where why how can could will would shall
    should may might must about from by as into than then so not no any some all more most much many
    very just also tell say said know think please let s t re ve ll d m don't i'm
    """.split()
)
_STOP_ZH = frozenset(
    """
    的 了 是 在 我 你 您 他 她 它 们 我们 你们 他们 她们 和 与 跟 吗 呢 吧 啊 么 什么
    怎么 怎样 哪 哪里 哪儿 哪个 谁 几 多少 有 没有 不 也 都 就 还 这 那 这个 那个 一个
    会 要 想 请 告诉 知道 现在 以前 时候 为什么 上 下 去 来 过 着
    """.split()
)


def indexed(text: str) -> str:
    """Folded text with a space around each Chinese character; sign-bearing words keep a plain double.

    "C++" is indexed as "c++" would be asked for: signs become letters, since a tokenizer drops them.
    """
    return " ".join(_signs(text.lower() if text.isascii() else _spaced(text)).split())


def _spaced(text: str) -> str:
    return _EACH_CJK.sub(r" \1 ", plain(text))


def _signs(text: str) -> str:
    if "#" in text or "++" in text:
        return re.sub(r"(?<=\w)#", "sharp", re.sub(r"(?<=\w)\+\+", "plusplus", text))
    return text


def namespace_token(namespace: str) -> str:
    """One word that stands for the namespace in a text index, whatever its name holds."""
    return "ns" + digest("namespace", namespace)


def turn_text(turn: Turn) -> str:
    """A turn as it is searched and embedded: who, when, what. '' for one of the API, whose facts say it all."""
    if turn.role == "api":
        return ""
    return f"{turn.speaker or turn.role} {shown(turn.at, 'day', turn.offset)}: {_said(turn)}"


_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_SAYS_ENOUGH = 20
"""Characters beside its code from which a message is known by them."""


def prose(text: str) -> str:
    """A text without its fenced code, if that leaves anything to speak of: people ask for what was said of it."""
    said = _CODE.sub(" ", text).strip() if "```" in text else text
    return said if len(said) >= _SAYS_ENOUGH else text


_MONTHS = "January February March April May June July August September October November December".split()


class Spoken(Protocol):
    """What a turn and a candidate for one have alike."""

    @property
    def role(self) -> str: ...
    @property
    def speaker(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def at(self) -> datetime: ...
    @property
    def offset(self) -> int: ...


def _said(turn: Spoken) -> str:
    """In a document, code is part of what it tells."""
    return turn.text if turn.role == "document" else prose(turn.text)


def dated_text(turn: Spoken) -> str:
    """Who, what, and when in the words that a question would use: for ranking by words."""
    day = shown(turn.at, "day", turn.offset)
    year, month, date = day.split("-")
    told = f"{_MONTHS[int(month) - 1]} {int(date)} {year}"
    if has_cjk(turn.text):
        told = f"{year}年{int(month)}月{int(date)}日"
    return f"{turn.speaker or turn.role} {day} {told}: {_said(turn)}"


def words(text: str) -> list[str]:
    """The words of a text, folded; Chinese cut by the segmenter."""
    found: list[str] = []
    for piece in _PIECES.findall(plain(text)):
        if _EACH_CJK.match(piece):
            from graphmem.extract.chinese_nlp import segment

            found += [w for w in segment(piece) if w.strip()]
        else:
            found.append(piece)
    return found


def is_stop_word(word: str) -> bool:
    """Whether a folded word is one that questions are made of, whatever they are about."""
    return word in _STOP_EN or word in _STOP_ZH


def terms(query: str, limit: int = 16) -> tuple[str, ...]:
    """What to ask the text index for: the query's words without question words, each once.

    Longer words first, as the rarer ones. A query of nothing but stop words keeps them.
    """
    every = list(dict.fromkeys(words(query)))
    telling = [w for w in every if not is_stop_word(w)] or every
    return tuple(sorted(telling, key=len, reverse=True)[:limit])


def folded(text: str) -> str:
    """A text's tokens with one space between."""
    return " ".join(tokens(text))


def tokens(text: str) -> list[str]:
    """`indexed` text as a tokenizer sees it, by word and single Chinese character."""
    if text.isascii():
        return _signs(text.lower()).translate(_BETWEEN).split()
    return _NO_WORD.sub(" ", _signs(_spaced(text))).split()


def phrase(term: str) -> str:
    """A term as a quoted phrase over `indexed` text; '' if nothing in it can be asked for."""
    inside = folded(term)
    return f'"{inside}"' if inside else ""


def possible_keys(query: str, longest: int = 8) -> tuple[str, ...]:
    """Name keys that may be named in a query: runs of up to `longest` words, and of as many Chinese characters.

    A run is taken as it is written ("St. Petersburg", "A.F.C."), and without a closing "'s". Of a long query those of
    its two ends, and of many runs those as long as names mostly are.
    """
    text = plain(query)
    ends = [text] if len(text) <= _ASKED else [text[: _ASKED // 2], text[-_ASKED // 2 :]]
    pieces = [[m.span() for m in _PIECES.finditer(part)] for part in ends]
    chinese = _SIGNS.findall(" ".join(ends))
    words: dict[str, None] = {}
    signs: dict[str, None] = {}
    for size in range(1, longest + 1):
        for part, spans in zip(ends, pieces, strict=True):
            _word_runs(part, spans, size, words)
    for size in (*range(2, longest + 1), 1) if chinese else ():
        for run in chinese:
            for i in range(len(run) - size + 1):
                signs.setdefault(name_key(run[i : i + size]))
    return (*list(words)[:_KEYS], *list(signs)[:_KEYS])


def _word_runs(text: str, pieces: Sequence[tuple[int, int]], size: int, found: dict[str, None]) -> None:
    for first, last in zip(pieces, pieces[size - 1 :], strict=False):
        start, end = first[0], last[1]
        run = text[start:end]
        found.setdefault(name_key(run))
        if text[end : end + 1] == ".":
            found.setdefault(name_key(run + "."))
        if run.endswith(("'s", "’s")):
            found.setdefault(name_key(run[:-2]))
