"""Turns of phrase, lists and small talk, in English: each must say what it says, no more.

The rows are written as in `test_extract_en.py`, all said on Wednesday 2026-03-18; `\\n` is a new line.
"""

from __future__ import annotations

from functools import cache

import pytest

from graphmem.extract import RuleExtractor
from graphmem.model import Extraction
from tests.test_extract_en import rows, shown, turns

PHRASES = """
I love the sea. => user|likes|sea
I love the smell of rain. => user|likes|smell of rain
I'm a total sucker for dark chocolate. => user|likes|dark chocolate
I've been renting a flat in Dresden since May. => user|lives_in|Dresden|@2025-05
The divorce from Pavel went through on 2 March. => user|spouse|Pavel|ended|~2026-03-02
I've been seeing a guy called Teo since January. => user|partner|Teo|@2026-01
There's a small chance I'll move to Cork. => user|lives_in|Cork|tentative
What I'm really aiming for is to retire at 60. => user|goal|retire at 60
Two months into learning Danish and my tongue hurts. => user|learning|Danish|@2026-01
Meet Hugo, our parrot. => user|pet|Hugo
My address is 8 Birch Lane, Ripon HG4 1AB. => user|lives_in|Ripon
Lived in Quito from 2010 to 2014, Lima ever since. => user|lives_in|Quito|ended|@2010|~2014 ; user|lives_in|Lima|@2014
Places we've been to so far:\\n- Malta (2018)\\n- Oman (last year) => user|visited|Malta|@2018 ; user|visited|Oman|@2025
My two kids:\\n- Ada, 9\\n- Leo, hates swimming => user|child|Ada ; Ada|age|9 ; user|child|Leo ; Leo|dislikes|swimming
Fave pizza topping? Olives, always. => user|favorite|Olives|[pizza topping]
I've got two sisters. Ines, the older one, is a judge. => user|sibling|Ines ; Ines|job_title|judge
That rowing boat by the pier is mine. => user|owns|rowing boat
I'd rather you answered in Danish from here on. => user|response_language|Danish
"""

SMALL_TALK = """
I dropped out of college.
My wife and I got married in 2015.
We got divorced two years ago.
I'm single.
I have a twin brother.
I don't have any pets.
I'm not allergic to anything.
I broke my leg.
I'm terrible at math.
A: What do you do for a living? || I fix elevators.
A: Are you vegetarian? || No.
My friend says I should move to Canada.
My teacher thinks I'm lazy.
If I had a dog, I'd call it Rex.
I wish I lived in Hawaii.
Do you know if Sarah works at Google?
Act as a travel agent who lives in Rome.
What if I moved to Japan?
I could eat a horse.
You are a pirate named Jack. I am your first mate.
Translate "I am a doctor" to German.
What does "I love you" mean in Korean?
I'm dying of boredom.
My email is jo@example.com and my card is 4111 1111 1111 1111.
She lives in Paris.
Remind me to call the dentist tomorrow.
I need help with my resume.
The meeting is on Thursday.
I'm going to the gym.
I just had lunch.
Thanks, that was really helpful!
I love you.
I like it.
I'm looking for a job in Berlin.
I'm feeling tired and a bit sick.
I'm in my late forties.
My cousin Tariq drives a taxi in Karachi.
I've just become a grandmother.
I'm retraining as an electrician.
I have a half-sister in Spain.
I could never get into football.
Nothing beats a good curry.
My whole family is vegetarian.
My little one is allergic to milk.
I'm saving up for a camper van.
Just this once, answer in French.
My horoscope says I'm a natural leader.
My character lives in Waterdeep and owns a tavern.
Suppose I quit my job tomorrow.
In my dream I was a pilot at Lufthansa.
Check this sentence: "She don't like apples".
Rewrite: I am a nurse from Ohio and I love dogs.
Is it true that people in Finland love saunas?
My mate Dave reckons I'm a robot.
That movie was amazing, I loved the ending.
I'd be a millionaire if I sold my flat.
Let's pretend I'm your doctor.
Congrats on the new job!
I appreciate your help.
Everyone in France loves cheese.
I need a laptop with 32 GB of RAM.
I'm always here for you, Priya!
Thanks so much, Omar!
And here's a photo of the bridge.
Look here, a blue scarf!
Love the colors!
Love the red and green.
I love all the details in your drawing.
Loving the support in here.
I really appreciate your help and patience.
I love our talks.
I love seeing your progress.
I'd love to take a look.
I want to learn more about solar panels.
I'm learning a lot from this.
I'm learning a ton.
Nope, never been to such a market.
Never expected such a crowd!
Keep at it and never lose hope!
Never stop dreaming.
I'm looking forward to reading them your letter.
I'll always remember our trip to the lake.
I'm gonna keep chasing those dreams.
I won't quit.
Running a shop isn't easy.
Starting your own choir sounds awesome!
I'm still working on opening a café.
My aim was to make people laugh.
Ever since I was 16 or thereabouts.
My favorite tunes are usually enough.
Spider plants have always been a favorite of mine.
I might not have found it otherwise.
Maybe we can work together to fix the roof.
I got the idea from a book.
I used Photoshop to crop it.
I spoke French with the waiter.
Spotify is convinced I'm a jazz drummer.
According to my phone, I live in Bergen.
Had a strange dream: I lived in Cairo and owned a camel.
I daydream that I work on a lighthouse.
Grade this CV:\nIda Holm, Aarhus\nBaker at Brandt since 2016\nSpeaks Danish
Let's do a scene. You're a chef named Ugo, I'm a waiter from Turin.
A: What are your hobbies? || Hey Lucia!
A: What's your brother's name? || Thanks, Lucia!
A: What's your favorite game? || Yep!
She was born in Accra.
"""


@cache
def answers() -> dict[str, Extraction]:
    said = [said for said, _ in rows(PHRASES + SMALL_TALK)]
    read = [turns(text.replace("\\n", "\n")) for text in said]
    return dict(zip(said, RuleExtractor().extract_all(read), strict=True))


@pytest.mark.parametrize(("said", "facts"), rows(PHRASES), ids=[said for said, _ in rows(PHRASES)])
def test_a_turn_of_phrase_says_what_its_plain_words_say(said, facts):
    assert {shown(c) for c in answers()[said].candidates} == facts


@pytest.mark.parametrize("said", [said for said, _ in rows(SMALL_TALK)])
def test_small_talk_is_no_fact(said):
    assert answers()[said].candidates == ()


def test_every_quote_of_a_list_stands_in_its_message():
    for said, answer in answers().items():
        for candidate in answer.candidates:
            assert candidate.quote in turns(said.replace("\\n", "\n"))[candidate.turn].content


def test_a_list_in_mixed_languages_is_read_in_both():
    found = RuleExtractor().extract(turns("Tools we use:\n- Kafka\n- Redis\n我对花生过敏。"))
    assert {shown(c) for c in found.candidates} == {
        "user|uses|Kafka",
        "user|uses|Redis",
        "user|allergic_to|花生",
    }
