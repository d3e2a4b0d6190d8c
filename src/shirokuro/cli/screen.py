"""What a game says to a person and hears from one: in colour on a terminal, as plain lines elsewhere."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from typing import TYPE_CHECKING

from shirokuro.cli.board_view import LEGEND, PLAIN_LEGEND, View

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 1.0
"""Seconds after which one wants to know that somebody thinks."""
INDENT = 30
"""Where the lines at the side of a board begin."""


class Screen:
    """Standard output and input, whatever they are."""

    def __init__(self) -> None:
        self._console = _console()
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a character that cannot be shown ends no game
        if sys.stdin.isatty():
            with suppress(ImportError):  # not everywhere; input() has arrows and a history where it is
                import readline  # noqa: F401

    @property
    def legend(self) -> str:
        return PLAIN_LEGEND if self._console is None else LEGEND

    def say(self, words: str = "") -> None:
        print(words, flush=True)

    def show(self, view: View, beside: Sequence[str]) -> None:
        """The board, and lines at its side."""
        self.say()
        if self._console is None:
            for row, words in zip_longest(view.plain(), beside, fillvalue=""):
                self.say(f"{row:{INDENT}}{words}".rstrip())
            return
        for text, words in zip_longest(view.coloured(), beside, fillvalue=""):
            self._console.print(text, " " * (INDENT - len(text)), words, sep="", soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """What is typed; EOFError when nothing more comes. A script's words are shown as if typed."""
        try:
            words = input(f"{prompt}> ").strip()
        except UnicodeDecodeError:
            words = "�"  # is no move, as we shall say
        if not sys.stdin.isatty():
            self.say(words)
        return words

    @contextmanager
    def thinking(self, words: str) -> Iterator[None]:
        """Shows that somebody thinks, if it takes long enough to wonder."""
        if self._console is None:
            yield
            return
        status = self._console.status(words)
        timer = threading.Timer(PATIENCE, status.start)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()


def _console() -> Console | None:
    """A terminal that shows colours and discs; None where there is none."""
    if not sys.stdout.isatty():
        return None
    from rich.console import Console  # takes longer to import than the rest of the command

    console = Console(highlight=False, markup=False)
    has_colour = console.color_system is not None and not console.no_color
    return console if has_colour and console.encoding.startswith("utf") else None
