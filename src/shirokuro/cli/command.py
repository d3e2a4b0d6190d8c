"""Runs one command line: finds its verb, calls it, and reports an error in one line."""

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

VERBS = {
    "play": "play in the terminal",
    "web": "play, watch and understand in the browser",
    "rival": "what the rival remembers of its opponents",
    "players": "list the players and their parameters",
    "engines": "use other people's engines as players",
    "match": "many games between two players",
    "lab": "run studies and tournaments, report and export their games",
    "data": "make data sets of games for research",
    "protocol": "serve as an engine for NBoard, GoGui, Quarry and other programs",
    "solve": "solve positions: the result with best play",
    "proof": "verify and export proofs of solved boards",
    "analyze": "the value of every legal move",
    "review": "show the loss of each move of one game or many",
    "book": "build, show and check opening books, import and export them",
    "openings": "openings by name, their values and what was played",
    "library": "games of many files, by player, year, opening and position",
    "experience": "what engines learned from their games",
    "show": "show a position or a game",
    "features": "openness, stable discs, mobility, edges, walls and parity",
    "convert": "turn positions and games into another format",
    "perft": "count the leaves of the game tree",
    "bench": "print the signature: the same number on every machine",
    "train": "make weights of your own for the trained evaluation",
}
_CELLS = re.compile(r"-[-.*_xXoObBwW]{11,}")


def run_command(words: Sequence[str]) -> int:
    """Runs a command line and returns its exit code."""
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
            sys.stdout.flush()  # here, where a closed pipe is not an error
        return code
    except (ValueError, OSError) as error:
        is_unread = isinstance(error, BrokenPipeError)  # as with `shirokuro show … | head`: no message
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
    """Imports only the module of the given verb; the general help imports none."""
    parser = CommandParser(
        prog="shirokuro", description="A laboratory for reversi and for Nip, reversi on a round board."
    )
    parser.add_argument("--version", action="version", version=f"shirokuro {shirokuro.__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    wanted = next((word for word in words if not word.startswith("-")), "")
    if wanted in VERBS:
        import_module(f"shirokuro.cli.{wanted}").add_to(verbs)
    else:
        for verb, summary in VERBS.items():
            verbs.add_parser(verb, help=summary)
    return parser


class _ClosedOutput(io.TextIOBase):
    """Stands in for a closed standard output: writing to it is an error."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")
