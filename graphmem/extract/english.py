"""The English reader: sentences of a stretch → candidates and refusals.

A sentence is cut into pieces (statement, question, request: `en/guard.py`), parsed, cut into clauses
(`en/clause.py`, `en/mood.py`), and each clause is shown to the tables of patterns: `en/verbs.py` (a
verb and its object), `en/copula.py` and `en/mine.py` (what is what), `en/idioms.py` and `en/company.py`
(the rest), `en/tools.py`, `en/plans.py`. Pieces without a verb go to `en/plain.py`, instructions to
`en/orders.py`, answers and corrections to `en/answers.py`. Word lists are in `en/words.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from graphmem.extract import errands
from graphmem.extract.en import (
    answers,
    company,
    copula,
    denial,
    foreign,
    guard,
    idioms,
    lists,
    mine,
    nlp,
    orders,
    phrase,
    plain,
    plans,
    study,
    tools,
    verbs,
    voices,
)
from graphmem.extract.en.clause import Clause
from graphmem.extract.en.mood import clauses
from graphmem.extract.en.nlp import Doc
from graphmem.extract.en.people import Introduction, People
from graphmem.extract.en.timing import CONFIDENCE
from graphmem.extract.en.words import PARTS, PETS, PLURAL_KIN, PRONOUN, RELATIONS
from graphmem.extract.stretch import Sentence, Stretch
from graphmem.model import PERSON, Candidate, Mentioned, Rejected, Stance

Found = Candidate | Rejected | Mentioned

_KINDS = {"PERSON": "person", "GPE": "place", "LOC": "place", "FAC": "place", "ORG": "organization"}
_NOT_THINGS = frozenset(
    {"DATE", "TIME", "NORP", "LANGUAGE", "CARDINAL", "ORDINAL", "EVENT", "MONEY", "PERCENT"}
)


_CODE = re.compile(r"[a-z]+[A-Z]|\w+_\w|.*\(")
"""A name inside a program, when it stands in backticks: `fetchRows`, `max_size`."""


@dataclass
class _Reading:
    """What one call keeps from sentence to sentence."""

    stretch: Stretch
    people: People
    docs: dict[str, Doc]
    made: list[Candidate] = field(default_factory=list)
    refused: list[Rejected] = field(default_factory=list)
    fiction_in: int = -1
    playing: bool = False
    own: set[str] = field(default_factory=set)
    """The names that the speaker has given as theirs."""
    latest: list[Candidate] = field(default_factory=list)
    """What the sentence before said, if it stands in the same message."""


def texts(sentences: Iterable[Sentence]) -> list[str]:
    """Everything that reading these sentences will parse, in order."""
    return [piece for s in lists.spread(list(sentences)) for piece in _pieces(s) if _may_tell(piece)]


_RELATED = re.compile(rf"\b(?:{'|'.join(sorted(PRONOUN.keys() | PETS | PLURAL_KIN.keys()))})", re.I)
_NAMING = re.compile(r"(?<=\S )(?!I\b)[A-Z]|\d")


def _may_tell(piece: str) -> bool:
    """Whether a piece can hold a fact or a name: a plain question or request cannot, and is not parsed."""
    if guard.asks(piece):
        return bool(_RELATED.search(piece) or _NAMING.search(piece))
    if guard.requests(piece):
        return bool(_RELATED.search(piece) or _NAMING.search(piece) or voices.SELF.search(piece))
    return True


def warm(sentences: Iterable[Sentence]) -> None:
    """Parse ahead, in one batch, what `read` will need."""
    nlp.warm(texts(foreign.latinised(list(sentences))[0]))


def read(sentences: Sequence[Sentence], stretch: Stretch) -> Iterable[Found]:
    """Candidates, refusals and names of one run of English sentences, in order."""
    sentences, runs = foreign.latinised(sentences)
    wanted = list(dict.fromkeys(texts(sentences)))
    docs = dict(zip(wanted, nlp.parse(wanted), strict=True))
    reading = _Reading(stretch, People(stretch.people), docs)
    for sentence in lists.spread(sentences):
        _sentence(sentence, reading)
    for word, name in stretch.people.items():
        stretch.people[word] = foreign.plain(name, runs)
    return foreign.restored([*reading.made, *reading.refused, *_names(docs.values())], runs)


def _others_line(sentence: Sentence, reading: _Reading) -> bool:
    """Whether a sentence stands in a line such as "Tom: I live in Leeds", Tom being somebody else."""
    message = reading.stretch.messages[sentence.turn]
    said_by = voices.speaker(message.content, sentence.start)
    own = {(message.name or "").lower(), *(name.lower() for name in reading.own)} if said_by else set()
    return bool(said_by) and said_by not in own


def _pieces(sentence: Sentence) -> list[str]:
    text = answers.expand(nlp.tidy(sentence.text), sentence)
    return [piece for piece in guard.pieces(text) if piece.strip()]


def _refuse(reading: _Reading, sentence: Sentence, reason: str) -> None:
    reading.refused.append(Rejected(reading.stretch.quote(sentence), reason, sentence.turn))


def _sentence(sentence: Sentence, reading: _Reading) -> None:
    text = nlp.tidy(sentence.text)
    spoken_of = reading.people.memory.get("liked", "")
    before = len(reading.made)
    _read_one(text, sentence, reading)
    reading.latest = reading.made[before:]
    if reading.people.memory.get("liked", "") == spoken_of:  # "them" is what was just spoken of
        reading.people.memory.pop("liked", None)


def _read_one(text: str, sentence: Sentence, reading: _Reading) -> None:
    if reading.fiction_in != sentence.turn:
        reading.playing = False
    message = reading.stretch.messages[sentence.turn]
    first = not re.search(r"\w", message.content[: sentence.start])
    if denial.unremembered(message.content):
        _refuse(reading, sentence, "not to be remembered")
        return
    if voices.passed_on(text) or _others_line(sentence, reading):
        _refuse(reading, sentence, "said by somebody else")
        return
    if denial.jokes_of_itself(text, first):
        _refuse(reading, sentence, "a joke or sarcasm")
        return
    if denial.jokes(text):
        _withdraw(reading, sentence)
    if guard.not_meant(sentence.text):
        _refuse(reading, sentence, "a joke or sarcasm")
        return
    if guard.hearsay(text):
        _refuse(reading, sentence, "said by somebody else")
        return
    if guard.dreams(text):
        reading.fiction_in, reading.playing = sentence.turn, True
    if guard.fiction(text):
        reading.fiction_in, reading.playing = sentence.turn, reading.playing or guard.plays(text)
        _refuse(reading, sentence, "fiction or hypothetical")
        return
    if reading.playing and reading.fiction_in == sentence.turn:
        _refuse(reading, sentence, "said in play")
        return
    correction = answers.corrected(text, sentence, reading.made)
    if correction is not None:
        wrong, right = correction
        reading.made[:] = [c for c in reading.made if c not in wrong]
        reading.made.extend(
            replace(c, quote=reading.stretch.quote(sentence), turn=sentence.turn) for c in right
        )
        return
    if denial.takes_back(text):
        _drop([c for c in reading.latest if c.turn == sentence.turn], "taken back", reading)
    declined = guard.declines(text)
    for piece in _pieces(sentence):
        for found in _piece(piece, sentence, reading):
            if declined and found.stance == "tentative":
                _refuse(reading, sentence, "weighed and declined")
            else:
                _keep(found, sentence, reading)


def _withdraw(reading: _Reading, sentence: Sentence) -> None:
    """ "Just kidding" takes back what the same message said before it."""
    _drop([c for c in reading.made if c.turn == sentence.turn], "taken back as a joke", reading)


def _drop(wrong: Sequence[Candidate], reason: str, reading: _Reading) -> None:
    reading.made[:] = [c for c in reading.made if c not in wrong]
    reading.latest = []
    reading.refused.extend(Rejected(c.quote, reason, c.turn) for c in wrong)


def _with_quoted(text: str, quote: str) -> str:
    """An order with what it holds in quotation marks: "sign as 'The Night Desk, Ghent'"."""
    if not re.search(r"[\"“]", quote):
        return text
    gap = r"\s*(?:[\"“][^\"”]*[\"”])?\s*"
    match = re.search(gap.join(map(re.escape, text.split())) + r"(?:\s*[\"“][^\"”]*[\"”])?", quote, re.I)
    return text[:1] + match.group()[1:].rstrip(" ,.") if match else text


def _keep(found: Candidate, sentence: Sentence, reading: _Reading) -> None:
    message = reading.stretch.messages[sentence.turn].content
    if found.subject == "assistant" and (found.predicate != "name" or voices.prompts(message)):
        return
    if found.subject in ("User", "the user", "The user"):  # so speaks only a text about the user
        return
    if re.match(r"[a-z]+[A-Z]", found.object) and found.predicate in set(RELATIONS.values()) | {
        "name",
        "nickname",
    }:
        return
    fiction = reading.fiction_in == sentence.turn and not found.subject.startswith(PERSON)
    if fiction:
        _refuse(reading, sentence, "fiction or hypothetical")
        return
    quote = reading.stretch.quote(sentence)
    if found.predicate == "uses" and f"`{found.object}" in quote and _CODE.match(found.object):
        return
    if errands.is_errand(found):
        _refuse(reading, sentence, errands.REASON)
        return
    if found.predicate == "pet" and found.replaces:
        found = _renamed(found, reading)
    if found.predicate == "instruction":
        found = replace(found, object=_with_quoted(found.object, quote))
    written = quote.lower().find(found.object.lower())
    if found.object not in quote and written >= 0:
        found = replace(found, object=quote[written : written + len(found.object)])
    reading.made.append(replace(found, quote=quote, turn=sentence.turn))


def _pasted(turn: int, reading: _Reading) -> bool:
    """Whether a user's message is a text given to be worked on."""
    message = reading.stretch.messages[turn]
    return message.role == "user" and voices.pasted(message.content)


