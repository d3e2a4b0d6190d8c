"""`shirokuro review`: the loss of each move of a game, or of all games of a file."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path

import shirokuro
from shirokuro import VARIANTS, Colour, Judgement, Record, Review, Stop, move_name
from shirokuro.cli.arguments import (
    GAMES,
    Subparsers,
    add_language,
    add_limits,
    add_search,
    add_variant,
    check_page,
    exists,
    limits_of,
    read_values,
)
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.cli.opening_view import opening_fields, opening_lines
from shirokuro.cli.review_graph import text_graph
from shirokuro.cli.review_page import write_page
from shirokuro.cli.review_text import (
    GAMES_HEADING,
    explanations,
    game_row,
    header,
    player_rows,
    reasons,
    table,
    totals,
)
from shirokuro.explanation.reviewer import DEPTH, EXACT_FROM, MARKS
from shirokuro.notation import Notated, PositionText
from shirokuro.words.message import Language, Message


def add_to(verbs: Subparsers) -> None:
    marks = ", ".join(f"{mark} from {least}" for least, mark in reversed(MARKS))
    parser = verbs.add_parser(
        "review",
        description=f"Values are in discs for the side that moves. Without limits it searches {DEPTH} plies "
        f"ahead and solves the last {EXACT_FROM} empties exactly. Marks by discs lost: {marks}. For several "
        "games it prints a line per game and the mean loss of each player.",
    )
    parser.add_argument("game", help=GAMES)
    add_variant(parser)
    parser.add_argument("--number", type=int, metavar="K", help="review only the K-th game, move by move")
    add_search(parser)
    add_limits(parser, "each move", depth=True)
    parser.add_argument(
        "--why",
        action="store_true",
        help="explain why the marked moves lost discs",
    )
    add_language(parser, "the language of moves and reasons")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object per line for each game")
    form.add_argument("--plot", action="store_true", help="a graph of the lead after each game")
    parser.add_argument("--out", metavar="FILE.html", help="also write an HTML page with boards and graphs")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    records = read_records(arguments)
    if arguments.out is not None:  # report errors before the long work
        check_page(arguments.out)
        if exists(arguments.game) and exists(arguments.out) and Path(arguments.out).samefile(arguments.game):
            raise ValueError(f"{arguments.out}: the page would overwrite the games")
    with stop_on_interrupt() as stop:
        reviews = _review_all(records, arguments, stop)
        if arguments.out and (not stop.is_set() or any(review.moves for review in reviews)):
            write_page(reviews, Path(arguments.out), arguments.lang)
            print(f"{arguments.out}: written", file=sys.stderr)
        return INTERRUPTED if stop.is_set() else 0


def read_records(arguments: argparse.Namespace) -> dict[int, Record]:
    """The games to review by number; all are replayed before the first review begins."""
    if arguments.game in VARIANTS:  # a game on this board without moves
        if arguments.variant not in (None, arguments.game):
            raise ValueError(f"{arguments.game} is not a game of {arguments.variant}")
        values: list[Notated] = [Record(arguments.game).to_text()]
    else:
        values = read_values(arguments.game, arguments.variant)
    if not values:
        raise ValueError("there is no game to review")
    if arguments.number is None:
        return {number: _record(value, number, len(values)) for number, value in enumerate(values, 1)}
    if not 1 <= arguments.number <= len(values):
        raise ValueError(f"--number {arguments.number}: the source holds {len(values)}")
    return {arguments.number: _record(values[arguments.number - 1], arguments.number, len(values))}


def _record(value: Notated, number: int, total: int) -> Record:
    where = f"game {number}: " if total > 1 else ""
    if isinstance(value, PositionText):
        raise ValueError(f"{where}this is a position, not a game: use `shirokuro analyze`")
    try:
        return Record.from_text(value)
    except ValueError as error:
        raise ValueError(f"{where}{error}") from None


def _review_all(records: dict[int, Record], arguments: argparse.Namespace, stop: Stop) -> list[Review]:
    """Prints each review when it is done; when stopped, the last one is incomplete."""
    is_many = len(records) > 1
    reviews: list[Review] = []
    if is_many and not arguments.json:
        print(GAMES_HEADING.text(arguments.lang), flush=True)
    done = 0

    def show(judged: Judgement) -> None:
        bar.show(done - judged.ply + 1, str(judged))  # a game is judged from its end

    with ProgressBar(sum(len(record.moves) for record in records.values())) as bar:
        for number, record in records.items():
            done += len(record.moves)
            limits, scoring = limits_of(arguments), arguments.scoring
            review = shirokuro.review(record, limits, arguments.threads, show, scoring=scoring, stop=stop)
            reviews.append(review)
            print("\n".join(_lines(number, review, arguments, is_many)), flush=True)
            if stop.is_set():
                break
    if is_many and not arguments.json:
        print("\n".join(["", *player_rows(reviews, arguments.lang)]))
    return reviews


def _lines(number: int, review: Review, arguments: argparse.Namespace, is_many: bool) -> list[str]:
    """The review of a game in the requested form."""
    if arguments.json:
        return [_json(number, review, arguments.why)]
    graph = text_graph(review, shutil.get_terminal_size().columns) if arguments.plot else []
    language: Language = arguments.lang
    why = reasons(review, language) if arguments.why else []
    if is_many:
        return [game_row(number, review, language), *graph, *why]
    if not review.record.moves:
        return [header(review.record, language), Message("reviews.no_moves").text(language)]
    return [
        header(review.record, language),
        *opening_lines(review.record, language),
        *table(review, language),
        *totals(review, language),
        *graph,
        *why,
    ]


def _json(number: int, review: Review, has_reasons: bool) -> str:
    record = review.record
    game = {"number": number, "variant": record.variant, "black": record.black, "white": record.white}
    game |= {"result": record.result, "note": record.note, "opening": opening_fields(record)}
    lost = {"lost": {str(side): review.lost(side) for side in Colour}}
    mean = {"mean_loss": {str(side): review.mean_loss(side) for side in Colour}}
    why = dict(explanations(review)) if has_reasons else {}
    moves = []
    for judged in review.moves:
        fields: dict[str, object] = {
            "ply": judged.ply,
            "side": str(judged.side),
            "move": move_name(judged.move),
            "value": judged.value,
            "loss": judged.loss,
            "mark": judged.mark,
            "best": move_name(judged.best),
            "best_value": judged.best_value,
            "kind": judged.kind,
            "depth": judged.depth,
            "confidence": judged.confidence,
            "pv": [*map(move_name, judged.pv)],
            "played_pv": [*map(move_name, judged.played_pv)],
        }
        if judged in why:
            fields["why"] = why[judged].to_dict()
        moves.append(fields)
    return json.dumps({**game, **lost, **mean, "moves": moves})
