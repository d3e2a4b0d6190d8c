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
from pathlib import Path

from shirokuro.errors import StoreError, StoreInUseError

PATIENCE_SECONDS = 20.0
"""How long to wait for another program that changes the file."""
GLANCE_SECONDS = 0.005
_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}


@contextmanager
def changing(file: Path) -> Iterator[None]:
    """While a file is read, changed and written whole: other programs wait. Writing it comes last.

    The folder is made where there is none, and what a killed program had half written is taken away.
    """
    target = Path(os.path.realpath(file))
    target.parent.mkdir(parents=True, exist_ok=True)
    lock = _waited_for(target, file)
    try:
        _sweep(target)
        yield
    finally:
        _release(lock)


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


def _waited_for(target: Path, file: Path) -> int | None:
    """The descriptor that holds the lock; None where there is nothing to lock."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        lock = _opened(target)
        if lock is None:
            return None
        if _locked(lock) and _is_current(target, lock):
            return lock
        os.close(lock)
        if time.monotonic() >= deadline:
            raise StoreError(f"{file}: another program has been changing it for too long")
        time.sleep(GLANCE_SECONDS)


def _opened(target: Path) -> int | None:
    """What is to be locked: the file, or its folder while there is none. A device or a pipe never is."""
    if target.exists() and not target.is_file():
        return None
    try:
        return os.open(target, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return os.open(target.parent, os.O_RDONLY | os.O_CLOEXEC)


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


def _release(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)


def _sweep(target: Path) -> None:
    """Removes what programs that were killed had half written (`whole_file` names it after the process)."""
    for part in target.parent.glob(f"{_literal(target.name)}.*.part"):
        process = part.name.removeprefix(f"{target.name}.").removesuffix(".part")
        if process.isdecimal() and not _is_alive(int(process)):
            with suppress(OSError):
                part.unlink()


def _literal(name: str) -> str:
    return "".join(f"[{each}]" if each in "*?[" else each for each in name)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
