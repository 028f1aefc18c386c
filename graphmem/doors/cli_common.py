"""What all commands share: options, opening a memory, errors, examples in the help, progress."""

from __future__ import annotations

import contextlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from graphmem.doors.cli_text import note
from graphmem.errors import GraphmemError, InvalidInput, NotFound, Unavailable, code

if TYPE_CHECKING:
    from rich.progress import Progress

    from graphmem.memory import Memory

DEFAULT_DB = "./memory.db"


def person(user: str) -> str:
    """The user given. Raises InvalidInput that says how to give one."""
    if not user.strip():
        raise InvalidInput("whose memory? Give --user NAME, or set GRAPHMEM_USER")
    return user


def _person(context: typer.Context, user: str) -> str:
    return user if context.resilient_parsing else person(user)


Db = Annotated[
    str, typer.Option("--db", envvar="GRAPHMEM_DB", help="A file, or a Neo4j address (neo4j://…, bolt://…).")
]
User = Annotated[
    str,
    typer.Option(
        "--user",
        envvar="GRAPHMEM_USER",
        help="Whose memory it is: needed.",
        show_default=False,
        callback=_person,
    ),
]
UserIfAny = Annotated[
    str,
    typer.Option(
        "--user",
        envvar="GRAPHMEM_USER",
        help="Whose memory it is: needed, save for an export, which says so itself.",
        show_default=False,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
AsOf = Annotated[str | None, typer.Option("--as-of", help="What was true then, such as 2024 or 2024-05-31.")]
KnownAt = Annotated[str | None, typer.Option("--known-at", help="What was known then.")]
At = Annotated[str | None, typer.Option("--at", help="When it was said; now if left out.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Tell what would change, and change nothing.")]
StanceOf = Annotated[
    str, typer.Option("--stance", help="stated, ended, negated, tentative (maybes) or planned.")
]


class Door(TyperGroup):
    """Commands in their order, and errors as a message and an exit code."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except GraphmemError as error:
            if debugging():
                raise
            note(f"error: {error}")
            raise typer.Exit(code(error).exit) from None
        except BrokenPipeError:
            hush()
            raise typer.Exit from None


def hush() -> None:
    """The reader, such as `head`, has enough: what is still buffered must not raise again at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def heard(piped: bytes, encoding: str | None) -> str:
    """The text in a pipe: UTF-8 however the terminal is set, else as `encoding` says, with � for what is no text."""
    plain = piped.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    try:
        return plain.decode("utf-8")
    except UnicodeDecodeError:
        return plain.decode(encoding or "utf-8", "replace")


def debugging() -> bool:
    """Whether tracebacks are wanted."""
    return os.environ.get("GRAPHMEM_DEBUG", "") not in ("", "0")


def command(
    app: typer.Typer, name: str, *examples: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a command whose help is its docstring and then these examples."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        told = inspect.cleandoc(function.__doc__ or "")
        shown = "\n".join(f"  {example}" for example in examples)
        app.command(name, help=f"{told}\n\n\b\nExamples:\n{shown}")(function)
        return function

    return register


def is_file(db: str) -> bool:
    return "://" not in db and db != ":memory:"


@contextlib.contextmanager
def opened(db: str) -> Iterator[Memory]:
    """A memory, closed at the end with its vectors made; a file is made where there is none.

    What was written stands even when a model fails then: that is only a remark. After Ctrl-C it is left
    as it is: whatever was acknowledged is durable, and vectors follow with the next command.
    """
    import graphmem

    memory = graphmem.open(db)
    try:
        yield memory
    except KeyboardInterrupt:
        raise
    except BaseException:
        with contextlib.suppress(Exception):
            memory.close()
        raise
    try:
        fill(memory)
        memory.close()
    except Unavailable as error:
        note(f"note: what was written is kept, but not all vectors could be made ({error}); {_LATER}")


_LATER = "the next command that writes makes them, or `graphmem doctor --repair`"


@contextlib.contextmanager
def existing(db: str) -> Iterator[Memory]:
    """Like `opened`, for what makes no sense without something kept. Raises NotFound for a missing file."""
    if is_file(db) and db.strip() and not Path(db).exists():
        raise NotFound(
            f"no memory at {db!r}: `graphmem add` and `graphmem import` make one, --db names another"
        )
    with opened(db) as memory:
        yield memory


def fill(memory: Memory) -> int:
    """Makes the vectors that are lacking, with a bar on a terminal if that takes a while; how many."""
    if not sys.stderr.isatty() or (lacking := _lacking(memory)) < _WORTH_A_BAR:
        return memory.flush()
    with bars() as shown:
        task = shown.add_task("vectors", total=lacking)
        return memory.flush(lambda done: shown.update(task, completed=done))


_WORTH_A_BAR = 20


def _lacking(memory: Memory) -> int:
    """How many texts lack a vector, as far as the store counts them."""
    counts = memory.sizes().counts
    return counts.get("unembedded", counts.get("item", 0) - counts.get("vectors", 0))


def bars() -> Progress:
    """Progress bars on stderr; silent where that is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description:>8}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty())
