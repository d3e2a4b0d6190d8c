"""`shirokuro lab report`: the results so far, on the screen, as a page or as a folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from shirokuro.cli.arguments import Subparsers, check_page, check_writable
from shirokuro.cli.lab.options import add_store, reading
from shirokuro.cli.long_work import ProgressBar
from shirokuro.lab.report.chapter import Chapter, Notify, chapters, published_figures
from shirokuro.lab.report.drawing import style
from shirokuro.lab.report.folder import write_folder, write_paper
from shirokuro.lab.report.markdown import chapter as text_of
from shirokuro.lab.report.markdown import markdown
from shirokuro.lab.report.page import write_page
from shirokuro.lab.study_index import recall, recall_all


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "report",
        help="show the tables of runs, or write them as a page or a folder",
        description="Prints tables, findings and their provenance; with --out or --markdown writes them to "
        "files with plots (which need the extra `lab`).",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="studies, tournaments (default: all that were run)"
    )
    add_files(parser)
    add_store(parser)
    parser.set_defaults(run=run)


def add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="FILE.html", help="one page for a browser, with a viewer of games")
    parser.add_argument(
        "--markdown", metavar="DIR|FILE.md", help="a folder of Markdown and pictures, or all in one file"
    )


def check_files(arguments: argparse.Namespace) -> None:
    """Raises ValueError for files that cannot be written: before hours of games rather than after."""
    if _files(arguments):
        style()
    if arguments.out:
        check_page(arguments.out)
    if arguments.markdown and _is_paper(arguments.markdown):
        check_page(arguments.markdown)
    elif arguments.markdown:  # the folder and its parents are created at the end
        folder = Path(arguments.markdown).absolute()
        there = next(path for path in (folder, *folder.parents) if path.exists())
        if not there.is_dir():
            raise ValueError(f"{arguments.markdown}: {there} is not a folder")
        check_writable(there)


def run(arguments: argparse.Namespace) -> None:
    with reading(arguments.store) as store:
        runs = [recall(store, name) for name in dict.fromkeys(arguments.names)] or recall_all(store)
        with _progress(len(runs)) as notify:
            found = chapters(runs, store, notify)
        if _files(arguments):
            write_files(found, arguments)
            return
        for chapter in found:
            print_chapter(chapter)
        for table in published_figures(found):
            print(markdown([table]), flush=True)


def print_chapter(chapter: Chapter) -> None:
    print(text_of(chapter.run.study, chapter.exhibits), flush=True)


def write_files(chapters: Sequence[Chapter], arguments: argparse.Namespace) -> None:
    """Writes the requested files."""
    written = _files(arguments)
    with _progress(len(chapters) * len(written)) as notify:
        if arguments.out:
            write_page(chapters, Path(arguments.out), notify)
        if arguments.markdown:
            write = write_paper if _is_paper(arguments.markdown) else write_folder
            write(chapters, Path(arguments.markdown), notify)
    for name in written:
        print(f"{name}: written", file=sys.stderr)


@contextmanager
def _progress(total: int) -> Iterator[Notify]:
    """A bar that shows the name of the current study."""
    steps = count()
    with ProgressBar(total) as bar:
        yield lambda words: bar.show(next(steps), words)


def _is_paper(name: str) -> bool:
    """Whether it names one file for all studies, not a folder."""
    return name.endswith(".md")


def _files(arguments: argparse.Namespace) -> list[str]:
    return [name for name in (arguments.out, arguments.markdown) if name]
