"""Reads: names → entities at a point in time → facts, histories, profiles, explanations."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.dates import When, instant
from graphmem.errors import InvalidInput, NotFound
from graphmem.model import STANCES, Entity, Explanation, Fact, Known, Stance, digest
from graphmem.names import Canon, checked, is_person_word, name_key, namespace_name, one_of, person_id, plain
from graphmem.profiles import Profiles
from graphmem.reading import Reader
from graphmem.registry import predicate_name
from graphmem.store import Reading, Selection, Store
from graphmem.writing import Writer

_ID = re.compile(r"[0-9a-f]{4,16}\Z")


@dataclass(frozen=True, slots=True)
class Query:
    """Which facts: by user, subject (a name), predicate, stance."""

    user: str
    subject: str | None = None
    predicate: str | None = None
    stance: Stance = "stated"


@dataclass(frozen=True, slots=True)
class Point:
    """The query's point on either line. `known_at` None: best known."""

    as_of: datetime
    known_at: datetime | None


class Reads:
    """What the reading verbs share."""

    def __init__(self, store: Store, writer: Writer, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._writer = writer
        self._clock = clock
        self.profiles = Profiles(store, lambda: writer.registry)

    def point(self, as_of: When | None, known_at: When | None) -> Point:
        """Raises InvalidInput for what is not a date."""
        return Point(
            self._clock() if as_of is None else instant(as_of, "as_of"),
            None if known_at is None else instant(known_at, "known_at"),
        )

    def full_id(self, user: str, identity: str) -> str:
        """A fact's id from its first digits, as prompts cite them. Raises InvalidInput, NotFound."""
        namespace = namespace_name(user)
        text = checked(identity, "id", 64)
        if not _ID.match(text):
            raise InvalidInput(
                f"id={identity!r} is not a fact's id: 4 to 16 hex digits, as facts and recall give"
            )
        if len(text) == 16:
            return text
        found = self._store.fact_ids(namespace, text)
        if not found:
            raise NotFound(f"no fact {text!r} in this namespace")
        if len(found) > 1:
            raise InvalidInput(f"id={text!r} begins several facts: give more digits")
        return found[0]

    def episode_ids(self, namespace: str, name: str) -> list[str]:
        """The episodes meant by an id, a beginning of one, the name of an API episode or document, or a session's.

        Raises NotFound, and InvalidInput for a beginning that several have.
        """
        text = checked(name, "episode", 512)
        named = (digest("episode", namespace, way, text) for way in ("api", "document"))
        exact = self._store.episodes(namespace, [text, *named])
        if exact:
            return [e.id for e in exact]
        every = self._store.episodes(namespace, limit=1_000_000)
        of_session = [e.id for e in every if e.session == text]
        beginning = [e.id for e in every if len(text) >= 4 and e.id.startswith(text)]
        if len(beginning) > 1 and not of_session:
            raise InvalidInput(f"episode={name!r} begins several episodes: give more digits")
        if not (of_session or beginning):
            raise NotFound(f"no episode {name!r} in this namespace")
        return of_session or beginning

    def _subjects(self, namespace: str, subject: str, known_at: datetime | None) -> tuple[str, ...]:
        """Ids of every entity the name means, merged ones included as merged at that time."""
        name = checked(subject, "subject", 300)
        rows, merges = self._store.resolve(namespace, [name_key(name)])
        canon = Canon.of(merges, known_at)
        if is_person_word(name) or name_key(name) == name_key(namespace):
            starts = {person_id(namespace)}
        else:
            starts = {n.entity for n in rows} or ({name} if _ID.match(name) else set())
        return tuple(sorted(i for start in starts for i in canon.group(start)))

    def _selection(self, query: Query, point: Point | None) -> tuple[str, Selection] | None:
        namespace = namespace_name(query.user)
        one_of(query.stance, "stance", STANCES)
        subjects = None
        if query.subject is not None:
            subjects = self._subjects(namespace, query.subject, point.known_at if point else None)
            if not subjects:
                return None
        predicates = None if query.predicate is None else (predicate_name(query.predicate),)
        return namespace, Selection(
            subjects=subjects,
            predicates=predicates,
            stances=(query.stance,),
            as_of=point.as_of if point else None,
            known_at=point.known_at if point else None,
        )

    def facts(self, query: Query, point: Point) -> list[Fact]:
        selected = self._selection(query, point)
        if selected is None:
            return []
        namespace, selection = selected
        return self._reader(namespace, self._store.facts(namespace, selection), point).facts()

    def history(self, query: Query) -> list[Fact]:
        selected = self._selection(query, None)
        if selected is None:
            return []
        namespace, selection = selected
        reading = self._store.history(namespace, selection)
        kept = tuple(a for a in reading.assertions if _listed(a.stance, query.stance))
        return self._reader(
            namespace, replace(reading, assertions=kept), Point(self._clock(), None)
        ).history()

    def _reader(self, namespace: str, reading: Reading, point: Point) -> Reader:
        return Reader(namespace, reading, self._writer.registry, point.as_of, point.known_at)

    def profile(self, namespace: str, subject: str | None, point: Point) -> Known:
        who = None if subject is None else checked(subject, "subject", 300)

        def subjects() -> tuple[str, ...]:
            if who is not None:
                return self._subjects(namespace, who, None)
            return self._known_by(namespace, self._store.speakers(namespace))

        return self.profiles.of(namespace, who, subjects, point.as_of)

    def known(self, namespace: str, names: Sequence[str], point: Point) -> Known:
        """What is known of the person and of those with these names."""
        who = "\n".join(("", *names))
        return self.profiles.of(namespace, who, lambda: self._known_by(namespace, names), point.as_of)

    def read_known(self, namespace: str, names: Sequence[str], point: Point) -> Known:
        """The same, in one reading."""
        return self.profiles.read(namespace, self._known_by(namespace, names), point.as_of)

    def _known_by(self, namespace: str, names: Sequence[str]) -> tuple[str, ...]:
        others = [i for name in names for i in self._subjects(namespace, name, None)]
        return tuple(dict.fromkeys([person_id(namespace), *others]))

    def explain(self, namespace: str, identity: str) -> Explanation:
        fact = self.full_id(namespace, identity)
        found = self._store.history(namespace, Selection(facts=(fact,), stances=()))
        now = Point(self._clock(), None)
        versions = self._reader(namespace, found, now).history()
        if not versions:
            raise NotFound(f"no fact {identity!r} in this namespace")
        believed = [f for f in versions if f.version and f.expired_at is None]
        current = believed[-1] if believed else versions[-1]
        policy = self._writer.registry[current.predicate]
        rivals = self._rivals(namespace, current, policy.cardinality == "one")
        older = [f for f in rivals if f.invalid_at and current.valid_at and f.invalid_at <= current.valid_at]
        newer = [f for f in rivals if current.invalid_at and f.valid_at and f.valid_at >= current.invalid_at]
        ids = [e.episode for e in current.evidence]
        wanted = {e.turn for e in current.evidence}
        turns = tuple(
            t for e in self._store.episodes(namespace, ids, len(ids)) for t in e.turns if t.id in wanted
        )
        rule = "one: a newer value supersedes" if policy.cardinality == "one" else "many: values accumulate"
        rule = "fixed: holds always; another value corrects it" if policy.fixed else rule
        return Explanation(current, tuple(versions), turns, tuple(older[-1:]), tuple(newer[:1]), rule)

    def _rivals(self, namespace: str, fact: Fact, single: bool) -> list[Fact]:
        if not single:
            return []
        chosen = Selection(subjects=(fact.subject.id,), predicates=(fact.predicate,))
        facts = self._reader(
            namespace, self._store.facts(namespace, chosen), Point(self._clock(), None)
        ).facts()
        return [f for f in facts if f.id != fact.id and f.category == fact.category]

    def candidates(self, namespace: str, name: str) -> list[tuple[Entity, float]]:
        """By spelling, token sets and pinyin; equal keys are one entity already and are left out."""
        from rapidfuzz import fuzz

        wanted = checked(name, "name", 300)
        key = name_key(wanted)
        scored = []
        for entity in self._store.entities(namespace):
            if entity.person or name_key(entity.name) == key or entity.merged_into:
                continue
            pairs = [(plain(wanted), plain(n)) for n in (entity.name, *entity.aliases)]
            pairs += [(_sounds(a), _sounds(b)) for a, b in pairs]
            score = max(max(fuzz.ratio(a, b), 0.9 * fuzz.token_set_ratio(a, b)) for a, b in pairs) / 100
            if score >= 0.7:
                scored.append((entity, round(score, 3)))
        return sorted(scored, key=lambda item: (-item[1], item[0].name))[:20]


def _sounds(text: str) -> str:
    from pypinyin import lazy_pinyin

    return "".join(lazy_pinyin(text)).replace(" ", "")


def _listed(stance: str, wanted: str) -> bool:
    """Ended and negated ones are part of the stated history."""
    return stance == wanted or (wanted == "stated" and stance in ("ended", "negated"))
