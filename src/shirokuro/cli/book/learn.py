"""`shirokuro book learn`: puts games into an experience."""

from __future__ import annotations

import argparse

from shirokuro import BookError, Colour, Experience, LearningEffort, NotationError, Record, Stop
from shirokuro.cli.arguments import Subparsers, add_flags, given, read_values
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.errors import message_of
from shirokuro.players.player import side_in
from shirokuro.words.counted import counted
from shirokuro.words.message import Message


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
        learned = _learn(experience, finished, arguments.player or "", stop)
    told = [f"{counted(learned, 'game')} learned"]
    if known := len(finished) - learned:
        told.append(f"{known} {'not learned yet or ' if stop.is_set() else ''}known already")
    if left_out := len(games) - len(finished):
        told.append(f"{left_out} that were not played out left out")
    print(", ".join(told))
    for variant, (count, positions) in experience.counts().items():
        print(f"{arguments.name}: {counted(count, 'game')} of {variant}, {counted(positions, 'position')}")
    return INTERRUPTED if stop.is_set() else 0


def _learn(experience: Experience, games: list[Record], player: str, stop: Stop) -> int:
    """How many games were new, whatever other programs put in meanwhile."""
    learned = 0
    with ProgressBar(len(games)) as bar:
        for number, game in enumerate(games, 1):
            owner: Colour | None = side_in(game, player) if player else None
            learned += experience.keep(game, owner)
            experience.catch_up(stop)
            if stop.is_set():
                break
            bar.show(number)
    return learned


def _games(source: str, variant: str | None) -> list[Record]:
    values = read_values(source, variant)
    if not values:
        raise ValueError(f"{source}: there is no game in it")
    games = []
    for number, value in enumerate(values, 1):
        try:
            games.append(Record.from_text(value))
        except ValueError as error:
            raise NotationError(message_of(error), Message("places.game", number=number)).at(source) from None
    return games
