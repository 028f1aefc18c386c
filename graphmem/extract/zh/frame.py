"""A clause reduced to its predicate: subject, dates, adverbs and mood taken off the front."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.extract import dates_zh
from graphmem.extract.dates_zh import Found
from graphmem.extract.zh import people
from graphmem.extract.zh.people import Who
from graphmem.extract.zh.text import Text, join

# Words before the subject that say nothing: 对了，… 说实话，…
LINKS = re.compile(
    r"(?:但是|但|可是|可(?=[我你他她从在])|不过|而且|而(?=[我你他她])|并且|所以|因为|因此|于是|"
    r"然后|另外|对了|其实|说实话|老实说|"
    r"顺便(?:说(?:一下|一句)?|提一下)?|还有(?=[我，])|此外|总之|总的来说|嗯+|哦+|噢|啊(?!姨)|"
    r"哈+(?!尔)|嘿|唉|哎呀?|好的?(?=[，我])|"
    r"是这样的?|话说|你知道(?=我)|首先|其次|最后|再说|毕竟|反正|虽然|尽管|由于|不瞒你说|跟你说|告诉你|"
    r"我(?:知道(?=[他她我])|记得|发现|觉得|感觉|承认|认为|想说(?:的是)?|跟你说)(?!你)|(?:请|帮我|麻烦|"
    r"你)*(?:记住|记一下|记下来?|记得|别忘了?|备注一下?|备注)(?!了|用(?!户)|[把给加写别带先]|不要)[：:，, ]*|"
    r"补充(?:一下|一点)?|更正(?:一下)?|自我介绍(?:一下)?|先|要说|要论|说到|至于|(?:坐|住|和|"
    r"跟|在)我[^，的]{1,6}的(?=同事|朋友|同学|邻居|室友|闺蜜)|(?:PS|ps)(?=[：:，])|BTW|btw|"
    r"by the way|FYI|fyi)"
)
ADVERBS = re.compile(
    r"(?:倒是|虽然|虽说|尽管|明明|居然|竟然|之后|贼(?=[^，]{2})|[巨特老](?=[喜爱讨]|不[喜爱])|好(?=喜欢|钟意|"
    r"中意|讨厌)|可(?=喜欢|爱|讨厌)|是(?=对[^的]{1,8}过敏|才|刚|被|住|喜欢|讨厌|搬|在用|在学)|而(?=[是在])|晚上(?=不|老|总|经常|会|都)|早上(?=不|都)|"
    r"就是(?=不)|现在|目前|如今|眼下|当前|平时|平常|一般|通常|经常|常常|常年|总是|总(?!监|经|"
    r"裁|部|共)"
    r"|一直以来|一直|从小到大|[从打自]小就?|自幼|其实|"
    r"真的|真(?=[喜爱讨受])|特别|非常|极其|很(?!少|难)|超级|超(?=[喜爱讨级])|挺|蛮|最近|近来|"
    r"刚刚|刚才|刚(?!需)|已经|早已|早就|"
    r"也(?!许)|既(?=不|没|会|喜|爱|是|要|有)|都|还(?!款|没|可能|有|是)|还(?=是?[在用喜叫会])|又|就(?!职|业|读|诊)|才(?!华|"
    r"艺)|主要|基本上?|最终|终于|"
    r"分别|暂时|仍然|仍|依然|依旧|个人|比较|更(?=[喜爱习])|十分|相当|尤其|确实|当然|反正|偶尔|"
    r"有时候?|业余时间?|"
    r"正在|名下|手头上?|手里|周末|每天|"
    r"天天|每周|每年|工作上|工作中|日常|私下|完全|绝对|根本|"
    r"压根儿?|一点也|一点都|全家|全都|一起|一块儿?|一同|同时|本身|"
    r"正式|顺利|成功|刚好|恰好|从此|后来|结果|目前为止|到现在|至今|这边|那边|这辈子|"
    r"只(?=[用吃喝喜爱])|统一|全部|全面|"
    r"实在|始终|大概|左右|差不多|下班后|没事|闲时|闲下来|一个人|独自|自己(?=[在住开做养学用])|"
    r"今年(?=\d)|因为工作|工作原因|平均|年轻时|读书时|工作后|婚后|毕业后|退休后|大学毕业后|"
    r"被迫|主动|重新(?=[用住]))"
)
PAST = re.compile(
    r"(?:以前|之前(?!的)|曾经|曾|原来|原先|从前|过去|早年间?|早些年|当年|以往|早先|早前|早期|"
    r"初期|最初|一开始|起初|前些年|本来|原本|小时候|退休前|结婚前|毕业前|上学时|上学的时候)"
)
TENTATIVE = re.compile(
    r"(?:可能|也许|或许|大概率?|说不定|没准儿?|兴许|估计|似乎|好像|(?:我?还?在|正在|"
    r"正)?(?:考虑|琢磨|犹豫|纠结)(?:着)?(?:要不要|是不是要|去|要|换(?![成到为用掉]))?|"
    r"在想要不要|在想是不是|有(?:点儿?)?想(?:法)?|有意向?|有可能|不一定|怀疑(?:自己|我)?|疑似|"
    r"想着|(?:一直|很|特别|挺|好)?想(?!象|起|问|知|请|找|了解|看看|听听|法|念|想|不|让|要你|"
    r"把这)(?:要|去(?=[学读考]))?)"
)
PLANNED = re.compile(
    r"(?:打算|计划|准备(?!工作|好|就绪)|决定|即将|将要?(?!来|军|近)|马上(?:就)?要?|"
    r"快要?(?=[搬换去结入离毕])|预计|已经?定(?:好|下来?)?(?:了)?(?=[要去])|"
    r"(?:就|正|还)?要(?!是|求|不|么|紧|点|么|的是)(?!我)|会(?=搬|去(?!过)|换|转|回|开始|入|到|"
    r"升|迁|离|结|跟|和)|"
    r"约好了?|报名了?(?=去|参)|拿到了?offer要?|确定(?:了)?(?:要|去))"
)
NEGATED = re.compile(
    r"(?:(?P<never>不再|再也不|再也没|已经不|早就不|早不|现在不)|从来?(?:都)?(?:不|没有?)|"
    r"并不(?!且)|并没有?|并未|还没有?|根本不|完全不|"
    r"不(?=对[^的，]{1,8}过敏)|不(?:太|怎么|大|是很|是太|是特别|那么|算)(?=[喜爱习吃喝会擅熟])|"
    r"没有?(?=[\u4e00-\u9fffA-Za-z])(?!事|错|关系|问题|办法|空|准|精神)|不(?!过|同|错|用说|知|"
    r"好意|如|得不|对|锈|懂你|行|耐受|要|是说|是因|论|管|仅|但|止|光)(?=.))"
)
CLEFT_VERB = r"(?:用|住|学|养|开|读|写|喜欢|讨厌|爱|选)"
_TASTE = re.compile(r"(?:喜欢|爱|讨厌|恨|过|叫|烦|怕|习惯|最爱|目标是|梦想是|看|听)$")


@dataclass(frozen=True, slots=True)
class Frame:
    """`text`: the predicate. `modal`: '', "tentative" or "planned". `done`: ends in 了.

    `whole`: the predicate with its dates left in. Dates are ISO texts or ''.
    """

    text: Text
    whole: Text
    who: Who
    said: str
    negated: bool = False
    never: bool = False
    past: bool = False
    modal: str = ""
    done: bool = False
    point: str = ""
    until: str = ""
    length: str = ""
    since: bool = False
    future: bool = False
    vague: bool = False


def lead(text: Text) -> Text:
    """Without connectives and interjections in front."""
    while len(text):
        text = text.strip()
        match = LINKS.match(text.plain)
        if not match or match.end() == len(text) or not text.boundary(match.end()):
            return text
        text = text[match.end() :]
    return text


def is_ahead(clause: str) -> bool:
    return bool(
        re.search(
            r"[要将]|打算|计划|准备|会(?!议|计)|预计|考虑|可能|也许|马上|决定|定在|约了|说不定|想去|"
            r"截止|即将",
            clause,
        )
    ) and not re.search(r"[了过](?:一趟|一次|一圈)|刚", clause)


# 我在上海住了三年: and lives there still, unless the sentence goes on
_STAYED = re.compile(r"(?:住|待|呆|生活|定居)了?$")


def dated(text: Text, at: datetime) -> tuple[Text, list[Found], str]:
    """The text less its dates, the dates, and the length of time it says something has lasted."""
    ahead = is_ahead(text.plain)
    taken: list[Found] = []
    spans: list[tuple[int, int]] = []
    length = ""
    for found in dates_zh.find(text.plain, at, ahead):
        before, after = text.plain[: found.start], text.plain[found.end :]
        if _TASTE.search(before) or (before.endswith("是") and not after.strip("的了。")):
            continue
        end = found.end
        if found.kind == "length":
            if after and re.search(r"[当做教学养练]了$", before):  # 当了五年护士: it may be over
                spans.append((found.start, found.end))
                continue
            lasting = re.match(r"了|多了", after) or re.search(r"已经|一直|[快近满]$", before)
            if not after:
                lasting = lasting or _STAYED.search(before)
            if not lasting and not re.match(r"$", after):
                continue
            length = found.value if lasting else length
            end += len("多") if after.startswith("多") else 0
            end += 1 if text.plain[end : end + 1] == "了" else 0
            start = found.start - (1 if re.search(r"[快近满]$", before) else 0)
            spans.append((start, end))
            continue
        taken.append(found)
        if text.plain[end : end + 1] in ("的", "，") and found.kind != "since":
            end += text.plain[end : end + 1] == "，"
        spans.append((found.start, end))
    return text.without(spans), taken, length


# 下周 may lie in this month
_TO_COME = re.compile(r"下下?个?(?:周|星期|礼拜)|月底|月末|年底|年末|明|后天|下半年")


def build(text: Text, at: datetime, memory: MutableMapping[str, str], default: Who) -> Frame:
    """Take a clause apart. `default`: the subject when it names none."""
    whole = lead(text)
    body, found, length = dated(whole, at)
    frame = mood(lead(body), default, memory)
    rest = re.sub(r"[了啊呢吧啦呀哦嘛哈的]+$", "", frame.text.plain)
    done = "了" in frame.text.plain[len(rest) :] or bool(re.search(r"了$", whole.plain))
    points = [f for f in found if f.value]
    point = points[0].value if points else ""
    until = next((f.until for f in points if f.kind == "range"), "")
    since = any(f.kind in ("since",) for f in points)
    today = at.date().isoformat()
    ahead = bool(points) and bool(_TO_COME.match(whole.plain[points[0].start : points[0].end]))
    future = bool(point) and (point > today[: len(point)] or (ahead and point == today[: len(point)]))
    return replace(
        frame,
        whole=mood(whole, default, memory).text,
        said=text.written(),
        done=done,
        point=point,
        until=until,
        length=length,
        since=since,
        future=future,
        vague=any(f.kind == "vague" for f in found),
    )


_FELT = re.compile(
    r"喜欢|喜爱|爱(?!情)|讨厌|害怕|怕|热爱|享受|反感|钟爱|想|擅长"
)  # 很喜欢 may be tagged as one word
_LOOSE = frozenset("都也还就又才而是既")
_DOING = re.compile(
    r"在(?=上(?![班课面海周个])|做|学|用|读|写|准备|考虑|找|练|减|追|备考|看|听|养|吃|维护|"
    r"开发|负责|研究|搞|带|参与|推进|筹备|计划|打算|"
    r"坚持|服用)"
)
# 写前端[我一般用 TypeScript]: what it is for, said before the subject
_ASIDE = re.compile(
    r"(?![^我]*(?<!相)[说让给叫找帮陪带和跟对教问像离催劝请喊管称让])[^我你他她]{1,8}(?<![是叫有])"
    r"(?=我(?:们|自己)?(?:更|最|特别|一般|平时|都|用|主要|现在|喜欢|在|是|也|会|还|通常|常|从|把|改))"
)
# 我用的不是 Windows
_CLEFT = re.compile(rf"(?P<verb>{CLEFT_VERB}的)(?:并|可|根本)?不(?P<rest>是.)")
_LOOP = (ADVERBS, PAST, TENTATIVE, PLANNED, NEGATED)


def mood(text: Text, default: Who, memory: MutableMapping[str, str]) -> Frame:
    who = Who()
    negated = never = past = False
    habitual = bool(re.search(r"每[天周月年晚次]|天天|经常|总是", text.plain))
    modal = ""
    while len(text):
        text = text.strip()
        if not who.said:
            found = people.find(text, memory)
            if found.said and found.end:
                if text.plain[0] in "和跟与":  # 跟我妹一起住在…: the other of the two was named before
                    found = replace(found, names=(*default.names, *found.names[1:]))
                who, text = found, text[found.end :]
                continue
        moody = PAST.match(text.plain) or TENTATIVE.match(text.plain)
        if not who.said and not moody and (aside := _ASIDE.match(text.plain)):
            text = text[aside.end() :]
            continue
        if who.said and text.plain[0] == "的" and len(text) > 2:
            text = text[1:]
            continue
        if cleft := _CLEFT.match(text.plain):
            negated = not negated
            text = join(text[: cleft.end("verb")], text[cleft.start("rest") :])
            break
        if _DOING.match(text.plain) and (text.tags[0] == "d" or text.plain.startswith(("在计划", "在打算"))):
            text = text[1:]
            continue
        if modal and (more := re.match(r"(?:会|要|得|将|能)(?=[\u4e00-\u9fff])", text.plain)):
            text = text[more.end() :]
            continue
        step = next((m for p in _LOOP if (m := p.match(text.plain)) and _whole(text, m, p)), None)
        if step is None or step.end() == 0:
            break
        if step.re is NEGATED:
            negated = not negated
            never = never or bool(step["never"])
            if re.match(r"没有?$|还没有?$|从来?没有?$", step.group()) and _noun_next(text[step.end() :]):
                text = text[step.end() - 1 :] if step.group().endswith("有") else text[step.end() :]
                break
        past = past or step.re is PAST
        if step.re is PLANNED and step.group() in ("要", "会", "就要", "还要") and habitual:
            text = text[step.end() :]
            continue
        if step.re in (TENTATIVE, PLANNED) and modal != "tentative":
            modal = "tentative" if step.re is TENTATIVE else "planned"
        text = text[step.end() :]
    if not who.said:
        who = replace(default, end=0, said=False, relations=())
    return Frame(text, text, who, "", negated, never, past, modal)


def _whole(text: Text, match: re.Match[str], pattern: re.Pattern[str]) -> bool:
    """Adverbs must end where a word does; 不 and 没 may be tagged as part of the verb."""
    if match.end() >= len(text):
        return False
    if match.group() in ("很", "挺", "蛮") and _FELT.match(text.plain, match.end()):
        return True
    if match.group() in _LOOSE and text.plain[match.end()] in "是不在没有会要对":
        return True
    return pattern in (NEGATED, PLANNED, TENTATIVE) or text.boundary(match.end()) or match.end() > 1


def _noun_next(text: Text) -> bool:
    return bool(len(text)) and text.tags[0] in ("n", "nz", "LOC", "ORG", "PER", "nw", "m", "q")
