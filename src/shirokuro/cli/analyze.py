"""`shirokuro analyze`: what every legal move of a position is worth."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from functools import partial

from shirokuro import Board, Engine, Limits, Result, move_name
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

DEFAULT = Limits(seconds=5)
HEADING = "move  value  kind                 nodes  pv"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "analyze",
        help="the value of every legal move",
        description="Looks at every legal move, all equally far, deeper and deeper until the limits are used "
        f"up (default: {DEFAULT.seconds} seconds) or the game is read to its end: selectively, then exactly.",
    )
    add_position(parser)
    add_engine(parser)
    add_evaluator(parser)
    add_limits(parser, "all moves together", depth=True)
    parser.add_argument("--wld", action="store_true", help="read the end only for who wins: found sooner")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    board = read_board(arguments.position, arguments.variant)
    limits = limits_of(arguments) or DEFAULT
    table = table_for(board, limits) if arguments.table is None else arguments.table
    with (
        stop_on_interrupt() as stop,
        Engine(arguments.threads, table, arguments.evaluator, arguments.weights) as engine,
    ):
        scoring: Scoring = arguments.scoring
        mode: Mode = "wld" if arguments.wld else "exact"
        ask = partial(engine.analyze, board, limits, stop, mode=mode, scoring=scoring)
        results = _analyze(ask, moves=max(len(board.legal_moves), 1))
        print(_json(board, results) if arguments.json else _text(board, results))
        return INTERRUPTED if stop.is_set() else 0


def _analyze(ask: Callable[..., dict[int, Result]], moves: int) -> dict[int, Result]:
    """With a bar that shows how many moves the present look has got."""
    searches = moves - 1  # the first look at all of them is told once

    def tell(results: dict[int, Result]) -> None:
        nonlocal searches
        searches += 1
        best = next(iter(results.values()))
        bar.show(searches % moves or moves, f"{best.badge()}: {move_name(best.pv[0])} {best.verdict()}")

    with ProgressBar(moves) as bar:
        return ask(progress=tell)


def _json(board: Board, results: dict[int, Result]) -> str:
    position = {"variant": board.variant_name, "line": board.line(), "over": board.is_over()}
    return json.dumps({**position, "moves": [fields(result) for result in results.values()]})


def _text(board: Board, results: dict[int, Result]) -> str:
    if not results:
        return f"the game is over: {board.outcome()}"
    return "\n".join([HEADING, *(_row(move, result) for move, result in results.items())])


def _row(move: int, result: Result) -> str:
    line = " ".join(map(move_name, result.pv))
    return f"{move_name(move):4} {result.verdict():>6}  {result.badge():15} {result.nodes:10,}  {line}"
