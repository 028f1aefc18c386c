"""Whose words: the speaker's own, or somebody else's passed on, a title, a text given to be worked on.

"Tom: I live in Leeds", "To quote Tom, I live in Leeds", "I live in Leeds, wrote Tom" say nothing of the "
"speaker.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from graphmem.extract.en import nlp
from graphmem.extract.en.words import PLACES, PRONOUN, RELATIONS

SELF = re.compile(r"\b(?:i|i'm|i've|my|me|mine|we|we're|our|us)\b", re.I)

# -- lines with a speaker before them -------------------------------------------------------

_LINE = re.compile(
    r"^[ \t]*(?P<time>\[[^\]\n]{1,30}\][ \t]*|\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?[ \t,-]+)?(?P<who>(?:My |"
    r"Our )?[A-Za-z]"
    r"[\w'’-]*(?: [A-Z][\w'’.-]*){0,2})(?: \([^()\n]{1,20}\))?[ \t]*:[ \t]*(?P<said>\S.*)$",
    re.M,
)
_MYSELF = frozenset("me i user human myself self us".split())
_MACHINES = frozenset("assistant ai bot chatbot chatgpt system".split())
_LABELS = frozenset(
    "intro summary edit job info ps note update answer question q a result reality fact confession bio "
    "name age goal diet "
    "work home today reminder correction typo background context location tldr fyi plan example truth "
    "honestly".split()
)


@lru_cache(maxsize=1024)
def _somebody(who: str) -> bool:
    """Whether the word before a colon is a person's name rather than a label, such as "Update"."""
    words = who.replace("’", "'").split()
    if words[0].lower() in ("my", "our"):
        return len(words) == 2 and words[1].lower() in PRONOUN.keys() | RELATIONS.keys()
    word = words[0].lower()
    if word in PRONOUN or word in _MACHINES:
        return True
    if word in _LABELS or who.lower() in PLACES or not who[:1].isupper():
        return False
    doc = nlp.parse([f"{who} lives in Denver."])[0]
    return len(words) < 4 and all(
        t.tag_ == "NNP" and t.ent_type_ not in ("GPE", "LOC") for t in doc[: len(words)]
    )


@lru_cache(maxsize=256)
def _others(content: str) -> tuple[tuple[int, int, str], ...]:
    """Where a message holds lines that somebody says in the first person, and who, in small letters."""
    lines = list(_LINE.finditer(content)) if ":" in content else []
    spans = []
    for number, line in enumerate(lines):
        who = line["who"].lower()
        if who in _MYSELF or not SELF.search(line["said"]) or not (line["time"] or _somebody(line["who"])):
            continue
        following = lines[number + 1].start() if number + 1 < len(lines) else len(content)
        gap = _GAP.search(content, line.end(), following)
        end = (gap.start() if gap else following) if len(lines) > 1 or line["time"] else line.end()
        spans.append((line.start(), end, who))
    return tuple(spans)


_GAP = re.compile(r"\n[ \t\r]*\n")


def speaker(content: str, place: int) -> str:
    """Who says the line at that place of a message, in small letters, if it is marked as somebody's; or "
    "''."""
    spans = _others(content)
    number = bisect_right(spans, (place, len(content) + 1)) - 1
    return spans[number][2] if number >= 0 and place < spans[number][1] else ""


# -- words passed on, titles ----------------------------------------------------------------

