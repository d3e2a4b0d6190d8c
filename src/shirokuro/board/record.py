"""A played game as a value: every move, passes included, and who played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from shirokuro import notation
from shirokuro.board.board import Board, Scoring, board_of, illegal_move
from shirokuro.board.end import End
from shirokuro.board.flip_lines import turned_lines
from shirokuro.board.position import Position
from shirokuro.errors import IllegalMoveError, NotationError, message_of, shown
from shirokuro.notation import GameText
from shirokuro.notation.formats import POSITION_FORMATS, format_of
from shirokuro.notation.json_lines import format_json, parse_json_lines
from shirokuro.notation.position_line import own_start
from shirokuro.squares.animation import AnimatedPicture, DrawnTurn, animate
from shirokuro.squares.colour import BLACK, WHITE
from shirokuro.squares.move_repr import move_repr
from shirokuro.squares.square import PASS, move_name
from shirokuro.squares.svg import Picture
from shirokuro.squares.variant import VARIANTS
from shirokuro.words.message import Message
from shirokuro.words.number_text import exact_decimal

T = TypeVar("T")
NOTES = ("values", "seconds", "nodes")
"""The fields that have something to say of each move."""
MOVES_A_LINE = 10
"""Where a game is printed."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game that the rules allow. `result`, black minus white, is what its source says or its end shows.

    It has the fields of `GameText`.
    """

    variant: str = "reversi"
    start: Position | None = None
    """The position it began with; None for the variant's own."""
    moves: tuple[int, ...] = ()
    values: tuple[float | None, ...] = ()
    """What the players thought of each move, where it is known; as long as `moves`, or empty."""
    seconds: tuple[float | None, ...] = ()
    """How long they thought, likewise."""
    nodes: tuple[int | None, ...] = ()
    """Positions they looked at, or random games they played, likewise."""
    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    result: float | None = None
    seed: int | None = None
    """From which the players' random choices in this game come."""
    note: str = ""
    """Why it ended otherwise than by the rules: `white overran its clock at move 31: 5.2 s of 5 s`."""
    theoretical: float | None = None
    """The result had both played the end perfectly, where the source says so."""

    @classmethod
    def from_text(cls, text: notation.Notated) -> Record:
        """Replays what was written and puts in the passes left out; a position is a game without moves."""
        if not isinstance(text, GameText):
            text = GameText(text.variant, text)
        board = Board.from_text(text)
        moves, start = tuple(board.move_stack), own_start(text)
        fields = text._asdict() | {"moves": moves, "start": start and Position.from_text(start)}
        fields |= {name: _in_step(fields[name], text.moves, moves) for name in NOTES}
        fields["result"] = _result(board) if text.result is None else text.result
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
        """One line that says all of it; `shirokuro.notation` reads it too."""
        return format_json(self.to_text())

    @classmethod
    def from_board(cls, board: Board | str) -> Record:
        """The moves on the board's stack; the result if the game is over."""
        board = board_of(board)
        root = board.root()
        start = None if root == Board(board.variant) else root.position
        return cls(board.variant.name, start, tuple(board.move_stack), result=_result(board))

    def __repr__(self) -> str:
        return move_repr(self)

    def __str__(self) -> str:
        """A game to read: who played, the moves ten a line, the last board and how it ended."""
        sides = ((BLACK, self.black), (WHITE, self.white))
        names = [f"{side}: {name}" for side, name in sides if name]
        where = ", ".join(filter(None, (self.variant, self.place, self.date)))
        begin = [] if self.start is None else [f"from {self.start}"]
        return "\n".join([*names, where, *begin, *_numbered(self.moves), *self._end()])

    def _repr_svg_(self) -> str:
        return self.svg()

    def _end(self) -> Iterator[str]:
        """The last board, and the result or who is to move."""
        try:
            board = self.board()
        except ValueError as error:  # whoever makes a record by hand may make a wrong one
            yield f"no game of {self.variant}: {error}"
            return
        *rows, to_move = str(board).split("\n")
        yield from rows
        if self.note:
            yield self.note
        outcome = board.outcome()
        if outcome is not None and self.result in (None, outcome.margin):
            yield str(outcome)
        else:
            yield to_move if self.result is None else _result_text(self.result)

    def to_text(self) -> GameText:
        """The game for a writer of `shirokuro.notation`."""
        fields = {name: getattr(self, name) for name in GameText._fields}
        fields |= {"moves": bytes(self.moves), "start": self.start and self.start.to_text()}
        fields |= {name: tuple(map(_own_number, fields[name])) for name in NOTES}
        fields |= {name: _own_number(fields[name]) for name in ("result", "seed")}
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
            except IllegalMoveError:
                raise illegal_move(board, move, ply) from None
            yield board.copy()

    def svg(self, ply: int | None = None, *, size: int = 400, coordinates: bool = True) -> str:
        """A picture of the board after so many moves; after the last one unless told otherwise."""
        boards = [*self.boards()]
        if ply is not None and not 0 <= ply < len(boards):
            raise ValueError(f"the game has {len(self.moves)} moves, so there is no place {ply}")
        board = boards[-1 if ply is None else ply]
        return board.svg(size=size, coordinates=coordinates, legal=False)

    def animated_svg(self, *, seconds: float = 0.9, size: int = 400, coordinates: bool = True) -> str:
        """The whole game as a picture that moves, a move in so many seconds; by itself and for ever.

        Whoever asks their system for less motion sees the last position.
        """
        if not 0.1 <= seconds <= 60:
            raise ValueError(f"a move takes 0.1 to 60 seconds, not {seconds!r}")
        root = self.root()
        players = f"{self.black} – {self.white}, " if self.black or self.white else ""
        title = f"{root.variant}: {players}{self.board().transcript()}"
        first = Picture(
            root.variant, root.black(), root.white(), title=title, size=size, coordinates=coordinates
        )
        return animate(AnimatedPicture(first, [*self._turns()], seconds))

    def _turns(self) -> Iterator[DrawnTurn]:
        for board, move in zip(self.boards(), self.moves, strict=False):
            square = None if move == PASS else move
            yield DrawnTurn(str(board.turn), square, turned_lines(board, move))

    def margin(self, scoring: Scoring = "winner") -> int:
        """Black minus white at the end, counted by us whatever `result` says."""
        return self.board().margin(scoring)


