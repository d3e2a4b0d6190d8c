"""The features that the studies name, each with the squares that make it up (docs/features.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from shirokuro import _core
from shirokuro.board.board import Board, board_of
from shirokuro.board.position import Position
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.squares.square import SquareSet, move_repr, square_name
from shirokuro.squares.variant import Variant, find_variant

STUDY_WEIGHTS: Mapping[str, int] = MappingProxyType(_core.study_weights())
"""What one of each feature counts in the study's evaluation, in its own units."""
TECHNIQUES = ("wall", "pull", "single")
"""Walls and the moves that the studies call 引っ張り and 一石返し: named, but not part of the evaluation."""
NAMES = (*STUDY_WEIGHTS, *TECHNIQUES)
COUNTED = ("openness", "mobility", "single")
"""Features that are drawn as what a square adds; the others as a letter."""
MOST_SHOWN = 10
"""Cells of a region that are printed; of a larger one a few stand for all."""
QUIET = 2
"""The most empty cells that a quiet move opens."""


@dataclass(frozen=True, slots=True)
class Part:
    """Squares that make up a feature together, and what they add to its number."""

    squares: SquareSet
    number: int

    def __str__(self) -> str:
        names = "-".join(self.squares.names())
        return names if self.number == 1 else f"{names}×{self.number}"


@dataclass(frozen=True, slots=True)
class Share:
    """What one side has of a feature."""

    parts: tuple[Part, ...] = ()

    @property
    def number(self) -> int:
        return sum(part.number for part in self.parts)

    @property
    def squares(self) -> SquareSet:
        return SquareSet(square for part in self.parts for square in part.squares)

    def to_dict(self) -> dict[str, object]:
        parts = [{"squares": part.squares.names(), "number": part.number} for part in self.parts]
        return {"number": self.number, "parts": parts}


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature for both sides; `undefined` says why, where it makes no sense on the board."""

    name: str
    black: Share = Share()
    white: Share = Share()
    undefined: str = ""

    @property
    def is_defined(self) -> bool:
        return not self.undefined

    @property
    def weight(self) -> int:
        """What one of it counts in the study's evaluation; nothing for walls and techniques."""
        return STUDY_WEIGHTS.get(self.name, 0)

    @property
    def balance(self) -> int:
        """Black's number less white's."""
        return self.black.number - self.white.number

    def of(self, colour: Colour) -> Share:
        return self.white if colour == WHITE else self.black

    def hints(self, colour: Colour) -> dict[int | str, object]:
        """For `board.svg(hints=…)`: what each square adds, or the feature's letter."""
        return {
            square: part.number if self.name in COUNTED else self.name[0].upper()
            for part in self.of(colour).parts
            for square in part.squares
        }

    def to_dict(self) -> dict[str, object]:
        if not self.is_defined:
            return {"defined": False, "reason": self.undefined}
        shares = {"black": self.black.to_dict(), "white": self.white.to_dict()}
        return {"defined": True, "weight": self.weight, **shares}

    def __str__(self) -> str:
        if not self.is_defined:
            return f"{self.name:9}     undefined: {self.undefined}"
        sides = [
            f"{colour.symbol} {' '.join(map(str, self.of(colour).parts))}"
            for colour in Colour
            if self.of(colour).parts
        ]
        return f"{self.name:9} {self.black.number:4} {self.white.number:4}  {'; '.join(sides)}".rstrip()


@dataclass(frozen=True, slots=True)
class Region:
    """Empty cells that king's steps over empty cells join."""

    squares: SquareSet

    @property
    def size(self) -> int:
        return len(self.squares)

    @property
    def is_odd(self) -> bool:
        return self.size % 2 == 1

    def to_dict(self) -> dict[str, object]:
        return {"squares": self.squares.names(), "size": self.size, "odd": self.is_odd}

    def __str__(self) -> str:
        names = self.squares.names()
        shown = " ".join(names if len(names) <= MOST_SHOWN else [*names[: MOST_SHOWN - 1], "…"])
        return f"{'odd' if self.is_odd else 'even'} {self.size} ({shown})"


@dataclass(frozen=True, slots=True)
class MoveOpenness:
    """The empty cells round the discs that a move turns, each counted once."""

    move: int
    squares: SquareSet

    def __repr__(self) -> str:
        return move_repr(self)

    @property
    def is_inside(self) -> bool:
        """中割: everything turned lies inside, with no empty cell round it."""
        return not self.squares

    def __str__(self) -> str:
        return f"{square_name(self.move)} {len(self.squares)}"


