"""What the rules' parse says of each clause, whoever reads a fact out of it: about whom, whether so, when.

This is what a model's fact is held against. "My dad might move to Rome in May" → about ("user's dad",),
tentative, 2027-05; "If I lived in Rome" → refused as hypothetical.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from graphmem.extract.stretch import Sentence, Stretch, language
from graphmem.model import Stance

if TYPE_CHECKING:
    from graphmem.extract.zh.text import Text


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sentence.

    `text`: its words, tidied, so not to the letter. `about`: whom its subject means; () where the rules
    cannot tell. `start`, `end`: ISO dates in it; `since`: the start goes on. `dates`: every ISO date that
    can be read in the sentence, whichever way. `refused`: why it states nothing. `ties`: (owner, relation,
    name) of the people introduced in it. `order`: it tells the assistant how to behave.
    """

    sentence: Sentence
    text: str
    about: tuple[str, ...] = ()
    stance: Stance = "stated"
    past: bool = False
    start: str | None = None
    end: str | None = None
    since: bool = False
    dates: frozenset[str] = frozenset()
    refused: str = ""
    ties: frozenset[tuple[str, str, str]] = frozenset()
    order: bool = False


def read(sentences: Sequence[Sentence], stretch: Stretch) -> list[Clause]:
    """The clauses of a stretch, in order; `stretch.people` learns who is spoken of."""
    english, chinese = _English(stretch), _Chinese(stretch)
    found: list[Clause] = []
    head = Sentence("", -1, 0, datetime.min)
    for sentence in sentences:
        if sentence.turn == head.turn and _ITEM.match(stretch.quote(sentence)):
            sentence = replace(sentence, text=f"{head.text} {_ITEM.sub('', sentence.text)}")
        elif sentence.text.endswith((":", "：")):
            head = sentence
        else:
            head = Sentence("", -1, 0, datetime.min)
        reader = {"en": english.read, "zh": chinese.read}.get(language(sentence.text))
        if reader is None:
            found.append(Clause(sentence, sentence.text, refused="a language that cannot be checked"))
            continue
        if _takes_back(sentence):
            found = [
                replace(c, refused=c.refused or "taken back as a joke")
                if c.sentence.turn == sentence.turn
                else c
                for c in found
            ]
        found.extend(reader(sentence))
    return found


_ITEM = re.compile(r"(?:[-–+*•·]|\d{1,2}[.、)）])\s*")
"""The mark of an item in a list, which is read with the line that heads the list."""
_JOKED = re.compile(
    r"\b(?:just|only) (?:kidding|joking)\b|^(?:kidding|jk|j/k)\b|\bjk[.! ]*$|开(?:个|了个)?玩笑|"
    r"逗你(?:玩|的)|骗你的|说着玩",
    re.I,
)


def _takes_back(sentence: Sentence) -> bool:
    return bool(_JOKED.search(sentence.text))


# -- English -------------------------------------------------------------------------------


