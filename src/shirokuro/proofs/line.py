"""The line of a solution: the moves of both sides under perfect play, as far as they are proven."""

from __future__ import annotations

from shirokuro.board.board import Board
from shirokuro.board.position_key import following, key_of
from shirokuro.engine.engine import Engine, table_for
from shirokuro.proofs.proof_tree import ProofTree


def proven_line(tree: ProofTree, start: Board) -> tuple[int, ...]:
    """From a position like the root on; where the value is exact, to the end of the game.

    After an exact position there is an exact one: its best move is proven to reach the value, and all of its
    moves are proven not to exceed it.
    """
    board, node, moves = start.copy(stack=False), tree.root, list[int]()
    while node.after is not None:
        # The best move leaves the other side least; of equal ones those that are exact come first.
        node = min(node.after, key=lambda each: (each.upper, -each.lower, each.guess))
        move, board = next((move, after) for move, after in following(board) if key_of(after) == node.key)
        moves.append(move)
    if node.is_exact and not board.is_over():
        with Engine(1, table_for(board)) as engine:
            moves += engine.solve(board).pv
    return tuple(moves)
