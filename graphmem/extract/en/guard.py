"""Which sentences assert nothing: questions, requests, fiction, jokes; and the pieces to read.

"I'm vegan, what can I eat in Rome?" has two pieces: the first is read, the second is a question.
"""

from __future__ import annotations

import re
from functools import lru_cache

from graphmem.extract.en import denial

_WH = r"what|what's|where|where's|when|who|who's|whom|whose|why|how|how's|which"
_AUX = (
    r"can|could|would|will|should|shall|do|does|did|is|are|am|was|were|have|has|had|may|might|isn't|aren't|don't|"
    r"doesn't|can't|won't|shouldn't|couldn't|any"
)
_ASKS = re.compile(rf"^(?:and |so |but |or |then |also |ok |now )*(?:{_WH}|{_AUX})\b", re.I)
_SPLIT_ASK = re.compile(
    rf"\s*[,;:.–—-]+\s+(?:and |so |but |or |then )*(?=(?:{_WH}|can|could|would|should|do|does|did|is|are|any "
    rf"(?:idea|tips?|advice|recommendation|suggestion|good|thoughts?))\b)"
    rf"|\s+(?:so|and|but) (?=(?:{_WH}|can you|could you|would you|should i|do you|is there|are there)\b)",
    re.I,
)
_SPLIT_REQUEST = re.compile(
    r"\s*[,;.–—-]+\s+(?:and |so |but |then )*(?=(?:please|can you|could you|would you|give|tell|recommend|suggest|"
    r"help|write|show|find|explain|list|plan|make)\b)",
    re.I,
)
_REQUEST = re.compile(
    r"^(?:please |pls |kindly |just |now |then |and |so |ok(?:ay)? )*(?:can|could|would|will) you\b|"
    r"^(?:please |pls |kindly |just |now |then |also |and )*(?:write|translate|summari[sz]e|explain|give|tell|"
    r"show|help|list|find|make|create|generate|"
    r"draft|compose|recommend|suggest|describe|compare|fix|debug|review|rewrite|proofread|check|convert|calculate|"
    r"compute|"
    r"implement|add|remove|update|refactor|search|look up|plan|book|remind|set|define|outline|design|draw|sing|"
    r"let's|let me|"
    r"imagine|pretend|suppose|act|think|ask|read|send|open|run|try|consider|say|name|guess|pick|choose|sort|count|"
    r"solve|"
    r"continue|finish|complete|edit|improve|shorten|expand|format|play|schedule|compile|print|turn|put|go|wait|"
    r"stop|forget|ignore)\b",
    re.I,
)
_FICTION = re.compile(
    r"(?:^|[.!?;:,]\s+|\b(?:please|you|help me|let's|now)\s+)(?:write|create|compose|tell|make up|invent|draft|"
    r"generate|continue|imagine|act out|rap|sing)\b[^.?!]*\b"
    r"(?:story|stories|poem|novel|haiku|song|sonnet|limerick|script|screenplay|fan ?fic(?:tion)?|tale|fable|"
    r"character|scene|sketch|"
    r"dialogue|monologue|joke|riddle|lyrics|ballad|play|persona|backstory)\b|"
    r"\bin (?:my|the|our|this) (?:novel|story|book|game|campaign|screenplay|script|dream|play|comic|manga|fanfic|"
    r"d&d|dnd|rpg)\b|"
    r"\b(?:my|the|our) (?:character|protagonist|hero|heroine|villain|antagonist|narrator|oc|npc)\b|"
    r"\b(?:role[- \u2011]?play|pretend (?:that |to be |you|i|we)|let's pretend|let's say|make[- ]believe|"
    r"fictional|hypothetically|for the sake of argument|for argument's sake|let's assume)\b|"
    r"\b(?:movie|film|book|novel|series|show|drama|anime|play) (?:\w+ ){0,2}(?:tells|follows|depicts|portrays|"
    r"revolves|is about|is set|was about)\b|\b(?:tells|told) the story of\b|"
    r"^(?:imagine|suppose|say|assume|what if)\b",
    re.I,
)
_DREAM = re.compile(
    r"\b(?:had|having|have) (?:the|a|this|another|an|such a|some) (?:[\w-]+ ){0,3}(?:dream|"
    r"nightmare)\b(?! (?:job|home|house|of "
    r"(?:mine|becoming|owning|opening)))|"
    r"\b(?:dreamt|dreamed|daydream(?:t|ed|ing|s)?|fantasi[sz](?:e|ed|ing)|hallucinated) (?:that |about |"
    r"of )?(?:i|we|my|me|you|"
    r"being|having|living)\b|"
    r"^in (?:my|the|this|that|last night's) (?:\w+ )?(?:dream|nightmare|fantasy)\b|\bin another life\b|"
    r"\bin a parallel universe\b|"
    r"\bi keep (?:dreaming|imagining)\b",
    re.I,
)
_SKETCH = re.compile(
    r"\b(?:do|play|act out|write|set|run) (?:a|the|this) (?:scene|improv|skit)\b|\bbackstory\b|\bd&d\b|"
    r"\bplaying a character\b|\b(?:conversation|dialogue|scene|exchange|romance) between (?:\w+ ){0,3}characters\b|"
    r"\b(?:these|following|main|two|three) (?:\w+ )?characters\b|"
    r"\b(?:you're|you are|you play|i'm|i play) (?:playing )?(?:a|an|the) (?:[\w-]+ ){0,3}(?:character|"
    r"npc)\b|\bin[- ]character\b",
    re.I,
)
_HEARSAY = re.compile(
    r"\b(?:is|are|was|were|seems?|remains?) (?:\w+ )?(?:convinced|certain|sure|positive|adamant|under the "
    r"impression) (?:that )?(?:i|"
    r"we|my)\b|(?<!\bi )(?<!\bwe )\b(?:thinks?|assumes?|insists?|claims?|believes?|swears?|reckons?|"
    r"keeps? (?:telling|saying|"
    r"insisting|thinking)|has decided|have decided|labell?ed|listed|tagged)(?: \w+){0,2}? (?:that )?(?:i|"
    r"we)(?:'m| am|'re| are| have|"
    r"'ve| live| work| was| were| own| love| hate)\b|"
    r"\baccording to [^,.]{2,40}, (?:i|we|i'm|we're|my)\b",
    re.I,
)
_PLAY = re.compile(r"\b(?:role[- \u2011]?play|let's pretend|pretend)\b", re.I)
_SARCASM = re.compile(
    r"^(?:oh,? (?:sure|great|yeah|yes|joy|wonderful|fantastic|right)|yeah,? right|sure,? because|great,? (?:just|"
    r"another)|because (?:obviously|clearly))\b|"
    r"\bI just (?:LOVE|ADORE)\b|\bjust what i (?:needed|wanted)\b",
    re.I | re.M,
)
_HYPERBOLE = re.compile(
    r"\b(?:i'm|i am|i feel|feels?|he's|she's|it's|they're) (?:basically|practically|virtually|like|literally|"
    r"secretly|pretty much|half|officially|apparently) (?:a|an|the|\d|one|made|dead|dying|living|married|turning)\b|"
    r"\b(?:feel|feels|feeling|felt|sound|look) like\b.*\b(?:i'm|i am)\b|\bfeel(?:s|ing)? like (?:a|an|i'm)\b|"
    r"\b(?:as|like) (?:a|an) old\b",
    re.I,
)


