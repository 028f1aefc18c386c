"""Facts read from Chinese and code-mixed messages, on a Wednesday afternoon in Shanghai."""

from __future__ import annotations

from datetime import datetime

import pytest

from graphmem.extract.chinese import read
from graphmem.extract.stretch import Stretch, cut, language
from graphmem.model import Candidate, Message, Rejected

WEDNESDAY = datetime.fromisoformat("2026-03-11T15:30:00+08:00")


def found(*turns: str) -> tuple[list[Candidate], list[Rejected]]:
    """What is read from turns, those of the assistant beginning with "A: "."""
    messages = tuple(
        Message("assistant", turn[3:], WEDNESDAY)
        if turn.startswith("A: ")
        else Message("user", turn, WEDNESDAY)
        for turn in turns
    )
    sentences, _ = cut(messages)
    out = list(read([s for s in sentences if language(s.text) != "en"], Stretch(messages)))
    return [f for f in out if isinstance(f, Candidate)], [f for f in out if isinstance(f, Rejected)]


def shown(candidate: Candidate) -> str:
    """subject|predicate|object, then [category], stance, @from and ~to where there are any."""
    parts = [candidate.subject, candidate.predicate, candidate.object]
    parts += [f"[{candidate.category}]"] if candidate.category else []
    parts += [candidate.stance] if candidate.stance != "stated" else []
    parts += [f"@{candidate.valid_at}"] if candidate.valid_at else []
    parts += [f"~{candidate.invalid_at}"] if candidate.invalid_at else []
    return "|".join(parts)


