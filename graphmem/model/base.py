"""Literals and the id of a list of texts."""

from __future__ import annotations

import hashlib
from typing import Literal

Stance = Literal["stated", "ended", "negated", "tentative", "planned"]
Source = Literal["explicit", "inferred"]
Role = Literal["user", "assistant", "system", "tool", "api", "document"]
Precision = Literal["instant", "day", "month", "year"]

STANCES: tuple[Stance, ...] = ("stated", "ended", "negated", "tentative", "planned")
SOURCES: tuple[Source, ...] = ("explicit", "inferred")
ROLES: tuple[Role, ...] = ("user", "assistant", "system", "tool", "api", "document")
OPEN_STANCES: frozenset[str] = frozenset({"tentative", "planned"})
"""Stances kept outside the fold: they never end anything and hold nowhere in time."""

PERSON = "user"
"""The word that, as a subject or object, means the namespace's own person."""


def digest(*parts: str | None) -> str:
    """A 16-hex-digit id of an ordered list of texts; `None` differs from ''."""
    every = [b"\x00" if p is None else b"\x01" + p.encode("utf-8", "surrogatepass") for p in parts]
    told = b"".join([len(data).to_bytes(8, "big") + data for data in every])
    return hashlib.sha256(told).hexdigest()[:16]
