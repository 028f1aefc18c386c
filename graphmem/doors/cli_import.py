"""Command import: a conversation, a document or an export from a file, checked whole before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphmem import dates
from graphmem.doors import cli_document, cli_export, cli_json, cli_text
from graphmem.doors.cli_common import DEFAULT_DB, AsJson, Db, UserIfAny, bars, command, fill, opened, person
from graphmem.doors.importers import chats, mcp_memory
from graphmem.doors.importers.lines import each, object_of
from graphmem.errors import InvalidInput
from graphmem.model import ChangeSet, Message, Outcome
from graphmem.names import checked

if TYPE_CHECKING:
    from graphmem.memory import Memory
    from graphmem.session import Session

KEYS = ("role", "content", "at", "name", "session")
ROLES = ("user", "assistant", "system", "tool")
DEFAULT_SESSION = "import"


@dataclass(frozen=True, slots=True)
class Tally:
    """What an import did: outcomes, and the ids of the episodes it made."""

    outcomes: list[Outcome] = field(default_factory=list)
    episodes: list[str] = field(default_factory=list)

    def take(self, changes: Sequence[ChangeSet]) -> None:
        for c in changes:
            self.outcomes.extend(c.outcomes)
            self.episodes.extend(i for i in {e.id for e in c.episodes} | {c.episode} if i)

    @property
    def skipped(self) -> Counter[str]:
        """Reasons for what was not taken."""
        return Counter(o.reason for o in self.outcomes if o.action == "skipped")


def register(app: typer.Typer) -> None:
    """Adds the command to the app."""
    command(
        app,
        "import",
        "graphmem import chat.jsonl --user ana",
        "graphmem import - --user ana < chat.jsonl",
        "graphmem import handbook.md --user ana",
        "graphmem import ana.jsonl",
    )(import_)


def import_(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="JSON Lines, a chat export, Markdown or plain text; - reads from standard input.",
        ),
    ],
    kind: Annotated[
        str,
        typer.Option(
            "--as",
            help="messages, document or export; else .md, .markdown and .txt are documents, and an export's first line "
            "says what it is.",
        ),
    ] = "",
    name: Annotated[
        str, typer.Option("--name", help="What a document is called; else its path as given.")
    ] = "",
    at: Annotated[str | None, typer.Option("--at", help="The time of a document; now if left out.")] = None,
    outcomes: Annotated[
        bool, typer.Option("--outcomes", help="Print every outcome, not only counts.")
    ] = False,
    db: Db = DEFAULT_DB,
    user: UserIfAny = "",
    as_json: AsJson = False,
) -> None:
    """Takes in a conversation, a document or an export from a file.

    A document is kept in passages, to be recalled; no facts are read from it. Under the same name again,
    what has changed in it is replaced.

    Of a conversation, a line is an object with role (user, assistant, system or tool), content, at
    (ISO, such as 2024-05-03T10:00:00+02:00) and, if you like, name (who speaks) and session (which
    conversation it is part of).

    ChatGPT's and Claude's conversations.json, and JSON Lines with role, content and created_at or timestamp, are
    known by their shape. What user and assistant say is taken with its time, of ChatGPT the branch shown last.
    So is the file of the official MCP memory server: its entities, observations and relations become facts.

    What `graphmem export` gave is restored exactly, for the user it is of, where nothing is kept of them; vectors
    are made again.

    The file is checked before anything is written. The same file again changes nothing. After Ctrl-C, what
    was committed stays: run it again to go on.
    """
    try:
        if cli_document.kind_of(file, kind) == "document":
            person(user)
            given = cli_document.read(file, name, at)
            with opened(db) as memory:
                changes = cli_document.take_in(memory, user, given)
            cli_document.report(given, changes, outcomes, as_json)
            return
        if name or at is not None:
            raise InvalidInput("--name and --at are of a document: a message has its own, on its line")
        lines = list(_lines(file, cli_document.label_of(file)))
        if kind == "export" or (not kind and cli_export.is_export(lines)):
            with opened(db) as memory:
                cli_export.take_in(memory, lines, cli_document.label_of(file), user, as_json)
            return
        person(user)
        label = cli_document.label_of(file)
        if not kind and mcp_memory.is_one(lines):
            with opened(db) as memory:
                mcp_memory.take_in(memory, user, lines, label, outcomes, as_json)
            return
        messages = chats.read(lines, label) or read(lines, label)
        tally = Tally()
        with opened(db) as memory:
            _take_in(memory, user, messages, tally)
            turns = _turns(memory, user, tally)
            fill(memory)
    except KeyboardInterrupt:
        cli_text.note("stopped: what was committed is kept, and the same command again goes on from there")
        raise typer.Exit(130) from None
    _report(messages, tally, turns, outcomes, as_json)


def _take_in(memory: Memory, user: str, messages: Sequence[tuple[str, Message]], tally: Tally) -> None:
    """Session after session, in the order in which they begin."""
    with bars() as shown:
        task = shown.add_task("messages", total=len(messages))
        sessions: dict[str, list[Message]] = {}
        for session, message in messages:
            sessions.setdefault(session, []).append(message)
        for session, said in sessions.items():
            _converse(memory.session(user, session), said, tally, lambda: shown.advance(task))


def _converse(chat: Session, said: Sequence[Message], tally: Tally, step: Callable[[], None]) -> None:
    last: ChangeSet | None = None
    for message in said:
        chat.add(message.role, message.content, at=message.at, name=message.name)
        if chat.failure is not None:
            raise chat.failure
        fresh = _after(last, chat.committed)
        last = fresh[-1] if fresh else last
        tally.take(fresh)
        step()
    tally.take([chat.close()])


def _after(last: ChangeSet | None, committed: Sequence[ChangeSet]) -> list[ChangeSet]:
    """Those committed since `last`: a session keeps only its latest ones."""
    place = next((i for i, c in enumerate(committed) if c is last), -1)
    return list(committed[place + 1 :])


def _turns(memory: Memory, user: str, tally: Tally) -> int:
    """How many turns the new episodes have."""
    made = set(tally.episodes)
    found = memory.episodes(user=user, limit=1_000_000) if made else []
    return sum(len(e.turns) for e in found if e.id in made)


def _report(messages: Sequence[object], tally: Tally, turns: int, every_outcome: bool, as_json: bool) -> None:
    actions = [o.action for o in tally.outcomes]
    if as_json:
        cli_json.emit(
            {
                "messages": len(messages),
                "episodes": tally.episodes,
                "turns": turns,
                "counts": dict(sorted(Counter(actions).items())),
                "skipped": dict(tally.skipped.most_common()),
                "outcomes": tally.outcomes if every_outcome else None,
            }
        )
        return
    if every_outcome:
        cli_text.outcomes(ChangeSet(outcomes=tuple(tally.outcomes)), "no outcomes")
    cli_text.say(f"{len(messages)} messages: {turns} turns kept in {len(tally.episodes)} episodes")
    if not tally.episodes and any(reason.startswith("already known") for reason in tally.skipped):
        cli_text.say("already known: nothing has changed")
        return
    cli_text.say(f"facts: {cli_text.counted(actions) or 'none found'}")
    for reason, count in tally.skipped.most_common(8):
        cli_text.say(f"  skipped {count}: {reason}")


# -- the file --------------------------------------------------------------------------------


def read(lines: Sequence[str], label: str) -> list[tuple[str, Message]]:
    """(session, message) of every line. Raises InvalidInput that names the lines which are wrong."""
    found = each(lines, label, _message)
    if not found:
        raise InvalidInput(f"{label} has no messages: give a JSON object a line, with {', '.join(KEYS[:3])}")
    return found


def _lines(file: str, label: str) -> Iterator[str]:
    content = cli_document.content(file)
    if content.startswith(b"PK\x03\x04"):
        raise InvalidInput(f"{label} is a ZIP file: unpack it, and import the conversations.json in it")
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            raise InvalidInput(
                f"nothing was imported: {label}:{number} is not UTF-8: convert the file first"
            ) from None


def _message(line: str) -> tuple[str, Message]:
    given = object_of(line)
    unknown = [key for key in given if key not in KEYS]
    if unknown:
        raise InvalidInput(f"unknown key {unknown[0]!r}: known are {', '.join(KEYS)}")
    if given.get("role") not in ROLES:
        raise InvalidInput(f"role is {given.get('role')!r}: give one of {', '.join(ROLES)}")
    content = given.get("content")
    if not isinstance(content, str) or not content.strip():
        raise InvalidInput(f"content is {content!r}: give the text of the message")
    return _session(given.get("session")), Message(
        given["role"], content, _at(given.get("at")), _name(given.get("name"))
    )


def _at(value: Any) -> datetime:
    if not isinstance(value, str):
        raise InvalidInput(f"at is {value!r}: give when it was said, such as '2024-05-03T10:00:00+02:00'")
    return dates.moment(value, dates.now(), "at")


def _name(value: Any) -> str:
    return "" if value is None or value == "" else checked(value, "name", 300)


def _session(value: Any) -> str:
    if value is None:
        return DEFAULT_SESSION
    return checked(str(value) if type(value) is int else value, "session", 300)
