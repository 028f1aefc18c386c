"""The contract's owner: exports restored exactly, pauses, and inferences that were declined."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from graphmem.errors import Conflict, InvalidInput, NotFound, Unsupported
from graphmem.memory import Memory
from graphmem.model import Extraction, Message
from graphmem.testing.base import HOUR, Contract, actions, everything, fact_id, objects
from graphmem.testing.clock import FrozenClock

TEXTS = {
    "en": "I moved from Lyon to Turin in May. My sister is called Bo.",
    "zh": "我喜欢火锅。我在成都工作。",
    "mixed": "我用 Python 写 backend，my cat 叫 Pixel。",
}


class Deaf:
    """An extractor that must not be asked."""

    def extract(self, messages: Sequence[Message], known: Callable[[], list[str]]) -> Extraction:
        raise AssertionError("a text was read")


def a_life(memory: Memory, clock: FrozenClock, user: str) -> None:
    """Something of all there is to keep."""
    for text in TEXTS.values():
        memory.remember(text, user, at="2025-02-01T10:00:00+08:00")
        clock.tick(HOUR)
    memory.import_document("# 港口\n\nThe lamps are lit at dusk.", user=user, name="港口.md", at="2025-03-01")
    town = fact_id(memory.add_fact("user", "lives_in", "Ghent", user=user, at="2025-04-01"))
    memory.correct(town, user=user, object="Delft")
    bob = fact_id(memory.add_fact("Bob", "likes", "围棋", user=user, valid_at="2024", episode="games"))
    memory.add_fact("Robert", "friend", "Mira", user=user, stance="planned", invalid_at="2030-05")
    memory.add_fact("user", "instruction", "bring an umbrella", user=user, depends_on=[bob])
    clock.tick(HOUR)
    memory.merge("Bob", "Robert", user=user)
    split = memory.split("Robert", [memory.facts("Robert", "likes", user=user)[0].id], user=user)
    memory.undo(split.outcomes[0].fact, user=user)
    guess = fact_id(memory.add_fact("user", "likes", "tea", user=user, source="inferred", confidence=0.4))
    memory.decline(guess, user)
    memory.pin(memory.facts("user", "lives_in", user=user)[0].id, user=user)
    memory.retract(memory.facts("user", "sibling", user=user)[0].id, user=user, why="一个玩笑")


def restored(memory: Memory, user: str, lines: Sequence[str]) -> list[str]:
    memory.forget(user=user)
    memory.import_export(lines, user)
    return list(memory.export(user))


def answers(memory: Memory, user: str) -> list[object]:
    """What is told of a namespace, scores apart: near ones are an index's own."""
    told: list[object] = [memory.profile(user=user), memory.entities(user=user), memory.episodes(user=user)]
    told += [memory.history(user=user, stance=stance) for stance in ("stated", "tentative", "planned")]
    told += [{f.id for f in memory.recall(text, user=user).facts} for text in TEXTS.values()]
    return told


