"""Token counts are exact, and a cut text never exceeds its limit."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphmem import tokens
from graphmem.errors import InvalidInput, Unsupported

# Letters and marks that tokenisers split in surprising places, next to any character at all.
AWKWARD = st.text(alphabet="ab AB.'\n\t12猫狗咖啡喝🧠👍🏽e\u0301é\u200d\r ſ_-", max_size=60)
ANYTHING = st.text(max_size=60) | AWKWARD


# The pieces, read off the vocabulary: a wrong encoding or an estimate changes at least one count.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("hello world", 2),  # hello| world
        ("I moved from Lyon to Turin in May.", 9),  # I| moved| from| Lyon| to| Turin| in| May|.
        ("She doesn't like 1234567 RED apples!!", 10),  # …| |123|456|7| RED| apples|!!
        ("我五月从里昂搬到了都灵。", 10),  # 我|五月|从|里|昂|搬|到了|都|灵|。
        ("用户喜欢黑咖啡，每天早上七点喝一杯。", 16),  # 啡 takes two
        ("我用 PostgreSQL 和 Redis 写后端", 9),  # 我|用| Postgre|SQL| 和| Redis| 写|后|端
        ("👍🏽 great 🧠🎉", 9),  # 👍|two for the skin tone| great|three|two
        ("def add(a, b):\n    return a + b\n", 12),
    ],
)
def test_counts_are_those_of_o200k_base(text: str, expected: int) -> None:
    assert tokens.count(text) == expected


def test_special_token_names_count_as_ordinary_text() -> None:
    assert tokens.count("<|endoftext|>") > 1


def test_a_lone_surrogate_is_counted_as_the_replacement_character() -> None:
    assert tokens.count("猫\ud83e and milk") == tokens.count("猫\ufffd and milk")
    assert tokens.truncate("\ud83e" * 9, 4) == "\ud83e" * len(tokens.truncate("\ufffd" * 9, 4))


@given(ANYTHING, st.integers(0, 40))
@example("咖啡" * 10, 5)
@example("🧠🧠", 4)
@example("a\ud800b" * 10, 7)
def test_a_cut_text_is_a_prefix_within_its_limit(text: str, limit: int) -> None:
    cut = tokens.truncate(text, limit)
    assert text.startswith(cut)
    assert tokens.count(cut) <= limit


@given(ANYTHING)
def test_a_text_that_fits_is_left_whole(text: str) -> None:
    assert tokens.truncate(text, tokens.count(text)) == text


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("I moved from Lyon to Turin in May.", 4, "I moved from Lyon"),
        ("我五月从里昂搬到了都灵。", 2, "我五月"),
        ("我用 PostgreSQL 和 Redis 写后端", 4, "我用 PostgreSQL"),
        ("🧠🎉", 2, ""),  # 🧠 alone needs three
        ("🧠🎉", 4, "🧠"),
        ("anything", 0, ""),
    ],
)
def test_a_cut_keeps_as_much_as_fits_in_whole_characters(text: str, limit: int, expected: str) -> None:
    assert tokens.truncate(text, limit) == expected


def test_a_negative_limit_is_refused() -> None:
    with pytest.raises(InvalidInput, match="-1"):
        tokens.truncate("Ana", -1)


def test_without_the_tokeniser_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "toktok", None)
    with pytest.raises(Unsupported, match="toktok-rs"):
        tokens.count("Ana")


def test_importing_the_module_loads_no_vocabulary() -> None:
    code = "import sys, graphmem.tokens; sys.exit('toktok' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
