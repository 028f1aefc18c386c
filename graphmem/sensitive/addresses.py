"""Street addresses to the house number, in English and Chinese (and the commonest forms of four neighbours).

An address is masked from its street on: the town stays, for that much is a fact worth keeping.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.sensitive.beside import EDGE, NO_MORE, Span, beside, words

_STREET = (
    r"(?:Street|Avenue|Road|Boulevard|Lane|Drive|Court|Place|Terrace|Square|Parkway|Highway|Close|Crescent|Mews|Grove|"
    r"Gardens|Loop|Circle|Trail|Alley|Quay|Wharf|Way|Dajie|Hutong"
    r"|(?:St|Ave?|Rd|Blvd|Ln|Dr|Ct|Pl|Sq|Pkwy|Hwy|Cres|Cir)(?![A-Za-z])\.?)"
)
_ANYTHING = frozenset({"Way", "Close", "Place", "Circle", "Square", "Court", "Loop"})
_SIDE = r"(?:(?:[NSEW]|North|South|East|West|[NS][EW])\.? )?"
_UNIT = (
    r"(?:(?i:Apartment|Apt|Unit|Suite|Ste|Flat|Room|Rm|Floor|Building|Bldg|Block)\.? ?#?[A-Za-z]?[0-9]{1,5}[A-Za-z]?"
    rf"|#[0-9]{{1,5}}[A-Za-z]?){NO_MORE}"
)
_HOUSE = r"(?:No\.? ?)?(?:[0-9]{1,4}/)?[0-9]{1,5}(?:-[0-9]{1,5})?[A-Za-z]?(?: 1/2)?"
_NAME = r"(?:(?:[A-Z][A-Za-z'’.-]{0,20}|[0-9]{1,3}(?:st|nd|rd|th|St|Nd|Rd|Th)|of|the|de|la) ){1,4}"
_ENGLISH = re.compile(
    rf"(?<![A-Za-z0-9.,$€£¥#-])(?<![0-9] )(?:{_UNIT},? {{1,2}}){{0,3}}(?P<number>{_HOUSE}),? {_SIDE}"
    rf"(?:{_NAME}(?P<street>{_STREET})|Broadway|Avenue [A-Z]){NO_MORE}"
    rf"(?: (?:[NSEW]|[NS][EW]|Central|North|South|East|West){NO_MORE})?(?:,? ?{_UNIT})?"
)
_LOWER = re.compile(
    words(
        "live|lives|living|lived|address|moved|stay|staying|deliver|ship|located|home|house|office|send|at",
        "住|地址|寄",
    )
    + r"(?:[^\0\n0-9.!?。]{0,24} )?(?P<value>[0-9]{1,5}[a-z]? (?:[nsew]\.? )?"
    r"(?!(?:am|pm|o.clock|minute|min|hour|mile|km|block|way|lane|day|week|month|year|people|of|in|on|met(?:er|re))s?\b)"
    r"(?:(?!(?:we|i|you|he|she|they|it|the|an?|to|and|or|with|by) )[a-z0-9'’.-]{1,20} ){1,3}?"
    r"(?:street|avenue|ave|road|boulevard|blvd|lane|drive|court|terrace|crescent|st|rd|ln|dr)\b"
    rf"(?:,? ?{_UNIT})?)",
    re.I,
)
_BOX = re.compile(EDGE + r"P\.? ?O\.? ?Box [0-9]{1,7}" + NO_MORE, re.I)
_EUROPEAN = re.compile(
    EDGE
    + r"(?:[A-ZÄÖÜ][A-Za-zäöüß-]{1,24}(?:straße|strasse|str\.|weg|platz|allee|gasse) [0-9]{1,4} ?[a-z]?(?![A-Za-z0-9])"
    r"|[0-9]{1,4}(?: (?:bis|ter))?,? (?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Cc]hemin|[Ii]mpasse|[Qq]uai) "
    r"(?:(?:de la|de|du|des|la|le) |d'|de l')?[A-ZÀ-Ý][\w'-]{1,24}(?: [A-ZÀ-Ý][\w'-]{1,24}){0,2}"
    r"|(?:Via|Viale|Piazza|Corso|Calle|Avenida|Paseo|Rua) (?:(?:de la|de|del|della|dei) )?[A-ZÀ-Ý][\w'-]{1,24}"
    r"(?: [A-ZÀ-Ý][\w'-]{1,24}){0,2},? [0-9]{1,4}(?![0-9]))"
)
STREETS = ("street", "avenue", " road", " lane", " drive", "square", "terrace", " court")
"""One of these is in an English address without a digit, in lower case."""
_ONES = "One|Two|Three|Four|Five|Six|Seven|Eight|Nine"
_SPELLED = re.compile(
    r"(?:(?i:liv(?:e|es|ed|ing)|resid(?:e|es|ing)|stay(?:s|ed|ing)?|address is|moved|home is|deliver|ship|send)"
    r"[^\0\n.!?。]{0,24}? |\A)"
    rf"(?P<value>(?:{_ONES}|Ten|Eleven|Twelve|(?:Thir|Four|Fif|Six|Seven|Eigh|Nine)teen"
    rf"|(?:Twen|Thir|For|Fif|Six|Seven|Eigh|Nine)ty(?:[- ](?i:{_ONES}))?) {_NAME}{_STREET}{NO_MORE})"
)
"""I live at Ten Downing Street"""
_NUMBER_LAST = re.compile(
    EDGE
    + rf"(?P<value>(?:[0-9]{{1,3}}(?:st|nd|rd|th)|[A-Z][a-z]{{2,20}}) {_STREET},? (?:No\.? ?)?(?P<house>[0-9]{{1,5}}))"
    r"(?![A-Za-z0-9]|\.[0-9])(?P<town>, ?[A-Z][a-z])?"
)
"""5th Avenue 721, New York"""
_BLOCK = "[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,4}"
_BLOCKS = re.compile(
    rf"(?<![0-9A-Za-z.-])(?:{_BLOCK},? [A-Z][a-z]{{2,20}}|[A-Z][a-z]{{2,20}} {_BLOCK})(?![0-9A-Za-z-])"
)
"""1-2-3 Shibuya, Tokyo is my home address"""
_HOME = re.compile(words("live|lives|living|lived|reside|address", "住|地址"), re.I)
_COUNTED = re.compile(
    r"(?:in|since|by|during|after|before|of|until|from|summer|early|late|and|"
    r"chapter|section|part|page|top|route|level|stage) \Z",
    re.I,
)
_HERE = re.compile(
    words("live|lives|living|lived|address|moved|stay|deliver|ship|located|home|office|at", "住|地址|寄"),
    re.I,
)
_POSTCODE = re.compile(
    EDGE
    + r"(?:[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}|(?<=[A-Z]{2} )[0-9]{5}(?:-[0-9]{4})?|[0-9]{5}-[0-9]{4})"
    + NO_MORE
)
_STOP = re.compile(r"[\0\n!?。]")
_NAMED_POSTCODE = re.compile(
    words("post ?code|zip(?: code)?", "邮编") + r"\s?(?:is|[:=])?\s?"
    r"(?P<value>[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][ABD-HJLNP-UW-Z]{2}|[0-9]{5}-[0-9]{4})" + NO_MORE,
    re.I,
)

_N = r"(?:[甲乙丙丁东西南北]?[0-9]{1,5}(?:-[0-9]{1,5})?[A-Za-z]?|[〇零一二三四五六七八九十百]{1,6})"
_ROOMS = (
    rf"(?:[ ,、]{{0,2}}(?:[\u4e00-\u9fff]{{2,8}}(?:小区|花园|家园|苑|公寓|大厦|广场|新村|城|府)[ ,]?)?"
    rf"(?:{_N}|[A-Za-z]) ?(?:号院|号楼|號樓|号|號|栋|棟|幢|座|单元|單元|层|楼|樓|室|户|房|门|弄)){{0,6}}"
    r"(?:[ ,-]{0,2}[0-9]{3,4}(?:-[0-9]{1,4})?(?:室|房|号)?(?![0-9年月日.]))?"
)
_ROAD = re.compile(
    r"(?P<street>大街|大道|胡同|[路街道巷弄])[东西南北中]?(?: ?[一二三四五六七八九十0-9]{1,3}段)? ?"
    rf"(?:{_N} ?(?:巷|弄|支路|支弄) ?){{0,3}}"
    rf"(?:{_N} ?(?:号院|號院|号|號|弄)(?!线|線|题|口|出口|选手|电池|种子|球|站|公交)"
    r"|[0-9]{1,4}(?:-[0-9]{1,4}){2,3}(?![0-9]))" + _ROOMS
)
_ESTATE = re.compile(
    "(?P<street>小区|花园|家园|公寓|大厦|广场|新村|社区|宿舍|大院|[苑园村里城庄府邸湾轩庭阁居坊])[东西南北中]?[ ,]?"
    rf"(?:{_N}[期区] ?)?(?:{_N} ?(?:号楼|號樓|号院|栋|棟|幢|单元|單元)|[A-Za-z]座 ?(?=[0-9]{{3,4}}(?:室|房))"
    rf"|(?P<house>{_N} ?(?:号|號)))" + _ROOMS
)
_FLAT = re.compile(
    rf"(?:{_N} ?(?:栋|棟|幢|号楼) ?(?:{_N} ?(?:单元|單元) ?)?|{_N} ?(?:单元|單元) ?)"
    rf"(?:{_N} ?[层楼] ?)?[0-9]{{3,4}}(?![0-9年月.])(?:室|房|号)?(?!教室|会议|办公|实验|机房)"
)
_LIVES = re.compile("住|地址|寄|送到|送货|家在|搬")
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]+\Z")
_BEFORE_STREET = re.compile(
    "[省市区县镇乡旗盟區縣鎮鄉]|自治州|住在?|地址是?|位于|在|是|到|去|往|寄|送|于|从|的|了|[我她他]家|老家|公司|叫|为|搬"
)
_NOT_A_NAME = re.compile("[这那哪此每各几同整半两]|上|下|一[条个]")
_TOWNS = re.compile(
    "(?:中国|北京|上海|天津|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|"
    "陕西|甘肃|青海|台湾|内蒙古|广西|西藏|宁夏|新疆|香港|澳门|石家庄|太原|沈阳|大连|长春|哈尔滨|南京|苏州|无锡|常州|南通|徐州|扬州|"
    "杭州|宁波|温州|绍兴|嘉兴|金华|台州|合肥|福州|厦门|泉州|南昌|济南|青岛|烟台|郑州|洛阳|武汉|长沙|广州|深圳|珠海|佛山|东莞|中山|"
    "惠州|南宁|桂林|海口|三亚|成都|贵阳|昆明|大理|丽江|西安|兰州|西宁|银川|拉萨|乌鲁木齐|台北|高雄|呼和浩特|海淀|朝阳|浦东|徐汇)"
)
_SIDES = ("", "东", "西", "南", "北", "中")
"""What 南京西路 is left with after 南京: such a road is named after a town, not in it."""
_LONGEST_NAME = 12


def addresses(text: str) -> Iterator[Span]:
    """Streets with a house number, estates with a building, post-office boxes, postcodes beside either."""
    yield from _chinese(text)
    for m in _ENGLISH.finditer(text):
        if _is_house(m, text):
            yield "address", m.start(), m.end()
            yield from _postcodes(text, m.end())
    for pattern in (_BOX, _EUROPEAN):
        for m in pattern.finditer(text):
            yield "address", *m.span()
    for m in _NUMBER_LAST.finditer(text):
        year = 1900 <= int(m["house"]) <= 2099
        if (m["town"] and not year) or beside(_HERE, text, *m.span()):
            yield "address", *m.span("value")
    for m in _BLOCKS.finditer(text):
        if beside(_HOME, text, *m.span(), reach=56):
            yield "address", *m.span()
    for pattern in (_LOWER, _NAMED_POSTCODE, _SPELLED):
        for m in pattern.finditer(text):
            yield "address", *m.span("value")


def _is_house(m: re.Match[str], text: str) -> bool:
    """Neither a year nor a chapter is a house, and a place or a way after a small number needs a word for living."""
    first = int(re.sub("[^0-9].*", "", m["number"].lstrip("No. ")))
    if not 100 <= first <= 1799 and _COUNTED.search(text, max(0, m.start() - 8), m.start()):
        return False
    return m["street"] not in _ANYTHING or first > 12 or beside(_HERE, text, *m.span())


def _postcodes(text: str, end: int) -> Iterator[Span]:
    stop = _STOP.search(text, end, end + 48)
    for m in _POSTCODE.finditer(text, end, stop.start() if stop else end + 48):
        yield "address", *m.span()


def _chinese(text: str) -> Iterator[Span]:
    for m in _ROAD.finditer(text):
        start = _name_start(text, m.start(), m.end("street"))
        if start >= 0:
            yield "address", start, m.end()
    for m in _ESTATE.finditer(text):
        start = _name_start(text, m.start(), m.end("street"))
        if start >= 0 and (not m["house"] or beside(_LIVES, text, start, m.end(), reach=20)):
            yield "address", start, m.end()
    for m in _FLAT.finditer(text):
        yield "address", *m.span()


def _name_start(text: str, suffix: int, end: int) -> int:
    """Where the name begins of the street whose "路" is at `suffix`: after the town. -1: it has no name."""
    run = _HAN_RUN.search(text, max(0, suffix - _LONGEST_NAME), suffix)
    if not run:
        return -1
    start = run.start()
    for cut in _BEFORE_STREET.finditer(text, start, suffix):
        if cut.end() < suffix:
            start = cut.end()
    while (town := _TOWNS.match(text, start, suffix)) and text[town.end() : suffix] not in _SIDES:
        start = town.end()
    return -1 if _NOT_A_NAME.match(text, start, end) else start
