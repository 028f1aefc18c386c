"""What people type to an assistant all day: kinds that say nothing for months, each beside a kin that does.

The rows are written as in `test_extract_en.py`, all said on Wednesday 2026-03-18. A row without facts is a
kind that must be refused; the row after it is its good neighbour.
"""

from __future__ import annotations

from functools import cache

import pytest

from graphmem.extract import RuleExtractor
from graphmem.model import Extraction
from tests.test_extract_en import rows, shown, turns

PLANS = """
I guess I'll begin with the blue wool. =>
I'm planning to start a knitting club. => user|plans_to|start a knitting club|planned
I'm looking for ideas on how to brighten the hallway. =>
I'm thinking of repainting the hallway. => user|plans_to|repaint the hallway|tentative
I was thinking of using Skyscan to compare fares. => user|uses|Skyscan|tentative
I've decided to sell the caravan. => user|plans_to|sell the caravan|planned
I'm thinking of getting a goat, maybe a Saanen, to raise my milk output. => user|pet|goat|tentative
I'm working hard to open my own bakery next year. =>
I think I need to work on my backhand. =>
I think the Old Mill sounds nice. =>
I think we've packed enough ropes. =>
I think I was skipping the bits on gears. =>
I think Rex might enjoy the ball. =>
I might visit a friend whom I met in 2004. => user|plans_to|visit a friend whom I met|tentative
I might sell the boat. => user|plans_to|sell the boat|tentative
I'm worried that I might miss the ferry. =>
I'm hoping to attend a boat fair next month. => user|plans_to|attend a boat fair|tentative|@2026-04
It got me thinking about seeing new places. =>
Maybe I'll treat myself to a day out. =>
I'm thinking of organizing my spoons. =>
I'm planning to write a memoir. => user|plans_to|write a memoir|planned
I plan to spend four days in the town. =>
I plan to spend four days in Girona. => user|plans_to|spend four days in Girona|planned
I'm getting ready for the spring fair on April 2. =>
We're in the process of buying a barn. => user|owns|barn|planned
I might switch Bo to a soy-free, low-fat diet. => user|plans_to|switch Bo to a soy-free, low-fat diet|tentative
I'll hand the form in today. =>
I was thinking of getting them a bottle of port. =>
I plan to build a coop to protect them. => user|plans_to|build a coop to protect them|planned
I'm worried my shed might not be enough to keep bees. =>
I'm excited about moving to Cork in May. => user|lives_in|Cork|planned|@2026-05
"""

OBJECTS = """
I picked up a novel and some apples. =>
I picked up the cello last year. => user|learning|cello|@2025 ; user|owns|cello|@2025
I've been practicing my serve and volleys. =>
I've been practicing the violin. => user|learning|violin
I'm learning a new instrument. =>
I'm learning to play this. =>
I specialize in a particular area of law. =>
I specialize in tax law. => user|skilled_in|tax law
I'm learning Danish - slow but steady. => user|learning|Danish
I love the quiet parks of this town. =>
I love tinkering with clocks. => user|likes|tinkering with clocks
I love escaping to that valley. =>
I love hiking in the mountains. => user|likes|hiking in the mountains
I like the larger Acme X2. =>
I like Tuscan and Umbrian cuisine. => user|likes|Tuscan and Umbrian cuisine
I like the sound of The Hollow Reed. =>
I'm a huge fan of Dance of the Sugarplums! => user|likes|Dance of the Sugarplums
I was studying at the library when it rang. =>
I study at TU Delft. => user|studies_at|TU Delft
I've been studying plots and villains for my blog. =>
I study political sciences at Leiden. => user|studies_at|Leiden ; user|studies|political sciences
I spent two hours studying torque basics. =>
I spent two years studying law. => user|studies|law|ended
I'm a baker with a sharp tongue. => user|job_title|baker
I'm a nurse with Redcliff Trust. => user|job_title|nurse ; user|works_at|Redcliff Trust
My job is stable but dull. =>
I'm working for a company. =>
I work for a charity. => user|works_at|charity
I've been volunteering at the Run for Rivers event. =>
I've been volunteering at a food bank. => user|works_at|food bank
I'm working on a quilt with a panel meant for Lady Ashdown. =>
I live with my sister Ada in Leeds. => user|sibling|Ada ; user|lives_in|Leeds ; Ada|lives_in|Leeds
I wrote a tale based on my years in Spain. =>
I'm based in Porto. => user|lives_in|Porto
I'm interested in the course on baking from the University of Leeds. =>
I'm a line cook at Kestrel, from Winnipeg. => user|job_title|line cook ; user|works_at|Kestrel ; user|hometown|Winnipeg
I'm open to exploring Crete or Malta. =>
I visited Crete and Malta in 2019. => user|visited|Crete|@2019 ; user|visited|Malta|@2019
I'm allergic to most nuts and animals with feathers. => user|allergic_to|nuts ; user|allergic_to|animals with feathers
We got a kitten for her. =>
I bought a kite for my nephew. =>
I bought a kite for the beach. => user|owns|kite
I bought a ticket. =>
I bought a graphics card. => user|owns|graphics card
I work at Vanity Fair. => user|works_at|Vanity Fair
My favorite day of the week is Friday. => user|favorite|Friday|[day of the week]
I used it to buy a kayak. => user|owns|kayak
We ended up buying a used canoe. => user|owns|canoe
I need to get the roof repaired. =>
I'm getting the car cleaned on Friday. =>
I have a boat called Alma. => user|owns|boat
My neighbour is such a gifted poet. =>
My neighbour is a poet. => user's neighbour|job_title|poet
I love editing films in split-screen mode. => user|likes|editing films in split-screen mode
There is a singer named Bo who toured here. =>
It was a year after turning 40. =>
I turned 40 in January. => user|age|40|@2026-01
My favorite part of the trip was the ferry. =>
My favorite ferry is the Alma. => user|favorite|Alma|[ferry]
The film tells the story of a widower named Karl and his son, Emil. =>
"""

