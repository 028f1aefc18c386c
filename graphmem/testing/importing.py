"""The contract's documents: kept in passages, found like turns, replaced by what they have become, erased."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInput, NotFound
from graphmem.memory import Memory
from graphmem.model import Turn
from graphmem.testing.base import HOUR, Contract, actions, everything
from graphmem.testing.clock import FrozenClock

HANDBOOK = """# Harbour handbook

The harbour opens its gate at six in the morning, and the guard on duty writes the name of every ship into
the grey book that lies beside the gate, with the hour at which it came in and the pier at which it is moored.

## Lamps

The lamp controller is called Lanternix. It stands in the fourth cabinet of the long hall, where only those
who carry the brass key can reach it, and is started again on Mondays by the night shift
after a call to the office.

## 值班安排

夜班由小林负责，每周一凌晨重启一次控制器，重启之前要先打电话通知港口调度室，得到同意之后才能动手。
如果调度室没有人接电话，就先等十分钟再打一次，并且把每一次的时间都记在灰色的本子上，第二天交给白班的同事。

## 备份 backup

The backup 每天晚上两点开始，用 rsync 把 controller 的配置复制到 archive 服务器上，
一般需要二十分钟左右，完成后会发邮件给值班的人。
"""


def passages(memory: Memory, user: str) -> list[Turn]:
    return [t for e in memory.episodes(user=user) for t in e.turns]


class ImportingContract(Contract):
    """A document is an episode; its passages are turns."""

    def test_a_document_is_found_by_its_passages_and_makes_no_fact(self, memory: Memory, user: str) -> None:
        changes = memory.import_document(HANDBOOK, user=user, name="handbook.md", at="2026-01-05")
        memory.flush()
        (episode,) = memory.episodes(user=user)
        assert (episode.id, episode.session) == (changes.episode, "handbook.md")
        assert len(episode.turns) == len(changes.added) == 4
        assert {(t.role, t.speaker, str(t.at)[:10]) for t in episode.turns} == {
            ("document", "handbook.md", "2026-01-05")
        }
        assert [t.text.split("\n")[0] for t in episode.turns][2] == "Harbour handbook › 值班安排"
        for query, words in (
            ("Where does Lanternix stand?", "fourth cabinet"),
            ("夜班由谁负责？", "小林"),
            ("backup 什么时候开始", "每天晚上两点"),
        ):
            recall = memory.recall(query, user=user)
            assert words in recall.hits[0].turn.text, query
            assert "2026-01-05 handbook.md: Harbour handbook › " in recall.prompt(max_tokens=400)
        assert memory.history(user=user) == [] and memory.profile(user=user).sections == ()

    def test_a_document_again_changes_nothing(self, memory: Memory, clock: FrozenClock, user: str) -> None:
        memory.import_document(HANDBOOK, user=user, name="handbook.md")
        memory.flush()
        before = memory.episodes(user=user)
        clock.tick(HOUR)
        again = memory.import_document(HANDBOOK, user=user, name="handbook.md")
        assert actions(again) == ["skipped"] * 4 and all("already known" in o.reason for o in again.outcomes)
        assert memory.episodes(user=user) == before and memory.check() == ()

    def test_a_changed_document_replaces_what_has_changed(
        self, memory: Memory, clock: FrozenClock, user: str
    ) -> None:
        memory.import_document(HANDBOOK, user=user, name="handbook.md", at="2026-01-05")
        memory.flush()
        before = {t.id: t for t in passages(memory, user)}
        clock.tick(HOUR)
        changed = "Read this first.\n\n" + HANDBOOK.replace("Lanternix", "Zephyrine")
        dry = memory.import_document(changed, user=user, name="handbook.md", dry_run=True)
        assert {t.id: t for t in passages(memory, user)} == before
        done = memory.import_document(changed, user=user, name="handbook.md", at="2026-02-05")
        memory.flush()
        assert actions(done) == actions(dry) == ["added", "added", "erased", *["skipped"] * 3]
        after = {t.id: t for t in passages(memory, user)}
        kept = before.keys() & after.keys()
        assert len(kept) == 3 and len(after) == 5 and all(after[i] == before[i] for i in kept)
        (episode,) = memory.episodes(user=user)
        places = sorted(episode.turns, key=lambda t: t.ordinal)
        assert [t.ordinal for t in places] == [-1, 0, 1, 2, 3] and "Zephyrine" in places[2].text
        told = everything(memory, user) + str(memory.recall("What is Lanternix?", user=user))
        assert "Lanternix called" not in told and "called Lanternix" not in told
        found = memory.recall("What is the lamp controller called?", user=user).hits[0].turn
        assert "Zephyrine" in found.text and str(found.at)[:10] == "2026-02-05"
        assert memory.check() == ()

    def test_a_passage_put_into_a_document_moves_few_others(self, memory: Memory, user: str) -> None:
        memory.import_document(HANDBOOK, user=user, name="handbook.md")
        memory.flush()
        more = HANDBOOK.replace("## Lamps", "## Ropes\n\nThe ropes hang on the wall.\n\n## Lamps")
        memory.import_document(more, user=user, name="handbook.md")
        places = sorted(passages(memory, user), key=lambda t: t.ordinal)
        assert [t.ordinal for t in places] == list(range(places[0].ordinal, places[0].ordinal + 5))
        assert [("Ropes" in t.text, "Lamps" in t.text) for t in places][1:3] == [(True, False), (False, True)]
        memory.flush()
        found = memory.recall("Where do the ropes hang?", user=user)
        assert places[1].id in {hit.turn.id for hit in found.hits}
        assert memory.check() == ()

    def test_a_document_is_erased_by_its_name(self, memory: Memory, user: str, other: str) -> None:
        for who in (user, other):
            memory.import_document(HANDBOOK, user=who, name="handbook.md")
        memory.import_document("The ropes hang on the wall.", user=user, name="ropes.txt")
        memory.flush()
        receipt = memory.forget(user=user, episode="handbook.md")
        assert receipt.erased == {"turn": 4, "episode": 1}
        told = everything(memory, user)
        assert "Lanternix" not in told and "ropes hang" in told
        assert len(passages(memory, other)) == 4
        with pytest.raises(NotFound):
            memory.forget(user=user, episode="handbook.md")

    def test_a_document_of_many_passages_is_kept_whole(self, memory: Memory, user: str) -> None:
        def text(*without: int) -> str:
            return "\n\n".join(
                f"# Pier {i}\n\nShip {i} is moored here." for i in range(620) if i not in without
            )

        first = memory.import_document(text(3), user=user, name="piers.md")
        assert len(first.added) == 619
        second = memory.import_document(text(5, 7), user=user, name="piers.md")
        assert (len(second.added), len(second.skipped)) == (1, 617)
        assert [o.action for o in second.outcomes].count("erased") == 2
        (episode,) = memory.episodes(user=user)
        places = sorted((t.ordinal, int(t.text.split()[1])) for t in episode.turns)
        assert [pier for _, pier in places] == [i for i in range(620) if i not in (5, 7)]

    def test_a_document_that_is_none_is_refused(self, memory: Memory, user: str) -> None:
        for text, words in (
            (" \n\t", "blank"),
            ("\ufeff\n", "blank"),
            ("---\n\n***\n", "no words"),
            ("PK\x03\x04", "control character"),
            (b"bytes", "must be a text"),
            ("word " * 300_000, "1,000,000"),
        ):
            with pytest.raises(InvalidInput, match=words):
                memory.import_document(text, user=user, name="x")  # type: ignore[arg-type]
        for name in ("", " ", "x" * 301):
            with pytest.raises(InvalidInput, match="name"):
                memory.import_document("Words.", user=user, name=name)
        assert memory.episodes(user=user) == []
