"""Small players that a rival is measured on, found by their dotted names; the registry does not have them.

`MobilityOnly`, `FewestReplies` and `SecondBest` are open to tuning. The others are held out: no constant of
the rival may be chosen on games against them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits
from shirokuro.engine.pool import ENGINES
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.player import Player, after, dice
from shirokuro.players.rival.character import rim
from shirokuro.squares.square import PASS, place_of

GOOD_LEVEL = 10
"""That of players which are good for half of a game."""
BLUNDERS = 0.1


@dataclass(frozen=True)
class MeasuringPlayer(Player):
    """Chooses by the board and by chance, whatever the limits."""

    seed: int = 0

    def with_seed(self, seed: int) -> Self:
        return replace(self, seed=seed)

    def choose(self, board: Board) -> int:  # type: ignore[override]  # it may leave out the limits
        return self.move(board, dice(self.seed, board))

    @abstractmethod
    def move(self, board: Board, throw: Random) -> int:
        """The move to play."""


class MobilityOnly(MeasuringPlayer):
    """Wants most moves for itself and fewest for the other side, one ply ahead."""

    def move(self, board: Board, throw: Random) -> int:
        return favourite(board, throw, lambda move: _own_replies(board, move) - _replies(board, move))


class FewestReplies(MeasuringPlayer):
    """Leaves the other side as few moves as it can."""

    def move(self, board: Board, throw: Random) -> int:
        return favourite(board, throw, lambda move: -_replies(board, move))


class SecondBest(MeasuringPlayer):
    """Plays the second-best move of a search of three plies."""

    def move(self, board: Board, throw: Random) -> int:
        return best_first(board, 3)[:2][-1]


class EvaporatingGreedy(MeasuringPlayer):
    """Turns as few discs as it can for half of the game, then as many."""

    def move(self, board: Board, throw: Random) -> int:
        sign = 1 if is_late(board) else -1
        return favourite(board, throw, lambda move: sign * len(board.flips(move)))


class EdgeLover(MeasuringPlayer):
    """Goes as near to the rim as it can."""

    def move(self, board: Board, throw: Random) -> int:
        last = board.variant.width - 1

        def nearness(move: int) -> int:
            x, y = place_of(move)
            return 0 if move in rim(board.variant) else -min(x, y, last - x, last - y)

        return favourite(board, throw, nearness)


class CornerRusher(MeasuringPlayer):
    """Takes corners and otherwise plays at random."""

    def move(self, board: Board, throw: Random) -> int:
        return favourite(board, throw, lambda move: move in board.variant.corners)


class RunsAway(MeasuringPlayer):
    """Plays as far away from the other side's last move as it can."""

    def move(self, board: Board, throw: Random) -> int:
        last = next((move for move in reversed(board.move_stack) if move != PASS), None)
        if last is None:
            return throw.choice(board.legal_moves)
        column, row = place_of(last)

        def distance(move: int) -> int:
            x, y = place_of(move)
            return max(abs(x - column), abs(y - row))

        return favourite(board, throw, distance)


class Blunderer(MeasuringPlayer):
    """Reads two plies, and plays one move in ten at random."""

    def move(self, board: Board, throw: Random) -> int:
        return throw.choice(board.legal_moves) if throw.random() < BLUNDERS else best_first(board, 2)[0]


class StrongEarly(MeasuringPlayer):
    """A good player that plays the second half of a game at random."""

    def move(self, board: Board, throw: Random) -> int:
        return throw.choice(board.legal_moves) if is_late(board) else _good_move(board, self.seed)


class StrongLate(MeasuringPlayer):
    """Plays the first half of a game at random, then well."""

    def move(self, board: Board, throw: Random) -> int:
        return _good_move(board, self.seed) if is_late(board) else throw.choice(board.legal_moves)


def favourite(board: Board, throw: Random, worth: Callable[[int], float]) -> int:
    """The legal move of the greatest worth, ties at random."""
    found = {move: worth(move) for move in board.legal_moves}
    most = max(found.values())
    return throw.choice([move for move in found if found[move] == most])


def best_first(board: Board, depth: int) -> list[int]:
    """The legal moves, best first, by a search of so many plies."""
    with ENGINES.lend(1, 1) as engine:
        return [*engine.analyze(board, Limits(depth=depth))]


def is_late(board: Board) -> bool:
    """Whether half of the places are taken."""
    return 2 * len(board.empties()) <= len(board.variant.cells) - 4


def _good_move(board: Board, seed: int) -> int:
    return EnginePlayer(level=GOOD_LEVEL, seed=seed).choose(board).move


def _replies(board: Board, move: int) -> int:
    return len(after(board, move).legal_moves)


def _own_replies(board: Board, move: int) -> int:
    """The moves that the side has if it may move again at once."""
    child = after(board, move)
    child.turn = child.turn.opponent
    return len(child.legal_moves)
