"""A conversation with a memory: what is heard is remembered at once, what is asked is answered from what is known.

`Talk.hear` takes a line and gives events as they happen; a door shows them. It holds no logic of memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from graphmem import dates, prompt
from graphmem.doors.chat_words import ALIASES, COMMANDS, WORDS
from graphmem.errors import GraphmemError, InvalidInput, NotFound
from graphmem.names import has_cjk
from graphmem.prompt import fact_line, hit_line

if TYPE_CHECKING:
    from graphmem.answers import Recall
    from graphmem.doors.chat_model import Answers
    from graphmem.memory import Memory
    from graphmem.model import ChangeSet, Explanation, Outcome, Receipt
    from graphmem.session import Session

Model = Callable[[list[dict[str, str]]], Iterator[str]]
"""Messages, each with role and content → the answer, piece by piece. Raises Unavailable or Unsupported."""

CONTEXT_TOKENS = 1500
_TOLD = 5
"""Facts, and as many turns, that are told where no model answers."""
_ASKS = re.compile(r"[?？]")
_CITED = re.compile(r"\[([0-9a-f]{8})\]")


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a commit did."""

    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an answer, as it comes."""

    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, whole. `rests_on`: the ids, of eight digits, of the facts it was given; those it cites first."""

    text: str
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """What a command says. `wrong`: it could not do what was asked."""

    text: str
    wrong: bool = False


Event = Remembered | Piece | Answered | Told


@dataclass(frozen=True, slots=True)
class Basis:
    """What an answer rests on: the question as it was searched for, facts by id, and lines said before."""

    query: str = ""
    facts: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    cited: frozenset[str] = frozenset()


