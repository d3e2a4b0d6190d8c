"""OBF: positions line by line, each with the values of its moves."""

from __future__ import annotations

import re
from collections.abc import Iterable

from shirokuro.errors import NotationError
from shirokuro.notation.move_names import move_text, read_move
from shirokuro.notation.position_line import format_position, read_position
from shirokuro.notation.span import Span
from shirokuro.notation.values import PositionText
from shirokuro.squares.variant import Variant, find_variant
from shirokuro.words.width import narrow

MOST_DISCS = 999
COMMENT = re.compile(r"[%#].*")

_VALUE = re.compile(r"[+-]?[0-9]{1,3}")


def parse_obf(text: str, variant: str | None = None) -> list[PositionText]:
    wanted = find_variant(variant) if variant else None
    lines = (_without_comment(line) for line in Span.of(narrow(text)).split("\n"))
    return [_position(line, wanted) for line in lines if line.text.strip()]


def format_obf(positions: Iterable[PositionText]) -> str:
    return "".join(_line(position) for position in positions)


def _line(position: PositionText) -> str:
    scores = "".join(f" {move_text(move).upper()}:{_value(value)};" for move, value in position.scores)
    return f"{format_position(position)};{scores}\n"


def _value(value: int) -> str:
    if abs(value) > MOST_DISCS:
        raise NotationError(f"OBF has values up to {MOST_DISCS}")
    return f"{value:+d}"


def _without_comment(line: Span) -> Span:
    comment = COMMENT.search(line.text)
    return line.part(0, comment.start()) if comment else line


def _position(line: Span, wanted: Variant | None) -> PositionText:
    cells, *scores = line.split(";")
    position = read_position(cells, wanted)
    board = find_variant(position.variant)
    read = [_score(score.stripped(), board) for score in scores if score.text.strip()]
    read.sort(key=lambda score: -score[1])
    return PositionText(position.variant, position.cells, position.turn, tuple(read))


def _score(span: Span, variant: Variant) -> tuple[int, int]:
    move, colon, value = span.text.partition(":")
    if not colon or not _VALUE.fullmatch(value.strip()):
        raise span.error(f"{span.text[:20]!r} is no MOVE:value")
    return read_move(span.part(0, len(move)).stripped(), variant), int(value)
