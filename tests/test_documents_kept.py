"""What a document no longer holds is in no file, what only moves keeps its vector, and code is found."""

from __future__ import annotations

from pathlib import Path

import graphmem
from graphmem.embed import HashEmbedder

LAMPS = (
    "The lamp controller is called Lanternix and stands in the fourth cabinet of the long hall beside the quay. "
    * 2
)
NIGHT = "夜班由小林负责，每周一凌晨重启一次控制器，重启之前要先打电话通知港口调度室，得到同意之后才能动手。"


def test_a_passage_that_is_replaced_is_not_left_in_the_file(tmp_path: Path):
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        memory.import_document(f"{LAMPS}\n\n{NIGHT}", user="ana", name="lamps.md")
        memory.flush()
        memory.import_document(
            f"{LAMPS.replace('Lanternix', 'Zephyrine')}\n\n{NIGHT}", user="ana", name="lamps.md"
        )
        left = b"".join(f.read_bytes() for f in sorted(tmp_path.iterdir())).lower()
        assert b"lanternix" not in left and b"zephyrine" in left


def test_passages_that_only_move_keep_their_vectors(tmp_path: Path):
    parts = [f"# Pier {i}\n\nShip {i} is moored here." for i in range(8)]
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        memory.import_document("\n\n".join(parts), user="ana", name="piers.md")
        memory.flush()
        moved = [*parts[:3], "# Bridge\n\nIt is up.", *parts[3:]]
        memory.import_document("\n\n".join(moved), user="ana", name="piers.md")
        lacking = [u.text for u in memory.store.unembedded(50) if u.kind == "turn"]
        assert len(lacking) == 1 and "Bridge" in lacking[0]
        memory.flush()
        assert memory.check() == ()


def test_facts_noted_under_a_documents_name_go_with_it(tmp_path: Path):
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        memory.import_document(NIGHT, user="ana", name="lamps.md")
        memory.add_fact("Bo", "likes", "lamps", user="ana", episode="lamps.md")
        assert memory.forget(user="ana", episode="lamps.md").erased["episode"] == 2
        assert memory.episodes(user="ana") == []


def test_code_in_a_document_is_found_by_its_words(tmp_path: Path):
    text = (
        "# The settings of the controller\n\nThese are set by the guard.\n\n```toml\nquiver_limit = 40\n```"
    )
    with graphmem.open(tmp_path / "memory.db", embedder=HashEmbedder()) as memory:
        memory.import_document(text, user="ana", name="settings.md")
        found = memory.recall("quiver_limit", user="ana").hits
        assert found and "text" in found[0].channels
