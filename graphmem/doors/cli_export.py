"""Command export, and the import of what it gave."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem import portable
from graphmem.doors import cli_json, cli_text
from graphmem.doors.cli_common import DEFAULT_DB, AsJson, Db, User, command, existing
from graphmem.errors import InvalidInput

if TYPE_CHECKING:
    from graphmem.memory import Memory


def register(app: typer.Typer) -> None:
    """Adds the command to the app."""
    command(app, "export", "graphmem export --user ana -o ana.jsonl", "graphmem export --user ana")(export)


def export(
    out: Annotated[
        str, typer.Option("-o", "--out", metavar="FILE", help="Where to; standard output if left out.")
    ] = "-",
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """Everything that is kept of a user, as JSON Lines.

    It is their own data, so it is whole: sensitive values that were kept are in it as they are. `graphmem import`
    restores it, on any store. With --json and a file, tells how much there is.
    """
    with existing(db) as memory:
        lines = list(memory.export(user))
    content = "".join(f"{line}\n" for line in lines).encode()
    if out == "-":
        sys.stdout.buffer.write(content)
        return
    write_file(out, content)
    if as_json:
        cli_json.emit({"file": out, "user": user, "lines": len(lines)})
    else:
        cli_text.say(
            f"{out}: {len(lines)} lines, all that is kept of {user}: keep it as you would keep their memory"
        )


def write_file(out: str, content: bytes) -> None:
    """Whole or not at all. Raises InvalidInput."""
    target = Path(out)
    if target.is_dir():
        raise InvalidInput(f"{out!r} is a folder: name a file in it")
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_bytes(content)
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InvalidInput(f"{out} cannot be written: {error.strerror or error}") from None


def is_export(lines: Iterable[str]) -> bool:
    """Whether the first line that is not blank says so."""
    return portable.is_export(next((line for line in lines if line.strip()), ""))


def take_in(memory: Memory, lines: Sequence[str], label: str, user: str, as_json: bool) -> None:
    """Restores an export and tells what of. Raises as `Memory.import_export`, naming the file."""
    try:
        changes = memory.import_export(lines, user or None)
    except InvalidInput as error:
        raise InvalidInput(f"nothing was imported: {label}: {error}") from None
    if as_json:
        cli_json.emit(changes)
    else:
        cli_text.outcomes(changes, "the export is empty")
