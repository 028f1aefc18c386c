"""The predicate registry: what is stored beats the operator's file, which beats what is shipped."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInput
from graphmem.model import Predicate, digest

_NAME = re.compile(r"[^\W\d_][\w-]{0,63}\Z")
_BOOLEANS = {"per_category", "fixed", "sensitive"}
_SETTABLE = {f.name for f in fields(Predicate)} - {"name", "known"}


def predicate_name(value: str) -> str:
    """A relation's name: letters, digits, `_`; spaces and `-` become `_`. Raises InvalidInput."""
    name = re.sub(r"[\s-]+", "_", value.strip()).casefold() if isinstance(value, str) else ""
    if not _NAME.match(name):
        raise InvalidInput(
            f"predicate={value!r} is not a name: use letters, digits and '_', starting with a letter, at most 64"
        )
    return name


def define(name: str, settings: Mapping[str, Any]) -> Predicate:
    """A predicate from its settings, as in predicates.toml. Raises InvalidInput on unknown ones."""
    name = predicate_name(name)
    unknown = set(settings) - _SETTABLE
    if unknown:
        raise InvalidInput(
            f"predicate {name}: unknown setting {sorted(unknown)[0]!r}; known: {', '.join(sorted(_SETTABLE))}"
        )
    given = dict(settings)
    for key, allowed in (("cardinality", ("one", "many")), ("object", ("entity", "literal"))):
        if given.get(key, allowed[0]) not in allowed:
            raise InvalidInput(f"predicate {name}: {key}={given[key]!r} must be one of {', '.join(allowed)}")
    for key in _BOOLEANS & set(given):
        if not isinstance(given[key], bool):
            raise InvalidInput(f"predicate {name}: {key}={given[key]!r} must be true or false")
    if given.get("opposes"):
        given["opposes"] = predicate_name(given["opposes"])
        if given["opposes"] == name:
            raise InvalidInput(f"predicate {name}: cannot oppose itself")
        if given.get("cardinality") == "one":
            raise InvalidInput(f"predicate {name}: a relation of cardinality one cannot have an opposite")
    words = given.get("words", {})
    if not isinstance(words, Mapping) or not all(isinstance(t, str) for t in (*words, *words.values())):
        raise InvalidInput(f"predicate {name}: words must map a language to a text")
    for key in ("kind", "theme", "opposes"):
        if not isinstance(given.get(key, ""), str):
            raise InvalidInput(f"predicate {name}: {key}={given[key]!r} must be a text")
    return Predicate(name=name, **given)


def load(text: str, where: str) -> dict[str, Predicate]:
    """Predicates from TOML text, a table each. Raises InvalidInput naming `where`."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{where}: not TOML: {error}") from None
    loose = [key for key, value in tables.items() if not isinstance(value, dict)]
    if loose:
        raise InvalidInput(f"{where}: {loose[0]!r} stands outside a [predicate] table")
    return {p.name: p for p in (define(name, table) for name, table in tables.items())}


@cache
def shipped() -> Mapping[str, Predicate]:
    """The relations that come with graphmem (predicates.toml)."""
    return load(files("graphmem").joinpath("predicates.toml").read_text("utf-8"), "predicates.toml")


def from_file(path: str | Path) -> dict[str, Predicate]:
    """An operator's file, in the shape of predicates.toml. Raises InvalidInput."""
    try:
        return load(Path(path).read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"predicate file {path}: cannot be read: {error}") from None


class Registry(Mapping[str, Predicate]):
    """Every relation by name; one that is not known is `many`, with `known` False."""

    def __init__(self, *layers: Iterable[Predicate]) -> None:
        """`layers`: weakest first. An opposite named by one side is completed on the other."""
        found: dict[str, Predicate] = {}
        for layer in layers:
            found.update({p.name: p for p in layer})
        for p in list(found.values()):
            if p.opposes and found.get(p.opposes, p).opposes != p.name:
                other = found.get(p.opposes) or Predicate(name=p.opposes)
                found[p.opposes] = Predicate(**{**asdict(other), "opposes": p.name, "cardinality": "many"})
        self._found = found

    def __getitem__(self, name: str) -> Predicate:
        return self._found.get(name) or Predicate(name=name, known=False)

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, name: object) -> bool:
        return name in self._found

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The relations that are told only when asked for."""
        return tuple(p.name for p in self._found.values() if p.sensitive)

    def said(self, predicate: str, language: str) -> str:
        """A relation's words in a language, en or zh; '' if it has none."""
        return self[predicate].words.get(language, "")

    @property
    def policies(self) -> str:
        """A digest of all that slots rest on: equal ones derive equal slots."""
        return digest(
            *(
                f"{p.name} {p.cardinality} {p.opposes} {p.per_category} {p.fixed}"
                for p in sorted(self._found.values(), key=lambda p: p.name)
            )
        )

    def fact_id(self, predicate: str, subject: str, value: str, category: str) -> str:
        """The id of a fact line: the slot's key and the value. `value`: entity id, or literal key with '='."""
        return digest("fact", subject, predicate, self._category(predicate, category), value)

    def slot_id(self, predicate: str, subject: str, value: str, category: str) -> str:
        """The id of the slot where the assertion competes."""
        policy = self[predicate]
        key = self._category(predicate, category)
        if policy.cardinality == "one":
            return digest("one", subject, predicate, key)
        relation = "/".join(sorted((predicate, policy.opposes))) if policy.opposes else predicate
        return digest("many", subject, relation, key, value)

    def _category(self, predicate: str, category: str) -> str:
        return category if self[predicate].per_category else ""
