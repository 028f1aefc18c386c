"""All the facts of one clause: special readers first, then the pattern tables."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from dataclasses import replace

from graphmem.extract.zh import orders, rules_people, rules_taste, rules_tools, worth
from graphmem.extract.zh.frame import Frame, mood
from graphmem.extract.zh.nouns import read_text
from graphmem.extract.zh.patterns import Draft
from graphmem.extract.zh.patterns import read as read_patterns
from graphmem.extract.zh.people import Who, of
from graphmem.extract.zh.readers import read_liked
from graphmem.extract.zh.rules_health import DIET, HEALTH
from graphmem.extract.zh.rules_life import IDENTITY, PLACE
from graphmem.extract.zh.rules_study import STUDY
from graphmem.extract.zh.rules_taste import HOBBY, LEARNING, OWNS, SKILLS
from graphmem.extract.zh.rules_work import PROJECT, WORK
from graphmem.extract.zh.text import Text
from graphmem.model import PERSON, Candidate

PATTERNS = (*IDENTITY, *DIET, *HEALTH, *PLACE, *STUDY, *PROJECT, *WORK, *HOBBY, *SKILLS, *LEARNING, *OWNS)
_DATE = (
    r"(?:农历|阴历|阳历|公历|新历|旧历)?(?:(?:(?:19|20)\d\d|[一二][〇零一二三四五六七八九]{3})\s*[年./-]\s*)?"
    r"(?:(?:\d{1,2}|[正冬腊]|十[一二]?|[一二三四五六七八九])\s*[月./-]\s*(?:初)?(?:\d{1,2}|"
    r"[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])\s*[日号]?"
    r"|(?:除夕|大年初一|元旦|圣诞节|情人节|中秋节?|国庆节?))|"
    r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.? ?\d{1,2}(?:, ?(?:19|20)\d\d)?|(?:19|20)\d\d年"
)
_BIRTHDAY = (
    re.compile(
        rf"(?:的)?(?:阳历|农历|公历|阴历|身份证)?(?:生日|出生日期|生辰|出生年月)(?:就)?(?:是|在|为|"
        rf"：|:)*(?P<d>{_DATE})"
    ),
    re.compile(
        rf"(?:是)?(?:出生于|生于|出生在)?(?P<d>{_DATE})(?:那天)?(?:出生|生的|过生日|的生日|生日|生人|的$)"
    ),
    re.compile(rf"(?:是)?(?:出生于|生于)(?P<d>{_DATE})"),
)
_NAMED_THING = re.compile(
    r"(?P<name>[A-Z][\w.-]*(?: [A-Z][\w.-]*)*|[\u4e00-\u9fff]{2,4}?)(?P<kind>这个项目|项目|"
    r"系统|平台|产品|服务)?(?:的)?(?=.+)"
)
_GENERIC = re.compile(
    r"[这那我你他该个整新老旧小大主子]|目前|现在|公司|团队|开源|前端|后端|毕业|课程|外包|内部|"
    r"线上|核心|业务|相关|数据|管理|支付|订单|推荐|日志|搜索"
)
_UNNAMED = re.compile(
    r"(?:在)?(?:做|开发|参与|负责|维护|写|搞|带)(?:着|了)?(?:一?[个款套])?.{0,16}?(?:项目|产品|"
    r"App|APP|系统|平台|工具|游戏|网站|小程序|应用|软件|插件|公众号|播客|机器人)$"
)
_WORLDLY = frozenset(
    {"born_in", "hometown", "graduated_from", "nationality", "job_title", "age", "speaks", "visited"}
)


def birthday_in(text: Text) -> tuple[str, ...]:
    match = re.match(rf"(?:是)?(?P<d>{_DATE})", text.plain)
    return (text[match.start("d") : match.end("d")].written(),) if match else ()


def _birthday(frame: Frame) -> list[Draft]:
    for pattern in _BIRTHDAY:
        match = pattern.match(frame.whole.plain)
        if match and not (
            pattern is _BIRTHDAY[1] and frame.whole.plain.endswith("的") and "生" not in match.group()
        ):
            return [Draft("birthday", frame.whole[match.start("d") : match.end("d")].written(), dated=False)]
    return []


def read(frame: Frame, clause: Text, memory: MutableMapping[str, str], tool: str) -> list[Draft]:
    """The facts of a clause, of whatever subject; those of a stranger only where they may be the user's."""
    return worth.keep(_read(frame, clause, memory, tool), frame)


