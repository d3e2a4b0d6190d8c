"""What masking don't-care discs does to a plain search (docs/dont_care.md)."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields
from typing import Literal, get_args

from shirokuro import _core
from shirokuro.board.board import Board, board_of
from shirokuro.engine.engine import DONT_CARE, DontCare, enum_value, one_of
from shirokuro.squares.square import SquareSet

Masking = DontCare
MASKINGS = DONT_CARE
TABLE_BYTES = 100_000_000
"""What the study gave the nodes of its table."""


Stored = Literal["bounds", "no-cut-offs", "no-fail-lows", "exact", "as-exact"]
Again = Literal["narrow", "replace", "keep"]
Fails = Literal["soft", "hard"]
KeyContents = Literal["discs-and-turn", "discs"]


@dataclass(frozen=True, slots=True)
class TableUse:
    """How the study's search uses its table: what the study does not say. The default is our choice."""

    from_empties: int = 1
    """Positions with fewer empty cells are neither looked up nor stored; 0 takes in finished games."""
    stored: Stored = "bounds"
    """Which results. With `as-exact` each is taken for the value itself, so that values may be wrong."""
    again: Again = "narrow"
    """What a later result does to an entry of its key; all are searched to the end, so none is deeper."""
    fails: Fails = "soft"
    """Whether results outside the window are as sharp as they can be, or the window's edge."""
    key: KeyContents = "discs-and-turn"
    """A key of the discs alone gives a pass no entry of its own, but may take one turn for the other."""
    node_bytes: int = 24
    """Of one entry: how many the table holds."""

    def __post_init__(self) -> None:
        if self.from_empties < 0:
            raise ValueError(f"from_empties: 0 or more, not {self.from_empties}")
        if self.node_bytes < 1:
            raise ValueError(f"node_bytes: 1 or more, not {self.node_bytes}")


OUR_USE = TableUse()


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
    entries: int
    """What the table holds at the end."""
    seconds: float


def dont_care_experiment(
    board: Board | str,
    masking: Masking = "full-lines",
    *,
    table_bytes: int = TABLE_BYTES,
    use: TableUse = OUR_USE,
) -> DontCareRun:
    """The study's experiment on one position: plain alpha-beta to the end over a chained table.

    With `masking` the table's keys leave out the don't-care discs which that test finds.
    """
    if not 0 < table_bytes < 2**40:
        raise ValueError(f"table_bytes: more than 0 and less than 2^40 are possible, not {table_bytes}")
    in_core = _core.TableUse(
        use.from_empties,
        enum_value("stored", use.stored, get_args(Stored), _core.Stored),
        enum_value("again", use.again, get_args(Again), _core.Again),
        is_fail_hard=one_of("fails", use.fails, get_args(Fails)) == "hard",
        tells_mover=one_of("key", use.key, get_args(KeyContents)) == "discs-and-turn",
        most_nodes=table_bytes // use.node_bytes,
    )
    masked = enum_value("masking", masking, MASKINGS, _core.DontCare)
    began = time.perf_counter()
    found = _core.dont_care(board_of(board), masked, in_core)
    seconds = time.perf_counter() - began
    names = (each.name for each in fields(DontCareRun) if each.name != "seconds")
    return DontCareRun(**{name: getattr(found, name) for name in names}, seconds=seconds)


def dont_care_discs(board: Board | str, masking: Masking = "full-lines") -> SquareSet:
    """The discs that no later move can turn or flank with, as far as a test finds them."""
    masked = enum_value("masking", masking, MASKINGS, _core.DontCare)
    return _core.dont_care_discs(board_of(board), masked)
