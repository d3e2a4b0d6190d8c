"""`shirokuro play`: a game in the terminal, against an AI, against each other, or between two AIs."""

from __future__ import annotations

import argparse
import secrets
import shlex
from collections.abc import Iterator, Mapping

from shirokuro import BLACK, PASS, WHITE, Board, Choice, Colour, Player, Record, move_name, notation, player
from shirokuro.cli.play_commands import PlayCommands
from shirokuro.cli.played_game import PlayedGame, name_of
from shirokuro.cli.screen import Screen
from shirokuro.cli.source import HELP, Subparsers, read_values
from shirokuro.variant import VARIANTS

OPPONENT = "engine:level=4"
PEOPLE = {"black": {BLACK}, "white": {WHITE}, "both": {BLACK, WHITE}, "none": set[Colour]()}
MOST_SEED = 2**32 - 1


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("play", help="play in the terminal", description=__doc__)
    parser.add_argument("variant", nargs="?", help=f"one of {', '.join(VARIANTS)} (default reversi)")
    parser.add_argument("--colour", choices=PEOPLE, help="what people play (default black)")
    parser.add_argument(
        "--opponent",
        metavar="PLAYER",
        default=OPPONENT,
        help=f"who plays against them, as `shirokuro players` lists them (default {OPPONENT})",
    )
    parser.add_argument("--black", metavar="PLAYER", help="who plays black; with --white you watch")
    parser.add_argument("--white", metavar="PLAYER", help="who plays white")
    parser.add_argument("--board", "--position", metavar="TEXT", help=f"where to begin: {HELP}")
    parser.add_argument("--seed", type=int, metavar="N", help="for the same luck again (default: new luck)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    if not 0 <= seed <= MOST_SEED:
        raise ValueError("--seed: 0…2^32-1")
    game = PlayedGame(_board(arguments), _seats(arguments), seed)
    screen = Screen()
    try:
        _play(game, screen)
    except (KeyboardInterrupt, EOFError):
        screen.say()
    finally:
        _say_goodbye(game, screen)


def _board(arguments: argparse.Namespace) -> Board:
    if arguments.board is None:
        return Board(arguments.variant or "reversi")
    values = read_values(arguments.board, arguments.variant)
    if len(values) != 1:
        raise ValueError(f"--board: one position or game was expected, there are {len(values)}")
    return Board.from_text(values[0])


def _seats(arguments: argparse.Namespace) -> Mapping[Colour, Player | None]:
    """Who plays each side; None is a person."""
    named = {side: spec for side, spec in ((BLACK, arguments.black), (WHITE, arguments.white)) if spec}
    people = {BLACK} if not named else set(Colour) - set(named)
    if arguments.colour is not None:
        people = PEOPLE[arguments.colour]
    for side in people & set(named):
        raise ValueError(f"--{side} {named[side]} and --colour {arguments.colour}: who plays {side}?")
    return {side: None if side in people else player(named.get(side, arguments.opponent)) for side in Colour}


def _play(game: PlayedGame, screen: Screen) -> None:
    """Until the game is over and nobody takes anything back, or somebody leaves."""
    commands = PlayCommands(game, screen)
    shown: list[str] = []
    if not game.is_watched():
        screen.say("Type a move such as f5, or help.")
    while not commands.is_leaving:
        view = commands.view()
        if (drawn := view.plain()) != shown:
            screen.show(view, _beside(game))
            shown = drawn
        if game.is_over() and game.is_watched():
            return
        if game.is_over() or game.waits():
            commands.obey(screen.ask(_prompt(game)))
        else:
            _advance(game, screen)


def _advance(game: PlayedGame, screen: Screen) -> None:
    """A pass, or the move of an AI."""
    side = game.board.turn
    if game.board.must_pass():
        game.push(PASS)
        screen.say(f"{side} cannot move and passes")
        return
    with screen.thinking(f"{name_of(game.seats[side])} is thinking"):
        choice = game.think()
    game.push(choice.move, choice)
    screen.say(f"{side} plays {move_name(choice.move)}{_thought(choice) if game.is_watched() else ''}")


def _thought(choice: Choice) -> str:
    """What it thinks of its move: only for those who look on."""
    value = "" if choice.value is None else f"{choice.value:+g}"
    words = ", ".join(filter(None, (value, choice.note)))
    return f" ({words})" if words else ""


def _prompt(game: PlayedGame) -> str:
    return f"{game.result()}; undo, save FILE or quit" if game.is_over() else str(game.board.turn)


def _beside(game: PlayedGame) -> list[str]:
    """What stands at the side of the board."""
    board = game.board
    lines = [
        f"{side.symbol} {side}  {len(board.discs(side)):2}  {name_of(game.seats[side])}" for side in Colour
    ]
    made = sum(move != PASS for move in board.move_stack)
    state = f"over after {made} moves" if game.is_over() else f"move {made + 1}, {board.turn} to move"
    return ["", *lines, "", f"{board.variant}, {state}"]


def _say_goodbye(game: PlayedGame, screen: Screen) -> None:
    """All that is needed to look at the game again, or to go on with it."""
    if game.is_over():
        screen.say(f"over: {game.result()}")
    if not game.board.move_stack:
        return
    text, variant = _text_of(game.board), game.board.variant_name
    screen.say(f"moves{'' if game.is_over() else ' so far'}: {text}")
    if not game.is_over():
        screen.say(f"go on with it: {shlex.join(['shirokuro', 'play', *_options(game), '--board', text])}")
    screen.say(f"review it: {shlex.join(['shirokuro', 'review', text, '--variant', variant])}")


def _options(game: PlayedGame) -> Iterator[str]:
    """What brings the same people and players to the same kind of board."""
    yield game.board.variant_name
    if not any(game.seats.values()):
        yield from ("--colour", "both")
    for side, each in game.seats.items():
        if each is not None:
            yield from (f"--{side}", each.name)
    yield from ("--seed", str(game.seed))


def _text_of(board: Board) -> str:
    """The moves; with the position they began with, if it is not the usual one."""
    record = Record.from_board(board)
    if record.start is None:
        return board.transcript()
    return str(notation.render([record.to_text()], "ggf")).strip()
