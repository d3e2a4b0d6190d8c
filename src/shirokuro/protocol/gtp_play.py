"""GTP commands for playing: moves, undo, the time, and the score."""

from __future__ import annotations

from shirokuro.protocol.gtp_game import Commands, GtpGame
from shirokuro.protocol.gtp_line import GtpError
from shirokuro.protocol.gtp_words import (
    CommandWords,
    count_at,
    drawn,
    number_at,
    read_colour,
    read_vertex,
    vertex,
    word_at,
)
from shirokuro.protocol.time_control import TimeControl

play_commands = Commands(
    {
        "genmove": lambda game, words: vertex(game.genmove(read_colour(word_at(words, 0, "colour")))),
        "reg_genmove": lambda game, words: vertex(game.choose(read_colour(word_at(words, 0, "colour"))).move),
        "undo": lambda game, words: game.undo(1),
        "gg-undo": lambda game, words: game.undo(count_at(words, 0, "number of moves") if words else 1),
        "showboard": lambda game, words: drawn(game.board),
    }
)


@play_commands("play")
def play(game: GtpGame, words: CommandWords) -> None:
    move = word_at(words, 1, "colour and square")
    game.play(read_colour(words[0]), read_vertex(move))


@play_commands("gogui-play_sequence")
def play_sequence(game: GtpGame, words: CommandWords) -> None:
    """Makes all of the moves or none."""
    before = game.moves_made
    try:
        for at in range(0, len(words), 2):
            play(game, words[at : at + 2])
    except GtpError:
        game.undo(game.moves_made - before)
        raise


@play_commands("time_settings")
def time_settings(game: GtpGame, words: CommandWords) -> None:
    """Sets the times; all zeros, or a period without moves, remove all limits."""
    wanted = "main time, period and its moves"
    main, period = (max(number_at(words, at, wanted), 0.0) for at in range(2))
    moves = count_at(words, 2, wanted)
    is_free = moves == 0 and (period > 0 or main == 0)
    game.time = None if is_free else TimeControl(main, period, moves if period else 0)


@play_commands("time_left")
def time_left(game: GtpGame, words: CommandWords) -> None:
    side = read_colour(word_at(words, 0, "colour"))
    seconds, moves = number_at(words, 1, "seconds"), count_at(words, 2, "number of moves")
    if game.time is None:
        game.time = TimeControl(seconds)
    game.time.set_left(side, max(seconds, 0.0), moves)


@play_commands("final_score")
def final_score(game: GtpGame, words: CommandWords) -> str:
    if not game.board.is_over():
        raise GtpError("cannot score: the game is not over")
    margin = game.board.margin()
    return f"{'B' if margin > 0 else 'W'}+{abs(margin)}" if margin else "0"
