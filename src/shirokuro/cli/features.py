"""`shirokuro features`: what a handcrafted evaluation sees on a board, square by square."""

from __future__ import annotations

import argparse
import json

from shirokuro import features
from shirokuro.cli.arguments import Subparsers, add_position, read_board


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "features",
        description="Openness, stable discs, mobility, wings, mountains, C and X of both sides, their walls, "
        "the moves that leave the opponent's walls standing (引っ張り) and those that turn a single disc "
        "(一石返し), with the squares that cause them; the empty regions; the openness of moves.",
    )
    add_position(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    found = features(read_board(arguments.position, arguments.variant))
    print(json.dumps(found.to_dict()) if arguments.json else found)
