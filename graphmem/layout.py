"""Markdown or plain text → sections under headings, with paragraphs, code blocks and tables. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphmem import tokens
from graphmem.names import _CJK

LONGEST_HEADING = 30
"""Tokens; what is longer is a sentence, whatever marks it."""
LONGEST_MARK = 1_000
"""Characters; no longer line is a heading or rule."""
LONGEST_PARAGRAPH = 400
"""Tokens from which lines that all end in a full stop are paragraphs of their own."""

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_HEADING = re.compile(rf" {{0,3}}(#{{1,6}})(?:[ \t]+|(?=[{_CJK}][^#]*$))(.*?)(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
_BREAK = re.compile(r" {0,3}([-*_=])(?:[ \t]*\1){2,}[ \t]*$")
_TABLE_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$")
_META = re.compile(r"[\w-]+[ \t]*:(?:\s|$)")
_NUMBER = "[〇零一二三四五六七八九十百千两\\d]+"
_TITLED = re.compile(
    rf"(?P<part>第{_NUMBER}[编部卷])(?:[\s：:、]\s*\S.*)?$"  # 第二编 附则
    rf"|(?P<chapter>第{_NUMBER}[章篇回])(?:[\s：:、]\s*\S.*)?$"  # 第三章：值班
    rf"|(?P<section>第{_NUMBER}节)(?:[\s：:、]\s*\S.*)?$"  # 第一节 交接
    r"|(?i:(?P<part_en>part)|(?P<chapter_en>chapter|appendix)|(?P<section_en>section))\s+"
    r"(?:\d+|[IVXLCivxlc]+|[A-Z])(?:\s*[:.—–-]\s*\S.*)?$"  # Chapter 3: The night shift
)
_NUMBERED = re.compile(
    r"(?P<item>[一二三四五六七八九十]{1,3}、)\S.*$"  # 一、背景
    rf"|(?P<dotted>\d{{1,2}}(?:\.\d{{1,2}}){{1,3}})\.?\s+[A-Z{_CJK}].*$"  # 2.1 Scope
)
_ITEM = re.compile(r"\s*(?:[-*+•>]|\d{1,3}[.)])\s")
_DEPTHS = {"part": 7, "chapter": 8, "section": 9, "item": 10}
_FULL_STOP = re.compile(r"[.。!！?？；;，,…][\"'”’」』）)]*$")
_ENDED = re.compile(r"[.。!！?？…:：][\"'”’」』）)\]]*$")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or list (`prose`), or code, a table, front matter, which have lines.

    `head`: how many lines open it. `closing`: the line that closes it.
    """

    text: str
    kind: str = "prose"
    head: int = 0
    closing: str = ""


@dataclass(slots=True)
class Section:
    """What stands under one heading; `path` holds the headings above it too."""

    path: tuple[str, ...] = ()
    blocks: list[Block] = field(default_factory=list)

    @property
    def heading(self) -> str:
        return " › ".join(self.path)


def sections(text: str) -> list[Section]:
    """The sections in their order; the first may be without a heading, some without a block."""
    return _Layout(unified(text)).sections


def unified(text: str) -> str:
    """One kind of line end, no byte order mark; a form feed is a blank line."""
    text = re.sub(r"\r\n?|[\x85\u2028\u2029]", "\n", text.replace("\ufeff", ""))
    return re.sub(r"[\f\v]", "\n\n", text)


