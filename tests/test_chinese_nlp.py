"""Chinese words and tags from the bundled model, and the words to search by."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from graphmem.extract.chinese_nlp import WINDOW, plain, segment, tag


@pytest.mark.parametrize(
    ("text", "word", "kind"),
    [
        ("我在北京大学读书", "北京大学", "ORG"),
        ("王小明昨天去了成都", "王小明", "PER"),
        ("王小明昨天去了成都", "成都", "LOC"),
        ("王小明昨天去了成都", "昨天", "TIME"),
        ("我對花生過敏，住在臺北", "臺北", "LOC"),
        ("我们用PostgreSQL存数据", "PostgreSQL", "nz"),
        ("我用C++和C#写代码", "C++", "nz"),
    ],
)
def test_words_are_tagged(text: str, word: str, kind: str) -> None:
    assert (word, kind) in tag(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "我们把数据库从 MySQL 8.0 换成了 PostgreSQL。",
        "I live in Lyon",
        "🙂 好的\n\n",
        "\ud800\x00中文",
        "ﷺ我",
    ],
)
def test_no_character_is_lost(text: str) -> None:
    assert "".join(word for word, _ in tag(text)) == text


def test_a_long_text_is_tagged_in_pieces_without_loss() -> None:
    text = "我住在杭州，喜欢爬山。" * (WINDOW // 4)
    assert "".join(word for word, _ in tag(text)) == text
    assert tag(text).count(("杭州", "LOC")) == WINDOW // 4


def test_threads_share_the_tagger() -> None:
    texts = [f"我{year}年在深圳工作，平时用 Go" for year in range(1990, 2020)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(tag, texts)) == [tag(text) for text in texts]


def test_traditional_characters_become_simple_and_keep_their_places() -> None:
    assert plain("我對花生過敏，ＡＢＣ、臺北") == "我对花生过敏，ABC、台北"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("数据库迁移到 PostgreSQL 16 了。", ["数据库", "迁移", "PostgreSQL", "16"]),
        ("I use Docker", ["I", "use", "Docker"]),
        ("，。！ ", []),
    ],
)
def test_words_to_search_by(text: str, words: list[str]) -> None:
    assert set(words) <= set(segment(text))
    assert not {"，", "。", " "} & set(segment(text))