def _world_knowledge(found: Candidate, turn: int, reading: _Reading) -> bool:
    """ "Einstein was born in Ulm": where and when strangers were born is said of the famous, not of friends."""
    famous = found.predicate in ("born_in", "birthday", "graduated_from")
    if not (famous or _pasted(turn, reading)) or found.subject.startswith(PERSON):
        return False
    told = any(found.subject in (c.object, c.subject) for c in reading.made)
    return not told and found.subject not in set(reading.people.introduced)


def _renamed(found: Candidate, reading: _Reading) -> Candidate:
    """ "We got a puppy yesterday. Her name is Waffles." is one pet: the name takes the kind's place."""
    for old in reading.made:
        if (
            old.predicate == "pet"
            and old.subject == found.subject
            and old.object.split()[-1] == found.replaces
        ):
            reading.made.remove(old)
            return replace(old, object=found.object)
    return replace(found, replaces=None)


def _piece(text: str, sentence: Sentence, reading: _Reading) -> Iterator[Candidate]:
    order = list(orders.read(text, sentence))
    if order:
        yield from order
        return
    doc = reading.docs.get(text)
    if doc is None:
        _refuse(reading, sentence, "question" if guard.asks(text) else "request")
        return
    introductions = list(reading.people.introductions(doc))
    asked = guard.asks(text)
    if asked:
        _refuse(reading, sentence, "question")
        yield from _introduced(introductions, [], [])
        return
    requested = guard.requests(text)
    if requested:
        _refuse(reading, sentence, "request")
    found = clauses(doc, sentence.at, reading.people.resolve)
    if requested:
        found = [c for c in found if c.head.dep_ in ("relcl", "ccomp", "conj") and c.subject is not None]
    if denial.unsaid(text):
        _refuse(reading, sentence, "not claimed")
        return
    made = []
    for clause in found:
        reading.people.again(clause)
        new = list(_clause(clause, reading))
        _remember(new, reading.people.memory)
        made.extend(new)
    made.extend(plain.read(doc, sentence.at, found, reading.people))
    made = [c for c in made if not _world_knowledge(c, sentence.turn, reading)]
    made = _as_self(tools.tidy_up(_by_name(made, introductions)), reading)
    for clause in found:
        if clause.refused and clause.refused not in ("a wish",):
            _refuse(reading, sentence, clause.refused)
    yield from _introduced(introductions, made, found)
    if denial.denies(text):
        _refuse(reading, sentence, "denied")
        made = denial.negated(made)
    yield from made