@dataclass(frozen=True, slots=True)
class Features:
    """All of a position; `str` is a table of them, numbers of black (X) and white (O) first."""

    position: Position
    openness: Feature
    stable: Feature
    mobility: Feature
    wing: Feature
    mountain: Feature
    c: Feature
    x: Feature
    wall: Feature
    """The discs that stand in a side's own way, three or more joined."""
    pull: Feature
    """引っ張り: the moves of a side after which all walls of the opponent still stand."""
    single: Feature
    """一石返し: the moves of a side that turn exactly one disc."""
    regions: tuple[Region, ...]
    """The empty regions, by their first squares."""
    moves: tuple[MoveOpenness, ...]
    """The openness of each legal move of the side to move."""
    value: int
    """The study's evaluation of the position for the side to move, in its own units."""

    @property
    def all(self) -> tuple[Feature, ...]:
        """All ten, by `NAMES`: the seven that have a weight in the evaluation first."""
        return tuple(getattr(self, name) for name in NAMES)

    @property
    def odd_regions(self) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if region.is_odd)

    @property
    def move_openness(self) -> dict[int, int]:
        """The openness of each legal move, by move."""
        return {opened.move: len(opened.squares) for opened in self.moves}

    def to_dict(self) -> dict[str, object]:
        """Plain values for JSON; squares by name."""
        return {
            "variant": self.position.variant,
            "line": str(self.position),
            "value": self.value,
            "features": {feature.name: feature.to_dict() for feature in self.all},
            "regions": [region.to_dict() for region in self.regions],
            "moves": {square_name(opened.move): opened.squares.names() for opened in self.moves},
        }

    def __str__(self) -> str:
        side = self.position.turn.symbol
        return "\n".join(
            [
                f"{'':9} {BLACK.symbol:>4} {WHITE.symbol:>4}",
                *(str(feature) for feature in self.all),
                f"value for {side}: {self.value:+d} (weighted sum of the first seven)",
                f"empty regions: {'; '.join(str(region) for region in self.regions) or 'none'}",
                f"openness of {side}'s moves: {', '.join(str(move) for move in self.moves) or 'no move'}",
            ]
        )


def features(board: Board | str) -> Features:
    """What the parallel reversi study evaluates on a board or names, and the parity of its empty regions."""
    board = board_of(board)
    shares = [_core.features(board, colour == WHITE) for colour in Colour]
    return Features(
        board.position,
        **{name: _feature(name, shares, board.variant) for name in NAMES},
        regions=tuple(map(Region, empty_regions(board))),
        moves=tuple(MoveOpenness(move, opened_cells(board, move)) for move in board.legal_moves),
        value=study_value(board),
    )


def _feature(name: str, shares: list[dict[str, list[tuple[SquareSet, int]]]], variant: Variant) -> Feature:
    if any(name not in share for share in shares):
        too_short = f"an edge of {variant.width} cells is too short for it"
        why = "a round board has no corners and no edges" if variant.is_round else too_short
        return Feature(name, undefined=why)
    black, white = (Share(tuple(Part(*part) for part in share[name])) for share in shares)
    return Feature(name, black, white)


def stable_discs(board: Board | str, colour: Colour) -> SquareSet:
    """The discs of a side that are proved to be stable (docs/stability.md): more than the study counts."""
    return _core.stable(board_of(board), colour == WHITE)


def study_value(board: Board | str) -> int:
    """The study's evaluation for the side to move, in its own units: weights times numbers."""
    return _core.evaluation_units(board_of(board), _core.evaluation_named("features"))


def square_value(board: Board | str) -> int:
    """The worth of own squares less the opponent's, in the units of `square_weights`."""
    return _core.evaluation_units(board_of(board), _core.evaluation_named("squares"))


def square_weights(variant: str | Variant) -> dict[int, int]:
    """What each cell is worth in the maps of the rival (square boards) and of nipevt (round ones)."""
    return _core.square_weights(find_variant(variant).name)


def empty_regions(board: Board | str) -> tuple[SquareSet, ...]:
    """The regions of empty cells that king's steps join."""
    return tuple(_core.regions(board_of(board)))


def opened_cells(board: Board | str, move: int) -> SquareSet:
    """The empty cells beside the discs that a move turns, each once; their number is its openness."""
    return _core.opened(board_of(board), move)


def quiet_moves(board: Board) -> SquareSet:
    """Moves that turn discs with hardly an empty cell beside them."""
    return SquareSet(move for move in board.legal_moves if len(opened_cells(board, move)) <= QUIET)
