"""What a decision reads inside a write's transaction. What was read once is not asked for again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from graphmem.belief import Dependencies
from graphmem.model import Assertion, Entity, Episode, Name, Row, Turn
from graphmem.names import person_id
from graphmem.store import Ahead, Lookup, State, Whole
from graphmem.store.neo4j import records, whole
from graphmem.store.neo4j.server import Run, Vanished
from graphmem.timeline import MIN

Pair = tuple[str, int, str, int]


class Neo4jView:
    """The `View` of one write. Making it locks the namespace until the transaction ends.

    `successions`: the SUPERSEDES edges that stand among the facts of the slots read, `untangled`.
    """

    def __init__(self, run: Run, namespace: str, clock_now: datetime, ahead: Ahead) -> None:
        self._run = run
        self.namespace = namespace
        person = person_id(namespace)
        keys, turns = records.ids(ahead.keys), records.ids(ahead.turns)
        held = run("write/lock", namespace=namespace, person=person, first=MIN, keys=keys, turns=turns)
        if held["sequence"] is None:
            raise Vanished
        self.sequence: int = held["sequence"]
        self.policies: str = held["policies"]
        self.now = max(clock_now, records.time_of(held["recorded_at"]) + timedelta(microseconds=1))
        self.merges = records.merges(held["merges"])
        self.paused = whole.paused(held)
        self.dependents: bool = held["dependents"]
        self.successions: set[Pair] = set()
        self.untangled: set[str] = set()
        self._names: dict[str, tuple[Name, ...]] = {}
        self._episodes: dict[str, Episode | None] = {}
        self._entities: dict[str, Entity | None] = {person: None}
        self._keep(records.entities(held["entities"]))
        self._keep_names(keys, records.all_of(Name, held["names"]))
        self._turns: dict[str, Turn | None] = dict.fromkeys(turns)
        self._turns.update((t.id, t) for t in records.turns(held["turns"]))

    def _keep(self, entities: Iterable[Entity]) -> None:
        self._entities.update((e.id, e) for e in entities)

    def _keep_names(self, keys: Iterable[str], names: Iterable[Name]) -> None:
        by_key: dict[str, list[Name]] = {key: [] for key in keys}
        for name in names:
            by_key[name.key].append(name)
        self._names.update((key, tuple(found)) for key, found in by_key.items())

    def names(self, keys: Iterable[str]) -> tuple[Name, ...]:
        wanted = records.ids(keys)
        missing = [key for key in wanted if key not in self._names]
        if missing:
            found = self._run("read/names", namespace=self.namespace, keys=missing)
            self._keep(records.entities(found["entities"]))
            self._keep_names(missing, records.all_of(Name, found["names"]))
        return tuple(n for key in wanted for n in self._names[key])

    def names_of(self, entities: Iterable[str]) -> tuple[Name, ...]:
        wanted = records.ids(entities)
        if not wanted:
            return ()
        found = self._run("read/names_of", namespace=self.namespace, entities=wanted)
        return records.all_of(Name, found["names"])

    def entities(self, ids: Iterable[str]) -> tuple[Entity, ...]:
        wanted = records.ids(ids)
        missing = [i for i in wanted if i not in self._entities]
        if missing:
            self._entities.update((i, None) for i in missing)
            found = self._run("read/entities", namespace=self.namespace, ids=missing)
            self._keep(records.entities(found["entities"]))
        return tuple(e for i in wanted if (e := self._entities[i]) is not None)

    def slots(self, slots: Iterable[str], facts: Iterable[str] = ()) -> State:
        """`facts`: of which to give the rows too, whatever is said of them now."""
        wanted, others = records.ids(slots), records.ids(facts)
        if not (wanted or others):
            return State()
        found = self._run("read/slots", namespace=self.namespace, slots=wanted, facts=others)
        state = State(records.assertions(found["assertions"]), records.rows(found["rows"]))
        self.successions.update((a, m, b, n) for a, m, b, n in found["supersedes"])
        self.untangled.update(r.id for r in state.rows)
        return state

    def assertions(self, lookup: Lookup) -> tuple[Assertion, ...]:
        ways = {
            way: records.ids(getattr(lookup, way))
            for way in ("facts", "lines", "episodes", "turns", "entities")
        }
        if not any(ways.values()):
            return ()
        found = self._run("read/assertions", namespace=self.namespace, **ways)
        return records.assertions(found["assertions"])

    def every_assertion(self) -> tuple[Assertion, ...]:
        return records.assertions(self._run("read/all_assertions", namespace=self.namespace)["assertions"])

    def rows(self, facts: Iterable[str], said: Iterable[str] = ()) -> tuple[Row, ...]:
        wanted, derived = records.ids(facts), records.ids(said)
        if not (wanted or derived):
            return ()
        found = self._run("read/rows", namespace=self.namespace, facts=wanted, said=derived)
        return records.rows(found["rows"])

    def dependencies(self) -> Dependencies:
        if not self.dependents:
            return Dependencies()
        return records.dependencies(self._run("read/dependencies", namespace=self.namespace))

    def turns(self, ids: Iterable[str], episodes: Iterable[str] = ()) -> tuple[Turn, ...]:
        wanted, within = records.ids(ids), records.ids(episodes)
        if not within and all(i in self._turns for i in wanted):
            return tuple(t for i in wanted if (t := self._turns[i]) is not None)
        found = self._run("read/turns", namespace=self.namespace, ids=wanted, episodes=within)
        return records.turns(found["turns"])

    def episodes(self, ids: Iterable[str]) -> tuple[Episode, ...]:
        """Without their turns."""
        wanted = records.ids(ids)
        missing = [i for i in wanted if i not in self._episodes]
        if missing:
            self._episodes.update((i, None) for i in missing)
            found = self._run("read/episodes", namespace=self.namespace, ids=missing)
            self._episodes.update((e.id, e) for e in records.all_of(Episode, found["episodes"]))
        return tuple(e for i in wanted if (e := self._episodes[i]) is not None)

    def mentions(self, entities: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
        return self._mentions(records.ids(entities), [])

    def mentions_in(self, episodes: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
        return self._mentions([], records.ids(episodes))

    def _mentions(self, entities: Sequence[str], episodes: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
        if not (entities or episodes):
            return ()
        found = self._run("read/mentions", namespace=self.namespace, entities=entities, episodes=episodes)
        return tuple(sorted((episode, entity, name) for episode, entity, name in found["mentions"]))

    def whole(self) -> Whole:
        return whole.whole(self._run("read/whole", namespace=self.namespace))
