"""An OpenAI client that remembers: each request gets what is known put in front, each exchange is remembered.

    client = remembering(OpenAI(), memory, user="ana")
    client.chat.completions.create(model="…", messages=[{"role": "user", "content": "Where do I live?"}])

`create` and `parse` of `chat.completions` and `responses` do so, streamed or not, and what is built on them (`stream`,
`with_raw_response`); everything else of the client is as it was, and a memory that fails breaks nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import wraps
from importlib.util import find_spec
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar

from graphmem.adapters import content
from graphmem.adapters.listening import Listener, unbroken
from graphmem.errors import InvalidInput, Unsupported
from graphmem.model import digest
from graphmem.window import whole_number

if TYPE_CHECKING:
    import openai

    from graphmem.memory import Memory

Client = TypeVar("Client", "openai.OpenAI", "openai.AsyncOpenAI")
Call = Callable[..., Any]


def remembering(
    client: Client, memory: Memory, user: str, session: str | None = None, max_tokens: int = 1500
) -> Client:
    """A copy of the client, over the same connections, that talks with the memory of `user`.

    `session`: which conversation it is, else one of its own: make one a user and conversation, it is cheap.
    `max_tokens`: the most that is put in front. Raises InvalidInput, Unsupported without the extra `openai`.
    """
    if find_spec("openai") is None:
        raise Unsupported("remembering a client's calls needs: pip install 'graphmem[openai]'")
    import openai

    if not isinstance(client, openai.OpenAI | openai.AsyncOpenAI):
        raise InvalidInput(
            f"client is a {type(client).__name__}: give an openai.OpenAI or openai.AsyncOpenAI"
        )
    talk = _Talk(Listener(memory, user, session), whole_number(max_tokens, "max_tokens"))
    remembers: Client = _wrapped(client.copy(), talk)
    return remembers


def _wrapped(client: Any, talk: _Talk) -> Any:
    """The client itself, with the calls that create an answer made to remember, and its copies too."""
    import openai

    wrap = _async if isinstance(client, openai.AsyncOpenAI) else _sync
    copy = client.copy
    for room, form in ((client.chat.completions, _Chat()), (client.responses, _Responses())):
        for name in ("create", "parse"):
            setattr(room, name, wrap(getattr(room, name), form, talk))
    client.copy = client.with_options = lambda **changed: _wrapped(copy(**changed), talk)
    return client


# -- the two forms of a request ------------------------------------------------------------------


class _Chat:
    """`chat.completions`."""

    def readable(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The request with its messages as a list: those that can be read only once must still reach the client."""
        given = asked.get("messages")
        if not isinstance(given, Iterable) or isinstance(given, list | str | bytes | dict):
            return asked
        return {**asked, "messages": list(given)}

    def messages(self, asked: dict[str, Any]) -> list[Any]:
        given = asked.get("messages")
        return given if isinstance(given, list) else []

    def after(self, asked: dict[str, Any]) -> str:
        """Which answer it follows, where that is not told by its messages."""
        return ""

    def informed(self, asked: dict[str, Any], context: str) -> dict[str, Any]:
        """The request with the context after the words of its first system message, or as one."""
        first, *rest = self.messages(asked)
        role, said = content.field(first, "role"), content.field(first, "content")
        if isinstance(first, dict) and role in ("system", "developer") and isinstance(said, str | list):
            part = {"type": "text", "text": context}
            both = f"{said}\n\n{context}" if isinstance(said, str) else [*said, part]
            return {**asked, "messages": [{**first, "content": both}, *rest]}
        return {**asked, "messages": [{"role": "system", "content": context}, first, *rest]}

    def reply(self, answer: Any) -> str:
        return content.text_of(content.field(content.field(_first(answer), "message"), "content"))

    def piece(self, event: Any) -> str:
        said = content.field(content.field(_first(event), "delta"), "content")
        return said if isinstance(said, str) else ""


def _first(answer: Any) -> Any:
    """The first of the answers that were asked for; None where an event has nothing of it."""
    choices = content.field(answer, "choices") or ()
    return next((choice for choice in choices if content.field(choice, "index") in (0, None)), None)


