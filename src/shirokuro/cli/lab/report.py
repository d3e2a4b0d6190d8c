"""`shirokuro lab report`: the tables and findings of what was run, as far as it is."""

from __future__ import annotations

import argparse

from shirokuro.cli.lab.options import add_store
from shirokuro.cli.source import Subparsers


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("report", help="the tables of what was run", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="studies that were run (default: all)")
    add_store(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    from shirokuro.lab.markdown import markdown
    from shirokuro.lab.runs import recall, recall_all
    from shirokuro.lab.store import Store

    with Store(arguments.store, create=False) as store:
        runs = [recall(store, name) for name in arguments.names] or recall_all(store)
        for each in runs:
            print(f"## {each.study.title}\n\n{markdown(each.study.exhibits(each.results(store)))}")
