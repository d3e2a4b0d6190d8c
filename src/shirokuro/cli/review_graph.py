"""A review as a graph, move by move, of how far black is ahead: as text, and as SVG for a page."""

from __future__ import annotations

from html import escape

from shirokuro import BLACK, Colour, Review

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
    moves = review.moves
    if not moves:
        return ["no moves to draw"]
    # Moves share a column where there is no room for one each.
    each = -(-len(moves) // (max(columns, LEAST_COLUMNS) - MARGIN))
    parts = [moves[first : first + each] for first in range(0, len(moves), each)]
    values = [part[-1].black_value for part in parts]
    peak = max(-(-max(map(abs, values)) // HALF) * HALF, HALF)  # of the outermost row
    rows = []
    for level in range(HALF, -HALF - 1, -1):
        if level == 0:
            rows.append(f"{0:5} +{'-' * len(values)}")
            continue
        label = f"{level * peak // HALF:+5d}" if level % 2 == 0 else " " * 5
        sign, symbol = (1, BLACK.symbol) if level > 0 else (-1, BLACK.opponent.symbol)
        least = (abs(level) - 0.5) * peak / HALF
        bars = "".join(symbol if sign * value >= least else " " for value in values)
        rows.append(f"{label} |{bars}".rstrip())
    for side in Colour:
        found = ("?" if any(move.mark and move.side == side for move in part) else " " for part in parts)
        rows.append(f"{side.symbol:>3} ?  {''.join(found)}".rstrip())
    plies = "".join(f"{part[0].ply:<10}" for part in parts[::10])  # of every tenth column
    return [*rows, f"{'move':>5}  {plies}".rstrip()]


def svg_graph(review: Review) -> str:
    """Bars in the colours of the page that they stand on; red dots where a move lost four discs or more."""
    highest = max((abs(judged.black_value) for judged in review.moves), default=1)
    step = 1  # between two lines of the grid: a power of two
    while highest > step * MOST_TICKS:
        step *= 2
    most = step * max(-(-highest // step), 1)
    parts = [f'<svg role="img" viewBox="0 0 {WIDTH} {HEIGHT}" aria-label="How far black is ahead">']
    for value in range(-most, most + 1, step):
        y, kind = _y(value, most), "axis" if value == 0 else "grid"
        parts.append(f'<path class="{kind}" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        label = "0" if value == 0 else f"{value:+d}".replace("-", "−")
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    slot, numbers = (WIDTH - LEFT - RIGHT) / max(len(review.moves), 1), []
    for number, judged in enumerate(review.moves):
        x, end, zero = LEFT + number * slot, _y(judged.black_value, most), _y(0, most)
        ahead = "black" if judged.black_value > 0 else "white"
        parts.append(f"<g><title>{escape(f'{judged.side}: {judged}')}</title>")
        parts.append(
            f'<rect class="bar {ahead}" x="{x + slot * 0.1:.1f}" y="{min(end, zero):.1f}"'
            f' width="{slot * 0.8:.1f}" height="{abs(end - zero):.1f}"/>'
        )
        if judged.mark:
            parts.append(f'<circle class="mistake" cx="{x + slot / 2:.1f}" cy="{end:.1f}" r="4"/>')
        parts.append("</g>")
        if judged.ply % 10 == 0 or judged.ply == 1:
            x = LEFT + (number + 0.5) * slot
            numbers.append(f'<text x="{x:.1f}" y="{HEIGHT - 6}" text-anchor="middle">{judged.ply}</text>')
    return "\n".join([*parts, *numbers, "</svg>"])


def _y(value: float, most: int) -> float:
    middle = (HEIGHT - TOP - BOTTOM) / 2
    return TOP + middle - value / most * middle
