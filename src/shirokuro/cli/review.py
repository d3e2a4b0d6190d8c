"""`shirokuro review`: what each move of a game lost."""

from __future__ import annotations

import argparse
import json

import shirokuro
from shirokuro import BLACK, WHITE, Judgement, Record, Review, Stop, move_name
from shirokuro.board import SCORINGS
from shirokuro.cli.effort import add_limits, limits_of, names
from shirokuro.cli.interruption import EXIT_CODE, stop_on_interrupt
from shirokuro.cli.source import HELP, Subparsers, add_variant, read_values
from shirokuro.cli.waiting import waiting
from shirokuro.notation import PositionText
from shirokuro.reviewer import DEPTH, EXACT_FROM, MARKS


def add_to(verbs: Subparsers) -> None:
    marks = ", ".join(f"{mark} from {least}" for least, mark in reversed(MARKS))
    parser = verbs.add_parser(
        "review",
        help="what each move of a game lost",
        description=f"Values are in discs for the side that moves. Looks {DEPTH} plies ahead where no limit "
        f"is given, and reads the last {EXACT_FROM} empties to the end. Marks by discs lost: {marks}.",
    )
    parser.add_argument("game", help=HELP)
    add_variant(parser, "the board it is on, where the text does not say")
    parser.add_argument("--number", type=int, default=1, metavar="K", help="the K-th of several (default 1)")
    parser.add_argument("--scoring", choices=SCORINGS, default="winner", help="who gets the empties")
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="threads to search on (default 1)"
    )
    add_limits(parser, "each move", depth=True)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    record = read_record(arguments)
    with stop_on_interrupt() as stop:
        review = _review(record, arguments, stop)
        print(_json(review) if arguments.json else _text(review))
        return EXIT_CODE if stop.is_set() else 0


def read_record(arguments: argparse.Namespace) -> Record:
    values = read_values(arguments.game, arguments.variant)
    if not 1 <= arguments.number <= len(values):
        raise ValueError(f"--number {arguments.number}: the source holds {len(values)}")
    value = values[arguments.number - 1]
    if isinstance(value, PositionText):
        raise ValueError("a game is needed, and this is a position: analyze looks at those")
    return Record.from_text(value)


def _review(record: Record, arguments: argparse.Namespace, stop: Stop) -> Review:
    total = len(record.moves)
    with waiting(total) as show:
        return shirokuro.review(
            record,
            limits_of(arguments),
            arguments.threads,
            lambda judgement: show(total - judgement.ply + 1, str(judgement)),
            scoring=arguments.scoring,
            stop=stop,
        )


def _json(review: Review) -> str:
    record = review.record
    game = {"variant": record.variant, "black": record.black, "white": record.white}
    lost = {"lost": {str(side): review.lost(side) for side in (BLACK, WHITE)}}
    return json.dumps({**game, **lost, "moves": [_fields(judgement) for judgement in review.moves]})


def _fields(judgement: Judgement) -> dict[str, object]:
    return {
        "ply": judgement.ply,
        "side": str(judgement.side),
        "move": move_name(judgement.move),
        "value": judgement.value,
        "loss": judgement.loss,
        "mark": judgement.mark,
        "best": move_name(judgement.best),
        "best_value": judgement.best_value,
        "kind": judgement.kind,
        "depth": judgement.depth,
        "confidence": judgement.confidence,
        "pv": names(judgement.pv),
    }


def _text(review: Review) -> str:
    rows = [" no  side   move     loss  value  best  value  kind"]
    rows += [_row(judgement) for judgement in review.moves]
    rows.append(f"lost in all: black {review.lost(BLACK)}, white {review.lost(WHITE)}")
    return "\n".join(rows)


def _row(judgement: Judgement) -> str:
    move = f"{move_name(judgement.move)}{judgement.mark}"
    kind = f"depth {judgement.depth}" if judgement.kind == "depth" else judgement.kind
    return (
        f"{judgement.ply:3}  {judgement.side!s:5}  {move:7} {judgement.loss:5}  {judgement.value:+5d}  "
        f"{move_name(judgement.best):4}  {judgement.best_value:+5d}  {kind}"
    )
