"""A clock that stands still until it is told to move."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

from graphmem.dates import When, instant


class FrozenClock:
    """A `clock` for `graphmem.open`: called, it gives the instant it was set to, aware and in UTC."""

    def __init__(self, at: When = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._lock = threading.Lock()
        self._at = instant(at, "at")

    def __call__(self) -> datetime:
        return self._at

    def set(self, at: When) -> datetime:
        """Moves it to `at`, forwards or back. Raises InvalidInput for what is not a date."""
        moved = instant(at, "at")
        with self._lock:
            self._at = moved
        return moved

    def tick(self, delta: timedelta = timedelta(seconds=1)) -> datetime:
        """Moves it on by `delta`, and gives the new instant."""
        with self._lock:
            self._at += delta
            return self._at
