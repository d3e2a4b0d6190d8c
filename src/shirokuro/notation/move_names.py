"""Moves by name, as all text formats write them."""

from __future__ import annotations

from shirokuro.errors import NotationError
from shirokuro.notation.span import Span
from shirokuro.notation.values import GameText
from shirokuro.squares.square import PASS, narrow, square_name
from shirokuro.squares.variant import Variant
from shirokuro.words.message import Message

PASS_NAMES = ("pass", "pa", "ps", "--")

_NAMES = (*map(square_name, range(64)), "pa")
_MOVES = {**{name: square for square, name in enumerate(_NAMES)}, **dict.fromkeys(PASS_NAMES, PASS)}


def read_move(span: Span, variant: Variant) -> int:
    """The move that a span names, if the variant has that cell."""
    name = span.text
    move = _MOVES.get(narrow(name).lower())
    if move is None:
        raise span.error(Message("notation.no_move", name=f"{name[:12]!r}"))
    if move != PASS and move not in variant.cells:
        raise span.error(Message("notation.no_cell_of", name=name, board=variant))
    return move


def move_text(move: int) -> str:
    """The canonical name of a move: a square in lower case, or pa."""
    if not 0 <= move <= PASS:
        raise NotationError(Message("notation.no_move", name=move))
    return _NAMES[move]


def move_texts(game: GameText) -> list[str]:
    """The canonical names of a game's moves."""
    if game.moves and max(game.moves) > PASS:
        wrong = next(number for number, move in enumerate(game.moves, 1) if move > PASS)
        raise NotationError(
            Message("notation.no_move", name=game.moves[wrong - 1]), Message("places.move", number=wrong)
        )
    return [_NAMES[move] for move in game.moves]
