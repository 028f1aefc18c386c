"""A question that leans on what was said before → one that can be searched for by itself. Pure.

"And the cheaper one?" finds nothing of its own: what it leaves out is in the last messages. They are added only to
a vague question (few telling words, and a word that points back or a sentence left open), since what is clear
already is found worse with more words in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.model import Message
from graphmem.names import has_cjk
from graphmem.text import is_stop_word, words
from graphmem.window import WorkingContext

LOOKED_BACK = 8
"""Messages."""
_CLIPPED = 160
"""Characters of a message that are taken over."""
_FEW = 2
"""Telling words of a vague question, at most."""
_SHORT_EN, _SHORT_ZH = 9, 14
"""Words and characters of one, at most."""

_EMPTY_EN = frozenset(
    """
    one ones thing things stuff other others another same such former latter first second last next again instead
    more less else too also then now ok okay yes yeah sure really maybe please go ahead continue keep going further
    detail details example explain elaborate mean happened happen about way like both either neither each
    """.split()
)
_EMPTY_ZH = frozenset(
    """
    再 一下 一点 一些 一次 一遍 继续 然后 还 还有 还是 另 另外 其他 其它 别的 另一个 换 换个 一个 个 只 这样 那样
    这些 那些 这种 那种 刚才 刚刚 上面 前面 之前 后面 接着 为啥 怎么办 呀 呗 嘛 好 好的 行 可以 能 吧 点 次 遍 更
    具体 详细 说说 讲讲 例子 比如 它们 它 自己 做 弄 搞 来 给 让 把 对 那么 所以
    """.split()
)
# Each row: an example, then the words. What points back, or leaves open what was said before.
_BACK_EN = re.compile(
    r"^(?:and|or|but|so|then|also|because)\b"  # "and in May?"
    r"|^(?:what|how) about\b"  # "what about Porto?"
    r"|^(?:why|how come|when|where|who|how|which)(?: (?:not|exactly|else|one))?\s*\?*$"  # "why not?"
    r"|\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|those|these|ones?)\b"  # "does she like it?"
    r"|\b(?:that|this)\b"  # "is that so?"
    r"(?! (?:i|we|you|my|our|the|week|weekend|month|year|morning|afternoon|evening|day|time)\b)"
    r"|\bmore[?.!]*$"  # "tell me more"
    r"|\b(?:other|another|same|former|latter|again|instead|else|cheaper|bigger|smaller|shorter|longer|better|faster)\b",
    re.IGNORECASE,
)
_BACK_ZH = re.compile(
    r"^(?:那|那么|还有|然后|另外|所以|但是?|而且|或者|再|继续|接着|换)"  # 那上海呢
    r"|[它他她]们?|(?:这|那)(?:个|些|种|样|次|家|位|里|边|件|条|本|只|款)|刚才|刚刚说|上面|前面"  # 那个贵吗
    r"|另一?[个种家款]|其[他它]|别的|换[一个]|同样|一样"  # 换一个
    r"|再.{0,6}(?:一?[下点些次遍]|吧)|更.{0,4}(?:一?[点些]|的)|一[下点]吧?[？?。.!！]*$"  # 再压缩一下
    r"|.{1,8}呢[？?]*$|^(?:为什么|为啥|怎么(?:办|做|样)?|多少|哪[个种里]?|谁|什么时候)[呢呀啊]?[？?]*$"  # 为什么呢
)


_OF_ONESELF = re.compile(r"\b(?:i|me|my|mine|we|us|our)\b|我|咱", re.IGNORECASE)
"""Who asks of themselves asks of something: "who am I?"."""


def completed(query: str, recent: Sequence[Message], working: WorkingContext | None = None) -> str:
    """The query, with what it leaves out if it is vague.

    `recent`: the session's messages, oldest first; the query may be the last of them. `working`: its intent and
    tool are what a bare "again" is about.
    """
    if not is_vague(query):
        return query
    before = [
        m for m in recent if m.role != "system" and m.content.strip() and m.content.strip() != query.strip()
    ]
    told: list[str] = []
    for message in reversed(before[-LOOKED_BACK:]):
        if message.role == "tool" or is_vague(message.content):
            continue
        told.insert(0, _clipped(message.content))
        if message.role == "user":
            break  # what the talk is about; before it was another matter
    if working is not None:
        told = [*(t for t in (working.intent, working.tool.replace("_", " ")) if t), *told]
    return " ".join([*told, query.strip()])


def is_vague(query: str) -> bool:
    """Whether a text says little of its own and points at what was said before."""
    text = " ".join(query.split())
    chinese = has_cjk(text)
    short = len(text) <= _SHORT_ZH if chinese else len(text.split()) <= _SHORT_EN
    if not short:
        return False
    telling = [w for w in words(text) if not is_stop_word(w) and w not in _EMPTY_EN and w not in _EMPTY_ZH]
    if _BACK_EN.search(text) or (chinese and _BACK_ZH.search(text)):
        return len(telling) <= _FEW
    return not telling and not _OF_ONESELF.search(text)


def _clipped(text: str) -> str:
    """The end of a long message: it is nearest to what is asked now."""
    flat = " ".join(text.split())
    if len(flat) <= _CLIPPED:
        return flat
    cut = flat[-_CLIPPED:]
    return cut[cut.find(" ") + 1 :] if " " in cut[:40] else cut
