"""Measures how often mistakes get a reason and how often best moves are blamed, and fits the weights.

`python benchmarks/why.py [--years 2011-2015 --seed 1211] [--jobs 2]` prints the figures of docs/why.md: over
the mistakes of six discs or more and the best moves out of WTHOR games of `PUBLISHED`, then 30 of those
mistakes in full. `--fit` prints the discs that each measure is worth, fitted to games of `FITTED`; with
`--board nip` to games between levels of the engine, since there are no tournaments.

- A *mistake* is a move by a person that loses at least six discs, both moves searched equally deep: 10
  plies, or to the end from 16 empties on. At most one per game, after the opening and before the last plies.
- A *best move* is one that was played and is best of all, in a position with a choice. It is compared with
  the second best move as if that were better, and is blamed if there is a reason.
- The *fit* is least squares, with the sign that each measure should have, over the best move and up to four
  others of a position of each phase of each game: the loss, up to 16 discs, by the differences in measures.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random

import numpy as np

import shirokuro as sk
from shirokuro.explanation.explainer import (
    EARLY,
    LATE,
    MEASURES,
    TERMS,
    Reason,
    consequences,
    phase_of,
    reasons_between,
)
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.notation.wthor import read_wthor
from shirokuro.workers.executors import work_on

FOLDER = Path(os.environ.get("SHIROKURO_DATA", "")) / "wthor"
FITTED = range(1985, 2004)
PUBLISHED = range(2004, 2011)
LEAST_MOVES = 50
"""Plies; shorter games were broken off."""
OPENING, LAST = 12, 6
"""Plies that people know by heart; empties from which on there is little left to explain."""
TRIES = 14
"""Moves of a game that are examined."""
LEAST_LOSS = 6
DEPTH, EXACT_FROM = 10, 16
SHOWN = 30
PARTS = (range(29, 65), range(17, 29), range(17))
"""Empties: no line is played out, most lines are, both end the game by best play."""
OTHERS = 4
FIT_DEPTH, FIT_EXACT_FROM = 8, 10
MOST_FITTED, MOST_LOSS, RIDGE, STEPS = 24, 16, 10.0, 400


@dataclass(frozen=True)
class Pair:
    """Two moves of a position with the expected line after each; the loss is that of the first."""

    line: str
    move: int
    other: int
    loss: int
    pv: tuple[int, ...]
    other_pv: tuple[int, ...]

    @property
    def board(self) -> sk.Board:
        return sk.Board.parse(self.line)

    def reasons(self, *, swapped: bool = False) -> tuple[Reason, ...]:
        """The reasons why the first move is worse than the second, right or wrong."""
        lines = (self.other_pv, self.pv) if swapped else (self.pv, self.other_pv)
        return reasons_between(self.board, *lines)


@dataclass(frozen=True)
class Row:
    """What the fit sees of a pair: the phase, the loss and the differences in the measures."""

    phase: int
    loss: int
    measured: dict[str, float]

    @classmethod
    def of(cls, pair: Pair) -> Row:
        mine, best = consequences(pair.board, pair.pv, pair.other_pv)
        measured = {name: mine[name].number - best[name].number for name in mine}
        return cls(phase_of(pair.board), min(pair.loss, MOST_LOSS), measured)


@dataclass(frozen=True)
class Found:
    """The results of one game."""

    mistake: Pair | None = None
    best: Pair | None = None
    fitted: tuple[Row, ...] = ()


def tournament_games(chosen: Iterable[int], count: int, seed: int) -> list[sk.Record]:
    games = chain.from_iterable(read_wthor(FOLDER / f"WTH_{year}.wtb") for year in chosen)
    whole = [game for game in games if len(game.moves) >= LEAST_MOVES]
    return [sk.Record.from_text(game) for game in Random(seed).sample(whole, count)]


def level_games(variant: str, count: int, first: int) -> Iterator[sk.Record]:
    """Games between weak levels, whose moves are as bad as people's."""
    for seed in range(first, first + count):
        black, white = Random(seed).choices([f"engine:level={level}" for level in range(3, 9)], k=2)
        yield sk.play(black, white, sk.Board(variant), seed=seed)


# Finding mistakes and best moves


def limits_of(board: sk.Board) -> sk.Limits:
    return sk.Limits() if len(board.empties()) <= EXACT_FROM else sk.Limits(depth=DEPTH)