_FIRST = r"(?:I|I'm|I've|I'll|I'd|[Mm]y|[Ww]e|[Ww]e're|[Ww]e've|[Oo]ur)\b"
_SAYS = (
    r"(?:wrote|writes|says?|said|repl(?:ies|ied)|added|adds|claim(?:s|ed)|explain(?:s|ed)|text(?:s|ed)|"
    r"whisper(?:s|ed)|"
    r"shout(?:s|ed)|announce[sd]|tweet(?:s|ed)|post(?:s|ed)|insist(?:s|ed)|declare[sd]|sang|sings)"
)
_NOT_I = r"(?!I\b|[Ww]e\b)(?:[A-Z][\w'-]+|he|she|they|somebody|someone|(?:my|our|his|her|the) [\w-]+)"
# Tom was like, I'm ill.   Tom wrote: I'm ill.   To quote Tom, I'm ill.   I'm ill, says Tom.
_PASSED_ON = re.compile(
    rf"\b{_NOT_I}(?:'s|'re| is| are| was| were| be)?(?: all| just)? like,? ?[,:] ?[\"'“‘]?{_FIRST}|"
    rf"\b{_NOT_I} (?:goes|went) ?: ?[\"'“‘]?{_FIRST}|\b{_NOT_I} {_SAYS} ?: ?[\"'“‘]?{_FIRST}|"
    rf"^(?:[Aa]nd |[Bb]ut |[Ss]o )?(?:[Tt]o quote|[Qq]uoting|[Ii]n the words of) [^,:]{{2,40}}[,:] "
    rf"?[\"'“‘]?{_FIRST}|"
    rf"\b{_FIRST}.*[,\"”’'] {_SAYS} {_NOT_I}(?: [A-Z]\w+)?[.!]*$|\b{_FIRST}.*[,\"”’'] {_NOT_I} {_SAYS}(?: "
    rf"to me)?[.!]*$"
)
# My favourite song is I love rain.   His shirt says I love rain.
_TITLE = re.compile(
    r"\b(?:[Ss]ong|[Tt]rack|[Ss]ingle|[Aa]lbum|[Bb]ook|[Nn]ovel|[Ff]ilm|[Mm]ovie|[Pp]oem|[Ee]pisode|"
    r"[Tt]itle|[Ss]logan|"
    r"[Mm]otto|[Tt]attoo|(?:[Tt]-)?[Ss]hirt|[Ss]ign|[Mm]ug|[Ss]ticker|[Pp]oster|[Cc]hapter|"
    r"[Ll]yrics?)s?(?: \w+){0,2}? "
    r"(?:is|was|says|said|reads|called|titled|named|goes|go)(?: called| titled)? (?:I|I'm|We|My) [a-z]"
)
# E.g. I love rain.   I, Claudius, love rain.
_ABSTRACT = re.compile(r"^(?:[Ee]\. ?[Gg]\.|[Ee]g),? +(?:I|I'm|my|we)\b|^I, [A-Z][\w-]+(?: [A-Z][\w-]+)?, ")


def passed_on(text: str) -> bool:
    """Whether the first person of a sentence is somebody else, or nobody: "I, Claudius, live in Rome"."""
    return bool(_PASSED_ON.search(text) or _TITLE.search(text) or _ABSTRACT.search(text))


# -- texts given to be worked on, prompts ---------------------------------------------------

_TO_BE_SOLVED = re.compile(
    r"\b(?:how (?:many|much|old|far|long|fast)|what is the|calculate|determine|according to the|based on "
    r"the|passage|"
    r"paragraph|summari[sz]e|rewrite|proofread|title for|the (?:text|story|case|scenario|character))\b",
    re.I,
)
_RIDDLE = re.compile(r"\bhow (?:many|much|old|far|long|fast)\b[^.?]*\?\W*$", re.I)
"""Two trains and a farmer: "Ivo is 40, twice as old as Una. How old is Una?"."""


@lru_cache(maxsize=256)
def pasted(content: str) -> bool:
    """Whether a user's message is long and never speaks of the user: a text given to be worked on."""
    if SELF.search(content):
        return False
    return bool(_RIDDLE.search(content)) or len(content) > (160 if _TO_BE_SOLVED.search(content) else 400)


_PROMPT = re.compile(
    r"^\W*you(?:'re| are) (?:an? |the )?(?:[\w-]+,? ){0,5}(?:assistant|chatbot|bot|ai|agent|copilot|"
    r"language model)\b",
    re.I,
)


@lru_cache(maxsize=256)
def prompts(content: str) -> bool:
    """Whether a message opens as the prompt of some model: the name in it is nobody's."""
    return bool(_PROMPT.match(content))
