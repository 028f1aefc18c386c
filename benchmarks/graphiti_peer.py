"""graphiti-core under measurement: the same data, questions and episodes as this engine, figures as JSON on stdout.

Each round waits for a line on stdin and is answered by one, so that whoever measures beside it can take turns; the
first is the loading. The second line has the id of the server's process, if that is to be measured.

    VENV/bin/python benchmarks/graphiti_peer.py bolt://localhost:7687 --facts 200 5000 --total 10000

Needs requirements-graphiti.txt and an empty Neo4j without a password. benchmarks/scale.py does all of this by itself.

Its models are instant: synthetic vectors, a language model that answers from a script (its prompts are still made, as
its own code makes them), and a reranker that no call here reaches. Its indices are those of
build_indices_and_constraints. The graph is loaded through add_nodes_and_edges_bulk, the function in which add_episode
ends and so in exactly its shape, because add_episode itself would take hours; episodes, which search() does not read,
are left out of the load. A fact has its validity from when it was said, as in the other engine.
"""

from __future__ import annotations

import os

os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
os.environ["EMBEDDING_DIM"] = "384"  # both are read while the package is imported

import argparse
import asyncio
import json
import logging
import sys
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from itertools import chain
from typing import Any

import synthetic
from graphiti_core import Graphiti
from graphiti_core.cross_encoder.client import CrossEncoderClient
from graphiti_core.driver.neo4j_driver import Neo4jDriver
from graphiti_core.edges import EntityEdge
from graphiti_core.embedder import EmbedderClient
from graphiti_core.llm_client import LLMClient
from graphiti_core.nodes import EntityNode, EpisodeType
from graphiti_core.utils.bulk_utils import add_nodes_and_edges_bulk
from pydantic import BaseModel
from timing import WARMING, Json, Times, attempt, rounds, seconds, timed

BATCH = 500
UNKNOWN = -1
"""How its language model says that an entity is none of the candidates."""


class Embedder(EmbedderClient):
    async def create(self, input_data: Any) -> list[float]:
        text = input_data if isinstance(input_data, str) else str(input_data[0])
        return list(map(float, synthetic.vector(text)))

    async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
        return [await self.create(text) for text in input_data_list]


class Reranker(CrossEncoderClient):
    async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:
        return [(passage, 0.0) for passage in passages]


class Model(LLMClient):
    """Finds an episode's entities and facts; holds nothing for a duplicate, a contradiction or in need of a summary."""

    def __init__(self) -> None:
        super().__init__(None)
        self.calls = 0
        self.unknown: set[str] = set()
        self.episode: synthetic.Episode | None = None

    async def _generate_response(
        self, messages: Any, response_model: type[BaseModel] | None = None, *args: Any, **kwargs: Any
    ) -> dict[str, Any]:
        self.calls += 1
        asked = response_model.__name__ if response_model else ""
        assert self.episode
        match asked:
            case "ExtractedEntities":
                return {
                    "extracted_entities": [{"name": n, "entity_type_id": 0} for n in self.episode.entities]
                }
            case "ExtractedEdges":
                return {"edges": [edge(f) for f in self.episode.facts]}
            case "NodeResolutions":
                given = enumerate(self.episode.entities)
                new = [{"id": i, "name": n, "duplicate_candidate_id": UNKNOWN} for i, n in given]
                return {"entity_resolutions": new}
            case "EdgeDuplicate":
                return {"duplicate_facts": [], "contradicted_facts": []}
            case "SummarizedEntities":
                return {"summaries": []}
        self.unknown.add(asked)
        return {}


def edge(fact: synthetic.Fact) -> dict[str, Any]:
    return {
        "source_entity_name": fact.subject,
        "target_entity_name": fact.object,
        "relation_type": fact.predicate.upper(),
        "fact": fact.text,
        "valid_at": fact.at.isoformat(),
    }


