"""What the importers of conversations share: what was said, what is wrong and where, and times as others write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

from graphmem import dates
from graphmem.doors.importers.lines import refusal
from graphmem.errors import InvalidInput
from graphmem.model import Message

T = TypeVar("T")
_MILLISECONDS = 100_000_000_000
"""A number of seconds since 1970 above this lies past the year 5000: it counts milliseconds."""


class Wrong(NamedTuple):
    """A place in a file, such as "conversation 2, message 5", and what is wrong there."""

    place: str
    why: str


@dataclass(slots=True)
class Said:
    """(session, message) in order, and the places that could not be read."""

    messages: list[tuple[str, Message]] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)

    def hear(
        self,
        session: str,
        given: Iterable[tuple[str, T]],
        read: Callable[[T, datetime | None], Message | None],
        at: datetime | None,
    ) -> None:
        """(place, message as the file has it) in their order. `read` gets the time of the one before, first `at`."""
        for place, one in given:
            try:
                found = read(one, at)
            except InvalidInput as error:
                self.wrong.append(Wrong(place, str(error)))
                continue
            if found:
                at = found.at
                self.messages.append((session, found))

    def take(self, other: Said, place: str) -> None:
        """What another part of the file holds, its places after `place`."""
        self.messages += other.messages
        self.wrong += [Wrong(f"{place}, {w.place}" if w.place else place, w.why) for w in other.wrong]

    def found(self, label: str) -> list[tuple[str, Message]]:
        """The messages. Raises InvalidInput that names the wrong places, or for none of either."""
        if self.wrong:
            raise refusal([f"{label}: {w.place}: {w.why}" for w in self.wrong], "places")
        if not self.messages:
            raise InvalidInput(f"{label} has no messages of a user or an assistant")
        return self.messages


def time_of(value: Any, name: str) -> datetime:
    """An ISO text, or seconds or milliseconds since 1970. Raises InvalidInput, naming `name`."""
    if isinstance(value, str) and value.strip():
        return dates.moment(value, dates.now(), name)
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            seconds = value / 1000 if abs(value) >= _MILLISECONDS else value
            return dates.moment(datetime.fromtimestamp(seconds, UTC), dates.now(), name)
        except (OverflowError, OSError, ValueError):
            pass
    raise InvalidInput(
        f"{name} is {value!r}: give an ISO time such as '2024-05-03T10:00:00+02:00', or seconds since 1970"
    )
