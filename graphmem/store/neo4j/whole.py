"""Everything of a namespace at once, for an export, and what a write has to know before its models run."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from graphmem.model import Episode, Name
from graphmem.store import Standing, Whole
from graphmem.store.neo4j import records


def paused(record: Mapping[str, Any]) -> datetime | None:
    """Since when it is paused."""
    at = record["paused_at"]
    return None if at is None else records.time_of(at)


def standing(record: Mapping[str, Any]) -> Standing:
    return Standing(frozenset(record["turns"]), paused(record))


def whole(record: Mapping[str, Any]) -> Whole:
    """From a record of `read/whole`; from {}, of a namespace that is not there."""
    if not record:
        return Whole()
    return Whole(
        recorded_at=records.time_of(record["recorded_at"]),
        sequence=record["sequence"],
        policies=record["policies"],
        paused=paused(record),
        episodes=records.all_of(Episode, record["episodes"]),
        turns=records.turns(record["turns"]),
        entities=records.entities(record["entities"]),
        names=records.all_of(Name, record["names"]),
        mentions=tuple((episode, entity, name) for episode, entity, name in record["mentions"]),
        merges=records.merges(record["merges"]),
        assertions=records.assertions(record["assertions"]),
        rows=records.rows(record["rows"]),
        pins=tuple(record["pins"]),
    )
