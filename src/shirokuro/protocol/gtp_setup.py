"""GTP commands that set up a board: the game, its size, and the start position."""

from __future__ import annotations

from pathlib import Path

from shirokuro import BLACK, WHITE, Board, Colour, SquareSet, notation
from shirokuro.errors import words_of
from shirokuro.protocol.gtp_game import Commands, GtpGame
from shirokuro.protocol.gtp_line import GtpError
from shirokuro.protocol.gtp_words import (
    CommandWords,
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
"""The most bytes of a game file."""

setup_commands = Commands(
    {
        "list_games": lambda game, words: "\n".join(games(game.served.player.variants)),
        "set_game": lambda game, words: game.begin(find_game(word_at(words, 0, "game")).name),
        "boardsize": lambda game, words: game.begin(
            of_size(game.board.variant, count_at(words, 0, "size")).name
        ),
        "clear_board": lambda game, words: game.begin(game.served.variant),
    }
)


@setup_commands("komi")
def komi(game: GtpGame, words: CommandWords) -> None:
    """Ignores komi, which reversi does not have, after checking the number."""
    number_at(words, 0, "komi")


@setup_commands("loadsgf")
def loadsgf(game: GtpGame, words: CommandWords) -> None:
    """Loads the first game of a file in any format, up to its end or to the position before a move."""
    word_at(words, 0, "file")
    has_number = len(words) > 1 and words[-1].isdecimal()
    name = " ".join(words[:-1] if has_number else words)
    try:
        if Path(name).stat().st_size > LARGEST_FILE:
            raise ValueError(f"{name} is too large")
        found = notation.read(name, game.served.variant)
        if not found:
            raise ValueError(f"{name} is empty")
        board = Board.from_text(found[0])
    except (OSError, ValueError) as error:
        raise GtpError(f"cannot load file: {words_of(error)}") from None
    if has_number:
        for _ in range(len(board.move_stack) + 1 - max(count_at(words, -1, "move"), 1)):
            board.pop()
    game.put(board)


@setup_commands("gogui-setup")
def setup(game: GtpGame, words: CommandWords) -> None:
    """Places discs, as GoGui does for a position set up by the user; forgets the moves so far."""
    discs = {side: game.board.discs(side) for side in Colour}
    for at in range(0, len(words), 2):
        square = SquareSet([read_vertex(word_at(words, at + 1, "colour and square"))])
        if not square <= game.board.variant.cells:
            raise GtpError(f"no square {words[at + 1][:20]!r} on this board")
        discs = {side: squares - square for side, squares in discs.items()}
        if words[at].lower() not in ("e", "empty"):
            discs[read_colour(words[at])] |= square
    game.put(Board.from_cells(discs[BLACK], discs[WHITE], game.board.turn, game.board.variant))


@setup_commands("gogui-setup_player")
def setup_player(game: GtpGame, words: CommandWords) -> None:
    """Sets the side to move; forgets the moves so far."""
    board = game.board.copy()
    board.turn = read_colour(word_at(words, 0, "colour"))
    game.put(board)
