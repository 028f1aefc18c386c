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
I'm thinking of renovating the farm. => user|plans_to|renovate the farm|tentative
I was thinking of using Skyscan to compare fares. => user|uses|Skyscan|tentative
I've decided to sell the caravan. => user|plans_to|sell the caravan|planned
I'm thinking of getting a goat, maybe a Saanen, to raise my milk output. => user|pet|goat|tentative
I'm working hard to open my own bakery next year. =>
I think I need to work on my backhand. =>
I think the Old Mill sounds nice. =>
I think we've packed enough ropes. =>
I think I was skipping the bits on gears. =>
I think Rex might enjoy the ball. =>
I might visit Orla whom I met in 2004. => user|plans_to|visit Orla whom I met|tentative
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
I plan to build a cabin. => user|plans_to|build a cabin|planned
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
I'm considering upgrading the RAM from 8GB to 16GB. =>
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

ERRANDS = """
I'm thinking of getting new pillows for the sofa. =>
I'm thinking of getting a motorcycle. => user|owns|motorcycle|tentative
I'm planning to rent a kayak and have a picnic. =>
I'm planning to rent a room in Girona. => user|lives_in|Girona|planned
I'm thinking of getting a roof rack for my Volvo. =>
I'm thinking of getting a Brompton. => user|plans_to|get a Brompton|tentative
I've decided to clean the gutters. =>
I've decided to apply for citizenship in May. => user|plans_to|apply for citizenship|planned|@2026-05
I'm considering changing my ringtone. =>
I'm thinking about changing careers. => user|plans_to|change careers|tentative
I'm hoping to volunteer at a bake-off event. =>
I'm hoping to adopt a child. => user|plans_to|adopt a child|tentative
I plan to trial the free version on March 6. =>
I plan to run a half marathon on May 6. => user|plans_to|run a half marathon|planned|@2026-05-06
I might visit Kent, but I think I'll skip it. =>
I decided to delay my studies after talking to Ada on April 2. => user|plans_to|delay my studies|planned
I'm training for nothing in particular. =>
I'm training for the Lakeland Relay. => user|plans_to|train for the Lakeland Relay|planned
The cost of living in Bern is high. =>
I'm worried about living in Bern. =>
"""

WHO = """
My sister has a parrot. She lives in Rome. => user's sister|pet|parrot ; user's sister|lives_in|Rome
My flatmate Odo is away. He adopted a cat. => Odo|pet|cat
One of my cousins, Dara, speaks Welsh. => Dara|speaks|Welsh
I took part in a talk on Map Making using Go. =>
I work at Litware using Go. => user|works_at|Litware ; user|uses|Go
I'm building Larch, a planner written in Go. => user|works_on|Larch ; Larch|uses|Go
Angle B is 40 degrees and triangle ABC is 12. =>
Ivo is 40, twice as old as Una. How old is Una? =>
I joined the Harbour Rowing Club in May. =>
I joined Harbour Freight in May. => user|works_at|Harbour Freight|@2025-05
I changed my route to Elm Park. =>
I carry an inhaler because of my asthma. => user|has_condition|asthma
My mother's asthma is bad. =>
I got over my insomnia. =>
I work at St Anne's Hospital. => user|works_at|St Anne's Hospital
I borrowed Anna's Honda. =>
I work at the post office. => user|works_at|post office
I work at the office. =>
I'm Ines Roth, a surveyor based in Graz. => user|name|Ines Roth ; user|job_title|surveyor ; user|lives_in|Graz
I realized 5P3 is actually 5 × 4 × 3 = 60. =>
My son is 5, and he is tall. => user's son|age|5
"""

WORDINGS = """
31yo baker here, based in Ghent. => user|age|31 ; user|job_title|baker ; user|lives_in|Ghent
The baker here is great. =>
Keep May 9 free, that's my birthday. => user|birthday|May 9
Keep May 9 free, that's her birthday. =>
No prawns for me, I'm allergic to them. => user|allergic_to|prawns
No prawns for me, thanks. =>
My favorite novel has to be Middlemarch. => user|favorite|Middlemarch|[novel]
My favorite novel has to be somewhere here. =>
Long-term goal: open a pottery. => user|goal|open a pottery
We left Bari in 2019 and have lived in Bonn ever since. => user|lives_in|Bari|ended|~2019 ; user|lives_in|Bonn|@2019
I've lived in Porto since 2012 and in Braga before that. => user|lives_in|Porto|@2012 ; user|lives_in|Braga|ended|~2012
We traded Berlin for Leipzig in 2023. => user|lives_in|Berlin|ended|~2023 ; user|lives_in|Leipzig|@2023
We traded Jira for Linear. => user|uses|Jira|ended ; user|uses|Linear
My daughter's getting married to Sven in August. => user's daughter|spouse|Sven|planned|@2026-08
My daughter got married to Sven in August. => user's daughter|spouse|Sven|@2025-08
Reply with short answers only. => user|response_style|short
We gave up our flat in Bonn in January. => user|lives_in|Bonn|ended|~2026-01
We gave up our flat tyre kit. =>
Our Redis cluster is slow. => user|uses|Redis
Their Redis cluster is slow. =>
We use Debian and nginx. => user|uses|Debian ; user|uses|nginx
I'm learning python. => user|learning|python
I was with Contoso for nine years, left in January. => user|works_at|Contoso|ended|~2026-01
I'm the proud owner of a barge. => user|owns|barge
I've been taking tango lessons since October. => user|learning|tango|@2025-10
I took a tango lesson on Friday. =>
I hate coriander. => user|dislikes|coriander
I love inns with a garden. => user|likes|inns with a garden
I bought a van, a Ford Transit, last year. => user|owns|Ford Transit|@2025
Answer in Welsh, even when I write in English. => user|response_language|Welsh
Always write dates as "Day, Month". => user|instruction|write dates as "Day, Month"
I moved to Bern, starting at Kestrel in May. => user|lives_in|Bern ; user|works_at|Kestrel|planned|@2026-05
"""

CASES = (
    rows(ERRANDS)
    + rows(WHO)
    + rows(WORDINGS)
    + rows(PLANS)
    + rows(OBJECTS)
    + rows(TOOLS)
    + rows(ORDERS)
    + rows(MOVES)
)


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
