"""`graphmem open`: a process that serves the page to the one who started it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

import httpx
import pytest

from tests.page_server import Reader, free_port

MAIN = "from graphmem.doors.cli import main; main()"
OPEN = [sys.executable, "-c", MAIN, "open"]
pytestmark = pytest.mark.slow


def begin(file, *more, **env):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GRAPHMEM_")}
    return subprocess.Popen(
        [*OPEN, *([] if env else ["--no-browser"]), "--db", str(file), *more],
        env={**kept, "GRAPHMEM_EMBEDDER": "hash", **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_it_opens_on_the_address_it_prints_and_ends_with_ctrl_c(page_file):
    running = begin(page_file, "--user", "ana")
    try:
        address = running.stdout.readline().strip()
        parts = urlsplit(address)
        assert parts.hostname == "127.0.0.1" and parts.path == "/page/enter"
        base = f"http://{parts.netloc}"
        stranger = httpx.get(f"{base}/?user=ana")
        assert stranger.status_code == 401 and "Turin" not in stranger.text
        reader = Reader(base)
        shown = reader.get(f"{parts.path}?{parts.query}")
        assert "lives in Turin" in shown.text and "key=" not in shown.html
        hiking = next(h for h, _ in shown.links if "/page/fact/" in h)
        assert "added" in reader.send(reader.get(hiking).form("/correct"), object="远足").text
    finally:
        running.send_signal(signal.SIGINT)
        _, complained = running.communicate(timeout=20)
    assert "Traceback" not in complained and running.returncode == 0
    again = subprocess.run(
        [*OPEN[:3], "facts", "--user", "ana", "--db", str(page_file)],
        env={**os.environ, "GRAPHMEM_EMBEDDER": "hash"},
        capture_output=True,
        text=True,
    )
    assert "远足" in again.stdout


def test_the_browser_gets_an_address_that_works_once(page_file, tmp_path):
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/part && mv {tmp_path}/part {tmp_path}/asked\n')
    browser.chmod(0o755)
    running = begin(page_file, "--user", "ana", BROWSER=str(browser))
    try:
        printed = running.stdout.readline().strip()
        until = time.monotonic() + 20
        while not (tmp_path / "asked").exists() and time.monotonic() < until:
            time.sleep(0.05)
        given = (tmp_path / "asked").read_text().strip()
        assert given != printed
        base = given.partition("/page")[0]
        assert "lives in Turin" in Reader(base).get(given).text
        assert "Turin" not in Reader(base).get(given, 401).html
        assert "lives in Turin" in Reader(base).get(printed).text
    finally:
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=20)
    assert running.returncode == 0


def test_a_port_that_is_taken_and_a_missing_file_are_told(page_file, tmp_path):
    port = free_port()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        running = begin(page_file, "--user", "ana", "--port", str(port))
        _, said = running.communicate(timeout=30)
    assert running.returncode == 2 and f"port {port}" in said
    running = begin(tmp_path / "none.db", "--user", "ana")
    assert "no memory at" in running.communicate(timeout=30)[1] and running.returncode == 3


def test_programs_get_the_address_as_json(page_file):
    running = begin(page_file, "--user", "林 & co/x", "--json")
    try:
        text = ""
        while not text.rstrip().endswith("}"):
            text += running.stdout.readline()
        told = json.loads(text)
        assert told["user"] == "林 & co/x"
        shown = Reader(told["address"].partition("/page")[0]).get(told["address"])
        assert "Memory of 林 & co/x" in shown.text and "Nothing is known yet" in shown.text
    finally:
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=20)


def test_without_its_packages_it_says_what_to_install(page_file):
    code = "import sys; sys.modules['jinja2'] = None\nfrom graphmem.doors.cli import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", code, *OPEN[3:], "--db", str(page_file), "--user", "ana"],
        env={**os.environ, "GRAPHMEM_EMBEDDER": "hash"},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 6 and "pip install 'graphmem[server]'" in done.stderr
