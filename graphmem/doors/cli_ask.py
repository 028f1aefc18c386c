"""Commands that ask: recall, facts, history, profile, episodes, explain."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from graphmem.doors import cli_json, cli_text
from graphmem.doors.cli_common import (
    DEFAULT_DB,
    AsJson,
    AsOf,
    Db,
    KnownAt,
    StanceOf,
    User,
    command,
    existing,
)
from graphmem.errors import InvalidInput

Subject = Annotated[
    str | None, typer.Argument(metavar="SUBJECT", help="Whom or what it is about; `user` is the person.")
]
Relation = Annotated[str | None, typer.Argument(metavar="PREDICATE", help="A relation, such as lives_in.")]


def register(app: typer.Typer) -> None:
    """Adds the commands to the app."""
    command(
        app,
        "recall",
        'graphmem recall "Where does Ana live?" --user ana',
        'graphmem recall "我们用什么数据库？" --user lin --limit 5',
        'graphmem recall "Where did I live?" --user ana --as-of 2023-06-01',
        'graphmem recall "Where do I live?" --user ana --prompt 600',
        'graphmem recall "Where did I live?" --user ana --predicate lives_in --since 2020 --until 2025',
    )(recall)
    command(
        app,
        "facts",
        "graphmem facts --user ana",
        "graphmem facts user lives_in --user ana --as-of 2023-06-01 --known-at 2024-07-01",
        "graphmem facts --user ana --stance tentative --json",
    )(facts)
    command(app, "history", "graphmem history user lives_in --user ana")(history)
    command(app, "profile", "graphmem profile --user ana", "graphmem profile Bob --user ana")(profile)
    command(app, "episodes", "graphmem episodes --user ana --limit 5")(episodes)
    command(
        app,
        "explain",
        "graphmem explain a6b0a25a --user ana",
        'graphmem explain a6b0a25a --user ana --query "Where does Ana live?"',
    )(explain)


def recall(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="In any words, English or Chinese.")],
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many facts and turns.")] = 10,
    prompt: Annotated[
        int | None,
        typer.Option(
            "--prompt", min=1, help="Give the text for a system message, of at most so many tokens."
        ),
    ] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    stance: StanceOf = "stated",
    topic: Annotated[str | None, typer.Option("--topic", help="Only of episodes with this topic.")] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", help="Only what is about such a thing, such as person.")
    ] = None,
    predicate: Annotated[
        list[str] | None, typer.Option("--predicate", help="Only this relation; may be given again.")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", help="Only what was said or true from then on.")
    ] = None,
    until: Annotated[str | None, typer.Option("--until", help="Only what was said or true before.")] = None,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """What helps to answer a question.

    Facts and what was said, best first. Where nothing seems to answer, the text for a prompt is empty.
    """
    with existing(db) as memory:
        details: dict[str, Any] = {"as_of": as_of, "known_at": known_at, "limit": limit, "stance": stance}
        only: dict[str, Any] = {"topic": topic, "kind": kind, "since": since, "until": until}
        found = memory.recall(question, user, **details, predicate=predicate or None, **only)
        if as_json:
            text = {} if prompt is None else {"prompt": found.prompt(max_tokens=prompt)}
            cli_json.emit({**cli_json.data(found), **text})
        elif prompt is not None:
            cli_text.say(found.prompt(max_tokens=prompt))
        elif not found.facts and not found.hits:
            cli_text.note("nothing found")
        else:
            if found.facts:
                cli_text.facts(found.facts)
            if found.facts and found.hits:
                cli_text.say()
            if found.hits:
                cli_text.turns([h.turn for h in found.hits])
            if found.nothing:
                cli_text.note("none of this seems to answer")


def facts(
    subject: Subject = None,
    predicate: Relation = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    stance: StanceOf = "stated",
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """What is true, now or at a date.

    As best known, or as it was known at another date.
    """
    with existing(db) as memory:
        point: dict[str, Any] = {"as_of": as_of, "known_at": known_at, "stance": stance}
        found = memory.facts(subject, predicate, user=user, **point)
        if as_json:
            cli_json.emit({"facts": found})
        else:
            cli_text.facts(found)


def history(
    subject: Subject = None,
    predicate: Relation = None,
    stance: StanceOf = "stated",
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """Every version of every fact, each with its reason.

    Believed or not any more, and what was said and holds nowhere.
    """
    with existing(db) as memory:
        wanted: Any = stance
        found = memory.history(subject, predicate, user=user, stance=wanted)
        if as_json:
            cli_json.emit({"history": found})
        else:
            cli_text.history(found)


def profile(
    subject: Annotated[
        str | None,
        typer.Argument(
            metavar="SUBJECT", help="Whom it is about; left out: the person and the other speakers."
        ),
    ] = None,
    as_of: AsOf = None,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """What is known of someone, by theme.

    Dated and cited; maybes and plans stand apart.
    """
    with existing(db) as memory:
        found = memory.profile(subject, user=user, as_of=as_of)
        if as_json:
            cli_json.emit({**cli_json.data(found), "text": str(found)})
        elif text := str(found):
            cli_text.say(text)
        else:
            cli_text.note("nothing is known")


def episodes(
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many, newest first.")] = 100,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """What was taken in, newest first.

    Conversations and documents; their ids are for `forget --episode`.
    """
    with existing(db) as memory:
        found = memory.episodes(user=user, limit=limit)
        if as_json:
            cli_json.emit({"episodes": found})
        else:
            rows = [
                (e.id, e.occurred_at.date().isoformat(), e.session, str(len(e.turns)), e.summary)
                for e in found
            ]
            cli_text.table(("episode", "at", "session", "turns", "summary"), rows, "no episodes")


def explain(
    id: Annotated[str, typer.Argument(metavar="ID", help="A fact's id, or its first digits.")],
    query: Annotated[
        str | None, typer.Option("--query", help="Tell too why a recall of this gives the fact or hides it.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many facts that recall gives.")] = 10,
    as_of: AsOf = None,
    db: Db = DEFAULT_DB,
    user: User = "",
    as_json: AsJson = False,
) -> None:
    """Why a fact is believed.

    Its evidence, its versions, what it replaced, and the rule behind it.
    """
    if query is None and as_of is not None:
        raise InvalidInput("--as-of is of a recall: give its --query too")
    with existing(db) as memory:
        asked: dict[str, Any] = {} if query is None else {"query": query, "limit": limit, "as_of": as_of}
        found = memory.explain(id, user=user, **asked)
        if as_json:
            cli_json.emit(found)
            return
        cli_text.facts([found.fact])
        cli_text.say(f"\nrule: {found.rule}\n\nsaid in")
        cli_text.turns(found.turns)
        cli_text.say("\nversions")
        cli_text.history(found.versions)
        for heading, others in (("replaced", found.replaced), ("replaced by", found.replaced_by)):
            if others:
                cli_text.say(f"\n{heading}")
                cli_text.facts(others)
        if found.choice:
            cli_text.say(f"\nrecall: {found.choice.reason}")
            cli_text.scores(found.choice)
