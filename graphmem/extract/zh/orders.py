"""Plans and goals; lasting instructions to the assistant; answers to its questions."""

from __future__ import annotations

import re
from datetime import datetime

from graphmem.extract.zh.frame import Frame, dated
from graphmem.extract.zh.nouns import bare, parts, read_text
from graphmem.extract.zh.patterns import Draft
from graphmem.extract.zh.text import Text

_GOAL = re.compile(
    r"(?:.{0,8}?的?)(?:目标|梦想|愿望|理想|心愿|志向|KPI|flag|小目标)(?:就|一直)?(?:是|：|:|为)(?P<x>.+)"
)
_STRIVE = re.compile(
    r"(?:争取|立志(?:要)?|力争|希望(?:我|自己)?(?=[^你您]{0,8}(?:能|可以))(?:能(?:够)?|可以)?|盼着能?|目标要?|立了(?:个)?flag(?:是|，|：)?)(?P<x>.+)"
)


def goals(whole: Text) -> list[Draft]:
    """我的目标是把体脂降到18% → goal, dates and all."""
    for pattern in (_GOAL, _STRIVE):
        match = pattern.match(whole.plain)
        if match and not re.search(r"你|大家|世界和平", match["x"][:3]):
            values = read_text(whole[match.start("x") :]).values
            return [Draft("goal", value, stance="stated", dated=False) for value in values]
    return []


_ACT = re.compile(
    r"(?!是|有|在|没|不|吃|喝|喜|讨|爱)(?:去|回|来|到|参加|考|学|跑|办|开|写|出|做|买|换|申请|报|创业|结婚|生|装修|旅|看|带|给|把|跟|和|转|辞|休|减|健|练|拍|"
    r"种|养|租|卖|存|投|还|搭|建|重构|迁移|上线|发布|发|找|面试|移民|留学|读|退休|搬|骑|爬|飞|徒步|自驾|露营|潜水|滑雪|戒|攒|请|用|录|组织|举办|访问|拜访|"
    r"陪|接|送|试|改|升级|[\u4e00-\u9fff])"
)
_SLIGHT = re.compile(
    r"(?:早起|加班|上班|上课|问|知道|睡|吃饭|下班|走了|休息|洗澡|说|想|看看|哭|吐|死|疯|崩溃|爆炸|求助?|请教|确认|了解|咨询|多久|怎么|什么|迟到|开会了?$|出门|忙)"
)


