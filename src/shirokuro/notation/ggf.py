"""GGF, the generic game format, with a small extension for round and small boards.

GM and TY name the board: Othello with 8, 6 or 4 for its width, Nip or Nip+loop with 52, 40, 32, 24 or 12 for
its cells. BO starts with the same number.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from shirokuro.errors import NotationError, shown
from shirokuro.notation.move_names import move_texts, read_move
from shirokuro.notation.position_line import read_position, start_of
from shirokuro.notation.span import Span
from shirokuro.notation.values import HALF_CHARACTER, GameText, PositionText
from shirokuro.squares.variant import VARIANTS, Variant, find_variant
from shirokuro.words.number_text import exact_decimal

OPENING = re.compile(r"\s*(?:[0-9]+\s*)?\(\s*;")

_TAG = re.compile(r"[\s;]*([A-Za-z]+)\s*\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_SOMETHING = re.compile(r"\S")
_CLOSING = re.compile(r"[\s;]*\)")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?", re.IGNORECASE | re.ASCII)
_CLOCK = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,6}(?:\.[0-9]*)?)", re.ASCII)
_TO_GGF = str.maketrans("X", "*")


def _title(variant: Variant) -> tuple[str, int]:
    """What GM and TY say of a variant."""
    if variant.is_round:
        return "Nip+loop" if variant.loop else "Nip", len(variant.cells)
    return "Othello", variant.width


_TITLES = {_title(variant): variant for variant in VARIANTS.values()}
_GAMES = {"reversi": "Othello", **{game.lower(): game for game, _ in _TITLES}}
_USUAL_SIZE = {"Othello": 8, "Nip": 52, "Nip+loop": 52}


@dataclass(slots=True)
class _Tags:
    """The tags of one game: those that come once, and its moves."""

    opening: Span
    once: dict[str, Span] = field(default_factory=dict)
    moves: list[Span] = field(default_factory=list)

    def add(self, name: str, value: Span) -> None:
        if name in ("B", "W"):
            self.moves.append(value)
        else:
            self.once.setdefault(name, value)

    def text(self, name: str) -> str:
        return self.once[name].unescaped() if name in self.once else ""


def parse_ggf(text: str, variant: str | None = None) -> list[GameText]:
    wanted = find_variant(variant) if variant else None
    return [_game(tags, wanted) for tags in _split(text)]


def format_ggf(games: Iterable[GameText]) -> str:
    return "".join(_format_numbered(number, game) for number, game in enumerate(games, 1))


def _split(text: str) -> Iterator[_Tags]:
    offset, number = 0, 1
    while _SOMETHING.search(text, offset):
        whole = Span(text, 0, len(text), f"game {number}")
        opening = OPENING.match(text, offset)
        if opening is None:
            raise whole.error("a game begins with (;", offset)
        tags = _Tags(whole.part(opening.end() - 2, opening.end()))
        offset = _collect(whole, opening.end(), tags)
        yield tags
        number += 1


def _collect(whole: Span, offset: int, tags: _Tags) -> int:
    """Reads the tags of one game and returns where it ends."""
    while tag := _TAG.match(whole.whole, offset):
        tags.add(tag[1].upper(), whole.part(*tag.span(2)))
        offset = tag.end()
    closing = _CLOSING.match(whole.whole, offset)
    if closing is None:
        raise whole.error("neither a tag like PB[name] nor the ;) that ends the game", offset)
    return closing.end()


def _game(tags: _Tags, wanted: Variant | None) -> GameText:
    start, variant = _start(tags, wanted)
    moves = [list(move.split("/")) for move in tags.moves]
    if too_long := next((parts for parts in moves if len(parts) > 3), None):
        raise too_long[3].error("a move is square/value/time")
    return GameText(
        variant.name,
        start,
        bytes(read_move(parts[0].stripped(), variant) for parts in moves),
        _column([_read_number(parts[1]) if len(parts) > 1 else None for parts in moves]),
        _column([_read_seconds(parts[2]) if len(parts) > 2 else None for parts in moves]),
        black=tags.text("PB"),
        white=tags.text("PW"),
        place=tags.text("PC"),
        date=tags.text("DT"),
        result=_read_margin(tags.once["RE"]) if "RE" in tags.once else None,
    )


def _column(numbers: list[float | None]) -> tuple[float | None, ...]:
    return tuple(numbers) if any(number is not None for number in numbers) else ()


def _start(tags: _Tags, wanted: Variant | None) -> tuple[PositionText | None, Variant]:
    """Where the game starts and what it is played on, as far as GM, TY, BO and the caller agree."""
    titled = _titled(tags)
    board = tags.once.get("BO")
    if board is None:
        return None, _agreed(tags.opening, titled, wanted)
    size, cells = _board_parts(board)
    if titled is None:
        titled = _TITLES.get((_named_game(tags), size))
    variant = _agreed(board, titled, wanted)
    if size not in (variant.width, len(variant.cells)):
        raise board.error(f"a board of {size}, but the game is {variant}")
    start = read_position(cells, variant)
    return (None if start == start_of(variant.name) else start), variant


def _titled(tags: _Tags) -> Variant | None:
    """The variant that GM and TY name; without TY it may be for BO to say."""
    game = _named_game(tags)
    kind = tags.once.get("TY")
    size = re.search(r"[0-9]{1,3}", kind.text, re.ASCII) if kind else None
    if kind is None or size is None:
        return None if "BO" in tags.once else _TITLES[game, _USUAL_SIZE[game]]
    if (game, int(size[0])) not in _TITLES:
        raise kind.error(f"no board of {size[0]} for {game}")
    return _TITLES[game, int(size[0])]


def _named_game(tags: _Tags) -> str:
    name = tags.text("GM").strip() or "Othello"
    if name.lower() not in _GAMES:
        raise tags.once["GM"].error(f"{name[:20]!r} is none of {', '.join(_USUAL_SIZE)}")
    return _GAMES[name.lower()]


def _board_parts(board: Span) -> tuple[int, Span]:
    size = re.match(r"\s*([0-9]{1,3})\s", board.text, re.ASCII)
    if size is None:
        raise board.error("a board begins with its size")
    return int(size[1]), board.part(size.end(), len(board.text))


def _agreed(span: Span, titled: Variant | None, wanted: Variant | None) -> Variant:
    """The caller's wish may choose between rules for the same cells, no more."""
    variant = wanted or titled
    if variant is None:
        raise span.error("no board of that size")
    if titled and titled.cells != variant.cells:
        raise span.error(f"the game is {titled}, not {variant}")
    return variant


