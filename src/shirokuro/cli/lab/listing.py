"""`shirokuro lab list`: lists the studies."""

from __future__ import annotations

import argparse

from shirokuro.cli.arguments import Subparsers
from shirokuro.lab import study_index


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("list", help="list the studies", description=__doc__)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    studies = study_index.studies()
    width = max(map(len, studies), default=0)
    for name, study in studies.items():
        print(f"{name:{width}}  {study.question or study.title}")
        if study.paper is not None:
            print(f"{'':{width}}  {study.paper}")
