"""Locks between programs: only one of them at a time reads, changes and writes a file.

The system locks the file itself, or its folder while the file does not exist. So there is no lock file, and a
lock ends with the process that holds it, even if that is killed. Systems without such locks (Windows) have
SQLite's, which need a file beside the one that is locked.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from glob import escape
from pathlib import Path

from shirokuro.errors import StoreError, StoreInUseError

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

PATIENCE_SECONDS = 20.0
"""How long to wait for another program that is changing the file."""
RETRY_SECONDS = 0.005
FORGOTTEN_SECONDS = 86400.0
"""The age of partial files that are deleted where nobody can say whether their program still runs."""
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
    while (let_go := _locked_for_a_change(target)) is None:
        if time.monotonic() >= deadline:
            raise StoreError(f"{file}: another program has been changing it for too long")
        time.sleep(RETRY_SECONDS)
    try:
        _sweep(target)
        yield
    finally:
        let_go()


@contextmanager
def working_on(place: Path, refusal: str) -> Iterator[None]:
    """Locks an existing file or folder during long work; other programs are refused at once."""
    if fcntl is None:
        place.stat()  # what does not exist is an error here, too
        if (let_go := _locked_by_sqlite(place)) is None:
            raise StoreInUseError(refusal)
        try:
            yield
        finally:
            let_go()
        return
    lock = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if not _locked(lock):
            raise StoreInUseError(refusal)
        yield
    finally:
        os.close(lock)


def _locked_for_a_change(target: Path) -> Callable[[], None] | None:
    """Locks a file or, while it does not exist, its folder; what ends that. None if another program did."""
    if fcntl is None:
        return _locked_by_sqlite(target)
    try:
        lock = os.open(target, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        lock = os.open(target.parent, os.O_RDONLY | os.O_CLOEXEC)
    if _locked(lock):
        # A file that is written whole is a new one: is the locked one still there?
        current = target if target.exists() else target.parent
        with suppress(FileNotFoundError):
            if os.path.samestat(os.stat(current), os.fstat(lock)):
                return partial(os.close, lock)
    os.close(lock)
    return None


def _locked_by_sqlite(place: Path) -> Callable[[], None] | None:
    """Locks the file NAME.lock beside a place; its content is empty and never changes."""
    connection = sqlite3.connect(
        place.with_name(f".{place.name}.lock"), timeout=0, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("begin exclusive")
    except sqlite3.OperationalError:
        connection.close()
        return None
    return connection.close


def _locked(descriptor: int) -> bool:
    """Takes the lock unless another program holds it."""
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
        if process.isdecimal() and fcntl is None:  # Windows cannot be asked for a process in this way
            with suppress(OSError):
                if part.stat().st_mtime < time.time() - FORGOTTEN_SECONDS:
                    part.unlink()
        elif process.isdecimal():
            try:
                os.kill(int(process), 0)
            except ProcessLookupError:
                with suppress(OSError):
                    part.unlink()
            except (PermissionError, OverflowError):
                pass  # another user's process, or not the number of one
