"""What must not be read as a fact, and why."""

from __future__ import annotations

import re

REQUEST = "a request for now"
HEARSAY = "said by others, not by the user"

_NO_FACT: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (reason, re.compile(pattern))
    for reason, pattern in (
        # 女主角阿宁是住在孟买的侦探
        (
            "fiction",
            r"(?:男|女)?主(?:角|人公)|反派|(?:剧|小说|电影|影片|故事|动漫|番|漫画|剧本|剧情|副本|游戏)"
            r"(?:里|中)|角色|人设|扮演|假装(?:你|我|自己)|"
            r"假设(?:你|我)是|[写编讲](?:个|一个|一篇|一段|篇|段|首|一首).{0,20}(?:故事|小说|剧本|童话|诗|"
            r"歌|文案|作文|段子)|设定(?:是|为|：)|虚构|"
            r"在我?(?:写|追|看|玩)的.{0,6}(?:剧|小说|电影|故事|游戏|番|动漫|漫画)|梦见|梦到|做梦|梦里|"
            r"穿越(?:到|成)|上辈子|下辈子",
        ),
        # 呵呵，我可太爱写日报了
        (
            "a joke or sarcasm",
            r"呵呵|开(?:个)?玩笑|逗你|说着玩|骗你的|才怪|狗头|我谢谢你|可真(?:是)?太|"
            r"真是太[\u4e00-\u9fff]+了呢|恨不得|巴不得|就差没?|"
            r"都快(?:成|变成|要成)|快成.{1,6}了|简直(?:是|成|就)|🐶|/doge|\[doge\]|\(狗头\)|(?:可能|"
            r"估计|大概)?是?(?:外星人|机器人)(?:吧|了)|"
            r"(?:祖传|专业)(?:摸鱼|划水|背锅)|跟.{1,6}结婚(?:了)?算了|(?:饿|困|累|气|冷|热)得(?:能|"
            r"可以|想)|[一上]万(?:年|岁)|几百岁|百八十岁|一百岁",
        ),
        # 我爱死早高峰了
        (
            "a joke or sarcasm",
            r"(?:爱|喜欢)死.{0,4}(?:加班|开会|上班|早起|bug|BUG|报错|堵车|早高峰|晚高峰|周一|甲方|熬夜|周报|日报|调休|考试|值班)",
        ),
        # 我会飞这事不是真的
        (
            "denied by the speaker",
            r"(?:是|纯属)个?(?:谣言|谎言|谎话|假话|胡说|瞎编的?|骗人的?|误传)[啦的了。！!]*$|"
            r"[这那](?:件?事儿?|话|个?说法|一?点)(?:都|根本|完全)?(?:并?不是真的|不属实|是假的)",
        ),
        # 书里写我们都是星尘
        (
            "reported or quoted text",
            r"(?:文章|文中|书里|报道|新闻|帖子|网页|资料|公告|博客|视频|歌词|材料|通知)(?:里|上|"
            r"中)?(?:都|也|还)?"
            r"(?:说|写着?|讲|提到|介绍|称|显示)",
        ),
        # 再加一次班我就去修仙
        ("hypothetical", r"(?:^|[，,])再.{1,12}(?:我|就).*就|谁(?:要|再).{1,12}我就"),
    )
)
_HYPOTHETICAL = re.compile(
    r"如果|(?<![主重只需])要是|假如|假设|假使|倘若|若是|若(?=[我能有没])|万一|的话(?!题|音|费|剧|语|》)|早知道|"
    r"要不是|除非|想象一下|设想|哪天|有朝一日|"
    r"等我.{1,10}(?:就|再|了)|(?:当初|当年|当时)(?:要|应该|就该|该|没)|"
    r"差(?:一)?点(?:儿)?(?:就|没|去|成|当|买|搬|要)|本来(?:可以|应该|想|打算|要)|"
    r"原本(?:想|打算|要)|(?:就|该|那)(?:多|更|太)?好了$|多好啊?$|宁愿|宁可|就算|即使|哪怕|"
    r"只要.{1,15}就|换成是我|比如说?我|(?:倒)?不如"
)
_ASKING = re.compile(
    r"[吗么](?:[？?。]|$)|(?<!什)么$|呢(?:[？?]|$)|(?<!没)(?<!没有)什么(?!都)|(?<![不学])(?<!学习)怎么(?!都|也)|"
    r"(?<!学)(?<!学习)(?:怎样|如何)|为什么|为啥|干嘛|干啥|谁(?!都|也)|哪(?!怕|吒|天)|(?<![好十])几(?:点|个|岁|号|次|天|年|月|"
    r"口)(?!月前)|"
    r"多(?:少|久|大|长|远|高|重|快)(?!了|的)|是不是|有没有|要不要|能不能|可不可以|会不会|"
    r"行不行|好不好|对不对|该不该|值不值|算不算|需不需要|"
    r"用不用|去不去|喜不喜欢|有何|何时|啥(?!都|也)|多不多|难不难|贵不贵|还是.{1,12}(?:好|合适|划算|更)"
)
_WONDERING = re.compile(
    r"(?:考虑|犹豫|纠结|琢磨|在想|想想|讨论).{0,6}(?:要不要|是不是|该不该|去不去|换不换|买不买)"
)
SPEAKER = (
    r"(?:(?![^，]{0,6}[跟和对给])[^，。我]{0,6}?(?:医生|大夫|老师|朋友|同事|老板|领导|经理|"
    r"主管|算命的?|先生|大师|"
    r"他们|别人|人家|大家|有人|网上|亲戚|邻居|家人|客户|"
    r"老婆|老公|媳妇|对象|男友|女友|闺蜜|室友|同学|儿子|女儿|孩子|"
    r"[爸妈爷奶哥姐弟妹婆公舅姑姨叔]|[他她]|小[\u4e00-\u9fff]|老[\u4e00-\u9fff]|"
    r"AI|你|系统|ChatGPT|GPT|医院|公司|HR|面试官|教练|[A-Z][a-z]+))"
)
_HEARSAY = re.compile(
    rf"(?:(?:我的?)?{SPEAKER}(?:们)?"
    r"(?:都|总|老|一直|经常|常|又|还|也|就|非|刚|昨天|今天)*(?:说|觉得|认为|以为|怀疑|猜|希望|"
    r"建议|劝|让|叫(?!我[A-Z])|要|催|想让|想要|逼|传|预言|断定|坚信|误以为|非说|"
    r"断言|确诊|诊断|推荐|夸|吐槽|骂)(?!我(?:老|阿|小|大|叫)|(?:我)?的(?!话))(?=.*(?:我|咱)))|"
    r"(?:听说|据说|听人说|传说|传闻|有传言|网传|据报道|新闻(?:里|上)?说|书上说|星座)"
)
_SAYS = re.compile(
    rf"^(?:(?:我|咱)(?:的)?)?(?P<who>{SPEAKER})(?:们)?(?:总|老|一直|经常|也|刚|昨天|"
    rf"今天)*(?:说|告诉我|跟我说|提到|宣布)(?:过|了)?(?P<what>.+)"
)
_MISTAKEN = re.compile(r"^(?:我)?(?:还|一直)?(?:以为|误以为|假装|梦见|幻想|想象自己|骗.{1,4}说)")
_TO_YOU = re.compile(
    r"^(?:那|所以|其实|但是?|而)?(?:你|您|你们)(?!好|看|知道|猜|说得对|放心|可以叫我|就叫我|叫我|们?公司)"
)
_REQUEST = re.compile(
    r"^(?:请|麻烦|劳烦|帮我|帮忙|帮|给我|替我|用[A-Za-z+#. ]+(?:写|做|实现|画|生成|编)"
    r"(?:一?[个段份张篇]|出)|告诉我|推荐|介绍|写|编(?![程辑码])|翻译|解释|总结|概括|列|生成|"
    r"查|搜|算|改(?!用|成|为|名|行|吃)|润色|整理|把(?:上面|下面|这|以上|以下|刚才)|"
    r"将(?:上面|下面|这|以上|以下)|来个|来一|来段|讲|说说|聊聊|看看|看一下|设计|做(?:个|一个|"
    r"一份|张)|画|再(?:来|给|写|说|讲|改|试)|继续|换(?:个|一个|一种)|"
    r"举(?:个|几个)|对比|比较(?![喜爱讨怕想常习擅熟少多大小忙累好高难内外])|分析|检查|核对|修改|优化|(?:这次|这回|这一次|这篇|这段|"
    r"今天)(?:先|请|就|别|不要|用)|能(?:不能|否)|可以(?:帮|给|请|把)|"
    r"我(?:想|要)(?:问|请|知道|了解|看|让|找|听|查|咨询|确认)|想(?:问|请教|了解|知道|咨询|"
    r"确认)|(?:有什么|有没有)|需要(?:你|一|帮)|我需要(?:你|一)|"
    r"别(?!人|的|墅)|不要(?!我)|不用(?:了|管|加|再|解释|谢|给)|先(?:别|不)|直接(?:给|说|写))"
)


