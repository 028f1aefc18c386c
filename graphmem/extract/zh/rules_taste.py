"""Taste, hobbies, skills, what is being learnt, and things owned."""

from __future__ import annotations

import re

from graphmem.extract.zh.frame import Frame, lead
from graphmem.extract.zh.nouns import bare
from graphmem.extract.zh.patterns import Draft, P, Pattern, apply
from graphmem.extract.zh.readers import read_liked
from graphmem.extract.zh.text import Text
from graphmem.model import PERSON

_LIKE = (
    r"(?:喜欢|喜爱|热爱|钟爱|偏爱|酷爱|迷上|爱上|沉迷于?|痴迷于?|好这口|中意|钟意|稀罕|"
    r"迷(?![信路惑你茫糊失])|"
    r"爱(?!好|人|情|心|的是|莫|啥|尔|死了$)(?:死了?(?=.+了$|(?<=了)))?)"
)
_DISLIKE = (
    r"(?:讨厌(?:死(?=.+了$))?|厌恶|反感|受不了|忍不了|不能忍|无法忍受|最烦|烦(?!恼|心|请|你|死|躁|透|人|得|闷)|恨(?!不得)|嫌弃|"
    r"害怕|最怕|怕(?=[\u4e00-\u9fff])|接受不了|吃不了|喝不了|吃不惯|喝不惯|"
    r"看不惯|听不惯|用不惯|不待见|无感|hate)"
)
_FAVORITE = re.compile(
    r"(?:个人)?最?(?:最喜欢|最爱|最钟爱|最喜爱|最中意|最常)(?:吃|喝|听|看|玩|去|用|逛|追|读|"
    r"买|穿|住)?的(?:一[个部首本种款道只支家位座项])?"
    r"(?P<cat>.*?)(?:嘛|呢|吧)?[，,]?(?:(?:那)?(?:必须|当然|肯定|绝对|一定)?(?:就是|还是|非|"
    r"是|：|:|=)|(?<=[，,]))(?P<obj>.+)"
)
_FAVORITE_OF = re.compile(
    r"(?P<obj>.+?)(?:就|一直|也)?是(?:我|咱)?(?:个人)?(?:的)?最(?:喜欢|爱|钟爱|喜爱)(?:吃|喝|"
    r"听|看|玩|去|用|追|读)?的(?:一[个部首本种款道只支家位座项])?(?P<cat>.+)"
)


_LIKED_OF = re.compile(
    r"(?:个人)?(?:比较|很|特别|平时|常)?(?:喜欢|爱)(?:吃|喝|听|看|玩|用)?的(?P<cat>[^是]{1,6})"
    r"(?:就)?(?:是|有|：|:)(?P<obj>.+)"
)


def favorites(frame: Frame) -> list[Draft]:
    """最喜欢的季节是深秋 → favorite 深秋 in 季节; 长沙是我最喜欢的城市; 喜欢的运动是羽毛球 → likes."""
    if frame.negated:
        return []
    text = frame.whole
    for pattern in (_FAVORITE, _FAVORITE_OF, _LIKED_OF):
        match = pattern.match(text.plain)
        if not match or re.search(r"我|你", match["obj"]) or match["cat"].endswith("人"):
            continue
        objects = read_liked(text[match.start("obj") : match.end("obj")]).values
        category = bare(text[match.start("cat") : match.end("cat")]).written()
        if pattern is _LIKED_OF or not category:
            return [Draft("likes", value) for value in objects]
        return [Draft("favorite", value, category, dated=False) for value in objects]
    return []


def _no_object(match: re.Match[str], text: Text, frame: Frame) -> bool:
    words = match["liked"]
    return not re.match(r"[你您]|上[了你]|得|的(?!士)|一个人$", words) and not re.search(
        r"(?:怎么|什么|哪)", words
    )


