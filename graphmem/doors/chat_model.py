"""A chat model's answer in plain words, piece by piece, from any OpenAI-compatible endpoint."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from graphmem import endpoint, tokens
from graphmem.errors import Unavailable
from graphmem.guard import Guard
from graphmem.llm import Completion
from graphmem.model import Message
from graphmem.store import Usage

if TYPE_CHECKING:
    from graphmem.config import Settings
    from graphmem.memory import Memory


class Answers:
    """Asks the endpoint that the settings `llm_…` name. Raises Unsupported without the extra `openai` or a key."""

    def __init__(self, settings: Settings) -> None:
        self.name = settings.llm_model
        base_url = settings.llm_base_url or None
        key = endpoint.api_key(base_url, settings.llm_api_key or None)
        # OpenAI itself knows the limit by its newer name, most other servers only by the older.
        limit = "max_tokens" if base_url or os.environ.get("OPENAI_BASE_URL") else "max_completion_tokens"
        self._limit: dict[str, Any] = {limit: settings.llm_max_tokens}
        import openai

        self._client = openai.OpenAI(
            base_url=base_url, api_key=key, timeout=settings.llm_timeout, max_retries=settings.llm_retries
        )

    def __call__(self, messages: list[dict[str, str]]) -> Iterator[str]:
        """Raises Unavailable (no answer, no permission) or Unsupported (refused as wrong); text is never in it."""
        import openai

        asked: list[Any] = [{**m, "content": tokens.encodable(m["content"])} for m in messages]
        try:
            with self._client.chat.completions.create(
                model=self.name, messages=asked, stream=True, **self._limit
            ) as stream:
                for chunk in stream:
                    piece = chunk.choices[0].delta.content if chunk.choices else None
                    if piece:
                        yield piece
        except openai.APIStatusError as error:
            settings = "the model, base_url and the length of the conversation"
            raise endpoint.refused(self.name, error.status_code, settings) from None
        except (openai.OpenAIError, ValueError) as error:
            raise Unavailable(f"{self.name} did not answer: {type(error).__name__}") from None


class Guarded:
    """A model that is sent what may be written: by default sensitive values are masked. `used`: what an answer cost."""

    def __init__(self, model: Answers, guard: Guard, used: Callable[[Completion], None]) -> None:
        self.name = model.name
        self._model, self._guard, self._used = model, guard, used

    def __call__(self, messages: list[dict[str, str]]) -> Iterator[str]:
        sent = [{**m, "content": text} for m, text in zip(messages, self._masked(messages), strict=True)]
        said = []
        for piece in self._model(sent):
            said.append(piece)
            yield piece
        asked = sum(tokens.count(m["content"]) for m in sent)
        self._used(Completion("", asked, tokens.count("".join(said))))

    def _masked(self, messages: list[dict[str, str]]) -> list[str]:
        """Their texts. Raises InvalidInput where sensitive values are refused."""
        if self._guard.policy == "refuse":
            return [self._guard.text(m["content"]) for m in messages]
        now = datetime.now(UTC)
        kept, _ = self._guard.stretch([Message("user", m["content"], now) for m in messages])
        return [m.content for m in kept]


def guarded(model: Answers, memory: Memory, policy: str) -> Guarded:
    """The model behind the guard of that policy; what it costs is counted with the memory."""

    def used(cost: Completion) -> None:
        usage = Usage(f"openai/{model.name}", 1, cost.prompt_tokens, cost.completion_tokens)
        memory.store.add_usage(usage)

    return Guarded(model, Guard(policy), used)
