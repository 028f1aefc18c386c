"""Who a Chinese clause is about: the speaker, relatives, friends, pets, names, and what 他 stands for."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from dataclasses import dataclass, replace

from graphmem.extract.zh.text import Text
from graphmem.model import PERSON

_KIN_WORDS: dict[str, str] = {
    "spouse": "老婆|老公|妻子|丈夫|太太|爱人|媳妇儿?|先生|内人|夫人|配偶",
    "partner": "女朋友|男朋友|女友|男友|对象|未婚妻|未婚夫|恋人|伴侣",
    "child": "儿子|女儿|闺女|孩子|宝宝|娃娃?|千金|大女儿|小女儿|大儿子|小儿子|双胞胎|小孩|老大|老二|老三",
    "parent": "爸爸|妈妈|父亲|母亲|老爸|老妈|爸妈|父母|爹|娘|爸|妈|老爹|老娘|父母亲",
    "sibling": "哥哥|弟弟|姐姐|妹妹|大哥|二哥|大姐|二姐|哥(?!们)|姐(?!妹)|弟|妹|老弟|老妹|老哥|老姐|"
    "双胞胎(?:哥哥|弟弟|姐姐|妹妹)|"
    "亲(?:哥|姐|弟|妹)|兄弟姐妹",
    "friend": "最好的朋友|好朋友|朋友|好友|闺蜜|发小|死党|哥们儿?|铁哥们|好兄弟|好姐妹|挚友|老友",
    "colleague": "同事|工友|搭档|队友",
    "manager": "老板|上司|领导|主管|经理|直属领导|直属上司|顶头上司|组长|部门经理|总监|[Bb]oss|"
    "[Mm]anager|[Ll]eader",
    "pet": "(?:橘|黑|白|花|三花|奶牛|加菲|缅因|狸花|折耳|田园|流浪|蓝|金渐层|银渐层|虎斑|奶)猫|"
    "(?:秋田|牧羊|腊肠|吉娃娃|导盲|田园|流浪|黑|白)(?:犬|狗)|"
    "宠物猫|宠物狗|小?猫咪?|小?狗狗?|金毛|柯基|泰迪|哈士奇|二哈|拉布拉多|布偶猫?|英短|美短|"
    "橘猫|暹罗猫?|波斯猫|柴犬|边牧|"
    "博美|比熊|雪纳瑞|法斗|斗牛犬|德牧|萨摩耶?|贵宾犬?|仓鼠|兔子|小兔|鹦鹉|乌龟|金鱼|龙猫|刺猬|"
    "荷兰猪|豚鼠|蜥蜴|守宫|宠物|小鸟|鸭子|柯尔鸭|[土菜狼猎]狗|哈巴狗|串串|藏獒|阿拉斯加|松狮|"
    "喜乐蒂|约克夏|马尔济斯|可卡|比格犬?|杜宾|罗威纳|巴哥|八哥|鹩哥|"
    "(?:[Cc]at|[Dd]og|[Kk]itten|[Pp]uppy|[Cc]orgi|[Pp]oodle|[Hh]usky|[Bb]eagle|[Rr]agdoll|"
    r"[Hh]amster|[Gg]olden [Rr]etriever)(?![A-Za-z])|"
    "文鸟|玄凤|孔雀鱼|热带鱼|观赏鱼|斗鱼|锦鲤|画眉|虎皮鹦鹉|牡丹鹦鹉|布偶|缅因|无毛猫",
    "": "表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|爷爷|奶奶|外公|外婆|姥姥|姥爷|祖父|祖母|外祖父|"
    "外祖母|叔叔|阿姨|舅舅|舅妈|姑姑|"
    "姑妈|姨妈|小姨|大伯|伯父|伯母|婶婶|嫂子|嫂嫂|姐夫|妹夫|弟妹|岳父|岳母|公公|婆婆|丈母娘|"
    "老丈人|侄子|侄女|外甥女?|孙子|孙女|"
    "外孙女?|室友|舍友|邻居|房东|租客|老师|导师|同学|大学同学|高中同学|同桌|师兄|师姐|师弟|"
    "师妹|学生|客户|医生|教练|前妻|前夫|"
    "前任|前男友|前女友|干妈|干爹|继父|继母|养父|养母|亲戚|家人|网友|助理|徒弟|师傅|师父|甲方|合伙人|下属",
}
KIN: dict[str, str] = {}
_pieces = []
for _predicate, _words in _KIN_WORDS.items():
    _pieces.append((_predicate, _words))
_MODS = (
    r"(?:(?:我|现任|亲生?|大学|高中|初中|小学|公司|大|小|二|三|双胞胎|最好的|好|老|前|新|直属|"
    r"俩|仨|那个|这个|两个|三个|两位|两只|三只|一个|一位|一只|几个|那[只条]|这[只条])(?:的)?)*"
)
KIN_NOUN = "|".join(
    f"(?P<k_{name or 'other'}>{words})"
    for name, words in (("other", _KIN_WORDS[""]), *[p for p in _pieces if p[0]])
)
_ME = (
    r"(?P<me>我们|咱们|我自己|我本人|本人|俺们?|咱|我|鄙人)(?P<group>(?:这边)?(?:公司|团队|"
    r"小?组|部门|项目组|单位|厂|店|工作室|实验室|课题组|"
    r"学校|班|这边|这里|们|全家|一家(?:[三四五六]口|子|人|(?![公店厂馆律])))(?!是|叫)(?:里|内部|现在|的(?!人))?(?:人)?)?"
)
_TEAM = (
    r"(?:公司|团队|部门|单位|项目组|[组厂店馆校院所局行站社班系队]里|家里|家中|家)(?:里|内部|上下)?"
    r"(?:的(?=系统))?(?=.)"
)
SELF = "我|我们|咱|咱们|本人|俺"


def kin_of(match: re.Match[str]) -> tuple[str, str] | None:
    """The relation and the word of a match of KIN_NOUN."""
    for name in _KIN_WORDS:
        word = match.group(f"k_{name or 'other'}")
        if word:
            return name, word
    return None


@dataclass(frozen=True, slots=True)
class Relation:
    """A person the text ties to another: (owner, predicate, name)."""

    owner: str
    predicate: str
    name: str
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Who:
    """The subjects of a clause and how much of it named them.

    `kin`: the relation word when the person has no name yet, such as 哥哥. `said`: False when the
    clause names no subject. `unknown`: a pronoun for whom nobody is known.
    """

    names: tuple[str, ...] = (PERSON,)
    end: int = 0
    kin: str = ""
    relation: str = ""
    owner: str = PERSON
    relations: tuple[Relation, ...] = ()
    said: bool = False
    unknown: bool = False
    plural: bool = False


_HEAD = re.compile(
    rf"(?:(?:{_ME})?(?P<poss>家里?的|家?养了?的|家里?(?=(?:那|这|有|"
    rf"的)?[只条]?{_MODS}(?:{_KIN_WORDS['pet']}|{_KIN_WORDS['child']}))|的)?)"
    rf"(?P<mods>{_MODS})(?P<noun>{KIN_NOUN})(?!语|店|粮|节|们家|公司|生意|学校|车|罐头|砂|毛(?!毛)|机)"
)
# 早上好，老朋友: whom one speaks to
_VOCATIVE = re.compile(
    r"(?:亲爱的|我的)?(?:老|好|新|小)?(?:朋友|伙伴|伴侣|搭档|闺蜜|老师|医生|师傅|教练|同学|助理|老板|网友|哥们|兄弟)们?"
)
_SELF = re.compile(rf"{_ME}(?:的(?!确|话)|家(?!人|属|长|在|住)(?:里|中|这边|那边)?)?|(?:{_TEAM})")
_PRONOUN = re.compile(
    r"(?P<p>他们俩?|她们俩?|它们|他|她|它|牠|这个?项目(?!叫|名)|该项目|这家公司|这只猫|这只狗|对方|"
    r"两人|俩人)(?P<of>的)?"
)
_INFORMAL = re.compile(
    r"(?:小|老|阿|大)(?![家师板婆公时名孩学概部多约里姨伯哥姐弟妹爷说区吃组伙心型费朋人年]|.[的了是])"
    r"[\u4e00-\u9fff]{1,2}(?=[在是也都对住今喜爱叫和跟、，吃有用会做最从去刚养说开来搬买卖考结离升当教学打想要问姓没不还已正前]|$)"
)
_TWIN = re.compile(
    r"([\u4e00-\u9fff])\1(?=[在是也都对住今喜爱和跟、，吃有用会做最从去刚快上五三四六七八九十一两二\d]|$)"
)
# 小周刚[从…]: an adverb that the tagger took for part of the name
_STUCK = re.compile(r"[小老阿][\u4e00-\u9fff][刚也就才都还又正]")
_LATIN_NAME = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)*(?![A-Za-z])")
# 我家的狗汤圆[去年走丢了], 我女儿豆芽[刚上一年级]: a name that is a common noun, known by what is told of it
_OF_PET = re.compile(
    r"(?:已经|都|也|才|最近|现在|终于|还)*(?:[今去前明]年|[昨前]天|上个?[周月]|\d+(?:年|岁|个月)|[一二两三四五六七八九十半]+(?:岁|个月)|走丢|丢了|去世|"
    r"[病死走没]了|送人|生病|(?:最|特别|很|超|不)?(?:喜欢|爱(?=[吃玩睡])))"
)
_OF_CHILD = re.compile(
    r"(?:已经|都|也|才|最近|现在|刚刚?|快|就|今年|满)*(?:\d+|[一二两三四五六七八九十半]+)(?:周岁|岁|个月)|"
    r"(?:今年|刚刚?|现在|已经|明年|在)*(?:读|上|念)(?:着|了)?(?:小学|初中|高中|大学|幼儿园|[小中大]班|"
    r"[一二三四五六]年级|[初高大][一二三四])"
)
_NO_NICKNAME = re.compile(
    r"(?:眼睛?|胃口?|肚子?|毛.?|牙.?|耳朵|鼻子?|爪子?|指甲|尾巴|皮肤|体重|身高|脾气|性格|年[纪龄]|生日|名字|品种|"
    r"主人|妈妈?|爸爸?|孩子|宝宝|窝|玩具|粮食?|数量|身体|情况|同学|同桌|朋友|老师|(?:小|中|大)?学校?|初中|高中|幼儿园|专业|班级?|作业|数学|奥数|语文|作文|英语|成绩|"
    r"[两几三]只|.*[们都])"
)
# After a Latin name: that it is a person. Docker 升级到… is none
_ACTS = re.compile(
    r"(?:也|都|还|现在|目前|去年|今年|昨天|上周|上个月|最近|特别|很|的)*(?:是(?:我(?!最(?!好)|们?用)"
    r"|[男女]|个|一)|住|今年|\d+岁|喜欢|讨厌|爱|不吃|对.+过敏|在.+(?:工作|上班|读|做|当|住)|"
    rf"(?:{KIN_NOUN})|和我|跟我|搬|养|有[一两三个]|去了|来自|从.+(?:搬|跳槽|毕业|离职|来)|结婚|"
    rf"毕业|离职|和[A-Z])"
)
# 我弟宋词[在…]: a name that is also a word, known by its surname and its place
_SURNAMED = re.compile(
    r"[王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤]"
    r"[\u4e00-\u9fff]{1,2}(?=[在是也叫今去喜爱昨前最特])"
)

_RARER = (
    "欧司诸上慕南东施倪温葛关庄柯柳阮苗樊兰梅安洪包鲁尚辛曲芦左吉甘屈房米凌宫岳时盛娄童蓝解戚宁康骆项祝费车纪舒聂齐"
    "卜季颜裴耿焦穆游简翁符霍邢瞿封单景卓柴蒙殷喻冉冼闵褚佟涂盖苑蔺占卫蒲荣巩路滕尉桂管习应池沙蓬乔古申商常边"
)


def is_name(word: str) -> bool:
    """王小川, 阿宁, Kevin, but not 夜猫子: what the tagger takes for a name begins with a surname or is Latin."""
    known = _SURNAMED.match(word + "在") or _INFORMAL.fullmatch(word) or _TWIN.fullmatch(word)
    return bool(known) or not re.fullmatch(r"[\u4e00-\u9fff]{2,3}", word) or word[0] in _RARER


_AND = re.compile(r"(?:和|跟|与|、|还有|以及)")


def name_at(text: Text) -> int:
    """The length of a personal name at the beginning of the text, or 0."""
    end = 0
    for start, stop, kind in text.words():
        if (
            kind in ("PER", "nr")
            and start == end
            and not re.match(rf"{SELF}|老[婆公板师]", text.plain[start:stop])
        ):
            end = stop - bool(_STUCK.fullmatch(text.plain[start:stop]))
        else:
            break
    if end:
        latin = _LATIN_NAME.match(text.plain)
        return max(end, latin.end()) if latin else end
    for pattern in (_LATIN_NAME, _INFORMAL, _TWIN):
        match = pattern.match(text.plain)
        if match and text.boundary(match.end()):
            return match.end()
    return 0


def _pet_name(text: Text, relation: str) -> int:
    """The length of a common noun that is a pet's or a child's name, or 0."""
    if not len(text):
        return 0
    _, end, kind = next(text.words())
    fits = 2 <= end <= 3 and kind in ("n", "nz", "nw") and not _NO_NICKNAME.fullmatch(text.plain[:end])
    told = _OF_PET if relation == "pet" else _OF_CHILD
    return end if fits and told.match(text.plain, end) else 0


def names_at(text: Text) -> tuple[tuple[str, ...], int]:
    """Names joined by 和 or 、 at the beginning, and where they end."""
    names: list[str] = []
    place = end = 0
    while size := name_at(text[place:]):
        names.append(text[place : place + size].written())
        end = place + size
        joint = _AND.match(text.plain, end)
        if not joint:
            break
        place = joint.end()
    return tuple(names), end


def of(owner: str, word: str) -> str:
    """How an unnamed relative is written: 用户的姐姐."""
    return f"{'用户' if owner == PERSON else owner}的{word}"


def _remember(people: MutableMapping[str, str], who: Who) -> Who:
    if who.said and who.names != (PERSON,) and not who.unknown:
        subject = who.names[-1]
        key = "它" if who.relation == "pet" else "他她"
        for pronoun in key:
            people[pronoun] = subject
        if len(who.names) > 1 or who.plural:
            for pronoun in ("他们", "她们", "它们", "他们俩", "她们俩", "两人", "俩人"):
                people[pronoun] = "\n".join(who.names)
    return who


def find(text: Text, people: MutableMapping[str, str]) -> Who:
    """The subject named at the head of the text, updating what pronouns stand for."""
    first = _one(text, people)
    together = (
        re.match(r"(?:和|跟|与)(?=.{1,8}(?:一起|一块|住|同居))", text.plain) if not first.said else None
    )
    if together:
        other = _one(text[together.end() :], people)
        if other.said and not other.unknown and PERSON not in other.names:
            return replace(other, names=(PERSON, *other.names), end=together.end() + other.end, plural=True)
    if first.said and not first.unknown and first.end:
        joint = re.match(r"(?:和|跟|与|同|、)(?!着|我?们?一起)", text.plain[first.end :])
        if joint:
            rest = text[first.end + joint.end() :]
            second = _one(rest, people)
            if second.said and not second.unknown:
                first = replace(
                    second,
                    names=(*first.names, *second.names),
                    end=first.end + joint.end() + second.end,
                    relations=(*first.relations, *second.relations),
                    plural=True,
                )
    return _remember(people, first)


def _ends_well(text: Text, end: int) -> bool:
    """Whether a word ends there, or a familiar name begins: 我发[小老蔡] is 发小 and 老蔡."""
    familiar = end < len(text) and text.tags[end] == "PER" and text.plain[end] in "小老阿"
    return text.boundary(end) or familiar or bool(_INFORMAL.match(text.plain, end))


def _one(text: Text, people: MutableMapping[str, str]) -> Who:
    if _VOCATIVE.fullmatch(text.plain):
        return Who()
    match = _HEAD.match(text.plain)
    if match and _ends_well(text, match.end()):
        return _relative(text, match, people)
    match = _SELF.match(text.plain)
    if match:
        return Who(end=match.end(), said=True)
    match = _PRONOUN.match(text.plain)
    if match:
        return _pronoun(text, match, people)
    names, end = names_at(text)
    if end == len(text) or (
        text.tags[0] != "PER" and _LATIN_NAME.match(text.plain) and not _ACTS.match(text.plain, end)
    ):
        return Who()
    if names and not re.match(r"的", text.plain[end:]):
        return Who(names, end, said=True, plural=len(names) > 1)
    if names:
        rest = _HEAD.match(text.plain[end + 1 :])
        if rest and not rest.group("me"):
            return _relative(text[end + 1 :], rest, people, owner=names[0], offset=end + 1)
        return Who(names, end + 1, said=True)
    return Who()


def _pronoun(text: Text, match: re.Match[str], people: MutableMapping[str, str]) -> Who:
    word = match["p"]
    key = "它" if word in ("牠", "这个项目", "这项目", "该项目", "这只猫", "这只狗", "这家公司") else word
    known = people.get(key) or ""
    end = match.end()
    if match["of"] and known:
        rest = _HEAD.match(text.plain[end:])
        if rest and not rest.group("me"):
            return _relative(text[end:], rest, people, owner=known, offset=end)
    names = tuple(known.split("\n")) if known else ()
    unnamed = re.fullmatch(rf"用户的{_MODS}(?:{KIN_NOUN})", known)
    relation, kin = (kin_of(unnamed) or ("", "")) if unnamed else ("", "")
    return Who(names, end, kin, relation, said=True, unknown=not known, plural=len(names) > 1)


def _relative(
    text: Text, match: re.Match[str], people: MutableMapping[str, str], owner: str = PERSON, offset: int = 0
) -> Who:
    found = kin_of(match)
    assert found is not None
    relation, word = found
    mods = re.sub(r"[一二两三几这那][个位只]|我|的$|那个|这个|现任", "", match["mods"] or "")
    ended = word in ("前男友", "前女友", "前任", "前妻", "前夫") or mods.startswith("前")
    if ended:
        relation = {"前妻": "spouse", "前夫": "spouse"}.get(
            word, "partner" if word.startswith("前") else relation
        )
    full = word if word.startswith(mods) else mods + word
    end = match.end()
    further = re.match(rf"的(?P<noun>{KIN_NOUN})", text.plain[end:])
    if further and text.boundary(end + further.end()):
        name = people.get(of(owner, full)) or of(owner, full)
        deeper = _HEAD.match(text.plain[end + 1 :])
        if deeper and not deeper.group("me"):
            return _relative(text[end + 1 :], deeper, people, owner=name, offset=offset + end + 1)
    names, size = names_at(text[end:])
    if not names and (surnamed := _SURNAMED.match(text.plain[end:])) and text[end:].boundary(surnamed.end()):
        names, size = (text[end:][: surnamed.end()].written(),), surnamed.end()
    if not names and (familiar := _INFORMAL.match(text.plain[end:])):
        names, size = (text[end:][: familiar.end()].written(),), familiar.end()
    if not names and relation in ("pet", "child") and (size := _pet_name(text[end:], relation)):
        names = (text[end:][:size].written(),)
    unnamed = of(owner, full)
    if names:
        for name in names:
            people[unnamed] = people[of(owner, word)] = name
        ties = tuple(Relation(owner, relation, name, ended) for name in names) if relation else ()
        return Who(
            names,
            offset + end + size,
            relation=relation,
            owner=owner,
            relations=ties,
            said=True,
            plural=len(names) > 1,
        )
    known = people.get(unnamed) or people.get(of(owner, word))
    subject = known or unnamed
    plural = bool(re.search(r"父母|爸妈|两|三|俩|们|双胞胎|兄弟姐妹", match.group()))
    return Who((subject,), offset + end, word, relation, owner, said=True, plural=plural)
