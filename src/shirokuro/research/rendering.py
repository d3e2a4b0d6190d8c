"""Pictures of boards for environments: as text, as SVG, or as an array of pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shirokuro.board.board import Board
from shirokuro.squares.svg import FACES, FELT, LINES, WOOD

RENDER_MODES = ("ansi", "rgb_array", "svg")
CELL_PIXELS = 32
_DISC_RADIUS = 0.42
Pixels = NDArray[np.uint8]


def check_render_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: {', '.join(RENDER_MODES)} or None are possible, not {mode!r}")
    return mode


def rendered(board: Board, mode: str | None) -> str | Pixels | None:
    """The board in a mode of rendering; None without one."""
    if mode == "ansi":
        return str(board)
    if mode == "svg":
        return str(board.svg())
    return None if mode is None else _pixels(board)


def _pixels(board: Board) -> Pixels:
    """A square of pixels for each cell, with a round disc in it."""
    places = (np.arange(CELL_PIXELS) + 0.5) / CELL_PIXELS - 0.5
    is_disc = places[:, None] ** 2 + places[None, :] ** 2 < _DISC_RADIUS**2
    side = board.variant.width * CELL_PIXELS
    image = np.full((side, side, 3), _rgb(WOOD), dtype=np.uint8)
    for square in board.variant.cells:
        top, left = square // 8 * CELL_PIXELS, square % 8 * CELL_PIXELS
        cell = image[top : top + CELL_PIXELS, left : left + CELL_PIXELS]
        cell[:] = _rgb(LINES)
        cell[1:-1, 1:-1] = _rgb(FELT)
        colour = board.disc_at(square)
        if colour is not None:
            cell[is_disc] = _rgb(FACES[str(colour)])
    return image


def _rgb(colour: str) -> list[int]:
    return [*bytes.fromhex(colour[1:])]
