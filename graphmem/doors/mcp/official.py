"""The tools of the official memory server and of mcp-neo4j-memory, under their names, over the engine's facts."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Annotated, Any

from mcp.types import CallToolResult
from pydantic import Field

from graphmem import pauses
from graphmem.dates import now
from graphmem.doors.mcp import listing, pages, results, shapes
from graphmem.doors.mcp.graph import (
    End,
    Graph,
    Node,
    key_of,
    observation_fact,
    relation_fact,
    stamped,
    subject_of,
    type_fact,
)
from graphmem.doors.mcp.verbs import Cursor, MaxTokens, User
from graphmem.errors import NotFound
from graphmem.memory import Memory
from graphmem.model import PERSON, ChangeSet, Predicate
from graphmem.names import checked, name_key, namespace_name
from graphmem.store import Selection

Entities = Annotated[list[shapes.EntityIn], Field(description="The entities, each with its observations")]
Relations = Annotated[list[shapes.RelationIn], Field(description="The relations, in active voice")]
Additions = Annotated[list[shapes.AdditionIn], Field(description="What to add, entity by entity")]
Deletions = Annotated[list[shapes.DeletionIn], Field(description="What to delete, entity by entity")]
EntityNames = Annotated[list[str], Field(description="The names of the entities")]
Query = Annotated[str, Field(description="Words to find in names, types and observations, or a question")]
Dates = Annotated[bool, Field(description="Tell when each was first and last said")]

GraphAnswer = Annotated[CallToolResult, shapes.GraphOut]
Done = Annotated[CallToolResult, shapes.DoneOut]

GRAPH_TOKENS = 8_000
"""Of a page of the graph, unless said otherwise."""
_SEARCHED = 20
"""How many facts a search takes from recall."""


class Official:
    """Each method is a tool. `user` is the namespace; a server for one user fills it in."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._kept: dict[str, tuple[tuple[str, str], Graph]] = {}

    def graph(self, user: str) -> Graph:
        """All that holds now; kept while nothing is written, by any process, for at most a minute of the clock."""
        token = self._memory.store.state(namespace_name(user)), f"{now():%Y-%m-%dT%H:%M}"
        known = self._kept.get(user)
        if known and known[0] == token:
            return known[1]
        graph = Graph.of(self._memory.facts(user=user))
        self._kept = dict(list(self._kept.items())[-_KEPT:]) | {user: (token, graph)}
        return graph

    def _around(self, names: Iterable[str], user: str) -> Graph:
        """What writing about these names needs of the graph: they themselves, and what is told of them.

        A few are read one by one: of a large graph all would take a second.
        """
        wanted = {name_key(n): subject_of(n) for n in names}
        if len(wanted) > _FEW:
            return self.graph(user)
        told = {key: self._memory.facts(n, user=user) for key, n in wanted.items()}
        meant = {key: facts[0].subject.id for key, facts in told.items() if facts}
        found = Graph.of({f.id: f for facts in told.values() for f in facts}.values(), meant)
        if all(found.find(n) for n in wanted.values()):
            return found
        return found.joined(self._memory.entities(user=user), wanted)

    def _named(self, names: Iterable[str], user: str) -> tuple[Graph, dict[str, Node | None]]:
        """The whole graph, and the nodes of these names, also by a name that was merged into another."""
        graph = self.graph(user)
        nodes = {name: graph.find(name) for name in names}
        for name in [n for n, node in nodes.items() if node is None]:
            facts = self._memory.facts(subject_of(name), user=user)
            nodes[name] = graph.nodes.get(facts[0].subject.id) if facts else None
        return graph, nodes

    # -- writing -------------------------------------------------------------------------

    def create_entities(
        self, entities: Entities, *, user: User
    ) -> Annotated[CallToolResult, shapes.CreatedOut]:
        """Creates entities in the knowledge graph. One that is there already keeps what it has and gets what is new."""
        graph = self._around((e.name for e in entities), user)
        known: dict[str, Node] = {}
        ends: dict[str, tuple[str, shapes.EntityIn]] = {}
        facts: list[dict[str, Any]] = []
        typed: set[str] = set()
        for e in entities:
            node = graph.find(checked(e.name, "name", 300))
            subject = node.end.subject if node else subject_of(e.name)
            ends.setdefault(name_key(subject), (subject, e))
            if node:
                known[name_key(subject)] = node
            if not (node and node.kind) and name_key(subject) not in typed:
                typed.add(name_key(subject))
                facts.append(results.placed(type_fact(subject, e.kind, e.name), node))
            facts += [results.placed(observation_fact(subject, o), node) for o in e.observations]
        done = self._add(facts, user)
        added, keys = results.added_to(done), results.written(done)
        made: dict[str, dict[str, Any]] = {}
        for key, (_, e) in ends.items():
            if key not in known and not pauses.stopped(done):
                name, kind = results.as_kept(e.name, keys), e.kind.strip() or "unknown"
                own = key if key in added else name_key(name)
                made.setdefault(
                    name_key(name), {"name": name, "entityType": kind, "observations": added.get(own, [])}
                )
        fresh = list(made.values())
        existing = [
            {"entityName": node.shown, "addedObservations": added.get(key, [])} for key, node in known.items()
        ]
        structured = {"entities": fresh} | shapes.given(existing=existing, notes=results.notes(done))
        return results.listed(structured, "entities")

    def create_relations(
        self, relations: Relations, *, user: User
    ) -> Annotated[CallToolResult, shapes.RelatedOut]:
        """Creates relations between entities, in active voice. An entity that is not there yet is created with it.

        A relation that has one value at a time (lives_in) ends the older one; the answer says so.
        """
        graph = self._around((n for r in relations for n in (r.source, r.target)), user)
        policies = self._policies()
        made: dict[str, str] = {}

        def end(name: str) -> End:
            node = graph.find(checked(name, "name", 300))
            if node is None and subject_of(name) != PERSON:
                made.setdefault(name_key(name), name.strip())
            return node.end if node else End(subject_of(name))

        wanted: dict[tuple[str, str, str], tuple[shapes.RelationIn, dict[str, Any]]] = {}
        for r in relations:
            fact = relation_fact(end(r.source), r.words, end(r.target), policies)
            wanted.setdefault(key_of(fact), (r, fact))
        done = self._add([fact for _, fact in wanted.values()], user)
        new = {key_of(asdict(o.candidate)) for o in done.added if o.candidate}
        keys = results.written(done)
        fresh = []
        for r, fact in wanted.values():
            ends = {side: results.as_kept(fact[side], keys) for side in ("subject", "object")}
            if key_of(fact | ends) in new:
                source, target = results.as_kept(r.source, keys), results.as_kept(r.target, keys)
                fresh.append({"from": source, "to": target, "relationType": r.words.strip()})
        created = [] if pauses.stopped(done) else [results.as_kept(n, keys) for n in made.values()]
        created = list(dict.fromkeys(created))
        structured = {"relations": fresh} | shapes.given(createdEntities=created, notes=results.notes(done))
        return results.listed(structured, "relations")

    def add_observations(
        self, observations: Additions, *, user: User
    ) -> Annotated[CallToolResult, shapes.ResultsOut]:
        """Adds observations to entities that are there. What is known already is not added twice."""
        graph = self._around((a.name for a in observations), user)
        found = [(self._found(graph, a.name, user), a) for a in observations]
        facts = [
            results.placed(observation_fact(node.end.subject, o), node)
            for node, a in found
            for o in a.observations
        ]
        done = self._add(facts, user)
        added = results.added_to(done)
        told = [
            {"entityName": a.name, "addedObservations": results.taken(added, node, a.observations)}
            for node, a in found
        ]
        return results.listed({"results": told} | shapes.given(notes=results.notes(done)), "results")

    def _found(self, graph: Graph, name: str, user: str) -> Node:
        node = graph.find(checked(name, "entityName", 300))
        if node is None:
            near = [e.name for e, _ in self._memory.candidates(name, user=user)[:3]]
            hint = f"; near are {', '.join(near)}" if near else ""
            raise NotFound(f"Entity with name {name} not found: make it with create_entities{hint}")
        return node

    def _add(self, facts: Sequence[dict[str, Any]], user: str) -> ChangeSet:
        """Each once."""
        once = list({key_of(f): f for f in reversed(facts)}.values())[::-1]
        if not once:
            return ChangeSet()
        return self._memory.add_facts(stamped(once, self._policies(), now()), user=user)

    def _policies(self) -> dict[str, Predicate]:
        return {p.name: p for p in self._memory.predicates()}

    # -- deleting: erased for good --------------------------------------------------------

    def delete_entities(
        self,
        entityNames: EntityNames,
        *,
        user: User,
    ) -> Done:
        """Erases entities with all that is known of them, relations and history too. It cannot be undone."""
        _, nodes = self._named(entityNames, user)
        ids = {n.id for n in nodes.values() if n}
        doomed = [] if not ids else self._facts_of(ids, user)
        self._erase(doomed, user)
        return results.deleted("Entities", [name for name, node in nodes.items() if node is None])

    def _facts_of(self, ids: set[str], user: str) -> list[str]:
        """All that was ever said of these entities, or of others to them, believed or not."""
        every = self._memory.store.history(namespace_name(user), Selection(stances=()))
        near = ids | {e.id for e in self._memory.entities(user=user) if e.merged_into in ids}
        held = {row.id for row in every.rows}
        found = [row.id for row in every.rows if {row.subject, row.object} & near]
        found += [a.fact for a in every.assertions if a.fact not in held and {a.subject, a.object} & near]
        return list(dict.fromkeys(found))

    def delete_observations(
        self,
        deletions: Deletions,
        *,
        user: User,
    ) -> Done:
        """Erases observations of entities, each given in its own words. It cannot be undone.

        For one that was wrong, or has changed, correct, retract or remember keep its history.
        """
        graph = self._around((d.name for d in deletions), user)
        doomed: list[str] = []
        missing: list[str] = []
        for d in deletions:
            node = graph.find(d.name)
            for observation in d.observations:
                note = node.has(observation) if node else None
                (doomed if note else missing).append(note.fact if note else f"{d.name}: {observation}")
        self._erase(doomed, user)
        return results.deleted("Observations", missing)

    def delete_relations(
        self,
        relations: Relations,
        *,
        user: User,
    ) -> Done:
        """Erases relations between entities. It cannot be undone."""
        graph = self._around((r.source for r in relations), user)
        doomed: list[str] = []
        missing: list[str] = []
        for r in relations:
            edges = graph.between(r.source, r.words, r.target)
            doomed += [e.fact for e in edges]
            missing += [] if edges else [f"{r.source} {r.words} {r.target}"]
        self._erase(doomed, user)
        return results.deleted("Relations", missing)

    def _erase(self, facts: Iterable[str], user: str) -> None:
        """One that went with the words of another is gone already."""
        for fact in dict.fromkeys(facts):
            with contextlib.suppress(NotFound):
                self._memory.forget(user=user, fact=fact)

    # -- reading -------------------------------------------------------------------------

    def read_graph(
        self, max_tokens: MaxTokens = GRAPH_TOKENS, cursor: Cursor = None, dates: Dates = False, *, user: User
    ) -> GraphAnswer:
        """Reads the knowledge graph: entities with observations, and relations; page by page if it is large.

        To find something in it, use search_nodes or recall instead.
        """
        graph = self.graph(user)
        found = listing.units(graph, list(graph.nodes.values()))
        asked = pages.question("read_graph", user)
        return results.paged(graph, found, {}, max_tokens, asked, cursor, dates)

    def search_nodes(
        self,
        query: Query,
        max_tokens: MaxTokens = GRAPH_TOKENS,
        cursor: Cursor = None,
        dates: Dates = False,
        *,
        user: User,
    ) -> GraphAnswer:
        """Finds entities by the words in their names, types and observations, and by meaning; best first."""
        graph = self.graph(user)
        nodes = listing.matching(graph, checked(query, "query"), self._recalled(graph, query, user))
        found = listing.units(graph, nodes, ranked=True)
        asked = pages.question("search_nodes", user, query)
        return results.paged(graph, found, {}, max_tokens, asked, cursor, dates)

    def _recalled(self, graph: Graph, query: str, user: str) -> list[str]:
        """Ids of the entities whose own facts are near the query's meaning, best first; of few facts none is."""
        if sum(len(n.notes) for n in graph.nodes.values()) + len(graph.edges) < _ENOUGH:
            return []
        found = self._memory.recall(query, user, limit=_SEARCHED)
        if found.nothing:
            return []
        best = max((s.total for s in found.scores.values()), default=0.0)
        near = [f for f in found.facts if found.scores[f.id].total >= best / 2]
        return list(dict.fromkeys(f.subject.id for f in near))

    def open_nodes(
        self,
        names: EntityNames,
        max_tokens: MaxTokens = GRAPH_TOKENS,
        cursor: Cursor = None,
        dates: Dates = False,
        *,
        user: User,
    ) -> GraphAnswer:
        """Opens entities by name: their observations, and their relations to each other and to others."""
        graph, nodes = self._named(names, user)
        chosen = list({n.id: n for n in nodes.values() if n}.values())
        found = listing.units(graph, chosen, ranked=True)
        asked = pages.question("open_nodes", user, names)
        missing = [name for name, node in nodes.items() if node is None]
        return results.paged(graph, found, shapes.given(notFound=missing), max_tokens, asked, cursor, dates)

    def search_memories(
        self,
        query: Query,
        max_tokens: MaxTokens = GRAPH_TOKENS,
        cursor: Cursor = None,
        dates: Dates = False,
        *,
        user: User,
    ) -> GraphAnswer:
        """The same as search_nodes."""
        return self.search_nodes(query, max_tokens, cursor, dates, user=user)

    def find_memories_by_name(
        self,
        names: EntityNames,
        max_tokens: MaxTokens = GRAPH_TOKENS,
        cursor: Cursor = None,
        dates: Dates = False,
        *,
        user: User,
    ) -> GraphAnswer:
        """The same as open_nodes."""
        return self.open_nodes(names, max_tokens, cursor, dates, user=user)


_KEPT = 8
"""Graphs of users that are kept."""
_FEW = 20
"""Names that are read one by one."""
_ENOUGH = 16
"""Among fewer facts the nearest one may be far: there only words count."""
