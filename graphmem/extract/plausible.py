"""Whether a value can be the object of a relation at all: an age is a number, a sibling has a name.

Each says why not, or ''. They know kinds of values, never particular facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from graphmem.model import Predicate

_CJK = re.compile(r"[\u3400-\u9fff\U00020000-\U0002ffff]")
_PRONOUN = re.compile(
    r"(?:i|me|myself|you|he|him|she|her|it|they|them|we|us|this|that|these|those|one|ones|someone|somebody|something|anyone|anything|"
    r"everything|everyone|nothing|nobody|who|what|which|here|there|yes|no|ok|okay|user|assistant|stuff|things?|lots?|"
    r"[我你您他她它]们?|自己|本人|咱们?|这(?:个|些|里|儿|边)?|那(?:个|些|里|儿|边)?|什么|谁|哪里|东西|事情?|用户|助手|有人|大家|别人|人)\Z",
    re.I,
)
_GENERIC = re.compile(
    r"(?:(?:universit(?:y|ies)|college|(?:high |primary |secondary |middle )?school|compan(?:y|ies)|place|city|town|country|village|state|home|house|"
    r"apartment|flat|work|office|job|project|team|app|website|server|database|day|week|weekend|month|year|time|morning|evening|night|life|"
    r"language|people|person|man|woman|guy|girl|boy|area|neighbou?rhood|world|internet|way|lot|bit|kind|part|version|tool|software|"
    r"startup|firm|shop|store|restaurant|hospital|bank|uni|campus|class|course|degree|abroad|overseas|downtown|"
    r"family|trip|holiday|vacation|meeting|question|problem|thing|idea|answer|recipe|story|book|movie|song)s?|"
    r"大学|学校|公司|地方|城市|国家|家里?|单位|项目|团队|工作|时候|今天|明天|昨天|现在|以后|以前|周末|问题|办法|语言|老家|附近|这里|那里|"
    r"外地|国外|市区|郊区|县城|农村|学院|中学|小学|高中|初中|工具|软件|系统|数据库|后端|前端|版本|故事|书|电影|歌)\Z",
    re.I,
)
_KIN = re.compile(
    r"(?:(?:my |the |his |her |a |an |our )?(?:step|half|grand|god|ex-?)?-?(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|sons?|daughters?|"
    r"kids?|child(?:ren)?|bab(?:y|ies)|twins?|moms?|mums?|mother|dads?|father|parents?|sisters?|brothers?|siblings?|aunt|uncle|"
    r"cousins?|nieces?|nephews?|friends?|best friend|budd(?:y|ies)|mates?|roommate|neighbou?r|colleagues?|co-?workers?|boss|manager|team)|"
    r"(?:我的?|小|大|老|亲|双胞胎)?(?:老婆|老公|妻子?|丈夫|太太|先生|爱人|媳妇|对象|女朋友|男朋友|女友|男友|未婚[妻夫]|儿子?|女儿|孩子|宝宝|"
    r"闺女|娃|爸爸?|妈妈?|父亲|母亲|父母|爸妈|爹|娘|哥哥?|弟弟?|姐姐?|妹妹?|表[哥弟姐妹]|堂[哥弟姐妹]|爷爷|奶奶|外公|外婆|朋友|闺蜜|同事|"
    r"老板|上司|领导|主管|经理|室友|邻居|同学|老师|家人))\Z",
    re.I,
)
_DATE = re.compile(
    r"(?:(?:19|20)\d\d(?:[-/.年]\d{0,2}[-/.月]?\d{0,2}日?)?|yesterday|today|tomorrow|(?:last|next|this) \w+|\d+ (?:days?|weeks?|months?|years?)(?: ago)?|"
    r"(?:[一二两三四五六七八九十\d]+)(?:年|个月|天|周)(?:前|后|多|了)?|去年|今年|明年|前年|(?:上|下|这)个?(?:月|周|星期)\S?)\Z",
    re.I,
)
_LANGUAGE = re.compile(
    r"(?:.*(?:ese|ish|ian|ic|ean|ch|ek|ew|ali|tan|ili|ch|du|no|og|ai|ay|ri|mil|gu|ans|ba|lu|ish sign language|sign language)|hindi|german|"
    r"korean|thai|hausa|zulu|farsi|dari|lao|igbo|maori|latin|mandarin|cantonese|hokkien|dutch|french|.+[语文话]|普通话|粤语)\Z",
    re.I,
)
_NOT_JOB = re.compile(
    r".*(?:\d|vegan|vegetarian|person|fan|morning|night owl|user|lover|reader|beginner|newbie|mess|idiot|genius|member|customer|owner|learner|speaker|"
    r"citizen|resident|native|parent|mother|father|mom|dad|husband|wife|son|daughter|brother|sister|friend|cat|dog|man|woman|guy|girl|boy|kid|adult|"
    r"years? old|[^医师]人|[吃喝爱]|岁|男|女)\Z",
    re.I,
)
_ILLNESS = re.compile(
    r".*(?:itis|osis|emia|aemia|[a-z]{4}ia|oma|pathy|diabetes|diabetic|type_? ?[12](?: diabet\w+)?|asthma|asthmatic|migraines?|disorder|syndrome|disease|pain|"
    r"adhd|autis\w+|add|ptsd|ocd|ibs|pcos|hiv|copd|gout|cancer|tumou?r|depress\w+|anxiety|intoleran\w+|celiac|coeliac|epilep\w+|eczema|psoriasis|"
    r"thyroid\w*|hypertension|blood pressure|cholesterol|injur\w+|hernia|ulcers?|vertigo|stroke|arthrit\w+|lupus|allerg\w+|blind\w*|deaf\w*|"
    r"fracture\w*|reflux|apnea|tinnitus|scoliosis|glaucoma|cataracts?|hayfever|hay fever|flu|covid|"
    r"病|症|炎|尿|血压|血糖|血脂|喘|不耐受|痛|癌|瘤|抑郁|焦虑|障碍|损伤|骨折|近视|远视|散光|色盲|色弱|失眠|贫血|痛风|结石|突出|鼻|湿疹|"
    r"胃病|过敏|综合征|综合症|敏感|高血[压糖脂]|脂肪肝|甲[亢减]|偏头痛|眩晕|癫痫|自闭|多动)\Z",
    re.I,
)
_NATIONALITY = re.compile(
    r"(?:[A-Za-z-]+ ?)*(?:an|ese|ish|ch|ic|eek|ai|aqi|ani|eli|ali|iss|utch|ino|ine|ori|bek|kh|ot|rk|ole|ane|wi|rd|zech|hai|lao)\Z|.{1,8}(?:国|籍|[亚兰利大哥本麦典士腊其及坡来宾南尼])\Z|[A-Z]{2,3}\Z",
    re.I,
)
_PERSONAL = frozenset("name spouse partner child parent sibling friend colleague manager".split())
_PLACES = frozenset("lives_in visited hometown born_in".split())
_ORGANISED = frozenset("works_at studies_at graduated_from".split())
_LITERAL = frozenset("plans_to goal instruction response_style job_title birthday age version_of diet name nickname".split())


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
    return "" if casual or any(w[:1].isupper() for w in value.split()) else "a common noun where a name is needed"


def _age(value: str) -> str:
    digits = re.fullmatch(r"\d{1,3}", value)
    chinese = re.fullmatch(r"[一二两三四五六七八九十]{1,4}", value)
    return "" if chinese or (digits and 0 < int(value) < 125) else "an age is a number of years"


def _birthday(value: str) -> str:
    return "" if re.search(r"\d|[一二三四五六七八九十]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec", value, re.I) else "not a day"


_SHAPES: dict[str, Callable[[str], str]] = {
    "age": _age,
    "birthday": _birthday,
    "speaks": lambda v: "" if _LANGUAGE.match(v) else "not a language",
    "response_language": lambda v: "" if _LANGUAGE.match(v) or v in ("English", "中文", "英文") else "not a language",
    "nationality": lambda v: "" if _NATIONALITY.match(v) else "not a nationality",
    "job_title": lambda v: "not a profession" if _NOT_JOB.match(v) else "",
    "has_condition": lambda v: "" if _ILLNESS.match(v) else "not a condition",
    "version_of": lambda v: "" if re.search(r"\d|lts|beta|alpha|nightly|stable", v, re.I) else "a version has a number",
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
