"""`shirokuro convert`: positions and games from one format to another."""

from __future__ import annotations

import argparse
import sys

from shirokuro import Record, notation
from shirokuro.board.game_files import written
from shirokuro.cli.arguments import GAMES, Subparsers, add_variant, read_values
from shirokuro.errors import NotationError, message_of
from shirokuro.notation import Notated, PositionText
from shirokuro.words.message import Message


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "convert",
        description="Reads any format and writes the one asked for. Every game is replayed on the way and "
        "gets the passes it left out; where a position is wanted, a game gives its last one.",
    )
    parser.add_argument("source", help=GAMES)
    parser.add_argument("--to", required=True, choices=tuple(notation.FORMATS), help="the format to write")
    add_variant(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write there instead of to the screen (WTHOR: three files)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    values = read_values(arguments.source, arguments.variant)
    fitted = [fit(value, arguments.to, number) for number, value in enumerate(values, 1)]
    if arguments.output:
        notation.write(arguments.output, fitted, arguments.to)
        print(f"{arguments.output}: {len(fitted)} written", file=sys.stderr)
    elif arguments.to == "wthor":
        raise ValueError("WTHOR is a binary format: name a file with --output")
    else:
        sys.stdout.write(str(notation.render(fitted, arguments.to)))


def fit(value: Notated, form: str, number: int) -> Notated:
    """The value as the format can hold it: games are replayed, or reduced to their last position."""
    if isinstance(value, PositionText):
        return value
    try:
        record = Record.from_text(value)
    except ValueError as error:
        raise NotationError(message_of(error), Message("places.game", number=number)) from None
    return written(record, form)
