"""SSAI as printed: its exchange of candidates, and its choice over the sample program's evaluation."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any

from shirokuro import _core
from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.studies.alpha_beta import Depths
from shirokuro.engine.studies.values import Candidate, by_columns, shared
from shirokuro.squares.colour import Colour


def exchanged(candidates: Collection[Candidate]) -> list[Candidate]:
    """The candidates after the listing's selection sort, whose inner loop begins at 1 each time."""
    moves = list(candidates)
    for begin in range(len(moves) - 1):
        for current in range(1, len(moves)):
            if moves[begin].points < moves[current].points:
                moves[begin], moves[current] = moves[current], moves[begin]
    return moves


@dataclass(frozen=True, slots=True)
class Listed:
    """What the listing plays, and what its searches cost."""

    candidate: Candidate
    nodes: int
    is_complete: bool
    """False where the limits or a stop ended it; then it was chosen by what was found so far."""


class SampleListing:
    """The listing's choices on 8x8 over the evaluation of its sample program, whose edge table they share.

    Where it `drifts`, each leaf of the preliminary search and of the main search changes the table; else it
    stays as it was made. Main searches that change nothing are left out, since their results are lost.
    """

    def __init__(self, depths: Depths, *, drifts: bool, edges: bytes = b"") -> None:
        self._depths = depths
        self._drifts = drifts
        self._leaf = _core.Leaf.drifting_sample if drifts else _core.Leaf.sample
        self._edges = _core.SampleEdges.from_bytes(edges) if edges else _core.SampleEdges()

    @property
    def edges(self) -> bytes:
        """The table as it is now."""
        return self._edges.to_bytes()

    def choose(self, board: Board, limits: Limits | None = None, stop: Stop | None = None) -> Listed:
        """The move that is played where there are several."""
        moves = by_columns(board.legal_moves)
        searches = _ListingSearches(board, shared(limits or Limits(), 2 * len(moves)), stop)
        presearch = _core.Listing(self._leaf, is_inverted=False, edges=self._edges)
        depth = self._depths.presearch
        ordered = exchanged([Candidate(move, searches.value(move, presearch, depth)) for move in moves])
        # The main search, in the order of the exchange; one to the end has another evaluation.
        if self._drifts and len(board.empties()) > self._depths.wld:
            listing = _core.Listing(self._leaf, is_inverted=True, edges=self._edges)
            for candidate in ordered:
                searches.value(candidate.move, listing, self._depths.normal)
        return Listed(ordered[-1], searches.nodes, searches.is_complete)


class _ListingSearches:
    """The searches for one move, each as long as its limits allow."""

    def __init__(self, board: Board, limits: Limits, stop: Stop | None) -> None:
        self.board = board
        self.nodes = 0
        self.is_complete = True
        self._effort = limits.nodes or 0, limits.seconds or 0.0, stop

    def value(self, move: int, listing: _core.Listing, depth: int) -> int:
        """Of a move, which is the first of `depth` plies."""
        after = self.board.copy(stack=False)
        after.push(move)
        found = _core.search_listing(after, listing, depth - 1, *self._effort)
        self.nodes += found.nodes
        self.is_complete &= found.is_complete
        return -found.points


class DriftingGame:
    """The drifting listing in the course of a game: its table is what the side's earlier turns have left.

    What it chooses depends on the board and its moves alone. A game that goes on is followed; of any other,
    the side's earlier turns are searched again. With limits of nodes or seconds every move begins with the
    first table, so that it need not be.
    """

    def __init__(self, depths: Depths, edges: bytes = b"") -> None:
        self._depths = depths
        self._first_edges = edges
        self._lock = Lock()
        self._begin(None)

    def __reduce__(self) -> tuple[Any, ...]:
        return DriftingGame, (self._depths, self._first_edges)

    def choose(self, board: Board, limits: Limits, stop: Stop | None = None) -> Listed:
        depths = self._depths.within_plies(limits.depth)
        if limits.nodes is not None or limits.seconds is not None:
            listing = SampleListing(depths, drifts=True, edges=self._first_edges)
            return listing.choose(board, limits, stop)
        with self._lock:
            self._follow(board, _GameKey(board.root().line(), board.turn, depths), stop)
            if self._moves == board.move_stack:
                return self._last
            return self._listing.choose(board, limits, stop)  # stopped before this turn, and so at once

    def edges_after(self, board: Board, colour: Colour) -> bytes:
        """The table after a side's turns in a game."""
        with self._lock:
            self._follow(board, _GameKey(board.root().line(), colour, self._depths), None)
            return self._listing.edges

    def _begin(self, game: _GameKey | None) -> None:
        self._game = game
        depths = game.depths if game else self._depths
        self._listing = SampleListing(depths, drifts=True, edges=self._first_edges)
        self._moves: list[int] | None = None
        """Before the last turn that was searched."""

    def _follow(self, board: Board, game: _GameKey, stop: Stop | None) -> None:
        """Searches the side's turns up to this board that were not searched yet."""
        moves = board.move_stack
        if game != self._game or (self._moves is not None and moves[: len(self._moves)] != self._moves):
            self._begin(game)
        for turn in _turns(board, game.colour, 0 if self._moves is None else len(self._moves) + 1):
            self._last, self._moves = self._listing.choose(turn, None, stop), turn.move_stack
            if not self._last.is_complete:
                self._game = None  # the table is that of no game
                return


@dataclass(frozen=True, slots=True)
class _GameKey:
    """What identifies a game beside its moves."""

    start: str
    colour: Colour
    depths: Depths


def _turns(board: Board, colour: Colour, first: int) -> Iterator[Board]:
    """The boards of a game on which a side had a choice, from ply `first` on."""
    replayed = board.root()
    for ply, move in enumerate([*board.move_stack, None]):
        if ply >= first and replayed.turn == colour and len(replayed.legal_moves) > 1:
            yield replayed
        if move is not None:
            replayed.push(move)
