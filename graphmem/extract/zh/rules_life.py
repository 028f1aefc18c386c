"""Who somebody is, where they live, come from and have been."""

from __future__ import annotations

import re

from graphmem.extract.chinese_nlp import tag
from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.lexicon import DEMONYMS
from graphmem.extract.zh.nouns import read_job
from graphmem.extract.zh.patterns import P, Pattern
from graphmem.extract.zh.text import Text

COUNTRIES = (
    "中国|美国|英国|法国|德国|日本|韩国|朝鲜|俄罗斯|加拿大|澳大利亚|澳洲|新西兰|意大利|"
    "西班牙|葡萄牙|荷兰|比利时|瑞士|瑞典|挪威|"
    "丹麦|芬兰|冰岛|爱尔兰|奥地利|波兰|捷克|匈牙利|希腊|土耳其|以色列|埃及|南非|印度|"
    "巴基斯坦|泰国|越南|马来西亚|新加坡|"
    "印度尼西亚|印尼|菲律宾|缅甸|柬埔寨|老挝|蒙古|哈萨克斯坦|乌克兰|巴西|阿根廷|智利|秘鲁|"
    "墨西哥|古巴|尼泊尔|斯里兰卡|伊朗|沙特"
)
_COUNTRY = re.compile(rf"(?:{COUNTRIES})$")
ENDS = r"(?=[了的着过，]*(?:$|[，,。]))"
_TRIP = (
    r"(?:玩|旅游|旅行|度假|出差|度蜜月|蜜月|参观|自驾|徒步|滑雪|看|逛|转|避暑|过年|跨年|潜水|"
    r"露营|考察|开会|参加|拍|爬|泡|吃|"
    r"一趟|一次|两次|一圈|一周|几天|[一两三四五六七八九十\d]+[天次趟周])"
)


