"""Reads games from texts and files, without storing them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from shirokuro import VARIANTS, Board, NotationError, Record, Status, notation
from shirokuro.errors import message_of
from shirokuro.notation.json_lines import format_json
from shirokuro.notation.wthor import WthorFiles, parse_wthor
from shirokuro.web import views
from shirokuro.web.library.values import TextGame, TextGames, TextProblem
from shirokuro.web.values import GameView, Seat, Seats, Side
from shirokuro.words.message import Message

MOST_PROBLEMS = 5
_PLACE = re.compile(r"line (\d+)(?:, column (\d+))?: ")


def read_text(text: str, board: str | None) -> list[notation.Notated]:
    """The games of a text.

    If neither the caller nor the text names the board, it is the first on which all games reach their end, or
    else the first on which they are possible.
    """
    values = notation.parse(text, board)
    if board is not None or not values or _ends(values):
        return values
    readings = [values]
    for name in VARIANTS:
        with suppress(NotationError):
            readings.append(notation.parse(text, name))
    possible = (each for each in readings if None not in map(_board, each))
    return next(filter(_ends, readings), None) or next(possible, values)


def _ends(values: list[notation.Notated]) -> bool:
    boards = map(_board, values)
    return all(board is not None and board.is_over() for board in boards)


def _board(value: notation.Notated) -> Board | None:
    """The board at the end of a game; None if a move is impossible."""
    try:
        return Board.from_text(value)
    except ValueError:
        return None


def chosen(values: Sequence[notation.Notated], search: str, first: int, limit: int) -> TextGames:
    """A page of the games that match a search."""
    found = [number for number, value in enumerate(values) if _matches(value, search)]
    games, problems = list[TextGame](), list[TextProblem]()
    for number in found[first : first + limit]:
        try:
            games.append(text_game(number + 1, Record.from_text(values[number])))
        except ValueError as error:
            problems.append(TextProblem(text=views.in_words(message_of(error)), game=number + 1))
    return TextGames(games=games, found=len(found), total=len(values), problems=problems[:MOST_PROBLEMS])


def _matches(value: notation.Notated, search: str) -> bool:
    words = search.lower().split()
    if not words:
        return True
    if not isinstance(value, notation.GameText):
        return all(word in value.variant for word in words)
    moves = str(notation.render([value._replace(start=None)], "json")).partition('"moves":"')[2]
    told = " ".join((value.variant, value.black, value.white, value.place, value.date)).lower()
    return all(word in told or moves.startswith(word) for word in words)


def problem_of(error: NotationError) -> TextProblem:
    """An error with its place as numbers."""
    values: Any = error.place.values if isinstance(error.place, Message) else {}
    if "line" not in values:
        return TextProblem(text=views.in_words(message_of(error)))
    return TextProblem(text=views.in_words(error.reason), line=values["line"], column=values.get("column"))


def read_file(data: bytes, players: int, places: int) -> list[notation.GameText]:
    """Reads a WTHOR file; the last bytes may be tables of names."""
    end = len(data) - places
    start = end - players
    if start < 0:
        raise NotationError(Message("notation.tables_too_long"))
    return parse_wthor(WthorFiles(data[:start], data[start:end], data[end:]))


def text_game(number: int, record: Record) -> TextGame:
    return TextGame(
        number=number,
        game=view_of(record),
        text=format_json(record.to_text()),
        place=record.place,
        date=record.date,
        result=record.result,
        remarks=[views.in_words(Status(flag)) for flag in record.root().status()],
    )


def view_of(record: Record) -> GameView:
    """A game of a text, in the form that every game is shown in."""
    seats = Seats(black=_seat("black", record.black), white=_seat("white", record.white))
    return views.recorded_game(record, seats)


def _seat(side: Side, name: str) -> Seat:
    shown = views.in_words(name or Message(f"names.{side}"))
    return Seat.of("player", "", shown, views.in_words(""))
