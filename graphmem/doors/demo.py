"""A short story in two languages that shows what memory is for, and checks itself step by step."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphmem.dates import shown
from graphmem.doors import cli_json
from graphmem.doors.cli_common import fill, is_file
from graphmem.doors.cli_text import clean
from graphmem.errors import Conflict, GraphmemError
from graphmem.model import ChangeSet, Fact
from graphmem.testing import FrozenClock

if TYPE_CHECKING:
    from graphmem.memory import Memory

ANA, LIN = "ana", "lin"
MARK = "graphmem demo"
"""The user under which a demo's file says that it is one."""


@dataclass(slots=True)
class Story:
    """Tells steps through `say` and stops at the first that goes another way."""

    memory: Memory
    clock: FrozenClock
    say: Callable[[str], None]
    told: list[dict[str, Any]] = field(default_factory=list)

    def act(self, title: str) -> None:
        self.say(f"\n== {title} ==")

    def hear(self, user: str, at: str, text: str, *expected: str) -> None:
        """A message; `expected`: outcomes as "action text", all of which must be among those told."""
        self.clock.set(at)
        self.say(f"\n{at} {user}: {text}")
        with self.memory.session(user) as chat:
            chat.add("user", text, at=at)
            self.changes(user, chat.commit(), *expected)

    def changes(self, user: str, changes: ChangeSet, *expected: str) -> None:
        for o in changes.outcomes:
            self.say(f"    {o.action:<10} {o.text} ({o.reason})")
        found = [f"{o.action} {o.text}" for o in changes.outcomes]
        self.told.append({"user": user, "outcomes": cli_json.data(changes.outcomes)})
        self._expect(set(expected) <= set(found), expected, found)

    def know(self, user: str, predicate: str, *expected: str, **point: Any) -> list[Fact]:
        """The facts of a relation at a point in time; exactly the objects `expected`."""
        found = self.memory.facts("user", predicate, user=user, **point)
        asked = "".join(f", {name} {value}" for name, value in point.items()) or ", now"
        said = ", ".join(f"{f.text} [{f.id[:8]}]{_dates(f)}" for f in found) or "—"
        self.say(f"  → {user}, {predicate}{asked}: {said}")
        self.told.append({"user": user, "predicate": predicate, **point, "facts": cli_json.data(found)})
        self._expect(
            {str(f.object) for f in found} == set(expected), expected, [str(f.object) for f in found]
        )
        return found

    def _expect(self, right: bool, expected: object, found: object) -> None:
        if not right:
            raise GraphmemError(f"the demo went another way: expected {expected}, found {found}")


def _dates(fact: Fact) -> str:
    start = shown(fact.valid_at, fact.valid_precision, fact.valid_offset)
    end = shown(fact.invalid_at, fact.invalid_precision, fact.invalid_offset)
    return f" {start}…{end}" if start or end else ""


def run(db: str, as_json: bool) -> None:
    """Tells the story into `db`. Raises Conflict for a file of something else, GraphmemError when a step fails."""
    say: Callable[[str], None] = _silent if as_json else _printed
    with _fresh(db) as story:
        story.say = say
        for act in (_begin, _move, _switch, _learn, _perhaps, _put_right, _erase, _ask):
            act(story)
        fill(story.memory)
        commands = try_these(db)
        if as_json:
            cli_json.emit({"db": db, "steps": story.told, "commands": commands})
    say("\nEvery step came out as told. 每一步都与故事一致。Try on it:")
    for line in commands:
        say(f"  {line}")


def _silent(text: str) -> None:
    return None


def _printed(text: str) -> None:
    print(clean(text))


def try_these(db: str) -> list[str]:
    """Three commands for the file that is left."""
    place = shlex.quote(db)
    return [
        f"graphmem facts --as-of 2025-01-01 --user {ANA} --db {place}",
        f"graphmem recall 我们用什么数据库？ --user {LIN} --db {place}",
        f"graphmem history user works_at --user {ANA} --db {place}",
    ]


@contextmanager
def _fresh(db: str) -> Iterator[Story]:
    """A story about to begin: a new place, or that of an earlier demo with its two users erased."""
    import graphmem

    foreign = Conflict(f"{db!r} was not made by the demo, and is left as it is: name another with --db")
    kept = is_file(db) and Path(db).exists() and Path(db).stat().st_size > 0
    if kept and not _is_sqlite(Path(db)):
        raise foreign
    clock = FrozenClock("2024-03-01")
    with graphmem.open(db, clock=clock) as memory:
        ours = bool(memory.facts("story", user=MARK))
        strangers = kept or any(memory.episodes(user=user, limit=1) for user in (ANA, LIN))
        if strangers and not ours:
            raise foreign
        if not ours:
            memory.add_fact("story", "told_by", "graphmem demo", user=MARK)
        for user in (ANA, LIN):
            memory.forget(user=user)
        yield Story(memory, clock, _silent)


