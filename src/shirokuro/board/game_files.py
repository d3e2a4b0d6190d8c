"""Files of games: reading records, writing records and trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias
from warnings import warn

from shirokuro.board.board import Board
from shirokuro.board.game_tree import GameTree
from shirokuro.board.record import Record, record_of
from shirokuro.errors import NotationError, message_of, shown
from shirokuro.notation.detection import iterate
from shirokuro.notation.formats import POSITION_FORMATS, Written, format_of
from shirokuro.notation.formats import write as write_texts
from shirokuro.notation.values import GameText, PositionText
from shirokuro.words.message import Message

AnyGame: TypeAlias = Record | Board | GameTree


def read(path: str | Path, variant: str | None = None) -> Iterator[Record]:
    """The games of a file in any format, one by one; a position is a game without moves.

    A game is replayed only when you ask for it, and JSON lines are read only then.
    """
    values = iterate(path, variant)  # a file that is not there is an error at once

    def replayed() -> Iterator[Record]:
        for number, value in enumerate(values, 1):
            try:
                record = Record.from_text(value)
            except ValueError as error:
                raise NotationError(message_of(error), Message("places.game", number=number)).at(
                    str(path)
                ) from None
            yield record

    return replayed()


def write(path: str | Path, games: AnyGame | Iterable[AnyGame], form: str | None = None) -> None:
    """Writes games to a file, in the format of its ending or in one of `notation.FORMATS`.

    `.json` and `.jsonl` (JSON lines) keep the whole record, `.ggf` all but seeds, nodes and notes, `.pgn` all
    but seeds and nodes, `.sgf` all but these, times and notes, `.txt` the moves only, `.wtb` what WTHOR has;
    `.obf` keeps the last position of each game. Of a tree `.sgf` keeps all, the others the main line, with a
    warning if that loses anything. An existing file is replaced once everything is written; if anything
    fails, it stays as it was.
    """
    path = Path(path)
    form = format_of(path) if form is None else form
    given = [games] if isinstance(games, AnyGame) else games
    if isinstance(given, str) or not isinstance(given, Iterable):
        what = "a text" if isinstance(given, str) else shown(given)
        raise TypeError(f"games: a Record, a Board or several are needed, not {what}")
    kept = list[Written]()
    for game in given:
        if isinstance(game, GameTree) and form == "sgf":
            kept.append(game.to_text())
            continue
        if isinstance(game, GameTree):
            if lost := game.beside_main_line():
                warn(f"{form.upper()} keeps the main line alone, without {lost}: write SGF", stacklevel=2)
            game = game.record()
        kept.append(written(record_of(game), form))
    write_texts(path, kept, form)


def written(record: Record, form: str) -> PositionText | GameText:
    """A game as a format can hold it: formats of positions hold the last one."""
    return record.board().position.to_text() if form in POSITION_FORMATS else record.to_text()
