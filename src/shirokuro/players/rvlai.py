"""`rvlai`: the rival, which plays as well as its opponent just did, and what its listing plays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from shirokuro.board import Board
from shirokuro.engine import Limits, Stop
from shirokuro.players.parameter import parameter, seed_parameter
from shirokuro.players.player import Choice, Registered, dice
from shirokuro.square import PASS
from shirokuro.studies import RivalListing, by_columns, move_values, shared
from shirokuro.variant import VARIANTS

LAST_TURNS = 6
"""From this number of empties on it only counts discs."""

T = TypeVar("T")


@dataclass(frozen=True)
class Rvlai(Registered):
    """Ranks the opponent's last move among those it had, and plays the own move of that rank or the next.

    The opponent's last move is the last that was no pass. Without one, as on the first move of a game, one of
    the best two is played; in the last six turns the move after which the disc difference is best.

    As printed the opponent's candidates are the four moves of an opening position, tried out on the previous
    one, where most of them are refused: its move is found among them in the first turns at most, otherwise
    its rank stays that of the best, and one of the first two own moves is played. Their values come from an
    alpha-beta whose window an integer overflow inverts, so that of the replies to a move only the first is
    looked at; and they are black's, whoever plays, with the side that chooses to move at the leaves, which is
    right for black and self-defeating for white. In the last six turns the worst disc difference is taken,
    since the side to move was switched before it was asked.
    """

    spec_name = "rvlai"
    summary = "a move of the same rank as the opponent's last"
    origin = "Matsumura 2017, オセロにおけるライバル AI の作成について (RvlAI)"

    depth: int = parameter(5, "plies looked at beyond a move", least=0, most=60)
    as_printed: bool = parameter(False, "what the listing does, in place of what the text says")
    seed: int = seed_parameter()

    @property
    def variants(self) -> Collection[str]:  # type: ignore[override]  # a parameter decides
        return ("reversi",) if self.as_printed else tuple(VARIANTS)

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if len(board.legal_moves) == 1:
            return Choice(board.legal_moves[0])
        if len(board.empties()) <= LAST_TURNS:
            return by_discs(board, best=not self.as_printed)
        if self.as_printed:
            return self.pick_as_printed(board, limits, stop)
        return self.pick_as_described(board, limits, stop)

    def pick_as_described(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        before = before_last_move(board)
        limits = shared(limits, 2)
        own = move_values(board, "map", self.depth, limits, stop)
        rank, nodes, beyond = 0, own.nodes, own.beyond
        if before is not None:
            position, played = before
            theirs = move_values(position, "map", self.depth, limits, stop)
            rank = [candidate.move for candidate in theirs.best_first()].index(played)
            nodes, beyond = nodes + theirs.nodes, min(beyond, theirs.beyond)
        candidate = beside(rank, own.best_first(), dice(self.seed, board))
        note = "capped" if beyond < self.depth else ""
        return Choice(candidate.move, own.discs(candidate), (candidate.move,), nodes, note=note)

    def pick_as_printed(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        listing = RivalListing(self.depth, limits, stop)
        ranked = listing.own_order(board)
        move = beside(listing.last_rank(board), ranked, dice(self.seed, board))
        return Choice(move, None, (move,), listing.nodes, note="" if listing.is_complete else "capped")


def before_last_move(board: Board) -> tuple[Board, int] | None:
    """The board on which the opponent made its last move that was no pass, and that move."""
    earlier = board.copy()
    while earlier.move_stack:
        move = earlier.pop()
        if move != PASS:
            return earlier, move
        if earlier.move_stack:
            earlier.pop()  # the answer of the side that chooses now
    return None


def beside(rank: int, ranked: list[T], random: Random) -> T:
    """The one of a rank, or of the next rank up or down; behind the last rank there is none."""
    last = len(ranked) - 1
    rank = min(rank, last)
    steps = (-1, 0) if rank == last else (0, 1) if rank == 0 else (-1, 0, 1)
    return ranked[rank + random.choice(steps)]


def by_discs(board: Board, best: bool) -> Choice:
    """The first move after which the disc difference is best, or worst."""
    sign = 1 if best else -1
    move = max(by_columns(board.legal_moves), key=lambda square: sign * len(board.flips(square)))
    margin = len(board.own) - len(board.opp) + 2 * len(board.flips(move)) + 1
    return Choice(move, margin, (move,), len(board.legal_moves))