LIKES: tuple[Pattern, ...] = (
    P(
        rf"(?:是)?(?:最|更|都|不是很|就)?{_LIKE}(?:上(?![班课学网海岸山街]))?(?:了|的是|着)?(?P<liked>.+)",
        "likes=liked",
        "我特别爱吃臭豆腐",
        _no_object,
    ),
    P(
        r"(?:是)?(?P<liked>.{2,12}?)的?(?:铁杆|忠实|资深|超级|死忠)?(?:粉丝?|球迷|歌迷|影迷|"
        r"爱好者|发烧友|控|迷)" + r"$",
        "likes=liked",
        "我是五月天的粉丝",
        lambda m, t, f: m.group().startswith("是"),
    ),
    P(
        r"(?:对)(?P<liked>.+?)(?:很|非常|特别|挺|比较|越来越)?(?:感兴趣|有兴趣|着迷|上瘾|情有独钟)",
        "likes=liked",
        "我对天文很感兴趣",
    ),
)
DISLIKES: tuple[Pattern, ...] = (
    P(rf"(?:最|更|都)?{_DISLIKE}(?:的是|了|吃|喝)?(?P<liked>.+)", "dislikes=liked", "我讨厌香菜", _no_object),
    P(
        r"对(?P<liked>.+?)(?:很|非常|特别|比较|实在)?(?:反感|无感|没(?:有)?(?:什么|啥|多大|太大|"
        r"任何)?兴趣|不感兴趣|不感冒)",
        "dislikes=liked",
        "我对足球没兴趣",
    ),
)
_MEAT = re.compile(r"(?:红肉|猪肉|牛肉|羊肉|肉|荤|荤腥|蛋奶|乳制品|奶制品|麸质|碳水|海鲜)(?:类)?$")


def tastes(frame: Frame) -> list[Draft]:
    """Likes and dislikes; 不喜欢, 不爱, 不吃 are dislikes, 不讨厌 is nothing."""
    text = frame.text
    drafts = _first(LIKES, text, frame)
    if drafts:
        if not frame.negated:
            return drafts
        over = frame.never or frame.done
        return [
            Draft(
                "likes" if over else "dislikes", d.object, stance="ended" if over or frame.past else "stated"
            )
            for d in drafts
        ]
    drafts = _first(DISLIKES, text, frame)
    if drafts:
        return [] if frame.negated and not frame.never else drafts
    if frame.never:
        return []
    match = re.match(r"(?:吃|喝)(?!不|得|了|过|药|饭|早|午|晚|完|素|清)(?P<liked>.+)", text.plain)
    if frame.negated and match:
        objects = read_liked(text[match.start("liked") :]).values
        if _MEAT.match("".join(objects)):
            return [Draft("diet", f"不{match.group()[0]}{'、'.join(objects)}", stance="stated")]
        return [Draft("dislikes", value, stance="ended" if frame.past else "stated") for value in objects]
    return []


def _first(patterns: tuple[Pattern, ...], text: Text, frame: Frame) -> list[Draft]:
    for pattern in patterns:
        drafts, _ = apply(pattern, text, frame)
        if drafts:
            return drafts
    return []


_CAN = (
    r"(?:弹|拉|吹|打(?!算|扰)|游泳|写(?!完)|做(?:饭|菜|蛋糕|甜点|PPT|木工|咖啡)|编程|画|唱|跳|"
    r"开(?:车|飞机|卡车)|修|下(?:棋|围棋|象棋)|滑|骑|剪|摄影|"
    r"用|魔术|潜水|冲浪|武术|太极|书法|手语|盲打|烘焙|织|缝|Photoshop|[A-Z])"
)
SKILLS: tuple[Pattern, ...] = (
    P(
        r"(?:最|比较|很|特别)?(?:擅长|精通|善于|熟练掌握|熟悉|掌握|拿手的?(?:菜|是)*|强项是|"
        r"长项是|特长是|专长是)(?:的是|了)?(?P<liked>.+)",
        "skilled_in=liked",
        "我擅长速记和 Excel",
    ),
    P(
        r"(?P<liked>.+?)(?:用|写|说|弹|玩|打|做|画|跑|唱|跳|下|拉)得(?:很|非常|特别|挺|还|"
        r"相当)?(?:溜|好|不错|熟练|熟|棒)",
        "skilled_in=liked",
        "我 Excel 用得很溜",
    ),
    P(
        r"(?:技能|特长|强项|专长|长处)(?:就)?(?:是|有|：|:)(?P<liked>.+)",
        "skilled_in=liked",
        "我的特长是书法",
    ),
    P(
        r"对(?P<liked>.+?)(?:很|比较|非常|相当|特别)?(?:精通|在行|拿手|熟悉|熟练|熟)",
        "skilled_in=liked",
        "我对 Kubernetes 很熟",
    ),
    P(
        rf"(?:会)(?P<liked>{_CAN}.*)",
        "skilled_in=liked",
        "我会弹钢琴",
        lambda m, t, f: not f.future and len(m["liked"]) < 12,
    ),
    P(r"学会了?(?P<liked>.+)", "skilled_in=liked", "我学会了滑雪"),
)


