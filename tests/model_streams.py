"""The model server of `http_models`, answering in a stream of events where a request asks for one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.http_models import ModelServer

if TYPE_CHECKING:
    import openai

Json = dict[str, Any]


class StreamingServer(ModelServer):
    """Chat completions and responses, whole or streamed: a streamed answer comes word by word."""

    def __init__(self) -> None:
        super().__init__()
        self.counts_tokens = False  # content may be parts, or none
        self.routes["/v1/responses"] = self._response
        plain: Any = self._http.RequestHandlerClass
        self._http.RequestHandlerClass = _streaming(plain)

    def _response(self, body: Json) -> Json:
        text = str(self._said.popleft() if self._said else "{}")
        content = [{"type": "output_text", "text": text, "annotations": []}]
        said = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}
        return {
            "id": "r", "object": "response", "created_at": 1, "model": body["model"], "output": [said],
            "parallel_tool_calls": False, "tool_choice": "auto", "tools": [], "status": "completed",
        }  # fmt: skip


def _streaming(plain: Any) -> type[Any]:
    class Handler(plain):  # type: ignore[misc]
        def _reply(self, route: Callable[[Json], Json], body: Json, fault: Any) -> None:
            if not body.get("stream"):
                super()._reply(route, body, fault)
                return
            events = _responses if self.path.endswith("/responses") else _chunks
            self._answer(200, "".join(events(route(body))).encode(), "text/event-stream")

    return Handler


def _words(text: str) -> Iterator[str]:
    for i, word in enumerate(text.split(" ")):
        yield word if i == 0 else f" {word}"


def _chunks(answer: Json) -> Iterator[str]:
    shared = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": answer["model"]}
    for word in _words(answer["choices"][0]["message"]["content"]):
        choice = {"index": 0, "delta": {"role": "assistant", "content": word}, "finish_reason": None}
        yield _event({**shared, "choices": [choice]})
    yield _event({**shared, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    yield "data: [DONE]\n\n"


def _responses(answer: Json) -> Iterator[str]:
    place = {"item_id": "m", "output_index": 0, "content_index": 0, "logprobs": []}
    for number, word in enumerate(_words(answer["output"][0]["content"][0]["text"])):
        yield _event(
            {"type": "response.output_text.delta", "delta": word, "sequence_number": number, **place}
        )
    yield _event({"type": "response.completed", "response": answer, "sequence_number": 99})


def _event(data: Json) -> str:
    kind = f"event: {data['type']}\n" if "type" in data else ""
    return f"{kind}data: {json.dumps(data)}\n\n"


@pytest.fixture
def server() -> Iterator[StreamingServer]:
    with StreamingServer() as found:
        yield found


@pytest.fixture
def client(server: StreamingServer) -> openai.OpenAI:
    import openai

    return openai.OpenAI(base_url=server.base_url, api_key="test", max_retries=0)
