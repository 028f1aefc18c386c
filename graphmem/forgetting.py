"""Forgetting: what a caller names → the erasure of it, with its receipt."""

from __future__ import annotations

from collections.abc import Mapping

from graphmem import lifecycle
from graphmem.errors import InvalidInput
from graphmem.model import Receipt
from graphmem.names import checked
from graphmem.query import Reads
from graphmem.writing import Writer


def named(target: Mapping[str, str | None]) -> dict[str, str]:
    """The episode or the fact to forget; neither is everything. Raises InvalidInput, for None and a blank too."""
    if len(target) > 1 or target.keys() - {"episode", "fact"}:
        raise InvalidInput("give episode or fact to forget one, neither to erase everything of the user")
    return {name: checked(value, name, 512) for name, value in target.items()}


def episode(writer: Writer, reads: Reads, namespace: str, name: str) -> Receipt:
    """The episodes that a name means. Raises NotFound."""
    ids = reads.episode_ids(namespace, name)
    return writer.forget(
        namespace, name, lambda view, registry: lifecycle.forget_episodes(view, registry, ids)
    )


def fact(
    writer: Writer, reads: Reads, namespace: str, identity: str, summarise: lifecycle.Summarise
) -> Receipt:
    """A fact, with the words that said it. Raises NotFound."""
    full = reads.full_id(namespace, identity)
    return writer.forget(
        namespace, full, lambda view, registry: lifecycle.forget_fact(view, registry, full, summarise)
    )
