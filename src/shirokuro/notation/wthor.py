"""WTHOR: the tournament games of a year in a .wtb file, with tables of players (.jou) and places (.trn)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from struct import Struct
from typing import NamedTuple

from shirokuro.errors import NotationError
from shirokuro.notation.position_line import own_start
from shirokuro.notation.values import GameText
from shirokuro.squares.square import PASS, place_of
from shirokuro.words.message import Message

_HEADER = Struct("<BBBBIHHBBBB")
_GAME = Struct("<HHHBB60s")
_PLAYER_SIZE, _PLACE_SIZE = 20, 26
_NO_MOVE = 255
_BYTES = {square: 10 * row + column + 11 for square in range(64) for column, row in [place_of(square)]}
"""A square is its row and its column, from 1, as a decimal number of two digits."""
_SQUARES = {byte: square for square, byte in _BYTES.items()}
_TO_SQUARE = bytes(_SQUARES.get(byte, _NO_MOVE) for byte in range(256))
_FROM_SQUARE = bytes(_BYTES.get(square, 0) for square in range(256))
_MARGINS = [2.0 * discs - 64 for discs in range(65)]
_NAMELESS = ("",) * 65536
_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")


class WthorFiles(NamedTuple):
    """A .wtb file and the two tables of names that it points into."""

    games: bytes
    players: bytes
    places: bytes


def parse_wthor(files: WthorFiles) -> list[GameText]:
    """The games of a .wtb file; an empty table of names leaves the names empty."""
    year = _checked_year(files.games)
    players = _names(files.players, "player", _PLAYER_SIZE) if files.players else _NAMELESS
    places = _names(files.places, "place", _PLACE_SIZE) if files.places else _NAMELESS
    date = f"{year:04}" if year else ""
    records = _GAME.iter_unpack(memoryview(files.games)[_HEADER.size :])
    try:
        games = [
            GameText(
                "reversi",
                None,
                moves.rstrip(b"\0").translate(_TO_SQUARE),
                (),
                (),
                players[black],
                players[white],
                places[place],
                date,
                _MARGINS[discs],
                _MARGINS[theoretical],
            )
            for place, black, white, discs, theoretical, moves in records
        ]
    except IndexError:
        raise _wrong_number(files.games, len(players), len(places)) from None
    for number, game in enumerate(games, 1):
        if _NO_MOVE in game.moves:
            field = 8 + game.moves.index(_NO_MOVE)
            byte = files.games[_HEADER.size + (number - 1) * _GAME.size + field]
            raise NotationError(Message("notation.no_move", name=byte), _place(number, field))
    return games


def read_wthor(path: Path) -> list[GameText]:
    """A .wtb file, with the names from the tables beside it: of the same name, or called WTHOR."""
    return parse_wthor(WthorFiles(path.read_bytes(), _beside(path, ".jou"), _beside(path, ".trn")))


def is_wthor(data: bytes) -> bool:
    """Whether bytes have the layout of a .wtb file."""
    count = int.from_bytes(data[4:8], "little")
    return len(data) >= _HEADER.size and len(data) == _HEADER.size + count * _GAME.size


def format_wthor(games: Iterable[GameText]) -> WthorFiles:
    """Writes games of one year, without their passes and without a date of writing."""
    players, places = _Names("player", _PLAYER_SIZE), _Names("place", _PLACE_SIZE)
    records: list[bytes] = []
    year = ""
    for number, game in enumerate(games, 1):
        try:
            found = _YEAR.search(game.date)
            said = found[0] if found else ""
            if records and said != year:
                raise NotationError(
                    Message("notation.wthor_year", one=said or "no year", other=year or "no year")
                )
            year = said
            records.append(_record(game, players, places))
        except NotationError as error:
            raise error.at(Message("places.game", number=number)) from None
    header = _HEADER.pack(0, 0, 0, 0, len(records), 0, int(year or 0), 8, 0, 0, 0)
    return WthorFiles(header + b"".join(records), players.table(), places.table())


class _Names:
    """A table of names, which grows as games ask for numbers."""

    def __init__(self, kind: str, size: int) -> None:
        self.kind, self.size = kind, size
        self.numbers: dict[bytes, int] = {}

    def number(self, name: str) -> int:
        encoded = name.encode("latin-1", "replace")
        if encoded.decode("latin-1") != name or "\0" in name:
            raise NotationError(Message("notation.wthor_characters", kind=self.kind, name=f"{name!r}"))
        if len(encoded) >= self.size:
            raise NotationError(
                Message("notation.wthor_length", kind=self.kind, name=f"{name!r}", most=self.size - 1)
            )
        number = self.numbers.setdefault(encoded, len(self.numbers))
        if number > 0xFFFE:
            raise NotationError(Message("notation.wthor_names", kind=self.kind, name=f"{name!r}"))
        return number

    def table(self) -> bytes:
        header = _HEADER.pack(0, 0, 0, 0, 0, len(self.numbers), 0, 0, 0, 0, 0)
        return header + b"".join(name.ljust(self.size, b"\0") for name in self.numbers)


def _record(game: GameText, players: _Names, places: _Names) -> bytes:
    if game.variant != "reversi" or own_start(game) is not None:
        is_other = game.variant != "reversi"
        raise NotationError(
            Message("notation.wthor_board" if is_other else "notation.wthor_start", board=game.variant)
        )
    moves = game.moves.replace(bytes([PASS]), b"")
    if len(moves) > 60:
        raise NotationError(Message("notation.wthor_moves", count=len(moves)))
    if wrong := moves.translate(None, bytes(range(64))):
        raise NotationError(Message("notation.no_move", name=wrong[0]))
    discs = _discs(game.result)
    theoretical = discs if game.theoretical is None else _discs(game.theoretical)
    numbers = places.number(game.place), players.number(game.black), players.number(game.white)
    return _GAME.pack(*numbers, discs, theoretical, moves.translate(_FROM_SQUARE))


def _discs(margin: float | None) -> int:
    if margin is None:
        raise NotationError(Message("notation.wthor_result"))
    if margin not in _MARGINS:
        raise NotationError(Message("notation.wthor_margin", margin=f"{margin:g}"))
    return _MARGINS.index(margin)


def _checked_year(data: bytes) -> int:
    """Checks the header and the length of a .wtb file; returns the year."""
    if len(data) < _HEADER.size:
        raise NotationError(Message("notation.wthor_header"), Message("places.byte", number=len(data)))
    *_, count, _, year, size, _, _, _ = _HEADER.unpack_from(data)
    if size not in (0, 8):
        raise NotationError(
            Message("notation.wthor_size", width=size, height=size), Message("places.byte", number=12)
        )
    whole, rest = divmod(len(data) - _HEADER.size, _GAME.size)
    if rest:
        raise NotationError(Message("notation.ends_in_game"), _place(whole + 1, rest))
    if whole != count:
        raise NotationError(
            Message("notation.header_says_games", count=count, whole=whole), Message("places.byte", number=4)
        )
    return int(year)


def _names(data: bytes, kind: str, size: int) -> list[str]:
    if len(data) < _HEADER.size:
        raise NotationError(Message("notation.wthor_header"), f"{kind} table, byte {len(data)}")
    count = int.from_bytes(data[8:10], "little")
    whole, rest = divmod(len(data) - _HEADER.size, size)
    if rest:
        raise NotationError(Message("notation.ends_in_name"), f"{kind} {whole + 1}, byte {len(data)}")
    if whole != count:
        raise NotationError(
            Message("notation.header_says_names", count=count, whole=whole), f"{kind} table, byte 8"
        )
    starts = range(_HEADER.size, len(data), size)
    return [data[start : start + size].partition(b"\0")[0].decode("latin-1") for start in starts]


def _beside(path: Path, suffix: str) -> bytes:
    tables = {file.stem.lower(): file for file in path.parent.iterdir() if file.suffix.lower() == suffix}
    table = tables.get(path.stem.lower()) or tables.get("wthor")
    return table.read_bytes() if table else b""


def _wrong_number(data: bytes, players: int, places: int) -> NotationError:
    """The error for the first field that points outside its table."""
    fields = (
        (0, "the place's number", places),
        (2, "black's number", players),
        (4, "white's number", players),
        (6, "black's discs", 65),
        (7, "the theoretical discs", 65),
    )
    return next(
        NotationError(
            Message("notation.not_below", field=what, value=value, limit=limit), _place(number, offset)
        )
        for number, (*values, _) in enumerate(_GAME.iter_unpack(memoryview(data)[_HEADER.size :]), 1)
        for value, (offset, what, limit) in zip(values, fields, strict=True)
        if value >= limit
    )


def _place(number: int, offset: int) -> Message:
    byte = Message("places.byte", number=_HEADER.size + (number - 1) * _GAME.size + offset)
    return Message("places.within", outer=Message("places.game", number=number), inner=byte)
