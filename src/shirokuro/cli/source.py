"""What commands are given: a file, standard input (`-`), or the text itself."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TypeAlias

from shirokuro import VARIANTS, NotationError, notation
from shirokuro.notation.detection import parse_bytes

Values: TypeAlias = list[notation.PositionText | notation.GameText]
Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

HELP = "a file, - for standard input, or a position or game as text"

# What looks like a path and like none of the formats.
_PATH = re.compile(r"[^\s;()\[\]]*(?:/[^\s;()\[\]]*|\.[A-Za-z]{2,4})")


def read_values(source: str, variant: str | None) -> Values:
    """All positions and games of the source, whatever format they are in."""
    if source == "-":
        return _parse_input(variant)
    if exists(source):
        return notation.read(Path(source), variant)
    try:
        return notation.parse(source, variant)
    except NotationError:
        if _PATH.fullmatch(source):
            raise ValueError(f"{source}: no such file, and no position or game either") from None
        raise


def _parse_input(variant: str | None) -> Values:
    try:
        return parse_bytes(sys.stdin.buffer.read(), variant)
    except NotationError as error:
        raise error.at("standard input") from None


def exists(source: str) -> bool:
    """Whether the source is the name of a file."""
    try:
        return bool(source) and Path(source).exists()
    except (OSError, ValueError):  # too long or too odd for a path: it is text
        return False


def add_variant(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--variant", metavar="NAME", help=f"{what}; one of {', '.join(VARIANTS)}")
