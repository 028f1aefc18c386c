"""What is asked of a memory: recall, prompts, facts, histories, profiles, episodes, entities."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from fastapi.responses import JSONResponse

from graphmem.doors.cli_json import data
from graphmem.doors.http import answered, asked
from graphmem.doors.http.access import Here, Read, reads
from graphmem.doors.http.pages import Cursor, Limit, Place, Wanted, backwards, filters, forwards, page, rest
from graphmem.errors import NotFound
from graphmem.model import Entity, Episode, Fact, Stance

asking = reads("asking")
HOME = "/v1/users/{user}"

Subject = Annotated[
    str | None, Query(description="A name, or an entity's id; `user` is the person.", examples=["Ana"])
]
Relation = Annotated[str | None, Query(description="A relation.", examples=["lives_in"])]
AsOf = Annotated[str | None, Query(description="What was true then.", examples=["2026-05"])]
KnownAt = Annotated[str | None, Query(description="What was known then.", examples=["2026-06-01"])]
StanceOf = Annotated[Stance, Query(description="tentative are maybes; planned, plans.", examples=["stated"])]
FactId = Annotated[str, Path(description="A fact's id, or its first digits.", examples=["a6b0a25a"])]
EpisodeId = Annotated[str, Path(description="An episode's id.", examples=["c3d2e1f0a9b8c7d6"])]
Named = Annotated[str, Path(description="An entity's id, or its name.", examples=["Turin"])]


@asking.post(f"{HOME}/recall", response_model=answered.Recall)
def recall(here: Read, body: asked.Recalled) -> JSONResponse:
    """What helps to answer a question: facts and what was said, best first; with `max_tokens` also as a prompt."""
    given = body.model_dump(exclude_none=True, exclude={"query", "max_tokens"})
    found = here.memory.recall(body.query, here.user, **given)
    prompt = {} if body.max_tokens is None else {"prompt": found.prompt(body.max_tokens)}
    return JSONResponse({**data(found), **prompt})


@asking.post(f"{HOME}/context", response_model=answered.Prompt)
def context(here: Read, body: asked.Context) -> JSONResponse:
    """The text for the next system message; with a session of all three tiers, else of what is recalled."""
    if body.session is not None:
        session = here.door.conversations.find(here.user, body.session)
        return JSONResponse({"prompt": session.context(body.query, body.max_tokens)})
    return JSONResponse({"prompt": here.memory.recall(body.query, here.user).prompt(body.max_tokens)})


@asking.get(f"{HOME}/profile", response_model=answered.Profile)
def profile(here: Read, subject: Subject = None, as_of: AsOf = None) -> JSONResponse:
    """What is known of a subject, or of the person and the other speakers: grouped, dated, cited."""
    found = here.memory.profile(subject, user=here.user, as_of=as_of)
    return JSONResponse({**data(found), "text": str(found)})


@asking.get(f"{HOME}/facts", response_model=answered.FactPage)
def list_facts(
    here: Read,
    subject: Subject = None,
    predicate: Relation = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    stance: StanceOf = "stated",
    limit: Limit = 100,
    cursor: Cursor = None,
) -> JSONResponse:
    """What is true, now or at a date, as best known or as known at another; in the order it became true."""
    of = filters(subject=subject, predicate=predicate, as_of=as_of, known_at=known_at, stance=stance)
    wanted = Wanted.read(limit, cursor, "facts", here.user, of)
    found = here.memory.facts(
        subject, predicate, user=here.user, as_of=as_of, known_at=known_at, stance=stance
    )
    return JSONResponse(page(found, _fact_place, wanted))


@asking.get(f"{HOME}/history", response_model=answered.FactPage)
def history(
    here: Read,
    subject: Subject = None,
    predicate: Relation = None,
    stance: StanceOf = "stated",
    limit: Limit = 100,
    cursor: Cursor = None,
) -> JSONResponse:
    """Every version, believed or not any more, then what was said and holds nowhere, each with its reason."""
    of = filters(subject=subject, predicate=predicate, stance=stance)
    wanted = Wanted.read(limit, cursor, "history", here.user, of)
    found = here.memory.history(subject, predicate, user=here.user, stance=stance)
    return JSONResponse(page(found, _version_place, wanted))


@asking.get(f"{HOME}/facts/{{fact}}", response_model=answered.Explanation)
def explain(
    here: Read,
    fact: FactId,
    query: Annotated[
        str | None,
        Query(description="Tell too why a recall of this gives or hides it.", examples=["Where do I live?"]),
    ] = None,
    limit: Annotated[
        int | None, Query(ge=1, le=1000, description="How many facts that recall gives.", examples=[10])
    ] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
) -> JSONResponse:
    """A fact and why it is believed: versions, evidence, what it replaced, the rule behind it."""
    about = {"query": query, "limit": limit, "as_of": as_of, "known_at": known_at}
    given = {name: value for name, value in about.items() if value is not None}
    return JSONResponse(data(here.memory.explain(fact, user=here.user, **given)))  # type: ignore[arg-type]


@asking.get(f"{HOME}/episodes", response_model=answered.EpisodePage)
def list_episodes(here: Read, limit: Limit = 100, cursor: Cursor = None) -> JSONResponse:
    """What was taken in, conversations and documents with their turns, newest first."""
    wanted = Wanted.read(limit, cursor, "episodes", here.user)
    return JSONResponse(page(_enough(here, wanted), _episode_place, wanted))


@asking.get(f"{HOME}/episodes/{{episode}}", response_model=answered.Episode)
def read_episode(here: Read, episode: EpisodeId) -> JSONResponse:
    """One episode, with its turns."""
    found = here.memory.store.episodes(here.user, [episode], 1)
    if not found:
        raise NotFound(f"no episode {episode!r} in this namespace: give the id that a list of them has")
    return JSONResponse(data(found[0]))


@asking.get(f"{HOME}/entities", response_model=answered.EntityPage)
def list_entities(here: Read, limit: Limit = 100, cursor: Cursor = None) -> JSONResponse:
    """All entities, by name."""
    wanted = Wanted.read(limit, cursor, "entities", here.user)
    return JSONResponse(page(here.memory.entities(user=here.user), lambda e: (e.name, e.id), wanted))


@asking.get(f"{HOME}/entities/{{entity}}", response_model=answered.EntityOf)
def read_entity(here: Read, entity: Named) -> JSONResponse:
    """An entity, with the facts about it that hold now."""
    found = _entity(here, entity)
    return JSONResponse({**data(found), "facts": data(here.memory.facts(found.id, user=here.user))})


@asking.get(f"{HOME}/entities/{{entity}}/similar", response_model=answered.Similar)
def similar(here: Read, entity: Named) -> JSONResponse:
    """Entities whose names look like this one, 0 to 1: proposals for a merge."""
    found = here.memory.candidates(entity, user=here.user)
    return JSONResponse({"items": [{"entity": data(e), "likeness": score} for e, score in found]})


def _entity(here: Here, name: str) -> Entity:
    """By its id, its name or an alias. Raises NotFound."""
    known = here.memory.entities(user=here.user)
    named = [e for e in known if e.id == name] or [e for e in known if name in (str(e), e.name, *e.aliases)]
    if not named:
        raise NotFound(f"no entity {name!r} in this namespace")
    return named[0]


def _enough(here: Here, wanted: Wanted) -> list[Episode]:
    """So many of the newest episodes that the page is among them, with one more to tell that there is."""
    most = wanted.limit + 1
    while True:
        found = here.memory.episodes(user=here.user, limit=most)
        if len(found) < most or len(rest(found, _episode_place, wanted)) > wanted.limit:
            return found
        most *= 4


def _episode_place(episode: Episode) -> Place:
    return backwards(episode.occurred_at), episode.id


def _fact_place(fact: Fact) -> Place:
    return forwards(fact.valid_at), fact.id, fact.version


def _version_place(fact: Fact) -> Place:
    """Rows in the order they came to be believed, then assertions that never made one (version 0)."""
    said = fact.evidence[0].assertion if fact.evidence else ""
    return (
        int(not fact.version),
        forwards(fact.recorded_at),
        forwards(fact.valid_at),
        fact.id,
        fact.version,
        said,
    )
