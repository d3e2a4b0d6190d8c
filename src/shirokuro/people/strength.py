"""The rating of somebody from the moves of their games.

Each move speaks for the ratings at which it is likely (Bayes): the logarithms of its chances at four ratings
are added up and joined by a cubic. Moves of one game depend on each other, so they count less than they
would; docs/people.md says how the numbers were found.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from shirokuro.board.record import Record
from shirokuro.people.model import STRONGEST, WEAKEST, Question
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.squares.square import PASS

ASKED = (1100, 1400, 1700, 2000)
"""The ratings at which the chance of a move is looked up."""
_MEAN, _SPREAD = 1500.0, 130.0
"""Of tournament players' ratings, before any move is seen."""
_WEIGHT = 0.3
"""What a move counts beside one that would depend on no other."""
_LEAST_ERROR = 45.0
_STEP = 20


def rating(records: Iterable[Record], player: str | None = None) -> tuple[float, float]:
    """The rating and its standard error of somebody, from the moves of their games, whoever won.

    `player` is the name in the records; without it the one name that all of them have.
    """
    games = list(records)
    if not games:
        raise ValueError("there are no games to find a rating from")
    name = _common_name(games) if player is None else player
    found = [
        chances
        for record in games
        for colour, side in ((BLACK, record.black), (WHITE, record.white))
        if side == name
        for chances in chances_of_moves(record, colour)
    ]
    if not found:
        raise ValueError(f"{name or 'nobody'}: there is no move of theirs in these games that was a choice")
    return estimated_rating(evidence(found))


def evidence(found: Iterable[Sequence[float]]) -> list[float]:
    """The logarithms of the chances of moves, summed at each of the ratings asked."""
    sums = [0.0] * len(ASKED)
    for chances in found:
        sums = [total + math.log(chance) for total, chance in zip(sums, chances, strict=True)]
    return sums


def _common_name(games: Sequence[Record]) -> str:
    names = set.intersection(*({record.black, record.white} for record in games)) - {""}
    if len(names) != 1:
        raise ValueError("player: say whose rating is meant; no one name is in all of these games alone")
    return names.pop()


def chances_of_moves(record: Record, colour: Colour) -> Iterable[list[float]]:
    """The chance of each move of a side that was a choice, at each of the ratings asked."""
    for board, move in zip(record.boards(), record.moves, strict=False):
        if board.turn == colour and move != PASS and len(board.legal_moves) > 1:
            question = Question(board)
            yield [question.chances(asked)[move] for asked in ASKED]


def estimated_rating(sums: Sequence[float]) -> tuple[float, float]:
    """Mean and spread of the ratings that moves leave likely, by their logarithms summed at four ratings."""
    ratings = range(WEAKEST, STRONGEST + 1, _STEP)
    logs = [_WEIGHT * _cubic(sums, points) - (points - _MEAN) ** 2 / (2 * _SPREAD**2) for points in ratings]
    weights = [math.exp(each - max(logs)) for each in logs]
    whole = sum(weights)
    weighted = list(zip(weights, ratings, strict=True))
    mean = sum(weight * points for weight, points in weighted) / whole
    variance = sum(weight * (points - mean) ** 2 for weight, points in weighted) / whole
    return mean, math.hypot(math.sqrt(variance), _LEAST_ERROR)


def _cubic(sums: Sequence[float], points: float) -> float:
    """Through the sums at the four ratings (Lagrange)."""
    return sum(
        each * math.prod((points - other) / (at - other) for other in ASKED if other != at)
        for each, at in zip(sums, ASKED, strict=True)
    )
