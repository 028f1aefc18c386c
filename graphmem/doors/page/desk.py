"""One request: who asks, for whose memory, in which language; and the page that answers it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlencode

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from graphmem import __version__
from graphmem.dates import period
from graphmem.doors.page import access, words
from graphmem.doors.page.access import SCOPES, Keys, Refused, Seats, Told
from graphmem.doors.page.shape import Shaper, earliest
from graphmem.errors import InvalidInput
from graphmem.names import namespace_name

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.model import Receipt

LANGUAGE = "graphmem_language"
STATIC = {"page.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}
MOST_POSTED = 200_000
"""Bytes of a form; what is longer is refused."""
_YEAR = 365 * 24 * 3600
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@cache
def templates() -> Environment:
    return Environment(
        loader=PackageLoader("graphmem.doors.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@dataclass(frozen=True, slots=True)
class Desk:
    """What all requests share. `keys` None: whoever reaches the page may read and change every memory.

    `erased` is told of whom something was erased.
    """

    memory: Memory
    keys: Keys | None
    clock: Callable[[], datetime]
    erased: Callable[[str], None] = lambda user: None
    seats: Seats = field(default_factory=Seats)
    _firsts: OrderedDict[str, tuple[str, datetime | None]] = field(default_factory=OrderedDict)

    def forget(self, user: str, **target: str) -> Receipt:
        """As `Memory.forget`, told to whoever keeps something of the user."""
        receipt = self.memory.forget(user=user, **target)
        self.erased(user)
        return receipt

    def first_day(self, user: str) -> datetime | None:
        """When the first fact of the user began to hold; read anew after each write of any process."""
        state = self.memory.store.state(user)
        kept = self._firsts.get(user)
        if kept is None or kept[0] != state:
            kept = state, earliest(self.memory.history(user=user))
            access.put(self._firsts, user, kept)
        return kept[1]


@dataclass(frozen=True, slots=True)
class Visit:
    """One request, checked. `user` '' where none is named; `as_of` None: now."""

    desk: Desk
    request: Request
    language: str
    user: str
    seat: str
    scopes: frozenset[str]
    as_of: datetime | None
    as_of_text: str

    @property
    def say(self) -> words.Words:
        return words.Words(self.language)

    @property
    def shaper(self) -> Shaper:
        return Shaper.of(self.user, self.language, self.desk.memory.predicates())

    @property
    def point(self) -> datetime:
        return self.as_of or self.desk.clock()

    def asked(self, name: str) -> str:
        """A parameter of the address, '' if it is not there."""
        return self.request.query_params.get(name, "")

    def link(self, path: str, **parameters: str | int) -> str:
        """An address of this page for the same user, and the same day where one is looked at."""
        told = {"user": self.user, "as_of": self.as_of_text, **parameters}
        query = urlencode({k: v for k, v in told.items() if v != ""})
        return f"{self.root}{path}{'?' if query else ''}{query}"

    def here(self, **changed: str) -> str:
        """The address asked for, with some parameters changed; what was told once is not told again.

        A form's address is none to come back to: then it is the first page's.
        """
        if self.request.method != "GET":
            return self.link("/", **changed)
        kept = {k: v for k, v in self.request.query_params.items() if k not in ("told", "key")}
        query = urlencode({k: v for k, v in {**kept, **changed}.items() if v != ""})
        return f"{self.root}{_own_path(self.request)}{'?' if query else ''}{query}"

    @property
    def root(self) -> str:
        """The prefix under which the application is mounted."""
        return str(self.request.scope.get("root_path", ""))

    def file(self, name: str) -> str:
        """The address of a file of the page; a new version of it has a new one."""
        return f"{self.root}/page/static/{name}?v={__version__}"

    def why(self, text: str) -> str:
        """A reason of the engine's, in the reader's language where it is known there."""
        return words.reason(text, self.language)

    def may(self, scope: str) -> bool:
        return scope in self.scopes

    def page(self, template: str, status: int = 200, **shown: Any) -> Response:
        """The answer as HTML, with the seat's cookie and the language chosen."""
        other = next(code for code in words.LANGUAGES if code != self.language)
        text = (
            templates()
            .get_template(template)
            .render(
                v=self,
                t=self.say,
                token=self.desk.seats.token(self.seat),
                other=other,
                told=self.told(),
                today=self.desk.clock().astimezone(UTC).date().isoformat(),
                paused=self.desk.memory.paused(self.user) if self.user and self.may("read") else None,
                version=__version__,
                signed_in=bool(self.desk.keys and self.scopes),
                **shown,
            )
        )
        return self._kept(HTMLResponse(text, status, headers={**HEADERS, "Content-Language": self.language}))

    def told(self) -> Told | None:
        return self.desk.seats.told(self.seat, self.user, self.asked("told")) if self.asked("told") else None

    def go(self, path: str, told: Told | None = None) -> Response:
        """On to another page, which tells what was done."""
        name = self.desk.seats.tell(self.seat, self.user, told) if told else ""
        return self._kept(RedirectResponse(self.link(path, told=name), 303, headers=HEADERS))

    def _kept(self, response: Response) -> Response:
        secure = self.request.url.scheme == "https"
        where: dict[str, Any] = {"httponly": True, "samesite": "strict", "secure": secure, "path": "/"}
        name = access.cookie(self.request)
        if self.request.cookies.get(name) != self.seat:
            response.set_cookie(name, self.seat, **where)
        if self.asked("lang") in words.LANGUAGES:
            response.set_cookie(LANGUAGE, self.language, max_age=_YEAR, **where)
        return response


