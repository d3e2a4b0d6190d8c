"""A game as a row of a table, for spreadsheets and data frames."""

from __future__ import annotations

from typing import NamedTuple

from shirokuro.colour import BLACK, WHITE
from shirokuro.engine import Limits
from shirokuro.fixture import Game


class Row(NamedTuple):
    """What defined the game, how it ended and what it cost; the last columns are a clock's."""

    variant: str
    black: str
    white: str
    opening: str
    seed: str
    """As text: 64 bits without a sign are more than many programs take for a number."""
    black_limits: str
    white_limits: str
    clock: str
    margin: float | None
    plies: int
    moves: str
    note: str
    black_nodes: int
    white_nodes: int
    black_seconds: float = 0.0
    white_seconds: float = 0.0


CLOCKED = 2
"""How many columns, from the last, a clock has measured."""


def row(game: Game) -> Row:
    fixture, record = game.fixture, game.record
    return Row(
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
        moves=record.board().transcript(),
        note=record.note,
        black_nodes=game.nodes(BLACK),
        white_nodes=game.nodes(WHITE),
        black_seconds=game.seconds(BLACK),
        white_seconds=game.seconds(WHITE),
    )


def _words(limits: Limits) -> str:
    named = {"depth": limits.depth, "nodes": limits.nodes, "seconds": limits.seconds}
    return ",".join(f"{name}={value}" for name, value in named.items() if value is not None)
