"""Which names meet, which stay apart, and what merges and splits make of an entity."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import InvalidInput
from graphmem.model import Entity, Merge, Name
from graphmem.names import (
    SELF,
    Canon,
    Resolver,
    checked,
    is_person_word,
    literal_key,
    name_key,
    namespace_name,
    person_id,
    shown_name,
)
from tests.timelines import modest

DAY_ONE = datetime(2026, 1, 1, tzinfo=UTC)


# -- keys -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [
        ["Zoë", "zoe", "ZOË", "Zoe\u0308", "  Zoë "],
        ["Quarry", "Quarry Inc.", "QUARRY, Ltd", "Quarry GmbH", "ｑｕａｒｒｙ", "“Quarry”"],
        ["苏州", "苏州市", "Suzhou", " 苏 州 "],
        ["石头科技", "石头科技有限公司", "石头科技股份有限公司"],
        ["New  York", "new york", "NYC", "纽约"],
        ["PostgreSQL", "postgres", "Postgres"],
        ["Mira\u200b", "Mira"],
        ["阿 Ken", "阿Ken", "阿ken"],
        ["Straße", "STRASSE"],
    ],
)
def test_equal_names_have_one_key(names):
    assert len({name_key(n) for n in names}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "C#"),
        ("C++", "C"),
        ("F# Guild", "F Guild"),
        ("v2.0", "v20"),
        ("Chapter 1", "Chapter 11"),
        ("INV-2031-07", "INV-2031-08"),
        ("Quarry", "Quarry Bank"),
        ("Pixel 8", "Pixel 9"),
        ("王伟", "王伟强"),
        ("王伟 (上海)", "李强 (上海)"),
        ("上海", "上海超市"),
        ("Anne", "Ann"),
        ("gadget", "gadgets"),
        ("がく", "かく"),
        ("й", "и"),
        ("Co", "Quarry Co"),
    ],
)
def test_names_that_only_look_alike_have_two(one, other):
    assert name_key(one) != name_key(other)


@modest
@given(st.text(min_size=1, max_size=20).filter(lambda t: t.strip()))
def test_a_key_is_stable_and_never_empty(name):
    key = name_key(name)
    assert name_key(name.upper().lower()) == name_key(name.lower())
    assert key or not name.strip("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad \t\n")


def test_literals_meet_by_case_width_and_closing_stops():
    assert literal_key("Data Engineer.") == literal_key("data  engineer") == literal_key("ＤＡＴＡ engineer")
    assert literal_key("早上七点出门。") == literal_key("早上 七点 出门")
    assert literal_key("3.5") != literal_key("35") and literal_key("C++") != literal_key("C")
    assert literal_key("...") == "..."


@pytest.mark.parametrize("word", ["user", "User", "I", "me", "我", "用户", " 本人 "])
def test_words_for_the_person(word):
    assert is_person_word(word)


@pytest.mark.parametrize("word", ["users", "Ana", "we", "我们", "他", "iPhone"])
def test_words_for_anybody_else(word):
    assert not is_person_word(word)


# -- what is taken --------------------------------------------------------------------------


@pytest.mark.parametrize("blank", ["", "  ", "\u3000", None, 5, b"ana"])
def test_a_blank_namespace_is_refused(blank):
    with pytest.raises(InvalidInput, match="user"):
        namespace_name(blank)


def test_a_namespace_is_kept_to_the_letter():
    assert namespace_name(" Ana ") == " Ana " and person_id(" Ana ") != person_id("Ana") != person_id("ana")


@pytest.mark.parametrize("wrong", ["a\x00b", "\ud800", "x" * 2_001])
def test_text_that_cannot_be_stored_is_refused_by_name(wrong):
    with pytest.raises(InvalidInput, match="object"):
        checked(wrong, "object")


# -- who is meant ---------------------------------------------------------------------------


def resolver(*rows: tuple[str, str, str], merges: tuple[Merge, ...] = ()) -> Resolver:
    """`rows`: (name, kind, entity id)."""
    names = [Name(name_key(name), kind, 0, identity) for name, kind, identity in rows]
    known = {identity: Entity(identity, name, kind) for name, kind, identity in rows}
    return Resolver("ana", names, known.values(), Canon.of(merges))


def test_a_new_name_makes_an_entity_and_the_same_one_finds_it_again():
    r = resolver()
    first = r.resolve("Mira", "person")
    assert r.resolve("MIRA", "person").id == first.id and r.resolve("Mira").id == first.id
    assert [n.key for n in r.names] == ["mira"]
    assert resolver().resolve("mira", "person").id == first.id


def test_two_known_kinds_never_join():
    r = resolver(("orange", "organization", "e1"))
    assert r.resolve("Orange", "organization").id == "e1"
    assert r.resolve("orange", "food").id != "e1"


def test_an_unknown_kind_joins_the_only_one_of_that_name():
    assert resolver(("orange", "organization", "e1")).resolve("orange").id == "e1"
    both = resolver(("orange", "organization", "e1"), ("orange", "food", "e2"))
    assert both.resolve("orange").id not in ("e1", "e2")


def test_a_kind_learnt_later_is_added_to_what_had_none():
    r = resolver(("橙子", "", "e1"))
    assert r.resolve("橙子", "food").id == "e1" and r.entities["e1"].kind == "food"
    assert r.resolve("橙子", "organization").id != "e1"


def test_other_spellings_become_aliases():
    r = resolver(("苏州", "place", "e1"))
    r.resolve("Suzhou", "place")
    r.resolve("苏州", "place")
    assert r.entities["e1"].aliases == ("Suzhou",)


def test_the_person_is_found_by_word_namespace_and_own_name():
    r = Resolver("ana", [Name("liu an", SELF, 0, person_id("ana"))], [], Canon())
    assert {r.resolve(n).id for n in ("user", "我", "Ana", "Liu An")} == {person_id("ana")}
    assert r.resolve("Anna").id != person_id("ana")


def test_a_merged_name_means_what_it_was_merged_into():
    merged = resolver(("Bo", "", "e1"), ("Robert", "", "e2"), merges=(step("m", "e1", "e2", 1),))
    assert Canon.of((step("m", "e1", "e2", 1),))(merged.resolve("Bo").id) == "e2"


def test_the_person_is_shown_in_the_language_of_the_sentence():
    me = Entity(person_id("ana"), "ana", "person", person=True)
    assert (shown_name(me, "zh"), shown_name(me, "en"), str(me)) == ("用户", "user", "user")
    assert shown_name(Entity("e1", "Mira"), "zh") == "Mira"


# -- merges and splits ----------------------------------------------------------------------


def step(identity: str, source: str, target: str, day: int, *assertions: str) -> Merge:
    return Merge(identity, source, target, DAY_ONE + timedelta(days=day), None, assertions)


def undone(merge: Merge, day: int) -> Merge:
    return replace(merge, undone_at=DAY_ONE + timedelta(days=day))


def test_merges_follow_each_other():
    canon = Canon.of([step("2", "b", "c", 2), step("1", "a", "b", 1)])
    assert [canon(e) for e in "abcd"] == ["c", "c", "c", "d"]
    assert canon.group("a") == canon.group("c") == {"a", "b", "c"} and canon.group("d") == {"d"}


def test_an_undone_merge_counts_no_more_and_counted_until_then():
    merges = [undone(step("1", "a", "b", 1), 3)]
    assert Canon.of(merges)("a") == "a"
    days = [DAY_ONE + timedelta(days=d) for d in (0, 1, 2, 3)]
    assert [Canon.of(merges, d)("a") for d in days] == ["a", "b", "b", "a"]
    assert [c("a") for c in Canon.ever(merges)] == ["a", "b", "a"]


def test_a_split_moves_some_assertions_only():
    canon = Canon.of([step("1", "a", "a2", 1, "x", "y")])
    assert (canon("a", "x"), canon("a", "z"), canon("a")) == ("a2", "a", "a")
    assert canon.group("a") == {"a"}


def test_an_undone_split_takes_back_what_was_said_of_the_other_meanwhile():
    split = undone(step("1", "a", "a2", 1, "x"), 3)
    assert [Canon.of([split])(e, "x") for e in ("a", "a2")] == ["a", "a"]
    assert Canon.of([split], DAY_ONE + timedelta(days=2))("a2") == "a2"
    assert Canon.of([split]).group("a") == {"a", "a2"}


def test_a_split_after_a_merge_moves_what_was_said_of_either():
    canon = Canon.of([step("1", "a", "b", 1), step("2", "b", "c", 2, "x")])
    assert (canon("a", "x"), canon("b", "x"), canon("a", "y")) == ("c", "c", "b")


def test_a_merge_after_a_split_leaves_what_was_split_off():
    canon = Canon.of([step("1", "a", "a2", 1, "x"), step("2", "a", "b", 2)])
    assert (canon("a", "x"), canon("a", "y")) == ("a2", "b")
    back = Canon.of([step("1", "a", "a2", 1, "x"), step("2", "a2", "a", 2)])
    assert back("a", "x") == "a"
