"""`shirokuro experience`: shows, exports, imports and deletes what engines learned from their games."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from shirokuro import Board, BookError, Experience, move_name, notation
from shirokuro.cli.arguments import GAMES, Subparsers, check_page, read_board
from shirokuro.cli.book.show import NOT_THERE, described
from shirokuro.cli.opening_view import opening_lines
from shirokuro.errors import nearest
from shirokuro.experience.experience import SUFFIX, experience_names
from shirokuro.words.counted import counted

BOOK = ".book"
GAME_FORMS = {".jsonl": "json", ".json": "json", ".ggf": "ggf"}


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "experience",
        description="What `engine:experience=NAME` learned. Games come in as they are played in the "
        "terminal or in matches with --memory, or with `shirokuro book learn` (docs/experience.md).",
    )
    inner = parser.add_subparsers(dest="experience_verb", metavar="VERB", required=True)
    listing = inner.add_parser("list", help="all experiences in the user's data")
    listing.set_defaults(run=run_list)
    show = _named(inner, "show", "what an experience knows of a position")
    show.add_argument(
        "position", nargs="?", help=f"{GAMES}; without one: what there is in all, and the start"
    )
    _add_board(show)
    show.set_defaults(run=run_show)
    words = f"all of it ({SUFFIX}), its values as a book ({BOOK}), or its games ({', '.join(GAME_FORMS)})"
    export = _named(inner, "export", "write an experience to a file: all of it, as a book, or its games")
    export.add_argument("file", type=Path, metavar="FILE", help=words)
    _add_board(export)
    export.set_defaults(run=run_export)
    add = _named(inner, "import", f"add all of an experience that was exported as {SUFFIX}")
    add.add_argument("file", type=Path, metavar="FILE", help=f"as `export` wrote it ({SUFFIX})")
    add.set_defaults(run=run_import)
    reset = _named(inner, "reset", "forget all games of an experience")
    reset.add_argument("--yes", action="store_true", help="do not ask")
    reset.set_defaults(run=run_reset)


def _named(inner: Subparsers, verb: str, words: str) -> argparse.ArgumentParser:
    parser = inner.add_parser(verb, help=words, description=f"{words[0].upper()}{words[1:]}.")
    parser.add_argument("name", metavar="NAME", help="as in `engine:experience=NAME`; or a path")
    return parser


def _add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", metavar="NAME", help="the board, if the experience has several")


def run_list(arguments: argparse.Namespace) -> None:
    for name in experience_names():
        try:
            boards = [
                f"{counted(games, 'game')} of {board}"
                for board, (games, _) in Experience(name).counts().items()
            ]
            print(f"{name}: {', '.join(boards) or 'no games'}")
        except BookError as error:
            print(error)
    if not experience_names():
        print("no experience yet")


def run_show(arguments: argparse.Namespace) -> int:
    experience = _known(arguments.name)
    if arguments.position is None:
        board, effort = Board(_variant(experience, arguments.variant)), experience.effort
        print(experience.path)
        for variant, (games, positions) in experience.counts().items():
            print(f"{variant}: {counted(games, 'game')}, {counted(positions, 'position')}")
        if unread := sum(not game.is_searched for game in experience.games()):
            print(f"{counted(unread, 'game')} not searched yet: the next game goes on with them")
        print(
            f"each move is searched with {effort.nodes} nodes, from {effort.solved} empties on solved; "
            f"up to {effort.positions} more positions per game\n"
        )
    else:
        board = read_board(arguments.position, arguments.variant)
    entry = experience.find(board)
    print("\n".join([str(board), *opening_lines(board), *described(board, entry)]))
    if (found := experience.moves(board)) is not None:
        moves = " or ".join(map(move_name, found.moves))
        print(f"it would play {moves} and expects {100 * found.score:.0f} % against those it has met")
    return 0 if entry or arguments.position is None else NOT_THERE


def run_export(arguments: argparse.Namespace) -> None:
    experience, file = _known(arguments.name), arguments.file
    check_page(str(file))
    if file.suffix == SUFFIX:
        experience.copy_to(file)
    elif file.suffix == BOOK:
        experience.book(_variant(experience, arguments.variant)).save(file)
    elif file.suffix in GAME_FORMS:
        games = [game.record.to_text() for game in experience.games(arguments.variant)]
        notation.write(file, games, GAME_FORMS[file.suffix])
    else:
        raise ValueError(f"{file}: a file with {SUFFIX}, {BOOK}, {', '.join(GAME_FORMS)} is needed")


def run_import(arguments: argparse.Namespace) -> None:
    experience = Experience(arguments.name)
    if not arguments.file.exists():
        raise ValueError(f"{arguments.file}: no such file")
    new = experience.join(Experience(arguments.file.absolute()))
    print(f"{arguments.name}: {counted(new, 'game')} new")


def run_reset(arguments: argparse.Namespace) -> int:
    experience = _known(arguments.name)
    try:
        games = counted(sum(count for count, _ in experience.counts().values()), "game")
    except BookError:  # nobody can say how much a damaged one has
        games = "games"
    if not arguments.yes:
        if not sys.stdin.isatty():
            raise ValueError(f"this forgets {games} for good: say --yes")
        if input(f"forget all {games} of {arguments.name}? [y/N] ").strip().lower() not in ("y", "yes"):
            print("nothing changed")
            return 1
    experience.reset()
    print(f"{arguments.name}: forgotten")
    return 0


def _known(name: str) -> Experience:
    experience = Experience(name)
    if not experience.path.exists():
        names = experience_names()
        raise BookError(f"no experience {name!r}: {nearest(name, names) if names else 'there is none yet'}")
    return experience


def _variant(experience: Experience, asked: str | None) -> str:
    if asked is not None:
        return Board(asked).variant_name
    boards = [*experience.counts()]
    if len(boards) > 1:
        raise ValueError(f"this experience has games of {', '.join(boards)}: say --variant")
    return boards[0] if boards else "reversi"
