"""The whole tree of an ending, searched ply by ply: all positions of a ply are in one array.

A position has two numbers for the rival: its exact value, and how welcome its outcome is on average. At its
own moves the rival takes the best chance to reach its aim. At the opponent's moves each reply is as likely as
its exact value makes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shirokuro.board.board import Board
from shirokuro.engine import batch
from shirokuro.players.rival.memory import Aim
from shirokuro.squares.square import PASS

DRAW = 0.3
"""How welcome a draw is, where 1 is what the rival aims at."""
A_DISC = 0.05
"""How much less welcome each further disc of the margin is: close games are good games."""

Numbers = NDArray[Any]
OWN_KEY, OPP_KEY = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], dtype=np.uint64)
"""Two odd numbers that make one key of the two words of a position. Of the 220 000 positions of an ending two
have the same by chance about once in 10⁹ endings."""


class Prospect(NamedTuple):
    """What a move leads to, for the rival."""

    value: int
    """Under perfect play."""
    welcome: float
    """On average, against this opponent."""


def welcome(aim: Aim, margin: int) -> float:
    """How welcome a final margin is."""
    return float(_welcome(aim, np.array([margin]))[0])


def _welcome(aim: Aim, margins: Numbers) -> Numbers:
    ahead = margins if aim == "win" else -margins
    return np.where(ahead == 0, DRAW, (ahead > 0) - A_DISC * abs(ahead))


@dataclass(frozen=True, slots=True)
class Ply:
    """The positions that can come up after so many moves, and the moves there."""

    ends: Numbers
    """Which of its positions are the end of a game."""
    margins: Numbers
    """How these end, for the side whose turn it would be."""
    goes_on: Numbers
    """The other positions."""
    first: Numbers
    """The first move of each of these, as an index into the moves."""
    moves: Numbers
    """Of one position after the other."""
    children: Numbers
    """Where the moves lead, as an index into the next ply."""


def prospects(board: Board, beta: float, aim: Aim, most: int) -> dict[int, Prospect] | None:
    """What each move leads to, for the side to move; None if there are more positions than `most`."""
    squares = np.array([*board.empties()], dtype=np.uint64)
    plies, positions, count = list[Ply](), batch.from_boards([board]), 0
    while len(positions):
        count += len(positions)
        if count > most:
            return None
        ply, positions = _ply(positions, squares, board.variant.name)
        plies.append(ply)
    values, hopes = np.empty(0), np.empty(0)
    for number in range(len(plies) - 1, 0, -1):
        values, hopes = _backed_up(plies[number], number % 2 == 0, (values, hopes), (beta, aim))
    root = plies[0]
    found = zip(values[root.children].tolist(), hopes[root.children].tolist(), strict=True)
    return dict(zip(root.moves.tolist(), (Prospect(*each) for each in found), strict=True))


def _ply(positions: batch.Positions, squares: Numbers, variant: str) -> tuple[Ply, batch.Positions]:
    """One ply and the positions of the next one, each of them once."""
    legal = batch.legal(positions, variant=variant, threads=1)
    over = legal == 0
    over[over] = batch.legal(positions[over][:, ::-1], variant=variant, threads=1) == 0
    can_play = np.column_stack([legal[:, None] >> squares & np.uint64(1), (legal == 0) & ~over])
    parents, columns = np.nonzero(can_play)
    moves = np.append(squares, PASS).astype(np.uint8)[columns]
    after = batch.play(positions[parents], moves, variant=variant, threads=1)
    keys = after[:, 0] * OWN_KEY + after[:, 1] * OPP_KEY
    _, once, children = np.unique(keys, return_index=True, return_inverse=True)
    goes_on = np.flatnonzero(~over)
    first = np.searchsorted(parents, goes_on)
    margins = batch.playout(positions[over], variant=variant, threads=1)
    return Ply(np.flatnonzero(over), margins, goes_on, first, moves, children), after[once]


def _backed_up(
    ply: Ply, is_own: bool, following: tuple[Numbers, Numbers], opponent: tuple[float, Aim]
) -> tuple[Numbers, Numbers]:
    """The exact values and how welcome the positions of a ply are, from those of the next one."""
    beta, aim = opponent
    count = len(ply.ends) + len(ply.goes_on)
    values, hopes = np.empty(count, dtype=np.int8), np.empty(count)
    values[ply.ends] = ply.margins if is_own else -ply.margins
    hopes[ply.ends] = _welcome(aim, values[ply.ends])
    if len(ply.goes_on):
        after, hope = (each[ply.children] for each in following)
        best = np.maximum if is_own else np.minimum
        values[ply.goes_on] = best.reduceat(after, ply.first)
        if is_own:
            hopes[ply.goes_on] = np.maximum.reduceat(hope, ply.first)
        else:
            hopes[ply.goes_on] = _expected(beta, -after, hope, ply.first)
    return values, hopes


def _expected(beta: float, values: Numbers, hopes: Numbers, first: Numbers) -> Numbers:
    """The mean of the hopes by the chances of the replies (see opponent_model)."""
    counts = np.diff(first, append=len(values))
    exponents = beta * values
    likely = np.exp(exponents - np.repeat(np.maximum.reduceat(exponents, first), counts))
    found: Numbers = np.add.reduceat(likely * hopes, first) / np.add.reduceat(likely, first)
    return found
