"""What do we know: facts grouped by entity and theme, dated and cited. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from graphmem.dates import shown
from graphmem.model import Contested, Entity, Fact, Known, ProfileSection
from graphmem.names import has_cjk, shown_name
from graphmem.registry import Registry


def build(
    namespace: str,
    facts: Sequence[Fact],
    open_facts: Sequence[Fact],
    contested: Sequence[Contested],
    registry: Registry,
    subjects: Sequence[str],
    as_of: datetime,
) -> Known:
    """`subjects`: entity ids in the order to show them; other subjects are left out."""
    order = {s: i for i, s in enumerate(subjects)}
    themes = list(dict.fromkeys(registry[name].theme for name in registry if registry[name].theme))
    groups: dict[tuple[str, str], list[Fact]] = {}
    entities: dict[str, Entity] = {}
    for fact in facts:
        if fact.subject.id in order:
            entities[fact.subject.id] = fact.subject
            groups.setdefault((fact.subject.id, registry[fact.predicate].theme or "other"), []).append(fact)
    rank = {theme: i for i, theme in enumerate(themes)}
    keys = sorted(groups, key=lambda k: (order[k[0]], rank.get(k[1], len(rank)), k[1]))
    names = list(registry)
    place = {name: i for i, name in enumerate(names)}
    sections = tuple(
        ProfileSection(
            entities[who],
            theme,
            tuple(sorted(groups[who, theme], key=lambda f: (place.get(f.predicate, len(names)), f.text))),
        )
        for who, theme in keys
    )
    waiting = [f for f in open_facts if f.subject.id in order]
    past = [f for f in waiting if f.stance == "planned" and _passed(f, as_of)]
    return Known(
        namespace=namespace,
        sections=sections,
        open=tuple(f for f in waiting if f not in past),
        to_confirm=(*(f for f in facts if f.stale and f.subject.id in order), *past),
        contested=tuple(c for c in contested if c.fact.subject.id in order),
    )


def _passed(fact: Fact, as_of: datetime) -> bool:
    """A plan whose date has passed never turns true by itself: it is to be confirmed."""
    dated = any(e.said_at != fact.valid_at for e in fact.evidence)
    return dated and fact.valid_at is not None and fact.valid_at <= as_of


_ZH = {
    "identity": "身份",
    "place": "地点",
    "work_and_study": "工作与学习",
    "people": "家人与朋友",
    "taste": "喜好",
    "health": "健康",
    "skill_and_tool": "技能与工具",
    "owning_and_planning": "物品与计划",
    "instruction": "对助手的要求",
    "other": "其他",
    "open": "计划或不确定",
    "confirm": "待确认",
    "contested": "说法不一",
    "otherwise": "；另有说法：",
    "since": "，自 ",
    "on": "，",
    "planned": "（计划）",
    "tentative": "（不确定）",
}
_EN = {
    "open": "planned or tentative",
    "confirm": "to be confirmed",
    "contested": "contradicted",
    "otherwise": "; said otherwise: ",
    "since": ", since ",
    "on": ", ",
}


def text(profile: Known) -> str:
    """The profile as lines, in the language most of its facts are in: a heading an entity and theme, then its
    facts with date and id.
    """
    every = [f for s in profile.sections for f in s.facts] + [*profile.open, *profile.to_confirm]
    chinese = 2 * sum(has_cjk(f.text) for f in every) > len(every)
    words = _ZH if chinese else _EN
    lines: list[str] = []
    last = ""
    for section in profile.sections:
        if section.entity.id != last:
            lines.append(f"# {shown_name(section.entity, 'zh' if chinese else 'en')}")
            last = section.entity.id
        lines.append(f"## {words.get(section.theme, section.theme.replace('_', ' '))}")
        lines += [_line(f, words) for f in section.facts if not f.stale]
    for heading, facts in (("open", profile.open), ("confirm", profile.to_confirm)):
        if facts:
            lines += [f"# {words[heading]}", *(_line(f, words) for f in facts)]
    if profile.contested:
        lines += [f"# {words['contested']}", *(_contested(c, words) for c in profile.contested)]
    return "\n".join(lines)


def _line(fact: Fact, words: Mapping[str, str]) -> str:
    start = shown(fact.valid_at, fact.valid_precision, fact.valid_offset)
    stance = words.get(fact.stance, f" ({fact.stance})") if fact.stance != "stated" else ""
    dated = f"{words['since']}{start}" if start else ""
    return f"- {_on_one_line(fact.text)}{stance}{dated} [{fact.id[:8]}]"


def _contested(contested: Contested, words: Mapping[str, str]) -> str:
    """ "- user lives in Ghent [1a2b3c4d]; said otherwise: user lives in Delft, 2026-03-02 [9f8e7d6c]"."""
    others = [
        f"{words['otherwise']}{_on_one_line(f.text)}{words['on']}{shown(e.said_at, 'day', f.valid_offset)} [{f.id[:8]}]"
        for f in contested.otherwise
        for e in f.evidence
    ]
    return _line(contested.fact, words) + "".join(others)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
