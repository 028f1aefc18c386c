"""The verbs of `Memory` as tools. A docstring here is what a model reads of the tool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeVar

from mcp.types import CallToolResult
from pydantic import Field

from graphmem import prompt
from graphmem.doors.mcp import pages, replies, shapes
from graphmem.errors import InvalidInput
from graphmem.memory import Memory
from graphmem.model import Episode, Fact, Hit
from graphmem.names import has_cjk

T = TypeVar("T")
StanceName = Literal["stated", "ended", "negated", "tentative", "planned"]

User = Annotated[str, Field(description="Whose memory it is: a name or id, always the same one")]
At = Annotated[str | None, Field(description="When it was said, ISO, such as 2024-05-03; now if left out")]
AsOf = Annotated[str | None, Field(description="What was true then, ISO, such as 2024 or 2024-05-31")]
KnownAt = Annotated[str | None, Field(description="What was known then, ISO")]
Subject = Annotated[str | None, Field(description="Whom or what it is about; `user` is the person")]
Predicate = Annotated[str | None, Field(description="The relation, such as lives_in")]
StanceOf = Annotated[
    StanceName, Field(description="tentative are maybes, planned are plans; else leave it out")
]
FactId = Annotated[str, Field(description="A fact's id as an answer gives it, or its first digits")]
ValidAt = Annotated[str | None, Field(description="True from then, ISO")]
InvalidAt = Annotated[str | None, Field(description="True until then, ISO")]
DryRun = Annotated[bool, Field(description="Only tell what would change")]
MaxTokens = Annotated[int, Field(description="At most so many tokens, 100 to 100000")]
Cursor = Annotated[str | None, Field(description="nextCursor of the page before, with the same arguments")]
Limit = Annotated[int, Field(description="At most so many", ge=1, le=1000)]

Changes = Annotated[CallToolResult, shapes.ChangesOut]
Facts = Annotated[CallToolResult, shapes.FactsOut]


class Verbs:
    """Each method is a tool. `user` is the namespace; a server for one user fills it in."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    # -- taking in -----------------------------------------------------------------------

    def remember(
        self,
        text: Annotated[
            str, Field(description='What the user said, in their own words: "I moved to Turin in May."')
        ],
        at: At = None,
        name: Annotated[str, Field(description="Who said it, if not the user")] = "",
        dry_run: DryRun = False,
        *,
        user: User,
    ) -> Changes:
        """Remembers what the user said of themselves or others, in English or Chinese. Facts are read from it.

        Give the user's own sentence, in the first person, not a summary. The answer tells each outcome with its reason.
        """
        return replies.changes(self._memory.remember(text, user, at=at, name=name, dry_run=dry_run))

    def add_fact(
        self,
        subject: Annotated[str, Field(description="`user` for the person, or a name")],
        predicate: Annotated[str, Field(description="A relation such as lives_in, works_at, likes, friend")],
        object: Annotated[str, Field(description="A name or a value")],
        at: At = None,
        valid_at: ValidAt = None,
        invalid_at: InvalidAt = None,
        stance: StanceOf = "stated",
        source: Annotated[
            Literal["explicit", "inferred"], Field(description="inferred if it is your own conclusion")
        ] = "explicit",
        category: Annotated[str, Field(description="Of a favourite: food, music, …")] = "",
        replaces: Annotated[str | None, Field(description="The object that this one ends")] = None,
        dry_run: DryRun = False,
        *,
        user: User,
    ) -> Changes:
        """Adds one fact as it is, without reading text. For what the user said, use remember.

        A newer value of a relation with one value at a time (lives_in) ends the older one, which stays in its history.
        """
        details: dict[str, Any] = shapes.given(
            at=at, valid_at=valid_at, invalid_at=invalid_at, category=category, replaces=replaces
        )
        done = self._memory.add_fact(
            subject, predicate, object, user=user, dry_run=dry_run, stance=stance, source=source, **details
        )
        return replies.changes(done)

    def pause(self, *, user: User) -> Changes:
        """Stops remembering, when the user asks for that, until resume. Asking and erasing still work."""
        return replies.changes(self._memory.pause(user))

    def resume(self, *, user: User) -> Changes:
        """Remembers again after a pause."""
        return replies.changes(self._memory.resume(user))

    # -- asking --------------------------------------------------------------------------

    def recall(
        self,
        query: Annotated[str, Field(description="A question or topic, in any words, English or Chinese")],
        as_of: AsOf = None,
        known_at: KnownAt = None,
        limit: Limit = 10,
        predicate: Annotated[str | None, Field(description="Keep to this relation")] = None,
        since: Annotated[str | None, Field(description="Keep to what was said or true from then on")] = None,
        until: Annotated[str | None, Field(description="Keep to what was said or true before")] = None,
        max_tokens: MaxTokens = 2000,
        cursor: Cursor = None,
        *,
        user: User,
    ) -> Annotated[CallToolResult, shapes.RecallOut]:
        """Finds what helps to answer a question: facts and what was said, best first, with dates and ids to cite.

        If `nothing` is true, nothing known seems to answer: say so rather than guess.
        """
        asked = pages.question("recall", user, query, as_of, known_at, limit, predicate, since, until)
        point: dict[str, Any] = {"as_of": as_of, "known_at": known_at, "since": since, "until": until}
        found = self._memory.recall(query, user, limit=limit, predicate=predicate, **point)
        items: list[Fact | Hit] = [*found.facts, *found.hits]
        numbered = list(enumerate(items))
        taken, more = pages.page(
            numbered,
            lambda i: pages.place(i[0]),
            lambda i: pages.weight(_told(i[1])),
            max_tokens,
            asked,
            cursor,
        )
        facts = [i for _, i in taken if isinstance(i, Fact)]
        hits = [i for _, i in taken if isinstance(i, Hit)]
        structured = {
            "facts": [replies.fact(f) for f in facts],
            "said": [replies.turn(h.turn, h.changed) for h in hits],
            "nothing": found.nothing,
            "relevance": round(found.relevance, 3),
            **shapes.given(nextCursor=more),
        }
        language = "zh" if has_cjk(query) else "en"
        told = [prompt.fact_line(f, language) for f in facts]
        told += [replies.clipped(prompt.hit_line(h, language)) for h in hits]
        head = ["nothing known seems to answer this"] if found.nothing else []
        return replies.reply(structured, _paged("\n".join([*head, *told]), more))

    def context(
        self,
        query: Annotated[str, Field(description="What the user just said or asked")],
        max_tokens: MaxTokens = 1500,
        *,
        user: User,
    ) -> Annotated[CallToolResult, shapes.ContextOut]:
        """Gives the memory that belongs in the prompt for the next answer: profile, facts, what was said before."""
        pages.budget(max_tokens)
        chat = self._memory.session(user)
        try:
            text = chat.context(query, max_tokens=max_tokens)
        finally:
            chat.close()
        return replies.reply({"text": text}, text or "nothing is known that helps here")

    def profile(
        self,
        subject: Annotated[
            str | None, Field(description="Whom it is about; left out: the user and other speakers")
        ] = None,
        as_of: AsOf = None,
        max_tokens: MaxTokens = 3000,
        cursor: Cursor = None,
        *,
        user: User,
    ) -> Facts:
        """Tells what is known of the user, or of another person, by theme; plans, maybes and contradictions apart."""
        found = self._memory.profile(subject, user=user, as_of=as_of)
        grouped = [(s.theme, f) for s in found.sections for f in s.facts if not f.stale]
        grouped += [("planned or tentative", f) for f in found.open]
        grouped += [("to be confirmed", f) for f in found.to_confirm]
        grouped += [("contradicted", f) for c in found.contested for f in c.otherwise]
        asked = pages.question("profile", user, subject, as_of)
        taken, more = pages.page(
            list(enumerate(grouped)),
            lambda i: pages.place(i[0]),
            lambda i: pages.weight(replies.fact(i[1][1], i[1][0])),
            max_tokens,
            asked,
            cursor,
        )
        kept = [item for _, item in taken]
        structured = {"facts": [replies.fact(f, group) for group, f in kept]} | shapes.given(nextCursor=more)
        return replies.reply(structured, _paged(_by_group(kept) or "nothing is known", more))

    def facts(
        self,
        subject: Subject = None,
        predicate: Predicate = None,
        as_of: AsOf = None,
        known_at: KnownAt = None,
        stance: StanceOf = "stated",
        max_tokens: MaxTokens = 2000,
        cursor: Cursor = None,
        *,
        user: User,
    ) -> Facts:
        """Lists what is true, now or at a date, as best known or as it was known at another date."""
        asked = pages.question("facts", user, subject, predicate, as_of, known_at, stance)
        found = self._memory.facts(
            subject, predicate, user=user, as_of=as_of, known_at=known_at, stance=stance
        )
        taken, more = self._page(found, replies.fact, max_tokens, asked, cursor)
        structured = {"facts": [replies.fact(f) for f in taken]} | shapes.given(nextCursor=more)
        return replies.reply(structured, _paged(replies.lines(taken) or "no facts", more))

    def history(
        self,
        subject: Subject = None,
        predicate: Predicate = None,
        stance: StanceOf = "stated",
        max_tokens: MaxTokens = 3000,
        cursor: Cursor = None,
        *,
        user: User,
    ) -> Facts:
        """Lists every version of facts, believed or not any more, each with its reason: how something changed."""
        asked = pages.question("history", user, subject, predicate, stance)
        found = self._memory.history(subject, predicate, user=user, stance=stance)
        taken, more = self._page(found, replies.version, max_tokens, asked, cursor)
        structured = {"facts": [replies.version(f) for f in taken]} | shapes.given(nextCursor=more)
        return replies.reply(structured, _paged(replies.history_lines(taken) or "no history", more))

    @staticmethod
    def _page(
        found: Sequence[Fact],
        shape: Callable[[Fact], dict[str, Any]],
        max_tokens: int,
        asked: str,
        cursor: str | None,
    ) -> tuple[list[Fact], str | None]:
        """Facts by when they were recorded, so that what is added meanwhile comes last."""
        return pages.page(
            sorted(found, key=_recorded),
            _recorded,
            lambda f: pages.weight(shape(f)),
            max_tokens,
            asked,
            cursor,
        )

    def explain(
        self,
        id: FactId,
        query: Annotated[
            str | None, Field(description="Tell too why a recall of this gives the fact or hides it")
        ] = None,
        *,
        user: User,
    ) -> Annotated[CallToolResult, shapes.ExplanationOut]:
        """Tells why a fact is believed: the words that said it, its versions, what it replaced."""
        story = self._memory.explain(id, user=user, query=query)
        structured: dict[str, Any] = {
            "fact": replies.fact(story.fact),
            "rule": story.rule,
            "said": [replies.turn(t) for t in story.turns[-_STORY:]],
            "versions": [replies.version(f) for f in story.versions[-_STORY:]],
            "replaced": [replies.fact(f) for f in story.replaced[-_STORY:]],
            "replacedBy": [replies.fact(f) for f in story.replaced_by[-_STORY:]],
            **shapes.given(recall=story.choice.reason if story.choice else ""),
        }
        told = [replies.lines([story.fact]), f"rule: {story.rule}"]
        told += [f"said {t['at']} by {t['speaker']}: {t['text']}" for t in structured["said"]]
        told += [f"replaced: {f.text}" for f in story.replaced[-_STORY:]]
        told += [f"replaced by: {f.text}" for f in story.replaced_by[-_STORY:]]
        told += [f"recall: {story.choice.reason}"] if story.choice else []
        return replies.reply(structured, "\n".join(told))

    def episodes(
        self, limit: Limit = 20, max_tokens: MaxTokens = 2000, cursor: Cursor = None, *, user: User
    ) -> Annotated[CallToolResult, shapes.EpisodesOut]:
        """Lists conversations and documents that were taken in, newest first; their ids are for forget."""
        found = self._memory.episodes(user=user, limit=limit)
        taken, more = pages.page(
            list(enumerate(found)),
            lambda i: pages.place(i[0]),
            lambda i: pages.weight(_episode(i[1])),
            max_tokens,
            pages.question("episodes", user, limit),
            cursor,
        )
        told = [_episode(e) for _, e in taken]
        lines = [f"- {e['at']} {e['summary']} ({e['turns']} turns) [{e['id'][:8]}]" for e in told]
        text = _paged("\n".join(lines) or "no episodes", more)
        return replies.reply({"episodes": told} | shapes.given(nextCursor=more), text)

    # -- putting right -------------------------------------------------------------------

    def correct(
        self,
        id: FactId,
        object: Annotated[str, Field(description="What it should have been")],
        valid_at: ValidAt = None,
        invalid_at: InvalidAt = None,
        dry_run: DryRun = False,
        *,
        user: User,
    ) -> Changes:
        """Puts a fact right that was wrong from the start. If it was true and has changed, use remember instead."""
        dates: dict[str, Any] = {"valid_at": valid_at, "invalid_at": invalid_at}
        return replies.changes(self._memory.correct(id, user=user, object=object, dry_run=dry_run, **dates))

    def retract(
        self,
        id: FactId,
        why: Annotated[str, Field(description="The reason, for the history")] = "retracted",
        dry_run: DryRun = False,
        *,
        user: User,
    ) -> Changes:
        """Withdraws a fact that was never true. It stays in the history; forget erases."""
        return replies.changes(self._memory.retract(id, user=user, why=why, dry_run=dry_run))

    def decline(self, id: FactId, dry_run: DryRun = False, *, user: User) -> Changes:
        """Refuses an inferred fact for the user: it is not inferred again until they say it themselves."""
        return replies.changes(self._memory.decline(id, user, dry_run=dry_run))

    def confirm(self, id: FactId, dry_run: DryRun = False, *, user: User) -> Changes:
        """Notes that the user confirmed a fact: a plan, a maybe, an inferred or a stale one becomes firm."""
        return replies.changes(self._memory.confirm(id, user=user, dry_run=dry_run))

    def pin(
        self,
        id: FactId,
        pinned: Annotated[bool, Field(description="false takes it back")] = True,
        *,
        user: User,
    ) -> Changes:
        """Pins a fact, so that it is always brought to mind."""
        return replies.changes(self._memory.pin(id, user=user, pinned=pinned))

    def forget(
        self,
        fact: Annotated[str | None, Field(description="A fact's id")] = None,
        episode: Annotated[
            str | None, Field(description="An episode's id, a document's or a session's name")
        ] = None,
        everything: Annotated[
            bool, Field(description="true erases all that is kept of the user; only when they ask for it")
        ] = False,
        *,
        user: User,
    ) -> Annotated[CallToolResult, shapes.ReceiptOut]:
        """Erases for good a fact with the words that said it, or an episode, or everything. Gives a receipt."""
        target = shapes.given(fact=fact, episode=episode)
        if len(target) + everything != 1:
            raise InvalidInput("give one of: fact (its id), episode (its id or name), everything=true")
        receipt = self._memory.forget(user=user, **target)
        erased = dict(receipt.erased)
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(erased.items()) if count)
        structured = {"target": receipt.target, "erased": erased, "repaired": list(receipt.repaired)}
        return replies.reply(structured, f"erased {receipt.target}: {told or 'there was nothing'}")


_STORY = 20
"""The latest versions and turns that an explanation tells."""


def _told(item: Fact | Hit) -> dict[str, Any]:
    return replies.fact(item) if isinstance(item, Fact) else replies.turn(item.turn)


def _recorded(fact: Fact) -> pages.Key:
    return f"{fact.recorded_at:%Y-%m-%dT%H:%M:%S.%f}", fact.id, f"{fact.version:06d}", fact.stance


def _episode(found: Episode) -> dict[str, Any]:
    return {
        "id": found.id,
        "at": found.occurred_at.date().isoformat(),
        "session": found.session,
        "summary": replies.clipped(found.summary),
        "turns": len(found.turns),
    }


def _by_group(kept: Sequence[tuple[str, Fact]]) -> str:
    """Lines under a heading for each entity and theme."""
    told: list[str] = []
    for group in dict.fromkeys(group for group, _ in kept):
        facts = [f for g, f in kept if g == group]
        told += [f"## {group.replace('_', ' ')}", replies.lines(facts)]
    return "\n".join(told)


def _paged(text: str, more: str | None) -> str:
    return f"{text}\n(more: ask again with cursor={more})" if more else text
