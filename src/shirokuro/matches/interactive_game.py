"""A game in progress, with undo, redo, hints, a clock, saving and loading; whoever shows it prints."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import InitVar, dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple, Self, TypeAlias

from shirokuro import notation
from shirokuro.board.board import Board
from shirokuro.board.position import Position
from shirokuro.board.record import Record, record_of
from shirokuro.engine.engine import Limits, Progress, Result
from shirokuro.engine.pool import ENGINES
from shirokuro.errors import NotationError
from shirokuro.matches.hints import HINT_LIMITS, HINT_TABLE_MIB, hints
from shirokuro.matches.move_request import MoveRequest, in_game
from shirokuro.notation.formats import ENDINGS, POSITION_FORMATS
from shirokuro.players.clock import Clock
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.opponents import learned, remembering
from shirokuro.players.player import Choice, Player
from shirokuro.players.registry import trusted_player
from shirokuro.players.rival.rival import Rival
from shirokuro.proofs.own_proofs import own_proofs
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import PASS
from shirokuro.storage.structured_text import parse_json

PERSON = "person"
TOO_LATE = "overran the clock"
RESIGNED = "resigned"
SEEDS = 2**32
"""Seeds are below this."""
Learning: TypeAlias = Literal["open", "done", "taken back", "elsewhere"]
"""Whether players that learn may still remember a game, do already, or will not, and why."""
FORMATS = {ending: form for ending, form in ENDINGS.items() if form not in POSITION_FORMATS}
"""The format of a file by its suffix; any other gets a transcript."""


def name_of(player: Player | None) -> str:
    """A player as people call it."""
    if player is None:
        return "you"
    called = player.level_name if isinstance(player, EnginePlayer) else ""
    return f"{player.name} ({called})" if called else player.name


def rival_side(seats: Mapping[Colour, Player | None]) -> Colour | None:
    """The side on which the rival plays against a person."""
    if None not in seats.values():
        return None
    return next((side for side, each in seats.items() if isinstance(each, Rival)), None)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A side lost otherwise than by the rules of the board."""

    side: Colour
    reason: str
    """As `resigned`."""

    def __str__(self) -> str:
        return f"{self.side} {self.reason}"


class MoveNote(NamedTuple):
    """What a record says of a move besides the move; None where it is not known."""

    value: float | None
    seconds: float | None
    nodes: int | None