def _own_path(request: Request) -> str:
    """The path without the prefix under which the application is mounted, quoted again."""
    path: str = request.scope["path"]
    return quote(path.removeprefix(request.scope.get("root_path", "")))


def visit(desk: Desk, request: Request, user: str | None = None) -> Visit:
    """Checks the host and reads who asks for what; `user`: not as the address says. Raises Refused, InvalidInput."""
    if desk.keys is None:
        access.check_host(request)
    given = request.query_params.get("user", "") if user is None else user
    name = namespace_name(given) if given.strip() else ""
    language = words.chosen(
        request.query_params.get("lang", ""),
        request.cookies.get(LANGUAGE, ""),
        request.headers.get("accept-language", ""),
    )
    sitting = request.cookies.get(access.cookie(request), "") or desk.seats.new()
    return Visit(desk, request, language, name, sitting, _scopes(desk, sitting, name), None, "")


def _scopes(desk: Desk, seat: str, user: str) -> frozenset[str]:
    if desk.keys is None:
        return SCOPES
    return access.allowed(desk.keys, desk.seats.key(seat), user)


def at_day(seen: Visit) -> Visit:
    """The same at the end of the day (month, year) that the address names; today is now. Raises InvalidInput."""
    text = seen.asked("as_of").strip()
    if not text:
        return seen
    day = period(text, UTC, "as_of")
    if day.first <= seen.desk.clock() < day.after:
        return seen
    return replace(seen, as_of=max(day.first, day.after - timedelta(microseconds=1)), as_of_text=text)


def form(body: bytes) -> Mapping[str, str]:
    """The fields of a form as a browser sends them. Raises Refused and InvalidInput."""
    if len(body) > MOST_POSTED:
        raise Refused(413, "problem_large")
    try:
        return dict(
            parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=50, errors="strict")
        )
    except ValueError:
        raise InvalidInput("the form is not URL-encoded UTF-8: send it as a browser does") from None


async def read_body(request: Request) -> bytes:
    """What was posted, no more than is looked at."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_POSTED:
            break
    return body


def static(name: str) -> Response:
    """A file of the page. Raises Refused."""
    if name not in STATIC:
        raise Refused(404, "problem_missing")
    content = files(__package__).joinpath("static", name).read_bytes()
    kept = {**HEADERS, "Cache-Control": "public, max-age=3600"}
    return Response(content, media_type=STATIC[name], headers=kept)
