"""What a session shows: the latest of the conversation, within a count and a token budget. Pure.

The oldest part goes into a running summary; a long text is shown clipped, with a reference to the whole.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import NamedTuple

from graphmem.errors import InvalidInput, NotFound
from graphmem.model import Message
from graphmem.summarise import SUMMARY, shorten, summarise

Digest = Callable[[Sequence[Message]], str]
"""Messages → summary. The first may be the summary so far: a system message named `SUMMARY`."""

KEPT_RESULTS = 32
KEPT_RESULT_CHARACTERS = 1_000_000


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """Limits of a session.

    `window`: messages shown. `idle`: the pause that ends a stretch. `max_tokens`: budget of window and
    summary together. `compress_at`: the share of it above which the oldest part is summarised, until the
    window takes half that share. `tool_result_tokens`: a longer tool result is shown clipped.
    `max_sessions`: kept in memory. Raises InvalidInput for a number out of range.
    """

    window: int = 20
    idle: timedelta = timedelta(hours=2)
    max_tokens: int = 8000
    compress_at: float = 0.6
    tool_result_tokens: int = 400
    max_sessions: int = 10_000

    def __post_init__(self) -> None:
        for name in ("window", "max_tokens", "tool_result_tokens", "max_sessions"):
            whole_number(getattr(self, name), name)
        if not isinstance(self.idle, timedelta) or self.idle <= timedelta(0):
            raise InvalidInput(
                f"idle is {self.idle!r}: give a timedelta above zero, such as timedelta(hours=2)"
            )
        if not isinstance(self.compress_at, int | float) or not 0 < self.compress_at <= 1:
            raise InvalidInput(f"compress_at is {self.compress_at!r}: give a share, above 0 and at most 1")

    @property
    def threshold(self) -> int:
        """Tokens of window and summary together, above which the oldest part is compressed."""
        return int(self.max_tokens * self.compress_at)


@dataclass(slots=True)
class WorkingContext:
    """What the agent is doing now: the user's intent, the current tool and its last result."""

    intent: str = ""
    tool: str = ""
    last_result: str = ""

    def set_intent(self, intent: str) -> None:
        self.intent = text(intent, "intent")

    def set_tool(self, tool: str) -> None:
        self.tool = text(tool, "tool")

    def set_last_result(self, last_result: str) -> None:
        self.last_result = text(last_result, "last_result")

    def clear(self) -> None:
        self.intent = self.tool = self.last_result = ""


def text(value: str, name: str) -> str:
    """The value, if it is a str; raises InvalidInput, naming it, if not."""
    if not isinstance(value, str):
        raise InvalidInput(f"{name} is {value!r}: give a text")
    return value


def whole_number(value: int, name: str) -> int:
    """The value, if it is an int above zero; raises InvalidInput, naming it, if not."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise InvalidInput(f"{name} is {value!r}: give a whole number above zero")
    return value


class Shown(NamedTuple):
    """A message as shown, its ordinal in the session, and its tokens as a line of a prompt."""

    message: Message
    ordinal: int
    size: int


class Window:
    """The latest messages and the summary of those before. Not thread-safe: its session locks.

    After each call, window and summary have at most `settings.threshold` tokens together.
    """

    def __init__(self, settings: SessionSettings, count: Callable[[str], int], digest: Digest) -> None:
        self._settings, self._count, self._digest = settings, count, digest
        self._shown: list[Shown] = []
        self._results: OrderedDict[str, str] = OrderedDict()
        self.summary = ""
        self._summary_size = 0

    @property
    def messages(self) -> list[Message]:
        return [shown.message for shown in self._shown]

    def add(self, message: Message, ordinal: int) -> Message:
        """Shows a message, clipped if it is long; returns it as shown."""
        shown = self._fitting(message, ordinal)
        self._shown.append(shown)
        while excess := self._excess():
            self._fold(excess)
        return shown.message

    def shows_from(self, ordinal: int) -> bool:
        """Whether no message from that ordinal on has left the window."""
        return bool(self._shown) and self._shown[0].ordinal <= ordinal

    def renew(self) -> None:
        """Starts afresh: everything shown goes into the summary."""
        if self._shown:
            self._fold(len(self._shown))

    def recent(self, max_tokens: int) -> list[Message]:
        """The latest messages, oldest first, that together have at most `max_tokens` tokens."""
        kept: list[Message] = []
        for shown in reversed(self._shown):
            max_tokens -= shown.size
            if max_tokens < 0:
                break
            kept.insert(0, shown.message)
        return kept

    def result(self, reference: str) -> str:
        """The whole text of a clipped message. Raises NotFound for one unknown or no longer kept."""
        if reference not in self._results:
            raise NotFound(
                f"no text {reference!r} in this session: use a reference shown in a recent message"
            )
        return self._results[reference]

    def _fitting(self, message: Message, ordinal: int) -> Shown:
        limit = self._settings.threshold // 2
        if message.role == "tool":
            limit = min(limit, self._settings.tool_result_tokens)
        size = self._size(message)
        if size <= limit:
            return Shown(message, ordinal, size)
        reference = f"result-{ordinal}"
        self._keep(reference, message.content)
        note = f"\n[clipped: {size} tokens in all; whole text: {reference}]"

        def clipped(length: int) -> Message:
            return replace(message, content=(message.content[:length] + note).strip())

        length = _longest(len(message.content), limit, lambda n: self._size(clipped(n)) <= limit)
        return Shown(clipped(length), ordinal, self._size(clipped(length)))

    def _size(self, message: Message) -> int:
        return self._count(f"{message.name or message.role}: {message.content}\n")

    def _keep(self, reference: str, whole: str) -> None:
        kept = self._results
        kept[reference] = whole
        while len(kept) > KEPT_RESULTS or (
            len(kept) > 1 and sum(map(len, kept.values())) > KEPT_RESULT_CHARACTERS
        ):
            kept.popitem(last=False)

    def _excess(self) -> int:
        """How many of the oldest must go. The summary never has more than a quarter of the threshold."""
        excess = max(0, len(self._shown) - self._settings.window)
        left = sum(shown.size for shown in self._shown[excess:])
        if left + self._summary_size > self._settings.threshold:
            while left > self._settings.threshold // 2:
                left -= self._shown[excess].size
                excess += 1
        return excess

    def _fold(self, length: int) -> None:
        """Moves the oldest `length` messages into the running summary."""
        gone = self.messages[:length]
        del self._shown[:length]
        if self.summary:
            gone.insert(0, Message("system", self.summary, gone[0].at, SUMMARY))
        try:
            digested = self._digest(gone)
        except Exception:  # the digest may be a model's, and one that does not answer must lose nothing
            digested = summarise(gone)
        limit = self._settings.threshold // 4
        kept = shorten(digested, lambda summary: self._count(summary) <= limit)
        if not kept:  # no line is short enough
            length = _longest(len(digested), limit, lambda n: self._count(digested[:n].strip()) <= limit)
            kept = digested[:length].strip()
        self.summary = kept
        self._summary_size = self._count(self.summary)


def _longest(length: int, limit: int, fits: Callable[[int], bool]) -> int:
    """The length of the longest prefix that fits, of at most 16 characters a token; 0 if none does."""
    low, high = 0, min(length, 16 * limit)
    if fits(high):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
