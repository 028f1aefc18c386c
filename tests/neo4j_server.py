"""A real Neo4j for the tests and for a developer, on machines with Docker or without.

`find()` takes the first of these that is there:

1. a server of yours: GRAPHMEM_NEO4J_URI, and GRAPHMEM_NEO4J_USER, GRAPHMEM_NEO4J_PASSWORD if it asks;
2. a container, when a Docker engine answers;
3. a server from Maven Central (170 MB, once, kept in GRAPHMEM_CACHE or ~/.cache/graphmem),
   run by Java 21 or newer from JAVA_HOME, the PATH or a usual folder.

A server that was started here holds no data of anybody's, is shared by the tests of one process
(under pytest-xdist each worker has its own) and ends with that process, however it ends.

    python tests/neo4j_server.py          one in the foreground, until Ctrl-C
    python tests/neo4j_server.py java     the Java it would run; fails, with the reason, without one
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import glob
import hashlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

POM = Path(__file__).parent / "neo4j" / "pom.xml"
JAVA = 21
START_SECONDS = 240
FETCH_SECONDS = 900

JVM = (
    "-Xms512m",
    "-Xmx1g",
    "--add-modules=jdk.incubator.vector",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
)
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Options that halve the CPU time of a short run; a long one, or a measurement, goes without."""

CONF = """\
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{bolt}
server.bolt.advertised_address=127.0.0.1:{bolt}
server.http.listen_address=127.0.0.1:{http}
server.http.advertised_address=127.0.0.1:{http}
server.https.enabled=false
server.memory.heap.initial_size=512m
server.memory.heap.max_size=1g
server.memory.pagecache.size=256m
dbms.usage_report.enabled=false
dbms.security.auth_enabled={auth}
"""

# Run by sh with the server's home and command: when our end of its input closes, even by a kill -9
# of this process, it ends the server and removes the home.
# A server that ends while the file `again` is in its home is started once more.
GUARD = """
exec 3<&0; home=$1; shift
(cat <&3 >/dev/null; kill -KILL $(cat "$home/pid"); rm -rf "$home") &
touch "$home/again"
while rm "$home/again" 2>/dev/null; do
    "$@" </dev/null & echo $! > "$home/pid"
    wait $!
done
"""


class NoServer(Exception):
    """No Neo4j can be had here; the text says why, way by way."""


@dataclass(frozen=True)
class Server:
    """A running Neo4j. `password` '' means that it asks for none. `stop` may be called twice."""

    uri: str
    browser: str
    user: str = "neo4j"
    password: str = ""
    stop: Callable[[], None] = lambda: None
    restart: Callable[[], None] = lambda: None
    """Ends it in order and starts it on the same data; nothing where it is not a process of this machine."""
    process: Callable[[], int | None] = lambda: None
    """The id of its process, where it is one of this machine; another after a restart."""

    @property
    def auth(self) -> tuple[str, str] | None:
        return (self.user, self.password) if self.password else None


def find(env: Mapping[str, str] = os.environ) -> Server:
    """The server named by the environment, or a new one; raises `NoServer`."""
    if uri := env.get("GRAPHMEM_NEO4J_URI"):
        host = uri.split("://")[-1].rsplit(":", 1)[0]
        user = env.get("GRAPHMEM_NEO4J_USER", "neo4j")
        password = env.get("GRAPHMEM_NEO4J_PASSWORD", "")
        return Server(uri, f"http://{host}:7474/browser/", user, password)
    return start()


def start(password: str = "") -> Server:
    """A new, empty server on free local ports, asking for `password` (8 characters or more) if given."""
    reasons = []
    for way in (_container, _process):
        try:
            return way(password)
        except NoServer as reason:
            reasons.append(str(reason))
    raise NoServer("no Neo4j: " + "; ".join(reasons) + "; or set GRAPHMEM_NEO4J_URI")


def version() -> str:
    """The Neo4j the tests are written for, from the pom."""
    found = re.search(r"<neo4j.version>(.+?)</", POM.read_text())
    assert found
    return found[1]


# -- in a container -----------------------------------------------------------------------


