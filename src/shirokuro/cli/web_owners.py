"""`shirokuro web owners`: lists, blocks and deletes the users of a server."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from shirokuro.cli.arguments import Subparsers
from shirokuro.cli.web_backup import add_store_file, store_of
from shirokuro.errors import StoreInUseError
from shirokuro.web.owners.owner_file import OwnerFile, OwnerSummary, owner_file
from shirokuro.web.settings import WebSettings

SHOWN_LETTERS = 12
PATIENCE_SECONDS = 60.0
"""How long to wait for a running server to carry out a deletion."""
ASK_AGAIN_SECONDS = 0.2
ORDERS: dict[str, Callable[[OwnerSummary], float]] = {
    "active": lambda owner: owner.active,
    "games": lambda owner: owner.games,
    "bytes": lambda owner: owner.size,
}


def add_to(inner: Subparsers) -> None:
    parser = inner.add_parser(
        "owners",
        help="list, show, block, unblock and delete those who use the server",
        description="An owner is a browser that visited the page. Ids are digests: no token is shown.",
    )
    add_store_file(parser)
    parser.set_defaults(run=run_list, by="active")
    verbs = parser.add_subparsers(dest="owners_verb", metavar="[VERB]", title="what to do (default: list)")
    listing = verbs.add_parser("list", help="list all owners, one per line")
    listing.add_argument("--by", choices=ORDERS, default="active", help="sort order (default active)")
    add_store_file(listing)
    listing.set_defaults(run=run_list)
    _add_verb(verbs, "show", "show the statistics of an owner", run_show)
    _add_verb(verbs, "block", "refuse an owner; their games are kept", run_block)
    _add_verb(verbs, "unblock", "stop refusing an owner", run_unblock)
    delete = _add_verb(verbs, "delete", "delete an owner and all their data for good", run_delete)
    delete.add_argument("--yes", action="store_true", help="do not ask for confirmation")


def _add_verb(
    verbs: Subparsers, name: str, words: str, run: Callable[[argparse.Namespace], int | None]
) -> argparse.ArgumentParser:
    parser = verbs.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
    parser.add_argument("owner", metavar="ID", help="the id, or its first letters")
    add_store_file(parser)
    parser.set_defaults(run=run)
    return parser


def run_list(arguments: argparse.Namespace) -> None:
    with owner_file(store_of(arguments)) as store:
        found = sorted(store.owners(), key=ORDERS[arguments.by], reverse=True)
    print(
        f"{'owner':{SHOWN_LETTERS}}  {'games':>6}  {'drills':>6}  {'matches':>7}  {'bytes':>12}  last active"
    )
    for each in found:
        counts = f"{each.games:6}  {each.drills:6}  {each.matches:7}  {each.size:12,}"
        end = "  blocked" if each.blocked else ""
        print(f"{each.id[:SHOWN_LETTERS]}  {counts}  {_moment(each.active)}{end}")


def run_show(arguments: argparse.Namespace) -> None:
    with owner_file(store_of(arguments)) as store:
        found = store.find(arguments.owner)
    print(f"owner: {found.id}")
    print(f"first visit: {_moment(found.made)}")
    print(f"last active: {_moment(found.active)}")
    print(f"games: {found.games}, matches: {found.matches}, drills: {found.drills}")
    print(f"names that the rival remembers: {found.names}")
    print(f"bytes: {found.size:,}")
    print("not blocked" if found.blocked is None else f"blocked since {_moment(found.blocked)}")


def run_block(arguments: argparse.Namespace) -> None:
    _change(arguments, OwnerFile.block, "blocked; a server that runs refuses them within some seconds")


def run_unblock(arguments: argparse.Namespace) -> None:
    _change(arguments, OwnerFile.unblock, "not blocked any more")


def _change(arguments: argparse.Namespace, change: Callable[[OwnerFile, str], None], words: str) -> None:
    with owner_file(store_of(arguments)) as store:
        found = store.find(arguments.owner)
        change(store, found.id)
    print(f"{found.id[:SHOWN_LETTERS]}: {words}")


def run_delete(arguments: argparse.Namespace) -> int:
    path = store_of(arguments)
    with owner_file(path) as store:
        found = store.find(arguments.owner)
        if not arguments.yes:
            if not sys.stdin.isatty():
                raise ValueError(f"this deletes {found.games} games for good: say --yes")
            question = f"delete {found.id[:SHOWN_LETTERS]} with {found.games} games for good? [y/N] "
            if input(question).strip().lower() not in ("y", "yes"):
                print("nothing changed")
                return 1
        store.order_deletion(found.id)
        _carry_out(path, store, found.id)
    print(f"{found.id[:SHOWN_LETTERS]}: deleted")
    return 0


def _carry_out(path: Path, store: OwnerFile, owner: str) -> None:
    """Waits for the server that has the file to delete the owner; without one, deletes here."""
    try:
        from shirokuro.web.owners.orders import obey_without_server
    except ModuleNotFoundError as error:
        raise ValueError(f"the server needs {error.name}: pip install '.[web]' in the checkout") from None
    deadline = time.monotonic() + PATIENCE_SECONDS
    while store.is_deletion_ordered(owner):
        try:
            obey_without_server(replace(WebSettings(), file=path))
        except StoreInUseError:
            if time.monotonic() > deadline:
                raise ValueError(
                    "ordered, but the server has not done it yet; it will, or do so at its start"
                ) from None
            time.sleep(ASK_AGAIN_SECONDS)


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
