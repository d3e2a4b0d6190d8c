"""A game as a value: the fixture that defines it, and the game with its record once it is played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import TypeAlias, TypeVar

from shirokuro.board.board import Board
from shirokuro.board.record import Record
from shirokuro.engine.limits import Caps, Limits, given_limits
from shirokuro.matches.adjudication import Adjudication
from shirokuro.players.clock import Clock
from shirokuro.squares.colour import BLACK, Colour
from shirokuro.squares.square import PASS

T = TypeVar("T")
Memory: TypeAlias = tuple[object, object]
"""What the first and the second player of a match remember; None is the memory of a new player."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """Everything that defines a game. Without a clock or limits in seconds, every replay is the same."""

    black: str
    """The spec of a player, as `white` is."""
    white: str
    variant: str = "reversi"
    opening: str = ""
    """The moves before the players take over, as a transcript; or a position line."""
    seed: int = 0
    limits: tuple[Limits, Limits] = (Limits(), Limits())
    """Black's and white's, for one move."""
    clock: Clock | None = None
    adjudication: Adjudication | None = None
    after: str = ""
    """The digest of the previous game, whose memory the players start with; empty if there is none."""
    number: int = field(default=0, compare=False)
    """Its number in the match, from 0."""
    memory: Memory | None = field(default=None, compare=False)
    """The memory after the game `after`, once it is known; None if no player learns."""

    @property
    def first(self) -> Colour:
        """The side of the match's first player: black in games with an even number."""
        return Colour(self.number % 2)

    def by_colour(self, pair: tuple[T, T]) -> tuple[T, T]:
        """Turns a pair for the first and second player into one for black and white, or back."""
        return pair if self.first == BLACK else (pair[1], pair[0])

    def swapped(self) -> Fixture:
        """The same game with colours swapped."""
        return replace(self, black=self.white, white=self.black, limits=(self.limits[1], self.limits[0]))

    def numbered(self, number: int) -> Fixture:
        """This game, in which the first player is black, as game `number` of a match: colours alternate."""
        game = replace(self, number=number)
        return game if game.first == BLACK else game.swapped()

    def half_points(self, margin: float | None) -> int:
        """The first player's half points for a margin of black's: 0, 1 or 2."""
        margin = (margin or 0.0) * (1 if self.first == BLACK else -1)
        return 1 + (margin > 0) - (margin < 0)

    def key(self) -> str:
        """The fixture as text; two fixtures are equal exactly if their keys are."""
        fields = {name: getattr(self, name) for name in ("black", "white", "variant", "opening", "seed")}
        fields |= {"limits": [*map(_fields, self.limits)], "clock": self.clock and _fields(self.clock)}
        fields |= {"after": self.after} if self.after else {}
        fields |= {"adjudication": asdict(self.adjudication)} if self.adjudication else {}
        return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def digest(self) -> str:
        """The hash by which the next game of learning players names this one."""
        return sha256(self.key().encode()).hexdigest()

    def board(self) -> Board:
        """The board after the opening, where the players take over."""
        return Board.parse(self.opening, self.variant) if self.opening else Board(self.variant)


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played: its fixture and its record."""

    fixture: Fixture
    record: Record
    memory: Memory | None = field(default=None, compare=False)
    """The players' memory after it; None if no player learns."""

    @property
    def is_forfeit(self) -> bool:
        """Whether a player lost it by a fault."""
        end = self.record.end
        return bool(self.record.note) and (end is None or end.cause != "adjudicated")

    @property
    def half_points(self) -> int:
        """The first player's."""
        return self.fixture.half_points(self.record.result)

    def margin(self, colour: Colour = BLACK) -> float:
        """The disc difference for a side; a forfeit counts as the whole board."""
        return (self.record.result or 0.0) * (1 if colour == BLACK else -1)

    def colour_of(self, player: str) -> Colour:
        """The player's side; black if it plays itself."""
        return BLACK if self.fixture.black == player else BLACK.opponent

    def moves(self, colour: Colour) -> int:
        """How many moves a side chose itself: neither opening moves nor passes."""
        return len(self._notes(self.record.nodes, colour))

    def nodes(self, colour: Colour) -> int:
        return sum(self._notes(self.record.nodes, colour))

    def seconds(self, colour: Colour) -> float:
        return sum(self._notes(self.record.seconds, colour))

    def _notes(self, notes: Sequence[T | None], colour: Colour) -> list[T]:
        """The notes on a side's moves, without passes."""
        begins = BLACK if self.record.start is None else self.record.start.turn
        own = slice(0 if begins == colour else 1, None, 2)  # sides alternate, passes being moves
        noted = zip(self.record.moves[own], notes[own], strict=False)
        return [note for move, note in noted if note is not None and move != PASS]


def for_both(
    limits: Limits | tuple[Limits | None, Limits | None] | None, caps: Caps
) -> tuple[Limits, Limits]:
    """The limits of both sides, given once, as keywords, as a pair or not at all."""
    if isinstance(limits, tuple) and len(limits) != 2:
        raise TypeError(f"limits: a pair is black's and white's, not {len(limits)}")
    pair = limits if isinstance(limits, tuple) else (limits, limits)
    one, other = (given_limits(each, caps) or Limits() for each in pair)
    return one, other


def _fields(times: Limits | Clock) -> dict[str, float | None]:
    """The fields by name, seconds as floats: 60 and 60.0 are equal, but not as text."""
    fields = {name: getattr(times, name) for name in times.__slots__}
    seconds = (name for name in ("seconds", "increment") if fields.get(name) is not None)
    return fields | {name: float(fields[name]) for name in seconds}
