"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """Gives a temporary path that replaces the file at the end; if anything fails, the old file stays.

    Links and permissions are kept. A device or pipe such as `/dev/stdout` is written directly, and so is a
    file in a folder where no new files can be made.
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
