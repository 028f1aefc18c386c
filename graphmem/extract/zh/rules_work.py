"""Work and projects."""

from __future__ import annotations

import re

from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.lexicon import EMPLOYERS
from graphmem.extract.zh.nouns import read_job
from graphmem.extract.zh.patterns import P, Pattern
from graphmem.extract.zh.rules_study import is_school
from graphmem.extract.zh.text import Text

_WORK = (
    r"(?:上班|工作|任职|就职|供职|打工|干活|实习|兼职|做事|搬砖|坐诊|任教|执教|值班|"
    r"教(?:书|[语数英物化生历地政体音美]\w{1,2}(?<!练)|课)|"
    r"(?:开|跑)(?:大巴|公交车?|地铁|列车|出租车?|货车|卡车|叉车|吊车|挖掘机|班车|客车|外卖|业务|运输)|"
    r"管(?:仓库|人事|财务|后勤|行政|设备)|干)"
)
_NOT_BRIEFLY = (
    r"(?<!了)(?!了?(?:好|半|整整|[一两三几\d]+)个?(?:多)?"
    r"(?:天|整天|早上|上午|中午|下午|晚上?|通宵|夜|小时|钟头|会儿?))"
)


def _org(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """An employer: tagged as an organization or no place at all."""
    group = "org" if "org" in match.groupdict() else "org1"
    start, end = match.span(group)
    tags = set(text.tags[start:end])
    if "d" in tags or re.search(r"如何|怎[么样]", text.plain[start:end]):
        return False
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


def _joined(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """跳到大疆, 考进税务局; but 考上大学 is a school, 考上公务员 a post, 换到 Vim a tool."""
    if match.group().startswith("换到") and re.match(rf"(?!{EMPLOYERS})[A-Z]", match["org"]):
        return False
    if is_school(match, text, frame) or re.match(r"考.*(?:研|公|证|级|编|博)", match.group()):
        return False
    return _org(match, text, frame)


def _jobs(match: re.Match[str], text: Text, frame: Frame) -> bool:
    return bool(read_job(text[match.start("title") : match.end("title")]).values)


def _named(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """A project by name, or a system or product described."""
    start, _ = match.span("thing")
    words = match["thing"]
    if re.search(r"(?:版本|代码|分支)[了的]*$", words):
        return False
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
        r"(?:手头的?|目前的?|现在的?|在?(?:正在)?(?:做|开发|研发|负责|维护|写|带|参与|跟)的)?(?:这个|那个|这款)?(?:项目|"
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
        r"(?:以后|之后|后)?$",
        "works_at=org!ended",
        "半年前我从携程离职了",
        lambda m, t, f: (
            not re.search("毕业[了的以之后]*$", m.group()) and t.tags[m.start("org")] not in ("r", "s")
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
        r"(?:是)?在(?P<org>.{2,}?)(?:当(?![地时下年天场前中])|担任|任(?!职))了?(?P<title>.+)",
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
        rf"(?:是)?在(?P<org>.{{2,}}?)(?:里|的)?{_WORK}(?:的|了|着|过)?{_NOT_BRIEFLY}",
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
        _joined,
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
    P(
        r"[做搞](?P<title>[\u4e00-\u9fff]{3,8})的$",
        "job_title=title",
        "我做非遗保护的",
        lambda m, t, f: (
            not (f.modal or f.point or f.negated)
            and set(t.tags[m.start("title") : m.end("title")]) <= {"n", "nz", "vn", "v"}
            and t.tags[m.start("title")] != "v"
        ),
    ),
    P(
        r"(?:拿到|收到|接了?|接受)了?(?P<org>.{2,}?)(?:给)?的?(?:[Oo]ffer|OFFER|录用通知书?|录取通知|聘书)了?$",
        "works_at=org!planned",
        "昨天收到了蔚来的 offer",
        lambda m, t, f: _employer(m, t, f) and not f.negated,
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
