"""The model of people beside tournament games that it was not trained on, where $SHIROKURO_DATA has them."""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from shirokuro.board.board import Board
from shirokuro.board.record import Record
from shirokuro.engine.engine import Engine
from shirokuro.engine.limits import Limits
from shirokuro.lab.judging import side_reviews
from shirokuro.lab.run.plan import Json, stored_as
from shirokuro.people.difficulty import BLUNDER
from shirokuro.people.model import HIGHEST, LOWEST, Question
from shirokuro.people.strength import rating
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.training.people_games import TournamentGame, is_program, rating_columns, read_games

FIRST_YEAR = 2014
"""Games from then on were not trained on."""
ALL, BY_VALUES = "all", "by values"
RANKS = {
    0: "rating below 1400",
    1400: "1400 to 1500",
    1500: "1500 to 1600",
    1600: "1600 to 1800",
    1800: "1800 and more",
}
PHASES = ("plies 1 to 9", "10 to 19", "20 to 29", "30 to 39", "40 to 49", "50 and more")
GROUPS = (ALL, BY_VALUES, *RANKS.values(), *PHASES)
"""Of positions."""
PLAYED_FROM = FIRST_YEAR - 2
"""Players are rated by their games from then on, of which there are enough."""
LEAST_GAMES = 60
"""What the player of a rating must have, besides those it is found from."""
SIZES = (10, 20)
"""The numbers of games that a rating is found from."""
NEAR = 50
"""Somebody is of a rating who is so many points away from it at most."""
BLUR = 1.5
"""Discs; what four plies show of a loss is not the truth."""


def folder() -> Path | None:
    """Where the tournament games are; None if there are none."""
    path = Path(os.environ.get("SHIROKURO_DATA", "")) / "wthor"
    return path if "SHIROKURO_DATA" in os.environ and path.is_dir() else None


@dataclass(frozen=True, slots=True)
class TournamentChoice:
    """A move that somebody chose among several, and what both players were rated before the game."""

    board: Board
    move: int
    own: float
    other: float

    def groups(self) -> tuple[str, str, str]:
        rank = next(name for least, name in reversed(RANKS.items()) if self.own >= least)
        return ALL, rank, PHASES[min(len(self.board.move_stack) // 10, len(PHASES) - 1)]


@dataclass(frozen=True, slots=True)
class Archive:
    """Tournament games in the order of their years, with black's rating, its error, white's, its error."""

    games: Sequence[TournamentGame]
    ratings: Sequence[tuple[float, ...]]

    def rating(self, number: int, side: Colour) -> float:
        return self.ratings[number][0 if side == BLACK else 2]

    def late(self) -> list[int]:
        """The games that were not trained on, in an order that has nothing to do with anything."""
        found = [number for number, game in enumerate(self.games) if game.year >= FIRST_YEAR]
        Random(1).shuffle(found)
        return found

    def choices(self, number: int) -> Iterator[TournamentChoice]:
        """The choices of both sides in a game, in order."""
        board = Board()
        black, white = (self.rating(number, side) for side in (BLACK, WHITE))
        for move in self.games[number].moves:
            if board.must_pass():
                board.push_pass()
            if len(board.legal_moves) > 1:
                own, other = (black, white) if board.turn == BLACK else (white, black)
                yield TournamentChoice(board.copy(), move, own, other)
            board.push(move)

    def record(self, number: int) -> Record:
        game, board = self.games[number], Board()
        board.extend(game.moves, insert_passes=True)
        return Record(moves=tuple(board.move_stack), black=game.black, white=game.white)


@lru_cache(maxsize=1)
def archive() -> Archive:
    """The games of $SHIROKURO_DATA; reading them takes some seconds."""
    place = folder()
    if place is None:
        raise ValueError("no tournament games: SHIROKURO_DATA names no folder with wthor/ in it")
    games = read_games(place)
    return Archive(games, [tuple(row) for row in rating_columns(games).tolist()])


def asked(value: float) -> float:
    """A rating that can be asked for."""
    return min(max(value, LOWEST), HIGHEST)


# Moves


@stored_as("shirokuro.studies.people:guessed_moves")
def guessed_moves(first: int, games: int) -> Json:
    """By group of positions, how many there are, best guess right, among three, the sum of log-losses.

    And by tenth of the chances their number, their sum, and how many of those moves were played. The first
    move is left out, since records turn it to f5.
    """
    found: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0, 0.0])
    tenths = [[0, 0.0, 0] for _ in range(10)]
    source = archive()
    for number in source.late()[first : first + games]:
        for choice in source.choices(number):
            if not choice.board.move_stack:
                continue
            question = Question(choice.board)
            chances = question.chances(asked(choice.own), asked(choice.other))
            for group in choice.groups():
                _count(found[group], chances, choice.move)
            by_values = question.chances(asked(choice.own), by_values=True)
            _count(found[BY_VALUES], by_values, choice.move)
            for guess, chance in chances.items():
                tenth = tenths[min(int(chance * 10), 9)]
                tenth[0], tenth[1], tenth[2] = (
                    tenth[0] + 1,
                    tenth[1] + chance,
                    tenth[2] + (guess == choice.move),
                )
    return {"groups": dict(found), "tenths": tenths}


