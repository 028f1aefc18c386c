"""Lasting instructions to the assistant: how to answer, what to call it, what always to do.

Only what is meant to last counts: "From now on, use metric units" does, "make this shorter" does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract.en.words import LANGUAGES
from graphmem.extract.stretch import Sentence
from graphmem.model import PERSON, Candidate

_LASTING = (
    r"from (?:now|here|today|this point) on(?:wards?)?|from today|going forward|moving forward|in (?:the )?future|"
    r"in all (?:of )?your (?:answers|replies|responses|messages)|"
    r"(?:for|in) (?:all|every|any|each|future|your) (?:future )?(?:answers?|repl(?:y|ies)|responses?|messages?|"
    r"conversations?|chats?)|by default|"
    r"at all times|every single time|every time|each time|as a rule|as a general rule|until i say "
    r"otherwise|unless i (?:say|ask) "
    r"otherwise|"
    r"whenever (?:you|i) [^,]{2,40}|when you (?:write|generate|show|give|explain|format) [^,]{2,40}(?=,)|"
    r"when(?:ever)? (?:you )?(?:answer|reply|respond|talk|speak|write)(?:ing)?(?: to me)?|for the rest of (?:this|"
    r"our) (?:chat|conversation)"
)
_LASTS = re.compile(
    rf"\b(?:{_LASTING}|always|never|don't (?:you )?ever|ever again|anymore|any more(?=\W*$|[.,;!])|"
    r"don't call me|stop calling me)\b",
    re.I,
)
_STRIP = re.compile(rf"[,\s]*\b(?:{_LASTING}|always|any ?more|ever again|please|pls|kindly)\b[,:\s]*", re.I)
_VERB = (
    r"use|give|keep|make|write|reply|respond|answer|speak|talk|call|address|include|avoid|don't|do not|never|stop|"
    r"show|add|put|format|be|"
    r"explain|cite|ask|tell|remind|end|start|begin|assume|convert|provide|list|skip|leave|refer|treat|say|send|"
    r"check|double-check|"
    r"quote|sign|translate|remember to|prefer|stick|spell|wrap|limit|summarize|omit|drop|mention|refrain|suggest|"
    r"recommend|name|no"
)
_TRAIL = re.compile(
    r",? (?:if (?:that's|that is|it's|you|possible|ok|okay|poss)\b.*|ok(?:ay)?|thanks|thank you|thx|cheers|will you|"
    r"would you|for me|instead)$",
    re.I,
)
_NO_ORDER = re.compile(
    r"keep (?:going|it up|at it|up|on|fighting|pushing|trying|shining|smiling|dreaming|being|moving|"
    r"chasing|rocking|believing|"
    r"spreading|inspiring|working|in touch|me posted|me updated|us posted|that)\b|(?:never|always|don't "
    r"ever|don't) (?:give up|stop|lose|let|"
    r"settle|quit|look back|back down|forget|say never|surrender|sell yourself|underestimate|believe|"
    r"trust yourself|stay|follow your|"
    r"be yourself|be afraid|be scared|hesitate|listen to your)\b|"
    r"(?:never|don't|do not|no|always)\s+(?:\w+(?:ed|ught)|been|seen|saw|had|gone|went|done|did|heard|"
    r"thought|knew|known|"
    r"felt|got|gotten|met|said|told|made|came|took|gave|found|left|lost|won|ate|drank|drove|flew|read|such|"
    r"mind|worry|fear|know|think|understand|want|like|have|care|get|see|need|remember|judge|be sorry|feel|one|way|idea|"
    r"problem|wonder|doubt|thanks|matter|really|quite|even|too|a|an|the|in|at|on|as|for|to|knew|so|fails?|gets?|"
    r"disappoints?|ends?|stops?|trying|happy|great|good|nice|fun|here|there|again|more)\b",
    re.I,
)
_SPLIT_ORDER = re.compile(
    r",? (?:and|but|also) (?=(?:please |pls )?(?:going forward|from now on|always|never|don't|do not|"
    r"please|in future)\b)",
    re.I,
)
_RATHER_YOU = re.compile(
    r"^i(?:'d| would) (?:rather|prefer(?: it if)?|sooner)(?: that)? you (?P<verb>\w+?)(?P<past>e?d|ied)? ",
    re.I,
)
_START = re.compile(rf"^(?:and |also |then |so |ok |just )*(?:{_VERB})\b", re.I)
_POLITE = re.compile(
    r"^(?:(?:can|could|would|will) you (?:please )?|i(?:'d| would) (?:like|prefer|love|appreciate) (?:it if you |"
    r"you to |that you |if you )|i (?:want|need|prefer|expect) you to |"
    r"you (?:should|must|can|may|have to|need to) |i prefer (?:that you |when you |if you )|make sure (?:to |that "
    r"you |you )|be sure to |remember to |try to |let's |it's better to )",
    re.I,
)
_STYLE_WORDS = (
    r"short|shorter|brief|concise|terse|succinct|detailed|long|thorough|formal|informal|casual|friendly|simple|"
    r"direct|blunt|polite|"
    r"technical|non-technical|plain|clear|funny|humorous|playful|professional|neutral|warm|honest|precise|"
    r"conversational|minimal|"
    r"step-by-step|in-depth|light|serious|straightforward|to the point|crisp|compact|upbeat|gentle|sarcastic|witty"
)
_STYLE_LIST = (
    rf"(?:(?:very|more|really|super|a bit|a little|quite|nice and) )?(?:{_STYLE_WORDS})(?:(?:,| and|, and) "
    rf"(?:{_STYLE_WORDS}))*"
)
_STYLES: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        # Keep your answers short.   Keep it brief.
        rf"^(?:keep|make) (?:it|things|them|(?:all )?(?:your |the )?(?:answers?|repl(?:y|ies)|responses?|"
        rf"explanations?|messages?|tone))(?: to me)? (?P<style>{_STYLE_LIST})$",
        # I'd like your replies to be brief.
        rf"^(?:i(?:'d| would)? (?:like|want|prefer) )?(?:your|all|the) (?:answers?|repl(?:y|ies)|responses?)(?: "
        rf"to be| should be| must be| have to be| ought to be| need to be)? (?P<style>{_STYLE_LIST})$",
        # Be concise.
        rf"^be (?P<style>{_STYLE_LIST})(?: with me| in your (?:answers|replies|responses))?$",
        # Give me short answers.   I prefer concise answers.   I like detailed explanations.
        rf"^(?:(?:give|send|write)(?: me)? |(?:answer|reply|respond)(?: to me)? with |use |"
        r"i (?:really |generally |usually |much )?(?:prefer|like|want|"
        rf"need) (?:to get |getting )?)(?:a )?(?P<style>{_STYLE_LIST}) (?:answers?|repl(?:y|ies)|responses?|"
        rf"explanations?|tone|style|language|messages?|summaries)(?: only)?(?: (?:to|over|than|when|from).*)?$",
        # Answer briefly / in bullet points.
        r"^(?:answer|reply|respond|write|talk|speak|explain things|format (?:your )?(?:answers|replies|responses)|"
        r"give (?:me )?(?:your )?(?:answers|replies|responses))(?: to me)? (?:in |as |with |using )?(?:a |an "
        r")?(?P<style>bullet points?|bullets|plain english|short sentences|one sentence|full sentences|a formal "
        r"tone|(?:formal|casual|friendly) (?:tone|style)|briefly|concisely|formally|casually|informally|simply)$",
        r"^i (?:really |generally |usually )?(?:prefer|like|want) (?P<style>bullet points|bullets|plain english|"
        r"short sentences|simple (?:words|language))(?: (?:to|over|rather).*)?$",
        r"^use (?P<style>bullet points|bullets|plain english|short sentences|simple (?:words|language)|a "
        r"(?:formal|casual|friendly) tone)$",
    )
)
_LANGUAGE = "|".join(sorted(LANGUAGES, key=len, reverse=True))
_IN_LANGUAGE = re.compile(
    rf"^(?:(?:answer|reply|respond|speak|talk|write|chat|communicate|message)(?: to)?(?: me)?(?: back)?|give "
    rf"(?:me )?(?:your |all )?(?:answers|replies|responses)|keep (?:your )?(?:answers|replies|responses)|"
    rf"(?:i (?:want|need|expect|prefer|like) )?(?:your |all |all your |the )(?:answers|replies|"
    rf"responses)(?: to be| should "
    rf"be| must be)?|conversation(?:s)?|everything)"
    rf"(?: only)? (?:in|using) (?P<language>(?:(?:simplified|traditional|british|american|brazilian) "
    rf")?(?:{_LANGUAGE}))(?: only| please)?"
    r"(?:,? (?:even (?:when|if|though)|no matter|regardless|whatever|whichever)\b.*)?$",
    re.I,
)
_SPEAK = re.compile(
    rf"^(?:use|speak|switch to) (?P<language>{_LANGUAGE})(?: (?:with|to) me| when (?:answering|replying).*)?$",
    re.I,
)
_NAMED = re.compile(
    r"(?i:\b(?:i'll|i will|i'm going to|i'm gonna|let me|i'd like to|i want to|can i|i shall) (?:just )?(?:call|"
    r"name) you) (?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)|"
    r"(?i:\byour (?:new )?name is(?: now)?) (?P<name2>[A-Z][\w'-]*)|(?i:\byou(?:'re| are) (?:now )?(?:called|"
    r"named)) (?P<name3>[A-Z][\w'-]*)"
)
_CALL_ME = re.compile(
    r"^(?i:(?:but |and |so |just |please |you can |you may |feel free to )*(?:call|address) me (?:as "
    r")?)(?P<name>(?:(?:Dr|Mr|Mrs|Ms|Prof)\. )?[A-Z][\w'-]*(?: [A-Z][\w'-]*)?)(?: (?:instead|from now on|"
    r"please|for short))?$"
)


def _candidate(predicate: str, text: str, subject: str = PERSON) -> Candidate:
    return Candidate(subject, predicate, text, confidence=0.9)


def read(text: str, sentence: Sentence) -> Iterator[Candidate]:
    """Instructions of one piece; nothing for a one-off request."""
    body = _TRAIL.sub("", text.strip().rstrip(".!? "))
    rather = _RATHER_YOU.match(body)
    if rather:
        body = f"{_bare(rather)} {body[rather.end() :]}"
    parts = _SPLIT_ORDER.split(body)
    if len(parts) > 1 and not text.strip().endswith("?"):
        found = [order for part in parts for order in _read(part, part, sentence)]
        if len(found) > 1:
            yield from found
            return
    yield from _read(body, text, sentence)


def _bare(rather: re.Match[str]) -> str:
    """The bare verb of "I'd rather you answered", "replied", "used"."""
    verb, past = rather["verb"], rather["past"] or ""
    if verb.endswith("i") and past:
        return f"{verb[:-1]}y"
    known = {
        "spoke": "speak",
        "wrote": "write",
        "gave": "give",
        "kept": "keep",
        "didn't": "don't",
        "us": "use",
        "writ": "write",
    }
    return known.get(verb, f"{verb}e" if past == "ed" and verb.endswith(("us", "not", "writ")) else verb)


def _read(body: str, text: str, sentence: Sentence) -> Iterator[Candidate]:
    named = _NAMED.search(body)
    if named:
        yield _candidate("name", next(g for g in named.groups() if g), "assistant")
        return
    call = _CALL_ME.match(body) or _CALL_ME.match(re.sub(rf"(?i)^(?:{_LASTING})[, ]+(?:please )?", "", body))
    if call:
        yield _candidate("nickname", call["name"])
        return
    if text.strip().endswith("?") and not _lasts(body):
        return
    lasting = bool(_lasts(body) or re.match(r"(?i)(?:please )?stop \w+ing\b", body))
    bare = _STRIP.sub(" ", body).strip(" ,")
    bare = re.sub(r"(?i)^don't (?:you )?ever\b", "don't", re.sub(r"\s+", " ", bare))
    for _ in range(2):
        bare = _POLITE.sub("", bare).strip(" ,")
    found = list(_manner(bare, lasting))
    if found:
        yield from found
    elif (
        lasting
        and _START.match(bare)
        and not _NO_ORDER.match(bare)
        and not re.match(r"(?i)(?:no|never|don't)\b.*\b(?:i|i'm|i've)\b", body)
    ):
        for phrase in _phrases(_recase(bare)):
            yield next(_manner(phrase, True), None) or _candidate("instruction", phrase)


_ASKED_FOR = re.compile(r"(?i)\b(?:how (?:to|i|we)|tips?|advice|help me)\b")


def _lasts(body: str) -> bool:
    """Whether an order is for good; "explain how kites fly and does the string always pull" is not."""
    return any(
        not _ASKED_FOR.search(body[: cue.start()])
        and (
            cue.group().lower() not in ("always", "never")
            or len(body[: cue.start()].split()) < 6
            or re.match(rf"(?i)\s*(?:$|[,.;!]|(?:{_VERB})\b)", body[cue.end() :])
        )
        for cue in _LASTS.finditer(body)
    )


def _manner(bare: str, lasting: bool) -> Iterator[Candidate]:
    language = _IN_LANGUAGE.match(bare) or (_SPEAK.match(bare) if lasting else None)
    if language:
        yield _candidate("response_language", language["language"])
        return
    for pattern in _STYLES:
        style = pattern.match(bare)
        if style and (lasting or not re.match(r"(?i)(?:keep|make) (?:it|this|that|things|them)\b", bare)):
            words = re.sub(
                r"(?i)^(?:very|more|really|super|a bit|a little|quite|nice and) ", "", style["style"]
            )
            yield _candidate("response_style", re.sub(r"(?i)^an? ", "", words))
            return


def _recase(text: str) -> str:
    """A sentence's first letter, small again: "Use metric units" → "use metric units"."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _phrases(text: str) -> list[str]:
    """ "use British spelling and give me metric units" → two instructions."""
    parts = re.split(rf"\s*(?:,|;|\band\b)\s+(?:and )?(?=(?:{_VERB})\b)", text, flags=re.I)
    return [
        re.sub(r"^(?:and|also|then|so|just|remember to)\s+", "", p).strip(" ,")
        for p in parts
        if p.strip(" ,")
    ]
