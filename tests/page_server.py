"""A small story in two languages, the page over it on a real port, and a reader of its HTML."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

import graphmem
from graphmem.doors.page import mount
from graphmem.embed import HashEmbedder
from graphmem.extract import Known, nothing_known
from graphmem.model import Candidate, Extraction, Message
from graphmem.testing import FrozenClock

TODAY = "2026-03-01"
Note = tuple[str, str, str, dict[str, Any]]
SAID: list[tuple[str, str, list[Note]]] = [
    (
        "ana",
        "2024-03-04",
        [
            ("I live in Lyon. ", "lives_in", "Lyon", {}),
            ("I work at Orbit Foods. ", "works_at", "Orbit Foods", {}),
            ("I'm good at Python.", "skilled_in", "Python", {}),
        ],
    ),
    (
        "ana",
        "2025-05-12",
        [
            ("I moved from Lyon to Turin. ", "lives_in", "Turin", {"confidence": 0.9}),
            ("I like hiking.", "likes", "hiking", {}),
        ],
    ),
    (
        "ana",
        "2025-07-01",
        [
            (
                "I might move to Berlin next year.",
                "lives_in",
                "Berlin",
                {"stance": "tentative", "valid_at": "2026", "confidence": 0.5},
            )
        ],
    ),
    (
        "lin",
        "2024-03-05",
        [
            ("我住在上海。", "lives_in", "上海", {}),
            ("我会用 Python。", "skilled_in", "Python", {}),
            ("我们用 MySQL。", "uses", "MySQL", {}),
        ],
    ),
    ("lin", "2025-05-13", [("我从上海搬到杭州了。", "lives_in", "杭州", {})]),
    (
        "lin",
        "2025-06-02",
        [("我们把数据库从 MySQL 换成了 PostgreSQL。", "uses", "PostgreSQL", {"replaces": "MySQL"})],
    ),
]
"""Who says what when, and what it says: what an extractor would find, without loading one."""


class Noted:
    """An extractor that knows the story's sentences, and nothing else."""

    def extract(self, messages: Sequence[Message], known: Known = nothing_known) -> Extraction:
        found = [
            Candidate("user", predicate, thing, quote=said.strip(), turn=n, **more)
            for n, message in enumerate(messages)
            for _, _, notes in SAID
            for said, predicate, thing, more in notes
            if said in message.content
        ]
        return Extraction(tuple(found), summary=" ".join(m.content for m in messages)[:200])


def tell(file: Path) -> None:
    """The story: homes, a job, a maybe, a guess, something pinned and something that hangs on what has ended."""
    clock = FrozenClock("2024-03-01")
    with graphmem.open(file, clock=clock, embedder=HashEmbedder(), extractor=Noted()) as memory:
        for user, at, notes in SAID:
            clock.set(at)
            with memory.session(user) as chat:
                chat.add("user", "".join(said for said, *_ in notes), at=at)
        clock.set("2025-08-01")
        memory.add_fact("user", "likes", "jasmine tea", user="ana", source="inferred", confidence=0.7)
        memory.add_fact("user", "likes", "围棋", user="lin", source="inferred", confidence=0.7)
        nuts = memory.add_fact("user", "allergic_to", "nuts", user="ana").added[0]
        memory.pin(nuts.fact, user="ana")
        memory.add_fact("user", "friend", "Bob", user="ana", valid_at="2023")
        memory.add_fact("Bob", "lives_in", "Ghent", user="ana", valid_at="2022", invalid_at="2025-01")
        memory.add_fact("Bob", "likes", "chess", user="ana")
        job = memory.facts("user", "works_at", user="ana")[0]
        memory.add_fact("user", "works_on", "the harvest planner", user="ana", depends_on=[job.id])
        clock.set("2026-02-01")
        memory.add_fact("user", "works_at", "Orbit Foods", user="ana", stance="ended", invalid_at="2026-01")


