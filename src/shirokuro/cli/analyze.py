"""`shirokuro analyze`: what every legal move of a position is worth."""

from __future__ import annotations

import argparse
import json

from shirokuro import Engine, Limits, Result, move_name
from shirokuro.board.board import Scoring
from shirokuro.cli.arguments import (
    Subparsers,
    add_engine,
    add_evaluator,
    add_limits,
    add_position,
    limits_of,
    read_board,
)
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.cli.solve import fields
from shirokuro.engine.deepening import Mode
from shirokuro.engine.engine import table_for
from shirokuro.words.message import Message

DEFAULT = Limits(seconds=5)
HEADING = "move  value  kind                 nodes  pv"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "analyze",
        description="Searches every legal move to the same depth, deeper and deeper until the limits are "
        f"used up (default: {DEFAULT.seconds} seconds) or the game is solved: selectively, then exactly.",
    )
    add_position(parser)
    add_engine(parser)
    add_evaluator(parser)
    add_limits(parser, "all moves together", depth=True)
    parser.add_argument(
        "--wld", action="store_true", help="solve only for win, draw or loss, which is faster"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    board = read_board(arguments.position, arguments.variant)
    limits = limits_of(arguments) or DEFAULT
    table = table_for(board, limits) if arguments.table is None else arguments.table
    scoring: Scoring = arguments.scoring
    mode: Mode = "wld" if arguments.wld else "exact"
    moves = max(len(board.legal_moves), 1)
    searches = moves - 1  # the first deepening step is reported once for all moves

    def show(results: dict[int, Result]) -> None:
        nonlocal searches
        searches += 1
        best = next(iter(results.values()))
        bar.show(searches % moves or moves, f"{best.badge()}: {move_name(best.pv[0])} {best.verdict()}")

    with (
        stop_on_interrupt() as stop,
        Engine(arguments.threads, table, arguments.evaluator, arguments.weights) as engine,
    ):
        with ProgressBar(moves) as bar:
            results = engine.analyze(board, limits, stop, mode=mode, scoring=scoring, progress=show)
        if arguments.json:
            position = {"variant": board.variant_name, "line": board.line(), "over": board.is_over()}
            print(json.dumps({**position, "moves": [fields(result) for result in results.values()]}))
        else:
            print(HEADING if results else Message("errors.game_over", message=board.outcome()))
            for move, result in results.items():
                value = f"{move_name(move):4} {result.verdict():>6}  {result.badge():15}"
                print(f"{value} {result.nodes:10,}  {' '.join(map(move_name, result.pv))}")
        return INTERRUPTED if stop.is_set() else 0
