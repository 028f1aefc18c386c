"""Who is meant: "my sister Anna", "she", "we", "my dad"; and the relations that such words state.

Example: "My sister Anna lives in Oslo. She's 30." → (user, sibling, Anna), and "she" is Anna.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphmem.extract.en import phrase
from graphmem.extract.en.clause import Clause
from graphmem.extract.en.nlp import Doc, Token
from graphmem.extract.en.words import (
    GROUP_OF_USER,
    HERE,
    NOT_NAMES,
    PARTS,
    PETS,
    PLACES,
    PLURAL_KIN,
    PRONOUN,
    RELATIONS,
    WHICH_ONE,
)
from graphmem.model import PERSON

_SELF = frozenset("i me we us my our mine ours myself ourselves".split())
_OTHERS = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she", "hers": "she"}
_OTHERS |= {"they": "they", "them": "they", "their": "they", "it": "it", "its": "it"}
_FORMER = frozenset("ex former late old previous ex-".split())
_BOTH = "\n"


@dataclass(frozen=True, slots=True)
class Introduction:
    """A person or pet given by relation and name; `token` is the relation's word."""

    owner: str
    relation: str
    name: str
    token: Token
    former: bool = False


@dataclass
class People:
    """Names and pronouns over one stretch. `memory` is shared with the other reader."""

    memory: dict[str, str]
    named: dict[int, tuple[str, ...]] = field(default_factory=dict)
    introduced: set[str] = field(default_factory=set)

    # -- kin words -----------------------------------------------------------------------

    def introductions(self, doc: Doc) -> Iterator[Introduction]:
        """Every "my sister Anna" of a sentence; also makes "she" and "my sister" mean her."""
        self.named = {}
        yield from self._one_by_one(doc)
        for token in doc:
            word = kin(token)
            if not word:
                if (
                    phrase.is_name(token)
                    and token.dep_ in ("nsubj", "nsubjpass")
                    and token.ent_type_ in ("PERSON", "")
                ):
                    self.remember_name(phrase.text_of(phrase.run(token)))
                continue
            owner = self.owner(token)
            names = _names_after(token)
            if not names and token.dep_ == "appos" and phrase.is_name(token.head) and not _a_place(token):
                names = (phrase.text_of(phrase.run(token.head)),)
            if not names and owner:
                if token.tag_ == "NNS" and owner == PERSON:
                    self.memory["group"] = word
                known = self.memory.get(f"my {word}", "") if owner == PERSON else ""
                who = {_OTHERS.get(t.text.lower(), "") for t in doc[: token.i]}
                before: dict[str, str] = {
                    key: self.memory[key] for key in ("he", "she") if key in who and key in self.memory
                }
                self.remember(word, owner, known or f"{owner}'s {phrase.unglue(token.text)}")
                self.memory.update(before)  # "he adopted a dog": he is not the dog
                continue
            if not names:
                continue
            self.named[token.i] = names
            self.introduced.update(names)
            for name in names:
                self.named[_index(doc, name, token.i)] = names if token.dep_ != "compound" else (name,)
            self.remember(word, owner or PERSON, _BOTH.join(names))
            relation = "pet" if word in PETS else RELATIONS.get(word, "")
            if relation and owner and not _modified(token, "business", "step", "half"):
                for name in names:
                    yield Introduction(owner, relation, name, token, _former(token))

    def _one_by_one(self, doc: Doc) -> Iterator[Introduction]:
        """ "I've got two brothers. Anselm, the older one, is a cook, and Piet lives in Ghent": who they are."""
        word = self.memory.get("group", "")
        subjects = [t for t in doc if t.dep_ == "nsubj" and phrase.is_name(t) and t.ent_type_ != "DATE"]
        told = any(
            c.dep_ == "appos" and {g.text.lower() for g in c.subtree} & WHICH_ONE
            for t in subjects
            for c in t.children
        )
        relation = RELATIONS.get(word, "pet" if word in PETS else "")
        if not relation or not told:
            return
        del self.memory["group"]
        for token in subjects:
            name = phrase.text_of(phrase.run(token))
            self.introduced.add(name)
            yield Introduction(PERSON, relation, name, token)

    def owner(self, token: Token) -> str:
        """Whose: "my" → user, "Anna's" → Anna; "have a brother" → the subject of "have"; '' unknown."""
        own = any(c.dep_ == "poss" for c in token.children)
        if token.dep_ in ("compound", "amod", "nmod") and phrase.is_name(token.head) and not own:
            token = token.head
        poss = [c for c in token.children if c.dep_ == "poss"]
        if token.dep_ == "conj" and not poss and not any(c.dep_ == "det" for c in token.children):
            poss = [c for c in token.head.children if c.dep_ == "poss"]
        for child in poss:
            found = self.resolve(child)
            return found[0] if len(found) == 1 else ""
        if any(c.text == "of" and any(g.text.lower() == "mine" for g in c.children) for c in token.children):
            return PERSON
        verb = token
        while verb.dep_ in ("conj", "appos") and verb.head.i != verb.i:
            verb = verb.head
        if verb.dep_ == "ROOT" and verb.pos_ not in ("VERB", "AUX"):
            return PERSON
        if verb.dep_ in ("dobj", "attr", "pobj", "oprd"):
            up = verb.head.head if verb.dep_ == "pobj" and verb.head.text == "with" else verb.head
            subject = next((c for c in up.children if c.dep_ == "nsubj"), None)
            if up.lemma_ in (
                "have",
                "get",
                "own",
                "adopt",
                "rescue",
                "'ve",
                "marry",
                "raise",
                "lose",
                "bring",
                "buy",
                "foster",
                "welcome",
                "pick",
                "inherit",
            ):
                found = self.resolve(subject) if subject is not None else (PERSON,)
                return found[0] if len(found) == 1 else ""
        return ""

    def remember(self, word: str, owner: str, who: str) -> None:
        if owner == PERSON:
            self.memory[f"my {word}"] = who
        pronoun = "it" if word in PETS else PRONOUN.get(word, "they")
        if who.startswith(f"{owner}'s ") and who.endswith("s") and not word.endswith("s"):  # "user's kids"
            self.memory["they"] = who
            return
        known = [pronoun] if pronoun in ("he", "she") else ["he", "she", "they"]
        if word in PETS:
            known = ["it", *(key for key in ("he", "she", "they") if self.memory.get(key) != owner)]
        if _BOTH in who:
            known = ["they"]
        for key in known:
            self.memory[key] = who

    def remember_name(self, name: str) -> None:
        """A name without a kin word can be meant by any pronoun."""
        if name and name.lower() not in NOT_NAMES:
            for key in ("he", "she", "they"):
                self.memory[key] = name

    def again(self, clause: Clause) -> None:
        """Resolve a pronoun subject anew: the clause before may have named whom it means."""
        if clause.subject is not None and clause.subject.text.lower() in _OTHERS:
            clause.subjects = self.resolve(clause.subject)

    # -- who a word means ----------------------------------------------------------------

    def resolve(self, token: Token) -> tuple[str, ...]:
        """The subjects that a word stands for, lists spread out; () if nobody known."""
        found = list(self._one(token))
        beside = [g for c in token.children if c.dep_ == "appos" for g in c.children]
        for child in (*token.children, *beside):
            if child.dep_ == "conj" and child.pos_ in ("NOUN", "PROPN", "PRON"):
                found.extend(name for name in self.resolve(child) if name not in found)
        return tuple(found)

    def _one(self, token: Token) -> tuple[str, ...]:
        word = token.text.lower()
        if word in _SELF:
            return (PERSON,)
        if word in ("you", "your", "yourself"):
            return ("assistant",)
        if word in _OTHERS:
            return _split(self.memory.get(_OTHERS[word], ""))
        if token.i in self.named:
            return self.named[token.i]
        if token.dep_ == "appos" and phrase.is_name(token.head) and not phrase.is_name(token):
            return self._one(token.head)  # Tidewater, our service, which …
        relation = kin(token)
        if relation:
            owner = self.owner(token)
            if not owner:
                return ()
            known = self.memory.get(f"my {relation}", "") if owner == PERSON else ""
            return _split(known) or (f"{owner}'s {phrase.unglue(token.text)}",)
        if word in PARTS:
            return self._part(token)
        if word in ("project", "app", "product", "library", "service"):
            inside = [
                c
                for c in token.children
                if phrase.is_name(c) and c.dep_ in ("compound", "nmod", "appos", "amod")
            ]
            if inside:
                return (phrase.text_of(phrase.run(inside[-1])).removesuffix(f" {token.text}"),)
        if word in GROUP_OF_USER and any(c.text.lower() in ("my", "our", "the") for c in token.children):
            return (PERSON,)
        if phrase.is_name(token) and word not in HERE:
            return (phrase.text_of(phrase.run(token)),)
        return ()

    def _part(self, token: Token) -> tuple[str, ...]:
        """Whose backend: "our backend", "the backend" are the user's, "its backend" the project's."""
        poss = next((c for c in token.children if c.dep_ == "poss"), None)
        if poss is not None:
            return self.resolve(poss)
        return (
            (PERSON,)
            if any(c.dep_ in ("det", "compound") for c in token.children) or token.i == token.sent.start
            else ()
        )


