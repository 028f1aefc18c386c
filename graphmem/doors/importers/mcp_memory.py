"""The official MCP memory server's file: a line an entity or a relation. Taken in as the MCP door takes them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphmem.dates import now
from graphmem.doors import cli_json, cli_text
from graphmem.doors.importers.lines import each, json_of
from graphmem.doors.mcp.graph import (
    End,
    Graph,
    observation_fact,
    relation_fact,
    relation_name,
    stamped,
    subject_of,
    type_fact,
)
from graphmem.errors import InvalidInput
from graphmem.model import ChangeSet, Predicate
from graphmem.names import checked

if TYPE_CHECKING:
    from graphmem.memory import Memory


@dataclass(frozen=True, slots=True)
class EntityLine:
    name: str
    kind: str
    observations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelationLine:
    source: str
    relation: str
    target: str


Line = EntityLine | RelationLine


def is_one(lines: Sequence[str]) -> bool:
    """Whether the first line that is not blank is an entity or a relation of such a file."""
    try:
        given = json.loads(next((line for line in lines if line.strip()), ""))
    except (ValueError, RecursionError):
        return False
    if not isinstance(given, dict):
        return False
    entity = given.get("type") == "entity" and {"name", "entityType"} <= given.keys()
    return entity or (given.get("type") == "relation" and {"from", "to"} <= given.keys())


def read(lines: Sequence[str], label: str) -> list[Line]:
    """Every line, in their order. Raises InvalidInput that names the lines which are wrong."""
    return each(lines, label, _line)


def _line(line: str) -> Line:
    given = json_of(line)
    if not isinstance(given, dict) or given.get("type") not in ("entity", "relation"):
        raise InvalidInput(
            "not an entity or a relation: a line has type, and name or from, to and relationType"
        )
    if given["type"] == "relation":
        ends = (checked(given.get(key), key, 300) for key in ("from", "to"))
        relation_name(checked(given.get("relationType"), "relationType", 300))
        source, target = ends
        return RelationLine(source, given["relationType"], target)
    observations = given.get("observations") or []
    if not isinstance(observations, list):
        raise InvalidInput("observations must be a list of texts")
    name = checked(given.get("name"), "name", 300)
    kind = given.get("entityType") or ""
    if not isinstance(kind, str):
        raise InvalidInput("entityType must be a text")
    for observation in observations:
        observation_fact(name, observation)
    return EntityLine(name, kind, tuple(observations))


def facts(lines: Sequence[Line], graph: Graph, policies: Mapping[str, Predicate]) -> list[dict[str, Any]]:
    """What the lines say that `graph`, of all that was ever said, does not hold: so the same file again is nothing."""
    found = []
    typed = {e.id for e in graph.nodes.values() if e.kind}
    for line in lines:
        if isinstance(line, RelationLine):
            if not graph.between(line.source, line.relation, line.target):
                ends = _end(graph, line.source), _end(graph, line.target)
                found.append(relation_fact(ends[0], line.relation, ends[1], policies))
            continue
        node = graph.find(line.name)
        subject = node.end.subject if node else subject_of(line.name)
        if node is None or node.id not in typed:
            found.append(type_fact(subject, line.kind, line.name))
        found += [observation_fact(subject, o) for o in line.observations if not (node and node.has(o))]
    return found


def _end(graph: Graph, name: str) -> End:
    node = graph.find(name)
    return node.end if node else End(subject_of(name))


def take_in(
    memory: Memory, user: str, lines: Sequence[str], label: str, every_outcome: bool, as_json: bool
) -> None:
    """Takes the file in and tells what that did. Raises InvalidInput before anything is written."""
    given = read(lines, label)
    graph = Graph.of(memory.history(user=user))
    policies = {p.name: p for p in memory.predicates()}
    fresh = stamped(facts(given, graph, policies), policies, now())
    done = memory.add_facts(fresh, user=user) if fresh else ChangeSet()
    entities = sum(isinstance(line, EntityLine) for line in given)
    _report(label, entities, len(given) - entities, done, every_outcome, as_json)


def _report(
    label: str, entities: int, relations: int, done: ChangeSet, every_outcome: bool, as_json: bool
) -> None:
    actions = [o.action for o in done.outcomes]
    if as_json:
        told = {
            "entities": entities,
            "relations": relations,
            "counts": dict(sorted(Counter(actions).items())),
        }
        cli_json.emit({**told, "outcomes": done.outcomes if every_outcome else None})
        return
    if every_outcome:
        cli_text.outcomes(done, "no outcomes")
    cli_text.say(f"{label}: {entities} entities and {relations} relations of an MCP memory")
    if not actions:
        cli_text.say("already known: nothing has changed")
        return
    cli_text.say(f"facts: {cli_text.counted(actions)}")
    for outcome in done.outcomes:
        if outcome.action not in ("added", "reinforced"):
            cli_text.say(f"  {outcome.action} {outcome.text}: {outcome.reason}")
