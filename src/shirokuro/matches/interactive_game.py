"""A game in progress: people and players at a board with a clock, and what the players learn from it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field, replace
from typing import Literal, TypeAlias

from shirokuro import notation
from shirokuro.board.board import Board
from shirokuro.board.end import AGREED, Cause, End
from shirokuro.board.record import Record, ended_record, handicap_game, record_of, with_handicap
from shirokuro.engine.limits import Limits
from shirokuro.engine.result import OnResult
from shirokuro.matches.move_history import MoveHistory, MoveNote, MoveState
from shirokuro.matches.move_request import MoveRequest, in_game
from shirokuro.matches.saved_game import SavedGame
from shirokuro.players.answer import Choice
from shirokuro.players.checked import learned, remembering
from shirokuro.players.clock import Clock
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.player import Player
from shirokuro.players.registry import trusted_player
from shirokuro.players.rival.rival import Rival
from shirokuro.squares.colour import Colour
from shirokuro.words.message import Message

PERSON = "person"
SEEDS = 2**32
"""Seeds are below this."""
Help: TypeAlias = Literal["taken_back", "hint", "coach", "analysis"]
"""What a person did that keeps a game from counting."""
Learning: TypeAlias = Literal["open", "done", "elsewhere"] | Help
"""Whether players that learn may still remember a game, do already, or will not, and why."""
HELP_NOTES: dict[Help, str] = {
    "taken_back": "a move was taken back",
    "hint": "a hint was used",
    "coach": "a coach asked about a move",
    "analysis": "the game was analysed before its end",
}
"""What the note of a record says."""


def name_of(player: Player | None) -> Message | str:
    """A player's name as shown to people."""
    if player is None:
        return Message("names.you")
    level = player.level_name if isinstance(player, EnginePlayer) else ""
    return Message("names.at_level", player=player.name, level=level) if level else player.name


def rival_side(seats: Mapping[Colour, Player | None]) -> Colour | None:
    """The side on which the rival plays against a person."""
    if None not in seats.values():
        return None
    return next((side for side, each in seats.items() if isinstance(each, Rival)), None)


