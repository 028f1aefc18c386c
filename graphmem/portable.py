"""A namespace as JSON Lines, and back: a header, then a line a thing, each with its `type`. Pure.

The lines have the fields of `graphmem.model`, times in ISO and UTC. What follows from them (successions, vectors,
search indexes) is left out and made again, so they are the same whatever store they come from.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, get_args

from graphmem.errors import InvalidInput, NotFound, Unsupported
from graphmem.model import (
    ROLES,
    SOURCES,
    STANCES,
    Assertion,
    Entity,
    Episode,
    Merge,
    Name,
    Precision,
    Row,
    Turn,
)
from graphmem.names import namespace_name, shortened
from graphmem.store import Whole
from graphmem.store.records import columns

FORMAT = "graphmem export"
VERSION = 1
_SHAPE = f"an export begins with a line that has type 'header' and format '{FORMAT}'"


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: what the export is, of whom, and how many lines of each type follow.

    `recorded_at`, `sequence`, `policies`, `paused_at`: of the namespace.
    """

    format: str
    version: int
    namespace: str
    engine: str
    embedding_model: str
    recorded_at: datetime
    sequence: int
    policies: str
    paused_at: datetime | None


@dataclass(frozen=True, slots=True)
class Mention:
    """That an episode names an entity so."""

    episode: str
    entity: str
    name: str


@dataclass(frozen=True, slots=True)
class Pin:
    """That a fact is pinned."""

    fact: str


@dataclass(frozen=True, slots=True)
class Export:
    """An export as read: of whom, and all of it."""

    namespace: str
    whole: Whole


_KINDS: dict[str, type] = {
    "episode": Episode,
    "turn": Turn,
    "entity": Entity,
    "name": Name,
    "mention": Mention,
    "merge": Merge,
    "assertion": Assertion,
    "fact": Row,
    "pin": Pin,
}
_KEYS: dict[str, Callable[[Any], Any]] = {
    "episode": lambda e: e.id,
    "turn": lambda t: t.id,
    "entity": lambda e: e.id,
    "name": lambda n: (n.key, n.kind, n.ordinal),
    "mention": lambda m: (m.episode, m.entity, m.name),
    "merge": lambda m: m.id,
    "assertion": lambda a: a.id,
    "fact": lambda r: (r.id, r.version),
    "pin": lambda p: p.fact,
}
"""What may be there once."""
_ORDERS: dict[str, Callable[[Any], Any]] = {
    **_KEYS,
    "episode": lambda e: (e.occurred_at, e.id),
    "turn": lambda t: (t.at, t.episode, t.ordinal, t.id),
    "merge": lambda m: (m.recorded_at, m.id),
    "assertion": lambda a: (a.sequence, a.id),
    "fact": lambda r: (r.recorded_at, r.id, r.version),
}

Things = Mapping[str, list[Any]]
"""By type, in the order of an export."""


# -- out ---------------------------------------------------------------------------------------


def written(whole: Whole, namespace: str, model_id: str) -> Iterator[str]:
    """The lines, each without its end. Raises NotFound, at once, where there is no such namespace."""
    if whole == Whole():
        raise NotFound(f"nothing is kept of {namespace!r}: there is nothing to export")
    found = things(whole)
    header = Header(
        FORMAT,
        VERSION,
        namespace,
        version("graphmem"),
        model_id,
        whole.recorded_at,
        whole.sequence,
        whole.policies,
        whole.paused,
    )
    counts = {kind: len(some) for kind, some in found.items()}
    return _lines({"type": "header", **_plain(header), "counts": counts}, found)


def _lines(header: Mapping[str, Any], found: Things) -> Iterator[str]:
    yield _line(header)
    for kind, some in found.items():
        for thing in some:
            yield _line({"type": kind, **_plain(thing)})


