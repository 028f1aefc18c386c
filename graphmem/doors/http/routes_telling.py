"""What is told to a memory: texts, facts, documents, repairs. Each answer says what it did, and why."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from fastapi.responses import JSONResponse

from graphmem.doors.cli_json import data
from graphmem.doors.http import answered, asked
from graphmem.doors.http.access import Write, writes
from graphmem.doors.http.routes_asking import FactId, Named
from graphmem.model import ChangeSet

telling = writes("telling")
HOME = "/v1/users/{user}"
FACT = f"{HOME}/facts/{{fact}}"
MergeId = Annotated[
    str, Path(description="The id that a merge or split told.", examples=["9f8e7d6c5b4a3210"])
]


def _told(changes: ChangeSet, status: int = 200) -> JSONResponse:
    return JSONResponse(data(changes), status)


@telling.post(f"{HOME}/remember", response_model=answered.Changes, status_code=201)
def remember(here: Write, body: asked.Remembered) -> JSONResponse:
    """Takes in free text at once, in English, Chinese or both: an episode and the facts read from it."""
    changes = here.memory.remember(body.text, here.user, at=body.at, name=body.name, dry_run=body.dry_run)
    return _told(changes, 201)


@telling.post(f"{HOME}/documents", response_model=answered.Changes, status_code=201)
def import_document(here: Write, body: asked.Document) -> JSONResponse:
    """Keeps Markdown or plain text in passages that are recalled. The same name again replaces what has changed."""
    given = {"name": body.name, "at": body.at, "dry_run": body.dry_run}
    return _told(here.memory.import_document(body.text, user=here.user, **given), 201)  # type: ignore[arg-type]


@telling.post(f"{HOME}/facts", response_model=answered.Changes, status_code=201)
def add_fact(here: Write, body: asked.OneFact) -> JSONResponse:
    """Adds one structured fact, without reading any text."""
    return _told(here.memory.add_facts([body.given()], user=here.user, dry_run=body.dry_run), 201)


@telling.post(f"{HOME}/facts/batch", response_model=answered.Changes, status_code=201)
def add_facts(here: Write, body: asked.Facts) -> JSONResponse:
    """Adds many structured facts; all are checked before the first is written."""
    given = [fact.given() for fact in body.facts]
    return _told(here.memory.add_facts(given, user=here.user, dry_run=body.dry_run), 201)


@telling.post(f"{FACT}/correct", response_model=answered.Changes)
def correct(here: Write, fact: FactId, body: asked.Correction) -> JSONResponse:
    """It was never that: puts another value in its place, at the same dates unless others are given."""
    return _told(here.memory.correct(fact, user=here.user, **body.model_dump()))


@telling.post(f"{FACT}/retract", response_model=answered.Changes)
def retract(here: Write, fact: FactId, body: asked.Retraction | None = None) -> JSONResponse:
    """It was never true: withdrawn, and kept in history."""
    given = (body or asked.Retraction()).model_dump()
    return _told(here.memory.retract(fact, user=here.user, **given))


@telling.post(f"{FACT}/decline", response_model=answered.Changes)
def decline(here: Write, fact: FactId, body: asked.Refused | None = None) -> JSONResponse:
    """Refuses an inferred fact: it is not inferred again, until the person says it."""
    return _told(here.memory.decline(fact, here.user, dry_run=bool(body and body.dry_run)))


@telling.post(f"{FACT}/confirm", response_model=answered.Changes)
def confirm(here: Write, fact: FactId, body: asked.Confirmation | None = None) -> JSONResponse:
    """The person says it again; what was to be confirmed is sound again."""
    given = (body or asked.Confirmation()).model_dump()
    return _told(here.memory.confirm(fact, user=here.user, **given))


@telling.put(f"{FACT}/pin", response_model=answered.Changes)
def pin(here: Write, fact: FactId) -> JSONResponse:
    """Keeps a fact always in mind."""
    return _told(here.memory.pin(fact, user=here.user))


@telling.delete(f"{FACT}/pin", response_model=answered.Changes)
def unpin(here: Write, fact: FactId) -> JSONResponse:
    """Takes the pin away."""
    return _told(here.memory.pin(fact, user=here.user, pinned=False))


@telling.post(f"{HOME}/entities/{{entity}}/merge", response_model=answered.Changes)
def merge(here: Write, entity: Named, body: asked.Merged) -> JSONResponse:
    """Two entities are one. The first outcome's `fact` is the id that undoes it."""
    return _told(here.memory.merge(entity, body.into, user=here.user))


@telling.post(f"{HOME}/entities/{{entity}}/split", response_model=answered.Changes)
def split(here: Write, entity: Named, body: asked.Apart) -> JSONResponse:
    """Some facts of an entity are about another of the same name. Undone like a merge."""
    return _told(here.memory.split(entity, body.facts, user=here.user))


@telling.post(f"{HOME}/merges/{{merge}}/undo", response_model=answered.Changes)
def undo(here: Write, merge: MergeId) -> JSONResponse:
    """Undoes a merge or a split."""
    return _told(here.memory.undo(merge, user=here.user))
