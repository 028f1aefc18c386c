"""Sessions: the short-term tier. Nothing said in one is durable before its commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Path
from fastapi.responses import JSONResponse

from graphmem.doors.cli_json import data
from graphmem.doors.http import answered, answered_talk, asked
from graphmem.doors.http.access import Here, Read, Write, reads, writes
from graphmem.doors.http.pages import Cursor, Limit, Wanted, page
from graphmem.session import Session

asking, telling = reads("sessions"), writes("sessions")
HOME = "/v1/users/{user}/sessions"
Id = Annotated[str, Path(description="The session's id.", examples=["monday"])]


@telling.post(HOME, response_model=answered_talk.Session, status_code=201)
def open_session(here: Write, body: asked.Opened | None = None) -> JSONResponse:
    """Opens a session, or finds the live one of that id. It is listed once something was said in it."""
    session = here.door.conversations.open(here.user, body.id if body else None)
    return JSONResponse(shown(session), 201)


@asking.get(HOME, response_model=answered_talk.SessionPage)
def list_sessions(here: Read, limit: Limit = 100, cursor: Cursor = None) -> JSONResponse:
    """The live sessions, by id."""
    wanted = Wanted.read(limit, cursor, "sessions", here.user)
    return JSONResponse(page(here.door.conversations.live(here.user), lambda s: (s.id,), wanted, shown))


@asking.get(f"{HOME}/{{session}}", response_model=answered_talk.Session)
def read_session(here: Read, session: Id) -> JSONResponse:
    """A live session: what is pending, its summary, what its automatic commits did."""
    return JSONResponse(shown(here.door.conversations.find(here.user, session)))


@telling.post(f"{HOME}/{{session}}/messages", response_model=answered_talk.Window, status_code=201)
def add_message(here: Write, session: Id, body: asked.Said) -> JSONResponse:
    """Adds a message, and opens the session if need be.

    It is durable once a commit has returned; commits happen by themselves too (`pending` 0 tells, and
    `committed` what they did). A message with a time that was added before, with the same words, is the same import.
    """
    return _added(here, session, [body])


@telling.post(f"{HOME}/{{session}}/messages/batch", response_model=answered_talk.Window, status_code=201)
def add_messages(here: Write, session: Id, body: asked.Messages) -> JSONResponse:
    """Adds several messages, in their order."""
    return _added(here, session, body.messages)


def _added(here: Here, session: str, given: Sequence[asked.Said]) -> JSONResponse:
    found = here.door.conversations.open(here.user, session)
    added = [found.add(said.role, said.content, said.at, said.name) for said in given]
    return JSONResponse({"messages": data(added), "session": shown(found)}, 201)


@asking.get(f"{HOME}/{{session}}/messages", response_model=answered_talk.Window)
def read_messages(here: Read, session: Id) -> JSONResponse:
    """The window: what was said lately, oldest first; a long text is clipped."""
    found = here.door.conversations.find(here.user, session)
    return JSONResponse({"messages": data(found.messages), "session": shown(found)})


@telling.put(f"{HOME}/{{session}}/working", response_model=answered_talk.Session)
def set_working(here: Write, session: Id, body: asked.Working) -> JSONResponse:
    """Sets the working context: the intent, the tool in use, its last result. A vague question is completed by it."""
    found = here.door.conversations.find(here.user, session)
    if body.intent is not None:
        found.working.set_intent(body.intent)
    if body.tool is not None:
        found.working.set_tool(body.tool)
    if body.last_result is not None:
        found.working.set_last_result(body.last_result)
    return JSONResponse(shown(found))


@asking.post(f"{HOME}/{{session}}/context", response_model=answered.Prompt)
def context_of_session(here: Read, session: Id, body: asked.InSession) -> JSONResponse:
    """The prompt for the next turn, of all three tiers: profile, what is recalled, this conversation."""
    found = here.door.conversations.find(here.user, session)
    return JSONResponse({"prompt": found.context(body.query, body.max_tokens)})


@telling.post(f"{HOME}/{{session}}/commit", response_model=answered.Changes)
def commit(here: Write, session: Id) -> JSONResponse:
    """Makes what was said durable, and tells what that changed."""
    return JSONResponse(data(here.door.conversations.find(here.user, session).commit()))


@telling.post(f"{HOME}/{{session}}/close", response_model=answered.Changes)
def close(here: Write, session: Id) -> JSONResponse:
    """Commits, and ends the session."""
    return JSONResponse(data(here.door.conversations.find(here.user, session).close()))


def shown(session: Session) -> dict[str, Any]:
    """As `answered_talk.Session`."""
    return {
        "id": session.id,
        "pending": session.pending,
        "messages": len(session.messages),
        "summary": session.summary,
        "working": data(session.working),
        "failure": str(session.failure) if session.failure else None,
        "committed": data(session.committed),
    }