class Counting(Neo4jDriver):
    """Counts transactions and queries, whichever way Graphiti takes to the database."""

    counted: Counter[str]

    async def execute_query(self, cypher_query_: Any, **kwargs: Any) -> Any:
        self.counted.update(("transactions", "queries"))
        return await super().execute_query(cypher_query_, **kwargs)

    def session(self, database: str | None = None) -> Any:
        return CountingSession(super().session(database), self.counted)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        self.counted["transactions"] += 1
        async with super().transaction() as inner:
            yield CountingRun(inner, self.counted)


class CountingRun:
    def __init__(self, inner: Any, counted: Counter[str]) -> None:
        self._inner, self._counted = inner, counted

    async def run(self, *args: Any, **kwargs: Any) -> Any:
        self._counted["queries"] += 1
        return await self._inner.run(*args, **kwargs)


class CountingSession(CountingRun):
    async def run(self, *args: Any, **kwargs: Any) -> Any:
        self._counted["transactions"] += 1
        return await super().run(*args, **kwargs)

    async def execute_write(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        self._counted["transactions"] += 1

        async def counting(inner: Any, *rest: Any, **more: Any) -> Any:
            return await work(CountingRun(inner, self._counted), *rest, **more)

        return await self._inner.execute_write(counting, *args, **kwargs)

    async def __aenter__(self) -> CountingSession:
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.close()

    async def close(self) -> None:
        await self._inner.close()


class Peer:
    """One Graphiti with its stand-ins, driven from a loop of its own."""

    server: int | None = None
    """The server's process, for its CPU time."""

    def __init__(self, uri: str) -> None:
        self.runner, self.model = asyncio.Runner(), Model()
        self.graphiti: Graphiti = self.runner.run(self._open(uri))

    async def _open(self, uri: str) -> Graphiti:
        self.driver = Counting(uri, "", "")
        self.driver.counted = Counter()
        parts: Json = {"llm_client": self.model, "embedder": Embedder(), "cross_encoder": Reranker()}
        graphiti = Graphiti(graph_driver=self.driver, **parts)
        await graphiti.build_indices_and_constraints()
        await self.driver.execute_query("CALL db.awaitIndexes(300)")
        return graphiti

    def load(self, namespace: str, size: int) -> None:
        """A namespace's facts, each an edge between two entities."""
        facts, now = synthetic.facts(namespace, size), datetime.now(UTC)
        known = {
            name: EntityNode(
                uuid=str(uuid.uuid4()), name=name, group_id=namespace, labels=["Entity"], created_at=now
            )
            for name in dict.fromkeys(n for f in facts for n in (f.subject, f.object))
        }
        for node in known.values():
            node.name_embedding = list(map(float, synthetic.vector(node.name)))
        edges = [
            EntityEdge(
                group_id=namespace,
                source_node_uuid=known[f.subject].uuid,
                target_node_uuid=known[f.object].uuid,
                created_at=now,
                name=f.predicate.upper(),
                fact=f.text,
                fact_embedding=synthetic.vector(f.text).tolist(),
                valid_at=f.at,
                reference_time=f.at,
            )
            for f in facts
        ]
        nodes = list(known.values())
        for begin in range(0, len(nodes), BATCH):
            self._save(nodes[begin : begin + BATCH], [])
        for begin in range(0, len(edges), BATCH):
            self._save([], edges[begin : begin + BATCH])

    def _save(self, nodes: list[EntityNode], edges: list[EntityEdge]) -> None:
        save = add_nodes_and_edges_bulk(self.driver, [], [], nodes, edges, self.graphiti.embedder)
        self.runner.run(save)

    def searches(self, sizes: Sequence[int], warm: float, times: int) -> dict[str, Json]:
        asked = {s: synthetic.questions(synthetic.measured(s), s, times + WARMING) for s in sizes}
        for question in chain.from_iterable(asked.values()):
            synthetic.vector(question)
        most, returned = Counter[int](), Counter[int]()

        def search(size: int, i: int) -> None:
            self.driver.counted.clear()
            found = self.runner.run(
                self.graphiti.search(asked[size][i], group_ids=[synthetic.measured(size)])
            )
            most[size] = max(most[size], self.driver.counted["queries"])
            returned[size] = max(returned[size], len(found))

        jobs = {str(s): partial(search, s) for s in sizes}
        found = rounds(jobs, warm, times, self.server, turn)
        return {str(s): {**found[str(s)].told(), "queries": most[s], "returned": returned[s]} for s in sizes}

    def written(self, seconds: float) -> None:
        """Warms up: adds episodes for so many seconds, in a group of their own."""
        with turn():
            until = time.perf_counter() + seconds
            for i, episode in enumerate(synthetic.warming()):
                self._add(synthetic.WARM, i, episode)
                if time.perf_counter() > until:
                    break

    def _add(self, group: str, number: int, episode: synthetic.Episode) -> Any:
        self.model.episode = episode
        return self.runner.run(
            self.graphiti.add_episode(
                name=f"episode {number}",
                episode_body=episode.text,
                source_description="chat",
                reference_time=episode.facts[0].at,
                source=EpisodeType.message,
                group_id=group,
            )
        )

    def writes(self, sizes: Sequence[int], warm: float, times: int) -> dict[str, Json]:
        self.written(warm)
        return {str(s): attempt(partial(self.episodes, s, 3, times)) for s in sizes}

    def episodes(self, size: int, warm: int, times: int) -> Json:
        group, whole, counted, calls = synthetic.measured(size), Times(), list[Counter[str]](), list[int]()
        for i, episode in enumerate(synthetic.episodes(group, size, warm + times)):
            self.driver.counted.clear()
            before = self.model.calls
            with turn(), timed(whole, self.server):
                told = self._add(group, i, episode)
            if (len(told.nodes), len(told.edges)) != (len(episode.entities), len(episode.facts)):
                raise RuntimeError(f"add_episode kept {len(told.nodes)} entities and {len(told.edges)} facts")
            counted.append(self.driver.counted.copy())
            calls.append(self.model.calls - before)
        del whole.wall[:warm], whole.cpu[:warm], whole.server[:warm]
        return {
            "add_episode": whole.told(),
            "transactions": max(c["transactions"] for c in counted[warm:]),
            "queries": max(c["queries"] for c in counted[warm:]),
            "model_calls": max(calls[warm:]),
            "model_calls_least": min(calls[warm:]),
        }

    def close(self) -> None:
        self.runner.run(self.driver.close())
        self.runner.close()


@contextmanager
def turn() -> Iterator[str]:
    """A round: begins when a line comes in, and ends with one that goes out."""
    yield sys.stdin.readline().strip()
    print("done", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("uri")
    parser.add_argument("--facts", type=int, nargs="+", default=[200, 5000, 40000])
    parser.add_argument("--total", type=int, default=100_000)
    parser.add_argument("--warm", type=float, default=10, help="seconds of each kind before any is timed")
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--episodes", type=int, default=20)
    chosen = parser.parse_args()
    logging.disable(logging.CRITICAL)
    peer = Peer(chosen.uri)
    namespaces = [(synthetic.measured(s), s) for s in chosen.facts]
    namespaces += synthetic.others(chosen.facts, chosen.total)
    loaded = 0.0
    for i, (namespace, size) in enumerate(namespaces):
        loaded += seconds(partial(peer.load, namespace, size))
        print(f"graphiti: {i + 1} of {len(namespaces)} namespaces loaded", file=sys.stderr, flush=True)
    with turn():
        pass
    with turn() as process:
        peer.server = int(process) if process else None
    told = {
        "version": version("graphiti-core"),
        "load_s": loaded,
        "facts": sum(size for _, size in namespaces),
        "recall": attempt(partial(peer.searches, chosen.facts, chosen.warm, chosen.times)),
        "write": attempt(partial(peer.writes, chosen.facts[:2], chosen.warm, chosen.episodes)),
        "unscripted": sorted(peer.model.unknown),
    }
    peer.close()
    print(json.dumps(told))


if __name__ == "__main__":
    main()
