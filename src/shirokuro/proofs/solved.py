"""What is proven of positions as results and judgements, as if a search had found it."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.deepening import Mode
from shirokuro.engine.result import Result
from shirokuro.engine.value import Kind
from shirokuro.explanation.reviewer import EXACT_FROM, Judgement
from shirokuro.proofs.own_proofs import OwnProofs
from shirokuro.proofs.proven import Bounds, Proven
from shirokuro.squares.variant import VARIANTS


@dataclass(frozen=True, slots=True)
class SolvedJudgement(Judgement):
    """What a move was worth by what is proven, not by a search."""


def solved_results(proofs: OwnProofs, board: Board, found: Proven, mode: Mode) -> dict[int, Result]:
    """Of all moves, where what was asked for is proven of the position; else of none.

    A move that is not proven to the disc has the most that it can be worth.
    """
    if found.value is None and not (mode == "wld" and found.is_decided):
        return {}
    return {move: _result(proofs, board, found, move) for move in found.moves}


def _result(proofs: OwnProofs, board: Board, found: Proven, move: int) -> Result:
    lower, upper = found.moves[move]
    pv = proofs.line(board, move) if lower == upper else (move,)
    # Never more than the best move is proven to be worth, which would stand below it.
    value, depth = min(upper, found.lower), len(board.empties())
    return Result(value, move, pv, depth, 0, 0.0, _kind(found.moves[move]), lower, upper)


def _kind(bounds: Bounds) -> Kind:
    if bounds[0] == bounds[1]:
        return "exact"
    return "wld" if bounds[0] > 0 or bounds[1] < 0 else "bound"


def solved_judgement(proofs: OwnProofs, board: Board, move: int) -> SolvedJudgement | None:
    """What a move lost, where both it and the position are proven to the disc.

    None too where a search reads to the end: that finds the same, with lines as long as the game.
    """
    found = proofs.find(board) if len(board.empties()) > EXACT_FROM else None
    if found is None or found.value is None or found.moves[move][0] != found.moves[move][1]:
        return None
    value, ply = found.moves[move][0], len(board.move_stack) + 1
    best = move if value == found.value or not found.best_moves else found.best_moves[0]
    return SolvedJudgement(
        ply,
        board.turn,
        move,
        value,
        best,
        found.value,
        proofs.line(board, best),
        "exact",
        len(board.empties()),
        played_pv=proofs.line(board, move),
    )


def solved_starts(proofs: OwnProofs) -> dict[str, Bounds]:
    """The boards of whose start it is proven who wins, with what is proven of its value."""
    found = {name: proofs.find(Board(name)) for name in VARIANTS}
    return {name: (each.lower, each.upper) for name, each in found.items() if each and each.is_decided}
