"""Plans and goals, and lasting instructions to the assistant."""

from __future__ import annotations

import re

from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.nouns import bare, parts, read_text
from graphmem.extract.zh.patterns import Draft
from graphmem.extract.zh.text import Text, join

_GOAL = re.compile(
    r"(?:.{0,8}?的?)(?:目标|梦想|愿望|理想|心愿|志向|KPI|flag|小目标)(?:就|一直)?(?:是|：|:|为)(?P<x>.+)"
)
_STRIVE = re.compile(
    r"(?:争取|立志(?:要)?|力争|希望(?:我(?!们))?(?:自己)?(?:能(?:够)?|可以|(?=[^你您他她我]{1,8}(?:能|可以)))|"
    r"盼着能?|目标要?|立了(?:个)?flag(?:是|，|：)?)(?P<x>.+)"
)


def goals(whole: Text) -> list[Draft]:
    """我的目标是把血压降到120 → goal, dates and all."""
    for pattern in (_GOAL, _STRIVE):
        match = pattern.match(whole.plain)
        if match and not re.search(r"你|大家|世界和平", match["x"][:6]):
            values = read_text(whole[match.start("x") :]).values
            return [Draft("goal", value, stance="stated", dated=False) for value in values]
    return []


_ACT = re.compile(
    r"(?!是|有|在|没|不|吃|喝|喜|讨|爱)(?:去|回|来|到|参加|考|学|跑|办|开|写|出|做|买|换|申请|"
    r"报|创业|结婚|生|装修|旅|看|带|给|把|跟|和|转|辞|休|减|健|练|拍|"
    r"种|养|租|卖|存|投|还|搭|建|重构|迁移|上线|发布|发|找|面试|移民|留学|读|退休|搬|骑|爬|飞|"
    r"徒步|自驾|露营|潜水|滑雪|戒|攒|请|用|录|组织|举办|访问|拜访|"
    r"陪|接|送|试|改|升级|[\u4e00-\u9fff])"
)
_SLIGHT = re.compile(
    r"(?:早起|加班|上班|上课|问|知道|睡|吃饭|下班|走了|休息|洗澡|说|想|看看|哭|吐|死|疯|崩溃|"
    r"爆炸|求助?|请教|确认|了解|咨询|多久|怎么|什么|迟到|开会了?$|出门|忙|时候)"
)


# 下个月去 Japan 旅游: decided, though no word says so
_TRIP = re.compile(
    r"(?:去|到|飞|回)[\w ]{2,12}?(?:旅游|旅行|度假|出差|度蜜月|自驾|徒步|滑雪|潜水|交换|留学)$"
)


def plans(frame: Frame) -> list[Draft]:
    """打算学潜水, where no relation of its own fits → plans_to, as said."""
    words = frame.text.plain
    trip = frame.future and bool(_TRIP.match(words))
    if not (frame.modal or trip) or frame.negated or frame.past:
        return []
    if (
        len(words) < 2
        or not _ACT.match(words)
        or _SLIGHT.match(words)
        or (
            not re.match(r"[一二两三四五六七八九十\d]+(?:年|个月|周|天)[之以]?内", words)
            and frame.text.tags[0] not in ("v", "p", "vn", "d", "vd", "nz", "n", "c")
            and not words.startswith("自己")
        )
    ):
        return []
    sure = (
        re.search(r"打算|计划|准备|决定|预计|将|即将|定|报名|约", frame.said)
        or frame.future
        or frame.point
        or frame.said.endswith("了")
    )
    wish = frame.modal == "tentative"
    if not sure and not wish:
        return []
    values = read_text(frame.text).values
    return [
        Draft("plans_to", re.sub(r"(?<![新旧大小好贵近远])的$|了$", "", v)) for v in values if len(v) <= 40
    ]


# -- instructions -------------------------------------------------------------------------