def plans(frame: Frame) -> list[Draft]:
    """打算学潜水, where no relation of its own fits → plans_to, as said."""
    if not frame.modal or frame.negated or frame.past:
        return []
    words = frame.text.plain
    if (
        len(words) < 2
        or not _ACT.match(words)
        or _SLIGHT.match(words)
        or (frame.text.tags[0] not in ("v", "p", "vn", "d", "vd", "nz", "n"))
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
    return [Draft("plans_to", re.sub(r"(?:的|了)$", "", v)) for v in values if len(v) <= 40]


# -- instructions -------------------------------------------------------------------------

_LASTING = re.compile(
    r"(?:以后|今后|往后|日后|从现在(?:开始|起)|从今(?:天|以后|往后)?(?:开始|起)?|接下来(?:的对话)?(?:都|请|一律)|之后(?:都|请|一律|的对话)|每次|每一次|一律|永远|始终|默认|"
    r"记住[:：，,]?(?=请|要|不要|别|永远|始终|每次|以后|一定|用|回答|回复)|以后的?(?:对话|聊天|回答|回复)|任何时候|无论什么时候|平时(?=回答|回复|跟我)|长期)"
)
_FROM_ME = re.compile(
    r"我(?:更|比较|一般)?(?:希望|喜欢|习惯|想让|要求|需要)(?:你|您)(?:的)?(?P<x>(?:以后)?.+)"
)
_SELF_TALK = re.compile(
    r"(?:以后|今后|往后|日后|从现在(?:开始|起)|从今.{0,3}|每次|永远|默认|始终)(?:我|咱|想|打算|要去|可能|再也不|会|就|不会|有机会|不(?:再|想|去))(?!.{0,6}(?:问|说|让|给|发|叫)你)"
)
_POLITE = re.compile(
    r"^(?:(?:请|麻烦|劳驾|烦请|记得|记住|务必|希望|都|要|一律|统一|你|您|就|也|，|,|：|:|的话|我希望|最好|能|可以|尽量|在|时|时候|对我)+)(?=.)"
)
_LANGUAGE = re.compile(
    r"(?:.{0,12}?(?:回答|回复|跟我|和我|对话|交流|沟通|说话|聊天?|解释|作答|写|问题|给我|我)?.{0,4}?)?(?:使用|用|说|讲|以|换成|切换到|改成|改用|切到|全部|全程)(?:标准)?"
    r"(?P<x>简体中文|繁体中文|繁體中文|(?!.{0,2}(?:[不别敬成口术俚双]|大白))[\u4e00-\u9fff]{1,4}[语文话](?!别)|[英中日韩法德俄]文|粤语|普通话|English|Chinese|Japanese|French|Spanish|German|Korean)"
    r"(?:来|给我|跟我|和我|对我)*(?:回答|回复|答复|作答|交流|沟通|聊天?|说话?|对话|解释|写|输出|回)?(?:我|问题|我的问题|就行|就好|即可|吧|好了|哦|为主)*$"
)
_STYLE_WORD = (
    r"(?:简短|简洁|精简|简单|简明|简明扼要|扼要|精炼|通俗|通俗易懂|口语化?|口语|详细|具体|细致|全面|正式|严肃|专业|幽默|风趣|活泼|轻松|随意|温柔|委婉|客气|友好|直接|直白|"
    r"干脆|严谨|客观|中立|学术|书面|接地气|短|长|啰嗦|慢|言简意赅|生动|形象|热情|冷静|毒舌|俏皮|可爱|分点|分条|分步骤|条理清晰|有条理|有逻辑)"
)
_STYLE = re.compile(
    rf"(?P<head>.{{0,16}}?(?:回答|回复|解释|说话|讲解|说|讲|语气|风格|答案|回应|输出|写|聊天|内容|东西|问题|介绍|总结|表达|沟通|交流|答|语言|口吻)[^，]{{0,6}}?|(?:都|请|要|尽量|保持)*)"
    rf"(?:都|请|要|尽量|更|比较|再|说得|讲得|写得|得|用|保持|可以|稍微|一定|务必|能|多|给我)*(?P<x>{_STYLE_WORD}(?:[、和而且又]+{_STYLE_WORD})*)(?:一?点儿?|一?些|的语气|的风格|的方式|的语言|的口吻|地?说|地?讲|地?回答|地?回复|就行|就好|即可|为主|的|吧|哦|啊)*$"
)
_RENAME = re.compile(
    r"(?:我(?:就)?(?:叫|喊|称呼)你|你(?:就|的名字)?(?:叫|是|名叫)|(?:给你)?(?:起|取)(?:个|了)?(?:名字?|名)?(?:叫|为)?|(?:把)?你(?:改名)?(?:叫做?|称为))(?:做|作)?(?P<x>.{1,12}?)(?:了|吧|啦|好不好|哦)*$"
)
_CALL_ME = re.compile(
    r"(?:请|都|就|可以|你|直接|要|，)*(?:叫|喊|称呼)我(?:为|作|做)?(?P<x>.{1,12}?)(?:就行|就好|就可以|即可|吧|哦|了|啦)*$"
)


def is_lasting(sentence: str) -> bool:
    return bool(_LASTING.search(sentence)) and not _SELF_TALK.match(sentence)


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


def instructions(sentence: Text) -> list[Draft]:
    """以后给我解释东西都通俗一点 → response_style 通俗; 用中文 → response_language; else the bare phrase."""
    match = _LASTING.search(sentence.plain)
    mine = _FROM_ME.search(sentence.plain)
    if mine and not match:
        body = sentence[mine.start("x") :]
    elif match:
        before = re.sub(
            r"^(?:请|麻烦|那|对了|你|，|,|嗯|记住|记得|帮我|另外|还有)+", "", sentence.plain[: match.start()]
        )
        body = sentence[match.end() :]
        if before and not re.search(r"[，,。:：]$", before):
            lead = sentence.plain.find(before)
            body = sentence.without([(match.start(), match.end())])[lead:]
    else:
        return []
    out: list[Draft] = []
    for piece in _pieces(body):
        out += _instruction(piece)
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
            from graphmem.extract.zh.text import join

            out[-1] = join(out[-1], piece)
        else:
            out.append(piece)
    return out


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
    if language and not re.search(r"注释|代码|变量|邮件|标题|术语|命名", core.plain):
        value = core[language.start("x") : language.end("x")].written()
        return [Draft("response_language", value, stance="stated", dated=False)]
    style = _STYLE.match(core.plain)
    if style and not re.search(r"不|别|少", core.plain[: style.start("x")]):
        return [
            Draft("response_style", part.written(), stance="stated", dated=False)
            for part in parts(core[style.start("x") : style.end("x")])
        ]
    if len(core) < 3 or re.match(r"(?:谢|再见|我[要想会去]|好|行|可以|多谢|拜托)", core.plain):
        return []
    return [Draft("instruction", core.written(), stance="stated", dated=False)]


# -- answers ------------------------------------------------------------------------------

YES = re.compile(
    r"^(?:嗯+|是的?|对的?|没错|正是|当然|确实|有的?|会的?|喜欢|可以这么说|对啊|是啊|是呀|对呀|yes|yep|yeah|Yes|嗯嗯|嗯是的|还在|在的|没变|不错)+(?:呢|啊|呀|哦|的|了|，|,)*"
)
NO = re.compile(
    r"^(?:不是|没有|不|没|不会|不喜欢|不在了|没了|no|No|nope|不对)(?:的|啊|呀|哦|了|呢|，|,|。|！|!)*"
)
_OFFER = re.compile(
    r"要不要|需要我|需不需要|可以吗|好吗|怎么样|如何|想不想|要我|是否需要|帮您|帮你|试试|考虑|建议|可以.*吗|吧[?？]?$"
)
_OPEN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        (r"(?:猫|狗|宠物|它).*叫什么", "我的宠物叫{}"),
        (r"(?:儿子|女儿|孩子).*叫什么", "我的孩子叫{}"),
        (
            r"怎么称呼|叫什么(?!.*(?:猫|狗|宠物|孩子|儿子|女儿|老婆|老公|项目))|贵姓|您的?名字|你的?名字",
            "我叫{}",
        ),
        (r"多大|几岁|年龄|贵庚", "我今年{}"),
        (
            r"(?:住|定居|居住|生活)在?(?:哪|什么)|哪个城市|在哪(?:里|儿|座城市)?(?:住|生活|定居)|所在(?:地|城市)|(?:人|现在)在哪",
            "我住在{}",
        ),
        (r"老家|哪里人|哪儿人|家乡|从哪里?来", "我老家在{}"),
        (r"在哪(?:里|儿|家|个)?.{0,4}(?:上班|工作|公司)|什么公司|哪家公司|供职", "我在{}上班"),
        (r"什么工作|做什么的|哪一?行|职业|职位|岗位|什么行业|从事", "我的职业是{}"),
        (r"(?:什么|哪个)专业|学(?:的是)?什么专业", "我的专业是{}"),
        (r"(?:哪|什么)(?:所|个)?(?:学校|大学|学院).*(?:毕业)|毕业于哪|哪里毕业", "我毕业于{}"),
        (r"(?:哪|什么)(?:所|个)?(?:学校|大学|学院)|在哪.*(?:读书|上学|读)", "我在{}读书"),
        (r"生日", "我的生日是{}"),
        (r"对什么.*过敏|过敏(?:源|原|史)|什么.*过敏|忌口.*过敏", "我对{}过敏"),
        (r"(?:什么|哪些)?(?:爱好|兴趣)|业余.*(?:做|干)什么", "我的爱好是{}"),
        (r"最喜欢(?:的)?(?P<c>[^，。？?什哪]{1,6}?)(?:是|叫)?(?:什么|哪)", "我最喜欢的[c]是{}"),
        (r"最喜欢(?:什么|哪[个种款部支本]?)(?P<c>[^，。？?]{1,6})", "我最喜欢的[c]是{}"),
        (r"(?:不喜欢|讨厌|不吃|忌口).*(?:什么|哪|吗|有)", "我不喜欢{}"),
        (r"喜欢.*(?:什么|哪)", "我喜欢{}"),
        (r"(?:在|想)?学(?:习)?(?:什么|哪)", "我在学{}"),
        (r"擅长.*(?:什么|哪)|什么.*(?:特长|强项|技能)", "我擅长{}"),
        (
            r"(?:用|使用).{0,6}(?:什么|哪)|技术栈|哪些工具|什么(?:框架|语言|数据库|工具|系统|编辑器|IDE)",
            "我用{}",
        ),
        (r"养(?:了)?(?:什么|哪)|什么宠物", "我养了{}"),
        (r"什么目标|目标是什么|想达到", "我的目标是{}"),
        (r"会(?:说|讲)?(?:什么|哪|几).*(?:语|话)|什么语言.*(?:说|会)|母语", "我会说{}"),
        (r"国籍|哪国人|哪个国家的?人", "我国籍是{}"),
        (r"(?:什么|哪个)项目|在做什么", "我在做{}项目"),
    )
)


