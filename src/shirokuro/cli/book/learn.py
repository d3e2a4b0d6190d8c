"""`shirokuro book learn`: puts games into an experience."""

from __future__ import annotations

import argparse
from dataclasses import fields

from shirokuro import BookError, Experience, LearningEffort, NotationError, Record
from shirokuro.cli.arguments import Subparsers, read_values
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.players.from_experience import side_in
from shirokuro.words.counted import counted

EFFORT = LearningEffort()
WORDS = {
    "nodes": "nodes that each move is searched with",
    "solved": "empties from which on positions are read to the end",
    "positions": "positions that are looked at besides those of a game, at most",
}


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "learn",
        help="put games into an experience",
        description="Learns from games that were played out (WTHOR, GGF, transcripts, JSON lines), each "
        "once. `engine:experience=NAME` then plays by them. Ctrl-C keeps what was learned: the same command "
        "goes on where it was. docs/experience.md tells more.",
    )
    parser.add_argument("name", metavar="NAME", help="the experience, a new one where none is; or a path")
    parser.add_argument("sources", nargs="+", metavar="GAMES", help="a file, - for standard input, or a game")
    parser.add_argument("--variant", metavar="NAME", help="the board, where the games do not say it")
    parser.add_argument(
        "--player",
        metavar="PLAYER",
        help="whose experience it is, as the games name them; else both sides are opponents to learn from",
    )
    for each in fields(EFFORT):
        default = getattr(EFFORT, each.name)
        words = f"{WORDS[each.name]} (default {default}); an experience keeps what it began with"
        parser.add_argument(f"--{each.name}", type=int, default=default, metavar="N", help=words)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    effort = LearningEffort(arguments.nodes, arguments.solved, arguments.positions)
    experience = Experience(arguments.name, effort)
    experience.check()
    for each in fields(effort):  # what was asked for and cannot be had is said; defaults were not asked for
        asked, kept = getattr(effort, each.name), getattr(experience.effort, each.name)
        if asked not in (kept, getattr(EFFORT, each.name)):
            raise BookError(f"--{each.name} {asked}: this experience began with {kept}, and keeps it")
    games = [game for source in arguments.sources for game in _games(source, arguments.variant)]
    finished = [game for game in games if game.moves and game.board().is_over()]
    learned = 0  # games that were new, whatever other programs put in meanwhile
    with stop_on_interrupt() as stop, ProgressBar(len(finished)) as bar:
        for number, game in enumerate(finished, 1):
            owner = side_in(game, arguments.player) if arguments.player else None
            learned += experience.keep(game, owner)
            experience.catch_up(stop)
            if stop.is_set():
                break
            bar.show(number)
    words = [f"{counted(learned, 'game')} learned"]
    if known := len(finished) - learned:
        words.append(f"{known} {'not learned yet or ' if stop.is_set() else ''}known already")
    if left_out := len(games) - len(finished):
        words.append(f"{left_out} that were not played out left out")
    print(", ".join(words))
    for variant, (count, positions) in experience.counts().items():
        print(f"{arguments.name}: {counted(count, 'game')} of {variant}, {counted(positions, 'position')}")
    return INTERRUPTED if stop.is_set() else 0


def _games(source: str, variant: str | None) -> list[Record]:
    values = read_values(source, variant)
    if not values:
        raise ValueError(f"{source}: there is no game in it")
    games = []
    for number, value in enumerate(values, 1):
        try:
            games.append(Record.from_text(value))
        except ValueError as error:
            raise NotationError(str(error), f"{source}: game {number}") from None
    return games