def search_game(task: tuple[int, sk.Record]) -> Found:
    """The first mistake and the first best move, among moves in random order."""
    seed, record = task
    boards = list(record.boards())[:-1]
    plies = [*range(OPENING, len(boards) - LAST)]
    Random(seed).shuffle(plies)
    mistake = best = None
    with sk.Engine(1, 16) as engine:
        for ply in plies[:TRIES]:
            board, move = boards[ply], record.moves[ply]
            if len(board.legal_moves) < 2:
                continue
            top = engine.search(board, limits_of(board)).move
            if top == move:
                best = best or against_second(engine, board, move)
            elif top is not None:
                mistake = mistake or against_best(engine, board, move, top)
            if mistake and best:
                break
    return Found(mistake, best)


def against_best(engine: sk.Engine, board: sk.Board, move: int, best: int) -> Pair | None:
    pair = pair_of(board, move, best, engine.compare(board, (best, move), limits_of(board)))
    return pair if pair.loss >= LEAST_LOSS else None


def against_second(engine: sk.Engine, board: sk.Board, move: int) -> Pair | None:
    results = engine.analyze(board, limits_of(board))
    second = next(each for each in results if each != move)
    return pair_of(board, move, second, results) if results[move].value >= results[second].value else None


def pair_of(board: sk.Board, move: int, other: int, results: dict[int, sk.Result]) -> Pair:
    loss = results[other].value - results[move].value
    return Pair(board.line(), move, other, loss, results[move].pv, results[other].pv)


# The fit


def look_at_game(task: tuple[int, sk.Record]) -> Found:
    """The best move and others, in a position of the middle game and one of the ending."""
    seed, record = task
    random, boards, cells = Random(seed), list(record.boards())[:-1], len(record.root().empties())
    phases = (OPENING, cells - EARLY), (cells - EARLY, cells - LATE), (cells - LATE, cells - FIT_EXACT_FROM)
    rows = list[Row]()
    with sk.Engine(1, 16) as engine:
        for first, last in phases:
            ply = random.randrange(min(first, last - 1), last)
            if ply < len(boards) and len((board := boards[ply]).legal_moves) > 1:
                rows += map(Row.of, pairs_of(engine, board, record.moves[ply]))
    return Found(fitted=tuple(rows))


def pairs_of(engine: sk.Engine, board: sk.Board, played: int) -> Iterator[Pair]:
    """The best move beside the move played, the second best and some more."""
    results = engine.analyze(board, sk.Limits(depth=FIT_DEPTH))
    best, *others = results
    others = [*dict.fromkeys([move for move in others if move == played] + others[:1] + others[2::3])]
    better = lengthened(engine, board, results[best].pv)
    for move in others[:OTHERS]:
        loss = results[best].value - results[move].value
        if loss <= MOST_FITTED:
            yield Pair(board.line(), move, best, loss, lengthened(engine, board, results[move].pv), better)


def lengthened(engine: sk.Engine, board: sk.Board, line: tuple[int, ...]) -> tuple[int, ...]:
    """A line with two more moves, as long as those of a deeper search."""
    board = board.copy(stack=False)
    for move in line:
        board.push(move)
    return line if board.is_over() else line + engine.search(board, sk.Limits(depth=4)).pv[:2]


def fit(rows: list[Row]) -> None:
    """Prints the discs that one more of each measure costs, in each phase."""
    for phase, title in enumerate(("early", "middle", "late")):
        chosen = [row for row in rows if row.phase == phase]
        names = [name for name in MEASURES if any(name in row.measured for row in chosen)]
        signs = np.array([1 if MEASURES[name].is_bad else -1 for name in names])
        matrix = np.array([[row.measured[name] for name in names] for row in chosen]) * signs
        losses = np.array([row.loss for row in chosen], float)
        weights = least_squares(matrix, losses)
        correlation = np.corrcoef(matrix @ weights, losses)[0, 1]
        print(f"{title}: {len(chosen)} pairs, correlation {correlation:.2f}")
        for name, weight in zip(names, weights * signs, strict=True):
            print(f"  {name:14} {weight:+.2f}", flush=True)