@dataclass(frozen=True, slots=True)
class _State:
    """What undo and redo bring back."""

    board: Board
    notes: tuple[MoveNote, ...]
    """One for each move."""
    forfeit: Forfeit | None = None

    @classmethod
    def of(cls, record: Record) -> _State:
        unknown = (None,) * len(record.moves)
        columns = (record.values or unknown, record.seconds or unknown, record.nodes or unknown)
        return cls(record.board(), tuple(map(MoveNote, *columns)))

    def after(self, move: int | str, note: MoveNote) -> _State:
        board = self.board.copy()
        board.push(move)
        return _State(board, (*self.notes, note))

    def before(self, times: int = 1) -> _State:
        board = self.board.copy()
        for _ in range(times):
            board.pop()
        return _State(board, self.notes[: len(self.notes) - times])

    def spent(self, side: Colour) -> float:
        """Seconds of the moves that a side has made."""
        return sum(note.seconds or 0.0 for note in self.notes[self._first(side) :: 2])

    def left(self, side: Colour, clock: Clock) -> float:
        """Seconds that a side's clock shows when its turn begins."""
        moves = sum(move != PASS for move in self.board.move_stack[self._first(side) :: 2])
        return clock.seconds + clock.increment * moves - self.spent(side)

    def _first(self, side: Colour) -> int:
        """The index of a side's first move; sides take turns, passes included."""
        return int(side != self.board.root().turn)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game with all that undo and redo know, as a value that can be written down."""

    record: Record
    """With the moves that were undone."""
    places: tuple[int, ...]
    """How many of its moves are made now, and how many after each redo; the last is all."""
    forfeit: Forfeit | None = None
    """How it ended after all these moves."""

    def to_json(self) -> str:
        lost = self.forfeit and [int(self.forfeit.side), self.forfeit.reason]
        return json.dumps({"record": self.record.to_json(), "places": self.places, "forfeit": lost})

    @classmethod
    def from_json(cls, text: str) -> Self:
        read = parse_json(text)
        side, reason = read["forfeit"] or (None, "")
        forfeit = None if side is None else Forfeit(Colour(side), reason)
        return cls(Record.from_json(read["record"]), tuple(read["places"]), forfeit)


@dataclass(slots=True)
class PlayedGame:
    """A game in progress or over; it goes back as far as its moves do, and forward again."""

    game: InitVar[Record | Board]
    """What it begins with."""
    seats: Mapping[Colour, Player | None]
    """Who plays a side; None is a person."""
    seed: int
    clock: Clock | None = None
    now: Callable[[], float] = time.monotonic
    memory: Mapping[Colour, object] = field(default_factory=dict)
    """What players that learn remember of earlier games; whoever shows the game loads it."""
    remember: Callable[[Mapping[Colour, object]], object] | None = None
    """Told of the memory whenever it changes, to save it."""
    _state: _State = field(init=False)
    _undone: list[_State] = field(init=False)
    _turn_began: float = field(init=False)
    learning: Learning = field(init=False)
    _hints: dict[Position, dict[int, Result]] = field(init=False, default_factory=dict)
    _saved: set[Path] = field(init=False, default_factory=set)

    def __post_init__(self, game: Record | Board) -> None:
        self.go_on_from(game)

    @property
    def board(self) -> Board:
        return self._state.board

    @property
    def notes(self) -> tuple[MoveNote, ...]:
        """What is known of each move besides the move."""
        return self._state.notes

    @property
    def forfeit(self) -> Forfeit | None:
        return self._state.forfeit

    def is_over(self) -> bool:
        return self.forfeit is not None or self.board.is_over()

    def is_watched(self) -> bool:
        """Whether people only watch."""
        return None not in self.seats.values()

    def waits(self) -> bool:
        """Whether a person is to move."""
        return not self.is_over() and self._asks(self.board)

    def push(self, move: int | str, thought: Choice | None = None) -> None:
        """Makes a move, unless it comes too late: then its side has lost."""
        took = self._running() if thought is None else thought.seconds
        if self.board.must_pass():
            took = 0.0
        if self.clock is not None and took > self._state.left(self.board.turn, self.clock):
            self.lose(TOO_LATE)
            return
        value, nodes = (None, None) if thought is None else (thought.value, thought.nodes)
        self._go_to(self._state.after(move, MoveNote(value, round(took, 6), nodes)))
        self._undone.clear()

    def think(self) -> Choice:
        """The choice of the player whose turn it is, with the time it took by our clock."""
        return self.request().answer()

    def request(self, limits: Limits | None = None, progress: Progress | None = None) -> MoveRequest:
        """Asks the player whose turn it is, within limits of a move besides the clock's."""
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
        """A side gives up; without a name the one to move."""
        self.lose(RESIGNED, side)

    def lose(self, reason: str, side: Colour | None = None) -> None:
        """A side, without a name the one to move, loses otherwise than by the rules."""
        self._undone.clear()
        self._state = replace(self._state, forfeit=Forfeit(self.board.turn if side is None else side, reason))

    def check_clock(self) -> bool:
        """Whether the person to move has just lost by letting the clock run out."""
        if self.clock is None or not self.waits():
            return False
        if self._running() > self._state.left(self.board.turn, self.clock):
            self.lose(TOO_LATE)
        return self.forfeit is not None

    def undo(self, times: int = 1) -> None:
        """Back to where a person last had a choice, so many times; a ValueError if there were fewer."""
        states = list(islice(self._earlier(), times))
        if len(states) < times:
            raise ValueError(_too_few("undo", len(states)))
        for state in states:
            self._undone.append(self._state)
            self._go_to(state)
        if self.learning == "open":
            self.learning = "taken back"

    def redo(self, times: int = 1) -> None:
        """Takes back so many undos; a ValueError if there were fewer."""
        if len(self._undone) < times:
            raise ValueError(_too_few("redo", len(self._undone)))
        for _ in range(times):
            self._go_to(self._undone.pop())

    def can_undo(self) -> bool:
        return next(self._earlier(), None) is not None

    def can_redo(self) -> bool:
        return bool(self._undone)

    def saved(self) -> SavedGame:
        """All of it but the players, to be resumed elsewhere or later."""
        states = [self._state, *reversed(self._undone)]
        places = tuple(len(state.notes) for state in states)
        return SavedGame(self._record(states[-1]), places, states[-1].forfeit)

    def resume(self, saved: SavedGame, running: float = 0.0) -> None:
        """Goes on with a saved game, whose present turn began so many seconds ago."""
        whole = _State.of(saved.record)
        total = len(whole.notes)
        states = [whole.before(total - place) for place in saved.places]
        states[-1] = replace(states[-1], forfeit=saved.forfeit)
        self._go_to(states[0])
        self._undone = states[:0:-1]
        self.learning = _learning(states[0])
        self._turn_began -= running

    def go_on_from(self, game: Record | Board) -> None:
        """Puts another game in the place of this one, with all that is known of it; the players stay."""
        state = _State.of(record_of(game))
        for side, each in self.seats.items():
            if each is not None and state.board.variant_name not in each.variants:
                raise ValueError(f"{each.name} does not play {state.board.variant}")
            if self.clock is not None and state.left(side, self.clock) < 0:
                raise ValueError(f"{side} has used more than {self.clock} in this game: take another clock")
        self._go_to(state)
        self._undone = []
        self.learning = _learning(state)

    def begin_again(self, variant: str) -> None:
        """A new game of the same players, with another seed; a game that was played out is remembered."""
        self.learn()
        self.go_on_from(Board(variant))
        self.seed = (self.seed + 1) % SEEDS

    def learn(self) -> None:
        """Lets players that learn remember this game, once, if it was played out here without taking back."""
        if self.forfeit is None and self.board.is_over() and self.learning == "open":
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
        """Puts another player in the place of those who play, and closes them."""
        self.close()
        self.seats = {side: each and player for side, each in self.seats.items()}
        self.memory = {}

    def close(self) -> None:
        """Ends what the players keep."""
        for each in filter(None, self.seats.values()):
            trusted_player(each).close()

    def hints(self) -> dict[int, Result]:
        """What is known of each move, best first; found out once a position."""
        position = self.board.position
        if position not in self._hints:
            self._hints[position] = hints(self.board, own_proofs()).results
        return self._hints[position]

    def evaluation(self) -> Result:
        """Who the engine thinks is ahead, and the moves that it expects."""
        with ENGINES.lend(1, HINT_TABLE_MIB) as engine:
            return engine.search(self.board, HINT_LIMITS)

    def save(self, path: Path) -> None:
        """Writes the game in the format that the suffix says; only a file of its own is overwritten."""
        if path.exists() and path not in self._saved:
            raise ValueError(f"{path} is there already: take another name")
        notation.write(path, [self.record().to_text()], FORMATS.get(path.suffix.lower(), "transcript"))
        self._saved.add(path)

    def load(self, path: Path) -> None:
        """Goes on with the first game or position of a file."""
        self.go_on_from(Record.from_text(_read(path, self.board.variant_name)))

    def used(self, side: Colour) -> float:
        """Seconds that a side has thought, the present turn of a person included."""
        return self._state.spent(side) + self._present(side)

    def left(self, side: Colour) -> float | None:
        """Seconds on a side's clock; None if there is none."""
        if self.clock is None:
            return None
        if self.forfeit == Forfeit(side, TOO_LATE):
            return 0.0
        return max(self._state.left(side, self.clock) - self._present(side), 0.0)

    def result(self) -> str:
        """How it ended, in words."""
        if self.forfeit is not None:
            return f"{self.forfeit}, {self.forfeit.side.opponent} wins"
        return str(self.board.outcome())

    def record(self) -> Record:
        """The game as a value; whoever resigns or is too late loses the whole board."""
        record = self._record(self._state)
        if self.forfeit is None:
            return record
        cells = len(self.board.variant.cells)
        return replace(record, note=str(self.forfeit), result=cells if self.forfeit.side else -cells)

    def _record(self, state: _State) -> Record:
        """A state as its moves alone show it."""
        names = [PERSON if player is None else player.name for player in map(self.seats.get, Colour)]
        notes = state.notes
        return replace(
            Record.from_board(state.board),
            values=tuple(note.value for note in notes),
            seconds=tuple(note.seconds for note in notes),
            nodes=tuple(note.nodes for note in notes),
            black=names[0],
            white=names[1],
            seed=self.seed,
        )

    def text(self) -> str:
        """The moves; with the position they began with, if it is not the usual one."""
        record = Record.from_board(self.board)
        if record.start is None:
            return self.board.transcript()
        return str(notation.render([record.to_text()], "ggf")).strip()

    def _asks(self, board: Board) -> bool:
        return self.seats[board.turn] is None and not board.must_pass()

    def _earlier(self) -> Iterator[_State]:
        """Where a person had a choice, the last one first; a lost game was not lost yet."""
        state = self._state
        if state.forfeit is not None:
            state = replace(state, forfeit=None)
            yield state
        while state.notes:
            state = state.before()
            if self._asks(state.board):
                yield state

    def _go_to(self, state: _State) -> None:
        self._state = state
        self._turn_began = self.now()

    def _running(self) -> float:
        return self.now() - self._turn_began

    def _present(self, side: Colour) -> float:
        """Seconds of the present turn of a person."""
        return self._running() if self.waits() and side == self.board.turn else 0.0


def _read(path: Path, variant: str) -> notation.Notated:
    """The first game or position of a file; a text that does not say its board is taken to be on this one."""
    try:
        values = notation.read(path, variant)
    except NotationError:
        values = notation.read(path)
    if not values:
        raise ValueError(f"{path} is empty")
    return values[0]


def _learning(state: _State) -> Learning:
    """Of a game as it comes: one that is over was played elsewhere."""
    return "elsewhere" if state.board.is_over() else "open"


def _too_few(command: str, there: int) -> str:
    if not there:
        return f"nothing to {command}"
    if there == 1:
        return f"you can {command} 1 time at most: nothing changed"
    return f"you can {command} {there} times at most: nothing changed"
