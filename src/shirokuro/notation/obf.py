"""OBF: one position a line, with the values of its moves."""

from __future__ import annotations

import re
from collections.abc import Iterable

from shirokuro.errors import NotationError
from shirokuro.notation.move_names import move_text, read_move
from shirokuro.notation.position_line import format_position, read_position
from shirokuro.notation.span import Span
from shirokuro.notation.values import PositionText
from shirokuro.squares.square import narrow
from shirokuro.squares.variant import find_variant
from shirokuro.words.message import Message

MOST_DISCS = 999
COMMENT = re.compile(r"[%#].*")

_VALUE = re.compile(r"[+-]?[0-9]{1,3}")


def parse_obf(text: str, variant: str | None = None) -> list[PositionText]:
    wanted = find_variant(variant) if variant else None
    positions = []
    for line in Span.of(narrow(text)).split("\n"):
        if comment := COMMENT.search(line.text):
            line = line.part(0, comment.start())
        if not line.text.strip():
            continue
        cells, *parts = line.split(";")
        position = read_position(cells, wanted)
        board = find_variant(position.variant)
        scores = []
        for part in parts:
            if not part.text.strip():
                continue
            score = part.stripped()
            move, colon, value = score.text.partition(":")
            if not colon or not _VALUE.fullmatch(value.strip()):
                raise score.error(Message("notation.no_move_value", text=f"{score.text[:20]!r}"))
            scores.append((read_move(score.part(0, len(move)).stripped(), board), int(value)))
        scores.sort(key=lambda score: -score[1])
        positions.append(PositionText(position.variant, position.cells, position.turn, tuple(scores)))
    return positions


def format_obf(positions: Iterable[PositionText]) -> str:
    lines = []
    for position in positions:
        if any(abs(value) > MOST_DISCS for _, value in position.scores):
            raise NotationError(Message("notation.obf_value", most=MOST_DISCS))
        scores = "".join(f" {move_text(move).upper()}:{value:+d};" for move, value in position.scores)
        lines.append(f"{format_position(position)};{scores}\n")
    return "".join(lines)