class Talk:
    """One conversation. `over` once it was asked to end. Not for several threads."""

    def __init__(
        self, memory: Memory, chat: Session, model: Model | None = None, language: Literal["en", "zh"] = "en"
    ) -> None:
        self.over = False
        self.language = language
        self._memory, self._chat, self._model = memory, chat, model
        self._user = chat.namespace
        self._as_of: str | None = None
        self._basis: Basis | None = None
        self._last: ChangeSet | None = chat.committed[-1] if chat.committed else None

    def word(self, name: str, /, **values: object) -> str:
        """A text of the door in the language last spoken."""
        return WORDS[self.language][name].format(**values)

    def hear(self, line: str) -> Iterator[Event]:
        """What follows from a line: a command's answer, or what was remembered and an answer. Blank: nothing."""
        said = line.strip()
        if not said:
            return
        name, _, rest = said.partition(" ")
        command = ALIASES.get(name.lower())
        if command is None and not name.startswith("/"):
            self.language = "zh" if has_cjk(said) else "en"
            yield from self._talk(said)
            return
        if has_cjk(name):
            self.language = "zh"
        try:
            yield from self._command(command or "", name, rest.strip())
        except GraphmemError as error:
            yield Told(str(error), wrong=True)

    def end(self) -> Iterator[Event]:
        """Commits what is left. Raises what the store raises; the messages are then kept by the session."""
        last = self._chat.commit().outcomes
        if outcomes := (*self._by_itself(), *last):
            yield Remembered(outcomes)

    # -- what is said --------------------------------------------------------------------

    def _talk(self, said: str) -> Iterator[Event]:
        """Recalls first, so that the words just said are not what answers them; then remembers; then answers.

        Without a model what only tells something is not answered: what it changed was told.
        """
        context, basis, found = self._context(said)
        self._chat.add("user", said)
        failure: GraphmemError | None = None
        outcomes: tuple[Outcome, ...] = ()
        try:
            outcomes = self._chat.commit().outcomes
        except GraphmemError as error:
            failure = error
        outcomes = (*self._by_itself(), *outcomes)
        if outcomes:
            yield Remembered(outcomes)
        if failure is not None:
            yield Told(self.word("not_kept", error=failure), wrong=True)
        if self._model is not None:
            self._basis = basis
            yield from self._answer(self._model, said, context, found)
        elif _ASKS.search(said) or all(o.action == "skipped" for o in outcomes):
            self._basis = basis
            yield Answered(self._plainly(found), basis.facts)

    def _by_itself(self) -> tuple[Outcome, ...]:
        """What the session has committed unasked since this was last told: on request, or what had failed."""
        done = self._chat.committed
        place = next((i for i, c in enumerate(done) if c is self._last), -1)
        self._last = done[-1] if done else None
        return tuple(o for changes in done[place + 1 :] for o in changes.outcomes)

    def _answer(self, model: Model, said: str, context: str, found: Recall) -> Iterator[Event]:
        """The model's answer, or, where it gives none, what is recalled."""
        system = "\n\n".join(part for part in (self.word("instruction"), context) if part)
        asked = [{"role": "system", "content": system}, {"role": "user", "content": said}]
        pieces: list[str] = []
        try:
            for piece in model(asked):
                pieces.append(piece)
                yield Piece(piece)
        except GraphmemError as error:
            yield Told(self.word("no_answer", error=error), wrong=True)
        text = "".join(pieces).strip()
        if not text:
            self._basis = _basis(found, self.language, self._as_of is not None)
            yield Answered(self._plainly(found), self._basis.facts)
            return
        self._chat.add("assistant", text)
        cited = frozenset(_CITED.findall(text))
        assert self._basis is not None
        self._basis = Basis(self._basis.query, self._basis.facts, self._basis.turns, cited)
        yield Answered(text, _cited_first(self._basis))

    def _context(self, said: str) -> tuple[str, Basis, Recall]:
        """The text for a model, what it holds, and the recall alone. At another date only the recall speaks."""
        from graphmem import retrieve

        query = retrieve.completed(said, self._chat.messages, self._chat.working)
        found = self._memory.recall(query, self._user, as_of=self._as_of)
        if self._model is None:
            return "", _basis(found, self.language, self._as_of is not None), found
        if self._as_of is not None:
            text = found.prompt(CONTEXT_TOKENS)
        else:
            text = self._chat.context(said, max_tokens=CONTEXT_TOKENS)
        return text, _told_by(text, query, found), found

    def _plainly(self, found: Recall) -> str:
        """What is recalled, in lines."""
        basis = _basis(found, self.language, self._as_of is not None)
        if not basis.facts and not basis.turns:
            return self.word("nothing")
        lines = [fact_line(f, self.language) for f in prompt.told(found) if f.id[:8] in basis.facts]
        lines[:0] = (
            [self.word("recalled_as_of" if self._as_of else "recalled", date=self._as_of)] if lines else []
        )
        return "\n".join([*lines, *([self.word("said_before"), *basis.turns] if basis.turns else [])])

    # -- commands ------------------------------------------------------------------------

    def _command(self, command: str, name: str, rest: str) -> Iterator[Event]:
        match command:
            case "why":
                yield Told(self._why())
            case "forget":
                yield from self._forget(rest)
            case "profile":
                text = str(self._memory.profile(rest or None, user=self._user, as_of=self._as_of))
                yield Told(text or self.word("unknown"))
            case "as-of":
                yield Told(self._move(rest))
            case "help":
                yield Told(self.word("help"))
            case "quit":
                self.over = True
            case _:
                raise InvalidInput(self.word("no_command", name=name, known=" ".join(COMMANDS)))

    def _why(self) -> str:
        basis = self._basis
        if basis is None:
            return self.word("why_nothing_asked")
        if not basis.facts and not basis.turns:
            return self.word("why_nothing")
        lines = [self.word("why_asked", query=basis.query)]
        for id in _cited_first(basis):
            with suppress(NotFound):  # forgotten since
                lines += self._explained(basis, id)
        if basis.turns:
            lines += [self.word("said_before"), *basis.turns]
        return "\n".join(lines)

    def _explained(self, basis: Basis, id: str) -> list[str]:
        asked: dict[str, Any] = {"query": basis.query}
        if self._as_of is not None:
            asked["as_of"] = self._as_of
        found: Explanation = self._memory.explain(id, user=self._user, **asked)
        mark = self.word("cited") if id in basis.cited else ""
        lines = [f"{fact_line(found.fact, self.language)}{mark}"]
        quotes = [
            f"    {self.word('said_on', date=dates.shown(e.said_at, 'day', 0))} “{' '.join(e.quote.split())}”"
            for e in found.fact.evidence
        ]
        replaced = [f"    {self.word('replaced', text=f.text)}" for f in found.replaced]
        chosen = [f"    {self.word('chosen', reason=found.choice.reason)}"] if found.choice else []
        return [*lines, *quotes, *replaced, f"    {self.word('rule', rule=found.rule)}", *chosen]

    def _forget(self, rest: str) -> Iterator[Event]:
        """One fact or episode by id, or everything when that is said twice."""
        if not rest:
            yield Told(self.word("forget_how"))
            return
        if rest in ("all", "全部"):
            yield Told(self.word("forget_sure"))
            return
        receipt = (
            self._memory.forget(user=self._user)
            if rest in ("all yes", "全部 确认")
            else self._forget_one(rest)
        )
        self._basis = None
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(receipt.erased.items()) if count)
        repaired = [self.word("repaired", text=text) for text in receipt.repaired]
        yield Told("\n".join([self.word("forgotten", counts=counts or "0"), *repaired]))

    def _forget_one(self, id: str) -> Receipt:
        for kind in ("fact", "episode"):
            with suppress(NotFound):
                return self._memory.forget(user=self._user, **{kind: id})
        raise NotFound(self.word("forget_none", id=id))

    def _move(self, rest: str) -> str:
        """To another date. Raises InvalidInput for one that is none."""
        if not rest:
            return self.word("as_of_is", date=self._as_of) if self._as_of else self.word("as_of_how")
        if rest in ("now", "现在"):
            self._as_of = None
            return self.word("as_of_now")
        dates.instant(rest, "date")
        self._as_of = rest
        return self.word("as_of_is", date=rest)


