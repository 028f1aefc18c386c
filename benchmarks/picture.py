"""A bar chart as SVG, written without any library."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

WIDTH, ROW, LEFT = 560, 26, 170


def bars(path: Path, title: str, rows: Sequence[tuple[str, float]]) -> None:
    """`rows`: a label and a value from 0 to 1 each."""
    height = 50 + ROW * len(rows)
    room = WIDTH - LEFT - 70
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="12" y="24" font-size="15">{escape(title)}</text>',
    ]
    for i, (label, value) in enumerate(rows):
        y = 42 + ROW * i
        length = round(room * min(1.0, max(0.0, value)))
        parts += [
            f'<text x="{LEFT - 8}" y="{y + 14}" font-size="12" text-anchor="end">{escape(label)}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{room}" height="18" fill="#eeeeee"/>',
            f'<rect x="{LEFT}" y="{y}" width="{length}" height="18" fill="#3b6fb6"/>',
            f'<text x="{LEFT + room + 8}" y="{y + 14}" font-size="12">{value:.3f}</text>',
        ]
    path.write_text("\n".join([*parts, "</svg>"]) + "\n", encoding="utf-8")
