"""A stretch of messages cut into sentences, with what must not be read taken out.

Both readers (English and Chinese) get the same `Sentence`s. Text that is not the speaker's own
(code, logs, block quotes, quoted passages, recalled memories, a text to be translated) is blanked
out first, character for character, so that every offset still points into the message.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.extract.en import pasted
from graphmem.extract.zh import voices
from graphmem.model import Message, Rejected

LONGEST = 2000
"""Characters of a sentence; what is longer is no sentence but a paste."""

REPEATS = 4
"""How often the same sentence of one message is read; said again, it adds nothing."""

READ_ROLES = frozenset({"user", "document"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a message.

    `text` is `content[start:start + len(text)]` of message `turn`, save for blanked characters.
    `previous`: the text of the turn just before, said by somebody else; '' if there is none.
    `item`: an item of a list. `length`: characters in the message, where `text` was reworded; else 0.
    """

    text: str
    turn: int
    start: int
    at: datetime
    previous: str = ""
    item: bool = False
    length: int = 0


@dataclass
class Stretch:
    """The messages read together, and who has been spoken of so far.

    `people` is shared by the readers and lives as long as the stretch: keys are pronouns and kin
    words ("she", "my sister", "她", "我妹妹"), values the subject that they stand for.
    """

    messages: tuple[Message, ...]
    people: dict[str, str] = field(default_factory=dict)

    def quote(self, sentence: Sentence) -> str:
        """The sentence exactly as it stands in its message."""
        content = self.messages[sentence.turn].content
        return content[sentence.start : sentence.start + (sentence.length or len(sentence.text))]


# -- what is not the speaker's own -------------------------------------------------------

_ASKED = (
    r"summari[sz]e|translate|proofread|re-?write|rephrase|paraphrase|edit|correct|polish|shorten|simplify|"
    r"review|explain|classify|analy[sz]e|improve|format|extract|reply to|respond to|answer|score|rate|grade|"
    r"critique|fix|reword|condense|punctuate|spell-?check|clean up|tidy up|mark|roast|transcribe|paraphrase"
)
_ASKING = rf"(?:(?:^|[.!?\n])[ \t]{{0,8}}|\b(?:please|pls|you|me|to|and|also|just|kindly)\s+)(?:{_ASKED})\b"
_ASKED_ZH = "翻译|总结|概括|摘要|润色|改写|校对|修改|改一下|检查|解释|分析|回复|提取|缩写|扩写|续写"
_PASTED_ZH = "邮件|原文|文章|文本|日志|报错|代码|内容|信|短信|聊天记录|简历|句子|这段话"

_BLOCKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    # ```\nname = "Derek"\n```
    ("code", re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.S)),
    # > I moved to Phoenix
    ("quoted text", re.compile(r"^[ \t]*[>＞|].*$", re.M)),
    # ---------- Forwarded message ----------
    (
        "pasted text",
        re.compile(
            r"^[-_=* ]*(?:begin |start )?(?:forwarded message|original message|转发(?:的)?邮件|原始邮件).*\Z",
            re.M | re.S | re.I,
        ),
    ),
    (
        "pasted text",
        re.compile(
            r"^(?:From|To|Subject|Date|发件人|收件人|主题)[:：].*\n(?:From|To|Cc|Sent|Subject|Date|发件人|收件人|主题|日期)"
            r"[:：].*\Z",
            re.M | re.S,
        ),
    ),
    # Translate into French: I live in Lyon.     翻译一下：我住在里昂
    ("pasted text", re.compile(rf"{_ASKING}[^.!?:\n]{{0,80}}:(?=\s*\S).*\Z", re.S | re.I)),
    ("pasted text", re.compile(rf"(?:{_ASKED_ZH})[^。！？：:\n]{{0,40}}[：:](?=\s*\S).*\Z", re.S)),
    ("pasted text", re.compile(rf"(?:{_PASTED_ZH})(?:如下|是这样的|里?(?:写|说)的?是?)[：:，,].*\Z", re.S)),
    (
        "pasted text",
        re.compile(
            r"\b(?:e-?mail|letter|text|message|article|paragraph|passage|log|output|error|review|post|bio|readme)"
            r"\b[^.!?:\n]{0,60}:[ \t]*\n.*\Z",
            re.S | re.I,
        ),
    ),
)

