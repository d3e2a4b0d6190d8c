"""The rival as printed: its alpha-beta and how it ranks moves by it."""

from __future__ import annotations

from shirokuro import _core
from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.studies.values import Candidate, by_columns, shared
from shirokuro.squares.colour import BLACK
from shirokuro.squares.square import C4, D3, E6, F5, PASS

OPENING_MOVES = by_columns((D3, C4, F5, E6))
"""What the listing takes for the opponent's candidates, on whatever board."""
_LISTING = _core.Listing(_core.Leaf.map, is_inverted=True)


class RivalListing:
    """The listing's searches for one move on 8x8; `nodes` is what they cost.

    Where the limits or a stop end one, `is_complete` becomes false and its value is that of an unfinished
    search.
    """

    def __init__(self, depth: int, limits: Limits | None = None, stop: Stop | None = None) -> None:
        limits = limits or Limits()
        self._depth = depth if limits.depth is None else min(depth, limits.depth - 1)
        self._limits = shared(limits, 2)  # own moves, and the opponent's
        self._stop = stop
        self.nodes = 0
        self.is_complete = self._depth == depth

    def alphabeta(self, board: Board, limits: Limits | None = None) -> int:
        """`alphabeta(state, depth, -Integer.MAX_VALUE, -Integer.MIN_VALUE)`: an inverted window."""
        limits = limits or self._limits
        effort = limits.nodes or 0, limits.seconds or 0.0
        found = _core.search_listing(board, _LISTING, self._depth, *effort, self._stop)
        self.nodes += found.nodes
        self.is_complete &= found.is_complete
        return found.points

    def ranked(self, board: Board) -> list[Candidate]:
        """The legal moves as the listing ranks them: by their values for black, which white sorts upwards.

        Their points are those for the side to move, as far as that search goes. The first move of a game is
        ranked as black's, whoever makes it.
        """
        is_first_turn = len(board.empties()) == len(board.variant.cells) - 4
        highest_first = board.turn == BLACK or is_first_turn
        return self._ranked(board, by_columns(board.legal_moves), highest_first)

    def last_rank(self, board: Board) -> int:
        """The place of the last disc among the four opening moves; 0 if it lies on none of them.

        The listing asks the board for the last disc, which is the own one where the opponent has passed.
        """
        before, played = board.copy(), PASS
        while played == PASS and before.move_stack:
            played = before.pop()
        if played not in OPENING_MOVES:
            return 0
        ranked = self._ranked(before, OPENING_MOVES, highest_first=board.turn != BLACK)
        return [candidate.move for candidate in ranked].index(played)

    def _ranked(self, board: Board, moves: list[int], highest_first: bool) -> list[Candidate]:
        limits, sign = shared(self._limits, len(moves)), 1 if highest_first else -1
        found = []
        for move in moves:
            after = board.copy(stack=False)
            if move in board.legal_moves:  # else `put` refuses it, and the board stays as it is
                after.push(move)
            found.append(Candidate(move, -sign * self.alphabeta(after, limits)))
        return sorted(found, key=lambda candidate: -candidate.points)
