"""API keys: who may do what with whose memory. Kept in a file as digests; a key itself is shown once.

A key is 32 random bytes, so a plain SHA-256 of it is as safe as a slow one: nobody can try them all.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import logging
import os
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, Protocol

from graphmem import dates
from graphmem.errors import Conflict, GraphmemError, InvalidInput, NotFound, Unavailable, Unsupported
from graphmem.names import checked, namespace_name, shortened

Scope = Literal["read", "write", "erase", "admin"]
SCOPES: tuple[Scope, ...] = ("read", "write", "erase", "admin")
"""`erase` is forgetting; `admin` is the server's own: relations and their policies, sizes, usage."""
log = logging.getLogger("graphmem.http")
VERSION = 1
_PREFIX = "gm"


@dataclass(frozen=True, slots=True)
class Key:
    """What one key may do. `users`: the namespaces it opens, None for all. `digest`: of the key, in hex."""

    id: str
    name: str
    users: tuple[str, ...] | None
    scopes: tuple[Scope, ...]
    created_at: datetime
    digest: str = ""

    def opens(self, user: str) -> bool:
        """Whether the namespace is one of its own."""
        return self.users is None or user in self.users


class Keys(Protocol):
    """Where keys are looked up."""

    def find(self, token: str) -> Key | None:
        """The key that was given out as this text, or None."""
        ...


class KeyFile:
    """Keys in a JSON file, read again when it changes, so that a revoked key is refused at once.

    Safe in many threads; two commands that change it at the same moment: one gets Conflict.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._seen: tuple[tuple[int, ...], tuple[Key, ...]] | None = None

    def exists(self) -> bool:
        """Whether there is one: from then on a server asks for keys, even when all are revoked."""
        return self.path.exists()

    def find(self, token: str) -> Key | None:
        """As `Keys.find`. Raises Unavailable when the file cannot be used any more: then nobody gets in."""
        try:
            known = self.known()
        except GraphmemError as error:
            log.warning("the keys cannot be read: %s", error)
            raise Unavailable("the keys cannot be read: the server's log says why") from None
        given = _digest(token)
        found = None
        for key in known:  # all of them, so that the time taken tells nothing
            if hmac.compare_digest(key.digest, given):
                found = key
        return found

    def known(self) -> tuple[Key, ...]:
        """All of them, as they were made. Raises InvalidInput, Unsupported for a file that is none of ours."""
        try:
            state = self.path.stat()
        except FileNotFoundError:
            return ()
        stamp = (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino)
        seen = self._seen
        if seen is None or seen[0] != stamp:
            if state.st_mode & 0o022 and os.name == "posix":
                raise InvalidInput(f"{self.path}: others may change it; do: chmod 600 {self.path}")
            seen = self._seen = stamp, _read(self.path)
        return seen[1]

    def create(self, name: str, users: Sequence[str] | None, scopes: Iterable[str]) -> tuple[Key, str]:
        """A new key, and the text to give out, which is kept nowhere.

        `users` None: everybody's. Raises InvalidInput, and Conflict for a name that is taken.
        """
        named = checked(name, "name", 100)
        owners = None if users is None else tuple(dict.fromkeys(namespace_name(u) for u in users))
        allowed = _scopes(scopes)
        if owners == ():
            raise InvalidInput("whose memory does the key open? Name a user, or all users")
        if "admin" in allowed and owners is not None:
            raise InvalidInput("scope admin concerns every user: give it to a key for all users")
        token = f"{_PREFIX}_{secrets.token_urlsafe(32)}"
        made = Key(secrets.token_hex(4), named, owners, allowed, dates.now(), _digest(token))

        def added(known: tuple[Key, ...]) -> tuple[Key, ...]:
            if any(key.name == named for key in known):
                raise Conflict(f"there is a key named {named!r}: revoke it first, or choose another name")
            return (*known, made)

        self._change(added)
        return made, token

    def revoke(self, which: str) -> Key:
        """Takes a key back, by its id or name; it was this. Raises NotFound."""
        taken: list[Key] = []

        def left(known: tuple[Key, ...]) -> tuple[Key, ...]:
            taken.extend(key for key in known if which in (key.id, key.name))
            if not taken:
                raise NotFound(f"no key {which!r} in {self.path}: `graphmem keys list` names them")
            return tuple(key for key in known if key is not taken[0])

        self._change(left)
        return taken[0]

    def _change(self, change: Callable[[tuple[Key, ...]], Iterable[Key]]) -> None:
        """Whole or not at all, readable by its owner only; what is changed is read once nobody else may change it."""
        part = self.path.with_name(f".{self.path.name}.part")
        try:
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise Conflict(f"another command is changing the keys; if none is, delete {part}") from None
        except OSError as error:
            raise InvalidInput(f"{self.path} cannot be written: {error.strerror or error}") from None
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                keys = [_record(key) for key in change(self.known())]
                file.write(json.dumps({"version": VERSION, "keys": keys}, indent=2) + "\n")
            part.replace(self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def beside(db: str) -> Path:
    """Where the keys of a database are kept unless it is said: beside the file, or here for a server's address."""
    return Path("graphmem.keys.json" if "://" in db or db == ":memory:" else f"{db}.keys.json")


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _scopes(given: Iterable[str]) -> tuple[Scope, ...]:
    asked = {checked(scope, "scope", 20) for scope in given}
    if unknown := sorted(asked.difference(SCOPES)):
        raise InvalidInput(f"scope={shortened(unknown[0])} must be of {', '.join(SCOPES)}")
    if not asked:
        raise InvalidInput(f"what may the key do? Give scopes of {', '.join(SCOPES)}")
    return tuple(scope for scope in SCOPES if scope in asked)


def _record(key: Key) -> dict[str, Any]:
    return {
        "id": key.id,
        "name": key.name,
        "users": None if key.users is None else list(key.users),
        "scopes": list(key.scopes),
        "created_at": key.created_at.isoformat(),
        "sha256": key.digest,
    }


def _read(path: Path) -> tuple[Key, ...]:
    try:
        content = json.loads(path.read_text("utf-8"))
        version = content["version"]
        if version != VERSION:
            raise Unsupported(f"{path}: keys of version {version!r}, this graphmem knows {VERSION}")
        return tuple(_key(record) for record in content["keys"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, GraphmemError):
            raise
        raise InvalidInput(f"{path} is no file of keys ({type(error).__name__})") from None


def _key(record: Mapping[str, Any]) -> Key:
    users = record["users"]
    digest = record["sha256"]
    if not isinstance(digest, str) or len(digest) != 64 or not digest.isascii():
        raise ValueError("a digest is missing")
    return Key(
        id=str(record["id"]),
        name=str(record["name"]),
        users=None if users is None else tuple(namespace_name(u) for u in users),
        scopes=_scopes(record["scopes"]),
        created_at=datetime.fromisoformat(record["created_at"]),
        digest=digest,
    )