_LOG = re.compile(
    r"^[ \t]*(?:"
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*|"  # 2026-01-02 10:00:00 ERROR …
    r"\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE)\]?[: ].*|"
    r"Traceback \(most recent call last\).*|File \".*\", line \d+.*|at [\w.$<>]+\(.*\).*|"
    r"\$ ?[a-z][\w-]* .*|>>> .*|[-+]{3} [ab]/.*|@@ .* @@.*|"
    r"[{\[][ \t]*[\"'{].*|[\w.]*(?:Error|Exception): .*|"
    r"(?:def|class) \w+[(:].*|import \w[\w.]*;?|from [\w.]+ import .*|"
    r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE) .*|(?:const|let|var|function|public|private) .*[;{(=].*"
    r")$",
    re.M,
)

_QUOTES = re.compile(
    r"“[^“”\n]*”|「[^「」]*」|『[^『』]*』|‘[^‘’\n]{12,}’|\"[^\"]*\"|(?<![\w'])'[^'\n]{1,300}(?:'\w[^'\n]{0,200}){0,4}'(?!\w)"
)
_SPEECH = re.compile(
    rf"\b(?:{_ASKED}|says?|said|tells?|told|wrote|writes|quote|asked|replied|mean|means|word|phrase|sentence|"
    r"spell|pronounce|lyrics?)\b|翻译|说|写|道|问|回|喊|叫喊|歌词|台词|句|总结|校对|润色|意思",
    re.I,
)
_CODE_LIKE = re.compile(r"[(){};=<>/\\]|\s")


def _quoted(match: re.Match[str], content: str) -> bool:
    """Whether a span in quotation marks is somebody's words rather than a name or a title.

    Kept: call me "Bob"; my favourite book is "The Left Hand of Darkness". Blanked: he said "I am ill".
    """
    inner = match.group()[1:-1].strip()
    before = content[max(0, match.start() - 60) : match.start()]
    before = re.split(r"[.!?。！？\n]", before)[-1]
    if _SPEECH.search(before) and not re.search(
        r"\b(?:call|called|named|nickname)\b|叫做?$|昵称|外号", before
    ):
        return True
    if voices.SAID_AFTER.match(content, match.end()) or (
        not before.strip() and voices.OF_ONESELF.match(inner)
    ):
        return True
    cjk = len(_CJK.findall(inner))
    words = len(inner.split())
    return bool(re.search(r"[.!?,;。！？，；]\s*\S|[.!?。！？]$", inner)) or cjk > 10 or words > 7


# <memories>…</memories>, <email>…</email>, [memory]…[/memory]: recalled or pasted, never said now
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][\w:-]*)[^<>]{0,200}>|\[(?P<close2>/?)(?P<name2>[A-Za-z][\w -]{0,40})\]"
)

Span = tuple[int, int, str]


def _tagged(text: str) -> Iterator[Span]:
    """What stands between a tag and the one that closes it, outermost, in one pass."""
    opened: dict[str, int] = {}
    for match in _TAG.finditer(text):
        name = match["name"] or f"[{match['name2']}"
        if not (match["close"] or match["close2"]):
            opened.setdefault(name, match.start())
        elif name in opened:
            yield opened[name], match.end(), "recalled or pasted text"
            opened = {other: start for other, start in opened.items() if start < opened[name]}


def _blocks(text: str, reason: str, pattern: re.Pattern[str]) -> Iterator[Span]:
    for match in pattern.finditer(text):
        yield _lead(match) if reason == "pasted text" else match.start(), match.end(), reason


def _marked(text: str) -> Iterator[Span]:
    """Spans in backticks or quotation marks; those that are kept lose only their marks (reason '')."""
    for match in re.finditer(r"`([^`\n]+)`", text):
        yield match.start(), match.end(), "code" if _CODE_LIKE.search(match.group(1)) else ""
    for match in _QUOTES.finditer(text):
        yield match.start(), match.end(), "quoted text" if _quoted(match, text) else ""


def _blank(text: str, spans: Iterable[Span]) -> tuple[str, list[Span]]:
    """The text with the spans blanked out, and those of them that held anything."""
    parts: list[str] = []
    taken: list[Span] = []
    done = 0
    for start, end, reason in sorted(spans):
        if start < done or not text[start:end].strip():
            continue
        inner = re.sub(r"[^\n]", " ", text[start:end]) if reason else f" {text[start + 1 : end - 1]} "
        parts += [text[done:start], inner]
        done = end
        if reason:
            taken.append((start, end, reason))
    return "".join([*parts, text[done:]]), taken


def mask(content: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Blank out what is not the speaker's own; also gives `(text, reason)` of each part taken out."""
    out: list[tuple[str, str]] = []
    text = content

    def take(spans: Iterable[Span]) -> None:
        nonlocal text
        text, taken = _blank(text, spans)
        out.extend((content[start:end].strip(), reason) for start, end, reason in taken)

    take(_tagged(text))
    for reason, pattern in (*_BLOCKS, *pasted.OTHERS, *voices.OTHERS, ("pasted log or code", _LOG)):
        take(_blocks(text, reason, pattern))
    take(_marked(text))
    return text, tuple(out)


def _lead(match: re.Match[str]) -> int:
    """Where the pasted part begins: after the colon of "Translate this: …"."""
    found = re.search(r"[:：，,]\s*", match.group())
    return match.start() + found.end() if found else match.start()


# -- sentences ---------------------------------------------------------------------------

_CJK = re.compile(r"[\u3400-\u9fff\U00020000-\U0002ffff]")
_OTHER = re.compile(r"[\u3040-\u30ff\uac00-\ud7af\u0400-\u04ff\u0600-\u06ff\u0e00-\u0e7f]")
_END = re.compile(
    r"[。！？]+[”」』）]*|(?:[\U0001f000-\U0001faff\u2600-\u27bf]\ufe0f?)+(?=\s+(?:[A-Z(]|(?:any|what|how|can|could|should|"
    r"where|when|who|why|do|does|is|are)\b))|[!?]+(?=\s|$)|…+(?=\s|$)|\.+(?=\s|$)|\n+"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|Jr|Sr|No|vs|etc|[Ee]\.g|[Ii]\.e|approx|dept|est|Inc|Ltd|Co|Corp|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)|\b[A-Z]|\b[a-z]\.[a-z])$"
)


