"""The readers of objects by the names that patterns give them, and the one of what is liked."""

from __future__ import annotations

import re
from collections.abc import Callable

from graphmem.extract.zh.nouns import (
    COUNT,
    NONE,
    Object,
    bare,
    is_empty,
    parts,
    read_illness,
    read_job,
    read_name,
    read_number,
    read_org,
    read_place,
    read_text,
    read_thing,
    read_title,
    read_tongue,
)
from graphmem.extract.zh.text import Text

Reader = Callable[[Text], Object]

_SENSE = re.compile(r"(?:吃|喝|饮|听|看|玩|用|追|养|逛)(?:点|些|各种)?(?=[\w\u4e00-\u9fff]{1,})")
_KEPT = re.compile(
    r"(?:看书|听歌|看电影|吃素|玩游戏|吃饭|喝酒|逛街|追星|追番|看海|看剧|追剧|用功|看海|听雨|养生)$"
)


def _is_named(text: Text) -> bool:
    tags = text.strip().tags
    return set(tags[1:] if tags[0] == "v" and len(tags) > 1 else tags) <= {"PER", "LOC", "ORG"}


def _is_one(text: Text) -> bool:
    """在湖边和林子里写生, 安静、明亮的房间, 鲁迅和巴金的散文: the list is inside what is liked."""
    pieces = parts(text)
    if len(pieces) > 1 and "的" in pieces[-1].plain[1:-1] and all(_is_named(piece) for piece in pieces[:-1]):
        return True
    first = [kind for _, _, kind in pieces[0].words()] if len(text) else []
    return text.plain.startswith(("在", "从", "对", "跟", "和", "为", "给", "把")) or (
        bool(first) and set(first) <= {"a", "d"} and "的" in text.plain
    )


def _uncounted(text: Text) -> Text:
    """编一只竹篮 → 编竹篮."""
    words = list(text.words())
    count = text.plain[slice(*words[1][:2])] if len(words) > 2 and words[0][2] == "v" else ""
    counted = COUNT.fullmatch(count) and not re.search("[点儿]", count)
    return text.without([(words[1][0], words[1][1])]) if counted else text


def read_liked(text: Text) -> Object:
    """What is liked, eaten, drunk, heard or watched, without that verb: 喝绿茶 → 绿茶."""
    out = []
    if re.match(r"(?:里面|其中|上面|[这那][个些种样类部本]).*[和、与].*", text.plain):
        return NONE
    for piece in [text] if _is_one(text) else parts(text):
        if re.match(r"[这那](?![里儿边])", piece.plain):
            continue
        body = _uncounted(bare(piece))
        sense = _SENSE.match(body.plain)
        if sense and not _KEPT.fullmatch(body.plain) and sense.end() < len(body):
            body = bare(body[sense.end() :])
        onward = re.search(r"(?:转行|转岗|然后|并且|之后)", body.plain)
        if onward and onward.start() > 1:
            body = body[: onward.start()]
        if body.plain.endswith("的") and len(body) > 1:
            body = body[:-1]
        if re.search(r"的(?:感觉|味道|东西|歌曲?|音乐|书|小说|电影)$", body.plain) and len(body) > 3:
            body = body[: body.plain.rfind("的")] if body.plain.endswith(("感觉", "味道", "东西")) else body
        owner = re.match(r"[他她它]们?的", body.plain)
        body = bare(body[owner.end() :]) if owner else body
        if body.plain in ("它", "他", "她"):
            out.append(body.plain)
        elif (
            len(body)
            and not is_empty(body.plain)
            and not re.match(r"[你您]|这[么样]|上[了你]|得", body.plain)
        ):
            out.append(body.written())
    return Object(tuple(out), len(text)) if out else NONE


READERS: dict[str, Reader] = {
    "thing": read_thing,
    "place": read_place,
    "org": read_org,
    "title": read_title,
    "job": read_job,
    "text": read_text,
    "illness": read_illness,
    "liked": read_liked,
    "name": read_name,
    "number": read_number,
    "tongue": read_tongue,
}
