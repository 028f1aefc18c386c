"""Tools and versions: what is used, what was switched to what, what runs which version."""

from __future__ import annotations

import re

from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.nouns import Object, bare, is_empty, parts, read_thing
from graphmem.extract.zh.patterns import Draft
from graphmem.extract.zh.text import Text

_VERSION = r"[vV]?(?P<v>\d+(?:\.\d+)*(?:\.x)?(?:\s?(?:LTS|beta|alpha|rc\d*|SP\d+))?)(?:版本?|系列)?"
_NAMED = re.compile(
    rf"(?P<name>[A-Za-z\u4e00-\u9fff][\w.+#/ -]*?[A-Za-z#+\u4e00-\u9fff]|[A-Za-z])\s*{_VERSION}$", re.I
)
_UNIT = re.compile(
    r"\d\s*(?:QPS|TPS|GB|MB|TB|G|核|台|个|次|人|年|月|号|点|块|元|%|ms|秒|fps|万|千|寸|英寸|mm|Hz|K|倍)", re.I
)
# A number that is part of the product's name: 小米13, iPhone 15, Mate 60
_DEVICE = re.compile(
    r"(?<![A-Za-z])(?:iPhone|iPad|MacBook|Mac|iMac|小米|红米|华为|荣耀|Mate|Pura|Nova|OPPO|"
    r"vivo|一加|Pixel|Galaxy|三星|ThinkPad|Surface|Switch|PS|Xbox|"
    r"Kindle|AirPods|Watch|索尼|Sony|佳能|尼康|富士|GoPro|大疆|Quest|Model|宝马|奔驰|奥迪|"
    r"理想|问界|蔚来|小鹏|RTX|GTX|M|A|X|R|Air|Pro|"
    r"Claude|GPT|gpt|Gemini|DeepSeek|Qwen|Llama|K|QC|WH|Note|Find|Reno|Series)$",
    re.I,
)
_PLACES = (
    r"(?:手机|电脑|平板|笔记本|相机|手表|耳机|显卡|键盘|系统|前端|后端|服务端|服务器?|客户端|"
    r"移动端|数据库|缓存|部署|监控|日志|测试|单测|"
    r"构建|编译|打包|代码|仓库|文档|笔记|团队|公司|项目|线上|线下|生产环境?|测试环境|本地|"
    r"开发环境?|开发|运维|运营|设计|沟通|办公|开会|记账|"
    r"写作|写代码|编辑器|浏览器|搜索|邮箱|邮件|操作系统|框架|语言|编程语言|主力语言|技术栈|"
    r"消息队列|队列|网关|容器|编排|存储|底层|接口|"
    r"爬虫|建模|剪辑|剪视频|画图|做图|修图|记笔记|做笔记|听歌|导航|打车|检索|召回|渲染|支付|平时|通信|协作|"
    r"任务管理|项目管理|版本管理|版本控制|CI|CI/CD|"
    r"IDE|API|UI|数据分析|数据仓库|数仓|报表|可视化|训练|推理|脚本|网页|官网|博客|网站|家里|"
    r"公司里|组里|主力机?|配置管理|告警|链路追踪|服务|"
    r"背单词|学习|看书|追剧|看剧|健身|跑步|点外卖|买菜|买东西|写文档|写论文|文献管理|排版|"
    r"工作|上班|聊天|向量库|搜索引擎|鉴权|登录|数据)"
)
TOPIC = re.compile(
    rf"(?:(?:我们?|咱们?|这边|那边|目前|现在)?的?)?(?P<topic>(?:{_PLACES})(?:{_PLACES}|"
    rf"[层端里上方面这块部分工具和与、])*)(?:的话|这块|方面|上)?"
    r"(?=(?:都|也|一般|平时|通常|最近|早期|初期|最初|一开始|之前|以前|主要|一直|目前|现在|全部?|还|就|则|正|我|"
    r"我们|已经|刚)*(?:不|没|没有)?(?:再)?(?:用|使用|采用|是|选|改|换|从|部署|跑|托管|放|存|"
    r"靠|有|包括|离不开|依赖|习惯|常用|：|:|在用|迁|切|升|基于))"
)
_USE = re.compile(
    r"(?:主要|一直|也|都|还|就|全|常|目前|现在|平时|日常|正|统一|只)*(?:是)?(?:(?:还)?在)?"
    r"(?:(?P<gone>用过|使用过)|(?P<change>改用|换用|改成用?|改为|换成了?|转用|转向|转到|切到|"
    r"换到|改换|迁移?到|切换到|迁移?至|开始用|开始使用|用上|用起|换回|迁移到)(?:了)?|"
    r"(?:写(?=[点些]?(?:Java|Kotlin|Python|Go|Rust|C\+\+|C#|Type|PHP|Ruby|Swift|Scala|Dart|"
    r"Lua|Haskell|Elixir|SQL))|拿(?=[A-Z])|使用|采用|选用|在用|常用|惯用|习惯用|习惯使用|偏好用|离不开|"
    r"依赖|用|跑着|挂着)"
    r"(?:的(?:一直|都|还)?是|的|着|了|上|起|惯|到)?|"
    r"(?P<runs>(?:是)?(?:(?:部署|托管|跑|运行|放|存|存放|搭|架|挂|构建|建|开发|搭建)(?:在|于)|"
    r"(?:部署|放|存)到)|基于|依托)(?:了)?)(?P<x>.+)"
)
_TECH_IS = re.compile(
    r"(?:主要|基本|就|都|还|一直|目前|现在|全部?)*(?:是|为|：|:|包括|有|选了|选的是|选型是|靠)(?P<x>.+)"
)
_STOP = re.compile(
    r"(?:放弃|弃用|停用|抛弃|淘汰|卸载|告别|戒掉|退掉|下线|去掉|移除|砍掉|不再使用|停掉|关掉|"
    r"注销)(?:掉)?了?(?P<x>.+)"
)
_NOT_TOOL = re.compile(
    r"(?:手机|电脑|键盘|鼠标|笔|纸|软件|工具|平台|系统|数据库|框架|浏览器|中文|英文|英语|日语|"
    r"法语|汉语|普通话|德语|心|力|手|脚|来|完|户|途|餐|人|功|法|词|电|"
    r"水|钱|药|时间|了|不着|不上|不了|得|"
    r"你|我|他|这|那|什么|哪|啥|脑子|眼|嘴|左手|右手|现金|毒|意|处|量|品|的|过|情|一下|起来|"
    r"于)$|[你我他这那什哪]"
)
_SWITCH: tuple[re.Pattern[str], ...] = tuple(
    re.compile(p)
    for p in (
        # 把数据库从 MySQL 换成了 PostgreSQL;  昨天从 Perforce 迁到了 Git
        r"(?:(?:把|将)?(?P<what>[^从]{1,24}?)|)(?:已经|都|也|全部|刚刚?|正式|最近)*(?:从|由)"
        r"(?P<a>.+?)(?:换|改|切换|切|迁移|迁|转移|转|搬|替换|升级|升|更新|降级|降|过渡|投奔|"
        r"重构|重写|改造|改写|移植)"
        r"(?:家)?(?:成|到|为|至|去|向|用|回)了?(?P<b>.+)",
        # 把 Jenkins 换成了 GitHub Actions
        r"(?:把|将)(?P<a>.+?)(?:全部|都|统统)?(?:给)?(?:换|改|切换|切|迁移|迁|替换)(?:成|到|为|至|"
        r"掉换成)了?(?P<b>.+)",
        # 用 Vite 替换了 Webpack
        r"用(?P<b>.+?)(?:替换|取代|代替|替代|替)(?:掉)?了?(?P<a>.+)",
        # 放弃 Java 改用 Go
        r"(?:放弃|弃用|抛弃|扔掉|不用)了?(?P<a>.+?)(?:了)?[，,]?(?:而|并|然后)?(?:改|转|换|而)用了?(?P<b>.+)",
        # Webpack 换成了 Vite;  Slack 改成飞书了
        r"(?P<a>[A-Za-z\u4e00-\u9fff][\w.+# -]*?)(?:已经|都|也|被|全部)*(?:换|改|切换|切|迁移|"
        r"替换)(?:成|到|为)了?(?P<b>.+)",
    )
)
_UPGRADE = re.compile(
    r"(?P<head>.*?)(?:已经|都|刚刚?|又|也|全部|统一|终于|正式)*(?:还|又)?(?:要|会|得|准备|打算|计划)?"
    r"(?:升级|升|更新|更|降级|降|回退|回滚|退|迁移|迁|切|换)(?:回|到|至|成|为|上)+了?\s*"
    r"(?P<named>[A-Za-z][A-Za-z.+# -]*?)?\s*" + _VERSION.replace("?P<v>", "?P<new>") + r"(?:了|啦|吧)*$"
)
_STAYS = re.compile(
    r"(?P<head>.*?)(?:还|仍|一直|目前|现在|都|才|依然|暂时|已经)*(?:停留?在|停在|卡在|锁在|"
    r"固定在|是|在|跑的是|跑在|版本是|的?版本(?:是|为|：|:|还是|在)|用的是?|用)"
    r"(?:了)?\s*(?P<rest>.*?)" + _VERSION.replace("?P<v>", "?P<new>") + r"(?:上|了|吧|啦|呢|那个)*$"
)