def _subject_of_study(match: re.Match[str], text: Text, frame: Frame) -> bool:
    return not re.match(
        r"[校费历期院习员位者业]|的|会|过|完|生|长|[你我他]|到|东西|区|分|术|科", match["liked"]
    )


LEARNING: tuple[Pattern, ...] = (
    P(
        r"(?P<liked>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:也|都|已经|自己)*(?:自学|学习|学|练)了?$",
        "learning=liked",
        "二胡自学了快两年",
        lambda m, t, f: bool(f.length) and t.tags[0] in ("n", "nz") and not f.past,
    ),
    P(
        r"在.{2,8}?(?<![大小中科文])(?:学习|学)(?![院校历期过会生])(?P<liked>.+)",
        "learning=liked",
        "我在夜校学日语",
        _subject_of_study,
    ),
    P(
        r"(?:学|自学|学习)过(?:一?[点些]|一段时间的?|[一两三四五六七八九十几半\d]+(?:年|个月|周|"
        r"天)(?:多|半)?的?)?(?P<liked>.+)",
        "learning=liked!ended",
        "我学过法语",
        _subject_of_study,
    ),
    P(
        r"(?:正在|正|在|开始|继续|重新|报名|去|来|跟(?:着)?.{1,6}?|利用.{1,6}?|恶补|努力|认真|刚|"
        r"又|着手|(?:报|找|请|上|买)了?(?:一?[个位门套])?(?:网上的?)?(?:班|课|网课|私教|教练|老师|师傅))*"
        r"(?:自学|学习|学|练习|练|进修|补习|恶补|钻研|啃)(?:起|着|了|上)?(?:一?[点些]|"
        r"怎么|怎样|如何|新的|更多的?)?(?P<liked>.+)",
        "learning=liked",
        "我正在学二胡",
        lambda m, t, f: (
            _subject_of_study(m, t, f) and not re.search(r"[学习练]了[一两几]?[道个首招句段篇]", m.group())
        ),
    ),
    P(
        r"(?:给自己)?(?:报名?|上|参加|注册|选修)了?(?:一?[个门])?(?P<liked>(?![夜早晚中白加下值])[^个了班课在]{1,8}?)"
        r"(?:班|课|课程|培训|兴趣班|"
        r"网课)(?:了)?$",
        "learning=liked",
        "我报了油画班",
    ),
)
HOBBY: tuple[Pattern, ...] = (
    P(
        r"(?:主要的?|平时的?|[^，]{0,6}唯一的?|业余|兴趣|最大的?|唯一的?|新的?)*(?:爱好|兴趣|消遣)(?:主要|就|"
        r"一直)?(?:是|有|：|:|包括|在于)(?P<liked>.+)",
        "hobby=liked",
        "我的爱好是集邮和摄影",
    ),
    P(
        r"(?P<liked>.+?)(?:也|就|一直|应该|可以|勉强)*(?:(?:算|称|说)得上是?|算是?|算作|是)"
        r"我们?(?:的|最大的?|唯一的?|平时的?|多年的?|主要的?|业余的?|生活中的?)*(?:爱好|兴趣|消遣)",
        "hobby=liked",
        "钓鱼是我唯一的爱好",
    ),
    P(r"爱好(?![是有者在：:比很挺不太多也都就还嘛呢和、])(?P<liked>.+)", "hobby=liked", "我爱好摄影"),
    P(r"以(?P<liked>.+?)为(?:爱好|消遣|乐)", "hobby=liked", "我以木工为爱好"),
)

