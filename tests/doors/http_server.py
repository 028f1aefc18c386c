"""`graphmem serve` as its own process, on a free port, and clients for it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
from typer.testing import CliRunner

from graphmem.doors.cli import app

ROOT = Path(__file__).parents[2]
GRAPHMEM = [sys.executable, "-c", "from graphmem.doors.cli import main; main()"]


def environment(**more: str) -> dict[str, str]:
    """Words alone as vectors, and nothing of this machine's settings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPHMEM_", "OPENAI_"))}
    return {**kept, "GRAPHMEM_EMBEDDER": "hash", "PYTHONPATH": str(ROOT), **more}


class Serving:
    """A server from `with` to its end, where it is asked to stop, and must do so well."""

    def __init__(self, folder: Path, *options: str, **env: str) -> None:
        self.folder, self.options, self.env = folder, options, env

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [*GRAPHMEM, "serve", "--port", "0", *self.options],
            cwd=self.folder,
            env=environment(**self.env),
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr
        self.told = self.process.stderr.readline()
        found = re.search(r"http://\S+", self.told)
        assert found, self.told + self.process.stderr.read()
        self.url = found[0]
        with self.client() as client:
            assert client.get("/v1/ready").status_code == 200
        return self

    def client(self, key: str | None = None, **headers: str) -> httpx.Client:
        sent = {**headers, **({"authorization": f"Bearer {key}"} if key else {})}
        transport = httpx.HTTPTransport(retries=3, verify=False)  # no TLS here: loading its roots takes time
        return httpx.Client(base_url=self.url, headers=sent, timeout=30, transport=transport)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(timeout=30)
        assert self.process.stderr
        self.said = self.process.stderr.read()
        self.process.stderr.close()
        return code

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            code = self.stop()
            assert kind is not None or (code, self.said) == (0, ""), (code, self.said)


def keys(folder: Path, *arguments: str, code: int = 0) -> str:
    """What `graphmem keys …` prints, of the keys beside this folder's memory.db."""
    done = CliRunner().invoke(app, ["keys", *arguments, "--db", str(folder / "memory.db")])
    assert done.exit_code == code, (arguments, done.output, done.exception)
    return (done.stderr if code else done.stdout).strip()


def problem(answer: httpx.Response, status: int, slug: str) -> Mapping[str, Any]:
    """The problem that an answer is, whole and as RFC 9457 wants it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert found.keys() - {"errors"} == {"type", "title", "status", "detail", "instance"}
    assert found["type"] == f"urn:graphmem:problem:{slug}"
    assert found["status"] == status and found["title"] and found["detail"]
    assert found["instance"] == answer.request.url.path
    return found
