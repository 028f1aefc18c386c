"""What a person does on the page: each deed is one verb, and its outcome is told on the next page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from fastapi import Request, Response

from graphmem.doors.page import access, desk
from graphmem.doors.page.access import Refused, Told
from graphmem.doors.page.desk import Desk, Visit
from graphmem.errors import InvalidInput
from graphmem.model import ChangeSet, Receipt

Fields = Mapping[str, str]


class Deeds:
    """The forms that change something. Each takes a request and its body, and leads on to a page.

    Raises what the verbs raise, and Refused for a form that this page has not made or a key that may not.
    """

    def __init__(self, at: Desk) -> None:
        self._desk = at

    def _doer(self, request: Request, body: bytes, scope: str) -> tuple[Visit, Fields]:
        fields = desk.form(body)
        seen = desk.visit(self._desk, request)
        access.check_origin(request)
        sat = request.cookies.get(access.cookie(request), "")
        if not self._desk.seats.genuine(sat, fields.get("token", "")):
            raise Refused(403, "problem_form")
        if not seen.user:
            raise InvalidInput("user is blank: say whose memory it is")
        if not seen.may("read"):
            raise Refused(401, "enter_wrong")
        if not seen.may(scope):
            raise Refused(403, "problem_scope")
        return seen, fields

    def fact(self, request: Request, id: str, deed: str, body: bytes) -> Response:
        """Corrects, confirms, declines, retracts, pins or unpins a fact."""
        if deed not in _DEEDS:
            raise Refused(404, "problem_missing")
        seen, fields = self._doer(request, body, "write")
        changes = _DEEDS[deed](seen, id, fields)
        return seen.go(_then(fields, id, changes), told_of(changes))

    def fact_erase(self, request: Request, id: str, body: bytes) -> Response:
        """Erases a fact with the words that said it, once the box is ticked."""
        seen, fields = self._doer(request, body, "erase")
        _sure(fields)
        return seen.go("/", told_of_receipt(self._desk.forget(seen.user, fact=id)))

    def episode_erase(self, request: Request, id: str, body: bytes) -> Response:
        """Erases an episode, once the box is ticked."""
        seen, fields = self._doer(request, body, "erase")
        _sure(fields)
        receipt = self._desk.forget(seen.user, episode=id)
        return seen.go("/page/episodes", told_of_receipt(receipt))

    def erase(self, request: Request, body: bytes) -> Response:
        """Erases everything of the user, whose name has to be typed."""
        seen, fields = self._doer(request, body, "erase")
        if fields.get("typed", "").strip() != seen.user.strip():
            raise Refused(422, "problem_typed")
        receipt = self._desk.forget(seen.user)
        self._desk.seats.forget(seen.user)
        return seen.go("/", told_of_receipt(receipt))

    def pause(self, request: Request, body: bytes) -> Response:
        seen, _ = self._doer(request, body, "write")
        return seen.go("/page/data", told_of(self._desk.memory.pause(seen.user)))

    def resume(self, request: Request, body: bytes) -> Response:
        seen, _ = self._doer(request, body, "write")
        return seen.go("/page/data", told_of(self._desk.memory.resume(seen.user)))

    def add(self, request: Request, body: bytes) -> Response:
        """Remembers a sentence or two."""
        seen, fields = self._doer(request, body, "write")
        return seen.go("/", told_of(self._desk.memory.remember(fields.get("text", ""), seen.user)))

    def enter(self, request: Request, body: bytes) -> Response:
        """Signs in with a key: the browser gets a new seat."""
        fields = desk.form(body)
        seen = desk.visit(self._desk, request)
        access.check_origin(request)
        sat = request.cookies.get(access.cookie(request), "")
        if not self._desk.seats.genuine(sat, fields.get("token", "")):
            raise Refused(403, "problem_form")
        keys, key = self._desk.keys, fields.get("key", "").strip()
        if keys is None or not key or "read" not in access.allowed(keys, key, seen.user):
            raise Refused(401, "enter_wrong")
        self._desk.seats.leave(sat)
        return replace(seen, seat=self._desk.seats.new(key)).go("/")

    def leave(self, request: Request, body: bytes) -> Response:
        """Signs out: the key is forgotten and the browser gets a new seat."""
        fields = desk.form(body)
        seen = desk.visit(self._desk, request, "")
        access.check_origin(request)
        if not self._desk.seats.genuine(seen.seat, fields.get("token", "")):
            raise Refused(403, "problem_form")
        self._desk.seats.leave(seen.seat)
        return replace(seen, seat=self._desk.seats.new()).go("/")


def _correct(seen: Visit, id: str, fields: Fields) -> ChangeSet:
    dates = {
        name: fields[name].strip() for name in ("valid_at", "invalid_at") if fields.get(name, "").strip()
    }
    return seen.desk.memory.correct(
        id,
        user=seen.user,
        object=fields.get("object", "").strip(),
        valid_at=dates.get("valid_at"),
        invalid_at=dates.get("invalid_at"),
    )


def _retract(seen: Visit, id: str, fields: Fields) -> ChangeSet:
    why = fields.get("why", "").strip()
    memory = seen.desk.memory
    return memory.retract(id, user=seen.user, why=why) if why else memory.retract(id, user=seen.user)


_DEEDS: Mapping[str, Callable[[Visit, str, Fields], ChangeSet]] = {
    "correct": _correct,
    "retract": _retract,
    "confirm": lambda seen, id, fields: seen.desk.memory.confirm(id, user=seen.user),
    "decline": lambda seen, id, fields: seen.desk.memory.decline(id, seen.user),
    "pin": lambda seen, id, fields: seen.desk.memory.pin(id, user=seen.user),
    "unpin": lambda seen, id, fields: seen.desk.memory.pin(id, user=seen.user, pinned=False),
}


def _sure(fields: Fields) -> None:
    if fields.get("sure") != "yes":
        raise Refused(422, "problem_sure")


def _then(fields: Fields, id: str, changes: ChangeSet) -> str:
    """Where a deed leads: back to the list it was done on, or to the fact, a new one if it took the old one's place."""
    if fields.get("then") == "profile":
        return "/"
    made = next((o.fact for o in changes.outcomes if o.action in ("added", "reinforced") and o.fact), id)
    return f"/page/fact/{made}"


def told_of(changes: ChangeSet) -> Told:
    return Told(
        tuple((o.action, o.text, o.reason, o.fact) for o in changes.outcomes), kept=bool(changes.turns)
    )


def told_of_receipt(receipt: Receipt) -> Told:
    counted = tuple((kind, count) for kind, count in sorted(receipt.erased.items()) if count)
    return Told(erased=counted, repaired=bool(receipt.repaired), receipt=True)
