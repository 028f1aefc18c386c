"""Who may see what: a browser's seat, the key it was opened with, and forms that only this page can have made."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from fastapi import Request

SCOPES = frozenset({"read", "write", "erase"})
LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})
"""Names under which a page without keys answers, so that a foreign site cannot reach it by a name of its own."""
_SEATS = 1000
V = TypeVar("V")


class Key(Protocol):
    """What one key allows."""

    @property
    def scopes(self) -> Collection[str]:
        """Of read, write and erase; others are not of this page."""

    def opens(self, user: str) -> bool:
        """Whether the namespace is one of its own."""


class Keys(Protocol):
    """Where keys are looked up: what the HTTP door is given serves here too."""

    def find(self, token: str) -> Key | None:
        """The key that was given out as this text, or None."""


@dataclass(frozen=True, slots=True)
class _Every:
    scopes: Collection[str] = SCOPES

    def opens(self, user: str) -> bool:
        return True


class OneKey:
    """One key that opens everything: of a page that a person has opened for themselves."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._tickets: set[str] = set()

    def find(self, token: str) -> Key | None:
        return _Every() if _same(self._token, token) else None

    def ticket(self) -> str:
        """Stands for the key once: for an address that others on the machine may see, such as a command's arguments."""
        made = secrets.token_urlsafe(24)
        self._tickets.add(made)
        return made

    def admit(self, text: str) -> str:
        """The key, for itself or for a ticket not used before; '' for anything else."""
        if text in self._tickets:
            self._tickets.discard(text)
            return self._token
        return self._token if _same(self._token, text) else ""


def _same(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode("utf-8", "surrogatepass"))


def allowed(keys: Keys, token: str, user: str) -> frozenset[str]:
    """What the key allows in this namespace; nothing where it does not open it."""
    key = keys.find(token) if token and user else None
    return frozenset(key.scopes) & SCOPES if key is not None and key.opens(user) else frozenset()


class Refused(Exception):
    """A request that is not answered. `word`: the key of what is said about it."""

    def __init__(self, status: int, word: str) -> None:
        super().__init__(word)
        self.status = status
        self.word = word


@dataclass(frozen=True, slots=True)
class Told:
    """What a write did, to be shown once. `outcomes`: action, text, reason, fact; `erased`: kind and count.

    `kept`: what was said is, whether or not a fact was found in it.
    """

    outcomes: tuple[tuple[str, str, str, str], ...] = ()
    erased: tuple[tuple[str, int], ...] = ()
    repaired: bool = False
    kept: bool = False
    receipt: bool = False


@dataclass(slots=True)
class Seats:
    """What is known of each browser, in memory only: its key, and what it has yet to be told. Safe in threads."""

    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    _keys: OrderedDict[str, str] = field(default_factory=OrderedDict)
    _told: OrderedDict[str, tuple[str, str, Told]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def new(self, key: str = "") -> str:
        """A seat's name, which the browser's cookie keeps."""
        seat = secrets.token_urlsafe(24)
        if key:
            with self._lock:
                put(self._keys, seat, key)
        return seat

    def key(self, seat: str) -> str:
        with self._lock:
            return self._keys.get(seat, "")

    def leave(self, seat: str) -> None:
        """Forgets its key, and what it was not told yet."""
        with self._lock:
            self._keys.pop(seat, None)
            for name in [n for n, (whose, _, _) in self._told.items() if whose == seat]:
                del self._told[name]

    def token(self, seat: str) -> str:
        """What a form made for this seat carries."""
        return hmac.new(self._secret, seat.encode(), hashlib.sha256).hexdigest()

    def genuine(self, seat: str, token: str) -> bool:
        return bool(seat) and hmac.compare_digest(self.token(seat).encode(), token.encode())

    def tell(self, seat: str, user: str, told: Told) -> str:
        """Keeps it for the next page; its name."""
        name = secrets.token_urlsafe(9)
        with self._lock:
            put(self._told, name, (seat, user, told))
        return name

    def told(self, seat: str, user: str, name: str) -> Told | None:
        """What was kept under the name for this seat and user, once."""
        with self._lock:
            kept = self._told.get(name)
            if kept is None or kept[:2] != (seat, user):
                return None
            return self._told.pop(name)[2]

    def forget(self, user: str) -> None:
        """Nothing said of an erased user stays."""
        with self._lock:
            for name in [n for n, (_, whose, _) in self._told.items() if whose == user]:
                del self._told[name]


def put(kept: OrderedDict[str, V], name: str, value: V) -> None:
    """Keeps it, and of the oldest only so many."""
    kept[name] = value
    while len(kept) > _SEATS:
        kept.popitem(last=False)


def cookie(request: Request) -> str:
    """The name of the seat's cookie. Cookies are shared by all ports of a host, so it has the port in it."""
    return f"graphmem_seat_{request.url.port or 'main'}"


def check_host(request: Request) -> None:
    """Raises Refused for a name that is not this machine's."""
    if (request.url.hostname or "") not in LOCAL:
        raise Refused(421, "problem_host")


def check_origin(request: Request) -> None:
    """Raises Refused for a form that another site's page has sent."""
    origin = request.headers.get("origin")
    same = origin is None or urlsplit(origin).netloc == request.headers.get("host", "")
    if not same or request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused(403, "problem_form")
