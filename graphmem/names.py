"""Which entity a name means. Pure: names are given, ids are derived.

Equal keys and known aliases join; kinds known to differ never do; anything fuzzier only proposes.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, lru_cache
from importlib.resources import files

from graphmem.errors import InvalidInput
from graphmem.model import PERSON, Entity, Merge, Name, digest

SELF = "self"
"""The kind under which the namespace's person is named: its own name space, so no friend is taken for them."""

_PERSON_WORDS = frozenset({"user", "i", "me", "myself", "用户", "我", "本人", "我自己"})
_CJK = r"\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_ANY_CJK = re.compile(f"[{_CJK}]")
_CJK_GAP = re.compile(rf"(?<=[{_CJK}])\s+|\s+(?=[{_CJK}])")
_ALL_CJK = re.compile(rf"[{_CJK}]+\Z")
_EDGES = " \t\n\"'“”‘’«»《》「」『』,;:!?，。；：！？、"
_INVISIBLE = re.compile(r"[\u200b-\u200f\u2060\ufeff\u00ad]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_COMPANY = re.compile(
    r"(?:,?\s+(?:inc|ltd|llc|corp|corporation|gmbh|plc|limited|incorporated|company)\.?|,?\s+co\.(?:,?\s+ltd\.?)?)\Z"
)
_COMPANY_ZH = re.compile(r"(?:股份有限公司|有限责任公司|有限公司|集团公司|公司)\Z")
_CITY_ZH = re.compile(r"(?<![超都城夜股门集早菜花])市\Z")


def has_cjk(text: str) -> bool:
    """Whether any Chinese character occurs."""
    return not text.isascii() and _ANY_CJK.search(text) is not None


def plain(text: str) -> str:
    """NFKC, lower case, no Latin accents, single spaces, none beside Chinese characters."""
    if text.isascii():
        return " ".join(text.lower().split())
    folded = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).casefold()
    return _CJK_GAP.sub("", " ".join(_without_accents(folded).split()))


def _without_accents(text: str) -> str:
    if unicodedata.is_normalized("NFD", text) and not any(map(unicodedata.combining, text)):
        return unicodedata.normalize("NFC", text)
    letters: list[str] = []
    for c in unicodedata.normalize("NFD", text):
        if not (unicodedata.combining(c) and letters and letters[-1].isascii()):
            letters.append(c)
    return unicodedata.normalize("NFC", "".join(letters))


@cache
def _aliases() -> Mapping[str, str]:
    groups = tomllib.loads(files("graphmem").joinpath("aliases.toml").read_text("utf-8"))["groups"]
    return {_bare(other): _bare(first) for first, *others in groups for other in others}


def _bare(name: str) -> str:
    key = plain(name).strip(_EDGES) or plain(name)
    shorter = _COMPANY.sub("", key)
    if _ALL_CJK.match(key):
        stem = _COMPANY_ZH.sub("", key)
        shorter = stem if len(stem) >= 2 else key
        city = _CITY_ZH.sub("", shorter)
        shorter = city if len(city) >= 2 else shorter
    return shorter.strip(_EDGES) or key


@lru_cache(maxsize=65_536)
def name_key(name: str) -> str:
    """The key under which equal names meet. "José" → "jose", "Acme Inc." → "acme", "北京市" → "beijing".

    Digits, dots and signs count: C++ and C# differ, so do Release 1.0 and Release 10.
    """
    key = _bare(name)
    return _aliases().get(key, key)


def literal_key(text: str) -> str:
    """Equal literals meet: case, width, spacing and closing punctuation apart."""
    return plain(text).strip(_EDGES + ".") or plain(text)


def checked(value: object, argument: str, limit: int = 2_000) -> str:
    """A name or value as given, stripped. Raises InvalidInput when blank, too long or not text."""
    if not isinstance(value, str):
        raise InvalidInput(f"{argument} must be a text, not {type(value).__name__}")
    text = value.strip()
    if not text:
        raise InvalidInput(f"{argument} is blank: give a text")
    if len(text) > limit:
        raise InvalidInput(f"{argument} has {len(text)} characters: at most {limit:,} are taken")
    if _CONTROL.search(text):
        raise InvalidInput(f"{argument} has a control character or half a surrogate pair: remove it")
    return text


def one_of(value: object, argument: str, known: Sequence[str]) -> None:
    """Raises InvalidInput unless the value is one of the words known."""
    if not isinstance(value, str) or value not in known:
        raise InvalidInput(f"{argument}={shortened(value)} must be one of {', '.join(known)}")


def shortened(value: object) -> str:
    """A value as an error message shows it."""
    text = ascii(value) if not isinstance(value, str) or not value.isprintable() else repr(value)
    return text if len(text) <= 80 else text[:77] + "…"


def namespace_name(user: object) -> str:
    """A namespace as given: any text that is not blank, kept to the letter. Raises InvalidInput."""
    checked(user, "user", limit=512)
    assert isinstance(user, str)
    return user


def person_id(namespace: str) -> str:
    """The id of the namespace's own person."""
    return digest("person", namespace)


def person(namespace: str) -> Entity:
    return Entity(person_id(namespace), namespace, "person", person=True)


