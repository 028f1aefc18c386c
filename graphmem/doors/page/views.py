"""What the page shows: each view asks the memory a verb or two, and fills a template."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, timedelta
from typing import Any
from urllib.parse import quote

from fastapi import Request, Response
from fastapi.responses import RedirectResponse, StreamingResponse

from graphmem.doors.page import desk, graph, shape, timeline
from graphmem.doors.page.access import OneKey, Refused
from graphmem.doors.page.desk import Desk, Visit
from graphmem.doors.page.shape import Shaper
from graphmem.errors import NotFound
from graphmem.model import Episode, Fact
from graphmem.names import person_id

_BARS = 100
"""Rows of a timeline on one page."""
_ROWS = 200
"""Rows of a graph's table on one page."""
_OF_A_THEME = 50
"""Facts of one theme on a profile, until all of them are asked for."""
_EPISODES = 25
_UNNAMED = re.compile(r"[0-9a-f]{32}|remember|api( \d{4}-\d\d-\d\d)?")
"""Names that the engine gives to sessions."""


class Views:
    """The pages that are read. Each takes a request and answers with HTML.

    Raises what the verbs raise, and Refused.
    """

    def __init__(self, at: Desk) -> None:
        self._desk = at

    def _reader(self, request: Request) -> Visit:
        """Raises Refused for who may not read this memory."""
        seen = desk.visit(self._desk, request)
        if seen.user and not seen.may("read"):
            raise Refused(401, "enter_wrong" if self._desk.seats.key(seen.seat) else "enter_heading")
        return desk.at_day(seen)

    def home(self, request: Request) -> Response:
        """Whose memory, or their profile."""
        seen = self._reader(request)
        if not seen.user:
            return seen.page("who.html")
        known = self._desk.memory.profile(user=seen.user, as_of=seen.as_of)
        shown = shape.overview(known, seen.shaper)
        return seen.page("profile.html", known=shown, days=_days(seen), most=_OF_A_THEME)

    def timeline(self, request: Request) -> Response:
        """Every fact as a bar, with the day looked at."""
        seen = self._reader(request)
        _named(seen)
        memory, old = self._desk.memory, seen.asked("old") == "1"
        history = memory.history(user=seen.user)
        every = timeline.believed(history, _open(seen), old)
        first = _start(seen, len(every))
        rows = every[first : first + _BARS]
        now = self._desk.clock()
        drawn = timeline.chart(rows, every, seen.point, now, seen.shaper) if rows else None
        return seen.page(
            "timeline.html",
            chart=drawn,
            old=old,
            first=first,
            last=first + len(rows),
            count=len(every),
            step=_BARS,
            days=_days(seen),
        )

    def graph(self, request: Request) -> Response:
        """Names and relations that hold on the day, drawn and as a table."""
        seen = self._reader(request)
        _named(seen)
        facts = self._desk.memory.facts(user=seen.user, as_of=seen.as_of)
        first = _start(seen, len(facts))
        shaper = seen.shaper
        centre = seen.asked("about") or person_id(seen.user)
        drawn = graph.picture(facts, centre, shaper)
        return seen.page(
            "graph.html",
            picture=drawn,
            lines=shaper.lines(facts[first : first + _ROWS]),
            first=first,
            last=min(first + _ROWS, len(facts)),
            count=len(facts),
            step=_ROWS,
            elsewhere=drawn.centre not in ("", seen.user),
            days=_days(seen),
        )

    def search(self, request: Request) -> Response:
        """What a recall of the question gives."""
        seen = self._reader(request)
        _named(seen)
        question = seen.asked("q").strip()
        if not question:
            return seen.page("search.html", question="", found=None, lines=(), turns=(), days=_days(seen))
        found = self._desk.memory.recall(question, seen.user, as_of=seen.as_of)
        return seen.page(
            "search.html",
            question=question,
            found=found,
            lines=seen.shaper.lines(found.facts),
            days=_days(seen),
            turns=[seen.shaper.spoken(hit.turn) for hit in found.hits],
        )

    def fact(self, request: Request, id: str) -> Response:
        """One fact: its dates, evidence, versions, and what can be done about it."""
        seen = self._reader(request)
        _named(seen)
        story = self._desk.memory.explain(id, user=seen.user)
        shaper = seen.shaper
        return seen.page(
            "fact.html",
            fact=shaper.line(story.fact),
            withdrawn=story.fact.expired_at is not None,
            rule=story.rule.split(":")[0],
            quotes=shape.quotes(story.fact, story.turns),
            versions=shaper.lines(story.versions),
            replaced=shaper.lines(story.replaced),
            replaced_by=shaper.lines(story.replaced_by),
        )

    def fact_erase(self, request: Request, id: str) -> Response:
        """The question before a fact is erased."""
        seen = self._reader(request)
        _named(seen)
        story = self._desk.memory.explain(id, user=seen.user)
        return seen.page(
            "erase.html",
            what="fact",
            id=story.fact.id,
            text=seen.shaper.line(story.fact).text,
            turns=[seen.shaper.spoken(turn) for turn in story.turns],
        )

    def episodes(self, request: Request) -> Response:
        """What was taken in, newest first."""
        seen = self._reader(request)
        _named(seen)
        first = _number(seen.asked("start"))
        found = self._desk.memory.episodes(user=seen.user, limit=first + _EPISODES + 1)
        shown = found[first : first + _EPISODES]
        return seen.page(
            "episodes.html",
            episodes=[_episode(e, seen.shaper) for e in shown],
            first=first,
            step=_EPISODES,
            more=len(found) > first + _EPISODES,
        )

    def episode(self, request: Request, id: str) -> Response:
        """One conversation or document, whole, with the question before it is erased."""
        seen = self._reader(request)
        _named(seen)
        kept = self._desk.memory.store.episodes(seen.user, [id])
        found = next((e for e in kept if e.id == id), None)
        if found is None:
            raise NotFound(f"no episode {id!r} in this namespace")
        template = "erase.html" if request.url.path.endswith("/erase") else "episode.html"
        return seen.page(
            template,
            what="episode",
            **_episode(found, seen.shaper),
        )

    def data(self, request: Request) -> Response:
        """Pause, download, erase everything."""
        seen = self._reader(request)
        _named(seen)
        return seen.page("data.html")

    def export(self, request: Request) -> Response:
        """All that is kept, as a file of JSON Lines."""
        seen = self._reader(request)
        _named(seen)
        lines = list(self._desk.memory.export(seen.user))
        name = quote(f"{seen.user}.jsonl", safe="")
        return StreamingResponse(
            (f"{line}\n" for line in lines),
            media_type="application/x-ndjson",
            headers={
                "Content-Disposition": f"attachment; filename=\"memory.jsonl\"; filename*=UTF-8''{name}",
                "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
            },
        )

    def enter(self, request: Request) -> Response:
        """The address that `graphmem open` gives: sits the browser down with the key in it."""
        seen = desk.visit(self._desk, request)
        keys = self._desk.keys
        key = keys.admit(seen.asked("key")) if isinstance(keys, OneKey) else ""
        if not key:
            raise Refused(401, "enter_wrong")
        return replace(seen, seat=self._desk.seats.new(key)).go("/")

    def static(self, request: Request, name: str) -> Response:
        return desk.static(name)