def _is_place(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """The place is tagged as one, or written in Latin capitals."""
    start, end = match.span("place")
    return any(t in ("LOC", "ORG", "s") for t in text.tags[start : start + 2]) or bool(
        re.match(r"[A-Z]", text.plain[start:end])
    )


def _place_or_word(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """A place, tagged or a noun, but no person."""
    start = match.start("place")
    return text.tags[start] not in ("v", "r", "d", "u", "w", "PER", "c", "vn", "q") and text.boundary(start)


def _over(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """A trip that was made: said with 了 or 过, or dated in the past."""
    if re.search(r"[做当读念学]|上班|工作|任职|报到|入职|面试", match["place"]):
        return False
    return (
        not frame.modal
        and not frame.future
        and _place_or_word(match, text, frame)
        and (bool(re.search(r"[了过趟]", match.group())) or bool(frame.point) or frame.done or frame.vague)
    )


def _from(match: re.Match[str], text: Text, frame: Frame) -> bool:
    """去年从温州来的 tells of a move."""
    return not frame.point and not frame.vague and _is_place(match, text, frame)


def _lasting(match: re.Match[str], text: Text, frame: Frame) -> bool:
    return bool(frame.length or frame.since) and _is_place(match, text, frame)


def _country(match: re.Match[str], text: Text, frame: Frame) -> bool:
    return bool(_COUNTRY.match(match["text"]))


def _no_country(match: re.Match[str], text: Text, frame: Frame) -> bool:
    start, end = match.span("place")
    if read_job(text[start : end + 1]).values:
        return False
    if len(tag(match["place"])) == 1 and tag(match["place"])[0][1] in ("a", "ad", "v", "vn", "d"):
        return False
    return not _COUNTRY.match(match["place"]) and text.tags[match.start("place")] in (
        "LOC",
        "n",
        "nz",
        "ORG",
        "s",
    )


IDENTITY: tuple[Pattern, ...] = (
    P(
        r"(?P<tongue>.+?)(?:可|倒)?(?:都|也)?(?:会)?(?:说|讲)得(?:很|挺|非常)?(?:溜|流利|不错|地道)",
        "speaks=tongue",
        "上海话、苏州话都讲得溜",
    ),
    P(
        rf"(?:拿|持有?|有)(?:的是|着)?(?P<text>{COUNTRIES})的?护照",
        "nationality=text",
        "我拿的是新加坡护照",
    ),
    P(
        r"(?P<place>[\u4e00-\u9fff]{2,5})人$",
        "hometown=place",
        "自我介绍一下：广东人",
        lambda m, t, f: t.tags[0] == "LOC" and not f.who.said and _no_country(m, t, f),
    ),
    P(
        r"(?:是|持有?|拥有|有)?(?P<text>(?![有双持两一多几])[\u4e00-\u9fff]{2,5}?)国?籍(?:的|人)?" + ENDS,
        "nationality=text",
        "我是葡萄牙国籍",
    ),
    P(r"国籍(?:是|为|:|：)?(?P<text>[\u4e00-\u9fff]{2,6}?)" + ENDS, "nationality=text", "我国籍是新西兰"),
    P(r"(?:加入|入)了?(?P<text>[\u4e00-\u9fff]{2,5}?)国?籍", "nationality=text", "我后来入了加拿大籍"),
    P(
        r"是(?:个)?(?:地道的|土生土长的)?(?P<text>[\u4e00-\u9fff]{2,5})人" + ENDS,
        "nationality=text",
        "我是韩国人",
        _country,
    ),
    P(rf"是(?:一?个)?(?P<text>{DEMONYMS})" + ENDS, "nationality=text", "我是 Canadian"),
    P(
        r"(?:是(?:一?个)?(?:(?:地道|地地道道|土生土长|正宗|典型|妥妥)的)?|(?:地道|地地道道|"
        r"土生土长|正宗)的)(?P<place>[\u4e00-\u9fff]{2,8})人" + ENDS,
        "hometown=place",
        "我是甘肃人",
        _no_country,
    ),
    P(
        r"(?:老家|家乡|籍贯|祖籍|故乡)(?:就)?(?:是在|在|是|：|:)?(?P<place>.{2,})",
        "hometown=place",
        "我老家在洛阳",
    ),
    P(r"(?:是)?来自于?(?P<place>.{2,})", "hometown=place", "我来自云南大理", _place_or_word),
    P(r"(?:是)?从(?P<place>.{2,8}?)(?:过?来|出来)的" + ENDS, "hometown=place", "我是从温州来的", _from),
    P(
        r"(?:是)?(?:从小)?(?:生活)?在(?P<place>.{2,}?)(?:长大|土生土长|度过了?童年)的?",
        "hometown=place",
        "我在青岛长大",
    ),
    P(r"出生地(?:就)?(?:是|在|：|:)(?P<place>.{2,})", "born_in=place", "我出生地是 Manila"),
    P(r"(?:是)?(?:出生|生)(?:在|于)(?P<place>.{2,})", "born_in=place", "我出生在哈尔滨", _place_or_word),
    P(r"(?:是)?在(?P<place>.{2,}?)(?:出生|生)的?" + ENDS, "born_in=place", "我是在兰州出生的"),
    P(r"(?:是)?在(?P<place>.{2,}?)(?:出生|生)(?=[，、]?(?:在|长大))", "born_in=place", "我在兰州出生"),
    P(
        r"(?:今年|刚|年龄|年纪|满|快)?(?:是|：|:|满)?(?P<number>\d{1,3}|"
        r"[一二两三四五六七八九十百]{1,3})(?:周)?岁(?!的?时|那年|以|生日派|就)半?",
        "age=number",
        "今年29岁",
    ),
    P(
        r"(?:刚)?满?(?P<number>\d{2}|[二三四五六七八九]?十[一二三四五六七八九]?)了?$",
        "age=number",
        "我今年三十五了",
        lambda m, t, f: "今年" in f.said or "满" in f.said,
    ),
    P(r"年龄(?:是|：|:)?(?P<number>\d{1,3})", "age=number", "年龄：31"),
    P(
        r"(?:过|满)(?:了|完)?(?P<number>\d{1,3}|[一二三四五六七八九十]{2,3})岁生日",
        "age=number",
        "昨天过了30岁生日",
    ),
    P(r"母语(?:是|为|：|:)(?P<tongue>.+)", "speaks=tongue", "我母语是粤语"),
    P(
        r"(?:会|能|可以|懂)(?:说|讲|用)?(?:一?点儿?|一些|流利的|一口流利的?|基础的?|简单的)?(?P<tongue>.+)",
        "speaks=tongue",
        "我会说日语和法语",
        lambda m, t, f: (
            bool(re.match(rf"(?:会|能|可以|懂)(?:说|讲|{DEMONYMS})|.*(?:语|话|文)", m.group()))
            and not re.search(r"写|翻|读|学", m.group()[:5])
        ),
    ),
    P(r"(?:说|讲)(?:的是)?(?:一口)?(?:流利的)?(?P<tongue>.+)", "speaks=tongue", "我们家讲客家话"),
    P(
        r"(?P<tongue>[\u4e00-\u9fff]{1,4}[语话文])(?:说得|讲得)?(?:很|非常|挺|比较|也)?(?:流利|"
        r"不错|很好|溜|熟练|没问题)",
        "speaks=tongue",
        "我德语很流利",
    ),
)

PLACE: tuple[Pattern, ...] = (
    P(
        r"从(?P<place1>.{2,8}?)(?:搬|迁|移居|移民)家?(?:到|去|来|回|往)?了?(?P<place2>.{2,})",
        "lives_in=place1!ended lives_in=place2",
        "上个月从广州搬到了珠海",
        lambda m, t, f: (
            t.tags[m.start("place1")] in ("LOC", "ORG", "n", "nz")
            and (t.tags[m.start("place2")] == "LOC" or not re.match(r"[A-Z]", m["place2"]))
        ),
    ),
    P(r"(?:把)?家(?:搬|安|迁)(?:到|在|去|回|来)了?(?P<place>.{2,})", "lives_in=place", "我们把家搬到了台州"),
    P(
        r"(?:搬家?|移居|移民|迁居?|回流)(?:到|去|来|回|至|往)*了?(?P<place>.{2,})",
        "lives_in=place",
        "我前年搬去了爱尔兰",
        _place_or_word,
    ),
    P(
        r"从(?P<place>.{2,}?)搬(?:走|出来?|离)了?",
        "lives_in=place!ended",
        "我从上海搬走了",
        _place_or_word,
    ),
    P(r"搬(?:离|出)了?(?P<place>.{2,})", "lives_in=place!ended", "去年搬离了北京", _place_or_word),
    P(
        r"(?:人)?(?:现在|目前|常年|长年|长期)*(?:漂|窝|蹲|驻|驻扎)在(?P<place>.{2,})",
        "lives_in=place",
        "人常年漂在义乌",
        _is_place,
    ),
    P(r"住(?:的地方|的)(?:就)?是(?P<place>.{2,})", "lives_in=place", "我住的是松江", _place_or_word),
    P(
        r"(?:主要)?(?:定居|居住|生活|常住|常驻|现居|旅居|安家|落户|暂住|租住|租房|扎根|久居|住|"
        r"住的地方|住的|人)(?:是)?(?:在|于|到)了?(?P<place>.{2,})",
        "lives_in=place",
        "我住在杭州",
        _place_or_word,
    ),
    P(
        r"(?:定居|现居|常住|常驻|暂居|旅居|住进?|坐标|客居)(?:了|过)?(?P<place>.{2,})",
        "lives_in=place",
        "我以前住太原",
        _is_place,
    ),
    P(
        r"(?:家|现居地|常驻地|常住地|坐标|所在地|所在城市|城市|住址|地址|住处)(?:就)?(?:在|是|：|"
        r":)(?P<place>.{2,})",
        "lives_in=place",
        "我家在苏州",
        _place_or_word,
    ),
    P(
        r"在(?P<place>.{2,}?)(?:安(?:下|好)?了?个?家|落(?:了|下)?(?:户|脚)|扎(?:下|了)?根|买房定居)(?:了)?",
        "lives_in=place",
        "如今在银川安了家",
        _place_or_word,
    ),
    P(
        r"(?:去|到|回|来|飞)(?P<place>.{2,}?)(?:定居|常住|长住|安家|落户|扎根|养老|生活)(?:了|的)?$",
        "lives_in=place",
        "退休后想回绍兴养老",
        _is_place,
    ),
    P(
        r"(?:是)?来的(?P<place>.{2,})",
        "lives_in=place",
        "2016年来的银川",
        lambda m, t, f: bool(f.point) and not f.future and _is_place(m, t, f),
    ),
    P(
        r"(?:是)?在(?P<place>.{2,}?)(?:居住|生活|住|待|呆)过(?!得|的)",
        "lives_in=place!ended",
        "我在三亚住过八年",
        lambda m, t, f: not f.negated and _place_or_word(m, t, f),
    ),
    P(
        r"在(?P<place>.{2,}?)(?:定居|居住|生活|安家|租房|落户|扎根|住)(?:了|着|过|的|下来)?",
        "lives_in=place",
        "我在三亚住了八年了",
    ),
    P(
        r"(?:是)?在(?P<place>[^在]{2,6})$",
        "lives_in=place",
        "以前在深圳",
        lambda m, t, f: f.past and set(t.tags[m.start("place") : m.end("place")]) == {"LOC"},
    ),
    P(r"来(?:到)?(?P<place>.{2,})", "lives_in=place", "我来深圳五年了", _lasting),
    P(r"在(?P<place>.{2,}?)(?:待|呆)了?", "lives_in=place", "我在昆明待了三年了", _lasting),
    P(
        r"(?:去|到|来)过(?:[一两三四五六七八九十几好\d]+[次趟回])?(?P<place>.{2,})",
        "visited=place",
        "我去过冰岛",
        _place_or_word,
    ),
    P(
        r"(?:是)?(?:[带陪约](?:着|上)?[^，去到]{1,6}?)?"
        r"(?:(?:跑|飞|赶|杀|开车|坐车|坐高铁|坐飞机|骑车|自驾|专程|特地|特意|专门|一路)?(?:去|到)|飞|跑|来)"
        r"(?:了|过)?(?:一?[趟次])?(?P<place>[^去]{2,}?)(?=" + _TRIP + r"|[了过的]*$)",
        "visited=place",
        "前年五一我去泉州玩了一趟",
        _over,
    ),
    P(
        r"(?:刚)?从(?P<place>.{2,}?)(?:旅游|旅行|出差|度假|玩)?(?:完)?回来",
        "visited=place",
        "我刚从清迈回来",
        _is_place,
    ),
    P(
        r"(?:是)?在(?P<place>.{2,}?)(?:玩|旅游|旅行|度假|度蜜月|自驾|徒步|出差|过的?年|过的|跨年)"
        r"(?:了|过|的)?",
        "visited=place",
        "上个月在大理度假",
        _over,
    ),
    P(
        r"(?:游览|参观|打卡|逛|逛逛|爬|登)(?:了|过)(?P<place>.{2,})",
        "visited=place",
        "我们参观了莫高窟",
        _is_place,
    ),
)