# 1. oats\n2. milk: the numbers of a list, not sentences of one figure
_NUMBER = re.compile(r"^[ \t]*\d{1,2}(?=\.[ \t]+\S)", re.M)


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    numbers = {m.end() for m in _NUMBER.finditer(text)}
    numbers = numbers if len(numbers) > 1 else set()
    for match in _END.finditer(text):
        if match.group() == ".":
            more = re.compile(r"\s*\S").match(text, match.end())
            if more and _ABBREVIATION.search(text, max(start, match.start() - 12), match.start()):
                continue
        if match.group() == "\n" and _wrapped(text, match):
            continue
        if match.start() in numbers:
            continue
        yield start, match.end()
        start = match.end()
    yield start, len(text)


def _wrapped(text: str, match: re.Match[str]) -> bool:
    """Whether a line break is only where a long line was folded."""
    begin = text.rfind("\n", 0, match.start()) + 1
    return match.start() - begin > 60 and text[match.end() : match.end() + 1].islower()


def _previous(messages: Sequence[Message], turn: int) -> str:
    if turn == 0:
        return ""
    before, here = messages[turn - 1], messages[turn]
    if before.role == "assistant" or (before.role == "user" and before.name != here.name):
        return before.content
    return ""


_BULLET = re.compile(r"\s*(?:[-–+*•·]|\d{1,2}[.)])\s+\S|\s*\d{1,2}[.)、．]\s*[\u4e00-\u9fffA-Za-z]")


def cut(messages: Sequence[Message]) -> tuple[list[Sentence], list[Rejected]]:
    """The sentences to read, in order, and what was not the speaker's own."""
    sentences: list[Sentence] = []
    rejected: list[Rejected] = []
    for turn, message in enumerate(messages):
        if message.role not in READ_ROLES:
            continue
        text, taken = mask(message.content)
        rejected.extend(Rejected(part, reason, turn) for part, reason in taken)
        previous = _previous(messages, turn)
        seen: Counter[str] = Counter()
        for start, end in _cuts(text):
            body = text[start:end]
            stripped = body.strip(" \t\r\n\u3000\xa0*•·")
            if not re.search(r"\w", stripped):
                continue
            if len(stripped) > LONGEST:
                rejected.append(Rejected(stripped[:200], "too long for a sentence", turn))
                continue
            seen[stripped] += 1
            if seen[stripped] > REPEATS:
                continue
            offset = start + body.index(stripped)
            item = bool(_BULLET.match(body))
            sentences.append(Sentence(stripped, turn, offset, message.at, previous, item))
    return sentences, rejected


# -- which language ----------------------------------------------------------------------

_ZH_FUNCTION = re.compile(r"[我你您他她它们的是在了不和把被从到这那有没吗呢吧也都就还]")
_EN_FUNCTION = re.compile(
    r"\b(?:i|i'm|my|me|we|our|you|your|he|she|they|the|a|an|is|are|am|was|in|at|on|of|to|and|for|with)\b",
    re.I,
)
# I 住在 Oslo, My sister 在学 Go; "My Chinese name is 王伟" is English
_MIXED_HEAD = re.compile(
    r"\b(?:I|I'm|[Ww]e|[Hh]e|[Ss]he|[Mm]y (?:[a-z]+ )?[a-z]+)\s*(?:(?:现在|今年|最近|平时|也|都|还|刚|正|最|很|不)*"
    r"(?:住|叫|在|是|喜欢|爱|讨厌|对|用|养|学|会|去|有|来自|搬|结婚|想|打算))"
)


def language(text: str) -> str:
    """ "zh", "en", or '' for a script that neither reader knows.

    Chinese is a sentence built with Chinese words, however many Latin names stand in it:
    我们把数据库从 MySQL 换成了 PostgreSQL is Chinese, "My Chinese name is 王伟" is English.
    """
    cjk = len(_CJK.findall(text))
    latin = len(re.findall(r"[A-Za-zÀ-ɏ][\w'’.-]*", text))
    other = len(_OTHER.findall(text))
    if other > cjk + latin or (other and not latin and len(re.findall(r"[\u3040-\u309f]", text)) > 1):
        return ""
    if not cjk:
        return "en" if latin or not other else ""
    if _MIXED_HEAD.search(text):
        return "zh"
    built = len(_ZH_FUNCTION.findall(text)), len(_EN_FUNCTION.findall(text))
    if built[0] > built[1]:
        return "zh"
    if built[1] > built[0]:
        return "en"
    return "zh" if cjk / (cjk + latin) >= 0.5 else "en"