_LASTING = r"(?:[一二两三四五\d]+|好几|几)?(?:辆|套|台|部|架|艘|把|间|栋|块|款|双|条|个)"
_GOODS = (
    r"(?:车|房|别墅|公寓|商铺|车位|摩托|单车|自行车|电动车|电脑|笔记本|手机|相机|吉他|钢琴|"
    r"手表|表|耳机|平板|显卡|键盘|显示器|音响|"
    r"游戏机|无人机|帐篷|店|民宿|农场|果园|咖啡机|投影仪|望远镜|镜头|游艇|船|古筝|小提琴|琴|电视|冰箱|柜|沙发|机|盒)"
)


def _durable(match: re.Match[str], text: Text, frame: Frame) -> bool:
    start = match.start("thing")
    words = match["thing"]
    named = bool(re.match(r"[A-Z]", words)) or text.tags[start] in ("nz", "ORG")
    vehicle = bool(re.match(r"(?:[一二两三四五几]|\d+|好几)?(?:辆|套|台|架|艘|栋)", words))
    return (
        named or vehicle or bool(re.search(_GOODS + r"$", re.sub(r"[了的吧啊]+$", "", words)))
    ) and not re.search(
        r"票|课|药|菜|会员|饭|水果|衣服|优惠|想法|问题|计划|账号|朋友|同事|女儿|儿子|[猫狗兔]$", words
    )


OWNS: tuple[Pattern, ...] = (
    P(
        r"(?:在.{2,6}?)?(?:自己)?开了(?:一)?[家间](?P<thing>.+)",
        "owns=thing",
        "我开了家面馆",
        lambda m, t, f: bool(re.search(r"(?:店|馆|公司|厂|工作室|餐厅|民宿|诊所|酒吧|房|铺)$", m["thing"])),
    ),
    P(r"(?:拥)?有(?P<thing>" + _GOODS + r")(?:了|的)?$", "owns=thing", "我名下没有车"),
    P(
        r"(?:名下|手里|手头|家里|家)?(?:有|拥有|还有)(?:了)?(?P<thing>" + _LASTING + r".+)",
        "owns=thing",
        "我名下有一间商铺和一艘游艇",
        _durable,
    ),
    P(
        r"(?:在.{2,6}?)?(?:要不要|是不是该)?(?:去|新|刚|又|也|贷款|全款|攒钱|咬牙|花.{1,8}?|下单|"
        r"给自己|给家里)*(?:买|购入|购买|入手|提|购置|置办|添置|盘下)(?:的是)?(?:下|到|回)?(?:了|"
        r"过)?(?:[一两三四]?[套辆台栋间](?=[房车铺店]))?(?P<thing>.+)",
        "owns=thing",
        "我买了一台 Switch",
        _durable,
    ),
    P(
        r"(?:把|将)(?P<thing>.+?)(?:给)?(?:卖|出手|出|转手|转让|送人|送给.{1,5}|扔|处理|弄丢|丢|"
        r"报废|捐)(?:掉|出去)?了",
        "owns=thing!ended",
        "去年把车卖了",
        lambda m, t, f: not re.search(r"问题|事|垃圾|bug|数据", m["thing"]),
    ),
    P(
        r"(?:卖|转手|出)(?:掉)?了(?P<thing>.+)",
        "owns=thing!ended",
        "上个月卖了那辆摩托车",
        lambda m, t, f: bool(re.search(_GOODS, m["thing"])) or bool(re.search(r"[A-Z]", m["thing"])),
    ),
    P(
        r"(?:开|骑)(?:的)?(?:是)?(?P<thing>(?:一?辆)?.+)",
        "owns=thing",
        "我开的是比亚迪汉",
        lambda m, t, f: bool(re.match(r"[开骑](?:的是|.?辆)", m.group())),
    ),
    P(
        r"(?:车|座驾|相机|吉他)(?:就)?是(?:一?[辆台把])?(?P<thing>.+)",
        "owns=thing",
        "我的车是特斯拉",
        lambda m, t, f: t.tags[m.start("thing")] in ("nz", "ORG", "n", "m", "q"),
    ),
)

