"""The predicate registry: where a policy comes from, what is refused, and what slots follow from it."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInput
from graphmem.model import Predicate
from graphmem.registry import Registry, define, from_file, load, predicate_name, shipped


def test_shipped_relations_read_in_both_languages():
    assert {"lives_in", "likes", "favorite", "born_in"} <= set(shipped())
    for predicate in shipped().values():
        assert set(predicate.words) == {"en", "zh"} and predicate.theme, predicate.name


@pytest.mark.parametrize("given", ["lives_in", "Lives In", "lives-in", "  LIVES  IN "])
def test_a_name_is_written_one_way(given):
    assert predicate_name(given) == "lives_in"


def test_a_name_may_be_chinese():
    assert predicate_name("居住 于") == "居住_于"


@pytest.mark.parametrize("wrong", ["", "1st", "a.b", "a'b", "x" * 65, "_x", None, "drop table;"])
def test_what_is_no_name_is_refused(wrong):
    with pytest.raises(InvalidInput, match="predicate"):
        predicate_name(wrong)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"cardinality": "two"}, "cardinality"),
        ({"object": "thing"}, "object"),
        ({"fixed": "yes"}, "fixed"),
        ({"sensitive": 1}, "sensitive"),
        ({"colour": "red"}, "colour"),
        ({"known": False}, "known"),
        ({"opposes": "mood"}, "itself"),
        ({"opposes": "calm", "cardinality": "one"}, "opposite"),
        ({"words": "is"}, "words"),
    ],
)
def test_a_wrong_setting_is_named(settings, said):
    with pytest.raises(InvalidInput, match=said):
        define("mood", settings)


def test_a_file_is_read_table_by_table(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[mood]\ncardinality = "one"\n\n["心情"]\nopposes = "烦恼"\n', "utf-8")
    mine = from_file(file)
    assert mine["mood"].cardinality == "one" and mine["心情"].opposes == "烦恼"


@pytest.mark.parametrize("text", ["[mood", "mood = 1", '[mood]\ncardinality = "two"'])
def test_a_file_that_is_wrong_is_refused(text):
    with pytest.raises(InvalidInput):
        load(text, "mine.toml")


def test_a_file_that_is_missing_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match="none"):
        from_file(tmp_path / "none.toml")


def test_a_later_layer_wins():
    registry = Registry([Predicate("mood")], [Predicate("mood", "one")])
    assert registry["mood"].cardinality == "one" and len(registry) == 1


def test_an_unknown_relation_is_of_many():
    registry = Registry()
    assert registry["mood"] == Predicate("mood", known=False)
    assert "mood" not in registry and list(registry) == []


def test_an_opposite_is_completed_on_the_other_side():
    registry = Registry([Predicate("calms", opposes="upsets")])
    assert registry["upsets"].opposes == "calms" and "upsets" in registry


def test_policies_change_with_what_slots_rest_on_and_not_with_words():
    base = Registry([Predicate("mood")])
    assert Registry([Predicate("mood", words={"en": "feels"}, theme="taste")]).policies == base.policies
    for other in (
        Predicate("mood", "one"),
        Predicate("mood", opposes="dread"),
        Predicate("mood", per_category=True),
        Predicate("mood", fixed=True),
    ):
        assert Registry([other]).policies != base.policies


REGISTRY = Registry(shipped().values())


def slot(predicate: str, value: str, category: str = "", subject: str = "me") -> str:
    return REGISTRY.slot_id(predicate, subject, value, category)


def fact(predicate: str, value: str, category: str = "", subject: str = "me") -> str:
    return REGISTRY.fact_id(predicate, subject, value, category)


def test_values_of_one_compete_and_values_of_many_do_not():
    assert slot("lives_in", "ghent") == slot("lives_in", "成都")
    assert slot("uses", "svn") != slot("uses", "git")
    assert slot("lives_in", "ghent") != slot("lives_in", "ghent", subject="you")


def test_opposites_compete_about_one_object():
    assert slot("likes", "香菜") == slot("dislikes", "香菜") != slot("likes", "tea")
    assert fact("likes", "香菜") != fact("dislikes", "香菜")


def test_a_category_is_part_of_the_key_where_the_policy_says_so():
    assert slot("favorite", "teal", "colour") != slot("favorite", "teal", "singer")
    assert slot("favorite", "teal", "colour") == slot("favorite", "ochre", "colour")
    assert slot("lives_in", "ghent", "colour") == slot("lives_in", "ghent")
    assert fact("lives_in", "ghent", "colour") == fact("lives_in", "ghent")


def test_an_entity_and_a_literal_of_one_name_are_two_values():
    assert fact("likes", "tea") != fact("likes", "=tea")
