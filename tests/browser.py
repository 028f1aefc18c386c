"""A real Chromium without a screen, its console and what it asked the network for."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars"
)

NAMES = ("chromium", "chromium-browser", "google-chrome")


def required() -> bool:
    return os.environ.get("GRAPHMEM_REQUIRE_BROWSER", "") not in ("", "0", "false")


@contextmanager
def chromium(folder: Path, width: int = 1200, height: int = 900, language: str = "en") -> Iterator[Any]:
    """A driver with an empty profile in `folder`. Without a browser a test skips, or fails where it is required."""
    binary = next(filter(None, map(shutil.which, NAMES)), None)
    driver = shutil.which("chromedriver")
    if not binary or not driver:
        reason = "Chromium and its driver are missing (Debian: apt install chromium chromium-driver)"
        if required():
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = binary
    for flag in (*FLAGS.split(), f"--user-data-dir={folder}", f"--window-size={width},{height}"):
        options.add_argument(flag)
    options.add_argument(f"--accept-lang={language}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(options=options, service=Service(executable_path=driver))
    try:
        made.set_page_load_timeout(30)
        yield made
    finally:
        made.quit()


def complaints(driver: Any) -> list[str]:
    """What the console has said since it was last asked."""
    return [entry["message"] for entry in driver.get_log("browser")]


def hosts(driver: Any) -> set[str]:
    """Which hosts pages have asked for since this was last asked; what the browser itself starts with is none."""
    found = set()
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            parts = urlsplit(message["params"]["request"]["url"])
            if parts.scheme not in ("data", "chrome", "about"):
                found.add(parts.netloc)
    return found
