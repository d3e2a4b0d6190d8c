"""`shirokuro lab tournament`: a round robin or a gauntlet, kept in the store."""

from __future__ import annotations

import argparse
import json
from contextlib import closing

from shirokuro import Clock, Limits, player
from shirokuro.cli.arguments import Subparsers, limits_of
from shirokuro.cli.lab.options import add_work
from shirokuro.cli.lab.work import Work, at_work, begin, complete, drop_damaged, progress_of, results_of
from shirokuro.cli.match import add_terms, games_of, openings_of
from shirokuro.lab import study_index
from shirokuro.lab.report.chapter import exhibits_of
from shirokuro.lab.report.markdown import chapter
from shirokuro.lab.run.plan import Cell
from shirokuro.lab.run.result import Results
from shirokuro.lab.study import Run
from shirokuro.lab.study_index import recall
from shirokuro.lab.tournament import Tournament
from shirokuro.matches.adjudication import Adjudication
from shirokuro.matches.schedule import Terms
from shirokuro.matches.sprt import OngoingTest, Sprt

AT_FIRST = 1000
"""Games planned at first for a pairing that only its test ends; doubled while it is undecided."""


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "tournament",
        help="many players against each other, with one fit of Elo",
        description="Plays the missing games of a tournament, each opening twice with colours swapped, and "
        "shows the standings. Games are stored: a player that joins later plays only its own games.",
    )
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help="as random, montai:playouts=500 or mymodule.MyPlayer"
    )
    parser.add_argument("--gauntlet", action="store_true", help="the first player meets all others")
    add_terms(parser)
    parser.add_argument("--name", default="tournament", help="name in the store (default tournament)")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_work(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    tournament = tournament_of(arguments)
    with at_work(arguments) as work:
        try:
            results = _play(tournament, work, is_open=games_of(arguments) is None)
        except KeyboardInterrupt:  # an open-ended test is interrupted to see its standing
            asked = recall(work.store, tournament.name)
            _show(asked, results_of(asked, work.store), as_json=arguments.json)
            raise
        _show(recall(work.store, tournament.name), results, as_json=arguments.json)
    return 0


def _show(asked: Run, results: Results, *, as_json: bool) -> None:
    assert isinstance(asked.study, Tournament)
    if as_json:
        print(json.dumps(asked.study.summary(results)), flush=True)
    else:
        print(chapter(asked.study, exhibits_of(asked.study, results)), flush=True)


def tournament_of(arguments: argparse.Namespace) -> Tournament:
    games, limits = games_of(arguments), limits_of(arguments) or Limits()
    terms = Terms(
        AT_FIRST if games is None else games,
        arguments.seed,
        arguments.variant,
        tuple(openings_of(arguments, games) or ()),
        arguments.repeat,
        (limits, limits),
        Clock.parse(arguments.clock) if arguments.clock else None,
        arguments.memory,
        Adjudication.parse(arguments.adjudicate) if arguments.adjudicate else None,
        arguments.order,
        arguments.skip,
    )
    if arguments.name in study_index.studies():
        raise ValueError(f"--name {arguments.name}: that is a study's")
    players = tuple(player(spec).name for spec in arguments.players)
    sprt = Sprt.parse(arguments.sprt) if arguments.sprt else None
    tournament = Tournament(players, terms, arguments.gauntlet, sprt, arguments.name)
    tournament.check()
    return tournament


def _play(tournament: Tournament, work: Work, *, is_open: bool) -> Results:
    """Plays all games; with a test, pairing by pairing. An open tournament has no last game."""
    if tournament.sprt is None:
        return complete(tournament.run(), work)
    begin(tournament.run(), work)
    for first, second in tournament.pairings():
        while not _is_decided(tournament.cell(first, second), work) and is_open:
            tournament = tournament.prolonged()
            work.store.note_run(tournament.name, tournament.run().definition())
    return results_of(tournament.run(), work.store)


def _is_decided(cell: Cell, work: Work) -> bool:
    """Plays a pairing until its test decides or its games are used up; returns whether it decided."""
    assert cell.sprt is not None
    test = OngoingTest(cell.sprt)
    for game in work.store.played([cell]):
        test.add(game.fixture.number, game.half_points)
    drop_damaged(work.store)
    with closing(progress_of(cell.name, [cell], work)) as playing:
        while test.end is None and (progress := next(playing, None)):
            if progress.game is not None:
                fixture, margin = progress.game
                test.add(fixture.number, fixture.half_points(margin))
    return test.end is not None
