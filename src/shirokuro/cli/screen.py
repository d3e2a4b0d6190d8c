"""What a game says to a person and hears from one: in colour on a terminal, as plain lines elsewhere."""

from __future__ import annotations

import io
import shutil
import sys
import textwrap
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from shirokuro.cli.board_view import LEGEND, PLAIN_LEGEND, View

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 0.4
"""Seconds after which one wants to know that somebody thinks."""
WIDE = 1_000_000
"""The columns of a file or a pipe."""
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

    def explain(self, lines: str) -> None:
        """Lines to be read, not to be copied: those too long for the terminal break between words."""
        for line in lines.splitlines():
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            width = max(self.columns, len(indent) + 20)
            self.say(textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False))

    @property
    def columns(self) -> int:
        """How many characters a line has."""
        return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE

    def show(self, view: View, beside: Sequence[str]) -> None:
        """The board, and lines at its side; below it where the terminal is narrow."""
        self.say()
        if INDENT + max(map(len, beside)) <= self.columns:
            self._rows(view, beside)
            return
        self._rows(view, ())
        self.explain("\n".join(beside).strip("\n"))

    def _rows(self, view: View, beside: Sequence[str]) -> None:
        if self._console is None:
            for row, words in zip_longest(view.plain(), beside, fillvalue=""):
                self.say(f"{row:{INDENT}}{words}".rstrip())
            return
        for text, words in zip_longest(view.coloured(), beside, fillvalue=""):
            space = " " * (INDENT - len(text)) if words else ""
            self._console.print(text, space, words, sep="", soft_wrap=True)

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
        """Says that somebody thinks, if it takes long enough to wonder and a person is watching."""
        if not sys.stdout.isatty():
            yield
            return
        status = None if self._console is None else self._console.status(f"{words}…")
        timer = threading.Timer(
            PATIENCE, partial(self.say, f"{words}...") if status is None else status.start
        )
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if status is not None:
                status.stop()


def _console() -> Console | None:
    """A terminal that shows colours and discs; None where there is none."""
    if not sys.stdout.isatty():
        return None
    from rich.console import Console  # takes longer to import than the rest of the command

    console = Console(highlight=False, markup=False)
    has_colour = console.color_system is not None and not console.no_color
    return console if has_colour and console.encoding.startswith("utf") else None
