"""The GTP server: answers each line with one answer, in order, until `quit` or the end of the input."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import shirokuro
from shirokuro import Stop
from shirokuro.players.answer import clean
from shirokuro.protocol.gtp_game import Command, GtpGame
from shirokuro.protocol.gtp_gogui import GOGUI_COMMANDS
from shirokuro.protocol.gtp_line import GtpLine
from shirokuro.protocol.gtp_play import PLAY_COMMANDS
from shirokuro.protocol.gtp_setup import SETUP_COMMANDS
from shirokuro.protocol.gtp_words import Words, word_at
from shirokuro.protocol.served_game import ServedGame
from shirokuro.protocol.wire import Wire

INTERRUPT = "# interrupt"
"""The comment by which GoGui ends a search."""
QUIT = "quit"


def _protocol_version(game: GtpGame, words: Words) -> str:
    return "2"


def _name(game: GtpGame, words: Words) -> str:
    return f"Shirokuro {game.served.player.name}"


def _version(game: GtpGame, words: Words) -> str:
    return shirokuro.__version__


def _known_command(game: GtpGame, words: Words) -> str:
    return "true" if word_at(words, 0, "command") in COMMANDS else "false"


def _list_commands(game: GtpGame, words: Words) -> str:
    return "\n".join(COMMANDS)


def _quit(game: GtpGame, words: Words) -> str:
    return ""


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "protocol_version": _protocol_version,
        "name": _name,
        "version": _version,
        "known_command": _known_command,
        "list_commands": _list_commands,
        QUIT: _quit,
        **SETUP_COMMANDS,
        **PLAY_COMMANDS,
        **GOGUI_COMMANDS,
    }
)
"""All of them, by name."""


def serve_gtp(served: ServedGame, wire: Wire, threads: int = 1) -> None:
    """Until the other program says `quit`, its input ends or nobody reads the answers."""
    game = GtpGame(served, threads)

    def arrived(line: str) -> None:
        if line.strip() == INTERRUPT:
            game.stop.set()

    for text in wire.lines(arrived, lambda: game.stop.set()):
        line = GtpLine.read(text)
        if line is not None:
            wire.write(_answer(game, line))
            if line.command == QUIT:
                return
        elif text.strip() == INTERRUPT:
            game.stop = Stop()  # what was asked before it has been answered


def _answer(game: GtpGame, line: GtpLine) -> str:
    """What a command answers; whatever goes wrong is an answer too."""
    command = COMMANDS.get(line.command)
    if command is None:
        return line.failure("unknown command")
    try:
        return line.success(command(game, line.words))
    except Exception as error:
        return line.failure(clean(str(error)) or type(error).__name__)
