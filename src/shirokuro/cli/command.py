"""Runs one command line: finds its verb, calls it, and says in one line what was wrong."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import shirokuro
from shirokuro.cli.command_parser import CommandParser
from shirokuro.cli.interrupt import INTERRUPTED, interrupts_raised
from shirokuro.errors import words_of
from shirokuro.words.message import Language

VERBS = (
    "play",
    "web",
    "rival",
    "players",
    "engines",
    "match",
    "lab",
    "protocol",
    "solve",
    "proof",
    "analyze",
    "review",
    "book",
    "openings",
    "experience",
    "show",
    "features",
    "convert",
    "perft",
    "bench",
    "train",
)
_CELLS = re.compile(r"-[-.*_xXoObBwW]{11,}")


def run_command(words: Sequence[str]) -> int:
    """The exit code of a command line."""
    # After `<&-`, `>&-` or `2>&-` Python has None, and the next file opened would take their place.
    for stream in ("stdin", "stdout", "stderr"):
        if getattr(sys, stream) is None:
            place = os.open(os.devnull, os.O_RDWR)
            setattr(sys, stream, _ClosedOutput() if stream == "stdout" else os.fdopen(place, "r+"))
    language: Language = "en"
    name = "shirokuro"
    try:
        # A position may begin with -, as an option does.
        spaced = [f" {word}" if _CELLS.fullmatch(word) else word for word in words]
        arguments = _parser(words).parse_args(spaced)
        arguments.words = words
        name, language = f"shirokuro {arguments.verb}", getattr(arguments, "lang", "en")
        # `mymodule.MyPlayer` is found in this folder, as `python -m` would; last, to hide nothing.
        with suppress(OSError):  # a folder that was removed
            if (here := os.getcwd()) not in sys.path:
                sys.path.append(here)
        with interrupts_raised():
            code = int(arguments.run(arguments) or 0)
            sys.stdout.flush()  # here, where a reader that went away is no error
        return code
    except (ValueError, OSError) as error:
        is_unread = isinstance(error, BrokenPipeError)  # as by `shirokuro show … | head`: no complaint
        if not is_unread:
            print(f"{name}: {words_of(error, language)}", file=sys.stderr)
        # What cannot be written is not tried again by the interpreter's last flush, which would complain.
        try:
            sys.stdout.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0 if is_unread else 2
    except ImportError as error:
        if not str(error).startswith("SHIROKURO_ISA="):
            raise
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _parser(words: Sequence[str]) -> CommandParser:
    """Knows the verb that is asked for, whose module alone is imported; without one, all of them."""
    parser = CommandParser(
        prog="shirokuro", description="A laboratory for reversi and for Nip, reversi on a round board."
    )
    parser.add_argument("--version", action="version", version=f"shirokuro {shirokuro.__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb in words[:1] if set(words[:1]) & set(VERBS) else VERBS:
        import_module(f"shirokuro.cli.{verb}").add_to(verbs)
    return parser


class _ClosedOutput(io.TextIOBase):
    """Standard output where there is none: writing to it is an error."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")
