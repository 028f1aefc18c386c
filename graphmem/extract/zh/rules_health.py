"""Illnesses, allergies and ways of eating."""

from __future__ import annotations

import re

from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.patterns import P, Pattern
from graphmem.extract.zh.rules_life import ENDS
from graphmem.extract.zh.text import Text

_CONDITION = (
    r".*(?:病|症|炎|癌|瘤|血压|血脂|血糖|尿酸|抑郁|焦虑|哮喘|痛风|近视|散光|失眠|贫血|结节|"
    r"结石|突出|脂肪肝|偏头痛|湿疹|癫痫|"
    r"风湿|综合征|障碍|不耐受|色盲|色弱|心律不齐|心脏病|甲亢|甲减|骨折|过敏性鼻炎|花粉症|强迫|"
    r"双相|自闭|多动|痔疮|腰肌劳损|"
    r"ADHD|PTSD|IBS|OCD|PCOS|GERD|[Mm]igraines?|[Aa]sthma|[Dd]iabetes|[Ii]nsomnia|[Aa]na?emia|[Ee]czema|"
    r"[Dd]epression|[Aa]nxiety|[Hh]ypertension|[Aa]rthritis|[Ee]pilepsy|[Pp]soriasis|[Gg]out|[Vv]ertigo|"
    r"鼻窦炎|白癜风|银屑病|荨麻疹|耳鸣|怀孕|低血糖|心脏.*)"
)


def _ill(match: re.Match[str], text: Text, frame: Frame) -> bool:
    return (
        bool(re.match(_CONDITION, match["illness"]))
        and not re.search(r"[人者]$|预防|治疗|医院|知识", match["illness"])
        and not re.match(r"有(?:一?点儿?|些)(?:焦虑|抑郁|强迫|自闭)", match.group())
    )


HEALTH: tuple[Pattern, ...] = (
    P(
        r"(?P<illness>.{2,6}?)(?:倒是|倒|都|也)*没有?的?$",
        "has_condition=illness!negated",
        "糖尿病倒是没有",
        _ill,
    ),
    P(
        r"(?:一|每次|只要)?(?:吃|碰|闻|喝|接触)(?:到|了)?(?P<liked>.+?)(?:都|就|会)+过敏",
        "allergic_to=liked",
        "我一吃芒果就过敏",
    ),
    P(r"对(?P<liked>.+?)不过敏", "allergic_to=liked!negated", "我对花生不过敏"),
    P(
        r"对(?P<liked>.+?)(?:都|也|会|严重|重度|轻微|轻度|有点|有些|特别|非常)*过敏(?!原|源|性|体质)",
        "allergic_to=liked",
        "我对荞麦过敏",
    ),
    P(
        r"(?:会|有)?(?:(?:轻微|轻度|严重|重度|一?点)的?)?(?P<liked>[^对是]{1,8}?)(?:严重)?过敏" + ENDS,
        "allergic_to=liked",
        "我花粉过敏",
        lambda m, t, f: t.tags[m.start("liked")] not in ("v", "d", "r", "a"),
    ),
    P(r"过敏[原源](?:主要|就|大概)?(?:是|有|：|:)(?P<liked>.+)", "allergic_to=liked", "我的过敏原是尘螨"),
    P(
        r"(?:(?:还|也)?有|得了?|得过|患有?|患了|患上了?|确诊(?:了|为|是|有)?|查出(?:来)?(?:有|了|是|患有)?|"
        r"被(?:诊断|确诊|查)(?:为|出|患有|有|了|得了)*|犯了?|遗传了?|体检查出(?:来)?(?:有|了)?)"
        r"(?:点|轻微的?|轻度的?|中度的?|重度的?|严重的?|先天性的?|一点|比较严重的)?(?P<illness>.+)",
        "has_condition=illness",
        "我有高血压",
        _ill,
    ),
    P(
        r"(?:晚上|夜里|最近|经常|老是?|总是?|有点|轻度|重度)*(?P<illness>(?![是有对得老总晚还也])"
        r"[\u4e00-\u9fff]{0,6}?(?:不耐受|近视|失眠症?|腰椎间盘突出|色盲|色弱|高血压|"
        r"糖尿病|哮喘|痛风|贫血))(?:患者)?(?:了|得?很?严重|\d+度|好几年|很多年)*" + ENDS,
        "has_condition=illness",
        "我麸质不耐受",
    ),
    P(r"是(?:个)?(?P<illness>.+?)(?:患者|病人)" + ENDS, "has_condition=illness", "我是糖尿病患者"),
    P(
        r"(?P<illness>.{2,8}?)(?:早就|已经|都)?(?:治好|痊愈|康复|好)了" + ENDS,
        "has_condition=illness!ended",
        "我的胃炎好了",
        _ill,
    ),
)


def _diet_word(match: re.Match[str], text: Text, frame: Frame) -> bool:
    return not frame.negated


_DIET = (
    r"(?:[Kk]eto|[Pp]aleo|low[- ]carb|[Vv]egan|"
    r"生酮|低碳水?|低糖|低盐|低脂|低嘌呤|无麸质|无糖|轻断食|间歇性?断食|断食|地中海|高蛋白|"
    r"减脂|清真|素食|纯素|蛋奶素|16\+8|原始人)"
)
DIET: tuple[Pattern, ...] = (
    P(
        r"(?:在|开始|坚持|尝试)*(?P<text>生酮|轻断食|间歇性?断食|断食)(?:中)?" + ENDS,
        "diet=text",
        "最近在生酮",
    ),
    P(
        r"(?:改|开始|坚持|长期|常年)?(?P<text>吃(?:长)?[素斋])(?:食|的|餐)?(?!吗)",
        "diet=text",
        "邻居老吴吃素",
    ),
    P(
        r"(?:改|开始|坚持|只)?吃(?P<text>清真|纯素|全素|蛋奶素|生酮|无麸质|低碳|低脂|低盐|素食)"
        r"(?:餐|食物?|食品|饮食)?",
        "diet=text",
        "我吃清真",
    ),
    P(
        r"是(?:一?[个名位])?(?P<text>(?:严格的?)?(?:纯|严格|蛋奶)?素食(?:主义)?者?|"
        r"纯素(?:主义)?者?|(?:strict )?(?:[Vv]egan|[Vv]egetarian))",
        "diet=text",
        "我是素食主义者",
    ),
    P(
        rf"(?:正)?(?:在|改|开始|坚持|采用|践行|执行|走|控制|实行|遵循|尝试)*(?:吃|做|"
        rf"进行)?(?P<text>{_DIET})(?:饮食法?|餐)(?:法)?",
        "diet=text",
        "我在坚持生酮饮食",
    ),
    P(
        r"(?:变成|成了|吃|在做|做|go|went)?\s*(?P<text>[Vv]egan|[Vv]egetarian|keto)" + ENDS,
        "diet=text",
        "我现在 vegan",
    ),
    P(r"(?P<text>戒(?:糖|奶|碳水|肉|麸质))了?", "diet=text", "我戒糖了"),
)
