"""A bar on standard error with the time left, for work that takes longer than a moment."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from shirokuro.lab.runner import Progress

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
    began = time.monotonic()
    bars: list[Bar] = []
    with ExitStack() as stack:

        def show(progress: Progress) -> None:
            elapsed = time.monotonic() - began
            if not bars and elapsed > PATIENCE:
                bars.append(stack.enter_context(_bar()))
                bars[0].add_task(name, total=progress.total, left="")
            for bar in bars:
                bar.update(bar.task_ids[0], completed=progress.done, left=time_left(progress, elapsed))

        yield show


def time_left(progress: Progress, elapsed: float) -> str:
    """In words, as soon as anything is known: the work left at the pace so far."""
    if progress.work_left is None or not progress.work_done:
        return ""
    minutes, seconds = divmod(round(progress.work_left * elapsed / progress.work_done), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02} left" if hours else f"{minutes}:{seconds:02} left"


def _bar() -> Bar:
    from rich.console import Console  # takes longer to import than small work takes to do
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    name, left = TextColumn("{task.description}"), TextColumn("{task.fields[left]}")
    columns = (name, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), left)
    return Bar(*columns, console=Console(stderr=True), transient=True)
