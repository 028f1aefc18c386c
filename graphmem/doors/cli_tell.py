"""Commands that write: add, correct, retract, decline, confirm, pin, forget, merge, split, undo."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from graphmem.doors import cli_json, cli_text
from graphmem.doors.cli_common import (
    DEFAULT_DB,
    AsJson,
    At,
    Db,
    DryRun,
    User,
    command,
    existing,
    heard,
    opened,
)
from graphmem.errors import InvalidInput
from graphmem.model import ChangeSet

FactId = Annotated[str, typer.Argument(metavar="ID", help="A fact's id, or its first digits.")]


def register(app: typer.Typer) -> None:
    """Adds `add`; the others are added by `register_repairs`, after the commands that ask."""
    command(
        app,
        "add",
        'graphmem add "I moved from Lyon to Turin in May. I still cycle." --user ana',
        'graphmem add "我们把数据库从 MySQL 换成了 PostgreSQL" --user lin --at 2024-05-03',
        "graphmem add --fact Ana lives_in Turin --valid-at 2024-05 --user ana",
        "graphmem add --fact user favorite jazz --category music --stance tentative --user ana",
    )(add)


def register_repairs(app: typer.Typer) -> None:
    """Adds the commands that put right what is kept."""
    command(app, "correct", "graphmem correct a6b0a25a Milan --user ana")(correct)
    command(app, "retract", 'graphmem retract a6b0a25a --why "a joke" --user ana')(retract)
    command(app, "decline", "graphmem decline a6b0a25a --user ana")(decline)
    command(app, "confirm", "graphmem confirm a6b0a25a --user ana")(confirm)
    command(app, "pin", "graphmem pin a6b0a25a --user ana", "graphmem pin a6b0a25a --off --user ana")(pin)
    command(
        app,
        "forget",
        "graphmem forget --fact a6b0a25a --user ana",
        "graphmem forget --episode trip --user ana",
        "graphmem forget --all --yes --user ana",
    )(forget)
    command(app, "merge", 'graphmem merge "Bob Smith" Bob --user ana')(merge)
    command(app, "split", "graphmem split Bob 324f66e6 --user ana")(split)
    command(app, "undo", "graphmem undo 9f8e7d6c5b4a3210 --user ana")(undo)


def add(
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="Free text; - reads it from standard input.")
    ] = None,
    fact: Annotated[
        tuple[str, str, str] | None,
        typer.Option(
            "--fact", metavar="SUBJECT PREDICATE OBJECT", help="A fact as it is, without reading text."
        ),
    ] = None,
    at: At = None,
    name: Annotated[str, typer.Option("--name", help="Who says the text, if not the user.")] = "",
    valid_at: Annotated[str | None, typer.Option("--valid-at", help="The fact is true from then.")] = None,
    invalid_at: Annotated[str | None, typer.Option("--invalid-at", help="… and until then.")] = None,
    stance: Annotated[
        str | None, typer.Option("--stance", help="stated, ended, negated, tentative or planned.")
    ] = None,
    source: Annotated[str | None, typer.Option("--source", help="explicit or inferred.")] = None,
    confidence: Annotated[float | None, typer.Option("--confidence", help="From 0 to 1.")] = None,
    category: Annotated[str | None, typer.Option("--category", help="Of a favourite: music, food, …")] = None,
    object_kind: Annotated[
        str | None, typer.Option("--object-kind", help="What the object is, such as place.")
    ] = None,
    replaces: Annotated[str | None, typer.Option("--replaces", help="The object that this one ends.")] = None,
    depends_on: Annotated[
        list[str] | None, typer.Option("--depends-on", help="A fact it hangs on; may be given again.")
    ] = None,
    episode: Annotated[
        str | None, typer.Option("--episode", help="A name to keep the fact under, for `forget`.")
    ] = None,
    dry_run: DryRun = False,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """Remembers a text, or a fact.

    Says what that changed and why: added, reinforced, superseded, ended, noted (a maybe or a plan),
    history (it holds at no time) or skipped.
    """
    details = {
        "valid_at": valid_at,
        "invalid_at": invalid_at,
        "stance": stance,
        "source": source,
        "confidence": confidence,
        "category": category,
        "object_kind": object_kind,
        "replaces": replaces,
        "depends_on": tuple(depends_on or ()) or None,
        "episode": episode,
    }
    given: dict[str, Any] = {key: value for key, value in details.items() if value is not None}
    _check_add(text, fact, name, given)
    said = heard(sys.stdin.buffer.read(), sys.stdin.encoding) if text == "-" else text
    with opened(db) as memory:
        if fact is not None:
            changes = memory.add_fact(*fact, user=user, at=at, dry_run=dry_run, **given)
        else:
            changes = memory.remember(said or "", user, at=at, name=name, dry_run=dry_run)
        show(changes, as_json, dry_run)


def _check_add(text: str | None, fact: object, name: str, details: dict[str, Any]) -> None:
    if (text is None) == (fact is None):
        raise InvalidInput("give either a TEXT or --fact SUBJECT PREDICATE OBJECT")
    wrong = ["--name"] if fact is not None and name else []
    wrong += [f"--{key.replace('_', '-')}" for key in details] if fact is None else []
    if wrong:
        raise InvalidInput(f"{wrong[0]} goes with {'a TEXT' if fact is not None else '--fact'} only")


def show(changes: ChangeSet, as_json: bool, dry_run: bool = False) -> None:
    """Each outcome with its reason."""
    if as_json:
        cli_json.emit({**cli_json.data(changes), "dry_run": dry_run})
        return
    kept = f": the words are kept as episode {changes.episode}" if changes.episode else ""
    cli_text.outcomes(changes, f"no fact was found in it{kept}")
    if dry_run:
        cli_text.note("dry run: nothing was written")


def correct(
    id: FactId,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="What it was all along.")],
    at: At = None,
    valid_at: Annotated[
        str | None, typer.Option("--valid-at", help="True from then; else as before.")
    ] = None,
    invalid_at: Annotated[str | None, typer.Option("--invalid-at", help="… and until then.")] = None,
    dry_run: DryRun = False,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """It was never that: puts another value in its place.

    At the same dates, unless others are given.
    """
    with existing(db) as memory:
        dates: dict[str, Any] = {"at": at, "valid_at": valid_at, "invalid_at": invalid_at}
        show(memory.correct(id, user=user, object=value, dry_run=dry_run, **dates), as_json, dry_run)


def retract(
    id: FactId,
    why: Annotated[str, typer.Option("--why", help="Kept in its history.")] = "retracted",
    dry_run: DryRun = False,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """It was never true: withdraws a fact, kept in history."""
    with existing(db) as memory:
        show(memory.retract(id, user=user, why=why, dry_run=dry_run), as_json, dry_run)


def decline(
    id: FactId,
    dry_run: DryRun = False,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """Refuses a fact that was inferred.

    It is withdrawn, and not inferred again, until the person says it. What was said outright is for `retract`.
    """
    with existing(db) as memory:
        show(memory.decline(id, user, dry_run=dry_run), as_json, dry_run)


def confirm(
    id: FactId,
    at: At = None,
    dry_run: DryRun = False,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """The person says it again.

    A fact that was to be confirmed is sound again.
    """
    with existing(db) as memory:
        show(memory.confirm(id, user=user, at=at, dry_run=dry_run), as_json, dry_run)


def pin(
    id: FactId,
    off: Annotated[bool, typer.Option("--off", help="Take the pin away.")] = False,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """Keeps a fact always in mind."""
    with existing(db) as memory:
        show(memory.pin(id, user=user, pinned=not off), as_json)


def forget(
    episode: Annotated[str | None, typer.Option("--episode", help="An episode's id, or its name.")] = None,
    fact: Annotated[
        str | None, typer.Option("--fact", help="A fact's id: it goes with the words that said it.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All that is kept of the user.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Goes with --all: yes, all of it.")] = False,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """Erases for good, and prints a receipt."""
    if [episode is not None, fact is not None, everything].count(True) != 1:
        raise InvalidInput("give one of --episode, --fact and --all")
    if everything and not yes:
        raise InvalidInput(f"--all erases everything that is kept of {user!r}, for good: add --yes to do it")
    given = {"episode": episode, "fact": fact}
    target = {name: value for name, value in given.items() if value is not None}
    with existing(db) as memory:
        receipt = memory.forget(user=user, **target)
        if as_json:
            cli_json.emit(receipt)
        else:
            cli_text.receipt(receipt)


def merge(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name, or an entity's id.")],
    into: Annotated[str, typer.Argument(metavar="INTO", help="What it is known as from now on.")],
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """Two names mean one thing.

    The reason says the id that `undo` takes.
    """
    with existing(db) as memory:
        show(memory.merge(name, into, user=user), as_json)


def split(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name, or an entity's id.")],
    facts: Annotated[
        list[str], typer.Argument(metavar="FACT…", help="Ids of the facts that are about the other one.")
    ],
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """One name means two things.

    The facts given go to the other one. The reason says the id that `undo` takes.
    """
    with existing(db) as memory:
        show(memory.split(name, facts, user=user), as_json)


def undo(
    id: Annotated[str, typer.Argument(metavar="ID", help="The id that merge or split gave.")],
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """Undoes a merge or a split."""
    with existing(db) as memory:
        show(memory.undo(id, user=user), as_json)
