"""Facts about empty regions and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from shirokuro.engine.features import empty_regions
from shirokuro.explanation.expected_line import ExpectedLine
from shirokuro.explanation.fact import Contrast, Fact, Look
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import PASS, SquareSet

REGION = (2, 7)
"""The least and the greatest size of an empty region that a sentence speaks of."""
LOST_TOGETHER = 3
"""Least discs that differ in a row or column at the end of the game."""


def _regions(at: Contrast) -> Iterator[Fact]:
    """Both lines fill a region, and the winner plays last in it in this one alone."""
    if at.is_missed:
        return
    for region in empty_regions(at.line.boards[0]):
        if not REGION[0] <= len(region) <= REGION[1]:
            continue
        here, there = _filling(at.line, region), _filling(at.other, region)
        if len(here) < len(region) or len(there) < len(region):
            continue
        ply, last = here[-1]
        if last == at.winner and there[-1][1] == at.loser:
            yield at.fact("region", ply, region)


def _filling(line: ExpectedLine, region: SquareSet) -> list[tuple[int, Colour]]:
    """The plies at which a region is filled, and by whom."""
    return [(ply, line.boards[ply - 1].turn) for ply, move in enumerate(line.moves, 1) if move in region]


def _access(at: Contrast) -> Iterator[Fact]:
    """The winner plays two moves of a region in turn, and the loser can move nowhere in it in between."""

    def shut_out(line: ExpectedLine, region: SquareSet, plies: int) -> tuple[int, int] | None:
        mine = [ply for ply, side in _filling(line, region) if ply <= plies]
        for first, second in pairwise(mine):
            if {line.boards[first - 1].turn, line.boards[second - 1].turn} == {at.winner} and not any(
                line.boards[ply - 1].turn == at.loser and line.boards[ply - 1].legal_moves & region
                for ply in range(first + 1, second)
            ):
                return first, second
        return None

    for region in empty_regions(at.line.boards[0]):
        if REGION[0] <= len(region) <= REGION[1]:
            found = shut_out(at.line, region, at.plies)
            if found and not shut_out(at.other, region, len(at.other.moves)):
                cells = SquareSet(at.line.moves[ply - 1] for ply in found)
                yield at.fact("access", found[1], cells, region=region.names())


def _last_move(at: Contrast) -> Iterator[Fact]:
    """Both lines end the game, and the winner moves last in this one alone."""
    if not at.are_over or at.is_missed:
        return
    ends = [
        max(ply for ply, move in enumerate(line.moves, 1) if move != PASS) for line in (at.line, at.other)
    ]
    movers = [line.boards[ply - 1].turn for line, ply in zip((at.line, at.other), ends, strict=True)]
    if movers == [at.winner, at.loser]:
        yield at.fact("last_move", ends[0], SquareSet([at.line.moves[ends[0] - 1]]))


def _lost_for_good(at: Contrast) -> Iterator[Fact]:
    """Both lines end the game, and a row or column has many discs that only here are the winner's."""
    if not at.are_over or at.is_missed:
        return
    here, there = (line.end.discs(at.winner) for line in (at.line, at.other))
    gained = here & at.other.end.discs(at.loser)
    if len(here) <= len(there):
        return
    lines = {
        **{str(number): SquareSet(row) & gained for number, row in enumerate(at.line.variant.rows, 1)},
        **{
            letter: SquareSet(row[column] for row in at.line.variant.rows) & gained
            for column, letter in enumerate(at.line.variant.columns)
        },
    }
    name = max(lines, key=lambda each: len(lines[each]))
    if len(lines[name]) >= LOST_TOGETHER:
        yield at.fact("for_good", len(at.line.moves), lines[name], len(lines[name]))


KINDS: tuple[Look, ...] = (_regions, _access, _last_move, _lost_for_good)