TOOLS = """
I'm building with a Hull Number of 33. =>
I use the hall for my choir on Mondays and Fridays. =>
I've written a simple queue using `pushBack`. =>
I've written a simple queue using `Kafka`. => user|uses|Kafka
I'm using Vue instead of jQuery. => user|uses|Vue
I'm proving it using SSS. =>
I use SPSS. => user|uses|SPSS
We'll start with "The Hollow Reed" tonight. =>
We started with Django. => user|uses|Django
I used up my Marmite last week. =>
I used the Audacity editor on March 3 to trim it. =>
We used Jenkins in 2019. => user|uses|Jenkins|ended|~2019
I'm considering upgrading the RAM from 8GB to 16GB. => user|plans_to|upgrade the RAM from 8GB to 16GB|tentative
We upgraded Postgres from 15 to 16. => user|version_of|15|[Postgres]|ended ; user|version_of|16|[Postgres]
"""

ORDERS = """
Could you name any more quiet walks? =>
Don't use emojis any more. => user|instruction|Don't use emojis
Can you explain how kites fly and does the string always pull the frame? =>
Can you give me tips on how to sleep well and avoid colds in the future? =>
Can you always explain kites with a drawing? => user|instruction|explain kites with a drawing
"""

MOVES = """
I used to live in Porto, now I'm in Ghent. => user|lives_in|Porto|ended ; user|lives_in|Ghent
I used to live in Porto. Now I'm in Ghent. => user|lives_in|Porto|ended ; user|lives_in|Ghent
I used to live in Porto, now I'm retired. => user|lives_in|Porto|ended
I used to work at Contoso, now I'm at Litware. => user|works_at|Contoso|ended ; user|works_at|Litware
I went to Peru in 2019 and Chile last year. => user|visited|Peru|@2019 ; user|visited|Chile|@2025
I bought a kayak in January and a canoe last year. => user|owns|kayak|@2026-01 ; user|owns|canoe|@2025
I went to Peru in 2019 and loved it. => user|visited|Peru|@2019
I'm starting at Kestrel Labs in September. => user|works_at|Kestrel Labs|planned|@2026-09
I've accepted an offer from Kestrel, starting in September. => user|works_at|Kestrel|planned|@2026-09
I grew up with Dutch and Frisian and I'm fluent in both. => user|speaks|Dutch ; user|speaks|Frisian
I like tea and coffee and I'm fluent in both. => user|likes|tea ; user|likes|coffee
I speak 中文 at home. => user|speaks|中文
I'm fluent in 中文 and English. => user|speaks|中文 ; user|speaks|English
I live in 北京. => user|lives_in|北京
"""

CASES = rows(PLANS) + rows(OBJECTS) + rows(TOOLS) + rows(ORDERS) + rows(MOVES)


@cache
def answers() -> dict[str, Extraction]:
    said = [text.removesuffix(" =>") for text, _ in CASES]
    return dict(zip(said, RuleExtractor().extract_all([turns(text) for text in said]), strict=True))


@pytest.mark.parametrize(("said", "facts"), CASES, ids=[said for said, _ in CASES])
def test_chat_gives_what_lasts_and_no_more(said, facts):
    assert {shown(c) for c in answers()[said.removesuffix(" =>")].candidates} == facts


def test_them_is_what_was_spoken_of_just_before():
    found = RuleExtractor().extract(turns("My aunt likes plums. The barn is old. My cousins love them."))
    assert {shown(c) for c in found.candidates} == {"user's aunt|likes|plums"}


def test_a_name_that_is_one_small_joining_word_is_read():
    found = RuleExtractor().extract(turns("Wang et al., 2020, used rain data. I live in Oslo."))
    assert {shown(c) for c in found.candidates} == {"user|lives_in|Oslo"}
