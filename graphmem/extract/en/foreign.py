"""Chinese words in an English sentence: a name to the parser, themselves again in what is found.

"I live in 北京." is parsed as "I live in Zelkora.", "I speak 中文." as "I speak Quechua."
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from graphmem.extract.stretch import Sentence
from graphmem.model import Candidate, Mentioned, Rejected

Found = Candidate | Mentioned | Rejected
_RUN = re.compile(r"[\u3400-\u9fff]+(?:·[\u3400-\u9fff]+)*")
_TONGUE = re.compile(r"普通话|.{1,4}[语文话]")
_TONGUES = ("Quechua", "Amharic", "Khmer", "Uzbek", "Kazakh", "Pashto")
"""Languages to the parser, as 中文 or 日语 are."""
_STEMS = ("Zelkora", "Marvinto", "Torvessa", "Beldora", "Kalvenna", "Dorvelli", "Santorva", "Velmara")


def latinised(sentences: Sequence[Sentence]) -> tuple[list[Sentence], dict[str, str]]:
    """The sentences with a name for each run of Chinese, and name → run."""
    runs = list(dict.fromkeys(run for s in sentences for run in _RUN.findall(s.text)))
    if not runs:
        return list(sentences), {}
    said = " ".join(s.text.lower() for s in sentences)
    free = iter([name for name in _TONGUES if name.lower() not in said])
    names = {
        run: (next(free, "") if _TONGUE.fullmatch(run) else "")
        or f"{_STEMS[i % len(_STEMS)]}{'n' * (i // len(_STEMS))}"
        for i, run in enumerate(runs)
    }
    written = [
        replace(s, text=_RUN.sub(lambda m: names[m[0]], s.text), length=s.length or len(s.text))
        if _RUN.search(s.text)
        else s
        for s in sentences
    ]
    return written, {name: run for run, name in names.items()}


def restored(found: Iterable[Found], runs: Mapping[str, str]) -> list[Found]:
    """What was found, with the runs for the names."""
    return [_restore(item, runs) for item in found] if runs else list(found)


def plain(text: str, runs: Mapping[str, str]) -> str:
    for name in sorted(runs, key=len, reverse=True):
        text = text.replace(name, runs[name])
    return text


def _restore(item: Found, runs: Mapping[str, str]) -> Found:
    if isinstance(item, Candidate):
        return replace(
            item,
            subject=plain(item.subject, runs),
            object=plain(item.object, runs),
            category=plain(item.category, runs),
            replaces=plain(item.replaces, runs) if item.replaces else item.replaces,
        )
    return replace(item, name=plain(item.name, runs)) if isinstance(item, Mentioned) else item