# 画图用 Figma: a use, not a request to draw
_TOOL_FOR = re.compile(
    r"(?![帮给请替麻])[^个，一]{1,6}?(?:都|主要|一般|就|一直)?(?:用|使用)(?:的是)?[A-Za-z\u4e00-\u9fff]{2,}"
)


_LAUGHTER = re.compile(
    r"[，,。！!~]?\s*(?:哈哈+|hhh+|233+|笑死(?:我了)?|😂|🤣|lol|[（(]笑[)）]|[（(]bushi[)）]|"
    r"[（(]误[)）])[。！!~ ]*$"
)
SERIOUS = frozenset(
    {"name", "nickname", "hometown", "born_in", "age", "lives_in", "pet", "child", "visited", "likes"}
)
"""Relations taken at their word although the sentence ends in laughter."""


def is_laughing(text: str) -> bool:
    return bool(_LAUGHTER.search(text))


def sentence_reason(text: str) -> str:
    """Why nothing in this sentence is a fact, or ''."""
    return next((reason for reason, pattern in _NO_FACT if pattern.search(text)), "")


def asks(clause: str, mark: str) -> bool:
    """Whether a clause is a question; 在考虑要不要买 is not."""
    if _WONDERING.search(clause) and "?" not in mark and "？" not in mark:
        return False
    return "?" in mark or "？" in mark or bool(_ASKING.search(clause))


def is_hypothetical(clause: str) -> bool:
    return bool(_HYPOTHETICAL.search(clause))


def clause_reason(clause: str) -> str:
    """Why this clause alone is no fact, or ''."""
    if _TO_YOU.match(clause):
        return "about the assistant, not the user"
    if _HEARSAY.search(clause):
        return HEARSAY
    says = _SAYS.match(clause)
    if (
        says
        and not re.search(r"我$|^[我咱]", says["who"])
        and not re.match(r"(?:她|他|自己|[^，]{0,2}自己)", says["what"])
    ):
        return HEARSAY
    if _MISTAKEN.match(clause):
        return "believed or pretended, not true"
    if _REQUEST.match(clause) and not _TOOL_FOR.match(clause):
        return REQUEST
    return ""