_FRONTED = re.compile(
    r"(?:[那这]?一?[台辆部把套只条个])?(?P<obj>[^我，]{1,12}?)(?:被|让|给)?我们?[^，]{0,10}?(?:就|都|也|早|已经|放弃)*"
    r"(?P<end>(?:卖|扔|丢|送人|退)掉?了|没有|不(?:用|学|吃|喝)了?|卸载了|停用了|弃用了)$"
)

# 以前那辆摩托早就卖了
_THAT_IS_GONE = re.compile(
    r"(?:我)?(?:原来|以前|之前|原先|先前|后来|然后|旧|老|闲置)?(?:的)?那[台辆部套把架艘块](?P<obj>[^我你他她，]{1,10}?)"
    r"(?:被我|让我|我|早就?|已经|也|就|都|前.|去年|上[周月]|挂.{1,4}?|低价|便宜)*"
    r"(?P<end>(?:卖|扔|丢|送人|退|转手|报废|处理)掉?了)$"
)
# PS 我玩得很溜
_FRONTED_SKILL = re.compile(
    r"(?P<obj>[^我，]{1,12}?)我(?:还|也|都|一直)*[用写说弹玩打做画跑唱跳下拉]得(?:很|非常|特别|挺|还|相当|比较)*"
    r"(?:溜|好|不错|熟练|熟|棒|6)(?:的|了)?$"
)


# 绍兴的黄酒我也很喜欢
_FRONTED_TASTE = re.compile(
    r"(?P<obj>[^我你您他她它，这那]{2,12}?)我(?:个人)?(?:也|都|还|一直|倒是|真的|实在|更|最)*(?:很|非常|特别|特|超级?|挺|蛮|比较)?"
    r"(?:(?P<good>喜欢|爱|喜爱)|讨厌|受不了|反感)[吃喝听看玩]?(?:的|了)?$"
)


def _is_goods(text: Text) -> bool:
    return bool(re.search(rf"{_GOODS}$|[A-Z]", text.plain)) or text.tags[0] in ("nz", "ORG")


def fronted(clause: Text) -> list[Draft]:
    """那台旧钢琴我去年就卖了;  车我也没有;  日语我不学了: what it is about stands first."""
    clause = lead(clause)
    skilled = _FRONTED_SKILL.match(clause.plain)
    if skilled and not re.search(r"[你他她吗这那]", skilled["obj"]):
        objects = read_liked(clause[: skilled.end("obj")]).values
        return [Draft("skilled_in", value) for value in objects]
    felt = _FRONTED_TASTE.match(clause.plain)
    if felt and clause.tags[0] not in ("p", "c", "d", "v", "r", "TIME"):
        objects = read_liked(clause[: felt.end("obj")]).values
        return [Draft("likes" if felt["good"] else "dislikes", value, subject=PERSON) for value in objects]
    match = _THAT_IS_GONE.match(clause.plain)
    if match and not _is_goods(clause[match.start("obj") : match.end("obj")]):
        return []
    match = match or _FRONTED.match(clause.plain)
    if not match or re.search(r"[你他她吗]|如果|今天|昨天|[对跟给把从在]", match["obj"]):
        return []
    end = match["end"]
    over = "ended" if end.endswith("了") else "negated"
    if end.endswith(("卖了", "掉了", "扔了", "丢了", "送人了", "退了", "手了", "废了", "理了")):
        predicate = "owns"
    elif end == "没有":
        predicate = "owns" if re.search(_GOODS + r"$", match["obj"]) else ""
    else:
        predicate = {"学": "learning", "吃": "likes", "喝": "likes"}.get(end[1:2], "uses")
    if predicate == "likes" and over == "negated":
        predicate, over = "dislikes", "stated"
    objects = read_liked(clause[match.start("obj") : match.end("obj")]).values
    return [Draft(predicate, value, stance=over) for value in objects if predicate]
