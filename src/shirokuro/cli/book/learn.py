"""`shirokuro book learn`: adds games to an experience."""

from __future__ import annotations

import argparse

from shirokuro import BookError, Experience, LearningEffort, Record
from shirokuro.cli.arguments import Subparsers, add_flags, given, naming_game, read_values
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.players.player import side_in
from shirokuro.words.counted import counted


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "learn",
        help="add games to an experience",
        description="Learns from games that were played out (WTHOR, GGF, transcripts, JSON lines), each "
        "once. `engine:experience=NAME` then plays by them. After Ctrl-C the same command continues "
        "where it stopped. See docs/experience.md.",
    )
    parser.add_argument(
        "name", metavar="NAME", help="the experience, created if it does not exist; or a path"
    )
    parser.add_argument("sources", nargs="+", metavar="GAMES", help="a file, - for standard input, or a game")
    parser.add_argument("--variant", metavar="NAME", help="the board, if the games do not say it")
    parser.add_argument(
        "--player",
        metavar="PLAYER",
        help="whose experience it is, by the name in the games (default: learn from both sides as opponents)",
    )
    add_flags(parser, LearningEffort, note="; an experience keeps what it began with")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    wishes = given(arguments, LearningEffort)
    experience = Experience(arguments.name, LearningEffort(**wishes))
    experience.check()
    for name, wish in wishes.items():
        if wish != (kept := getattr(experience.effort, name)):
            raise BookError(f"--{name} {wish}: this experience began with {kept}, and keeps it")
    games = [game for source in arguments.sources for game in _games(source, arguments.variant)]
    finished = [game for game in games if game.moves and game.board().is_over()]
    with stop_on_interrupt() as stop:
        learned = 0  # new games, whatever other programs add meanwhile
        with ProgressBar(len(finished)) as bar:
            for number, game in enumerate(finished, 1):
                owner = side_in(game, arguments.player) if arguments.player else None
                learned += experience.keep(game, owner)
                experience.catch_up(stop)
                if stop.is_set():
                    break
                bar.show(number)
    parts = [f"{counted(learned, 'game')} learned"]
    if known := len(finished) - learned:
        parts.append(f"{known} {'not learned yet or ' if stop.is_set() else ''}known already")
    if left_out := len(games) - len(finished):
        parts.append(f"{left_out} that were not played out left out")
    print(", ".join(parts))
    for variant, (count, positions) in experience.counts().items():
        print(f"{arguments.name}: {counted(count, 'game')} of {variant}, {counted(positions, 'position')}")
    return INTERRUPTED if stop.is_set() else 0


def _games(source: str, variant: str | None) -> list[Record]:
    values = read_values(source, variant)
    if not values:
        raise ValueError(f"{source}: there is no game in it")
    games = []
    for number, value in enumerate(values, 1):
        with naming_game(source, number):
            games.append(Record.from_text(value))
    return games
