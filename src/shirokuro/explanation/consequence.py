"""What a move leads to, in numbers: measured right after it and along the expected line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import mean

from shirokuro.board.board import Board
from shirokuro.engine.features import Feature, Features, features, stable_discs
from shirokuro.explanation.expected_line import (
    NONE,
    after_each,
    is_in_line,
    joined,
    moves_of,
    safe_moves,
    with_turn,
)
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import PASS, SquareSet

AHEAD = 9
"""Plies of a line that are measured, the move itself included; passes and the last move of the whole line."""
LEFT = 5
"""Empties at which measuring ends, except for corners: on a full board all discs are stable, which says no
more than the result."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The numbers of both sides and their squares; some measures have only one side."""

    own: float = 0
    theirs: float = 0
    own_squares: SquareSet = NONE
    their_squares: SquareSet = NONE
    own_parts: tuple[SquareSet, ...] = ()
    """The squares of each own wing or mountain."""

    @property
    def number(self) -> float:
        """The own number minus the opponent's."""
        return round(self.own - self.theirs, 1)


@dataclass(frozen=True, slots=True)
class Later:
    """What happens in the rest of a line, so that a corner that only falls later makes no difference."""

    own_corners: SquareSet = NONE
    """The corners that the side has, or may take, at the end of the whole line."""
    their_corners: SquareSet = NONE
    lost_wings: tuple[SquareSet, ...] = ()
    """The own wings right after the move next to a corner that the opponent has, or may take, at that end."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """The measures of a move and its expected line; those that the board does not define are missing."""

    measured: dict[str, Measured]
    later: Later = Later()


def consequence(board: Board, line: tuple[int, ...], plies: int) -> Consequence:
    """Measures a line for the side that begins it, for at most `plies` plies."""
    boards = list(after_each(board, line))
    seen = boards[: min(plies, max(len(board.empties()) - LEFT, 1))]
    view = _SeenLine(board.turn, seen, [features(each) for each in seen], boards[plies - 1])
    found = view.at_once(board, line[0]) | view.on_average() | view.at_last() | _ending(line, boards[-1])
    return Consequence(found, view.later(boards[-1]))


def compared(first: Consequence, second: Consequence) -> tuple[Consequence, Consequence]:
    """Both without the corners and wings that only fall at different times.

    Both lines are measured for the same number of plies. A corner that one line takes within them may fall a
    little later in the other, or be open to the same side at its end.
    """
    return _less_what_is_later(first, second), _less_what_is_later(second, first)


def _less_what_is_later(this: Consequence, other: Consequence) -> Consequence:
    measured = dict(this.measured)
    if "corners" in measured:
        here, there, later = measured["corners"], other.measured["corners"], other.later
        own = here.own_squares - (later.own_corners - there.own_squares)
        theirs = here.their_squares - (later.their_corners - there.their_squares)
        measured["corners"] = Measured(len(own), len(theirs), own, theirs)
    if "wing" in measured:
        kept = other.measured["wing"].own_parts
        only_later = [wing for wing in other.later.lost_wings if wing not in kept]
        measured["wing"] = _wings([wing for wing in measured["wing"].own_parts if wing not in only_later])
    return replace(this, measured=measured)


def _wings(lost: list[SquareSet]) -> Measured:
    return Measured(len(lost), own_squares=joined(lost), own_parts=tuple(lost))


@dataclass(frozen=True, slots=True)
class _SeenLine:
    """The boards after each move, measured for the side that began."""

    side: Colour
    boards: list[Board]
    features: list[Features]
    farthest: Board
    """The board that shows who has the corners."""

    def at_once(self, board: Board, move: int) -> dict[str, Measured]:
        """Measures right after the move."""
        found = self.features[0]
        opened = next((each.squares for each in features(board).moves if each.move == move), NONE)
        odd = joined(region.squares for region in found.odd_regions)
        return {
            "move_openness": Measured(len(opened), own_squares=opened),
            "odd_regions": Measured(len(found.odd_regions), own_squares=odd),
        }

    def on_average(self) -> dict[str, Measured]:
        """Means of the measures that change from ply to ply."""
        measured = {
            "mobility": self._mean(lambda at, side: moves_of(self.boards[at], side)),
            "openness": Measured(self._mean_openness(self.side), self._mean_openness(self.side.opponent)),
        }
        if not self.boards[0].variant.is_round:
            measured["safe_moves"] = self._mean(lambda at, side: safe_moves(with_turn(self.boards[at], side)))
            measured["c"] = self._mean(lambda at, side: self.features[at].c.of(side).squares)
            measured["x"] = self._mean(lambda at, side: self.features[at].x.of(side).squares)
        return measured

    def at_last(self) -> dict[str, Measured]:
        """Lasting measures, after the last measured move."""
        board, found = self.boards[-1], self.features[-1]
        measured = {"stable": self._of_both(lambda side: stable_discs(board, side))}
        if not board.variant.is_round:
            measured["corners"] = self._of_both(
                lambda side: self.farthest.discs(side) & board.variant.corners
            )
        if found.mountain.is_defined:
            lost = self._wings_beside(self.farthest.discs(self.side.opponent))
            measured |= {"mountain": self._parts(found.mountain), "wing": _wings(lost)}
        return measured

    def _wings_beside(self, fallen: SquareSet) -> list[SquareSet]:
        """The own wings right after the move next to one of these corners, which was empty then."""
        fallen &= self.boards[0].empties() & self.boards[0].variant.corners
        wings = [wing.squares for wing in self.features[0].wing.of(self.side).parts]
        return [wing for wing in wings if any(is_in_line(corner, wing) for corner in fallen)]

    def later(self, last: Board) -> Later:
        """The corners at the end of the whole line, and the discs that were ever on C squares."""
        if last.variant.is_round:
            return Later()
        own, theirs = (
            (last.discs(side) | moves_of(last, side)) & last.variant.corners
            for side in (self.side, self.side.opponent)
        )
        lost = tuple(self._wings_beside(theirs))
        return Later(own, theirs, lost)

    def _parts(self, feature: Feature) -> Measured:
        own, theirs = feature.of(self.side), feature.of(self.side.opponent)
        parts = tuple(part.squares for part in own.parts)
        return Measured(own.number, theirs.number, own.squares, theirs.squares, parts)

    def _of_both(self, squares_of: Callable[[Colour], SquareSet]) -> Measured:
        own, theirs = squares_of(self.side), squares_of(self.side.opponent)
        return Measured(len(own), len(theirs), own, theirs)

    def _mean(self, squares_at: Callable[[int, Colour], SquareSet]) -> Measured:
        """The mean number of squares, and the union of all of them."""
        own, theirs = (
            [squares_at(at, side) for at in range(len(self.boards))]
            for side in (self.side, self.side.opponent)
        )
        return Measured(_mean_size(own), _mean_size(theirs), joined(own), joined(theirs))

    def _mean_openness(self, side: Colour) -> float:
        return round(float(mean(found.openness.of(side).number for found in self.features)), 1)


def _mean_size(sets: list[SquareSet]) -> float:
    return round(float(mean(map(len, sets))), 1)


def _ending(line: tuple[int, ...], board: Board) -> dict[str, Measured]:
    """The passes in a line and, if it ends the game, who makes the last move."""
    passes = [ply % 2 for ply, move in enumerate(line) if move == PASS]
    measured = {"passes": Measured(passes.count(0), passes.count(1))}
    if board.is_over():
        last = max(ply for ply, move in enumerate(line) if move != PASS) % 2
        measured["last_move"] = Measured(1 - last, last)
    return measured
