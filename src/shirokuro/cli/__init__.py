"""The command line: one module per verb, each with `add_to(subparsers)` and `run(arguments)`.

This file imports next to nothing, so that Ctrl-C works from the start.
"""

from __future__ import annotations

import sys

from shirokuro.cli.interrupt import leave_on_interrupt

TYPE_CHECKING = False  # type checkers know it by its name; importing `typing` takes long
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; bad input gives one clear line on standard error and exit code 2."""
    if argv is None:
        leave_on_interrupt()
    from shirokuro.cli.command import run_command
    from shirokuro.cli.terminal_output import protect_terminals

    if argv is None:
        protect_terminals()
    return run_command(sys.argv[1:] if argv is None else argv)
