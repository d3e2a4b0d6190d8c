"""PGN as chess programs write it, with the moves of reversi; rating tools such as Ordo and BayesElo read it.

Result is White's score first, as in chess, though Black moves first here; Margin has the discs, black minus
white. A comment after a move has its value and its time, `{+2.00 0.03s}`.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

from shirokuro.errors import NotationError, shown
from shirokuro.notation.move_names import move_texts, read_move
from shirokuro.notation.position_line import format_position, own_start, read_position, start_of
from shirokuro.notation.span import HALF_CHARACTER, Span
from shirokuro.notation.values import GameText
from shirokuro.squares.variant import find_variant
from shirokuro.words.message import Message
from shirokuro.words.number_text import exact_decimal

OPENING = re.compile(r'\s*\[\s*[A-Za-z]\w*\s+"')
LINE_WIDTH = 80

_TAG = re.compile(r'\s*\[\s*([A-Za-z]\w*)\s+"([^"\\]*(?:\\.[^"\\]*)*)"\s*\]', re.DOTALL)
_TOKEN = re.compile(
    r"\s+|;[^\n]*|\$[0-9]+|[0-9]{1,3}\.+"
    r"|\{(?P<comment>[^}]*)\}"
    r"|(?P<bracket>[()])"
    r"|(?P<end>1-0|0-1|1/2-1/2|\*)"
    r"|(?P<move>[A-Za-z][A-Za-z0-9]+|--)",
    re.ASCII,
)
_VISIBLE = re.compile(r"\S")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?", re.ASCII)
_VALUE = re.compile(r"([+-][0-9]+(?:\.[0-9]+)?|0(?:\.0+)?)(?:/[0-9]+)?", re.ASCII)
_SECONDS = re.compile(r"([0-9]+(?:\.[0-9]+)?)s", re.ASCII)


@dataclass(slots=True)
class _PgnGame:
    """The tags and the moves of one game, with the value and the time of each."""

    opening: Span
    tags: dict[str, Span] = field(default_factory=dict)
    moves: list[Span] = field(default_factory=list)
    values: dict[int, float] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)

    def text(self, name: str) -> str:
        return self.tags[name].unescaped() if name in self.tags else ""

    def number(self, name: str) -> float | None:
        if name not in self.tags:
            return None
        text = self.text(name)
        if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
            raise self.tags[name].error(Message("notation.no_number", text=f"{text[:20]!r}"))
        return float(text)

    def comment(self, text: str) -> None:
        """Takes the value and the time of the last move from a comment: `+2.00/14 0.03s`."""
        for word in text.split() if self.moves else ():
            for pattern, notes in ((_VALUE, self.values), (_SECONDS, self.seconds)):
                if (found := pattern.fullmatch(word)) and math.isfinite(float(found[1])):
                    notes.setdefault(len(self.moves) - 1, float(found[1]))


def parse_pgn(text: str, variant: str | None = None) -> list[GameText]:
    """The main lines of all games of a text."""
    games, offset = list[GameText](), 0
    while _VISIBLE.search(text, offset):
        whole = Span(text, 0, len(text), len(games) + 1)
        game = _PgnGame(whole.part(offset, offset + 1))
        while tag := _TAG.match(text, offset):
            game.tags.setdefault(tag[1].capitalize(), whole.part(*tag.span(2)))
            offset = tag.end()
        if broken := OPENING.match(text, offset):
            raise whole.error(Message("notation.no_pgn_tag"), offset + broken[0].index("["))
        offset = _read_moves(whole, offset, game)
        games.append(_game_text(game, variant))
    return games


def _read_moves(whole: Span, offset: int, game: _PgnGame) -> int:
    """Reads moves up to the result or to the tags of the next game; returns where they end."""
    text, depth = whole.text, 0
    while offset < len(text) and not OPENING.match(text, offset):
        token = _TOKEN.match(text, offset)
        if token is None:
            raise whole.error(Message("notation.no_pgn"), offset)
        offset = token.end()
        if token["bracket"]:
            depth += 1 if token["bracket"] == "(" else -1
        elif token["end"]:
            break
        elif depth == 0 and token["move"]:
            game.moves.append(whole.part(*token.span("move")))
        elif depth == 0 and token["comment"] is not None:
            game.comment(token["comment"])
    return offset


def _game_text(game: _PgnGame, wanted: str | None) -> GameText:
    named = game.text("Variant").strip() or wanted or "reversi"
    try:
        variant = find_variant(named)
    except ValueError as error:
        raise game.tags["Variant"].error(str(error)) from None
    if wanted is not None and find_variant(wanted) != variant:
        raise game.tags["Variant"].error(Message("notation.other_game", found=variant, wanted=wanted))
    start = read_position(game.tags["Start"], variant) if "Start" in game.tags else None
    plies = range(len(game.moves))
    return GameText(
        variant.name,
        None if start == start_of(variant.name) else start,
        bytes(read_move(move, variant) for move in game.moves),
        tuple(map(game.values.get, plies)) if game.values else (),
        tuple(map(game.seconds.get, plies)) if game.seconds else (),
        black=game.text("Black"),
        white=game.text("White"),
        place=game.text("Event"),
        date=game.text("Date"),
        result=game.number("Margin"),
        note=game.text("Termination"),
        handicap_discs=game.number("Handicap") or 0,
    )


def format_pgn(games: Iterable[GameText]) -> str:
    texts = []
    for number, game in enumerate(games, 1):
        try:
            texts.append(_format(game))
        except NotationError as error:
            raise error.at(Message("places.game", number=number)) from None
    return "\n".join(texts)


def _format(game: GameText) -> str:
    start = own_start(game)
    result = _score(game.result)
    tags = {
        "Event": game.place,
        "Date": game.date,
        "White": game.white,
        "Black": game.black,
        "Result": result,
        "Variant": game.variant,
        "Margin": "" if game.result is None else _decimal(game.result),
        "Start": "" if start is None else format_position(start),
        "Handicap": _decimal(game.handicap_discs) if game.handicap_discs else "",
        "Termination": game.note,
    }
    always = ("White", "Black", "Result", "Variant")
    lines = [f'[{name} "{_escaped(text)}"]' for name, text in tags.items() if text or name in always]
    words, line = [*_words(game, is_white_first=start is not None and start.turn == "O"), result], ""
    lines.append("")
    for word in words:
        if line and len(line) + 1 + len(word) > LINE_WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line, ""])


def _words(game: GameText, *, is_white_first: bool) -> Iterable[str]:
    """The moves with their numbers and comments; a number stands for a move of each side."""
    for ply, move in enumerate(move_texts(game)):
        number, is_second = divmod(ply + is_white_first, 2)
        before = f"{number + 1}. " if not is_second else f"{number + 1}... " if ply == 0 else ""
        yield f"{before}{move}"
        value = game.values[ply] if ply < len(game.values) else None
        seconds = game.seconds[ply] if ply < len(game.seconds) else None
        if seconds is not None and seconds < 0:
            raise NotationError(Message("notation.negative_time"))
        notes = [] if value is None else [f"{'+' if value > 0 else ''}{_decimal(value)}"]
        notes += [] if seconds is None else [f"{_decimal(seconds)}s"]
        if notes:
            yield f"{{{' '.join(notes)}}}"


def _score(margin: float | None) -> str:
    """White's points and black's."""
    if margin is None:
        return "*"
    return "1/2-1/2" if margin == 0 else "0-1" if margin > 0 else "1-0"


def _decimal(number: float) -> str:
    if not abs(number) <= sys.float_info.max:
        raise NotationError(Message("notation.no_number_of_format", form="PGN", number=shown(number)))
    return exact_decimal(number)


def _escaped(text: str) -> str:
    if HALF_CHARACTER.search(text):
        raise NotationError(Message("notation.no_file_text", text=shown(text)))
    return text.replace("\\", "\\\\").replace('"', '\\"')