def _read(frame: Frame, clause: Text, memory: MutableMapping[str, str], tool: str) -> list[Draft]:
    if not len(frame.text):
        rules_people.count(clause, memory)
        return []
    special = (
        rules_taste.favorites(frame)
        or rules_taste.fronted(clause)
        or rules_people.nicknames(frame)
        or _birthday(frame)
        or orders.goals(frame.whole)
        or rules_people.members(clause, memory)
        or rules_people.names(frame, memory)
        or rules_people.have(frame, memory)
        or rules_people.ties(frame)
    )
    if special:
        return special
    topic = rules_tools.TOPIC.match(frame.text.plain)
    bodies = [frame]
    if topic:
        bodies.append(replace(frame, text=frame.text[topic.end() :]))
    for body in bodies:
        drafts = rules_tools.switches(body) or rules_tools.versions(body, tool)
        if drafts:
            return drafts
    if _UNNAMED.match(frame.text.plain):
        memory["?"] = "works_on\n项目"
    drafts = read_patterns(PATTERNS, frame)
    drafts += (
        [d for d in _tools_and_taste(frame, bodies) if d not in drafts]
        if not drafts
        else _rest(frame, drafts)
    )
    if not drafts:
        drafts = _named_thing(frame, memory)
    if not drafts:
        drafts = orders.plans(frame)
    return _of_strangers(frame, _pronouns(_leaving(frame, drafts), memory), memory)


def _leaving(frame: Frame, drafts: list[Draft]) -> list[Draft]:
    """下个月要从 IBM 离职: an end that lies ahead is a plan."""
    if not drafts or not (frame.modal or frame.future) or any(d.stance != "ended" for d in drafts):
        return drafts
    modal = frame.modal or "planned"
    return [Draft("plans_to", value, stance=modal) for value in read_text(frame.text).values]


def _tools_and_taste(frame: Frame, bodies: list[Frame]) -> list[Draft]:
    drafts = rules_taste.tastes(frame)
    if drafts:
        return drafts
    for place, body in enumerate(bodies):
        stripped = _again(body)
        drafts = rules_tools.uses(stripped, topical=place > 0)
        if drafts:
            return drafts
    return []


def _again(frame: Frame) -> Frame:
    """After a topic the mood is read once more: 代码[不]用…"""
    inner = mood(frame.text, frame.who, {})
    return replace(
        frame,
        text=inner.text,
        negated=frame.negated != inner.negated,
        never=frame.never or inner.never,
        past=frame.past or inner.past,
        modal=frame.modal or inner.modal,
    )


def _rest(frame: Frame, drafts: list[Draft]) -> list[Draft]:
    return []


def _pronouns(drafts: list[Draft], memory: MutableMapping[str, str]) -> list[Draft]:
    """讨厌它 → what 它 stands for; dropped where nothing is known."""
    out = []
    for draft in drafts:
        if draft.object in ("它", "他", "她", "这个", "那个", "它们", "他们"):
            known = memory.get(draft.object, "").split("\n")[0]
            if not known:
                continue
            draft = replace(draft, object=known)
        out.append(draft)
    return out


def _named_thing(frame: Frame, memory: MutableMapping[str, str]) -> list[Draft]:
    """Phoenix 项目用的是 Kafka: a named project is its own subject."""
    if frame.who.said:
        return []
    match = _NAMED_THING.match(frame.text.plain)
    if not match:
        return []
    name = frame.text[: match.end("name")].written()
    if not match["kind"] and name not in memory.values():
        return []
    if _GENERIC.search(name):
        return []
    rest = replace(frame, text=frame.text[match.end() :])
    topic = rules_tools.TOPIC.match(rest.text.plain)
    bodies = [rest, *([replace(rest, text=rest.text[topic.end() :])] if topic else [])]
    for place, body in enumerate(bodies):
        drafts = rules_tools.uses(_again(body), topical=place > 0)
        if drafts:
            return [replace(d, subject=name) for d in drafts]
    return []


