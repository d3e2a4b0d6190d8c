"""Writes a proof as text that others can check: only the positions that the root's bounds rest on.

Bounds are written as weak as the proof allows: nothing is claimed that the proof does not need. Positions
come from the most empties to the fewest: when one is written, everything that it must prove is known.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from shirokuro.board.board import Board
from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.proofs.proof_store import ProofStore
from shirokuro.squares.square import square_name
from shirokuro.storage.whole_file import whole_file

TEXT_VERSION = 1


def write_proof(store: ProofStore, file: Path) -> None:
    """Writes a file, compressed if its name ends in .gz; equal proofs give equal bytes."""
    with whole_file(file) as place, place.open("wb") as plain:
        if file.suffix != ".gz":
            plain.writelines(proof_lines(store))
            return
        with gzip.GzipFile("", "wb", 9, plain, mtime=0) as packed:
            packed.writelines(proof_lines(store))


def proof_lines(store: ProofStore) -> Iterator[bytes]:
    """The text, line by line; it begins with the board and its rules, so that others can check the rest."""
    needed = [*_Walk(store).needed()]
    variant = store.start.variant
    head = (
        f"shirokuro proof {TEXT_VERSION}",
        f"board {variant.name}",
        f"cells {_names(variant.cells)}",
        f"rim {_names(variant.ring)}",
        f"loop {'yes' if variant.loop else 'no'}",
        f"start {_cells(store.start)}",
        f"positions {len(needed)}",
        f"readings {sum(each.is_solved for each in needed)}",
    )
    for line in head:
        yield f"{line}\n".encode()
    for each in needed:
        yield each.line(store.variant).encode()


def _names(squares: Iterable[int]) -> str:
    return " ".join(map(square_name, squares)) or "none"


def _cells(board: Board) -> str:
    return board.line().partition(" ")[0]


@dataclass(slots=True)
class _Needed:
    """A position of the text, with the bounds that the proof needs."""

    key: bytes
    lower: int
    upper: int
    is_solved: bool = False

    def line(self, variant: str) -> str:
        cells = _cells(board_of_key(variant, self.key))
        return f"{cells} {self.lower} {self.upper}{' read' if self.is_solved else ''}\n"


@dataclass(slots=True)
class _After:
    """A position that a move leads to, with its proven bounds."""

    key: bytes
    board: Board
    lower: int
    upper: int
    is_over: bool = field(init=False)

    def __post_init__(self) -> None:
        self.is_over = self.board.is_over()
        if self.is_over:
            self.lower = self.upper = self.board.final_value()


class _Walk:
    """Walks the proof from the root down, level by level."""

    def __init__(self, store: ProofStore) -> None:
        self._variant = store.variant
        self._most = len(store.start.variant.cells)
        self._rows = {row.key: row for row in store.positions()}
        self._levels: dict[int, dict[bytes, _Needed]] = defaultdict(dict)
        """By the number of empties."""
        root, key = store.start, key_of(store.start)
        lower, upper = self._bounds(key)
        self._first = len(root.empties())
        self._levels[self._first][key] = _Needed(key, lower, upper)

    def needed(self) -> Iterator[_Needed]:
        """All positions, the root first; those with equally many empties in the order of their keys."""
        for empties in range(self._first, -1, -1):
            level = self._levels[empties]
            # A pass keeps the number of empties, and no pass follows another: positions that pass come first.
            passes = [key for key in sorted(level) if board_of_key(self._variant, key).must_pass()]
            for key in passes:
                self._justify(level[key])
            for key in sorted(level.keys() - {*passes}):
                self._justify(level[key])
            yield from (level[key] for key in sorted(level))

    def _justify(self, position: _Needed) -> None:
        """Notes the bounds that it needs from the positions after it; without those, it was solved itself.

        If it was not solved either, nothing is noted, and a check of the text will fail.
        """
        boards = {key_of(after): after for _, after in following(board_of_key(self._variant, position.key))}
        after = [_After(key, board, *self._bounds(key)) for key, board in boards.items()]
        good = [each for each in after if each.upper <= -position.lower]
        is_reached = position.lower == -self._most or bool(good)
        is_most = position.upper == self._most or all(each.lower >= -position.upper for each in after)
        if not (is_reached and is_most):
            row = self._rows.get(position.key)
            position.is_solved = row is not None and row.is_solved
            return
        if position.lower > -self._most:

            def merit(each: _After) -> tuple[bool, bool, bytes]:
                """Sorts the best first: finished games, then positions already needed with this bound."""
                asked = self._levels[len(each.board.empties())].get(each.key)
                return not each.is_over, asked is None or asked.upper > -position.lower, each.key

            self._ask(min(good, key=merit), -self._most, -position.lower)
        if position.upper < self._most:
            for each in after:
                self._ask(each, -position.upper, self._most)

    def _bounds(self, key: bytes) -> tuple[int, int]:
        row = self._rows.get(key)
        return (-self._most, self._most) if row is None else (row.lower, row.upper)

    def _ask(self, after: _After, lower: int, upper: int) -> None:
        if after.is_over:
            return
        level = self._levels[len(after.board.empties())]
        asked = level.setdefault(after.key, _Needed(after.key, lower, upper))
        asked.lower, asked.upper = max(asked.lower, lower), min(asked.upper, upper)
