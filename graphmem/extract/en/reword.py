"""Everyday turns of phrase put in the plain words that the tables of patterns read.

Each line keeps the grammar of the sentence (its subject, tense and negation) and leaves the names and
things in it as written: "I'm renting a flat in Leipzig" → "I'm living in Leipzig". The first letter of a
pattern matches in either case.
"""

from __future__ import annotations

import re

from graphmem.extract.en.words import LANGUAGES

_LANGUAGE = "|".join(sorted(name.title() for name in LANGUAGES))
_HOUSE = (
    r"(?:(?:tiny|small|little|big|new|nice|lovely|shared|furnished|one-bed\w*|two-bed\w*|"
    r"three-bed\w*|studio|basement) )*(?:flat|apartment|house|room|studio|place|condo|cottage|cabin|loft|bungalow|"
    r"duplex|townhouse|flatshare|bedsit)"
)
_HOME = rf"(?:an? |the |our |my )?{_HOUSE}"
_VERY = r"(?:(?:a bit of|total|complete|absolute|real|massive|huge|big|serious|major|bit|such|proper) ?)*"
_RATHER = r"(?:pretty |really |very |quite |super |fairly |extremely |rather |incredibly |seriously )*"
_NAME = r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,3}"
_TASTE = (
    r"used to (?:love|like|hate|enjoy|adore)|(?:absolutely |really |totally |just )?(?:love|like|hate|adore|enjoy|"
    r"loathe|despise|detest|dislike)|can't stand|can't bear|(?:don't|do not)(?: really)? (?:like|care for|enjoy)"
)
_WORK = (
    r"(?:\w+ )?(?:marketing|sales|accounting|accounts|hr|it|research|security|support|design|pr|finance|logistics|"
    r"admin|qa|payroll|bookkeeping|devops|compliance|procurement|recruiting|translations?)"
)
_EMPLOYED = r"(?:at|for) (?:[A-Z]|an? |the )"
_STUDY_YEAR = r"(?:first|second|third|fourth|fifth|sixth|final|last|penultimate)"

_KINDS_OF_PEOPLE = (
    r"co-?worker|colleague|cousin|friend|flatmate|roommate|housemate|neighbou?r|brother|sister|uncle|aunt|nephew|niece|"
    r"son|daughter|kid|team-?mate|classmate|mate|pal|manager|boss|dog|cat|rabbit|parrot"
)
_SHUNNED = r"[a-z][\w-]+(?: [\w-]+){0,2}?"
_BECAUSE = r"(?:[,;.]| because| as| since|,? —| -)+ (?:because |as |since )?"
_SEASON = "spring|summer|autumn|fall|winter"
_WHEN = (
    r"(?:in (?:early |late |mid-?)?(?:[A-Z][a-z]+ )?(?:19|20)\d\d|in (?:January|February|March|April|May|June|July|"
    rf"August|September|October|November|December)|(?:last|this) (?:year|month|week|{_SEASON})|"
    r"(?:an?|two|three|four|five|six|seven|eight|nine|ten|\d+|a few|a couple of) (?:years?|months?|weeks?) ago)"
)
_DID = (
    r"(?:'ve | have )?(?: ?(?:also |just |only ))?(?:(?:went|been|flew|travell?ed|moved) to|visited|lived in|"
    r"worked (?:at|for)|studied at|joined|left|(?:bought|got|adopted|sold) (?:an?|my|our))"
)
_THING = rf"(?:{_NAME}|[a-z]+(?: [a-z]+)?)"

