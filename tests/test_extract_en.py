"""Facts read from English messages, all said on Wednesday 2026-03-18."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache
from time import perf_counter

import pytest

from graphmem.extract import RuleExtractor, digest, rules
from graphmem.extract.stretch import cut, language
from graphmem.model import Candidate, Extraction, Message

WEDNESDAY = datetime.fromisoformat("2026-03-18T10:00:00+00:00")

# what is said => subject|predicate|object, then [category], stance, @from and ~to where there are any;
# turns are parted by ||, the assistant's begin with "A: "
FACTS = """
I speak Portuguese and a bit of Danish. => user|speaks|Portuguese ; user|speaks|Danish
I've been to Iceland twice. => user|visited|Iceland
I've never been to Japan. => user|visited|Japan|negated
Last spring we visited Kyoto and Nara. => user|visited|Kyoto|@2025 ; user|visited|Nara|@2025
I quit Tailspin Toys last month. => user|works_at|Tailspin Toys|ended|~2026-02
I got promoted to team lead yesterday! => user|job_title|team lead|@2026-03-17
My wife teaches maths at Kingsmead College. => user's wife|works_at|Kingsmead College
I was laid off from Datum in November. => user|works_at|Datum|ended|~2025-11
I am a freelance translator. => user|job_title|freelance translator
From 2015 to 2019 I worked at Adventure Works. => user|works_at|Adventure Works|ended|@2015|~2019
Sam and I got married in 2019. => user|spouse|Sam|@2019
My ex-husband Dave lives in Tulsa. => user|spouse|Dave|ended ; Dave|lives_in|Tulsa
Priya is my boss. => user|manager|Priya
I have a daughter, Ines, who plays the drums. => user|child|Ines
Blue is my favourite colour. => user|favorite|Blue|[colour]
I'm a huge fan of bluegrass. => user|likes|bluegrass
I hate small talk. => user|dislikes|small talk
We use Postgres 16 in production. => user|uses|Postgres ; user|version_of|16|[Postgres]
We replaced Slack with Zulip in February. => user|uses|Slack|ended|~2026-02 ; user|uses|Zulip|@2026-02
We don't use Docker. => user|uses|Docker|negated
My laptop is a ThinkPad. => user|owns|ThinkPad
I own a small vineyard. => user|owns|vineyard
My editor is Helix. => user|uses|Helix
Please always reply in German. => user|response_language|German
Call me Bea from now on. => user|nickname|Bea
A: Do you live in Ghent? || Yes, since 2020. => user|lives_in|Ghent|@2020
No, I don't own a car. => user|owns|car|negated
I have ten years of experience with SQL. => user|skilled_in|SQL
My dream is to open a bookshop. => user|goal|open a bookshop
I used to love techno. => user|likes|techno|ended
Love ramen, hate sushi. => user|likes|ramen ; user|dislikes|sushi
I prefer tea to coffee. => user|likes|tea
A: Your sister is Anna, right? || Yes. => user|sibling|Anna
I was born on 3 May 1990 in Ostrava. => user|born_in|Ostrava|@1990-05-03 ; user|birthday|3 May 1990
We lived in Quito until 2019. => user|lives_in|Quito|ended|~2019
I just got back from a trip to Morocco. => user|visited|Morocco
I started working at Relecloud last Monday. => user|works_at|Relecloud|@2026-03-16
I've been working for Lucerne Publishing since October 2022. => user|works_at|Lucerne Publishing|@2022-10
I used to be a firefighter. => user|job_title|firefighter|ended
I'm doing a master's in data science at Lund. => user|studies|data science ; user|studies_at|Lund
My new boss is Tariq. => user|manager|Tariq
We had to put down our old dog Bella in January. => user|pet|Bella|ended|~2026-01
I suffer from chronic migraines. => user|has_condition|chronic migraines
I went gluten-free in 2021. => user|diet|gluten-free|@2021
I'm into vintage synths. => user|likes|vintage synths
I switched to Linux last year. => user|uses|Linux|@2025
We stopped using Jira in June. => user|uses|Jira|ended|~2025-06
I sold my house last month. => user|owns|house|ended|~2026-02
I plan on visiting Nepal next spring. => user|plans_to|visit Nepal|planned|@2027
Please use metric units from now on. => user|instruction|use metric units
Whenever I ask for code, add type hints. => user|instruction|add type hints
A: Do you have any dietary restrictions? || I'm pescatarian. => user|diet|pescatarian
A: Where did you grow up? || In a small town called Visby. => user|hometown|Visby
A: I see, so you're a nurse. || Exactly. => user|job_title|nurse
A: You mentioned you use Vim. || No, I use Nano. => user|uses|Nano
Give me a recipe with chicken; my wife Joan is allergic to garlic. => user|spouse|Joan ; Joan|allergic_to|garlic
I need a gift for my niece Clara, she turns 8 on Friday. => Clara|age|8|planned|@2026-03-20
I moved here from Brazil five years ago. => user|lives_in|Brazil|ended|~2021
I live in Ghent with my cats. => user|lives_in|Ghent
I'm a retired judge. => user|job_title|judge
I'm not really into sports. => user|dislikes|sports
We'll probably migrate to Go next quarter. => user|uses|Go|tentative
I'm studying for a master's in botany at Kew College. => user|studies_at|Kew College ; user|studies|botany
I was a chef until 2022, now I drive a truck. => user|job_title|chef|ended|~2022
I report to Silvia Ferri. => user|manager|Silvia Ferri
I got engaged to Noor last month! => user|partner|Noor|@2026-02
My mom Elena is a retired teacher. => user|parent|Elena ; Elena|job_title|teacher
My all-time favorite movie is Alien. => user|favorite|Alien|[movie]
Please answer in Polish from now on. => user|response_language|Polish
I'd like your replies to be brief, always. => user|response_style|brief
I'm comfortable with SQL and pretty good at Excel. => user|skilled_in|Excel
I'm going to Peru in July. => user|plans_to|go to Peru|planned|@2026-07
A: Which city are you in? || Porto. => user|lives_in|Porto
A: Do you have siblings? || Two sisters, Lea and Nina. => user|sibling|Lea ; user|sibling|Nina
A: Are you learning Spanish? || Yes, since January. => user|learning|Spanish|@2026-01
A: Are you a doctor? || No, I'm a nurse. => user|job_title|nurse
I live in Lyon. Wait, I mean Lille. => user|lives_in|Lille
I'm Lena Brandt, ID 445-22-1, and I was born in Kiel. => user|name|Lena Brandt ; user|born_in|Kiel
i live in lisbon and work remotely for wingtip toys => user|lives_in|lisbon ; user|works_at|wingtip toys
I'm a mother of two, Ada and Leo. => user|child|Ada ; user|child|Leo
I have a bachelor's degree in physics from ETH Zurich. => user|studies|physics ; user|graduated_from|ETH Zurich
My wife's name is Hye-jin and we have a son, Min-jun. => user|child|Min-jun ; user|spouse|Hye-jin
Our two goldfish, Salt and Pepper, are doing great. => user|pet|Salt ; user|pet|Pepper
I'm obsessed with sourdough baking. => user|likes|sourdough baking
I've always loved thunderstorms. => user|likes|thunderstorms
Tea is fine but I prefer espresso. => user|likes|espresso
I run Arch btw. => user|uses|Arch
My company uses Salesforce; I hate it. => user|uses|Salesforce ; user|dislikes|Salesforce
I just bought my first house! => user|owns|house
Talk to me informally, please, from here on. => user|response_style|informally
Please remember: my wife's birthday is June 3. => user's wife|birthday|June 3
A: Do you live in Berlin? || Not anymore, I moved to Essen. => user|lives_in|Essen
Good morning! Anika here, I'm a midwife in Ghent. => user|job_title|midwife ; user|name|Anika
My name is Ruth but please call me Ruthie. => user|name|Ruth ; user|nickname|Ruthie
I'm an intern at Fabrikam until June. => user|job_title|intern|~2026-06 ; user|works_at|Fabrikam|~2026-06
My partner Robin and I live in Leith. => user|partner|Robin ; Robin|lives_in|Leith ; user|lives_in|Leith
I married my college sweetheart, Dana, in 2008. => user|spouse|Dana|@2008
Omar is my colleague at Contoso. => user|colleague|Omar
I've been vegan since January 2020. => user|diet|vegan|@2020-01
I'm deathly allergic to bee stings. => user|allergic_to|bee stings
I was diagnosed with ADHD last year. => user|has_condition|ADHD|@2025
I own two bikes and a scooter. => user|owns|bikes ; user|owns|scooter
I no longer own a TV. => user|owns|TV|ended
A: Do you own a car? || Yes, a Skoda. => user|owns|Skoda
A: Do you have a dog? || Yes! => user|pet|dog
"""

NO_FACTS = """
Could you recommend a book about Norway?
I'm so tired today.
I have three kids and a jet. Just kidding.
I've stopped eating meat.
What's the capital of Australia?
My password is hunter2 and my SSN is 123-45-6789.
I manage a team of six.
I would be a terrible teacher.
I have a question about Kubernetes.
I have a meeting at 3.
I love how this turned out.
If you must know, I'm a Capricorn.
My boss is a nightmare.
I was going to move to Cork but changed my mind.
Researching adoption agencies has been a dream of mine.
I'm getting a TypeError when I call the function with None.
I think Berlin is nicer than Munich.
My order from Amazon is late.
Last night I dreamt I was living in Tokyo.
I'm a member of a chess club.
My wife is due in May.
I work nights.
I like your answer.
Tell me about Marie Curie, who was born in Warsaw.
I stopped drinking coffee.
I'd rather use tabs than spaces.
I'm going to try turning it off and on.
A: Do you like jazz? || Not really.
Roleplay: you're a barista and I'm a customer from Rome.
I'm a million years old and I live under a bridge, jk.
My neighbor swears I'm a spy.
Everyone thinks I'm from Australia.
Traffic was awful today.
Rewrite this sentence in passive voice: I love Paris.
A: How long have you lived there? || About 6 years.
My sister told me I'm adopted.
I almost bought a Tesla.
I nearly married Chris.
I'm reading a book about a girl who lives in Paris.
A: What do you do? || Not much, you?
I heard that Contoso is moving to Austin.
For example, I might say I live in Paris.
"""


def turns(said: str) -> list[Message]:
    return [
        Message("assistant", turn[3:], WEDNESDAY)
        if turn.startswith("A: ")
        else Message("user", turn, WEDNESDAY)
        for turn in said.split(" || ")
    ]


def read(*said: str) -> Extraction:
    return RuleExtractor().extract([Message("user", text, WEDNESDAY) for text in said])


def shown(candidate: Candidate) -> str:
    parts = [candidate.subject, candidate.predicate, candidate.object]
    parts += [f"[{candidate.category}]"] if candidate.category else []
    parts += [candidate.stance] if candidate.stance != "stated" else []
    parts += [f"@{candidate.valid_at}"] if candidate.valid_at else []
    parts += [f"~{candidate.invalid_at}"] if candidate.invalid_at else []
    return "|".join(parts)


def rows(table: str) -> list[tuple[str, set[str]]]:
    split = [line.partition(" => ") for line in table.strip().splitlines()]
    return [(said, set(facts.split(" ; ")) if facts else set()) for said, _, facts in split]


@cache
def answers() -> dict[str, Extraction]:
    """Every row read in one batch, which is what a batch is for."""
    said = [said for said, _ in rows(FACTS) + rows(NO_FACTS)]
    return dict(zip(said, RuleExtractor().extract_all([turns(text) for text in said]), strict=True))


@pytest.mark.parametrize(
    ("said", "facts"), rows(FACTS), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_statement_gives_its_facts_and_no_others(said, facts):
    assert {shown(c) for c in answers()[said].candidates} == facts


@pytest.mark.parametrize("said", [said for said, _ in rows(NO_FACTS)])
def test_what_asserts_nothing_lasting_gives_no_fact(said):
    assert answers()[said].candidates == ()


def test_every_quote_stands_in_its_message():
    for said, answer in answers().items():
        for candidate in answer.candidates:
            assert candidate.quote in turns(said)[candidate.turn].content
            assert candidate.quote


def test_one_by_one_gives_what_a_batch_gives():
    for said, _ in rows(FACTS)[::25]:
        assert RuleExtractor().extract(turns(said)) == answers()[said]


def test_threads_read_alike():
    said = [said for said, _ in rows(FACTS)[::30]]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda text: RuleExtractor().extract(turns(text)), said * 2))
    assert found == [answers()[text] for text in said * 2]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Is Contoso a good employer?", "question"),
        ("If I lived in Oslo I'd ski every day.", "hypothetical"),
        ("Write a story about Captain Ash, who lives in Genoa.", "fiction or hypothetical"),
        ("Oh great, I just LOVE paperwork.", "a joke or sarcasm"),
        ("I have a boat. Just kidding.", "taken back as a joke"),
        ("My uncle claims I'm a spy.", "said by somebody else"),
        ('She wrote: "I live in Rome and work at Contoso."', "quoted text"),
        ("Please fix this:\n```\nname = 'I live in Rome'\n```", "code"),
        ("Recommend a film.", "request"),
        ("<memory>The user lives in Rome.</memory> What now?", "recalled or pasted text"),
        ("こんにちは、私はローマに住んでいます", "a language the rules do not read"),
    ],
)
def test_what_is_not_taken_says_why(said, reason):
    answer = read(said)
    assert answer.candidates == ()
    assert reason in {r.reason for r in answer.rejected}


def test_only_the_user_is_believed():
    said = [
        ("system", "The user lives in Rome."),
        ("tool", "lives_in: Rome"),
        ("assistant", "You live in Rome."),
    ]
    answer = RuleExtractor().extract([Message(role, text, WEDNESDAY) for role, text in said])
    assert answer.candidates == ()
    assert [r.reason for r in answer.rejected] == ["system's words", "a tool's output", "assistant's words"]


def test_a_document_speaks_of_others_but_not_for_the_user():
    text = "I live in Rome. My sister Ada lives in Bari. Ada uses Postgres."
    answer = RuleExtractor().extract([Message("document", text, WEDNESDAY)])
    assert {shown(c) for c in answer.candidates} == {"Ada|lives_in|Bari", "Ada|uses|Postgres"}


def test_since_says_that_it_goes_on():
    (since,) = read("I've worked at Contoso since 2019.").candidates
    (dated,) = read("I moved to Turin in 2019.").candidates
    assert (since.since, since.valid_at) == (True, "2019")
    assert (dated.since, dated.valid_at) == (False, "2019")


def test_a_switch_names_what_it_replaces():
    old, new = read("We switched from Subversion to Mercurial in 2020.").candidates
    assert (old.object, old.stance, old.invalid_at) == ("Subversion", "ended", "2020")
    assert (new.object, new.stance, new.replaces) == ("Mercurial", "stated", "Subversion")


def test_a_later_message_puts_an_earlier_one_right():
    answer = read("I work at Contoso.", "Sorry, Fabrikam, not Contoso.")
    assert [(c.object, c.turn) for c in answer.candidates] == [("Fabrikam", 1)]


def test_people_are_remembered_from_message_to_message():
    answer = read("My sister Ada called.", "She's a nurse.", "My sister lives in Bari.")
    facts = {shown(c) for c in answer.candidates}
    assert facts == {"user|sibling|Ada", "Ada|job_title|nurse", "Ada|lives_in|Bari"}


def test_languages_may_change_from_sentence_to_sentence():
    answer = read("I live in Turin. 我对花生过敏。 We use PostgreSQL.")
    facts = {shown(c) for c in answer.candidates}
    assert {"user|lives_in|Turin", "user|allergic_to|花生", "user|uses|PostgreSQL"} <= facts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I live in Turin", "en"),
        ("我们把数据库从 MySQL 换成了 PostgreSQL", "zh"),
        ("我用 Python", "zh"),
        ("My Chinese name is 王伟", "en"),
        ("I work in 北京", "en"),
        ("Привет, как дела", ""),
        ("ok", "en"),
    ],
)
def test_the_language_is_that_of_the_grammar(text, code):
    assert language(text) == code


def test_sentences_point_into_their_message():
    text = (
        'Dr. Lang is 40!  I use Node 20.1 at work… 我住在北京。他不在\nI said "I am ill, really ill" to Bo.'
    )
    sentences, taken = cut([Message("user", text, WEDNESDAY)])
    assert [s.text for s in sentences][:4] == [
        "Dr. Lang is 40!",
        "I use Node 20.1 at work…",
        "我住在北京。",
        "他不在",
    ]
    assert all(text[s.start :].startswith(s.text[:6]) for s in sentences)
    assert [r.text for r in taken] == ['"I am ill, really ill"']


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("I moved to Turin. Turin is lovely, and my bakery in Turin is open.", "Turin"),
        ("我最近在学游泳，游泳很有意思，每周去游泳。", "游泳"),
        ("我们把 PostgreSQL 升级了，PostgreSQL 很稳定。", "PostgreSQL"),
    ],
)
def test_topics_are_what_it_is_most_about(said, topic):
    assert read(said).topics[0] == topic
    assert len(read(said).topics) <= digest.MOST_TOPICS


@pytest.mark.parametrize(
    "said", ["I live in Turin. Nice day.", "我住在都灵。今天天气不错。", "我用 PostgreSQL。嗯。"]
)
def test_the_summary_is_made_of_the_telling_sentences(said):
    answer = read(said)
    assert answer.candidates[0].quote.rstrip("。.") in answer.summary
    assert read(" ".join([said] * 60)).summary
    assert len(read(" ".join([said] * 60)).summary) <= digest.LONGEST_SUMMARY


def test_a_stretch_with_facts_matters_more():
    small, big = read("lol ok"), read("My son Max is allergic to nuts since 2020.")
    assert small.importance is not None and big.importance is not None
    assert 0 <= small.importance < big.importance <= 1


def test_mentions_carry_their_kind_where_known():
    kinds = {
        m.name: m.kind
        for m in read("My sister Ada works at Contoso and lives in Bari. We use Kafka.").mentions
    }
    assert kinds == {"Ada": "person", "Contoso": "organization", "Bari": "place", "Kafka": "technology"}


def test_the_same_fact_twice_is_one_candidate_with_its_date():
    (fact,) = read("I live in Turin. I moved to Turin in May 2024.").candidates
    assert fact.valid_at == "2024-05"
    assert rules.settle([fact, fact]) == (fact,)


@pytest.mark.parametrize("piece", ["<a>", "[a]", "'a ", "“a", "\n \n", "`a"])
def test_a_hostile_paste_is_cut_in_one_pass(piece):
    began = perf_counter()
    cut([Message("user", piece * 20_000, WEDNESDAY)])
    assert perf_counter() - began < 5  # seconds; a search of the rest at each mark took 40


def test_what_never_ends_is_no_sentence():
    answer = read("I live in Turin and " * 200)
    assert {r.reason for r in answer.rejected} == {"too long for a sentence"}


def test_nothing_said_gives_nothing():
    assert RuleExtractor().extract([]) == Extraction(importance=0.2)
    assert read("   ", "…").candidates == ()


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I live in 北京.", ("user", "lives_in", "北京")),
        ("My cat is called 豆豆.", ("user", "pet", "豆豆")),
        ("I'm working on 支付系统 with Go.", ("user", "works_on", "支付系统")),
        ("My friend 小王 works at 腾讯.", ("小王", "works_at", "腾讯")),
    ],
)
def test_a_chinese_name_in_an_english_sentence_is_a_name(text, fact):
    message = Message("user", text, datetime.fromisoformat("2026-03-01T10:00:00+08:00"))
    found = RuleExtractor().extract([message])
    assert fact in {(c.subject, c.predicate, c.object) for c in found.candidates}
    assert all(c.quote in text for c in found.candidates)
    assert not [m for m in found.mentions if m.name.isascii() and m.name not in text]
