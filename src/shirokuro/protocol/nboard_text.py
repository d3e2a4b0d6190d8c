"""NBoard's notation: moves, values and depths as its lines have them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from shirokuro import PASS, BookEntry, BookMove, Result, move_name

EXACT, WIN_LOSS = "100%", "100%W"


def move_text(move: int) -> str:
    return "PA" if move == PASS else move_name(move).upper()


def line_text(moves: Iterable[int]) -> str:
    """Moves without spaces."""
    return "".join(map(move_text, moves))


def search_line(result: Result) -> str:
    """A search result, with its depth in plies or, if solved, its confidence."""
    plies = f"{result.depth}@{result.confidence}%" if result.kind == "selective" else str(result.depth)
    depth = {"exact": EXACT, "wld": WIN_LOSS}.get(result.kind, plies)
    return f"search {line_text(result.pv)} {result.value:+.2f} 0 {depth} {result.badge()}"


def book_line(move: BookMove, entry: BookEntry) -> str:
    """A move of the book, and the number of games in which it was played."""
    games = sum(played.games for played in entry.played if played.move == move.move)
    depth = {"exact": EXACT, "depth": str(move.degree)}.get(move.kind, f"{move.degree}%")
    return f"book {move_text(move.move)} {move.value:+.2f} {games} {depth} {move.badge()}"


def answer_line(move: int, value: float | None, seconds: float) -> str:
    """The move to play; a pass has nothing after it."""
    if move == PASS:
        return "=== PA"
    return f"=== {move_text(move)}/{'' if value is None else f'{value:.2f}'}/{seconds:.3f}"


def one_word(text: str) -> str:
    """A name without spaces."""
    return re.sub(r"[^\w.,:=+-]+", "_", text)
