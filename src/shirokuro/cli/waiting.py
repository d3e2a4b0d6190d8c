"""Progress on standard error, where a person is watching; silent elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Show = Callable[[int, str], None]
"""Takes how much is done, and a few words on what is going on."""


@contextmanager
def waiting(total: int | None) -> Iterator[Show]:
    """A bar for so many pieces of work, or without end, with the time they took and will still take."""
    if not sys.stderr.isatty():
        yield lambda done, words: None
        return
    from rich.console import Console  # takes longer to import than small work takes to do
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    left = TimeRemainingColumn()
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), left, TextColumn("{task.description}"))
    console = Console(stderr=True)
    # Lines for the screen go above the bar; lines for a file or a pipe go there.
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, words: bar.update(task, completed=done, description=words)
