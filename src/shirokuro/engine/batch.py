"""The rules over arrays of positions, for people who train: uint64[n, 2], own discs and the opponent's.

Every function takes any variant, releases the interpreter, spreads over `threads` (0: all cores) and ends at
once on Ctrl-C; results do not depend on the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shirokuro import _core
from shirokuro.board.board import SCORINGS, Board, Scoring, board_of
from shirokuro.engine.deepening import MODES, Mode
from shirokuro.engine.engine import enum_value, search_task
from shirokuro.engine.evaluation import Evaluator
from shirokuro.engine.limits import MOST_THREADS, Caps, Limits, Stop, given_limits
from shirokuro.engine.table_memory import table_for_empties
from shirokuro.errors import InvalidMoveError, InvalidPositionError
from shirokuro.squares.colour import BLACK, Colour
from shirokuro.squares.square import PASS, SquareSet, Symmetry
from shirokuro.squares.variant import find_variant

__all__ = [
    "NO_MOVE",
    "UNSOLVED",
    "Positions",
    "RandomGames",
    "Solutions",
    "evaluate",
    "from_boards",
    "is_over",
    "legal",
    "play",
    "playout",
    "random_games",
    "solve",
    "to_boards",
    "transform",
]

Positions = NDArray[np.uint64]
"""An array of shape (n, 2): own discs and the opponent's, one bit a square."""
UNSOLVED = -128
"""The value of a position that was not solved."""
NO_MOVE = 255
"""The move where none is known, or where the game is over: in rows of moves, what follows the last."""
TABLES_MIB = 1024
"""What the tables of all threads take together at most."""
_DISCS = np.array([byte.bit_count() for byte in range(256)], dtype=np.uint8)


def from_boards(boards: Iterable[Board | str]) -> Positions:
    """The positions of boards or of their texts, each seen by its side to move."""
    pairs = [(int(board.own), int(board.opp)) for board in map(board_of, boards)]
    return np.array(pairs, dtype=np.uint64).reshape(-1, 2)


def to_boards(positions: ArrayLike, *, turn: Colour = BLACK, variant: str = "reversi") -> list[Board]:
    """Boards of the positions; arrays know no colours, so the side to move is `turn` on all of them."""
    array, found = _positions(positions), find_variant(variant)
    boards = []
    for number, (own, opp) in enumerate(array.tolist()):
        black, white = (own, opp) if turn == BLACK else (opp, own)
        try:
            boards.append(Board.from_cells(SquareSet(black), SquareSet(white), turn, found))
        except InvalidPositionError as error:
            raise InvalidPositionError(f"position {number}: {error}") from None
    return boards


def legal(positions: ArrayLike, *, variant: str = "reversi", threads: int = 0) -> NDArray[np.uint64]:
    """The legal moves of each position as a mask of squares."""
    array = _positions(positions)
    out = np.empty(len(array), dtype=np.uint64)
    _core.legal_many(_name(variant), array, out, _threads(threads))
    return out


def is_over(positions: ArrayLike, *, variant: str = "reversi", threads: int = 0) -> NDArray[np.bool_]:
    """Whether neither side can move, for each position."""
    array = _positions(positions)
    over: NDArray[np.bool_] = legal(array, variant=variant, threads=threads) == 0
    over[over] = legal(array[over][:, ::-1], variant=variant, threads=threads) == 0
    return over


def evaluate(
    positions: ArrayLike,
    evaluator: str = "trained",
    *,
    weights: str | Path | None = None,
    variant: str = "reversi",
    threads: int = 0,
) -> NDArray[np.int8]:
    """A static evaluation of each position, in discs for the side to move."""
    array, name = _positions(positions), _name(variant)
    evaluation = Evaluator(evaluator, weights).only_on(name)
    out = np.empty(len(array), dtype=np.int8)
    _core.evaluate_many(name, array, evaluation, out, _threads(threads))
    return out


def play(positions: ArrayLike, moves: ArrayLike, *, variant: str = "reversi", threads: int = 0) -> Positions:
    """The positions after one move each (a square, or PASS), seen by the side that is then to move."""
    array = _positions(positions)
    squares = np.asarray(moves)
    if squares.ndim != 1 or (squares.size and squares.dtype.kind not in "iu"):
        raise ValueError(f"moves: a list of integers is needed, not {squares.dtype}{list(squares.shape)}")
    if len(wrong := np.flatnonzero((squares < 0) | (squares > PASS))):
        at = wrong[0]
        raise InvalidMoveError(f"position {at}: {squares[at]} is not a square: squares are 0…63, PASS is 64")
    out = np.empty_like(array)
    _core.play_many(_name(variant), array, squares.astype(np.uint8), out, _threads(threads))
    return out


def playout(
    positions: ArrayLike,
    *,
    seed: int = 0,
    scoring: Scoring = "winner",
    variant: str = "reversi",
    threads: int = 0,
) -> NDArray[np.int8]:
    """One random game from each position; the final margins, each for the side to move in its position."""
    by = enum_value("scoring", scoring, SCORINGS, _core.Scoring)
    array = _positions(positions)
    out = np.empty(len(array), dtype=np.int8)
    _core.playout_many(_name(variant), array, out, _seed(seed), by, _threads(threads))
    return out


