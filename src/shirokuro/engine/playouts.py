"""Choosing by random games: flat Monte Carlo and UCT as Python values.

Both play from the same seed the same games; flat Monte Carlo on any number of threads, UCT on one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Unpack, cast

from shirokuro import _core
from shirokuro.board.board import Board, board_of
from shirokuro.engine.evaluation import Evaluator
from shirokuro.engine.limits import MOST_THREADS, Caps, Limits, Stop, given_limits
from shirokuro.squares.square import move_repr

Verdict = Literal["loss", "draw", "win"]
VERDICTS: tuple[Verdict, ...] = ("loss", "draw", "win")
MOST_PLAYOUTS = 10**7
"""Random games, after each move in `try_moves` and in all in `grow_tree`."""
MOST_SEED = 2**64 - 1
MOST_SOLVED = 11
"""Empties up to which the solver is quick enough for a leaf."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How the random games after one move ended, for the side that made it."""

    move: int
    games: int
    wins: int
    draws: int
    discs: int
    """The final disc differences, summed."""

    def __repr__(self) -> str:
        return move_repr(self)

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.draws

    @property
    def score(self) -> float:
        """The mean of +1 for a win, 0 for a draw and −1 for a loss."""
        return (self.wins - self.losses) / self.games

    @property
    def mean_discs(self) -> float:
        return self.discs / self.games


@dataclass(frozen=True, slots=True)
class Trials:
    """Equally many random games after every legal move, in the order of the squares."""

    moves: tuple[Trial, ...]
    is_capped: bool
    """Whether limits or a stop ended it before all games were played."""

    @property
    def games(self) -> int:
        return sum(trial.games for trial in self.moves)


@dataclass(frozen=True, slots=True)
class Branch:
    """The statistics of one move in a tree, for the side that made it."""

    move: int
    visits: int
    score: float
    """The mean of +1 for a win, 0 for a draw and −1 for a loss."""
    mean_margin: float
    least: Verdict
    """The worst outcome of the move that is not ruled out by proof …"""
    most: Verdict
    """… and the best; the two are equal where the outcome is proven."""

    def __repr__(self) -> str:
        return move_repr(self)

    @property
    def proven(self) -> Verdict | None:
        return self.least if self.least == self.most else None


@dataclass(frozen=True, slots=True)
class Tree:
    """What UCT found: the moves in the order of the squares, and the line it expects."""

    moves: tuple[Branch, ...]
    pv: tuple[int, ...]
    playouts: int
    """Random games, and solved leaves by the work they took."""
    nodes: int
    """Of the tree; where all moves were solved, those of the solver."""
    is_capped: bool

    def __repr__(self) -> str:
        return move_repr(self)

    @property
    def best(self) -> Branch:
        return next(branch for branch in self.moves if branch.move == self.pv[0])


def try_moves(
    board: Board | str,
    playouts: int = 500,
    *,
    seed: int = 0,
    threads: int = 1,
    limits: Limits | None = None,
    stop: Stop | None = None,
    **caps: Unpack[Caps],
) -> Trials:
    """`playouts` random games after each legal move; of `limits`, nodes are games in all."""
    limits = given_limits(limits, caps) or Limits()
    board = _checked(board, playouts, seed, threads)
    share = playouts if limits.nodes is None else max(1, limits.nodes // len(board.legal_moves))
    games = min(playouts, share)
    found = _core.flat(board, seed, games, threads, limits.seconds or 0.0, stop)
    trials = tuple(Trial(each.move, each.games, each.wins, each.draws, each.discs) for each in found.trials)
    return Trials(trials, found.is_capped or games < playouts)


def grow_tree(
    board: Board | str,
    playouts: int = 10_000,
    *,
    seed: int = 0,
    threads: int = 1,
    solve_empties: int = 10,
    prior: int = 100,
    evaluator: str = "trained",
    weights: str | Path | None = None,
    limits: Limits | None = None,
    stop: Stop | None = None,
    **caps: Unpack[Caps],
) -> Tree:
    """UCT with so many random games in all; of `limits`, nodes cap their number.

    Leaves with at most `solve_empties` empties are solved. The evaluation of a move counts as much as
    `prior` games; 0 leaves all to the games. `weights` is a file of your own for the evaluator `trained`.
    """
    limits = given_limits(limits, caps) or Limits()
    board = _checked(board, playouts, seed, threads)
    _check("solve_empties", solve_empties, MOST_SOLVED, least=0)
    _check("prior", prior, 1000, least=0)
    allowed = playouts if limits.nodes is None else min(playouts, limits.nodes)
    evaluation = Evaluator(evaluator, weights).only_on(board.variant_name)
    found = _core.uct(
        board, seed, allowed, threads, solve_empties, prior, evaluation, limits.seconds or 0.0, stop
    )
    return Tree(
        moves=tuple(
            Branch(
                each.move,
                each.visits,
                score=each.points / each.visits - 1 if each.visits else 0.0,
                mean_margin=each.margins / each.visits if each.visits else 0.0,
                least=cast(Verdict, each.least.name),
                most=cast(Verdict, each.most.name),
            )
            for each in found.branches
        ),
        pv=tuple(found.pv),
        playouts=found.playouts,
        nodes=found.nodes,
        is_capped=not found.is_proven and found.playouts < playouts,
    )


def _checked(board: Board | str, playouts: int, seed: int, threads: int) -> Board:
    """The board, after a check of what both functions take."""
    _check("seed", seed, MOST_SEED, least=0)
    _check("playouts", playouts, MOST_PLAYOUTS)
    _check("threads", threads, MOST_THREADS)
    board = board_of(board)
    if not board.legal_moves:
        raise ValueError("there is no legal move to choose from")
    return board


def _check(name: str, value: int, most: int, least: int = 1) -> None:
    if not least <= value <= most:
        raise ValueError(f"{name}: {least}…{most} are possible, not {value}")