def _split(names: str) -> tuple[str, ...]:
    return tuple(name for name in names.split(_BOTH) if name)


def kin(token: Token) -> str:
    """The relation's word, singular: "sisters" → "sister"; '' for any other word."""
    word = token.text.lower()
    word = PLURAL_KIN.get(word, word).removeprefix("ex_")
    if token.pos_ not in ("NOUN", "PROPN", "ADJ", "X", "VERB") or phrase_is_named(token):
        return ""
    for form in (word, token.lemma_.lower(), word.removesuffix("s"), PLURAL_KIN.get(word, "")):
        if form in PRONOUN or form in PETS:
            if form == "python" and not any(
                c.text.lower() in ("a", "the", "my", "our") for c in token.children
            ):
                return ""  # the language
            return form
    return ""


def phrase_is_named(token: Token) -> bool:
    """Whether a kin-like word is part of a name ("Lab" in "Bell Lab") rather than a kin word."""
    return bool(token.text[:1].isupper() and token.i > token.sent.start and token.pos_ == "PROPN")


def _names_after(token: Token) -> tuple[str, ...]:
    """The names that follow a kin word: "kids Ella and Finn", "cat, Miso", "parrot named Captain"."""
    doc = token.doc
    counted = any(c.dep_ == "nummod" and c.text.lower() not in ("one", "1") for c in token.children)
    plural = counted or token.tag_ in ("NNS", "NNPS") or token.text.lower() in PLURAL_KIN
    i = _past_link(doc, token.i + 1)
    link = {t.text.lower() for t in doc[token.i + 1 : i]}
    named = bool(link & {"called", "named", "name"})
    names: list[str] = []
    while i < len(doc):
        plain = named and not names and doc[i].is_alpha and doc[i].pos_ not in ("DET", "PRON", "ADP")
        plain = plain or (i == token.i + 1 and _small_name(doc[i]))
        if not (phrase.is_name(doc[i]) or plain):
            break
        run = _name_run(doc, i)
        if any(t.text.lower() in NOT_NAMES for t in run):
            break
        names.append(phrase.text_of(run))
        i = run[-1].i + 1
        gap = _past(doc, i, (",", "and", "&"))
        if not plural or gap == i:
            break
        i = gap
    aside = bool(link & {",", "(", ":", "–", "—", "-"}) and not named and not plural
    return () if aside and not _closed(doc, i) else tuple(names)


