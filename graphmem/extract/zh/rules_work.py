"""Work, projects and study."""

from __future__ import annotations

import re

from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.lexicon import EMPLOYERS
from graphmem.extract.zh.nouns import read_job
from graphmem.extract.zh.patterns import P, Pattern
from graphmem.extract.zh.text import Text

_WORK = r"(?:上班|工作|任职|就职|供职|打工|干活|实习|兼职|做事|搬砖|坐诊|教书|任教|执教|值班|干)"
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


def _org(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """An employer: tagged as an organization or no place at all."""
    group = "org" if "org" in match.groupdict() else "org1"
    start, end = match.span(group)
    tags = set(text.tags[start:end])
    if re.search(
        r"(?:酒店|医院|公司|银行|店|馆|厂|院|中心|集团|超市|餐厅|研究所|事务所|大学|机场|车站|局|分行|支行)$",
        text.plain[start:end],
    ):
        return True
    return (
        bool(tags - {"LOC", "u", "q", "m"})
        and tags != {"s"}
        and "w" not in tags
        and text.tags[start] not in ("r",)
    )


def _employer(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """A name: after 加入 and 进 a common noun may be a club or a room."""
    group = "org" if "org" in match.groupdict() else "org2"
    start, _ = match.span(group)
    words = match[group]
    named = text.tags[start] in ("ORG", "nz", "PER", "LOC") or bool(re.match(r"[A-Z]", words))
    return (
        named or bool(re.search(r"公司|银行|医院|集团|大厂|事务所|律所|局|厂|院", words))
    ) and not re.search(r"社$|俱乐部|协会|群|读书会|战队|球队|党", words)


def _jobs(match: re.Match[str], text: Text, frame: Frame) -> bool:
    return bool(read_job(text[match.start("title") : match.end("title")]).values)


def _named(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """A project by name, or a system or product described."""
    start, _ = match.span("thing")
    words = match["thing"]
    named = text.tags[start] in ("nz", "PER", "nw", "ORG") or bool(re.match(r"[A-Z]", words))
    quoted = len(words) <= 6 and start > 0 and text.raw[start - 1].endswith(" ") and words[0] > "\x7f"
    return (
        named
        or quoted
        or bool(
            re.search(
                r"(?:系统|平台|产品|引擎|框架|小程序|App|APP|app|网站|工具|插件|机器人|模块|编译器)$", words
            )
        )
    )


def _school(match: re.Match[str], text: Text, frame: Frame) -> bool:
    return bool(re.search(SCHOOL, match["org"]))


def _stationed(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """在腾讯 alone tells of work where the name is no building, shop or school one may just be in."""
    start, end = match.span("org")
    place = r"(?:医院|大学|学院|中学|小学|学校|酒店|银行|[店馆厅场站园院校]|商城|超市|机场|码头)$"
    shop = r"星巴克|麦当劳|肯德基|喜茶|瑞幸|海底捞|蜜雪冰城"
    words = match["org"]
    if re.fullmatch(EMPLOYERS, words):
        return True
    return set(text.tags[start:end]) == {"ORG"} and not re.search(rf"{place}|^(?:{shop})", words)


PROJECT: tuple[Pattern, ...] = (
    P(
        r"(?:正)?在?(?:做|开发|负责|参与|维护|写|搞|带|主导|推进|筹备|捣鼓|跟|搭)(?:着|了|"
        r"的是)?(?:一?[个款套])?(?:叫做?|名为|名叫|代号(?:叫|为|是)?|名字叫)"
        r"(?P<name>.+?)的.*",
        "works_on=name",
        "最近在做一个叫白鹭的项目",
    ),
    P(
        r"(?:正)?在?(?:做|开发|负责|参与|维护|写|搞|带|主导|推进|筹备|捣鼓|跟|搭)(?:着|了|"
        r"的是)?(?:一?个)?(?P<thing>[\w.+ -]+?)(?:这个|这款)?(?:项目|产品)(?:组)?(?:的.*)?$",
        "works_on=thing",
        "我在负责 Phoenix 项目",
        lambda m, t, f: (
            not re.fullmatch(
                r"开源|毕业|外包|课程|私人|业余|长期|新|老|大|小|几个|很多|这|那|公司的?|别的|自己的?",
                m["thing"],
            )
        ),
    ),
    P(
        r"(?:正)?在?(?:做|开发|负责|参与|维护|主导|搞|搭建?)(?:着|了|的是)?(?:一?[个款套])?(?P<thing>.+)",
        "works_on=thing",
        "我负责支付系统",
        _named,
    ),
    P(
        r"(?:手头的?|目前的?|现在的?|在?(?:正在)?(?:做|开发|研发|负责|维护|写|带|参与)的)?(?:项目|"
        r"产品)(?:的?名字|名称|代号)?(?:叫做?|是|名叫|：|:)(?P<name>[\w.+ -]{1,12})$",
        "works_on=name",
        "我们的项目叫北斗",
    ),
    P(
        r"在(?P<thing>.{2,10}?)(?:这个)?项目(?:组|里|上|中)?",
        "works_on=thing",
        "我在灯塔项目组",
        lambda m, t, f: t.tags[m.start("thing")] not in ("v", "r", "m", "q"),
    ),
)

WORK: tuple[Pattern, ...] = (
    P(
        r"从(?P<org1>.{2,}?)(?:跳槽|跳|离职后?(?:去|加入)|转)(?:到|去|来|进)?了?(?P<org2>.{2,})",
        "works_at=org1!ended works_at=org2",
        "我从腾讯跳槽到了小米",
        lambda m, t, f: _org(m, t, f) and not re.match(r"[过回出]?来$", m["org2"]),
    ),
    P(
        r"从(?P<org>.{2,}?)(?:离职|辞职|裸辞|退休|离开|走人|跳槽(?:过来|出来|过去)?|出来|毕业)(?:了|的|出来)*"
        + "$",
        "works_at=org!ended",
        "半年前我从携程离职了",
        lambda m, t, f: (
            not m.group().rstrip("了的").endswith("毕业") and t.tags[m.start("org")] not in ("r", "s")
        ),
    ),
    P(
        r"(?:离开|辞掉|告别)了?(?P<org>.{2,}?)(?:的(?:工作|职位|岗位))?(?:了)?$",
        "works_at=org!ended",
        "我离开了网易",
        _employer,
    ),
    P(
        r"(?:被|遭)(?P<org>.{2,}?)给?(?:裁员|裁|辞退|优化|开除)掉?了",
        "works_at=org!ended",
        "我上个月被蔚来裁了",
        _org,
    ),
    P(
        r"(?:已经)?(?:就职|任职|供职|就业|受雇|服务)(?:于|在)(?P<org>.{2,})",
        "works_at=org",
        "我任职于招商银行",
    ),
    P(
        r"(?:是)?在(?P<org>.{2,}?)(?:当|担任|任(?!职))了?(?P<title>.+)",
        "works_at=org job_title=title",
        "我在第三医院当营养师",
        _org,
    ),
    P(
        r"(?:是)?在(?P<org>.{2,}?)做了?(?P<title>.+)",
        "works_at=org job_title=title",
        "我在携程做酒店运营",
        _org,
    ),
    P(
        r"(?:是)?在(?P<org>.{2,}?)(?:做|当|担任)了?(?P<title>.+)",
        "job_title=title",
        "我在成都做销售",
        lambda m, t, f: (
            set(t.tags[m.start("org") : m.end("org")]) == {"LOC"}
            and ("做" not in m.group() or _jobs(m, t, f))
        ),
    ),
    P(
        rf"(?:是)?在(?P<org>.{{2,}}?){_WORK}过",
        "works_at=org!ended",
        "我在柯达工作过",
        lambda m, t, f: _org(m, t, f) and not f.negated,
    ),
    P(
        rf"(?:是)?在(?P<org>.{{2,}}?)(?:里|的)?{_WORK}(?:的|了|着|过)?",
        "works_at=org",
        "我在水文站上班",
        _org,
    ),
    P(
        r"(?:去|到|来|进|回)了?(?P<org>.{2,}?)(?:做|当|担任|任)(?P<title>.+)",
        "works_at=org job_title=title",
        "我下个月去宁德时代做工艺工程师",
        lambda m, t, f: _employer(m, t, f) and _jobs(m, t, f),
    ),
    P(
        rf"(?:去|到|来|进|回)了?(?P<org>.{{2,}}?)(?:{_WORK}|报到|入职)(?:了|的)?",
        "works_at=org",
        "下周一去海康威视报到",
        _org,
    ),
    P(
        r"(?:是)?(?:入职|跳槽(?:去|到|进)|跳(?:去|到)|转(?:去|到)|换到|应聘(?:到|上|进)|考(?:进|"
        r"上|入)|加盟)(?:了|的)?(?P<org>.{2,})",
        "works_at=org",
        "我去年入职了大疆",
        lambda m, t, f: (
            _org(m, t, f) and not _school(m, t, f) and not re.match(r"考.*(?:研|公|证|级|编|博)", m.group())
        ),
    ),
    P(r"(?:是)?(?:加入|进|进入|进到)(?:的|了)?(?P<org>.{2,})", "works_at=org", "2016年进的联想", _employer),
    P(
        r"(?:公司|单位|东家|雇主|就职公司|工作单位|上班的地方)(?:是|叫|：|:|在)(?P<org>.{2,})",
        "works_at=org",
        "我公司是携程",
        _employer,
    ),
    P(
        r"是(?P<org>.{2,}?)的(?P<job>.+)",
        "works_at=org job_title=job",
        "我是腾讯的后端工程师",
        lambda m, t, f: (
            t.tags[m.start("org")] in ("ORG",)
            or bool(re.match(r"[A-Z]", m["org"]) and t.tags[m.start("org")] == "nz")
            or bool(re.search(r"(?:公司|科技|集团|银行|医院|工作室|事务所)$", m["org"]))
            or bool(re.match(r"(?:联合)?创始人|CEO|CTO|合伙人|董事长|总经理", m["job"]))
        ),
    ),
    P(r"是(?P<org>.{2,}?)的?(?:员工|职员|一员)$", "works_at=org", "我是顺丰的员工", _org),
    P(
        r"(?:不)?是(?:一?[名个位])?(?:在职|退休|资深|高级|兼职|全职)?做(?P<title>.+)的$",
        "job_title=title",
        "我是做跨境电商的",
    ),
    P(r"是(?:一?[名个位])?(?P<job>.+)", "job_title=job", "我是个调音师"),
    P(
        r"(?:职业|工作|本职工作|职位|岗位|职务|身份|头衔|主业)(?:就)?(?:是|为|：|:)(?:一?[名个位]|"
        r"做)?(?P<title>.+)",
        "job_title=title",
        "我的职业是牙医",
    ),
    P(
        r"(?:被)?(?:升职|升|提拔|晋升|提|任命|转岗|转行|改行|调岗|转正)(?:任|为|成|到|做|当|"
        r"去)*了?(?P<title>.{2,})",
        "job_title=title",
        "上个月升了技术总监",
        lambda m, t, f: _jobs(m, t, f) or bool(re.match(r"转行|改行|转岗", m.group())),
    ),
    P(r"(?P<job>.+?)一(?:枚|名|个)$", "job_title=job", "坐标深圳，程序员一枚"),
    P(r"(?:从事|担任|出任)(?:着|了|过|的是)?(?P<title>.+)", "job_title=title", "我从事室内设计工作"),
    P(r"(?:当|做)过(?P<job>.+)", "job_title=job!ended", "我当过导游"),
    P(r"(?:转|改)?(?:去|来)?(?:当|做)(?:了|着|上了)?(?P<job>.+)", "job_title=job", "我当老师三年了"),
    P(
        r"(?:做|干|搞)(?:的是)?(?P<title>.{2,}?)(?:这一?行|行业|工作|方面的?)(?:的|了)?$",
        "job_title=title",
        "我做园林设计这行",
    ),
    P(r"(?:是)?在(?P<org>[^在]{2,}?)(?:了|的)?$", "works_at=org", "我在腾讯", _stationed),
)

STUDY: tuple[Pattern, ...] = (
    P(
        r"(?:本科|硕士|博士|研究生|大学)?(?:是)?毕业于(?P<org>[A-Z][A-Za-z .&'-]+)$",
        "graduated_from=org",
        "我毕业于 Oxford",
    ),
    P(
        rf"(?:是)?毕业于(?P<org>.*{SCHOOL})(?:的)?(?P<text>.*?)(?:专业|系)?$",
        "graduated_from=org studies=?text",
        "我毕业于武汉大学",
    ),
    P(r"(?:是)?(?:从|在)(?P<org>[A-Z][\w .&'-]+)毕业(?:的|了)?$", "graduated_from=org", "我从 Cornell 毕业"),
    P(
        rf"(?:是)?(?:从|在)?(?P<org>.*{SCHOOL})(?P<text>[\u4e00-\u9fff]*?)(?:专业|"
        rf"系)?(?:的)?(?:本科|硕士|博士|研究生)?(?:毕业(?:的|了|生)?|毕的业)$",
        "graduated_from=org",
        "我从同济大学毕业",
        _school,
    ),
    P(r"(?:母校|毕业院校|毕业学校)(?:是|：|:)(?P<org>.{2,})", "graduated_from=org", "我的母校是厦门大学"),
    P(
        rf"(?:本科|硕士|博士|研究生|大学)(?:是)?(?:在)?(?P<org>.*{SCHOOL})(?:读|念|上)的",
        "graduated_from=org",
        "我本科在南开大学读的",
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
    P(r"(?:所学)?专业(?:是|为|：|:)(?P<thing>.+)", "studies=thing", "我的专业是园艺"),
    P(r"(?:读|念|学)(?:的)?(?P<thing>.{2,}?)(?:专业|系)(?:的)?$", "studies=thing", "我读土木工程专业"),
    P(
        rf"(?:是)?在?(?P<org>[^在是]*?{SCHOOL}(?:附属中学)?)(?P<thing>[\u4e00-\u9fff]{{2,8}}?)"
        rf"(?:专业|系)的?(?:在读|{_YEARS})?的?(?:学生|本科生|研究生|博士生|硕士生)?$",
        "studies_at=org studies=thing",
        "我是浙江大学计算机系大三学生",
        _school,
    ),
    P(
        rf"(?:是)?在?(?P<org>.*?{SCHOOL}(?:附属中学)?)(?:的)?(?:在读|{_YEARS})*的?(?:学生|本科生|"
        rf"研究生|博士生|硕士生|博士|硕士|新生)$",
        "studies_at=org",
        "我是中山大学的研究生",
        _school,
    ),
    P(
        r"(?:是)?(?:在|去|到|来|进|回)了?(?P<org>.{2,}?)(?:攻读|读|念|修|(?<![大小中科文学])"
        r"学(?![院校])|(?<=..大学)学(?![院校生]))(?:的是)?(?!书|研|博|大[一二三四]|的|高|初|本科|硕士|博士|MBA|小学|中学|"
        r"[一二三四五六]年级)(?P<thing>.+?)(?:专业|系)?(?:的)?(?:博士|硕士|研究生|学位)?$",
        "studies_at=org studies=thing",
        "我在清华大学读计算机",
        _school,
    ),
    P(
        rf"(?:是)?(?:在|去|到|来|进|回)了?(?P<org>.{{2,}}?){_STUDY}.*",
        "studies_at=org",
        "我堂弟在香港理工大学读书",
        lambda m, t, f: t.tags[m.start("org")] not in ("LOC", "v", "r", "s") or _school(m, t, f),
    ),
    P(r"(?:就读|在读)(?:于|在)(?P<org>.{2,})", "studies_at=org", "我就读于西南大学"),
    P(
        rf"(?:考上|考取|考进|被)了?(?P<org>.*{SCHOOL})(?:录取)?(?P<text>.*?)(?:专业|系)?(?:录取)?(?:了)?$",
        "studies_at=org",
        "我弟弟考上了四川大学",
        _school,
    ),
    P(
        r"(?:在)?(?:上|转学到|转到|去)了?(?P<org>.*?[\u4e00-\u9fffA-Za-z]{2,}(?:大学|学院|中学|小学|"
        r"幼儿园|高中))",
        "studies_at=org",
        "我女儿上育才小学",
        lambda m, t, f: len(m["org"]) > 2,
    ),
    P(
        r"(?:去|回去)?(?:读|念|修|攻读)(?:一?个)?(?:在职|全日制|非全日?制?|非全)?的?(?P<thing>MBA|"
        r"EMBA|MPA|[\u4e00-\u9fff]{2,6}(?:专业|硕士|博士|学位|学))",
        "studies=thing",
        "后年可能去读个 EMBA",
    ),
)
