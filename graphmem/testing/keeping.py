"""The contract's house: episodes, namespaces, erasure, several memories on one store, check-ups."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from graphmem.embed import HashEmbedder
from graphmem.errors import InvalidInput, NotFound, Unavailable, Unsupported
from graphmem.filling import PAUSE
from graphmem.memory import Memory
from graphmem.store import Unembedded
from graphmem.testing.base import HOUR, Contract, everything, fact_id, objects
from graphmem.testing.clock import FrozenClock

if TYPE_CHECKING:
    from graphmem.embed.port import Kind, Vectors

MISSING = "missing: vector"
ODD_NAMES = [
    "用户1",
    "user:1",
    "user-1",
    "user-1-x",
    "a/b",
    "o'neil",
    'a"b',
    "a\\b",
    "User:1",
    " user-1",
    "ns*",
    "🙂",
]


class Moody(HashEmbedder):
    """Away at times: it then embeds questions only."""

    away = False

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        if self.away and kind == "passage":
            raise Unavailable("the model is away")
        return super().embed(texts, kind)


class KeepingContract(Contract):
    """What is kept, kept apart, and gone when it is to be gone."""

    # -- episodes ------------------------------------------------------------------------

    def test_a_session_becomes_an_episode_with_its_turns(self, memory: Memory, user: str) -> None:
        with memory.session(user=user, id="monday") as chat:
            chat.add("user", "I live in Ghent.", at="2026-02-09T08:30:00+01:00")
            chat.add("assistant", "How is the weather there?", at="2026-02-09T08:31:00+01:00")
            chat.add("user", "下雨了，不过我喜欢下雨。", at="2026-02-09T08:32:00+01:00")
            changes = chat.commit()
        assert changes.added and changes.episode
        (episode,) = memory.episodes(user=user)
        assert (episode.id, episode.session) == (changes.episode, "monday") and episode.summary
        assert [t.role for t in episode.turns] == ["user", "assistant", "user"]
        assert str(episode.occurred_at) == "2026-02-09 07:30:00+00:00"

    def test_a_second_import_of_the_same_messages_changes_nothing(self, memory: Memory, user: str) -> None:
        def bring_in() -> None:
            with memory.session(user=user, id="monday") as chat:
                chat.add("user", "I live in Ghent.", at="2026-02-09T08:30:00+01:00")
                chat.add("user", "我喜欢下雨。", at="2026-02-09T08:32:00+01:00")
            chat.close()

        bring_in()
        before = (memory.history(user=user), memory.episodes(user=user))
        bring_in()
        assert (memory.history(user=user), memory.episodes(user=user)) == before

    def test_two_people_may_call_their_session_the_same(self, memory: Memory, user: str, other: str) -> None:
        with memory.session(user=user, id="s1") as mine, memory.session(user=other, id="s1") as theirs:
            mine.add("user", "My cat is called Pixel.")
            theirs.add("user", "What is my cat called?")
            assert "Pixel" not in theirs.context("What is my cat called?", max_tokens=500)
        assert "Pixel" in everything(memory, user)
        assert "Pixel" not in everything(memory, other)

    # -- namespaces ----------------------------------------------------------------------

    def test_any_name_is_a_namespace_of_its_own(self, memory: Memory) -> None:
        run = uuid.uuid4().hex[:6]
        names = [f"{name}{run}" for name in ODD_NAMES]
        try:
            for i, name in enumerate(names):
                memory.add_fact("user", "lives_in", f"Town{i}", user=name)
                memory.add_fact("user", "likes", "tea", user=name)
            memory.flush()
            for i, name in enumerate(names):
                assert objects(memory.facts(user=name)) == [f"Town{i}", "tea"]
                assert "Town" not in everything(memory, name).replace(f"Town{i}", "")
                assert objects(memory.recall("Where do I live? Town", user=name).facts) == [f"Town{i}", "tea"]
            assert set(names) <= set(memory.store.namespaces())
        finally:
            for name in names:
                memory.forget(user=name)
        assert not set(names) & set(memory.store.namespaces())

    @pytest.mark.parametrize("blank", ["", " ", "\t\n", None, 7])
    def test_a_blank_namespace_is_refused_by_every_verb(self, memory: Memory, blank: object) -> None:
        verbs: list[Callable[[], object]] = [
            lambda: memory.add_fact("user", "likes", "tea", user=blank),  # type: ignore[arg-type]
            lambda: memory.remember("I like tea.", user=blank),  # type: ignore[arg-type]
            lambda: memory.session(user=blank),  # type: ignore[arg-type]
            lambda: memory.recall("tea", user=blank),  # type: ignore[arg-type]
            lambda: memory.facts(user=blank),  # type: ignore[arg-type]
            lambda: memory.history(user=blank),  # type: ignore[arg-type]
            lambda: memory.profile(user=blank),  # type: ignore[arg-type]
            lambda: memory.episodes(user=blank),  # type: ignore[arg-type]
            lambda: memory.entities(user=blank),  # type: ignore[arg-type]
            lambda: memory.forget(user=blank),  # type: ignore[arg-type]
        ]
        for verb in verbs:
            with pytest.raises(InvalidInput, match="user"):
                verb()

    def test_ids_of_one_namespace_mean_nothing_in_another(
        self, memory: Memory, user: str, other: str
    ) -> None:
        fact = fact_id(memory.add_fact("user", "likes", "tea", user=user, episode="e1"))
        memory.add_fact("user", "likes", "tea", user=other)
        verbs: list[Callable[[], object]] = [
            lambda: memory.explain(fact, user=other),
            lambda: memory.retract(fact, user=other),
            lambda: memory.confirm(fact, user=other),
            lambda: memory.pin(fact, user=other),
            lambda: memory.forget(user=other, fact=fact),
            lambda: memory.forget(user=other, episode="e1"),
        ]
        for verb in verbs:
            with pytest.raises(NotFound):
                verb()
        assert objects(memory.facts(user=user)) == objects(memory.facts(user=other)) == ["tea"]

    # -- erasure -------------------------------------------------------------------------

    def test_an_erased_episode_is_in_no_answer(self, memory: Memory, clock: FrozenClock, user: str) -> None:
        memory.add_fact("user", "lives_in", "Ghent", user=user, at="2024-02-01")
        clock.tick()
        said = memory.remember("I moved to Xylburg. 我的猫叫雪球儿。", user=user, at="2025-02-01")
        memory.flush()
        receipt = memory.forget(user=user, episode=said.episode)
        assert receipt.erased["episode"] == 1 and receipt.erased["turn"] == 1 and receipt.erased["assertion"]
        told = everything(memory, user)
        assert "Xylburg" not in told and "雪球" not in told
        (home,) = memory.facts(user=user)
        assert (str(home.object), home.invalid_at) == ("Ghent", None)
        assert home.text in " ".join(receipt.repaired) or not receipt.repaired
        with pytest.raises(NotFound):
            memory.forget(user=user, episode=said.episode)

    def test_an_erased_fact_takes_its_words_along_and_no_others(self, memory: Memory, user: str) -> None:
        memory.remember("I live in Xylburg. I like marzipan.", user=user, at="2025-02-01")
        memory.add_fact("Xylburg", "located_at", "Belgium", user=user, episode="geography")
        (home,) = memory.facts("user", "lives_in", user=user)
        receipt = memory.forget(user=user, fact=home.id)
        assert receipt.erased["redacted turn"] == 1
        memory.forget(user=user, episode="geography")
        told = everything(memory, user)
        assert "Xylburg" not in told and "marzipan" in told
        assert objects(memory.facts("user", user=user)) == ["marzipan"]

    @pytest.mark.parametrize(("name", "other"), [("Bo", "both"), ("实体 3", "实体 30"), ("Ro", "小Robin")])
    def test_an_erased_name_is_not_kept_for_a_word_that_has_it_inside(
        self, memory: Memory, user: str, name: str, other: str
    ) -> None:
        facts = [{"subject": s, "predicate": "likes", "object": o} for s, o in ((name, "tea"), ("Cy", other))]
        memory.add_facts(facts, user=user)
        (fact,) = memory.facts(name, user=user)
        memory.forget(user=user, fact=fact.id)
        assert name not in {e.name for e in memory.entities(user=user)}
        assert objects(memory.facts("Cy", user=user)) == [other]

    def test_nothing_erased_survives_in_a_name_a_reason_or_a_replacement(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        def said(*fact: str, **details: str) -> str:
            clock.tick()
            return fact_id(memory.add_fact(*fact, user=user, **details))  # type: ignore[arg-type]

        name = said("user", "name", "Zorblax")
        tool = said("user", "uses", "Ingres")
        said("user", "uses", "Git", replaces="Ingres")
        said("user", "job_title", "Grand WIZZARD", episode="loud")
        said("user", "job_title", "grand wizzard", episode="quiet")
        said("user", "works_at", "ZEDCORP", episode="loud")
        said("user", "works_at", "Zedcorp", episode="quiet")
        wrong = said("user", "lives_in", "Ghent")
        fixed = next(o for o in memory.correct(wrong, user=user, object="Trelleborg").outcomes if o.candidate)
        assert objects(memory.facts("Zorblax", "uses", user=user)) == ["Git"]
        for fact in (name, tool, fixed.fact):
            memory.forget(user=user, fact=fact)
        memory.forget(user=user, episode="loud")
        memory.flush()
        told = everything(memory, user)
        for gone in ("Zorblax", "Ingres", "WIZZARD", "ZEDCORP", "Trelleborg"):
            assert gone not in told, gone
        assert memory.facts("Zorblax", user=user) == []
        assert objects(memory.facts("user", user=user)) == ["Git", "Zedcorp", "grand wizzard"]

    def test_a_merged_name_is_erased_with_what_said_it(self, memory: Memory, user: str) -> None:
        memory.add_fact("Blorko", "likes", "tea", user=user, episode="e1")
        memory.add_fact("Zenobius", "likes", "milk", user=user, episode="e2")
        memory.merge("Blorko", "Zenobius", user=user)
        memory.forget(user=user, episode="e2")
        assert "Zenobius" not in everything(memory, user)
        assert [f.text for f in memory.facts("Blorko", user=user)] == ["Blorko likes tea"]
        memory.forget(user=user, episode="e1")
        assert "Blorko" not in everything(memory, user)

    def test_everything_of_one_is_erased_and_nothing_of_another(
        self, memory: Memory, user: str, other: str
    ) -> None:
        memory.remember("I live in Xylburg.", user=user)
        memory.remember("I live in Xylburg.", user=other)
        chat = memory.session(user=user, id="open")
        chat.add("user", "My cat is called Xylo.")
        receipt = memory.forget(user=user)
        memory.flush()
        assert receipt.erased and sum(receipt.erased.values()) > 5
        assert "Xyl" not in everything(memory, user) and user not in memory.store.namespaces()
        assert objects(memory.facts(user=other)) == ["Xylburg"]
        assert memory.forget(user=user).erased == {}

    def test_an_unknown_episode_or_fact_cannot_be_erased(self, memory: Memory, user: str) -> None:
        memory.add_fact("user", "likes", "tea", user=user)
        with pytest.raises(NotFound):
            memory.forget(user=user, episode="never")
        with pytest.raises(NotFound):
            memory.forget(user=user, fact="0" * 16)

    # -- several on one store ------------------------------------------------------------

    def test_two_memories_on_one_store_see_each_other_at_once(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        with self.open_memory(clock) as second:
            for i, (writer, reader) in enumerate([(memory, second), (second, memory)] * 2):
                town = f"Town{i}"
                clock.tick(HOUR)
                writer.add_fact("user", "lives_in", town, user=user)
                writer.flush()
                assert objects(reader.facts(user=user)) == [town]
                assert objects(reader.recall("Where does the user live?", user=user).facts) == [town]
            memory.forget(user=user)
            assert second.recall("Where does the user live?", user=user).facts == ()

    def test_a_policy_set_through_one_memory_binds_the_other(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        mood = f"mood_{uuid.uuid4().hex[:6]}"
        with self.open_memory(clock) as second:
            second.add_fact("user", mood, "calm", user=user, at="2025-01-01")
            memory.define_predicate(mood, cardinality="one")
            second.add_fact("user", mood, "glad", user=user, at="2025-02-01")
            assert objects(second.facts("user", mood, user=user)) == ["glad"]
            assert objects(memory.facts("user", mood, user=user)) == ["glad"]

    def test_what_is_acknowledged_is_there_for_the_next_memory(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        with self.open_memory(clock) as first:
            first.remember("I live in Ghent. 我喜欢乌龙茶。", user=user)
        with self.open_memory(clock) as second:
            assert objects(second.facts(user=user)) == ["Ghent", "乌龙茶"]
            assert str(second.recall("喜欢什么茶", user=user).facts[0].object) == "乌龙茶"

    def test_another_embedding_model_or_size_is_refused_and_nothing_is_touched(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        memory.add_fact("user", "likes", "tea", user=user)
        memory.flush()
        before = memory.sizes()
        for wrong in (HashEmbedder(dimensions=32), HashEmbedder(seed=7)):
            with pytest.raises(Unsupported, match="hash-seed"):
                self.open_memory(clock, embedder=wrong)
        assert replace(memory.sizes(), counts={}) == replace(before, counts={})
        assert objects(memory.recall("tea", user=user).facts) == ["tea"]

    def test_many_threads_write_and_read_one_namespace(self, memory: Memory, user: str) -> None:
        errors: list[BaseException] = []

        def work(number: int) -> None:
            try:
                for i in range(4):
                    memory.add_fact("user", "likes", f"thing {number} {i}", user=user)
                    memory.facts("user", user=user)
                    memory.recall(f"thing {number}", user=user)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert errors == []
        assert objects(memory.facts("user", "likes", user=user)) == sorted(
            f"thing {n} {i}" for n in range(6) for i in range(4)
        )

    # -- vectors and check-ups -----------------------------------------------------------

    @pytest.mark.parametrize(
        ("vector", "said"),
        [
            (np.ones(32), "32.*64"),
            (np.zeros(64), "zeros"),
            (np.full(64, np.nan), "finite"),
            (np.full(64, np.inf), "finite"),
        ],
    )
    def test_a_wrong_vector_is_refused(
        self, memory: Memory, user: str, vector: np.ndarray, said: str
    ) -> None:
        fact = fact_id(memory.add_fact("user", "likes", "tea", user=user))
        memory.flush()
        item = Unembedded(user, "fact", fact, 1, "user likes tea")
        with pytest.raises(InvalidInput, match=said):
            memory.store.put_vectors([item], vector[None, :])
        assert objects(memory.recall("tea", user=user).facts) == ["tea"]

    def test_a_missing_vector_breaks_no_search_is_reported_and_made(
        self, clock: FrozenClock, user: str
    ) -> None:
        model = Moody()
        with self.open_memory(clock, embedder=model) as memory:
            memory.flush()
            time.sleep(3 * PAUSE)  # another memory on this store may still be about to embed
            model.away = True
            memory.add_fact("user", "likes", "乌龙茶", user=user)
            lacking = [u for u in memory.store.unembedded(50) if u.namespace == user]
            assert [(u.kind, u.text) for u in lacking] == [("fact", "用户喜欢乌龙茶")]
            assert [f.count for f in memory.check() if f.kind == MISSING] >= [1]
            assert objects(memory.recall("乌龙茶", user=user).facts) == ["乌龙茶"]
            with pytest.raises(Unavailable):
                memory.flush()
            model.away = False
            memory.repair()
            assert [f for f in memory.check() if f.kind == MISSING] == []
            found = memory.recall("乌龙茶", user=user)
            assert "vector" in found.scores[found.facts[0].id].channels

    def test_a_sound_store_has_nothing_to_repair(self, memory: Memory, user: str) -> None:
        memory.remember("I live in Ghent. 我喜欢乌龙茶。", user=user, at="2025-02-01")
        memory.add_fact("user", "lives_in", "Delft", user=user)
        memory.flush()
        assert memory.check() == ()
        before = everything(memory, user)
        memory.repair()
        assert memory.check() == () and everything(memory, user) == before
        sizes = memory.sizes()
        assert (sizes.dimensions, sizes.model_id) == (64, HashEmbedder().model_id)
        assert sizes.counts["fact"] >= 3 and sizes.counts["episode"] >= 2
