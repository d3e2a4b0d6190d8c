"""What a proof answers: a move that keeps what is proven, and near the end the best one, read to the end."""

from __future__ import annotations

from shirokuro.board.board import Board
from shirokuro.engine.engine import Engine, Limits, Stop
from shirokuro.players.player import Choice
from shirokuro.proofs.own_proofs import own_proofs
from shirokuro.proofs.proof import Proof
from shirokuro.words.message import Message


def proof_choice(
    proof: Proof, board: Board, engine: Engine, limits: Limits, stop: Stop | None
) -> Choice | None:
    """None where nothing is proven, and nothing can be read."""
    if len(board.empties()) <= proof.leaf:
        result = engine.solve(board, "exact", limits, stop)
        return Choice(result.pv[0], result.value, result.pv, result.nodes, note=result.badge())
    return _choice(proof.best(board))


def own_proof_choice(board: Board, read: int) -> Choice | None:
    """By the proofs of the user's own; None where they say nothing, or so few empties are left to be read."""
    return _choice(own_proofs().best(board)) if len(board.empties()) > read else None


def _choice(found: tuple[int, int] | None) -> Choice | None:
    return None if found is None else Choice(found[0], found[1], (found[0],), note=Message("notes.proven"))