def _container(password: str) -> Server:
    try:
        import docker
        from testcontainers.core.container import DockerContainer
    except ImportError as error:
        raise NoServer(f"{error.name} is not installed") from error
    try:
        engine = docker.from_env(timeout=5)
        engine.ping()
        engine.close()
    except Exception as error:
        raise NoServer("no Docker engine answers") from error
    container: Any = DockerContainer(f"neo4j:{version()}-community").with_exposed_ports(7687, 7474)
    container.with_env("NEO4J_AUTH", f"neo4j/{password}" if password else "none")
    try:
        container.start()
        host = container.get_container_host_ip()
        ports = [container.get_exposed_port(port) for port in (7687, 7474)]
    except Exception as error:
        with contextlib.suppress(Exception):
            container.stop()
        raise NoServer(f"the container did not start ({error})") from error
    stop = _once(container.stop)
    uri, http = f"bolt://{host}:{ports[0]}", f"http://{host}:{ports[1]}"
    return _ready(Server(uri, f"{http}/browser/", "neo4j", password, stop), http, lambda: None)


# -- from Maven Central -------------------------------------------------------------------


def _process(password: str, ports: tuple[int, int] | None = None, jvm: tuple[str, ...] = QUICK) -> Server:
    """Bolt and HTTP listen on 127.0.0.1 at `ports`, else at free ones."""
    java, jars = find_java(), fetch()
    home = Path(tempfile.mkdtemp(prefix="graphmem-neo4j-"))
    for folder in ("conf", "data", "logs", "plugins", "import", "run", "licenses"):
        (home / folder).mkdir()
    bolt, http = ports or _free_ports()
    conf = CONF.format(bolt=bolt, http=http, auth="true" if password else "false")
    (home / "conf" / "neo4j.conf").write_text(conf)
    command = [java, *JVM, *jvm, "-cp", f"{jars}/*", "org.neo4j.server.Neo4jCommunity"]
    command += [f"--home-dir={home}", f"--config-dir={home / 'conf'}"]
    with (home / "out.log").open("wb") as log:
        process = subprocess.Popen(
            ["sh", "-c", GUARD, "sh", str(home), *command],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def stop() -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdin:
            process.stdin.close()
        shutil.rmtree(home, ignore_errors=True)

    def ended() -> str | None:
        if process.poll() is None:
            return None
        return f"the server ended: {(home / 'out.log').read_text(errors='replace')[-2000:]}"

    def number() -> int:
        return int((home / "pid").read_text())

    def restart() -> None:
        old = number()
        (home / "again").touch()
        os.kill(old, signal.SIGTERM)
        while (home / "again").exists() or number() == old:
            time.sleep(0.1)
        _ready(server, site, ended)

    site = f"http://127.0.0.1:{http}"
    server = Server(
        f"bolt://127.0.0.1:{bolt}", f"{site}/browser/", "neo4j", password, _once(stop), restart, number
    )
    return _ready(server, site, ended)


def find_java() -> str:
    """The path of a Java that is new enough: JAVA_HOME's, the PATH's, or the newest installed."""
    preferred = [os.path.join(os.environ.get("JAVA_HOME", ""), "bin", "java"), shutil.which("java") or ""]
    usual = ("/usr/lib/jvm/*/bin/java", "/Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java")
    installed = [path for pattern in usual for path in glob.glob(pattern)]
    versions = {path: java_version(path) for path in [*preferred, *installed] if os.access(path, os.X_OK)}
    for path in [*preferred, *sorted(installed, key=lambda path: -versions.get(path, 0))]:
        if versions.get(path, 0) >= JAVA:
            return path
    raise NoServer(f"Java {JAVA} or newer is not in JAVA_HOME, on the PATH or under /usr/lib/jvm")


def java_version(path: str) -> int:
    """The feature release a `java` says it is, such as 21; 0 when it cannot tell."""
    try:
        said = subprocess.run([path, "-version"], capture_output=True, text=True, timeout=30).stderr
    except (OSError, subprocess.TimeoutExpired):
        return 0
    found = re.search(r'version "(?:1\.)?(\d+)', said)
    return int(found[1]) if found else 0


def fetch() -> Path:
    """The folder of the server's jars, filled by Maven the first time; safe to call from many processes."""
    cache = Path(os.environ.get("GRAPHMEM_CACHE") or Path.home() / ".cache" / "graphmem")
    folder = cache / f"neo4j-{version()}"
    jars, complete = folder / "lib", folder / "lib" / ".complete"
    wanted = hashlib.sha256(POM.read_bytes()).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if complete.exists() and complete.read_text() == wanted:
            return jars
        maven = shutil.which("mvn")
        if maven is None:
            raise NoServer("Maven (mvn), which fetches the server, is not on the PATH")
        partial = Path(tempfile.mkdtemp(prefix="partial-", dir=folder))
        try:
            _resolve(maven, partial)
            (partial / ".complete").write_text(wanted)
            shutil.rmtree(jars, ignore_errors=True)
            partial.rename(jars)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return jars


def _resolve(maven: str, target: Path) -> None:
    goal = ["dependency:copy-dependencies", f"-DoutputDirectory={target}", "-DincludeScope=runtime"]
    said = ""
    for _ in range(2):  # what the first try fetched stays in Maven's own cache
        try:
            done = subprocess.run(
                [maven, "--quiet", "--batch-mode", "--file", str(POM), *goal],
                capture_output=True,
                text=True,
                timeout=FETCH_SECONDS,
            )
        except subprocess.TimeoutExpired:
            said = f"took more than {FETCH_SECONDS} s"
            continue
        if done.returncode == 0:
            return
        said = (done.stdout + done.stderr)[-2000:]
    raise NoServer(f"Maven could not fetch the server: {said}")


# -- both ---------------------------------------------------------------------------------


def _ready(server: Server, http: str, ended: Callable[[], str | None]) -> Server:
    """Waits until the server answers and its first query has run; a server that does not is stopped."""
    from neo4j.exceptions import ServiceUnavailable

    atexit.register(server.stop)
    deadline = time.monotonic() + START_SECONDS
    reason: str | None = None
    while reason is None:
        try:
            with urllib.request.urlopen(http, timeout=5):
                _first_query(server)
                return server
        except (OSError, ServiceUnavailable):
            time.sleep(0.2)
        reason = ended()
        if time.monotonic() > deadline:
            reason = f"it did not answer within {START_SECONDS} s"
    server.stop()
    raise NoServer(reason)


def _first_query(server: Server) -> None:
    """Warms the JVM up and, on a server that asks for a password, sets it."""
    from neo4j import GraphDatabase
    from neo4j.exceptions import AuthError

    if server.password:
        change = "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password"
        with (
            GraphDatabase.driver(server.uri, auth=(server.user, "neo4j")) as driver,
            contextlib.suppress(AuthError),  # a container has it already
        ):
            driver.execute_query(change, password=server.password, database_="system")
    with GraphDatabase.driver(server.uri, auth=server.auth) as driver:
        driver.execute_query("CREATE (n:Warm {at: datetime()}) WITH n DETACH DELETE n RETURN count(*)")


def _once(stop: Callable[[], object]) -> Callable[[], None]:
    calls: Iterator[Callable[[], object]] = iter([stop])

    def stop_once() -> None:
        for call in calls:
            call()

    return stop_once


def _free_ports() -> tuple[int, int]:
    with socket.socket() as first, socket.socket() as second:
        first.bind(("127.0.0.1", 0))
        second.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]


def _taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main(arguments: list[str]) -> None:
    """The commands in this module's first lines."""
    if arguments == ["java"]:
        print(find_java())
        return
    ports = None if _taken(7687) or _taken(7474) else (7687, 7474)
    print("Starting a Neo4j of the tests' kind; its data goes when it ends.", flush=True)
    server = _process("", ports, jvm=())
    print(f"bolt     {server.uri}\nbrowser  {server.browser}\nno password; Ctrl-C ends it", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        signal.pause()
    except KeyboardInterrupt:
        print()
    finally:
        server.stop()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except NoServer as reason:
        sys.exit(str(reason))
