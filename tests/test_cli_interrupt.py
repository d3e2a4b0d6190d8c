"""Ctrl-C ends every command, at every moment, with exit code 130, without a traceback and without a trace."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

PROGRAM = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {moment!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
from shirokuro.cli import main
sys.meta_path.insert(0, Interrupting())
sys.argv = ["shirokuro", *{words!r}]
sys.exit(main())
"""
"""A command that gets Ctrl-C when it begins to import a module."""

MOMENTS = {
    "perft nip 3": "shirokuro.cli.command argparse shirokuro.cli.perft shirokuro.public shirokuro._core "
    "sqlite3",
    "convert f5d6 --to ggf -o out.ggf": "shirokuro.cli.convert shirokuro.notation",
    "match random random --variant nip12 --games 2 --out out.json": "shirokuro.cli.match "
    "shirokuro.matches.match_runner",
    "lab list": "shirokuro.cli.lab shirokuro.lab.run.store",
    "web --port 0 --no-browser": "shirokuro.cli.web fastapi uvicorn starlette.routing",
}


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        pytest.param(words, moment, marks=() if moments.endswith(moment) else pytest.mark.long)
        for words, moments in MOMENTS.items()
        for moment in moments.split()
    ],
)
def test_while_a_command_is_imported(tmp_path: Path, words: str, moment: str) -> None:
    done = run(PROGRAM.format(moment=moment, words=words.split()), tmp_path)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "")
    assert list(tmp_path.iterdir()) == []


def run(program: str, folder: Path, ignored: bool = False) -> subprocess.CompletedProcess[str]:
    """A program of Python; where Ctrl-C is `ignored`, it begins as with nohup or in a shell's background."""
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=folder,
        preexec_fn=(lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) if ignored else None,
    )


def test_an_ignored_interrupt_stays_ignored(tmp_path: Path) -> None:
    program = PROGRAM.format(moment="shirokuro.public", words=["perft", "nip", "3"])
    done = run(program, tmp_path, ignored=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "56\n", "")


COMMANDS = (
    "perft nip 9",
    "show f5d6c3",
    "players",
    "lab list",
    "openings tiger",
    "review f5d6c3 --depth 4",
    "match random random --variant nip12 --games 4 --out games.json",
    "convert f5d6 --to ggf -o game.ggf",
    "web --port 0 --no-browser",
    "experience list",
)


INTERRUPTED_LATER = """
import _thread, os, signal, sys, time
from shirokuro.cli import main
def interrupt():
    time.sleep({seconds})
    os.kill(os.getpid(), signal.SIGINT)
_thread.start_new_thread(interrupt, ())
sys.argv = ["shirokuro", *{words!r}]
sys.exit(main())
"""


@pytest.mark.long
@pytest.mark.parametrize("words", COMMANDS)
def test_at_any_moment(tmp_path: Path, words: str) -> None:
    """From when our own code runs until the process has ended; before that Python itself is starting."""
    random, written = Random(words), {"games.json", "game.ggf"}
    for _ in range(40):
        program = INTERRUPTED_LATER.format(seconds=random.uniform(0, 1), words=words.split())
        done = run(program, tmp_path)
        assert done.returncode in (0, 130), done.stderr
        assert "Traceback" not in done.stderr
        assert "KeyboardInterrupt" not in done.stderr
        assert {file.name for file in tmp_path.iterdir()} <= written
