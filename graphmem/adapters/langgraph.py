"""A LangGraph store that keeps its items in a memory: each a fact with its history, found by meaning, erased for good.

    graph = builder.compile(store=MemoryStore(memory, user="ana"))

Needs the extra `langgraph`. `memory_tools` gives an agent of any framework the verbs themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

from graphmem.adapters import items
from graphmem.adapters.tools import memory_tools
from graphmem.errors import InvalidInput, Unsupported
from graphmem.names import namespace_name

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        validate_op_namespace,
    )
except ImportError:
    raise Unsupported("a LangGraph store needs: pip install 'graphmem[langgraph]'") from None

if TYPE_CHECKING:
    from graphmem.memory import Memory

__all__ = ["MemoryStore", "memory_tools"]


class MemoryStore(BaseStore):
    """LangGraph's store over the memory of one user, or of the one that `user` gives when an operation runs.

    A value put again replaces the older one, which stays in the item's history; `delete` erases all of it. Search by a
    query ranks as `recall` does; without one the item changed last is first. Reads of a batch see what was there
    before its puts. Values are JSON; sensitive ones in them are masked as everywhere (setting `sensitive`).
    `index=False` keeps an item out of searches by a query; of fields to index, all are. Raises, before a batch puts
    anything, InvalidInput for a value that is no JSON object, Unsupported for a time to live.
    """

    def __init__(self, memory: Memory, user: str | Callable[[], str]) -> None:
        whose = user if callable(user) else namespace_name(user)
        self._user: Callable[[], str] = whose if callable(whose) else lambda: str(whose)
        self._items = items.Items(memory)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Runs operations for the user of the moment. Raises as the verbs of the memory do."""
        return self._batch(namespace_name(self._user()), ops)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As `batch`, on a worker thread."""
        return await asyncio.to_thread(self._batch, namespace_name(self._user()), list(ops))

    def _batch(self, user: str, ops: Iterable[Op]) -> list[Result]:
        results: list[Result] = []
        puts: dict[tuple[tuple[str, ...], str], PutOp] = {}
        for op in ops:
            validate_op_namespace(op)
            if isinstance(op, PutOp):
                _check(op)
                puts[op.namespace, op.key] = op
                results.append(None)
            else:
                results.append(self._read(user, op))
        for (namespace, key), op in puts.items():
            if op.value is None:
                self._items.erase(user, namespace, key)
            else:
                self._items.keep(user, namespace, key, op.value, op.index is not False)
        return results

    def _read(self, user: str, op: Op) -> Result:
        if isinstance(op, GetOp):
            found = self._items.one(user, op.namespace, op.key)
            return None if found is None else _item(found)
        if isinstance(op, SearchOp):
            return cast(Result, [_found(one) for one in self._search(user, op)])
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(user, op)
        raise InvalidInput(f"{type(op).__name__} is no operation of a store")

    def _search(self, user: str, op: SearchOp) -> list[items.Kept]:
        depth = len(op.namespace_prefix)

        def passes(one: items.Kept) -> bool:
            return one.namespace[:depth] == tuple(op.namespace_prefix) and _matches(one.value, op.filter)

        wanted = op.offset + op.limit
        if op.query and op.query.strip():
            return self._items.ranked(user, op.query, passes, wanted)[op.offset :]
        everything = sorted(self._items.all(user), key=lambda one: one.updated_at, reverse=True)
        return [one for one in everything if passes(one)][op.offset : wanted]

    def _namespaces(self, user: str, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        there = {one.namespace for one in self._items.all(user)}
        matching = {n for n in there if all(_fits(n, c) for c in op.match_conditions or ())}
        cut = sorted({n[: op.max_depth] for n in matching})
        return cut[op.offset : op.offset + op.limit]


def _check(op: PutOp) -> None:
    if op.ttl is not None:
        raise Unsupported(f"ttl is {op.ttl!r}: an item lives until `delete`; put it without a time to live")
    if op.value is not None:
        items.checked(op.namespace, op.key, op.value)


def _item(one: items.Kept) -> Item:
    return Item(
        value=one.value,
        key=one.key,
        namespace=one.namespace,
        created_at=one.created_at,
        updated_at=one.updated_at,
    )


def _found(one: items.Kept) -> SearchItem:
    return SearchItem(one.namespace, one.key, one.value, one.created_at, one.updated_at, one.score)


def _fits(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[-len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))


def _matches(value: dict[str, Any], wanted: dict[str, Any] | None) -> bool:
    return all(_compares(value.get(name), rule) for name, rule in (wanted or {}).items())


_RULES: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": lambda a, b: bool(a == b),
    "$ne": lambda a, b: bool(a != b),
    "$gt": lambda a, b: bool(a > b),
    "$gte": lambda a, b: bool(a >= b),
    "$lt": lambda a, b: bool(a < b),
    "$lte": lambda a, b: bool(a <= b),
}


def _compares(value: Any, rule: Any) -> bool:
    """Equal; within the bounds of an object such as {"$gte": 3}; of any other object, what it names alike.

    Raises InvalidInput for an unknown bound.
    """
    if isinstance(rule, list | tuple):
        return isinstance(value, list) and len(value) == len(rule) and all(map(_compares, value, rule))
    if not isinstance(rule, dict):
        return bool(value == rule)
    if not any(str(name).startswith("$") for name in rule):
        return isinstance(value, dict) and _matches(value, rule)
    for name, bound in rule.items():
        if name not in _RULES:
            raise InvalidInput(f"filter {name!r} is not known: give one of {', '.join(_RULES)}")
        try:
            if not _RULES[name](value, bound):
                return False
        except TypeError:  # not to be compared, such as None and 3
            return False
    return True
