"""`shirokuro match`: plays many games between two players and estimates their difference in strength."""

from __future__ import annotations

import argparse
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TextIO
from warnings import catch_warnings

from shirokuro import VARIANTS, Clock, NotationError, Record, Stop, notation
from shirokuro.cli.arguments import Subparsers, add_limits, check_page, exists, limits_of, read_values
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.matches.adjudication import Adjudication
from shirokuro.matches.fixture import Game
from shirokuro.matches.match_result import MatchResult
from shirokuro.matches.match_runner import MatchProgress, match
from shirokuro.matches.schedule import GAMES
from shirokuro.matches.sprt import Sprt
from shirokuro.opening_names.level_openings import random_openings

UNTIL_DECIDED = 10_000
"""Random openings for a match that ends only by its test."""
OPENINGS = "openings to draw from: book (shipped, level; default), none (the start), random:PLIES, or a file"
SPRT = "end as soon as this test has decided: elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized, in part"
ADJUDICATION = (
    "end decided games: solve=12 (with the exact result from 12 empties on) or discs=20,moves=3 (once both "
    "players saw 20 discs for one side in 3 moves each), or both"
)
MEMORY = "let players that learn begin with what they remember; each pairing plays one game after the other"
FORMS = {".ggf": "ggf", ".json": "json", ".jsonl": "json", ".pgn": "pgn"}


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "match",
        description="Plays two players against each other, each opening twice with colours swapped. Wins are "
        "the first player's. `shirokuro players` lists who can play. Ctrl-C shows the result so far.",
    )
    parser.add_argument("first", help="a player, as random, montai:playouts=500 or mymodule.MyPlayer")
    parser.add_argument("second", help="its opponent")
    add_terms(parser)
    parser.add_argument("--jobs", "--concurrency", type=int, default=1, metavar="N", help="games at a time")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster, as tcp://host:8786")
    parser.add_argument(
        "--strict",
        action="store_true",
        help="end with an error if a player commits a fault, which would lose it the game",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="save the games as they end: .ggf, .pgn, or .jsonl with all details",
    )
    parser.add_argument(
        "--report-every", type=int, metavar="N", help="also show score and Elo after every N games"
    )
    parser.add_argument(
        "--by-opening", action="store_true", help="also show the results by named opening (8x8)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def add_terms(parser: argparse.ArgumentParser) -> None:
    """Adds the options that define the games of a match, or of each pairing of a tournament."""
    parser.add_argument("--variant", default="reversi", metavar="NAME", help=f"one of {', '.join(VARIANTS)}")
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        help=f"games in all, or in each round (default {GAMES}; with --sprt until it has decided)",
    )
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="rounds, of two games unless --games is given"
    )
    parser.add_argument(
        "--repeat", type=int, nargs="?", const=2, default=2, metavar="N", help="games an opening (default 2)"
    )
    parser.add_argument("--openings", default="book", metavar="WHAT", help=OPENINGS)
    parser.add_argument(
        "--order", choices=("random", "listed"), default="random", help="of the openings (default random)"
    )
    parser.add_argument(
        "--skip", type=int, default=0, metavar="N", help="openings to leave out at first, in that order"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="another seed, other games")
    add_limits(parser, "each move", depth=True)
    parser.add_argument(
        "--clock", metavar="S+INC", help="seconds for a whole game, and the increment per move"
    )
    parser.add_argument("--sprt", metavar="TEST", help=SPRT)
    parser.add_argument("--adjudicate", metavar="WHEN", help=ADJUDICATION)
    parser.add_argument("--memory", action="store_true", help=MEMORY)


def run(arguments: argparse.Namespace) -> int:
    if arguments.out is not None:
        if arguments.out.suffix not in FORMS:
            raise ValueError(f"{arguments.out}: games are kept in a file with {', '.join(FORMS)}")
        check_page(str(arguments.out))
    if arguments.report_every is not None and arguments.report_every < 1:
        raise ValueError(f"--report-every: 1 or more games, not {arguments.report_every}")
    with stop_on_interrupt() as stop:
        result = _play(arguments, stop)
    # If the match was interrupted before the first game ended, an older file stays.
    if arguments.out is not None and (result.records or not result.is_interrupted):
        records = [record.to_text() for record in result.records]
        notation.write(arguments.out, records, FORMS[arguments.out.suffix])  # in the order of their numbers
    if arguments.json:
        print(json.dumps(result.summary()))
    else:
        stopped = ", interrupted" if result.is_interrupted else ""
        head = f"{result.first} - {result.second}, {arguments.variant}{stopped}"
        openings = result.openings_text() if arguments.by_opening else ""
        print("\n".join(filter(None, (head, str(result), openings))))
    return INTERRUPTED if result.is_interrupted else 0