def _is_sqlite(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(15) == b"SQLite format 3"


# -- the story -------------------------------------------------------------------------------


def _begin(story: Story) -> None:
    story.act("Two people say who they are · 两个人介绍自己")
    story.hear(
        ANA,
        "2024-03-04",
        "I live in Lyon. I work at Orbit Foods. I'm good at Python.",
        "added user lives in Lyon",
        "added user works at Orbit Foods",
        "added user is skilled in Python",
    )
    story.hear(
        LIN,
        "2024-03-05",
        "我住在上海。我会用 Python。我们用 MySQL。",
        "added 用户住在上海",
        "added 用户擅长Python",
        "added 用户使用MySQL",
    )


def _move(story: Story) -> None:
    story.act("A move: one home at a time, and the old one stays true of its time · 搬家")
    story.hear(
        ANA,
        "2025-05-12",
        "I moved from Lyon to Turin.",
        "added user lives in Turin",
        "ended user lives in Lyon",
    )
    story.hear(LIN, "2025-05-13", "我从上海搬到杭州了。", "added 用户住在杭州", "ended 用户住在上海")
    story.know(ANA, "lives_in", "Turin")
    story.know(LIN, "lives_in", "杭州")
    story.know(ANA, "lives_in", "Lyon", as_of="2025-01-01")
    story.know(LIN, "lives_in", "上海", as_of="2025-01-01")


def _switch(story: Story) -> None:
    story.act("A switch: one tool ends another, although tools accumulate · 更换数据库")
    story.hear(
        LIN,
        "2025-06-02",
        "我们把数据库从 MySQL 换成了 PostgreSQL。",
        "added 用户使用PostgreSQL",
        "ended 用户使用MySQL",
    )
    story.know(LIN, "uses", "PostgreSQL")
    story.know(LIN, "uses", "MySQL", as_of="2025-01-01")


def _learn(story: Story) -> None:
    story.act("A skill: it stands beside the others · 技能累积")
    story.hear(LIN, "2025-06-20", "我也会 Rust 了。", "added 用户擅长Rust")
    story.know(LIN, "skilled_in", "Python", "Rust")


def _perhaps(story: Story) -> None:
    story.act("A maybe: noted apart, it moves nobody · 也许")
    story.hear(ANA, "2025-07-01", "I might move to Berlin next year.", "noted user lives in Berlin")
    story.know(ANA, "lives_in", "Turin")
    story.know(ANA, "lives_in", "Berlin", stance="tentative")


def _put_right(story: Story) -> None:
    story.act("A correction: it was never that, and what was believed before can still be told · 更正")
    story.clock.set("2025-07-15")
    wrong = story.know(ANA, "works_at", "Orbit Foods")[0]
    story.say(f"\n2025-07-15 {ANA} corrects {wrong.id[:8]}: Orbit Labs")
    changes = story.memory.correct(wrong.id, user=ANA, object="Orbit Labs")
    story.changes(ANA, changes, "added user works at Orbit Labs", "withdrawn user works at Orbit Foods")
    story.know(ANA, "works_at", "Orbit Labs")
    story.know(ANA, "works_at", "Orbit Labs", as_of="2024-06-01")
    story.know(ANA, "works_at", "Orbit Foods", known_at="2025-07-01")


def _erase(story: Story) -> None:
    story.act("An erasure: gone, with the words that said it · 遗忘")
    story.hear(LIN, "2025-08-01", "我对花生过敏。", "added 用户过敏原是花生")
    doomed = story.know(LIN, "allergic_to", "花生")[0]
    receipt = story.memory.forget(user=LIN, fact=doomed.id)
    erased = ", ".join(f"{count} {kind}" for kind, count in receipt.erased.items())
    story.say(f"    erased     {erased}")
    story.told.append({"user": LIN, "receipt": cli_json.data(receipt)})
    story.know(LIN, "allergic_to")
    left = str(cli_json.data([story.memory.history(user=LIN), story.memory.episodes(user=LIN)]))
    story.say(f"  → {LIN}, 花生 anywhere: {'no · 无' if '花生' not in left else left}")
    story._expect("花生" not in left, "no trace of 花生", left)


def _ask(story: Story) -> None:
    story.act("A question: what an assistant would be told · 提问")
    story.memory.flush()  # vectors follow a moment after what is written
    found = story.memory.recall("Where does Ana live?", ANA, limit=3)
    story.say(f"\nWhere does Ana live?\n{found.prompt(max_tokens=300)}")
    story.told.append({"user": ANA, "recall": cli_json.data(found)})
    first = found.facts[0].text if found.facts else ""
    story._expect(first == "user lives in Turin", "user lives in Turin first", first)