def free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port: int = place.getsockname()[1]
        return port


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """The application on a free port of this machine; its address."""
    place = socket.socket()
    place.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [place]})
    thread.start()
    try:
        until = time.monotonic() + 20
        while not server.started and thread.is_alive() and time.monotonic() < until:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{place.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        place.close()


@contextmanager
def page(file: Path, **mounted: Any) -> Iterator[tuple[graphmem.Memory, str]]:
    """The page over a file, on the day TODAY."""
    clock = FrozenClock(TODAY)
    with graphmem.open(file, clock=clock, embedder=HashEmbedder()) as memory:
        app = FastAPI(openapi_url=None)
        mount(app, memory, clock=clock, **mounted)
        with serving(app) as address:
            yield memory, address


@dataclass
class Form:
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)


class Document(HTMLParser):
    """What a page says: its text, forms, links, and every tag with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.marked = ""
        self._words: list[str] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append((tag, given))
        if tag not in ("input", "meta", "link", "br"):
            self._open.append(tag)
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get")))
        elif tag in ("input", "textarea") and self.forms and "name" in given:
            if given.get("type") != "checkbox":
                self.forms[-1].fields[given["name"]] = given.get("value", "")
        elif tag == "a":
            self.links.append((given.get("href", ""), ""))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        inside = self._open[-1] if self._open else ""
        if inside in ("script", "style"):
            return
        self._words.append(data)
        if "mark" in self._open:
            self.marked += data
        if "a" in self._open and self.links:
            href, text = self.links[-1]
            self.links[-1] = (href, text + data)
        if inside == "button" and self.forms:
            self.forms[-1].buttons.append(data.strip())

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._words).split())

    def form(self, ending: str) -> Form:
        """The form whose address, without its parameters, ends so."""
        return next(f for f in self.forms if f.action.partition("?")[0].endswith(ending))

    def has_form(self, ending: str) -> bool:
        return any(f.action.partition("?")[0].endswith(ending) for f in self.forms)


class Reader:
    """A person's browser without JavaScript: follows what a page gives, and nothing else."""

    def __init__(self, address: str, user: str = "ana", language: str = "en") -> None:
        self.client = httpx.Client(
            base_url=address,
            headers={"accept-language": language},
            follow_redirects=True,
            timeout=30,
            limits=httpx.Limits(max_keepalive_connections=0),
        )
        self.user = user

    def get(self, path: str = "/", status: int = 200, **parameters: str) -> Document:
        answer = self.client.get(path, params={"user": self.user, **parameters} if "?" not in path else None)
        assert answer.status_code == status, (path, answer.status_code, answer.text[-1500:])
        return Document(answer.text)

    def send(self, form: Form, status: int = 200, **fields: str) -> Document:
        answer = self.client.post(form.action, data={**form.fields, **fields})
        assert answer.status_code == status, (form, answer.status_code, answer.text[-1500:])
        return Document(answer.text)

    def fact(self, id: str) -> Document:
        return self.get(f"/page/fact/{id}")


PATHS = ["/", "/page/timeline", "/page/graph", "/page/search", "/page/episodes", "/page/data"]


@pytest.fixture(scope="session")
def page_story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The story's file, to copy."""
    kept = {n: os.environ.pop(n) for n in list(os.environ) if n.startswith("GRAPHMEM_") and "NEO4J" not in n}
    try:
        file = tmp_path_factory.mktemp("page") / "memory.db"
        tell(file)
        return file
    finally:
        os.environ.update(kept)


@pytest.fixture
def page_file(page_story: Path, tmp_path: Path) -> Path:
    """A copy of one's own."""
    shutil.copy(page_story, tmp_path / "memory.db")
    return tmp_path / "memory.db"


@pytest.fixture
def page_site(page_file: Path) -> Iterator[tuple[graphmem.Memory, str]]:
    """The page over the story, to change at will: its memory and address."""
    with page(page_file) as opened:
        yield opened
