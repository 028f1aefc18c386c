"""What the object of a relation must be like to be worth keeping: it names something, and it lasts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphmem.extract.chinese_nlp import CHINESE, tag
from graphmem.extract.zh.frame import Frame
from graphmem.extract.zh.patterns import Draft

_NAMED = frozenset(
    {"name", "nickname", "instruction", "response_style", "response_language", "goal", "plans_to"}
)
_SLIGHT_TAGS = frozenset({"a", "ad", "m", "q", "r", "d", "u", "f", "TIME", "w", "c"})
_KIND = re.compile(
    r"(?:技能|知识|东西|地方|方法|方式|办法|事情?|事物|机会|经验|建议|活动|内容|领域|问题|话题|道理|能力|技巧|"
    r"菜品?|菜肴|语言|课程?|人|朋友|城市|国家|景点|生活|感觉|时候|原因|状态|情况|项目|目标|计划|效果|作品|"
    r"爱好|兴趣|点|类|类型|种类)+"
)
# words that choose none: 小城市 and 民间故事 are chosen, 新的城市 is not
_INDEFINITE = re.compile(
    r"(?:更|最|很|比较)?(?:新|好|多|少|不同|其[他它]|许多|不少|各种|各种各样|大量|有趣|有用|有意思|有意义|特别|别|实用|"
    r"相关|著名|重要|美好|优秀|一般|不错)"
)
_ALWAYS_VAGUE = re.compile(r"(?:新)?(?:技能|知识|东西|地方|方法|方式|办法|事情?|事物|机会|经验|建议|内容|人)")


def is_vague(words: str) -> bool:
    """一些新的东西, 许多地方: a kind of thing with words that choose none of it."""
    if not CHINESE.search(words):
        return False
    if _ALWAYS_VAGUE.fullmatch(words):
        return True
    said = [(word, kind) for word, kind in tag(words) if kind != "w"]
    if any(re.search(r"[\d二两三四五六七八九十百]", word) for word, kind in said if kind == "m"):
        return False
    if any(kind in ("a", "ad") and not _INDEFINITE.fullmatch(word) for word, kind in said):
        return False
    core = "".join(word for word, kind in said if kind not in _SLIGHT_TAGS)
    slight = len(core) < len("".join(word for word, _ in said))
    return slight and bool(_KIND.fullmatch(core))


_TELLING = r"(?:聊天?|谈|谈论|说|讲|诉说|倾诉|吐槽|问|请教|咨询|分享|交流|讨论|倾听|听|推荐|介绍|感谢|谢谢)"
# 和你说说话, 聊聊天文: what this conversation is for
_TALK = re.compile(
    rf"你|您|AI|助手|机器人|聊天|"
    rf"(?:继续|再|多|先|来|去|一起|经常|保持)*(?:[和跟与向同找对给].{{1,4}}?|来)?"
    rf"(?:继续|再|多|一起|保持|好好)*{_TELLING}(?:一?[聊谈说讲问听]|一下|一会儿?|些|几句|自己|我|关于|$)|"
    r"(?:继续|经常|常|再)?保持联系|(?:请|求)(?:大家|指教)"
)
# 去吃晚饭, 先睡了: over before the day is
_MOMENT = re.compile(
    r"(?:先|再|去|来|回去?|回家|马上|赶紧|好好|准时|早点儿?|出去|到.{1,3})*"
    r"(?:(?:看|瞧)(?:一?下|个)?(?:医生|大夫|病|牙医?)|(?:去|上)?医院|体检$|"
    r"吃(?:个|点|完|一?顿)?(?:早|午|晚|中|夜)?(?:饭|餐|点|宵|东西)|睡|补觉|洗(?:澡|漱|碗|个)|休息|躺|起床|"
    r"刷牙|出门|回家$|下线|上床|歇|做饭|煮饭|干活|忙)"
)
# 试试这个方法: it leans on what was said before
_POINTING = re.compile(
    r"[这那][个些种样部本首道次家件位类篇张么]|它|里面|其中|上面的|[那这](?:里|边|儿)|当地|"
    r"[跟和向找][他她]们?(?:学|聊|谈|说|道歉|解释|沟通|商量|一起$)"
)
# 想放弃, 想应该是: a mood or a guess
_NO_DEED = re.compile(
    r"(?:放弃|逃避|退缩|哭|躺平|逃走?|算了|退出|消失|躲起来)了?$|应该|可能|也许|一定|肯定|大概|还是|因为|"
    r"(?:太|很|非常|特别|更|最|难)|"
    r"(?:需要|觉得|感到|感觉|适合|属于|像|缺|担心|害怕|变得|显得|以为|认为|相信|希望|知道|记得|得到|受到|遇到|导致)"
)
_OPINION = re.compile(r"(?:认为|觉得|感觉|首先|应该|必须|需要)[^，]*要")
_PREPARING = re.compile(r"在(?:准备|计划)")
_NOW = re.compile(r"今[天晚早](?!起|开始|以后|往后)|今儿|待会儿?|等会儿?|等下|马上|这就|一会儿|此刻")
# 去几个有名的古镇, 去一些小岛: which ones is still open
_UNCHOSEN = re.compile(
    r"(?:一些|几[个家座处]|某[个家座处])(?:其[他它]|别|更?著名|有名|不错|更?好|新|有趣|特别|漂亮|美丽|合适)的|"
    r"一些(?!列)|(?:什么|哪)(?:里|儿|些)?"
)
# 出去旅游放松一下, 去郊外爬山: a wish with neither a place nor a day
_LEISURE = (
    r"(?:旅游|旅行|玩儿?|散(?:散)?心|爬爬山|透透气|走一走|转一转|逛一逛|看一看|玩一玩|探险|爬山|徒步|登山|放松|走走|逛逛?|度假|看看|转转|踏青|野餐|野营|露营|郊游|春游|秋游|"
    r"自驾游?|放风|呼吸新鲜空气|亲近大自然|感受大自然|享受大自然|散步|运动)"
)
_AIMLESS = re.compile(
    rf"(?:先|再|好好|一起|多|出|去|来|到|回|趟|一趟|一次|找个地方|找个时间|抽时间|[和跟](?:朋友|家人|同学|同事|孩子|父母)们?)*"
    rf"(?:户外|室外|郊外|郊区|野外|外面|大自然|海边|山里|乡下|远方|附近|周边|公园|里|中|的)*"
    rf"(?:{_LEISURE}(?:一下|一趟|一次|一番|几天|一?会儿?|，|、|和|或|或者|去|来|活动|的?活动)*)+"
)
_BARE_VERB = re.compile(
    r"(?:都|一起)?[搬回跑飞赶走带换]?(?:过去|过来|回去|回来|出去|上去)|"
    r"(?:去|来|要)?(?:试试|努力|做|去做|看看|想想|试一试|尝试一下|改变|改进|提高|加油|坚持)(?:看|一下|下去)?"
)


# 我们公司要上市: not what its speaker means to do
_OF_A_FIRM = re.compile(r"[我咱]们?(?:的)?(?:公司|单位|厂里?|学校|医院|店里?|集团)")


def _is_plan(words: str, frame: Frame) -> bool:
    """A deed of some weight, which the speaker means to do on another day."""
    if _TALK.match(words) or re.search(r"[你您]|跟AI|和AI", words) or _MOMENT.match(words):
        return False
    if re.match(r"先(?:去|到|来|看|听)(?!.*再)", words) or (_AIMLESS.fullmatch(words) and not frame.future):
        return False
    if _UNCHOSEN.search(words) or re.search(r"的(?:事情?|问题|话题|计划|打算)$", words):
        return False
    if re.search(r"(?<!其)[他她它]", words) or _OF_A_FIRM.match(frame.said):
        return False
    if _BARE_VERB.fullmatch(words) or _NO_DEED.match(words) or _is_cut(words) or _is_vague_deed(words):
        return False
    if _OPINION.search(frame.said) or (_PREPARING.search(frame.said) and "的" in words):
        return False
    return not _NOW.search(frame.said)


def _is_vague_deed(words: str) -> bool:
    """尝试一些新的事物, 试试这个方法."""
    said = [word for word, kind in tag(words)]
    verbs = next((i for i, (_, kind) in enumerate(tag(words)) if kind not in ("v", "d", "vd", "u")), 0)
    return bool(_POINTING.search(words)) or (verbs > 0 and is_vague("".join(said[verbs:])))


def _is_cut(words: str) -> bool:
    """去一个海水干净: what was counted has not been named when the clause ends."""
    said = tag(words)
    counted = next(
        (i for i, (word, _) in enumerate(said) if re.match(r"[一某几]\D?[个种家条座份场]", word)), None
    )
    return counted is not None and said[-1][1] in ("a", "ad", "d", "u", "m", "q", "c", "p")


_GOOD_WISH = re.compile(r".*(?:聊|你|您|大家|联系|分享$|陪伴|帮助到|见面$)|一切|都能|(?:天气|明天|今天)")
_FEARED = re.compile(r"(?:害怕|最怕|怕|恐惧)")
# 怕失手, 害怕出丑: what may go wrong, no thing that one dislikes
_MISHAP = re.compile(
    r"[出失丢输错忘没不被有变犯给让会是得死老病迟耽误辜]|自己|别人|事情|以后|将来|万一|太|再"
)


def _is_fear(words: str, said: str) -> bool:
    """怕打针 and 怕蛇 last; 怕自己摔跤 is a worry about what is to come."""
    if _MISHAP.match(words) or words.startswith("用户的") or len(words) > 5:
        return False
    kinds = [kind for _, kind in tag(words)]
    return "v" not in kinds or len(words) < 5


# 去了一场庙会: one attends an event, one visits a place
_EVENT = re.compile(r"^[一几两]?[场次届顿节]|(?<![都社协])会$|[赛礼课局节]$|派对$|活动$|展览$|晚宴$")
_ERRAND = re.compile(
    r"[\u4e00-\u9fff]{0,3}(?:店|超市|商场|影院|泳池|餐[厅馆]|饭馆|菜馆|酒吧|网吧|茶馆|[球操]场|教室|市场|学校|"
    r"公司|健身房|公园|摊|医院|银行|派出所|理发店|菜场)"
)
_SIGHT = re.compile(
    r"(?:.*[^\u4e00-\u9fff])?(?:[\u4e00-\u9fff]{0,4}(?:博物|美术|展览|纪念|科技|图书|体育|天文|海洋|水族|艺术|文化)?"
    r"[馆场店园山湖河岛寺庙院所城镇村街]|"
    r"[\u4e00-\u9fff]{0,3}(?:海边|沙滩|海滩|森林|草原|郊外|乡下|户外|野外|景区|景点|农庄|农家乐|牧场|中心|基地|营地|温泉|书城|夜市|展览))"
)


_COMMON = frozenset({"n", "s", "f", "v", "vn", "a", "u", "m", "q"})


def _is_unnamed(words: str) -> bool:
    """博物馆, 老家的海边: a kind of place, and no place of its own."""
    said = tag(words)
    return bool(_SIGHT.fullmatch(words)) and all(
        kind in ("n", "s", "f", "v", "vn", "a", "u", "m", "q") for _, kind in said
    )


# 最喜欢的是一只青铜酒杯: one of what was just seen
_SEEN = re.compile(r"最?(?:喜欢|爱)(?:看)?的(?:就|还)?是(?:其中的?)?[一那这]?[件幅座尊只张块组副](?!《)")
# 我的朋友 is one of many, who may be another the next time
_OF_MANY = re.compile(
    r".+的(?:男|女|老|好|新|大学|高中|小学|初中)?(?:朋友|好友|同学|同事|网友|学生|客户|邻居|亲戚|家人)"
)
_PASSING = frozenset({"plans_to", "goal", "learning", "uses", "visited"})
_DONE = frozenset({"skilled_in", "learning", "likes", "hobby"})


def _is_errand(words: str) -> bool:
    """书店, 电影院: where anybody goes of a day, and without a name."""
    return bool(_ERRAND.fullmatch(words)) and not any(
        kind in ("LOC", "ORG", "PER", "nz") for _, kind in tag(words)
    )


_NO_TASTE = re.compile(
    r"[吃喝看听玩去用买说做]|[他她].*|"
    r"(?:女同?|男同?|新|老|小)?(?:同事|同学|朋友|网友|邻居|[女男]生|[女男]孩子?|[女男]人|学[长姐弟妹]|人|家人|父母)们?"
)


# 第二段: part of what was just said
_ORDINAL = re.compile(
    r"第[一二三四五六七八九十\d]+[句段个张首章条种款版点行](?!\w{3})|(?:开头|结尾|最后)(?:那)?[句段]?"
)


def _is_clause(words: str) -> bool:
    """学习[压力很大]: something is said of it."""
    said = tag(words)
    return len(said) > 1 and (said[-1][1] in ("a", "ad") or any(word in ("了", "着") for word, _ in said[1:]))


_TODAY = re.compile(r"今[天晚早儿][^，,。；]*?(?:决定|打算|准备|计划|想|要)|今天是(?:星期|周|礼拜|假)")


def is_for_today(sentence: str) -> bool:
    """今天我决定画一幅画，想画海: a plan of the day, and so is what goes on from it."""
    return bool(_TODAY.search(sentence))


_ONCE = re.compile(r"小时候|曾经?|以前|当年|从前|年轻时|那时候?|儿时")  # 我小时候想当船长


def keep(drafts: Iterable[Draft], frame: Frame) -> list[Draft]:
    """The drafts whose objects pass."""
    given_up = frame.modal == "tentative" and (frame.past or bool(_ONCE.search(frame.said)))
    return [] if given_up else [draft for draft in drafts if _passes(draft, frame)]


def _passes(draft: Draft, frame: Frame) -> bool:
    name, words = draft.predicate, draft.object
    if name in _PASSING and len(frame.who.names) == 1 and _OF_MANY.fullmatch(frame.who.names[0]):
        return False
    if name == "plans_to":
        return _is_plan(words, frame)
    if name == "goal":
        return not (_GOOD_WISH.match(words) or _TALK.match(words) or _is_vague_deed(words))
    if name in _NAMED:
        return True
    if is_vague(words) or _POINTING.match(words) or (name in _DONE and _is_vague_deed(words)):
        return False
    if name in ("learning", "studies", "skilled_in") and _is_clause(words):
        return False
    if name in ("learning", "skilled_in") and (_KIND.fullmatch(words) or re.search("自己|如何", words)):
        return False
    if name in ("likes", "dislikes") and (_NO_TASTE.fullmatch(words) or _ORDINAL.match(words)):
        return False
    if name == "visited" and (_EVENT.search(words) or _is_errand(words) or _is_unnamed(words)):
        return False
    if name in ("likes", "favorite") and _SEEN.search(frame.said):
        return False
    if name == "dislikes" and _FEARED.search(frame.said.split(words)[0]):
        return _is_fear(words, frame.said)
    return True
