"""Turns what is proven about positions into results and judgements, as if from a search."""

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
    """A judgement of a move from a proof, not from a search."""


def solved_results(proofs: OwnProofs, board: Board, found: Proven, mode: Mode) -> dict[int, Result]:
    """The results of all moves if the proof answers what the mode asks; otherwise none.

    A move without an exact value gets its upper bound.
    """
    if found.value is None and not (mode == "wld" and found.is_decided):
        return {}
    return {move: _result(proofs, board, found, move) for move in found.moves}


def _result(proofs: OwnProofs, board: Board, found: Proven, move: int) -> Result:
    lower, upper = found.moves[move]
    pv = proofs.line(board, move) if lower == upper else (move,)
    # Never above the best move's proven value, or it would be listed before that move.
    value, depth = min(upper, found.lower), len(board.empties())
    return Result(value, move, pv, depth, 0, 0.0, _kind(found.moves[move]), lower, upper)


def _kind(bounds: Bounds) -> Kind:
    if bounds[0] == bounds[1]:
        return "exact"
    return "wld" if bounds[0] > 0 or bounds[1] < 0 else "bound"


def solved_judgement(proofs: OwnProofs, board: Board, move: int) -> SolvedJudgement | None:
    """What a move lost, if the exact values of both the move and the position are proven.

    None also if a search solves the position: it finds the same, with lines to the end of the game.
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
    """The boards whose winner is proven, with the bounds of their start."""
    found = {name: proofs.find(Board(name)) for name in VARIANTS}
    return {name: (each.lower, each.upper) for name, each in found.items() if each and each.is_decided}
