"""Charts of the benchmarks as PNG: bars and lines, told apart by hatching, markers and strokes as well as by colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#999999", "#56b4e9")
HATCHES = ("", "//", "..", "xx", "--", "oo")
MARKERS = ("o", "s", "^", "D", "v", "P")
STROKES = ("-", "--", ":", "-.", "-", "--")
WIDE = 30
"""Values that differ by more than this factor are drawn on a logarithmic scale."""


def bars(path: Path, title: str, groups: Mapping[str, Mapping[str, float | None]], unit: str) -> None:
    """`groups`: label → series → value, where None is drawn as missing. `unit`: of the values."""
    series = list(dict.fromkeys(name for group in groups.values() for name in group))
    if not series:
        return
    width = 0.8 / len(series)
    size = 0.55 * len(groups) * len(series) + 2.5
    figure, axes = _begin(title, max(6.0, min(14.0, size)))
    values = [v for group in groups.values() for v in group.values() if v]
    if _wide(values):
        axes.set_yscale("log")
    for i, name in enumerate(series):
        for j, group in enumerate(groups.values()):
            at, value = j + (i - (len(series) - 1) / 2) * width, group.get(name)
            label = name if j == 0 else "_"
            axes.bar(
                at,
                value or 0,
                0.92 * width,
                label=label,
                color=COLOURS[i],
                hatch=HATCHES[i],
                edgecolor="white",
            )
            shown = _number(value) if value is not None else "–"
            height = value if value else (min(values) if values else 0)
            axes.annotate(shown, (at, height), (0, 2), textcoords="offset points", ha="center", fontsize=8)
    axes.set_xticks(range(len(groups)), list(groups))
    axes.margins(y=0.12)
    _end(figure, axes, path, unit, len(series))


def lines(
    path: Path, title: str, series: Mapping[str, Sequence[tuple[float, float]]], unit: str, across: str
) -> None:
    """`series`: name → points; `across`: what the horizontal axis is."""
    figure, axes = _begin(title, 7.5)
    if _wide([x for points in series.values() for x, _ in points]):
        axes.set_xscale("log")
    if _wide([y for points in series.values() for _, y in points]):
        axes.set_yscale("log")
    for i, (name, points) in enumerate(series.items()):
        xs, ys = [x for x, _ in points], [y for _, y in points]
        axes.plot(xs, ys, label=name, color=COLOURS[i], marker=MARKERS[i], linestyle=STROKES[i], linewidth=2)
        for x, y in points:
            axes.annotate(_number(y), (x, y), (0, 6), textcoords="offset points", ha="center", fontsize=8)
    ticks = sorted({x for points in series.values() for x, _ in points})
    axes.set_xticks(ticks, [f"{x:,.0f}" for x in ticks], minor=False)
    axes.minorticks_off()
    axes.set_xlabel(across)
    axes.margins(x=0.08, y=0.15)
    if axes.get_yscale() == "linear":
        axes.set_ylim(bottom=0)
    _end(figure, axes, path, unit, len(series))


def _begin(title: str, width: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, 4.2), dpi=120, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, fontsize=11, loc="left")
    return figure, axes


def _end(figure: Figure, axes: Axes, path: Path, unit: str, series: int) -> None:
    axes.set_ylabel(unit)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _number(value)))
    axes.grid(axis="y", color="#dddddd")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if series > 1:
        axes.legend(fontsize=9, frameon=False, ncols=min(3, series), loc="upper left")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)


def _wide(values: Sequence[float]) -> bool:
    return bool(values) and min(values) > 0 and max(values) / min(values) > WIDE


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
