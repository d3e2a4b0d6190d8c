"""A review as a graph, move by move, of how far black is ahead: as text, and as SVG for a page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from shirokuro import BLACK, Colour, Judgement, Review

HALF = 4
"""Rows of text above the axis, and below it."""
MARGIN = 7
"""Columns left of the bars."""
LEAST_COLUMNS = 20
WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 12, 26
"""The margins of the SVG."""
MOST_TICKS = 4
"""On each side of zero."""


def text_graph(review: Review, columns: int = 80) -> list[str]:
    """X where black is ahead, O where white is; below, who lost four discs or more with a move."""
    if not review.moves:
        return ["no moves to draw"]
    parts = _parts(review.moves, max(columns, LEAST_COLUMNS) - MARGIN)
    values = [part[-1].black_value for part in parts]
    peak = _peak(values)
    rows = [_text_row(values, level, peak) for level in range(HALF, -HALF - 1, -1)]
    return [*rows, *(_marks(parts, side) for side in Colour), _plies(parts)]


def _parts(moves: tuple[Judgement, ...], columns: int) -> list[tuple[Judgement, ...]]:
    """The moves that share a column: one each, if there is room."""
    each = -(-len(moves) // columns)
    return [moves[first : first + each] for first in range(0, len(moves), each)]


def _peak(values: list[int]) -> int:
    """The value of the outermost row: a multiple of the rows."""
    highest = max(map(abs, values))
    return max(-(-highest // HALF) * HALF, HALF)


def _text_row(values: list[int], level: int, peak: int) -> str:
    if level == 0:
        return f"{0:5} +{'-' * len(values)}"
    label = f"{level * peak // HALF:+5d}" if level % 2 == 0 else " " * 5
    symbol = BLACK.symbol if level > 0 else BLACK.opponent.symbol
    least = (abs(level) - 0.5) * peak / HALF
    sign = 1 if level > 0 else -1
    return f"{label} |{''.join(symbol if sign * value >= least else ' ' for value in values)}".rstrip()


def _marks(parts: list[tuple[Judgement, ...]], side: Colour) -> str:
    found = ("?" if any(each.mark and each.side == side for each in part) else " " for part in parts)
    return f"{side.symbol:>3} ?  {''.join(found)}".rstrip()


def _plies(parts: list[tuple[Judgement, ...]]) -> str:
    """The number of every tenth column's move."""
    numbers = "".join(f"{part[0].ply:<10}" for part in parts[::10])
    return f"{'move':>5}  {numbers}".rstrip()


def svg_graph(review: Review) -> str:
    """Bars in the colours of the page that they stand on; red dots where a move lost four discs or more."""
    values = [judged.black_value for judged in review.moves]
    step = _step(max(map(abs, values), default=1))
    most = step * max(-(-max(map(abs, values), default=1) // step), 1)
    return "\n".join(
        [
            f'<svg role="img" viewBox="0 0 {WIDTH} {HEIGHT}" aria-label="How far black is ahead">',
            *_grid(step, most),
            *_bars(review.moves, most),
            *_numbers(review.moves),
            "</svg>",
        ]
    )


def _step(highest: int) -> int:
    """Between two lines of the grid: a power of two."""
    step = 1
    while highest > step * MOST_TICKS:
        step *= 2
    return step


def _y(value: float, most: int) -> float:
    middle = (HEIGHT - TOP - BOTTOM) / 2
    return TOP + middle - value / most * middle


def _slot(moves: tuple[Judgement, ...]) -> float:
    """The width that a move has."""
    return (WIDTH - LEFT - RIGHT) / max(len(moves), 1)


def _grid(step: int, most: int) -> Iterator[str]:
    for value in range(-most, most + 1, step):
        y = _y(value, most)
        kind = "axis" if value == 0 else "grid"
        yield f'<path class="{kind}" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
        label = "0" if value == 0 else f"{value:+d}".replace("-", "−")
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'


def _bars(moves: tuple[Judgement, ...], most: int) -> Iterator[str]:
    slot = _slot(moves)
    for number, judged in enumerate(moves):
        x, end, zero = LEFT + number * slot, _y(judged.black_value, most), _y(0, most)
        ahead = "black" if judged.black_value > 0 else "white"
        yield f"<g><title>{escape(f'{judged.side}: {judged}')}</title>"
        yield (
            f'<rect class="bar {ahead}" x="{x + slot * 0.1:.1f}" y="{min(end, zero):.1f}"'
            f' width="{slot * 0.8:.1f}" height="{abs(end - zero):.1f}"/>'
        )
        if judged.mark:
            yield f'<circle class="mistake" cx="{x + slot / 2:.1f}" cy="{end:.1f}" r="4"/>'
        yield "</g>"


def _numbers(moves: tuple[Judgement, ...]) -> Iterator[str]:
    """Every tenth move's number, below the bars."""
    slot = _slot(moves)
    for number, judged in enumerate(moves):
        if judged.ply % 10 == 0 or judged.ply == 1:
            x = LEFT + (number + 0.5) * slot
            yield f'<text x="{x:.1f}" y="{HEIGHT - 6}" text-anchor="middle">{judged.ply}</text>'
