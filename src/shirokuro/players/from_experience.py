"""What an experience answers, and whose side a game was learned from."""

from __future__ import annotations

from random import Random

from shirokuro.board.board import Board
from shirokuro.board.record import Record
from shirokuro.experience.experience import Experience
from shirokuro.experience.experience_file import Known
from shirokuro.players.player import Choice
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.words.message import Message


def experience_choice(
    experience: Experience, board: Board, known: Known | None, throw: Random
) -> Choice | None:
    """One of its best moves; None where it does not know the position."""
    found = experience.moves(board, known)
    if found is None:
        return None
    move = throw.choice(found.moves)
    return Choice(move, found.value, (move,), note=Message("notes.experience"))


def side_in(record: Record, name: str) -> Colour | None:
    """The side that a player of that name had; None where it had neither or both."""
    sides = [side for side, player in ((BLACK, record.black), (WHITE, record.white)) if player == name]
    return sides[0] if len(sides) == 1 else None
