"""Commands serve and keys: the HTTP door, and who may use it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphmem.doors import cli_json, cli_text
from graphmem.doors.cli_common import DEFAULT_DB, AsJson, Db, Door, command, opened
from graphmem.errors import InvalidInput

if TYPE_CHECKING:
    from graphmem.doors.http.keyring import Key, KeyFile

KeysOf = Annotated[
    str | None,
    typer.Option("--keys", metavar="FILE", help="Where the keys are; beside the database if left out."),
]


def register(app: typer.Typer) -> None:
    """Adds the commands to the app."""
    command(app, "serve", "graphmem serve", "graphmem serve --db memory.db --port 8400")(serve)
    keys = typer.Typer(
        cls=Door,
        help="Who may use the server.\n\nWhose memory a key opens, and what it may do there.\n\n"
        "\b\nExamples:\n  graphmem keys list\n  graphmem keys list --json",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    app.add_typer(keys, name="keys")
    command(
        keys,
        "create",
        "graphmem keys create --user ana --scope read,write --name laptop",
        "graphmem keys create --all-users --scope read,write,erase,admin --name operator",
    )(create)
    command(keys, "list", "graphmem keys list", "graphmem keys list --json")(list_)
    command(keys, "revoke", "graphmem keys revoke laptop")(revoke)


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any that is free.")] = 8377,
    keys: KeysOf = None,
    db: Db = DEFAULT_DB,
) -> None:
    """Serves the memory over HTTP, until Ctrl-C.

    To this machine only, unless there are keys. Once there is a file of keys, every request needs one. With
    GRAPHMEM_LLM_MODEL and GRAPHMEM_LLM_BASE_URL or GRAPHMEM_LLM_API_KEY set, it answers chats too.
    """
    from graphmem.doors.http import needed

    needed()
    from graphmem.doors.http import serving, talk

    known = _file(keys, db)
    if keys is not None and not known.exists():
        raise InvalidInput(f"there is no file {keys}: `graphmem keys create` makes one")
    asked = known if known.exists() else None
    if asked:
        asked.known()
    serving.check_bind(host, asked)
    with serving.bound(host, port) as made, opened(db) as memory:
        model = talk.configured(memory)
        who = f"who has a key of {known.path}" if asked else "this machine"
        cli_text.note(f"serving {db} to {who} at {serving.address(made)} (Ctrl-C ends it)")
        serving.run(memory, asked, model, made)


def create(
    name: Annotated[str, typer.Option("--name", help="What it is called, such as the machine it is for.")],
    scope: Annotated[
        str, typer.Option("--scope", help="What it may do: read, write, erase, admin; with commas.")
    ] = "read,write",
    user: Annotated[
        list[str] | None, typer.Option("--user", help="Whose memory it opens; may be given again.")
    ] = None,
    all_users: Annotated[bool, typer.Option("--all-users", help="It opens everybody's.")] = False,
    keys: KeysOf = None,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Makes a key, and shows it this once.

    Only its digest is kept. A running server that has keys knows it at once; one that had none is to be started again.
    """
    if all_users == bool(user):
        raise InvalidInput("whose memory does the key open? Give --user NAME, or --all-users")
    scopes = [s.strip() for s in scope.split(",") if s.strip()]
    file = _file(keys, db)
    made, token = file.create(name, None if all_users else user or [], scopes)
    if as_json:
        cli_json.emit({**_shown(made), "key": token, "file": str(file.path)})
    else:
        cli_text.say(token)
        cli_text.note(f"key {made.id} in {file.path}: keep it now, it is not shown again")


def list_(keys: KeysOf = None, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """The keys there are, without themselves."""
    found = [_shown(key) for key in _file(keys, db).known()]
    if as_json:
        cli_json.emit({"keys": found})
        return
    rows = [
        (
            str(k["id"]),
            str(k["name"]),
            "all users" if k["users"] is None else ", ".join(k["users"]),
            ", ".join(k["scopes"]),
            str(k["created_at"])[:10],
        )
        for k in found
    ]
    cli_text.table(("key", "name", "users", "scopes", "created"), rows, "no keys")


def revoke(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Its id, or its name.")],
    keys: KeysOf = None,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Takes a key back, at once.

    The file stays even without keys: a server must not open up when the last one is taken back.
    """
    gone = _file(keys, db).revoke(key)
    if as_json:
        cli_json.emit({"revoked": _shown(gone)})
    else:
        cli_text.say(f"revoked: {gone.name} ({gone.id})")


def _file(keys: str | None, db: str) -> KeyFile:
    from graphmem.doors.http.keyring import KeyFile, beside

    return KeyFile(Path(keys) if keys is not None else beside(db))


def _shown(key: Key) -> dict[str, Any]:
    return {
        "id": key.id,
        "name": key.name,
        "users": None if key.users is None else list(key.users),
        "scopes": list(key.scopes),
        "created_at": key.created_at,
    }
