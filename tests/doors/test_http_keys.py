"""Who may do what over HTTP: keys, their namespaces and scopes, and where a server without keys may listen."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from graphmem.doors.cli import app
from graphmem.doors.http import KeyFile
from graphmem.errors import Conflict, InvalidInput, NotFound, Unavailable, Unsupported
from tests.doors.http_server import Serving, environment, keys, problem


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("keys")


@pytest.fixture(scope="module")
def given(place):
    """Keys as people make them, by name."""

    def made(name: str, *options: str) -> str:
        return keys(place, "create", "--name", name, *options)

    return {
        "ana": made("ana", "--user", "ana", "--scope", "read,write"),
        "reader": made("reader", "--user", "ana", "--scope", "read"),
        "eraser": made("eraser", "--user", "lin", "--scope", "erase"),
        "two": made("two", "--user", "ana", "--user", "林"),
        "operator": made("operator", "--all-users", "--scope", "read, write, erase, admin"),
    }


@pytest.fixture(scope="module")
def serving(place, given):
    with Serving(place, "--db", "memory.db", "--host", "127.0.0.1") as started:
        yield started
        assert started.stop() == 0
        assert all("the keys cannot be read" in line for line in started.said.splitlines())


@pytest.fixture
def web(serving, given):
    """A client by the name of its key."""
    clients = []

    def of(name: str | None):
        clients.append(serving.client(given.get(name, name)))
        return clients[-1]

    yield of
    for client in clients:
        client.close()


FACT = {"subject": "user", "predicate": "likes", "object": "火锅"}


def test_without_a_valid_key_nobody_gets_in(web, serving):
    for client in (web(None), web("gm_guessed"), serving.client(authorization="Basic YTpi")):
        for answer in (client.get("/v1/users/ana/facts"), client.post("/api/chat", json={"message": "hi"})):
            problem(answer, 401, "unauthorized")
            assert answer.headers["www-authenticate"] == "Bearer"
    assert web(None).get("/v1/health").status_code == 200
    assert web(None).get("/v1/ready").status_code == 200
    assert web("ana").get("/v1/health", headers={"host": "memory.example"}).status_code == 200


def test_a_namespace_that_a_key_does_not_open_is_as_if_not_there(web):
    assert web("operator").post("/v1/users/lin/facts", json=FACT).status_code == 201
    for name in ("ana", "reader", "two"):
        told = [
            problem(web(name).get(f"/v1/users/{user}/facts"), 404, "not-found") for user in ("lin", "nobody")
        ]
        assert told[0]["detail"].replace("lin", "nobody") == told[1]["detail"]
        problem(web(name).post("/v1/users/lin/facts", json=FACT), 404, "not-found")
        problem(web(name).get("/api/search", params={"q": "火锅", "user": "lin"}), 404, "not-found")
    assert web("two").post("/v1/users/林/facts", json=FACT).status_code == 201
    assert web("two").get("/v1/users/ana/facts").json()["items"] == []
    problem(web("ana").get("/v1/users/Ana/facts"), 404, "not-found")


def test_a_scope_that_a_key_lacks_is_refused(web):
    home = "/v1/users/ana"
    assert web("ana").post(f"{home}/facts", json=FACT).status_code == 201
    assert web("reader").get(f"{home}/facts").status_code == 200
    assert web("reader").post(f"{home}/recall", json={"query": "火锅"}).status_code == 200
    refused = [
        web("reader").post(f"{home}/facts", json=FACT),
        web("reader").post(f"{home}/sessions/s/messages", json={"role": "user", "content": "hi"}),
        web("reader").post(f"{home}/import", content=b"{}"),
        web("reader").post("/api/chat", json={"message": "hi"}),
        web("ana").post(f"{home}/forget", json={"everything": True}),
        web("ana").get("/v1/stats"),
        web("ana").put("/v1/predicates/likes", json={"theme": "x"}),
        web("eraser").get("/v1/users/lin/facts"),
        web("eraser").get("/api/search", params={"q": "x"}),
    ]
    for answer in refused:
        assert "scope" in problem(answer, 403, "forbidden")["detail"]
    assert web("eraser").post("/v1/users/lin/forget", json={"everything": True}).status_code == 200
    assert web("operator").get("/v1/stats").status_code == 200


def test_a_key_for_one_user_says_whose_memory_is_meant(web):
    web("ana").post("/v1/users/ana/facts", json=FACT)
    found = web("ana").get("/api/search", params={"q": "火锅"})
    assert [f["object"] for f in found.json()["facts"]] == ["火锅"]
    problem(web("two").get("/api/search", params={"q": "火锅"}), 422, "invalid-input")
    problem(web("operator").get("/api/sessions"), 422, "invalid-input")


def test_answers_are_replayed_to_the_key_that_got_them(web):
    sent = {"idempotency-key": "shared"}
    first = web("ana").post("/v1/users/ana/facts", json=FACT, headers=sent)
    other = web("two").post("/v1/users/ana/facts", json=FACT, headers=sent)
    again = web("ana").post("/v1/users/ana/facts", json=FACT, headers=sent)
    assert "idempotent-replayed" not in other.headers
    assert again.content == first.content and again.headers["idempotent-replayed"] == "true"


def test_a_revoked_key_is_refused_at_once_and_the_last_one_opens_nothing(place, serving, web):
    token = keys(place, "create", "--user", "ana", "--name", "laptop")
    path, sent = "/v1/users/ana/facts", {"idempotency-key": "laptop"}
    with serving.client(token) as laptop:
        assert laptop.post(path, json=FACT, headers=sent).status_code == 201
        keys(place, "revoke", "laptop")
        problem(laptop.post(path, json=FACT, headers=sent), 401, "unauthorized")
    file = place / "memory.db.keys.json"
    before = file.read_bytes()
    for name in ("ana", "reader", "eraser", "two", "operator"):
        assert web(name).get("/v1/predicates").status_code == 200
        keys(place, "revoke", name)
        problem(web(name).get("/v1/predicates"), 401, "unauthorized")
    problem(web(None).get(path), 401, "unauthorized")
    file.write_bytes(b"{")
    problem(web("operator").get("/v1/predicates"), 503, "unavailable")
    file.write_bytes(before)
    assert web("operator").get("/v1/predicates").status_code == 200


def test_a_key_is_shown_once_and_kept_as_a_digest(place, given):
    file = place / "memory.db.keys.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = file.read_text("utf-8")
    assert not [token for token in given.values() if token in kept or token[3:] in kept]
    listed = json.loads(keys(place, "list", "--json"))["keys"]
    assert [k["name"] for k in listed] == ["ana", "reader", "eraser", "two", "operator"]
    assert [k["users"] for k in listed] == [["ana"], ["ana"], ["lin"], ["ana", "林"], None]
    assert all(token.startswith("gm_") and len(token) >= 46 for token in given.values())
    table = keys(place, "list")
    assert "all users" in table and "read, write, erase, admin" in table
    assert "exists" not in table and not [t for t in given.values() if t in table]


def test_what_makes_no_sense_of_a_key_is_refused(tmp_path):
    make = ("create", "--name", "k")
    assert "--all-users" in keys(tmp_path, *make, code=2)
    keys(tmp_path, *make, "--user", "ana", "--all-users", code=2)
    assert "scope" in keys(tmp_path, *make, "--user", "ana", "--scope", "fly", code=2)
    assert "every user" in keys(tmp_path, *make, "--user", "ana", "--scope", "admin", code=2)
    file = KeyFile(tmp_path / "keys.json")
    assert not file.exists() and file.known() == ()
    file.create("k", ["ana"], ["read"])
    with pytest.raises(Conflict, match="named 'k'"):
        file.create("k", ["ana"], ["read"])
    for users, scopes in (([], ["read"]), ([" "], ["read"]), (["ana"], [])):
        with pytest.raises(InvalidInput):
            file.create("other", users, scopes)
    with pytest.raises(NotFound, match="keys list"):
        file.revoke("nothing")
    (tmp_path / ".keys.json.part").write_text("", "utf-8")
    with pytest.raises(Conflict, match="another command"):
        file.create("other", ["ana"], ["read"])


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("{", InvalidInput),
        ("[]", InvalidInput),
        ('{"version": 2, "keys": []}', Unsupported),
        ('{"version": 1, "keys": [{}]}', InvalidInput),
        (
            '{"version": 1, "keys": [{"id": "1", "name": "k", "users": null, "scopes": ["read"], '
            '"created_at": "2026-01-01", "sha256": ""}]}',
            InvalidInput,
        ),
    ],
)
def test_a_file_that_is_none_of_keys_lets_nobody_in(tmp_path, content, error):
    path = tmp_path / "keys.json"
    path.write_text(content, "utf-8")
    path.chmod(0o600)
    with pytest.raises(error):
        KeyFile(path).known()
    with pytest.raises(Unavailable) as refused:
        KeyFile(path).find("")
    assert str(path) not in str(refused.value)


def test_a_file_that_others_may_change_is_refused(tmp_path):
    file = KeyFile(tmp_path / "keys.json")
    _, token = file.create("k", None, ["read"])
    assert file.find(token)
    file.path.chmod(0o666)
    with pytest.raises(InvalidInput, match="chmod 600"):
        KeyFile(file.path).known()
    with pytest.raises(Unavailable):
        file.find(token)  # also one that was read before


def refusal(folder: Path, *options: str) -> str:
    done = CliRunner().invoke(app, ["serve", "--db", str(folder / "memory.db"), *options])
    assert done.exit_code == 2, (done.output, done.exception)
    return done.stderr


def test_no_one_else_is_served_without_keys(tmp_path):
    assert "graphmem keys create" in refusal(tmp_path, "--host", "0.0.0.0")
    assert "reached by others" in refusal(tmp_path, "--host", "::")
    assert "keys create" in refusal(tmp_path, "--keys", "none.json")
    assert not (tmp_path / "memory.db").exists()
    keys(tmp_path, "create", "--user", "ana", "--name", "k", "--keys", str(tmp_path / "mine.json"))
    with Serving(tmp_path, "--host", "0.0.0.0", "--keys", "mine.json") as started:
        started.url = started.url.replace("0.0.0.0", "127.0.0.1")
        with started.client() as client:
            problem(client.get("/v1/users/ana/facts"), 401, "unauthorized")
        port = started.url.rsplit(":", 1)[1]
        assert "another --port" in refusal(tmp_path, "--port", port)


def test_without_the_extra_it_says_what_to_install(tmp_path):
    code = "import sys; sys.modules['uvicorn'] = None; from graphmem.doors.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve"], cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 6 and "pip install 'graphmem[server]'" in done.stderr
    assert not (tmp_path / "memory.db").exists()


def test_of_two_that_change_the_keys_at_once_none_undoes_the_other(tmp_path, monkeypatch):
    file = KeyFile(tmp_path / "keys.json")
    old, _ = file.create("old", ["ana"], ["read"])
    other = KeyFile(file.path)
    read = other.known

    def meanwhile():
        known = read()
        monkeypatch.setattr(other, "known", read)
        with pytest.raises(Conflict, match="another command"):
            file.revoke(old.id)
        return known

    monkeypatch.setattr(other, "known", meanwhile)
    other.create("new", ["ana"], ["read"])
    file.revoke(old.id)
    assert [key.name for key in file.known()] == ["new"]
