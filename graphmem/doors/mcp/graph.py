"""A namespace as the official memory server's graph: entities with observations, and relations. Pure.

An observation is a fact with a literal object, under a relation of its own that accumulates, so its wording is kept
and read back as it was given. An entity's type is one too. A relation is a fact between two entities, under the
engine's name for it; how it was written is kept as the fact's category. What conversation told is in the graph as well.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem import sensitive
from graphmem.errors import InvalidInput
from graphmem.model import PERSON, Entity, Fact, Predicate, digest
from graphmem.names import checked, has_cjk, is_person_word, literal_key, name_key, plain

OBSERVATION = {"en": "observation", "zh": "备注"}
TYPE = {"en": "is_a", "zh": "类型是"}
OBSERVATIONS, TYPES = frozenset(OBSERVATION.values()), frozenset(TYPE.values())
UNTYPED = "unknown"
NEVER = datetime.max.replace(tzinfo=UTC)
LONGEST = 2_000
"""Characters of an observation."""
EPISODE = 200
"""Facts of an episode, of those that are written at once."""
_THE_USER = frozenset({"default user", "default_user"})
"""What clients of the official server are told to call the person they talk to."""
_LONGEST_NAME = 64


# -- as the engine's facts -----------------------------------------------------------------


def subject_of(name: str) -> str:
    """An entity's name as a subject: the person is `user`. Raises InvalidInput."""
    given = checked(name, "name", 300)
    return PERSON if plain(given) in _THE_USER else given


def type_fact(subject: str, kind: str, written: str) -> dict[str, Any]:
    """That an entity is of a type. `written`: its name as the client wrote it. Raises InvalidInput."""
    given = checked(kind, "entityType") if kind.strip() else UNTYPED
    return _literal(subject, TYPE, given) | {"category": written.strip()}


def observation_fact(subject: str, observation: str) -> dict[str, Any]:
    """Raises InvalidInput."""
    return _literal(subject, OBSERVATION, checked(observation, "observation", LONGEST))


def _literal(subject: str, relation: Mapping[str, str], value: str) -> dict[str, Any]:
    named = "" if subject == PERSON else subject
    predicate = relation["zh" if has_cjk(named + value) else "en"]
    return {"subject": subject, "predicate": predicate, "object": value, "object_kind": "literal"}


def relation_fact(
    source: End, relation: str, target: End, policies: Mapping[str, Predicate]
) -> dict[str, Any]:
    """That two entities are related; `policies`: the engine's, by name. Raises InvalidInput."""
    predicate = relation_name(relation)
    policy = policies.get(predicate)
    kind = target.kind
    if not kind and (policy.object == "literal" if policy else len(target.subject) > 60):
        kind = "thing"  # else the engine would take the target for a literal
    fact = {"subject": source.subject, "predicate": predicate, "object": target.subject}
    fact |= {"subject_kind": source.kind} if source.kind else {}
    fact |= {"object_kind": kind} if kind else {}
    if relation.strip() != predicate and not (policy and policy.per_category):
        fact["category"] = relation.strip()
    return fact


def relation_name(relation: str) -> str:
    """A relation of any wording as the engine names it: "is CEO of (2020)" → "is_ceo_of_2020". Raises InvalidInput."""
    given = checked(relation, "relationType", 300)
    name = re.sub(r"\W+", "_", given).strip("_").casefold()
    if not name:
        raise InvalidInput(
            f"relationType={given!r} has no letter or digit: name the relation, such as works_at"
        )
    name = name if name[0].isalpha() else f"rel_{name}"
    return name if len(name) <= _LONGEST_NAME else f"{name[:55]}_{digest(name)[:8]}"


def stamped(
    facts: Sequence[Mapping[str, Any]], policies: Mapping[str, Predicate], at: datetime
) -> list[dict[str, Any]]:
    """The facts with when they are said: a microsecond after each other up to `at`, so that their order is kept.

    Those of relations with one value are said at one moment: of two that exclude each other only the later one then
    holds, and the outcome says so. Many are told in several episodes: to erase one, its whole episode is read.
    """
    begin = at - timedelta(microseconds=len(facts))

    def moment(number: int, predicate: str) -> datetime:
        policy = policies.get(predicate)
        return at if policy and policy.cardinality == "one" else begin + timedelta(microseconds=number)

    told = [{**f, "at": moment(i, f["predicate"])} for i, f in enumerate(facts)]
    if len(told) <= EPISODE:
        return told
    label = f"graph {at:%Y-%m-%d %H.%M.%S}"
    return [{**f, "episode": f"{label} part {i // EPISODE + 1}"} for i, f in enumerate(told)]


def key_of(fact: Mapping[str, Any]) -> tuple[str, str, str]:
    """Equal for facts that say the same."""
    return name_key(fact["subject"]), fact["predicate"], literal_key(fact["object"])


# -- and back ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class End:
    """An entity as the engine is to find it again: by name and kind."""

    subject: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """An observation: its wording, its fact, since when it is kept."""

    text: str
    fact: str
    at: datetime


