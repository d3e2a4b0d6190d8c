"""Which moves of an analysis keep the result, and which are as good as the best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shirokuro.engine.result import Result
from shirokuro.engine.value import Ending
from shirokuro.squares.square import move_name, move_repr

NEAR_BEST = 2
"""Discs that a move may lose and still be near the best; a search cannot tell such moves apart."""
CERTAIN = ("exact", "wld")
"""Kinds of values whose sign is proven."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """The moves that keep the best result of a position; `of` is the number of all moves."""

    ending: Ending
    """The result of the best move for the side to move."""
    moves: tuple[int, ...]
    """The moves with that result, best first."""
    of: int
    is_certain: bool
    """Whether it is proven; otherwise it is the sign of values of some depth."""

    def __repr__(self) -> str:
        return move_repr(self)

    def __str__(self) -> str:
        names = " ".join(map(move_name, self.moves))
        seen = "" if self.is_certain else ", as far as seen"
        return f"{len(self.moves)} of {self.of} moves keep the {self.ending}{seen}: {names}"


def keeping(results: Mapping[int, Result]) -> Keeping:
    """How many of the moves in an analysis keep the result: the fewer, the harder the position."""
    ending = _best(results).as_value().ending
    moves = tuple(move for move, result in results.items() if result.as_value().ending == ending)
    is_certain = all(_is_certain(result) for result in results.values())
    return Keeping(ending, moves, len(results), is_certain)


def near_best(results: Mapping[int, Result]) -> tuple[int, ...]:
    """The moves that are as good as the best, for a person: those that a drill accepts, best first.

    They lose at most two discs, if values in discs are known, and keep the result, if that is proven. All
    values must come from one analysis, since only values of the same depth can be compared.
    """
    best = _best(results)
    return tuple(move for move, result in results.items() if _is_near(result, best))


def _best(results: Mapping[int, Result]) -> Result:
    if not results:
        raise ValueError("a position without moves has none to compare")
    return max(results.values(), key=lambda result: result.value)


def _is_near(result: Result, best: Result) -> bool:
    is_as_good = result.as_value().ending == best.as_value().ending
    if "wld" in (result.kind, best.kind):  # a value in discs means nothing
        return is_as_good
    is_proven = _is_certain(result) and _is_certain(best)
    return best.value - result.value <= NEAR_BEST and (not is_proven or is_as_good)


def _is_certain(result: Result) -> bool:
    return result.kind in CERTAIN or result.lower > 0 or result.upper < 0