class OwningContract(Contract):
    """A person has their memory, stops it, and says what may be thought of them."""

    # -- export ----------------------------------------------------------------------------

    def test_an_export_is_restored_exactly(self, memory: Memory, clock: FrozenClock, user: str) -> None:
        a_life(memory, clock, user)
        memory.pause(user)
        memory.flush()
        clock.tick(HOUR)
        lines, told = list(memory.export(user)), answers(memory, user)
        memory.forget(user=user)
        with pytest.raises(NotFound, match="nothing is kept"):
            memory.export(user)
        done = memory.import_export(iter(lines))
        assert set(actions(done)) == {"added"}
        assert list(memory.export(user)) == lines
        memory.flush()
        assert memory.check() == ()
        assert answers(memory, user) == told and memory.paused(user) is not None
        again = memory.import_export(lines, user)
        assert actions(again) == ["unchanged"] and list(memory.export(user)) == lines

    def test_life_goes_on_after_a_restoration_as_it_would_have(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        def goes_on() -> list[str]:
            memory.forget(user=user, episode="games")
            memory.add_fact("user", "lives_in", "Namur", user=user, at="2026-01-01")
            return list(memory.export(user))

        a_life(memory, clock, user)
        lines = list(memory.export(user))
        wanted = goes_on()
        assert restored(memory, user, lines) == lines and goes_on() == wanted

    def test_an_export_is_readable(self, memory: Memory, clock: FrozenClock, user: str) -> None:
        a_life(memory, clock, user)
        lines = list(memory.export(user))
        assert all("\n" not in line for line in lines)
        head, *things = [json.loads(line) for line in lines]
        assert (head["type"], head["format"], head["version"]) == ("header", "graphmem export", 1)
        assert head["namespace"] == user and head["engine"] and head["embedding_model"]
        assert {t["type"] for t in things} == {*head["counts"]} and sum(head["counts"].values()) == len(
            things
        )
        for words in (*TEXTS.values(), "围棋", "港口 ", "一个玩笑"):
            assert any(words.strip() in line for line in lines), words
        times = {t["at"] for t in things if t["type"] == "turn"}
        assert "2025-02-01T02:00:00+00:00" in times
        withdrawn = [t for t in things if t["type"] == "assertion" and t["withdrawn_at"]]
        assert {t["withdrawn_why"].split(":")[0] for t in withdrawn} == {"corrected", "declined", "一个玩笑"}

    @pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
    def test_what_was_said_in_any_language_comes_back(self, memory: Memory, user: str, text: str) -> None:
        memory.remember(text, user)
        lines = list(memory.export(user))
        assert any(json.loads(line).get("text") == text for line in lines)
        assert restored(memory, user, lines) == lines
        assert memory.recall(text, user=user).hits[0].turn.text == text

    def test_lines_may_be_split_by_anything_that_splits_text(self, memory: Memory, user: str) -> None:
        memory.remember("I live in\u2028Ghent.\u2029And\x85I cycle.", user)
        lines = list(memory.export(user))
        assert restored(memory, user, "\ufeff".join(["", "\n".join(lines)]).splitlines()) == lines

    def test_an_export_goes_only_into_an_empty_namespace_of_its_user(
        self, memory: Memory, user: str, other: str
    ) -> None:
        memory.remember("I live in Ghent.", user)
        lines = list(memory.export(user))
        with pytest.raises(InvalidInput, match=f"is of '{user}'.*not as '{other}'"):
            memory.import_export(lines, other)
        memory.add_fact("user", "likes", "tea", user=user)
        before = list(memory.export(user))
        with pytest.raises(Conflict, match=f"'{user}' is not empty"):
            memory.import_export(lines)
        assert list(memory.export(user)) == before

    def test_a_namespace_left_empty_takes_an_export(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        done = memory.remember("I live in Ghent.", user)
        lines = list(memory.export(user))
        memory.forget(user=user, episode=done.episode)
        clock.tick(HOUR)
        state = memory.store.state(user)
        told = memory.import_export(lines, dry_run=True)
        assert set(actions(told)) == {"added"} and objects(memory.facts(user=user)) == []
        memory.import_export(lines)
        assert list(memory.export(user))[1:] == lines[1:] and memory.store.state(user) != state
        assert objects(memory.facts(user=user)) == ["Ghent"]

    @pytest.mark.parametrize(
        ("spoil", "said"),
        [
            (lambda lines: [], "line 1: this is no export"),
            (lambda lines: lines[1:], "line 1: this is no export"),
            (lambda lines: [*lines[:3], "{", *lines[4:]], "line 4: not JSON"),
            (lambda lines: [*lines[:3], "[1]", *lines[4:]], "line 4: not a JSON object"),
            (lambda lines: [*lines[:2], '{"type": "secret"}', *lines[3:]], "line 3: type is 'secret'"),
            (lambda lines: [*lines, lines[-1]], "line .*: the fact is there a second time"),
            (lambda lines: lines[:-1], "counts 2 lines of type fact, there are 1"),
            (
                lambda lines: changed(lines, "turn", at="yesterday"),
                "turn: at='yesterday' must be a time such",
            ),
            (lambda lines: changed(lines, "turn", ordinal=2**70), "turn: ordinal=.* must be a whole number"),
            (lambda lines: changed(lines, "turn", text="\ud800"), "turn: text=.* must be a text"),
            (
                lambda lines: changed(lines, "turn", episode="none"),
                "turn: episode='none' is not in the export",
            ),
            (
                lambda lines: changed(lines, "fact", stance="sure"),
                "fact: stance='sure' must be one of stated",
            ),
            (lambda lines: changed(lines, "fact", mood="calm"), "fact: 'mood' is not a field"),
            (
                lambda lines: changed(lines, "assertion", confidence="high"),
                "confidence='high' must be a number",
            ),
            (lambda lines: changed(lines, "entity", aliases=[1]), "aliases=.* must be a text"),
        ],
    )
    def test_a_wrong_line_is_named_and_nothing_is_written(
        self, memory: Memory, user: str, spoil: Callable[[list[str]], list[str]], said: str
    ) -> None:
        memory.add_fact("user", "lives_in", "Ghent", user=user)
        memory.add_fact("Mira", "likes", "乌龙茶", user=user)
        lines = list(memory.export(user))
        memory.forget(user=user)
        with pytest.raises(InvalidInput, match=said):
            memory.import_export(spoil(lines))
        assert memory.store.state(user) == ""

    def test_a_newer_format_is_refused(self, memory: Memory, user: str) -> None:
        memory.add_fact("user", "lives_in", "Ghent", user=user)
        lines = list(memory.export(user))
        with pytest.raises(Unsupported, match="upgrade"):
            memory.import_export(changed(lines, "header", version=2))

    # -- pause -----------------------------------------------------------------------------

    def test_while_paused_nothing_is_remembered_and_no_text_is_read(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        memory.add_fact("user", "lives_in", "Ghent", user=user)
        assert memory.paused(user) is None
        assert actions(memory.pause(user)) == ["noted"] and actions(memory.pause(user)) == ["skipped"]
        with self.open_memory(clock, extractor=Deaf()) as another:
            assert another.paused(user) == memory.paused(user) is not None
            before = list(memory.export(user))
            for text in TEXTS.values():
                assert actions(another.remember(text, user)) == ["skipped"]
            facts = [
                {"subject": "user", "predicate": "likes", "object": o} for o in ("tea", "火锅", "hotpot 火锅")
            ]
            told = another.add_facts(facts, user=user)
            assert actions(told) == ["skipped"] * 3 and all("paused" in o.reason for o in told.outcomes)
            assert actions(another.import_document("Words.", user=user, name="x")) == ["skipped"]
            with another.session(user=user) as chat:
                chat.add("user", "I work at Quarry. 请记住。")
                assert actions(chat.commit()) == ["skipped"] or "skipped" in actions(chat.committed[0])
            assert list(memory.export(user)) == before
        assert objects(memory.recall("Where do I live?", user=user).facts) == ["Ghent"]

    def test_a_pause_leaves_the_person_free_to_edit_and_erase(self, memory: Memory, user: str) -> None:
        town = fact_id(memory.add_fact("user", "lives_in", "Ghent", user=user))
        drink = fact_id(memory.add_fact("user", "likes", "tea", user=user, source="inferred"))
        memory.pause(user)
        assert "added" in actions(memory.correct(town, user=user, object="Delft"))
        assert memory.confirm(memory.facts("user", "lives_in", user=user)[0].id, user=user).reinforced
        assert actions(memory.decline(drink, user)) == ["withdrawn"]
        fact = memory.facts("user", "lives_in", user=user)[0].id
        memory.pin(fact, user=user)
        assert "withdrawn" in actions(memory.retract(fact, user=user))
        assert memory.forget(user=user, fact=fact).erased and memory.paused(user)
        memory.forget(user=user)
        assert memory.paused(user) is None
        assert actions(memory.resume(user)) == ["skipped"]

    def test_what_was_said_before_a_pause_is_kept_and_what_in_it_is_not(
        self, memory: Memory, user: str
    ) -> None:
        chat = memory.session(user=user)
        chat.add("user", "I live in Ghent.")
        memory.pause(user)
        chat.add("user", "I work at Quarry.")
        assert actions(memory.resume(user)) == ["noted"] and memory.paused(user) is None
        chat.add("user", "我喜欢火锅。")
        chat.close()
        assert objects(memory.facts(user=user)) == ["Ghent", "火锅"]
        assert "Quarry" not in everything(memory, user)

    def test_a_pause_of_one_is_not_one_of_another(self, memory: Memory, user: str, other: str) -> None:
        memory.pause(user)
        assert memory.paused(other) is None and memory.remember("I live in Ghent.", other).added
        lines = [*memory.export(other)]
        memory.forget(user=other)
        memory.pause(other)
        assert actions(memory.import_export(lines)) == ["skipped"] and memory.episodes(user=other) == []

    # -- decline ---------------------------------------------------------------------------

    @pytest.mark.parametrize(
        ("one", "again"), [("hot pot", "Hot  Pot"), ("火锅", " 火锅。"), ("喝 coffee", "喝coffee")]
    )
    def test_a_declined_inference_is_refused_until_the_person_says_it(
        self, memory: Memory, clock: FrozenClock, user: str, one: str, again: str
    ) -> None:
        def infer(thing: str, **more: Any) -> list[str]:
            clock.tick(HOUR)
            given = {"user": user, "source": "inferred", **more}
            return actions(memory.add_fact("user", "likes", thing, **given))

        guess = fact_id(memory.add_fact("user", "likes", one, user=user, source="inferred"))
        assert actions(memory.decline(guess, user)) == ["withdrawn"]
        kept = list(memory.export(user))[1:]
        assert infer(again) == infer(one, stance="tentative") == ["skipped"]
        assert list(memory.export(user))[1:] == kept, "nothing of what is refused is stored"
        told = memory.add_fact("user", "likes", again, user=user, source="inferred", dry_run=True)
        assert "declined before" in told.outcomes[0].reason and told.outcomes[0].fact == guess
        assert infer("something else") == ["added"]
        memory.add_fact("user", "likes", one, user=user, stance="negated")
        assert infer(again) == ["skipped"], "a denial does not end it"
        said = memory.add_fact("user", "likes", again, user=user)
        assert actions(said) == ["added"] and infer(one) == ["reinforced"]
        memory.retract(guess, user=user)
        assert infer(one) == ["added"], "the refusal is over for good"

    def test_a_refusal_follows_names_and_merges_and_their_undoing(self, memory: Memory, user: str) -> None:
        def infer(who: str) -> list[str]:
            return actions(memory.add_fact(who, "lives_in", "成都", user=user, source="inferred"))

        memory.add_fact("Robert", "likes", "chess", user=user)
        guess = fact_id(memory.add_fact("Bob", "lives_in", "Chengdu", user=user, source="inferred"))
        memory.decline(guess, user)
        assert infer("BOB") == ["skipped"]
        merged = memory.merge("Bob", "Robert", user=user)
        assert infer("Robert") == ["skipped"]
        memory.undo(merged.outcomes[0].fact, user=user)
        assert infer("Bob") == ["skipped"] and infer("Robert") == ["added"]

    def test_a_refusal_is_exported_and_goes_with_its_words(self, memory: Memory, user: str) -> None:
        given: dict[str, Any] = {"user": user, "source": "inferred", "episode": "guesses"}
        guess = fact_id(memory.add_fact("user", "likes", "tea", **given))
        memory.decline(guess, user)
        lines = list(memory.export(user))
        assert restored(memory, user, lines) == lines
        assert actions(memory.add_fact("user", "likes", "tea", **given)) == ["skipped"]
        memory.forget(user=user, fact=guess)
        assert actions(memory.add_fact("user", "likes", "tea", **given)) == ["added"]

    def test_within_one_write_the_order_counts(self, memory: Memory, user: str) -> None:
        def fact(**more: Any) -> dict[str, Any]:
            return {"subject": "user", "predicate": "likes", "object": "茶", **more}

        guess = fact_id(memory.add_facts([fact(source="inferred")], user=user))
        memory.decline(guess, user)
        told = memory.add_facts([fact(source="inferred"), fact(), fact(source="inferred")], user=user)
        assert actions(told) == ["skipped", "added", "added"]
        assert len(memory.facts(user=user)[0].evidence) == 2

    def test_only_what_was_inferred_is_declined(self, memory: Memory, user: str) -> None:
        said = fact_id(memory.add_fact("user", "likes", "tea", user=user))
        with pytest.raises(Conflict, match=r"said outright.*retract.*correct"):
            memory.decline(said, user)
        assert objects(memory.facts(user=user)) == ["tea"]
        guess = fact_id(memory.add_fact("user", "likes", "chess", user=user, source="inferred"))
        memory.decline(guess, user)
        with pytest.raises(Conflict, match="already withdrawn"):
            memory.decline(guess, user)
        with pytest.raises(NotFound):
            memory.decline("0123456789abcdef", user)


def changed(lines: Sequence[str], kind: str, **values: Any) -> list[str]:
    """Lines of which the first of a kind has other values."""
    place = next(i for i, line in enumerate(lines) if json.loads(line)["type"] == kind)
    return [*lines[:place], json.dumps({**json.loads(lines[place]), **values}), *lines[place + 1 :]]
