"""`graphmem chat`: with a model and without one; the process itself through a pipe and through a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import graphmem
from graphmem.doors.chat import Remembered, Talk
from graphmem.doors.chat_words import COMMANDS
from graphmem.doors.cli import app
from graphmem.errors import Unavailable
from graphmem.extract import RuleExtractor
from tests.model_streams import StreamingServer

ROOT = Path(__file__).parents[2]
CHAT = [sys.executable, "-c", "from graphmem.doors.cli import main; main()", "chat"]


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """An empty folder to work in, words alone as vectors, and no model."""
    for name in [n for n in os.environ if n.startswith(("GRAPHMEM_", "OPENAI_")) and "NEO4J" not in n]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "hash")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def model(server, monkeypatch) -> StreamingServer:
    """A model that the environment names."""
    monkeypatch.setenv("GRAPHMEM_LLM_BASE_URL", server.base_url)
    monkeypatch.setenv("GRAPHMEM_LLM_MODEL", "small")
    monkeypatch.setenv("GRAPHMEM_LLM_RETRIES", "0")
    return server


def chat(*lines: str, user: str = "ana", more: tuple[str, ...] = (), code: int = 0) -> str:
    """What a conversation by lines prints, in this process."""
    typed = "".join(f"{line}\n" for line in lines)
    done = CliRunner().invoke(app, ["chat", "--user", user, *more], input=typed)
    assert done.exit_code == code, (done.output, done.exception)
    return done.stdout if code == 0 else done.stderr


def events(*lines: str, **how) -> list[dict]:
    return [json.loads(line) for line in chat(*lines, more=("--json",), **how).splitlines()]


def known(user: str = "ana") -> set[str]:
    with graphmem.open("memory.db") as memory:
        return {f.text for f in memory.facts(user=user)}


# -- without a model -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("user", "said", "updates", "question", "answer", "belief"),
    [
        (
            "ana",
            ["I live in Lyon.", "I moved from Lyon to Turin."],
            ["memory updated: added user lives in Turin", "memory updated: ended user lives in Lyon"],
            "Where do I live?",
            "What I recall:\n- user lives in Turin (since ",
            "user lives in Turin",
        ),
        (
            "lin",
            ["我住在上海。", "我从上海搬到杭州了。"],
            ["记忆更新： 新增 用户住在杭州", "记忆更新： 结束 用户住在上海"],
            "我住在哪里？",
            "我想起的：\n- 用户住在杭州 (自 ",
            "用户住在杭州",
        ),
        (
            "mei",
            ["我们用 MySQL 存数据。", "我们把数据库从 MySQL 换成了 PostgreSQL。"],
            ["记忆更新： 新增 用户使用PostgreSQL", "记忆更新： 结束 用户使用MySQL"],
            "我们用什么 database？",
            "- 用户使用PostgreSQL (自 ",
            "用户使用PostgreSQL",
        ),
    ],
    ids=["english", "chinese", "mixed"],
)
def test_what_is_said_is_remembered_as_it_happens_and_answers_later(
    user, said, updates, question, answer, belief
):
    shown = chat(*said, question, user=user)
    for update in updates:
        assert update in shown
    assert answer in shown
    assert shown.index(updates[0]) < shown.index(answer)
    assert belief in known(user)


def test_what_only_tells_something_is_not_answered_and_what_asks_is():
    shown = chat("I live in Turin.", "I like jazz. Where do I live?", "我喜欢火锅。", "我喜欢什么")
    assert shown.count("What I recall:") == 1 and shown.count("我想起的：") == 1
    assert "recall nothing" not in shown


@pytest.mark.parametrize(
    ("said", "update"),
    [
        ("Please remember that I live in Turin.", "memory updated: added user lives in Turin"),
        ("请记住我住在杭州。", "记忆更新： 新增 用户住在杭州"),
    ],
)
def test_what_one_asks_to_remember_is_told_too(said, update):
    shown = chat(said, "/profile")
    assert shown.count(update) == 1 and "recall" not in shown.split("Ctrl-D ends.")[1]


def test_each_outcome_has_its_reason_and_the_id_to_forget_it_by():
    shown = chat("I live in Turin.", "Do I live in Rome?")
    assert re.search(r"memory updated: added user lives in Turin \(.+\) \[[0-9a-f]{8}\]", shown)
    assert re.search(r"memory updated: skipped Do I live in Rome\? \(.+\)", shown)


def test_why_explains_what_the_last_answer_rests_on():
    chat("I live in Lyon.", "I moved from Lyon to Turin.")
    shown = chat("/why", "Where do I live?", "/why")
    assert shown.index("Nothing was answered yet.") < shown.index("The last answer rests on this")
    why = shown.split("The last answer rests on this")[1]
    assert "user lives in Turin" in why and "“I moved from Lyon to Turin" in why
    assert "replaced: user lives in Lyon" in why and "rule: one" in why
    assert "why it came up: given at rank 1" in why
    assert "user lives in Turin" in chat("我住在哪里？Turin", "/为什么").split("上一个回答依据")[1]


def test_another_date_is_answered_from_what_held_then():
    with graphmem.open("memory.db") as memory:
        memory.add_fact("user", "lives_in", "Lyon", user="ana", valid_at="2020", invalid_at="2024-05")
        memory.add_fact("user", "lives_in", "Turin", user="ana", valid_at="2024-05")
    shown = chat(
        "/as-of 2022",
        "Where do I live?",
        "/profile",
        "/as-of",
        "/as-of now",
        "Where do I live?",
        "/as-of soon",
    )
    then, now = shown.split("Answers tell what is true now.")
    assert "What I recall, as of 2022:\n- user lives in Lyon" in then and "Turin" not in then
    assert "Said before" not in then
    assert then.count("as of 2022") >= 3
    assert "What I recall:\n- user lives in Turin" in now
    assert "date='soon' is not a date" in now


def test_forget_erases_one_fact_an_episode_or_all_when_said_twice():
    shown = chat("I live in Turin. My sister is called Mei.", "I like jazz.")
    turin = re.search(r"added user lives in Turin .*\[([0-9a-f]{8})\]", shown)
    assert turin
    with graphmem.open("memory.db") as memory:
        episode = memory.episodes(user="ana", limit=1)[0].id
    shown = chat("/forget", f"/forget {turin[1]}", f"/forget {turin[1]}", f"/forget {episode}", "/forget all")
    assert "Give the id" in shown and shown.count("erased: ") == 2
    assert "erases everything" in shown and "no fact" in shown.lower()
    assert not {t for t in known() if "Turin" in t or "jazz" in t}
    chat("I work at Orbit Foods.", "/忘记 全部 确认")
    assert known() == set()


def test_help_the_profile_and_an_unknown_command():
    shown = chat("/help", "/profile", "I live in Turin.", "/profile", "/dance", "/quit", "I like tea.")
    assert "/as-of DATE" in shown and "Nothing is known yet." in shown
    assert "/dance is no command. There are: /why /forget /profile /as-of /help /quit" in shown
    assert shown.split("Nothing is known yet.")[1].count("user lives in Turin") == 2
    assert "tea" not in shown and known() == {"user lives in Turin"}
    assert "/忘记 编号" in chat("/帮助")


def test_one_person_never_hears_of_another():
    chat("I live in Turin.", "I like jazz.")
    shown = chat("Where do I live? Turin? Jazz?", "/profile ana", "/why", user="bo")
    assert "user lives in" not in shown and "user likes" not in shown
    assert known("bo") == set() and known() == {"user lives in Turin", "user likes jazz"}


def test_a_pause_is_told():
    with graphmem.open("memory.db") as memory:
        memory.pause("ana")
    assert "skipped I live in Turin. (paused" in chat("I live in Turin.")
    assert known() == set()


def test_events_come_as_json_a_line_each():
    told = events("I live in Turin.", "Where do I live?", "/nothing")
    assert [e["event"] for e in told] == ["told", "memory", "memory", "answer", "error", "told"]
    [added] = [o for o in told[1]["outcomes"] if o["action"] == "added"]
    assert added["text"] == "user lives in Turin" and told[3]["rests_on"] == [added["fact"][:8]]


@pytest.mark.slow
def test_a_pipe_may_hold_bytes_that_are_no_text():
    done = subprocess.run(
        [*CHAT, "--user", "ana"], input=b"I live in Turin.\nI like \xff\xfe.\n\x1b[2J\n", capture_output=True
    )
    assert done.returncode == 0 and b"\x1b" not in done.stdout and known() >= {"user lives in Turin"}


def test_a_blank_user_and_a_model_that_cannot_be_reached_are_refused():
    assert "--user" in chat(user=" ", code=2)
    assert "no API key" in chat(more=("--model", "gpt-4o-mini"), code=6)


# -- with a model ----------------------------------------------------------------------------------


def test_a_model_answers_from_what_is_known_and_cites_it(model):
    with graphmem.open("memory.db") as memory:
        memory.remember("I live in Turin.", user="ana")
        memory.remember("我住在杭州。", user="lin")
        [fact] = memory.facts("user", "lives_in", user="ana")
    model.says(f"You live in Turin [{fact.id[:8]}].")
    shown = chat("Where do I live?", "/why")
    assert f"You live in Turin [{fact.id[:8]}].\n" in shown
    assert "← cited" in shown.split("rests on this")[1]
    [asked] = [r.body["messages"] for r in model.requests]
    assert [m["role"] for m in asked] == ["system", "user"]
    assert fact.id[:8] in asked[0]["content"] and "杭州" not in asked[0]["content"]
    with graphmem.open("memory.db") as memory:
        turns = [t for e in memory.episodes(user="ana") for t in e.turns]
        assert "user lives in Rome" not in {f.text for f in memory.facts(user="ana")}
    assert {t.role for t in turns} <= {"user", "assistant"}


def test_a_model_is_not_sent_what_is_masked_and_what_it_costs_is_counted(model):
    model.says("Noted.")
    chat("My card is 4111 1111 1111 1111. 我的手机号是13812345678。")
    sent = str(model.requests[0].body["messages"])
    assert "4111" not in sent and "13812345678" not in sent
    with graphmem.open("memory.db") as memory:
        assert [u.calls for u in memory.usage()] == [1]


def test_a_models_own_words_are_no_facts_but_a_yes_to_its_question_is(model):
    model.says("Nice. Do you live in Turin?", "Good to know.")
    shown = chat("I like jazz.", "Yes.")
    assert "Do you live in Turin?" in shown
    assert known() >= {"user likes jazz"} and not any("Rome" in t for t in known())
    assert "user lives in Turin" in known()


def test_a_model_is_spoken_to_in_chinese(model):
    model.says("你住在杭州。")
    shown = chat("我住在杭州。我住在哪里？", user="lin")
    assert "你住在杭州。" in shown and "记忆更新： 新增 用户住在杭州" in shown
    assert "你是一个有记忆的助手" in model.requests[0].body["messages"][0]["content"]


def test_a_model_that_fails_leaves_what_is_recalled(model):
    model.misbehave(500)
    with graphmem.open("memory.db") as memory:
        memory.remember("I live in Turin.", user="ana")
    shown = chat("Where do I live?", "Where do I live?")
    assert "the model did not answer (small: HTTP 500" in shown and "- user lives in Turin" in shown


# -- the end ---------------------------------------------------------------------------------------


def in_terminal(*arguments: str) -> tuple[subprocess.Popen[bytes], int]:
    """A chat at a terminal, and the end of it that a person holds."""
    ours, theirs = pty.openpty()
    listening = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); " + CHAT[2]
    process = subprocess.Popen(
        [sys.executable, "-c", listening, "chat", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    return process, ours


def read_until(terminal: int, words: str, seconds: float = 30) -> str:
    """What the terminal shows, up to these words; all of it when it ends before."""
    shown, until = b"", time.monotonic() + seconds
    while words.encode() not in shown and time.monotonic() < until:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
    return shown.decode(errors="replace")


@pytest.mark.slow
@pytest.mark.parametrize(("ending", "code"), [("ctrl-c", 130), ("ctrl-d", 0)])
def test_what_was_said_is_committed_however_it_ends(model, ending, code):
    model.says("I see.")
    process, terminal = in_terminal("--user", "ana")
    try:
        read_until(terminal, "> ")
        os.write(terminal, b"I live in Turin.\n")
        assert "memory updated: added user lives in Turin" in read_until(terminal, "I see.\r\n> ")
        shown = ""
        for _ in range(6):  # readline can miss a signal that comes just as it begins to wait
            if ending == "ctrl-c":
                process.send_signal(signal.SIGINT)
            else:
                os.write(terminal, b"\x04")
            shown += read_until(terminal, "Goodbye.", 5)
            if "Goodbye." in shown:
                break
        assert "Kept. Goodbye." in shown and "Traceback" not in shown
        assert process.wait(30) == code
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
    with graphmem.open("memory.db") as memory:
        said = [t.text for e in memory.episodes(user="ana") for t in e.turns]
    assert said[0] == "I live in Turin."


class Reader:
    """Rules that can be out of service."""

    def __init__(self) -> None:
        self.down, self.rules = True, RuleExtractor()

    def extract(self, messages, known):
        if self.down:
            raise Unavailable("the model did not answer")
        return self.rules.extract(messages, known)


def test_what_could_not_be_kept_is_told_and_kept_with_the_next_message():
    reader = Reader()
    with graphmem.open("memory.db", extractor=reader) as memory:
        talk = Talk(memory, memory.session("ana"))
        told = list(talk.hear("I live in Turin."))
        assert "not yet kept, and tried again" in str(told[0])
        with pytest.raises(Unavailable):
            list(talk.end())
        reader.down = False
        [remembered] = [e for e in talk.hear("我会用 Python。") if isinstance(e, Remembered)]
        assert {"user lives in Turin", "用户擅长Python"} <= {o.text for o in remembered.outcomes}
        assert list(talk.end()) == []


# -- what its page shows ---------------------------------------------------------------------------


def as_shown(text: str) -> list[str]:
    """Lines with days and ids, which differ each time, made equal."""
    return re.sub(r"[0-9a-f]{8}\b", "id", re.sub(r"\d{4}-\d\d-\d\d", "day", text)).splitlines()


def test_the_conversation_on_its_page_goes_as_shown():
    page = (ROOT / "docs" / "chat.md").read_text("utf-8")
    shown = re.findall(r"```text\n(.*?)```", page, re.DOTALL)[0]
    typed = [line.removeprefix("> ") for line in shown.splitlines() if line.startswith("> ")]
    expected = [line for line in shown.splitlines() if not line.startswith("> ")]
    assert as_shown(chat(*typed)) == as_shown("\n".join(expected))


def test_every_command_is_on_its_page():
    page = (ROOT / "docs" / "chat.md").read_text("utf-8")
    assert all(
        f"`{name}" in page for name in (*COMMANDS, "/为什么", "/忘记", "/概况", "/截至", "/帮助", "/退出")
    )
