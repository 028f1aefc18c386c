"""The store port: what an adapter must do. `graphmem.testing.StoreContract` shows that it does.

A write is one transaction: it locks the namespace, hands a `View` to the pure `decide`, and
applies the `ChangeSet` that comes back, whole or not at all. Writers of one namespace take turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from graphmem.belief import Dependencies
from graphmem.model import Assertion, ChangeSet, Entity, Episode, Merge, Name, Predicate, Row, Stance, Turn
from graphmem.timeline import MAX, MIN

if TYPE_CHECKING:
    import numpy as np

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class State:
    """What stands in some slots: all their assertions, and every version of the facts these make.

    And of other facts that were asked for.
    """

    assertions: tuple[Assertion, ...] = ()
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Lookup:
    """Which assertions a decision asks for; the fields given are alternatives (OR).

    `facts`: fact ids or lines. `entities`: as subject, object or replaced object.
    """

    facts: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    episodes: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    """All that is kept of a namespace, in no order; vectors, indexes and successions follow from it.

    Episodes are without their turns. `pins`: facts. `paused`: since when. One that is not there is `Whole()`.
    """

    recorded_at: datetime = MIN
    sequence: int = 0
    policies: str = ""
    paused: datetime | None = None
    episodes: tuple[Episode, ...] = ()
    turns: tuple[Turn, ...] = ()
    entities: tuple[Entity, ...] = ()
    names: tuple[Name, ...] = ()
    mentions: tuple[tuple[str, str, str], ...] = ()
    merges: tuple[Merge, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    rows: tuple[Row, ...] = ()
    pins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """What a write asks before its models run: which turns are kept, and since when the namespace is paused."""

    turns: frozenset[str] = frozenset()
    paused: datetime | None = None


class View(Protocol):
    """Reads inside a write's transaction, under the namespace's lock.

    `now`: this write's recorded time, later than any before it. `sequence`: the last one used.
    `merges`: all of the namespace, undone ones too. `policies`: under which the
    namespace's slots were derived, '' if it is new. `paused`: since when.
    """

    namespace: str
    now: datetime
    sequence: int
    merges: tuple[Merge, ...]
    policies: str
    paused: datetime | None

    def names(self, keys: Iterable[str]) -> tuple[Name, ...]: ...
    def names_of(self, entities: Iterable[str]) -> tuple[Name, ...]: ...
    def entities(self, ids: Iterable[str]) -> tuple[Entity, ...]: ...
    def slots(self, slots: Iterable[str], facts: Iterable[str] = ()) -> State: ...
    def assertions(self, lookup: Lookup) -> tuple[Assertion, ...]: ...
    def every_assertion(self) -> tuple[Assertion, ...]: ...
    def rows(self, facts: Iterable[str], said: Iterable[str] = ()) -> tuple[Row, ...]: ...
    def dependencies(self) -> Dependencies: ...
    def turns(self, ids: Iterable[str], episodes: Iterable[str] = ()) -> tuple[Turn, ...]: ...
    def episodes(self, ids: Iterable[str]) -> tuple[Episode, ...]: ...
    def mentions(self, entities: Iterable[str]) -> tuple[tuple[str, str, str], ...]: ...
    def mentions_in(self, episodes: Iterable[str]) -> tuple[tuple[str, str, str], ...]: ...
    def whole(self) -> Whole: ...


Decide = Callable[[View], ChangeSet]


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a decision will ask its view for, so that a store may read it together with taking the lock.

    `turns`: ids. `keys`: name keys. Asking for something else is only one more query.
    """

    turns: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


NOTHING_AHEAD = Ahead()