def question_of(previous: str) -> str:
    """The last question of the assistant's turn, or ''."""
    found = re.findall(r"[^。！？!?\n]*[？?]", previous)
    return found[-1].strip() if found else ""


def completed(answer: str, question: str) -> str:
    """A short answer made a sentence by its question: 您住哪儿？ 杭州。 → 我住在杭州; '' if it is no such answer."""
    body = re.sub(
        r"^(?:嗯+|哦|就|是|在|叫|呃|那个|应该是|大概是|主要是|一般是|主要|目前|现在)*[，, ]*",
        "",
        answer.strip(),
    )
    body = re.split(r"[，,。；;！!\n]", body)[0].strip(" 。.！!的呢啊吧哦呀")
    if (
        not body
        or len(body) > 40
        or re.search(r"[我他她你？?]|不知道|不清楚|没有|随便|都行|都可以|保密|算了|还没|不告诉", body)
    ):
        return ""
    for pattern, template in _OPEN:
        match = pattern.search(question)
        if match:
            category = match.groupdict().get("c") or ""
            filled = template.replace("[c]", category).format(body)
            return re.sub(r"^我今年(\d+|[一二三四五六七八九十]+)$", r"我今年\1岁", filled)
    return ""


def confirmed(question: str) -> str:
    """A yes/no question about the user turned into their statement: 您住在杭州吗？ → 我住在杭州; '' for offers."""
    if _OFFER.search(question) or re.search(r"什么|怎么|哪|谁|几|多少|为什么", question):
        return ""
    body = re.sub(
        r"^(?:所以|那么?|对了|请问|好的|嗯|明白了|了解|也就是说|我记得|听起来|看来|如果我没记错)+[，,]?",
        "",
        question.strip("？? "),
    )
    body = re.sub(r"(?:对吗|对吧|是吗|是吧|没错吧|对不对|吗|吧|呢|么)$", "", body).strip("，, ")
    if body == question.strip("？? ") and not re.search(r"是不是|有没有|会不会|是否", body):
        return ""
    body = re.sub(
        r"是不是|是否", "是" if not re.search(r"是(?:不是|否)[^，]*[在住用喜养学]", body) else "", body
    )
    body = body.replace("有没有", "有").replace("会不会", "会").replace("喜不喜欢", "喜欢")
    return re.sub(r"您们|你们|您|你", "我", body)


def in_message_zone(text: Text, at: datetime) -> str:
    """The ISO text of the first date in a text, or ''."""
    _, found, _ = dated(text, at)
    return next((f.value for f in found if f.value), "")
