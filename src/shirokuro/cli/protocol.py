"""`shirokuro protocol`: a player as an engine in NBoard, GoGui, Quarry and other programs."""

from __future__ import annotations

import argparse
import secrets
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from shirokuro import VARIANTS, player
from shirokuro.cli.arguments import Subparsers
from shirokuro.engine.limits import MOST_THREADS
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.memory_file import MemoryFile
from shirokuro.players.rival.rival import Rival
from shirokuro.players.uct import Uct
from shirokuro.protocol.gtp_server import serve_gtp
from shirokuro.protocol.nboard_server import serve_nboard
from shirokuro.protocol.served_game import SEEDS, ServedGame
from shirokuro.protocol.wire import STANDARD_INPUT, Wire, own_output
from shirokuro.words.message import Message

PLAYER = "engine:level=12"
PROTOCOLS = ("nboard", "gtp")


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "protocol",
        description="Serves a player to another program, with commands on standard input and answers on "
        "standard output. docs/protocols.md says how to set up such programs.",
    )
    parser.add_argument("protocol", choices=PROTOCOLS, help="the protocol of the other program")
    parser.add_argument(
        "--player",
        metavar="PLAYER",
        help="who plays, as `shirokuro players` lists them "
        f"(default {PLAYER}, in NBoard the engine at the depth that NBoard sets)",
    )
    parser.add_argument(
        "--variant", default="reversi", metavar="NAME", help=f"the first board: one of {', '.join(VARIANTS)}"
    )
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="threads to search on (default 1)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="repeats what players choose (default: new)")
    parser.add_argument(
        "--name",
        metavar="NAME",
        help="the name under which the rival remembers its opponent (default: only until it ends)",
    )
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="append every line received and sent to a file"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    served = _served(arguments)
    with ExitStack() as open_files:
        log: TextIO | None = None
        if arguments.log is not None:
            log = open_files.enter_context(arguments.log.open("a", encoding="utf-8", errors="replace"))
        output = open_files.enter_context(own_output())
        try:
            wire = Wire(STANDARD_INPUT, output, log)
            if arguments.protocol == "gtp":
                serve_gtp(served, wire, arguments.threads)
            else:
                serve_nboard(served, wire, arguments.threads, is_by_depth=arguments.player is None)
        finally:
            served.close()


def _served(arguments: argparse.Namespace) -> ServedGame:
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    if not 0 <= seed < SEEDS:
        raise ValueError(Message("play.seed_range"))
    asked, threads, name = player(arguments.player or PLAYER), arguments.threads, arguments.name
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"--threads: 1…{MOST_THREADS}, not {threads}")
    if threads > 1 and isinstance(asked, EnginePlayer | Uct):
        asked = replace(asked, threads=threads)
    served = ServedGame(asked, arguments.variant, seed)
    if name is not None:
        if not isinstance(asked, Rival) or not name.strip():
            raise ValueError("--name is for the rival, and a name is needed")
        file = MemoryFile()
        served.memory = file.load(name)

        def remember(memory: object) -> None:
            """Saves what the rival learns of its opponent with the user's other data."""
            if isinstance(memory, RivalMemory):
                file.save(name, memory)

        served.remember = remember
    return served
