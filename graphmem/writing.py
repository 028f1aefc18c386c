"""Writes: every one goes through `Writer.write`, which holds the registry and keeps its slots true to it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from graphmem import consolidate, declines, pauses, restoring
from graphmem.consolidate import Draft, assertions_of
from graphmem.dates import When, api_mark, moment, shown
from graphmem.episodes import api_episodes, api_label, api_turn, spoken_fact
from graphmem.errors import Conflict, InvalidInput
from graphmem.model import (
    OPEN_STANCES,
    SOURCES,
    STANCES,
    Assertion,
    Candidate,
    ChangeSet,
    Episode,
    Outcome,
    Predicate,
    Receipt,
    Turn,
)
from graphmem.names import Canon, checked, name_key, namespace_name, one_of, shortened
from graphmem.portable import Export
from graphmem.registry import Registry, define, predicate_name, shipped
from graphmem.store import NOTHING_AHEAD, Ahead, Store, View
from graphmem.timeline import Mark, end_mark, start_mark

Plan = Callable[[View, Registry], ChangeSet]
_DETAILS = {
    "subject", "predicate", "object", "at", "valid_at", "invalid_at", "stance", "source", "category",
    "object_kind", "subject_kind", "confidence", "replaces", "depends_on", "episode",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Given:
    """A structured fact as given: the candidate, its marks, when it was said and under which episode."""

    candidate: Candidate
    start: Mark | None
    end: Mark | None
    at: datetime
    episode: str


def candidate_of(fact: Mapping[str, Any], now: datetime) -> Given:
    """The arguments of `add_fact`, checked. Raises InvalidInput naming the one that is wrong."""
    if not isinstance(fact, Mapping):
        raise InvalidInput(
            f"a fact must be a mapping of the arguments of add_fact, not {type(fact).__name__}"
        )
    unknown = fact.keys() - _DETAILS
    if unknown:
        raise InvalidInput(
            f"add_fact has no argument {sorted(unknown)[0]!r}; it takes {', '.join(sorted(_DETAILS))}"
        )
    stance, source = fact.get("stance", "stated"), fact.get("source", "explicit")
    one_of(stance, "stance", STANCES)
    one_of(source, "source", SOURCES)
    confidence = fact.get("confidence", 1.0)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        raise InvalidInput(f"confidence={confidence!r} must be a number from 0 to 1")
    depends_on = fact.get("depends_on") or ()
    if isinstance(depends_on, str):
        depends_on = (depends_on,)
    if not isinstance(depends_on, Sequence):
        raise InvalidInput(f"depends_on={shortened(depends_on)} must be a list of fact ids")
    candidate = Candidate(
        subject=checked(fact.get("subject"), "subject", 300),
        predicate=predicate_name(fact.get("predicate", "")),
        object=checked(fact.get("object"), "object"),
        category=_optional(fact, "category"),
        stance=stance,
        source=source,
        confidence=float(confidence),
        subject_kind=_optional(fact, "subject_kind"),
        object_kind=_optional(fact, "object_kind"),
        replaces=_optional(fact, "replaces") or None,
        depends_on=tuple(checked(d, "depends_on", 64) for d in depends_on),
    )
    start, end = (
        api_mark(fact[n], n) if fact.get(n) is not None else None for n in ("valid_at", "invalid_at")
    )
    return Given(candidate, start, end, moment(fact.get("at"), now), _optional(fact, "episode"))


def _optional(fact: Mapping[str, Any], name: str) -> str:
    value = fact.get(name)
    return "" if value is None else checked(value, name, 300)


class _OtherPolicies(Exception):
    """The namespace was derived under policies this process does not hold."""


class Writer:
    """Decides under the namespace's lock, with policies that are those its slots were derived under."""

    def __init__(self, store: Store, layer: Sequence[Predicate], wake: Callable[[], None]) -> None:
        """`layer`: the operator's file, between what is shipped and what is stored. `wake`: after each write."""
        self._store = store
        self._layer = tuple(layer)
        self._wake = wake
        self._lock = threading.Lock()
        self._held: set[str] = set()
        self.registry = self._read()
        self._recompute()

    def _read(self) -> Registry:
        registry = Registry(shipped().values(), self._layer, self._store.predicates())
        self._store.publish(registry.values())
        self._held.add(registry.policies)
        return registry

    def apply_policies(self) -> int:
        """Takes stored policies in and recomputes every namespace derived under others; how many."""
        with self._lock:
            self.registry = self._read()
        return self._recompute()

    def _recompute(self) -> int:
        outdated = self._store.outdated(self.registry.policies)
        for namespace in outdated:
            self._rederive(namespace)
        return len(outdated)

    def _rederive(self, namespace: str) -> None:
        """Recomputes a whole namespace under the policies held now."""
        registry = self.registry

        def decide(view: View) -> ChangeSet:
            changes = consolidate.rederive(view, registry, view.every_assertion())
            return replace(changes, policies=registry.policies)

        self._store.write(namespace, decide)

    def define(self, name: str, settings: Mapping[str, Any]) -> Predicate:
        held = self.registry[predicate_name(name)]
        kept = {k: v for k, v in asdict(held).items() if k not in ("name", "known")} if held.known else {}
        predicate = define(name, {**kept, **settings})
        self._store.put_predicate(predicate)
        self.apply_policies()
        return self.registry[predicate.name]

    def write(self, user: str, plan: Plan, dry_run: bool = False, ahead: Ahead = NOTHING_AHEAD) -> ChangeSet:
        """Runs a plan in one transaction. Raises what it raises, and then nothing was written."""
        namespace = namespace_name(user)

        def decide(view: View) -> ChangeSet:
            if view.policies not in ("", registry.policies):
                found.add(view.policies)
                raise _OtherPolicies
            return replace(plan(view, registry), policies=registry.policies)

        found: set[str] = set()
        for _ in range(3):
            registry = self.registry
            try:
                changes = self._store.write(namespace, decide, dry_run, ahead)
                break
            except _OtherPolicies:
                self._follow(namespace, found)
        else:
            raise Conflict(f"the policies of namespace {namespace!r} keep changing: try again")
        if not dry_run:
            self._wake()
        return changes

    def restore(self, export: Export, dry_run: bool) -> ChangeSet:
        """An export in a namespace that is empty, exact; derived again if it was under other policies."""
        changes = self._store.write(export.namespace, lambda view: restoring.restore(view, export), dry_run)
        if not dry_run:
            if changes.policies not in ("", self.registry.policies):
                self._rederive(export.namespace)
            self._wake()
        return changes

    def _follow(self, namespace: str, found: set[str]) -> None:
        """Another process has changed a policy: takes it over. Raises Conflict if it has other files."""
        with self._lock:
            self.registry = self._read()
        if self.registry.policies in found:
            return
        if not found <= self._held:
            raise Conflict(
                f"namespace {namespace!r} was derived under other policies by another process: "
                "open the store with the same predicate file everywhere"
            )
        self._rederive(namespace)

    # -- plans over one fact ---------------------------------------------------------------

    def record(self, user: str, facts: Sequence[Given], dry_run: bool) -> ChangeSet:
        """Structured facts, each with its turn, in one transaction."""
        ahead = Ahead(keys=consolidate.keys_of(namespace_name(user), (given.candidate for given in facts)))
        texts = [spoken_fact(given.candidate) for given in facts]
        plan = pauses.unless_paused(lambda view, registry: _said(view, registry, facts), texts)
        return self.write(user, plan, dry_run, ahead)

    def retract(self, user: str, fact: str, why: str, dry_run: bool) -> ChangeSet:
        return self.write(user, lambda view, held: consolidate.withdraw(view, held, fact, why), dry_run)

    def decline(self, user: str, fact: str, dry_run: bool) -> ChangeSet:
        return self.write(user, lambda view, held: declines.decline(view, held, fact), dry_run)

    def correct(
        self,
        user: str,
        fact: str,
        wanted: str,
        at: datetime,
        dates: tuple[When | None, When | None],
        dry_run: bool,
    ) -> ChangeSet:
        """The live assertions of a fact withdrawn, and the same said of another object."""
        marks = [
            api_mark(d, n) if d is not None else None
            for d, n in zip(dates, ("valid_at", "invalid_at"), strict=True)
        ]

        def plan(view: View, registry: Registry) -> ChangeSet:
            live = [a for a in assertions_of(view, fact) if a.live]
            if any(name_key(a.object_name) == name_key(wanted) for a in live) and not any(marks):
                raise Conflict(f"the fact says {wanted!r} already: nothing to correct")
            turn, made = _api_turn(view, at, f"correction: {wanted}")
            canon = Canon.of(view.merges)
            drafts: dict[tuple[object, ...], Draft] = {}
            for a in sorted(live, key=lambda a: (a.said_at, a.sequence)):
                start, end = marks[0] or start_mark(a), marks[1] or _end(a)
                if any(marks) and start and end and start.at >= end.at:
                    raise InvalidInput(
                        f"the fact would begin on {shown(start.at, 'day', start.offset)} and end on "
                        f"{shown(end.at, 'day', end.offset)}: give a valid_at before its invalid_at"
                    )
                key = (a.stance, start, end, a.replaces, a.releases)
                same = drafts.get(key)
                needs = (*(same.candidate.depends_on if same else ()), *a.depends_on)
                candidate = replace(
                    _again(a, wanted, turn.text),
                    replaces=a.replaces_name or None,
                    depends_on=tuple(dict.fromkeys(needs)),
                )
                dated = a.dated or marks[0] is not None or bool(same and same.dated)
                subject = canon(a.subject, a.id)
                drafts[key] = Draft(candidate, turn, start, end, a.releases, subject, dated=dated)
            base = ChangeSet(episodes=made, turns=(turn,))
            return consolidate.withdraw(view, registry, fact, "corrected", list(drafts.values()), base)

        return self.write(user, plan, dry_run)

    def confirm(self, user: str, fact: str, at: datetime, dry_run: bool) -> ChangeSet:
        """One more explicit assertion; it releases the fact from dependencies that do not hold.

        Of a maybe, a plan or a retracted fact it keeps the dates: a plan for next year holds from then.
        """

        def plan(view: View, registry: Registry) -> ChangeSet:
            said = assertions_of(view, fact)
            a = next((x for x in reversed(said) if x.live), said[-1])
            text = f"confirmed: {a.subject_name} {a.predicate} {a.object_name}"
            turn, made = _api_turn(view, at, text)
            dependencies = view.dependencies()
            needs = dependencies.needs(None).get(a.fact, set())
            sound = dependencies.sound(at, None)
            ended = tuple(sorted(line for line in needs if line not in sound))
            canon = Canon.of(view.merges)
            dates = (start_mark(a), end_mark(a)) if a.stance in OPEN_STANCES or not a.live else (None, None)
            draft = Draft(
                replace(_again(a, a.object_name, turn.text), stance="stated"),
                turn,
                dates[0] if a.dated else None,
                dates[1],
                releases=ended,
                subject=canon(a.subject, a.id),
                object=canon(a.object, a.id),
            )
            return consolidate.record(view, [draft], registry, ChangeSet(episodes=made, turns=(turn,)))

        return self.write(user, plan, dry_run)

    def pin(self, user: str, fact: str, pinned: bool) -> ChangeSet:
        def plan(view: View, registry: Registry) -> ChangeSet:
            a = assertions_of(view, fact)[-1]
            told = Outcome("noted", a.object_name, "pinned" if pinned else "no longer pinned", a.fact)
            return ChangeSet(
                outcomes=(told,), pins=((a.fact, pinned),), recorded_at=view.now, sequence=view.sequence
            )

        return self.write(user, plan)

    def forget(self, namespace: str, target: str, plan: Plan) -> Receipt:
        """An erasure, with what it removed by kind."""
        changes = self.write(namespace, plan)
        erased = {
            "assertion": len(changes.removed_assertions),
            "fact version": len(changes.removed_rows),
            "turn": len(changes.removed_turns),
            "redacted turn": len(changes.turns),
            "episode": len(changes.removed_episodes),
            "entity": len(changes.removed_entities),
            "name": len(changes.removed_names),
        }
        repaired = tuple(r.text for r in changes.rows if r.expired_at is None)
        assert changes.recorded_at is not None
        return Receipt(
            namespace, target, {k: v for k, v in erased.items() if v}, changes.recorded_at, repaired
        )


