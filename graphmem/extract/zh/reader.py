"""Reads Chinese sentences in order: guards first, then clause by clause, the subject carried along."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from graphmem.extract.stretch import Sentence, Stretch
from graphmem.extract.zh import answers, facts, guards, orders, people, worth
from graphmem.extract.zh.frame import CLEFT_VERB, Frame, build, lead
from graphmem.extract.zh.ledger import Ledger
from graphmem.extract.zh.people import Who, of
from graphmem.extract.zh.retractions import Retractions
from graphmem.extract.zh.slips import Slips
from graphmem.extract.zh.text import Clause, Text, clauses, join
from graphmem.model import PERSON, Candidate, Rejected

# 2014年开始做的, 去年买的: only a date, for what was said before
_STARTED = re.compile(
    r"(?:是)?(?:就)?(?:开始|刚)?(?:干|做|当|住|用|学|养|搬(?:过)?来|搬(?:过)?去|来|去|买|入手|"
    r"入职|进|加入|认识|结婚|"
    r"在一起|确诊|查出来|升|换|装|上|考上|毕业|到|吃|练|开始|离职|辞职|不干|走|卖掉|卖|停用|"
    r"弃用)*(?:的|了|过)*$"
)
_INTRODUCED = re.compile(
    r"(?:名字?|它|他|她|就|小名|取名|起名|给.{1,3}(?:取|起)名)?(?:字)?(?:叫|名|是[公母])|"
    r"(?:今年|才|刚|已经|快|现在)*[\d一二两三四五六七八九十]+(?:岁|个月)"
)

_BULLET = re.compile(r"(?:[-–+*•·]|\d{1,2}[.)、．])(?=\D)")
_BUT = re.compile(r"而?是(?=[^我你他她它这那]+$)")
_CLEFT = re.compile(rf"{CLEFT_VERB}的(?=是)")
_COUNTED = re.compile(
    r"^[^我咱你他她]{1,6}是[我咱]|[一两几某这那](?![直起般定样下些点切旦岁年月号天])[\u4e00-\u9fff]"
)
_NOTHING = Text("", (), (), (), ())
_DIAGNOSED = re.compile(r"(?:被)?(?:确诊|查出|诊断)")
_AFTERWARDS = re.compile(r"之后|此后|从那以后|后来|然后")


@dataclass
class Carried:
    """What one clause leaves to the next of its sentence.

    `who`: the subject. `introduced`: somebody brought in without a name. `world`: the talk is of
    something else. `explicit`: a subject was named. `date`: of a clause that is only a date, or brings somebody in.
    `planned`: the date, or '', of a job to come. `made`: the facts of the clause before.
    `until`: the end of the time it gave. `cleft`: the 用的 of 用的不是 A, for the 是 B after it.
    `counted`: it brought in one of something, 一本小说, or 新郎是我同桌, whom the 叫 after it may name.
    """

    who: Who
    introduced: Who | None = None
    world: bool = False
    explicit: bool = False
    supposed: bool = False
    laughing: bool = False
    planned: str | None = None
    made: tuple[Candidate, ...] = ()
    date: str = ""
    until: str = ""
    cleft: Text = _NOTHING
    counted: bool = False


@dataclass
class Reader:
    """State over one stretch. `who`: of whom the last sentence was. `head`: the one before a list."""

    stretch: Stretch
    ledger: Ledger
    slips: Slips
    retractions: Retractions
    who: Who = field(default_factory=Who)
    head: Who = field(default_factory=Who)
    turn: int = -1

    def read(self, sentence: Sentence) -> None:
        first = sentence.turn != self.turn
        if first:
            self.turn, self.who, self.head = sentence.turn, Who(), Who()
            self.slips.close()
            self.retractions.silent = False
        if sentence.item:
            self.who = self.head
        begin = len(self.ledger.kept)
        self._read(sentence, answers.question_of(sentence.previous) if first else "")
        self.retractions.before = self.ledger.kept[begin:]
        if not sentence.item:
            self.head = self.who

    def _read(self, sentence: Sentence, question: str) -> None:
        if question:
            self._answer(sentence, question)
        else:
            self._statement(sentence, Text.of(sentence.text))

    # -- one sentence ---------------------------------------------------------------------

    def _statement(self, sentence: Sentence, text: Text) -> None:
        if sentence.item and (bullet := _BULLET.match(text.plain)):
            text = text[bullet.end() :]
        if self.retractions.sentence(sentence, text):
            return
        reason = "not to be remembered" if self.retractions.silent else guards.sentence_reason(text.plain)
        if reason:
            self.ledger.refuse(sentence, text, reason)
            return
        asking = sentence.text.rstrip().endswith(("?", "？"))
        if not asking:
            drafts = orders.named_you(text) or [d for c in clauses(text) for d in orders.renames(c.text)]
            drafts = drafts or orders.instructions(text)
            if drafts:
                self.ledger.orders(sentence, text, drafts)
                return
        self._clauses(sentence, clauses(text), asking)

    def _clauses(self, sentence: Sentence, found: Sequence[Clause], asking: bool) -> None:
        carried = Carried(self.who, laughing=guards.is_laughing(sentence.text))
        begin = len(self.ledger.kept)
        for number, clause in enumerate(found):
            last = number == len(found) - 1
            mark = "？" if asking and last else clause.mark
            reason = self.retractions.clause(sentence, clause.text, self.ledger.kept[begin:], number > 0)
            if reason == "not to be remembered":
                for rest in found[number:]:
                    self.ledger.refuse(sentence, rest.text, reason)
                break
            reason = reason or self._refusal(clause.text, mark, carried)
            if reason:
                self.ledger.refuse(sentence, clause.text, reason)
                if reason == guards.REQUEST and clause.mark in ("：", ":"):
                    self._pasted(sentence, found[number + 1 :])
                    break
            elif not self.slips.take(sentence, clause.text, number > 0):
                self._clause(sentence, clause.text, carried, asking, number > 0)
            carried.counted = bool(_COUNTED.search(clause.text.plain))
        self.ledger.close_stays(begin)
        self.who = Who() if carried.world else self._current(carried.introduced or carried.who)

    def _pasted(self, sentence: Sentence, rest: Sequence[Clause]) -> None:
        """What follows the colon of a request is its material."""
        for clause in rest:
            self.ledger.refuse(sentence, clause.text, "pasted text")

    def _refusal(self, text: Text, mark: str, carried: Carried) -> str:
        """Why a clause is not to be read, or ''; what is supposed stays so to the end of the sentence."""
        carried.supposed = carried.supposed or guards.is_hypothetical(text.plain)
        if carried.supposed:
            return "hypothetical"
        if guards.asks(text.plain, mark):
            return "a question asserts nothing"
        reason = guards.clause_reason(lead(text).plain)
        if reason == guards.HEARSAY:
            carried.who, carried.world = Who(), True
        return reason

    def _clause(self, sentence: Sentence, text: Text, carried: Carried, asking: bool, later: bool) -> None:
        said = join(carried.cleft, text[1:] if text.plain[0] == "而" else text)
        frame = self._frame(sentence, said if _BUT.match(text.plain) else text, carried)
        cleft = _CLEFT.match(frame.text.plain) if frame.negated else None
        carried.cleft = frame.text[: cleft.end()] if cleft else _NOTHING
        if frame.who.said:
            carried.world = False
        if not len(frame.text) and frame.point:
            carried.date = frame.point
        if (not len(frame.text) and frame.point) or (
            self._follows(sentence, later)
            and _STARTED.fullmatch(frame.text.plain)
            and (frame.point or frame.length)
        ):
            self.ledger.late_date(sentence, frame)
            return
        mine = frame.who.names == (PERSON,) and "我" not in text.plain
        if carried.world and _DIAGNOSED.match(frame.text.plain):
            carried.world = False  # 医生说我…，后来确诊了…
        unsaid = carried.world or (asking and not carried.explicit and mine)
        if (unsaid and not frame.who.said) or (asking and not re.search("[我咱俺]", sentence.text)):
            self.ledger.refuse(sentence, text, "nobody is named" if carried.world else "part of a question")
            return
        if frame.who.unknown:
            self.ledger.refuse(sentence, text, "a pronoun for somebody not named before")
            carried.world = True
            return
        drafts = facts.read(frame, text, self.stretch.people, self.ledger.tool)
        drafts = drafts or facts.resumed(frame, carried.made)
        if carried.counted and not frame.who.said and not carried.introduced:
            drafts = [d for d in drafts if d.predicate != "name"]
        if not frame.point and worth.is_for_today(sentence.text):
            drafts = [d for d in drafts if d.predicate != "plans_to"]
        if carried.laughing and any(d.predicate not in guards.SERIOUS for d in drafts):
            self.ledger.refuse(sentence, text, "a joke or sarcasm")
            return
        if (
            carried.planned is not None
            and not frame.who.said
            and {d.predicate for d in drafts} == {"job_title"}
        ):
            frame = replace(frame, modal="planned", point=frame.point or carried.planned)
        made = self.ledger.facts(sentence, text, frame, drafts)
        carried.made = tuple(made)
        ahead = any(c.predicate == "works_at" and c.stance == "planned" for c in made)
        carried.planned = frame.point if ahead else None
        self.slips.settle(made)
        self.ledger.keep(made)
        if frame.who.plural and frame.who.kin and PERSON not in frame.who.names:
            self.stretch.people["?"] = f"{frame.who.relation}\n{frame.who.kin}"
        if len(drafts) == 1 and facts.is_bare_name(text, drafts[0]):
            carried.who, carried.explicit = Who((drafts[0].object,), relation=drafts[0].predicate), True
        if frame.who.said:
            carried.who, carried.explicit, carried.introduced = frame.who, True, None
        elif not drafts and not carried.explicit and facts.is_about_other(text):
            carried.world = True
        if brought := facts.introduced(self.stretch.people, drafts, frame):
            carried.introduced = brought
            carried.date = frame.point if brought.kin else ""

    def _follows(self, sentence: Sentence, later: bool) -> bool:
        """Whether something was said just before in the message."""
        kept = self.ledger.kept
        return later or bool(kept and kept[-1].turn == sentence.turn)

    def _frame(self, sentence: Sentence, text: Text, carried: Carried) -> Frame:
        default, introduced = carried.who, carried.introduced
        if introduced and (introduced.relation != "pet" or _INTRODUCED.match(text.plain)):
            default = introduced
        frame = build(text, sentence.at, self.stretch.people, self._current(default))
        if carried.date and not frame.point:
            frame = replace(frame, point=carried.date)
        if carried.until and not frame.point and _AFTERWARDS.match(text.plain):
            frame = replace(frame, point=carried.until)
        carried.date, carried.until = "", frame.until
        return frame

    def _current(self, who: Who) -> Who:
        """The same person under the name learnt since."""
        if not who.kin:
            return who
        for key in (who.names[0] if who.names else "", of(who.owner, who.kin)):
            name = self.stretch.people.get(key)
            if name and name != key:
                return replace(who, names=tuple(name.split("\n")), kin="", relations=())
        return who

    # -- answers --------------------------------------------------------------------------------

    def _answer(self, sentence: Sentence, question: str) -> None:
        """A reply to the assistant's question, read with the question as its context."""
        text = Text.of(sentence.text)
        self._asked_about(question)
        yes, no = answers.YES.match(text.plain), answers.NO.match(text.plain)
        reply = yes or no
        if reply is None:
            before = len(self.ledger.kept)
            self._statement(sentence, text)
            if len(self.ledger.kept) == before and not guards.asks(text.plain, sentence.text[-1:]):
                self._completed(sentence, question)
            return
        if answers.confirmed(question):
            self._confirmed(sentence, text[: reply.end()], question, denied=yes is None)
        rest = text[reply.end() :].strip()
        if len(rest):
            self._statement(sentence, rest)

    def _confirmed(self, sentence: Sentence, reply: Text, question: str, *, denied: bool) -> None:
        """Keep what the question states, as the user's own words; a no keeps it as negated."""
        statement = answers.confirmed(question)
        if guards.sentence_reason(statement):
            return
        before = len(self.ledger.kept)
        self._clauses(sentence, [Clause(c.text, "") for c in clauses(Text.of(statement))], False)
        quote = self.ledger.quote(sentence, reply.strip())
        found = [replace(c, quote=quote) for c in self.ledger.kept[before:]]
        if denied:
            over = "还" in question or reply.plain.endswith("了")
            found = [replace(c, stance="ended" if over else "negated") for c in found if c.stance == "stated"]
        self.ledger.kept[before:] = found

    def _completed(self, sentence: Sentence, question: str) -> None:
        statement = answers.completed(sentence.text, question)
        if not statement:
            return
        if self.who.names != (PERSON,):
            statement = re.sub(r"^我的?", "", statement)
        before, refused = len(self.ledger.kept), len(self.ledger.rejected)
        self._clauses(sentence, clauses(Text.of(statement)), False)
        del self.ledger.rejected[refused:]
        quote = self.stretch.quote(sentence)
        self.ledger.kept[before:] = [replace(c, quote=quote) for c in self.ledger.kept[before:]]

    def _asked_about(self, question: str) -> None:
        """The person a question is about is the subject of a short answer."""
        match = re.search(r"他们|她们|[他她它]", question)
        known = self.stretch.people.get(match.group()) if match else None
        if known:
            self.who = Who(tuple(known.split("\n")))
            return
        kin = re.search(rf"(?:您|你)(?:家)?的?({people.KIN_NOUN})", question)
        if kin and (found := people.kin_of(kin)):
            unnamed = of(PERSON, found[1])
            name = self.stretch.people.get(unnamed) or unnamed
            self.who = Who((name,), kin=found[1] if name == unnamed else "", relation=found[0])


def read(sentences: Sequence[Sentence], stretch: Stretch) -> Iterable[Candidate | Rejected]:
    """The facts of Chinese and code-mixed sentences, in order, then what was seen and refused.

    Updates `stretch.people`. Raises Unsupported when the tagger's packages are missing.
    """
    ledger = Ledger(stretch)
    reader = Reader(stretch, ledger, Slips(ledger), Retractions(ledger))
    for sentence in sentences:
        reader.read(sentence)
    stretch.people.pop("?", None)
    return [*ledger.kept, *ledger.rejected]
