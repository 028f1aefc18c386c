"""A slip put right: "A，不对，是 B" and "B，不是 A" keep only B."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.extract.stretch import Sentence
from graphmem.extract.zh import facts
from graphmem.extract.zh.ledger import Ledger
from graphmem.extract.zh.nouns import bare
from graphmem.extract.zh.readers import READERS
from graphmem.extract.zh.text import Text
from graphmem.model import Candidate

_SLIP = re.compile(
    r"(?:哦|啊|噢|呃|抱歉|不好意思|对不起|sorry|等等|等下)*[，, ]*"
    r"(?:不对(?!.*(?:过敏|兴趣|感冒))|不是|不不|(?<=[哦啊噢呃])不(?=$|[，,])|"
    r"(?:刚才?|我|上面|之前|前面)*(?:说|记|打|写|搞|弄)(?:错|反|岔)(?!话)(?:了|字)*|口误|手滑|笔误|"
    r"更正(?:一下)?|纠正(?:一下)?|错了|(?:应该|其实|准确(?:地)?(?:来)?说)(?=是))(?:了|啊|哦|哈)*[，,：:]?",
    re.I,
)
_ONLY_NOT = re.compile(r"(?:哦|啊|噢)*不是")
_AGAIN = re.compile(r"(?:应该|其实|而|我|准确说|住|就)*(?:是|叫|在|：)?(?P<new>.+)")
_NOT_BUT = re.compile(r"(?:我)?(?:是|在|叫)?(?P<new>[^不]{0,12}?)[，,]?(?:而)?不是(?P<old>[^，。]+)$")
_READERS = {
    "lives_in": "place",
    "visited": "place",
    "hometown": "place",
    "born_in": "place",
    "works_at": "org",
    "studies_at": "org",
    "graduated_from": "org",
    "job_title": "title",
    "age": "number",
    "uses": "thing",
    "likes": "liked",
    "dislikes": "liked",
    "allergic_to": "liked",
    "learning": "liked",
    "speaks": "tongue",
    **dict.fromkeys(
        (
            "name",
            "nickname",
            "child",
            "pet",
            "spouse",
            "partner",
            "sibling",
            "friend",
            "colleague",
            "manager",
        ),
        "name",
    ),
}
_DOING = re.compile(r"(?:工作|上班|任职|做事|读书|上学|生活|住)的?$")
_OF_KIND = frozenset({"n", "nz", "nw", "LOC", "ORG", "PER"})


@dataclass
class Slips:
    """`open`: a slip was admitted and what is right has not been said. `wrong`: the fact it is about.

    `bare`: only 不 admits it, so that what follows must be of the kind that was wrong.
    """

    ledger: Ledger
    open: bool = False
    wrong: Candidate | None = None
    bare: bool = False

    def close(self) -> None:
        self.open, self.wrong, self.bare = False, None, False

    def take(self, sentence: Sentence, text: Text, later: bool) -> bool:
        """Whether a clause, `later` in its sentence or not, only puts something right."""
        kept = self.ledger.kept
        if text.plain == "不" and kept and kept[-1].turn == sentence.turn:  # 我住苏州，不，无锡
            self.open = self.bare = True
            return True
        slip = _SLIP.match(text.plain)
        if slip and (later or self.ledger.kept) and not re.match(r"不是(?:我|吗)", text.plain):
            rest = text[slip.end() :].strip()
            if not _ONLY_NOT.fullmatch(slip.group()) or not len(rest):
                self.open = True
                return not len(rest) or self._replace(sentence, rest)
        if self.open and "我" not in text.plain[:2] and self._replace(sentence, text):
            return True
        contrast = _NOT_BUT.match(text.plain)
        return bool(contrast and self.ledger.kept) and self._contrast(sentence, text, later)

    def settle(self, made: Sequence[Candidate]) -> None:
        """After an admitted slip a full statement takes the place of those of the same relation."""
        if self.open and made:
            relations = {(c.subject, c.predicate) for c in made}
            self.ledger.drop([c for c in self.ledger.kept if (c.subject, c.predicate) in relations])
            self.close()

    def _contrast(self, sentence: Sentence, text: Text, later: bool) -> bool:
        """是宿州，不是苏州, where 苏州 was said before; or a bare 不是苏州 after 我住宿州."""
        contrast = _NOT_BUT.match(text.plain)
        assert contrast is not None
        kept = self.ledger.kept
        old = bare(text[contrast.start("old") : contrast.end("old")]).written()
        hit = next((c for c in reversed(kept) if c.object == old and c.stance != "ended"), None)
        if hit:
            self.open = True
            new = text[contrast.start("new") : contrast.end("new")]
            if len(new):
                return self._replace(sentence, new, hit)
            self.ledger.drop([hit])
            self.wrong = hit
            return True
        if (
            later
            and not contrast["new"]
            and not text.plain.startswith("我")
            and kept[-1].turn == sentence.turn
        ):
            self.ledger.refuse(sentence, text, "put right by the speaker")
            return True
        return False

    def _replace(self, sentence: Sentence, text: Text, hit: Candidate | None = None) -> bool:
        """Put the object of a short correction in the place of the last fact's."""
        kept = self.ledger.kept
        old = hit or self.wrong or (kept[-1] if kept else None)
        match = _AGAIN.match(text.plain)
        if old is None or not match:
            return False
        body = text[match.start("new") :]
        if ending := _DOING.search(body.plain):  # 在阿里[工作]
            body = body[: ending.start()]
        if not len(body) or re.search(r"[我你他她住搬进在叫]", body.plain):
            return False
        if self.bare and not (
            set(body.tags) <= _OF_KIND and (old.predicate != "lives_in" or "LOC" in body.tags)
        ):
            return False
        if old.predicate == "birthday":
            values = facts.birthday_in(body)
        else:
            values = READERS[_READERS.get(old.predicate, "text")](body).values
        if not values:
            return False
        self.ledger.drop([c for c in kept if c is old])
        kept.append(
            replace(old, object=values[0], quote=self.ledger.quote(sentence, text), turn=sentence.turn)
        )
        self.close()
        return True
