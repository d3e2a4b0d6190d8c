"""Locks between programs: only one of them at a time reads, changes and writes a file.

The system locks the file itself, or its folder while the file does not exist. So there is no lock file, and a
lock ends with the process that holds it, even if that is killed.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path

from shirokuro.errors import StoreError, StoreInUseError

PATIENCE_SECONDS = 20.0
"""How long to wait for another program that is changing the file."""
RETRY_SECONDS = 0.005
_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}


@contextmanager
def changing(file: Path) -> Iterator[None]:
    """Locks a file while it is read, changed and finally written whole; other programs wait.

    Makes the folder if it is missing, and deletes the partial files of killed programs.
    """
    target = Path(os.path.realpath(file))
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists() and not target.is_file():  # a device or a pipe is never locked
        _sweep(target)
        yield
        return
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            lock = os.open(target, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            lock = os.open(target.parent, os.O_RDONLY | os.O_CLOEXEC)
        if _locked(lock):
            # A file that is written whole is a new one: is the locked one still there?
            current = target if target.exists() else target.parent
            with suppress(FileNotFoundError):
                if os.path.samestat(os.stat(current), os.fstat(lock)):
                    break
        os.close(lock)
        if time.monotonic() >= deadline:
            raise StoreError(f"{file}: another program has been changing it for too long")
        time.sleep(RETRY_SECONDS)
    try:
        _sweep(target)
        yield
    finally:
        os.close(lock)


@contextmanager
def working_on(place: Path, refusal: str) -> Iterator[None]:
    """Locks an existing file or folder during long work; other programs are refused at once."""
    lock = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if not _locked(lock):
            raise StoreInUseError(refusal)
        yield
    finally:
        os.close(lock)


def _locked(descriptor: int) -> bool:
    """Takes the lock unless another program holds it. Only this function depends on the system."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Some network file systems have no locks: there every program may go on.
        return error.errno not in _HELD
    return True


def _sweep(target: Path) -> None:
    """Deletes the partial files of killed programs; `whole_file` names them after their process."""
    for part in target.parent.glob(f"{escape(target.name)}.*.part"):
        process = part.name.removeprefix(f"{target.name}.").removesuffix(".part")
        if process.isdecimal():
            try:
                os.kill(int(process), 0)
            except ProcessLookupError:
                with suppress(OSError):
                    part.unlink()
            except (PermissionError, OverflowError):
                pass  # another user's process, or not the number of one
