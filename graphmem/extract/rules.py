"""The offline extractor: splits a stretch into sentences and hands each to the reader of its language.

One stretch is read in order, run by run of one language, so that "she" in a Chinese sentence can mean
somebody whom an English one named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from graphmem.extract import Known, nothing_known
from graphmem.extract.stretch import Sentence, Stretch, cut, language
from graphmem.model import PERSON, Candidate, Extraction, Mentioned, Message, Rejected

Found = Candidate | Rejected | Mentioned
Reader = Callable[[Sequence[Sentence], Stretch], Iterable[Found]]

_PERSONAL = (f"{PERSON}'", "用户的")


def _english(sentences: Sequence[Sentence], stretch: Stretch) -> Iterable[Found]:
    from graphmem.extract import english

    return english.read(sentences, stretch)


def _chinese(sentences: Sequence[Sentence], stretch: Stretch) -> Iterable[Found]:
    from graphmem.extract import chinese

    return chinese.read(sentences, stretch)


def _unknown(sentences: Sequence[Sentence], stretch: Stretch) -> Iterable[Found]:
    return [Rejected(stretch.quote(s), "a language the rules do not read", s.turn) for s in sentences]


READERS: dict[str, Reader] = {"en": _english, "zh": _chinese, "": _unknown}


@dataclass(frozen=True, slots=True)
class RuleExtractor:
    """Reads English and Chinese with patterns over a parse, offline and the same way every time.

    Thread-safe: the models behind it are loaded once, at the first use, and shared.
    """

    def extract(self, messages: Sequence[Message], known: Known = nothing_known) -> Extraction:
        """Read one stretch; also mentions, topics, a summary and an importance in [0, 1]."""
        return self.extract_all([messages])[0]

    def extract_all(self, stretches: Iterable[Sequence[Message]]) -> list[Extraction]:
        """Read many independent stretches; English is parsed in one batch, several times faster."""
        prepared = [(Stretch(tuple(messages)), *cut(messages)) for messages in stretches]
        mine = [s for _, sentences, _ in prepared for s in sentences if language(s.text) == "en"]
        if len(mine) > 1:
            from graphmem.extract import english

            english.warm(mine)
        return [_read(stretch, sentences, taken) for stretch, sentences, taken in prepared]


def _read(stretch: Stretch, sentences: Sequence[Sentence], taken: Sequence[Rejected]) -> Extraction:
    from graphmem.extract import digest

    candidates: list[Candidate] = []
    rejected: list[Rejected] = [*_others(stretch.messages), *taken]
    named: list[Mentioned] = []
    for code, run in groupby(sentences, key=lambda s: language(s.text)):
        for found in READERS[code](list(run), stretch):
            if isinstance(found, Rejected):
                rejected.append(found)
            elif isinstance(found, Mentioned):
                named.append(found)
            elif _impersonal(found, stretch):
                rejected.append(Rejected(found.quote, "first person in a document", found.turn))
            else:
                candidates.append(found)
    kept = settle(candidates)
    return Extraction(
        candidates=kept,
        rejected=tuple(dict.fromkeys(rejected)),
        mentions=_merged([*digest.mentions(sentences, kept), *named]),
        topics=digest.topics(sentences),
        summary=digest.summary(sentences, kept),
        importance=digest.importance(sentences, kept),
    )


def _others(messages: Sequence[Message]) -> Iterator[Rejected]:
    reasons = {"assistant": "assistant's words", "system": "system's words", "tool": "a tool's output"}
    for turn, message in enumerate(messages):
        if message.role in reasons and message.content.strip():
            yield Rejected(message.content[:200], reasons[message.role], turn)


def _impersonal(candidate: Candidate, stretch: Stretch) -> bool:
    """In a document "I" is its author, who is not the person whose memory this is."""
    if stretch.messages[candidate.turn].role != "document":
        return False
    return candidate.subject == PERSON or candidate.subject.startswith(_PERSONAL)


def settle(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """One candidate for each (subject, predicate, object, category, stance): the better dated of two."""
    kept: dict[tuple[str, ...], Candidate] = {}
    for new in candidates:
        key = (new.subject, new.predicate, new.object.casefold(), new.category.casefold(), new.stance)
        old = kept.get(key)
        if old is None:
            kept[key] = new
            continue
        kept[key] = replace(
            old,
            valid_at=old.valid_at or new.valid_at,
            invalid_at=old.invalid_at or new.invalid_at,
            since=old.since or new.since,
            replaces=old.replaces or new.replaces,
            confidence=max(old.confidence, new.confidence),
        )
    return tuple(kept.values())


def _merged(mentions: Iterable[Mentioned]) -> tuple[Mentioned, ...]:
    """Each name once, with the first kind known for it."""
    found: dict[str, str] = {}
    for mention in mentions:
        found[mention.name] = found.get(mention.name) or mention.kind
    return tuple(Mentioned(name, kind) for name, kind in found.items())
