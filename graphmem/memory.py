"""Memory: the whole flow. messages → session → extract → consolidate → store → retrieve → prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from graphmem import documents, episodes, forgetting, identity, pauses, portable, prompt, retrieve, tokens
from graphmem.answers import Profile, Recall
from graphmem.dates import When, moment
from graphmem.embed.port import Embedder
from graphmem.errors import InvalidInput
from graphmem.extract import Extractor
from graphmem.filling import Filler
from graphmem.guard import Guard
from graphmem.intake import Intake
from graphmem.model import (
    ChangeSet,
    Entity,
    Episode,
    Explanation,
    Fact,
    Message,
    Predicate,
    Receipt,
    Stance,
)
from graphmem.names import checked, has_cjk, namespace_name
from graphmem.query import Query, Reads
from graphmem.recalling import Asked, Recalls
from graphmem.session import Session, Sessions, SessionSettings, summarise
from graphmem.store import Finding, Sizes, Store, Usage
from graphmem.window import whole_number
from graphmem.writing import Writer


class Memory:
    """All three tiers over one store. Every verb takes `user`, the namespace; a blank one is InvalidInput.

    Verbs that record take `at` (when it was said; default now) and `dry_run` (tell, do not apply).
    Safe in many threads. Made by `graphmem.open`.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        extractor: Extractor,
        predicates: Iterable[Predicate],
        clock: Callable[[], datetime],
        sessions: SessionSettings | None = None,
        guard: Guard | None = None,
        abstain_below: float = retrieve.ABSTAIN_BELOW,
    ) -> None:
        self.store = store
        self._clock = clock
        self._closed = False
        self._guard = guard or Guard()
        self._model_id = embedder.model_id
        self._filler = Filler(store, embedder)
        self._writer = Writer(store, tuple(predicates), self._filler.wake)
        self._reads = Reads(store, self._writer, clock)
        self._recalls = Recalls(store, embedder, lambda: self._writer.registry, abstain_below)
        self._intake = Intake(store, self._writer, self._guard, extractor, self._known)
        self._sessions = Sessions(
            commit=self._intake.commit,
            context=self._context,
            clock=clock,
            count=tokens.count,
            settings=sessions or SessionSettings(),
        )

    # -- taking in -----------------------------------------------------------------------

    def session(self, user: str, id: str | None = None) -> Session:
        """A conversation's short-term state; leaving its `with` block commits.

        Raises InvalidInput for an id that is blank or holds a sensitive value.
        """
        self._guard.identifier(id, "id")
        return self._sessions.get(namespace_name(user), id)

    def _known(self, namespace: str, messages: Sequence[Message]) -> list[str]:
        names = tuple(dict.fromkeys(m.name for m in messages if m.name))
        about = self._reads.read_known(namespace, names, self._reads.point(None, None))
        return str(Profile.of(about)).splitlines()[:80]

    def remember(
        self, text: str, user: str, at: When | None = None, name: str = "", dry_run: bool = False
    ) -> ChangeSet:
        """Free text, said by the user (or by `name`), extracted at once and kept. Raises InvalidInput."""
        self._guard.text(checked(text, "text", 100_000))
        name = checked(name, "name", 300) if name != "" else ""
        said = Message("user", text, moment(at, self._clock()), name)
        stretch = episodes.Stretch("remember", (said,), explicit=True)
        return self._intake.stretch(namespace_name(user), stretch, dry_run)

    def add_fact(
        self,
        subject: str,
        predicate: str,
        object: str,
        *,
        user: str,
        at: When | None = None,
        dry_run: bool = False,
        **details: Any,
    ) -> ChangeSet:
        """One structured fact, without extraction. `details`: valid_at, invalid_at, stance, source, category,
        object_kind, subject_kind, confidence, replaces, depends_on (fact ids), episode (a name for it).

        Raises InvalidInput, naming the argument, and NotFound or Conflict for `depends_on`.
        """
        given = {"subject": subject, "predicate": predicate, "object": object, "at": at, **details}
        return self.add_facts([given], user=user, dry_run=dry_run)

    def add_facts(self, facts: Iterable[Mapping[str, Any]], *, user: str, dry_run: bool = False) -> ChangeSet:
        """Many structured facts, each as the arguments of `add_fact`; checked first, written 2,500 a transaction."""
        return self._intake.facts(user, facts, self._clock, dry_run)

    def import_document(
        self, text: str, *, user: str, name: str, at: When | None = None, dry_run: bool = False
    ) -> ChangeSet:
        """Markdown or plain text, kept in passages that are recalled like turns; no facts are read from it.

        `name`: under the same one again, passages that have not changed stay, the others are replaced. `at`:
        the time of what is new in it. An outcome a passage: added, skipped (it was kept) or erased.
        Raises InvalidInput: blank, over 1,000,000 characters, not text.
        """
        namespace = namespace_name(user)
        return self._intake.document(
            namespace, documents.message(text, name, moment(at, self._clock())), dry_run
        )

    def import_export(
        self, lines: Iterable[str], user: str | None = None, *, dry_run: bool = False
    ) -> ChangeSet:
        """Restores what `export` gave, exactly and in one transaction; vectors are made again.

        `user`: if given, it must be the one exported, as the ids name it. Into a namespace that holds just this:
        unchanged. Raises InvalidInput naming a wrong line, Conflict for a namespace that holds anything
        else, Unsupported for a newer format; then nothing was written.
        """
        return self._writer.restore(portable.read(lines, user), dry_run)

    def pause(self, user: str) -> ChangeSet:
        """From now on, for every process, nothing is remembered: each such write answers `skipped`, and reads no text.

        What sessions of this memory hold is committed first. Asking works, and so do erasing, `retract` and `decline`;
        `correct`, `confirm`, `pin`, `merge`, `split` and `undo` too: a person's own edit of what is kept is
        meant. Forgetting everything ends a pause, as nothing of the user is left.
        """
        self._sessions.flush(namespace_name(user))
        return self._writer.write(user, pauses.pause)

    def resume(self, user: str) -> ChangeSet:
        """Ends a pause. What sessions of this memory heard during it is dropped, not remembered late."""
        self._sessions.flush(namespace_name(user))
        return self._writer.write(user, pauses.resume)

    def paused(self, user: str) -> datetime | None:
        """Since when, or None."""
        return self.store.standing(namespace_name(user), ()).paused

    # -- asking --------------------------------------------------------------------------

    def recall(
        self,
        query: str,
        user: str,
        as_of: When | None = None,
        known_at: When | None = None,
        limit: int = 10,
        stance: Stance = "stated",
        **only: Any,
    ) -> Recall:
        """What helps to answer `query`: up to `limit` facts and turns, best first. One query to the store.

        `only`, what it keeps to: topic (of an episode), kind (of a subject or object, such as person), predicate (one
        or several), since, until (turns said and facts true in that time). Raises InvalidInput, as for a blank query.
        """
        asked = Asked.of(query, self._reads.point(as_of, known_at), limit, stance, **only)
        return Recall.of(self._recalls.recall(namespace_name(user), asked))

    def _context(self, session: Session, query: str, max_tokens: int) -> str:
        language = "zh" if has_cjk(query) else "en"
        recall = self.recall(retrieve.completed(query, session.messages, session.working), session.namespace)
        known = prompt.profile_section(
            self.profile(user=session.namespace), language, [f.id for f in prompt.told(recall)]
        )
        current = prompt.session_section(session.summary, session.working, session.recent(max_tokens))
        parts = [known, *prompt.sections(recall, language), current]
        return prompt.assemble(parts, max_tokens, language)

    def facts(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        *,
        user: str,
        as_of: When | None = None,
        known_at: When | None = None,
        stance: Stance = "stated",
    ) -> list[Fact]:
        """What is true at `as_of` as best known, or as known at `known_at`. An unknown subject has none."""
        return self._reads.facts(Query(user, subject, predicate, stance), self._reads.point(as_of, known_at))

    def history(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        *,
        user: str,
        stance: Stance = "stated",
    ) -> list[Fact]:
        """Every version, believed or expired, then what was said and holds nowhere, each with its reason."""
        return self._reads.history(Query(user, subject, predicate, stance))

    def profile(self, subject: str | None = None, *, user: str, as_of: When | None = None) -> Profile:
        """What is known of a subject, or of the person and the other named speakers."""
        return Profile.of(self._reads.profile(namespace_name(user), subject, self._reads.point(as_of, None)))

    def explain(self, id: str, *, user: str, query: str | None = None, **asked: Any) -> Explanation:
        """A fact's versions, evidence, what it replaced and what replaced it. Raises NotFound.

        With a `query`, also its `choice`: why `recall(query, user, **asked)` gives it or hides it.
        """
        namespace = namespace_name(user)
        story = self._reads.explain(namespace, id)
        if query is None and not asked:
            return story
        point = self._reads.point(asked.pop("as_of", None), asked.pop("known_at", None))
        wanted = Asked.of(checked(query, "query", 100_000), point, **asked)
        return replace(story, choice=self._recalls.choice(namespace, wanted, story))

    def episodes(self, *, user: str, limit: int = 100) -> list[Episode]:
        """Episodes with their turns, newest first."""
        whole_number(limit, "limit")
        return list(self.store.episodes(namespace_name(user), limit=limit))

    def entities(self, *, user: str) -> list[Entity]:
        """All entities, by name."""
        return list(self.store.entities(namespace_name(user)))

    def candidates(self, name: str, *, user: str) -> list[tuple[Entity, float]]:
        """Entities whose names look like this one, 0 to 1: proposals for `merge`, never joined by themselves."""
        return self._reads.candidates(namespace_name(user), name)

    # -- putting right -------------------------------------------------------------------

    def retract(self, id: str, *, user: str, why: str = "retracted", dry_run: bool = False) -> ChangeSet:
        """It was never true: withdrawn, and kept in history. Raises NotFound, Conflict."""
        fact = self._reads.full_id(user, id)
        reason = self._guard.text(checked(why, "why"))
        return self._writer.retract(user, fact, reason, dry_run)

    def decline(self, id: str, user: str, *, dry_run: bool = False) -> ChangeSet:
        """Refuses an inferred fact: withdrawn, and not inferred again, under whatever names, until the person says it.

        Raises NotFound, and Conflict for a fact that was said outright (`retract` or `correct` it) or is withdrawn.
        """
        return self._writer.decline(user, self._reads.full_id(user, id), dry_run)

    def correct(
        self,
        id: str,
        *,
        user: str,
        object: str,
        at: When | None = None,
        valid_at: When | None = None,
        invalid_at: When | None = None,
        dry_run: bool = False,
    ) -> ChangeSet:
        """It was never that but `object`, at the same dates unless given. Raises NotFound, Conflict."""
        fact = self._reads.full_id(user, id)
        now = moment(at, self._clock())
        return self._writer.correct(
            user, fact, self._guard.text(checked(object, "object")), now, (valid_at, invalid_at), dry_run
        )

    def confirm(self, id: str, *, user: str, at: When | None = None, dry_run: bool = False) -> ChangeSet:
        """The person says it again, explicitly; a stale fact no longer hangs on what has ended."""
        return self._writer.confirm(user, self._reads.full_id(user, id), moment(at, self._clock()), dry_run)

    def pin(self, id: str, *, user: str, pinned: bool = True) -> ChangeSet:
        """Always brought to mind, never forgotten by decay; `pinned=False` takes that back."""
        return self._writer.pin(user, self._reads.full_id(user, id), pinned)

    def merge(self, name: str, into: str, *, user: str) -> ChangeSet:
        """Two entities are one. The first outcome's `fact` is the id that `undo` takes."""
        names = checked(name, "name", 300), checked(into, "into", 300)
        return self._writer.write(user, lambda view, registry: identity.merge(view, registry, *names))

    def split(self, name: str, facts: Sequence[str], *, user: str) -> ChangeSet:
        """Some facts of an entity are about another of the same name. Undone like a merge."""
        if isinstance(facts, str):
            raise InvalidInput("facts must be a list of fact ids")
        checked(name, "name", 300)
        ids = [self._reads.full_id(user, f) for f in facts]
        return self._writer.write(user, lambda view, registry: identity.split(view, registry, name, ids))

    def undo(self, id: str, *, user: str) -> ChangeSet:
        """Undoes a merge or a split by its id."""
        checked(id, "id", 64)
        return self._writer.write(user, lambda view, registry: identity.undo(view, registry, id))

    def forget(self, *, user: str, **target: str | None) -> Receipt:
        """Erases `episode=` or `fact=` (with the words that said it) or, with neither named, everything of the user.

        `episode`: an id or a beginning that only it has, the name it was added under, or a session's.
        Raises NotFound, and InvalidInput for None or a blank, so that a missing id never erases everything.
        """
        namespace = namespace_name(user)
        named = forgetting.named(target)
        self._sessions.flush()
        self._sessions.discard(namespace)
        self._reads.profiles.forget(namespace)
        if "episode" in named:
            return forgetting.episode(self._writer, self._reads, namespace, named["episode"])
        if "fact" in named:
            retell = episodes.retold(summarise)
            return forgetting.fact(self._writer, self._reads, namespace, named["fact"], retell)
        return Receipt(namespace, "everything", self.store.erase_namespace(namespace), self._clock())

    def export(self, user: str) -> Iterator[str]:
        """All that is kept of the user, as JSON Lines: a header, then a line a thing (see `import_export`).

        It is the user's own data, so it is whole: nothing is masked that is kept unmasked, and withdrawn and expired
        facts are in it. Vectors are not, nor what sessions have not committed. Raises NotFound.
        """
        namespace = namespace_name(user)
        return portable.written(self.store.whole(namespace), namespace, self._model_id)

    # -- keeping the house ---------------------------------------------------------------

    def predicates(self) -> list[Predicate]:
        """Every registered relation."""
        return list(self._writer.registry.values())

    def define_predicate(self, name: str, **settings: Any) -> Predicate:
        """Adds a relation, or changes what is named of one, in the store, and recomputes what rests on it.

        Raises InvalidInput.
        """
        return self._writer.define(name, settings)

    def apply_predicates(self) -> int:
        """Reads the stored policies again, and recomputes the namespaces that rest on others; how many."""
        return self._writer.apply_policies()

    def flush(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Commits every session and embeds all that lacks a vector; how many it embedded."""
        self._sessions.flush()
        return self._filler.flush(progress)

    def usage(self) -> tuple[Usage, ...]:
        """What language models were asked for so far, in calls and tokens, over all processes."""
        return self.store.usage()

    def sizes(self) -> Sizes:
        """Model, versions and counts of the store."""
        return self.store.sizes()

    def check(self) -> tuple[Finding, ...]:
        """What is missing, stray or damaged in the store. Changes nothing."""
        return self.store.check()

    def repair(self) -> tuple[Finding, ...]:
        """Mends what `check` finds, missing vectors included."""
        found = self.store.repair()
        self._filler.flush()
        return found

    def close(self) -> None:
        """Commits every session, fills the vectors and closes the store. Closed once, it stays closed."""
        if self._closed:
            return
        self._closed = True
        try:
            self._sessions.close()
            self._filler.flush()
        finally:
            self._filler.close()
            self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