def record_of(game: Record | Board | str) -> Record:
    """The game itself, the one on a board's stack, or the one that a text tells, of whatever format."""
    if isinstance(game, Board):
        return Record.from_board(game)
    if isinstance(game, str):
        return _parsed(notation.parse(game))
    if not isinstance(game, Record):
        raise TypeError(f"a game, a board or its text is needed, not {type(game).__name__}")
    return game


def _parsed(values: list[notation.Notated]) -> Record:
    if len(values) != 1:
        raise NotationError(Message("notation.not_one_game", count=len(values)))
    return Record.from_text(values[0])


def read(path: str | Path, variant: str | None = None) -> Iterator[Record]:
    """The games of a file in any format, one by one; a position is a game without moves.

    Each game is replayed when it is asked for, and JSON lines are not even read before.
    """
    return _replayed(Path(path), notation.iterate(path, variant))


def _replayed(path: Path, values: Iterator[notation.Notated]) -> Iterator[Record]:
    for number, value in enumerate(values, 1):
        try:
            record = Record.from_text(value)
        except ValueError as error:
            raise NotationError(message_of(error), Message("places.game", number=number)).at(
                str(path)
            ) from None
        yield record


def write(
    path: str | Path, games: Record | Board | Iterable[Record | Board], form: str | None = None
) -> None:
    """Writes games to a file, in the format that its ending says or in one of `notation.FORMATS`.

    `.json` and `.jsonl` (JSON lines) keep all of a record, `.ggf` all but seeds, nodes and notes, `.txt` the
    moves alone, `.wtb` what WTHOR has; `.obf` keeps the last position of each game. A file that was there is
    replaced when all is written, and stays as it was if anything fails.
    """
    path = Path(path)
    form = format_of(path) if form is None else form
    given = [games] if isinstance(games, Record | Board) else games
    if isinstance(given, str) or not isinstance(given, Iterable):
        what = "a text" if isinstance(given, str) else shown(given)
        raise TypeError(f"games: a Record, a Board or several are needed, not {what}")
    notation.write(path, [written(record_of(game), form) for game in given], form)


def written(record: Record, form: str) -> notation.Notated:
    """A game as a format can hold it: a format of positions has its last one."""
    return record.board().position.to_text() if form in POSITION_FORMATS else record.to_text()


def ended_record(record: Record, end: End) -> Record:
    """The record of a game that a side lost by the whole board."""
    cells = len(VARIANTS[record.variant].cells)
    return replace(record, note=str(end), result=cells if end.side else -cells)


def _numbered(moves: tuple[int, ...]) -> Iterator[str]:
    """The moves ten a line; the number is that of the line's first one, passes counted."""
    width = len(str(len(moves)))
    for first in range(0, len(moves), MOVES_A_LINE):
        names = (move_name(move) for move in moves[first : first + MOVES_A_LINE])
        yield f"{first + 1:{width}}. {' '.join(names)}"


def _result_text(result: float) -> str:
    """A result that the board does not show: resigned, out of time, or as the source says."""
    who = "draw" if result == 0 else f"{BLACK if result > 0 else WHITE} wins"
    return f"{who} ({'+' if result > 0 else ''}{exact_decimal(result)})"


def _own_number(number: Any) -> Any:
    """Numbers of NumPy and the like as Python's own; whatever else there is, writers refuse."""
    if hasattr(number, "item") and not isinstance(number, int | float):
        return number.item()
    return number


def _result(board: Board) -> float | None:
    outcome = board.outcome()
    return None if outcome is None else float(outcome.margin)


def _in_step(notes: tuple[T | None, ...], written: bytes, moves: tuple[int, ...]) -> tuple[T | None, ...]:
    """What was noted of the written moves, with None for each pass that was put in."""
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
