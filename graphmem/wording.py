"""Facts as sentences, in the language of their names. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphmem.model import Assertion, Entity, Row
from graphmem.names import Resolver, has_cjk, shown_name
from graphmem.registry import Registry
from graphmem.store import View


def render(
    view: View, fresh: Sequence[Row], known: Sequence[Row], registry: Registry, resolver: Resolver
) -> list[Row]:
    """New rows with their text: subject, the relation's words, object, in the language of its names.

    `known`: rows whose text serves for a new version of their fact.
    """
    texts = {(r.id, r.language): r.text for r in known if r.text}
    ids = {i for r in fresh if (r.id, r.language) not in texts for i in (r.subject, r.object) if i}
    entities = {resolver.person.id: resolver.person} | resolver.known()
    missing = ids - entities.keys()
    entities |= {e.id: e for e in view.entities(missing)} if missing else {}
    return [
        replace(
            r, text=r.text or texts.get((r.id, r.language)) or fact_text(r, entities, registry, r.language)
        )
        for r in fresh
    ]


def fact_text(row: Row | Assertion, entities: Mapping[str, Entity], registry: Registry, language: str) -> str:
    """A fact as a sentence, Chinese when it was said so (`language`) or its names are."""
    subject, target = entities.get(row.subject), entities.get(row.object)
    named = "" if subject is None or subject.person else subject.name
    thing = target.name if target and not target.person else row.object_name
    language = "zh" if has_cjk(thing + named) else language
    thing = shown_name(target, language) if target else thing
    who = shown_name(subject, language) if subject else "?"
    policy = registry[row.predicate]
    words = policy.words.get(language) or row.predicate.replace("_", " ")
    about = f"{row.category}" if row.category and policy.per_category else ""
    if language == "zh":
        return (
            f"{who}{words}的{about}是{thing}"
            if about and row.predicate == "favorite"
            else f"{who}{about}{words}{thing}"
        )
    return f"{who} {words} {about + ': ' if about else ''}{thing}"