_REPAIR = re.compile(
    r"(?:[,–—-]*\s+(?:no,? wait|wait,? no|oh wait|sorry|i mean|i meant|or rather|scratch that|correction|"
    r"no),\s+(?:i "
    r"mean |it's |it is |that's |i meant )?|\s*[,–—-]+\s+(?:(?:well|no|or),? )?(?:actually|make that|I "
    r"mean|or rather)[,:]? "
    r"(?:(?:in|at|to|from|for) )?)"
    r"(?P<new>[A-Z\d][\w'.-]*(?: [A-Z\d][\w'.-]*)*)(?=[.,;!]|$)"
)
_TRAILING = re.compile(r"(?:[A-Z\d][\w'.-]*)(?: [A-Z\d][\w'.-]*)*$")


def repaired(text: str) -> str:
    """A slip of the tongue put right: "May 6, no wait, May 16" → "May 16"."""
    match = _REPAIR.search(text)
    if not match:
        return text
    before = text[: match.start()].rstrip(" ,–—-")
    slip = re.search(r"\d[\w.]*$", before) if match["new"][0].isdigit() else _TRAILING.search(before)
    if not slip or slip.start() == 0:
        return text
    return before[: slip.start()] + match["new"] + text[match.end() :]


_JOINED = re.compile(
    r"\s*;\s+|,? (?:and|but|while) (?=my favou?rite )|, (?:and|but|so|while) (?=(?:i|i'm|i've|i'll|we|we're|we've|"
    r"we'll|he|he's|she|she's|they|they're|it|it's)\b)|"
    r",? (?:and|but|while) (?=(?:my|his|her|their|our) \w+(?:'s \w+)?(?: [A-Z]\w+)? (?:is|isn't|was|lives|"
    r"works|has|loves|"
    r"likes|hates|studies)\b)|"
    r", (?=(?:her|his|its|their|my \w+'s) name(?:'s| is)\b)|"
    r",? and (?=(?:tickets|builds|logs|backups|docs|ci|servers|everything|monitoring|data) (?:lives?|"
    r"runs?|sits?|is|are)\b)|"
    r" but (?=(?:i|we|i'm|we're|we've|i've|we'll|i'll|he|she)\b)",
    re.I,
)
_BOUND = re.compile(
    r"\b(?:if|unless|imagine|suppose|would|says?|said|thinks?|told|tells?|claims?|reckons?|wish|that)\b|'d\b",
    re.I,
)
_AFTER_REQUEST = re.compile(
    r"\s*[,;–—-]+\s+(?=(?:i|i'm|i've|we|we're|we've|my|our|he's|she's|he|she)\b)", re.I
)


