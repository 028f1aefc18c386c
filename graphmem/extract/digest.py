"""The summary, topics, importance and names of a stretch, by plain features of its text.

English, Chinese and mixed text alike; Chinese is cut into words by `chinese_nlp.segment`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from graphmem.extract.stretch import Sentence, language
from graphmem.model import PERSON, Candidate, Mentioned

MOST_TOPICS = 5
LONGEST_SUMMARY = 300
_CJK = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ][\w'’.+#-]*")

_STOP = frozenset(
    "a an the and or but so if then than that this these those there here i me my mine we us our you your he "
    "him his she her it its they them their who whom which what when where why how is am are was were be "
    "been being do does did done have has had having will would can could should may might must shall not no "
    "nor only just also too very really quite of at by for with about into from up down in out on off over "
    "under again to as i'm i've i'd i'll it's don't can't didn't isn't he's she's we're we've that's now "
    "today yesterday tomorrow get got go going went come came make made like know think want need say said "
    "tell told let one two thing things lot some any all more most much many every other such own same time "
    "day week month year years ago yes yeah ok okay please thanks thank hi hello hey sure well good great "
    "nice new old little big still even back always never from since until because while after before during "
    "oh lol ugh hmm haha maybe called named name use used using live lives work works moved".split()
)
_STOP_ZH = frozenset(
    "我们 你们 他们 她们 它们 自己 这个 那个 什么 怎么 没有 就是 可以 现在 今天 昨天 明天 "
    "一个 一些 因为 所以 但是 如果 然后 还是 已经 知道 觉得 喜欢 时候 这样 那样 非常 其实 "
    "不是 以后 以前 大家 谢谢 你好 请问 帮我 需要 应该 可能 一下 一直 真的 目前 最近".split()
)
_STRONG = frozenset(
    {
        "allergic_to",
        "has_condition",
        "spouse",
        "child",
        "lives_in",
        "works_at",
        "name",
        "birthday",
        "diet",
        "instruction",
        "goal",
    }
)
_KINDS: dict[str, str] = {
    **dict.fromkeys(("lives_in", "hometown", "born_in", "visited"), "place"),
    **dict.fromkeys(("works_at", "studies_at", "graduated_from"), "organization"),
    **dict.fromkeys(
        ("spouse", "partner", "child", "parent", "sibling", "friend", "colleague", "manager"), "person"
    ),
    **dict.fromkeys(("uses",), "technology"),
    **dict.fromkeys(("works_on",), "project"),
    "pet": "animal",
}


def _words(text: str) -> list[str]:
    if language(text) != "zh":
        return [w.strip(".'’-") for w in _LATIN.findall(text)]
    return [w.strip() for w in _segmenter()(text) if w.strip()]


@cache
def _segmenter():  # type: ignore[no-untyped-def]
    from graphmem.extract.chinese_nlp import segment

    return segment


def _content(words: Sequence[str]) -> list[str]:
    """The words that can be a topic: no stop words, single letters or numbers."""
    out = []
    for word in words:
        if _CJK.search(word):
            if len(word) > 1 and word not in _STOP_ZH:
                out.append(word)
        elif (
            len(word) > 2
            and word.lower() not in _STOP
            and not word[0].isdigit()
            and re.match(r"[A-Za-zÀ-ɏ]", word)
        ):
            out.append(word)
    return out


def topics(sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """Up to five words: the most frequent first, names and long words before others, then in order."""
    seen: dict[str, str] = {}
    score: Counter[str] = Counter()
    for sentence in sentences:
        for word in _content(_words(sentence.text)):
            key = word.lower()
            seen.setdefault(key, word)
            score[key] += (
                2 if (word[:1].isupper() and not sentence.text.startswith(word)) or _CJK.search(word) else 1
            )
    order = {key: i for i, key in enumerate(seen)}
    best = sorted(seen, key=lambda key: (-score[key], order[key]))
    return tuple(seen[key] for key in best[:MOST_TOPICS])


def summary(sentences: Sequence[Sentence], candidates: Sequence[Candidate]) -> str:
    """The one to three sentences that say most, in their own words and order, up to 300 characters.

    A sentence counts 3 for each fact in it, 1 for each content word up to six; a question loses 2.
    """
    facts = Counter((c.turn, c.quote) for c in candidates)
    alone = {(s.turn, s.text) for s in sentences}
    wide = [(turn, quote, n) for (turn, quote), n in facts.items() if (turn, quote) not in alone]

    def weight(sentence: Sentence) -> float:
        told = facts[sentence.turn, sentence.text]
        told += sum(n for turn, quote, n in wide if turn == sentence.turn and sentence.text in quote)
        return (
            3.0 * told
            + min(6, len(_content(_words(sentence.text))))
            - 2 * bool(re.search(r"[?？]\s*$", sentence.text))
        )

    ranked = sorted(range(len(sentences)), key=lambda i: (-weight(sentences[i]), i))
    chosen: list[int] = []
    room = LONGEST_SUMMARY
    for i in ranked[:3]:
        text = " ".join(sentences[i].text.split())
        if chosen and (len(text) + 1 > room or weight(sentences[i]) <= 0):
            continue
        chosen.append(i)
        room -= len(text) + 1
    joined = ""
    for i in sorted(chosen):
        text = " ".join(sentences[i].text.split())
        gap = "" if not joined or _CJK.search(joined[-2:]) or joined[-1:] in "。！？" else " "
        joined += gap + text
    return joined if len(joined) <= LONGEST_SUMMARY else joined[: LONGEST_SUMMARY - 1].rstrip() + "…"


def importance(sentences: Sequence[Sentence], candidates: Sequence[Candidate]) -> float:
    """How much a stretch is worth keeping, in [0, 1].

    0.2, + 0.1 for each fact up to four, + 0.15 if one is about health, family, home, work, name or an
    instruction, + 0.1 if one is dated, + up to 0.15 for length (at 600 characters of user text).
    """
    length = sum(len(s.text) * (2 if _CJK.search(s.text) else 1) for s in sentences)
    value = 0.2 + 0.1 * min(4, len(candidates)) + 0.15 * min(1.0, length / 600)
    value += 0.15 * any(c.predicate in _STRONG for c in candidates)
    value += 0.1 * any(c.valid_at or c.invalid_at for c in candidates)
    return round(min(1.0, value), 4)


def mentions(sentences: Sequence[Sentence], candidates: Sequence[Candidate]) -> Iterator[Mentioned]:
    """Names in the candidates, with the kind that the predicate gives; then Latin names in Chinese text."""
    for c in candidates:
        for name, kind in ((c.subject, ""), (c.object, _KINDS.get(c.predicate, ""))):
            named = name[:1].isupper() or bool(_CJK.search(name))
            if (
                name != PERSON
                and name != "assistant"
                and named
                and "'s " not in name
                and (kind or name != c.object)
            ):
                yield Mentioned(name, kind or ("person" if name == c.subject else ""))
    for sentence in sentences:
        if language(sentence.text) == "zh":
            yield from _chinese_names(sentence.text)


def _chinese_names(text: str) -> Iterator[Mentioned]:
    """Latin names inside Chinese text: PostgreSQL in 我们用 PostgreSQL."""
    for match in re.finditer(r"[A-Z][\w.+#-]*(?: [A-Z][\w.+#-]*)*", text):
        yield Mentioned(match.group().rstrip("."), "")
