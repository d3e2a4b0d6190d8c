"""`shirokuro lab report`: what was run, as far as it is, on the screen, as a page or as a folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from shirokuro.cli.arguments import Subparsers
from shirokuro.cli.lab.options import add_store
from shirokuro.cli.lab.reading import reading
from shirokuro.cli.long_work import ProgressBar

if TYPE_CHECKING:
    from shirokuro.lab.report.chapter import Chapter, Tell
    from shirokuro.lab.run.store import Store
    from shirokuro.lab.studies.runs import Run


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "report",
        help="the tables of what was run, as a page or a folder too",
        description="Tables, findings and where they come from: on the screen, or with --out or --markdown "
        "in files, with plots (which need the extra `lab`).",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="studies, tournaments (default: all that were run)"
    )
    add_files(parser)
    add_store(parser)
    parser.set_defaults(run=run)


def add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="FILE.html", help="one page for a browser, with a viewer of games")
    parser.add_argument("--markdown", metavar="DIR", help="a folder of Markdown and pictures")


def check_files(arguments: argparse.Namespace) -> None:
    """Complains now rather than after hours of games."""
    from shirokuro.lab.report.drawing import style

    if _files(arguments):
        style()
    if arguments.out and not (folder := Path(arguments.out).absolute().parent).is_dir():
        raise ValueError(f"{arguments.out}: there is no folder {folder}")


def run(arguments: argparse.Namespace) -> None:
    from shirokuro.lab.studies.runs import recall, recall_all

    with reading(arguments.store) as store:
        runs = [recall(store, name) for name in dict.fromkeys(arguments.names)] or recall_all(store)
        show_report(runs, store, arguments)


def show_report(runs: Sequence[Run], store: Store, arguments: argparse.Namespace) -> None:
    """In the files that are asked for, or else on the screen."""
    written = _files(arguments)
    with ProgressBar(len(runs) * (1 + len(written))) as bar:
        steps = count()
        _report(runs, store, arguments, lambda words: bar.show(next(steps), words))
    for name in written:
        print(f"{name}: written", file=sys.stderr)


def _files(arguments: argparse.Namespace) -> list[str]:
    return [name for name in (arguments.out, arguments.markdown) if name]


def _report(runs: Sequence[Run], store: Store, arguments: argparse.Namespace, tell: Tell) -> None:
    from shirokuro.lab.report.chapter import chapters
    from shirokuro.lab.report.folder import write_folder
    from shirokuro.lab.report.page import write_page

    found = chapters(runs, store, tell)
    if arguments.out:
        write_page(found, Path(arguments.out), tell)
    if arguments.markdown:
        write_folder(found, Path(arguments.markdown), tell)
    if not arguments.out and not arguments.markdown:
        _print(found)


def _print(chapters: Sequence[Chapter]) -> None:
    from shirokuro.lab.report.markdown import chapter as text_of

    for chapter in chapters:
        print(text_of(chapter.run.study, chapter.exhibits))
