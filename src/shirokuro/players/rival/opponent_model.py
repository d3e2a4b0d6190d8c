"""The model of an opponent, learned from its moves: which styles of erring explain them.

A style gives each legal move a chance. Some choose in proportion to exp(β·value), values in discs, with a
negative β for an opponent who plays to lose; others overlook each move with some chance, however much that
loses; others follow a simple rule, such as turning most discs; others are people of a rating, by the model of
people. Each move updates the weights of the styles by Bayes' rule, early and late in the game apart, and
earlier moves count less with every move.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from shirokuro.board.board import Board
from shirokuro.people.model import LAST_MOVES, Question
from shirokuro.people.strength import ASKED, estimated_rating
from shirokuro.players.rival.rules import RULES, chances_by_rule

BETAS = (-1.5, -0.7, -0.35, -0.18, -0.09, 0.0, 0.04, 0.08, 0.14, 0.2, 0.28, 0.4, 0.6, 0.9, 1.4, 2.2)
"""From one who picks the worst move, over one who plays at random, to one who hardly errs."""
OVERLOOKED = (0.15, 0.3, 0.45, 0.6, 0.75, 0.9)
"""The chances with which somebody overlooks a move and goes on to the next best one."""
STYLES = len(BETAS) + len(OVERLOOKED) + len(RULES) + 1 + len(ASKED)
"""By values, by ranks, by rules, and people of the ratings that the model of people is asked for."""
DECAY = 0.93
"""What a move still counts when the next one of its part of the game is seen: fourteen count together."""
OTHER_PART = 0.3
"""What is known of one part of the game counts so much in the other."""
LEAST_CHANCE = 1e-3
"""Never quite 0: anybody slips once in a while."""
SURE_LOSS = 4.0
"""Discs that the styles are taken to have told rightly before a move is seen."""
LEAST_SHARE, MOST_SHARE = 0.4, 2.5
"""Bounds of how much somebody loses beside what the styles tell."""
USUAL_BETA = 0.3
"""Somebody unknown is taken for a keen player."""
UNUSUAL = -4.0
"""The logarithm of the weight of playing at random or to lose, before a move is seen."""
BY_RULE = -2.0
"""The same of each rule."""
LATE = 1 / 3
"""The last part of a game begins when so much of the board is empty."""

Values = Mapping[int, float]
"""What each legal move is worth to the side that makes it, in discs."""


def _prior() -> tuple[float, ...]:
    by_values = (max(-(math.log(beta / USUAL_BETA) ** 2), UNUSUAL) if beta > 0 else UNUSUAL for beta in BETAS)
    by_rules = (BY_RULE,) * (len(RULES) + 1)
    return (*by_values, *(-1.0 for _ in OVERLOOKED), *by_rules, *(0.0 for _ in ASKED))


@dataclass(frozen=True, slots=True)
class OpponentModel:
    """An opponent, as far as its moves tell. It never changes: `after` gives the next one."""

    early: tuple[float, ...] = (0.0,) * STYLES
    """What its moves said for each style, as logarithms; the greatest is 0."""
    late: tuple[float, ...] = (0.0,) * STYLES
    """The same of its moves in the last part of games."""
    early_lost: float = 0.0
    """Discs that its moves lost, earlier ones counting less."""
    early_told: float = 0.0
    """Discs that they would have lost on average by the styles, likewise."""
    late_lost: float = 0.0
    late_told: float = 0.0

    def after(self, board: Board, values: Values, played: int) -> OpponentModel:
        """What is known once it has played one of its moves there; a single legal move tells nothing."""
        if len(values) < 2:
            return self
        return _after(self, SeenBoard(board), tuple(values.items()), played)

    def updated(self, board: Board, values: Values, played: int) -> OpponentModel:
        """The same, for a choice among several, worked out anew."""
        part = "late" if is_late(board) else "early"
        seen = (math.log(max(each[played], LEAST_CHANCE)) for each in chances_by_style(board, values))
        known = self._with({part: _updated(getattr(self, part), seen)})
        best, likely = max(values.values()), known.chances(board, values)
        lost, told = f"{part}_lost", f"{part}_told"
        told_now = sum(chance * (best - values[move]) for move, chance in likely.items())
        return known._with(
            {
                lost: DECAY * getattr(self, lost) + best - values[played],
                told: DECAY * getattr(self, told) + told_now,
            }
        )

    def share(self, board: Board) -> float:
        """How much it loses in that part of a game beside what the styles tell: none of them may fit it."""
        own, other = self._sums("late"), self._sums("early")
        if not is_late(board):
            own, other = other, own
        lost, told = (SURE_LOSS + here + OTHER_PART * there for here, there in zip(own, other, strict=True))
        return min(max(lost / told, LEAST_SHARE), MOST_SHARE)

    def weights(self, board: Board) -> list[float]:
        """How likely each style is in that part of a game."""
        own, other = (self.late, self.early) if is_late(board) else (self.early, self.late)
        logs = [
            prior + log + OTHER_PART * further
            for prior, log, further in zip(_prior(), own, other, strict=True)
        ]
        return normed(math.exp(log - max(logs)) for log in logs)

    def chances(self, board: Board, values: Values) -> dict[int, float]:
        """How likely somebody like it makes each move there."""
        styles = [*zip(self.weights(board), chances_by_style(board, values), strict=True)]
        return {move: sum(weight * style[move] for weight, style in styles) for move in values}

    def plays_to_lose(self, board: Board) -> float:
        """How likely it is that it prefers bad moves."""
        styles = zip(BETAS, self.weights(board), strict=False)
        return sum(weight for beta, weight in styles if beta < 0)

    @property
    def rating(self) -> tuple[float, float]:
        """The rating of people who play most alike, and its standard error."""
        sums = [
            sum(logs[-len(ASKED) :][place] for logs in (self.early, self.late)) for place in range(len(ASKED))
        ]
        return estimated_rating(sums)

    def is_possible(self) -> bool:
        """Whether these can be logarithms of weights, and sums of losses."""
        return all(len(logs) == STYLES and max(logs) == 0 for logs in (self.early, self.late))

    def _sums(self, part: str) -> tuple[float, float]:
        return (self.late_lost, self.late_told) if part == "late" else (self.early_lost, self.early_told)

    def _with(self, changed: dict[str, Any]) -> OpponentModel:
        return replace(self, **changed)


UNSEEN = OpponentModel()
"""Somebody of whom no move was seen."""


@lru_cache(maxsize=2000)
def _after(
    model: OpponentModel, seen: SeenBoard, valued: tuple[tuple[int, float], ...], played: int
) -> OpponentModel:
    """Kept for the moves of a game, which are gone through again at every later one."""
    return model.updated(seen.board, dict(valued), played)


def is_late(board: Board) -> bool:
    """Whether this belongs to the last part of a game."""
    return len(board.empties()) <= LATE * len(board.variant.cells)


def chances_by_style(board: Board, values: Values) -> Sequence[Mapping[int, float]]:
    """How likely each move is, for each of the styles."""
    return _chances_by_style(SeenBoard(board), tuple(values.items()))


@lru_cache(maxsize=2000)
def _chances_by_style(
    seen: SeenBoard, valued: tuple[tuple[int, float], ...]
) -> Sequence[Mapping[int, float]]:
    """Kept for the moves of a game, which are looked at again at every later one."""
    values, question = dict(valued), Question(seen.board)
    by_values = [dict(zip(values, chances(beta, values.values()), strict=True)) for beta in BETAS]
    by_ranks = [dict(zip(values, overlooking(each, [*values.values()]), strict=True)) for each in OVERLOOKED]
    of_people = [question.chances(rating) for rating in ASKED]
    return [*by_values, *by_ranks, *chances_by_rule(seen.board, values), *of_people]


class SeenBoard:
    """A board as the model of people sees it: by its position and the last moves."""

    def __init__(self, board: Board) -> None:
        self.board = board.copy()
        self._key = board.position, tuple(board.move_stack[-LAST_MOVES:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenBoard) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def chances(beta: float, values: Iterable[float]) -> list[float]:
    """How likely each move of somebody with this β is, by what the moves are worth to them."""
    exponents = [beta * value for value in values]
    most = max(exponents)
    return normed(math.exp(each - most) for each in exponents)


def overlooking(chance: float, values: Sequence[float]) -> list[float]:
    """How likely each move of somebody is who looks for the best one and overlooks each with this chance."""
    ranked = sorted(values, reverse=True)
    weights: dict[float, list[float]] = {}
    for rank, value in enumerate(ranked):
        weights.setdefault(value, []).append(chance**rank)
    return normed(sum(weights[value]) / len(weights[value]) for value in values)


def normed(weights: Iterable[float]) -> list[float]:
    """The weights as parts of one."""
    listed = list(weights)
    total = sum(listed)
    return [weight / total for weight in listed]


def _updated(logs: Iterable[float], seen: Iterable[float]) -> tuple[float, ...]:
    found = [DECAY * log + chance for log, chance in zip(logs, seen, strict=True)]
    return tuple(log - max(found) for log in found)
