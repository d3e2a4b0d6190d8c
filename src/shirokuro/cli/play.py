"""`shirokuro play`: a game in the terminal against an AI that tries each move in random games."""

from __future__ import annotations

import argparse
import secrets

from shirokuro import BLACK, PASS, VARIANTS, WHITE, Board, Colour, move_name
from shirokuro.cli.show import describe
from shirokuro.cli.source import Subparsers

COMMANDS = "a move such as f5, or: undo, moves, help, quit"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("play", help="play against an AI in the terminal", description=__doc__)
    parser.add_argument("variant", nargs="?", default="reversi", help=f"one of {', '.join(VARIANTS)}")
    parser.add_argument(
        "--colour", choices=("black", "white"), default="black", help="your side (default black)"
    )
    parser.add_argument(
        "--playouts", type=int, default=1000, metavar="N", help="random games a move: its strength"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="for the same opponent again (default: a new one)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    if arguments.playouts < 1:
        raise ValueError("--playouts: 1 or more")
    if arguments.seed is None:
        arguments.seed = secrets.randbits(32)
    if not 0 <= arguments.seed < 2**32:
        raise ValueError("--seed: 0…2^32-1")
    board = Board(arguments.variant)
    person = BLACK if arguments.colour == "black" else WHITE
    print(f"You are {person.symbol} ({person}). Type {COMMANDS}.")
    while not board.is_over():
        print(f"\n{board}")
        if not _turn(board, person, arguments):
            print(f"moves so far: {board.transcript()}")
            return
    print(f"\n{describe(board)}")


def _turn(board: Board, person: Colour, arguments: argparse.Namespace) -> bool:
    """One move, pass or command; false when the person leaves."""
    if board.must_pass():
        print(f"{board.turn} cannot move and passes")
        board.push_pass()
    elif board.turn == person:
        return _ask(board, person)
    else:
        move = best_by_playouts(board, arguments.playouts, arguments.seed)
        board.push(move)
        print(f"{board.turn.opponent} plays {move_name(move)}")
    return True


def _ask(board: Board, person: Colour) -> bool:
    try:
        word = input(f"{person.symbol}> ").strip().lower()
    except EOFError:
        print()
        return False
    if word in ("quit", "exit", "q"):
        return False
    if word == "undo":
        _undo(board, person)
    elif word == "moves":
        print(" ".join(board.legal_moves.names()))
    elif word in ("", "help", "?"):
        print(f"Type {COMMANDS}.")
    else:
        _push(board, word)
    return True


def _push(board: Board, word: str) -> None:
    try:
        board.push(word)
    except ValueError as error:
        print(error)


def _undo(board: Board, person: Colour) -> None:
    """Back to the person's last choice, over the opponent's moves and all passes."""
    own = [ply for ply, move in enumerate(board.move_stack) if ply % 2 == person and move != PASS]
    if not own:
        print("nothing to undo")
        return
    while len(board.move_stack) > own[-1]:
        board.pop()


def best_by_playouts(board: Board, playouts: int, seed: int) -> int:
    """The move that wins most of `playouts` random games each; the first of equals."""
    from shirokuro import batch  # NumPy takes longer to import than the other commands take to run

    moves = list(board.legal_moves)
    here = batch.from_boards([board] * len(moves))
    after = batch.play(here, moves, variant=board.variant_name).repeat(playouts, axis=0)
    seed = (seed << 8) + len(board.move_stack)
    margins = batch.playout(after, seed=seed, variant=board.variant_name).reshape(len(moves), playouts)
    wins = (margins < 0).sum(axis=1) - (margins > 0).sum(axis=1)
    return moves[int(wins.argmax())]
