"""What the study of people measures: `person` alone, and beside people where their games are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

from shirokuro.engine.limits import Limits
from shirokuro.lab.judging import side_reviews
from shirokuro.lab.run.plan import Cell, Json, Measurement, Scale, stored_as
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import both_colours
from shirokuro.matches.fixture import Fixture
from shirokuro.matches.game import play
from shirokuro.people.difficulty import difficulty
from shirokuro.seed import derive
from shirokuro.studies.people import tournament

RATINGS = (1100, 1300, 1500, 1700, 1900)
NEIGHBOURS = tuple(pairwise(RATINGS))
PIECE = 20
"""Games, positions or players that are measured together."""
DEPTH = 8
"""Plies of the searches that judge what moves lose, exact from 18 empties on."""
MOST_LATE = 50
"""Difficulty is measured on positions from ply 10 to here."""


def plan(scale: Scale) -> list[Cell]:
    """The cells that need tournament games are left out where there are none."""
    games, each = scale.count(4, 100, 400), scale.count(2, 40, 400)
    cells = [
        Cell(meeting(one, other), both_colours(Fixture(person(other), person(one), seed=scale.seed), games))
        for one, other in NEIGHBOURS
    ]
    for rating in RATINGS:
        cells += pieces(lost_name(rating), each, lost_by_person, rating=rating, seed=scale.seed)
    cells += pieces("difficulty", scale.count(4, 100, 1000), difficulties, seed=scale.seed)
    if tournament.folder() is None:
        return cells
    for rating in RATINGS:
        cells += pieces(lost_name(rating, "people"), each, tournament.lost_by_people, of=rating, depth=DEPTH)
    cells += pieces("moves", scale.count(4, 200, 4000), tournament.guessed_moves, count="games")
    cells += pieces("losses", scale.count(20, 500, 8000), tournament.foreseen_losses, count="positions")
    cells += pieces("ratings", scale.count(1, 20, 100), tournament.missed_ratings, count="players")
    return cells


def person(rating: int) -> str:
    return f"person:rating={rating}"


def meeting(one: int, other: int) -> str:
    return f"{other} against {one}"


def lost_name(rating: int, who: str = "person") -> str:
    return f"losses of {who} at {rating}"


def pieces(
    name: str, total: int, function: Callable[..., Json], count: str = "games", **arguments: Json
) -> list[Cell]:
    """Cells of `PIECE` each; a longer row of them begins with the shorter."""
    return [
        Cell(
            f"{name}, {first}",
            measurement=Measurement.of(
                function, first=first, **{count: min(PIECE, total - first)}, **arguments
            ),
        )
        for first in range(0, total, PIECE)
    ]


def values_of(results: Results, name: str) -> Iterator[Any]:
    """The values of the pieces of that name that were measured."""
    for cell_name, cell in results.items():
        if cell_name.rpartition(",")[0] == name and cell.value is not None:
            yield cell.value


@stored_as("shirokuro.studies.people:lost_by_person")
def lost_by_person(rating: int, first: int, games: int, seed: int) -> Json:
    """What both sides lost in games of `person` against itself: discs, choices and blunders of each."""
    found: list[Json] = []
    for number in range(first, first + games):
        record = play(person(rating), person(rating), seed=derive(seed, "losses", rating, number))
        found += [[each.lost, each.choices, each.blunders] for each in side_reviews(record, DEPTH).values()]
    return found


@stored_as("shirokuro.studies.people:difficulties")
def difficulties(first: int, games: int, seed: int) -> Json:
    """For positions of games of `person`, one of each, what they are to each rating: keeps, loss, blunder."""
    found: list[Json] = []
    for number in range(first, first + games):
        one = derive(seed, "difficulty", number)
        boards = list(play(person(1500), person(1500), seed=one).boards())[10:MOST_LATE]
        board = Random(one).choice([each for each in boards if len(each.legal_moves) > 1])
        hard = [difficulty(board, rating, Limits(depth=DEPTH)) for rating in RATINGS]
        found.append([[each.keeps, each.loss, each.blunder] for each in hard])
    return found
