"""`shirokuro perft`: leaves of the game tree, which is how move generators are checked."""

from __future__ import annotations

import argparse
import json
import time

from shirokuro import Board, move_name
from shirokuro.board.board import perft
from shirokuro.cli.arguments import POSITIONS, Subparsers, read_board


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "perft",
        description="Counts the leaves DEPTH plies deep: a pass uses a ply, a finished game is one leaf.",
    )
    parser.add_argument("board", help=POSITIONS)
    parser.add_argument("depth", type=int)
    parser.add_argument("--divide", action="store_true", help="the leaves below each move")
    parser.add_argument("--json", action="store_true", help="one JSON object, with the time it took")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    board = read_board(arguments.board)
    began = time.perf_counter()
    parts = divide(board, arguments.depth) if arguments.divide else {}
    leaves = sum(parts.values()) if parts else perft(board, arguments.depth)
    seconds = time.perf_counter() - began
    if arguments.json:
        print(json.dumps({"leaves": leaves, "divide": parts, "seconds": round(seconds, 6)}))
        return
    for move, count in parts.items():
        print(f"{move} {count}")
    print(leaves)


def divide(board: Board, depth: int) -> dict[str, int]:
    """The leaves below each legal move; empty where there is none to divide by."""
    parts = {}
    for move in board.legal_moves if depth > 0 else ():
        board.push(move)
        parts[move_name(move)] = perft(board, depth - 1)
        board.pop()
    return parts
