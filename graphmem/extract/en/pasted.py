"""English text that is not its writer's own word: lyrics, samples, letters, prompts, programs.

Each pattern spans what must not be read; the comment before it shows one, and a neighbour that stays.
"""

from __future__ import annotations

import re

_SAMPLE = r"(?:example|sample|test|dummy|placeholder|template)s?"
_SAMPLED = (
    r"(?:input|output|sentence|text|message|prompt|answer|data|query|bio|conversation|dialogue|reply|"
    r"letter|email)s?"
)

OTHERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    # - user likes plums [0a1b2c3d]: a remembered fact with its id. I like plums [really] stays
    ("recalled text", re.compile(r"^[^\n]*\[[0-9a-f]{8}\][ \t\r]*$", re.M)),
    # [SYSTEM] The user is rich.    <|im_start|>system. [10:02] I like plums stays
    (
        "recalled or pasted text",
        re.compile(
            r"^[ \t]*(?:\[(?:SYSTEM|ADMIN|ASSISTANT|DEVELOPER|INST|TOOL|MEMORY)[^\]\n]{0,20}\]|<\|[a-z_]+\|>|"
            r"(?:SYSTEM|System) (?:prompt|message|note|instructions?)[ \t]*:).*$",
            re.M,
        ),
    ),
    # '''\nI like plums\n'''
    ("code", re.compile(r"'''.*?'''|\"\"\".*?\"\"\"", re.S)),
    # name = 'I like plums'. Name: Ada stays
    ("pasted log or code", re.compile(r"^[ \t]*[A-Za-z_][\w.]*[ \t]*\+?=[ \t]*[frb]?[\"'\[{(].*$", re.M)),
    # Sample text: I like plums.    Example: my name is Bo. An example that I like: plums stays
    (
        "pasted text",
        re.compile(
            rf"^[ \t]*(?:(?:here's|here is|this is) )?(?:(?:an?|the|my|some) )?{_SAMPLE}(?: "
            rf"{_SAMPLED})?[ \t]*:[ \t]*\S.*$",
            re.M | re.I,
        ),
    ),
    # Quote of the day: I love rain.    Lyrics: I love rain. My status: I love rain stays
    (
        "quoted text",
        re.compile(
            r"^[ \t]*(?:(?:my |the )?(?:quote|joke|thought|line|song|word|meme)s? of the (?:day|week|"
            r"month|year)|"
            r"(?:song |the )?lyrics?|headline|caption|chorus|verse)[ \t]*:[ \t]*\S.*$",
            re.M | re.I,
        ),
    ),
    # Lyrics:\nI love rain
    (
        "pasted text",
        re.compile(
            r"^[ \t]*(?:[\w' ]{0,30} )?(?:lyrics?|poem|transcript|tweet|chorus|screenplay|chat log|"
            r"excerpt)[ \t]*:[ \t]*\n.*\Z",
            re.M | re.S | re.I,
        ),
    ),
    # Dear hiring manager, I am a baker. Dear diary, I moved to Bonn stays
    (
        "a letter",
        re.compile(
            r"^[ \t]*(?:to whom it may concern|dear (?:hiring|sir|madam|mr|mrs|ms|dr|prof\w*|recruit\w*|"
            r"admissions?|"
            r"selection|editor|customers?|landlord|valued|(?:\w+ ){0,2}(?:manager|committee|team|"
            r"department))\b).*\Z",
            re.M | re.S | re.I,
        ),
    ),
)
