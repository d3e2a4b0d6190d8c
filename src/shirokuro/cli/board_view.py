"""A board for the terminal: in plain characters, or as discs on felt where there is colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shirokuro import PASS, Board, SquareSet

if TYPE_CHECKING:
    from rich.text import Text


# Of the 256 colours that nearly every terminal has.
FELT, RIM, LAST, TURNED = "color(28)", "color(30)", "color(136)", "color(70)"
DISCS = {"X": "color(16)", "O": "color(231)"}
EMPTY, BRIGHT = "color(22)", "color(229)"


@dataclass(frozen=True, slots=True)
class View:
    """A board with marks to draw; each cell is three characters wide."""

    board: Board
    hints: Mapping[int, str] = field(default_factory=dict)
    """Up to three characters per empty cell, instead of its mark."""
    shows_moves: bool = True

    @property
    def columns(self) -> int:
        """The width of a row in characters."""
        return 2 + 3 * self.board.variant.width

    def plain(self) -> list[str]:
        """The rows as text, with the names of rows and columns."""
        last, turned = last_change(self.board)
        rows = [
            "".join(self._plain(square, last, turned) for square in row) for row in self.board.variant.rows
        ]
        return [self._columns(), *(f"{number} {row}".rstrip() for number, row in enumerate(rows, 1))]

    def coloured(self) -> list[Text]:
        """The same in colour."""
        from rich.text import Text  # only where there is a terminal

        last, turned = last_change(self.board)
        rows = [Text(self._columns(), style="dim")]
        for number, row in enumerate(self.board.variant.rows, 1):
            text = Text.assemble((f"{number} ", "dim"))
            for square in row:
                text.append(*self._coloured(square, last, turned))
            rows.append(text)
        return rows

    def _columns(self) -> str:
        return "  " + "".join(f" {name} " for name in self.board.variant.columns).rstrip()

    def _plain(self, square: int, last: int, turned: SquareSet) -> str:
        disc = self.board.disc_at(square)
        if square not in self.board.variant.cells:
            return "   "
        if disc is not None:
            left, right = "[]" if square == last else "()" if square in turned else "  "
            return f"{left}{disc.symbol}{right}"
        if square in self.hints:
            return f"{self.hints[square]:^3}"
        if self.shows_moves and square in self.board.legal_moves:
            return " * "
        return " + " if square in self.board.variant.ring else " - "

    def _coloured(self, square: int, last: int, turned: SquareSet) -> tuple[str, str]:
        """Three characters and their style."""
        disc = self.board.disc_at(square)
        if square not in self.board.variant.cells:
            return "   ", ""
        ground = RIM if square in self.board.variant.ring else FELT
        ground = LAST if square == last else TURNED if square in turned else ground
        if disc is not None:
            return " ● ", f"{DISCS[disc.symbol]} on {ground}"
        if square in self.hints:
            return f"{self.hints[square]:^3}", f"bold {BRIGHT} on {ground}"
        is_move = self.shows_moves and square in self.board.legal_moves
        return (" • " if is_move else " · "), f"{BRIGHT if is_move else EMPTY} on {ground}"


def has_disc(words: str) -> bool:
    """Whether a line begins with the symbol of a side."""
    return words[:1] in DISCS and words[1:2] == " "


def with_disc(words: str) -> Text:
    """The line, with a coloured disc instead of the symbol of a side."""
    from rich.text import Text  # only where there is a terminal

    if not has_disc(words):
        return Text(words)
    return Text.assemble((" ● ", f"{DISCS[words[0]]} on {FELT}"), words[1:])


def last_change(board: Board) -> tuple[int, SquareSet]:
    """The last disc played and the discs it turned; PASS and none before the first move."""
    before = board.copy()
    while before.move_stack:
        move = before.pop()
        if move != PASS:
            return move, before.flips(move)
    return PASS, SquareSet([])