@dataclass(slots=True)
class Node:
    """An entity. `name`: as it was written; `at`, `changed`: first and last said of. `kind` '' is not told."""

    entity: Entity
    at: datetime
    changed: datetime
    name: str = ""
    kind: str = ""
    notes: list[Note] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.entity.id

    @property
    def end(self) -> End:
        return End(PERSON) if self.entity.person else End(self.entity.name, self.entity.kind)

    @property
    def shown(self) -> str:
        return self.name or str(self.entity)

    @property
    def type(self) -> str:
        return self.kind or self.entity.kind or UNTYPED

    def name_keys(self) -> set[str]:
        """The name keys it answers to."""
        names = (self.shown, self.entity.name, *self.entity.aliases)
        return {name_key(n) for n in names}

    def has(self, observation: str) -> Note | None:
        """The note that says the same, also if it was masked when it was written."""
        told = {literal_key(n.text): n for n in reversed(self.notes)}
        note = told.get(literal_key(observation))
        return note or told.get(literal_key(sensitive.mask(observation)[0]))


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation between two nodes, given by id, in its own words."""

    source: str
    target: str
    predicate: str
    words: str
    fact: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by id, in the order in which they came to be known, and edges. `meant`: ids by name key, known besides."""

    nodes: Mapping[str, Node]
    edges: Sequence[Edge]
    meant: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Iterable[Fact], meant: Mapping[str, str] | None = None) -> Graph:
        """The graph that facts make."""
        nodes: dict[str, Node] = {}
        edges: list[Edge] = []
        for at, fact in sorted(((said(f), f) for f in facts), key=lambda pair: (pair[0], pair[1].id)):
            node = _met(nodes, fact.subject, at)
            if isinstance(fact.object, Entity):
                target = _met(nodes, fact.object, at)
                edges.append(Edge(node.id, target.id, fact.predicate, _words(fact), fact.id, at))
            elif fact.predicate in TYPES:
                node.kind = node.kind or fact.object
                node.name = node.name or _written(fact)
            else:
                told = fact.object if fact.predicate in OBSERVATIONS else fact.text
                node.notes.append(Note(told, fact.id, at))
        return cls(nodes, edges, meant or {})

    def joined(self, entities: Iterable[Entity], keys: Collection[str]) -> Graph:
        """With those of these entities that have one of the name keys, as far as they are not in it."""
        nodes = dict(self.nodes)
        for entity in entities:
            if entity.merged_into is None and any(
                name_key(n) in keys for n in (entity.name, *entity.aliases)
            ):
                nodes.setdefault(entity.id, Node(entity, NEVER, NEVER))
        return Graph(nodes, self.edges, self.meant)

    def find(self, name: str) -> Node | None:
        """The node that a name means: as it was written, else by what the engine takes for the same name."""
        wanted = name.strip()
        exact = next((n for n in self.nodes.values() if n.shown == wanted), None)
        if exact:
            return exact
        if is_person_word(wanted) or plain(wanted) in _THE_USER:
            return next((n for n in self.nodes.values() if n.entity.person), None)
        key = name_key(wanted)
        named = next((n for n in self.nodes.values() if key in n.name_keys()), None)
        return named or self.nodes.get(self.meant.get(key, ""))

    def relations(self, ids: Collection[str]) -> tuple[list[Edge], list[Edge]]:
        """The edges between these nodes, and those that lead from them to others or from others to them."""
        inside = [e for e in self.edges if e.source in ids and e.target in ids]
        outside = [e for e in self.edges if (e.source in ids) != (e.target in ids)]
        return inside, outside

    def between(self, source: str, relation: str, target: str) -> list[Edge]:
        """The edges that a relation, given in any of its wordings, means."""
        ends = self.find(source), self.find(target)
        if None in ends:
            return []
        name = relation_name(relation)
        ids = tuple(n.id for n in ends if n)
        return [e for e in self.edges if (e.source, e.target) == ids and e.predicate == name]


def said(fact: Fact) -> datetime:
    """When a fact was first said."""
    return min((e.said_at for e in fact.evidence), default=fact.recorded_at).astimezone(UTC)


def _met(nodes: dict[str, Node], entity: Entity, at: datetime) -> Node:
    node = nodes.setdefault(entity.id, Node(entity, at, at))
    node.changed = max(node.changed, at)
    return node


def _words(fact: Fact) -> str:
    """A relation as it was written."""
    return _bracketed(fact) or fact.predicate


def _written(fact: Fact) -> str:
    """The name of a typed entity as it was written."""
    return _bracketed(fact)


def _bracketed(fact: Fact) -> str:
    """The category as it was written: the fact has it folded, its evidence as `subject predicate [category] object`."""
    if not fact.category:
        return ""
    for evidence in fact.evidence:
        _, found, rest = evidence.quote.partition(f" {fact.predicate} [")
        ends = [i for i, c in enumerate(rest) if c == "]"] if found else []
        for end in ends:
            if literal_key(rest[:end]) == fact.category:
                return rest[:end]
    return ""
