"""Facts read from Chinese and code-mixed messages; tests/cases/chinese_sentences.txt has the table."""

from __future__ import annotations

import random
from datetime import datetime
from pathlib import Path

import pytest

from graphmem.extract.chinese import read
from graphmem.extract.stretch import Stretch, cut, language
from graphmem.extract.zh.facts import PATTERNS
from graphmem.extract.zh.patterns import Spec
from graphmem.extract.zh.rules_taste import DISLIKES, LIKES
from graphmem.model import Candidate, Message, Rejected

WEDNESDAY = datetime.fromisoformat("2026-03-11T15:30:00+08:00")
TABLE = Path(__file__).parent / "cases" / "chinese_sentences.txt"


def themes(table: str) -> dict[str, dict[str, set[str]]]:
    """{theme: {sentence: facts}} of the table; its head says how a line is written."""
    out: dict[str, dict[str, set[str]]] = {}
    theme = ""
    for line in table.splitlines():
        if line.startswith("# -- "):
            theme = line[5:]
        elif line and not line.startswith("#"):
            said, _, wanted = line.partition(" =>")
            out.setdefault(theme, {})[said] = {fact for fact in wanted.strip().split(" ; ") if fact}
    return out


THEMES = themes(TABLE.read_text("utf-8"))


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
    for item in out:
        quote = item.quote if isinstance(item, Candidate) else item.text
        assert quote and quote in messages[item.turn].content
    return [f for f in out if isinstance(f, Candidate)], [f for f in out if isinstance(f, Rejected)]


def facts(*turns: str) -> set[str]:
    return {shown(candidate) for candidate in found(*turns)[0]}


def shown(candidate: Candidate) -> str:
    """subject|predicate|object, then [category], stance, @from and ~to where there are any."""
    parts = [candidate.subject, candidate.predicate, candidate.object]
    parts += [f"[{candidate.category}]"] if candidate.category else []
    parts += [candidate.stance] if candidate.stance != "stated" else []
    parts += [f"@{candidate.valid_at}"] if candidate.valid_at else []
    parts += [f"~{candidate.invalid_at}"] if candidate.invalid_at else []
    return "|".join(parts)


def test_the_table_holds_many_kinds_of_sentences() -> None:
    wanted = [fact for cases in THEMES.values() for facts in cases.values() for fact in facts]
    assert sum(len(cases) for cases in THEMES.values()) > 600
    assert len({fact.split("|")[1] for fact in wanted}) > 35


@pytest.mark.parametrize("theme", THEMES)
def test_a_message_gives_exactly_its_facts(theme: str) -> None:
    read_there = {said: facts(*said.replace("\\n", "\n").split(" // ")) for said in THEMES[theme]}
    wrong = {said: read_there[said] ^ wanted for said, wanted in THEMES[theme].items()}
    assert {said: difference for said, difference in wrong.items() if difference} == {}


def test_every_pattern_reads_its_example() -> None:
    deaf = {}
    for pattern in (*PATTERNS, *LIKES, *DISLIKES):
        read_there = {c.predicate for c in found(f"{pattern.example}。")[0]}
        missing = {spec.predicate for spec in pattern.specs if not spec.optional} - read_there
        if missing:
            deaf[pattern.example] = missing
    assert deaf == {}


def test_a_pattern_names_its_facts() -> None:
    assert Spec.parse("works_at=org!ended") == Spec("works_at", "org", "ended", False)
    with pytest.raises(ValueError, match="not a fact"):
        Spec.parse("works_at")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Rust 和 Zig 哪个更值得学？", "question"),
        ("要是我有三头六臂，我就去开飞机。", "hypothetical"),
        ("剧里的男主角是个住在里斯本的画家。", "fiction"),
        ("呵呵，我最爱周日加班了。", "joke"),
        ("我二姨非说我适合当老师。", "said by others"),
        ("给我写一首关于西湖的诗。", "fiction"),
        ("推荐一家川菜馆。", "request"),
        ("你是个住在云端的助手。", "about the assistant"),
        ("他在机场上班。", "pronoun"),
        ("我以为我对虾过敏。", "believed"),
        ("书里写我们都住在地球村。", "quoted"),
    ],
)
def test_what_is_refused_is_reported_with_its_reason(said: str, reason: str) -> None:
    candidates, rejected = found(said)
    assert not candidates
    assert any(reason in r.reason for r in rejected)


