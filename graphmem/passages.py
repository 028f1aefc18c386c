"""Markdown or plain text → passages, cut at headings, paragraphs, sentences of either language. Pure.

A cut depends on the words around it, never on a count from the beginning: after an edit the passages
that do not hold the edited words are the same as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, zip_longest

from graphmem import tokens
from graphmem.layout import Block, Section, sections
from graphmem.model import digest
from graphmem.names import _CJK

LIMIT = 400
"""Tokens of a passage at most, its headings and overlap included."""
SHORT = 40
"""Tokens below which a paragraph goes together with the next one."""
LONG = 200
"""Tokens from which a paragraph that must be cut may be cut."""
OVERLAP = 40
"""Tokens up to which the sentence before a passage is repeated in it."""
_SLACK = 8
"""Tokens that joining the parts of a passage may cost."""
_WINDOW = 4_000
"""Characters in which more tokens than a passage may have are certain to be, or as good as."""

_ABBREVIATED = (
    r"(?<!\b[A-Za-z]\.)(?<!\b[DMSJ]r\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bNo\.)(?<!\bvs\.)(?<!\bcf\.)"
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bapprox\.)(?<!\bFig\.)(?<!\bVol\.)"
)
_SENTENCE_END = re.compile(
    r"[。！？]+[”’」』）)\]】》]*\s*"  # 下雨了。我们走了。
    rf"|(?<![.!?…])[.!?…]+[\"'”’」』）)\]】》*_`]*{_ABBREVIATED}\s+(?![a-z])"  # It rained. We left.
    rf"|(?<=[{_CJK}])[.!?]+(?=[{_CJK}])"  # 下雨了!我们走了.
    r"|\n(?=\s*(?:[-*+•]\s|\d{1,3}[.)、．]|[（(]?[一二三四五六七八九十]{1,3}[）)、.．]))"  # before an item of a list
)
_CLAUSE_END = re.compile(r"[，,、：:；;]|\s")


@dataclass(frozen=True)
class Passage:
    """`heading`: the path to it. `lead`: repeated from before it, with the space between. `body`: its own."""

    heading: str
    lead: str
    body: str

    @property
    def text(self) -> str:
        return "\n\n".join(part for part in (self.heading, self.lead + self.body) if part)


@dataclass(frozen=True)
class _Piece:
    """What is not cut any more. `lead`: what it needs before it, such as the head of its table.

    `begins`: a block, and so a line of its own.
    """

    text: str
    kind: str = "prose"
    lead: str = ""
    begins: bool = True

    @cached_property
    def cost(self) -> int:
        return _cost(self.text) + (_cost(self.lead) if self.lead else 0)

    @property
    def marked(self) -> bool:
        """Half of all pieces, told by their words: where to cut between equals."""
        return digest(self.text.strip())[-1] in "02468ace"

    @property
    def announces(self) -> bool:
        return self.text.rstrip("*_ \n").endswith((":", "："))


def cut(text: str) -> list[Passage]:
    """The passages of a document in their order; a heading with nothing under it is one by itself."""
    found: list[Passage] = []
    every = sections(text)
    for section, after in zip_longest(every, every[1:]):
        if section.blocks:
            found += _of_section(section)
        elif section.path and (after is None or after.path[: len(section.path)] != section.path):
            found.append(Passage(section.heading, "", ""))
    return found


def _of_section(section: Section) -> Iterator[Passage]:
    room = LIMIT - _SLACK - (_cost(section.heading) if section.heading else 0)
    before = ""
    for pack in _packs(section.blocks, room):
        joint = "" if pack[0].kind == "part" else "\n\n"
        body = joint.join(p.text for p in pack).strip("\n").rstrip()
        alone = Passage(section.heading, pack[0].lead, body)
        lead = before.rstrip() + "\n\n" if before and pack[0].begins else before
        passage = replace(alone, lead=lead) if lead and not alone.lead else alone
        if body:
            yield passage if passage is alone or _cost(passage.text) <= LIMIT else alone
        before = _overlap(pack[-1])


def _overlap(piece: _Piece) -> str:
    """The last sentence, with the space after it, if it is one to repeat."""
    last = sentences(piece.text)[-1] if piece.kind in ("prose", "part") else ""
    return last if _cost(last) <= OVERLAP else ""


def _packs(blocks: Sequence[Block], room: int) -> Iterator[list[_Piece]]:
    """The pieces of each passage."""
    whole: list[_Piece] = []
    for block in blocks:
        piece = _Piece(block.text, block.kind)
        if piece.cost <= room:
            whole.append(piece)
            continue
        yield from _packed(whole, room, SHORT)
        whole = []
        yield from _parted(block, room)
    yield from _packed(whole, room, SHORT)


def _packed(pieces: Sequence[_Piece], room: int, least: int) -> Iterator[list[_Piece]]:
    """Neighbours together until they have `least` tokens, what announces together with what is announced."""
    pack: list[_Piece] = []
    held = 0
    for piece, after in zip_longest(pieces, pieces[1:]):
        if pack and held + piece.cost + 1 > room:
            yield pack
            pack, held = [], 0
        pack.append(piece)
        held += piece.cost + 1
        bound = after is not None and (piece.announces or after.kind in ("code", "table"))
        if held >= least and (piece.cost >= least or piece.marked) and not bound:
            yield pack
            pack, held = [], 0
    if pack:
        yield pack


def _parted(block: Block, room: int) -> Iterator[list[_Piece]]:
    """The passages of a block that is too long for one."""
    if block.kind == "prose":
        units = _bounded(sentences(block.text), room)
        parts = [_Piece(unit, "part", begins=not number) for number, unit in enumerate(units)]
        yield from _packed(parts, room, LONG)
        return
    lines = block.text.splitlines(keepends=True)
    head, rows, tail = lines[: block.head], lines[block.head :], ""
    if block.kind == "code" and rows and rows[-1].strip() == block.closing:
        tail = rows.pop().rstrip()
    lead = "".join(head).rstrip("\n")
    if _cost(lead + tail) > room // 2:
        rows, lead, tail = lines, "", ""
    room -= _cost(lead + tail) + _SLACK if lead else 0
    parts = [_Piece(row, "row") for row in _bounded(rows, room)]
    for number, pack in enumerate(_packed(parts, room, LONG)):
        text = "".join(p.text for p in pack).rstrip("\n")
        closed = f"{text}\n{tail or block.closing}" if lead and block.closing else text
        opened = f"{lead}\n{closed}" if lead and not number else closed
        yield [_Piece(opened, "rows", f"{lead}\n" if lead and number else "")]


def sentences(text: str) -> list[str]:
    """The sentences of a text, each with the space after it: joined they are the text."""
    ends = [m.end() for m in _SENTENCE_END.finditer(text)]
    places = [0, *(e for e in ends if e < len(text)), len(text)]
    return [text[a:b] for a, b in pairwise(places)]


def _bounded(units: Iterable[str], room: int) -> Iterator[str]:
    for unit in units:
        yield from _broken(unit, room)


def _broken(text: str, room: int) -> Iterator[str]:
    """A sentence or line that is too long for a passage: at a clause, a space, or where it must be."""
    while _cost(text) > room:
        head = tokens.truncate(text[:_WINDOW], room)
        ends = [m.end() for m in _CLAUSE_END.finditer(head, len(head) // 2)]
        place = ends[-1] if ends else len(head)
        yield text[:place]
        text = text[place:]
    if text:
        yield text


def _cost(text: str) -> int:
    """Tokens; of a text that is surely too long, more than fit."""
    return tokens.count(text) if len(text) <= _WINDOW else LIMIT + 1
