"""Facts that a verb with an object or a preposition states: one line a pattern.

A rule reads: in a clause with one of `verbs`, the words in `slot` are the object of `predicate`.
`change` says what the verb does to the state: it is the `state`, it `begin`s, `end`s, or is an
`event` of its own. To add a pattern, add a line with its example; nothing else needs to know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from graphmem.extract.en import people, phrase, slots
from graphmem.extract.en.clause import Clause
from graphmem.extract.en.timing import Change, timed
from graphmem.extract.en.words import PRONOUN
from graphmem.model import Candidate

Side = Literal["", "passive"]


@dataclass(frozen=True, slots=True)
class Rule:
    """`slot`: "obj", or prepositions parted by "|"; `want`: a filter of `want.py`, "dated_" if only with a date."""

    predicate: str
    verbs: str
    slot: str
    want: str
    change: Change
    example: str


RULES: tuple[Rule, ...] = (
    # -- places
    Rule("lives_in", "live reside", "in|at|near", "place", "state", "I live in Bologna"),
    Rule("lives_in", "base situate locate", "in|out", "place", "state", "I'm based in Porto"),
    Rule("lives_in", "move relocate emigrate immigrate settle resettle|move back|settle down", "to|in|into|over",
         "place",
         "begin",
         "I moved to Oslo in May"),
    Rule("lives_in", "move relocate emigrate", "from", "place", "end", "we moved from Lyon to Turin"),
    Rule("lives_in", "leave", "obj", "known_place", "end", "I left Madrid in 2020"),
    Rule("lives_in", "move|move away|move out", "out|of|from|away", "town", "end", "I moved out of Boston last year"),
    Rule("hometown", "grow up|grow", "in|near|around", "place", "event", "I grew up in Galway"),
    Rule("hometown", "raise", "in", "place", "event", "I was raised in Tampa"),
    Rule("hometown", "come hail", "from", "home", "state", "I come from Winnipeg"),
    Rule("born_in", "bear", "in|at", "place", "event", "I was born in Hanoi"),
    Rule("visited", "visit tour explore", "obj", "place", "event", "we visited Kyoto last spring"),
    Rule("visited", "travel backpack hike cycle drive bike trek", "through|around|across|to|in", "place", "event",
         "I backpacked through Peru"),
    Rule("visited", "fly go", "to", "town", "event", "I went to Lisbon in May"),
    Rule("visited", "vacation honeymoon holiday", "in", "place", "event", "we honeymooned in Bali"),
    Rule("visited", "return fly|get back|come back|fly back", "from", "town", "event",
         "I just got back from Japan"),
    Rule("visited", "spend", "in", "place", "event", "I spent two weeks in Peru"),
    # -- work
    Rule("works_at", "work", "at|for", "org", "state", "I work at Northwind"),
    Rule("works_at", "intern volunteer teach consult freelance lecture bartend waitress tutor", "at|for", "org",
         "state",
         "I'm interning at Contoso"),
    Rule("works_at", "employ", "by|at", "org", "state", "I'm employed by the city"),
    Rule("works_at", "join", "obj", "company", "begin", "I joined Fabrikam in 2020"),
    Rule("works_at", "start", "at", "company", "begin", "I start at Fabrikam on Monday"),
    Rule("works_at", "start", "with", "dated_company", "begin", "I start with Fabrikam on Monday"),
    Rule("works_at", "hire|take on", "by|at", "org", "begin", "I was hired by Litware"),
    Rule("works_at", "leave quit", "obj", "firm", "end", "I left Contoso in March"),
    Rule("works_at", "resign retire|step down", "from", "employer", "end", "I resigned from Litware"),
    Rule("works_at", "fire sack lay|lay off|let go", "from|by|at", "company", "end", "I got laid off from Contoso"),
    Rule("job_title", "work", "as", "job", "state", "I work as a nurse"),
    Rule("job_title", "employ", "as", "occupation", "state", "I'm self-employed as a potter"),
    Rule("job_title", "make", "as", "occupation", "state", "I make a living as a potter"),
    Rule("job_title", "start hire|take over", "as", "job", "begin", "I was hired as a baker"),
    Rule("job_title", "join", "as", "job", "begin", "I joined Proseware as a designer"),
    Rule("job_title", "become", "obj", "occupation", "begin", "I became a teacher in 2010"),
    Rule("job_title", "retire", "as", "job", "end", "I retired as a pilot"),
    Rule("works_on", "work", "on", "project", "state", "I'm working on Project Atlas"),
    Rule("works_on", "maintain lead build develop manage coordinate oversee direct architect", "obj",
         "project", "state", "I maintain Pydust"),
    # -- study
    Rule("studies_at", "study", "at", "campus", "state", "I study at TU Delft"),
    Rule("studies_at", "drop|drop out", "of|from", "org", "end", "I dropped out of Keele in 2020"),
    Rule("studies_at", "attend", "obj", "school", "state", "Ella attends Riverside Elementary"),
    Rule("studies_at", "go", "to", "school", "state", "they go to Riverside Elementary"),
    Rule("studies_at", "start enroll enrol transfer|start off", "at|in|to", "school", "begin",
         "Leo starts at Hillcrest Primary"),
    Rule("studies_at", "start", "obj", "school", "begin", "Mia starts Lakeside High in fall"),
    Rule("graduated_from", "graduate", "from", "org", "event", "I graduated from Macalester"),
    Rule("graduated_from", "graduate", "obj", "school", "event", "I graduated MIT in 2010"),
    Rule("studies", "study", "obj", "subject", "state", "Ben studies law"),
    Rule("studies", "major minor", "in", "subject", "major", "I majored in economics"),
    # -- people
    Rule("spouse", "marry", "obj", "person", "begin", "I married Priya in 2019"),
    Rule("spouse", "marry", "to", "person", "state", "I'm married to Sam"),
    Rule("spouse", "divorce separate", "obj|from", "person", "end", "I divorced Kim"),
    Rule("partner", "date", "obj", "person", "state", "I'm dating Alex"),
    Rule("partner", "engage", "to", "person", "state", "I'm engaged to Robin"),
    Rule("partner", "break|break up|split up|split", "with", "person", "end", "I broke up with Alex"),
    Rule("manager", "report", "to", "person", "state", "I report to Dana"),
    Rule("colleague", "work", "with|alongside", "human", "state", "I work with Priya"),
    # -- animals
    Rule("pet", "have get own", "obj", "animal", "state", "we have a parrot"),
    Rule("pet", "adopt rescue buy foster|take in|pick up|bring home", "obj", "animal", "begin",
         "we adopted a greyhound"),
    Rule("pet", "get", "obj", "animal", "begin", "we got a puppy yesterday"),
    Rule("pet", "lose rehome bury|put down|give away", "obj", "animal", "end", "we lost our dog Rufus"),
    # -- taste
    Rule("likes", "like love enjoy adore prefer fancy dig relish", "obj", "liked", "state",
         "I like jazz and old maps"),
    Rule("likes", "obsess", "with", "liked", "state", "I'm obsessed with sourdough"),
    Rule("dislikes", "hate dislike detest despise loathe", "obj", "liked", "state", "my brother hates olives"),
    Rule("diet", "go turn become", "obj", "diet", "begin", "went vegan 3 months ago"),
    Rule("diet", "eat keep stay", "obj", "diet", "state", "I keep kosher"),
    Rule("diet", "follow do try", "obj", "regimen", "state", "I follow a keto diet"),
    # -- health
    Rule("has_condition", "have get", "obj", "condition", "state", "I've had asthma since 2010"),
    Rule("has_condition", "suffer", "from", "any", "state", "I suffer from migraines"),
    Rule("has_condition", "struggle", "with", "condition", "state", "I've struggled with insomnia"),
    Rule("has_condition", "live", "with", "condition", "state", "I live with epilepsy"),
    Rule("has_condition", "diagnose", "with", "any", "begin", "I was diagnosed with ADHD in 2021"),
    Rule("has_condition", "beat", "obj", "condition", "end", "I beat cancer in 2019"),
    Rule("has_condition", "recover", "from", "condition", "end", "I recovered from anorexia"),
    Rule("has_condition", "develop", "obj", "condition", "begin", "I developed eczema last year"),
    # -- skills and tools
    Rule("speaks", "speak", "obj", "language", "state", "I speak Dutch and Farsi"),
    Rule("learning", "learn", "obj", "skill", "state", "I'm learning Rust"),
    Rule("learning", "practice practise|brush up", "obj|on", "skill", "state", "I'm brushing up on Kotlin"),
    Rule("learning", "|pick up|take up", "obj", "skill", "event", "I took up fencing"),
    Rule("skilled_in", "master", "obj", "any", "event", "I've mastered Photoshop"),
    Rule("skilled_in", "skill", "at|in", "any", "state", "I'm skilled at welding"),
    Rule("skilled_in", "excel specialize specialise", "in|at", "any", "state", "I specialise in tax law"),
    Rule("uses", "use run deploy rely", "obj|on|with", "tool", "state", "we use Terraform"),
    Rule("uses", "adopt introduce", "obj", "tech", "begin", "we adopted Kafka in 2023"),
    Rule("uses", "start", "with", "known_tech", "begin", "we started with Django"),
    Rule("uses", "switch migrate convert change|switch over|switch back", "to|onto", "tech", "begin",
         "we switched to Bun last week"),
    Rule("uses", "go", "with", "known_tech", "begin", "we went with NATS"),
    Rule("uses", "settle choose pick", "on|obj", "known_tech", "begin", "we settled on Kafka"),
    Rule("uses", "move|move over|go back", "to|onto", "known_tech", "begin", "we moved to Postgres"),
    Rule("uses", "write code program develop work build", "in|with", "tech", "state", "I code in Go"),
    Rule("uses", "host deploy build", "on|to", "tech", "state", "we host on Hetzner Cloud"),
    Rule("uses", "drop ditch abandon retire deprecate|move off|get rid", "obj|of", "tech", "end",
         "we dropped Jenkins in May"),
    # -- owning
    Rule("owns", "own", "obj", "thing", "state", "Tomás owns a bakery"),
    Rule("owns", "have get", "obj", "possession", "state", "I have a Honda motorcycle"),
    Rule("owns", "drive ride", "obj", "brand", "state", "I drive a Subaru"),
    Rule("owns", "run", "obj", "business", "state", "I run a bakery"),
    Rule("owns", "found cofound open start launch", "obj", "business", "begin", "I founded a startup in 2021"),
    Rule("owns", "buy purchase inherit", "obj", "thing", "begin", "I bought a telescope in May"),
    Rule("owns", "|pick up", "obj", "possession", "begin", "I picked up a used Vespa"),
    Rule("owns", "|trade in|give away|sell off", "obj", "possession", "end", "I traded in my Volvo"),
    Rule("owns", "rid", "of", "possession", "end", "I got rid of my piano"),
    Rule("uses", "rid", "of", "known_tech", "end", "we got rid of Jenkins"),
    Rule("owns", "sell", "obj", "thing", "end", "I sold my motorcycle in January"),
)  # fmt: skip


def _index(rules: tuple[Rule, ...]) -> dict[str, tuple[Rule, ...]]:
    table: dict[str, list[Rule]] = {}
    for rule in rules:
        single, *double = rule.verbs.split("|")
        for verb in (*single.split(), *double):
            table.setdefault(verb, []).append(rule)
    return {verb: tuple(found) for verb, found in table.items()}


_BY_VERB = _index(RULES)


def _on_a_day(clause: Clause) -> bool:
    """Whether it is dated, and not by today: "I start with Fabrikam on Monday", not "let's start with Kafka now"."""
    return any(w.valid_at and w.valid_at != clause.at.date().isoformat() for w in clause.whens)


_YOU = frozenset("you him her them someone somebody".split())


def _given_away(clause: Clause, text: str) -> bool:
    """ "I bought a kite for my nephew", "I bought a ticket": what one does not have for long."""
    done = (
        rf"\b{re.escape(text)}(?: and [\w-]+)? (?!named|called)(?:\w+ed|done|cut|put|set|built|made|redone)\b"
    )
    if clause.lemma == "get" and re.search(done, clause.head.doc.text):  # "get the roof repaired"
        return True
    if clause.lemma.split()[0] in _GETS and text.lower().split()[-1].removesuffix("s") in _USED_UP:
        return True
    for prep in clause.preps("for"):
        governed = phrase.pobj(prep) if clause.lemma.split()[0] in _GETS else None
        if governed is not None and (governed.text.lower() in _YOU or people.kin(governed) in PRONOUN):
            return True
    return False


_USED_UP = frozenset(
    "milk beer wine "
    "book novel ticket grocery grocerie gift present snack coffee tea lunch dinner meal food drink flower item "
    "ingredient supply supplie cake bread fruit vegetable candle souvenir magazine bottle".split()
)
_GETS = frozenset("buy get purchase pick order".split())


def read(clause: Clause) -> Iterator[Candidate]:
    """Candidates of one clause; the first rule that fits for each (predicate, object) wins."""
    seen: set[tuple[str, str]] = set()
    ends = False
    if clause.lemma == "use up":
        return
    for rule in _BY_VERB.get(clause.lemma, ()) or _BY_VERB.get(clause.lemma.split()[0], ()):
        for text in dict.fromkeys(slots.fill(clause, rule.slot, rule.want.removeprefix("dated_"))):
            if (rule.predicate, text) in seen or (ends and rule.change == "state"):
                continue
            timing = timed(rule.change, clause)
            if rule.want.startswith("dated_") and not _on_a_day(clause):
                continue
            if timing is None or (rule.predicate in ("owns", "pet") and _given_away(clause, text)):
                continue
            seen.add((rule.predicate, text))
            for subject in clause.subjects:
                yield timing.candidate(subject, rule.predicate, text)
