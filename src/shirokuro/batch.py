"""The rules over arrays of positions, for people who train: uint64[n, 2], own discs and the opponent's.

Every function takes any variant, releases the interpreter and spreads over `threads` (0: all cores); results
do not depend on their number.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shirokuro import _core
from shirokuro.board import SCORINGS, Board, Scoring
from shirokuro.errors import InvalidMoveError
from shirokuro.square import PASS, Symmetry
from shirokuro.variant import find_variant

Positions = NDArray[np.uint64]
MOST_THREADS = 1024


def from_boards(boards: Iterable[Board]) -> Positions:
    """The positions of boards, each seen by its side to move."""
    return np.array([(int(b.own), int(b.opp)) for b in boards], dtype=np.uint64).reshape(-1, 2)


def legal(positions: ArrayLike, *, variant: str = "reversi", threads: int = 0) -> NDArray[np.uint64]:
    """The legal moves of each position as a mask of squares."""
    array = _positions(positions)
    out = np.empty(len(array), dtype=np.uint64)
    _core.legal_many(_name(variant), array, out, _threads(threads))
    return out


def play(positions: ArrayLike, moves: ArrayLike, *, variant: str = "reversi", threads: int = 0) -> Positions:
    """The positions after one move each (a square, or PASS), seen by the side that is then to move."""
    array = _positions(positions)
    squares = _integers(moves, "moves")
    if len(wrong := np.flatnonzero((squares < 0) | (squares > PASS))):
        at = wrong[0]
        raise InvalidMoveError(f"position {at}: {squares[at]} is no move: squares are 0…63, PASS is 64")
    out = np.empty_like(array)
    _core.play_many(_name(variant), array, squares.astype(np.uint8), out, _threads(threads))
    return out


def playout(
    positions: ArrayLike,
    *,
    seed: int = 0,
    scoring: Scoring = "winner",
    variant: str = "reversi",
    threads: int = 0,
) -> NDArray[np.int8]:
    """One random game from each position; the final margins, each for the side to move in its position."""
    if scoring not in SCORINGS:
        raise ValueError(f"no scoring {scoring!r}: there are {', '.join(SCORINGS)}")
    if not 0 <= seed < 2**64:
        raise ValueError("seed: 0…2^64-1")
    array = _positions(positions)
    out = np.empty(len(array), dtype=np.int8)
    _core.playout_many(_name(variant), array, out, seed, scoring == "plain", _threads(threads))
    return out


def transform(
    positions: ArrayLike, symmetry: Symmetry | int, *, variant: str = "reversi", threads: int = 0
) -> Positions:
    """The image of each position under a symmetry."""
    array = _positions(positions)
    out = np.empty_like(array)
    _core.transform_many(_name(variant), array, Symmetry(symmetry), out, _threads(threads))
    return out


def _positions(positions: ArrayLike) -> Positions:
    array = np.ascontiguousarray(_unsigned(positions))
    if array.size == 0:
        array = array.reshape(-1, 2)
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"positions: an array of shape (n, 2) is needed, this one has {array.shape}")
    return array


def _unsigned(positions: ArrayLike) -> Positions:
    if not isinstance(positions, np.ndarray):
        try:
            return np.array(positions, dtype=np.uint64)
        except (OverflowError, TypeError, ValueError) as error:
            raise ValueError(f"positions: unsigned 64-bit integers are needed: {error}") from None
    if positions.dtype.kind == "i":
        return positions.astype(np.int64).view(np.uint64)
    if positions.size and positions.dtype.kind != "u":
        raise ValueError(f"positions: unsigned 64-bit integers are needed, not {positions.dtype}")
    return positions.astype(np.uint64, copy=False)


def _integers(values: ArrayLike, what: str) -> NDArray[Any]:
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise ValueError(f"{what}: a list of integers is needed, not {array.dtype}{list(array.shape)}")
    return array


def _name(variant: str) -> str:
    return find_variant(variant).name


def _threads(threads: int) -> int:
    if not 0 <= threads <= MOST_THREADS:
        raise ValueError(f"threads: 1…{MOST_THREADS}, or 0 for all cores")
    return threads or os.cpu_count() or 1
