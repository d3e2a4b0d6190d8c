"""Time as GTP tells it: a main time for the game, then periods of so many seconds for so many moves."""

from __future__ import annotations

from dataclasses import dataclass, field

from shirokuro import Clock, Colour, Limits
from shirokuro.players.clock import LEAST_SECONDS

PART_OF_PERIOD = 0.95
"""Of a move's share of a period: the rest is for the way there and back."""


@dataclass(frozen=True, slots=True)
class _Left:
    """What a side has left."""

    seconds: float
    moves: int = 0
    """To be made within these seconds; 0 in the main time."""


@dataclass(slots=True)
class TimeControl:
    """What both sides have, as they were told and as we have measured since."""

    main: float
    period: float = 0.0
    moves: int = 0
    """Of a period."""
    _left: dict[Colour, _Left] = field(init=False)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """A new game: everybody has all the time."""
        self._left = {side: _Left(self.main) if self.main else self._new_period() for side in Colour}

    def tell(self, side: Colour, seconds: float, moves: int) -> None:
        """What a side has left, as the other program says."""
        self._left[side] = _Left(seconds, moves)

    def spend(self, side: Colour, seconds: float) -> None:
        """What a move of ours took, in case nobody tells us what is left."""
        left = self._left[side]
        seconds, moves = max(left.seconds - seconds, 0.0), max(left.moves - 1, 0)
        is_used_up = left.moves == 1 or seconds == 0
        self._left[side] = self._new_period() if self.moves and is_used_up else _Left(seconds, moves)

    def limits(self, side: Colour, empties: int) -> Limits:
        """What the next move of a side may take."""
        left = self._left[side]
        seconds = max(left.seconds, LEAST_SECONDS)
        if left.moves:
            return Limits(seconds=max(PART_OF_PERIOD * seconds / left.moves, LEAST_SECONDS))
        return Clock(seconds).allotment(seconds, empties)

    def _new_period(self) -> _Left:
        return _Left(self.period, self.moves)