class _Responses:
    """`responses`."""

    def readable(self, asked: dict[str, Any]) -> dict[str, Any]:
        return asked

    def messages(self, asked: dict[str, Any]) -> list[Any]:
        given = asked.get("input")
        if isinstance(given, str):
            return [{"role": "user", "content": given}]
        return given if isinstance(given, list) else []

    def after(self, asked: dict[str, Any]) -> str:
        return str(asked.get("previous_response_id") or "")

    def informed(self, asked: dict[str, Any], context: str) -> dict[str, Any]:
        own = asked.get("instructions")
        return {**asked, "instructions": f"{own}\n\n{context}" if isinstance(own, str) and own else context}

    def reply(self, answer: Any) -> str:
        said = content.field(answer, "output_text")
        return said if isinstance(said, str) else ""

    def piece(self, event: Any) -> str:
        said = content.field(event, "delta") if content.field(event, "type") == _DELTA else ""
        return said if isinstance(said, str) else ""


_DELTA = "response.output_text.delta"
_Form = _Chat | _Responses


# -- what happens around a call ------------------------------------------------------------------


@dataclass(slots=True)
class _Talk:
    """One conversation, and which request of it was heard last: a retry says nothing new.

    The same words alone, after an answer, are no retry: "Yes." may be said to two questions.
    """

    listener: Listener
    max_tokens: int
    last: str = field(default="")
    replied: bool = field(default=False)

    def informed(self, form: _Form, asked: dict[str, Any]) -> dict[str, Any]:
        """The request with what is known of its question, whose words are then remembered; as it is on failure."""
        asked = form.readable(asked)
        with unbroken("recall"):
            return self._informed(form, asked)
        return asked

    def answered(self, text: str) -> None:
        self.replied = self.replied or bool(text.strip())
        self.listener.answered(text)

    def _informed(self, form: _Form, asked: dict[str, Any]) -> dict[str, Any]:
        messages = form.messages(asked)
        texts = [
            (str(content.field(m, "role")), content.text_of(content.field(m, "content"))) for m in messages
        ]
        question = next((text for role, text in reversed(texts) if role == "user" and text), "")
        if not question:
            return asked
        context = self.listener.context(question, self.max_tokens)
        self._hear(texts, form.after(asked))
        return form.informed(asked, context) if context else asked

    def _hear(self, texts: Sequence[tuple[str, str]], after: str) -> None:
        """What the user says at the end of the conversation; before it, all was heard, or is not for us."""
        request = digest(after, *(part for text in texts for part in text))
        tells_its_place = bool(after) or any(role == "assistant" for role, _ in texts)
        if request == self.last and (tells_its_place or not self.replied):
            return
        self.last, self.replied = request, False
        fresh = [text for _, text in takewhile(lambda said: said[0] == "user", reversed(texts))]
        if said := [text for text in reversed(fresh) if text]:
            self.listener.heard(*said)


def _sync(create: Call, form: _Form, talk: _Talk) -> Call:
    @wraps(create)
    def called(*args: Any, **asked: Any) -> Any:
        answer = create(*args, **talk.informed(form, asked))
        with unbroken("remember"):
            whole = _whole(answer)
            if hasattr(whole, "_iterator"):
                whole._iterator = _heard(whole._iterator, form, talk)
            else:
                talk.answered(form.reply(whole))
        return answer

    return called


def _async(create: Call, form: _Form, talk: _Talk) -> Call:
    @wraps(create)
    async def called(*args: Any, **asked: Any) -> Any:
        answer = await create(*args, **await asyncio.to_thread(talk.informed, form, asked))
        with unbroken("remember"):
            whole = _whole(answer)
            if hasattr(whole, "_iterator"):
                whole._iterator = _aheard(whole._iterator, form, talk)
            else:
                await asyncio.to_thread(talk.answered, form.reply(whole))
        return answer

    return called


def _whole(answer: Any) -> Any:
    """What a raw response holds; it keeps what it parsed, so that its reader gets the same."""
    return answer.parse() if type(answer).__name__ == "LegacyAPIResponse" else answer


def _heard(events: Iterator[Any], form: _Form, talk: _Talk) -> Iterator[Any]:
    """The events as they are; their words are remembered at the end, or where the reader stops."""
    pieces: list[str] = []
    try:
        for event in events:
            pieces.append(_piece(form, event))
            yield event
    finally:
        talk.answered("".join(pieces))


def _piece(form: _Form, event: Any) -> str:
    """What an event says; nothing of one that has an unknown shape."""
    with suppress(Exception):
        return form.piece(event)
    return ""


async def _aheard(events: AsyncIterator[Any], form: _Form, talk: _Talk) -> AsyncIterator[Any]:
    pieces: list[str] = []
    try:
        async for event in events:
            pieces.append(_piece(form, event))
            yield event
    except BaseException:  # the reader stopped or was cancelled, or the endpoint broke off
        talk.answered("".join(pieces))
        raise
    await asyncio.to_thread(talk.answered, "".join(pieces))
