"""Starts a program as our child, and kills it with everything that it has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

KILL_SECONDS = 5.0
"""Seconds that the system may need to end it."""
LAUNCHER_SECONDS = 3.0
"""Seconds that the launcher may need to end all processes that the engine has started."""
LAUNCHER = str(Path(__file__).with_name("launcher.py"))


def started(command: Sequence[str], folder: Path | None) -> subprocess.Popen[bytes]:
    """The process that becomes the program."""
    launch, pipe = [sys.executable, "-I", "-S", LAUNCHER, str(os.getpid()), *command], subprocess.PIPE
    return _lastingly(
        lambda: subprocess.Popen(
            launch, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, cwd=folder, start_new_session=True
        )
    )


def descriptors(process: subprocess.Popen[bytes]) -> list[int]:
    """Our ends of its input, output and errors, all non-blocking."""
    streams: list[Any] = [process.stdin, process.stdout, process.stderr]
    for stream in streams:
        os.set_blocking(stream.fileno(), False)
    return [stream.fileno() for stream in streams]


def has_ended(process_id: int) -> bool:
    """Whether it has ended; its process id stays reserved until its exit code was read."""
    try:
        return os.waitid(os.P_PID, process_id, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def end_group(process: subprocess.Popen[bytes], owner: int) -> None:
    """Ends it with all that it has started, before its number can be another's.

    Its launcher does that, and its group is ended in any case: the engine may have ended its launcher.
    """
    if os.getpid() != owner:
        return  # in a fork of ours, the program belongs to the parent
    with suppress(ProcessLookupError, PermissionError):
        if process.returncode is None:
            os.kill(process.pid, signal.SIGCONT)
            os.kill(process.pid, signal.SIGUSR1)
            deadline = time.monotonic() + LAUNCHER_SECONDS
            while not has_ended(process.pid) and time.monotonic() < deadline:
                time.sleep(0.001)
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(KILL_SECONDS)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()


# Linux kills a child when the thread that started it ends, so start it in a thread that lasts.

_orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
_starter: threading.Thread | None = None
_starting = threading.Lock()


def _lastingly(start: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Starts a child in a thread that lives as long as our process."""
    global _starter
    if threading.current_thread() is threading.main_thread():
        return start()
    results: SimpleQueue[subprocess.Popen[bytes] | Exception] = SimpleQueue()

    def order() -> None:
        try:
            results.put(start())
        except Exception as error:
            results.put(error)

    def work() -> None:
        while True:
            _orders.get()()

    with _starting:
        if _starter is None or not _starter.is_alive():
            _starter = threading.Thread(target=work, daemon=True)
            _starter.start()
    _orders.put(order)
    result = results.get()
    if isinstance(result, Exception):
        raise result
    return result
