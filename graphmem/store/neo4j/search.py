"""The channels of one recall, and the rows of a selection: one query each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from graphmem.model import STANCES, Assertion
from graphmem.names import Canon, person_id
from graphmem.store import (
    MOST_APART,
    MOST_RECENT,
    NEWS,
    Candidates,
    FactCandidate,
    Filter,
    Found,
    Rank,
    Reading,
    Search,
    Selection,
    Span,
    TurnCandidate,
)
from graphmem.store.neo4j import records
from graphmem.store.neo4j.records import stamp
from graphmem.text import namespace_token, phrase
from graphmem.timeline import MAX, MIN

_OVERFETCH = 2
_ALL = 10_000_000
_TICK = timedelta(microseconds=1)
_BELIEVED = MAX.replace(year=9998)
"""What is believed now expires at `MAX`, the only time stored that is after this one."""


def windows(
    stances: Iterable[str], after: datetime | None, until: datetime | None = None
) -> list[dict[str, Any]]:
    """For each stance, what a row's time has to satisfy: stated ones begin by `until` and end after `after`.

    Without `until` they hold at `after`, and without either they may hold whenever, as the others do.
    """
    return [
        {
            "stance": s,
            "until": (until or after or MAX) if s == "stated" else MAX,
            "after": (after or MIN) if s == "stated" else MIN,
        }
        for s in stances
    ]


def _apart(only: Filter, moment: Span | None) -> list[dict[str, Any]]:
    """The filter, or else the time that the query speaks of, as `search/recall` takes it."""
    if not only and moment is None:
        return []
    span = only.span or (None if only else moment) or Span(MIN, MAX)
    return [
        {
            "began": stamp(MIN if only else span.start),
            "since": stamp(span.start),
            "until": stamp(span.end),
            "topic": only.topic.strip().lower(),
            "kind": only.kind,
            "predicates": list(only.predicates),
        }
    ]


def belief(known_at: datetime | None) -> dict[str, datetime]:
    """Recorded by the first and expired after the second: what is believed at `known_at`; None: now."""
    return {"known_until": known_at or MAX, "known_after": known_at or _BELIEVED}


def lucene(namespace: str, phrases: Iterable[str]) -> list[str]:
    """The full-text query, or none: any of the phrases, in this namespace, whose token adds nothing to a score."""
    asked = " OR ".join(phrases)
    return [f"+{namespace_token(namespace)}^0 +({asked})"] if asked else []


def recall_params(namespace: str, query: Search) -> dict[str, Any]:
    """A search as `search/recall` takes it."""
    vectors = [] if query.vector is None else [records.vector(query.vector)]
    phrases = [p for p in map(phrase, query.terms) if p]
    past = query.known_at is not None
    span = query.only.span or query.moment
    points = [(query.as_of, query.as_of)] if query.only.span is None else []
    points += [(span.start + _TICK, span.end - _TICK)] if span else []
    return {
        "namespace": namespace,
        "keys": records.ids(query.keys),
        "person": person_id(namespace),
        "hops": query.hops,
        "fanout": query.fanout,
        "walked": query.walked,
        "vectors": vectors,
        "dimensions": 0 if query.vector is None else len(query.vector),
        "texts": lucene(namespace, phrases),
        "past_vectors": vectors if past else [],
        "past_phrases": [[" " + p.strip('"') for p in phrases]] if past and phrases else [],
        "windows": [
            {"stance": w["stance"], "until": stamp(w["until"]), "after": stamp(w["after"])}
            for after, until in points
            for w in windows(query.stances, after, until)
        ],
        "walk_after": stamp(min(after for after, _ in points)),
        "walk_until": stamp(max(until for _, until in points)),
        "apart": _apart(query.only, query.moment),
        "most": _ALL if query.only else MOST_APART,
        "filtered": bool(query.only),
        "past": past,
        "open": stamp(MAX),
        "as_of": stamp(query.as_of),
        "few": query.few,
        "limit": query.limit,
        "wide": query.limit * _OVERFETCH,
        "near": query.near,
        "recent": MOST_RECENT,
        "news": NEWS,
        "sensitive": records.ids(query.sensitive),
        **{name: stamp(at) for name, at in belief(query.known_at).items()},
    }


def found(record: Mapping[str, Any], rank: Rank, filtered: bool = False) -> Found:
    """The answer of `search/recall`: all candidates, and of these the ranked ones read whole."""
    candidates = _candidates(record, filtered)
    chosen = rank(candidates)
    facts, turns = set(chosen.facts), set(chosen.turns)
    rows = [dict(zip(_ROW, row[_FOUND:], strict=True)) for row in record["rows"] if (row[2], row[3]) in facts]
    told = {r["id"] for r in rows}
    kept = [t for t in record["turns"] if t["id"] in turns]
    episodes = {*record["near"], *(t["episode"] for t in kept)}
    entities = {i for r in rows for i in (r["subject"], r["object"])} | set(candidates.named)
    said = [dict(zip(_SAID, a, strict=True)) for a in record["assertions"] if told.intersection(a[2:4])]
    whole = {
        **record,
        "rows": rows,
        "assertions": [{**_UNTOLD, **a} for a in said],
        "entities": [dict(zip(_ENTITY, e, strict=True)) for e in record["entities"] if e[0] in entities],
    }
    return Found(
        candidates,
        reading(whole),
        records.turns(kept),
        records.episodes(e for e in record["episodes"] if e["id"] in episodes),
        frozenset(t["id"] for t in kept if t["overruled"] and all(t["overruled"])),
    )


_FOUND = 2
"""The channels and the cosine go before a row; what a candidate needs goes before the rest of it."""
_ROW = (
    "id",
    "version",
    "subject",
    "predicate",
    "object",
    "object_name",
    "text",
    "recorded_at",
    "valid_at",
    "invalid_at",
    "said",
    "category",
    "stance",
    "valid_precision",
    "invalid_precision",
    "valid_offset",
    "invalid_offset",
    "language",
    "expired_at",
)
_SAID = (
    "id",
    "sequence",
    "fact",
    "line",
    "stance",
    "source",
    "confidence",
    "quote",
    "turn",
    "episode",
    "said_at",
)
_ENTITY = ("id", "name", "kind", "aliases", "person", "merged_into")
"""What `search/recall` tells by place: named, it takes a millisecond longer to write and to read."""
_UNTOLD = {
    "subject": "",
    "subject_name": "",
    "predicate": "",
    "object": "",
    "object_name": "",
    "category": "",
    "valid_at": MIN.isoformat(),
    "invalid_at": MAX.isoformat(),
    "recorded_at": MIN.isoformat(),
    "withdrawn_at": MAX.isoformat(),
    "dated": True,
    "valid_precision": "instant",
    "invalid_precision": "instant",
    "offset": 0,
    "slot": "",
}
"""Of an assertion, what showing its fact does not need: a recall does not carry it, and only those live as known."""


def _channels(found: Sequence[tuple[str, float]], cosine: float | None) -> dict[str, float]:
    """The best score of each channel; the cosine of what no vector search has found."""
    scores: dict[str, float] = {} if cosine is None else {"vector": cosine}
    for channel, score in found:
        scores.setdefault(channel, score)
    return scores


def _fact(
    channels: Sequence[tuple[str, float]],
    cosine: float | None,
    identity: str,
    version: int,
    subject: str,
    predicate: str,
    thing: str,
    name: str,
    text: str,
    recorded: str,
    valid: str,
    invalid: str,
    *rest: object,
) -> FactCandidate:
    """Of a row as `search/recall` tells it."""
    times = records.time_of(recorded), records.time_of(valid), records.time_of(invalid)
    scores = _channels(channels, cosine)
    return FactCandidate(identity, version, subject, predicate, thing, name, text, *times, scores)


def _candidates(record: Mapping[str, Any], filtered: bool) -> Candidates:
    kept = set(record["kept"])
    facts = [_fact(*row) for row in record["rows"] if not filtered or row[_FOUND] in kept]
    turns = [
        TurnCandidate(
            t["id"],
            t["episode"],
            t["session"],
            t["ordinal"],
            t["role"],
            t["speaker"],
            t["text"],
            records.time_of(t["at"]),
            t["offset"],
            t["importance"],
            tuple((predicate, thing) for predicate, thing in t["holds"]),
            _channels(t["channels"], t["cosine"]),
        )
        for t in record["turns"]
        if not filtered or t["id"] in kept
    ]
    return Candidates(
        tuple(sorted(facts, key=lambda f: (f.id, f.version))),
        tuple(sorted(turns, key=lambda t: (t.at, t.ordinal, t.id))),
        tuple(sorted(record["named"])),
    )


def reading(record: Mapping[str, Any]) -> Reading:
    rows = records.rows(record["rows"])
    facts = {r.id for r in rows}
    return Reading(
        rows=rows,
        assertions=records.assertions(record["assertions"]),
        entities=records.entities(record["entities"]),
        pins=frozenset(facts.intersection(record["pins"])),
        dependencies=records.dependencies(record),
    )


def facts_params(namespace: str, selection: Selection) -> dict[str, Any]:
    """A selection as `read/facts` takes it."""
    return {
        **_selected(namespace, selection),
        **_said_by(slot=[True] if selection.rivals else []),
        "windows": windows(selection.stances or STANCES, selection.as_of),
        **belief(selection.known_at),
        "open": MAX,
    }


def history_params(namespace: str, selection: Selection) -> dict[str, Any]:
    """The same for every version, with what was said of it."""
    selected = _selected(namespace, selection)
    if selection.facts is not None:
        said = _said_by(fact=selected["facts"])
    elif selection.subjects is not None:
        said = _said_by(subject=selected["subjects"])
    elif selection.predicates is not None:
        said = _said_by(predicate=selected["predicates"])
    else:
        said = _said_by(all=[True])
    return {
        **selected,
        **said,
        "windows": windows(selection.stances or STANCES, None),
        "known_until": MAX,
        "known_after": MIN,
        "open": MAX,
    }


def _selected(namespace: str, selection: Selection) -> dict[str, Any]:
    """One way in, the rest as filters."""

    def listed(values: tuple[str, ...] | None) -> list[str] | None:
        return None if values is None else list(records.ids(values))

    filters = {
        "facts": listed(selection.facts),
        "subjects": listed(selection.subjects),
        "objects": listed(selection.objects),
    }
    way = next((name for name, ids in filters.items() if ids is not None), None)
    return {
        "namespace": namespace,
        **filters,
        "predicates": listed(selection.predicates),
        "by_fact": filters["facts"] if way == "facts" else [],
        "by_subject": filters["subjects"] if way == "subjects" else [],
        "by_object": filters["objects"] if way == "objects" else [],
        "by_all": [True] if way is None else [],
    }


def _said_by(**way: list[Any]) -> dict[str, list[Any]]:
    return {f"said_by_{name}": way.get(name, []) for name in ("fact", "subject", "predicate", "slot", "all")}


def facts(record: Mapping[str, Any]) -> Reading:
    """The answer of `read/facts` with what else was said in the slots, if that was asked for."""
    held = reading(record)
    every = {a.id: a for a in (*held.assertions, *records.assertions(record["said"]))}
    return replace(held, assertions=tuple(every.values()))


def history(record: Mapping[str, Any], selection: Selection) -> Reading:
    """The answer of `read/facts` with what was said of the selection, believed or not."""
    held = reading(record)
    canon = Canon.of(records.merges(record["merges"]))

    def asked(a: Assertion) -> bool:
        subjects = selection.subjects
        return (
            (selection.facts is None or a.fact in selection.facts)
            and (selection.predicates is None or a.predicate in selection.predicates)
            and (subjects is None or a.subject in subjects or canon(a.subject, a.id) in subjects)
        )

    said = [a for a in records.assertions(record["said"]) if asked(a)]
    every = {a.id: a for a in (*held.assertions, *said)}
    ids = {i for r in held.rows for i in (r.subject, r.object)} | {
        i for a in said for i in (a.subject, a.object)
    }
    return Reading(
        rows=tuple(sorted(held.rows, key=lambda r: (r.recorded_at, r.valid_at or MIN, r.id, r.version))),
        assertions=tuple(every.values()),
        entities=tuple(e for e in held.entities if e.id in ids),
        pins=held.pins,
        dependencies=held.dependencies,
    )
