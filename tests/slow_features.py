"""The features once more, slow and obvious, one side at a time; cells go by name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import reference

Counts = dict[tuple[str, ...], int]
"""What squares add together to a feature's number."""


def neighbours(game: reference.Game, cell: str) -> list[str]:
    return [ray[0] for ray in straight_rays(game, cell) if ray]


def straight_rays(game: reference.Game, cell: str) -> list[list[str]]:
    """In the eight directions; those along the rim come after them."""
    return game.rules.rays[cell][:8]


def edges(game: reference.Game) -> list[list[str]]:
    last = game.rules.width - 1
    lines = [[(i, 0) for i in range(last + 1)], [(0, i) for i in range(last + 1)]]
    lines += [[(last, i) for i in range(last + 1)], [(i, last) for i in range(last + 1)]]
    return [[reference.cell_name(*place) for place in line] for line in lines]


def one_each(cells: set[str]) -> Counts:
    return {(cell,): 1 for cell in cells}


def openness(game: reference.Game, side: str) -> Counts:
    own = [cell for cell in game.rules.cells if game.discs[cell] == side]
    counts = {cell: sum(game.discs[near] == "-" for near in neighbours(game, cell)) for cell in own}
    return {(cell,): number for cell, number in counts.items() if number}


def flanks(game: reference.Game, side: str, ray: list[str], cell: str) -> bool:
    """Whether a disc of `side` on `cell` flanks something along the ray."""
    with_disc = {**game.discs, cell: side}
    run = 0
    while run < len(ray) and with_disc[ray[run]] not in ("-", side):
        run += 1
    return 0 < run < len(ray) and with_disc[ray[run]] == side


def lines_through(game: reference.Game, cell: str) -> Iterator[list[list[str]]]:
    """Each line as its two rays from the cell; pieces of the ring are no lines of their own."""
    rays = straight_rays(game, cell)
    for ray, opposite in zip(rays[:4], rays[:3:-1], strict=True):
        if not game.rules.ring or not {cell, *ray, *opposite} <= set(game.rules.ring):
            yield [ray, opposite]
    if cell in game.rules.ring:
        yield game.rules.rays[cell][8:]


def mobility(game: reference.Game, side: str) -> Counts:
    counts = {
        cell: sum(any(flanks(game, side, ray, cell) for ray in line) for line in lines_through(game, cell))
        for cell in game.rules.cells
        if game.discs[cell] == "-"
    }
    return {(cell,): number for cell, number in counts.items() if number}


def stable(game: reference.Game, side: str) -> Counts:
    found = set()
    for edge in edges(game):
        for walk in (edge, edge[::-1]):
            for cell in walk:
                if game.discs[cell] != side:
                    break
                found.add(cell)
    return one_each(found)


def is_figure(text: str) -> bool:
    return re.fullmatch("-X{3,}--|--X{3,}-|-X{4,}-", text) is not None


def edge_text(game: reference.Game, edge: list[str], side: str) -> str:
    """The edge with our discs as X."""
    return "".join(
        "-" if game.discs[cell] == "-" else "X" if game.discs[cell] == side else "O" for cell in edge
    )


def figures(game: reference.Game, side: str, empties: int) -> Counts:
    return {
        tuple(cell for cell in edge if game.discs[cell] == side): 1
        for edge in edges(game)
        if is_figure(text := edge_text(game, edge, side)) and text.count("-") == empties
    }


def c(game: reference.Game, side: str) -> Counts:
    found = set()
    for edge in edges(game):
        if is_figure(edge_text(game, edge, side)):
            continue
        for corner, beside in (edge[:2], edge[:-3:-1]):
            if game.discs[corner] == "-" and game.discs[beside] == side:
                found.add(beside)
    return one_each(found)


def x(game: reference.Game, side: str) -> Counts:
    last = game.rules.width - 1
    pairs = [((0, 0), (1, 1)), ((last, 0), (last - 1, 1)), ((0, last), (1, last - 1))]
    pairs += [((last, last), (last - 1, last - 1))]
    named = [(reference.cell_name(*corner), reference.cell_name(*beside)) for corner, beside in pairs]
    return one_each(
        {beside for corner, beside in named if game.discs[corner] == "-" and game.discs[beside] == side}
    )


def groups(game: reference.Game, cells: set[str]) -> set[frozenset[str]]:
    """Of cells that king's steps join."""
    found, rest = set(), set(cells)
    while rest:
        group, fresh = set[str](), {min(rest)}
        while fresh:
            group |= fresh
            fresh = {near for cell in fresh for near in neighbours(game, cell)} & rest - group
        found.add(frozenset(group))
        rest -= group
    return found


def seen_by(game: reference.Game, side: str) -> reference.Game:
    return reference.Game(game.rules, game.discs, side)


def beside(game: reference.Game, disc: str) -> set[str]:
    """The empty cells next to a disc."""
    return {near for near in neighbours(game, disc) if game.discs[near] == "-"}


def walls(game: reference.Game, side: str) -> set[frozenset[str]]:
    moves = set(seen_by(game, side).legal_moves())
    own = [cell for cell in game.rules.cells if game.discs[cell] == side]
    closed = {cell for cell in own if beside(game, cell) and not beside(game, cell) & moves}
    return {group for group in groups(game, closed) if len(group) >= 3}


def stand(game: reference.Game, discs: frozenset[str]) -> bool:
    """Whether walls of the side to move still do."""
    if any(game.discs[disc] != game.turn for disc in discs):
        return False
    near = {cell for disc in discs for cell in beside(game, disc)}
    return not any(game.flips(cell) for cell in near)


def pulls(seen: reference.Game) -> Counts:
    discs = frozenset[str]().union(*walls(seen, seen.opponent))
    moves = seen.legal_moves() if discs else []
    return one_each({move for move in moves if stand(seen.after(move), discs)})


def techniques(game: reference.Game, side: str) -> dict[str, Counts]:
    seen = seen_by(game, side)
    single = {move for move in seen.legal_moves() if len(seen.flips(move)) == 1}
    of_walls = {tuple(cell for cell in game.rules.cells if cell in wall): 1 for wall in walls(game, side)}
    return {"wall": of_walls, "pull": pulls(seen), "single": one_each(single)}


def corners_and_edges(game: reference.Game, side: str) -> dict[str, Counts]:
    """The features of a square board that lie there, those that are defined."""
    counts = {"stable": stable(game, side), "c": c(game, side), "x": x(game, side)}
    if game.rules.width >= 6:
        counts |= {"wing": figures(game, side, 3), "mountain": figures(game, side, 2)}
    return counts


def slow(game: reference.Game, side: str) -> dict[str, Counts]:
    """The features of the evaluation that are defined on the board."""
    counts = {"openness": openness(game, side), "mobility": mobility(game, side)}
    return counts if game.rules.ring else counts | corners_and_edges(game, side)


def regions(game: reference.Game) -> set[frozenset[str]]:
    return groups(game, {cell for cell in game.rules.cells if game.discs[cell] == "-"})


def opened(game: reference.Game, move: str) -> set[str]:
    round_them = {near for cell in game.flips(move) for near in neighbours(game, cell)}
    return {cell for cell in round_them - {move} if game.discs[cell] == "-"}
