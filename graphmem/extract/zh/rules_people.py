"""Names, relatives, friends and pets: who is tied to whom, and what they are called."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from dataclasses import replace

from graphmem.extract.zh import people
from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.lexicon import DEMONYMS
from graphmem.extract.zh.nouns import bare, is_empty, parts, read_name
from graphmem.extract.zh.patterns import Draft
from graphmem.extract.zh.people import KIN_NOUN, kin_of, names_at, of
from graphmem.extract.zh.text import Text
from graphmem.model import PERSON

_CALLED = re.compile(
    r"(?:(?:的)?(?:真名|本名|大名|全名|名字|姓名|中文名|取名|起名)(?:就)?(?:叫做?|是|为|：|"
    r":)?|(?:起|取|改)(?:了)?(?:个)?名(?:字)?(?:叫|为)?|"
    r"改名(?:叫|为)了?|名叫|名为|就?叫(?:做|作)?|姓名)(?P<x>.+)"
)
_NICK = (
    # 同学都叫我大圣;  朋友们管我叫阿May;  办公室里都喊我小方
    re.compile(
        r"(?:.{0,14}?)(?:都|也|总|喜欢|习惯|可以|就|还|爱|一般|经常|老|平时)*(?:叫|喊|称呼?|唤)"
        r"(?:我|咱)(?:作|做|为)?(?P<x>.+)"
    ),
    re.compile(r"(?:.{0,14}?)(?:管|把|称)我(?:都)?(?:叫|喊|称|称为|称作|叫做|叫作)(?:作|做|为)?(?P<x>.+)"),
    # 小名叫妞妞;  外号是大头;  英文名是 Kevin
    re.compile(
        r"(?:我)?的?(?:小名|乳名|外号|绰号|昵称|花名|网名|艺名|笔名|英文名|别名|ID)"
        r"(?:字)?(?:就)?(?:叫做?|是|为|：|:)(?P<x>.+)"
    ),
)
HAVE = re.compile(
    rf"(?:(?:家里|身边|我)?(?:还|也|就|只|又|都)?(?:有|养|领养|收养|捡|谈|交|找|处|买|抱|添|接|迎来|新养|"
    rf"认养|得|生|带)(?:着|了|过|回|来|到)*(?:家)?)"
    rf"(?P<count>[一二两三四五六七八九十几\d]*(?:个|只|条|位|名|头|匹|对|窝)?)"
    rf"(?P<desc>(?:叫做?|名叫|名为)(?P<inner>.+?)的)?"
    rf"(?P<mods>(?:[大小老胖](?:小|胖)?的?|可爱的?|[一两三四五六七八九十\d]+岁的?|双胞胎)*)"
    rf"(?P<noun>{KIN_NOUN}|(?:大胖|胖)?(?:男孩|女孩|小子|丫头|男宝|女宝)(?:儿|宝宝?)?)(?P<tail>.*)"
)
_COUNTED = re.compile(
    rf"(?:我家|家里|家中|我|我们)?(?:有)?(?:[两二三四五]个|俩|仨|[两二三四]只|[两二三四]条|"
    rf"一对)(?P<noun>{KIN_NOUN})(?:(?:们)?的(?:情况|信息|资料|喜好|名字)[^，]*)?$"
)
_MEMBER = re.compile(
    r"(?:大的|小的|老大|老二|老三|中间的|一个|另一个|一只|另一只|一条|另一条|一位|另一位|哥哥|"
    r"姐姐|弟弟|妹妹|公的|母的|[黑白黄花橘灰胖][色]?的(?:那[只个条])?|"
    r"男孩|女孩|前者|后者|猫|狗|分别|名字|名字分别)(?:名字)?(?:就)?(?:分别)?(?:叫做?|是|名叫)(?P<x>.+)"
)
_TIE = re.compile(
    rf"是(?:我|咱)们?(?:家)?(?:在.{{1,6}}?)?(?:的)?(?P<mods>(?:最好的|大学的?|高中的?|多年的?|"
    rf"前|亲|大|小|老|好|直属|现任)*)(?P<noun>{KIN_NOUN})(?:了|啦|呢|吧)*$"
)
_JOINED = re.compile(
    rf"是(?:多年的?|大学的?|高中的?|最好的|好|老)*(?P<noun>{KIN_NOUN}|夫妻|情侣|恋人|两口子)$"
)
_TOGETHER = re.compile(
    r"(?P<w>结婚|领的证|结的?婚|结了婚|领证|领了证|订婚|在一起|谈恋爱|交往|离婚|离|分手|分了|闹掰)"
)
_MARRY = re.compile(r"(?P<w>嫁给|嫁|娶|迎娶)了?(?P<x>.+)")
_DIED = re.compile(
    r"(?:不幸|已经)?(?:去世|过世|走丢|走失|走|死|没|丢|病逝|离世|送人|送走|离开(?:我们?)?|"
    r"去喵星|去汪星|去了喵星|去了汪星)(?:掉)?(?:了)?$"
)
_OF_A_GROUP = re.compile(
    r"(?:公司|团队|部门|店|家|单位|小组|厂|班|学校|乐队)里?的?(?:全名|大名|名)"
)  # 公司名叫蓝海
_GIVEN = re.compile(r"[给帮替][它他她](?:起|取)了?个?名")  # 我给它取名叫毛豆
_IS_NAME = re.compile(r"是(?P<x>.+)")


def names(frame: Frame, memory: MutableMapping[str, str]) -> list[Draft]:
    """叫X: a name for the speaker, a tie for an unnamed relative, who is X from then on."""
    if _GIVEN.match(frame.text.plain):
        who = people.find(frame.text[1:], memory)
        frame = replace(frame, text=frame.text[1 + who.end :], who=who)
    match = _CALLED.match(frame.text.plain)
    if match and not re.match(r"(?:我|外卖|车|人|停|醒|你|他|她|了|不|《|<)", match["x"]):
        body = frame.text[match.start("x") :]
        found = read_name(body).values
        if frame.who.names == (PERSON,) and _OF_A_GROUP.search(frame.said):
            return []
        if not re.search("[叫是为作：:]$", frame.text.plain[: match.start("x")]) and body.tags[0] in (
            "v",
            "d",
            "a",
            "ad",
        ):
            return []
        if not frame.who.said and frame.who.names == (PERSON,) and re.match(r"就?叫|名[叫为]", match.group()):
            found = found if names_at(bare(body))[1] == len(bare(body)) else ()
        return _named(frame, found, memory)
    if frame.who.kin and frame.who.relation and (match := _IS_NAME.match(frame.text.plain)):
        called = re.match(r"是(?:一?[个位名只条])?(?:叫做?|名叫)(?P<x>.+?)的", frame.text.plain)
        if called:
            return _named(frame, read_name(frame.text[called.start("x") : called.end("x")]).values, memory)
        found, end = names_at(frame.text[match.start("x") :])
        if found and end == len(frame.text) - match.start("x"):
            return _named(frame, found, memory)
    if frame.who.said and frame.who.names == (PERSON,) and people.name_at(frame.text) == len(frame.text):
        return [Draft("name", frame.text.written())] if "本人" in frame.said else []
    if frame.who.names == (PERSON,) and (match := _IS_NAME.match(frame.text.plain)):
        found, end = names_at(frame.text[match.start("x") :])
        whole = len(found) == 1 and end == len(frame.text) - match.start("x")
        if whole and people.is_name(found[0]) and not re.search(rf"人$|^(?:{DEMONYMS})$", found[0]):
            return [Draft("name", found[0])]
    return []


def _named(frame: Frame, found: tuple[str, ...], memory: MutableMapping[str, str]) -> list[Draft]:
    who = frame.who
    if who.kin and frame.negated:  # 我哥不叫小王; 我哥不叫小王了 ends a name, and no tie
        over = frame.done or frame.never or not who.relation
        return [] if over else [Draft(who.relation, n, subject=who.owner, stance="negated") for n in found]
    if who.kin:
        ended = who.names[0].startswith(of(who.owner, "前")) or who.kin.startswith("前")
        memory["它" if who.relation == "pet" else "他"] = memory["她"] = "\n".join(found)
        for key in (who.names[0], of(who.owner, who.kin)):
            memory[key] = "\n".join(found)
        if not who.relation:
            return []
        if who.relation == "pet" and not memory.get("?", "").startswith("pet"):
            memory["?"] = f"pet\n{who.kin}"
        dated = who.relation in ("pet", "partner", "spouse")
        return [
            Draft(who.relation, name, subject=who.owner, stance="ended" if ended else "stated", dated=dated)
            for name in found
        ]
    if len(who.names) == 1 and (who.names[0] == PERSON or not who.relation) and found:
        return [Draft("name", found[0], dated=False)] if who.names[0] == PERSON else []
    return []


def nicknames(frame: Frame) -> list[Draft]:
    for pattern in _NICK:
        match = pattern.match(frame.said if frame.said.isascii() else frame.whole.plain)
        match = match or pattern.match(frame.said)
        if match and pattern is not _NICK[2] and (frame.who.names != (PERSON,) and "我" not in match.group()):
            match = None
        if match:
            written = _spelled(frame, match["x"])
            found = [n for n in re.split(r"(?:或者|或|、|和)", written) if n and not is_empty(n)]
            found = [
                re.sub(r"(?:就行|就好|就可以|即可|都行|也行|吧|哦|哈|啦|了|的|。)+$", "", n.strip()).strip()
                for n in found
            ]
            return [
                Draft(
                    "nickname", n, subject="" if pattern is _NICK[2] else PERSON, stance="stated", dated=False
                )
                for n in found
                if 1 <= len(n) <= 12 and not re.match(r"[去来做帮写起吃]", n)
            ]
    return []


def _spelled(frame: Frame, part: str) -> str:
    place = frame.whole.plain.rfind(part)
    return frame.whole[place : place + len(part)].written() if place >= 0 else part


def have(frame: Frame, memory: MutableMapping[str, str]) -> list[Draft]:
    """有个女儿叫小满;  养了一只叫布丁的猫;  养了只猫."""
    text = frame.text
    match = HAVE.match(text.plain)
    born = match and re.match(r"(?:刚|又|还|也)?(?:生|添|得|迎来)", match.group())
    found = (kin_of(match) or (("child", "孩子") if born else None)) if match else None
    if not match or not found:
        return []
    relation, word = found
    owner = frame.who.names[0] if len(frame.who.names) == 1 else PERSON
    if word == "宠物" or (relation != "pet" and re.match(r"(?:.*)(?:养|领养|买|捡|抱)", match.group()[:3])):
        return []
    names_found: tuple[str, ...] = ()
    if match["inner"]:
        names_found = read_name(text[match.start("inner") : match.end("inner")]).values
    elif match["tail"]:
        tail = text[match.start("tail") :]
        called = re.match(r"[，,]?(?:名字|分别|名)?(?:分别)?(?:叫做?|名叫|是)(?P<x>.+)", tail.plain)
        listed, end = names_at(tail)
        if called:
            names_found = read_name(tail[called.start("x") :]).values
        elif listed and end == len(bare(tail)):
            names_found = listed
        elif not re.fullmatch(r"[了啊呢吧哦啦。]*", tail.plain):
            return []
    memory["?"] = f"{relation}\n{word}"
    if names_found:
        pronouns = ("它",) if relation == "pet" else ("他", "她")
        for pronoun in pronouns:
            memory[pronoun] = names_found[-1]
        memory[of(owner, word)] = "\n".join(names_found)
        return [Draft(relation, name) for name in names_found] if relation else []
    if relation == "pet":
        memory["它"] = of(owner, word)
        return [Draft("pet", word)]
    for pronoun in ("他", "她"):
        memory[pronoun] = of(owner, word)
    return []


def count(clause: Text, memory: MutableMapping[str, str]) -> None:
    """膝下三个孩子: whom the names after it belong to."""
    counted = _COUNTED.search(clause.plain)
    if counted and (found := kin_of(counted)):
        memory["?"] = f"{found[0]}\n{found[1]}"


def members(clause: Text, memory: MutableMapping[str, str]) -> list[Draft]:
    """大的叫一诺，小的叫一鸣, after two children or cats were counted."""
    known = memory.get("?", "").split("\n")
    if len(known) != 2:
        return []
    if known[0] == "works_on":
        match = re.match(r"(?:名字)?(?:叫做?|名为|名叫|代号(?:是|叫)?)(?P<x>.+)", clause.plain)
    else:
        match = _MEMBER.match(clause.plain)
    listed = [p for p in parts(clause) if _is_name(p)]
    if match:
        found = read_name(clause[match.start("x") :]).values
    elif len(clause) <= 4 and people.name_at(clause) == len(clause):
        found = (clause.written(),)
    elif len(listed) > 1 and len(listed) == len(parts(clause)):
        found = tuple(p.written() for p in listed)
    else:
        return []
    for name in found:
        for pronoun in ("它",) if known[0] in ("pet", "works_on") else ("他", "她"):
            memory[pronoun] = name
    return [Draft(known[0], name, subject=PERSON, dated=False) for name in found] if known[0] else []


def _is_name(text: Text) -> bool:
    return len(text) <= 4 and "v" not in text.tags and not re.search(r"[我你的是在]", text.plain)


def ties(frame: Frame) -> list[Draft]:
    """张伟是我同事;  我和李娜是大学同学;  我跟林峰分手了;  她嫁给了王强."""
    text, names_ = frame.text, frame.who.names
    match = _TIE.match(text.plain)
    if match and names_ and PERSON not in names_ and (found := kin_of(match)) and found[0]:
        ended = (match["mods"] or "").startswith("前")
        return [
            Draft(found[0], n, subject=PERSON, stance="ended" if ended else "")
            for n in names_
            if not n.startswith("用户的")
        ]
    swapped = re.match(r"(?:已经)?从(?P<a>.+?)换(?:成|到)了?(?P<b>.+)", text.plain)
    if swapped and frame.who.kin and frame.who.relation in ("manager", "partner", "colleague"):
        old, new = (read_name(text[swapped.start(g) : swapped.end(g)]).values for g in ("a", "b"))
        if old and new:
            return [
                Draft(frame.who.relation, old[0], subject=frame.who.owner, stance="ended"),
                Draft(frame.who.relation, new[0], subject=frame.who.owner, replaces=old[0]),
            ]
    match = _JOINED.match(text.plain)
    if match and len(names_) == 2:
        found = kin_of(match)
        relation = found[0] if found else "spouse" if match["noun"] in ("夫妻", "两口子") else "partner"
        if relation:
            return [Draft(relation, names_[1], subject=names_[0])]
    match = _TOGETHER.match(text.plain)
    if match and len(names_) == 2 and not names_[1].startswith("用户的"):
        word = match["w"]
        ending = word in ("离婚", "离", "分手", "分了", "闹掰")
        relation = (
            "spouse"
            if word in ("结婚", "结的婚", "结了婚", "领的证", "领证", "领了证", "离婚", "离")
            else frame.who.relation or "partner"
        )
        if relation not in ("spouse", "partner"):
            relation = "partner"
        if word == "离婚":
            relation = "spouse"
        return [Draft(relation, names_[1], subject=names_[0], stance="ended" if ending else "")]
    match = _MARRY.match(text.plain)
    if match and names_:
        found_names, _ = names_at(text[match.start("x") :])
        return [Draft("spouse", n) for n in found_names[:1]]
    if frame.who.relation == "pet" and _DIED.match(text.plain):
        name = names_[-1]
        shown = frame.who.kin if name.startswith("用户的") else name
        return [Draft("pet", shown, subject=frame.who.owner, stance="ended")]
    return []