def things(whole: Whole) -> Things:
    """All of it, in the order of an export."""
    found: dict[str, Iterable[Any]] = {
        "episode": (replace(e, turns=()) for e in whole.episodes),
        "turn": whole.turns,
        "entity": whole.entities,
        "name": whole.names,
        "mention": (Mention(*m) for m in whole.mentions),
        "merge": whole.merges,
        "assertion": whole.assertions,
        "fact": whole.rows,
        "pin": map(Pin, whole.pins),
    }
    return {kind: sorted(some, key=_ORDERS[kind]) for kind, some in found.items()}


def _plain(thing: Any) -> dict[str, Any]:
    return {name: _value(getattr(thing, name)) for name, _ in columns(type(thing))}


def _value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return list(value) if isinstance(value, tuple) else value


def _line(values: Mapping[str, Any]) -> str:
    """One line to every reader: what some take for its end is escaped."""
    text = json.dumps(values, ensure_ascii=False)
    for mark in ("\x85", "\u2028", "\u2029"):
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return text


# -- in ----------------------------------------------------------------------------------------


def is_export(first: str) -> bool:
    """Whether a file whose first line is this says that it is an export."""
    try:
        found = json.loads(first.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("type") == "header" and found.get("format") == FORMAT


def read(lines: Iterable[str], user: str | None = None) -> Export:
    """An export from its lines, all checked. `user`: of whom it should be.

    Raises InvalidInput naming the line that is wrong, or for an export of another; Unsupported for a newer format.
    """
    numbered = ((n, line) for n, line in enumerate(lines, 1) if _text(line, n).strip("\ufeff \t\r\n"))
    header, counts = _header(*next(numbered, (1, "")))
    if user is not None and namespace_name(user) != header.namespace:
        raise InvalidInput(
            f"the export is of {header.namespace!r}, and its ids say so: import it as that user, not as {user!r}"
        )
    found: dict[str, dict[Any, Any]] = {kind: {} for kind in _KINDS}
    places: dict[tuple[str, Any], int] = {}
    for number, line in numbered:
        kind, thing = _thing(line, number)
        key = _KEYS[kind](thing)
        if key in found[kind]:
            raise InvalidInput(f"line {number}: the {kind} is there a second time")
        found[kind][key] = thing
        places[kind, key] = number
    _complete(found, counts)
    _joined(found, places)
    return Export(header.namespace, _whole(header, found))


def _text(line: object, number: int) -> str:
    if not isinstance(line, str):
        raise InvalidInput(f"line {number} must be a text, not {type(line).__name__}")
    return line


def _header(number: int, line: str) -> tuple[Header, Mapping[str, Any]]:
    if not is_export(line):
        raise InvalidInput(f"line {number}: this is no export of graphmem: {_SHAPE}")
    given = _object(line.removeprefix("\ufeff"), number)
    if isinstance(given.get("version"), int) and given["version"] > VERSION:
        raise Unsupported(
            f"the export has format {given['version']}, this graphmem knows up to {VERSION}: upgrade graphmem"
        )
    counts = given.pop("counts", None)
    if not isinstance(counts, dict) or counts.keys() != _KINDS.keys():
        raise InvalidInput(f"line {number}: counts must have a number for each of {', '.join(_KINDS)}")
    header: Header = _built(Header, given, number, "header")
    namespace_name(header.namespace)
    return header, counts


def _object(line: str, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"line {number}: not JSON: {error}") from None
    if not isinstance(found, dict):
        raise InvalidInput(f"line {number}: not a JSON object")
    return found


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def _thing(line: str, number: int) -> tuple[str, Any]:
    given = _object(line, number)
    kind = given.get("type")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise InvalidInput(
            f"line {number}: type is {shortened(kind)}: after the header it is one of {', '.join(_KINDS)}"
        )
    return kind, _built(_KINDS[kind], given, number, kind)


def _built(shape: type, given: Mapping[str, Any], number: int, kind: str) -> Any:
    """A dataclass from the object of a line: exactly its fields, each of its type."""
    fields = columns(shape)
    names = [name for name, _ in fields]
    wrong = [key for key in given if key not in ("type", *names)] + [n for n in names if n not in given]
    if wrong:
        what = "is missing" if wrong[0] in names else "is not a field"
        raise InvalidInput(f"line {number}: {kind}: {shortened(wrong[0])} {what}; it has {', '.join(names)}")
    values = {}
    for name, declared in fields:
        try:
            values[name] = _checked(declared, given[name])
        except (ValueError, OverflowError) as error:
            raise InvalidInput(
                f"line {number}: {kind}: {name}={shortened(given[name])} must be {error}"
            ) from None
    return shape(**values)


_WORDS: dict[str, tuple[str, ...]] = {
    "Stance": STANCES,
    "Source": SOURCES,
    "Role": ROLES,
    "Precision": get_args(Precision),
}


def _checked(declared: str, value: Any) -> Any:
    """A value of a field's type. Raises ValueError that says what it must be."""
    kind, _, optional = declared.partition(" | ")
    if value is None and optional:
        return None
    if kind == "datetime":
        return _moment(value)
    if kind.startswith("tuple"):
        if not isinstance(value, list):
            raise ValueError("a list of texts")
        return tuple(_checked("str", item) for item in value)
    if kind == "bool" and isinstance(value, bool):
        return value
    if kind == "int" and type(value) is int and -(2**63) <= value < 2**63:
        return value
    if kind == "float" and type(value) in (int, float) and 0 <= value <= 1:
        return float(value)
    if kind == "str" and isinstance(value, str) and _encodes(value):
        return value
    if isinstance(value, str) and value in _WORDS.get(kind, ()):
        return value
    wanted = {
        "bool": "true or false",
        "int": "a whole number",
        "float": "a number from 0 to 1",
        "str": "a text",
    }
    raise ValueError(wanted.get(kind) or f"one of {', '.join(_WORDS[kind])}")


def _moment(value: Any) -> datetime:
    try:
        at = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        at = datetime.min
    if at.tzinfo is None:
        raise ValueError("a time such as 2024-05-03T10:00:00+00:00")
    return at.astimezone(UTC)


def _encodes(text: str) -> bool:
    return not any("\ud800" <= c <= "\udfff" for c in text)


def _complete(found: Mapping[str, Mapping[Any, Any]], counts: Mapping[str, Any]) -> None:
    for kind, some in found.items():
        if counts[kind] != len(some):
            raise InvalidInput(
                f"the header counts {shortened(counts[kind])} lines of type {kind}, there are {len(some)}: "
                "part of the export is missing, or it was added to"
            )


def _joined(found: Mapping[str, Mapping[Any, Any]], places: Mapping[tuple[str, Any], int]) -> None:
    """Raises InvalidInput for a line that names something which no line gives."""
    for kind, field, target in (
        ("turn", "episode", "episode"),
        ("name", "entity", "entity"),
        ("mention", "episode", "episode"),
        ("mention", "entity", "entity"),
        ("assertion", "episode", "episode"),
        ("assertion", "turn", "turn"),
        ("assertion", "subject", "entity"),
        ("fact", "subject", "entity"),
    ):
        for key, thing in found[kind].items():
            named = getattr(thing, field)
            if named not in found[target]:
                raise InvalidInput(
                    f"line {places[kind, key]}: {kind}: {field}={shortened(named)} is not in the export"
                )


def _whole(header: Header, found: Mapping[str, Mapping[Any, Any]]) -> Whole:
    return Whole(
        recorded_at=header.recorded_at,
        sequence=header.sequence,
        policies=header.policies,
        paused=header.paused_at,
        episodes=tuple(found["episode"].values()),
        turns=tuple(found["turn"].values()),
        entities=tuple(found["entity"].values()),
        names=tuple(found["name"].values()),
        mentions=tuple(found["mention"]),
        merges=tuple(found["merge"].values()),
        assertions=tuple(found["assertion"].values()),
        rows=tuple(found["fact"].values()),
        pins=tuple(found["pin"]),
    )
