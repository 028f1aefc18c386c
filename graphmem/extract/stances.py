"""How sure a fact is and when it holds, by the words around it.

A model's own stance and dates count only where those words bear them out.
"""

from __future__ import annotations

import re

from graphmem.extract.clauses import Clause
from graphmem.model import Candidate, Stance

_ENDED = re.compile(
    r"\b(?:used to|former(?:ly)?|ex|no longer|any ?more|left|quit|sold|gave up|given up|stopp?ed|died|"
    r"passed away|lost|broke up|split|divorced|"
    r"switched|migrated|moved (?:from|off|out|away)|replaced|dropped|ditched|retired|resigned|until|"
    r"previously|once|was|were|had|lived|worked|"
    r"back when|upgraded|from|since moved|over it|in the past|finished|put (?:it|them|the \w+) (?:away|"
    r"down))\b|"
    r"以前|之前|曾|不再|离职|离开|辞|分手|离婚|去世|走丢|卖了|换|戒|原来|过去|退|搬|从|升|不.{0,12}了|"
    r"停|放弃|早就|没再|前[任妻夫男女]",
    re.I,
)
_NEGATED = re.compile(
    r"\b(?:not|never|no|neither|nor|without|cannot|hardly)\b|n't\b|n’t\b|[不没无未别非]", re.I
)
_PLANNED = re.compile(
    r"\b(?:will|going to|gonna|plan\w*|next|tomorrow|soon|decid\w+|booked|sign(?:ed|ing) up|start(?:s|"
    r"ing)|mov(?:e|ing)|intend\w*|about to|in \d+|"
    r"schedul\w+|arrang\w+|'ll|upcoming|this (?:spring|summer|fall|autumn|winter|weekend))\b|打算|计划|"
    r"准备|决定|将|要|下|明|后天|会|马上|快|定了|即将|报名",
    re.I,
)
_TENTATIVE = re.compile(
    r"\b(?:might|may|maybe|perhaps|possibly|probably|think\w*|consider\w*|not sure|could|hop\w+|toying|"
    r"leaning|potentially|wonder\w*|"
    r"undecided|unsure|looking (?:at|into))\b|可能|也许|或许|考虑|说不定|没准|大概|想|纠结|犹豫|不一定|"
    r"估计|好像|似乎",
    re.I,
)
_SIGNS: dict[str, re.Pattern[str]] = {
    "ended": _ENDED,
    "negated": _NEGATED,
    "planned": _PLANNED,
    "tentative": _TENTATIVE,
}
_TIMELESS = frozenset(
    "name nickname birthday age nationality born_in hometown goal response_language response_style "
    "instruction".split()
)
_STEADY = frozenset(
    "likes dislikes favorite hobby diet allergic_to has_condition skilled_in speaks friend colleague "
    "sibling parent".split()
)
_FUTURE = frozenset({"goal", "plans_to"})


def stance(fact: Candidate, clause: Clause) -> Stance | None:
    """The clause's mood, or where it has none a model's own; None where its words do not bear that out."""
    if _introduced(fact, clause):
        return "ended" if fact.stance == "ended" and _ENDED.search(clause.sentence.text) else "stated"
    if clause.stance != "stated":
        if fact.predicate in _FUTURE and clause.stance in ("planned", "tentative"):
            return "stated" if fact.predicate == "goal" else clause.stance
        if clause.stance in ("negated", "ended") and _positive(fact, clause):
            return "stated"
        if clause.stance == "ended" and fact.stance == "stated" and not clause.past:
            return "ended"
        return clause.stance
    if _ahead(clause) and fact.stance in ("stated", "planned") and fact.predicate not in _TIMELESS - {"age"}:
        return "planned"
    if fact.stance == "stated":
        return "planned" if fact.predicate == "plans_to" else "stated"
    if fact.predicate in ("goal", "instruction", "response_language", "response_style"):
        return "stated"
    if not _SIGNS[fact.stance].search(clause.sentence.text):
        return None
    return fact.stance