def _format_numbered(number: int, game: GameText) -> str:
    try:
        return f"{_format(game)}\n"
    except NotationError as error:
        raise error.at(f"game {number}") from None


def _format(game: GameText) -> str:
    name, size = _title(find_variant(game.variant))
    start = game.start or start_of(game.variant)
    side = start.turn.translate(_TO_GGF)
    tags = [
        f"(;GM[{name}]",
        *(f"{tag}[{_escape(text)}]" for tag, text in (("PC", game.place), ("DT", game.date)) if text),
        f"PB[{_escape(game.black)}]PW[{_escape(game.white)}]",
        f"RE[{'?' if game.result is None else _format_number(game.result, '+')}]",
        f"TY[{size}]BO[{size} {start.cells.translate(_TO_GGF)} {side}]",
        *_format_moves(game, start.turn == "X"),
        ";)",
    ]
    return "".join(tags)


def _format_moves(game: GameText, black_first: bool) -> Iterator[str]:
    """Sides take turns, so a game whose passes were left out should have them put back before."""
    colours = "BW" if black_first else "WB"
    for number, name in enumerate(move_texts(game)):
        value = game.values[number] if number < len(game.values) else None
        seconds = game.seconds[number] if number < len(game.seconds) else None
        parts = [name.upper(), _format_number(value), _format_seconds(seconds)]
        yield f"{colours[number % 2]}[{'/'.join(parts).rstrip('/')}]"


def _escape(text: str) -> str:
    if HALF_CHARACTER.search(text):
        raise NotationError(f"no file can hold the text {shown(text)}")
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _read_number(span: Span) -> float | None:
    """A finite number; None where nothing is written."""
    text = span.text.strip()
    if not text:
        return None
    if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise span.stripped().error(f"{text[:20]!r} is no number")
    return float(text)


def _read_seconds(span: Span) -> float | None:
    """Seconds, or minutes and seconds as 1:05, or hours before them."""
    clock = _CLOCK.fullmatch(span.text.strip())
    if clock is None:
        plain = _read_number(span)
        if plain is not None and plain < 0:
            raise span.stripped().error("a negative time")
        return plain
    hours, minutes, seconds = clock.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)


def _read_margin(span: Span) -> float | None:
    """Black minus white, whatever follows of resigned or timed out games (+12.00:r); None if it says ?."""
    margin = next(span.split(":")).stripped()
    return None if margin.text == "?" else _read_number(margin)


def _format_seconds(seconds: float | None) -> str:
    if seconds is not None and seconds < 0:
        raise NotationError("a negative time")
    return _format_number(seconds)


def _format_number(number: float | None, sign: str = "") -> str:
    """Two decimals as is the custom, or as many as the number needs to come back the same."""
    if number is None:
        return ""
    if not abs(number) <= sys.float_info.max:
        raise NotationError(f"GGF has no number {shown(number)}")
    text = f"{number:{sign}.2f}"
    return text if float(text) == number else f"{'+' if sign and number > 0 else ''}{exact_decimal(number)}"
