"""The GTP server: answers each line with one answer, in order, until `quit` or the end of the input."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import shirokuro
from shirokuro import Stop
from shirokuro.players.answer import clean
from shirokuro.protocol.gtp_game import Command, GtpGame
from shirokuro.protocol.gtp_gogui import gogui_commands
from shirokuro.protocol.gtp_line import GtpLine
from shirokuro.protocol.gtp_play import play_commands
from shirokuro.protocol.gtp_setup import setup_commands
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
        QUIT: lambda game, words: None,
        **setup_commands,
        **play_commands,
        **gogui_commands,
    }
)
"""All commands by name."""


def serve_gtp(served: ServedGame, wire: Wire, threads: int = 1) -> None:
    """Answers commands until `quit`, until the input ends or until nobody reads the answers."""
    game = GtpGame(served, threads)

    def arrived(line: str) -> None:
        if line.strip() == INTERRUPT:
            game.stop.set()

    for text in wire.lines(arrived, lambda: game.stop.set()):
        line = GtpLine.read(text)
        if line is None:
            if text.strip() == INTERRUPT:
                game.stop = Stop()  # all earlier commands have been answered
            continue
        command = COMMANDS.get(line.command)
        try:
            answer = (
                line.failure("unknown command")
                if command is None
                else line.success(command(game, line.words) or "")
            )
        except Exception as error:  # whatever went wrong, the command failed
            answer = line.failure(clean(str(error)) or type(error).__name__)
        wire.write(answer)
        if line.command == QUIT:
            return
