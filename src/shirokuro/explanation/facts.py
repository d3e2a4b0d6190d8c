"""What happens on the board in one of two expected lines and not in the other, as a player sees it.

A fact costs one side something, its *loser*: the side that moved in the line of its own move, or the
opponent in the line of the better move, which is then *missed*. Every fact is true of its line and not, or
less, of the other one, as far as both are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from shirokuro.board.board import Board
from shirokuro.board.flip_lines import turned_lines
from shirokuro.engine.features import empty_regions, opened_cells, stable_discs
from shirokuro.explanation.expected_line import (
    NONE,
    ExpectedLine,
    is_in_line,
    moves_of,
    safe_moves,
)
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import PASS, SquareSet, move_name, square_name
from shirokuro.words.message import Message

FEWER_MOVES, FEWER_SAFE, MORE_OPEN = 4, 3, 4
"""Least differences between two lines: in legal moves, in safe ones, in empty cells that a move opens."""
MORE_STABLE, MORE_ON_RIM, LOST_TOGETHER = 3, 3, 3
"""Least discs that differ on an edge, along the rim and, at the end of the game, in a row or column."""
FEW = 1.5
"""How many times as many moves, or safe moves, the other line must leave."""
LONGEST_LINE = 8
"""Longest line that a sentence has in full."""
REGION = (2, 7)
"""The least and the greatest size of an empty region that a sentence speaks of."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happens in a line."""

    kind: str
    loser: Colour
    line: tuple[int, ...]
    """The moves up to where it happens, or to where it can be seen."""
    squares: SquareSet
    """The cells that it is about."""
    size: float = 1
    """How much more it is than in the other line: of facts of one kind the greatest is told."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What its sentence says besides."""
    arrows: tuple[tuple[int, int], ...] = ()

    @property
    def ply(self) -> int:
        return len(self.line)


@dataclass(frozen=True, slots=True)
class Contrast:
    """A line that may cost a side something, beside one that does not."""

    line: ExpectedLine
    other: ExpectedLine
    loser: Colour

    @property
    def winner(self) -> Colour:
        return self.loser.opponent

    @property
    def plies(self) -> int:
        """How far the line is looked at: as far as the other one, unless that ends the game."""
        length = len(self.line.moves)
        return length if self.other.end.is_over() else min(length, len(self.other.moves))

    @property
    def is_missed(self) -> bool:
        """Whether the line is that of the better move, in which the opponent loses something."""
        return self.line.side == self.winner

    @property
    def are_over(self) -> bool:
        return self.line.end.is_over() and self.other.end.is_over()

    def fact(self, kind: str, ply: int, squares: SquareSet, size: float = 1, **values: object) -> Fact:
        before, move = self.line.boards[ply - 1], self.line.moves[ply - 1]
        arrows = _arrows(before, move) if move in squares else ()
        return Fact(kind, self.loser, self.line.moves[:ply], squares, size, values, arrows)


def _arrows(board: Board, move: int) -> tuple[tuple[int, int], ...]:
    """From a move to the last disc that it turns in each direction."""
    return tuple((move, line[-1]) for line in turned_lines(board, move))


def line_text(line: tuple[int, ...]) -> str:
    """Moves in a sentence; of a long line only its beginning and its end."""
    names = [*map(move_name, line)]
    return " ".join(names if len(names) <= LONGEST_LINE else [*names[:3], "…", *names[-3:]])


def facts(line: ExpectedLine, other: ExpectedLine) -> tuple[Fact, ...]:
    """What the side to move loses in the first line, and what its opponent loses in the second."""
    side = line.side
    harm, missed = Contrast(line, other, side), Contrast(other, line, side.opponent)
    return tuple(fact for contrast in (harm, missed) for look in KINDS for fact in look(contrast))


# Corners


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


# Moves that are left


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


def _few_moves(at: Contrast) -> Iterator[Fact]:
    return _fewer(at, "moves", lambda board: board.legal_moves, FEWER_MOVES)


def _few_safe_moves(at: Contrast) -> Iterator[Fact]:
    return iter(()) if at.line.variant.is_round else _fewer(at, "safe", safe_moves, FEWER_SAFE)


def _opens(at: Contrast) -> Iterator[Fact]:
    """The move turns discs with many empty cells beside them."""
    if at.is_missed:
        return
    move, other = at.line.moves[0], at.other.moves[0]
    if PASS in (move, other):
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


# Edges and the rim


def edges_of(board: Board) -> dict[str, SquareSet]:
    """The edges of a square board by their sides."""
    variant = board.variant
    if variant.is_round:
        return {}
    rows, last = variant.rows, variant.width - 1
    return {
        "top": SquareSet(rows[0]),
        "bottom": SquareSet(rows[last]),
        "left": SquareSet(row[0] for row in rows),
        "right": SquareSet(row[last] for row in rows),
    }


def _wedges(at: Contrast) -> Iterator[Fact]:
    """The winner plays between two of the loser's discs on an edge, and takes one of its corners."""

    def wedged(line: ExpectedLine, plies: int) -> dict[int, tuple[int, SquareSet]]:
        found = {}
        for ply, move in line.moves_by(at.winner, plies):
            for edge in edges_of(line.boards[0]).values():
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
    for name, edge in edges_of(at.line.boards[0]).items():
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


# Regions and the end


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


KINDS: tuple[Callable[[Contrast], Iterator[Fact]], ...] = (
    _corners,
    _open_corners,
    _wedges,
    _no_safe_move,
    _edges,
    _rim,
    _passes,
    _access,
    _regions,
    _last_move,
    _opens,
    _few_safe_moves,
    _few_moves,
    _lost_for_good,
)
