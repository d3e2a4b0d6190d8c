"""A bar on standard error with the time left, for work that takes longer than a moment."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from shirokuro.lab.run.runner import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE = 2.0
"""Seconds that pass before there is a bar."""


@contextmanager
def watching(name: str) -> Iterator[Callable[[Progress], None]]:
    """Something to tell how far the work is; silent where no person is watching."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    watch = _Watch(name)
    try:
        yield watch.show
    finally:
        watch.end()


def time_left(progress: Progress, elapsed: float) -> str:
    """In words, as soon as anything is known: the work left at the pace so far."""
    if progress.work_left is None or not progress.work_done:
        return ""
    minutes, seconds = divmod(round(progress.work_left * elapsed / progress.work_done), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02} left" if hours else f"{minutes}:{seconds:02} left"


class _Watch:
    """Waits for a while, even where nothing is heard of the work, and then shows a bar."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._began = time.monotonic()
        self._latest: Progress | None = None
        self._bar: Bar | None = None
        self._timer = threading.Timer(PATIENCE, self._start)
        self._timer.daemon = True
        self._timer.start()

    def show(self, progress: Progress) -> None:
        self._latest = progress
        self._update()

    def end(self) -> None:
        self._timer.cancel()
        self._timer.join()
        if self._bar is not None:
            self._bar.stop()

    def _start(self) -> None:
        bar = _bar()
        bar.add_task(self._name, total=None, left="")
        bar.tasks[0].start_time = self._began  # the work began before the bar
        bar.start()
        self._bar = bar
        self._update()

    def _update(self) -> None:
        progress = self._latest
        if self._bar is None or progress is None:
            return
        left = time_left(progress, time.monotonic() - self._began)
        self._bar.update(self._bar.task_ids[0], completed=progress.done, total=progress.total, left=left)


def _bar() -> Bar:
    from rich.console import Console  # takes longer to import than small work takes to do
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    name, left = TextColumn("{task.description}"), TextColumn("{task.fields[left]}")
    columns = (name, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), left)
    return Bar(*columns, console=Console(stderr=True), transient=True)
