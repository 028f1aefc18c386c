"""What chat holds beside facts: courtesies, titles, recipes, worries, errands; each beside a neighbour that is one."""

from __future__ import annotations

from datetime import datetime

import pytest

from graphmem.extract.chinese import read
from graphmem.extract.stretch import Stretch, cut
from graphmem.model import Candidate, Message

NOW = datetime.fromisoformat("2026-03-11T15:30:00+08:00")


def facts(said: str) -> set[str]:
    messages = (Message("user", said, NOW),)
    sentences, _ = cut(messages)
    found = (f for f in read(sentences, Stretch(messages)) if isinstance(f, Candidate))
    return {f"{f.subject} {f.predicate} {f.object}" for f in found}


# kind: what holds nothing, and its neighbour with what that holds
KINDS: dict[str, tuple[str, str, str]] = {
    "a habit is no order": (
        "每次坐长途车都要先吃晕车药。",
        "每次给我列清单都要标上价格。",
        "user instruction 给我列清单都要标上价格",
    ),
    "thanks are no order": (
        "你的点拨很管用，我会在今后的日子里好好照做。",
        "今后别给我推荐恐怖片。",
        "user instruction 别给我推荐恐怖片",
    ),
    "an outlook is no order": (
        "以后还可以再来找你解闷呢。",
        "以后距离都换算成公里。",
        "user instruction 距离都换算成公里",
    ),
    "what others ask for is no order": (
        "厂长规定以后进车间都要戴帽子。",
        "以后进度都用百分比写。",
        "user instruction 进度都用百分比写",
    ),
    "a tale is no order": (
        "那个渔夫被冤枉以后，始终没有放弃回家。",
        "以后始终用敬称称呼我妈妈。",
        "user instruction 用敬称称呼我妈妈",
    ),
    "a one-off request is no order": (
        "我希望你能给我出出主意。",
        "以后我希望你先列提纲再展开。",
        "user instruction 先列提纲再展开",
    ),
    "a rule of one's own is no order": (
        "以后每次出海我都要看天气。",
        "以后每次给我菜谱都要写分量。",
        "user instruction 给我菜谱都要写分量",
    ),
    "how things are is no order": (
        "服务器默认用的是 UTC。",
        "默认用平方米算面积。",
        "user instruction 用平方米算面积",
    ),
    "the name of a firm is not its speaker's": (
        "公司名字叫晴川，做茶叶的。",
        "我的名字叫晴川。",
        "user name 晴川",
    ),
    "one of something kept is named": ("我养了一盆兰草，叫小白。", "我养了一只猫，叫小白。", "user pet 小白"),
    "a dish is nobody's name": ("我学了一道点心，叫做荷花酥。", "我叫宋荷花。", "user name 宋荷花"),
    "a title is nobody's name": ("我们看了一出话剧，叫做《茶山旧事》。", "我叫茶山。", "user name 茶山"),
    "one of something is named, not the speaker": (
        "昨天碰到一个木匠，叫赵大有。",
        "我姓赵，叫赵大有。",
        "user name 赵大有",
    ),
    "what somebody is like is no name": ("我是夜猫子。", "我是骆小川。", "user name 骆小川"),
    "the purpose of the talk is no plan": (
        "我想同你谈谈毕业论文。",
        "我想去敦煌写毕业论文。",
        "user plans_to 去敦煌写毕业论文",
    ),
    "the next meal is no plan": ("我准备去吃午饭了。", "我准备去考厨师证。", "user plans_to 去考厨师证"),
    "a plan of the day passes": (
        "今天我打算刷个墙，想刷成绿的。",
        "我打算下个月刷墙。",
        "user plans_to 刷墙",
    ),
    "a plan leans on nothing": ("我想试试这个偏方。", "我想试试针灸。", "user plans_to 试试针灸"),
    "a plan names what it is about": (
        "我想尝试一些新的事物。",
        "我想尝试皮划艇。",
        "user plans_to 尝试皮划艇",
    ),
    "a plan has chosen": ("我计划去几个有名的古镇。", "我计划去平遥古镇。", "user plans_to 去平遥古镇"),
    "a plan is whole": (
        "我想找时间去一个安静，人不多的岛。",
        "我想去一个安静的岛。",
        "user plans_to 去一个安静的岛",
    ),
    "an opinion is no plan": ("我认为首先要打好基础。", "我决定要重修基础课。", "user plans_to 重修基础课"),
    "a mood is no plan": ("我想放弃了。", "我想放弃保研名额。", "user plans_to 放弃保研名额"),
    "a need is no plan": (
        "我似乎需要一个长长的假期。",
        "我可能会请一个月长假。",
        "user plans_to 请一个月长假",
    ),
    "a courtesy is no goal": (
        "希望我们可以一直聊下去。",
        "希望我能考过司法考试。",
        "user goal 考过司法考试",
    ),
    "a wish for others is no goal": ("希望他能早日康复。", "希望能早日出院。", "user goal 早日出院"),
    "a recipe is no tool": (
        "洋葱切成圈，再用黄油炒一下。",
        "我把 Sketch 换成了 Figma。",
        "user uses Figma",
    ),
    "a thing used once is no tool": ("我用南瓜做了馒头。", "我平时用烤箱做馒头。", "user uses 烤箱"),
    "a haircut is no tool": ("我把长发换成了短发。", "我把公众号后台换成了飞书。", "user uses 飞书"),
    "a worry is no dislike": ("我害怕自己上台出丑。", "我害怕蜘蛛。", "user dislikes 蜘蛛"),
    "somebody's doing is no dislike": ("我讨厌他总是失约。", "我讨厌失约。", "user dislikes 失约"),
    "an event is no place": ("上周我去了一场音乐节。", "上周我去了天坛。", "user visited 天坛"),
    "an errand is no visit": ("今天我去了理发店。", "今天我去了圆明园。", "user visited 圆明园"),
    "many places are none": ("我去过很多地方。", "我去过敦煌。", "user visited 敦煌"),
    "doing is no employer": (
        "我在考虑换工作的事。",
        "我在一家旅行社工作。",
        "user works_at 旅行社",
    ),
    "an afternoon is no employment": (
        "我在茶馆工作了一上午。",
        "我在茶馆工作。",
        "user works_at 茶馆",
    ),
    "当地 is no 当": (
        "我打算在路上住在当地的客栈。",
        "我在客栈当厨师。",
        "user job_title 厨师",
    ),
    "a kind of thing is not learnt": ("我在学一些新的技巧。", "我在学习木雕。", "user learning 木雕"),
    "pressure is not learnt": ("我最近学习压力很大。", "我最近学习篆刻。", "user learning 篆刻"),
    "a lesson is no skill": ("我学会了一个道理。", "我学会了修表。", "user skilled_in 修表"),
    "some fellow is no taste": ("我喜欢上了一个同事。", "我喜欢上了冰球。", "user likes 冰球"),
    "an outcry is no dislike": ("每次排队都下雨，烦死了。", "我烦排队。", "user dislikes 排队"),
    "a dream given up is no plan": ("我小时候想当海盗。", "我想当海员。", "user job_title 海员"),
    "a mood is no illness": ("我有点焦虑。", "我有焦虑症。", "user has_condition 焦虑症"),
    "a sight without a name is no visit": (
        "上周末我去了一家植物园。",
        "上周末我去了辰山植物园。",
        "user visited 辰山植物园",
    ),
    "what was seen once is no taste": (
        "展品里我最喜欢的是一只青铜酒杯。",
        "我最喜欢的是青铜器。",
        "user likes 青铜器",
    ),
    "part of a text is no taste": ("我喜欢第三段。", "我喜欢散文。", "user likes 散文"),
    "a trip to nowhere is no plan": (
        "我想出去旅游散散心。",
        "我想去喀什旅游散心。",
        "user plans_to 去喀什旅游散心",
    ),
    "an outing is no plan": (
        "我想和朋友去郊外爬山。",
        "我想和朋友去爬泰山。",
        "user plans_to 和朋友去爬泰山",
    ),
    "a first step is no plan": (
        "我决定先去逛逛书市。",
        "我决定先读硕士再找工作。",
        "user plans_to 先读硕士再找工作",
    ),
    "some are none": ("我打算看一些纪录片。", "我打算拍纪录片。", "user plans_to 拍纪录片"),
    "seeing a doctor is no plan": ("我在考虑去看医生。", "我在考虑去学中医。", "user learning 中医"),
    "somebody unknown is in no plan": (
        "我想多花时间陪陪她。",
        "我想多花时间陪父母。",
        "user plans_to 多花时间陪父母",
    ),
    "one of many friends plans nothing": (
        "我朋友打算明年去留学。",
        "我妹妹打算明年去留学。",
        "用户的妹妹 plans_to 去留学",
    ),
    "what was done is no order": (
        "下山以后吃了一碗豆花。",
        "以后提醒我吃了药再睡。",
        "user instruction 提醒我吃了药再睡",
    ),
    "somebody of mine is not me": ("伴娘是我大学室友，叫葛青。", "我是伴娘，叫葛青。", "user name 葛青"),
    "a firm's plan is not mine": ("我们公司打算明年上市。", "我打算明年创业。", "user plans_to 创业"),
    "where to is not said": ("我们可能会搬过去。", "我们可能会搬去宜兴。", "user lives_in 宜兴"),
    "after an age is no order": (
        "四十岁以后就没怎么熬过夜。",
        "以后别给我讲鬼故事。",
        "user instruction 别给我讲鬼故事",
    ),
    "to be free is no tool": ("这个软件从免费换成收费了。", "记账软件从薄荷换成有鱼了。", "user uses 有鱼"),
    "a thing done is not a thing sold": ("那套方案已经处理了。", "那台冰柜已经处理了。", "user owns 冰柜"),
    "a name that is changed is no name": ("我的名字改了。", "我的名字叫石榴。", "user name 石榴"),
    "an eye is no pet": ("我家狗眼睛去年瞎了。", "我家狗汤圆去年走丢了。", "user pet 汤圆"),
    "a subject is no child": ("我女儿奥数上三年级就会了。", "我女儿豆芽上三年级。", "user child 豆芽"),
    "common people come from nowhere": ("我是个普通人。", "我是湖南人。", "user hometown 湖南"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_chat_is_told_from_facts(kind: str) -> None:
    nothing, fact, wanted = KINDS[kind]
    assert facts(nothing) == set()
    assert wanted in facts(fact)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("早安，老朋友，我喜欢集邮。", {"user likes 集邮"}),
        ("我知道她喜欢插花，喜欢喝茶。", set()),
        ("姑姑做的酸菜鱼我最爱吃。", {"user likes 姑姑做的酸菜鱼"}),
        ("我姐生了个女儿，取名叫朵朵。", {"用户的姐 child 朵朵"}),
        (
            "我叔叔老家宜昌，跟我婶婶一起住在荆州。",
            {"用户的叔叔 hometown 宜昌", "用户的叔叔 lives_in 荆州", "用户的婶婶 lives_in 荆州"},
        ),
    ],
)
def test_whom_it_is_about(said: str, wanted: set[str]) -> None:
    assert facts(said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("我很喜欢滑冰，你呢？", {"user likes 滑冰"}),
        ("我喜欢滑冰，围棋，书法。", {"user likes 滑冰", "user likes 围棋", "user likes 书法"}),
        ("我喜欢爬山，周末常去，很开心。", {"user likes 爬山"}),
        ("我喜欢在湖边、林子和草地上写生。", {"user likes 在湖边、林子和草地上写生"}),
        ("我喜欢明亮、宽敞的房间。", {"user likes 明亮、宽敞的房间"}),
        ("我最喜欢的是《说书人的话》。", {"user likes 说书人的话"}),
        ("我学会了编一只竹篮。", {"user skilled_in 编竹篮"}),
        ("我有痛风，还有哮喘。", {"user has_condition 痛风", "user has_condition 哮喘"}),
        ("我有痛风和哮喘。", {"user has_condition 痛风", "user has_condition 哮喘"}),
        ("我有失眠的毛病。", {"user has_condition 失眠"}),
        ("我喜欢一个人看海。", {"user likes 一个人看海"}),
        ("我喜欢鲁迅和巴金的散文。", {"user likes 鲁迅和巴金的散文"}),
        ("我喜欢读鲁迅和巴金的散文。", {"user likes 读鲁迅和巴金的散文"}),
        ("我喜欢喝茶，尤其是白茶和普洱。", {"user likes 茶", "user likes 白茶", "user likes 普洱"}),
        ("我喜欢海鲜，尤其是夏天的时候。", {"user likes 海鲜"}),
        ("我最近在学习如何做豆腐。", {"user learning 做豆腐"}),
    ],
)
def test_where_objects_end(said: str, wanted: set[str]) -> None:
    assert facts(said) == wanted


@pytest.mark.parametrize("dot", [". ", ".", "、", ") "])
def test_a_numbered_list_is_of_those_it_counts(dot: str) -> None:
    said = f"我家俩娃的情况是这样：\n1{dot}豆豆，6岁，鸡蛋过敏\n2{dot}果果，4岁，喜欢恐龙"
    assert facts(said) == {
        "user child 豆豆",
        "豆豆 age 6",
        "豆豆 allergic_to 鸡蛋",
        "user child 果果",
        "果果 age 4",
        "果果 likes 恐龙",
    }


def test_a_number_that_ends_a_sentence_is_no_list() -> None:
    sentences, _ = cut([Message("user", "I am\n28. I live here.", NOW)])
    assert [s.text for s in sentences] == ["I am", "28.", "I live here."]
