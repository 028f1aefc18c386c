"""An embedder that keeps its vectors on disk by the text's digest, so that a benchmark embeds a text once, ever."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.embed import BundledEmbedder, Embedder
from graphmem.embed.port import Kind

if TYPE_CHECKING:
    import numpy as np


def cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "graphmem"


class Kept:
    """`inner`, each (kind, text) embedded once and kept in one SQLite file."""

    def __init__(self, inner: Embedder | None = None, path: Path | None = None) -> None:
        self._inner = inner or BundledEmbedder()
        self.model_id, self.dimensions = self._inner.model_id, self._inner.dimensions
        path = path or cache_folder() / "vectors.db"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, check_same_thread=False, timeout=60)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
        self._lock = threading.Lock()
        self.fresh = 0

    def embed(self, texts: Sequence[str], kind: Kind) -> np.ndarray:
        import numpy as np

        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        keys = [hashlib.sha256(f"{self.model_id}\0{kind}\0{t}".encode()).digest()[:16] for t in texts]
        with self._lock:
            found = {k: self._value(k) for k in dict.fromkeys(keys)}
        absent = {k: t for k, t in zip(keys, texts, strict=True) if found[k] is None}
        if absent:
            made = self._inner.embed(list(absent.values()), kind)
            with self._lock, self._db:
                for k, vector in zip(absent, made, strict=True):
                    found[k] = vector.astype(np.float32).tobytes()
                    self._db.execute("INSERT OR REPLACE INTO vector VALUES (?, ?)", (k, found[k]))
                self.fresh += len(absent)
        return np.stack([np.frombuffer(found[k] or b"", np.float32) for k in keys])

    def _value(self, key: bytes) -> bytes | None:
        row = self._db.execute("SELECT value FROM vector WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None
