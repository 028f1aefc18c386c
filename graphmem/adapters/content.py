"""The words in what chat APIs call content: a text, or parts, some of them texts. By shape, without a package."""

from __future__ import annotations

from typing import Any

_TEXTS = ("text", "input_text", "output_text")


def text_of(content: Any) -> str:
    """A text, or the text parts of a list such as [{"type": "text", "text": …}]; '' for anything else."""
    if isinstance(content, str):
        return content.strip()
    if isinstance(content, list | tuple):
        parts = [part if isinstance(part, str) else _part(part) for part in content]
        return "\n".join(part.strip() for part in parts if part.strip())
    return ""


def field(thing: Any, name: str) -> Any:
    """Of a mapping or an object; None where there is none."""
    return thing.get(name) if isinstance(thing, dict) else getattr(thing, name, None)


def _part(part: Any) -> str:
    kind, text = field(part, "type"), field(part, "text")
    return text if isinstance(text, str) and kind in (None, *_TEXTS) else ""