_LASTING = re.compile(
    r"(?:以后|今后|往后|日后|从现在(?:开始|起)|从今(?![年晚早])(?:天|以后|往后)?(?:开始|起)?|"
    r"接下来(?:的对话)?(?:都|请|一律)|之后(?:都|请|一律|的对话)|每次|每一次|一律|永远|始终|"
    r"默认|"
    r"记住[:：，,]?(?=请|要|不要|别|永远|始终|每次|以后|一定|用|回答|回复|回覆)|以后的?(?:对话|"
    r"聊天|回答|回复|回覆)|任何时候|无论什么时候|平时(?=回答|回复|回覆|跟我)|长期)"
)
_FROM_ME = re.compile(
    r"我(?:更|比较|一般)?(?:希望|喜欢|习惯|想让|要求|需要)(?:你|您)(?:的)?(?P<x>(?:以后)?.+)"
)
_SELF_TALK = re.compile(
    r"(?:以后|今后|往后|日后|从现在(?:开始|起)|从今.{0,3}|每次|永远|默认|始终)(?:我|咱|想|"
    r"打算|要去|可能|再也不|会|就|不会|有机会|不(?:再|想|去))(?!.{0,6}(?:问|说|让|给|发|叫|希望|要求|需要)你)"
)
_POLITE = re.compile(
    r"^(?:(?:每次|每回|永远|始终|请|麻烦|劳驾|烦请|记得|记住|务必|希望|都|要|一律|统一|你|您|"
    r"就|也|，|,|：|:|的话|"
    r"我希望|最好|能|可以|尽量|在|时候|时(?![区间代刻差])|对我)+)(?=.)"
)
_LANGUAGE = re.compile(
    r"(?:.{0,12}?(?:回答|回复|回覆|跟我|和我|对话|交流|沟通|说话|聊天?|解释|作答|写|问题|给我|"
    r"我)?.{0,4}?)?(?:使用|用|说|讲|以|换成|切换到|改成|改用|切到|全部|全程)(?:标准)?"
    r"(?P<x>简体中文|繁体中文|繁體中文|(?!.{0,2}(?:[不别敬成口术俚双]|大白))"
    r"[\u4e00-\u9fff]{1,4}[语文话](?!别)|[英中日韩法德俄]文|粤语|普通话|English|Chinese|"
    r"Japanese|French|Spanish|German|Korean)"
    r"(?:来|给我|跟我|和我|对我)*(?:回答|回复|回覆|答复|作答|交流|沟通|聊天?|说话?|对话|解释|写|"
    r"输出|回)?(?:我|问题|我的问题|就行|就好|即可|吧|好了|哦|为主)*$"
)
_STYLE_WORD = (
    r"(?:简短|简洁|精简|简单|简明|简明扼要|扼要|精炼|通俗|通俗易懂|口语化?|口语|详细|具体|"
    r"细致|全面|正式|严肃|专业|幽默|风趣|活泼|轻松|随意|温柔|委婉|客气|友好|直接|直白|"
    r"干脆|严谨|客观|中立|学术|书面|接地气|短|长|啰嗦|慢|言简意赅|生动|形象|热情|冷静|毒舌|"
    r"俏皮|可爱|concise|brief|short|detailed|formal|casual|simple|friendly|分点|分条|分步骤|条理清晰|有条理|有逻辑)"
)
_STYLE = re.compile(
    rf"(?P<head>.{{0,16}}?(?:回答|回复|回覆|解释|说话|讲解|说|讲|语气|风格|答案|回应|输出|写|聊天|"
    rf"内容|东西|问题|介绍|总结|表达|沟通|交流|答|语言|口吻)[^，]{{0,6}}?|(?:都|请|要|尽量|"
    rf"保持)*)"
    rf"(?:都|请|要|尽量|更|比较|再|说得|讲得|写得|得|用|保持|可以|稍微|一定|务必|能|多|"
    rf"给我)*(?P<x>{_STYLE_WORD}(?:[、和而且又]+{_STYLE_WORD})*)(?:一?点儿?|一?些|的(?:语气|"
    rf"风格|口吻|方式)(?:跟我|和我)?(?:说话?|回答|回复|回覆|交流|聊天)|的语气|"
    rf"的风格|的方式|的语言|的口吻|地?说|地?讲|地?回答|地?回复|就行|就好|即可|为主|的|吧|哦|"
    rf"啊)*$"
)
_RENAME = re.compile(
    r"(?:我(?:就)?(?:叫|喊|称呼)你|你(?:就|的名字)*(?:叫|是|名叫)|(?:给你)?(?:起|取)(?:个|"
    r"了)?(?:名字|名儿?)(?:叫|为)|(?:把)?你(?:改名)?(?:叫做?|称为))(?:做|作)?(?P<x>.{1,12}?)"
    r"(?:了|吧|啦|好不好|哦)*$"
)
_CALL_ME = re.compile(
    r"(?:请|都|就|可以|你|直接|要|，)*(?:叫|喊|称呼)我(?:为|作|做)?(?P<x>.{1,12}?)(?:就行|"
    r"就好|就可以|即可|吧|哦|了|啦)*$"
)


