"""Starts an engine and stays beside it, in a process of its own: `launcher.py PARENT COMMAND…`.

When our process ends, however that happens, or sends SIGUSR1, this process kills the engine and all that it
has started: it adopts every one of them whose own parent has ended, also those that left the engine's group.
When the engine ends, so does this, with the same status. It imports nothing of ours, to start quickly.
"""

import ctypes
import os
import signal
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
ENDING_SECONDS = 2.0
"""Seconds after which it stops killing processes that keep starting others."""


def main(parent: int, command: list[str]) -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, ())  # our workers block Ctrl-C
    signal.signal(signal.SIGUSR1, end_all)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # gives the engine time to end
    adopt_orphans()
    end_with(parent, signal.SIGUSR1)
    launcher = os.getpid()
    if (engine := os.fork()) == 0:
        become(command, launcher)
    let_go_of_its_streams()
    status = os.waitpid(engine, 0)[1]
    end_descendants()
    end_as(status)


def adopt_orphans() -> None:
    if sys.platform == "linux":  # on other systems only the engine's group can be ended
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def end_all(*_: object) -> None:
    end_descendants()
    os.killpg(0, signal.SIGKILL)


def end_descendants() -> None:
    """Kills until no process is left, since one may have started another meanwhile."""
    deadline = time.monotonic() + ENDING_SECONDS
    while (found := descendants(os.getpid())) and time.monotonic() < deadline:
        for process in found:
            kill(process)
        reap()


def kill(process: int) -> bool:
    """False if it has ended already, or belongs to another user."""
    try:
        os.kill(process, signal.SIGKILL)
    except OSError:
        return False
    return True


def descendants(ancestor: int) -> list[int]:
    """All living descendants of a process."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if name.isdecimal() and (parent := living_parent(name)):
            children.setdefault(parent, []).append(int(name))
    found, waiting = [], [ancestor]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def living_parent(process: str) -> int:
    """The parent of a process; 0 if it has ended."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            state, parent = file.read().rpartition(b")")[2].split()[:2]
    except (OSError, ValueError):
        return 0
    return 0 if state in (b"Z", b"X") else int(parent)


def reap() -> None:
    """Reaps the processes that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass
    time.sleep(0.001)


def end_with(parent: int, by: signal.Signals) -> None:
    """Asks for this signal when the parent ends."""
    if sys.platform == "linux":  # on other systems the end of its input must suffice
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, by)
        if os.getppid() != parent:
            sys.exit("our process has ended already")


def become(command: list[str], launcher: int) -> None:
    for changed in (signal.SIGUSR1, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores two
        signal.signal(changed, signal.SIG_DFL)
    try:
        end_with(launcher, signal.SIGKILL)
        os.execv(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


def let_go_of_its_streams() -> None:
    """Leaves input and output to the engine alone, so that we see when it closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def end_as(status: int) -> None:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        sys.exit(code)
    if -code != signal.SIGKILL:
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
