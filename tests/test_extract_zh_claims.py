"""What is denied, put right, taken back, or said by others; each beside a neighbour that is a fact."""

from __future__ import annotations

import time
from datetime import datetime

import pytest

from graphmem.extract.rules import RuleExtractor
from graphmem.model import Message

NOW = datetime.fromisoformat("2026-03-11T15:30:00+08:00")


def facts(said: str) -> set[str]:
    """subject predicate object, then the stance, @from and ~ for "since"; turns are parted by //."""
    messages = [Message("user", turn, NOW) for turn in said.split(" // ")]
    out = set()
    for c in RuleExtractor().extract(messages).candidates:
        words = [c.subject, c.predicate, c.object] + ([c.stance] if c.stance != "stated" else [])
        words += [f"@{c.valid_at}{'~' if c.since else ''}"] if c.valid_at else []
        out.add(" ".join(words))
    return out


DENIED = {
    "我姐住泉州。我姐不住厦门住泉州。": {"用户的姐 lives_in 泉州", "用户的姐 lives_in 厦门 negated"},
    "我不叫何苗叫何淼。": {"user name 何苗 negated", "user name 何淼"},
    "我爱吃辣不爱吃甜。": {"user likes 辣", "user dislikes 甜"},
    "我喜欢喜剧而不是悲剧": {"user likes 喜剧"},
    "我哥不叫阿城。": {"user sibling 阿城 negated"},
    "我哥叫阿城。": {"user sibling 阿城"},
    "我的猫不叫年糕": {"user pet 年糕 negated"},
    "我既不喜欢京剧也不喜欢昆曲。": {"user dislikes 京剧", "user dislikes 昆曲"},
    "我既喜欢京剧也喜欢昆曲。": {"user likes 京剧", "user likes 昆曲"},
    "我住在冰岛（并没有）": set(),
    "我住在冰岛，这不是真的。": set(),
    "我住在冰岛是谣言。": set(),
    "我住在泉州，没有养猫。": {"user lives_in 泉州", "user pet 猫 negated"},
    "我不是护士，是测试。": {"user job_title 护士 negated", "user job_title 测试"},
}
PUT_RIGHT = {
    "我住泉州，不，厦门。": {"user lives_in 厦门"},
    "我住在泉州。不，厦门。": {"user lives_in 厦门"},
    "我住在泉州，不，谢谢。": {"user lives_in 泉州"},
    "我住在泉州。不，我不喜欢甜食。": {"user lives_in 泉州", "user dislikes 甜食"},
    "我住在 Osaka 不对 Kyoto": {"user lives_in Kyoto"},
    "我住在泉州，不对芒果过敏。": {"user lives_in 泉州", "user allergic_to 芒果 negated"},
    "我在网易，说错了，在携程工作。": {"user works_at 携程"},
}
OTHERS = {
    "乙：我在厦门上班": set(),
    "她：我住在厦门\n我：我住在泉州": {"user lives_in 泉州"},
    "[10:02] 小刘：我住在厦门": set(),
    "小刘：后端，住在厦门": set(),
    "老家：我在安徽长大": {"user hometown 安徽"},
    "姓名：何淼": {"user name 何淼"},
    "房东写道：我住在楼上的泉州会馆": set(),
    "我在日记里写道：我住在泉州": {"user lives_in 泉州"},
    "小何发来消息：我住在厦门": set(),
    "转发：我住在厦门": set(),
    "以下是我收到的邮件：\n你好，我是小何，住在厦门": set(),
    "以下是我的情况：我住在泉州": {"user lives_in 泉州"},
    "“我不吃辣”，她说。": set(),
    "我对芒果过敏，她说。": set(),
    "我对芒果过敏，医生说的。": {"user allergic_to 芒果"},
    "「我住在厦门」": set(),
    "大家都叫我“老何”。": {"user nickname 老何"},
    "歌词：我住在云南的云上": set(),
    "这句话通顺吗：我住在厦门": set(),
}
NOT_MEANT = {
    "例如：我叫何淼": set(),
    "我会好几门外语，例如：德语。我住在泉州。": {"user speaks 外语", "user lives_in 泉州"},
    "我叫何淼，住在泉州。这只是个例子。": set(),
    "我叫何淼，仅供举例": set(),
    "我住在月球。逗你玩的。": set(),
    "我住在泉州。我喜欢逗孩子玩。": {"user lives_in 泉州", "user likes 逗孩子玩"},
    "我养了一只龙猫。 // 逗你玩的。": set(),
    "我爱死这个报错了": set(),
    "我爱死抹茶了": {"user likes 抹茶"},
    "别记住这个，我在海关工作。": set(),
    "我在海关工作，不用记。": set(),
    "我在海关工作。别记住这个。": set(),
    "以下内容别记。我在海关工作。": set(),
    "别忘了，我在海关工作。": {"user works_at 海关"},
    "- 用户喜欢爬山 [0a1b2c3d]\n- 我喜欢爬山 [0a1b2c3e]": set(),
    "我喜欢爬山 2 次": {"user likes 爬山 2 次"},
}
MIXED = {
    "I 住在 Osaka, working at 网易": {"user lives_in Osaka", "user works_at 网易"},
    "My wife 在 Google 工作": {"用户的妻子 works_at Google"},
    "My sister 住在泉州": {"用户的兄弟姐妹 lives_in 泉州"},
    "He 住在泉州": set(),
    "My Chinese name is 何淼": {"user name 何淼"},
}
DATES = {
    "我在泉州住了三年": {"user lives_in 泉州 @2023~"},
    "我在泉州住过三年": {"user lives_in 泉州 ended"},
    "我在泉州住了三年，后来搬到厦门": {"user lives_in 泉州 ended", "user lives_in 厦门"},
    "我当了三年护士": {"user job_title 护士"},
    "我春节搬到泉州": {"user lives_in 泉州 @2026-02"},
    "我2025年春节搬到泉州": {"user lives_in 泉州 @2025-01"},
    "我中秋搬到泉州": {"user lives_in 泉州 @2025"},
    "我喜欢春节": {"user likes 春节"},
    "我前天晚上11点半搬到泉州": {"user lives_in 泉州 @2026-03-09"},
    "我昨天下午3:20搬到泉州": {"user lives_in 泉州 @2026-03-10"},
}


@pytest.mark.parametrize("kind", [DENIED, PUT_RIGHT, OTHERS, NOT_MEANT, MIXED, DATES])
def test_only_what_its_speaker_claims_is_a_fact(kind: dict[str, set[str]]) -> None:
    read = {said: facts(said) for said in kind}
    assert read == kind


def test_many_short_sentences_are_read_in_linear_time() -> None:
    def seconds(count: int) -> float:
        begin = time.process_time()
        facts("".join(f"我喜欢{chr(0x4E00 + n)}{chr(0x4F00 + n)}茶，不对，是茶。" for n in range(count)))
        return time.process_time() - begin

    seconds(10)
    assert seconds(600) < 2.5 * 4 * max(seconds(150), 0.05)
