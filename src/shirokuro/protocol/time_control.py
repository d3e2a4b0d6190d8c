"""GTP's time control: a main time, then periods of some seconds for some moves."""

from __future__ import annotations

from dataclasses import dataclass, field

from shirokuro import Clock, Colour, Limits
from shirokuro.players.clock import LEAST_SECONDS

PART_OF_PERIOD = 0.95
"""The part of its share of a period that a move may use; the rest is for the transfer."""


@dataclass(frozen=True, slots=True)
class _Left:
    """The time left for a side."""

    seconds: float
    moves: int = 0
    """The moves to make in these seconds; 0 in the main time."""


@dataclass(slots=True)
class TimeControl:
    """The time of both sides, as the other program last said, less what our moves took since."""

    main: float
    period: float = 0.0
    moves: int = 0
    """The seconds of a period."""
    _left: dict[Colour, _Left] = field(init=False)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Sets the full time for a new game."""
        self._left = {side: _Left(self.main) if self.main else self._new_period() for side in Colour}

    def set_left(self, side: Colour, seconds: float, moves: int) -> None:
        """Sets the time left for a side, as the other program says."""
        self._left[side] = _Left(seconds, moves)

    def spend(self, side: Colour, seconds: float) -> None:
        """Charges one of our moves, in case the other program does not report the time left."""
        left = self._left[side]
        seconds, moves = max(left.seconds - seconds, 0.0), max(left.moves - 1, 0)
        is_used_up = left.moves == 1 or seconds == 0
        self._left[side] = self._new_period() if self.moves and is_used_up else _Left(seconds, moves)

    def limits(self, side: Colour, empties: int) -> Limits:
        """The limits of a side's next move."""
        left = self._left[side]
        seconds = max(left.seconds, LEAST_SECONDS)
        if left.moves:
            return Limits(seconds=max(PART_OF_PERIOD * seconds / left.moves, LEAST_SECONDS))
        return Clock(seconds).allotment(seconds, empties)

    def _new_period(self) -> _Left:
        return _Left(self.period, self.moves)
