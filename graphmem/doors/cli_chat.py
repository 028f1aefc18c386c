"""Command chat: a conversation in the terminal, or through a pipe, a line a message."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from graphmem.doors import cli_json, cli_text
from graphmem.doors.cli_common import DEFAULT_DB, AsJson, Db, User, command, heard, opened
from graphmem.errors import GraphmemError

if TYPE_CHECKING:
    from graphmem.doors.chat import Event, Talk
    from graphmem.model import Outcome

_INTERRUPTED = 130


def register(app: typer.Typer) -> None:
    """Adds the command to the app."""
    command(app, "chat", "graphmem chat --user ana", "graphmem chat --user ana --json")(chat)


def chat(
    model: Annotated[
        str, typer.Option("--model", help="Who answers; needs an OpenAI-compatible endpoint.")
    ] = "",
    session: Annotated[
        str, typer.Option("--session", help="What the conversation is called; else a name of its own.")
    ] = "",
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """A conversation that is remembered as it goes.

    Each message is kept at once, and what that changed is told with its reason. With a model (--model, or
    GRAPHMEM_LLM_MODEL and GRAPHMEM_LLM_BASE_URL) it answers from what is known; without one the answer is what is
    recalled. /why tells what the last answer rests on, /help the other commands. Ctrl-D or Ctrl-C ends it, and
    what was said is committed. From a pipe a line is a message; with --json each event is a line.
    """
    from graphmem.config import Settings
    from graphmem.doors.chat import Talk, configured_model
    from graphmem.doors.chat_model import guarded

    answers = configured_model(model, tuple(os.environ))
    interrupted = False
    with opened(db) as memory, memory.session(user, session or None) as said:
        model_used = None if answers is None else guarded(answers, memory, Settings.read().sensitive)
        talk = Talk(memory, said, model_used, _language())
        screen = Screen(talk, as_json)
        screen.greet(user, getattr(answers, "name", ""))
        try:
            for line in _lines(screen):
                screen.show(talk.hear(line))
                if talk.over:
                    break
        except KeyboardInterrupt:
            interrupted = True
        screen.close()
    if interrupted:
        raise typer.Exit(_INTERRUPTED)


def _lines(screen: Screen) -> Iterator[str]:
    """What is typed, with line editing where there is a terminal; else the lines of standard input."""
    if not sys.stdin.isatty():
        for line in sys.stdin.buffer:
            yield heard(line, sys.stdin.encoding)
        return
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (gives `input` line editing; nothing of it is written to a file)
    while True:
        try:
            yield input("> ")
        except EOFError:
            print()
            return


class Screen:
    """Shows a talk's events: as text, or as a JSON object a line."""

    def __init__(self, talk: Talk, as_json: bool) -> None:
        self._talk, self._json = talk, as_json
        self._in_answer = False

    def greet(self, user: str, model: str) -> None:
        talk = self._talk
        how = talk.word("with_model", model=model) if model else talk.word("without_model")
        self._tell(talk.word("hello", user=user, how=how))

    def show(self, events: Iterator[Event]) -> None:
        """As they happen. An error of the engine is told, and the talk goes on."""
        try:
            for event in events:
                self._event(event)
        except GraphmemError as error:
            self.newline()
            self._tell(f"error: {error}", wrong=True)

    def close(self) -> None:
        """Commits what is left and says goodbye; what could not be committed is told."""
        self.newline()
        try:
            for event in self._talk.end():
                self._event(event)
        except GraphmemError as error:
            self._tell(f"error: {error}", wrong=True)
            return
        self._tell(self._talk.word("bye"))

    def newline(self) -> None:
        """Ends a line that an answer, or the person, left open."""
        if self._in_answer and not self._json:
            print(flush=True)
        self._in_answer = False

    def _event(self, event: Event) -> None:
        from graphmem.doors import chat

        match event:
            case chat.Remembered(outcomes):
                self._remembered(outcomes)
            case chat.Piece(text):
                self._piece(text)
            case chat.Answered(text, rests_on):
                self._answered(text, rests_on)
            case chat.Told(text, wrong):
                self._tell(text, wrong)

    def _remembered(self, outcomes: tuple[Outcome, ...]) -> None:
        if self._json:
            _emit({"event": "memory", "outcomes": outcomes})
            return
        for outcome in outcomes:
            self._print(_updated(self._talk, outcome))

    def _piece(self, text: str) -> None:
        if not self._json:
            print(cli_text.clean(text), end="", flush=True)
            self._in_answer = True

    def _answered(self, text: str, rests_on: tuple[str, ...]) -> None:
        if self._json:
            _emit({"event": "answer", "text": text, "rests_on": rests_on})
        elif self._in_answer:
            self.newline()
        else:
            self._print(text)

    def _tell(self, text: str, wrong: bool = False) -> None:
        if self._json:
            _emit({"event": "error" if wrong else "told", "text": text})
        else:
            self.newline()
            self._print(text)

    def _print(self, text: str) -> None:
        print(cli_text.clean(text), flush=True)


def _updated(talk: Talk, outcome: Outcome) -> str:
    """ "  memory updated: added user lives in Turin (…) [1a2b3c4d]"."""
    from graphmem.doors.chat_words import ACTIONS

    action = ACTIONS.get(outcome.action, outcome.action) if talk.language == "zh" else outcome.action
    cited = f" [{outcome.fact[:8]}]" if outcome.fact else ""
    text = cli_text.cell(f"{action} {outcome.text} ({outcome.reason}){cited}")
    return f"  {talk.word('updated')} {text}"


def _emit(event: dict[str, object]) -> None:
    """One JSON object on a line."""
    unicode = (sys.stdout.encoding or "utf-8").lower().replace("-", "").startswith("utf")
    print(json.dumps(cli_json.data(event), ensure_ascii=not unicode), flush=True)


def _language() -> Literal["en", "zh"]:
    """Of the terminal, until something is said."""
    named = next((os.environ[v] for v in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(v)), "")
    return "zh" if named.lower().startswith("zh") else "en"
