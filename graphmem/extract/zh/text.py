"""A tagged piece of text that keeps its spelling and its place while parts are taken out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graphmem.extract.chinese_nlp import CHINESE, plain, tag
from graphmem.extract.zh.lexicon import names

# 不是在腾讯而是在阿里 is cut before 而是, and so is 但是
_PAUSE = re.compile(
    r"(?<=[\u4e00-\u9fffA-Za-z])(?<![反然从因])(?=而是|而不是|但是)|[，,；;：:。！？!?…\n~～]+|(?:——|--)+|[（）()]"
)
# 姓名：王五 is one clause, a form's field
_LABEL = re.compile(
    r"(?:姓名|名字|年龄|职业|职位|岗位|城市|所在地|坐标|老家|籍贯|国籍|母语|爱好|兴趣|特长|"
    r"技能|专业|学校|母校|公司|单位|生日|目标|梦想|昵称|"
    r"外号|过敏[原源]|前端|后端|数据库|部署|技术栈|最(?:喜欢|爱)的[^，。：:]{1,8})[：:]"
)
# 不住北京[住上海], 会英语[不会法语], 住广州[不对深圳]: two statements without a pause
_JOINT = (
    r"(?P<%s>住|叫|姓|是|用|喜欢|爱|会|在|学|养|吃|喝|讨厌)(?P<%s>[^，,。；;：:、！!？?\s的也又却都不]{1,8}?)"
)
_AGAIN = re.compile(
    rf"不{_JOINT % ('v', 'x')}(?=(?P=v)(?![吗么呢])[^，,。]{{2}})"
    rf"|(?<![喜可]){_JOINT % ('w', 'y')}(?=[也又却]?不(?P=w)(?![吗么呢])[^，,。]{{2}})"
    rf"|既(?=[\u4e00-\u9fff]){_JOINT % ('z', 'a')}(?=也(?P=z)[^，,。]{{2}})"
    r"|(?<![对我他她你也都绝])(?=(?:不对|说错了|打错了)(?!.*(?:过敏|兴趣|感冒|味|劲|头|称|付|路|外|号))[^，,。；！？]{2,12}"
    r"(?:$|[，,。]))"
)
# 最喜欢的水果嘛，杨梅: the comma stands for 是
_FRONTED = re.compile(
    r"最(?:喜欢|爱)[吃喝听看玩]?的[^，,是：:]{1,6}(?=[，,](?:那)?(?:必须|当然|肯定|就|[^，]{1,8}$))"
)
_EDGE = r"(?:(?<![A-Za-z])(?=[A-Za-z])|(?<=[A-Za-z])(?![A-Za-z]))"
_NUMBER_COMMA = re.compile(r"(?<=\d)[,:：](?=\d)")

# A Latin verb or noun used inside a Chinese sentence → the Chinese word that patterns know.
MIXED: tuple[tuple[str, str], ...] = (
    (r"^(?:I'm|I am)\s*(?=(?:住|在|来自|养|学|对|不)[\u4e00-\u9fff A-Z])", "我"),  # I'm 住在 Oslo
    (r"^I\s*(?=[\u4e00-\u9fff])", "我"),  # I 对花粉过敏
    (r"^We\s*(?=[\u4e00-\u9fff])", "我们"),
    (r"^He\s*(?=[\u4e00-\u9fff])", "他"),
    (r"^She\s*(?=[\u4e00-\u9fff])", "她"),
    (
        r"\bmy\s*(?=[\u4e00-\u9fff]|(?:girlfriend|boyfriend|sister|brother|best friend|mom|mum|dad|wife|husband|"
        r"daughter|son|colleague|boss|manager|cat|dog|name|birthday|goal|hobby|title)\s*[\u4e00-\u9fff])",
        "我",
    ),  # my sister 在苏州教书
    (
        r"^I\s*(?=(?:hate|love|like|enjoy|prefer|use|live|work|join)(?:d|ed)?\b)",
        "我",
    ),  # I hate Java 但是喜欢 Go
    (r"(?:现在)?\bbased?\s*(?:在|in\b)?\s*(?=[^\s的])", "住在"),  # 我 base 在新加坡
    (r"\bliv(?:e|ing)\s*(?:在|in\b)\s*", "住在"),  # 我 live in 上海
    (r"\bjoin(?:ed)?\s*(?:到|进)?", "加入"),  # 上个月 join 了 Shopee
    (r"\b(?:work(?:s|ing)?|working)\s*(?:at|for|in|在)\s*", "任职于"),  # work at 微软
    (r"\b(?:quit|leave|left)\s*", "离开"),  # 去年 leave 了 Google
    (r"\b(?:switch(?:ed)?|migrated?|move[d]?)\s*(?:到|to\b|成)\s*", "迁移到"),  # switch 到 Rust
    (r"\bupgraded?\s*(?:到|to\b)\s*", "升级到"),  # upgrade 到 3.12
    (r"\bdeploy(?:ed)?\s*(?:在|到|on\b|to\b)\s*", "部署在"),  # deploy 在 AWS
    (r"\b(?:love|like|enjoy|prefer)s?\b\s*", "喜欢"),  # 特别 love 抹茶
    (r"\bhates?\b\s*", "讨厌"),  # 超 hate 开会
    (r"\ballergic\s*(?:to\b|于)\s*(?P<rest>[^，。,.!！]+)", "对{rest}过敏"),  # 我 allergic to 虾
    (r"\ballergic\b\s*", "过敏"),  # 我对虾 allergic
    (r"(?<=[在始想学])\s*learn(?:ing)?\b\s*|(?<![A-Za-z] )\blearning\b\s*", "学"),  # 最近在 learn Rust
    (r"\bus(?:e|ing)\b\s*(?=[A-Z\u4e00-\u9fff])", "用"),  # 我们 use Jira
    (r"\bmajor\s*(?=[是in])(?:in\b)?\s*", "专业"),  # major 是 CS
    (r"\bteam\b\s*", "团队"),  # 我们 team 用 Jira
    (r"\btitle\s*(?=是)", "职位"),  # title 是 Staff Engineer
    (r"\bhobby\s*(?=就?是)", "爱好"),
    (r"\bnick\s?name\s*(?=[是叫])", "昵称"),  # nickname 是 Coco
    (r"\bname\s*(?=[是叫])", "名字"),
    (r"\b(?:birthday|bday)\s*(?=[是在\d])", "生日"),
    (r"\b(?:goal|dream)\s*(?=就?是)", "目标"),
    (
        r"\bplan(?:ning|ned)?\s*(?:to\b)?\s*(?=[\u4e00-\u9fff])(?![是的里中都很])",
        "计划",
    ),  # 明年 plan 去北海道
    (r"\b(?:girlfriend|gf)\s*(?=[\u4e00-\u9fff])", "女朋友"),  # 我 girlfriend 叫 Amy
    (r"\b(?:boyfriend|bf)\s*(?=[\u4e00-\u9fff])", "男朋友"),
    (r"\b(?:sister|brother)\s*(?=[\u4e00-\u9fff])", "兄弟姐妹"),
    (r"\bbest friend\s*(?=[\u4e00-\u9fff])", "最好的朋友"),
    (r"\b(?:mom|mum)\s*(?=[\u4e00-\u9fff])", "妈妈"),
    (r"\bdad\s*(?=[\u4e00-\u9fff])", "爸爸"),
    (r"\bwife\s*(?=[\u4e00-\u9fff])", "妻子"),
    (r"\bhusband\s*(?=[\u4e00-\u9fff])", "丈夫"),
    (r"\bdaughter\s*(?=[\u4e00-\u9fff])", "女儿"),
    (r"\bson\s*(?=[\u4e00-\u9fff])", "儿子"),
    (r"\b(?:colleague|coworker)\s*(?=[\u4e00-\u9fff])", "同事"),
    (r"\b(?:boss|leader|manager)\s*(?=[\u4e00-\u9fffA-Z])", "上司"),  # 我 boss 叫 Kevin
)

_MIXED = tuple((re.compile(pattern.replace(r"\b", _EDGE), re.I), chinese) for pattern, chinese in MIXED)


@dataclass(frozen=True, slots=True)
class Text:
    """Characters with tags. `plain` is matched; `raw[i]` is how character i was written.

    `starts[i]`: a word begins there. `at[i]`: the character's offset in the sentence.
    """

    plain: str
    raw: tuple[str, ...]
    tags: tuple[str, ...]
    starts: tuple[bool, ...]
    at: tuple[int, ...]

    @classmethod
    def of(cls, sentence: str) -> Text:
        """Tag a sentence; spaces beside Chinese characters or punctuation are folded into the word before."""
        tags: list[str] = []
        starts: list[bool] = []
        for word, kind in tag(sentence):
            tags += [kind] * len(word)
            starts += [True] + [False] * (len(word) - 1)
        simple = plain(sentence).replace("回覆", "回复")
        for start, end, kind in names(simple):
            if starts[start] or tags[start] not in ("ORG", "PER", "LOC"):
                end = max(end, next((i for i in range(start + 1, len(starts)) if starts[i]), len(starts)))
                tags[start:end] = [kind] * (end - start)
                starts[start:end] = [True] + [False] * (end - start - 1)
                if end < len(starts):
                    starts[end] = True
        raw = list(sentence)
        keep: list[int] = []
        for i, char in enumerate(simple):
            if char.isspace() and not (_latin(simple, i - 1) and _latin(simple, i + 1)):
                if keep:
                    raw[keep[-1]] += sentence[i]
                continue
            keep.append(i)
        text = cls(
            "".join(simple[i] for i in keep),
            tuple(raw[i] for i in keep),
            tuple(tags[i] for i in keep),
            tuple(starts[i] for i in keep),
            tuple(keep),
        )
        return text._translated()

    def _translated(self) -> Text:
        """Latin verbs of code-mixed text made Chinese in `plain`."""
        text = self
        if not re.search("[A-Za-z]", text.plain):
            return text
        for pattern, chinese in _MIXED:
            match = pattern.search(text.plain)
            if match and match.group().strip():
                rest = match.groupdict().get("rest") or ""
                if rest:
                    begin = match.start("rest")
                    kept = text[begin : match.end()]
                    before, after = (text._word(word, match.start()) for word in chinese.split("{rest}"))
                    text = join(text[: match.start()], before, kept, after, text[match.end() :])
                else:
                    word = text._word(chinese, match.start())
                    text = join(text[: match.start()], word, text[match.end() :])
        return text

    def _word(self, word: str, at: int) -> Text:
        place = self.at[min(at, len(self.at) - 1)]
        return Text(
            word,
            tuple(word),
            ("v",) * len(word),
            tuple(i == 0 for i in range(len(word))),
            (place,) * len(word),
        )

    def __len__(self) -> int:
        return len(self.plain)

    def __getitem__(self, part: slice) -> Text:
        return Text(self.plain[part], self.raw[part], self.tags[part], self.starts[part], self.at[part])

    def without(self, spans: Iterable[tuple[int, int]]) -> Text:
        """The text less some spans."""
        text = self
        for start, end in sorted(spans, reverse=True):
            text = join(text[:start], text[end:])
        return text

    def written(self) -> str:
        """How it is spelled in the message, trimmed."""
        spelled = "".join(self.raw).strip()
        return spelled[1:-1] if spelled[:1] == "《" and spelled.endswith("》") else spelled

    def boundary(self, place: int) -> bool:
        """Whether a word begins or ends at `place`."""
        return place in (0, len(self)) or self.starts[place]

    def words(self) -> Iterator[tuple[int, int, str]]:
        """Spans and tags of the words, in order."""
        if not self.plain:
            return
        begins = [i for i in range(len(self)) if i == 0 or self.starts[i]]
        for start, end in zip(begins, [*begins[1:], len(self)], strict=True):
            yield start, end, self.tags[start]

    def strip(self, chars: str = " ，,。.！!？?；;：:、…~～\n\t\"'“”‘’「」『』（）()*") -> Text:
        start, end = 0, len(self)
        while start < end and self.plain[start] in chars:
            start += 1
        while end > start and self.plain[end - 1] in chars:
            end -= 1
        return self[start:end]


def join(*parts: Text) -> Text:
    """Texts side by side."""
    return Text(
        "".join(p.plain for p in parts),
        sum((p.raw for p in parts), ()),
        sum((p.tags for p in parts), ()),
        sum((p.starts for p in parts), ()),
        sum((p.at for p in parts), ()),
    )


def _latin(text: str, place: int) -> bool:
    return 0 <= place < len(text) and text[place].isalnum() and not CHINESE.match(text[place])


@dataclass(frozen=True, slots=True)
class Clause:
    """What stands between two pauses of a sentence. `mark` is the pause after it."""

    text: Text
    mark: str


# 我喜欢跑步，游泳，电影: the commas of a list
_LISTING = re.compile(r"(?:喜欢|爱|爱好|兴趣|讨厌|擅长|过敏|学|用|会)")
_ITEM = frozenset({"n", "nz", "nw", "vn", "v", "LOC"})


def _listed(text: Text) -> Text:
    """Commas made 、 where the rest of a sentence about tastes or skills is single nouns, two at least."""
    commas = [i for i, char in enumerate(text.plain) if char in ",，"]
    first = len(commas)
    end = len(text.strip())
    for number in range(len(commas) - 1, -1, -1):
        item = text[commas[number] + 1 : end].strip()
        if not 2 <= len(item) <= 5 or any(item.starts[1:]) or item.tags[0] not in _ITEM:
            break
        first, end = number, commas[number]
    if len(commas) - first < 2 or not _LISTING.search(text.plain[: commas[first]].rpartition("，")[2]):
        return text
    plain = list(text.plain)
    for place in commas[first:]:
        plain[place] = "、"
    return Text("".join(plain), text.raw, text.tags, text.starts, text.at)


def clauses(text: Text) -> list[Clause]:
    """Cut at commas, semicolons, colons, dashes and brackets, but not inside a number or a list."""
    text = _listed(text)
    guarded = {m.start() for m in _NUMBER_COMMA.finditer(text.plain)}
    guarded |= {m.end() for m in _FRONTED.finditer(text.plain)}
    guarded |= {m.end() - 1 for m in _LABEL.finditer(text.plain)}
    out: list[Clause] = []
    begin = 0
    joints = {m.end() for m in _AGAIN.finditer(text.plain) if m.end() and (m["v"] or text.boundary(m.end()))}
    pauses = [(m.start(), m.end()) for m in _PAUSE.finditer(text.plain) if m.start() not in guarded]
    for start, end in sorted([*pauses, *((place, place) for place in joints)]):
        if start >= begin:
            out.append(Clause(text[begin:start].strip(), text.plain[start:end]))
            begin = end
    out.append(Clause(text[begin:].strip(), ""))
    return [clause for clause in out if len(clause.text)]
