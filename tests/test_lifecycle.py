"""Erasing a fact takes along what repeats it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.errors import InvalidInput

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "echoed", "word"),
    [
        ("I am allergic to wheatberry.", "Noted: allergic to Wheatberry.", "wheatberry"),
        ("我对芒果过敏。", "好的，记住了：芒果过敏。", "芒果"),
        ("我们用 PostgreSQL 存数据。", "OK, PostgreSQL it is.", "PostgreSQL"),
    ],
    ids=["english", "chinese", "mixed"],
)
def test_the_assistants_echo_goes_with_the_fact(said: str, echoed: str, word: str, tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with graphmem.open(path, embedder=HashEmbedder()) as memory:
        with memory.session("u", "s") as chat:
            chat.add("user", said, at=AT)
            chat.add("assistant", echoed, at=AT)
        (fact,) = [f for f in memory.facts(user="u") if str(f.object).casefold() == word.casefold()]
        memory.forget(user="u", fact=fact.id)
        left = (
            repr(memory.episodes(user="u")) + repr(memory.history(user="u")) + repr(memory.entities(user="u"))
        )
        assert word.casefold() not in left.casefold()
        assert word not in memory.session("u", "s").context("?", max_tokens=500)
    assert word.casefold().encode() not in b"".join(p.read_bytes().lower() for p in tmp_path.glob("m.db*"))


def test_a_missing_id_erases_nothing(tmp_path: Path) -> None:
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
        memory.add_fact("user", "likes", "tea", user="u", episode="e")
        both = {"episode": "e", "fact": "0" * 16}
        for wrong in ({"episode": None}, {"fact": None}, {"episode": ""}, {"fact": " "}, {"turn": "x"}, both):
            with pytest.raises(InvalidInput):
                memory.forget(user="u", **wrong)
        assert len(memory.facts(user="u")) == 1
        assert memory.forget(user="u").erased["assertion"] == 1
        assert memory.facts(user="u") == []


def test_a_whole_session_is_forgotten_by_its_name(tmp_path: Path) -> None:
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder(), session_window=2) as memory:
        with memory.session("u", "trip") as chat:
            for i in range(8):
                chat.add("user", f"I like board games {i}.", at=AT)
        assert len(memory.episodes(user="u")) > 1
        memory.forget(user="u", episode="trip")
        assert memory.episodes(user="u") == []