def is_person_word(name: str) -> bool:
    """Whether a subject or object means the namespace's own person."""
    return plain(name) in _PERSON_WORDS


@dataclass(frozen=True, slots=True)
class Canon:
    """What merges and splits make of an entity's id: those not undone, in the order they were made."""

    steps: tuple[Merge, ...] = ()

    @classmethod
    def of(cls, merges: Iterable[Merge], known_at: datetime | None = None) -> Canon:
        """As they stand, or stood at `known_at`. A split undone takes back what was said of its target meanwhile."""
        steps = []
        for m in merges:
            begun = known_at is None or m.recorded_at <= known_at
            undone = m.undone_at if known_at is None or (m.undone_at and m.undone_at <= known_at) else None
            if begun and undone is None:
                steps.append(m)
            elif begun and undone is not None and m.assertions:
                steps.append(Merge(m.id, source=m.target, target=m.source, recorded_at=undone))
        return cls(tuple(sorted(steps, key=lambda m: m.recorded_at)))

    @classmethod
    def ever(cls, merges: Sequence[Merge]) -> list[Canon]:
        """Every state there was: before the first merge, and after each merge and undoing."""
        moments = {m.recorded_at for m in merges} | {m.undone_at for m in merges if m.undone_at}
        return [cls(), *(cls.of(merges, moment) for moment in sorted(moments))]

    def __call__(self, entity: str, assertion: str = "") -> str:
        """The entity that an id, as it stands in an assertion, means now."""
        for step in self.steps:
            if step.source == entity and (not step.assertions or assertion in step.assertions):
                entity = step.target
        return entity

    def group(self, entity: str) -> set[str]:
        """All ids that mean the same as this one."""
        top = self(entity)
        return {top} | {s.source for s in self.steps if not s.assertions and self(s.source) == top}


class Resolver:
    """Resolves the names of one write; what it makes new is in `entities` and `names`."""

    def __init__(self, namespace: str, names: Iterable[Name], known: Iterable[Entity], canon: Canon) -> None:
        """`names`: all rows of the keys asked about. `known`: the entities they name."""
        self._namespace = namespace
        self._own = name_key(namespace)
        self._canon = canon
        self._by_key: dict[str, list[Name]] = {}
        for name in names:
            self._by_key.setdefault(name.key, []).append(name)
        self._known = {e.id: e for e in known}
        self.entities: dict[str, Entity] = {}
        self.names: list[Name] = []

    @property
    def person(self) -> Entity:
        return self._entity(person_id(self._namespace)) or person(self._namespace)

    def known(self) -> dict[str, Entity]:
        """Entities by id: those it was given, as this write changes them, and those it made."""
        return self._known | self.entities

    def _entity(self, identity: str) -> Entity | None:
        return self.entities.get(identity) or self._known.get(identity)

    def resolve(self, surface: str, kind: str = "") -> Entity:
        """The entity a name means, made when there is none."""
        if is_person_word(surface):
            return self._seen(self.person, surface, "")
        key = name_key(surface)
        rows = self._by_key.get(key, [])
        own = key == self._own or any(n.kind == SELF for n in rows)
        if own and kind in ("", "person"):
            return self._seen(self.person, surface, "")
        rows = [n for n in rows if n.kind != SELF]
        kinds: dict[str, set[str]] = {}
        for n in sorted(rows, key=lambda n: n.ordinal):
            kinds.setdefault(self._canon(n.entity), set()).add(n.kind)
        found = self._match(kinds, kind)
        if found is None:
            found = digest("entity", self._namespace, key, kind, "0")
            self._name(key, kind, found)
            return self._seen(Entity(found, surface, kind), surface, kind)
        if kind and kind not in kinds[found]:
            self._name(key, kind, found)
        return self._seen(self._entity(found) or Entity(found, surface, kind), surface, kind)

    @staticmethod
    def _match(kinds: Mapping[str, set[str]], kind: str) -> str | None:
        if kind:
            same = [e for e, known in kinds.items() if kind in known]
            return same[0] if same else next((e for e, known in kinds.items() if known == {""}), None)
        if len(kinds) == 1:
            return next(iter(kinds))
        return next((e for e, known in kinds.items() if "" in known), None)

    def _name(self, key: str, kind: str, entity: str) -> None:
        name = Name(key, kind, 0, entity)
        self._by_key.setdefault(key, []).append(name)
        self.names.append(name)

    def _seen(self, entity: Entity, surface: str, kind: str) -> Entity:
        """Adds the spelling and the kind, if new."""
        if not entity.person:
            spellings = (entity.name, *entity.aliases)
            if surface not in spellings:
                entity = replace(entity, aliases=(*entity.aliases, surface))
            if kind and not entity.kind:
                entity = replace(entity, kind=kind)
        if self._known.get(entity.id) != entity:
            self.entities[entity.id] = entity
        return entity


def shown_name(entity: Entity, language: str) -> str:
    """An entity in a sentence: the person is "user" in English and 用户 in Chinese."""
    if entity.person:
        return "用户" if language == "zh" else PERSON
    return entity.name
