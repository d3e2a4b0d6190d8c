"""Measures the mean loss per move of tournament players by strength, and of the engine's levels.

`python benchmarks/losses.py [--games 60] [--first 0] [--last 13] [--jobs 2]` takes some minutes on two
cores. It reads the WTHOR games of 1995 to 2010 in $SHIROKURO_DATA/wthor: over the board, between people.

1. WTHOR has no ratings, so players are rated from these games: the most likely strengths in Bradley and
   Terry's model (Hunter 2004, "MM algorithms"), everyone with one more draw against a player of strength 1.
2. Of each group of players some games are drawn, and the moves of the group's members are judged.
3. Each level plays itself, from where such games stood after `OPENING` plies, and all its moves are judged.
A review judges both in the same way, with an odd and an even number of plies, and exactly near the end. Only
moves with a choice count, and none in the opening, which people know by heart.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

import numpy as np

import shirokuro as sk
from shirokuro.explanation.reviewer import EXACT_FROM
from shirokuro.notation import GameText
from shirokuro.notation.wthor import read_wthor
from shirokuro.workers.executors import work_on

FOLDER = Path(os.environ.get("SHIROKURO_DATA", "")) / "wthor"
YEARS = range(1995, 2011)
ELSEWHERE = ("Internet", "(prg)", "Etudes", "Diverses")
"""Words in the names of tournaments that were not played over the board."""
LEAST_MOVES = 50
"""Plies; shorter games were broken off."""
OPENING = 12
REGULAR, NEWCOMER = 30, 10
"""Games needed for a meaningful rating; newcomers have played fewer."""
DEPTHS = (7, 8)
STEPS = 300


@dataclass(frozen=True)
class Task:
    """A game to judge: a tournament game, or one that a level plays from the opening of such a game."""

    title: str
    members: frozenset[str]
    """The sides whose moves are judged."""
    game: sk.Record
    seed: int | None = None
    """None for a tournament game."""


class Loss(NamedTuple):
    """One side's mean loss per move: in all, before the solved ending, and in it."""

    every: float
    early: float
    late: float


# The players and their strengths


def tournament_games() -> list[GameText]:
    games = chain.from_iterable(read_wthor(FOLDER / f"WTH_{year}.wtb") for year in YEARS)
    return [game for game in games if len(game.moves) >= LEAST_MOVES and is_of_people(game)]


def is_of_people(game: GameText) -> bool:
    """Programs have their author in brackets after their name."""
    names = game.black + game.white
    return not any(sign in names for sign in "(?") and not any(word in game.place for word in ELSEWHERE)


def ranking(games: list[GameText]) -> list[str]:
    """All players, strongest first."""
    names = sorted({name for game in games for name in (game.black, game.white)})
    number = {name: i for i, name in enumerate(names)}
    black, white = (np.array([number[getattr(game, side)] for game in games]) for side in ("black", "white"))
    signs = np.sign([game.result or 0.0 for game in games])
    points = np.full(len(names), 0.5)
    np.add.at(points, black, (1 + signs) / 2)
    np.add.at(points, white, (1 - signs) / 2)
    strengths = np.ones(len(names))
    for _ in range(STEPS):
        expected = 1 / (strengths + 1)
        for side in (black, white):
            np.add.at(expected, side, 1 / (strengths[black] + strengths[white]))
        strengths = points / expected
    return [names[i] for i in np.argsort(-strengths)]


def groups(games: list[GameText]) -> dict[str, frozenset[str]]:
    """The members of each group, weakest first."""
    counts = Counter(name for game in games for name in (game.black, game.white))
    ranked = [name for name in ranking(games) if counts[name] >= REGULAR]
    quarter = len(ranked) // 4
    print(
        f"{len(games)} games of {len(counts)} players, {len(ranked)} of them with {REGULAR} games or more\n"
    )
    lists = {
        f"fewer than {NEWCOMER} games": [name for name in counts if counts[name] < NEWCOMER],
        "weakest quarter": ranked[-quarter:],
        "third quarter": ranked[2 * quarter : -quarter],
        "second quarter": ranked[quarter : 2 * quarter],
        "strongest quarter but 20": ranked[20:quarter],
        "best 20": ranked[:20],
    }
    return {title: frozenset(members) for title, members in lists.items()}


# Judging games of people and of levels


def tasks(games: list[GameText], arguments: argparse.Namespace) -> Iterator[Task]:
    random = Random(0)
    for title, members in groups(games).items():
        theirs = [game for game in games if not members.isdisjoint((game.black, game.white))]
        for game in random.sample(theirs, arguments.games):
            yield Task(title, members, sk.Record.from_text(game))
    starts = [sk.Record.from_text(game) for game in random.sample(games, (arguments.games + 2) // 3)]
    for level in range(arguments.first, arguments.last + 1):
        members = frozenset([sk.player(f"engine:level={level}").name])
        yield from (Task(f"level {level}", members, start, seed) for seed, start in enumerate(starts))


def judge(task: Task) -> list[Loss]:
    """The losses of the sides that the task names."""
    record = task.game if task.seed is None else played_on(task)
    reviews = [sk.review(record, sk.Limits(depth=depth)) for depth in DEPTHS]
    sides = {sk.BLACK: record.black, sk.WHITE: record.white}
    return [loss_of(reviews, side) for side, name in sides.items() if name in task.members]


def played_on(task: Task) -> sk.Record:
    """The level plays itself from the opening of the task's game."""
    opening, (spec,) = task.game.root(), task.members
    opening.extend(task.game.moves[:OPENING])
    return sk.play(spec, spec, opening, seed=task.seed or 0)


def loss_of(reviews: list[sk.Review], side: sk.Colour) -> Loss:
    boards = list(reviews[0].record.boards())
    early, late = list[int](), list[int]()
    for each in chain.from_iterable(review.choices(side) for review in reviews):
        board = boards[each.ply - 1]
        if each.ply > OPENING and len(board.legal_moves) > 1:
            (late if len(board.empties()) <= EXACT_FROM else early).append(each.loss)
    return Loss(*(mean(losses or [0]) for losses in (early + late, early, late)))


# The table


def cell(values: tuple[float, ...]) -> str:
    """The mean with its 95 % error."""
    error = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{mean(values):.2f} ± {error:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=60, metavar="N", help="a group; a level plays a third")
    parser.add_argument("--first", type=int, default=0, metavar="LEVEL", help="from this level (default 0)")
    parser.add_argument("--last", type=int, default=13, metavar="LEVEL", help="up to this one (default 13)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="games at a time (default 2)")
    arguments = parser.parse_args()
    if not FOLDER.is_dir():
        print("no tournament games: SHIROKURO_DATA names no folder with wthor/ in it")
        return
    todo = list(tasks(tournament_games(), arguments))
    losses = {task.title: list[Loss]() for task in todo}
    with work_on(arguments.jobs) as pool:
        for done, (task, found) in enumerate(pool.map_unordered(judge, todo), 1):
            losses[task.title] += found
            print(f"\r{done} of {len(todo)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"| who | sides | loss a move | with more than {EXACT_FROM} empties | from there on |")
    print("|---|---|---|---|---|")
    for title, sides in losses.items():
        print(f"| {title} | {len(sides)} | {' | '.join(map(cell, zip(*sides, strict=True)))} |")


if __name__ == "__main__":
    main()
