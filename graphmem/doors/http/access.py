"""Whose memory a request is about, and whether its key may do that. What it may not see is as if it were not there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from anyio import CapacityLimiter
from fastapi import APIRouter, Depends, Path, Request
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer

from graphmem.doors.http.guards import named
from graphmem.doors.http.keyring import SCOPES, Key, Keys, Scope
from graphmem.doors.http.problems import RESPONSES, Refusal, of
from graphmem.doors.http.replay import Replays, fingerprint
from graphmem.errors import InvalidInput
from graphmem.names import namespace_name
from graphmem.timeline import MIN

if TYPE_CHECKING:
    from graphmem.doors.http.conversations import Conversations
    from graphmem.doors.http.talk import Talk
    from graphmem.memory import Memory

LOCAL = Key("", "local", None, SCOPES, MIN)
"""Who asks a server that has no keys."""


@dataclass(frozen=True, slots=True)
class Door:
    """What all requests share; as `app.state.door`. `talking`: the threads that wait for a model's answers."""

    memory: Memory
    keys: Keys | None
    model: Talk | None
    conversations: Conversations
    replays: Replays
    talking: CapacityLimiter

    def caller(self, request: Request) -> Key:
        """Whose request it is. Raises Refusal (401), and Unavailable when the keys cannot be read."""
        if self.keys is None:
            return LOCAL
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        key = self.keys.find(token.strip()) if scheme.lower() == "bearer" else None
        if key is None:
            detail = "send a key that is valid here: Authorization: Bearer gm_…"
            raise Refusal(401, "unauthorized", detail, {"WWW-Authenticate": "Bearer"})
        return key


@dataclass(frozen=True, slots=True)
class Here:
    """One request that is allowed: what it may use, and whose memory it is about."""

    door: Door
    user: str

    @property
    def memory(self) -> Memory:
        return self.door.memory


Handler = Callable[[Request], Awaitable[Response]]


class Asking(APIRoute):
    """A route for whoever has a key."""

    def admit(self, request: Request) -> Key:
        """Whose request it is, with the names in its path as they are.

        A parameter that is not known is refused, like a field of a body. Raises Refusal, Unavailable,
        RequestValidationError.
        """
        caller: Key = request.app.state.door.caller(request)
        request.state.caller = caller
        request.scope["path_params"] = {of: named(part) for of, part in request.path_params.items()}
        known = _parameters(self.dependant)
        for given in request.query_params:
            if given not in known:
                raise RequestValidationError([{"type": "extra_forbidden", "loc": ("query", given)}])
        return caller

    def get_route_handler(self) -> Any:
        answer: Handler = super().get_route_handler()

        async def known(request: Request) -> Response:
            self.admit(request)
            return await answer(request)

        return known


class Telling(Asking):
    """A route that writes: with an Idempotency-Key it writes once."""

    def get_route_handler(self) -> Any:
        answer: Handler = APIRoute.get_route_handler(self)

        async def answered(request: Request) -> Response:
            try:
                return await answer(request)
            except Exception as error:
                told = of(request, error)
                if told.status_code == 500:
                    raise
                return told

        async def once(request: Request) -> Response:
            caller = self.admit(request)
            door: Door = request.app.state.door
            key = request.headers.get("idempotency-key")
            if key is None:
                return await answer(request)
            asked = await fingerprint(request)
            return await door.replays.once((caller.id, key), asked, lambda: answered(request), request.state)

        return once


def _parameters(dependant: Dependant) -> set[str]:
    """The names of the query that an operation takes."""
    own = {parameter.alias for parameter in dependant.query_params}
    return own.union(*map(_parameters, dependant.dependencies))


_BEARER = HTTPBearer(auto_error=False, description="A key, where the server has any.")


def reads(tag: str) -> APIRouter:
    """A router of operations that change nothing."""
    return APIRouter(route_class=Asking, tags=[tag], responses=RESPONSES, dependencies=[Depends(_BEARER)])


def writes(tag: str) -> APIRouter:
    """A router of operations that change something."""
    return APIRouter(route_class=Telling, tags=[tag], responses=RESPONSES, dependencies=[Depends(_BEARER)])


def allowed(request: Request, user: str, scope: Scope) -> Here:
    """Raises Refusal: 404 for a namespace that the key does not open, 403 for a scope it does not have."""
    caller: Key = request.state.caller
    name = namespace_name(user)
    if not caller.opens(name):
        raise Refusal(404, "not-found", f"no user {name!r} here")
    _may(caller, scope)
    request.state.user, request.state.erases = name, scope == "erase"
    return Here(request.app.state.door, name)


def one_user(request: Request, user: str | None, scope: Scope) -> Here:
    """Like `allowed`; a key for just one user says itself whose memory is meant. Raises InvalidInput without."""
    caller: Key = request.state.caller
    own = caller.users[0] if caller.users and len(caller.users) == 1 else None
    chosen = own if user is None else user
    if chosen is None:
        raise InvalidInput("user is missing: say whose memory it is")
    return allowed(request, chosen, scope)


def _may(caller: Key, scope: Scope) -> None:
    if scope not in caller.scopes:
        has = ", ".join(caller.scopes)
        raise Refusal(403, "forbidden", f"this key has no scope {scope!r}, only {has}")


User = Annotated[str, Path(description="Whose memory it is: the namespace.", examples=["ana"])]


def _in_path(scope: Scope) -> Callable[[Request, str], Awaitable[Here]]:
    async def here(request: Request, user: User) -> Here:
        return allowed(request, user, scope)

    return here


async def _of_server(request: Request) -> Door:
    _may(request.state.caller, "admin")
    door: Door = request.app.state.door
    return door


async def _anyone(request: Request) -> Door:
    door: Door = request.app.state.door
    return door


Read = Annotated[Here, Depends(_in_path("read"))]
Write = Annotated[Here, Depends(_in_path("write"))]
Erase = Annotated[Here, Depends(_in_path("erase"))]
Admin = Annotated[Door, Depends(_of_server)]
Anyone = Annotated[Door, Depends(_anyone)]