def _version_of(text: Text) -> tuple[str, str] | None:
    """(name, version) of `Perl 5.38`; None for 小米13 and other model numbers."""
    body = bare(text)
    match = _NAMED.match(body.plain)
    if not match or _DEVICE.search(match["name"].strip()) or _UNIT.search(body.plain):
        return None
    if re.fullmatch(r"(?:19|20)\d\d", match["v"]):
        return None
    return body[: match.end("name")].written(), body[match.start("v") : match.end("v")].written()


def _piece(text: Text) -> list[Text]:
    """The tools of a list; the last may be followed by what they are used for."""
    out = []
    for piece in parts(text):
        body = _clean(piece)
        latin = re.match(r"[A-Za-z][\w.+#'-]*(?: [A-Za-z\d][\w.+#'-]*)*", body.plain, re.A)
        if latin:
            tail = re.match(r"[\u4e00-\u9fff]+", body.plain[latin.end() :])
            glued = not body.raw[latin.end() - 1].endswith(" ")
            size = max(latin.end(), next((end for _, end, _ in body.words()), 0) if glued else 0)
            if (
                tail
                and body.tags[latin.end()] in ("n", "nz")
                and re.match(r"数据库$|云$|框架$|文档$|笔记$", tail.group())
            ):
                size = latin.end() + (tail.end() if tail.group() in ("云", "文档", "笔记") else 0)
            out.append(body[:size])
            continue
        found: Object = read_thing(body)
        if found.values:
            out.append(body[: found.end] if len(found.values) == 1 else body)
        elif 2 <= len(body) <= 4 and set(body.tags) <= {"v", "n", "vn", "nz", "a"}:
            out.append(body)
    return [
        o
        for o in out
        if len(o)
        and not is_empty(o.plain)
        and re.search(r"[A-Za-z\u4e00-\u9fff]", o.plain)
        and not _NOT_TOOL.match(o.plain)
    ]


