"""The chance of each move by the rating of whoever moves, as learned from tournament games."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from shirokuro import _core
from shirokuro.board.board import Board, board_of
from shirokuro.engine.evaluation import Evaluator, unpacked
from shirokuro.errors import shown
from shirokuro.squares.colour import BLACK
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import find_variant

MODEL = Path(__file__).parent / "reversi.people.gz"
"""The package's model."""
LOWEST = 600
"""The lowest rating that can be asked for."""
HIGHEST = 2400
"""The highest rating that can be asked for."""
WEAKEST, STRONGEST = 1100, 2000
"""Those that tournament games show; beyond them it is extrapolated."""
NEWCOMER_RATING = 1500
LAST_MOVES = 4
_WHOLE = 1024
_CALIBRATED = 922
"""What the network's scores are multiplied by: 0.9, which made games of 2012 and 2013 likeliest."""
_BLUNTEST, _SHARPEST = 0.05, 1.5
"""What becomes of the scores at the lowest and at the highest rating."""


class MoveChances(dict[int, float]):
    """The chance of each legal move, likeliest first; they add up to 1."""

    by_values: bool
    """Whether only the engine's values of the moves count: no games of people are known on the board."""
    is_extrapolated: bool
    """Whether the rating lies beyond those of tournament players."""

    def __init__(
        self, chances: dict[int, float], by_values: bool = False, is_extrapolated: bool = False
    ) -> None:
        super().__init__(chances)
        self.by_values, self.is_extrapolated = by_values, is_extrapolated


class Question:
    """A board with the engine's values of its moves, which can be asked for any rating."""

    def __init__(self, board: Board | str, model: str | Path | None = None) -> None:
        board = board_of(board)
        if board.is_over():
            raise ValueError("this game is over: there is no move to predict")
        file = MODEL if model is None else Path(model)
        state = os.stat(file)
        self._model = _read(os.path.realpath(file), state.st_mtime_ns, state.st_size)
        last = [int(move) for move in board.move_stack[: -LAST_MOVES - 1 : -1]]
        has_history = bool(last) or board.position == Board(find_variant(board.variant_name)).position
        evaluation = Evaluator().on(board.variant_name)
        self._core = _core.PeopleQuestion(board, evaluation, board.turn == BLACK, last, has_history)
        self.by_values = not self._core.knows_board
        self.must_pass = board.must_pass()

    def values(self) -> dict[int, int]:
        """What the moves are worth after four plies, or exactly with ten empties or fewer."""
        moves = sorted(self.chances(by_values=True))
        return dict(zip(moves, self._core.values()[-1], strict=True))

    def chances(
        self, rating: float = NEWCOMER_RATING, opponent: float | None = None, *, by_values: bool = False
    ) -> MoveChances:
        """The chance of each move; without an opponent's rating both sides have the same."""
        rating = checked_rating(rating)
        known = _within(rating)
        other = known if opponent is None else _within(checked_rating(opponent))
        is_extrapolated = known != round(rating)
        if self.must_pass:
            return MoveChances({PASS: 1.0}, self.by_values or by_values, is_extrapolated)
        plain = _WHOLE if self.by_values or by_values else _CALIBRATED
        sharpness = round(plain * _sharpness(rating))
        found = self._core.answer(self._model, known, other, sharpness, by_values)
        whole = sum(weight for _, weight in found)
        likeliest = sorted(found, key=lambda each: -each[1])
        chances = {move: weight / whole for move, weight in likeliest}
        return MoveChances(chances, self.by_values or by_values, is_extrapolated)


def predict(
    board: Board | str, rating: float = NEWCOMER_RATING, *, opponent: float | None = None
) -> MoveChances:
    """The chance of each move by somebody of a rating, likeliest first.

    On 8x8 it rests on tournament games and on the engine's values; elsewhere on the values alone, and
    `by_values` of the result says so. Ratings below 1100 or above 2000 are extrapolated.
    """
    return Question(board).chances(rating, opponent)


def checked_rating(rating: object) -> float:
    """A rating within what can be asked for; a ValueError says what is wrong with any other."""
    if isinstance(rating, bool) or not isinstance(rating, int | float) or rating != rating:
        raise ValueError(f"rating: a number is needed, not {shown(rating)}")
    if not LOWEST <= rating <= HIGHEST:
        raise ValueError(f"rating: {LOWEST}…{HIGHEST} are possible, not {shown(rating)}")
    return float(rating)


def _within(rating: float) -> int:
    return round(min(max(rating, WEAKEST), STRONGEST))


def _sharpness(rating: float) -> float:
    """Beyond the known ratings the scores of the nearest are flattened or sharpened, in proportion."""
    if rating < WEAKEST:
        return 1 - (1 - _BLUNTEST) * (WEAKEST - rating) / (WEAKEST - LOWEST)
    if rating > STRONGEST:
        return 1 + (_SHARPEST - 1) * (rating - STRONGEST) / (HIGHEST - STRONGEST)
    return 1


@lru_cache(maxsize=4)
def _read(path: str, _modified: int, _size: int) -> _core.PeopleModel:
    try:
        return _core.read_people(unpacked(Path(path).read_bytes()))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
