"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """Where to write; it becomes the file at the end. If something fails, what was there stays.

    A link still leads where it led, and a file keeps its permissions. A device or a pipe, as `/dev/stdout`,
    is written to itself; so is a file in a folder that takes no new ones.
    """
    target = Path(os.path.realpath(file))
    if (target.exists() and not target.is_file()) or not os.access(target.parent, os.W_OK):
        yield file
        return
    partial = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        yield partial
        if target.exists():
            shutil.copymode(target, partial)
        os.replace(partial, target)
    except OSError as error:
        # The user does not know the temporary name; a full disk names no file at all.
        if error.errno is not None and error.filename in (None, str(partial)):
            error.filename = str(file)
        raise
    finally:
        partial.unlink(missing_ok=True)