@lru_cache(maxsize=16384)
def pieces(text: str) -> tuple[str, ...]:
    """A sentence cut into statements, questions and requests, each parsed by itself."""
    return tuple(part for piece in _asked_apart(denial.spelled(repaired(text))) for part in _parts(piece))


def _parts(piece: str) -> list[str]:
    if requests(piece) and not fiction(piece):
        return _AFTER_REQUEST.split(piece, maxsplit=1)
    if asks(piece) or _BOUND.search(piece):
        return [piece]
    return [part for joined in _JOINED.split(piece) for part in _each_verb(joined) if part.strip()]


_THIRD = (
    "is|has|lives|works|loves|likes|hates|uses|speaks|owns|studies|plays|runs|teaches|drives|enjoys|prefers"
)
_SHARED = re.compile(
    rf"^(?P<who>(?:my|our|his|her)\b[^,;]{{1,40}}?|he|she|[A-Z][\w-]+) (?P<first>(?:{_THIRD})\b.+?),? and "
    rf"(?P<second>(?:{_THIRD})\b.+)$",
    re.I,
)


_MINE_TOO = (
    r"live|work|study|love|like|hate|use|speak|own|have|play|teach|run|drive|enjoy|prefer|grew up|moved|"
    r"was born|graduated|"
    r"studied|worked|lived|am|was|bought|sold|joined|left|quit|started"
)
_SHARED_FIRST = re.compile(
    rf"^(?P<who>i|we) (?P<first>(?:{_MINE_TOO})\b.+?),? and (?:also |now |currently "
    rf")?(?P<second>(?:{_MINE_TOO})\b (?!to\b).+)$",
    re.I,
)