def _as_self(made: Sequence[Candidate], reading: _Reading) -> list[Candidate]:
    """ "I'm Ines Roth, a surveyor based in Graz": what is said of that name is said of the speaker."""
    named = [c for c in made if c.predicate == "name" and c.subject == PERSON and c.stance == "stated"]
    reading.own |= {c.object for c in named}
    return [replace(c, subject=PERSON) if c.subject in reading.own else c for c in made]


def _is_pet(subject: str) -> bool:
    return subject.rsplit("'s ", 1)[-1].removesuffix("s") in PETS


def _at_school(found: Sequence[Candidate]) -> list[Candidate]:
    """Starting at a school is studying there, not working there."""
    schools = {c.object for c in found if c.predicate in ("studies_at", "graduated_from")}
    return [c for c in found if not (c.predicate == "works_at" and c.object in schools)]


def _remember(new: Sequence[Candidate], memory: dict[str, str]) -> None:
    """What later words can mean: "here", "them", "it" (a project), a version without its tool."""
    tastes = [c.object for c in new if c.predicate in ("likes", "dislikes", "uses", "owns")]
    if tastes:
        memory["liked"] = "\n".join(tastes)
    for c in new:
        if c.predicate == "lives_in" and c.stance == "stated" and c.subject == PERSON:
            memory["here"] = c.object
        elif c.predicate == "lives_in" and c.stance == "ended" and c.subject == PERSON:
            memory["left"] = c.object
        elif c.predicate == "version_of":
            memory["tool"] = c.category
        elif c.predicate == "works_on":
            memory["it"] = c.object


