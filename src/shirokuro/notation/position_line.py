"""Positions as text: one character a cell and the side to move, in a line or drawn as a board."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from shirokuro.errors import NotationError
from shirokuro.notation.span import Span
from shirokuro.notation.values import GameText, PositionText
from shirokuro.squares.square import narrow
from shirokuro.squares.variant import VARIANTS, Variant, find_variant, variant_of_size
from shirokuro.words.message import Message

BLACK_SIGNS, WHITE_SIGNS, EMPTY_SIGNS = "xXbB*●", "oOwW○", ".-_"

_SIGNS = re.escape(BLACK_SIGNS + WHITE_SIGNS + EMPTY_SIGNS)
_FRAME = "|[]"
_TO_CELLS = {
    **str.maketrans(BLACK_SIGNS, "X" * len(BLACK_SIGNS)),
    **str.maketrans(WHITE_SIGNS, "O" * len(WHITE_SIGNS)),
    **str.maketrans(EMPTY_SIGNS, "-" * len(EMPTY_SIGNS)),
    **str.maketrans(_FRAME, " " * len(_FRAME)),
}
_WRONG = re.compile(rf"[^\s{_SIGNS}{re.escape(_FRAME)}]")
_COORDINATES = re.compile(
    r"^[ \t|+]*a[ \t|]*b[ \t|]*c[ \t|]*d(?:[ \t|]*e[ \t|]*f(?:[ \t|]*g[ \t|]*h)?)?[ \t|+]*\r?$"  # columns
    r"|^[ \t]*\+[-+= \t]*\r?$"  # a drawn line
    r"|^[ \t|]*[1-8](?![0-9])|(?<![0-9])[1-8][ \t|]*\r?$",  # rows
    re.IGNORECASE | re.MULTILINE | re.ASCII,
)
_DISC = rf"black|white|[{re.escape(BLACK_SIGNS + WHITE_SIGNS)}]"
_TURN = re.compile(
    rf"(?:(?:\bside\s+)?\bto\s+move|\bturn)\s*[:=]\s*({_DISC})(?!\S)"
    rf"|(?<!\S)({_DISC})(?:'s)?\s+(?:to\s+(?:move|play)\b|turn\b)\.?"
    r"|\b(black|white)\b",
    re.IGNORECASE | re.ASCII,
)
_GGS_SIZE = re.compile(r"\[\s*([0-9]{1,3})(?=\s)")


def parse_position(text: str, variant: str | None = None) -> PositionText:
    """Reads one position; if the text names no side to move, black is to move."""
    return read_position(Span.of(text), find_variant(variant) if variant else None)


def parse_positions(text: str, variant: str | None = None) -> list[PositionText]:
    """Reads all positions of a text: position lines, or drawn boards separated by blank lines."""
    wanted = find_variant(variant) if variant else None
    positions: list[PositionText] = []
    for lines in Span.of(narrow(text)).paragraphs():
        # The second line of a list is a position, too; that of a single one may be the side to move.
        is_list = len(lines) > 1 and len(_take_turn(lines[1].text)[1].strip()) > 1
        if is_list:
            try:
                read_position(lines[0], wanted)
            except NotationError:
                is_list = False
        spans = lines if is_list else [lines[0].until(lines[-1])]
        positions += [read_position(span, wanted) for span in spans]
    return positions


def format_position(position: PositionText) -> str:
    return f"{position.cells} {position.turn}"


def format_positions(positions: Iterable[PositionText]) -> str:
    return "".join(f"{format_position(position)}\n" for position in positions)


@cache
def start_of(variant: str) -> PositionText:
    """The start position of a variant."""
    board = find_variant(variant)
    cells = ("X" if cell in board.black else "O" if cell in board.white else "-" for cell in board.cells)
    return PositionText(variant, "".join(cells), "X")


def own_start(game: GameText) -> PositionText | None:
    """The start of a game, if it is not the usual one of its variant."""
    start, usual = game.start, start_of(game.variant)
    is_usual = start is None or (start.cells, start.turn) == (usual.cells, usual.turn)
    return None if is_usual else start


def read_position(span: Span, wanted: Variant | None) -> PositionText:
    """`parse_position` on a part of a text."""
    text = span.text
    said, text = _take_turn(text)
    ggs = _GGS_SIZE.search(text)
    if ggs:
        text = _blank(text, ggs.start(1), ggs.end(1))
    text = _COORDINATES.sub(lambda found: " " * len(found[0]), text)
    if wrong := _WRONG.search(text):
        raise span.error(Message("notation.no_cell", name=f"{wrong[0]!r}"), wrong.start())
    cells, side = _cells_and_side(text.translate(_TO_CELLS), wanted)
    variant = wanted or variant_of_size(len(cells))
    if variant is None:
        *sizes, largest = sorted({len(known.cells) for known in VARIANTS.values()})
        raise span.error(
            Message("notation.no_such_size", count=len(cells), sizes=", ".join(map(str, sizes)), last=largest)
        )
    if len(cells) != len(variant.cells):
        raise span.error(
            Message("notation.other_size", count=len(cells), board=variant, cells=len(variant.cells))
        )
    if ggs and int(ggs[1]) not in (variant.width, len(variant.cells)):
        raise span.error(
            Message("notation.size_but_cells", size=ggs[1], count=len(variant.cells)), ggs.start(1)
        )
    if side == "-":
        raise span.error(Message("notation.no_side"), len(span.text.rstrip()) - 1)
    if side and said and side != said:
        raise span.error(Message("notation.both_to_move", one=side, other=said))
    return PositionText(variant.name, cells, side or said or "X")


def _cells_and_side(text: str, wanted: Variant | None) -> tuple[str, str]:
    """The cells of a text of X, O, - and space, and the side to move if it is there."""
    groups = text.split()
    cells = "".join(groups)
    if not groups or len(groups[-1]) > 1:
        return cells, ""
    # If spaces separate the cells, only their number tells whether the last is the side to move.
    alone_on_its_line = "\n" in text.strip() and len(text.rstrip().rpartition("\n")[2].split()) == 1
    is_apart = len(groups[0]) > 1 or alone_on_its_line
    left = len(cells) - 1
    if is_apart or (left == len(wanted.cells) if wanted else variant_of_size(left) is not None):
        return cells[:-1], cells[-1]
    return cells, ""


def _take_turn(text: str) -> tuple[str, str]:
    """The side to move as the words of a text name it, if they do, and the text without them."""
    found = _TURN.search(text)
    if found is None:
        return "", text
    disc = next(disc for disc in found.groups() if disc)
    is_black = disc.lower() == "black" or disc in BLACK_SIGNS
    return "X" if is_black else "O", _blank(text, *found.span())


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]