class _English:
    def __init__(self, stretch: Stretch) -> None:
        from graphmem.extract.en.people import People

        self._stretch = stretch
        self._people = People(stretch.people)
        self._fiction_in = self._pasted_in = -1

    def read(self, sentence: Sentence) -> Iterator[Clause]:
        from graphmem.extract.en import answers, guard, nlp

        text = nlp.tidy(sentence.text)
        reason = self._reason(text, sentence)
        full = answers.expand(text, sentence)
        if full != text:  # an answer: its question's words are part of what it says
            sentence = replace(sentence, text=full)
        for piece in guard.pieces(full):
            if not piece.strip():
                continue
            asked = "a question" if guard.asks(piece) else "a request" if guard.requests(piece) else ""
            lasting = asked == "a request" and bool(_LASTING.search(text))
            yield from self._piece(piece, sentence, reason or ("" if lasting else asked))

    def _reason(self, text: str, sentence: Sentence) -> str:
        """Why nothing in a sentence is so; a story or a pasted text goes on to the end of its message."""
        from graphmem.extract.en import denial, guard, voices

        if guard.fiction(text) or _SCENE.search(text):
            self._fiction_in = sentence.turn
        if _EDIT.match(text):
            self._pasted_in = sentence.turn
        if denial.jokes(text) or guard.not_meant(sentence.text):
            return "a joke or sarcasm"
        if self._fiction_in == sentence.turn:
            return "fiction or hypothetical"
        if self._pasted_in == sentence.turn:
            return "pasted text"
        message = self._stretch.messages[sentence.turn]
        said_by = voices.speaker(message.content, sentence.start)
        if voices.passed_on(text) or (said_by and said_by != (message.name or "").lower()):
            return "said by somebody else"
        if denial.unsaid(text) or denial.denies(text):
            return "not claimed"
        if denial.unremembered(message.content):
            return "not to be remembered"
        return next((why for why, shape in _NOT_SO if shape.search(text)), "")

    def _piece(self, text: str, sentence: Sentence, reason: str) -> Iterator[Clause]:
        from graphmem.extract.en import nlp, orders
        from graphmem.extract.en.mood import clauses

        doc = nlp.parse([text])[0]
        ties = frozenset((i.owner, i.relation, i.name) for i in self._people.introductions(doc))
        dates = _english_dates(text, sentence)
        order = any(True for _ in orders.read(text, sentence))
        covered: set[int] = set()
        found = clauses(doc, sentence.at, self._people.resolve)
        for c in found:
            self._people.again(c)
        for c in found:
            covered |= {t.i for t in c.tokens}
            above = _governing(c, found)
            about = above.subjects if above is not None else c.subjects
            start = next((w.valid_at for w in c.whens if w.valid_at), None)
            end = next((w.invalid_at for w in c.whens if w.invalid_at), None)
            inside = reason
            if reason == "a request" and c.head.dep_ in ("relcl", "ccomp", "conj") and c.subject is not None:
                inside = ""
            yield Clause(
                sentence,
                _joined(c.tokens),
                about,
                c.stance,
                past=c.past and not c.perfect,
                start=start,
                end=end,
                since=any(w.since for w in c.whens),
                dates=dates,
                refused=inside or c.refused,
                ties=ties,
                order=order,
            )
        if len(covered) < len(doc):
            rest = _joined([t for t in doc if t.i not in covered])
            yield Clause(sentence, rest, dates=dates, refused=reason, ties=ties, order=order)


_EDIT = re.compile(
    r"(?:please |can you |could you )*(?:fix|score|rate|grade|proofread|edit|re-?write|rephrase|"
    r"correct|polish|check|review|improve|shorten|summari[sz]e|"
    r"translate|mark)\b[^.!?]{0,60}:",
    re.I,
)
_SCENE = re.compile(
    r"\b(?:do|play|act out|write|set) (?:a|the|this) scene\b|\bbackstory\b|\bd&d\b|"
    r"\bplaying a character\b|\brole-?play",
    re.I,
)
_NOT_SO: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "a dream",
        re.compile(
            r"\b(?:weirdest|strangest|a|the|this) (?:\w+ )?(?:dream|nightmare)\b.*[:,]|"
            r"\b(?:day)?dream(?:t|ed|ing|s)? (?:that|about|of)? ?(?:i|we)\b",
            re.I,
        ),
    ),
    (
        "said by somebody else",
        re.compile(
            r"\b(?:is|are|was|were|seems?) (?:convinced|certain|sure|"
            r"positive|adamant) (?:that )?(?:i|we)\b|(?<!i )\b(?:thinks?|assumes?|insists?|claims?) "
            r"(?:that )?(?:i|we)(?:'m| am| have|'ve)\b",
            re.I,
        ),
    ),
)


def _joined(tokens: Sequence[Any]) -> str:
    return re.sub(r" (?='\w|n't\b|[.,;:!?])", "", " ".join(t.text for t in tokens))


def _governing(clause: Any, found: Sequence[Any]) -> Any:
    """The clause that a verb without a subject of its own hangs on: "he likes fishing" is about him."""
    if clause.head.dep_ not in ("xcomp", "ccomp", "pcomp", "dobj", "acomp", "advcl", "conj", "prep"):
        return None
    if any(t.dep_ in ("nsubj", "nsubjpass") for t in clause.head.children):
        return None
    above = next((c for c in found if any(t.i == clause.head.head.i for t in c.tokens)), None)
    return above if above is not None and above.subjects and above is not clause else None


_LASTING = re.compile(
    r"\b(?:from now on|always|never|going forward|in (?:the )?future|every time|each time|whenever|by "
    r"default|"
    r"answers?|repl(?:y|ies)|respon(?:d|ses?))\b",
    re.I,
)


