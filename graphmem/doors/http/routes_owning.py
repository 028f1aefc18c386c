"""Whose memory it is: forgetting, export and import, pause; and the house: relations, sizes, whether it lives."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterable, Iterator
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool

from graphmem import __version__
from graphmem.doors.cli_json import data
from graphmem.doors.http import answered, asked
from graphmem.doors.http.access import Admin, Anyone, Erase, Here, Read, Write, reads, writes
from graphmem.doors.http.examples import EXPORT
from graphmem.doors.http.problems import RESPONSES
from graphmem.doors.http.routes_asking import EpisodeId, FactId
from graphmem.errors import InvalidInput, Unavailable

asking, telling = reads("owning"), writes("owning")
restoring = reads("owning")
house, policies = reads("house"), writes("house")
open_to_all = APIRouter(tags=["house"], responses=RESPONSES)
HOME = "/v1/users/{user}"
log = logging.getLogger("graphmem.http")
LINES = "application/jsonl"
_CHUNK = 64 * 1024
_SPOOLED = 4 * 2**20


# -- forgetting ------------------------------------------------------------------------------


@telling.post(f"{HOME}/forget", response_model=answered.Receipt)
def forget(here: Erase, body: asked.Forgotten) -> JSONResponse:
    """Erases for good an episode, a fact, or everything of the user, and gives a receipt."""
    return _forgotten(here, body.target())


@telling.delete(f"{HOME}/episodes/{{episode}}", response_model=answered.Receipt)
def forget_episode(here: Erase, episode: EpisodeId) -> JSONResponse:
    """Erases an episode for good, with what rests on it alone; by its id, or the name it was added under."""
    return _forgotten(here, {"episode": episode})


@telling.delete(f"{HOME}/facts/{{fact}}", response_model=answered.Receipt)
def forget_fact(here: Erase, fact: FactId) -> JSONResponse:
    """Erases a fact for good, with the words that said it."""
    return _forgotten(here, {"fact": fact})


def _forgotten(here: Here, target: dict[str, str | None]) -> JSONResponse:
    receipt = here.memory.forget(user=here.user, **target)
    here.door.replays.forget(here.user)
    return JSONResponse(data(receipt))


# -- taking it away, and back ----------------------------------------------------------------


@asking.get(
    f"{HOME}/export",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "JSON Lines: a header, then a line a thing.",
            "content": {
                LINES: {
                    "schema": {"type": "string"},
                    "example": f"{EXPORT}\n",
                }
            },
        }
    },
)
def export(here: Read) -> StreamingResponse:
    """All that is kept of the user, whole: sensitive values that were kept are in it as they are."""
    return StreamingResponse(_chunks(here.memory.export(here.user)), media_type=LINES)


@restoring.post(
    f"{HOME}/import",
    response_model=answered.Changes,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                LINES: {
                    "schema": {"type": "string"},
                    "example": f"{EXPORT}\n",
                }
            },
        }
    },
)
async def import_export(here: Write, request: Request) -> JSONResponse:
    """Restores what an export of this user gave, all of it or nothing; the same again changes nothing."""
    with tempfile.SpooledTemporaryFile(_SPOOLED) as spool:
        async for part in request.stream():
            await run_in_threadpool(spool.write, part)
        spool.seek(0)
        changes = await run_in_threadpool(here.memory.import_export, _lines(spool), here.user)
    return JSONResponse(data(changes))


def _chunks(lines: Iterable[str]) -> Iterator[bytes]:
    """Joined, as a step to the next one costs more than a line."""
    gathered = bytearray()
    for line in lines:
        gathered += line.encode() + b"\n"
        if len(gathered) >= _CHUNK:
            yield bytes(gathered)
            gathered.clear()
    yield bytes(gathered)


def _lines(file: Iterable[bytes]) -> Iterator[str]:
    for number, line in enumerate(file, 1):
        try:
            yield line.decode()
        except UnicodeDecodeError:
            raise InvalidInput(f"line {number} is not UTF-8") from None


# -- pausing ---------------------------------------------------------------------------------


@asking.get(f"{HOME}/pause", response_model=answered.Paused)
def paused(here: Read) -> JSONResponse:
    """Whether anything is remembered now, and since when not."""
    since = here.memory.paused(here.user)
    return JSONResponse({"paused": since is not None, "since": data(since)})


@telling.post(f"{HOME}/pause", response_model=answered.Changes)
def pause(here: Write) -> JSONResponse:
    """From now on nothing is remembered; asking, forgetting and a person's own edits work."""
    return JSONResponse(data(here.memory.pause(here.user)))


@telling.post(f"{HOME}/resume", response_model=answered.Changes)
def resume(here: Write) -> JSONResponse:
    """Ends a pause."""
    return JSONResponse(data(here.memory.resume(here.user)))


# -- the house -------------------------------------------------------------------------------


@house.get("/v1/predicates", response_model=answered.Predicates)
def predicates(door: Anyone) -> JSONResponse:
    """Every relation with its policy. The same for all users."""
    return JSONResponse({"items": data(door.memory.predicates())})


@policies.put("/v1/predicates/{name}", response_model=answered.Predicate)
def define_predicate(
    door: Admin,
    name: Annotated[str, Path(description="A relation, known or new.", examples=["drives"])],
    body: asked.Relation,
) -> JSONResponse:
    """Adds a relation, or changes what is given of one; what rests on it is recomputed, for every user."""
    given = body.model_dump(exclude_none=True)
    held = next((p for p in door.memory.predicates() if p.name == name), None)
    if held is not None and "words" in given:
        given["words"] = {**held.words, **given["words"]}  # of the other language stay
    return JSONResponse(data(door.memory.define_predicate(name, **given)))


@house.get("/v1/stats", response_model=answered.Stats)
def stats(door: Admin) -> JSONResponse:
    """What the store holds, and what language models were asked for."""
    return JSONResponse({"sizes": data(door.memory.sizes()), "usage": data(door.memory.usage())})


@open_to_all.get("/v1/health", response_model=answered.Alive)
async def health() -> JSONResponse:
    """Whether the server is alive. Needs no key."""
    return JSONResponse({"status": "ok", "version": __version__})


@open_to_all.get("/v1/ready", response_model=answered.Alive)
def ready(door: Anyone) -> JSONResponse:
    """Whether the store answers. Needs no key."""
    try:
        door.memory.store.state("ready")
    except Unavailable as error:
        if door.keys is None:
            raise
        log.warning("not ready: %s", error)  # where the store is, is not for those without a key
        raise Unavailable("the store does not answer: the server's log says why") from None
    return JSONResponse({"status": "ready", "version": __version__})
