"""Loads Cypher by name: "read/names" is the file cypher/read/names.cypher, its header the documentation.

A file holds one statement, those of schema/ several, each ended by `;`. Its `// params:` line declares what it
takes: more or fewer used than declared fails when it is loaded, more or fewer given when it is called.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInput

_HEADER = re.compile(
    r"\s*/\*(?P<doc>.+?)\*/\s*\n// params:(?P<params>[^\n]*(?:\n//[^\n]*)*)\n(?P<body>.*)\Z", re.DOTALL
)
_TEXTS = re.compile(r"'(?:\\.|[^'\\])*'|/\*.*?\*/|//[^\n]*", re.DOTALL)
_PARAM = re.compile(r"\$([A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class Statement:
    """`parts`: one text to send for each statement in the file, its name before it for the query log."""

    name: str
    doc: str
    params: frozenset[str]
    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.parts[0]

    def given(self, params: dict[str, Any]) -> dict[str, Any]:
        """The parameters, as they are declared. Raises InvalidInput for one too few or too many."""
        if params.keys() != self.params:
            wrong = ", ".join(sorted(self.params ^ params.keys()))
            raise InvalidInput(f"cypher/{self.name}: given and declared parameters differ: {wrong}")
        return params


def folder() -> Traversable:
    """Where the files are: in the installed package, or beside it in a checkout."""
    packed = files("graphmem").joinpath("cypher")
    return packed if packed.is_dir() else Path(__file__).parents[3] / "cypher"


@cache
def statement(name: str) -> Statement:
    """Reads a file, once. Raises InvalidInput when its header is missing or does not fit."""
    file = folder()
    for step in f"{name}.cypher".split("/"):
        file = file.joinpath(step)
    return parsed(name, file.read_text("utf-8"))


def parsed(name: str, text: str) -> Statement:
    """A statement from the text of its file."""
    found = _HEADER.match(text)
    if found is None:
        raise InvalidInput(f"cypher/{name}: begins with /* what it does */ and a line '// params: a, b'")
    declared = frozenset(p.strip() for p in found["params"].replace("//", "").split(",") if p.strip())
    bare = _TEXTS.sub(" ", found["body"])
    used = frozenset(_PARAM.findall(bare))
    if used != declared:
        raise InvalidInput(
            f"cypher/{name}: declared and used parameters differ: {', '.join(sorted(used ^ declared))}"
        )
    bodies = [b.strip() for b in found["body"].split(";")] if bare.count(";") else [found["body"].strip()]
    doc = re.sub(r"\s*\n\s*\*\s*", " ", found["doc"]).strip()
    return Statement(name, doc, declared, tuple(f"// graphmem {name}\n{b}" for b in bodies if b))