def _english_dates(text: str, sentence: Sentence) -> frozenset[str]:
    from graphmem.extract import dates_en

    found = [w for ahead in (False, True) for w in dates_en.find(text, sentence.at, ahead=ahead)]
    return frozenset(d for w in found for d in (w.valid_at, w.invalid_at) if d)


# -- Chinese ---------------------------------------------------------------------------------


class _Chinese:
    def __init__(self, stretch: Stretch) -> None:
        from graphmem.extract.zh.people import Who

        self._people = stretch.people
        self._nobody = Who()
        self._who = Who()
        self._turn = -1
        self._fiction = False

    def read(self, sentence: Sentence) -> Iterator[Clause]:
        from graphmem.extract.zh import guards
        from graphmem.extract.zh.text import Text, clauses

        if sentence.turn != self._turn:
            self._turn, self._who, self._fiction = sentence.turn, self._nobody, False
        affirmed = _affirmed(sentence)
        said = replace(sentence, text=f"{affirmed}。{sentence.text}") if affirmed else sentence
        text = Text.of(said.text)
        reason = guards.sentence_reason(text.plain)
        self._fiction = self._fiction or reason == "fiction"
        reason = reason or ("fiction" if self._fiction else "")
        dates = _chinese_dates(said)
        made: list[Clause] = []
        supposed = others = False
        asking = said.text.rstrip().endswith(("?", "？"))
        found = clauses(text)
        for number, c in enumerate(found):
            supposed = supposed or guards.is_hypothetical(c.text.plain)
            mark = c.mark if number + 1 < len(found) else ("？" if asking else c.mark)
            why = reason or ("hypothetical" if supposed else "")
            why = why or ("a question" if guards.asks(c.text.plain, mark) else "")
            own = "" if why else guards.clause_reason(c.text.plain)
            if own == "a request for now" and _LASTING_ZH.search(text.plain):
                own = ""
            others = others or own.startswith("said by")
            why = why or own
            if made and _SLIP_ZH.match(c.text.plain):
                made[-1] = replace(made[-1], refused=made[-1].refused or "put right by the speaker")
            made.append(self._clause(replace(sentence, text=said.text), c.text, why, others, dates))
        yield from made

    def _clause(
        self, sentence: Sentence, text: Text, reason: str, others: bool, dates: frozenset[str]
    ) -> Clause:
        from graphmem.extract.zh.frame import build

        frame = build(text, sentence.at, self._people, self._who)
        if frame.who.said:
            others = False
            if not frame.who.unknown:
                self._who = frame.who
        if frame.who.unknown:
            reason = reason or "a pronoun for somebody not named before"
        stance: Stance = "stated"
        if frame.negated:
            stance = "ended" if frame.never or frame.done else "negated"
        elif frame.modal:
            stance = "tentative" if frame.modal == "tentative" else "planned"
        elif frame.future:
            stance = "planned"
        elif frame.past or frame.until:
            stance = "ended"
        return Clause(
            sentence,
            text.written(),
            frame.who.names,
            stance,
            past=frame.past,
            start=frame.point or frame.length or None,
            end=frame.until or None,
            since=frame.since or bool(frame.length),
            order=bool(_LASTING_ZH.search(sentence.text) and _TO_YOU_ZH.search(sentence.text)),
            dates=dates,
            refused=reason or ("said by others" if others else ""),
            ties=frozenset((r.owner, r.predicate, r.name) for r in frame.who.relations),
        )


_TO_YOU_ZH = re.compile(r"回答|回复|给我|跟我|你|别|不要")
_SLIP_ZH = re.compile(r"不对|不是不是|说错|记错|打错|写错|口误|更正|纠正|错了|应该是")
_LASTING_ZH = re.compile(r"以后|今后|往后|从现在|从今|每次|一律|永远|始终|默认|记住|任何时候|长期")


def _affirmed(sentence: Sentence) -> str:
    """What an answer says: 我住在成都 for 是的 after 你住在成都吗？, or for 成都 after 你住在哪里？."""
    from graphmem.extract.zh import answers

    asked = answers.question_of(sentence.previous) if sentence.start < 4 else ""
    if not asked:
        return ""
    if answers.YES.match(sentence.text):
        return answers.confirmed(asked)
    return answers.completed(sentence.text, asked)


def _chinese_dates(sentence: Sentence) -> frozenset[str]:
    from graphmem.extract import dates_zh

    found = [f for ahead in (False, True) for f in dates_zh.find(sentence.text, sentence.at, ahead)]
    return frozenset(d for f in found for d in (f.value, f.until) if d)