# -- pattern → plain words; commented with an example where the pattern does not show it
_TABLE: tuple[tuple[str, str], ...] = (
    # names
    (r"^[Tt]he name(?:'s| is) (?=[A-Z])", "My name is "),
    (r"^[Nn]ame(?:'s| is) (?=[A-Z])", "My name is "),
    # One of my cousins, Dara, lives in Graz.
    (rf"\b[Oo]ne of (my|our) ((?:[\w-]+ )?)({_KINDS_OF_PEOPLE})s, ({_NAME})(?:,|(?=[.!;]|$))", r"\1 \2\3 \4"),
    (r"\b(know|knows) me (?:\w+ )?(?:as|by) (?=\w)", r"call me "),
    (r"\b(answer|answers) to (?=[A-Z])", r"go by "),
    (r"\bfav(?:e|es|s|ourites?|orites?)?\b(?=s? \w)", "favorite"),
    (r"^(?:[Mm]eet|[Ss]ay h(?:i|ello) to|[Tt]his is|[Hh]ere's|[Hh]ere is|[Ii]ntroducing) ([A-Z]\w+), (my|our) ",
     r"\1 is \2 "),
    (rf"\b[Mm]y ({_LANGUAGE}) is (?:\w+ )?(?:fluent|decent|good|okay|ok|native|basic|conversational|rusty|better|solid|"
     r"passable|excellent|perfect)\b", r"I speak \1"),
    (rf"\b(?:bilingual|conversational|literate) in (?={_LANGUAGE})", "fluent in "),
    (rf"\bgrew up speaking (?={_LANGUAGE})", "speak "),
    (rf"\bget by in (?={_LANGUAGE})", "speak "),
    # birthdays and ages
    (r"\bbirthday(?:,? (?:which|that))? (?:falls|lands|comes) on\b", "birthday is on"),
    (r"\b(?:just|recently|finally) (?:hit|reached) (?:the big )?(\d\d)(?=[.,!]|$| last| on| in| this)", r"turned \1"),
    (r"\bcelebrated (?:my|his|her) (\d\d)(?:st|nd|rd|th) birthday", r"turned \1"),
    # where one comes from and lives
    (r"\bspent (?:most of |all of |much of )?(?:my|his|her|our) (?:childhood|youth) in\b", "grew up in"),
    (r"\b(was|were|am|is|been) brought up (?=in\b|near\b|around\b)", r"\1 raised "),
    (rf"('m|\bam|\bis|'s) an? ({_NAME}) native\b", r"\1 from \2"),
    (rf"\b(?:renting|subletting|sharing|staying in|stay in) {_HOME} (?=in\b|near\b)", "living "),
    (rf"\b(?:rent|sublet|share) {_HOME} (?=in\b|near\b)", "live "),
    (rf"\brented {_HOME} (?=in\b|near\b)", "lived "),
    (r"\b(?:staying|crashing|residing|dwelling|holed up|living it up) (?=in [A-Z](?!.*\b(?:days?|nights?|week|weekend"
     r"|tonight|hotel|hostel|airbnb)\b))", "living "),
    (r"\b(?:staying|crashing|lodging) (?=with (?:my|our|a) [\w ]{3,20} in [A-Z].*\bsince\b)", "living "),
    (rf"\bcall ({_NAME}) home\b", r"live in \1"),
    (rf"\bcalled ({_NAME}) home\b", r"lived in \1"),
    (rf"^[Hh]ome (?:is|for me is) ({_NAME})", r"I live in \1"),
    (rf"^({_NAME}) (?:is|'s|has been) (?:my |our )?home\b(?! \w+ing)", r"I live in \1"),
    (r"\b(?:[Mm]y|[Oo]ur) (?:flat|apartment|house|place|home)(?: is|'s) (?=in [A-Z])", "I live "),
    (r"\b(?:packed up and |up and )moved\b", "moved"),
    (r"^[Uu]sed to (?=(?:live|work) (?:in|at|for) )", "I used to "),
    # I used to live in Bern, now I'm in Graz.   We used to work at Contoso but now it's Litware.
    (rf"\b(I|[Ww]e) used to (live|work) (in|at|for) ({_NAME})([^,;.]{{0,30}}?)[,;]?(?: —)? (?:but |and )?"
     r"(?:I'm now|[Ww]e're now|now I'm|now we're|now it's|now I am|now we are|now)(?: living| working| based)? "
     rf"(?:(?:in|at|with|for) )?(?={_NAME})", r"\1 used to \2 \3 \4\5; now \1 \2 \3 "),
    # I've lived in Porto since 2012 and in Braga before that.
    (rf"\b(I|[Ww]e)('ve| have) (?:lived|been) in ({_NAME}) since ((?:19|20)\d\d)(?:,? and|,) (?:in )?({_NAME}) "
     r"before (?:that|then)",
     r"\1\2 lived in \3 since \4; \1 lived in \5 until \4"),
    # We gave up our flat in Bonn in May and moved to the coast.
    (rf"\b(I|[Ww]e) (?:gave up|let go of|gave notice on|moved out of|vacated) (?:my|our|the) {_HOUSE} in "
     rf"(?={_NAME})", r"\1 moved out of "),
    # We left Bari in 2019 and have lived in Bonn ever since.
    (rf"\b(I|[Ww]e) left ({_NAME}) (?={_WHEN},? and (?:have |'ve )?(?:lived|been living|moved|settled|been settled))",
     r"\1 moved from \2 "),
    # travels
    # I went to Peru in 2019 and Laos last year.   We bought a kayak in May and a canoe last year.
    (rf"\b(I|[Ww]e)( {_DID}|{_DID}) ({_THING}) ({_WHEN})(?:,? and|,) (?:also )?(?:(?:to|in|at|an?|my|our) )?({_THING}) "
     rf"({_WHEN})", r"\1\2 \3 \4; \1\2 \5 \6"),
    (r"\b(?:set|setting) foot (?:in|on)\b", "been to"),
    (r"\b(I|we) (?:was|were) (?=(?:over )?in [A-Z]\w+(?: [A-Z]\w+)* (?:last|in|for a|for two|for three|over|on "
     r"(?:holiday|vacation|business))\b)", r"\1 travelled "),
    (r"\b(?:nipped|popped|jetted|headed|hopped) (?:over |off |down |up )?(?=to [A-Z])", "went "),
    # work
    (r"\bmade redundant (?=from|by|at)", "laid off "),
    (r"\bgot the (?:sack|boot|axe|chop) (?=from|at)", "got fired "),
    (r"\b(was|were|been|got|get) (?:sacked|canned|axed|booted) (?=from|by|at)", r"\1 fired "),
    (r"\b(?:handed in|gave|put in) (?:my|his|her) notice (?:at|to)\b", "resigned from"),
    (r"\bparted ways with (?=[A-Z])", "resigned from "),
    (rf"^[Mm]y last day (?:at|with) ({_NAME}) was\b", r"I left \1"),
    (rf"\bdo {_WORK} (?={_EMPLOYED})", "work "),
    (rf"\bdoes {_WORK} (?={_EMPLOYED})", "works "),
    (rf"\bdid {_WORK} (?={_EMPLOYED})", "worked "),
    (rf"\bdoing {_WORK} (?={_EMPLOYED})", "working "),
    (r"\b(?:moonlight|serve|freelance|double)(s?) (?=as an? )", r"work\1 "),
    (r"\b(?:earn|make)(s?) (?:my|a|his|her) (?:living|money|keep|crust) as\b", r"work\1 as"),
    (r"\b(?:coding|hacking|tinkering|toiling|slaving) (?:away )?(?=on [A-Z])", "working "),
    (r"\b(?:code|hack|tinker) (?=on [A-Z])", "work "),
    (r"\bcontribute to (?=[A-Z])", "work on "),
    (r"\bcontributing to (?=[A-Z])", "working on "),
    (r"\b(?:work|working) under (?=[A-Z])", "report to "),
    (r"\banswer to (?=[A-Z])", "report to "),
    # I was with Contoso for nine years, left in May.   I was at Contoso for nine years.
    (rf"\b(I|[Ww]e) (?:was|were) (?:with|at) ({_NAME}) for (?:\w+ ){{1,4}}years?,?(?: and| until I| but)? (?:I )?left "
     rf"(?={_WHEN})", r"\1 left \2 "),
    (rf"\b(I|[Ww]e) (?:was|were) at ({_NAME}) (?=for (?:\w+ ){{1,3}}(?:years|months)\b)", r"\1 worked at \2 "),
    (r"\b(?:now|currently) I'm (?=(?:at|with) [A-Z])", "now I work "),
    (r"\bI'm (?:now|currently) (?=(?:at|with) [A-Z])", "I work "),
    # study
    (r"('m|\bam|\bis|'s|\bare|'re|\bwas) reading (?=[a-z]+(?: [a-z]+){0,2} at [A-Z])", r"\1 studying "),
    (rf"\bin (?:my|his|her) {_STUDY_YEAR} year (?=at [A-Z])", "studying "),
    (rf"\bin (?:my|his|her) {_STUDY_YEAR} year (?:of|doing|studying) (?=[a-z])", "studying "),
    (r"\b(I|he|she)(?:'m| am|'s| is) an? (?:proud )?(?:alum|alumna|alumnus|graduate|grad) (?:of|from) (?=[A-Z])",
     r"\1 graduated from "),
    # people
    (rf"^(?:[Tt]he|[Mm]y) divorce from ({_NAME}) (?:went through|was final\w*|came through|is final\w*|got final\w*)",
     r"I divorced \1"),
    (r"\btied the knot with\b", "married"),
    (r"\bgot hitched (?:to|with)\b", "married"),
    (r"\b(?:seeing|going out with|in a relationship with) (?=(?:this |a |some )?(?:guy|girl|woman|man|bloke|lad|"
     r"person|someone|somebody|chap|fella)\b|[A-Z]\w+(?: (?:for|since|now)\b|[.,!]|$))", "dating "),
    (r"\bthis (?=(?:guy|girl|woman|man|bloke|lad|chap|fella) (?:called|named)\b)", "a "),
    (r"\b(?:broke it off|called it quits|parted ways|broke things off) with\b", "broke up with"),
    (rf"\bdumped (?={_NAME})", "broke up with "),
    (r"\b(?:other|better) half\b", "partner"),
    (r"\b(?:[Tt]he|[Mm]e) (missus|hubby|wife|husband)\b(?=,? (?:and|is|works|loves|hates|has|likes|[A-Z]))", r"my \1"),
    # animals
    (r"\b(?:have|get|had|got) (our|my) ([\w ]{2,30}?) put (?:to sleep|down)\b", r"put down \1 \2"),
    (r"\bwent to (?:college|university|uni|school|grad school) (?=at [A-Z])", "studied "),
    (r"\bcrossed the rainbow bridge\b", "passed away"),
    # I'm the proud owner of a barge.
    (r"(?:'m| am) (?:now |finally )?(?:the |a )?(?:very |new |happy |proud )*owner of\b", " own"),
    (r"\b(?:is|'s) (?:now |finally )?(?:the |a )?(?:very |new |happy |proud )*owner of\b", "owns"),
    # tastes
    (rf"\b(?:an? )?{_VERY}sucker for\b", "a fan of"),
    (rf"(?:'ve got|'ve|\bhave got|\bhave|\bgot) an? {_VERY}(?:soft spot|weakness|thing|passion|fondness) for\b",
     " love"),
    (rf"(?:'s got|\bhas got|\bhas) an? {_VERY}(?:soft spot|weakness|thing|passion|fondness) for\b", " loves"),
    (r"\bcan(?:'t|not) (?:get enough of|resist|live without|do without)\b", "love"),
    (r"\bcan(?:'t|not) (?:abide|tolerate|deal with|be doing with)\b", "can't stand"),
    (rf"('m|\bam|\bis|'s|\bare|'re|\bnot|n't) {_RATHER}(?:partial to|nuts about|big on|hooked on|addicted to|mad about|"
     r"mad on|mad for|wild about|bonkers about|potty about)\b", r"\1 fond of"),
    (rf"^({_NAME}|[A-Z][a-z]+(?: [a-z]+){{0,2}}) (?:is|are) (?:so not|not|n't)(?: really| exactly)? (?:my|our) "
     r"(?:thing|cup of tea|jam|bag)\b", r"I don't like \1"),
    (rf"^({_NAME}|[A-Z][a-z]+(?: [a-z]+){{0,2}}) (?:isn't|aren't)(?: really| exactly)? (?:my|our) (?:thing|cup of "
     r"tea|jam|bag)\b", r"I don't like \1"),
    (rf"^([A-Z][\w' -]{{1,30}}?),(?: on the other hand,| though,| however,| meanwhile,)? (I|we) ({_TASTE})(?=[,.!;]|$"
     r"| but| and now)", r"\2 \3 \1"),
    (r"\bgone off (?=[a-z])", "stopped liking "),
    (r"\b((?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:all-time |absolute )?favorite (?:\w+ ){0,3}?)(?:has got to be|has to be|"
     r"'s got to be|must be|would have to be|would be|'d be|is hands down|is easily|is by far)\b", r"\1is"),
    # No prawns for me, I'm allergic to them.   I can't eat celery because I'm allergic to it.
    (rf"^(?:[Nn]o (?:more )?|I (?:can't|cannot|don't|never) (?:eat|have|touch|do|drink|go near) (?:any )?|"
     rf"I (?:avoid|skip|steer clear of|stay away from) |"
     rf"(?:[Pp]lease )?(?:[Nn]o|[Hh]old|[Ss]kip|[Aa]void|[Ll]eave out|[Oo]mit) (?:the |any "
     rf")?)({_SHUNNED})(?: for me| please| at all)?{_BECAUSE}"
     r"(I(?:'m| am) (?:\w+ )?allergic) to (?:it|them|those|that)\b",
     r"\2 to \1"),
    (rf"^({_SHUNNED.replace('[a-z]', '[A-Za-z]', 1)}) (?:is|are) (?:out|off the table|a no(?:-go)?|off limits|"
     rf"off the menu)(?: for me)?{_BECAUSE}(I(?:'m| am) (?:\w+ )?allergic)(?: to "
     r"(?:it|them|those|that))?\b", r"\2 to \1"),
    # health
    (r"\b(?:battle|battling|cope with|coping with|deal with|dealing with|manage|managing) (?=(?:chronic |severe |mild "
     r")*(?:asthma|migraines?|diabetes|adhd|anxiety|depression|eczema|arthritis|ibs|insomnia|epilepsy|tinnitus)\b)",
     "suffer from "),
    # skills
    (r"\b(I|we) know (?:my|our) way around (?=\w)", r"\1'm good at "),
    (rf"('m|\bam|\bis|'s|\bare|'re) {_RATHER}(?:handy with|brilliant (?:at|with)|adept (?:at|with)|talented (?:at|"
     r"with)|excellent (?:at|with)|ace at|amazing at|well[- ]versed in|versed in|a whi[zs]z? (?:at|with)|a pro (?:at|"
     r"with)|a dab hand (?:at|with)|a natural at|a wizard (?:at|with)|competent (?:at|in|with)|proficient (?:at|with)"
     r"|experienced (?:at|in|with)|an expert (?:on|with)|skilled (?:at|in|with)|capable (?:at|with))\b", r"\1 good at"),
    (rf"(?:'ve got|'ve|\bhave|\bhas) a {_VERY}(?:knack|gift|talent|flair) for\b", " am good at"),
    (r"\bteaching (?:myself|himself|herself) (?:how )?(?=\w)", "learning "),
    (r"\bgetting the hang of\b", "learning"),
    (r"\b(?:picking|taking) up (?=(?:the )?[a-z]+(?:[.,!]| at| in| lately| these| this|$))", "learning "),
    (r"\blearning how to\b", "learning to"),
    # tools
    (r"\bswear(s?) by (?=\w)", r"use\1 "),
    # doubts, plans and goals
    (r"\b(?:toying|flirting|playing) with the (?:idea|thought|notion) of\b", "thinking of"),
    (r"\b(?:kinda|kind of|sort of|sorta) (?=(?:thinking|considering|planning|hoping)\b)", ""),
    (r"\b(?:[Tt]here's|[Tt]here is) an? (?:\w+ )?(?:chance|possibility) (?:that )?(I|we|he|she|"
     r"they)(?:'ll| will| might| "
     r"may|'m going to|'re going to)\b", r"\1 might"),
    (r"\bmight end up (?=\w+ing\b)", "might be "),
    (r"\bended up buying\b", "bought"),
    (r"\bended up getting\b", "got"),
    (r"\bended up (mov|work|liv)ing\b", r"\1ed"),
    (r"\bend up (?=(?:moving|buying|getting|working|living)\b)", "considered "),
    (r"\b[Ww]hat (I|we)(?:'m| am|'re| are) (?:\w+ )?(?:aiming for|after|going for|working towards?) is\b",
     "my goal is"),
    (r"\b[Ww]hat (I|we) (?:\w+ )?(?:want|would love|'d love)(?: most| more than anything)? is to\b", "my goal is to"),
    (r"\b(?:[Mm]y|[Tt]he) (?:ultimate|long-term|big|main|one) (?:goal|dream|aim)\b", "my goal"),
    (r"\b(?:have|'ve) (?:set|given) myself the (?:goal|aim|target) of\b", "'m aiming at"),
    (r"\b(?:am|'m) dead set on\b", "'m planning on"),
    (r"\bgot (?:it all|everything) (?:planned|booked) to\b", "plan to"),
)  # fmt: skip

_RULES = tuple((re.compile(pattern), new) for pattern, new in _TABLE)


def plain(text: str) -> str:
    """The text with every known turn of phrase in plain words; case-sensitive, so tidied before."""
    for pattern, new in _RULES:
        text = pattern.sub(new, text)
    return text
