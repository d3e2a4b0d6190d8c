"""What the trained evaluation sees in a position, counted slowly from the names of its patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import reference
from samples import reference_game

import shirokuro as sk

SOURCE = Path(__file__).parent.parent / "cpp/evaluate/patterns.cpp"
BOARDS = ("reversi", "reversi6", "nip", "nip40", "nip32")
VARIANTS = (*BOARDS, "nip+loop", "nip40+loop", "nip32+loop")
COUNTS = 65
RIM_COUNTS = 21
"""No rim has more than twenty cells."""


@cache
def patterns(board: str) -> list[list[str]]:
    """The cells of each pattern, by their names."""
    listed = re.search(rf"{board}_patterns\[\] = \{{(.*?)\}};", SOURCE.read_text(), re.DOTALL)
    assert listed is not None
    return [names.split() for names in re.findall(r'"([^"]+)"', listed[1])]


def images(board: str, cells: list[str]) -> Iterator[list[str]]:
    """The images of a pattern under all symmetries, each cell in its place."""
    last = len(reference.BOARDS[board][0]) - 1
    for mirrored, upside_down, swapped in product((False, True), repeat=3):
        image = []
        for name in cells:
            place = (ord(name[0]) - ord("a"), int(name[1]) - 1)
            column, row = place[::-1] if swapped else place
            column, row = last - column if mirrored else column, last - row if upside_down else row
            image.append(reference.cell_name(column, row))
        yield image


@cache
def lookups(board: str, place: int) -> list[list[str]]:
    """The images of a pattern that differ in their cells."""
    return list({frozenset(image): image for image in images(board, patterns(board)[place])}.values())


@cache
def free_places(board: str, place: int) -> list[int]:
    """For each contents of a pattern, read as a number, the place of its weight among the pattern's own.

    Where a symmetry keeps a pattern in place, contents that it turns into each other share a weight.
    """
    cells = patterns(board)[place]
    powers = 3 ** np.arange(len(cells))
    digits = np.arange(3 ** len(cells))[:, None] // powers % 3
    turned = [
        digits[:, [cells.index(cell) for cell in image]] @ powers
        for image in images(board, cells)
        if set(image) == set(cells)
    ]
    _, found = np.unique(np.min(turned, axis=0), return_inverse=True)
    return [int(each) for each in found]


def features(board: sk.Board) -> Iterator[int]:
    """The free weights that count for a position: those of the patterns, then those of the counts."""
    game = reference_game(board)
    name = board.variant_name.partition("+")[0]
    worth = {game.turn: 1, game.opponent: 2, reference.EMPTY: 0}
    first = 0
    for place in range(len(patterns(name))):
        free = free_places(name, place)
        for image in lookups(name, place):
            yield first + free[sum(3**i * worth[game.discs[cell]] for i, cell in enumerate(image))]
        first += max(free) + 1
    for size, number in counts(game):
        yield first + number
        first += size


def counts(game: reference.Game) -> Iterator[tuple[int, int]]:
    """How many values each count can have, and the one that it has."""
    own, opp = (set(side.legal_moves()) for side in (game, game.after_pass()))
    yield COUNTS, len(own)
    yield COUNTS, len(opp)
    yield COUNTS, potential(game, game.opponent)
    yield COUNTS, potential(game, game.turn)
    yield COUNTS, list(game.discs.values()).count(reference.EMPTY)
    if not game.rules.ring:
        return
    discs = [game.discs[cell] for cell in game.rules.ring]
    empties = discs.count(reference.EMPTY)
    yield (
        RIM_COUNTS * (2 * RIM_COUNTS - 1),
        empties * (2 * RIM_COUNTS - 1) + discs.count(game.turn) - discs.count(game.opponent) + RIM_COUNTS - 1,
    )
    (most, flanks), (their_most, their_flanks) = rim_reach(game), rim_reach(game.after_pass())
    yield RIM_COUNTS**2, most * RIM_COUNTS + their_most
    yield RIM_COUNTS**2, flanks * RIM_COUNTS + their_flanks
    ways, their_ways = (min(len(moves & set(game.rules.ring)), 7) for moves in (own, opp))
    yield RIM_COUNTS * 64, (empties * 8 + ways) * 8 + their_ways


def potential(game: reference.Game, disc: str) -> int:
    """Empty cells beside discs of a colour."""
    return sum(
        discs == reference.EMPTY
        and any(ray and game.discs[ray[0]] == disc for ray in reference.straight_rays(cell, game.rules.cells))
        for cell, discs in game.discs.items()
    )


def rim_reach(game: reference.Game) -> tuple[int, int]:
    """The most discs that the side to move can turn along the rim, and from how many cells it turns any."""
    ring = game.rules.ring
    loop = any(len(ray) == len(ring) for ray in game.rules.rays[ring[0]])
    rays = {cell: list(reference.ring_rays(cell, ring, loop)) for cell in ring}
    rules = reference.Rules(ring, ring, rays, game.rules.width)
    along = reference.Game(rules, {cell: game.discs[cell] for cell in ring}, game.turn)
    turned = [len(along.flips(cell)) for cell in ring]
    return max(turned), sum(number > 0 for number in turned)
