"""Bars above and below zero as one self-contained SVG: who is ahead move by move, who won game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from shirokuro.squares.svg import Svg

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 12, 26
"""The margins."""
MOST_TICKS = 4
"""On each side of zero."""
MOST_NUMBERS = 12
"""Below the bars."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A value, the number of its move or game, and what is said about it."""

    number: int
    value: float
    title: str
    is_marked: bool = False


def draw_bars(bars: Sequence[Bar], title: str) -> Svg:
    """Full bars upwards, hollow ones downwards, red dots on marked ones; a page may restyle the classes."""
    highest = max((abs(bar.value) for bar in bars), default=1)
    step = 1  # between two lines of the grid: a power of two
    while highest > step * MOST_TICKS:
        step *= 2
    most = step * max(-int(-highest // step), 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" font-family="Verdana, DejaVu Sans, sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for value in range(-most, most + 1, step):
        y, (kind, stroke) = _y(value, most), ("grid", "#dfe3e6") if value else ("axis", "#5b636b")
        parts.append(f'<path class="{kind}" stroke="{stroke}" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        label = f"{value:+d}".replace("-", "−") if value else "0"
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    slot = (WIDTH - LEFT - RIGHT) / max(len(bars), 1)
    every = max(-(-len(bars) // MOST_NUMBERS), 10)
    for place, bar in enumerate(bars):
        x, end, zero = LEFT + place * slot, _y(bar.value, most), _y(0, most)
        look = 'up" fill="#1c1c1c"' if bar.value > 0 else 'down" fill="#f4f3ee"'
        parts.append(f"<g><title>{escape(bar.title)}</title>")
        parts.append(
            f'<rect class="bar {look} stroke="#77736c" x="{x + slot * 0.1:.1f}" y="{min(end, zero):.1f}"'
            f' width="{slot * 0.8:.1f}" height="{abs(end - zero):.1f}"/>'
        )
        middle = f"{x + slot / 2:.1f}"
        if bar.is_marked:
            parts.append(f'<circle class="mistake" fill="#d8401f" cx="{middle}" cy="{end:.1f}" r="4"/>')
        parts.append("</g>")
        if bar.number % every == 0 or bar.number == 1:
            parts.append(f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">{bar.number}</text>')
    return Svg("\n".join([*parts, "</svg>"]))


def _y(value: float, most: int) -> float:
    middle = (HEIGHT - TOP - BOTTOM) / 2
    return TOP + middle - value / most * middle