def _basis(found: Recall, language: str, of_the_past: bool = False) -> Basis:
    """What is told of a recall. Of the past only facts: what was said since then may not have held yet."""
    told = prompt.told(found)[:_TOLD]
    hits = () if found.nothing or of_the_past else found.hits[:_TOLD]
    lines = tuple(hit_line(h, language) for h in hits)
    return Basis(found.query, tuple(f.id[:8] for f in told), lines)


def _told_by(text: str, query: str, found: Recall) -> Basis:
    """What a context holds, by the ids that end its lines: of facts, and of turns of the recall."""
    turns = {h.turn.id[:8] for h in found.hits}
    facts: list[str] = []
    said: list[str] = []
    for line in text.splitlines():
        match = _CITED.search(line[-10:])
        if match and match[1] in turns:
            said.append(line)
        elif match:
            facts.append(match[1])
    return Basis(query, tuple(dict.fromkeys(facts)), tuple(said))


def _cited_first(basis: Basis) -> tuple[str, ...]:
    return tuple(sorted(basis.facts, key=lambda id: id not in basis.cited))


def configured_model(model: str, given: Sequence[str]) -> Answers | None:
    """The model that settings name, None if none is. `given`: names of the environment's variables.

    `model`: of the command line, before GRAPHMEM_LLM_MODEL. Raises InvalidInput and Unsupported.
    """
    if not model and not {"GRAPHMEM_LLM_MODEL", "GRAPHMEM_LLM_BASE_URL"} & set(given):
        return None
    from graphmem.config import Settings

    chosen = Settings.read(**({"llm_model": model} if model else {}))
    from graphmem.doors.chat_model import Answers

    return Answers(chosen)
