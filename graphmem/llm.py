"""The chat model port, and its adapter for OpenAI or any endpoint that speaks its protocol."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import BaseModel

from graphmem import endpoint, tokens
from graphmem.errors import InvalidInput, Unavailable, Unsupported

if TYPE_CHECKING:
    import openai

Option = Literal["temperature", "max_tokens", "json_schema", "json_object"]
"""What a request asks for beside its messages; an endpoint that refuses one is asked without it from then on."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One message of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's answer: the text as it came, valid or not. `cut`: it stopped at the token limit.

    The counts are the endpoint's, or, where it gives none, of o200k tokens.
    """

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cut: bool = False


class ChatModel(Protocol):
    """Answers a chat, in the shape of a schema where the model can be held to one."""

    model_id: str

    def complete(self, messages: Sequence[Prompt], schema: type[BaseModel]) -> Completion:
        """One call. The text may still break the schema: the caller validates.

        Raises Unavailable (no answer, no permission, too many requests) or Unsupported (refused as wrong).
        """
        ...


class OpenAIChat:
    """A chat model of OpenAI or any endpoint that speaks its protocol; needs the extra `openai`.

    `base_url` and `api_key` default to OPENAI_BASE_URL and OPENAI_API_KEY; with a `base_url` given
    here, the key of the environment is not sent to it. Structured output is asked for as a JSON
    schema, else as JSON, else in words: whatever of these, of `temperature` 0 and of the token limit
    the endpoint refuses is left out from then on. `timeout` is in seconds a try; 429, 5xx and
    time-outs are tried `retries` times more. Text is never logged, nor repeated in an error.

    Raises InvalidInput for a setting out of range, Unsupported without the extra or a key.
    """

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60,
        retries: int = 2,
        max_tokens: int = 2000,
    ) -> None:
        for name, value in (("timeout", timeout), ("max_tokens", max_tokens)):
            if value <= 0:
                raise InvalidInput(f"{name} is {value}: it must be above 0")
        if retries < 0:
            raise InvalidInput(f"retries is {retries}: it must be 0 or more")
        self.model_id = f"openai/{model}"
        self._model = model
        self._max_tokens = max_tokens
        # OpenAI's newer models refuse the older name of the limit, most other servers know no other.
        own = base_url or os.environ.get("OPENAI_BASE_URL")
        self._limit = "max_tokens" if own else "max_completion_tokens"
        self._options: dict[str, Any] = {
            "base_url": base_url,
            "api_key": endpoint.api_key(base_url, api_key),
            "timeout": timeout,
            "max_retries": retries,
        }
        self._refused: frozenset[Option] = frozenset()
        self._clients: dict[int, openai.OpenAI] = {}

    def complete(self, messages: Sequence[Prompt], schema: type[BaseModel]) -> Completion:
        chat = [{"role": m.role, "content": tokens.encodable(m.content)} for m in messages]
        refused = self._refused
        while True:
            try:
                answer = self._request(chat, schema, refused)
                break
            except _Refusal as refusal:
                step = self._step(refusal, refused)
                if step is None:
                    settings = "the model, base_url and the length of the conversation"
                    raise endpoint.refused(self.model_id, refusal.status, settings) from None
                refused |= {step}
        self._refused = refused
        return self._read(answer, messages)

    def _client(self) -> openai.OpenAI:
        """One client a process: a forked child must not share its parent's connections."""
        import openai

        client = self._clients.get(os.getpid())
        if client is None:
            client = self._clients[os.getpid()] = openai.OpenAI(**self._options)
        return client

    def _request(
        self, chat: list[dict[str, str]], schema: type[BaseModel], refused: frozenset[Option]
    ) -> Any:
        """The answer's JSON. The raw response is read, as a parsed one would raise on what can still be used."""
        import openai

        asked: dict[str, Any] = {"model": self._model, "messages": chat}
        if "temperature" not in refused:
            asked["temperature"] = 0
        if "max_tokens" not in refused:
            asked[self._limit] = self._max_tokens
        completions = self._client().chat.completions.with_raw_response
        # `from None`: an endpoint may repeat the text in its error, and a traceback would log it.
        try:
            if "json_schema" not in refused:
                return completions.parse(response_format=schema, **asked).http_response.json()
            if "json_object" not in refused:
                asked["response_format"] = {"type": "json_object"}
            return completions.create(**asked).http_response.json()
        except openai.APIStatusError as error:
            if error.status_code in _WRONG:
                raise _Refusal(error.status_code, f"{error.param} {error.message}") from None
            settings = "the model and base_url"
            raise endpoint.refused(self.model_id, error.status_code, settings) from None
        except openai.OpenAIError as error:
            raise Unavailable(f"{self.model_id} did not answer: {type(error).__name__}") from None
        except ValueError:
            raise Unavailable(f"{self.model_id} gave no completion: is base_url right?") from None

    def _step(self, refusal: _Refusal, refused: frozenset[Option]) -> Option | None:
        """What to leave out next; None when nothing is left. The error's words decide where they can."""
        left: list[Option] = [o for o in _ORDER if o not in refused]
        named = [
            o for o in left if o in refusal.words or (o == "max_tokens" and self._limit in refusal.words)
        ]
        if "response_format" in refusal.words:
            named = [o for o in left if o.startswith("json")]
        return next(iter(named or left), None)

    def _read(self, answer: Any, messages: Sequence[Prompt]) -> Completion:
        try:
            choice = answer["choices"][0]
            text = choice["message"].get("content") or ""
            cut = choice.get("finish_reason") == "length"
        except (KeyError, IndexError, TypeError, AttributeError):
            raise Unavailable(f"{self.model_id} gave no completion: is base_url right?") from None
        if not isinstance(text, str):
            raise Unavailable(f"{self.model_id} gave a completion that is not a text")
        usage = answer.get("usage") if isinstance(answer.get("usage"), dict) else {}
        return Completion(
            text=text,
            prompt_tokens=_counted(usage.get("prompt_tokens"), "\n".join(m.content for m in messages)),
            completion_tokens=_counted(usage.get("completion_tokens"), text),
            cut=cut,
        )


_WRONG = frozenset({400, 415, 422, 501})
"""The statuses with which servers refuse an option they do not know."""
_ORDER: tuple[Option, ...] = ("json_schema", "json_object", "temperature", "max_tokens")


class _Refusal(Exception):
    """A request refused as wrong. `words`: the endpoint's; they decide the next try and go nowhere else."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(status)
        self.status = status
        self.words = words


def _counted(given: object, text: str) -> int:
    if isinstance(given, int) and given >= 0:
        return given
    try:
        return tokens.count(text)
    except Unsupported:
        return 0