CASES: list[tuple[str | tuple[str, ...], set[str]]] = [
    # who and where
    ("你好，我是赵一鸣，在苏州做测试工程师。", {"user|name|赵一鸣", "user|job_title|测试工程师"}),
    ("本人32岁，土生土长的成都人。", {"user|age|32", "user|hometown|成都"}),
    ("我出生在哈尔滨，在大连长大。", {"user|born_in|哈尔滨", "user|hometown|大连"}),
    ("我爸是德国人，我会说德语。", {"用户的爸|nationality|德国", "user|speaks|德语"}),
    ("去年九月我从广州搬到了珠海。", {"user|lives_in|广州|ended|~2025-09", "user|lives_in|珠海|@2025-09"}),
    ("我下个月要搬去成都了。", {"user|lives_in|成都|planned|@2026-04"}),
    ("我可能明年会移民新西兰。", {"user|lives_in|新西兰|tentative|@2027"}),
    ("朋友都叫我大熊。", {"user|nickname|大熊"}),
    ("我生日是农历八月十五。", {"user|birthday|农历八月十五"}),
    ("我1993年4月2号出生的。", {"user|birthday|1993年4月2号"}),
    ("地址是杭州市西湖区文三路90号。", {"user|lives_in|杭州"}),
    ("我没去过日本，不过去过两次泰国。", {"user|visited|日本|negated", "user|visited|泰国"}),
    ("上周末去了趟莫干山。", {"user|visited|莫干山|@2026-03"}),
    ("我不住浦东了，现在住闵行。", {"user|lives_in|浦东|ended", "user|lives_in|闵行"}),
    ("我老家是云南的，现在人在武汉。", {"user|hometown|云南", "user|lives_in|武汉"}),
    # work and study
    ("我在阿里巴巴上班，职位是算法工程师。", {"user|works_at|阿里巴巴", "user|job_title|算法工程师"}),
    ("上个月刚入职宁德时代。", {"user|works_at|宁德时代|@2026-02"}),
    ("我从华为跳槽到了小米。", {"user|works_at|华为|ended", "user|works_at|小米"}),
    ("我是中学物理老师，教了十年书。", {"user|job_title|中学物理老师"}),
    ("我毕业于武汉大学，学的是法学。", {"user|graduated_from|武汉大学", "user|studies|法学"}),
    ("我在浙江大学读计算机。", {"user|studies_at|浙江大学", "user|studies|计算机"}),
    ("我不是程序员，是测试。", {"user|job_title|程序员|negated", "user|job_title|测试"}),
    ("去年升了技术总监。", {"user|job_title|技术总监|@2025"}),
    ("我妈以前是会计，去年退休了。", {"用户的妈|job_title|会计|ended"}),
    ("我正在负责 Phoenix 项目，它的数据库用的是 TiDB。", {"user|works_on|Phoenix", "Phoenix|uses|TiDB"}),
    (
        "2015年到2018年我在百度做产品运营。",
        {"user|works_at|百度|ended|@2015|~2018", "user|job_title|产品运营|ended|@2015|~2018"},
    ),
    ("我儿子今年九月要上小学了。", {"用户的儿子|plans_to|上小学|planned|@2026-09"}),
    ("我已经不在网易干了。", {"user|works_at|网易|ended"}),
    # people and pets
    ("我丈夫叫Daniel，是个建筑师。", {"user|spouse|Daniel", "Daniel|job_title|建筑师"}),
    ("我有个弟弟叫李响，在南京读大三。", {"user|sibling|李响"}),
    ("我闺蜜小雅下周三结婚。", {"user|friend|小雅"}),
    ("我家养了两只猫，一只叫奶茶，一只叫布丁。", {"user|pet|奶茶", "user|pet|布丁"}),
    ("我的狗旺财去年走了。", {"user|pet|旺财|ended|~2025"}),
    ("王磊是我大学同学，现在在深圳开公司。", set()),
    ("我老板姓陈，直属领导是Tina。", {"user|manager|Tina"}),
    ("昨天领养了一只柯基。", {"user|pet|柯基|@2026-03-10"}),
    ("我女儿朵朵对牛奶过敏。", {"user|child|朵朵", "朵朵|allergic_to|牛奶"}),
    ("我爷爷有糖尿病。", {"用户的爷爷|has_condition|糖尿病"}),
    ("张伟不是我同事。", {"user|colleague|张伟|negated"}),
    ("我外甥女在悉尼读研。", set()),
    ("我奶奶在乡下养了十几只鸡。", set()),
    ("我和老公离婚了。", set()),
    # taste and health
    ("我最喜欢的歌手是陈奕迅。", {"user|favorite|陈奕迅|[歌手]"}),
    ("最爱喝的茶是龙井。", {"user|favorite|龙井|[茶]"}),
    ("平时喜欢跑步、看科幻小说。", {"user|likes|跑步", "user|likes|科幻小说"}),
    ("我受不了榴莲的味道。", {"user|dislikes|榴莲"}),
    ("我不吃香菜。", {"user|dislikes|香菜"}),
    ("以前挺爱打游戏的，现在不玩了。", {"user|likes|打游戏|ended"}),
    ("我从2021年开始吃素。", {"user|diet|吃素|@2021"}),
    ("我有哮喘，对花粉也过敏。", {"user|has_condition|哮喘", "user|allergic_to|花粉"}),
    ("去年体检查出脂肪肝。", {"user|has_condition|脂肪肝|@2025"}),
    ("我对海鲜不过敏。", {"user|allergic_to|海鲜|negated"}),
    ("怀疑自己对猫毛过敏。", {"user|allergic_to|猫毛|tentative"}),
    ("钓鱼是我唯一的爱好。", {"user|hobby|钓鱼"}),
    # tools and versions
    ("我们把数据库从 MySQL 换成了 PostgreSQL。", {"user|uses|MySQL|ended", "user|uses|PostgreSQL"}),
    (
        "上周我们把 Jenkins 换成了 GitHub Actions。",
        {"user|uses|Jenkins|ended|~2026-03", "user|uses|GitHub Actions|@2026-03"},
    ),
    ("后端主要用 Go，前端是 React。", {"user|uses|Go", "user|uses|React"}),
    ("我用 Vim 写代码，从来不用 Emacs。", {"user|uses|Vim", "user|uses|Emacs|negated"}),
    ("MySQL 从 5.7 升级到了 8.0。", {"user|version_of|5.7|[MySQL]|ended", "user|version_of|8.0|[MySQL]"}),
    ("我们打算下个季度把 Node 升到 22。", {"user|version_of|22|[Node]|planned"}),
    ("手机从 iPhone 13 换成了华为 Mate 60。", {"user|uses|iPhone 13|ended", "user|uses|华为 Mate 60"}),
    ("服务部署在阿里云上。", {"user|uses|阿里云"}),
    ("我们弃用了 Angular。", {"user|uses|Angular|ended"}),
    ("线上跑的是 Java 17。", {"user|version_of|17|[Java]"}),
    ("记笔记用 Obsidian，画图用 Figma。", {"user|uses|Obsidian", "user|uses|Figma"}),
    # code-mixed
    (
        "我在 Google 做 backend engineer，base 在 Seattle。",
        {"user|works_at|Google", "user|job_title|backend engineer", "user|lives_in|Seattle"},
    ),
    ("上个月 join 了 Shopee。", {"user|works_at|Shopee|@2026-02"}),
    ("我 manager 叫 Lisa，她人特别好。", {"user|manager|Lisa"}),
    ("我们 team 用 Jira 和 Confluence。", {"user|uses|Jira", "user|uses|Confluence"}),
    ("我对 gluten 过敏。", {"user|allergic_to|gluten"}),
    (
        "最近在学 Rust，目标是 contribute 到 Linux kernel。",
        {"user|learning|Rust", "user|goal|contribute 到 Linux kernel"},
    ),
    ("我 love 抹茶拿铁。", {"user|likes|抹茶拿铁"}),
    ("我是 UCLA 的 PhD，research 方向是 NLP。", set()),
    # skills, plans, things
    ("我会弹吉他，不会游泳。", {"user|skilled_in|弹吉他", "user|skilled_in|游泳|negated"}),
    ("我精通 SQL。", {"user|skilled_in|SQL"}),
    ("学法语两年了。", {"user|learning|法语|@2024"}),
    ("打算五月去考潜水证。", {"user|plans_to|去考潜水证|planned|@2026-05"}),
    ("我准备明年辞职创业。", {"user|plans_to|辞职创业|planned|@2027"}),
    ("上个月把车卖了。", {"user|owns|车|ended|~2026-02"}),
    ("我刚买了一辆比亚迪。", {"user|owns|比亚迪"}),
    ("我的梦想是开一家书店。", {"user|goal|开一家书店"}),
    ("今年想学会滑雪。", {"user|skilled_in|滑雪|tentative|@2026"}),
    # instructions
    ("以后都用英文回复我。", {"user|response_language|英文"}),
    ("从现在开始回答尽量简短一些。", {"user|response_style|简短"}),
    ("以后别给我发表情包。", {"user|instruction|别给我发表情包"}),
    ("以后我就叫你小智吧。", {"assistant|name|小智"}),
    ("记住，我对青霉素过敏。", {"user|allergic_to|青霉素"}),
    ("每次给我代码都要带单元测试。", {"user|instruction|给我代码都要带单元测试"}),
    # dialogue
    (("A: 您住在哪个城市？", "青岛。"), {"user|lives_in|青岛"}),
    (("A: 您是素食者吗？", "是的。"), {"user|diet|素食者"}),
    (("A: 你们用什么做监控？", "Prometheus 和 Grafana。"), {"user|uses|Prometheus", "user|uses|Grafana"}),
    (("A: 您还在美团工作吗？", "不在了，去年就离职了。"), {"user|works_at|美团|ended|~2025"}),
    (
        ("我姐姐叫李娜。", "A: 她住在哪里？", "她住在温州，是个护士。"),
        {"user|sibling|李娜", "李娜|lives_in|温州", "李娜|job_title|护士"},
    ),
    (("A: 需要我推荐几家川菜馆吗？", "是的，麻烦了。"), set()),
    (("A: 您最喜欢的电影是什么？", "霸王别姬。"), {"user|favorite|霸王别姬|[电影]"}),
    # put right
    ("我住在苏州，哦不对，是无锡。", {"user|lives_in|无锡"}),
    ("我女儿五岁，说错了，六岁。", {"用户的女儿|age|六"}),
    # nothing is asserted
    ("如果我住在海边，我就天天游泳。", set()),
    ("Python 和 Go 哪个更适合写爬虫？", set()),
    ("我是不是该换工作了？", set()),
    ("我妈总说我是工作狂。", set()),
    ("帮我写一个故事：主角叫林浩，住在火星。", set()),
    ("开玩笑的，我其实是外星人。", set()),
    ("长城是中国古代的军事防御工程，位于北京北部。", set()),
    ("帮我把这段话翻译成英文：我在上海工作，喜欢喝咖啡。", set()),
    ("今天天气真好！", set()),
    ("同事说公司要搬到苏州。", set()),
    ("我差点就买了那辆宝马。", set()),
    ("你喜欢什么音乐？", set()),
    ("我上班要坐10号线。", set()),
    ("谢谢，辛苦了。", set()),
]
