"""`shirokuro data`: makes data sets of games for research."""

from __future__ import annotations

import argparse
import json
import shlex
from dataclasses import fields
from pathlib import Path

from shirokuro import VARIANTS
from shirokuro.cli.arguments import Subparsers, processors
from shirokuro.cli.interrupt import importing
from shirokuro.cli.long_work import ProgressBar


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("data", description="Makes data sets of games. See docs/research.md.")
    inner = parser.add_subparsers(dest="data_verb", metavar="VERB", required=True)
    parser = inner.add_parser(
        "generate",
        help="write games to a folder, as Parquet with a data card",
        description="Plays games and writes their moves and results to a folder: Parquet files, and a card "
        "that says what they are. The same seed gives the same games. After an interruption the same command "
        "goes on.",
    )
    parser.add_argument("folder", type=Path, help="a new folder, or one that this command made")
    parser.add_argument("--games", type=int, default=1_000_000, metavar="N", help="games (default 1000000)")
    parser.add_argument(
        "--by",
        default="random",
        metavar="PLAYER",
        help="who plays both sides: random (default), person:rating=1500, engine:level=5, any player",
    )
    names = ", ".join(VARIANTS)
    parser.add_argument("--variant", default="reversi", metavar="NAME", help=f"the board; one of {names}")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="another seed, other games (default 1)"
    )
    parser.add_argument(
        "--exact",
        type=int,
        default=0,
        metavar="N",
        help="add exact values of positions with N empties or fewer",
    )
    parser.add_argument(
        "--opening",
        type=int,
        metavar="N",
        help="random first moves (default 8; none for random and person, which vary by themselves)",
    )
    parser.add_argument("--shard", type=int, metavar="N", help="games of one file (default: by the player)")
    parser.add_argument(
        "--jobs", type=int, default=processors(), metavar="N", help="processes (default: all)"
    )
    parser.add_argument("--licence", default="", metavar="NAME", help="of the data (default CC0-1.0)")
    parser.add_argument("--json", action="store_true", help="the card as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    with importing():
        from shirokuro.research.data_card import CARD, LICENCE, DataCard, read_card
        from shirokuro.research.data_plan import DataPlan
        from shirokuro.research.data_set import generate

    plan = DataPlan(**{field.name: getattr(arguments, field.name) for field in fields(DataPlan)})
    card = DataCard(plan, shlex.join(["shirokuro", *arguments.words]), arguments.licence or LICENCE)
    with ProgressBar(plan.games, "games") as bar:
        for progress in generate(card, arguments.folder, arguments.jobs):
            bar.show(progress.done)
    if arguments.json:
        print(json.dumps(json.loads((arguments.folder / CARD).read_text(encoding="utf-8"))))
        return
    card = read_card(arguments.folder)
    print(f"{arguments.folder}: {card.games:,} games, {card.size / 1e6:,.1f} MB in {len(card.shards)} files")
