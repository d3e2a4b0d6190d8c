"""Replays many games of one board at once, with the passes that their sources left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shirokuro.board.board import Board
from shirokuro.engine import batch
from shirokuro.engine.batch import NO_MOVE, Positions
from shirokuro.notation.values import GameText
from shirokuro.squares.square import PASS

GameNumbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]


class ReplayedPly(NamedTuple):
    """The games that last at least to a ply: their positions there and the moves that follow."""

    games: GameNumbers
    """Which games, by their places in the sequence."""
    positions: Positions
    is_white: NDArray[np.bool_]
    """Whose turn it is."""
    moves: Bytes
    """NO_MOVE at the end of a game."""


@dataclass(frozen=True, slots=True)
class ReplayedGames:
    """Games after their replay, one entry a ply."""

    plies: tuple[ReplayedPly, ...]
    is_legal: NDArray[np.bool_]
    """By game; of the others, positions and moves say nothing."""

    def moves(self) -> list[bytes]:
        """The moves of every game, passes included."""
        table = np.full((len(self.is_legal), len(self.plies)), NO_MOVE, dtype=np.uint8)
        for number, ply in enumerate(self.plies):
            table[ply.games, number] = ply.moves
        return [row.tobytes().rstrip(bytes([NO_MOVE])) for row in table]


def replay(variant: str, games: Sequence[GameText]) -> ReplayedGames:
    """Plays all games at once, ply by ply."""
    is_legal = np.ones(len(games), dtype=np.bool_)
    return ReplayedGames(tuple(_plies(variant, games, is_legal)), is_legal)


def _plies(variant: str, games: Sequence[GameText], is_legal: NDArray[np.bool_]) -> Iterator[ReplayedPly]:
    width = max((len(game.moves) for game in games), default=0) + 1
    rows = b"".join(game.moves.ljust(width, bytes([NO_MOVE])) for game in games)
    written = np.frombuffer(rows, dtype=np.uint8).reshape(-1, width)
    at = np.zeros(len(games), dtype=np.int64)
    playing = np.arange(len(games))
    positions, is_white = _starts(variant, games, is_legal)
    while len(playing):
        wanted = written[playing, at[playing]]
        legal = batch.legal(positions, variant=variant)
        is_move = (wanted < PASS) & ((legal >> (wanted & 63).astype(np.uint64)) & np.uint64(1)).astype(bool)
        must_pass = (legal == 0) & (wanted != NO_MOVE)
        must_pass[must_pass] = batch.legal(positions[must_pass][:, ::-1], variant=variant) != 0
        moves = np.where(is_move, wanted, np.where(must_pass, PASS, NO_MOVE)).astype(np.uint8)
        yield ReplayedPly(playing, positions, is_white, moves)
        is_legal[playing[(moves == NO_MOVE) & (wanted != NO_MOVE)]] = False
        at[playing] += moves == wanted  # not where the source left a pass out
        goes_on = moves != NO_MOVE
        playing, is_white = playing[goes_on], ~is_white[goes_on]
        positions = batch.play(positions[goes_on], moves[goes_on], variant=variant)


def _starts(
    variant: str, games: Sequence[GameText], is_legal: NDArray[np.bool_]
) -> tuple[Positions, NDArray[np.bool_]]:
    """The first position of each game, and whether white begins."""
    usual = Board(variant)
    positions = np.repeat(batch.from_boards([usual]), len(games), axis=0)
    is_white = np.zeros(len(games), dtype=np.bool_)
    for number, game in enumerate(games):
        if game.start is not None:
            try:
                board = Board.from_text(game.start)
            except ValueError:
                is_legal[number] = False
                continue
            positions[number] = int(board.own), int(board.opp)
            is_white[number] = bool(board.turn)
    return positions, is_white
