"""Addresses → views and deeds; errors → pages that say what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from graphmem.doors.page import access, desk, views
from graphmem.doors.page.access import Refused
from graphmem.doors.page.deeds import Deeds
from graphmem.doors.page.desk import Desk
from graphmem.doors.page.views import Views
from graphmem.errors import Conflict, GraphmemError, InvalidInput, NotFound, Unavailable, code

Body = Annotated[bytes, Depends(desk.read_body)]
View = Callable[..., Response]

_WORDS: dict[type[GraphmemError], str] = {
    InvalidInput: "problem_input",
    NotFound: "problem_missing",
    Conflict: "problem_conflict",
    Unavailable: "problem_unavailable",
}

_AGAIN = '<!doctype html><title>graphmem</title><meta http-equiv="refresh" content="0">'
"""The same address once more, this time from here."""


def router(at: Desk) -> APIRouter:
    """All addresses: `/`, and the rest under `/page/`."""
    shown, done = Views(at), Deeds(at)

    def fact(request: Request, id: str, deed: str, body: Body) -> Response:
        return done.fact(request, id, deed, body)

    def fact_erase(request: Request, id: str, body: Body) -> Response:
        return done.fact_erase(request, id, body)

    def episode_erase(request: Request, id: str, body: Body) -> Response:
        return done.episode_erase(request, id, body)

    def missing(request: Request, rest: str) -> Response:
        raise Refused(404, "problem_missing")

    reading: dict[str, View] = {
        "/": shown.home,
        "/page/timeline": shown.timeline,
        "/page/graph": shown.graph,
        "/page/search": shown.search,
        "/page/episodes": shown.episodes,
        "/page/episode/{id}": shown.episode,
        "/page/episode/{id}/erase": shown.episode,
        "/page/fact/{id}": shown.fact,
        "/page/fact/{id}/erase": shown.fact_erase,
        "/page/data": shown.data,
        "/page/export": shown.export,
        "/page/enter": shown.enter,
        "/page/static/{name}": shown.static,
        "/page/{rest:path}": missing,
    }
    doing: dict[str, View] = {
        "/page/fact/{id}/erase": fact_erase,
        "/page/fact/{id}/{deed}": fact,
        "/page/episode/{id}/erase": episode_erase,
        "/page/add": _posted(done.add),
        "/page/pause": _posted(done.pause),
        "/page/resume": _posted(done.resume),
        "/page/erase": _posted(done.erase),
        "/page/enter": _posted(done.enter),
        "/page/leave": _posted(done.leave),
        "/page/{rest:path}": missing,
    }
    made = APIRouter(include_in_schema=False)
    for method, table in (("GET", reading), ("POST", doing)):
        for path, view in table.items():
            made.add_api_route(path, _answering(at, view), methods=[method], response_model=None)
    return made


def _posted(deed: Callable[[Request, bytes], Response]) -> View:
    def posted(request: Request, body: Body) -> Response:
        return deed(request, body)

    return posted


def _answering(at: Desk, view: View) -> View:
    """The view, with what it raises told as a page."""

    @wraps(view)
    def answered(request: Request, **given: Any) -> Response:
        if _without_cookies(request):
            return HTMLResponse(_AGAIN, headers=desk.HEADERS)
        try:
            return view(request=request, **given)
        except Refused as refused:
            return _refusal(at, request, refused)
        except GraphmemError as error:
            word = next((w for kind, w in _WORDS.items() if isinstance(error, kind)), "problem_other")
            return _problem(at, request, code(error).http, word, str(error))

    return answered


def _without_cookies(request: Request) -> bool:
    """Whether another site's link led here: then a strict cookie is not sent, and must not be replaced by a new one."""
    foreign = request.headers.get("sec-fetch-site") == "cross-site"
    return foreign and request.method == "GET" and access.cookie(request) not in request.cookies


def _refusal(at: Desk, request: Request, refused: Refused) -> Response:
    if refused.status == 303:
        return views.elsewhere(at, request)
    if refused.status == 401:
        seen = desk.visit(at, request)
        wrong = refused.word != "enter_heading"
        return seen.page("enter.html", 401, wrong=wrong)
    return _problem(at, request, refused.status, refused.word, "")


def _problem(at: Desk, request: Request, status: int, word: str, detail: str) -> Response:
    """A page about what went wrong. It names a user only where the browser may read their memory."""
    open_desk = at if at.keys is not None or word != "problem_host" else replace(at, keys=_Nobody())
    try:
        seen = desk.visit(open_desk, request, "" if status >= 500 else None)
    except GraphmemError:
        seen = desk.visit(open_desk, request, "")
    seen = seen if seen.may("read") else replace(seen, user="")
    told = detail if status < 500 or _own(at) else ""
    return seen.page("problem.html", status, word=word, detail=told)


def _own(at: Desk) -> bool:
    """Whether who reads it also runs it: others are not told where a store stands."""
    return at.keys is None or isinstance(at.keys, access.OneKey)


class _Nobody:
    """Keys of a visitor who may see nothing: a page is told to them all the same."""

    def find(self, token: str) -> None:
        return None
