"""Answers and corrections: what a fragment means after the question or the slip before it.

"Where are you based?" — "Cape Town, moved here in 2018." is read as "I live in Cape Town, moved here
in 2018."; "Do you live in Oslo?" — "Yes." as "I live in Oslo."; "Sorry: Berlin, not Bern." puts a slip right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graphmem.extract import dates_en
from graphmem.extract.stretch import Sentence
from graphmem.model import Candidate

_YES = re.compile(
    r"^(?:yes|yeah|yep|yup|ya|yea|correct|right|exactly|indeed|absolutely|definitely|of course|sure do|sure am|"
    r"true|affirmative|"
    r"that's (?:right|correct|true|it)|you got it|i do|i am|i have|we do|we are|we have|it is|he is|she is|he "
    r"does|she does|they do|bingo|spot on|uh-huh|mhm)\b[\s,.!;:—–-]*",
    re.I,
)
_OWN_CLAUSE = re.compile(
    r"^(?:\w+ ){0,2}?(?:i|i'm|i've|i'd|i'll|we|we're|we've|he|she|it|it's|they|he's|she's|my|our|that|that's|this|"
    r"there|there's|not|no|none|nothing|never|nope|you|your|what|why|how|who|"
    r"where|when|can|could|do|does|did|is|are|let|please|maybe|hmm|haha|lol|ok|okay|thanks|thank|sure|i'd|idk|"
    r"dunno|good|great|nice|cool|its|really|very|so|such|wow|hey|hi|hello|definitely|absolutely|totally)\b",
    re.I,
)

# the question (searched in the assistant's last sentence with a "?") → how its short answer reads
_TEMPLATES: tuple[tuple[str, str], ...] = (
    (r"\bwhere\b.*\b(?:grow up|grew up)\b", "I grew up in {}"),
    (r"\bwhere\b.*\b(?:from|originally)\b", "I'm from {}"),
    (r"\bwhere\b.*\b(?:were you born)\b", "I was born in {}"),
    (r"\bwhere\b.*\b(?:work|employed|employer)\b|\bwhich company\b|\bwhat company\b|\bwho do you work for\b",
     "I work at {}"),
    (r"\bwhere\b.*\b(?:study|studying|school|university|college)\b|\bwhich (?:school|university|college)\b",
     "I study at {}"),
    (r"\bwhere\b.*\b(?:live|living|based|located|location|reside|home|city)\b|\b(?:which|what) (?:city|town|"
     r"country)\b.*\b(?:live|in|based)\b", "I live in {}"),
    (r"\bwhere\b.*\bmov(?:e|ing)\b", "I'm moving to {}"),
    (r"\bwhat(?:'s| is| was)? (?:should i call you|do i call you|your (?:first |full )?name)\b|\byour name\b|"
     r"\bwhat should i call you\b", "My name is {}"),
    (r"\bwhat (?:do you do|is your (?:job|profession|occupation|role|title)|kind of work)\b|\bwhat's your (?:job|"
     r"profession|occupation|role|job title)\b|\bfor a living\b", "I'm {an}"),
    (r"\bhow old are you\b|\byour age\b", "I'm {}"),
    (r"\bhow old is your (?P<k>[\w ]+?)\?", "My {k} is {}"),
    (r"\bwhen(?:'s| is) your birthday\b|\bdate of birth\b", "My birthday is {}"),
    (r"\b(?:what|which) languages? do you speak\b|\blanguages do you (?:know|speak)\b", "I speak {}"),
    (r"\b(?:what|which)\b.*\b(?:are you learning|want to learn)\b", "I'm learning {}"),
    (r"\b(?:what|which)\b.*\b(?:study|studying|your major|major in)\b|\byour (?:major|field)\b", "I study {}"),
    (r"\b(?:any|what|which)\b.*\ballerg|\byou allergic\b|\byour allerg", "I'm allergic to {}"),
    (r"\b(?:what|who|which)(?:'s| is| are)? your (?:all-time )?favou?rite (?P<k>[\w ]+?)(?: to \w+)?\?",
     "My favorite {k} is {}"),
    (r"\bfavou?rite (?P<k>\w+(?: \w+)?)\?", "My favorite {k} is {}"),
    (r"\bhobb(?:y|ies)\b|\bfor fun\b|\bfree time\b|\bspare time\b", "My hobbies are {}"),
    (r"\b(?:what|which) version of (?P<k>[\w.+#-]+)|\bwhich (?P<k2>[\w.+#-]+) version\b|\bwhat (?P<k3>[\w.+#-]+) "
     r"version\b", "We are on {k} {}"),
    (r"\b(?:stack|tools?|framework|database|editor|ide|programming language|technolog|libraries|language)\b.*\?|"
     r"\bwhat do you use\b|\bwhat are you using\b", "I use {}"),
    (r"\b(?:dietary|diet|food restrictions|eat)\b", "I'm {}"),
    (r"\bwhat (?:(?:kind|type|sort|model|brand|make) of )?(?P<k>phone|car|laptop|bike|camera|computer|guitar) do "
     r"you (?:have|drive|own|use)\b", "My {k} is {}"),
    (r"\bwhat(?:'s| is) your (?P<k>[\w ]+?)(?:'s name| called| named)\b", "My {k}'s name is {}"),
    (r"\bwhat(?:'s| is) (?P<k>his|her|its|their) name\b|\bwhat is (?P<k2>he|she|it) called\b", "{k} name is {}"),
    (r"\b(?:do you have|have you got|got|any)\b.*\b(?:pets?|animals?|kids?|children|siblings?|brothers?|sisters?|"
     r"allergies)\b", "I have {}"),
    (r"\bwho(?:'s| is) your (?P<k>\w+)\b", "My {k} is {}"),
    (r"\bwhat do you like\b|\bwhat are you into\b|\binterests\b", "I like {}"),
)  # fmt: skip


_ASSUMED = re.compile(
    r"(?:i see|ah|oh|okay|ok|got it|great|nice)?,? *(?:so |then )?(?:you're|you are|you have|you live|you work|"
    r"your) [^.!?]*[.!]?$",
    re.I,
)


def question(previous: str) -> str:
    """The last question of the turn before, or what it takes for granted; '' if neither."""
    parts = re.findall(r"[^.!?\n]*\?", previous)
    if parts:
        return str(parts[-1].strip())
    last = re.split(r"(?<=[.!])\s+|\n", previous.strip())[-1]
    return last if _ASSUMED.match(last) else ""


def expand(text: str, sentence: Sentence) -> str:
    """A short answer made a full sentence; any other text as it is."""
    asked = question(sentence.previous)
    if not asked:
        return text
    raw = re.sub(r"^\W+", "", sentence.text)
    if _THANKS.match(raw):
        return text
    yes = _YES.match(raw)
    if yes and not re.search(r"\b(?:but|not|no)\b", raw[: yes.end() + 12], re.I):
        statement = affirmed(asked)
        rest = raw[yes.end() :].strip()
        if statement:
            if listed := _members(statement, rest):
                return listed
            if (
                rest
                and not _OWN_CLAUSE.match(rest)
                and len(rest.split()) <= 6
                and re.match(r"(?i)(?:since|for|in|at|with|until|last)\b", rest)
            ):
                return f"{statement} {rest}"
            thing = re.search(r"\b(?:an?|any|some) [\w -]+$", statement)
            if (
                thing
                and re.match(r"(?i)(?:an?|the|my|one|two|three|four|\d+) \w", rest)
                and not _OWN_CLAUSE.match(rest)
            ):
                return f"{statement[: thing.start()]}{rest}"
            return f"{statement}. {rest}" if not rest else f"{statement}; {rest}"
        if not rest:
            return text
        text = rest
    chosen = _left(asked, text) or _denied(asked, text) or _pronoun(asked, text) or _chosen(asked, text)
    if chosen:
        return chosen
    if _first_of_answer(sentence) and not _OWN_CLAUSE.match(text) and len(text.split()) <= 14:
        return _filled(asked, text) or text
    return text


_GONE = re.compile(
    r"^(?:(?:no|nope|nah|not any ?more|not anymore|no longer)[,.!]? )?(?P<verb>i (?:quit|left|resigned|"
    r"moved out|moved away))"
    r"(?P<rest>(?: (?:in|on|last|back|a|two|three|this|yesterday|at)\b.*)?[.!]*)$",
    re.I,
)
_STILL = re.compile(
    r"\b(?:work(?:ing)?|live|living|based|employed) (?:still )?(?:at|for|in|with) (?P<what>[A-Z][\w.&' -]*?)\?",
    re.I,
)


def _left(asked: str, text: str) -> str:
    """ "Do you still work at Contoso?" — "No, I left in May." → "I left Contoso in May"."""
    gone, still = _GONE.match(text), _STILL.search(asked)
    if not gone or not still:
        return ""
    verb = re.sub(r"moved (?:out|away)", "moved out of", gone["verb"]).replace("resigned", "resigned from")
    return f"{verb} {still['what']}{gone['rest']}"


_NO_LONGER = re.compile(r"^(?:no,? )?(?:not any ?more|no longer|not now)[.! ]*$", re.I)
_NAME_ASKED = re.compile(r"\b(?:is|was) (?P<whose>your(?: [\w-]+'s)? name) [A-Z]\w*\?$", re.I)
_ITS_NAME = re.compile(
    r"^(?:no|nope|nah)[,.!]? (?:it's|it is|actually it's|he's|she's|his name is|her name is) (?P<name>[A-Z]\w+)",
    re.I,
)
_TASTE_ASKED = re.compile(r"^(?:and )?do you (?:like|love|enjoy|hate) (?P<what>[\w' -]{2,40})\?$", re.I)
_TASTE_OF_IT = re.compile(
    r"^(?:(?:yes|yeah|oh|no|nope)[,.!]? )?(?P<said>i (?:\w+ )?(?:love|like|hate|adore|loathe|can't stand|"
    r"don't like|enjoy)) (?:it|them|that)\b",
    re.I,
)


def _denied(asked: str, text: str) -> str:
    """ "You live in Porto?" — "Not anymore." → "I no longer live in Porto";  "Is your name Al?" — "No, it's Ed."."""
    if _NO_LONGER.match(text):
        said = affirmed(asked)
        return (
            re.sub(r"^I (am )?", lambda m: f"I {m.group(1) or ''}no longer ", said)
            if said.startswith("I ")
            else ""
        )
    name, asked_name = _ITS_NAME.match(text), _NAME_ASKED.search(asked)
    return (
        f"{_swap(asked_name['whose'])[:1].upper()}{_swap(asked_name['whose'])[1:]} is {name['name']}"
        if name and asked_name
        else ""
    )


def _pronoun(asked: str, text: str) -> str:
    """ "Do you like sushi?" — "I love it!" → "I love sushi"."""
    about, said = _TASTE_ASKED.match(asked), _TASTE_OF_IT.match(text)
    return f"{said['said']} {about['what']}" if about and said else ""


def _members(statement: str, rest: str) -> str:
    """ "Do you have kids?" — "Yes, two: Ana and Luka." → "I have two kids, Ana and Luka"."""
    kin = re.match(
        r"(?P<have>.*\bhave) (?P<kin>kids|children|siblings|brothers|sisters|pets|cats|dogs|sons|daughters)$",
        statement,
    )
    names = re.match(
        r"(?:(?P<n>\w+)\s*[:,–—-]+\s*)?(?P<names>[A-Z]\w+(?:(?:, | and |, and )[A-Z]\w+)*)[.!]?$", rest
    )
    return f"{kin['have']} {names['n'] or 'two'} {kin['kin']}, {names['names']}" if kin and names else ""


_THANKS = re.compile(
    r"(?:hey|hi|hello|thanks|thank|thx|wow|congrats|congratulations|aww|awesome|amazing)\b", re.I
)


def _chosen(asked: str, text: str) -> str:
    """ "Are you based in Ghent or Bruges?" — "Bruges." → "I am based in Bruges"."""
    answer = text.strip(" .!")
    words, count = re.escape(answer), len(answer.split())
    first = re.match(rf"(?i)(?P<lead>.*\s){words},? or [^?]+\?$", asked)
    second = (
        re.match(rf"(?i)(?P<lead>.*\s)\S+(?: \S+){{{count - 1}}},? or {words}\?$", asked) if answer else None
    )
    found = first or second
    return affirmed(f"{found['lead']}{answer}?") if found and answer else ""


def _first_of_answer(sentence: Sentence) -> bool:
    return sentence.start < 12


_LEADING_JOB = re.compile(r"^[\w-]+(?: [\w-]+){0,3}[,;(–—]")


def _filled(asked: str, text: str) -> str:
    for pattern, template in _TEMPLATES:
        match = re.search(pattern, asked, re.I)
        if not match:
            continue
        key = next((g for g in match.groups() if g), "")
        key = {"he": "his", "she": "her", "it": "its"}.get(key.lower(), key)
        body = re.sub(
            r"(?i)^(?:still|currently|right now|now|just|mostly|mainly|usually|probably|always)\s+(?=\w)",
            "",
            text.rstrip(),
        )
        if "{an}" in template:
            body = re.split(r"[,;(–—]", body)[0] if _LEADING_JOB.match(body) else body
            body = body if re.match(r"(?i)(?:an?|the)\b", body) else f"a {body[:1].lower()}{body[1:]}"
            return template.replace("{an}", body)
        if re.match(r"(?i)(?:from|in|at|to|with|on)\b", body) and re.search(
            r"(?:in|at|to|from) \{\}$", template
        ):
            body = re.sub(r"(?i)^(?:from|in|at|to|with|on)\s+", "", body)
        return template.replace("{k}", key).replace("{}", body)
    return ""


_SWAP = {
    "you": "I",
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
    "i": "you",
    "my": "your",
    "me": "you",
}


def _swap(words: str) -> str:
    return re.sub(r"[A-Za-z']+", lambda m: _SWAP.get(m.group().lower(), m.group()), words)


def affirmed(asked: str) -> str:
    """What "yes" says: "Do you live in Oslo?" → "I live in Oslo"; '' for what is no yes-or-no question."""
    body = re.sub(
        r"^(?:(?:i see|and|so|oh|ah|great|nice|got it|ok|okay|just to confirm|wait|hmm|interesting)[,:—–-]*\s+)+",
        "",
        asked.rstrip("?.! ").strip(),
        flags=re.I,
    )
    body = (
        body.split(", ")[-1]
        if re.match(r"(?i)(?:ah|oh|great|nice|cool|interesting|got it|thanks)\b", body)
        else body
    )
    body = re.sub(
        r",?\s*(?:right|correct|yes|is that right|don't you|aren't you|isn't it|then|by any chance|too|as well|"
        r"already)$",
        "",
        body,
        flags=re.I,
    )
    if re.search(r"(?i)\bor\b", body) or re.match(
        r"(?i)(?:what|where|who|which|how|why|when|can|could|should|would|shall|may|want|any|do you (?:want|need|"
        r"mean|think|know|remember|mind|prefer to|have any)|did you know|are you (?:sure|asking|looking|"
        r"interested|ready|okay|ok|able|trying))\b",
        body,
    ):
        return ""
    match = re.match(
        r"(?i)(do|does|did|are|is|was|were|have|has|will)\s+(you|your(?:\s+[\w'-]+){1,3}?|he|she|it|they|"
        r"we)\s+(still\s+|currently\s+|also\s+|now\s+|actually\s+)?(.+)$",
        body,
    )
    if match:
        aux, who, _, rest = match.groups()
        aux = aux.lower()
        subject = _swap(who)
        if aux in ("do", "does"):
            verb, _, tail = rest.partition(" ")
            verb = verb if subject in ("I", "they", "we") else _third(verb)
            return f"{subject} {verb} {_swap(tail)}".strip()
        if aux == "did":
            return f"{subject} did {_swap(rest)}"
        be = {"are": "am" if subject == "I" else "are", "were": "was" if subject == "I" else "were"}.get(
            aux, aux
        )
        return f"{subject} {be} {_swap(rest)}"
    if re.match(r"(?i)(?:you|your|you're|you've)\b", body):
        body = re.sub(r"(?i)^you've\b", "you have", re.sub(r"(?i)^you're\b", "you are", body))
        return re.sub(r"^I are\b", "I am", _swap(body))
    return ""


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    return verb + ("es" if re.search(r"(?:s|sh|ch|x|o)$", verb) else "s")


_NOT = re.compile(
    r"^(?:\W|i (?:meant|mean)|it's|i live in|typo|correction|it is|should be|actually|make that|that should "
    r"be)*(?P<new>[\w][\w .'&+#-]{0,40}?),? (?:and )?not (?P<old>[\w][\w .'&+#-]{0,40}?)[.!]*$",
    re.I,
)
_MEANT = re.compile(
    r"^(?:\W|sorry|oops|wait|no|typo|correction|actually)*(?:i meant(?: to say)?|i mean|actually,? no,?|no,? "
    r"wait,?|wait,? no,?|scratch that,?|make that|that should (?:be|say|read)|should be|correction:|typo:|it's "
    r"actually|actually,? it's)\s+(?:(?P<prep>in|at|on|to|from|for|with)\s+)?(?P<new>(?!(?:i|i'm|i've|i'd|it|it's|that|"
    r"that's|he|he's|she|she's|they|we|we're|my|our|you|your|the way|who|what|how|come|really|seriously|not|just|like|"
    r"sort|kind|look|yes|no|there|this|honestly|if|when|because)\b)[A-Z\d][\w .'&+#-]{0,40}?)[.!]*$",
    re.I,
)
# I was born in 1985. Oops, 1986.
_OTHER_NUMBER = re.compile(
    r"^(?:oops|whoops|sorry|my bad|ugh|wait|no|err)[\s,.!:—–-]+(?:(?:that's|it's|make that|should be) )?"
    r"(?P<new>\d+(?:[./-]\d+)*)[.!]*$",
    re.I,
)
_PLACED = frozenset("lives_in works_at studies_at graduated_from hometown born_in visited job_title".split())


def corrected(
    text: str, sentence: Sentence, made: Sequence[Candidate]
) -> tuple[list[Candidate], list[Candidate]] | None:
    """The slips that a sentence puts right, and what they should have said; None for any other sentence."""
    match = _NOT.match(text)
    text = sentence.text.replace("’", "'").strip()
    if match:
        old = _bare(match["old"]).casefold()
        wrong = [c for c in made if c.object.casefold() == old]
        return (wrong, [replace(c, object=_bare(match["new"])) for c in wrong]) if wrong else None
    last = made[-1] if made else None
    if last is None:
        return None
    if match := _OTHER_NUMBER.match(text):
        return ([last], [replace(last, object=match["new"])]) if last.object[:1].isdigit() else None
    match = _MEANT.match(text)
    if not match or len(match["new"].split()) > 5:
        return None
    said = f"{match['prep'] or 'in'} {match['new']}"
    whens = dates_en.find(said, sentence.at)
    if whens and whens[0].end == len(said) and last.valid_at and not last.object[:1].isdigit():
        return [last], [replace(last, valid_at=whens[0].valid_at)]
    if match["prep"] and (whens or last.predicate not in _PLACED):
        return None
    return [last], [replace(last, object=_bare(match["new"]))]


def _bare(text: str) -> str:
    return re.sub(r"^(?:an?|the) ", "", text.strip(), flags=re.I)
