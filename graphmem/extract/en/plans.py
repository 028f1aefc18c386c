"""Plans, goals, and the second thoughts on tastes.

A future state takes its own predicate ("I'm moving to Oslo in May" → lives_in, planned), which
the other tables give; any other action ahead becomes `plans_to`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from graphmem.extract.en.clause import Clause
from graphmem.extract.en.clause import lemma as lemma_of
from graphmem.extract.en.mood import DESIRES, MAYBES, PLANS, STARTS
from graphmem.extract.en.nlp import Token
from graphmem.extract.en.people import People
from graphmem.extract.en.phrase import action
from graphmem.extract.en.timing import Timing
from graphmem.model import PERSON, Candidate

_ACTIONS = frozenset({"visited", "graduated_from", "works_on"})
_TRIVIAL = frozenset(
    "be have do let see know think say tell ask need want try check look talk show explain call text email "
    "send give wait expect sit eat sleep stay come use update keep get_back like love hate mean seem make "
    "guess assume appreciate believe remember forget cherish support share continue follow encourage inspire "
    "celebrate treasure embrace add treat mention chat catch hang focus help relax wish thank hear meet feel "
    "understand consider explore".split()
)
_SOON = re.compile(
    r"\b(?:(?:next|this coming|over the) weekend|over (?:easter|christmas|the holidays))\b", re.I
)
_WHOLE = frozenset("retire graduate relocate propose resign emigrate remarry".split())
_VAGUE = re.compile(
    r"\b(?:you|your|yours|it|this|that|those|these|something|anything|them|him|me)\b|"
    r"\b(?:them|something|things|stuff|him|her|us|more|again|further|others|there|here|one|ones)$|"
    r"^(?:spend|stay)\b.* the (?:city|area|town|place)$",
    re.I,
)
"""What says too little out of its conversation: "sing to them", "send you the link"."""
_READY = frozenset(
    "excited determined eager happy due set prepared willing keen about thrilled sure likely".split()
)
_WHAT_FOR = re.compile(r"\bto (?:help|protect|keep|make|give|improve|avoid|reduce|stay|support)\b")
_INTENTS = frozenset("idea thought plan hope intention dream notion".split())
_MOMENT = frozenset("grab cook rest relax wait nap shower lean stick opt jot note".split())
_MOMENTARY = frozenset(
    "lunch dinner breakfast coffee nap shower break walk question one bed time look sense note movie supply goal "
    "reminder gift film episode".split()
)
_FIRST_STEP = re.compile(
    r"(?:start|begin) (?:out |off )?(?:with|by|from|small)\b|go (?:ahead|over|through|back)\b|find out\b|learn more\b|"
    r"reach out\b|move closer\b|play around\b|"
    r"get (?:ready|started|going|back|used|organi[sz]ed)\b"
)
"""How to go about a thing, not the thing: "start with the blue one"."""
_CHORES = frozenset(
    "organize organise rearrange tidy declutter display pack bring hang store label arrange sort print wash clean "
    "track log bake write prepare invite submit".split()
)
"""Done in a day; worth a plan with a date only."""
_LARGE = re.compile(
    r"\b(?:books?|novels?|memoirs?|thes[ie]s|dissertation|screenplay|garage|attic|house|exam|exhibition)\b",
    re.I,
)
_SAYING = frozenset("think guess suppose believe know say see figure mean".split())
_TOWARDS = frozenset("of about on to for at in into toward towards like".split())
_TAKES_A_DEED = (
    PLANS | MAYBES | DESIRES | STARTS | {"be", "aim", "dream", "offer", "agree", "promise", "work", "save"}
)
_LASTING = re.compile(
    r"\b(?:someday|some day|one day|eventually|this year|next year|by (?:the end of|\d{4}|next|june|july|december|"
    r"age|the time)|before i(?:'m| turn)|"
    r"in \d{4}|long[- ]term|ultimately|in the long run|in my life)\b",
    re.I,
)


def settled(clause: Clause, found: Sequence[Candidate]) -> list[Candidate]:
    """Tastes read rightly: "don't like X" is a dislike, a liked evening is no lasting taste."""
    out = []
    for c in found:
        founded = c.predicate == "owns" and clause.lemma in ("start", "open", "launch", "found", "cofound")
        simple_past = c.stance == "ended" and clause.past and clause.stance == "stated"
        if simple_past and clause.lemma == "volunteer":
            continue
        if simple_past and (c.predicate == "speaks" or (c.predicate == "uses" and not clause.whens)):
            continue
        if simple_past and c.predicate == "uses" and len(c.invalid_at or "") > 7 and not clause.has("until"):
            continue  # "I used Audacity on May 3": once, not until then
        if c.predicate == "learning" and ("hobby", c.object) in {(o.predicate, o.object) for o in found}:
            continue
        if (c.predicate in _ACTIONS or founded) and c.stance in ("planned", "tentative"):
            continue
        if c.predicate in ("likes", "dislikes"):
            if any(
                t.tag_ == "WRB" and t.i < clause.head.i for t in clause.head.children
            ):  # "see how I like it"
                continue
            if clause.going and clause.lemma in ("love", "like", "enjoy", "appreciate", "hate"):
                continue
            if c.stance == "negated":
                if c.predicate == "dislikes" or clause.head.lemma_ == "prefer":
                    continue
                c = replace(c, predicate="dislikes", stance="stated")
            elif (c.stance == "ended" and clause.past and clause.stance != "ended") or c.stance in (
                "planned",
                "tentative",
            ):
                continue
        if c.predicate == "learning" and c.stance == "ended" and clause.past and clause.stance != "ended":
            continue
        if c.predicate == "dislikes" and clause.has("stand", "bear"):
            c = replace(c, stance="stated")
        out.append(c)
    return out


def read(clause: Clause, found: Sequence[Candidate], people: People) -> Iterator[Candidate]:
    """I plan to get a sailing licence.   We're flying to Tokyo in June.   I might sell the boat."""
    if clause.used or not clause.subjects or (clause.subject is None and clause.subjects != (PERSON,)):
        return
    if any(c.stance == clause.stance or c.stance in ("planned", "tentative") for c in found):
        return
    wish = clause.refused == "a wish"
    if clause.refused and not wish:
        return
    lemma = clause.head.lemma_.lower()
    if any(c.dep_ == "neg" for c in clause.head.children) or (
        clause.subject is not None and clause.subject.pos_ == "VERB"
    ):
        return
    if lemma in _TRIVIAL or _passing(clause) or any(s == "assistant" for s in clause.subjects):
        return
    governor = clause.head.head.lemma_ if clause.head.dep_ in ("xcomp", "pcomp", "ccomp") else ""
    if governor in ("keep", "continue") or _in_passing(clause):
        return
    if wish or governor in ("aim", "dream"):
        if governor in ("aim", "dream") or (
            governor in ("want", "like", "love", "hope") and _LASTING.search(clause.head.sent.text)
        ):
            yield from _each(clause, Timing("stated"), "goal")
        return
    if clause.when is not None and clause.when.valid_at == clause.at.date().isoformat():  # today
        return
    if re.search(r"\b(?:right )?now\W*$", clause.head.sent.text) and clause.when is None:
        return
    if PERSON not in clause.subjects and any(
        c.text.lower() in ("might", "may") for c in clause.head.children
    ):
        return  # "Rex might enjoy the ball"
    if _believed(clause) or _on_the_spot(clause) or _feared(clause.head):
        return
    if clause.stance == "tentative" or (clause.stance == "planned" and _decided(clause, governor)):
        yield from _each(clause, Timing(clause.stance, _start(clause)), "plans_to")
    elif clause.going and clause.stance == "stated" and (_ahead(clause) or _meant(clause, lemma)):
        yield from _each(clause, Timing("planned", _start(clause)), "plans_to")