def _introduced(fact: Candidate, clause: Clause) -> bool:
    """Whether a relation is only mentioned: "My son Leo starts school on Monday" says nothing of when he is a son."""
    return (fact.subject, fact.predicate, fact.object) in clause.ties and fact.object in clause.about


def _ahead(clause: Clause) -> bool:
    """Whether a clause in no tense of its own is dated ahead: "I join the museum on the 1st"."""
    today = clause.sentence.at.date().isoformat()
    return bool(clause.start and not clause.past and clause.start > today[: len(clause.start)])


_LIKES = re.compile(r"\b(?:lik|lov|enjoy|eat|drink|car|fan|stand|bear)|喜欢|爱|吃|喝|感兴趣", re.I)


def _positive(fact: Candidate, clause: Clause) -> bool:
    """Whether a negation is part of the relation: "I don't like olives" states a dislike, "no sugar" an order."""
    if fact.predicate == "dislikes":
        return bool(_LIKES.search(clause.text))
    return clause.stance == "negated" and fact.predicate in ("diet", "instruction", "response_style")


_LEFT_EN = (
    r"(?:(?:switch|migrat|mov|upgrad|convert|relocat|chang|went)\w*(?: \w+){0,3} from|off|dropp\w+|"
    r"ditch\w+|replac\w+|left|quit|sold|gave up|stopp\w+ (?:using|at)|"
    r"broke up with|split (?:up )?(?:from|with)|divorced|resigned from|lost|moved (?:away |out )?from|"
    r"retired from|laid off from|fired from)"
    r"(?: (?:the|my|our|an?))?(?: \w+)?,? {v}(?!\w)"
)
_LEFT_ZH = (
    r"从{v}.{0,6}(?:换|迁|搬|升|切|转|跳|离|辞|改|退|回)|离开了?{v}|被{v}.{0,3}(?:裁|开除|辞)|"
    r"{v}.{0,4}(?:卖了|离职|"
    r"分手|离婚|去世|走了)|(?:弃用|卖掉?了?|和|跟|与){v}.{0,2}(?:分|离)|不用{v}了"
)
_PARTED = re.compile(r"\b(?:broke|broken|split) up\b|\bdivorc|分手|离婚|离了")
_LASTS = frozenset(
    "uses lives_in works_at owns partner spouse pet version_of job_title studies_at manager".split()
)


def gone(predicate: str, value: str, text: str) -> bool:
    """Whether the words around a value say that it was left behind: "switched from A", 从A离职."""
    if predicate not in _LASTS:
        return False
    if predicate in ("partner", "spouse") and _PARTED.search(text):
        return True
    v = re.escape(value)
    return any(re.search(shape.replace("{v}", v), text) for shape in (_LEFT_EN, _LEFT_ZH))


def dates(fact: Candidate, mood: Stance, clause: Clause) -> tuple[str | None, str | None, bool]:
    """From, to, since: read again from the text; a model's own date only where the text gives the same."""
    if fact.predicate in _TIMELESS or mood == "negated" or (mood == "stated" and _introduced(fact, clause)):
        return None, None, False
    start, end = _same(fact.valid_at, clause.dates), _same(fact.invalid_at, clause.dates)
    if fact.predicate in _STEADY and not clause.since and not (start or end):
        return None, None, False
    start, end = clause.start or start, clause.end or end
    if mood == "ended" and not clause.end:
        return None, start if not clause.since else end, False
    return start, end, clause.since and mood == "stated"


def _same(given: str | None, dates: frozenset[str]) -> str | None:
    """The text's own date that a given one agrees with, as far as both go; None if there is none."""
    if not given:
        return None
    return next(
        (d for d in sorted(dates, key=len, reverse=True) if d.startswith(given) or given.startswith(d)), None
    )
