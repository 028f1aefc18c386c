"""What the engine answers → text: a table on a terminal, tab-separated lines elsewhere."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from graphmem.dates import shown
from graphmem.model import ChangeSet, Choice, Fact, Receipt, Turn

_UNSHOWABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_STYLES = {
    "added": "green",
    "reinforced": "cyan",
    "superseded": "yellow",
    "ended": "yellow",
    "withdrawn": "yellow",
    "noted": "magenta",
    "erased": "red",
    "skipped": "dim",
    "history": "dim",
    "unchanged": "dim",
}
_BODY = {"fact", "text", "reason", "note", "summary", "said", "example", "words"}
"""Columns that are folded when the terminal is narrow; the others stay whole."""


def clean(text: str) -> str:
    """Without what steers a terminal: a remembered text must not move the cursor or turn the line around."""
    return _UNSHOWABLE.sub("�", text)


def cell(text: str) -> str:
    """On one line."""
    return clean(" ".join(text.split()))


def say(text: str = "") -> None:
    """A line or a text, cleaned."""
    print(clean(text))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], empty: str = "nothing found") -> None:
    """Rows under their columns. Elsewhere than on a terminal nothing is cut or padded; no rows: `empty`."""
    cells = [[cell(value) for value in row] for row in rows]
    if not cells:
        note(empty)
    elif sys.stdout.isatty():
        _drawn(columns, cells)
    else:
        for row in (columns, *cells):
            print("\t".join(row))


def note(text: str) -> None:
    """A remark beside the answer, on stderr."""
    print(clean(text), file=sys.stderr)


def _drawn(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    used = [i for i, _ in enumerate(columns) if any(row[i] for row in rows)]
    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for i in used:
        name = columns[i]
        drawn.add_column(name, overflow="fold", no_wrap=name not in _BODY)
    for row in rows:
        drawn.add_row(*(Text(row[i], style=_STYLES.get(row[i], "") if i == 0 else "") for i in used))
    Console(highlight=False, markup=False).print(drawn)


def facts(found: Sequence[Fact], empty: str = "no facts") -> None:
    table(("id", "fact", "since", "until", "note"), [_fact_row(f) for f in found], empty)


def _fact_row(fact: Fact) -> tuple[str, ...]:
    return fact.id[:8], fact.text, since(fact), until(fact), "; ".join(remarks(fact))


def since(fact: Fact) -> str:
    return shown(fact.valid_at, fact.valid_precision, fact.valid_offset)


def until(fact: Fact) -> str:
    return shown(fact.invalid_at, fact.invalid_precision, fact.invalid_offset)


def remarks(fact: Fact) -> list[str]:
    """What keeps a fact from being plainly true and current."""
    said = {
        fact.stance: fact.stance != "stated",
        fact.source: fact.source != "explicit",
        f"confidence {fact.confidence:g}": fact.confidence < 0.8,
        "to be confirmed": fact.stale,
        "pinned": fact.pinned,
        "sensitive": fact.sensitive,
        fact.reason: bool(fact.reason),
    }
    return [text for text, holds in said.items() if holds]


def scores(choice: Choice) -> None:
    """What a ranked fact was ranked by."""
    if choice.scores:
        rows = [("total", f"{choice.scores.total:.3f}")]
        rows += [(name, f"{score:.3f}") for name, score in choice.scores.channels.items()]
        table((f"rank {choice.rank} of {choice.ranked}", "score"), rows)


def history(found: Sequence[Fact]) -> None:
    """Versions, in the order they came to be believed; version 0 never was."""
    columns = ("id", "version", "fact", "since", "until", "believed from", "believed until", "note")
    rows = [
        (
            f.id[:8],
            str(f.version),
            f.text,
            since(f),
            until(f),
            shown(f.recorded_at, "day", 0),
            shown(f.expired_at, "day", 0),
            "; ".join(remarks(f)),
        )
        for f in found
    ]
    table(columns, rows, "no history")


def turns(found: Sequence[Turn]) -> None:
    rows = [(t.id[:8], shown(t.at, "day", t.offset), t.speaker or t.role, t.text) for t in found]
    table(("turn", "at", "speaker", "said"), rows)


def outcomes(changes: ChangeSet, empty: str) -> None:
    """Every outcome with its reason."""
    rows = [(o.action, o.text, o.reason, o.fact[:8]) for o in changes.outcomes]
    table(("outcome", "fact", "reason", "id"), rows, empty)


def counted(actions: Iterable[str]) -> str:
    """ "2 added, 1 superseded"."""
    found = Counter(actions)
    order = [name for name in _STYLES if name in found]
    return ", ".join(f"{found[name]} {name}" for name in order)


def receipt(given: Receipt) -> None:
    """What an erasure removed, and what it repaired."""
    rows = [(kind, str(count)) for kind, count in sorted(given.erased.items()) if count]
    say(f"erased for {given.namespace}: {given.target} ({given.recorded_at.isoformat(timespec='seconds')})")
    table(("erased", "count"), rows, "there was nothing to erase")
    for repaired in given.repaired:
        say(f"repaired: {repaired}")
