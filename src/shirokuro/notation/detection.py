"""Recognises the format of a text or a file and reads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias, TypeVar

from shirokuro.errors import NotationError
from shirokuro.notation.ggf import OPENING, parse_ggf
from shirokuro.notation.json_lines import iterate_json_lines, parse_json_lines
from shirokuro.notation.obf import COMMENT, parse_obf
from shirokuro.notation.pgn import OPENING as PGN_OPENING
from shirokuro.notation.pgn import parse_pgn
from shirokuro.notation.position_line import parse_positions
from shirokuro.notation.sgf import is_sgf, parse_sgf, parse_sgf_trees
from shirokuro.notation.transcript import parse_transcripts
from shirokuro.notation.values import Notated, TreeText
from shirokuro.notation.wthor import is_wthor, read_wthor
from shirokuro.squares.square import narrow
from shirokuro.words.message import Message

_MOVES = re.compile(r"\s*(?:[0-9]{1,3}[.)]+\s*)?(?:--[\s,;]*)*(?:[a-z][0-9]|pa|ps)", re.IGNORECASE | re.ASCII)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
T = TypeVar("T")
Parse: TypeAlias = Callable[[str, str | None], list[T]]
_BYTE_ORDER_MARK = "\ufeff"
_HEAD = 1000
"""Bytes that are enough to recognise JSON."""


def parse(text: str, variant: str | None = None) -> list[Notated]:
    """The games and positions of a text in any text format; none in a blank text."""
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if text.lstrip().startswith("{"):
        return [*parse_json_lines(text, variant)]
    if is_sgf(text):
        return [*parse_sgf(text, variant)]
    if OPENING.match(text):
        return [*parse_ggf(text, variant)]
    if PGN_OPENING.match(text):
        return [*parse_pgn(text, variant)]
    text = narrow(text)  # the formats above may hold names, which stay as they are
    if _MOVES.match(text):
        return [*parse_transcripts(text, variant or "reversi")]
    if ";" in text or COMMENT.search(text):
        return [*parse_obf(text, variant)]
    return [*parse_positions(text, variant)]


def parse_trees(text: str, variant: str | None = None) -> list[TreeText]:
    """The same as trees: those of SGF with their variations, all others without."""
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if is_sgf(text):
        return [*parse_sgf_trees(text, variant)]
    return [*map(TreeText.of, parse(text, variant))]


def read(path: str | Path, variant: str | None = None) -> list[Notated]:
    """The games and positions of a file in any format."""
    return _read(path, variant, parse)


def read_trees(path: str | Path, variant: str | None = None) -> list[TreeText]:
    """The same as trees."""
    return [
        item if isinstance(item, TreeText) else TreeText.of(item)
        for item in _read(path, variant, parse_trees)
    ]


def _read(path: str | Path, variant: str | None, parse_text: Parse[T]) -> list[T | Notated]:
    path = Path(path)
    suffix = path.suffix.lower()
    try:
        if suffix in (".jou", ".trn"):
            raise NotationError(Message("notation.table_of_names"))
        data = path.read_bytes()
        if suffix != ".wtb" and not is_wthor(data):
            return [*parse_bytes(data, variant, parse_text)]
        if variant not in (None, "reversi"):
            raise NotationError(Message("notation.wthor_board", board=variant))
        return [*read_wthor(path)]
    except NotationError as error:
        raise error.at(str(path)) from None


def iterate(path: str | Path, variant: str | None = None) -> Iterator[Notated]:
    """The same one by one: JSON lines are read on demand, other files at once."""
    path = Path(path)
    with path.open("rb") as file:
        is_json = file.read(_HEAD).removeprefix(_BYTE_ORDER_MARK.encode()).lstrip().startswith(b"{")
    if not is_json:
        return iter(read(path, variant))

    def json_lines() -> Iterator[Notated]:
        with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="\n") as lines:
            try:
                yield from iterate_json_lines(lines, variant)
            except NotationError as error:
                raise error.at(str(path)) from None

    return json_lines()


def parse_bytes(data: bytes, variant: str | None, parse_text: Parse[T]) -> list[T]:
    """What a text in UTF-8 holds."""
    try:
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            where = Message("notation.byte_0x", number=error.start, value=f"{data[error.start]:02x}")
            raise NotationError(Message("notation.no_utf8", message=where)) from None
        return parse_text(text, variant)
    except NotationError:
        # That a file is binary matters more than which byte is no move.
        if (control := _CONTROL.search(data)) is None:
            raise
        where = Message("notation.byte_0x", number=control.start(), value=control[0].hex())
        raise NotationError(Message("notation.binary", message=where)) from None
