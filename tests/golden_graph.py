"""A small story in English, Chinese and both, told to a memory: what the tests of the analyst's kit look at."""

from __future__ import annotations

from graphmem.memory import Memory
from graphmem.testing import FrozenClock

TOLD = "2026-03-02T09:00:00Z"
"""What the clock of the memory says while the story is told."""


def tell(memory: Memory, clock: FrozenClock, user: str) -> dict[str, str]:
    """Tells all of it, a second between two facts; gives a name → the id of each fact."""

    def say(subject: str, predicate: str, object: str, **details: object) -> str:
        clock.tick()
        changes = memory.add_fact(subject, predicate, object, user=user, **details)
        return next(o.fact for o in changes.outcomes if o.candidate)

    told = {
        "lyon": say("user", "lives_in", "Lyon", valid_at="2018", episode="homes"),
        "turin": say("user", "lives_in", "Turin", valid_at="2024-05", episode="homes"),
        "quarry": say("user", "works_at", "Quarry", valid_at="2020", episode="work"),
        "birthday": say("user", "birthday", "1990-05-01", episode="homes"),
        "bob": say("user", "friend", "Bob", episode="friends"),
        "lin": say("user", "friend", "小林", episode="friends"),
        "hangzhou": say("小林", "lives_in", "杭州", valid_at="2021-03", episode="friends"),
        "lin_works": say("小林", "works_at", "Quarry", valid_at="2022", episode="work"),
        "mine": say("user", "works_on", "Project 海豚", valid_at="2025", episode="work"),
        "bobs": say("Bob", "works_on", "Project 海豚", valid_at="2025", episode="friends"),
    }
    told["tram"] = say("user", "commutes_by", "tram 12", valid_at="2019", depends_on=[told["lyon"]])
    told["milan"] = say("Bob", "lives_in", "Milan", valid_at="2025-01", episode="friends")
    told["rome"] = say("Bob", "lives_in", "Rome", valid_at="2025-01", episode="friends")
    told["shanghai"] = say("小林", "lives_in", "上海", valid_at="2023", source="inferred", episode="work")
    told["likes"] = say("user", "likes", "咖啡 coffee", at="2026-01-01")
    told["dislikes"] = say("user", "dislikes", "咖啡 coffee", at="2026-01-04")
    told["plan"] = say("user", "plans_to", "learn Go", stance="planned")
    memory.flush()
    return told


def tell_other(memory: Memory, user: str) -> None:
    """Somebody else's, to be seen in no answer about the first: the same names, and two of their own."""
    memory.add_fact("user", "lives_in", "Oslo", user=user, valid_at="2019")
    memory.add_fact("user", "lives_in", "Turin", user=user, valid_at="2024-06", episode="elsewhere")
    memory.add_fact("user", "friend", "张三丰", user=user, episode="friends")
    memory.flush()


ELSEWHERE = ("Oslo", "张三丰")
