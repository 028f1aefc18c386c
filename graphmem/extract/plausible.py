"""Whether a value can be the object of a relation at all: an age is a number, a sibling has a name.

Each says why not, or ''. They know kinds of values, never particular facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from graphmem.model import Predicate

_CJK = re.compile(r"[\u3400-\u9fff\U00020000-\U0002ffff]")
_PRONOUN = re.compile(
    r"(?:i|me|my|mine|our|your|his|their|its|the|an?|and|or|but|at|on|in|of|for|to|from|not|so|very|"
    r"myself|you|he|him|she|her|it|they|them|we|us|this|that|these|those|one|ones|someone|somebody|"
    r"something|anyone|anything|"
    r"everything|everyone|nothing|nobody|who|what|which|here|there|yes|no|ok|okay|user|assistant|stuff|"
    r"things?|lots?|"
    r"[我你您他她它]们?|自己|本人|咱们?|这(?:个|些|里|儿|边)?|那(?:个|些|里|儿|边)?|什么|谁|哪里|东西|"
    r"事情?|用户|助手|有人|大家|别人|人)\Z",
    re.I,
)
_GENERIC = re.compile(
    r"(?:(?:universit(?:y|ies)|college|(?:high |primary |secondary |middle )?school|compan(?:y|ies)|"
    r"place|city|town|country|village|state|home|house|"
    r"apartment|flat|work|office|job|project|team|app|website|server|database|day|week|weekend|month|"
    r"year|time|morning|evening|night|life|"
    r"language|people|person|man|woman|guy|girl|boy|area|neighbou?rhood|world|internet|way|lot|bit|"
    r"kind|part|version|tool|software|"
    r"startup|firm|shop|store|restaurant|hospital|bank|uni|campus|class|course|degree|abroad|overseas|"
    r"downtown|"
    r".*hobb(?:y|ies)|favou?rites?(?: \w+)?|goals?|email|phone(?: number)?|address|family|trip|holiday|"
    r"vacation|meeting|question|problem|thing|idea|answer|recipe|story|book|movie|song)s?|"
    r"大学|学校|公司|地方|城市|国家|家里?|单位|项目|团队|工作|时候|今天|明天|昨天|现在|以后|以前|周末|"
    r"问题|办法|语言|老家|附近|这里|那里|"
    r"爱好|目标|梦想|名字|生日|手机号?|邮箱|身份证号?|老师|外地|国外|市区|郊区|县城|农村|学院|中学|"
    r"小学|高中|初中|工具|软件|系统|数据库|后端|前端|版本|故事|书|电影|歌)\Z",
    re.I,
)
_KIN = re.compile(
    r"(?:(?:my |the |his |her |a |an |our )?(?:step|half|grand|god|ex-?)?-?(?:wife|husband|spouse|"
    r"partner|girlfriend|boyfriend|fianc[eé]e?|sons?|daughters?|"
    r"kids?|child(?:ren)?|bab(?:y|ies)|twins?|moms?|mums?|mother|dads?|father|parents?|sisters?|"
    r"brothers?|siblings?|aunt|uncle|"
    r"cousins?|nieces?|nephews?|friends?|best friend|budd(?:y|ies)|mates?|roommate|neighbou?r|"
    r"colleagues?|co-?workers?|boss|manager|team)|"
    r"(?:我的?|小|大|老|亲|双胞胎)?(?:老婆|老公|妻子?|丈夫|太太|先生|爱人|媳妇|对象|女朋友|男朋友|女友|"
    r"男友|未婚[妻夫]|儿子?|女儿|孩子|宝宝|"
    r"闺女|娃|爸爸?|妈妈?|父亲|母亲|父母|爸妈|爹|娘|哥哥?|弟弟?|姐姐?|妹妹?|表[哥弟姐妹]|堂[哥弟姐妹]|"
    r"爷爷|奶奶|外公|外婆|朋友|闺蜜|同事|"
    r"老板|上司|领导|主管|经理|室友|邻居|同学|老师|家人))\Z",
    re.I,
)
_DATE = re.compile(
    r"(?:(?:19|20)\d\d(?:[-/.年]\d{0,2}[-/.月]?\d{0,2}日?)?|(?:on |every )?(?:mon|tues|wednes|thurs|"
    r"fri|satur|sun)days?|january|february|april|june|july|august|september|october|november|december|"
    r"yesterday|today|tomorrow|tonight|(?:last|next|this) \w+|(?:\w+ )?\w+ (?:years?|months?|weeks?|"
    r"days?)|\d+ (?:days?|weeks?|months?|years?)(?: ago)?|"
    r"(?:[一二两三四五六七八九十\d]+)(?:年|个月|天|周)(?:前|后|多|了)?|去年|今年|明年|前年|(?:上|下|"
    r"这)个?(?:月|周|星期)\S?)\Z",
    re.I,
)
_LANGUAGE = re.compile(
    r"(?:.*(?:ese|ish|ian|ic|ean|ch|ek|ew|ali|tan|ili|ch|du|no|og|ai|ay|ri|mil|gu|ans|ba|lu|ish sign "
    r"language|sign language)|hindi|german|"
    r"korean|thai|hausa|zulu|farsi|dari|lao|igbo|maori|latin|mandarin|cantonese|hokkien|dutch|french|"
    r".+[语文话]|普通话|粤语)\Z",
    re.I,
)
_NOT_JOB = re.compile(
    r".*(?:\d|vegan|vegetarian|person|fan|morning|night owl|user|lover|reader|beginner|newbie|mess|"
    r"idiot|genius|member|customer|owner|learner|speaker|"
    r"citizen|resident|native|parent|mother|father|mom|dad|husband|wife|son|daughter|brother|sister|"
    r"friend|cat|dog|man|woman|guy|girl|boy|kid|adult|"
    r"years? old|[^医师]人|[吃喝爱]|岁|男|女)\Z",
    re.I,
)
_ILLNESS = re.compile(
    r".*(?:itis|osis|emia|aemia|[a-z]{4}ia|oma|pathy|diabetes|diabetic|type_? ?[12](?: diabet\w+)?|"
    r"asthma|asthmatic|migraines?|disorder|syndrome|disease|pain|"
    r"adhd|autis\w+|add|ptsd|ocd|ibs|pcos|hiv|copd|gout|cancer|tumou?r|depress\w+|anxiety|intoleran\w+|"
    r"celiac|coeliac|epilep\w+|eczema|psoriasis|"
    r"thyroid\w*|hypertension|blood pressure|cholesterol|injur\w+|hernia|ulcers?|vertigo|stroke|"
    r"arthrit\w+|lupus|allerg\w+|blind\w*|deaf\w*|"
    r"fracture\w*|reflux|apnea|tinnitus|scoliosis|glaucoma|cataracts?|hayfever|hay fever|flu|covid|"
    r"病|症|炎|尿|血压|血糖|血脂|喘|不耐受|痛|癌|瘤|抑郁|焦虑|障碍|损伤|骨折|近视|远视|散光|色盲|色弱|"
    r"失眠|贫血|痛风|结石|突出|鼻|湿疹|"
    r"胃病|过敏|综合征|综合症|敏感|高血[压糖脂]|脂肪肝|甲[亢减]|偏头痛|眩晕|癫痫|自闭|多动)\Z",
    re.I,
)
_NATIONALITY = re.compile(
    r"[A-Z][A-Za-z]+(?:[ -][A-Z][A-Za-z]+)?(?<=an|se|sh|ch|[lnrtw]i|ic|ek|ss|ot|rk|on|ne|ng|no)\Z|"
    r".{1,8}(?:国|籍|[亚兰利大哥本麦典士腊其及坡来宾南尼巴])\Z|(?:US|UK|U\.S\.?|Thai|Dutch|Israeli|"
    r"Iraqi|Pole|Dane|Swede|Turk)\Z"
)
_DIET = re.compile(
    r".*(?:vegan|vegetarian|pescatarian|keto\w*|halal|kosher|free|diet|paleo|low-?carb|plant-?based|"
    r"carnivore|fasting|flexitarian|low|素|清真|不吃|忌|生酮|低碳|减脂|饮食|全素|蛋奶)",
    re.I,
)
_JOB_ZH = re.compile(
    r".*(?:师|员|医生?|手|长|理|官|者|工|家|开发|运营|设计|销售|会计|教授|司机|护士|助理|翻译|主播|"
    r"模特|保安|博主|农民|老板|主管|总监|法医|警察|军人|保姆|厨子|大厨|编辑|"
    r"记者|演员|导演|歌手|作家|画家|学徒|实习生|前端|后端|测试|产品|算法|架构|客服|采购|文员|出纳|HR|"
    r"CEO|CTO|PM|顾问|分析|研究|规划|督导|干事|书记|村官|律师|教练|裁缝|木匠|咖啡师|创始人|经纪人|"
    r"负责人|主任|院长|店长|班主任|老师)\Z",
    re.I,
)
_PERSONAL = frozenset("name spouse partner child parent sibling friend colleague manager".split())
_PLACES = frozenset("lives_in visited hometown born_in".split())
_ORGANISED = frozenset("works_at studies_at graduated_from".split())
_STREET = re.compile(
    r"\b(?:street|st|road|rd|avenue|ave|lane|close|drive|court|boulevard|blvd|terrace|crescent)\b\.?$|"
    r"^\d+ \w|[路街巷弄]\d+号|\d+[号室栋]",
    re.I,
)
_LITERAL = frozenset(
    "plans_to goal instruction response_style job_title birthday age version_of diet name nickname".split()
)


def _name(value: str, casual: bool) -> str:
    if _KIN.match(value) or _GENERIC.match(value):
        return "a relation or a common noun is not a name"
    if any(c.isdigit() for c in value) and not _CJK.search(value):
        return "a name has no digits"
    if _CJK.search(value):
        return "" if len(value) <= 12 else "too long for a name"
    return "" if casual or value[:1].isupper() else "a name begins with a capital"


def _proper(value: str, casual: bool) -> str:
    if _CJK.search(value):
        return ""
    return (
        ""
        if casual or any(w[:1].isupper() for w in value.split())
        else "a common noun where a name is needed"
    )


def _age(value: str) -> str:
    digits = re.fullmatch(r"\d{1,3}", value)
    chinese = re.fullmatch(r"[一二两三四五六七八九十]{1,4}", value)
    return "" if chinese or (digits and 0 < int(value) < 125) else "an age is a number of years"


def _birthday(value: str) -> str:
    return (
        ""
        if re.search(
            r"\d\D+\d|[\d一二三四五六七八九十][日号]|月|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec",
            value,
            re.I,
        )
        else "not a day"
    )


def _job(value: str) -> str:
    if (
        _NOT_JOB.match(value)
        or _GENERIC.match(value)
        or _KIN.match(value)
        or (not _CJK.search(value) and _NATIONALITY.match(value))
    ):
        return "not a profession"
    if _CJK.search(value):
        return "" if _JOB_ZH.match(value) else "not a profession"
    from graphmem.extract.en.words import is_job

    likely = is_job(value) or re.search(
        r"(?:[a-z]{2}(?:er|or|ist|ian|ant|ent|eer|yst|man|woman)|nurse|clerk|chef|cook|pilot|monk|"
        r"officer|hand|lead|head|dev)s?\Z",
        value,
        re.I,
    )
    return "" if likely or value.isupper() else "not a profession"


def _deed(value: str) -> str:
    """A plan, a goal or an order is a verb phrase."""
    if _CJK.search(value):
        from graphmem.extract.chinese_nlp import tag

        first = tag(value)[0]
        return (
            "" if first[1] in ("v", "vn", "vd", "p", "d", "ad") and len(value) > 1 else "not something to do"
        )
    from graphmem.extract.en import nlp

    first = nlp.parse([f"I want to {value}."])[0][3]
    return "" if first.tag_ in ("VB", "VBG", "VBP") else "not something to do"


_ANIMAL = re.compile(
    r".*(?:dog|cat|pupp(?:y|ies)|kitten|parrot|hamster|rabbit|bird|fish|turtle|狗|猫|鸟|兔|龟)s?\Z", re.I
)
_STYLE = re.compile(
    r".*(?:short|brief|concise|detail|long|formal|casual|simpl|friendly|funny|humou?r|direct|polite|"
    r"bullet|verbose|technical|step|plain|clear|terse|blunt|warm|serious|"
    r"professional|informal|playful|sarcas|markdown|emoji|table|list|sentence|word|tone|简|通俗|口语|"
    r"详细|具体|全面|正式|严肃|专业|幽默|风趣|活泼|轻松|随意|温柔|委婉|客气|友好|"
    r"直接|直白|干脆|严谨|客观|学术|书面|接地气|短|长|生动|热情|毒舌|俏皮|可爱|分点|分条|条理|表格|"
    r"列表|啰嗦|易懂)",
    re.I,
)


_SHAPES: dict[str, Callable[[str], str]] = {
    "age": _age,
    "birthday": _birthday,
    "speaks": lambda v: "" if _LANGUAGE.match(v) else "not a language",
    "response_language": lambda v: (
        "" if _LANGUAGE.match(v) or v in ("English", "中文", "英文") else "not a language"
    ),
    "nationality": lambda v: "" if _NATIONALITY.match(v) else "not a nationality",
    "job_title": _job,
    "diet": lambda v: "" if _DIET.match(v) else "not a way of eating",
    "has_condition": lambda v: "" if _ILLNESS.match(v) else "not a condition",
    "version_of": lambda v: (
        "" if re.search(r"\d|lts|beta|alpha|nightly|stable", v, re.I) else "a version has a number"
    ),
    "plans_to": _deed,
    "goal": _deed,
    "instruction": _deed,
    "response_style": lambda v: "" if _STYLE.match(v) and not v[:1].isupper() else "not a way of answering",
    "owns": lambda v: "not a thing" if _ILLNESS.match(v) or _ANIMAL.match(v) else "",
    "pet": lambda v: "not an animal" if _GENERIC.match(v) or any(c.isdigit() for c in v) else "",
}


def why_not(value: str, predicate: Predicate, casual: bool) -> str:
    """Why a value cannot be this relation's object; '' if it can.

    `casual`: the message has no capitals at all, so none can be asked of a name.
    """
    name = predicate.name
    if _PRONOUN.match(value):
        return "a pronoun says nothing by itself"
    if not re.search(r"\w", value):
        return "it has no word"
    shape = _SHAPES.get(name)
    if shape is not None and (reason := shape(value)):
        return reason
    if (
        name == "name"
        and not _CJK.search(value)
        and (_NATIONALITY.match(value) or re.fullmatch(r"[A-Z][a-z]+ing", value))
    ):
        return "not a name"
    if name in _PERSONAL:
        return _name(value, casual)
    if name in _LITERAL:
        return ""
    if _GENERIC.match(value) or _KIN.match(value):
        return "a common noun that names nothing"
    if _DATE.match(value) or re.fullmatch(r"[\d.,:%-]+", value):
        return "a date or number where a thing is needed"
    if len(value.split()) > 8 or (_CJK.search(value) and len(value) > 24):
        return "a sentence where a thing is needed"
    if name == "lives_in" and _STREET.search(value):
        return "a street address, of which only the town is kept"
    if name in _PLACES or name in _ORGANISED:
        return _proper(value, casual)
    return ""


def why_no_subject(subject: str) -> str:
    """Why nothing can be kept about this subject; '' if it can."""
    if _PRONOUN.match(subject):
        return "a pronoun for somebody not named"
    if _KIN.match(subject) or _GENERIC.match(subject):
        return "a common noun that names nobody"
    if len(subject) > 60:
        return "too long for a name"
    return ""


def no_product(name: str) -> bool:
    """Whether a name cannot be that of software or a device with versions."""
    return bool(_PRONOUN.match(name) or _GENERIC.match(name) or _KIN.match(name) or _DATE.match(name))


# -- in its sentence (folded) -----------------------------------------------------------------


def is_person(value: str) -> bool:
    """Whether the tagger takes Chinese words for somebody's name."""
    if not re.search(r"[\u3400-\u9fff]", value):
        return True
    from graphmem.extract.chinese_nlp import tag

    return any(kind in ("PER", "nr") for _, kind in tag(f"我是{value}。"))