def _a_place(token: Token) -> bool:
    """Whether a kin word only stands behind a place: "We live in Cork, my wife and I"."""
    head = token.head
    beside = any(c.dep_ == "conj" and c.text.lower() in ("i", "me", "myself") for c in token.children)
    return beside or head.text.lower() in PLACES or (head.dep_ == "pobj" and head.ent_type_ in ("GPE", "LOC"))


def _small_name(token: Token) -> bool:
    """ "my nephew otis turned 5": a name in a text without capitals."""
    if not token.is_alpha or re.search(r"\b(?!I\b)[A-Z]", token.doc.text[: token.idx]) or kin(token):
        return False
    before = token.nbor(-1)
    head = (
        before.dep_ == "compound"
        and before.head.i == token.i
        and token.dep_ == "nsubj"
        and token.tag_ == "NN"
    )
    then = token.i + 1 < len(token.doc) and token.nbor().pos_ in ("VERB", "AUX")
    return then and (token.tag_ == "NNP" or head) and token.text.lower() not in NOT_NAMES


def _past(doc: Doc, i: int, words: tuple[str, ...]) -> int:
    while i < len(doc) and doc[i].text.lower() in words:
        i += 1
    return i


def _past_link(doc: Doc, i: int) -> int:
    """Past what may stand between a kin word and its name: "of mine,", "whose name is", "called", "("."""
    for link in ("of mine", "whose name is", "who is called"):
        words = link.split()
        if [t.text.lower() for t in doc[i : i + len(words)]] == words:
            i += len(words)
    i = _past(doc, i, (",", "(", ":", "-", "–", "—"))
    return _past(doc, i, ("called", "named"))


def _name_run(doc: Doc, i: int) -> list[Token]:
    last = i
    while last + 1 < len(doc) and phrase.is_name(doc[last + 1]) and doc[last + 1].pos_ == "PROPN":
        last += 1
    return list(doc[i : last + 1])


def _closed(doc: Doc, i: int) -> bool:
    return i >= len(doc) or doc[i].is_punct or doc[i].pos_ in ("CCONJ", "SCONJ", "PRON", "ADP")


def _index(doc: Doc, name: str, after: int) -> int:
    first = name.split()[0]
    for token in doc[after:]:
        if token.text == first:
            last = token
            while last.i + 1 < len(doc) and last.dep_ == "compound" and phrase.is_name(doc[last.i + 1]):
                last = doc[last.i + 1]
            return int(last.i)
    return after


def _modified(token: Token, *words: str) -> bool:
    return any(c.text.lower() in words for c in token.children)


def _former(token: Token) -> bool:
    before = [t.text.lower() for t in token.doc[max(0, token.i - 3) : token.i]]
    return (
        token.text.lower().startswith("ex_")
        or token.text.lower() == "ex"
        or bool(_FORMER & set(before) - {"old"})
    )
