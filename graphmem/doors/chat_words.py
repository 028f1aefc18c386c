"""What `graphmem chat` says, in both languages, and the names of its commands."""

from __future__ import annotations

COMMANDS = ("/why", "/forget", "/profile", "/as-of", "/help", "/quit")
ALIASES = {
    **{command: command[1:] for command in COMMANDS},
    "/asof": "as-of",
    "/exit": "quit",
    "/为什么": "why",
    "/忘记": "forget",
    "/概况": "profile",
    "/截至": "as-of",
    "/帮助": "help",
    "/退出": "quit",
}
"""Names as typed → the command they mean."""

ACTIONS = {
    "added": "新增",
    "reinforced": "再次提到",
    "superseded": "被取代",
    "ended": "结束",
    "noted": "另记",
    "history": "仅存历史",
    "skipped": "未记",
    "withdrawn": "撤回",
    "erased": "删除",
    "unchanged": "未变",
}
"""What a write did, in Chinese."""

WORDS = {
    "en": {
        "instruction": "You are a helpful assistant with a memory. Answer in the user's language, briefly. Where an "
        "answer rests on something from the memory below, cite it as [id]. If the memory does not say, say so.",
        "hello": "Talking with the memory of {user}{how}. /help tells the commands; Ctrl-D ends.",
        "with_model": ", answered by {model}",
        "without_model": "; no model is set, so answers are what is recalled",
        "updated": "memory updated:",
        "recalled": "What I recall:",
        "recalled_as_of": "What I recall, as of {date}:",
        "said_before": "Said before:",
        "nothing": "I recall nothing about that.",
        "no_answer": "the model did not answer ({error}); this is what is recalled",
        "not_kept": "not yet kept, and tried again with the next message ({error})",
        "unknown": "Nothing is known yet.",
        "why_nothing_asked": "Nothing was answered yet.",
        "why_nothing": "The last answer rests on nothing that is remembered.",
        "why_asked": "The last answer rests on this (searched for: {query}):",
        "cited": "  ← cited",
        "said_on": "said {date}:",
        "replaced": "replaced: {text}",
        "rule": "rule: {rule}",
        "chosen": "why it came up: {reason}",
        "forget_how": "Give the id of a fact or an episode, as shown in [brackets]: /forget 1a2b3c4d. It is erased "
        "with the words that said it. /forget all erases everything.",
        "forget_sure": "That erases everything that is kept of you, for good. If you mean it: /forget all yes",
        "forget_none": "no fact and no episode has the id {id!r}: /why and the answers show ids in [brackets]",
        "forgotten": "erased: {counts}",
        "repaired": "repaired: {text}",
        "as_of_how": "Give a date: /as-of 2024-05. Answers then tell what was true at that time. /as-of now ends it.",
        "as_of_is": "Answers tell what was true as of {date}. What you say is remembered as said now. /as-of now "
        "ends it.",
        "as_of_now": "Answers tell what is true now.",
        "no_command": "{name} is no command. There are: {known}",
        "bye": "Kept. Goodbye.",
        "help": "Say anything: it is remembered, and what is asked is answered.\n"
        "  /why           what the last answer rests on, explained\n"
        "  /forget ID     erase a fact, or an episode, for good; all erases everything\n"
        "  /profile [WHO] what is known\n"
        "  /as-of DATE    answer as of a date; now ends it\n"
        "  /help          this\n"
        "  /quit          end; so does Ctrl-D",
    },
    "zh": {
        "instruction": "你是一个有记忆的助手。用用户的语言简短回答。如果回答依据下面记忆中的内容，请以 [id] 注明出处。"
        "记忆里没有的，就直说没有。",
        "hello": "正在与 {user} 的记忆对话{how}。/帮助 列出命令；Ctrl-D 结束。",
        "with_model": "，由 {model} 回答",
        "without_model": "；没有设置模型，回答就是想起的内容",
        "updated": "记忆更新：",
        "recalled": "我想起的：",
        "recalled_as_of": "截至 {date}，我想起的：",
        "said_before": "以前说过：",
        "nothing": "关于这个我什么也想不起来。",
        "no_answer": "模型没有回答（{error}）；下面是想起的内容",
        "not_kept": "还没有存好，下一条消息时再试（{error}）",
        "unknown": "还什么都不知道。",
        "why_nothing_asked": "还没有回答过什么。",
        "why_nothing": "上一个回答没有依据任何记忆。",
        "why_asked": "上一个回答依据这些（检索：{query}）：",
        "cited": "  ← 引用",
        "said_on": "{date} 说：",
        "replaced": "取代了：{text}",
        "rule": "规则：{rule}",
        "chosen": "为何想起：{reason}",
        "forget_how": "给出事实或片段的编号，即 [方括号] 里的：/忘记 1a2b3c4d。"
        "它会连同原话一起删除。/忘记 全部 删除一切。",
        "forget_sure": "这会永久删除关于你的一切。确定的话：/忘记 全部 确认",
        "forget_none": "没有编号为 {id!r} 的事实或片段：/为什么 和回答里的 [方括号] 是编号",
        "forgotten": "已删除：{counts}",
        "repaired": "已修复：{text}",
        "as_of_how": "给出日期：/截至 2024-05。之后的回答说的是当时的情况。/截至 现在 结束。",
        "as_of_is": "回答说的是截至 {date} 的情况。你说的话仍按现在记下。/截至 现在 结束。",
        "as_of_now": "回答说的是现在的情况。",
        "no_command": "{name} 不是命令。命令有：{known}",
        "bye": "已存好。再见。",
        "help": "随便说：说的会记住，问的会回答。\n"
        "  /为什么 (/why)        上一个回答的依据\n"
        "  /忘记 编号 (/forget)  永久删除一条事实或一个片段；全部 删除一切\n"
        "  /概况 [谁] (/profile) 已知的内容\n"
        "  /截至 日期 (/as-of)   按某个日期回答；现在 结束\n"
        "  /帮助 (/help)         本帮助\n"
        "  /退出 (/quit)         结束；Ctrl-D 也行",
    },
}
