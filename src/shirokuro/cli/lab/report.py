"""`shirokuro lab report`: what was run, as far as it is, on the screen, as a page or as a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from shirokuro.cli.lab.options import add_store
from shirokuro.cli.source import Subparsers
from shirokuro.lab.markdown import markdown
from shirokuro.lab.report.chapter import Chapter, chapters
from shirokuro.lab.report.folder import write_folder
from shirokuro.lab.report.page import page
from shirokuro.lab.runs import recall, recall_all
from shirokuro.lab.store import Store


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "report",
        help="the tables of what was run, as a page or a folder too",
        description="Tables, findings and where they come from: on the screen, or with --out or --markdown "
        "in files, with plots (which need the extra `lab`).",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="studies that were run (default: all)")
    parser.add_argument("--out", metavar="FILE.html", help="one page for a browser, with a viewer of games")
    parser.add_argument("--markdown", metavar="DIR", help="a folder of Markdown and pictures")
    add_store(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    with Store(arguments.store, create=False) as store:
        runs = [recall(store, name) for name in arguments.names] or recall_all(store)
        found = chapters(runs, store)
    if arguments.out:
        Path(arguments.out).write_text(page(found), encoding="utf-8")
        print(f"{arguments.out}: written", file=sys.stderr)
    if arguments.markdown:
        write_folder(found, Path(arguments.markdown))
        print(f"{arguments.markdown}: written", file=sys.stderr)
    if not arguments.out and not arguments.markdown:
        for chapter in found:
            print(_text(chapter))


def _text(chapter: Chapter) -> str:
    return f"## {chapter.run.study.title}\n\n{markdown(chapter.exhibits)}"
