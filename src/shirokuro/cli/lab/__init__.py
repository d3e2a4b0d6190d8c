"""`shirokuro lab`: studies and tournaments, and the store of their games; one module per verb."""

from __future__ import annotations

from shirokuro.cli.arguments import Subparsers
from shirokuro.cli.lab import export, listing, report, run, status, tournament

VERBS = (listing, run, tournament, status, report, export)


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "lab",
        description="Every finished game is stored in one file: after an interruption, the same command "
        "continues the run.",
    )
    inner = parser.add_subparsers(dest="lab_verb", metavar="VERB", required=True)
    for verb in VERBS:
        verb.add_to(inner)
