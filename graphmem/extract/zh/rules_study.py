"""Schools and subjects of study."""

from __future__ import annotations

import re

from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.patterns import P, Pattern
from graphmem.extract.zh.text import Text

SCHOOL = (
    r"(?:大学|学院|中学|小学|幼儿园|高中|初中|职高|技校|一中|二中|附中|商学院|"
    r"[美音影戏体][院校]|师范|外国语|政法|财经|科大|中科大|工大|理工|师大|交大|[清北复人浙南武同]大|"
    r"清华|北大|复旦|MIT|Stanford|NUS|[A-Z]{2,5}|College|University)"
)
_YEARS = r"(?:大[一二三四]|研[一二三]|博[一二三]|高[一二三]|初[一二三]|[一二三四五六]年级)"
_DEGREE = r"(?:本科|硕士|博士|研究生|博|研|大学|高中|初中|小学|书|MBA|EMBA|PhD)"
_STUDY = (
    rf"(?:读书|上学|念书|求学|就读|留学|进修|交换|(?:攻读|读|念|上)(?=的?{_DEGREE})|(?:读|念|"
    rf"上)(?={_YEARS})|攻读|读|念)"
)


def is_school(match: re.Match[str], text: Text, frame: Frame) -> bool:
    return bool(re.search(SCHOOL, match["org"]))


