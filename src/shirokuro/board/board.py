"""`Board`: a game in progress. The core keeps discs and moves; this file adds text, editing and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntFlag
from operator import index
from typing import TYPE_CHECKING, Literal, Self

from shirokuro import _core
from shirokuro.board.position import Position
from shirokuro.errors import IllegalMoveError, InvalidPositionError, NotationError
from shirokuro.notation.detection import parse
from shirokuro.notation.values import GameText, PositionText
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.squares.square import PASS, SquareSet, Symmetry, square_name
from shirokuro.squares.variant import VARIANTS, Variant, find_variant
from shirokuro.words.message import Message

if TYPE_CHECKING:
    from shirokuro.squares.marks import Arrows, Coloured

Scoring = Literal["winner", "plain"]
SCORINGS: tuple[Scoring, ...] = ("winner", "plain")
MOST_PLIES = 120
"""No game is longer, even if every other ply is a pass."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended; `margin` is black minus white, the empties counted by the scoring asked for.

    `handicap_discs` are in the margin, not in the discs of black.
    """

    winner: Colour | None
    black: int
    white: int
    empties: int
    margin: float
    handicap_discs: float = 0

    @property
    def message(self) -> Message:
        """As `40-24, black wins (+16)`."""
        discs: dict[str, object] = {"black": self.black, "white": self.white}
        if self.handicap_discs:
            discs["handicap"] = f"{self.handicap_discs:+g}"
        if self.winner is None:
            return Message("results.draw_handicap" if self.handicap_discs else "results.draw", **discs)
        # Whoever compares the margin with the discs must hear who got the empties.
        key = "results.wins" if self.margin == self.black - self.white else "results.wins_empties"
        if self.handicap_discs:
            key = "results.wins_handicap"
        return Message(key, side=self.winner, margin=f"{self.margin:+g}", **discs)

    def __str__(self) -> str:
        return str(self.message)


class Status(IntFlag):
    """What cannot be right in a position of a game; several flags may be set at once."""

    VALID = 0
    NO_DISCS = 1
    TOO_FEW_DISCS = 2
    CENTRE_EMPTY = 4
    DETACHED_DISC = 8

    def __str__(self) -> str:
        return ", ".join(str(flag.message) for flag in Status(self)) or "valid"

    @property
    def message(self) -> Message:
        """What is wrong, of a single flag."""
        return Message(f"positions.{self.name}".lower())


class Board(_core.Board):
    """A board with its move stack; equal to another if variant, discs and turn are.

    `Board()` is reversi on 8x8, `Board("nip")` any name in `VARIANTS`, `Board("nip", line)` a position of it.
    `Board(handicap=2)` starts with black discs on two corners and White to move; one to four are possible.
    """

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # a board changes

    def __init__(
        self, variant: str | Variant = "reversi", line: str | None = None, *, handicap: int = 0
    ) -> None:
        super().__init__(find_variant(variant).name)
        if line is not None:
            if handicap:
                raise ValueError(Message("errors.handicap_start"))
            self._put(Position.parse(line, self.variant.name))
        elif corners := self.variant.handicap(index(handicap)):
            self.set_cells(self.black() | corners, self.white(), True)

    # Building

    @classmethod
    def parse(cls, text: str, variant: str | None = None) -> Self:
        """Reads a position (line, grid, OBF) or a game (transcript, GGF), which it plays to its end."""
        values = parse(text, variant)
        if len(values) != 1:
            raise NotationError(Message("notation.not_one", count=len(values)))
        return cls.from_text(values[0])

    @classmethod
    def from_text(cls, value: PositionText | GameText) -> Self:
        """The position, or the end of the game, that a reader of `shirokuro.notation` found."""
        if isinstance(value, PositionText):
            return cls.from_position(Position.from_text(value))
        board = cls.from_text(value.start) if value.start else cls(value.variant)
        board.extend(value.moves)
        return board

    @classmethod
    def from_position(cls, position: Position) -> Self:
        """A board with that position and no moves."""
        board = cls(position.variant)
        board._put(position)
        return board

    @classmethod
    def from_cells(
        cls,
        black: Iterable[int | str],
        white: Iterable[int | str],
        turn: Colour = BLACK,
        variant: str | Variant = "reversi",
    ) -> Self:
        """`Board.from_cells(["e4", "d5"], ["d4", "e5"])`: any discs at all; `status` checks them."""
        board = cls(variant)
        board.set_cells(SquareSet(black), SquareSet(white), Colour(turn) == WHITE)
        return board

    def _put(self, position: Position) -> None:
        self.set_cells(position.black, position.white, position.turn == WHITE)

    def copy(self, *, stack: bool = True) -> Self:
        """The same board; without its moves if `stack` is false."""
        twin = type(self).__new__(type(self))
        _core.Board.__init__(twin, self)
        if not stack:
            twin._put(self.position)
        return twin

    # Looking

    @property
    def variant(self) -> Variant:
        """The board's shape and rules."""
        return find_variant(self.variant_name)

    @property
    def turn(self) -> Colour:
        """The side to move; setting it forgets the moves."""
        return WHITE if self.white_to_move else BLACK

    @turn.setter
    def turn(self, colour: Colour) -> None:
        self.set_cells(self.black(), self.white(), Colour(colour) == WHITE)

    @property
    def position(self) -> Position:
        """The discs and the side to move as a frozen value."""
        return Position(self.variant_name, self.black(), self.white(), self.turn)

    def discs(self, colour: Colour) -> SquareSet:
        """The cells that a side holds."""
        return self.white() if Colour(colour) == WHITE else self.black()

    def disc_at(self, square: int | str) -> Colour | None:
        """The side whose disc lies there; None on an empty cell."""
        return next((c for c in Colour if square in self.discs(c)), None)

    def peek(self) -> int:
        """The last move made."""
        if not (moves := self.move_stack):
            raise IllegalMoveError("no move was made yet")
        return moves[-1]

    def root(self) -> Self:
        """The board before the first move on the stack."""
        black, white, white_to_move = self.root_cells()
        return type(self).from_cells(black, white, Colour(white_to_move), self.variant_name)

    @property
    def handicap(self) -> int:
        """The corners that Black was given at the start; 0 after any other start."""
        root = self.root()
        corners = len(root.black() & self.variant.corners)
        return corners if root == type(self)(self.variant_name, handicap=corners) else 0

    def margin(self, scoring: Scoring = "winner") -> int:
        """Discs of black minus white; under `winner` the empties of a finished game go to the winner."""
        if scoring not in SCORINGS:
            raise ValueError(f"no scoring {scoring!r}: there are {', '.join(SCORINGS)}")
        difference = len(self.black()) - len(self.white())
        if scoring == "plain" or not self.is_over():
            return difference
        return difference + len(self.empties()) * ((difference > 0) - (difference < 0))

    def outcome(self, scoring: Scoring = "winner", handicap_discs: float = 0) -> Outcome | None:
        """How the game ended, or None while it goes on; `handicap_discs` are added to black's count."""
        margin = self.margin(scoring) + handicap_discs
        if not self.is_over():
            return None
        winner = None if margin == 0 else BLACK if margin > 0 else WHITE
        return Outcome(
            winner, len(self.black()), len(self.white()), len(self.empties()), margin, handicap_discs
        )

    def final_value(self, scoring: Scoring = "winner") -> int:
        """The value of a finished game, in discs for the side to move; a ValueError while it goes on."""
        if not self.is_over():
            raise ValueError("the game is not over: only a finished one has a final value")
        return -self.margin(scoring) if self.white_to_move else self.margin(scoring)

    def choices(self) -> tuple[int, ...]:
        """The legal moves, or PASS alone where the side to move must pass; none when the game is over."""
        return (PASS,) if self.must_pass() else tuple(self.legal_moves)

    def perft(self, depth: int) -> int:
        """The number of leaves `depth` plies deep: a pass uses a ply, a finished game is one leaf."""
        if not 0 <= index(depth) <= MOST_PLIES:
            raise ValueError(f"depth is 0…{MOST_PLIES}")
        return super().perft(depth)

    # Editing

    def set_disc(self, square: int | str, colour: Colour | None) -> None:
        """Puts a disc down or, with None, takes it off; forgets the moves."""
        cell = SquareSet([square])
        if not cell <= self.variant.cells:
            raise InvalidPositionError(
                Message("notation.no_cell_of", name=square_name(cell[0]), board=self.variant_name)
            )
        discs = [self.black() - cell, self.white() - cell]
        if colour is not None:
            discs[Colour(colour)] |= cell
        self.set_cells(discs[BLACK], discs[WHITE], self.white_to_move)

    def status(self) -> Status:
        """What is wrong with a hand-made position; `Status.VALID` if no fault is found."""
        variant, occupied = self.variant, self.black() | self.white()
        centre = variant.black | variant.white
        if not occupied:
            return Status.NO_DISCS | Status.TOO_FEW_DISCS | Status.CENTRE_EMPTY
        status = Status.TOO_FEW_DISCS if len(occupied) < 4 else Status.VALID
        if not centre <= occupied:
            status |= Status.CENTRE_EMPTY
        joined = edge = (centre & occupied) | variant.handicap(self.handicap)
        while edge:  # what king's steps over discs join to the centre
            edge = SquareSet(near for square in edge for near in variant.neighbours(square))
            edge = (edge & occupied) - joined
            joined |= edge
        return status if joined == occupied else status | Status.DETACHED_DISC

    # Symmetry

    def transform(self, symmetry: Symmetry) -> Self:
        """The image of this board, moves included."""
        image = type(self)(self.variant_name)
        image.set_transformed(self, index(symmetry))
        return image

    def apply_transform(self, symmetry: Symmetry) -> None:
        """Turns or mirrors this board itself, moves included."""
        self.set_transformed(self, index(symmetry))

    def symmetries(self) -> list[Symmetry]:
        """The symmetries that leave this position as it is."""
        return [symmetry for symmetry in Symmetry if self.transform(symmetry) == self]

    def canonical(self) -> Self:
        """The least of the eight images: the same for all boards that differ by a symmetry only."""
        return self.transform(Symmetry(self.canonical_symmetry()))

    # Text and pictures

    def transcript(self) -> str:
        """The moves as `f5d6c3…`. Only a pass at the end is written, since readers insert the others."""
        moves = self.move_stack
        names = "".join(square_name(move) for move in moves if move != PASS)
        return names + "pa" if moves and moves[-1] == PASS else names

    def __str__(self) -> str:
        variant, position = self.variant, self.position
        cells = dict(zip(variant.cells, position.cells(), strict=True))
        lines = [" ".join((" ", *variant.columns))]
        for number, row in enumerate(variant.rows, 1):
            lines.append(" ".join((str(number), *(cells.get(square, " ") for square in row))).rstrip())
        return "\n".join([*lines, f"{self.turn.symbol} to move"])

    def svg(
        self,
        *,
        size: int = 400,
        coordinates: bool = True,
        legal: bool = True,
        hints: Mapping[int | str, object] | None = None,
        arrows: Arrows = (),
        fills: Coloured = (),
        marks: Coloured = (),
        orientation: Symmetry | Colour = Symmetry.IDENTITY,
    ) -> str:
        """A picture: the last move marked, legal moves dotted, `hints` written on their squares.

        `arrows` are pairs of squares or `sk.Arrow`s, `fills` colour cells and `marks` draw rings around them.
        The board is turned or mirrored by `orientation`; `sk.WHITE` turns it by 180 degrees.
        """
        from shirokuro.squares.marks import FILL, MARK, Arrow, coloured  # only pictures need them
        from shirokuro.squares.svg import Picture, draw

        variant, moves = self.variant, self.move_stack
        if isinstance(orientation, Colour):
            orientation = Symmetry.ROTATE_180 if orientation == WHITE else Symmetry.IDENTITY
        picture = Picture(
            variant=variant,
            black=self.black(),
            white=self.white(),
            legal=self.legal_moves if legal else (),
            last_move=moves[-1] if moves else None,
            hints={SquareSet([square])[0]: str(hint) for square, hint in (hints or {}).items()},
            title=f"{variant}: {self.line()}",
            coordinates=coordinates,
            size=size,
            arrows=[Arrow(*each) for each in arrows],
            fills=coloured(fills, FILL),
            marks=coloured(marks, MARK),
            orientation=Symmetry(orientation),
        )
        return draw(picture)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        if self == type(self)(self.variant_name):
            return f"Board({self.variant_name!r})"
        return f"Board({self.variant_name!r}, {self.line()!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.variant_name, *self.root_cells(), self.moves_as_bytes())


def _restore(
    kind: type[Board], variant: str, black: SquareSet, white: SquareSet, white_to_move: bool, moves: bytes
) -> Board:
    board = kind(variant)
    board.set_cells(black, white, white_to_move)
    board.extend(moves, insert_passes=False)
    return board


def board_of(board: Board | str) -> Board:
    """The board itself, or the one that a text names: the start of a variant, else by `Board.parse`."""
    if isinstance(board, str):
        return Board(board) if board in VARIANTS else Board.parse(board)
    if not isinstance(board, Board):
        raise TypeError(f"a board or its text is needed, not {type(board).__name__}")
    return board


def perft(board: Board | str, depth: int) -> int:
    """The number of leaves `depth` plies deep: a pass uses a ply, a finished game is one leaf."""
    return board_of(board).perft(depth)