def _named(seen: Visit) -> None:
    """Raises Refused, which leads to the first page, where no user is named."""
    if not seen.user:
        raise Refused(303, "who_heading")


def _open(seen: Visit) -> list[Fact]:
    memory, user = seen.desk.memory, seen.user
    return [*memory.facts(user=user, stance="tentative"), *memory.facts(user=user, stance="planned")]


def _number(text: str) -> int:
    """A whole number of an address; anything else is 0."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0


def _start(seen: Visit, count: int) -> int:
    """Where the page of a list of `count` begins."""
    return min(_number(seen.asked("start")), max(count - 1, 0))


def _days(seen: Visit) -> dict[str, str | int]:
    """What the slider runs over: from the first fact's day to today, in days."""
    today = seen.desk.clock().astimezone(UTC)
    first = seen.desk.first_day(seen.user) or today - timedelta(days=365)
    first = min(first.astimezone(UTC), today - timedelta(days=1))
    count = (today.date() - first.date()).days
    at = count if seen.as_of is None else (seen.as_of.date() - first.date()).days
    return {"first": first.date().isoformat(), "count": count, "at": max(0, min(count, at))}


def _episode(found: Episode, shaper: Shaper) -> dict[str, Any]:
    """A conversation to show: its day, its messages, and what it is about; its session if a person has named it."""
    turns = [shaper.spoken(turn) for turn in found.turns]
    entered = bool(turns) and turns[0].role == shape.ENTERED
    about = turns[0].text if turns and (entered or not found.summary) else found.summary
    return {
        "id": found.id,
        "day": found.occurred_at.date().isoformat(),
        "text": about,
        "session": "" if _UNNAMED.fullmatch(found.session) else found.session,
        "turns": turns,
    }


def elsewhere(at: Desk, request: Request) -> Response:
    """To the first page, in the way a browser follows."""
    return RedirectResponse(f"{request.scope.get('root_path', '')}/", 303)
