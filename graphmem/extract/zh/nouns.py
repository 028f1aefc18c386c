"""From the words after a verb to the object of a fact: where it ends, and its shortest form."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.extract.zh.text import Text

MEASURES = "个位名只条台辆部套家所款种份门项间把支座本块匹头颗堆双张架枚届期盏杯碗首处"
COUNT = re.compile(
    rf"(?:(?:[一二两三四五六七八九十几]+|\d+|好几|这|那|某|每|另)(?:[{MEASURES}件道场幅篇朵棵顿]|些|点儿?)"
    rf"(?:儿|多)?|一些|点儿?|有点|"
    rf"[{MEASURES}](?=[\u4e00-\u9fff]{{2,}}))"
)
_TAIL = re.compile(
    r"(?:了|的时候|的话|什么的|之类的?|等等|等|而已|来着|吧|啊|呢|啦|呀|哦|噢|嘛|哈|哟|喔|耶|"
    r"咯|好久|很久|一点|一些|一下|"
    r"就行|就好|就可以|即可|也行|都行|起来|[\U0001f300-\U0001faff☀-➿️]|\(.*)+$"
)
_LIST = re.compile(
    r"、|/|&|加(?=[A-Za-z])|\+(?=\s*[A-Za-z\u4e00-\u9fff])|以及|还有|和|跟|与|及|或者|或|\band\b"
)
_LATIN = re.compile(r"[A-Za-z][\w.+#'’-]*(?:[ /](?=[A-Za-z\d])[A-Za-z\d][\w.+#'’-]*)*", re.A)
NOUNS = frozenset({"n", "nz", "nw", "nr", "ns", "nt", "PER", "LOC", "ORG", "vn", "an", "s"})
_EMPTY = re.compile(
    r"(?:这|那|它|他|她|你|我|其|什么|啥|哪|谁|自己|东西|地方|事情?|时候|问题|办法|感觉|样子|方面|情况|"
    r"这里|那里|那边|这边|这儿|那儿|别的|其他|一切|所有|人|大家|别人|一起|一直|家|家里|公司|外面|单位|学校|"
    r"两者|都|也|还|了|的|得|多|上|里|中|下|到|好|会|能|要|不|没)(?:[上里中下边]|们)?"
)


@dataclass(frozen=True, slots=True)
class Object:
    """`values`: one or more objects as written; `end`: how much of the text they took."""

    values: tuple[str, ...]
    end: int


NONE = Object((), 0)


def bare(text: Text) -> Text:
    """Without count words before and particles after."""
    text = text.strip()
    lead = COUNT.match(text.plain)
    if re.match(r"一个人(?![士物])", text.plain):
        lead = None
    if lead and lead.end() < len(text) and (text.boundary(lead.end()) or len(lead.group()) > 1):
        text = text[lead.end() :]
    tail = _TAIL.search(text.plain)
    if tail and tail.start() > 0:
        text = text[: tail.start()]
    return text.strip()


def is_empty(text: str) -> bool:
    """A word that names nothing: 这, 什么, 东西, 地方."""
    return not text or bool(_EMPTY.fullmatch(text)) or not re.search(r"\w", text)


def parts(text: Text) -> list[Text]:
    """The members of a list: A、B和C; a word such as 和平 is not cut."""
    cuts = [
        m
        for m in _LIST.finditer(text.plain)
        if text.boundary(m.start()) and text.boundary(m.end()) and m.start() and m.end() < len(text)
    ]
    out, begin = [], 0
    for cut in cuts:
        if cut.start() > begin:
            out.append(text[begin : cut.start()])
        begin = cut.end()
    return [part for part in (*out, text[begin:]) if len(part.strip())]


def _phrase(text: Text, inside: frozenset[str]) -> int:
    """Where a noun phrase at the beginning of the text ends; 0 if none is there."""
    latin = _LATIN.match(text.plain)
    end = latin.end() if latin else 0
    for start, stop, kind in text.words():
        if start < end:
            continue
        word = text.plain[start:stop]
        if kind in inside or (kind == "m" and (start == 0 or _model(text.plain[:start], word))):
            end = stop
        elif start == 0 and (kind in ("q", "a") or COUNT.fullmatch(word)):
            end = stop if kind == "a" else end
            continue
        elif word == " ":
            continue
        else:
            break
    return end


def _model(before: str, word: str) -> bool:
    return bool(re.fullmatch(r"[\d.]+[A-Za-z]*", word)) and bool(re.search(r"[\w一-鿿] ?$", before))


def _listed(text: Text, inside: frozenset[str]) -> list[tuple[Text, int]]:
    """Noun phrases joined by list words, each with where it ends in the text."""
    out = []
    place = 0
    while place < len(text):
        rest = text[place:]
        lead = COUNT.match(rest.plain)
        skip = lead.end() if lead and rest.boundary(lead.end()) and lead.end() < len(rest) else 0
        size = _phrase(rest[skip:], inside)
        if not size:
            break
        out.append((rest[skip : skip + size], place + skip + size))
        place += skip + size
        joint = _LIST.match(text.plain, place)
        if not joint or not text.boundary(joint.end()):
            break
        place = joint.end()
    return out


def _take(found: list[tuple[Text, int]]) -> Object:
    values = tuple(piece.written() for piece, _ in found if not is_empty(piece.plain))
    return Object(values, found[-1][1]) if values else NONE


def read_thing(text: Text) -> Object:
    """Things in noun phrases: 用 飞书 办公 → 飞书."""
    found = [(bare(piece), end) for piece, end in _listed(text, NOUNS)]
    if len(found) == 1 and text.plain[found[0][1] : found[0][1] + 1] == "的":
        of = found[0][1] + 1
        head = [(bare(piece), of + end) for piece, end in _listed(text[of:], NOUNS)]
        found = head or found
    if not found and len(text) and text.tags[0] == "v":
        _, end, _ = next(text.words())
        found = [(text[:end], end)] if end > 1 else []
    return _take([(piece, end) for piece, end in found if len(piece)])


_PLACE_TAIL = re.compile(
    r"(?:那边|这边|附近|市区|市中心|旁边|郊区|当地|本地|老家|玩|旅游|旅行|出差|度假|蜜月|工作|"
    r"生活|看看|读书|上学|了|的|里|边)+$"
)
_NOT_PLACE = re.compile(
    r"(?:.*(?:家|家里|宿舍|公寓|小区|学校|公司|楼|层|房子|酒店|医院|农村|乡下|城里|郊区|市区|"
    r"国外|国内|海边|外地|路上|食堂|"
    r"城[东南西北]|老城区|新区|厕所|洗手间|卫生间|药店|菜市场|理发店|银行|图书馆|楼下|楼上|对门|对面|超市|商场|公园|"
    r"健身房|机场|这|那|哪.*|隔壁|附近|一起|父母.*|朋友.*|"
    r"群里|网上|乡村|现场|线上|一线|大厂))"
)
_CITIES = (
    "北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|武汉|成都|西安|长沙|郑州|青岛|济南|大连|"
    "沈阳|厦门|福州|宁波|无锡|"
    "合肥|昆明|贵阳|南宁|海口|三亚|哈尔滨|长春|石家庄|太原|兰州|银川|西宁|拉萨|乌鲁木齐|"
    "呼和浩特|南昌|佛山|东莞|珠海|"
    "香港|澳门|台北"
)
_ADDRESS = re.compile(
    rf"(?:[\u4e00-\u9fff]{{2,3}}省|[\u4e00-\u9fff]{{2,8}}自治区)?(?P<town>{_CITIES}|"
    rf"[\u4e00-\u9fff]{{2,3}}?(?=市)|[\u4e00-\u9fff]{{2}}(?=[\u4e00-\u9fff]{{1,3}}[区县].*[路街巷弄号]))市?"
    r"(?=.*[区县路街道弄巷号栋室镇])[\u4e00-\u9fff\w-]+"
)


def read_place(text: Text) -> Object:
    """A place; an address gives its town: 杭州市文三路 90 号 → 杭州."""
    if re.match(r"(?:一|某|几)[个座些]", text.plain):
        return NONE
    out, end = [], 0
    inside = frozenset({"LOC", "ORG", "ns", "nz", "n", "s", "PER", "nw"})
    for piece, stop in _listed(text, inside):
        found = bare(piece)
        found = found[2:] if re.match(r"(?:老家|家乡)..", found.plain) else found
        address = _ADDRESS.match(text.plain[stop - len(piece) :])
        if address and address.end() >= len(found):
            size = len(address["town"])
            town = text[stop - len(piece) + address.start("town") :][:size]
            out.append(town.written())
            end = stop - len(piece) + address.end()
            break
        tail = _PLACE_TAIL.search(found.plain)
        if tail and tail.start() > 1:
            found = found[: tail.start()]
        if len(found) > 1 and not _NOT_PLACE.fullmatch(found.plain) and not is_empty(found.plain):
            out.append(found.written())
        end = stop
    return Object(tuple(out), end) if out else NONE


_SITE = re.compile(r"(?:里|里面|那边|这边|内部|总部|上海?分?公司|当)+$")


def read_org(text: Text) -> Object:
    """An employer or a school: 一家做外贸的公司 → 公司, 一家律所 → 律所."""
    body = bare(text)
    where = re.match(r"[\u4e00-\u9fff]{2,6}?(?:的)?(?=一[家所间])", body.plain)
    if where:  # 宁波[一家外贸公司]
        body = bare(body[where.end() :])
    head = body.plain.rfind("的")
    if 0 <= head < len(body) - 1 and body.tags[0] not in ("ORG", "LOC"):
        body = bare(body[head + 1 :])
    site = _SITE.search(body.plain)
    if site and site.start() > 1:
        body = body[: site.start()]
    if re.search(r"(?:岗位?|部门|组|专业)$", body.plain):
        return NONE
    if len(body) < 2 or re.fullmatch(_NOT_ORG, body.plain) or re.match(r"[我你他她这那]", body.plain):
        return NONE
    if set(body.tags) <= {"v", "a", "d", "ad", "u", "c"}:
        return NONE
    return Object((body.written(),), len(text))


_NOT_ORG = (
    r"(?:这家|那家|一家|我们?|本|某|现在的?|原来的?|新|别的)?(?:公司|单位|学校|部门)|"
    r".*(?:这里|那里|哪|什么|家|家里|一起|网上|线上|国外|国内|外地|一线|路上|办公室|外面|楼下|"
    r"群里|时间|业余|周末|晚上|平时)"
)

_JOB_TAIL = re.compile(r"(?:方面)?的?(?:工作|岗位?|职位|一职|这行|这一行|相关的?)*(?:的|了|啦|呢|啊|吧|哈)*$")
_JOB = re.compile(
    r".*(?:师|医生|医|员|经理|总监|主管|律师|会计|司机|作家|记者|编辑|助理|秘书|教授|顾问|"
    r"销售|客服|警察|军人|老板|店长|"
    r"店主|主任|(?:护士|[厂行社院校部处科组队船村馆局台班排连营团会秘书]{1,2})长|创始人|合伙人|负责人|主持人|"
    r"经纪人|策划|翻译|导演|编剧|演员|"
    r"歌手|模特|画家|木匠|电工|焊工|技工|保安|保姆|农民|工人|空姐|空乘|教练|裁判|采购|运营|"
    r"产品|开发|前端|后端|测试|运维|"
    r"算法|设计|美工|文员|前台|出纳|审计|护士|老师|护工|月嫂|博主|主播|"
    r"[科艺音企银美建思数物化文历史哲心][\u4e00-\u9fff]{0,2}家|商人|学者|专家|家教|班主任|"
    r"辅导员|博士后|志愿者|"
    r"导游|领队|陪练|主厨|大厨|厨子|公关|市场|行政|人事|财务|法务|品牌|新媒体|电商|外贸|直播|"
    r"咨询|投资|风控|量化|硬件|"
    r"嵌入式|安卓|iOS|大数据|售前|售后|物流|中介|导购|"
    r"自由职业者?|个体户|全职(?:妈妈|爸爸|太太|主妇)|家庭主妇|程序猿|码农|打工人|手艺人|干部|实习生|"
    r"(?<![员职手打加施开罢分化竣完返动收人])工|大夫|匠|[法警军教]官|检察官|渔民|牧民|骑手|保洁|收银|仓管|质检|跟单|"
    r"CEO|CTO|CFO|COO|CPO|VP|HR|HRBP|PM|SRE|DBA|QA|PO|TL|[Ee]ngineer|[Dd]eveloper|[Dd]esigner|"
    r"[Mm]anager|[Aa]nalyst|"
    r"[Cc]onsultant|[Ii]ntern|[Aa]rchitect|[Ll]ead(?:er)?|[Ss]cientist|[Rr]esearcher|"
    r"[Tt]eacher|[Nn]urse|[Ff]reelancer)"
)
_NOT_JOB = re.compile(
    r".*(?:天生|人生|学生|毕业生|研究生|本科生|博士生|大学生|考生|女生|男生|先生|党员|会员|"
    r"成员|球员|粉丝|新手|高手|选手|"
    r"学[医法农]|专家级|吃货|人家|大家|独生子?女?|团员|客人|病人|老人|家人|路人|外向|单身.*)|师|员|医"
)


def read_title(text: Text) -> Object:
    """A job after 当, 做, 担任: 数据分析的 → 数据分析."""
    body = bare(text)
    if body.plain.startswith("做") and len(body) > 2:
        body = body[1:]
    tail = _JOB_TAIL.search(body.plain)
    if tail:
        body = bare(body[: tail.start()])
    if len(body) < 2 or is_empty(body.plain) or _NOT_JOB.fullmatch(body.plain):
        return NONE
    return Object((body.written(),), len(text))


def read_job(text: Text) -> Object:
    """A job after 是, where anything may stand: only what is known to be one."""
    found = read_title(text)
    if not found.values or text.tags[0] in ("PER", "r"):
        return NONE
    body = bare(text)
    head = body.plain.rfind("的")
    if 0 <= head < len(body) - 1:
        body = bare(body[head + 1 :])
        found = Object((body.written(),), found.end)
    tail = _JOB_TAIL.search(body.plain)
    word = body.plain[: tail.start()] if tail and tail.start() else body.plain
    return found if _JOB.fullmatch(word) and not _NOT_JOB.fullmatch(word) else NONE


def read_illness(text: Text) -> Object:
    """The rest as nouns: 麸质不耐受 (轻度的 stripped by the pattern), 高血压和哮喘."""
    aside = re.search(r"的?(?:问题|毛病|症状|情况|困扰)$", text.plain)
    degree = re.match(r"[\d一二三四五六七八九十百千几多]+度的?", text.plain)
    listed = parts(text[degree.end() if degree else 0 : aside.start() if aside else len(text)])
    found = tuple(body.written() for part in listed if 1 < len(body := bare(part)) < 12)
    return Object(found, len(text)) if found else NONE


def read_text(text: Text) -> Object:
    """The whole rest, as a phrase."""
    body = text.strip()
    tail = re.search(r"(?:了|吧|啊|呢|啦|呀|哦|嘛|哈)+$", body.plain)
    if tail and tail.start() > 1:
        body = body[: tail.start()]
    return Object((body.written(),), len(text)) if len(body) > 1 else NONE


def read_name(text: Text) -> Object:
    """Names after 叫: 乐乐, Kevin Li; several in a list."""
    out = []
    for piece in parts(bare(text)):
        body = piece.strip()
        tail = re.search(
            r"(?:就行|就好|就可以|即可|就是了|的那[只个条位].*|吧|啊|呢|啦|哦|哈|嘛|的|了)+$", body.plain
        )
        if tail and tail.start() > 1:
            body = body[: tail.start()]
        body = body.strip()
        if (
            1 <= len(body) <= 20
            and not is_empty(body.plain)
            and not re.search(r"[什么啥哪谁我你]", body.plain)
        ):
            out.append(body.written())
    return Object(tuple(out), len(text)) if out else NONE


def read_number(text: Text) -> Object:
    match = re.match(r"\d{1,3}|[一二两三四五六七八九十百]+", text.plain)
    return Object((text[: match.end()].written(),), len(text)) if match else NONE


_TONGUE = re.compile(
    r"(?:[\u4e00-\u9fff]{1,5}?(?:语|话|文)|[英法德日俄韩泰粤西]语|粤语|普通话|English|French|"
    r"Spanish|Japanese|German|Korean|"
    r"Mandarin|Cantonese|[A-Z][a-z]+)"
)


_NO_TONGUE = re.compile(
    r"(?:笑|电|错|坏|大|梦|情|谎|假|真心?|脏|心里|悄悄|家常|客套|气|胡|闲|风凉|漂亮|场面|听|废|说|实|好)话|(?:语|作|论)文"
)


def read_tongue(text: Text) -> Object:
    """Languages: 会说 [英语和一点法语]."""
    out = []
    for piece in parts(text):
        body = bare(piece)
        match = _TONGUE.match(body.plain)
        if match and not _NO_TONGUE.fullmatch(match.group()):
            out.append(body[: match.end()].written())
        elif not out:
            break
    return Object(tuple(out), len(text)) if out else NONE
