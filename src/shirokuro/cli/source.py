"""What commands are given: a file, standard input (`-`), or the text itself."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TypeAlias

from shirokuro import VARIANTS, notation

Values: TypeAlias = list[notation.PositionText | notation.GameText]
Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

HELP = "a file, - for standard input, or a position or game as text"


def read_values(source: str, variant: str | None) -> Values:
    """All positions and games of the source, whatever format they are in."""
    if source == "-":
        return notation.parse(sys.stdin.read(), variant)
    if _is_file(source):
        return notation.read(Path(source), variant)
    return notation.parse(source, variant)


def _is_file(source: str) -> bool:
    try:
        return Path(source).is_file()
    except (OSError, ValueError):  # too long or too odd for a path: it is text
        return False


def add_variant(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--variant", metavar="NAME", help=f"{what}; one of {', '.join(VARIANTS)}")
