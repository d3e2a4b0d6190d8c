"""Arguments that several commands share: positions, games, engine settings and limits."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from shirokuro import VARIANTS, Board, Limits, NotationError, Record, notation
from shirokuro.board.board import SCORINGS
from shirokuro.engine.evaluation import EVALUATORS, TRAINED
from shirokuro.errors import message_of
from shirokuro.notation import Notated
from shirokuro.notation.detection import parse_bytes
from shirokuro.parameters.parameter import parameters_of
from shirokuro.squares.variant import find_variant
from shirokuro.words.message import LANGUAGES, Message, language_of_locale

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

GAMES = "a file, - for standard input, or a position or game as text"
POSITIONS = f"{GAMES}, or the name of a variant for its start; a game stands for its last position"

# Text that looks like a path and like none of the formats.
_PATH = re.compile(r"[^\s;()\[\]]*(?:/[^\s;()\[\]]*|\.[A-Za-z]{2,4})")
_NAME = re.compile(r"[A-Za-z]{2}[\w+]*")


def read_values(source: str, variant: str | None = None) -> list[Notated]:
    """All positions and games of a source, whatever format they are in."""
    if not source.strip():
        raise ValueError(Message("play.empty_text"))
    if source == "-":
        try:
            return parse_bytes(sys.stdin.buffer.read(), variant, notation.parse)
        except NotationError as error:
            raise error.at("standard input") from None
    if exists(source):
        return notation.read(Path(source), variant)
    try:
        return notation.parse(source, variant)
    except NotationError:
        if _PATH.fullmatch(source):
            raise ValueError(Message("play.no_such_file", file=source)) from None
        raise


def read_positions(source: str, variant: str | None = None) -> Sequence[Notated]:
    """The same; the name of a variant stands for its start."""
    if source in VARIANTS:
        if variant not in (None, source):
            raise ValueError(Message("play.other_board", name=source, board=variant))
        return [Board(source).position.to_text()]
    try:
        return read_values(source, variant)
    except NotationError:
        if _NAME.fullmatch(source):
            find_variant(source)  # probably a mistyped name: the error suggests the nearest
        raise


def read_game(source: str, variant: str | None = None) -> Record:
    """The one game of a source; a position is a game without moves."""
    values = read_positions(source, variant)
    if not values:
        raise ValueError(Message("play.nothing_there", source=source))
    if len(values) != 1:
        raise ValueError(Message("notation.not_one", count=len(values)))
    return Record.from_text(values[0])


@contextmanager
def naming_game(source: str, number: int) -> Iterator[None]:
    """Errors within the block name the source and the number of the game in it."""
    try:
        yield
    except ValueError as error:
        raise NotationError(message_of(error), Message("places.game", number=number)).at(source) from None


def read_board(source: str, variant: str | None = None) -> Board:
    """The one position of a source, or the last one of its game."""
    return read_game(source, variant).board()


def exists(source: str) -> bool:
    """Whether the source is the name of a file."""
    try:
        return bool(source) and Path(source).exists()
    except (OSError, ValueError):  # too long or too odd for a path: it is text
        return False


def check_page(file: str) -> None:
    """Raises ValueError if the file cannot be written: before long work rather than after it."""
    page = Path(file).absolute()
    if not page.parent.is_dir():
        raise ValueError(f"{file}: there is no folder {page.parent}")
    if page.is_dir():
        raise ValueError(f"{file} is a folder: name a file")
    check_writable(page if page.exists() else page.parent)


def check_writable(path: Path) -> None:
    """Raises ValueError without permission to write the file, or files into the folder."""
    if not os.access(path, os.W_OK):
        raise ValueError(f"{path}: no permission to write there")


def add_flags(
    parser: argparse.ArgumentParser, settings: type, names: Sequence[str] = (), note: str = ""
) -> None:
    """Adds a flag for each parameter of the settings, or for those in `names`."""
    for each in parameters_of(settings):
        if not names or each.name in names:
            default = "any" if each.default is None else each.default
            parser.add_argument(
                f"--{each.name.replace('_', '-')}",
                type=each.kind,
                metavar="N",
                help=f"{each.help} (default {default}){note}",
            )


def given(arguments: argparse.Namespace, settings: type) -> dict[str, Any]:
    """The parameters of the settings that were given as flags."""
    values = {each.name: getattr(arguments, each.name, None) for each in parameters_of(settings)}
    return {name: value for name, value in values.items() if value is not None}


def add_position(parser: argparse.ArgumentParser, name: str = "position") -> None:
    parser.add_argument(name, help=POSITIONS)
    add_variant(parser)


def add_variant(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(VARIANTS)
    parser.add_argument(
        "--variant", metavar="NAME", help=f"the board, if the text does not say; one of {names}"
    )


def add_engine(parser: argparse.ArgumentParser) -> None:
    add_search(parser)
    parser.add_argument(
        "--table", type=float, metavar="MIB", help="size of the hash table (default: by position and limits)"
    )


def add_search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scoring", choices=SCORINGS, default="winner", help="who gets the empties")
    add_threads(parser)


def add_threads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="threads to search on (default 1)"
    )


def add_evaluator(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--evaluator",
        choices=EVALUATORS,
        default=TRAINED,
        help=f"the evaluation where it does not solve to the end (default {TRAINED})",
    )
    parser.add_argument("--weights", metavar="FILE", help=f"weights of your own for {TRAINED}")


def add_language(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=language_of_locale(),
        help=f"{what}: en or ja (default: that of the locale)",
    )


def add_jobs(parser: argparse.ArgumentParser, what: str, *names: str) -> None:
    """Adds the options for parallel work; `names` are other names of `--jobs`."""
    parser.add_argument(
        "--jobs",
        *names,
        type=int,
        default=processors(),
        metavar="N",
        help=f"{what} at a time on this machine (default: one per processor)",
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="work on a Dask cluster, as tcp://host:8786")


def processors() -> int:
    """The number of processors that this process may use, if the system says."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def add_limits(parser: argparse.ArgumentParser, each: str, *, depth: bool) -> None:
    """Limits for `each` position or move; a solver takes no depth."""
    if depth:
        parser.add_argument("--depth", type=int, metavar="PLIES", help="how far to look ahead")
    parser.add_argument("--seconds", type=float, metavar="S", help=f"time for {each}")
    parser.add_argument("--nodes", type=int, metavar="N", help=f"nodes for {each}")


def limits_of(arguments: argparse.Namespace) -> Limits | None:
    """The limits asked for; None if there are none."""
    limits = Limits(getattr(arguments, "depth", None), arguments.nodes, arguments.seconds)
    return None if limits == Limits() else limits
