"""A played game as a value: every move, passes included, and who played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar, Unpack

from shirokuro.board.board import Board, Scoring, board_of
from shirokuro.board.end import End
from shirokuro.board.flip_lines import turned_lines
from shirokuro.board.position import Position
from shirokuro.errors import IllegalMoveError, NotationError, at_move, message_of
from shirokuro.notation.detection import parse
from shirokuro.notation.json_lines import format_json, parse_json_lines
from shirokuro.notation.position_line import own_start
from shirokuro.notation.values import GameText, Notated
from shirokuro.squares.animation import AnimatedPicture, DrawnTurn, animate
from shirokuro.squares.colour import BLACK, WHITE
from shirokuro.squares.marks import Drawing
from shirokuro.squares.square import PASS, move_name, move_repr
from shirokuro.squares.svg import Picture
from shirokuro.squares.variant import VARIANTS
from shirokuro.words.message import Message
from shirokuro.words.number_text import exact_decimal

T = TypeVar("T")
NOTES = ("values", "seconds", "nodes")
"""The fields that have one entry a move."""
_OWN_NUMBERS = {int, float, type(None)}
MOVES_A_LINE = 10
"""Of a printed game."""


@dataclass(frozen=True, slots=True)
class Record:
    """A legal game. `result`, black minus white, is what the source says, else what the last board shows.

    It has the fields of `GameText`.
    """

    variant: str = "reversi"
    start: Position | None = None
    """The position that it began with; None for the variant's own."""
    moves: tuple[int, ...] = ()
    values: tuple[float | None, ...] = ()
    """The players' values of their moves, where they are known; as long as `moves`, or empty."""
    seconds: tuple[float | None, ...] = ()
    """The time that each move took, likewise."""
    nodes: tuple[int | None, ...] = ()
    """The positions that were searched, or the random games played, for each move, likewise."""
    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    result: float | None = None
    seed: int | None = None
    """The seed of the players' random choices."""
    note: str = ""
    """Why the game ended early: `white overran its clock at move 31: 5.2 s of 5 s`."""
    theoretical: float | None = None
    """The result if both had played the end perfectly, where the source has it."""
    handicap_discs: float = 0
    """Discs added to black's count at the end, as a handicap; the result includes them."""

    @classmethod
    def from_text(cls, text: Notated) -> Record:
        """Replays what was written and inserts missing passes; a position is a game without moves."""
        if not isinstance(text, GameText):
            text = GameText(text.variant, text)
        board = Board.from_text(text)
        moves, start = tuple(board.move_stack), own_start(text)
        fields = text._asdict() | {"moves": moves, "start": start and Position.from_text(start)}
        fields |= {name: _in_step(fields[name], text.moves, moves) for name in NOTES}
        fields["result"] = result_of(board, text.handicap_discs) if text.result is None else text.result
        return cls(**fields)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Reads what `to_json` wrote, and nothing else."""
        games = parse_json_lines(text)
        if len(games) != 1:
            raise NotationError(Message("notation.not_one_game", count=len(games)))
        record = cls.from_text(games[0])
        if len(record.moves) != len(games[0].moves):
            raise NotationError(Message("notation.pass_missing"))
        return record

    @property
    def end(self) -> End | None:
        """How it ended otherwise than by the rules, if the note says so."""
        return End.of_note(self.note)

    def to_json(self) -> str:
        """The whole record in one line of JSON, which `shirokuro.notation` reads too."""
        return format_json(self.to_text())

    @classmethod
    def from_board(cls, board: Board | str) -> Record:
        """The moves on a board's stack, and the result if the game is over."""
        board = board_of(board)
        root = board.root()
        start = None if root == Board(board.variant) else root.position
        return cls(board.variant.name, start, tuple(board.move_stack), result=result_of(board))

    def __repr__(self) -> str:
        return move_repr(self)

    def __str__(self) -> str:
        """The players, the moves ten a line, the last board and the result."""
        lines = heading(self)
        width = len(str(len(self.moves)))
        for first in range(0, len(self.moves), MOVES_A_LINE):  # by number, passes counted
            names = map(move_name, self.moves[first : first + MOVES_A_LINE])
            lines.append(f"{first + 1:{width}}. {' '.join(names)}")
        return "\n".join([*lines, *self._end()])

    def _repr_svg_(self) -> str:
        return self.svg()

    def _end(self) -> Iterator[str]:
        """The last board, and the result or the side to move."""
        try:
            board = self.board()
        except ValueError as error:  # a record made by hand may be illegal
            yield f"no game of {self.variant}: {error}"
            return
        *rows, to_move = str(board).split("\n")
        yield from rows
        if self.note:
            yield self.note
        outcome, result = board.outcome(handicap_discs=self.handicap_discs), self.result
        if outcome is not None and result in (None, outcome.margin):
            yield str(outcome)
        elif result is None:
            yield to_move
        else:  # resigned, out of time, or as the source says
            who = "draw" if result == 0 else f"{BLACK if result > 0 else WHITE} wins"
            yield f"{who} ({'+' if result > 0 else ''}{exact_decimal(result)})"

    def to_text(self) -> GameText:
        """The game for a writer of `shirokuro.notation`."""
        fields = {name: getattr(self, name) for name in GameText._fields}
        fields |= {"moves": bytes(self.moves), "start": self.start and self.start.to_text()}
        for name in NOTES:
            if not {*map(type, fields[name])} <= _OWN_NUMBERS:
                fields[name] = tuple(map(_own_number, fields[name]))
        fields |= {name: _own_number(fields[name]) for name in ("result", "seed", "handicap_discs")}
        return GameText(**fields)

    def root(self) -> Board:
        """The board before the first move."""
        return Board(self.variant) if self.start is None else Board.from_position(self.start)

    def board(self) -> Board:
        """The board after the last move, with all moves on its stack."""
        board = self.root()
        board.extend(self.moves, insert_passes=False)
        return board

    def boards(self) -> Iterator[Board]:
        """The board before each move, then the last one; each is a copy."""
        board = self.root()
        yield board.copy()
        for ply, move in enumerate(self.moves, 1):
            try:
                board.push(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(at_move(ply, message_of(error))) from None
            yield board.copy()

    def svg(self, ply: int | None = None, **drawing: Unpack[Drawing]) -> str:
        """A picture of the board after `ply` moves, drawn as `Board.svg` does; after the last by default."""
        boards = [*self.boards()]
        if ply is not None and not 0 <= ply < len(boards):
            raise ValueError(f"the game has {len(self.moves)} moves, so there is no place {ply}")
        board = boards[-1 if ply is None else ply]
        return board.svg(**(Drawing(legal=False) | drawing))

    def animated_svg(self, *, seconds: float = 0.9, size: int = 400, coordinates: bool = True) -> str:
        """The whole game as an animated picture that repeats for ever; `seconds` is the time of a move.

        Where the system asks for reduced motion, it shows the last position.
        """
        if not 0.1 <= seconds <= 60:
            raise ValueError(f"a move takes 0.1 to 60 seconds, not {seconds!r}")
        root = self.root()
        players = f"{self.black} – {self.white}, " if self.black or self.white else ""
        title = f"{root.variant}: {players}{self.board().transcript()}"
        first = Picture(
            root.variant, root.black(), root.white(), title=title, size=size, coordinates=coordinates
        )
        turns = [
            DrawnTurn(str(board.turn), None if move == PASS else move, turned_lines(board, move))
            for board, move in zip(self.boards(), self.moves, strict=False)
        ]
        return animate(AnimatedPicture(first, turns, seconds))

    def margin(self, scoring: Scoring = "winner") -> int:
        """Black minus white on the last board, whatever `result` says."""
        return self.board().margin(scoring)


def heading(record: Record) -> list[str]:
    """The players and the circumstances of a game, as lines to print."""
    lines = [f"{side}: {name}" for side, name in ((BLACK, record.black), (WHITE, record.white)) if name]
    lines.append(", ".join(filter(None, (record.variant, record.place, record.date))))
    lines += [] if record.start is None else [f"from {record.start}"]
    return [
        *lines,
        *([f"handicap: {exact_decimal(record.handicap_discs)} discs"] if record.handicap_discs else []),
    ]


def with_handicap(record: Record, discs: float) -> Record:
    """The record of a game in which black gets so many discs at the end; its result includes them."""
    result = None if record.result is None else record.result + discs - record.handicap_discs
    return replace(record, handicap_discs=discs, result=result)


def handicap_game(variant: str, corners: int = 0, discs: float = 0) -> Record:
    """A game before its first move, in which black has so many corners and gets so many discs at the end."""
    board = Board(variant, handicap=corners)
    most = len(board.variant.cells)
    if not 0 <= discs <= most:
        raise ValueError(Message("errors.handicap_discs_range", most=most, number=f"{discs:g}"))
    return with_handicap(Record.from_board(board), discs)


def record_of(game: Record | Board | str) -> Record:
    """The game itself, the one on a board's stack, or the one in a text of any format."""
    if isinstance(game, Board):
        return Record.from_board(game)
    if isinstance(game, str):
        values = parse(game)
        if len(values) != 1:
            raise NotationError(Message("notation.not_one_game", count=len(values)))
        return Record.from_text(values[0])
    if not isinstance(game, Record):
        raise TypeError(f"a game, a board or its text is needed, not {type(game).__name__}")
    return game


def _own_number(number: Any) -> Any:
    """A number of NumPy and the like as Python's own; writers reject whatever else there is."""
    return number.item() if hasattr(number, "item") and not isinstance(number, int | float) else number


def result_of(board: Board, handicap_discs: float = 0) -> float | None:
    """Black minus white, if the game is over."""
    outcome = board.outcome(handicap_discs=handicap_discs)
    return None if outcome is None else float(outcome.margin)


def ended_record(record: Record, end: End) -> Record:
    """The record of a game that a side lost by the whole board, or that was drawn."""
    cells = len(VARIANTS[record.variant].cells)
    result = 0 if end.side is None else cells if end.side else -cells
    return replace(record, note=str(end), result=result)


def _in_step(notes: tuple[T | None, ...], written: bytes, moves: tuple[int, ...]) -> tuple[T | None, ...]:
    """The notes on the written moves, with None for each pass that was inserted."""
    if not notes:
        return ()
    if len(notes) > len(written):
        raise NotationError(Message("notation.too_many_notes", count=len(notes), moves=len(written)))
    rest, at = [*notes, *[None] * (len(written) - len(notes))], 0
    for ply, move in enumerate(moves):
        if at < len(written) and written[at] == move:
            at += 1
        else:
            rest.insert(ply, None)
    return tuple(rest)
