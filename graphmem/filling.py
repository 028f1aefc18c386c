"""Vectors follow a moment later: what lacks one is known to the store and filled by one thread."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from graphmem.embed.port import Embedder
from graphmem.errors import GraphmemError
from graphmem.store import Store

BATCH = 16
PAUSE = 0.2
"""Seconds from the first write to its vector, so that a burst of writes is embedded together."""


class Filler:
    """Embeds what the store says is unembedded. `wake` after a write; `flush` waits until none is left."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._stopped = False
        self._begin()

    def _begin(self) -> None:
        self._process = os.getpid()
        self._wanted = threading.Event()
        self._stopping = threading.Event()
        self._working = threading.Lock()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def _here(self) -> None:
        """A forked child has no such thread, and may have inherited its locks held."""
        if self._process != os.getpid():
            self._begin()

    def wake(self) -> None:
        """Says that there may be something to embed; returns at once."""
        self._here()
        with self._starting:
            if self._stopped:
                return
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="graphmem-embed", daemon=True)
                self._thread.start()
        self._wanted.set()

    def flush(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Embeds all that is lacking and returns how many. Raises what the embedder or the store raises.

        `progress` gets the number embedded so far, after each batch.
        """
        self._here()
        done, step = 0, BATCH
        while step == BATCH:
            step = self._step()
            if step:
                done += step
                progress(done)
        return done

    def _step(self) -> int:
        """Embeds a batch; fewer than `BATCH` when no more was lacking."""
        with self._working:
            items = self._store.unembedded(BATCH)
            if items:
                vectors = self._embedder.embed([item.text for item in items], "passage")
                self._store.put_vectors(items, vectors)
            return len(items)

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            if not self._stopped:
                self._stopping.wait(PAUSE)
            self._wanted.clear()
            if self._stopped:
                return
            try:
                while not self._stopped and self._step() == BATCH:
                    pass
            except GraphmemError:
                # Nothing is lost: what lacks a vector stays so marked, and the next write or flush tries again.
                continue

    def close(self) -> None:
        """Stops the thread after its batch."""
        self._here()
        self._stopped = True
        self._stopping.set()
        self._wanted.set()
        if self._thread is not None:
            self._thread.join(timeout=30)