def _clean(text: Text) -> Text:
    body = bare(text)
    tail = re.search(
        r"(?:上面?|里面?|里头|中|那边|这边|来着|为主|居多|做|做的|写的|搭的|实现的|开发的|管理|"
        r"来)+$",
        body.plain,
    )
    if tail and tail.start() > 0:
        body = body[: tail.start()]
    return bare(body)


def _uses(text: Text, stance: str = "", replaces: str = "") -> list[Draft]:
    drafts = []
    for piece in _piece(text):
        versioned = _version_of(piece)
        name = versioned[0] if versioned else bare(piece).written()
        drafts.append(Draft("uses", name, stance=stance, replaces=replaces))
        if versioned and stance != "ended":
            drafts.append(Draft("version_of", versioned[1], versioned[0], stance=stance))
    return drafts


# 把蒜切成末, 把糖换成蜂蜜: no tool is left for another
_TOOLS = re.compile(
    r"[A-Za-z]|(?:系统|数据库|库|软件|框架|平台|工具|浏览器|编辑器|手机|电脑|"
    r"平板|相机|键盘|语言|输入法|云|网关|队列|机|版|服务器?|前端|后端)$"
)


def _is_tool(text: Text) -> bool:
    return bool(_TOOLS.search(text.plain)) or any(kind in ("nz", "ORG", "nw") for kind in text.tags)