def _of_strangers(frame: Frame, drafts: list[Draft], memory: MutableMapping[str, str]) -> list[Draft]:
    """Of somebody never introduced, a birthplace or a profession is general knowledge."""
    who = frame.who
    if (
        PERSON in who.names
        or who.kin
        or who.relations
        or who.relation
        or any(n.startswith("用户的") for n in who.names)
    ):
        return drafts
    if any(
        name
        in "\n".join(v for k, v in memory.items() if k not in ("他", "她", "他们", "她们", "它")).split("\n")
        for name in who.names
    ):
        return drafts
    if any(re.match(r"[A-Z]", name) for name in who.names):
        drafts = [d for d in drafts if d.predicate not in ("uses", "version_of", "owns")]
    if frame.text.plain.startswith("是") and not any(re.match(r"[小老阿]", name) for name in who.names):
        return []
    informal = all(
        re.match(r"(?:小|老|阿|大)[\u4e00-\u9fff]|[A-Z][a-z]+$|([\u4e00-\u9fff])\1$", n) for n in who.names
    )
    return drafts if informal else [d for d in drafts if d.predicate not in _WORLDLY]


_SOMEWHERE = re.compile(r"(?:是)?在(?P<org>[^在]{2,}?)(?:了|的)?$")
_RESUMED = {"works_at": "works_at", "job_title": "works_at", "lives_in": "lives_in"}

# 我爱喝茶，尤其是白茶
_EMPHASIS = re.compile(r"(?:尤其|特别)是")
_ABOVE_ALL = re.compile(r"是(?P<x>(?![我你您他她它这那])(?!.*(?:时候?|天|晚上|早上|里面)$).{2,})")
_TURNED = re.compile(r"(?:(?P<bad>讨厌|烦)|喜欢|爱)[吃喝看听玩]?(?:上|它)?了?$")


def resumed(frame: Frame, before: Sequence[Candidate]) -> list[Draft]:
    """曾在 Uber 上班，目前[在 Grab]: 在 alone repeats the relation of a past or denied clause before it.

    After a job it names the employer: 我是 PM，在 Shopee. 以前不喜欢香菜，现在喜欢了 repeats the object; 尤其是白茶 the
    relation.
    """
    match = _SOMEWHERE.match(frame.text.plain)
    last = before[-1] if before else None
    if last and last.stance == "ended" and not frame.negated and (turned := _TURNED.match(frame.text.plain)):
        relation = "dislikes" if turned["bad"] else "likes"
        return [Draft(relation, last.object)] if {relation, last.predicate} == {"likes", "dislikes"} else []
    if (
        last
        and last.predicate in ("likes", "dislikes")
        and last.stance == "stated"
        and _EMPHASIS.match(frame.said)
    ):
        best = _ABOVE_ALL.match(frame.text.plain)
        found = read_liked(frame.text[best.start("x") :]).values if best and not frame.negated else ()
        return worth.keep([Draft(last.predicate, value) for value in found], frame)
    if not match or not last or last.predicate not in _RESUMED or last.subject not in frame.who.names:
        return []
    if last.stance not in ("ended", "negated") and last.predicate != "job_title":
        return []
    relation = _RESUMED[last.predicate]
    place = frame.text[match.start("org") : match.end("org")]
    kinds = {"nz", "ORG"} if relation == "works_at" else {"nz", "LOC"}
    if place.tags[0] not in kinds or not set(place.tags) <= {*kinds, "w"}:
        return []
    return [Draft(relation, place.written())]


def is_about_other(text: Text) -> bool:
    """A clause whose subject is neither the speaker nor anybody: 青海湖是咸水湖…"""
    if len(text) < 4 or "我" in text.plain or rules_tools.TOPIC.match(text.plain):
        return False
    if text.tags[0] == "n" or re.match(r"[这那]", text.plain):
        return "v" in text.tags
    return text.tags[0] in ("LOC", "ORG", "nz", "nw", "PER")


def is_bare_name(clause: Text, draft: Draft) -> bool:
    """A clause that is a name and nothing else: 乐乐，8岁"""
    return clause.written() == draft.object and draft.subject == PERSON


def introduced(memory: MutableMapping[str, str], drafts: list[Draft], frame: Frame) -> Who | None:
    """The unnamed relative or pet that the clause has just brought in: 有个姐姐, 养了只猫."""
    known = memory.get("?", "").split("\n")
    if len(known) != 2 or (PERSON not in frame.who.names and len(frame.who.names) != 1):
        return None
    relation, word = known
    owner = PERSON if PERSON in frame.who.names else frame.who.names[0]
    if drafts and not any(d.predicate == relation for d in drafts):
        return None
    if drafts and drafts[0].object != word:
        name = drafts[-1].object
        return Who((name,), relation=relation, owner=owner, said=True)
    if not rules_people.HAVE.match(frame.text.plain):
        return None
    return Who((of(owner, word),), kin=word, relation=relation, owner=owner, said=True)
