"""Draws plots with matplotlib, which is imported when the first one is drawn."""

from __future__ import annotations

import re
from io import StringIO
from math import nan
from typing import TYPE_CHECKING, Any

from shirokuro.lab.exhibit import Plot, Series
from shirokuro.lab.report.markdown import entry

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

INK, GRID = "#33373d", "#d4d8dd"
PALETTE = ("#1f6fb4", "#c8541a", "#2b8a57", "#8a4fb0", "#9a7400", "#b03a63", "#4b6a78")
"""One colour per series; markers differ too, for colour-blind readers and grey prints."""
MARKERS = "osD^vPX"
FONT = "DejaVu Sans"
"""Comes with matplotlib, so that text has the same width on every machine."""
MOST_TICKS = 12
"""Up to this many points, each has its own tick."""
MOST_LETTERS = 60
"""Letters of bar names that fit side by side; with more, the bars are horizontal."""
APART = 0.008
"""The shift between series of a line plot, as a share of its width, so that intervals do not overlap."""
REFERENCE_LINE: Any = {"color": INK, "linewidth": 1, "linestyle": (0, (5, 4))}

_STYLE: Any = {
    "font.family": FONT,
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GRID,
    "axes.prop_cycle": f"cycler(color=['{INK}'])",  # for everything but the series
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "shirokuro",
}


def style() -> Any:
    """A context in which figures are made and saved."""
    try:
        import matplotlib
    except ImportError:
        raise ValueError("plots need matplotlib: pip install '.[lab]' in the checkout") from None
    return matplotlib.rc_context(_STYLE)


def figure(plot: Plot) -> Figure:
    """The plot without its title, which stands in the text around it; to be called in `style`."""
    from matplotlib.figure import Figure

    lying = plot.kind == "bar" and sum(len(entry(x)) for x in _places(plot)) > MOST_LETTERS
    bars = len(_places(plot)) * len(plot.series)
    drawn = Figure((7.2, max(2.4, 1.0 + 0.3 * bars) if lying else 4.0), layout="constrained")
    axes = drawn.subplots()
    if plot.kind == "line":
        _lines(axes, plot)
    else:
        _bars(axes, plot, lying)
    if len(plot.series) > 1:
        drawn.legend(loc="outside upper left", ncols=3, fontsize=10)
    return drawn


def _lines(axes: Axes, plot: Plot) -> None:
    places = _places(plot)
    numbers = [float(x) for x in places if not isinstance(x, str)]
    for number, series in enumerate(plot.series):
        # Shift each series a little, so that points at the same x do not overlap.
        part = (number - (len(plot.series) - 1) / 2) * APART
        if plot.log_x:
            shifted = [
                x if isinstance(x, str) else x * (numbers[-1] / numbers[0]) ** part for x in _xs(series)
            ]
        else:
            shifted = [
                x if isinstance(x, str) else x + part * (numbers[-1] - numbers[0]) for x in _xs(series)
            ]
        axes.errorbar(
            shifted,
            [point.y for point in series.points],
            yerr=_errors(series),
            label=series.name,
            color=PALETTE[number % len(PALETTE)],
            marker=MARKERS[number % len(MARKERS)],
            linestyle="-" if number < len(PALETTE) else "--",
            markersize=5,
            capsize=3,
        )
    if plot.reference is not None:
        axes.axhline(plot.reference, **REFERENCE_LINE)
    if plot.log_x and places:
        axes.set_xscale("log")
        _plain_ticks(axes.xaxis)
    if plot.log_y and places:
        axes.set_yscale("log")
        _plain_ticks(axes.yaxis)
    if 0 < len(numbers) <= MOST_TICKS:
        axes.set_xticks(numbers, [entry(x) for x in places])
    axes.grid(linewidth=0.8)
    axes.set(xlabel=plot.x_label, ylabel=plot.y_label)


def _plain_ticks(axis: Axis) -> None:
    """On a logarithmic axis 1, 2, 5, 10, … instead of powers."""
    from matplotlib.ticker import LogLocator

    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter("{x:g}")
    axis.minorticks_off()


def _bars(axes: Axes, plot: Plot, lying: bool) -> None:
    places, width = _places(plot), 0.8 / max(len(plot.series), 1)
    draw, error = (axes.barh, "xerr") if lying else (axes.bar, "yerr")
    for number, series in enumerate(plot.series):
        shift = (number - (len(plot.series) - 1) / 2) * width
        at = [places.index(x) + shift for x in _xs(series)]
        look: dict[str, Any] = {"color": PALETTE[number % len(PALETTE)], "ecolor": INK, "capsize": 3}
        look |= {"label": series.name, error: _errors(series)}
        draw(at, [point.y for point in series.points], width, **look)
    names = [entry(x) for x in places]
    along, across = (axes.yaxis, axes.xaxis) if lying else (axes.xaxis, axes.yaxis)
    along.set_ticks(range(len(names)), names)
    along.set_label_text(plot.x_label)
    across.set_label_text(plot.y_label)
    if lying:
        axes.invert_yaxis()
    if plot.log_y and names:
        (axes.set_xscale if lying else axes.set_yscale)("log")
        _plain_ticks(across)
    if plot.reference is not None:
        (axes.axvline if lying else axes.axhline)(plot.reference, **REFERENCE_LINE)
    across.grid(linewidth=0.8)


def _places(plot: Plot) -> list[float | str]:
    """Each x of the plot once: numbers sorted, names in their order of appearance."""
    found = dict.fromkeys(x for series in plot.series for x in _xs(series))
    return list(found) if any(isinstance(x, str) for x in found) else sorted(found, key=float)


def _xs(series: Series) -> list[float | str]:
    return [point.x for point in series.points]


def _errors(series: Series) -> list[list[float]]:
    """The lengths of the intervals below and above; NaN, which is not drawn, for points without one."""
    down = [nan if point.low is None else max(0.0, point.y - point.low) for point in series.points]
    up = [nan if point.high is None else max(0.0, point.high - point.y) for point in series.points]
    return [down, up]


_VARIABLES = {INK: "ink", GRID: "grid"} | {colour: f"series-{i}" for i, colour in enumerate(PALETTE, 1)}
_COLOURS = re.compile("|".join(_VARIABLES))
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))


def inline_svg(plot: Plot, prefix: str) -> str:
    """The plot as an SVG element; all its ids begin with the prefix."""
    with style():
        out = StringIO()
        figure(plot).savefig(out, format="svg", transparent=True, metadata=_NO_METADATA)
    text = out.getvalue()
    # Keep only the viewBox: the page decides the size, and must not fetch anything.
    (view,) = re.findall(r'<svg[^>]*? viewBox="([^"]+)"', text)
    content = text[text.index(">", text.index("<svg")) + 1 :].strip()
    # Remove comments, and the style sheet, which would apply to the whole page.
    bare = re.sub(r"<!--.*?-->\s*|<style.*?</style>\s*", "", content, flags=re.DOTALL)
    named = re.sub(r'\bid="', f'id="{prefix}-', bare)
    linked = re.sub(r'xlink:href="#', f'href="#{prefix}-', named).replace("url(#", f"url(#{prefix}-")
    coloured = _COLOURS.sub(lambda colour: f"var(--{_VARIABLES[colour[0]]})", linked)
    drawn = coloured.replace(f"'{FONT}'", f"'{FONT}', Verdana, sans-serif")
    return f'<svg role="img" viewBox="{view}">{drawn}'
