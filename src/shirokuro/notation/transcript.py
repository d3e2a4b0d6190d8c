"""Transcripts: the moves of a game without anything between them, `f5d6c3`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from shirokuro.errors import NotationError
from shirokuro.notation.move_names import PASS_NAMES, move_texts, read_move
from shirokuro.notation.position_line import own_start
from shirokuro.notation.span import Span
from shirokuro.notation.values import GameText
from shirokuro.squares.square import PASS, narrow
from shirokuro.squares.variant import Variant, find_variant
from shirokuro.words.message import Message

_TOKEN = re.compile(
    rf"(?P<move>[a-h][1-8]|{'|'.join(PASS_NAMES)})"
    r"|(?<![a-z0-9])[0-9]{1,3}[.)]+"
    r"|[\s\u00a0\u3000,;–—-]",
    re.IGNORECASE | re.ASCII,
)


def parse_transcripts(text: str, variant: str = "reversi") -> list[GameText]:
    """All games of a text. Blank lines separate games; so do line ends if a square would come twice."""
    board, games = find_variant(variant), list[GameText]()
    for lines in Span.of(narrow(text)).paragraphs():
        together = _game(lines[0].until(lines[-1]), board)
        is_several = _repeats_a_square(together.moves)
        games += [_game(line, board) for line in lines] if is_several else [together]
    return games


def format_transcript(game: GameText) -> str:
    if own_start(game) is not None:
        raise NotationError(Message("notation.own_start"))
    return "".join(move_texts(game))


def format_transcripts(games: Iterable[GameText]) -> str:
    """One game a line, with blank lines between them if the lines could be taken for one game."""
    games = list(games)
    lines = []
    for number, game in enumerate(games, 1):
        try:
            if not game.moves:
                raise NotationError(Message("notation.no_moves"))
            lines.append(format_transcript(game))
        except NotationError as error:
            raise error.at(Message("places.game", number=number)) from None
    gap = "\n" if _repeats_a_square(b"".join(game.moves for game in games)) else "\n\n"
    return gap.join(lines) + "\n" if lines else ""


def _repeats_a_square(moves: bytes) -> bool:
    squares = moves.replace(bytes([PASS]), b"")
    return len(set(squares)) < len(squares)


def _game(span: Span, variant: Variant) -> GameText:
    text, offset, moves = span.text, 0, bytearray()
    while offset < len(text):
        token = _TOKEN.match(text, offset)
        if token is None:
            raise span.error(Message("notation.no_move", name=f"{text[offset : offset + 2]!r}"), offset)
        if token["move"]:
            moves.append(read_move(span.part(offset, token.end()), variant))
        offset = token.end()
    return GameText(variant.name, moves=bytes(moves))