class _Layout:
    """Reads line after line; `_lines` are those of the paragraph under way."""

    def __init__(self, text: str) -> None:
        self.sections = [Section()]
        self._above: list[tuple[int, str]] = []
        self._lines: list[str] = []
        rest = iter(_without_front(text.split("\n"), self.sections[0]))
        for line in rest:
            self._read(line, rest)
        self._close()

    def _read(self, line: str, rest: Iterator[str]) -> None:
        if not line.strip():
            self._close()
        elif len(line) > LONGEST_MARK or not self._marked(line, rest):
            self._lines.append(line.rstrip())

    def _marked(self, line: str, rest: Iterator[str]) -> bool:
        """Whether it is a heading or rule, or begins a table or code block, which are then read."""
        fence = _FENCE.match(line)
        if fence and "`" not in line[fence.end() :]:
            self._close()
            self._add(_code(line.rstrip(), fence[1], rest))
        elif heading := _HEADING.match(line):
            self._close()
            self._open(len(heading[1]), heading[2].strip(), line)
        elif (rule := _UNDERLINE.match(line)) and len(self._lines) == 1 and _is_title(self._lines[0]):
            title = self._lines.pop()
            self._open(1 if rule[1][0] == "=" else 2, title.strip(), title)
        elif _BREAK.match(line):
            self._close()
            self._begin(self.sections[-1].path)
        elif self._lines and "|" in self._lines[-1] and "|" in line and _TABLE_RULE.match(line):
            self._table(line, rest)
        elif depth := _titled(line):
            self._close()
            self._open(depth, line.strip(), line)
        else:
            return False
        return True

    def _table(self, rule: str, rest: Iterator[str]) -> None:
        head = self._lines.pop()
        self._close()
        rows = [head, rule.rstrip()]
        after = None
        for line in rest:
            if "|" not in line:
                after = line
                break
            rows.append(line.rstrip())
        self._add(Block("\n".join(rows), "table", head=2))
        if after is not None:
            self._read(after, rest)

    def _close(self) -> None:
        """The paragraph under way is done."""
        lines, self._lines = self._lines, []
        if len(lines) == 1 and (depth := _numbered(lines[0])):
            self._open(depth, lines[0].strip(), lines[0])
        elif len(lines) > 1 and all(map(_ENDED.search, lines)) and _long("\n".join(lines), LONGEST_PARAGRAPH):
            for line in lines:
                self._add(Block(line))
        elif lines:
            self._add(Block("\n".join(lines)))

    def _open(self, depth: int, title: str, line: str) -> None:
        if not title:
            return
        if _long(title, LONGEST_HEADING):
            self._add(Block(line.rstrip()))
            return
        while self._above and self._above[-1][0] >= depth:
            self._above.pop()
        self._above.append((depth, title))
        self._begin(tuple(title for _, title in self._above))

    def _begin(self, path: tuple[str, ...]) -> None:
        self.sections.append(Section(path))

    def _add(self, block: Block) -> None:
        self.sections[-1].blocks.append(block)


def _without_front(lines: list[str], section: Section) -> list[str]:
    """The lines after the front matter, which becomes the section's first block."""
    if lines[0].rstrip() != "---":
        return lines
    for number, line in enumerate(lines[1:200], 1):
        if line.rstrip() in ("---", "..."):
            inside = [i.rstrip() for i in lines[1:number] if i.strip()]
            if inside and _META.match(inside[0]):
                section.blocks.append(Block("\n".join(inside), "meta"))
                return lines[number + 1 :]
            break
    return lines


def _is_title(line: str) -> bool:
    """Whether a line with a rule under it may be a heading: not a sentence, an item of a list, a row."""
    return not (_FULL_STOP.search(line) or _ITEM.match(line) or "|" in line)


def _code(opening: str, fence: str, rest: Iterator[str]) -> Block:
    lines = [opening]
    for line in rest:
        lines.append(line.rstrip())
        bare = line.strip()
        if len(bare) >= len(fence) and not bare.strip(fence[0]):
            fence = bare
            break
    return Block("\n".join(lines).rstrip("\n"), "code", head=1, closing=fence)


def _titled(line: str) -> int:
    """How deep a heading of plain text is, beneath all of Markdown's; 0 if it is none."""
    found = _TITLED.match(line.strip())
    if not found or _FULL_STOP.search(line.rstrip()):
        return 0
    return _DEPTHS[next(name for name, held in found.groupdict().items() if held).removesuffix("_en")]


def _numbered(line: str) -> int:
    """The same of a line that is only one where it stands alone."""
    found = _NUMBERED.match(line.strip())
    if not found or _FULL_STOP.search(line.rstrip()):
        return 0
    return _DEPTHS["item"] if found["item"] else _DEPTHS["item"] + found["dotted"].count(".")


def _long(text: str, limit: int) -> bool:
    return len(text) > 8 * limit or tokens.count(text) > limit
