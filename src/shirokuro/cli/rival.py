"""`shirokuro rival`: what the rival remembers of those who played it in the terminal."""

from __future__ import annotations

import argparse
import json

from shirokuro.cli.arguments import Subparsers, add_language
from shirokuro.cli.play_rival import NAME
from shirokuro.errors import nearest
from shirokuro.players.rival.memory_file import MemoryFile
from shirokuro.players.rival.rival_text import memory_messages
from shirokuro.words.message import Message


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("rival", description=__doc__)
    inner = parser.add_subparsers(dest="rival_verb", metavar="VERB", required=True)
    show = inner.add_parser("show", help="show what it remembers of somebody; without a name, list everybody")
    show.add_argument("name", nargs="?", metavar="NAME", help="as given to `shirokuro play --name`")
    show.add_argument("--json", action="store_true", help="all that it remembers, as JSON")
    show.set_defaults(run=run_show)
    reset = inner.add_parser("reset", help="forget somebody")
    reset.add_argument("name", metavar="NAME", help="as `shirokuro rival show` lists them")
    reset.set_defaults(run=run_reset)
    for each in (show, reset):
        add_language(each, "the language")


def run_show(arguments: argparse.Namespace) -> None:
    file, language = MemoryFile(), arguments.lang
    names = file.names() if arguments.name is None else [_known(arguments.name, file)]
    if arguments.json:
        print(json.dumps({name: file.load(name).to_dict() for name in names}, ensure_ascii=False))
    elif arguments.name is not None:
        name = "" if names[0] == NAME else names[0]  # without a name it is the reader
        print("\n".join(each.text(language) for each in memory_messages(file.load(names[0]), name)))
    else:
        for name in names:
            print(Message("rival.games", name=name, games=file.load(name).games).text(language))
        if not names:
            print(Message("rival.nobody_yet").text(language))


def run_reset(arguments: argparse.Namespace) -> None:
    file = MemoryFile()
    file.reset(_known(arguments.name, file))
    print(Message("rival.forgotten", name=arguments.name).text(arguments.lang))


def _known(name: str, file: MemoryFile) -> str:
    if name not in file.names():
        known = file.names()
        raise ValueError(
            f"the rival remembers no {name!r}: {nearest(name, known)}"
            if known
            else Message("rival.remembers_nobody")
        )
    return name
