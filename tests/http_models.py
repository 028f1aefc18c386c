"""A model server on 127.0.0.1 that speaks OpenAI's protocol, and misbehaves when told to.

    with ModelServer(dimensions=8) as server:
        server.misbehave(429, 429, "nan")            # the next three answers; well again after
        embedder = OpenAIEmbedder("tiny", base_url=server.base_url)
        server.says("<think>hm</think>{}", Cut("{"))  # the next two completions; "{}" after
        server.refuses.add("json_schema")            # as a server without structured output does
        chat = OpenAIChat("tiny", base_url=server.base_url)

Vectors are those of `HashEmbedder`. Another endpoint is one more entry of `routes`: a function from
the request's JSON to the answer's.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

from graphmem.embed import HashEmbedder

Json = dict[str, Any]
Fault = (
    int
    | Literal["slow", "closed", "not_json", "not_embeddings"]
    | Literal["short", "ragged", "one_fewer", "one_more", "same_index", "nan", "infinite", "zeros", "null"]
)
"""A number is an HTTP status. `slow` never answers; `closed` hangs up. The last line spoils the vectors."""


@dataclass(frozen=True)
class Request:
    """What was asked: the path, the headers (names in lower case), the JSON of the body."""

    path: str
    headers: dict[str, str]
    body: Json


@dataclass(frozen=True)
class Cut:
    """A completion that stopped at the token limit."""

    text: str


class Refusal(Exception):
    """A route's way to answer 400, naming what it does not know."""


class ModelServer:
    """Answers on a free port from `start` to `close`. `obeys_dimensions`: a request's size is heeded."""

    def __init__(self, dimensions: int = 8, obeys_dimensions: bool = True) -> None:
        self.dimensions = dimensions
        self.obeys_dimensions = obeys_dimensions
        self.requests: list[Request] = []
        self.refuses: set[str] = set()
        self.counts_tokens = True
        self.routes: dict[str, Callable[[Json], Json]] = {
            "/v1/embeddings": self._embeddings,
            "/v1/chat/completions": self._chat,
        }
        self._said: deque[str | Cut] = deque()
        self._faults: deque[Fault] = deque()
        self._closing = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def misbehave(self, *faults: Fault) -> None:
        """Spoil the next answers, one fault each, in this order."""
        self._faults.extend(faults)

    def says(self, *completions: str | Cut) -> None:
        """The next completions, in this order; "{}" when there are no more."""
        self._said.extend(completions)

    def forget(self) -> None:
        """Well again, and as if nothing had been asked; routes stay."""
        self.requests.clear()
        self.refuses.clear()
        self._faults.clear()
        self._said.clear()

    def start(self) -> ModelServer:
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop; requests that hang are let go."""
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def __enter__(self) -> ModelServer:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def next_fault(self) -> Fault | None:
        return self._faults.popleft() if self._faults else None

    def wait_until_closed(self) -> None:
        self._closing.wait(30)

    def _embeddings(self, body: Json) -> Json:
        size = body.get("dimensions", self.dimensions) if self.obeys_dimensions else self.dimensions
        vectors = HashEmbedder(size).embed(body["input"], "passage").tolist()
        data = [
            {"object": "embedding", "index": index, "embedding": vector}
            for index, vector in enumerate(vectors)
        ]
        # Last first, and three times as long: clients must go by the index, and normalise.
        for item in data:
            item["embedding"] = [3 * value for value in item["embedding"]]
        return {"object": "list", "model": body["model"], "data": data[::-1]}

    def _chat(self, body: Json) -> Json:
        asked = body.get("response_format", {}).get("type")
        for name in sorted(self.refuses):
            if name in body or name == asked:
                raise Refusal(f"unknown: {'response_format' if name == asked else name}")
        return _completion(body, self._said.popleft() if self._said else "{}", self.counts_tokens)


def _completion(body: Json, said: str | Cut, counts_tokens: bool) -> Json:
    text = said.text if isinstance(said, Cut) else said
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "length" if isinstance(said, Cut) else "stop"}
    answer: Json = {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [choice],
    }
    if counts_tokens:
        asked = sum(len(m["content"].split()) for m in body["messages"])
        given = len(text.split())
        counts = {"prompt_tokens": asked, "completion_tokens": given, "total_tokens": asked + given}
        answer["usage"] = counts
    return answer


def _spoil(answer: Json, fault: Fault | None) -> Json:
    """Applies a fault to the vectors; the first text's is the last of the list."""
    data = answer.get("data", [])
    match fault:
        case "not_embeddings":
            return {"object": "list", "data": "soon"}
        case "short":
            for item in data:
                item["embedding"].pop()
        case "ragged":
            data[-1]["embedding"].pop()
        case "one_fewer":
            data.pop()
        case "one_more":
            data.insert(0, {**data[0], "index": len(data)})
        case "same_index":
            for item in data:
                item["index"] = 0
        case "nan" | "infinite" | "null":
            data[-1]["embedding"][0] = {"nan": float("nan"), "infinite": float("inf"), "null": None}[fault]
        case "zeros":
            data[-1]["embedding"] = [0.0] * len(data[-1]["embedding"])
    return answer


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            server.requests.append(Request(self.path, headers, body))
            route, fault = server.routes.get(self.path), server.next_fault()
            if fault == "slow":
                server.wait_until_closed()
                self.close_connection = True
            elif fault == "closed":
                self.close_connection = True
            elif fault == "not_json":
                self._answer(200, b"<html>Welcome</html>", "text/html")
            elif isinstance(fault, int) or route is None:
                status = fault if isinstance(fault, int) else 404
                # Real servers repeat what they were sent; so that a leak of it is seen, so does this one.
                self._send_json(status, {"error": {"message": f"bad input: {body}", "type": "error"}})
            else:
                self._reply(route, body, fault)

        def _reply(self, route: Callable[[Json], Json], body: Json, fault: Fault | None) -> None:
            try:
                self._send_json(200, _spoil(route(body), fault))
            except Refusal as refusal:
                self._send_json(400, {"error": {"message": str(refusal), "type": "invalid_request_error"}})

        def _send_json(self, status: int, answer: Json) -> None:
            self._answer(status, json.dumps(answer).encode(), "application/json")

        def _answer(self, status: int, content: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(content)))
            self.send_header("retry-after-ms", "1")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Silent: the tests' output is not a server's log."""

    return Handler
