"""Chinese text that is not its writer's own word: another speaker's lines, forwards, lyrics, examples.

Each pattern spans what must not be read; the example beside it shows one, the line after it a neighbour
that stays.
"""

from __future__ import annotations

import re

_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔"
    "钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
)
_ROLE = (
    r"医生|大夫|老师|朋友|同事|老板|领导|经理|主管|对方|别人|人家|有人|网友|亲戚|邻居|家人|客户|客服|老婆|老公|媳妇|"
    r"对象|男友|女友|男朋友|女朋友|闺蜜|室友|同学|儿子|女儿|爸爸?|妈妈?|爷爷|奶奶|哥哥?|姐姐?|弟弟?|妹妹?|"
    r"主持人|记者|嘉宾|面试官|候选人|买家|卖家|房东|群主|楼主|博主|作者"
)
# 老家：…, 周末：…, Note: …: headings that look like names
_NO_PERSON = (
    r"(?:老[家是说了]|小[结时学记计技区规事实本样声说]|高[中考一二三]|金额|范[围例文本]|程[度序]|方[案向便面法式]|白天|周[末一二三四五六日年边]|"
    r"万[一分]|马上|毛病|任[务职何期]|石头|夏天|于是|何[况时]|许[多久]|顾虑|钱[包的]|严[重格]|向[来往]|余下|胡说|郑重|陈述|谢谢|"
    r"莫名|段落|杜绝|罗列|孙[子女]|黄[色金]|王[者牌]|付[款费]|史[上实]|龙年|贺[卡词]|常[识年]|沈阳|苏州|江[南西苏]|黎明|汤|"
    r"(?:Note|Hi|Hello|Hey|Name|Dear|Update|Location|City|Job|Bio|Intro|About|Fact|Me|User|Background|Profile|Context)\b)"
)
PERSON_WORD = (
    rf"(?:(?!{_NO_PERSON})(?:(?:我|咱)?们?的?(?:{_ROLE})|[他她](?!的|们的)们?|[小老阿][\u4e00-\u9fff]|[A-Z][a-z]+|"
    rf"[{_SURNAMES}](?:某某?|先生|女士|总|工|姐|哥|老师|[\u4e00-\u9fff]{{1,2}})))"
)
_NAMED = (
    rf"(?!{_NO_PERSON})(?:[他她](?!的|们的)们?|[小老阿][\u4e00-\u9fff]|[{_SURNAMES}][\u4e00-\u9fff]{{1,2}})"
)
_MINE = r"[^\n。！？]{0,40}(?:我|咱|俺|本人)"
_REST_OF_LINE = r"[^\n]*"
_SENT = (
    r"(?:写道|写着|写信(?:说|给我)|来信|留言|回复|回信|发来|发(?:了|来)?(?:一?[条封个段])?(?:的)?(?:消息|短信|微信|邮件|信息|语音)|"
    r"喊道|说道|问道|答道|原话(?:是)?|的?话(?:是|说)|朋友圈|签名(?:是)?|转述)"
)
_MATERIAL = (
    r"(?:邮件|来信|短信|微信|消息|聊天记录|对话|文章|课文|歌词|台词|剧本|小说|故事|新闻|报道|通知|公告|帖子|评论|"
    r"日志|代码|材料|资料|原文|译文|翻译|例文|范文|样本)"
)
_OPENS = r"(?:^|(?<=[。！？!?\n；;]))[ \t]*"

OTHERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    # - 用户喜欢爬山 [0a1b2c3d]: a remembered fact with its id. 我喜欢爬山 [真的] stays
    ("recalled text", re.compile(r"^[^\n]*\[[0-9a-f]{8}\][ \t\r]*$", re.M)),
    # 乙：我在苏州上班    [10:02] 小刘：我在苏州上班    她：我在苏州上班
    # 小刘：住在苏州. 我：我在苏州上班 and 姓名：刘明 stay
    (
        "another speaker's words",
        re.compile(
            rf"^[ \t]*(?:[\[【(（]?\d{{1,2}}[:：]\d\d(?:[:：]\d\d)?[\]】)）]?[ \t]*)?"
            rf"(?:(?:[甲乙丙丁]|{_NAMED})(?:[（(][^）)\n]{{0,12}}[)）])?[ \t]*[：:]|"
            rf"(?:问|答|{PERSON_WORD})[ \t]*[：:](?={_MINE}))[ \t]*\S{_REST_OF_LINE}$",
            re.M,
        ),
    ),
    # 房东写道：我住在楼下    小何发来消息：我住在楼下. 我在日记里写道：我住在楼下 stays
    (
        "another speaker's words",
        re.compile(
            rf"{_OPENS}(?:[今昨前]天|刚才?|上周)?{PERSON_WORD}[^，。！？\n：:]{{0,10}}{_SENT}[^，。！？\n：:]{{0,4}}"
            rf"[：:]\s?{_REST_OF_LINE}"
        ),
    ),
    # 转发：我住在楼下    引用：… 转发率：3% is none
    (
        "pasted text",
        re.compile(
            rf"{_OPENS}(?:转发?(?:自.{{1,12}}|一下|一条)?|引用|摘抄|摘录|抄送)[：:](?=\s*\S).*?(?=\n\s*\n|\Z)",
            re.S,
        ),
    ),
    # 以下是我收到的邮件：\n我是小何，住在楼下. 以下是我的情况：我住在楼下 stays
    (
        "pasted text",
        re.compile(
            rf"(?:以下|下面|如下|这|附上?)(?:是|为)?[^，。！？\n：:]{{0,16}}{_MATERIAL}(?:内容|全文)?[：:].*\Z",
            re.S,
        ),
    ),
    (
        "pasted text",
        re.compile(
            r"(?:以下|下面)(?:是|为)(?:我)?(?:收到|看到|同事|朋友|客户|别人|他人|对方|同学|网友|候选人|领导|老板)"
            r"[^，。！？\n：:]{0,14}[：:].*\Z",
            re.S,
        ),
    ),
    # 歌词：我住在云上    台词是：…    语录：我爱下雨. 我写的歌词很短 stays
    (
        "quoted text",
        re.compile(
            rf"{_OPENS}(?:[^，。！？\n：:]{{0,8}}的)?(?:歌词|台词|对白|独白|语录|名言|金句|诗句|谚语|顺口溜|剧本|旁白)(?:如下|是)?"
            rf"[：:]\s*{_REST_OF_LINE}"
        ),
    ),
    # 这句话通顺吗：我住在云上    下面这句怎么改：…. 这样行吗：我住在云上，你来接我 is rare
    (
        "pasted text",
        re.compile(
            rf"(?:这|下面|以下|下)[这个一]?[句段](?:话|子|文字|翻译|英文|中文)?[^，。！？?\n：:]{{0,12}}[：:？?]"
            rf"(?=\s*\S){_REST_OF_LINE}"
        ),
    ),
    # 例如：我叫小何    示例输入：我叫小何. 我会好几门外语，例如：德语 stays
    (
        "an example",
        re.compile(
            rf"(?:例如|比如说?|譬如|示例|样例|范例|模板|例句?|例子|举例(?:来说|说明)?|举个例子)(?:输入|句子?|是)?[：:]"
            rf"(?=[^\n。！？]*(?:我|咱|本人)){_REST_OF_LINE}"
        ),
    ),
)
# “我不吃辣”，她说    “我不吃辣。”小何回答道
SAID_AFTER = re.compile(rf"[，,]?\s*{PERSON_WORD}[^，。！？\n我]{{0,6}}?(?:说|写|道|问|喊|回|答)")
# 「我不吃辣」 as a sentence of its own
OF_ONESELF = re.compile(r"(?:我|咱|俺)(?:们|的)?[\u4e00-\u9fffA-Za-z]{2}")
