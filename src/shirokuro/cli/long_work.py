"""Long work at a terminal: a progress bar with the time left, and Ctrl-C as a request to stop."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from shirokuro import Stop
from shirokuro.cli.terminal_output import commanded
from shirokuro.words.control import printable
from shirokuro.words.message import Language, Message, text_of

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds before the bar appears."""


class ProgressBar:
    """A progress bar on standard error during a `with` block; silent without a terminal.

    It appears after a while, even before the first task is done.
    """

    def __init__(self, total: int | None = None, words: str = "", language: Language = "en") -> None:
        self._language = language
        self._done = 0
        self._total = total
        self._words = words
        self._share = 0.0
        self._bar: Progress | None = None

    def __enter__(self) -> Self:
        self._began = time.monotonic()
        self._timer = threading.Timer(PATIENCE, self._start)
        self._timer.daemon = True
        if sys.stderr.isatty():
            self._timer.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._timer.cancel()
        if self._timer.ident is not None:
            self._timer.join()
        if self._bar is not None:
            self._bar.stop()

    def show(
        self, done: int, words: str | None = None, total: int | None = None, share: float | None = None
    ) -> None:
        """Shows how many tasks are done; `share` is the share of the work, if tasks differ in size."""
        self._done, self._total = done, total or self._total
        self._words = self._words if words is None else words
        self._share = share if share is not None else done / self._total if self._total else 0.0
        self._update()

    def _start(self) -> None:
        bar = _bar(self._language)
        bar.add_task(printable(self._words), total=self._total, share=self._share)
        bar.tasks[0].start_time = self._began  # the work began before the bar
        bar.start()
        self._bar = bar
        self._update()

    def _update(self) -> None:
        if self._bar is not None:
            task = self._bar.task_ids[0]
            self._bar.update(
                task,
                completed=self._done,
                total=self._total,
                description=printable(self._words),
                share=self._share,
            )


def time_left(share: float, elapsed: float) -> Message | str:
    """The remaining time in words, estimated from the pace so far; empty at the start."""
    if not share:
        return ""
    minutes, seconds = divmod(round(elapsed / share - elapsed), 60)
    hours, minutes = divmod(minutes, 60)
    return Message(
        "game.time_left", time=f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    )


def _bar(language: Language) -> Progress:
    from rich.console import Console  # importing it takes longer than small work
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
    )
    from rich.text import Text

    class TimeLeft(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(text_of(time_left(task.fields["share"], task.elapsed or 0.0), language))

    words = TextColumn("{task.description}", markup=False)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeLeft(), words)
    # On a terminal, printed lines go above the bar; in a file or pipe they are unchanged.
    is_shown = sys.stdout.isatty()
    return Progress(
        *columns, console=Console(file=commanded(sys.stderr)), transient=True, redirect_stdout=is_shown
    )


@contextmanager
def stop_on_interrupt() -> Iterator[Stop]:
    """A token that Ctrl-C sets; a second Ctrl-C raises KeyboardInterrupt."""
    stop = Stop()

    def interrupted(*_: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield stop  # only the main thread receives signals
        return
    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
