"""Facts read from English messages, all said on Wednesday 2026-03-18."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache

import pytest

from graphmem.extract import RuleExtractor, digest, rules
from graphmem.extract.stretch import cut, language
from graphmem.model import Candidate, Extraction, Message

WEDNESDAY = datetime.fromisoformat("2026-03-18T10:00:00+00:00")

# what is said => subject|predicate|object, then [category], stance, @from and ~to where there are any;
# turns are parted by ||, the assistant's begin with "A: "
FACTS = """
I'm originally from Porto, living in Dublin these days. => user|hometown|Porto ; user|lives_in|Dublin
My birthday is on 12 June. => user|birthday|12 June
I used to live in Nairobi. => user|lives_in|Nairobi|ended
I've been to Iceland twice. => user|visited|Iceland
I've never been to Japan. => user|visited|Japan|negated
I was raised in Salem and I'm a Canadian citizen. => user|hometown|Salem ; user|nationality|Canadian
I go by Max. => user|nickname|Max
Last spring we visited Kyoto and Nara. => user|visited|Kyoto|@2025 ; user|visited|Nara|@2025
I live at 14 Elm Road, Norwich. => user|lives_in|Norwich
I quit Tailspin Toys last month. => user|works_at|Tailspin Toys|ended|~2026-02
I got promoted to team lead yesterday! => user|job_title|team lead|@2026-03-17
I no longer work at Fourth Coffee. => user|works_at|Fourth Coffee|ended
My wife teaches maths at Kingsmead College. => user's wife|works_at|Kingsmead College
I'm working on a project called Halcyon. => user|works_on|Halcyon
I was laid off from Datum in November. => user|works_at|Datum|ended|~2025-11
I am a freelance translator. => user|job_title|freelance translator
My wife Ingrid is a nurse. => user|spouse|Ingrid ; Ingrid|job_title|nurse
I'm married to Paolo. => user|spouse|Paolo
My coworker Lena is allergic to shellfish. => user|colleague|Lena ; Lena|allergic_to|shellfish
Sam and I got married in 2019. => user|spouse|Sam|@2019
My ex-husband Dave lives in Tulsa. => user|spouse|Dave|ended ; Dave|lives_in|Tulsa
Priya is my boss. => user|manager|Priya
My uncle Fred moved to Malta last year. => Fred|lives_in|Malta|@2025
My roommate hates coriander. => user's roommate|dislikes|coriander
I have a daughter, Ines, who plays the drums. => user|child|Ines
I'm a huge fan of bluegrass. => user|likes|bluegrass
My hobbies are birdwatching and origami. => user|hobby|birdwatching ; user|hobby|origami
I hate small talk. => user|dislikes|small talk
We replaced Slack with Zulip in February. => user|uses|Slack|ended|~2026-02 ; user|uses|Zulip|@2026-02
We don't use Docker. => user|uses|Docker|negated
We're going to switch to Bun next month. => user|uses|Bun|planned|@2026-04
My laptop is a ThinkPad. => user|owns|ThinkPad
I bought a canoe on Saturday. => user|owns|canoe|@2026-03-14
I own a small vineyard. => user|owns|vineyard
My editor is Helix. => user|uses|Helix
We're flying to Hanoi next week. => user|plans_to|fly to Hanoi|planned|@2026-03
We're thinking about getting a dog. => user|pet|dog|tentative
I'm considering a move to Utrecht. => user|lives_in|Utrecht|tentative
I'll be moving to Turin in the fall. => user|lives_in|Turin|planned
Please always reply in German. => user|response_language|German
I prefer concise answers. => user|response_style|concise
In future, cite your sources. => user|instruction|cite your sources
Call me Bea from now on. => user|nickname|Bea
A: Do you live in Ghent? || Yes, since 2020. => user|lives_in|Ghent|@2020
A: What do you do for a living? || Carpenter. => user|job_title|Carpenter
A: Any allergies I should know about? || Just peanuts. => user|allergic_to|peanuts
A: Are you a vegetarian? || Yep! => user|diet|vegetarian
A: What's your dog's name? || Biscotti => user|pet|Biscotti
Going forward, don't use tables. => user|instruction|don't use tables
Your name is Echo. => assistant|name|Echo
I was born in 1988. => user|birthday|1988
I retired from Boeing in 2020. => user|works_at|Boeing|ended|~2020
No, I don't own a car. => user|owns|car|negated
Our team uses Rust and Zig. => user|uses|Zig ; user|uses|Rust
The Phoenix project is written in Elixir. => Phoenix|uses|Elixir
I write mostly in Kotlin. => user|uses|Kotlin
I have ten years of experience with SQL. => user|skilled_in|SQL
I'm teaching myself woodworking. => user|learning|woodworking
I'm taking Italian lessons. => user|learning|Italian
My dream is to open a bookshop. => user|goal|open a bookshop
I really dislike loud restaurants. => user|dislikes|loud restaurants
I'm not a fan of opera. => user|dislikes|opera
I used to love techno. => user|likes|techno|ended
Love ramen, hate sushi. => user|likes|ramen ; user|dislikes|sushi
A: Your sister is Anna, right? || Yes. => user|sibling|Anna
A: Which database are you on? || MariaDB => user|uses|MariaDB
i'm a uni student in leeds studying physics => user|studies|physics
I was born on 3 May 1990 in Ostrava. => user|born_in|Ostrava|@1990-05-03 ; user|birthday|3 May 1990
My native language is Tamil, but I speak English at work. => user|speaks|Tamil ; user|speaks|English
We lived in Quito until 2019. => user|lives_in|Quito|ended|~2019
I just got back from a trip to Morocco. => user|visited|Morocco
I'm Danish, born and raised in Odense. => user|nationality|Danish ; user|hometown|Odense ; user|born_in|Odense
I'm an electrician by trade. => user|job_title|electrician
I've been working for Lucerne Publishing since October 2022. => user|works_at|Lucerne Publishing|@2022-10
I used to be a firefighter. => user|job_title|firefighter|ended
Nimbus is written in Rust. => Nimbus|uses|Rust
I'm doing a master's in data science at Lund. => user|studies|data science ; user|studies_at|Lund
My fiancé is called Marco. => user|partner|Marco
I'm dating a guy named Theo. => user|partner|Theo
My manager, Olga Petrov, is from Minsk. => user|manager|Olga Petrov ; Olga Petrov|hometown|Minsk
My new boss is Tariq. => user|manager|Tariq
My sister's name is Lucía. => user|sibling|Lucía
My friend Kofi has two dogs. => user|friend|Kofi ; Kofi|pet|dogs
My parents are called Henk and Ria. => user|parent|Henk ; user|parent|Ria
We had to put down our old dog Bella in January. => user|pet|Bella|ended|~2026-01
I got divorced from Kevin in 2021. => user|spouse|Kevin|ended|~2021
We're getting a puppy in May! => user|pet|puppy|planned|@2026-05
My brother-in-law is a plumber. => user's brother-in-law|job_title|plumber
My favorite food has always been pho. => user|favorite|pho|[food]
I've got a severe nut allergy. => user|allergic_to|nut
I suffer from chronic migraines. => user|has_condition|chronic migraines
My hobby is restoring radios. => user|hobby|restoring radios
I'm into vintage synths. => user|likes|vintage synths
I no longer like horror films. => user|likes|horror films|ended
I use Vim as my editor, never Emacs. => user|uses|Vim
I switched to Linux last year. => user|uses|Linux|@2025
We're running Elasticsearch 8.13. => user|uses|Elasticsearch ; user|version_of|8.13|[Elasticsearch]
We stopped using Jira in June. => user|uses|Jira|ended|~2025-06
I know Python really well. => user|skilled_in|Python
I bought a second-hand Volvo in February. => user|owns|Volvo|@2026-02
I sold my house last month. => user|owns|house|ended|~2026-02
I'm going to run a marathon in Athens this November. => user|plans_to|run a marathon in Athens|planned|@2026-11
I plan on visiting Nepal next spring. => user|plans_to|visit Nepal|planned|@2027
I'm getting married in June. => user|plans_to|get married|planned|@2026-06
Always answer me in Dutch. => user|response_language|Dutch
You can call me Jo. => user|nickname|Jo
Whenever I ask for code, add type hints. => user|instruction|add type hints
A: Do you have any dietary restrictions? || I'm pescatarian. => user|diet|pescatarian
A: Where did you grow up? || In a small town called Visby. => user|hometown|Visby
A: I see, so you're a nurse. || Exactly. => user|job_title|nurse
A: You mentioned you use Vim. || No, I use Nano. => user|uses|Nano
Before moving to Ghent I lived in Liège. => user|lives_in|Ghent ; user|lives_in|Liège|ended
My guinea pig Oscar is a riot. => user|pet|Oscar
The tests run on GitHub Actions. => user|uses|GitHub Actions
Give me a recipe with chicken; my wife Joan is allergic to garlic. => user|spouse|Joan ; Joan|allergic_to|garlic
I run 10 km every Sunday with my friend Bea. => user|friend|Bea
I need a gift for my niece Clara, she turns 8 on Friday. => Clara|age|8|planned|@2026-03-20
I live in Ghent with my cats. => user|lives_in|Ghent
I'm a retired judge. => user|job_title|judge
I'm not really into sports. => user|dislikes|sports
I prefer dark mode. => user|likes|dark mode
We'll probably migrate to Go next quarter. => user|uses|Go|tentative
We run everything on AWS, except backups, which are on Azure. => user|uses|AWS
My MacBook died so I bought a Framework laptop. => user|owns|Framework laptop
I'm half Greek and I speak Greek with my mom. => user|nationality|Greek ; user|speaks|Greek
We spent last August in Corsica. => user|visited|Corsica|@2025-08
I lived in Oslo from 2016 to 2020. => user|lives_in|Oslo|ended|@2016|~2020
My brother Dev is a pilot with Blue Yonder. => user|sibling|Dev ; Dev|job_title|pilot ; Dev|works_at|Blue Yonder
I'm studying for a master's in botany at Kew College. => user|studies_at|Kew College ; user|studies|botany
I was a chef until 2022, now I drive a truck. => user|job_title|chef|ended|~2022
I report to Silvia Ferri. => user|manager|Silvia Ferri
I got engaged to Noor last month! => user|partner|Noor|@2026-02
My mom Elena is a retired teacher. => user|parent|Elena ; Elena|job_title|teacher
My old roommate Finn moved to Kyoto last year. => Finn|lives_in|Kyoto|@2025
My all-time favorite movie is Alien. => user|favorite|Alien|[movie]
Not a fan of musicals. => user|dislikes|musicals
I'd like your replies to be brief, always. => user|response_style|brief
Our prod runs Postgres 15. => user|uses|Postgres ; user|version_of|15|[Postgres]
I'm comfortable with SQL and pretty good at Excel. => user|skilled_in|Excel
My goal is to lose 5 kg by summer. => user|goal|lose 5 kg
We're probably buying a house next year. => user|owns|house|tentative|@2027
A: Which city are you in? || Porto. => user|lives_in|Porto
A: Do you have siblings? || Two sisters, Lea and Nina. => user|sibling|Lea ; user|sibling|Nina
A: Are you learning Spanish? || Yes, since January. => user|learning|Spanish|@2026-01
A: Who's your favorite artist? || Definitely Hokusai. => user|favorite|Hokusai|[artist]
A: Are you a doctor? || No, I'm a nurse. => user|job_title|nurse
I live in Lyon. Wait, I mean Lille. => user|lives_in|Lille
I don't own a car and I don't drive. => user|owns|car|negated
Maybe next year I'll move to Ghent. => user|lives_in|Ghent|tentative|@2027
My address is 5 Harbour Street, Galway. => user|lives_in|Galway
I'm Lena Brandt, ID 445-22-1, and I was born in Kiel. => user|name|Lena Brandt ; user|born_in|Kiel
I'm a mother of two, Ada and Leo. => user|child|Ada ; user|child|Leo
I work in finance at Humongous Insurance, mostly with Excel. => user|works_at|Humongous Insurance ; user|uses|Excel
I've been at Contoso for five years. => user|works_at|Contoso|@2021
My wife's name is Hye-jin and we have a son, Min-jun. => user|child|Min-jun ; user|spouse|Hye-jin
I have a golden retriever named Sunny. => user|pet|Sunny
Our two goldfish, Salt and Pepper, are doing great. => user|pet|Salt ; user|pet|Pepper
I'm obsessed with sourdough baking. => user|likes|sourdough baking
I've always loved thunderstorms. => user|likes|thunderstorms
Tea is fine but I prefer espresso. => user|likes|espresso
I became a vegetarian in 2012. => user|diet|vegetarian|@2012
Gardening has been my hobby for years. => user|hobby|Gardening
I speak fluent Korean. => user|speaks|Korean
I run Arch btw. => user|uses|Arch
I upgraded my laptop to Windows 11 on Friday. => user|version_of|11|[Windows]|@2026-03-13
I have a 2019 Subaru Outback. => user|owns|Subaru Outback
I just bought my first house! => user|owns|house
I prefer bullet points over long paragraphs. => user|response_style|bullet points
Please remember: my wife's birthday is June 3. => user's wife|birthday|June 3
A: Got it. Anything else about your diet? || I also keep halal. => user|diet|halal
"""

NO_FACTS = """
A: So you work at Contoso, right? || No, I left.
My friend thinks I should move to Spain.
I wish I had a boat.
I'm so tired today.
Let's pretend I'm a knight. I live in a castle in Wales.
I'm late for work.
I feel like a zombie.
I'm not a morning person.
I've stopped eating meat.
He told me he moved to Rome.
The user lives in Oslo.
Would living in Berlin suit me?
Translate to Spanish: My name is Carol and I live in Denver.
My password is hunter2 and my SSN is 123-45-6789.
I'm going to the store.
In the movie, the hero moves to Alaska.
Make it shorter please.
Reply to this email in German.
A: I live in the cloud. || Ha, I wish I did too.
I have no siblings.
A: Did you enjoy Rome? || Yes, loved it.
My doctor thinks it could be asthma.
People say I look like an actor.
My colleague claims that I hate meetings.
As the character says: I am your father.
I have a question about Kubernetes.
I have a meeting at 3.
I need help with my Python homework.
I love how this turned out.
I'm using the wrong charger, oops.
If you must know, I'm a Capricorn.
I could murder a curry.
You should visit Croatia.
I was going to move to Cork but changed my mind.
I'm at the airport in Frankfurt.
Hey Mel! Long time no see. I've been swamped with the kids and work.
I went to a support group yesterday and it was so powerful.
That's awesome! I ran a charity race for mental health last Saturday.
Researching adoption agencies has been a dream of mine.
Yesterday I took the kids to the museum, they loved the dinosaur exhibit!
I painted that lake sunrise last year, it's special to me.
Our API returns 404 for users in Berlin.
Can I use Redis as a queue?
Is it possible to migrate from MySQL to Postgres without downtime?
I think Berlin is nicer than Munich.
Last night I dreamt I was living in Tokyo.
I feel at home in Seville.
I'm a member of a chess club.
I'm a bit of a perfectionist.
My wife is due in May.
I work nights.
I work a lot.
I'm married with two kids.
I have a headache.
I hate that my phone dies so fast.
Neither my wife nor I eat meat.
I teach chemistry.
Our new intern, Kwame, starts on Monday.
I quit smoking in 2018.
My blood type is O negative.
I broke my arm in January.
Our CEO is Martin Holt.
A: Do you like jazz? || Not really.
A: I could remind you to call your mom. || No need.
A: As an AI, I live in the cloud and love data. || lol same
He isn't my boyfriend, he's my brother.
Where do people go skiing in Japan?
Roleplay: you're a barista and I'm a customer from Rome.
I'm a million years old and I live under a bridge, jk.
I could eat a whole cow right now.
Everyone thinks I'm from Australia.
Rewrite this sentence in passive voice: I love Paris.
Book me a table for two in Soho.
I need a rhyme for orange.
My least favorite food is liver.
Remember that I'm left-handed.
A: How long have you lived there? || About 6 years.
A: Is Ben your son? || No, he's my nephew.
I'd move to Japan in a heartbeat.
I almost bought a Tesla.
I pretended to be a doctor.
I feel Dutch sometimes.
I'm basically married to my job.
I met a nurse from Leeds.
I'm reading a book about a girl who lives in Paris.
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
    for said, _ in rows(FACTS)[::12]:
        assert RuleExtractor().extract(turns(said)) == answers()[said]


def test_threads_read_alike():
    said = [said for said, _ in rows(FACTS)[::15]]
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
        ("I have a jet. Just kidding.", "taken back as a joke"),
        ("My uncle claims I'm a spy.", "said by somebody else"),
        ('She wrote: "I live in Rome and work at Contoso."', "quoted text"),
        ("Please fix this:\n```\nname = 'I live in Rome'\n```", "pasted text"),
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


def test_nothing_said_gives_nothing():
    assert RuleExtractor().extract([]) == Extraction(importance=0.2)
    assert read("   ", "…").candidates == ()