_A_DATE = re.compile(r"\b(?:last|next|this|ago|yesterday|since|until|(?:in|on|from) (?:[A-Z][a-z]+|\d{4}))\b")
_LEFT_WHEN = re.compile(
    r"^(?:sold|left|quit) .*?(?P<when>yesterday|(?:last|this) \w+|(?:in|on) (?:[A-Z][a-z]+(?: \d{4})?|(?:19|20)\d\d)|"
    r"(?:an?|two|three|four|five|six|\d+) \w+ ago)$"
)
_TAKEN = re.compile(r"(?:bought|joined|started|moved)\b")


def _each_verb(text: str) -> list[str]:
    """ "Ada works at Contoso and lives in Bari": the subject said twice, as "lives" alone reads like a noun."""
    match = _SHARED.match(text) or _SHARED_FIRST.match(text)
    if not match:
        return [text]
    first, second = match["first"], match["second"]
    when = _LEFT_WHEN.search(first)
    if when and _TAKEN.match(second) and not _A_DATE.search(second):  # sold A last week and bought B
        second = f"{second.rstrip('.!')} {when['when']}"
    return [f"{match['who']} {first}", f"{match['who']} {second}"]


def _asked_apart(text: str) -> list[str]:
    out: list[str] = []
    rest = text
    for pattern in (_SPLIT_ASK, _SPLIT_REQUEST):
        match = pattern.search(rest)
        if match and (
            pattern is _SPLIT_REQUEST
            or text.rstrip().endswith("?")
            or re.search(r"\b(?:can|could|would) you\b", rest[match.end() :], re.I)
        ):
            head = rest[: match.start()].strip()
            if len(head.split()) > 1:
                out.append(head)
                rest = rest[match.end() :]
    return [*out, rest]


def asks(text: str) -> bool:
    """Whether a piece is a question, by its mark or its first words."""
    text = text.strip()
    if text.endswith("?"):
        return True
    match = _ASKS.match(text)
    if not match:
        return False
    first = re.sub(r"(?i)^(?:and|so|but|or|then|also|ok|now)\s+", "", text)
    if re.match(
        rf"(?i)(?:{_AUX})\s+(?:i|you|he|she|it|we|they|there|this|that|the|my|your|anyone|anybody|someone)\b",
        first,
    ):
        return True
    return bool(
        re.match(rf"(?i)(?:{_WH})\s+(?:is|are|was|were|do|does|did|can|should|would|will|to)\b", first)
    ) and not re.match(r"(?i)when\b|what i\b", first)


def requests(text: str) -> bool:
    """Whether a piece asks for something to be done now."""
    return bool(_REQUEST.match(text.strip()))


def fiction(text: str) -> bool:
    """A story, a part to play, a dream, a supposition."""
    return bool(_FICTION.search(text) or _DREAM.search(text))


_DECLINED = re.compile(
    r"\bbut (?:i think |i guess |then )?i(?:'ll| will|'m going to|'d rather)? (?:probably |just )?(?:skip|pass|"
    r"hold off|not|leave it|won't|decided against|give (?:it|that) a miss)\b",
    re.I,
)


def declines(text: str) -> bool:
    """Whether a sentence takes back what it weighs: "I might go to Kent, but I think I'll skip it"."""
    return bool(_DECLINED.search(text))


def dreams(text: str) -> bool:
    """Whether what follows in the message is still the dream, or the sketch of a character, told here."""
    return bool(_DREAM.search(text) or _SKETCH.search(text))


def hearsay(text: str) -> bool:
    """What others, or machines, take the speaker to be: "Spotify thinks I'm 60"."""
    return bool(_HEARSAY.search(text))


def plays(text: str) -> bool:
    """Whether from here on the speaker plays a part, first person included."""
    return bool(_PLAY.search(text))


def not_meant(text: str) -> bool:
    """Sarcasm and hyperbole: "Oh sure, I just LOVE traffic", "I'm basically 200 years old"."""
    return bool(_SARCASM.search(text) or _HYPERBOLE.search(text))
