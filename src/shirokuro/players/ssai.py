"""`ssai`: the alpha-beta player of parallel reversi on one thread, and what its listing really plays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from shirokuro.board import Board
from shirokuro.engine import Limits, Stop
from shirokuro.players.parameter import parameter
from shirokuro.players.player import Choice, Registered
from shirokuro.studies import AlphaBeta, Candidate, Depths, alpha_beta, move_values
from shirokuro.variant import VARIANTS

SQUARE_BOARDS = tuple(name for name, variant in VARIANTS.items() if not variant.ring)


@dataclass(frozen=True)
class Ssai(Registered):
    """Orders the moves by a preliminary search, then searches 2+x plies on the study's features.

    From 5+x empties it solves for win, draw or loss, from 3+x for the disc difference. Of equal moves it
    plays the first in order.

    As printed, the result of the main search is lost. An integer overflow inverts its root window, and the
    best value so far is never stored, so every move replaces the one before it and the last of the list is
    played. The list comes from a sort whose inner loop always begins at the second place. With three or more
    moves the last place keeps the move that was listed last; if that is the best or second best by the
    preliminary search, it gets the third best. Of two moves it gets the worse. So only the depth of the
    preliminary search matters, which is x+1 in the listing.
    """

    spec_name = "ssai"
    summary = "alpha-beta on handcrafted features, solves the endgame"
    origin = "Maeda 2012, リバーシの並列化 (SSAI)"
    variants = SQUARE_BOARDS

    x: int = parameter(3, "the study's X: normal 2+x, wld 5+x, perfect 3+x", least=1, most=50)
    presearch: int = parameter(0, "plies of the preliminary search; 0: 5, as printed x+1", least=0, most=60)
    normal: int = parameter(0, "plies of the main search; 0: 2+x", least=0, most=60)
    wld: int = parameter(0, "empties from which it solves for win, draw or loss; 0: 5+x", least=0, most=60)
    perfect: int = parameter(0, "empties from which it solves for the discs; 0: 3+x", least=0, most=60)
    as_printed: bool = parameter(False, "play as the listing does, not as the text says")

    @property
    def depths(self) -> Depths:
        usual = Depths.of(self.x)
        return Depths(
            self.presearch or (self.x + 1 if self.as_printed else usual.presearch),
            self.normal or usual.normal,
            self.wld or usual.wld,
            self.perfect or usual.perfect,
        )

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if len(board.legal_moves) == 1:
            return Choice(board.legal_moves[0])
        if self.as_printed:
            return self.pick_as_printed(board, limits, stop)
        return chosen(alpha_beta(board, self.depths, 1, limits, stop))

    def pick_as_printed(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        beyond = self.depths.presearch - 1
        values = move_values(board, "features", beyond, limits, stop)
        last = exchanged(values.candidates)[-1]
        note = "capped" if values.beyond < beyond else ""
        return Choice(last.move, values.discs(last), (last.move,), values.nodes, note=note)


def chosen(found: AlphaBeta) -> Choice:
    """The choice that the study's search comes to."""
    words = {"normal": f"depth {found.depth}", "wld": "read who wins", "perfect": "read to the end"}
    note = words[found.reading] if found.is_complete else f"capped, {words[found.reading]}"
    return Choice(found.move, found.value, (found.move,), found.nodes, note=note)


def exchanged(candidates: Collection[Candidate]) -> list[Candidate]:
    """The candidates after the listing's selection sort, whose inner loop begins at 1 each time."""
    moves = list(candidates)
    for begin in range(len(moves) - 1):
        for current in range(1, len(moves)):
            if moves[begin].points < moves[current].points:
                moves[begin], moves[current] = moves[current], moves[begin]
    return moves