@dataclass(frozen=True, slots=True)
class Selection:
    """Which facts a reader asks for. A field left None does not filter.

    `subjects`, `objects`: entity ids. `as_of`: true then (open stances ignore it).
    `known_at`: None is what is believed now. `rivals`: what else was said in the slots of these facts comes along.
    """

    subjects: tuple[str, ...] | None = None
    objects: tuple[str, ...] | None = None
    predicates: tuple[str, ...] | None = None
    facts: tuple[str, ...] | None = None
    stances: tuple[Stance, ...] = ("stated",)
    as_of: datetime | None = None
    known_at: datetime | None = None
    rivals: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """Rows with all that is needed to show them. `assertions`: those of the rows' facts, and others asked for."""

    rows: tuple[Row, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    entities: tuple[Entity, ...] = ()
    pins: frozenset[str] = frozenset()
    dependencies: Dependencies = field(default_factory=Dependencies)


@dataclass(frozen=True, slots=True)
class Span:
    """`[start, end)` of time."""

    start: datetime
    end: datetime


MOST_RECENT = 10
"""Facts learnt last, of which any recall looks at so many: at those still without a vector, which meaning does
not find, and at the latest `NEWS` besides."""
NEWS = 3
MOST_APART = 2_000
"""Facts, and turns, of the time a query speaks of: of more the newest stand for it, as it picks nothing out."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What a search keeps to; '', () and None do not filter.

    Facts: `kind` of the subject or the object, `predicates`, and true at some time in `[since, until)`. Turns: said in
    it, and evidence for a fact of that kind and predicate. Both: of an episode that has the `topic`, in any case.
    """

    topic: str = ""
    kind: str = ""
    predicates: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None

    @property
    def by_fact(self) -> bool:
        return bool(self.kind or self.predicates)

    @property
    def span(self) -> Span | None:
        if self.since is None and self.until is None:
            return None
        return Span(self.since or MIN, self.until or MAX)

    def __bool__(self) -> bool:
        return self.span is not None or self.by_fact or bool(self.topic)


EVERYTHING = Filter()


@dataclass(frozen=True, slots=True)
class Search:
    """One recall. `vector`: unit length, shape (dimensions,), or None to go without that channel.

    `terms`: the words of the query, rarest ideas first, each to be found as a phrase.
    `keys`: name keys that may be named in the query. `limit`: candidates per channel, `few` of facts. `near`:
    how many turns before and after a turn come along. `fanout`: most edges of a step of a walk, and most
    entities that it goes on from; `walked`: most facts of it all. `sensitive`: predicates that a turn must own up to.
    `moment`: the time the query speaks of: what was said or began in it are candidates, and facts that held
    then hold for this search.
    """

    vector: np.ndarray | None
    terms: tuple[str, ...]
    keys: tuple[str, ...]
    as_of: datetime
    known_at: datetime | None
    limit: int = 40
    few: int = 12
    hops: int = 4
    fanout: int = 50
    walked: int = 24
    near: int = 2
    stances: tuple[Stance, ...] = ("stated",)
    sensitive: tuple[str, ...] = ()
    moment: Span | None = None
    only: Filter = EVERYTHING


@dataclass(frozen=True, slots=True)
class FactCandidate:
    """A row that a channel found, and that holds at the query's point.

    `channels`: a score by channel; larger is nearer, comparable only within its channel. `vector` is the
    cosine, told of every candidate with an embedding, whatever found it; `walk` is 1 / hops.
    """

    id: str
    version: int
    subject: str
    predicate: str
    object: str
    object_name: str
    text: str
    recorded_at: datetime
    valid_at: datetime
    invalid_at: datetime
    channels: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class TurnCandidate:
    """A turn that a channel found, or one near it. `holds`: (predicate, object) of the sensitive it is evidence for."""

    id: str
    episode: str
    session: str
    ordinal: int
    role: str
    speaker: str
    text: str
    at: datetime
    offset: int
    importance: float
    holds: tuple[tuple[str, str], ...]
    channels: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Candidates:
    """What the channels of one search found. `named`: ids of the entities the query names."""

    facts: tuple[FactCandidate, ...] = ()
    turns: tuple[TurnCandidate, ...] = ()
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """The candidates to read whole, best first: (id, version) of facts, ids of turns."""

    facts: tuple[tuple[str, int], ...] = ()
    turns: tuple[str, ...] = ()


Rank = Callable[[Candidates], Ranked]
"""Chooses among candidates. Pure: a store calls it inside its one snapshot."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was ranked, read whole: rows with all that shows them, turns with their episodes; not in order.

    `changed`: turns that gave facts, of which none that they claim for the query's point holds then.
    """

    candidates: Candidates = field(default_factory=Candidates)
    reading: Reading = field(default_factory=Reading)
    turns: tuple[Turn, ...] = ()
    episodes: tuple[Episode, ...] = ()
    changed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A text that still lacks its vector. `kind`: fact, turn, episode or entity."""

    namespace: str
    kind: str
    id: str
    version: int
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check-up found: a kind, how many, an example, and whether `repair` mends it."""

    kind: str
    count: int
    example: str = ""
    repaired: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """What a language model was asked for, over all processes; tokens as its endpoint counts them."""

    model: str
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Sizes:
    """What a store holds, for `doctor`: counts by kind, versions, the embedding model and its size."""

    backend: str
    version: str
    schema: int
    model_id: str
    dimensions: int
    counts: Mapping[str, int]


class Store(Protocol):
    """One place where memory is kept. Reads never lock; every method is safe in many threads.

    `predicates`: those set through `put_predicate` or by an operator in the store itself. `publish`
    makes the whole registry readable there. `outdated`: namespaces derived under other policies. `state`: a token
    that every write to the namespace changes, by any process, and that never comes back; '' if there is none.
    """

    def write(
        self, namespace: str, decide: Decide, dry_run: bool = False, ahead: Ahead = NOTHING_AHEAD
    ) -> ChangeSet: ...
    def resolve(self, namespace: str, keys: Sequence[str]) -> tuple[tuple[Name, ...], tuple[Merge, ...]]: ...
    def fact_ids(self, namespace: str, prefix: str) -> tuple[str, ...]: ...
    def facts(self, namespace: str, selection: Selection) -> Reading: ...
    def history(self, namespace: str, selection: Selection) -> Reading: ...
    def search(self, namespace: str, search: Search, rank: Rank) -> Found: ...
    def entities(self, namespace: str, ids: Sequence[str] | None = None) -> tuple[Entity, ...]: ...
    def episodes(
        self, namespace: str, ids: Sequence[str] | None = None, limit: int = 100
    ) -> tuple[Episode, ...]: ...
    def standing(self, namespace: str, turns: Sequence[str]) -> Standing: ...
    def whole(self, namespace: str) -> Whole: ...
    def merges(self, namespace: str) -> tuple[Merge, ...]: ...
    def namespaces(self) -> tuple[str, ...]: ...
    def state(self, namespace: str) -> str: ...
    def speakers(self, namespace: str) -> tuple[str, ...]: ...
    def erase_namespace(self, namespace: str) -> Mapping[str, int]: ...
    def predicates(self) -> tuple[Predicate, ...]: ...
    def put_predicate(self, predicate: Predicate) -> None: ...
    def publish(self, predicates: Iterable[Predicate]) -> None: ...
    def outdated(self, policies: str) -> tuple[str, ...]: ...
    def unembedded(self, limit: int) -> tuple[Unembedded, ...]: ...
    def put_vectors(self, items: Sequence[Unembedded], vectors: np.ndarray) -> None: ...
    def add_usage(self, usage: Usage) -> None: ...
    def usage(self) -> tuple[Usage, ...]: ...
    def sizes(self) -> Sizes: ...
    def check(self) -> tuple[Finding, ...]: ...
    def repair(self) -> tuple[Finding, ...]: ...
    def close(self) -> None: ...
