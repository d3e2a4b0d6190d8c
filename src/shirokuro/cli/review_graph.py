"""A review as a graph in text, move by move, of how far black is ahead."""

from __future__ import annotations

from shirokuro import BLACK, Colour, Review

HALF = 4
"""Rows of text above the axis, and below it."""
MARGIN = 7
"""Columns left of the bars."""
LEAST_COLUMNS = 20


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