# 听歌软件[从…换成…]: the names that follow are tools, whatever they look like
_KIND_OF_TOOL = re.compile(
    r"(?:软件|[Aa]pp|APP|浏览器|输入法|播放器|编辑器|邮箱|网盘|地图|平台|工具|系统|数据库|框架)(?:我们?|已经|也|都|最近|刚)*(?=[从由])"
)


_GENERIC_TOOL = re.compile(
    r"[\u4e00-\u9fff]{0,3}(?:软件|[Aa]pp|APP|浏览器|输入法|播放器|编辑器|邮箱|网盘|地图|平台|工具|系统|数据库|框架|手机|电脑|语言)"
)


def _people_place(text: Text) -> bool:
    return len(text) > 0 and set(text.tags) <= {"LOC"}


def switches(frame: Frame) -> list[Draft]:
    """从 MySQL 换成了 PostgreSQL → MySQL ended, PostgreSQL stated in its place; or two versions of one thing."""
    text = frame.text
    for pattern in _SWITCH:
        match = pattern.search(text.plain) if pattern is _SWITCH[0] else pattern.match(text.plain)
        if not match:
            continue
        old, new = (_clean(text[match.start(g) : match.end(g)]) for g in ("a", "b"))
        what = match.groupdict().get("what") or ""
        if re.search(
            r"(?:岗位?|部门?|组|班|专业|系|方向|赛道|行业|工作|公司|制)$|^[新旧好别]的?$", new.plain
        ):
            return []
        if not len(old) or not len(new) or _people_place(old) or re.search(r"[我你他她它]", old.plain):
            return []
        versions = _both_versions(old, new, frame, match)
        if versions:
            return versions
        if _GENERIC_TOOL.fullmatch(old.plain) and pattern is _SWITCH[-1]:  # 输入法换成了搜狗
            return _uses(new, "" if frame.modal or frame.future else "stated") if _is_tool(new) else []
        olds, news = _piece(old), _piece(new)
        topical = (
            bool(_KIND_OF_TOOL.search(frame.said))
            and max(len(old), len(new)) <= 8
            and not any(len(list(t.words())) == 1 and t.tags[0] in ("v", "vn", "a", "d") for t in (old, new))
        )
        if topical:
            olds, news = olds or [old], news or [new]
        if (
            not olds
            or not news
            or what == "家"
            or not (topical or _is_tool(old) or _is_tool(new) or _TOOLS.search(what))
        ):
            return []
        first = bare(olds[0]).written()
        ended = [Draft("uses", bare(o).written(), stance="" if frame.modal else "ended") for o in olds]
        if frame.modal or frame.future:
            return _uses(new, "", first)
        return [*ended, *_uses(new, "stated", first)]
    return []


def _both_versions(old: Text, new: Text, frame: Frame, match: re.Match[str]) -> list[Draft]:
    """从 Nuxt 2 升到了 Nuxt 3;  MySQL 从 5.7 升级到 8.0"""
    bare_new = re.match(_VERSION + r"$", new.plain)
    one, two = _version_of(old), _version_of(new)
    name = ""
    if one and two and one[0].casefold() == two[0].casefold():
        name, was, now = one[0], one[1], two[1]
    elif one and bare_new:
        name, was, now = one[0], one[1], bare_new["v"]
    elif bare_new and (bare_old := re.match(_VERSION + r"$", old.plain)):
        what = re.sub(r"^(?:把|将)|(?:版本|的)$", "", match.groupdict().get("what") or "")
        head = frame.text.plain[: match.start()] + what
        spot = frame.text.plain.find(what) if what else -1
        name = frame.text[spot : spot + len(what)].written() if what else head
        was, now = bare_old["v"], bare_new["v"]
    if not name:
        return []
    if frame.modal or frame.future:
        return [Draft("version_of", was, name, "stated", dated=False), Draft("version_of", now, name)]
    return [Draft("version_of", was, name, "ended"), Draft("version_of", now, name, "stated")]


