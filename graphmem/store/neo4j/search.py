"""The channels of one recall, and the rows of a selection: one query each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from graphmem.model import STANCES, Assertion
from graphmem.names import Canon, person_id
from graphmem.store import (
    Candidates,
    FactCandidate,
    Found,
    Rank,
    Reading,
    Search,
    Selection,
    TurnCandidate,
)
from graphmem.store.neo4j import records
from graphmem.text import namespace_token, phrase
from graphmem.timeline import MAX, MIN

_OVERFETCH = 4
_BELIEVED = MAX.replace(year=9998)
"""What is believed now expires at `MAX`, the only time stored that is after this one."""


def windows(stances: Iterable[str], as_of: datetime | None) -> list[dict[str, Any]]:
    """For each stance, what a row's time has to satisfy: stated ones hold at `as_of`, the others whenever."""
    return [
        {
            "stance": s,
            "until": as_of if as_of and s == "stated" else MAX,
            "after": as_of if as_of and s == "stated" else MIN,
        }
        for s in stances
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
    vectors = [] if query.vector is None else [[float(x) for x in query.vector]]
    phrases = [p for p in map(phrase, query.terms) if p]
    past = query.known_at is not None
    return {
        "namespace": namespace,
        "keys": records.ids(query.keys),
        "person": person_id(namespace),
        "hops": query.hops,
        "fanout": query.fanout,
        "vectors": vectors,
        "texts": lucene(namespace, phrases),
        "past_vectors": vectors if past else [],
        "past_phrases": [[" " + p.strip('"') for p in phrases]] if past and phrases else [],
        "windows": windows(query.stances, query.as_of),
        "as_of": query.as_of,
        "past": past,
        "open": MAX,
        "limit": query.limit,
        "wide": query.limit * _OVERFETCH,
        "near": query.near,
        "sensitive": records.ids(query.sensitive),
        **belief(query.known_at),
    }


def found(record: Mapping[str, Any], rank: Rank) -> Found:
    """The answer of `search/recall`: all candidates, and of these the ranked ones read whole."""
    candidates = _candidates(record)
    chosen = rank(candidates)
    facts, turns = set(chosen.facts), set(chosen.turns)
    rows = [r for r in record["rows"] if (r["id"], r["version"]) in facts]
    told = {r["id"] for r in rows}
    kept = [t for t in record["turns"] if t["id"] in turns]
    near = {i for channel, kind, i, _, _ in record["scored"] if kind == "episode"}
    episodes = near | {t["episode"] for t in kept}
    entities = {i for r in rows for i in (r["subject"], r.get("object"))} | set(candidates.named)
    whole = {
        **record,
        "rows": rows,
        "assertions": [a for a in record["assertions"] if a["fact"] in told or a["line"] in told],
        "entities": [e for e in record["entities"] if e["id"] in entities],
    }
    return Found(
        candidates,
        reading(whole),
        records.turns(kept),
        records.episodes(e for e in record["episodes"] if e["id"] in episodes),
    )


def _candidates(record: Mapping[str, Any]) -> Candidates:
    channels: dict[tuple[str, str, int], dict[str, float]] = {}
    for channel, kind, i, version, score in record["scored"]:
        channels.setdefault((kind, i, version), {}).setdefault(channel, score)
    for kind, i, version, cosine in record["cosines"]:
        channels.setdefault((kind, i, version), {})["vector"] = cosine
    facts = [
        FactCandidate(
            r["id"],
            r["version"],
            r["subject"],
            r["predicate"],
            r.get("object", ""),
            r.get("object_name", ""),
            r["text"],
            records.time_of(r["recorded_at"]),
            channels.get(("fact", r["id"], r["version"]), {}),
        )
        for r in record["rows"]
    ]
    turns = [
        TurnCandidate(
            t["id"],
            t["episode"],
            t["session"],
            t["ordinal"],
            t["role"],
            t.get("speaker", ""),
            t["text"],
            records.time_of(t["at"]),
            t.get("offset", 0),
            t["importance"],
            tuple((predicate, thing) for predicate, thing in t["holds"]),
            channels.get(("turn", t["id"], 0), {}),
        )
        for t in record["turns"]
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
        **_said_by(),
        "windows": windows(selection.stances or STANCES, selection.as_of),
        **belief(selection.known_at),
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
    return {f"said_by_{name}": way.get(name, []) for name in ("fact", "subject", "predicate", "all")}


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
