"""Reads Chinese sentences in order: guards first, then clause by clause, subject carried along."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from graphmem.extract.stretch import Sentence, Stretch
from graphmem.extract.zh import facts, guards, orders, people
from graphmem.extract.zh.frame import Frame, build, lead
from graphmem.extract.zh.nouns import READERS, bare
from graphmem.extract.zh.patterns import Draft, stance_of
from graphmem.extract.zh.people import Who, of
from graphmem.extract.zh.text import Clause, Text, clauses
from graphmem.model import PERSON, Candidate, Rejected, Stance

_SLIP = re.compile(
    r"(?:哦|啊|噢|呃|抱歉|不好意思|对不起|sorry|等等|等下)*[，, ]*(?:不对|不是|不不|(?:刚才?|我|上面|之前|前面)*(?:说|记|打|写|搞|弄)(?:错|反|岔)(?:了|字)*|口误|手滑|笔误|"
    r"更正(?:一下)?|纠正(?:一下)?|错了|(?:应该|其实|准确(?:地)?(?:来)?说)(?=是))(?:了|啊|哦|哈)*[，,：:]?",
    re.I,
)
_AGAIN = re.compile(r"(?:应该|其实|而|我|准确说|住|就)*(?:是|叫|在|：)?(?P<new>.+)")
_NOT_BUT = re.compile(r"(?:我)?(?:是|在|叫)?(?P<new>[^不]{0,12}?)[，,]?(?:而)?不是(?P<old>[^，。]+)$")
_STARTED = re.compile(
    r"(?:是)?(?:就)?(?:开始|刚)?(?:干|做|当|住|用|学|养|搬(?:过)?来|搬(?:过)?去|来|去|买|入手|入职|进|加入|认识|结婚|在一起|确诊|查出来|升|换|装|上|考上|毕业|到|吃|练|开始)*(?:的|了|过)*$"
)
_INTRODUCED = re.compile(
    r"(?:名字?|它|他|她|就|小名|取名|起名|给.{1,3}(?:取|起)名)?(?:字)?(?:叫|名|是[公母])|(?:今年|才|刚|已经|快|现在)*[\d一二两三四五六七八九十]+(?:岁|个月)"
)
_KINDS = {
    "lives_in": "place", "visited": "place", "hometown": "place", "born_in": "place", "works_at": "org", "studies_at": "org",
    "graduated_from": "org", "age": "number", "name": "name", "nickname": "name", "job_title": "title", "uses": "thing", "child": "name",
    "pet": "name", "likes": "liked", "dislikes": "liked", "allergic_to": "liked", "learning": "liked", "speaks": "tongue",
    "spouse": "name", "partner": "name", "sibling": "name", "friend": "name", "colleague": "name", "manager": "name",
}  # fmt: skip


@dataclass
class Reader:
    """State over one stretch: what was found, who was last spoken of, which tool."""

    stretch: Stretch
    kept: list[Candidate] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    who: Who = field(default_factory=Who)
    tool: str = ""
    turn: int = -1
    correcting: bool = False

    def read(self, sentence: Sentence) -> None:
        first = sentence.turn != self.turn
        if first:
            self.turn, self.who, self.correcting = sentence.turn, Who(), False
        if first and sentence.previous and self._answer(sentence):
            return
        self._statement(sentence, Text.of(sentence.text))

    # -- one sentence ---------------------------------------------------------------------

    def _statement(self, sentence: Sentence, text: Text) -> None:
        if reason := guards.sentence_reason(text.plain):
            self._refuse(sentence, text, reason)
            return
        named = [d for c in clauses(text) for d in orders.renames(c.text)]
        if named and "?" not in sentence.text[-1:] and "？" not in sentence.text[-1:]:
            self._keep(sentence, text, None, named)
            return
        asking = sentence.text.rstrip().endswith(("?", "？"))
        if not asking and (orders.is_lasting(text.plain) or orders._FROM_ME.match(text.plain)):
            drafts = orders.instructions(text)
            if drafts:
                self._keep(sentence, text, None, drafts)
                return
        self._clauses(sentence, clauses(text), asking)

    def _clauses(self, sentence: Sentence, found: list[Clause], asking: bool) -> None:
        who, world, pending = self.who, False, ""
        introduced: Who | None = None
        supposed = explicit = False
        last = len(found) - 1
        for number, clause in enumerate(found):
            text = clause.text
            supposed = supposed or guards.is_hypothetical(text.plain)
            if supposed:
                self._refuse(sentence, text, "hypothetical")
                continue
            if guards.asks(text.plain, clause.mark if number < last else ("？" if asking else clause.mark)):
                self._refuse(sentence, text, "a question asserts nothing")
                continue
            if self._corrects(sentence, text, number > 0):
                continue
            if reason := guards.clause_reason(lead(text).plain):
                self._refuse(sentence, text, reason)
                if reason.startswith("said by"):
                    who, world = Who(), True
                continue
            default = who
            if introduced and (_INTRODUCED.match(text.plain) or introduced.relation != "pet"):
                default = introduced
            frame = build(text, sentence.at, self.stretch.people, self._current(default))
            if pending and not frame.point:
                frame = self._with_date(frame, pending)
            pending = ""
            if frame.who.said:
                world = False
            if not len(frame.text) and frame.point:
                pending = frame.point
                self._late_date(sentence, frame)
                continue
            if number and _STARTED.fullmatch(frame.text.plain) and (frame.point or frame.length):
                self._late_date(sentence, frame)
                continue
            if (asking and not frame.who.said and default.names == (PERSON,)) or (
                world and not frame.who.said
            ):
                self._refuse(sentence, text, "nobody is named" if world else "part of a question")
                continue
            if frame.who.unknown:
                self._refuse(sentence, text, "a pronoun for somebody not named before")
                world = True
                continue
            drafts = facts.read(frame, text, self.stretch.people, self.tool)
            self._keep(sentence, text, frame, drafts)
            if frame.who.said:
                who, explicit = frame.who, True
            elif not drafts and not explicit and facts.is_about_other(text):
                world = True
            introduced = facts.introduced(self.stretch.people, drafts, frame) or (
                introduced if not frame.who.said else None
            )
        self.who = self._current(introduced or who) if not world else Who()

    def _current(self, who: Who) -> Who:
        """The person under the name learnt since."""
        if not who.kin:
            return who
        for key in (who.names[0] if who.names else "", of(who.owner, who.kin)):
            name = self.stretch.people.get(key)
            if name and name != key:
                names = tuple(name.split("\n"))
                return replace(who, names=names, kin="", relations=())
        return who

    @staticmethod
    def _with_date(frame: Frame, point: str) -> Frame:
        return replace(frame, point=point)

    # -- keeping ----------------------------------------------------------------------------

    def _keep(self, sentence: Sentence, text: Text, frame: Frame | None, drafts: Sequence[Draft]) -> None:
        quote = self._quote(sentence, text)
        made: list[Candidate] = []
        if frame is not None:
            tied = {(d.predicate, d.object) for d in drafts}
            for tie in frame.who.relations:
                married = tie.predicate == "partner" and ("spouse", tie.name) in tied
                if (tie.predicate, tie.name) not in tied and not married:
                    stance: Stance = "ended" if tie.ended else "stated"
                    made.append(
                        Candidate(
                            tie.owner, tie.predicate, tie.name, stance=stance, quote=quote, turn=sentence.turn
                        )
                    )
        for draft in drafts:
            subjects = (draft.subject,) if draft.subject else frame.who.names if frame else (PERSON,)
            for subject in subjects or (PERSON,):
                made.append(self._candidate(sentence, quote, frame, draft, subject))
        made = [c for c in made if self._sane(c)]
        if self.correcting and made:
            predicates = {(c.subject, c.predicate) for c in made}
            self._drop(lambda c: (c.subject, c.predicate) in predicates and c.turn <= sentence.turn)
            self.correcting = False
        if made and any(c.predicate == "pet" or c.predicate == "child" for c in made):
            made = self._upgrade(made)
        for candidate in made:
            if candidate.predicate == "uses":
                self.tool = candidate.object
            if candidate.predicate == "version_of":
                self.tool = candidate.category
            if candidate.predicate == "works_on":
                self.stretch.people["它"] = candidate.object
                self.stretch.people[candidate.object] = candidate.object
            if candidate.predicate in ("likes", "dislikes", "uses", "owns") and candidate.subject == PERSON:
                self.stretch.people["它"] = candidate.object
        self.kept += made

    def _candidate(
        self, sentence: Sentence, quote: str, frame: Frame | None, draft: Draft, subject: str
    ) -> Candidate:
        base = Candidate(
            subject,
            draft.predicate,
            draft.object,
            draft.category,
            quote=quote,
            turn=sentence.turn,
            replaces=draft.replaces or None,
        )
        if frame is None:
            return base
        stance = stance_of(frame, draft)
        valid = invalid = None
        since = False
        if draft.dated:
            valid, invalid, since = _times(frame, draft, stance)
        if draft.predicate == "age" and not (valid and len(valid) == 10):
            valid = None
        if draft.predicate in ("birthday", "born_in", "hometown", "nationality", "name"):
            valid = invalid = None
        return replace(base, stance=stance, valid_at=valid, invalid_at=invalid, since=since)

    def _sane(self, candidate: Candidate) -> bool:
        return (
            bool(candidate.object.strip())
            and candidate.object != candidate.subject
            and len(candidate.object) <= 60
        )

    def _upgrade(self, made: list[Candidate]) -> list[Candidate]:
        """养了一只小狗，叫可乐: the name takes the place, and the date, of the kind."""
        out = []
        for new in made:
            kind = self.stretch.people.get("?", "").split("\n")[-1]
            old = next(
                (
                    c
                    for c in self.kept
                    if c.predicate == new.predicate == "pet"
                    and c.object == kind
                    and c.turn == new.turn
                    and c.object != new.object
                ),
                None,
            )
            if old:
                self.kept.remove(old)
            out.append(replace(old, object=new.object, quote=new.quote) if old else new)
        return out

    def _late_date(self, sentence: Sentence, frame: Frame) -> None:
        """…，2019年开始干的: the date of what was said just before."""
        value = frame.point or frame.length
        lasting = frame.since or bool(frame.length)
        for place, old in enumerate(self.kept):
            if (
                old.turn == sentence.turn
                and place >= len(self.kept) - 1
                and not old.valid_at
                and old.stance in ("stated", "planned", "tentative")
            ):
                if old.predicate in ("name", "birthday", "born_in", "hometown", "age"):
                    continue
                self.kept[place] = replace(old, valid_at=value, since=lasting)
            elif (
                old.turn == sentence.turn
                and place >= len(self.kept) - 1
                and old.stance == "ended"
                and not old.invalid_at
            ):
                self.kept[place] = replace(old, invalid_at=value)

    def _refuse(self, sentence: Sentence, text: Text, reason: str) -> None:
        self.rejected.append(Rejected(self._quote(sentence, text), reason, sentence.turn))

    def _quote(self, sentence: Sentence, text: Text) -> str:
        content = self.stretch.messages[sentence.turn].content
        if not text.at:
            return self.stretch.quote(sentence)
        return content[sentence.start + min(text.at) : sentence.start + max(text.at) + 1]

    def _drop(self, wrong: object) -> None:
        assert callable(wrong)
        for candidate in [c for c in self.kept if wrong(c)]:
            self.kept.remove(candidate)
            self.rejected.append(Rejected(candidate.quote, "put right by the speaker", candidate.turn))

    # -- slips --------------------------------------------------------------------------------

    def _corrects(self, sentence: Sentence, text: Text, later: bool) -> bool:
        """不对，是5月16号; 是宿州，不是苏州: keeps only what is right. True if the clause is used up."""
        slip = _SLIP.match(text.plain)
        if slip and slip.end() and (later or self.kept) and not re.match(r"不是(?:我|吗)", text.plain):
            rest = text[slip.end() :].strip()
            if not re.fullmatch(r"(?:哦|啊|噢)*不是", slip.group()) or not len(rest):
                self.correcting = True
                return not len(rest) or self._replaced(sentence, rest)
        if self.correcting and not re.search(r"我[^们]?", text.plain[:2]) and self._replaced(sentence, text):
            return True
        contrast = _NOT_BUT.match(text.plain)
        if contrast and self.kept:
            old = bare(text[contrast.start("old") : contrast.end("old")]).written()
            hit = next((c for c in reversed(self.kept) if c.object == old and c.stance != "ended"), None)
            if hit:
                self.correcting = True
                new = text[contrast.start("new") : contrast.end("new")]
                if len(new):
                    return self._replaced(sentence, new, hit)
                self._drop(lambda c: c is hit)
                self._wrong = hit
                return True
            if (
                later
                and not contrast["new"]
                and not re.match(r"我", text.plain)
                and self.kept[-1].turn == sentence.turn
            ):
                self._refuse(sentence, text, "put right by the speaker")
                return True
        return False

    _wrong: Candidate | None = None

    def _replaced(self, sentence: Sentence, text: Text, old: Candidate | None = None) -> bool:
        """Puts the object of a short correction in the place of the last fact's."""
        old = old or self._wrong or (self.kept[-1] if self.kept else None)
        match = _AGAIN.match(text.plain)
        if old is None or not match:
            return False
        body = text[match.start("new") :]
        if re.search(r"[我你他她]|[住搬进在叫]", body.plain):
            return False
        reader = READERS[_KINDS.get(old.predicate, "text")]
        values = reader(body).values
        if old.predicate == "birthday":
            values = facts.birthday_in(body)
        if not values:
            return False
        self._drop(lambda c: c is old)
        new = replace(old, object=values[0], quote=self._quote(sentence, text), turn=sentence.turn)
        self.kept.append(new)
        self.correcting, self._wrong = False, None
        return True

    # -- answers --------------------------------------------------------------------------------

    def _answer(self, sentence: Sentence) -> bool:
        """A reply to the assistant's question, read with the question as its context."""
        question = orders.question_of(sentence.previous)
        if not question:
            return False
        text = Text.of(sentence.text)
        yes, no = orders.YES.match(text.plain.strip()), orders.NO.match(text.plain.strip())
        self._asked_about(question)
        if yes or no:
            statement = orders.confirmed(question)
            if statement and not guards.sentence_reason(statement):
                said = Text.of(statement)
                before = len(self.kept)
                self._clauses(sentence, [Clause(c.text, "") for c in clauses(said)], False)
                part = text[: (yes or no).end()] if (yes or no) else text  # type: ignore[union-attr]
                quote = self._quote(sentence, part.strip() if len(part.strip()) else text)
                for place in range(before, len(self.kept)):
                    c = self.kept[place]
                    stance: Stance = c.stance if yes else "negated" if c.stance == "stated" else c.stance
                    if no and c.predicate in ("likes", "dislikes"):
                        stance = "negated"
                    self.kept[place] = replace(c, quote=quote, stance=stance)
                if no:
                    self.kept[before:] = [c for c in self.kept[before:] if c.stance == "negated"]
            rest = text[(yes or no).end() :].strip() if (yes or no) else text  # type: ignore[union-attr]
            if len(rest) and (yes or no) and (yes or no).end() < len(text):  # type: ignore[union-attr]
                self._statement(sentence, rest)
            return True
        before = len(self.kept)
        self._statement(sentence, text)
        if len(self.kept) > before or guards.asks(text.plain, sentence.text[-1:]):
            return True
        statement = orders.completed(sentence.text, question)
        if statement and not orders._OFFER.search(question):
            if self.who.names != (PERSON,):
                statement = re.sub(r"^我的?", "", statement)
            refused = len(self.rejected)
            self._clauses(sentence, clauses(Text.of(statement)), False)
            del self.rejected[refused:]
            quote = self.stretch.quote(sentence)
            self.kept[before:] = [replace(c, quote=quote) for c in self.kept[before:]]
        return True

    def _asked_about(self, question: str) -> None:
        match = re.search(r"他们|她们|[他她它]", question)
        known = self.stretch.people.get(match.group()) if match else None
        if known:
            self.who = Who(tuple(known.split("\n")), said=False)
            return
        kin = re.search(rf"(?:您|你)(?:家)?的?({people.KIN_NOUN})", question)
        if kin and (found := people.kin_of(kin)):
            name = self.stretch.people.get(of(PERSON, found[1])) or of(PERSON, found[1])
            self.who = Who((name,), kin=found[1] if name.startswith("用户") else "", relation=found[0])


def _times(frame: Frame, draft: Draft, stance: Stance) -> tuple[str | None, str | None, bool]:
    """(valid_at, invalid_at, since) of a fact in its clause."""
    point = frame.point or None
    if frame.until:
        return point, frame.until, False
    if stance == "ended":
        event = draft.stance == "ended" and not re.search(r"过(?!敏|来|去)", frame.said) or frame.negated
        return (None, point, False) if event else (point, None, False)
    if stance == "negated":
        return None, None, False
    if point:
        return point, None, frame.since and stance == "stated"
    if frame.length and stance == "stated":
        return frame.length, None, True
    return None, None, False


def read(sentences: Sequence[Sentence], stretch: Stretch) -> Iterable[Candidate | Rejected]:
    """The facts of Chinese and code-mixed sentences, in order, and what was seen and refused.

    Updates `stretch.people`. Raises Unsupported when the tagger's packages are missing.
    """
    reader = Reader(stretch)
    for sentence in sentences:
        reader.read(sentence)
    stretch.people.pop("?", None)
    return [*reader.kept, *reader.rejected]
