"""`shirokuro book`: opening books; one module per verb."""

from __future__ import annotations

from shirokuro.cli.arguments import Subparsers
from shirokuro.cli.book import build, check, learn, show, transfer

VERBS = (build, show, check, transfer, learn)


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "book",
        description="A book holds positions of one board with the values of their moves and counts of played "
        "games. See docs/book.md.",
    )
    inner = parser.add_subparsers(dest="book_verb", metavar="VERB", required=True)
    for verb in VERBS:
        verb.add_to(inner)
