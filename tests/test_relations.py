"""Questions ask for a relation in words of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.registry import shipped
from graphmem.retrieve.relations import ASKED


@pytest.mark.parametrize(
    ("query", "object"),
    [
        ("What are my allergies?", "花生"),
        ("Which company is my employer?", "Acme"),
        ("我在哪上班？", "Acme"),
        ("我老婆叫什么？", "Ines"),
        ("我的 manager 是谁？", "Bo"),
    ],
)
def test_a_question_in_other_words_finds_its_fact(tmp_path: Path, query: str, object: str) -> None:
    with graphmem.open(tmp_path / "m.db", embedder=HashEmbedder()) as memory:
        for relation, thing in (
            ("allergic_to", "花生"),
            ("works_at", "Acme"),
            ("spouse", "Ines"),
            ("manager", "Bo"),
            ("visited", "Oslo"),
            ("uses", "Vim"),
            ("pet", "Rex"),
            ("hobby", "chess"),
        ):
            memory.add_fact("user", relation, thing, user="u")

        found = memory.recall(query, user="u")
        assert object in [str(f.object) for f in found.facts[:3]]  # hashed vectors are noise
        assert not found.nothing


def test_every_relation_with_words_of_its_own_is_shipped() -> None:
    assert ASKED["zh"].keys() <= shipped().keys()
    assert all(words.isascii() for words in ASKED["en"].values())
