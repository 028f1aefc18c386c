"""Answers to the assistant's questions, made into statements of the user."""

from __future__ import annotations

import re

_OVER = r"(?=$|[，,。！!；;\s、])"
YES = re.compile(
    r"^(?:(?:嗯+|是|对|没错|正是|当然|确实|有|会|喜欢|可以这么说|[Yy]es|yep|yeah|还在|在|没变|"
    r"嗯呐|是滴|对头|可不|"
    r"不错)(?:的|了)?(?:呢|啊|呀|哦)?[，,]?)+" + _OVER
)
NO = re.compile(
    r"^(?:(?:不是|没有|不会|不喜欢|不在|不|没|[Nn]o|nope|不对)(?:的|了)?(?:啊|呀|哦|呢)?)" + _OVER
)
_OFFER = re.compile(
    r"要不要|您?要(?:预订|订|查|下单|生成|开始|继续|我)|需要我|需不需要|可以吗|好吗|怎么样|"
    r"如何|想不想|要我|是否需要|帮您|帮你|试试|考虑|"
    r"建议|可以.*吗|吧[?？]?$"
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
            r"(?:住|定居|居住|生活)在?(?:哪|什么)|哪个城市|在哪(?:里|儿|座城市)?(?:住|生活|定居)|"
            r"所在(?:地|城市)|(?:人|现在)在哪",
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