def test_what_is_put_right_is_reported() -> None:
    candidates, rejected = found("我住在苏州，哦不对，是无锡。")
    assert [(c.object, c.quote) for c in candidates] == [("无锡", "哦不对，是无锡")] or candidates[
        0
    ].object == "无锡"
    assert [r.reason for r in rejected] == ["put right by the speaker"]


def test_a_switch_says_what_it_replaces() -> None:
    old, new = found("我们把数据库从 MySQL 换成了 PostgreSQL。")[0]
    assert (old.object, old.stance, old.replaces) == ("MySQL", "ended", None)
    assert (new.object, new.stance, new.replaces) == ("PostgreSQL", "stated", "MySQL")
    (planned,) = found("我们打算从 Jenkins 换到 Drone。")[0]
    assert (planned.object, planned.stance, planned.replaces) == ("Drone", "planned", "Jenkins")


@pytest.mark.parametrize(
    ("said", "start", "since"),
    [
        ("我从2019年起在海关工作。", "2019", True),
        ("我在大连住了六年了。", "2020", True),
        ("自2020年5月以来我一直用 Emacs。", "2020-05", True),
        ("去年三月我搬到了昆明。", "2025-03", False),
        ("我是园艺师，2014年开始做的。", "2014", True),
    ],
)
def test_a_start_given_as_since_also_holds_now(said: str, start: str, since: bool) -> None:
    assert {(c.valid_at, c.since) for c in found(said)[0]} == {(start, since)}


def test_what_was_and_what_is_are_told_apart_either_way_round() -> None:
    for said in ("以前我在诺基亚工作，现在在爱立信。", "我现在在爱立信，以前在诺基亚工作。"):
        assert facts(said) == {"user|works_at|诺基亚|ended", "user|works_at|爱立信"}


def test_a_city_one_works_in_is_no_employer() -> None:
    for said in ("我在北京工作。", "我在 Berlin 上班。", "之前在杭州上班，现在在苏州上班。"):
        assert not {c.object for c in found(said)[0] if c.predicate == "works_at"}


def test_a_correction_in_two_halves_is_quoted_from_its_own_half() -> None:
    quotes = {c.object: (c.stance, c.quote) for c in found("我用的不是 Windows，而是 macOS。")[0]}
    assert quotes == {"Windows": ("negated", "我用的不是 Windows"), "macOS": ("stated", "而是 macOS")}


def test_each_point_of_a_list_is_about_whom_the_list_is_about() -> None:
    said = "- 养了一只猫\n- 用 Obsidian"
    assert facts(said) == {"user|pet|猫", "user|uses|Obsidian"}


def test_pronouns_are_remembered_in_the_stretch() -> None:
    message = Message("user", "我姐叫罗佳。她在昆明当导游，还养了只猫。", WEDNESDAY)
    stretch = Stretch((message,))
    out = list(read(cut((message,))[0], stretch))
    assert {shown(c) for c in out if isinstance(c, Candidate)} == {
        "user|sibling|罗佳",
        "罗佳|job_title|导游",
        "罗佳|pet|猫",
    }
    assert stretch.people["她"] == "罗佳"
    assert stretch.people["用户的姐"] == "罗佳"


def test_an_answer_is_quoted_from_the_user() -> None:
    (yes,) = found("A: 您对花生过敏吗？", "对，很严重。")[0]
    assert (yes.subject, yes.predicate, yes.object, yes.turn) == ("user", "allergic_to", "花生", 1)
    assert yes.quote.startswith("对")
    (short,) = found("A: 您住在哪里？", "洛阳。")[0]
    assert (short.object, short.quote, short.turn) == ("洛阳", "洛阳。", 1)


def test_a_quote_is_the_clause_that_says_so() -> None:
    quotes = {c.predicate: c.quote for c in found("先说下情况：我今年 41 岁，对 花生 过敏。")[0]}
    assert quotes == {"age": "我今年 41 岁", "allergic_to": "对 花生 过敏"}


def test_any_text_is_read_without_failing() -> None:
    source = random.Random(7)
    words = "我 他 的 了 是 在 从 把 换成 住 喜欢 不 用 叫 昨天 3 岁 Perl 5.38 和 ， 。 ？ “ ” 老婆 猫 不对 如果 🙂"
    words += " \n 以后 给你 同事 对 过敏"
    for _ in range(80):
        said = "".join(source.choice(words.split(" ")) for _ in range(source.randint(1, 40)))
        found("A: 您住在哪里？", said)
    for said in ("我" * 500, "我喜欢" + "和".join(["苹果"] * 60), "从" * 300, "\ud800\x00我住在", "ﷺ我叫"):
        found(said)
