"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """Where to write; it becomes the file at the end. If something fails, what was there stays.

    A link still leads where it led. A device or a pipe, as `/dev/stdout`, is written to itself.
    """
    target = Path(os.path.realpath(file))
    if target.exists() and not target.is_file():
        yield file
        return
    partial = target.with_name(f"{target.name}.part")
    try:
        yield partial
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)
