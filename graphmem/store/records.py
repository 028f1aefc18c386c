"""Dataclasses ↔ flat mappings, the same for every adapter. Open ends become sentinels that sort.

A null end could not be filtered in an index, so "still true" is stored as the last instant there
is and "always" as the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from graphmem.timeline import MAX, MIN

T = TypeVar("T")
FIRST = {"valid_at"}


_COLUMNS: dict[type, tuple[tuple[str, str], ...]] = {}


def columns(kind: type) -> tuple[tuple[str, str], ...]:
    """(name, declared type) of each field of a dataclass, nested ones (of turns) left out."""
    if kind not in _COLUMNS:
        _COLUMNS[kind] = tuple((f.name, str(f.type)) for f in fields(kind) if "Turn" not in str(f.type))
    return _COLUMNS[kind]


def flat(item: Any) -> dict[str, Any]:
    """A dataclass as plain values: tuples as lists, None as the sentinel of its end."""
    record: dict[str, Any] = {}
    for name, declared in columns(type(item)):
        value = getattr(item, name)
        if value is None and "datetime" in declared:
            value = MIN if name in FIRST else MAX
        record[name] = list(value) if isinstance(value, tuple) else value
    return record


def build(kind: type[T], record: Mapping[str, Any]) -> T:
    """The dataclass back from `flat`'s mapping; keys it does not have are ignored."""
    values: dict[str, Any] = {}
    for name, declared in columns(kind):
        value = record.get(name, MISSING)
        if value is MISSING:
            continue
        if "datetime" in declared and "None" in declared and value in (MIN, MAX):
            value = None
        values[name] = tuple(value) if declared.startswith("tuple") else value
    return kind(**values)