def _meant(clause: Clause, lemma: str) -> bool:
    """What a doing of now is meant for: "training for the Lakeland Relay"; "next weekend"."""
    aim = lemma in _TOWARDS_AN_AIM and bool(list(clause.preps("for")))
    return aim or bool(_SOON.search(clause.head.doc.text))


def _believed(clause: Clause) -> bool:
    """ "I think he sounds nice", "I think we've got it": a belief on how it is, not on what will be done."""
    was = any(c.text.lower() in ("was", "were") for c in clause.head.children if c.dep_ == "aux")
    return clause.stance == "tentative" and (was or clause.head.tag_ not in ("VB", "VBG"))


def _on_the_spot(clause: Clause) -> bool:
    """ "Maybe I'll bake", "I'll consider baking": said to an idea just given."""
    if clause.head.lemma_.lower() in _CHORES and clause.when is None:
        return not _LARGE.search(_span(clause.head))
    verbs = (clause.head, *[t for t in clause.head.ancestors if t.pos_ == "VERB"][:1])
    will = any(c.text.lower() in ("'ll", "will") for verb in verbs for c in verb.children if c.dep_ == "aux")
    return clause.stance == "tentative" and will and clause.when is None


_FEARS = frozenset("worried afraid scared concerned nervous anxious worry fear dread".split())


def _feared(verb: Token) -> bool:
    """ "I'm worried that I might miss the bus"."""
    return verb.dep_ == "ccomp" and bool({verb.head.lemma_.lower(), verb.head.text.lower()} & _FEARS)


def _span(verb: Token) -> str:
    return str(verb.doc[verb.i : verb.right_edge.i + 1].text)


