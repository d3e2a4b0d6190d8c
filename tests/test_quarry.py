"""Quarry, a window for GTP engines that Debian has, plays a game with our engine against GRhino.

`python tests/test_quarry.py` takes the picture of it that stands in docs/protocols.md.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from protocol_driver import command_line
from terminal import ended

import shirokuro as sk

PICTURE = Path(__file__).parent.parent / "docs/pictures/quarry.png"
PLAYER = "engine:level=12"
GAMES = "/usr/games"
MOST_TRIES = 5
TRY_SECONDS = 20
LONGEST_SECONDS = 60
SETTINGS = """\
[GTP Engine "Shirokuro"]
Screen name format = "%n"
Name = "Shirokuro"
Command line = "{command}"
Supported games = "Reversi"

[GTP Engine "GRhino"]
Screen name format = "%n"
Name = "GRhino"
Command line = "/usr/games/gtp-rhino"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
White is computer = true
Engine playing white = "GRhino"
Black is computer = true
Engine playing black = "Shirokuro"

[New Reversi Game Parameters]
Board size = 8
Time control type = 1
Time limit for game = 05:00
"""
"""Quarry's own file: the engines, and what its dialog for new games proposes."""


@contextmanager
def screen() -> Iterator[str]:
    """A display that nobody sees."""
    reading, writing = os.pipe()
    size = ["-screen", "0", "845x595x24", "-nolisten", "tcp"]
    xvfb = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), *size], pass_fds=[writing], stderr=subprocess.DEVNULL
    )
    os.close(writing)
    with ended(xvfb), open(reading) as number:
        yield f":{number.readline().strip()}"


@contextmanager
def quarry(folder: Path) -> Iterator[tuple[int, str]]:
    """A game in Quarry's window: all lines between it and our engine as they come, and the display."""
    log = folder / "log"
    os.mkfifo(log)
    lines = os.open(log, os.O_RDWR)  # so that nobody waits for anybody to open the other end
    command = shlex.join([*command_line("gtp", "--player", PLAYER), "--log", str(log)])
    (folder / ".quarry").write_text(SETTINGS.format(command=command))
    with ExitStack() as life:
        life.callback(os.close, lines)
        places = {"HOME": str(folder), "PATH": f"{os.environ['PATH']}:{GAMES}"}
        environment = {**os.environ, **places, "DISPLAY": life.enter_context(screen())}
        life.enter_context(ended(subprocess.Popen(["quarry"], env=environment, stderr=subprocess.DEVNULL)))
        press(environment, "Quarry Control Center", ("alt+n",), "New Game")
        press(environment, "New Game", ("alt+f", "alt+p"), " vs[.] ")
        yield lines, environment["DISPLAY"]


def press(environment: dict[str, str], window: str, keys: tuple[str, ...], opened: str) -> None:
    """Types into a window until another one opens; what is typed before a window listens is lost."""
    typing = [*search(window), "windowfocus", "--sync", "key", "--delay", "200", *keys]
    for _ in range(MOST_TRIES):
        subprocess.run(typing, env=environment, check=True, timeout=LONGEST_SECONDS)
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(search(opened), env=environment, check=True, timeout=TRY_SECONDS)
            return
    raise AssertionError(f"no window {opened!r}")


def search(window: str) -> list[str]:
    """Waits for a window and stands for it in what follows."""
    return ["xdotool", "search", "--sync", "--onlyvisible", "--name", window]


def lines_of(log: int) -> Iterator[str]:
    """As they come; they come soon, or something is wrong."""
    text = ""
    while select.select([log], [], [], LONGEST_SECONDS)[0]:
        *lines, text = (text + os.read(log, 65536).decode()).split("\n")
        yield from lines
    raise AssertionError("Quarry has fallen silent")


def played(log: int) -> tuple[sk.Board, list[str]]:
    """The game as our engine was told it, up to its end, and all that Quarry said."""
    board, asked, said = sk.Board(), False, list[str]()
    for line in lines_of(log):
        found = re.fullmatch(r"\S+ \S+ ([<>]) (.*)", line)
        assert found is not None
        if found[1] == "<":
            said.append(found[2])
            asked = found[2].startswith("genmove black")
        moved = re.fullmatch(r"play white (\S+)" if found[1] == "<" else r"= (\S+)", found[2])
        if moved is not None and (found[1] == "<" or asked):
            if board.must_pass():
                board.push_pass()  # Quarry does not speak of passes
            board.push(moved[1])
        assert not found[2].startswith("?")
        if board.is_over():
            break
    return board, said


@pytest.mark.long
def test_a_game_in_quarry(tmp_path: Path) -> None:
    with quarry(tmp_path) as (log, _):
        board, said = played(log)
    assert board.is_over()
    assert {"list_games", "set_game Othello", "boardsize 8", "time_settings 300 0 0"} <= set(said)
    assert any(line.startswith("time_left black") for line in said)


if __name__ == "__main__":
    with TemporaryDirectory() as folder, quarry(Path(folder)) as (log, display):
        played(log)
        time.sleep(2)  # until the window shows it
        subprocess.run(["import", "-display", display, "-window", "root", PICTURE], check=True)
