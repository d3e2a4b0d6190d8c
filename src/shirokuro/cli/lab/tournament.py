"""`shirokuro lab tournament`: everyone against everyone, or one against all, kept in the store."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from typing import TYPE_CHECKING

from shirokuro import VARIANTS, Clock, Limits, player
from shirokuro.cli.effort import add_limits, limits_of
from shirokuro.cli.lab.options import add_work
from shirokuro.cli.match import SPRT, add_games, games_of, openings_of
from shirokuro.cli.source import Subparsers

if TYPE_CHECKING:
    from shirokuro.cli.lab.work import Work
    from shirokuro.lab.study import Cell
    from shirokuro.lab.tournament import Tournament
    from shirokuro.sprt import Sprt


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "tournament",
        help="many players against each other, with one fit of Elo",
        description="Plays what is missing of a tournament, each opening twice with colours swapped, and "
        "shows the standings. Games are kept: a player that joins later plays its own games only.",
    )
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="as random or montai:playouts=500")
    parser.add_argument("--gauntlet", action="store_true", help="the first player meets all others")
    parser.add_argument("--variant", default="reversi", metavar="NAME", help=f"one of {', '.join(VARIANTS)}")
    add_games(parser)
    add_limits(parser, "each move", depth=True)
    parser.add_argument("--clock", metavar="S+INC", help="seconds a game, and how many come back a move")
    parser.add_argument("--sprt", metavar="TEST", help=f"{SPRT}; for each pairing")
    parser.add_argument("--name", default="tournament", help="under which it is kept (default tournament)")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_work(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from shirokuro.cli.lab.work import at_work, begin, complete, results_of
    from shirokuro.lab.markdown import chapter
    from shirokuro.lab.runs import Run
    from shirokuro.lab.study import Scale

    tournament = tournament_of(arguments)
    asked = Run(tournament, Scale())
    with at_work(arguments) as work:
        if tournament.sprt is None:
            results = complete(asked, work)
        else:
            begin(asked, work)
            for cell in tournament.plan():
                _decide(cell, tournament.sprt, work)
            results = results_of(asked, work.store)
        if arguments.json:
            print(json.dumps(tournament.summary(results)))
        else:
            print(chapter(tournament, tournament.exhibits(results)))
    return 0


def tournament_of(arguments: argparse.Namespace) -> Tournament:
    from shirokuro.lab import catalogue
    from shirokuro.lab.tournament import Tournament
    from shirokuro.schedule import Terms
    from shirokuro.sprt import Sprt

    games, limits = games_of(arguments), limits_of(arguments) or Limits()
    terms = Terms(
        games,
        arguments.seed,
        arguments.variant,
        tuple(openings_of(arguments, games) or ()),
        arguments.repeat,
        (limits, limits),
        Clock.parse(arguments.clock) if arguments.clock else None,
    )
    if arguments.name in catalogue.studies():
        raise ValueError(f"--name {arguments.name}: that is a study's")
    players = tuple(player(spec).name for spec in arguments.players)
    sprt = Sprt.parse(arguments.sprt) if arguments.sprt else None
    return Tournament(players, terms, arguments.gauntlet, sprt, arguments.name)


def _decide(cell: Cell, sprt: Sprt, work: Work) -> None:
    """Plays a pairing until its test has decided."""
    from shirokuro.cli.lab.work import drop_damaged, progress_of
    from shirokuro.lab.tournament import Pairing

    pairing = Pairing(cell, sprt)
    for game in work.store.results([cell])[cell.name].games:
        pairing.add(game.fixture, game.record.result)
    drop_damaged(work.store)
    with closing(progress_of(cell.name, [cell], work)) as playing:
        while pairing.end is None and (progress := next(playing, None)):
            if progress.game is not None:
                pairing.add(*progress.game)