# 每次考试都紧张 tells of a habit; an order says to whom: 每次给我代码都要带测试
_HABIT = re.compile(r"每次|每一次|永远|始终|长期|平时|任何时候|无论什么时候")
_BID = re.compile(
    r"(?<![和跟与向对])[你您](?:都|要|先|必须|得|应该|一定|就|别|不|请|给)|[给帮跟对替和]我|(?:提醒|告诉|称呼|叫|教)我|"
    r"请(?!假|客)|务必|记得|别(?!人|的|墅|离)|不要|不准|不许|禁止|避免|"
    r"回答|回复|回覆|答复|解释|翻译|总结"
)
# 老师要求以后…, 他从此永远…: somebody else's order, or a tale
_OF_OTHERS = re.compile(
    r"(?<!我)(?:要求|规定|让|叫|说|提醒|建议|希望|嘱咐|强调)[^，]{0,6}$|[他她它]们?|谢|祝"
)
# 以后还可以再约: a courtesy or an outlook
_NO_ORDER = re.compile(
    r"谢|感谢|多谢|再见|我|你|您|好|行|可以|拜托|(?:还|也|再|就|一定|肯定|应该)*(?:可以|能|会|有|是|将|想|打算|继续)|"
    r"再[^也]|[多常](?:多|联系|聊|交流|分享|来)|一起|的"
)
# 以后每次开会我都要记录, 时区是东八区: told of oneself or of how things are
_STATED = re.compile(
    r"我(?:都|也)?(?:要|会|就|想|得|能|可以)(?!你)|^(?:都|也)?得.*了$|自己的|^[^要别不用请给]{0,8}(?<!凡)是"
)


# 下山以后吃了碗面: it has been done
_DONE = re.compile(r"^(?!.*(?:别|不要|忘|除了|为了|错了|完了|如果|当)).*[\u4e00-\u9fff]了(?![解断然])")


def renames(clause: Text) -> list[Draft]:
    """以后我叫你小智 → the assistant's name."""
    match = re.match(r"(?:以后|今后|从现在(?:开始|起)|从今天起|那|，)*", clause.plain)
    start = match.end() if match else 0
    found = _RENAME.match(clause.plain[start:])
    if not found or re.search(r"什么|谁|怎么|[吗呢]$|人工智能|AI|助手|机器人|模型|帮|给我|写", found["x"]):
        return []
    lasting = start > 0 or re.match(r"我(?:就)?(?:叫|喊)你|你就叫|给你|你的名字", found.group())
    if not lasting:
        return []
    name = clause[start + found.start("x") : start + found.end("x")].written()
    return [Draft("name", name, subject="assistant", stance="stated", dated=False)]


def named_you(sentence: Text) -> list[Draft]:
    """给你起个名字，就叫小满 → the assistant's name."""
    named = _NAMED_YOU.search(sentence.plain)
    if not named:
        return []
    spelled = sentence[named.start("x") : named.end("x")].written()
    return [Draft("name", spelled, subject="assistant", stance="stated", dated=False)]


_NAMED_YOU = re.compile(
    r"给你(?:起|取)个?(?:新)?名(?:字|儿)?[，,]?(?:就)?叫(?:做)?(?P<x>[^，。！吧了]{1,10})"
)


