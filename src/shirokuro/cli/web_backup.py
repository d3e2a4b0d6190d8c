"""`shirokuro web backup`: copies the server's store, also while the server runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from shirokuro.cli.arguments import Subparsers, check_page
from shirokuro.web.settings import WebSettings
from shirokuro.web.store.backup import back_up


def add_to(inner: Subparsers) -> None:
    words = "copy the store into a file, also while the server runs"
    parser = inner.add_parser("backup", help=words, description=f"{words[0].upper()}{words[1:]}.")
    parser.add_argument(
        "copy", type=Path, metavar="FILE", help="the copy, which replaces an older one as a whole"
    )
    add_store_file(parser)
    parser.set_defaults(run=run)


def add_store_file(parser: argparse.ArgumentParser) -> None:
    """Allows `--file` after the inner verb too; otherwise the value before it applies."""
    parser.add_argument(
        "--file",
        type=Path,
        default=argparse.SUPPRESS,
        help="where the server stores games (default: as for the server)",
    )


def store_of(arguments: argparse.Namespace) -> Path:
    file: Path | None = arguments.file
    return WebSettings().file if file is None else file


def run(arguments: argparse.Namespace) -> None:
    check_page(str(arguments.copy))
    games = back_up(store_of(arguments), arguments.copy)
    print(f"{arguments.copy}: {arguments.copy.stat().st_size:,} bytes, games: {games}, checked")
