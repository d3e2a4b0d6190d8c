"""A game as a row of a table: the columns of the laboratory's exports and of `MatchResult.to_frame`."""

from __future__ import annotations

from dataclasses import asdict
from typing import NamedTuple

from shirokuro.engine.limits import Limits
from shirokuro.matches.fixture import Game
from shirokuro.notation.move_names import move_text
from shirokuro.squares.colour import BLACK, WHITE


class GameRow(NamedTuple):
    """What defines a game, how it ended and what it cost; the last `CLOCKED` columns are measured times."""

    variant: str
    black: str
    white: str
    opening: str
    seed: str
    """As text: many programs cannot read unsigned 64-bit numbers."""
    black_limits: str
    white_limits: str
    clock: str
    margin: float | None
    plies: int
    """The moves of the game, passes included."""
    moves: str
    """All moves, two characters each; a pass is `pa`."""
    note: str
    black_nodes: int
    white_nodes: int
    black_seconds: float = 0.0
    white_seconds: float = 0.0


CLOCKED = 2
"""The number of columns, at the end, that hold measured times."""


def game_row(game: Game) -> GameRow:
    """The row of a game."""
    fixture, record = game.fixture, game.record
    return GameRow(
        variant=fixture.variant,
        black=fixture.black,
        white=fixture.white,
        opening=fixture.opening,
        seed=str(fixture.seed),
        black_limits=_words(fixture.limits[BLACK]),
        white_limits=_words(fixture.limits[WHITE]),
        clock="" if fixture.clock is None else str(fixture.clock),
        margin=record.result,
        plies=len(record.moves),
        moves="".join(map(move_text, record.moves)),
        note=record.note,
        black_nodes=game.nodes(BLACK),
        white_nodes=game.nodes(WHITE),
        black_seconds=game.seconds(BLACK),
        white_seconds=game.seconds(WHITE),
    )


def _words(limits: Limits) -> str:
    return ",".join(f"{name}={value}" for name, value in asdict(limits).items() if value is not None)
