"""Every error as a problem of RFC 9457: `application/problem+json` with type, title, status, detail, instance."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match

from graphmem.errors import GraphmemError, code

MEDIA = "application/problem+json"
URN = "urn:graphmem:problem:"
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_UNREADABLE = "cannot be read: send JSON in UTF-8, not nested deeply, without numbers of thousands of digits"
_EXAMPLE: dict[str, Any] = {
    "type": f"{URN}not-found",
    "title": "Not found",
    "status": 404,
    "detail": "no fact 'a6b0a25a' in this namespace",
    "instance": "/v1/users/ana/facts/a6b0a25a",
}


class Wrong(BaseModel):
    """One input that is wrong."""

    input: str = Field(description="Where it is, such as body.limit.")
    message: str


class Problem(BaseModel):
    """What went wrong, and what to do."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": _EXAMPLE})

    type: str
    title: str
    status: int
    detail: str
    instance: str
    errors: list[Wrong] = Field(default_factory=list, description="Of a request that was refused as wrong.")


RESPONSES: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "A problem: what went wrong, and what to do.",
        "content": {MEDIA: {"schema": Problem.model_json_schema(), "example": _EXAMPLE}},
    }
}
"""For the OpenAPI document: what any operation may answer instead."""


class Refusal(HTTPException):
    """A request that the door itself refuses. `slug` ends the problem's type."""

    def __init__(self, status: int, slug: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, detail, dict(headers or {}))
        self.slug = slug


def handle(app: FastAPI) -> None:
    """From now on every error of the application leaves as a problem."""

    async def told(request: Request, error: Exception) -> Response:
        return of(request, error)

    for kind in (GraphmemError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, told)


def of(request: Request, error: BaseException) -> Response:
    """The problem that an error is."""
    path = request.url.path
    if isinstance(error, GraphmemError):
        slug = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(error).__name__).lower()
        return response(code(error).http, slug, str(error), path)
    if isinstance(error, RequestValidationError):
        wrong = [_wrong(e, request.headers.get("content-type", "")) for e in error.errors()]
        told = "; ".join(f"{w.input}: {w.message}" for w in wrong)
        return response(422, "invalid-input", told, path, wrong)
    if isinstance(error, Refusal):
        return response(error.status_code, error.slug, error.detail, path, headers=error.headers)
    if isinstance(error, HTTPException) and error.status_code == 400:
        return response(
            422, "invalid-input", f"body: {_UNREADABLE}", path, [Wrong(input="body", message=_UNREADABLE)]
        )
    if isinstance(error, HTTPException) and error.status_code == 405:
        allowed = ", ".join(_methods(request))
        told = f"{request.method} does not go with {path}: use {allowed}"
        return response(405, "method-not-allowed", told, path, headers={"Allow": allowed})
    if isinstance(error, HTTPException):
        slug = re.sub(r"\W+", "-", HTTPStatus(error.status_code).phrase.lower())
        return response(error.status_code, slug, _plainly(request, error), path, headers=error.headers)
    return response(500, "fault", "the server is at fault; its log says where", path)


def response(
    status: int,
    slug: str,
    detail: str,
    instance: str,
    errors: Sequence[Wrong] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """One problem. `slug`: the end of its type, and in words its title."""
    problem = {
        "type": f"{URN}{slug}",
        "title": slug.replace("-", " ").capitalize(),
        "status": status,
        "detail": detail,
        "instance": instance,
        **({"errors": [w.model_dump() for w in errors]} if errors else {}),
    }
    return JSONResponse(problem, status, dict(headers or {}), MEDIA)


def _plainly(request: Request, error: HTTPException) -> str:
    if error.status_code == 404:
        return f"no {request.url.path} here: /openapi.json lists what there is"
    return error.detail


def _methods(request: Request) -> list[str]:
    """What goes with the path of a request: of all its routes, as each knows only its own."""
    asked = ({**request.scope, "method": method} for method in _METHODS)
    routes = request.app.router.routes
    allowed = [s["method"] for s in asked if any(r.matches(s)[0] is Match.FULL for r in routes)]
    return ["HEAD", *allowed] if "GET" in allowed else allowed


def _wrong(error: Mapping[str, Any], content_type: str) -> Wrong:
    """Without the value that was given: it may be anything a person has said."""
    place = error["loc"]
    where = ".".join(str(part) for part in place)
    if error["type"] == "json_invalid":
        return Wrong(input="body", message=f"is not JSON (at character {place[-1]})")
    if place == ("body",) and "json" not in content_type:
        return Wrong(input="body", message="send JSON, with the header content-type: application/json")
    if error["type"] == "extra_forbidden":
        return Wrong(input=where, message="is not known here: leave it out")
    if error["type"] == "missing":
        return Wrong(input=where, message="is missing: give it")
    return Wrong(input=where, message=str(error["msg"]))