def versions(frame: Frame, last: str) -> list[Draft]:
    """把 Nginx 升到了 1.26;  Nginx 还停在 1.18. `last`: the tool spoken of before, if any."""
    text = frame.text
    match = _UPGRADE.match(text.plain)
    if match:
        named = match.group("named")
        name = (
            _spelled(text, named)
            if named and not re.fullmatch("[vV]", named)
            else _spelled(text, match["head"]) or last
        )
    else:
        match = _STAYS.match(text.plain)
        if not match or "用" in text.plain[match.end("head") : match.start("new")]:
            return []
        name = (
            _spelled(text, match["rest"]) or _spelled(text, match["head"]) or ("" if match["head"] else last)
        )
    glued = re.match(r"[A-Za-z]\d+$", text.plain[match.start("new") - 1 : match.end("new")])
    if glued:  # abc123 is no version of abc
        return []
    new = text[match.start("new") : match.end("new")].written()
    if re.search(r"[年月日号岁]", text.plain[match.end("new") :][:1]) or not _has_versions(name):
        return []
    return [Draft("version_of", new, name)]


def _spelled(text: Text, words: str) -> str:
    """The tool's name in the words before a version, as written: 把我们的 Redis → Redis."""
    name = re.sub(r"^.*?(?:把|将)|^(?:我们?的?|的)+|(?:的|版本|已经|都|也)+$", "", words).strip()
    name = re.sub(r"^.*(?:的|里)(?=[A-Z])", "", name)
    place = text.plain.find(name) if name else -1
    return text[place : place + len(name)].written() if place >= 0 else ""


def _has_versions(name: str) -> bool:
    software = re.search(r"[A-Za-z]|系统|鸿蒙|固件|内核", name)
    return bool(software) and len(name) <= 30 and not _DEVICE.search(name)


_HABITUAL = re.compile(r"平时|一直|每[天周次月]|天天|都|主要|一般|习惯|现在|目前|常|惯")


def _is_step(match: re.Match[str], body: Text, frame: Frame) -> bool:
    """先用盐腌一下, 用面粉做了蛋糕: a thing used up in one deed, which the verb after it tells."""
    if (
        frame.negated
        or not re.match(r"[再先]?(?:使?用|拿)了?$", match.group()[: -len(match["x"])])
        or _HABITUAL.search(frame.said)
    ):
        return False
    words = list(body.words())
    verb = next((i for i, (_, _, kind) in enumerate(words) if kind in ("v", "vn")), 0)
    return verb > 0 and not any(_is_tool(body[start:end]) for start, end, _ in words[:verb])


def uses(frame: Frame, topical: bool) -> list[Draft]:
    """用 X, 部署在 X 上, 技术栈是 X, 放弃 X. `topical`: a tool-like noun stands before: 前端是 React."""
    text = frame.text
    match = _USE.match(text.plain)
    if match:
        body = text[match.start("x") :]
        if match["gone"]:
            return _uses(body, "" if frame.negated else "ended")
        if (match["runs"] and not re.search(r"[A-Za-z]|云", body.plain)) or _is_step(match, body, frame):
            return []
        if match["change"] and match["change"][-1:] in "成为到回" and not _is_tool(_clean(body)):
            return []
        return _uses(body)
    match = _STOP.match(text.plain)
    if match and not frame.negated:
        body = text[match.start("x") :]
        if re.match(r"[A-Z]", body.plain) or (len(body) and body.tags[0] in ("nz", "ORG", "nw", "PER", "n")):
            return _uses(body, "ended")
    match = _TECH_IS.match(text.plain)
    if match and topical and not re.search(r"@|://|\d{6}", text.plain):
        body = text[match.start("x") :]
        if re.match(r"[A-Za-z]", body.plain) or body.tags[0] in ("nz", "ORG"):
            return _uses(body)
    return []
