"""`rival`: as strong as its opponent, whoever that is (docs/rival.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, Self

from shirokuro.board.board import Board
from shirokuro.board.record import Record
from shirokuro.engine.limits import MOST, Limits, Stop
from shirokuro.parameters.parameter import parameter, seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer, dice
from shirokuro.players.rival.allowance import EXACT_EMPTIES, Allowance
from shirokuro.players.rival.anti import choose_to_lose
from shirokuro.players.rival.character import CHARACTERS, Character
from shirokuro.players.rival.equality import PULL, STEERING_EMPTIES, Situation, drawn, steered
from shirokuro.players.rival.knowledge import Knowledge, ObservedMove, observed_moves
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.opening import opening_move
from shirokuro.players.rival.report import RivalReport
from shirokuro.seed import derive
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.words.message import Message

PLAYS_TO_LOSE = 0.6
"""So likely it must be that the opponent does, before the rival plays the reversed game."""


@dataclass(frozen=True)
class Rival(BuiltinPlayer):
    """Plays as strongly as its opponent.

    It judges all moves with the engine, its own and those that its opponent could have made, and so learns in
    the course of a game how its opponent errs, early and late. It draws its moves as its opponent might play
    in its place, and leans a little towards better or worse ones where it is behind or ahead. With
    `mode=even` it steers the score towards a level one instead, by moves that its opponent might play, until
    the ending begins. Its memory of an opponent lets it play a little better after a loss and a little worse
    after a win. Its value is in discs.
    """

    spec_name = "rival"
    summary = Message("players.rival")
    origin = "this project, after Matsumura 2017 (RvlAI)"

    character: Literal["any", "calm", "sharp", "greedy", "patient"] = parameter(
        "any", Message("parameters.character")
    )
    mode: Literal["equal", "even"] = parameter("equal", Message("parameters.mode"))
    nodes: int = parameter(40_000, Message("parameters.rival_nodes"), least=1, most=MOST["nodes"])
    seconds: float = parameter(0.0, Message("parameters.rival_seconds"), least=0, most=MOST["seconds"])
    seed: int = seed_parameter()
    memory: RivalMemory = field(default=RivalMemory(), repr=False)

    def __post_init__(self) -> None:
        if self.mode == "fixed":  # type: ignore[comparison-overlap]  # what a specification may say
            raise ValueError(Message("play.rival_not_fixed"))
        super().__post_init__()

    @property
    def spec(self) -> str:
        """Empty where only this object is it: a specification says nothing of memory."""
        return self.name if self.memory == RivalMemory() else ""

    def with_memory(self, memory: RivalMemory) -> Self:
        """The rival that remembers this."""
        return replace(self, memory=memory)

    def learn(self, record: Record, colour: Colour | None = None) -> RivalMemory:
        """What it remembers after a game, as `report` says; of a game against itself nothing."""
        is_against_itself = colour is None and record.black == record.white == self.name
        return self.memory if is_against_itself else self.report(record, colour).memory

    def report(self, record: Record, colour: Colour | None = None) -> RivalReport:
        """What the moves of both sides lost in a game that is over, and what it remembers now.

        Without a colour it played the side that has its name in the record.
        """
        if colour is None and self.name not in (record.black, record.white):
            raise ValueError(f"{self.name} did not play this game: say which colour it had")
        side = colour if colour is not None else BLACK if record.black == self.name else WHITE
        board, allowance = record.board(), Allowance(self.nodes)
        if not board.is_over():
            raise ValueError("the game is not over: a rival reports afterwards")
        own, theirs = (observed_moves(board, each, allowance) for each in (side, side.opponent))
        known, margin = self.memory.knowledge.after(theirs), board.margin() * (-1 if side else 1)
        memory = self.memory.after(side, margin, known)
        return RivalReport(side, margin, losses(own), losses(theirs), memory)

    def knowledge(self, board: Board, colour: Colour) -> Knowledge:
        """What it knows of its opponent by now, if it plays that colour."""
        return self._knowledge(board, colour.opponent, Allowance(self.nodes))

    def wanted(self, board: Board, allowance: Allowance) -> float:
        """The value that it wants: of a level game, or in an equal one of what was given at the start."""
        wanted, start = self.memory.of(board.turn).wanted, board.root()
        if self.mode == "even" or start == Board(board.variant_name):
            return wanted
        found = allowance.earlier(start)
        given = 0.0 if found is None else found.best
        return wanted + (given if start.turn == board.turn else -given)

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if len(board.legal_moves) == 1:
            return Choice(board.legal_moves[0], note=Message("notes.only_move"))
        limits = Limits(seconds=self.seconds or None).tightened(limits)
        allowance = Allowance(self.nodes, limits, stop)
        opening = opening_move(board, self._character(), dice(self.seed, board))
        if opening is not None:
            return Choice(opening, note=Message("notes.opening"))
        known = self._knowledge(board, board.turn.opponent, allowance)
        own = allowance.own(board)
        situation = Situation.of(board, own, known.model, self.wanted(board, allowance))
        move = self._move(situation, known, allowance)
        note = Message("notes.capped") if allowance.is_tight() else ""
        return Choice(move, own.values[move], (move,), allowance.spent, note=note)

    def _move(self, situation: Situation, known: Knowledge, allowance: Allowance) -> int:
        board, throw = situation.board, dice(self.seed, situation.board)
        empties = len(board.empties())
        if known.model.plays_to_lose(board) > PLAYS_TO_LOSE and situation.ahead > 0:
            return choose_to_lose(board, throw)
        if empties <= (STEERING_EMPTIES if self.mode == "even" else EXACT_EMPTIES):
            return drawn(situation.keeping(self._ahead_in_ending(board, allowance)), throw)
        if situation.usual_loss + PULL * situation.ahead <= 0:  # it must do its best
            return allowance.further(board).pv[0]
        return steered(situation) if self.mode == "even" else drawn(situation.nearing(situation.ahead), throw)

    def _ahead_in_ending(self, board: Board, allowance: Allowance) -> float:
        """Discs that its opponent's moves lost in the ending more than its own."""
        own, theirs = (
            sum(
                each.loss
                for each in observed_moves(board, side, allowance)
                if len(each.board.empties()) <= EXACT_EMPTIES
            )
            for side in (board.turn, board.turn.opponent)
        )
        return theirs - own

    def _character(self) -> Character:
        """One for the whole game, which has one seed."""
        drawn_name = Random(derive(self.seed, "character")).choice([*CHARACTERS])
        return CHARACTERS[drawn_name if self.character == "any" else self.character]

    def _knowledge(self, board: Board, side: Colour, allowance: Allowance) -> Knowledge:
        return self.memory.knowledge.after(observed_moves(board, side, allowance))


def losses(seen: Iterable[ObservedMove]) -> dict[int, float]:
    """What moves lost, by their number in the game."""
    return {turn.ply: turn.loss for turn in seen}
