"""Commands that keep the house: predicates, doctor, schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from graphmem.doors import cli_json, cli_text
from graphmem.doors.cli_common import (
    DEFAULT_DB,
    AsJson,
    Db,
    Door,
    command,
    existing,
    is_file,
    opened,
)
from graphmem.errors import InvalidInput
from graphmem.model import Predicate
from graphmem.store import Finding, Sizes

_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


def register(app: typer.Typer) -> None:
    """Adds the commands to the app."""
    relations = typer.Typer(
        cls=Door,
        help="The relations and their policies.\n\nWhich supersede, which accumulate, and how they read.\n\n"
        "\b\nExamples:\n  graphmem predicates list\n  graphmem predicates list --json",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    app.add_typer(relations, name="predicates")
    command(relations, "list", "graphmem predicates list", "graphmem predicates list --json")(list_)
    command(
        relations,
        "set",
        "graphmem predicates set drives cardinality=one theme=owning words.en=drives words.zh=开",
        "graphmem predicates set likes opposes=dislikes",
    )(set_)
    command(relations, "apply", "graphmem predicates apply")(apply)
    command(app, "stats", "graphmem stats", "graphmem stats --json")(stats)
    command(app, "doctor", "graphmem doctor", "graphmem doctor --repair --json")(doctor)
    command(app, "schema", "graphmem schema")(schema)


def list_(db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """Every registered relation with its policy."""
    kept = not is_file(db) or Path(db).exists()
    with opened(db if kept else ":memory:") as memory:
        found = memory.predicates()
        if as_json:
            cli_json.emit({"predicates": found})
        else:
            cli_text.table(
                ("relation", "cardinality", "object", "theme", "note", "words"), [_row(p) for p in found]
            )


def _row(p: Predicate) -> tuple[str, ...]:
    said = {
        f"opposes {p.opposes}": bool(p.opposes),
        "one a category": p.per_category,
        "fixed": p.fixed,
        "sensitive": p.sensitive,
    }
    remarks = "; ".join(text for text, holds in said.items() if holds)
    words = " / ".join(p.words.values())
    return p.name, p.cardinality, p.kind or p.object, p.theme, remarks, words


def set_(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A relation, known or new.")],
    settings: Annotated[
        list[str],
        typer.Argument(
            metavar="KEY=VALUE…",
            help="cardinality (one, many), opposes, per_category, fixed, object (entity, literal), kind, "
            "theme, sensitive, words.en, words.zh",
        ),
    ],
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Adds or changes a relation.

    In the store; what rests on it is recomputed. What is not named stays as it is.
    """
    given = _settings(settings)
    with opened(db) as memory:
        before = next((p for p in memory.predicates() if p.name == name), None)
        kept = cli_json.data(before) if before else {}
        words = {**kept.pop("words", {}), **given.pop("words", {})}
        now = {k: v for k, v in kept.items() if k not in ("name", "known")} | given | {"words": words}
        made = memory.define_predicate(name, **now)
        if as_json:
            cli_json.emit(made)
        else:
            cli_text.table(("relation", "cardinality", "object", "theme", "note", "words"), [_row(made)])


def _settings(pairs: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise InvalidInput(f"{pair!r} is not KEY=VALUE, such as cardinality=one")
        if key.startswith("words."):
            found.setdefault("words", {})[key.removeprefix("words.")] = value
        else:
            found[key] = _BOOLEANS.get(value.lower(), value)
    return found


def apply(db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """Reads the stored relations again.

    After they were changed in the store itself: users whose facts rest on others are recomputed.
    """
    with existing(db) as memory:
        changed = memory.apply_predicates()
        if as_json:
            cli_json.emit({"recomputed": changed})
        else:
            cli_text.say(f"recomputed: {changed}")


def doctor(
    repair: Annotated[bool, typer.Option("--repair", help="Mend what is found.")] = False,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Whether the store is sound, and what it holds.

    Sizes, model, versions, and what is missing, stray or damaged: exit 1 if anything is and stays so.
    """
    with existing(db) as memory:
        found = memory.repair() if repair else memory.check()
        left = memory.check() if repair else found
        sizes = memory.sizes()
        if as_json:
            cli_json.emit({"sound": not left, "sizes": sizes, "findings": found, "left": left})
        else:
            _examined(sizes, found, left, repair)
    if left:
        raise typer.Exit(1)


def _examined(sizes: Sizes, found: tuple[Finding, ...], left: tuple[Finding, ...], repaired: bool) -> None:
    cli_text.table(("what", "value"), [*_versions(sizes), *_counts(sizes)])
    if found:
        cli_text.say()
        rows = [(f.kind, str(f.count), str(f.repaired), f.example) for f in found]
        cli_text.table(("finding", "count", "repaired", "example"), rows)
    cli_text.say()
    if not left:
        cli_text.say("repaired: sound now" if found else "sound")
    else:
        advice = "could not be mended: restore a backup" if repaired else "`graphmem doctor --repair` mends"
        cli_text.say(f"not sound: {len(left)} kinds of findings; {advice}")


def _versions(sizes: Sizes) -> list[tuple[str, str]]:
    return [
        ("store", f"{sizes.backend} {sizes.version}"),
        ("schema", str(sizes.schema)),
        ("model", f"{sizes.model_id}, {sizes.dimensions} dimensions"),
    ]


def _counts(sizes: Sizes) -> list[tuple[str, str]]:
    return [(kind, str(count)) for kind, count in sizes.counts.items()]


def stats(db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """What is kept, and what language models were asked for: calls and tokens, over all processes."""
    with existing(db) as memory:
        sizes, used = memory.sizes(), memory.usage()
        if as_json:
            cli_json.emit({"counts": sizes.counts, "usage": list(used)})
            return
        cli_text.table(("kind", "rows"), _counts(sizes))
        cli_text.say()
        if used:
            rows = [(u.model, str(u.calls), str(u.prompt_tokens), str(u.completion_tokens)) for u in used]
            cli_text.table(("language model", "calls", "prompt tokens", "completion tokens"), rows)
        else:
            cli_text.say("no language model was asked for anything")


def schema(db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """The store's schema version and what it keeps."""
    with existing(db) as memory:
        sizes = memory.sizes()
        if as_json:
            cli_json.emit(sizes)
        else:
            cli_text.table(("what", "value"), _versions(sizes))
            cli_text.say()
            cli_text.table(("kind", "rows"), _counts(sizes))
