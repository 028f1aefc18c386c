"""What takes a statement back: denials, jokes, corrections, "don't remember this"; and "not A but B".

"It's not true that I live in Oslo" negates one fact; "I'm not saying I live in Oslo" says nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from graphmem.model import Candidate

_OF_SELF = r"(?:I|I'm|I've|I'd|I'll|we|we're|we've|my|our)\b"

# It's not true that I live in Oslo.   It's a myth that I like jazz.   I deny that I work at Contoso.
_NOT_SO = re.compile(
    r"^(?:(?:no|well|actually|and|but|so|look|also|honestly),? )*(?:(?:it|that|this)(?:'s| is| was)? "
    r"?(?:simply |just |also "
    r"|really )?(?:(?:not|n't) (?:actually |really |at all )?(?:true|the case|correct|right|accurate|a fact)|"
    r"(?:simply |just |completely |totally )?(?:false|untrue|a (?:complete |total )?(?:lie|myth|rumou?r|"
    r"misconception|"
    rf"legend)|incorrect|nonsense|fake news|made up))|I (?:deny|dispute)) that {_OF_SELF}",
    re.I,
)
# I'm not saying I live in Oslo.   I never said my sister is a nurse.   It isn't that I don't like tea.
_UNSAID = re.compile(
    r"\bI(?:'m| am|'ve| have)? (?:not|never) (?:saying|claiming|suggesting|implying|said|claimed|"
    r"suggested|implied|written|"
    rf"wrote) (?:that )?{_OF_SELF}|"
    r"\bI(?: did not| didn't|'d never| would never) (?:say|claim|suggest|imply|write|mean(?: to say)?) "
    r"(?:that )?"
    rf"{_OF_SELF}|"
    rf"^(?:no,? |well,? )?it(?:'s not| isn't| is not)(?: like| as if| as though| that| because) {_OF_SELF}",
    re.I,
)


def denies(text: str) -> bool:
    """Whether a piece denies the statement that it holds."""
    return bool(_NOT_SO.match(text))


def unsaid(text: str) -> bool:
    """Whether a piece says what it does not claim; neither that it is so nor that it is not."""
    return bool(_UNSAID.search(text))


def negated(made: Iterable[Candidate]) -> list[Candidate]:
    """The one fact that a denial denies; of several nobody knows which."""
    found = list(made)
    if len(found) != 1 or found[0].stance != "stated":
        return []
    return [replace(found[0], stance="negated", valid_at=None, invalid_at=None, since=False, confidence=0.85)]


_KIDDING = (
    r"(?:(?:i'm|i am|i was|nah|haha|lol|ok|okay|oh)[, ]+)*(?:(?:just|only|totally) )?"
    r"(?:kidding|joking|jk|j/k|messing with you|pulling your leg)"
)
_JOKE_WORD = rf"(?:{_KIDDING}|psych|sike|gotcha|not really|as if|yeah,? right|/s)"
_CLOSED = r"(?=\s*(?:[.!,;:)…—–-]|lol\b|haha\b|$))"
_JOKE = re.compile(rf"(?:^|[.!?,;:(…—–-]\s*|\b(?:lol|haha),? ){_JOKE_WORD}{_CLOSED}|(?:^|\s)/s\b", re.I)
_JOKE_AFTER = re.compile(
    rf"\w\S*(?:\s*[,;(…—–-]\s*|\s+(?=jk\b|j/k\b|just kidding|/s\b)){_JOKE_WORD}\s*\)?[\s.!)]*(?:lol|"
    rf"haha)?[\s.!]*$",
    re.I,
)
_JOKE_FIRST = re.compile(rf"^{_KIDDING}\s*[,:;—–-]+\s*\w", re.I)


def jokes(text: str) -> bool:
    """Whether a sentence says that it, or the one before, was a joke: "Just kidding"; not "not really "
    "into it"."""
    return bool(_JOKE.search(text))


def jokes_of_itself(text: str, first: bool) -> bool:
    """ "I live on Mars, just kidding"; "Just kidding, I live on Mars" where nothing stands before it."""
    return bool(_JOKE_AFTER.search(text) or (first and _JOKE_FIRST.match(text)))


_TAKEN_BACK = re.compile(
    r"^(?:(?:oh|ok|okay|haha|no|wait|sorry|actually|well|hmm|oops|and|but),? )*(?:that(?:'s| is| was)(?: "
    r"all| just| "
    r"actually| totally)? (?:a (?:lie|joke|typo|mistake)|not (?:true|right)|untrue|false|wrong|made up|"
    r"nonsense)|"
    r"i (?:lied|was lying|made (?:that|it) up)|(?:scratch|strike|disregard) that|forget (?:that )?i said "
    r"that|psych|sike|"
    r"gotcha)(?=[\s,.!:;—–-]*(?:$|[,.!:;—–-]))",
    re.I,
)


def takes_back(text: str) -> bool:
    """Whether a sentence takes back the one before it: "Scratch that, …", "That was a lie."."""
    return bool(_TAKEN_BACK.match(text))


_UNREMEMBERED = re.compile(
    r"(?:^|[.!?;,:(\n]\s*|\b(?:please|pls|just|also) )(?:(?:do not|don't|dont|never) (?:ever "
    r")?(?:(?:remember|memori[sz]e) "
    r"(?:this|that|anything|any of|what i|these|the (?:following|next))\b|(?:save|store|record|keep|log|"
    r"note) (?:this|that|"
    r"any of this|anything i|what i)\b(?=\s*(?:[,.:;!\n]|but\b|$|(?:in|to|into) (?:your |the )?memory|"
    r"down\b|say\b|tell\b)))|"
    r"remember nothing\b|(?:this is |keep (?:this|it) |strictly )?off the record\b)",
    re.I,
)


@lru_cache(maxsize=64)
def unremembered(content: str) -> bool:
    """Whether a message asks not to be remembered: "Don't remember this, but …"; not "I don't remember "
    "that"."""
    return bool(_UNREMEMBERED.search(content.replace("’", "'")))


# -- "not A but B" and "neither A nor B" spelled out ----------------------------------------

_PREP = r"from|in|at|with|for|to"
_NO_VALUE = (
    r"(?!(?:i|i'm|my|we|he|she|it|they|that|this|there|love|like|hate|want|have|has|had|can|do|does|did|"
    r"will|is|are|am|was|"
    r"were|still|not|would|could|used|don't|prefer|enjoy|live|lives|work|works|never|always|only|if|when|"
    r"then|now|"
    r"maybe|sometimes|just|really|ok|okay|fine|close)\b)"
)
_VALUE = rf"{_NO_VALUE}[\w'.+#-]+(?: [\w'.+#-]+){{0,3}}"
_BUT = rf"(?P<old>{_VALUE}),? but (?:rather |instead |also )?(?:(?P<p2>{_PREP}) )?(?P<new>{_VALUE}?)(?P<end>[.!]*)$"
_WHO = r"(?P<who>I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) [\w-]+|[A-Z][\w-]+)"
# I'm not from Cork but from Kerry.   My cousin isn't called Bo but Bea.   I'm not only a cook but also a baker.
_NOT_BUT = re.compile(
    rf"^{_WHO}(?: (?P<be>am|is|are)|'(?P<short>m|s|re))(?: not|n't) (?P<only>only |just |merely )?"
    rf"(?P<verb>called |named |based |living |working )?(?:(?P<p1>{_PREP}) )?{_BUT}"
)
# I don't live in Cork but in Kerry.   She doesn't eat beef but fish.
_DO_BUT = re.compile(
    rf"^{_WHO} (?P<do>do|does)(?: not|n't) (?P<only>only |just |merely )?(?P<verb>live |work |study |come "
    rf"|like |love |eat |"
    rf"drink |speak |use |play |learn |own |drive |enjoy )(?:(?P<p1>{_PREP}) )?{_BUT}"
)
_BE = {"m": "am", "s": "is", "re": "are"}


def _third(verb: str) -> str:
    verb = verb.strip()
    return re.sub(r"y$", "ie", verb) + "s " if verb == "study" else f"{verb}s "


def _not_but(text: str) -> str:
    match = _NOT_BUT.match(text) or _DO_BUT.match(text)
    if not match or bool(match["p1"]) < bool(match["p2"]):
        return text
    if match["p1"] and not match["p2"] and not match["new"][:1].isupper():
        return text
    said = match.groupdict()
    verb, who, p1, p2 = said["verb"] or "", said["who"], said["p1"], said["p2"] or said["p1"]
    if said.get("do"):
        no = f"{who} {said['do']} not {verb}"
        yes = f"{who} {verb if said['do'] == 'do' else _third(verb)}"
    else:
        be = said["be"] or _BE[said["short"]]
        no, yes = f"{who} {be} not {verb}", f"{who} {be} {verb}"
    first = yes if said["only"] else no
    lead, then = (f"{p1} " if p1 else ""), (f"{p2} " if p2 else "")
    return f"{first}{lead}{said['old']}; {yes}{then}{said['new']}{said['end']}"


# I like neither jazz nor rock.   She speaks neither Welsh nor Irish.   I'm neither vegan nor vegetarian.
_NEITHER = re.compile(
    rf"^{_WHO}(?:'(?P<short>m|s|re)| (?P<can>can )?(?P<verb>[a-z]+)(?P<prep> (?:{_PREP}))?) neither "
    rf"(?P<a>[^,;]+?),? n?or (?P<b>[^,;]+)$"
)


def _neither(text: str) -> str:
    match = _NEITHER.match(text)
    if not match:
        return text
    who, verb, rest = match["who"], match["verb"] or _BE[match["short"]], f"{match['a']} or {match['b']}"
    if verb in ("am", "is", "are", "was", "were"):
        return f"{who} {verb} not{match['prep'] or ''} {rest}"
    if match["can"]:
        return f"{who} can't {verb}{match['prep'] or ''} {rest}"
    if who.lower() in ("i", "we", "they") or not verb.endswith("s"):
        return f"{who} don't {verb}{match['prep'] or ''} {rest}" if not verb.endswith("ed") else text
    base = {"has": "have", "does": "do", "goes": "go"}.get(verb, re.sub(r"ies$", "y", verb).removesuffix("s"))
    return f"{who} doesn't {base}{match['prep'] or ''} {rest}"


_NOT_AT_END = re.compile(r", not (?:an? |the |in |at |from |for )?[\w'-]+(?: [\w'-]+)?$")
# I don't like tea but love coffee.
_DO_BUT_VERB = re.compile(
    r"^(?P<who>I|[Ww]e|[Tt]hey) (?P<no>(?:do not|don't) .+?),? but (?P<yes>(?:(?:really|do|also) "
    r")?(?:love|like|enjoy|prefer|"
    r"hate|adore|can't stand|speak|eat|drink|play|live|work) .+)$"
)
# I moved to Bonn last month and to Kiel tomorrow.   My aunt moved to Bonn in 2019 and to Kiel in 2021.
_AHEAD = r"(?:tomorrow|next \w+|in (?:an?|two|three|four|five|six|\d+) \w+|soon)"
_TWO_MOVES = re.compile(
    rf"^{_WHO}(?P<have> have|'ve)? moved to (?P<a>[A-Z]\w+(?: [A-Z]\w+)*) (?P<when>[^,;]{{3,30}}?),? and "
    rf"(?:then )?to "
    rf"(?P<b>[A-Z]\w+(?: [A-Z]\w+)*) (?:(?P<ahead>{_AHEAD})\b|(?P<then>(?:in|on|last|this) \w+|a \w+ ago))"
)


def _two_moves(match: re.Match[str]) -> str:
    who, have = match["who"], match["have"] or ""
    moves = "will move" if match["ahead"] else "moved"
    then = match["ahead"] or match["then"]
    return f"{who}{have} moved to {match['a']} {match['when']}; {who} {moves} to {match['b']} {then}"


def spelled(text: str) -> str:
    """A statement that denies one thing and gives another, made two; "neither … nor" made "not … or"."""
    if " moved to " in text:
        return _TWO_MOVES.sub(_two_moves, text)
    if _NOT_AT_END.search(text):  # without its full stop the parser takes "not" for the verb's
        return f"{text}."
    if " but " in text:
        return _not_but(_DO_BUT_VERB.sub(r"\g<who> \g<no>; \g<who> \g<yes>", text))
    return _neither(text) if " neither " in text else text
