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
from shirokuro.protocol.gtp_words import word_at
from shirokuro.protocol.served_game import ServedGame
from shirokuro.protocol.wire import Wire

INTERRUPT = "# interrupt"
"""The comment by which GoGui ends a search."""
QUIT = "quit"


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "protocol_version": lambda game, words: "2",
        "name": lambda game, words: f"Shirokuro {game.served.player.name}",
        "version": lambda game, words: shirokuro.__version__,
        "known_command": lambda game, words: str(word_at(words, 0, "command") in COMMANDS).lower(),
        "list_commands": lambda game, words: "\n".join(COMMANDS),
        QUIT: lambda game, words: "",
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