def _in_passing(clause: Clause) -> bool:
    """A purpose ("… to teach our kids patience") or a proposal ("maybe we can meet up")."""
    aux = {c.text.lower() for c in clause.head.children if c.dep_ == "aux"}
    if clause.head.dep_ == "conj":
        aux |= {c.text.lower() for c in clause.head.head.children if c.dep_ == "aux"}
    verb = clause.head.head if clause.head.dep_ == "conj" else clause.head
    above = verb.head  # "books about sailing the Atlantic"
    told = verb.dep_ == "pcomp" and above.head.pos_ == "NOUN" and above.head.lemma_ not in _INTENTS
    means = verb.dep_ == "pcomp" and above.text.lower() not in _TOWARDS  # "by trimming the hedge"
    over = [t for t in verb.ancestors if t.pos_ == "VERB"][:2]
    possible = any(c.text.lower() in ("can", "could") for t in over for c in t.children if c.dep_ == "aux")
    own = any(c.text.lower() == "to" for c in clause.head.children if c.dep_ == "aux")
    return (
        (clause.head.dep_ == "conj" and verb.tag_ == "VBG" and clause.head.tag_ != "VBG")
        or (own and clause.head.dep_ == "conj" and verb.pos_ not in ("VERB", "AUX"))
        or (verb.dep_ in ("advcl", "xcomp") and "to" in aux and _is_purpose(verb))
        or bool(aux & {"can", "could"})
        or possible
        or told
        or means
        or _asked(verb)
        or any(c.dep_ in ("auxpass", "nsubjpass") for c in clause.head.children)
    )


def _is_purpose(verb: Token) -> bool:
    """ "using an app to compare prices", "mute accounts to tidy my feed": what for, not what."""
    above = verb.head
    thing = next((c for c in above.children if c.dep_ == "dobj" and c.i < verb.i), None)
    if thing is not None and thing.lemma_.lower() not in _INTENTS | {"decision", "goal", "step"}:
        return True
    if above.pos_ == "ADJ" and above.text.lower() not in _READY:  # "might not be enough to pass"
        return True
    return verb.dep_ == "advcl" or (above.pos_ == "VERB" and lemma_of(above).split()[0] not in _TAKES_A_DEED)


def _asked(verb: Token) -> bool:
    """ "ideas on how to tidy a shelf": what one does not know yet."""
    return any(c.tag_ in ("WRB", "WP") and c.i < verb.i for c in verb.children)


def _passing(clause: Clause) -> bool:
    """A doing of the moment: "I'm going to grab lunch"."""
    words = {t.lemma_.lower() for t in clause.objects()}
    return clause.head.lemma_.lower() in _MOMENT or bool(words & _MOMENTARY)


def _each(clause: Clause, timing: Timing, predicate: str) -> Iterator[Candidate]:
    text = re.sub(r",? (?:starting|beginning)$| after \w+ing\b.*", "", action(clause.head))
    if _CUT_OFF.search(text):
        return
    deed = _WHAT_FOR.split(text)[0]
    if (len(text.split()) < 2 and text not in _WHOLE) or _VAGUE.search(deed) or _FIRST_STEP.match(text):
        return
    for subject in clause.subjects:
        yield timing.candidate(subject, predicate, text)


_TOWARDS_AN_AIM = frozenset("train study prepare".split())
"""What one does for something to come: "I'm training for the Lakeland Relay"."""
_CUT_OFF = re.compile(r" (?:to|from|of|the|an?|and|or|with|for|at|by|as)$", re.I)


def _start(clause: Clause) -> str | None:
    """When; not "2004" of "I might write to a friend whom I met in 2004"."""
    start = clause.when.valid_at if clause.when is not None and not _looks_back(clause) else None
    return start if start and start >= clause.at.date().isoformat()[: len(start)] else None


def _looks_back(clause: Clause) -> bool:
    """ "change course after feedback from Ann on April 2": the feedback's date, not the plan's."""
    when = clause.when
    words = clause.head.doc.text[when.start : when.end] if when is not None else ""
    start = when.valid_at or "" if when is not None else ""
    far = len(start) == 10 and date.fromisoformat(start) - clause.at.date() > timedelta(days=300)
    if far and not re.search(r"\d{4}|next", words):  # said on May 20, "on May 6" is this year's
        return True
    if when is not None and re.search(r"\b(?:earlier|already) $", clause.head.doc.text[: when.start]):
        return True
    dated = next((t for t in clause.tokens if when is not None and when.start <= t.idx < when.end), None)
    over = list(dated.ancestors) if dated is not None else []
    return any(t.dep_ == "prep" and t.text.lower() in ("after", "following", "since", "due") for t in over)


def _decided(clause: Clause, governor: str) -> bool:
    """ "I think I'll call him" is said on the spot; "I'll run a marathon in May" and "I plan to …" are plans."""
    return clause.when is not None or (bool(governor) and governor not in _SAYING) or _going_to(clause.head)


def _going_to(verb: Token) -> bool:
    return bool(verb.dep_ == "xcomp" and verb.head.lemma_ == "go")


def _ahead(clause: Clause) -> bool:
    text = clause.head.doc.text.lower()
    when = clause.when
    if when is None or when.since:
        return False
    words = text[max(0, when.start - 12) : when.end]
    return bool(
        re.search(
            r"\b(?:next|tomorrow|coming|in|on|this (?:summer|winter|fall|autumn|spring|weekend|\w+day))\b",
            words,
        )
    ) and not re.search(r"\b(?:today|tonight|this (?:week|morning|month|year)|last|ago)\b", words)
