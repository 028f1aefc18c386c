"""What a session reads in its own messages: requests to remember, and what to keep in a summary. Pure.

Both are word lists for English, Chinese (simplified and traditional) and the two mixed. They lean to the
cheap mistake: a request wrongly seen only commits early; one missed is still committed later.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

from graphmem.model import Message

SUMMARY = "summary"
"""The name of the system message that carries the summary so far into the next one."""

MAX_LINES = 24
MAX_LINE = 240
MAX_SUMMARY = 2400
"""Characters (and lines) that `summarise` keeps at most."""

LOOKED_AT = 4000
LONGEST_REQUEST = 600

# -- requests to remember ------------------------------------------------------------------

_CLAUSE = r"(?:^|[,;:(、—]\s*)"
_HEAD = (
    r"(?:(?:please|pls|plz|kindly|ok(?:ay)?|hey|hi|oh|and|so|also|but|then|well|yes|now|just|always|do|btw|"
    r"by the way|from now on|for (?:the future|next time)|请|請|麻烦|麻煩|好的?|嗯|对了|對了|另外|"
    r"顺便|順便|那么?|"
    r"也|还有?|還有?|先|一定要|千万要?|千萬要?|务必|務必|[你您](?:一定要|千万|要|得|必须|必須|应该|應該)?|提醒我)"
    r"[\s,]*)*"
)
_ENGLISH = (
    r"(?:(?<![a-z])(?:remember(?![a-z])(?!\s+(?:when|how|the (?:time|day|night|year|first|last)|last|those|"
    r"back|[a-z]+ing)\b)|(?:do not|don'?t|never)(?: ever)? forget(?![a-z])|"
    r"(?:keep|bear) (?:this |that |it )?in mind|(?:make|take) (?:a )?(?:mental )?note|"
    r"(?:write|jot|note) (?:this|that|it) down|memori[sz]e (?:this|that|my)|"
    r"(?:save|store|keep|add|put|commit) (?:this|that|it|these) (?:to|in|into) (?:your |long-term )*memory))"
)
_CHINESE = (
    r"(?:(?:牢?[记記]住(?!不|了[\s。.!]*$)|[牢铭銘][记記]|[记記](?:一下|下来?|下來|牢|好了?$)|[记記]在心|"
    r"(?:[别別]|不要|勿)忘(?:[了记記掉])?)(?!了?[吗嗎没沒]))"
)
_VERB = f"(?:{_ENGLISH}|{_CHINESE})"
_FOR_ME = r"(?<![他她它们們])(?:[帮幫替给給]我|[帮幫]忙)\s*(?:好好|先|也|再)?\s*"
_CLAUSE_AFTER = (
    r"(?:this\b|that (?:i|i'm|my|we|our|the|he|she|they|it|for)\b|(?:my|our)\b.*\b(?:is|are)\b|to\b|:)"
)
_MAY = r"(?:can|could|will|would) (?:you|u) (?:(?:please|kindly|also|just|always|try to) )*"

_ASKS = re.compile(
    "|".join(
        (
            _CLAUSE + _HEAD + _VERB,
            r"[\u3400-\u9fff~]\s+" + _HEAD + _CHINESE,
            r"(?:please|pls|plz|kindly)(?: (?:do|also|always|just))*\s*" + _VERB,
            r"(?:请|請|麻烦|麻煩|一定要|务必|務必)[你您]?\s*" + _VERB,
            r"(?:want|need|like|asking|telling) you to (?:always |also )?" + _VERB,
            r"\byou (?:should|must|need to|have to)(?: always| also)? " + _VERB,
            r"(?:^|[,;:]\s*)(?:please|请|請|[你您]要|一定要|千万要?|务必)*\s*[记記]得"
            r"(?![吗嗎不了住那曾]|.{0,3}(?:当时|當時|小时候|小時候|上次|以前|去年|有一?次|第一次))",
        )
    )
)
_ASKS_POLITELY = re.compile(
    "|".join(
        (
            r"(?:can|could|will|would) (?:you|u) (?:please|kindly) " + _VERB,
            _MAY + r"remember " + _CLAUSE_AFTER,
            _MAY + r"(?!remember)" + _VERB,
            _FOR_ME + _VERB,
        )
    )
)
_HINT = re.compile(r"remember|forget|\bmind\b|\bnote\b|\bdown\b|memor|[记記忘]")
_TAG = re.compile(
    r"[,\s]*(?:ok(?:ay)?|please|pls|alright|(?:will|would|can) you|好[吗嗎不]好?|"
    r"[行可]以?[吗嗎]|拜托了?)[?!.。\s]*$"
)
_QUESTION = re.compile(r"(?:[?？]|[吗嗎]|了[没沒][有]?)[\s!.。~]*$")
_REPORTED = re.compile(
    r"(?<!i )\b(?:said|says|told|tells|wrote|writes|titled|lyrics?)\b|(?<![我听聽])[说說](?!了)|"
    r"写着|寫著|歌词|歌詞"
)
_SENTENCE = re.compile(
    r"(?<=[!?！？。\n])|(?<=\.)(?<!\bdr\.)(?<!\bmr\.)(?<!\bms\.)(?<!\bmrs\.)(?<!\bst\.)\s+", re.I
)


def asks_to_remember(text: str) -> bool:
    """Whether a user's message asks that something be remembered: "remember that …", "帮我记住…".

    Not a question ("do you remember …", "你还记得吗"), nor a statement about remembering ("I remember …",
    "我记住了"), nor reported speech. A polite question that is a request counts ("could you remember
    that …?", "能帮我记住…吗"). Of a long text, such as a pasted one, only the two ends are read.
    """
    ends = text if len(text) <= 2 * LOOKED_AT else f"{text[:LOOKED_AT]}\n{text[-LOOKED_AT:]}"
    folded = unicodedata.normalize("NFKC", ends).casefold().replace("’", "'")
    return bool(_HINT.search(folded)) and any(_asks(s[:LONGEST_REQUEST]) for s in _sentences(folded))


def _asks(sentence: str) -> bool:
    plain = _TAG.sub("", sentence)
    found = _ASKS_POLITELY.search(plain) or (None if _QUESTION.search(plain) else _ASKS.search(plain))
    return found is not None and not _REPORTED.search(plain[: found.start()])


def _sentences(text: str) -> list[str]:
    return [part for part in (piece.strip() for piece in _SENTENCE.split(text)) if part]


# -- the extractive summary ----------------------------------------------------------------

_SAYS_SELF = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|mine|we|we're|our)\b|我|咱|本人", re.I)
_DECIDES = re.compile(
    r"\b(?:decided?|agreed?|chose|choose|picked|going with|go with|settled|deadline|due|must|always|never|"
    r"plan|moved|moving|started|quit|prefer|likes?|love|hate|allergic|vegan|instead|switch(?:ed)?)\b"
    r"|决定|決定|选|選|打算|计划|計劃|就用|改成|换成|換成|"
    r"定了|约好|約好|截止|必须|必須|过敏|過敏|喜欢|喜歡|讨厌|討厭|不吃|搬|住在|辞职|辭職|入职|入職|同意",
    re.I,
)
_DATED = re.compile(
    r"\d|\b(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|\b(?:may|today|tomorrow|yesterday)\b|[一二三四五六七八九十两]+[年月日号號点點个個岁歲]|[周週星]期?[一二三四五六日天]|"
    r"[今明昨]天",
    re.I,
)
_NAMED = re.compile(
    r"(?<=[\w,;] )[A-Z][\w'-]+|[\u3400-\u9fff]\s*[A-Za-z]{2,}|[A-Za-z]{2,}\s*[\u3400-\u9fff]|[《「“]|叫"
)


def summarise(messages: Sequence[Message]) -> str:
    """The sentences worth keeping, one a line as "speaker: sentence", in the order said.

    Kept first: requests to remember, decisions, first-person statements, then names, numbers and dates; of
    equals the latest. Tool results and instructions are left out; a system message named `SUMMARY` is
    the summary so far, one kept sentence a line. At most `MAX_LINES` lines and `MAX_SUMMARY` characters;
    the same messages always give the same text.
    """
    lines = [line for message in messages for line in _lines(message)]
    latest = {line: place for place, (line, _) in enumerate(lines)}
    ranked = sorted(
        ((score, place, line) for place, (line, score) in enumerate(lines) if latest[line] == place)
    )
    kept: list[tuple[int, str]] = []
    room = MAX_SUMMARY
    for score, place, line in reversed(ranked):
        if score > 0 and len(kept) < MAX_LINES and len(line) < room:
            kept.append((place, line))
            room -= len(line) + 1
    return "\n".join(line for _, line in sorted(kept))


def shorten(summary: str, fits: Callable[[str], bool]) -> str:
    """The summary without its least worthy lines, of equals the oldest, so that it fits; '' if none does."""
    lines = list(_summary_lines(summary))
    by_worth = sorted(range(len(lines)), key=lambda place: (lines[place][1], place))

    def without(dropped: int) -> str:
        return "\n".join(lines[place][0] for place in sorted(by_worth[dropped:]))

    return without(bisect_left(range(len(lines)), True, key=lambda dropped: fits(without(dropped))))


def _summary_lines(summary: str) -> Iterable[tuple[str, int]]:
    for line in filter(None, map(str.strip, summary.splitlines())):
        speaker, colon, said = line.partition(": ")
        yield line, max(1, _worth(said, speaker) if colon else 1)


def _lines(message: Message) -> Iterable[tuple[str, int]]:
    if message.role == "system" and message.name == SUMMARY:
        yield from _summary_lines(message.content)
    elif message.role in ("user", "assistant"):
        speaker = message.name or message.role
        for sentence in _sentences(message.content):
            yield _cut(f"{speaker}: {' '.join(sentence.split())}"), _worth(sentence, message.role)


def _cut(line: str) -> str:
    return line if len(line) <= MAX_LINE else line[: MAX_LINE - 1] + "…"


def _worth(sentence: str, speaker: str) -> int:
    worth = 4 * asks_to_remember(sentence) + 2 * bool(_DECIDES.search(sentence))
    worth += bool(_DATED.search(sentence)) + bool(_NAMED.search(sentence))
    if speaker == "assistant":
        return min(worth - 1, 1)
    worth += 2 * bool(_SAYS_SELF.search(sentence))
    return min(worth, 1) if _QUESTION.search(sentence) else worth
