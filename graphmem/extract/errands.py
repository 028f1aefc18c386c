"""Which plans are worth keeping for months: a date, something named or a lasting aim; the rest are errands.

"Thinking of getting new pillows" is true for a day; "thinking of getting a motorcycle" is asked about next year.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphmem.extract.en.words import BUSINESS, LANGUAGES, NATIONALITIES, THINGS_OWNED
from graphmem.model import Candidate

REASON = "an errand, not worth keeping"

_CJK = re.compile(r"[\u3400-\u9fff]")
_ACRONYMS = frozenset(
    "SUV RAM PDF PDFS TV TVS DIY GPS CV PC USB DVD LED ID AC CSV API APIS UI UX HIIT CPU GPU SSD FAQ FAQS "
    "GIF GIFS AI VR TLC BBQ PTO KPI KPIS SEO".split()
)
"""Written in capitals, and yet the names of nothing in particular."""
_VENTURES = BUSINESS | frozenset(
    "business shop store café cafe restaurant company startup studio bakery nonprofit charity foundation club "
    "podcast blog vlog channel newsletter band farm gallery school academy practice agency brand consultancy "
    "magazine press hostel inn brewery community".split()
)
_HOMES = frozenset(
    "barn garage house home flat apartment condo property land farm suv rv campervan camper motorhome cabin".split()
)


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


# -- verbs and what makes them a lasting aim: one line a kind, with its example
_ALONE = (
    # learn to sail;  move abroad;  retire at 60
    r"learn|study|master|speciali[sz]e|major|move|relocate|emigrate|immigrate|settle|live|retire|resign|"
    r"volunteer(?!.*\bevents?\b)|invest|become|pay off|run for|stand for|"
    r"get into (?:\w+ )?politics|"
    r"work (?:with|in|as|for|abroad|remotely)",
    # get married;  have a baby;  teach myself welding
    r"propose|marry|remarry|divorce|separate|adopt|foster|(?:start|build|raise) (?:a|my own|our own) family|try for|"
    r"teach (?:myself|abroad)|"
    r"get (?:married|engaged|divorced|remarried|pregnant|sober|citizenship|promoted)|"
    r"have (?:(?:a|another|more|two|three) )?(?:bab(?:y|ies)|kids?|child(?:ren)?)",
    # go freelance;  quit smoking;  lose some weight
    r"(?:go|turn) (?:vegan|vegetarian|freelance|solo|pro|part[- ]time|full[- ]time|"
    r"back to (?:school|work|uni\w*|college))|"
    r"(?:quit|stop|give up|cut out) (?:smoking|drinking|alcohol|meat|sugar|gambling|vaping|social media)|"
    r"lose .*(?:weight|pounds|kg|kilos)|get (?:back )?(?:in|into) shape",
)
_PAIRS: tuple[tuple[str, str], ...] = (
    # change careers;  apply for citizenship;  quit my job
    (
        "change switch leave quit find get look apply start take accept pursue transition shift pivot delay "
        "postpone ask pause seek request turn land negotiate hand",
        r"jobs?|careers?|fields?|professions?|majors?|degrees?|positions?|roles?|visas?|citizenship|residency|promotion|"
        r"raise|industr(?:y|ies)|work|stud(?:y|ies)|sabbatical|passport|mortgage|loan|notice|leave|internship|"
        r"apprenticeship",
    ),
    # buy a house;  sell the boat
    (
        "buy sell purchase get own restore renovate build trade invest inherit",
        rf"(?:{_any(THINGS_OWNED | _HOMES)})s?$",
    ),
    ("rent let sublet share", rf"(?:{_any(_HOMES)})s?$"),
    # open a studio
    (
        "start open launch found set run create build buy sell grow expand franchise close",
        rf"(?:{_any(_VENTURES)})s?",
    ),
    # run a marathon
    (
        "run finish complete do train enter swim climb cycle walk compete sign",
        r"marathons?|triathlons?|ironman|ultra\w*|races?|\d+ ?km?|championships?|olympics|tournaments?|competitions?",
    ),
    # write a memoir
    (
        "write publish record finish release compose complete self-publish illustrate translate direct produce",
        r"books?|novels?|memoirs?|thes[ie]s|dissertation|albums?|screenplays?|papers?|anthology|musical|opera|films?|"
        r"documentary|collection",
    ),
    # get a sailing licence
    (
        "get earn take pursue do finish complete enroll enrol apply go sign return obtain attend start sit pass retake "
        "resume",
        r"degrees?|ph\.?d|masters?|master's|mba|certificat\w+|licen[sc]es?|diplomas?|courses?|school|universit\w+|"
        r"colleges?|programs?|programmes?|bootcamps?|lessons|scholarships?|exams?|boards|residency",
    ),
)
_LASTING = re.compile(
    "|".join(
        [
            rf"^(?:{'|'.join(_ALONE)})\b",
            *(rf"^(?:{_any(verbs.split())})\b.*\b(?:{things})(?!\w)" for verbs, things in _PAIRS),
        ]
    ),
    re.I,
)


def is_errand(found: Candidate) -> bool:
    """Whether a plan has no date, names nothing and has no lasting aim."""
    if found.stance not in ("planned", "tentative") or found.valid_at or _CJK.search(found.object):
        return False
    if found.predicate == "works_at":  # "I'll volunteer at a soup kitchen this weekend"
        return not _names(f"at {found.object}")
    if found.predicate == "plans_to":
        text = _got(found.object)
        return not (_names(text) or _LASTING.search(text))
    if found.predicate == "owns":
        return not (_names(f"get {found.object}") or _LASTING.search(f"get {found.object}"))
    return False


_GETS = re.compile(
    r"^(?:get|buy|purchase|order|rent|pick up|find|grab|bring|make|hire|book|"
    r"schedule|arrange|plan|organi[sz]e|prepare|throw) ",
    re.I,
)


def _got(text: str) -> str:
    """The thing got, without whom or what it is for: "get new wheels for my Vespa", "get Rex a toy"."""
    if not _GETS.match(text):
        return text
    return re.sub(
        r" (?:for|so|with|before|because|to(?= [a-z]))\b.*|(?<=get )(?:[A-Z]\w+ )+(?=an? |some |new )",
        "",
        text,
    )


def _names(text: str) -> bool:
    """Whether it holds a name: "visit Lisbon", "switch Bo to a new food"; not "cook Thai food", "sell my SUV"."""
    words = re.findall(r"[\w'’.+#-]+", text)[1:]
    return any(
        word[:1].isupper()
        and word.split("'")[0] not in ("I", *_ACRONYMS)
        and word.lower() not in LANGUAGES | NATIONALITIES
        for word in words
    )
