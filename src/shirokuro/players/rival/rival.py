"""`rival`: an even opponent for everybody, which steers each game to a close end (docs/rival.md)."""

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
from shirokuro.players.player import BuiltinPlayer, after, dice
from shirokuro.players.rival.aim import drawn_aim, is_equal
from shirokuro.players.rival.allowance import Allowance
from shirokuro.players.rival.anti import choose_to_lose
from shirokuro.players.rival.character import CHARACTERS
from shirokuro.players.rival.ending import ENDING_EMPTIES, ENDING_NODES, choose_in_ending
from shirokuro.players.rival.knowledge import Knowledge, ObservedMove, observed_moves
from shirokuro.players.rival.memory import Aim, RivalMemory
from shirokuro.players.rival.report import RivalReport
from shirokuro.players.rival.situation import LEAD, Situation
from shirokuro.players.rival.steering import as_the_opponent, steer
from shirokuro.seed import derive, seed_in_game
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.words.message import Message

PLAYS_TO_LOSE = 0.6
"""So likely it must be that the opponent does, before the rival plays the reversed game."""


@dataclass(frozen=True)
class Rival(BuiltinPlayer):
    """Plays an even game with anybody.

    It judges all moves with the engine, its own and those that its opponent could have made, and so learns in
    the course of a game how its opponent plays. It aims at a win or at a loss, drawn for each game by its
    record against this opponent with this colour. It steers the value of the position there, and its moves
    lose no more than its opponent's do. The last moves it reads to the end. With `mode=fixed` it aims at
    nothing and plays as well as its opponent. Its value is in discs.
    """

    spec_name = "rival"
    summary = Message("players.rival")
    origin = "this project, after Matsumura 2017 (RvlAI)"

    character: Literal["any", "calm", "sharp", "greedy", "patient"] = parameter(
        "any", Message("parameters.character")
    )
    mode: Literal["even", "fixed"] = parameter("even", Message("parameters.mode"))
    nodes: int = parameter(40_000, Message("parameters.rival_nodes"), least=1, most=MOST["nodes"])
    seconds: float = parameter(0.0, Message("parameters.rival_seconds"), least=0, most=MOST["seconds"])
    seed: int = seed_parameter()
    memory: RivalMemory = field(default=RivalMemory(), repr=False)

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
        """What it aimed at in a game that is over, what the moves of both sides lost, what it remembers now.

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
        seed = self.seed if record.seed is None else seed_in_game(record.seed, side, self.seed)
        aim = None if self.mode == "fixed" else self._aim(side, known, seed)
        memory = self.memory.after(side, self.memory.of(side).after(aim, margin), known)
        return RivalReport(side, margin, aim, is_equal(known), losses(own), losses(theirs), memory)

    def knowledge(self, board: Board, colour: Colour) -> Knowledge:
        """What it knows of its opponent by now, if it plays that colour."""
        return self._knowledge(board, colour.opponent, Allowance(self.nodes))

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if len(board.legal_moves) == 1:
            return Choice(board.legal_moves[0], note=Message("notes.only_move"))
        limits = Limits(seconds=self.seconds or None).tightened(limits)
        allowance = Allowance(self.nodes, limits, stop)
        known = self._knowledge(board, board.turn.opponent, allowance)
        aim = self._aim(board.turn, known, self.seed)
        # One character for the whole game, which has one seed.
        drawn = Random(derive(self.seed, "character")).choice([*CHARACTERS])
        character = CHARACTERS[drawn if self.character == "any" else self.character]
        situation = Situation(board, allowance.own(board), known.model, aim, character)
        move = self._move(situation, allowance)
        note = Message("notes.capped") if allowance.is_tight() else ""
        return Choice(move, situation.judged.values[move], (move,), allowance.spent, note=note)

    def _move(self, situation: Situation, allowance: Allowance) -> int:
        board, throw = situation.board, dice(self.seed, situation.board)
        if self.mode == "fixed":
            return as_the_opponent(situation, throw)
        if len(board.empties()) <= ENDING_EMPTIES:
            found = choose_in_ending(situation, allowance.affordable(ENDING_NODES))
            if found is not None:
                return found
        if situation.aim == "lose" and situation.model.plays_to_lose > PLAYS_TO_LOSE:
            return choose_to_lose(board, throw)
        if situation.is_behind and not situation.is_opening:
            return allowance.further(board).pv[0]
        move = steer(situation, throw)
        if situation.aim == "lose" or situation.judged.loss(move) == 0:
            return move
        # A move that gives discs of a lead away must still keep one after a deeper search.
        is_ahead = -allowance.further(after(board, move)).value >= LEAD
        return move if is_ahead else allowance.further(board).pv[0]

    def _knowledge(self, board: Board, side: Colour, allowance: Allowance) -> Knowledge:
        return self.memory.knowledge.after(observed_moves(board, side, allowance))

    def _aim(self, colour: Colour, known: Knowledge, seed: int) -> Aim:
        """What was drawn for this game, unless the opponent is so strong that it must do its best."""
        return "win" if is_equal(known) else drawn_aim(self.memory.of(colour), seed)


def losses(seen: Iterable[ObservedMove]) -> dict[int, float]:
    """What moves lost, by their number in the game."""
    return {turn.ply: turn.loss for turn in seen}
