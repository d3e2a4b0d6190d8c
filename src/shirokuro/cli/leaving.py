"""What `shirokuro play` prints when one leaves: the moves, and commands that run as they are printed."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from shirokuro import Board, Record, notation
from shirokuro.cli.screen import Screen
from shirokuro.played_game import PlayedGame


def say_goodbye(game: PlayedGame, screen: Screen) -> None:
    """All that is needed to look at the game again, or to go on with it."""
    if game.is_over():
        screen.say(f"over: {game.result()}")
    if not game.board.move_stack:
        return
    text, variant = text_of(game.board), game.board.variant_name
    screen.say(f"moves{'' if game.is_over() else ' so far'}: {text}")
    if not game.is_over():
        screen.say(f"go on with it: {shlex.join([*program(), 'play', *_options(game), '--board', text])}")
    screen.say(f"review it: {shlex.join([*program(), 'review', text, '--variant', variant])}")


def text_of(board: Board) -> str:
    """The moves; with the position they began with, if it is not the usual one."""
    record = Record.from_board(board)
    if record.start is None:
        return board.transcript()
    return str(notation.render([record.to_text()], "ggf")).strip()


def program() -> list[str]:
    """How to call this very program from here: by its name only where the shell finds it by that."""
    script = Path(sysconfig.get_path("scripts"), "shirokuro")
    found = shutil.which("shirokuro")
    if found is not None and script.exists() and Path(found).samefile(script):
        return ["shirokuro"]
    if not script.exists():
        return [sys.executable, "-m", "shirokuro.cli"]
    return [os.path.relpath(script)] if Path.cwd() in script.parents[1:] else [str(script)]


def _options(game: PlayedGame) -> Iterator[str]:
    """What brings the same people and players to the same kind of board."""
    yield game.board.variant_name
    if not any(game.seats.values()):
        yield from ("--colour", "both")
    else:
        yield from ("--seed", str(game.seed))
    for side, each in game.seats.items():
        if each is not None:
            yield from (f"--{side}", each.name)
    if game.clock is not None:
        yield from ("--clock", f"{game.clock.seconds:.15g}+{game.clock.increment:.15g}")
