"""Games of one board on their way into a library: replayed, and each with its identity."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from shirokuro.board.record import Record
from shirokuro.library.library_file import LibraryRow, identity_of, more_of
from shirokuro.library.places import UNKNOWN, Places, places_of
from shirokuro.library.replay import ReplayedGames, replay
from shirokuro.notation.position_line import own_start
from shirokuro.notation.values import GameText

_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")


@dataclass(frozen=True, slots=True)
class GamesToAdd:
    """Games of one board. `rows` are those that are legal, by their places in what was replayed."""

    variant: str
    replayed: ReplayedGames
    rows: Mapping[int, tuple[int, GameText, bytes]]
    """Identity, game, and its moves with all passes."""

    @classmethod
    def of(cls, variant: str, games: Sequence[GameText]) -> GamesToAdd:
        replayed = replay(variant, games)
        rows = {}
        for number, (game, moves) in enumerate(zip(games, replayed.moves(), strict=True)):
            if replayed.is_legal[number] and moves:
                result = Record.from_text(game).result if game.result is None else float(game.result)
                whole = game._replace(
                    start=own_start(game),
                    black=_written(game.black),
                    white=_written(game.white),
                    place=_written(game.place),
                    date=_written(game.date),
                    result=result,
                )
                rows[number] = identity_of(whole, moves), whole, moves
        return cls(variant, replayed, rows)

    @property
    def identities(self) -> list[int]:
        return [identity for identity, _, _ in self.rows.values()]

    def without(self, known: set[int]) -> GamesToAdd:
        """Those that are not known, each once."""
        seen, rows = set(known), {}
        for number, row in self.rows.items():
            if row[0] not in seen:
                seen.add(row[0])
                rows[number] = row
        return GamesToAdd(self.variant, self.replayed, rows)

    def names(self) -> set[str]:
        """The names of players and tournaments."""
        return {name for _, game, _ in self.rows.values() for name in (game.black, game.white, game.place)}

    def rows_in(self, board: int, names: Mapping[str, int]) -> list[LibraryRow]:
        """The games as a library keeps them."""
        return [
            LibraryRow(
                identity,
                board,
                names[game.black],
                names[game.white],
                names[game.place],
                game.date,
                int(found[0]) if (found := _YEAR.search(game.date)) else 0,
                game.result,
                moves,
                more_of(game, moves),
            )
            for identity, game, moves in self.rows.values()
        ]

    def places(self, first: int) -> Places:
        """Where they passed through positions; their numbers begin with `first`."""
        numbers = np.zeros(len(self.replayed.is_legal), dtype=np.int64)
        signs = np.full(len(numbers), UNKNOWN, dtype=np.int8)
        for number, (at, (_, game, _)) in enumerate(self.rows.items(), first):
            numbers[at] = number
            if game.result is not None:
                signs[at] = (game.result > 0) - (game.result < 0)
        return places_of(self.variant, self.replayed, numbers, signs)


def _written(text: str) -> str:
    """A text as a file can hold it, without halves of characters."""
    return text.encode(errors="replace").decode()
