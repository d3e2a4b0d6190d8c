"""`rvlai`: the rival, which plays as well as its opponent just did, and what its listing plays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeVar

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.studies import Candidate, RivalListing, by_columns, move_values, shared
from shirokuro.parameters.parameter import parameter, seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer, dice
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import VARIANTS
from shirokuro.words.message import Message

LAST_TURNS = 6
"""From this number of empties on it only counts discs."""

T = TypeVar("T")


@dataclass(frozen=True)
class Rvlai(BuiltinPlayer):
    """Ranks the opponent's last move among its candidates, and plays its own move of that rank or one beside.

    The opponent's last move is the last that was no pass. If there is none, as on the first move of a game,
    it plays one of its best two. In the last six turns it plays for the best immediate disc difference.

    Matching shares, ranks count in proportion: to the opponent's worst move answers the own worst, however
    many moves each had. Matching values, the own move is the one whose value is nearest to that of the
    opponent's move, each for the side that makes it. Either way it plays that move or one beside it.

    As printed, the opponent's candidates are always the four opening moves, put on the previous position,
    where most are refused. So the opponent's move is found in the first turns at most. Otherwise its rank
    stays that of the best, and one of the first two own moves is played. Their values come from an
    alpha-beta search whose window is inverted by an integer overflow: of the replies to a move only the first
    is searched. The values are black's, whoever moves, with the choosing side to move at the leaves: right
    for black, self-defeating for white. In the last six turns the worst disc difference is taken, because the
    side to move was switched before. Mended, it finds the opponent's move among those that were legal, and
    all else stays as printed.
    """

    spec_name = "rvlai"
    summary = Message("players.rvlai")
    origin = "Matsumura 2017, オセロにおけるライバル AI の作成について (RvlAI)"

    depth: int = parameter(5, Message("parameters.rvlai_depth"), least=0, most=60)
    match: Literal["rank", "share", "value"] = parameter("rank", Message("parameters.match"))
    as_printed: bool = parameter(False, Message("parameters.ssai_as_printed"))
    mended: bool = parameter(False, Message("parameters.mended"))
    seed: int = seed_parameter()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mended and not self.as_printed:
            raise ValueError("rvlai: only what is printed can be mended: as_printed=true,mended=true")
        if self.as_printed and not self.mended and self.match != "rank":
            raise ValueError(f"rvlai: as printed it matches ranks; match={self.match} needs mended=true too")

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
        ranked, rank, nodes, beyond = own.best_first(), 0, own.nodes, own.beyond
        if before is not None:
            position, played = before
            theirs = move_values(position, "map", self.depth, limits, stop)
            rank = self.counterpart(ranked, theirs.best_first(), played)
            nodes, beyond = nodes + theirs.nodes, min(beyond, theirs.beyond)
        candidate = beside(rank, ranked, dice(self.seed, board))
        note = Message("notes.capped") if beyond < self.depth else ""
        return Choice(candidate.move, own.discs(candidate), (candidate.move,), nodes, note=note)

    def counterpart(self, own: list[Candidate], theirs: list[Candidate], played: int) -> int:
        """The rank of the own move that answers to the opponent's; it may lie behind the last."""
        rank = [candidate.move for candidate in theirs].index(played)
        if self.match == "value":
            return nearest(theirs[rank].points, own)
        return rank if self.match == "rank" else in_proportion(rank, len(theirs), len(own))

    def pick_as_printed(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        listing = RivalListing(self.depth, limits, stop)
        own = listing.ranked(board)
        rank = self.mended_rank(listing, own, board) if self.mended else listing.last_rank(board)
        move = beside(rank, own, dice(self.seed, board)).move
        return Choice(
            move, None, (move,), listing.nodes, note="" if listing.is_complete else Message("notes.capped")
        )

    def mended_rank(self, listing: RivalListing, own: list[Candidate], board: Board) -> int:
        before = before_last_move(board)
        return 0 if before is None else self.counterpart(own, listing.ranked(before[0]), before[1])


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


def in_proportion(rank: int, of: int, among: int) -> int:
    """The place among others that is as far down as a rank is; halves are rounded down the list."""
    return int(rank / max(of - 1, 1) * (among - 1) + 0.5)


def nearest(points: int, ranked: list[Candidate]) -> int:
    """The rank of the candidate whose value is nearest; of two as near the better one's."""
    return min(range(len(ranked)), key=lambda rank: abs(ranked[rank].points - points))


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
