"""Embeddings from OpenAI, or from any endpoint that speaks its protocol."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from graphmem import endpoint, tokens
from graphmem.embed.port import Kind, check_vectors, unit_rows, written_texts
from graphmem.errors import InvalidInput, Unavailable, Unsupported

if TYPE_CHECKING:
    import openai

    from graphmem.embed.port import Vectors

_INPUT_TOKENS = 4096
"""Well within the usual limit of 8,192 even where the model's own tokens are half as long."""
_REQUEST_BYTES = 250_000
"""No text has more tokens than bytes, so this keeps a request below the usual limit of 300,000."""


class OpenAIEmbedder:
    """Embeddings from OpenAI or any endpoint that speaks its protocol; needs the extra `openai`.

    `base_url` and `api_key` default to OPENAI_BASE_URL and OPENAI_API_KEY; with a `base_url` given
    here, the key of the environment is not sent to it. `dimensions` is asked of the endpoint and
    required of its answer; without it, it is what the first answer has (a probe, if nothing was
    embedded yet). `timeout` is in seconds a try; 429, 5xx and time-outs are tried `retries` times
    more. What is past 4,096 tokens of a text is not sent. Query and passage are embedded alike.

    Raises InvalidInput for a setting out of range, Unsupported without the extra or a key. Then, on
    use, Unavailable: no answer, no permission, or not one finite vector for each text; Unsupported:
    a request refused as wrong, or vectors of another size than expected.
    """

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        dimensions: int | None = None,
        timeout: float = 30,
        max_batch: int = 128,
        retries: int = 2,
    ) -> None:
        for name, value in (("dimensions", dimensions), ("timeout", timeout), ("max_batch", max_batch)):
            if value is not None and value <= 0:
                raise InvalidInput(f"{name} is {value}: it must be above 0")
        if retries < 0:
            raise InvalidInput(f"retries is {retries}: it must be 0 or more")
        self.model_id = f"openai/{model}"
        self._model = model
        self._asked = dimensions
        self._dimensions = dimensions
        self._max_batch = max_batch
        self._options: dict[str, Any] = {
            "base_url": base_url,
            "api_key": endpoint.api_key(base_url, api_key),
            "timeout": timeout,
            "max_retries": retries,
        }
        self._clients: dict[int, openai.OpenAI] = {}

    @property
    def dimensions(self) -> int:
        if self._dimensions is None:
            self._request(["dimensions"])
        assert self._dimensions is not None
        return self._dimensions

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        written = written_texts(texts, kind)
        ready = [tokens.truncate(text, _INPUT_TOKENS) for _, text in written]
        parts = [self._request(batch) for batch in _batches(ready, self._max_batch)]
        return unit_rows(parts, written, len(texts), self.dimensions)

    def _client(self) -> openai.OpenAI:
        """One client a process: a forked child must not share its parent's connections."""
        import openai

        client = self._clients.get(os.getpid())
        if client is None:
            client = self._clients[os.getpid()] = openai.OpenAI(**self._options)
        return client

    def _request(self, texts: list[str]) -> Vectors:
        # `from None`: an endpoint may repeat the texts in its error, and a traceback would log them.
        import openai

        try:
            answer = self._client().embeddings.create(
                model=self._model,
                input=texts,
                encoding_format="float",
                dimensions=self._asked if self._asked else openai.omit,
            )
        except openai.APIStatusError as error:
            settings = "the model, base_url and dimensions"
            raise endpoint.refused(self.model_id, error.status_code, settings) from None
        except openai.OpenAIError as error:
            raise Unavailable(f"{self.model_id} did not answer: {type(error).__name__}") from None
        except ValueError:
            raise Unavailable(f"{self.model_id} gave no embeddings: is base_url right?") from None
        return self._checked(answer, len(texts))

    def _checked(self, answer: Any, count: int) -> Vectors:
        """The answer's vectors in the order asked; pins the dimensions if they were not known."""
        try:
            data = sorted(answer.data, key=lambda item: int(item.index))
            places, raw = [item.index for item in data], [item.embedding for item in data]
            sizes = {len(vector) for vector in raw}
        except (AttributeError, TypeError, ValueError):
            raise Unavailable(f"{self.model_id} gave no embeddings: is base_url right?") from None
        if places != list(range(count)):
            raise Unavailable(
                f"{self.model_id} gave {len(places)} vectors for {count} texts, or numbered them wrongly"
            )
        expected = self._dimensions or min(sizes)
        if sizes != {expected}:
            got = ", ".join(str(size) for size in sorted(sizes))
            raise Unsupported(
                f"{self.model_id} gave vectors of {got} dimensions where {expected} are expected: "
                "set dimensions to what the model gives, and embed again what another size made"
            )
        try:
            vectors = check_vectors(raw, expected)
        except InvalidInput as error:
            raise Unavailable(f"{self.model_id} gave a vector that can't be used: {error}") from None
        self._dimensions = expected
        return vectors


def _batches(texts: list[str], size: int) -> Iterator[list[str]]:
    """Runs of at most `size` texts, which also stay below _REQUEST_BYTES."""
    batch: list[str] = []
    spent = 0
    for text in texts:
        cost = len(text.encode())
        if batch and (len(batch) == size or spent + cost > _REQUEST_BYTES):
            yield batch
            batch, spent = [], 0
        batch.append(text)
        spent += cost
    if batch:
        yield batch
