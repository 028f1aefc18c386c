"""The extractor with a language model: one call a stretch, its answer held against the rules of trust.

A model that fails, in whatever way, costs nothing but time: an answer that can't be used is asked for once
more, then the rules read the stretch. `Extraction.path` tells who wrote it: "model", "model+repair" (at the
second try), "rules", or, with both, "model+rules" and "model+repair+rules".
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.errors import Unavailable, Unsupported
from graphmem.extract import Extractor, Known, answer, digest, nothing_known, prompts
from graphmem.extract.answer import Read
from graphmem.extract.checks import Checks
from graphmem.extract.evidence import fold
from graphmem.extract.stretch import language
from graphmem.llm import ChatModel, Completion, Prompt
from graphmem.model import PERSON, Candidate, Extraction, Mentioned, Message, Predicate, Rejected

LONGEST_SUMMARY = digest.LONGEST_SUMMARY


@dataclass(frozen=True, slots=True)
class Usage:
    """What a model was asked for so far; tokens as the endpoint counts them."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A model's answer before and after the checks. `path`: "model" or "model+repair"."""

    read: Read = field(default_factory=Read)
    kept: tuple[Candidate, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    path: str = "model"
    usable: bool = False


class ModelExtractor:
    """Reads with a model behind the checks; with the rules, whole, where it fails.

    `registry`: the relations it may use, with their policies. Thread-safe where `model` and `rules`
    are; `usage` counts over all threads, `used` hears of each call.
    """

    def __init__(
        self,
        model: ChatModel,
        rules: Extractor,
        registry: Mapping[str, Predicate],
        used: Callable[[Completion], None] = lambda completion: None,
    ) -> None:
        self._model = model
        self._used = used
        self._rules = rules
        self.registry = registry
        self._usage = Usage()
        self._lock = threading.Lock()

    @property
    def usage(self) -> Usage:
        with self._lock:
            return self._usage

    def extract(self, messages: Sequence[Message], known: Known = nothing_known) -> Extraction:
        """One call, or none for a stretch without words of the user. Raises nothing on a model's account.

        What is `known` of those concerned is told to the model, so that only what is new is asked for.
        """
        return self._read(messages, known)[1]

    def extract_joined(self, messages: Sequence[Message], known: Known = nothing_known) -> Extraction:
        """The same, beside all that the rules find: see `joined`."""
        ruled, read = self._read(messages, known)
        return read if "rules" in read.path else joined(ruled, read, self.registry)

    def _read(self, messages: Sequence[Message], known: Known) -> tuple[Extraction, Extraction]:
        """The rules' extraction, whose refusals bind the model too, and the model's, or what stands in for it."""
        ruled = self._rules.extract(messages)
        checks = Checks(messages, self.registry, ruled.rejected)
        if not checks.sentences:
            return ruled, ruled
        try:
            asked = self.ask(messages, known(), checks)
        except (Unavailable, Unsupported) as error:
            return ruled, self._failed(ruled, f"{error}; the rules read it")
        if asked.usable:
            return ruled, self._extraction(asked, checks)
        reason = f"its answer can't be used: {asked.read.complaints[0]}"
        if not asked.kept:
            return ruled, self._failed(ruled, reason)
        both = joined(ruled, self._extraction(asked, checks), self.registry)
        return ruled, self._failed(both, reason)

    def _failed(self, stood_in: Extraction, reason: str) -> Extraction:
        return replace(stood_in, rejected=(*stood_in.rejected, Rejected(self._model.model_id, reason)))

    def ask(self, messages: Sequence[Message], profile: Sequence[str], checks: Checks) -> Asked:
        """The model's answer, asked for once more if it can't be used. Raises Unavailable, Unsupported."""
        chat = prompts.ask(messages, profile, self.registry)
        first, text = self._try(chat, checks, "model")
        if first.usable:
            return first
        try:
            second, _ = self._try(
                prompts.ask_again(chat, text, first.read.complaints), checks, "model+repair"
            )
        except (Unavailable, Unsupported):
            return first
        if second.usable or len(second.kept) > len(first.kept):
            return second
        return first

    def _try(self, chat: Sequence[Prompt], checks: Checks, path: str) -> tuple[Asked, str]:
        completion = self._model.complete(chat, prompts.schema(tuple(self.registry)))
        self._count(completion)
        read = answer.read(completion.text, completion.cut)
        kept, rejected = checks.check(read.facts)
        complaints = read.complaints or _unfounded(kept, rejected)
        read = replace(read, complaints=complaints)
        return Asked(read, kept, (*read.rejected, *rejected), path, usable=not complaints), completion.text

    def _count(self, completion: Completion) -> None:
        self._used(completion)
        with self._lock:
            self._usage = Usage(
                self._usage.calls + 1,
                self._usage.prompt_tokens + completion.prompt_tokens,
                self._usage.completion_tokens + completion.completion_tokens,
            )

    def _extraction(self, asked: Asked, checks: Checks) -> Extraction:
        read, kept, sentences = asked.read, asked.kept, checks.sentences
        names = [m for m in read.mentions if m.name.casefold() not in _NOBODY and checks.said.has(m.name)]
        topics = tuple(t for t in read.topics if checks.said.has(t))[: digest.MOST_TOPICS]
        faithful = _faithful(read.summary, checks) and not _told(read.summary, kept, asked.rejected)
        return Extraction(
            candidates=kept,
            rejected=tuple(dict.fromkeys((*checks.taken, *asked.rejected))),
            mentions=_merged([*digest.mentions(sentences, kept), *names]),
            topics=topics or digest.topics(sentences),
            summary=read.summary if faithful else digest.summary(sentences, kept),
            importance=digest.importance(sentences, kept) if read.importance is None else read.importance,
            path=asked.path,
        )


class JoinedExtractor:
    """The rules and a model together: what the model adds beside what the rules found, never against it."""

    def __init__(self, model: ModelExtractor) -> None:
        self._model = model

    @property
    def usage(self) -> Usage:
        return self._model.usage

    def extract(self, messages: Sequence[Message], known: Known = nothing_known) -> Extraction:
        """As `ModelExtractor.extract`, with the rules' candidates first."""
        return self._model.extract_joined(messages, known)


# -- both together ---------------------------------------------------------------------------------


def joined(ruled: Extraction, read: Extraction, registry: Mapping[str, Predicate]) -> Extraction:
    """The rules' extraction with what a model's adds; summary, topics and importance are the model's."""
    candidates, refused = join(ruled.candidates, read.candidates, registry)
    return Extraction(
        candidates=candidates,
        rejected=tuple(dict.fromkeys((*ruled.rejected, *read.rejected, *refused))),
        mentions=_merged([*ruled.mentions, *read.mentions]),
        topics=read.topics or ruled.topics,
        summary=read.summary or ruled.summary,
        importance=ruled.importance if read.importance is None else read.importance,
        path=f"{read.path}+rules",
    )


def join(
    ruled: Sequence[Candidate], read: Sequence[Candidate], registry: Mapping[str, Predicate]
) -> tuple[tuple[Candidate, ...], tuple[Rejected, ...]]:
    """The rules' candidates, then those of a model that say something else and contradict none of them."""
    added: list[Candidate] = []
    refused: list[Rejected] = []
    for new in read:
        reason = next((r for old in ruled if (r := _against(new, old, registry))), "")
        if reason == _SAME:
            continue
        if reason:
            refused.append(Rejected(f"{new.subject} {new.predicate} {new.object}", reason, new.turn))
        else:
            added.append(new)
    return (*ruled, *added), tuple(refused)


_SAME = "the rules found it too"


def _against(new: Candidate, old: Candidate, registry: Mapping[str, Predicate]) -> str:
    """Why a model's fact cannot stand beside one of the rules; '' if it can."""
    value, known = fold(new.object).text, fold(old.object).text
    same_subject = fold(new.subject).text == fold(old.subject).text
    policy = registry[new.predicate]
    if same_subject and new.predicate == old.predicate and value == known:
        return _SAME if new.stance == old.stance else f"the rules read it as {old.stance}"
    if new.turn != old.turn:
        return ""
    if same_subject and new.predicate == old.predicate:
        if value in known or known in value:
            return f"the rules read {old.object}"
        alike = not policy.per_category or fold(new.category).text == fold(old.category).text
        if policy.cardinality == "one" and alike:
            return f"the rules found {old.object}, and there can be but one"
    if value != known:
        return ""
    if same_subject:
        return f"the rules read it as {old.predicate}"
    if new.predicate == old.predicate and PERSON in (new.subject, old.subject):
        return f"the rules say it of {old.subject}"
    return ""


# -- what is more than facts -----------------------------------------------------------------------

_EVIDENCE = (
    "the quote is in no message",
    "it quotes nothing",
    "the object is in none",
    "the subject is in none",
)
_NOBODY = frozenset({"user", "the user", "assistant", "用户", "助手", "i", "me", "我"})


def _unfounded(kept: Sequence[Candidate], rejected: Sequence[Rejected]) -> tuple[str, ...]:
    """The complaints about an answer whose every fact lacks evidence: made up, translated, or without quotes."""
    if kept or not rejected or not all(r.reason.startswith(_EVIDENCE) for r in rejected):
        return ()
    return tuple(f"{r.text}: {r.reason}" for r in rejected)


def _faithful(summary: str, checks: Checks) -> bool:
    """Whether a summary is in a language of the user's words, and names and numbers in it were said."""
    if not summary or len(summary) > LONGEST_SUMMARY or "{" in summary:
        return False
    if language(summary) not in {language(s.text) for s in checks.sentences}:
        return False
    said = fold("\n".join(m.content for m in checks.said.messages)).text
    named = re.findall(r"(?<=[a-z,;] )[A-Z][\w.+#-]*|\d+(?:[.,]\d+)*", summary)
    return all(fold(n.rstrip(".")).text in said for n in named) and _overlap(summary, said) >= 0.3


def _overlap(summary: str, said: str) -> float:
    """The share of a summary's content words, or of its pairs of Chinese characters, that were said."""
    text = fold(summary).text
    parts = [
        w
        for w in re.findall(r"[a-z][\w'-]{3,}", text)
        if w not in ("user", "about", "their", "they", "that", "with")
    ]
    for run in re.findall(r"[\u3400-\u9fff]+", text.replace("用户", " ")):
        parts += [run[i : i + 2] for i in range(len(run) - 1)]
    return sum(p in said for p in parts) / len(parts) if parts else 0.0


def _told(summary: str, kept: Sequence[Candidate], rejected: Sequence[Rejected]) -> bool:
    """Whether a summary tells what the checks refused."""
    text = fold(summary).text
    values = {fold(c.object).text for c in kept}
    refused = {fold(r.text.split(" ", 2)[-1]).text for r in rejected if r.text.count(" ") >= 2}
    return any(v and v in text for v in refused - values)


def _merged(mentions: Sequence[Mentioned]) -> tuple[Mentioned, ...]:
    """Each name once, with the first kind known for it."""
    found: dict[str, str] = {}
    for mention in mentions:
        found[mention.name] = found.get(mention.name) or mention.kind
    return tuple(Mentioned(name, kind) for name, kind in found.items())
