"""Facts about corners, edges and the rim."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.engine.features import stable_discs
from shirokuro.explanation.expected_line import ExpectedLine, edges_of, is_in_line, moves_of
from shirokuro.explanation.fact import Contrast, Fact, Look
from shirokuro.squares.square import PASS, SquareSet, square_name
from shirokuro.words.message import Message

MORE_STABLE, MORE_ON_RIM = 3, 3
"""Least discs that differ on an edge and along the rim."""


def _corners(at: Contrast) -> Iterator[Fact]:
    """The winner takes a corner that it neither has nor could take at the end of the other line."""
    end = at.other.end
    elsewhere = end.discs(at.winner) | moves_of(end, at.winner)
    for ply, move in at.line.moves_by(at.winner, at.plies):
        if move in at.line.variant.corners - elsewhere:
            yield at.fact(
                "corner", ply, SquareSet([move]), form="now" if ply == 1 else _corner_form(at, move)
            )


def _corner_form(at: Contrast, corner: int) -> str:
    """Whether the corner could be taken before, or falls to a move beside it."""
    if at.is_missed:
        return ""
    board, first = at.line.boards[0], at.line.moves[0]
    if corner in moves_of(board, at.winner):
        return "left"
    if first == PASS or first not in board.variant.neighbours(corner):
        return ""
    return "c" if is_in_line(corner, SquareSet([first])) else "x"


def _open_corners(at: Contrast) -> Iterator[Fact]:
    """The winner may take a corner when it is its turn, which it never may in the other line."""

    def offered(line: ExpectedLine, plies: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for ply in line.turns_of(at.winner, plies):
            for corner in line.boards[ply - 1].legal_moves & line.variant.corners:
                found.setdefault(corner, ply)
        return found

    here = offered(at.line, at.plies)
    there = {*offered(at.other, len(at.other.moves))} | {
        move for _, move in at.other.moves_by(at.winner) if move != PASS
    }
    there |= {*(at.other.end.discs(at.winner))}
    for corner, ply in here.items():
        if corner not in there and corner not in at.line.moves:
            form = _corner_form(at, corner)
            yield at.fact("open", ply - 1, SquareSet([corner]), form=form if form in ("c", "x") else "")


def _x_squares(at: Contrast) -> Iterator[Fact]:
    """The loser plays diagonally beside an empty corner, which it does not in the other line."""

    def played(line: ExpectedLine, plies: int) -> Iterator[tuple[int, int, int]]:
        for ply, move in line.moves_by(at.loser, plies):
            for corner in line.boards[ply - 1].empties() & line.variant.corners:
                beside = move != PASS and move in line.variant.neighbours(corner)
                if beside and not is_in_line(corner, SquareSet([move])):
                    yield ply, move, corner

    if not any(played(at.other, len(at.other.moves))):
        for ply, move, corner in played(at.line, at.plies):
            yield at.fact(
                "x_square",
                ply,
                SquareSet([move]),
                form="now" if ply == 1 else "",
                at=square_name(move),
                corner=square_name(corner),
            )


def _wedges(at: Contrast) -> Iterator[Fact]:
    """The winner plays between two of the loser's discs on an edge, and takes one of its corners."""

    def wedged(line: ExpectedLine, plies: int) -> dict[int, tuple[int, SquareSet]]:
        found = {}
        for ply, move in line.moves_by(at.winner, plies):
            for edge in edges_of(line.variant).values():
                if move in edge - line.variant.corners:
                    sides = line.variant.neighbours(move) & edge
                    discs = line.boards[ply - 1].discs(at.loser) & line.boards[ply].discs(at.loser)
                    if sides <= discs:
                        found[move] = (ply, sides)
        return found

    there = wedged(at.other, len(at.other.moves))
    corners = [*_corners(at)]
    for move, (ply, sides) in wedged(at.line, at.plies).items():
        later = [each for each in corners if each.ply > ply and is_in_line(move, each.squares)]
        if move not in there and later:
            first, second = sides
            yield at.fact(
                "wedge",
                later[0].ply,
                later[0].squares | SquareSet([move]),
                at=square_name(move),
                first=square_name(first),
                second=square_name(second),
                corner=later[0].squares.names()[0],
            )


def _edges(at: Contrast) -> Iterator[Fact]:
    """On an edge the winner has more discs that cannot be turned any more."""
    plies = at.plies if at.are_over else min(at.plies, len(at.other.moves))
    there = stable_discs(at.other.end if at.are_over else at.other.boards[plies], at.winner)
    here = [stable_discs(board, at.winner) for board in at.line.boards[: plies + 1]]
    for name, edge in edges_of(at.line.variant).items():
        number, other = len(here[-1] & edge), len(there & edge)
        if number - other >= MORE_STABLE:
            turning = next(ply for ply, found in enumerate(here) if len(found & edge) > other)
            yield at.fact(
                "edge",
                max(turning, 1),
                here[-1] & edge,
                number - other,
                edge=Message(f"reasons.{name}"),
                discs=number,
                other=other,
                later=_later(at, plies),
            )


def _later(at: Contrast, plies: int) -> Message:
    name = "in_the_end" if at.are_over else "later" if plies > 1 else "at_once"
    return Message(f"reasons.{name}", plies=plies - 1)


def _rim(at: Contrast) -> Iterator[Fact]:
    """The winner turns many discs along the rim at once."""
    ring = at.line.variant.ring

    def taken(line: ExpectedLine, plies: int) -> Iterator[tuple[int, int, list[int]]]:
        for ply, move in line.moves_by(at.winner, plies):
            if move in ring:
                place = ring.index(move)
                onward = [*ring[place + 1 :], *ring[:place]]
                turned = line.boards[ply - 1].flips(move)
                for walk in (onward, onward[::-1]):
                    run = []
                    for cell in walk:
                        if cell not in turned:
                            break
                        run.append(cell)
                    yield len(run), -ply, run

    if not ring:
        return
    size, ply, run = max(taken(at.line, at.plies), default=(0, 0, []))
    other = max((each[0] for each in taken(at.other, len(at.other.moves))), default=0)
    if size - other >= MORE_ON_RIM:
        move = at.line.moves[-ply - 1]
        yield at.fact(
            "rim",
            -ply,
            SquareSet([move, *run]),
            size - other,
            first=square_name(move),
            last=square_name(run[-1]),
            discs=size,
            other=other,
        )


KINDS: tuple[Look, ...] = (_corners, _open_corners, _x_squares, _wedges, _edges, _rim)
