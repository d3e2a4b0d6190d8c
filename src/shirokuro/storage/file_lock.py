"""Locks between programs: a file is read, changed and written by one of them at a time.

The lock is the system's, on the file itself, or on its folder while there is no file yet. So nothing lies
beside the file, and a lock ends with the process that holds it, whatever ends that.
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
"""How long to wait for another program that changes the file."""
RETRY_SECONDS = 0.005
_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}


@contextmanager
def changing(file: Path) -> Iterator[None]:
    """While a file is read, changed and written whole: other programs wait. Writing it comes last.

    The folder is made where there is none, and what a killed program had half written is taken away.
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
        if _locked(lock) and _is_current(target, lock):
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
    """While long work adds to a file or a folder, which is there: other programs are refused at once."""
    lock = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if not _locked(lock):
            raise StoreInUseError(refusal)
        yield
    finally:
        os.close(lock)


def _is_current(target: Path, lock: int) -> bool:
    """Whether what is locked is still what lies there: a file that is written whole is a new one."""
    locked = os.fstat(lock)
    try:
        return os.path.samestat(os.stat(target), locked)
    except FileNotFoundError:
        return os.path.samestat(os.stat(target.parent), locked)


def _locked(descriptor: int) -> bool:
    """Takes the lock, unless another program holds it. The one place that depends on the system."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # A file system without locks, as some across a network, lets everybody in.
        return error.errno not in _HELD
    return True


def _sweep(target: Path) -> None:
    """Removes what programs that were killed had half written (`whole_file` names it after the process)."""
    for part in target.parent.glob(f"{escape(target.name)}.*.part"):
        process = part.name.removeprefix(f"{target.name}.").removesuffix(".part")
        if process.isdecimal() and not _is_alive(int(process)):
            with suppress(OSError):
                part.unlink()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
