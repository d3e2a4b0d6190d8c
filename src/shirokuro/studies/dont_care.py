"""What masking don't-care discs does to a plain search (docs/dont_care.md)."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields

from shirokuro import _core
from shirokuro.board import Board, board_of
from shirokuro.engine import DONT_CARE, DontCare
from shirokuro.square import SquareSet

Masking = DontCare
MASKINGS = DONT_CARE
TABLE_BYTES = 100_000_000
"""What the study gave the nodes of its table."""


@dataclass(frozen=True, slots=True)
class DontCareRun:
    """What the study's search of one position came to; the value is for the side to move, in discs."""

    value: int
    positions: int
    """Positions searched, those where the game is over included."""
    probes: int
    hits: int
    """Probes that found an entry."""
    cuts: int
    """Hits whose bounds ended the search of the position."""
    stores: int
    """Entries made; narrowing the bounds of one that is there makes none."""
    emptyings: int
    """How often the table was full and all of it was dropped."""
    seconds: float


def dont_care_experiment(
    board: Board | str, masking: Masking = "full-lines", *, table_bytes: int = TABLE_BYTES
) -> DontCareRun:
    """The study's experiment on one position: plain alpha-beta to the end over a chained table.

    With `masking` the table's keys leave out the don't-care discs which that test finds.
    """
    if not 0 < table_bytes < 2**40:
        raise ValueError(f"table_bytes: more than 0 and less than 2^40 are possible, not {table_bytes}")
    began = time.perf_counter()
    found = _core.dont_care(board_of(board), masking, table_bytes)
    seconds = time.perf_counter() - began
    names = (each.name for each in fields(DontCareRun) if each.name != "seconds")
    return DontCareRun(**{name: getattr(found, name) for name in names}, seconds=seconds)


def dont_care_discs(board: Board | str, masking: Masking = "full-lines") -> SquareSet:
    """The discs that no later move can turn or flank with, as far as a test finds them."""
    return _core.dont_care_discs(board_of(board), masking)
