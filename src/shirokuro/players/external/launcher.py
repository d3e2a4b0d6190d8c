"""Starts an engine and stays beside it: run by its path in a new process, with our process's number and the
engine's command.

When our process ends, however that happens, the engine is ended with all that it has started. When the
engine ends, so does this, in the same way. Nothing of ours is imported here: this must start quickly.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(parent: int, command: list[str]) -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, ())  # our workers block Ctrl-C
    signal.signal(signal.SIGUSR1, lambda *_: os.killpg(0, signal.SIGKILL))
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the engine may take its time to end
    end_with(parent, signal.SIGUSR1)
    launcher = os.getpid()
    if (engine := os.fork()) == 0:
        become(command, launcher)
    let_go_of_its_streams()
    end_as(os.waitpid(engine, 0)[1])


def end_with(parent: int, by: signal.Signals) -> None:
    """Gets this signal when the parent ends."""
    if sys.platform == "linux":  # elsewhere the end of its input has to do
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, by)
        if os.getppid() != parent:
            sys.exit("our process has ended already")


def become(command: list[str], launcher: int) -> None:
    for changed in (signal.SIGUSR1, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):  # some by Python
        signal.signal(changed, signal.SIG_DFL)
    try:
        end_with(launcher, signal.SIGKILL)
        os.execv(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


def let_go_of_its_streams() -> None:
    """They are the engine's alone, so that their end is seen where it closes them."""
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