def is_version(product: str, version: str, text: str) -> bool:
    """Whether a version stands with its product: "Vue 2 to Vue 3", "Grafana got upgraded to 11.2"."""
    p, v = re.escape(product), re.escape(version)
    return bool(
        re.search(rf"{p}.{{0,40}}?(?<![\d.]){v}(?![\d%月号日年岁个次点]|\.\d| ?qps)", text)
    ) and not re.search(rf"[\u3400-\u9fff]{v}(?!\d)", product + version)


def is_cut_short(value: str, text: str) -> bool:
    """Whether a name goes on: "MacBook" in "MacBook Pro"."""
    return bool(
        re.match(r"[A-Z]", value)
        and not re.search(r"[\u3400-\u9fff]", value)
        and not re.search(rf"(?<!\w){re.escape(value)}(?!\w)(?! (?!I\b|I')[A-Z][a-z])", text)
    )


def is_age(value: str, text: str) -> bool:
    """Whether a number is somebody's years: "I'm 41", "turned 3", 今年29岁; not "41 km" or "3 years ago"."""
    n = re.escape(value)
    after = (
        r"(?!\d|[.:/]\d|\s*(?:%|km|kg|k\b|cm|m\b|hours?|minutes?|months?|weeks?|days?|years? "
        r"(?:ago|in|of|at|now|later|working|experience)|people|times|of\b|cats?|dogs?|kids?|"
        r"[年月天个次点号度块元只条人公万]))"
    )
    before = r"(?:'m|\bam|\bis|'s|\bare|\bturn(?:s|ed|ing)?|\baged?|[,(]|今年|满|才|都|已经|快)"
    return bool(
        re.search(rf"{before}\s*(?:now |only |already |almost |about )?{n}{after}", text)
        or re.search(rf"(?:^|[.,!?] ?)at {n},? (?:i|he|she|we|my)\b", text)
        or re.search(rf"(?<!\d){n}[- ]?(?:years?[- ]old|yo\b|y/o|周?岁)", text)
    )