def _count(sums: list[float], chances: dict[int, float], move: int) -> None:
    order = list(chances)
    for place, value in enumerate((1, order[0] == move, move in order[:3], -math.log(chances[move]))):
        sums[place] += value


# Losses


@stored_as("shirokuro.studies.people:foreseen_losses")
def foreseen_losses(first: int, positions: int) -> Json:
    """For positions, the chance of a loss of eight discs or more, and whether the move played lost them.

    Losses are by searches of 12 plies, exact from 20 empties.
    """
    source = archive()
    found: list[Json] = []
    late = source.late()
    with Engine(table_mib=256) as engine:
        for place in range(first, first + positions):  # one of each game, and then again one of each
            choice = Random(f"{place}").choice(list(source.choices(late[place % len(late)])))
            limits = Limits() if len(choice.board.empties()) <= 20 else Limits(depth=12)
            best = engine.search(choice.board, limits).move
            results = engine.compare(choice.board, (choice.move, best or choice.move), limits)
            loss = max(result.value for result in results.values()) - results[choice.move].value
            found.append([chance_of_blunder(choice), loss >= BLUNDER])
    return found


def chance_of_blunder(choice: TournamentChoice) -> float:
    """The chance of a move that loses eight discs or more, by values of four plies, which are blurred."""
    question = Question(choice.board)
    values, chances = question.values(), question.chances(asked(choice.own), asked(choice.other))
    best = max(values.values())
    return sum(
        chance / (1 + math.exp(-(best - values[move] - BLUNDER) / BLUR)) for move, chance in chances.items()
    )


def area(scored: Sequence[tuple[float, bool]]) -> float | None:
    """The area under the curve: how likely a lost one scores above a kept one; None if there is none."""
    lost = [score for score, is_lost in scored if is_lost]
    kept = [score for score, is_lost in scored if not is_lost]
    if not lost or not kept:
        return None
    return sum((a > b) + 0.5 * (a == b) for a in lost for b in kept) / (len(lost) * len(kept))


@stored_as("shirokuro.studies.people:lost_by_people")
def lost_by_people(of: int, first: int, games: int, depth: int) -> Json:
    """What people of about a rating lost, a list for each of their games: discs, choices and blunders."""
    source = archive()
    sides = [
        (number, side)
        for number in source.late()
        for side in (BLACK, WHITE)
        if abs(source.rating(number, side) - of) <= NEAR
    ]
    found: list[Json] = []
    for number, side in sides[first : first + games]:
        own = side_reviews(source.record(number), depth)[side]
        found.append([own.lost, own.choices, own.blunders])
    return found


# Ratings


@stored_as("shirokuro.studies.people:missed_ratings")
def missed_ratings(first: int, players: int) -> Json:
    """For players, how far the ratings from the moves of 10 and of 20 games are from that of the results."""
    source, of_player = archive(), defaultdict[str, list[int]](list)
    for number, game in enumerate(source.games):
        for name in (game.black, game.white):
            if game.year >= PLAYED_FROM and not is_program(name) and "?" not in name:
                of_player[name].append(number)
    names = [name for name, games in sorted(of_player.items()) if len(games) >= LEAST_GAMES + max(SIZES)]
    Random(1).shuffle(names)
    found: list[Json] = []
    for name in names[first : first + players]:
        chosen = Random(name).sample(of_player[name], max(SIZES))
        true = performance(
            [_meeting(source, number, name) for number in of_player[name] if number not in chosen]
        )
        records = [source.record(number) for number in chosen]
        found.append([abs(rating(records[:size], name)[0] - true) for size in SIZES])
    return found


def _meeting(source: Archive, number: int, name: str) -> tuple[float, float]:
    """The opponent's rating and the points of a player in a game."""
    game = source.games[number]
    is_black = game.black == name
    return source.rating(number, WHITE if is_black else BLACK), game.score if is_black else 1 - game.score


def performance(games: Sequence[tuple[float, float]]) -> float:
    """The rating that explains points against opponents best, held a little towards 1500."""
    found, points = 1500.0, math.log(10) / 400
    for _ in range(30):
        expected = [1 / (1 + 10 ** ((other - found) / 400)) for other, _ in games]
        slope = points * sum(score - chance for (_, score), chance in zip(games, expected, strict=True))
        bend = points**2 * sum(chance * (1 - chance) for chance in expected) + 1 / 250**2
        found += (slope - (found - 1500) / 250**2) / bend
    return found
