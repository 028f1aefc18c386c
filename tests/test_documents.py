"""Documents: how they are cut, what changes with an edit, what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graphmem
from graphmem import documents, tokens
from graphmem.embed import HashEmbedder
from graphmem.errors import InvalidInput
from graphmem.memory import Memory
from graphmem.passages import LIMIT, SHORT, Passage, cut, sentences

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)


def bodies(text: str) -> list[str]:
    return [p.body for p in cut(text)]


def longest(passages: Iterable[Passage]) -> int:
    return max(tokens.count(p.text) for p in passages)


# -- headings, paragraphs, sentences ---------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# One\n\na\n\n## Two ##\n\nb\n\n# Three\n\nc", ["One", "One › Two", "Three"]),
        ("One\n===\n\na\n\nTwo\n---\n\nb", ["One", "One › Two"]),
        ("##安装\n\n先下载。\n\n##运行\n\n再启动。", ["安装", "运行"]),
        ("第一章 总则\n本章说明用途。\n第二节：范围\n适用于全体。", ["第一章 总则", "第一章 总则 › 第二节：范围"]),
        ("一、背景\n\n去年很忙。\n\n二、计划\n\n今年休息。", ["一、背景", "二、计划"]),
        ("Chapter 2: Night\n\nDark.\n\n2.1 Oil\n\nLit.", ["Chapter 2: Night", "Chapter 2: Night › 2.1 Oil"]),
        ("We left.\n---\nWe came back.", ["", ""]),
        ("第一章讲了背景，第二章讲了办法。", [""]),
        ("1. Milk\n\n2. Bread", [""]),
        ("```\n# no heading\n```", [""]),
        ("#hashtag and words", [""]),
        ("# Empty\n\n# Also empty", ["Empty", "Also empty"]),
        ("# " + "word " * 35 + "\n\nText.", [""]),
        ("---\ntitle: Lamps\n---\n# One\n\na", ["", "One"]),
    ],
    ids=lambda v: str(v)[:24],
)  # fmt: skip
def test_headings_open_passages_and_stay_in_them(text, headings):
    assert [p.heading for p in cut(text)] == headings


def test_a_paragraph_is_a_passage_and_short_ones_go_together():
    long = "The guard walks along the quay each night and looks whether every lamp is lit. " * 3
    assert bodies(f"{long}\n\n{long[:-10]}") == [long.strip(), long[:-10].strip()]
    assert bodies("Milk is out.\n\nBread is not.") == ["Milk is out.\n\nBread is not."]
    assert len(bodies(f"# A\n\nMilk is out.\n\n# B\n\n{long}")) == 2


def test_what_announces_stays_with_what_it_announces():
    intro = "Before you go on you must have both keys in your hand and the guard beside you, as it is dark. "
    code = "```sh\n" + "lamp --on\n" * 12 + "```"
    for second in (code, "| lamp | key |\n|---|---|\n| a | b |"):
        assert len(bodies(f"{intro * 3}\n\n{second}")) == 1
    assert len(bodies(f"{intro * 3} You need:\n\n- a key\n- a lamp")) == 1


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It rained. We left!  Why?", ["It rained. ", "We left!  ", "Why?"]),
        ("下雨了。我们走了！为什么？", ["下雨了。", "我们走了！", "为什么？"]),
        ("她说：“走吧。”然后我们走了。", ["她说：“走吧。”", "然后我们走了。"]),
        (
            "用 v1.2 版。See Dr. Hale at 3.5 km, e.g. today.",
            ["用 v1.2 版。", "See Dr. Hale at 3.5 km, e.g. today."],
        ),
        ("部署完成!下一步是测试.好", ["部署完成!", "下一步是测试.", "好"]),
        ("We need:\n- a key\n- a lamp", ["We need:\n", "- a key\n", "- a lamp"]),
        ("J. Smith came... and left.", ["J. Smith came... and left."]),
        ("", [""]),
    ],
)
def test_sentences_of_both_languages(text, parts):
    assert sentences(text) == parts


@pytest.mark.parametrize(
    "sentence",
    [
        "Lamp {} on the long quay is lit at dusk by the guard who carries the brass key. ",
        "长堤上的第 {} 盏灯由拿着铜钥匙的守夜人在黄昏时点亮。",
        "第 {} 盏 lamp 在 dusk 的时候由 night shift 点亮，然后写进 log 里。",
    ],
    ids=["english", "chinese", "mixed"],
)
def test_a_long_paragraph_is_cut_at_sentences_with_one_repeated(sentence):
    text = "".join(sentence.format(i) for i in range(90)).strip()
    found = cut(text)
    assert len(found) > 4 and longest(found) <= LIMIT
    ends = sentence.strip()[-1]
    for before, after in pairwise(found):
        assert before.body.endswith(ends)
        assert after.lead.strip() == sentences(before.body)[-1].strip()
        assert after.text.startswith(after.lead)


def test_long_code_and_tables_are_cut_at_lines_and_stay_what_they_are():
    code = "```python\n" + "".join(f"light({i})  # the lamp beside pier {i}\n" for i in range(120)) + "```"
    table = "| pier | lamp |\n|---|---|\n" + "".join(f"| {i} | lit by the guard |\n" for i in range(120))
    for text, opening, closing in (
        (code, "```python\n", "\n```"),
        (table, "| pier | lamp |\n|---|---|\n", "|"),
    ):
        found = cut(f"# Lamps\n\n{text}")
        assert len(found) > 2 and longest(found) <= LIMIT
        for passage in found:
            assert passage.text.startswith("Lamps\n\n" + opening) and passage.text.endswith(closing)
        inside = "\n".join(p.body for p in found)
        assert all(inside.count(line) == 1 for line in text.splitlines()[2:-1])


def test_lines_that_all_end_a_sentence_are_paragraphs_where_there_are_no_blank_lines():
    lines = [
        f"第 {i} 天，守夜人沿着长堤走了一遍，把每一盏灯都看了看，然后回到屋里写下了今天的天气和风向，一共写了三页纸。"
        for i in range(60)
    ]
    found = cut("\n".join(lines))
    changed = cut(
        "\n".join(
            [
                *lines[:5],
                "新的一天，什么也没有发生，守夜人睡了很久很久，醒来的时候天已经亮了，他觉得这样也很好，于是又睡了一会儿。",
                *lines[5:],
            ]
        )
    )
    assert len(found) >= 30
    assert len({p.text for p in found} - {p.text for p in changed}) <= 2


WORDS = st.sampled_from(
    "lamp quay guard Bo key 灯 守夜人 钥匙 长堤 rsync v1.2 (old) “so” `on` +3.5 très".split()
)
SENTENCES = st.builds(
    lambda words, end: (" " if words[0].isascii() else "").join(words) + end,
    st.lists(WORDS, min_size=1, max_size=60),
    st.sampled_from([". ", "! ", "。", "？", "\n"]),
)
PARAGRAPHS = st.lists(SENTENCES, min_size=1, max_size=30).map("".join)
HEADINGS = st.builds(lambda depth, word: f"{'#' * depth} {word}", st.integers(1, 4), WORDS)
CODE = st.lists(WORDS, min_size=1, max_size=300).map(lambda w: "```\n" + "\n".join(w) + "\n```")
TEXTS = st.lists(st.one_of(PARAGRAPHS, PARAGRAPHS, HEADINGS, CODE), min_size=1, max_size=8).map("\n\n".join)


def letters(text: str) -> str:
    return re.sub(r"[\s#`]", "", text)


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_passages_give_every_sentence_once_and_none_is_too_long(text):
    found = cut(text)
    assert longest(found) <= LIMIT
    blocks = [b for b in re.split(r"\n{2,}", text) if not b.startswith("#")]
    assert letters("".join(p.body for p in found)) == letters("".join(blocks))
    headings = [b.strip("# \n") for b in re.split(r"\n{2,}", text) if b.startswith("#")]
    shown = " › ".join(p.heading for p in found).split(" › ")
    assert set(headings) <= {*shown}
    for before, after in pairwise(found):
        assert not after.lead or after.lead.startswith("```") or after.lead.strip() in before.text


@given(st.text(max_size=3000))
@settings(max_examples=60, deadline=None)
def test_any_text_is_cut_whole(text):
    found = cut(text)
    assert all(tokens.count(p.text) <= LIMIT for p in found)
    rest = "".join(f"{p.heading}{p.body}" for p in found)
    assert set(re.findall(r"\w", text)) <= set(rest)


DAYS = st.lists(st.integers(20, 60), min_size=4, max_size=12)


@given(DAYS, st.data())
@settings(max_examples=40, deadline=None)
def test_one_edited_paragraph_changes_only_its_passages(lengths, data):
    paragraphs = [
        f"Day {i}: " + " ".join(f"Ship {i}x{j} came in." for j in range(n)) for i, n in enumerate(lengths)
    ]
    assert all(tokens.count(p) >= SHORT for p in paragraphs)
    place = data.draw(st.integers(0, len(paragraphs) - 1))
    edited = list(paragraphs)
    edited[place] = f"Day {place}: nothing came in, and the guard slept. " * data.draw(st.integers(4, 40))
    old, new = ({p.text for p in cut("\n\n".join(doc))} for doc in (paragraphs, edited))
    touched = {p for p in old - new if f"Ship {place}x" not in p}
    assert not touched, "only those with a word of the paragraph, be it the repeated sentence"


# -- what is kept ----------------------------------------------------------------------------


def document(text: str, name: str = "notes.md") -> documents.Document:
    return documents.Document.of("ana", documents.message(text, name, AT))


def test_ids_name_namespace_document_and_words():
    one, two = document("Words."), document("Words.\n\n# More\n\nOther words.")
    assert one.turns[0].id == two.turns[0].id and one.episode == two.episode
    assert document("Words.", "other.md").turns[0].id != one.turns[0].id
    assert (
        documents.Document.of("bo", documents.message("Words.", "notes.md", AT)).turns[0].id
        != one.turns[0].id
    )


def test_the_same_passage_twice_is_kept_once():
    twice = document("# Note\n\nAll rights reserved.\n\n# Other\n\nWords.\n\n# Note\n\nAll rights reserved.")
    assert [t.ordinal for t in twice.turns] == [0, 1]


def test_line_ends_byte_order_mark_and_form_feeds_do_not_matter():
    text = "# Lamps\n\nThey are lit.\n\nThey are bright."
    odd = "\ufeff" + text.replace("lit.\n\n", "lit.\f").replace("\n", "\r\n")
    assert [t.id for t in document(text).turns] == [t.id for t in document(odd).turns]


def test_bytes_that_are_no_text_are_named():
    assert documents.decoded("\ufeff灯。".encode(), "x") == "灯。"
    with pytest.raises(InvalidInput, match=r"x\.pdf is a binary file"):
        documents.decoded(b"%PDF-1.7\x00\x01", "x.pdf")
    with pytest.raises(InvalidInput, match=r"notes\.txt:2 is not UTF-8"):
        documents.decoded("lamp\n灯".encode("gbk"), "notes.txt")


@pytest.fixture
def memory(tmp_path: Path):
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
        yield memory


def test_sensitive_values_are_masked_before_anything_is_cut(memory: Memory):
    text = "# Guards\n\nCall Bo on 13812345678 or write to bo@harbour.example at night."
    changes = memory.import_document(text, user="ana", name="guards.md")
    (turn,) = memory.episodes(user="ana")[0].turns
    assert "13812345678" not in turn.text and "bo@harbour.example" not in turn.text
    assert any(o.reason.startswith("masked") for o in changes.skipped)
    again = memory.import_document(text, user="ana", name="guards.md")
    assert not again.added and len(memory.episodes(user="ana")[0].turns) == 1


def test_a_document_with_sensitive_values_is_refused_where_they_are(tmp_path: Path):
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder(), sensitive="refuse") as memory:
        with pytest.raises(InvalidInput, match="the document holds sensitive values"):
            memory.import_document("Call Bo on 13812345678.", user="ana", name="guards.md")
        assert memory.episodes(user="ana") == []


def test_an_import_that_was_interrupted_goes_on(memory: Memory, monkeypatch: pytest.MonkeyPatch):
    text = "\n\n".join(f"# Pier {i}\n\nShip {i} is moored here." for i in range(12))
    monkeypatch.setattr(documents, "BATCH", 5)
    write = memory.store.write
    calls = 0

    def failing(*arguments):
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return write(*arguments)

    monkeypatch.setattr(memory.store, "write", failing)
    with pytest.raises(KeyboardInterrupt):
        memory.import_document(text, user="ana", name="piers.md")
    assert len(memory.episodes(user="ana")[0].turns) == 5
    changes = memory.import_document(text, user="ana", name="piers.md")
    assert (len(changes.added), len(changes.skipped)) == (7, 5)
    assert [t.ordinal for t in memory.episodes(user="ana")[0].turns] == list(range(12))


def test_what_a_model_reads_is_never_a_document(memory: Memory):
    changes = memory.import_document("I live in Ghent. 我喜欢乌龙茶。", user="ana", name="diary.txt")
    assert len(changes.added) == 1
    assert memory.history(user="ana") == [] and memory.entities(user="ana") == []