def _play(arguments: argparse.Namespace, stop: Stop) -> MatchResult:
    games = games_of(arguments)

    def show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
        """Prints one line, without the place in our code."""
        print(f"shirokuro match: {message}", file=sys.stderr)

    def show(standing: MatchProgress) -> None:
        tally, llr = standing.tally, "" if standing.llr is None else f", LLR {standing.llr:.2f}"
        words = f"+{tally.wins} ={tally.draws} -{tally.losses}, Elo {standing.estimate}{llr}"
        bar.show(standing.done, words)
        if arguments.report_every and standing.done % arguments.report_every == 0:
            print(f"{standing.done} games: {words}", file=sys.stderr)

    with ProgressBar(games) as bar, catch_warnings(), _file_of_games(arguments.out) as keep:
        warnings.showwarning = show_warning
        return match(
            arguments.first,
            arguments.second,
            games,
            arguments.seed,
            variant=arguments.variant,
            openings=openings_of(arguments, games),
            repeat=arguments.repeat,
            limits=limits_of(arguments),
            clock=Clock.parse(arguments.clock) if arguments.clock else None,
            sprt=Sprt.parse(arguments.sprt) if arguments.sprt else None,
            memory=arguments.memory,
            adjudication=Adjudication.parse(arguments.adjudicate) if arguments.adjudicate else None,
            order=arguments.order,
            skip=arguments.skip,
            strict=arguments.strict,
            jobs=arguments.jobs,
            cluster=arguments.cluster,
            stop=stop,
            progress=show,
            on_game=keep,
        )


@contextmanager
def _file_of_games(file: Path | None) -> Iterator[Callable[[Game], None] | None]:
    """Writes each game as it ends, so that none is lost if the program is killed.

    The first game replaces an older file. What is no file, such as a pipe, gets all games at the end.
    """
    if file is None or (file.exists() and not file.is_file()):
        yield None
        return
    with ExitStack() as closing:
        opened: list[TextIO] = []

        def keep(game: Game) -> None:
            if not opened:
                opened.append(closing.enter_context(file.open("w", encoding="utf-8")))
            opened[0].write(str(notation.render([game.record.to_text()], FORMS[file.suffix])))
            opened[0].flush()

        yield keep


def games_of(arguments: argparse.Namespace) -> int | None:
    """Rounds times games per round; None if only a test ends the match."""
    if arguments.rounds is not None:
        return int(arguments.rounds * (arguments.games or 2))
    if arguments.games is None:
        return None if arguments.sprt else GAMES
    return int(arguments.games)


def openings_of(arguments: argparse.Namespace, games: int | None) -> list[str] | None:
    wish: str = arguments.openings
    if wish == "book":
        return None
    if wish == "none":
        return [""]
    if plies := re.fullmatch(r"random:([0-9]{1,3})", wish):
        count = UNTIL_DECIDED if games is None else max(games, 1)
        return [*random_openings(arguments.variant, int(plies[1]), count, arguments.seed)]
    try:
        return read_openings(wish, arguments.variant)
    except NotationError as error:
        if exists(wish):
            raise
        known = "book, none, random:PLIES, a file or a position"
        raise ValueError(f"--openings {wish}: {known} is possible: {error}") from None


def read_openings(source: str, variant: str) -> list[str]:
    """The positions and games of a file or text as openings.

    A game from the usual start becomes a transcript, any other its last position.
    """
    values = read_values(source, variant)
    if not values:
        raise ValueError(f"{source}: no openings there")
    records = [Record.from_text(value) for value in values]
    return [
        record.board().transcript()
        if isinstance(value, notation.GameText) and record.start is None
        else record.board().line()
        for value, record in zip(values, records, strict=True)
    ]