_DIRECTIVE = re.compile(
    r"(?:别|不要|不用|不准|要|请|用|尽量|先|再|也|并|都|直接|多|少|给|把|记得|保持|避免|回答|"
    r"回复|语气|每|只|统一|并且|而且|"
    r"如果|当|遇到|提到|解释|写|说|叫|称呼|以)"
)


def instructions(sentence: Text) -> list[Draft]:
    """以后讲原理尽量口语化一些 → response_style 口语化; 用中文 → response_language; else the bare phrase."""
    match = _LASTING.search(sentence.plain)
    if match and _SELF_TALK.match(sentence.plain):
        return []
    mine = _FROM_ME.match(sentence.plain)
    if mine and not match:
        body = sentence[mine.start("x") :]
    elif match:
        begin = max(sentence.plain.rfind(mark, 0, match.start()) for mark in "，,。；：:") + 1
        before = re.sub(
            r"^(?:请|麻烦|那|对了|你|，|,|嗯|记住|记得|帮我|另外|还有)+",
            "",
            sentence.plain[begin : match.start()],
        )
        body = sentence[match.end() :]
        if match.group() == "默认" and before:
            return []
        if re.search(r"[岁年]$", sentence.plain[: match.start()]):  # 三十岁以后, 结婚五年之后
            return []
        if re.match(r"我们?(?!说|问|让|要求|希望|想让|给你|发给?你)", before) or _OF_OTHERS.search(before):
            return []
        if _HABIT.fullmatch(match.group()) and not _BID.search(sentence.plain[begin:]):
            return []
        if before and not re.search(r"[，,。:：]$", before):
            lead = sentence.plain.find(before)
            body = sentence.without([(match.start(), match.end())])[lead:]
    else:
        return []
    out: list[Draft] = []
    for number, piece in enumerate(_pieces(body)):
        if not number or _DIRECTIVE.match(piece.plain):
            out += [d for d in _instruction(piece) if match or d.predicate != "instruction"]
    return out


def _pieces(body: Text) -> list[Text]:
    cuts = [m for m in re.finditer(r"[，,；;]", body.plain)]
    out: list[Text] = []
    begin = 0
    for cut in [*[c.start() for c in cuts], len(body)]:
        piece = body[begin:cut].strip()
        begin = cut + 1
        if not len(piece):
            continue
        condition = out and re.search(
            r"(?:时|时候|的话|之前|之后|前|后|如果.*|当.*|只要.*|遇到.*|涉及.*|提到.*|问.*)$", out[-1].plain
        )
        if condition:
            out[-1] = join(out[-1], piece)
        else:
            out.append(piece)
    return out


_OF_CODE = re.compile(
    r"注释|代码|变量|邮件|标题|术语|命名|(?i:code|commit|comment|readme|e-?mail|title|\bPR\b)"
)


def _instruction(piece: Text) -> list[Draft]:
    polite = _POLITE.match(piece.plain)
    core = piece[polite.end() :] if polite and polite.end() < len(piece) else piece
    core = bare(core) if re.search(r"(?:吧|哦|啊|哈|啦|嘛|呀)$", core.plain) else core.strip()
    called = _CALL_ME.match(piece.plain)
    if called:
        return [
            Draft(
                "nickname", piece[called.start("x") : called.end("x")].written(), stance="stated", dated=False
            )
        ]
    language = _LANGUAGE.match(core.plain)
    if language and not _OF_CODE.search(core.plain):
        value = core[language.start("x") : language.end("x")].written()
        return [Draft("response_language", value, stance="stated", dated=False)]
    style = _STYLE.match(core.plain)
    if style and not re.search(r"不|别|少", core.plain[: style.start("x")]):
        return [
            Draft("response_style", part.written(), stance="stated", dated=False)
            for part in parts(core[style.start("x") : style.end("x")])
        ]
    if (
        (_DONE.search(core.plain) and not _BID.search(core.plain))
        or len(core) < 3
        or _NO_ORDER.match(core.plain)
        or _STATED.search(core.plain)
        or core.tags[0] in ("r", "PER", "TIME", "a")
    ):
        return []
    return [Draft("instruction", core.written(), stance="stated", dated=False)]
