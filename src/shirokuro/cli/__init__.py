"""The command line: one module a verb, each with `add_to(subparsers)` and `run(arguments)`."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence

import shirokuro
from shirokuro.cli import (
    analyze,
    bench,
    convert,
    features,
    lab,
    match,
    perft,
    play,
    players,
    review,
    show,
    solve,
)

VERBS = (play, players, match, lab, solve, analyze, review, show, features, convert, perft, bench)
_CELLS = re.compile(r"-[-.*_xXoObBwW]{11,}")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; bad input gives one clear line on standard error and exit code 2."""
    words = sys.argv[1:] if argv is None else argv
    # A position may begin with -, as an option does.
    arguments = _parser().parse_args([f" {word}" if _CELLS.fullmatch(word) else word for word in words])
    arguments.words = words
    try:
        code = int(arguments.run(arguments) or 0)
        sys.stdout.flush()  # here, where a reader that went away is no error
        return code
    except (ValueError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            return _reader_went_away()
        print(f"shirokuro {arguments.verb}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="shirokuro", description="A laboratory for reversi and for Nip, reversi on a round board."
    )
    parser.add_argument("--version", action="version", version=f"shirokuro {shirokuro.__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb in VERBS:
        verb.add_to(verbs)
    return parser


def _reader_went_away() -> int:
    """`shirokuro show … | head`: no complaint, not even from the interpreter's last flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