def _said(view: View, registry: Registry, facts: Sequence[Given]) -> ChangeSet:
    placed = api_episodes(view, ((given.episode, given.at) for given in facts))
    drafts, turns = [], []
    for number, given in enumerate(facts):
        episode = placed[api_label(given.episode, given.at)].id
        turn = api_turn(view, given.at, spoken_fact(given.candidate), episode, number)
        turns.append(turn)
        candidate = replace(given.candidate, quote=turn.text, turn=number)
        drafts.append(Draft(candidate, turn, given.start, given.end))
    episodes = {e.id: e for e in placed.values() if e.recorded_at == view.now}
    first = turns[0].episode if turns else ""
    base = ChangeSet(episode=first, episodes=tuple(episodes.values()), turns=tuple(turns))
    return declines.record(view, drafts, registry, base)


def _api_turn(view: View, at: datetime, text: str) -> tuple[Turn, tuple[Episode, ...]]:
    """One turn of the day's episode, and that if it is new."""
    (episode,) = api_episodes(view, [("", at)]).values()
    new = episode.recorded_at == view.now
    return api_turn(view, at, text, episode.id, 0), (episode,) if new else ()


def _again(a: Assertion, value: str, quote: str) -> Candidate:
    """The same said again of a value."""
    return Candidate(
        subject=a.subject_name,
        predicate=a.predicate,
        object=value,
        category=a.category,
        stance=a.stance,
        source="explicit",
        subject_kind=a.subject_kind,
        object_kind=a.object_kind if a.object else "literal",
        quote=quote,
    )


def _end(a: Assertion) -> Mark | None:
    """Its end; what ended or denies without a date does so when it was said."""
    until = Mark(a.said_at, offset=a.offset) if a.stance in ("ended", "negated") else None
    return end_mark(a) or until
