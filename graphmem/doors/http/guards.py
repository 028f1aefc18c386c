"""What is looked at before a request is read: its host, its origin, its size, its path."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import unquote, unquote_to_bytes, urlsplit

from fastapi import Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem.doors.http.problems import Refusal, of

MAX_BODY = 16 * 2**20
"""Bytes of a request: a document of a million characters fits, however its JSON is written."""
MAX_IMPORT = 512 * 2**20
"""Bytes of an import of an export."""
_SEALED = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}


class Guards:
    """Refuses, as a problem, what must not come in.

    `hosts`: whom a request may be sent to and whose pages may send it, None for anyone. A server without keys trusts
    whoever reaches it, and that must not be another site's page: one may send what it likes to 127.0.0.1, or give
    its own name that address.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str] | None,
        limit: int = MAX_BODY,
        import_limit: int = MAX_IMPORT,
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._limit = limit
        self._import_limit = import_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope, send = _bodiless(scope, send) if scope["method"] == "HEAD" else (scope, send)
        sealed = _sealing(scope, send)
        limit = self._import_limit if scope["path"].endswith("/import") else self._limit
        try:
            self._check(scope, limit)
        except Refusal as refusal:
            await of(Request(scope), refusal)(scope, receive, sealed)
            return
        scope = {**scope, "path": _in_segments(scope)}
        await self._app(scope, _counting(receive, limit), sealed)

    def _check(self, scope: Scope, limit: int) -> None:
        headers = Headers(scope=scope)
        if self._hosts is not None:
            _check_host(headers, self._hosts)
        for part, sent in (("path", scope.get("raw_path") or b""), ("query", scope.get("query_string", b""))):
            try:
                unquote_to_bytes(sent).decode()
            except UnicodeDecodeError:
                raise Refusal(
                    422, "invalid-input", f"the {part} is not UTF-8: encode names as UTF-8"
                ) from None
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > limit:
            raise _too_large(limit)


def _bodiless(scope: Scope, send: Send) -> tuple[Scope, Send]:
    """HEAD, as the GET of the same without its body."""

    async def headed(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return {**scope, "method": "GET"}, headed


def _in_segments(scope: Scope) -> str:
    """The path, with the `/` and `%` of a name in it still encoded: what is between two `/` is one name.

    `named` gives the name itself.
    """
    if not scope.get("raw_path"):  # a server need not tell it
        return str(scope["path"]).replace("%", "%25")
    raw = scope["raw_path"].decode("latin-1").partition("?")[0]
    if "%2F" not in raw.upper() and "%25" not in raw:
        return str(scope["path"])
    return "/".join(unquote(part).replace("%", "%25").replace("/", "%2F") for part in raw.split("/"))


def named(part: str) -> str:
    """A part of a path that is a name, as `_in_segments` left it."""
    return part.replace("%2F", "/").replace("%25", "%")


def _check_host(headers: Mapping[str, str], hosts: frozenset[str]) -> None:
    host = _hostname(f"//{headers.get('host', '')}")
    if host not in hosts:
        raise Refusal(
            421,
            "misdirected-request",
            f"this server has no keys, so it answers only to {', '.join(sorted(hosts))}",
        )
    origin = headers.get("origin")
    foreign = origin is not None and _place(origin) != headers.get("host")
    if foreign or headers.get("sec-fetch-site") == "cross-site":
        raise Refusal(403, "foreign-origin", "a page of another site may not use this server")


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _hostname(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _too_large(limit: int) -> Refusal:
    return Refusal(413, "too-large", f"a request may have {limit:,} bytes here: send it in parts")


def _counting(receive: Receive, limit: int) -> Receive:
    """For a body that does not say its length."""
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise _too_large(limit)
        return message

    return counted


def _sealing(scope: Scope, send: Send) -> Send:
    """Answers are personal: no cache keeps them, and no browser guesses what they are."""
    kept = {"cache-control": "no-store"} if scope["path"].startswith(("/v1/", "/api/")) else {}

    async def sealed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in {**_SEALED, **kept}.items():
                headers.setdefault(name, value)
        await send(message)

    return sealed
