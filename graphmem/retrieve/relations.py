"""Words in which questions ask for a relation, beside its own: "Where do I work?" for `works_at`, 我在哪工作？ too."""

from __future__ import annotations

_ASKED = {
    "name": "name call 名字 叫 姓名",
    "nickname": "nickname call 昵称 小名",
    "birthday": "birthday born 生日 出生",
    "age": "age old 年龄 多大 几岁 岁数",
    "nationality": "nationality citizen country 国籍 哪国",
    "speaks": "speak language 语言 会说 会讲",
    "born_in": "born birthplace 出生 出生地",
    "hometown": "hometown from 家乡 老家 哪里人",
    "lives_in": "live home city address move 住 住哪 家 城市 搬",
    "visited": "visit travel trip been 去过 旅行 旅游",
    "works_at": "work job employer company office 工作 上班 公司 单位 任职",
    "job_title": "work job occupation profession position living 工作 职业 职位 岗位",
    "works_on": "work project 项目 做什么 忙什么",
    "studies_at": "study school university college 上学 学校 大学 读书",
    "graduated_from": "graduate study school university college degree 毕业 学校 大学",
    "studies": "study major subject field 专业 学什么",
    "spouse": "spouse husband wife married marry 老公 丈夫 老婆 妻子 爱人 结婚",
    "partner": "partner boyfriend girlfriend dating 男朋友 女朋友 对象 恋人",
    "child": "child children kid son daughter 孩子 儿子 女儿",
    "parent": "parent mother father mom dad 父母 妈妈 爸爸 母亲 父亲",
    "sibling": "sibling brother sister 兄弟 姐妹 哥哥 弟弟 姐姐 妹妹",
    "friend": "friend 朋友",
    "colleague": "colleague coworker team work 同事",
    "manager": "manager boss lead report 上级 领导 老板 经理",
    "pet": "pet dog cat animal 宠物 狗 猫",
    "likes": "like love enjoy prefer taste interest 喜欢 爱 爱好 兴趣",
    "dislikes": "dislike hate avoid 讨厌 不喜欢 不爱",
    "favorite": "favorite favourite like prefer best 最喜欢 喜欢 最爱",
    "hobby": "hobby fun spare free time 爱好 兴趣 业余",
    "diet": "diet eat food meal 饮食 吃 忌口",
    "allergic_to": "allergy allergies allergic avoid eat food meal snack medicine 过敏 忌口 吃 零食 药",
    "has_condition": "health condition illness disease sick 健康 病 身体",
    "skilled_in": "skill good know can 技能 会 擅长 能力",
    "learning": "learn study 学 学习",
    "uses": "use tool stack software database 用 工具 软件",
    "version_of": "version 版本",
    "owns": "own have 有 拥有",
    "plans_to": "plan going future 计划 打算 准备",
    "goal": "goal aim want 目标 想",
    "response_language": "language answer reply 语言 回答",
    "response_style": "style answer reply 风格 回答",
    "instruction": "instruction rule remember 要求 规则",
}

ASKED = {
    "en": {name: " ".join(w for w in words.split() if w.isascii()) for name, words in _ASKED.items()},
    "zh": _ASKED,
}
"""By the query's language; a Chinese one may use English words too."""
