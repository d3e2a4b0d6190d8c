"""`shirokuro play`: a game in the terminal against an AI, between two people, or between two AIs."""

from __future__ import annotations

import argparse
import math
import os
import secrets
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path

from shirokuro import BLACK, WHITE, Clock, Colour, Player, player
from shirokuro.board.record import handicap_game
from shirokuro.cli.arguments import POSITIONS, Subparsers, add_language, read_game
from shirokuro.cli.opening_view import opening_lines
from shirokuro.cli.play_commands import PlayCommands
from shirokuro.cli.play_rival import NAME, RememberedRival
from shirokuro.cli.play_turns import advance, beside, prompt, watch
from shirokuro.cli.screen import Screen
from shirokuro.matches.interactive_game import SEEDS, PlayedGame, rival_side
from shirokuro.squares.variant import VARIANTS, find_variant
from shirokuro.words.message import Message, language_of_locale

OPPONENT = "rival"
PEOPLE = {"black": {BLACK}, "white": {WHITE}, "both": {BLACK, WHITE}, "none": set[Colour]()}
PACE = 1.0
"""Seconds per move when watching."""


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("play", description=__doc__)
    parser.add_argument("variant", nargs="?", help=f"one of {', '.join(VARIANTS)} (default reversi)")
    parser.add_argument("--colour", choices=PEOPLE, help="the side that people play (default black)")
    parser.add_argument(
        "--opponent",
        metavar="PLAYER",
        help=f"the opponent, one of `shirokuro players` (default {OPPONENT})",
    )
    parser.add_argument(
        "--name", metavar="NAME", help=f"the name under which the rival remembers you (default {NAME!r})"
    )
    parser.add_argument("--black", metavar="PLAYER", help="who plays black; with --white you watch")
    parser.add_argument("--white", metavar="PLAYER", help="who plays white")
    parser.add_argument(
        "--handicap", type=int, default=0, metavar="N", help="corners that black has at the start, 1 to 4"
    )
    parser.add_argument(
        "--handicap-discs",
        type=float,
        default=0,
        metavar="N",
        help="discs added to black's count at the end",
    )
    parser.add_argument("--board", "--position", metavar="TEXT", help=f"where to begin: {POSITIONS}")
    parser.add_argument(
        "--clock", metavar="S+INC", help="seconds per side for the game, and the increment per move"
    )
    parser.add_argument(
        "--pace", type=float, metavar="S", help=f"when watching: least seconds per move (default {PACE:g})"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="repeats what players choose (default: new)")
    add_language(parser, "the language of the game")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    seats = _seats(arguments)
    clock = None if arguments.clock is None else Clock.parse(arguments.clock)
    if arguments.board is None:
        variant = find_variant(arguments.variant or "reversi").name
        begun = handicap_game(variant, arguments.handicap, arguments.handicap_discs)
    elif arguments.handicap or arguments.handicap_discs:
        raise ValueError(Message("errors.handicap_start"))
    else:
        begun = read_game(arguments.board, arguments.variant)
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    if not 0 <= seed < SEEDS:
        raise ValueError(Message("play.seed_range"))
    # Without a terminal there is no pause between moves, unless --pace is given.
    pace = arguments.pace if arguments.pace is not None else PACE if sys.stdout.isatty() else 0.0
    game = PlayedGame(begun, seats, seed, clock)
    if not 0 <= pace < math.inf:
        raise ValueError(Message("play.pace_range"))
    rival = RememberedRival(game, arguments.name)
    screen = Screen(arguments.lang)
    commands = PlayCommands(game, screen, rival)
    try:
        if game.is_watched():
            watch(game, screen, pace)
            return
        shown: list[str] = []
        screen.explain(Message("game.type_move").text(screen.language))
        if rival_side(seats) is not None and (game.board.handicap or game.handicap_discs):
            screen.tell(Message("rival.handicap"))
        while not commands.is_leaving:  # moves of a finished game can be taken back
            view = commands.view()
            if (drawn := view.plain()) != shown:
                screen.show(view, beside(game, screen.language))
                shown = drawn
            rival.tell_result(game, screen)
            if game.is_over() or game.waits():
                commands.obey(screen.ask(prompt(game, screen.language)))
            else:
                advance(game, screen)
    except (KeyboardInterrupt, EOFError):
        screen.say()
    finally:
        _print_moves(game, screen, rival)
        with screen.thinking(Message("game.learning")):
            game.learn()
        game.close()


def _seats(arguments: argparse.Namespace) -> Mapping[Colour, Player | None]:
    """Who plays each side; None is a person."""
    asked = {BLACK: arguments.black, WHITE: arguments.white}
    named = {side: spec for side, spec in asked.items() if spec is not None}
    people = {BLACK} if not named else set(Colour) - set(named)
    if arguments.colour is not None:
        people = PEOPLE[arguments.colour]
    for side in people & set(named):
        raise ValueError(
            Message("play.who_plays", seat=str(side), player=named[side], colour=arguments.colour, side=side)
        )
    if arguments.opponent is not None and people | set(named) == set(Colour):
        raise ValueError(Message("play.sides_taken", player=arguments.opponent))
    opponent = OPPONENT if arguments.opponent is None else arguments.opponent
    seats = {side: None if side in people else player(named.get(side, opponent)) for side in Colour}
    # An option without effect is a misunderstanding.
    if arguments.pace is not None and None in seats.values():
        raise ValueError(Message("play.pace_unused"))
    if arguments.seed is not None and not any(seats.values()):
        raise ValueError(Message("play.seed_unused"))
    if arguments.name is not None and rival_side(seats) is None:
        raise ValueError(Message("rival.name_unused"))
    if arguments.name is not None and not arguments.name.strip():
        raise ValueError(Message("rival.name_needed"))
    return seats


def _print_moves(game: PlayedGame, screen: Screen, rival: RememberedRival) -> None:
    """Prints the moves, and the commands to review the game or to continue it."""
    if game.is_over():
        screen.tell(Message("game.over", message=game.result()))
    if not game.board.move_stack:
        return
    moves, variant = game.text(), game.board.variant_name
    for line in opening_lines(game.board, screen.language):
        screen.say(line)
    screen.tell(Message("game.moves" if game.is_over() else "game.moves_so_far", moves=moves))
    if not game.is_over():
        again = [*program(), "play", *_options(game, screen), *rival.options(game), "--board", moves]
        screen.tell(Message("game.go_on", command=shlex.join(again)))
    review = [*program(), "review", moves, "--variant", variant]
    screen.tell(Message("game.review", command=shlex.join(review)))


def program() -> list[str]:
    """The command that starts this program; its bare name only if the shell finds it by that."""
    script = Path(sysconfig.get_path("scripts"), "shirokuro")
    found = shutil.which("shirokuro")
    if found is not None and script.exists() and Path(found).samefile(script):
        return ["shirokuro"]
    if not script.exists():
        return [sys.executable, "-m", "shirokuro.cli"]
    return [os.path.relpath(script)] if Path.cwd() in script.parents[1:] else [str(script)]


def _options(game: PlayedGame, screen: Screen) -> Iterator[str]:
    """The options that restore the board, the players and the clock."""
    yield game.board.variant_name
    if not any(game.seats.values()):
        yield from ("--colour", "both")
    else:
        yield from ("--seed", str(game.seed))
    for side, each in game.seats.items():
        if each is not None:
            yield from (f"--{side}", each.name)
    if game.clock is not None:
        yield from ("--clock", str(game.clock))
    if screen.language != language_of_locale():
        yield from ("--lang", screen.language)
