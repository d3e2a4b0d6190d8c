"""Facts about the moves that a side has left and what its moves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shirokuro.board.board import Board
from shirokuro.engine.features import QUIET, opened_cells, quiet_moves
from shirokuro.explanation.expected_line import (
    NONE,
    ExpectedLine,
    frontier,
    safe_moves,
)
from shirokuro.explanation.fact import Contrast, Fact, Look, line_text
from shirokuro.squares.square import PASS, SquareSet, move_name

FEWER_MOVES, FEWER_SAFE, FEWER_QUIET = 4, 3, 3
"""Least differences between two lines in moves that a side has: legal, safe and quiet ones."""
FEW = 1.5
"""How many times as many of them the other line must leave."""
MORE_OPEN, MORE_OPEN_IN_ANSWER, MORE_IN_FRONTIER = 3, 3, 4
"""Least differences in empty cells that a move or the answer to it opens, and in discs beside empty cells."""


def _passes(at: Contrast) -> Iterator[Fact]:
    passes = [ply for ply, move in at.line.moves_by(at.loser, at.plies) if move == PASS]
    others = sum(move == PASS for _, move in at.other.moves_by(at.loser))
    if len(passes) > others:
        yield at.fact("pass", passes[others], NONE, len(passes) - others)


def _no_safe_move(at: Contrast) -> Iterator[Fact]:
    """The loser has moves, and none is safe; in the other line it has a safe one each time."""
    if at.line.variant.is_round:
        return

    def without(line: ExpectedLine, plies: int) -> int | None:
        turns = line.turns_of(at.loser, plies)
        return next((ply for ply in turns if not safe_moves(line.boards[ply - 1])), None)

    ply = without(at.line, at.plies)
    if ply and without(at.other, ply) is None:
        legal = at.line.boards[ply - 1].legal_moves
        yield at.fact("unsafe", ply - 1, legal)


def _fewer(at: Contrast, kind: str, count: Callable[[Board], SquareSet], least: int) -> Iterator[Fact]:
    """Where the loser has the fewest moves beside the other line."""
    found = [
        (other - left, -ply, left, other)
        for ply in {*at.line.turns_of(at.loser, at.plies)} & {*at.other.turns_of(at.loser, at.plies)}
        for left, other in [(len(count(at.line.boards[ply - 1])), len(count(at.other.boards[ply - 1])))]
        if other - left >= least and FEW * left <= other
    ]
    if found:
        size, ply, left, other = max(found)
        yield at.fact(
            kind,
            -ply - 1,
            count(at.line.boards[-ply - 1]),
            size,
            left=left,
            other=other,
            other_line=line_text(at.other.moves[: -ply - 1]),
        )


def _long_frontier(at: Contrast) -> Iterator[Fact]:
    """More discs of the loser stand beside empty cells than after as many moves of the other line."""
    found = [
        (len(here) - len(there), -ply, here, len(there))
        for ply in range(1, min(at.plies, len(at.other.moves)) + 1)
        for here, there in [(frontier(line.boards[ply], at.loser) for line in (at.line, at.other))]
    ]
    size, ply, discs, other = max(found, key=lambda each: each[:2])
    if size >= MORE_IN_FRONTIER:
        beside = line_text(at.other.moves[:-ply])
        yield at.fact("frontier", -ply, discs, size, discs=len(discs), other=other, other_line=beside)


def _opens(at: Contrast) -> Iterator[Fact]:
    """The move turns discs with many empty cells beside them."""
    move, other = at.line.moves[0], at.other.moves[0]
    if at.is_missed or PASS in (move, other):
        return
    board = at.line.boards[0]
    here, there = opened_cells(board, move), opened_cells(board, other)
    if len(here) - len(there) >= MORE_OPEN:
        yield at.fact(
            "opens",
            1,
            here,
            len(here) - len(there),
            turned=len(board.flips(move)),
            open=len(here),
            other_turned=len(board.flips(other)),
            other=len(there),
        )


def _quiet_answer(at: Contrast) -> Iterator[Fact]:
    """The winner answers with a quiet move, and after the better move only with one that opens more."""
    answers = [line.moves[1:2] for line in (at.line, at.other)]
    if at.is_missed or any(answer in ((), (PASS,)) for answer in answers):
        return
    (move,), (other,) = answers
    here, there = (len(opened_cells(line.boards[1], line.moves[1])) for line in (at.line, at.other))
    if here <= QUIET and there - here >= MORE_OPEN_IN_ANSWER:
        yield at.fact(
            "answer",
            2,
            SquareSet([move]),
            there - here,
            at=move_name(move),
            other_at=move_name(other),
            open=here,
            other=there,
        )


KINDS: tuple[Look, ...] = (
    _passes,
    _no_safe_move,
    lambda at: iter(()) if at.line.variant.is_round else _fewer(at, "safe", safe_moves, FEWER_SAFE),
    lambda at: _fewer(at, "quiet", quiet_moves, FEWER_QUIET),
    lambda at: _fewer(at, "moves", lambda board: board.legal_moves, FEWER_MOVES),
    _opens,
    _quiet_answer,
    _long_frontier,
)
