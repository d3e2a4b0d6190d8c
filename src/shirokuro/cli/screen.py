"""The screen of a game: prints in the person's language, in colour on a terminal, and reads input."""

from __future__ import annotations

import io
import shutil
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from shirokuro.cli.board_view import View, has_disc, with_disc
from shirokuro.cli.terminal_output import commanded
from shirokuro.words.control import printable
from shirokuro.words.message import Language, Message, text_of
from shirokuro.words.width import wrapped

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 0.4
"""Seconds before a message says that somebody is thinking."""
WIDE = 1_000_000
"""The columns of a file or a pipe."""
GAP = 4
"""Columns between a board and the lines at its side."""
LEAST_ROOM = 24
"""Least columns for those lines; with fewer, they go below the board."""


class Screen:
    """Standard output and input, whether a terminal or not."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._console = _console()
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # an unencodable character must not end the game
        if sys.stdin.isatty():
            with suppress(ImportError):  # where available, input() gets arrow keys and history
                import readline  # noqa: F401

    @property
    def legend(self) -> Message:
        return Message("game.plain_legend" if self._console is None else "game.legend")

    def say(self, words: str = "") -> None:
        print(words, flush=True)

    def tell(self, message: Message) -> None:
        """Prints the message in the person's language."""
        self.say(message.text(self.language))

    def explain(self, *texts: Message | str) -> None:
        """Prints text to read, not to copy: long lines are wrapped between words."""
        for line in "\n".join(text_of(text, self.language) for text in texts).splitlines():
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            self.say(wrapped(line, max(self.columns, len(indent) + 20), indent))

    @property
    def columns(self) -> int:
        """The width of a line in characters."""
        return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE

    def show(self, view: View, beside: Sequence[str]) -> None:
        """Prints the board with lines beside it, or below it on a narrow terminal."""
        self.say()
        room = self.columns - view.columns - GAP
        if room >= LEAST_ROOM:
            self._rows(view, [row for line in beside for row in wrapped(line, room, "  ").split("\n")])
            return
        self._rows(view, ())
        for line in beside:
            if self._console is not None and has_disc(line):  # drawn like the discs on the board
                self._console.print(with_disc(printable(line)), soft_wrap=True)
            elif line:
                self.explain(line)

    def _rows(self, view: View, beside: Sequence[str]) -> None:
        indent = view.columns + GAP
        if self._console is None:
            for row, words in zip_longest(view.plain(), beside, fillvalue=""):
                self.say(f"{row:{indent}}{words}".rstrip())
            return
        for text, words in zip_longest(view.coloured(), beside, fillvalue=""):
            space = " " * (indent - len(text)) if words else ""
            self._console.print(text, space, with_disc(printable(words)), sep="", soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Reads a line; raises EOFError at the end of input. Echoes input that is not from a terminal."""
        try:
            words = input(f"{prompt} ").strip()
        except UnicodeDecodeError:
            words = "�"  # not a move: answered as such
        if not sys.stdin.isatty():
            self.say(words)
        return words

    @contextmanager
    def thinking(self, message: Message) -> Iterator[None]:
        """On a terminal, shows the message if the block takes longer than `PATIENCE`."""
        if not sys.stdout.isatty():
            yield
            return
        words = message.text(self.language)
        status = None if self._console is None else self._console.status(printable(f"{words}…"))
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
    """A console for a terminal with colour and Unicode; None without one."""
    if not sys.stdout.isatty():
        return None
    from rich.console import Console  # importing it takes longer than the rest of the command

    console = Console(file=commanded(sys.stdout), highlight=False, markup=False)
    has_colour = console.color_system is not None and not console.no_color
    return console if has_colour and console.encoding.startswith("utf") else None
