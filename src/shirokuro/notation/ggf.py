"""GGF, the generic game format, with a small extension for round and small boards.

GM and TY name the board: Othello with 8, 6 or 4 for its width, Nip or Nip+loop with 52, 40, 32, 24 or 12 for
its cells. BO starts with the same number.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

from shirokuro.errors import NotationError, shown
from shirokuro.notation.move_names import move_texts, read_move
from shirokuro.notation.position_line import read_position, start_of
from shirokuro.notation.span import HALF_CHARACTER, Span
from shirokuro.notation.values import GameText, PositionText
from shirokuro.squares.variant import VARIANTS, Variant, find_variant
from shirokuro.words.message import Message
from shirokuro.words.number_text import exact_decimal

OPENING = re.compile(r"\s*(?:[0-9]+\s*)?\(\s*;")

_TAG = re.compile(r"[\s;]*([A-Za-z]+)\s*\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_SOMETHING = re.compile(r"\S")
_CLOSING = re.compile(r"[\s;]*\)")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?", re.IGNORECASE | re.ASCII)
_CLOCK = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,6}(?:\.[0-9]*)?)", re.ASCII)
_TO_GGF = str.maketrans("X", "*")


def _title(variant: Variant) -> tuple[str, int]:
    """The GM and TY tags of a variant."""
    if variant.is_round:
        return "Nip+loop" if variant.loop else "Nip", len(variant.cells)
    return "Othello", variant.width


_TITLES = {_title(variant): variant for variant in VARIANTS.values()}
_GAMES = {"reversi": "Othello", **{game.lower(): game for game, _ in _TITLES}}
_USUAL_SIZE = {"Othello": 8, "Nip": 52, "Nip+loop": 52}


@dataclass(slots=True)
class _Tags:
    """The tags of one game: its moves, and those that count once."""

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
    games: list[GameText] = []
    offset = 0
    while _SOMETHING.search(text, offset):
        whole = Span(text, 0, len(text), len(games) + 1)
        opening = OPENING.match(text, offset)
        if opening is None:
            raise whole.error(Message("notation.ggf_beginning"), offset)
        offset = opening.end()
        tags = _Tags(whole.part(offset - 2, offset))
        while tag := _TAG.match(text, offset):
            tags.add(tag[1].upper(), whole.part(*tag.span(2)))
            offset = tag.end()
        closing = _CLOSING.match(text, offset)
        if closing is None:
            raise whole.error(Message("notation.no_ggf_tag"), offset)
        offset = closing.end()
        games.append(_game(tags, wanted))
    return games


def format_ggf(games: Iterable[GameText]) -> str:
    lines = []
    for number, game in enumerate(games, 1):
        try:
            lines.append(f"{_format(game)}\n")
        except NotationError as error:
            raise error.at(Message("places.game", number=number)) from None
    return "".join(lines)


def _game(tags: _Tags, wanted: Variant | None) -> GameText:
    start, variant = _start(tags, wanted)
    moves = [list(move.split("/")) for move in tags.moves]
    # The margin, black minus white, may be followed by how a game ended, as in +12.00:r; ? says nothing.
    margin = next(tags.once["RE"].split(":")).stripped() if "RE" in tags.once else None
    if too_long := next((parts for parts in moves if len(parts) > 3), None):
        raise too_long[3].error(Message("notation.ggf_move"))
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
        result=None if margin is None or margin.text == "?" else _read_number(margin),
        # Komi is given to white, and a handicap to black.
        handicap_discs=0 - (_read_number(tags.once["KM"]) or 0) if "KM" in tags.once else 0,
    )


def _column(numbers: list[float | None]) -> tuple[float | None, ...]:
    return tuple(numbers) if any(number is not None for number in numbers) else ()


def _start(tags: _Tags, wanted: Variant | None) -> tuple[PositionText | None, Variant]:
    """The start position and the variant that GM, TY, BO and the caller agree on."""
    name = tags.text("GM").strip() or "Othello"
    if name.lower() not in _GAMES:
        raise tags.once["GM"].error(
            Message("notation.none_of", name=f"{name[:20]!r}", names=", ".join(_USUAL_SIZE))
        )
    game, kind, board = _GAMES[name.lower()], tags.once.get("TY"), tags.once.get("BO")
    titled = None
    if kind is not None and (typed := re.search(r"[0-9]{1,3}", kind.text, re.ASCII)):
        titled = _TITLES.get((game, int(typed[0])))
        if titled is None:
            raise kind.error(Message("notation.no_board_for", size=typed[0], game=game))
    if board is None:
        return None, _agreed(tags.opening, titled or _TITLES[game, _USUAL_SIZE[game]], wanted)
    said = re.match(r"\s*([0-9]{1,3})\s", board.text, re.ASCII)
    if said is None:
        raise board.error(Message("notation.ggf_board"))
    size = int(said[1])
    variant = _agreed(board, titled or _TITLES.get((game, size)), wanted)
    if size not in (variant.width, len(variant.cells)):
        raise board.error(Message("notation.board_of_other_size", size=size, board=variant))
    start = read_position(board.part(said.end(), len(board.text)), variant)
    return (None if start == start_of(variant.name) else start), variant


def _agreed(span: Span, titled: Variant | None, wanted: Variant | None) -> Variant:
    """The variant of the game; the caller may only choose between rules for the same cells."""
    variant = wanted or titled
    if variant is None:
        raise span.error(Message("notation.no_board_size"))
    if titled and titled.cells != variant.cells:
        raise span.error(Message("notation.other_game", found=titled, wanted=variant))
    return variant


def _format(game: GameText) -> str:
    name, size = _title(find_variant(game.variant))
    start = game.start or start_of(game.variant)
    side = start.turn.translate(_TO_GGF)
    # Sides alternate here, so passes that were left out must have been inserted before.
    colours = "BW" if start.turn == "X" else "WB"
    moves = []
    for number, move in enumerate(move_texts(game)):
        value = game.values[number] if number < len(game.values) else None
        seconds = game.seconds[number] if number < len(game.seconds) else None
        if seconds is not None and seconds < 0:
            raise NotationError(Message("notation.negative_time"))
        parts = [move.upper(), _format_number(value), _format_number(seconds)]
        moves.append(f"{colours[number % 2]}[{'/'.join(parts).rstrip('/')}]")
    tags = [
        f"(;GM[{name}]",
        *(f"{tag}[{_escape(text)}]" for tag, text in (("PC", game.place), ("DT", game.date)) if text),
        f"PB[{_escape(game.black)}]PW[{_escape(game.white)}]",
        f"RE[{'?' if game.result is None else _format_number(game.result, '+')}]",
        *([f"KM[{_format_number(-game.handicap_discs)}]"] if game.handicap_discs else []),
        f"TY[{size}]BO[{size} {start.cells.translate(_TO_GGF)} {side}]",
        *moves,
        ";)",
    ]
    return "".join(tags)


def _escape(text: str) -> str:
    if HALF_CHARACTER.search(text):
        raise NotationError(Message("notation.no_file_text", text=shown(text)))
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _read_number(span: Span) -> float | None:
    """A finite number; None if nothing is written."""
    text = span.text.strip()
    if not text:
        return None
    if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise span.stripped().error(Message("notation.no_number", text=f"{text[:20]!r}"))
    return float(text)


def _read_seconds(span: Span) -> float | None:
    """A time in seconds, or as 1:05 or 1:02:05."""
    clock = _CLOCK.fullmatch(span.text.strip())
    if clock is None:
        plain = _read_number(span)
        if plain is not None and plain < 0:
            raise span.stripped().error(Message("notation.negative_time"))
        return plain
    hours, minutes, seconds = clock.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)


def _format_number(number: float | None, sign: str = "") -> str:
    """Two decimals as usual, or as many as the number needs to be read back equal."""
    if number is None:
        return ""
    if not abs(number) <= sys.float_info.max:
        raise NotationError(Message("notation.no_number_of_format", form="GGF", number=shown(number)))
    text = f"{number:{sign}.2f}"
    return text if float(text) == number else f"{'+' if sign and number > 0 else ''}{exact_decimal(number)}"
