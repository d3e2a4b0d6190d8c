"""`shirokuro library`: imports games, finds them, shows what they played, and exports them."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from shirokuro import VARIANTS, Board, Library, move_name
from shirokuro.board.position_key import equal_moves
from shirokuro.cli.arguments import GAMES, Subparsers, add_language, check_page, read_board
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.errors import shown
from shirokuro.library.importing import import_files
from shirokuro.library.library import AddedGames
from shirokuro.library.query import LibraryGame, LibraryQuery, PlayedPosition
from shirokuro.notation.formats import format_of, write
from shirokuro.opening_names.named_openings import VARIANT
from shirokuro.opening_names.opening_search import find_openings
from shirokuro.squares.square import F5
from shirokuro.squares.variant import find_variant
from shirokuro.words.message import Language, Message, text_of
from shirokuro.words.number_text import exact_decimal

NONE_FOUND = 1
"""Exit code of a search that finds nothing."""
EXPORTED = (".ggf", ".sgf", ".pgn", ".jsonl", ".json", ".txt")
_YEARS = re.compile(r"([0-9]{4})?(-?)([0-9]{4})?")


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "library",
        description="Keeps games of WTHOR, GGF, SGF, PGN, JSON lines and transcripts in one file, and finds "
        "them by player, tournament, year, result, opening and position. See docs/library.md.",
    )
    inner = parser.add_subparsers(dest="library_verb", metavar="VERB", required=True)
    verb = _verb(inner, "import", "add games; those that are there already are not added again")
    verb.add_argument("sources", nargs="+", metavar="FILE", help="files, or folders with files of games")
    verb.set_defaults(run=run_import)
    verb = _verb(inner, "search", "list games, the latest years first")
    _add_query(verb)
    verb.add_argument("--limit", type=int, default=20, metavar="N", help="games to list (default 20)")
    verb.set_defaults(run=run_search)
    verb = _verb(inner, "show", "what was played in a position, and how the games ended")
    verb.add_argument(
        "at", nargs="?", default="reversi", metavar="POSITION", help=f"{GAMES} (default: the start)"
    )
    _add_query(verb)
    verb.set_defaults(run=run_show)
    verb = _verb(inner, "export", "write the games that a search finds to a file")
    verb.add_argument("file", type=Path, metavar="FILE", help="ends in .ggf, .sgf, .pgn, .jsonl or .txt")
    _add_query(verb)
    verb.set_defaults(run=run_export)


def _verb(inner: Subparsers, name: str, summary: str) -> argparse.ArgumentParser:
    parser = inner.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
    parser.add_argument(
        "--library",
        type=Path,
        metavar="FILE",
        help="the library (default: library.sqlite in the folder of your data)",
    )
    add_language(parser, "what is printed")
    return parser


def _add_query(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("which games (all conditions have to be met)")
    group.add_argument("--player", default="", metavar="NAME", help="words of a player's name")
    group.add_argument("--opponent", default="", metavar="NAME", help="words of the other player's name")
    group.add_argument("--tournament", default="", metavar="NAME", help="words of its name")
    group.add_argument("--years", default="", metavar="YEARS", help="1999, 1990-1999, 2010- or -1985")
    group.add_argument("--winner", default="", choices=("black", "white", "nobody"), help="who won")
    group.add_argument("--opening", default="", metavar="NAME", help="an opening by its name")
    group.add_argument("--position", default="", metavar="POSITION", help="a position, or moves to it")
    group.add_argument("--variant", default="", metavar="NAME", help=f"the board; {', '.join(VARIANTS)}")


def run_import(arguments: argparse.Namespace) -> int:
    library, games, problems = Library(arguments.library), AddedGames(), list[str]()
    with stop_on_interrupt() as stop:
        with ProgressBar() as bar:
            for progress in import_files(library, arguments.sources, stop):
                games = progress.games
                problems = [text_of(each, arguments.lang) for each in progress.problems]
                words = Message("library.so_far", games=sum(games)).text(arguments.lang)
                bar.show(progress.done, words, progress.total)
        stopped = stop.is_set()
    print(added_text(games).text(arguments.lang))
    print(_size_text(library).text(arguments.lang))
    for problem in problems:
        print(f"shirokuro library: {problem}", file=sys.stderr)
    return INTERRUPTED if stopped else 2 if problems else 0


def run_search(arguments: argparse.Namespace) -> int:
    if arguments.limit < 1:
        raise ValueError(f"--limit: at least 1 is needed, not {arguments.limit}")
    library = _library(arguments)
    found = library.search(_query(arguments), limit=arguments.limit)
    print(Message("library.found", games=found.total).text(arguments.lang))
    _print_games(found.games)
    return 0 if found.total else NONE_FOUND


def run_show(arguments: argparse.Namespace) -> int:
    library = _library(arguments)
    board = read_board(arguments.at, arguments.variant or None) if arguments.at not in VARIANTS else None
    board = board or Board(arguments.variant or arguments.at)
    query = _query(arguments)
    played = library.at(board, query)
    print("\n".join([str(board), *played_lines(board, played, arguments.lang)]))
    return 0 if played.games else NONE_FOUND


def run_export(arguments: argparse.Namespace) -> None:
    if arguments.file.suffix.lower() not in EXPORTED:
        raise ValueError(Message("library.no_export", file=str(arguments.file)))
    check_page(str(arguments.file))
    library = _library(arguments)
    with ProgressBar(len(library)) as bar:
        games = []
        for number, game in enumerate(library.games(_query(arguments)), 1):
            games.append(game.record.to_text())
            bar.show(number)
        write(arguments.file, games, format_of(arguments.file))
    print(Message("library.exported", games=len(games), file=str(arguments.file)).text(arguments.lang))


def added_text(games: AddedGames) -> Message:
    """What became of the games of an import."""
    key = "library.added_left_out" if games.left_out else "library.added"
    return Message(key, added=games.added, known=games.known, left_out=games.left_out)


def played_lines(board: Board, played: PlayedPosition, language: Language) -> list[str]:
    """How many games came to a position, how they ended, and the moves that were played."""
    if not played.games:
        return [Message("library.not_reached").text(language)]
    lines = [
        Message(
            "library.reached",
            games=played.games,
            side=board.turn,
            wins=played.wins,
            draws=played.draws,
            losses=played.losses,
        ).text(language)
    ]
    once = {F5 if F5 in group else group[0] for group in equal_moves(board)}
    for each in played.moves:
        if each.move in once:
            lines.append(f"{move_name(each.move):4} {each.games:8} {100 * each.score:4.0f} %")
    return lines


def _library(arguments: argparse.Namespace) -> Library:
    library = Library(arguments.library)
    if not library.path.exists():
        raise ValueError(Message("library.empty", path=str(library.path)))
    return library


def _size_text(library: Library) -> Message:
    games = len(library)
    library.close()  # everything is then in the file itself
    size = library.path.stat().st_size / 1e6 if library.path.exists() else 0
    return Message("library.size", path=str(library.path), games=games, size=f"{max(size, 0.1):.1f}")


def _query(arguments: argparse.Namespace) -> LibraryQuery:
    if arguments.variant:
        find_variant(arguments.variant)
    years = _YEARS.fullmatch(arguments.years)
    if years is None:
        raise ValueError(Message("library.no_years", text=shown(arguments.years)))
    first, dash, last = years.groups()
    positions = []
    if arguments.opening:
        openings = find_openings(arguments.opening)
        if not openings:
            raise ValueError(Message("openings.no_opening", name=shown(arguments.opening)))
        positions = [Board.parse(each.moves, VARIANT) for each in openings]
    if arguments.position:
        if positions:
            raise ValueError(Message("library.two_positions"))
        positions = [read_board(arguments.position, arguments.variant or None)]
    return LibraryQuery(
        arguments.player,
        arguments.opponent,
        arguments.tournament,
        None if first is None else int(first),
        int(last) if last else None if dash or first is None else int(first),
        arguments.winner,
        tuple(positions),
        arguments.variant,
    )


def _print_games(games: Iterable[LibraryGame]) -> None:
    for number, record in ((each.number, each.record) for each in games):
        who = f"{record.black or '?'} – {record.white or '?'}"
        result = "" if record.result is None else exact_decimal(record.result)
        sign = "+" if record.result and record.result > 0 else ""
        rest = ", ".join(filter(None, (record.place, record.date)))
        board = "" if record.variant == VARIANT else f"  {record.variant}"
        print(f"{number:7}  {who}  {sign}{result}  {rest}{board}".rstrip())
