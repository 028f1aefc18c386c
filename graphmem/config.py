"""Settings, and `open`: the only place that picks adapters."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graphmem import dates
from graphmem.errors import InvalidInput
from graphmem.guard import Guard
from graphmem.registry import Registry, from_file, shipped
from graphmem.retrieve import ABSTAIN_BELOW
from graphmem.session import SessionSettings
from graphmem.store import Usage

if TYPE_CHECKING:
    from graphmem.embed import Embedder
    from graphmem.extract import Extractor
    from graphmem.llm import Completion
    from graphmem.memory import Memory
    from graphmem.model import Predicate
    from graphmem.store import Store

_SCHEMES = ("neo4j://", "neo4j+s://", "neo4j+ssc://", "bolt://", "bolt+s://", "bolt+ssc://")


class Settings(BaseModel):
    """Everything that can be set; each also by `GRAPHMEM_<NAME>` in the environment.

    `embedder`: bundled, hash (no model, words only) or openai (any OpenAI-compatible endpoint).
    `extractor`: rules, model (a language model behind the checks) or joined (both), the last two with
    any OpenAI-compatible endpoint. `sensitive`: what becomes of identity numbers, cards, phones,
    keys …: mask, keep or refuse. `abstain_below`: the relevance under which a recall's prompt is empty; 0: never.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    db: str = "./memory.db"
    neo4j_user: str = "neo4j"
    neo4j_password: str = ""
    neo4j_database: str = "neo4j"
    embedder: str = Field("bundled", pattern="^(bundled|hash|openai)$")
    embed_model: str = "text-embedding-3-small"
    embed_base_url: str = ""
    embed_api_key: str = ""
    embed_dimensions: int = Field(0, ge=0)
    extractor: str = Field("rules", pattern="^(rules|model|joined)$")
    llm_model: str = "gpt-4o-mini"
    llm_base_url: str = ""
    llm_api_key: str = ""
    llm_timeout: float = Field(60.0, gt=0)
    llm_retries: int = Field(2, ge=0)
    llm_max_tokens: int = Field(2000, ge=1)
    predicates: str = ""
    sensitive: str = Field("mask", pattern="^(mask|keep|refuse)$")
    session_window: int = Field(20, ge=1)
    session_idle_minutes: float = Field(120.0, gt=0)
    session_max_tokens: int = Field(8000, ge=1)
    max_sessions: int = Field(10_000, ge=1)
    abstain_below: float = Field(ABSTAIN_BELOW, ge=0, le=1)

    @classmethod
    def read(cls, **given: Any) -> Settings:
        """From the environment, then what is given. Raises InvalidInput naming the setting."""
        found = {
            name: os.environ[f"GRAPHMEM_{name.upper()}"]
            for name in cls.model_fields
            if f"GRAPHMEM_{name.upper()}" in os.environ
        }
        try:
            return cls(**{**found, **given})
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"])
            raise InvalidInput(f"setting {name} (GRAPHMEM_{name.upper()}): {first['msg']}") from None


def open(
    target: str | os.PathLike[str] | None = None,
    *,
    auth: tuple[str, str] | None = None,
    embedder: Embedder | str | None = None,
    extractor: Extractor | str | None = None,
    clock: Callable[[], datetime] = dates.now,
    trace: Callable[[str], None] | None = None,
    **settings: Any,
) -> Memory:
    """Opens a memory: a file's path, or a Neo4j address such as "neo4j://localhost:7687".

    Left out, `target` is the setting `db`. `embedder`, `extractor`: the setting's word, or an object of your own.
    `auth`: (user, password) for Neo4j. `trace` is called with the name
    of each statement run on Neo4j. `settings`: see `Settings`. Raises InvalidInput, Unavailable, Unsupported.
    """
    from graphmem.embed import CachedEmbedder
    from graphmem.memory import Memory

    if isinstance(embedder, str):
        settings, embedder = {**settings, "embedder": embedder}, None
    if isinstance(extractor, str):
        settings, extractor = {**settings, "extractor": extractor}, None
    chosen = Settings.read(**settings)
    model = embedder or _embedder(chosen)
    layer = from_file(chosen.predicates).values() if chosen.predicates else ()
    place = os.fspath(target) if target is not None else chosen.db
    if not place.strip():
        raise InvalidInput("target is blank: give a file's path or a neo4j:// address")
    store = _store(place, auth, model, clock, trace, chosen)
    try:
        return Memory(
            store,
            CachedEmbedder(model),
            extractor or _extractor(chosen, store, layer),
            layer,
            clock,
            _sessions(chosen),
            Guard(chosen.sensitive),
            chosen.abstain_below,
        )
    except BaseException:
        store.close()
        raise


def _store(
    place: str,
    auth: tuple[str, str] | None,
    model: Embedder,
    clock: Callable[[], datetime],
    trace: Callable[[str], None] | None,
    chosen: Settings,
) -> Store:
    if place.startswith(_SCHEMES):
        from graphmem.store.neo4j import Neo4jStore

        given = auth or ((chosen.neo4j_user, chosen.neo4j_password) if chosen.neo4j_password else None)
        return Neo4jStore(
            place, given, model.model_id, model.dimensions, clock, database=chosen.neo4j_database, trace=trace
        )
    if "://" in place:
        raise InvalidInput(f"target={place!r}: known are a file's path and {', '.join(_SCHEMES)}")
    from graphmem.store.sqlite import SQLiteStore

    return SQLiteStore(
        str(Path(place)) if place != ":memory:" else place, model.model_id, model.dimensions, clock
    )


def _embedder(chosen: Settings) -> Embedder:
    from graphmem import embed

    if chosen.embedder == "hash":
        return embed.HashEmbedder()
    if chosen.embedder == "openai":
        return embed.OpenAIEmbedder(
            chosen.embed_model,
            base_url=chosen.embed_base_url or None,
            api_key=chosen.embed_api_key or None,
            dimensions=chosen.embed_dimensions or None,
        )
    return embed.BundledEmbedder()


def _extractor(chosen: Settings, store: Store, layer: Iterable[Predicate]) -> Extractor:
    from graphmem.extract import RuleExtractor

    rules = RuleExtractor()
    if chosen.extractor == "rules":
        return rules
    from graphmem.extract.llm import JoinedExtractor, ModelExtractor
    from graphmem.llm import OpenAIChat

    model = OpenAIChat(
        chosen.llm_model,
        base_url=chosen.llm_base_url or None,
        api_key=chosen.llm_api_key or None,
        timeout=chosen.llm_timeout,
        retries=chosen.llm_retries,
        max_tokens=chosen.llm_max_tokens,
    )

    def used(completion: Completion) -> None:
        store.add_usage(Usage(model.model_id, 1, completion.prompt_tokens, completion.completion_tokens))

    registry = Registry(shipped().values(), layer, store.predicates())
    read = ModelExtractor(model, rules, registry, used)
    return read if chosen.extractor == "model" else JoinedExtractor(read)


def _sessions(chosen: Settings) -> SessionSettings:
    return SessionSettings(
        window=chosen.session_window,
        idle=timedelta(minutes=chosen.session_idle_minutes),
        max_tokens=chosen.session_max_tokens,
        max_sessions=chosen.max_sessions,
    )
