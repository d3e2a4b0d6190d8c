"""`ssai`: the alpha-beta player of parallel reversi on one thread, and what its listing really plays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from shirokuro.board.board import Board
from shirokuro.board.record import Record
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.studies import (
    AlphaBeta,
    Depths,
    DriftingGame,
    SampleListing,
    alpha_beta,
    exchanged,
    move_values,
)
from shirokuro.parameters.parameter import parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import SQUARE_BOARDS, BuiltinPlayer, side_in
from shirokuro.words.message import Message


@dataclass(frozen=True)
class Ssai(BuiltinPlayer):
    """Orders the moves by a preliminary search, then searches 2+x plies on the study's features.

    From 5+x empties it solves for win, draw or loss, from 3+x for the disc difference. Of equal moves it
    plays the first in order.

    As printed, the result of the main search is lost. An integer overflow inverts its root window, and the
    best value so far is never stored, so every move replaces the one before it and the last of the list is
    played. The list comes from a sort whose inner loop always begins at the second place. With three or more
    moves the last place keeps the move that was listed last; if that is the best or second best by the
    preliminary search, it gets the third best. Of two moves it gets the worse. So only the depth of the
    preliminary search matters, which is x+1 in the listing.

    The listing does not show its evaluation. By default it is that of the text. Its program comes from the
    sample program of a book (Seal Software 2003, リバーシのアルゴリズム), whose evaluation counts only the
    mover's moves, weighs no mountains and never looks at g2. That evaluation also adds three edges into the
    table's entry for the first one. With `evaluation=drifting` the table therefore changes with every
    position that is judged, those of the main search included; it is new in each game, or kept through all
    games where the player remembers. With `evaluation=sample` it stays as it was.
    """

    spec_name = "ssai"
    summary = Message("players.ssai")
    origin = "Maeda 2012, リバーシの並列化 (SSAI)"

    x: int = parameter(3, Message("parameters.x"), least=1, most=50)
    presearch: int = parameter(0, Message("parameters.presearch"), least=0, most=60)
    normal: int = parameter(0, Message("parameters.normal"), least=0, most=60)
    wld: int = parameter(0, Message("parameters.wld"), least=0, most=60)
    perfect: int = parameter(0, Message("parameters.perfect"), least=0, most=60)
    as_printed: bool = parameter(False, Message("parameters.ssai_as_printed"))
    evaluation: Literal["study", "sample", "drifting"] = parameter("study", Message("parameters.evaluation"))
    edges: bytes = field(default=b"", repr=False)
    """The drifting table to begin with; empty: a new one."""
    _game: DriftingGame | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.evaluation != "study" and not self.as_printed:
            raise ValueError(f"{self.spec_name}: evaluation={self.evaluation} is for as_printed=true")
        if self.learns:
            object.__setattr__(self, "_game", DriftingGame(self.depths, self.edges))

    @property
    def variants(self) -> Collection[str]:  # type: ignore[override]  # a parameter decides
        return SQUARE_BOARDS if self.evaluation == "study" else ("reversi",)

    @property
    def spec(self) -> str:
        """Empty where only this object is it: a specification says nothing of the table."""
        return "" if self.edges else self.name

    @property
    def learns(self) -> bool:
        return self.evaluation == "drifting"

    def with_memory(self, memory: bytes) -> Self:
        """The player whose table this is."""
        return replace(self, edges=memory)

    def learn(self, record: Record) -> bytes:
        """Its table after a game without limits; in a game against itself it keeps the one it had."""
        side = side_in(record, self.name)
        if side is None or self._game is None:
            return self.edges
        return self._game.edges_after(record.board(), side)

    @property
    def depths(self) -> Depths:
        usual = Depths.of(self.x)
        return Depths(
            self.presearch or (self.x + 1 if self.as_printed else usual.presearch),
            self.normal or (self.x + 3 if self.as_printed else usual.normal),
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
        if self.evaluation != "study":
            return self.pick_by_sample(board, limits, stop)
        beyond = self.depths.presearch - 1
        values = move_values(board, "features", beyond, limits, stop)
        last = exchanged(values.candidates)[-1]
        note = Message("notes.capped") if values.beyond < beyond else ""
        return Choice(last.move, values.discs(last), (last.move,), values.nodes, note=note)

    def pick_by_sample(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        depths = self.depths.within_plies(limits.depth)
        listing = self._game or SampleListing(depths, drifts=False)
        listed = listing.choose(board, limits, stop)
        move, is_whole = listed.candidate.move, listed.is_complete and depths == self.depths
        return Choice(move, None, (move,), listed.nodes, note="" if is_whole else Message("notes.capped"))


def chosen(found: AlphaBeta) -> Choice:
    """The choice that the study's search comes to."""
    words = {
        "normal": Message("kinds.depth", depth=found.depth),
        "wld": Message("notes.wld"),
        "perfect": Message("notes.perfect"),
    }
    note = words[found.stage] if found.is_complete else Message("notes.capped_read", kind=words[found.stage])
    return Choice(found.move, found.value, (found.move,), found.nodes, note=note)