class RandomGames(NamedTuple):
    """Whole random games; the positions follow from the moves."""

    moves: NDArray[np.uint8]
    """A row of squares each, without passes; NO_MOVE fills up the row of a game that left cells empty."""
    margins: NDArray[np.int8]
    """The final margins, black's minus white's; the winner has the empty cells."""


def random_games(
    games: int, *, seed: int = 0, first: int = 0, variant: str = "reversi", threads: int = 0
) -> RandomGames:
    """Random games from the start, in which every legal move is equally likely.

    Those of a seed are numbered, and a number always gives the same game: `first` is that of the first.
    """
    if games < 0 or not 0 <= first < 2**63:
        raise ValueError(f"games: a number of games is needed, not {games} from number {first}")
    name = _name(variant)
    start = Board(name)
    moves = np.empty((games, len(start.empties())), dtype=np.uint8)
    margins = np.empty(games, dtype=np.int8)
    _core.random_games(name, moves, margins, _seed(seed), first, _threads(threads))
    return RandomGames(moves, margins)


class Solutions(NamedTuple):
    """What is known of solved positions; the others have UNSOLVED for a value."""

    values: NDArray[np.int8]
    """Margins under perfect play for the side to move; in the mode `wld` 1, 0 or -1."""
    moves: NDArray[np.uint8]
    """A best move each: a square, PASS, or NO_MOVE where the game is over or nothing is known."""

    @property
    def solved(self) -> NDArray[np.bool_]:
        """Which positions were solved: all of them, unless limits or a stop ended it before."""
        found: NDArray[np.bool_] = self.values != UNSOLVED
        return found


def solve(
    positions: ArrayLike,
    mode: Mode = "exact",
    limits: Limits | None = None,
    stop: Stop | None = None,
    *,
    scoring: Scoring = "winner",
    variant: str = "reversi",
    threads: int = 0,
    progress: Callable[[int, int], object] | None = None,
    **caps: Unpack[Caps],
) -> Solutions:
    """The value of each position under perfect play, and a best move.

    `limits` hold for each position. `stop` ends the whole; what was solved until then is in the answer.
    `progress` is called some twenty times a second with the number of positions done and of all. Values do
    not depend on the threads; which one of equally good moves is named may.
    """
    goal = enum_value("mode", mode, MODES, _core.Goal)
    limits = given_limits(limits, caps) or Limits()
    if limits.depth is not None:
        raise ValueError("limits: a solver searches to the end, whatever the depth")
    array, name, workers = _positions(positions), _name(variant), _threads(threads)
    found = Solutions(np.empty(len(array), dtype=np.int8), np.empty(len(array), dtype=np.uint8))
    task = search_task(limits, stop, scoring, goal=goal)
    table_bytes = 0
    if len(array):  # the engine of any thread may meet the position with the most empties
        occupied = (array[:, 0] | array[:, 1]).view(np.uint8)
        fewest = int(_DISCS[occupied].reshape(-1, 8).sum(axis=1).min())
        share = max(TABLES_MIB // min(workers, len(array)), 1)
        empties = len(find_variant(name).cells) - fewest
        table_bytes = min(table_for_empties(empties, limits), share) << 20
    _core.solve_many(name, array, Evaluator().on(name), task, table_bytes, *found, progress, workers)
    if progress is not None and found.solved.all():
        progress(len(array), len(array))
    return found


def transform(
    positions: ArrayLike, symmetry: Symmetry | int, *, variant: str = "reversi", threads: int = 0
) -> Positions:
    """The image of each position under a symmetry."""
    array = _positions(positions)
    out = np.empty_like(array)
    _core.transform_many(_name(variant), array, Symmetry(symmetry), out, _threads(threads))
    return out


def _positions(positions: ArrayLike) -> Positions:
    if not isinstance(positions, np.ndarray):
        try:
            positions = np.array(positions, dtype=np.uint64)
        except (OverflowError, TypeError, ValueError) as error:
            raise ValueError(f"positions: unsigned 64-bit integers are needed: {error}") from None
    elif positions.dtype.kind == "i":
        positions = positions.astype(np.int64).view(np.uint64)
    elif positions.size and positions.dtype.kind != "u":
        raise ValueError(f"positions: unsigned 64-bit integers are needed, not {positions.dtype}")
    array = np.ascontiguousarray(positions, dtype=np.uint64)
    if array.size == 0:
        array = array.reshape(-1, 2)
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"positions: an array of shape (n, 2) is needed, this one has {array.shape}")
    return array


def _seed(seed: int) -> int:
    if not 0 <= seed < 2**64:
        raise ValueError("seed: 0…2^64-1")
    return seed


def _name(variant: str) -> str:
    return find_variant(variant).name


def _threads(threads: int) -> int:
    if not 0 <= threads <= MOST_THREADS:
        raise ValueError(f"threads: 1…{MOST_THREADS}, or 0 for all cores")
    return threads or os.cpu_count() or 1
