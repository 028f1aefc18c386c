"""What its speaker takes back or asks not to be kept: 逗你玩的, 这只是个例子, （并没有）, 别记住这个."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.extract.stretch import Sentence
from graphmem.extract.zh.ledger import Ledger
from graphmem.extract.zh.text import Text
from graphmem.model import Candidate

_ABOUT = (
    r"(?:但|不过|其实|当然|这|那|这些|那些|都|全|全部|以上|上面|前面|刚才?|我?说的?|的|话|内容|信息|事|件|个|条|根本|完全|只|就|也|我|"
    r"只是|就是|仅|纯粹|纯属|跟你|和你|并|一直|什么|以下|下面|接下来|后面)"
)
_END = r"(?:而已|罢了|啦|哦|哈|呢|啊|了|的|吧)*"
# 我三百岁了。逗你玩的。    …，开玩笑啦    我住在冰岛。骗你的。
_JOKE = re.compile(
    rf"{_ABOUT}*(?:是)?(?:逗你(?:玩儿?)?|开(?:个)?玩笑|骗你(?:玩儿?)?|说着玩|闹着玩|玩笑话?|瞎说|胡说|乱说|瞎编|编){_END}"
)
# 我住在罗马（并没有）    …，这不是真的    …，都是假的
_DENIED = re.compile(
    rf"{_ABOUT}*(?:不是真的?|不是事实|不属实|是假的?|是谣言|是骗人的?|是谎话|才怪|没(?:有)?(?:这|那)?(?:回|么回)事|没有的事){_END}"
)
_DENIED_AT_ONCE = re.compile(rf"(?:其实|当然|根本|并|才)*(?:没有?|不是){_END}")
# 我叫小何，住在楼下。这只是个例子。    …，仅供举例
_EXAMPLE = re.compile(
    rf"{_ABOUT}*(?:(?<=.)是(?:一?个|一些|些|随便)?(?:例子|示例|举例|例句|样例|范例|假设|虚构|测试(?:用|数据)|打个比方)|"
    rf"(?:仅供|仅作|用于|只作|作为)(?:举例|示例|演示|测试)|举(?:个)?例(?:子)?而已){_END}"
)
# 别记住这个，…    …，不用记    什么都别记：…. 别忘了, 别记错 and 以后别记我的地址 are not meant
_FORGET = re.compile(
    rf"(?:请|麻烦|千万|拜托|你|{_ABOUT})*(?:别|不要|不用|不必|无需|不许|不准|勿)(?:再)?(?:帮我|给我|把{_ABOUT}+)?"
    r"(?:记(?:住|录|下来?|到记忆里?|在记忆里?|进记忆)?|存(?:下来?|起来|储|进记忆)?|保存|留存|写进记忆)"
    r"(?:这个?|这些|这条|这件事|这句话?|这一?点|它|我说的?|下面的?|以下的?|后面的?|任何|东西|内容|信息|话|哦|啊|了|吧|就好|就行)*"
)
_COMING = re.compile(r"以下|下面|接下来|后面|什么都")
_ALL = re.compile(r"以上|上面|前面|这些|都|全")
# 我不吃辣，她说
_SAID = re.compile(
    r"(?:[他她]们?|[小老阿][\u4e00-\u9fff])(?:总|常|老|也|就|都|昨天|刚才?)*(?:说|讲|说道|写道|喊道)(?:过|了)?"
)


@dataclass
class Retractions:
    """`silent`: the rest of the turn is not to be kept. `before`: what the sentence before stated."""

    ledger: Ledger
    silent: bool = False
    before: list[Candidate] = field(default_factory=list)

    def sentence(self, sentence: Sentence, text: Text) -> bool:
        """Whether a whole sentence only takes back, or forbids to keep, what stands beside it."""
        words = text.strip().plain
        if _EXAMPLE.fullmatch(words):
            self._drop(self.ledger.of_turn(sentence.turn) or self.before)
        elif _JOKE.fullmatch(words) or _DENIED.fullmatch(words):
            self._drop(self.before)
        elif _FORGET.fullmatch(words):
            here = self.ledger.of_turn(sentence.turn)
            whole = self.ledger.stretch.messages[sentence.turn].content.strip()
            if _ALL.search(words) and here:
                self._drop(here)
            elif not _COMING.search(words) and (here or len(whole) <= len(sentence.text) + 1):
                self._drop(self.before)
            else:
                self.silent = True
        else:
            return False
        self.ledger.refuse(sentence, text, "it takes back what was said")
        return True

    def clause(self, sentence: Sentence, text: Text, made: Sequence[Candidate], later: bool) -> str:
        """Why nothing of this clause is kept, or ''; `made` in its sentence before is dropped with it."""
        words = text.plain
        if _FORGET.fullmatch(words):
            self._drop(made)
            return "not to be remembered"
        if _EXAMPLE.fullmatch(words):
            self._drop(self.ledger.of_turn(sentence.turn))
            return "an example"
        denied = _JOKE.fullmatch(words) or _DENIED.fullmatch(words) or _SAID.fullmatch(words)
        if later and made and (denied or _DENIED_AT_ONCE.fullmatch(words)):
            self._drop(made)
            return "it takes back what was said"
        return ""

    def _drop(self, wrong: Sequence[Candidate]) -> None:
        self.ledger.drop(c for c in wrong if c in self.ledger.kept)