STUDY: tuple[Pattern, ...] = (
    P(
        r"(?:本科|硕士|博士|研究生|大学)?(?:是)?毕业于(?P<org>[A-Z][A-Za-z .&'-]+)$",
        "graduated_from=org",
        "我毕业于 Oxford",
    ),
    P(
        rf"(?:本科|硕士|博士|研究生|大学)?(?:是)?毕业于(?P<org>.*{SCHOOL})(?:的)?(?P<text>.*?)(?:专业|系)?$",
        "graduated_from=org studies=?text",
        "我毕业于武汉大学",
    ),
    P(r"(?:是)?(?:从|在)(?P<org>[A-Z][\w .&'-]+)毕业(?:的|了)?$", "graduated_from=org", "我从 Cornell 毕业"),
    P(
        rf"(?:是)?(?:从|在)?(?P<org>.*{SCHOOL})(?P<text>[\u4e00-\u9fff]*?)(?:专业|"
        rf"系)?(?:的)?(?:本科|硕士|博士|研究生)?(?:毕业(?:的|了|生)?|毕的业)$",
        "graduated_from=org",
        "我从同济大学毕业",
        is_school,
    ),
    P(r"(?:母校|毕业院校|毕业学校)(?:是|：|:)(?P<org>.{2,})", "graduated_from=org", "我的母校是厦门大学"),
    P(
        rf"(?:本科|硕士|博士|研究生|大学)(?:是)?(?:在)?(?P<org>.*{SCHOOL})(?:读|念|上)的",
        "graduated_from=org",
        "我本科在南开大学读的",
    ),
    P(
        rf"(?:本科|硕士|博士|研究生|大学|中专|大专)(?:读|念|上)的(?:是)?(?P<org>.*{SCHOOL})$",
        "graduated_from=org",
        "我硕士念的是云南大学",
    ),
    P(
        r"(?:本科|硕士|博士|研究生|大学|当年)?(?:学|读|念)的是(?P<text>[\u4e00-\u9fff]{4,8}?)(?:专业|系)?$",
        "studies=text",
        "我大学学的是影视编导",
        lambda m, t, f: (
            set(t.tags[m.start("text") : m.end("text")]) <= {"n", "nz", "vn", "v"}
            and t.tags[m.start("text")] in ("n", "nz", "vn")
        ),
    ),
    P(
        r"(?:本科|硕士|博士|研究生|大学|当年|大学时|在学校)?(?:学|读|念|主修|修)的(?:是|"
        r"专业是)?(?P<thing>.+?)(?:专业|系)?$",
        "studies=thing",
        "我大学学的是会计",
    ),
    P(
        r"(?:主修|辅修|攻读|修读|修)(?:的是|了)?(?P<thing>.+?)(?:专业|系|学位)?$",
        "studies=thing",
        "我主修哲学",
    ),
    P(r"学(?P<thing>[^过会了]{2,6})的$", "studies=thing", "我学园艺的"),
    P(
        r"从(?P<org>.{2,}?)(?:退学|休学|肄业|辍学)了?",
        "studies_at=org!ended",
        "我从工业大学退学了",
    ),
    P(
        rf"(?:是)?(?P<org>[^在是]*{SCHOOL})(?:在读|{_YEARS})$",
        "studies_at=org",
        "本人河海大学大三",
    ),
    P(r"(?:是)?学(?P<name>[医法农])的$", "studies=name", "我是学医的"),
    P(r"是学(?P<thing>.+?)(?:专业)?(?:的|出身)+$", "studies=thing", "我是学设计的"),
    P(
        r"(?P<thing>[\u4e00-\u9fff]{2,8})专业的?$",
        "studies=thing",
        "我在读大二，园艺专业",
        lambda m, t, f: not f.who.said and f.whole.plain == t.plain and set(t.tags) <= {"n", "nz", "vn", "v"},
    ),
    P(
        r"(?:(?:所学)?专业|(?:研究|专业)(?:方向|领域))(?:是|为|：|:)(?P<thing>.+)",
        "studies=thing",
        "我的专业是园艺",
    ),
    P(r"(?:读|念|学)(?:的)?(?P<thing>.{2,}?)(?:专业|系)(?:的)?$", "studies=thing", "我读土木工程专业"),
    P(
        rf"(?:是)?在?(?P<org>[^在是]*?{SCHOOL}(?:附属中学)?)(?P<thing>[\u4e00-\u9fff]{{2,8}}?)"
        rf"(?:专业|系)的?(?:在读|{_YEARS})?的?(?:学生|本科生|研究生|博士生|硕士生)?$",
        "studies_at=org studies=thing",
        "我是浙江大学计算机系大三学生",
        is_school,
    ),
    P(
        rf"(?:是)?在?(?P<org>.*?{SCHOOL}(?:附属中学)?)(?:的)?(?:在读|{_YEARS})*的?(?:学生|本科生|"
        rf"研究生|博士生|硕士生|博士|硕士|新生)$",
        "studies_at=org",
        "我是中山大学的研究生",
        is_school,
    ),
    P(
        r"(?:是)?(?:在|去|到|来|进|回)了?(?P<org>.{2,}?)(?:攻读|读|念|修|(?<![大小中科文学])"
        r"学(?![院校])|(?<=..大学)学(?![院校生]))(?:的是)?(?!书|研|博|大[一二三四]|的|高|初|本科|硕士|博士|MBA|小学|中学|"
        r"[一二三四五六]年级)(?P<thing>.+?)(?:专业|系)?(?:的)?(?:博士|硕士|研究生|学位)?$",
        "studies_at=org studies=thing",
        "我在清华大学读计算机",
        is_school,
    ),
    P(
        rf"(?:是)?(?:在|去|到|来|进|回)了?(?P<org>.{{2,}}?){_STUDY}.*",
        "studies_at=org",
        "我堂弟在香港理工大学读书",
        lambda m, t, f: t.tags[m.start("org")] not in ("LOC", "v", "r", "s") or is_school(m, t, f),
    ),
    P(r"(?:就读|在读)(?:于|在)(?P<org>.{2,})", "studies_at=org", "我就读于西南大学"),
    P(
        rf"(?:考上|考取|考进|被)了?(?P<org>.*{SCHOOL})(?:录取)?(?P<text>.*?)(?:专业|系)?(?:录取)?(?:了)?$",
        "studies_at=org",
        "我弟弟考上了四川大学",
        is_school,
    ),
    P(
        r"(?:在)?(?:上|转学到|转到|去)了?(?P<org>.*?[\u4e00-\u9fffA-Za-z]{2,}(?:大学|学院|中学|小学|"
        r"幼儿园|高中))",
        "studies_at=org",
        "我女儿上育才小学",
        lambda m, t, f: len(m["org"]) > 2,
    ),
    P(
        r"(?:去|回去)?(?:读|念|修|攻读)(?:一?个)?(?:在职|全日制|非全日?制?|非全)?的?(?!.?[本篇部首])(?P<thing>MBA|"
        r"EMBA|MPA|[\u4e00-\u9fff]{2,6}(?:专业|硕士|博士|学位|学))",
        "studies=thing",
        "后年可能去读个 EMBA",
    ),
)
