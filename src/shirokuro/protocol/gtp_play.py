"""The commands of GTP that play: moves, taking them back, the time, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from shirokuro.protocol.gtp_game import Command, GtpGame
from shirokuro.protocol.gtp_line import GtpError
from shirokuro.protocol.gtp_words import (
    Words,
    count_at,
    drawn,
    number_at,
    read_colour,
    read_vertex,
    vertex,
    word_at,
)
from shirokuro.protocol.time_control import TimeControl


def _play(game: GtpGame, words: Words) -> str:
    move = word_at(words, 1, "colour and square")
    game.play(read_colour(words[0]), read_vertex(move))
    return ""


def _play_sequence(game: GtpGame, words: Words) -> str:
    """All of the moves or none."""
    before = game.moves_made
    try:
        for at in range(0, len(words), 2):
            _play(game, words[at : at + 2])
    except GtpError:
        game.undo(game.moves_made - before)
        raise
    return ""


def _undo(game: GtpGame, words: Words) -> str:
    game.undo(count_at(words, 0, "number of moves") if words else 1)
    return ""


def _time_settings(game: GtpGame, words: Words) -> str:
    """Periods without moves mean that there is no limit, and so do no times at all."""
    wanted = "main time, period and its moves"
    main, period = (max(number_at(words, at, wanted), 0.0) for at in range(2))
    moves = count_at(words, 2, wanted)
    is_free = moves == 0 and (period > 0 or main == 0)
    game.time = None if is_free else TimeControl(main, period, moves if period else 0)
    return ""


def _time_left(game: GtpGame, words: Words) -> str:
    side = read_colour(word_at(words, 0, "colour"))
    seconds, moves = number_at(words, 1, "seconds"), count_at(words, 2, "number of moves")
    if game.time is None:
        game.time = TimeControl(seconds)
    game.time.tell(side, max(seconds, 0.0), moves)
    return ""


def _final_score(game: GtpGame, words: Words) -> str:
    if not game.board.is_over():
        raise GtpError("cannot score: the game is not over")
    margin = game.board.margin()
    return f"{'B' if margin > 0 else 'W'}+{abs(margin)}" if margin else "0"


PLAY_COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "play": _play,
        "genmove": lambda game, words: vertex(game.genmove(read_colour(word_at(words, 0, "colour")))),
        "reg_genmove": lambda game, words: vertex(game.choose(read_colour(word_at(words, 0, "colour"))).move),
        "undo": lambda game, words: _undo(game, ()),
        "gg-undo": _undo,
        "gogui-play_sequence": _play_sequence,
        "time_settings": _time_settings,
        "time_left": _time_left,
        "showboard": lambda game, words: drawn(game.board),
        "final_score": _final_score,
    }
)
