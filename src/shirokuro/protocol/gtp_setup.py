"""The commands of GTP that set a board up: which game, how large, and where it begins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from shirokuro import BLACK, WHITE, Board, Colour, SquareSet, notation
from shirokuro.errors import words_of
from shirokuro.protocol.gtp_game import Command, GtpGame
from shirokuro.protocol.gtp_line import GtpError
from shirokuro.protocol.gtp_words import (
    Words,
    count_at,
    find_game,
    games,
    number_at,
    of_size,
    read_colour,
    read_vertex,
    word_at,
)

LARGEST_FILE = 1 << 24
"""Bytes that a game may have."""


def _set_game(game: GtpGame, words: Words) -> str:
    game.begin(find_game(word_at(words, 0, "game")).name)
    return ""


def _boardsize(game: GtpGame, words: Words) -> str:
    game.begin(of_size(game.board.variant, count_at(words, 0, "size")).name)
    return ""


def _clear_board(game: GtpGame, words: Words) -> str:
    game.begin(game.served.variant)
    return ""


def _komi(game: GtpGame, words: Words) -> str:
    """There is none in reversi."""
    number_at(words, 0, "komi")
    return ""


def _loadsgf(game: GtpGame, words: Words) -> str:
    """The game of a file up to its end, or to the position before a move of it."""
    word_at(words, 0, "file")
    has_number = len(words) > 1 and words[-1].isdecimal()
    board = _read_board(" ".join(words[:-1] if has_number else words), game.served.variant)
    if has_number:
        for _ in range(len(board.move_stack) + 1 - max(count_at(words, -1, "move"), 1)):
            board.pop()
    game.put(board)
    return ""


def _read_board(name: str, variant: str) -> Board:
    """The first game or position of a file: SGF, GGF, a transcript, any format there is."""
    try:
        if Path(name).stat().st_size > LARGEST_FILE:
            raise ValueError(f"{name} is too large")
        found = notation.read(name, variant)
        if not found:
            raise ValueError(f"{name} is empty")
        return Board.from_text(found[0])
    except (OSError, ValueError) as error:
        raise GtpError(f"cannot load file: {words_of(error)}") from None


def _setup(game: GtpGame, words: Words) -> str:
    """Puts discs down, as GoGui does for a position of its own; the moves so far are forgotten."""
    discs = {side: game.board.discs(side) for side in Colour}
    for at in range(0, len(words), 2):
        square = SquareSet([read_vertex(word_at(words, at + 1, "colour and square"))])
        if not square <= game.board.variant.cells:
            raise GtpError(f"no square {words[at + 1][:20]!r} on this board")
        discs = {side: held - square for side, held in discs.items()}
        if words[at].lower() not in ("e", "empty"):
            discs[read_colour(words[at])] |= square
    game.put(Board.from_cells(discs[BLACK], discs[WHITE], game.board.turn, game.board.variant))
    return ""


def _setup_player(game: GtpGame, words: Words) -> str:
    """Who is to move next; the moves so far are forgotten."""
    board = game.board.copy()
    board.turn = read_colour(word_at(words, 0, "colour"))
    game.put(board)
    return ""


SETUP_COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "list_games": lambda game, words: "\n".join(games(game.served.player.variants)),
        "set_game": _set_game,
        "boardsize": _boardsize,
        "clear_board": _clear_board,
        "komi": _komi,
        "loadsgf": _loadsgf,
        "gogui-setup": _setup,
        "gogui-setup_player": _setup_player,
    }
)
