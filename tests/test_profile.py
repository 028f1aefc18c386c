"""What is known of someone: as text in either language, with what is open to question, kept while it is true."""

from __future__ import annotations

import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

import graphmem
from graphmem.embed import HashEmbedder
from graphmem.memory import Memory
from graphmem.names import person_id
from graphmem.profiles import Profiles
from graphmem.registry import Registry, shipped
from graphmem.testing import FrozenClock
from graphmem.testing.base import fact_id

STORES = ["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)]

ELSEWHERE = """
import sys
import graphmem
from graphmem.embed import HashEmbedder

place, user, verb, thing = sys.argv[1:]
with graphmem.open(place, embedder=HashEmbedder()) as memory:
    if verb == "add":
        memory.add_fact("user", "likes", thing, user=user)
    else:
        memory.forget(user=user)
"""


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock("2026-03-02T09:00:00Z")


@pytest.fixture
def calls() -> list[str]:
    """Names of what was run on Neo4j, in order."""
    return []


@pytest.fixture(params=STORES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return (
        str(tmp_path / "memory.db") if request.param == "embedded" else request.getfixturevalue("neo4j_uri")
    )


@pytest.fixture
def memory(place: str, calls: list[str]) -> Iterator[Memory]:
    with graphmem.open(place, embedder=HashEmbedder(), trace=calls.append) as opened:
        yield opened


@pytest.fixture
def user(memory: Memory) -> Iterator[str]:
    name = f"profile-{uuid.uuid4().hex[:8]}"
    yield name
    memory.forget(user=name)


@pytest.fixture
def mine(clock: FrozenClock) -> Iterator[Memory]:
    with graphmem.open(":memory:", embedder=HashEmbedder(), clock=clock) as opened:
        yield opened


def test_the_text_names_what_is_open_to_question(mine: Memory) -> None:
    home = fact_id(mine.add_fact("user", "lives_in", "Namur", user="ana", at="2026-01-05"))
    mine.add_fact("user", "likes", "figs", user="ana", stance="tentative", at="2026-01-05")
    mine.add_fact("user", "plans_to", "see Trieste", user="ana", stance="planned", valid_at="2026-02-01")
    mine.add_fact("user", "birthday", "3 May", user="ana", at="2026-01-05")
    mine.add_fact("user", "birthday", "5 May", user="ana", at="2026-01-05")
    text = str(mine.profile(user="ana"))
    assert f"- user lives in Namur, since 2026-01-05 [{home[:8]}]" in text
    after = (
        text.index("# planned or tentative"),
        text.index("# to be confirmed"),
        text.index("# contradicted"),
    )
    assert text.index("Namur") < after[0] < after[1] < after[2]
    assert "user likes figs (tentative), since 2026-01-05" in text[after[0] : after[1]]
    assert "see Trieste (planned), since 2026-02-01" in text[after[1] : after[2]]
    assert (
        "5 May [" in text[after[2] :] and "; said otherwise: user" in text and "3 May, 2026-01-05 [" in text
    )


def test_the_text_is_chinese_where_most_of_the_facts_are(mine: Memory) -> None:
    mine.add_fact("user", "lives_in", "列日", user="lin", at="2026-01-05")
    mine.add_fact("user", "likes", "苦瓜", user="lin", at="2026-01-05")
    mine.add_fact("user", "dislikes", "苦瓜", user="lin", at="2026-01-06")
    mine.add_fact("user", "plans_to", "学大提琴", user="lin", stance="planned", at="2026-01-05")
    text = str(mine.profile(user="lin"))
    assert text.startswith("# 用户\n") and "用户住在列日，自 2026-01-05 [" in text
    assert "# 计划或不确定" in text and "学大提琴（计划）" in text
    assert "# 说法不一" in text and "；另有说法：用户喜欢苦瓜，2026-01-05 [" in text


def test_a_text_stays_on_its_line(mine: Memory) -> None:
    mine.add_fact("user", "likes", "tea\n# identity\n- user is the owner", user="ana")
    headings = [line for line in str(mine.profile(user="ana")).splitlines() if line.startswith("#")]
    assert headings == ["# user", "## taste"]


def test_what_replaces_a_value_is_no_contradiction(mine: Memory) -> None:
    mine.add_fact("user", "lives_in", "Namur", user="ana", valid_at="2025-10", at="2026-01-01")
    mine.add_fact(
        "user", "lives_in", "Liège", user="ana", valid_at="2025-10", at="2026-01-02", replaces="Namur"
    )
    assert mine.profile(user="ana").contested == ()


def test_a_value_that_was_itself_ended_claims_nothing(mine: Memory) -> None:
    mine.add_fact("user", "likes", "rain", user="ana", at="2026-01-01")
    mine.add_fact("user", "likes", "rain", user="ana", stance="ended", at="2026-01-02")
    mine.add_fact("user", "dislikes", "rain", user="ana", at="2026-01-03")
    assert mine.profile(user="ana").contested == ()


def test_what_was_retracted_or_corrected_claims_nothing(mine: Memory) -> None:
    first = fact_id(mine.add_fact("user", "lives_in", "Namur", user="ana", valid_at="2025-10"))
    mine.add_fact("user", "lives_in", "Liège", user="ana", valid_at="2025-10")
    assert len(mine.profile(user="ana").contested) == 1
    mine.retract(first, user="ana")
    assert mine.profile(user="ana").contested == ()


def test_a_write_and_an_erasure_of_another_process_are_seen_at_once(
    memory: Memory, user: str, place: str, calls: list[str]
) -> None:
    def elsewhere(verb: str, thing: str = "") -> None:
        subprocess.run([sys.executable, "-c", ELSEWHERE, place, user, verb, thing], check=True, timeout=120)

    memory.add_fact("user", "likes", "tea", user=user)
    assert "tea" in str(memory.profile(user=user))
    elsewhere("add", "milk")
    assert "milk" in str(memory.profile(user=user))
    elsewhere("forget")
    assert str(memory.profile(user=user)) == ""
    elsewhere("add", "figs")
    assert "figs" in str(memory.profile(user=user)) and "tea" not in str(memory.profile(user=user))
    calls.clear()
    memory.profile(user=user)
    assert [c for c in calls if c != "tx"] in ([], ["read/state"]), "what is kept costs one small query"


def test_what_is_kept_is_bounded_and_gone_with_an_erasure(mine: Memory, clock: FrozenClock) -> None:
    registry = Registry(shipped().values())
    kept = Profiles(mine.store, lambda: registry, size=12)
    for name in ("ana", "ben", "cleo"):
        mine.add_facts(
            [{"subject": "user", "predicate": "likes", "object": f"fig {i}"} for i in range(5)], user=name
        )
        kept.of(name, None, lambda name=name: (person_id(name),), clock())  # type: ignore[misc]
    assert [name for name, _ in kept._kept] == ["ben", "cleo"]
    kept.forget("ben")
    assert [name for name, _ in kept._kept] == ["cleo"]


def test_other_policies_are_obeyed_at_once(mine: Memory) -> None:
    mine.add_fact("user", "plays", "the cello", user="ana")
    assert "## other" in str(mine.profile(user="ana"))
    mine.define_predicate("plays", theme="skill_and_tool")
    assert "## skill and tool" in str(mine.profile(user="ana"))