@dataclass(slots=True)
class PlayedGame:
    """A game in progress or over, with undo and redo of all its moves."""

    game: InitVar[Record | Board]
    """The game or position to start from."""
    seats: Mapping[Colour, Player | None]
    """Who plays a side; None is a person."""
    seed: int
    clock: Clock | None = None
    now: Callable[[], float] = time.monotonic
    memory: Mapping[Colour, object] = field(default_factory=dict)
    """What learning players remember of earlier games; the caller loads it."""
    remember: Callable[[Mapping[Colour, object]], object] | None = None
    """Called with the memory whenever it changes, to save it."""
    history: MoveHistory = field(init=False)
    handicap_discs: float = field(init=False)
    """Discs added to black's count at the end."""
    learning: Learning = field(init=False)
    _turn_began: float = field(init=False)

    def __post_init__(self, game: Record | Board) -> None:
        self.go_on_from(game)

    @property
    def board(self) -> Board:
        return self.history.state.board

    @property
    def notes(self) -> tuple[MoveNote, ...]:
        """The notes on each move."""
        return self.history.state.notes

    @property
    def end(self) -> End | None:
        """How it ended, if not by the rules."""
        return self.history.state.end

    def is_over(self) -> bool:
        return self.end is not None or self.board.is_over()

    def is_watched(self) -> bool:
        """Whether no person plays."""
        return None not in self.seats.values()

    def waits(self) -> bool:
        """Whether a person is to move."""
        return not self.is_over() and self._asks(self.board)

    def push(self, move: int | str, thought: Choice | None = None) -> None:
        """Makes a move; a side whose time is up loses instead."""
        took = self._running() if thought is None else thought.seconds
        if self.board.must_pass():
            took = 0.0
        if self.clock is not None and took > self.history.state.left(self.board.turn, self.clock):
            self.lose("clock")
            return
        value, nodes = (None, None) if thought is None else (thought.value, thought.nodes)
        self.history.push(move, MoveNote(value, round(took, 6), nodes))
        self._turn_began = self.now()

    def think(self) -> Choice:
        """The choice of the player to move, with the time it took."""
        return self.request().answer()

    def request(self, limits: Limits | None = None, progress: OnResult | None = None) -> MoveRequest:
        """A request to the player to move, within these limits and the clock's."""
        turn = self.board.turn
        seat = self.seats[turn]
        assert seat is not None
        player = in_game(seat, self.seed, turn, self.memory.get(turn)).for_people()
        if progress is not None:
            player = player.with_progress(progress)
        left = self.left(turn)
        if self.clock is not None and left is not None:
            limits = self.clock.allotment(left, len(self.board.empties()), limits)
        return MoveRequest(player, self.board.copy(), limits, now=self.now)

    def resign(self, side: Colour | None = None) -> None:
        """A side resigns, by default the one to move."""
        self.lose("resigned", side)

    def lose(self, cause: Cause, side: Colour | None = None, details: str = "") -> None:
        """A side, by default the one to move, loses otherwise than by the rules."""
        self.history.lose(End(self.board.turn if side is None else side, cause, details))

    def agree_draw(self) -> None:
        """Ends the game as a draw on which both people agree."""
        self.history.lose(AGREED)

    def begin_turn(self) -> None:
        """Lets the time of the current turn begin now."""
        self._turn_began = self.now()

    def check_clock(self) -> bool:
        """Whether the person to move has just lost by letting the clock run out."""
        if self.clock is None or not self.waits():
            return False
        if self._running() > self.history.state.left(self.board.turn, self.clock):
            self.lose("clock")
        return self.end is not None

    def undo(self, times: int = 1) -> None:
        """Goes back to a person's last choice, `times` times; a ValueError if there were fewer."""
        self.history.undo(times)
        self._turn_began = self.now()
        self.take_help("taken_back")

    def take_help(self, kind: Help) -> bool:
        """Notes that a person was helped, so that the game does not count; whether it did until now."""
        is_first = self.learning == "open" and not self.is_over()
        if is_first:
            self.learning = kind
        return is_first

    def redo(self, times: int = 1) -> None:
        """Takes back `times` undos; a ValueError if there were fewer."""
        self.history.redo(times)
        self._turn_began = self.now()

    def saved(self) -> SavedGame:
        """The game without its players, to be resumed later."""
        saved = self.history.saved()
        return replace(saved, record=self._named(saved.record))

    def resume(self, saved: SavedGame, running: float = 0.0) -> None:
        """Resumes a saved game, whose current turn began `running` seconds ago."""
        self.history.resume(saved)
        self._take_over(saved.record)
        self._turn_began = self.now() - running

    def go_on_from(self, game: Record | Board) -> None:
        """Replaces this game by another one with its notes; the players stay."""
        record = record_of(game)
        state = MoveState.of(record)
        for side, each in self.seats.items():
            if each is not None and state.board.variant_name not in each.variants:
                raise ValueError(Message("errors.does_not_play", player=each.name, board=state.board.variant))
            if self.clock is not None and state.left(side, self.clock) < 0:
                raise ValueError(Message("errors.clock_too_short", side=side, clock=self.clock))
        self.history = MoveHistory(state, self._asks)
        self._take_over(record)
        self._turn_began = self.now()

    def _take_over(self, record: Record) -> None:
        """The handicap of a record, and whether its game may count: one that is over was played elsewhere."""
        self.handicap_discs = record.handicap_discs
        is_usual = not (self.board.is_over() or self.board.handicap or record.handicap_discs)
        helped = next((kind for kind, note in HELP_NOTES.items() if note == record.note), None)
        self.learning = helped or ("open" if is_usual else "elsewhere")

    def begin_again(self, variant: str) -> None:
        """Starts a new game of the same players with the next seed; they first learn from this one.

        The handicap stays, except that corners do only on the same board.
        """
        self.learn()
        corners = self.board.handicap if variant == self.board.variant_name else 0
        self.go_on_from(handicap_game(variant, corners, self.handicap_discs))
        self.seed = (self.seed + 1) % SEEDS

    def learn(self) -> None:
        """Lets learning players remember this game, once, if it was played out here without help."""
        if self.end is None and self.board.is_over() and self.learning == "open":
            self.learning = "done"
            record = self.record()
            self.memory = {
                side: learned(remembering(trusted_player(each), self.memory.get(side)), record)
                for side, each in self.seats.items()
                if each
            }
            if self.remember is not None:
                self.remember(self.memory)

    def change_opponent(self, player: Player) -> None:
        """Closes the current players and seats another one in their place."""
        self.close()
        self.seats = {side: each and player for side, each in self.seats.items()}
        self.memory = {}

    def close(self) -> None:
        """Frees what the players hold."""
        for each in filter(None, self.seats.values()):
            trusted_player(each).close()

    def used(self, side: Colour) -> float:
        """Seconds that a side has used, a person's current turn included."""
        return self.history.state.spent(side) + self._present(side)

    def left(self, side: Colour) -> float | None:
        """Seconds left on a side's clock; None without a clock."""
        if self.clock is None:
            return None
        if self.end == End(side, "clock"):
            return 0.0
        return max(self.history.state.left(side, self.clock) - self._present(side), 0.0)

    def result(self) -> Message | None:
        """How it ended; None while it is in progress."""
        ended = self.end or self.board.outcome(handicap_discs=self.handicap_discs)
        return None if ended is None else ended.message

    def record(self) -> Record:
        """The game as a record; resigning or losing on time costs the whole board."""
        record = self._named(self.history.state.record())
        return record if self.end is None else ended_record(record, self.end)

    def _named(self, record: Record) -> Record:
        """The record with the names of the players, the seed, the handicap and the help that was taken."""
        black, white = (PERSON if each is None else each.name for each in map(self.seats.get, Colour))
        note = next((note for kind, note in HELP_NOTES.items() if kind == self.learning), "")
        record = with_handicap(record, self.handicap_discs)
        return replace(record, black=black, white=white, seed=self.seed, note=note)

    def text(self) -> str:
        """The transcript; a GGF game if it did not begin from the usual position."""
        record = with_handicap(Record.from_board(self.board), self.handicap_discs)
        if record.start is None and not record.handicap_discs:
            return self.board.transcript()
        return str(notation.render([record.to_text()], "ggf")).strip()

    def _asks(self, board: Board) -> bool:
        return self.seats[board.turn] is None and not board.must_pass()

    def _running(self) -> float:
        return self.now() - self._turn_began

    def _present(self, side: Colour) -> float:
        """Seconds of a side's current turn, if a person is to move."""
        return self._running() if self.waits() and side == self.board.turn else 0.0