def _clause(clause: Clause, reading: _Reading) -> Iterator[Candidate]:
    switched = list(tools.read(clause, reading.people.memory))
    if switched:
        yield from switched
        return
    found = [
        c for table in (copula, mine, idioms, study, company) for c in table.read(clause, reading.people)
    ]
    found = plans.settled(
        clause, [*tools.versioned(clause), *tools.listed_apart(clause), *verbs.read(clause), *found]
    )
    found = [c for c in _at_school(found) if not (c.predicate == "pet" and _is_pet(c.subject))]
    if clause.subject is not None and clause.subject.text.lower() in PARTS:
        found = [c for c in found if c.predicate in ("uses", "version_of")]
    yield from found
    yield from plans.read(clause, found, reading.people)


def _by_name(made: Sequence[Candidate], introductions: Sequence[Introduction]) -> list[Candidate]:
    """ "Two cats, Miso and Tofu": the names instead of the kind."""
    kinds: dict[str, list[str]] = {}
    for one in introductions:
        if one.relation == "pet":
            kinds.setdefault(one.token.text.lower(), []).append(one.name)
    out: list[Candidate] = []
    for c in made:
        names = kinds.get(c.object.lower().split()[-1], []) if c.predicate == "pet" and c.object else []
        out.extend([replace(c, object=name) for name in names] or [c])
    return out


def _introduced(
    introductions: Sequence[Introduction], made: Sequence[Candidate], found: Sequence[Clause]
) -> Iterator[Candidate]:
    """ "My sister Anna" is a fact by itself, unless the sentence says that it has ended or isn't so."""
    said = {(c.predicate, c.object) for c in made}
    imagined = {t.i for c in found if c.refused == "hypothetical" for t in c.tokens}
    for one in introductions:
        if (one.relation, one.name) in said or one.token.i in imagined:
            continue
        stance: Stance = "ended" if one.former else "stated"
        yield Candidate(one.owner, one.relation, one.name, stance=stance, confidence=CONFIDENCE[stance])


def _names(docs: Iterable[Doc]) -> Iterator[Mentioned]:
    """Proper names, with the kind that the parser's label suggests ('' where it has none)."""
    for doc in docs:
        last = -1
        for token in doc:
            if token.i <= last or not phrase.is_name(token):
                continue
            run = phrase.run(token)
            last = run[-1].i
            label = next((t.ent_type_ for t in run if t.ent_type_), "")
            if label not in _NOT_THINGS:
                yield Mentioned(phrase.text_of(run), _KINDS.get(label, ""))