def least_squares(matrix: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Least squares with no weight below zero, one coordinate after another."""
    square, product = matrix.T @ matrix + RIDGE * np.eye(matrix.shape[1]), matrix.T @ wanted
    weights = np.zeros(len(product))
    for _ in range(STEPS):
        for i in range(len(weights)):
            rest = product[i] - square[i] @ weights + square[i, i] * weights[i]
            weights[i] = max(0.0, rest / square[i, i])
    return weights


# The figures


def publish(found: list[Found]) -> None:
    mistakes = [each.mistake for each in found if each.mistake]
    best = [each.best for each in found if each.best]
    print("| what | moves | with a reason | more than 28 empties | 17 to 28 | 16 or fewer |")
    print("|---" * 6 + "|")
    rows = {
        "mistakes of six discs or more": [(pair, pair.reasons()) for pair in mistakes],
        "best moves, beside the second best": [(pair, pair.reasons()) for pair in best],
        "best moves, beside those mistakes": [(pair, pair.reasons(swapped=True)) for pair in mistakes],
    }
    for title, given in rows.items():
        print(f"| {title} | {len(given)} | {' | '.join(shares(given))} |")
    print("\n| term | mistakes | best moves |\n|---|---|---|")
    counts = [Counter(reason.term for _, each in given for reason in each) for given in rows.values()]
    for term in dict.fromkeys([*TERMS.values(), "c", "x"]):
        print(f"| {term} | {counts[0][term]} | {counts[1][term]} |")
    for number, pair in enumerate(mistakes[:SHOWN], 1):
        print("\n" + "\n".join(in_full(number, pair)))


def shares(given: list[tuple[Pair, tuple[Reason, ...]]]) -> Iterator[str]:
    parts = [[(pair, each) for pair, each in given if len(pair.board.empties()) in part] for part in PARTS]
    for part in (given, *parts):
        blamed = sum(bool(each) for _, each in part)
        share = Proportion(blamed, len(part))
        low, high = (100 * bound for bound in (share.interval().low, share.interval().high))
        yield f"{blamed} of {len(part)}, {100 * share.value:.1f} % ({low:.0f}–{high:.0f})"


def in_full(number: int, pair: Pair) -> Iterator[str]:
    """A mistake: its board, both expected lines and the reasons."""
    board, names = pair.board, [" ".join(map(sk.move_name, pv[:8])) for pv in (pair.pv, pair.other_pv)]
    yield f"### {number}. {sk.move_name(pair.move)} instead of {sk.move_name(pair.other)}: {pair.loss} discs"
    yield f"\n```\n{board}\n```\n\n`{names[0]}` against `{names[1]}`\n"
    reasons = pair.reasons()
    yield from (
        f"- **{each.title()}** {each.sentence()}<br>**{each.title('ja')}** {each.sentence('ja')}"
        for each in reasons
    )
    if not reasons:
        yield "- deep reading / 深い読み"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=420, metavar="N", help="games to look at (default 420)")
    parser.add_argument("--years", type=years, metavar="A-B", help="other years than 2004-2010, or 1985-2003")
    parser.add_argument("--seed", type=int, default=1204, metavar="N", help="which games (default 1204)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="games at a time (default 2)")
    parser.add_argument("--fit", action="store_true", help="the discs that each measure is worth")
    parser.add_argument(
        "--board", default="reversi", metavar="NAME", help="the board of games between levels"
    )
    arguments = parser.parse_args()
    if arguments.board == "reversi" and not FOLDER.is_dir():
        sys.exit("no tournament games: SHIROKURO_DATA names no folder with wthor/ in it")
    found = look(arguments)
    fit([row for each in found for row in each.fitted]) if arguments.fit else publish(found)


def years(text: str) -> range:
    first, last = map(int, text.split("-"))
    return range(first, last + 1)


def look(arguments: argparse.Namespace) -> list[Found]:
    """The results of the games, in order."""
    if arguments.board == "reversi":
        chosen = arguments.years or (FITTED if arguments.fit else PUBLISHED)
        records = tournament_games(chosen, arguments.games, arguments.seed)
    else:
        records = [*level_games(arguments.board, arguments.games, 1000 * arguments.seed)]
    tasks = list(enumerate(records))
    found = dict[int, Found]()
    with work_on(arguments.jobs) as pool:
        for task, each in pool.map_unordered(look_at_game if arguments.fit else search_game, tasks):
            found[task[0]] = each
            print(f"\r{len(found)} of {len(tasks)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [found[number] for number in sorted(found)]


if __name__ == "__main__":
    main()
