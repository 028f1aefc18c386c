"""Lists and headings: an item is read together with the line that heads it.

"Countries we've been to:" + "- Laos (2022)" → "we've been to Laos in 2022";
"My two kids:" + "- Ada, 9, allergic to kiwi" → "My kid is Ada; Ada is 9; Ada is allergic to kiwi";
"Favourite fruit?" + "Plums." → "favourite fruit: Plums".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.extract.en.words import PETS, PLURAL_KIN, RELATIONS
from graphmem.extract.stretch import Sentence

_MARK = re.compile(r"^(?:[-–+*•·]|\d{1,2}[.)])\s*")
_HEAD_CLAUSE = re.compile(
    r"(?:^|[,.] )(?:(?:the|some|all|a few|other|here are|these are|my|our|list of|main|all the|some of the|few) )*"
    r"(?P<noun>\w+|\w+ \w+) (?:that |which )?(?P<clause>(?:i|we)(?:'\w+)? [^:]{2,50}?)"
    r"(?: (?:so far|at the moment|right now|currently|these days|now|already|in my life))?(?: are| include)?\s*:\s*"
    r"(?P<rest>.*)$",
    re.I,
)
_LABEL_HEAD = re.compile(
    r"^(?:(?:so|ok|okay|here are|these are) )?(?:my |our )?(?P<label>[\w' ]{3,30}):$", re.I
)
_ASKED_LABEL = re.compile(
    r"^(?:(?:and|oh|my|our) )*(?P<label>fav\w* [\w ]{2,30}|job|hobby|hobbies|diet|allergies|age|hometown|birthday|"
    r"languages|nationality|occupation|employer|major|pets?|nickname|name)\?$",
    re.I,
)
_PERSON = re.compile(
    r"^(?P<name>[A-ZÀ-Þ][\w'-]+)\s*(?:\((?P<age>\d{1,2})\))?\s*(?:[,:–—-]+\s*(?P<rest>.+))?$"
)
_VERBS = re.compile(
    r"(?:is|has|can't|cannot|can|likes?|loves?|hates?|works?|lives?|studies|plays|goes|doesn't|won't|speaks|owns|"
    r"wants|just|started|turned|was|enjoys|prefers|teaches|runs|attends)\b",
    re.I,
)
_TRIVIAL_NOUNS = frozenset(
    "if when because since so what how why where whether think sure hope and but".split()
)


def spread(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, each item of a list made a sentence of its own; offsets and quotes stay the message's."""
    out: list[Sentence] = []
    head: Sentence | None = None
    for number, sentence in enumerate(sentences):
        if sentence.item and head is not None and head.turn == sentence.turn:
            out.append(_as(sentence, _item(head.text, _MARK.sub("", sentence.text))))
            continue
        head = sentence if sentence.text.endswith(":") else None
        before = sentences[number - 1] if number else None
        answered = _answered(before, sentence) if before is not None else ""
        text = answered or _inline(sentence.text) or (_MARK.sub("", sentence.text) if sentence.item else "")
        out.append(_as(sentence, text))
    return out


def _as(sentence: Sentence, text: str) -> Sentence:
    if not text or text == sentence.text:
        return sentence
    return replace(sentence, text=text, length=sentence.length or len(sentence.text))


def _item(head: str, item: str) -> str:
    kin = _kin(head)
    if kin:
        told = "; ".join(_person(kin, item))
        if told:
            return told
    clause = _HEAD_CLAUSE.search(head)
    if clause and clause["noun"].lower() not in _TRIVIAL_NOUNS:
        return f"{clause['clause']} {_dated(item)}"
    label = _LABEL_HEAD.match(head)
    return f"{label['label']}: {item}" if label else item


def _inline(text: str) -> str:
    """ "Countries I've been to: Peru and Laos" → "I've been to Peru and Laos"."""
    clause = _HEAD_CLAUSE.match(text)
    if not clause or not clause["rest"] or clause["noun"].lower() in _TRIVIAL_NOUNS:
        return ""
    return f"{clause['clause']} {_dated(clause['rest'])}" if len(clause["rest"].split()) < 15 else ""


def _dated(item: str) -> str:
    item = re.sub(r"\s*\(((?:19|20)\d\d)\)", r" in \1", item)
    return re.sub(r"\s*\(([^()]{3,24})\)", r" \1", item)


def _kin(head: str) -> str:
    """The singular of the kin or pets whose list this is: "my two kids" → "kid"."""
    for match in re.finditer(r"\b(?:my|our)\b((?: [\w-]+){1,4})", head, re.I):
        for word in match.group(1).lower().split():
            single = PLURAL_KIN.get(word, word.removesuffix("s"))
            if word != single and (single in RELATIONS or single in PETS):
                return single
    return ""


def _person(kin: str, item: str) -> Iterator[str]:
    match = _PERSON.match(item.strip(" .;"))
    if not match:
        return
    name = match["name"]
    yield f"My {kin} is {name}"
    parts = [match["age"] or "", *re.split(r",\s*(?:and )?|\s+and (?=\w+s\b)|;\s*", match["rest"] or "")]
    for part in parts:
        said = part.strip()
        if said:
            yield f"{name} {said}" if _VERBS.match(said) else f"{name} is {said}"


_TOPIC = re.compile(r"^(?:and |oh )?(?P<what>[A-Z][\w' -]{2,30})\?$")
_OF_IT = re.compile(
    r"^(?:i )?(?P<verb>(?:really |absolutely |totally )?(?:can't stand|love|hate|adore|loathe|don't like|"
    r"like|despise)) (?:them|it|those)\b",
    re.I,
)


def _answered(asked: Sentence, sentence: Sentence) -> str:
    """What a speaker's answer to their own question says.

    "Olives? Can't stand them." → "I can't stand olives"; "Fave topping? Plums." → "favorite topping: Plums".
    """
    topic, of_it = _TOPIC.match(asked.text), _OF_IT.match(sentence.text)
    if topic and of_it and asked.turn == sentence.turn and len(topic["what"].split()) < 4:
        what = topic["what"]
        what = what[:1].lower() + what[1:] if len(what.split()) == 1 else what
        return f"I {of_it['verb'].lower()} {what}"
    label = _ASKED_LABEL.match(asked.text) if asked.turn == sentence.turn else None
    if not label:
        return ""
    value = re.split(r"[,.;:!?()—–]| and i\b| but\b", sentence.text, maxsplit=1, flags=re.I)[0].strip()
    words = re.sub(r"^fav\w*", "favorite", label["label"], flags=re.I)
    return f"{words}: {value}" if 0 < len(value.split()) <= 5 else ""
